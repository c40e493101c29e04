"""Opponents for people: three levels that differ in how much they look at, never in what they may know or do."""

from __future__ import annotations

from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.agents.search import SearchAgent
from escarmouche.core.effects import Answer


class Level(SearchAgent):
    """A searching player that thinks as much as it does, however many trials it is given; given seconds it takes those."""

    playouts = 1

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """The option that proved best, within its own budget."""
        return super().answer(game, seat, Budget(self.playouts, budget.seconds))


class Recruit(Level):
    """Has a few ideas and takes the one that looks best at first sight, by hand: it overlooks much, and never gives up."""

    name = "recruit"
    width = 4

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed, weights=[])


class Veteran(Level):
    """Looks at everything that can be done and thinks twice about what looks good; it has learned from many battles."""

    name = "veteran"
    width = 48
    playouts = 96


class Warlord(Level):
    """As the veteran, and takes its time."""

    name = "warlord"
    playouts = 480
