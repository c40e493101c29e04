"""What the players of a system may set before a game, declared as data: a lobby, a help text and a test read the same."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Kind = Literal["choice", "count", "size", "switches", "several", "flag", "text"]
"""One of some values; a whole number; a width and a depth; any of some values; a list of them, in which one may stand several
times; yes or no; a word."""


class Value(NamedTuple):
    """A value that may be chosen, with its name in both languages."""

    id: str
    en: str
    fr: str


class Setting(NamedTuple):
    """An option of a game: its id is the key of the set-up's options, `usual` what holds where it is left out (None where
    that depends on the rest), `least` and `most` the limits of numbers, `only` the value of another option without which
    it has no meaning. The first of `values` is what a form proposes. With `data` a choice may also be plain data that
    the system reads itself, such as a table laid out by hand."""

    id: str
    kind: Kind
    en: str
    fr: str
    usual: Any = None
    hint_en: str = ""
    hint_fr: str = ""
    values: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0
    unit: str = ""
    only: tuple[str, str | bool] | None = None
    data: bool = False


class EntryKind(NamedTuple):
    """A kind of entry of an army file: what a builder calls it, what may be set of each entry, what a new one starts with,
    and what it may name where that is no profile."""

    id: str
    en: str
    fr: str
    settings: tuple[Setting, ...] = ()
    start: dict[str, Any] = {}
    named: tuple[Value, ...] = ()
