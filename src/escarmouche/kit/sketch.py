"""A view in a few words: makers of the parts of `kit.view`, each of which leaves what a game does not need as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, cast, final

from escarmouche.core.data import Data, fields
from escarmouche.core.system import Plain
from escarmouche.kit.silhouettes import shortened
from escarmouche.kit.view import (
    SILENT,
    Control,
    Edge,
    Figure,
    Gesture,
    Hand,
    Length,
    Look,
    Mark,
    Marker,
    Number,
    Option,
    Piece,
    Side,
    State,
    Table,
    View,
    Words,
    bare,
    corners,
    mark,
    words,
)  # fmt: skip
from escarmouche.table.shapes import Polygon

CENTIMETRE: Length = {"id": "cm", "length": 1000, "words": words("cm", "cm")}


def table(width: int, depth: int, unit: Length = CENTIMETRE, **more: Any) -> Table:
    """A table without measuring sticks and hexagons; `more` by the names of Table."""
    plain: Table = {"width": width, "depth": depth, "unit": unit, "rulers": [], "hex_width": 0}
    return cast(Table, {**plain, **more})


def piece(kind: str, name: Words, look: Look, shape: Polygon, note: Words = SILENT, height: int = 0) -> Piece:
    """A piece of terrain that no answer names."""
    made = bare(kind, name, look, corners(shape))
    made["note"], made["height"] = note, height
    return made


def figure(
    id: int, seat: int, name: Words, x: int, y: int, radius: int, state: State = "table", facing: int = 0, **more: Any
) -> Figure:
    """A figure on a round base; `more` is whatever else is to be said of it, by the names of Figure."""
    plain: Figure = {
        "id": id, "seat": seat, "name": name, "kind": SILENT, "profile": "", "sign": "", "state": state, "note": SILENT,
        "poses": [], "x": x, "y": y, "facing": facing, "radius": radius, "outline": [], "bases": [], "fronts": [], "host": -1,
        "height": 0, "strength": None, "numbers": [], "traits": [], "marks": [], "rings": [], "own": {},
    }  # fmt: skip
    return cast(Figure, {**plain, **more})


def marker(id: int, kind: str, name: Words, sign: str, x: int, y: int, **more: Any) -> Marker:
    """Something that lies on the table and is nobody's; `more` by the names of Marker."""
    plain: Marker = {
        "id": id, "kind": kind, "name": name, "note": SILENT, "value": "", "sign": sign, "seat": -1, "held": -1, "x": x,
        "y": y, "reach": 0, "marks": [], "own": {},
    }  # fmt: skip
    return cast(Marker, {**plain, **more})


def side(seat: int, score: int, edge: Edge = "", own: Plain | None = None, **more: Any) -> Side:
    """A side of which nothing but the score is shown; `more` by the names of Side."""
    plain: Side = {"seat": seat, "edge": edge, "score": score, "numbers": [], "marks": [], "own": own or {}}
    return cast(Side, {**plain, **more})


@lru_cache(4096, typed=True)
def number(speak: Callable[[str], Words], id: str, value: str | int, french: str = "") -> Number:
    """A number of a line: the messages "short.ID" and "number.ID" are its abbreviation and what that means."""
    text = words(str(value), french or str(value))
    return {"id": id, "short": speak(f"short.{id}"), "value": text, "words": speak(f"number.{id}")}


def marks(speak: Callable[[str], Words], found: Iterable[tuple[str, str, Any, bool]]) -> list[Mark]:
    """The marks that hold, given as (id, sign, whether or how many, grave); the message "mark.ID" is the words for one.

    Whether is a bool, how many a number: compiled code keeps the two apart only where it is told nothing of them (Any)."""
    return [_mark(speak, id, sign, 0 if held is True else held, grave) for id, sign, held, grave in found if held]


@lru_cache(4096)
def _mark(speak: Callable[[str], Words], id: str, sign: str, count: int, grave: bool) -> Mark:
    """A mark, which is the same on all that bear it."""
    return mark(id, sign, speak(f"mark.{id}"), count, grave)


def own(data: Data, *without: str, **told: Any) -> Plain:
    """What agents and tests may read of a part of the world: its fields but for some, as plain data, and what is told
    besides."""
    kind: Any = type(data)
    found = _sheet(kind, without).of(data)
    return {**found, **told} if told else found


@final
class Sheet:
    """The same for things of a kind that are much alike, such as all figures of a card; `first` is what is told before their
    fields. What was written down last is copied, and only what is another value since is written anew: most are the very same.

    Whoever writes more into what he is given writes it for each thing that he asks of."""

    def __init__(self, kind: type, without: tuple[str, ...], first: Plain | None = None) -> None:
        self._names = [name for name in fields(kind) if name not in without]
        self._read = attrgetter(*self._names) if self._names else None
        blank: Plain = {**(first or {}), **dict.fromkeys(self._names)}
        self._last: tuple[tuple[Any, ...], Plain] = (tuple([object() for _name in self._names]), blank)

    def of(self, data: Data) -> Plain:
        """What there is to read of one."""
        before, last = self._last
        found = last.copy()
        if self._read is not None:
            read = self._read(data)
            values: tuple[Any, ...] = read if len(self._names) > 1 else (read,)
            for place, value in enumerate(values):
                if value is not before[place]:
                    found[self._names[place]] = _plain(value)
            self._last = (values, found)
        return found


@cache
def _sheet(kind: type, without: tuple[str, ...]) -> Sheet:
    return Sheet(kind, without)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return own(value) if isinstance(value, Data) else value


def battle(
    on: Table, pieces: list[Piece], figures: list[Figure], sides: list[Side], score: Words, turn: int, **more: Any
) -> View:
    """A view with what every battle has; `more` is whatever else there is to see, by the names of View."""
    plain: View = {
        "table": on, "pieces": pieces, "figures": shortened(figures), "markers": [], "zones": [], "sides": sides, "order": [],
        "arrows": [], "traits": [], "turn": turn, "turn_limit": 0, "active": -1, "score": score, "own": {},
    }  # fmt: skip
    return cast(View, {**plain, **more})


# ---------------------------------------------------------------- hands


def hand(kind: str, figure: int, said: Words, hint: Words, gesture: Gesture, **more: Any) -> Hand:
    """A kind of answer in hand; `more` by the names of Hand."""
    plain: Hand = {
        "kind": kind, "figure": figure, "words": said, "hint": hint, "gesture": gesture, "turns": False, "reach": False,
        "controls": [], "steps": [],
    }  # fmt: skip
    return cast(Hand, {**plain, **more})


def choice(
    speak: Callable[[str], Words], id: str, values: list[Option], usual: Any, once: bool = False, **more: Any
) -> Control:
    """Something that is set of an answer in hand: one of some values; the message "control.ID" is its name."""
    plain: Control = {
        "id": id, "kind": "choice", "words": speak(f"control.{id}"), "values": values, "least": 0, "most": 0, "step": 1,
        "suffix": SILENT, "less": SILENT, "more": SILENT, "usual": usual, "once": once,
    }  # fmt: skip
    return cast(Control, {**plain, **more})


def count(
    speak: Callable[[str], Words], id: str, least: int, most: int, usual: int, step: int = 1, once: bool = False, **more: Any
) -> Control:
    """A number between two that is set of an answer in hand; the message "suffix.ID" stands behind it."""
    suffix = speak(f"suffix.{id}")
    return choice(speak, id, [], usual, once, kind="count", least=least, most=most, step=step, suffix=suffix, **more)
