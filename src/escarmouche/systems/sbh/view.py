"""What a seat may know of a battle, as the contract of `kit.view` has it: everything on the table, and its own secrets."""

from __future__ import annotations

from functools import cache
from operator import eq

from escarmouche.core.messages import Messages
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit import view as contract
from escarmouche.kit.kept import Kept, KeptWith, Latest, Row
from escarmouche.kit.silhouettes import icon_of
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
    known, every = known_figures(world, seat), FIGURES(world)
    seen = sketch.battle(
        TABLE(ground),
        pieces_view(world),
        [every[figure.id] for figure in known],
        [side_view(world, band, seat) for band in world.bands],
        spoken("score"),
        world.turn,
        turn_limit=world.turn_limit,
        active=world.active,
        markers=[marker_view(world, marker, seat) for marker in world.markers],
        traits=TRAITS([figure.card for figure in known]),
    )
    seen["own"] = {
        "rulers": {LENGTHS[length]: ground.rulers[length] for length in (SHORT, MEDIUM, LONG)},
        "scale": ground.scale,
        "place_of_power": None if world.place < 0 else world.place,
        "scenario": world.scenario,
        "terms": dict(zip(TERMS, world.terms, strict=False)),
        "passing": world.passing,
        "switches": list(world.switches),
    }
    return seen


# ---------------------------------------------------------------- who knows what


def known_figures(world: World, seat: int) -> list[Figure]:
    """The figures a seat knows of: its own, and those of the other side that have been on the table."""
    return [figure for figure in world.figures if figure.seat == seat or figure.status != WAITING]


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


TABLE = Kept(table_view, 64)


def stick_view(name: str, length: int) -> Length:
    """A measuring stick."""
    row = book().ruler[name]
    return {"id": name, "length": length, "words": words(row.name_en, row.name_fr)}


def pieces_view(world: World) -> list[contract.Piece]:
    """The terrain; the place of power is marked."""
    pieces = [*LAID(world.ground.pieces)]
    if world.place >= 0:
        row = book().scenario["place-of-power"]
        power = contract.mark("power", "✶", words(row.name_en, row.name_fr))
        pieces[world.place] = {**pieces[world.place], "marks": [power]}
    return pieces


def laid(pieces: tuple[Piece, ...]) -> list[contract.Piece]:
    """What never changes of the terrain."""
    rows = [(piece, book().terrain[piece.kind]) for piece in pieces]
    return [
        contract.ground(MESSAGES, number, piece, words(row.name_en, row.name_fr), row.look)
        for number, (piece, row) in enumerate(rows)
    ]


LAID = Kept(laid, 64)


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
    return [trait_view(id) for id in dict.fromkeys([id for card in cards for id in PRINTED(card)["traits"]])]


TRAITS = Latest(traits_of, eq)


@cache
def trait_view(id: str) -> Trait:
    """A special rule in words."""
    name = words(book().trait_name(id, "en"), book().trait_name(id, "fr"))
    return contract.trait("sbh", id, name, book().trait[id.partition(":")[0]].rules[0])


def printed(card: Card) -> Plain:
    """What never changes of a fighter: what its card says."""
    traits = trait_ids(card)
    row = book().profile.get(card.profile)
    held = [id.partition(":")[0] for id in traits]
    sign = next((name for name in SIGNED if name in held), "")
    return {
        "kind": words(card.name_en, card.name_fr) if row is None else words(row.name_en, row.name_fr),
        "sign": sign and f"s-{sign}",
        "icon": icon_of(PROFILES.known(card.profile), card.profile, (card.race, SIZES[card.size], *held)),
        "traits": traits,
        "combat": sketch.number(spoken, "combat", card.combat),
        "points": sketch.number(spoken, "points", card.points),
        "own": {
            "points": card.points,
            "printed_quality": card.quality,
            "combat": card.combat,
            "move": LENGTHS[card.move],
            "size": SIZES[card.size],
            "hurt": card.hurt,
        },
    }


PRINTED = Kept(printed)


def figure_view(figure: Figure, english: str, french: str, quality: int) -> contract.Figure:
    """A fighter: what it is and how it fares."""
    card = PRINTED(figure.card)
    there = figure.status == ON_TABLE
    return sketch.figure(
        figure.id,
        figure.seat,
        words(english, french),
        figure.x,
        figure.y,
        figure.card.radius,
        STATES[figure.status],
        kind=card["kind"],
        profile=figure.card.profile,
        sign=card["sign"],
        icon=card["icon"],
        note=SILENT if there else spoken(f"status.{STATUSES[figure.status]}"),
        poses=poses(figure),
        numbers=[quality_number(quality), card["combat"], card["points"]],
        traits=card["traits"],
        marks=marks_of(figure),
        own={**card["own"], **condition(figure), "quality": quality},
    )


@cache
def quality_number(quality: int) -> Number:
    """The Quality in the line of numbers."""
    return sketch.number(spoken, "quality", f"{quality}+")


FIGURE: Row[Figure, contract.Figure] = Row(KeptWith(figure_view, 1024))


def figures_view(world: World) -> list[contract.Figure]:
    """Every fighter, as whoever knows of it sees it."""
    names = NAMED(world)
    return FIGURE(world.figures, names["en"], names["fr"], tuple([quality_of(world, one) for one in world.figures]))


FIGURES = Kept(figures_view, 16)


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
    states = (
        ("prone", "⤓", figure.prone, True),
        ("treasure", "◆", figure.treasure, False),
        ("out_of_ammunition", "∅", figure.spent, False),
        ("exhausted", "✕", figure.exhausted, False),
        ("forsaken", "†", figure.forsaken, False),
        ("activated", "✓", figure.activated, False),
        ("wounds", "♥", figure.wounds, True),
        ("poisoned", "☠", figure.poisoned, True),
        ("held", "⛓", figure.held != FREE, False),
        ("item", "★", figure.item != "", False),
    )
    return sketch.marks(spoken, states)


def condition(figure: Figure) -> Plain:
    """How a fighter fares, for agents."""
    return sketch.own(
        figure,
        *("id", "seat", "card", "x", "y", "spent", "shunned"),
        status=STATUSES[figure.status],
        held=HOLDS[figure.held],
        held_by=(figure.holders() or [-1])[-1],
        out_of_ammunition=figure.spent,
        shuns=[id for id in range(figure.shunned.bit_length()) if (figure.shunned >> id) & 1],
        cancelled=[name for name, bit in TRAIT_BITS.items() if figure.cancelled & bit] if figure.cancelled else [],
    )


def side_view(world: World, band: Band, seat: int) -> Side:
    """A side, as a seat may know it."""
    decided = any(one.attacker for one in world.bands)
    return BAND(band, victory_points(world, band.seat), knows_band(world, band, seat), decided)


def band_view(band: Band, score: int, known: bool, decided: bool) -> Side:
    """A side with its score; is it `known` how many it began with, and `decided` who attacks?"""
    own = sketch.own(band, "seat", "edge", began=band.began if known else None)
    roles = (("attacker", "⚔", decided and band.attacker, False), ("defender", "⛨", decided and not band.attacker, False))
    return sketch.side(band.seat, score, EDGES[band.edge], own, marks=sketch.marks(spoken, roles))


BAND: KeptWith[Band, Side] = KeptWith(band_view, 64)
