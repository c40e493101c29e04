"""Words: the decision that is due, the answers it may get, and what happened, as phrases in French and English."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from escarmouche.core.effects import Answer, Choose, Chosen, Event, Listed, Rolled, Told
from escarmouche.core.messages import Messages
from escarmouche.core.rulebook import Rulebook
from escarmouche.systems.masse.content import PACKAGE
from escarmouche.systems.masse.model import METRE, World
from escarmouche.systems.masse.names import ContentNames, goal_name, unit_name
from escarmouche.systems.masse.rules.ground import foes
from escarmouche.systems.masse.rules.movement import take_step
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.table.shapes import Polygon, inside

MESSAGES = Messages.load(PACKAGE, behind=ContentNames())

GOAL = "goal-"


def sentence(key: str, about: tuple[Any, ...], world: World, language: str) -> str:
    """A message filled in; objectives of the world are named."""
    spoken = tuple([_spoken(world, one, language) for one in about])
    return MESSAGES.sentence(key, spoken, lambda unit: unit_name(world, unit, language), language)


def _spoken(world: World, one: Any, language: str) -> Any:
    """What is filled into a sentence: "goal-1" is the name of the world's second objective."""
    if isinstance(one, str) and one.startswith(GOAL) and one[len(GOAL) :].isdigit():
        return goal_name(world, int(one[len(GOAL) :]), language)
    return one


# ---------------------------------------------------------------- what happened
#
# The log is read long after: a sentence about what happened rests on what the event itself holds, and reads of the world
# only what never changes in a battle: names, the scenery, and the structures' kinds and places.


def event_sentence(event: Event, world: World, language: str) -> str:
    """One sentence for an event; the same from any world of the battle since it happened."""
    if isinstance(event, Rolled):
        return dice_sentence(event, world, language)
    if isinstance(event, Told):
        return sentence(event.kind, event.about, world, language)
    assert isinstance(event, Chosen)
    said = chosen(event, world, language)
    return sentence("chosen" if event.figure < 0 else "chosen-for", (event.seat, said, event.figure), world, language)


def chosen(event: Chosen, world: World, language: str) -> str:
    """The phrase for a decision once it is taken. Weapons are numbered on a card that a rider changes with the saddle."""
    answer = event.answer
    if isinstance(answer, tuple) and answer and answer[0] in ("switch", "rearm"):
        return sentence("chosen-switch", (), world, language)
    return describe(Choose(event.why, event.seat, world, Listed((answer,)), event.figure), answer, language)


def rule_title(rule: str, language: str) -> str:
    """The title of a rule, or its id where the rulebook has none."""
    return Rulebook.load("masse").title(rule, language)


def dice_sentence(event: Rolled, world: World, language: str) -> str:
    """Who rolls what, what each die needs and what is added to it, and the title of the rule that asks for it."""
    seat = sentence("seat", (event.seat + 1,), world, language).capitalize()
    who = unit_name(world, event.figure, language) if event.figure >= 0 else seat
    notes = []
    if event.target > 0:
        notes.append(sentence("rolled-needs", (event.target,), world, language))
    if event.bonus:
        notes.append(sentence("rolled-each", (event.bonus,), world, language))
    about = (who, event.faces, ", ".join(notes), rule_title(event.why, language))
    return sentence("rolled" if event.faces else "rolled-nothing", about, world, language)


def outcome_name(outcome: str, language: str) -> str:
    """An outcome as a reader says it: "nv-3" is 3 NV lost."""
    name, _, number = outcome.rpartition("-")
    form = MESSAGES.form(f"outcome.{name}", language) if number.isdigit() else None
    if form is not None:
        return MESSAGES.sentence(f"outcome.{name}", (int(number),), str, language)
    return MESSAGES.form(f"outcome.{outcome}", language) or outcome


# ---------------------------------------------------------------- the question


def question(due: Choose, language: str) -> str:
    """One sentence for the decision that is due."""
    used = due.options.used if isinstance(due.options, Doing) else 0
    key = f"ask.{due.why}"
    if used and MESSAGES.form(f"{key}-next", language) is not None:
        key = f"{key}-next"
    return sentence(key, (due.seat, due.figure), due.world, language)


# ---------------------------------------------------------------- the answers


def describe(due: Choose, answer: Answer, language: str) -> str:
    """One phrase for an answer: by its first word, or by the rule that asks when the answer is just a value."""
    if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
        worded = _KINDS.get(answer[0])
        if worded is not None:
            return worded(due, answer, language)
        return sentence(f"answer-{answer[0]}", answer[1:], due.world, language)
    if isinstance(answer, tuple):
        return sentence("aim-at", answer, due.world, language)
    if isinstance(answer, int) and not isinstance(answer, bool):
        return sentence("answer-unit", (answer,), due.world, language)
    return sentence(f"choice-{answer}", (), due.world, language)


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
    return sentence(key, (id, x, y, direction(facing), files, order), world, language)


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
    return sentence("answer-walk", (answer[1], answer[2], direction(answer[3])), due.world, language)


def _raise(due: Choose, answer: Answer, language: str) -> str:
    about = structure_text(due.world, answer[1], language)
    return sentence(f"answer-raise-{answer[2]}", (about,), due.world, language)


def _climb(due: Choose, answer: Answer, language: str) -> str:
    return sentence(f"answer-climb-{answer[1]}", (), due.world, language)


def _leave(due: Choose, answer: Answer, language: str) -> str:
    return sentence("answer-leave", (answer[1] + 1,), due.world, language)


def direction(facing: int) -> str:
    """The message for one of eight directions; north is the top of the table."""
    return f"direction-{(facing + 2250) // 4500 % 8}"


_KINDS: dict[str, Callable[[Choose, Answer, str], str]] = {
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
