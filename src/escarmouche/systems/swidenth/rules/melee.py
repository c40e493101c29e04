"""Melee: a combat phase between two engaged figures."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Alike, Answer, Call, Choose, Listed, Refusal, Roll, Script, Tell, rule
from escarmouche.kit.menu import Deed, malformed, no
from escarmouche.systems.swidenth.model import LARGE, NEUTRAL, ON_TABLE, Course, Figure, World
from escarmouche.systems.swidenth.rules.actions import ALONE, Trail, register
from escarmouche.systems.swidenth.rules.conventions import closer, enemies, foes
from escarmouche.systems.swidenth.rules.damage import band, struck
from escarmouche.systems.swidenth.rules.equipment import defence, is_bare, weapons, without
from escarmouche.systems.swidenth.rules.heroism import NOTHING, rivals
from escarmouche.systems.swidenth.rules.psychology import awaken, total_of
from escarmouche.systems.swidenth.rules.tangles import helpers, opponents, split, splits_due
from escarmouche.systems.swidenth.rules.values import (
    BONUS,
    COMBAT,
    CRITICAL,
    DAMAGE,
    ENGAGED,
    FIRST_HAND,
    FUMBLE,
    MELEE,
    SECOND,
    SIDES,
    UNARMED,
    WEAPON_TRAITS,
    Modifier,
)

Modifiers = tuple[Modifier, ...]
ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
UNWIELDY: Final = "unwieldy"
ANTI_LARGE: Final = "anti-large"
PIERCING: Final = "shield-piercing"
SPLIT_FIRST: Final = -1
"""The target of a fight for which sub-groups have to be made first."""


# ---------------------------------------------------------------- the numbers


def halved(total: int, stunned: bool) -> int:
    """A total, halved and rounded half up for a Stunned figure; a negative one is left as it is.
    (swidenth.state.stunned-halving)

    >>> halved(13, True), halved(13, False), halved(-2, True)
    (7, 13, -2)
    """
    return (total + 1) // 2 if stunned and total > 0 else total


@final
@mypyc_attr(acyclic=True)
class Side:
    """One side of an opposed roll: its skill, what else is added to its die, and what it does to the other if it wins: `damage`
    against a `guard`; without a guard nothing. (swidenth.melee.roll, swidenth.shooting.roll)"""

    __slots__ = ("bonus", "damage", "guard", "skill", "stunned")

    def __init__(self, skill: int, bonus: int, stunned: bool, damage: int = 0, guard: int | None = None) -> None:
        self.skill = skill
        self.bonus = bonus
        self.stunned = stunned
        self.damage = damage
        self.guard = guard

    def total(self, die: int) -> int:
        """What it comes to with this die."""
        return halved(die + self.skill + self.bonus, self.stunned)

    def winning(self, die: int) -> int:
        """The same once it has won: for a natural 20 its skill is doubled, before it is halved. (swidenth.melee.critical,
        swidenth.shooting.critical)"""
        return halved(die + 2 * self.skill + self.bonus, self.stunned) if die == CRITICAL else self.total(die)

    def result(self, margin: int) -> int:
        """What the other suffers if it wins by so much."""
        return NOTHING if self.guard is None else band(margin + self.damage, self.guard)


@final
@mypyc_attr(acyclic=True)
class Duel(Alike):
    """An opposed roll whose first die lies on the table: the faces of the other that come to the same result are alike."""

    __slots__ = ("die", "first", "other")

    def __init__(self, die: int, first: Side, other: Side) -> None:
        self.die = die
        self.first = first
        self.other = other

    def margin(self, face: int) -> int:
        """By how much the first side wins; below 0 the other one; 0 is a tie."""
        total, against = self.first.total(self.die), self.other.total(face)
        if total > against:
            return self.first.winning(self.die) - against
        return total - self.other.winning(face) if against > total else 0

    def key(self, answer: tuple[int, ...]) -> int:
        margin = self.margin(answer[0])
        if margin > 0:
            return self.first.result(margin)
        return -self.other.result(-margin) if margin < 0 else NOTHING


def arms(figure: Figure) -> tuple[tuple[str, str], ...]:
    """The ways to use its weapons: which is first, and the second one if there is any. (swidenth.melee.two-weapons)"""
    held = weapons(figure)
    if len(held) < 2:
        return ((held[0], ""),)
    first, second = held[0], held[1]
    return ((first, second),) if first == second else ((first, second), (second, first))


def weapon_modifiers(figure: Figure, first: str, second: str, enemy: Figure, against: str) -> Modifiers:
    """What its weapons add to its Combat roll. (swidenth.melee.two-weapons, swidenth.melee.unarmed,
    swidenth.weapon-trait.unwieldy, swidenth.weapon-trait.anti-large)"""
    found: Modifiers = ()
    if second:
        found += (BONUS[SECOND[second]],)
    if is_bare(figure, first):
        found += (("unarmed-combat", COMBAT[UNARMED]),)
    traits = WEAPON_TRAITS[first]
    if UNWIELDY in traits and UNWIELDY not in WEAPON_TRAITS[against] and against != UNARMED:
        found += (BONUS[UNWIELDY],)
    if ANTI_LARGE in traits and enemy.has(LARGE):
        found += (BONUS[ANTI_LARGE],)
    return found


def melee_modifiers(
    world: World, figure: Figure, enemy: Figure, arm: tuple[str, str], against: str, concentrated: bool = False
) -> Modifiers:
    """All that is added to a Combat roll but points of Heroism. (swidenth.melee.roll, swidenth.melee.outnumber,
    swidenth.melee.concentrate)"""
    found = weapon_modifiers(figure, arm[0], arm[1], enemy, against)
    allies = helpers(world, figure.id, enemy.id)
    if allies:
        found += (("outnumber", allies * BONUS["outnumber"][1]),)
    return (*found, BONUS["concentrate-combat"]) if concentrated else found


def damage_of(figure: Figure, weapon: str, charging: bool = False) -> int:
    """The Damage of a weapon in use, three more in a charge. (swidenth.melee.charge, swidenth.melee.unarmed)"""
    damage = DAMAGE[weapon] if weapon != UNARMED or is_bare(figure, weapon) else 0
    return damage + BONUS["charge"][1] if charging else damage


def sleepers(world: World, figure: Figure) -> tuple[int, ...]:
    """The sleeping beasts beside it: engaged with nobody, but an attack wakes them. (swidenth.mission.lair-special)"""
    return tuple([other.id for other in enemies(world, figure) if other.asleep and closer(figure, other, ENGAGED)])


# ---------------------------------------------------------------- a combat phase


@rule("swidenth.melee.sequence", "swidenth.action.fight", "swidenth.melee.two-weapons", "swidenth.heroism.boost-order")
def fight(world: World, id: int, target: int, concentrated: bool, charge: tuple[int, ...]) -> Script:
    """One combat phase against one enemy: sub-groups if due, the target, first weapons and points of Heroism, acting side
    first; then the dice. Returns the world."""
    enemy = splits_due(world, id)
    while enemy >= 0:
        world = yield Call(split, world, id, enemy)
        enemy = splits_due(world, id)
    against = opponents(world, id)
    if target not in against and target not in sleepers(world, world.figures[id]):
        answers = tuple([("opponent", one) for one in against])
        why = "swidenth.melee.subgroup-fights"
        _, target = yield Choose(why, max(0, world.figures[id].seat), world, Listed(answers, why), id)
    if world.figures[target].asleep:
        world = yield from awaken(world, target)
    mine = yield from named(world, id)
    theirs = yield from named(world, target)
    call = yield from rivals(phase_of(world, id, target, mine, theirs, concentrated, charge), id, target)
    return call


def phase_of(
    world: World,
    id: int,
    target: int,
    mine: tuple[str, str],
    theirs: tuple[str, str],
    concentrated: bool,
    charge: tuple[int, ...],
) -> Call:
    """A combat phase with the weapons of both sides named, but no points of Heroism."""
    me, enemy = world.figures[id], world.figures[target]
    charging = target in charge and not concentrated
    return Call(
        clash,
        world,
        id,
        target,
        melee_modifiers(world, me, enemy, mine, theirs[0], concentrated),
        melee_modifiers(world, enemy, me, theirs, mine[0]),
        (damage_of(me, mine[0], charging), damage_of(enemy, theirs[0])),
        (PIERCING in WEAPON_TRAITS[mine[0]], PIERCING in WEAPON_TRAITS[theirs[0]]),
        (mine[0], theirs[0]),
    )


def named(world: World, id: int) -> Script:
    """The figure's player names its first weapon, where it makes a difference. Returns the first and the second one.
    (swidenth.melee.two-weapons)"""
    figure = world.figures[id]
    choices = arms(figure)
    if len(choices) == 1 or figure.seat == NEUTRAL:
        return choices[0]
    why = "swidenth.melee.two-weapons"
    answers = tuple([("weapon", first) for first, _ in choices])
    _, first = yield Choose(why, figure.seat, world, Listed(answers, why), id)
    return choices[0] if choices[0][0] == first else choices[1]


@rule("swidenth.melee.roll", "swidenth.stats.combat", "swidenth.melee.tie", "swidenth.melee.critical")
def clash(
    world: World,
    id: int,
    target: int,
    mine: Modifiers,
    theirs: Modifiers,
    damage: tuple[int, int],
    pierce: tuple[bool, bool],
    first: tuple[str, str],
) -> Script:
    """The dice of a combat phase: the higher total wins, whoever started it; `first` are the weapons that were named. Returns
    the world."""
    why = "swidenth.melee.roll"
    me, enemy = world.figures[id], world.figures[target]
    ours = Side(me.card.combat, total_of(mine), me.stunned, damage[0], defence(enemy, pierce[0]))
    others = Side(enemy.card.combat, total_of(theirs), enemy.stunned, damage[1], defence(me, pierce[1]))
    (die,) = yield Roll(why, max(0, me.seat), world, 1, SIDES, (), id, 0, ours.skill + ours.bonus)
    duel = Duel(die, ours, others)
    (other,) = yield Roll(why, max(0, enemy.seat), world, 1, SIDES, (), target, 0, others.skill + others.bonus, alike=duel)
    total, answer = ours.total(die), others.total(other)
    yield Tell(
        why,
        "totals",
        (id, die, ours.skill, mine, me.stunned, total, target, other, others.skill, theirs, enemy.stunned, answer),
    )
    margin = duel.margin(other)
    spots = ((id, die, first[0], me.x, me.y, me.z), (target, other, first[1], enemy.x, enemy.y, enemy.z))
    world = recovered(recovered(world, id), target)
    if margin == 0:
        yield Tell("swidenth.melee.tie", "tie", (id, target), "tie")
    elif margin > 0:
        yield from critical(id, die, ours)
        world = yield from struck(world, target, id, margin, damage[0], pierce[0], DEFENDER)
    else:
        yield from critical(target, other, others)
        world = yield from struck(world, id, target, -margin, damage[1], pierce[1], ATTACKER)
    for one, face, weapon, x, y, z in spots:
        if face == FUMBLE and world.figures[one].status == ON_TABLE:
            world = yield Call(fumble, world, one, weapon, x, y, z)
    return world


def critical(id: int, die: int, winner: Side) -> Script:
    """The winner's Combat is doubled for a natural 20. (swidenth.melee.critical)"""
    if die == CRITICAL and winner.skill:
        yield Tell("swidenth.melee.critical", "critical-blow", (id, winner.winning(die)))


def recovered(world: World, id: int) -> World:
    """The world after a phase of the figure: the old Stunned state ends, and whoever hid is seen.
    (swidenth.state.stunned-duration, swidenth.shooting.camouflage)"""
    figure = world.figures[id]
    if not figure.stunned and not figure.hidden:
        return world
    twin = figure.copy()
    twin.stunned = twin.hidden = False
    return world.with_figure(twin)


# ---------------------------------------------------------------- fumbles


@rule("swidenth.melee.fumble", "swidenth.melee.fumble-hand")
def fumble(world: World, id: int, weapon: str, x: int, y: int, z: int) -> Script:
    """A natural 1: one weapon or shield falls where the figure stood when it rolled; a d20 says whether it is the hand of its
    first weapon or the other. Returns the world."""
    why = "swidenth.melee.fumble-hand"
    figure = world.figures[id]
    held = figure.hands
    if not held or figure.aiming:
        return world
    item = held[0]
    if len(held) > 1:
        (die,) = yield Roll(why, max(0, figure.seat), world, 1, SIDES, (), id, FIRST_HAND)
        leads = MELEE.get(held[0], "") == weapon
        item = held[0] if leads == (die >= FIRST_HAND) else held[1]
    twin = figure.copy()
    twin.hands = without(held, item)
    yield Tell("swidenth.melee.fumble", "drops", (id, f"item-{item}"))
    return world.with_figure(twin).with_marker("item", x, y, z, item)


# ---------------------------------------------------------------- the action


@final
class Fight(Deed[Trail]):
    """A combat phase against an enemy it is engaged with. (swidenth.action.fight)"""

    def possible(self, menu: Trail) -> bool:
        return len(self.targets(menu)) > 0

    def targets(self, menu: Trail) -> tuple[int, ...]:
        """Whom it may name: its opponents; nobody yet where sub-groups have to be made first."""
        figure = menu.figure()
        if not foes(menu.world, figure):
            return sleepers(menu.world, figure)
        if splits_due(menu.world, menu.id) >= 0:
            return (SPLIT_FIRST,)
        found = opponents(menu.world, menu.id)
        return (menu.course.target,) if menu.course.mode != ALONE and menu.course.target in found else found

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("swidenth.action.fight", "malformed", str(answer))
        if answer[1] in self.targets(menu):
            return None
        if answer[1] in foes(menu.world, menu.figure()):
            return no("swidenth.melee.subgroup-fights", "not-in-subgroup", menu.id, answer[1])
        return no("swidenth.melee.engaged", "not-engaged", menu.id)

    def listed(self, menu: Trail) -> list[Answer]:
        return [("fight", target) for target in self.targets(menu)]


@rule("swidenth.melee.engaged", "swidenth.melee.charge", "swidenth.melee.charge-limits", "swidenth.melee.concentrate")
def start_fight(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """The fight as an action. Returns the world and the course."""
    world = yield Call(fight, world, id, answer[1], course.concentrated(), course.charge)
    return world, course.after("fight")


register(Fight("fight", 12, start_fight))
