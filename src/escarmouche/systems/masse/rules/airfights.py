"""Fights in and from the air: ground attack, skirmish, dive, interception. (masse.fly.modes)

The ways of these orders are those of the chapter on flying: tuples of legs (turn, length, steps).
"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import ON_TABLE, ROUTED, SHAKEN, STABLE, Unit, World
from escarmouche.systems.masse.rules.charge import braced, dares_charge, passed_by, shaken_by_charge
from escarmouche.systems.masse.rules.flying import (
    CEILING,
    Flown,
    Leg,
    air_refusal,
    along_way,
    bearing,
    can_fly,
    come_down,
    flight_mv,
    flight_refusal,
    flown_to,
    fly_refusal,
    is_way,
    keeps_moving,
    level_leg,
    turn_limit,
)
from escarmouche.systems.masse.rules.ground import CONTACT, STEP, contact, enemies, engaged, footprint, gap, reached, sees
from escarmouche.systems.masse.rules.melee import first_blow, melee, strikes_first
from escarmouche.systems.masse.rules.morale import begun, ended
from escarmouche.systems.masse.rules.movement import engage_rule, reaction_rule
from escarmouche.systems.masse.rules.orders import WHOLE, Doing, Order, register, shrunk_from
from escarmouche.systems.masse.rules.singles import duel_refusal, met_in_duel
from escarmouche.systems.masse.rules.spots import has_room, room_refusal
from escarmouche.systems.masse.rules.undead import both_there, courage
from escarmouche.systems.masse.rules.values import CHARGE_REACH, CHARGE_RUN, share_of
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import turned

CLEARANCE: Final = 20
"""Those who fly up to somebody stop a fifth of a millimetre short: corners of turned bases are rounded."""

# ---------------------------------------------------------------- ways to an enemy


def upon(unit: Unit, target: Unit) -> bool:
    """Is it right beside the target as seen from above, without being over it?"""
    return gap(unit, target) <= CONTACT and not polygons_overlap(footprint(unit), footprint(target))


def straight_to(unit: Unit, target: Unit) -> tuple[int, int]:
    """The turn that faces the target's centre, and the way from there until their bases meet, seen from above."""
    turn = bearing(unit, target.x, target.y)
    twin = unit.copy()
    twin.facing = (unit.facing + turn) % 36000
    dx: int = target.x - unit.x
    dy: int = target.y - unit.y
    low, high = 0, abs(dx) + abs(dy)
    while low < high:
        middle = (low + high + 1) // 2
        dx, dy = turned(middle, 0, twin.facing)
        twin.x, twin.y = unit.x + dx, unit.y + dy
        if polygons_overlap(footprint(twin), footprint(target)):
            high = middle - 1
        else:
            low = middle
    return turn, max(0, low - CLEARANCE)


def way_to(unit: Unit, target: Unit, altitude: int) -> tuple[Leg, ...]:
    """One leg straight to the target that ends at this altitude."""
    turn, length = straight_to(unit, target)
    return ((turn, length, altitude - unit.altitude),)


def target_refusal(world: World, unit: Unit, number: Any) -> Refusal | None:
    """Why this is nobody to attack from the air, or None."""
    if not can_fly(unit):
        return no("masse.fly.modes", "no-flier", unit.id)
    if type(number) is not int or number not in [enemy.id for enemy in enemies(world, unit)]:
        return no("masse.fly.modes", "not-an-enemy")
    if shrunk_from(number) in unit.tested:
        return no("masse.undead.engage-test", "does-not-dare", unit.id, number)
    return duel_refusal(world, unit, world.units[number])


def attack_refusal(doing: Doing, answer: tuple[Any, ...], length: int) -> Refusal | None:
    """What every attack from the air needs: a flier that may fly, an enemy, ways that are ways."""
    if len(answer) != length:
        return no("masse.fly.modes", "malformed", str(answer))
    refused = target_refusal(doing.world, doing.unit(), answer[1])
    return refused if refused is not None else flight_refusal(doing.world, doing.unit())


# ---------------------------------------------------------------- the blow and the answer


@rule("masse.fly.skirmish-riposte", "masse.fly.no-ranks")
def exchange(world: World, id: int, target: int, charging: bool, passing: bool = False) -> Script:
    """The fliers' attack, and the defender's in addition to its action: a blow before contact if it reaches farther, and a
    riposte; `passing` in a skirmish, where it has only one of the two. All figures of both strike. Returns the world."""
    if charging:
        world = braced(world, target, id)
    early = strikes_first(world, world.units[target], world.units[id])
    if early:
        world = yield Call(first_blow, world, target, id)
    attacked = able(world, id) and world.units[target].status == ON_TABLE
    if attacked:
        bold = charging and world.units[id].morale != SHAKEN  # masse.morale.shaken-no-charge
        world = yield Call(melee, world, id, target, bold, False)
    answered = early and passing
    if attacked and not answered and able(world, target) and world.units[id].status == ON_TABLE:
        yield Tell("masse.fly.skirmish-riposte", "riposte", (target, id))
        world = yield Call(melee, world, target, id, False, False)
    return world


def able(world: World, id: int) -> bool:
    """Is it still there and not on the run?"""
    return world.units[id].status == ON_TABLE and world.units[id].morale != ROUTED


def at_altitude(unit: Unit, altitude: int) -> Unit:
    """The unit at another altitude."""
    twin = unit.copy()
    twin.altitude = altitude
    return twin


def instead(world: World, id: int, target: int) -> Call:
    """Those who shrank from attacking somebody may do something else with their action. (masse.undead.engage-test,
    masse.move.charge-failed-test)"""
    twin = world.units[id].copy()
    twin.tested = (*twin.tested, shrunk_from(target))
    return Call(obey_rule(), world.with_unit(twin), id, 0)


obey_rule: Final = Later("masse.turn.hero-free-actions")
"""What a unit does next in its action."""


def under_fire(world: World, id: int, place: Unit) -> Script:
    """The flier just before contact, a step above its place: enemies that wait for it may interrupt it as they may anybody who
    moves. Returns the world and whether it is stopped. (masse.move.counter-charge, masse.turn.delay)"""
    twin = at_altitude(flown_to(world.units[id], place), place.altitude + 1)
    return (yield Call(reaction_rule(), world.with_unit(twin), id))


# ---------------------------------------------------------------- skirmish (masse.fly.skirmish-attack)


def swoop_refusal(world: World, unit: Unit, target: Unit, legs_in: Any, legs_out: Any) -> Refusal | None:
    """Why this is no swoop, or None: down to the target, then up and away again, all within one MV."""
    rule_id = "masse.fly.skirmish-attack"
    if not is_way(legs_in) or not is_way(legs_out):
        return no(rule_id, "malformed", str((legs_in, legs_out)))
    if legs_in[-1][2] >= 0:
        return no(rule_id, "swoop-descends", unit.id)
    down = along_way(world, Flown(unit), legs_in, flight_mv(unit))
    if down.refused is not None:
        return down.refused
    if down.unit.altitude != target.altitude or not upon(down.unit, target):
        return no(rule_id, "misses-target", unit.id, target.id)
    up = along_way(world, down, legs_out, flight_mv(unit))
    if up.refused is not None:
        return up.refused
    if legs_out[0][2] <= 0 or up.unit.altitude <= target.altitude:
        return no(rule_id, "swoop-climbs", unit.id)
    if not keeps_moving(unit, up.covered):
        return no("masse.fly.manoeuvrability", "too-slow", unit.id)
    refused = air_refusal(world, up.unit)
    if refused is None and any(contact(up.unit, enemy) for enemy in enemies(world, unit)):
        return no("masse.fly.modes", "fly-contact", unit.id)
    return refused


def ways_out(world: World, unit: Unit, target: Unit, legs_in: tuple[Leg, ...]) -> list[tuple[Leg, ...]]:
    """Ways up and away after a swoop: back to the old altitude if that can be, else as high as it gets; straight on or turning,
    as far as it gets or as near as it may."""
    down = along_way(world, Flown(unit), legs_in, flight_mv(unit))
    if down.refused is not None:
        return []
    left = flight_mv(unit) - down.spent
    found: list[tuple[Leg, ...]] = []
    for steps in dict.fromkeys([min(unit.altitude - target.altitude, left // (2 * STEP)), 1]):
        if 0 < steps <= CEILING - target.altitude:
            longest = left - steps * STEP
            found.extend([((turn, longest, steps),) for turn in (0, 4500, -4500, 9000, -9000) if longest >= steps * STEP])
            found.append(((0, steps * STEP, steps),))
    return found


@final
class Swoop(Order):
    """Swoop on an enemy in the air or on the ground and climb away: ("swoop", target, (leg, …) down, (leg, …) up).
    (masse.fly.skirmish-attack)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return can_fly(doing.unit()) and flight_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        refused = attack_refusal(doing, answer, 4)
        if refused is not None:
            return refused
        return swoop_refusal(doing.world, doing.unit(), doing.world.units[answer[1]], answer[2], answer[3])

    def listed(self, doing: Doing) -> list[Answer]:
        world, unit = doing.world, doing.unit()
        found: list[Answer] = []
        for enemy in enemies(world, unit):
            if enemy.altitude >= unit.altitude or gap(unit, enemy) > flight_mv(unit):
                continue
            if target_refusal(world, unit, enemy.id) is not None:
                continue
            down = way_to(unit, enemy, enemy.altitude)
            ways = [up for up in ways_out(world, unit, enemy, down) if swoop_refusal(world, unit, enemy, down, up) is None]
            found.extend([("swoop", enemy.id, down, up) for up in ways[:3]])
        return found


@rule("masse.fly.skirmish-attack")
def swoop(world: World, id: int, answer: tuple[str, int, tuple[Leg, ...], tuple[Leg, ...]]) -> Script:
    """The fliers come down, strike from above, take the answer and climb away; they are not engaged. Returns the world."""
    _, target, legs_in, legs_out = answer
    mv = flight_mv(world.units[id])
    down = along_way(world, Flown(world.units[id]), legs_in, mv)
    up = along_way(world, down, legs_out, mv)
    world, bold = yield Call(courage, world, id, target)
    if not bold:
        return instead(world, id, target)
    yield Tell("masse.fly.skirmish-attack", "swoops", (id, target))
    world, stopped = yield from under_fire(world, id, down.unit)
    if stopped:
        return world
    world = yield Call(exchange, met_in_duel(world, id, target), id, target, False, True)
    if world.units[id].status != ON_TABLE:
        return world
    return world.with_unit(flown_to(world.units[id], up.unit))


# ---------------------------------------------------------------- interception (masse.fly.interception)


def intercept_refusal(world: World, unit: Unit, target: Unit, legs: Any) -> Refusal | None:
    """Why this is no interception, or None: both in the air at one altitude; those already in contact need no way."""
    rule_id = "masse.fly.interception"
    if target.altitude == 0:
        return no(rule_id, "not-in-the-air", target.id)
    if contact(unit, target):
        return None if legs == () else no(rule_id, "malformed", str(legs))
    if not is_way(legs):
        return no(rule_id, "malformed", str(legs))
    flown = along_way(world, Flown(unit), legs, flight_mv(unit))
    if flown.refused is not None:
        return flown.refused
    if not contact(flown.unit, target):
        return no(rule_id, "misses-target", unit.id, target.id)
    return air_refusal(world, flown.unit)


@final
class Intercept(Order):
    """Meet an enemy in the air: ("intercept", target, (leg, …)), or ("intercept", target, ()) when it is in contact already.
    (masse.fly.interception)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        world, unit = doing.world, doing.unit()
        if not can_fly(unit) or unit.morale == ROUTED or not any(enemy.altitude for enemy in enemies(world, unit)):
            return False
        return self.locked(doing) or flight_refusal(world, unit) is None

    def locked(self, doing: Doing) -> bool:
        """Is it in melee in the air?"""
        unit = doing.unit()
        return unit.altitude > 0 and any(contact(unit, enemy) for enemy in enemies(doing.world, unit))

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 3:
            return no("masse.fly.interception", "malformed", str(answer))
        world, unit = doing.world, doing.unit()
        refused = target_refusal(world, unit, answer[1])
        if refused is not None:
            return refused
        if not self.locked(doing):
            refused = flight_refusal(world, unit)
        elif not contact(unit, world.units[answer[1]]):
            refused = no("masse.fly.takeoff-landing", "engaged", unit.id)
        return refused if refused is not None else intercept_refusal(world, unit, world.units[answer[1]], answer[2])

    def listed(self, doing: Doing) -> list[Answer]:
        world, unit = doing.world, doing.unit()
        found: list[Answer] = []
        for enemy in enemies(world, unit):
            if enemy.altitude and reached(unit, enemy, flight_mv(unit)):
                legs = () if contact(unit, enemy) else way_to(unit, enemy, enemy.altitude)
                if self.refusal(doing, ("intercept", enemy.id, legs)) is None:
                    found.append(("intercept", enemy.id, legs))
        return found


@rule("masse.fly.interception", "masse.fly.interception-altitude")
def intercept(world: World, id: int, answer: tuple[str, int, tuple[Leg, ...]]) -> Script:
    """Two flying units fight at one altitude without any charge; after the blow and the answer both lose 1d6 steps, and a
    forced landing does no harm. Returns the world."""
    _, target, legs = answer
    world, bold = yield Call(courage, world, id, target)
    if not bold:
        return instead(world, id, target)
    if legs:
        flown = along_way(world, Flown(world.units[id]), legs, flight_mv(world.units[id]))
        world, stopped = yield from under_fire(world, id, flown.unit)
        if stopped:
            return world
        world = met_in_duel(world.with_unit(at_altitude(world.units[id], flown.unit.altitude)), id, target)
    yield Tell("masse.fly.interception", "intercepts", (id, target))
    world = yield Call(exchange, world, id, target, False)
    (die,) = yield Roll("masse.fly.interception-altitude", world.units[id].seat, world, 1, 6, (), id)
    for one in (id, target):
        if world.units[one].status == ON_TABLE:
            world = yield Call(sink, world, one, die)
    return world


@rule("masse.fly.interception-altitude")
def sink(world: World, id: int, steps: int) -> Script:
    """A flier loses altitude; at 0 it has landed. Returns the world."""
    unit = world.units[id]
    if unit.altitude <= steps:
        return Call(come_down, world, id)
    yield Tell("masse.fly.interception-altitude", "sinks", (id, steps, unit.altitude - steps))
    return world.with_unit(at_altitude(unit, unit.altitude - steps))


# ---------------------------------------------------------------- ground attack (masse.fly.ground-attack)


def landing_refusal(world: World, unit: Unit, target: Unit, legs: Any, budget: int) -> Refusal | None:
    """Why it cannot come down beside this target, or None."""
    if target.altitude > 0:
        return no("masse.fly.ground-attack", "not-on-the-ground", target.id)
    if not is_way(legs):
        return no("masse.fly.ground-attack", "malformed", str(legs))
    flown = along_way(world, Flown(unit), legs, budget)
    if flown.refused is not None:
        return flown.refused
    if flown.unit.altitude > 0 or not contact(flown.unit, target):
        return no("masse.fly.ground-attack", "misses-target", unit.id, target.id)
    return room_refusal(world, flown.unit)


@final
class GroundAttack(Order):
    """Land beside an enemy and fight it on foot: ("ground-attack", target, (leg, …)). (masse.fly.ground-attack)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.unit().altitude > 0 and flight_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        refused = attack_refusal(doing, answer, 3)
        if refused is not None:
            return refused
        unit = doing.unit()
        if unit.altitude == 0:
            return no("masse.fly.ground-attack", "on-the-ground", unit.id)
        return landing_refusal(doing.world, unit, doing.world.units[answer[1]], answer[2], flight_mv(unit))

    def listed(self, doing: Doing) -> list[Answer]:
        world, unit = doing.world, doing.unit()
        found: list[Answer] = []
        for enemy in enemies(world, unit):
            if enemy.altitude == 0 and reached(unit, enemy, flight_mv(unit) + CEILING * STEP):
                answer = ("ground-attack", enemy.id, way_to(unit, enemy, 0))
                if self.refusal(doing, answer) is None:
                    found.append(answer)
        return found


@rule("masse.fly.ground-attack")
def ground_attack(world: World, id: int, answer: tuple[str, int, tuple[Leg, ...]]) -> Script:
    """The unit lands just before contact, and the fight is an ordinary melee; individuals attack in the same action too
    (masse.hero.attack-needs-full-action). Returns the world."""
    _, target, legs = answer
    start = world.units[id]
    flown = along_way(world, Flown(start), legs, flight_mv(start))
    yield Tell("masse.fly.ground-attack", "ground-attack", (id, target))
    world, stopped = yield from under_fire(world, id, flown.unit)
    if stopped:
        return world
    world, bold = yield Call(engage_rule(), world.with_unit(at_altitude(world.units[id], 0)), id, (target,))
    if not bold and able(world, id):
        twin = flown_to(world.units[id], start)
        twin.moved = start.moved
        return instead(world.with_unit(twin), id, target)
    if not bold or world.units[target].status != ON_TABLE:
        return world
    return Call(melee, world, id, target, False, False)


# ---------------------------------------------------------------- dive (masse.fly.dive-attack)


def dive_refusal(world: World, unit: Unit, target: Unit, legs: Any) -> Refusal | None:
    """Why this is no dive on the target, or None: a charge out of the air, straight for half MV and up to 1.5 MV in all, with
    at most one turn, that ends on the ground beside the target. (masse.fly.dive-attack, masse.move.charge-distance)"""
    reach = share_of(flight_mv(unit), CHARGE_REACH)
    refused = landing_refusal(world, unit, target, legs, reach)
    if refused is not None:
        return refused
    if len([leg for leg in legs if leg[0]]) > 1:
        return no("masse.move.charge-path", "charge-path", unit.id)
    if CHARGE_RUN[1] * sum([leg[1] for leg in legs]) < CHARGE_RUN[0] * flight_mv(unit):
        return no("masse.move.charge-distance", "too-close", unit.id)
    return None


@final
class Dive(Order):
    """Carry out a declared charge out of the air: ("dive", target, (leg, …)); with no legs it falls short: the unit flies its
    normal MV towards the target. (masse.fly.dive-attack, masse.move.charge-failed-distance)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.altitude == 0 or unit.declared < 0 or shrunk_from(unit.declared) in unit.tested:
            return False
        target = doing.world.units[unit.declared]
        return target.status == ON_TABLE and target.altitude == 0 and flight_refusal(doing.world, unit) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        refused = attack_refusal(doing, answer, 3)
        if refused is not None:
            return refused
        world, unit = doing.world, doing.unit()
        if unit.altitude == 0:
            return no("masse.fly.dive-attack", "on-the-ground", unit.id)
        if unit.declared != answer[1]:
            return no("masse.turn.charge-declaration", "not-declared", unit.id)
        if unit.morale != STABLE:
            return no("masse.move.charge-state", "cannot-charge-now", unit.id)
        target = world.units[answer[1]]
        if target.altitude > 0:
            return no("masse.fly.dive-only-charge", "not-on-the-ground", target.id)
        if not sees(world, unit, target):
            return no("masse.move.charge-sees-target", "does-not-see", unit.id, target.id)
        if answer[2] != ():
            return dive_refusal(world, unit, target, answer[2])
        reached = dive_refusal(world, unit, target, way_to(unit, target, 0)) is None
        return no("masse.move.charge-failed-distance", "in-reach", unit.id, target.id) if reached else None

    def listed(self, doing: Doing) -> list[Answer]:
        unit = doing.unit()
        target = doing.world.units[unit.declared]
        for legs in (way_to(unit, target, 0), ()):
            answer = ("dive", target.id, legs)
            if self.refusal(doing, answer) is None:
                return [answer]
        return []


@rule("masse.fly.dive-attack", "masse.fly.dive-only-charge", "masse.fly.dive-lands")
def dive(world: World, id: int, answer: tuple[str, int, tuple[Leg, ...]]) -> Script:
    """A charge from above with all its effects: the command test, the fright, breath and longer weapons first, the attack at
    +2 and +1 with half as many dice again; then the riposte, and the unit is on the ground. Returns the world."""
    _, target, legs = answer
    if not legs:
        yield Tell("masse.move.charge-failed-distance", "charge-falls-short", (id, target))
        return Call(fly_towards, world, id, target)
    world, bold = yield Call(dares_charge, world, id, target)
    if not bold:
        yield Tell("masse.move.charge-failed-test", "charge-refused", (id, target))
        return instead(world, id, target)
    return Call(dive_home, world, id, target, legs)


@rule("masse.fly.dive-attack.run", "masse.morale.mod-charge")
def dive_home(world: World, id: int, target: int, legs: tuple[Leg, ...]) -> Script:
    """A whole dive; its +4 of morale lasts as long as it does. Returns the world."""
    return ended((yield Call(fall_upon, begun(world, id), id, target, legs)), id)


@rule("masse.fly.dive-result")
def fall_upon(world: World, id: int, target: int, legs: tuple[Leg, ...]) -> Script:
    """The dive itself: after the attack and the answer, whoever took more NV holds the ground; the other gives way and stays
    engaged. Returns the world."""
    flown = along_way(world, Flown(world.units[id]), legs, share_of(flight_mv(world.units[id]), CHARGE_REACH))
    twin = at_altitude(flown_to(world.units[id], flown.unit), 1)
    twin.charged = True
    near_ones = (target, *passed_by(world, world.units[id], twin, (target,)))
    yield Tell("masse.fly.dive-attack", "dives", (id, target))
    world, stopped = yield Call(reaction_rule(), world.with_unit(twin), id)
    if stopped:
        return world
    world = met_in_duel(world, id, target)
    world = yield Call(shaken_by_charge, world, id, target, near_ones)
    for one, other in ((id, target), (target, id)):
        if world.units[one].card.breath and both_there(world, one, other):
            world = yield Call(breath_rule(), world, one, other, id)
    before = world
    if world.units[target].status == ON_TABLE and upon(world.units[id], world.units[target]):
        world = yield Call(exchange, world, id, target, True)
    if world.units[id].status != ON_TABLE:
        return world
    taken = world.units[target].nv_lost - before.units[target].nv_lost
    lost = world.units[id].nv_lost - before.units[id].nv_lost
    if taken > lost and able(world, target) and able(world, id):
        world = pressed(world, id, target)
        yield Tell("masse.fly.dive-result", "gives-way", (target, id, taken, lost))
    elif lost > taken:
        yield Tell("masse.fly.dive-result", "gives-way", (id, target, lost, taken))
    world = yield Call(come_down, world, id)
    for one in (id, target):
        if world.units[one].morale == SHAKEN and before.units[one].morale != SHAKEN and engaged(world, world.units[one]):
            twin = world.units[one].copy()
            twin.broken = True  # masse.morale.shaken-must-break-off
            world = world.with_unit(twin)
    return world


def pressed(world: World, id: int, target: int) -> World:
    """The world with the target pushed back, away from the fliers, by the depth of one of their bases or as far as it has room;
    they come down on the ground it leaves, so that both stay in contact. (masse.fly.dive-result)"""
    unit, foe = world.units[id], world.units[target]
    for part in (4, 3, 2, 1):
        dx, dy = turned(unit.card.depth * part // 4, 0, unit.facing)
        if has_room(world, foe, dx, dy):
            for one in (unit, foe):
                twin = one.copy()
                twin.x += dx
                twin.y += dy
                world = world.with_unit(twin)
            return world
    return world


@rule("masse.move.charge-failed-distance.air")
def fly_towards(world: World, id: int, target: int) -> Script:
    """The unit flies its normal MV towards an enemy, as far as it may turn, without touching anybody. Returns the world."""
    unit = world.units[id]
    for legs in ways_towards(unit, world.units[target]):
        if fly_refusal(world, unit, legs) is None:
            return (yield Call(fly_rule(), world, id, ("fly", legs)))
    return world


def ways_towards(unit: Unit, target: Unit) -> list[tuple[Leg, ...]]:
    """Flights towards an enemy, the straightest and longest first."""
    most = min(turn_limit(unit, 0), 18000)
    turn = max(-most, min(most, bearing(unit, target.x, target.y)))
    climb = 0 if unit.altitude else 2
    return [level_leg(unit, turn, steps, quarters) for steps in (climb, climb + 1) for quarters in (4, 3, 2)]


fly_rule: Final = Later("masse.fly.climb-descend")
"""The flight itself."""

breath_rule: Final = Later("masse.breath.opportunity")
"""Breath just before a melee. Returns the world."""


register(Swoop("swoop", WHOLE, 10, swoop))
register(Intercept("intercept", WHOLE, 14, intercept))
register(GroundAttack("ground-attack", WHOLE, 6, ground_attack))
register(Dive("dive", WHOLE, 30, dive))
