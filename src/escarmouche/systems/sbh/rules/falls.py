"""Falls: knocked down at the edge of a height."""

from __future__ import annotations

from escarmouche.core.effects import Script, Tell
from escarmouche.systems.sbh.model import CLINGING, FLYING, Figure, World
from escarmouche.systems.sbh.rules.conventions import bars, girth, homeward, kept_hidden, snapped, span
from escarmouche.systems.sbh.rules.ending import out_of_play
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_roll
from escarmouche.systems.sbh.rules.swarms import is_free
from escarmouche.systems.sbh.rules.values import FALL_DICE
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_in_polygon, disc_meets_polygon, inside
from escarmouche.table.trig import step


def ledge(world: World, figure: Figure) -> Piece | None:
    """The cliff, bridge or raised structure it stands on, or None."""
    for piece in world.ground.pieces:
        if "edge" in piece.tags and piece.floor > 0 and inside(piece.shape, figure.x, figure.y):
            return piece
    return None


def at_edge(world: World, figure: Figure, piece: Piece) -> bool:
    """Does its base reach over the rim of what it stands on? (sbh.fall.trigger)"""
    return not disc_in_polygon(figure.x, figure.y, girth(world, figure), piece.shape)


def foot_of(world: World, figure: Figure, piece: Piece) -> tuple[int, int]:
    """Where a fall from the piece ends: the nearest free spot beside it, sought from the fighter's own edge round; above where
    there is none."""
    radius = girth(world, figure)
    home = homeward(world, figure)
    for paces in range(1, 40):
        for turn in range(24):
            x, y = step(figure.x, figure.y, home + turn * 1500, paces * radius // 2)
            x, y = snapped(world, x, y)
            if (
                not disc_meets_polygon(x, y, radius, piece.shape)
                and is_free(world, figure, x, y)
                and not kept_hidden(world, x, y, figure.card.radius)
                and not any(bars(figure, o) and disc_meets_polygon(x, y, radius, o.shape) for o in world.ground.pieces)
            ):
                return x, y
    return figure.x, figure.y


def fall_dice(world: World, height: int) -> int:
    """One die up to Short, two up to Medium, three beyond. (sbh.fall.roll)"""
    for length, dice in FALL_DICE[:-1]:
        if height <= span(world.ground, length):
            return dice
    return FALL_DICE[-1][1]


def fall(world: World, id: int) -> Script:
    """A fighter knocked down at an edge falls the whole height (sbh.fall.trigger): a single failure puts it out of action
    (sbh.fall.roll); one that survives lies at the foot and needs two actions to stand (sbh.fall.survivor-stands-in-two).
    Returns the world and whether it is lost.

    Fliers stop their fall (sbh.special.flying-no-fall); the Clinging take no harm from it (sbh.special.clinging).
    """
    figure = world.figures[id]
    piece = ledge(world, figure)
    if piece is None or figure.has(FLYING) or not at_edge(world, figure, piece):
        return world, False
    yield Tell("sbh.fall.trigger", "falls", (id, piece.floor))
    twin = figure.copy()
    twin.x, twin.y = foot_of(world, figure, piece)
    world = world.with_figure(twin)
    if figure.has(CLINGING):
        return world, False
    dice = fall_dice(world, piece.floor)
    world, successes = yield from quality_roll(world, id, "sbh.fall.roll", dice, quality_bonus(world, twin))
    if successes < dice:
        yield Tell("sbh.fall.roll", "fall-fatal", (id,))
        return world.with_figure(out_of_play(world.figures[id], "fall")), True
    twin = world.figures[id].copy()
    twin.fallen = True
    yield Tell("sbh.fall.survivor-stands-in-two", "fall-survived", (id,))
    return world.with_figure(twin), False
