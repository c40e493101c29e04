"""What a rule may ask for: Roll, Choose, Call, Tell. A rule is a generator: it yields these and is sent the answers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction
from typing import Any, TypeVar, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.core.pools import Dice, compound_outcomes, face_outcomes, pool_outcomes, read_pool

Answer = Any
"""A choice's answer: plain data (strings, integers, tuples of them), so that it can be written down."""


@mypyc_attr(acyclic=True)
class Effect:
    """What a rule yields."""

    __slots__ = ()


T = TypeVar("T")

Script = Generator[Effect, Any, Any]
Part = Generator[Effect, Any, T]
"""A part of a script, run inside it with `yield from`, and what it returns."""


# ---------------------------------------------------------------- dice


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Alike:
    """What a rule looks at in the answer to its roll. Throws for one figure by one rule whose answers have the same `key` lead
    to the same outcome, whatever dice lay before: exact odds up to an outcome play one of them for all."""

    __slots__ = ()

    def key(self, answer: Any) -> int:
        raise TypeError("Alike is a base class")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Roll(Effect):
    """`count` dice of `sides` faces, thrown by `seat` (for `figure`, if any) because of the rule `why`.

    Without a `table` the answer is the tuple of faces. With one it is a *pool*: face f counts `table[f - 1]` and the
    answer is the sum, a single number with a short distribution instead of sides ** count cases. A compound `pool` of Dice
    takes the place of all three; its answer is the sum over its parts. `target` and `bonus` only explain the roll to
    people: the number needed (a negative one: that number or less) and what is added to each die. `alike` tells, if it is
    there, which answers come to the same.
    """

    __slots__ = ("alike", "bonus", "count", "figure", "pool", "seat", "sides", "table", "target", "why", "world")

    def __init__(
        self,
        why: str,
        seat: int,
        world: Any,
        count: int = 1,
        sides: int = 6,
        table: tuple[int, ...] = (),
        figure: int = -1,
        target: int = 0,
        bonus: int = 0,
        pool: tuple[Dice, ...] = (),
        alike: Alike | None = None,
    ) -> None:
        if table and len(table) != sides:
            raise ValueError(f"{why}: the table of a d{sides} has {sides} entries, not {len(table)}")
        self.why = why
        self.seat = seat
        self.world = world
        self.count = count
        self.sides = sides
        self.table = table
        self.figure = figure
        self.target = target
        self.bonus = bonus
        self.pool = pool
        self.alike = alike

    def __repr__(self) -> str:
        return f"<Roll {self.why}: seat {self.seat} throws {self.notation()}{needing(self.target)}{about_figure(self.figure)}>"

    def read(self, faces: tuple[int, ...]) -> Any:
        """The answer that these faces give."""
        if self.pool:
            return read_pool(self.pool, faces)
        if not self.table:
            return faces
        total = 0
        for face in faces:
            total += self.table[face - 1]
        return total

    def notation(self) -> str:
        """The dice as players write them, such as "3d6"."""
        if self.pool:
            return " + ".join([part.notation() for part in self.pool])
        return f"{self.count}d{self.sides}"

    def empty(self) -> bool:
        """Is there no die to throw?"""
        return sum([part.count for part in self.pool]) == 0 if self.pool else self.count == 0

    def throw(self, die: Callable[[int], int]) -> tuple[int, ...]:
        """Faces for this roll: `die(sides)` shows one face after the other, those of a compound pool part by part."""
        if not self.pool:
            return tuple([die(self.sides) for _ in range(self.count)])
        faces: list[int] = []
        for part in self.pool:
            first = [die(part.sides) for _ in range(part.count)]
            faces.extend(first)
            if part.then_sides:
                faces.extend([die(part.then_sides) for face in first for _ in range(part.table[face - 1])])
        return tuple(faces)

    def scale(self) -> int:
        """What the weights of all outcomes add up to."""
        if not self.pool:
            return int(self.sides**self.count)
        total = 1
        for part in self.pool:
            total *= part.scale() ** part.count
        return total

    def cases(self) -> int:
        """At most how many answers `outcomes` lists: all tuples of faces, or for a pool the span of its sums."""
        if self.pool:
            return sum([part.count * max(part.table) * max([1, *part.then_table]) for part in self.pool]) + 1
        if not self.table:
            return int(self.sides**self.count)
        return self.count * (max(self.table) - min(self.table)) + 1

    def outcomes(self) -> list[tuple[Any, int]]:
        """Every possible answer with its weight; the weights add up to `scale`."""
        if self.pool:
            return compound_outcomes(self.pool)
        if self.table:
            return pool_outcomes(self.count, self.sides, self.table)
        return face_outcomes(self.count, self.sides)


# ---------------------------------------------------------------- chance for samplers


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Where samplers and generators of terrain get their randomness: `below(n)` is uniform in 0 .. n - 1."""

    __slots__ = ()

    def below(self, n: int) -> int:
        raise TypeError("Chance is a base class: use dice.Stream or dice.PythonChance")


# ---------------------------------------------------------------- decisions


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Refusal(Data):
    """Why an answer is not allowed: the rule it breaks, and a message key with what it speaks of."""

    __slots__ = ("about", "key", "rule")

    def __init__(self, about: tuple[Any, ...], key: str, rule: str) -> None:
        self.about = about
        self.key = key
        self.rule = rule


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Options:
    """The legal answers of a choice: a check, a cheap random draw, and a list (a sample where movement is free)."""

    __slots__ = ()

    def check(self, answer: Answer) -> Refusal | None:
        """None when the answer is legal, else why not. It is given plain data of any shape (None, booleans, integers,
        strings, tuples of them) and never raises. Compare with `same`: to Python, True and 1 are equal."""
        raise TypeError("Options is a base class")

    def listed(self) -> list[Answer]:
        """The legal answers, or a representative finite sample of them; never empty; each one passes `check`."""
        raise TypeError("Options is a base class")

    def sample(self, chance: Chance) -> Answer:
        """One random legal answer, without listing them all where that is dear."""
        answers = self.listed()
        return answers[chance.below(len(answers))]

    def single(self) -> Answer | None:
        """The only legal answer when there is just one: then nobody is asked. None otherwise."""
        return None


def same(one: Any, other: Any) -> bool:
    """Are two plain values alike in value and in kind, all the way down?

    >>> same((1, "a"), (1, "a")), same((1,), (True,))
    (True, False)
    """
    if type(one) is not type(other) or one != other:
        return False
    if isinstance(one, tuple):
        for mine, theirs in zip(one, other, strict=True):
            if not same(mine, theirs):
                return False
    return True


@final
@mypyc_attr(acyclic=True)
class Listed(Options):
    """A choice among answers that can be listed."""

    __slots__ = ("answers", "rule")

    def __init__(self, answers: tuple[Answer, ...], rule: str = "") -> None:
        self.answers = answers
        self.rule = rule

    def check(self, answer: Answer) -> Refusal | None:
        for one in self.answers:
            if same(one, answer):
                return None
        return Refusal((answer,), "not-an-option", self.rule)

    def listed(self) -> list[Answer]:
        return list(self.answers)

    def sample(self, chance: Chance) -> Answer:
        return self.answers[chance.below(len(self.answers))]

    def single(self) -> Answer | None:
        return self.answers[0] if len(self.answers) == 1 else None


@final
@mypyc_attr(acyclic=True)
class Choose(Effect):
    """A decision of `seat`, whoever's turn it is, because of the rule `why`; `figure` is the one it is about, if any.

    The answer to a `secret` choice is written down for that seat only.
    """

    __slots__ = ("figure", "options", "seat", "secret", "why", "world")

    def __init__(self, why: str, seat: int, world: Any, options: Options, figure: int = -1, secret: bool = False) -> None:
        self.why = why
        self.seat = seat
        self.world = world
        self.options = options
        self.figure = figure
        self.secret = secret

    def __repr__(self) -> str:
        return f"<Choose {self.why}: seat {self.seat} decides{' secretly' * self.secret}{about_figure(self.figure)}>"


# ---------------------------------------------------------------- events


@mypyc_attr(acyclic=True)
class Event(Data):
    """What the log is made of."""

    __slots__ = ()


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Tell(Effect):
    """Something happened under the rule `why`. `kind` is the key of its sentence, `about` fills it in (figures by id).

    `outcome` names the result where this event decides one: exact odds are told apart by it. `only` is the seat that
    may know, -1 for everybody.
    """

    __slots__ = ("about", "kind", "only", "outcome", "why")

    def __init__(self, why: str, kind: str, about: tuple[Any, ...] = (), outcome: str = "", only: int = -1) -> None:
        self.why = why
        self.kind = kind
        self.about = about
        self.outcome = outcome
        self.only = only


@final
@mypyc_attr(acyclic=True)
class Told(Event):
    """A Tell, written down."""

    __slots__ = ("about", "kind", "only", "outcome", "why")

    def __init__(self, about: tuple[Any, ...], kind: str, only: int, outcome: str, why: str) -> None:
        self.about = about
        self.kind = kind
        self.only = only
        self.outcome = outcome
        self.why = why

    def __repr__(self) -> str:
        what = f"{self.kind}({', '.join([repr(one) for one in self.about])})"
        return f"<Told {self.why}: {what}{f' -> {self.outcome}' if self.outcome else ''}{known_to(self.only)}>"


@final
@mypyc_attr(acyclic=True)
class Rolled(Event):
    """Dice that were thrown: every face, what they were for, and the value the rule was given. `sides` is 0 where dice
    of several kinds were thrown together."""

    __slots__ = ("bonus", "faces", "figure", "seat", "sides", "target", "value", "why")

    def __init__(
        self, bonus: int, faces: tuple[int, ...], figure: int, seat: int, sides: int, target: int, value: Any, why: str
    ) -> None:
        self.bonus = bonus
        self.faces = faces
        self.figure = figure
        self.seat = seat
        self.sides = sides
        self.target = target
        self.value = value
        self.why = why

    def __repr__(self) -> str:
        dice = f"{len(self.faces)}d{self.sides}" if self.sides else "dice"
        bonus = f" {self.bonus:+}" if self.bonus else ""
        shown = f"{dice}{bonus} show {', '.join([str(face) for face in self.faces])}{needing(self.target, ',')}"
        return f"<Rolled {self.why}: seat {self.seat}{about_figure(self.figure)}, {shown}>"


@final
@mypyc_attr(acyclic=True)
class Chosen(Event):
    """A decision that was taken."""

    __slots__ = ("answer", "figure", "only", "seat", "why")

    def __init__(self, answer: Answer, figure: int, only: int, seat: int, why: str) -> None:
        self.answer = answer
        self.figure = figure
        self.only = only
        self.seat = seat
        self.why = why

    def __repr__(self) -> str:
        return f"<Chosen {self.why}: seat {self.seat}{about_figure(self.figure)}, {self.answer!r}{known_to(self.only)}>"


def visible(event: Event, seat: int) -> bool:
    """May the seat know of this event?"""
    if isinstance(event, Told):
        return event.only == -1 or event.only == seat
    if isinstance(event, Chosen):
        return event.only == -1 or event.only == seat
    return True


def about_figure(figure: int) -> str:
    """For whom something is, in a repr."""
    return f" for figure {figure}" if figure >= 0 else ""


def needing(target: int, comma: str = "") -> str:
    """What a die needs, in a repr: so much or more, or with a negative target so much or less."""
    return f"{comma} needing {target}+" if target > 0 else f"{comma} needing {-target} or less" if target < 0 else ""


def known_to(seat: int) -> str:
    """Who alone may know it, in a repr."""
    return f" (only for seat {seat})" if seat >= 0 else ""


# ---------------------------------------------------------------- rules


@final
class Rule:
    """A registered rule: its name (the first catalogue id it implements), the ids it cites, and its script."""

    __slots__ = ("cites", "name", "script")

    def __init__(self, cites: tuple[str, ...], name: str, script: Callable[..., Script]) -> None:
        self.cites = cites
        self.name = name
        self.script = script

    def __call__(self, *args: Any) -> Script:
        """The script itself, to be run inside another rule with `yield from`."""
        return self.script(*args)

    def __repr__(self) -> str:
        return f"<rule {self.name}>"


RULES: dict[str, Rule] = {}


def rule(name: str, *also: str) -> Callable[[Callable[..., Script]], Rule]:
    """Register a script as the rule `name`, citing the ids `also`; each name is given once."""

    def register(script: Callable[..., Script]) -> Rule:
        if name in RULES:
            raise ValueError(f"the rule {name} is registered twice")
        made = Rule((name, *also), name, script)
        RULES[name] = made
        return made

    return register


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Call(Effect):
    """Run another rule as a frame of its own: yielded, its result is the answer; returned, it goes on in its place."""

    __slots__ = ("args", "rule")

    def __init__(self, rule: Rule, *args: Any) -> None:
        self.rule = rule
        self.args = args


@final
@mypyc_attr(acyclic=True)
class Result(Data):
    """How a game ended: `winner` (a seat, -1 where nobody wins alone), the rule id that ended it as `reason`, the `scores` by
    seat, and the last world. What follows for two seats or more is in lists by seat.

    >>> drawn = Result("end", (5, 2, 5), -1, None)
    >>> drawn.winners, [str(share) for share in drawn.shares], drawn.standings
    ([0, 2], ['1/2', '0', '1/2'], [1, 3, 1])
    """

    __slots__ = ("reason", "scores", "winner", "world")

    def __init__(self, reason: str, scores: tuple[int, ...], winner: int, world: Any) -> None:
        self.reason = reason
        self.scores = scores
        self.winner = winner
        self.world = world

    def __repr__(self) -> str:
        return f"Result(winner={self.winner}, reason={self.reason!r}, scores={self.scores})"

    @property
    def winners(self) -> list[int]:
        """The seats that share the victory: the winner alone; in a draw those with the highest score, or everybody where the
        highest score is one seat's alone and the rules give it no victory for that."""
        if self.winner >= 0:
            return [self.winner]
        best = [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]
        return best if len(best) > 1 else list(range(len(self.scores)))

    @property
    def shares(self) -> list[Fraction]:
        """What part of the victory each seat has: equal parts for the `winners`, nothing for the others; they add up to 1."""
        winners = self.winners
        return [Fraction(seat in winners, len(winners)) for seat in range(len(self.scores))]

    @property
    def standings(self) -> list[int]:
        """The place of each seat, from 1: the `winners` first, the others by their scores; equals share a place, and the
        places behind them stay empty."""
        winners = self.winners
        worth = [(seat in winners, 0 if seat in winners else score) for seat, score in enumerate(self.scores)]
        return [1 + len([other for other in worth if other > one]) for one in worth]
