"""Ranged combat: ranges, the choice of a target, the shot and its modifiers, ammunition, thrown javelins."""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Chance, Part, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import FREE, NORMAL, SHOOTER, SHORT, SWARM, UNDEAD, Figure, World
from escarmouche.systems.sbh.rules.actions import REGROUP, Action, Doing, held_refusal, price_refusal, prone_refusal, register
from escarmouche.systems.sbh.rules.conventions import apart, contact, enemies, foes, friends, helpless, spot_near
from escarmouche.systems.sbh.rules.harm import SHOT, cause, suffer, verdict
from escarmouche.systems.sbh.rules.melee import Modifiers, enemy_of, having_attacked, opposed
from escarmouche.systems.sbh.rules.sight import (
    figure_between,
    hidden_in_wood,
    in_cover,
    scenery_between,
    shoots_from_ambush,
    too_deep,
    untouchable,
)
from escarmouche.systems.sbh.rules.upgrades import dirty_tricks, tricks_over
from escarmouche.systems.sbh.rules.values import BANDS, COST, FARTHEST, ITEM_BONUS, RANGED_MODIFIERS, WITH_SPELLS, Modifier

# ---------------------------------------------------------------- range


def range_band(world: World, shooter: Figure, target: Figure, length: int) -> int:
    """The number of the band, counted from 1: within the range (sbh.shooting.range-normal), within twice
    (sbh.shooting.range-double) and within three times the range (sbh.shooting.range-triple); 0 beyond, where no shot reaches
    (sbh.shooting.range-max).

    `length` is the range: SHORT, MEDIUM or LONG, in hexes on a hexagon board (sbh.hex.distances).
    """
    far, reach = apart(world, shooter, target), world.ruler(length)
    for number, (multiple, _) in enumerate(BANDS, 1):
        if far <= multiple * reach:
            return number
    return 0


def in_range(world: World, shooter: Figure, target: Figure, length: int) -> bool:
    """Is the target in a band of this range at all? (sbh.shooting.range-max)"""
    return spot_near(world, shooter.x, shooter.y, shooter.card.radius, target, FARTHEST * world.ruler(length))


# ---------------------------------------------------------------- who may shoot


def pressed(world: World, figure: Figure) -> bool:
    """Is it in melee with an enemy that is not knocked down? Beside enemies on the ground one may shoot and cast.
    (sbh.shooting.prone-enemy-adjacent, sbh.state.engaged, sbh.woods.diagram-c-and-d)"""
    return any(not foe.prone for foe in foes(world, figure))


def free_to_shoot(world: World, figure: Figure) -> Refusal | None:
    """Why it may make no ranged attack now, whatever its weapon; None when it may."""
    refused = held_refusal(figure) or prone_refusal(figure)
    if refused is not None:
        return refused
    if figure.spent:
        return no("sbh.shooting.ammunition", "out-of-ammunition", figure.id)
    if figure.attacked:
        return no("sbh.action.one-attack-per-turn", "attacked-already", figure.id)
    if pressed(world, figure):
        return no("sbh.shooting.no-shooting-from-melee", "shoots-in-melee", figure.id)
    return None


def can_shoot(world: World, figure: Figure) -> Refusal | None:
    """Why it may not shoot now, or None when it may. (sbh.shooting.requires-shooter, sbh.special.shooter)"""
    if not figure.has(SHOOTER):
        return no("sbh.shooting.requires-shooter", "not-a-shooter", figure.id)
    return free_to_shoot(world, figure)


def can_throw(world: World, figure: Figure) -> Refusal | None:
    """Why it may not throw a magic javelin now, or None when it may. (sbh.item.magic-javelins)"""
    if not has_javelin(figure):
        return no("sbh.item.magic-javelins", "no-javelins", figure.id)
    return free_to_shoot(world, figure)


def has_javelin(figure: Figure) -> bool:
    """Does it carry a magic javelin?"""
    return figure.item == "magic-javelins" and figure.charges > 0


# ---------------------------------------------------------------- what may be aimed at


def view_refusal(world: World, viewer: Figure, target: Figure) -> Refusal | None:
    """Why nothing can be aimed at the target from there, be it an arrow, a spell or a web; None when it can."""
    if untouchable(world, target):
        return no("sbh.special.stealth", "target-in-stealth", target.id)
    if scenery_between(world, viewer, target):
        if hidden_in_wood(world, viewer, target):
            return no("sbh.woods.outside-cannot-shoot-in", "target-in-wood", target.id)
        return no("sbh.cover.full", "target-hidden", viewer.id, target.id)
    if too_deep(world, viewer, target):
        return no("sbh.woods.both-inside", "too-deep-in-wood", viewer.id, target.id)
    if figure_between(world, viewer, target):
        return no("sbh.los.straight-line", "figure-in-line", viewer.id, target.id)
    return None


def mark_refusal(world: World, shooter: Figure, target: Figure, length: int) -> Refusal | None:
    """Why the target cannot be shot at, whoever else is there; None when it can.

    Nobody shoots at an enemy in melee: in contact with a friend of the shooter (sbh.shooting.no-shooting-into-melee), on
    its feet or not (sbh.shooting.prone-friend-adjacent).
    """
    if not in_range(world, shooter, target, length):
        return no("sbh.shooting.range-max", "out-of-range", shooter.id, target.id)
    refused = view_refusal(world, shooter, target)
    if refused is not None:
        return refused
    for friend in friends(world, shooter):
        if contact(world, friend, target):
            if friend.prone:
                return no("sbh.shooting.prone-friend-adjacent", "target-over-friend", target.id, friend.id)
            return no("sbh.shooting.no-shooting-into-melee", "target-in-melee", target.id, friend.id)
    return None


# ---------------------------------------------------------------- choice of target


def may_ignore(world: World, shooter: Figure, enemy: Figure) -> bool:
    """May the shooter pass this enemy over for any other? One worth less than half its own Points
    (sbh.shooting.target-half-points, sbh.profile.points), on the ground or in cover
    (sbh.shooting.target-ignore-covered)."""
    return 2 * enemy.card.points < shooter.card.points or enemy.prone or in_cover(world, shooter, enemy)


def outgrows(target: Figure, enemy: Figure) -> bool:
    """Is the target Big or Huge, and the enemy passed over for it of normal size?
    (sbh.shooting.target-ignore-for-large)"""
    return target.card.size > NORMAL and enemy.card.size == NORMAL


def targets(world: World, shooter: Figure, length: int) -> list[Figure]:
    """The enemies it may choose with this range, nearest first: no farther than any it may not ignore, among those that can
    be shot at. (sbh.shooting.target-nearest)"""
    found: list[Figure] = []
    nearer: list[tuple[int, Figure]] = []
    reached = [enemy for enemy in enemies(world, shooter) if in_range(world, shooter, enemy, length)]
    for far, id in sorted([(apart(world, shooter, enemy), enemy.id) for enemy in reached]):
        target = world.figures[id]
        if barrier(target, far, nearer) >= 0 or mark_refusal(world, shooter, target, length) is not None:
            continue
        found.append(target)
        if not may_ignore(world, shooter, target):
            nearer.append((far, target))
    return found


def barrier(target: Figure, far: int, nearer: list[tuple[int, Figure]]) -> int:
    """The enemy among these that must be shot before one that is so far away, or -1."""
    for distance, enemy in nearer:
        if distance < far and not outgrows(target, enemy):
            return enemy.id
    return -1


def target_refusal(world: World, shooter: Figure, target: Figure, length: int) -> Refusal | None:
    """Why the shooter may not choose this target with a weapon of this range, or None when it may."""
    refused = mark_refusal(world, shooter, target, length)
    if refused is not None:
        return refused
    held_dear = [one for one in targets(world, shooter, length) if not may_ignore(world, shooter, one)]
    first = barrier(target, apart(world, shooter, target), [(apart(world, shooter, one), one) for one in held_dear])
    return no("sbh.shooting.target-nearest", "nearer-target", shooter.id, first) if first >= 0 else None


def legal_target(world: World, shooter: Figure, target: Figure) -> Refusal | None:
    """Why a Shooter may not choose this target, or None when it may. (sbh.concentrated.targeting)"""
    return target_refusal(world, shooter, target, shooter.card.shooting)


# ---------------------------------------------------------------- ranged modifiers (sbh.shooting.modifier-table)


def ranged_modifiers(world: World, shooter: Figure, target: Figure, length: int, spell: bool) -> Modifiers:
    """Every modifier of the shooter's own roll, each by its id in the modifier table; a target on the ground gives none
    (sbh.shooting.mod.prone-none), and spells are spared the -2 against Undead and Swarms (sbh.magic.no-undead-penalty)."""
    found: list[Modifier] = []
    if in_cover(world, shooter, target):
        found.append(RANGED_MODIFIERS["cover"])  # sbh.shooting.mod.cover, sbh.cover.partial
    band = range_band(world, shooter, target, length)
    if band > 0 and BANDS[band - 1][1]:
        found.append(RANGED_MODIFIERS[BANDS[band - 1][1]])  # sbh.shooting.mod.range-double, sbh.shooting.mod.range-triple
    if shoots_from_ambush(world, shooter, target):
        found.append(RANGED_MODIFIERS["ambush"])  # sbh.shooting.mod.ambush, sbh.ambush.ranged
    if target.has(UNDEAD):
        found.append(RANGED_MODIFIERS["target-undead"])  # sbh.shooting.mod.undead, sbh.special.undead-ranged-penalty
    if target.has(SWARM):
        found.append(RANGED_MODIFIERS["target-swarm"])  # sbh.shooting.mod.swarm, sbh.special.swarm-ranged-penalty
    if target.held != FREE:
        found.append(RANGED_MODIFIERS["target-immobilised"])  # sbh.shooting.mod.immobilised, sbh.state.immobilised-bonus
    if target.card.size > shooter.card.size:
        # sbh.shooting.mod.size, sbh.shooting.size, sbh.special.big, sbh.special.huge
        found.append(RANGED_MODIFIERS["target-larger"])
    return tuple([one for one in found if one[0] in WITH_SPELLS]) if spell else tuple(found)


def shared_modifiers(world: World, shooters: tuple[int, ...], target: int) -> Modifiers:
    """The modifiers of a shot by several: what counts for one counts for all, once, at the worst range.
    (sbh.concentrated.shared-modifiers)"""
    found: dict[str, int] = {}
    for id in shooters:
        archer = world.figures[id]
        found.update(ranged_modifiers(world, archer, world.figures[target], archer.card.shooting, False))
    if "range-triple" in found:
        found.pop("range-double", 0)
    return tuple(found.items())


def hampered(shooters: int, aimed: bool) -> Modifiers:
    """What lowers the target's own roll: an aimed shot, once (sbh.shooting.aimed-shot, sbh.shooting.mod.aimed-shot,
    sbh.action.extra-action-limit), and every shooter after the first (sbh.concentrated.target-penalty)."""
    found: Modifiers = (RANGED_MODIFIERS["aimed-shot"],) if aimed else ()
    more = (shooters - 1) * RANGED_MODIFIERS["concentrated-fire"][1]
    return (*found, ("concentrated-fire", more)) if shooters > 1 else found


# ---------------------------------------------------------------- the shot


@rule("sbh.shooting.resolution")
def shot(world: World, shooters: tuple[int, ...], target: int, aimed: bool) -> Script:
    """One or more Shooters make their ranged attack of the turn on a target, with a single roll at the lowest Combat among
    them; only they can do harm. Returns the world."""
    for id in shooters:
        world = yield from dirty_tricks(having_attacked(world, id), id)
    able = tuple([id for id in shooters if world.figures[id].has(SHOOTER)])
    if not able:
        yield Tell("sbh.campaign.upgrade.dirty-tricks", "shot-foiled", (shooters, target), "foiled")
        return tricks_over(world)
    world = yield from dirty_tricks(world, target)
    return Call(volley, world, able, shared_modifiers(world, able, target), target, hampered(len(able), aimed))


@rule("sbh.concentrated.single-roll", "sbh.concentrated.kobold-example")
def volley(world: World, shooters: tuple[int, ...], modifiers: Modifiers, target: int, others: Modifiers) -> Script:
    """The dice of a shot, once its modifiers are known; returns the world."""
    first = weakest(world, shooters)
    world, die, total, against = yield from loosed(world, first, modifiers, target, others)
    world = yield from impact(world, first, target, die, total, against, SHOT)
    if die == 1:
        world = yield from ammunition_checks(world, shooters)
    return tricks_over(world)


def weakest(world: World, shooters: tuple[int, ...]) -> int:
    """The one with the lowest Combat, which rolls for all. (sbh.concentrated.single-roll)"""
    lowest = shooters[0]
    for id in shooters:
        if world.figures[id].card.combat < world.figures[lowest].card.combat:
            lowest = id
    return lowest


def loosed(
    world: World, shooter: int, modifiers: Modifiers, target: int, others: Modifiers
) -> Part[tuple[World, int, int, int]]:
    """The opposed roll of a shot, Combat against Combat; returns the world, the shooter's die and the two totals."""
    base, guard = world.figures[shooter].card.combat, world.figures[target].card.combat
    world, die, _, total, against = yield from opposed(
        world, "sbh.shooting.resolution", shooter, base, modifiers, target, guard, others
    )
    return world, die, total, against


def impact(world: World, by: int, target: int, die: int, total: int, against: int, means: str) -> Script:
    """What a shot or a magical attack does: nothing on a tie (sbh.shooting.result-tie) or when the target wins; otherwise
    the shooter's die and the totals decide as in any fight (sbh.shooting.result-double, sbh.shooting.result-triple), but
    nobody is killed for being helpless (sbh.state.immobilised-helpless). Returns the world."""
    if total <= against:
        why = "sbh.shooting.result-tie" if total == against else "sbh.shooting.resolution"
        yield Tell(why, "misses", (by, target), "miss")
        return world
    result = verdict(world.figures[by], world.figures[target], die, total, against, False)
    why = cause(world.figures[by], world.figures[target], result, total, against, means)
    return (yield Call(suffer, world, target, by, result, "defender", means, why))


def ammunition_checks(world: World, shooters: tuple[int, ...]) -> Script:
    """After a natural 1 each shooter throws a die, and on another 1 shoots no more in this game.
    (sbh.shooting.ammunition, sbh.concentrated.ammunition)"""
    rule_id = "sbh.shooting.ammunition"
    for id in shooters:
        if (yield Roll(rule_id, world.figures[id].seat, world, 1, 6, (1, 0, 0, 0, 0, 0), id)):
            yield Tell(rule_id, "ammunition-gone", (id,))
            twin = world.figures[id].copy()
            twin.spent = True
            world = world.with_figure(twin)
    return world


# ---------------------------------------------------------------- the actions


class Ranged(Action):
    """A ranged attack with a weapon: (kind, enemy, aimed), one action, two when aimed."""

    __slots__ = ()

    def length(self, figure: Figure) -> int:
        """The weapon's range."""
        return 0

    def ready(self, world: World, figure: Figure) -> Refusal | None:
        """Why the fighter may not use the weapon now, or None when it may."""
        return None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        world, figure = doing.world, doing.figure()
        if malformed(answer, int, bool):
            return no("sbh.action.shoot", "malformed", str(answer))
        if doing.mode == REGROUP:
            return no("sbh.regroup.no-attack", "no-attack-in-regroup", figure.id)
        refused = self.ready(world, figure)
        if refused is not None:
            return refused
        target = enemy_of(world, figure, answer[1])
        if target is None:
            return no("sbh.action.shoot", "not-an-enemy")
        refused = target_refusal(world, figure, target, self.length(figure))
        if refused is not None:
            return refused
        return price_refusal(doing, shot_cost(answer[2]), "action-aimed-shot" if answer[2] else "action-shoot")

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for target in targets(doing.world, doing.figure(), self.length(doing.figure())):
            found.append((self.kind, target.id, False))
            if doing.left >= shot_cost(True):
                found.append((self.kind, target.id, True))
        return found

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        found = targets(doing.world, doing.figure(), self.length(doing.figure()))
        if not found:
            return None
        return self.kind, found[chance.below(len(found))].id, doing.left >= shot_cost(True) and chance.below(2) == 0


def shot_cost(aimed: bool) -> int:
    """One action (sbh.action.shoot), two for an aimed shot (sbh.action.aimed-shot)."""
    return COST["aimed-shot"] if aimed else COST["shoot"]


@final
class Shoot(Ranged):
    """Shoot with one's own weapon: ("shoot", enemy, aimed)."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        figure = doing.figure()
        if not figure.has(SHOOTER) or figure.attacked or figure.spent or helpless(figure) or doing.mode == REGROUP:
            return False
        return not pressed(doing.world, figure)

    def length(self, figure: Figure) -> int:
        return figure.card.shooting

    def ready(self, world: World, figure: Figure) -> Refusal | None:
        return can_shoot(world, figure)


@final
class Throw(Ranged):
    """Throw a magic javelin: ("throw", enemy, aimed). (sbh.item.magic-javelins)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return has_javelin(doing.figure()) and doing.mode != REGROUP and can_throw(doing.world, doing.figure()) is None

    def length(self, figure: Figure) -> int:
        return SHORT

    def ready(self, world: World, figure: Figure) -> Refusal | None:
        return can_throw(world, figure)


@rule("sbh.action.shoot", "sbh.action.aimed-shot", "sbh.shooting.requires-shooter")
def shoot(world: World, id: int, answer: tuple[str, int, bool]) -> Script:
    """The ranged attack of the turn; returns the world and the actions spent."""
    _, target, aimed = answer
    yield Tell("sbh.action.aimed-shot" if aimed else "sbh.action.shoot", "shoots", (id, target, aimed))
    world = yield Call(shot, world, (id,), target, aimed)
    return world, shot_cost(aimed)


@rule("sbh.item.magic-javelins")
def throw(world: World, id: int, answer: tuple[str, int, bool]) -> Script:
    """A magic javelin: Short range, Combat +1, one less to throw and no ammunition to check. Returns the world and the
    actions spent."""
    _, target, aimed = answer
    yield Tell("sbh.item.magic-javelins", "throws", (id, target, aimed))
    world = yield from one_javelin_less(having_attacked(world, id), id)
    world = yield from dirty_tricks(world, id)
    world = yield from dirty_tricks(world, target)
    modifiers = ranged_modifiers(world, world.figures[id], world.figures[target], SHORT, False)
    world, die, total, against = yield from loosed(
        world, id, (*modifiers, ITEM_BONUS["magic-javelins"]), target, hampered(1, aimed)
    )
    world = yield from impact(world, id, target, die, total, against, SHOT)
    return tricks_over(world), shot_cost(aimed)


def one_javelin_less(world: World, id: int) -> Script:
    """The world with one javelin used; with the last one the item is gone. (sbh.item.drained)"""
    twin = world.figures[id].copy()
    twin.charges -= 1
    if twin.charges == 0:
        twin.item = ""
        yield Tell("sbh.item.drained", "item-drained", (id, "item-magic-javelins"))
    return world.with_figure(twin)


register(Shoot("shoot", 12, shoot))
register(Throw("throw", 12, throw))
