"""Closing up: how ranks close after losses, so that those who fight stay in contact. (masse.combat.casualty-removal)"""

from __future__ import annotations

from escarmouche.systems.masse.model import FRONT, ON_TABLE, REAR, Unit, World
from escarmouche.systems.masse.rules.facing import figure_sides
from escarmouche.systems.masse.rules.ground import contact, enemies, footprint, same_level, size_of, solid
from escarmouche.systems.masse.rules.terrain import bars
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import turned


def fronts_left(unit: Unit) -> tuple[int, ...]:
    """The further sides that a multiple front still faces: each group must have a figure, the front before all others.
    (masse.move.multi-front)"""
    twin = unit.copy()
    while twin.fronts:
        sides = figure_sides(twin)
        empty = [side for side in twin.fronts if side not in sides]
        if FRONT in sides and not empty:
            break
        dropped = empty[-1] if FRONT in sides else REAR if REAR in twin.fronts else twin.fronts[-1]
        twin.fronts = tuple([side for side in twin.fronts if side != dropped])
    return twin.fronts


def closed_up(world: World, before: Unit, after: Unit) -> World:
    """The world with a unit that has lost figures. Its front stays where it is, unless another edge keeps more of the enemies
    that it fought in contact; those that it would still lose step up. (masse.combat.casualty-removal,
    masse.combat.engagement)"""
    met = [foe for foe in enemies(world, before) if contact(before, foe)] if fights_in_ranks(before) else []
    best = after
    for place in places(before, after) if met else []:
        if in_touch(place, met) > in_touch(best, met):
            best = place
    world = world.with_unit(best)
    for foe in met:
        if not contact(best, foe):
            world = stepping_up(world, before, best, world.units[foe.id])
    return world


def fights_in_ranks(unit: Unit) -> bool:
    """Does it stand in the open, on the ground?"""
    return unit.building < 0 and unit.aboard < 0 and unit.altitude == 0


def in_touch(unit: Unit, met: list[Unit]) -> int:
    """How many of these it touches."""
    return len([foe for foe in met if contact(unit, foe)])


def places(before: Unit, after: Unit) -> list[Unit]:
    """Where the unit may close up within the ground it covered: to its front or its rear, in the middle or to a flank."""
    wide, deep = slack(before, after)
    found = []
    for ahead in (deep, -deep):
        for aside in (0, wide, -wide):
            twin = after.copy()
            dx, dy = turned(ahead, aside, before.facing)
            twin.x, twin.y = before.x + dx, before.y + dy
            found.append(twin)
    return found


def slack(before: Unit, after: Unit) -> tuple[int, int]:
    """By how much it is narrower and shallower than it was, on each side of its middle."""
    old, new = size_of(before), size_of(after)
    return (old[0] - new[0]) // 2, (old[1] - new[1]) // 2


def stepping_up(world: World, before: Unit, after: Unit, foe: Unit) -> World:
    """The world with an enemy that has come to face a gap stepping into contact again, where it has room and leaves nobody
    else; else it stays."""
    wide, deep = slack(before, after)
    others = [one for one in enemies(world, foe) if one.id != after.id and contact(one, foe)]
    for ahead, aside in ((2 * deep, 0), (-2 * deep, 0), (0, wide), (0, -wide), (0, 2 * wide), (0, -2 * wide)):
        twin = foe.copy()
        dx, dy = turned(ahead, aside, before.facing)
        twin.x += dx
        twin.y += dy
        if contact(twin, after) and in_touch(twin, others) == len(others) and has_ground(world, twin):
            return world.with_unit(twin)
    return world


def has_ground(world: World, unit: Unit) -> bool:
    """Is there nothing where it stands: no other unit, no structure, nothing that bars its way?"""
    shape = footprint(unit)
    if any(solid(one) and polygons_overlap(one.shape, shape) for one in world.structures):
        return False
    if any(bars(piece, unit) and polygons_overlap(piece.shape, shape) for piece in world.pieces):
        return False
    return not any(
        other.status == ON_TABLE
        and other.id != unit.id
        and same_level(other, unit)
        and polygons_overlap(footprint(other), shape)
        for other in world.units
    )
