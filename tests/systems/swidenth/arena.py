"""Scenes for rule tests: a few figures on a table measured in pas, one rule, a script of dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import escarmouche.systems.swidenth.rules.turn  # noqa: F401  (importing it makes every rule and action known)
from escarmouche.core.data import Data, fields
from escarmouche.core.effects import Answer, Call, Choose, Refusal, Roll, Rule, Script, Tell
from escarmouche.core.engine import Run, start
from escarmouche.systems.swidenth.army import Member
from escarmouche.systems.swidenth.cards import recruit
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import ON_TABLE, Band, Card, Course, Figure, Ground, World
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon

PAS = 2500
D = TypeVar("D", bound=Data)


def changed(value: D, **changes: Any) -> D:
    """A copy of a data object with some fields changed."""
    kind: Callable[..., D] = type(value)
    return kind(**{name: getattr(value, name) for name in fields(type(value))} | changes)


def fighter(
    profile: str,
    seat: int,
    x: float,
    y: float,
    kit: Iterable[str] | None = None,
    spare: Iterable[str] = (),
    spells: Iterable[str] | None = None,
    **changes: Any,
) -> Figure:
    """A figure of a profile with its centre at x, y pas, equipped as usual or as asked; further fields of Figure or Card by
    name (combat=3, stunned=True, z in pas)."""
    row = book().profile[profile]
    member = Member(
        row, "", "", row.kit if kit is None else tuple(kit), tuple(spare), row.spells if spells is None else tuple(spells)
    )
    figure = recruit(member, seat, 0)
    on_card = {name: changes.pop(name) for name in list(changes) if name in fields(Card) and name not in fields(Figure)}
    changes["z"] = round(changes.get("z", 0) * PAS)
    made = changed(figure, card=changed(figure.card, **on_card), x=round(x * PAS), y=round(y * PAS), status=ON_TABLE)
    return changed(made, **changes)


def scene(*figures: Figure, pieces: Iterable[Piece] = (), **changes: Any) -> World:
    """A world with these figures, numbered in order, in seat 0's phase on a table of 40 pas."""
    numbered = tuple(changed(figure, id=number) for number, figure in enumerate(figures))
    seats = max([1, *[figure.seat for figure in figures]]) + 1
    bands = tuple(Band(seat, (1, 3, 0, 2)[seat], began=sum(one.seat == seat for one in numbered)) for seat in range(seats))
    ground = Ground(40 * PAS, 40 * PAS, tuple(pieces))
    world = World(ground, numbered, bands, turn=1, turn_limit=8, order=tuple(range(seats)), active=0)
    return changed(world, **changes) if changes else world


def box(kind: str, left: float, bottom: float, right: float, top: float, height: float = 0, **flags: Any) -> Piece:
    """A rectangular piece of terrain, in pas; what has a height hides what is behind it, and a flat obstacle carries."""
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    shape = polygon([(round(x * PAS), round(y * PAS)) for x, y in corners])
    tall = round(height * PAS)
    usual = {"height": tall, "blocks_sight": tall > 0, "floor": tall if kind in ("flat-obstacle", "void") else 0}
    return Piece(kind, shape, **{**usual, **flags})


class Played:
    """What came of a rule: its result, what was told, what was asked and rolled."""

    def __init__(self, run: Run, tells: list[Tell], asked: list[Choose], rolls: list[Roll]) -> None:
        self.run = run
        self.tells = tells
        self.asked = asked
        self.rolls = rolls

    @property
    def over(self) -> bool:
        """Has the rule come to its end?"""
        return self.run.due is None

    @property
    def world(self) -> World:
        """The world that it returned."""
        assert self.over, f"{self.asked[-1].why} is still asked"
        found = self.run.result
        world = found[0] if isinstance(found, tuple) else found
        assert isinstance(world, World)
        return world

    @property
    def kinds(self) -> list[str]:
        """The kinds of everything told."""
        return [tell.kind for tell in self.tells]

    @property
    def outcomes(self) -> list[str]:
        """The outcomes told."""
        return [tell.outcome for tell in self.tells if tell.outcome]

    @property
    def why(self) -> list[str]:
        """The rules that asked for a decision."""
        return [due.why for due in self.asked]

    def told(self, kind: str) -> tuple[Any, ...]:
        """What the first telling of a kind is about."""
        return next(tell.about for tell in self.tells if tell.kind == kind)


def key(refusal: Refusal | None) -> str:
    """The rule that a refusal names; empty when there is none."""
    return "" if refusal is None else refusal.rule


def refused(world: World, id: int, answer: Answer, *done: str, charge: tuple[int, ...] = ()) -> str:
    """The rule that refuses an action to a figure that has done these before; empty when it is allowed."""
    return key(Trail(world, id, Course(done, charge=charge)).check(answer))


def step(script: Callable[..., Script], *args: Any) -> Call:
    """A small step (a generator that is no rule of its own) as a Call, to be played alone."""
    return Call(Rule((), script.__name__, script), *args)


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Answer] = ()) -> Played:
    """Run a rule with these faces, die by die, and these answers, until it ends or a decision has no answer left.

    Every answer must be legal; dice left over are an error, so a test says exactly what is thrown.
    """
    faces, wishes = list(dice), list(answers)
    tells: list[Tell] = []
    asked: list[Choose] = []
    rolls: list[Roll] = []
    run = start(call)
    while True:
        tells.extend(run.told)
        run.told.clear()
        due = run.due
        if isinstance(due, Roll):
            assert due.sides == 20, f"{due.why} throws a d{due.sides}, the book knows only d20"
            assert len(faces) >= due.count, f"{due.why} throws {due.count} dice, the script has {faces} left"
            thrown, faces = tuple(faces[: due.count]), faces[due.count :]
            rolls.append(due)
            run.reply(due.read(thrown))
        elif isinstance(due, Choose):
            asked.append(due)
            if not wishes:
                break
            wish = wishes.pop(0)
            refusal = due.options.check(wish)
            assert refusal is None, f"{due.why} refuses {wish}: {refusal}"
            run.reply(wish)
        else:
            break
    assert not faces, f"dice left over: {faces}"
    assert not wishes, f"answers left over: {wishes}"
    return Played(run, tells, asked, rolls)
