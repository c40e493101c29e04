"""Scenes for rule tests: a few figures on a table, one rule, a script of dice and answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import escarmouche.systems.sbh.rules.healing
import escarmouche.systems.sbh.rules.leaving
import escarmouche.systems.sbh.rules.morale  # noqa: F401  (importing a chapter makes its rules and actions known)
from escarmouche.core.data import fields
from escarmouche.core.effects import Call
from escarmouche.systems.sbh.cards import card
from escarmouche.systems.sbh.model import ON_TABLE, Band, Card, Figure, Ground, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from tests.systems.playing import Outcome, Throw, played, script
from tests.systems.playing import changed as changed
from tests.systems.playing import key as key

step = script

MM = 100
RULERS = (0, 50 * MM, 80 * MM, 120 * MM)


def fighter(profile: str, seat: int, x: float, y: float, **changes: Any) -> Figure:
    """A figure of a profile at x, y millimetres; further fields of Figure or Card by name (combat=3, prone=True)."""
    own = card(profile)
    on_card = {name: changes.pop(name) for name in list(changes) if name in fields(Card)}
    figure = Figure(0, seat, changed(own, **on_card), round(x * MM), round(y * MM), ON_TABLE)
    return changed(figure, **changes) if changes else figure


def scene(*figures: Figure, pieces: Iterable[Piece] = (), **changes: Any) -> World:
    """A world with these figures (numbered in order), in the middle of seat 0's turn."""
    numbered = tuple(changed(figure, id=number) for number, figure in enumerate(figures))
    began = [sum(figure.seat == seat for figure in numbered) for seat in (0, 1)]
    bands = tuple(Band(seat, attacker=seat == 0, edge=(1, 3)[seat], began=began[seat]) for seat in (0, 1))
    ground = Ground(600 * MM, 600 * MM, RULERS, tuple(pieces))
    world = World(ground, numbered, bands, turn=1, active=0, dawn=numbered)
    return changed(world, **changes) if changes else world


def piece(kind: str, *corners: tuple[float, float], **flags: Any) -> Piece:
    """A piece of terrain with corners in millimetres."""
    return Piece(kind, polygon([(round(x * MM), round(y * MM)) for x, y in corners]), **flags)


def square(kind: str, left: float, bottom: float, width: float, depth: float, **flags: Any) -> Piece:
    """A rectangular piece of terrain, in millimetres."""
    right, top = left + width, bottom + depth
    return piece(kind, (left, bottom), (right, bottom), (right, top), (left, top), **flags)


class Played(Outcome):
    """What came of a rule."""

    @property
    def rolls(self) -> list[Throw]:
        """What was thrown, with the faces that came."""
        return self.throws

    @property
    def left(self) -> int:
        """How many actions the fighter that was asked last has left."""
        options = self.asked[-1].options
        assert isinstance(options, Doing)
        return options.left


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> Played:
    """Run a rule with these faces, die by die, and these answers, until it ends or a decision has no answer left."""
    return played(Played, call, dice, answers)
