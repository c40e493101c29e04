"""What a screen is told of an answer before it is given: what it points at, the modifiers that count, sentences with the rule
they rest on, exact odds stage by stage, and how far a figure could go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.messages import Messages
from escarmouche.core.odds import Leaf, Policy, leaves, tally
from escarmouche.core.system import Plain
from escarmouche.kit.kinds import is_worded as is_worded
from escarmouche.kit.words import BOTH, Speech
from escarmouche.table.trig import step

FULL_TURN = 36_000
Spot = tuple[int, int]


def parts(answer: tuple[Any, ...], names: Mapping[str, tuple[str, ...]], figure: int) -> Plain:
    """What an answer points at, by the names of the parts behind its first word; whoever decides is its figure, unless it
    says."""
    found: Plain = {"kind": answer[0], **dict(zip(names.get(answer[0], ()), answer[1:], strict=False))}
    if figure >= 0:
        found.setdefault("figure", figure)
    return found


# ---------------------------------------------------------------- what counts


def modifier(figure: int, id: str, value: int, rule: str, words: Plain) -> Plain:
    """Something that is added to a figure's die."""
    return {"figure": figure, "id": id, "value": value, "rule": rule, **words}


def modifiers(figure: int, found: Iterable[tuple[str, int]], rows: Mapping[str, Any], messages: Messages) -> list[Plain]:
    """The modifiers of one side, each with the rule of its row and its name, the message "mod-ID"."""
    told = []
    for name, value in found:
        row = rows.get(name)
        words = {one: messages.form(f"mod-{name}", one) or name for one in BOTH}
        told.append(modifier(figure, name, value, row.rule if row else "", words))
    return told


def note(speech: Speech, world: Any, rule: str, key: str, *about: Any) -> Plain:
    """A sentence with the rule it rests on."""
    return {"rule": rule, **speech.both(key, about, world)}


def stage(
    named: Callable[[str, str], str], said: Plain, call: Call, label: Callable[[Leaf], str], decide: Policy | None = None
) -> Plain:
    """One thing that comes of an answer, with its exact odds: the rule itself, followed through all its dice (and through
    decisions, if `decide` takes them). `said` is the note about it, `named` the words for an outcome in a language."""
    chances = tally(leaves(start(call), decide, until_outcome=True), label)
    rows = {
        name: {
            "chance": str(chance),
            "percent": round(float(100 * chance), 2),
            "text": {one: named(name, one) for one in BOTH},
        }
        for name, chance in chances.items()
    }
    return {**said, "odds": rows}


# ---------------------------------------------------------------- where it could go


def compared(stage: Plain, other: Plain) -> Plain:
    """A stage whose odds tell the change, in hundredths, against those of another one; what only that one may bring is there
    with none."""
    gone = {name: {**row, "chance": "0", "percent": 0.0} for name, row in other["odds"].items() if name not in stage["odds"]}
    before = {name: row["percent"] for name, row in other["odds"].items()}
    rows = {
        name: {**row, "change": round(row["percent"] - before.get(name, 0.0), 2)}
        for name, row in {**stage["odds"], **gone}.items()
    }
    return {**stage, "odds": rows}


def star(x: int, y: int, longest: int, free: Callable[[int, int], bool], rays: int = 90, fineness: int = 100) -> list[Spot]:
    """The outline of where a straight move may end: in every direction the farthest spot that is free, found by halving, as
    exactly as `fineness` says. `free` is given an angle and a length."""
    return [_farthest(x, y, ray * FULL_TURN // rays, longest, free, fineness) for ray in range(rays)]


def _farthest(x: int, y: int, angle: int, longest: int, free: Callable[[int, int], bool], fineness: int) -> Spot:
    near, far = 0, longest
    if free(angle, far):
        return step(x, y, angle, far)
    while far - near > fineness:
        middle = (near + far) // 2
        near, far = (middle, far) if free(angle, middle) else (near, middle)
    return step(x, y, angle, near)
