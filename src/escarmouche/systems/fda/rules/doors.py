"""Doors, shutters, chests and coffins: opened, closed, broken open. (fda.extra.open)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.dungeon import DOORS, made
from escarmouche.systems.fda.model import (
    BROKEN,
    CLOSED,
    EXTRA_ACTIONS,
    NOBODY,
    ON_TABLE,
    OPEN,
    Course,
    Figure,
    Fixture,
    World,
)
from escarmouche.systems.fda.rules.actions import Action, Activation, register
from escarmouche.systems.fda.rules.conventions import usable
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, agility_test
from escarmouche.systems.fda.rules.numbers import KEY
from escarmouche.systems.fda.rules.objects import touches_piece, without
from escarmouche.systems.fda.rules.values import MELEE
from escarmouche.table.shapes import disc_meets_polygon

WHY: Final = "fda.extra.open"


def set_to(world: World, number: int, state: int, locked: bool = False, blows: int = 0) -> World:
    """The world with a fixture in another state; a door that is open hinders nobody. (fda.terrain.doors-and-rooms)"""
    old = world.fixtures[number]
    world = world.with_fixture(number, Fixture(old.piece, old.kind, state, locked, old.holds, blows))
    if old.kind in DOORS:
        piece = world.ground.pieces[old.piece]
        world.ground = world.ground.with_piece(old.piece, made(old.kind, piece.shape, state != CLOSED))
    return world


def has_key(figure: Figure) -> bool:
    """Does it bear the key? (fda.scenario.statuette-door)"""
    return KEY in figure.belt or KEY in figure.hands


def reach_refusal(world: World, figure: Figure, number: Any) -> Refusal | None:
    """Why it cannot lay hands on this fixture, or None."""
    if type(number) is not int or not 0 <= number < len(world.fixtures):
        return no(WHY, "malformed", str(number))
    if figure.carries != NOBODY:
        return no("fda.extra.carry-friend", "carries-a-friend", figure.id)
    return None if touches_piece(world, figure, world.fixtures[number].piece) else no(WHY, "not-at-the-door", figure.id)


@rule("fda.extra.open", "fda.scenario.statuette-door")
def open_up(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """It opens what it touches; no roll. Returns the world and the course."""
    yield Tell(WHY, f"opens-{world.fixtures[answer[1]].kind}", (id,))
    return set_to(world, answer[1], OPEN), course


@rule("fda.terrain.doors-and-rooms")
def shut(world: World, id: int, course: Course, answer: tuple[str, int, bool]) -> Script:
    """It closes it again; the bearer of the key may lock it. Returns the world and the course."""
    yield Tell("fda.terrain.doors-and-rooms", "locks" if answer[2] else "closes", (id,))
    return set_to(world, answer[1], CLOSED, answer[2]), course


@rule("fda.extra.break-open", "fda.extra.break-open-success", "fda.extra.break-open-failure", "fda.extra.break-open-critical")
def break_open(world: World, id: int, course: Course, answer: tuple[str, int, str]) -> Script:
    """A JA with the weapon that is at risk: it opens, or not, or the weapon breaks for good. Returns the world and the
    course."""
    _, number, weapon = answer
    fixture = world.fixtures[number]
    verdict = yield from agility_test(world, world.figures[id], "fda.extra.break-open")
    if verdict == CRITICAL:
        yield Tell("fda.extra.break-open-critical", "weapon-breaks", (id, f"item-{weapon}"))
        twin = world.figures[id].copy()
        twin.hands = without(twin.hands, weapon)
        return world.with_figure(twin), course
    if verdict != SUCCESS:
        yield Tell("fda.extra.break-open-failure", "holds-fast", (id,))
        return world, course
    if fixture.blows > 1:  # fda.scenario.lich-soup-sarcophagus
        yield Tell("fda.scenario.lich-soup-sarcophagus", "cracks", (id, fixture.blows - 1))
        return set_to(world, number, CLOSED, fixture.locked, fixture.blows - 1), course
    yield Tell("fda.extra.break-open-success", f"smashes-{fixture.kind}", (id,))
    return set_to(world, number, BROKEN), course


@final
class Open(Action):
    """Open a door, a chest or a shutter. (fda.extra.open)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return len(menu.world.fixtures) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, int):
            return no(WHY, "malformed", str(answer)[:80])
        refusal = reach_refusal(menu.world, figure, answer[1])
        if refusal is not None:
            return refusal
        fixture = menu.world.fixtures[answer[1]]
        if fixture.state != CLOSED or fixture.blows:
            return no(WHY, "nothing-to-open", figure.id)
        return no("fda.scenario.statuette-door", "locked", figure.id) if fixture.locked and not has_key(figure) else None

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [("open", number) for number in range(len(menu.world.fixtures))]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class Close(Action):
    """Close it again while nobody stands in it; broken open it stays open. (fda.terrain.doors-and-rooms)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return any(fixture.state == OPEN for fixture in menu.world.fixtures)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, int, bool):
            return no(WHY, "malformed", str(answer)[:80])
        refusal = reach_refusal(menu.world, figure, answer[1])
        if refusal is not None:
            return refusal
        fixture = menu.world.fixtures[answer[1]]
        if fixture.state != OPEN:
            return no("fda.terrain.doors-and-rooms", "nothing-to-close", figure.id)
        shape = menu.world.ground.pieces[fixture.piece].shape
        for other in menu.world.figures:
            if other.status == ON_TABLE and disc_meets_polygon(other.x, other.y, other.card.radius, shape):
                return no("fda.terrain.doors-and-rooms", "somebody-in-the-doorway", other.id)
        locks = answer[2] and not (fixture.kind in DOORS and has_key(figure))
        return no("fda.scenario.statuette-door", "no-key", figure.id) if locks else None

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [
            ("close", number, lock) for number in range(len(menu.world.fixtures)) for lock in (False, True)
        ]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class BreakOpen(Action):
    """Break something open with a close-combat weapon; fists are none. (fda.extra.break-open)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return any(fixture.state == CLOSED for fixture in menu.world.fixtures)

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, int, str):
            return no("fda.extra.break-open", "malformed", str(answer)[:80])
        refusal = reach_refusal(menu.world, figure, answer[1])
        if refusal is not None:
            return refusal
        if menu.world.fixtures[answer[1]].state != CLOSED:
            return no("fda.extra.break-open", "nothing-to-break", figure.id)
        armed = answer[2] in MELEE and usable(figure, answer[2]) > 0
        return None if armed else no("fda.extra.break-open", "no-weapon", figure.id)

    def listed(self, menu: Activation) -> list[Answer]:
        weapons = [item for item in dict.fromkeys(menu.figure().hands) if item in MELEE]
        answers: list[Answer] = [
            ("break-open", number, weapon) for number in range(len(menu.world.fixtures)) for weapon in weapons
        ]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


register(Open("open", 4, open_up, EXTRA_ACTIONS))
register(Close("close", 1, shut, EXTRA_ACTIONS))
register(BreakOpen("break-open", 4, break_open, EXTRA_ACTIONS))
