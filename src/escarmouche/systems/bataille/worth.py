"""How good a battle looks for a side, for opponents that look ahead."""

from __future__ import annotations

from math import hypot, tanh

from escarmouche.kit.worth import across
from escarmouche.systems.bataille.model import CURSED, GUN, ON_TABLE, PARALYSED, ROUTED, WAITING, Figure, World
from escarmouche.systems.bataille.rules.scenarios import (
    BATTLE,
    GEM,
    KING_TAG,
    OCCUPATION,
    OCCUPIABLE,
    PILLAGE,
    PRISON_TAG,
    RESCUE,
    rescued,
    scores,
)
from escarmouche.systems.bataille.rules.values import SHOT_RANGE, TURNS
from escarmouche.table.pieces import Piece

STRENGTH, SCORE, GOAL, HOPE, ADVANCE = 3.0, 1.5, 0.6, 0.5, 0.4
ROUT, HEX, STILL = 0.5, 0.8, 0.9
"""What is left of a figure's worth when it flees, is cursed, cannot attack."""
COIN = 4
"""A coin of Pillage is worth so many points."""


def evaluate(world: World, seat: int) -> float:
    """From -1 (lost) to 1 (won); what is good for one side is bad for the others."""
    worths = [worth(world, side.seat) for side in world.sides]
    return 0.99 * tanh(worths[seat] - max([value for other, value in enumerate(worths) if other != seat]))


def worth(world: World, seat: int) -> float:
    """What a side has: figures fit to fight, what the scenario counts (the more the later it is) and figures near it, ground
    won, and enemies within its grasp."""
    total = sum([one.card.points for one in world.figures]) or 1
    mine = [one for one in world.figures if one.seat == seat]
    there = [one for one in mine if one.status == ON_TABLE and one.card.role != GUN]
    late = min(TURNS, world.turn) / TURNS
    value = STRENGTH * sum([strength(one) for one in mine]) / total + SCORE * (0.3 + late) * counted(world, seat, total)
    spots = goals(world)
    if spots and there:
        size = max(world.ground.width, world.ground.depth)
        near = [min([hypot(one.x - x, one.y - y) for x, y in spots]) / size for one in there]
        value += GOAL * (0.5 + late) * (1 - sum(near) / len(near))
    ground, edge = world.ground, world.sides[seat].edge
    won = [min(0.5, across(one.x, one.y, ground.width, ground.depth, edge)) for one in there]
    value += ADVANCE * sum(won) / len(won) if won else 0.0
    return value + HOPE * sum([hope(world, one) for one in there if not one.having(ROUTED | PARALYSED)]) / total


def strength(figure: Figure) -> float:
    """A figure's points, less what ails it; one who waits beside the table counts in full."""
    if figure.status not in (ON_TABLE, WAITING) or figure.card.role == GUN:
        return 0.0
    value = figure.card.points * (1 + figure.hp / max(1, figure.card.hp)) / 2
    value *= (ROUT if figure.having(ROUTED) else 1.0) * (HEX if figure.having(CURSED) else 1.0)
    return value * (STILL if figure.having(PARALYSED) else 1.0)


def counted(world: World, seat: int, total: int) -> float:
    """What the scenario counts for a side, as a share of all there is."""
    score = scores(world)[seat]
    if world.scenario in (BATTLE, PILLAGE):
        return 2 * score * (COIN if world.scenario == PILLAGE else 1) / total
    if world.scenario == RESCUE:
        return 1.0 if world.sides[seat].attacks and rescued(world) else 0.0
    if world.scenario == GEM:
        return score + (0.5 if world.gem is not None and held_by(world) == seat else 0.0)
    return score / (len(areas(world)) if world.scenario == OCCUPATION else max(1, len(world.figures) // 4))


def held_by(world: World) -> int:
    """The seat of whoever carries the gem, or -1."""
    return world.figures[world.gem.carrier].seat if world.gem is not None and world.gem.carrier >= 0 else -1


def areas(world: World) -> list[Piece]:
    """The pieces of terrain that count by who is on them: one hill, or whatever can be occupied."""
    kings = [piece for piece in world.ground.pieces if KING_TAG in piece.tags]
    return kings or [piece for piece in world.ground.pieces if piece.kind in OCCUPIABLE]


def goals(world: World) -> list[tuple[int, int]]:
    """The places that a side should be near."""
    if world.gem is not None:
        return [(world.gem.x, world.gem.y)]
    if world.scenario == RESCUE:
        return [middle(piece) for piece in world.ground.pieces if PRISON_TAG in piece.tags]
    return [] if world.scenario in (BATTLE, PILLAGE) else [middle(piece) for piece in areas(world)]


def middle(piece: Piece) -> tuple[int, int]:
    """The middle of a piece's corners."""
    xs, ys = [x for x, _ in piece.shape.points], [y for _, y in piece.shape.points]
    return sum(xs) // len(xs), sum(ys) // len(ys)


def hope(world: World, figure: Figure) -> float:
    """The points that a figure hopes to take: those of its best target, near and not too well armoured for it."""
    card, half = figure.card, world.ground.depth / 2
    blows, shots = sum(card.melee), sum(card.shooting)
    best = 0.0
    for other in world.figures:
        if other.seat != figure.seat and other.status == ON_TABLE and other.card.role != GUN:
            far = hypot(figure.x - other.x, figure.y - other.y)
            aimed = shots * half * half / (half * half + max(0.0, far - SHOT_RANGE) ** 2) if shots else 0.0
            edge = (6 - other.card.armour) / 36 * max(aimed, blows * half * half / (half * half + far * far))
            best = max(best, other.card.points * min(1.0, edge / other.card.hp))
    return best
