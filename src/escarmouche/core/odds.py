"""Exact odds: the same scripts, with every outcome of every roll in place of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, final

from escarmouche.core.effects import Answer, Call, Choose, Roll
from escarmouche.core.engine import Run, start
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.game import Game

Policy = Callable[[Choose], Answer]
LIMIT = 100_000
NOTHING = "nothing"
"""The outcome of what comes to nothing; beside another one it is not told."""


@final
class Leaf:
    """One way it can end: the outcomes told on the way, its exact chance (weight / scale), and the run as it stands."""

    __slots__ = ("outcomes", "run", "scale", "weight")

    def __init__(self, outcomes: tuple[str, ...], run: Run, scale: int, weight: int) -> None:
        self.outcomes = outcomes
        self.run = run
        self.scale = scale
        self.weight = weight

    @property
    def chance(self) -> Fraction:
        return Fraction(self.weight, self.scale)


def leaves(run: Run, decide: Policy | None = None, until_outcome: bool = False, limit: int = LIMIT) -> Iterator[Leaf]:
    """Every way the run can go on: to its end, to the next decision (or through it, if `decide` answers), or, with
    `until_outcome`, to the first outcome that is told. The run itself is used up."""
    open_ones = [Leaf((), run, 1, 1)]
    met = 0
    while open_ones:
        leaf = open_ones.pop()
        now = leaf.run
        if now.told:
            leaf.outcomes += tuple([tell.outcome for tell in now.told if tell.outcome])
            now.told.clear()
        due = now.due
        if due is None or (until_outcome and leaf.outcomes) or (isinstance(due, Choose) and decide is None):
            yield leaf
            continue
        if isinstance(due, Choose):
            assert decide is not None
            branches: list[tuple[Any, int]] = [(decide(due), 1)]
            scale = leaf.scale
        else:
            assert isinstance(due, Roll)
            # Counted before they are listed: nobody wants a list of 8 ** 20 faces.
            branches = due.outcomes() if met + due.cases() <= limit else []
            scale = leaf.scale * due.scale()
        met += len(branches)
        if not branches or met > limit:
            raise TooManyOutcomes(
                f"These odds branch into more than {limit} cases: ask only up to the first outcome, or raise the limit.",
                f"Ces probabilités ont plus de {limit} cas : demandez le premier résultat seulement, ou plus de cas.",
            )
        for number, (value, weight) in enumerate(branches, 1):
            # The last branch goes on with the run itself, whose generator need not be rebuilt.
            twin = now.fork() if number < len(branches) else now
            twin.reply(value)
            open_ones.append(Leaf(leaf.outcomes, twin, scale, leaf.weight * weight))


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
    run.brief = until_outcome and game.system.outcome_stands
    return tally(leaves(run, None, until_outcome, limit), all_outcomes)


def game_leaves(game: Game, answer: Answer, until_outcome: bool = False, limit: int = LIMIT) -> Iterator[Leaf]:
    """The leaves behind `odds`: where each way leads, for those who want to weigh the worlds too."""
    return leaves(answered(game, answer), None, until_outcome, limit)


def answered(game: Game, answer: Answer) -> Run:
    """A run of its own in which the answer has been given."""
    value = game.checked(answer)
    twin = game.run.fork()
    twin.reply(value)
    return twin


def rule_odds(call: Call, decide: Policy, limit: int = LIMIT) -> dict[str, Fraction]:
    """The exact distribution of a single rule's outcome, with every decision on the way taken by `decide`."""
    return tally(leaves(start(call), decide, False, limit), last_outcome)
