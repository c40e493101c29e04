"""The table as text: terrain as shading, structures as walls, units as blocks of letters with an arrow where they look;
capitals for the first player; then a legend."""

from __future__ import annotations

from collections.abc import Iterator

from escarmouche.kit.drawing import Cell, Grid, arrow, letters, page
from escarmouche.systems.masse.model import INCH, JOINED, NONE, ON_TABLE, RESERVE, STABLE, Structure, Unit, World
from escarmouche.systems.masse.names import unit_name
from escarmouche.systems.masse.rules.ending import held_by, lost_share, points
from escarmouche.systems.masse.rules.ground import footprint, front_centre
from escarmouche.systems.masse.rules.turn import initiative
from escarmouche.systems.masse.view import EDGES, MORALES
from escarmouche.systems.masse.words import sentence
from escarmouche.table.shapes import inside

SHADES = {
    "broussailles": ";",
    "foret-clairsemee": "%",
    "foret-dense": "&",
    "marais-sables": ",",
    "neige": "'",
    "obstacles-bas": "-",
    "obstacles-hauts-escaladables": "=",
    "obstacles-hauts-non-franchissables": "#",
    "riviere": "~",
    "torrents-lacs": "≈",
    "elevations": "^",
    "route": ":",
}
STONE = "#"
GATE = "+"
RUIN = "*"
GOAL = "!"
MARK = 6
"""Inches between the numbers at the edges."""


class Field(Grid):
    """A grid with structures and units drawn to scale."""

    def wall(self, structure: Structure) -> None:
        """Draw a structure: at least one cell wide."""
        sign = RUIN if structure.destroyed() else GATE if structure.role == "gate" else STONE
        shape = structure.shape
        for column in range(self.column(shape.left + 1), self.column(shape.right - 1) + 1):
            for row in range(self.row(shape.top - 1), self.row(shape.bottom + 1) + 1):
                self.cells[row][column] = sign

    def block(self, unit: Unit, letter: str) -> None:
        """Draw a unit as a block of its letter with an arrow at its front."""
        shape = footprint(unit)
        found = [
            (column, row)
            for column in range(self.column(shape.left), self.column(shape.right) + 1)
            for row in range(self.row(shape.top), self.row(shape.bottom) + 1)
            if inside(shape, *self.middle(column, row)) and (column, row) not in self.taken
        ]
        if len(found) < len(letter) + 1:
            self.put(unit.x, unit.y, letter + arrow(unit.facing))
            return
        ahead = front_centre(unit)
        head = min(found, key=lambda cell: _squared(self.middle(*cell), ahead))
        for number, (column, row) in enumerate(sorted([cell for cell in found if cell != head], key=lambda c: (c[1], c[0]))):
            self.cells[row][column] = letter[number % len(letter)]
        self.cells[head[1]][head[0]] = arrow(unit.facing)
        self.taken.update(found)


def _squared(one: Cell, other: Cell) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def draw(world: World, columns: int, language: str = "en") -> str:
    """The table, `columns` characters wide (at least 40), with a legend below; it is the same for every seat."""
    names = letters([(unit.id, unit.seat) for unit in world.units])
    grid = Field(world.width, world.depth, columns, world.pieces, SHADES)
    for structure in world.structures:
        grid.wall(structure)
    for goal in world.goals:
        if goal.reach:
            grid.put(goal.x, goal.y, GOAL, taking=False)
    for unit in sorted(world.units, key=lambda one: one.formation == NONE):
        if unit.status == ON_TABLE:
            grid.block(unit, names[unit.id])
    below = [*_symbols(world, language), *_goals(world, language), *_sides(world, language)]
    below += [_unit(world, unit, names[unit.id], language) for unit in world.units]
    return page(grid.lines(INCH, MARK), below, columns)


# ---------------------------------------------------------------- the legend


def _say(key: str, world: World, language: str, *about: object) -> str:
    return sentence(key, about, world, language)


def _symbols(world: World, language: str) -> Iterator[str]:
    """What the signs on the table stand for: only those that are there."""
    signs: dict[str, str] = {}
    for piece in world.pieces:
        signs.setdefault(SHADES[piece.kind], _say(f"terrain-{piece.kind}", world, language))
    for structure in world.structures:
        gate = structure.role == "gate"
        key = "sign-ruin" if structure.destroyed() else "sign-gate" if gate else "sign-structure"
        signs.setdefault(RUIN if structure.destroyed() else GATE if gate else STONE, _say(key, world, language))
    yield ", ".join([_say("sign-scale", world, language), *[f"{sign} {name}" for sign, name in signs.items()]])


def _goals(world: World, language: str) -> Iterator[str]:
    """What is fought for, and who has it."""
    for number, goal in enumerate(world.goals):
        if goal.reach:
            holder = held_by(world, goal)
            whose = _say("nobody", world, language) if holder < 0 else _say("somebody", world, language, holder)
            yield _say("goal-line", world, language, f"goal-{number}", goal.points, whose, goal.x, goal.y)


def _sides(world: World, language: str) -> Iterator[str]:
    """The turn, and each side in a line."""
    if world.turn:
        yield _say("new-turn", world, language, world.turn)
    for side in world.sides:
        role = _say("role-attacker" if side.attacker else "role-defender", world, language)
        edge = _say(f"edge-{EDGES[side.edge]}", world, language)
        lost = lost_share(world, side.seat) // 100
        yield _say("side", world, language, side.seat, role, edge, points(world, side.seat), lost)


def states(unit: Unit) -> list[str]:
    """The messages for how a unit fares."""
    if unit.status == JOINED:
        return ["state-in"]
    if unit.status != ON_TABLE:
        return ["state-reserve" if unit.status == RESERVE else "state-lost"]
    found = [
        ("acted", unit.acted),
        ("waiting", unit.waiting),
        ("receiving", unit.receiving),
        ("unloaded", not unit.loaded),
        ("flying", unit.altitude > 0),
        ("in-structure", unit.building >= 0),
        ("jammed", unit.jammed != 0),
    ]
    morale = [] if unit.morale == STABLE else ["morale-" + MORALES[unit.morale]]
    return morale + [f"state-{name}" for name, holds in found if holds]


def _unit(world: World, unit: Unit, letter: str, language: str) -> str:
    """A unit in a line: letter, name, figures, order, initiative, state."""
    name = unit_name(world, unit.id, language)
    numbers = f"{unit.figures}/{unit.began}" if unit.began > 1 else f"{unit.card.nv - unit.carried}/{unit.card.nv} NV"
    order = "" if unit.formation == NONE else _say("formation-" + unit.formation, world, language)
    turn = f"{initiative(world, unit)}" if unit.status == ON_TABLE and world.turn else ""
    how = ", ".join([_say(state, world, language, unit.host) for state in states(unit)])
    return f"{letter:<3}{name:<28} {numbers:<8}{order:<12}{turn:>3}  {how}"
