"""Words: the decision that is due, the answers it may get, and what happened, as phrases in French and English."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from escarmouche.core.effects import Answer, Choose, Chosen
from escarmouche.core.messages import Messages
from escarmouche.kit import words
from escarmouche.kit.words import heading
from escarmouche.systems.masse.content import PACKAGE
from escarmouche.systems.masse.model import METRE, World
from escarmouche.systems.masse.names import NAMES, goal_name, unit_name
from escarmouche.systems.masse.rules.ground import foes
from escarmouche.systems.masse.rules.movement import take_step
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.table.shapes import Polygon, inside

MESSAGES = Messages.load(PACKAGE, behind=NAMES)
COUNTED = re.compile(r"(?:nv|figures)-(\d+)")

GOAL = "goal-"


class Speech(words.Speech):
    """Objectives of the world are named, outcomes counted, and a unit that has done something is asked what is next."""

    def sentence(self, key: str, about: tuple[Any, ...], world: World, language: str) -> str:
        return super().sentence(key, tuple([_spoken(world, one, language) for one in about]), world, language)

    def chosen(self, event: Chosen, world: World, language: str) -> str:
        """Weapons are numbered on a card that a rider changes with the saddle."""
        answer = event.answer
        if isinstance(answer, tuple) and answer and answer[0] in ("switch", "rearm"):
            return self.sentence("chosen-switch", (), world, language)
        return super().chosen(event, world, language)

    def question(self, due: Choose, language: str) -> str:
        key = f"ask.{due.why}"
        if isinstance(due.options, Doing) and due.options.used and MESSAGES.form(f"{key}-next", language) is not None:
            key = f"{key}-next"
        return self.sentence(key, (due.seat, due.figure), due.world, language)

    def value(self, due: Choose, answer: Answer, language: str) -> str:
        if isinstance(answer, tuple):
            return self.sentence("aim-at", answer, due.world, language)
        if isinstance(answer, int) and not isinstance(answer, bool):
            return self.sentence("answer-unit", (answer,), due.world, language)
        return self.sentence(f"choice-{answer}", (), due.world, language)


def _spoken(world: World, one: Any, language: str) -> Any:
    """What is filled into a sentence: "goal-1" is the name of the world's second objective."""
    if isinstance(one, str) and one.startswith(GOAL) and one[len(GOAL) :].isdigit():
        return goal_name(world, int(one[len(GOAL) :]), language)
    return one


def outcome_count(outcome: str) -> int | None:
    """The NV that are lost ("nv-3"), or the figures that fall ("figures-2")."""
    found = COUNTED.match(outcome)
    return None if found is None else int(found[1])


def outcome_name(outcome: str, language: str) -> str:
    """An outcome as a reader says it: "nv-3" is 3 NV lost."""
    name, _, number = outcome.rpartition("-")
    form = MESSAGES.form(f"outcome.{name}", language) if number.isdigit() else None
    if form is not None:
        return MESSAGES.sentence(f"outcome.{name}", (int(number),), str, language)
    return MESSAGES.form(f"outcome.{outcome}", language) or outcome


# ---------------------------------------------------------------- the answers


def steps_text(world: World, steps: tuple[Any, ...], language: str) -> str:
    """The basic moves of a move, one after the other."""
    joint = sentence("then", (), world, language)
    return joint.join([step_text(world, step, language) for step in steps])


def step_text(world: World, step: tuple[Any, ...], language: str) -> str:
    """One basic move."""
    kind = step[0]
    if kind in ("march", "flank"):
        return sentence(f"way-{kind}", (step[2], slant_text(world, step[1], language)), world, language)
    if kind == "fronts":
        return fronts_text(world, ("way-fronts", "way-fronts-one"), step[1], language)
    return sentence(f"way-{kind}", step[1:], world, language)


def fronts_text(world: World, keys: tuple[str, str], fronts: tuple[int, ...], language: str) -> str:
    """The sides that are faced besides the front, by the first key; none, by the second."""
    if not fronts:
        return sentence(keys[1], (), world, language)
    sides = ", ".join([sentence(f"front-{side}", (), world, language) for side in fronts])
    return sentence(keys[0], (sides,), world, language)


def slant_text(world: World, offset: int, language: str) -> str:
    """A direction as the unit sees it: straight ahead, so many degrees to the left or right, straight back."""
    off = (offset + 18000) % 36000 - 18000
    if abs(off) < 50:
        return sentence("slant-ahead", (), world, language)
    if abs(off) > 17950:
        return sentence("slant-back", (), world, language)
    return sentence("slant-left" if off > 0 else "slant-right", (abs(off),), world, language)


def _steps(due: Choose, answer: Answer, language: str) -> str:
    """A move, a charge or a forced march: its steps, and whom it meets, while it is still to be chosen."""
    world: World = due.world
    kind, steps = answer
    if not steps:
        return sentence(f"answer-{kind}-short", (), world, language)
    met: tuple[int, ...] = ()
    if isinstance(due.options, Doing):
        unit = world.units[due.figure]
        before = [foe.id for foe in foes(world, unit)]
        for step in steps:
            unit = take_step(world, unit, step).unit
        met = tuple([foe.id for foe in foes(world.with_unit(unit), unit) if foe.id not in before])
    return sentence(f"answer-{kind}", (steps_text(world, steps, language), met), world, language)


def _declare(due: Choose, answer: Answer, language: str) -> str:
    """The charges that are declared."""
    world: World = due.world
    if not answer[1]:
        return sentence("answer-declare-none", (), world, language)
    pairs = ", ".join([sentence("charge-on", pair, world, language) for pair in answer[1]])
    return sentence("answer-declare", (pairs,), world, language)


def _receive(due: Choose, answer: Answer, language: str) -> str:
    """Who prepares to receive a charge; one unit as its action, or those that are charged."""
    world: World = due.world
    if len(answer) == 1:
        return sentence("answer-receive-now", (), world, language)
    key = "answer-receive" if answer[1] else "answer-receive-none"
    return sentence(key, (answer[1],), world, language)


def _shoot(due: Choose, answer: Answer, language: str) -> str:
    key = "answer-shoot-indirect" if answer[2] else "answer-shoot"
    return sentence(key, (answer[1],), due.world, language)


def _place(due: Choose, answer: Answer, language: str) -> str:
    """Where a unit is placed: on the ground, or on which structure."""
    world: World = due.world
    _, id, x, y, facing, files, formation = answer
    order = sentence(f"formation-{formation}", (), world, language)
    structure = next((one for one in world.structures if inside(one.shape, x, y)), None)  # none is in ruins yet
    if structure is not None:
        return sentence("answer-garrison", (id, f"structure-{structure.kind}", x, y, files), world, language)
    key = "answer-place-alone" if formation == "none" else "answer-place"
    return sentence(key, (id, x, y, heading(facing), files, order), world, language)


def _join(due: Choose, answer: Answer, language: str) -> str:
    return sentence(f"answer-join-{answer[3]}", (answer[1], answer[2]), due.world, language)


def _arrive(due: Choose, answer: Answer, language: str) -> str:
    """Where a reinforcement enters."""
    return sentence("answer-arrive", (answer[1], answer[2]), due.world, language)


def structure_text(world: World, id: int, language: str) -> str:
    """A structure by its name and place."""
    structure = world.structures[id]
    return place_text(world, f"structure-{structure.kind}", structure.shape, language)


def place_text(world: World, key: str, shape: Polygon, language: str) -> str:
    """A named thing and where it is."""
    middle = ((shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2)
    return sentence("place-of", (key, *middle), world, language)


def _at_structure(due: Choose, answer: Answer, language: str) -> str:
    """Something done to or with a structure."""
    return sentence(f"answer-{answer[0]}", (structure_text(due.world, answer[1], language),), due.world, language)


def _at_obstacle(due: Choose, answer: Answer, language: str) -> str:
    """Something done with a piece of terrain, by its number."""
    piece = due.world.pieces[answer[1]]
    about = place_text(due.world, f"terrain-{piece.kind}", piece.shape, language)
    return sentence(f"answer-{answer[0]}", (about,), due.world, language)


def _fronts(due: Choose, answer: Answer, language: str) -> str:
    """The sides that are faced besides the front."""
    return fronts_text(due.world, ("answer-fronts", "answer-fronts-one"), answer[1], language)


def _switch(due: Choose, answer: Answer, language: str) -> str:
    """A weapon taken in hand."""
    line = due.world.units[due.figure].card.attacks[answer[1]]
    weapon = sentence(f"weapon-{line.weapon}", (), due.world, language)
    return sentence(f"answer-{answer[0]}", (weapon,), due.world, language)


def legs_text(world: World, legs: tuple[Any, ...], language: str) -> str:
    """A way through the air: leg after leg."""
    joint = sentence("then", (), world, language)
    said = [sentence("leg", (leg[1], slant_text(world, leg[0], language), leg[2]), world, language) for leg in legs]
    return joint.join(said)


def _flight(due: Choose, answer: Answer, language: str) -> str:
    """A flight, or an attack out of the air."""
    world: World = due.world
    if answer[0] == "fly":
        return sentence("answer-fly", (legs_text(world, answer[1], language),), world, language)
    if answer[0] == "dive" and not answer[2]:
        return sentence("answer-dive-short", (answer[1],), world, language)
    ways = [legs_text(world, legs, language) for legs in answer[2:]]
    return sentence(f"answer-{answer[0]}", (answer[1], *ways), world, language)


def _cast(due: Choose, answer: Answer, language: str) -> str:
    key = "answer-cast" if len(answer) == 3 else "answer-cast-at"
    return sentence(key, (f"spell-{answer[1]}", *answer[2:]), due.world, language)


def _stairs(due: Choose, answer: Answer, language: str) -> str:
    return sentence("answer-stairs", (answer[1] // METRE,), due.world, language)


def _walk(due: Choose, answer: Answer, language: str) -> str:
    return sentence("answer-walk", (answer[1], answer[2], heading(answer[3])), due.world, language)


def _raise(due: Choose, answer: Answer, language: str) -> str:
    about = structure_text(due.world, answer[1], language)
    return sentence(f"answer-raise-{answer[2]}", (about,), due.world, language)


def _climb(due: Choose, answer: Answer, language: str) -> str:
    return sentence(f"answer-climb-{answer[1]}", (), due.world, language)


def _leave(due: Choose, answer: Answer, language: str) -> str:
    return sentence("answer-leave", (answer[1] + 1,), due.world, language)


KINDS: dict[str, Callable[[Choose, Answer, str], str]] = {
    "move": _steps,
    "charge": _steps,
    "forced-march": _steps,
    "declare": _declare,
    "receive": _receive,
    "shoot": _shoot,
    "place": _place,
    "join": _join,
    "arrive": _arrive,
    "fronts": _fronts,
    "switch": _switch,
    "rearm": _switch,
    "fly": _flight,
    "swoop": _flight,
    "intercept": _flight,
    "ground-attack": _flight,
    "dive": _flight,
    "cast": _cast,
    "fire-at": _at_structure,
    "demolish": _at_structure,
    "enter": _at_structure,
    "ram": _at_structure,
    "cross": _at_structure,
    "surmount": _at_obstacle,
    "clamber": _at_obstacle,
    "leave": _leave,
    "stairs": _stairs,
    "walk": _walk,
    "raise": _raise,
    "climb": _climb,
}

SPEECH = Speech("masse", MESSAGES, unit_name, KINDS)
sentence, event_sentence = SPEECH.sentence, SPEECH.event_sentence
question, describe, rule_title = SPEECH.question, SPEECH.describe, SPEECH.rule_title
