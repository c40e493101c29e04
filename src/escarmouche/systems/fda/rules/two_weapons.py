"""Two weapons: which one hits, what a pair is worth, what full hands forbid. (fda.twoweapons.designate)"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Answer, Choose, Listed, Refusal, Script, rule
from escarmouche.kit.menu import no
from escarmouche.systems.fda.model import TWO_WEAPONS, Figure, World
from escarmouche.systems.fda.rules.values import GROUP, HANDS, SHIELD, WEAPONS

NONE: Final = ""
TWO_BLADES: Final = "two-blades"
TWO_AXES: Final = "two-axes"
AXE_AND_BLADE: Final = "axe-and-blade"

SKILL: Final = "skill"
"""Axe and blade for two advantages. (fda.twoweapons.axe-and-blade)"""
WEIGHT: Final = "weight"
"""Axe and blade for one advantage and the effect of a two-handed weapon."""


def usable(figure: Figure) -> list[str]:
    """What it fights with: the close-combat weapons and the shield in its hands that are not damaged."""
    broken = list(figure.damaged)
    found: list[str] = []
    for item in figure.hands:
        if item in broken:
            broken.remove(item)
        elif item == SHIELD or (item in WEAPONS and WEAPONS[item].melee):
            found.append(item)
    return found


def pair(world: World, figure: Figure) -> str:
    """The pair of weapons that the option knows, or none. A francisca is thrown and no axe here; a dagger is a partner for a
    blade, but no blade. (fda.twoweapons.two-blades, fda.twoweapons.two-axes, fda.twoweapons.axe-and-blade)"""
    if not world.plays(TWO_WEAPONS):
        return NONE
    groups = sorted([GROUP[item] for item in usable(figure) if item != SHIELD])
    if groups == ["blade", "dagger"] or groups == ["blade", "blade"]:
        return TWO_BLADES
    if groups == ["axe", "axe"]:
        return TWO_AXES
    return AXE_AND_BLADE if groups == ["axe", "blade"] else NONE


def armed_twice(figure: Figure) -> bool:
    """Has it a weapon, or a shield, in each hand? (fda.twoweapons.no-hands)"""
    return len([item for item in figure.hands if item in WEAPONS or item == SHIELD]) > 1


def full_hands(figure: Figure) -> bool:
    """Has it no hand free? (fda.twoweapons.full-hands)"""
    return sum([HANDS.get(item, 0) for item in figure.hands]) > 1


def hands_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it cannot do what needs a JA and its hands, or None: climb, reload faster, retrieve a missile.
    (fda.twoweapons.no-hands)"""
    if world.plays(TWO_WEAPONS) and armed_twice(figure):
        return no("fda.twoweapons.no-hands", "hands-full", figure.id)
    return None


def picking_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it has no hand to pick something up, or None. (fda.twoweapons.full-hands)"""
    if world.plays(TWO_WEAPONS) and full_hands(figure):
        return no("fda.twoweapons.full-hands", "hands-full", figure.id)
    return None
