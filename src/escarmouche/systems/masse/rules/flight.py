"""Break-off, flight, rally: what morale imposes on a unit's action."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import (
    ENRAGED,
    FLED,
    ON_TABLE,
    ROUTED,
    SHAKEN,
    STABLE,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.buildings import STAIRCASE, outside
from escarmouche.systems.masse.rules.charge import spent
from escarmouche.systems.masse.rules.combat import destroyed, lost_rule
from escarmouche.systems.masse.rules.ground import (
    engaged,
    foes,
    footprint,
    heroes_in,
    in_building,
    let_go,
    size_of,
    solid,
    within,
)
from escarmouche.systems.masse.rules.melee import blow_refusal, melee
from escarmouche.systems.masse.rules.morale import (
    HATRED,
    RALLY,
    change_state,
    dismay,
    dismayed,
    morale_test,
    nearest_enemy,
    takes_tests,
)
from escarmouche.systems.masse.rules.movement import AHEAD, FULL_TURN, allowance, place_refusal
from escarmouche.systems.masse.rules.orders import WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.structures import rungs
from escarmouche.systems.masse.rules.terrain import (
    EIGHTEENTHS,
    FORTIFICATION,
    HIGH_OBSTACLE,
    LAKE,
    LOW_OBSTACLE,
    STRIDE,
    Going,
    bars,
    is_sharp,
    stretch_cost,
    tracts,
)
from escarmouche.systems.masse.rules.values import NEARNESS, RUNG_COST, UNWIELDY, WITHDRAWAL
from escarmouche.table.areas import moved as shifted
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, nearest_edge, rectangle, square_between, turned
from escarmouche.table.trig import angle_of

# ---------------------------------------------------------------- what morale imposes


@rule("masse.morale.enraged-move", "masse.turn.test-before-acting")
def bound(world: World, id: int) -> Script:
    """Before its player may order a unit (masse.morale.table-3c): the routed rally or flee, the broken break off, the hateful
    test, the enraged charge. Returns the world and whether the player has it in hand."""
    unit = world.units[id]
    if unit.morale == ROUTED:
        return Call(rally_or_flee, world, id)
    if unit.broken and unit.morale == SHAKEN:
        return Call(must_break_off, world, id)
    if not unit.delayed and hates_somebody_near(world, unit):
        world, _, _ = yield Call(morale_test, world, id, HATRED, -1)
    if world.units[id].morale == SHAKEN and not unit.delayed and not engaged(world, world.units[id]):
        world = yield Call(may_rally, world, id)
    if world.units[id].morale == ENRAGED:
        return Call(rage_rule(), world, id)
    return world, world.units[id].status == ON_TABLE


def hates_somebody_near(world: World, unit: Unit) -> bool:
    """Is an enemy of a race it hates within 20 in, while it is stable or shaken? (masse.morale.dd-hatred,
    masse.morale.hatred-pairs)"""
    if unit.morale not in (STABLE, SHAKEN) or not takes_tests(unit):
        return False
    hated = [prey for hunter, prey in world.hatreds if unit.card.has(hunter)]
    if not hated:
        return False
    return any(
        other.seat != unit.seat
        and other.status == ON_TABLE
        and any(other.card.has(race) for race in hated)
        and within(unit, other, NEARNESS[HATRED])
        for other in world.units
    )


# ---------------------------------------------------------------- rally (masse.move.rally)


@rule("masse.move.rally", "masse.morale.dd-rally")
def rally_or_flee(world: World, id: int) -> Script:
    """A routed unit tests at the start of its action: rallied, it may turn about at no cost and act, but not charge; else it
    flees. Returns the world and whether it is in hand."""
    unit = world.units[id]
    if unit.card.category == "monster":
        return Call(monster_rule(), world, id)
    world, passed, _ = yield Call(morale_test, world, id, RALLY, -1)
    if not passed:
        world = yield Call(flight, world, id)
        return world, False
    rule_id = "masse.move.rally"
    if (yield Choose(rule_id, unit.seat, world, Listed(("turn-about", "keep-facing"), rule_id), id)) == "keep-facing":
        return world, True
    twin = world.units[id].copy()
    twin.facing = (twin.facing + 18000) % FULL_TURN
    return world.with_unit(twin), True


@rule("masse.morale.rally-shaken")
def may_rally(world: World, id: int) -> Script:
    """A shaken unit out of melee may try to rally once, at the start of its action. Returns the world."""
    unit = world.units[id]
    rule_id = "masse.morale.rally-shaken"
    if (yield Choose(rule_id, unit.seat, world, Listed(("act", "rally"), rule_id), id)) == "rally":
        world, _, _ = yield Call(morale_test, world, id, RALLY, -1)
    return world


# ---------------------------------------------------------------- breaking off (masse.move.break-off)


def break_off_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the unit cannot break off, or None: close or skirmish order (single figures need none), one front, stable or shaken,
    engaged, and 4 in quite clear behind it. (masse.move.break-off-conditions)"""
    rule_id = "masse.move.break-off-conditions"
    if not engaged(world, unit):
        return no(rule_id, "not-engaged", unit.id)
    if unit.formation in UNWIELDY or unit.fronts or unit.building >= 0 or unit.aboard >= 0 or unit.card.machine is not None:
        return no(rule_id, "break-off-order", unit.id)
    if unit.morale not in (STABLE, SHAKEN):
        return no(rule_id, "break-off-morale", unit.id)
    room = room_behind(unit)
    if off_table(world, room) or place_refusal(world, unit, room) is not None or obstacle_in(world, unit, room):
        return no(rule_id, "break-off-room", unit.id)
    return None


def room_behind(unit: Unit) -> Polygon:
    """The 4 in behind its last rank."""
    width, depth = size_of(unit)
    dx, dy = turned(-(depth + WITHDRAWAL) // 2, 0, unit.facing)
    return rectangle(unit.x + dx, unit.y + dy, max(1, width // 2), WITHDRAWAL // 2, unit.facing)


@rule("masse.move.break-off", "masse.melee.mod-withdrawing")
def break_off(world: World, id: int, _answer: tuple[str]) -> Script:
    """The unit strikes once more, withdrawing, first at one of the enemies in contact that its player names, and steps 4 in
    back, facing as before; nobody follows. Returns the world."""
    unit = world.units[id]
    yield Tell("masse.move.break-off", "breaks-off", (id,))
    near_foes = tuple([foe.id for foe in foes(world, unit) if blow_refusal(world, unit, foe) is None])
    if near_foes:
        rule_id = "masse.move.break-off"
        target = near_foes[0]
        if len(near_foes) > 1:
            target = yield Choose(rule_id, unit.seat, world, Listed(near_foes, rule_id), id)
        world = yield Call(melee, world, id, target, False, True)
    if world.units[id].status != ON_TABLE:
        return world
    twin = world.units[id].copy()
    dx, dy = turned(-WITHDRAWAL, 0, twin.facing)
    twin.x += dx
    twin.y += dy
    twin.moved = True
    twin.broken = False
    let_go(twin)
    return world.with_unit(twin)


@rule("masse.morale.shaken-must-break-off")
def must_break_off(world: World, id: int) -> Script:
    """A unit shaken in melee must break off on its next action; if it cannot, it is routed and flees. Returns the world and
    that it is not in hand."""
    unit = world.units[id]
    twin = unit.copy()
    twin.broken = False
    world = world.with_unit(twin)
    if not engaged(world, unit):
        return world, True
    if break_off_refusal(world, unit) is None:
        world = yield Call(break_off, world, id, ("break-off",))
        return world, False
    world = yield Call(change_state, world, id, ROUTED, -1)
    if world.units[id].morale == ROUTED:
        world = yield Call(flight, world, id)
    return world, False


# ---------------------------------------------------------------- flight (masse.move.flee)


def flight_heading(world: World, unit: Unit) -> int:
    """Straight to the nearest table edge, unless that leads towards the nearest enemy; then straight away from it.
    (masse.morale.state-routed)"""
    side, _ = nearest_edge(unit.x, unit.y, world.width, world.depth)
    heading = (18000, 27000, 0, 9000)[side]
    enemy = nearest_enemy(world, unit)
    if enemy is None:
        return heading
    towards_enemy = angle_of(enemy.x - unit.x, enemy.y - unit.y)
    off = abs((heading - towards_enemy + 18000) % FULL_TURN - 18000)
    return (towards_enemy + 18000) % FULL_TURN if off < 9000 else heading


@rule("masse.move.flee", "masse.morale.routed-move", "masse.move.leave-table")
def flight(world: World, id: int) -> Script:
    """A free half-turn and the whole MV in a straight line; over the edge it is gone, into an enemy or an obstacle it is
    destroyed (masse.move.flee-destroyed), through friends it frightens them (masse.move.flee-through-friends). Returns the
    world."""
    unit = world.units[id]
    if unit.card.machine is not None:
        return Call(desertion_rule(), world, id)
    left = allowance(world, unit) * EIGHTEENTHS
    if unit.building >= 0:
        below = down_the_wall(world, unit)
        if below is None:
            yield Tell("masse.move.flee-destroyed", "flight-ends", (id,))
            return Call(destroyed, world, id, unit.fell_to)
        left -= rungs(unit.floor) * RUNG_COST[STAIRCASE] * EIGHTEENTHS  # masse.building.stairs
        unit = below
    heading = flight_heading(world, unit)
    twin = unit.copy()
    twin.facing = heading
    twin.moved = True
    let_go(twin)
    start = footprint(twin)
    done = 0
    leaving = left_behind(world, unit, heading)
    met: list[int] = []
    while left > 0:
        stride, cost = flight_stride(world, twin, start, heading, done, left)
        if stride == 0:
            break
        dx, dy = turned(done + stride, 0, heading)
        shape = shifted(start, dx, dy)
        if off_table(world, shape):
            return Call(gone, world.with_unit(twin), id)
        if obstacle_in(world, unit, shape) or runs_into(world, unit, shape, leaving):
            yield Tell("masse.move.flee-destroyed", "flight-ends", (id,))
            return Call(destroyed, world.with_unit(twin), id, unit.fell_to)
        met.extend([other.id for other in run_through(world, unit, shape) if other.id not in met])
        left -= cost
        done += stride
    dx, dy = turned(done, 0, heading)
    twin.x, twin.y = unit.x + dx, unit.y + dy
    world = world.with_unit(twin)
    yield Tell("masse.move.flee", "flees", (id,))
    for other in met:
        world = yield Call(dismayed, world, other, id)
    return Call(dismay, world, id)


def down_the_wall(world: World, unit: Unit) -> Unit | None:
    """The unit at the nearest foot of the wall it was on, away from the nearest enemy if there is room for it there, else on
    another side; None where there is none. (masse.building.morale)"""
    wall = world.structures[unit.building]
    enemy = nearest_enemy(world, unit)
    shape = wall.shape
    x: int = unit.x
    y: int = unit.y
    feet = [(x, shape.top), (x, shape.bottom), (shape.left, y), (shape.right, y)]
    feet.sort(key=lambda foot: (enemy is not None and is_nearer(foot, unit, enemy), abs(foot[0] - x) + abs(foot[1] - y)))
    places = [outside(world, unit, wall, x, y) for x, y in feet]
    return next((place for place in places if place is not None), None)


def is_nearer(place: tuple[int, int], unit: Unit, enemy: Unit) -> bool:
    """Is the place nearer to the enemy than the unit is?"""
    x, y = place
    return square_between(x, y, enemy.x, enemy.y) < square_between(unit.x, unit.y, enemy.x, enemy.y)


def flight_stride(world: World, unit: Unit, start: Polygon, heading: int, done: int, left: int) -> tuple[int, int]:
    """The next stretch of a flight that what is left allows, and its cost, in eighteenths: half an inch or less; difficult
    ground and rivers slow it, and a river that cannot be paid for stops it."""
    x0, y0 = turned(done, 0, heading)
    x1, y1 = turned(done + STRIDE, 0, heading)
    going = Going(tracts(world, unit), unit)
    toll = going.tolls(unit.crossing, start, x0, y0, start, x1, y1) * EIGHTEENTHS
    if toll and obstacle_in(world, unit, shifted(start, x1, y1)):
        toll = 0
    if toll >= left:
        return 0, 0
    slope = going.slope(unit.x + x0, unit.y + y0, unit.x + x1, unit.y + y1)
    way = stretch_cost(STRIDE, going.ground(start, x1, y1), slope)
    if way + toll <= left:
        return STRIDE, way + toll
    return (left - toll) * STRIDE // way, left


def left_behind(world: World, unit: Unit, heading: int) -> list[int]:
    """The enemies in contact that it runs away from: they do not stand in its way, however it turns among them."""
    found = []
    for foe in foes(world, unit):
        off = abs((angle_of(foe.x - unit.x, foe.y - unit.y) - heading + 18000) % FULL_TURN - 18000)
        if off > AHEAD:
            found.append(foe.id)
    return found


def off_table(world: World, shape: Polygon) -> bool:
    """Does any part of it lie beyond the edge?"""
    return shape.left < 0 or shape.bottom < 0 or shape.right > world.width or shape.top > world.depth


def obstacle_in(world: World, unit: Unit, shape: Polygon) -> bool:
    """Is there an obstacle, water that it cannot cross, or a structure, other than those it is in? Nothing stops fliers."""
    if unit.altitude > 0:
        return False
    here = footprint(unit)
    for piece in world.pieces:
        if (piece.kind in (LOW_OBSTACLE, HIGH_OBSTACLE, FORTIFICATION) or is_sharp(piece) or bars_water(piece, unit)) and (
            polygons_overlap(piece.shape, shape) and not polygons_overlap(piece.shape, here)
        ):
            return True
    return any(solid(one) and one.id != unit.building and polygons_overlap(one.shape, shape) for one in world.structures)


def bars_water(piece: Piece, unit: Unit) -> bool:
    """Is it a torrent or a lake that the unit cannot swim?"""
    return piece.kind == LAKE and bars(piece, unit)


def runs_into(world: World, unit: Unit, shape: Polygon, leaving: list[int]) -> bool:
    """Does the flight run into an enemy, other than those it leaves behind? Fliers only meet fliers."""
    return any(
        other.seat != unit.seat
        and other.id not in leaving
        and other.status == ON_TABLE
        and other.altitude == unit.altitude
        and polygons_overlap(footprint(other), shape)
        for other in world.units
    )


def run_through(world: World, unit: Unit, shape: Polygon) -> list[Unit]:
    """The friends whose ranks the flight passes through."""
    return [
        other
        for other in world.units
        if other.seat == unit.seat
        and other.id != unit.id
        and other.status == ON_TABLE
        and other.altitude == unit.altitude
        and polygons_overlap(footprint(other), shape)
    ]


@rule("masse.move.leave-table")
def gone(world: World, id: int) -> Script:
    """The unit has left the table for good: it counts as lost, and its commander meets his fate. Returns the world."""
    twin = world.units[id].copy()
    twin.status = FLED
    world = world.with_unit(twin)
    yield Tell("masse.move.leave-table", "leaves-table", (id,), "fled")
    for hero in heroes_in(world, twin):
        world = yield Call(fate_rule(), world, hero.id, twin.fell_to)
    return Call(lost_rule(), world, id, twin.fell_to)


@rule("masse.move.flee-voluntary")
def run_away(world: World, id: int) -> Script:
    """The unit decides to flee: it is routed, and this is its action of the turn. Returns the world."""
    world = yield Call(change_state, spent(world, id), id, ROUTED, -1)
    return Call(flight, world, id) if world.units[id].morale == ROUTED else world


# ---------------------------------------------------------------- orders


@final
class BreakOff(Order):
    """Break off the fight: ("break-off",). (masse.move.break-off)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.used == 0 and engaged(doing.world, doing.unit()) and break_off_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.move.break-off", "malformed", str(answer))
        return break_off_refusal(doing.world, doing.unit())

    def listed(self, doing: Doing) -> list[Answer]:
        return [("break-off",)]


@final
class Flee(Order):
    """Run away, engaged or not: ("flee",). (masse.move.flee-voluntary)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return doing.used == 0 and not in_building(doing.world, unit) and takes_tests(unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.move.flee-voluntary", "malformed", str(answer))
        unit = doing.unit()
        if doing.used or in_building(doing.world, unit) or not takes_tests(unit):
            return no("masse.move.flee-voluntary", "cannot-flee", unit.id)
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        return [("flee",)]


@final
class Delay(Order):
    """Hold back the action, once a turn: ("delay",). Not the enraged, the routed, nor a unit with a second shot to come.
    (masse.turn.delay, masse.shoot.second-shot-no-delay)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return doing.used == 0 and not unit.delayed and not unit.second_shot and unit.morale in (STABLE, SHAKEN)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.turn.delay", "malformed", str(answer))
        return None if self.possible(doing) else no("masse.turn.delay", "cannot-delay", doing.id)

    def listed(self, doing: Doing) -> list[Answer]:
        return [("delay",)]


@rule("masse.turn.delay.order")
def delay(world: World, id: int, _answer: tuple[str]) -> Script:
    """The unit waits for a better moment in this turn. Returns the world."""
    twin = world.units[id].copy()
    twin.waiting = True
    twin.delayed = True
    yield Tell("masse.turn.delay", "delays", (id,))
    return world.with_unit(twin)


@rule("masse.move.flee.order")
def flee_order(world: World, id: int, _answer: tuple[str]) -> Script:
    """The unit runs, by its player's wish. Returns the world."""
    return (yield Call(run_away, world, id))


fate_rule: Final = Later("masse.hero.commander-fate")
"""What becomes of a commander who falls; it stands in the chapter on heroes. Returns the world."""

desertion_rule: Final = Later("masse.engine.destroy-abandoned")
"""A crew that runs leaves its engine; it stands in the chapter on war machines. Returns the world."""

rage_rule: Final = Later("masse.morale.calm-enraged")
"""What an enraged unit does; it stands in the chapter on rage. Returns the world and whether it is in hand."""

monster_rule: Final = Later("masse.monster.rout-direction")
"""A routed monster runs anywhere; it stands in the chapter on monsters. Returns the world and that it is not in hand."""


register(BreakOff("break-off", WHOLE, 1, break_off))
register(Flee("flee", WHOLE, 0, flee_order))
register(Delay("delay", WHOLE, 1, delay))
