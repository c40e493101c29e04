"""What one may think of for a unit, how a screen marks it, and what is good or bad in what comes of it."""

from __future__ import annotations

from functools import partial

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.kit.menu import no
from escarmouche.kit.wishes import NOBODY, Wish, for_each, nearest
from escarmouche.systems.masse.model import Unit, World
from escarmouche.systems.masse.rules.ground import enemies, sees
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.shooting import missile_line
from escarmouche.systems.masse.rules.turn import Declarations
from escarmouche.systems.masse.rules.values import PT_TIMES
from escarmouche.systems.masse.words import outcome_count

SIGNS = {
    "attack": "blow",
    "charge": "blow",
    "declare": "blow",
    "swoop": "blow",
    "intercept": "blow",
    "ground-attack": "blow",
    "dive": "blow",
    "wreck": "blow",
    "ram-engine": "blow",
    "repel": "blow",
    "shoot": "shot",
    "shoot-melee": "shot",
    "fire": "shot",
    "value": "shot",
    "breathe": "spell",
    "cast": "spell",
    "revive": "help",
}
GOOD = ("destroyed", "raised")
BAD = ("fails", "dares-not", "explosion", "jam", "stuck", "thrown")


def grade(outcome: str) -> str:
    """What an outcome is to the one who acts: whatever an attack takes from the other side is good."""
    if outcome in BAD:
        return "bad"
    return "good" if outcome in GOOD or outcome_count(outcome) else ""


def wishes(due: Choose, id: int) -> list[Wish]:
    """What one may think of for a unit that acts, or that could declare a charge."""
    world: World = due.world
    unit = world.units[id]
    foes = nearest(unit.x, unit.y, enemies(world, unit))
    if isinstance(due.options, Declarations):
        return for_each(foes, lambda foe: ("declare", ((id, foe.id),)))
    if not isinstance(due.options, Doing) or due.figure != id:
        return []
    spells = [partial(spell, name) for name in unit.card.spells]
    found = for_each(
        foes,
        lambda foe: ("shoot", foe.id, False) if missile_line(unit) is not None else None,
        lambda foe: ("fire", foe.id) if unit.card.machine is not None else None,
        *spells,
    )
    blows: list[Wish] = [(("attack", foe.id), NOBODY) for foe in foes[:1]]
    return [*found, (("move", ()), NOBODY), *blows, (("charge", ()), NOBODY)]


def spell(name: str, foe: Unit) -> Answer:
    """A spell at an enemy."""
    return ("cast", name, foe.id)


def unseen(world: World, id: int, other: int) -> Refusal | None:
    """Why a unit does not see another, or None. (masse.move.charge-sees-target)"""
    if sees(world, world.units[id], world.units[other]):
        return None
    return no("masse.move.charge-sees-target", "does-not-see", id, other)


def ranges(world: World, id: int) -> list[int]:
    """The bands of its missiles on level ground; thrown ones have no long range. (masse.org.stat-pt)"""
    line = missile_line(world.units[id])
    if line is None:
        return []
    return [line.pt * times for times in (PT_TIMES[:-1] if line.thrown else PT_TIMES)]
