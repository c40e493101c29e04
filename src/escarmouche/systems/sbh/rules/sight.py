"""Line of sight, cover, woods, ambush: what one figure sees of another."""

from __future__ import annotations

from escarmouche.systems.sbh.model import ON_TABLE, Figure, World
from escarmouche.systems.sbh.rules.conventions import contact
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_touches_polygon, inside, segment_meets_disc, segment_meets_polygon
from escarmouche.table.sight import outer_tangents


def wood_of(world: World, figure: Figure) -> int:
    """The wood it stands in, as an index among the pieces, or -1."""
    for index, piece in enumerate(world.ground.pieces):
        if piece.kind == "wood" and inside(piece.shape, figure.x, figure.y):
            return index
    return -1


def beside(piece: Piece, figure: Figure) -> bool:
    """Does its base touch the piece, or stand in it?"""
    return disc_touches_polygon(figure.x, figure.y, figure.card.radius, piece.shape)


# ---------------------------------------------------------------- line of sight


def scenery_between(world: World, viewer: Figure, target: Figure) -> bool:
    """Does scenery cross the line between the two centres so that the viewer sees nothing of the target?
    (sbh.los.straight-line, sbh.cover.full)"""
    for piece in world.ground.pieces:
        if piece.blocks_sight and segment_meets_polygon(viewer.x, viewer.y, target.x, target.y, piece.shape):
            if piece.kind == "wood":
                if wood_hides(piece, viewer):
                    return True
            elif not beside(piece, viewer) and not inside(piece.shape, target.x, target.y):
                return True
    return False


def wood_hides(wood: Piece, viewer: Figure) -> bool:
    """A wood hides what is in it or behind it from everybody outside; from inside one looks out freely.
    (sbh.woods.outside-cannot-shoot-in, sbh.woods.inside-shoots-out)"""
    return not inside(wood.shape, viewer.x, viewer.y)


def figure_between(world: World, viewer: Figure, target: Figure) -> bool:
    """Does another base cross the line? A friend in contact with the viewer does not count.
    (sbh.los.straight-line, sbh.los.adjacent-exception)"""
    for other in world.figures:
        if (
            other.status == ON_TABLE
            and other.id != viewer.id
            and other.id != target.id
            and segment_meets_disc(viewer.x, viewer.y, target.x, target.y, other.x, other.y, other.card.radius)
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

    Scenery crosses one of the outer tangents of the two bases, or is a low obstacle across the line, or the target stands
    in it; what the shooter itself touches does not count (sbh.los.adjacent-exception). Two figures in one wood are in
    cover from each other (sbh.woods.both-inside).
    """
    sides: tuple[tuple[int, int, int, int], ...] = ()
    for piece in world.ground.pieces:
        if not piece.cover:
            continue
        if piece.kind == "wood":
            if inside(piece.shape, target.x, target.y):
                return True
            if inside(piece.shape, shooter.x, shooter.y):
                continue
        elif beside(piece, shooter):
            continue
        if not sides:
            sides = outer_tangents(
                shooter.x, shooter.y, shooter.card.radius, target.x, target.y, target.card.radius
            )
        for side in sides:
            if segment_meets_polygon(side[0], side[1], side[2], side[3], piece.shape):
                return True
        if inside(piece.shape, target.x, target.y) or segment_meets_polygon(
            shooter.x, shooter.y, target.x, target.y, piece.shape
        ):
            return True
    return False


def beside_cover(world: World, figure: Figure) -> bool:
    """Is it in base contact with scenery that counts as cover? (sbh.special.stealth)"""
    return any(piece.cover and beside(piece, figure) for piece in world.ground.pieces)


# ---------------------------------------------------------------- ambush


def began_hidden(world: World, figure: Figure, enemy: Figure) -> bool:
    """Did it begin its own turn completely hidden by scenery from this enemy? (sbh.ambush.definition)"""
    if world.active != figure.seat or not world.dawn:
        return False
    then, there = world.dawn[figure.id], world.dawn[enemy.id]
    return then.status == ON_TABLE and there.status == ON_TABLE and scenery_between(world, there, then)
