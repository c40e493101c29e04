"""The game turn: declarations of charge, then everybody acts once, in descending order of initiative."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from escarmouche.core.effects import Answer, Call, Chance, Choose, Listed, Options, Refusal, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import ENRAGED, FRONT, JOINED, ON_TABLE, PACK, ROUTED, SHAKEN, STABLE, Unit, World
from escarmouche.systems.masse.rules.ending import CONCEDE, concede, is_over, turn_points
from escarmouche.systems.masse.rules.ground import (
    STEP,
    confined,
    enemies,
    engaged,
    far_apart,
    height_of,
    holding_back,
    is_champion,
    is_individual,
    sees,
    targets_of,
)
from escarmouche.systems.masse.rules.morale import CHARGE, FORCED_MARCH, nearest_enemy
from escarmouche.systems.masse.rules.orders import DONE, FIGHT, MOVE, THROUGH, WHOLE, Doing, Order, order_of, shrinks
from escarmouche.systems.masse.rules.values import CHARGE_REACH, INITIATIVE_MODIFIERS, share_of
from escarmouche.table.shapes import square_between

SECOND_SHOT: Final = 10
"""A second shot comes at the unit's initiative less this. (masse.shoot.second-shot-initiative)"""

STAYS: Final = "stays"
"""Noted in `tested`: a champion stays in his unit this turn. (masse.turn.individual-leaves-unit)"""

# ---------------------------------------------------------------- initiative (masse.init.table-2a)

SPIRITS: Final[dict[int, int]] = {
    ENRAGED: INITIATIVE_MODIFIERS["enragee"][1],
    STABLE: 0,
    SHAKEN: INITIATIVE_MODIFIERS["ebranlee"][1],
    ROUTED: INITIATIVE_MODIFIERS["deroute"][1],
}
"""What its morale adds to a unit's initiative. (masse.init.mod-enraged, masse.init.mod-shaken, masse.init.mod-routed)"""

CHARGING: Final[int] = INITIATIVE_MODIFIERS["charge"][1]
PACKED: Final[int] = INITIATIVE_MODIFIERS["meute"][1]
RAISED: Final[int] = INITIATIVE_MODIFIERS["hauteur"][1]
"""What a declared charge, a pack and each step of height add. (masse.init.mod-charge, masse.init.mod-meute,
masse.init.mod-height)"""


def initiative(world: World, unit: Unit) -> i64:
    """The kept die and everything that applies now: the unit's Init, +2 for a declared charge, -1 in pack, +1 for each full
    5 m of the ground or floor it stands on, +1 enraged, -1 shaken, +1 routed; recomputed whenever the order is consulted.
    (masse.init.recomputed)"""
    total: i64 = unit.die + unit.card.init  # masse.init.roll, masse.init.mod-unit
    if unit.declared >= 0 or unit.morale == ENRAGED:
        total += CHARGING
    if unit.formation == PACK:
        total += PACKED
    height = height_of(world, unit) // STEP - unit.altitude
    if height > 0:
        total += height * RAISED
    if unit.morale != STABLE:
        total += SPIRITS[unit.morale]
    return total


def place_in_order(world: World, unit: Unit) -> tuple[int, int, int]:
    """What the order of action is sorted by; ties go to the higher Init, then to the die kept for that. (masse.init.ties)"""
    return score_in_order(world, unit), unit.card.init, unit.tie_die


def score_in_order(world: World, unit: Unit) -> i64:
    """Its initiative now; that of a second shot comes later. (masse.shoot.second-shot-initiative)"""
    score = initiative(world, unit)
    return score - SECOND_SHOT if unit.second_shot else score


def foremost(world: World) -> list[Unit]:
    """Those with the highest score, and of these the highest Init, among all who have not acted and do not wait, whichever
    army they belong to. (masse.turn.initiative-order)"""
    best: i64 = 0
    init: i64 = 0
    found: list[Unit] = []
    for unit in world.units:
        if unit.status != ON_TABLE or unit.waiting or (unit.acted and not unit.second_shot):
            continue
        score, own = score_in_order(world, unit), unit.card.init
        if not found or score > best or (score == best and own > init):
            best, init = score, own
            found.clear()
            found.append(unit)
        elif score == best and own == init:
            found.append(unit)
    return found


def next_unit(rivals: list[Unit]) -> int:
    """The unit that acts next of those who are foremost, or -1: the one with the highest die for ties. (masse.init.ties)"""
    first: Unit | None = None
    for unit in rivals:
        if first is None or unit.tie_die > first.tie_die:
            first = unit
    return -1 if first is None else first.id


def undecided(rivals: list[Unit]) -> list[int]:
    """Of several who are foremost, those between whom nothing is settled: whoever has no die for ties yet, else those whose
    dice for ties are the highest and equal. (masse.init.ties)"""
    if len(rivals) < 2:
        return []
    fresh = [unit.id for unit in rivals if unit.tie_die == 0]
    most = max([unit.tie_die for unit in rivals])
    equal = [unit.id for unit in rivals if unit.tie_die == most]
    return fresh or (equal if len(equal) > 1 else [])


@rule("masse.init.ties.roll")
def settle_tie(world: World, rivals: tuple[int, ...]) -> Script:
    """Units whose scores have become equal roll for who goes first from now on. Goes on with the next action."""
    for id in rivals:
        unit = world.units[id]
        (die,) = yield Roll("masse.init.ties", unit.seat, world, 1, 20, (), id)
        twin = unit.copy()
        twin.tie_die = 21 * unit.tie_die + die
        world = world.with_unit(twin)
    return Call(next_action, world)


# ---------------------------------------------------------------- a new turn


@rule("masse.turn.sequence", "masse.turn.end")
def new_turn(world: World) -> Script:
    """Charges are declared, then every unit acts once, then the next turn begins. (masse.turn.charge-declaration)"""
    if world.turn > 0:
        world = yield Call(turn_points, world)
    twin = world.copy()
    twin.turn += 1
    if is_over(twin):
        return Call(ended_rule(), twin)
    twin.acting = -1
    yield Tell("masse.turn.sequence", "new-turn", (twin.turn,))
    world = yield Call(reinforcements_rule(), twin.with_units(tuple([refreshed(unit) for unit in world.units])))
    for seat in (0, 1):
        world = yield Call(declare, world, seat)
        if is_over(world):
            return Call(ended_rule(), world)
    for side in world.sides:
        for id, target in side.sealed or ():
            world = declared(world, id, target)
            yield Tell("masse.turn.charge-declaration", "declares-charge", (id, target))
        world = unsealed(world, side.seat)
    return Call(postures, world)


@rule("masse.turn.charge-declaration")
def declare(world: World, seat: int) -> Script:
    """A side writes down its charges in secret; they are revealed when both have done so. Returns the world."""
    rule_id = "masse.turn.charge-declaration"
    wish = yield Choose(rule_id, seat, world, Declarations(world, seat), secret=True)
    if wish == CONCEDE:
        return Call(concede, world, seat)
    side = world.sides[seat].copy()
    side.sealed = wish[1]
    return world.with_side(side)


def unsealed(world: World, seat: int) -> World:
    """The world once a side's secret declarations are open."""
    side = world.sides[seat].copy()
    side.sealed = None
    return world.with_side(side)


def imagined(world: World, seat: int, chance: Chance) -> World:
    """The world with the charges that another side has declared in secret drawn anew: `seat` cannot tell it from this one."""
    for side in world.sides:
        if side.seat != seat and side.sealed is not None:
            twin = side.copy()
            twin.sealed = Declarations(world, side.seat).sample(chance)[1]
            world = world.with_side(twin)
    return world


def refreshed(unit: Unit) -> Unit:
    """The unit at the start of a turn."""
    if unit.status not in (ON_TABLE, JOINED):
        return unit
    twin = unit.copy()
    twin.loaded = reloaded(unit) or (unit.loaded and not let_fly_on_the_move(unit))
    twin.acted = False
    twin.waiting = False
    twin.delayed = False
    twin.declared = -1
    twin.moved = False
    twin.shot = False
    twin.charged = False
    twin.second_shot = False
    twin.turn_figures = unit.figures
    twin.turn_nv = 0
    twin.tested = ()
    twin.struck = FRONT
    twin.bless = max(0, unit.bless - 1)
    return twin


def let_fly_on_the_move(unit: Unit) -> bool:
    """Has it moved and shot in this turn, in whichever order, with a weapon that is loaded while standing still?
    (masse.shoot.reload-if-immobile) Archers on a chariot count as standing (masse.chariot.archers)."""
    if not unit.moved or not unit.shot or unit.card.has("chariot"):
        return False
    return any(line.mode == "missile" and line.reload == "if-immobile" for line in unit.card.attacks)


def reloaded(unit: Unit) -> bool:
    """Has it loaded again in the turn that ends? Bows, slings and light crossbows when it did not move; heavy crossbows when it
    neither moved nor shot. (masse.shoot.reload-if-immobile, masse.shoot.reload-one-turn) Machines by their crew's work alone
    (masse.engine.rate)."""
    if unit.card.machine is not None:
        return False
    for line in unit.card.attacks:
        if line.mode == "missile" and line.reload == "turn":
            return not unit.moved and not unit.shot
    return not unit.moved


def declared(world: World, id: int, target: int) -> World:
    """The world with this charge declared."""
    twin = world.units[id].copy()
    twin.declared = target
    return world.with_unit(twin)


def cannot_declare(world: World, unit: Unit) -> Refusal | None:
    """Why it could not charge at all, or None: stable (an enraged unit counts as declared without it), a single front, not
    engaged, no individual; fliers only out of the air. (masse.move.charge-state, masse.move.charge-single-front,
    masse.fly.dive-only-charge)"""
    if unit.morale != STABLE:
        return no("masse.move.charge-state", "cannot-charge-now", unit.id)
    if unit.fronts:
        return no("masse.move.charge-single-front", "multiple-front", unit.id)
    if unit.altitude == 0 and unit.card.has("flying"):
        return no("masse.fly.dive-only-charge", "charges-by-dive", unit.id)
    if unit.altitude == 0 and (is_individual(unit) or unit.card.category == "engine"):
        return no("masse.hero.attack-needs-full-action", "individuals-do-not-charge", unit.id)
    if confined(unit) or engaged(world, unit):
        return no("masse.move.engaged-cannot-manoeuvre", "engaged", unit.id)
    return None


def may_declare(world: World, unit: Unit) -> bool:
    """Could it charge at all?"""
    return unit.status == ON_TABLE and cannot_declare(world, unit) is None


@final
class Declarations(Options):
    """Which units will charge which enemies in the open that they see: ("declare", ((unit, target), …)), or ("concede",). An
    enraged unit counts as declared without it. (masse.turn.charge-declaration, masse.victory.end)"""

    __slots__ = ("world", "seat", "_pairs")

    def __init__(self, world: World, seat: int) -> None:
        self.world = world
        self.seat = seat
        self._pairs: tuple[tuple[int, int], ...] | None = None

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every unit with every enemy that it may declare to charge; worked out when somebody first asks for all."""
        found = self._pairs
        if found is None:
            found = tuple(
                [(unit.id, foe.id) for unit in self.units() for foe in enemies(self.world, unit) if self.may(unit, foe)]
            )
            self._pairs = found
        return found

    def units(self) -> list[Unit]:
        """Those who could charge somebody."""
        return [unit for unit in self.world.on_table(self.seat) if may_declare(self.world, unit)]

    def may(self, unit: Unit, enemy: Unit) -> bool:
        """May it declare to charge this enemy: in the open, and seen?"""
        return enemy.altitude == 0 and enemy.building < 0 and sees(self.world, unit, enemy)

    def check(self, answer: Answer) -> Refusal | None:
        rule_id = "masse.turn.charge-declaration"
        if answer == CONCEDE:
            return None
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "declare" or not isinstance(answer[1], tuple):
            return no(rule_id, "malformed", str(answer))
        seen: list[int] = []
        for pair in answer[1]:
            if not isinstance(pair, tuple) or len(pair) != 2 or type(pair[0]) is not int or type(pair[1]) is not int:
                return no(rule_id, "malformed", str(answer))
            if pair not in self.pairs:
                return self.refusal(pair[0], pair[1])
            if pair[0] in seen:
                return no(rule_id, "declared-twice", pair[0])
            seen.append(pair[0])
        return None

    def refusal(self, id: int, target: int) -> Refusal:
        """Why this unit does not declare to charge that one."""
        here = {unit.id: unit for unit in self.world.units if unit.status == ON_TABLE}
        if id not in here or here[id].seat != self.seat or target not in here or here[target].seat == self.seat:
            return no("masse.turn.charge-declaration", "cannot-declare")
        refused = cannot_declare(self.world, here[id])
        if refused is None and here[target].altitude > 0:
            refused = no("masse.fly.modes", "in-the-air", target)
        if refused is None and here[target].building >= 0:
            refused = no("masse.move.charge", "behind-walls", target)
        return no("masse.move.charge-sees-target", "does-not-see", id, target) if refused is None else refused

    def listed(self) -> list[Answer]:
        nearest: dict[int, int] = {}
        for id, target in self.pairs:
            unit, enemy = self.world.units[id], self.world.units[target]
            known = nearest.get(id)
            if known is None or far(unit, enemy) < far(unit, self.world.units[known]):
                nearest[id] = target
        answers: list[Answer] = [("declare", ())]
        answers.extend([("declare", ((id, target),)) for id, target in self.pairs])
        if len(nearest) > 1:
            answers.append(("declare", tuple(nearest.items())))
        return [*answers, CONCEDE]

    def sample(self, chance: Chance) -> Answer:
        chosen: list[tuple[int, int]] = []
        for unit in self.units():
            for enemy in enemies(self.world, unit):
                likely = 2 if in_reach(unit, enemy) else 30
                if chance.below(likely) == 0 and self.may(unit, enemy):
                    chosen.append((unit.id, enemy.id))
                    break
        return ("declare", tuple(chosen))

    def single(self) -> Answer | None:
        for unit in self.world.on_table(self.seat):
            if may_declare(self.world, unit) and any(self.may(unit, enemy) for enemy in enemies(self.world, unit)):
                return None
        return ("declare", ())


def in_reach(unit: Unit, enemy: Unit) -> bool:
    """A quick look: could a charge reach it?"""
    return not far_apart(unit, enemy, share_of(unit.card.mv, CHARGE_REACH))


def far(a: Unit, b: Unit) -> int:
    """The squared distance of two centres, to compare."""
    return square_between(a.x, a.y, b.x, b.y)


# ---------------------------------------------------------------- receiving charges


@final
class Postures(Options):
    """Which units prepare to receive a charge: ("receive", (ids…)). (masse.move.receive-charge)"""

    __slots__ = ("able",)

    def __init__(self, world: World, seat: int) -> None:
        charged = charged_units(world, seat)
        self.able: tuple[int, ...] = tuple(
            [unit.id for unit in world.on_table(seat) if unit.id in charged and may_receive(world, unit)]
        )

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != "receive" or not isinstance(answer[1], tuple):
            return no("masse.move.receive-charge", "malformed", str(answer))
        if len(set(answer[1])) != len(answer[1]):
            return no("masse.move.receive-charge", "malformed", str(answer))
        for id in answer[1]:
            if type(id) is not int or id not in self.able:
                return no("masse.move.receive-charge", "cannot-receive")
        return None

    def listed(self) -> list[Answer]:
        return [("receive", ()), *[("receive", (id,)) for id in self.able], *self.all_of_them()]

    def all_of_them(self) -> list[Answer]:
        """The answer in which all prepare, when it is not listed already."""
        return [("receive", self.able)] if len(self.able) > 1 else []

    def sample(self, chance: Chance) -> Answer:
        return ("receive", tuple([id for id in self.able if chance.below(2) == 0]))

    def single(self) -> Answer | None:
        return None if self.able else ("receive", ())


def may_receive(world: World, unit: Unit) -> bool:
    """Not when engaged, shaken, enraged or routed; formed troops only."""
    return unit.morale == STABLE and unit.declared < 0 and not is_individual(unit) and not engaged(world, unit)


def charged_units(world: World, seat: int) -> list[int]:
    """The units of a side that an enemy has declared to charge, or that an enraged one will, as the nearest of its enemies.
    (masse.morale.enraged-move)"""
    found: list[int] = []
    for other in world.on_table(1 - seat):
        if other.declared >= 0:
            found.append(other.declared)
        if other.morale == ENRAGED:
            nearest = nearest_enemy(world, other)
            if nearest is not None:
                found.append(nearest.id)
    return found


@rule("masse.move.receive-charge")
def postures(world: World) -> Script:
    """Right after the declarations, units under charge may run from it (masse.move.flee-voluntary) or prepare to take it; while
    they do they neither move nor reorganise."""
    targets = targets_of(world)
    for one in world.units:
        if one.id in targets:
            world = yield Call(stand_or_run_rule(), world, one.id)
            targets = targets_of(world)
    if is_over(world):
        return Call(ended_rule(), world)
    for seat in (0, 1):
        wish = yield Choose("masse.move.receive-charge", seat, world, Postures(world, seat))
        for id in wish[1]:
            world = prepared(world, id)
            yield Tell("masse.move.receive-charge", "receives-charge", (id,))
    return Call(next_action, world)


def prepared(world: World, id: int) -> World:
    """The world with the unit prepared to receive a charge until its action in the next turn."""
    twin = world.units[id].copy()
    twin.receiving = True
    twin.posture_turn = world.turn
    return world.with_unit(twin)


# ---------------------------------------------------------------- one action after the other


@rule("masse.turn.initiative-order", "masse.turn.delay")
def next_action(world: World) -> Script:
    """Whoever holds back may step in now; otherwise the next in order acts. A held action is lost when the turn ends."""
    if is_over(world):
        return Call(ended_rule(), world)
    for seat in (0, 1):
        held = holding_back(world, seat)
        if held:
            wish = yield Choose("masse.turn.delay", seat, world, Listed(("hold", *held), "masse.turn.delay"))
            if wish != "hold":
                return Call(act, stepping_in(world, wish), wish)
    rivals = foremost(world)
    equal = undecided(rivals)
    if equal:
        return Call(settle_tie, world, tuple(equal))
    id = next_unit(rivals)
    if id < 0:
        if any(unit.altitude > 0 for unit in world.units):
            world = yield Call(landings_rule(), world)
        return Call(new_turn, world)
    hero = champion_before(world, id)
    if hero >= 0:
        world, left = yield Call(own_moment_rule(), world, hero)
        return Call(act, world, hero) if left else Call(next_action, world)
    if world.units[id].second_shot:
        return Call(second_shot_rule(), world, id)
    return Call(act, world, id)


def champion_before(world: World, id: int) -> int:
    """The champion whose own place in the order comes before this unit's and whose unit has not acted, or -1: he may leave it
    now and act alone, and is asked once. (masse.turn.individual-leaves-unit)"""
    best, first = -1, place_in_order(world, world.units[id])
    for hero in world.units:
        if not is_champion(hero) or hero.acted or STAYS in hero.tested:
            continue
        host = world.units[hero.host]
        if host.status == ON_TABLE and not host.acted:
            place = own_place(world, hero)
            if place > first:
                best, first = hero.id, place
    return best


def own_place(world: World, hero: Unit) -> tuple[int, int, int]:
    """A champion's own place in the order, where his unit stands. (masse.turn.individual-joins-unit)"""
    host, twin = world.units[hero.host], hero.copy()
    twin.x, twin.y, twin.building, twin.floor, twin.aboard = host.x, host.y, host.building, host.floor, host.aboard
    return place_in_order(world, twin)


def stepping_in(world: World, id: int) -> World:
    """The world with the unit no longer waiting."""
    twin = world.units[id].copy()
    twin.waiting = False
    return world.with_unit(twin)


@rule("masse.turn.action-content", "masse.turn.test-before-acting")
def act(world: World, id: int) -> Script:
    """The unit's action: the tests it needs, what its morale imposes, or what its player orders."""
    twin = world.units[id].copy()
    twin.fought = False
    twin.origin = ()
    if twin.posture_turn < world.turn:
        twin.receiving = False
    world = acting(world, twin, id)
    yield Tell("masse.turn.initiative-order", "acts", (id, initiative(world, twin)))
    world, free = yield Call(bound_rule(), world, id)
    if free and world.units[id].status == ON_TABLE:
        world = yield Call(obey, world, id, 0)
    return Call(next_action, finished(world, id))


def acting(world: World, unit: Unit, id: int) -> World:
    """The world with this unit in place of the one with its id, and that unit's action under way (-1 nobody's)."""
    twin = world.with_unit(unit)
    twin.acting = id
    return twin


def finished(world: World, id: int) -> World:
    """The world after the unit's action."""
    twin = world.units[id].copy()
    twin.acted = not twin.waiting
    if twin.acted:
        twin.braced = -1  # masse.melee.receive-double-dice
    return acting(world, twin, -1)


@rule("masse.turn.hero-free-actions")
def obey(world: World, id: int, used: int) -> Script:
    """The player orders a movement and a combat action, in the order allowed, until the unit is done. Returns the world."""
    unit = world.units[id]
    if unit.status != ON_TABLE or unit.morale == ROUTED or unit.waiting or is_over(world):
        return world
    if used == WHOLE and not Doing(world, id, used).at_gate():
        return world
    answer = yield Choose("masse.turn.action-content", unit.seat, world, Doing(world, id, used), id)
    if answer == DONE:
        return world
    order = order_of(answer[0])
    world = yield Call(order.perform, world, id, answer)
    if world.acting != id:
        return world
    return Call(obey, world, id, used | part_spent(unit, world.units[id], order) | closes_move(world.units[id], answer[0]))


def part_spent(before: Unit, unit: Unit, order: Order) -> int:
    """What an order has used of the action: nothing where it went through at no cost (masse.building.wide-exit). A charge is
    movement and combat in one; a unit that did not dare it keeps its whole action (masse.move.charge-failed-test), and so does
    one that did not dare to walk up to the undead (masse.undead.engage-test); one that could not be driven to a forced march
    still has an ordinary move (masse.morale.dd-forced-march)."""
    if order.kind == "move" and shrinks(unit) > shrinks(before):
        return 0
    if THROUGH in unit.tested and THROUGH not in before.tested:
        return 0
    if order.kind == "charge":
        if CHARGE in unit.tested:
            return 0
        return WHOLE if unit.charged else MOVE
    return FIGHT if order.kind == "forced-march" and FORCED_MARCH in unit.tested else order.part


def closes_move(unit: Unit, kind: str) -> int:
    """A unit that has fought hand to hand does not move afterwards, nor does a caster (masse.magic.immobile) or a flier that
    has breathed (masse.breath.flyer-lands), nor one that has given up its movement for a second shot
    (masse.shoot.second-shot); only shooting may come before the move."""
    if unit.second_shot:
        return MOVE
    return MOVE if kind in ("attack", "cast", "turn") or (kind == "breathe" and unit.card.has("flying")) else 0


# ---------------------------------------------------------------- rules of later chapters


stand_or_run_rule: Final = Later("masse.move.flee-voluntary.reaction")
"""Whether a unit waits for a charge; it stands in the chapter on charges. Returns the world."""

ended_rule: Final = Later("masse.hero.fate-wounded")
"""What becomes of fallen commanders, once the battle is over. Returns its result."""

reinforcements_rule: Final = Later("masse.turn.reinforcements")
"""Units that enter this turn roll their initiative and take their place. (masse.turn.reinforcements)"""

landings_rule: Final = Later("masse.fly.manoeuvrability")
"""Fliers that have not kept moving come down at the end of the turn. Returns the world."""

own_moment_rule: Final = Later("masse.turn.individual-leaves-unit.moment")
"""What a champion does at his own place in the order; it stands in the chapter on heroes. Returns the world and whether he has
left his unit."""

second_shot_rule: Final = Later("masse.shoot.second-shot-initiative")
"""The second shot of a shooting unit, at its initiative less 10."""

bound_rule: Final = Later("masse.morale.enraged-move")
"""What a unit must do before its player may order it: rally, flee, charge in rage, break off. Returns the world and
whether the player has it in hand."""
