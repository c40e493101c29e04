"""The tables of the scenarios: rooms, corridors, doors, columns and rubble; as their rows say, or another for each seed."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from escarmouche.core.effects import Chance
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import CLOSED, OPEN, Fixture, Ground
from escarmouche.systems.fda.rows import Terrain
from escarmouche.systems.fda.scenario_rows import Feature, Scenario, Zone
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, polygon

OPEN_DOOR: Final = "open-door"
"""The kind of piece that a door is when it is open: it hinders nobody. (fda.terrain.doors-and-rooms)"""
DOORS: Final = ("door", "shutter")
HEROES: Final = "adventurers"
"""The side of a zone in which the adventurers deploy."""


class Table(NamedTuple):
    """A table to play on: the ground, what can be opened or smashed on it, and who deploys where."""

    ground: Ground
    fixtures: tuple[Fixture, ...]
    zones: tuple[Zone, ...]


def table(name: str, chance: Chance, doors: bool = True) -> Table:
    """The table of a scenario; only a random one draws from `chance`. Where nobody can work doors (`doors` is false) they
    stand open from the beginning. (fda.terrain.doors-and-rooms, fda.scenario.brawl-setup)"""
    row = book().scenario[name]
    if row.random:
        row = drawn(row, chance)
    pieces = tuple([piece(feature, open=not doors) for feature in row.features])
    fixtures = tuple([found for number, one in enumerate(row.features) if (found := fixture(number, one, not doors))])
    length = book().length
    return Table(Ground(length(row.width), length(row.depth), pieces), fixtures, zones_of(row))


def zones_of(row: Scenario) -> tuple[Zone, ...]:
    """Where the troops of a scenario deploy; at random only what lies between their halls is drawn.
    (fda.scenario.general-deployment)"""
    if not row.random:
        return row.zones
    deep, wide = book().dungeon.zone, row.width
    w, h = deep - 2, row.depth - 2
    return Zone(side=HEROES, x=1, y=1, w=w, h=h), Zone(side="dungeon", x=wide - deep + 1, y=1, w=w, h=h)


# ---------------------------------------------------------------- pieces


def piece(feature: Feature, open: bool = False) -> Piece:
    """A piece of terrain. Obstacles are walked round, jumped or climbed; what is neither that nor clear slows down.
    (fda.terrain.sight, fda.terrain.non-clear)"""
    length = book().length
    left, low = length(feature.x), length(feature.y)
    right, high = length(feature.x + feature.w), length(feature.y + feature.h)
    return made(feature.terrain, polygon([(left, low), (right, low), (right, high), (left, high)]), open)


def made(kind: str, shape: Polygon, open: bool = False) -> Piece:
    """A piece of a kind of terrain; a door that stands open hinders nobody, and an open shutter is a window.
    (fda.terrain.doors-and-rooms, fda.terrain.sight)"""
    if open and kind == DOORS[0]:
        return Piece(OPEN_DOOR, shape)
    row = book().terrain["window" if open and kind in DOORS else kind]
    return Piece(
        row.id,
        shape,
        height=book().length(row.height),
        difficult=slows(row),
        impassable=row.movement == "obstacle",
        blocks_sight=row.blocks_line,
        cover=row.screens != "none",
    )


def slows(row: Terrain) -> bool:
    """Whether a figure moves by its agility in it, as in broken ground. (fda.terrain.non-clear, fda.terrain.broken)"""
    return row.movement in ("other", "broken")


def fixture(number: int, feature: Feature, open: bool = False) -> Fixture | None:
    """What can be opened, closed or smashed about a piece, if anything. (fda.extra.open, fda.extra.break-open)"""
    if not book().terrain[feature.terrain].opens and not feature.blows:
        return None
    stands_open = open and feature.terrain in DOORS
    state, locked = (OPEN, False) if stands_open else (CLOSED, feature.locked)
    return Fixture(number, feature.terrain, state, locked, feature.holds, feature.blows)


# ---------------------------------------------------------------- a dungeon at random


def drawn(row: Scenario, chance: Chance) -> Scenario:
    """The scenario with a dungeon drawn for it: a hall for each troop to enter by, a corridor between them, rooms on either
    side of it behind walls with doorways, and what lies about. Through the corridor there is always a way without a door."""
    plan = Plan(row, chance)
    plan.halls()
    plan.rooms()
    plan.furnish()
    return msgspec.structs.replace(row, features=tuple(plan.features))


class Plan:
    """A dungeon on squared paper, as it is drawn. Lengths are in centimetres; walls run along the lines of the paper and
    doorways lie in the middle of a square, so that no wall ends in one."""

    def __init__(self, row: Scenario, chance: Chance) -> None:
        self.row = row
        self.chance = chance
        self.bounds = book().dungeon
        self.features: list[Feature] = []
        cell = self.bounds.cell
        self.columns = int((row.width - 2 * self.bounds.zone) // cell)
        self.rows = int(row.depth // cell)
        self.corridor = 1 + chance.below(self.rows - 2)
        """Which row of squares is the corridor; never the first or the last."""

    def likely(self, percent: float) -> bool:
        """Whether something with this chance happens."""
        return self.chance.below(100) < percent

    def halls(self) -> None:
        """The walls of the halls: an archway into the corridor, and one doorway into the rooms on either side of it."""
        for x in (self.bounds.zone, self.row.width - self.bounds.zone - self.bounds.wall):
            above = self.corridor + 1 + self.chance.below(self.rows - self.corridor - 1)
            below = self.chance.below(self.corridor)
            self.wall(x, 0, self.rows, (below, above), upright=True)
            self.beside_gap(x, self.corridor, upright=True)

    def rooms(self) -> None:
        """The corridor's two walls, and the rooms beyond them."""
        for line, low, high in ((self.corridor, 0, self.corridor), (self.corridor + 1, self.corridor + 1, self.rows)):
            half = self.columns // 2
            doorways = (self.chance.below(half), half + self.chance.below(self.columns - half))
            self.wall(line * self.bounds.cell, 0, self.columns, doorways, upright=False)
            self.divide(0, low, self.columns, high)

    def divide(self, left: int, low: int, right: int, high: int) -> None:
        """Divide a block of squares into rooms: a wall with a doorway, until they are small enough."""
        wide, deep = right - left, high - low
        least = self.bounds.room_least
        if wide * deep <= least or (wide * deep <= 2 * least and self.likely(50)):
            return
        upright = wide > deep or (wide == deep and self.likely(50))
        if upright:
            cut = left + 1 + self.chance.below(wide - 1)
            self.wall(self.x_of(cut), low, high, (low + self.chance.below(deep),), upright=True)
            self.divide(left, low, cut, high)
            self.divide(cut, low, right, high)
        else:
            cut = low + 1 + self.chance.below(deep - 1)
            self.wall(cut * self.bounds.cell, left, right, (left + self.chance.below(wide),), upright=False)
            self.divide(left, low, right, cut)
            self.divide(left, cut, right, high)

    def x_of(self, column: int) -> float:
        """Where a column of squares begins."""
        return self.bounds.zone + column * self.bounds.cell

    def wall(self, at: float, first: int, last: int, doorways: tuple[int, ...], upright: bool) -> None:
        """A wall along so many squares, with a doorway in some of them; a doorway may have a door, perhaps a locked one. What
        is the corridor's end in a wall across it is left to the archway."""
        for square in range(first, last):
            if upright and square == self.corridor:
                continue
            if square not in doorways:
                self.straight(at, square, upright)
                continue
            self.beside_gap(at, square, upright)
            if self.likely(self.bounds.door_percent):
                start, width = self.gap(square, upright)
                self.add("door", *self.box(at, start, width, upright), locked=self.likely(self.bounds.locked_percent))

    def gap(self, square: int, upright: bool) -> tuple[float, float]:
        """Where the doorway of a square begins along its wall, and how wide it is."""
        start = square * self.bounds.cell + (0 if upright else self.bounds.zone)
        return start + (self.bounds.cell - self.bounds.doorway) / 2, self.bounds.doorway

    def box(self, at: float, start: float, long: float, upright: bool) -> tuple[float, float, float, float]:
        """The stretch of a wall as x, y, width and depth."""
        thick = self.bounds.wall
        return (at, start, thick, long) if upright else (start, at, long, thick)

    def straight(self, at: float, square: int, upright: bool) -> None:
        """The wall along a square without a gap."""
        start = square * self.bounds.cell + (0 if upright else self.bounds.zone)
        self.add("wall", *self.box(at, start, self.bounds.cell, upright))

    def beside_gap(self, at: float, square: int, upright: bool) -> None:
        """The two stretches of wall beside the doorway of a square."""
        begin = square * self.bounds.cell + (0 if upright else self.bounds.zone)
        start, width = self.gap(square, upright)
        self.add("wall", *self.box(at, begin, start - begin, upright))
        self.add("wall", *self.box(at, start + width, begin + self.bounds.cell - start - width, upright))

    def furnish(self) -> None:
        """Columns, rubble, broken ground and chests, at most one thing in the middle of a square."""
        bounds = self.bounds
        free = [(column, row) for column in range(self.columns) for row in range(self.rows)]
        for kind, most, size in (
            ("column", bounds.columns_most, bounds.column),
            ("debris", bounds.rubble_most, bounds.patch),
            ("broken-ground", bounds.broken_most, bounds.patch),
            ("chest", bounds.chests, bounds.chest),
        ):
            for _ in range(1 + self.chance.below(most) if most else 0):
                column, row = free.pop(self.chance.below(len(free)))
                middle = (bounds.cell + bounds.wall - size) / 2
                self.add(kind, self.x_of(column) + middle, row * bounds.cell + middle, size, size)

    def add(self, terrain: str, x: float, y: float, w: float, h: float, locked: bool = False) -> None:
        """One more thing on the paper."""
        self.features.append(Feature(terrain=terrain, x=x, y=y, w=w, h=h, locked=locked))
