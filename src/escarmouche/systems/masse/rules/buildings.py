"""Buildings: getting in and out, stairs, fighting inside, and why nobody routs there."""

from __future__ import annotations

from math import isqrt
from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import (
    INCH,
    ON_TABLE,
    OPENINGS_APART,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import after_losing, destroyed
from escarmouche.systems.masse.rules.ground import (
    CONTACT,
    DOORSTEP,
    confined,
    enemies,
    engaged,
    footprint,
    friends,
    is_individual,
    let_go,
    same_level,
    solid,
    stand,
)
from escarmouche.systems.masse.rules.morale import nearest_enemy, state_rule
from escarmouche.systems.masse.rules.movement import FULL_TURN, allowance, place_refusal
from escarmouche.systems.masse.rules.orders import MOVE, THROUGH, Doing, Order, register
from escarmouche.systems.masse.rules.structures import known_structure, named, rungs
from escarmouche.systems.masse.rules.terrain import moves_as
from escarmouche.systems.masse.rules.values import PASSAGE, RUNG, RUNG_COST
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import disc_gap_polygon, inside, polygons_within, segment_meets_polygon, turned
from escarmouche.table.trig import angle_of

WIDE: Final = "issue-large"
"""An opening through which two figures pass abreast. (masse.building.wide-exit)"""

DOOR: Final = "porte"
STAIRCASE: Final = "escalier"

Way = tuple[int, int]
"""A way that takes movement: its kind, and the structure it leads into, the opening, or the height."""

IN: Final = 0
OUT: Final = 1
STAIRS: Final = 2
DOWN_LADDERS: Final = 3

FALL_BACK: Final = 4 * INCH
"""How far a unit that should rout falls back inside. (masse.building.no-rout-engaged)"""

# ---------------------------------------------------------------- who gets in (masse.building.enter)


def fits_inside(unit: Unit) -> bool:
    """Does one of its figures fit in: of size M or smaller, on foot?"""
    on_foot = moves_as(unit) == "infantry" and unit.card.category != "monster" and unit.altitude == 0
    return unit.card.size in ("p", "m") and on_foot


def occupant(world: World, unit: Unit, structure: Structure) -> Unit | None:
    """The unit of its own side that already fills a building; walls are long enough for several, individuals never fill one.
    (masse.building.definition)"""
    if structure.role == "wall" or is_individual(unit):
        return None
    for other in friends(world, unit):
        if other.building == structure.id and not is_individual(other):
            return other
    return None


def entry_refusal(world: World, unit: Unit, structure: Structure) -> Refusal | None:
    """Why the unit cannot go into or onto a structure at all, or None."""
    if not fits_inside(unit):
        return no("masse.building.enter", "does-not-fit-in", unit.id)
    other = occupant(world, unit, structure)
    return None if other is None else no("masse.building.definition", "structure-taken", unit.id, other.id)


# ---------------------------------------------------------------- what it costs


def best_passage(kinds: tuple[str, ...], figures: int) -> int:
    """The least it costs a unit to pass by all these openings at once, none of them wide: the figures spread as well as they
    can. (masse.building.several-exits)"""
    cost = INCH
    while sum([cost // PASSAGE[kind] for kind in kinds]) < figures:
        cost += INCH
    return cost


def is_free(world: World, structure: Structure, kinds: tuple[str, ...]) -> bool:
    """Does it cost nothing to go in or out by these openings? Where the building has a wide one; of those used, where the
    openings are taken apart. (masse.building.wide-exit)"""
    if OPENINGS_APART not in world.switches:
        kinds = tuple([kind for kind, _, _ in structure.openings])
    return WIDE in kinds


def goes_free(doing: Doing, structure: Structure, kinds: tuple[str, ...]) -> bool:
    """Does the unit go in or out here without using its movement: once a turn, before its move or at the end of it, though not
    once it has fought hand to hand? (masse.building.wide-exit)"""
    unit = doing.unit()
    in_time = doing.open(MOVE) or (unit.moved and (unit.shot or not unit.fought))
    return in_time and THROUGH not in unit.tested and is_free(doing.world, structure, kinds)


def passing_free(unit: Unit) -> Unit:
    """The unit once it has gone through at no cost."""
    twin = unit.copy()
    twin.tested = (*unit.tested, THROUGH)
    return twin


def stairs_cost(structure: Structure, figures: int, climb: int) -> int:
    """1 in for every 2.5 m up or down, and as through a door 1 in for every figure that follows another, unless the building
    has a way wide enough for two. (masse.building.stairs)"""
    wide = WIDE in [kind for kind, _, _ in structure.openings]
    return rungs(climb) * RUNG_COST[STAIRCASE] + (0 if wide else (figures - 1) * PASSAGE[DOOR])


def openings_at(unit: Unit, structure: Structure) -> tuple[str, ...]:
    """The kinds of the openings that the unit stands before."""
    shape = footprint(unit)
    return tuple([kind for kind, x, y in structure.openings if disc_gap_polygon(x, y, 0, shape) <= DOORSTEP])


def paid(world: World, unit: Unit, way: Way) -> int:
    """What it has paid of this very way once this turn's movement is added, in whole inches: as many figures as can have
    passed. What was paid for another way is lost. (masse.building.narrow-door)"""
    return paid_before(unit, way) + allowance(world, unit) // INCH * INCH


def paid_before(unit: Unit, way: Way) -> int:
    """What it has paid of a way in earlier turns."""
    return unit.passage[2] if unit.passage[:2] == way else 0


def waiting(world: World, id: int, way: Way, so_far: int) -> World:
    """The world with the unit still on its way through."""
    twin = world.units[id].copy()
    twin.passage = (*way, so_far)
    twin.moved = True
    return world.with_unit(twin)


# ---------------------------------------------------------------- where it stands


def middle(structure: Structure, x: int, y: int) -> tuple[int, int]:
    """The place in a structure nearest to a point: on the middle line of a wall, in the middle of a square house."""
    shape = structure.shape
    inset = min(shape.right - shape.left, shape.top - shape.bottom) // 2
    return (
        min(max(x, shape.left + inset), shape.right - inset),
        min(max(y, shape.bottom + inset), shape.top - inset),
    )


def housed(unit: Unit, structure: Structure, floor: int) -> Unit:
    """The unit in or on a structure, always in skirmish order there. (masse.building.skirmish-formation)"""
    twin = unit.copy()
    let_go(twin)
    twin.building = structure.id
    twin.floor = floor
    twin.moved = True
    twin.x, twin.y = middle(structure, unit.x, unit.y)
    if not is_individual(unit):
        twin.formation = SKIRMISH
        twin.fronts = ()
    return twin


def outside(world: World, unit: Unit, structure: Structure, x: int, y: int) -> Unit | None:
    """The unit just outside the structure, before a point of its edge, with its back to it; None where there is no room."""
    cx, cy = middle(structure, x, y)
    twin = unit.copy()
    let_go(twin)
    twin.building = -1
    twin.floor = 0
    twin.moved = True
    twin.facing = angle_of(x - cx, y - cy) if (x, y) != (cx, cy) else unit.facing
    far = 0
    while far <= 2 * stand(unit).reach + 2 * INCH:
        dx, dy = turned(far, 0, twin.facing)
        twin.x, twin.y = x + dx, y + dy
        if place_refusal(world, twin, footprint(twin)) is None:
            return twin
        far += CONTACT
    return None


# ---------------------------------------------------------------- going in


@final
class Enter(Order):
    """Go into a structure by the openings it stands before: ("enter", structure). (masse.building.enter)"""

    __slots__ = ()

    def needs(self, doing: Doing) -> int:
        unit = doing.unit()
        free = any(goes_free(doing, one, openings_at(unit, one)) for one in doing.world.structures if openings_at(unit, one))
        return 0 if free else MOVE

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if not doing.world.structures or confined(unit) or not fits_inside(unit) or unit.morale == ROUTED:
            return False
        return not unit.receiving and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.building.enter", "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        structure = known_structure(world, answer[1])
        if structure is None:
            return no("masse.structure.destroyed", "no-such-structure", unit.id)
        refused = entry_refusal(world, unit, structure)
        if refused is not None:
            return refused
        if engaged(world, unit):
            return no("masse.move.engaged-cannot-manoeuvre", "engaged", unit.id)
        if not self.possible(doing):
            return no("masse.building.enter", "cannot-move", unit.id)
        kinds = openings_at(unit, structure)
        if kinds and not doing.open(MOVE) and not goes_free(doing, structure, kinds):
            return no("masse.turn.action-content", "action-used", unit.id)
        return None if kinds else no("masse.building.enter", "not-at-opening", unit.id, named(structure))

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for structure in doing.world.structures:
            if structure.openings and self.refusal(doing, ("enter", structure.id)) is None:
                found.append(("enter", structure.id))
        return found


@rule("masse.building.enter", "masse.building.narrow-door", "masse.building.window")
def enter(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit goes in; what it cannot pay for this turn waits outside and goes on in the next. Figures that have forced their
    way in pay no more. Returns the world."""
    unit, structure = world.units[id], world.structures[answer[1]]
    kinds = openings_at(unit, structure)
    if is_free(world, structure, kinds):
        yield Tell("masse.building.wide-exit", "goes-in", (id, named(structure)))
        return world.with_unit(housed(passing_free(unit), structure, 0))
    cost = best_passage(kinds, unit.figures - unit.foothold)
    so_far = paid(world, unit, (IN, structure.id))
    if so_far < cost:
        yield Tell("masse.building.narrow-door", "goes-in-slowly", (id, named(structure), cost - so_far))
        return waiting(world, id, (IN, structure.id), so_far)
    yield Tell("masse.building.enter", "goes-in", (id, named(structure)))
    return world.with_unit(housed(unit, structure, 0))


# ---------------------------------------------------------------- going out


@final
class Leave(Order):
    """Go out by one of the openings, by its number: ("leave", opening). (masse.building.wide-exit)"""

    __slots__ = ()

    def needs(self, doing: Doing) -> int:
        unit = doing.unit()
        if unit.building < 0:
            return MOVE
        structure = doing.world.structures[unit.building]
        return 0 if any(goes_free(doing, structure, (kind,)) for kind, _, _ in structure.openings) else MOVE

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.building < 0 or unit.floor > 0 or unit.morale == ROUTED:
            return False
        return not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.building.wide-exit"
        if malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        if unit.building < 0:
            return no(rule_id, "not-inside", unit.id)
        if not self.possible(doing):
            return no("masse.move.engaged-cannot-manoeuvre", "cannot-move", unit.id)
        structure = world.structures[unit.building]
        if not 0 <= answer[1] < len(structure.openings):
            return no(rule_id, "no-such-opening", unit.id, named(structure))
        kind, x, y = structure.openings[answer[1]]
        if not doing.open(MOVE) and not goes_free(doing, structure, (kind,)):
            return no("masse.turn.action-content", "action-used", unit.id)
        return None if outside(world, unit, structure, x, y) is not None else no(rule_id, "no-room", unit.id)

    def listed(self, doing: Doing) -> list[Answer]:
        count = len(doing.world.structures[doing.unit().building].openings)
        return [("leave", i) for i in range(count) if self.refusal(doing, ("leave", i)) is None]


@rule("masse.building.wide-exit")
def leave(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit comes out before the opening, at the same cost as going in. Returns the world."""
    unit = world.units[id]
    structure = world.structures[unit.building]
    kind, x, y = structure.openings[answer[1]]
    if is_free(world, structure, (kind,)):
        unit = passing_free(unit)
    else:
        cost = best_passage((kind,), unit.figures)
        so_far = paid(world, unit, (OUT, answer[1]))
        if so_far < cost:
            yield Tell("masse.building.narrow-door", "comes-out-slowly", (id, named(structure), cost - so_far))
            return waiting(world, id, (OUT, answer[1]), so_far)
    twin = outside(world, unit, structure, x, y)
    assert twin is not None
    yield Tell("masse.building.wide-exit", "comes-out", (id, named(structure)))
    return world.with_unit(twin)


# ---------------------------------------------------------------- stairs


@final
class Stairs(Order):
    """Go up or down to another height: ("stairs", height). (masse.building.stairs)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.building < 0 or unit.morale == ROUTED or doing.world.structures[unit.building].height == 0:
            return False
        return not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.building.stairs"
        if malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        unit = doing.unit()
        if not self.possible(doing):
            return no(rule_id, "cannot-move", unit.id)
        structure = doing.world.structures[unit.building]
        if not 0 <= answer[1] <= structure.height or answer[1] == unit.floor:
            return no(rule_id, "no-such-floor", unit.id, named(structure))
        if answer[1] % RUNG and answer[1] != structure.height:
            return no(rule_id, "no-such-floor", unit.id, named(structure))
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        unit = doing.unit()
        return [("stairs", h) for h in (0, doing.world.structures[unit.building].height) if h != unit.floor]


@rule("masse.building.stairs")
def stairs(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit climbs or descends, over several turns if it must. Returns the world."""
    unit = world.units[id]
    structure = world.structures[unit.building]
    cost = stairs_cost(structure, unit.figures, abs(answer[1] - int(unit.floor)))
    so_far = paid(world, unit, (STAIRS, answer[1]))
    if so_far < cost:
        yield Tell("masse.building.stairs", "stairs-slowly", (id, cost - so_far))
        return waiting(world, id, (STAIRS, answer[1]), so_far)
    yield Tell("masse.building.stairs", "stairs-up" if answer[1] > unit.floor else "stairs-down", (id,))
    return world.with_unit(housed(unit, structure, answer[1]))


# ---------------------------------------------------------------- moving inside


def room_at(world: World, unit: Unit, x: int, y: int) -> Structure | None:
    """The structure in which the unit would be at a point: its own, or one joined to it that reaches as high as it stands."""
    own = world.structures[unit.building]
    if inside(own.shape, x, y):
        return own
    for other in world.structures:
        joined = solid(other) and other.height >= unit.floor > 0 and polygons_within(own.shape, other.shape, CONTACT)
        if joined and inside(other.shape, x, y):
            return other
    return None


@final
class Walk(Order):
    """Move within a building or along a wall: ("walk", x, y, facing); it pays the distance, turning is free.
    (masse.building.free-turning)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.building >= 0 and unit.morale != ROUTED and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.building.free-turning"
        if malformed(answer, int, int, int):
            return no(rule_id, "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        if not self.possible(doing):
            return no(rule_id, "cannot-move", unit.id)
        x, y = answer[1], answer[2]
        room = room_at(world, unit, x, y)
        if room is None or not 0 <= answer[3] < FULL_TURN:
            return no(rule_id, "not-inside-there", unit.id)
        if (x - unit.x) ** 2 + (y - unit.y) ** 2 > allowance(world, unit) ** 2:
            return no("masse.move.budget", "too-far", unit.id, allowance(world, unit))
        other = occupant(world, unit, room) if room.id != unit.building else None
        if other is not None:
            return no("masse.building.definition", "structure-taken", unit.id, other.id)
        return way_refusal(world, unit, x, y)

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for x, y in walks(doing.world, doing.unit()):
            answer = ("walk", x, y, angle_of(x - doing.unit().x, y - doing.unit().y))
            if answer not in found and self.refusal(doing, answer) is None:
                found.append(answer)
        return found


def way_refusal(world: World, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why the way is not free: another unit on the same floor stands in it, or where it leads.
    (masse.move.no-interpenetration)"""
    there = unit.copy()
    there.x, there.y = x, y
    for other in world.units:
        if other.status != ON_TABLE or other.id == unit.id or is_individual(other) or not same_level(unit, other):
            continue
        shape = footprint(other)
        if segment_meets_polygon(unit.x, unit.y, x, y, shape) or polygons_overlap(footprint(there), shape):
            return no("masse.move.no-interpenetration", "unit-in-the-way", unit.id, other.id)
    return None


def walks(world: World, unit: Unit) -> list[tuple[int, int]]:
    """Places worth going to: as far as it can towards each end of where it is, and towards the enemies at hand."""
    structure = world.structures[unit.building]
    shape = structure.shape
    goals = [middle(structure, x, y) for x, y in shape.points]
    goals.extend([middle(structure, foe.x, foe.y) for foe in enemies(world, unit)])
    reach = allowance(world, unit)
    found = []
    for x, y in goals:
        far = isqrt((x - unit.x) ** 2 + (y - unit.y) ** 2)
        if far > reach:
            x, y = unit.x + (x - unit.x) * reach // (far + 1), unit.y + (y - unit.y) * reach // (far + 1)
        if far > CONTACT and (x, y) not in found:
            found.append((x, y))
    return found


@rule("masse.building.free-turning")
def walk(world: World, id: int, answer: tuple[str, int, int, int]) -> Script:
    """The unit moves inside, facing where it likes. Returns the world."""
    unit = world.units[id]
    twin = unit.copy()
    room = room_at(world, unit, answer[1], answer[2])
    assert room is not None
    let_go(twin)
    twin.x, twin.y, twin.facing = answer[1], answer[2], answer[3]
    twin.building = room.id
    twin.moved = True
    yield Tell("masse.building.free-turning", "walks-inside", (id, named(room)))
    return world.with_unit(twin)


# ---------------------------------------------------------------- no rout (masse.building.morale)


@rule("masse.building.no-rout-engaged", "masse.building.no-rout-free", "masse.building.morale")
def cornered(world: World, id: int, by: int) -> Script:
    """A unit in a building that should rout: it is shaken, loses a figure and falls back fighting; when nobody has engaged it,
    it may give up a second figure and hold its place. Returns the world."""
    fighting = engaged(world, world.units[id])
    yield Tell("masse.building.morale", "does-not-rout", (id,), "cornered")
    twin = world.units[id].copy()
    shaken = twin.morale == SHAKEN
    twin.morale = SHAKEN
    twin.broken = False
    twin.receiving = False
    world = world.with_unit(twin)
    if not shaken:
        yield Tell(state_rule(SHAKEN), "morale-state", (id, "morale-shaken"), "shaken")
    world = yield Call(sacrifice, world, id, by)
    if world.units[id].status != ON_TABLE:
        return world
    if not fighting:
        rule_id = "masse.building.no-rout-free"
        if (yield Choose(rule_id, twin.seat, world, Listed(("fall-back", "hold"), rule_id), id)) == "hold":
            yield Tell(rule_id, "holds-position", (id,))
            return Call(sacrifice, world, id, by)
    back = falling_back(world, world.units[id])
    yield Tell("masse.building.no-rout-engaged", "falls-back", (id,))
    return world.with_unit(back)


@rule("masse.building.no-rout-engaged.loss")
def sacrifice(world: World, id: int, by: int) -> Script:
    """One more figure is lost, without a further test of morale. Returns the world."""
    before = world.units[id]
    world = world.with_unit(after_losing(before, before.card.nv))
    now = world.units[id]
    yield Tell("masse.building.no-rout-engaged", "figures-lost", (id, before.figures - now.figures, now.figures))
    return Call(destroyed, world, id, by) if now.figures == 0 else world


def falling_back(world: World, unit: Unit) -> Unit:
    """The unit up to 4 in farther from the nearest enemy, or less where the walls stop it. (masse.building.no-rout-engaged)"""
    twin = unit.copy()
    enemy = nearest_enemy(world, unit)
    if enemy is None:
        return twin
    away = (angle_of(enemy.x - unit.x, enemy.y - unit.y) + FULL_TURN // 2) % FULL_TURN
    far = 0
    while far < FALL_BACK:
        far += INCH // 4
        dx, dy = turned(far, 0, away)
        if not inside(world.structures[unit.building].shape, unit.x + dx, unit.y + dy):
            break
        twin.x, twin.y = unit.x + dx, unit.y + dy
    return twin


register(Enter("enter", MOVE, 6, enter, varies=True))
register(Leave("leave", MOVE, 3, leave, varies=True))
register(Stairs("stairs", MOVE, 3, stairs))
register(Walk("walk", MOVE, 4, walk))
