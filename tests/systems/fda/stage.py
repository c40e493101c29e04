"""A stage for rule tests: a few figures on a table measured in centimetres, one rule, a script of dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from escarmouche.core.data import Data, fields
from escarmouche.core.effects import Call, Choose, Refusal, Roll, Rule, Script, Tell
from escarmouche.core.engine import Run, start
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

D = TypeVar("D", bound=Data)
EVERYTHING = sum(bit for name, bit in OPTION_BITS.items() if name != "dice-2d6")
"""All options but the other dice."""
LETTERS = {"C": "combat", "T": "shooting", "D": "defence", "A": "agility", "M": "morale"}


def changed(value: D, **changes: Any) -> D:
    """A copy of a data object with some fields changed."""
    kind: Callable[..., D] = type(value)
    return kind(**{name: getattr(value, name) for name in fields(type(value))} | changes)


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


class Played:
    """What came of a rule: its result, what was told, what was asked and rolled."""

    def __init__(self, run: Run, tells: list[Tell], asked: list[Choose], rolls: list[Roll]) -> None:
        self.run = run
        self.result = run.result
        self.tells = tells
        self.asked = asked
        self.rolls = rolls

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

    @property
    def kinds(self) -> list[str]:
        """The kinds of everything told."""
        return [tell.kind for tell in self.tells]

    @property
    def rules(self) -> list[str]:
        """The rules of everything told."""
        return [tell.why for tell in self.tells]

    @property
    def why(self) -> list[str]:
        """The rules that asked."""
        return [due.why for due in self.asked]

    def __getitem__(self, id: int) -> Figure:
        """A figure as it is now."""
        return self.world.figures[id]


def script(step: Callable[..., Script], *args: Any) -> Call:
    """A small step (a generator that is no rule of its own) as a Call, to be played alone."""
    return Call(Rule((), step.__name__, step), *args)


def play(call: Call, dice: Iterable[int] = (), answers: Iterable[Any] = ()) -> Played:
    """Run a rule with these values of the ten-sided die, 0 to 9, and these answers, until it ends or a decision has no answer
    left. Every answer must be legal; dice and answers left over are an error."""
    values, wishes = list(dice), list(answers)
    tells: list[Tell] = []
    asked: list[Choose] = []
    rolls: list[Roll] = []
    run = start(call)
    while True:
        tells.extend(run.told)
        run.told.clear()
        due = run.due
        if isinstance(due, Roll):
            assert values, f"{due.why} throws a die, the script has none left"
            rolls.append(due)
            value = values.pop(0)
            run.reply(due.read((value or 10,)))
        elif isinstance(due, Choose):
            single = due.options.single()
            if single is not None:
                run.reply(single)
                continue
            asked.append(due)
            if not wishes:
                break
            wish = wishes.pop(0)
            refused = due.options.check(wish)
            assert refused is None, f"{due.why} refuses {wish}: {refused}"
            run.reply(wish)
        else:
            break
    assert not values, f"dice left over: {values}"
    assert not wishes, f"answers left over: {wishes}"
    return Played(run, tells, asked, rolls)


def why_not(world: World, answer: Any, id: int = 0, course: Course | None = None) -> Refusal | None:
    """Why a figure may not do this now, or None."""
    return Activation(world, id, course or Course()).check(answer)


def cited(refusal: Refusal | None) -> str:
    """The rule of a refusal; empty when there is none."""
    return "" if refusal is None else refusal.rule


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
