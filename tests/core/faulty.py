"""A tiny system that keeps every promise, and one like it for each promise that can be broken."""

from __future__ import annotations

import itertools
from typing import Any, final

from escarmouche.core import messages
from escarmouche.core.data import Data
from escarmouche.core.effects import (
    Answer,
    Call,
    Chance,
    Choose,
    Listed,
    Options,
    Refusal,
    Result,
    Roll,
    Rule,
    Script,
    Tell,
    rule,
)
from escarmouche.core.system import Plain, Setup, System

GOAL = 30


@final
class Tally(Data):
    """`hidden` belongs to seat 0 alone."""

    __slots__ = ("hidden", "number")

    def __init__(self, hidden: int, number: int) -> None:
        self.hidden = hidden
        self.number = number

    def plus(self, steps: int) -> Tally:
        return Tally(self.hidden, self.number + steps)


def over(world: Tally) -> Result:
    return Result("mini.end", (world.number, world.number), -1, world)


def ask(world: Tally, options: Options | None = None, secret: bool = False) -> Choose:
    return Choose("mini.turn", world.number % 2, world, options or Listed((1, 2), "mini.turn"), secret=secret)


@rule("mini.turn")
def turn(world: Tally) -> Script:
    """One or two steps, and perhaps another by luck."""
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world)
    (die,) = yield Roll("mini.luck", 0, world, 1, 6)
    yield Tell("mini.turn", "mini-step", (steps,))
    return Call(turn, world.plus(steps + die // 6))


class Mini(System):
    """The system without fault."""

    id = "mini"
    world_class = Tally
    messages = messages.Messages.load("tests.core", "faulty.toml", messages.CORE)
    outermost: Rule = turn

    def start(self, setup: Setup) -> Call:
        return Call(self.outermost, Tally(hidden_of(setup), 0))

    def classes(self) -> tuple[type[Data], ...]:
        return (Tally,)

    def scenarios(self) -> list[str]:
        return ["count"]

    def armies_for(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        return [{}, {}]

    def rule_ids(self) -> frozenset[str]:
        return frozenset({"mini.turn", "mini.luck", "mini.end"})

    def view(self, world: Any, seat: int) -> Plain:
        return {"number": world.number, "hidden": world.hidden if seat == 0 else None}

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        hidden = chance.below(1000)
        return world if seat == 0 else Tally(hidden, world.number)

    def name(self, world: Any, figure: int, language: str) -> str:
        return str(figure)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        return str(answer)

    def question(self, due: Choose, language: str) -> str:
        return due.why

    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        return str(world.number)


def hidden_of(setup: Setup) -> int:
    return len(str(setup.seed))


# ---------------------------------------------------------------- rules with a fault


@rule("mini.impure")
def impure(world: Tally) -> Script:
    """Asks what depends on how often it was begun."""
    begun = next(_BEGUN)
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world, Listed((1, 2) if begun % 2 else (2, 1), "mini.turn"))
    return Call(impure, world.plus(steps))


_BEGUN = itertools.count()


@rule("mini.impure-later")
def impure_later(world: Tally) -> Script:
    """Counts something that is not in the world."""
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world)
    yield Tell("mini.turn", "mini-step", (next(_BEGUN),))
    return Call(impure_later, world.plus(steps))


@rule("mini.counted")
def counted(world: Tally, count: int) -> Script:
    """Some steps, whatever the count."""
    steps = yield ask(world)
    return world.plus(steps)


@rule("mini.impure-call")
def impure_call(world: Tally) -> Script:
    """Calls another rule with something that is not in the world."""
    if world.number >= GOAL:
        return over(world)
    after = yield Call(counted, world, next(_BEGUN))
    return Call(impure_call, after)


@rule("mini.mutates")
def mutates(world: Tally) -> Script:
    """Changes the world it was given instead of a copy."""
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world)
    after = world.plus(steps)
    world.number += 1
    return Call(mutates, after)


@rule("mini.unknown-rule")
def unknown_rule(world: Tally) -> Script:
    """Tells of a rule that no rulebook has."""
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world)
    yield Tell("mini.nowhere", "mini-step", (steps,))
    return Call(unknown_rule, world.plus(steps))


@rule("mini.speechless")
def speechless(world: Tally) -> Script:
    """Tells what has no sentence."""
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world)
    yield Tell("mini.turn", "mini-unheard-of", (steps,))
    return Call(speechless, world.plus(steps))


@rule("mini.tells-world")
def tells_world(world: Tally) -> Script:
    """Tells of a world, which a view cannot show."""
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world)
    yield Tell("mini.turn", "mini-step", (world,))
    return Call(tells_world, world.plus(steps))


@rule("mini.crashes")
def crashes(world: Tally) -> Script:
    """Fails on one number."""
    if world.number >= GOAL:
        return over(world)
    steps = yield ask(world)
    return Call(crashes, world.plus(steps + 0 // (world.number - 17)))


@rule("mini.dead-end")
def dead_end(world: Tally) -> Script:
    """Has nothing to offer in the end."""
    steps = yield ask(world, Listed((1, 2) if world.number < 10 else (), "mini.turn"))
    return Call(dead_end, world.plus(steps))


@rule("mini.endless")
def endless(world: Tally) -> Script:
    """Goes round and round."""
    yield ask(world)
    return Call(endless, world)


@rule("mini.never-asks")
def never_asks(world: Tally) -> Script:
    """Goes round and round by itself after a while."""
    if world.number < 5:
        return Call(never_asks, world.plus((yield ask(world))))
    return Call(never_asks, world.plus(1))


@rule("mini.never-stops-rolling")
def never_stops_rolling(world: Tally) -> Script:
    """Rolls for ever after a while."""
    if world.number < 5:
        return Call(never_stops_rolling, world.plus((yield ask(world))))
    yield Roll("mini.luck", 0, world, 1, 6)
    return Call(never_stops_rolling, world)


@rule("mini.keeps-secret")
def keeps_secret(world: Tally) -> Script:
    """Goes on to ask the other seat with a secret answer in hand."""
    if world.number >= GOAL:
        return over(world)
    first = yield ask(world, secret=True)
    second = yield ask(world.plus(1))
    return Call(keeps_secret, world.plus(first + second))


@rule("mini.ends-badly")
def ends_badly(world: Tally) -> Script:
    """Scores three seats where there are two."""
    if world.number >= GOAL:
        return Result("mini.end", (1, 2, 3), 0, world)
    return Call(ends_badly, world.plus((yield ask(world))))


@rule("mini.yields-nonsense")
def yields_nonsense(world: Tally) -> Script:
    """Yields the script of another rule, where `yield from` was meant."""
    yield ask(world)
    yield turn(world)  # type: ignore[misc]
    return over(world)


# ---------------------------------------------------------------- options with a fault


class Steps(Options):
    """One or two steps, as they should be."""

    def check(self, answer: Answer) -> Refusal | None:
        return None if type(answer) is int and answer in (1, 2) else Refusal((str(answer),), "malformed", "mini.turn")

    def listed(self) -> list[Answer]:
        return [1, 2]


class OffersTooMuch(Steps):
    def listed(self) -> list[Answer]:
        return [1, 2, 3]


class OffersTwice(Steps):
    def listed(self) -> list[Answer]:
        return [1, 2, 1]


class DrawsTooMuch(Steps):
    def sample(self, chance: Chance) -> Answer:
        return 1 + chance.below(3)


class Shares(Steps):
    def __init__(self) -> None:
        self.answers: list[Answer] = [1, 2]

    def listed(self) -> list[Answer]:
        return self.answers


class Stumbles(Steps):
    def check(self, answer: Answer) -> Refusal | None:
        return None if type(answer) is not bool and answer + 0 in (1, 2) else Refusal((str(answer),), "malformed", "mini.turn")


class TakesTrue(Steps):
    def check(self, answer: Answer) -> Refusal | None:
        return None if answer in (1, 2) else Refusal((str(answer),), "malformed", "mini.turn")


class CitesNothing(Steps):
    def check(self, answer: Answer) -> Refusal | None:
        return None if super().check(answer) is None else Refusal((str(answer),), "malformed", "mini.nowhere")


class SaysNothing(Steps):
    def check(self, answer: Answer) -> Refusal | None:
        return None if super().check(answer) is None else Refusal((str(answer),), "unheard-of", "mini.turn")


class TwoFaced(Steps):
    """Refuses a wrong answer only the first time."""

    def __init__(self) -> None:
        self.asked = False

    def check(self, answer: Answer) -> Refusal | None:
        refusal = None if self.asked and type(answer) is int else super().check(answer)
        self.asked = refusal is not None
        return refusal


OPTIONS: dict[str, type[Steps]] = {
    "offers-too-much": OffersTooMuch,
    "offers-twice": OffersTwice,
    "draws-too-much": DrawsTooMuch,
    "shares": Shares,
    "stumbles": Stumbles,
    "takes-true": TakesTrue,
    "cites-nothing": CitesNothing,
    "says-nothing": SaysNothing,
    "two-faced": TwoFaced,
}


@rule("mini.optional")
def optional(world: Tally, kind: str) -> Script:
    """A turn with the options of a kind."""
    if world.number >= GOAL:
        return over(world)
    return Call(optional, world.plus((yield ask(world, OPTIONS[kind]()))), kind)


class Optional(Mini):
    """A system with the options of a kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def start(self, setup: Setup) -> Call:
        return Call(optional, Tally(0, 0), self.kind)


# ---------------------------------------------------------------- systems with a fault


class Leaks(Mini):
    def view(self, world: Any, seat: int) -> Plain:
        return {"number": world.number, "hidden": world.hidden}


class ImaginesTooMuch(Mini):
    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        return world.plus(chance.below(2))


class Contradicts(Mini):
    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        return world.plus(1)


class KeepsNoSecret(Mini):
    """No fault: it hides nothing and so imagines nothing."""

    imagine = System.imagine

    def view(self, world: Any, seat: int) -> Plain:
        return {"number": world.number}


class NoArmies(Mini):
    def armies_for(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        raise LookupError("no armies here")


class ForgetsClass(Mini):
    def classes(self) -> tuple[type[Data], ...]:
        return ()


class NamesTwice(Mini):
    def classes(self) -> tuple[type[Data], ...]:
        return (Tally, Tally)


def _made(name: str, system: Mini, outermost: Rule | None = None) -> Mini:
    system.id = name
    if outermost is not None:
        system.outermost = outermost
    return system


FAULTY: dict[str, Mini] = {
    "mini": Mini(),
    "leaks": _made("leaks", Leaks()),
    "imagines-too-much": _made("imagines-too-much", ImaginesTooMuch()),
    "contradicts": _made("contradicts", Contradicts()),
    "keeps-no-secret": _made("keeps-no-secret", KeepsNoSecret()),
    "no-armies": _made("no-armies", NoArmies()),
    "forgets-class": _made("forgets-class", ForgetsClass()),
    "names-twice": _made("names-twice", NamesTwice()),
    "impure": _made("impure", Mini(), impure),
    "impure-later": _made("impure-later", Mini(), impure_later),
    "impure-call": _made("impure-call", Mini(), impure_call),
    "mutates": _made("mutates", Mini(), mutates),
    "unknown-rule": _made("unknown-rule", Mini(), unknown_rule),
    "speechless": _made("speechless", Mini(), speechless),
    "tells-world": _made("tells-world", Mini(), tells_world),
    "crashes": _made("crashes", Mini(), crashes),
    "dead-end": _made("dead-end", Mini(), dead_end),
    "endless": _made("endless", Mini(), endless),
    "never-asks": _made("never-asks", Mini(), never_asks),
    "never-stops-rolling": _made("never-stops-rolling", Mini(), never_stops_rolling),
    "keeps-secret": _made("keeps-secret", Mini(), keeps_secret),
    "ends-badly": _made("ends-badly", Mini(), ends_badly),
    "yields-nonsense": _made("yields-nonsense", Mini(), yields_nonsense),
    **{kind: _made(kind, Optional(kind)) for kind in OPTIONS},
}
