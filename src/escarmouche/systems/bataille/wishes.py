"""What one may think of for a figure, how a screen marks it, and what is good or bad in what comes of it."""

from __future__ import annotations

from functools import partial
from math import isqrt

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.kit.menu import no
from escarmouche.kit.wishes import NOBODY, Wish, for_each, nearest
from escarmouche.systems.bataille.hands import AT_PLACES, CARRIES
from escarmouche.systems.bataille.model import Figure, World
from escarmouche.systems.bataille.rules.declaring import Declaring
from escarmouche.systems.bataille.rules.magic import Casting, known_as
from escarmouche.systems.bataille.rules.movement import Marching
from escarmouche.systems.bataille.rules.sight import sees
from escarmouche.systems.bataille.rules.values import SHOT_RANGE, SPELL_RANGE
from escarmouche.table.shapes import square_between, towards

SIGNS = {
    "declare": "blow",
    "strike": "blow",
    "fireball": "spell",
    "curse": "spell",
    "paralysis": "spell",
    "paranoia": "spell",
    "death-ray": "spell",
    "bloodthirst": "spell",
    "teleportation": "spell",
    "wall-of-fire": "spell",
    "pass": "help",
}
GOOD, BAD = ("note.resists",), ("note.yields",)


def grade(outcome: str) -> str:
    """What an outcome is to the one who decides."""
    return "good" if outcome in GOOD else "bad" if outcome in BAD else ""


def wishes(due: Choose, id: int) -> list[Wish]:
    """What one may think of for a figure in the phase at hand."""
    world: World = due.world
    figure, options = world.figures[id], due.options
    foes = nearest(figure.x, figure.y, world.enemies(figure.seat))
    if isinstance(options, Declaring):
        return for_each(foes, partial(attack, options, id))
    if isinstance(options, Casting):
        names = dict.fromkeys([known_as(spell) for spell in figure.card.spells])
        return for_each(foes, *[partial(spell, name, id) for name in names])
    if isinstance(options, Marching):
        return [*for_each(foes, partial(march, figure)), (("disengage", id), NOBODY)]
    return []


def attack(options: Declaring, id: int, foe: Figure) -> Answer:
    """All attacks on one enemy."""
    return ("declare", options.row(id, foe.id))


def spell(name: str, id: int, foe: Figure) -> Answer | None:
    """A spell at an enemy, or at where it stands."""
    if name == CARRIES:
        return None
    if name == "fireball":
        return (name, id, foe.x, foe.y)
    return None if name in AT_PLACES else (name, id, foe.id)


def march(figure: Figure, foe: Figure) -> Answer:
    """The straight way into contact with an enemy."""
    gap = isqrt(square_between(figure.x, figure.y, foe.x, foe.y)) - figure.card.radius - foe.card.radius
    return ("move", figure.id, *towards(figure.x, figure.y, foe.x, foe.y, max(0, gap)))


def unseen(world: World, id: int, other: int) -> Refusal | None:
    """Why a figure does not see another, or None. (bataille.shoot.line-of-sight)"""
    one, two = world.figures[id], world.figures[other]
    return None if sees(world, one.x, one.y, two.x, two.y) else no("bataille.shoot.line-of-sight", "target-hidden", id, other)


def ranges(world: World, id: int) -> list[int]:
    """The range of its shots, and of a caster's spells. (bataille.shoot.range, bataille.magic.range)"""
    card = world.figures[id].card
    return sorted({*([SPELL_RANGE] if card.spells else []), *([SHOT_RANGE] if card.shooting else [])})
