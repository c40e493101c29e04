"""Advanced shooting: reloading faster, missiles retrieved, two pistols, the aimed shot. (fda.shootadv.modifier-table)"""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.fda.model import ON_TABLE, SHOOTING_ACTIONS, STANDING, Course, Figure, World
from escarmouche.systems.fda.rules.actions import AWARE, Action, Activation, register
from escarmouche.systems.fda.rules.conventions import enemies, usable
from escarmouche.systems.fda.rules.damage import with_posture
from escarmouche.systems.fda.rules.dice import SUCCESS, agility_test, die, under
from escarmouche.systems.fda.rules.melee import facing
from escarmouche.systems.fda.rules.objects import gets, touches_spot, without
from escarmouche.systems.fda.rules.shooting import (
    heeded,
    in_strip,
    is_close,
    is_hampered,
    lined_up,
    loose,
    missile_spent,
    ready_weapons,
    reload_refusal,
    shooter_refusal,
    shot_fumbled,
    shot_hits,
    shot_modifiers,
    target_refusal,
    weapon_refusal,
)
from escarmouche.systems.fda.rules.two_weapons import full_hands, hands_refusal
from escarmouche.systems.fda.rules.values import BONUS, RELOAD

PISTOL = "pistol"
SLOW = 2


# ---------------------------------------------------------------- the aimed shot


@rule("fda.shootadv.aimed-shot", "fda.shootadv.modifier-table")
def aimed_shot(world: World, id: int, course: Course, answer: tuple[str, str, int]) -> Script:
    """A precise shot, which does not mind how poorly its target is seen; a rider stays hampered. Returns the world and the
    course."""
    _, weapon, target = answer
    world, turned = lined_up(world, id, target)
    before = Course(course.left, course.done[:-1], course.turned)
    hampered = is_hampered(world, world.figures[id], before, turned)
    found = shot_modifiers(world, world.figures[id], world.figures[target], weapon, hampered, True)
    world = yield Call(loose, world, id, target, weapon, tuple(found))
    return world, course


@final
class AimedShot(Action):
    """To shoot with care: ("aimed-shot", weapon, target). (fda.shootadv.aimed-shot)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        return bool(ready_weapons(figure)) and shooter_refusal(menu.world, figure) is None

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, str, int) or not 0 <= answer[2] < len(menu.world.figures):
            return no(self.rule, "malformed", str(answer)[:80])
        figure = menu.figure()
        refused = shooter_refusal(menu.world, figure) or weapon_refusal(figure, answer[1])
        return refused or target_refusal(menu.world, figure, menu.world.figures[answer[2]])

    def listed(self, menu: Activation) -> list[Answer]:
        figure = menu.figure()
        targets = [one.id for one in enemies(menu.world, figure) if target_refusal(menu.world, figure, one) is None]
        return [(self.kind, weapon, one) for weapon in ready_weapons(figure) for one in targets] if self.possible(menu) else []


# ---------------------------------------------------------------- two pistols


def bearing(figure: Figure, one: Figure, two: Figure) -> int:
    """A facing in which both targets lie in the firing strip, or -1. (fda.shootadv.two-pistols-two-targets)"""
    first, second = facing(figure, one).facing, facing(figure, two).facing
    middle = first + ((second - first + 18000) % 36000 - 18000) // 2
    for angle in (figure.facing, first, second, middle % 36000):
        twin = figure.copy()
        twin.facing = angle
        if in_strip(twin, one) and in_strip(twin, two):
            return angle
    return -1


@rule("fda.shootadv.two-pistols-same-target", "fda.shootadv.two-pistols-two-targets")
def two_pistols(world: World, id: int, course: Course, answer: tuple[str, int, int]) -> Script:
    """Both pistols go off together: hampered at one target, far worse at two. Both JT come first, then what they did. Returns
    the world and the course."""
    targets = answer[1:]
    figure = world.figures[id].copy()
    figure.facing = bearing(figure, world.figures[targets[0]], world.figures[targets[1]])
    world = world.with_figure(figure)
    shots: list[tuple[int, int, int, str]] = []
    for target in targets:
        enemy = world.figures[target]
        precise = is_close(world, figure, enemy)
        found = shot_modifiers(world, figure, enemy, PISTOL, targets[0] == targets[1], precise)
        if targets[0] != targets[1]:
            found.append(BONUS["two-pistols-two-targets"])
        modifiers, manner = yield from heeded(world, figure, enemy, tuple(found))
        value = figure.values().shooting + sum([change for _, change in modifiers])
        names = tuple([name for name, _ in modifiers])
        yield Tell("fda.shoot.shoot", "shoots", (id, target, f"item-{PISTOL}", value, names))
        face = yield die(world, "fda.test.jt", figure.seat, id, needs=under(value))
        world = with_posture(missile_spent(world, id, PISTOL, enemy), id, STANDING)
        shots.append((target, face, value, manner))
    for target, face, value, manner in shots:
        if face == 0:
            world = yield Call(shot_fumbled, world, id, target, PISTOL)
        elif face > value:
            yield Tell("fda.shoot.miss", "shot-misses", (id, target), "nothing")
        elif world.figures[target].status == ON_TABLE:
            world = yield Call(shot_hits, world, id, target, manner)
    return world, course


@final
class TwoPistols(Action):
    """To fire both pistols: ("two-pistols", target, target). (fda.shootadv.two-pistols-same-target)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        figure = menu.figure()
        loaded = usable(figure, PISTOL) - figure.unloaded.count(PISTOL)
        return loaded > 1 and PISTOL not in figure.spent and shooter_refusal(menu.world, figure) is None

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        count = len(menu.world.figures)
        if malformed(answer, int, int) or not (0 <= answer[1] < count and 0 <= answer[2] < count):
            return no(self.rule, "malformed", str(answer)[:80])
        figure = menu.figure()
        if not self.possible(menu):
            return shooter_refusal(menu.world, figure) or no(self.rule, "not-two-pistols", figure.id)
        one, two = menu.world.figures[answer[1]], menu.world.figures[answer[2]]
        refused = target_refusal(menu.world, figure, one) or target_refusal(menu.world, figure, two)
        if refused is None and bearing(figure, one, two) < 0:
            return no("fda.shootadv.two-pistols-two-targets", "not-both-ahead", figure.id)
        return refused

    def listed(self, menu: Activation) -> list[Answer]:
        foes = [one.id for one in enemies(menu.world, menu.figure())]
        answers: list[Answer] = [(self.kind, one, two) for place, one in enumerate(foes) for two in foes[place:]]
        return [answer for answer in answers if self.refusal(menu, answer) is None] if self.possible(menu) else []


# ---------------------------------------------------------------- reloading, retrieving


@rule("fda.shootadv.reload-faster")
def reload_faster(world: World, id: int, course: Course, answer: tuple[str, str]) -> Script:
    """A slow weapon is loaded in half the time, on a JA. Returns the world and the course."""
    why = "fda.shootadv.reload-faster"
    verdict = yield from agility_test(world, world.figures[id], why)
    if verdict != SUCCESS:
        yield Tell(why, "fumbles-with-powder", (id, f"item-{answer[1]}"))
        return world, course
    twin = world.figures[id].copy()
    twin.unloaded = without(twin.unloaded, answer[1])
    yield Tell(why, "reloads", (id, f"item-{answer[1]}"))
    return world.with_figure(twin), course


@final
class ReloadFaster(Action):
    """To reload a slow weapon quickly: ("reload-faster", weapon). (fda.shootadv.reload-faster)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return len(self.listed(menu)) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, str):
            return no(self.rule, "malformed", str(answer)[:80])
        return reload_refusal(figure, answer[1], SLOW) or hands_refusal(menu.world, figure)

    def listed(self, menu: Activation) -> list[Answer]:
        weapons = [item for item in dict.fromkeys(menu.figure().unloaded) if RELOAD.get(item) == SLOW]
        answers: list[Answer] = [(self.kind, item) for item in weapons]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


@rule("fda.shootadv.retrieve-missile")
def retrieve(world: World, id: int, course: Course, answer: tuple[str, int]) -> Script:
    """A missile that stuck somewhere is pulled out on a JA, or breaks. Returns the world and the course."""
    why = "fda.shootadv.retrieve-missile"
    (thing,) = [one for one in world.things if one.id == answer[1]]
    verdict = yield from agility_test(world, world.figures[id], why)
    world = world.without_thing(thing.id)
    if verdict != SUCCESS:
        yield Tell(why, "missile-breaks", (id, f"item-{thing.item}"))
        return world, course
    yield Tell(why, "missile-back", (id, f"item-{thing.item}"))
    return world.with_figure(gets(world.figures[id], thing.item, False, thing.damaged)), course


@final
class Retrieve(Action):
    """To pull a missile out: ("retrieve-missile", thing). (fda.shootadv.retrieve-missile)"""

    __slots__ = ()

    def possible(self, menu: Activation) -> bool:
        return any(thing.stuck for thing in menu.world.things) and len(self.listed(menu)) > 0

    def refusal(self, menu: Activation, answer: tuple[Any, ...]) -> Refusal | None:
        figure = menu.figure()
        if malformed(answer, int):
            return no(self.rule, "malformed", str(answer)[:80])
        for thing in menu.world.things:
            if thing.id == answer[1] and thing.stuck and touches_spot(figure, thing.x, thing.y, thing.z):
                if full_hands(figure):
                    return no(self.rule, "no-hand-free", figure.id)
                return hands_refusal(menu.world, figure)
        return no(self.rule, "no-missile-here", figure.id)

    def listed(self, menu: Activation) -> list[Answer]:
        answers: list[Answer] = [(self.kind, thing.id) for thing in menu.world.things]
        return [answer for answer in answers if self.refusal(menu, answer) is None]


register(AimedShot("aimed-shot", 4, aimed_shot, SHOOTING_ACTIONS))
register(TwoPistols("two-pistols", 6, two_pistols, SHOOTING_ACTIONS))
register(ReloadFaster("reload-faster", 4, reload_faster, SHOOTING_ACTIONS, AWARE))
register(Retrieve("retrieve-missile", 3, retrieve, SHOOTING_ACTIONS))
