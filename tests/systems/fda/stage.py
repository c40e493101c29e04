"""A stage for rule tests: a few figures on a table measured in centimetres, one rule, a script of dice and answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from escarmouche.core.data import fields
from escarmouche.core.effects import Call, Refusal, Roll
from escarmouche.systems.fda.cards import card
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.dungeon import made
from escarmouche.systems.fda.model import (
    CM,
    ON_TABLE,
    Course,
    Figure,
    Ground,
    Side,
    World,
)
from escarmouche.systems.fda.rules.actions import DEEDS, END, Action, Activation
from escarmouche.systems.fda.rules.turn import act as activation
from escarmouche.systems.fda.settings import OPTION_BITS
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from tests.systems.playing import Outcome, played
from tests.systems.playing import changed as changed
from tests.systems.playing import cited as cited
from tests.systems.playing import script as script

EVERYTHING = sum(bit for name, bit in OPTION_BITS.items() if name != "dice-2d6")
"""All options but the other dice."""
LETTERS = {"C": "combat", "T": "shooting", "D": "defence", "A": "agility", "M": "morale"}


def cm(length: float) -> int:
    """A length in centimetres as table units."""
    return round(length * CM)


def figure(profile: str, seat: int, x: float, y: float, facing: int = 0, **changes: Any) -> Figure:
    """A figure of a profile with its centre at x, y cm, facing an angle in degrees (0 is east); C, T, D, A and M set the
    healthy side of its card, further fields of Card and Figure by name."""
    row = book().profile[profile]
    made_card = card(row)
    healthy = {LETTERS[name]: changes.pop(name) for name in list(changes) if name in LETTERS}
    made_card = changed(made_card, healthy=changed(made_card.healthy, **healthy))
    on_card = [name for name in changes if name in fields(type(made_card)) and name not in fields(Figure)]
    made_card = changed(made_card, **{name: changes.pop(name) for name in on_card})
    carried = [item for item in row.equipment if item not in book().armour or book().armour[item].hands]
    for item in row.in_hand:
        carried.remove(item)
    found = Figure(0, seat, made_card, cm(x), cm(y), 0, facing * 100, ON_TABLE, hands=row.in_hand, belt=tuple(carried))
    return changed(found, **changes) if changes else found


def scene(*figures: Figure, options: int = EVERYTHING, pieces: Iterable[Piece] = (), acting: int = 0, **more: Any) -> World:
    """A world with these figures, numbered in order, in the first turn and the activation of figure 0."""
    numbered = tuple(changed(one, id=number) for number, one in enumerate(figures))
    sides = tuple(Side(seat, len([one for one in numbered if one.seat == seat])) for seat in (0, 1))
    world = World(Ground(cm(120), cm(120), tuple(pieces)), numbered, sides, options=options, turn=1, turn_limit=10)
    world.acting = acting
    return changed(world, **more) if more else world


def box(kind: str, left: float, bottom: float, right: float, top: float, open: bool = False) -> Piece:
    """A piece of terrain of a kind, a rectangle in cm."""
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    return made(kind, polygon([(cm(x), cm(y)) for x, y in corners]), open)


class Played(Outcome):
    """What came of a rule."""

    @property
    def rolls(self) -> list[Roll]:
        """What was thrown."""
        return [roll for roll, _ in self.throws]

    @property
    def world(self) -> World:
        """The world that a rule returned, or in which it now asks."""
        found = self.result[0] if isinstance(self.result, tuple) else self.result
        if found is None:
            found = self.asked[-1].world
        assert isinstance(found, World)
        return found

    @property
    def course(self) -> Course:
        """The course that an action returned."""
        assert isinstance(self.result[1], Course)
        return self.result[1]

    def __getitem__(self, id: int) -> Figure:
        """A figure as it is now."""
        return self.world.figures[id]


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> Played:
    """Run a rule with these values of the ten-sided die, 0 to 9, and these answers, until it ends or a decision has no answer
    left."""
    return played(Played, call, [value or 10 for value in dice], answers, asks_all=False)


def why_not(world: World, answer: Any, id: int = 0, course: Course | None = None) -> Refusal | None:
    """Why a figure may not do this now, or None."""
    return Activation(world, id, course or Course()).check(answer)


def refused(world: World, answer: Any, id: int = 0, course: Course | None = None) -> str:
    """The rule by which a figure may not do this now; empty when it may."""
    return cited(why_not(world, answer, id, course))


def offered(world: World, kind: str, id: int = 0, course: Course | None = None) -> list[Any]:
    """The answers of a kind that a figure is offered, each of which it may give."""
    menu = Activation(world, id, course or Course())
    found = [answer for answer in menu.listed() if answer[0] == kind]
    for answer in found:
        assert menu.check(answer) is None
    return found


def act(
    world: World, answer: Any, dice: Iterable[int] = (), answers: Iterable[Any] = (), id: int = 0, course: Course | None = None
) -> Played:
    """A figure does something that it may do, in its activation."""
    menu = Activation(world, id, course or Course())
    refusal = menu.check(answer)
    assert refusal is None, f"{answer} is refused: {refusal}"
    deed = DEEDS[answer[0]]
    assert isinstance(deed, Action)
    return play(Call(deed.perform, world, id, menu.course.after(deed.kind, deed.cost(menu)), answer), dice, answers)


def acts(world: World, *answers: Any, dice: Iterable[int] = (), id: int = 0) -> Played:
    """An activation: a figure does these things, in between others answer, and it ends."""
    return play(Call(activation, world, id, Course()), dice, [*answers, END])
