"""What a seat may know of a battle, as the contract of `kit.view` has it. Everything on the table is known to both players,
hidden figures included: hiding is a protection, not a secret. (fda.setup.open-information)"""

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
from escarmouche.kit.view import SILENT, Mark, Pose, State, Trait, View, Words, said, words
from escarmouche.systems.fda.content import PACKAGE, PROFILES, book
from escarmouche.systems.fda.dungeon import DOORS, HEROES, OPEN_DOOR, zones_of
from escarmouche.systems.fda.model import (
    ASLEEP,
    CROUCHED,
    DEAD,
    HIDDEN,
    LEFT,
    MOUNTED,
    NOBODY,
    ON_TABLE,
    OPEN,
    OUT,
    PRONE,
    SPELLCASTER,
    STUNNED,
    TRAIT_BITS,
    WAITING,
    Card,
    Figure,
    Fixture,
    Ground,
    Side,
    Thing,
    Values,
    World,
)
from escarmouche.systems.fda.names import NAMED
from escarmouche.systems.fda.rules.conventions import QUARTER, defence, is_full
from escarmouche.systems.fda.rules.scenarios import scores
from escarmouche.systems.fda.rules.shooting import ready_weapons
from escarmouche.systems.fda.rules.turn import spirit
from escarmouche.systems.fda.rules.values import FLIES
from escarmouche.systems.fda.words import MESSAGES as SENTENCES
from escarmouche.table.pieces import Piece

MESSAGES = Messages.load(PACKAGE, "view_messages.toml")
spoken = contract.speaker(MESSAGES)
STATES: dict[int, State] = {ON_TABLE: "table", WAITING: "beside", OUT: "gone", DEAD: "gone", LEFT: "gone"}
STATUSES = {ON_TABLE: "on-table", WAITING: "waiting", OUT: "out", DEAD: "dead", LEFT: "left"}
POSTURES = ("standing", "crouched", "hidden", "prone", "stunned", "asleep")
ROMAN = ("0", "I", "II", "III", "IV")
"""Morale is written in Roman numerals. (fda.char.morale)"""
VALUES = ("combat", "shooting", "defence", "agility", "morale")


def view(world: World) -> View:
    """The battle as anybody may know it."""
    figures = figures_view(world)
    return {
        "table": TABLE(world.ground),
        "pieces": PIECES(world.ground, world.fixtures),
        "figures": figures,
        "markers": [THING(thing) for thing in world.things],
        "zones": [] if world.turn else zone_views(world.scenario, world.heroes),
        "sides": sides(world),
        "order": [],
        "arrows": [],
        "traits": TRAITS([figure["traits"] for figure in figures]),
        "turn": world.turn,
        "turn_limit": world.turn_limit,
        "active": world.active,
        "score": spoken("score"),
        "own": {
            "scenario": world.scenario,
            "options": world.options,
            "switches": world.switches,
            "first": world.first,
            "acting": world.acting,
            "reacted": world.reacted,
            "fixtures": FIXTURES(world.fixtures),
        },
    }


# ---------------------------------------------------------------- the table


def table_view(ground: Ground) -> contract.Table:
    """The floor of a dungeon."""
    return sketch.table(ground.width, ground.depth, floor="stone")


TABLE: Final = Kept(table_view, 64)


@cache
def tallest() -> int:
    """The height of the tallest figure: what is lower hides not everybody."""
    return book().length(max([row.height for row in book().profile.values()]))


def laid(pieces: tuple[Piece, ...]) -> list[contract.Piece]:
    """The terrain."""
    found = []
    for number, piece in enumerate(pieces):
        if piece.kind == OPEN_DOOR:
            found.append(contract.ground(MESSAGES, number, piece, spoken("look.open-door"), "open-door"))
        else:
            row = book().terrain[piece.kind]
            found.append(contract.ground(MESSAGES, number, piece, words(row.name_en, row.name_fr), row.look))
        if piece.blocks_sight and piece.height >= tallest():
            found[-1]["opaque"] = True
    return found


LAID: Final = Kept(laid, 64)


@cache
def zone_views(scenario: str, heroes: int) -> list[contract.Zone]:
    """Where the troops deploy. (fda.scenario.general-deployment)"""
    found: list[contract.Zone] = []
    for number, zone in enumerate(zones_of(book().scenario[scenario])):
        left, low, right, high = [book().length(side) for side in (zone.x, zone.y, zone.x + zone.w, zone.y + zone.h)]
        names = [book().profile[one] for one in zone.profiles]
        said = words(", ".join([one.name_en for one in names]), ", ".join([one.name_fr for one in names]))
        outline = [[left, low], [right, low], [right, high], [left, high]]
        seat = heroes if zone.side == HEROES else 1 - heroes
        found.append({"id": f"deploy-{number}", "words": said if names else spoken("zone"), "seat": seat, "outline": outline})
    return found


def pieces_view(ground: Ground, fixtures: tuple[Fixture, ...]) -> list[contract.Piece]:
    """The terrain, with what is marked on doors, chests and sarcophagi."""
    marked = {fixture.piece: fixture_marks(fixture) for fixture in fixtures}
    return [{**piece, "marks": marked[piece["id"]]} if piece["id"] in marked else piece for piece in LAID(ground.pieces)]


PIECES: Final[KeptWith[Ground, list[contract.Piece]]] = KeptWith(pieces_view, 64)


def fixture_marks(fixture: Fixture) -> list[Mark]:
    """Locked, open (an open door is drawn as one), how many blows it still stands."""
    states = (
        ("locked", "m-locked", fixture.locked, False),
        ("open", "m-open", fixture.state >= OPEN and fixture.kind not in DOORS, False),
        ("blows", "⚒", fixture.blows, True),
    )
    return sketch.marks(spoken, states)


def thing_view(thing: Thing) -> contract.Marker:
    """Something on the ground."""
    prize = thing.item == book().statuette.item
    return sketch.marker(
        thing.id, "prize" if prize else "item", said(SENTENCES, f"item-{thing.item}"), "◆" if prize else "†", thing.x, thing.y,
        own=sketch.own(thing, "id", "x", "y"),
    )  # fmt: skip


def fixtures_own(fixtures: tuple[Fixture, ...]) -> list[Plain]:
    """Doors, chests and sarcophagi, for agents."""
    return [sketch.own(one) for one in fixtures]


THING: Final[Kept[Thing, contract.Marker]] = Kept(thing_view)
FIXTURES: Final = Kept(fixtures_own, 64)


# ---------------------------------------------------------------- figures


def trait_ids(card: Card) -> list[str]:
    """The special rules of a card."""
    return [name for name, bit in TRAIT_BITS.items() if card.traits & bit]


def traits_of(held: list[list[str]]) -> list[Trait]:
    """The special rules of figures of whom each has these, each once."""
    return [trait_view(id) for id in dict.fromkeys([id for ids in held for id in ids])]


TRAITS: Final = Latest(traits_of, eq)


@cache
def trait_view(id: str) -> Trait:
    """A special rule in words."""
    row = book().trait[id]
    return contract.trait("fda", id, words(row.name_en, row.name_fr), row.rule)


@final
class Printed:
    """What never changes of a figure: what its card says. `figure` has that already, and nothing yet of how it fares."""

    def __init__(self, card: Card) -> None:
        traits = trait_ids(card)
        known = ("mounted" if card.size == MOUNTED else "", *traits)
        self.sheet: Final = sketch.Sheet(Figure, ("id", "seat", "card", "x", "y", "facing"))
        self.figure: Final = sketch.figure(
            -1, -1, SILENT, 0, 0, card.radius,
            profile=card.profile,
            traits=traits,
            icon=icon_of(PROFILES.known(card.profile), card.profile, known),
            sees=0,
            short=SILENT,
        )  # fmt: skip


PRINTED: Final = Kept(Printed)


def figures_view(world: World) -> list[contract.Figure]:
    """Every figure: what it is and how it fares."""
    every, figures, turn = NAMED(world), world.figures, world.turn
    names, shorts = called(every["en"], every["fr"])
    return FIGURES(
        figures,
        names,
        shorts,
        tuple([defence(world, one) for one in figures]),
        tuple([one.status == ON_TABLE and is_full(world, one) for one in figures]),
        tuple([0 < one.bark >= turn for one in figures]),
        tuple([0 < one.glued >= turn for one in figures]),
    )


def figure_view(
    figure: Figure, name: Words, short: Words, defence: int, encircled: bool, barked: bool, glued: bool
) -> contract.Figure:
    """A figure as a screen shows it, with its Defence and what the rest of the table or the turn does to it."""
    card = PRINTED(figure.card)
    seen = card.figure.copy()
    seen["id"], seen["seat"], seen["name"], seen["short"] = figure.id, figure.seat, name, short
    in_hand = held(figure.hands)
    seen["kind"] = in_hand.words
    seen["sign"] = "s-mage" if figure.has(SPELLCASTER) else "s-shooter" if in_hand.shoots else ""
    seen["x"], seen["y"], seen["facing"] = figure.x, figure.y, figure.facing
    seen["state"] = STATES[figure.status]
    if figure.status == ON_TABLE:
        seen["fronts"] = ["front"] if figure.posture <= PRONE else []
        seen["sees"] = QUARTER if figure.posture < STUNNED else 0
        seen["marks"] = marks_of(figure, in_hand, encircled, barked, glued)
    else:
        seen["note"] = spoken(f"status.{STATUSES[figure.status]}")
    seen["poses"] = poses(figure)
    seen["height"] = figure.z
    seen["numbers"] = NUMBERS(figure.card, figure.wounded, defence)
    seen["own"] = condition(card.sheet, figure)
    return seen


FIGURES: Final[Row[Figure, contract.Figure]] = Row(KeptWith(figure_view, 256))


@final
class Held:
    """What somebody has in hand: in words, whether any of it shoots or is thrown, and whether it is the statuette."""

    def __init__(self, hands: tuple[str, ...]) -> None:
        items = [book().things()[item] for item in hands]
        named = words(", ".join([one.name_en for one in items]), ", ".join([one.name_fr for one in items]))
        self.words: Final = named if items else spoken("hands.empty")
        self.shoots: Final = any(item in FLIES for item in hands)
        self.prize: Final = book().statuette.item in hands


@lru_cache(1024)
def held(hands: tuple[str, ...]) -> Held:
    """What somebody has in these hands."""
    return Held(hands)


def numbers(card: Card, wounded: bool, defence: int) -> list[contract.Number]:
    """The line of numbers of a figure: the side of its card that counts, and the other one. (fda.wound.flip-card)"""
    now = card.wounded if wounded and card.wounded is not None else card.healthy
    found = [
        ("combat", str(now.combat)),
        ("shooting", str(now.shooting)),
        ("defence", str(defence)),
        ("agility", str(now.agility)),
        ("morale", ROMAN[now.morale]),
    ]
    line = [sketch.number(spoken, id, value) for id, value in found]
    if card.wounded is not None:
        under = card.healthy if wounded else card.wounded
        line.append(sketch.number(spoken, "if-healed" if wounded else "if-wounded", *other_side(card, under)))
    return [*line, sketch.number(spoken, "price", card.price)]


NUMBERS: Final[KeptWith[Card, list[contract.Number]]] = KeptWith(numbers)


def other_side(card: Card, side: Values) -> tuple[str, str]:
    """The side of a card that is face down, in both languages: each characteristic by its letter, D with what it wears."""
    values = (side.combat, side.shooting, side.defence + card.armour, side.agility, ROMAN[side.morale])
    shorts = [spoken(f"short.{name}") for name in VALUES]
    told = [" ".join([f"{short[one]} {value}" for short, value in zip(shorts, values, strict=True)]) for one in contract.BOTH]
    return told[0], told[1]


def poses(figure: Figure) -> list[Pose]:
    """How a figure is drawn."""
    found: list[Pose] = []
    if figure.posture >= PRONE:
        found.append("lying")
    if figure.activated:
        found.append("done")
    if figure.card.size == MOUNTED:
        found.append("mounted")
    if figure.status in (OUT, DEAD):
        found.append("fallen")
    return found


def marks_of(figure: Figure, in_hand: Held, encircled: bool, barked: bool, glued: bool) -> list[Mark]:
    """What is marked on a figure on the table. (fda.setup.activation-markers)"""
    unloaded = in_hand.shoots and not ready_weapons(figure)
    return marks_view(
        figure.activated, figure.posture, figure.wounded, encircled, unloaded, len(figure.damaged), figure.destiny,
        figure.spell != "", barked, glued, figure.climbed > 0, figure.carries != NOBODY, in_hand.prize, figure.grumbled,
        figure.sworn > 0,
    )  # fmt: skip


@lru_cache(1024)
def marks_view(
    activated: bool, posture: int, wounded: bool, encircled: bool, unloaded: bool, damaged: int, destiny: int, spell: bool,
    barked: bool, glued: bool, climbs: bool, carries: bool, prize: bool, grumbles: bool, sworn: bool,
) -> list[Mark]:  # fmt: skip
    """The marks of all figures that fare alike."""
    states = (
        ("activated", "✓", activated, False),
        ("prone", "▂", posture == PRONE, True),
        ("stunned", "✱", posture == STUNNED, True),
        ("asleep", "☾", posture == ASLEEP, False),
        ("crouched", "⌄", posture == CROUCHED, False),
        ("hidden", "☘", posture == HIDDEN, False),
        ("wounded", "✚", wounded, True),
        ("encircled", "◎", encircled, True),
        ("unloaded", "m-unloaded", unloaded, False),
        ("damaged", "✕", damaged, True),
        ("destiny", "★", destiny, False),
        ("spell", "✧", spell, False),
        ("bark", "❧", barked, False),
        ("glued", "⚓", glued, True),
        ("part-way", "m-ladders", climbs, False),
        ("carries", "⚘", carries, False),
        ("prize", "◆", prize, False),
        ("grumbles", "☁", grumbles, False),
        ("sworn", "♪", sworn, False),
    )
    return sketch.marks(spoken, states)


def condition(sheet: sketch.Sheet, figure: Figure) -> Plain:
    """How a figure fares, for agents."""
    found = sheet.of(figure)
    found["status"] = STATUSES[figure.status]
    found["posture"] = POSTURES[figure.posture]
    found["knows"] = list(figure.card.spells)
    return found


def sides(world: World) -> list[contract.Side]:
    """The sides, each with what it has lost and felled, whether it has the turn first, and its morale."""
    gone = [one.seat for one in world.figures if one.status in (OUT, DEAD)]
    felled = scores(world)
    return [
        SIDE(side, gone.count(side.seat), felled[side.seat], world.first == side.seat, spirit(world, side.seat))
        for side in world.sides
    ]


def side_view(side: Side, gone: int, felled: int, first: bool, morale: int) -> contract.Side:
    """A side."""
    marks = sketch.marks(spoken, (("first", "①", first, False), ("confused", "?", side.confused, True)))
    line = [sketch.number(spoken, "troop-morale", morale), sketch.number(spoken, "lost", f"{gone}/{side.began}")]
    return sketch.side(side.seat, felled, "", sketch.own(side, "seat"), numbers=line, marks=marks)


SIDE: Final[KeptWith[Side, contract.Side]] = KeptWith(side_view, 64)
