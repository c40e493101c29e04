"""The table as text: terrain as shading, fighters as letters, capitals for the first player; then a legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import FREE, LONG, MEDIUM, OFF_TABLE, ON_TABLE, SHORT, WAITING, Band, Figure, World
from escarmouche.systems.sbh.names import figure_name
from escarmouche.systems.sbh.rules.ending import victory_points
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.view import AMBUSH, EDGES, known_figures, knows_marker, trait_ids
from escarmouche.systems.sbh.words import sentence
from escarmouche.table.shapes import inside

SHADES = {
    "wood": "%",
    "marsh": ",",
    "water": "~",
    "bridge-or-ford": "=",
    "hill": "^",
    "rocks": "*",
    "ruins": "+",
    "wall-or-tree": "#",
    "obstacle": "/",
    "cliff-or-structure": "&",
}
OTHER = ":"
BARE = "."
MARKERS = {AMBUSH: "?", "search": "!", "treasure": "$", "item": "$", "keepsake": "$"}
PRONE = "_"
HELD = "@"
PLACE = "()"
MARGIN = 4
NARROWEST = 40
TEN_CM = 10_000

Cell = tuple[int, int]


class Grid:
    """A table cut into cells of one character, twice as deep as they are wide; row 0 is the far edge, at the top."""

    def __init__(self, world: World, columns: int) -> None:
        self.world = world
        self.columns = max(columns, NARROWEST) - MARGIN
        ground = world.ground
        self.rows = max(1, (ground.depth * self.columns + ground.width) // (2 * ground.width))
        self.cells = [[self._shade(column, row) for column in range(self.columns)] for row in range(self.rows)]

    def column(self, x: int) -> int:
        """The column of a place on the table."""
        return min(max(x * self.columns // self.world.ground.width, 0), self.columns - 1)

    def row(self, y: int) -> int:
        """The row of a place on the table."""
        return self.rows - 1 - min(max(y * self.rows // self.world.ground.depth, 0), self.rows - 1)

    def _shade(self, column: int, row: int) -> str:
        """The terrain at the middle of a cell: the piece laid last."""
        ground = self.world.ground
        x = (2 * column + 1) * ground.width // (2 * self.columns)
        y = (2 * (self.rows - 1 - row) + 1) * ground.depth // (2 * self.rows)
        for piece in reversed(ground.pieces):
            if inside(piece.shape, x, y):
                return SHADES.get(piece.kind, OTHER)
        return BARE

    def put(self, x: int, y: int, text: str, taken: set[Cell]) -> None:
        """Write a text at a place on the table, or at the nearest free cells where another already stands."""
        column, row = min(self.column(x), self.columns - len(text)), self.row(y)
        for right, down in NEARBY:
            cells = [(column + right + i, row + down) for i in range(len(text))]
            if all(0 <= c < self.columns and 0 <= r < self.rows and (c, r) not in taken for c, r in cells):
                break
        else:
            cells = [(column + i, row) for i in range(len(text))]
        for (c, r), letter in zip(cells, text, strict=True):
            self.cells[r][c] = letter
            taken.add((c, r))

    def lines(self) -> Iterator[str]:
        """The grid with its margin: centimetres at every ten."""
        step = TEN_CM
        marks = {self.row(y): y // 1000 for y in range(0, self.world.ground.depth, step)}
        for row, cells in enumerate(self.cells):
            yield f"{marks.get(row, ''):>3} {''.join(cells)}"
        foot = [" "] * (self.columns + MARGIN)
        for x in range(0, self.world.ground.width, step):
            for i, letter in enumerate(str(x // 1000)):
                foot[MARGIN + self.column(x) + i] = letter
        yield "".join(foot).rstrip() + " cm"


NEARBY = [(0, 0), *sorted([(c, r) for c in range(-3, 4) for r in (-1, 0, 1)], key=lambda at: (abs(at[1]), abs(at[0]), at))]


def letters(figures: Iterable[Figure]) -> dict[int, str]:
    """A letter for each figure, capitals for seat 0; beyond Z with a number: A2."""
    counts = [0, 0]
    found: dict[int, str] = {}
    for figure in figures:
        number = counts[figure.seat]
        counts[figure.seat] += 1
        letter = chr(ord("a" if figure.seat else "A") + number % 26)
        found[figure.id] = letter if number < 26 else f"{letter}{number // 26 + 1}"
    return found


def draw(world: World, seat: int, columns: int, language: str = "en") -> str:
    """The table as the seat may see it, `columns` characters wide (at least 40), with a legend below."""
    figures = known_figures(world, seat)
    names = letters(figures)
    grid = Grid(world, columns)
    taken: set[Cell] = set()
    for figure in figures:
        if figure.status == ON_TABLE:
            sign = PRONE if figure.prone else HELD if figure.held != FREE else ""
            grid.put(figure.x, figure.y, names[figure.id] + sign, taken)
    for marker in world.markers:
        known = marker.kind == AMBUSH and knows_marker(marker, seat) and marker.figure >= 0
        grid.put(marker.x, marker.y, MARKERS[marker.kind] + (names[marker.figure] if known else ""), taken)
    if world.place >= 0:
        shape = world.ground.pieces[world.place].shape
        grid.put((shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2, PLACE, taken)
    below = [*_scale(grid, language), *_symbols(world, language), *_bands(world, language)]
    below += [_figure(world, figure, names[figure.id], language) for figure in figures]
    wrapped = [part for line in below for part in wrap(line, max(columns, NARROWEST), subsequent_indent=" " * MARGIN)]
    return "\n".join([*grid.lines(), *wrapped])


# ---------------------------------------------------------------- the legend


def _say(key: str, world: World, language: str, *about: object) -> str:
    return sentence(key, about, world, language)


def _scale(grid: Grid, language: str) -> Iterator[str]:
    """The three sticks, as long as they are on the drawing."""
    world = grid.world
    unit = world.ground.hex_width or 1
    for length, key in ((SHORT, "stick-short"), (MEDIUM, "stick-medium"), (LONG, "stick-long")):
        dashes = max(1, world.ruler(length) * unit * grid.columns // world.ground.width)
        yield f"    |{'-' * dashes}| {_say(key, world, language, world.ruler(length))}"


def _symbols(world: World, language: str) -> Iterator[str]:
    """What the signs on the table stand for: only those that are there."""
    signs: dict[str, str] = {}
    for piece in world.ground.pieces:
        signs.setdefault(SHADES.get(piece.kind, OTHER), _say(f"terrain-{piece.kind}", world, language))
    if world.place >= 0:
        signs[PLACE] = _say("scenario-place-of-power", world, language)
    for marker in world.markers:
        signs.setdefault(MARKERS[marker.kind], _say(f"marker-{marker.kind}", world, language))
    if signs:
        yield ", ".join([f"{sign} {name}" for sign, name in signs.items()])


def _bands(world: World, language: str) -> Iterator[str]:
    """Whose turn it is, and each side in a line."""
    if world.turn:
        yield _say("new-turn", world, language, world.turn, world.active)
    for band in world.bands:
        role = _say(f"role-{_role(world, band)}", world, language)
        edge = _say(f"edge-{EDGES[band.edge] or 'none'}", world, language)
        yield _say("side", world, language, band.seat, role, edge, victory_points(world, band.seat))


def _role(world: World, band: Band) -> str:
    """What a side is in the scenario; nothing yet before the dice have decided."""
    if not any(one.attacker for one in world.bands):
        return "none"
    return "attacker" if band.attacker else "defender"


def states(figure: Figure, acting: bool = True) -> list[str]:
    """The messages for how a figure fares; what it has done this turn is told of the side that is `acting`."""
    if figure.status not in (ON_TABLE, WAITING):
        return ["state-gone" if figure.status == OFF_TABLE else "state-killed"]
    found = [
        ("waiting", figure.status == WAITING),
        ("prone", figure.prone),
        ("held", figure.held != FREE),
        ("activated", acting and figure.activated),
        ("attacked", acting and figure.attacked),
        ("wounded", figure.wounds > 0),
        ("poisoned", figure.poisoned > 0),
        ("no-ammunition", figure.spent),
        ("exhausted", figure.exhausted),
        ("forsaken", figure.forsaken),
        ("treasure", figure.treasure),
    ]
    return [f"state-{name}" for name, holds in found if holds] + ([f"item-{figure.item}"] if figure.item else [])


def _figure(world: World, figure: Figure, letter: str, language: str) -> str:
    """A figure in a line: letter, name, Quality, Combat, place, state, special rules."""
    name = figure_name(world, figure.id, language)
    numbers = f"Q{quality_of(world, figure)}+ C{figure.card.combat}"
    place = _say("place", world, language, figure.x, figure.y) if figure.status == ON_TABLE else ""
    how = [", ".join([_say(state, world, language) for state in states(figure, figure.seat == world.active)])]
    if figure.status in (ON_TABLE, WAITING):
        how.append(", ".join([book().trait_name(trait, language) for trait in trait_ids(figure.card)]))
    return f"{letter:<3}{name:<26} {numbers:<7}{place:>11}  {'; '.join([part for part in how if part])}".rstrip()
