"""Moving low: advancing hidden or crouched, and crawling. (fda.position.advance-hidden)"""

from __future__ import annotations

from math import isqrt
from typing import Any, final

from escarmouche.core.effects import Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.fda.model import CROUCHED, HIDDEN, NOBODY, POSITIONS, PRONE, Course, Figure, Trigger, World
from escarmouche.systems.fda.rules.actions import LYING, Activation, register
from escarmouche.systems.fda.rules.movement import STOPPED, Move, move_answer_refusal, move_refusal, travel
from escarmouche.systems.fda.rules.numbers import CRAWL, NEAR_SCENERY
from escarmouche.systems.fda.rules.positions import sheltered
from escarmouche.systems.fda.rules.pushes import displaced, put
from escarmouche.systems.fda.rules.reactions import ALONG, react
from escarmouche.table.shapes import disc_meets_polygon
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
    if verdict == STOPPED or world.figures[id].posture != PRONE:
        return world, course
    yield Tell("fda.position.crawl", "crawls", (id, figure.x, figure.y, *end))
    return put(world, id, *end), course


def covered_way(world: World, figure: Figure, x: int, y: int) -> bool:
    """Does a way lead nowhere but through ground that is not clear, or along scenery? (fda.position.advance-hidden)"""
    steps = max(1, max(abs(x - figure.x), abs(y - figure.y)) // NEAR_SCENERY)
    for number in range(steps + 1):
        px, py = figure.x + (x - figure.x) * number // steps, figure.y + (y - figure.y) * number // steps
        rough = any(one.difficult and disc_meets_polygon(px, py, figure.card.radius, one.shape) for one in world.ground.pieces)
        if not rough and not sheltered(world, px, py, figure.card.radius):
            return False
    return True


@final
class Sneak(Move):
    """To advance crouched or hidden. (fda.position.advance-crouched, fda.position.advance-hidden)"""

    __slots__ = ()

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        refused = super().refusal(menu, answer)
        hidden = self.kind == "advance-hidden"
        if refused is None and hidden and not covered_way(menu.world, menu.figure(), answer[1], answer[2]):
            return no("fda.position.advance-hidden", "leaves-cover", menu.id)
        return refused


@final
class Crawl(Move):
    """To creep on the ground. (fda.position.crawl)"""

    __slots__ = ()

    def longest(self, menu: Activation) -> int:
        return CRAWL

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        refused = move_refusal(menu.world, menu.figure())
        return refused if refused is not None else move_answer_refusal(menu.world, menu.figure(), answer, CRAWL)


register(Sneak("advance-crouched", 3, advance_low, POSITIONS, 1 << CROUCHED))
register(Sneak("advance-hidden", 3, advance_low, POSITIONS, 1 << HIDDEN))
register(Crawl("crawl", 2, crawl, POSITIONS, LYING))
