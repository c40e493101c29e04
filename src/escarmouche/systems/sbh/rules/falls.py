"""Falls: knocked down at the edge of a height."""

from __future__ import annotations

from escarmouche.core.effects import Script, Tell
from escarmouche.systems.sbh.model import CLINGING, FLYING, MEDIUM, OUT_OF_ACTION, SHORT, Figure, World
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_roll
from escarmouche.table.shapes import disc_in_polygon, inside


def drop(world: World, figure: Figure) -> int:
    """The height it would fall from, standing at an edge: its base crosses the rim of the cliff, bridge or structure it
    stands on. 0 when it is safe. (sbh.fall.trigger)"""
    for piece in world.ground.pieces:
        if (
            "edge" in piece.tags
            and piece.floor > 0
            and inside(piece.shape, figure.x, figure.y)
            and not disc_in_polygon(figure.x, figure.y, figure.card.radius, piece.shape)
        ):
            return piece.floor
    return 0


def fall_dice(world: World, height: int) -> int:
    """One die up to Short, two up to Medium, three beyond. (sbh.fall.roll)"""
    unit = world.ground.hex_width or 1
    if height <= world.ruler(SHORT) * unit:
        return 1
    return 2 if height <= world.ruler(MEDIUM) * unit else 3


def fall(world: World, id: int) -> Script:
    """A fighter knocked down at an edge falls: a single failure puts it out of action (sbh.fall.roll); one that survives
    is prone and needs two actions to stand (sbh.fall.survivor-stands-in-two). Returns the world and whether it is lost.

    Fliers stop their fall (sbh.special.flying-no-fall); the Clinging take no harm (sbh.special.clinging).
    """
    figure = world.figures[id]
    height = drop(world, figure)
    if height == 0 or figure.has(FLYING) or figure.has(CLINGING):
        return world, False
    dice = fall_dice(world, height)
    yield Tell("sbh.fall.trigger", "falls", (id, height))
    world, successes = yield from quality_roll(world, id, "sbh.fall.roll", dice, quality_bonus(world, figure))
    twin = world.figures[id].copy()
    if successes < dice:
        twin.status = OUT_OF_ACTION
        twin.removal = "fall"
        yield Tell("sbh.fall.roll", "fall-fatal", (id,))
        return world.with_figure(twin), True
    twin.fallen = True
    yield Tell("sbh.fall.survivor-stands-in-two", "fall-survived", (id,))
    return world.with_figure(twin), False
