"""The table as text: a grid of characters with the terrain as shading, letters for the figures, and a legend below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import inside

BARE = "."
OTHER = ":"
MARGIN = 4
NARROWEST = 40
ARROWS = "→↗↑↖←↙↓↘"

Cell = tuple[int, int]
NEARBY = [(0, 0), *sorted([(c, r) for c in range(-3, 4) for r in (-1, 0, 1)], key=lambda at: (abs(at[1]), abs(at[0]), at))]


def arrow(facing: int) -> str:
    """The arrow nearest to a facing.

    >>> arrow(0), arrow(9100), arrow(35900)
    ('→', '↑', '→')
    """
    return ARROWS[(facing + 2250) // 4500 % 8]


class Grid:
    """A table cut into cells of one character, twice as deep as they are wide; row 0 is the far edge, at the top. `shades` are
    the signs of the kinds of terrain; the piece laid last covers the others."""

    def __init__(self, width: int, depth: int, columns: int, pieces: Sequence[Piece], shades: Mapping[str, str]) -> None:
        self.width = width
        self.depth = depth
        self.columns = max(columns, NARROWEST) - MARGIN
        self.rows = max(1, (depth * self.columns + width) // (2 * width))
        self.taken: set[Cell] = set()
        self.cells = [
            [_shade(pieces, shades, *self.middle(column, row)) for column in range(self.columns)] for row in range(self.rows)
        ]

    def column(self, x: int) -> int:
        """The column of a place on the table."""
        return min(max(x * self.columns // self.width, 0), self.columns - 1)

    def row(self, y: int) -> int:
        """The row of a place on the table."""
        return self.rows - 1 - min(max(y * self.rows // self.depth, 0), self.rows - 1)

    def middle(self, column: int, row: int) -> Cell:
        """The place at the middle of a cell."""
        x = (2 * column + 1) * self.width // (2 * self.columns)
        return x, (2 * (self.rows - 1 - row) + 1) * self.depth // (2 * self.rows)

    def put(self, x: int, y: int, text: str, taking: bool = True) -> None:
        """Write a text at a place on the table, or at the nearest free cells where another already stands; others give way to
        it if it is `taking` its place."""
        column, row = min(self.column(x), self.columns - len(text)), self.row(y)
        taken = self.taken if taking else set()
        for right, down in NEARBY:
            cells = [(column + right + i, row + down) for i in range(len(text))]
            if all(0 <= c < self.columns and 0 <= r < self.rows and (c, r) not in taken for c, r in cells):
                break
        else:
            cells = [(column + i, row) for i in range(len(text))]
        for (c, r), letter in zip(cells, text, strict=True):
            self.cells[r][c] = letter
            taken.add((c, r))

    def lines(self, unit: int, every: int, name: str = "") -> Iterator[str]:
        """The grid with its margin: numbers in a unit of length, at every so many of it."""
        marks = {self.row(y * unit): y for y in range(0, _units(self.depth, unit), every)}
        for row, cells in enumerate(self.cells):
            yield f"{marks.get(row, ''):>3} {''.join(cells)}"
        foot = [" "] * (self.columns + MARGIN)
        for x in range(0, _units(self.width, unit), every):
            for i, letter in enumerate(str(x)):
                foot[MARGIN + self.column(x * unit) + i] = letter
        yield "".join(foot).rstrip() + (f" {name}" if name else "")


def _units(length: int, unit: int) -> int:
    return (length + unit - 1) // unit


def _shade(pieces: Sequence[Piece], shades: Mapping[str, str], x: int, y: int) -> str:
    for piece in reversed(pieces):
        if inside(piece.shape, x, y):
            return shades.get(piece.kind, OTHER)
    return BARE


def letters(seats: Iterable[tuple[int, int]]) -> dict[int, str]:
    """A letter for each figure, given as (id, seat): capitals for the first seat, beyond Z with a number, A2; small letters for
    the second, and for every further one letters with its number before them, 3A.

    >>> letters([(0, 0), (1, 1), (2, 0), (3, 2)])
    {0: 'A', 1: 'a', 2: 'B', 3: '3A'}
    """
    counts: dict[int, int] = {}
    found: dict[int, str] = {}
    for id, seat in seats:
        number = counts.get(seat, 0)
        counts[seat] = number + 1
        letter = chr(ord("a" if seat == 1 else "A") + number % 26)
        found[id] = (str(seat + 1) if seat > 1 else "") + (letter if number < 26 else f"{letter}{number // 26 + 1}")
    return found


def page(grid: Iterable[str], below: Iterable[str], columns: int) -> str:
    """The drawing and its legend, no line of which is longer than the page is wide."""
    wide = max(columns, NARROWEST)
    return "\n".join([*grid, *[part for line in below for part in wrap(line, wide, subsequent_indent=" " * MARGIN)]])
