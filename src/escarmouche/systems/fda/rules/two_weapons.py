"""Two weapons: which one hits, what a pair is worth, what full hands forbid. (fda.twoweapons.designate)"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Answer, Choose, Listed, Refusal, Script
from escarmouche.kit.menu import no
from escarmouche.systems.fda.model import TWO_WEAPONS, Figure, World
from escarmouche.systems.fda.rules.conventions import usable
from escarmouche.systems.fda.rules.values import FLIES, GROUP, HANDS, MELEE, SHIELD, TWO_HANDS

NO_PAIR: Final = ""
TWO_BLADES: Final = "two-blades"
TWO_AXES: Final = "two-axes"
AXE_AND_BLADE: Final = "axe-and-blade"

HEAVY: Final = "+heavy"
"""Added to the weapon that is named: axe and blade for one advantage and the effect of a two-handed weapon, instead of two
advantages. (fda.twoweapons.axe-and-blade)"""


def at_hand(figure: Figure) -> list[str]:
    """What it fights with, the right hand first: close-combat weapons and a shield that are not damaged."""
    found: list[str] = []
    for item in figure.hands:
        if (item in MELEE or item == SHIELD) and usable(figure, item) > found.count(item):
            found.append(item)
    return found


def pair(world: World, figure: Figure) -> str:
    """The pair of weapons that the option knows, or none. A francisca is thrown and no axe here; a dagger is a partner for a
    blade, but no blade. (fda.twoweapons.two-blades, fda.twoweapons.two-axes, fda.twoweapons.axe-and-blade)"""
    if not world.plays(TWO_WEAPONS):
        return NO_PAIR
    groups = sorted([GROUP[item] for item in at_hand(figure) if item != SHIELD])
    if groups == ["blade", "dagger"] or groups == ["blade", "blade"]:
        return TWO_BLADES
    if groups == ["axe", "axe"]:
        return TWO_AXES
    return AXE_AND_BLADE if groups == ["axe", "blade"] else NO_PAIR


# ---------------------------------------------------------------- naming the weapon that hits


def named(world: World, figure: Figure) -> Script:
    """Before the dice a fighter with two unlike weapons, or a weapon and a shield, names the one that hits; with axe and blade
    also what for. Returns its choice. (fda.twoweapons.designate, fda.twoweapons.shield-bash, fda.melee.declare-before-dice)"""
    items = at_hand(figure)
    if not world.plays(TWO_WEAPONS) or len(items) != 2 or items[0] == items[1]:
        return ""
    answers: list[Answer] = [("hit-with", item) for item in items]
    if pair(world, figure) == AXE_AND_BLADE:
        answers += [("hit-with", item + HEAVY) for item in items]
    why = "fda.twoweapons.designate"
    answer = yield Choose(why, figure.seat, world, Listed(tuple(answers), why), figure.id)
    return answer[1]


def main_weapon(figure: Figure, choice: str) -> str:
    """The weapon that hits: the one named, else the first in hand; "" for fists. (fda.fumble.melee-main-weapon)"""
    if choice:
        return choice.removesuffix(HEAVY)
    weapons = [item for item in at_hand(figure) if item != SHIELD]
    return weapons[0] if weapons else ""


# ---------------------------------------------------------------- full hands


def armed_twice(figure: Figure) -> bool:
    """Has it a weapon, or a shield, in each hand? (fda.twoweapons.no-hands)"""
    return len([item for item in figure.hands if item in MELEE or item in FLIES or item == SHIELD]) > 1


def full_hands(figure: Figure) -> bool:
    """Has it no hand free? (fda.twoweapons.full-hands)"""
    return sum([HANDS.get(item, 0) for item in figure.hands]) >= TWO_HANDS


def hands_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it cannot do what needs a JA and its hands, or None: climb, reload faster, retrieve a missile.
    (fda.twoweapons.no-hands)"""
    if world.plays(TWO_WEAPONS) and armed_twice(figure):
        return no("fda.twoweapons.no-hands", "armed-twice", figure.id)
    return None


def picking_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it has no hand to pick something up, or None. (fda.twoweapons.full-hands)"""
    if world.plays(TWO_WEAPONS) and full_hands(figure):
        return no("fda.twoweapons.full-hands", "no-hand-free", figure.id)
    return None
