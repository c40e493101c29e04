"""Monsters: individuals that nobody commands, and that run wild when routed."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Roll, Script, Tell, rule
from escarmouche.systems.masse.model import ON_TABLE, Unit, World
from escarmouche.systems.masse.rules.combat import strike
from escarmouche.systems.masse.rules.flight import gone, off_table
from escarmouche.systems.masse.rules.ground import attack_sector, footprint, same_level, solid
from escarmouche.systems.masse.rules.melee import melee_pool
from escarmouche.systems.masse.rules.morale import RALLY, morale_test
from escarmouche.systems.masse.rules.movement import FULL_TURN, allowance
from escarmouche.systems.masse.rules.terrain import PLAIN, STRIDE, bars, dearest, scaled
from escarmouche.table.areas import moved as shifted
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import Polygon, turned

PANIC: Final = -4
"""A panicked monster strikes at -4. (masse.monster.rout-collision)"""


def clock_heading(unit: Unit, hour: int) -> int:
    """The direction of an hour of the clock, 12 to the monster's front, 3 to its right. (masse.monster.rout-direction)"""
    return (unit.facing - hour * 3000) % FULL_TURN


@rule("masse.monster.rout-direction", "masse.monster.rout-again", "masse.monster.tests-morale")
def run_wild(world: World, id: int) -> Script:
    """A routed monster tries to rally; failing, it runs in a direction of the clock face, attacking every unit it runs into,
    friend or enemy, until it leaves the table. Returns the world and whether it is in hand."""
    world, passed, _ = yield Call(morale_test, world, id, RALLY, -1)
    if passed:
        return world, True
    unit = world.units[id]
    (hour,) = yield Roll("masse.monster.rout-direction", unit.seat, world, 1, 12, (), id)
    heading = clock_heading(unit, hour)
    yield Tell("masse.monster.rout-direction", "runs-wild", (id, hour))
    world = yield Call(rampage, world, id, heading, allowance(world, unit))
    return world, False


@rule("masse.monster.rout-collision")
def rampage(world: World, id: int, heading: int, left: int) -> Script:
    """The monster's run: one attack at -4 on each unit met, friend or enemy, then on through it with what movement is left; an
    obstacle it cannot cross stops it for the turn, and it never comes to a stop on top of others. Returns the world."""
    start = world.units[id]
    shape = footprint(start)
    met: list[int] = [other.id for other in run_into(world, start, shape)]
    done = 0
    while world.units[id].status == ON_TABLE and (left > 0 or run_into(world, world.units[id], footprint(world.units[id]))):
        dx, dy = turned(done + STRIDE, 0, heading)
        now = shifted(shape, dx, dy)
        if off_table(world, now):
            return Call(gone, world, id)
        if stopped(world, start, now):
            return world
        before = world.units[id]
        twin = before.copy()
        twin.x, twin.y, twin.facing = start.x + dx, start.y + dy, heading
        twin.moved = True
        world = world.with_unit(twin)
        left -= scaled(STRIDE, PLAIN if twin.altitude else dearest(world, twin, now))
        done += STRIDE
        for other in run_into(world, twin, now):
            if other.id not in met:
                met.append(other.id)
                sector = attack_sector(other, before)
                pool = melee_pool(world, twin, other, sector, extra=PANIC, figures=1)
                world = yield Call(strike, world, id, other.id, pool, sector, "masse.monster.rout-collision")
    return world


def run_into(world: World, unit: Unit, shape: Polygon) -> list[Unit]:
    """The units, of either side, on whose ground it stands."""
    return [
        other
        for other in world.units
        if other.id != unit.id
        and other.status == ON_TABLE
        and same_level(unit, other)
        and polygons_overlap(footprint(other), shape)
    ]


def stopped(world: World, unit: Unit, shape: Polygon) -> bool:
    """Does an obstacle it cannot cross bar the way? Nothing on the ground stops a flier."""
    if unit.altitude > 0:
        return False
    if any(bars(piece, unit) and polygons_overlap(piece.shape, shape) for piece in world.pieces):
        return True
    return any(solid(structure) and polygons_overlap(structure.shape, shape) for structure in world.structures)
