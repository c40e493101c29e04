"""Paths of round bases: the shortest free way around obstacles, how far one gets, what is in reach.

A path is a list of points of the base's centre, from start to end, joined by straight legs. Impassable pieces and
discs (x, y, radius) are obstacles: a path never overlaps one, not by a hair; being tangent is allowed. A disc that
overlaps the start may be left, as `sweep_meets_disc` says; from inside an impassable piece no path leads out.

Costs are those of `costs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.table.costs import FREE, GRAIN, Costs, Point, costs_of, sixteenths
from escarmouche.table.costs import path_cost as path_cost
from escarmouche.table.costs import path_length as path_length
from escarmouche.table.costs import stretches as stretches
from escarmouche.table.pieces import Piece
from escarmouche.table.search import ENDLESS, Oval, Path, Search, edge_gap, edge_point
from escarmouche.table.shapes import square_between, stretched, towards
from escarmouche.table.trig import TURN, step
from escarmouche.table.waypoints import (
    PAD,
    Body,
    Ground,
    Round,
    Spot,
    bodies_of,
    disc_body,
    exit_spots,
    ground_among,
    passage_spots,
    plain_spot,
    sliver_spots,
)
from escarmouche.table.whole import root

ALL_EDGES: Final = (0, 1, 2, 3)
"""LEFT, BOTTOM, RIGHT and TOP of `shapes`."""

RAYS: Final = 72
"""In how many directions the reachable areas are probed."""

Disc = tuple[int, int, int]
"""A disc that stands in the way: x, y, radius."""

_LONGER: Final[tuple[int, ...]] = (32, 8, 1)
"""A way round is first looked for where it is at most a 32nd longer than it must be, then an eighth, then twice as long, then
everywhere: most are found among the few obstacles near the straight way."""
_FEW: Final = 8
"""Among more obstacles than these, those far from a spot are left out before it is asked whether a base can stand there."""
_PARTS: Final = 8  # into which the sides of a piece with a cost are cut
_HAIR: Final[tuple[Point, ...]] = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
_SAMPLES: Final = 48  # distances tried along a ray for the area around corners


# ---------------------------------------------------------------- the search


def _ground(r: int, pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int) -> Ground:
    return ground_of(r, pieces, [Round(disc[0], disc[1], disc[2]) for disc in discs], width, depth)


def ground_of(r: int, pieces: Sequence[Piece], discs: list[Round], width: int, depth: int) -> Ground:
    """What stands in the way of a base on a table: the impassable ones of these pieces, and discs."""
    return Ground(r, [piece.shape for piece in pieces if piece.impassable], discs, width, depth, r)


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
@mypyc_attr(acyclic=True)
class Obstacles:
    """What stands in the way of one base, whichever way it goes: worked out once for all its ways."""

    __slots__ = ("ground", "changes", "bodies", "passages", "like", "place")

    def __init__(self, ground: Ground, changes: Costs = FREE) -> None:
        self.ground = ground
        self.changes = changes
        self.bodies: list[Body] = []
        self.passages: list[Spot] = []
        """Where ways may bend in narrow passages; like the bodies it is worked out when a way is not straight."""
        self.like: Obstacles | None = None
        self.place = -1
        """The obstacles from which these differ by one disc, and its place among the discs."""

    def with_disc(self, place: int, r: int) -> Obstacles:
        """The same with another radius of one disc: what is known of the others is known of them there too."""
        twin = Obstacles(self.ground.with_disc(place, r), self.changes)
        twin.like, twin.place = self, place
        return twin

    def look(self) -> None:
        """Work out what is asked of every way that is not straight."""
        if self.bodies:
            return
        if self.like is None:
            self.bodies = bodies_of(self.ground)
        else:
            self.like.look()
            self.bodies = self.like.bodies.copy()
            self.bodies[self.place] = disc_body(self.ground.discs[self.place], self.ground.r)
        self.passages = passage_spots(self.ground, self.bodies)

    def spots(self, x0: int, y0: int, x1: int, y1: int, limit: int = ENDLESS) -> list[Spot]:
        """The start, then everything where a path from point 0 to point 1 may bend that counts no more than the limit."""
        oval = Oval(x0, y0, x1, y1, limit)
        return self.spots_in(oval, self.met(oval), self.ground)

    def met(self, oval: Oval) -> list[Body]:
        """The obstacles that a way in an ellipse may come upon."""
        self.look()
        return [body for body in self.bodies if oval.meets(body)]

    def spots_in(self, oval: Oval, bodies: list[Body], ground: Ground) -> list[Spot]:
        """The start of a way in an ellipse, then everything there where it may bend. These bodies are in it, and the ground has
        all that a base may overlap there."""
        spots = [plain_spot(oval.x0, oval.y0)]
        crowded = len(bodies) > _FEW
        for body in bodies:
            x, y, far = body.x, body.y, body.far
            near = ground.around(x - far, y - far, x + far, y + far) if crowded else ground
            if body.disc is not None:
                oval.pick_round(body.disc, near, spots)
            elif body.shape is not None:
                oval.pick(body.corners(ground.r), near, spots)
        oval.pick(self.passages, ground, spots)
        oval.pick(sliver_spots(bodies, oval.x0, oval.y0, oval.x1, oval.y1), ground, spots)
        spots += [spot for spot in _cost_spots(self.changes) if oval.holds(spot.x, spot.y)]
        return spots

    def free(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether the straight way is free and counts no more than its length."""
        return self.changes.bare(x0, y0, x1, y1) and self.ground.leg_free(x0, y0, x1, y1)

    def shortest_path(self, x0: int, y0: int, goal_x: int, goal_y: int) -> Path | None:
        """The shortest way from a point to a goal: see the function of that name."""
        if not self.ground.stands(goal_x, goal_y):
            return None
        if self.free(x0, y0, goal_x, goal_y):
            return [(x0, y0), (goal_x, goal_y)]
        least = int(self.ground.least_way(x0, y0, goal_x, goal_y)) * GRAIN
        for part in _LONGER:
            path = self.path_within(x0, y0, goal_x, goal_y, least + least // part)
            if path is not None:
                return path
        return self.path_within(x0, y0, goal_x, goal_y, ENDLESS)

    def path_within(self, x0: int, y0: int, goal_x: int, goal_y: int, limit: int) -> Path | None:
        """The shortest way if it counts no more than a limit, in sixteenths; None if it does, or where there is none."""
        oval = Oval(x0, y0, goal_x, goal_y, limit)
        bodies = self.met(oval)
        ground = ground_among(self.ground, bodies)
        return Search(ground, self.changes, self.spots_in(oval, bodies, ground), [plain_spot(goal_x, goal_y)], (), limit).run()

    def walk(self, path: Path, length: int) -> tuple[Point, Path]:
        """Go along a path for a length: see the function of that name."""
        left = length * GRAIN
        for i in range(1, len(path)):
            ax, ay = path[i - 1]
            bx, by = path[i]
            price = self.changes.leg(ax, ay, bx, by)
            if price > left:
                at = _farthest(ax, ay, bx, by, self.changes, left)
                if self.ground.polygons or self.ground.discs:
                    at = _settled(ax, ay, at[0], at[1], bx, by, self.ground)
                return at, [at, *path[i:]]
            left -= price
        return path[-1], [path[-1]]


def obstacles_of(
    r: int, pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int, costs: Sequence[int] = ()
) -> Obstacles:
    """What stands in the way of a base of radius r."""
    return Obstacles(_ground(r, pieces, discs, width, depth), costs_of(pieces, costs))


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
    return obstacles_of(r, pieces, discs, width, depth, costs).shortest_path(x0, y0, goal_x, goal_y)


def shortest_path_to_edge(
    x0: int, y0: int, r: int,
    pieces: Sequence[Piece], discs: Sequence[Disc], width: int, depth: int,
    edges: tuple[int, ...] = ALL_EDGES, costs: Sequence[int] = (),
) -> Path | None:  # fmt: skip
    """The shortest way of a base to one of the table's edges, or None where there is none.

    It ends where the base touches the edge. No point of the path but the start is nearer to an edge than that; a base that
    is there already has a path of one point. Between edges that are equally near straight on, the first of `edges` counts.
    """
    known = obstacles_of(r, pieces, discs, width, depth, costs)
    ground = known.ground
    gap, which = min([(edge_gap(ground, x0, y0, edges[i]), i) for i in range(len(edges))], default=(0, 0))
    if gap == 0:
        return [(x0, y0)] if edges else None
    to_x, to_y = edge_point(x0, y0, gap, edges[which])
    if known.free(x0, y0, to_x, to_y):
        return [(x0, y0), (to_x, to_y)]
    spots = known.spots(x0, y0, x0, y0)
    return Search(ground, known.changes, spots, exit_spots(ground, known.bodies, edges), edges).run()


# ---------------------------------------------------------------- walking


def _farthest(ax: int, ay: int, bx: int, by: int, costs: Costs, budget: int) -> Point:
    """The last point of a leg that costs no more than the budget."""
    low, high = 0, root(square_between(ax, ay, bx, by)) + 1
    if not costs.polygons:  # a length is its price, and `towards` goes less than 2 short of it
        low, high = min(high, budget // GRAIN), min(high, budget // GRAIN + 2)
    while low < high:
        middle = (low + high + 1) // 2
        x, y = towards(ax, ay, bx, by, middle)
        if costs.leg(ax, ay, x, y) <= budget:
            low = middle
        else:
            high = middle - 1
    return towards(ax, ay, bx, by, low)


def _settled(ax: i64, ay: i64, at_x: i64, at_y: i64, bx: i64, by: i64, ground: Ground) -> Point:
    """A point of the leg from a to b, moved by a hair if its rounding put it into an obstacle that the leg grazes. The table is
    not asked: both ends of the leg are where they may be."""
    farthest = square_between(at_x, at_y, ax, ay)
    back = 0
    near_x, near_y = at_x, at_y
    while True:
        for dx, dy in _HAIR:
            x, y = near_x + dx, near_y + dy
            if square_between(x, y, ax, ay) <= farthest and ground.leg_clear(ax, ay, x, y) and ground.leg_clear(x, y, bx, by):
                return x, y
        if near_x == ax and near_y == ay:
            return ax, ay
        back = 2 * back + 2
        near_x, near_y = towards(at_x, at_y, ax, ay, back)


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
    return obstacles_of(r, pieces, discs, 0, 0, costs).walk(list(path), length)


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
    close = []
    for at_x, at_y, wide in discs:
        if abs(at_x - x) <= far + wide and abs(at_y - y) <= far + wide:
            close.append(Round(at_x, at_y, wide))
    return Ground(r, polygons, close, width, depth, r)


def _allows(ground: Ground, costs: Costs, x0: int, y0: int, x1: int, y1: int, budget: int) -> bool:
    """Whether a straight leg is free and within the budget."""
    cheap = sixteenths(x1 - x0, y1 - y0) <= budget
    return cheap and ground.leg_free(x0, y0, x1, y1) and costs.leg(x0, y0, x1, y1) <= budget


def _straight_reach(ground: Ground, costs: Costs, x: int, y: int, angle: int, length: int) -> int:
    """How far a straight move on a bearing goes."""
    low, high = 0, length
    while low < high:
        middle = (low + high + 1) // 2 if high < length else length  # the whole length first: mostly nothing is met
        to_x, to_y = step(x, y, angle, middle)
        if _allows(ground, costs, x, y, to_x, to_y, length * GRAIN):
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
    changes = costs_of(pieces, costs)
    outline = []
    for i in range(RAYS):
        angle = i * TURN // RAYS
        outline.append(step(x0, y0, angle, _straight_reach(ground, changes, x0, y0, angle, length)))
    return outline


def _bent_reach(search: Search, order: list[int], angle: int, length: int, least: int) -> int:
    """How far from the start, on a bearing, lies the farthest sampled point that some visited spot can reach."""
    start = search.spots[0]
    for sample in range(_SAMPLES, 0, -1):
        far = length * sample // _SAMPLES
        if far <= least:
            break
        x, y = step(start.x, start.y, angle, far)
        for at in order:
            spot = search.spots[at]
            if _allows(search.ground, search.costs, spot.x, spot.y, x, y, length * GRAIN - spot.spent):
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
    known = obstacles_of(r, pieces, discs, width, depth, costs)
    known.ground = ground = _near(x0, y0, r, length, pieces, discs, width, depth)
    changes = known.changes
    limit = length * GRAIN
    spots = [spot for spot in known.spots(x0, y0, x0, y0) if sixteenths(spot.x - x0, spot.y - y0) <= limit]
    search = Search(ground, changes, spots, [], ())
    search.spread(limit)
    order = [at for at in range(len(search.spots)) if search.spots[at].spent >= 0]
    outline = []
    for i in range(RAYS):
        angle = i * TURN // RAYS
        straight = _straight_reach(ground, changes, x0, y0, angle, length)
        outline.append(step(x0, y0, angle, _bent_reach(search, order, angle, length, straight)))
    return outline
