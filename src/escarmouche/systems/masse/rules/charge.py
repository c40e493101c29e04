"""Charges: the zone, the test, the run; counter-charges; forced marches."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Options, Refusal, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import ENRAGED, ON_TABLE, ROUTED, SHAKEN, STABLE, Taken, Unit, World
from escarmouche.systems.masse.rules.ground import (
    confined,
    contact,
    enemies,
    engaged,
    foes,
    footprint,
    in_building,
    is_individual,
    let_go,
    reached,
    sees,
    setting_off,
    strength,
    within,
)
from escarmouche.systems.masse.rules.melee import first_blow, melee
from escarmouche.systems.masse.rules.morale import (
    CHARGE,
    ENEMY_CHARGING,
    FORCED_MARCH,
    OBSTACLE,
    UNDEAD,
    begun,
    ended,
    morale_test,
    takes_tests,
)
from escarmouche.systems.masse.rules.movement import (
    FULL_TURN,
    Step,
    allowance,
    approach,
    longest_march,
    move,
    nearly,
    reaction_rule,
    take_step,
    touches_enemy,
    turns_freely,
)
from escarmouche.systems.masse.rules.orders import FELL_SHORT, MOVE, WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.terrain import STRIDE, is_crossed, obstacles_entered
from escarmouche.systems.masse.rules.turn import initiative
from escarmouche.systems.masse.rules.values import (
    CHARGE_REACH,
    CHARGE_RUN,
    FORCED_REACH,
    INITIATIVE_MODIFIERS,
    MARCHING,
    NEARNESS,
    share_of,
)
from escarmouche.systems.masse.rules.ways import may_meet
from escarmouche.table.areas import moved as shifted
from escarmouche.table.areas import swept
from escarmouche.table.lanes import Lane
from escarmouche.table.shapes import polygons_within, turned
from escarmouche.table.trig import angle_of

STAND: Final[tuple[str, ...]] = ("stand", "flee")

# ---------------------------------------------------------------- who may charge


def can_charge(world: World, unit: Unit) -> Refusal | None:
    """Why the unit may not charge at all, or None: enraged or stable (masse.move.charge-state, masse.morale.shaken-no-charge),
    one front (masse.move.charge-single-front), not engaged, not an individual on foot; chariots, who are none, like any unit
    (masse.chariot.charge)."""
    if unit.morale not in (ENRAGED, STABLE):
        return no("masse.move.charge-state", "cannot-charge-now", unit.id)
    if unit.fronts:
        return no("masse.move.charge-single-front", "multiple-front", unit.id)
    if engaged(world, unit) or confined(unit) or unit.card.category == "engine":
        return no("masse.move.engaged-cannot-manoeuvre", "engaged", unit.id)
    if unit.card.has("flying"):
        return no("masse.fly.dive-only-charge", "charges-by-dive", unit.id)
    if is_individual(unit):
        return no("masse.hero.attack-needs-full-action", "individuals-do-not-charge", unit.id)
    return None


# ---------------------------------------------------------------- the run


def charge_steps(world: World, unit: Unit, target: Unit) -> tuple[Step, ...]:
    """The way of a charge: a march, with at most one wheel, that meets the target (masse.move.charge-path): straight on where
    that hits, else a wheel to face it first. () when no such way is within 1.5 MV."""
    reach = share_of(allowance(world, unit), CHARGE_REACH)
    off: int = (angle_of(target.x - unit.x, target.y - unit.y) - unit.facing + 18000) % FULL_TURN - 18000
    plans: list[tuple[Step, ...]] = [()]
    if 100 < abs(off) <= 9000:
        plans.append((("wheel", "left" if off > 0 else "right", abs(off)),))
    for turn in plans:
        now, left = unit, reach
        if turn:
            taken = take_step(world, unit, turn[0])
            if taken.refused is not None or taken.cost > left:
                continue
            now, left = taken.unit, left - taken.cost
        run = run_to(world, now, target, left)
        if run is not None:
            return (*turn, run)
    return ()


def run_to(world: World, now: Unit, target: Unit, left: int) -> Step | None:
    """The march from here into contact with the target, or None: straight ahead, or at a slant towards it."""
    slant: int = (angle_of(target.x - now.x, target.y - now.y) - now.facing + 18000) % FULL_TURN - 18000
    for off in (0, slant):
        heading = (now.facing + off) % FULL_TURN
        if abs(off) > 4500 or not may_meet(world, now, target, heading if turns_freely(now) else now.facing, heading, left):
            continue
        march = ("march", off, longest_march(world, now, off, left))
        if contact(take_step(world, now, march).unit, target):
            return march
    return None


def straight_part(steps: tuple[Step, ...]) -> int:
    """How far the run goes straight."""
    return sum([step[2] for step in steps if step[0] == "march"])


def strays(steps: tuple[Step, ...]) -> bool:
    """Does the march change its direction without a wheel? It is one march, before or after the wheel or parted by it."""
    return any(one[0] == other[0] == "march" for one, other in pairwise(steps))


def run(world: World, unit: Unit, steps: tuple[Any, ...], rule_id: str) -> Taken:
    """A march with at most one wheel: where it ends and what it costs, or why it is none by the rule of its way."""
    now, cost, wheels = unit, 0, 0
    for step in steps:
        if not isinstance(step, tuple) or not step or step[0] not in ("march", "wheel"):
            return Taken(unit, 0, no(rule_id, "charge-path", unit.id))
        wheels += 1 if step[0] == "wheel" else 0
        taken = take_step(world, now, step)
        if taken.refused is not None:
            return taken
        now, cost = taken.unit, cost + taken.cost
    if wheels > 1 or strays(steps):
        return Taken(unit, 0, no(rule_id, "charge-path", unit.id))
    return Taken(now, cost)


def charge_refusal(world: World, unit: Unit, target: Unit, steps: Any) -> Refusal | None:
    """Why this run is no charge on the target, or None: it must be a march with at most one wheel, meet the target, go straight
    for at least half MV and cost at most 1.5 MV. (masse.move.charge-distance)"""
    if not isinstance(steps, tuple) or not 1 <= len(steps) <= 3:
        return no("masse.move.charge-path", "malformed", str(steps))
    ran = run(world, unit, steps, "masse.move.charge-path")
    if ran.refused is not None:
        return ran.refused
    mv = allowance(world, unit)
    if ran.cost > share_of(mv, CHARGE_REACH):
        return no("masse.move.charge-distance", "too-far", unit.id, share_of(mv, CHARGE_REACH))
    if CHARGE_RUN[1] * straight_part(steps) < CHARGE_RUN[0] * mv:
        return no("masse.move.charge-distance", "too-close", unit.id)
    return None if contact(ran.unit, target) else no("masse.move.charge", "misses-target", unit.id, target.id)


@final
class Charge(Order):
    """Carry out a declared charge: ("charge", steps); with no steps it falls short: the unit advances its normal MV.
    (masse.move.charge, masse.move.charge-measure-after)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.declared < 0 or unit.altitude > 0 or doing.world.units[unit.declared].status != ON_TABLE:
            return False
        if CHARGE in unit.tested or FELL_SHORT in unit.tested or not doing.open(WHOLE):
            return False
        return can_charge(doing.world, unit) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        unit = doing.unit()
        if len(answer) != 2 or not isinstance(answer[1], tuple):
            return no("masse.move.charge", "malformed", str(answer))
        if unit.declared < 0:
            return no("masse.turn.charge-declaration", "not-declared", unit.id)
        refused = can_charge(doing.world, unit)
        if refused is not None:
            return refused
        if CHARGE in unit.tested:
            return no("masse.move.charge-failed-test", "dared-no-charge", unit.id)
        if not doing.open(WHOLE):
            return no("masse.turn.action-content", "action-used", unit.id)
        target = doing.world.units[unit.declared]
        if target.status != ON_TABLE:
            return no("masse.move.charge", "target-gone", unit.id)
        if answer[1] == ():
            reached = within_charge(doing.world, unit, target)
            return no("masse.move.charge-failed-distance", "in-reach", unit.id, target.id) if reached else None
        if not sees(doing.world, unit, target):
            return no("masse.move.charge-sees-target", "does-not-see", unit.id, target.id)
        return charge_refusal(doing.world, unit, target, answer[1])

    def listed(self, doing: Doing) -> list[Answer]:
        unit = doing.unit()
        if not self.possible(doing):
            return []
        return [("charge", within_charge(doing.world, unit, doing.world.units[unit.declared]))]


def within_charge(world: World, unit: Unit, target: Unit) -> tuple[Step, ...]:
    """The way of a charge that can be made now, or () where it falls short: the target is out of reach, too close or out of
    sight. (masse.move.charge-failed-distance)"""
    if not sees(world, unit, target):
        return ()
    steps = charge_steps(world, unit, target)
    return steps if steps and charge_refusal(world, unit, target, steps) is None else ()


@rule("masse.move.charge", "masse.move.charge-command-test", "masse.move.charge-failed-test")
def charge(world: World, id: int, answer: tuple[str, tuple[Step, ...]]) -> Script:
    """The command test, then the run; without reach a normal advance (masse.move.charge-failed-distance). A failed test only
    means that there is no charge: the unit keeps its action. Returns the world."""
    target = world.units[id].declared
    if not answer[1]:
        yield Tell("masse.move.charge-failed-distance", "charge-falls-short", (id, target))
        return Call(advance, tried(world, id, FELL_SHORT), id, target)
    world, bold = yield Call(dares_charge, world, id, target)
    if not bold:
        yield Tell("masse.move.charge-failed-test", "charge-refused", (id, target))
        return tried(world, id, CHARGE)
    return Call(charge_home, world, id, target, answer[1])


def tried(world: World, id: int, cause: str) -> World:
    """The world with what a unit has tried this turn noted: a test of command failed, an enemy not reached."""
    twin = world.units[id].copy()
    twin.tested = (*twin.tested, cause)
    return world.with_unit(twin)


@rule("masse.morale.dd-charge", "masse.undead.engage-test")
def dares_charge(world: World, id: int, target: int) -> Script:
    """The command test of a charge, against 8, or against 10 when the undead are charged: one roll at the higher. The enraged
    need none. Returns the world and whether it charges."""
    unit = world.units[id]
    if unit.morale == ENRAGED:
        return world, True
    cause = UNDEAD if world.units[target].card.has("undead") else CHARGE
    world, passed, _ = yield Call(morale_test, world, id, cause, target, True)
    return world, passed


@rule("masse.move.charge-path", "masse.morale.mod-charge")
def charge_home(world: World, id: int, target: int, steps: tuple[Step, ...]) -> Script:
    """A whole charge; its +4 of morale lasts from the first step to the last blow. Returns the world."""
    world = yield Call(run_home, begun(world, id), id, target, steps)
    return ended(world, id)


@rule("masse.move.charge-path.run", "masse.melee.mod-charge")
def run_home(world: World, id: int, target: int, steps: tuple[Step, ...]) -> Script:
    """The run of a charge and its attack: enemies may run into it (masse.move.counter-charge), those it comes near may lose
    heart (masse.morale.dd-enemy-charging), obstacles must be dared (masse.morale.dd-obstacle-in-charge), longer weapons strike
    first; whoever they have shaken still strikes, but charges no more (masse.morale.shaken-no-charge). Returns the world."""
    twin = setting_off(world.units[id])
    twin.charged = True
    world = world.with_unit(twin)
    yield Tell("masse.move.charge", "charges", (id, target))
    near_ones: tuple[int, ...] = (target,)
    for step in stretches(steps):
        if world.acting == id:  # a charge that answers another is not answered in its turn
            world, stopped = yield Call(reaction_rule(), world, id)
            if stopped or world.units[id].morale == SHAKEN:  # masse.morale.shaken-no-charge
                return halted(world, id)
        before = world.units[id]
        short = length_before_obstacle(world, before, step) if before.morale != ENRAGED else -1
        if short >= 0:
            if short > 0:
                world = world.with_unit(moved_to(before, take_step(world, before, (step[0], step[1], short)).unit))
            world, passed, _ = yield Call(morale_test, world, id, OBSTACLE, target)
            if not passed:
                yield Tell("masse.move.charge-obstacles", "charge-stopped", (id,))
                return halted(world, id)
        place = nearly(world, before, step).unit
        near_ones += passed_by(world, before, place, near_ones)
        world = world.with_unit(moved_to(world.units[id], place))
    world = yield Call(shaken_by_charge, world, id, target, near_ones)
    if world.units[target].status != ON_TABLE or not contact(world.units[id], world.units[target]):
        return world
    for foe in (target, *[one.id for one in foes(world, world.units[id]) if one.id != target]):
        world = yield Call(charge_met, world, foe, id)
    unit = world.units[id]
    if unit.status != ON_TABLE or unit.morale == ROUTED or world.units[target].status != ON_TABLE:
        return world
    return Call(melee, world, id, target, unit.morale != SHAKEN, False)


@rule("masse.melee.opportunity-before-contact.charge")
def charge_met(world: World, id: int, charger: int) -> Script:
    """An enemy that a charge has reached meets it: with its breath, then with longer weapons. Returns the world."""
    if world.units[id].card.breath and world.units[charger].status == ON_TABLE:
        world = yield Call(breath_rule(), world, id, charger, charger)
    if world.units[charger].status == ON_TABLE:
        world = yield Call(first_blow, braced(world, id, charger), id, charger)
    return world


def braced(world: World, id: int, charger: int) -> World:
    """The world once a charge has reached a unit: if it was prepared, it will strike back with all the more dice.
    (masse.melee.receive-double-dice)"""
    if not world.units[id].receiving:
        return world
    twin = world.units[id].copy()
    twin.braced = charger
    return world.with_unit(twin)


def stretches(steps: tuple[Step, ...]) -> list[Step]:
    """The steps of a run, each march in two halves: enemies may step in before each."""
    found: list[Step] = []
    for step in steps:
        if step[0] == "march" and step[2] > 1:
            found.append(("march", step[1], step[2] // 2))
            found.append(("march", step[1], step[2] - step[2] // 2))
        else:
            found.append(step)
    return found


def length_before_obstacle(world: World, unit: Unit, step: Step) -> int:
    """How far a step goes before the unit begins to cross an obstacle, or -1 where it meets none; a wheel that meets one does
    not begin. (masse.move.charge-obstacles)"""
    before = footprint(unit)
    if step[0] != "march":
        place = take_step(world, unit, step).unit
        return 0 if obstacles_entered(world, before, footprint(place), unit) else -1
    start, done, heading = before, 0, (unit.facing + step[1]) % FULL_TURN
    lane = Lane(start, heading)
    if not any(is_crossed(piece, unit) and lane.gap(piece.shape) <= step[2] for piece in world.pieces):
        return -1
    while done < step[2]:
        further = min(step[2], done + STRIDE)
        dx, dy = turned(further, 0, heading)
        shape = shifted(start, dx, dy)
        if obstacles_entered(world, before, shape, unit):
            return done
        before, done = shape, further
    return -1


def passed_by(world: World, before: Unit, after: Unit, known: tuple[int, ...]) -> tuple[int, ...]:
    """The enemies within 4 in of a stretch of the run, besides those known. (masse.morale.dd-enemy-charging)"""
    way = footprint(after)
    if before.facing == after.facing:
        way = swept(footprint(before), after.x - before.x, after.y - before.y)
    near = [other.id for other in enemies(world, after) if polygons_within(way, footprint(other), NEARNESS[ENEMY_CHARGING] - 1)]
    return tuple([id for id in near if id not in known])


def halted(world: World, id: int) -> World:
    """The world once a charge has been stopped on its way: it is one no longer. (masse.move.counter-charge-interrupt)"""
    twin = world.units[id].copy()
    twin.charged = False
    return world.with_unit(twin)


def moved_to(unit: Unit, place: Unit) -> Unit:
    """The unit as it is now, where the step has brought it."""
    twin = unit.copy()
    twin.x, twin.y, twin.facing, twin.files = place.x, place.y, place.facing, place.files
    twin.moved = True
    let_go(twin)
    return twin


@rule("masse.morale.dd-enemy-charging")
def shaken_by_charge(world: World, id: int, target: int, near_ones: tuple[int, ...] = ()) -> Script:
    """Every enemy within 4 in of the charge (`near_ones` those on its way) that is weaker than it tests; the target may run
    away instead of waiting for it (masse.move.flee-voluntary). Returns the world."""
    charger = world.units[id]
    for one in enemies(world, charger):
        other = world.units[one.id]
        if other.id != target and other.id not in near_ones and not within(charger, other, NEARNESS[ENEMY_CHARGING]):
            continue
        if other.status == ON_TABLE and other.morale != ROUTED and strength(charger) > strength(other):
            world, _, _ = yield Call(morale_test, world, other.id, ENEMY_CHARGING, id)
    return Call(stand_or_run, world, target)


@final
class Stand(Options):
    """Stand or flee from a charge: "stand" or "flee"; a random player mostly stands. (masse.move.flee-voluntary)"""

    __slots__ = ()

    def check(self, answer: Answer) -> Refusal | None:
        return None if answer in STAND else no("masse.move.flee-voluntary", "not-an-option", answer)

    def listed(self) -> list[Answer]:
        return list(STAND)

    def sample(self, chance: Chance) -> Answer:
        return STAND[1] if chance.below(8) == 0 else STAND[0]


@rule("masse.move.flee-voluntary.reaction")
def stand_or_run(world: World, id: int) -> Script:
    """A unit that a charge is declared against, or that it reaches, may run instead of standing. Returns the world."""
    unit = world.units[id]
    if not may_run(world, unit):
        return world
    if (yield Choose("masse.move.flee-voluntary", unit.seat, world, Stand(), id)) == "flee":
        world = yield Call(run_rule(), world, id)
    return world


def may_run(world: World, unit: Unit) -> bool:
    """May it flee from a charge that reaches it? That is its action of the turn, so it must still have one.
    (masse.move.flee-voluntary)"""
    if unit.status != ON_TABLE or unit.acted or unit.id == world.acting or in_building(world, unit):
        return False
    return unit.morale in (STABLE, SHAKEN) and takes_tests(unit)


@rule("masse.move.charge-failed-distance")
def advance(world: World, id: int, target: int) -> Script:
    """The unit moves its normal MV towards the target; where it meets it, it fights without any charge bonus. Returns the
    world."""
    foe = world.units[target]
    steps = approach(world, world.units[id], foe.x, foe.y)
    return (yield Call(move, world, id, ("move", steps))) if steps else world


# ---------------------------------------------------------------- counter-charges


def may_counter(world: World, unit: Unit, mover: Unit) -> tuple[Step, ...]:
    """The run of a counter-charge on a moving enemy, or (): the unit has not acted, holds its action back or would be faster
    with the charge modifier (masse.move.counter-charge-trigger), and every condition of a charge is met."""
    if unit.acted or unit.receiving or unit.morale == ENRAGED or unit.id == world.acting:
        return ()
    if unit.declared >= 0 and not unit.waiting:
        return ()
    if not reached(unit, mover, share_of(allowance(world, unit), CHARGE_REACH)) or can_charge(world, unit) is not None:
        return ()
    if not unit.waiting and initiative(world, unit) + INITIATIVE_MODIFIERS["charge"][1] <= initiative(world, mover):
        return ()
    if not sees(world, unit, mover):
        return ()
    steps = charge_steps(world, unit, mover)
    return steps if steps and charge_refusal(world, unit, mover, steps) is None else ()


@rule("masse.move.counter-charge", "masse.move.counter-charge-interrupt")
def reactions(world: World, mover: int) -> Script:
    """Enemies that may interrupt the moving unit do so now: a counter-charge is resolved at once with all its results and ends
    the mover's run; an opportunity shot does not. Returns the world and whether the mover is stopped."""
    for unit in enemies(world, world.units[mover]):
        steps = may_counter(world, unit, world.units[mover])
        if not steps:
            continue
        rule_id = "masse.move.counter-charge"
        wish = yield Choose(rule_id, unit.seat, world, Listed(("wait", "counter-charge"), rule_id), unit.id)
        if wish == "wait":
            continue
        world = spent(world, unit.id)
        world, bold = yield Call(dares_charge, world, unit.id, mover)
        if bold:
            yield Tell(rule_id, "counter-charges", (unit.id, mover))
            world = yield Call(charge_home, world, unit.id, mover, steps)
            return interrupted(world, mover), True
    world = yield Call(snap_shot_rule(), world, mover)
    return world, world.units[mover].status != ON_TABLE or world.units[mover].morale == ROUTED


def interrupted(world: World, mover: int) -> World:
    """The world once a counter-charge has ended a run: the mover may still fight, unless it has lost heart; then its action is
    over. (masse.move.counter-charge-interrupt)"""
    if world.units[mover].morale not in (SHAKEN, ROUTED) or world.acting != mover:
        return world
    twin = world.copy()
    twin.acting = -1
    return twin


def spent(world: World, id: int) -> World:
    """The world once the unit has used its action of the turn."""
    twin = world.units[id].copy()
    twin.acted = True
    twin.waiting = False
    return world.with_unit(twin)


# ---------------------------------------------------------------- forced march


@final
class ForcedMarch(Order):
    """Cover twice the distance: ("forced-march", steps), a march with at most one wheel, in close order with one front, out
    of reach of any charge, not into contact. (masse.move.forced-march, masse.move.forced-march-path)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if doing.used or unit.formation not in MARCHING or unit.fronts or unit.receiving or confined(unit):
            return False
        return unit.morale != ROUTED and not engaged(doing.world, unit) and not threatened(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        unit, world = doing.unit(), doing.world
        if len(answer) != 2 or not isinstance(answer[1], tuple) or not 1 <= len(answer[1]) <= 3:
            return no("masse.move.forced-march", "malformed", str(answer))
        if doing.used:
            return no("masse.move.forced-march-no-fight", "action-used", unit.id)
        if unit.formation not in MARCHING or unit.fronts:
            return no("masse.move.forced-march-formation", "forced-march-order", unit.id)
        if threatened(world, unit):
            return no("masse.move.forced-march-enemy", "forced-march-threat", unit.id)
        if not self.possible(doing):
            return no("masse.move.forced-march", "cannot-move", unit.id)
        return march_refusal(world, unit, answer[1])

    def listed(self, doing: Doing) -> list[Answer]:
        unit, world = doing.unit(), doing.world
        found: list[Answer] = []
        for length in (share_of(allowance(world, unit), FORCED_REACH), 3 * allowance(world, unit) // 2):
            for off in (0, 2000, -2000):
                answer = ("forced-march", (("march", off, length),))
                if march_refusal(world, unit, answer[1]) is None:
                    found.append(answer)
        return found


def threatened(world: World, unit: Unit) -> bool:
    """Is any enemy in a position to charge it: stable or enraged, one front, seeing it within 1.5 times its own MV? A flier in
    the air may dive. (masse.move.forced-march-enemy, masse.fly.dive-only-charge)"""
    return any(
        reached(enemy, unit, share_of(allowance(world, enemy), CHARGE_REACH))
        and (enemy.morale in (ENRAGED, STABLE) if enemy.altitude > 0 else can_charge(world, enemy) is None)
        and sees(world, enemy, unit)
        for enemy in enemies(world, unit)
    )


def march_refusal(world: World, unit: Unit, steps: tuple[Any, ...]) -> Refusal | None:
    """Why these steps are no forced march: only a march and at most one wheel, within twice MV, not into contact."""
    ran = run(world, unit, steps, "masse.move.forced-march-path")
    if ran.refused is not None:
        return ran.refused
    reach = share_of(allowance(world, unit), FORCED_REACH)
    if ran.cost > reach:
        return no("masse.move.forced-march", "too-far", unit.id, reach)
    return no("masse.move.forced-march-no-fight", "forced-march-contact", unit.id) if touches_enemy(world, ran.unit) else None


@rule("masse.move.forced-march", "masse.morale.dd-forced-march")
def forced_march(world: World, id: int, answer: tuple[str, tuple[Step, ...]]) -> Script:
    """A test against 5; passed, the unit marches up to twice its MV and does nothing else; failed, it loses heart and may only
    make an ordinary move. Returns the world."""
    world, passed, _ = yield Call(morale_test, world, id, FORCED_MARCH, -1)
    unit = world.units[id]
    if unit.status != ON_TABLE or unit.morale == ROUTED:
        return world
    if not passed:
        yield Tell("masse.move.forced-march", "forced-march-fails", (id,))
        return tried(world, id, FORCED_MARCH)
    for step in answer[1]:
        taken = take_step(world, world.units[id], step)
        if taken.refused is not None:
            return world
        world = world.with_unit(moved_to(world.units[id], taken.unit))
        yield Tell("masse.move.forced-march", "step-" + step[0], (id, *step[1:]))
        world, stopped = yield Call(reaction_rule(), world, id)
        if stopped:
            return world
    return world


breath_rule: Final = Later("masse.breath.opportunity")
"""Breath just before a melee; it stands in the chapter on breath weapons. Returns the world."""

run_rule: Final = Later("masse.move.flee-voluntary")
"""A unit that decides to flee; it stands in the chapter on flight."""

snap_shot_rule: Final = Later("masse.shoot.mod-delayed")
"""Opportunity shots at a moving unit; they stand in the chapter on missiles. Returns the world."""


register(Charge("charge", MOVE, 30, charge))
register(ForcedMarch("forced-march", WHOLE, 1, forced_march))
