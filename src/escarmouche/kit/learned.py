"""What was learned by play: how much each number of a system's encoding counts in a judgement."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from math import tanh
from operator import mul
from typing import Any

import msgspec

FILE = "learned.json"
JUDGED = "judged by hand"
MINE = "mine: "
THEIRS = "theirs: "
ASIDE = "aside: "
"""What the other side wishes for itself, which is nothing to this one."""


class Learned(msgspec.Struct, forbid_unknown_fields=True):
    """The weights that a system ships, and how they came about."""

    version: int
    """That of the rules by which they were learned."""
    pairs: int
    """Battles that taught them, each fought from both sides."""
    command: str
    weights: dict[str, float]
    """By the names of the encoding; a number of the other side counts as much against."""
    given: dict[str, float] = {}
    """The weights of numbers that were set by hand, and are not learned."""


class Encoding:
    """The numbers of a system: what it counts for a side and of the moment, and the function that counts. Of those for a side
    `wishes` are no strengths, and count for the one who judges alone."""

    def __init__(
        self,
        package: str,
        side: tuple[str, ...],
        moment: tuple[str, ...],
        encode: Callable[[Any, int], list[float]],
        wishes: tuple[str, ...] = (),
    ) -> None:
        self.package = package
        self.side = side
        self.moment = moment
        self.encode = encode
        self.wishes = wishes

    def names(self) -> tuple[str, ...]:
        """What each number is."""
        mine = [f"{MINE}{name}" for name in self.side]
        theirs = [f"{ASIDE if name in self.wishes else THEIRS}{name}" for name in self.side]
        return (JUDGED, *mine, *theirs, *self.moment)

    def learned(self) -> list[float]:
        """The weight of each number, as shipped with the system; none where nothing is."""
        return _shipped(self)

    def given(self) -> dict[str, float]:
        """The weights that were set by hand."""
        kept = shipped(self.package)
        return {} if kept is None else kept.given


@cache
def _shipped(encoding: Encoding) -> list[float]:
    kept, names = shipped(encoding.package), encoding.names()
    if kept is None:
        return []
    weights = kept.weights | kept.given
    return spread([weights.get(name, 0.0) for name in learnt(names)], names)


def learnt(names: tuple[str, ...]) -> list[str]:
    """What has a weight of its own among the numbers of an encoding: those of one side, and of the moment.

    >>> learnt(("judged by hand", "mine: life", "theirs: life", "own turn"))
    ['life', 'own turn']
    """
    side = [name.removeprefix(MINE) for name in names if name.startswith(MINE)]
    return [*side, *names[1 + 2 * len(side) :]]


def spread(weights: list[float], names: tuple[str, ...]) -> list[float]:
    """The weight of every number of an encoding: what counts for the one side counts against the other, unless it is but a
    wish, and the judgement made by hand counts once.

    >>> spread([0.5, 2.0], ("judged by hand", "mine: life", "theirs: life", "own turn"))
    [1.0, 0.5, -0.5, 2.0]
    >>> spread([0.5], ("judged by hand", "mine: haste", "aside: haste"))
    [1.0, 0.5, 0.0]
    """
    count = len([name for name in names if name.startswith(MINE)])
    against = [
        0.0 if name.startswith(ASIDE) else -weight for name, weight in zip(names[1 + count :], weights[:count], strict=False)
    ]
    return [1.0, *weights[:count], *against, *weights[count:]]


def shipped(package: str) -> Learned | None:
    """What a system's package ships, if it does."""
    file = files(package) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Learned) if file.is_file() else None


def weighed(numbers: list[float], weights: list[float]) -> float:
    """What the numbers of a battle are worth by these weights, from -1 to 1.

    >>> weighed([0.0, 2.0], [1.0, 0.0])
    0.0
    """
    return tanh(sum(map(mul, numbers, weights)))
