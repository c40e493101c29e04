"""The agents by name."""

from __future__ import annotations

from typing import NamedTuple

from escarmouche.agents.chance import RandomAgent
from escarmouche.agents.greedy import GreedyAgent
from escarmouche.agents.protocol import Agent, Budget
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.system import known

NAMES = ("random", "greedy")
PLAYOUTS = 16
"""How much an agent thinks where nobody says otherwise."""


def agent(name: str, seed: int | str = 0) -> Agent:
    """A new agent of this kind.

    >>> agent("random").name
    'random'
    """
    known("agent", name, list(NAMES))
    return RandomAgent(seed) if name == "random" else GreedyAgent(seed)


class Player(NamedTuple):
    """An agent and how much it may think, written `greedy:32`; `greedy` alone thinks as much as usual."""

    name: str
    playouts: int = PLAYOUTS

    @staticmethod
    def read(text: str) -> Player:
        """From its text.

        >>> Player.read("greedy:32")
        Player(name='greedy', playouts=32)
        """
        name, colon, number = text.strip().partition(":")
        known("agent", name, list(NAMES))
        if colon and not number.isdigit():
            raise EscarmoucheError(
                f"{text} does not say how much {name} may think: write a number after the colon, such as {name}:32.",
                f"{text} ne dit pas combien {name} peut réfléchir : mettez un nombre après les deux-points, comme {name}:32.",
            )
        return Player(name, Budget(int(number)).playouts if colon else PLAYOUTS)

    def __str__(self) -> str:
        return self.name if self.name == "random" or self.playouts == PLAYOUTS else f"{self.name}:{self.playouts}"
