"""Ways: what a path costs, where it leads, and why it cannot be gone. (swidenth.movement.path)

A path is a tuple of steps: ("walk", x, y) straight to a point, ("jump", x, y) through the air, ("climb", ladder, z) along a
ladder or rope by its number (WALL for the bare wall) to a level. Movement is counted in sixteenths of a table unit.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.swidenth.model import NOWHERE, ON_TABLE, WALL, Figure, Ladder, World
from escarmouche.systems.swidenth.rules.conventions import (
    FLAT,
    GATE,
    NO_FLOOR,
    RELIEF,
    SHEER,
    SOLID,
    VOID,
    WATER,
    engages_at,
    floor_below,
    floor_from,
    foes,
    level_with,
    nearest_point,
)
from escarmouche.systems.swidenth.rules.falls import is_drop, overhangs
from escarmouche.systems.swidenth.rules.ladders import FINE, ladder_spot, wall_at
from escarmouche.systems.swidenth.rules.values import (
    CLIMBERS,
    COST,
    DIFFICULT,
    ENGAGED,
    FREE_STEP,
    HIGHEST,
    IGNORED_BY,
    LADDER_ROOM,
    LEVELS,
    LONGEST_JUMP,
    NO_CLIMBERS,
    PAS,
    REACH,
    STANDING_JUMP,
    SWIMMERS,
)
from escarmouche.table.costs import GRAIN as GRAIN
from escarmouche.table.costs import Costs, sixteenths, stretches
from escarmouche.table.shapes import (
    Polygon,
    depth_in_polygon,
    disc_meets_polygon,
    inside,
    on_table,
    segment_meets_disc,
    segment_meets_polygon,
    sweep_meets_disc,
    sweep_meets_polygon,
)
from escarmouche.table.trig import angle_of

ALIGNED: Final = 50
"""A jump is in line with its run-up when their bearings differ by no more than this, half a degree: points are whole
numbers."""
MOST_STEPS: Final = 24
FARTHEST: Final = 1 << 24
"""Farther off nothing is, whatever an answer says."""
ROUNDING: Final = 100
"""No way is a millimetre shorter than meant because its points are whole numbers."""
Spot = tuple[int, int, int]
Steps = tuple[tuple[str, int, int], ...]


@final
@mypyc_attr(acyclic=True)
class Way:
    """A path as judged: why it cannot be gone (None when it can), what it costs, the spots it leads through with their
    levels, what the figure hangs on at its end, the level it falls to (NO_FLOOR: it does not), and how many of its spots are
    jumps and climbs."""

    __slots__ = ("refused", "cost", "spots", "bearing", "run", "counted", "climbing", "floor", "jumps", "climbs")

    def __init__(self, spots: list[Spot], bearing: int, run: int, climbing: int) -> None:
        self.refused: Refusal | None = None
        self.cost = 0
        self.spots = spots
        self.bearing = bearing
        self.run = run
        self.counted = 1
        """The straight stretch on foot up to so many of the spots; `straight` tells it up to the last."""
        self.climbing = climbing
        self.floor = NO_FLOOR
        self.jumps = 0
        self.climbs = 0

    def end(self) -> Spot:
        """Where it ends."""
        return self.spots[-1]

    def straight(self) -> tuple[int, int]:
        """The straight stretch on foot that it ends with: its bearing and its length in sixteenths."""
        bearing, run = self.bearing, self.run
        for place in range(self.counted, len(self.spots)):
            x, y, _ = self.spots[place - 1]
            to_x, to_y, _ = self.spots[place]
            dx, dy = to_x - x, to_y - y
            if dx or dy:
                length, turned = sixteenths(dx, dy), angle_of(dx, dy)
                run = run + length if run > 0 and aligned(turned, bearing) else length
                bearing = turned
        return bearing, run

    def leap(self, x: int, y: int, z: int) -> None:
        """It goes on to a spot, but not on foot: the straight stretch is over."""
        self.bearing, self.run = self.straight()[0], 0
        self.spots.append((x, y, z))
        self.counted = len(self.spots)


@final
@mypyc_attr(acyclic=True)
class Walker:
    """One figure on its way: it takes step after step and notes what each costs, and may begin again with another path. Where
    it is known how far its paths lead at most, only what is within that reach is looked at."""

    __slots__ = (
        "world", "figure", "bearing", "run", "standing", "start", "others", "held", "slow", "relief", "way", "met", "over",
    )  # fmt: skip

    def __init__(
        self, world: World, figure: Figure, bearing: int, run: int, standing: bool = False, reach: int = FARTHEST
    ) -> None:
        self.world = world
        self.figure = figure
        self.bearing = bearing
        self.run = run
        self.standing = standing
        """A standing jump: it needs no run-up. (swidenth.jump.standing)"""
        self.start: list[Spot] = [(figure.x, figure.y, figure.z)]
        self.others = around(world, figure, reach)
        self.held = foes(world, figure)
        rough: list[Polygon] = []
        self.relief: list[int] = []
        ground, far = world.ground, reach + figure.card.radius
        for number in ground.of_kinds(RELIEF):
            if within_box(ground.pieces[number].shape, figure.x, figure.y, far):
                self.relief.append(number)
        for number in ground.of_kinds(DIFFICULT):
            piece = ground.pieces[number]
            if within_box(piece.shape, figure.x, figure.y, far) and not figure.has(IGNORED_BY[piece.kind]):
                rough.append(piece.shape)
        self.slow = Costs(rough, [COST["woods"]] * len(rough))
        self.begin()

    def begin(self) -> None:
        """Stand where the figure is, before the first step."""
        self.way = Way(self.start.copy(), self.bearing, self.run, self.figure.climbing)
        self.met = self.held
        self.over: tuple[int, ...] = ()

    # ------------------------------------------------------------ steps

    def judged(self, steps: Any, budget: int) -> Way:
        """A path from where the figure is, judged against a budget in sixteenths."""
        self.take(steps)
        return self.afforded(budget)

    def walks_to(self, to_x: int, to_y: int, budget: int) -> bool:
        """May it go straight to a point on foot within a budget? As `judged` says of that one step."""
        if self.figure.climbing == NOWHERE and self.level_to(to_x, to_y):  # as `walk` there
            x, y, z = self.start[0]
            self.met = self.held
            return self.common(x, y, z, z, to_x, to_y) is None and self.slow.leg(x, y, to_x, to_y) <= budget
        self.begin()
        self.way.refused = self.walk(to_x, to_y)
        self.arrive()
        return self.afforded(budget).refused is None

    def walks(self, steps: Steps, budget: int) -> bool:
        """May it go these steps, all of them on foot, within a budget? As `judged` says of them, which is asked only where the
        ground is not level."""
        x, y, z = self.start[0]
        self.met = self.held
        simple, cost = self.figure.climbing == NOWHERE and len(steps) <= MOST_STEPS, 0
        for _, to_x, to_y in steps:
            if not simple or not self.level(x, y, to_x, to_y):
                return self.judged(steps, budget).refused is None
            if self.common(x, y, z, z, to_x, to_y) is not None:
                return False
            cost += self.slow.leg(x, y, to_x, to_y)
            x, y = to_x, to_y
        return cost <= budget

    def level_to(self, to_x: int, to_y: int) -> bool:
        """Is there no relief on the straight way from where the figure stands to a point?"""
        return self.level(self.figure.x, self.figure.y, to_x, to_y)

    def level(self, x: int, y: int, to_x: int, to_y: int) -> bool:
        """Is there none on the straight way between two points?"""
        return not self.relief or not self.near(x, y, to_x, to_y)

    def slowed(self) -> i64:
        """The length that any longer way on foot begins with on difficult ground, wherever it leads; 0 also where one might
        fall off something, which ends a way before it is paid for."""
        figure = self.figure
        deep: i64 = 0
        if figure.z == 0 and not any(self.world.ground.pieces[number].floor for number in self.relief):
            for shape in self.slow.polygons:
                deep = max(deep, depth_in_polygon(figure.x, figure.y, shape))
        return deep

    def afforded(self, budget: int) -> Way:
        """The way as gone so far, refused where it costs more than a budget."""
        way = self.way
        if way.refused is None and way.cost > budget:
            tenth = GRAIN * PAS // 10  # as exactly as a sentence says it: what costs more is not told to cost the same
            costs = -(-way.cost // tenth) * PAS // 10
            way.refused = no("swidenth.movement.path", "too-far", self.figure.id, costs, budget // GRAIN)
        return way

    def take(self, steps: Any) -> Way:
        """Go these steps from where the figure is; the first that cannot be gone is refused, and a fall ends the way."""
        self.begin()
        if not isinstance(steps, tuple) or len(steps) > MOST_STEPS:
            self.way.refused = no("swidenth.movement.path", "malformed", str(steps)[:80])
            return self.way
        for one in steps:
            if not is_step(one):
                self.way.refused = no("swidenth.movement.path", "malformed", str(one)[:80])
                return self.way
        for one in steps:
            step: tuple[Any, ...] = one
            kind: str = step[0]
            a: int = step[1]
            b: int = step[2]
            if kind == "walk":
                self.way.refused = self.walk(a, b)
            elif kind == "jump":
                self.way.refused = self.jump(a, b)
            else:
                self.way.refused = self.climb(a, b)
            if self.way.refused is not None or self.way.floor != NO_FLOOR:
                return self.way
        self.arrive()
        return self.way

    def arrive(self) -> None:
        """The way ends here: nobody stands on a thin obstacle."""
        if self.over and self.way.refused is None and self.way.floor == NO_FLOOR:
            self.way.refused = no("swidenth.terrain.thin-obstacle", "stands-on-thin", self.figure.id)

    def common(self, x: i64, y: i64, z: i64, to_z: i64, to_x: i64, to_y: i64) -> Refusal | None:
        """What stops every leg, on foot or through the air: the table's edge, figures, enemies it may not leave."""
        figure, world = self.figure, self.world
        radius: i64 = figure.card.radius
        if not on_table(to_x, to_y, radius, world.ground.width, world.ground.depth):
            return no("swidenth.movement.path", "off-the-table", figure.id)
        left: i64 = min(x, to_x) - radius - ENGAGED
        right: i64 = max(x, to_x) + radius + ENGAGED
        low: i64 = min(y, to_y) - radius - ENGAGED
        high: i64 = max(y, to_y) + radius + ENGAGED
        for other in self.others:
            wide: i64 = other.card.radius
            at_x: i64 = other.x
            at_y: i64 = other.y
            if at_x + wide < left or at_x - wide > right or at_y + wide < low or at_y - wide > high:
                continue  # it is neither run into nor engaged on the way
            level = level_with(figure, z, other) or level_with(figure, to_z, other)
            if level and sweep_meets_disc(x, y, to_x, to_y, radius, at_x, at_y, wide):
                return no("swidenth.movement.no-passing-through", "figure-in-the-way", figure.id, other.id)
            if other.seat != figure.seat:
                refused = self.holds(x, y, z, to_x, to_y, to_z, other)
                if refused is not None:
                    return refused
        return None

    def holds(self, x: int, y: int, z: int, to_x: int, to_y: int, to_z: int, other: Figure) -> Refusal | None:
        """Whether the leg leaves an enemy it is engaged with, or passes one closely without stopping there.
        (swidenth.movement.passing-engages, swidenth.melee.no-disengage)"""
        figure = self.figure
        if engages_at(self.world, figure, to_x, to_y, to_z, other):
            if other.id not in self.met:
                self.met += (other.id,)
            return None
        if other.id in self.met:
            return no("swidenth.melee.no-disengage", "may-not-leave", figure.id, other.id)
        reach = figure.card.radius + other.card.radius + ENGAGED
        if other.asleep or not segment_meets_disc(x, y, to_x, to_y, other.x, other.y, reach):
            return None
        if min(abs(z - other.z), abs(to_z - other.z)) > LEVELS:
            return None
        near_x, near_y = nearest_point(x, y, to_x, to_y, other.x, other.y)
        if engages_at(self.world, figure, near_x, near_y, z if abs(z - other.z) <= LEVELS else to_z, other):
            return no("swidenth.movement.passing-engages", "passes-close", figure.id, other.id)
        return None

    # ------------------------------------------------------------ on foot

    def walk(self, to_x: int, to_y: int) -> Refusal | None:
        """Straight to a point on foot."""
        x, y, z = self.way.end()
        if self.way.climbing != NOWHERE:
            return no("swidenth.terrain.ladder-rope", "on-a-ladder", self.figure.id)
        near = self.near(x, y, to_x, to_y)
        to_z, extra = z, 0
        if near:
            refused, to_x, to_y, to_z, extra = self.cross(x, y, z, to_x, to_y, near)
            if refused is not None:
                return refused
        fallen = self.way.floor != NO_FLOOR
        refused = self.common(x, y, z, self.way.floor if fallen else to_z, to_x, to_y)
        if refused is not None:
            return refused
        self.way.cost += self.slow.leg(x, y, to_x, to_y) + GRAIN * extra
        self.way.spots.append((to_x, to_y, z if fallen else to_z))
        return None

    def near(self, x: i64, y: i64, to_x: i64, to_y: i64) -> list[int]:
        """The pieces with relief that a leg may come upon, by their numbers."""
        found: list[int] = []
        if not self.relief:
            return found
        radius: i64 = self.figure.card.radius
        left, right = min(x, to_x) - radius, max(x, to_x) + radius
        low, high = min(y, to_y) - radius, max(y, to_y) + radius
        for number in self.relief:
            box = self.world.ground.pieces[number].shape
            if box.left <= right and box.right >= left and box.bottom <= high and box.top >= low:
                found.append(number)
        return found

    def cross(self, x: int, y: int, z: int, to_x: int, to_y: int, near: list[int]) -> tuple[Refusal | None, int, int, int, int]:
        """A leg over uneven ground: why it cannot be gone, where it ends (before its end if the figure falls), on which
        level, and the movement that its heights cost."""
        pieces = tuple([self.world.ground.pieces[number] for number in near])
        places: list[int] = [0, 1 << FINE]  # where the ground may change, as parts of the leg
        for piece in pieces:
            if piece.floor != 0:
                for start, end in stretches(x, y, to_x, to_y, piece.shape):
                    places.append(start)
                    places.append(end)
        places.sort()
        extra = 0
        from_x, from_y = x, y
        over = self.over
        for place in range(1, len(places)):
            if places[place] == places[place - 1]:
                continue
            middle = (places[place - 1] + places[place]) // 2
            floor = floor_from(pieces, along(x, to_x, middle), along(y, to_y, middle), z)
            if floor == NO_FLOOR:
                return self.too_high(), x, y, z, 0
            if is_drop(floor, z):
                if not self.figure.has(CLIMBERS):
                    self.way.floor = floor
                    edge = places[place - 1]
                    return None, along(x, to_x, edge), along(y, to_y, edge), z, extra
                extra += COST["ladder"] * (z - floor)
            elif floor - z >= FREE_STEP:
                extra += floor - z
            z = floor
            end_x, end_y = along(x, to_x, places[place]), along(y, to_y, places[place])
            refused, paid, over = self.bodies(from_x, from_y, z, end_x, end_y, near, over)
            if refused is not None:
                return refused, x, y, z, 0
            extra += paid
            from_x, from_y = end_x, end_y
        self.over = tuple([one for one in over if self.on_thin(one, to_x, to_y)])
        if self.figure.card.radius > REACH and overhangs(self.world, self.figure, to_x, to_y, z):
            self.way.floor = lowest(self.world, self.figure, to_x, to_y, z)
        return None, to_x, to_y, z, extra

    def on_thin(self, number: int, x: int, y: int) -> bool:
        """Does the base, at a point, lie over this thin obstacle?"""
        return disc_meets_polygon(x, y, self.figure.card.radius, self.world.ground.pieces[number].shape)

    def too_high(self) -> Refusal:
        """(swidenth.terrain.too-high)"""
        return no("swidenth.terrain.too-high", "too-high", self.figure.id)

    def bodies(
        self, x: int, y: int, z: int, to_x: int, to_y: int, near: list[int], over: tuple[int, ...]
    ) -> tuple[Refusal | None, int, tuple[int, ...]]:
        """What stands in the way of a base on one level: why it cannot pass, what low obstacles cost, and which thin ones it
        has begun to cross. (swidenth.terrain.thin-obstacle, swidenth.terrain.too-high, swidenth.terrain.swim-climb)"""
        figure = self.figure
        radius, paid = figure.card.radius, 0
        for number in near:
            piece = self.world.ground.pieces[number]
            kind, height = piece.kind, piece.height - z
            if kind == WATER:
                if not figure.has(SWIMMERS) and segment_meets_polygon(x, y, to_x, to_y, piece.shape):
                    return no("swidenth.terrain.swim-climb", "cannot-swim", figure.id), 0, over
                continue
            if kind == VOID or height <= 0 or piece.base >= z + figure.card.height or number in over:
                continue
            if kind == FLAT and height <= HIGHEST:
                continue  # its level counts when the centre passes its edge: swidenth.terrain.flat-obstacle
            if not sweep_meets_polygon(x, y, to_x, to_y, radius, piece.shape):
                continue
            if kind in (SHEER, GATE):
                return no("swidenth.terrain.swim-climb", "wall-in-the-way", figure.id), 0, over
            if height > HIGHEST:
                return self.too_high(), 0, over
            over = (*over, number)
            if height >= FREE_STEP:
                paid += height
        return None, paid, over

    # ------------------------------------------------------------ through the air

    def jump(self, to_x: int, to_y: int) -> Refusal | None:
        """A jump: as far as the straight stretch just covered on foot, in line with it, up to 3 pas; without a run-up 1 pas.
        (swidenth.jump.running, swidenth.jump.cost, swidenth.jump.standing)"""
        figure = self.figure
        x, y, z = self.way.end()
        if self.way.climbing != NOWHERE:
            return no("swidenth.terrain.ladder-rope", "on-a-ladder", figure.id)
        if figure.cargo == "chest":
            return no("swidenth.mission.ravine-special", "carries", figure.id)
        length = sixteenths(to_x - x, to_y - y)
        if self.standing:
            if length > GRAIN * STANDING_JUMP:
                return no("swidenth.jump.standing", "jump-too-far", figure.id, STANDING_JUMP)
        else:
            bearing, run = self.way.straight()
            ready = run if aligned(angle_of(to_x - x, to_y - y), bearing) else 0
            if length > min(ready, GRAIN * LONGEST_JUMP):
                return no("swidenth.jump.running", "jump-too-far", figure.id, min(ready // GRAIN, LONGEST_JUMP))
        for number in self.near(x, y, to_x, to_y):
            piece = self.world.ground.pieces[number]
            if piece.kind in SOLID and piece.height - z >= FREE_STEP and piece.base < z + figure.card.height:
                if sweep_meets_polygon(x, y, to_x, to_y, figure.card.radius, piece.shape):
                    return no("swidenth.jump.cost", "jump-blocked", figure.id)
            elif piece.kind == WATER and not figure.has(SWIMMERS) and inside(piece.shape, to_x, to_y):
                return no("swidenth.terrain.swim-climb", "cannot-swim", figure.id)
        floor = floor_below(self.world.ground.pieces, to_x, to_y, z + FREE_STEP - 1)
        if floor == NO_FLOOR:
            return self.too_high()
        if is_drop(floor, z) or overhangs(self.world, figure, to_x, to_y, z):
            self.way.floor = floor if is_drop(floor, z) else lowest(self.world, figure, to_x, to_y, z)
        fallen = self.way.floor != NO_FLOOR
        refused = self.common(x, y, z, self.way.floor if fallen else floor, to_x, to_y)
        if refused is not None:
            return refused
        self.way.cost += length
        self.way.jumps += 1
        self.way.leap(to_x, to_y, z if fallen else floor)
        return None

    # ------------------------------------------------------------ ladders, ropes, walls

    def climb(self, number: int, to_z: int) -> Refusal | None:
        """Along a ladder or rope, or a bare wall for a climber, to a level; at either end the figure steps off.
        (swidenth.terrain.ladder-rope, swidenth.trait.climber, swidenth.trait.animal)"""
        figure = self.figure
        x, y, z = self.way.end()
        why = "swidenth.terrain.ladder-rope"
        if figure.has(NO_CLIMBERS):
            return no("swidenth.trait.animal", "animal-climbs", figure.id)
        ladder = self.ladder(number, x, y, z)
        if ladder is None:
            rule_id = "swidenth.terrain.swim-climb" if number == WALL else why
            return no(rule_id, "no-ladder", figure.id)
        if not ladder.foot <= to_z <= ladder.head or to_z == z:
            return no(why, "not-on-ladder", figure.id)
        for other in self.world.figures:
            hanging = other.id != figure.id and other.status == ON_TABLE and other.climbing == number != WALL
            if hanging and min(z, to_z) - LADDER_ROOM < other.z < max(z, to_z) + LADDER_ROOM:
                return no(why, "ladder-taken", figure.id, other.id)
        to_x, to_y = ladder_spot(ladder, figure, to_z)
        refused = self.arrival(to_x, to_y, to_z, why, number)
        if refused is not None:
            return refused
        for other in self.world.figures:
            if other.seat != figure.seat and other.status == ON_TABLE:
                refused = self.holds(to_x, to_y, z, to_x, to_y, to_z, other)
                if refused is not None:
                    return refused
        self.way.cost += GRAIN * COST["ladder"] * abs(to_z - z)
        self.way.climbs += 1
        self.way.climbing = NOWHERE if to_z in (ladder.foot, ladder.head) else number
        self.way.leap(to_x, to_y, to_z)
        return None

    def arrival(self, x: int, y: int, z: int, why: str, number: int) -> Refusal | None:
        """Is there room where a climb ends? Those on the same ladder have been asked for theirs."""
        for other in self.world.figures:
            if other.climbing == number != WALL:
                continue
            if other.id != self.figure.id and other.status == ON_TABLE and level_with(self.figure, z, other):
                dx, dy, near = other.x - x, other.y - y, other.card.radius + self.figure.card.radius
                if dx * dx + dy * dy < near * near:
                    return no(why, "figure-in-the-way", self.figure.id, other.id)
        return None

    def ladder(self, number: int, x: int, y: int, z: int) -> Ladder | None:
        """The ladder of this number if the figure hangs on it or stands at one of its ends; for a climber the wall it
        touches."""
        if number == WALL:
            return wall_at(self.world, self.figure, x, y, z) if self.figure.has(CLIMBERS) else None
        ladders = self.world.ground.ladders
        if not 0 <= number < len(ladders):
            return None
        ladder = ladders[number]
        if self.way.climbing != NOWHERE:
            return ladder if self.way.climbing == number else None
        at_x, at_y = ladder_spot(ladder, self.figure, z)
        near = (at_x - x) ** 2 + (at_y - y) ** 2 <= REACH * REACH
        return ladder if near and z in (ladder.foot, ladder.head) else None


def around(world: World, figure: Figure, reach: int) -> list[Figure]:
    """The other figures on the table that one could run into or engage if it goes no farther than a reach."""
    x: i64 = figure.x
    y: i64 = figure.y
    far: i64 = reach + figure.card.radius + ENGAGED
    found: list[Figure] = []
    for other in world.figures:
        if other.status != ON_TABLE or other.id == figure.id:
            continue
        wide: i64 = far + other.card.radius
        dx: i64 = other.x - x
        dy: i64 = other.y - y
        if -wide <= dx <= wide and -wide <= dy <= wide:
            found.append(other)
    return found


def within_box(shape: Polygon, x: i64, y: i64, reach: i64) -> bool:
    """Is any of a shape's box within a reach of a point, along the table and across?"""
    return shape.left <= x + reach and shape.right >= x - reach and shape.bottom <= y + reach and shape.top >= y - reach


def is_step(step: Any) -> bool:
    """Is it one of the three kinds of step, with two whole numbers?"""
    if not isinstance(step, tuple) or len(step) != 3 or type(step[1]) is not int or type(step[2]) is not int:
        return False
    a: int = step[1]
    b: int = step[2]
    return step[0] in ("walk", "jump", "climb") and -FARTHEST < a < FARTHEST and -FARTHEST < b < FARTHEST


def along(start: i64, end: i64, place: i64) -> i64:
    """The value at a fraction of the way; nothing is so far off that this outgrows a machine word."""
    return start + ((end - start) * place >> FINE)


def aligned(one: int, other: int) -> bool:
    """Do two bearings lie in one line?"""
    apart = abs(one - other) % 36000
    return min(apart, 36000 - apart) <= ALIGNED


def lowest(world: World, figure: Figure, x: int, y: int, z: int) -> int:
    """The lowest level around a wide base that hangs over an edge."""
    reach = figure.card.radius
    found = [
        floor_from(world.ground.pieces, x + dx * reach, y + dy * reach, z)
        for dx, dy in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))
    ]
    return min([floor for floor in found if floor != NO_FLOOR], default=z)
