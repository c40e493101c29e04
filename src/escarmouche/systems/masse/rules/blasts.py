"""What breath and spells cover: where they start, whose figures are in them, what they do to them."""

from __future__ import annotations

from typing import Final, final

from escarmouche.core.effects import Call, Script, Tell
from escarmouche.core.pools import Dice
from escarmouche.systems.masse.model import FRONT, JOINED, ON_TABLE, REAR, Unit, World
from escarmouche.systems.masse.rules.combat import take_losses
from escarmouche.systems.masse.rules.ground import figure_base, figure_places, footprint, heroes_in, is_champion, same_level
from escarmouche.systems.masse.rules.singles import champion_base, champion_place
from escarmouche.table.sectors import rectangle_sector
from escarmouche.table.shapes import Polygon, inside, polygon, polygons_meet, segment_meets_polygon, turned
from escarmouche.table.trig import angle_of, step

QUARTER: Final = 9000
ARC: Final = 16
"""Into so many straight pieces the arc of a cone is cut."""

SHORTEST: Final = 100
"""A cone of less than a millimetre reaches nobody."""

Caught = tuple[int, int]
"""A unit or hero and how many of its figures are in the area."""


@final
class Body:
    """A figure as an area finds it: whose it is, its number there, its centre and its base."""

    __slots__ = ("base", "id", "number", "x", "y")

    def __init__(self, base: Polygon, id: int, number: int, x: int, y: int) -> None:
        self.base = base
        self.id = id
        self.number = number
        self.x = x
        self.y = y


def bodies(world: World, level: Unit, by: int) -> list[Body]:
    """The figures on the level of a unit, champions among them, but not whoever causes the blast. A commander is part of his
    unit. (masse.hero.commander-survives)"""
    found = []
    for unit in world.units:
        if unit.status != ON_TABLE or unit.id == by or not same_level(unit, level):
            continue
        for number, place in enumerate(figure_places(unit)):
            found.append(Body(figure_base(unit, place), unit.id, number, place[0], place[1]))
        for hero in heroes_in(world, unit):
            if is_champion(hero):
                x, y = champion_place(world, hero)
                found.append(Body(champion_base(world, hero), hero.id, 0, x, y))
    return found


# ---------------------------------------------------------------- areas (masse.breath.shape, masse.magic.scale)


def muzzle(unit: Unit, x: int, y: int) -> tuple[int, int]:
    """The edge of a single figure's base towards a point: breath and spells start there."""
    dx, dy = turned(unit.card.depth // 2, 0, angle_of(x - unit.x, y - unit.y))
    return unit.x + dx, unit.y + dy


def cone(x: int, y: int, heading: int, length: int) -> Polygon:
    """A quarter of a circle about a point. (masse.breath.shape)"""
    arc = [step(x, y, heading - QUARTER // 2 + QUARTER * part // ARC, length) for part in range(ARC + 1)]
    return polygon([(x, y), *arc])


def touched(found: list[Body], shape: Polygon) -> list[Body]:
    """Those whose base an area touches."""
    return [body for body in found if polygons_meet(body.base, shape)]


def centred(found: list[Body], shape: Polygon) -> list[Body]:
    """Those whose base has its centre in an area."""
    return [body for body in found if inside(shape, body.x, body.y)]


def circled(found: list[Body], x: int, y: int, radius: int) -> list[Body]:
    """Those whose base has its centre within a circle."""
    return [body for body in found if (body.x - x) ** 2 + (body.y - y) ** 2 <= radius * radius]


def lined(world: World, found: list[Body], x0: int, y0: int, x1: int, y1: int) -> list[Body]:
    """Those on a straight line, of each unit at most one in width: one for each rank that the line crosses, or for each file
    when it comes from the flank. (masse.breath.shape)"""
    kept = []
    rows: list[tuple[int, int]] = []
    for body in found:
        if not segment_meets_polygon(x0, y0, x1, y1, body.base):
            continue
        unit = world.units[body.id]
        in_depth = rectangle_sector(footprint(unit), x0, y0) in (FRONT, REAR)
        row = (body.id, body.number // unit.files if in_depth else body.number % unit.files)
        if row not in rows:
            rows.append(row)
            kept.append(body)
    return kept


def counted(found: list[Body]) -> tuple[Caught, ...]:
    """How many figures of whom, in the order of their ids."""
    numbers: dict[int, int] = {}
    for body in found:
        numbers[body.id] = numbers.get(body.id, 0) + 1
    return tuple(sorted(numbers.items()))


# ---------------------------------------------------------------- losses


def dice_pool(dice: tuple[int, ...], table: tuple[int, ...]) -> tuple[Dice, ...]:
    """One roll of attack dice of any kind, each read on a table of 12 scores, all added up."""
    return tuple([Dice(dice.count(sides), sides, table[:sides]) for sides in sorted(set(dice))])


def scorch(world: World, by: int, caught: tuple[Caught, ...], nv: int, why: str) -> Script:
    """Every figure in the area loses so many NV, at most those it has: what is over is not passed on. Returns the world.
    (masse.breath.damage, masse.magic.damage-conversion)"""
    for id, count in caught:
        unit = world.units[id]
        if unit.status not in (ON_TABLE, JOINED):
            continue
        lost = min(count, unit.figures) * min(nv, unit.card.nv)
        yield Tell(why, "blast-lost", (by, id, count, lost), f"nv-{lost}")
        world = yield Call(take_losses, world, id, lost, by)
    return world
