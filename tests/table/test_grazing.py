"""Bearings that graze: on one side of each the way is barred, on the other it is free."""

from __future__ import annotations

import math
import random

import pytest

from escarmouche.table.grazing import at_line, past_disc, past_polygon
from escarmouche.table.shapes import disc_meets_polygon, polygon, segment_distance_squared, sweep_meets_polygon
from escarmouche.table.trig import step

LENGTH = 12_000


def gap(angle: int, x: int, y: int) -> float:
    """How far a straight move from the origin stays away from a point."""
    to_x, to_y = step(0, 0, angle, LENGTH)
    return math.sqrt(segment_distance_squared(0, 0, to_x, to_y, x, y))


@pytest.mark.parametrize("seed", range(20))
def test_a_move_on_such_a_bearing_touches_the_disc_or_ends_on_its_rim(seed: int) -> None:
    chance = random.Random(seed)
    x, y, radius = chance.randint(-9_000, 9_000), chance.randint(-9_000, 9_000), chance.randint(500, 3_000)
    found = past_disc(x, y, radius, LENGTH)
    if math.hypot(x, y) <= radius:
        return
    tangents = [angle for angle in found if abs(gap(angle, x, y) - radius) < 5]
    rims = [angle for angle in found if abs(math.dist(step(0, 0, angle, LENGTH), (x, y)) - radius) < 5]
    assert set(found) == {*tangents, *rims}
    for angle in range(0, 36_000, 50):
        barred = gap(angle, x, y) < radius
        if barred != (gap(angle + 50, x, y) < radius):
            assert any((one - angle) % 36_000 <= 52 for one in [*tangents, *rims]), angle


@pytest.mark.parametrize("seed", range(10))
def test_a_polygon_is_begun_and_left_on_such_bearings(seed: int) -> None:
    chance = random.Random(seed)
    left, bottom = chance.randint(2_000, 6_000), chance.randint(-4_000, 4_000)
    shape = polygon([(left, bottom), (left + 3_000, bottom), (left + 3_000, bottom + 1_500), (left, bottom + 1_500)])
    if disc_meets_polygon(0, 0, 600, shape):
        return
    found = past_polygon(0, 0, shape, 500, LENGTH)
    for angle in range(0, 36_000, 100):
        here, after = [sweep_meets_polygon(0, 0, *step(0, 0, one, LENGTH), 500, shape) for one in (angle, angle + 100)]
        assert here == after or any((one - angle) % 36_000 <= 102 for one in found), angle


def test_a_line_out_of_reach_has_no_bearing() -> None:
    assert at_line(1, 0, LENGTH + 1, LENGTH) == []
    assert sorted(at_line(1, 0, 0, LENGTH)) == [9_000, 27_000]
    assert past_disc(LENGTH * 2, 0, 500, LENGTH) == []
