"""Templates and the discs under them, against Shapely."""

from __future__ import annotations

import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from escarmouche.table.shapes import polygon
from escarmouche.table.templates import strip, under_line, under_polygon, under_round
from tests.table.geometry import CHECKED, Point, spots

SLACK = 1.5
"""How near a disc may come to the outline before the rounding of a template's corners decides."""


@CHECKED
@given(spots(2), st.integers(0, 9000), st.integers(0, 3000))
def test_round_templates_are_exact(places: list[Point], radius: int, r: int) -> None:
    a, c = places
    square = (a[0] - c[0]) ** 2 + (a[1] - c[1]) ** 2
    assert under_round(*a, radius, [(*c, r)]) == ([0] if square < (radius + r) ** 2 else [])


def test_round_templates_made_by_hand() -> None:
    discs = [(0, 0, 500), (1500, 0, 500), (1501, 0, 500), (2500, 0, 500), (2499, 0, 500)]
    assert under_round(0, 0, 2000, discs) == [0, 1, 2, 4]
    assert under_round(0, 0, 499, discs) == [0]


@CHECKED
@given(spots(3), st.integers(2, 9000), st.integers(0, 6000))
def test_straight_lines(places: list[Point], width: int, r: int) -> None:
    a, b, c = places
    assume(a != b)
    area = shapely.LineString([a, b]).buffer(width / 2, cap_style="flat")
    shape = strip(*a, *b, width)
    for corner in shape.points:
        assert area.boundary.distance(shapely.Point(corner)) < 1
    distance = area.distance(shapely.Point(c))
    if abs(distance - r) > SLACK:
        assert under_line(*a, *b, width, [(*c, r)]) == ([0] if distance < r else [])


def test_lines_made_by_hand() -> None:
    discs = [(500, 150, 50), (500, 151, 50), (500, 149, 100), (500, 0, 100), (0, 0, 50), (50, 0, 50)]
    assert under_line(0, 0, 1000, 0, 200, discs) == [2, 3, 4, 5]
    assert under_line(0, 0, 1000, 0, 0, discs) == [3, 4, 5]
    assert under_line(0, 0, 0, 0, 200, discs) == [4]
    assert under_polygon(polygon([(0, -100), (1000, -100), (1000, 100), (0, 100)]), discs) == [2, 3, 4, 5]
