"""Words: the decision that is due, the answers it may get, and what happened, as phrases in French and English."""

from __future__ import annotations

from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Choose, Chosen, Event, Listed, Rolled
from escarmouche.core.messages import Messages
from escarmouche.kit import words
from escarmouche.kit.marks import is_worded
from escarmouche.kit.words import compass, heading
from escarmouche.systems.fda.content import PACKAGE, book
from escarmouche.systems.fda.model import NOBODY, World
from escarmouche.systems.fda.names import NAMES, figure_name, is_feminine
from escarmouche.systems.fda.rules.actions import Action, Activation
from escarmouche.systems.fda.rules.deployment import ORDERS, Deployment
from escarmouche.systems.fda.rules.movement import Stride
from escarmouche.systems.fda.rules.objects import GROUND
from escarmouche.systems.fda.rules.reactions import Window
from escarmouche.systems.fda.rules.two_weapons import HEAVY

MESSAGES = Messages.load(PACKAGE, behind=Messages.load(PACKAGE, "advanced_messages.toml", behind=NAMES))
MOVES = ("advance", "advance-fast", "advance-crouched", "advance-hidden", "crawl", "flee")
ABOUT_AN_ENEMY = ("fda.action.reaction", "fda.shootadv.into-melee-victim", "fda.trait.clumsy-shot")
"""What asks a player about a figure that may be the other's: its name does not stand for his."""
KEPT = {
    "fda.turn.initiative-may-be-ceded": "answer-keep",
    "fda.contact.free-facing": "answer-keep-facing",
}
"""What is kept, by what asks; anything else that is kept is a roll."""
TEN = 10
SIX = 6
STEP = 50
"""Half a millimetre: a shorter move is none to people."""


def faces(event: Rolled) -> tuple[int, ...]:
    """What the dice show. (fda.dice.d10-reads-zero-to-nine)"""
    return tuple([face % TEN for face in event.faces]) if event.sides == TEN else event.faces


class Speech(words.Speech):
    """A die with ten faces shows its tenth as a 0; a reaction is asked for with who triggers it; a move told with its
    length."""

    def sentence(self, key: str, about: tuple[Any, ...], world: World, language: str) -> str:
        if key == "moves":
            id, x, y, to_x, to_y = about
            length = isqrt((to_x - x) ** 2 + (to_y - y) ** 2)
            key = "moves" if length >= STEP else "stays-put"
            about = (id, length, compass(to_x - x, to_y - y), to_x, to_y)
        elif key == "turns":
            about = (about[0], heading(about[1]))
        elif key == "shoots":
            about = (*about[:4], tuple([(name, 0) for name in about[4]]), self.listed(about[4], language))
        elif key == "takes-in-hand":
            about = (about[0], self.things(about[1], language))
        return super().sentence(key, about, world, language)

    def things(self, names: tuple[str, ...], language: str) -> str:
        """What is held, one after the other."""
        return ", ".join([self.messages.form(name, language) or name for name in names or ("empty-hands",)])

    def listed(self, modifiers: tuple[str, ...], language: str) -> str:
        """What spoils an aim, one after the other."""
        return ", ".join([self.messages.form(f"mod-{name}", language) or name for name in modifiers])

    def dice_sentence(self, event: Rolled, world: Any, language: str) -> str:
        shown = Rolled(
            event.bonus, faces(event), event.figure, event.seat, event.sides, event.target, event.value, event.why
        )  # fmt: skip
        return super().dice_sentence(shown, world, language)

    def needs(self, event: Rolled, world: Any, language: str) -> list[str]:
        notes = super().needs(event, world, language)
        if event.sides == SIX:  # fda.dice.variant-2d6-minus-2
            notes.insert(0, self.sentence("rolled-sum", (event.value,), world, language))
        return notes

    def question(self, due: Choose, language: str) -> str:
        if isinstance(due.options, Window):
            trigger = due.options.trigger
            about = (due.seat, trigger.enemy, trigger.targets)
            return self.sentence(f"ask-window-{trigger.window}", about, due.world, language)
        return super().question(due, language)

    def asked(self, due: Choose) -> tuple[Any, ...]:
        return (due.options.course.left if isinstance(due.options, Activation) else 0,)

    def event_sentence(self, event: Event, world: World, language: str) -> str:
        if isinstance(event, Chosen) and event.why in ABOUT_AN_ENEMY:
            return self.sentence("chosen", (event.seat, self.chosen(event, world, language), NOBODY), world, language)
        return super().event_sentence(event, world, language)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        said = super().describe(due, answer, language)
        menu = due.options
        if not isinstance(menu, Activation) or not is_worded(answer):
            return said
        deed = menu.known().get(answer[0])
        time = deed.cost(menu) if isinstance(deed, Action) else 0
        return self.sentence("timed", (said, time), due.world, language) if time > 0 else said

    def chosen(self, event: Chosen, world: World, language: str) -> str:
        answer = event.answer
        if isinstance(answer, tuple) and answer and answer[0] in MOVES and len(answer) > 2:
            return self.sentence(f"chosen-{answer[0]}", (*answer[1:3], event.figure), world, language)
        due = Choose(event.why, event.seat, world, Listed((answer,)), event.figure)
        return self.describe(due, answer, language)


def _move(due: Choose, answer: Answer, language: str) -> str:
    """A move: how far, which way, where to."""
    kind, x, y = answer[:3]
    figure = due.world.figures[due.figure]
    friend = (answer[3],) if len(answer) > 3 else ()
    about = (isqrt((x - figure.x) ** 2 + (y - figure.y) ** 2), compass(x - figure.x, y - figure.y), x, y, friend, figure.id)
    return SPEECH.sentence(f"answer-{kind}", about, due.world, language)


def _deploy(due: Choose, answer: Answer, language: str) -> str:
    """A deployment by the order of battle it is, where it is one of those offered."""
    key = "answer-deploy"
    if isinstance(due.options, Deployment):
        key = next((f"answer-deploy-{name}" for name in ORDERS if due.options.order(name) == answer), key)
    return SPEECH.sentence(key, (), due.world, language)


def _turn(due: Choose, answer: Answer, language: str) -> str:
    """A turn on the spot, by the point of the compass."""
    return SPEECH.sentence("answer-turn", (heading(answer[1]),), due.world, language)


def _item(due: Choose, answer: Answer, language: str) -> str:
    """Answers whose first part is something carried."""
    return SPEECH.sentence(f"answer-{answer[0]}", (f"item-{answer[1]}", *answer[2:]), due.world, language)


def _grip(due: Choose, answer: Answer, language: str) -> str:
    """Answers whose last part is what is taken in hand."""
    held = SPEECH.things(tuple([f"item-{item}" for item in answer[-1]]), language)
    return SPEECH.sentence(f"answer-{answer[0]}", (*answer[1:-1], held), due.world, language)


def _hit_with(due: Choose, answer: Answer, language: str) -> str:
    """The weapon that hits, and whether with the weight of both. (fda.twoweapons.axe-and-blade)"""
    key = "answer-hit-with-heavy" if answer[1].endswith(HEAVY) else "answer-hit-with"
    return SPEECH.sentence(key, (f"item-{answer[1].removesuffix(HEAVY)}",), due.world, language)


def _begin(due: Choose, answer: Answer, language: str) -> str:
    """How a side begins: who is hidden, who crouched."""
    said = []
    for way in dict.fromkeys([way for _, way in answer[1]]):
        whom = tuple([id for id, other in answer[1] if other == way])
        said.append(SPEECH.sentence(f"answer-begin-{way}", (whom,), due.world, language))
    joint = " ; " if language == "fr" else "; "
    return joint.join(said) or SPEECH.sentence("answer-begin-open", (), due.world, language)


def _pistols(due: Choose, answer: Answer, language: str) -> str:
    """Both pistols, at one target or at two."""
    key = "answer-two-pistols-same" if answer[1] == answer[2] else "answer-two-pistols"
    return SPEECH.sentence(key, answer[1:], due.world, language)


def _keep(due: Choose, _answer: Answer, language: str) -> str:
    """To keep the initiative, a facing, or what was rolled."""
    return SPEECH.sentence(KEPT.get(due.why, "answer-keep-roll"), (), due.world, language)


def _go(due: Choose, answer: Answer, language: str) -> str:
    """How far it runs, beside what was meant and what may be."""
    key = "answer-go"
    if isinstance(due.options, Stride):
        wished = isqrt(due.options.dx**2 + due.options.dy**2)
        known = {due.options.limit: "-limit", min(wished, due.options.limit): "-wished", 0: "-nowhere"}
        key += known.get(answer[1], "")
    return SPEECH.sentence(key, answer[1:], due.world, language)


def _spell(due: Choose, answer: Answer, language: str) -> str:
    """A spell by its name, with its level and its range."""
    row = book().spell[answer[1]]
    about = (f"spell-{answer[1]}", row.level, int(row.range) or "")
    return SPEECH.sentence(f"answer-{answer[0]}", about, due.world, language)


def _cast(due: Choose, answer: Answer, language: str) -> str:
    """On whom the spell is cast, and which one it is while it is still in mind."""
    if not isinstance(due.options, Activation):
        return SPEECH.sentence("answer-cast", answer[1:], due.world, language)
    spell = f"spell-{due.options.figure().spell}"
    return SPEECH.sentence("answer-cast-named", (answer[1], spell), due.world, language)


def _pick_up(due: Choose, answer: Answer, language: str) -> str:
    """Something picked up, and where from."""
    _, source, number, item = answer
    key = "answer-pick-up" if source == GROUND else f"answer-pick-up-{source}"
    return SPEECH.sentence(key, (f"item-{item}", number), due.world, language)


def _last_item(due: Choose, answer: Answer, language: str) -> str:
    """Answers whose last part is something carried."""
    return SPEECH.sentence(f"answer-{answer[0]}", (f"item-{answer[-1]}",), due.world, language)


def _shot(due: Choose, answer: Answer, language: str) -> str:
    """A shot in reaction: who, with what, and after which part of the way."""
    about = (answer[1], f"item-{answer[2]}", *[share // 10 for share in answer[3:]])
    return SPEECH.sentence(f"answer-{answer[0]}", about, due.world, language)


def _fixture(due: Choose, answer: Answer, language: str) -> str:
    """A door or a chest by its kind and number."""
    key = f"answer-{answer[0]}-lock" if answer[0] == "close" and answer[2] else f"answer-{answer[0]}"
    weapon = (f"item-{answer[2]}",) if answer[0] == "break-open" else ()
    kind = f"terrain-{due.world.fixtures[answer[1]].kind}"
    return SPEECH.sentence(key, (kind, answer[1] + 1, *weapon), due.world, language)


def _climb(due: Choose, answer: Answer, language: str) -> str:
    """A piece of scenery by its kind and number."""
    kind = f"terrain-{due.world.ground.pieces[answer[1]].kind}"
    return SPEECH.sentence("answer-climb", (kind, answer[1] + 1), due.world, language)


def _flee(due: Choose, answer: Answer, language: str) -> str:
    """A flight by the point of the compass."""
    return SPEECH.sentence("answer-flee", (heading(answer[1]),), due.world, language)


SPEECH = Speech(
    "fda",
    MESSAGES,
    figure_name,
    {
        "advance": _move,
        "advance-fast": _move,
        "deploy": _deploy,
        "turn": _turn,
        "shoot": _item,
        "reload-quick": _item,
        "reload-slow": _item,
        "aimed-shot": _item,
        "reload-faster": _item,
        "drop-object": _item,
        "repair": _item,
        "put-down": _last_item,
        "pick-up": _pick_up,
        "draw": _grip,
        "change-weapon": _grip,
        "hit-with": _hit_with,
        "begin": _begin,
        "keep": _keep,
        "go": _go,
        "memorise": _spell,
        "two-pistols": _pistols,
        "cast": _cast,
        "advance-crouched": _move,
        "advance-hidden": _move,
        "crawl": _move,
        "climb": _climb,
        "flee": _flee,
        "open": _fixture,
        "close": _fixture,
        "break-open": _fixture,
        "reaction-shot": _shot,
        "return-shot": _shot,
        "defensive-shot": _shot,
    },
    is_feminine,
)
