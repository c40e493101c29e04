"""Shooting: weapons and their missiles, who may be shot at, what spoils the aim, and the shot. (fda.shoot.sequence)"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Choose, Listed, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import (
    CLUMSY,
    COVER,
    CROUCHED,
    HIDDEN,
    MOUNTED,
    ON_TABLE,
    SHOOT_INTO_MELEE,
    SHOOTING_FUMBLES,
    SHORT_RANGE,
    STANDING,
    TURNING_HAMPERS,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.conventions import behind, closer, enemies, friends, touch, touched, usable, within
from escarmouche.systems.fda.rules.damage import NO_REROLL, SHELTER, defence_roll, with_posture
from escarmouche.systems.fda.rules.dice import FAILURE, ZERO, confirmed, die, graded
from escarmouche.systems.fda.rules.fumbles import in_shooting
from escarmouche.systems.fda.rules.melee import facing
from escarmouche.systems.fda.rules.numbers import SHORT
from escarmouche.systems.fda.rules.objects import without
from escarmouche.systems.fda.rules.sight import MOSTLY, NOTHING, concealment, has_line
from escarmouche.systems.fda.rules.values import (
    BONUS,
    CLUMSY_FACE,
    FIREARM,
    FLIES,
    HANDS,
    RELOAD,
    SHIELD,
    STRAY,
    THROWN,
    TWO_HANDS,
    Modifier,
)
from escarmouche.table.sectors import facing_of
from escarmouche.table.shapes import segment_distance_squared

SHOOT: Final = "shoot"
PLAIN: Final = ""
CAREFUL: Final = "careful"
RISKY: Final = "risky"
"""The manner of a shot: at a target out of melee, or into one. (fda.shootadv.into-melee)"""
VEILS: Final[dict[str, str]] = {
    "on-ground": "fda.shoot.target-on-ground",
    "crouched": "fda.position.crouched-target",
    "shield": "fda.shoot.target-shield",
    "partly-hidden": "fda.shoot.target-partly-hidden",
}
"""What makes a target poorly visible, and the rule that says so."""


# ---------------------------------------------------------------- weapons and missiles


def weapon_refusal(figure: Figure, weapon: str) -> Refusal | None:
    """Why a figure cannot shoot with a weapon, or None: it must be in hand, whole, loaded, with missiles left, and alone in the
    hands if it takes both. (fda.shoot.weapon-in-hand, fda.shoot.thrown-weapons-counted, fda.shoot.ammunition-unlimited)"""
    if weapon not in FLIES or not usable(figure, weapon):
        return no("fda.shoot.weapon-in-hand", "not-in-hand", figure.id, f"item-{weapon}")
    if weapon in figure.spent:
        return no("fda.shoot.critical", "no-missiles", figure.id, f"item-{weapon}")
    if figure.unloaded.count(weapon) >= figure.hands.count(weapon):
        return no("fda.shoot.missile-spent", "unloaded", figure.id, f"item-{weapon}")
    if HANDS[weapon] == TWO_HANDS and len(figure.hands) > 1:
        return no("fda.shoot.weapon-in-hand", "hands-full", figure.id, f"item-{weapon}")
    return None


def ready_weapons(figure: Figure) -> list[str]:
    """The weapons it could shoot with now."""
    return [item for item in dict.fromkeys(figure.hands) if item in FLIES and weapon_refusal(figure, item) is None]


def missile_spent(world: World, id: int, weapon: str, target: Figure) -> World:
    """The world after a missile has left: what was thrown lies where its target stood, anything else must be reloaded.
    (fda.shoot.missile-spent)"""
    twin = world.figures[id].copy()
    if weapon in THROWN:
        twin.hands = without(twin.hands, weapon)
        return world.with_figure(twin).with_thing(weapon, target.x, target.y, target.z, stuck=True)
    twin.unloaded = (*twin.unloaded, weapon)
    return world.with_figure(twin)


def out_of_missiles(world: World, id: int, weapon: str) -> World:
    """The world in which a figure has no missile left for a weapon; of thrown ones it has none left at all.
    (fda.shoot.critical)"""
    twin = world.figures[id].copy()
    if weapon in THROWN:
        twin.hands = tuple([item for item in twin.hands if item != weapon])
        twin.belt = tuple([item for item in twin.belt if item != weapon])
    else:
        twin.spent = (*twin.spent, weapon)
    return world.with_figure(twin)


# ---------------------------------------------------------------- the target


def in_strip(figure: Figure, target: Figure) -> bool:
    """Does a bit of the target's base lie straight ahead of the shooter's? Riders shoot all round.
    (fda.shoot.foot-firing-strip, fda.shoot.mounted-all-round)"""
    if figure.card.size == MOUNTED:
        return True
    fx, fy = facing_of(figure.facing)
    dx, dy = target.x - figure.x, target.y - figure.y
    wide = figure.card.radius + target.card.radius
    aside = fx * dy - fy * dx
    return fx * dx + fy * dy > 0 and aside * aside < wide * wide * (fx * fx + fy * fy)


def in_melee(world: World, shooter: Figure, target: Figure) -> bool:
    """Is the target in a melee with the shooter's friends: one of them on his feet touches it, or one on the ground and it lies
    there too? (fda.shoot.no-shot-into-melee, fda.shoot.prone-friend-exception)"""
    near = [one for one in friends(world, shooter) if touch(one, target)]
    return any(one.on_feet() or target.on_ground() for one in near)


def target_refusal(world: World, shooter: Figure, target: Figure) -> Refusal | None:
    """Why a figure may not be shot at, wherever the shooter looks, or None. (fda.shoot.sequence,
    fda.cover.hidden-not-target)"""
    if target.seat == shooter.seat or target.status != ON_TABLE:
        return no("fda.shoot.sequence", "no-target", shooter.id)
    if target.posture == HIDDEN:
        return no("fda.cover.hidden-not-target", "is-hidden", target.id)
    if not world.plays(SHOOT_INTO_MELEE) and in_melee(world, shooter, target):
        return no("fda.shoot.no-shot-into-melee", "in-melee", shooter.id, target.id)
    if not has_line(world, shooter, target):
        return no("fda.shoot.line-of-sight", "no-line", shooter.id, target.id)
    return None


def shooter_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why a figure may not shoot at all, or None. (fda.shoot.not-in-contact, fda.shoot.not-prone)"""
    if figure.on_ground():
        return no("fda.shoot.not-prone", "shoots-lying", figure.id)
    if touched(world, figure):
        return no("fda.shoot.not-in-contact", "shoots-in-contact", figure.id)
    return None


# ---------------------------------------------------------------- what spoils the aim (fda.test.modifiers-before-roll)


def is_hampered(world: World, figure: Figure, course: Course, turned: bool) -> bool:
    """Is the shooter hampered: it has done any timed action before, or is mounted; turning does not, but at some tables.
    (fda.shoot.hampered, fda.shoot.hampered-action, fda.shoot.hampered-mounted, fda.shoot.turning-does-not-hamper)"""
    turning = world.reads(TURNING_HAMPERS) and (turned or course.turned)
    return bool(course.done) or figure.card.size == MOUNTED or turning


def veil(world: World, shooter: Figure, target: Figure, weapon: str) -> str:
    """Which of `VEILS` makes the target poorly visible, "" where it is well seen. A shield helps neither against firearms nor
    from behind. (fda.shoot.shield-ignored-from-behind, fda.shoot.shield-ignored-by-firearm, fda.cover.back-shot)"""
    if target.on_ground():
        return "on-ground"
    back = behind(world, target, shooter)
    if target.posture == CROUCHED and not back:
        return "crouched"
    if SHIELD in target.hands and not back and weapon not in FIREARM:
        return "shield"
    return "" if concealment(world, shooter, target) == NOTHING else "partly-hidden"


def is_poorly_visible(world: World, shooter: Figure, target: Figure, weapon: str) -> bool:
    """Is the target poorly visible? (fda.shoot.target-poorly-visible)"""
    return veil(world, shooter, target, weapon) != ""


def is_sheltered(world: World, shooter: Figure, target: Figure) -> bool:
    """Is more than half of the target hidden from the shooter, so that it may roll its JD again? (fda.cover.reroll-jd)"""
    return world.plays(COVER) and concealment(world, shooter, target) == MOSTLY


def shot_modifiers(world: World, shooter: Figure, target: Figure, weapon: str, hampered: bool, precise: bool) -> list[Modifier]:
    """What changes the shooter's T; a precise shot does not mind how poorly its target is seen. (fda.shoot.hampered,
    fda.shoot.target-poorly-visible)"""
    found: list[Modifier] = []
    if hampered:
        found.append(BONUS["shooter-hampered"])
    if not precise and is_poorly_visible(world, shooter, target, weapon):
        found.append(BONUS["target-poorly-visible"])
    return found


def is_close(world: World, shooter: Figure, target: Figure) -> bool:
    """Is the target so near that the shot is precise? (fda.shootadv.short-range)"""
    return world.plays(SHORT_RANGE) and closer(shooter, target, SHORT)


# ---------------------------------------------------------------- the shot


@rule("fda.shoot.sequence", "fda.test.jt", "fda.char.shooting", "fda.shoot.hit", "fda.shoot.miss")
def loose(world: World, id: int, target: int, weapon: str, modifiers: tuple[Modifier, ...]) -> Script:
    """A missile leaves: the JT tells whether it hits. Into a melee the shooter chooses first how careful it is. It is neither
    crouched nor hidden any more. Returns the world. (fda.position.acting-reveals, fda.cover.shooting-reveals)"""
    shooter = world.figures[id]
    modifiers, manner = yield from heeded(world, shooter, world.figures[target], modifiers)
    value = shooter.values().shooting + sum([change for _, change in modifiers])
    yield Tell("fda.shoot.shoot", "shoots", (id, target, f"item-{weapon}", value, tuple([name for name, _ in modifiers])))
    verdict = yield from graded(world, "fda.test.jt", shooter.seat, id, value)
    world = with_posture(missile_spent(world, id, weapon, world.figures[target]), id, STANDING)
    if verdict == ZERO:
        return Call(shot_fumbled, world, id, target, weapon)
    if verdict == FAILURE:
        yield Tell("fda.shoot.miss", "shot-misses", (id, target), "nothing")
        return world
    return Call(shot_hits, world, id, target, manner)


def heeded(world: World, shooter: Figure, target: Figure, modifiers: tuple[Modifier, ...]) -> Script:
    """At a target in a melee one shoots carefully, with T-2, or as ever, at the risk of the friends there. Returns the
    modifiers and the manner of the shot. (fda.shootadv.into-melee, fda.shootadv.into-melee-careful)"""
    if not world.plays(SHOOT_INTO_MELEE) or not in_melee(world, shooter, target):
        return modifiers, PLAIN
    why = "fda.shootadv.into-melee"
    answer = yield Choose(why, shooter.seat, world, Listed(((CAREFUL,), (RISKY,)), why), shooter.id)
    return ((*modifiers, BONUS["into-melee-careful"]) if answer[0] == CAREFUL else modifiers), answer[0]


@rule("fda.shoot.critical")
def shot_fumbled(world: World, id: int, target: int, weapon: str) -> Script:
    """A 0 misses; a second one leaves the shooter without missiles for this weapon. Returns the world."""
    if world.plays(SHOOTING_FUMBLES):
        world, empty = yield Call(in_shooting, world, id, target, weapon)
        return out_of_missiles(world, id, weapon) if empty else world
    critical = yield from confirmed(world, world.figures[id])
    if critical:
        yield Tell("fda.shoot.critical", "runs-out", (id, f"item-{weapon}"), "nothing")
        return out_of_missiles(world, id, weapon)
    yield Tell("fda.shoot.miss", "shot-misses", (id, target), "nothing")
    return world


@rule("fda.trait.clumsy-shot", "fda.shootadv.into-melee-normal")
def shot_hits(world: World, id: int, target: int, manner: str) -> Script:
    """Whom a shot hits makes its JD: the target; or a friend of the shooter touching it, on an even die after a risky shot
    into a melee; or a friend of a clumsy shooter near it or near the line of fire. Returns the world."""
    shooter, victim, penalty = world.figures[id], target, 0
    if manner == RISKY:
        near = tuple([one.id for one in friends(world, shooter) if touch(one, world.figures[target])])
        face = yield die(world, "fda.shootadv.into-melee-normal", shooter.seat, id)
        if near and face % 2 == 0:
            victim = yield from picked(world, shooter, near, "fda.shootadv.into-melee-victim")
            penalty = BONUS["melee-victim"][1]
    elif manner == PLAIN and shooter.has(CLUMSY):
        at_risk = endangered(world, shooter, world.figures[target])
        safe = CLUMSY_FACE + 1
        face = (yield die(world, "fda.trait.clumsy-shot", shooter.seat, id, needs=safe)) if at_risk else safe
        if face < safe:
            victim = yield from picked(world, shooter, at_risk, "fda.trait.clumsy-shot")
    yield Tell("fda.shoot.hit", "shot-hits", (id, victim))
    again = SHELTER if is_sheltered(world, shooter, world.figures[victim]) else NO_REROLL
    return Call(defence_roll, world, victim, penalty, False, again)


def picked(world: World, shooter: Figure, able: tuple[int, ...], why: str) -> Script:
    """The opponent picks the friend of the shooter who is hit instead. Returns who. (fda.shootadv.into-melee-victim)"""
    _, victim = yield Choose(why, 1 - shooter.seat, world, Listed(tuple([("victim", one) for one in able]), why), shooter.id)
    yield Tell(why, "hits-a-friend", (shooter.id, victim))
    return victim


def endangered(world: World, shooter: Figure, target: Figure) -> tuple[int, ...]:
    """The shooter's friends near the target or near the line of fire. (fda.trait.clumsy-shot)"""
    found = []
    for one in friends(world, shooter):
        far = one.card.radius + STRAY
        line = segment_distance_squared(shooter.x, shooter.y, target.x, target.y, one.x, one.y)
        if within(one, target, STRAY) or line <= far * far:
            found.append(one.id)
    return tuple(found)


# ---------------------------------------------------------------- actions


@rule("fda.shoot.shoot")
def shoot(world: World, id: int, course: Course, answer: tuple[str, str, int]) -> Script:
    """A figure shoots or throws, turning first if it must. Returns the world and the course."""
    _, weapon, target = answer
    before = Course(course.left, course.done[:-1], course.turned)
    world, turned = lined_up(world, id, target)
    hampered = is_hampered(world, world.figures[id], before, turned)
    precise = is_close(world, world.figures[id], world.figures[target])
    found = shot_modifiers(world, world.figures[id], world.figures[target], weapon, hampered, precise)
    world = yield Call(loose, world, id, target, weapon, tuple(found))
    return world, course


def lined_up(world: World, id: int, target: int) -> tuple[World, bool]:
    """The world in which a shooter has its target straight ahead, and whether it turned for that. (fda.position.turn)"""
    figure = world.figures[id]
    if in_strip(figure, world.figures[target]):
        return world, False
    return world.with_figure(facing(figure, world.figures[target])), True


@final
class Shoot(Action):
    """To shoot or throw one missile: ("shoot", weapon, target). (fda.shoot.shoot)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        return bool(ready_weapons(figure)) and shooter_refusal(menu.world, figure) is None

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str, int) or not 0 <= answer[2] < len(menu.world.figures):
            return no("fda.shoot.shoot", "malformed", str(answer)[:80])
        figure = menu.figure()
        refused = shooter_refusal(menu.world, figure) or weapon_refusal(figure, answer[1])
        return refused or target_refusal(menu.world, figure, menu.world.figures[answer[2]])

    def listed(self, menu: Activation) -> list[Answer]:
        if not self.possible(menu):
            return []
        figure = menu.figure()
        targets = [one.id for one in enemies(menu.world, figure) if target_refusal(menu.world, figure, one) is None]
        return [(SHOOT, weapon, one) for weapon in ready_weapons(figure) for one in targets]


@rule("fda.shoot.reload", "fda.shoot.reload-quick", "fda.shoot.reload-slow")
def reload(world: World, id: int, course: Course, answer: tuple[str, str]) -> Script:
    """A weapon is loaded again, or the next one to throw taken in hand. Returns the world and the course."""
    weapon = answer[1]
    twin = world.figures[id].copy()
    if weapon in THROWN:
        twin.belt = without(twin.belt, weapon)
        twin.hands = (*twin.hands, weapon)
    else:
        twin.unloaded = without(twin.unloaded, weapon)
    yield Tell("fda.shoot.reload", "reloads", (id, f"item-{weapon}"))
    return world.with_figure(twin), course


def reload_refusal(figure: Figure, weapon: str, time: int) -> Refusal | None:
    """Why a figure cannot reload a weapon in this time, or None. (fda.shoot.reload-quick, fda.shoot.reload-slow)"""
    why = "fda.shoot.reload"
    if weapon not in FLIES or RELOAD[weapon] != time or weapon in figure.spent:
        return no(why, "cannot-reload", figure.id, f"item-{weapon}")
    if weapon in THROWN:
        full = sum([HANDS.get(item, 0) for item in figure.hands]) + HANDS[weapon] > TWO_HANDS
        if weapon not in figure.belt or full:
            return no(why, "hands-full" if full else "cannot-reload", figure.id, f"item-{weapon}")
        return None
    if weapon not in figure.unloaded or not usable(figure, weapon):
        return no(why, "cannot-reload", figure.id, f"item-{weapon}")
    return None


@final
class Reload(Action):
    """To reload, or take the next thing to throw in hand: (kind, weapon). (fda.shoot.reload)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return bool(self.listed(menu))

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str):
            return no("fda.shoot.reload", "malformed", str(answer)[:80])
        return reload_refusal(menu.figure(), answer[1], self.time)

    def listed(self, menu: Activation) -> list[Answer]:
        figure = menu.figure()
        weapons = [item for item in dict.fromkeys((*figure.unloaded, *figure.belt)) if item in FLIES]
        return [(self.kind, item) for item in weapons if reload_refusal(figure, item, self.time) is None]


register(Shoot(SHOOT, 12, shoot))
register(Reload("reload-quick", 6, reload, postures=AWARE))
register(Reload("reload-slow", 6, reload, postures=AWARE))
