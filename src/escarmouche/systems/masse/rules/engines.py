"""War machines: their crews, their shots, what goes wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import (
    DESTROYED,
    ENRAGED,
    FLED,
    FRONT,
    INCH,
    ON_TABLE,
    REAR,
    ROUTED,
    SCATTER,
    Attack,
    Machine,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import (
    Modifiers,
    hit_table,
    lost_rule,
    needed_to_hit,
    struck_from,
    take_losses,
)
from escarmouche.systems.masse.rules.facing import direction
from escarmouche.systems.masse.rules.ground import (
    attack_sector,
    cover_of,
    enemies,
    engaged,
    footprint,
    is_individual,
    line_blocked,
    meets,
    ranks,
    sees,
    sight_points,
    solid,
    strength,
)
from escarmouche.systems.masse.rules.melee import having_fought
from escarmouche.systems.masse.rules.orders import WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.shooting import RANGE_ROWS, band_between, cover_rows, range_band, seen_by_friend
from escarmouche.systems.masse.rules.structures import (
    TARGET,
    beside_engine,
    broken_down,
    hit_engine,
    hit_structure,
    known_structure,
    named,
    sum_dice,
    touch_dice,
)
from escarmouche.systems.masse.rules.values import MISFIRE_BY_DIE, MISSILE_MODIFIERS, TARGET_BY_SIZE, Modifier
from escarmouche.table.shapes import inside, turned
from escarmouche.table.trig import angle_of

PRECISE: Final = -4
"""Against individuals, and against precise objects. (masse.engine.vs-individuals, masse.structure.precise-target)"""

MISS: Final = 0
HIT: Final = 1
MISFIRE: Final = 2

REPAIR_DAYS: Final = 6
"""A jammed machine is repaired in 1d6 days after the battle: the sides of that die. (masse.engine.repair)"""

# ---------------------------------------------------------------- the crew (masse.engine.crew)


def machine_of(unit: Unit) -> Machine:
    """The machine that a crew serves."""
    assert unit.card.machine is not None
    return unit.card.machine


def crew_is_complete(unit: Unit) -> bool:
    """Has it all its men? Each NV of the crew is one. (masse.engine.crew)"""
    return strength(unit) >= machine_of(unit).crew


def crew_suffices(unit: Unit) -> bool:
    """Are there men enough to work it: half of the crew or more? (masse.engine.crew-under-half, masse.siege.ram-crew)"""
    return 2 * strength(unit) >= machine_of(unit).crew


def turns_a_shot(unit: Unit) -> int:
    """One shot every so many turns: the machine's rate, half as often with an incomplete crew (masse.engine.crew-incomplete).
    A ram works as well with half its crew (masse.siege.ram-crew)."""
    machine = machine_of(unit)
    slow = machine.fire != "none" and not crew_is_complete(unit)
    return machine.rate * 2 if slow else machine.rate


def is_ready(unit: Unit) -> bool:
    """Loaded, as at the start of the battle, or reloaded in all the turns between two shots. (masse.engine.rate)"""
    return unit.loaded or unit.reload >= turns_a_shot(unit) - 1


def crew_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the crew can work its engine in no way, or None."""
    if unit.card.machine is None or unit.card.machine.rate == 0:
        return no("masse.engine.profile", "no-engine", unit.id)
    if broken_down(unit):
        return no("masse.structure.destroyed", "engine-gone", unit.id)
    if unit.jammed:
        return no("masse.engine.misfire-jam", "engine-jammed", unit.id)
    if not crew_suffices(unit):
        rule_id = "masse.siege.ram-crew" if unit.card.machine.fire == "none" else "masse.engine.crew-under-half"
        return no(rule_id, "crew-too-small", unit.id)
    if unit.morale in (ENRAGED, ROUTED):
        return no("masse.morale.enraged-no-shoot", "cannot-serve", unit.id)
    if engaged(world, unit):
        return no("masse.engine.crew-engaged", "engaged", unit.id)  # masse.engine.crew-defends
    return no("masse.engine.move", "engine-moved", unit.id) if unit.moved else None


def gunner_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the machine cannot fire now, or None."""
    refused = crew_refusal(world, unit)
    if refused is not None:
        return refused
    if machine_of(unit).fire == "none":
        return no("masse.engine.profile", "no-engine", unit.id)
    if not is_ready(unit):
        return no("masse.engine.rate", "engine-not-loaded", unit.id, turns_a_shot(unit) - 1 - unit.reload)
    return None


def emptied(world: World, id: int) -> World:
    """The world once the machine has been fired: it must be reloaded. (masse.engine.rate)"""
    twin = world.units[id].copy()
    twin.loaded = False
    twin.reload = 0
    twin.shot = True
    return world.with_unit(twin)


# ---------------------------------------------------------------- hitting (masse.engine.to-hit)


def shot_line(unit: Unit) -> Attack:
    """The machine as a missile weapon whose PT is its range: medium and long range are twice and three times that
    (masse.engine.range, masse.engine.direct-fire); the MA is that of the crew."""
    machine = machine_of(unit)
    ma = unit.card.attacks[0].ma if unit.card.attacks else 0
    return Attack(machine.engine, "missile", ma, machine.dice, pt=machine.range, indirect=machine.fire == "ballistic")


def arc_rows(unit: Unit) -> list[Modifier]:
    """A ballistic shot is always an indirect one. (masse.engine.ballistic-fire)"""
    return [MISSILE_MODIFIERS["tir-indirect"]] if machine_of(unit).fire == "ballistic" else []


def shot_modifiers(world: World, unit: Unit, target: Unit) -> Modifiers:
    """What counts for a shot at troops: range, cover, the ballistic arc, an individual target; an engine is a precise object
    to which only range matters."""
    found: list[Modifier] = []
    band = RANGE_ROWS[range_band(world, unit, target, shot_line(unit))]
    if band[1]:
        found.append(band)
    if target.card.machine is not None:
        return (*found, *arc_rows(unit), ("objet-precis", PRECISE))
    found.extend(cover_rows(cover_of(world, target, unit)))
    found.extend(arc_rows(unit))
    if is_individual(target):
        found.append(("individuel", PRECISE))  # masse.engine.vs-individuals
    return tuple(found)


def shot_needs(world: World, unit: Unit, target: Unit) -> int:
    """The face needed to hit troops: above 10 and their size modifier, armour or not (masse.engine.to-hit); an engine is hit
    as a structure (masse.structure.to-hit)."""
    ca = TARGET if target.card.machine is not None else 10 + TARGET_BY_SIZE[target.card.size]
    return needed_to_hit(ca, shot_line(unit).ma, shot_modifiers(world, unit, target))


def shot_table(needed: int, misfire: int) -> tuple[int, ...]:
    """What each face of the d20 means: MISS, HIT, or a MISFIRE when the die itself is low enough. (masse.engine.misfire)"""
    hits = hit_table(needed)
    return tuple([MISFIRE if face <= misfire else hits[face - 1] for face in range(1, 21)])


# ---------------------------------------------------------------- targets


def target_refusal(world: World, unit: Unit, target: Unit) -> Refusal | None:
    """Why the machine cannot fire at these troops, or None: it must point at them and see them, or in a ballistic arc know of
    them. Melees are no obstacle (masse.engine.into-melee)."""
    if range_band(world, unit, target, shot_line(unit)) == 0:
        return no("masse.engine.range", "out-of-range", unit.id, target.id)
    if not points_at(unit, sight_points(target)):
        return no("masse.view.field-of-view", "not-pointed", unit.id, target.id)
    if machine_of(unit).fire == "ballistic":
        known = seen_by_friend(world, unit, target)
        return None if known else no("masse.shoot.indirect", "target-unknown", unit.id, target.id)
    return None if sees(world, unit, target) else no("masse.engine.direct-fire", "does-not-see", unit.id, target.id)


def structure_band(unit: Unit, structure: Structure) -> int:
    """The range band of a structure; height does not matter. (masse.structure.to-hit)"""
    return band_between(footprint(unit), structure.shape, machine_of(unit).range)


def structure_refusal(world: World, unit: Unit, structure: Structure) -> Refusal | None:
    """Why the machine cannot fire at this structure, or None."""
    if structure_band(unit, structure) == 0:
        return no("masse.engine.range", "structure-out-of-range", unit.id, named(structure))
    if not points_at(unit, marks_of(structure)):
        return no("masse.view.field-of-view", "structure-not-pointed", unit.id, named(structure))
    if machine_of(unit).fire == "ballistic" or sees_structure(world, unit, structure):
        return None
    return no("masse.engine.direct-fire", "structure-unseen", unit.id, named(structure))


def marks_of(structure: Structure) -> list[tuple[int, int]]:
    """What one looks for of a structure: its middle and its corners."""
    shape = structure.shape
    return [((shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2), *shape.points]


def points_at(unit: Unit, points: Sequence[tuple[int, int]]) -> bool:
    """Does the machine point at one of these: is it in its front sector? It turns by wheels and pivots like a unit.
    (masse.view.field-of-view, masse.move.individuals)"""
    return any(direction(unit, x, y) == FRONT for x, y in points)


def sees_structure(world: World, unit: Unit, structure: Structure) -> bool:
    """Is the line to one of its corners or its middle open?"""
    mark = unit.copy()
    mark.building = structure.id
    mark.floor = structure.height
    for x, y in marks_of(structure):
        mark.x, mark.y = x, y
        if not line_blocked(world, unit, mark, unit.x, unit.y, x, y):
            return True
    return False


def structure_needs(unit: Unit, structure: Structure) -> int:
    """The face needed to hit a structure: above 10, with range, arc and -4 at a door, a gate or a portcullis.
    (masse.structure.to-hit, masse.structure.precise-target)"""
    band = RANGE_ROWS[structure_band(unit, structure)]
    rows = (*arc_rows(unit), band, ("objet-precis", PRECISE if structure.role == "gate" else 0))
    return needed_to_hit(TARGET, shot_line(unit).ma, rows)


# ---------------------------------------------------------------- firing at troops


@final
class Fire(Order):
    """Fire at troops or at an engine: ("fire", target). (masse.engine.to-hit)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.unit().card.machine is not None and gunner_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.engine.to-hit", "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        refused = gunner_refusal(world, unit)
        if refused is not None:
            return refused
        if not 0 <= answer[1] < len(world.units) or world.units[answer[1]].seat == unit.seat:
            return no("masse.engine.to-hit", "not-an-enemy")
        target = world.units[answer[1]]
        if target.status != ON_TABLE:
            return no("masse.engine.to-hit", "not-an-enemy")
        return target_refusal(world, unit, target)

    def listed(self, doing: Doing) -> list[Answer]:
        world, unit = doing.world, doing.unit()
        return [("fire", foe.id) for foe in enemies(world, unit) if target_refusal(world, unit, foe) is None]


@rule("masse.engine.to-hit", "masse.engine.misfire", "masse.engine.hit-or-miss")
def fire(world: World, id: int, answer: tuple[str, int]) -> Script:
    """One d20 for the shot: a misfire, a hit somewhere in the target, or a miss that harms nobody. Returns the world."""
    unit, target = world.units[id], world.units[answer[1]]
    yield Tell("masse.engine.to-hit", "engine-fires", (id, target.id))
    needed = shot_needs(world, unit, target)
    table = shot_table(needed, machine_of(unit).misfire)
    result = yield Roll("masse.engine.to-hit", unit.seat, world, 1, 20, table, id, needed)
    world = emptied(having_fought(world, id), id)
    if result == MISFIRE:
        return Call(misfire, world, id)
    if result == HIT:
        return Call(impact, world, id, target.id)
    yield Tell("masse.engine.hit-or-miss", "engine-misses", (id, target.id), "miss")
    return Call(scatter, world, id, target.id) if SCATTER in world.switches else world


@rule("masse.engine.effect", "masse.engine.into-melee")
def impact(world: World, id: int, target: int) -> Script:
    """A shot strikes home: every touch of its dice is an NV, shared among all who are in the same melee; an engine is damaged
    as a structure. Returns the world."""
    unit, foe = world.units[id], world.units[target]
    machine = machine_of(unit)
    if foe.card.machine is not None:
        dice = sum_dice(machine.dice, 0, 1)
        points = yield Roll("masse.structure.damage", unit.seat, world, figure=id, pool=dice)
        return Call(hit_engine, world, target, points, id)
    nv = yield Roll("masse.engine.effect", unit.seat, world, figure=id, pool=touch_dice(machine.dice))
    yield Tell("masse.engine.effect", "engine-hits", (id, target, nv))
    for other, part in shares(world, target, nv):
        struck = world.units[other]
        lost = min(part, most_nv(unit, struck))
        yield Tell("masse.engine.figure-cap", "nv-lost", (id, other, lost), f"nv-{lost}")
        world = struck_from(world, other, attack_sector(struck, unit))
        world = yield Call(take_losses, world, other, lost, id)
    return world


def most_nv(unit: Unit, target: Unit) -> int:
    """The most NV that one shot can take: a figure from each rank along the line of fire, two in a ballistic arc, however many
    its dice say. (masse.engine.figure-cap)"""
    return most_figures(machine_of(unit).fire, target, attack_sector(target, unit)) * target.card.nv - target.carried


def most_figures(fire: str, target: Unit, sector: int) -> int:
    """The most figures that one shot can remove; from the flank its files are the ranks. (masse.engine.figure-cap)"""
    deep = ranks(target) if sector in (FRONT, REAR) else min(target.files, target.figures)
    return min(target.figures, deep * (2 if fire == "ballistic" else 1))


def shares(world: World, target: int, nv: int) -> list[tuple[int, int]]:
    """How a shot's NV are shared in a melee, in proportion to the figures of each unit, friend or enemy; what is left over by
    rounding goes to the largest remainders, first to the target. (masse.engine.into-melee)"""
    found = melee_of(world, target)
    total = sum([unit.figures for unit in found])
    parts = [[unit.id, nv * unit.figures // total, nv * unit.figures % total] for unit in found]
    left = nv - sum([part[1] for part in parts])
    for part in sorted(parts, key=lambda part: -part[2])[:left]:
        part[1] += 1
    return [(part[0], part[1]) for part in parts]


def melee_of(world: World, target: int) -> list[Unit]:
    """The unit and all who fight in the same melee, friend and enemy."""
    found = [world.units[target]]
    for unit in found:
        for other in enemies(world, unit):
            if meets(world, unit, other) and all(other.id != one.id for one in found):
                found.append(other)
    return found


# ---------------------------------------------------------------- where a miss lands (masse.engine.scatter)


def landing(world: World, unit: Unit, target: Unit, die: int) -> tuple[int, int]:
    """Where a miss lands: half an inch from the target's middle for each range band, 1 back towards the machine and then
    clockwise by 45 degrees, and as far again as it takes to be off the target, which a miss does not hit."""
    heading = angle_of(unit.x - target.x, unit.y - target.y) - (die - 1) * 4500
    far = range_band(world, unit, target, shot_line(unit)) * INCH // 2
    while True:
        dx, dy = turned(far, 0, heading)
        if not inside(footprint(target), target.x + dx, target.y + dy):
            return target.x + dx, target.y + dy
        far += INCH // 2


@rule("masse.engine.scatter")
def scatter(world: World, id: int, target: int) -> Script:
    """A miss comes down somewhere near: a structure or another unit there is struck. Returns the world."""
    unit = world.units[id]
    (die,) = yield Roll("masse.engine.scatter", unit.seat, world, 1, 8, (), id)
    x, y = landing(world, unit, world.units[target], die)
    yield Tell("masse.engine.scatter", "shot-lands", (id, x, y))
    for structure in world.structures:
        if solid(structure) and inside(structure.shape, x, y):
            return Call(breach, world, id, structure.id)
    for other in world.units:
        exposed = other.status == ON_TABLE and other.id not in (id, target) and other.altitude == 0
        if exposed and inside(footprint(other), x, y):
            return Call(impact, world, id, other.id)
    return world


# ---------------------------------------------------------------- firing at structures


@final
class FireAt(Order):
    """Fire at a structure: ("fire-at", structure). (masse.structure.engines-purpose)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        if doing.unit().card.machine is None or not doing.world.structures:
            return False
        return gunner_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.structure.engines-purpose", "malformed", str(answer))
        refused = gunner_refusal(doing.world, doing.unit())
        if refused is not None:
            return refused
        structure = known_structure(doing.world, answer[1])
        if structure is None:
            return no("masse.structure.destroyed", "no-such-structure", doing.id)
        return structure_refusal(doing.world, doing.unit(), structure)

    def listed(self, doing: Doing) -> list[Answer]:
        world, unit = doing.world, doing.unit()
        marks = [one for one in world.structures if solid(one) and one.seat != unit.seat]
        return [("fire-at", one.id) for one in marks if structure_refusal(world, unit, one) is None]


@rule("masse.structure.engines-purpose", "masse.structure.precise-target")
def fire_at(world: World, id: int, answer: tuple[str, int]) -> Script:
    """One d20 for the shot; a hit does all the damage of its dice, whatever the missile. Returns the world."""
    unit, structure = world.units[id], world.structures[answer[1]]
    yield Tell("masse.structure.engines-purpose", "engine-fires-at", (id, named(structure)))
    needed = structure_needs(unit, structure)
    table = shot_table(needed, machine_of(unit).misfire)
    result = yield Roll("masse.structure.to-hit", unit.seat, world, 1, 20, table, id, needed)
    world = emptied(having_fought(world, id), id)
    if result == MISFIRE:
        return Call(misfire, world, id)
    if result == HIT:
        return Call(breach, world, id, structure.id)
    yield Tell("masse.engine.hit-or-miss", "engine-misses-structure", (id, named(structure)), "miss")
    return world


@rule("masse.structure.engines-purpose.impact")
def breach(world: World, id: int, number: int) -> Script:
    """A machine's shot or a ram's blow strikes a structure. Returns the world."""
    unit = world.units[id]
    dice = sum_dice(machine_of(unit).dice, 0, 1)
    points = yield Roll("masse.structure.damage", unit.seat, world, figure=id, pool=dice)
    return Call(hit_structure, world, number, points, id)


# ---------------------------------------------------------------- misfires (masse.engine.table-6c)


def misfire_of(die: int) -> str:
    """Table 6c: 1 explosion, 2-4 jammed for good, 5-7 stuck for a reloading, 8-10 delayed. (masse.engine.table-6c)"""
    return MISFIRE_BY_DIE[die]


@rule("masse.engine.table-6c")
def misfire(world: World, id: int) -> Script:
    """The shot goes wrong: the machine explodes and costs a man (masse.engine.misfire-explosion), jams until the end of the
    battle (masse.engine.misfire-jam), must first be reloaded (masse.engine.misfire-stuck), or can fire next turn
    (masse.engine.misfire-delay). Returns the world."""
    unit = world.units[id]
    (die,) = yield Roll("masse.engine.table-6c", unit.seat, world, 1, len(MISFIRE_BY_DIE), (), id)
    kind = misfire_of(die)
    yield Tell("masse.engine.misfire-" + kind, "misfire-" + kind, (id,), kind)
    twin = unit.copy()
    if kind == "explosion":
        twin.structure_hits = machine_of(unit).pr
        return Call(take_losses, world.with_unit(twin), id, 1, -1)
    if kind == "jam":
        twin.jammed = -1
    elif kind == "delay":
        twin.loaded = True
    return world.with_unit(twin)


@rule("masse.engine.repair")
def repair(world: World, id: int) -> Script:
    """After the battle: the days it takes to repair a jammed machine; 0 for one that works or is beyond repair."""
    unit = world.units[id]
    if unit.jammed >= 0 or broken_down(unit):
        return 0
    (days,) = yield Roll("masse.engine.repair", unit.seat, world, 1, REPAIR_DAYS, (), id)
    yield Tell("masse.engine.repair", "engine-repaired", (id, days))
    return days


# ---------------------------------------------------------------- reloading


@final
class Reload(Order):
    """Spend the turn reloading a machine, or drawing back a ram: ("reload",). (masse.engine.rate)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.card.machine is not None and crew_refusal(doing.world, unit) is None and not is_ready(unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.engine.rate", "malformed", str(answer))
        refused = crew_refusal(doing.world, doing.unit())
        if refused is not None:
            return refused
        return no("masse.engine.rate", "engine-loaded", doing.id) if is_ready(doing.unit()) else None

    def listed(self, doing: Doing) -> list[Answer]:
        return [("reload",)]


@rule("masse.engine.rate")
def reload(world: World, id: int, _answer: tuple[str]) -> Script:
    """A turn spent entirely on reloading; what has been done of it is kept, whatever happens. Returns the world."""
    twin = world.units[id].copy()
    twin.reload += 1
    left = max(0, turns_a_shot(twin) - 1 - twin.reload)
    yield Tell("masse.engine.rate", "engine-reloads", (id, left)) if left else Tell("masse.engine.rate", "engine-ready", (id,))
    return world.with_unit(twin)


# ---------------------------------------------------------------- abandoned machines


@rule("masse.engine.destroy-abandoned")
def desert(world: World, id: int) -> Script:
    """A crew that flees leaves its engine where it is, and the battle. Returns the world."""
    twin = world.units[id].copy()
    twin.status = FLED
    yield Tell("masse.engine.destroy-abandoned", "crew-deserts", (id,), "fled")
    return Call(lost_rule(), world.with_unit(twin), id, twin.fell_to)


def abandoned(unit: Unit) -> bool:
    """An engine that nobody serves any more."""
    return unit.card.machine is not None and unit.status in (DESTROYED, FLED) and not broken_down(unit)


def wrecking_turns(unit: Unit) -> int:
    """How long it takes to destroy an abandoned engine: its reloading time. (masse.engine.destroy-abandoned)"""
    return max(1, machine_of(unit).rate)


@final
class Wreck(Order):
    """Destroy an abandoned enemy engine it stands beside: ("wreck", engine), a whole turn each time.
    (masse.engine.destroy-abandoned)"""

    __slots__ = ()

    def within_reach(self, doing: Doing) -> list[int]:
        """The abandoned enemy engines beside the unit."""
        unit = doing.unit()
        return [
            engine.id
            for engine in doing.world.units
            if engine.seat != unit.seat and abandoned(engine) and beside_engine(unit, engine)
        ]

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.morale in (ENRAGED, ROUTED) or unit.altitude > 0 or unit.card.machine is not None:
            return False
        return len(self.within_reach(doing)) > 0 and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.engine.destroy-abandoned", "malformed", str(answer))
        if answer[1] not in self.within_reach(doing) or not self.possible(doing):
            return no("masse.engine.destroy-abandoned", "nothing-to-wreck", doing.id)
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        return [("wreck", id) for id in self.within_reach(doing)]


@rule("masse.engine.destroy-abandoned.order")
def wreck(world: World, id: int, answer: tuple[str, int]) -> Script:
    """A turn of work at an abandoned engine; it is destroyed when its reloading time is spent. Returns the world."""
    twin = world.units[answer[1]].copy()
    twin.wrecking += 1
    left = wrecking_turns(twin) - twin.wrecking
    if left > 0:
        yield Tell("masse.engine.destroy-abandoned", "engine-wrecking", (id, twin.id, left))
        return world.with_unit(twin)
    twin.structure_hits = machine_of(twin).pr
    yield Tell("masse.engine.destroy-abandoned", "engine-wrecked", (id, twin.id), "destroyed")
    return world.with_unit(twin)


register(Fire("fire", WHOLE, 20, fire))
register(FireAt("fire-at", WHOLE, 14, fire_at))
register(Reload("reload", WHOLE, 16, reload))
register(Wreck("wreck", WHOLE, 8, wreck))
