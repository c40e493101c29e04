"""Ways on squared paper against the exact ones."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from escarmouche.table.paths import path_length, shortest_path
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, disc_meets_polygon, polygon
from escarmouche.table.walks import CLOSED, NOWHERE, Walks

WIDE, DEEP, R, CELL = 60000, 40000, 1250, 5000


def box(left: int, low: int, right: int, high: int) -> Polygon:
    return polygon([(left, low), (right, low), (right, high), (left, high)])


WALL = (box(30000, 0, 31000, 26000), box(30000, 34000, 31000, DEEP))
DOOR = box(30000, 26000, 31000, 34000)


def walks(*more: tuple[Polygon, int]) -> Walks:
    return Walks(WIDE, DEEP, R, [*[(one, CLOSED) for one in WALL], *more], CELL)


def test_a_way_leads_through_the_gap_in_a_wall() -> None:
    ways = walks()
    near, far = ways.nearest(27500, 30000, [(33500, 30000)]), ways.nearest(27500, 2500, [(33500, 2500)])
    assert near == 6000, "straight through"
    assert far > 50000, "up to the gap and back, not through the wall"
    assert ways.nearest(27500, 2500, [(33500, 2500), (20000, 2500)]) == 7500, "the nearest of several"


def test_a_door_costs_its_toll_and_a_walled_up_one_everything() -> None:
    free, toll = walks().nearest(20000, 30000, [(40000, 30000)]), walks((DOOR, 10000)).nearest(20000, 30000, [(40000, 30000)])
    assert 5000 <= toll - free <= 10000
    assert walks((DOOR, CLOSED)).nearest(20000, 30000, [(40000, 30000)]) == NOWHERE
    assert walks((DOOR, CLOSED)).way(20000, 30000, 40000, 30000) == []


def test_the_way_goes_square_by_square() -> None:
    way = walks().way(27000, 2000, 34000, 2000)
    assert way[-1] == (32500, 2500)
    assert any(y > 26000 for _, y in way)
    steps = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(way)]
    assert max(steps) < 1.5 * CELL


def test_who_stands_beside_scenery_walks_from_the_next_square() -> None:
    column = box(11000, 11000, 14000, 14000)
    ways = walks((column, CLOSED))
    assert ways.nearest(12500, 10000, [(12500, 30000)]) != NOWHERE


def block(column: int, row: int, shift: int) -> Polygon:
    """A block that fills one square and something of those around it: the gap between two of them, barely wide enough for a
    base, has the middle of a square in it where they are shifted by half a square, and else lies on the border of two."""
    left, low = CELL * column + shift, CELL * row + shift
    return box(left, low, left + 7000, low + 7000)


def told_and_exact(shapes: list[Polygon], start: int, end: int) -> tuple[int, int | None]:
    """How far it is from one long edge to the other, on squared paper and exactly."""
    (ax, ay), (bx, by) = (CELL * start + 2500, 2500), (CELL * end + 2500, DEEP - 2500)
    for x, y in ((ax, ay), (bx, by)):
        assume(not any(disc_meets_polygon(x, y, R, shape) for shape in shapes))
    pieces = [Piece("wall", shape, impassable=True) for shape in shapes]
    exact = shortest_path(ax, ay, R, bx, by, pieces, [], WIDE, DEEP)
    told = Walks(WIDE, DEEP, R, [(shape, CLOSED) for shape in shapes], CELL).nearest(ax, ay, [(bx, by)])
    return told, None if exact is None else path_length(exact)


BLOCKS = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 6)), max_size=6)
COLUMN = st.integers(0, 11)


@settings(max_examples=40, deadline=None)
@given(BLOCKS, COLUMN, COLUMN)
def test_it_is_about_as_far_as_the_exact_way(blocks: list[tuple[int, int]], start: int, end: int) -> None:
    told, exact = told_and_exact([block(x, y, 4000) for x, y in blocks], start, end)
    assume(exact is not None)  # who is shut in within a square walks from the one beside it
    assert exact is not None
    assert 0.9 * exact <= told <= 1.35 * exact + 2 * CELL


@settings(max_examples=40, deadline=None)
@given(BLOCKS, COLUMN, COLUMN)
def test_a_gap_between_two_squares_may_be_missed_but_no_way_is_made_up(
    blocks: list[tuple[int, int]], start: int, end: int
) -> None:
    told, exact = told_and_exact([block(x, y, 1500) for x, y in blocks], start, end)
    assert told == NOWHERE or (exact is not None and told >= 0.9 * exact)
