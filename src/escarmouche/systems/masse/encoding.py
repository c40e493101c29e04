"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Final

from escarmouche.kit.encoding import ahead, judged, late, nearness
from escarmouche.systems.masse.gains import blow, charge_gain
from escarmouche.systems.masse.model import ENRAGED, INCH, JOINED, ON_TABLE, RESERVE, ROUTED, SHAKEN, Unit, World
from escarmouche.systems.masse.rules.ending import lost_share, points
from escarmouche.systems.masse.rules.ground import attack_sector, foes, strength
from escarmouche.systems.masse.worth import evaluate

SIDE: Final = (
    "strength",
    "units",
    "yet to act",
    "shaken",
    "routed",
    "enraged",
    "in melee",
    "outnumbered",
    "in a flank",
    "stronger in melee",
    "near",
    "facing an enemy",
    "charge in reach",
    "weaker enemies ahead",
    "targets in range",
    "in its own way",
    "heroes",
    "charges declared",
    "blows to come",
)
"""For one side, mostly shares of the strength (NV) that both began with on average."""

MOMENT: Final = ("ahead at the end",)
"""Who would win if the battle ended now, the more the nearer the last turn is."""
WIDTH: Final = len(SIDE)
RADIANS: Final = pi / 18000
RANGE: Final = 24 * INCH
AHEAD: Final = 0.7
"""The cosine of the angle up to which something lies ahead."""
BLOCKED: Final = 4 * INCH
"""So close before a unit another is in its way; while armies are drawn up, as far as it will march."""
MUCH: Final = 0.5
"""A lead of so much is half of all that can be had."""


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponent, MOMENT."""
    share = 2.0 / ((world.sides[0].began_nv + world.sides[1].began_nv) or 1)
    mine = [unit for unit in world.on_table(seat) if unit.morale != ROUTED]
    theirs = [unit for unit in world.on_table(1 - seat) if unit.morale != ROUTED]
    found = [judged(evaluate(world, seat))]
    found += side(world, seat, mine, theirs, share)
    found += side(world, 1 - seat, theirs, mine, share)
    found.append(late(world.turn, world.turn_limit) * standing(world, seat) if world.turn_limit else 0.0)
    return found


def standing(world: World, seat: int) -> float:
    """How far ahead a side is if the battle ended now, from -1 to 1. An objective's point decides first: it counts as much as a
    whole army."""
    lead = points(world, seat) - points(world, 1 - seat)
    return ahead(lead + taken(world, seat) - taken(world, 1 - seat), MUCH)


def taken(world: World, seat: int) -> float:
    """The share of the enemy's strength that a side has taken."""
    return lost_share(world, 1 - seat) / 10000


def side(world: World, seat: int, mine: list[Unit], theirs: list[Unit], share: float) -> list[float]:
    """The numbers of SIDE."""
    found = [0.0] * WIDTH
    for unit in world.units:
        if unit.seat != seat or unit.status not in (ON_TABLE, RESERVE, JOINED):
            continue
        weight = strength(unit) * share
        found[0] += weight
        if unit.card.category == "hero":
            found[16] += 0.25
        elif unit.morale != ROUTED:
            found[1] += 0.1
        if unit.morale == SHAKEN:
            found[3] += weight
        elif unit.morale == ROUTED:
            found[4] += weight
        elif unit.morale == ENRAGED:
            found[5] += weight
    for unit in mine:
        weight = strength(unit) * share
        if not unit.acted:
            found[2] += weight
        if not fighting(world, unit, share, found) and unit.card.category != "hero":
            looking(unit, weight, found, theirs)
            if in_the_way(unit, mine, float(BLOCKED if world.turn > 0 else unit.card.mv)):
                found[15] += weight
    for id, target in pledged(world, seat):
        if world.units[id].status == ON_TABLE and world.units[target].status == ON_TABLE:
            found[17] += charge_gain(world, world.units[id], world.units[target]) * share
    return found


def pledged(world: World, seat: int) -> list[tuple[int, int]]:
    """The charges that a side has declared and not made yet."""
    sealed = world.sides[seat].sealed
    if sealed is not None:
        return list(sealed)
    return [(unit.id, unit.declared) for unit in world.units if unit.seat == seat and unit.declared >= 0 and not unit.acted]


def fighting(world: World, unit: Unit, share: float, found: list[float]) -> bool:
    """Count a unit in its melee; False if it is in none."""
    met = foes(world, unit)
    weight = strength(unit) * share
    for foe in met:
        if attack_sector(foe, unit) != 0:
            found[8] += weight
        found[9] += weight * (strength(unit) - strength(foe)) / (strength(unit) + strength(foe) + 1)
    if met:
        found[18] += share * blow(world, unit, met)
        found[6] += weight
        found[7] += weight * (len(met) - 1)
    return len(met) > 0


def looking(unit: Unit, weight: float, found: list[float], theirs: list[Unit]) -> None:
    """Count a unit among enemies that it does not fight yet."""
    reach = float(2 * unit.card.mv)
    ahead_x, ahead_y = cos(float(unit.facing) * RADIANS), sin(float(unit.facing) * RADIANS)
    nearest, charge, weaker, ahead = 1e9, False, False, False
    for foe in theirs:
        if foe.card.category == "hero":
            continue
        dx, dy = float(foe.x - unit.x), float(foe.y - unit.y)
        gap = hypot(dx, dy)
        nearest = min(nearest, gap)
        if dx * ahead_x + dy * ahead_y >= AHEAD * gap:
            ahead = True
            if gap <= reach:
                charge = True
                weaker = weaker or strength(foe) < strength(unit)
    if theirs:
        found[10] += weight * nearness(nearest, reach)
    if ahead:
        found[11] += weight
    if charge:
        found[12] += weight
    if weaker:
        found[13] += weight
    if unit.card.category == "shooters" and nearest <= RANGE:
        found[14] += weight


def in_the_way(unit: Unit, mine: list[Unit], reach: float) -> bool:
    """Does one of its own side stand before it, within this reach?"""
    ahead_x, ahead_y = cos(float(unit.facing) * RADIANS), sin(float(unit.facing) * RADIANS)
    for other in mine:
        if other.id == unit.id or other.card.category == "hero":
            continue
        dx, dy = float(other.x - unit.x), float(other.y - unit.y)
        gap = hypot(dx, dy)
        if gap <= reach and dx * ahead_x + dy * ahead_y >= AHEAD * gap:
            return True
    return False
