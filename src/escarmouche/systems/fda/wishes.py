"""What one may think of for a figure, how a screen marks it, and what is good or bad in what comes of it."""

from __future__ import annotations

from functools import partial

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.kit.menu import no
from escarmouche.kit.wishes import NOBODY, Wish, for_each, nearest
from escarmouche.systems.fda.model import SHORT_RANGE, SINGER, Figure, World
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.conventions import enemies
from escarmouche.systems.fda.rules.melee import CHARGE, STRIKE
from escarmouche.systems.fda.rules.numbers import SHORT, SONG, SPELL_RANGE
from escarmouche.systems.fda.rules.shooting import SHOOT
from escarmouche.systems.fda.rules.sight import has_line
from escarmouche.systems.fda.rules.values import FLIES

SIGNS = {
    "strike": "blow",
    "charge": "blow",
    "behead": "blow",
    "shoot": "shot",
    "aimed-shot": "shot",
    "two-pistols": "shot",
    "cast": "spell",
    "sing": "spell",
    "spot": "spell",
    "use-destiny": "help",
    "raise-friend": "help",
    "carry-friend": "help",
    "hand-over": "help",
    "shake-awake": "help",
}
HARM = ("down", "stunned", "wounded", "out", "dead")
GOOD = (*[f"defender-{one}" for one in HARM], "win", "works", "spotted")
BAD = (*[f"attacker-{one}" for one in HARM], "lose")


def grade(due: Choose, outcome: str) -> str:
    """What an outcome is to the one who acts; reactions of others are not judged."""
    if not isinstance(due.options, Activation):
        return ""
    return "good" if outcome in GOOD else "bad" if outcome in BAD else ""


def wishes(due: Choose, id: int) -> list[Wish]:
    """What one may think of for a figure that acts, or that could be activated."""
    world: World = due.world
    if due.why == "fda.turn.activation-alternates":
        return [(("activate", id), NOBODY)]
    if not isinstance(due.options, Activation) or due.figure != id:
        return []
    figure = world.figures[id]
    weapons = [item for item in dict.fromkeys((*figure.hands, *figure.belt)) if item in FLIES]
    shots = [partial(shot, weapon) for weapon in weapons]
    return for_each(
        nearest(figure.x, figure.y, enemies(world, figure)),
        *shots,
        lambda foe: ("cast", foe.id) if figure.spell else None,
        lambda foe: (CHARGE, foe.id, foe.x, foe.y),
        lambda foe: (STRIKE, foe.id),
        lambda foe: ("advance", foe.x, foe.y),
    )


def shot(weapon: str, foe: Figure) -> Answer:
    """A shot at an enemy."""
    return (SHOOT, weapon, foe.id)


def ranges(world: World, id: int) -> list[int]:
    """How far its memorised spell, its song and the precise shots of its missiles reach; other shots fly as far as one sees.
    (fda.magic.arc, fda.trait.persuasive-song, fda.shootadv.short-range, fda.shoot.line-of-sight)"""
    figure = world.figures[id]
    found = {SPELL_RANGE[figure.spell]} if figure.spell else set()
    if figure.has(SINGER) and not figure.silenced:
        found.add(SONG)
    if world.plays(SHORT_RANGE) and any(item in FLIES for item in figure.hands):
        found.add(SHORT)
    return sorted(found - {0})


def unseen(world: World, id: int, other: int) -> Refusal | None:
    """Why there is no line from one figure to another, or None. (fda.shoot.line-of-sight)"""
    if has_line(world, world.figures[id], world.figures[other]):
        return None
    return no("fda.shoot.line-of-sight", "no-line", id, other)
