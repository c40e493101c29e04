"""Equipment in a fight: what the weapons in hand are worth, and what they do to whoever is hit."""

from __future__ import annotations

from escarmouche.systems.fda.model import Figure, World
from escarmouche.systems.fda.rules.conventions import usable
from escarmouche.systems.fda.rules.two_weapons import AXE_AND_BLADE, HEAVY, TWO_AXES, TWO_BLADES, pair
from escarmouche.systems.fda.rules.values import ADVANTAGE, FORCES_REROLL, GROUP, LENGTH, MELEE, SHIELD


def held(figure: Figure) -> list[str]:
    """What it holds that is of use, the right hand first: close-combat weapons, missile weapons, a shield.
    (fda.melee.weapons-in-hand)"""
    found: list[str] = []
    for item in figure.hands:
        if usable(figure, item) > found.count(item):
            found.append(item)
    return found


def fights_with(figure: Figure) -> list[str]:
    """The close-combat weapons in its hands; without any it fights with its fists, which cost and bring nothing.
    (fda.melee.fists)"""
    return [item for item in held(figure) if item in MELEE]


def well_equipped(figure: Figure) -> bool:
    """Does it hold a long weapon and a smaller one or a shield? Two of a kind will not do, but for the finest sausages.
    (fda.melee.adv-well-equipped, fda.melee.adv-well-equipped-exclusions)"""
    items = held(figure)
    if len(items) != 2:
        return False
    long = [item for item in items if item in MELEE and LENGTH[item] == "long"]
    if len(long) == 2:
        return items[0] == items[1] and GROUP[items[0]] == "food"
    return len(long) == 1 and any(item == SHIELD or LENGTH.get(item) == "short" for item in items)


def gear(world: World, figure: Figure, choice: str) -> int:
    """The advantages that what it holds brings; blades and axes in pairs bring more where two weapons are played.
    (fda.melee.adv-well-equipped, fda.twoweapons.two-blades, fda.twoweapons.axe-and-blade)"""
    both = pair(world, figure)
    if both == TWO_BLADES:
        return ADVANTAGE["two-blades"]
    if both == AXE_AND_BLADE:
        return ADVANTAGE["well-equipped"] if choice.endswith(HEAVY) else ADVANTAGE["axe-and-blade"]
    return ADVANTAGE["well-equipped"] if well_equipped(figure) else 0


def two_handed(world: World, figure: Figure, choice: str) -> bool:
    """Does whoever it hits have to roll a JD that was made once more? So do two axes, and axe and blade where that was chosen.
    (fda.melee.two-handed-forces-jd-reroll, fda.twoweapons.two-axes, fda.twoweapons.axe-and-blade)"""
    if any(item in FORCES_REROLL for item in fights_with(figure)):
        return True
    return choice.endswith(HEAVY) or pair(world, figure) == TWO_AXES
