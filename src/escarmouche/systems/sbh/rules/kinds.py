"""Kinds of fighters that rules speak of: prey of the Lethal, the living, animals."""

from __future__ import annotations

from escarmouche.systems.sbh.model import ANIMAL, MAGE, SWARM, UNDEAD, Figure

RACES: dict[str, str] = {"trolls": "troll", "dragons": "dragon", "orcs": "orc", "giants": "giant"}


def is_animal(figure: Figure) -> bool:
    """An Animal, or a Swarm, which follows the whole Animal rule. (sbh.special.swarm-animal)"""
    return figure.has(ANIMAL) or figure.has(SWARM)


def is_among(figure: Figure, prey: str) -> bool:
    """Does it belong to the class a Lethal fighter hunts? By trait, or by race. (sbh.special.lethal-targets)"""
    if prey == "mages":
        return figure.has(MAGE)
    if prey == "undead":
        return figure.has(UNDEAD)
    if prey == "animals":
        return is_animal(figure)
    return figure.card.race == RACES.get(prey, prey)
