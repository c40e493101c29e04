"""Monsters: individuals that nobody commands, and that run wild when routed."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Dice, Roll, Script, Tell, rule
from escarmouche.systems.masse.model import ON_TABLE, Unit, World
from escarmouche.systems.masse.rules.combat import attack_pool, needed_to_hit, strike
from escarmouche.systems.masse.rules.flight import gone, off_table
from escarmouche.systems.masse.rules.ground import attack_sector, footprint
from escarmouche.systems.masse.rules.melee import armour, melee_lines
from escarmouche.systems.masse.rules.morale import RALLY, morale_test
from escarmouche.systems.masse.rules.movement import FULL_TURN, allowance
from escarmouche.systems.masse.rules.terrain import STRIDE, bars
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
    """The monster's run: one attack at -4 on each unit met, then on through it with what movement is left; an obstacle it
    cannot cross stops it for the turn. Returns the world."""
    start = world.units[id]
    shape = footprint(start)
    met: list[int] = []
    done = 0
    while done < left and world.units[id].status == ON_TABLE:
        dx, dy = turned(done + STRIDE, 0, heading)
        now = shifted(shape, dx, dy)
        if off_table(world, now):
            return Call(gone, world, id)
        if stopped(world, start, now):
            return world
        twin = world.units[id].copy()
        twin.x, twin.y, twin.facing = start.x + dx, start.y + dy, heading
        world = world.with_unit(twin)
        done += STRIDE
        for other in world.units:
            if other.id == id or other.status != ON_TABLE or other.id in met or other.altitude != twin.altitude:
                continue
            if polygons_overlap(footprint(other), now):
                met.append(other.id)
                world = yield Call(strike, world, id, other.id, panic_pool(twin, other), 0, "masse.monster.rout-collision")
    return world


def panic_pool(unit: Unit, target: Unit) -> tuple[Dice, ...]:
    """The dice of a panicked monster's blow."""
    sector = attack_sector(target, unit)
    pool: tuple[Dice, ...] = ()
    for line in melee_lines(unit):
        pool += attack_pool(line, 1, needed_to_hit(armour(target, sector), line.ma + PANIC, ()))
    return pool


def stopped(world: World, unit: Unit, shape: Polygon) -> bool:
    """Does an obstacle it cannot cross bar the way?"""
    if any(bars(piece, unit) and polygons_overlap(piece.shape, shape) for piece in world.pieces):
        return True
    return any(not structure.destroyed() and polygons_overlap(structure.shape, shape) for structure in world.structures)

