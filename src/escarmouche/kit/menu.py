"""What a figure may do next. Every kind of deed stands in one place: who may do it, the answers worth listing, the rule that
carries it out; the chapters of a book register theirs. The first part of an answer is the kind of its deed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Chance, Options, Refusal, Rule, same
from escarmouche.table.shapes import LIMIT

TRIES: Final = 4
"""So often a random player thinks of another deed when the one it thought of turns out to be impossible."""


def no(rule: str, key: str, *about: Any) -> Refusal:
    """A refusal: the rule, the key of its sentence, what the sentence speaks of."""
    return Refusal(about, key, rule)


def malformed(answer: tuple[Any, ...], *kinds: type) -> bool:
    """Has the answer other parts than these after its kind, or a number that nothing on a table comes to?

    >>> malformed(("go", 3, "left"), int, str), malformed(("go", 3), int, str), malformed(("go", 1 << 70), int)
    (False, True, True)
    """
    if len(answer) != len(kinds) + 1:
        return True
    for place, kind in enumerate(kinds):
        if type(answer[place + 1]) is not kind or (kind is int and is_beyond(answer[place + 1])):
            return True
    return False


def is_beyond(number: int) -> bool:
    """Is it a number that nothing on a table comes to?"""
    return not -LIMIT <= number <= LIMIT


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Menu(Options):
    """The choice of what is done next. A system says which deeds there are, which of them are barred, by which rule it is asked
    and with which answer one stops."""

    __slots__ = ()

    def rule(self) -> str:
        """The rule that gives the choice."""
        raise TypeError("Menu is a base class")

    def stop(self) -> Answer:
        """The answer that ends it."""
        raise TypeError("Menu is a base class")

    def stop_refusal(self) -> Refusal | None:
        """Why one may not stop yet, or None."""
        return None

    def known(self) -> dict[str, Deed[Any]]:
        """Every deed there is, by its kind."""
        raise TypeError("Menu is a base class")

    def deeds(self) -> list[Deed[Any]]:
        """The same in their order; a system that is asked often keeps them as a list."""
        return list(self.known().values())

    def bars(self) -> bool:
        """Is any kind of deed out of the question? Only then is `barred` asked."""
        return False

    def barred(self, deed: Deed[Any]) -> Refusal | None:
        """Why a kind of deed is out of the question, whatever its details, or None."""
        return None

    def shut(self, deed: Deed[Any]) -> bool:
        """Is a kind of deed out of the question? As `barred` says, whose reason need not be given here."""
        return self.barred(deed) is not None

    def insists(self) -> bool:
        """Does a random player who thinks of stopping think again, up to TRIES times?"""
        return False

    def first_open(self) -> int:
        """The place of the first deed that may be open, or how many there are; a system that is asked often keeps it."""
        bars = self.bars()
        deeds = self.deeds()
        for place, deed in enumerate(deeds):
            if not (bars and self.shut(deed)) and deed.possible(self):
                return place
        return len(deeds)

    def ready(self) -> list[Deed[Any]]:
        """The kinds of deed that may be open."""
        bars = self.bars()
        deeds = self.deeds()
        first = self.first_open()
        found = deeds[first : first + 1]
        for place in range(first + 1, len(deeds)):
            deed = deeds[place]
            if not (bars and self.shut(deed)) and deed.possible(self):
                found.append(deed)
        return found

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], str):
            return no(self.rule(), "malformed", str(answer))
        if answer == self.stop():
            return self.stop_refusal()
        deed = self.known().get(answer[0])
        if deed is None:
            return no(self.rule(), "no-such-deed", answer[0])
        barred = self.barred(deed) if self.bars() else None
        return deed.refusal(self, answer) if barred is None else barred

    def listed(self) -> list[Answer]:
        answers: list[Answer] = [self.stop()] if self.stop_refusal() is None else []
        for deed in self.ready():
            answers.extend(deed.listed(self))
        return answers

    def sample(self, chance: Chance) -> Answer:
        ready = self.ready()
        total = 0
        for deed in ready:
            total += deed.weight
        for _thought in range(TRIES):
            if total == 0:
                break
            pick = chance.below(total + 1)
            if pick == total:
                if self.insists():
                    continue
                break
            for deed in ready:
                pick -= deed.weight
                if pick < 0:
                    answer = deed.sample(self, chance)
                    if answer is not None:
                        return answer
                    break
        if self.stop_refusal() is None:
            return self.stop()
        answers = self.listed()
        return answers[chance.below(len(answers))]

    def single(self) -> Answer | None:
        return None if self.first_open() < len(self.deeds()) else self.stop()


M = TypeVar("M", bound=Menu)


@mypyc_attr(allow_interpreted_subclasses=True)
class Deed(Generic[M]):
    """A kind of deed. `weight` is how often a random player thinks of it; `perform` is the rule that carries it out."""

    __slots__ = ("kind", "perform", "weight")

    def __init__(self, kind: str, weight: int, perform: Rule) -> None:
        self.kind = kind
        self.weight = weight
        self.perform = perform

    def possible(self, menu: M) -> bool:
        """A quick look: could this kind of deed be open at all? Never False when a listed answer exists."""
        return False

    def refusal(self, menu: M, answer: tuple[Any, ...]) -> Refusal | None:
        """Why this answer is not allowed, or None. Accepts any malformed answer."""
        raise TypeError(f"the deed {self.kind} is never refused nor allowed")

    def listed(self, menu: M) -> list[Answer]:
        """The legal answers of this kind, or a representative sample."""
        return []

    def owed(self, menu: M) -> bool:
        """Must this still be done before one may stop?"""
        return False

    def sample(self, menu: M, chance: Chance) -> Answer | None:
        """One random legal answer of this kind, or None."""
        answers = self.listed(menu)
        return answers[chance.below(len(answers))] if answers else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Listing(Deed[Any]):
    """A kind of deed whose answers are all `offered`; any other is refused by one rule, in one sentence."""

    __slots__ = ("key", "offered", "rule")

    def __init__(
        self, kind: str, weight: int, perform: Rule, offered: Callable[[Any], list[Answer]], rule: str, key: str
    ) -> None:
        super().__init__(kind, weight, perform)
        self.offered = offered
        self.rule = rule
        self.key = key

    def possible(self, menu: Any) -> bool:
        return len(self.offered(menu)) > 0

    def refusal(self, menu: Any, answer: tuple[Any, ...]) -> Refusal | None:
        return None if any(same(one, answer) for one in self.offered(menu)) else no(self.rule, self.key)

    def listed(self, menu: Any) -> list[Answer]:
        return self.offered(menu)


def enlist(known: dict[str, Deed[Any]], deed: Deed[Any], order: Sequence[str] = ()) -> None:
    """Make a deed known. They are offered and drawn in the given order (by name without one), whichever chapter is read
    first."""
    kinds = sorted([*known.values(), deed], key=lambda one: order.index(one.kind) if order else one.kind)
    known.clear()
    for one in kinds:
        known[one.kind] = one
