"""What a hand shapes on the table: a band's deployment, and ways with way-points, on foot, through the air and up ladders."""

from __future__ import annotations

from math import isqrt
from typing import Any

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.core.game import plain
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.view import Hand, Option, Turn
from escarmouche.systems.swidenth.model import ON_TABLE, Figure, World
from escarmouche.systems.swidenth.rules.actions import Trail
from escarmouche.systems.swidenth.rules.aims import climbs
from escarmouche.systems.swidenth.rules.conventions import NO_FLOOR
from escarmouche.systems.swidenth.rules.deployment import Deployment, members
from escarmouche.systems.swidenth.rules.movement import JUMP, budget, way_of
from escarmouche.systems.swidenth.rules.ways import GRAIN, Way
from escarmouche.systems.swidenth.view import spoken
from escarmouche.table.shapes import square_between, towards
from escarmouche.table.trig import TURN, angle_of, step

WAYS = ("move", "run")
STEADY = 2500
"""A jump goes on from the run-up when the hand points no farther from its direction than this."""
TOUCH = 100
"""How far from an enemy's base a figure stops that is put down upon it."""
RUN_UPS = 16
"""In so many parts a way with a jump at its end is divided to find where the jump begins."""


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
    assert isinstance(due.options, Trail)
    figure = due.world.figures[due.figure]
    return sketch.hand(
        kind, due.figure, spoken(f"group.{kind}"), spoken("hint.move"), "move", reach=True, bends=True, controls=controls,
        steps=ladders(due.world, figure, budget(figure, due.options.course, kind)),
    )  # fmt: skip


def ladders(world: World, figure: Figure, left: int) -> list[Turn]:
    """The climbs from where the figure stands, as steps of their own, with so much movement left."""
    found: list[Turn] = []
    for (climb,) in climbs(world, figure, left):
        up = climb[2] > figure.z
        words = spoken("step.climb-up" if up else "step.climb-down")
        found.append({"id": f"climb-{climb[1]}-{int(up)}", "sign": "⇡" if up else "⇣", "words": words, "step": list(climb)})
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
    x, y = int(wish["x"]), int(wish["y"])
    if dict(wish.get("set") or {}).get("gait", "walk") == "jump":
        return (kind, (*steps, *leapt(due, kind, steps, x, y))), None
    x, y = beside(world, figure, way_of(world, figure, course, kind, steps), x, y)
    whole = (*steps, ("walk", x, y))
    refused = way_of(world, figure, course, kind, whole).refused
    if refused is None or refused.key != "too-far":
        return (kind, whole), None
    return (kind, cut(due, kind, steps, whole[-1])), refused


def beside(world: World, figure: Figure, way: Way, x: int, y: int) -> tuple[int, int]:
    """Where a figure that is put down upon an enemy comes to stand: beside it, as it comes; elsewhere the place itself."""
    at_x, at_y, _ = way.end()
    for other in world.figures:
        if (
            other.status == ON_TABLE
            and other.seat != figure.seat
            and square_between(x, y, other.x, other.y) < other.card.radius**2
        ):
            gap = isqrt(square_between(at_x, at_y, other.x, other.y)) - figure.card.radius - other.card.radius - TOUCH
            return towards(at_x, at_y, other.x, other.y, max(0, gap))
    return x, y


def leapt(due: Choose, kind: str, steps: tuple[Any, ...], x: int, y: int) -> tuple[Any, ...]:
    """A jump towards a point: straight on from the run-up, where there is one in about that direction, as no hand is so steady;
    else with the shortest run-up that brings the figure there. (swidenth.jump.running)"""
    assert isinstance(due.options, Trail)
    world, figure, course = due.world, due.world.figures[due.figure], due.options.course
    way = way_of(world, figure, course, kind, steps)
    at_x, at_y, _ = way.end()
    bearing, run = way.straight()
    off = abs(angle_of(x - at_x, y - at_y) - bearing) % TURN
    if run and min(off, TURN - off) <= STEADY:
        return (("jump", *step(at_x, at_y, bearing, isqrt((x - at_x) ** 2 + (y - at_y) ** 2))),)
    length = isqrt((x - at_x) ** 2 + (y - at_y) ** 2)
    barred: tuple[Any, ...] = (("jump", x, y),)
    for part in range(RUN_UPS // 2, RUN_UPS):
        tried = (("walk", *towards(at_x, at_y, x, y, length * part // RUN_UPS + 2)), ("jump", x, y))
        judged = way_of(world, figure, course, kind, (*steps, *tried))
        if judged.refused is None and judged.floor == NO_FLOOR:
            return tried
        if len(barred) == 1 and judged.refused is not None and judged.refused.key != "jump-too-far":
            barred = tried  # what is in the way of a run-up says more than that there is none
    return barred


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
