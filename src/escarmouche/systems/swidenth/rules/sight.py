"""Lines of sight, and how much of a figure is hidden from another. (swidenth.terrain.sight)"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import LARGE, ON_TABLE, Figure, World
from escarmouche.systems.swidenth.rules.conventions import FLAT
from escarmouche.systems.swidenth.rules.values import HIDDEN, SIGHT, SIGHT_DEPTH, WOOD_EDGE
from escarmouche.table.costs import stretches
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import (
    inside,
    segment_meets_disc,
    segment_meets_polygon,
    square_between,
    stretched,
    sweep_meets_polygon,
)
from escarmouche.table.sight import LINES, LINES_UP, clear_sight, covered_fraction
from escarmouche.table.whole import divided, root

Column = tuple[int, int, int, int, int]
ALL: Final = 100
FIRST: Final = (2 * LINES_UP - 1, LINES_UP)
"""Which of the lines to a figure are tried first: those to its head and to its middle."""
RAMPART: Final = "rampart"
"""The tag of the wall whose walk hides those on it from the ground outside. (swidenth.mission.portcullis-special)"""
RAMPART_HIDES: Final[int] = book().portcullis.hidden_percent
OPAQUE: Final = frozenset([kind for kind, how in SIGHT.items() if how == "solid"])
"""Kinds of ground that nobody sees through."""
VEILING: Final = frozenset([kind for kind, how in SIGHT.items() if how in ("depth", "standing", "bars")] + [FLAT])
"""Kinds of ground that may hide a part of somebody without standing before it; ramparts are flat obstacles."""


def column(figure: Figure) -> Column:
    """A figure as what stands in the way: its base and its height. (swidenth.stats.figure-size)"""
    return figure.x, figure.y, figure.card.radius, figure.z, figure.z + figure.card.height


def in_the_way(world: World, viewer: Figure, target: Figure) -> list[Figure]:
    """The figures on the table that may hide a part of the target from the viewer."""
    wide = target.card.radius
    found = []
    for other in world.figures:
        if other.status != ON_TABLE or other.id in (viewer.id, target.id):
            continue
        near = segment_meets_disc(viewer.x, viewer.y, target.x, target.y, other.x, other.y, other.card.radius + wide)
        if near and in_the_wedge(viewer, target, other):
            found.append(other)
    return found


def in_the_wedge(viewer: Figure, target: Figure, other: Figure) -> bool:
    """Does a base reach between the viewer's eye and the two sides of the target, seen from above?"""
    dx, dy = stretched(viewer.y - target.y, target.x - viewer.x, target.card.radius)
    eye_x: i64 = viewer.x
    eye_y: i64 = viewer.y
    x: i64 = other.x
    y: i64 = other.y
    ax: i64 = target.x + dx
    ay: i64 = target.y + dy
    bx: i64 = target.x - dx
    by: i64 = target.y - dy
    wide = other.card.radius
    if segment_meets_disc(eye_x, eye_y, ax, ay, x, y, wide) or segment_meets_disc(eye_x, eye_y, bx, by, x, y, wide):
        return True
    left = (ax - eye_x) * (y - eye_y) - (ay - eye_y) * (x - eye_x)
    right = (bx - eye_x) * (y - eye_y) - (by - eye_y) * (x - eye_x)
    return left <= 0 <= right or right <= 0 <= left


def share(
    viewer: Figure, target: Figure, pieces: tuple[Piece, ...], columns: list[Column], percent: int = ALL
) -> tuple[int, int]:
    """How much of the target these things hide from the viewer's eye, the top of his figure, in lines of so many; where a
    percentage is given they are counted until it is known whether it is more. (swidenth.shooting.line-of-sight)"""
    if not pieces and not columns:
        return 0, 1
    if any(hides_corners(viewer, target, (piece,), []) for piece in pieces if piece.shape.convex):
        return 1, 1
    eye, foot, head = viewer.z + viewer.card.height, target.z, target.z + target.card.height
    enough = percent * LINES * LINES_UP // ALL + 1 if percent < ALL else 0
    return covered_fraction(
        viewer.x, viewer.y, eye, target.x, target.y, target.card.radius, foot, head, pieces, columns, enough
    )


def hides_corners(viewer: Figure, target: Figure, pieces: tuple[Piece, ...], columns: list[Column]) -> bool:
    """Are the lines to the four corners of the target's outline blocked? One convex thing that blocks these blocks all
    between them."""
    dx, dy = stretched(viewer.y - target.y, target.x - viewer.x, target.card.radius << 10)
    eye, height = viewer.z + viewer.card.height, target.card.height
    for side in (1 - LINES, LINES - 1):
        x, y = target.x + divided(dx * side, LINES << 10), target.y + divided(dy * side, LINES << 10)
        for row in (2 * LINES_UP - 1, 1):
            z = target.z + divided(height * row, 2 * LINES_UP)
            if clear_sight(viewer.x, viewer.y, eye, x, y, z, pieces, columns):
                return False
    return True


def in_full_view(world: World, viewer: Figure, target: Figure) -> bool:
    """Is there nothing at all that could hide a part of the target?"""
    if bodies(world, viewer, target) or ground_hides(world, viewer, target):
        return False
    return target.has(LARGE) or not in_the_way(world, viewer, target)


def bodies(world: World, viewer: Figure, target: Figure) -> tuple[Piece, ...]:
    """The solid things between the two. What either stands on does not hide it from above."""
    wide = target.card.radius + 1
    found = []
    for number in world.ground.of_kinds(OPAQUE):
        piece = world.ground.pieces[number]
        if piece.height <= min(viewer.z, target.z):
            continue
        under = piece.kind == FLAT and stands_on(piece, viewer) and stands_on(piece, target)
        if not under and sweep_meets_polygon(viewer.x, viewer.y, target.x, target.y, wide, piece.shape):
            found.append(piece)
    return tuple(found)


def stands_on(piece: Piece, figure: Figure) -> bool:
    """Does the figure stand on top of the piece?"""
    return figure.z >= piece.floor > 0 and inside(piece.shape, figure.x, figure.y)


def wood_length(viewer: Figure, target: Figure, piece: Piece) -> int:
    """How far the line between the centres runs through a wood, its first pas from the viewer left out.
    (swidenth.terrain.sight)"""
    if not segment_meets_polygon(viewer.x, viewer.y, target.x, target.y, piece.shape):
        return 0
    long = root(square_between(viewer.x, viewer.y, target.x, target.y))
    total = 0
    for start, end in stretches(viewer.x, viewer.y, target.x, target.y, piece.shape):
        near, far = max(WOOD_EDGE, start * long >> 32), end * long >> 32
        total += max(0, far - near)
    return total


def ground_hides(world: World, viewer: Figure, target: Figure) -> int:
    """How much woods, rocks, bars and the parapet of a rampart hide, in per cent; ALL where a wood is too deep.
    (swidenth.terrain.sight, swidenth.mission.portcullis-special)"""
    most, woods = 0, 0
    for number in world.ground.of_kinds(VEILING):
        piece = world.ground.pieces[number]
        how = SIGHT[piece.kind]
        if how == "depth":
            through = wood_length(viewer, target, piece)
            woods += through
            if woods > SIGHT_DEPTH[piece.kind]:
                return ALL
            most = max(most, HIDDEN[piece.kind] if through else 0)
        elif how == "standing":
            if inside(piece.shape, target.x, target.y) and not inside(piece.shape, viewer.x, viewer.y):
                most = max(most, HIDDEN[piece.kind])
        elif how == "bars":
            if piece.height > min(viewer.z, target.z) and segment_meets_polygon(
                viewer.x, viewer.y, target.x, target.y, piece.shape
            ):
                most = max(most, HIDDEN[piece.kind])
        elif RAMPART in piece.tags and stands_on(piece, target) and viewer.z <= 0 and viewer.y > piece.shape.top:
            most = max(most, RAMPART_HIDES)
    return most


@final
class Looks:
    """How much of whom is hidden from whom in one world, by their ids: worlds do not change, and a shot asks again whenever
    its frame is rebuilt, for each of its outcomes when odds are counted."""

    __slots__ = ("world", "known")

    def __init__(self, world: World | None) -> None:
        self.world = world
        self.known: dict[tuple[int, int], int] = {}


_last: list[Looks] = [Looks(None)]
"""What was looked at in the world that was asked about last."""


def hidden(world: World, viewer: Figure, target: Figure) -> int:
    """How much of the target is hidden from the viewer, in per cent rounded up; ALL when it cannot be seen.
    (swidenth.shooting.cover)"""
    if world.figures[viewer.id] is not viewer or world.figures[target.id] is not target:
        return look(world, viewer, target)
    looks = _last[0]
    if looks.world is not world:
        looks = Looks(world)
        _last[0] = looks
    pair = (viewer.id, target.id)
    if pair not in looks.known:
        looks.known[pair] = look(world, viewer, target)
    return looks.known[pair]


def look(world: World, viewer: Figure, target: Figure) -> int:
    """The same, looked at anew. Figures never hide a Large target (swidenth.trait.large-target); what ground and bodies hide is
    not added up: the larger counts."""
    soft = ground_hides(world, viewer, target)
    if soft >= ALL:
        return ALL
    others = [] if target.has(LARGE) else [column(one) for one in in_the_way(world, viewer, target)]
    lines, of = share(viewer, target, bodies(world, viewer, target), others)
    if lines == of:
        return ALL
    return max(soft, min(ALL - 1, -(-ALL * lines // of)))


def hidden_beyond(world: World, viewer: Figure, target: Figure, percent: int) -> bool:
    """Is more of the target than this, at most 98 per cent, hidden from the viewer? As `hidden` says, looked at only as far as
    that takes."""
    if ground_hides(world, viewer, target) > percent:
        return True
    others = [] if target.has(LARGE) else [column(one) for one in in_the_way(world, viewer, target)]
    lines, of = share(viewer, target, bodies(world, viewer, target), others, percent)
    return ALL * lines > percent * of


def sees(world: World, viewer: Figure, target: Figure) -> bool:
    """Is the target at least partly visible? Figures see all round. One line that is free is enough.
    (swidenth.shooting.line-of-sight)"""
    if ground_hides(world, viewer, target) >= ALL:
        return False
    others = [] if target.has(LARGE) else [column(one) for one in in_the_way(world, viewer, target)]
    solid = bodies(world, viewer, target)
    eye = viewer.z + viewer.card.height
    if not solid and not others:
        return True
    for row in FIRST:
        z = target.z + divided(target.card.height * row, 2 * LINES_UP)
        if clear_sight(viewer.x, viewer.y, eye, target.x, target.y, z, solid, others):
            return True
    return hidden(world, viewer, target) < ALL  # kept, where a shot asks how much is hidden


def screened(viewer: Figure, target: Figure, other: Figure) -> bool:
    """Does one figure hide any part of the target? (swidenth.shooting.friend-in-way)"""
    eye, middle = viewer.z + viewer.card.height, target.z + target.card.height // 2
    if not clear_sight(viewer.x, viewer.y, eye, target.x, target.y, middle, (), [column(other)]):
        return True
    return screens(viewer, target, other)[0] > 0


def screens(viewer: Figure, target: Figure, other: Figure) -> tuple[int, int]:
    """How much of the target one figure hides by itself."""
    return share(viewer, target, (), [column(other)])
