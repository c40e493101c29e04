"""The greedy player: tries each option in games it imagines and takes the one that looks best a little later."""

from __future__ import annotations

from escarmouche.agents.protocol import Budget, SeatGame, stream
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Choose, Roll
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.game import Game
from escarmouche.core.odds import game_leaves

BRANCHES = 64
"""Up to so many ways an answer can turn out, they are weighed exactly; beyond, by playing some of them."""

CASES = 4096
"""Dice met on the way that are too many to weigh: equal dice that are thrown again never end."""

LOOK_AHEAD = 12
"""Decisions of its own that an imagined continuation plays at random before it is judged."""


class GreedyAgent:
    """Weighs every option by the system's evaluation: exactly over all dice where an answer is soon decided, otherwise over a
    few short continuations. Ties and the continuations come from its seed."""

    name = "greedy"

    def __init__(self, seed: int | str = 0) -> None:
        self._seed = seed
        self._asked = 0

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """The option with the best expectation within the budget."""
        self._asked += 1
        chance = stream("greedy", self._seed, self._asked)
        options = game.options()
        if len(options) == 1:
            return options[0]
        options = few(options, budget.playouts, chance)
        rounds = max(1, budget.playouts // len(options))
        worlds = [game.imagine(f"{self._seed} {self._asked} {number}") for number in range(rounds)]
        totals = [sum([self._worth(game, world, option, seat, chance) for world in worlds]) for option in options]
        return options[totals.index(max(totals))]

    def _worth(self, game: SeatGame, world: Game, option: Answer, seat: int, chance: Stream) -> float:
        """What an option is worth in one imagined game."""
        exact = exactly(game, world, option)
        if exact is not None:
            return exact
        twin = world.fork(chance.below(1 << 30))
        twin.play(option)
        for _ in range(LOOK_AHEAD):
            due = twin.due
            if not isinstance(due, Choose) or due.seat != seat:
                break
            twin.play(twin.sample(chance))
        return game.evaluate(twin)


def few(options: list[Answer], most: int, chance: Stream) -> list[Answer]:
    """At most so many of the options, drawn without replacement, in their order."""
    if len(options) <= most:
        return options
    kept: list[int] = []
    while len(kept) < most:
        pick = chance.below(len(options))
        if pick not in kept:
            kept.append(pick)
    return [options[pick] for pick in sorted(kept)]


def exactly(game: SeatGame, world: Game, option: Answer) -> float | None:
    """The exact expectation of an option whose outcome comes with a few dice; None when it comes later or branches far."""
    total = 0.0
    decided = False
    try:
        for count, leaf in enumerate(game_leaves(world, option, until_outcome=True, limit=CASES)):
            if count >= BRANCHES:
                return None
            decided = decided or len(leaf.outcomes) > 0
            due = leaf.run.due
            state = due.world if isinstance(due, (Choose, Roll)) else leaf.run.result.world
            total += leaf.weight / leaf.scale * world.system.evaluate(state, game.seat)
    except TooManyOutcomes:
        return None
    return total if decided else None
