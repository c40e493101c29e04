"""Hexagons: distance, neighbours, straight lines, rings, and the way to table points and back.

A hexagon is a pair (q, r) of axial coordinates. Hexagons stand on a corner, so rows are horizontal: q counts along a
row, r counts rows, and (q, r), (q + 1, r), (q, r + 1) meet in one corner. On a rectangular map the same hexagons have
a column and a row; odd rows are shifted to the right by half a hexagon. Everything is in whole numbers.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

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


def from_column_row(column: int, row: int) -> Hex:
    """The hexagon at a column and row of a rectangular map.

    >>> from_column_row(0, 0), from_column_row(3, 2)
    ((0, 0), (2, 2))
    """
    return column - (row >> 1), row


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
