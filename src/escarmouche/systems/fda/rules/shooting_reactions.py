"""Shooting reactions: at an enemy that passes, at one that has come into contact, at one that has spotted the shooter.
(fda.shootreact.reaction-shot)"""

from __future__ import annotations

from typing import Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import no
from escarmouche.systems.fda.model import (
    BASIC_REACTION_SHOT,
    ON_TABLE,
    PRONE,
    SHOOTING_REACTIONS,
    Figure,
    Trigger,
    World,
)
from escarmouche.systems.fda.rules.conventions import engaging
from escarmouche.systems.fda.rules.dice import CRITICAL, SUCCESS, agility_test
from escarmouche.systems.fda.rules.discovery import found_on_the_way, seen_at
from escarmouche.systems.fda.rules.melee import facing
from escarmouche.systems.fda.rules.movement import STOPPED
from escarmouche.systems.fda.rules.pushes import put
from escarmouche.systems.fda.rules.reactions import ALONG, CONTACT, NOTHING, SPOTTED, Reaction, register
from escarmouche.systems.fda.rules.shooting import (
    in_strip,
    is_close,
    loose,
    out_of_missiles,
    ready_weapons,
    shooter_refusal,
    shot_modifiers,
    target_refusal,
)
from escarmouche.systems.fda.rules.values import BONUS, Modifier

WHOLE: Final = 1000
"""The way of a move in thousandths: the shooter says after how many of them it shoots."""
LISTED: Final = (0, 250, 500, 750, WHOLE)


def point_of(mover: Figure, trigger: Trigger, share: int) -> tuple[int, int]:
    """A point of the mover's way."""
    dx, dy = trigger.x - mover.x, trigger.y - mover.y
    return mover.x + dx * share // WHOLE, mover.y + dy * share // WHOLE


def at_share(world: World, trigger: Trigger, share: int) -> World:
    """The world with the mover at a point of its way, hidden no more if it has been found by then.
    (fda.position.discovered-within-20)"""
    mover = world.figures[trigger.enemy]
    return seen_at(world, mover, *point_of(mover, trigger, share))


def played(world: World) -> bool:
    """Are reaction shots played? Some tables know them in the basic game. (fda.action.reaction-basic-scope)"""
    return world.plays(SHOOTING_REACTIONS) or world.reads(BASIC_REACTION_SHOT)


def shot_refusal(world: World, figure: Figure, enemy: int) -> Refusal | None:
    """Why a figure may not shoot at an enemy in reaction where that is, or None: it cannot turn first.
    (fda.shootreact.reaction-shot, fda.shootreact.reaction-shot-arc)"""
    target = world.figures[enemy]
    if not in_strip(figure, target):
        return no("fda.shootreact.reaction-shot-arc", "not-ahead", figure.id, enemy)
    return shooter_refusal(world, figure) or target_refusal(world, figure, target)


def reaction_modifiers(world: World, figure: Figure, enemy: int, weapon: str) -> tuple[Modifier, ...]:
    """What changes the T of a reaction shot: it is hampered, and the target seen as it is there.
    (fda.shoot.hampered-reaction, fda.shootadv.short-range)"""
    target = world.figures[enemy]
    return tuple(shot_modifiers(world, figure, target, weapon, True, is_close(world, figure, target)))


# ---------------------------------------------------------------- at one that passes


@rule("fda.shootreact.reaction-shot")
def reaction_shot(world: World, trigger: Trigger, answer: tuple[str, int, str, int]) -> Script:
    """A shot at an enemy on its way, at the point that the shooter picks: knocked down it stays there, else it goes on. Returns
    the world and the verdict."""
    _, id, weapon, share = answer
    mover = world.figures[trigger.enemy]
    x, y = point_of(mover, trigger, share)
    world = put((yield from found_on_the_way(world, mover, x, y)), mover.id, x, y)
    modifiers = reaction_modifiers(world, world.figures[id], trigger.enemy, weapon)
    world = yield Call(loose, world, id, trigger.enemy, weapon, modifiers)
    after = world.figures[trigger.enemy]
    if after.status != ON_TABLE or (after.posture >= PRONE and after.posture != mover.posture):
        return world, STOPPED
    return put(world, mover.id, mover.x, mover.y), NOTHING


@final
class ReactionShot(Reaction):
    """("reaction-shot", figure, weapon, share of the way). (fda.shootreact.reaction-shot)"""

    __slots__ = ()

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        weapons = ready_weapons(figure) if played(world) else []
        if not weapons:
            return []
        still = world.figures[trigger.enemy].x == trigger.x and world.figures[trigger.enemy].y == trigger.y
        shares = [
            share
            for share in (LISTED[:1] if still else LISTED)
            if shot_refusal(at_share(world, trigger, share), figure, trigger.enemy) is None
        ]
        return [(self.kind, figure.id, weapon, share) for weapon in weapons for share in shares]

    def refusal(self, world: World, figure: Figure, trigger: Trigger, answer: tuple[object, ...]) -> Refusal | None:
        share = answer[3] if len(answer) == 4 else None
        if not isinstance(share, int) or isinstance(share, bool) or not 0 <= share <= WHOLE:
            return no(self.rule, "malformed", str(answer)[:80])
        if not played(world) or answer[2] not in ready_weapons(figure):
            return no(self.rule, "no-such-reaction", figure.id)
        return shot_refusal(at_share(world, trigger, share), figure, trigger.enemy)


# ---------------------------------------------------------------- at one that has spotted it


@rule("fda.scout.reaction-by-spotted")
def return_shot(world: World, trigger: Trigger, answer: tuple[str, int, str]) -> Script:
    """One that has just been spotted shoots at its spotter. Returns the world and the verdict."""
    _, id, weapon = answer
    modifiers = reaction_modifiers(world, world.figures[id], trigger.enemy, weapon)
    return (yield Call(loose, world, id, trigger.enemy, weapon, modifiers)), NOTHING


@final
class ReturnShot(Reaction):
    """("return-shot", figure, weapon), for one just spotted whose spotter stands straight ahead.
    (fda.scout.reaction-by-spotted)"""

    __slots__ = ()

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        if figure.id not in trigger.targets or shot_refusal(world, figure, trigger.enemy) is not None:
            return []
        return [(self.kind, figure.id, weapon) for weapon in ready_weapons(figure)]


# ---------------------------------------------------------------- at one in contact


@rule(
    "fda.shootreact.defensive-shot", "fda.shootreact.defensive-success", "fda.shootreact.defensive-failure",
    "fda.shootreact.defensive-critical",
)  # fmt: skip
def defensive_shot(world: World, trigger: Trigger, answer: tuple[str, int, str]) -> Script:
    """It turns to the enemy that has just touched it; a JA tells whether it shoots without any penalty, with one, or finds its
    quiver empty. Returns the world and the verdict."""
    _, id, weapon = answer
    world = world.with_figure(facing(world.figures[id], world.figures[trigger.enemy]))
    verdict = yield from agility_test(world, world.figures[id], "fda.shootreact.defensive-shot")
    if verdict == CRITICAL:
        yield Tell("fda.shootreact.defensive-critical", "runs-out", (id, f"item-{weapon}"), "nothing")
        return out_of_missiles(world, id, weapon), NOTHING
    modifiers = () if verdict == SUCCESS else (BONUS["defensive-shot-failed-ja"],)
    return (yield Call(loose, world, id, trigger.enemy, weapon, modifiers)), NOTHING


@final
class DefensiveShot(Reaction):
    """("defensive-shot", figure, weapon), for one just contacted whom nobody else engages. (fda.shootreact.defensive-shot)"""

    __slots__ = ()

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        if figure.id not in trigger.targets or any(one.id != trigger.enemy for one in engaging(world, figure)):
            return []
        if target_refusal(world, figure, world.figures[trigger.enemy]) is not None:
            return []
        return [(self.kind, figure.id, weapon) for weapon in ready_weapons(figure)]


register(ReactionShot("reaction-shot", ALONG, "fda.shootreact.reaction-shot", reaction_shot))
register(ReturnShot("return-shot", SPOTTED, "fda.scout.reaction-by-spotted", return_shot, SHOOTING_REACTIONS))
register(DefensiveShot("defensive-shot", CONTACT, "fda.shootreact.defensive-shot", defensive_shot, SHOOTING_REACTIONS))
