"""Hexagons against breadth-first search and against the drawn line."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escarmouche.table.hexes import (
    Hex,
    distance,
    from_column_row,
    hex_at,
    hex_centre,
    line,
    neighbours,
    ring,
)

CHECKED = settings(max_examples=100, deadline=None, derandomize=True)
SMALL = st.integers(-9, 9)
HEXES = st.tuples(SMALL, SMALL)
WIDTHS = st.integers(150, 4000)


def steps_from(start: Hex, limit: int) -> dict[Hex, int]:
    """Breadth-first search: every hexagon at most `limit` steps away with its number of steps."""
    found = {start: 0}
    front = [start]
    for steps in range(1, limit + 1):
        front = [near for at in front for near in neighbours(at)]
        front = [near for near in dict.fromkeys(front) if near not in found]
        found.update(dict.fromkeys(front, steps))
    return found


FROM_ORIGIN = steps_from((0, 0), 20)


def plane(at: Hex) -> tuple[float, float]:
    return at[0] + at[1] / 2, at[1] * math.sqrt(3) / 2


def test_neighbours_are_six_equally_far_and_mutual() -> None:
    around = neighbours((4, -2))
    assert len(set(around)) == 6
    for near in around:
        assert (4, -2) in neighbours(near)
        assert math.dist(plane(near), plane((4, -2))) == pytest.approx(1)


def test_neighbours_turn_from_x_to_y() -> None:
    bearings = [round(math.degrees(math.atan2(*reversed(plane(near))))) % 360 for near in neighbours((0, 0))]
    assert bearings == [0, 60, 120, 180, 240, 300]


@CHECKED
@given(HEXES, HEXES)
def test_distance_counts_steps(a: Hex, b: Hex) -> None:
    here = (b[0] - a[0], b[1] - a[1])
    expected = FROM_ORIGIN.get(here)
    assert distance(a, b) == (expected if expected is not None else steps_from((0, 0), 40)[here])


@CHECKED
@given(HEXES, st.integers(0, 8))
def test_a_ring_holds_what_is_exactly_so_many_steps_away(centre: Hex, radius: int) -> None:
    around = ring(centre, radius)
    assert len(set(around)) == len(around) == max(1, 6 * radius)
    assert set(around) == {at for at, steps in steps_from(centre, radius).items() if steps == radius}


def test_the_ring_is_walked_step_by_step() -> None:
    around = ring((2, 3), 4)
    assert all(distance(a, b) == 1 for a, b in zip(around, around[1:] + around[:1], strict=True))


@CHECKED
@given(HEXES, HEXES, st.sampled_from((1, -1)))
def test_line_is_a_shortest_path_along_the_drawn_line(a: Hex, b: Hex, side: int) -> None:
    way = line(a, b, side)
    assert way[0] == a
    assert way[-1] == b
    assert len(way) == distance(a, b) + 1
    assert all(distance(here, there) == 1 for here, there in pairwise(way))
    (ax, ay), (bx, by) = plane(a), plane(b)
    for i, at in enumerate(way):
        t = i / max(1, len(way) - 1)
        on_line = (ax + (bx - ax) * t, ay + (by - ay) * t)
        nearest = min(math.dist(plane(near), on_line) for near in (at, *neighbours(at)))
        assert math.dist(plane(at), on_line) <= nearest + 1e-9


@CHECKED
@given(HEXES, HEXES, st.sampled_from((1, -1)))
def test_line_back_is_the_same_line(a: Hex, b: Hex, side: int) -> None:
    assert line(b, a, side) == line(a, b, side)[::-1]


@CHECKED
@given(HEXES, HEXES)
def test_sides_differ_only_at_ties(a: Hex, b: Hex) -> None:
    (ax, ay), (bx, by) = plane(a), plane(b)
    one, two = line(a, b, 1), line(a, b, -1)
    for i, (left, right) in enumerate(zip(one, two, strict=True)):
        t = i / max(1, len(one) - 1)
        on_line = (ax + (bx - ax) * t, ay + (by - ay) * t)
        nearest = sorted(math.dist(plane(near), on_line) for near in (left, *neighbours(left)))
        tie = nearest[1] - nearest[0] < 1e-9
        assert (left != right) == tie


def holder(q: Fraction, r: Fraction) -> Hex:
    """The hexagon whose middle is nearest to a point, by trying all that could be."""
    near = [(round(q) + dq, round(r) + dr) for dq in (-1, 0, 1) for dr in (-1, 0, 1)]
    return min(near, key=lambda at: (at[0] - q) ** 2 + (at[1] - r) ** 2 + (at[0] + at[1] - q - r) ** 2)


@pytest.mark.parametrize("side", [1, -1])
def test_every_hexagon_of_a_line_holds_its_point(side: int) -> None:
    nudge = Fraction(side, 10**6)
    for a in ((0, 0), (-3, 5), (4, -7)):
        for b in FROM_ORIGIN:
            steps = distance(a, b)
            if 0 < steps <= 9:
                parts = [Fraction(step, steps) for step in range(steps + 1)]
                points = [(a[0] + (b[0] - a[0]) * part + nudge, a[1] + (b[1] - a[1]) * part + 2 * nudge) for part in parts]
                assert line(a, b, side) == [holder(q, r) for q, r in points], (a, b)


def test_line_along_an_edge_takes_the_wanted_side() -> None:
    assert line((0, 0), (2, 2), 1) == [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]
    assert line((0, 0), (2, 2), -1) == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]
    assert line((3, 3), (3, 3)) == [(3, 3)]


@CHECKED
@given(st.integers(-50, 50), st.integers(-50, 50))
def test_odd_rows_are_shifted_by_half_a_hexagon(column: int, row: int) -> None:
    x, y = plane(from_column_row(column, row))
    assert x == pytest.approx(column + (row % 2) / 2)
    assert y == pytest.approx(row * math.sqrt(3) / 2)


@CHECKED
@given(HEXES, WIDTHS)
def test_centres_lie_where_geometry_says_and_come_back(at: Hex, width: int) -> None:
    x, y = hex_centre(at, width)
    assert abs(x - width * (plane(at)[0] + 0.5)) <= 0.5
    assert abs(y - width * (plane(at)[1] + 1 / math.sqrt(3))) <= 0.5 + 1e-9
    assert hex_at(x, y, width) == at


@CHECKED
@given(st.integers(-20_000, 20_000), st.integers(-20_000, 20_000), WIDTHS)
def test_point_belongs_to_the_nearest_centre(x: int, y: int, width: int) -> None:
    at = hex_at(x, y, width)

    def gap(near: Hex) -> int:
        centre_x, centre_y = hex_centre(near, width)
        return (x - centre_x) ** 2 + (y - centre_y) ** 2

    assert gap(at) <= min(gap(near) for near in steps_from(at, 3))
    assert gap(at) <= (width * 0.5774 + 2) ** 2
