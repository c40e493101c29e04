"""Missile combat: who may shoot at whom, with what, and how well."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.core.pools import Dice
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import (
    CLOSE,
    ENRAGED,
    FRONT,
    INCH,
    METRE,
    ON_TABLE,
    PACK,
    ROUTED,
    SHAKEN,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.cavalry import shoots_standing
from escarmouche.systems.masse.rules.combat import (
    Modifiers,
    attack_numbers,
    attack_pool,
    hit_table,
    naturals,
    needed_to_hit,
    strike,
    touch_table,
)
from escarmouche.systems.masse.rules.facing import figure_sides, first_two
from escarmouche.systems.masse.rules.ground import (
    attack_sector,
    between,
    cover_of,
    enemies,
    engaged,
    far_apart,
    figure_bases,
    figure_places,
    footprint,
    height_of,
    in_difficult,
    in_front_of,
    is_individual,
    meets,
    sees,
    sight_points,
)
from escarmouche.systems.masse.rules.melee import armour, having_fought
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, register
from escarmouche.systems.masse.rules.singles import aim, champions_in
from escarmouche.systems.masse.rules.terrain import LAKE, MARSH, RIVER, is_crossing
from escarmouche.systems.masse.rules.values import BLESSING, MISSILE_MODIFIERS, PT_TIMES, Modifier
from escarmouche.table.areas import polygons_overlap
from escarmouche.table.sectors import rectangle_sector
from escarmouche.table.shapes import Polygon, polygons_within, rectangle, turned

SHORT: Final = 1
MEDIUM: Final = 2
LONG: Final = 3

RANGE_ROWS: Final[dict[int, Modifier]] = {
    SHORT: MISSILE_MODIFIERS["portee-courte"],
    MEDIUM: MISSILE_MODIFIERS["portee-moyenne"],
    LONG: MISSILE_MODIFIERS["portee-longue"],
}
"""masse.shoot.range-short, masse.shoot.range-medium, masse.shoot.range-long"""

# ---------------------------------------------------------------- weapons and ammunition


def missile_line(unit: Unit) -> Attack | None:
    """The missile weapon it has in hand, if any."""
    if not unit.card.attacks:
        return None
    line = unit.card.attacks[unit.weapon]
    if line.mode == "missile":
        return line
    for other in unit.card.attacks:
        if other.mode == "missile" and other.change in ("immediate", "free"):
            return other
    return None


def shots_a_turn(unit: Unit, line: Attack) -> int:
    """Two for the short bow and for specialists of the long bow. (masse.shoot.rate-of-fire,
    masse.shoot.long-bow-specialist)"""
    return 2 if line.shots >= 2 or (unit.specialist and line.weapon == "arc-long") else 1


def has_ammunition(unit: Unit, line: Attack) -> bool:
    """Is a volley left? Hurled rocks are not counted. (masse.shoot.needs-ammunition)"""
    return line.volleys == 0 or unit.volleys > 0


def nothing_to_hurl(world: World, unit: Unit, line: Attack) -> bool:
    """Is it where no projectile to be hurled is found: in water, in a marsh, in a building? (masse.shoot.hurled-supply)"""
    if line.volleys:
        return False
    if unit.building >= 0:
        return True
    shape = footprint(unit)
    return any(piece.kind in (MARSH, RIVER, LAKE) and polygons_overlap(piece.shape, shape) for piece in world.pieces)


def is_loaded(unit: Unit, line: Attack) -> bool:
    """Ready to shoot: bows and slings unless they moved and shot in the turn before and have moved again
    (masse.shoot.reload-if-immobile); crossbows once wound (masse.shoot.reload-one-turn)."""
    return line.reload == "none" or unit.loaded or (line.reload == "if-immobile" and shoots_standing(unit))


# ---------------------------------------------------------------- range


def reach_of_shot(world: World, unit: Unit, target: Unit, line: Attack) -> int:
    """The upper limit of short range: PT, more from above, less from below, 10 m to the inch; never below 0.
    (masse.shoot.height-range, masse.org.stat-pt)"""
    above = height_of(world, unit) - height_of(world, target)
    return max(0, line.pt + above * INCH // (10 * METRE))


def range_band(world: World, unit: Unit, target: Unit, line: Attack) -> int:
    """SHORT, MEDIUM or LONG; 0 beyond reach. Thrown weapons have no long range; limits belong to the nearer band."""
    reach = reach_of_shot(world, unit, target, line)
    if far_apart(unit, target, PT_TIMES[LONG - 1] * reach):
        return 0
    band = band_between(footprint(unit), footprint(target), reach)
    return 0 if band == LONG and line.thrown else band


def band_between(a: Polygon, b: Polygon, reach: int) -> int:
    """SHORT, MEDIUM or LONG from one shape to another, where short range goes so far; 0 beyond reach."""
    for band in (SHORT, MEDIUM, LONG):
        if polygons_within(a, b, PT_TIMES[band - 1] * reach):
            return band
    return 0


# ---------------------------------------------------------------- may it shoot?


def shooter_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the unit cannot shoot at all now, or None."""
    line = missile_line(unit)
    if line is None:
        return no("masse.shoot.weapon-change", "no-missile-weapon", unit.id)
    if unit.morale == ENRAGED:
        return no("masse.shoot.mod-enraged", "enraged", unit.id)  # masse.morale.enraged-no-shoot
    if unit.morale == ROUTED:
        return no("masse.shoot.mod-routed", "routed", unit.id)  # masse.morale.routed-no-attack
    if engaged(world, unit):
        return no("masse.shoot.not-engaged", "engaged", unit.id)
    if is_crossing(world, unit):
        return no("masse.shoot.mod-crossing", "crossing", unit.id)
    if not has_ammunition(unit, line):
        return no("masse.shoot.needs-ammunition", "no-ammunition", unit.id)
    if nothing_to_hurl(world, unit, line):
        return no("masse.shoot.hurled-supply", "nothing-to-hurl", unit.id)
    if not is_loaded(unit, line):
        return no("masse.shoot.reload-one-turn", "not-loaded", unit.id)
    return None


def target_refusal(world: World, unit: Unit, target: Unit, indirect: bool) -> Refusal | None:
    """Why the unit cannot shoot at this target, or None. (masse.shoot.eligibility)"""
    line = missile_line(unit)
    assert line is not None
    if engaged(world, target):
        return no("masse.shoot.no-target-in-melee", "target-in-melee", target.id)
    if range_band(world, unit, target, line) == 0:
        return no("masse.shoot.range-long", "out-of-range", unit.id, target.id)
    if indirect:
        if not line.indirect:
            return no("masse.shoot.no-indirect-weapons", "no-indirect", unit.id)
        if not in_front_of(unit, target.x, target.y) or not seen_by_friend(world, unit, target):
            return no("masse.shoot.indirect", "target-unknown", unit.id, target.id)
        return None
    if direct_shooters(world, unit, target, line, 1):
        return None
    return no("masse.shoot.eligibility", "does-not-see", unit.id, target.id)


def seen_by_friend(world: World, unit: Unit, target: Unit) -> bool:
    """Does some unit of its side see the target? (masse.shoot.indirect)"""
    return any(friend.seat == unit.seat and friend.status == ON_TABLE and sees(world, friend, target) for friend in world.units)


# ---------------------------------------------------------------- which figures shoot (masse.shoot.eligibility)


def aiming_figures(unit: Unit, target: Unit) -> list[int]:
    """The figures that may aim at the target, by their number in `figure_places`: the first two ranks of those who face it, all
    of them at a flier, in the air or in a building. (masse.shoot.two-ranks, masse.fly.all-ranks-shoot, masse.fly.no-ranks,
    masse.building.free-turning)"""
    if target.altitude > 0 or unit.altitude > 0 or is_individual(unit):
        return list(range(unit.figures))
    if unit.building >= 0:
        return list(range(min(unit.figures, 2 * unit.files)))
    found = first_two(unit, FRONT)
    for side in unit.fronts:
        found.extend(first_two(unit, side))
    return found


def farthest_shot(world: World, unit: Unit, target: Unit, line: Attack) -> int:
    """How far its weapon carries: twice PT when it is thrown, else three times."""
    return reach_of_shot(world, unit, target, line) * PT_TIMES[(MEDIUM if line.thrown else LONG) - 1]


def direct_shooters(world: World, unit: Unit, target: Unit, line: Attack, most: int = 0) -> list[int]:
    """The figures that see a figure of the target in their own field of view and have it within range; `most` ends the count.
    A single figure, and those in a building, look all around. (masse.shoot.eligibility)"""
    whole, far = footprint(target), farthest_shot(world, unit, target, line)
    places, sides = figure_places(unit), figure_sides(unit)
    points = [*sight_points(target), *figure_places(target)]
    free = is_individual(unit) or unit.building >= 0
    way = between(world, unit, target)
    found: list[int] = []
    for number in aiming_figures(unit, target):
        if most and len(found) == most:
            break
        x, y = places[number]
        base = rectangle(x, y, unit.card.front // 2, unit.card.depth // 2, unit.facing + 9000 * sides[number])
        if not polygons_within(base, whole, far):
            continue
        if not free:
            dx, dy = turned(unit.card.depth // 2, 0, unit.facing + 9000 * sides[number])
            x, y = x + dx, y + dy
        for px, py in points:
            if (free or rectangle_sector(base, px, py) == FRONT) and not way.blocked(x, y, px, py):
                found.append(number)
                break
    return found


def arc_shooters(world: World, unit: Unit, target: Unit, line: Attack) -> list[int]:
    """The figures that have the target within range of a high arc. (masse.shoot.indirect)"""
    whole, far = footprint(target), farthest_shot(world, unit, target, line)
    return [number for number, base in enumerate(figure_bases(unit)) if polygons_within(base, whole, far)]


def shooters(world: World, unit: Unit, target: Unit, indirect: bool) -> tuple[int, int]:
    """How many figures shoot directly and how many in a high arc: all of those within range where it shoots indirectly; else
    those who see the target, and the others add their arrows in an arc where their weapon can. (masse.shoot.two-ranks)"""
    line = missile_line(unit)
    assert line is not None
    if indirect:
        return 0, len(arc_shooters(world, unit, target, line))
    direct = direct_shooters(world, unit, target, line)
    if not line.indirect or not in_front_of(unit, target.x, target.y):
        return len(direct), 0
    return len(direct), len([number for number in arc_shooters(world, unit, target, line) if number not in direct])


# ---------------------------------------------------------------- modifiers (masse.shoot.table-5c)


def missile_modifiers(world: World, unit: Unit, target: Unit, line: Attack, indirect: bool, delayed: bool) -> Modifiers:
    """Every row of Table 5c that applies to the d20 of missile touches, by its id."""
    found: list[Modifier] = []
    if unit.formation == CLOSE:
        found.append(MISSILE_MODIFIERS["serree"])  # masse.shoot.mod-close
    elif unit.formation == PACK:
        found.append(MISSILE_MODIFIERS["meute"])  # masse.shoot.mod-meute
    if unit.morale == SHAKEN:
        found.append(MISSILE_MODIFIERS["ebranlee"])  # masse.shoot.mod-shaken, masse.morale.shaken-shoot
    found.extend(cover_rows(cover_of(world, target, unit)))
    if in_difficult(world, unit):
        found.append(MISSILE_MODIFIERS["terrain-difficile"])  # masse.shoot.mod-difficult
    if (unit.card.category == "cavalry" or unit.card.has("mounted")) and not unit.dismounted and not unit.card.has("chariot"):
        found.append(MISSILE_MODIFIERS["a-cheval"])  # masse.shoot.mod-mounted, masse.chariot.archers
    band = RANGE_ROWS[range_band(world, unit, target, line)]
    if band[1]:
        found.append(band)
    if delayed:
        found.append(MISSILE_MODIFIERS["action-retardee"])  # masse.shoot.mod-delayed
    if indirect:
        found.append(MISSILE_MODIFIERS["tir-indirect"])  # masse.shoot.mod-indirect
    if unit.bless:
        found.append(BLESSING)
    return tuple(found)


def cover_rows(cover: int) -> list[Modifier]:
    """-2, -4, -7 or -10 against a target in cover. (masse.shoot.mod-cover-25, masse.shoot.mod-cover-50,
    masse.shoot.mod-cover-75, masse.shoot.mod-cover-90)"""
    return [MISSILE_MODIFIERS[f"couverture-{cover}"]] if cover else []


def missile_pool(
    world: World, unit: Unit, target: Unit, indirect: bool, delayed: bool, figures: int = -1, at: Unit | None = None
) -> tuple[Dice, ...]:
    """The compound roll of a volley; shots from flank or rear ignore the shield (masse.shoot.mod-no-shield). `figures` are
    those who shoot in one and the same way where not all of them do, `at` the champion they aim at
    (masse.hero.champion-targetable)."""
    line = missile_line(unit)
    assert line is not None
    if figures < 0:
        direct, arc = shooters(world, unit, target, indirect)
        straight = missile_pool(world, unit, target, False, delayed, direct) if direct else ()
        return (*straight, *missile_pool(world, unit, target, True, delayed, arc)) if arc else straight
    sector = attack_sector(target, unit)
    modifiers = missile_modifiers(world, unit, target, line, indirect, delayed)
    needed = needed_to_hit(armour(target if at is None else at, sector if sector == FRONT else 1), line.ma, modifiers)
    return attack_pool(line, figures, needed, natural=naturals(world))


# ---------------------------------------------------------------- the volley


@rule("masse.shoot.whole-unit", "masse.shoot.ammo-per-volley", "masse.shoot.table-5c")
def volley(world: World, id: int, target: int, indirect: bool, delayed: bool) -> Script:
    """The whole unit shoots: a volley is used, the loss is applied; some figures may aim at a champion in the target. Returns
    the world."""
    unit, foe = world.units[id], world.units[target]
    sector = attack_sector(foe, unit)
    yield Tell("masse.shoot.whole-unit", "shoots", (id, target, indirect))
    direct, arc = shooters(world, unit, foe, indirect)
    figures, champion, aimed = arc if indirect else direct, -1, 0
    if champions_in(world, foe):
        champion, aimed = yield Call(aim, world, id, target, figures, False)
    line = missile_line(unit)
    assert line is not None
    ca = armour(foe, sector if sector == FRONT else 1)
    pool: tuple[Dice, ...] = ()
    for high, many in ((indirect, figures - aimed), (True, 0 if indirect else arc)):
        if many:
            rows = missile_modifiers(world, unit, foe, line, high, delayed)
            yield attack_numbers("masse.shoot.table-5c", id, many, line, rows, ca, naturals(world))
            pool += missile_pool(world, unit, foe, high, delayed, many)
    his_pool = missile_pool(world, unit, foe, indirect, delayed, aimed, world.units[champion]) if aimed else ()
    world = having_shot(having_fought(world, id), id)
    if aimed:
        world = yield Call(strike, world, id, champion, his_pool, sector, "masse.hero.champion-targetable")
    return Call(strike, world, id, target, pool, sector, "masse.shoot.whole-unit") if pool else world


def having_shot(world: World, id: int) -> World:
    """The world once the unit has shot: one volley less, and its weapon empty where it must be loaded again."""
    twin = world.units[id].copy()
    line = missile_line(twin)
    assert line is not None
    twin.shot = True
    if line.volleys:
        twin.volleys -= 1
    if line.reload in ("move", "turn") or (line.reload == "if-immobile" and not shoots_standing(twin)):
        twin.loaded = False
        twin.reload = 0
    return world.with_unit(twin)


@final
class Shoot(Order):
    """Shoot: ("shoot", target, indirect)."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return not doing.unit().shot and shooter_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, bool):
            return no("masse.shoot.eligibility", "malformed", str(answer))
        unit, world = doing.unit(), doing.world
        refused = shooter_refusal(world, unit)
        if refused is not None:
            return refused
        if unit.shot:
            return no("masse.shoot.rate-of-fire", "has-shot", unit.id)
        if not 0 <= answer[1] < len(world.units) or world.units[answer[1]].seat == unit.seat:
            return no("masse.shoot.eligibility", "not-an-enemy")
        target = world.units[answer[1]]
        if target.status != ON_TABLE:
            return no("masse.shoot.eligibility", "not-an-enemy")
        return target_refusal(world, unit, target, answer[2])

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        world, unit = doing.world, doing.unit()
        line = missile_line(unit)
        arcs = line is not None and line.indirect
        for enemy in enemies(world, unit):
            if target_refusal(world, unit, enemy, False) is None:
                found.append(("shoot", enemy.id, False))
            elif arcs and target_refusal(world, unit, enemy, True) is None:
                found.append(("shoot", enemy.id, True))
        return found


@rule("masse.shoot.eligibility", "masse.shoot.second-shot")
def shoot(world: World, id: int, answer: tuple[str, int, bool]) -> Script:
    """A volley at the unit's initiative; a stationary unit whose weapon shoots twice may give up its movement for a second
    one, later in the turn. Returns the world."""
    _, target, indirect = answer
    unit = world.units[id]
    world = yield Call(volley, world, id, target, indirect, unit.delayed)
    line = missile_line(unit)
    if line is None or unit.moved or unit.delayed or shots_a_turn(unit, line) < 2:
        return world  # masse.shoot.second-shot-no-delay
    if world.units[id].status != ON_TABLE or not has_ammunition(world.units[id], line):
        return world
    rule_id = "masse.shoot.second-shot"
    if (yield Choose(rule_id, unit.seat, world, Listed(("move-later", "second-shot"), rule_id), id)) == "second-shot":
        twin = world.units[id].copy()
        twin.second_shot = True
        return world.with_unit(twin)
    return world


@rule("masse.shoot.second-shot-initiative")
def second_shot(world: World, id: int) -> Script:
    """The second shot, at the unit's initiative less 10 and at -1, as an opportunity attack. Goes on with the next action."""
    twin = world.units[id].copy()
    twin.second_shot = False
    world = world.with_unit(twin)
    unit = world.units[id]
    if shooter_refusal(world, unit) is None:
        answers: list[Answer] = ["hold"]
        for enemy in enemies(world, unit):
            if can_hit(world, unit, enemy):
                answers.append(enemy.id)
        rule_id = "masse.shoot.second-shot-initiative"
        target = yield Choose(rule_id, unit.seat, world, Listed(tuple(answers), rule_id), id)
        if target != "hold":
            world = yield Call(volley, world, id, target, only_in_an_arc(world, unit, world.units[target]), True)
    return Call(next_action_rule(), world)


def only_in_an_arc(world: World, unit: Unit, target: Unit) -> bool:
    """Can an enemy not be aimed at, so that a shot at it goes in an arc? (masse.shoot.indirect)"""
    return target_refusal(world, unit, target, False) is not None


def can_hit(world: World, unit: Unit, target: Unit) -> bool:
    """May a second shot or a shot of opportunity go at this enemy, straight or in an arc?"""
    return any(target_refusal(world, unit, target, indirect) is None for indirect in (False, True))


@rule("masse.shoot.mod-delayed")
def snap_shots(world: World, mover: int) -> Script:
    """Units that hold back their action may shoot at the moving enemy, at -1; that is their action. Returns the world."""
    for unit in enemies(world, world.units[mover]):
        if not unit.waiting or unit.acted or world.units[mover].status != ON_TABLE:
            continue
        if shooter_refusal(world, unit) is not None or not can_hit(world, unit, world.units[mover]):
            continue
        rule_id = "masse.shoot.mod-delayed"
        if (yield Choose(rule_id, unit.seat, world, Listed(("wait", "shoot"), rule_id), unit.id)) == "shoot":
            twin = unit.copy()
            twin.acted = True
            twin.waiting = False
            arc = only_in_an_arc(world, unit, world.units[mover])
            world = yield Call(volley, world.with_unit(twin), unit.id, mover, arc, True)
    return world


# ---------------------------------------------------------------- shooting at a melee (masse.shoot.into-melee-split)


def melee_refusal(world: World, unit: Unit, one: Unit, other: Unit) -> Refusal | None:
    """Why the unit cannot shoot at the melee of these two as a whole, or None. Neither of them can be aimed at by itself
    (masse.shoot.no-target-in-melee)."""
    rule_id = "masse.shoot.into-melee-split"
    line = missile_line(unit)
    assert line is not None
    both = (one, other)
    if one.seat == other.seat or any(fighter.status != ON_TABLE for fighter in both) or not meets(world, one, other):
        return no(rule_id, "no-such-melee", unit.id)
    if any(range_band(world, unit, fighter, line) == 0 for fighter in both):
        return no("masse.shoot.range-long", "out-of-range", unit.id, one.id)
    if not any(direct_shooters(world, unit, fighter, line, 1) for fighter in both):
        return no("masse.shoot.eligibility", "does-not-see", unit.id, one.id)
    return None


def shares(touches: int, friend: int, foe: int) -> tuple[int, int]:
    """How many touches fall on the friendly unit and on the enemy, by their figures: the largest remainder takes the last one,
    on a tie the friendly unit."""
    total = friend + foe
    mine = touches * friend // total
    rest = touches - mine - touches * foe // total
    if rest and touches * friend % total >= touches * foe % total:
        mine += 1
    return mine, touches - mine


def touch_pool(line: Attack, figures: int) -> tuple[Dice, ...]:
    """The attack dice of a volley, read as touches alone."""
    return tuple([Dice(figures, sides, touch_table(sides, line.flat if i == 0 else 0)) for i, sides in enumerate(line.dice)])


def needed_at(world: World, unit: Unit, target: Unit, line: Attack) -> int:
    """What a touch on this unit needs on its d20."""
    sector = attack_sector(target, unit)
    modifiers = missile_modifiers(world, unit, target, line, False, False)
    return needed_to_hit(armour(target, sector if sector == FRONT else 1), line.ma, modifiers)


@final
class ShootMelee(Order):
    """Shoot at a melee as a whole: ("shoot-melee", unit, unit), the two that fight each other."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit, world = doing.unit(), doing.world
        if unit.shot or shooter_refusal(world, unit) is not None:
            return False
        return any(friend.id != unit.id and engaged(world, friend) for friend in world.on_table(unit.seat))

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "masse.shoot.into-melee-split"
        if malformed(answer, int, int) or any(not 0 <= id < len(doing.world.units) for id in answer[1:]):
            return no(rule_id, "malformed", str(answer))
        refused = shooter_refusal(doing.world, doing.unit())
        if refused is not None:
            return refused
        if doing.unit().shot:
            return no("masse.shoot.rate-of-fire", "has-shot", doing.id)
        return melee_refusal(doing.world, doing.unit(), doing.world.units[answer[1]], doing.world.units[answer[2]])

    def listed(self, doing: Doing) -> list[Answer]:
        unit, world = doing.unit(), doing.world
        return [
            ("shoot-melee", enemy.id, friend.id)
            for enemy in enemies(world, unit)
            for friend in world.on_table(unit.seat)
            if friend.id != unit.id and melee_refusal(world, unit, enemy, friend) is None
        ]


@rule("masse.shoot.into-melee-split")
def shoot_melee(world: World, id: int, answer: tuple[str, int, int]) -> Script:
    """The touches of the volley are shared between the two units by their figures, and each share is rolled against that unit's
    CA. Returns the world."""
    unit = world.units[id]
    first, second = world.units[answer[1]], world.units[answer[2]]
    friend, foe = (first, second) if first.seat == unit.seat else (second, first)
    line = missile_line(unit)
    assert line is not None
    rule_id = "masse.shoot.into-melee-split"
    yield Tell(rule_id, "shoots-melee", (id, foe.id, friend.id))
    seen = {*direct_shooters(world, unit, foe, line), *direct_shooters(world, unit, friend, line)}
    pool = touch_pool(line, len(seen))
    needs = [needed_at(world, unit, target, line) for target in (friend, foe)]
    world = having_shot(having_fought(world, id), id)
    touches = yield Roll(rule_id, unit.seat, world, figure=id, pool=pool)
    parts = shares(touches, friend.figures, foe.figures)
    yield Tell(rule_id, "touches-shared", (id, friend.id, parts[0], foe.id, parts[1]))
    for target, part, needed in zip((friend, foe), parts, needs, strict=True):
        if part and world.units[target.id].status == ON_TABLE:
            dice = (Dice(part, 20, hit_table(needed, naturals(world))),)
            world = yield Call(strike, world, id, target.id, dice, attack_sector(target, unit), rule_id)
    return world


next_action_rule: Final = Later("masse.turn.initiative-order")
"""The next action of the turn."""


register(Shoot("shoot", FIGHT, 12, shoot))
register(ShootMelee("shoot-melee", FIGHT, 1, shoot_melee))
