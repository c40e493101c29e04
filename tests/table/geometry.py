"""What the geometry tests share: random shapes that love to touch, and slow exact twins in fractions."""

from __future__ import annotations

import ast
import doctest
from fractions import Fraction
from math import atan2, isqrt
from pathlib import Path
from types import ModuleType

import shapely
from hypothesis import assume, settings
from hypothesis import strategies as st

from escarmouche.table.shapes import Polygon, polygon

CHECKED = settings(max_examples=200, deadline=None, derandomize=True)

Point = tuple[int, int]
SCALES = st.sampled_from((6, 40, 120_000))
"""Small numbers make corners, tangents and parallels meet exactly; large ones are real tables."""


@st.composite
def spots(draw: st.DrawFn, count: int) -> list[Point]:
    """That many points of one scale, some of them equal or in line."""
    scale = draw(SCALES)
    numbers = st.integers(-scale, scale)
    return [(draw(numbers), draw(numbers)) for _ in range(count)]


def ringed(corners: list[Point]) -> Polygon | None:
    """The points in order around their middle, as a polygon (often a concave one), or None when that is none."""
    count = len(corners)
    mx, my = sum(x for x, _ in corners), sum(y for _, y in corners)
    around = sorted(set(corners), key=lambda p: (atan2(count * p[1] - my, count * p[0] - mx), p))
    try:
        return polygon(around)
    except ValueError:
        return None


@st.composite
def polygons(draw: st.DrawFn, scale: int = 0) -> Polygon:
    """Any simple polygon of three to seven corners."""
    size = scale or draw(SCALES)
    numbers = st.integers(-size, size)
    corners = draw(st.lists(st.tuples(numbers, numbers), min_size=3, max_size=7, unique=True))
    shape = ringed(corners)
    assume(shape is not None)
    assert shape is not None
    return shape


@st.composite
def scenes(draw: st.DrawFn, count: int) -> tuple[list[Point], Polygon]:
    """Some points and a polygon of the same scale."""
    size = draw(SCALES)
    numbers = st.integers(-size - size // 3, size + size // 3)
    points = [(draw(numbers), draw(numbers)) for _ in range(count)]
    return points, draw(polygons(size))


def area_of(shape: Polygon) -> shapely.Polygon:
    """Shapely's view of the polygon."""
    return shapely.Polygon(shape.points)


def line_of(a: Point, b: Point) -> shapely.Geometry:
    """Shapely's view of a segment, which has to be a point when it has no length."""
    return shapely.LineString([a, b]) if a != b else shapely.Point(a)


def point_to_segment(p: Point, a: Point, b: Point) -> Fraction:
    """The exact squared distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = Fraction(0)
    if square:
        t = min(max(Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, square), Fraction(0)), Fraction(1))
    return (a[0] + t * dx - p[0]) ** 2 + (a[1] + t * dy - p[1]) ** 2


def sides_of(shape: Polygon) -> list[tuple[Point, Point]]:
    """The sides as pairs of corners."""
    return list(zip(shape.points, shape.points[1:] + shape.points[:1], strict=True))


def segment_to_area(a: Point, b: Point, shape: Polygon) -> Fraction:
    """The exact squared distance of a segment from a polygon; 0 when they share a point."""
    if line_of(a, b).intersects(area_of(shape)):
        return Fraction(0)
    return min(
        min(point_to_segment(a, *side), point_to_segment(b, *side), point_to_segment(side[0], a, b)) for side in sides_of(shape)
    )


def boundary_distance(p: Point, shape: Polygon) -> Fraction:
    """The exact squared distance of a point from the boundary of a polygon."""
    return min(point_to_segment(p, *side) for side in sides_of(shape))


def rounded_up_root(square: Fraction) -> int:
    """The least whole number whose square is not below this one."""
    root = isqrt(int(square))
    while root * root < square:
        root += 1
    return root


def around(square: Fraction) -> st.SearchStrategy[int]:
    """Radii just below, at and above a distance given by its square."""
    near = isqrt(int(square))
    return st.integers(max(near - 2, 0), near + 3)


def examples_of(module: ModuleType) -> doctest.TestResults:
    """Run the examples in the module's docstrings. Compiled modules lose them, so they are read from the
    source."""
    source = Path(__file__).parents[2] / "src" / (module.__name__.replace(".", "/") + ".py")
    runner = doctest.DocTestRunner()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)):
            text = ast.get_docstring(node) or ""
            runner.run(doctest.DocTestParser().get_doctest(text, dict(vars(module)), source.name, None, 0))
    return runner.summarize(verbose=False)
