"""Rage: enraged units throw themselves at the nearest enemy, on the ground, out of buildings and in the air."""

from __future__ import annotations

from escarmouche.core.effects import Answer, Call, Choose, Listed, Roll, Script, Tell, rule
from escarmouche.systems.masse.model import ON_TABLE, STABLE, Unit, World
from escarmouche.systems.masse.rules.airfights import dive_home, dive_refusal, fly_towards, intercept, intercept_refusal, way_to
from escarmouche.systems.masse.rules.charge import advance, can_charge, charge_home, charge_refusal, charge_steps
from escarmouche.systems.masse.rules.flying import airborne_refusal
from escarmouche.systems.masse.rules.ground import confined, contact, enemies, foes, heroes_commanding
from escarmouche.systems.masse.rules.melee import blow_refusal, melee
from escarmouche.systems.masse.rules.morale import RALLY, change_state, lowest_pass, morale_modifiers, nearest_enemy
from escarmouche.systems.masse.rules.movement import approach, move
from escarmouche.systems.masse.rules.orders import ORDERS, THROUGH, Doing, order_of
from escarmouche.systems.masse.rules.singles import duel_refusal
from escarmouche.systems.masse.rules.values import DIFFICULTY
from escarmouche.table.shapes import square_between


@rule("masse.morale.calm-enraged", "masse.morale.state-enraged")
def in_rage(world: World, id: int) -> Script:
    """A hero in command may calm an enraged unit; otherwise it throws itself at the nearest enemy. Returns the world and
    whether it is in hand."""
    unit = world.units[id]
    if heroes_commanding(world, unit):
        rule_id = "masse.morale.calm-enraged"
        if (yield Choose(rule_id, unit.seat, world, Listed(("let-go", "calm"), rule_id), id)) == "calm":
            world = yield Call(calming, world, id)
            if world.units[id].morale == STABLE:
                return world, True
    return Call(rush, world, id)


@rule("masse.morale.enraged-move.rush", "masse.morale.state-enraged")
def rush(world: World, id: int) -> Script:
    """An enraged unit at the nearest enemy, whatever lies between them: it strikes, charges or goes towards it, down stairs, up
    ladders and through doors. Returns the world and that it is not in hand."""
    unit = world.units[id]
    if unit.altitude > 0:
        return Call(rage_aloft, world, id)
    near_foes = foes(world, unit)
    if near_foes:
        return Call(strike_in_rage, world, id)
    enemy = nearest_enemy(world, unit)
    if enemy is None or unit.card.category == "engine":
        return world, False
    way = way_on(world, unit, enemy)
    if way is not None:
        world = yield Call(order_of(way[0]).perform, world, id, way)
        free = THROUGH in world.units[id].tested and THROUGH not in unit.tested
        return Call(rush if free else strike_in_rage, world, id)
    if confined(unit):
        return world, False
    steps = charge_steps(world, unit, enemy)
    if steps and can_charge(world, unit) is None and charge_refusal(world, unit, enemy, steps) is None:
        world = yield Call(charge_home, world, id, enemy.id, steps)
        return world, False
    if enemy.building >= 0:
        x, y = door_to(world, unit, enemy)
        steps = approach(world, unit, x, y)
        world = (yield Call(move, world, id, ("move", steps))) if steps else world
        return Call(strike_in_rage, world, id)
    world = yield Call(advance, world, id, enemy.id)
    return Call(strike_in_rage, world, id)


@rule("masse.morale.enraged-move.blow")
def strike_in_rage(world: World, id: int) -> Script:
    """An enraged unit strikes the first enemy in contact that it may strike, unless a counter-charge has ended its action or
    itself (masse.move.counter-charge-interrupt). Returns the world and that it is not in hand."""
    unit = world.units[id]
    if unit.status != ON_TABLE or world.acting != id:
        return world, False
    for foe in foes(world, unit):
        if blow_refusal(world, unit, foe) is None:
            world = yield Call(melee, world, id, foe.id, False, False)
            break
    return world, False


@rule("masse.morale.enraged-command-malus")
def calming(world: World, id: int) -> Script:
    """A command test against 10 with -2 in place of +2; passed, the unit is stable. Returns the world."""
    unit = world.units[id]
    modifiers = morale_modifiers(world, unit, RALLY, -1)
    dd = DIFFICULTY[RALLY]
    first, second = yield Roll("masse.morale.calm-enraged", unit.seat, world, 2, 10, (), id, lowest_pass(RALLY, modifiers))
    result = first + second + sum([value for _, value in modifiers])
    yield Tell("masse.morale.calm-enraged", "morale-test", (id, first, second, modifiers, result, dd))
    return Call(change_state, world, id, STABLE, -1) if result >= dd else world


# ---------------------------------------------------------------- in and out of structures


def way_on(world: World, unit: Unit, enemy: Unit) -> Answer | None:
    """The order that takes an enraged unit nearer to its enemy where it cannot simply march: into the enemy's building, out of
    its own, up or down its stairs, on over a wall."""
    doing = Doing(world, unit.id, 0)
    held = confined(unit) or len(unit.ladders) > 0
    kinds = ("cross", "climb", "stairs", "leave", "walk", "alight") if held else ("enter",)
    for kind in kinds:
        answers = listed(doing, kind, enemy)
        nearer = [answer for answer in answers if leads_on(world, unit, enemy, answer)]
        if nearer:
            return min(nearer, key=lambda answer: left_to_go(world, unit, enemy, answer))
    return None


def listed(doing: Doing, kind: str, enemy: Unit) -> list[Answer]:
    """The legal answers of a kind of order; of stairs the one that leads to the floor of the enemy, or down."""
    if not ORDERS[kind].possible(doing):
        return []
    if kind != "stairs":
        return ORDERS[kind].listed(doing)
    down = ("stairs", enemy.floor if enemy.building == doing.unit().building else 0)
    return [down] if doing.check(down) is None else []


def leads_on(world: World, unit: Unit, enemy: Unit, answer: Answer) -> bool:
    """Does this order lead towards the enemy: into its building and not out of it, down only where there is a way out?"""
    if answer[0] == "stairs":
        return enemy.building == unit.building or len(world.structures[unit.building].openings) > 0
    if answer[0] == "enter":
        return bool(answer[1] == enemy.building)
    if answer[0] == "climb":
        return bool(answer[1] == ("up" if enemy.building >= 0 and unit.building < 0 else "down"))
    if answer[0] == "walk":
        return left_to_go(world, unit, enemy, answer) < square_between(unit.x, unit.y, enemy.x, enemy.y)
    return answer[0] != "leave" or enemy.building != unit.building


def left_to_go(world: World, unit: Unit, enemy: Unit, answer: Answer) -> int:
    """How far it is to the enemy from where the order leads, squared, to compare."""
    x: int = enemy.x
    y: int = enemy.y
    if answer[0] == "walk":
        x, y = answer[1], answer[2]
    elif answer[0] == "leave":
        _, x, y = world.structures[unit.building].openings[answer[1]]
    return square_between(x, y, enemy.x, enemy.y)


def door_to(world: World, unit: Unit, enemy: Unit) -> tuple[int, int]:
    """The opening of the enemy's building that is nearest to the unit; the enemy itself where there is none."""
    doors = [(x, y) for _, x, y in world.structures[enemy.building].openings] or [(enemy.x, enemy.y)]
    return min(doors, key=lambda door: (door[0] - unit.x) ** 2 + (door[1] - unit.y) ** 2)


# ---------------------------------------------------------------- in the air


@rule("masse.fly.modes.rage", "masse.morale.enraged-move")
def rage_aloft(world: World, id: int) -> Script:
    """An enraged flier in the air throws itself at the nearest enemy: it fights on, dives, intercepts, or flies towards it.
    Returns the world and that it is not in hand."""
    unit = world.units[id]
    enemy = nearest_enemy(world, unit)
    if enemy is None:
        return world, False
    met = [one for one in enemies(world, unit) if contact(unit, one)]
    if met:
        world = yield Call(intercept, world, id, ("intercept", met[0].id, ()))
        return world, False
    legs = way_to(unit, enemy, enemy.altitude)
    if airborne_refusal(world, unit) is not None or duel_refusal(world, unit, enemy) is not None:
        return world, False
    if enemy.altitude and intercept_refusal(world, unit, enemy, legs) is None:
        world = yield Call(intercept, world, id, ("intercept", enemy.id, legs))
    elif enemy.altitude == 0 and dive_refusal(world, unit, enemy, legs) is None:
        world = yield Call(dive_home, world, id, enemy.id, legs)
    else:
        world = yield Call(fly_towards, world, id, enemy.id)
    return world, False
