"""Shooting and throwing: whom one may shoot at, the opposed roll, what becomes of the weapon."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Roll, Rule, Script, Tell, rule
from escarmouche.kit.menu import Deed, malformed, no
from escarmouche.systems.swidenth.model import FOR_TARGET, GIGANTIC, LARGE, ON_TABLE, Course, Figure, World
from escarmouche.systems.swidenth.rules.actions import Trail, register
from escarmouche.systems.swidenth.rules.conventions import apart, closer, enemies, foes, hangs, is_engaged, near_spot, within
from escarmouche.systems.swidenth.rules.damage import struck
from escarmouche.systems.swidenth.rules.equipment import defence, shootable, without
from escarmouche.systems.swidenth.rules.heroism import OTHERS, OWN, boost, boosted, in_world, raised, rivals
from escarmouche.systems.swidenth.rules.melee import DEFENDER, Duel, Modifiers, Side, halved, recovered
from escarmouche.systems.swidenth.rules.psychology import awaken, total_of
from escarmouche.systems.swidenth.rules.sight import hidden, in_the_way, screened, screens, sees
from escarmouche.systems.swidenth.rules.values import (
    BONUS,
    COVER_MOST,
    COVER_SOME,
    CRITICAL,
    DAMAGE,
    ENGAGED,
    FUMBLE,
    HANDS,
    RANGE,
    RELOADED,
    SIDES,
    SPECIAL,
    STRAY,
    TARGET_HIDDEN,
    THROWN,
    THROWN_AS,
    TWO_HANDS,
)

TARGET: Final = "target"
"""A fixed target that a mission puts on the table. (swidenth.shooting.fixed-target)"""


def missile(weapon: str) -> str:
    """The missile weapon that something is when it is shot or thrown. (swidenth.weapon-trait.thrown)"""
    return THROWN_AS.get(weapon, weapon)


# ---------------------------------------------------------------- whom one may shoot at


def shooter_refusal(world: World, figure: Figure, weapon: str) -> Refusal | None:
    """Why it may not shoot with this now, or None. (swidenth.shooting.requirements, swidenth.shooting.from-melee)"""
    if weapon not in shootable(world, figure):
        why = "swidenth.weapon-trait.reload" if weapon in figure.unloaded else "swidenth.shooting.requirements"
        return no(why, "not-ready", figure.id)
    if hangs(figure):
        return no("swidenth.terrain.ladder-rope", "on-a-ladder", figure.id)
    if is_engaged(world, figure) and not figure.has(GIGANTIC):
        return no("swidenth.shooting.from-melee", "engaged", figure.id)
    return None


def target_refusal(world: World, figure: Figure, target: Figure, reach: int) -> Refusal | None:
    """Why it may not shoot at this enemy over such a range, or None. (swidenth.shooting.requirements)"""
    if target.seat == figure.seat or target.status != ON_TABLE:
        return no("swidenth.shooting.requirements", "no-target", figure.id)
    if not within(figure, target, reach):
        return no("swidenth.shooting.requirements", "out-of-range", figure.id, target.id)
    if any(world.figures[foe].seat == figure.seat and foe != figure.id for foe in foes(world, target)):
        return no("swidenth.shooting.into-melee", "into-melee", figure.id, target.id)
    if not sees(world, figure, target):
        return no("swidenth.shooting.line-of-sight", "not-seen", figure.id, target.id)
    if hindering(world, figure, target) and not figure.has(GIGANTIC):
        return no("swidenth.shooting.friend-in-way", "friend-in-way", figure.id, target.id)
    front = covering(world, figure, target)
    if front >= 0:
        return no("swidenth.shooting.target-choice", "behind-another", figure.id, target.id, front)
    return None


def hindering(world: World, figure: Figure, target: Figure) -> list[Figure]:
    """The friends of the shooter that hide any part of the target, the nearest first. (swidenth.shooting.friend-in-way)"""
    found = [one for one in in_the_way(world, figure, target) if one.seat == figure.seat and screened(figure, target, one)]
    return sorted(found, key=lambda one: (apart(figure, one), one.id))


def covering(world: World, figure: Figure, target: Figure) -> int:
    """The enemy less than 0.5 pas from the target that hides more than a third of it and is nearer to the shooter, or -1.
    Nobody covers a Large target. (swidenth.shooting.target-choice, swidenth.trait.large-target)"""
    if target.has(LARGE):
        return -1
    for other in in_the_way(world, figure, target):
        if other.seat == figure.seat or not closer(other, target, ENGAGED) or apart(figure, other) >= apart(figure, target):
            continue
        lines, of = screens(figure, target, other)
        if 100 * lines > TARGET_HIDDEN * of:
            return other.id
    return -1


# ---------------------------------------------------------------- the numbers


def shooting_modifiers(world: World, figure: Figure, aimed: bool) -> Modifiers:
    """What is added to a shot but points of Heroism. (swidenth.shooting.aim, swidenth.shooting.camouflage)"""
    found: Modifiers = (BONUS["aim"],) if aimed else ()
    return (*found, BONUS["camouflage"]) if figure.hidden and not world.has(FOR_TARGET) else found


def cover(share: int) -> Modifiers:
    """What a share hidden, in per cent, adds to a dodge. (swidenth.shooting.cover)

    >>> cover(33), cover(34), cover(66), cover(67)
    ((), (('cover-33', 3),), (('cover-33', 3),), (('cover-66', 6),))
    """
    if share > COVER_MOST:
        return (BONUS["cover-66"],)
    return (BONUS["cover-33"],) if share > COVER_SOME else ()


def dodge_modifiers(world: World, figure: Figure, target: Figure) -> Modifiers:
    """What is added to a target's dodge: cover, and where the table plays so its camouflage; no weapons, no numbers.
    (swidenth.shooting.roll)"""
    found = cover(hidden(world, figure, target))
    return (*found, BONUS["camouflage"]) if target.hidden and world.has(FOR_TARGET) else found


# ---------------------------------------------------------------- a shooting phase


@rule("swidenth.action.shoot", "swidenth.shooting.requirements", "swidenth.weapon-trait.thrown", "swidenth.weapon-trait.reload")
def shoot(world: World, id: int, course: Course, answer: tuple[str, str, int]) -> Script:
    """One shooting phase with one weapon. Returns the world and the course."""
    _, weapon, target = answer
    if world.figures[target].asleep:
        world = yield Call(roused_by, world, id, target)
        if world.figures[id].fleeing:
            return world, course.after("shoot")
    figure, enemy = world.figures[id], world.figures[target]
    aimed = course.concentrated()
    friends = tuple([one.id for one in hindering(world, figure, enemy)])
    mine, theirs = shooting_modifiers(world, figure, aimed), dodge_modifiers(world, figure, enemy)
    damage = DAMAGE[missile(weapon)]
    call = yield from rivals(Call(volley, world, id, target, mine, theirs, damage), id, target)
    world, die, hit = yield call
    broken = die == FUMBLE
    if not hit and friends:
        world, die = yield Call(stray, world, id, friends[0], call.args[OWN], damage)
        broken = broken or die == FUMBLE
    world = shot_off(recovered(world, id), id, weapon)
    if broken:
        world = yield from breaks(world, id, weapon)
    return world, course.after("shoot")


@rule("swidenth.mission.lair-special", "swidenth.flight.activation")
def roused_by(world: World, id: int, beast: int) -> Script:
    """An attack from afar wakes a sleeping beast before the roll; whoever takes flight at that stops there, and there is no
    attack. Returns the world."""
    world = yield from awaken(world, beast)
    if world.figures[id].fleeing:
        yield Tell("swidenth.flight.activation", "no-attack", (id,))
    return world


@rule("swidenth.shooting.roll", "swidenth.stats.shooting", "swidenth.shooting.damage", "swidenth.shooting.critical")
def volley(world: World, id: int, target: int, mine: Modifiers, theirs: Modifiers, damage: int) -> Script:
    """The dice of a shot: it hits only with the higher total, and then as a blow does. Returns the world, the shooter's die and
    whether it hit."""
    why = "swidenth.shooting.roll"
    figure, enemy = world.figures[id], world.figures[target]
    shot = Side(figure.card.shooting, total_of(mine), figure.stunned, damage, defence(enemy))
    dodge = Side(enemy.card.combat, total_of(theirs), enemy.stunned)
    (die,) = yield Roll(why, max(0, figure.seat), world, 1, SIDES, (), id, 0, shot.skill + shot.bonus)
    duel = Duel(die, shot, dodge)
    (other,) = yield Roll(why, max(0, enemy.seat), world, 1, SIDES, (), target, 0, dodge.skill + dodge.bonus, alike=duel)
    numbers = (id, die, shot.skill, mine, figure.stunned, shot.total(die))
    yield Tell(why, "totals", (*numbers, target, other, dodge.skill, theirs, enemy.stunned, dodge.total(other)))
    margin = duel.margin(other)
    if margin <= 0:
        yield Tell(why, "misses", (id, target), "miss")
        return world, die, False
    if die == CRITICAL and shot.skill:
        yield Tell("swidenth.shooting.critical", "critical-shot", (id, shot.winning(die)))
    world = yield from struck(world, target, id, margin, damage, False, DEFENDER)
    return world, die, True


@rule("swidenth.shooting.friend-exception")
def stray(world: World, id: int, friend: int, mine: Modifiers, damage: int) -> Script:
    """A shot past a friend that missed: on 8 or more the friend suffers it, in full. Returns the world and the shooter's die
    (0 for none)."""
    why = "swidenth.shooting.friend-exception"
    figure = world.figures[id]
    (die,) = yield Roll(why, max(0, figure.seat), world, 1, SIDES, (), id, STRAY)
    if die < STRAY:
        return world, 0
    yield Tell(why, "stray-shot", (id, friend))
    call = Call(volley, world, id, friend, mine, dodge_modifiers(world, figure, world.figures[friend]), damage)
    world, points = yield from boosted(world, friend, call, OTHERS)
    world, shown, _ = yield in_world(raised(call, OTHERS, points), world)
    return world, shown


def shot_off(world: World, id: int, weapon: str) -> World:
    """The world after a shot: a thrown weapon is gone, another may have to be reloaded, and hands that were on a bow hold no
    shield. (swidenth.weapon-trait.thrown, swidenth.weapon-trait.reload, swidenth.equipment.hands)"""
    twin = world.figures[id].copy()
    if weapon in THROWN_AS:
        twin.hands = without(twin.hands, weapon)
    elif weapon in THROWN:
        twin.missiles = without(twin.missiles, weapon)
        twin.aiming = twin.aiming if twin.aiming in twin.missiles else ""
    elif weapon in RELOADED:
        twin.unloaded = (*twin.unloaded, weapon)
    twin.bowed = twin.bowed or HANDS[missile(weapon)] == TWO_HANDS
    twin.hidden = False
    return world.with_figure(twin)


def breaks(world: World, id: int, weapon: str) -> Script:
    """A natural 1 of the shooter: the weapon cannot be used again; a thrown one is gone anyway. Returns the world.
    (swidenth.shooting.misfire)"""
    figure = world.figures[id]
    yield Tell("swidenth.shooting.misfire", "misfire", (id, f"item-{weapon}"))
    if weapon not in figure.missiles or weapon in THROWN:
        return world
    twin = figure.copy()
    twin.missiles = without(figure.missiles, weapon)
    if weapon in twin.unloaded:
        twin.unloaded = without(twin.unloaded, weapon)
    twin.aiming = "" if twin.aiming == weapon else twin.aiming
    return world.with_figure(twin)


# ---------------------------------------------------------------- fixed targets


@rule("swidenth.shooting.fixed-target")
def shoot_target(world: World, id: int, course: Course, answer: tuple[str, str, int]) -> Script:
    """A shot at a fixed target: the total strictly above its difficulty. Returns the world and the course."""
    _, weapon, marker = answer
    modifiers = shooting_modifiers(world, world.figures[id], course.concentrated())
    world, points = yield from boosted(world, id, Call(AT_TARGET, world, id, modifiers), 2)
    die, hit = yield from at_target(world, id, (*modifiers, *boost(points)))
    world = shot_off(recovered(world, id), id, weapon)
    if hit:
        world = world.without_marker(marker)
    if die == FUMBLE:
        world = yield from breaks(world, id, weapon)
    return world, course.after("shoot")


def at_target(world: World, id: int, modifiers: Modifiers) -> Script:
    """The die of a shot at a fixed target. Returns it, and whether the target is hit."""
    why = "swidenth.shooting.fixed-target"
    figure = world.figures[id]
    bonus = figure.card.shooting + total_of(modifiers)
    (die,) = yield Roll(why, max(0, figure.seat), world, 1, SIDES, (), id, 0, bonus)
    total = halved(die + bonus, figure.stunned)
    hit = total > SPECIAL
    yield Tell(why, "target-hit" if hit else "target-missed", (id, total, SPECIAL), "hit" if hit else "miss")
    return die, hit


AT_TARGET: Final = Rule(("swidenth.shooting.fixed-target",), "at-target", at_target)
"""This die alone, for its odds."""


# ---------------------------------------------------------------- the actions


def in_reach(world: World, figure: Figure, weapon: str) -> list[Figure]:
    """The enemies within a weapon's range."""
    reach = RANGE[missile(weapon)]
    return [one for one in enemies(world, figure) if within(figure, one, reach)]


@final
class Shoot(Deed[Trail]):
    """A shot or a throw. (swidenth.action.shoot)"""

    def possible(self, menu: Trail) -> bool:
        figure = menu.figure()
        if not figure.missiles and not any(item in THROWN_AS for item in figure.hands):
            return False
        ready = shootable(menu.world, figure)
        if not ready or shooter_refusal(menu.world, figure, ready[0]) is not None:
            return False
        return any(len(in_reach(menu.world, figure, weapon)) > 0 for weapon in ready)

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str, int) or not 0 <= answer[2] < len(menu.world.figures) or missile(answer[1]) not in RANGE:
            return no("swidenth.action.shoot", "malformed", str(answer)[:80])
        figure, target = menu.figure(), menu.world.figures[answer[2]]
        refused = shooter_refusal(menu.world, figure, answer[1])
        return refused or target_refusal(menu.world, figure, target, RANGE[missile(answer[1])])

    def listed(self, menu: Trail) -> list[Answer]:
        figure = menu.figure()
        answers: list[Answer] = [
            ("shoot", weapon, one.id)
            for weapon in shootable(menu.world, figure)
            for one in in_reach(menu.world, figure, weapon)
        ]
        return [answer for answer in answers if self.refusal(menu, answer) is None]

    def sample(self, menu: Trail, chance: Chance) -> Answer | None:
        figure = menu.figure()
        ready = shootable(menu.world, figure)
        weapon = ready[chance.below(len(ready))]
        others = in_reach(menu.world, figure, weapon)
        if not others:
            return None
        answer = ("shoot", weapon, others[chance.below(len(others))].id)
        return answer if self.refusal(menu, answer) is None else None


@final
class ShootTarget(Deed[Trail]):
    """A shot at something that does not move. (swidenth.shooting.fixed-target)"""

    def possible(self, menu: Trail) -> bool:
        return any(marker.kind == TARGET for marker in menu.world.markers) and len(shootable(menu.world, menu.figure())) > 0

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        why = "swidenth.shooting.fixed-target"
        if malformed(answer, str, int):
            return no(why, "malformed", str(answer)[:80])
        marker = menu.world.marker(answer[2])
        if marker is None or marker.kind != TARGET or missile(answer[1]) not in RANGE:
            return no(why, "no-target", menu.id)
        refused = shooter_refusal(menu.world, menu.figure(), answer[1])
        if refused is not None:
            return refused
        if not near_spot(menu.figure(), marker.x, marker.y, marker.z, RANGE[missile(answer[1])]):
            return no("swidenth.shooting.requirements", "no-target", menu.id)
        return None

    def listed(self, menu: Trail) -> list[Answer]:
        answers: list[Answer] = [
            ("shoot-target", weapon, marker.id)
            for weapon in shootable(menu.world, menu.figure())
            for marker in menu.world.markers
        ]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


register(Shoot("shoot", 8, shoot))
register(ShootTarget("shoot-target", 1, shoot_target))
