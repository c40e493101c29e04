"""Random terrain that obeys placement limits, and what is wrong with a layout that does not.

Chance comes in through `below`, a function that gives a uniform whole number from 0 up to but not including its
argument: real dice, a seeded source or a test's script. Equal answers make equal tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from mypy_extensions import i64

from escarmouche.core.data import Data
from escarmouche.table.areas import moved
from escarmouche.table.corners import extent
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, polygon, polygon_extent, polygon_gap
from escarmouche.table.trig import ONE, TURN, sincos

TOO_FEW: Final = "too-few"
TOO_MANY: Final = "too-many"
TOO_SMALL: Final = "too-small"
TOO_LARGE: Final = "too-large"
TOO_HIGH: Final = "too-high"
TOO_CLOSE: Final = "too-close"
NEAR_EDGE: Final = "near-edge"
OFF_TABLE: Final = "off-table"

Violation = tuple[str, tuple[int, ...]]
Below = Callable[[int], int]

_TRIES: Final = 24  # places tried for a piece before the table counts as full
_ROUNDS: Final = 3  # random layouts tried before the pieces are packed in rows
_RAW: Final = 10_000  # radius at which a shape is drawn before it gets its size


@final
class Limits(Data):
    """What a layout has to obey.

    The number of pieces; the longest dimension of each (`smallest` to `largest`) and its height (`tallest`); the gap
    between two pieces (`spacing`) and to the table's edges (`edge_spacing`, 0 if pieces may touch them). Pieces whose
    kinds both appear in `joining` (the sections of a river, its bridge) need no gap between them.
    """

    __slots__ = ("minimum", "maximum", "smallest", "largest", "tallest", "spacing", "edge_spacing", "joining")

    def __init__(
        self,
        minimum: int,
        maximum: int,
        smallest: int,
        largest: int,
        tallest: int,
        spacing: int,
        edge_spacing: int = 0,
        joining: tuple[str, ...] = (),
    ) -> None:
        self.minimum = minimum
        self.maximum = maximum
        self.smallest = smallest
        self.largest = largest
        self.tallest = tallest
        self.spacing = spacing
        self.edge_spacing = edge_spacing
        self.joining = joining


@final
class Kind(Data):
    """A kind of terrain to scatter: everything about a piece but its shape. See `Piece`."""

    __slots__ = ("kind", "difficult", "impassable", "blocks_sight", "cover", "height", "tags", "floor")

    def __init__(
        self,
        kind: str,
        difficult: bool = False,
        impassable: bool = False,
        blocks_sight: bool = False,
        cover: bool = False,
        height: int = 0,
        tags: tuple[str, ...] = (),
        floor: int = 0,
    ) -> None:
        self.kind = kind
        self.difficult = difficult
        self.impassable = impassable
        self.blocks_sight = blocks_sight
        self.cover = cover
        self.height = height
        self.tags = tags
        self.floor = floor

    def piece(self, shape: Polygon) -> Piece:
        """A piece of this kind."""
        return Piece(
            self.kind, shape, self.height, self.difficult, self.impassable, self.blocks_sight, self.cover, self.tags,
            self.floor,
        )  # fmt: skip


# ---------------------------------------------------------------- limits


def _edge_gap(shape: Polygon, width: int, depth: int) -> int:
    """The distance of a shape from the nearest table edge; negative when it sticks out."""
    return min(shape.left, shape.bottom, width - shape.right, depth - shape.top)


def _own_violations(index: int, piece: Piece, width: int, depth: int, limits: Limits) -> list[Violation]:
    """What is wrong with one piece, whatever the others."""
    found: list[Violation] = []
    longest = polygon_extent(piece.shape)
    edge_gap = _edge_gap(piece.shape, width, depth)
    if longest < limits.smallest:
        found.append((TOO_SMALL, (index, longest, limits.smallest)))
    if longest > limits.largest:
        found.append((TOO_LARGE, (index, longest, limits.largest)))
    if piece.height > limits.tallest:
        found.append((TOO_HIGH, (index, piece.height, limits.tallest)))
    if edge_gap < 0:
        found.append((OFF_TABLE, (index, -edge_gap)))
    elif edge_gap < limits.edge_spacing:
        found.append((NEAR_EDGE, (index, edge_gap, limits.edge_spacing)))
    return found


def _need_no_gap(a: Piece, b: Piece, limits: Limits) -> bool:
    return a.kind in limits.joining and b.kind in limits.joining


def violations(pieces: Sequence[Piece], width: int, depth: int, limits: Limits) -> list[Violation]:
    """Everything that is wrong with a layout: a code for the limit and the numbers that go with it.

    | code | numbers |
    |---|---|
    | TOO_FEW, TOO_MANY | pieces, limit |
    | TOO_SMALL, TOO_LARGE | which piece, its longest dimension, limit |
    | TOO_HIGH | which piece, its height, limit |
    | OFF_TABLE | which piece, how far it sticks out |
    | NEAR_EDGE | which piece, its distance from the edge, limit |
    | TOO_CLOSE | which piece, which other, their gap, limit |
    """
    found: list[Violation] = []
    count = len(pieces)
    if count < limits.minimum:
        found.append((TOO_FEW, (count, limits.minimum)))
    if count > limits.maximum:
        found.append((TOO_MANY, (count, limits.maximum)))
    for i in range(count):
        found += _own_violations(i, pieces[i], width, depth, limits)
        for j in range(i):
            if not _need_no_gap(pieces[i], pieces[j], limits):
                gap = polygon_gap(pieces[j].shape, pieces[i].shape)
                if gap < limits.spacing:
                    found.append((TOO_CLOSE, (j, i, gap, limits.spacing)))
    return found


# ---------------------------------------------------------------- shapes


def _raw_shape(below: Below) -> list[tuple[int, int]]:
    """Six to ten corners around the origin: uneven, a little longer than wide, and turned at random."""
    count = 6 + below(5)
    flat = 60 + below(41)  # per cent of width to length
    turn_sine, turn_cosine = sincos(below(TURN))
    points: list[tuple[int, int]] = []
    for i in range(count):
        sine, cosine = sincos((i * TURN + below(TURN * 3 // 4)) // count)
        radius = _RAW * (60 + below(41)) // 100
        points.append(_turned(radius, sine, cosine, flat, turn_sine, turn_cosine))
    return points


def _turned(radius: i64, sine: i64, cosine: i64, flat: i64, turn_sine: i64, turn_cosine: i64) -> tuple[int, int]:
    """The point on a bearing, so far off, of a figure that is drawn in across to `flat` per cent and then turned."""
    x, y = radius * cosine // ONE, radius * sine * flat // (100 * ONE)
    return (x * turn_cosine - y * turn_sine) // ONE, (x * turn_sine + y * turn_cosine) // ONE


def irregular(below: Below, length: int) -> Polygon:
    """A natural looking simple polygon around the origin whose longest dimension is `length`, give or take 2."""
    raw = _raw_shape(below)
    size = extent(tuple(raw))
    return polygon([_scaled(x, y, length, size) for x, y in raw])


def _scaled(x: i64, y: i64, length: i64, size: i64) -> tuple[int, int]:
    """The point so much farther from the origin as the length is more than the size."""
    return x * length // size, y * length // size


# ---------------------------------------------------------------- placing


def _boxes_apart(a: Polygon, b: Polygon, gap: int) -> bool:
    """Whether the boxes around two shapes are at least `gap` apart: cheap, and often enough."""
    return (
        a.left - b.right >= gap or b.left - a.right >= gap or a.bottom - b.top >= gap or b.bottom - a.top >= gap
    )  # fmt: skip


def _clear(shape: Polygon, others: Sequence[Polygon], gap: int) -> bool:
    """Whether a shape keeps a gap of at least `gap` from the others."""
    return all(_boxes_apart(shape, other, gap) or polygon_gap(shape, other) >= gap for other in others)


@final
class _Table:
    """A layout in the making."""

    __slots__ = ("width", "depth", "limits", "keep_free", "shapes")

    def __init__(self, width: int, depth: int, limits: Limits, keep_free: Sequence[Polygon]) -> None:
        self.width = width
        self.depth = depth
        self.limits = limits
        self.keep_free = keep_free
        self.shapes: list[Polygon] = []

    def shape(self, below: Below, length: int) -> Polygon:
        """A shape of about that size, drawn again if rounding put it just outside the limits."""
        shape = irregular(below, length)
        for _ in range(_TRIES):
            if self.limits.smallest <= polygon_extent(shape) <= self.limits.largest:
                break
            shape = irregular(below, length)
        return shape

    def put(self, shape: Polygon) -> bool:
        """Add a shape if it may lie there."""
        limits = self.limits
        fits = (
            _edge_gap(shape, self.width, self.depth) >= limits.edge_spacing
            and _clear(shape, self.shapes, limits.spacing)
            and _clear(shape, self.keep_free, 1)
            and limits.smallest <= polygon_extent(shape) <= limits.largest
        )
        if fits:
            self.shapes.append(shape)
        return fits

    def put_anywhere(self, below: Below) -> bool:
        """Add a random shape at a random place; the longer that takes, the smaller it gets."""
        limits = self.limits
        for attempt in range(_TRIES):
            spread = (limits.largest - limits.smallest) * (_TRIES - attempt) // _TRIES
            # The mean of two draws: middling pieces are more common than giants and dwarfs.
            length = limits.smallest + (below(spread + 1) + below(spread + 1)) // 2
            shape = self.shape(below, length)
            free_x = self.width - (shape.right - shape.left) - 2 * limits.edge_spacing
            free_y = self.depth - (shape.top - shape.bottom) - 2 * limits.edge_spacing
            if free_x >= 0 and free_y >= 0:
                x = limits.edge_spacing - shape.left + below(free_x + 1)
                y = limits.edge_spacing - shape.bottom + below(free_y + 1)
                if self.put(moved(shape, x, y)):
                    return True
        return False

    def put_first_free(self, shape: Polygon, pace: int) -> bool:
        """Add a shape at the first place where it may lie, in rows from the corner of the table."""
        low = self.limits.edge_spacing
        for y in range(low - shape.bottom, self.depth - low - shape.top + 1, pace):
            for x in range(low - shape.left, self.width - low - shape.right + 1, pace):
                if self.put(moved(shape, x, y)):
                    return True
        return False


def _strewn(below: Below, table: _Table, count: int) -> bool:
    """Lay out up to `count` shapes at random; whether there are enough."""
    while len(table.shapes) < count and table.put_anywhere(below):
        pass
    return len(table.shapes) >= table.limits.minimum


def _packed(below: Below, table: _Table) -> bool:
    """Lay out as many of the smallest shapes as are needed, in rows; whether there was room for them.

    First in cells that hold any shape of that size with its gap, then, where areas to keep free spoil these, anywhere.
    """
    limits = table.limits
    target = min(limits.largest, limits.smallest + 2)
    cell = target + limits.spacing + 3
    for pace in (cell, max(1, cell // 8)):
        failures = 0
        while len(table.shapes) < limits.minimum and failures < _ROUNDS:
            if not table.put_first_free(table.shape(below, target), pace):
                failures += 1
    return len(table.shapes) >= limits.minimum


def _layout(below: Below, width: int, depth: int, limits: Limits, keep_free: Sequence[Polygon], count: int) -> list[Polygon]:
    for _ in range(_ROUNDS):
        table = _Table(width, depth, limits, keep_free)
        if _strewn(below, table, count):
            return table.shapes
    table = _Table(width, depth, limits, keep_free)
    if _packed(below, table):
        return table.shapes
    raise ValueError(
        f"{limits.minimum} pieces of at least {limits.smallest} with gaps of {limits.spacing} do not fit on a table of "
        f"{width} by {depth}: ask for fewer or smaller pieces, or keep less of the table free."
    )


def scatter(
    below: Below,
    width: int,
    depth: int,
    limits: Limits,
    kinds: Sequence[Kind],
    keep_free: Sequence[Polygon] = (),
    count: int = 0,
) -> tuple[Piece, ...]:
    """A random legal layout: `violations` finds nothing wrong with it, and no piece touches the areas to keep free.

    `count` pieces if there is room for them, and never fewer than the minimum; with 0 the number is random within the
    limits. Kinds higher than the limit are left out; a kind listed twice comes up twice as often. Raises ValueError
    when the minimum does not fit on the table or no kind is low enough.
    """
    low = [kind for kind in kinds if kind.height <= limits.tallest]
    if not low:
        raise ValueError(f"No kind of terrain is at most {limits.tallest} high: give one that is.")
    if count == 0:
        count = limits.minimum + below(limits.maximum - limits.minimum + 1)
    count = max(limits.minimum, min(limits.maximum, count))
    shapes = _layout(below, width, depth, limits, keep_free, count)
    return tuple([low[below(len(low))].piece(shape) for shape in shapes])
