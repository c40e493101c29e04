"""What one may think of for a fighter, how a screen marks it, and what is good or bad in what comes of it."""

from __future__ import annotations

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.kit.wishes import NOBODY, Wish, for_each, nearest
from escarmouche.systems.sbh.model import CLERIC, ENTANGLE, LEADER, MAGE, SHOOTER, Figure, World
from escarmouche.systems.sbh.rules.actions import CAST, HEAL, Doing
from escarmouche.systems.sbh.rules.activation import Activations
from escarmouche.systems.sbh.rules.conventions import enemies
from escarmouche.systems.sbh.rules.magic import ATTACK
from escarmouche.systems.sbh.rules.movement import contact_spot
from escarmouche.systems.sbh.rules.shooting import has_javelin, view_refusal
from escarmouche.systems.sbh.rules.values import BANDS, MOST_POWER, PASSING

SIGNS = {
    "attack": "blow",
    "shoot": "shot",
    "throw": "shot",
    "volley": "shot",
    "cast": "spell",
    "entangle": "spell",
    "expose": "spell",
    "heal": "help",
    "raise": "help",
    "give": "help",
    "receive": "help",
}
GOOD = ("defender-recoil", "defender-knocked-down", "defender-wounded", "defender-kill", "defender-gruesome-kill", "held")
BAD = ("attacker-recoil", "attacker-knocked-down", "attacker-wounded", "attacker-kill", "attacker-gruesome-kill")
HELPED = ("healed", "raised", "escapes")
LOST = ("flees-1", "flees-2", "leaves-table", "routs", "crumbles", "lost")


def grade(due: Choose, answer: Answer, outcome: str) -> str:
    """What an outcome is to the one who acts; the decisions of others in between are not judged."""
    if isinstance(due.options, Activations) and outcome[:1].isdigit():
        return rolled(outcome)
    if not isinstance(due.options, Doing):
        return ""
    if answer[0] == "disengage":
        return "bad" if outcome in GOOD else "good" if outcome == "miss" else ""
    if outcome in GOOD or outcome in HELPED:
        return "good"
    return "bad" if outcome in BAD or outcome in LOST else ""


def rolled(outcome: str) -> str:
    """What an activation roll comes to, told as "successes-failures". (sbh.activation.two-failures-pass-turn)"""
    successes, failures = [int(part) for part in outcome.split("-")]
    return "bad" if failures >= PASSING else "good" if successes else ""


def wishes(due: Choose, id: int) -> list[Wish]:
    """What one may think of for a fighter that acts, or that could be activated."""
    world: World = due.world
    figure = world.figures[id]
    if isinstance(due.options, Activations):
        return [(("activate", id, 1, ""), NOBODY)]
    if not isinstance(due.options, Doing) or due.figure != id:
        return []
    power = max(1, min(due.options.left, MOST_POWER))
    found = for_each(
        nearest(figure.x, figure.y, enemies(world, figure)),
        lambda foe: ("shoot", foe.id, False) if figure.has(SHOOTER) else None,
        lambda foe: ("throw", foe.id, False) if has_javelin(figure) else None,
        lambda foe: (CAST, ATTACK, foe.id, power) if figure.has(MAGE) else None,
        lambda foe: ("entangle", foe.id, power) if figure.has(ENTANGLE) else None,
        lambda foe: approach(world, figure, foe),
        lambda foe: ("attack", foe.id, False),
    )
    if figure.has(LEADER):
        friends = [one.id for one in world.figures if one.seat == figure.seat and one.id != id]
        found.append((("group", tuple(friends[:2])), NOBODY))
    if figure.has(CLERIC):
        found.append(((HEAL, id, 1), NOBODY))
    return found


def approach(world: World, figure: Figure, foe: Figure) -> Answer:
    """The move into contact with an enemy, or to where it stands if nowhere beside it is room."""
    return ("move", *(contact_spot(world, figure, foe) or (foe.x, foe.y)))


def unseen(world: World, id: int, other: int) -> Refusal | None:
    """Why nothing can be aimed from one fighter at another, or None."""
    return view_refusal(world, world.figures[id], world.figures[other])


def ranges(world: World, id: int) -> list[int]:
    """The bands of a Shooter's range. (sbh.shooting.range-normal, sbh.shooting.range-double, sbh.shooting.range-triple)"""
    figure = world.figures[id]
    if not figure.has(SHOOTER) or world.ground.hex_width:
        return []
    return [times * world.ruler(figure.card.shooting) for times, _ in BANDS]
