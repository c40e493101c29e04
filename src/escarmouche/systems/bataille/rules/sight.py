"""Lines of fire: what blocks them, and what is a cover on them."""

from __future__ import annotations

from math import isqrt
from typing import Final

from escarmouche.core.effects import Roll, Script, Tell
from escarmouche.systems.bataille.model import ON_TABLE, Figure, World
from escarmouche.systems.bataille.rules.core import crosses
from escarmouche.systems.bataille.rules.scenarios import KING_TAG
from escarmouche.systems.bataille.rules.values import COVER_PASSED, UNDER, WOODS_MOST
from escarmouche.table.paths import stretches
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_touches_polygon, inside, segment_meets_disc, segment_meets_polygon, square_between

WOOD: Final = "wood"
HILL: Final = "hill"
Cover = tuple[int, int]
"""How far along the line a cover begins, and the figure or gun that it is; -1 for scenery."""


def walled_off(world: World, ax: int, ay: int, bx: int, by: int) -> bool:
    """Is there something between that nobody sees through: a building, a cliff, a wall of fire?
    (bataille.spell.wall-of-fire-sight)"""
    for piece in world.ground.pieces:
        if piece.blocks_sight and crosses(ax, ay, bx, by, piece.shape):
            return True
    return any(crosses(ax, ay, bx, by, fire.shape) for fire in world.fires)


def over_hill(piece: Piece, ax: int, ay: int, bx: int, by: int) -> bool:
    """Does a hill hide the two from each other, neither standing on it? (bataille.shoot.line-of-sight-2d)"""
    if piece.kind != HILL or KING_TAG in piece.tags or not crosses(ax, ay, bx, by, piece.shape):
        return False
    return not inside(piece.shape, ax, ay) and not inside(piece.shape, bx, by)


def wood_between(world: World, ax: int, ay: int, bx: int, by: int) -> int:
    """The length of wood on a line, all woods together. (bataille.shoot.woods-detail)"""
    total = 0
    for piece in world.ground.pieces:
        if piece.kind == WOOD and segment_meets_polygon(ax, ay, bx, by, piece.shape):
            total += sum([end - start for start, end in stretches(ax, ay, bx, by, piece.shape)])
    return total * isqrt(square_between(ax, ay, bx, by) << 8) >> 36 if total else 0


def sees(world: World, ax: int, ay: int, bx: int, by: int) -> bool:
    """Is the line between two centres free? (bataille.shoot.line-of-sight, bataille.shoot.woods)"""
    if walled_off(world, ax, ay, bx, by) or any(over_hill(piece, ax, ay, bx, by) for piece in world.ground.pieces):
        return False
    return wood_between(world, ax, ay, bx, by) <= WOODS_MOST


def covers(world: World, shooter: Figure, bx: int, by: int, target: int) -> list[Cover]:
    """Everything on the line of fire to a place that may stop a shot, nearest to the shooter first: figures, guns, and scenery
    that covers; each piece counts once. (bataille.cover.definition, bataille.cover.which-count, bataille.cover.order)"""
    ax, ay = shooter.x, shooter.y
    far = isqrt(square_between(ax, ay, bx, by))
    found: list[Cover] = []
    for piece in world.ground.pieces:
        if piece.cover and segment_meets_polygon(ax, ay, bx, by, piece.shape):
            parts = stretches(ax, ay, bx, by, piece.shape)
            if parts and not (world.on("own-cover-ignored") and at_hand(shooter, piece)):
                found.append((min([start for start, _ in parts]) * far >> 32, -1))
    for one in world.figures:
        between = one.status == ON_TABLE and one.id != shooter.id and one.id != target
        if between and segment_meets_disc(ax, ay, bx, by, one.x, one.y, one.card.radius):
            found.append((entry(ax, ay, bx, by, one), one.id))
    found.sort()
    return found


def at_hand(shooter: Figure, piece: Piece) -> bool:
    """Does the shooter touch the scenery, or stand in the wood?"""
    return disc_touches_polygon(shooter.x, shooter.y, shooter.card.radius, piece.shape)


def entry(ax: int, ay: int, bx: int, by: int, other: Figure) -> int:
    """How far along a line it enters a base."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along: int = dx * (other.x - ax) + dy * (other.y - ay)
    side: int = dx * (other.y - ay) - dy * (other.x - ax)  # its square may outgrow a machine word
    radius = other.card.radius
    half = isqrt(max(0, radius * radius - side * side // square))
    return max(0, along // isqrt(square) - half)


def past_cover(world: World, shooter: Figure, way: list[Cover], target: int) -> Script:
    """A die for each cover of a shot on target: 1 to 3 it passes, else it strikes that cover. Returns whom it strikes (-1 where
    it is lost) and whom it passed. (bataille.cover.roll, bataille.cover.after-hit-roll, bataille.cover.figure-hit)"""
    passing: list[int] = []
    for _, cover in way:
        passed = yield Roll("bataille.cover.roll", shooter.seat, world, 1, 6, UNDER[COVER_PASSED], shooter.id, -COVER_PASSED)
        if not passed:
            if cover >= 0 and not world.figures[cover].is_gun():
                yield Tell("bataille.cover.figure-hit", "cover-struck", (shooter.id, cover))
                return cover, passing
            yield Tell("bataille.cover.scenery-hit", "shot-lost", (shooter.id,))
            return -1, passing
        passing.append(cover)
    return target, passing
