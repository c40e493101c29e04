"""What a way counts, walking along it, and what is in reach, against plain measuring and Shapely."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from escarmouche.table.paths import (
    ALL_EDGES,
    RAYS,
    path_cost,
    path_length,
    reachable,
    reachable_around,
    shortest_path,
    shortest_path_to_edge,
    stretches,
    walk,
)
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from escarmouche.table.trig import TURN, step
from tests.table.obstacles import CHECKED, SEEDS, Disc, Point, Scene, assert_free, box, inflated, measured, rock, stands

SLOW = settings(max_examples=50, deadline=None, derandomize=True)

# ---------------------------------------------------------------- lengths, costs, walking


@CHECKED
@given(SEEDS)
def test_stretches_are_those_that_shapely_finds(seed: int) -> None:
    scene = Scene(seed, 20_000, 0, 1, False)
    shape = scene.rock().shape
    ends = [scene.dice.randrange(20_000) for _ in range(4)]
    assume(ends[:2] != ends[2:])
    found = stretches(ends[0], ends[1], ends[2], ends[3], shape)
    line = shapely.LineString([ends[:2], ends[2:]])
    inside = line.intersection(shapely.Polygon(shape.points)).length
    assert sum(end - start for start, end in found) / 2**32 * line.length == pytest.approx(inside, abs=3)
    assert all(a[1] <= b[0] for a, b in pairwise(found))


def test_a_stretch_along_a_side_is_out() -> None:
    shape, whole = box(2, 0, 6, 4), 1 << 32
    middle = [(whole // 4, whole * 3 // 4)]
    for y in (0, 4):
        assert stretches(0, y, 8, y, shape) == stretches(8, y, 0, y, shape) == []
    assert stretches(0, 2, 8, 2, shape) == stretches(8, 2, 0, 2, shape) == middle
    assert stretches(2, 2, 6, 2, shape) == [(0, whole)]
    through_corners = stretches(0, -2, 8, 6, shape)
    assert through_corners == middle


@CHECKED
@given(st.lists(st.tuples(st.integers(-90_000, 90_000), st.integers(-90_000, 90_000)), min_size=1, max_size=8))
def test_length_is_rounded_up(path: list[Point]) -> None:
    """By less than 1, and a sixteenth for each leg."""
    assert measured(path) - 1e-6 <= path_length(path) <= measured(path) + 1 + len(path) / 16


def test_the_piece_on_top_sets_the_cost() -> None:
    wood = Piece("wood", box(2_000, 0, 8_000, 4_000))
    thorns = Piece("thorns", box(4_000, 0, 6_000, 4_000))
    way = [(0, 2_000), (10_000, 2_000)]
    assert path_cost(way, [wood, thorns], []) == 10_000
    assert path_cost(way, [wood], [2]) == 16_000
    assert path_cost(way, [wood, thorns], [2, 3]) == 4_000 + 4_000 * 2 + 2_000 * 3
    assert path_cost(way, [thorns, wood], [3, 2]) == 16_000
    assert path_cost(way, [wood, thorns], [2, 1]) == 14_000
    assert path_cost(way, [wood, thorns], [2, 0]) == 16_000


def test_a_cost_is_needed_for_every_piece() -> None:
    with pytest.raises(ValueError, match="one for each piece"):
        path_cost([(0, 0), (1, 1)], [rock(0, 0, 5, 5)], [2, 2])


def test_a_way_around_marsh_is_taken_when_it_is_cheaper() -> None:
    marsh = Piece("marsh", box(8_000, 4_000, 12_000, 16_000), difficult=True)
    free = shortest_path(4_000, 5_000, 500, 16_000, 5_000, [marsh], [], 20_000, 20_000)
    careful = shortest_path(4_000, 5_000, 500, 16_000, 5_000, [marsh], [], 20_000, 20_000, [2])
    assert free == [(4_000, 5_000), (16_000, 5_000)]
    assert careful is not None
    assert min(y for _, y in careful) <= 4_000
    assert path_cost(careful, [marsh], [2]) < 12_500


def test_a_slanting_side_is_followed_on_its_cheap_side() -> None:
    marsh = Piece("marsh", polygon([(8_394, 3_287), (867, 5_101), (643, 2_600), (5_110, -204)]), difficult=True)
    path = shortest_path(8_600, 1_019, 500, 3_343, 4_200, [marsh], [], 16_000, 16_000, [2])
    assert path is not None
    assert path_cost(path, [marsh], [2]) < 8_000


def test_to_the_edge_by_the_cheaper_way() -> None:
    marsh = Piece("marsh", box(0, 0, 5_000, 40_000), difficult=True)
    path = shortest_path_to_edge(6_000, 8_000, 500, [marsh], [], 40_000, 40_000, ALL_EDGES, [2])
    assert path == [(6_000, 8_000), (6_000, 500)]


def test_walking_stops_on_the_way_and_at_the_end() -> None:
    path = [(0, 0), (3_000, 4_000), (3_000, 10_000)]
    assert walk(path, 2_500) == ((1_500, 2_000), [(1_500, 2_000), (3_000, 4_000), (3_000, 10_000)])
    assert walk(path, 5_000) == ((3_000, 4_000), [(3_000, 4_000), (3_000, 10_000)])
    assert walk(path, 11_000) == ((3_000, 10_000), [(3_000, 10_000)])
    assert walk(path, 99_000) == ((3_000, 10_000), [(3_000, 10_000)])
    assert walk(path, 0) == ((0, 0), path)


def test_walking_pays_for_the_ground() -> None:
    marsh = Piece("marsh", box(1_000, -500, 3_000, 500), difficult=True)
    assert walk([(0, 0), (9_000, 0)], 2_000, 500, [marsh], (), [2])[0] == (1_500, 0)
    assert walk([(0, 0), (9_000, 0)], 6_000, 500, [marsh], (), [2])[0] == (4_000, 0)


@CHECKED
@given(SEEDS, st.integers(300, 9_000))
def test_walking_turn_by_turn_arrives_and_never_overlaps(seed: int, pace: int) -> None:
    scene = Scene(seed, 26_000, 3, 14, seed % 2 == 0)
    assume(scene.start is not None and scene.goal is not None)
    assert scene.start is not None
    assert scene.goal is not None
    path = scene.path(scene.start, scene.goal)
    assume(path is not None)
    assert path is not None
    rest, turns = path, 0
    while len(rest) > 1:
        before = rest
        at, rest = walk(before, pace, scene.r, scene.pieces, scene.discs)
        done = [*before[: len(before) - len(rest) + 1], at] if len(rest) > 1 else before
        assert measured(done) <= pace + 1e-6
        assert len(rest) == 1 or measured(done) > pace - 3
        assert stands(*at, scene.r, scene.pieces, scene.discs, scene.wide)
        assert_free(rest, scene.r, scene.pieces, scene.discs)
        turns += 1
        assert turns <= measured(path) / (pace - 3) + 2
    assert rest == [scene.goal]


def grazing_legs() -> list[tuple[Point, Point, Disc]]:
    """Legs that pass a base at less than 0.003 mm without overlapping it."""
    dice = random.Random(7)
    found: list[tuple[Point, Point, Disc]] = []
    while len(found) < 30:
        angle, half = dice.random() * math.tau, dice.randint(1_000, 4_000)
        ahead, out = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
        ends = [
            (round(2_500.2 * out[0] + side * half * ahead[0]), round(2_500.2 * out[1] + side * half * ahead[1]))
            for side in (-1, 1)
        ]
        near = shapely.LineString(ends).distance(shapely.Point(0, 0))
        if 2_500 <= near < 2_500.3:
            found.append((ends[0], ends[1], (0, 0, 1250)))
    return found


def test_a_stop_beside_a_base_is_moved_by_a_hair_if_rounding_needs_it() -> None:
    bumped = 0
    for start, goal, base in grazing_legs():
        middle = round(math.dist(start, goal) / 2)
        for length in range(middle - 60, middle + 60, 7):
            plain = walk([start, goal], length)[0]
            careful, rest = walk([start, goal], length, 1250, (), [base])
            bumped += math.dist(plain, (0, 0)) < 2_500
            assert math.dist(careful, (0, 0)) >= 2_500
            assert length - 12 < math.dist(start, careful) <= length
            assert_free(rest, 1250, [], [base])
    assert bumped > 0


# ---------------------------------------------------------------- areas in reach


def test_an_empty_table_gives_a_circle() -> None:
    outline = reachable(30_000, 30_000, 1250, 8_000, [], [], 60_000, 60_000)
    assert outline == [step(30_000, 30_000, i * TURN // RAYS, 8_000) for i in range(RAYS)]
    assert reachable_around(30_000, 30_000, 1250, 8_000, [], [], 60_000, 60_000) == outline


def test_difficult_ground_shortens_the_rays() -> None:
    marsh = Piece("marsh", box(0, 0, 60_000, 60_000), difficult=True)
    slowed = reachable(30_000, 30_000, 1250, 8_000, [marsh], [], 60_000, 60_000, [2])
    assert all(abs(math.dist(point, (30_000, 30_000)) - 4_000) < 2 for point in slowed)


@CHECKED
@given(SEEDS, st.integers(2_000, 12_000))
def test_straight_reach_is_as_far_as_it_goes(seed: int, length: int) -> None:
    scene = Scene(seed, 20_000, 3, 8, False)
    assume(scene.start is not None)
    assert scene.start is not None
    outline = reachable(*scene.start, scene.r, length, scene.pieces, scene.discs, scene.wide, scene.wide)
    area = inflated(scene.pieces, scene.discs, scene.r)
    room = shapely.box(scene.r, scene.r, scene.wide - scene.r, scene.wide - scene.r)
    for i, end in enumerate(outline):
        far = math.dist(scene.start, end)
        assert far <= length
        assert_free([scene.start, end], scene.r, scene.pieces, scene.discs)
        if far < length - 3:
            beyond = step(*scene.start, i * TURN // RAYS, round(far) + 40)
            line = shapely.LineString([scene.start, beyond])
            grazing = shapely.LineString([scene.start, end]).distance(area) < 6
            assert area.intersects(line) or not room.covers(line) or grazing


@SLOW
@given(SEEDS, st.integers(3_000, 8_000))
def test_bent_reach_is_what_shortest_paths_reach(seed: int, length: int) -> None:
    """Every outline point has a short enough path, and no point a 16th of the length farther on its ray has one,
    unless it hugs an obstacle (nearer than 4 % of the largest arc)."""
    scene = Scene(seed, 18_000, 2, 7, seed % 2 == 0)
    assume(scene.start is not None)
    assert scene.start is not None
    straight = reachable(*scene.start, scene.r, length, scene.pieces, scene.discs, scene.wide, scene.wide)
    around = reachable_around(*scene.start, scene.r, length, scene.pieces, scene.discs, scene.wide, scene.wide)
    hugged = inflated(scene.pieces, scene.discs, scene.r + 170)
    for i in range(0, RAYS, 4):
        far = math.dist(scene.start, around[i])
        assert far >= math.dist(scene.start, straight[i])
        if around[i] != scene.start:
            path = scene.path(scene.start, around[i])
            assert path is not None
            assert path_length(path) <= length + 3
        for share in range(16, 0, -1):
            if length * share / 16 < far + length / 16:
                break
            beyond = step(*scene.start, i * TURN // RAYS, length * share // 16)
            path = scene.path(scene.start, beyond)
            hugs = hugged.intersects(shapely.Point(beyond))
            assert path is None or hugs or path_length(path) > length * 0.98 - 20
