"""Kinds of fighters that rules speak of: prey of the Lethal, the living, animals."""

from __future__ import annotations

from escarmouche.systems.sbh.model import ANIMAL, SWARM, Figure
from escarmouche.systems.sbh.rules.values import PREY_RACES, PREY_TRAITS


def is_animal(figure: Figure) -> bool:
    """An Animal, or a Swarm, which follows the whole Animal rule. (sbh.special.swarm-animal)"""
    return figure.has(ANIMAL) or figure.has(SWARM)


def is_among(figure: Figure, prey: str) -> bool:
    """Does it belong to the class a Lethal fighter hunts? By trait, or by race. (sbh.special.lethal-targets)"""
    return figure.has(PREY_TRAITS[prey]) or figure.card.race in PREY_RACES[prey]
