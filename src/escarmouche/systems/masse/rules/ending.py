"""The end of a battle and its winner: objectives, concessions, losses. (masse.victory.end, masse.victory.winner)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Result, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import DESTROYED, FLED, JOINED, ON_TABLE, RESERVE, ROUTED, Goal, Unit, World
from escarmouche.systems.masse.rules.ground import footprint, is_individual, strength
from escarmouche.systems.masse.rules.orders import Doing, Order, register
from escarmouche.table.shapes import disc_meets_polygon

CONCEDE: Final = ("concede",)

HOLD: Final = "hold"
KEEP: Final = "keep"
DESTROY: Final = "destroy"
SLAY: Final = "slay"

# ---------------------------------------------------------------- is it over?


def steady(world: World, seat: int) -> bool:
    """Is any unit or individual of a side in the battle and not routed? Those still to come count."""
    return any(u.seat == seat and u.status in (ON_TABLE, RESERVE) and u.morale != ROUTED for u in world.units)


def why_over(world: World) -> str:
    """The id of the rule that ends the battle now, or "" while it goes on."""
    if world.turn == 0:
        return ""
    for side in world.sides:
        if side.conceded or not steady(world, side.seat):
            return "masse.victory.end"
    if world.turn_limit and world.turn > world.turn_limit:
        return "masse.victory.end"
    return ""


def is_over(world: World) -> bool:
    """Has the battle come to its end?"""
    return why_over(world) != ""


# ---------------------------------------------------------------- objectives


def held_by(world: World, goal: Goal) -> int:
    """The seat that holds a place: the only one with troops there, else the one it belongs to; -1 for nobody. Where a side
    has nobody left to dispute it, the other holds everything."""
    for seat in (0, 1):
        if steady(world, seat) and not steady(world, 1 - seat):
            return seat
    there = [any(stands_on(unit, goal) for unit in world.on_table(seat)) for seat in (0, 1)]
    if there[0] != there[1]:
        return 0 if there[0] else 1
    return goal.seat


def stands_on(unit: Unit, goal: Goal) -> bool:
    """Does it hold the place: formed troops or an engine, not routed, not in the air, some of them within its reach?"""
    if unit.morale == ROUTED or unit.altitude > 0 or (is_individual(unit) and unit.card.category == "hero"):
        return False
    return disc_meets_polygon(goal.x, goal.y, goal.reach, footprint(unit))


def commanders_lost(world: World, seat: int) -> int:
    """How many army commanders a side has lost: killed, taken or driven off."""
    return len([u for u in world.units if u.seat == seat and u.army_commander and u.status in (DESTROYED, FLED)])


def goal_points(world: World, goal: Goal, seat: int) -> int:
    """What an objective is worth to a side if the battle ended now; what is scored turn by turn is in its points already."""
    if goal.kind == HOLD:
        return goal.points if held_by(world, goal) == seat else 0
    if goal.seat != seat:
        return 0
    if goal.kind == DESTROY:
        return goal.points if world.structures[goal.structure].destroyed() else 0
    return goal.points * commanders_lost(world, 1 - seat) if goal.kind == SLAY else 0


def points(world: World, seat: int) -> int:
    """The victory points of a side: those it has and those its objectives give now."""
    return world.sides[seat].points + sum([goal_points(world, goal, seat) for goal in world.goals])


@rule("masse.victory.winner")
def turn_points(world: World) -> Script:
    """At the end of a turn the places that are kept give their points. Returns the world."""
    for number, goal in enumerate(world.goals):
        holder = held_by(world, goal) if goal.kind == KEEP else -1
        if holder >= 0:
            side = world.sides[holder].copy()
            side.points += goal.points
            world = world.with_side(side)
            yield Tell("masse.victory.winner", "keeps-goal", (holder, f"goal-{number}", goal.points, side.points))
    return world


# ---------------------------------------------------------------- the winner


def still_there(world: World, unit: Unit) -> bool:
    """Is it in the battle, neither lost, routed nor gone? A hero in a unit shares its fate."""
    if unit.status == JOINED:
        return still_there(world, world.units[unit.host])
    return unit.status in (ON_TABLE, RESERVE) and unit.morale != ROUTED


def nv_left(world: World, seat: int) -> int:
    """The NV of a side that is neither lost, routed nor gone."""
    left = 0
    for unit in world.units:
        if unit.seat == seat and still_there(world, unit):
            left += strength(unit)
    return left


def lost_share(world: World, seat: int) -> int:
    """The share of its initial NV that a side has lost, in ten-thousandths."""
    began = world.sides[seat].began_nv
    return 10000 * (began - nv_left(world, seat)) // began if began else 0


def outcome(world: World) -> Result:
    """The result of a battle that is over; the scores are each side's victory points and what it has taken from the other, in
    percent of its NV."""
    scores = tuple([100 * points(world, seat) + lost_share(world, 1 - seat) // 100 for seat in (0, 1)])
    return Result(why_over(world), scores, winner(world), world)


def winner(world: World) -> int:
    """A concession loses; then the scenario's points decide; then the side that alone has unrouted troops; then the smaller
    share of NV lost; else nobody (-1)."""
    for side in world.sides:
        if side.conceded:
            return 1 - side.seat
    first, second = points(world, 0), points(world, 1)
    if first != second:
        return 0 if first > second else 1
    for seat in (0, 1):
        if not steady(world, seat) and steady(world, 1 - seat):
            return 1 - seat
    first, second = lost_share(world, 0), lost_share(world, 1)
    if first == second:
        return -1
    return 0 if first < second else 1


# ---------------------------------------------------------------- conceding


@rule("masse.victory.end")
def concede(world: World, seat: int) -> Script:
    """A side gives up. Returns the world."""
    side = world.sides[seat].copy()
    side.conceded = True
    yield Tell("masse.victory.end", "concedes", (seat,))
    return world.with_side(side)


@rule("masse.victory.end.order")
def concede_order(world: World, id: int, _answer: tuple[str]) -> Script:
    """A player gives up while one of its units acts. Returns the world."""
    return (yield Call(concede, world, world.units[id].seat))


@final
class Concede(Order):
    """Give up the battle: ("concede",); always legal, never drawn at random. (masse.victory.end)"""

    __slots__ = ()

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        return no("masse.victory.end", "malformed", str(answer)) if malformed(answer) else None

    def listed(self, doing: Doing) -> list[Answer]:
        return []


register(Concede("concede", 0, 0, concede_order))
