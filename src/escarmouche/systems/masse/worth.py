"""How good a battle looks for a side, for opponents that look ahead."""

from __future__ import annotations

from math import hypot, tanh
from typing import Final

from escarmouche.kit.worth import across, settled
from escarmouche.systems.masse.model import INCH, JOINED, ON_TABLE, RESERVE, ROUTED, Unit, World
from escarmouche.systems.masse.rules.ending import is_over, outcome, points
from escarmouche.systems.masse.rules.ground import attack_sector, met, strength

NERVE: Final[tuple[float, ...]] = (0.95, 1.0, 0.75, 0.2)
"""What a unit is worth in each state of morale: enraged, stable, shaken, routed."""

STRENGTH = 1.6
POINT = 0.12
COMMANDER = 0.06
CLOSENESS = 0.08
ADVANCE = 0.4
FLANK = 0.03


def evaluate(world: World, seat: int) -> float:
    """From -1 (lost) to 1 (won); what is good for one side is as bad for the other."""
    if is_over(world):
        return settled(outcome(world), seat)
    return 0.99 * tanh(worth(world, seat) - worth(world, 1 - seat))


def worth(world: World, seat: int) -> float:
    """What a side has: its strength by morale, victory points, leaders, ground won, troops near what is fought for, enemies
    taken in flank."""
    holding = holds(world, seat)
    there: list[Unit] = []
    nerves, gone, weight, leaders, flanks = 0.0, 0.0, 0, 0, 0
    for unit in world.units:
        if unit.seat != seat:
            continue
        nerves += nerve(world, unit)
        if unit.army_commander and unit.status in (ON_TABLE, JOINED, RESERVE):
            leaders += 1
        if unit.status == ON_TABLE and unit.morale != ROUTED:
            there.append(unit)
            weight += strength(unit)
            if not holding:  # whoever has something to hold need not advance at all
                gone += strength(unit) * advance(world, unit)
            flanks += flanked(world, unit)
    value = STRENGTH * nerves / (world.sides[seat].began_nv or 1)
    value += POINT * points(world, seat)
    value += COMMANDER * leaders
    value += sum([CLOSENESS * goal.points * closeness(there, goal.x, goal.y) for goal in world.goals if goal.reach])
    value += ADVANCE * gone / (weight or 1)
    return value + FLANK * flanks


def holds(world: World, seat: int) -> bool:
    """Has a side something to hold?"""
    return any(goal.seat == seat and goal.reach for goal in world.goals)


def nerve(world: World, unit: Unit) -> float:
    """The NV of a unit, by its morale. Those still to come count in full, heroes like the unit they are in."""
    if unit.status == JOINED:
        host = world.units[unit.host]
        return strength(unit) * NERVE[host.morale] if host.status in (ON_TABLE, RESERVE) else 0.0
    return strength(unit) * NERVE[unit.morale] if unit.status in (ON_TABLE, RESERVE) else 0.0


def closeness(there: list[Unit], x: int, y: int) -> float:
    """How near the troops are to a place that only they can hold: the two nearest count, 1 on it, 0 from 36 in on."""
    gaps = sorted([hypot(unit.x - x, unit.y - y) for unit in there if unit.card.category != "hero"])[:2]
    return sum([max(0.0, 1 - gap / (36 * INCH)) for gap in gaps]) / 2


def advance(world: World, unit: Unit) -> float:
    """How far it is from its own edge: 0 there, 1 at the far end; shooters are content at a third of the way, and neither
    heroes nor crews have to be in front."""
    category = unit.card.category
    if category == "engine" or category == "hero":
        return 0.0
    gone = across(unit.x, unit.y, world.width, world.depth, world.sides[unit.seat].edge)
    return min(gone, 1 / 3) if category == "shooters" else gone


def flanked(world: World, unit: Unit) -> int:
    """How many enemies it fights from their flank or rear."""
    found = 0
    for id in met(world, unit):
        if attack_sector(world.units[id], unit) != 0:
            found += 1
    return found
