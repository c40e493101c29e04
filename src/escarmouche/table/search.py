"""The search for the cheapest path over spots where it may bend, to a goal or off the table."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from escarmouche.table.costs import GRAIN, Costs, Point, sixteenths
from escarmouche.table.waypoints import Ground, Spot, plain_spot, taut

Path = list[Point]


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


# ---------------------------------------------------------------- legs that wait


@final
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
class Search:
    """A* over spots. The start is spot 0; spots from `first_goal` on are goals, and legs are tested only when due."""

    __slots__ = ("ground", "costs", "spots", "first_goal", "given", "edges", "ahead", "parents", "spent", "queue")

    def __init__(self, ground: Ground, costs: Costs, spots: list[Spot], goals: list[Spot], edges: tuple[int, ...]) -> None:
        self.ground = ground
        self.costs = costs
        self.first_goal: i64 = len(spots)
        self.spots = spots + goals
        self.given: i64 = len(self.spots)
        self.edges = edges
        self.ahead = [-1] * len(self.spots)
        """What is left from each spot at the least, once it has been asked for; -1 before."""
        self.parents = [-1] * len(self.spots)
        self.spent = [-1] * len(self.spots)
        self.queue: list[Leg] = []

    def least_ahead(self, at: i64) -> i64:
        """A lower bound of what is left from a spot to the goal."""
        known: i64 = self.ahead[at]
        if known < 0:
            spot = self.spots[at]
            if self.edges:
                known = min([edge_gap(self.ground, spot.x, spot.y, edge) for edge in self.edges]) * GRAIN
            elif self.first_goal == self.given:
                known = 0
            else:
                goal = self.spots[self.first_goal]
                known = sixteenths(goal.x - spot.x, goal.y - spot.y)
            self.ahead[at] = known
        return known

    def run(self) -> Path | None:
        """The cheapest path from the start to any goal."""
        self.spent[0] = 0
        at: i64 = 0
        while at >= 0:
            if at >= self.first_goal:
                return self.path_to(at)
            self.expand(at)
            at = self.next_spot()
        return None

    def spread(self, limit: int) -> None:
        """Visit every spot that can be reached at a price within the limit."""
        self.spent[0] = 0
        at: i64 = 0
        while at >= 0 and self.spent[at] <= limit:
            self.expand(at)
            at = self.next_spot()
        if at >= 0:
            self.spent[at] = -1

    def next_spot(self) -> i64:
        """Visit the spot that comes next and return it; -1 when there is none."""
        while self.queue:
            leg = take(self.queue)
            if self.spent[leg.to] < 0 and (leg.tested or self.confirm(leg)):
                self.spent[leg.to], self.parents[leg.to] = leg.spent, leg.at
                return leg.to
        return -1

    def confirm(self, leg: Leg) -> bool:
        """Whether a leg taken from the queue is free at the price it was given; if dearer it is queued again."""
        a, b = self.spots[leg.at], self.spots[leg.to]
        if not self.ground.leg_free(a.x, a.y, b.x, b.y):
            return False
        if not self.costs.polygons:
            return True
        price: i64 = self.spent[leg.at] + self.costs.leg(a.x, a.y, b.x, b.y)
        if price > leg.spent:
            put(self.queue, Leg(price + self.least_ahead(leg.to), price, leg.to, leg.at, True))
            return False
        return True

    def expand(self, at: i64) -> None:
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

    def offer(self, at: i64, here: Spot, to: i64, there: Spot) -> None:
        """Queue a leg at the least it can cost."""
        spent: i64 = self.spent[at] + sixteenths(there.x - here.x, there.y - here.y)
        put(self.queue, Leg(spent + self.least_ahead(to), spent, to, at, False))

    def offer_edge(self, at: i64, here: Spot, edge: int) -> None:
        """Queue the straight way from a spot to an edge of the table."""
        x, y = edge_point(here.x, here.y, edge_gap(self.ground, here.x, here.y, edge), edge)
        self.spots.append(plain_spot(x, y))
        self.ahead.append(0)
        self.parents.append(-1)
        self.spent.append(-1)
        self.offer(at, here, len(self.spots) - 1, self.spots[-1])

    def path_to(self, at: i64) -> Path:
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
        if not ground.leg_free(ax, ay, cx, cy) or costs.leg(ax, ay, cx, cy) > costs.leg(ax, ay, bx, by) + costs.leg(
            bx, by, cx, cy
        ):
            kept.append((bx, by))
    if points[-1] != kept[-1]:
        kept.append(points[-1])
    return kept
