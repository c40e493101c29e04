"""Words: the decision that is due, the answers it may get, and what happened, as phrases in French and English."""

from __future__ import annotations

from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Choose, Rolled
from escarmouche.core.messages import Messages
from escarmouche.kit import words
from escarmouche.kit.words import Phrase, compass
from escarmouche.systems.bataille.content import PACKAGE
from escarmouche.systems.bataille.model import FREED, PRISONER, SUMMONED, World
from escarmouche.systems.bataille.names import NAMES, figure_name, is_feminine
from escarmouche.systems.bataille.rules.artillery import under
from escarmouche.systems.bataille.rules.core import foes_at
from escarmouche.systems.bataille.rules.deployment import Placing, type_of
from escarmouche.systems.bataille.rules.magic import Casting
from escarmouche.systems.bataille.rules.movement import Marching
from escarmouche.systems.bataille.rules.spells import creature
from escarmouche.systems.bataille.rules.values import FIREBALL_RADIUS

MESSAGES = Messages.load(PACKAGE, behind=NAMES)


COUNTED = {("declared", 0): "declared-nothing", ("moves", 0): "moves-nothing", ("deployed", 1): "deployed-one"}
"""What is told in other words where the number in it, its second part, is this one."""


class Speech(words.Speech):
    """Answers that need more than their own parts have a phrase of their own."""

    def sentence(self, key: str, about: tuple[Any, ...], world: Any, language: str) -> str:
        """A message filled in; where nobody declares anything, or a way leads nowhere, that is said in words of its own."""
        own = COUNTED.get((key, about[1])) if len(about) > 1 and type(about[1]) is int else None
        if key == "moves":
            id, far, x, y, from_x, from_y, met = about
            about = (id, far, compass(x - from_x, y - from_y), x, y, (), met)
        return super().sentence(own or key, about, world, language)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        worded = PHRASES.get(answer[0])
        if answer[0] == "declare":
            return self.declared(due.world, answer[1:], language)
        if answer[0] == "type":
            return self.typed(due, answer[1], language)
        key, about = (f"answer-{answer[0]}", answer[1:]) if worded is None else worded(due, answer)
        return self.sentence(key, about, due.world, language)

    def asked(self, due: Choose) -> tuple[int, ...]:
        """How many more are placed with the figure that the question names."""
        return (len(due.options.ids) - 1,) if isinstance(due.options, Placing) else ()

    def typed(self, due: Choose, type: str, language: str) -> str:
        """How many are of a type, and what they are; a gun is with its crew."""
        own = [one for one in due.world.figures if one.seat == due.seat and one.status != PRISONER]
        found = [one for one in own if type_of(one) == type and not one.having(SUMMONED | FREED)]
        card = found[0].card
        name, gun = (card.name_fr if language == "fr" else card.name_en), found[0].is_gun()
        return self.sentence("answer-type-gun" if gun else "answer-type", (len(found) - gun, name), due.world, language)

    def declared(self, world: World, rows: tuple[tuple[int, ...], ...], language: str) -> str:
        """How many attack whom, the most attacked first."""
        counts: dict[int, int] = {}
        for row in rows:
            for target in dict.fromkeys(row[2:] if world.figures[row[0]].is_gun() else row[1:]):
                counts[target] = counts.get(target, 0) + (target >= 0)
        named = [
            self.sentence("aims-at", (counts[target], target), world, language)
            for target in sorted(counts, key=lambda one: (-counts[one], one))
            if counts[target]
        ]
        return ", ".join(named) or self.sentence("answer-declare-none", (), world, language)

    def needs(self, event: Rolled, world: World, language: str) -> list[str]:
        """A score of 0, which no die meets, is told as well."""
        found = super().needs(event, world, language)
        hopeless = event.target == 0 and event.why in SCORES
        return [self.sentence("rolled-under", (0,), world, language), *found] if hopeless else found


SPEECH = Speech("bataille", MESSAGES, figure_name, feminine=is_feminine)


def moved(due: Choose, answer: Answer) -> Phrase:
    """How far a figure moves, which way, where to, and into contact with whom."""
    world: World = due.world
    figure = world.figures[answer[1]]
    x, y = answer[-2], answer[-1]
    far = isqrt((x - figure.x) ** 2 + (y - figure.y) ** 2)
    met = tuple([foe.id for foe in foes_at(world, figure, x, y)])
    if not isinstance(due.options, Marching):  # in the log, where it may stand elsewhere by now
        return "answer-move-there", (figure.id, x, y)
    if far == 0:
        return "answer-move-nowhere", (figure.id,)
    return "answer-move", (figure.id, far, compass(x - figure.x, y - figure.y), x, y, met)


def shifted(_: Choose, answer: Answer) -> Phrase:
    """How many move how far, which way."""
    dx, dy = answer[1], answer[2]
    return "answer-shift", (len(answer) - 3, isqrt(dx * dx + dy * dy), compass(dx, dy), answer[3])


def struck(due: Choose, answer: Answer) -> Phrase:
    """Who strikes at one that leaves, or whom a thirsty one strikes."""
    if due.why == "bataille.spell.bloodthirst-attack":
        return "answer-strike-one", answer[1:]
    return ("answer-strike", (answer[1:],)) if len(answer) > 1 else ("answer-strike-none", ())


def fired(due: Choose, answer: Answer) -> Phrase:
    """Where a Fireball bursts, and on whom it would."""
    met = under(due.world, answer[2], answer[3], FIREBALL_RADIUS) if isinstance(due.options, Casting) else []
    return "answer-fireball", (*answer[1:], tuple(met))


def called(due: Choose, answer: Answer) -> Phrase:
    """What creature comes where."""
    card = creature(due.world.figures[answer[1]], answer[2])
    return "answer-summoning", (answer[1], answer[2] if card is None else "profile-" + card.profile, *answer[3:])


def deployed(due: Choose, answer: Answer) -> Phrase:
    """How many are placed, and in what order of battle, or where the first of them stands."""
    if isinstance(due.options, Placing):
        for order in due.options.orders():
            if due.options.drawn_up(order) == answer:
                return f"answer-deploy-{order}", (len(answer[1]),)
    return "answer-deploy", (len(answer[1]), *answer[1][0])


def left(due: Choose, _: Answer) -> Phrase:
    """To leave a fight, or the gem."""
    return ("answer-leave-fight" if due.why.startswith("bataille.spell") else "answer-leave"), ()


PHRASES: dict[str, Any] = {
    "move": moved,
    "shift": shifted,
    "strike": struck,
    "deploy": deployed,
    "fireball": fired,
    "summoning": called,
    "leave": left,
    "edge": lambda _, answer: ("answer-edge", (f"edge-{answer[1]}",)),
    "corner": lambda _, answer: ("answer-corner", (f"corner-{answer[1]}",)),
    "rout": lambda _, answer: ("answer-rout", (answer[1], f"edge-{answer[2]}")),
    "exit": lambda _, answer: ("answer-exit", (answer[1], f"edge-{answer[2]}")),
    "gun": lambda _, answer: ("answer-gun", (*answer[1:4], answer[4:])),
    "curse": lambda _, answer: ("answer-curse", (answer[1], answer[2], f"lost-{answer[3]}")),
    "flee": lambda _, answer: ("answer-flee", answer[-2:]),
    "run": lambda _, answer: ("answer-run", answer[-2:]),
}
"""The phrases of answers by their first words."""
SCORES = (
    "bataille.core.defence-roll",
    "bataille.magic.resistance",
    "bataille.ability.frightening-test",
    "bataille.morale.test",
    "bataille.morale.hero-reroll",
)
"""The rolls against Armour and Mental, which may be 0. (bataille.core.score-range)"""
