"""Ways on squared paper: roughly how far it is on foot from one place to another, around walls and through doors.

The table is ruled into squares, and one walks from the middle of a square to those of its eight neighbours. That is coarse, but
worked out once for a ground it answers at once, which `paths` with its exact ways does not: it is for those who judge, not for
those who move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from escarmouche.table.shapes import Polygon, square_between, sweep_meets_polygon
from escarmouche.table.whole import root

CLOSED: Final = -1
"""The toll of what nobody gets through."""
STRAIGHT: Final = 10
DIAGONAL: Final = 14
"""What a step costs, in tenths of a square."""
STEPS: Final = ((1, 0, STRAIGHT), (0, 1, STRAIGHT), (1, 1, DIAGONAL), (-1, 1, DIAGONAL))
"""Half of the neighbours of a square; the others have it as theirs."""
NOWHERE: Final = -1

Toll = tuple[Polygon, int]
"""Something in the way, and what getting through costs: a length, or CLOSED."""


@final
class Walks:
    """The ways of a base of this radius over a table: `tolls` are what stands in its way, `cell` is the side of a square."""

    __slots__ = ("cell", "columns", "rows", "_links", "_homes", "_fields")

    def __init__(self, width: int, depth: int, radius: int, tolls: Sequence[Toll], cell: int) -> None:
        self.cell = cell
        self.columns = max(1, width // cell)
        self.rows = max(1, depth // cell)
        self._links: list[list[tuple[int, int]]] = [[] for _ in range(self.columns * self.rows)]
        self._fields: dict[int, list[int]] = {}
        for row in range(self.rows):
            for column in range(self.columns):
                for right, up, cost in STEPS:
                    if 0 <= column + right < self.columns and row + up < self.rows:
                        self._join(column, row, column + right, row + up, cost, radius, tolls)
        self._homes = [self._home(square) for square in range(self.columns * self.rows)]

    def _join(self, column: int, row: int, to_column: int, to_row: int, cost: int, radius: int, tolls: Sequence[Toll]) -> None:
        """Join two squares, unless something between them lets nobody through."""
        one, other = row * self.columns + column, to_row * self.columns + to_column
        (ax, ay), (bx, by) = self.middle(one), self.middle(other)
        left, right, low, high = min(ax, bx) - radius, max(ax, bx) + radius, min(ay, by) - radius, max(ay, by) + radius
        for shape, toll in tolls:
            if shape.left > right or shape.right < left or shape.bottom > high or shape.top < low:
                continue
            if sweep_meets_polygon(ax, ay, bx, by, radius, shape):
                if toll == CLOSED:
                    return
                # Two steps lead through a door: to its threshold, and away from it.
                cost += toll * STRAIGHT // self.cell // 2
        self._links[one].append((other, cost))
        self._links[other].append((one, cost))

    def _home(self, square: int) -> int:
        """The square itself, or beside scenery a neighbour that one can walk from."""
        if self._links[square]:
            return square
        column, row = square % self.columns, square // self.columns
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            x, y = column + right, row + up
            if 0 <= x < self.columns and 0 <= y < self.rows and self._links[y * self.columns + x]:
                return y * self.columns + x
        return square

    def square(self, x: int, y: int) -> int:
        """The square of a place, or the one beside it that one can walk from."""
        column = min(max(x // self.cell, 0), self.columns - 1)
        row = min(max(y // self.cell, 0), self.rows - 1)
        return self._homes[row * self.columns + column]

    def middle(self, square: int) -> tuple[int, int]:
        """The middle of a square."""
        half = self.cell // 2
        return square % self.columns * self.cell + half, square // self.columns * self.cell + half

    def _field(self, square: int) -> list[int]:
        """What the way to each square costs from this one, NOWHERE where none leads; worked out when first asked for."""
        known = self._fields.get(square)
        if known is not None:
            return known
        field = [NOWHERE] * (self.columns * self.rows)
        # Squares by what they cost, in a ring: no step leads farther than once around it.
        around = 1 + max([step for links in self._links for _, step in links], default=0)
        ring: list[list[int]] = [[] for _ in range(around)]
        ring[0].append(square)
        cost, waiting = 0, 1
        while waiting:
            due = ring[cost % around]
            ring[cost % around] = []
            waiting -= len(due)
            for at in due:
                if field[at] == NOWHERE:
                    field[at] = cost
                    for other, step in self._links[at]:
                        if field[other] == NOWHERE:
                            ring[(cost + step) % around].append(other)
                            waiting += 1
            cost += 1
        self._fields[square] = field
        return field

    def nearest(self, x: int, y: int, places: Sequence[tuple[int, int]]) -> int:
        """Roughly how far it is on foot to the nearest of these places: the straight line, and by how much the way through the
        squares is longer than over bare ground; NOWHERE where no way leads to any."""
        one: i64 = self.square(x, y)
        field = self._field(one)
        columns: i64 = self.columns
        column, row = one % columns, one // columns
        best: i64 = NOWHERE
        for to_x, to_y in places:
            other: i64 = self.square(to_x, to_y)
            cost: i64 = field[other]
            if cost == NOWHERE:
                continue
            across, along = other % columns - column, other // columns - row
            across, along = max(across, -across), max(along, -along)
            bare = STRAIGHT * max(across, along) + (DIAGONAL - STRAIGHT) * min(across, along)
            length = root(square_between(x, y, to_x, to_y)) + (cost - bare) * self.cell // STRAIGHT
            if best == NOWHERE or length < best:
                best = length
        return best

    def way(self, x0: int, y0: int, x1: int, y1: int) -> list[tuple[int, int]]:
        """The middles of the squares along the way, the last one that of the goal's; none where no way leads."""
        at, goal = self.square(x0, y0), self.square(x1, y1)
        field = self._field(goal)
        found: list[tuple[int, int]] = []
        while at != goal and field[at] != NOWHERE:
            best = at
            for other, step in self._links[at]:
                if field[other] + step == field[at]:
                    best = other
                    break
            if best == at:
                break
            at = best
            found.append(self.middle(at))
        return found
