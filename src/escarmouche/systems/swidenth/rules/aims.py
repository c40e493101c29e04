"""Where a figure might go and how it would come there: to what is worth it, round what stands in the way, up ladders, over
ditches. It only proposes; `movement` judges every way."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from escarmouche.systems.swidenth.model import NOWHERE, ON_TABLE, WALL, Figure, Ground, Ladder, World
from escarmouche.systems.swidenth.rules.conventions import FULL_TURN, level_with, movement
from escarmouche.systems.swidenth.rules.goals import Point, errands, home, prey, shelters
from escarmouche.systems.swidenth.rules.ladders import ladder_spot, wall_at
from escarmouche.systems.swidenth.rules.values import CLIMBERS, COST, ENGAGED, HIGHEST, PAS
from escarmouche.systems.swidenth.rules.ways import GRAIN, ROUNDING, Steps
from escarmouche.table.paths import Obstacles, ground_of
from escarmouche.table.shapes import square_between, towards
from escarmouche.table.trig import step
from escarmouche.table.waypoints import Round
from escarmouche.table.whole import root


def steps_to(spots: list[Point]) -> Steps:
    """A path on foot through these points."""
    return tuple([("walk", x, y) for x, y in spots])


@final
@mypyc_attr(acyclic=True)
class Wish:
    """Where a figure might want to go, and the enemy there (-1: none); whoever `strays` goes that way for no goal."""

    __slots__ = ("x", "y", "enemy", "strays")

    def __init__(self, x: int, y: int, enemy: int = -1, strays: bool = False) -> None:
        self.x = x
        self.y = y
        self.enemy = enemy
        self.strays = strays


def contact_spot(figure: Figure, other: Figure) -> Point:
    """The spot beside another figure on the straight line to it."""
    gap = root(square_between(figure.x, figure.y, other.x, other.y)) - figure.card.radius - other.card.radius - 100
    return towards(figure.x, figure.y, other.x, other.y, max(0, gap))


def barring(world: World, figure: Figure) -> list[Figure]:
    """The figures that stand in the way of another: those on its level."""
    return [
        other
        for other in world.figures
        if other.status == ON_TABLE and other.id != figure.id and level_with(figure, figure.z, other)
    ]


@final
class Around:
    """What stands in the way of a figure of some side and size: those around it on its level, and the ground. Enemies are
    passed at a distance. It holds as long as these are the very same, so for a move and the run after it."""

    __slots__ = ("ground", "known", "others", "radius", "seat", "to")

    def __init__(self, ground: Ground, radius: int, seat: int, others: list[Figure]) -> None:
        self.ground = ground
        self.radius = radius
        self.seat = seat
        self.others = others
        discs: list[Round] = []
        for other in others:
            shy = other.seat != seat and not other.asleep
            discs.append(Round(other.x, other.y, other.card.radius + (ENGAGED + 2 if shy else 0)))
        self.known = Obstacles(ground_of(radius, ground.pieces, discs, ground.width, ground.depth))
        self.to: dict[int, Obstacles] = {}
        """The same for one that goes to an enemy and does not keep its distance from that one, by its id."""

    def holds(self, ground: Ground, radius: int, seat: int, others: list[Figure]) -> bool:
        """Does it hold for a figure of this side and size among these?"""
        if self.ground is not ground or self.radius != radius or self.seat != seat or len(self.others) != len(others):
            return False
        return all(self.others[place] is other for place, other in enumerate(others))

    def going_to(self, goal: int) -> Obstacles:
        """What stands in the way to an enemy (-1: to none)."""
        if goal < 0:
            return self.known
        known = self.to.get(goal)
        if known is None:
            known = self.known
            for place, other in enumerate(self.others):
                if other.id == goal:
                    known = known.with_disc(place, other.card.radius)
            self.to[goal] = known
        return known


_last: list[Around] = []
"""What was asked for last."""


def obstacles(world: World, figure: Figure) -> Around:
    """What stands in the way of a figure."""
    others, radius = barring(world, figure), figure.card.radius
    known = _last[0] if _last else None
    if known is None or not known.holds(world.ground, radius, figure.seat, others):
        known = Around(world.ground, radius, figure.seat, others)
        _last[:] = [known]
    return known


def route(world: World, figure: Figure, x: int, y: int, left: int, goal: int = -1) -> Steps:
    """A path round everything that stands in the way, as far towards a point as `left` sixteenths allow; () where there is
    none. Enemies but for the one it goes to are passed at a distance."""
    return way_round(obstacles(world, figure).going_to(goal), figure, x, y, left)


def way_round(known: Obstacles, figure: Figure, x: int, y: int, left: int) -> Steps:
    """The same where it is known what stands in the way."""
    path = known.shortest_path(figure.x, figure.y, x, y)
    if path is None:
        return ()
    end, rest = known.walk(path, left // GRAIN - 1)
    passed = path[1 : len(path) - len(rest) + 1]
    if end not in passed:
        passed.append(end)
    return steps_to(passed)


def wishes(world: World, figure: Figure) -> list[Wish]:
    """Where a figure might want to go: to enemies, on errands, to shelter, home, all round."""
    found: list[Wish] = []
    for other in prey(world, figure, 4):
        x, y = contact_spot(figure, other)
        found.append(Wish(x, y, other.id))
    for x, y in errands(world, figure):
        found.append(Wish(x, y))
    for x, y in shelters(world, figure):
        found.append(Wish(x, y))
    if figure.seat >= 0:
        x, y = home(world, figure)
        found.append(Wish(x, y))
    far = movement(figure) - 2
    for turn in range(8):
        x, y = step(figure.x, figure.y, turn * FULL_TURN // 8, far)
        found.append(Wish(x, y, strays=True))
    return found


@final
@mypyc_attr(acyclic=True)
class Slowed:
    """What is too far for a figure with so many sixteenths of movement, if every way on foot begins with a length on difficult
    ground. In doubt nothing is."""

    __slots__ = ("figure", "deep", "left", "extra")

    def __init__(self, figure: Figure, deep: i64, left: i64) -> None:
        self.figure = figure
        self.deep = deep
        self.left = left
        self.extra: i64 = COST["woods"] - 1

    def exceeds(self, length: i64, on_foot: i64) -> bool:
        """Does a way of this length, the first part of it on foot, cost more than there is?"""
        slow = min(self.deep, on_foot - ROUNDING)
        return slow > 0 and GRAIN * (length - ROUNDING + slow * self.extra) > self.left

    def all_ways(self, wish: Wish) -> bool:
        """Is every way on foot to a wish too far, or as far towards it as the movement would lead elsewhere?"""
        if self.deep == 0:
            return False
        figure = self.figure
        length: i64 = min(root(square_between(figure.x, figure.y, wish.x, wish.y)), self.left // GRAIN)
        return self.exceeds(length, length)

    def leap(self, wish: Wish) -> bool:
        """Is a run-up towards a wish with a jump at its end too far?"""
        figure = self.figure
        length: i64 = min(root(square_between(figure.x, figure.y, wish.x, wish.y)), run_up(self.left))
        return self.exceeds(2 * length, length)


def climbs(world: World, figure: Figure, left: int) -> list[Steps]:
    """The climbs that it could make now, as far as it can: up or down each ladder it is at, and for a climber the wall
    beside it where that is too high to be mounted on foot."""
    found: list[Steps] = []
    beside: list[tuple[int, Ladder]] = []
    for number, ladder in enumerate(world.ground.ladders):
        if figure.climbing not in (NOWHERE, number):
            continue
        x, y = ladder_spot(ladder, figure, figure.z)
        if figure.climbing == number or square_between(x, y, figure.x, figure.y) <= PAS * PAS // 4:
            beside.append((number, ladder))
    if figure.has(CLIMBERS) and figure.climbing in (NOWHERE, WALL):
        wall = wall_at(world, figure, figure.x, figure.y, figure.z)
        if wall is not None and (figure.climbing == WALL or wall.head - figure.z > HIGHEST):
            beside.append((WALL, wall))
    reach = left // (2 * GRAIN)
    for number, ladder in beside:
        for level in (min(ladder.head, figure.z + reach), max(ladder.foot, figure.z - reach)):
            if level != figure.z:
                found.append((("climb", number, level),))
    return found


def run_up(left: int) -> int:
    """How far one runs up to a jump at the most, with so many sixteenths of movement."""
    return min(left // GRAIN // 2 - 2, 2 * PAS + PAS // 2)


def leaps_over(figure: Figure, x: int, y: int, left: int) -> Steps:
    """A run-up straight towards a point and a jump of 2 pas at its end."""
    mid = towards(figure.x, figure.y, x, y, run_up(left))
    far = root(square_between(figure.x, figure.y, mid[0], mid[1]))
    if far < PAS // 2:
        return ()
    end = towards(mid[0], mid[1], x, y, far - 2)
    return (("walk", mid[0], mid[1]), ("jump", end[0], end[1]))
