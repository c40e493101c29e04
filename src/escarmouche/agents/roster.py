"""The agents by name."""

from __future__ import annotations

from escarmouche.agents.chance import RandomAgent
from escarmouche.agents.greedy import GreedyAgent
from escarmouche.agents.protocol import Agent
from escarmouche.core.system import known

NAMES = ("random", "greedy")


def agent(name: str, seed: int | str = 0) -> Agent:
    """A new agent of this kind.

    >>> agent("random").name
    'random'
    """
    known("agent", name, list(NAMES))
    return RandomAgent(seed) if name == "random" else GreedyAgent(seed)
