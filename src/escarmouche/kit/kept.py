"""What is worked out once and kept: the parts of a view that follow from things that do not change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class Kept(Generic[T, V]):
    """What is worked out once for each thing and kept with it, by identity: things of a world do not change, and hashing them
    takes longer than this. What is kept is shared by all views: nobody may change a view that he has been given."""

    def __init__(self, make: Callable[[T], V], most: int = 4096) -> None:
        self._make = make
        self._most = most
        self._known: dict[int, tuple[T, V]] = {}

    def __call__(self, thing: T) -> V:
        known = self._known.get(id(thing))
        if known is not None and known[0] is thing:
            return known[1]
        if len(self._known) >= self._most:
            self._known.clear()
        made = self._make(thing)
        self._known[id(thing)] = (thing, made)
        return made


class KeptWith(Generic[T, V]):
    """The same of what follows from a thing and from some values beside it: what was made last is kept with the thing, and with
    the values it was made of. For other values it is made anew."""

    def __init__(self, make: Callable[..., V], most: int = 4096) -> None:
        self._make = make
        self._most = most
        self._known: dict[int, tuple[T, tuple[Any, ...], V]] = {}

    def __call__(self, thing: T, *beside: Any) -> V:
        known = self._known.get(id(thing))
        if known is not None and known[0] is thing and known[1] == beside:
            return known[2]
        if len(self._known) >= self._most:
            self._known.clear()
        made = self._make(thing, *beside)
        self._known[id(thing)] = (thing, beside, made)
        return made


class Row(Generic[T, V]):
    """The same for a row of things, most of which are in the row that is asked for next: only what is another thing than in the
    row before, or has other values beside it, is asked of `make`. A row in which all is as before is the same list."""

    def __init__(self, make: Callable[..., V]) -> None:
        self._make = make
        self._last: tuple[tuple[T, ...], tuple[tuple[Any, ...], ...], list[V]] = ((), (), [])

    def __call__(self, things: tuple[T, ...], *beside: tuple[Any, ...]) -> list[V]:
        before, values, made = self._last
        if len(things) != len(before) or len(beside) != len(values):
            made = [self._make(*each) for each in zip(things, *beside, strict=True)]
        else:
            changed = other_things(things, before)
            for row, was in zip(beside, values, strict=True):
                if row is not was and row != was:
                    changed.extend(others(row, was))
            if changed:
                made = made.copy()
                for place in set(changed):
                    made[place] = self._make(things[place], *[row[place] for row in beside])
        self._last = (things, beside, made)
        return made


def other_things(things: tuple[Any, ...], before: tuple[Any, ...]) -> list[int]:
    """The places of a row where another thing stands than before."""
    found: list[int] = []
    for place, thing in enumerate(things):
        if thing is not before[place]:
            found.append(place)
    return found


def others(row: tuple[Any, ...], before: tuple[Any, ...]) -> list[int]:
    """The places of a row where another value stands than before."""
    return [place for place, value in enumerate(row) if value != before[place]]


class Latest(Generic[T, V]):
    """What was worked out last, given again as long as what is asked of is `alike`."""

    def __init__(self, make: Callable[[T], V], alike: Callable[[T, T], bool]) -> None:
        self._make = make
        self._alike = alike
        self._known: tuple[T, V] | None = None

    def __call__(self, thing: T) -> V:
        known = self._known
        made = known[1] if known is not None and self._alike(known[0], thing) else self._make(thing)
        self._known = (thing, made)
        return made
