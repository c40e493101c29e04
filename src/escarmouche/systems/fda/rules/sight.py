"""Sight: whether a line joins two bases, and how much of a figure scenery hides. (fda.shoot.line-of-sight)"""

from __future__ import annotations

from math import isqrt
from typing import Final

from escarmouche.systems.fda.model import PRONE, Figure, World
from escarmouche.systems.fda.rules.values import FOREST_DEPTH, GROUND_HEIGHT, SCREEN_DEPTH, SCREENS, WINDOW_DEPTH
from escarmouche.table.costs import stretches
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_gap_polygon, disc_meets_polygon, segment_meets_polygon, stretched, sweep_meets_polygon
from escarmouche.table.sight import LINES, clear_sight, covered_fraction
from escarmouche.table.whole import divided

NOTHING: Final = 0
PARTLY: Final = 1
MOSTLY: Final = 2
"""How much of a figure is hidden: nothing, a part of it, more than half. (fda.geometry.concealment)"""

WALLS: Final = ("wall", "building", "door", "shutter")
FOREST: Final = "forest"
WINDOW: Final = "window"
PARTS: Final = 8
SHARES: Final = ((0, 0), (8, 8), (-8, -8), (8, -8), (-8, 8), (8, 0), (-8, 0), (0, 8), (0, -8), (4, 4), (-4, -4))
"""Which lines are looked at first: eighths of the two radii, to the left and to the right of the centres."""


def top(figure: Figure) -> int:
    """The height of its head; on the ground it is but a centimetre tall. (fda.geometry.concealment)"""
    return figure.z + (GROUND_HEIGHT if figure.posture >= PRONE else figure.card.height)


def between(world: World, a: Figure, b: Figure) -> tuple[Piece, ...]:
    """The solid pieces that could be in the way of a line between two bases."""
    r = max(a.card.radius, b.card.radius) + 1
    low = min(a.z, b.z)
    return tuple(
        [
            piece
            for piece in world.ground.pieces
            if piece.blocks_sight and piece.height > low and sweep_meets_polygon(a.x, a.y, b.x, b.y, r, piece.shape)
        ]
    )


def has_line(world: World, a: Figure, b: Figure) -> bool:
    """Does a straight line join the two bases, at the height of the eyes? Scenery blocks it, figures do not; more than ten
    centimetres of forest do. (fda.shoot.line-of-sight, fda.terrain.sight, fda.terrain.doors-and-rooms)"""
    if any(piece.kind == FOREST and depth(a, b, piece) > FOREST_DEPTH for piece in world.ground.pieces):
        return False
    return joined(a, b, between(world, a, b))


def joined(a: Figure, b: Figure, pieces: tuple[Piece, ...]) -> bool:
    """Does a straight line join two bases that none of these pieces blocks?"""
    if not pieces:
        return True
    for mine, theirs in SHARES:
        if is_clear(a, b, mine, theirs, pieces):
            return True
    if any(parts(a, b, piece) for piece in pieces):
        return False
    shares = range(-PARTS, PARTS + 1)
    return any(is_clear(a, b, mine, theirs, pieces) for mine in shares for theirs in shares)


def is_clear(a: Figure, b: Figure, mine: int, theirs: int, pieces: tuple[Piece, ...]) -> bool:
    """Is the line free from one point of a base to one of another, both in eighths of the radius to the left?"""
    x0, y0 = rim(a, b, mine)
    x1, y1 = rim(b, a, -theirs)
    return clear_sight(x0, y0, top(a), x1, y1, top(b), pieces, [])


def parts(a: Figure, b: Figure, piece: Piece) -> bool:
    """Does one piece without dents lie across both outermost lines? Then it lies across all that is between them."""
    return piece.shape.convex and not is_clear(a, b, PARTS, PARTS, (piece,)) and not is_clear(a, b, -PARTS, -PARTS, (piece,))


def walled_off(world: World, a: Figure, b: Figure, near: int = -1) -> bool:
    """Is a wall, a building, a closed door or a closed shutter across every line between two figures? Pieces no farther than
    `near` from the second are let be. (fda.position.discovered-within-20, fda.scout.action)"""
    walls = [piece for piece in between(world, a, b) if piece.kind in WALLS]
    if near >= 0:
        walls = [one for one in walls if disc_gap_polygon(b.x, b.y, b.card.radius, one.shape) > near]
    return not joined(a, b, tuple(walls))


def rim(figure: Figure, other: Figure, share: int) -> tuple[int, int]:
    """A point of a base across the line to another figure: so many eighths of its radius to the left."""
    if share == 0:
        return figure.x, figure.y
    sx, sy = stretched(figure.y - other.y, other.x - figure.x, (figure.card.radius - 1) * abs(share) // PARTS)
    return (figure.x + sx, figure.y + sy) if share > 0 else (figure.x - sx, figure.y - sy)


def depth(a: Figure, b: Figure, piece: Piece) -> int:
    """How much of a piece lies on the line between the centres of two figures."""
    if not segment_meets_polygon(a.x, a.y, b.x, b.y, piece.shape):
        return 0
    length = isqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2)
    return sum([end - start for start, end in stretches(a.x, a.y, b.x, b.y, piece.shape)]) * length >> 32


def screened(viewer: Figure, target: Figure, piece: Piece) -> int:
    """What ground that is no solid body hides of a figure in it or behind it; a window only of one close behind it.
    (fda.terrain.sight)"""
    screens = SCREENS.get(piece.kind, "none")
    if screens == "none" or screens == "by-height":
        return NOTHING
    if piece.kind == WINDOW:
        close = disc_gap_polygon(target.x, target.y, target.card.radius, piece.shape) <= WINDOW_DEPTH
        return MOSTLY if close and segment_meets_polygon(viewer.x, viewer.y, target.x, target.y, piece.shape) else NOTHING
    inside = disc_meets_polygon(target.x, target.y, target.card.radius, piece.shape)
    if not inside and depth(viewer, target, piece) < SCREEN_DEPTH:
        return NOTHING
    return MOSTLY if screens == "over-half" else PARTLY


def concealment(world: World, viewer: Figure, target: Figure) -> int:
    """How much of a figure is hidden from another's eyes: NOTHING, PARTLY or MOSTLY. Screens do not add up; the best one
    counts. (fda.geometry.concealment)"""
    best = NOTHING
    for piece in world.ground.pieces:
        if piece.cover and not piece.blocks_sight:
            best = max(best, screened(viewer, target, piece))
    pieces = between(world, viewer, target)
    if best == MOSTLY or not pieces:
        return best
    hidden, of = hidden_share(viewer, target, pieces)
    # A line through the middle that only grazes an edge is hidden: it is half a line when exactly half is.
    return max(best, MOSTLY if 2 * hidden > of + of // LINES else PARTLY if hidden else NOTHING)


def hidden_share(viewer: Figure, target: Figure, pieces: tuple[Piece, ...]) -> tuple[int, int]:
    """How much of the target's outline is hidden by these pieces, as numerator and denominator. Where all of them are as tall
    as both figures, one row of lines tells as much as all rows."""
    high = max(top(viewer), top(target))
    if any(piece.height < high or piece.base > 0 for piece in pieces):
        return covered_fraction(
            viewer.x, viewer.y, top(viewer), target.x, target.y, target.card.radius, target.z, top(target), pieces, []
        )
    ux, uy = stretched(viewer.y - target.y, target.x - viewer.x, target.card.radius << 10)
    hidden = 0
    for k in range(1 - LINES, LINES, 2):
        x, y = target.x + divided(ux * k, LINES << 10), target.y + divided(uy * k, LINES << 10)
        for piece in pieces:
            if segment_meets_polygon(viewer.x, viewer.y, x, y, piece.shape):
                hidden += 1
                break
    return hidden, LINES


def unseen(world: World, viewer: Figure, target: Figure) -> bool:
    """Is the target wholly hidden from the viewer's eyes? (fda.magic.arc)"""
    if any(piece.kind == FOREST and depth(viewer, target, piece) > FOREST_DEPTH for piece in world.ground.pieces):
        return True
    pieces = between(world, viewer, target)
    if not pieces:
        return False
    hidden, of = hidden_share(viewer, target, pieces)
    return hidden >= of


def mostly_hidden(world: World, viewer: Figure, target: Figure) -> bool:
    """Is more than half of the target hidden, or all of it? (fda.position.hide-unseen-or-half)"""
    return concealment(world, viewer, target) == MOSTLY or not has_line(world, viewer, target)


def hides(world: World, viewer: Figure, target: Figure, piece: Piece) -> bool:
    """Does this one piece hide any part of the target, or does the target stand in it? (fda.scout.difficulty-table)"""
    if disc_meets_polygon(target.x, target.y, target.card.radius, piece.shape):
        return True
    if not piece.blocks_sight:
        return screened(viewer, target, piece) != NOTHING
    if piece not in between(world, viewer, target):
        return False
    hidden, _ = hidden_share(viewer, target, (piece,))
    return hidden > 0
