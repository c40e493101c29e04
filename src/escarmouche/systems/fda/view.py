"""What a seat may know of a battle, as the contract of `kit.view` has it. Everything on the table is known to both players,
hidden figures included: hiding is a protection, not a secret. (fda.setup.open-information)"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from escarmouche.core.messages import Messages
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit import view as contract
from escarmouche.kit.silhouettes import icon_of
from escarmouche.kit.view import SILENT, Kept, KeptWith, Mark, Pose, State, Trait, View, Words, said, words
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
    return sketch.battle(
        sketch.table(world.ground.width, world.ground.depth, floor="stone"),
        PIECES(world.ground, world.fixtures),
        FIGURES(world),
        sides(world),
        spoken("score"),
        world.turn,
        turn_limit=world.turn_limit,
        active=world.active,
        markers=[THING(thing) for thing in world.things],
        zones=[] if world.turn else zone_views(world.scenario, world.heroes),
        traits=traits_of(FIGURES(world)),
        own={
            "scenario": world.scenario,
            "options": world.options,
            "switches": world.switches,
            "first": world.first,
            "acting": world.acting,
            "reacted": world.reacted,
            "fixtures": [FIXTURE(one) for one in world.fixtures],
        },
    )


# ---------------------------------------------------------------- the table


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


LAID = Kept(laid, 64)


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


PIECES: KeptWith[Ground, list[contract.Piece]] = KeptWith(pieces_view, 64)


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


THING: Kept[Thing, contract.Marker] = Kept(thing_view)
FIXTURE: Kept[Fixture, Plain] = Kept(sketch.own)


# ---------------------------------------------------------------- figures


def trait_ids(card: Card) -> list[str]:
    """The special rules of a card."""
    return [name for name, bit in TRAIT_BITS.items() if card.traits & bit]


TRAIT_IDS = Kept(trait_ids)


def traits_of(figures: Iterable[contract.Figure]) -> list[Trait]:
    """The special rules of these figures, each once."""
    return [trait_view(id) for id in dict.fromkeys(chain.from_iterable([figure["traits"] for figure in figures]))]


@cache
def trait_view(id: str) -> Trait:
    """A special rule in words."""
    row = book().trait[id]
    return contract.trait("fda", id, words(row.name_en, row.name_fr), row.rule)


def sign_of(figure: Figure) -> str:
    """The sign of a figure."""
    if figure.has(SPELLCASTER):
        return "s-mage"
    return "s-shooter" if any(item in FLIES for item in figure.hands) else ""


def card_icon(card: Card) -> str:
    """The silhouette of a figure."""
    return icon_of(PROFILES.known(card.profile), card.profile, ("mounted" if card.size == MOUNTED else "", *trait_ids(card)))


ICON = Kept(card_icon)


def figures_view(world: World) -> list[contract.Figure]:
    """Every figure: what it is and how it fares."""
    names, turn = NAMED(world), world.turn
    each = zip(world.figures, names["en"], names["fr"], strict=True)
    return [
        FIGURE(
            one, english, french, defence(world, one), one.status == ON_TABLE and is_full(world, one),
            0 < one.bark >= turn, 0 < one.glued >= turn,
        )
        for one, english, french in each
    ]  # fmt: skip


FIGURES = Kept(figures_view, 16)


def figure_view(
    figure: Figure, english: str, french: str, defence: int, encircled: bool, barked: bool, glued: bool
) -> contract.Figure:
    """A figure as a screen shows it, with its Defence and what the rest of the table or the turn does to it."""
    there = figure.status == ON_TABLE
    return sketch.figure(
        figure.id,
        figure.seat,
        words(english, french),
        figure.x,
        figure.y,
        figure.card.radius,
        STATES[figure.status],
        figure.facing,
        kind=held(figure),
        profile=figure.card.profile,
        sign=sign_of(figure),
        icon=ICON(figure.card),
        note=SILENT if there else spoken(f"status.{STATUSES[figure.status]}"),
        poses=poses(figure),
        fronts=["front"] if there and figure.posture <= PRONE else [],
        sees=QUARTER if there and figure.posture < STUNNED else 0,
        height=figure.z,
        numbers=numbers(figure, defence),
        traits=TRAIT_IDS(figure.card),
        marks=marks_of(figure, encircled, barked, glued),
        own=condition(figure),
    )


FIGURE: KeptWith[Figure, contract.Figure] = KeptWith(figure_view, 1024)


def held(figure: Figure) -> Words:
    """What it has in hand."""
    items = [book().things()[item] for item in figure.hands]
    if not items:
        return spoken("hands.empty")
    return words(", ".join([one.name_en for one in items]), ", ".join([one.name_fr for one in items]))


def numbers(figure: Figure, defence: int) -> list[contract.Number]:
    """Its line of numbers: the side of its card that counts, and the other one. (fda.wound.flip-card)"""
    now = figure.values()
    found = [
        ("combat", str(now.combat)),
        ("shooting", str(now.shooting)),
        ("defence", str(defence)),
        ("agility", str(now.agility)),
        ("morale", ROMAN[now.morale]),
    ]
    line = [sketch.number(spoken, id, value) for id, value in found]
    if figure.card.wounded is not None:
        under = figure.card.healthy if figure.wounded else figure.card.wounded
        line.append(sketch.number(spoken, "if-healed" if figure.wounded else "if-wounded", *other_side(figure, under)))
    return [*line, sketch.number(spoken, "price", figure.card.price)]


def other_side(figure: Figure, side: Values) -> tuple[str, str]:
    """The side of a card that is face down, in both languages: each characteristic by its letter, D with what it wears."""
    values = (side.combat, side.shooting, side.defence + figure.card.armour, side.agility, ROMAN[side.morale])
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


def marks_of(figure: Figure, encircled: bool, barked: bool, glued: bool) -> list[Mark]:
    """What is marked on a figure. (fda.setup.activation-markers)"""
    if figure.status != ON_TABLE:
        return []
    missiles = any(item in FLIES for item in figure.hands)
    states = (
        ("activated", "✓", figure.activated, False),
        ("prone", "▂", figure.posture == PRONE, True),
        ("stunned", "✱", figure.posture == STUNNED, True),
        ("asleep", "☾", figure.posture == ASLEEP, False),
        ("crouched", "⌄", figure.posture == CROUCHED, False),
        ("hidden", "☘", figure.posture == HIDDEN, False),
        ("wounded", "✚", figure.wounded, True),
        ("encircled", "◎", encircled, True),
        ("unloaded", "m-unloaded", missiles and not ready_weapons(figure), False),
        ("damaged", "✕", len(figure.damaged), True),
        ("destiny", "★", figure.destiny, False),
        ("spell", "✧", figure.spell != "", False),
        ("bark", "❧", barked, False),
        ("glued", "⚓", glued, True),
        ("part-way", "m-ladders", figure.climbed > 0, False),
        ("carries", "⚘", figure.carries != NOBODY, False),
        ("prize", "◆", book().statuette.item in figure.hands, False),
        ("grumbles", "☁", figure.grumbled, False),
        ("sworn", "♪", figure.sworn > 0, False),
    )
    return sketch.marks(spoken, states)


def condition(figure: Figure) -> Plain:
    """How a figure fares, for agents."""
    return sketch.own(
        figure,
        *("id", "seat", "card", "x", "y", "facing"),
        status=STATUSES[figure.status],
        posture=POSTURES[figure.posture],
        knows=list(figure.card.spells),
    )


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


SIDE: KeptWith[Side, contract.Side] = KeptWith(side_view, 64)
