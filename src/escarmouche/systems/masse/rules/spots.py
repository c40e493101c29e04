"""Free places: where a figure or unit that must stand somewhere finds room."""

from __future__ import annotations

from typing import Final

from escarmouche.systems.masse.model import INCH, ON_TABLE, Unit, World
from escarmouche.systems.masse.rules.ground import footprint, same_level
from escarmouche.systems.masse.rules.movement import place_refusal
from escarmouche.table.areas import moved as shifted
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import turned

FARTHEST: Final = 24
"""Half inches to look around."""

DIRECTIONS: Final = 16


def has_room(world: World, unit: Unit, dx: int, dy: int) -> bool:
    """Could the unit stand so far from where it is, among nobody else, friend or enemy?"""
    shape = shifted(footprint(unit), dx, dy)
    if place_refusal(world, unit, shape) is not None:
        return False
    return not any(
        other.status == ON_TABLE
        and other.id != unit.id
        and same_level(unit, other)
        and polygons_overlap(footprint(other), shape)
        for other in world.units
    )


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
