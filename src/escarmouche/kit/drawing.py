"""The table as text, drawn from the typed view: a grid of characters with the terrain as shading, letters for the figures, and
a legend below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Literal

from escarmouche.core.messages import CORE, Messages
from escarmouche.kit.view import Figure, Length, Look, Mark, Marker, Number, Piece, Point, Side, View, Words
from escarmouche.table.shapes import Polygon, inside, polygon

BARE = "."
SHADES: Mapping[Look, str] = {
    "plain": ".", "wood": "%", "brush": ";", "marsh": ",", "road": ":", "paving": ":", "snow": "'", "sand": ":", "planks": "=",
    "water": "~", "shallows": "-", "hill": "^", "cliff": "&", "chasm": "&", "rocks": "*", "ruins": "+", "wall": "#",
    "obstacle": "/", "hedge": "/", "building": "#", "gate": "+", "tower": "#", "enclosure": "#", "rampart": "#", "floor": "_",
    "door": "+", "open-door": "'", "column": "#", "rubble": '"', "chest": "=", "tree": "%", "ladder": "=", "fire": '"',
}  # fmt: skip
RUIN = "*"
THIN = (
    "wall", "obstacle", "hedge", "building", "gate", "tower", "enclosure", "rampart", "door", "open-door", "column", "chest",
    "tree",
)  # fmt: skip
"""What is drawn at least one character wide."""
LYING = "_"
THING = "!"
CENTIMETRE: Length = {"id": "cm", "length": 1000, "words": {"en": "cm", "fr": "cm"}}
METRIC = (1, 100, 1000, 100_000)
"""Units of length that are told in millimetres: a hexagon's, the millimetre, the centimetre, the metre."""
NAMED = 26
BETWEEN = " · "
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
    """A table cut into cells of one character, twice as deep as they are wide; row 0 is the far edge, at the top."""

    def __init__(self, width: int, depth: int, columns: int) -> None:
        self.width = width
        self.depth = depth
        self.columns = max(columns, NARROWEST) - MARGIN
        self.rows = max(1, (depth * self.columns + width) // (2 * width))
        self.taken: set[Cell] = set()
        self.cells = [[BARE] * self.columns for _ in range(self.rows)]

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

    def within(self, shape: Polygon) -> list[Cell]:
        """The cells whose middle lies in a shape, row by row."""
        return [
            (column, row)
            for row in range(self.row(shape.top), self.row(shape.bottom) + 1)
            for column in range(self.column(shape.left), self.column(shape.right) + 1)
            if inside(shape, *self.middle(column, row))
        ]

    def border(self, shape: Polygon) -> Iterator[Cell]:
        """The cells that the sides of a shape run through."""
        for (ax, ay), (bx, by) in zip(shape.points, (*shape.points[1:], shape.points[0]), strict=True):
            parts = 1 + abs(self.column(ax) - self.column(bx)) + abs(self.row(ay) - self.row(by))
            for i in range(parts + 1):
                yield self.column(ax + (bx - ax) * i // parts), self.row(ay + (by - ay) * i // parts)

    def shade(self, piece: Piece) -> None:
        """Lay a piece over what has been laid before it."""
        shape = polygon([(x, y) for x, y in piece["points"]])
        for column, row in [*self.within(shape), *(self.border(shape) if piece["look"] in THIN else ())]:
            self.cells[row][column] = shade_of(piece)

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

    def block(self, figure: Figure, letter: str) -> None:
        """Write a figure over all of its base, with an arrow at the middle of its front; or beside its place if it is too
        small for that."""
        corners = figure["outline"]
        found = [cell for cell in self.within(polygon([(x, y) for x, y in corners])) if cell not in self.taken]
        if len(found) < len(letter) + 1:
            self.put(figure["x"], figure["y"], letter + arrow(figure["facing"]))
            return
        ahead = ((corners[0][0] + corners[-1][0]) // 2, (corners[0][1] + corners[-1][1]) // 2)
        head = min(found, key=lambda cell: _squared(self.middle(*cell), ahead))
        for number, (column, row) in enumerate([cell for cell in found if cell != head]):
            self.cells[row][column] = letter[number % len(letter)]
        self.cells[head[1]][head[0]] = arrow(figure["facing"])
        self.taken.update(found)

    def lines(self, unit: int, every: int, name: str = "") -> Iterator[str]:
        """The grid with its margin: numbers in a unit of length, at every so many of it."""
        marks = {self.row(y * unit): y for y in range(0, _units(self.depth, unit), every)}
        for row, cells in enumerate(self.cells):
            yield f"{marks.get(row, ''):>3} {''.join(cells)}"
        foot = [" "] * (self.columns + 2 * MARGIN)  # the last number may stand out beyond the table
        for x in range(0, _units(self.width, unit), every):
            for i, letter in enumerate(str(x)):
                foot[MARGIN + self.column(x * unit) + i] = letter
        yield "".join(foot).rstrip() + (f" {name}" if name else "")


def _units(length: int, unit: int) -> int:
    return (length + unit - 1) // unit


def _squared(one: Cell, other: Cell) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def shade_of(piece: Piece) -> str:
    """The character for a piece."""
    return RUIN if piece["destroyed"] else SHADES[piece["look"]]


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


# ---------------------------------------------------------------- a view as text


MESSAGES = Messages.load("escarmouche.kit", "drawing.toml", CORE)


def draw(view: View, columns: int, language: str = "en") -> str:
    """What a seat may see, `columns` characters wide (at least 40), with a legend below."""
    return Sheet(view, "fr" if language == "fr" else "en").text(columns)


class Sheet:
    """A view that is written down in one language."""

    def __init__(self, view: View, language: Literal["en", "fr"]) -> None:
        self.view = view
        self.language: Literal["en", "fr"] = language
        self.unit = CENTIMETRE if view["table"]["hex_width"] else view["table"]["unit"]
        self.names = {figure["id"]: figure["name"][language] for figure in view["figures"]}
        self.letters = letters([(figure["id"], figure["seat"]) for figure in view["figures"]])

    def text(self, columns: int) -> str:
        """The grid and the legend."""
        grid = self.grid(columns)
        below = [*self.rulers(grid), BETWEEN.join(self.signs()), *self.things(), *self.sides()]
        below += [self.figure(figure) for figure in self.view["figures"]]
        lines = grid.lines(self.unit["length"], self.step(), self.unit["words"][self.language])
        return page(lines, [line for line in below if line], columns)

    def step(self) -> int:
        """So many units stand between two numbers of the margin."""
        across = self.view["table"]["width"] // self.unit["length"]
        return next((step for step in (5, 10, 20, 50) if across <= 10 * step), 100)

    def say(self, key: str, *about: object) -> str:
        """A sentence of every legend."""
        return MESSAGES.sentence(key, about, str, self.language)

    def word(self, both: Words) -> str:
        """What is said in this language."""
        return both[self.language]

    # ------------------------------------------------------------ the grid

    def grid(self, columns: int) -> Grid:
        """The table with all that stands and lies on it."""
        table = self.view["table"]
        grid = Grid(table["width"], table["depth"], columns)
        for piece in self.view["pieces"]:
            grid.shade(piece)
        for figure in sorted(self.view["figures"], key=lambda one: -len(one["bases"])):
            if figure["state"] != "table":
                continue
            letter = self.letters[figure["id"]]
            if figure["outline"]:
                grid.block(figure, letter)
            else:
                grid.put(figure["x"], figure["y"], letter + (LYING if "lying" in figure["poses"] else ""))
        for sign, x, y in self.laid():
            grid.put(x, y, sign)
        return grid

    def laid(self) -> Iterator[tuple[str, int, int]]:
        """The signs on the table and their places: those of markers, and of what is marked on a piece."""
        for marker in self.view["markers"]:
            yield sign_of(marker), marker["x"], marker["y"]
        for piece in self.view["pieces"]:
            for one in piece["marks"]:
                yield sign_of(one), *_middle(piece["points"])

    # ------------------------------------------------------------ the legend

    def rulers(self, grid: Grid) -> Iterator[str]:
        """The measuring sticks, as long as they are on the drawing."""
        for ruler in self.view["table"]["rulers"]:
            dashes = max(1, ruler["length"] * grid.columns // grid.width)
            yield f"    |{'-' * dashes}| {self.word(ruler['words'])}, {self.length(ruler['length'])}"

    def length(self, length: int) -> str:
        """A length in millimetres; in the unit of the table where that is no metric one."""
        unit = self.unit["length"]
        whole, rest = divmod(length, unit)
        if unit in METRIC or rest:
            return self.say("millimetres", length)
        return f"{whole} {self.word(self.unit.get('one', self.unit['words']) if whole == 1 else self.unit['words'])}"

    def signs(self) -> Iterator[str]:
        """What the signs on the table stand for: only those that are there."""
        found: dict[tuple[str, str], None] = {}
        for piece in self.view["pieces"]:
            name = self.say("ruin") if piece["destroyed"] else self.word(piece["name"])
            found[shade_of(piece), name] = None
            found.update({(sign_of(one), self.word(one["words"])): None for one in piece["marks"]})
        for marker in self.view["markers"]:
            found[sign_of(marker), self.word(marker["name"])] = None
        if any("lying" in figure["poses"] for figure in self.view["figures"]):
            found[LYING, self.say("lying")] = None
        return (f"{sign} {name}" for sign, name in found)

    def things(self) -> Iterator[str]:
        """The markers of which there is more to say: what they are worth, what is under them, who holds them."""
        for marker in self.view["markers"]:
            note = self.word(marker["note"])
            if note or marker["held"] >= 0:
                about = [self.word(marker["name"]), note, self.say("held", marker["held"]) if marker["held"] >= 0 else ""]
                yield f"{sign_of(marker)}  {', '.join([one for one in about if one])}, {self.place(marker['x'], marker['y'])}"

    def sides(self) -> Iterator[str]:
        """The turn, and each side in a line."""
        view = self.view
        if view["turn"]:
            last = view["turn_limit"]
            turn = f"{min(view['turn'], last)}/{last}" if last else view["turn"]
            yield self.say("turn" if view["active"] < 0 else "turn-of", turn, view["active"])
        for side in view["sides"]:
            about = [self.say("edge-" + side["edge"])] if side["edge"] else []
            about += [*self.marks(side), *self.numbers(side["numbers"])]
            yield self.say("side", side["seat"], ", ".join(about), side["score"], self.word(view["score"]))

    def figure(self, figure: Figure) -> str:
        """A figure in a line: letter, name, numbers, place, state, special rules; of one that is gone only how."""
        parts = [self.state(figure)]
        if figure["state"] != "gone":
            named = {trait["id"]: self.word(trait["name"]) for trait in self.view["traits"]}
            place = self.place(figure["x"], figure["y"]) if figure["state"] == "table" else ""
            kind = self.word(figure["kind"]) if figure["outline"] else ""
            numbers = " ".join(self.numbers(figure["numbers"]))
            parts = [kind, numbers, place, *parts, ", ".join([named[id] for id in figure["traits"]])]
        letter = self.letters[figure["id"]]
        return f"{letter:<3}{self.names[figure['id']]:<{NAMED}} {BETWEEN.join([part for part in parts if part])}".rstrip()

    def state(self, figure: Figure) -> str:
        """How a figure fares."""
        if figure["state"] == "gone":
            return self.word(figure["note"])
        if figure["host"] >= 0:
            return self.say("in", self.names[figure["host"]])
        note = [self.word(figure["note"])] if figure["note"]["en"] else []
        order = [self.say("acts-at", place["value"]) for place in self.view["order"] if place["figure"] == figure["id"]]
        return ", ".join([*note, *order, *self.marks(figure)])

    def numbers(self, found: Iterable[Number]) -> list[str]:
        """Numbers with their abbreviations."""
        return [f"{self.word(one['short'])} {self.word(one['value'])}".strip() for one in found]

    def marks(self, of: Figure | Side) -> list[str]:
        """The marks in words."""
        counted = [(self.word(one["words"]), one["count"], one["suffix"]) for one in of["marks"]]
        return [f"{text} {count}{suffix}" if count > 1 else text for text, count, suffix in counted]

    def place(self, x: int, y: int) -> str:
        """A place on the table, in its unit of length."""
        texts = [f"{length / self.unit['length']:.1f}" for length in (x, y)]
        return " ; ".join(texts).replace(".", ",") if self.language == "fr" else ", ".join(texts)


def sign_of(thing: Mark | Marker) -> str:
    """The character for something that lies on the table: its own, if it is one."""
    return thing["sign"] if len(thing["sign"]) == 1 else THING


def _middle(points: list[Point]) -> Cell:
    across, up = [x for x, _ in points], [y for _, y in points]
    return (min(across) + max(across)) // 2, (min(up) + max(up)) // 2
