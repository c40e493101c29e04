"""What a hand shapes on the table: a troop's deployment, how its figures begin, straight moves, a stride once the JA is rolled,
and where a figure looks."""

from __future__ import annotations

from math import isqrt

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.menu import no
from escarmouche.kit.view import Hand
from escarmouche.kit.view import said as said_of
from escarmouche.systems.fda.model import Figure, World
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.deployment import Deployment, members
from escarmouche.systems.fda.rules.movement import Move, Stride
from escarmouche.systems.fda.rules.positions import Beginning
from escarmouche.systems.fda.rules.ways import EDGE, ENEMY, LOW, WALL, fits, fitting, has_way_past, snags
from escarmouche.systems.fda.view import MESSAGES as SCREEN
from escarmouche.systems.fda.view import spoken
from escarmouche.table.trig import TURN, angle_of

EACH = "begin-each"
"""The kind of wish by which everybody begins as he is told to."""


def hands(due: Choose) -> list[Hand]:
    """What may be shaped now."""
    if isinstance(due.options, Deployment):
        figures = [figure.id for figure in members(due.world, due.seat)]
        return [sketch.hand("deploy", -1, spoken("group.deploy"), spoken("hint.deploy"), "places", figures=figures, turns=True)]
    if isinstance(due.options, Beginning):
        return [beginning(due.options)]
    if isinstance(due.options, Stride):
        return [sketch.hand("go", due.figure, spoken("group.go"), spoken("hint.go"), "move")]
    if not isinstance(due.options, Activation):
        return []
    found = []
    for deed in due.options.ready():
        if isinstance(deed, Move):
            said, hint = spoken(f"group.{deed.kind}"), said_of(SCREEN, "hint.move", deed.cost(due.options))
            found.append(sketch.hand(deed.kind, due.figure, said, hint, "move", reach=True))
    if due.options.barred(due.options.known()["turn"]) is None:
        found.append(sketch.hand("turn", due.figure, spoken("group.turn"), spoken("hint.turn"), "turn", turns=True))
    return found


def beginning(options: Beginning) -> Hand:
    """How each figure begins, figure by figure."""
    ways = list(dict.fromkeys([way for _, own in options.able for way in own]))
    able = [(id, [ways.index(way) for way in own]) for id, own in options.able]
    return sketch.hand(
        EACH, -1, spoken("group.begin"), spoken("hint.begin"), "many", able=able, stay=spoken("way.open"),
        none=spoken("begin.none"), go=spoken("begin.go"), ways=[spoken(f"way.{way}") for way in ways],
    )  # fmt: skip


def planned(due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
    """The answer that comes nearest to what the hand wishes, and what stops it short of that."""
    kind = wish["kind"]
    if kind == "deploy" and isinstance(due.options, Deployment):
        spots = {one[0]: tuple(one[1:]) for one in wish.get("places", ())}
        troop = members(due.world, due.seat)
        placed = [(one.id, *spots[one.id][:2], looks(due.options, spots[one.id])) for one in troop if one.id in spots]
        return ("deploy", tuple([one[1:] for one in placed])), None
    if kind == EACH and isinstance(due.options, Beginning):
        ways = list(dict.fromkeys([way for _, own in due.options.able for way in own]))
        chosen = {one[0]: ways[one[1]] for one in wish.get("pairs", ()) if 0 <= one[1] < len(ways)}
        return ("begin", tuple([(id, chosen[id]) for id, _ in due.options.able if id in chosen])), None
    if not 0 <= due.figure < len(due.world.figures):
        return None, None
    figure = due.world.figures[due.figure]
    if kind == "turn" and isinstance(due.options, Activation):
        if "facing" in wish:
            return ("turn", int(wish["facing"]) % TURN), None
        if "x" not in wish or (wish["x"] == figure.x and wish["y"] == figure.y):
            return None, None
        return ("turn", angle_of(int(wish["x"]) - figure.x, int(wish["y"]) - figure.y)), None
    if "x" not in wish:
        return None, None
    x, y = int(wish["x"]), int(wish["y"])
    if kind == "go" and isinstance(due.options, Stride):
        stride = due.options
        away = isqrt(stride.dx**2 + stride.dy**2)
        along = ((x - figure.x) * stride.dx + (y - figure.y) * stride.dy) // max(1, away)
        refused = no("fda.move.advance-fast", "too-far", due.figure, stride.limit) if along > stride.limit else None
        return ("go", max(0, min(stride.limit, along))), refused
    deed = due.options.known().get(kind) if isinstance(due.options, Activation) else None
    if not isinstance(deed, Move) or not isinstance(due.options, Activation):
        return None, None
    longest = deed.longest(due.options)
    end = (x, y) if fits(due.world, figure, x, y, longest) else fitting(due.world, figure, x, y, longest)
    return (kind, *end), hindrance(due.world, figure, (x, y), end)


def hindrance(world: World, figure: Figure, wished: tuple[int, int], end: tuple[int, int]) -> Refusal | None:
    """What stops a move to `end` before the place that was wished for, or None: whatever is in the way and is no enemy, else
    how far it may go."""
    dx, dy = end[0] - figure.x, end[1] - figure.y
    length = isqrt(dx * dx + dy * dy)
    ahead = snags(world, figure, dx, dy, length) if length else []
    for snag in ahead:
        if snag.at >= length or (snag.doubtful() and has_way_past(snag, ahead, length)):
            continue
        if snag.kind == ENEMY:
            return None
        if snag.kind in (WALL, LOW):
            kind = f"terrain-{world.ground.pieces[snag.who].kind}"
            return no("fda.move.what-stops", "terrain-in-the-way", figure.id, snag.at, kind)
        if snag.kind == EDGE:
            return no("fda.move.what-stops", "edge-in-the-way", figure.id, snag.at)
        return no("fda.move.what-stops", "friend-in-the-way", figure.id, snag.at, snag.who)
    return None if end == wished else no("fda.move.table", "too-far", figure.id, length)


def looks(options: Deployment, spot: tuple[int, ...]) -> int:
    """Where a figure put down by hand looks: as it was turned, else ahead."""
    return spot[2] % TURN if len(spot) > 2 else options.facing(spot[0], spot[1])
