"""The rest of a turn: what those who have yet to act would still gain, if the turn lasts.

Where a failure can end the turn, whoever acts first puts at stake what the others could do. What each of them promises is known
from the options themselves, so nothing needs to be played out for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

PATIENCE = 0.97
"""What is planned counts so much for each that acts before: the battle may look otherwise by then."""
ROUNDS = 3
"""How often a plan is gone over."""


class Deed(NamedTuple):
    """A way for somebody to act: what it gains, and the chance that the turn goes on."""

    gain: float
    again: float


def rests(deeds: Mapping[int, Sequence[Deed]]) -> dict[int, float]:
    """For each that can act, what the others would gain behind it; nothing where nobody puts the turn at stake.

    >>> rests({1: [Deed(0.1, 1.0)], 2: [Deed(0.2, 1.0)]})
    {}
    >>> {one: round(gain, 3) for one, gain in rests({1: [Deed(0.1, 0.5)], 2: [Deed(0.2, 1.0)], 3: [Deed(-0.1, 1.0)]}).items()}
    {1: 0.2, 2: 0.1, 3: 0.297}
    """
    if not any(0.0 < deed.again < 1.0 for ways in deeds.values() for deed in ways):
        return {}
    return {one: planned([ways for other, ways in deeds.items() if other != one]) for one in deeds}


def planned(everybody: Sequence[Sequence[Deed]]) -> float:
    """What they gain together in a good order, each in its best way: whoever gains most for what it puts at stake comes first,
    and is the bolder the less is left behind it.

    >>> safe, bold = Deed(0.1, 1.0), Deed(0.12, 0.5)
    >>> planned([[safe, bold]]), round(planned([[bold], [bold]]), 4), round(planned([[safe, bold], [safe, bold]]), 4)
    (0.12, 0.1782, 0.2164)
    """
    chosen = [max(ways, key=lambda deed: deed.gain) for ways in everybody]
    best = 0.0
    for _ in range(ROUNDS):
        order = sorted(range(len(chosen)), key=lambda one: chosen[one].gain / (1 - PATIENCE * chosen[one].again))
        behind = 0.0
        for one in order:
            way = max(everybody[one], key=lambda deed: deed.gain + PATIENCE * deed.again * behind)
            worth = way.gain + PATIENCE * way.again * behind
            if worth > behind:
                behind, chosen[one] = worth, way
        best = max(best, behind)
    return best
