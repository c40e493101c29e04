"""Rams and siege towers: engines that must come up to the wall. (masse.siege.table-7a)"""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import ON_TABLE, ROUTED, SKIRMISH, Structure, Unit, World
from escarmouche.systems.masse.rules.buildings import entry_refusal, housed
from escarmouche.systems.masse.rules.combat import hit_table, needed_to_hit
from escarmouche.systems.masse.rules.engines import breach, crew_refusal, emptied, impact, is_ready, machine_of, turns_a_shot
from escarmouche.systems.masse.rules.ground import (
    CONTACT,
    DOORSTEP,
    confined,
    docked,
    engaged,
    engine_shape,
    footprint,
    front_centre,
    is_individual,
    let_go,
    size_of,
    solid,
)
from escarmouche.systems.masse.rules.melee import PLATFORM, having_fought, own_modifiers
from escarmouche.systems.masse.rules.movement import place_refusal
from escarmouche.systems.masse.rules.orders import MOVE, WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.structures import TARGET, beside_engine, broken_down, known_structure, named
from escarmouche.systems.masse.rules.terrain import moves_as
from escarmouche.systems.masse.rules.values import HALF_MEN, RAM_TARGETS
from escarmouche.table.areas import moved as shifted
from escarmouche.table.shapes import Polygon, disc_gap_polygon, polygon_gap, turned

# ---------------------------------------------------------------- rams (masse.siege.ram)


def ram_breaks(structure: Structure) -> bool:
    """Is it a door or a light structure? Not a wall, a tower or a keep."""
    return structure.role == "gate" or structure.kind in RAM_TARGETS


def run_up(world: World, unit: Unit) -> bool:
    """Is there clear ground behind it, as long as the ram? (masse.siege.ram)"""
    start = footprint(unit)
    for part in (1, 2, 3, 4):
        dx, dy = turned(-machine_of(unit).length * part // 4, 0, unit.facing)
        if place_refusal(world, unit, shifted(start, dx, dy)) is not None:
            return False
    return True


def ram_refusal(world: World, unit: Unit, shape: Polygon) -> Refusal | None:
    """Why the ram cannot strike what has this shape, or None."""
    refused = crew_refusal(world, unit)
    if refused is not None:
        return refused
    if machine_of(unit).length == 0:
        return no("masse.siege.ram", "not-a-ram", unit.id)
    if not is_ready(unit):
        return no("masse.engine.rate", "engine-not-loaded", unit.id, turns_a_shot(unit) - 1 - unit.reload)
    x, y = front_centre(unit)
    if polygon_gap(footprint(unit), shape) > CONTACT or disc_gap_polygon(x, y, 0, shape) > DOORSTEP // 2:
        return no("masse.structure.adjacent", "ram-not-against", unit.id)
    return None if run_up(world, unit) else no("masse.siege.ram", "no-run-up", unit.id)


def is_ram(unit: Unit) -> bool:
    """Is it a ram with its crew?"""
    return unit.card.machine is not None and unit.card.machine.length > 0


@final
class Ram(Order):
    """Strike a door or a light structure with a ram: ("ram", structure). (masse.siege.ram)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return is_ram(unit) and crew_refusal(doing.world, unit) is None and is_ready(unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.siege.ram", "malformed", str(answer))
        structure = known_structure(doing.world, answer[1])
        if structure is None:
            return no("masse.structure.destroyed", "no-such-structure", doing.id)
        if not ram_breaks(structure):
            return no("masse.siege.ram", "ram-useless", doing.id, named(structure))
        return ram_refusal(doing.world, doing.unit(), structure.shape)

    def listed(self, doing: Doing) -> list[Answer]:
        marks = [one for one in doing.world.structures if solid(one) and one.seat != doing.unit().seat]
        return [("ram", one.id) for one in marks if self.refusal(doing, ("ram", one.id)) is None]


@final
class RamEngine(Order):
    """Strike an enemy siege engine with a ram: ("ram-engine", engine). (masse.siege.ram)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return is_ram(unit) and len(self.marks(doing)) > 0 and crew_refusal(doing.world, unit) is None and is_ready(unit)

    def marks(self, doing: Doing) -> list[int]:
        """The enemy engines that still stand."""
        unit = doing.unit()
        return [
            engine.id
            for engine in doing.world.units
            if engine.seat != unit.seat and engine.card.machine is not None and not broken_down(engine)
        ]

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.siege.ram", "malformed", str(answer))
        if answer[1] not in self.marks(doing):
            return no("masse.siege.ram", "not-an-enemy")
        return ram_refusal(doing.world, doing.unit(), engine_shape(doing.world.units[answer[1]]))

    def listed(self, doing: Doing) -> list[Answer]:
        return [("ram-engine", id) for id in self.marks(doing) if self.refusal(doing, ("ram-engine", id)) is None]


def ram_needs(world: World, unit: Unit) -> int:
    """The face needed for a blow: above 10 with the crew's MA and modifiers. (masse.structure.to-hit)"""
    ma = unit.card.attacks[0].ma if unit.card.attacks else 0
    return needed_to_hit(TARGET, ma, own_modifiers(world, unit))


@rule("masse.siege.ram")
def ram(world: World, id: int, answer: tuple[str, int]) -> Script:
    """One d20 for the blow; a hit does all the damage of its dice. Then the ram is drawn back as its rate demands. Returns the
    world."""
    unit = world.units[id]
    needed = ram_needs(world, unit)
    hit = yield Roll("masse.siege.ram", unit.seat, world, 1, 20, hit_table(needed), id, needed)
    world = emptied(having_fought(world, id), id)
    yield Tell("masse.siege.ram", "ram-hits" if hit else "ram-misses", (id,), "" if hit else "miss")
    if not hit:
        return world
    if answer[0] == "ram-engine":
        return Call(impact, world, id, answer[1])
    return Call(breach, world, id, answer[1])


# ---------------------------------------------------------------- sheltering (masse.siege.capacity)


def room_taken(unit: Unit) -> int:
    """The room a unit takes up, in half men."""
    return unit.figures * unit.card.n_per_fig * HALF_MEN[unit.card.size]


def room_left(world: World, engine: Unit) -> int:
    """The room left in an engine, in half men. (masse.siege.capacity)"""
    taken = [room_taken(unit) for unit in world.units if unit.status == ON_TABLE and unit.aboard == engine.id]
    return 2 * machine_of(engine).capacity - sum(taken)


def board_refusal(world: World, unit: Unit, engine: Unit) -> Refusal | None:
    """Why the unit cannot shelter in this engine of its side, or None."""
    rule_id = "masse.siege.capacity"
    if moves_as(unit) != "infantry" or unit.card.machine is not None or unit.card.category == "monster":
        return no(rule_id, "does-not-fit-in", unit.id)
    if not beside_engine(unit, engine):
        return no(rule_id, "not-beside-engine", unit.id, engine.id)
    return None if room_taken(unit) <= room_left(world, engine) else no(rule_id, "no-room-in-engine", unit.id, engine.id)


@final
class Board(Order):
    """Take shelter in or under a siege engine it stands beside: ("board", engine). (masse.siege.capacity)"""

    __slots__ = ()

    def engines(self, doing: Doing) -> list[Unit]:
        """The engines of its side that shelter troops."""
        seat = doing.unit().seat
        return [
            engine
            for engine in doing.world.units
            if engine.seat == seat
            and engine.card.machine is not None
            and engine.card.machine.capacity > 0
            and engine.status == ON_TABLE
            and not broken_down(engine)
        ]

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.morale == ROUTED or unit.altitude > 0 or confined(unit) or len(self.engines(doing)) == 0:
            return False
        return not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.siege.capacity", "malformed", str(answer))
        if not self.possible(doing) or answer[1] not in [engine.id for engine in self.engines(doing)]:
            return no("masse.siege.capacity", "cannot-board", doing.id)
        return board_refusal(doing.world, doing.unit(), doing.world.units[answer[1]])

    def listed(self, doing: Doing) -> list[Answer]:
        found = self.engines(doing)
        return [("board", one.id) for one in found if board_refusal(doing.world, doing.unit(), one) is None]


@rule("masse.siege.capacity", "masse.escalade.tower-cover")
def board(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit shelters in the engine: on the platform of a tower, two abreast, or under the roof of a ram; it goes where the
    engine goes. Returns the world."""
    engine = world.units[answer[1]]
    twin = world.units[id].copy()
    let_go(twin)
    twin.aboard = engine.id
    twin.floor = machine_of(engine).height
    twin.x, twin.y, twin.facing = engine.x, engine.y, engine.facing
    twin.moved = True
    if not is_individual(twin):
        twin.formation = SKIRMISH
        twin.fronts = ()
        twin.files = min(PLATFORM, twin.figures)
    yield Tell("masse.siege.capacity", "boards", (id, engine.id))
    return world.with_unit(twin)


def alighted(world: World, unit: Unit) -> Unit | None:
    """The unit on the ground behind or beside the engine it was in; None where there is no room."""
    engine = world.units[unit.aboard]
    twin = unit.copy()
    let_go(twin)
    twin.moved = True
    width, depth = size_of(twin)
    back = (depth + engine.card.depth) // 2 + CONTACT
    side = (width + engine.card.front) // 2 + CONTACT
    for ahead, left in ((-back, 0), (0, side), (0, -side), (back, 0)):
        dx, dy = turned(ahead, left, engine.facing)
        twin.x, twin.y = engine.x + dx, engine.y + dy
        if place_refusal(world, twin, footprint(twin)) is None:
            return twin
    return None


@final
class Alight(Order):
    """Step out of a siege engine: ("alight",). (masse.siege.capacity)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.aboard >= 0 and unit.morale != ROUTED and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.siege.capacity", "malformed", str(answer))
        if not self.possible(doing):
            return no("masse.siege.capacity", "cannot-alight", doing.id)
        return None if alighted(doing.world, doing.unit()) is not None else no("masse.siege.capacity", "no-room", doing.id)

    def listed(self, doing: Doing) -> list[Answer]:
        return [("alight",)] if self.refusal(doing, ("alight",)) is None else []


@rule("masse.siege.capacity.alight")
def alight(world: World, id: int, _answer: tuple[str]) -> Script:
    """The unit stands on the ground again. Returns the world."""
    twin = alighted(world, world.units[id])
    assert twin is not None
    yield Tell("masse.siege.capacity", "alights", (id,))
    return world.with_unit(twin)


# ---------------------------------------------------------------- siege towers (masse.escalade.siege-tower)


@final
class Cross(Order):
    """Step from the platform of a siege tower onto the wall: ("cross", structure). (masse.escalade.siege-tower)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.aboard < 0 or unit.floor == 0 or unit.morale == ROUTED or len(unit.climbers) > 0:
            return False
        return not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.escalade.siege-tower"
        if malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        structure = known_structure(world, answer[1])
        if structure is None:
            return no("masse.structure.destroyed", "no-such-structure", unit.id)
        if engaged(world, unit):
            return no("masse.move.engaged-cannot-manoeuvre", "engaged", unit.id)
        if not self.possible(doing):
            return no(rule_id, "not-on-platform", unit.id)
        if not docked(world, unit, structure.id, structure.height):
            return no(rule_id, "tower-not-against", unit.id, named(structure))
        return entry_refusal(world, unit, structure)

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for structure in doing.world.structures:
            if self.refusal(doing, ("cross", structure.id)) is None:
                found.append(("cross", structure.id))
        return found


@rule("masse.escalade.siege-tower")
def cross(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit goes over onto a wall that nobody holds against it. Returns the world."""
    structure = world.structures[answer[1]]
    yield Tell("masse.escalade.siege-tower", "on-the-wall", (id, named(structure)))
    return world.with_unit(housed(world.units[id], structure, structure.height))


register(Ram("ram", WHOLE, 20, ram))
register(RamEngine("ram-engine", WHOLE, 8, ram))
register(Board("board", MOVE, 3, board))
register(Alight("alight", MOVE, 1, alight))
register(Cross("cross", MOVE, 12, cross))
