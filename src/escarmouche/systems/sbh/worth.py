"""How good a battle looks for a side, for opponents that look ahead."""

from __future__ import annotations

from math import hypot, tanh

from escarmouche.systems.sbh.model import FREE, MAGE, ON_TABLE, WAITING, Figure, World
from escarmouche.systems.sbh.rules.conventions import foes
from escarmouche.systems.sbh.rules.ending import at_place, is_over, outcome, victory_points
from escarmouche.systems.sbh.rules.quality import quality_of

MATERIAL = 0.7
VICTORY = 0.02
GOAL = 0.2
ADVANCE = 0.05
CROWDING = 0.03
THREAT = 0.6
PRONE = 0.75
HELD = 0.65
SEARCHED = ("search", "treasure", "item")


def evaluate(world: World, seat: int) -> float:
    """From -1 (lost) to 1 (won); what is good for one side is as bad for the other. However far ahead a side is, more is
    better still: nobody rests on a lead."""
    if is_over(world):
        winner = outcome(world).winner
        return 0.0 if winner < 0 else 1.0 if winner == seat else -1.0
    return tanh(worth(world, seat) - worth(world, 1 - seat))


def worth(world: World, seat: int) -> float:
    """What a side has: fighters, victory points, its scenario's goal, ground won up to the middle of the table, room to
    fight in, enemies in reach."""
    total = sum([figure.card.points for figure in world.figures]) or 1
    band = [figure for figure in world.figures if figure.seat == seat]
    standing = [figure for figure in band if figure.status == ON_TABLE]
    value = MATERIAL * 2 * sum([strength(world, figure) for figure in band]) / total
    value += VICTORY * victory_points(world, seat) + GOAL * goal(world, seat, standing)
    if standing:
        value += ADVANCE * sum([min(0.5, advance(world, figure)) for figure in standing]) / len(standing)
        value -= CROWDING * sum([max(0, len(foes(world, figure)) - 1) for figure in standing]) / len(standing)
        value += THREAT * threat(world, seat, standing) / total
    return value


def threat(world: World, seat: int, standing: list[Figure]) -> float:
    """The Points that the fighters of a side hope to take: each its best target, near and weaker than itself."""
    targets = [
        (float(one.x), float(one.y), float(one.card.points), float(one.card.combat - 4 - 2 * helpless(one)))
        for one in world.on_table(1 - seat)
    ]  # as numbers of the machine: every pair of fighters is looked at
    half = world.ground.width / 2
    total = 0.0
    for figure in standing:
        best = 0.0
        fx, fy, combat = float(figure.x), float(figure.y), float(figure.card.combat)
        for x, y, points, guard in targets:
            hope = points * (combat - guard) / (half * half + (fx - x) * (fx - x) + (fy - y) * (fy - y))
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
    ground = world.ground
    edge = world.bands[figure.seat].edge
    across = (figure.x / ground.width, figure.y / ground.depth)
    return (0.0, across[0], across[1], 1 - across[0], 1 - across[1])[edge + 1]


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
    return max(0.0, 1 - min(gaps) / max(world.ground.width, world.ground.depth)) if gaps else 0.0
