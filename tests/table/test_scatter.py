"""Scattered terrain obeys its limits, and every limit is seen when it is broken; Shapely measures independently."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon as Area

from escarmouche.table.pieces import Piece
from escarmouche.table.scatter import Kind, Limits, Violation, irregular, scatter, violations
from escarmouche.table.shapes import Polygon, polygon

CHECKED = settings(max_examples=100, deadline=None, derandomize=True)
CROWDED = settings(max_examples=30, deadline=None, derandomize=True)
"""Where pieces hardly fit, a table takes hundreds of tries."""
SEEDS = st.integers(0, 10**9)
WIDE = 60_000
LIMITS = Limits(2, 6, 5_000, 24_000, 12_000, 5_000)
KINDS = (
    Kind("wood", difficult=True, blocks_sight=True, cover=True, height=6_000, tags=("trees",)),
    Kind("rock", impassable=True, blocks_sight=True, height=4_000),
    Kind("hill", height=2_000, floor=2_000),
)


def seeded(seed: int) -> Callable[[int], int]:
    source = random.Random(seed)
    return source.randrange


def square(x: int, y: int, side: int) -> Polygon:
    return polygon([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])


def check_measures(pieces: tuple[Piece, ...], limits: Limits, width: int, depth: int) -> None:
    """Assert every limit with floating-point geometry of its own."""
    areas = [Area(piece.shape.points) for piece in pieces]
    assert limits.minimum <= len(pieces) <= limits.maximum
    for piece, area in zip(pieces, areas, strict=True):
        longest = max(math.dist(a, b) for a in piece.shape.points for b in piece.shape.points)
        assert limits.smallest - 1 < longest <= limits.largest
        left, bottom, right, top = area.bounds
        assert min(left, bottom, width - right, depth - top) >= limits.edge_spacing
        assert area.is_valid
        assert piece.height <= limits.tallest
    for i, area in enumerate(areas):
        assert all(area.distance(other) > limits.spacing - 1 for other in areas[:i])


@CHECKED
@given(SEEDS, st.sampled_from((0, 300, 4_000)))
def test_random_tables_are_legal(seed: int, edge_spacing: int) -> None:
    limits = Limits(2, 6, 5_000, 24_000, 12_000, 5_000, edge_spacing)
    pieces = scatter(seeded(seed), WIDE, WIDE, limits, KINDS)
    assert violations(pieces, WIDE, WIDE, limits) == []
    check_measures(pieces, limits, WIDE, WIDE)


@CHECKED
@given(SEEDS)
def test_the_same_chance_makes_the_same_table(seed: int) -> None:
    assert scatter(seeded(seed), WIDE, WIDE, LIMITS, KINDS) == scatter(seeded(seed), WIDE, WIDE, LIMITS, KINDS)


def test_different_chance_makes_different_tables() -> None:
    tables = [scatter(seeded(seed), WIDE, WIDE, LIMITS, KINDS) for seed in range(40)]
    assert len({repr(table) for table in tables}) == 40
    assert {len(table) for table in tables} == {2, 3, 4, 5, 6}
    assert {piece.kind for table in tables for piece in table} == {"wood", "rock", "hill"}


def test_pieces_carry_the_flags_of_their_kind() -> None:
    pieces = scatter(seeded(3), WIDE, WIDE, LIMITS, KINDS[:1])
    for piece in pieces:
        assert piece == Piece("wood", piece.shape, 6_000, True, False, True, True, ("trees",))
    hills = scatter(seeded(3), WIDE, WIDE, LIMITS, KINDS[2:])
    assert all(piece.floor == piece.height == 2_000 for piece in hills)


@CHECKED
@given(SEEDS)
def test_the_number_of_pieces_can_be_asked_for(seed: int) -> None:
    limits = Limits(2, 8, 5_000, 12_000, 12_000, 5_000)
    assert len(scatter(seeded(seed), WIDE, WIDE, limits, KINDS, count=4)) == 4
    assert len(scatter(seeded(seed), WIDE, WIDE, limits, KINDS, count=1)) == 2


@CHECKED
@given(SEEDS)
def test_free_areas_stay_free(seed: int) -> None:
    zones = [polygon([(0, 0), (WIDE, 0), (WIDE, 8_000), (0, 8_000)]), square(28_000, 28_000, 4_000)]
    pieces = scatter(seeded(seed), WIDE, WIDE, LIMITS, KINDS, zones)
    for zone in zones:
        assert not any(Area(zone.points).intersects(Area(piece.shape.points)) for piece in pieces)
    assert violations(pieces, WIDE, WIDE, LIMITS) == []


@CROWDED
@given(SEEDS)
def test_a_crowded_table_still_gets_its_minimum(seed: int) -> None:
    """Nine pieces of 50 mm at 50 mm from each other on 270 x 270 mm: only rows of the smallest ones fit."""
    limits = Limits(9, 9, 5_000, 24_000, 12_000, 5_000)
    pieces = scatter(seeded(seed), 27_000, 27_000, limits, KINDS)
    check_measures(pieces, limits, 27_000, 27_000)


@CROWDED
@given(SEEDS)
def test_pieces_of_one_exact_size(seed: int) -> None:
    limits = Limits(3, 3, 6_000, 6_000, 12_000, 2_000)
    check_measures(scatter(seeded(seed), WIDE, WIDE, limits, KINDS), limits, WIDE, WIDE)
    crowded = Limits(9, 9, 6_000, 6_000, 12_000, 2_000)
    check_measures(scatter(seeded(seed), 22_100, 22_100, crowded, KINDS), crowded, 22_100, 22_100)


def test_the_impossible_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        scatter(seeded(1), 12_000, 12_000, Limits(3, 3, 5_000, 6_000, 0, 5_000), (Kind("marsh"),))
    with pytest.raises(ValueError, match="No kind of terrain"):
        scatter(seeded(1), WIDE, WIDE, Limits(1, 1, 5_000, 6_000, 1_000, 0), KINDS)


def test_kinds_that_are_too_high_are_left_out() -> None:
    limits = Limits(6, 6, 5_000, 8_000, 4_000, 1_000)
    kinds = {piece.kind for seed in range(10) for piece in scatter(seeded(seed), WIDE, WIDE, limits, KINDS)}
    assert kinds == {"rock", "hill"}


@CHECKED
@given(SEEDS, st.integers(2_000, 40_000))
def test_shapes_look_natural(seed: int, extent: int) -> None:
    shape = irregular(seeded(seed), extent)
    area = Area(shape.points)
    assert 6 <= len(shape.points) <= 10
    assert area.is_valid
    assert abs(max(math.dist(a, b) for a in shape.points for b in shape.points) - extent) <= 3
    assert area.area > extent * extent / 5
    sides = {round(math.dist(a, b)) for a, b in zip(shape.points, shape.points[1:] + shape.points[:1], strict=True)}
    assert len(sides) > 3


# ---------------------------------------------------------------- broken limits


def small_layout(*shapes: Polygon, kind: str = "wood", height: int = 0) -> list[Piece]:
    return [Piece(kind, shape, height) for shape in shapes]


GOOD = (square(0, 0, 6_000), square(20_000, 20_000, 10_000))
DIAGONAL = 14_143  # of a square of 10000, rounded up

BROKEN: list[tuple[str, list[Piece], list[Violation]]] = [
    ("legal", small_layout(*GOOD), []),
    ("too few", small_layout(GOOD[0]), [("too-few", (1, 2))]),
    ("too many", small_layout(*[square(x, 0, 5_000) for x in range(0, 60_000, 10_000)], GOOD[1]),
     [("too-many", (7, 6))]),
    ("too small", small_layout(GOOD[0], square(30_000, 30_000, 3_000)), [("too-small", (1, 4_243, 5_000))]),
    ("too large", small_layout(square(0, 0, 17_000), square(30_000, 30_000, 10_000)),
     [("too-large", (0, 24_042, 24_000))]),
    ("too high", small_layout(*GOOD, height=12_001), [("too-high", (0, 12_001, 12_000)), ("too-high", (1, 12_001, 12_000))]),
    ("too close", small_layout(GOOD[1], square(34_000, 20_000, 5_000)), [("too-close", (0, 1, 4_000, 5_000))]),
    ("just apart", small_layout(GOOD[1], square(35_000, 20_000, 5_000)), []),
    ("overlapping", small_layout(GOOD[1], square(24_000, 20_000, 5_000)), [("too-close", (0, 1, 0, 5_000))]),
    ("off the table", small_layout(GOOD[1], square(-10, 0, 5_000)), [("off-table", (1, 10))]),
    ("over the far edge", small_layout(GOOD[1], square(55_001, 0, 5_000)), [("off-table", (1, 1))]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "pieces", "expected"), BROKEN, ids=[row[0] for row in BROKEN])
def test_each_limit_has_its_own_code(what: str, pieces: list[Piece], expected: list[Violation]) -> None:
    assert violations(pieces, WIDE, WIDE, LIMITS) == expected, what


def test_edges_may_be_forbidden() -> None:
    limits = Limits(1, 6, 5_000, 24_000, 12_000, 5_000, 300)
    assert violations(small_layout(square(299, 500, 6_000)), WIDE, WIDE, limits) == [("near-edge", (0, 299, 300))]
    assert violations(small_layout(square(300, 500, 6_000)), WIDE, WIDE, limits) == []


def test_sections_of_a_river_may_adjoin_each_other_but_not_a_wood() -> None:
    limits = Limits(1, 6, 5_000, 24_000, 12_000, 5_000, 0, ("river", "bridge"))
    river = small_layout(square(0, 0, 6_000), square(6_000, 0, 6_000), kind="river")
    bridge = small_layout(square(3_000, 0, 6_000), kind="bridge")
    wood = small_layout(square(13_000, 0, 6_000))
    assert violations([*river, *bridge], WIDE, WIDE, limits) == []
    assert violations([*river, *wood], WIDE, WIDE, limits) == [("too-close", (1, 2, 1_000, 5_000))]
    assert [code for code, _ in violations(river, WIDE, WIDE, LIMITS)] == ["too-close"]
