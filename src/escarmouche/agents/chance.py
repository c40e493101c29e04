"""The random player: any legal answer, drawn cheaply."""

from __future__ import annotations

from escarmouche.agents.protocol import Budget, SeatGame, stream
from escarmouche.core.effects import Answer


class RandomAgent:
    """Answers at random; the same seed gives the same answers."""

    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._chance = stream("random", seed)

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """A random legal answer."""
        return game.sample(self._chance)
