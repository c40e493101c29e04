"""Lines of sight past, over and under terrain and figures, and how much of a target they hide.

Columns are discs with a height, (x, y, radius, foot, head). The callers pass what can be in the way: a game system leaves
out what its rules ignore (a wall the shooter leans on, lower friends). The viewer and the target may stay in: a column on
the centre of either never blocks."""

from __future__ import annotations

from math import isqrt
from typing import Final

from mypy_extensions import i64

from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import (
    convex_parts,
    segment_meets_disc,
    segment_meets_polygon,
    stretched,
    sweep_meets_polygon,
)
from escarmouche.table.whole import divided, more, nearest

LINES: Final = 33
"""How many lines `covered_fraction` casts across the target; odd, so that one goes to its centre."""

LINES_UP: Final = 9
"""How many rows of lines `covered_fraction` casts from the target's foot to its head."""


# ---------------------------------------------------------------- on the flat table


def outer_tangents(
    ax: int, ay: int, ar: int, bx: int, by: int, br: int
) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
    """The two lines that touch both discs from outside, from disc a to disc b: on the left, then on the right.

    Each end is rounded to the nearest and lies less than 1 off its circle. There is no such line when one disc holds
    the other: both are then the line of the centres."""
    dx = bx - ax
    dy = by - ay
    square = dx * dx + dy * dy
    taper = ar - br
    if square <= taper * taper:
        return (ax, ay, bx, by), (ax, ay, bx, by)
    along = taper << 16
    across = isqrt((square - taper * taper) << 32)
    below = square << 16
    lx = dx * along - dy * across
    ly = dy * along + dx * across
    rx = dx * along + dy * across
    ry = dy * along - dx * across
    return (
        (
            ax + divided(ar * lx, below),
            ay + divided(ar * ly, below),
            bx + divided(br * lx, below),
            by + divided(br * ly, below),
        ),
        (
            ax + divided(ar * rx, below),
            ay + divided(ar * ry, below),
            bx + divided(br * rx, below),
            by + divided(br * ry, below),
        ),
    )


# ---------------------------------------------------------------- with heights


def clear_sight(
    x0: int,
    y0: int,
    z0: int,
    x1: int,
    y1: int,
    z1: int,
    pieces: tuple[Piece, ...],
    columns: list[tuple[int, int, int, int, int]],
) -> bool:
    """Whether nothing is in the way of the straight line from an eye at height z0 to a point at height z1.

    A piece that blocks sight is in the way when somewhere over its area (boundary included) the line runs strictly
    below its `height` and not below its `base`; a column when somewhere strictly within its radius the line runs
    strictly below its head and not below its foot, and it is centred on neither end of the line."""
    for piece in pieces:
        if piece.blocks_sight and _piece_blocks(x0, y0, z0, x1, y1, z1, piece):
            return False
    for x, y, r, foot, head in columns:
        if (x == x0 and y == y0) or (x == x1 and y == y1) or not segment_meets_disc(x0, y0, x1, y1, x, y, r):
            continue
        if _column_blocks(x0, y0, z0, x1, y1, z1, x, y, r, foot, head):
            return False
    return True


def _piece_blocks(x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, piece: Piece) -> bool:
    if (z0 >= piece.height and z1 >= piece.height) or (z0 < piece.base and z1 < piece.base):
        return False
    if not segment_meets_polygon(x0, y0, x1, y1, piece.shape):
        return False
    return any(_part_blocks(x0, y0, z0, x1, y1, z1, part, piece.base, piece.height) for part in convex_parts(piece.shape))


def _clipped(a: i64, b: i64, c: i64, d: i64, start: i64, end: i64) -> tuple[i64, i64, i64, i64]:
    """Of the stretch from a/b to c/d of the way, the part where a value that goes evenly from `start` (at the beginning
    of the way) to `end` (at its end) is not negative. Nothing is left when a/b comes after c/d."""
    if start < 0:
        if end < 0:
            return 1, 1, 0, 1
        if more(-start, b, a, end - start):
            return -start, end - start, c, d
    elif end < 0 and more(c, start - end, start, d):
        return a, b, start, start - end
    return a, b, c, d


def _below(a: i64, b: i64, c: i64, d: i64, start: i64, end: i64) -> bool:
    """Whether the stretch from a/b to c/d exists and a value that goes from `start` to `end` is negative on it."""
    if more(a, d, c, b):
        return False
    return more(-start, b, end - start, a) or more(-start, d, end - start, c)


def _part_blocks(
    x0: i64, y0: i64, z0: i64, x1: i64, y1: i64, z1: i64, part: tuple[tuple[i64, i64], ...], foot: i64, head: i64
) -> bool:
    """Clip the line to a convex part and to the heights from `foot` up: what is left must not dip below `head`."""
    a, b, c, d = _clipped(0, 1, 1, 1, z0 - foot, z1 - foot)
    px, py = part[-1]
    for qx, qy in part:
        start = (qx - px) * (y0 - py) - (qy - py) * (x0 - px)
        end = (qx - px) * (y1 - py) - (qy - py) * (x1 - px)
        a, b, c, d = _clipped(a, b, c, d, start, end)
        px, py = qx, qy
    return _below(a, b, c, d, z0 - head, z1 - head)


def _column_blocks(x0: int, y0: int, z0: int, x1: int, y1: int, z1: int, x: int, y: int, r: int, foot: int, head: int) -> bool:
    """Whether the line, which comes nearer than r to the column's axis, does so while it is between foot and head."""
    if foot <= z0 <= head and foot <= z1 <= head and (z0 < head or z1 < head):
        return True  # it is so all the way
    a: int
    b: int
    c: int
    d: int
    a, b, c, d = _clipped(0, 1, 1, 1, z0 - foot, z1 - foot)
    a, b, c, d = _clipped(a, b, c, d, head - z0, head - z1)
    if not _below(a, b, c, d, z0 - head, z1 - head):
        return False
    dx = x1 - x0
    dy = y1 - y0
    # The place of nearest approach, as a fraction of the way, brought into the stretch that has the right heights.
    above = dx * (x - x0) + dy * (y - y0)
    below = dx * dx + dy * dy
    if below == 0 or above * b < a * below:
        above, below = a, b
    elif above * d > c * below:
        above, below = c, d
    fx = (x0 - x) * below + dx * above
    fy = (y0 - y) * below + dy * above
    return fx * fx + fy * fy < r * r * below * below


def _meets_any(
    x0: int,
    y0: int,
    x1: int,
    y1: int,
    pieces: tuple[Piece, ...],
    columns: list[tuple[int, int, int, int, int]],
) -> bool:
    """Whether a line meets anything on the flat table: what it does not meet there is in its way at no height."""
    for column in columns:
        if segment_meets_disc(x0, y0, x1, y1, column[0], column[1], column[2]):
            return True
    return any(segment_meets_polygon(x0, y0, x1, y1, piece.shape) for piece in pieces)


def _hidden_above(
    vx: int,
    vy: int,
    eye: int,
    x: int,
    y: int,
    heights: list[int],
    pieces: tuple[Piece, ...],
    columns: list[tuple[int, int, int, int, int]],
    hovers: bool,
) -> int:
    """How many of the points at these rising heights above one of the table are hidden from an eye; where nothing `hovers`, no
    line runs below anything, so that what hides a point hides all below it."""
    if hovers:
        return len([z for z in heights if not clear_sight(vx, vy, eye, x, y, z, pieces, columns)])
    low, high = 0, len(heights) - 1
    if not clear_sight(vx, vy, eye, x, y, heights[high], pieces, columns):
        return len(heights)  # mostly so, where there is anything in the way
    while low < high:
        middle = (low + high) // 2
        if clear_sight(vx, vy, eye, x, y, heights[middle], pieces, columns):
            high = middle
        else:
            low = middle + 1
    return low


def covered_fraction(
    vx: int,
    vy: int,
    eye: int,
    tx: int,
    ty: int,
    tr: int,
    foot: int,
    head: int,
    pieces: tuple[Piece, ...],
    columns: list[tuple[int, int, int, int, int]],
    enough: int = 0,
) -> tuple[int, int]:
    """How much of the target's outline is hidden from the viewer's eye, as numerator and denominator.

    The outline is the upright rectangle from `foot` to `head` over the target's diameter across the line of the centres.
    It is cut into LINES by LINES_UP equal cells, and `clear_sight` is asked for the middle of each (rounded to the nearest
    hundredth of a millimetre). Where it matters only whether so many cells are hidden (`enough`), the count ends as soon as
    that is known: then it is not less than that, or less."""
    near = tuple([p for p in pieces if p.blocks_sight and sweep_meets_polygon(vx, vy, tx, ty, tr + 1, p.shape)])
    others = [
        column for column in columns if not ((column[0] == vx and column[1] == vy) or (column[0] == tx and column[1] == ty))
    ]
    heights = [foot + divided((head - foot) * k, 2 * LINES_UP) for k in range(1, 2 * LINES_UP, 2)]
    least = min(eye, heights[0])
    hovers = any(piece.base > least for piece in near) or any(column[3] > least for column in others)
    hidden = 0
    left = LINES * LINES_UP
    ux: i64
    uy: i64
    ux, uy = stretched(vy - ty, tx - vx, tr << 10)
    below: i64 = LINES << 10
    last: i64 = LINES
    for k in range(1 - last, last, 2):  # the middles of equal parts of the diameter, from right to left
        x: int = tx + nearest(ux * k, below)
        y: int = ty + nearest(uy * k, below)
        if _meets_any(vx, vy, x, y, near, others):
            hidden += _hidden_above(vx, vy, eye, x, y, heights, near, others, hovers)
        left -= LINES_UP
        if enough and (hidden >= enough or hidden + left < enough):
            break
    return hidden, LINES * LINES_UP
