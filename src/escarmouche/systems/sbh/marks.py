"""What a screen needs to show an answer before it is given: what it points at, how far it goes, what counts for and against
it, and where a figure could go. Every number comes from the rules themselves."""

from __future__ import annotations

from functools import partial
from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Choose, Told
from escarmouche.core.system import Plain
from escarmouche.kit.marks import is_worded, modifier, parts, star
from escarmouche.kit.marks import modifiers as kit_modifiers
from escarmouche.kit.view import said
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import ON_TABLE, SHORT, Figure, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.ambush import DECOY
from escarmouche.systems.sbh.rules.conventions import contact, foes_at, guards
from escarmouche.systems.sbh.rules.deployment import members
from escarmouche.systems.sbh.rules.harm import is_spared_hack
from escarmouche.systems.sbh.rules.melee import Modifiers, melee_modifiers
from escarmouche.systems.sbh.rules.movement import (
    in_difficult,
    length_of,
    move_cost,
    stick,
    stride,
    way_refusal,
)
from escarmouche.systems.sbh.rules.shooting import hampered, ranged_modifiers, shared_modifiers
from escarmouche.systems.sbh.rules.terrain import Layouts, with_pieces
from escarmouche.systems.sbh.view import MESSAGES as SCREEN
from escarmouche.systems.sbh.view import spoken
from escarmouche.systems.sbh.words import MESSAGES
from escarmouche.table.trig import step

PARTS: dict[str, tuple[str, ...]] = {
    "activate": ("figure", "dice", "declare"),
    "swap": ("figure", "target"),
    "sure-footed": ("figure",),
    "attack": ("target", "power"),
    "shoot": ("target", "aimed"),
    "throw": ("target", "aimed"),
    "cast": ("spell", "target", "power"),
    "entangle": ("target", "power"),
    "expose": ("target",),
    "cancel": ("trait", "figure"),
    "move": ("x", "y"),
    "disengage": ("x", "y"),
    "group": ("figures",),
    "regroup": ("figures",),
    "volley": ("figures", "target"),
    "heal": ("target", "points"),
    "raise": ("target",),
    "give": ("target",),
    "receive": ("target",),
    "take": ("marker",),
    "shoot-marker": ("marker", "aimed"),
    "recoil": ("angle",),
    "edge": ("edge",),
    "place": ("piece",),
    "layout": ("number",),
    "deploy": ("places",),
    "hide": ("places",),
    "markers": ("places",),
}
"""What stands behind the first word of each kind of answer."""


def marks(due: Choose, answer: Answer) -> Plain:
    """What an answer points at."""
    world: World = due.world
    if not is_worded(answer):
        return _value_marks(due, answer)
    kind = answer[0]
    found = parts(answer, PARTS, due.figure)
    if "x" in PARTS.get(kind, ()):
        found["place"] = 1 + PARTS[kind].index("x")
    if kind == "markers":
        found["places"] = _spread(due, answer)
    if kind == "move":
        figure = world.figures[due.figure]
        found["cost"] = move_cost(world, figure, answer[1], answer[2])
    return found


def proposed(due: Choose, answer: Answer) -> World | None:
    """The empty table with the scenery that a layout would put on it. (sbh.setup.terrain-by-defender)"""
    if not isinstance(due.options, Layouts):
        return None
    world: World = due.world
    twin = world.copy()
    twin.figures = ()
    twin.ground = with_pieces(world.ground, due.options.pieces(answer))
    return twin


def _spread(due: Choose, answer: Answer) -> list[tuple[int, int]]:
    """Where the markers of a hidden band lie: those with its fighters in their order, then the decoys."""
    under = {figure: (x, y) for x, y, figure in answer[1] if figure != DECOY}
    decoys = [(x, y) for x, y, figure in answer[1] if figure == DECOY]
    return [*[under[figure.id] for figure in members(due.world, due.seat)], *decoys]


def _value_marks(due: Choose, answer: Answer) -> Plain:
    """An answer that is a mere value: a fighter, a spot, a number, a word."""
    if due.why == "sbh.group.shared-successes":
        return {"kind": "value", "figure": answer}
    if isinstance(answer, tuple) and len(answer) == 2:
        return {"kind": "value", "figure": due.figure, "x": answer[0], "y": answer[1], "place": 0}
    return {"kind": answer if isinstance(answer, str) else "value", **({"figure": due.figure} if due.figure >= 0 else {})}


# ---------------------------------------------------------------- before one commits


def trial(due: Choose, answer: Answer) -> Plain:
    """Distance, cost and whom it provokes for a move; the modifiers of both sides for an attack."""
    if not isinstance(answer, tuple) or not answer:
        return {}
    world: World = due.world
    if answer[0] in ("move", "disengage"):
        return _way(world, world.figures[due.figure], answer)
    if answer[0] == "attack":
        return {"modifiers": _melee(world, world.figures[due.figure], world.figures[answer[1]], answer[2])}
    if answer[0] in ("shoot", "throw", "cast", "volley"):
        return {"modifiers": _ranged(world, due.figure, answer)}
    return {}


def _way(world: World, figure: Figure, answer: tuple[Any, ...]) -> Plain:
    kind, x, y = answer
    difficult = in_difficult(world, figure, x, y)
    far = length_of(world, figure, x, y)
    cost = 2 if kind == "disengage" else move_cost(world, figure, x, y)
    leaving = guards(world, figure) if kind == "disengage" else []
    hacks = [foe.id for foe in leaving if not is_spared_hack(figure, foe)]
    met = [foe.id for foe in foes_at(world, figure, x, y) if not contact(world, figure, foe)]
    return {
        "distance": far if world.ground.hex_width else isqrt(far),
        "limit": stick(world, figure, difficult),
        "difficult": difficult,
        "cost": cost,
        "notes": _toll(difficult, cost, "sbh.disengage.cost" if kind == "disengage" else "sbh.action.table"),
        "provokes": [
            *[{"figure": id, "kind": "free-hack", "rule": "sbh.disengage.free-hack"} for id in hacks],
            *[{"figure": id, "kind": "contact", "rule": "sbh.movement.straight-line"} for id in met],
        ],
    }


def _toll(difficult: bool, cost: int, why: str) -> list[Plain]:
    """What a way takes, in words."""
    found: list[Plain] = [{"rule": "sbh.movement.difficult", **spoken("note.difficult")}] if difficult else []
    return [*found, {"rule": why, **said(SCREEN, "note.cost", cost)}]


def _melee(world: World, striker: Figure, foe: Figure, power: bool) -> list[Plain]:
    own = melee_modifiers(world, striker, foe, True, False)
    others = melee_modifiers(world, foe, striker, False, power)
    return [*_told(striker, own, "melee_modifier"), *_told(foe, others, "melee_modifier")]


def _ranged(world: World, id: int, answer: tuple[Any, ...]) -> list[Plain]:
    shooter = world.figures[id]
    if answer[0] == "cast":
        target = world.figures[answer[2]]
        own = ranged_modifiers(world, shooter, target, answer[3], True) if answer[1] == "attack" else ()
        return _told(shooter, own, "ranged_modifier")
    if answer[0] == "volley":
        target = world.figures[answer[2]]
        own, others = shared_modifiers(world, answer[1], target.id), hampered(len(answer[1]), False)
    else:
        target = world.figures[answer[1]]
        length = SHORT if answer[0] == "throw" else shooter.card.shooting
        own, others = ranged_modifiers(world, shooter, target, length, False), hampered(1, answer[2])
        own = (*own, ("magic-javelins", 1)) if answer[0] == "throw" else own
    return [*_told(shooter, own, "ranged_modifier"), *_told(target, others, "ranged_modifier")]


def _told(figure: Figure, modifiers: Modifiers, table: str) -> list[Plain]:
    """Combat and the modifiers of one side, each with its rule and its name."""
    return _named(figure.id, figure.card.combat, modifiers, getattr(book(), table))


def _named(figure: int, combat: int, modifiers: Modifiers, rows: Any) -> list[Plain]:
    base = modifier(figure, "combat", combat, "sbh.profile.combat", {"en": "Combat", "fr": "Combat"})
    return [base, *kit_modifiers(figure, modifiers, rows, MESSAGES)]


def totals(event: Told) -> list[Plain]:
    """What both sides added to their dice, out of the event that tells their totals; nothing for other events."""
    if event.kind != "totals":
        return []
    first, _, base, modifiers, _, second, _, other_base, others, _ = event.about
    rows = {**book().ranged_modifier, **book().melee_modifier}
    return [*_named(first, base, modifiers, rows), *_named(second, other_base, others, rows)]


# ---------------------------------------------------------------- where it could go


def mates(due: Choose, id: int) -> tuple[int, ...]:
    """Those of its group that may still follow the fighter after what is asked now. (sbh.group.shared-successes)"""
    if isinstance(due.options, Doing):
        return due.options.waiting
    if due.why == "sbh.group.shared-successes":
        return tuple([one for one in due.options.listed() if one != id])
    return ()


def reach(world: World, id: int, mates: tuple[int, ...] = ()) -> list[list[tuple[int, int]]]:
    """Where one straight move may end: the farthest free spot in every direction. `mates` are those of its group that may
    still follow it, without whom a base of a Swarm leaves the others nowhere."""
    figure = world.figures[id]
    if figure.status != ON_TABLE:
        return []
    free = partial(_free, world, figure, mates)
    return [star(figure.x, figure.y, stride(world, figure, False), free)]


def _free(world: World, figure: Figure, mates: tuple[int, ...], angle: int, length: int) -> bool:
    x, y = step(figure.x, figure.y, angle, length)
    refused = way_refusal(world, figure, x, y, mates)
    return refused is None or refused.key == "not-a-hex"
