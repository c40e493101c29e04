"""The searching player: it looks at every option, and longer at those that look best.

What an answer is worth is judged by what was learned from many battles (`System.learned`), or by hand where nothing was.
"""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from escarmouche.agents.greedy import WORLDS, Weighing, better_half
from escarmouche.agents.protocol import Budget, LearnedGame, SeatGame, sensible, stream, varied
from escarmouche.core.effects import Answer
from escarmouche.core.game import Game

CONTENDERS = 16
"""After the first look so many are left, and half of them after each further one."""

LOOKS = 8
"""No option is looked at more often than once in so many trials of the budget: between two a few dozen looks tell enough."""

IDEAS = 8
"""Answers that are compared for each decision that an answer brings about."""


class Thought(NamedTuple):
    """An option, what it is worth to the one who decides (from -1 to 1), and by how many trials."""

    answer: Answer
    worth: float
    tries: int


class SearchAgent:
    """Looks at every option once, and again at the better ones until its budget is spent: every outcome of the dice by its
    exact chance where they are few, seen through to where the answer has run its course. All its chance comes from its seed;
    with a budget of time it makes as many trials as the time allows."""

    name = "search"
    width = 64
    """At most so many options are looked at."""

    def __init__(self, seed: int | str = 0, weights: list[float] | None = None) -> None:
        """With `weights` for every number of the system's encoding it judges by these, with none by hand; else by what the
        system has learned."""
        self._seed = seed
        self._weights = weights
        self._asked = 0

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """The option that proved best."""
        return self.thoughts(game, budget)[0].answer

    def thoughts(self, game: SeatGame, budget: Budget) -> list[Thought]:
        """What it thinks of the options, best first; those that were dropped early come last."""
        self._asked += 1
        tag = f"{self._seed} {self._asked}"
        options = game.ideas(self.width, stream("search", tag))
        if 1 < len(options) < self.width:
            options = list(dict.fromkeys([*options, *[place.answer for place in game.places()]]))
        if len(options) == 1:
            return [Thought(options[0], 0.0, 0)]
        return Search(LearnedGame(game, self._weights), options, tag, budget).thoughts()


class Search:
    """One decision under thought: the options that are left, and what the trials of each came to."""

    def __init__(self, game: SeatGame, options: list[Answer], tag: str, budget: Budget) -> None:
        self._game = game
        self._options = options
        self._tag = tag
        self._budget = budget
        self._until = perf_counter() + budget.seconds
        self._worlds: list[Game] = []
        self._totals = dict.fromkeys(range(len(options)), 0.0)
        self._tries = dict.fromkeys(range(len(options)), 0)
        self._spent = 0
        self._round = 0

    def thoughts(self) -> list[Thought]:
        """The options, best first."""
        left = list(self._totals)
        dropped: list[int] = []
        self._weigh(left)
        kept = self._best(left, CONTENDERS)
        while len(left) > 1:
            dropped += sorted([number for number in left if number not in kept], key=self._mean)
            left = kept
            if not self._may_try(len(left)):
                break
            self._weigh(left)
            kept = self._best(left, max(2, (len(left) + 1) // 2))
        order = [*sorted(left, key=lambda number: -self._mean(number)), *reversed(dropped)]
        return [Thought(self._options[number], self._mean(number), self._tries[number]) for number in order]

    def _best(self, left: list[int], most: int) -> list[int]:
        """At most so many of the options, those with the best means."""
        kept = {number: self._mean(number) for number in left}
        while len(kept) > most:
            kept = better_half(kept)
        return list(kept)

    def _may_try(self, count: int) -> bool:
        """Is there budget left to try so many options once more?"""
        if self._budget.seconds:
            return perf_counter() < self._until
        playouts = self._budget.playouts
        return self._spent + count <= playouts and self._round * LOOKS < playouts

    def _mean(self, number: int) -> float:
        return self._totals[number] / max(1, self._tries[number])

    def _weigh(self, left: list[int]) -> None:
        """A round of trials: every option until it has run its course, all with the same dice."""
        if self._round < WORLDS:
            self._worlds.append(self._game.imagine(f"{self._tag} {self._round}"))
        world, seed = self._worlds[self._round % WORLDS], f"{self._tag} {self._round}"
        for number in left:
            self._totals[number] += Thorough(self._game, world, seed).worth(self._options[number])
            self._tries[number] += 1
        self._spent += len(left)
        self._round += 1


class Thorough(Weighing):
    """An imagined game in which decisions on the way are taken among answers of every kind, not among any that come to mind."""

    def _ideas(self, twin: Game) -> list[Answer]:
        return varied(twin, sensible(twin), IDEAS, self._chance)
