"""The table as text: terrain as shading, fighters as letters, capitals for the first player; then a legend."""

from __future__ import annotations

from collections.abc import Iterator

from escarmouche.kit.drawing import OTHER, Grid, letters, page
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import FREE, LONG, MEDIUM, OFF_TABLE, ON_TABLE, SHORT, WAITING, Band, Figure, World
from escarmouche.systems.sbh.names import figure_name
from escarmouche.systems.sbh.rules.ending import victory_points
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.view import AMBUSH, EDGES, known_figures, knows_marker, trait_ids
from escarmouche.systems.sbh.words import sentence

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
MARKERS = {AMBUSH: "?", "search": "!", "treasure": "$", "item": "$", "keepsake": "$"}
PRONE = "_"
HELD = "@"
PLACE = "()"
CENTIMETRE = 1000


def draw(world: World, seat: int, columns: int, language: str = "en") -> str:
    """The table as the seat may see it, `columns` characters wide (at least 40), with a legend below."""
    figures = known_figures(world, seat)
    names = letters([(figure.id, figure.seat) for figure in figures])
    ground = world.ground
    grid = Grid(ground.width, ground.depth, columns, ground.pieces, SHADES)
    for figure in figures:
        if figure.status == ON_TABLE:
            sign = PRONE if figure.prone else HELD if figure.held != FREE else ""
            grid.put(figure.x, figure.y, names[figure.id] + sign)
    for marker in world.markers:
        known = marker.kind == AMBUSH and knows_marker(marker, seat) and marker.figure >= 0
        grid.put(marker.x, marker.y, MARKERS[marker.kind] + (names[marker.figure] if known else ""))
    if world.place >= 0:
        shape = world.ground.pieces[world.place].shape
        grid.put((shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2, PLACE)
    below = [*_scale(world, grid, language), *_symbols(world, language), *_bands(world, language)]
    below += [_figure(world, figure, names[figure.id], language) for figure in figures]
    return page(grid.lines(CENTIMETRE, 10, "cm"), below, columns)


# ---------------------------------------------------------------- the legend


def _say(key: str, world: World, language: str, *about: object) -> str:
    return sentence(key, about, world, language)


def _scale(world: World, grid: Grid, language: str) -> Iterator[str]:
    """The three sticks, as long as they are on the drawing."""
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
