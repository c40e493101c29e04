"""What a seat may know of a battle, as the contract of `kit.view` has it: everything on the table, and its own secrets."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import eq
from typing import Final, final

from escarmouche.core.messages import Messages
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit import view as contract
from escarmouche.kit.kept import Kept, KeptWith, Latest, Row
from escarmouche.kit.silhouettes import called, icon_of
from escarmouche.kit.view import (
    SILENT,
    Length,
    Mark,
    Number,
    Pose,
    Side,
    State,
    Table,
    Trait,
    View,
    Words,
    said,
    words,
)
from escarmouche.systems.sbh.content import PACKAGE, PROFILES, book
from escarmouche.systems.sbh.model import (
    BIG,
    DEAD,
    ENTANGLED,
    FREE,
    HUGE,
    LETHAL,
    LONG,
    MEDIUM,
    NORMAL,
    OFF_TABLE,
    ON_TABLE,
    OUT_OF_ACTION,
    SHOOTER,
    SHORT,
    SPELLBOUND,
    TERMS,
    TRAIT_BITS,
    WAITING,
    Band,
    Card,
    Figure,
    Ground,
    Marker,
    World,
)
from escarmouche.systems.sbh.names import NAMED, figure_name
from escarmouche.systems.sbh.rules.ending import victory_points
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.words import MESSAGES as SENTENCES
from escarmouche.table.pieces import Piece

MESSAGES = Messages.load(PACKAGE, "view_messages.toml")
spoken = contract.speaker(MESSAGES)
STATUSES = {
    ON_TABLE: "on-table",
    DEAD: "dead",
    OUT_OF_ACTION: "out-of-action",
    OFF_TABLE: "off-table",
    WAITING: "waiting",
}
STATES: dict[int, State] = {ON_TABLE: "table", DEAD: "gone", OUT_OF_ACTION: "gone", OFF_TABLE: "gone", WAITING: "beside"}
HOLDS = {FREE: "", SPELLBOUND: "spell", ENTANGLED: "entangled"}
LENGTHS = {0: "", SHORT: "short", MEDIUM: "medium", LONG: "long"}
SIZES = {NORMAL: "normal", BIG: "big", HUGE: "huge"}
EDGES: dict[int, contract.Edge] = {-1: "", 0: "left", 1: "bottom", 2: "right", 3: "top"}
AMBUSH = "ambush"
SIGNED = ("leader", "mage", "cleric", "shooter", "hero", "mounted", "flying", "animal", "undead", "big", "huge")
"""The special rules that have a sign; a fighter bears that of its first."""
MARKERS = {"treasure": "◆", "item": "★", "keepsake": "★"}
"""The signs of markers; of any other nobody knows what is under it."""
CENTIMETRE = 1000


def view(world: World, seat: int) -> View:
    """The battle as a seat may know it; -1 is a spectator. Equal knowledge gives equal data.

    A band is unknown to the other side until it stands on the table (sbh.setup.secret-selection), and what lies under
    an ambush marker until it is revealed (sbh.scenario.ambush.reveal).
    """
    ground = world.ground
    known = known_figures(world, seat)
    return {
        "table": TABLE(ground),
        "pieces": pieces_view(world),
        "figures": figures_view(world, known),
        "markers": [marker_view(world, marker, seat) for marker in world.markers],
        "zones": [],
        "sides": [side_view(world, band, seat) for band in world.bands],
        "order": [],
        "arrows": [],
        "traits": TRAITS([figure.card for figure in known]),
        "turn": world.turn,
        "turn_limit": world.turn_limit,
        "active": world.active,
        "score": spoken("score"),
        "own": {
            "rulers": RULERS(ground),
            "scale": ground.scale,
            "place_of_power": None if world.place < 0 else world.place,
            "scenario": world.scenario,
            "terms": dict(zip(TERMS, world.terms, strict=False)),
            "passing": world.passing,
            "switches": list(world.switches),
        },
    }


# ---------------------------------------------------------------- who knows what


def known_figures(world: World, seat: int) -> tuple[Figure, ...]:
    """The figures a seat knows of: its own, and those of the other side that have been on the table."""
    known = [figure for figure in world.figures if figure.seat == seat or figure.status != WAITING]
    return world.figures if len(known) == len(world.figures) else tuple(known)


def knows_band(world: World, band: Band, seat: int) -> bool:
    """Does the seat know how many fighters the band began with? Its own, and any once the battle has begun."""
    return band.seat == seat or world.turn > 0


def knows_marker(marker: Marker, seat: int) -> bool:
    """Does the seat know what is under the marker?"""
    return marker.kind != AMBUSH or marker.seat == seat


# ---------------------------------------------------------------- the table


def table_view(ground: Ground) -> Table:
    """The table; on hexagons lengths count those, and no stick is laid."""
    if ground.hex_width:
        unit: Length = {"id": "hex", "length": 1, "words": spoken("unit.hex"), "one": spoken("unit.one-hex")}
    else:
        unit = {"id": "cm", "length": CENTIMETRE, "words": spoken("unit.cm")}
    sticks = () if ground.hex_width else (SHORT, MEDIUM, LONG)
    return {
        "width": ground.width,
        "depth": ground.depth,
        "unit": unit,
        "rulers": [stick_view(LENGTHS[length], ground.rulers[length]) for length in sticks],
        "hex_width": ground.hex_width,
    }


def rulers_view(ground: Ground) -> dict[str, int]:
    """How long the measuring sticks are, for agents."""
    return {LENGTHS[length]: ground.rulers[length] for length in (SHORT, MEDIUM, LONG)}


TABLE: Final = Kept(table_view, 64)
RULERS: Final = Kept(rulers_view, 64)


def stick_view(name: str, length: int) -> Length:
    """A measuring stick."""
    row = book().ruler[name]
    return {"id": name, "length": length, "words": words(row.name_en, row.name_fr)}


def pieces_view(world: World) -> list[contract.Piece]:
    """The terrain; the place of power is marked."""
    pieces = LAID(world.ground.pieces)
    return pieces if world.place < 0 else empowered(pieces, world.place)


def empowered(pieces: list[contract.Piece], place: int) -> list[contract.Piece]:
    """The terrain with a mark on one piece of it."""
    row = book().scenario["place-of-power"]
    power = contract.mark("power", "✶", words(row.name_en, row.name_fr))
    return [*pieces[:place], {**pieces[place], "marks": [power]}, *pieces[place + 1 :]]


def laid(pieces: tuple[Piece, ...]) -> list[contract.Piece]:
    """What never changes of the terrain."""
    rows = [(piece, book().terrain[piece.kind]) for piece in pieces]
    return [
        contract.ground(MESSAGES, number, piece, words(row.name_en, row.name_fr), row.look)
        for number, (piece, row) in enumerate(rows)
    ]


LAID: Final = Kept(laid, 64)


def marker_view(world: World, marker: Marker, seat: int) -> contract.Marker:
    """A marker. For an ambush marker `figure` is the fighter under it, -1 for a decoy, and None for whoever must not
    know; its number follows from its place and tells nothing."""
    under = marker.figure if knows_marker(marker, seat) else None
    own = {"figure": under, "item": marker.item, "charges": marker.charges}
    sign = MARKERS.get(marker.kind, "?")
    note = SILENT
    if marker.kind == AMBUSH and under is not None:
        note = spoken("marker.decoy") if under < 0 else named(world, under)
    name = marker_name(marker.kind)
    return sketch.marker(marker.id, marker.kind, name, sign, marker.x, marker.y, seat=marker.seat, note=note, own=own)


def named(world: World, id: int) -> Words:
    """What a fighter is called."""
    return words(figure_name(world, id, "en"), figure_name(world, id, "fr"))


@cache
def marker_name(kind: str) -> Words:
    """What a kind of marker is called."""
    return said(SENTENCES, f"marker-{kind}")


# ---------------------------------------------------------------- fighters


def trait_ids(card: Card) -> list[str]:
    """The special rules of a card as the lists write them, with ranges and prey: "shooter:medium", "lethal:undead"."""
    found: list[str] = []
    for name, bit in TRAIT_BITS.items():
        if not card.traits & bit:
            continue
        if bit == SHOOTER:
            found.append(f"{name}:{LENGTHS[card.shooting]}")
        elif bit == LETHAL:
            found.extend([f"{name}:{prey}" for prey in card.lethal])
        else:
            found.append(name)
    return found


def traits_of(cards: list[Card]) -> list[Trait]:
    """The special rules of these fighters, each once."""
    return [trait_view(id) for id in dict.fromkeys([id for card in cards for id in PRINTED(card).traits])]


TRAITS: Final = Latest(traits_of, eq)


@cache
def trait_view(id: str) -> Trait:
    """A special rule in words."""
    name = words(book().trait_name(id, "en"), book().trait_name(id, "fr"))
    return contract.trait("sbh", id, name, book().trait[id.partition(":")[0]].rules[0])


@final
class Printed:
    """What never changes of a fighter: what its card says. `figure` has that already, and nothing yet of how it fares."""

    def __init__(self, card: Card) -> None:
        row = book().profile.get(card.profile)
        self.traits: Final = trait_ids(card)
        held = [id.partition(":")[0] for id in self.traits]
        sign = next((name for name in SIGNED if name in held), "")
        self.combat: Final = sketch.number(spoken, "combat", card.combat)
        self.points: Final = sketch.number(spoken, "points", card.points)
        own = {
            "points": card.points,
            "printed_quality": card.quality,
            "combat": card.combat,
            "move": LENGTHS[card.move],
            "size": SIZES[card.size],
            "hurt": card.hurt,
        }
        self.sheet: Final = sketch.Sheet(Figure, ("id", "seat", "card", "x", "y", "spent", "shunned"), own)
        self.figure: Final = sketch.figure(
            -1, -1, SILENT, 0, 0, card.radius,
            kind=words(card.name_en, card.name_fr) if row is None else words(row.name_en, row.name_fr),
            profile=card.profile,
            sign=sign and f"s-{sign}",
            traits=self.traits,
            icon=icon_of(PROFILES.known(card.profile), card.profile, (card.race, SIZES[card.size], *held)),
            short=SILENT,
        )  # fmt: skip


PRINTED: Final = Kept(Printed)


def figure_view(figure: Figure, name: Words, short: Words, quality: int) -> contract.Figure:
    """A fighter: what it is and how it fares."""
    card = PRINTED(figure.card)
    seen = card.figure.copy()
    seen["id"], seen["seat"], seen["name"], seen["short"] = figure.id, figure.seat, name, short
    seen["x"], seen["y"] = figure.x, figure.y
    seen["state"] = STATES[figure.status]
    if figure.status != ON_TABLE:
        seen["note"] = spoken(f"status.{STATUSES[figure.status]}")
    seen["poses"] = poses(figure)
    seen["numbers"] = [quality_number(quality), card.combat, card.points]
    seen["marks"] = marks_of(figure)
    seen["own"] = condition(card.sheet, figure, quality)
    return seen


@cache
def quality_number(quality: int) -> Number:
    """The Quality in the line of numbers."""
    return sketch.number(spoken, "quality", f"{quality}+")


FIGURES: Final[Row[Figure, contract.Figure]] = Row(KeptWith(figure_view, 256))


def figures_view(world: World, known: tuple[Figure, ...]) -> list[contract.Figure]:
    """The fighters that somebody knows of, as whoever knows of them sees them."""
    every = NAMED(world)
    english, french = every["en"], every["fr"]
    if len(known) < len(world.figures):
        english = tuple([english[one.id] for one in known])
        french = tuple([french[one.id] for one in known])
    names, shorts = called(english, french)
    return FIGURES(known, names, shorts, tuple([quality_of(world, one) for one in known]))


def poses(figure: Figure) -> list[Pose]:
    """How a fighter is drawn: lying, done, or as a cross where it fell."""
    found: list[Pose] = ["lying"] if figure.prone else []
    if figure.activated:
        found.append("done")
    if figure.status in (DEAD, OUT_OF_ACTION):
        found.append("fallen")
    return found


def marks_of(figure: Figure) -> list[Mark]:
    """What is marked on a fighter's base."""
    return marks_view(
        figure.prone, figure.treasure, figure.spent, figure.exhausted, figure.forsaken, figure.activated, figure.wounds,
        figure.poisoned, figure.held != FREE, figure.item != "",
    )  # fmt: skip


@lru_cache(1024)
def marks_view(
    prone: bool,
    treasure: bool,
    spent: bool,
    exhausted: bool,
    forsaken: bool,
    activated: bool,
    wounds: int,
    poisoned: int,
    held: bool,
    item: bool,
) -> list[Mark]:
    """The marks of all fighters that fare alike."""
    states = (
        ("prone", "⤓", prone, True),
        ("treasure", "◆", treasure, False),
        ("out_of_ammunition", "∅", spent, False),
        ("exhausted", "✕", exhausted, False),
        ("forsaken", "†", forsaken, False),
        ("activated", "✓", activated, False),
        ("wounds", "♥", wounds, True),
        ("poisoned", "☠", poisoned, True),
        ("held", "⛓", held, False),
        ("item", "★", item, False),
    )
    return sketch.marks(spoken, states)


def condition(sheet: sketch.Sheet, figure: Figure, quality: int) -> Plain:
    """How a fighter fares, for agents."""
    found = sheet.of(figure)
    found["status"] = STATUSES[figure.status]
    found["held"] = HOLDS[figure.held]
    found["held_by"] = (figure.holders() or [-1])[-1]
    found["out_of_ammunition"] = figure.spent
    found["shuns"] = bits(figure.shunned)
    found["cancelled"] = [name for name, bit in TRAIT_BITS.items() if figure.cancelled & bit] if figure.cancelled else []
    found["quality"] = quality
    return found


def bits(number: int) -> list[int]:
    """The places of the bits that are set, the lowest first."""
    return [place for place in range(number.bit_length()) if (number >> place) & 1] if number else []


def side_view(world: World, band: Band, seat: int) -> Side:
    """A side, as a seat may know it."""
    decided = any(one.attacker for one in world.bands)
    return BAND(band, victory_points(world, band.seat), knows_band(world, band, seat), decided)


def band_view(band: Band, score: int, known: bool, decided: bool) -> Side:
    """A side with its score; is it `known` how many it began with, and `decided` who attacks?"""
    own = sketch.own(band, "seat", "edge", began=band.began if known else None)
    roles = (("attacker", "⚔", decided and band.attacker, False), ("defender", "⛨", decided and not band.attacker, False))
    return sketch.side(band.seat, score, EDGES[band.edge], own, marks=sketch.marks(spoken, roles))


BAND: Final[KeptWith[Band, Side]] = KeptWith(band_view, 64)
