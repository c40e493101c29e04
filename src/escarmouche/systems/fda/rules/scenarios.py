"""Scenarios: who sleeps and who wakes, who comes back, and who has won. (fda.scenario.general-deployment)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Choose, Listed, Refusal, Result, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    ASLEEP,
    BROKEN,
    DEAD,
    DWARF,
    LEFT,
    NOBODY,
    ON_TABLE,
    OUT,
    PRONE,
    WOUNDS,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.conventions import friends, touch, within
from escarmouche.systems.fda.rules.damage import with_posture
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_meets_polygon, on_table, overlapping

AWAKENING: Final = "rude-awakening"
STATUETTE: Final = "statuette"
SOUP: Final = "lich-soup"
SHAKE: Final = "shake-awake"
COIN: Final = (1, 2)
"""Tails is one time unit, heads two. (fda.action.undescribed)"""
SLOW: Final = 2


# ---------------------------------------------------------------- sleeping (fda.scenario.rude-awakening-asleep)


def sleepers(world: World) -> list[Figure]:
    """Those who sleep."""
    return [one for one in world.figures if one.status == ON_TABLE and one.posture == ASLEEP]


@rule("fda.scenario.rude-awakening-waking")
def dawn(world: World) -> Script:
    """At the start of a turn all remaining sleepers may wake, prone. Returns the world."""
    if world.scenario == AWAKENING and world.turn >= book().awakening.wake_turn:
        for one in sleepers(world):
            yield Tell("fda.scenario.rude-awakening-waking", "wakes", (one.id,))
            world = with_posture(world, one.id, PRONE)
    return world


def awake(world: World, figure: Figure, reach: int) -> list[Figure]:
    """The sleeping friends within reach of a figure."""
    return [one for one in sleepers(world) if one.seat == figure.seat and within(one, figure, reach)]


@rule("fda.scenario.rude-awakening-asleep")
def shout(world: World, id: int, course: Course, answer: tuple[str]) -> Script:
    """A shout wakes every sleeping friend around. Returns the world and the course. (fda.scenario.rude-awakening-waking)"""
    why = "fda.scenario.rude-awakening-waking"
    yield Tell(why, answer[0] + "s", (id,))
    for one in awake(world, world.figures[id], book().length(book().awakening.shout)):
        yield Tell(why, "wakes", (one.id,))
        world = with_posture(world, one.id, PRONE)
    return world, course


@final
class Shout(Action):
    """To shout: ("shout",). (fda.scenario.rude-awakening-waking)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return bool(self.listed(menu))

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer) or not sleepers(menu.world):
            return no(self.rule, "nobody-sleeps", menu.id)
        return None

    def listed(self, menu: Activation) -> list[Answer]:
        reach = book().length(book().awakening.shout)
        return [("shout",)] if awake(menu.world, menu.figure(), reach) else []


def coin(world: World, kind: str) -> int:
    """What an action that no rule describes costs in this battle; 0 where no coin has been tossed yet.
    (fda.action.undescribed)"""
    for known, cost in world.coins:
        if known == kind:
            return cost
    return 0


@rule("fda.action.undescribed", "fda.trait.dwarf-undescribed-costs-two")
def shake(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """Somebody shakes a sleeping friend awake. No rule says how long that takes: a coin does, once for the battle and before
    anything is spent; for a dwarf it is always slow. Returns the world and the course."""
    figure = world.figures[id]
    if not figure.has(DWARF) and not coin(world, SHAKE):
        why = "fda.action.undescribed"
        cost = yield Roll(why, figure.seat, world, 1, len(COIN), COIN, id)
        yield Tell(why, "coin-tossed", (f"action-{SHAKE}", cost))
        world = world.copy()
        world.coins = (*world.coins, (SHAKE, cost))
        if cost > course.left:
            return world, course
        course = course.after(SHAKE, cost)
    yield Tell("fda.scenario.rude-awakening-waking", "shakes", (id, answer[1]))
    return with_posture(world, answer[1], PRONE), course


@final
class Shake(Action):
    """To shake a sleeping friend in contact awake: ("shake-awake", friend). (fda.scenario.rude-awakening-waking)"""

    __slots__ = ()

    def cost(self, menu: Activation) -> int:
        """What the coin said; nothing yet where it has not been tossed. (fda.trait.dwarf-undescribed-costs-two)"""
        return SLOW if menu.figure().has(DWARF) else coin(menu.world, SHAKE)

    def possible(self, menu: Activation) -> bool:
        return bool(self.listed(menu))

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int) or answer not in self.listed(menu):
            return no(self.rule, "nobody-to-shake", menu.id)
        return None

    def listed(self, menu: Activation) -> list[Answer]:
        if not menu.course.left or (menu.figure().wounded and menu.course.done):
            return []
        figure = menu.figure()
        near = [one for one in friends(menu.world, figure) if one.posture == ASLEEP and touch(figure, one)]
        return [(SHAKE, one.id) for one in near]


# ---------------------------------------------------------------- coming back (fda.scenario.lich-soup-return)


def tomb(world: World) -> Piece | None:
    """The sarcophagus, as long as it is not smashed. (fda.scenario.lich-soup-sarcophagus)"""
    for fixture in world.fixtures:
        if fixture.kind == book().soup.tomb and fixture.blows > 0 and fixture.state != BROKEN:
            return world.ground.pieces[fixture.piece]
    return None


def returning(world: World) -> list[Figure]:
    """Whoever comes back at the end of the turn: a lich that fell while its sarcophagus is intact."""
    if world.scenario != SOUP or tomb(world) is None:
        return []
    name = book().soup.lich
    return [one for one in world.figures if one.card.profile == name and one.status in (OUT, DEAD)]


def beside_tomb(world: World, figure: Figure) -> list[tuple[int, int]]:
    """The free spots that touch the sarcophagus."""
    piece = tomb(world)
    if piece is None:
        return []
    r, shape = figure.card.radius, piece.shape
    half_x, half_y = (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2
    wished = [
        (half_x, shape.bottom - r - 1), (half_x, shape.top + r + 1), (shape.left - r - 1, half_y), (shape.right + r + 1,
        half_y), (shape.left, shape.bottom - r - 1), (shape.right, shape.bottom - r - 1), (shape.left, shape.top + r + 1),
        (shape.right, shape.top + r + 1),
    ]  # fmt: skip
    return [(x, y) for x, y in wished if has_room(world, figure, x, y)]


def has_room(world: World, figure: Figure, x: int, y: int) -> bool:
    """Can a base lie there: on the table, over no obstacle and no other base?"""
    r = figure.card.radius
    if not on_table(x, y, r, world.ground.width, world.ground.depth):
        return False
    for piece in world.ground.pieces:
        if piece.impassable and disc_meets_polygon(x, y, r, piece.shape):
            return False
    for other in world.figures:
        if other.status == ON_TABLE and other.id != figure.id and overlapping(x, y, r, other.x, other.y, other.card.radius):
            return False
    return True


@rule("fda.scenario.lich-soup-return")
def dusk(world: World) -> Script:
    """Before the morale tests the lich comes back, prone and on its wounded side, beside its sarcophagus. Returns the world."""
    for one in returning(world):
        spots = beside_tomb(world, one)
        if not spots:
            continue
        why = "fda.scenario.lich-soup-return"
        options = Listed(tuple([("rise", x, y) for x, y in spots]), why)
        _, x, y = yield Choose(why, one.seat, world, options, one.id)
        twin = one.copy()
        twin.x, twin.y, twin.z = x, y, 0
        twin.status, twin.posture = ON_TABLE, PRONE
        twin.wounded = world.plays(WOUNDS) and one.card.wounded is not None
        twin.body = ""
        yield Tell(why, "lich-returns", (one.id,))
        world = world.with_figure(twin)
    return world


# ---------------------------------------------------------------- winning


def is_calm(world: World) -> bool:
    """Does nobody test morale at the end of this turn? (fda.scenario.rude-awakening-end)"""
    return world.scenario == AWAKENING and world.turn <= book().awakening.calm_turns


def losses(world: World, seat: int) -> int:
    """Twice the price of what a troop has lost, wounded figures counting half; everybody for the troop it started in.
    (fda.scenario.brawl-victory)"""
    lost = 0
    for one in world.figures:
        if (one.home if one.home != NOBODY else one.seat) == seat:
            lost += 2 * one.card.price if one.status in (OUT, DEAD) else one.card.price if one.wounded else 0
    return lost


def scores(world: World) -> tuple[int, ...]:
    """What each side has felled."""
    return losses(world, 1), losses(world, 0)


def won(world: World, seat: int, why: str) -> Result:
    """The battle is over, and this seat has won it (-1: nobody)."""
    return Result(why, scores(world), seat, world)


def carried_off(world: World) -> bool:
    """Has an adventurer left with the statuette? That ends the battle at once. (fda.scenario.statuette-end)"""
    return world.scenario == STATUETTE and any(one.status == LEFT for one in world.figures)


def achieved(world: World) -> Result | None:
    """What the victory check after the morale tests says, or None: play on. (fda.turn.end-of-scenario-check)"""
    last = world.turn >= world.turn_limit
    if world.scenario == SOUP:
        away = not any(one.card.profile == book().soup.lich and one.status == ON_TABLE for one in world.figures)
        if tomb(world) is None and away:
            return won(world, world.heroes, "fda.scenario.lich-soup-victory")
        return won(world, 1 - world.heroes, "fda.scenario.lich-soup-victory") if last else None
    if not last:
        return None
    if world.scenario == STATUETTE:
        return won(world, 1 - world.heroes, "fda.scenario.statuette-victory")
    if world.scenario == AWAKENING:
        enough = len(world.on_table(world.heroes)) >= book().awakening.survivors
        return won(world, world.heroes if enough else 1 - world.heroes, "fda.scenario.rude-awakening-victory")
    ours, theirs = scores(world)
    seat = NOBODY if ours == theirs else 0 if ours > theirs else 1
    return won(world, seat, "fda.scenario.brawl-victory")


register(Shout("shout", 8, shout, postures=AWARE))
register(Shake(SHAKE, 8, shake))
