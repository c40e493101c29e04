"""Encumbrance: what everything weighs, and who carries too much to run. (fda.encumbrance.weights)"""

from __future__ import annotations

from escarmouche.core.effects import Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.fda.model import ENCUMBRANCE, NOBODY, Figure, World
from escarmouche.systems.fda.rules.numbers import ENCUMBERED, WEIGHT


def load(figure: Figure) -> int:
    """What a figure carries: its armour, what it holds and what hangs from its belt. Everyday things weigh nothing; objects of
    the scenario weigh what their row says. (fda.encumbrance.weights, fda.encumbrance.weightless,
    fda.encumbrance.agree-before)"""
    total = figure.card.worn
    for item in figure.hands:
        total += WEIGHT[item]
    for item in figure.belt:
        total += WEIGHT[item]
    return total


def encumbered(figure: Figure) -> bool:
    """Does it carry a weight of 6 or more, or a body, whatever that weighs? (fda.encumbrance.encumbered,
    fda.extra.carry-friend)"""
    return figure.carries != NOBODY or load(figure) >= ENCUMBERED


def run_refusal(world: World, figure: Figure) -> Refusal | None:
    """Why it is too laden to advance fast, or None. (fda.encumbrance.no-fast-advance, fda.extra.carry-friend)"""
    if figure.carries != NOBODY:
        return no("fda.extra.carry-friend", "carries-a-friend", figure.id)
    if world.plays(ENCUMBRANCE) and encumbered(figure):
        return no("fda.encumbrance.no-fast-advance", "encumbered", figure.id, load(figure))
    return None
