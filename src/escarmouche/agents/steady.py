"""An agent whose game can be left and taken up again without changing what it does."""

from __future__ import annotations

from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.agents.roster import agent, checked
from escarmouche.core.effects import Answer, Chosen
from escarmouche.core.game import Game


class Steady:
    """Any agent by its name, begun anew for every answer from its seed and the number of answers given so far.

    Two of them with the same seed and the same number answer alike, whether the game was saved in between or not.
    """

    def __init__(self, name: str, seed: int | str, taken: int = 0) -> None:
        self.name = checked(name)
        self._seed = seed
        self._taken = taken

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """What the agent answers here."""
        fresh = agent(self.name, f"{self._seed} {self._taken}")
        self._taken += 1
        return fresh.answer(game, seat, budget)


def taken(game: Game, seat: int) -> int:
    """How many decisions a seat has taken in a game."""
    return len([event for event in game.events if isinstance(event, Chosen) and event.seat == seat])
