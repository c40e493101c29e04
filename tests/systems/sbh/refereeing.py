"""Fighters as a referee takes them from the book: plain ones, and what they do to each other."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import TRAIT_BITS, Figure, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.systems.sbh.rules.shooting import shoot
from tests.systems.sbh.preparing import fresh
from tests.systems.sbh.ranges import facing
from tests.systems.sbh.scene import Played, fighter, play, scene

FRIENDS = [fighter("human-warrior", 0, 100 * n, 20) for n in (1, 2, 3, 4)]
FOES = [fighter("orc-warrior", 1, 100 * n, 580) for n in (1, 2, 3, 4)]
REST = (*FRIENDS, *FOES)
"""Others far away, so that a loss does not halve a band."""


def man(x: float = 300, y: float = 300, **changes: Any) -> Figure:
    """A human of Quality 3+ and Combat 3."""
    return fighter("human-warrior", 0, x, y, **{"quality": 3, "combat": 3, **changes})


def orc(x: float = 316, y: float = 300, **changes: Any) -> Figure:
    """An orc of Quality 3+ and Combat 3."""
    return fighter("orc-warrior", 1, x, y, **{"quality": 3, "combat": 3, **changes})


def traits(*names: str) -> int:
    """Special rules as bits."""
    return sum([TRAIT_BITS[name] for name in names])


def clash(attacker: Figure, defender: Figure, *dice: int, power: bool = False, answers: tuple[Any, ...] = ()) -> Played:
    """A melee attack of one on the other, both set in contact."""
    world = scene(attacker, facing(attacker, defender, 0), *REST)
    return play(Call(fight, world, 0, 1, power), dice=dice, answers=answers)


def shot(shooter: Figure, target: Figure, gap: float, *dice: int, aimed: bool = False) -> Played:
    """A shot over this gap."""
    world = scene(shooter, facing(shooter, target, gap), *REST)
    return play(Call(shoot, world, 0, ("shoot", 1, aimed)), dice=dice)


def totals(played: Played) -> tuple[int, int]:
    """The totals of the first and the second."""
    about = played.told("totals").about
    return about[4], about[9]


def offered(world: World, id: int = 0, left: int = 1, declared: str = "") -> set[str]:
    """The kinds of action that a fighter is offered."""
    return {answer[0] for answer in Doing(world, id, left, declared).listed()}


def terms_of(scenario: str) -> tuple[int, ...]:
    """The numbers of a scenario."""
    return fresh(scenario).terms
