"""What the rows of every book have in common: names in both languages, remarks, numbers within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec import inspect

from escarmouche.core.content import Id, Row
from escarmouche.core.settings import Value

Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Text = Annotated[str, msgspec.Meta(min_length=1)]
Icon = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]*$")]
"""A silhouette of game-icons by its name; nothing where what is known of a figure decides (`kit.silhouettes`)."""
Lines = Annotated[tuple[int, ...], msgspec.Meta(max_length=2)]
"""The first and the last line of the book's text that a row stands in; none for what is our ruling."""


class Named(Row, frozen=True, kw_only=True):
    """A row with an id and a name in both languages."""

    id: Id
    name_fr: Text
    name_en: Text
    lines: Lines = ()

    def name(self, language: str) -> str:
        """Its name in a language."""
        return self.name_fr if language == "fr" else self.name_en

    @property
    def names(self) -> tuple[str, str]:
        """Its name in English and in French."""
        return self.name_en, self.name_fr


def values_of(rows: Iterable[Named]) -> tuple[Value, ...]:
    """Rows as values of a form."""
    return tuple([Value(row.id, *row.names) for row in rows])


def bits(names: Iterable[str], known: Mapping[str, int]) -> int:
    """Names as one number, a bit for each."""
    found = 0
    for name in names:
        found |= known[name]
    return found


def limits(row: type[Row], field: str) -> tuple[int, int]:
    """The least and the most that a number of a kind of row may be, as its type has them; both must be bounded there."""
    kind = inspect.type_info(row)
    assert isinstance(kind, inspect.StructType)
    number = next(one.type for one in kind.fields if one.name == field)
    assert isinstance(number, inspect.IntType)
    assert number.ge is not None
    assert number.le is not None
    return number.ge, number.le


class Noted(Named, frozen=True, kw_only=True):
    """A row that may carry a remark."""

    note: str = ""
    note_fr: str = ""


class Game(Row, frozen=True, kw_only=True):
    """The game in a few words."""

    id: Id
    title: Text
    title_fr: Text
    dice: Text
    dice_fr: Text
    scale: Text
    scale_fr: Text
    summary: Text
    summary_fr: Text
