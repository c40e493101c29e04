"""Straight ways: how far the ground lets a figure go, and what stops it on the way. (fda.move.straight-line,
fda.move.what-stops)"""

from __future__ import annotations

from math import isqrt
from typing import Final, final

from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import MOUNTED, NOBODY, ON_TABLE, Figure, World
from escarmouche.systems.fda.rules.conventions import is_full, touch
from escarmouche.systems.fda.rules.values import CLEAR, PER_AGILITY
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import (
    TOUCH,
    contact_point,
    disc_in_polygon,
    disc_meets_polygon,
    square_between,
    stretched,
    sweep_meets_polygon,
    towards,
)
from escarmouche.table.whole import root_up

SQUEEZE: Final = 500
"""Half a centimetre: so far a base may cut into what is in its way and still get past on a JA. (fda.move.disputes)"""
LONG: Final = 1 << 14
FREE: Final = 2
"""What rounding needs beyond mere contact."""

EDGE: Final = "edge"
WALL: Final = "wall"
LOW: Final = "low"
FRIEND: Final = "friend"
ENEMY: Final = "enemy"
FULL: Final = "full"
"""What a move runs into: the table's edge, scenery, scenery lower than the figure, a friend, an enemy, an enemy that as many as
may be engage already."""

Spot = tuple[int, int]


@final
class Snag:
    """Something in the way. `at` is the length after which the move stops before it, `beyond` the length from which it is
    behind, `who` the figure or the number of the piece; `depth` is how far the base cuts into it, to the left (above 0) or to
    the right (below 0), where that is little enough to squeeze past, else 0."""

    __slots__ = ("kind", "at", "beyond", "who", "depth")

    def __init__(self, kind: str, at: int, beyond: int = 0, who: int = NOBODY, depth: int = 0) -> None:
        self.kind = kind
        self.at = at
        self.beyond = beyond
        self.who = who
        self.depth = depth

    def doubtful(self) -> bool:
        """Can a JA get the figure past it? (fda.move.disputes, fda.obstacle.jump)"""
        return self.depth != 0 or self.kind == LOW


# ---------------------------------------------------------------- how far


def full_length(figure: Figure) -> int:
    """A move over clear ground. (fda.move.foot-clear, fda.move.mounted-clear)"""
    return CLEAR[1 if figure.card.size == MOUNTED else 0]


def rough_length(figure: Figure) -> int:
    """A move elsewhere: A, twice A mounted, but never farther than over clear ground. (fda.move.foot-other,
    fda.move.mounted-other, fda.char.agility)"""
    return min(full_length(figure), figure.values().agility * PER_AGILITY[1 if figure.card.size == MOUNTED else 0])


def spot(figure: Figure, dx: int, dy: int, length: int) -> Spot:
    """Where a figure comes to after this length in a direction."""
    sx, sy = stretched(dx, dy, length)
    return figure.x + sx, figure.y + sy


def entry(figure: Figure, dx: int, dy: int, longest: int, piece: Piece) -> int:
    """The longest move in a direction that does not overlap a piece; `longest` where none does."""
    x, y, r, shape = figure.x, figure.y, figure.card.radius, piece.shape
    to_x, to_y = stretched(dx, dy, longest)
    if not sweep_meets_polygon(x, y, x + to_x, y + to_y, r, shape):
        return longest
    near, far = 0, longest
    while far - near > 1:
        middle = (near + far) // 2
        to_x, to_y = stretched(dx, dy, middle)
        if sweep_meets_polygon(x, y, x + to_x, y + to_y, r, shape):
            far = middle
        else:
            near = middle
    return near


def reach(world: World, figure: Figure, dx: int, dy: int, full: int) -> int:
    """How far a move in a direction may lead: the worse ground limits all of it once a part of the base is in it; on top of
    something all is clear. (fda.move.mixed-terrain, fda.terrain.non-clear, fda.terrain.clear)"""
    if figure.z != 0:
        return full
    rough = min(full, rough_length(figure))
    first = full
    for piece in world.ground.pieces:
        if piece.difficult:
            if disc_meets_polygon(figure.x, figure.y, figure.card.radius, piece.shape):
                return rough
            first = min(first, entry(figure, dx, dy, full, piece))
    return full if first >= full else max(rough, first)


def fitting(world: World, figure: Figure, x: int, y: int, full: int) -> Spot:
    """The place nearest to a wished one, straight ahead, that the ground lets a move of this length come to."""
    far = reach(world, figure, x - figure.x, y - figure.y, full)
    for slack in (0, 4, 20, 100, 500):
        end = towards(figure.x, figure.y, x, y, max(0, far - slack))
        if fits(world, figure, end[0], end[1], full):
            return end
    return figure.x, figure.y


def fits(world: World, figure: Figure, x: int, y: int, full: int) -> bool:
    """Does the ground let a move of this length come there?"""
    square = square_between(figure.x, figure.y, x, y)
    rough = min(full, rough_length(figure))
    if square > full * full:
        return False
    if square <= rough * rough:
        return True
    far = reach(world, figure, x - figure.x, y - figure.y, full)
    return square <= far * far


# ---------------------------------------------------------------- what stops it


def snags(world: World, figure: Figure, dx: int, dy: int, length: int, beside: int = NOBODY) -> list[Snag]:
    """What is in the way of a move of this length in a direction, in the order in which it is met; a friend `beside` may be
    touched. Bodies hinder nobody. (fda.move.what-stops, fda.contact.no-friendly-contact)"""
    found: list[Snag] = []
    dx, dy = drawn_out(dx, dy)
    away = root_up(dx * dx + dy * dy)
    for other in world.figures:
        if other.status == ON_TABLE and other.id != figure.id and other.z == figure.z:
            snag = _base(world, figure, other, dx, dy, away, length, other.id == beside)
            if snag is not None:
                found.append(snag)
    end = spot(figure, dx, dy, length)
    for number, piece in enumerate(world.ground.pieces):
        if (
            piece.impassable
            and piece.height > figure.z
            and sweep_meets_polygon(figure.x, figure.y, end[0], end[1], figure.card.radius, piece.shape)
        ):
            found.append(_scenery(figure, number, piece, dx, dy, length))
    edge = _edge(world, figure, dx, dy)
    if edge < length:
        found.append(Snag(EDGE, edge))
    found.sort(key=lambda snag: snag.at)
    return found


def drawn_out(dx: int, dy: int) -> tuple[int, int]:
    """A direction by a vector so long that rounding its length does not tell."""
    longer = LONG // max(1, abs(dx), abs(dy))
    return (dx * longer, dy * longer) if longer > 1 else (dx, dy)


def _edge(world: World, figure: Figure, dx: int, dy: int) -> int:
    """How far it is to the edge of the table, or of what the figure stands on. (fda.move.straight-line,
    fda.obstacle.part-way)"""
    r, away = figure.card.radius, isqrt(dx * dx + dy * dy)
    if figure.z > 0 and figure.climbing != NOBODY:
        return _brink(figure, world.ground.pieces[figure.climbing], dx, dy)
    longest = world.ground.width + world.ground.depth
    if dx > 0 and may_leave(world, figure):
        dx = 0
    if dx:
        room = world.ground.width - r - figure.x if dx > 0 else figure.x - r
        longest = min(longest, max(0, room * away // abs(dx)))
    if dy:
        room = world.ground.depth - r - figure.y if dy > 0 else figure.y - r
        longest = min(longest, max(0, room * away // abs(dy)))
    return longest


def may_leave(world: World, figure: Figure) -> bool:
    """May it leave the table by the east edge: an adventurer with the statuette? (fda.scenario.statuette-end)"""
    return world.scenario == "statuette" and figure.seat == world.heroes and book().statuette.item in figure.hands


def is_off(world: World, figure: Figure) -> bool:
    """Has its base crossed the east edge? (fda.scenario.statuette-end)"""
    return figure.x + figure.card.radius > world.ground.width and may_leave(world, figure)


def _brink(figure: Figure, piece: Piece, dx: int, dy: int) -> int:
    """How far a figure goes on top of a piece before its base sticks out. (fda.obstacle.part-way)"""
    near, far = 0, piece.shape.right - piece.shape.left + piece.shape.top - piece.shape.bottom
    while far - near > 1:
        middle = (near + far) // 2
        if disc_in_polygon(*spot(figure, dx, dy, middle), figure.card.radius, piece.shape):
            near = middle
        else:
            far = middle
    return near


def _base(world: World, figure: Figure, other: Figure, dx: int, dy: int, away: int, length: int, welcome: bool) -> Snag | None:
    """Another figure in the way, or None. An enemy stops the move in contact, others stop it short of it."""
    fx, fy = other.x - figure.x, other.y - figure.y
    ahead = fx * dx + fy * dy
    near = figure.card.radius + other.card.radius
    if ahead <= 0:
        return None
    left = (dx * fy - dy * fx) // away
    side = abs(left)
    if side + FREE >= near or ahead // away - near > length:
        return None
    along = ahead // away
    if along - isqrt(near * near - side * side) > length:
        return None
    apart = near + TOUCH + FREE
    half = isqrt(apart * apart - side * side)
    depth = near - side if near - side <= SQUEEZE else 0
    beyond = along + half + FREE
    kind = FRIEND if other.seat == figure.seat else FULL if is_full(world, other) and not touch(figure, other) else ENEMY
    if kind == ENEMY or welcome:
        point = contact_point(
            figure.x, figure.y, figure.card.radius, *spot(figure, dx, dy, length), other.x, other.y, other.card.radius
        )
        at = 0 if point is None else isqrt((point[0] - figure.x) ** 2 + (point[1] - figure.y) ** 2)
        return Snag(ENEMY if kind == ENEMY else kind, at, beyond, other.id, depth if left > 0 else -depth)
    return Snag(kind, max(0, along - half - FREE), beyond, other.id, depth if left > 0 else -depth)


def _scenery(figure: Figure, number: int, piece: Piece, dx: int, dy: int, length: int) -> Snag:
    """Scenery in the way: to be squeezed past, lower than the figure, or a wall to it."""
    at = entry(figure, dx, dy, length, piece)
    shape = piece.shape
    depth = _cut(figure, piece, dx, dy, length)
    low = piece.height - figure.z < figure.card.height
    if not depth and not low:
        return Snag(WALL, at, who=number)
    far = length + shape.right - shape.left + shape.top - shape.bottom + 2 * figure.card.radius
    fx, fy = spot(figure, dx, dy, far)
    near = at
    while far - near > 1:
        middle = (near + far) // 2
        if sweep_meets_polygon(*spot(figure, dx, dy, middle), fx, fy, figure.card.radius, shape):
            near = middle
        else:
            far = middle
    middle_x, middle_y = (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2
    left = dx * (middle_y - figure.y) - dy * (middle_x - figure.x) > 0
    return Snag(LOW if low and not depth else WALL, at, far, number, depth if left else -depth)


def _cut(figure: Figure, piece: Piece, dx: int, dy: int, length: int) -> int:
    """How far the base would cut into a piece, where that is little enough to squeeze past; else 0. (fda.move.disputes)"""
    end = spot(figure, dx, dy, length)
    r = figure.card.radius
    if r <= SQUEEZE or sweep_meets_polygon(figure.x, figure.y, end[0], end[1], r - SQUEEZE, piece.shape):
        return 0
    near, far = 0, SQUEEZE
    while far - near > 1:
        middle = (near + far) // 2
        if sweep_meets_polygon(figure.x, figure.y, end[0], end[1], r - middle, piece.shape):
            near = middle
        else:
            far = middle
    return far


def has_way_past(snag: Snag, others: list[Snag], length: int) -> bool:
    """Is the move long enough to end behind a doubtful place, nothing else in the way there, a gap not narrower than half a
    centimetre too little, and the ground free on which a jump comes down? (fda.move.disputes, fda.obstacle.jump)"""
    if length < snag.beyond:
        return False
    for other in others:
        if other is not snag and other.at < snag.beyond:
            if not other.doubtful() or (snag.kind == LOW and other.beyond > snag.beyond):
                return False
            if other.beyond > snag.at and snag.depth * other.depth < 0 and abs(snag.depth) + abs(other.depth) > SQUEEZE:
                return False
    return True
