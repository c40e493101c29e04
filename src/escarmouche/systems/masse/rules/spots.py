"""Free places: where a figure or unit that must stand somewhere finds room."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import INCH, ON_TABLE, Unit, World
from escarmouche.systems.masse.rules.ground import footprint, same_level
from escarmouche.systems.masse.rules.movement import place_refusal
from escarmouche.systems.masse.rules.terrain import bars
from escarmouche.table.areas import moved as shifted
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import turned

FARTHEST: Final = 24
"""Half inches to look around."""

DIRECTIONS: Final = 16


def room_refusal(world: World, unit: Unit, dx: int = 0, dy: int = 0) -> Refusal | None:
    """Why the unit cannot stand so far from where it is, or None: it needs ground of its own, open to it and among neither
    friends nor enemies. (masse.move.no-interpenetration, masse.terrain.table-4a)"""
    shape = shifted(footprint(unit), dx, dy)
    refused = place_refusal(world, unit, shape)
    if refused is not None:
        return refused
    for other in world.units:
        if other.status != ON_TABLE or other.id == unit.id or not same_level(unit, other):
            continue
        if polygons_overlap(footprint(other), shape):
            return no("masse.move.no-interpenetration", "unit-in-the-way", unit.id, other.id)
    for piece in world.pieces:
        if bars(piece, unit) and polygons_overlap(piece.shape, shape):
            return no("masse.terrain.table-4a", "terrain-closed", unit.id, "terrain-" + piece.kind)
    return None


def has_room(world: World, unit: Unit, dx: int, dy: int) -> bool:
    """Could the unit stand so far from where it is?"""
    return room_refusal(world, unit, dx, dy) is None


def free_spot(world: World, unit: Unit) -> tuple[int, int] | None:
    """The nearest place to the unit's own where it has room on the ground: in rings of half an inch, from its front round to
    the left. None when everything around is taken."""
    twin = unit.copy()
    twin.status = ON_TABLE
    twin.altitude = 0
    if has_room(world, twin, 0, 0):
        return twin.x, twin.y
    for ring in range(1, FARTHEST + 1):
        for part in range(DIRECTIONS):
            dx, dy = turned(ring * INCH // 2, 0, (unit.facing + part * 36000 // DIRECTIONS) % 36000)
            if has_room(world, twin, dx, dy):
                return twin.x + dx, twin.y + dy
    return None
