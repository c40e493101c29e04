"""Lanes: the strip of the table over which a polygon passes when it is moved straight on. A quick look before exact tests."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from escarmouche.table.shapes import LIMIT, Polygon
from escarmouche.table.trig import sincos

NEVER: Final[i64] = LIMIT
"""Farther than anything can be."""

MARGIN: Final[i64] = 10
"""A lane is this much wider and longer than what moves along it: more than rounding adds up to."""


@final
class Lane:
    """The strip from a polygon straight along a heading."""

    __slots__ = ("_ahead", "_behind", "_cosine", "_left", "_right", "_sine", "_x", "_y")

    def __init__(self, shape: Polygon, heading: int) -> None:
        sine, cosine = sincos(heading)
        points: tuple[tuple[i64, i64], ...] = shape.points
        x, y = points[0]
        self._sine: i64 = sine
        self._cosine: i64 = cosine
        self._x = x
        self._y = y
        self._behind, self._ahead, self._right, self._left = self._extent(points)

    def _extent(self, points: tuple[tuple[i64, i64], ...]) -> tuple[i64, i64, i64, i64]:
        """How far back and forward, right and left of the first corner of what moves these points lie, seen along the lane."""
        behind, ahead, right, left = NEVER, -NEVER, NEVER, -NEVER
        for x, y in points:
            dx, dy = x - self._x, y - self._y
            along = (dx * self._cosine + dy * self._sine) >> 20
            aside = (dy * self._cosine - dx * self._sine) >> 20
            behind, ahead = min(behind, along), max(ahead, along)
            right, left = min(right, aside), max(left, aside)
        return behind, ahead, right, left

    def gap(self, shape: Polygon) -> i64:
        """How far one may surely go along the lane before touching this shape; NEVER where it is beside or behind."""
        behind, ahead, right, left = self._extent(shape.points)
        if right > self._left + MARGIN or left < self._right - MARGIN or ahead < self._behind - MARGIN:
            return NEVER
        return max(0, behind - self._ahead - MARGIN)
