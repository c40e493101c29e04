"""Line of sight, cover, woods, ambush: what one figure sees of another."""

from __future__ import annotations

from typing import Final

from escarmouche.systems.sbh.model import ON_TABLE, SHORT, STEALTH, Figure, World
from escarmouche.systems.sbh.rules.conventions import contact, girth, level, near, stature
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import (
    disc_touches_polygon,
    inside,
    segment_meets_disc,
    segment_meets_polygon,
    sweep_meets_polygon,
)
from escarmouche.table.sight import clear_sight, outer_tangents

HIGH: Final[tuple[str, ...]] = ("hill", "cliff-or-structure")
"""Scenery one stands upon: it hides and covers by its height."""


def beside(world: World, piece: Piece, figure: Figure) -> bool:
    """Does its base touch the piece, or stand in it?"""
    return disc_touches_polygon(figure.x, figure.y, girth(world, figure), piece.shape)


def holds(piece: Piece, figure: Figure) -> bool:
    """Does the figure stand in the piece?"""
    return inside(piece.shape, figure.x, figure.y)


# ---------------------------------------------------------------- line of sight


def scenery_between(world: World, viewer: Figure, target: Figure) -> bool:
    """Does scenery cross the line between the two centres so that the viewer sees nothing of the target?
    (sbh.los.straight-line, sbh.cover.full)"""
    for piece in world.ground.opaque():
        if not segment_meets_polygon(viewer.x, viewer.y, target.x, target.y, piece.shape):
            continue
        if rises_between(world, piece, viewer, target, True) if piece.kind in HIGH else hides(world, piece, viewer, target):
            return True
    return False


def rises_between(world: World, piece: Piece, viewer: Figure, target: Figure, wholly: bool) -> bool:
    """Does a hill, cliff or structure that lies between the two hide the target from the viewer's eyes: `wholly`, from head to
    foot, or its feet at least? What one of them stands on hides nobody. (sbh.cover.full, sbh.cover.partial)"""
    if holds(piece, viewer) or holds(piece, target):
        return False
    eye, foot = level(world, viewer) + stature(world, viewer), level(world, target)
    seen = foot + stature(world, target) if wholly else foot
    return not clear_sight(viewer.x, viewer.y, eye, target.x, target.y, seen, (piece,), [])


def hides(world: World, piece: Piece, viewer: Figure, target: Figure) -> bool:
    """Does this piece, lying across the line, hide the target?

    A wood hides what is in it or behind it from everybody outside, and from inside one looks out freely
    (sbh.woods.outside-cannot-shoot-in, sbh.woods.diagram-a-cannot-shoot-b, sbh.woods.inside-shoots-out). Anything else
    hides nothing from a viewer that touches it (sbh.los.adjacent-exception), nor those who stand in it, nor those who
    line a low obstacle: they are in cover.
    """
    if piece.kind == "wood":
        return not holds(piece, viewer)
    if beside(world, piece, viewer) or holds(piece, target):
        return False
    return piece.kind != "obstacle" or not beside(world, piece, target)


def figure_between(world: World, viewer: Figure, target: Figure) -> bool:
    """Does another base cross the line, standing or prone? A friend in contact with the viewer does not count.
    (sbh.los.straight-line, sbh.los.adjacent-exception)"""
    for other in world.figures:
        if (
            other.status == ON_TABLE
            and other.id != viewer.id
            and other.id != target.id
            and segment_meets_disc(viewer.x, viewer.y, target.x, target.y, other.x, other.y, girth(world, other))
            and not (other.seat == viewer.seat and contact(world, viewer, other))
        ):
            return True
    return False


def sees(world: World, viewer: Figure, target: Figure) -> bool:
    """Has the viewer a line of sight to the target?"""
    return not scenery_between(world, viewer, target) and not figure_between(world, viewer, target)


def sees_leader(world: World, figure: Figure, leader: Figure) -> bool:
    """Between a fighter and its Leader only scenery blocks, figures never do.
    (sbh.special.leader-los, sbh.faq.leader-enemies-los)"""
    return not scenery_between(world, figure, leader)


# ---------------------------------------------------------------- cover


def in_cover(world: World, shooter: Figure, target: Figure) -> bool:
    """Is the target visible but partly hidden by scenery? (sbh.cover.partial)

    Scenery crosses one of the outer tangents of the two bases, or the line of the centres without hiding the target; what
    the shooter itself touches does not count (sbh.los.adjacent-exception). Two figures in one wood are in cover from each
    other (sbh.woods.both-inside, sbh.woods.diagram-b-and-d). Difficult ground is no cover from one that knows the terrain
    (sbh.campaign.upgrade.terrain-knowledge).
    """
    radius, other = girth(world, shooter), girth(world, target)
    wide = max(radius, other) + 2
    knows = world.bands[shooter.seat].surefoot == shooter.id
    lines: list[tuple[int, int, int, int]] = []
    for piece in world.ground.pieces:
        if knows and piece.difficult:
            continue
        # All three lines run inside the strip that the wider base would sweep: most pieces need no closer look.
        if not piece.cover or not sweep_meets_polygon(shooter.x, shooter.y, target.x, target.y, wide, piece.shape):
            continue
        if piece.kind == "wood" and holds(piece, target):
            return True
        if piece.kind in HIGH:
            if stands_before(world, piece, shooter, target):
                return True
            continue
        if beside(world, piece, shooter):
            continue
        if not lines:
            lines.extend(outer_tangents(shooter.x, shooter.y, radius, target.x, target.y, other))
            lines.append((shooter.x, shooter.y, target.x, target.y))
        for x0, y0, x1, y1 in lines:
            if segment_meets_polygon(x0, y0, x1, y1, piece.shape):
                return True
    return False


def stands_before(world: World, piece: Piece, shooter: Figure, target: Figure) -> bool:
    """Does a hill, cliff or structure between the two cover the target: it hides its feet, or, when it is as high as their
    eyes, one of its flanks?"""
    if holds(piece, shooter) or holds(piece, target):
        return False
    if segment_meets_polygon(shooter.x, shooter.y, target.x, target.y, piece.shape):
        return rises_between(world, piece, shooter, target, False)
    eye = min(level(world, shooter) + stature(world, shooter), level(world, target) + stature(world, target))
    if piece.height < eye:
        return False
    sides = outer_tangents(shooter.x, shooter.y, girth(world, shooter), target.x, target.y, girth(world, target))
    return any(segment_meets_polygon(x0, y0, x1, y1, piece.shape) for x0, y0, x1, y1 in sides)


def untouchable(world: World, figure: Figure) -> bool:
    """Is it a Stealth fighter in base contact with scenery that counts as cover, wherever that lies
    (sbh.special.stealth), but not on top of it? The magic cloak gives Stealth too (sbh.item.magic-cloak); either may be
    cancelled (sbh.campaign.upgrade.dirty-tricks)."""
    if figure.cancelled & STEALTH or (not figure.has(STEALTH) and figure.item != "magic-cloak"):
        return False
    return any(
        piece.cover and beside(world, piece, figure) and not (piece.kind in HIGH and holds(piece, figure))
        for piece in world.ground.pieces
    )


# ---------------------------------------------------------------- woods


def hidden_in_wood(world: World, viewer: Figure, target: Figure) -> bool:
    """Does the target stand in a wood that the viewer is not in? (sbh.woods.outside-cannot-shoot-in)"""
    return any(holds(wood, target) and not holds(wood, viewer) for wood in world.ground.woods())


def too_deep(world: World, viewer: Figure, target: Figure) -> bool:
    """Are the two in one wood and more than Short apart? (sbh.woods.both-inside)"""
    for wood in world.ground.woods():
        if holds(wood, viewer) and holds(wood, target):
            return not near(world, viewer, target, SHORT)
    return False


# ---------------------------------------------------------------- ambush


def began_hidden(world: World, figure: Figure, enemy: Figure) -> bool:
    """Did it begin its own turn completely hidden by scenery from this enemy? (sbh.ambush.definition)"""
    if world.active != figure.seat or not world.dawn:
        return False
    then, there = world.dawn[figure.id], world.dawn[enemy.id]
    return then.status == ON_TABLE and there.status == ON_TABLE and scenery_between(world, there, then)


def shoots_from_ambush(world: World, shooter: Figure, target: Figure) -> bool:
    """Did it begin the turn hidden from this enemy, and is it in hiding still? (sbh.ambush.ranged,
    sbh.woods.diagram-b-shoots-a)"""
    return began_hidden(world, shooter, target) and scenery_between(world, target, shooter)
