"""The search for the cheapest path over spots where it may bend, to a goal or off the table."""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.table.costs import GRAIN, Costs, Point, sixteenths
from escarmouche.table.shapes import LIMIT, segment_meets_disc
from escarmouche.table.trig import ONE
from escarmouche.table.waypoints import ALL_ROUND, SLACK, Body, Ground, Round, Spot, plain_spot, round_radius
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

    __slots__ = ("x0", "y0", "x1", "y1", "dx", "dy", "long", "wide", "most")

    def __init__(self, x0: i64, y0: i64, x1: i64, y1: i64, limit: i64) -> None:
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
        self.dx = x1 - x0
        self.dy = y1 - y0
        far = min(limit // GRAIN + 1, LIMIT)
        self.long = float(far) + 1.0  # more than a float is off by
        square = self.dx * self.dx + self.dy * self.dy
        self.wide: i64 = root(max(0, far * far - square)) // 2 + 2
        """No point of it is farther than this from the straight way."""
        self.most: i64 = self.wide * (root(square) + 1)

    def holds(self, x: i64, y: i64) -> bool:
        """Whether it may lead over a point."""
        dx, dy = x - self.x0, y - self.y0
        side = self.dx * dy - self.dy * dx
        if side > self.most or side < -self.most:
            return False
        square = dx * dx + dy * dy
        dx, dy = x - self.x1, y - self.y1
        return sqrt(float(square)) + sqrt(float(dx * dx + dy * dy)) <= self.long

    def pick(self, spots: list[Spot], ground: Ground, found: list[Spot]) -> None:
        """Add those spots, as fresh ones, to the ones found that it may lead over, and at which the base can stand."""
        for spot in spots:
            if self.holds(spot.x, spot.y) and ground.stands(spot.x, spot.y):
                found.append(spot.fresh())

    def pick_round(self, disc: Round, ground: Ground, found: list[Spot]) -> None:
        """The same of the spots around a disc, of which only those are made."""
        far = round_radius(disc.r + ground.r)
        mid_x, mid_y, half = disc.x, disc.y, ONE // 2
        for bend in ALL_ROUND:
            x = mid_x + ((far * bend.cosine + half) >> 20)
            y = mid_y + ((far * bend.sine + half) >> 20)
            if self.holds(x, y) and ground.stands(x, y):
                found.append(Spot(x, y, bend.before_cosine, bend.before_sine, bend.after_cosine, bend.after_sine))

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
    last: i64 = len(queue) - 1
    place = last
    while place > 0:
        above = queue[(place - 1) >> 1]
        if not leg.before(above):
            break
        queue[place] = above
        place = (place - 1) >> 1
    if place < last:
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
class Search:
    """A* over spots. The start is spot 0; spots from `first_goal` on are goals, and legs are tested only when due. A path that
    counts more than the limit is not looked for."""

    __slots__ = ("ground", "costs", "limit", "spots", "first_goal", "given", "edges", "queue")

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
        self.spots = spots + goals
        self.given: i64 = len(self.spots)
        self.edges = edges
        self.queue: list[Leg] = []

    def look_ahead(self, spot: Spot) -> None:
        """Work out a lower bound of what is left from a spot to the goal."""
        if self.edges:
            spot.ahead = min([edge_gap(self.ground, spot.x, spot.y, edge) for edge in self.edges]) * GRAIN
        elif self.first_goal == self.given:
            spot.ahead = 0
        else:
            goal = self.spots[self.first_goal]
            spot.ahead = sixteenths(goal.x - spot.x, goal.y - spot.y)

    def run(self) -> Path | None:
        """The cheapest path from the start to any goal."""
        self.spots[0].spent = 0
        at: i64 = 0
        while at >= 0:
            if at >= self.first_goal:
                return self.path_to(at)
            self.expand(at)
            at = self.next_spot()
        return None

    def spread(self, limit: int) -> None:
        """Visit every spot that can be reached at a price within the limit."""
        self.spots[0].spent = 0
        at: i64 = 0
        while at >= 0 and self.spots[at].spent <= limit:
            self.expand(at)
            at = self.next_spot()
        if at >= 0:
            self.spots[at].spent = -1

    def next_spot(self) -> i64:
        """Visit the spot that comes next and return it; -1 when there is none."""
        while self.queue:
            leg = take(self.queue)
            spot = self.spots[leg.to]
            if spot.spent < 0 and (leg.tested or self.confirm(leg)):
                spot.spent, spot.parent = leg.spent, leg.at
                return leg.to
        return -1

    def confirm(self, leg: Leg) -> bool:
        """Whether a leg taken from the queue is free at the price it was given; if dearer it is queued again."""
        a, b = self.spots[leg.at], self.spots[leg.to]
        if not self.ground.leg_free(a.x, a.y, b.x, b.y):
            return False
        if not self.costs.polygons:
            return True
        price: i64 = a.spent + self.costs.leg(a.x, a.y, b.x, b.y)
        if price > leg.spent:
            self.wait(price, leg.to, b, leg.at, True)
            return False
        return True

    def expand(self, at: i64) -> None:
        """Queue every leg that could leave a spot. To be part of a shortest path it has to be taut: at both ends it only grazes
        the outline. One that runs head-on into a corner, or out of the body behind it, is not; in doubt it is."""
        here = self.spots[at]
        x, y, spots = here.x, here.y, self.spots
        before_x, before_y, after_x, after_y = here.before_x, here.before_y, here.after_x, here.after_y
        slack: i64 = SLACK
        for to in range(1, self.first_goal):
            there = spots[to]
            if there.spent >= 0:
                continue
            dx, dy = there.x - x, there.y - y
            before = dx * before_x + dy * before_y
            after = dx * after_x + dy * after_y
            if (before > slack and after > slack) or (before < -slack and after < -slack):
                continue
            before = dx * there.before_x + dy * there.before_y
            after = dx * there.after_x + dy * there.after_y
            if (before > slack and after > slack) or (before < -slack and after < -slack):
                continue
            self.offer(at, here, to, there)
        # The goals that were given; those added on the way belong to the spot they were made for.
        for to in range(self.first_goal, self.given):
            self.offer(at, here, to, spots[to])
        for edge in self.edges:
            self.offer_edge(at, here, edge)

    def offer(self, at: i64, here: Spot, to: i64, there: Spot) -> None:
        """Queue a leg at the least it can cost."""
        self.wait(here.spent + sixteenths(there.x - here.x, there.y - here.y), to, there, at, False)

    def wait(self, spent: i64, to: i64, there: Spot, at: i64, tested: bool) -> None:
        """Queue a leg to another spot, unless every path over it counts more than the limit."""
        if there.ahead < 0:
            self.look_ahead(there)
        least = spent + there.ahead
        if least <= self.limit:
            put(self.queue, Leg(least, spent, to, at, tested))

    def offer_edge(self, at: i64, here: Spot, edge: int) -> None:
        """Queue the straight way from a spot to an edge of the table."""
        x, y = edge_point(here.x, here.y, edge_gap(self.ground, here.x, here.y, edge), edge)
        there = plain_spot(x, y)
        there.ahead = 0
        self.spots.append(there)
        self.offer(at, here, len(self.spots) - 1, there)

    def path_to(self, at: i64) -> Path:
        """The way from the start to a spot, without points that a straight leg can leave out."""
        spots: list[Spot] = []
        while at >= 0:
            spot = self.spots[at]
            spots.append(spot)
            at = spot.parent
        spots.reverse()
        return _pulled(spots, self.ground, self.costs)


def _pulled(spots: list[Spot], ground: Ground, costs: Costs) -> Path:
    """The path over these spots without those that can be left out at no cost."""
    a = spots[0]
    path: Path = [(a.x, a.y)]
    for i in range(1, len(spots) - 1):
        b, c = spots[i], spots[i + 1]
        if not ground.leg_free(a.x, a.y, c.x, c.y) or costs.leg(a.x, a.y, c.x, c.y) > costs.leg(a.x, a.y, b.x, b.y) + costs.leg(
            b.x, b.y, c.x, c.y
        ):
            path.append((b.x, b.y))
            a = b
    last = spots[-1]
    if last.x != a.x or last.y != a.y:
        path.append((last.x, last.y))
    return path
