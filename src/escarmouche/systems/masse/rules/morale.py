"""Morale: the test, the four states, what calls for a test, what modifies it."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.systems.masse.model import (
    CLOSE,
    ENRAGED,
    FRONT,
    ON_TABLE,
    PACK,
    REAR,
    ROUTED,
    SHAKEN,
    STABLE,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import Modifiers, pack_files, reformed
from escarmouche.systems.masse.rules.ground import (
    cover_of,
    enemies,
    engaged,
    far_apart,
    friends,
    full_ranks,
    gap,
    heroes_commanding,
    in_building,
    is_individual,
    meets,
    place_of,
    reached,
    strength,
    within,
)
from escarmouche.systems.masse.rules.values import (
    BLESSING,
    COMMAND,
    DIFFICULTY,
    ENRAGED_COMMAND,
    HARMLESS,
    MORALE_MODIFIERS,
    MOST_RANKS,
    NEARNESS,
    RULE_OF,
    Modifier,
)
from escarmouche.table.shapes import square_between

# ---------------------------------------------------------------- what calls for a test (masse.morale.table-3a)

CHARGE: Final = "charge"
OBSTACLE: Final = "obstacle-en-charge"
FORCED_MARCH: Final = "marche-forcee"
HATRED: Final = "haine-raciale"
RALLY: Final = "ralliement"
FRIEND_ROUTED: Final = "ami-en-deroute"
ENEMY_CHARGING: Final = "ennemi-chargeant"
UNDEAD: Final = "engagement-mort-vivant"
FIRST_FIGURE: Final = "premiere-figurine"
FOUR_NV: Final = "quatre-nv"
QUARTER: Final = "vingt-cinq-pc"
HALF: Final = "cinquante-pc"
BEYOND_HALF: Final = "au-dela-cinquante-pc"

CHARGING: Final = "charging"
"""Noted in `tested`: it is executing a charge, from its first step to its last blow. (masse.morale.mod-charge)"""

STATES: Final = ("enraged", "stable", "shaken", "routed")


def takes_tests(unit: Unit) -> bool:
    """Heroes never test (masse.morale.heroes-exempt), nor do those whose ML is printed S/o: the undead and the golem
    (masse.special.no-morale, masse.undead.always-stable, masse.undead.no-test-to-act)."""
    return unit.card.category != "hero" and not unit.card.no_morale


# ---------------------------------------------------------------- modifiers (masse.morale.table-3b)


def morale_modifiers(world: World, unit: Unit, cause: str, against: int, charging: bool = False) -> Modifiers:
    """Every row of Table 3b that applies, by its id; of one family only one row counts (masse.morale.modifier-families).
    `charging` when the test decides on a charge whatever its cause."""
    found: list[Modifier] = [("qualite", unit.card.ml)]  # masse.morale.mod-unit
    found.extend(formation_rows(unit, charging or CHARGING in unit.tested or cause in (CHARGE, OBSTACLE)))
    if unit.morale == ENRAGED:
        found.append(ENRAGED_COMMAND if cause in COMMAND else MORALE_MODIFIERS["enragee"])  # masse.morale.mod-enraged
    elif unit.morale == SHAKEN:
        found.append(MORALE_MODIFIERS["ebranlee"])  # masse.morale.mod-shaken
    elif unit.morale == ROUTED:
        found.append(MORALE_MODIFIERS["deroute"])  # masse.morale.mod-routed
    bonus = loyalty(world, unit)
    if bonus:
        found.append(("heros-rc", bonus))
    found.extend(cover_rows(world, unit, against))
    if unit.struck != FRONT:
        found.append(MORALE_MODIFIERS["arriere"] if unit.struck == REAR else MORALE_MODIFIERS["flanc"])
    if feared(world, unit, against):
        found.append(MORALE_MODIFIERS["peur"])
    found.extend(loss_rows(loss_percent(unit)))
    grief = world.sides[unit.seat].grief
    if grief:
        found.append(("grief", -grief))
    if unit.bless:
        found.append(BLESSING)
    return tuple([row for row in found if row[1] != 0])


def begun(world: World, id: int) -> World:
    """The world once the unit is executing a charge. (masse.morale.mod-charge)"""
    twin = world.units[id].copy()
    twin.tested = (*twin.tested, CHARGING)
    return world.with_unit(twin)


def ended(world: World, id: int) -> World:
    """The world once its charge is over, well or badly. (masse.morale.mod-charge)"""
    twin = world.units[id].copy()
    twin.tested = tuple([mark for mark in twin.tested if mark != CHARGING])
    return world.with_unit(twin)


def loss_rows(percent: int) -> list[Modifier]:
    """The row for what it has lost. (masse.morale.mod-losses-25, masse.morale.mod-losses-50, masse.morale.mod-losses-75)"""
    if percent >= 75:
        return [MORALE_MODIFIERS["pertes-75"]]
    if percent >= 50:
        return [MORALE_MODIFIERS["pertes-50"]]
    return [MORALE_MODIFIERS["pertes-25"]] if percent >= 25 else []


def formation_rows(unit: Unit, charging: bool) -> list[Modifier]:
    """Charging +4, close order +2, deep ranks up to +4, pack +1. (masse.morale.mod-charge, masse.morale.mod-close,
    masse.morale.mod-ranks, masse.morale.mod-meute)"""
    rows = []
    if charging:
        rows.append(MORALE_MODIFIERS["charge"])
    if is_individual(unit):
        return rows
    if unit.formation == CLOSE:
        rows.append(MORALE_MODIFIERS["serree"])
    elif unit.formation == PACK:
        rows.append(MORALE_MODIFIERS["meute"])
    deep = (full_ranks(unit) - 2) * MORALE_MODIFIERS["rangs"][1]
    if deep > 0:
        rows.append(("rangs", min(deep, MOST_RANKS)))
    return rows


def loyalty(world: World, unit: Unit) -> int:
    """The loyalty base of the best hero within command radius. (masse.morale.mod-hero, masse.hero.loyalty-base)"""
    bonuses = [
        hero.card.loyalty
        for hero in heroes_commanding(world, unit)
        if hero.host == unit.id or reached(place_of(world, hero), unit, hero.card.radius)
    ]
    return max(bonuses) if bonuses else 0


def cover_rows(world: World, unit: Unit, against: int) -> list[Modifier]:
    """The best of building +4, cover of half +2, cover of a quarter +1. (masse.morale.mod-building,
    masse.morale.mod-cover-50, masse.morale.mod-cover-25) The top of a wall is cover (masse.building.definition)."""
    if in_building(world, unit):
        return [MORALE_MODIFIERS["batiment"]]
    near_one = world.units[against] if against >= 0 else nearest_enemy(world, unit)
    cover = cover_of(world, unit, near_one) if near_one is not None else 0
    if cover >= 50:
        return [MORALE_MODIFIERS["couverture-50"]]
    return [MORALE_MODIFIERS["couverture-25"]] if cover >= 25 else []


def nearest_enemy(world: World, unit: Unit) -> Unit | None:
    """The nearest enemy, from base edge to base edge (masse.scale.measuring); the nearer centre where several are as near."""
    nearest: Unit | None = None
    least = (0, 0)
    for other in enemies(world, unit):
        if nearest is None or not far_apart(unit, other, least[0]):
            away = (gap(unit, other), square_between(unit.x, unit.y, other.x, other.y))
            if nearest is None or away < least:
                nearest, least = other, away
    return nearest


def feared(world: World, unit: Unit, against: int) -> bool:
    """Does it face an enemy that causes fear? (masse.morale.mod-fear, masse.undead.cause-fear, masse.special.causes-fear)"""
    if against >= 0 and world.units[against].seat != unit.seat and world.units[against].card.has("causes-fear"):
        return True
    return any(other.card.has("causes-fear") and meets(world, unit, other) for other in enemies(world, unit))


def loss_percent(unit: Unit) -> int:
    """What share of its initial figures is gone; of its NV for a single figure. (masse.morale.loss-percentages)"""
    if unit.began == 1:
        return 100 * unit.nv_lost // unit.card.nv
    return 100 * (unit.began - unit.figures) // unit.began


# ---------------------------------------------------------------- the test


@rule("masse.morale.test", "masse.morale.failure-degrades", "masse.morale.enraged-fails")
def morale_test(world: World, id: int, cause: str, against: int, charging: bool = False) -> Script:
    """2d10 and modifiers against the difficulty of the cause; changes the state as the cause says. Returns the world, whether
    it passed, and by how much it missed (0 when it passed)."""
    unit = world.units[id]
    if not takes_tests(unit):
        return world, True, 0
    modifiers = morale_modifiers(world, unit, cause, against, charging)
    dd = DIFFICULTY[cause]
    first, second = yield Roll(RULE_OF[cause], unit.seat, world, 2, 10, (), id, lowest_pass(cause, modifiers))
    result = first + second + sum([value for _, value in modifiers])
    yield Tell(RULE_OF[cause], "morale-test", (id, first, second, modifiers, result, dd))
    state = settled(unit, cause, first + second, result - dd)
    if state != unit.morale:
        world = yield Call(change_state, world, id, state, against)
    if result < dd and world.structures:
        world = yield Call(push_rule(), world, id, dd - result)
    return world, succeeds(cause, first + second, result - dd), max(0, dd - result)


def lowest_pass(cause: str, modifiers: Modifiers) -> int:
    """The lowest sum of the two dice that passes, for the reader, the modifiers taken into account; 0 where none does."""
    margin = sum([value for _, value in modifiers]) - DIFFICULTY[cause]
    return next((natural for natural in range(2, 21) if succeeds(cause, natural, natural + margin)), 0)


def settled(unit: Unit, cause: str, natural: int, margin: int) -> int:
    """The state a test leads to: complete failure routs (masse.morale.complete-failure), superior success enrages
    (masse.morale.superior-success), any other failure lowers the state by one; rally, hatred, charge and the undead have
    consequences of their own."""
    if cause == RALLY:
        return STABLE if margin >= 0 else unit.morale
    if cause == HATRED:
        return unit.morale if margin >= 0 else ENRAGED
    if natural == 20 or margin > 10:
        return ENRAGED
    if cause in HARMLESS:
        return unit.morale
    if natural == 2 or margin < -10:
        return ROUTED
    return unit.morale if margin >= 0 else min(ROUTED, unit.morale + 1)


def succeeds(cause: str, natural: int, margin: int) -> bool:
    """Has the test succeeded? A natural 20 always has; a natural 2 never, where it routs."""
    if cause in (RALLY, HATRED):
        return margin >= 0
    if natural == 20:
        return True
    return margin >= 0 and (natural != 2 or cause in HARMLESS)


@rule("masse.morale.four-states", "masse.formation.routed-pack")
def change_state(world: World, id: int, state: int, by: int) -> Script:
    """The unit's morale changes; a routed unit takes pack formation at once, but for those who always skirmish
    (masse.fly.skirmish-formation, masse.chariot.skirmish-formation), and its friends may lose heart. Returns the world."""
    unit = world.units[id]
    if state == ROUTED and in_building(world, unit):
        return Call(cornered_rule(), world, id, by)
    twin = unit.copy()
    twin.morale = state
    twin.broken = state == SHAKEN and engaged(world, unit)  # masse.morale.shaken-must-break-off
    if state in (ENRAGED, ROUTED):
        twin.waiting = False  # masse.turn.delay
    if state == ROUTED:
        twin.fell_to = by
        twin.receiving = False
        twin.declared = -1
        if not is_individual(unit) and not unit.card.has("flying") and not unit.card.has("chariot"):
            twin.formation = PACK
            twin.fronts = ()
            twin.files = pack_files(unit.figures)
            twin = reformed(unit, twin)
    world = world.with_unit(twin)
    yield Tell(state_rule(state), "morale-state", (id, "morale-" + STATES[state]), STATES[state])
    if state == ROUTED:
        world = yield Call(dismay, world, id)
    return world


def state_rule(state: int) -> str:
    """The rule that describes a state."""
    return (
        "masse.morale.state-enraged",
        "masse.morale.state-stable",
        "masse.morale.state-shaken",
        "masse.morale.state-routed",
    )[state]


@rule("masse.morale.dd-friend-routed")
def dismay(world: World, id: int) -> Script:
    """Friends within 3 in of a routed unit that was stronger than they are test, once a turn. Returns the world."""
    for friend in friends(world, world.units[id]):
        if within(world.units[id], friend, NEARNESS[FRIEND_ROUTED]) and strength(world.units[id]) > strength(friend):
            world = yield Call(dismayed, world, friend.id, id)
    return world


@rule("masse.morale.dd-friend-routed.test")
def dismayed(world: World, id: int, by: int) -> Script:
    """A unit tests because of a fleeing friend, if it has not done so this turn. Returns the world."""
    unit = world.units[id]
    mark = f"{FRIEND_ROUTED}-{by}"
    if unit.status != ON_TABLE or unit.morale == ROUTED or mark in unit.tested:
        return world
    twin = unit.copy()
    twin.tested = (*unit.tested, mark)
    world, _, _ = yield Call(morale_test, world.with_unit(twin), id, FRIEND_ROUTED, -1)
    return world


# ---------------------------------------------------------------- tests caused by losses


@rule("masse.morale.loss-test-timing", "masse.morale.single-test-highest-dd")
def after_losses(world: World, id: int, figures_before: int, by: int) -> Script:
    """After an attack: the loss conditions newly met this turn; one test against the highest difficulty.
    Returns the world."""
    unit = world.units[id]
    if unit.morale == ROUTED or not takes_tests(unit):
        return world
    causes = new_causes(unit, figures_before)
    if not causes:
        return world
    twin = unit.copy()
    twin.tested = (*unit.tested, *[cause for cause in causes if cause != BEYOND_HALF])
    worst = max(causes, key=lambda cause: DIFFICULTY[cause])
    world, _, _ = yield Call(morale_test, world.with_unit(twin), id, worst, by)
    return world


def new_causes(unit: Unit, figures_before: int) -> list[str]:
    """The loss conditions that have become true: first figure, 4 NV, a quarter, a half of the turn's figures, and every loss
    beyond half of the initial number. A single figure counts NV instead. (masse.morale.loss-percentages)"""
    single = unit.began == 1
    lost_now = figures_before - unit.figures
    whole, part = unit.turn_figures, unit.turn_figures - unit.figures
    if single:
        whole, part = unit.card.nv - unit.nv_lost + unit.turn_nv, unit.turn_nv
    met = []
    if not single and lost_now > 0 and figures_before == unit.began:
        met.append(FIRST_FIGURE)
    if unit.turn_nv >= 4:
        met.append(FOUR_NV)
    if 4 * part >= whole and part > 0:
        met.append(QUARTER)
    if 2 * part >= whole and part > 0:
        met.append(HALF)
    met = [cause for cause in met if cause not in unit.tested]
    if (single and 2 * unit.nv_lost > unit.card.nv) or (lost_now > 0 and 2 * (unit.began - unit.figures) > unit.began):
        met.append(BEYOND_HALF)
    return met


push_rule: Final = Later("masse.entry.push")
"""What a failed test means to those who fight in an entrance; it stands in the chapter on entrances. Returns the world."""

cornered_rule: Final = Later("masse.building.no-rout-engaged")
"""A unit in a building does not rout; what happens instead stands in the chapter on buildings."""
