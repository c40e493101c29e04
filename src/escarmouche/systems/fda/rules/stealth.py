"""Moving low: advancing hidden or crouched, and crawling. (fda.position.advance-hidden)"""

from __future__ import annotations

from math import isqrt
from typing import Any, final

from escarmouche.core.effects import Answer, Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import CROUCHED, HIDDEN, NOBODY, POSITIONS, PRONE, Course, Trigger, World
from escarmouche.systems.fda.rules.actions import LYING, Activation, register
from escarmouche.systems.fda.rules.discovery import found_on_the_way
from escarmouche.systems.fda.rules.movement import STOPPED, Move, move_refusal, travel
from escarmouche.systems.fda.rules.numbers import CRAWL
from escarmouche.systems.fda.rules.pushes import displaced, put
from escarmouche.systems.fda.rules.reactions import ALONG, react
from escarmouche.table.shapes import towards
from escarmouche.table.trig import angle_of


@rule("fda.position.advance-crouched", "fda.position.advance-hidden")
def advance_low(world: World, id: int, course: Course, answer: tuple[str, int, int]) -> Script:
    """A crouched or hidden figure walks and stays so; one that leaves the scenery or comes too near an enemy is hidden no more.
    Returns the world and the course."""
    kind, x, y = answer
    figure = world.figures[id]
    length = isqrt((x - figure.x) ** 2 + (y - figure.y) ** 2)
    world, _ = yield Call(travel, world, id, x, y, length, HIDDEN if kind == "advance-hidden" else CROUCHED, NOBODY)
    return world, course


@rule("fda.position.crawl")
def crawl(world: World, id: int, course: Course, answer: tuple[str, int, int]) -> Script:
    """A figure on the ground creeps straight ahead, 2 cm at most, and touches nobody anew. Returns the world and the course."""
    _, x, y = answer
    figure = world.figures[id].copy()
    length = isqrt((x - figure.x) ** 2 + (y - figure.y) ** 2)
    figure.facing = angle_of(x - figure.x, y - figure.y)
    figure.beside = NOBODY
    world = world.with_figure(figure)
    end = displaced(world, figure, figure.facing, length)
    world, _, verdict = yield Call(react, world, Trigger(ALONG, id, (), *end))
    stop = (world.figures[id].x, world.figures[id].y) if verdict == STOPPED else end
    world = yield from found_on_the_way(world, figure, *stop)
    if verdict == STOPPED or world.figures[id].posture != PRONE:
        return world, course
    yield Tell("fda.position.crawl", "crawls", (id, figure.x, figure.y, *end))
    return put(world, id, *end), course


@final
class Sneak(Move):
    """To advance crouched or hidden: (kind, x, y). (fda.position.advance-crouched, fda.position.advance-hidden)"""

    __slots__ = ()


@final
class Crawl(Move):
    """To creep on the ground. (fda.position.crawl)"""

    __slots__ = ()

    def longest(self, menu: Activation) -> int:
        return CRAWL

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        refused = move_refusal(menu.world, figure)
        if refused is not None or malformed(answer, int, int):
            return refused or no("fda.position.crawl", "malformed", str(answer)[:80])
        square = (answer[1] - figure.x) ** 2 + (answer[2] - figure.y) ** 2
        return None if 0 < square <= CRAWL * CRAWL else no("fda.position.crawl", "too-far", menu.id, CRAWL)

    def towards(self, menu: Activation, x: int, y: int) -> Answer | None:
        figure = menu.figure()
        end = towards(figure.x, figure.y, x, y, CRAWL)
        return None if end == (figure.x, figure.y) else (self.kind, end[0], end[1])


register(Sneak("advance-crouched", 3, advance_low, POSITIONS, 1 << CROUCHED))
register(Sneak("advance-hidden", 3, advance_low, POSITIONS, 1 << HIDDEN))
register(Crawl("crawl", 2, crawl, POSITIONS, LYING))
