"""Where a path around obstacles may bend: the corners of the obstacles, pushed out by the radius of the moving base.

Around a disc or a corner the centre of a base may follow an arc. Paths are made of straight legs, so each arc is
replaced by legs that touch it from outside, 30 degrees at a time: a spot lies at most 3.6 % of the arc's radius (and
0.03 mm) farther out than the arc itself. Between that ring of spots and the arc there is a sliver in which a base may
stand but from which it might not see the ring; a base in contact stands there, and so does one that squeezes through
a passage hardly wider than itself. For these places extra spots are made, square to the sliver.

Spots only propose; whether a leg is free is always decided exactly, by `Ground.leg_free`.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.table.shapes import (
    Polygon,
    cross,
    disc_meets_polygon,
    overlapping,
    stretched,
    sweep_meets_disc,
    sweep_meets_polygon,
)
from escarmouche.table.trig import ONE, TURN, angle_of, sincos
from escarmouche.table.whole import root, root_up

Wall = tuple[int, int, int, int, int]  # from x, y to x, y, and the distance the centre keeps from it

PAD: Final = 3
"""How far spots keep off beyond need: more than the rounding of two spots can take back from the leg between them."""

_ARC: Final = 3000  # the turn taken at one spot, in centidegrees
_SECANT: Final = ONE * ONE // sincos(_ARC // 2)[1] + 1  # 1 / cos(15 degrees), scaled by ONE, rounded up
SLACK: Final = 32 * ONE
"""How far off a tangent a leg may be before it is dropped as useless, in the units of normals."""


@final
@mypyc_attr(acyclic=True)
class Spot:
    """A point where a path may bend. At a corner the two normals of the outline that meet there are kept; elsewhere they are 0,
    and every leg there is taut (see `Search.expand`).

    The rest is what one search knows of it, to which it belongs: what is left from it at the least (-1 until that is asked
    for), what the path counts up to it and the number of the spot before it (-1 until it is visited)."""

    __slots__ = ("x", "y", "before_x", "before_y", "after_x", "after_y", "ahead", "spent", "parent")

    def __init__(self, x: i64, y: i64, before_x: i64, before_y: i64, after_x: i64, after_y: i64) -> None:
        self.x = x
        self.y = y
        self.before_x = before_x
        self.before_y = before_y
        self.after_x = after_x
        self.after_y = after_y
        self.ahead: i64 = -1
        self.spent: i64 = -1
        self.parent: i64 = -1

    def fresh(self) -> Spot:
        """The same point for another search."""
        return Spot(self.x, self.y, self.before_x, self.before_y, self.after_x, self.after_y)


def plain_spot(x: i64, y: i64) -> Spot:
    """A spot that is no corner: the start, the goal, a place in a narrow passage."""
    return Spot(x, y, 0, 0, 0, 0)


@final
@mypyc_attr(acyclic=True)
class Round:
    """A disc that stands in the way."""

    __slots__ = ("x", "y", "r")

    def __init__(self, x: i64, y: i64, r: i64) -> None:
        self.x = x
        self.y = y
        self.r = r


@final
@mypyc_attr(acyclic=True)
class Arc:
    """A circle that the centre of a base may have to follow, and the ring farther out on which its spots lie."""

    __slots__ = ("x", "y", "r", "ring")

    def __init__(self, x: i64, y: i64, r: i64, ring: i64) -> None:
        self.x = x
        self.y = y
        self.r = r
        self.ring = ring


@final
@mypyc_attr(acyclic=True)
class Ground:
    """What stands in the way of a base of radius `r` on a table: impassable polygons, discs, and the table's edge.

    The centre of the base has to stay `margin` away from the table's edges; only where it starts is forgiven.
    """

    __slots__ = ("r", "polygons", "discs", "width", "depth", "margin")

    def __init__(self, r: i64, polygons: list[Polygon], discs: list[Round], width: i64, depth: i64, margin: i64) -> None:
        self.r = r
        self.polygons = polygons
        self.discs = discs
        self.width = width
        self.depth = depth
        self.margin = margin

    def holds(self, x: i64, y: i64) -> bool:
        """Whether a centre is far enough from the table's edges."""
        near = self.margin
        return near <= x <= self.width - near and near <= y <= self.depth - near

    def around(self, left: i64, bottom: i64, right: i64, top: i64) -> Ground:
        """The same ground with only what a base whose centre is in this box could overlap."""
        r = self.r
        discs: list[Round] = []
        for disc in self.discs:
            wide = disc.r + r
            if left - wide < disc.x < right + wide and bottom - wide < disc.y < top + wide:
                discs.append(disc)
        polygons: list[Polygon] = []
        for poly in self.polygons:
            if poly.left - r <= right and poly.right + r >= left and poly.bottom - r <= top and poly.top + r >= bottom:
                polygons.append(poly)
        return Ground(r, polygons, discs, self.width, self.depth, self.margin)

    def with_disc(self, place: int, r: int) -> Ground:
        """The same ground with another radius of one disc."""
        discs = list(self.discs)
        discs[place] = Round(discs[place].x, discs[place].y, r)
        return Ground(self.r, self.polygons, discs, self.width, self.depth, self.margin)

    def stands(self, x: i64, y: i64) -> bool:
        """Whether the base can stand at a place: on the table and overlapping nothing."""
        if not self.holds(x, y):
            return False
        r = self.r
        for disc in self.discs:
            if overlapping(x, y, r, disc.x, disc.y, disc.r):
                return False
        return not any(disc_meets_polygon(x, y, r, poly) for poly in self.polygons)

    def least_way(self, x0: i64, y0: i64, x1: i64, y1: i64) -> float:
        """No way from one point to another is shorter than this: a disc that bars the straight one, and in which neither point
        lies, is passed on one side or on the other."""
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        straight = sqrt(float(square))
        least = straight
        for disc in self.discs:
            fx, fy, near = disc.x - x0, disc.y - y0, disc.r + self.r
            along = dx * fx + dy * fy
            if along <= 0 or along >= square or fx * fx + fy * fy < near * near:
                continue
            off = float(near) - abs(float(dx * fy - dy * fx)) / straight
            if off > 0.0:
                to = float(along) / straight
                rest = straight - to
                least = max(least, sqrt(to * to + off * off) + sqrt(rest * rest + off * off))
        return least

    def leg_free(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """Whether the base can move straight from one point to another."""
        return self.holds(x1, y1) and self.leg_clear(x0, y0, x1, y1)

    def leg_clear(self, x0: i64, y0: i64, x1: i64, y1: i64) -> bool:
        """The same, whether or not that ends on the table."""
        r = self.r
        left, right = min(x0, x1) - r, max(x0, x1) + r
        bottom, top = min(y0, y1) - r, max(y0, y1) + r
        for disc in self.discs:
            x, y, wide = disc.x, disc.y, disc.r
            if x + wide <= left or x - wide >= right or y + wide <= bottom or y - wide >= top:
                continue
            if sweep_meets_disc(x0, y0, x1, y1, r, x, y, wide):
                return False
        return not any(sweep_meets_polygon(x0, y0, x1, y1, r, poly) for poly in self.polygons)


# ---------------------------------------------------------------- corners


def _ring_radius(arc: i64) -> i64:
    """How far from the middle of an arc its spots lie."""
    return (arc * _SECANT >> 20) + 1 + PAD


@final
@mypyc_attr(acyclic=True)
class Bend:
    """The sine and cosine of a spot's bearing, of the normal before it, and of the one after it."""

    __slots__ = ("sine", "cosine", "before_sine", "before_cosine", "after_sine", "after_cosine")

    def __init__(
        self, sine: i64, cosine: i64, before_sine: i64, before_cosine: i64, after_sine: i64, after_cosine: i64
    ) -> None:
        self.sine = sine
        self.cosine = cosine
        self.before_sine = before_sine
        self.before_cosine = before_cosine
        self.after_sine = after_sine
        self.after_cosine = after_cosine


def _bends(start: int, turn: int) -> list[Bend]:
    """How a path bends around the part of an arc that begins at the angle `start` and turns by `turn`."""
    count = max(1, -(-turn // _ARC))
    half = turn // (2 * count) + 1
    bends: list[Bend] = []
    for i in range(count):
        angle = start + (2 * i + 1) * turn // (2 * count)
        sine, cosine = sincos(angle)
        before_sine, before_cosine = sincos(angle - half)
        after_sine, after_cosine = sincos(angle + half)
        bends.append(Bend(sine, cosine, before_sine, before_cosine, after_sine, after_cosine))
    return bends


def _arc_spots(x: i64, y: i64, arc: i64, start: int, turn: int) -> list[Spot]:
    """Spots around the part of an arc that begins at the angle `start` and turns by `turn`."""
    bends = ALL_ROUND if turn == TURN and start == 0 else _bends(start, turn)
    half = turn // (2 * len(bends)) + 1
    far: i64 = (arc * ONE // sincos(half)[1]) + 1 + PAD
    spots = []
    for bend in bends:
        at_x: i64 = x + ((far * bend.cosine + ONE // 2) >> 20)
        at_y: i64 = y + ((far * bend.sine + ONE // 2) >> 20)
        spots.append(Spot(at_x, at_y, bend.before_cosine, bend.before_sine, bend.after_cosine, bend.after_sine))
    return spots


ALL_ROUND: Final = _bends(0, TURN)
"""How a path bends around a whole disc."""
_ROUND_COSINE: Final = sincos(TURN // (2 * len(ALL_ROUND)) + 1)[1]


def round_radius(arc: i64) -> i64:
    """How far from the middle of a whole disc the spots around it lie."""
    return (arc * ONE // _ROUND_COSINE) + 1 + PAD


def _polygon_spots(poly: Polygon, r: int) -> list[Spot]:
    """Spots around the corners that stick out."""
    spots: list[Spot] = []
    points = poly.points
    before_x, before_y = points[-2]
    x, y = points[-1]
    for after_x, after_y in points:
        if cross(before_x, before_y, x, y, after_x, after_y) > 0:
            start = angle_of(y - before_y, before_x - x)
            turn = (angle_of(after_y - y, x - after_x) - start) % TURN
            spots += _arc_spots(x, y, r, start, turn)
        before_x, before_y, x, y = x, y, after_x, after_y
    return spots


@final
@mypyc_attr(acyclic=True)
class Body:
    """One obstacle: the arcs and walls the centre of the base may have to follow, the box around their rings, and a disc
    (`x`, `y`, `far`) in which all spots around it lie, and all places where the base would overlap it."""

    __slots__ = ("arcs", "walls", "left", "bottom", "right", "top", "x", "y", "far", "disc", "shape", "bends")

    def __init__(
        self,
        arcs: list[Arc],
        walls: list[Wall],
        left: i64,
        bottom: i64,
        right: i64,
        top: i64,
        far: i64,
        disc: Round | None,
        shape: Polygon | None,
    ) -> None:
        self.arcs = arcs
        self.walls = walls
        self.left = left
        self.bottom = bottom
        self.right = right
        self.top = top
        self.x = (left + right) // 2
        self.y = (bottom + top) // 2
        self.far = far
        self.disc = disc
        self.shape = shape
        """The disc or the polygon that it is; the table's edge is neither."""
        self.bends: list[Spot] | None = None
        """The spots around a polygon, once they have been asked for."""

    def corners(self, r: int) -> list[Spot]:
        """The spots around a polygon, whatever else is there."""
        if self.bends is None:
            self.bends = [] if self.shape is None else _polygon_spots(self.shape, r)
        return self.bends

    def near(self, other: Body) -> bool:
        """Whether the boxes meet."""
        return (
            self.left <= other.right and other.left <= self.right
            and self.bottom <= other.top and other.bottom <= self.top
        )  # fmt: skip

    def holds(self, x: i64, y: i64) -> bool:
        """Whether a point lies in the box."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def inside(self, left: i64, bottom: i64, right: i64, top: i64) -> bool:
        """Whether the box lies in another one, clear of its sides."""
        return left < self.left and bottom < self.bottom and self.right < right and self.top < top


def _farthest_spot(arc: i64) -> i64:
    """A distance from the middle of an arc beyond which no spot around it lies."""
    return arc + arc // 16 + 2 * PAD


def disc_body(disc: Round, r: i64) -> Body:
    """A disc as an obstacle of a base of radius r."""
    x, y, arc = disc.x, disc.y, disc.r + r
    ring = _ring_radius(arc)
    return Body([Arc(x, y, arc, ring)], [], x - ring, y - ring, x + ring, y + ring, _farthest_spot(arc), disc, None)


def _polygon_body(poly: Polygon, r: int) -> Body:
    ring = _ring_radius(r)
    arcs: list[Arc] = []
    walls: list[Wall] = []
    before_x, before_y = poly.points[-2]
    x, y = poly.points[-1]
    for after_x, after_y in poly.points:
        if cross(before_x, before_y, x, y, after_x, after_y) > 0:
            arcs.append(Arc(x, y, r, ring))
        walls.append((x, y, after_x, after_y, r))
        before_x, before_y, x, y = x, y, after_x, after_y
    half = root_up((poly.right - poly.left) ** 2 + (poly.top - poly.bottom) ** 2) // 2 + 2
    left, bottom, right, top = poly.left - ring, poly.bottom - ring, poly.right + ring, poly.top + ring
    return Body(arcs, walls, left, bottom, right, top, half + _farthest_spot(r), None, poly)


def _table_body(width: int, depth: int, clear: int) -> Body:
    walls: list[Wall] = [
        (0, 0, width, 0, clear), (width, 0, width, depth, clear),
        (width, depth, 0, depth, clear), (0, depth, 0, 0, clear),
    ]  # fmt: skip
    return Body([], walls, 0, 0, width, depth, width + depth, None, None)


def bodies_of(ground: Ground) -> list[Body]:
    """All obstacles; the table's edge is the last."""
    r = ground.r
    bodies = [disc_body(disc, r) for disc in ground.discs]
    bodies += [_polygon_body(poly, r) for poly in ground.polygons]
    bodies.append(_table_body(ground.width, ground.depth, ground.margin))
    return bodies


def ground_among(ground: Ground, bodies: list[Body]) -> Ground:
    """The same ground with only these of its obstacles."""
    polygons: list[Polygon] = []
    discs: list[Round] = []
    for body in bodies:
        if body.disc is not None:
            discs.append(body.disc)
        elif body.shape is not None:
            polygons.append(body.shape)
    return Ground(ground.r, polygons, discs, ground.width, ground.depth, ground.margin)


# ---------------------------------------------------------------- slivers


def _beside(x: i64, y: i64, arc: Arc) -> list[Spot]:
    """For a point in the sliver of an arc: spots square to it, out on the arc's ring and, in case those are taken,
    a half and a quarter as far."""
    dx: i64 = x - arc.x
    dy: i64 = y - arc.y
    ring: i64 = arc.ring
    square = dx * dx + dy * dy
    if square >= ring * ring or square == 0:
        return []
    out_x, out_y = stretched(dx, dy, 2)
    side_x, side_y = stretched(-dy, dx, root(ring * ring - square) + 1)
    spots: list[Spot] = []
    for part in (1, 2, 4):
        spots.append(plain_spot(x + out_x + side_x // part, y + out_y + side_y // part))
        spots.append(plain_spot(x + out_x - side_x // part, y + out_y - side_y // part))
    return spots


def _along(x0: int, y0: int, x1: int, y1: int, arc: Arc) -> list[Spot]:
    """For two points in the sliver of one arc: spots that lead from the one to the other along it."""
    if not (overlapping(x0, y0, 0, arc.x, arc.y, arc.ring) and overlapping(x1, y1, 0, arc.x, arc.y, arc.ring)):
        return []
    start = angle_of(x0 - arc.x, y0 - arc.y)
    turn = (angle_of(x1 - arc.x, y1 - arc.y) - start) % TURN
    if turn > TURN // 2:
        start, turn = start + turn, TURN - turn
    return _arc_spots(arc.x, arc.y, arc.r, start, turn)


def sliver_spots(bodies: list[Body], x0: int, y0: int, x1: int, y1: int) -> list[Spot]:
    """The extra spots for a base that starts or ends (or both) close to something, whether or not it can stand there."""
    spots: list[Spot] = []
    for body in bodies:
        if body.holds(x0, y0) or body.holds(x1, y1):
            for arc in body.arcs:
                spots += _beside(x0, y0, arc) + _beside(x1, y1, arc) + _along(x0, y0, x1, y1, arc)
    return spots


def _between_arcs(a: Arc, b: Arc, spots: list[Spot]) -> None:
    """Add the spots in the passage between two arcs, when it is open but too narrow for their rings."""
    dx: i64 = b.x - a.x
    dy: i64 = b.y - a.y
    far: i64 = a.ring + b.ring
    square = dx * dx + dy * dy
    near: i64 = a.r + b.r
    if square < near * near or square > far * far:
        return
    mid_x, mid_y = stretched(dx, dy, a.r + (root(square) - near) // 2)
    mid_x, mid_y = a.x + mid_x, a.y + mid_y
    spots += _beside(mid_x, mid_y, a) + _beside(mid_x, mid_y, b)


def _beside_wall(arc: Arc, wall: Wall, spots: list[Spot]) -> None:
    """Add the spots in the passage between an arc and a wall, when it is open but too narrow for the arc's ring."""
    x0: i64 = wall[0]
    y0: i64 = wall[1]
    x1: i64 = wall[2]
    y1: i64 = wall[3]
    clear: i64 = wall[4]
    far: i64 = arc.ring + clear + PAD
    x: i64 = arc.x
    y: i64 = arc.y
    if (x0 - x > far and x1 - x > far) or (x - x0 > far and x - x1 > far):
        return
    if (y0 - y > far and y1 - y > far) or (y - y0 > far and y - y1 > far):
        return
    dx = x1 - x0
    dy = y1 - y0
    square = dx * dx + dy * dy
    along = (x - x0) * dx + (y - y0) * dy
    if along <= 0 or along >= square:
        return
    side = dx * (y - y0) - dy * (x - x0)
    apart: i64 = (side if side > 0 else -side) // root_up(square)
    near = arc.r + clear
    if apart < near or apart > far:
        return
    to_x, to_y = (dy, -dx) if side > 0 else (-dy, dx)
    mid_x, mid_y = stretched(to_x, to_y, arc.r + (apart - near) // 2)
    spots += _beside(x + mid_x, y + mid_y, arc)


def _facing(a: Body, b: Body, spots: list[Spot]) -> None:
    """Add the spots in the narrow passages between the arcs of one body and the walls of another."""
    if b.walls:
        for arc in a.arcs:
            for wall in b.walls:
                _beside_wall(arc, wall, spots)


def _between(a: Body, b: Body, spots: list[Spot]) -> None:
    """Add the spots in the narrow passages between two bodies, or within one."""
    for arc in a.arcs:
        for other in b.arcs:
            _between_arcs(arc, other, spots)
    _facing(a, b, spots)
    if a is not b:
        _facing(b, a, spots)


def passage_spots(ground: Ground, bodies: list[Body]) -> list[Spot]:
    """The extra spots in passages hardly wider than the base (at least 0.04 mm wider), whether or not it can stand there."""
    spots: list[Spot] = []
    edge = bodies[-1]
    many: i64 = len(bodies) - 1
    for i in range(many):
        a = bodies[i]
        for j in range(i):
            b = bodies[j]
            if a.near(b):
                _between(a, b, spots)
        if a.walls:
            _between(a, a, spots)
    clear = ground.margin + PAD
    for body in bodies:
        if not body.inside(clear, clear, ground.width - clear, ground.depth - clear):
            _facing(body, edge, spots)
    return spots


# ---------------------------------------------------------------- ways off the table


def _crossing(x0: int, y0: int, x1: int, y1: int, line: int) -> int | None:
    """The y at which the segment passes the vertical line x = `line`, if it does."""
    if (x0 < line) == (x1 < line) or x0 == x1:
        return None
    return y0 + (y1 - y0) * (line - x0) // (x1 - x0)


def _outlines(bodies: list[Body]) -> list[tuple[int, int, int, int]]:
    """The straight parts of all pushed-out outlines."""
    parts: list[tuple[int, int, int, int]] = []
    for body in bodies[:-1]:
        for arc in body.arcs:
            ring = _arc_spots(arc.x, arc.y, arc.r, 0, TURN)
            parts += [(ring[i - 1].x, ring[i - 1].y, ring[i].x, ring[i].y) for i in range(len(ring))]
        for x0, y0, x1, y1, clear in body.walls:
            out_x, out_y = stretched(y1 - y0, x0 - x1, clear + PAD + 2)
            parts.append((x0 + out_x, y0 + out_y, x1 + out_x, y1 + out_y))
    return parts


def exit_spots(ground: Ground, bodies: list[Body], edges: tuple[int, ...]) -> list[Spot]:
    """Where the outline of an obstacle passes one of these edges: a fleeing base may slip out along it."""
    low = ground.margin
    right, top = ground.width - low, ground.depth - low
    spots: list[Spot] = []
    for x0, y0, x1, y1 in _outlines(bodies):
        for edge in edges:
            if edge & 1:
                line = low if edge == 1 else top
                found = _crossing(y0, x0, y1, x1, line)
                if found is not None:
                    spots.append(plain_spot(found, line))
            else:
                line = low if edge == 0 else right
                found = _crossing(x0, y0, x1, y1, line)
                if found is not None:
                    spots.append(plain_spot(line, found))
    return [spot for spot in spots if ground.stands(spot.x, spot.y)]
