"""What stands and lies on the table as a screen draws it: terrain, bridges, structures, objectives, zones."""

from __future__ import annotations

from functools import cache, partial

from escarmouche.core.messages import Messages
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit import view as contract
from escarmouche.kit.view import SILENT, Kept, Look, Words, bare, ground, said, words
from escarmouche.systems.masse.content import PACKAGE, book
from escarmouche.systems.masse.model import METRE, Goal, Structure, World, Zone
from escarmouche.systems.masse.names import SNOW as SNOW_NAME
from escarmouche.systems.masse.scenario import SNOW
from escarmouche.table.pieces import Piece

MESSAGES = Messages.load(PACKAGE, "view_messages.toml")
spoken = contract.speaker(MESSAGES)
ROLES: dict[str, Look] = {
    "building": "building", "wall": "rampart", "gate": "gate", "tower": "tower", "enclosure": "enclosure",
}  # fmt: skip
"""How structures are drawn, by what they are."""
RIVER, PAVED, DEEP = "riviere", "paved", "crossing-"
NEAR = 120
"""So far beside a road a corner of a river still lies at it."""

# ---------------------------------------------------------------- terrain


def terrain_view(pieces: tuple[Piece, ...]) -> list[contract.Piece]:
    """The terrain, and the bridges by which roads cross rivers."""
    laid = [ground(MESSAGES, number, piece, piece_name(piece), look_of(piece)) for number, piece in enumerate(pieces)]
    return [*laid, *bridges(pieces)]


TERRAIN = Kept(terrain_view, 64)


def is_shallow(piece: Piece) -> bool:
    """Is it a river that is crossed at the usual cost? (masse.terrain.river)"""
    return piece.kind == RIVER and not any(tag.startswith(DEEP) for tag in piece.tags)


def piece_name(piece: Piece) -> Words:
    """The name of a piece."""
    row = book().terrain.get(piece.kind)
    name = words(SNOW_NAME["en"], SNOW_NAME["fr"]) if row is None else words(row.name_en, row.name_fr)
    if not is_shallow(piece):
        return name
    return words(*[MESSAGES.sentence("piece.shallow", (name[one],), str, one) for one in contract.BOTH])


def look_of(piece: Piece) -> Look:
    """How a piece is drawn."""
    if piece.kind == SNOW:
        return "snow"
    look = book().terrain[piece.kind].look
    if look == "road" and PAVED in piece.tags:
        return "paving"
    return "shallows" if is_shallow(piece) else look


def bridges(pieces: tuple[Piece, ...]) -> list[contract.Piece]:
    """Where a road runs between the banks of a river: a piece from bank to bank, to be drawn."""
    looks = [(piece.shape.points, look_of(piece)) for piece in pieces]
    rivers = [points for points, look in looks if look in ("water", "shallows")]
    found = []
    for road in [points for points, look in looks if look in ("road", "paving")]:
        sides = list(zip(road, (*road[1:], road[0]), strict=True))
        banks = [
            (one, other)
            for river in rivers
            for one, other in zip(river, (*river[1:], river[0]), strict=True)
            if any(is_near(one, side) and is_near(other, side) for side in sides)
        ]
        if len(banks) == 2:
            corners = [[x, y] for bank in banks for x, y in bank]
            found.append(bare("bridge", spoken("piece.bridge"), "planks", corners))
    return found


Corner = tuple[int, int]


def is_near(spot: Corner, side: tuple[Corner, Corner]) -> bool:
    """Does a place lie on the line of this side?"""
    (ax, ay), (bx, by) = side
    twice = (bx - ax) * (ay - spot[1]) - (ax - spot[0]) * (by - ay)
    return twice * twice < NEAR * NEAR * max(1, (bx - ax) ** 2 + (by - ay) ** 2)


# ---------------------------------------------------------------- structures


def structure_view(world: World, one: Structure) -> contract.Piece:
    """A structure, with what it can still take; its number follows those of the terrain."""
    return {**BUILT(one), "id": piece_of_structure(world, one.id)}


def piece_of_structure(world: World, id: int) -> int:
    """The number of a structure among all that stands on the table."""
    return len(world.pieces) + id


def built(one: Structure) -> contract.Piece:
    """A structure, but for its number."""
    row = book().structure[one.kind]
    gone = one.destroyed()
    left = max(0, one.pr - one.damage)
    metres = f"{one.height / METRE:g}"
    note = spoken("structure.destroyed") if gone else said(MESSAGES, "structure.height", metres) if one.height else SILENT
    return {
        **bare(one.kind, words(row.name_en, row.name_fr), ROLES[one.role], contract.corners(one.shape)),
        "note": note,
        "label": said(MESSAGES, "structure.label", metres),
        "height": one.height,
        "seat": one.seat,
        "destroyed": gone,
        "strength": {"left": left, "all": one.pr, "words": said(MESSAGES, "structure.left", left, one.pr)},
        "openings": [opening_view(*opening) for opening in one.openings],
        "own": {"id": one.id, "role": one.role, "ps": one.ps, "pr": one.pr, "damage": one.damage, "cover": one.cover},
    }


BUILT = Kept(built, 512)


def opening_view(kind: str, x: int, y: int) -> contract.Opening:
    """A door, a window or a gap."""
    row = book().opening[kind]
    return {"id": kind, "x": x, "y": y, "words": words(row.name_en, row.name_fr)}


# ---------------------------------------------------------------- objectives and zones


def goal_view(number: int, goal: Goal, held: int) -> contract.Marker:
    """An objective at a place, and who has it now."""
    return sketch.marker(
        number,
        goal.kind,
        words(goal.name_en, goal.name_fr),
        "banner",
        goal.x,
        goal.y,
        note=goal_note(goal.points),
        value=str(goal.points),
        seat=goal.seat,
        held=held,
        reach=goal.reach,
    )


goal_note = cache(partial(said, MESSAGES, "goal.points"))


def goal_own(goal: Goal, held: int) -> Plain:
    """An objective, at a place or not, for agents."""
    return sketch.own(goal, holder=held)


def marked_out(zone: Zone) -> contract.Zone:
    """Where a side deploys or enters."""
    corners = [[zone.left, zone.bottom], [zone.right, zone.bottom], [zone.right, zone.top], [zone.left, zone.top]]
    return {"id": zone.kind, "words": spoken(f"zone.{zone.kind}"), "seat": zone.seat, "outline": corners}


zone_view = Kept(marked_out, 64)
