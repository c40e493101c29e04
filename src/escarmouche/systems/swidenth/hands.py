"""What a hand shapes on the table: a band's deployment, and ways with way-points, on foot, through the air and up ladders."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.core.game import plain
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.view import Hand, Option, Turn
from escarmouche.systems.swidenth.model import ON_TABLE, World
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.systems.swidenth.rules.deployment import Deployment, members
from escarmouche.systems.swidenth.rules.movement import JUMP, budget, climbs, way_of
from escarmouche.systems.swidenth.rules.ways import GRAIN
from escarmouche.systems.swidenth.view import spoken
from escarmouche.table.shapes import towards

WAYS = ("move", "run")


def hands(due: Choose) -> list[Hand]:
    """What may be shaped now."""
    if isinstance(due.options, Deployment):
        figures = [figure.id for figure in members(due.world, due.seat)]
        return [sketch.hand("deploy", -1, spoken("group.deploy"), spoken("hint.deploy"), "places", figures=figures)]
    if not isinstance(due.options, Trail):
        return []
    ready = [deed.kind for deed in due.options.ready()]
    found = [way_hand(due, kind) for kind in WAYS if kind in ready]
    if JUMP in ready:
        found.append(sketch.hand(JUMP, due.figure, spoken(f"group.{JUMP}"), spoken(f"hint.{JUMP}"), "place"))
    return found


def way_hand(due: Choose, kind: str) -> Hand:
    """A figure led along a way: on foot or jumping, and up or down a ladder beside it."""
    gaits: list[Option] = [{"id": one, "words": spoken(f"gait.{one}")} for one in ("walk", "jump")]
    controls = [sketch.choice(spoken, "gait", gaits, "walk")]
    return sketch.hand(
        kind, due.figure, spoken(f"group.{kind}"), spoken("hint.move"), "move", reach=True, controls=controls,
        steps=ladders(due, kind),
    )  # fmt: skip


def ladders(due: Choose, kind: str) -> list[Turn]:
    """The climbs from where the figure stands, as steps of their own."""
    assert isinstance(due.options, Trail)
    world: World = due.world
    figure = world.figures[due.figure]
    found: list[Turn] = []
    for (step,) in climbs(world, figure, budget(figure, due.options.course, kind)):
        up = step[2] > figure.z
        words = spoken("step.climb-up" if up else "step.climb-down")
        found.append({"id": f"climb-{step[1]}-{int(up)}", "sign": "⇡" if up else "⇣", "words": words, "step": list(step)})
    return found


def planned(due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
    """The answer that comes nearest to what the hand wishes, and what stops it short of that."""
    if wish["kind"] == "deploy" and isinstance(due.options, Deployment):
        spots = {figure: (x, y) for figure, x, y in wish.get("places", ())}
        return ("deploy", tuple([spots[one.id] for one in members(due.world, due.seat) if one.id in spots])), None
    if not isinstance(due.options, Trail) or due.world.figures[due.figure].status != ON_TABLE:
        return None, None
    if wish["kind"] == JUMP and "x" in wish:
        return (JUMP, int(wish["x"]), int(wish["y"])), None
    return led(due, wish) if wish["kind"] in WAYS else (None, None)


def led(due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
    """One more step of a way; one that costs too much is cut off where the movement ends."""
    assert isinstance(due.options, Trail)
    world: World = due.world
    figure, course, kind = world.figures[due.figure], due.options.course, wish["kind"]
    before: Any = plain(wish["before"]) if wish.get("before") else (kind, ())
    steps: tuple[Any, ...] = before[1] if isinstance(before, tuple) and len(before) == 2 else ()
    if wish.get("step"):
        return (kind, (*steps, tuple(wish["step"]))), None
    if "x" not in wish:
        return (kind, steps), None
    gait = dict(wish.get("set") or {}).get("gait", "walk")
    whole = (*steps, (gait, int(wish["x"]), int(wish["y"])))
    refused = way_of(world, figure, course, kind, whole).refused
    if refused is None or refused.key != "too-far":
        return (kind, whole), None
    return (kind, cut(due, kind, steps, whole[-1])), refused


def cut(due: Choose, kind: str, steps: tuple[Any, ...], last: tuple[str, int, int]) -> tuple[Any, ...]:
    """The way with as much of its last step as the movement allows."""
    assert isinstance(due.options, Trail)
    figure = due.world.figures[due.figure]
    way = way_of(due.world, figure, due.options.course, kind, steps)
    x, y, _ = way.end()
    near, far = 0, budget(figure, due.options.course, kind) // GRAIN
    best = steps
    while far - near > 20:
        middle = (near + far) // 2
        tried = (*steps, (last[0], *towards(x, y, last[1], last[2], middle)))
        if way_of(due.world, figure, due.options.course, kind, tried).refused is None:
            near, best = middle, tried
        else:
            far = middle
    return best
