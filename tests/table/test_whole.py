"""Roots and shares of whole numbers, in machine words and beyond, against exact ones; obstacles asked again and again."""

from __future__ import annotations

from math import isqrt

from hypothesis import example, given
from hypothesis import strategies as st

from escarmouche.table.paths import obstacles_of, shortest_path, walk
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import LIMIT, polygon, stretched
from escarmouche.table.whole import WORD, more, root, root_up

LENGTHS = st.one_of(st.integers(-3000, 3000), st.integers(-(1 << 20) - 9, (1 << 20) + 9), st.integers(-LIMIT, LIMIT))


@given(st.integers(1, isqrt(WORD) - 1), st.integers(-1, 1))
@example(isqrt(WORD) - 1, -1)
def test_roots_beside_squares(side: int, off: int) -> None:
    square = side * side + off
    assert root(square) == isqrt(square)
    assert root_up(square) == (isqrt(square - 1) + 1 if square else 0)


@given(st.integers(0, 4 * WORD))
def test_roots_rounded_up_on_both_sides_of_a_word(square: int) -> None:
    up = root_up(square)
    assert (up - 1) ** 2 < square <= up**2 if square else up == 0


FACTORS = st.one_of(st.integers(-9, 9), st.integers(-(1 << 40), 1 << 40), st.integers(-(1 << 62), 1 << 62))


@given(FACTORS, FACTORS, st.integers(-2, 2), st.integers(-2, 2))
@example(1 << 60, 1 << 60, -1, 1)
@example((1 << 53) + 1, 1, 0, 0)
def test_products_are_compared_exactly_however_near_they_are(a: int, b: int, less: int, plus: int) -> None:
    c, d = a + less, b + plus
    assert more(a, b, c, d) == (a * b > c * d)
    assert more(c, d, a, b) == (c * d > a * b)


@given(LENGTHS, LENGTHS, LENGTHS)
@example(1, 1, LIMIT)
@example(3, -4, -LIMIT)
def test_a_stretched_vector_is_the_exact_one_cut(dx: int, dy: int, length: int) -> None:
    square = dx * dx + dy * dy
    exact = [isqrt(side * side * length * length // square) if square else 0 for side in (dx, dy)]
    assert stretched(dx, dy, length) == tuple([part if side > 0 else -part for part, side in zip(exact, (dx, dy), strict=True)])


def test_obstacles_once_known_give_every_way_as_if_asked_alone() -> None:
    wall = Piece("wall", polygon([(20000, 5000), (22000, 5000), (22000, 30000), (20000, 30000)]), 3000, False, True)
    pieces, discs, r = (wall,), [(12000, 15000, 1250), (28000, 20000, 2500)], 1250
    known = obstacles_of(r, pieces, discs, 40000, 40000)
    for x, y in ((35000, 15000), (35000, 2000), (5000, 35000), (20500, 10000), (25000, 20000)):
        path = shortest_path(5000, 15000, r, x, y, pieces, discs, 40000, 40000)
        assert known.shortest_path(5000, 15000, x, y) == path
        if path is not None:
            assert known.walk(path, 12500) == walk(path, 12500, r, pieces, discs)
