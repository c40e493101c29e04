"""What a seat may know of a battle, as plain data: everything on the table, and its own secrets."""

from __future__ import annotations

from escarmouche.core.system import Plain
from escarmouche.systems.sbh.content import book
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
    Marker,
    World,
)
from escarmouche.systems.sbh.names import figure_name
from escarmouche.systems.sbh.rules.ending import victory_points
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.table.pieces import Piece

STATUSES = {
    ON_TABLE: "on-table",
    DEAD: "dead",
    OUT_OF_ACTION: "out-of-action",
    OFF_TABLE: "off-table",
    WAITING: "waiting",
}
HOLDS = {FREE: "", SPELLBOUND: "spell", ENTANGLED: "entangled"}
LENGTHS = {0: "", SHORT: "short", MEDIUM: "medium", LONG: "long"}
SIZES = {NORMAL: "normal", BIG: "big", HUGE: "huge"}
EDGES = {-1: "", 0: "left", 1: "bottom", 2: "right", 3: "top"}
AMBUSH = "ambush"


def view(world: World, seat: int) -> Plain:
    """The battle as a seat may know it; -1 is a spectator. Equal knowledge gives equal data.

    A band is unknown to the other side until it stands on the table (sbh.setup.secret-selection), and what lies under
    an ambush marker until it is revealed (sbh.scenario.ambush.reveal).
    """
    ground = world.ground
    return {
        "table": {
            "width": ground.width,
            "depth": ground.depth,
            "rulers": {LENGTHS[length]: ground.rulers[length] for length in (SHORT, MEDIUM, LONG)},
            "hex_width": ground.hex_width,
            "scale": ground.scale,
        },
        "pieces": [piece_view(piece) for piece in ground.pieces],
        "place_of_power": None if world.place < 0 else world.place,
        "figures": [figure_view(world, figure) for figure in known_figures(world, seat)],
        "markers": [marker_view(marker, seat) for marker in world.markers],
        "bands": [band_view(world, band, seat) for band in world.bands],
        "scenario": world.scenario,
        "terms": dict(zip(TERMS, world.terms, strict=False)),
        "turn": world.turn,
        "turn_limit": world.turn_limit,
        "active": world.active,
        "passing": world.passing,
        "switches": list(world.switches),
        "scores": [victory_points(world, one) for one in range(len(world.bands))],
    }


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


# ---------------------------------------------------------------- parts


def piece_view(piece: Piece) -> Plain:
    """A piece of terrain."""
    row = book().terrain.get(piece.kind)
    return {
        "kind": piece.kind,
        "name_en": piece.kind if row is None else row.name_en,
        "name_fr": piece.kind if row is None else row.name_fr,
        "points": [[x, y] for x, y in piece.shape.points],
        "height": piece.height,
        "floor": piece.floor,
        "base": piece.base,
        "difficult": piece.difficult,
        "impassable": piece.impassable,
        "blocks_sight": piece.blocks_sight,
        "cover": piece.cover,
        "tags": list(piece.tags),
    }


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


def figure_view(world: World, figure: Figure) -> Plain:
    """A fighter: what it is and how it fares. Lengths are hundredths of a millimetre."""
    card = figure.card
    return {
        "id": figure.id,
        "seat": figure.seat,
        "name_en": figure_name(world, figure.id, "en"),
        "name_fr": figure_name(world, figure.id, "fr"),
        "profile": card.profile,
        "points": card.points,
        "quality": quality_of(world, figure),
        "printed_quality": card.quality,
        "combat": card.combat,
        "traits": trait_ids(card),
        "move": LENGTHS[card.move],
        "size": SIZES[card.size],
        "x": figure.x,
        "y": figure.y,
        "r": card.radius,
        "status": STATUSES[figure.status],
        "removal": figure.removal,
        "prone": figure.prone,
        "fallen": figure.fallen,
        "held": HOLDS[figure.held],
        "held_by": figure.held_by,
        "wounds": figure.wounds,
        "poisoned": figure.poisoned,
        "hurt": card.hurt,
        "activated": figure.activated,
        "attacked": figure.attacked,
        "moves": figure.moves,
        "out_of_ammunition": figure.spent,
        "exhausted": figure.exhausted,
        "forsaken": figure.forsaken,
        "rerolled": figure.rerolled,
        "steeled": figure.steeled,
        "shuns": [other.id for other in world.figures if (figure.shunned >> other.id) & 1],
        "cancelled": [name for name, bit in TRAIT_BITS.items() if figure.cancelled & bit],
        "item": figure.item,
        "charges": figure.charges,
        "treasure": figure.treasure,
        "offered": figure.offered,
    }


def marker_view(marker: Marker, seat: int) -> Plain:
    """A marker. For an ambush marker `figure` is the fighter under it, -1 for a decoy, and None for whoever must not
    know; its number follows from its place and tells nothing."""
    return {
        "id": marker.id,
        "kind": marker.kind,
        "seat": marker.seat,
        "x": marker.x,
        "y": marker.y,
        "figure": marker.figure if knows_marker(marker, seat) else None,
        "item": marker.item,
        "charges": marker.charges,
    }


def band_view(world: World, band: Band, seat: int) -> Plain:
    """A side."""
    return {
        "seat": band.seat,
        "attacker": band.attacker,
        "edge": EDGES[band.edge],
        "began": band.began if knows_band(world, band, seat) else None,
        "halved": band.halved,
        "conceded": band.conceded,
        "upgrades": list(band.upgrades),
        "swap": list(band.swap),
        "surefoot": band.surefoot,
        "brought_home": band.brought_home,
    }
