"""What a hand shapes on the table: a troop's deployment, straight moves, a stride once the JA is rolled, and where a figure
looks."""

from __future__ import annotations

from math import isqrt

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.core.system import Plain
from escarmouche.kit import sketch
from escarmouche.kit.menu import no
from escarmouche.kit.view import Hand
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.deployment import Deployment, members
from escarmouche.systems.fda.rules.movement import Move, Stride
from escarmouche.systems.fda.rules.ways import fits, fitting
from escarmouche.systems.fda.view import spoken
from escarmouche.table.trig import TURN, angle_of


def hands(due: Choose) -> list[Hand]:
    """What may be shaped now."""
    if isinstance(due.options, Deployment):
        figures = [figure.id for figure in members(due.world, due.seat)]
        return [sketch.hand("deploy", -1, spoken("group.deploy"), spoken("hint.deploy"), "places", figures=figures, turns=True)]
    if isinstance(due.options, Stride):
        return [sketch.hand("go", due.figure, spoken("group.go"), spoken("hint.go"), "place")]
    if not isinstance(due.options, Activation):
        return []
    found = []
    for deed in due.options.ready():
        if isinstance(deed, Move):
            said = spoken(f"group.{deed.kind}")
            found.append(sketch.hand(deed.kind, due.figure, said, spoken("hint.move"), "move", reach=True))
    if due.options.barred(due.options.known()["turn"]) is None:
        found.append(sketch.hand("turn", due.figure, spoken("group.turn"), spoken("hint.turn"), "place", turns=True))
    return found


def planned(due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
    """The answer that comes nearest to what the hand wishes, and what stops it short of that."""
    kind = wish["kind"]
    if kind == "deploy" and isinstance(due.options, Deployment):
        spots = {one[0]: tuple(one[1:]) for one in wish.get("places", ())}
        troop = members(due.world, due.seat)
        placed = [(one.id, *spots[one.id][:2], looks(due.options, spots[one.id])) for one in troop if one.id in spots]
        return ("deploy", tuple([one[1:] for one in placed])), None
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
    if fits(due.world, figure, x, y, longest):
        return (kind, x, y), None
    end = fitting(due.world, figure, x, y, longest)
    return (kind, *end), no("fda.move.table", "too-far", due.figure, isqrt((end[0] - figure.x) ** 2 + (end[1] - figure.y) ** 2))


def looks(options: Deployment, spot: tuple[int, ...]) -> int:
    """Where a figure put down by hand looks: as it was turned, else ahead."""
    return spot[2] % TURN if len(spot) > 2 else options.facing(spot[0], spot[1])
