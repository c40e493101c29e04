"""The typed view: all that a screen is given of a battle, and what it may draw without knowing the game.

`System.view` returns a `View` of plain JSON data. Lengths are hundredths of a millimetre, angles hundredths of a degree counted
from the x axis, y grows upwards. Whatever a person reads comes with the view, in both languages; `own` is what the system adds
for agents and tests, and no screen reads it. `checked` holds a view to this contract.

Of a decision a screen is given `groups`, `hands` and the choices. It builds no answer itself: it gives a listed one, one of
them with another place in it (`Choice.place`), or the one that `System.planned` makes of a wish."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from escarmouche.core.errors import ContentError
from escarmouche.core.messages import Messages
from escarmouche.core.offers import Column
from escarmouche.core.system import Plain
from escarmouche.kit.kept import Kept as Kept
from escarmouche.kit.kept import KeptWith as KeptWith
from escarmouche.table.pieces import Piece as TerrainPiece
from escarmouche.table.shapes import Polygon

Point = list[int]
"""x and y."""


class Words(TypedDict):
    """One thing said in both languages."""

    en: str
    fr: str


# ---------------------------------------------------------------- what is said of a figure


class Mark(TypedDict):
    """A state shown on a figure, a piece or a marker: `sign` is a sign of the page (see `SIGNS` in web/src/lib/signs.ts) or a
    single character; a `count` above 0 belongs to it, and one above 1 is written beside it with its `suffix` ("m" or nothing);
    a `grave` one stands out. The `words` do not say the count."""

    id: str
    sign: str
    count: int
    suffix: str
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
Pose = Literal["lying", "done", "fleeing", "flying", "mounted", "fallen"]
"""How a figure is drawn: laid on its side, faded, in disorder, above its shadow, on mounts; of one that is gone, a cross where
it fell."""
Sector = Literal["front", "left", "rear", "right"]


class Figure(TypedDict):
    """A figure or a unit. A round base has a `radius`; any other an `outline` whose first corner is the left one of its front,
    going round over the rear, and as many `bases` as there are figures in it. `kind` is what it is, `note` how it fares in
    words where it is not on the table, `host` the figure in whose ranks it stands (-1 for none), `height` how far above the
    ground. `traits` are ids of `View.traits`. One that waits beside the table has no place yet. `sees` is how far to either
    side of its facing it sees, in hundredths of a degree, where a screen should show that; 0 for one that sees nothing.

    `icon` is the silhouette that it is drawn by: a name of game-icons (see `kit.silhouettes`); a screen that does not have it
    draws the `sign`. `short` is its name where there is little room: no two of a view are alike."""

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
    fronts: list[Sector]
    host: int
    height: int
    strength: Strength | None
    numbers: list[Number]
    traits: list[str]
    marks: list[Mark]
    rings: list[Ring]
    own: Plain
    sees: NotRequired[int]
    icon: NotRequired[str]
    short: NotRequired[Words]


# ---------------------------------------------------------------- the table


class Length(TypedDict):
    """A unit of length, or a stick of some length, with its name; `one` is what a single one is called, where that differs."""

    id: str
    length: int
    words: Words
    one: NotRequired[Words]


Floor = Literal["turf", "stone"]


class Table(TypedDict):
    """The table: its size, the unit in which people read lengths on it, its measuring sticks, and the width of its hexagons (0
    for none). Where there are hexagons, lengths that people read count them: `unit.length` is 1. `floor` is what the ground is
    made of where no piece lies, turf where it is not said."""

    width: int
    depth: int
    unit: Length
    rulers: list[Length]
    hex_width: int
    floor: NotRequired[Floor]


Look = Literal[
    "plain", "wood", "brush", "marsh", "road", "paving", "snow", "sand", "planks", "water", "shallows", "hill", "cliff",
    "chasm", "rocks", "ruins", "wall", "obstacle", "hedge", "building", "gate", "tower", "enclosure", "rampart", "floor",
    "door", "open-door", "column", "rubble", "chest", "tree", "ladder", "fire",
]  # fmt: skip
"""How a piece of terrain is drawn."""


class Opening(TypedDict):
    """A door or a stair of a piece."""

    id: str
    x: int
    y: int
    words: Words


class Piece(TypedDict):
    """A piece of terrain or a structure. `note` says what it does to those who cross it, `label` is written on it; a structure
    has a `strength`, an owner (`seat`, else -1) and may be gone (`destroyed`). `id` is what choices call it, -1 for one that
    none does. One that is `opaque` ends what somebody sees (`Figure.sees`)."""

    id: int
    kind: str
    name: Words
    note: Words
    label: Words
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
    opaque: NotRequired[bool]


class Marker(TypedDict):
    """Something that lies on the table: a treasure, an objective, a token. `reach` is the radius within which it counts (0 for
    none), `seat` whose it is (-1 for nobody's), `held` who holds it (-1 for nobody); `value` is written on it, and `note` says
    it in words. The sign "banner" is a flag on a pole."""

    id: int
    kind: str
    name: Words
    note: Words
    value: str
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


Edge = Literal["", "left", "bottom", "right", "top"]


class Side(TypedDict):
    """A side: the edge it stands at (nothing where it has none), its score, and what else counts, as a line of numbers."""

    seat: int
    edge: Edge
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

    `active` is the seat whose turn it is (-1 for nobody's), `turn_limit` 0 where there is none, `phase` the part of the turn
    where turns have any, `score` what the points are called, `arrows` go from one figure to another, such as declared charges;
    `traits` are those of the figures, each once."""

    table: Table
    pieces: list[Piece]
    figures: list[Figure]
    markers: list[Marker]
    zones: list[Zone]
    sides: list[Side]
    order: list[Place]
    arrows: list[list[int]]
    traits: list[Trait]
    turn: int
    turn_limit: int
    phase: NotRequired[Words]
    active: int
    score: Words
    own: Plain


# ---------------------------------------------------------------- the decision


class Group(TypedDict):
    """A kind of answer, as a heading over those of it: `grave` ones (giving up) are asked twice; of `folded` ones only the
    heading is shown at first."""

    id: str
    words: Words
    grave: bool
    folded: bool


class Choice(TypedDict):
    """An answer on offer: its words, its kind, and what it points at. `piece` is a `Piece.id`; `place` is where in the answer x
    stands, y behind it, when another place may be put there; `set` is what the controls of its hand are at, `places` where it
    puts the figures of a hand of that gesture, `scenery` the terrain it would lay out on the table. A system may add more."""

    id: str
    answer: Any
    text: Words
    kind: str
    figure: NotRequired[int]
    target: NotRequired[int]
    piece: NotRequired[int]
    x: NotRequired[int]
    y: NotRequired[int]
    facing: NotRequired[int]
    cost: NotRequired[int]
    place: NotRequired[int]
    places: NotRequired[list[Point]]
    set: NotRequired[Plain]
    scenery: NotRequired[list[Piece]]


class Option(TypedDict):
    """A value that a control may have."""

    id: str
    words: Words


class Control(TypedDict):
    """Something that is set of an answer in hand: one of some values, or a number between two, which a screen writes before its
    `suffix`; `less` and `more` are what its buttons are called. `usual` is where it starts. To change a `once` one is a step of
    its own, behind what the hand has done so far; any other counts for the whole of what the hand does now."""

    id: str
    kind: Literal["choice", "count"]
    words: Words
    values: list[Option]
    least: int
    most: int
    step: int
    suffix: Words
    less: Words
    more: Words
    usual: str | int
    once: bool


class Turn(TypedDict):
    """A step that is complete in itself, for a button: it goes into a wish as its `step`."""

    id: str
    sign: str
    words: Words
    step: list[Any]


Gesture = Literal["place", "move", "turn", "aim", "many", "places", "shift"]


class Hand(TypedDict):
    """A kind of answer that a hand shapes on the table; what the hand wants goes to `System.planned` as a wish.

    `gesture`: put a figure down ("place"), lead one along a way ("move"), turn one where it stands ("turn"), point out where
    what a figure does takes effect ("aim"), choose several figures and for each a target or none ("many"), put several down at
    once ("places"), or lead several together as they stand ("shift"). `figure` is the one in hand, -1 for several. `turns`: it
    is turned as well; `reach`: how far it comes is worth showing; `bends`: its way may have way-points, and each click on the
    ground goes on from the last.

    "many" has `able` (each figure that may, and whom it may choose; nobody where there is nothing to choose but the figure),
    `usual` (what is proposed: figure and target, one pair for each thing that the figure may do), `stay` (what it is called
    when one does nothing), `none` (the button when nobody is chosen) and `go` (the button else, with {n} for how many); with
    `ways` what a figure chooses is no target but a place in that list. "places" has `figures`, in the order of
    `Choice.places`, and `token` where it is no figure that is put down, but a marker, say; "shift" has those who may go, and so
    have "move" and "aim" where any of several may be taken in hand."""

    kind: str
    figure: int
    words: Words
    hint: Words
    gesture: Gesture
    turns: bool
    reach: bool
    controls: list[Control]
    steps: list[Turn]
    bends: NotRequired[bool]
    able: NotRequired[list[tuple[int, list[int]]]]
    usual: NotRequired[list[tuple[int, int]]]
    stay: NotRequired[Words]
    none: NotRequired[Words]
    go: NotRequired[Words]
    ways: NotRequired[list[Words]]
    figures: NotRequired[list[int]]


class Stand(TypedDict):
    """Where a figure would stand after a step of a way (`Trial.path`), and what its controls would then be at; `sign` is a
    character for how it comes there, where it does not simply walk."""

    x: int
    y: int
    facing: int
    outline: list[Point]
    bases: list[list[Point]]
    set: Plain
    sign: NotRequired[str]


# ---------------------------------------------------------------- what happens


DeedKind = Literal[
    "act", "move", "charge", "turn", "blow", "shot", "spell", "hurt", "fall", "rise", "flee", "leave", "arrive", "react",
    "pass", "rally",
]  # fmt: skip
"""What is done: a figure begins to act, goes, runs at somebody, turns, strikes, shoots, casts, is hurt, falls or is laid low,
gets up, runs away, leaves the table, comes onto it, answers what another does, loses its side the turn, takes heart again."""


class Deed(TypedDict):
    """What somebody does by an event: who, and to whom (-1 for nobody)."""

    kind: DeedKind
    figure: int
    target: int


class Way(TypedDict):
    """The way that a figure took, where that was not straight: x, y and facing after each step."""

    figure: int
    steps: list[list[int]]


class Change(TypedDict):
    """What became different in a view by the events up to the number `n`. Of figures, pieces and markers those that changed:
    an entry with its `id` and what is different of it, or all of it where it is new; `lost` are the ids that are no longer
    there, by list. What else changed of the view stands in `rest`."""

    n: int
    figures: NotRequired[list[Plain]]
    pieces: NotRequired[list[Plain]]
    markers: NotRequired[list[Plain]]
    lost: NotRequired[dict[str, list[int]]]
    rest: NotRequired[Plain]
    ways: NotRequired[list[Way]]


# ---------------------------------------------------------------- making and checking


BOTH: tuple[Literal["en", "fr"], ...] = ("en", "fr")
SILENT: Words = {"en": "", "fr": ""}


def token(place: int) -> int:
    """What stands for something that is no figure among those that a hand puts down at once, by its place among them.

    >>> token(0), token(5)
    (-1, -6)
    """
    return -1 - place


def words(en: str, fr: str) -> Words:
    """Both languages of one thing."""
    return {"en": en, "fr": fr}


def said(messages: Messages, key: str, *about: Any) -> Words:
    """A message in both languages, filled in."""
    return {"en": messages.sentence(key, about, str, "en"), "fr": messages.sentence(key, about, str, "fr")}


def speaker(messages: Messages) -> Callable[[str], Words]:
    """What gives messages that speak of nothing in particular; each is looked up once."""
    return cache(partial(said, messages))


def column(id: str, name: Words, meaning: Words = SILENT) -> Column:
    """A column of a list of profiles."""
    return Column(id, name["en"], name["fr"], meaning["en"], meaning["fr"])


def corners(shape: Polygon) -> list[Point]:
    """The corners of a shape."""
    return [[x, y] for x, y in shape.points]


def listed(found: list[Words]) -> Words:
    """Several things said one after the other."""
    return words(", ".join([one["en"] for one in found]), ", ".join([one["fr"] for one in found]))


def mark(id: str, sign: str, words: Words, count: int = 0, grave: bool = False, suffix: str = "") -> Mark:
    """A mark."""
    return {"id": id, "sign": sign, "count": count, "suffix": suffix, "grave": grave, "words": words}


def bare(kind: str, name: Words, look: Look, points: list[Point]) -> Piece:
    """A piece that is just there."""
    return {
        "id": -1,
        "kind": kind,
        "name": name,
        "note": SILENT,
        "label": SILENT,
        "look": look,
        "points": points,
        "height": 0,
        "base": 0,
        "seat": -1,
        "destroyed": False,
        "strength": None,
        "openings": [],
        "marks": [],
        "own": {},
    }


def ground(messages: Messages, number: int, piece: TerrainPiece, name: Words, look: Look) -> Piece:
    """A piece of terrain by its number; `messages` say what it does to those who cross it: "piece.height", "piece.difficult",
    "piece.impassable", "piece.blocks"."""
    note = [said(messages, "piece.height", piece.height)] if piece.height else []
    for key, holds in (("difficult", piece.difficult), ("impassable", piece.impassable), ("blocks", piece.blocks_sight)):
        if holds:
            note.append(said(messages, f"piece.{key}"))
    found = bare(piece.kind, name, look, corners(piece.shape))
    found.update({"id": number, "note": listed(note), "height": piece.height, "base": piece.base, "own": flags(piece)})
    return found


def flags(piece: TerrainPiece) -> Plain:
    """What rules read of a piece of terrain, for agents."""
    return {
        "floor": piece.floor,
        "difficult": piece.difficult,
        "impassable": piece.impassable,
        "blocks_sight": piece.blocks_sight,
        "cover": piece.cover,
        "tags": list(piece.tags),
    }


def trait(system: str, id: str, name: Words, rule: str) -> Trait:
    """A special rule with the text of the rule that states it."""
    from escarmouche.core.rulebook import found  # read when the first is shown

    book = found(system)
    entry = None if book is None else book.rules.get(rule)
    return {"id": id, "name": name, "text": SILENT if entry is None else words(entry.text, entry.text_fr), "rule": rule}


def checked(view: Any, system: str) -> View:
    """The view, if it keeps the contract; else a sentence that names the system and what is wrong."""
    found: View = kept(view, View, f"The view of the system {system}", f"La vue du système {system}", "view")
    return found


def checked_hands(hands: Any, system: str) -> list[Hand]:
    """What hands may shape, if it keeps the contract; else a sentence as well."""
    what, quoi = f"What hands shape in the system {system}", f"Ce que façonnent les mains dans le système {system}"
    found: list[Hand] = kept(hands, list[Hand], what, quoi, "hands")
    return found


def beside(found: Any, data: Any, path: str = "$") -> str:
    """Where the data holds something that was not found in it."""
    if isinstance(found, dict) and isinstance(data, dict):
        for name in data:
            if name not in found:
                return f"{path}.{name}"
            if found[name] != data[name]:
                return beside(found[name], data[name], f"{path}.{name}")
    if isinstance(found, list) and isinstance(data, (list, tuple)):
        for number, (one, other) in enumerate(zip(found, data, strict=True)):
            if one != other:
                return beside(one, other, f"{path}[{number}]")
    return path


def kept(data: Any, kind: Any, what: str, quoi: str, method: str) -> Any:
    """The data itself, if it is of the kind and holds nothing beside."""
    try:
        found = msgspec.convert(data, kind, strict=True)
        if found != data:
            raise msgspec.ValidationError(f"the contract does not know `{beside(found, data)}`")
    except msgspec.ValidationError as error:
        raise ContentError(
            f"{what} breaks the contract of escarmouche.kit.view: {error}; mend its `{method}`.",
            f"{quoi} ne respecte pas le contrat d’escarmouche.kit.view : {error} ; corrigez son `{method}`.",
        ) from None
    return found
