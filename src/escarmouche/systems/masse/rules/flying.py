"""Flying: altitude, climbing and turning in the air, taking off and landing.

A way through the air is a tuple of legs (turn, length, steps): a turn to the left in hundredths of a degree (negative to the
right), then straight on for a length, with a change of altitude in steps of 5 m.
"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import ENRAGED, INCH, ON_TABLE, ROUTED, Unit, World
from escarmouche.systems.masse.rules.breath import RECOVERY, is_recovering
from escarmouche.systems.masse.rules.ground import (
    CONTACT,
    STEP,
    confined,
    contact,
    enemies,
    engaged,
    far_apart,
    footprint,
    setting_off,
)
from escarmouche.systems.masse.rules.movement import FULL_TURN, reaction_rule
from escarmouche.systems.masse.rules.orders import MOVE, Doing, Order, register
from escarmouche.systems.masse.rules.spots import free_spot, room_refusal
from escarmouche.systems.masse.rules.values import HOVERING, ONWARDS, SHARPER, SHARPEST
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.shapes import turned
from escarmouche.table.trig import angle_of

Leg = tuple[int, int, int]

CEILING: Final = 20
"""A d20 shows the altitude. (masse.fly.altitude)"""

MOST_LEGS: Final = 6
LONGEST: Final = 100 * INCH
"""More than any leg on any table."""

# ---------------------------------------------------------------- classes


def can_fly(unit: Unit) -> bool:
    """Has it wings, or whatever it takes?"""
    return unit.card.has("flying")


def class_of(unit: Unit) -> str:
    """Its class of manoeuvrability, from A, perfect, to E, clumsy. (masse.fly.manoeuvrability)"""
    for letter in SHARPEST:
        if unit.card.has("manoeuvrability-" + letter):
            return letter
    return "c"


def hovers(unit: Unit) -> bool:
    """May it stay in the air without moving, and rise and sink vertically?"""
    return class_of(unit) in HOVERING


def flight_mv(unit: Unit) -> int:
    """Its MV in the air. (masse.special.flying-profile)"""
    return unit.card.mv


def turn_limit(unit: Unit, spent: int) -> int:
    """How far it may have turned in this action once so much movement is spent: class C gains 45 degrees for each quarter of
    its MV. (masse.fly.manoeuvrability)"""
    letter = class_of(unit)
    more = SHARPER[letter] * (4 * spent // flight_mv(unit)) if SHARPER[letter] else 0
    return SHARPEST[letter] + more


# ---------------------------------------------------------------- legs


def leg_cost(length: int, steps: int) -> int:
    """What a leg costs: like slopes, twice the way climbed, two thirds of the way descended, at 45 degrees
    (masse.fly.climb-descend); what is steeper is vertical, three times as dear upwards and free downwards
    (masse.fly.vertical)."""
    rise = abs(steps) * STEP
    slope = min(rise, length)
    if steps > 0:
        return length + slope + 3 * (rise - slope)
    return length - slope // 3


@final
class Flown:
    """A flight as far as it has gone: where the unit is, what it has spent, turned and covered; or why it may not be."""

    __slots__ = ("covered", "refused", "spent", "turning", "unit")

    def __init__(self, unit: Unit, spent: int = 0, turning: int = 0, covered: int = 0, refused: Refusal | None = None) -> None:
        self.unit = unit
        self.spent = spent
        self.turning = turning
        self.covered = covered
        self.refused = refused

    def failed(self, refused: Refusal) -> Flown:
        """The same flight, refused."""
        return Flown(self.unit, self.spent, self.turning, self.covered, refused)


def is_way(legs: Any) -> bool:
    """Is it a tuple of legs?"""
    if not isinstance(legs, tuple) or not 1 <= len(legs) <= MOST_LEGS:
        return False
    for leg in legs:
        if not isinstance(leg, tuple) or len(leg) != 3 or any(type(part) is not int for part in leg):
            return False
        if abs(leg[0]) > 18000 or not 0 <= leg[1] <= LONGEST or abs(leg[2]) > CEILING:
            return False
    return True


def one_leg(world: World, now: Flown, leg: Leg, last: bool) -> Flown:
    """A flight and one leg more. Only the last leg may end on the ground."""
    unit = now.unit
    turn, length, steps = leg
    turning = now.turning + abs(turn)
    if turning > turn_limit(unit, now.spent):
        return now.failed(no("masse.fly.manoeuvrability", "turns-too-sharply", unit.id))
    if abs(steps) * STEP > length and not hovers(unit):
        return now.failed(no("masse.fly.climb-descend", "too-steep", unit.id))
    twin = unit.copy()
    twin.facing = (unit.facing + turn) % FULL_TURN
    twin.altitude = unit.altitude + steps
    if twin.altitude > CEILING or twin.altitude < 0:
        return now.failed(no("masse.fly.altitude", "altitude-range", unit.id))
    if twin.altitude == 0 and not last:
        return now.failed(no("masse.fly.takeoff-landing", "on-the-ground", unit.id))
    dx, dy = turned(length, 0, twin.facing)
    twin.x += dx
    twin.y += dy
    shape = footprint(twin)
    if shape.left < 0 or shape.bottom < 0 or shape.right > world.width or shape.top > world.depth:
        return now.failed(no("masse.move.leave-table", "off-the-table", unit.id))
    return Flown(twin, now.spent + leg_cost(length, steps), turning, now.covered + length)


def along_way(world: World, start: Flown, legs: tuple[Leg, ...], budget: int) -> Flown:
    """The flight after all these legs, within a budget."""
    now = start
    for number, leg in enumerate(legs):
        now = one_leg(world, now, leg, number + 1 == len(legs))
        if now.refused is not None:
            return now
        if now.spent > budget:
            return now.failed(no("masse.move.budget", "too-far", start.unit.id, budget))
    return now


def air_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the unit may not be where it has flown, or None: on the ground it needs room, in the air it is not among others of
    the same altitude. (masse.move.no-interpenetration)"""
    if unit.altitude == 0:
        return room_refusal(world, unit)
    for other in world.units:
        if other.status != ON_TABLE or other.id == unit.id or other.altitude != unit.altitude:
            continue
        if not far_apart(unit, other, CONTACT) and polygons_overlap(footprint(unit), footprint(other)):
            return no("masse.move.no-interpenetration", "unit-in-the-way", unit.id, other.id)
    return None


def keeps_moving(unit: Unit, covered: int) -> bool:
    """Has it flown far enough to stay in the air: half its MV, unless it hovers? (masse.fly.manoeuvrability)"""
    least = ONWARDS[class_of(unit)]
    return hovers(unit) or least[1] * covered >= least[0] * flight_mv(unit)


# ---------------------------------------------------------------- who may fly now


def flight_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why it cannot fly in this action at all, or None."""
    if not can_fly(unit):
        return no("masse.fly.altitude", "no-flier", unit.id)
    if unit.morale in (ENRAGED, ROUTED) or unit.second_shot or confined(unit):
        return no("masse.move.budget", "cannot-move", unit.id)
    return airborne_refusal(world, unit)


def airborne_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why it cannot take wing, or None: engaged, receiving a charge, or still recovering from its breath.
    (masse.fly.takeoff-landing, masse.breath.flyer-takeoff)"""
    if engaged(world, unit):
        return no("masse.fly.takeoff-landing", "engaged", unit.id)
    if unit.receiving:
        return no("masse.move.receive-charge", "is-receiving", unit.id)
    if unit.altitude == 0 and is_recovering(world, unit):
        return no("masse.breath.flyer-takeoff", "breath-recovers", unit.id, unit.breathed + RECOVERY)
    return None


def fly_refusal(world: World, unit: Unit, legs: Any) -> Refusal | None:
    """Why this flight is not allowed, or None: it must stay within MV, go on far enough or land, and touch nobody."""
    if not is_way(legs):
        return no("masse.fly.climb-descend", "malformed", str(legs))
    flown = along_way(world, Flown(unit), legs, flight_mv(unit))
    if flown.refused is not None:
        return flown.refused
    if flown.unit.altitude > 0 and not keeps_moving(unit, flown.covered):
        return no("masse.fly.manoeuvrability", "too-slow", unit.id)
    refused = air_refusal(world, flown.unit)
    if refused is not None:
        return refused
    if any(contact(flown.unit, enemy) for enemy in enemies(world, unit)):
        return no("masse.fly.modes", "fly-contact", unit.id)
    return None


# ---------------------------------------------------------------- the order


@final
class Fly(Order):
    """Fly: ("fly", (leg, …)), a leg being (turn, length, steps). The last may end on the ground; the first takes off from it.
    (masse.fly.takeoff-landing)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return can_fly(doing.unit()) and flight_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 2:
            return no("masse.fly.climb-descend", "malformed", str(answer))
        refused = flight_refusal(doing.world, doing.unit())
        return refused if refused is not None else fly_refusal(doing.world, doing.unit(), answer[1])

    def listed(self, doing: Doing) -> list[Answer]:
        world, unit = doing.world, doing.unit()
        found: list[Answer] = []
        for legs in ideas(world, unit):
            answer = ("fly", legs)
            if answer not in found and fly_refusal(world, unit, legs) is None:
                found.append(answer)
        return found

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        world, unit = doing.world, doing.unit()
        most = turn_limit(unit, 0)
        turn = chance.below(min(18000, most) * 2 + 1) - min(18000, most)
        height = chance.below(9) - 4 if unit.altitude else 1 + chance.below(4)
        steps = max(-unit.altitude, min(CEILING - unit.altitude, height))
        legs = level_leg(unit, turn, steps, 2 + chance.below(3))
        return ("fly", legs) if fly_refusal(world, unit, legs) is None else None


def level_leg(unit: Unit, turn: int, steps: int, quarters: int) -> tuple[Leg, ...]:
    """A single leg with this turn and change of altitude, of so many quarters of what MV allows."""
    rise = abs(steps) * STEP
    longest = flight_mv(unit) - rise if steps > 0 else flight_mv(unit) + rise // 3
    return ((turn, longest * quarters // 4, steps),)


def ideas(world: World, unit: Unit) -> list[tuple[Leg, ...]]:
    """Flights worth considering: straight on, turning and towards every enemy, level, climbing, sinking and landing; away from
    the nearest enemy; down on the spot for those who hover."""
    turns = [0, 4500, -4500, 9000, -9000]
    turns.extend([bearing(unit, enemy.x, enemy.y) for enemy in enemies(world, unit)])
    turns.extend([bearing(unit, goal.x, goal.y) for goal in world.goals if goal.reach])
    if enemies(world, unit):
        nearest = min(enemies(world, unit), key=lambda o: (o.x - unit.x) ** 2 + (o.y - unit.y) ** 2)
        turns.append(bearing(unit, 2 * unit.x - nearest.x, 2 * unit.y - nearest.y))
    heights = [0, 4, -2, -unit.altitude] if unit.altitude else [2, 6]
    found = [
        level_leg(unit, turn, steps, quarters)
        for turn in dict.fromkeys(turns)
        if abs(turn) <= turn_limit(unit, 0)
        for steps in dict.fromkeys(heights)
        for quarters in (4, 2)
    ]
    return [*found, ((0, 0, -unit.altitude),)] if unit.altitude else found


def bearing(unit: Unit, x: int, y: int) -> int:
    """By how much it must turn to face a point, to the left."""
    return (angle_of(x - unit.x, y - unit.y) - unit.facing + 18000) % FULL_TURN - 18000


@rule("masse.fly.climb-descend", "masse.fly.altitude")
def fly(world: World, id: int, answer: tuple[str, tuple[Leg, ...]]) -> Script:
    """The unit flies leg by leg; enemies that wait for it may shoot after each. Returns the world."""
    legs = answer[1]
    for number, leg in enumerate(legs):
        flown = one_leg(world, Flown(world.units[id], flight_mv(world.units[id])), leg, number + 1 == len(legs))
        world = world.with_unit(flown_to(world.units[id], flown.unit))
        yield Tell("masse.fly.climb-descend", "flies", (id, leg[0], leg[1], flown.unit.altitude))
        world, stopped = yield Call(reaction_rule(), world, id)
        if stopped or world.units[id].status != ON_TABLE:
            return world
    return world


def flown_to(unit: Unit, place: Unit) -> Unit:
    """The unit as it is now, where its flight has brought it."""
    twin = unit.copy() if unit.moved else setting_off(unit)
    twin.x, twin.y, twin.facing, twin.altitude = place.x, place.y, place.facing, place.altitude
    twin.moved = True
    return twin


# ---------------------------------------------------------------- landing (masse.fly.takeoff-landing)


@final
class Land(Order):
    """Give up the flight and come down: ("land",). (masse.fly.takeoff-landing)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.unit().altitude > 0 and flight_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.fly.takeoff-landing", "malformed", str(answer))
        if doing.unit().altitude == 0:
            return no("masse.fly.takeoff-landing", "on-the-ground", doing.id)
        return flight_refusal(doing.world, doing.unit())

    def listed(self, doing: Doing) -> list[Answer]:
        return [("land",)]


@rule("masse.fly.takeoff-landing.order")
def land(world: World, id: int, _answer: tuple[str]) -> Script:
    """The unit comes down by its player's wish. Returns the world."""
    return (yield Call(come_down, world, id))


@rule("masse.fly.takeoff-landing")
def come_down(world: World, id: int) -> Script:
    """A flier lands, free of cost and harm, beneath where it is or on the nearest free ground. Returns the world."""
    unit = world.units[id]
    spot = free_spot(world, unit)
    twin = unit.copy()
    twin.altitude = 0 if spot is not None else 1
    twin.x, twin.y = spot if spot is not None else (unit.x, unit.y)
    yield Tell("masse.fly.takeoff-landing", "lands", (id,))
    return world.with_unit(twin)


@rule("masse.fly.manoeuvrability")
def landings(world: World) -> Script:
    """At the end of a turn those who cannot hover and have not kept moving come down. Returns the world."""
    for unit in world.units:
        if unit.status == ON_TABLE and unit.altitude > 0 and not unit.moved and not hovers(unit) and not engaged(world, unit):
            world = yield Call(come_down, world, unit.id)
    return world


register(Fly("fly", MOVE, 10, fly))
register(Land("land", MOVE, 1, land))
