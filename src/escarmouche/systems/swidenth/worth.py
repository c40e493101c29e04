"""How good a battle looks for a side, for opponents that look ahead."""

from __future__ import annotations

from math import hypot, tanh
from typing import Final

from escarmouche.kit.encoding import straight
from escarmouche.kit.worth import settled
from escarmouche.systems.swidenth.model import ON_TABLE, WAITING, Figure, World
from escarmouche.systems.swidenth.rules.conventions import foes
from escarmouche.systems.swidenth.rules.deeds import is_open
from escarmouche.systems.swidenth.rules.goals import errands, home
from escarmouche.systems.swidenth.rules.missions import PORTCULLIS, is_over, outcome, score
from escarmouche.systems.swidenth.rules.tangles import helpers

MATERIAL: Final = 1.4
POINTS: Final = 0.06
GATE: Final = 0.3
ERRAND: Final = 0.15
THREAT: Final = 0.25
NUMBERS: Final = 0.02
HEROISM: Final = 12
"""What a point of Heroism that is still there counts, in crowns."""
STUNNED: Final = 0.8
FLEEING: Final = 0.6


def evaluate(world: World, seat: int) -> float:
    """From -1 (lost) to 1 (won)."""
    if is_over(world):
        return settled(outcome(world), seat)
    others = [worth(world, band.seat) for band in world.bands if band.seat != seat]
    return tanh(worth(world, seat) + eagerness(world, seat) - sum(others) / max(1, len(others)))


def eagerness(world: World, seat: int) -> float:
    """How near a side is to its enemies. It counts for the side that judges only: a step that brings one nearer to them brings
    them nearer to all of one's own, and whoever counted both would never take it."""
    standing = world.on_table(seat)
    far = hypot(world.ground.width, world.ground.depth)
    return THREAT * sum([threat(world, figure, far) for figure in standing]) / len(standing) if standing else 0.0


def worth(world: World, seat: int) -> float:
    """What a side has: figures, points of the mission, the way to them, enemies outnumbered."""
    total = sum([figure.card.price for figure in world.figures]) or 1
    standing = world.on_table(seat)
    value = MATERIAL * sum([strength(one) for one in world.figures if one.seat == seat]) / total
    value += POINTS * score(world, seat)
    if world.mission == PORTCULLIS and world.bands[seat].attacks == is_open(world):
        value += GATE
    if not standing:
        return value
    far = hypot(world.ground.width, world.ground.depth)
    near = [closeness(world, figure, far) for figure in standing]
    value += ERRAND * (max(near) + sum(near) / len(near)) / 2
    value += NUMBERS * sum([helpers(world, one.id, foe) for one in standing for foe in foes(world, one)]) / len(standing)
    return value


def strength(figure: Figure) -> float:
    """A figure's crowns, less what ails it, and its Heroism."""
    if figure.status not in (ON_TABLE, WAITING):
        return 0.0
    value = figure.card.price * figure.vitality / figure.card.vitality + HEROISM * figure.heroism
    return value * (STUNNED if figure.stunned else 1.0) * (FLEEING if figure.fleeing else 1.0)


def closeness(world: World, figure: Figure, far: float) -> float:
    """How near it is to what its mission is about; a carrier to its home."""
    if figure.cargo:
        x, y = home(world, figure)
        return 2 - straight(figure.x, figure.y, x, y) / far
    spots = errands(world, figure)
    if not spots:
        return 0.0
    return 1 - min([straight(figure.x, figure.y, x, y) for x, y in spots]) / far


def threat(world: World, figure: Figure, far: float) -> float:
    """How near the nearest enemy is: a band that keeps away wins nothing."""
    nearest = -1.0
    for one in world.figures:
        if one.status == ON_TABLE and one.seat != figure.seat:
            gap = straight(figure.x, figure.y, one.x, one.y)
            if gap < nearest or nearest < 0.0:
                nearest = gap
    return 1 - nearest / far if nearest >= 0.0 else 1.0
