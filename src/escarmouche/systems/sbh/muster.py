"""What a game is made from: the table and the bands, out of the options and armies of its set-up."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from escarmouche.core.content import typed
from escarmouche.core.system import Plain, Setup
from escarmouche.kit.options import ChosenOptions, bad, no_scenario, whole
from escarmouche.systems.sbh import army
from escarmouche.systems.sbh.army import RANDOM
from escarmouche.systems.sbh.cards import LENGTHS, card_of
from escarmouche.systems.sbh.content import book, scenarios
from escarmouche.systems.sbh.model import (
    LONG,
    MEDIUM,
    SHOOTER,
    SHORT,
    Card,
    Figure,
    Ground,
    World,
)
from escarmouche.systems.sbh.rows import Layout, Place, Scenario
from escarmouche.systems.sbh.rules.items import uses_items
from escarmouche.systems.sbh.rules.terrain import RIVER, kind_of, with_pieces
from escarmouche.systems.sbh.rules.values import CHARGED, terms_of
from escarmouche.systems.sbh.settings import LEAST, MOST
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon

ENTRY_OPTIONS: Final = ("quality", "combat", "shooter", "hurt", "item", "charges")
MM: Final = 100
A4: Final = 210 * 297


# ---------------------------------------------------------------- the table


def board(options: ChosenOptions) -> Ground:
    """The table with its sticks, and scenery where the players have agreed on it.

    15 mm: 600 by 600 mm (sbh.setup.board-15mm), sticks of 50, 80 and 120 mm (sbh.setup.rulers-15mm). 28 mm: at least 900
    by 900 (sbh.setup.board-25-28mm), sticks half as long again (sbh.setup.rulers-25-28mm). Hexagons: 15 to 20 mm wide on at
    least four sheets of A4 (sbh.hex.board), with sticks that count them (sbh.hex.distances).
    """
    scale = options.choice("scale")
    own = own_layout(options, scale)
    width, depth = table_size(options, scale, own)
    sticks = [book().ruler[name] for name in ("short", "medium", "long")]
    hex_width = 0
    lengths = [stick.mm_15 * MM for stick in sticks]
    if scale == "28mm":
        lengths = [stick.mm_25_28 * MM for stick in sticks]
    elif scale == "hex":
        hex_width = options.count("hex_width") * MM
        lengths = [stick.hexes for stick in sticks]
    ground = Ground(width * MM, depth * MM, (0, lengths[0], lengths[1], lengths[2]), (), hex_width, scale)
    return ground if own is None else with_pieces(ground, agreed_pieces(own, ground))


def table_size(options: ChosenOptions, scale: str, own: Layout | None) -> tuple[int, int]:
    """The table's width and depth in millimetres."""
    usual = book().board["board-25-28mm" if scale == "28mm" else "board-15mm"]
    width, depth = options.value("table", [own.width_mm, own.depth_mm] if own is not None else [usual.width_mm, usual.depth_mm])
    least = usual.width_mm if usual.minimum else LEAST
    if not (least <= width <= MOST and least <= depth <= MOST):
        raise bad(
            f"a table at {scale} is from {least} by {least} to {MOST} by {MOST} mm, not {width} by {depth}",
            f"une table en {scale} va de {least} × {least} à {MOST} × {MOST} mm, pas {width} × {depth}",
        )
    sheets = book().board["board-hex"].a4_sheets_min
    if scale == "hex" and width * depth < sheets * A4:
        raise bad(
            f"a hexagon board is at least {sheets} sheets of A4 large, {sheets * A4} square mm, not {width * depth}",
            f"un plateau hexagonal fait au moins {sheets} feuilles A4, {sheets * A4} mm², pas {width * depth}",
        )
    return width, depth


def own_layout(options: ChosenOptions, scale: str) -> Layout | None:
    """The layout that the players have agreed on, if they have."""
    terrain = options.value("terrain")
    if not isinstance(terrain, dict):
        return None
    usual = book().board["board-25-28mm" if scale == "28mm" else "board-15mm"]
    size = {"width_mm": usual.width_mm, "depth_mm": usual.depth_mm}
    given = {"id": "agreed", "name_en": "Agreed", "name_fr": "Convenu", **size, **terrain}
    try:
        return typed(given, Layout)
    except msgspec.ValidationError as error:
        raise bad(f"the terrain is no layout: {error}", f"le terrain n’est pas un plan : {error}") from None


def agreed_pieces(own: Layout, ground: Ground) -> tuple[Piece, ...]:
    """The scenery of an agreed layout. It must lie on the table; the scenario's limits bind only the defender."""
    return tuple([agreed_piece(place, number, ground) for number, place in enumerate(own.piece, 1)])


def agreed_piece(place: Place, number: int, ground: Ground) -> Piece:
    """One piece of an agreed layout."""
    if place.kind != RIVER and place.kind not in book().terrain:
        known = ", ".join([RIVER, *book().terrain])
        raise bad(
            f"piece {number} of the terrain is of no known kind, {place.kind!r}: choose among {known}",
            f"l’élément {number} du terrain est d’un genre inconnu, {place.kind!r} : choisissez parmi {known}",
        )
    for x, y in place.corners:
        if not (0 <= x * MM <= ground.width and 0 <= y * MM <= ground.depth):
            raise bad(
                f"piece {number} of the terrain leaves the table at {x}, {y}: move it",
                f"l’élément {number} du terrain sort de la table en {x}, {y} : déplacez-le",
            )
    try:
        shape = polygon([(x * MM, y * MM) for x, y in place.corners])
    except ValueError:
        raise bad(
            f"the sides of piece {number} of the terrain cross: list its corners in order",
            f"les côtés de l’élément {number} du terrain se croisent : donnez ses coins dans l’ordre",
        ) from None
    return kind_of(place.kind, place.height_mm * MM).piece(shape)


def how_laid(options: ChosenOptions) -> str:
    """Who lays the terrain out: "ask" the defender, "random", or "laid" already."""
    terrain = options.value("terrain")
    return "laid" if isinstance(terrain, dict) or terrain == "none" else str(terrain)


# ---------------------------------------------------------------- the bands


class Recruit(NamedTuple):
    """What makes a figure of a band, whatever its number and side: its card, its magic item and what is left in it."""

    card: Card
    item: str
    charges: int


def recruits(plain: Plain, seat: int, first: int, ground: Ground) -> list[Figure]:
    """The fighters of a band, not yet on the table, numbered from `first`. Of a band by the book the cards are made once."""
    made = army.written(plain)
    crew = called_up(plain, ground.scale, ground.hex_width) if made is None else kept_crew(made, ground.scale, ground.hex_width)
    return [
        Figure(id, seat, recruit.card, item=recruit.item, charges=recruit.charges) for id, recruit in enumerate(crew, first)
    ]


@lru_cache(256)
def kept_crew(made: bytes, scale: str, hex_width: int) -> list[Recruit]:
    """The fighters of a band by the book that is written as JSON."""
    return called_up(msgspec.json.decode(made), scale, hex_width)


def called_up(plain: Plain, scale: str, hex_width: int) -> list[Recruit]:
    """The fighters of a band, as its data says."""
    found: list[Recruit] = []
    for member in army.members(plain):
        name, detail = member.name or member.profile.name_en, member.options
        for option in detail:
            if option not in ENTRY_OPTIONS:
                raise bad(
                    f"{name} has an unknown option {option!r}: choose among {', '.join(ENTRY_OPTIONS)}",
                    f"{name} a une option inconnue {option!r} : choisissez parmi {', '.join(ENTRY_OPTIONS)}",
                )
        card = grown(card_of(member.profile, scale, member.name, member.name), detail)
        if hex_width:
            card.radius = hex_width // 2 - 1  # one figure a hex, side by side without overlapping
        item = kept_item(detail, name)
        charges = whole("charges", detail.get("charges", 0), 1 if item in CHARGED else 0, 6)
        if item and not uses_items(Figure(0, 0, card)):
            raise bad(
                f"{name} is an Animal and uses no magic items: give the item to another",
                f"{name} est un Animal et n’utilise pas d’objet magique : donnez-le à un autre",
            )
        found.append(Recruit(card, item, charges))
    return found


def kept_item(detail: Plain, name: str) -> str:
    """The magic item a fighter has from an earlier game. (sbh.scenario.quest.keep-item)"""
    item = detail.get("item", "")
    if item and item not in book().magic_item:
        known = ", ".join(book().magic_item)
        raise bad(
            f"{name} has an unknown item {item!r}: choose among {known}",
            f"{name} a un objet inconnu {item!r} : choisissez parmi {known}",
        )
    return str(item)


def grown(card: Card, detail: Plain) -> Card:
    """The card with what a campaign has made of the fighter."""
    card.quality = whole("quality", detail.get("quality", card.quality), 2, 6)
    card.combat = whole("combat", detail.get("combat", card.combat), 0, 20)
    if detail.get("hurt", False):
        card.hurt = book().survival["survival-2"].quality_modifier  # sbh.campaign.survival-2
    if "shooter" in detail:
        card.shooting = LENGTHS.get(detail["shooter"], 0)
        if card.shooting not in (SHORT, MEDIUM, LONG):
            raise bad(
                "the option shooter of a fighter is short, medium or long",
                "l’option shooter d’un combattant est short, medium ou long",
            )
        card.traits |= SHOOTER
    return card


# ---------------------------------------------------------------- the scenario


def scenario_row(setup: Setup) -> Scenario:
    """The row of the scenario: the book's, or one of people's own, which the set-up may hold itself."""
    packed = setup.options.get("scenario")
    if packed is not None:
        return typed(packed, Scenario)
    if setup.scenario in book().scenario:
        return book().scenario[setup.scenario]
    known = scenarios()
    if setup.scenario not in known:
        raise no_scenario(setup.scenario, [*known, RANDOM])
    return known[setup.scenario]


def with_scenario(world: World, row: Scenario) -> World:
    """The world with a scenario: the rules of the one it is like, and its own numbers."""
    twin = world.copy()
    twin.scenario = row.like or row.id
    twin.terms = terms_of(row)
    return twin
