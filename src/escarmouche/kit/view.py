"""The typed view: all that a screen is given of a battle, and what it may draw without knowing the game.

`System.view` returns a `View` of plain JSON data. Lengths are hundredths of a millimetre, angles hundredths of a degree counted
from the x axis, y grows upwards. Whatever a person reads comes with the view, in both languages; `own` is what the system adds
for agents and tests, and no screen reads it. `checked` holds a view to this contract."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from escarmouche.core.errors import ContentError
from escarmouche.core.system import Plain

Point = list[int]
"""x and y."""


class Words(TypedDict):
    """One thing said in both languages."""

    en: str
    fr: str


# ---------------------------------------------------------------- what is said of a figure


class Mark(TypedDict):
    """A state shown on a figure, a piece or a marker: `sign` is a sign of the page (see `SIGNS` in web/src/lib/signs.ts) or a
    single character; a `count` above 1 is written beside it; a `grave` one stands out."""

    id: str
    sign: str
    count: int
    grave: bool
    words: Words


class Number(TypedDict):
    """A value of the line of numbers: "Q 3+". `words` is what the abbreviation means."""

    id: str
    short: Words
    value: Words
    words: Words


class Trait(TypedDict):
    """A special rule of a figure: its name, its text, and the rule to read more in (or nothing)."""

    id: str
    name: Words
    text: Words
    rule: str


class Ring(TypedDict):
    """A circle about a figure that counts for something, such as its command."""

    id: str
    radius: int
    words: Words


class Strength(TypedDict):
    """How much is left of how much, for a bar."""

    left: int
    all: int
    words: Words


State = Literal["table", "beside", "joined", "gone"]
"""On the table; waiting beside it; in the ranks of another (`host`); out of the battle."""
Pose = Literal["lying", "done", "fleeing", "flying"]
"""How a figure is drawn: laid on its side, faded, in disorder, above its shadow."""


class Figure(TypedDict):
    """A figure or a unit. A round base has a `radius`; any other an `outline` whose first corner is the left one of its front,
    going round over the rear, and as many `bases` as there are figures in it. `kind` is what it is, `note` how it fares in
    words where it is not on the table."""

    id: int
    seat: int
    name: Words
    kind: Words
    profile: str
    sign: str
    state: State
    note: Words
    poses: list[Pose]
    x: int
    y: int
    facing: int
    radius: int
    outline: list[Point]
    bases: list[list[Point]]
    fronts: list[Literal["front", "left", "rear", "right"]]
    host: int
    height: int
    strength: Strength | None
    numbers: list[Number]
    traits: list[Trait]
    marks: list[Mark]
    rings: list[Ring]
    own: Plain


# ---------------------------------------------------------------- the table


class Length(TypedDict):
    """A unit of length, or a stick of some length, with its name."""

    id: str
    length: int
    words: Words


class Table(TypedDict):
    """The table: its size, the unit in which people read lengths on it, its measuring sticks, and the width of its hexagons (0
    for none)."""

    width: int
    depth: int
    unit: Length
    rulers: list[Length]
    hex_width: int


Look = Literal[
    "plain", "wood", "brush", "marsh", "road", "paving", "snow", "sand", "planks", "water", "shallows", "hill", "cliff",
    "rocks", "ruins", "wall", "obstacle", "hedge", "building", "gate", "tower", "enclosure", "rampart", "floor", "door",
    "column", "rubble",
]  # fmt: skip
"""How a piece of terrain is drawn."""


class Opening(TypedDict):
    """A door or a stair of a piece."""

    id: str
    x: int
    y: int
    words: Words


class Piece(TypedDict):
    """A piece of terrain or a structure. `note` says what it does to those who cross it; a structure has a `strength`, an owner
    (`seat`, else -1) and may be gone (`destroyed`). `id` is what answers call it, -1 for one that none does."""

    id: int
    kind: str
    name: Words
    note: Words
    look: Look
    points: list[Point]
    height: int
    base: int
    seat: int
    destroyed: bool
    strength: Strength | None
    openings: list[Opening]
    marks: list[Mark]
    own: Plain


class Marker(TypedDict):
    """Something that lies on the table: a treasure, an objective, a token. `reach` is the radius within which it counts (0 for
    none), `seat` whose it is (-1 for nobody's), `held` who holds it."""

    id: int
    kind: str
    name: Words
    sign: str
    seat: int
    held: int
    x: int
    y: int
    reach: int
    marks: list[Mark]
    own: Plain


class Zone(TypedDict):
    """An area that counts for a side, such as where it deploys."""

    id: str
    words: Words
    seat: int
    outline: list[Point]


class Side(TypedDict):
    """A side: the edge it stands at (nothing where it has none), its score, and what else counts, as a line of numbers."""

    seat: int
    edge: Literal["", "left", "bottom", "right", "top"]
    score: int
    numbers: list[Number]
    marks: list[Mark]
    own: Plain


class Place(TypedDict):
    """A place in the order of acting: who, the number by which it is ordered, whose turn it is now, who has had it."""

    figure: int
    value: str
    now: bool
    done: bool


class View(TypedDict):
    """A battle as a seat may know it. Equal knowledge gives equal views.

    `active` is the seat whose turn it is (-1 for nobody's), `turn_limit` 0 where there is none, `score` what the points are
    called, `arrows` go from one figure to another, such as declared charges."""

    table: Table
    pieces: list[Piece]
    figures: list[Figure]
    markers: list[Marker]
    zones: list[Zone]
    sides: list[Side]
    order: list[Place]
    arrows: list[list[int]]
    turn: int
    turn_limit: int
    active: int
    score: Words
    own: Plain


# ---------------------------------------------------------------- the decision


class Group(TypedDict):
    """A kind of answer, as a heading over those of it: `grave` ones (giving up) are asked twice."""

    id: str
    words: Words
    grave: bool


class Control(TypedDict):
    """Something that is set of an answer in hand: one of some values, or a number between two. `usual` is where it starts."""

    id: str
    kind: Literal["choice", "count"]
    words: Words
    values: list[Length] | list[Plain]
    least: int
    most: int
    step: int
    suffix: str
    usual: Any


class Turn(TypedDict):
    """A step that is complete in itself, for a button: its answer's part is `step`."""

    sign: str
    words: Words
    step: list[Any]


class Hand(TypedDict):
    """A kind of answer that a hand shapes on the table; what the hand wants goes to `System.planned` as a wish.

    `gesture`: put down anywhere ("place"), lead along a way ("move"), or choose several figures and for each a target or none
    ("many", with `able`: each figure that may, and whom it may choose; an empty list where there is nothing to choose but the
    figure)."""

    kind: str
    words: Words
    hint: Words
    gesture: Literal["place", "move", "many"]
    turns: bool
    controls: list[Control]
    steps: list[Turn]
    able: NotRequired[list[tuple[int, list[int]]]]
    none: NotRequired[Words]
    go: NotRequired[Words]


# ---------------------------------------------------------------- making and checking


def words(en: str, fr: str) -> Words:
    """Both languages of one thing."""
    return {"en": en, "fr": fr}


SILENT: Words = {"en": "", "fr": ""}


def checked(view: Plain, system: str) -> View:
    """The view, if it keeps the contract; else a sentence that names the system and what is wrong."""
    try:
        return msgspec.convert(view, View, strict=True)
    except msgspec.ValidationError as error:
        raise ContentError(
            f"The view of the system {system} breaks the contract of escarmouche.kit.view: {error}; mend its `view`.",
            f"La vue du système {system} ne respecte pas le contrat d’escarmouche.kit.view : {error} ; corrigez-la.",
        ) from None
