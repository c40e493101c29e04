"""Words: the decision that is due, the answers it may get, and what happened, as phrases in French and English."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Choose, Chosen, Listed
from escarmouche.core.messages import Messages
from escarmouche.kit import words
from escarmouche.kit.words import Phrase, compass
from escarmouche.systems.sbh.content import PACKAGE
from escarmouche.systems.sbh.model import World
from escarmouche.systems.sbh.names import NAMES, figure_name
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.conventions import apart, contact, enemies, foes_at
from escarmouche.systems.sbh.rules.deployment import (
    EDGE_NAMES,
    LEFT,
    LEFT_EDGE,
    ORDERS,
    RIGHT,
    RIGHT_EDGE,
    Deployment,
    in_strip,
)
from escarmouche.systems.sbh.rules.quests import marker_by_id, marker_radius
from escarmouche.systems.sbh.rules.terrain import Layouts, counted, is_river, layout
from escarmouche.table.hexes import distance, hex_at
from escarmouche.table.shapes import LIMIT, inside

MESSAGES = Messages.load(PACKAGE, behind=NAMES)

MOVES = "moves"
"""The event of a move: who, where to, where from, and whom it came to touch."""

UPRIGHT = {LEFT: "low", RIGHT: "high"}
"""What the ends of an edge are called where it runs up and down."""


class Speech(words.Speech):
    """On a hexagon board the messages that count hexes are used, where there are any."""

    def sentence(self, key: str, about: tuple[Any, ...], world: World, language: str) -> str:
        if key == MOVES:
            key, about = moved(about, world)
        if world.ground.hex_width and MESSAGES.form(f"{key}-hexes", language) is not None:
            key = f"{key}-hexes"
        return super().sentence(key, about, world, language)

    def chosen(self, event: Chosen, world: World, language: str) -> str:
        key, about = chosen(event, world)
        return self.sentence(key, about, world, language)

    def asked(self, due: Choose) -> tuple[Any, ...]:
        return (due.options.left if isinstance(due.options, Doing) else 0,)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        key, about = phrase(due, answer)
        return self.sentence(key, about, due.world, language)


SPEECH = Speech("sbh", MESSAGES, figure_name)
sentence, event_sentence = SPEECH.sentence, SPEECH.event_sentence
question, describe, rule_title = SPEECH.question, SPEECH.describe, SPEECH.rule_title


# ---------------------------------------------------------------- what happened


def moved(about: tuple[Any, ...], world: World) -> Phrase:
    """The message for a move that was made, with its length and direction instead of where it began."""
    id, x, y, from_x, from_y, met = about
    if (x, y) == (from_x, from_y):
        return "moves-nowhere", (id, x, y)
    return MOVES, (id, length(world, from_x, from_y, x, y), compass(x - from_x, y - from_y), x, y, met)


def chosen(event: Chosen, world: World) -> Phrase:
    """The message for a decision once it is taken: what the menu knew of the world then is left out."""
    answer = event.answer
    kind = answer[0] if isinstance(answer, tuple) and answer else ""
    if kind == "move" or kind == "disengage":
        return f"chosen-{kind}", answer[1:]
    if kind == "markers":
        return "chosen-markers", (len(answer[1]), answer[1][0][0], answer[1][0][1])
    if kind == "shoot-marker":
        return "chosen-shoot-marker", (answer[2],)
    if kind == "place" or kind == "take":
        return f"chosen-{kind}", ()
    return phrase(Choose(event.why, event.seat, world, Listed((answer,)), event.figure), answer)


# ---------------------------------------------------------------- the answers


def phrase(due: Choose, answer: Answer) -> Phrase:
    """The message for an answer: by its first word, or by the rule that asks when the answer is just a value."""
    if isinstance(answer, tuple) and answer and isinstance(answer[0], str):
        worded = _DEEDS.get(answer[0])
        return (f"answer-{answer[0]}", answer[1:]) if worded is None else worded(due, answer)
    valued = _VALUES.get(due.why)
    if valued is not None and not (isinstance(answer, str) and MESSAGES.form(f"answer-{answer}", "en")):
        return valued(answer)
    return f"answer-{answer}", ()


def _activate(_: Choose, answer: Answer) -> Phrase:
    return "answer-activate", (answer[1], answer[2], "declares-" + (answer[3] or "nothing"))


def _attack(_: Choose, answer: Answer) -> Phrase:
    return ("answer-power-attack" if answer[2] else "answer-attack"), (answer[1],)


def _shot(_: Choose, answer: Answer) -> Phrase:
    return (f"answer-aimed-{answer[0]}" if answer[2] else f"answer-{answer[0]}"), (answer[1],)


def _cast(_: Choose, answer: Answer) -> Phrase:
    return "answer-cast", ("spell-" + answer[1], answer[2], answer[3])


def _recoil(_: Choose, answer: Answer) -> Phrase:
    angle = answer[1]
    if angle == 0:
        return "answer-recoil", ()
    return ("answer-recoil-left" if angle > 0 else "answer-recoil-right"), (round(abs(angle) / 100),)


def _way(due: Choose, answer: Answer) -> Phrase:
    """A move: how far, which way, where to and onto what ground, and whom it brings into contact, or how near it comes to the
    nearest enemy."""
    kind, x, y = answer
    world: World = due.world
    figure = world.figures[due.figure]
    if (figure.x, figure.y) == (x, y):
        return "answer-spot", (x, y)
    met = [foe.id for foe in foes_at(world, figure, x, y) if not contact(world, figure, foe)]
    way = (length(world, figure.x, figure.y, x, y), compass(x - figure.x, y - figure.y), x, y, terrain_at(world, x, y))
    if met:
        return f"answer-{kind}-contact", (*way, tuple(met))
    twin = figure.copy()
    twin.x, twin.y = x, y
    gaps = [(apart(world, twin, foe), foe.id) for foe in enemies(world, figure)]
    return (f"answer-{kind}-near", (*way, *min(gaps))) if gaps else (f"answer-{kind}", way)


def terrain_at(world: World, x: int, y: int) -> str:
    """The message for the terrain at a spot; empty for open ground."""
    found = [piece for piece in world.ground.pieces if inside(piece.shape, x, y)]
    return f"terrain-{found[-1].kind}" if found else ""


def length(world: World, x: int, y: int, to_x: int, to_y: int) -> int:
    """How far it is from one spot to another: a length on the table, or hexes."""
    width = world.ground.hex_width
    if width:
        return distance(hex_at(x, y, width), hex_at(to_x, to_y, width))
    return isqrt((to_x - x) ** 2 + (to_y - y) ** 2)


def _layout(due: Choose, answer: Answer) -> Phrase:
    pieces = layout(due.world, answer[1])
    first = due.options.first if isinstance(due.options, Layouts) else 0
    number = 1 + (answer[1] - first) % LIMIT
    return "answer-layout", (number, len(counted(pieces)), any(is_river(piece) for piece in pieces))


def _pieces(_: Choose, answer: Answer) -> Phrase:
    return "answer-pieces", (len(answer) - 1,)


def _edge(_: Choose, answer: Answer) -> Phrase:
    return "answer-edge", (EDGE_NAMES[answer[1]],)


def _place(due: Choose, answer: Answer) -> Phrase:
    piece = due.world.ground.pieces[answer[1]]
    shape = piece.shape
    return "answer-place", ("terrain-" + piece.kind, (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2)


def _hide(_: Choose, answer: Answer) -> Phrase:
    return "answer-hide", (" / ".join([f"{x // 1000}, {y // 1000}" for x, y in answer[1]]) + " cm",)


def _deploy(due: Choose, answer: Answer) -> Phrase:
    """A deployment by the order of battle it is, where it is one of those offered."""
    if isinstance(due.options, Deployment):
        upright = due.world.bands[due.seat].edge in (LEFT_EDGE, RIGHT_EDGE)
        for name in ORDERS:
            if due.options.order(name, None) == answer:
                return f"answer-deploy-{UPRIGHT.get(name, name) if upright else name}", ()
    return "answer-deploy", ()


def _markers(due: Choose, answer: Answer) -> Phrase:
    world: World = due.world
    edge = world.bands[due.seat].edge
    rows = answer[1]
    along = len([row for row in rows if in_strip(world.ground, edge, row[0], row[1], marker_radius(world.ground))])
    return "answer-markers", (along, len(rows) - along, rows[0][0], rows[0][1])


def _marker(due: Choose, answer: Answer) -> Phrase:
    """What is done with a marker."""
    marker = marker_by_id(due.world, answer[1])
    assert marker is not None
    if answer[0] == "take":
        return "answer-take", (f"marker-{marker.kind}",)
    return "answer-shoot-marker", (marker.x, marker.y, answer[2])


def _cancel(_: Choose, answer: Answer) -> Phrase:
    return "answer-cancel-of", (f"trait-{answer[1]}", answer[2])


_DEEDS: dict[str, Callable[[Choose, Answer], Phrase]] = {
    "activate": _activate,
    "attack": _attack,
    "shoot": _shot,
    "throw": _shot,
    "cast": _cast,
    "recoil": _recoil,
    "move": _way,
    "disengage": _way,
    "layout": _layout,
    "pieces": _pieces,
    "edge": _edge,
    "place": _place,
    "hide": _hide,
    "deploy": _deploy,
    "markers": _markers,
    "take": _marker,
    "shoot-marker": _marker,
    "cancel": _cancel,
}

_VALUES: dict[str, Callable[[Answer], Phrase]] = {
    "sbh.group.roll": lambda dice: ("answer-dice", (dice,)),
    "sbh.group.shared-successes": lambda figure: ("answer-fighter", (figure,)),
    "sbh.item.belt-of-strength": lambda points: ("answer-points", (points,)),
    "sbh.special.swarm-close-ranks": lambda spot: ("answer-spot", spot),
    "sbh.campaign.upgrade.dirty-tricks": lambda trait: ("answer-cancel", (f"trait-{trait}",)),
}
