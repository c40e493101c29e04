"""Destroying structures: what weapons do to walls, gates, houses and engines, and to those inside."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Roll, Script, Tell, rule
from escarmouche.core.pools import Dice
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import ON_TABLE, ROUTED, Attack, Structure, Unit, World
from escarmouche.systems.masse.rules.combat import hit_table, needed_to_hit, take_losses, touch_table
from escarmouche.systems.masse.rules.ground import (
    CONTACT,
    at_foot_of,
    engaged,
    engine_shape,
    figure_bases,
    footprint,
    let_go,
    solid,
)
from escarmouche.systems.masse.rules.melee import having_fought, melee_lines, own_modifiers
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, register
from escarmouche.systems.masse.rules.values import PERCENT, RUNG, TOUCHES
from escarmouche.table.shapes import polygons_within

TARGET: Final = 10
"""The CA of every structure. (masse.structure.to-hit)"""

# ---------------------------------------------------------------- names and measures


def named(structure: Structure) -> str:
    """The key of a structure's name."""
    return "structure-" + structure.kind


def rungs(height: int) -> int:
    """The steps of 2.5 m in a height; one begun counts."""
    return -(-height // RUNG)


def touching(unit: Unit, structure: Structure) -> int:
    """How many of its figures stand against a structure. (masse.structure.adjacent)"""
    if not polygons_within(footprint(unit), structure.shape, CONTACT):
        return 0
    return len([base for base in figure_bases(unit) if polygons_within(base, structure.shape, CONTACT)])


def known_structure(world: World, number: int) -> Structure | None:
    """The structure of this number, if it stands."""
    if not 0 <= number < len(world.structures) or not solid(world.structures[number]):
        return None
    return world.structures[number]


# ---------------------------------------------------------------- dice


def percent(line: Attack) -> int:
    """What share of its damage a weapon does to structures. (masse.structure.weapon-types, masse.structure.natural-weapons)
    Some do nothing whatever their kind (masse.weapon.ineffective-vs-structures)."""
    return 0 if line.useless_on_structures else PERCENT[line.damage]


def sum_dice(dice: tuple[int, ...], flat: int, times: int) -> tuple[Dice, ...]:
    """Damage dice to be added up, face by face; a flat bonus goes with the first of them. (masse.structure.damage)"""
    pool = []
    for number, sides in enumerate(dice):
        more = flat if number == 0 else 0
        pool.append(Dice(times, sides, tuple(range(1 + more, sides + 1 + more))))
    return tuple(pool)


def touch_dice(dice: tuple[int, ...]) -> tuple[Dice, ...]:
    """Attack dice whose touches are NV without a further roll. (masse.engine.effect)"""
    return tuple([Dice(1, sides, touch_table(sides)) for sides in dice])


def touches_of(points: int) -> int:
    """Points read on Table 5a: four for every full 12, and what the rest says. (masse.structure.occupants)"""
    whole, rest = divmod(points, len(TOUCHES))
    return TOUCHES[-1] * whole + (TOUCHES[rest - 1] if rest else 0)


@rule("masse.escalade.fall")
def falls(world: World, id: int, figures: int, height: int) -> Script:
    """So many figures of a unit fall: each throws 1d6 for every 2.5 m, reads each on Table 5a and loses no more than it has.
    Returns the NV lost."""
    unit, dice = world.units[id], rungs(height)
    faces = yield Roll("masse.escalade.fall", unit.seat, world, figures * dice, 6, (), id)
    table = touch_table(6)
    lost = 0
    for first in range(0, len(faces), dice):
        lost += min(unit.card.nv, sum([table[face - 1] for face in faces[first : first + dice]]))
    return lost


# ---------------------------------------------------------------- damage (masse.structure.damage)


@rule("masse.structure.damage")
def hit_structure(world: World, number: int, points: int, by: int) -> Script:
    """A structure takes points of damage, less its PS; what is left comes off its PR. Returns the world."""
    structure = world.structures[number]
    dealt = max(0, points - structure.ps)
    left = structure.pr - structure.damage
    yield Tell("masse.structure.damage", "structure-hit", (named(structure), points, points - dealt, dealt), f"pr-{dealt}")
    world = world.with_structure(damaged(structure, dealt))
    return Call(collapse, world, number, dealt - left, by) if dealt >= left else world


def damaged(structure: Structure, points: int) -> Structure:
    """The structure with so much less PR."""
    return Structure(
        structure.id, structure.kind, structure.role, structure.shape, structure.ps, structure.pr,
        min(structure.pr, structure.damage + points), structure.height, structure.cover, structure.openings, structure.seat,
    )  # fmt: skip


@rule("masse.structure.destroyed", "masse.structure.occupants")
def collapse(world: World, number: int, excess: int, by: int) -> Script:
    """A structure without PR is gone; those inside suffer what was beyond it, and the fall. Returns the world."""
    yield Tell("masse.structure.destroyed", "structure-destroyed", (named(world.structures[number]),), "destroyed")
    for unit in world.units:
        if number in [at_foot_of(ladder) for ladder in unit.ladders]:
            twin = world.units[unit.id].copy()
            let_go(twin)
            world = world.with_unit(twin)
        if unit.status == ON_TABLE and unit.building == number:
            world = yield Call(buried, world, unit.id, excess, by)
    return world


@rule("masse.structure.occupants")
def buried(world: World, id: int, excess: int, by: int) -> Script:
    """A unit in what has collapsed: it loses, as a whole, the excess read on Table 5a, and if it was high up the fall. The
    collapse itself does nothing more. Returns the world."""
    unit = world.units[id]
    height = unit.floor
    twin = unit.copy()
    let_go(twin)
    twin.building = -1
    twin.floor = 0
    world = world.with_unit(twin)
    nv = touches_of(excess)
    if height > 0:
        nv += yield Call(falls, world, id, unit.figures, height)
    yield Tell("masse.structure.occupants", "buried", (id, nv), f"nv-{nv}")
    return Call(take_losses, world, id, nv, by)


# ---------------------------------------------------------------- engines as structures (masse.engine.profile)


@rule("masse.engine.immune-to-melee", "masse.engine.profile")
def hit_engine(world: World, id: int, points: int, by: int) -> Script:
    """An engine is hit as a structure is: by other engines and by attacks on an area, never hand to hand. Returns the world."""
    unit = world.units[id]
    machine = unit.card.machine
    assert machine is not None
    dealt = max(0, points - machine.ps)
    left = machine.pr - unit.structure_hits
    yield Tell("masse.structure.damage", "engine-hit", (id, points, points - dealt, dealt), f"pr-{dealt}")
    twin = unit.copy()
    twin.structure_hits = min(machine.pr, unit.structure_hits + dealt)
    world = world.with_unit(twin)
    return Call(wrecked, world, id, dealt - left, by) if dealt >= left else world


@rule("masse.structure.destroyed.engine")
def wrecked(world: World, id: int, excess: int, by: int) -> Script:
    """An engine is destroyed; those in it, its crew too where it shelters them, suffer as in a structure. Returns the world."""
    yield Tell("masse.structure.destroyed", "engine-destroyed", (id,), "destroyed")
    machine = world.units[id].card.machine
    for unit in world.units:
        sheltered = unit.id == id and machine is not None and machine.capacity > 0
        if unit.status == ON_TABLE and (unit.aboard == id or sheltered):
            world = yield Call(buried, world, unit.id, excess, by)
    return world


def broken_down(unit: Unit) -> bool:
    """Is its engine destroyed?"""
    return unit.card.machine is not None and unit.structure_hits >= unit.card.machine.pr


def beside_engine(unit: Unit, engine: Unit) -> bool:
    """Do its bases touch the engine, with or without a crew?"""
    return unit.floor == engine.floor and polygons_within(footprint(unit), engine_shape(engine), CONTACT)


# ---------------------------------------------------------------- units against structures


def demolition_lines(unit: Unit) -> tuple[Attack, ...]:
    """The weapons in hand that do anything to a structure."""
    if not unit.card.attacks or unit.card.attacks[unit.weapon].mode == "missile":
        return ()
    return tuple([line for line in melee_lines(unit) if percent(line) > 0])


@final
class Demolish(Order):
    """Attack a structure it stands against: ("demolish", structure). (masse.structure.adjacent)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if not doing.world.structures or unit.building >= 0 or unit.altitude > 0 or unit.card.machine is not None:
            return False
        return unit.morale != ROUTED and len(demolition_lines(unit)) > 0 and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.structure.adjacent"
        if malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        unit = doing.unit()
        structure = known_structure(doing.world, answer[1])
        if structure is None:
            return no("masse.structure.destroyed", "no-such-structure", unit.id)
        if not demolition_lines(unit):
            return no("masse.structure.weapon-types", "weapon-useless", unit.id, named(structure))
        if not self.possible(doing):
            return no(rule_id, "cannot-demolish", unit.id)
        return None if touching(unit, structure) else no(rule_id, "not-adjacent", unit.id, named(structure))

    def listed(self, doing: Doing) -> list[Answer]:
        unit = doing.unit()
        near = [one for one in doing.world.structures if solid(one) and one.seat != unit.seat and touching(unit, one)]
        return [("demolish", one.id) for one in near]


@rule("masse.structure.to-hit", "masse.structure.adjacent", "masse.structure.weapon-types")
def demolish(world: World, id: int, answer: tuple[str, int]) -> Script:
    """Each figure against the structure rolls once against CA 10 with the unit's own modifiers; every hit adds its dice. The
    dice of the whole action are added up, cut down by the kind of weapon, and PS is subtracted once. Returns the world."""
    unit, structure = world.units[id], world.structures[answer[1]]
    figures = touching(unit, structure)
    yield Tell("masse.structure.to-hit", "demolishes", (id, named(structure), figures))
    world = having_fought(world, id)
    points = 0
    for line in demolition_lines(unit):
        needed = needed_to_hit(TARGET, line.ma, own_modifiers(world, unit))
        hits = yield Roll("masse.structure.to-hit", unit.seat, world, figures, 20, hit_table(needed), id, needed)
        if hits:
            dice = sum_dice(line.dice, line.flat, hits)
            total = yield Roll("masse.structure.damage", unit.seat, world, figure=id, pool=dice)
            points += total * percent(line) // 100
    return Call(hit_structure, world, structure.id, points, id)


register(Demolish("demolish", FIGHT, 4, demolish))
