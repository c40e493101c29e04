"""Templates laid on the table, and the discs under them.

Discs are (x, y, radius); the answer is the list of their places in the sequence, in order. A disc is under a template
when the two overlap; being tangent is not enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from escarmouche.table.shapes import Polygon, disc_meets_polygon, overlapping, polygon, segment_meets_disc, stretched
from escarmouche.table.whole import divided

Disc = tuple[int, int, int]


def under_round(x: int, y: int, radius: int, discs: Sequence[Disc]) -> list[int]:
    """The discs under a round template."""
    return [i for i, (cx, cy, r) in enumerate(discs) if overlapping(x, y, radius, cx, cy, r)]


def under_polygon(shape: Polygon, discs: Sequence[Disc]) -> list[int]:
    """The discs under a template of any straight-sided shape."""
    return [i for i, (cx, cy, r) in enumerate(discs) if disc_meets_polygon(cx, cy, r, shape)]


def strip(x0: int, y0: int, x1: int, y1: int, width: int) -> Polygon:
    """The straight band of that width between two points, with square ends; its corners are rounded to the nearest."""
    sx, sy = stretched(y0 - y1, x1 - x0, width << 10)
    ax, ay = divided(sx, 2 << 10), divided(sy, 2 << 10)
    return polygon([(x0 - ax, y0 - ay), (x1 - ax, y1 - ay), (x1 + ax, y1 + ay), (x0 + ax, y0 + ay)])


def under_line(x0: int, y0: int, x1: int, y1: int, width: int, discs: Sequence[Disc]) -> list[int]:
    """The discs under the `strip` between two points; those that the mere segment crosses when it has no width or
    length."""
    if width > 0 and (x0 != x1 or y0 != y1):
        return under_polygon(strip(x0, y0, x1, y1, width), discs)
    return [i for i, (cx, cy, r) in enumerate(discs) if segment_meets_disc(x0, y0, x1, y1, cx, cy, r)]
