"""What a way counts: its length, and more where it leads over pieces with a cost.

`costs[i]` says how many times a way over `pieces[i]` counts: 2 is double. 0 means that the piece leaves things as they are.
The centre of the base decides where it is; where pieces overlap the last one that has a cost counts. Along the side of a
piece the bare table counts. Without costs a way counts what it measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.table.corners import cross
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, segment_meets_polygon
from escarmouche.table.whole import WORD, root, root_up

Point = tuple[int, int]

GRAIN: Final = 16
"""Lengths and costs are counted in sixteenths."""
_FINE: Final = 32  # bits of the fractions of a leg
_WHOLE: Final = 1 << _FINE
_SHORT: Final = 1 << 44  # a fraction of numbers below this is taken in machine words
_BRIEF: Final = 1 << 26
_LIGHT: Final = 1 << 36  # the product of numbers below the two fits a machine word


def sixteenths(dx: i64, dy: i64) -> i64:
    """The length of a vector in sixteenths, rounded up."""
    square = dx * dx + dy * dy
    if square >= WORD >> 8:
        return _long(square)
    if square == 0:
        return 0
    return root((square << 8) - 1) + 1


def _long(square: int) -> int:
    """The same for a vector of this square, which outgrows a machine word in sixteenths, so no i64 here."""
    return root_up(square << 8)


def _entries(x0: i64, y0: i64, x1: i64, y1: i64, points: tuple[tuple[i64, i64], ...], lean: i64) -> list[int]:
    """Where a segment enters and leaves a polygon by turns, as fractions of its length.

    A corner on its line counts as left of it if `lean` is 1 and as right of it if `lean` is 0, as if the line were shifted by
    nothing.
    """
    places: list[int] = []
    px, py = points[-1]
    before: i64 = cross(x0, y0, x1, y1, px, py)
    for x, y in points:
        side: i64 = cross(x0, y0, x1, y1, x, y)
        if (before + lean > 0) != (side + lean > 0):
            places.append(_fraction((px - x0) * (y - py) - (py - y0) * (x - px), side - before))
        before, px, py = side, x, y
    places.sort()
    return places


def _corner_on_line(x0: i64, y0: i64, x1: i64, y1: i64, points: tuple[tuple[i64, i64], ...]) -> bool:
    """Whether the line through two points leads through a corner."""
    for x, y in points:
        side: i64 = cross(x0, y0, x1, y1, x, y)
        if side == 0:
            return True
    return False


def _fraction(top: i64, bottom: i64) -> int:
    """top / bottom, held to 0..1, with 32 bits, rounded to the nearest."""
    if bottom < 0:
        top, bottom = -top, -bottom
    if top <= 0:
        return 0
    if top >= bottom:
        return _WHOLE
    if bottom >= _SHORT:
        return _long_fraction(top, bottom)
    double = 2 * bottom
    high = (top << 16) // double
    return (high << 17) + ((((top << 16) - high * double) << 17) + bottom) // double


def _long_fraction(top: int, bottom: int) -> int:
    """The same where the numbers may outgrow a machine word, so no i64 here."""
    return ((top << (_FINE + 1)) + bottom) // (2 * bottom)


def _paired(places: list[int]) -> list[tuple[int, int]]:
    """Entries and exits as pairs, without the empty ones."""
    pairs = [(places[i], places[i + 1]) for i in range(0, len(places), 2)]
    return [pair for pair in pairs if pair[0] < pair[1]]


def stretches(x0: int, y0: int, x1: int, y1: int, poly: Polygon) -> list[tuple[int, int]]:
    """The parts of a segment that lie in a polygon, as pairs (from, to) of fractions of its length times 2 ** 32.

    A part that runs along a side does not lie in the polygon.

    >>> from escarmouche.table.shapes import polygon
    >>> [(a >> 29, b >> 29) for a, b in stretches(0, 0, 8, 0, polygon([(2, -1), (4, -1), (4, 1), (2, 1)]))]
    [(2, 4)]
    """
    right = _paired(_entries(x0, y0, x1, y1, poly.points, 0))
    if not _corner_on_line(x0, y0, x1, y1, poly.points):
        return right
    left = _paired(_entries(x0, y0, x1, y1, poly.points, 1))
    common = [(max(a[0], b[0]), min(a[1], b[1])) for a in right for b in left]
    return [pair for pair in common if pair[0] < pair[1]]


def covered(x0: i64, y0: i64, x1: i64, y1: i64, poly: Polygon) -> i64:
    """How much of a segment lies in a polygon, as a fraction of its length times 2 ** 32: all its `stretches` together."""
    points: tuple[tuple[i64, i64], ...] = poly.points
    first: i64 = -1
    second: i64 = -1
    px, py = points[-1]
    before: i64 = cross(x0, y0, x1, y1, px, py)
    for x, y in points:
        side: i64 = cross(x0, y0, x1, y1, x, y)
        passes = (before > 0) != (side > 0)
        if side == 0 or (passes and second >= 0):  # through a corner, or in several parts
            return _sum(stretches(x0, y0, x1, y1, poly))
        if passes:
            place: i64 = _fraction((px - x0) * (y - py) - (py - y0) * (x - px), side - before)
            if first < 0:
                first = place
            else:
                second = place
        before, px, py = side, x, y
    if second < 0:
        return 0
    return second - first if second > first else first - second


def _sum(parts: list[tuple[int, int]]) -> int:
    """How long these parts are together."""
    total = 0
    for start, end in parts:
        total += end - start
    return total


@final
@mypyc_attr(acyclic=True)
class Costs:
    """The pieces that change what a way counts, in the order in which they lie on each other."""

    __slots__ = ("polygons", "factors")

    def __init__(self, polygons: list[Polygon], factors: list[int]) -> None:
        self.polygons = polygons
        self.factors = factors

    def leg(self, x0: i64, y0: i64, x1: i64, y1: i64) -> int:
        """What a leg counts, in sixteenths."""
        long: int = sixteenths(x1 - x0, y1 - y0)
        if not self.polygons or long == 0:
            return long
        at = self.first_met(x0, y0, x1, y1, 0)
        if at < 0:
            return long
        i = self.first_met(x0, y0, x1, y1, at + 1)
        if i < 0:
            return _weighed(long, _WHOLE + covered(x0, y0, x1, y1, self.polygons[at]) * (self.factors[at] - 1))
        parts = [(start, end, self.factors[at]) for start, end in stretches(x0, y0, x1, y1, self.polygons[at])]
        while i >= 0:
            parts += [(start, end, self.factors[i]) for start, end in stretches(x0, y0, x1, y1, self.polygons[i])]
            i = self.first_met(x0, y0, x1, y1, i + 1)
        return _weighed(long, _weight(parts))

    def first_met(self, x0: i64, y0: i64, x1: i64, y1: i64, start: i64) -> i64:
        """The number of the first piece from one on that a leg meets; -1 where it meets none of these."""
        many: i64 = len(self.polygons)
        for i in range(start, many):
            if segment_meets_polygon(x0, y0, x1, y1, self.polygons[i]):
                return i
        return -1

    def path(self, path: list[Point]) -> int:
        """What a path counts, rounded up."""
        total = 0
        for i in range(1, len(path)):
            x0, y0 = path[i - 1]
            x1, y1 = path[i]
            total += self.leg(x0, y0, x1, y1)
        return -(-total // GRAIN)

    def bare(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether a leg counts no more than its length."""
        return not self.polygons or self.leg(x0, y0, x1, y1) == sixteenths(x1 - x0, y1 - y0)


def _weighed(long: i64, weight: i64) -> int:
    """A length times a factor with 32 bits, rounded to the nearest."""
    if long < _BRIEF and weight < _LIGHT:
        return (long * weight + (1 << (_FINE - 1))) >> _FINE
    return _long_weighed(long, weight)


def _long_weighed(long: int, weight: int) -> int:
    """The same where the product may outgrow a machine word, so no i64 here."""
    return (long * weight + (1 << (_FINE - 1))) >> _FINE


def _weight(parts: list[tuple[int, int, int]]) -> int:
    """The mean factor of a leg, times 2 ** 32, from its parts (from, to, factor); later parts lie on earlier ones."""
    cuts = {0, _WHOLE}
    for start, end, _ in parts:
        cuts.add(start)
        cuts.add(end)
    total = 0
    ordered = sorted(cuts)
    for i in range(len(ordered) - 1):
        factor = 1
        for start, end, here in parts:
            if start <= ordered[i] and ordered[i + 1] <= end:
                factor = here
        total += (ordered[i + 1] - ordered[i]) * factor
    return total


FREE: Final = Costs([], [])
"""Ground on which a way counts no more than its length."""


def costs_of(pieces: Sequence[Piece], costs: Sequence[int]) -> Costs:
    """Only what matters of the pieces and their costs."""
    if costs and len(costs) != len(pieces):
        raise ValueError(f"There are {len(pieces)} pieces but {len(costs)} costs: give one for each piece, or none.")
    known = [i for i in range(len(costs)) if costs[i] > 0]
    return Costs([pieces[i].shape for i in known], [costs[i] for i in known])


def path_length(path: Sequence[Point]) -> int:
    """The length of a path, rounded up.

    >>> path_length([(0, 0), (300, 400), (300, 401)])
    501
    """
    return FREE.path(list(path))


def path_cost(path: Sequence[Point], pieces: Sequence[Piece], costs: Sequence[int]) -> int:
    """What a path counts when pieces have costs (see the top of the module), rounded up."""
    return costs_of(pieces, costs).path(list(path))
