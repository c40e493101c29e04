"""The end of a battle and its winner. (masse.victory.end, masse.victory.winner)"""

from __future__ import annotations

from escarmouche.core.effects import Result
from escarmouche.systems.masse.model import ON_TABLE, RESERVE, ROUTED, World
from escarmouche.systems.masse.rules.ground import strength


def steady(world: World, seat: int) -> int:
    """How many units and individuals of a side are in the battle and not routed; those still to come count."""
    return len([u for u in world.units if u.seat == seat and u.status in (ON_TABLE, RESERVE) and u.morale != ROUTED])


def why_over(world: World) -> str:
    """The id of the rule that ends the battle now, or "" while it goes on."""
    if world.turn == 0:
        return ""
    for side in world.sides:
        if side.conceded or steady(world, side.seat) == 0:
            return "masse.victory.end"
    if world.turn_limit and world.turn > world.turn_limit:
        return "masse.victory.end"
    return ""


def is_over(world: World) -> bool:
    """Has the battle come to its end?"""
    return why_over(world) != ""


def nv_left(world: World, seat: int) -> int:
    """The NV of a side that is neither lost, routed nor gone."""
    kept = [u for u in world.units if u.seat == seat and u.status in (ON_TABLE, RESERVE) and u.morale != ROUTED]
    return sum([strength(unit) for unit in kept])


def lost_share(world: World, seat: int) -> int:
    """The share of its initial NV that a side has lost, in ten-thousandths."""
    began = world.sides[seat].began_nv
    return 10000 * (began - nv_left(world, seat)) // began if began else 0


def outcome(world: World) -> Result:
    """The result of a battle that is over; the scores are what each side has taken from the other, in percent of its NV."""
    scores = tuple([world.sides[seat].points + lost_share(world, 1 - seat) // 100 for seat in (0, 1)])
    return Result(why_over(world), scores, winner(world), world)


def winner(world: World) -> int:
    """A concession loses; then the scenario's points decide; then the side that alone has unrouted troops; then the smaller
    share of NV lost; else nobody (-1)."""
    for side in world.sides:
        if side.conceded:
            return 1 - side.seat
    first, second = world.sides[0].points, world.sides[1].points
    if first != second:
        return 0 if first > second else 1
    for seat in (0, 1):
        if steady(world, seat) == 0 and steady(world, 1 - seat) > 0:
            return 1 - seat
    first, second = lost_share(world, 0), lost_share(world, 1)
    if first == second:
        return -1
    return 0 if first < second else 1
