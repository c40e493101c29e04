"""Paths of round bases: what a way costs, the shortest free way around obstacles, how far one gets, what is in reach.

A path is a list of points of the base's centre, from start to end, joined by straight legs. Impassable pieces and
discs (x, y, radius) are obstacles: a path never overlaps one, not by a hair; being tangent is allowed. A disc that
overlaps the start may be left, as `sweep_meets_disc` says; from inside an impassable piece no path leads out.

Costs: `costs[i]` says how many times a way over `pieces[i]` counts: 2 is double. 0 means that the piece leaves things as
they are. The centre of the base decides where it is; where pieces overlap the last one that has a cost counts. Along the
side of a piece the bare table counts. Without costs a way counts what it measures.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import isqrt
from typing import Final, final

from mypy_extensions import i64

from escarmouche.table.corners import cross
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, segment_meets_polygon, square_between, stretched, towards
from escarmouche.table.trig import TURN, step
from escarmouche.table.waypoints import (
    PAD,
    Body,
    Disc,
    Ground,
    Spot,
    bodies_of,
    corner_spots,
    exit_spots,
    passage_spots,
    plain_spot,
    sliver_spots,
    taut,
)
from escarmouche.table.whole import root_up

Point = tuple[int, int]
Path = list[Point]

ALL_EDGES: Final = (0, 1, 2, 3)
"""LEFT, BOTTOM, RIGHT and TOP of `shapes`."""

RAYS: Final = 72
"""In how many directions the reachable areas are probed."""

_FINE: Final = 32  # bits of the fractions of a leg
_GRAIN: Final = 16  # lengths inside a search are in sixteenths

_PARTS: Final = 8  # into which the sides of a piece with a cost are cut
_HAIR: Final = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
_SAMPLES: Final = 48  # distances tried along a ray for the area around corners


# ---------------------------------------------------------------- lengths and costs


def _length(dx: i64, dy: i64) -> int:
    """The length of a vector in sixteenths, rounded up."""
    square: int = dx * dx + dy * dy
    return root_up(square << 8)


def _entries(x0: int, y0: int, dx: int, dy: int, sides: list[int], points: Sequence[Point], lean: int) -> list[int]:
    """Where the line through point 0 enters and leaves a polygon by turns, as fractions of (dx, dy).

    `sides` says on which side of the line each corner lies; one on the line counts as left of it if `lean` is 1 and as
    right of it if `lean` is 0, as if the line were shifted by nothing.
    """
    square = dx * dx + dy * dy
    places: list[int] = []
    for i in range(len(points)):
        before, side = sides[i - 1], sides[i]
        if (before + lean > 0) != (side + lean > 0):
            along = dx * (points[i - 1][0] - x0) + dy * (points[i - 1][1] - y0)
            ahead = dx * (points[i][0] - x0) + dy * (points[i][1] - y0)
            places.append(_fraction(along * side - ahead * before, (side - before) * square))
    places.sort()
    return places


def _fraction(top: int, bottom: int) -> int:
    """top / bottom, held to 0..1, with 32 bits, rounded to the nearest."""
    if bottom < 0:
        top, bottom = -top, -bottom
    top = max(0, min(bottom, top))
    return ((top << (_FINE + 1)) + bottom) // (2 * bottom)


def _paired(places: list[int]) -> list[tuple[int, int]]:
    """Entries and exits as pairs, without the empty ones."""
    pairs = [(places[i], places[i + 1]) for i in range(0, len(places), 2)]
    return [pair for pair in pairs if pair[0] < pair[1]]


def stretches(x0: int, y0: int, x1: int, y1: int, poly: Polygon) -> list[tuple[int, int]]:
    """The parts of a segment that lie in a polygon, as pairs (from, to) of fractions of its length times 2 ** 32.

    A part that runs along a side does not lie in the polygon.

    >>> from escarmouche.table.shapes import polygon
    >>> [(a >> 29, b >> 29) for a, b in stretches(0, 0, 8, 0, polygon([(2, -1), (4, -1), (4, 1), (2, 1)]))]
    [(2, 4)]
    """
    dx, dy = x1 - x0, y1 - y0
    points = poly.points
    sides = [cross(x0, y0, x1, y1, x, y) for x, y in points]
    right = _paired(_entries(x0, y0, dx, dy, sides, points, 0))
    if 0 not in sides:
        return right
    left = _paired(_entries(x0, y0, dx, dy, sides, points, 1))
    common = [(max(a[0], b[0]), min(a[1], b[1])) for a in right for b in left]
    return [pair for pair in common if pair[0] < pair[1]]


@final
class Costs:
    """The pieces that change what a way counts, in the order in which they lie on each other."""

    __slots__ = ("polygons", "factors")

    def __init__(self, polygons: list[Polygon], factors: list[int]) -> None:
        self.polygons = polygons
        self.factors = factors

    def leg(self, x0: int, y0: int, x1: int, y1: int) -> int:
        """What a leg counts, in sixteenths."""
        length = _length(x1 - x0, y1 - y0)
        if not self.polygons or length == 0:
            return length
        left, right, bottom, top = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        parts: list[tuple[int, int, int]] = []
        for i in range(len(self.polygons)):
            poly, factor = self.polygons[i], self.factors[i]
            if poly.left > right or poly.right < left or poly.bottom > top or poly.top < bottom:
                continue
            if segment_meets_polygon(x0, y0, x1, y1, poly):
                parts += [(start, end, factor) for start, end in stretches(x0, y0, x1, y1, poly)]
        return (length * _weight(parts) + (1 << (_FINE - 1))) >> _FINE if parts else length

    def bare(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether a leg counts no more than its length."""
        return not self.polygons or self.leg(x0, y0, x1, y1) == _length(x1 - x0, y1 - y0)


def _weight(parts: list[tuple[int, int, int]]) -> int:
    """The mean factor of a leg, times 2 ** 32, from its parts (from, to, factor); later parts lie on earlier ones."""
    cuts = {0, 1 << _FINE}
    for start, end, _ in parts:
        cuts.add(start)
        cuts.add(end)
    total = 0
    ordered = sorted(cuts)
    for i in range(len(ordered) - 1):
        factor = 1
        for start, end, here in parts:
            if start <= ordered[i] and ordered[i + 1] <= end:
                factor = here
        total += (ordered[i + 1] - ordered[i]) * factor
    return total


def _costs(pieces: Sequence[Piece], costs: Sequence[int]) -> Costs:
    """Only what matters of the pieces and their costs."""
    if costs and len(costs) != len(pieces):
        raise ValueError(f"There are {len(pieces)} pieces but {len(costs)} costs: give one for each piece, or none.")
    known = [i for i in range(len(costs)) if costs[i] > 0]
    return Costs([pieces[i].shape for i in known], [costs[i] for i in known])


def path_length(path: Sequence[Point]) -> int:
    """The length of a path, rounded up.

    >>> path_length([(0, 0), (300, 400), (300, 401)])
    501
    """
    total = 0
    for i in range(1, len(path)):
        total += _length(path[i][0] - path[i - 1][0], path[i][1] - path[i - 1][1])
    return -(-total // _GRAIN)


def path_cost(path: Sequence[Point], pieces: Sequence[Piece], costs: Sequence[int]) -> int:
    """What a path counts when pieces have costs (see the top of the module), rounded up."""
    ground = _costs(pieces, costs)
    total = 0
    for i in range(1, len(path)):
        total += ground.leg(path[i - 1][0], path[i - 1][1], path[i][0], path[i][1])
    return -(-total // _GRAIN)


# ---------------------------------------------------------------- the search


def _ground(r: int, pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int) -> Ground:
    barred = [piece.shape for piece in pieces if piece.impassable]
    return Ground(r, barred, list(discs), width, depth, r)


def leg_free(
    x0: int, y0: int, x1: int, y1: int, r: int,
    pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int,
) -> bool:  # fmt: skip
    """Whether a base can move straight from one point to another: free of obstacles, and on the table at the end."""
    return _ground(r, pieces, discs, width, depth).leg_free(x0, y0, x1, y1)


def _cost_spots(costs: Costs) -> list[Spot]:
    """Where a path may bend because the ground changes: just outside the sides of pieces with a cost."""
    spots: list[Spot] = []
    for poly in costs.polygons:
        x, y = poly.points[-1]
        for to_x, to_y in poly.points:
            out_x, out_y = stretched(to_y - y, x - to_x, PAD)
            for part in range(_PARTS + 1):
                at_x, at_y = x + (to_x - x) * part // _PARTS, y + (to_y - y) * part // _PARTS
                spots.append(plain_spot(at_x + out_x, at_y + out_y))
            x, y = to_x, to_y
    return spots


@final
class Obstacles:
    """What stands in the way of one base, whichever way it goes: worked out once for all its ways."""

    __slots__ = ("ground", "changes", "bodies", "bends")

    def __init__(
        self, r: int, pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int, costs: Sequence[int] = ()
    ) -> None:
        self.ground = _ground(r, pieces, discs, width, depth)
        self.changes = _costs(pieces, costs)
        self.bodies: list[Body] = []
        self.bends: list[Spot] = []
        """Where any way may bend; like the bodies it is worked out when a way is not straight."""

    def spots(self, x0: int, y0: int, x1: int, y1: int) -> list[Spot]:
        """The start, then everything where a path from point 0 to point 1 may bend."""
        if not self.bodies:
            self.bodies = bodies_of(self.ground)
            self.bends = corner_spots(self.ground) + passage_spots(self.ground, self.bodies)
        spots = [plain_spot(x0, y0), *self.bends]
        return spots + sliver_spots(self.ground, self.bodies, x0, y0, x1, y1) + _cost_spots(self.changes)

    def free(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether the straight way is free and counts no more than its length."""
        return self.changes.bare(x0, y0, x1, y1) and self.ground.leg_free(x0, y0, x1, y1)

    def shortest_path(self, x0: int, y0: int, goal_x: int, goal_y: int) -> Path | None:
        """The shortest way from a point to a goal: see the function of that name."""
        if not self.ground.stands(goal_x, goal_y):
            return None
        if self.free(x0, y0, goal_x, goal_y):
            return [(x0, y0), (goal_x, goal_y)]
        spots = self.spots(x0, y0, goal_x, goal_y)
        return _Search(self.ground, self.changes, spots, [plain_spot(goal_x, goal_y)], ()).run()

    def walk(self, path: Sequence[Point], length: int) -> tuple[Point, Path]:
        """Go along a path for a length: see the function of that name."""
        left = length * _GRAIN
        for i in range(1, len(path)):
            a, b = path[i - 1], path[i]
            price = self.changes.leg(a[0], a[1], b[0], b[1])
            if price > left:
                at = _farthest(a[0], a[1], b[0], b[1], self.changes, left)
                ground = self.ground
                if ground.polygons or ground.discs:
                    # The table is not asked again: both ends of the leg are where they may be.
                    far = max([abs(a[0]), abs(a[1]), abs(b[0]), abs(b[1])]) + 1
                    at = _settled(a, at, b, Ground(ground.r, ground.polygons, ground.discs, far, far, -far))
                return at, [at, *path[i:]]
            left -= price
        return path[-1], [path[-1]]


def _edge_gap(ground: Ground, x: i64, y: i64, edge: int) -> int:
    """How far it is straight to an edge (never negative)."""
    near = ground.margin
    gaps = (x - near, y - near, ground.width - near - x, ground.depth - near - y)
    return max(0, gaps[edge])


def _edge_point(x: int, y: int, gap: int, edge: int) -> Point:
    """The point `gap` from another, straight towards an edge."""
    if edge & 1:
        return x, (y - gap if edge == 1 else y + gap)
    return (x - gap if edge == 0 else x + gap), y


@final
class _Search:
    """A* over spots. The start is spot 0; spots from `first_goal` on are goals, and legs are tested only when due."""

    __slots__ = ("ground", "costs", "spots", "first_goal", "given", "edges", "ahead", "parents", "spent", "queue")

    def __init__(self, ground: Ground, costs: Costs, spots: list[Spot], goals: list[Spot], edges: tuple[int, ...]) -> None:
        self.ground = ground
        self.costs = costs
        self.first_goal = len(spots)
        self.spots = spots + goals
        self.given = len(self.spots)
        self.edges = edges
        self.ahead = [self.least_ahead(spot.x, spot.y) for spot in self.spots]
        self.parents = [-1] * len(self.spots)
        self.spent = [-1] * len(self.spots)
        self.queue: list[tuple[int, int, int, int, int]] = []

    def least_ahead(self, x: i64, y: i64) -> int:
        """A lower bound of what is left to the goal."""
        if self.edges:
            return min([_edge_gap(self.ground, x, y, edge) for edge in self.edges]) * _GRAIN
        if self.first_goal == len(self.spots):
            return 0
        goal = self.spots[self.first_goal]
        return _length(goal.x - x, goal.y - y)

    def run(self) -> Path | None:
        """The cheapest path from the start to any goal."""
        self.spent[0] = 0
        at = 0
        while at >= 0:
            if at >= self.first_goal:
                return self.path_to(at)
            self.expand(at)
            at = self.next_spot()
        return None

    def spread(self, limit: int) -> None:
        """Visit every spot that can be reached at a price within the limit."""
        self.spent[0] = 0
        at = 0
        while at >= 0 and self.spent[at] <= limit:
            self.expand(at)
            at = self.next_spot()
        if at >= 0:
            self.spent[at] = -1

    def next_spot(self) -> int:
        """Visit the spot that comes next and return it; -1 when there is none."""
        while self.queue:
            _, spent, at, parent, tested = heappop(self.queue)
            if self.spent[at] < 0 and (tested or self.confirm(spent, at, parent)):
                self.spent[at], self.parents[at] = spent, parent
                return at
        return -1

    def confirm(self, spent: int, at: int, parent: int) -> bool:
        """Whether a leg taken from the queue is free at the price it was given; if dearer it is queued again."""
        a, b = self.spots[parent], self.spots[at]
        if not self.ground.leg_free(a.x, a.y, b.x, b.y):
            return False
        price = self.spent[parent] + self.costs.leg(a.x, a.y, b.x, b.y)
        if price > spent:
            heappush(self.queue, (price + self.ahead[at], price, at, parent, 1))
            return False
        return True

    def expand(self, at: int) -> None:
        """Queue every leg that could leave a spot."""
        here = self.spots[at]
        x, y = here.x, here.y
        for to in range(1, self.first_goal):
            there = self.spots[to]
            if taut(there, x, y) and taut(here, there.x, there.y) and self.spent[to] < 0:
                self.offer(at, here, to, there)
        # The goals that were given; those added on the way belong to the spot they were made for.
        for to in range(self.first_goal, self.given):
            self.offer(at, here, to, self.spots[to])
        for edge in self.edges:
            self.offer_edge(at, here, edge)

    def offer(self, at: int, here: Spot, to: int, there: Spot) -> None:
        """Queue a leg at the least it can cost."""
        spent = self.spent[at] + _length(there.x - here.x, there.y - here.y)
        heappush(self.queue, (spent + self.ahead[to], spent, to, at, 0))

    def offer_edge(self, at: int, here: Spot, edge: int) -> None:
        """Queue the straight way from a spot to an edge of the table."""
        x, y = _edge_point(here.x, here.y, _edge_gap(self.ground, here.x, here.y, edge), edge)
        self.spots.append(plain_spot(x, y))
        self.ahead.append(0)
        self.parents.append(-1)
        self.spent.append(-1)
        self.offer(at, here, len(self.spots) - 1, self.spots[-1])

    def path_to(self, at: int) -> Path:
        """The way from the start to a spot, without points that a straight leg can leave out."""
        points: Path = []
        while at >= 0:
            points.append((self.spots[at].x, self.spots[at].y))
            at = self.parents[at]
        points.reverse()
        return _pulled(points, self.ground, self.costs)


def _pulled(points: Path, ground: Ground, costs: Costs) -> Path:
    """The path without the points that can be left out at no cost."""
    kept = points[:1]
    for i in range(1, len(points) - 1):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], points[i], points[i + 1]
        detour = costs.leg(ax, ay, bx, by) + costs.leg(bx, by, cx, cy)
        if costs.leg(ax, ay, cx, cy) > detour or not ground.leg_free(ax, ay, cx, cy):
            kept.append((bx, by))
    if points[-1] != kept[-1]:
        kept.append(points[-1])
    return kept


def shortest_path(
    x0: int, y0: int, r: int, goal_x: int, goal_y: int,
    pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int, costs: Sequence[int] = (),
) -> Path | None:  # fmt: skip
    """The shortest way of a base of radius r from a point to a goal, or None where there is none.

    The base stays wholly on the table (where it starts is forgiven). Around obstacles the path is at most 2.4 % longer
    than the true shortest way plus 0.1 mm for each bend, and it finds any passage at least 0.04 mm wider than the base.
    With costs it is the cheapest path that bends only at obstacles and at the corners and eighths of the sides of
    pieces with a cost; that is good to a few per cent.
    """
    return Obstacles(r, pieces, discs, width, depth, costs).shortest_path(x0, y0, goal_x, goal_y)


def shortest_path_to_edge(
    x0: int, y0: int, r: int,
    pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int,
    edges: tuple[int, ...] = ALL_EDGES, costs: Sequence[int] = (),
) -> Path | None:  # fmt: skip
    """The shortest way of a base to one of the table's edges, or None where there is none.

    It ends where the base touches the edge. No point of the path but the start is nearer to an edge than that; a base that
    is there already has a path of one point. Between edges that are equally near straight on, the first of `edges` counts.
    """
    known = Obstacles(r, pieces, discs, width, depth, costs)
    ground = known.ground
    gap, which = min([(_edge_gap(ground, x0, y0, edges[i]), i) for i in range(len(edges))], default=(0, 0))
    if gap == 0:
        return [(x0, y0)] if edges else None
    to_x, to_y = _edge_point(x0, y0, gap, edges[which])
    if known.free(x0, y0, to_x, to_y):
        return [(x0, y0), (to_x, to_y)]
    spots = known.spots(x0, y0, x0, y0)
    return _Search(ground, known.changes, spots, exit_spots(ground, known.bodies, edges), edges).run()


# ---------------------------------------------------------------- walking


def _farthest(ax: int, ay: int, bx: int, by: int, costs: Costs, budget: int) -> Point:
    """The last point of a leg that costs no more than the budget."""
    low, high = 0, isqrt(square_between(ax, ay, bx, by)) + 1
    if not costs.polygons:  # a length is its price, and `towards` goes less than 2 short of it
        low, high = min(high, budget // _GRAIN), min(high, budget // _GRAIN + 2)
    while low < high:
        middle = (low + high + 1) // 2
        x, y = towards(ax, ay, bx, by, middle)
        if costs.leg(ax, ay, x, y) <= budget:
            low = middle
        else:
            high = middle - 1
    return towards(ax, ay, bx, by, low)


def _settled(a: Point, at: Point, b: Point, ground: Ground) -> Point:
    """A point of the leg from a to b, moved by a hair if its rounding put it into an obstacle that the leg grazes."""
    farthest = square_between(at[0], at[1], a[0], a[1])
    back = 0
    while True:
        near_x, near_y = towards(at[0], at[1], a[0], a[1], back)
        for dx, dy in _HAIR:
            x, y = near_x + dx, near_y + dy
            if (
                square_between(x, y, a[0], a[1]) <= farthest
                and ground.leg_free(a[0], a[1], x, y)
                and ground.leg_free(x, y, b[0], b[1])
            ):
                return x, y
        if (near_x, near_y) == a:
            return a
        back = 2 * back + 2


def walk(
    path: Sequence[Point], length: int,
    r: int = 0, pieces: Sequence[Piece] = (), discs: Sequence[Disc] = (), costs: Sequence[int] = (),
) -> tuple[Point, Path]:  # fmt: skip
    """Go along a path for a length (or for what it counts, with costs): the point reached and the rest of the path.

    The point is never farther than the length and less than 0.03 mm nearer. The rest begins with that point; it is
    that point alone at the end. Points between the path's own are rounded to whole numbers; give the base's radius and
    the obstacles of the path to have the point moved by that hair if need be, so that it overlaps nothing.

    >>> walk([(0, 0), (1000, 0), (1000, 1000)], 1500)
    ((1000, 500), [(1000, 500), (1000, 1000)])
    """
    return Obstacles(r, pieces, discs, 0, 0, costs).walk(path, length)


# ---------------------------------------------------------------- areas in reach


def _near(
    x: int, y: int, r: int, length: int, pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int
) -> Ground:
    """The obstacles a base could meet within a length."""
    far = length + r
    polygons = []
    for piece in pieces:
        box = piece.shape
        in_reach = box.left <= x + far and box.right >= x - far and box.bottom <= y + far and box.top >= y - far
        if piece.impassable and in_reach:
            polygons.append(box)
    close = [disc for disc in discs if abs(disc[0] - x) <= far + disc[2] and abs(disc[1] - y) <= far + disc[2]]
    return Ground(r, polygons, close, width, depth, r)


def _allows(ground: Ground, costs: Costs, x0: int, y0: int, x1: int, y1: int, budget: int) -> bool:
    """Whether a straight leg is free and within the budget."""
    cheap = _length(x1 - x0, y1 - y0) <= budget
    return cheap and ground.leg_free(x0, y0, x1, y1) and costs.leg(x0, y0, x1, y1) <= budget


def _straight_reach(ground: Ground, costs: Costs, x: int, y: int, angle: int, length: int) -> int:
    """How far a straight move on a bearing goes."""
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2 if high < length else length  # the whole length first: mostly nothing is met
        to_x, to_y = step(x, y, angle, middle)
        if _allows(ground, costs, x, y, to_x, to_y, length * _GRAIN):
            low = middle
        else:
            high = middle - 1
    return low


def reachable(
    x0: int, y0: int, r: int, length: int,
    pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int, costs: Sequence[int] = (),
) -> list[Point]:  # fmt: skip
    """The outline of where straight moves lead: the end of the longest one in each of RAYS directions.

    Each point can be reached by one straight move; between two neighbouring points the outline is only a guess. It is
    meant for a screen, not for a rule.
    """
    ground = _near(x0, y0, r, length, pieces, discs, width, depth)
    changes = _costs(pieces, costs)
    outline = []
    for i in range(RAYS):
        angle = i * TURN // RAYS
        outline.append(step(x0, y0, angle, _straight_reach(ground, changes, x0, y0, angle, length)))
    return outline


def _bent_reach(search: _Search, order: list[int], angle: int, length: int, least: int) -> int:
    """How far from the start, on a bearing, lies the farthest sampled point that some visited spot can reach."""
    start = search.spots[0]
    for sample in range(_SAMPLES, 0, -1):
        far = length * sample // _SAMPLES
        if far <= least:
            break
        x, y = step(start.x, start.y, angle, far)
        for at in order:
            spot = search.spots[at]
            if _allows(search.ground, search.costs, spot.x, spot.y, x, y, length * _GRAIN - search.spent[at]):
                return far
    return least


def reachable_around(
    x0: int, y0: int, r: int, length: int,
    pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int, costs: Sequence[int] = (),
) -> list[Point]:  # fmt: skip
    """The outline of where moves with bends lead: in each of RAYS directions the farthest place found to be in reach.

    It never lies within `reachable`. Each point can be reached by a path no longer than the length; nearer places in
    the same direction may be obstacles or hidden behind one. Farther ones are missed where they hug an obstacle, and
    else by at most a 48th of the length. It is meant for a screen, not for a rule.
    """
    known = Obstacles(r, pieces, discs, width, depth, costs)
    known.ground = ground = _near(x0, y0, r, length, pieces, discs, width, depth)
    changes = known.changes
    limit = length * _GRAIN
    spots = [spot for spot in known.spots(x0, y0, x0, y0) if _length(spot.x - x0, spot.y - y0) <= limit]
    search = _Search(ground, changes, spots, [], ())
    search.spread(limit)
    order = [at for at in range(len(search.spots)) if search.spent[at] >= 0]
    outline = []
    for i in range(RAYS):
        angle = i * TURN // RAYS
        straight = _straight_reach(ground, changes, x0, y0, angle, length)
        outline.append(step(x0, y0, angle, _bent_reach(search, order, angle, length, straight)))
    return outline
