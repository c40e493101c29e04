"""Climbing: over what is as tall as oneself or taller, in one go or several. (fda.obstacle.climb)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    CLIMB_ANY_HEIGHT,
    CM,
    MOUNTED,
    NOBODY,
    OBSTACLES,
    ON_TABLE,
    STANDING,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.actions import Action, Activation, register
from escarmouche.systems.fda.rules.conventions import touches_at
from escarmouche.systems.fda.rules.damage import clumsiness
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, agility_test, die
from escarmouche.systems.fda.rules.movement import move_refusal
from escarmouche.systems.fda.rules.numbers import CLIMBABLE
from escarmouche.systems.fda.rules.objects import touches_piece
from escarmouche.systems.fda.rules.scenarios import has_room
from escarmouche.systems.fda.rules.two_weapons import hands_refusal
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import inside

TOP: Final = "top"


# ---------------------------------------------------------------- what can be climbed


def climb_refusal(world: World, figure: Figure, number: Any) -> Refusal | None:
    """Why it may not climb this piece, or None: it must touch it, or be on it. (fda.obstacle.climb, fda.twoweapons.no-hands)"""
    why = "fda.obstacle.climb"
    if type(number) is not int or not 0 <= number < len(world.ground.pieces):
        return no(why, "malformed", str(number))
    if figure.card.size == MOUNTED:
        return no("fda.trait.mounted", "mounted-cannot-climb", figure.id)
    if figure.climbing != NOBODY and figure.climbing != number:
        return no("fda.obstacle.part-way", "part-way", figure.id)
    piece = world.ground.pieces[number]
    if figure.z == 0:
        if not piece.impassable or piece.kind not in CLIMBABLE or piece.height < figure.card.height:
            return no(why, "not-to-be-climbed", figure.id)
        if not touches_piece(world, figure, number):
            return no(why, "not-at-the-foot", figure.id)
    if figure.carries != NOBODY:
        return no("fda.extra.carry-friend", "carries-a-friend", figure.id)
    return hands_refusal(world, figure) or move_refusal(world, figure)


def feet(world: World, figure: Figure, piece: Piece) -> list[tuple[int, int]]:
    """Free places at the foot of a piece, in contact with it: straight beyond it as seen from the figure first, then nearest to
    it on this side. (fda.obstacle.climb-success)"""
    r, shape = figure.card.radius, piece.shape
    x, y = min(max(figure.x, shape.left), shape.right), min(max(figure.y, shape.bottom), shape.top)
    spots = [(shape.left - r, y), (shape.right + r, y), (x, shape.bottom - r), (x, shape.top + r)]
    free = [one for one in spots if has_room(world, lowered(figure), one[0], one[1]) and not crowds(world, figure, one)]
    return sorted(free, key=lambda one: (one[0] - figure.x) ** 2 + (one[1] - figure.y) ** 2)


def lowered(figure: Figure) -> Figure:
    """The figure as it would be on the floor."""
    twin = figure.copy()
    twin.z = 0
    return twin


def crowds(world: World, figure: Figure, spot: tuple[int, int]) -> bool:
    """Would it touch anybody there?"""
    low = lowered(figure)
    return any(
        one.id != figure.id and one.status == ON_TABLE and touches_at(low, spot[0], spot[1], one) for one in world.figures
    )


def perch(figure: Figure, piece: Piece) -> tuple[int, int] | None:
    """Where it stands on top: the nearest place where its whole base does; None where the top is too narrow."""
    r, shape = figure.card.radius, piece.shape
    if shape.right - shape.left < 2 * r or shape.top - shape.bottom < 2 * r:
        return None
    x = min(max(figure.x, shape.left + r), shape.right - r)
    y = min(max(figure.y, shape.bottom + r), shape.top - r)
    return (x, y) if inside(shape, x, y) else None


# ---------------------------------------------------------------- climbing


@rule("fda.obstacle.climb", "fda.obstacle.climb-failure", "fda.obstacle.climb-critical")
def climb(world: World, id: int, course: Course, answer: tuple[Any, ...]) -> Script:
    """A JA: up by its height and a die, down to the foot; or no progress; or a tumble to the foot. To give up part-way is free.
    Returns the world and the course."""
    figure = world.figures[id]
    if answer[0] == "come-down":
        yield Tell("fda.obstacle.part-way", "comes-down", (id,))
        return grounded(world, id, figure.climbing), course
    number = answer[1]
    verdict = yield from agility_test(world, figure, "fda.obstacle.climb")
    if verdict == CRITICAL:
        yield Tell("fda.obstacle.climb-critical", "loses-its-grip", (id,))
        world = yield Call(clumsiness, grounded(world, id, number), id)
        return world, course
    if verdict != SUCCESS:
        yield Tell("fda.obstacle.climb-failure", "no-progress", (id,))
        return world, course
    if figure.z > 0:
        return (yield Call(over, world, id, number, True)), course
    return (yield Call(upward, world, id, number)), course


@rule("fda.obstacle.climb-success")
def upward(world: World, id: int, number: int) -> Script:
    """Its height and a D10 in centimetres farther up; what reaches the top is on it, or over. Returns the world."""
    figure, piece = world.figures[id].copy(), world.ground.pieces[number]
    if not world.reads(CLIMB_ANY_HEIGHT):
        face = yield die(world, "fda.obstacle.climb-success", figure.seat, id)
        figure.climbed += figure.card.height + face * CM
    else:
        figure.climbed = piece.height
    figure.climbing, figure.posture = number, STANDING
    if figure.climbed < piece.height:
        yield Tell("fda.obstacle.part-way", "climbs", (id, figure.climbed))
        return world.with_figure(figure)
    return Call(over, world.with_figure(figure), id, number, False)


@rule("fda.obstacle.part-way")
def over(world: World, id: int, number: int, down: bool) -> Script:
    """At the top it stands there, where there is room for its base, or is put down at a foot of the piece; from the top
    (`down`) at any foot. Returns the world."""
    why = "fda.obstacle.part-way"
    figure, piece = world.figures[id], world.ground.pieces[number]
    answers: list[Answer] = [("foot", *one) for one in feet(world, figure, piece)]
    place = None if down else perch(figure, piece)
    if place is not None and free_on_top(world, figure, piece, place):
        answers.insert(0, (TOP, *place))
    if not answers:
        return grounded(world, id, number)
    answer = yield Choose(why, figure.seat, world, Listed(tuple(answers), why), id)
    twin = figure.copy()
    twin.x, twin.y = answer[1], answer[2]
    twin.z = piece.height if answer[0] == TOP else 0
    twin.climbed, twin.climbing = 0, number if answer[0] == TOP else NOBODY
    yield Tell("fda.obstacle.climb-success", "on-top" if answer[0] == TOP else "gets-across", (id,))
    return world.with_figure(twin)


def free_on_top(world: World, figure: Figure, piece: Piece, spot: tuple[int, int]) -> bool:
    """Does it touch nobody up there?"""
    twin = figure.copy()
    twin.z = piece.height
    return not any(
        one.id != figure.id and one.status == ON_TABLE and touches_at(twin, spot[0], spot[1], one) for one in world.figures
    )


def grounded(world: World, id: int, number: int) -> World:
    """The world in which a climber is at the foot of what it climbed; what it had gained is lost.
    (fda.obstacle.climb-critical)"""
    twin = world.figures[id].copy()
    if twin.z > 0:
        spots = feet(world, twin, world.ground.pieces[number])
        twin.x, twin.y = spots[0] if spots else (twin.x, twin.y)
        twin.z = 0
    twin.climbed, twin.climbing = 0, NOBODY
    return world.with_figure(twin)


@final
class Climb(Action):
    """To climb a piece of scenery, or down from it: ("climb", piece). (fda.obstacle.climb)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return len(self.listed(menu)) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no(self.rule, "malformed", str(answer)[:80])
        return climb_refusal(menu.world, menu.figure(), answer[1])

    def listed(self, menu: Activation) -> list[Answer]:
        figure = menu.figure()
        numbers = range(len(menu.world.ground.pieces)) if figure.climbing == NOBODY else (figure.climbing,)
        answers: list[Answer] = [(self.kind, number) for number in numbers]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@final
class ComeDown(Action):
    """To give a climb up, which is free: ("come-down",). (fda.obstacle.part-way)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return menu.figure().climbed > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        return None if answer == (self.kind,) and self.possible(menu) else no(self.rule, "not-part-way", menu.id)

    def listed(self, menu: Activation) -> list[Answer]:
        return [(self.kind,)]


register(Climb("climb", 2, climb, OBSTACLES, climbing=True))
register(ComeDown("come-down", 1, climb, OBSTACLES, action="turn", climbing=True))
