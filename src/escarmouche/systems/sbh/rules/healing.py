"""Healing: what a Cleric does with the successes of an announced healing roll."""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Call, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.sbh.model import CLERIC, FREE, ON_TABLE, Figure, World
from escarmouche.systems.sbh.rules.actions import HEAL, Action, Doing, held_refusal, price_refusal, prone_refusal, register
from escarmouche.systems.sbh.rules.conventions import contact, friends, guards, helpless
from escarmouche.systems.sbh.rules.harm import hacked_by
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.rules.upgrades import dirty_tricks, tricks_over


def lost_quality(figure: Figure) -> int:
    """How many points of Quality it has lost to poison and wounds."""
    return figure.poisoned + figure.wounds


def can_rise(figure: Figure) -> bool:
    """Is it knocked down, and nothing holds it?"""
    return figure.prone and figure.held == FREE


def patients(world: World, cleric: Figure) -> list[Figure]:
    """The friends in contact with the Cleric. (sbh.special.cleric-heal)"""
    return [friend for friend in friends(world, cleric) if contact(world, cleric, friend)]


def patient_refusal(doing: Doing, target: int) -> Refusal | None:
    """Why the fighter cannot help this one now, whatever it needs, or None: only a Cleric that has announced a healing, on
    its feet, and only a friend beside it."""
    rule_id = "sbh.special.cleric-heal"
    cleric = doing.figure()
    if doing.declared != HEAL:
        return no(rule_id, "healing-not-announced", cleric.id)
    refused = held_refusal(cleric) or prone_refusal(cleric)
    if refused is not None:
        return refused
    if not 0 <= target < len(doing.world.figures) or target == cleric.id:
        return no(rule_id, "not-a-friend")
    friend = doing.world.figures[target]
    if friend.seat != cleric.seat or friend.status != ON_TABLE:
        return no(rule_id, "not-a-friend")
    return None if contact(doing.world, cleric, friend) else no(rule_id, "not-in-contact", cleric.id, target)


# ---------------------------------------------------------------- lost Quality


@final
class Heal(Action):
    """Give back lost Quality: ("heal", friend, points), an action for each point, never more than was lost."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        cleric = doing.figure()
        if doing.declared != HEAL or helpless(cleric):
            return False
        return any(lost_quality(friend) > 0 for friend in patients(doing.world, cleric))

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, int) or answer[2] < 1:
            return no("sbh.special.cleric-heal", "malformed", str(answer))
        refused = patient_refusal(doing, answer[1])
        if refused is not None:
            return refused
        lost = lost_quality(doing.world.figures[answer[1]])
        if answer[2] > lost:
            return no("sbh.special.cleric-heal", "not-so-ill", answer[1], lost)
        return price_refusal(doing, answer[2], "action-heal")

    def listed(self, doing: Doing) -> list[Answer]:
        found: list[Answer] = []
        for friend in patients(doing.world, doing.figure()):
            most = min(doing.left, lost_quality(friend))
            found.extend([("heal", friend.id, points) for points in range(1, most + 1)])
        return found


@rule("sbh.special.cleric-heal")
def heal(world: World, id: int, answer: tuple[str, int, int]) -> Script:
    """Each success gives a point of Quality back, lost to poison or to wounds. Returns the world and the actions spent."""
    _, target, points = answer
    world = yield from dirty_tricks(world, id)
    if not world.figures[id].has(CLERIC):
        yield Tell("sbh.campaign.upgrade.dirty-tricks", "healing-foiled", (id,), "foiled")
        return tricks_over(world), points
    twin = world.figures[target].copy()
    poison = min(points, twin.poisoned)
    twin.poisoned -= poison
    twin.wounds -= points - poison
    world = tricks_over(world.with_figure(twin))
    yield Tell("sbh.special.cleric-heal", "heals", (id, target, points, quality_of(world, twin)), "healed")
    return world, points


# ---------------------------------------------------------------- back on one's feet


@final
class Raise(Action):
    """Help a friend up: ("raise", friend), two actions. (sbh.special.cleric-stand)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        cleric = doing.figure()
        if doing.declared != HEAL or doing.left < 2 or helpless(cleric):
            return False
        return any(can_rise(friend) for friend in patients(doing.world, cleric))

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("sbh.special.cleric-stand", "malformed", str(answer))
        refused = patient_refusal(doing, answer[1])
        if refused is not None:
            return refused
        friend = doing.world.figures[answer[1]]
        if not friend.prone:
            return no("sbh.special.cleric-stand", "stands-already", friend.id)
        return held_refusal(friend) or price_refusal(doing, 2, "action-heal-stand")

    def listed(self, doing: Doing) -> list[Answer]:
        return [("raise", friend.id) for friend in patients(doing.world, doing.figure()) if can_rise(friend)]


@rule("sbh.special.cleric-stand")
def raise_up(world: World, id: int, answer: tuple[str, int]) -> Script:
    """Two successes set a knocked-down friend on its feet; enemies beside it strike as at anybody who stands up
    (sbh.state.prone-stand-free-hack). Returns the world and the actions spent."""
    target = answer[1]
    world = yield from dirty_tricks(world, id)
    if not world.figures[id].has(CLERIC):
        yield Tell("sbh.campaign.upgrade.dirty-tricks", "healing-foiled", (id,), "foiled")
        return tricks_over(world), 2
    twin = world.figures[target].copy()
    twin.prone = False
    twin.fallen = False
    world = tricks_over(world.with_figure(twin))
    yield Tell("sbh.special.cleric-stand", "raises", (id, target), "raised")
    world = yield Call(hacked_by, world, target, tuple([foe.id for foe in guards(world, twin)]))
    return world, 2


register(Heal("heal", 12, heal))
register(Raise("raise", 12, raise_up))
