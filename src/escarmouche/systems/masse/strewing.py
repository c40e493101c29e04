"""Terrain strewn by chance: hills, woods, brush, marsh and low walls between the armies of a scenario."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Chance
from escarmouche.systems.masse import scenario
from escarmouche.systems.masse.cards import inches, terrain_piece
from escarmouche.systems.masse.scenario import Scenario
from escarmouche.table.pieces import Piece
from escarmouche.table.scatter import Kind, Limits, scatter
from escarmouche.table.shapes import Polygon, polygon, polygon_gap, rectangle
from escarmouche.table.trig import TURN

KEPT: Final = ("route", "riviere")
"""What a scenario is about stays where it lies."""
KINDS: Final = (
    "elevations",
    "elevations",
    "foret-clairsemee",
    "foret-clairsemee",
    "foret-dense",
    "broussailles",
    "marais-sables",
)
WALL: Final = "obstacles-bas"
WALLS: Final = 3
TRIES: Final = 40
LEAST: Final = 4
MOST: Final = 7
SMALLEST: Final = 5.0
LARGEST: Final = 12.0
SPACING: Final = 3.0
WALL_LENGTH: Final = 6.0
WALL_THICKNESS: Final = 0.6
"""Lengths in inches."""


def strewn(row: Scenario, chance: Chance) -> tuple[Piece, ...]:
    """The terrain of a scenario with all of it but roads and rivers laid out by chance. Where armies deploy, on walls and on
    what is fought for nothing lies. (masse.setup.table)"""
    kept = [one for one, area in zip(scenario.pieces(row), row.terrain, strict=True) if area.kind in KEPT]
    free = [*[one.shape for one in kept], *reserved(row)]
    limits = Limits(0, MOST, inches(SMALLEST), inches(LARGEST), inches(SPACING), inches(SPACING))
    width, depth = inches(row.width), inches(row.depth)
    count = LEAST + chance.below(MOST - LEAST + 1)
    laid = scatter(chance.below, width, depth, limits, [Kind(one) for one in KINDS], free, count)
    pieces = [*kept, *[terrain_piece(one.kind, one.shape) for one in laid]]
    walls = lined(row, chance, [*free, *[one.shape for one in laid]])
    return (*pieces, *[terrain_piece(WALL, one) for one in walls])


def reserved(row: Scenario) -> list[Polygon]:
    """The parts of the table that must stay clear."""
    zones = [(one.left, one.bottom, one.right, one.top) for one in scenario.zones(row, 0)]
    goals = [
        (inches(one.x - one.reach), inches(one.y - one.reach), inches(one.x + one.reach), inches(one.y + one.reach))
        for one in row.goal
        if one.reach > 0
    ]
    boxes = [polygon([(a, b), (c, b), (c, d), (a, d)]) for a, b, c, d in (*zones, *goals) if a < c and b < d]
    return [*boxes, *[scenario.outline(one.corners) for one in row.structure]]


def lined(row: Scenario, chance: Chance, others: list[Polygon]) -> list[Polygon]:
    """Low walls beside the other terrain, as many as find room; each stands a while from everything else."""
    found: list[Polygon] = []
    width, depth, reach = inches(row.width), inches(row.depth), inches(WALL_LENGTH) // 2
    wanted = 1 + chance.below(WALLS)
    for _ in range(TRIES):
        x, y = reach + chance.below(width - 2 * reach), reach + chance.below(depth - 2 * reach)
        wall = rectangle(x, y, reach, inches(WALL_THICKNESS) // 2, chance.below(TURN))
        if all(polygon_gap(wall, one) >= inches(1) for one in (*others, *found)):
            found.append(wall)
        if len(found) == wanted:
            break
    return found
