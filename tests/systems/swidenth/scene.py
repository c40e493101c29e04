"""Scenes for rule tests: a few figures on a table measured in pas, one rule, a script of dice and answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from escarmouche.core.data import fields
from escarmouche.core.effects import Call, Roll
from escarmouche.systems.swidenth.model import HENCHMAN, ON_TABLE, Band, Card, Course, Figure, Ground, Ladder, World
from escarmouche.systems.swidenth.rules import turn  # noqa: F401  (importing the last chapter makes all of them known)
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.systems.swidenth.rules.boards import area, obstacle
from escarmouche.systems.swidenth.rules.melee import fight
from escarmouche.systems.swidenth.rules.values import BONUS, PAS
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from tests.systems.playing import Outcome, played
from tests.systems.playing import changed as changed
from tests.systems.playing import cited as cited
from tests.systems.playing import key as key
from tests.systems.playing import script as script

WIDE = 36 * PAS


def pas(length: float) -> int:
    """A length in pas as table units."""
    return round(length * PAS)


def man(seat: int, x: float, y: float, z: float = 0, **changes: Any) -> Figure:
    """A standard human (C0 T0 D5, a sword) at x, y pas; further fields of Figure or Card by name."""
    card = Card("man", "Man", "Homme", 60, HENCHMAN, 0, 0, 5)
    on_card = {name: changes.pop(name) for name in list(changes) if name in fields(Card) and name not in ("heroism", "spells")}
    known = changes.pop("knows", ())
    card = changed(card, spells=known, heroism=changes.get("heroism", 0), **on_card)
    figure = Figure(0, seat, card, pas(x), pas(y), pas(z), ON_TABLE, vitality=card.vitality, hands=("sword",))
    return changed(figure, **changes) if changes else figure


def scene(*figures: Figure, pieces: Iterable[Piece] = (), ladders: Iterable[Ladder] = (), seats: int = 2, **more: Any) -> World:
    """A world with these figures (numbered in order), in seat 0's phase of turn 1."""
    numbered = tuple(changed(figure, id=number) for number, figure in enumerate(figures))
    bands = tuple(Band(seat, (1, 3, 0, 2)[seat], began=sum(one.seat == seat for one in numbered)) for seat in range(seats))
    mine = tuple(one.id for one in numbered if one.seat == 0)
    world = World(
        Ground(WIDE, WIDE, tuple(pieces), tuple(ladders)), numbered, bands, turn=1, turn_limit=8,
        order=tuple(range(seats)), active=0, members=mine,
    )  # fmt: skip
    return changed(world, **more) if more else world


def box(left: float, bottom: float, right: float, top: float) -> Any:
    """A rectangle in pas."""
    return polygon([(pas(left), pas(bottom)), (pas(right), pas(bottom)), (pas(right), pas(top)), (pas(left), pas(top))])


def ground(kind: str, left: float, bottom: float, right: float, top: float) -> Piece:
    """An area of ground."""
    return area(kind, box(left, bottom, right, top))


def body(kind: str, left: float, bottom: float, right: float, top: float, height: float, base: float = 0) -> Piece:
    """A wall or palisade."""
    return obstacle(kind, box(left, bottom, right, top), pas(height), pas(base))


def pit(left: float, bottom: float, right: float, top: float, depth: float) -> Piece:
    """A void."""
    return Piece("void", box(left, bottom, right, top), floor=-pas(depth))


class Played(Outcome):
    """What came of a rule."""

    @property
    def rolls(self) -> list[Roll]:
        """What was thrown."""
        return [roll for roll, _ in self.throws]

    @property
    def world(self) -> World:
        """The world that a rule or an action returned, or in which it now asks."""
        found = self.result[0] if isinstance(self.result, tuple) else self.result
        if found is None:
            found = self.asked[-1].world
        assert isinstance(found, World)
        return found

    def figure(self, id: int) -> Figure:
        """A figure as it is now."""
        return self.world.figures[id]


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> Played:
    """Run a rule with these faces, die by die, and these answers, until it ends or a decision has no answer left."""
    return played(Played, call, dice, answers, asks_all=False)


def trail(world: World, id: int = 0, course: Course | None = None) -> Trail:
    """The menu of a figure."""
    return Trail(world, id, course or Course())


def refused(world: World, answer: Any, id: int = 0, course: Course | None = None) -> str:
    """Why a figure may not do this now: the message; empty when it may."""
    return key(trail(world, id, course).check(answer))


def duel(world: World, dice: Iterable[int], answers: Iterable[Any] = (), target: int = 1, **more: Any) -> Played:
    """Figure 0 fights another; `more` are `concentrated` and `charge`."""
    return play(Call(fight, world, 0, target, more.get("concentrated", False), more.get("charge", ())), dice, answers)


def totals(played: Played) -> tuple[int, int]:
    """The two totals of a fight or a shot."""
    about = played.told("totals").about
    return about[5], about[11]


def bonus(name: str) -> int:
    """The value of a modifier."""
    return BONUS[name][1]
