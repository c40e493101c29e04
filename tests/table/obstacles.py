"""Tables with obstacles for the tests of paths, and slow measures of what may be walked on them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from itertools import pairwise

import shapely
from hypothesis import settings
from hypothesis import strategies as st

from escarmouche.table.paths import shortest_path
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, polygon

CHECKED = settings(max_examples=100, deadline=None, derandomize=True)
SEEDS = st.integers(0, 10**6)
Point = tuple[int, int]
Disc = tuple[int, int, int]


def box(left: int, bottom: int, right: int, top: int) -> Polygon:
    return polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


def rock(left: int, bottom: int, right: int, top: int) -> Piece:
    return Piece("rock", box(left, bottom, right, top), impassable=True)


class Scene:
    """A random table with two places where a base can stand."""

    def __init__(self, seed: int, wide: int, most_pieces: int, most_discs: int, in_contact: bool) -> None:
        self.dice = random.Random(seed)
        self.wide = wide
        self.r = self.dice.choice((1000, 1250, 2000))
        self.pieces = [self.rock() for _ in range(self.dice.randint(0, most_pieces))]
        self.discs = [self.base() for _ in range(self.dice.randint(1, most_discs))]
        self.start = self.place(in_contact)
        self.goal = self.place(in_contact)

    def path(self, start: Point, goal: Point) -> list[Point] | None:
        return shortest_path(*start, self.r, *goal, self.pieces, self.discs, self.wide, self.wide)

    def rock(self) -> Piece:
        x, y, size = self.dice.randrange(self.wide), self.dice.randrange(self.wide), self.dice.randint(1500, 8000)
        count = self.dice.randint(3, 9)
        corners = []
        for i in range(count):
            angle = math.tau * (i + self.dice.random() * 0.7) / count
            far = size * (0.4 + 0.6 * self.dice.random())
            corners.append((round(x + far * math.cos(angle)), round(y + far * math.sin(angle))))
        return Piece("rock", polygon(corners), impassable=True)

    def base(self) -> Disc:
        return self.dice.randrange(self.wide), self.dice.randrange(self.wide), self.dice.choice((1000, 1250, 2000))

    def place(self, in_contact: bool) -> Point | None:
        for _ in range(100):
            x, y = (self.dice.randint(self.r, self.wide - self.r) for _ in range(2))
            if in_contact:
                disc_x, disc_y, disc_r = self.dice.choice(self.discs)
                angle, far = self.dice.random() * math.tau, disc_r + self.r + self.dice.randint(0, 2)
                x, y = round(disc_x + far * math.cos(angle)), round(disc_y + far * math.sin(angle))
            if stands(x, y, self.r, self.pieces, self.discs, self.wide):
                return x, y
        return None


def stands(x: int, y: int, r: int, pieces: Iterable[Piece], discs: Iterable[Disc], wide: int) -> bool:
    here = shapely.Point(x, y)
    return (
        r <= x <= wide - r
        and r <= y <= wide - r
        and all((x - a) ** 2 + (y - b) ** 2 >= (r + c) ** 2 for a, b, c in discs)
        and all(not piece.impassable or shapely.Polygon(piece.shape.points).distance(here) >= r for piece in pieces)
    )


def assert_free(path: list[Point], r: int, pieces: Iterable[Piece], discs: Iterable[Disc]) -> None:
    """Measured by Shapely, the line keeps its distance from everything."""
    line = shapely.LineString([*path, path[-1]])
    for piece in pieces:
        if piece.impassable:
            assert line.distance(shapely.Polygon(piece.shape.points)) >= r - 1e-6
    for x, y, disc_r in discs:
        assert line.distance(shapely.Point(x, y)) >= r + disc_r - 1e-6


def measured(path: list[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(path))


def inflated(pieces: list[Piece], discs: list[Disc], r: float) -> shapely.Geometry:
    """Where the centre must not be, with arcs of 64 corners to the circle, inscribed."""
    areas = [shapely.Polygon(piece.shape.points).buffer(r, quad_segs=16) for piece in pieces]
    areas += [shapely.Point(x, y).buffer(disc_r + r, quad_segs=16) for x, y, disc_r in discs]
    return shapely.unary_union(areas)
