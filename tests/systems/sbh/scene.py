"""Scenes for rule tests: a few figures on a table, one rule, a script of dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import escarmouche.systems.sbh.rules.healing
import escarmouche.systems.sbh.rules.leaving
import escarmouche.systems.sbh.rules.morale  # noqa: F401  (importing a chapter makes its rules and actions known)
from escarmouche.core.data import Data, fields
from escarmouche.core.effects import Call, Choose, Refusal, Roll, Rule, Script, Tell
from escarmouche.core.engine import Run, start
from escarmouche.systems.sbh.cards import card
from escarmouche.systems.sbh.model import ON_TABLE, Band, Card, Figure, Ground, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon

MM = 100
RULERS = (0, 50 * MM, 80 * MM, 120 * MM)


D = TypeVar("D", bound=Data)


def changed(value: D, **changes: Any) -> D:
    """A copy of a data object with some fields changed."""
    kind: Callable[..., D] = type(value)
    return kind(**{name: getattr(value, name) for name in fields(type(value))} | changes)


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


class Played:
    """What came of a rule: its result, what was told, what was asked and rolled."""

    def __init__(self, run: Run, tells: list[Tell], asked: list[Choose], rolls: list[tuple[Roll, Any]]) -> None:
        self.run = run
        self.result = run.result
        self.tells = tells
        self.asked = asked
        self.rolls = rolls

    @property
    def kinds(self) -> list[str]:
        """The kinds of everything told."""
        return [tell.kind for tell in self.tells]

    @property
    def outcomes(self) -> list[str]:
        """The outcomes told."""
        return [tell.outcome for tell in self.tells if tell.outcome]

    @property
    def left(self) -> int:
        """How many actions the fighter that was asked last has left."""
        options = self.asked[-1].options
        assert isinstance(options, Doing)
        return options.left

    def told(self, kind: str) -> Tell:
        """The first telling of a kind."""
        return next(tell for tell in self.tells if tell.kind == kind)


def key(refusal: Refusal | None) -> str:
    """The message of a refusal; empty when there is none."""
    return "" if refusal is None else refusal.key


def step(script: Callable[..., Script], *args: Any) -> Call:
    """A small step (a generator that is no rule of its own) as a Call, to be played alone."""
    return Call(Rule((), script.__name__, script), *args)


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> Played:
    """Run a rule with these faces, die by die, and these answers, until it ends or a decision has no answer left.

    Every answer must be legal; dice left over are an error, so a test says exactly what is thrown.
    """
    faces, wishes = list(dice), list(answers)
    tells: list[Tell] = []
    asked: list[Choose] = []
    rolls: list[tuple[Roll, Any]] = []
    run = start(call)
    while True:
        tells.extend(run.told)
        run.told.clear()
        due = run.due
        if isinstance(due, Roll):
            assert due.sides == 6, f"{due.why} throws a d{due.sides}, the book knows only d6"
            assert len(faces) >= due.count, f"{due.why} throws {due.count} dice, the script has {faces} left"
            thrown, faces = tuple(faces[: due.count]), faces[due.count :]
            value = due.read(thrown)
            rolls.append((due, thrown))
            run.reply(value)
        elif isinstance(due, Choose):
            asked.append(due)
            if not wishes:
                break
            wish = wishes.pop(0)
            refused = due.options.check(wish)
            assert refused is None, f"{due.why} refuses {wish}: {refused}"
            run.reply(wish)
        else:
            break
    assert not faces, f"dice left over: {faces}"
    assert not wishes, f"answers left over: {wishes}"
    return Played(run, tells, asked, rolls)
