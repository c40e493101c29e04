"""A rule played alone, with the dice and the answers that a test names. Every system's scenes are played by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from escarmouche.core.data import Data, fields
from escarmouche.core.dice import Given
from escarmouche.core.effects import Call, Choose, Refusal, Roll, Rule, Script, Tell
from escarmouche.core.engine import Run, start

D = TypeVar("D", bound=Data)

Throw = tuple[Roll, tuple[int, ...]]
"""A roll and the faces that came."""


def changed(value: D, **changes: Any) -> D:
    """A copy of a data object with some fields changed."""
    kind: Callable[..., D] = type(value)
    return kind(**{name: getattr(value, name) for name in fields(type(value))} | changes)


def key(refusal: Refusal | None) -> str:
    """The message of a refusal; empty when there is none."""
    return "" if refusal is None else refusal.key


def cited(refusal: Refusal | None) -> str:
    """The rule of a refusal; empty when there is none."""
    return "" if refusal is None else refusal.rule


def script(step: Callable[..., Script], *args: Any) -> Call:
    """A small step (a generator that is no rule of its own) as a Call, to be played alone."""
    return Call(Rule((), step.__name__, step), *args)


class Outcome:
    """What came of a rule: its result, what was told, what was asked and thrown."""

    def __init__(self, run: Run, tells: list[Tell], asked: list[Choose], throws: list[Throw]) -> None:
        self.run = run
        self.result = run.result
        self.tells = tells
        self.asked = asked
        self.throws = throws

    @property
    def kinds(self) -> list[str]:
        """The kinds of everything told."""
        return [tell.kind for tell in self.tells]

    @property
    def rules(self) -> list[str]:
        """The rules of everything told."""
        return [tell.why for tell in self.tells]

    @property
    def outcomes(self) -> list[str]:
        """The outcomes told."""
        return [tell.outcome for tell in self.tells if tell.outcome]

    @property
    def why(self) -> list[str]:
        """The rules that asked."""
        return [due.why for due in self.asked]

    def told(self, kind: str) -> Tell:
        """The first telling of a kind."""
        return next(tell for tell in self.tells if tell.kind == kind)


O = TypeVar("O", bound=Outcome)


def played(kind: type[O], call: Call, dice: Iterable[int], answers: Iterable[Any], asks_all: bool = True) -> O:
    """Run a rule with these faces, die by die (a compound pool's part by part), and these answers, until it ends or a decision
    has no answer left. Without `asks_all`, what leaves no choice answers itself, as in a game.

    Every answer must be legal; dice and answers left over are an error, so a test says exactly what is thrown and asked.
    """
    faces, wishes = list(dice), list(answers)
    tells: list[Tell] = []
    asked: list[Choose] = []
    throws: list[Throw] = []
    run = start(call)
    while True:
        tells.extend(run.told)
        run.told.clear()
        due = run.due
        if isinstance(due, Roll):
            given = Given(tuple(faces))
            thrown = due.throw(given.die)
            assert not given.wrong, f"{due.why} throws {due.notation()}, {given.place} dice; the script has {faces} left"
            faces = faces[given.place :]
            throws.append((due, thrown))
            run.reply(due.read(thrown))
        elif isinstance(due, Choose):
            single = None if asks_all else due.options.single()
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
    assert not faces, f"dice left over: {faces}"
    assert not wishes, f"answers left over: {wishes}"
    return kind(run, tells, asked, throws)
