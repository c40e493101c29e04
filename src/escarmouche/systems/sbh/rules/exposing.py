"""Dirty tricks against Stealth: an enemy that nobody could aim at is aimed at once."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Refusal, Script, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import STEALTH, World
from escarmouche.systems.sbh.rules import groups, magic, shooting
from escarmouche.systems.sbh.rules.actions import DEEDS, Action, Doing, register
from escarmouche.systems.sbh.rules.conventions import enemies
from escarmouche.systems.sbh.rules.melee import enemy_of
from escarmouche.systems.sbh.rules.sight import untouchable
from escarmouche.systems.sbh.rules.upgrades import DIRTY_TRICKS, cancel, owns

CHAPTERS: Final = (groups, magic, shooting)
"""Where the deeds stand that need a target; they are known when these are read."""

AIMED: Final = {"shoot": 1, "throw": 1, "cast": 2, "entangle": 1, "volley": 2}
"""The deeds that Stealth escapes, and where their answers name the target."""


@final
class Expose(Action):
    """Cancel the Stealth of an enemy in hiding: ("expose", enemy), no action; open to a fighter that could then aim at it.
    (sbh.campaign.upgrade.dirty-tricks, sbh.special.stealth)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return owns(doing.world, doing.figure().seat, DIRTY_TRICKS) and len(self.listed(doing)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        rule_id = "sbh.campaign.upgrade.dirty-tricks"
        if malformed(answer, int):
            return no(rule_id, "malformed", str(answer))
        if not owns(doing.world, doing.figure().seat, DIRTY_TRICKS):
            return no(rule_id, "upgrade-not-owned")
        if enemy_of(doing.world, doing.figure(), answer[1]) is None:
            return no(rule_id, "not-an-enemy")
        return None if opens(doing, answer[1]) else no(rule_id, "nothing-to-expose", doing.id, answer[1])

    def listed(self, doing: Doing) -> list[Answer]:
        return [("expose", enemy.id) for enemy in enemies(doing.world, doing.figure()) if opens(doing, enemy.id)]


def opens(doing: Doing, target: int) -> bool:
    """Does only its Stealth keep the enemy from being aimed at by something this fighter may do now?"""
    world = doing.world
    if not untouchable(world, world.figures[target]):
        return False
    twin = world.figures[target].copy()
    twin.cancelled |= STEALTH
    bare = Doing(world.with_figure(twin), doing.id, doing.left, doing.declared, doing.mode, doing.group, doing.waiting)
    for kind, place in AIMED.items():
        deed = DEEDS[kind]
        if bare.bars() and bare.barred(deed) is not None:
            continue
        if deed.possible(bare) and any(answer[place] == target for answer in deed.listed(bare)):
            return True
    return False


@rule("sbh.campaign.upgrade.dirty-tricks")
def expose(world: World, _id: int, answer: tuple[str, int]) -> Script:
    """The enemy's Stealth does not work until it has been aimed at, or the fighter has done. Returns the world and no cost."""
    world = yield from cancel(world, answer[1], "stealth")
    return world, 0


register(Expose("expose", 6, expose))
