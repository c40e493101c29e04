"""Scenes for rule tests: a few figures on a table measured in inches, one rule, a script of dice and answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from escarmouche.core.data import fields
from escarmouche.core.effects import Call, Choose, Refusal
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.model import (
    DEAD,
    GUN,
    ITEMS,
    ON_TABLE,
    TRAITS,
    Card,
    Figure,
    Ground,
    Side,
    World,
)  # fmt: skip
from escarmouche.systems.bataille.rules import sequence  # noqa: F401  (importing the chapters makes their rules known)
from escarmouche.systems.bataille.rules.deployment import strip
from escarmouche.systems.bataille.rules.terrain import ground, piece
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from tests.systems.playing import Outcome, Throw, played, script
from tests.systems.playing import changed as changed
from tests.systems.playing import key as key

step = script

INCH = 2500
SWITCHES = tuple([one.id for one in book().switch.values() if one.usual])


def inches(value: float) -> int:
    """Inches as the table has them."""
    return round(value * INCH)


def bits(names: str, table: dict[str, int]) -> int:
    """Abilities or items by their names, as one number."""
    return sum([table[name] for name in names.split()])


PLAIN = Card("man", "Man", "Homme", 0, 10, 6 * INCH, False, (3,), (), 3, 3, 1, 0, 0, "melee", (), (), INCH // 2, "")


def man(seat: int, x: float, y: float, **changes: Any) -> Figure:
    """A figure at x, y inches: Movement 6, Melee 3, no Shooting, Armour 3, Mental 3, 1 hit point, a base of 1 inch; further
    fields of Card or Figure by name, `move` in inches, `traits` and `items` as words."""
    for name, table in (("traits", TRAITS), ("items", ITEMS)):
        if isinstance(changes.get(name), str):
            changes[name] = bits(changes[name], table)
    if "move" in changes:
        changes["move"] = inches(changes["move"])
    on_card = {name: changes.pop(name) for name in list(changes) if name in fields(Card) and name != "hp"}
    hp = changes.pop("hp", 1)
    card = changed(PLAIN, hp=hp, **on_card)
    changes.setdefault("status", ON_TABLE)
    return Figure(0, seat, card, x=inches(x), y=inches(y), hp=hp, **changes)


def gun(seat: int, x: float, y: float, shell: str = "explosive", **changes: Any) -> Figure:
    """A gun with Shooting 3 on a base of 2 inches."""
    return man(seat, x, y, role=GUN, shell=shell, melee=(), radius=INCH, **{"shooting": (3,), **changes})


def scene(*figures: Figure, pieces: Iterable[Piece] = (), on: str = "", off: str = "", seats: int = 2, **changes: Any) -> World:
    """A world of 48 by 48 inches with these figures, numbered in order, in a first turn that goes by the seats; readings `on`
    and `off` by their names."""
    numbered = tuple(changed(figure, id=number) for number, figure in enumerate(figures))
    switches = tuple([one for one in (*SWITCHES, *on.split()) if one not in off.split()])
    order = tuple(range(seats))
    table = ground(48 * INCH, 48 * INCH, tuple(pieces))
    began = [len([one for one in numbered if one.seat == seat and not one.is_gun()]) for seat in order]
    edges = (1, 3, 0, 2)
    bare = World(Ground(48 * INCH, 48 * INCH), (), ())
    sides = tuple([Side(seat, strip(bare, edges[seat]), edges[seat], began[seat]) for seat in order])
    world = World(table, numbered, sides, switches=switches, turn=1, phase="movement", active=0, round=order, order=order)
    return changed(world, **changes) if changes else world


def box(kind: str, left: float, bottom: float, right: float, top: float, *tags: str) -> Piece:
    """A rectangular piece of terrain, in inches."""
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    return piece(kind, polygon([(inches(x), inches(y)) for x, y in corners]), *tags)


class Played(Outcome):
    """What came of a rule."""

    @property
    def rolls(self) -> list[Throw]:
        """What was thrown, with the faces that came."""
        return self.throws

    @property
    def world(self) -> World:
        """The world that the rule returned, or that it asks about."""
        due = self.run.due
        found = due.world if isinstance(due, Choose) else self.run.result
        assert isinstance(found, World)
        return found

    @property
    def dead(self) -> list[int]:
        """Those who are dead."""
        return [one.id for one in self.world.figures if one.status == DEAD]

    def needs(self, why: str) -> list[tuple[int, int, int]]:
        """Whose dice were thrown for a rule, how many, and what each needed at most."""
        return [(roll.figure, roll.count, -roll.target) for roll, _ in self.rolls if roll.why == f"bataille.{why}"]


def rule_of(refusal: Refusal | None) -> str:
    """The rule of a refusal without the name of the game; empty when there is none."""
    return "" if refusal is None else refusal.rule.removeprefix("bataille.")


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> Played:
    """Run a rule with these faces, die by die, and these answers, until it ends or a decision has no answer left."""
    return played(Played, call, dice, answers)
