"""Declarations: in the shooting and melee phases every side says all its attacks before any die is rolled."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Chance, Choose, Options, Refusal, Script, Tell
from escarmouche.kit.menu import no
from escarmouche.systems.bataille.model import Figure, World
from escarmouche.systems.bataille.rules.core import Contacts
from escarmouche.table.shapes import square_between

Row = tuple[int, ...]
"""What one figure does: its id, and the target of each of its attacks (-1: none); of a gun, whoever fires it and the target."""
HOLD = -1
NAMED = 24
"""At most so many enemies are offered for all to aim at."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Declaring(Options):
    """The attacks of a side in a phase: ("declare", row, row, …), a row for each figure that attacks, by their ids. The first
    answer listed is the usual one: everybody attacks the nearest enemy. (bataille.core.simultaneous-declaration)"""

    __slots__ = ("contacts", "known", "seat", "world")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat
        self.contacts = Contacts(world)
        self.known: dict[int, list[int]] = {}
        """The targets that were asked for already."""

    def able(self) -> list[int]:
        """Those of the side who may attack at all."""
        raise TypeError("Declaring is a base class")

    def targets(self, id: int) -> list[int]:
        """The enemies that one of them may attack, the nearest first."""
        if id not in self.known:
            self.known[id] = self.found(id)
        return self.known[id]

    def found(self, id: int) -> list[int]:
        """The same, looked for."""
        raise TypeError("Declaring is a base class")

    def row(self, id: int, target: int) -> Row:
        """All its attacks on one target."""
        raise TypeError("Declaring is a base class")

    def row_refusal(self, row: Row) -> Refusal | None:
        """Why a row is not allowed by itself, or None."""
        raise TypeError("Declaring is a base class")

    def together_refusal(self, rows: tuple[Row, ...]) -> Refusal | None:
        """Why rows are not allowed together, or None."""
        return None

    def mended(self, rows: list[Row]) -> list[Row]:
        """Rows that are each allowed, made such that they are allowed together."""
        return rows

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "bataille.core.simultaneous-declaration"
        if not isinstance(answer, tuple) or answer[:1] != ("declare",):
            return no(rule_id, "malformed", str(answer))
        before = -1
        for row in answer[1:]:
            if not is_row(row) or row[0] <= before or row[0] >= len(self.world.figures):
                return no(rule_id, "malformed", str(row))
            before = row[0]
            refused = self.row_refusal(row)
            if refused is not None:
                return refused
        return self.together_refusal(answer[1:])

    def usual(self, wanted: int = HOLD) -> Answer:
        """Everybody attacks the enemy who is wanted, if he may, or else the nearest."""
        rows: list[Row] = []
        for id in self.able():
            found = self.targets(id)
            if found:
                rows.append(self.row(id, wanted if wanted in found else found[0]))
        return ("declare", *self.mended(rows))

    def listed(self) -> list[Answer]:
        aims: dict[int, int] = {}
        for id in self.able():
            for target in self.targets(id):
                aims[target] = aims.get(target, 0) + 1
        best = sorted(aims, key=lambda target: (-aims[target], target))[:NAMED]
        return list(dict.fromkeys([self.usual(), *[self.usual(target) for target in best], ("declare",)]))

    def sample(self, chance: Chance) -> Answer:
        rows: list[Row] = []
        for id in self.able():
            if chance.below(8) > 0:
                row = self.random_row(id, chance)
                if row is not None:
                    rows.append(row)
        return ("declare", *self.mended(rows))

    def random_row(self, id: int, chance: Chance) -> Row | None:
        """All attacks of one figure on a random target, or None."""
        found = self.targets(id)
        return self.row(id, found[chance.below(len(found))]) if found else None

    def single(self) -> Answer | None:
        return None if self.able() else ("declare",)


def is_row(row: Any) -> bool:
    """Has it the form of a row: an id and at least one target?"""
    return isinstance(row, tuple) and len(row) > 1 and all(type(one) is int and one >= HOLD for one in row) and row[0] >= 0


def nearest_first(figure: Figure, others: list[Figure]) -> list[int]:
    """Figures by their distance from one."""
    return [
        other.id for other in sorted(others, key=lambda other: (square_between(figure.x, figure.y, other.x, other.y), other.id))
    ]


def declared(world: World, seat: int, options: Options, why: str) -> Script:
    """A side declares; where that is secret it is sealed until all have. Returns the world."""
    answer = yield Choose(why, seat, world, options, -1, world.sealed)
    if not world.sealed:
        yield Tell(why, "declared", (seat, len(answer) - 1))
    side = world.sides[seat].copy()
    side.declared = answer[1:]
    return world.with_side(side)


def cleared(world: World, phase: str) -> World:
    """The world at the beginning of a phase in which sides declare: nobody has."""
    twin = world.copy()
    sides = []
    for side in world.sides:
        fresh = side.copy()
        fresh.declared = None
        sides.append(fresh)
    twin.sides, twin.phase, twin.active = tuple(sides), phase, -1
    twin.sealed = world.on("secret-declarations")
    return twin


def revealed(world: World) -> World:
    """The world with all declarations open."""
    twin = world.copy()
    twin.sealed = False
    return twin
