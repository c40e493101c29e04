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


class Learned(msgspec.Struct, forbid_unknown_fields=True):
    """The weights that a system ships, and how they came about."""

    version: int
    """That of the rules by which they were learned."""
    pairs: int
    """Battles that taught them, each fought from both sides."""
    command: str
    weights: dict[str, float]
    """By the names of the encoding; a number of the other side counts as much against."""


class Encoding:
    """The numbers of a system: what it counts for a side and of the moment, and the function that counts."""

    def __init__(
        self, package: str, side: tuple[str, ...], moment: tuple[str, ...], encode: Callable[[Any, int], list[float]]
    ) -> None:
        self.package = package
        self.side = side
        self.moment = moment
        self.encode = encode

    def names(self) -> tuple[str, ...]:
        """What each number is."""
        return (
            "judged by hand",
            *[f"mine: {name}" for name in self.side],
            *[f"theirs: {name}" for name in self.side],
            *self.moment,
        )

    def learned(self) -> list[float]:
        """The weight of each number, as shipped with the system; none where nothing is."""
        return _shipped(self)


@cache
def _shipped(encoding: Encoding) -> list[float]:
    kept = shipped(encoding.package)
    if kept is None:
        return []
    side = [kept.weights.get(name, 0.0) for name in encoding.side]
    return [1.0, *side, *[-weight for weight in side], *[kept.weights.get(name, 0.0) for name in encoding.moment]]


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
