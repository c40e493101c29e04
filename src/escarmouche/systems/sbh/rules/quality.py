"""Quality rolls."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Choose, Listed, Part, Roll, Tell
from escarmouche.systems.sbh.model import HERO, LEADER, LONG, MAGE, NATURAL_ROLLS, Figure, World
from escarmouche.systems.sbh.rules.conventions import are_friends, friends, near, operational
from escarmouche.systems.sbh.rules.ending import at_place
from escarmouche.systems.sbh.rules.sight import sees_leader
from escarmouche.systems.sbh.rules.upgrades import DIRTY_TRICKS, dirty_tricks, owns, tricked
from escarmouche.systems.sbh.rules.values import MORALE

_TABLES: Final[dict[int, tuple[int, ...]]] = {}


def quality_of(world: World, figure: Figure) -> int:
    """The fighter's Quality now: worsened by poison and wounds (sbh.quality.worsened), or swapped with a friend's
    (sbh.campaign.upgrade.unpredictable). A lower number is better. (sbh.profile.quality)"""
    card = figure.card
    swap = world.bands[figure.seat].swap
    if swap and figure.id in swap:
        card = world.figures[swap[1] if figure.id == swap[0] else swap[0]].card
    return card.quality + figure.poisoned + figure.wounds


def success_table(target: int, natural: bool) -> tuple[int, ...]:
    """Which faces of a die succeed against a target (sbh.quality.roll); with `natural` a 1 always fails and a 6 always
    succeeds (sbh.activation.natural-1-and-6)."""
    key = 2 * target + 1 if natural else 2 * target
    known = _TABLES.get(key)
    if known is None:
        known = tuple([1 if (natural and f == 6) or (f >= target and not (natural and f == 1)) else 0 for f in range(1, 7)])
        _TABLES[key] = known
    return known


def inspiring(world: World, figure: Figure) -> tuple[int, ...]:
    """The Leaders any of whom gives the fighter its +1. (sbh.special.leader-bonus)"""
    if figure.has(LEADER):
        return ()
    return tuple([friend.id for friend in friends(world, figure) if inspires(world, friend, figure)])


def inspires(world: World, leader: Figure, figure: Figure) -> bool:
    """Is it a Leader on its feet, within Long of the fighter and seen by it?"""
    return (
        leader.has(LEADER) and operational(leader) and near(world, leader, figure, LONG) and sees_leader(world, figure, leader)
    )


def leader_bonus(world: World, figure: Figure) -> int:
    """+1 for a friend within Long of a Leader that it sees and that is on its feet. (sbh.special.leader-bonus)

    Leaders get none, from themselves or others (sbh.faq.leader-self); several never give more than +1
    (sbh.special.leader-not-cumulative); a Leader knocked down or immobilised gives none
    (sbh.special.leader-conditions, sbh.faq.leader-when).
    """
    if figure.has(LEADER):
        return 0
    for leader in world.figures:
        if leader.card.traits & LEADER and are_friends(figure, leader) and inspires(world, leader, figure):
            return MORALE["leader"]
    return 0


def on_place_of_power(world: World, figure: Figure) -> bool:
    """Is it a Mage standing on the Place of Power? (sbh.scenario.place-of-power.mage-bonus)"""
    return figure.has(MAGE) and at_place(world, figure)


def quality_bonus(world: World, figure: Figure) -> int:
    """What is added to each die of any Quality roll of the fighter; different sources add up.
    (sbh.quality.modifiers-stack, sbh.campaign.survival-2)"""
    bonus = leader_bonus(world, figure) + figure.card.hurt
    return bonus + MORALE["place-of-power"] if on_place_of_power(world, figure) else bonus


def tricks_on_roll(world: World, id: int) -> Part[tuple[World, int]]:
    """Dirty tricks before a Quality roll: against the fighter itself, or against a Leader whose presence would help it.
    Returns the world and whom they hit, or -1. (sbh.campaign.upgrade.dirty-tricks)"""
    figure = world.figures[id]
    if not owns(world, 1 - figure.seat, DIRTY_TRICKS):
        return world, -1
    twin = yield from dirty_tricks(world, id, inspiring(world, figure))
    return twin, tricked(world, twin)


def quality_roll(world: World, id: int, why: str, dice: int, bonus: int, natural: bool = False) -> Part[tuple[World, int]]:
    """Throw `dice` for the fighter against its Quality, `bonus` added to each; returns the world and the successes."""
    target = quality_of(world, world.figures[id])
    return (yield from target_roll(world, id, why, dice, target, bonus, natural or NATURAL_ROLLS in world.switches))


def target_roll(world: World, id: int, why: str, dice: int, target: int, bonus: int, natural: bool) -> Part[tuple[World, int]]:
    """A Quality roll against a given target.

    One die of a Hero is not thrown and counts as a 6 (sbh.special.hero-automatic-success); once a game it may throw one
    die again (sbh.special.hero-reroll).
    """
    figure = world.figures[id]
    table = success_table(target - bonus, natural)
    sure = 1 if figure.has(HERO) else 0
    thrown = dice - sure
    successes = 0
    if thrown > 0:
        successes = yield Roll(why, figure.seat, world, thrown, 6, table, id, target, bonus)
        if sure and not figure.rerolled:
            world, successes = yield from hero_reroll_quality(world, id, thrown, successes, table, target, bonus)
    if sure:
        yield Tell("sbh.special.hero-automatic-success", "hero-sure", (id,))
    return world, successes + sure


def hero_reroll_quality(
    world: World, id: int, thrown: int, successes: int, table: tuple[int, ...], target: int, bonus: int
) -> Part[tuple[World, int]]:
    """The Hero's owner may throw one of the dice again, once a game; the second result stands. (sbh.special.hero-reroll)"""
    figure = world.figures[id]
    answers: tuple[str, ...] = ("keep",)
    if successes < thrown:
        answers += ("reroll-failure",)
    if successes > 0:
        answers += ("reroll-success",)
    wish = yield Choose("sbh.special.hero-reroll", figure.seat, world, Listed(answers, "sbh.special.hero-reroll"), id)
    if wish == "keep":
        return world, successes
    again = yield Roll("sbh.special.hero-reroll", figure.seat, world, 1, 6, table, id, target, bonus)
    if wish == "reroll-success":
        successes -= 1
    return used_reroll(world, id), successes + again


def used_reroll(world: World, id: int) -> World:
    """The Hero's one reroll of the game is gone."""
    twin = world.figures[id].copy()
    twin.rerolled = True
    return world.with_figure(twin)
