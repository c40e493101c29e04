"""Terror: approaching it, being approached by it."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Call, Part, Script, Tell
from escarmouche.core.later import Later
from escarmouche.systems.sbh.model import TERROR, Figure, World
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_roll
from escarmouche.systems.sbh.rules.upgrades import dirty_tricks, tricks_over
from escarmouche.systems.sbh.rules.values import EXEMPT


def knows_terror(figure: Figure) -> bool:
    """Can Terror touch it? Not the Fearless (sbh.special.fearless), the Artificial (sbh.special.artificial-no-morale),
    other Terror creatures, nor one that has withstood it in this game (sbh.special.terror-immunity)."""
    return not (figure.has(EXEMPT["terror-contact"]) or figure.steeled)


def can_be_touched(world: World, id: int, victim: int) -> Script:
    """Can the Terror of a creature touch this enemy of it? Where a special rule shields the enemy, that may be cancelled
    (sbh.campaign.upgrade.dirty-tricks). Returns the world and the answer."""
    if not world.figures[id].has(TERROR) or world.figures[victim].steeled:
        return world, False
    if not knows_terror(world.figures[victim]):
        world = yield from dirty_tricks(world, victim, only=EXEMPT["terror-contact"])
    if knows_terror(world.figures[victim]):
        return world, True
    return tricks_over(world, victim), False


def shuns(figure: Figure, foe: Figure) -> bool:
    """Has it failed to dare this enemy in the present activation?"""
    return (figure.shunned >> foe.id) & 1 == 1


def dares(world: World, id: int, foe: int) -> Part[tuple[World, bool]]:
    """Whoever wants to engage a Terror enemy must pass a Quality roll on one die, which is no morale roll: failing only bars
    the way to that enemy for this activation. (sbh.special.terror-approach) Its owner may cancel the Terror, the enemy
    what shields it from it (sbh.campaign.upgrade.dirty-tricks). Returns the world and whether it dares."""
    world, touched = yield from can_be_touched(world, foe, id)
    if not touched:
        return world, True
    world = yield from dirty_tricks(world, foe)
    if not world.figures[foe].has(TERROR):
        return tricks_over(world, foe), True
    bonus = quality_bonus(world, world.figures[id])
    world, successes = yield from quality_roll(world, id, "sbh.special.terror-approach", 1, bonus)
    world = tricks_over(tricks_over(world, foe), id)
    if successes:
        yield Tell("sbh.special.terror-approach", "dares", (id, foe))
        return world, True
    yield Tell("sbh.special.terror-approach", "does-not-dare", (id, foe))
    twin = world.figures[id].copy()
    twin.shunned |= 1 << foe
    return world.with_figure(twin), False


def horrified(world: World, id: int, victim: int) -> Part[tuple[World, int]]:
    """An enemy that a Terror creature is about to touch makes a morale roll at once (sbh.special.terror-charge,
    sbh.morale.trigger-terror); one that passes is immune for the rest of the game (sbh.special.terror-immunity). Returns
    the world and the failures."""
    world, touched = yield from can_be_touched(world, id, victim)
    if not touched:
        return world, 0
    world = yield from dirty_tricks(world, id)
    if not world.figures[id].has(TERROR):
        return tricks_over(world, id), 0
    world, failures = yield Call(terror_test(), world, victim)
    world = tricks_over(tricks_over(world, id), victim)
    if failures == 0:
        twin = world.figures[victim].copy()
        twin.steeled = True
        world = world.with_figure(twin)
        yield Tell("sbh.special.terror-immunity", "withstands-terror", (victim, id))
    return world, failures


terror_test: Final = Later("sbh.morale.trigger-terror")
"""The morale roll of whoever faces Terror; it stands in the chapter on morale. Returns the world and the failures."""

flight_rule: Final = Later("sbh.morale.flee-path")
"""The rule of flight; it stands in the chapter on morale, which needs this one."""
