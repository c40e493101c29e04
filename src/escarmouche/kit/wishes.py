"""What somebody may wish for a figure, put together for every enemy in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from escarmouche.core.effects import Answer

Wish = tuple[Answer, int]
"""An answer, legal or not, and whom it is meant for; -1 for nobody."""
NOBODY = -1


def nearest(x: int, y: int, others: Iterable[Any]) -> list[Any]:
    """Those who have a place and a number, the nearest first."""
    return sorted(others, key=lambda one: ((one.x - x) ** 2 + (one.y - y) ** 2, one.id))


def for_each(others: Iterable[Any], *makers: Callable[[Any], Answer | None]) -> list[Wish]:
    """For each of the others an answer of every kind, in the order in which one would think of them."""
    found: list[Wish] = []
    for other in others:
        for make in makers:
            answer = make(other)
            if answer is not None:
                found.append((answer, other.id))
    return found
