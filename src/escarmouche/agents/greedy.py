"""The greedy player: tries each option in games it imagines, sees it through, and takes the one that looks best."""

from __future__ import annotations

from math import sqrt

from escarmouche.agents.protocol import Budget, SeatGame, stream
from escarmouche.core.dice import Seeded, Stream
from escarmouche.core.effects import Answer, Choose
from escarmouche.core.engine import Frame
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.game import Game
from escarmouche.core.odds import Leaf, game_leaves
from escarmouche.core.odds import outcomes as outcomes

BRANCHES = 64
"""Up to so many cases the dice of an answer are weighed exactly; beyond, they are thrown."""

LOOK_AHEAD = 8
"""Decisions that an answer may bring about before it is judged."""

IDEAS = 4
"""Answers that are compared for each of those decisions."""

WORLDS = 4
"""How many ways the unknown is drawn for one answer, at most."""

BOLDNESS = 0.2
"""How much it likes dice that can change something, in standard deviations: who never risks an even fight never ends one."""


class GreedyAgent:
    """Weighs its options by the system's evaluation once they have run their course: every outcome of the dice by its exact
    chance where they are few, the decisions that follow by comparing a few answers to each. Half of the options are
    dropped after each round of trials, until the budget is spent. All its chance comes from its seed."""

    name = "greedy"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed
        self._asked = 0

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """The option with the best expectation within the budget."""
        self._asked += 1
        chance = stream("greedy", self._seed, self._asked)
        options = few(game.options(), budget.playouts, chance)
        rounds = 0
        spent = 0
        totals = dict.fromkeys(range(len(options)), 0.0)
        while len(totals) > 1 and spent + len(totals) <= budget.playouts:
            world = game.imagine(f"{self._seed} {self._asked} {rounds % WORLDS}")
            for number in totals:
                totals[number] += Weighing(game, world, f"{self._seed} {self._asked} {rounds}").worth(options[number])
            spent += len(totals)
            rounds += 1
            totals = better_half(totals)
        return options[max(totals, key=lambda number: totals[number])]


def better_half(totals: dict[int, float]) -> dict[int, float]:
    """The options with the better totals, half of them, in their order."""
    kept = sorted(totals, key=lambda number: -totals[number])[: (len(totals) + 1) // 2]
    return {number: totals[number] for number in sorted(kept)}


def few(options: list[Answer], most: int, chance: Stream) -> list[Answer]:
    """At most so many of the options, drawn without replacement, in their order."""
    left = list(range(len(options)))
    while len(left) > most:
        del left[chance.below(len(left))]
    return [options[number] for number in left]


class Weighing:
    """One imagined game in which options are tried. The same seed throws the same dice for every option."""

    def __init__(self, game: SeatGame, world: Game, seed: str) -> None:
        self._game = game
        self._world = world
        self._seed = seed
        self._chance = Stream(seed)
        self._dice = Seeded(seed)
        self._figure = game.due.figure
        self._depth = depth(world.run.top)

    def worth(self, option: Answer) -> float:
        """What an option is worth: each outcome of its dice, seen through, by its chance."""
        return hope([(share, self._seen_through(twin)) for share, twin in self._outcomes(self._world, option)])

    def _outcomes(self, world: Game, answer: Answer) -> list[tuple[float, Game]]:
        """The games an answer leads to, one for each outcome with its chance; just one, with dice thrown, where the dice
        are too many to list."""
        return outcomes(world, answer, cases(world, answer), self._dice, (self._seed,))

    def _over(self, twin: Game) -> bool:
        """Has the answer run its course?"""
        return is_over(twin, self._depth, self._figure)

    def _seen_through(self, twin: Game) -> float:
        """The worth of a game once the answer has run its course."""
        for _ in range(LOOK_AHEAD):
            if self._over(twin):
                break
            answer, worth = self._decided(twin)
            twin.play(answer)
            if worth is not None and self._over(twin):
                return worth
        return self._game.evaluate(twin)

    def _decided(self, twin: Game) -> tuple[Answer, float | None]:
        """The answer to a decision on the way, and its worth if that was looked at: the best of a few; others answer at
        random."""
        if twin.choice.seat != self._game.seat:
            return twin.sample(self._chance), None
        ideas = {idea: hope(self._judged(twin, idea)) for idea in self._ideas(twin)}
        best = max(ideas, key=lambda idea: ideas[idea])
        return best, ideas[best]

    def _judged(self, twin: Game, answer: Answer) -> list[tuple[float, float]]:
        """What an answer comes to, each outcome with its chance."""
        return [(share, self._game.evaluate(after)) for share, after in self._outcomes(twin, answer)]

    def _ideas(self, twin: Game) -> list[Answer]:
        """The answers that are compared for a decision on the way."""
        return [twin.sample(self._chance) for _ in range(IDEAS)]


def hope(outcomes: list[tuple[float, float]]) -> float:
    """The expectation of values with their chances, and a little more the farther they lie apart.

    >>> hope([(0.5, 1.0), (0.5, -1.0)]) > hope([(1.0, 0.0)]) > hope([(1.0, -0.5)])
    True
    """
    mean = sum([share * value for share, value in outcomes])
    return mean + BOLDNESS * sqrt(sum([share * (value - mean) ** 2 for share, value in outcomes]))


def cases(world: Game, answer: Answer) -> list[Leaf]:
    """Every way the dice of an answer can fall, up to the first outcome; none where they are too many to list."""
    try:
        return list(game_leaves(world, answer, until_outcome=True, limit=BRANCHES))
    except TooManyOutcomes:
        return []


def is_over(twin: Game, begun: int, figure: int) -> bool:
    """Has an answer run its course that was given so deep in the rules and about this figure? It has when the game is over or
    goes on to another matter: a question of the same rule about another figure, or of a rule further out."""
    due = twin.due
    if not isinstance(due, Choose):
        return True
    deeper = depth(twin.run.top) - begun
    return deeper < 0 or (deeper == 0 and (due.figure < 0 or due.figure != figure))


def depth(frame: Frame | None) -> int:
    """How many rules are under way."""
    return 0 if frame is None else 1 + depth(frame.parent)
