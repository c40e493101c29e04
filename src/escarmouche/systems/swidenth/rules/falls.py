"""Falling: over an edge by one's own will, a jump too short, a push. (swidenth.fall.trigger)"""

from __future__ import annotations

from escarmouche.core.effects import Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.systems.swidenth.model import NOWHERE, ON_TABLE, Figure, World
from escarmouche.systems.swidenth.rules.conventions import (
    FULL_TURN,
    NO_FLOOR,
    SOLID,
    WATER,
    floor_below,
    floor_from,
    level_with,
)
from escarmouche.systems.swidenth.rules.heroism import OUTED, STUNNED, soften
from escarmouche.systems.swidenth.rules.psychology import stunned
from escarmouche.systems.swidenth.rules.values import FALL_FACTOR, FREE_STEP, OVERHANG, PAS, SAFE_FALL, SIDES, SWIMMERS
from escarmouche.table.shapes import disc_meets_polygon, inside, on_table, overlapping
from escarmouche.table.trig import step

ROUND: int = 16
"""In how many directions the overhang of a wide base is looked at."""
out_rule = Later("swidenth.state.out-of-action")
"""What happens to one that is put Out of action; it stands in the chapter on damage."""


def overhangs(world: World, figure: Figure, x: int, y: int, z: int) -> bool:
    """Would more than 0.5 pas of its base be over a drop that is more than a step? For a base of 1 pas that is so exactly
    when its centre is past the edge. (swidenth.fall.trigger)"""
    pieces = world.ground.pieces
    if is_drop(floor_from(pieces, x, y, z), z):
        return True
    beyond = figure.card.radius - OVERHANG
    if beyond <= 0:
        return False
    for turn in range(ROUND):
        px, py = step(x, y, turn * FULL_TURN // ROUND, beyond)
        if is_drop(floor_from(pieces, px, py, z), z):
            return True
    return False


def is_drop(floor: int, z: int) -> bool:
    """Is a level so far below another that one falls to it? (swidenth.fall.safe)"""
    return floor != NO_FLOOR and z - floor > SAFE_FALL


def risk(height: int) -> int:
    """The deadly risk of a fall: its pas, rounded half up, times three; none up to 1.5 pas. (swidenth.fall.risk,
    swidenth.fall.example)

    >>> risk(6875), risk(5000), risk(3750)
    (9, 6, 0)
    """
    return 0 if height <= SAFE_FALL else FALL_FACTOR * ((2 * height + PAS) // (2 * PAS))


def room_near(world: World, figure: Figure, x: int, y: int, z: int) -> tuple[int, int, int]:
    """The nearest free place to a spot whose floor is no higher than z, with its level. (swidenth.fall.vitality)"""
    for far in range(60):
        for turn in range(1 if far == 0 else 24):
            px, py = step(x, y, turn * 1500, far * figure.card.radius // 4)
            floor = floor_below(world.ground.pieces, px, py, z + FREE_STEP)
            if floor != NO_FLOOR and floor <= z and has_room(world, figure, px, py, floor):
                return px, py, floor
    return x, y, z


def has_room(world: World, figure: Figure, x: int, y: int, z: int) -> bool:
    """Can the base stand there: on the table, in nobody and nothing, in no water too deep for it, and not over an edge?"""
    radius = figure.card.radius
    if not on_table(x, y, radius, world.ground.width, world.ground.depth):
        return False
    for other in world.figures:
        there = other.id != figure.id and other.status == ON_TABLE and level_with(figure, z, other)
        if there and overlapping(x, y, radius, other.x, other.y, other.card.radius):
            return False
    for piece in world.ground.pieces:
        if piece.kind in SOLID and piece.height > z + FREE_STEP and piece.base < z + figure.card.height:
            if disc_meets_polygon(x, y, radius, piece.shape):
                return False
        elif piece.kind == WATER and not figure.has(SWIMMERS) and inside(piece.shape, x, y):
            return False
    return not overhangs(world, figure, x, y, z)


@rule("swidenth.fall.trigger", "swidenth.fall.safe", "swidenth.fall.risk", "swidenth.fall.example", "swidenth.fall.vitality")
def fall(world: World, id: int, floor: int) -> Script:
    """The figure falls to a level below from where it is. Up to 1.5 pas nothing happens; above, a d20 against the deadly risk
    and twice that. It ends at the foot, on the nearest free place. Returns the world."""
    why = "swidenth.fall.risk"
    figure = world.figures[id]
    height = figure.z - floor
    wet = any(piece.kind == WATER and inside(piece.shape, figure.x, figure.y) for piece in world.ground.pieces)
    twin = figure.copy()
    twin.climbing = NOWHERE
    twin.hidden = False
    twin.x, twin.y, twin.z = room_near(world, figure, figure.x, figure.y, floor)
    world = world.with_figure(twin)
    deadly = risk(height)
    if deadly == 0 or (wet and figure.has(SWIMMERS)):
        yield Tell("swidenth.fall.safe", "falls-unharmed", (id, height))
        return world
    yield Tell("swidenth.fall.trigger", "falls", (id, height, min(SIDES, deadly), min(SIDES, 2 * deadly)))
    (die,) = yield Roll(why, max(0, figure.seat), world, 1, SIDES, (), id)
    result = OUTED if die <= deadly else STUNNED if die <= 2 * deadly else 0
    while result:
        world, lowered = yield from soften(world, id, result)
        if not lowered:
            break
        result = STUNNED if result == OUTED else 0  # a fall has no push-back step: swidenth.heroism.soften-chain
    if result == OUTED:
        return (yield from out_rule()(world, id, -1))
    if result == STUNNED:
        return (yield from stunned(world, id, why))
    yield Tell(why, "unhurt", (id,))
    return world
