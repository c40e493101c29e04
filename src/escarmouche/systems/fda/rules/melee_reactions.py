"""Melee reactions: another weapon on contact, a dodge or a defensive posture when attacked. (fda.react.more-contexts)"""

from __future__ import annotations

from typing import final

from escarmouche.core.effects import Answer, Call, Script, Tell, rule
from escarmouche.systems.fda.model import MELEE_REACTIONS, NOBODY, Figure, Trigger, World
from escarmouche.systems.fda.rules.conventions import engaging, is_full
from escarmouche.systems.fda.rules.damage import POSTURE, clumsiness
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, agility_test
from escarmouche.systems.fda.rules.melee import OVER
from escarmouche.systems.fda.rules.movement import is_glued
from escarmouche.systems.fda.rules.numbers import DODGE, STATUETTE
from escarmouche.systems.fda.rules.objects import grips, lets_go, takes, without
from escarmouche.systems.fda.rules.pushes import displaced, put
from escarmouche.systems.fda.rules.reactions import ATTACK, CONTACT, NOTHING, Reaction, register
from escarmouche.systems.fda.rules.values import FLIES, MELEE, SHIELD
from escarmouche.table.shapes import touching
from escarmouche.table.trig import angle_of

# ---------------------------------------------------------------- changing weapons


def changes(figure: Figure) -> list[tuple[str, ...]]:
    """What it could hold instead: sets of undamaged weapons and a shield. (fda.meleereact.change-weapon-success)"""
    arms = [grip for grip in grips(figure) if grip and all(item in MELEE or item in FLIES or item == SHIELD for item in grip)]
    sound = [grip for grip in arms if not any(item in figure.damaged for item in grip)]
    return [grip for grip in sound if any(item in MELEE for item in grip) and brings_anything(figure, grip)]


def brings_anything(figure: Figure, grip: tuple[str, ...]) -> bool:
    """Is there anything in it that the figure does not hold already?"""
    rest = figure.hands
    for item in grip:
        if item not in rest:
            return True
        rest = without(rest, item)
    return False


@rule(
    "fda.meleereact.change-weapon", "fda.meleereact.change-weapon-success", "fda.meleereact.change-weapon-failure",
    "fda.meleereact.change-weapon-critical",
)  # fmt: skip
def change_weapon(world: World, _trigger: Trigger, answer: tuple[str, int, tuple[str, ...]]) -> Script:
    """A JA: it holds what it wants; or what it had; or all that it wanted to exchange falls to the ground. Returns the world
    and the verdict."""
    _, id, grip = answer
    verdict = yield from agility_test(world, world.figures[id], "fda.meleereact.change-weapon")
    if verdict == SUCCESS:
        yield Tell("fda.meleereact.change-weapon-success", "takes-in-hand", (id, tuple([f"item-{item}" for item in grip])))
        return takes(world, id, grip), NOTHING
    if verdict == CRITICAL:
        yield Tell("fda.meleereact.change-weapon-critical", "drops-everything", (id,))
        leaving, coming = world.figures[id].hands, grip
        for item in grip:
            leaving = without(leaving, item)
        for item in world.figures[id].hands:
            coming = without(coming, item)
        for item in (*leaving, *coming):
            world = lets_go(world, id, item)
        return world, NOTHING
    yield Tell("fda.meleereact.change-weapon-failure", "fumbles-at-belt", (id,))
    return world, NOTHING


@final
class ChangeWeapon(Reaction):
    """(“change-weapon”, figure, what it wants to hold), for one just contacted. (fda.meleereact.change-weapon)"""

    __slots__ = ()

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        if figure.id not in trigger.targets or figure.carries != NOBODY or STATUETTE in figure.hands:
            return []
        return [(self.kind, figure.id, grip) for grip in changes(figure)]


# ---------------------------------------------------------------- dodging


@rule("fda.meleereact.dodge", "fda.meleereact.dodge-success", "fda.meleereact.dodge-failure", "fda.meleereact.dodge-critical")
def dodge(world: World, trigger: Trigger, answer: tuple[str, int]) -> Script:
    """A JA: it steps back 5 cm and there is no pass of arms; or it just defends; or it trips over its own feet, and the fight
    is over as well. Returns the world and the verdict."""
    id = answer[1]
    figure, attacker = world.figures[id], world.figures[trigger.enemy]
    verdict = yield from agility_test(world, figure, "fda.meleereact.dodge")
    if verdict == CRITICAL:
        yield Tell("fda.meleereact.dodge-critical", "dodges-badly", (id,))
        return (yield Call(clumsiness, world, id)), OVER
    if verdict == SUCCESS:
        x, y = displaced(world, figure, angle_of(figure.x - attacker.x, figure.y - attacker.y), DODGE)
        if not touching(x, y, figure.card.radius, attacker.x, attacker.y, attacker.card.radius):
            yield Tell("fda.meleereact.dodge-success", "dodges", (id, trigger.enemy), "nothing")
            return put(world, id, x, y), OVER
    yield Tell("fda.meleereact.dodge-failure", "does-not-dodge", (id,))
    return world, NOTHING


@final
class Dodge(Reaction):
    """("dodge", figure), for one that is attacked, is engaged by nobody else and can move. (fda.meleereact.dodge)"""

    __slots__ = ()

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        if figure.id not in trigger.targets or figure.carries != NOBODY or is_full(world, figure):
            return []
        alone = all(enemy.id == trigger.enemy for enemy in engaging(world, figure))
        return [(self.kind, figure.id)] if alone and not is_glued(world, figure) else []


# ---------------------------------------------------------------- the defensive posture


@rule(
    "fda.meleereact.posture", "fda.meleereact.posture-success", "fda.meleereact.posture-failure",
    "fda.meleereact.posture-critical",
)  # fmt: skip
def take_posture(world: World, _trigger: Trigger, answer: tuple[str, int]) -> Script:
    """A JA: a JD that it fails in this pass may be rolled again; or it just defends; or it trips, and the fight is over.
    Returns the world and the verdict."""
    id = answer[1]
    verdict = yield from agility_test(world, world.figures[id], "fda.meleereact.posture")
    if verdict == CRITICAL:
        yield Tell("fda.meleereact.posture-critical", "posture-collapses", (id,))
        return (yield Call(clumsiness, world, id)), OVER
    if verdict == SUCCESS:
        yield Tell("fda.meleereact.posture-success", "posture-holds", (id,))
        return world, POSTURE
    yield Tell("fda.meleereact.posture-failure", "posture-fails", (id,))
    return world, NOTHING


@final
class TakePosture(Reaction):
    """("defensive-posture", figure), for one that is attacked. (fda.meleereact.posture)"""

    __slots__ = ()

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        return [(self.kind, figure.id)] if figure.id in trigger.targets else []


register(ChangeWeapon("change-weapon", CONTACT, "fda.meleereact.change-weapon", change_weapon, MELEE_REACTIONS))
register(Dodge("dodge", ATTACK, "fda.meleereact.dodge", dodge, MELEE_REACTIONS))
register(TakePosture("defensive-posture", ATTACK, "fda.meleereact.posture", take_posture, MELEE_REACTIONS))
