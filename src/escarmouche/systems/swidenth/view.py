"""What a seat may know of a battle, as the contract of `kit.view` has it. Nothing is hidden in this game: every figure of both
sides is known to all. (swidenth.shooting.line-of-sight)"""

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
    Look,
    Mark,
    Pose,
    Ring,
    Side,
    State,
    Trait,
    View,
    Words,
    said,
    words,
)
from escarmouche.systems.swidenth.content import PACKAGE, PROFILES, book
from escarmouche.systems.swidenth.model import (
    ANIMAL,
    CHIEF,
    FLED,
    HERO,
    LARGE,
    LEFT,
    NOWHERE,
    ON_TABLE,
    OUT,
    RANKS,
    ROUTED,
    SPELLCASTER,
    TRAIT_BITS,
    WAITING,
    Band,
    Card,
    Figure,
    Ground,
    Ladder,
    Marker,
    World,
)
from escarmouche.systems.swidenth.names import NAMED
from escarmouche.systems.swidenth.rows import Armour, Shield, Weapon
from escarmouche.systems.swidenth.rules.boards import BRIDGE, ROAD, STAIR
from escarmouche.systems.swidenth.rules.conventions import bubble, lost, movement
from escarmouche.systems.swidenth.rules.deeds import GATEWAY, OPEN_GATE
from escarmouche.systems.swidenth.rules.deployment import zone_box
from escarmouche.systems.swidenth.rules.equipment import defence, weapons
from escarmouche.systems.swidenth.rules.missions import CONTROL, CROSSROADS, score
from escarmouche.systems.swidenth.rules.psychology import causes_terror
from escarmouche.systems.swidenth.rules.sight import RAMPART
from escarmouche.systems.swidenth.rules.values import PAS, TERROR_REACH, UNARMED
from escarmouche.systems.swidenth.words import MESSAGES as SENTENCES
from escarmouche.table.pieces import Piece
from escarmouche.table.trig import step

MESSAGES = Messages.load(PACKAGE, "view_messages.toml")
spoken = contract.speaker(MESSAGES)
STATES: dict[int, State] = {
    ON_TABLE: "table", OUT: "gone", ROUTED: "gone", FLED: "gone", LEFT: "gone", WAITING: "beside",
}  # fmt: skip
STATUSES = {ON_TABLE: "on-table", OUT: "out", ROUTED: "routed", FLED: "fled", LEFT: "left", WAITING: "waiting"}
RANK_NAMES = {number: name for name, number in RANKS.items()}
EDGES: dict[int, contract.Edge] = {-1: "", 0: "left", 1: "bottom", 2: "right", 3: "top"}
SIGNS = {"chest": "◆", "egg": "●", "lever": "⚙", "item": "†", "target": "◎"}
LOOKS: dict[str, Look] = {ROAD: "road", BRIDGE: "planks", STAIR: "floor", RAMPART: "rampart", GATEWAY: "gate"}
"""How pieces with a tag are drawn, whatever their kind."""


def view(world: World) -> View:
    """The battle as anybody may know it."""
    figures = figures_view(world)
    return {
        "table": TABLE(world.ground),
        "pieces": LAID(world.ground),
        "figures": figures,
        "markers": [MARKER(marker) for marker in world.markers],
        "zones": zones(world),
        "sides": sides(world),
        "order": [],
        "arrows": [],
        "traits": TRAITS([figure["traits"] for figure in figures]),
        "turn": world.turn,
        "turn_limit": world.turn_limit,
        "active": world.active,
        "score": spoken("score"),
        "own": {
            "mission": world.mission,
            "order": list(world.order),
            "hero": world.hero,
            "members": list(world.members),
            "switches": list(world.switches),
        },
    }


# ---------------------------------------------------------------- the table


def table_view(ground: Ground) -> contract.Table:
    """The table, measured in pas. (swidenth.stats.measuring)"""
    unit: Length = {"id": "pas", "length": PAS, "words": spoken("unit.pas")}
    return sketch.table(ground.width, ground.depth, unit)


def laid(ground: Ground) -> list[contract.Piece]:
    """The terrain, the ladders and the ropes."""
    pieces = [piece_view(number, piece) for number, piece in enumerate(ground.pieces)]
    return [*pieces, *[ladder_view(one) for one in ground.ladders]]


TABLE: Final = Kept(table_view, 64)
LAID: Final = Kept(laid, 64)


def piece_view(number: int, piece: Piece) -> contract.Piece:
    """A piece of terrain, by the row of its kind or by what it is here."""
    row = book().terrain[piece.kind]
    name, look = words(row.name_en, row.name_fr), row.look
    for tag in piece.tags:
        if not (tag == GATEWAY and piece.kind != OPEN_GATE):
            look = "planks" if tag == GATEWAY else LOOKS[tag]
            name = spoken(f"look.{tag}")
    return contract.ground(MESSAGES, number, piece, name, look)


def ladder_view(ladder: Ladder) -> contract.Piece:
    """A ladder or a rope, drawn where it stands."""
    half = PAS // 4
    dx, dy = (half, half // 2) if ladder.dx == 0 else (half // 2, half)
    corners = [[ladder.x - dx, ladder.y - dy], [ladder.x + dx, ladder.y - dy],
               [ladder.x + dx, ladder.y + dy], [ladder.x - dx, ladder.y + dy]]  # fmt: skip
    return contract.bare(ladder.kind, spoken(f"look.{ladder.kind}"), "ladder", corners)


def marker_view(marker: Marker) -> contract.Marker:
    """Something on the table."""
    key = f"item-{marker.item}" if marker.item else f"marker-{marker.kind}"
    return sketch.marker(
        marker.id, marker.kind, said(SENTENCES, key), SIGNS[marker.kind], marker.x, marker.y,
        own={"z": marker.z, "item": marker.item},
    )  # fmt: skip


MARKER: Final[Kept[Marker, contract.Marker]] = Kept(marker_view)


def zones(world: World) -> list[contract.Zone]:
    """Where bands deploy, until the battle begins; then the crossroads."""
    if world.turn == 0:
        return [zone(world, band) for band in world.bands if band.edge >= 0 or band.corner >= 0]
    return [CONTROLLED(world.ground)] if world.mission == CROSSROADS else []


def controlled(ground: Ground) -> contract.Zone:
    """The crossroads."""
    x, y = ground.width // 2, ground.depth // 2
    outline = [[*step(x, y, turn * 1500, CONTROL)] for turn in range(24)]
    return {"id": "control", "words": spoken("zone.control"), "seat": -1, "outline": outline}


CONTROLLED: Final = Kept(controlled, 64)


def zone(world: World, band: Band) -> contract.Zone:
    """The box of a band's zone."""
    left, bottom, right, top = zone_box(world, band.seat)
    outline = [[left, bottom], [right, bottom], [right, top], [left, top]]
    return {"id": f"deploy-{band.seat}", "words": spoken("zone.deploy"), "seat": band.seat, "outline": outline}


# ---------------------------------------------------------------- figures


def trait_ids(card: Card) -> list[str]:
    """The special rules of a card."""
    return [name for name, bit in TRAIT_BITS.items() if card.traits & bit]


def features(card: Card, hands: tuple[str, ...], belt: tuple[str, ...], missiles: tuple[str, ...]) -> list[str]:
    """What makes a figure what it is: its special rules, what it has in hand, at the belt, slung and worn, and its spells."""
    worn = [card.armour_id] if card.armour_id in book().armour else []
    gear = [f"item-{id}" for id in (*hands, *belt, *missiles, *worn)]
    return list(dict.fromkeys([*trait_ids(card), *gear, *[f"spell-{id}" for id in card.spells]]))


FEATURES: Final[KeptWith[Card, list[str]]] = KeptWith(features)


def traits_of(held: list[list[str]]) -> list[Trait]:
    """What figures have of whom each has these, each once."""
    return [trait_view(id) for id in dict.fromkeys([id for ids in held for id in ids])]


TRAITS: Final = Latest(traits_of, eq)


@cache
def trait_view(id: str) -> Trait:
    """A special rule, a thing or a spell in words."""
    sort, _, name = id.partition("-")
    if sort == "item":
        return gear_view(id, name)
    if sort == "spell":
        spell = book().spell[name]
        text = words(spell.effect, spell.effect_fr)
        return {"id": id, "name": words(spell.name_en, spell.name_fr), "text": text, "rule": "swidenth.magic.spell-list"}
    row = book().trait[id]
    return contract.trait("swidenth", id, words(row.name_en, row.name_fr), row.rule)


def gear_view(id: str, name: str) -> Trait:
    """A weapon, a shield or an armour, and what it counts."""
    item = book().items()[name]
    rule = "swidenth.equipment.armour"
    if isinstance(item, Weapon):
        rule = book().weapon_trait[item.traits[0]].rule if item.traits else "swidenth.equipment.hands"
        named = [
            ", ".join([getattr(book().weapon_trait[one], f"name_{lang}") for one in item.traits]) for lang in contract.BOTH
        ]
        far, skill = str(item.range or ""), f"{item.combat:+}" if item.combat else ""
        parts = [said(MESSAGES, "gear.weapon", item.damage, item.hands, far, skill, one) for one in named]
        text = words(parts[0]["en"], parts[1]["fr"])
    else:
        assert isinstance(item, (Armour, Shield))
        rule = "swidenth.equipment.shields" if isinstance(item, Shield) else rule
        text = said(MESSAGES, "gear.guard", item.defence)
    return {"id": id, "name": words(item.name_en, item.name_fr), "text": text, "rule": rule}


def sign_of(figure: Figure) -> str:
    """The sign of a figure."""
    if figure.has(ANIMAL):
        return "s-animal"
    if figure.has(LARGE):
        return "s-big"
    if figure.has(SPELLCASTER):
        return "s-mage"
    if figure.card.rank == CHIEF:
        return "s-leader"
    if figure.card.rank == HERO:
        return "s-hero"
    return "s-shooter" if figure.missiles else ""


@final
class Printed:
    """What never changes of a figure: what its card says. `figure` has that already, and nothing yet of how it fares."""

    def __init__(self, card: Card) -> None:
        known = (card.race, RANK_NAMES[card.rank], *trait_ids(card))
        self.sheet: Final = sketch.Sheet(Figure, ("id", "seat", "card", "x", "y"))
        self.figure: Final = sketch.figure(
            -1, -1, SILENT, 0, 0, card.radius,
            kind=spoken(f"rank.{RANK_NAMES[card.rank]}"),
            profile=card.profile,
            icon=icon_of(PROFILES.known(card.profile), card.profile, known),
            short=SILENT,
        )  # fmt: skip


PRINTED: Final = Kept(Printed)


def figures_view(world: World) -> list[contract.Figure]:
    """Every figure: what it is and how it fares."""
    every = NAMED(world)
    names, shorts = called(every["en"], every["fr"])
    return FIGURES(world.figures, names, shorts, tuple([figure.id in world.members for figure in world.figures]))


def figure_view(figure: Figure, name: Words, short: Words, member: bool) -> contract.Figure:
    """A figure as a screen shows it; `member` of those that the phase may activate."""
    card = PRINTED(figure.card)
    seen = card.figure.copy()
    seen["id"], seen["seat"], seen["name"], seen["short"] = figure.id, figure.seat, name, short
    seen["sign"] = sign_of(figure)
    seen["x"], seen["y"] = figure.x, figure.y
    seen["state"] = STATES[figure.status]
    if figure.status == ON_TABLE:
        seen["marks"] = marks_of(figure, member)
        seen["rings"] = rings(figure)
    else:
        seen["note"] = spoken(f"status.{STATUSES[figure.status]}")
    seen["poses"] = poses(figure)
    seen["height"] = figure.z
    left, most = max(0, figure.vitality), figure.card.vitality
    if most >= 2:
        seen["strength"] = {"left": left, "all": most, "words": spoken("number.vitality")}
    seen["numbers"] = NUMBERS(figure.card, defence(figure), left, figure.heroism, movement(figure))
    seen["traits"] = FEATURES(figure.card, figure.hands, figure.belt, figure.missiles)
    seen["own"] = condition(card.sheet, figure)
    return seen


FIGURES: Final[Row[Figure, contract.Figure]] = Row(KeptWith(figure_view, 256))


def numbers(card: Card, defence: int, vitality: int, heroism: int, movement: int) -> list[contract.Number]:
    """The line of numbers of a figure."""
    pas = f"{movement / PAS:g}"
    found = [
        ("combat", card.combat, ""),
        ("shooting", card.shooting, ""),
        ("defence", defence, ""),
        ("vitality", vitality, ""),
    ]
    if card.heroism:
        found.append(("heroism", heroism, ""))
    if card.psychism >= 0:
        found.append(("psychism", card.psychism, ""))
    line = [sketch.number(spoken, id, value, french) for id, value, french in found]
    return [
        *line,
        sketch.number(spoken, "movement", pas, pas.replace(".", ",")),
        sketch.number(spoken, "price", card.price),
    ]


NUMBERS: Final[KeptWith[Card, list[contract.Number]]] = KeptWith(numbers)


def poses(figure: Figure) -> list[Pose]:
    """How a figure is drawn."""
    found: list[Pose] = []
    if figure.asleep:
        found.append("lying")
    if figure.activated:
        found.append("done")
    if figure.fleeing:
        found.append("fleeing")
    if figure.status == OUT:
        found.append("fallen")
    return found


def marks_of(figure: Figure, member: bool) -> list[Mark]:
    """What is marked on a figure on the table: activated and Stunned have marks of their own. (swidenth.activation.markers)"""
    return marks_view(
        figure.activated, figure.stunned, figure.fleeing, figure.hidden, figure.cargo != "", len(figure.unloaded),
        weapons(figure)[0] == UNARMED, figure.climbing != NOWHERE, figure.z < 0, figure.z >= PAS, figure.asleep,
        len(figure.spells), figure.heroism, member and not figure.activated,
    )  # fmt: skip


@lru_cache(1024)
def marks_view(
    activated: bool, stunned: bool, fleeing: bool, hidden: bool, cargo: bool, unloaded: int, unarmed: bool, climbing: bool,
    below: bool, above: bool, asleep: bool, spells: int, heroism: int, member: bool,
) -> list[Mark]:  # fmt: skip
    """The marks of all figures that fare alike."""
    states = (
        ("activated", "✓", activated, False),
        ("stunned", "✱", stunned, True),
        ("fleeing", "m-routed", fleeing, True),
        ("hidden", "☘", hidden, False),
        ("cargo", "◆", cargo, False),
        ("unloaded", "m-unloaded", unloaded, False),
        ("unarmed", "✕", unarmed, False),
        ("climbing", "m-ladders", climbing, False),
        ("below", "▾", below, False),
        ("above", "▴", above, False),
        ("asleep", "☾", asleep, False),
        ("spell", "✧", spells, False),
        ("heroism", "★", heroism, False),
        ("member", "◉", member, False),
    )
    return sketch.marks(spoken, states)


def rings(figure: Figure) -> list[Ring]:
    """Its command bubble, and the reach of its Terror. (swidenth.activation.bubble-radius, swidenth.terror.test)"""
    found: list[Ring] = []
    if bubble(figure):
        found.append({"id": "bubble", "radius": figure.card.radius + bubble(figure), "words": spoken("ring.bubble")})
    if causes_terror(figure):
        found.append({"id": "terror", "radius": figure.card.radius + TERROR_REACH, "words": spoken("ring.terror")})
    return found


def condition(sheet: sketch.Sheet, figure: Figure) -> Plain:
    """How a figure fares, for agents."""
    card = figure.card
    found = sheet.of(figure)
    found["status"] = STATUSES[figure.status]
    found["armour"] = card.armour_id
    found["knows"] = list(card.spells)
    found["rank"] = RANK_NAMES[card.rank]
    return found


def sides(world: World) -> list[Side]:
    """The sides, each with what it has lost and scored, and whether it has the initiative."""
    gone = [figure.seat for figure in world.figures if lost(figure)]
    first = world.order[0] if world.order else -1
    return [BAND(band, gone.count(band.seat), score(world, band.seat), first == band.seat) for band in world.bands]


def band_view(band: Band, gone: int, scored: int, leads: bool) -> Side:
    """A side."""
    marks = sketch.marks(spoken, (("initiative", "①", leads, False),))
    line = [sketch.number(spoken, "lost", f"{gone}/{band.began}")]
    return sketch.side(band.seat, scored, EDGES[band.edge], sketch.own(band, "seat", "edge"), numbers=line, marks=marks)


BAND: Final[KeptWith[Band, Side]] = KeptWith(band_view, 64)
