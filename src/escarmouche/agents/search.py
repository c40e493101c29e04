"""The searching player: it looks at every option, and longer at those that look best.

What an answer is worth is judged by what was learned from many battles (`System.learned`), or by hand where nothing was. Where
acting can cost the turn, what the others would still gain in it counts as well (`turn.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from time import perf_counter
from typing import NamedTuple

from escarmouche.agents.greedy import BRANCHES, WORLDS, Weighing, better_half, cases, hope, outcomes
from escarmouche.agents.protocol import Budget, LearnedGame, SeatGame, sensible, stream, varied
from escarmouche.agents.turn import PATIENCE, Deed, rests
from escarmouche.core.effects import Answer, Choose
from escarmouche.core.game import Game

CONTENDERS = 16
"""After the first look so many are left, and half of them after each further one."""

LOOKS = 8
"""No option is looked at more often than once in so many trials of the budget: between two a few dozen looks tell enough."""

FIRST = 12
"""With a budget of time no contender is dropped, nor the thought ended, before it has been looked at so often."""

SURE = 3.0
"""An option is worse than another when it is by so many standard errors of the difference."""

EVEN = 0.002
"""Options that are sure to differ by no more than this are as good as each other."""

ENOUGH = 2000
A_TRIAL = 20
"""Once it has judged so many positions, and so many more for each trial of its budget, it makes up its mind: nobody waits for
ever where answers have long consequences."""

CASES = 8
"""So many ways dice can fall are as much work as judging a position."""

IDEAS = 8
"""Answers that are compared for each decision that an answer brings about."""

THROWS = 6
"""Dice that fall in too many ways to weigh each are thrown so often."""


class Thought(NamedTuple):
    """An option, what it is worth to the one who decides (from -1 to 1), and by how many trials."""

    answer: Answer
    worth: float
    tries: int


class Look(NamedTuple):
    """One trial of an option: what it came to, and the chance that its seat is asked the same again, of whoever is left."""

    worth: float
    again: float


class SearchAgent:
    """Looks at every option once, and again at the better ones until its budget is spent: every outcome of the dice by its
    exact chance where they are few, seen through to where the answer has run its course. All its chance comes from its seed;
    with a budget of time it looks on until the time is over or one option is sure to be the best."""

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
        return Search(LearnedGame(game, self._weights), options, tag, budget, game.beside(self.width)).thoughts()


class Search:
    """One decision under thought: the options that are left, and what the trials of each came to. Those `beside` them are not
    chosen from; where the turn is at stake they tell what could still be done in it."""

    def __init__(
        self, game: LearnedGame, options: list[Answer], tag: str, budget: Budget, beside: Sequence[Answer] = ()
    ) -> None:
        self._game = game
        self._chosen_from = len(options)
        options = [*options, *beside]
        self._options = options
        self._tag = tag
        self._budget = budget
        self._until = perf_counter() + budget.seconds
        self._worlds: list[Game] = []
        self._looks: list[list[Look]] = [[] for _ in options]
        self._who = [game.figure(option) for option in options]
        self._now = 0.0
        self._rests: dict[int, float] = {}
        self._spent = 0
        self._round = 0

    def thoughts(self) -> list[Thought]:
        """The options, best first."""
        left = list(range(self._chosen_from))
        dropped: list[int] = []
        self._weigh(left)
        self._look_beside()
        kept = self._best([number for number in left if self._looks[number]], CONTENDERS)
        while len(left) > 1:
            dropped += sorted([number for number in left if number not in kept], key=self._rank)
            left = kept
            if not self._may_try(len(left)):
                break
            self._weigh(left)
            kept = self._ahead(left) if self._budget.seconds else self._best(left, max(2, (len(left) + 1) // 2))
        order = [*sorted(left, key=lambda number: -self._mean(number)), *reversed(dropped)]
        return [Thought(self._options[number], self._mean(number), len(self._looks[number])) for number in order]

    def _best(self, left: list[int], most: int) -> list[int]:
        """At most so many of the options, those with the best means."""
        kept = {number: self._mean(number) for number in left}
        while len(kept) > most:
            kept = better_half(kept)
        return list(kept)

    def _ahead(self, left: list[int]) -> list[int]:
        """Those that may still prove best, the best of now alone once no other can prove to be better worth speaking of."""
        if min([len(self._looks[number]) for number in left]) < FIRST:
            return left
        best = max(left, key=self._mean)
        behind = {number: self._behind(best, number) for number in left if number != best}
        if all(most <= EVEN for _, most in behind.values()):
            return [best]
        return [number for number in left if number == best or behind[number][0] <= 0.0]

    def _behind(self, best: int, other: int) -> tuple[float, float]:
        """By how much the one option is better than the other, at the least and by how much the other may yet be better: what
        the same imagined games said of both, give or take their error."""
        ahead = [one - two for one, two in zip(self._worths(best), self._worths(other), strict=False)]
        mean = sum(ahead) / len(ahead)
        error = sqrt(sum([(one - mean) ** 2 for one in ahead]) / (len(ahead) - 1) / len(ahead))
        return mean - SURE * error, SURE * error - mean

    def _worths(self, number: int) -> list[float]:
        """What each trial of an option came to, with what the others would gain behind it."""
        behind = PATIENCE * self._rests.get(self._who[number], 0.0)
        return [look.worth + behind * look.again for look in self._looks[number]]

    def _may_try(self, count: int) -> bool:
        """Is there budget left to try so many options once more?"""
        if self._has_enough():
            return False
        playouts = self._budget.playouts
        return bool(self._budget.seconds) or (self._spent + count <= playouts and self._round * LOOKS < playouts)

    def _has_enough(self) -> bool:
        """Is the time over, or has it judged enough where it has no time of its own?"""
        if self._budget.seconds:
            return perf_counter() >= self._until
        return self._game.judged >= ENOUGH + A_TRIAL * self._budget.playouts

    def _mean(self, number: int) -> float:
        """What an option came to on the mean, with what the others would gain behind it."""
        tries = max(1, len(self._looks[number]))
        behind = PATIENCE * self._rests.get(self._who[number], 0.0) * self._again(number) / tries
        return self._total(number) / tries + behind

    def _total(self, number: int) -> float:
        """What the trials of an option came to together."""
        return sum([look.worth for look in self._looks[number]])

    def _again(self, number: int) -> float:
        """The chances of all its trials together that the same is asked again."""
        return sum([look.again for look in self._looks[number]])

    def _rank(self, number: int) -> tuple[bool, float]:
        """By what a dropped option is put in order: those that were not looked at come last."""
        return bool(self._looks[number]), self._mean(number)

    def _look_beside(self) -> None:
        """Where the turn is at stake, look once at what is beside the options; that is not of their budget."""
        beside = list(range(self._chosen_from, len(self._options)))
        if beside and any(0.0 < self._again(number) < len(looks) for number, looks in enumerate(self._looks)):
            before = self._spent, self._round
            self._weigh(beside)
            self._spent, self._round = before

    def _look_behind(self) -> None:
        """Work out anew what the others would gain behind each that can act."""
        deeds: dict[int, list[Deed]] = {}
        for number, who in enumerate(self._who):
            tries = len(self._looks[number])
            if who >= 0 and tries:
                deeds.setdefault(who, []).append(Deed(self._total(number) / tries - self._now, self._again(number) / tries))
        self._rests = rests(deeds)

    def _weigh(self, left: list[int]) -> None:
        """A round of trials: every option until it has run its course, all with the same dice."""
        if self._round == len(self._worlds) < WORLDS:
            self._worlds.append(self._game.imagine(f"{self._tag} {self._round}"))
        world, seed = self._worlds[self._round % WORLDS], f"{self._tag} {self._round}"
        if self._round == 0:
            self._now = self._game.evaluate(world)
        for number in left:
            if self._spent and self._has_enough():
                break
            self._looks[number].append(Thorough(self._game, world, seed).weighed(self._options[number]))
            self._spent += 1
        self._round += 1
        self._look_behind()


class Thorough(Weighing):
    """An imagined game in which decisions on the way are taken among answers of every kind, not among any that come to mind,
    and others take theirs with as much thought."""

    def __init__(self, game: LearnedGame, world: Game, seed: str) -> None:
        super().__init__(game, world, seed)
        self._judge = game

    def weighed(self, option: Answer) -> Look:
        """What an option is worth, as `worth`, and the chance that its seat is asked the same again."""
        asked, again = self._game.due, 0.0
        found: list[tuple[float, float]] = []
        for share, twin in self._outcomes(self._world, option):
            found.append((share, self._seen_through(twin)))
            due = twin.due
            if isinstance(due, Choose) and due.seat == asked.seat and due.why == asked.why:
                again += share
        return Look(hope(found), again)

    def _outcomes(self, world: Game, answer: Answer) -> list[tuple[float, Game]]:
        leaves = cases(world, answer)
        self._judge.judged += (len(leaves) or BRANCHES) / CASES
        return outcomes(world, answer, leaves, self._dice, [f"{self._seed} {throw}" for throw in range(THROWS)], True)

    def _decided(self, twin: Game) -> tuple[Answer, float | None]:
        """The best of a few for this seat; of others what is worst for it on the mean."""
        if twin.choice.seat == self._game.seat:
            return super()._decided(twin)
        ideas = self._ideas(twin)
        if len(ideas) == 1:
            return ideas[0], None
        means = {idea: sum([share * worth for share, worth in self._judged(twin, idea)]) for idea in ideas}
        worst = min(means, key=lambda idea: means[idea])
        return worst, means[worst]

    def _ideas(self, twin: Game) -> list[Answer]:
        return varied(twin, sensible(twin), IDEAS, self._chance)
