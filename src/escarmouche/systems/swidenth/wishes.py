"""What one may think of for a figure, how a screen marks it, and what is good or bad in what comes of it."""

from __future__ import annotations

from functools import partial

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.kit.menu import no
from escarmouche.kit.wishes import NOBODY, Wish, for_each, nearest
from escarmouche.systems.swidenth.model import Figure, World
from escarmouche.systems.swidenth.rules.actions import MOVE, RUN, Trail
from escarmouche.systems.swidenth.rules.activation import Roster
from escarmouche.systems.swidenth.rules.aims import contact_spot
from escarmouche.systems.swidenth.rules.conventions import enemies
from escarmouche.systems.swidenth.rules.heroism import Stake
from escarmouche.systems.swidenth.rules.shooting import missile
from escarmouche.systems.swidenth.rules.sight import sees
from escarmouche.systems.swidenth.rules.values import RANGE, THROWN_AS

SIGNS = {
    "fight": "blow",
    "opponent": "blow",
    "group": "blow",
    "shoot": "shot",
    "cast": "spell",
    "give": "help",
    "rally": "help",
}
WOUNDS = ("pushed", "stunned", "wounded", "out")
GOOD = (
    *[f"defender-{one}" for one in WOUNDS],
    *("hit", "works", "passed", "avoided", "grasping-roots", "gust", "stupor", "steadfast-heart", "mystic-shield", "haste"),
    *("dread-mask", "healing-hands"),
)
BAD = (*[f"attacker-{one}" for one in WOUNDS], "failed", "endured", "status.out", "mark.stunned")


def grade(due: Choose, outcome: str) -> str:
    """What an outcome is to the one who decides: he attacks, unless he stakes Heroism on his defence."""
    found = "good" if outcome in GOOD else "bad" if outcome in BAD else ""
    if found and isinstance(due.options, Stake) and "-" in outcome and defends(due.options, due.figure):
        return "bad" if found == "good" else "good"
    return found


def defends(stake: Stake, id: int) -> bool:
    """Is it the other side's attack on which the points ride? The attacker stands first in the call that rolls."""
    return len(stake.call.args) > 2 and stake.call.args[2] == id


def wishes(due: Choose, id: int) -> list[Wish]:
    """What one may think of for a figure that acts, or that could be activated."""
    world: World = due.world
    if isinstance(due.options, Roster):
        return [(("activate", id), NOBODY)]
    if not isinstance(due.options, Trail) or due.figure != id:
        return []
    figure = world.figures[id]
    weapons = [*figure.missiles, *[item for item in figure.hands if item in THROWN_AS]]
    shots = [partial(shot, weapon) for weapon in weapons]
    spells = [partial(spell, name) for name in figure.card.spells]
    kind = RUN if MOVE in due.options.course.done else MOVE
    way = partial(approach, kind, figure)
    return for_each(nearest(figure.x, figure.y, enemies(world, figure)), *shots, *spells, way, lambda foe: ("fight", foe.id))


def shot(weapon: str, foe: Figure) -> Answer:
    """A shot at an enemy."""
    return ("shoot", weapon, foe.id)


def spell(name: str, foe: Figure) -> Answer:
    """A spell at an enemy."""
    return ("cast", name, foe.id)


def approach(kind: str, figure: Figure, foe: Figure) -> Answer:
    """The straight way into contact with an enemy."""
    return (kind, (("walk", *contact_spot(figure, foe)),))


def unseen(world: World, id: int, other: int) -> Refusal | None:
    """Why a figure does not see another, or None. (swidenth.shooting.line-of-sight)"""
    if sees(world, world.figures[id], world.figures[other]):
        return None
    return no("swidenth.shooting.line-of-sight", "not-seen", id, other)


def ranges(world: World, id: int) -> list[int]:
    """The ranges of its missiles. (swidenth.shooting.requirements)"""
    figure = world.figures[id]
    weapons = [missile(one) for one in (*figure.missiles, *figure.hands)]
    return sorted({RANGE[one] for one in weapons if one in RANGE})
