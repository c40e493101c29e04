"""Chances to win from how good a battle looks."""

from __future__ import annotations

from math import exp


def shares(worths: list[float], sureness: float) -> list[float]:
    """Chances to win from how good the table is for each seat; they add up to 1.

    >>> shares([0.0, 0.0], 3.0), [round(one, 2) for one in shares([0.5, -0.5], 3.0)]
    ([0.5, 0.5], [0.95, 0.05])
    """
    most = max(worths)
    weights = [exp(sureness * (one - most)) for one in worths]
    return [one / sum(weights) for one in weights]


def chance(worth: float, seats: int, sureness: float) -> float:
    """The chance to win of a seat for which the table is so good; the others share what is left alike.

    >>> chance(0.0, 2, 3.0), round(chance(0.5, 2, 3.0), 2), round(chance(0.0, 4, 3.0), 2)
    (0.5, 0.95, 0.25)
    """
    others = max(1, seats - 1)
    return shares([worth, *[-worth / others] * others], sureness)[0]
