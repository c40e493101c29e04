"""Exact odds: the same scripts, with every outcome of every roll in place of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, final

from escarmouche.core.dice import Seeded
from escarmouche.core.effects import Alike, Answer, Call, Choose, Effect, Roll
from escarmouche.core.engine import Run, start
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.game import Game

Policy = Callable[[Choose], Answer]
LIMIT = 100_000
FEW = 3
"""Of ways without a name that are not told apart so many are looked at."""
NOTHING = "nothing"
"""The outcome of what comes to nothing; beside another one it is not told."""


@final
class Leaf:
    """One way it can end: the outcomes told on the way, its exact chance (weight / scale), the run as it stands, and the kinds
    of all that was told before there was an outcome."""

    __slots__ = ("outcomes", "run", "scale", "told", "weight")

    def __init__(self, outcomes: tuple[str, ...], run: Run, scale: int, weight: int, told: tuple[str, ...] = ()) -> None:
        self.outcomes = outcomes
        self.run = run
        self.scale = scale
        self.weight = weight
        self.told = told

    @property
    def chance(self) -> Fraction:
        return Fraction(self.weight, self.scale)


@final
class Throws:
    """Throws that come to the same outcome, each by its own way to the same roll: one answer is given for all."""

    __slots__ = ("leaf", "value")

    def __init__(self, leaf: Leaf, value: Any) -> None:
        self.leaf = leaf
        self.value = value

    def played(self) -> Leaf:
        """Where they lead, with the chance of all of them."""
        self.leaf.run.reply(self.value)
        return self.leaf


Sheaf = dict[int, Throws]
"""The throws of one roll, by what the rule looks at."""


def leaves(
    run: Run, decide: Policy | None = None, until_outcome: bool = False, limit: int = LIMIT, merged: bool = False
) -> Iterator[Leaf]:
    """Every way the run can go on: to its end, to the next decision (or through it, if `decide` answers), or, with
    `until_outcome`, to the first outcome that is told. The run itself is used up. Where they are `merged`, of throws that are
    known to come to the same outcome (`Roll.alike`) only one is followed."""
    open_ones = [Leaf((), run, 1, 1)]
    put_off: dict[tuple[str, int, tuple[str, ...], int], Sheaf] = {}
    met = 0
    while open_ones or put_off:
        if not open_ones:
            open_ones = [throws.played() for sheaf in put_off.values() for throws in sheaf.values()]
            put_off = {}
        leaf = open_ones.pop()
        now = leaf.run
        if now.told:
            if not leaf.outcomes:
                leaf.told += tuple([tell.kind for tell in now.told])
            leaf.outcomes += tuple([tell.outcome for tell in now.told if tell.outcome])
            now.told.clear()
        due = now.due
        if due is None or (until_outcome and leaf.outcomes) or (isinstance(due, Choose) and decide is None):
            yield leaf
            continue
        branches = ways(due, decide, met, limit)
        met += len(branches)
        scale = leaf.scale * due.scale() if isinstance(due, Roll) else leaf.scale
        if merged and isinstance(due, Roll) and due.alike is not None:
            gather(put_off.setdefault((due.why, due.figure, leaf.outcomes, scale), {}), due.alike, leaf, branches, scale)
            continue
        for number, (value, weight) in enumerate(branches, 1):
            # The last branch goes on with the run itself, whose generator need not be rebuilt.
            twin = now.fork() if number < len(branches) else now
            twin.reply(value)
            open_ones.append(Leaf(leaf.outcomes, twin, scale, leaf.weight * weight, leaf.told))


def ways(due: Effect, decide: Policy | None, met: int, limit: int) -> list[tuple[Any, int]]:
    """The answers to what is due, each with its weight; an error where that makes more cases than the limit."""
    branches: list[tuple[Any, int]] = []
    if isinstance(due, Choose):
        assert decide is not None
        branches = [(decide(due), 1)]
    elif isinstance(due, Roll) and met + due.cases() <= limit:  # nobody wants a list of 8 ** 20 faces
        branches = due.outcomes()
    if not branches or met + len(branches) > limit:
        raise TooManyOutcomes(
            f"These odds branch into more than {limit} cases: ask only up to the first outcome, or raise the limit.",
            f"Ces probabilités ont plus de {limit} cas : demandez le premier résultat seulement, ou plus de cas.",
        )
    return branches


def gather(sheaf: Sheaf, alike: Alike, leaf: Leaf, branches: list[tuple[Any, int]], scale: int) -> None:
    """Put the throws that follow on a leaf to those that come to the same."""
    for value, weight in branches:
        key = alike.key(value)
        throws = sheaf.get(key)
        if throws is None:
            sheaf[key] = Throws(Leaf(leaf.outcomes, leaf.run.fork(), scale, leaf.weight * weight, leaf.told), value)
        else:
            throws.leaf.weight += leaf.weight * weight


def tally(found: Iterator[Leaf], label: Callable[[Leaf], str]) -> dict[str, Fraction]:
    """Add up the chances of the leaves by label, in the labels' order."""
    weights: dict[tuple[str, int], int] = {}
    for leaf in found:
        key = (label(leaf), leaf.scale)
        weights[key] = weights.get(key, 0) + leaf.weight
    total: dict[str, Fraction] = {}
    for name, scale in sorted(weights):
        share = Fraction(weights[name, scale], scale)
        total[name] = total[name] + share if name in total else share
    return total


def all_outcomes(leaf: Leaf) -> str:
    """The outcomes on the way, joined; "nothing" when none was told but that."""
    return " + ".join([one for one in leaf.outcomes if one != NOTHING]) or NOTHING


def last_outcome(leaf: Leaf) -> str:
    """The outcome told last, which is the one that stands."""
    return leaf.outcomes[-1] if leaf.outcomes else NOTHING


def odds(game: Game, answer: Answer, until_outcome: bool = False, limit: int = LIMIT) -> dict[str, Fraction]:
    """The exact distribution over what an answer leads to, up to the next decision; the game does not change.

    With `until_outcome` each branch stops at its first outcome: the attack, without the morale tests it may cause.
    """
    run = answered(game, answer)
    run.past = game.system.past_outcomes if until_outcome else ()
    return tally(leaves(run, None, until_outcome, limit, merged=until_outcome), all_outcomes)


def game_leaves(game: Game, answer: Answer, until_outcome: bool = False, limit: int = LIMIT) -> Iterator[Leaf]:
    """The leaves behind `odds`: where each way leads, for those who want to weigh the worlds too."""
    return leaves(answered(game, answer), None, until_outcome, limit)


def outcomes(
    game: Game, answer: Answer, found: list[Leaf], dice: Seeded, throws: Sequence[str], finely: bool = False
) -> list[tuple[float, Game]]:
    """The games that an answer leads to with their chances: one for each outcome of the leaves found, further dice thrown with
    `dice` up to the next decision; without any, one with dice of its own for each seed of `throws`. Looked at `finely`, the
    game of an outcome is that in the middle of its leaves, and ways without an outcome by name are told apart by what else was
    told and whose decision it came to, a few of each."""
    if not found:
        twins = [game.fork(seed) for seed in throws]
        for twin in twins:
            twin.play(answer)
        return [(1 / len(twins), twin) for twin in twins]
    kinds: dict[tuple[bool, tuple[str, ...], int], list[Leaf]] = {}
    for leaf in found:
        nameless = finely and not leaf.outcomes
        kind = (True, leaf.told, decider(leaf)) if nameless else (False, leaf.outcomes, -1)
        kinds.setdefault(kind, []).append(leaf)
    if not finely:
        return [(share_of(alike), game_at(game, alike[0], dice)) for alike in kinds.values()]
    chosen: list[tuple[float, Leaf]] = []
    for (nameless, _told, _seat), alike in kinds.items():
        chosen += typical(alike, FEW if nameless else 1)
    return [(share, game_at(game, leaf, dice)) for share, leaf in chosen]


def decider(leaf: Leaf) -> int:
    """The seat that must decide at a leaf; -1 for none."""
    due = leaf.run.due
    return due.seat if isinstance(due, Choose) else -1


def typical(alike: list[Leaf], most: int) -> list[tuple[float, Leaf]]:
    """At most so many of these leaves, each with the chance that it stands for: those in the middle of equal parts of them."""
    if len(alike) <= most:
        return [(share_of([leaf]), leaf) for leaf in alike]
    part = share_of(alike) / most
    chosen: list[tuple[float, Leaf]] = []
    passed, parts = 0.0, 0
    for leaf in alike:
        passed += share_of([leaf])
        before = parts
        while parts < most and passed >= (parts + 0.5) * part:
            parts += 1
        if parts > before:
            chosen.append(((parts - before) * part, leaf))
    return chosen


def share_of(alike: list[Leaf]) -> float:
    """The chance of all these leaves."""
    share = 0.0
    for leaf in alike:
        weight: Any = leaf.weight  # a native division would round the great ones first
        share += weight / leaf.scale
    return share


def game_at(game: Game, leaf: Leaf, dice: Seeded) -> Game:
    """The game at a leaf, with further dice thrown up to the next decision."""
    twin = Game(game.system, game.setup, leaf.run, dice, game.thrown)
    twin.begin()
    return twin


def answered(game: Game, answer: Answer) -> Run:
    """A run of its own in which the answer has been given."""
    value = game.checked(answer)
    twin = game.run.fork()
    twin.reply(value)
    return twin


def rule_odds(call: Call, decide: Policy, limit: int = LIMIT) -> dict[str, Fraction]:
    """The exact distribution of a single rule's outcome, with every decision on the way taken by `decide`."""
    return tally(leaves(start(call), decide, False, limit), last_outcome)
