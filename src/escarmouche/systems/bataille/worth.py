"""How good a battle looks for a side, for opponents that look ahead."""

from __future__ import annotations

import math
from typing import final

from mypy_extensions import mypyc_attr

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


@final
@mypyc_attr(acyclic=True)
class Fighter:
    """A figure on the table as a judgement reckons with it: the numbers that are asked for with every pair of figures."""

    __slots__ = ("armour", "blows", "figure", "hp", "points", "radius", "seat", "shoots", "shots", "x", "y")

    def __init__(self, figure: Figure) -> None:
        card = figure.card
        self.figure = figure
        self.seat = figure.seat
        self.x = float(figure.x)
        self.y = float(figure.y)
        self.radius = float(card.radius)
        self.points = float(card.points)
        self.hp = float(card.hp)
        self.armour = float(card.armour)
        self.blows = float(sum(card.melee))
        self.shots = float(sum(card.shooting))
        self.shoots = len(card.shooting) > 0

    def far(self, x: float, y: float) -> float:
        """How far it is from a spot. (Whole numbers, whose squares are exact: as near to the truth as `hypot` comes.)"""
        dx, dy = self.x - x, self.y - y
        return math.sqrt(dx * dx + dy * dy)


def fighters(world: World) -> list[Fighter]:
    """All figures on the table, without guns."""
    return [Fighter(one) for one in world.figures if one.status == ON_TABLE and one.card.role != GUN]


def evaluate(world: World, seat: int) -> float:
    """From -1 (lost) to 1 (won); what is good for one side is bad for the others."""
    return lead(world, seat, fighters(world))


def lead(world: World, seat: int, there: list[Fighter]) -> float:
    """The same, once the figures on the table are gathered."""
    total = sum([one.card.points for one in world.figures]) or 1
    spots = goals(world)
    found = scores(world)
    worths = [worth(world, side.seat, found[side.seat], total, there, spots) for side in world.sides]
    return 0.99 * math.tanh(worths[seat] - max([value for other, value in enumerate(worths) if other != seat]))


def worth(world: World, seat: int, score: int, total: int, there: list[Fighter], spots: list[tuple[float, float]]) -> float:
    """What a side has: figures fit to fight, what the scenario counts (the more the later it is) and figures near it, ground
    won, and enemies within its grasp."""
    mine = [one for one in there if one.seat == seat]
    theirs = [one for one in there if one.seat != seat]
    late = min(TURNS, world.turn) / TURNS
    fit = sum([strength(one) for one in world.figures if one.seat == seat])
    value = STRENGTH * fit / total + SCORE * (0.3 + late) * counted(world, seat, score, total)
    if spots and mine:
        size = max(world.ground.width, world.ground.depth)
        near = [min([one.far(x, y) for x, y in spots]) / size for one in mine]
        value += GOAL * (0.5 + late) * (1 - sum(near) / len(near))
    ground, edge = world.ground, world.sides[seat].edge
    won = [min(0.5, across(one.figure.x, one.figure.y, ground.width, ground.depth, edge)) for one in mine]
    value += ADVANCE * sum(won) / len(won) if won else 0.0
    half = ground.depth / 2
    return value + HOPE * sum([hope(one, theirs, half) for one in mine if not one.figure.having(ROUTED | PARALYSED)]) / total


def strength(figure: Figure) -> float:
    """A figure's points, less what ails it; one who waits beside the table counts in full."""
    if figure.status not in (ON_TABLE, WAITING) or figure.card.role == GUN:
        return 0.0
    value = float(figure.card.points) * (1 + float(figure.hp) / float(max(1, figure.card.hp))) / 2
    value *= (ROUT if figure.having(ROUTED) else 1.0) * (HEX if figure.having(CURSED) else 1.0)
    return value * (STILL if figure.having(PARALYSED) else 1.0)


def counted(world: World, seat: int, score: int, total: int) -> float:
    """What the scenario counts for a side with this score, as a share of all there is."""
    if world.scenario in (BATTLE, PILLAGE):
        return 2 * score * (COIN if world.scenario == PILLAGE else 1) / total
    if world.scenario == RESCUE:
        return 1.0 if world.sides[seat].attacks and rescued(world) else 0.0
    if world.scenario == GEM:
        return score + (0.5 if world.gem is not None and held_by(world) == seat else 0.0)
    return score / max(1, len(areas(world)) if world.scenario == OCCUPATION else len(world.figures) // 4)


def held_by(world: World) -> int:
    """The seat of whoever carries the gem, or -1."""
    return world.figures[world.gem.carrier].seat if world.gem is not None and world.gem.carrier >= 0 else -1


def areas(world: World) -> list[Piece]:
    """The pieces of terrain that count by who is on them: one hill, or whatever can be occupied."""
    kings = [piece for piece in world.ground.pieces if KING_TAG in piece.tags]
    return kings or [piece for piece in world.ground.pieces if piece.kind in OCCUPIABLE]


def goals(world: World) -> list[tuple[float, float]]:
    """The places that a side should be near."""
    if world.gem is not None:
        return [(float(world.gem.x), float(world.gem.y))]
    if world.scenario == RESCUE:
        return [middle(piece) for piece in world.ground.pieces if PRISON_TAG in piece.tags]
    return [] if world.scenario in (BATTLE, PILLAGE) else [middle(piece) for piece in areas(world)]


def middle(piece: Piece) -> tuple[float, float]:
    """The middle of a piece's corners."""
    xs, ys = [x for x, _ in piece.shape.points], [y for _, y in piece.shape.points]
    return float(sum(xs) // len(xs)), float(sum(ys) // len(ys))


def hope(figure: Fighter, theirs: list[Fighter], half: float) -> float:
    """The points that a figure hopes to take: those of its best target, near (by half the table's depth) and not too well
    armoured for it."""
    square = half * half
    blows, shots = figure.blows * half * half, figure.shots * half * half
    best = 0.0
    for other in theirs:
        far = figure.far(other.x, other.y)
        edge = blows / (square + far * far)
        if shots > 0.0:
            edge = max(edge, shots / (square + math.pow(max(0.0, far - SHOT_RANGE), 2.0)))
        edge *= (6.0 - other.armour) / 36.0
        best = max(best, other.points * min(1.0, edge / other.hp))
    return best
