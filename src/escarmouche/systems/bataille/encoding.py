"""A battle as one seat sees it, in numbers of a fixed order: what opponents learn from."""

from __future__ import annotations

from math import hypot
from typing import Final

from escarmouche.kit.encoding import judged, nearness
from escarmouche.systems.bataille.model import CURSED, GUN, MOVED, ON_TABLE, PARALYSED, ROUTED, WAITING, Figure, World
from escarmouche.systems.bataille.rules.values import SHOT_RANGE
from escarmouche.systems.bataille.worth import evaluate

SIDE: Final = (
    "fighters",
    "figures",
    "life",
    "routed",
    "hampered",
    "characters",
    "yet to move",
    "beside enemies",
    "outnumbered",
    "stronger beside enemies",
    "within a move",
    "stronger within a move",
    "near",
    "targets in range",
    "in range of shots",
    "company",
)
"""For one side, mostly shares of all points. A side's opponents are taken together."""

MOMENT: Final = ()
WIDTH: Final = len(SIDE)
TOUCH: Final = 400
"""Figures so near to each other fight, or as good as."""
COMPANY: Final = 10_000


def encode(world: World, seat: int) -> list[float]:
    """The hand-made judgement, SIDE for the seat and for its opponents, MOMENT."""
    total = 0
    for one in world.figures:
        total += one.card.points
    share = len(world.sides) / (total or 1)
    mine: list[Figure] = []
    theirs: list[Figure] = []
    for one in world.figures:
        if one.status == ON_TABLE and one.card.role != GUN:
            (mine if one.seat == seat else theirs).append(one)
    found = [judged(evaluate(world, seat))]
    found += side(world, seat, True, mine, theirs, share)
    found += side(world, seat, False, theirs, mine, share / max(1, len(world.sides) - 1))
    return found


def side(world: World, seat: int, own: bool, mine: list[Figure], theirs: list[Figure], share: float) -> list[float]:
    """The numbers of SIDE, for the seat or for all others."""
    found = [0.0] * WIDTH
    for one in world.figures:
        if (one.seat == seat) == own and (one.status == ON_TABLE or one.status == WAITING) and one.card.role != GUN:
            found[0] += one.card.points * share
            found[1] += 1.0
    found[1] /= max(1, sum([one.began for one in world.sides if (one.seat == seat) == own]))
    for one in mine:
        weight = one.card.points * share
        found[2] += weight * one.hp / max(1, one.card.hp)
        if one.having(ROUTED):
            found[3] += weight
        if one.having(CURSED | PARALYSED):
            found[4] += weight
        if one.is_character():
            found[5] += weight
        if not one.having(MOVED):
            found[6] += weight
        if not one.having(ROUTED | PARALYSED):
            among(one, weight, found, theirs)
        close = 0
        for other in mine:
            if abs(other.x - one.x) < COMPANY and abs(other.y - one.y) < COMPANY:
                close += 1
        found[15] += weight * min(4, close - 1) / 4
    return found


def among(figure: Figure, weight: float, found: list[float], theirs: list[Figure]) -> None:
    """Count a figure among its enemies."""
    walk = float(figure.card.move)
    blows = sum(figure.card.melee)
    beside, nearest, edge, aimed = 0, 1e9, -9.0, False
    for foe in theirs:
        gap = hypot(figure.x - foe.x, figure.y - foe.y) - figure.card.radius - foe.card.radius
        nearest = min(nearest, gap)
        if gap <= walk:
            force = float(blows * (7 - foe.card.armour) - sum(foe.card.melee) * (7 - figure.card.armour)) / 20
            edge = max(edge, force)
            if gap <= TOUCH:
                beside += 1
                found[9] += weight * force
        if gap <= SHOT_RANGE and foe.card.shooting:
            aimed = True
    if beside:
        found[7] += weight
        found[8] += weight * (beside - 1)
    elif aimed:
        found[14] += weight
    if nearest <= walk:
        found[10] += weight
        found[11] += weight * edge
    if theirs:
        found[12] += weight * nearness(nearest, walk)
    if figure.card.shooting and not beside and nearest <= SHOT_RANGE:
        found[13] += weight
