"""Words: the decision that is due, the answers it may get, and what happened, as phrases in French and English."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Answer, Choose, Chosen, Listed
from escarmouche.core.messages import Messages
from escarmouche.kit import words
from escarmouche.kit.words import compass
from escarmouche.systems.swidenth.content import PACKAGE, book
from escarmouche.systems.swidenth.model import World
from escarmouche.systems.swidenth.names import NAMES, figure_name, is_feminine
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.systems.swidenth.rules.conventions import foes, foes_at
from escarmouche.systems.swidenth.rules.deployment import CORNER_NAMES, EDGE_NAMES, ORDERS, Deployment
from escarmouche.systems.swidenth.rules.melee import SPLIT_FIRST
from escarmouche.systems.swidenth.rules.movement import way_of
from escarmouche.systems.swidenth.rules.values import BONUS
from escarmouche.table.shapes import inside

MESSAGES = Messages.load(PACKAGE, behind=NAMES)
MARKED = ("pick-up", "take")


class Speech(words.Speech):
    """A move is told with the movement it cost; a decision once taken without what its menu knew."""

    def sentence(self, key: str, about: tuple[Any, ...], world: World, language: str) -> str:
        if key == "moves":
            id, x, y, to_x, to_y, length, met, action = about
            key = "moves-nowhere" if (x, y) == (to_x, to_y) else "moves" if action == "move" else f"moves-{action}"
            about = (id, length, compass(to_x - x, to_y - y), (), met)
        return super().sentence(key, about, world, language)

    def asked(self, due: Choose) -> tuple[Any, ...]:
        """Whether it is a second action; whose phase it is, and whether it is nobody's."""
        second = bool(due.options.course.done) if isinstance(due.options, Trail) else False
        return (second, (due.figure,) if due.figure >= 0 else (), due.figure < 0)

    def chosen(self, event: Chosen, world: World, language: str) -> str:
        answer = event.answer
        kind = answer[0] if isinstance(answer, tuple) and answer else ""
        if kind in ("move", "run"):
            if not answer[1]:
                return self.sentence(f"answer-{kind}-nowhere", (), world, language)
            if answer[1][-1][0] == "climb":
                return self.sentence(f"chosen-{kind}-climb", (), world, language)
            return self.sentence(f"chosen-{kind}", answer[1][-1][1:], world, language)
        if kind in MARKED:
            return self.sentence(f"answer-{kind}-something", (), world, language)
        due = Choose(event.why, event.seat, world, Listed((answer,)), event.figure)
        return self.describe(due, answer, language)


def _way(due: Choose, answer: Answer, language: str) -> str:
    """A move or a run: how far, which way, where to and onto what ground, whom it engages, whether it jumps or climbs."""
    kind, steps = answer
    world: World = due.world
    figure = world.figures[due.figure]
    if not steps:
        return SPEECH.sentence(f"answer-{kind}-nowhere", (), world, language)
    course = due.options.course if isinstance(due.options, Trail) else None
    if course is None:
        return SPEECH.sentence(f"chosen-{kind}", (steps[-1][1], steps[-1][2]), world, language)
    way = way_of(world, figure, course, kind, steps)
    x, y, z = way.end()
    met = tuple([one for one in foes_at(world, figure, x, y, z) if one not in foes(world, figure)])
    found = [piece.kind for piece in world.ground.pieces if inside(piece.shape, x, y) and piece.kind != "open"]
    ground = f"terrain-{found[-1]}" if found else ""
    about = (way.cost // 16, compass(x - figure.x, y - figure.y), x, y, ground, met, way.jumps, way.climbs)
    return SPEECH.sentence(f"answer-{kind}", about, world, language)


def _deploy(due: Choose, answer: Answer, language: str) -> str:
    """A deployment by the order of battle it is, where it is one of those offered."""
    key = "answer-deploy"
    if isinstance(due.options, Deployment):
        key = next((f"answer-deploy-{name}" for name in ORDERS if due.options.order(name) == answer), key)
    return SPEECH.sentence(key, (), due.world, language)


def _items(due: Choose, answer: Answer, language: str) -> str:
    """What a figure holds."""
    named = ", ".join([book().items()[item].name(language) for item in answer[1:]])
    return SPEECH.sentence("answer-set", (named,), due.world, language)


def _thing(due: Choose, answer: Answer, language: str) -> str:
    """Something that lies on the table."""
    marker = due.world.marker(answer[1])
    if marker is None:
        return SPEECH.sentence(f"answer-{answer[0]}-something", (), due.world, language)
    name = f"item-{marker.item}" if marker.item else f"marker-{marker.kind}"
    return SPEECH.sentence(f"answer-{answer[0]}", (name,), due.world, language)


def _split(due: Choose, answer: Answer, language: str) -> str:
    """Who faces whom."""
    said = [SPEECH.sentence("answer-split-pair", pair, due.world, language) for pair in answer[1]]
    return ", ".join(said)


def _points(due: Choose, answer: Answer, language: str) -> str:
    """Points of Heroism."""
    kind, points = answer
    if points == 0:
        return SPEECH.sentence("answer-heroism-none" if kind == "heroism" else "answer-avoid-none", (), due.world, language)
    return SPEECH.sentence(f"answer-{kind}", (points, points * BONUS["heroism"][1]), due.world, language)


def _named(table: str) -> Any:
    """Answers whose first part names a row of the book."""

    def worded(due: Choose, answer: Answer, language: str) -> str:
        return SPEECH.sentence(f"answer-{answer[0]}", (f"{table}-{answer[1]}", *answer[2:]), due.world, language)

    return worded


def _fight(due: Choose, answer: Answer, language: str) -> str:
    key = "answer-fight-split" if answer[1] == SPLIT_FIRST else "answer-fight"
    return SPEECH.sentence(key, answer[1:], due.world, language)


def _side(names: tuple[str, ...]) -> Any:
    """An edge or a corner."""

    def worded(due: Choose, answer: Answer, language: str) -> str:
        return SPEECH.sentence(f"answer-{answer[0]}", (names[answer[1]],), due.world, language)

    return worded


SPEECH = Speech(
    "swidenth",
    MESSAGES,
    figure_name,
    {
        "move": _way,
        "run": _way,
        "deploy": _deploy,
        "set": _items,
        "pick-up": _thing,
        "take": _thing,
        "split": _split,
        "heroism": _points,
        "avoid-out": _points,
        "avoid-stunned": _points,
        "avoid-pushed": _points,
        "reload": _named("item"),
        "draw": _named("item"),
        "weapon": _named("item"),
        "shoot": _named("item"),
        "shoot-target": _named("item"),
        "cast": _named("spell"),
        "fight": _fight,
        "edge": _side(EDGE_NAMES),
        "corner": _side(CORNER_NAMES),
    },
    is_feminine,
)
