"""What a game is made from: the table and the bands, out of the options and armies of its set-up."""

from __future__ import annotations

from typing import Final

import msgspec

from escarmouche.core.content import typed
from escarmouche.core.errors import ContentError
from escarmouche.core.system import Plain, Setup
from escarmouche.systems.sbh import army
from escarmouche.systems.sbh.army import RANDOM
from escarmouche.systems.sbh.cards import LENGTHS, card_of
from escarmouche.systems.sbh.content import book, scenarios
from escarmouche.systems.sbh.model import (
    LITERAL_ANIMALS,
    LONG,
    MEDIUM,
    NATURAL_ROLLS,
    SHOOTER,
    SHORT,
    TERMS,
    Card,
    Figure,
    Ground,
    World,
)
from escarmouche.systems.sbh.rows import Layout, Place, Scenario
from escarmouche.systems.sbh.rules.items import CHARGED, uses_items
from escarmouche.systems.sbh.rules.terrain import RIVER, kind_of, with_pieces
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon

OPTIONS: Final = (
    "scale", "table", "hex_width", "terrain", "turn_limit", "limit", "switches", "dice", "scenario",
)  # fmt: skip
ENTRY_OPTIONS: Final = ("quality", "combat", "shooter", "hurt", "item", "charges")
SWITCHES: Final[tuple[str, ...]] = (NATURAL_ROLLS, LITERAL_ANIMALS)
MM: Final = 100
A4: Final = 210 * 297
LEAST: Final = 300
MOST: Final = 3000
"""The sides of a table, in millimetres."""
MOST_POINTS: Final = 100_000
MOST_TURNS: Final = 100_000


def bad(text: str, french: str) -> ContentError:
    """The error of a set-up that cannot be played."""
    return ContentError(f"The game cannot begin: {text}.", f"La partie ne peut pas commencer : {french}.")


def whole(options: Plain, name: str, usual: int, least: int, most: int) -> int:
    """An option that is a whole number within bounds."""
    value = options.get(name, usual)
    if type(value) is not int or not least <= value <= most:
        raise bad(
            f"the option {name} is a whole number from {least} to {most}, not {value!r}",
            f"l’option {name} est un nombre entier de {least} à {most}, pas {value!r}",
        )
    return value


def switches(options: Plain) -> tuple[str, ...]:
    """The house options that are on."""
    found = options.get("switches", ())
    if not isinstance(found, (list, tuple)):
        raise bad(f"the option switches is a list, not {found!r}", f"l’option switches est une liste, pas {found!r}")
    for name in found:
        if name not in SWITCHES:
            known = ", ".join(SWITCHES) or "-"
            raise bad(f"there is no switch {name!r} (known: {known})", f"il n’y a pas de variante {name!r} (connues : {known})")
    return tuple(found)


def refuse_unknown(options: Plain) -> None:
    """Refuse options that there are not."""
    for name in options:
        if name not in OPTIONS:
            raise bad(
                f"there is no option {name!r}: choose among {', '.join(OPTIONS)}",
                f"il n’y a pas d’option {name!r} : choisissez parmi {', '.join(OPTIONS)}",
            )


# ---------------------------------------------------------------- the table


def board(options: Plain) -> Ground:
    """The table with its sticks, and scenery where the players have agreed on it.

    15 mm: 600 by 600 mm (sbh.setup.board-15mm), sticks of 50, 80 and 120 mm (sbh.setup.rulers-15mm). 28 mm: at least 900
    by 900 (sbh.setup.board-25-28mm), sticks half as long again (sbh.setup.rulers-25-28mm). Hexagons: 15 to 20 mm wide on at
    least four sheets of A4 (sbh.hex.board), with sticks that count them (sbh.hex.distances).
    """
    scale = options.get("scale", "15mm")
    if scale not in ("15mm", "28mm", "hex"):
        raise bad(
            f"there is no scale {scale!r}: choose 15mm, 28mm or hex",
            f"il n’y a pas d’échelle {scale!r} : choisissez 15mm, 28mm ou hex",
        )
    own = own_layout(options, scale)
    width, depth = table_size(options, scale, own)
    sticks = [book().ruler[name] for name in ("short", "medium", "long")]
    hex_width = 0
    lengths = [stick.mm_15 * MM for stick in sticks]
    if scale == "28mm":
        lengths = [stick.mm_25_28 * MM for stick in sticks]
    elif scale == "hex":
        hexes = book().board["board-hex"]
        hex_width = whole(options, "hex_width", 20, hexes.hex_width_mm_min, hexes.hex_width_mm_max) * MM
        lengths = [stick.hexes for stick in sticks]
    ground = Ground(width * MM, depth * MM, (0, lengths[0], lengths[1], lengths[2]), (), hex_width, scale)
    return ground if own is None else with_pieces(ground, agreed_pieces(own, ground))


def table_size(options: Plain, scale: str, own: Layout | None) -> tuple[int, int]:
    """The table's width and depth in millimetres."""
    usual = book().board["board-25-28mm" if scale == "28mm" else "board-15mm"]
    size = options.get("table", [own.width_mm, own.depth_mm] if own is not None else [usual.width_mm, usual.depth_mm])
    if not isinstance(size, (list, tuple)) or len(size) != 2 or not all(type(side) is int for side in size):
        raise bad(
            f"the option table is [width, depth] in millimetres, not {size!r}",
            f"l’option table est [largeur, profondeur] en millimètres, pas {size!r}",
        )
    width, depth = size
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


def own_layout(options: Plain, scale: str) -> Layout | None:
    """The layout that the players have agreed on, if they have."""
    terrain = options.get("terrain", "ask")
    if isinstance(terrain, dict):
        usual = book().board["board-25-28mm" if scale == "28mm" else "board-15mm"]
        size = {"width_mm": usual.width_mm, "depth_mm": usual.depth_mm}
        given = {"id": "agreed", "name_en": "Agreed", "name_fr": "Convenu", **size, **terrain}
        try:
            return typed(given, Layout)
        except msgspec.ValidationError as error:
            raise bad(f"the terrain is no layout: {error}", f"le terrain n’est pas un plan : {error}") from None
    if terrain not in ("ask", "random", "none"):
        raise bad(
            f"there is no terrain {terrain!r}: choose ask, random or none, or give a layout",
            f"il n’y a pas de terrain {terrain!r} : choisissez ask, random ou none, ou donnez un plan",
        )
    return None


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


def how_laid(options: Plain) -> str:
    """Who lays the terrain out: "ask" the defender, "random", or "laid" already."""
    terrain = options.get("terrain", "ask")
    return "laid" if isinstance(terrain, dict) or terrain == "none" else str(terrain)


# ---------------------------------------------------------------- the bands


def refuse_illegal(plain: Plain, options: Plain) -> None:
    """Refuse a band that breaks the rules for building one."""
    limit = whole(options, "limit", 0, 0, MOST_POINTS)
    for fault in army.check(plain, limit or None):
        name = plain.get("name", "")
        raise bad(f"{name}: {fault.en}".removesuffix("."), f"{name} : {fault.fr}".removesuffix("."))


def recruits(plain: Plain, seat: int, first: int, ground: Ground) -> list[Figure]:
    """The fighters of a band, not yet on the table, numbered from `first`."""
    made: list[Figure] = []
    for member in army.members(plain):
        name, detail = member.name or member.profile.name_en, member.options
        for option in detail:
            if option not in ENTRY_OPTIONS:
                raise bad(
                    f"{name} has an unknown option {option!r}: choose among {', '.join(ENTRY_OPTIONS)}",
                    f"{name} a une option inconnue {option!r} : choisissez parmi {', '.join(ENTRY_OPTIONS)}",
                )
        card = grown(card_of(member.profile, ground.scale, member.name, member.name), detail)
        if ground.hex_width:
            card.radius = ground.hex_width // 2 - 1  # one figure a hex, side by side without overlapping
        figure = Figure(first + len(made), seat, card)
        figure.item = kept_item(detail, name)
        figure.charges = whole(detail, "charges", 0, 1 if figure.item in CHARGED else 0, 6)
        if figure.item and not uses_items(figure):
            raise bad(
                f"{name} is an Animal and uses no magic items: give the item to another",
                f"{name} est un Animal et n’utilise pas d’objet magique : donnez-le à un autre",
            )
        made.append(figure)
    return made


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
    card.quality = whole(detail, "quality", card.quality, 2, 6)
    card.combat = whole(detail, "combat", card.combat, 0, 20)
    if detail.get("hurt", False):
        card.hurt = -1  # sbh.campaign.survival-2
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
        listed = ", ".join([*known, RANDOM])
        raise bad(
            f"there is no scenario {setup.scenario!r}: choose among {listed}",
            f"il n’y a pas de scénario {setup.scenario!r} : choisissez parmi {listed}",
        )
    return known[setup.scenario]


def terms_of(row: Scenario) -> tuple[int, ...]:
    """The numbers of a scenario."""
    return tuple([int(getattr(row, name)) for name in TERMS])


def with_scenario(world: World, row: Scenario) -> World:
    """The world with a scenario: the rules of the one it is like, and its own numbers."""
    twin = world.copy()
    twin.scenario = row.like or row.id
    twin.terms = terms_of(row)
    return twin
