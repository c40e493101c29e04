"""Hexagon boards: distance, neighbours, straight lines, rings, and the way to table points and back.

A hexagon is a pair (q, r) of axial coordinates. Hexagons stand on a corner, so rows are horizontal: q counts along a
row, r counts rows, and (q, r), (q + 1, r), (q, r + 1) meet in one corner. On a rectangular map the same hexagons have
a column and a row; odd rows are shifted to the right by half a hexagon. Everything is in whole numbers.
"""

from __future__ import annotations

from math import isqrt
from typing import Final, final

Hex = tuple[int, int]

DIRECTIONS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours of (0, 0) in the sense of rotation from x to y, as offsets."""

_FINE: Final = 64  # parts into which a step of a line is cut, so that a nudge of a few parts only decides ties


def neighbours(at: Hex) -> list[Hex]:
    """The six hexagons around one, in the order of DIRECTIONS."""
    q, r = at
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def distance(a: Hex, b: Hex) -> int:
    """How many steps from hexagon to neighbouring hexagon lead from a to b.

    >>> distance((0, 0), (2, 1)), distance((0, 0), (2, -1))
    (3, 2)
    """
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def _rounded(q: int, r: int, scale: int) -> Hex:
    """The hexagon that holds the point (q / scale, r / scale)."""
    s = -q - r
    half, full = scale, 2 * scale
    near_q, near_r, near_s = (2 * q + half) // full, (2 * r + half) // full, (2 * s + half) // full
    off_q, off_r, off_s = abs(near_q * scale - q), abs(near_r * scale - r), abs(near_s * scale - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    return near_q, (near_r if off_s > off_r else -near_q - near_s)


def line(a: Hex, b: Hex, side: int = 1) -> list[Hex]:
    """The hexagons from a to b, both included, along the line drawn between their centres: a shortest path.

    Where the line runs along an edge between two hexagons `side` (1 or -1) says which of the two is taken. The line
    back passes through the same hexagons for the same side.

    >>> line((0, 0), (1, 1)), line((0, 0), (1, 1), -1)
    ([(0, 0), (0, 1), (1, 1)], [(0, 0), (1, 0), (1, 1)])
    """
    steps = distance(a, b)
    if steps == 0:
        return [a]
    scale = steps * _FINE
    dq, dr = (b[0] - a[0]) * _FINE, (b[1] - a[1]) * _FINE
    # (1, 2, -3) lies along none of the three edge directions, so no tie survives it.
    q, r = a[0] * scale + side, a[1] * scale + 2 * side
    return [_rounded(q + dq * i, r + dr * i, scale) for i in range(steps + 1)]


def ring(centre: Hex, radius: int) -> list[Hex]:
    """The hexagons at exactly `radius` steps: 6 * radius of them, or the centre alone for radius 0."""
    if radius == 0:
        return [centre]
    q, r = centre[0] + radius * DIRECTIONS[4][0], centre[1] + radius * DIRECTIONS[4][1]
    found: list[Hex] = []
    for dq, dr in DIRECTIONS:
        for _ in range(radius):
            found.append((q, r))
            q, r = q + dq, r + dr
    return found


def within(centre: Hex, radius: int) -> list[Hex]:
    """The hexagons at most `radius` steps away, the centre included, row by row."""
    q, r = centre
    return [
        (q + dq, r + dr)
        for dr in range(-radius, radius + 1)
        for dq in range(max(-radius, -dr - radius), min(radius, -dr + radius) + 1)
    ]


def from_column_row(column: int, row: int) -> Hex:
    """The hexagon at a column and row of a rectangular map.

    >>> from_column_row(0, 0), from_column_row(3, 2), to_column_row((2, 2))
    ((0, 0), (2, 2), (3, 2))
    """
    return column - (row >> 1), row


def to_column_row(at: Hex) -> tuple[int, int]:
    """The column and row of a hexagon on a rectangular map."""
    return at[0] + (at[1] >> 1), at[1]


def _over_root_three(numerator: int) -> int:
    """numerator / (2 * sqrt(3)), rounded to the nearest integer."""
    size = (isqrt(3 * numerator * numerator) + 3) // 6
    return size if numerator >= 0 else -size


def hex_centre(at: Hex, width: int) -> tuple[int, int]:
    """The table point at the middle of a hexagon, to the nearest integer.

    `width` is that of a hexagon from flat to flat. The hexagon (0, 0) touches the left and the lower table edge.
    """
    return (width * (2 * at[0] + at[1] + 1)) >> 1, _over_root_three(width * (3 * at[1] + 2))


def hex_at(x: int, y: int, width: int) -> Hex:
    """The hexagon whose middle is nearest to a table point; between equals the lowest row, then the leftmost."""
    low_row = 2 * y // isqrt(3 * width * width) - 2
    best: Hex = (0, low_row)
    best_gap = -1
    for row in range(low_row, low_row + 4):
        left = (2 * x // width - row - 1) >> 1
        for q in (left, left + 1):
            centre_x, centre_y = hex_centre((q, row), width)
            gap = (x - centre_x) ** 2 + (y - centre_y) ** 2
            if best_gap < 0 or gap < best_gap:
                best, best_gap = (q, row), gap
    return best


@final
class HexBoard:
    """A rectangular map of `columns` by `rows` hexagons, each `width` from flat to flat."""

    __slots__ = ("columns", "rows", "width")

    def __init__(self, columns: int, rows: int, width: int) -> None:
        self.columns = columns
        self.rows = rows
        self.width = width

    def holds(self, at: Hex) -> bool:
        """Whether a hexagon is on the map."""
        column, row = to_column_row(at)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def hexes(self) -> list[Hex]:
        """All hexagons, row by row."""
        return [from_column_row(column, row) for row in range(self.rows) for column in range(self.columns)]

    def neighbours(self, at: Hex) -> list[Hex]:
        """The neighbours of a hexagon that are on the map."""
        return [near for near in neighbours(at) if self.holds(near)]

    def edge_distance(self, at: Hex) -> int:
        """How many steps from a hexagon of the map to the nearest one outside it."""
        column, row = to_column_row(at)
        # A step to another row moves only half a column, so a slanting way out is never shorter than a straight one.
        return 1 + min(column, self.columns - 1 - column, row, self.rows - 1 - row)

    def centre(self, at: Hex) -> tuple[int, int]:
        """The table point at the middle of a hexagon."""
        return hex_centre(at, self.width)

    def hex_at(self, x: int, y: int) -> Hex:
        """The hexagon that holds a table point; it may lie outside the map."""
        return hex_at(x, y, self.width)

    def size(self) -> tuple[int, int]:
        """Width and depth of the smallest table that holds every hexagon."""
        across = 2 * self.columns + (1 if self.rows > 1 else 0)
        # Corner to corner each row adds three quarters of a hexagon's height; the last one adds it all.
        return (self.width * across + 1) // 2, isqrt(self.width**2 * (3 * self.rows + 1) ** 2 // 12) + 1
