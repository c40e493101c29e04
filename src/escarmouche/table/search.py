"""The search for the cheapest path over spots where it may bend, to a goal or off the table."""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.table.costs import GRAIN, Costs, Point, sixteenths
from escarmouche.table.shapes import LIMIT, segment_meets_disc
from escarmouche.table.waypoints import Body, Ground, Spot, plain_spot, taut
from escarmouche.table.whole import root

Path = list[Point]

ENDLESS: Final = 1 << 40
"""More than any path on a table counts."""


def edge_gap(ground: Ground, x: i64, y: i64, edge: int) -> int:
    """How far it is straight to an edge (never negative)."""
    near = ground.margin
    gaps = (x - near, y - near, ground.width - near - x, ground.depth - near - y)
    return max(0, gaps[edge])


def edge_point(x: int, y: int, gap: int, edge: int) -> Point:
    """The point `gap` from another, straight towards an edge."""
    if edge & 1:
        return x, (y - gap if edge == 1 else y + gap)
    return (x - gap if edge == 0 else x + gap), y


# ---------------------------------------------------------------- where a path may lead


@final
@mypyc_attr(acyclic=True)
class Oval:
    """Where a path from one point to another may lead that counts no more than a limit, in sixteenths: an ellipse with the two
    points in its foci. In doubt its answers are yes."""

    __slots__ = ("x0", "y0", "x1", "y1", "long", "wide", "most")

    def __init__(self, x0: i64, y0: i64, x1: i64, y1: i64, limit: i64) -> None:
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
        far = min(limit // GRAIN + 1, LIMIT)
        self.long = float(far) + 1.0  # more than a float is off by
        square = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)
        self.wide: i64 = root(max(0, far * far - square)) // 2 + 2
        """No point of it is farther than this from the straight way."""
        self.most: i64 = self.wide * (root(square) + 1)

    def pick(self, spots: list[Spot], found: list[Spot]) -> None:
        """Add those spots to the ones found that it may lead over."""
        x0, y0, x1, y1, most, long = self.x0, self.y0, self.x1, self.y1, self.most, self.long
        for spot in spots:
            dx, dy = spot.x - x0, spot.y - y0
            side = (x1 - x0) * dy - (y1 - y0) * dx
            if side <= most and side >= -most:
                to_x, to_y = x1 - spot.x, y1 - spot.y
                if sqrt(float(dx * dx + dy * dy)) + sqrt(float(to_x * to_x + to_y * to_y)) <= long:
                    found.append(spot)

    def meets(self, body: Body) -> bool:
        """Whether it may lead over spots around this body, or come upon it."""
        return segment_meets_disc(self.x0, self.y0, self.x1, self.y1, body.x, body.y, body.far + self.wide)


# ---------------------------------------------------------------- legs that wait


@final
@mypyc_attr(acyclic=True)
class Leg:
    """A leg that waits for its turn: the least that a path over it counts, what the path counts up to its end, the spots
    between which it leads, and whether it was found free. Compared as a tuple of these; compiled, tuples are slow."""

    __slots__ = ("least", "spent", "to", "at", "tested")

    def __init__(self, least: i64, spent: i64, to: i64, at: i64, tested: bool) -> None:
        self.least = least
        self.spent = spent
        self.to = to
        self.at = at
        self.tested = tested

    def before(self, other: Leg) -> bool:
        """Is it its turn first?"""
        if self.least != other.least:
            return self.least < other.least
        if self.spent != other.spent:
            return self.spent < other.spent
        if self.to != other.to:
            return self.to < other.to
        if self.at != other.at:
            return self.at < other.at
        return other.tested and not self.tested


def put(queue: list[Leg], leg: Leg) -> None:
    """Add a leg to a queue, which is a binary heap."""
    queue.append(leg)
    place: i64 = len(queue) - 1
    while place > 0:
        above = queue[(place - 1) >> 1]
        if not leg.before(above):
            break
        queue[place] = above
        place = (place - 1) >> 1
    queue[place] = leg


def take(queue: list[Leg]) -> Leg:
    """Take out the leg whose turn it is."""
    last = queue.pop()
    count: i64 = len(queue)
    if count == 0:
        return last
    first = queue[0]
    place: i64 = 0
    below: i64 = 1
    while below < count:
        if below + 1 < count and queue[below + 1].before(queue[below]):
            below += 1
        if not queue[below].before(last):
            break
        queue[place] = queue[below]
        place = below
        below = 2 * place + 1
    queue[place] = last
    return first


# ---------------------------------------------------------------- the search


@final
@mypyc_attr(acyclic=True)
class Stop:
    """A spot as a search knows it: what is left from it at the least (-1 until that is asked for), what the path counts up to
    it and the number of the stop before it (-1 until it is visited)."""

    __slots__ = ("spot", "ahead", "spent", "parent")

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.ahead: i64 = -1
        self.spent: i64 = -1
        self.parent: i64 = -1


@final
@mypyc_attr(acyclic=True)
class Search:
    """A* over spots. The start is spot 0; spots from `first_goal` on are goals, and legs are tested only when due. A path that
    counts more than the limit is not looked for."""

    __slots__ = ("ground", "costs", "limit", "stops", "first_goal", "given", "edges", "queue")

    def __init__(
        self,
        ground: Ground,
        costs: Costs,
        spots: list[Spot],
        goals: list[Spot],
        edges: tuple[int, ...],
        limit: i64 = ENDLESS,
    ) -> None:
        self.ground = ground
        self.costs = costs
        self.limit = limit
        self.first_goal: i64 = len(spots)
        self.stops = [Stop(spot) for spot in spots]
        self.stops += [Stop(goal) for goal in goals]
        self.given: i64 = len(self.stops)
        self.edges = edges
        self.queue: list[Leg] = []

    def least_ahead(self, stop: Stop) -> i64:
        """A lower bound of what is left from a spot to the goal."""
        if stop.ahead < 0:
            spot = stop.spot
            if self.edges:
                stop.ahead = min([edge_gap(self.ground, spot.x, spot.y, edge) for edge in self.edges]) * GRAIN
            elif self.first_goal == self.given:
                stop.ahead = 0
            else:
                goal = self.stops[self.first_goal].spot
                stop.ahead = sixteenths(goal.x - spot.x, goal.y - spot.y)
        return stop.ahead

    def run(self) -> Path | None:
        """The cheapest path from the start to any goal."""
        self.stops[0].spent = 0
        at: i64 = 0
        while at >= 0:
            if at >= self.first_goal:
                return self.path_to(at)
            self.expand(at)
            at = self.next_spot()
        return None

    def spread(self, limit: int) -> None:
        """Visit every spot that can be reached at a price within the limit."""
        self.stops[0].spent = 0
        at: i64 = 0
        while at >= 0 and self.stops[at].spent <= limit:
            self.expand(at)
            at = self.next_spot()
        if at >= 0:
            self.stops[at].spent = -1

    def next_spot(self) -> i64:
        """Visit the spot that comes next and return it; -1 when there is none."""
        while self.queue:
            leg = take(self.queue)
            stop = self.stops[leg.to]
            if stop.spent < 0 and (leg.tested or self.confirm(leg)):
                stop.spent, stop.parent = leg.spent, leg.at
                return leg.to
        return -1

    def confirm(self, leg: Leg) -> bool:
        """Whether a leg taken from the queue is free at the price it was given; if dearer it is queued again."""
        before, stop = self.stops[leg.at], self.stops[leg.to]
        a, b = before.spot, stop.spot
        if not self.ground.leg_free(a.x, a.y, b.x, b.y):
            return False
        if not self.costs.polygons:
            return True
        price: i64 = before.spent + self.costs.leg(a.x, a.y, b.x, b.y)
        if price > leg.spent:
            self.wait(price, leg.to, stop, leg.at, True)
            return False
        return True

    def expand(self, at: i64) -> None:
        """Queue every leg that could leave a spot."""
        stop = self.stops[at]
        here = stop.spot
        x, y = here.x, here.y
        stops = self.stops
        for to in range(1, self.first_goal):
            other = stops[to]
            if other.spent < 0:
                there = other.spot
                if taut(there, x, y) and taut(here, there.x, there.y):
                    self.offer(at, stop, to, other)
        # The goals that were given; those added on the way belong to the spot they were made for.
        for to in range(self.first_goal, self.given):
            self.offer(at, stop, to, stops[to])
        for edge in self.edges:
            self.offer_edge(at, stop, edge)

    def offer(self, at: i64, stop: Stop, to: i64, other: Stop) -> None:
        """Queue a leg at the least it can cost."""
        here, there = stop.spot, other.spot
        self.wait(stop.spent + sixteenths(there.x - here.x, there.y - here.y), to, other, at, False)

    def wait(self, spent: i64, to: i64, other: Stop, at: i64, tested: bool) -> None:
        """Queue a leg to another stop, unless every path over it counts more than the limit."""
        least = spent + self.least_ahead(other)
        if least <= self.limit:
            put(self.queue, Leg(least, spent, to, at, tested))

    def offer_edge(self, at: i64, stop: Stop, edge: int) -> None:
        """Queue the straight way from a spot to an edge of the table."""
        here = stop.spot
        x, y = edge_point(here.x, here.y, edge_gap(self.ground, here.x, here.y, edge), edge)
        other = Stop(plain_spot(x, y))
        other.ahead = 0
        self.stops.append(other)
        self.offer(at, stop, len(self.stops) - 1, other)

    def path_to(self, at: i64) -> Path:
        """The way from the start to a spot, without points that a straight leg can leave out."""
        points: Path = []
        while at >= 0:
            stop = self.stops[at]
            points.append((stop.spot.x, stop.spot.y))
            at = stop.parent
        points.reverse()
        return _pulled(points, self.ground, self.costs)


def _pulled(points: Path, ground: Ground, costs: Costs) -> Path:
    """The path without the points that can be left out at no cost."""
    kept = points[:1]
    for i in range(1, len(points) - 1):
        ax, ay = kept[-1]
        bx, by = points[i]
        cx, cy = points[i + 1]
        if not ground.leg_free(ax, ay, cx, cy) or costs.leg(ax, ay, cx, cy) > costs.leg(ax, ay, bx, by) + costs.leg(
            bx, by, cx, cy
        ):
            kept.append((bx, by))
    if points[-1] != kept[-1]:
        kept.append(points[-1])
    return kept
