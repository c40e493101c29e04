"""Terrain pieces: what a figure stands in, at which level, and what it walks through."""

from __future__ import annotations

from itertools import permutations

import shapely
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.table.pieces import (
    Piece,
    ground_height,
    landing,
    levels,
    pieces_at,
    pieces_crossed,
    pieces_under,
)
from escarmouche.table.shapes import Polygon, polygon
from tests.table.geometry import (
    CHECKED,
    Point,
    area_of,
    around,
    boundary_distance,
    scenes,
    segment_to_area,
)


def box(left: int, bottom: int, right: int, top: int) -> Polygon:
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


WOOD = Piece("wood", box(0, 0, 1000, 1000), 5000, difficult=True, cover=True, tags=("trees",))
HILL = Piece("hill", box(500, 0, 2000, 1000), 3000, floor=3000)
TOWER = Piece("tower", box(1500, 0, 1800, 1000), 9000, impassable=True, blocks_sight=True, floor=9000)
PIT = Piece("pit", box(5000, 0, 6000, 1000), floor=-2000)
BRIDGE = Piece("bridge", box(5000, 400, 6000, 600), 200, floor=200, base=100)
BOARD = (WOOD, HILL, TOWER, PIT, BRIDGE)


def kinds(pieces: list[Piece]) -> list[str]:
    return [piece.kind for piece in pieces]


def test_pieces_are_plain_values() -> None:
    same = Piece("wood", box(0, 0, 1000, 1000), 5000, difficult=True, cover=True, tags=("trees",))
    assert same == WOOD
    assert hash(same) == hash(WOOD)
    assert same != Piece("wood", box(0, 0, 1000, 1000), 5000)
    assert (WOOD.floor, WOOD.base, WOOD.impassable, WOOD.blocks_sight) == (0, 0, False, False)


def test_what_a_figure_stands_in() -> None:
    assert kinds(pieces_at(500, 500, BOARD)) == ["wood", "hill"]
    assert kinds(pieces_at(499, 500, BOARD)) == ["wood"]
    assert kinds(pieces_under(400, 500, 100, BOARD)) == ["wood"]
    assert kinds(pieces_under(401, 500, 100, BOARD)) == ["wood", "hill"]


def test_the_ground_rises_with_hills_and_falls_in_pits() -> None:
    assert [ground_height(x, 300, BOARD) for x in (-1, 100, 700, 1600, 3000, 5500)] == [0, 0, 3000, 9000, 0, -2000]
    assert ground_height(5500, 500, BOARD) == 200


def test_the_highest_floor_counts_whatever_was_laid_first() -> None:
    for order in permutations(BOARD):
        assert [ground_height(x, 500, order) for x in (100, 700, 1600, 5500)] == [0, 3000, 9000, 200]
        assert ground_height(5500, 100, order) == -2000


def test_levels_and_falls() -> None:
    assert levels(3000, 500, BOARD) == [0]
    assert levels(1600, 500, BOARD) == [0, 3000, 9000]
    assert levels(5500, 300, BOARD) == [-2000]
    assert levels(5500, 500, BOARD) == [-2000, 200]
    assert [landing(1600, 500, z, BOARD) for z in (9500, 9000, 8999, 2999, -50)] == [9000, 9000, 3000, 0, 0]
    assert landing(5500, 500, 199, BOARD) == -2000


def test_a_straight_walk() -> None:
    assert kinds(pieces_crossed(-500, 500, 1200, 500, 100, BOARD)) == ["wood", "hill"]
    assert kinds(pieces_crossed(-500, 500, 1400, 500, 100, BOARD)) == ["wood", "hill"]
    assert kinds(pieces_crossed(-500, 500, 1401, 500, 100, BOARD)) == ["wood", "hill", "tower"]
    assert pieces_crossed(-500, 1100, 4000, 1100, 100, BOARD) == []
    assert kinds(pieces_crossed(500, 500, 500, 500, 100, BOARD)) == ["wood", "hill"]


@CHECKED
@given(scenes(2), st.data())
def test_pieces_against_slow_twins(scene: tuple[list[Point], Polygon], data: st.DataObject) -> None:
    (a, b), shape = scene
    piece = Piece("wall", shape, 100, impassable=True, floor=70)
    held = area_of(shape).covers(shapely.Point(a))
    square = boundary_distance(a, shape)
    r = data.draw(around(square))
    assert pieces_at(*a, (piece,)) == [piece] * held
    assert pieces_under(*a, r, (piece,)) == [piece] * (held or square < r * r)
    assert ground_height(*a, (piece,)) == 70 * held
    way = segment_to_area(a, b, shape)
    r = data.draw(around(way))
    met = way == 0 or way < r * r
    assert pieces_crossed(*a, *b, r, (piece,)) == [piece] * met
