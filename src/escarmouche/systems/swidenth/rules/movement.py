"""Movement: moves, runs and standing jumps along any path, and what happens on the way."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from escarmouche.core.effects import Answer, Call, Chance, Refusal, Script, Tell, rule
from escarmouche.kit.menu import Deed, malformed, no
from escarmouche.systems.swidenth.model import NOWHERE, ON_TABLE, Course, Figure, World
from escarmouche.systems.swidenth.rules.actions import ALONE, MOVE, RUN, Trail, register
from escarmouche.systems.swidenth.rules.aims import (
    Around,
    Slowed,
    Wish,
    climbs,
    contact_spot,
    leaps_over,
    obstacles,
    steps_to,
    way_round,
    wishes,
)
from escarmouche.systems.swidenth.rules.conventions import (
    FULL_TURN,
    NO_FLOOR,
    RELIEF,
    bubble,
    engaged,
    flat_reach,
    foes,
    movement,
)
from escarmouche.systems.swidenth.rules.falls import fall
from escarmouche.systems.swidenth.rules.goals import Point, errands
from escarmouche.systems.swidenth.rules.psychology import any_terror, causes_fear, dreads, leads, met, rally, terror
from escarmouche.systems.swidenth.rules.values import CLIMBERS, ENGAGED, STANDING_JUMP, TERROR_REACH
from escarmouche.systems.swidenth.rules.ways import GRAIN, Spot, Steps, Walker, Way
from escarmouche.table.costs import sixteenths
from escarmouche.table.shapes import disc_meets_polygon, segment_meets_disc, square_between, towards
from escarmouche.table.trig import step
from escarmouche.table.whole import root

JUMP: Final = "standing-jump"
HALF_TURN: Final = 24
"""A run and the move before it are 24 sixteenths of Movement: one and a half times."""


# ---------------------------------------------------------------- how far


def budget(figure: Figure, course: Course, action: str) -> int:
    """The movement left for a move or a run, in sixteenths; what the move left unused is still there for the run.
    (swidenth.movement.run-total, swidenth.action.run)"""
    return HALF_TURN * movement(figure) - course.spent if action == RUN else GRAIN * movement(figure)


def way_of(world: World, figure: Figure, course: Course, action: str, steps: Any) -> Way:
    """The path of a move or a run, judged. (swidenth.movement.path)"""
    return Walker(world, figure, course.bearing, course.run).judged(steps, budget(figure, course, action))


def run_refusal(figure: Figure) -> Refusal | None:
    """Why a figure may not run at all: it carries something, or roots hold it. (swidenth.mission.ravine-special,
    swidenth.mission.lair-special)"""
    if figure.cargo == "chest":
        return no("swidenth.mission.ravine-special", "carries", figure.id)
    if figure.cargo == "egg":
        return no("swidenth.mission.lair-special", "carries-egg", figure.id)
    return no("swidenth.magic.spell-list", "held-by-roots", figure.id) if figure.under("grasping-roots") else None


# ---------------------------------------------------------------- on the way


def eventful(world: World, figure: Figure) -> bool:
    """Can anything happen on the way but at its end: Terror, Fear, flight, rallying, somebody seen who hid?"""
    if figure.fleeing or causes_fear(figure):
        return True
    for other in world.figures:
        if other.status == ON_TABLE and (other.fleeing or (other.seat != figure.seat and (other.hidden or causes_fear(other)))):
            return True
    return any_terror(world)


def entry(figure: Figure, to_x: i64, to_y: i64, other: Figure, reach: i64) -> int:
    """After how much of a straight leg a figure is first strictly nearer than `reach` to another, by their centres; -1 for
    never."""
    x: i64 = figure.x
    y: i64 = figure.y
    px: i64 = other.x
    py: i64 = other.y
    if reach <= 0 or not segment_meets_disc(x, y, to_x, to_y, px, py, reach + 3):  # the points below are rounded
        return -1
    dx, dy = to_x - x, to_y - y
    length = root(dx * dx + dy * dy)
    if square_between(x, y, px, py) < reach * reach:
        return 0
    if length == 0:
        return -1
    low, high = 0, max(0, min(length, (dx * (px - x) + dy * (py - y)) // length + 1))
    at_x, at_y = towards(x, y, to_x, to_y, high)
    if square_between(at_x, at_y, px, py) >= reach * reach:
        high = length
        if square_between(to_x, to_y, px, py) >= reach * reach:
            return -1
    while high - low > 1:
        middle = (low + high) // 2
        at_x, at_y = towards(x, y, to_x, to_y, middle)
        if square_between(at_x, at_y, px, py) < reach * reach:
            high = middle
        else:
            low = middle
    return high


Happening = tuple[int, int, str, int]
"""How far along, in which order (Terror, then engagements, then rallying), what, with whom."""


def happenings(world: World, id: int, to_x: int, to_y: int, before: tuple[int, ...]) -> list[Happening]:
    """What happens to a figure on a straight leg from where it is, the first first."""
    figure = world.figures[id]
    found: list[Happening] = []
    for other in world.figures:
        if other.status != ON_TABLE or other.id == id:
            continue
        if dreads(figure, other) or dreads(other, figure):
            far = entry(figure, to_x, to_y, other, flat_reach(figure, other, TERROR_REACH))
            if far >= 0:
                found.append((far, 0, "terror", other.id))
        if other.seat != figure.seat and other.id not in before and not other.asleep:
            far = entry(figure, to_x, to_y, other, figure.card.radius + other.card.radius + ENGAGED)
            if far >= 0:
                found.append((far, 1, "meet", other.id))
        if other.seat == figure.seat and (figure.fleeing or other.fleeing):
            for leader, follower in ((other, figure), (figure, other)):
                if follower.fleeing and leader.is_hero():
                    far = entry(figure, to_x, to_y, other, flat_reach(figure, other, bubble(leader)))
                    if far >= 0:
                        found.append((far, 2, "rally", other.id))
    return sorted(found)


def happens(world: World, id: int, kind: str, other: int, before: tuple[int, ...]) -> Script:
    """One thing that happens on the way, if it is really so where the figure now is. Returns the world."""
    figure, second = world.figures[id], world.figures[other]
    if kind == "terror":
        for one, source in ((id, other), (other, id)):
            if dreads(world.figures[one], world.figures[source]):
                world = yield from terror(world, one, source)
        return world
    if kind == "meet":
        return (yield from met(world, id, before)) if engaged(world, figure, second) else world
    for leader, follower in ((figure, second), (second, figure)):
        if leads(leader, follower):
            world = yield from rally(world, follower.id, leader.id)
    return world


def put(world: World, id: int, x: int, y: int, z: int) -> World:
    """The world with the figure somewhere else; whoever hid is seen. (swidenth.shooting.camouflage)"""
    twin = world.figures[id].copy()
    twin.x, twin.y, twin.z = x, y, z
    twin.hidden = False
    return world.with_figure(twin)


def follow(world: World, id: int, spots: list[Spot]) -> Script:
    """The figure goes from spot to spot; what happens on the way happens where it happens, and may stop it: one that begins
    to flee stops there, one that rallies too. Returns the world and whether it came to the end."""
    if not eventful(world, world.figures[id]):
        x, y, z = spots[-1]
        world = put(world, id, x, y, z)
        return world, True
    fleeing = world.figures[id].fleeing
    for x, y, z in spots[1:]:
        happened: list[tuple[str, int]] = []
        known = foes(world, world.figures[id])
        while True:
            figure = world.figures[id]
            before = foes(world, figure)
            coming = happenings(world, id, x, y, before)
            ahead = [one for one in coming if one[0] > 0 and (one[2], one[3]) not in happened]
            if not ahead:
                break
            far = ahead[0][0]
            at_x, at_y = towards(figure.x, figure.y, x, y, far)
            done = (at_x, at_y) == (x, y)
            world = put(world, id, at_x, at_y, z if done else figure.z)
            for _, _, kind, other in [one for one in ahead if one[0] == far]:
                happened.append((kind, other))
                world = yield from happens(world, id, kind, other, before)
            known += foes(world, world.figures[id])
            if world.figures[id].fleeing != fleeing:
                return world, False
            if done:
                break
        world = put(world, id, x, y, z)
        world = yield from met(world, id, known)
    return world, True


def gone(spots: list[Spot], x: int, y: int, whole: bool) -> int:
    """How long a way is from spot to spot, the whole of it or up to a point on it where the figure was stopped."""
    length = 0
    for place in range(1, len(spots)):
        from_x, from_y, from_z = spots[place - 1]
        to_x, to_y, to_z = spots[place]
        leg = root(square_between(from_x, from_y, to_x, to_y))
        part = root(square_between(from_x, from_y, x, y))
        if not whole and part + root(square_between(x, y, to_x, to_y)) <= leg + 2:
            return length + part
        length += max(leg, abs(to_z - from_z))
    return length


@rule("swidenth.movement.passing-engages", "swidenth.movement.path")
def travel(world: World, id: int, action: str, course: Course, steps: Steps) -> Script:
    """A figure goes along a path. Returns the world, the way's cost, its last straight stretch, and whether it came to its
    end."""
    figure = world.figures[id]
    way = Walker(world, figure, course.bearing, course.run, action == JUMP).take(steps)
    if len(way.spots) > 1:
        if way.climbing != figure.climbing:
            twin = figure.copy()
            twin.climbing = way.climbing
            world = world.with_figure(twin)
        before = foes(world, figure)
        world, whole = yield from follow(world, id, way.spots)
        now = foes(world, world.figures[id])
        newly = tuple([one for one in now if one not in before])
        there = world.figures[id]
        length = gone(way.spots, there.x, there.y, whole)
        yield Tell("swidenth.movement.path", "moves", (id, figure.x, figure.y, there.x, there.y, length, newly, action))
        if way.climbs:
            yield Tell("swidenth.terrain.ladder-rope", "climbs", (id, there.z))
    else:
        whole = True
    if whole and way.floor != NO_FLOOR and world.figures[id].status == ON_TABLE:
        old = foes(world, world.figures[id])
        world = yield from fall(world, id, way.floor)
        world = yield from met(world, id, old)
        return world, way.cost, 0, 0, False
    bearing, run = way.straight()
    return world, way.cost, bearing, run, whole


# ---------------------------------------------------------------- the actions


@rule("swidenth.action.move", "swidenth.stats.movement")
def move(world: World, id: int, course: Course, answer: tuple[str, Steps]) -> Script:
    """A move of up to its Movement; engaging in it as the first action makes a charge. Returns the world and the course.
    (swidenth.melee.charge)"""
    before = foes(world, world.figures[id])
    world, cost, bearing, run, whole = yield Call(travel, world, id, MOVE, course, answer[1])
    charge = tuple([one for one in foes(world, world.figures[id]) if one not in before]) if not course.done else ()
    done = (*course.done, MOVE) if whole else (*course.done, MOVE, "stopped")
    return world, Course(done, cost, bearing, run, charge, course.mode, course.target)


@rule("swidenth.action.run", "swidenth.movement.run-total")
def running(world: World, id: int, course: Course, answer: tuple[str, Steps]) -> Script:
    """A run: half its Movement more, and what the move left. It is no charge. Returns the world and the course."""
    world, _, _, _, _ = yield Call(travel, world, id, RUN, course, answer[1])
    return world, course.after(RUN)


@rule("swidenth.jump.standing")
def leap(world: World, id: int, course: Course, answer: tuple[str, int, int]) -> Script:
    """A standing jump of up to 1 pas. Returns the world and the course."""
    steps = (("jump", answer[1], answer[2]),)
    world, _, _, _, whole = yield Call(travel, world, id, JUMP, course, steps)
    course = course.after(JUMP)
    return world, course if whole else course.after("stopped")


# ---------------------------------------------------------------- answers worth listing


@final
class Going(Deed[Trail]):
    """A move or a run along a path. (swidenth.action.move, swidenth.action.run)"""

    def possible(self, menu: Trail) -> bool:
        return self.kind == MOVE or run_refusal(menu.figure()) is None

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, tuple):
            return no("swidenth.movement.path", "malformed", str(answer)[:80])
        barred = run_refusal(menu.figure()) if self.kind == RUN else None
        return barred or way_of(menu.world, menu.figure(), menu.course, self.kind, answer[1]).refused

    def listed(self, menu: Trail) -> list[Answer]:
        world, figure = menu.world, menu.figure()
        left = budget(figure, menu.course, self.kind)
        walker = Walker(world, figure, menu.course.bearing, menu.course.run, reach=left // GRAIN)
        paths = [path for path in climbs(world, figure, left) if walker.judged(path, left).refused is None]
        if menu.course.mode != ALONE and self.kind == MOVE:
            paths.insert(0, ())
        if figure.climbing == NOWHERE:
            paths.extend(self.paths_on_foot(walker, left))
        return list(dict.fromkeys([(self.kind, path) for path in paths if path or menu.course.mode != ALONE]))

    def paths_on_foot(self, walker: Walker, left: int) -> list[Steps]:
        """To each of its wishes the first path that it may go: straight, round what stands in the way, or with a jump over it
        (whoever strays jumps or goes half as far instead); () for a wish that it cannot fulfil."""
        world, figure = walker.world, walker.figure
        found: list[Steps] = []
        around: Around | None = None
        slowed = Slowed(figure, walker.slowed(), left)
        for wish in wishes(world, figure):
            if slowed.all_ways(wish) and (slowed.leap(wish) or not self.leap(walker, wish, left)):
                found.append(())
                continue
            x, y = towards(figure.x, figure.y, wish.x, wish.y, left // GRAIN - 1)
            if walker.walks_to(x, y, left):
                found.append((("walk", x, y),))
                continue
            path: Steps = ()
            if wish.strays:
                path = self.leap(walker, wish, left) if walker.relief else ()
                found.append(path or self.half(walker, x, y, left))
                continue
            if not walker.held:
                if around is None:
                    around = obstacles(world, figure)
                path = way_round(around.going_to(wish.enemy), figure, wish.x, wish.y, left)
            straight = len(path) == 1 and path[0][1] == x and path[0][2] == y
            if straight or (path and not walker.walks(path, left)):
                path = self.leap(walker, wish, left)
            found.append(path)
        return found

    def half(self, walker: Walker, x: int, y: int, left: int) -> Steps:
        """Half as far as a point, straight; () where it may not go there."""
        figure = walker.figure
        x, y = (figure.x + x) // 2, (figure.y + y) // 2
        return (("walk", x, y),) if walker.walks_to(x, y, left) else ()

    def leap(self, walker: Walker, wish: Wish, left: int) -> Steps:
        """A run-up and a jump towards a wish; () where it may not jump there."""
        path = leaps_over(walker.figure, wish.x, wish.y, left)
        if not path:
            return ()
        _, x, y = path[0]
        _, to_x, to_y = path[1]
        if walker.level_to(x, y) and not walker.walks_to(x, y, left - sixteenths(to_x - x, to_y - y)):
            return ()  # it may not run up, or is left with too little for the jump
        return path if walker.judged(path, left).refused is None else ()

    def sample(self, menu: Trail, chance: Chance) -> Answer | None:
        world, figure = menu.world, menu.figure()
        left = budget(figure, menu.course, self.kind)
        walker = Walker(world, figure, menu.course.bearing, menu.course.run, reach=left // GRAIN)
        if world.ground.ladders or figure.has(CLIMBERS):
            ways = climbs(world, figure, left)
            if ways and (figure.climbing != NOWHERE or chance.below(2) == 0):
                climb = ways[chance.below(len(ways))]
                return (self.kind, climb) if walker.judged(climb, left).refused is None else None
        if figure.climbing != NOWHERE:
            return None
        x, y = self.wish(world, figure, chance)
        far = left // GRAIN - 1
        to_x, to_y = towards(figure.x, figure.y, x, y, far)
        path: Steps = (("walk", to_x, to_y),)
        if walker.walks_to(to_x, to_y, left):
            return (self.kind, path)
        if world.mission == "ravine" and chance.below(3) == 0:
            path = leaps_over(figure, x, y, left)
        elif chance.below(2) == 0:
            path = steps_to([towards(figure.x, figure.y, x, y, far // 3)])
        else:
            side = step(figure.x, figure.y, chance.below(FULL_TURN), far // 2)
            path = steps_to([side, towards(side[0], side[1], x, y, far // 2 - 2)])
        return (self.kind, path) if path and walker.judged(path, left).refused is None else None

    def wish(self, world: World, figure: Figure, chance: Chance) -> Point:
        """Somewhere to go, legal or not: to an enemy, on an errand, or anywhere."""
        pick = chance.below(4)
        if pick == 0:
            goals = errands(world, figure)
            if goals:
                return goals[chance.below(len(goals))]
        if pick == 3:
            return step(figure.x, figure.y, chance.below(FULL_TURN), chance.below(2 * movement(figure)) + 1)
        others = [one for one in world.figures if one.status == ON_TABLE and one.seat != figure.seat]
        if not others:
            return step(figure.x, figure.y, chance.below(FULL_TURN), movement(figure))
        return contact_spot(figure, others[chance.below(len(others))])


@final
class Leap(Deed[Trail]):
    """A standing jump. (swidenth.jump.standing)"""

    def possible(self, menu: Trail) -> bool:
        """It is offered where there is something to jump over; elsewhere it is allowed, but idle."""
        figure = menu.figure()
        if figure.climbing != NOWHERE or figure.cargo == "chest":
            return False
        reach, ground = figure.card.radius + STANDING_JUMP, menu.world.ground
        for number in ground.of_kinds(RELIEF):
            if disc_meets_polygon(figure.x, figure.y, reach, ground.pieces[number].shape):
                return True
        return False

    def refusal(self, menu: Trail, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int, int):
            return no("swidenth.jump.standing", "malformed", str(answer)[:80])
        return Walker(menu.world, menu.figure(), 0, 0, True).take((("jump", answer[1], answer[2]),)).refused

    def listed(self, menu: Trail) -> list[Answer]:
        figure = menu.figure()
        spots = [step(figure.x, figure.y, turn * FULL_TURN // 8, STANDING_JUMP - 1) for turn in range(8)]
        answers: list[Answer] = [(JUMP, x, y) for x, y in spots]
        return [answer for answer in answers if self.refusal(menu, answer) is None]

    def sample(self, menu: Trail, chance: Chance) -> Answer | None:
        figure = menu.figure()
        x, y = step(figure.x, figure.y, chance.below(FULL_TURN), STANDING_JUMP - 1)
        return (JUMP, x, y) if self.refusal(menu, (JUMP, x, y)) is None else None


register(Going(MOVE, 8, move))
register(Going(RUN, 2, running))
register(Leap(JUMP, 1, leap))
