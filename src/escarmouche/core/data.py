"""Plain data: the base of everything that a world, a frame or an event is made of."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import mypyc_attr


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Data:
    """Immutable by habit: nobody changes a value that somebody else can see; a rule returns a changed copy.

    A subclass lists its fields in `__slots__`, and its `__init__` has a parameter for each of them. Two values are
    equal when they are of one class and all their fields are equal. What begins with an underscore is worked out from the
    fields and kept for later: it is no field, and is neither compared nor saved.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and values(self) == values(other)

    def __hash__(self) -> int:
        return hash((type(self).__name__, values(self)))

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields(type(self)))
        return f"{type(self).__name__}({inner})"


@final
@mypyc_attr(acyclic=True)
class Secret(Data):
    """What only the game itself knows, from `Setup.secret`. Answers that are offered to one seat for a secret choice are drawn
    from it, so that nobody else can draw them too; in a game imagined by others it is another one. It serves one choice of one
    seat."""

    __slots__ = ("key",)

    def __init__(self, key: str) -> None:
        self.key = key


_FIELDS: dict[type, tuple[str, ...]] = {}


def fields(kind: type) -> tuple[str, ...]:
    """The names of a data class's fields, sorted; compiled classes keep them under another name."""
    known = _FIELDS.get(kind)
    if known is None:
        names: set[str] = set()
        for base in kind.__mro__:
            own = vars(base)
            names.update(own.get("__mypyc_attrs__", own.get("__slots__", ())))
        known = tuple(sorted([name for name in names if not name.startswith("_")]))
        _FIELDS[kind] = known
    return known


def values(value: Data) -> tuple[Any, ...]:
    """The values of a data object's fields, in the order of `fields`."""
    return tuple([getattr(value, name) for name in fields(type(value))])
