"""Opponents for people: three levels that differ in how much they look at, never in what they may know or do."""

from __future__ import annotations

from escarmouche.agents.greedy import GreedyAgent
from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.agents.search import SearchAgent
from escarmouche.core.effects import Answer


class Recruit:
    """Has a few ideas and takes the one that looks best at first sight: it overlooks much, and never gives up."""

    name = "recruit"
    PLAYOUTS = 4

    def __init__(self, seed: int | str = 0) -> None:
        self._greedy = GreedyAgent(seed)

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """The best of a few ideas."""
        return self._greedy.answer(game, seat, Budget(self.PLAYOUTS))


class Veteran(SearchAgent):
    """Looks at everything that can be done and thinks twice about what looks good; it has learned from many battles."""

    name = "veteran"
    PLAYOUTS = 96

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """The option that proved best, within its own budget."""
        return super().answer(game, seat, Budget(self.PLAYOUTS))


class Warlord(Veteran):
    """As the veteran, and takes its time."""

    name = "warlord"
    PLAYOUTS = 480
