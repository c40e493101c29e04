"""How good a battle looks for a side, for opponents that look ahead."""

from __future__ import annotations

from math import hypot, tanh
from typing import Final

from escarmouche.kit.worth import across, settled
from escarmouche.systems.sbh.model import FREE, MAGE, ON_TABLE, WAITING, Figure, World
from escarmouche.systems.sbh.rules.conventions import foes
from escarmouche.systems.sbh.rules.ending import at_place, is_over, outcome, victory_points
from escarmouche.systems.sbh.rules.quality import quality_of

MATERIAL: Final = 0.7
VICTORY: Final = 0.02
GOAL: Final = 0.2
ADVANCE: Final = 0.05
CROWDING: Final = 0.03
THREAT: Final = 0.6
PRONE: Final = 0.75
HELD: Final = 0.65
SEARCHED: Final = ("search", "treasure", "item")


def evaluate(world: World, seat: int) -> float:
    """From -1 (lost) to 1 (won); what is good for one side is as bad for the other. However far ahead a side is, more is
    better still: nobody rests on a lead."""
    if is_over(world):
        return settled(outcome(world), seat)
    return tanh(worth(world, seat) - worth(world, 1 - seat))


def worth(world: World, seat: int) -> float:
    """What a side has: fighters, victory points, its scenario's goal, ground won up to the middle of the table, room to
    fight in, enemies in reach."""
    total, strong = 0, 0.0
    standing: list[Figure] = []
    for figure in world.figures:
        total += figure.card.points
        if figure.seat == seat:
            strong += strength(world, figure)
            if figure.status == ON_TABLE:
                standing.append(figure)
    total = total or 1
    value = MATERIAL * 2 * strong / total
    value += VICTORY * victory_points(world, seat) + GOAL * goal(world, seat, standing)
    if standing:
        ground, crowd = 0.0, 0
        for figure in standing:
            ground += min(0.5, advance(world, figure))
            crowd += max(0, len(foes(world, figure)) - 1)
        value += ADVANCE * ground / len(standing)
        value -= CROWDING * crowd / len(standing)
        value += THREAT * threat(world, seat, standing) / total
    return value


def threat(world: World, seat: int, standing: list[Figure]) -> float:
    """The Points that the fighters of a side hope to take: each its best target, near and weaker than itself."""
    targets = world.on_table(1 - seat)
    half = world.ground.width / 2
    total = 0.0
    for figure in standing:
        best = 0.0
        for one in targets:
            dx, dy = float(figure.x - one.x), float(figure.y - one.y)
            edge = float(figure.card.combat - one.card.combat + 4 + (2 if helpless(one) else 0))
            hope = float(one.card.points) * edge / (half * half + dx * dx + dy * dy)
            if hope > best:
                best = hope
        total += best
    return total * half * half / 8


def helpless(figure: Figure) -> bool:
    """On the ground, or held fast?"""
    return figure.prone or figure.held != FREE


def strength(world: World, figure: Figure) -> float:
    """A fighter's Points, less what ails it. One who is not on the table yet, or hidden, counts in full."""
    if figure.status not in (ON_TABLE, WAITING):
        return 0.0
    value = float(figure.card.points)
    if figure.wounds or figure.poisoned:
        value *= (7 - quality_of(world, figure)) / max(1, 7 - figure.card.quality)
    return value * (PRONE if figure.prone else 1.0) * (HELD if figure.held != FREE else 1.0)


def advance(world: World, figure: Figure) -> float:
    """How far it is from its own edge: 0 there, 1 at the far end."""
    return across(figure.x, figure.y, world.ground.width, world.ground.depth, world.bands[figure.seat].edge)


def goal(world: World, seat: int, standing: list[Figure]) -> float:
    """What the scenario is about, from 0 to 1: the treasure on its way home, the item in hand, Mages where power is."""
    if world.bands[seat].brought_home:
        return 1.0
    if any(figure.treasure for figure in standing):
        return 0.6 + 0.3 * max([1 - advance(world, figure) for figure in standing if figure.treasure])
    if any(figure.item for figure in standing):
        return 0.6
    if world.place >= 0:
        return min(1.0, 0.5 * len([figure for figure in standing if figure.has(MAGE) and at_place(world, figure)]))
    return 0.3 * closeness(world, standing)


def closeness(world: World, standing: list[Figure]) -> float:
    """How near the nearest fighter is to something worth having: 1 beside it, 0 a whole table away or without any."""
    spots = [(marker.x, marker.y) for marker in world.markers if marker.kind in SEARCHED]
    gaps = [hypot(figure.x - x, figure.y - y) for figure in standing for x, y in spots]
    longest: int = max(world.ground.width, world.ground.depth)
    return max(0.0, 1 - min(gaps) / longest) if gaps else 0.0
