"""Discovery: who is found by being near, where everybody stands and along a move. (fda.position.discovered-within-20)"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Final, final

from escarmouche.core.effects import Script, Tell
from escarmouche.systems.fda.model import (
    CROUCHED,
    DISCOVERY_BY_LINE,
    HIDDEN,
    NOBODY,
    ON_TABLE,
    POSITIONS,
    STANDING,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.conventions import closer, enemies, looks_at, touch, touched
from escarmouche.systems.fda.rules.damage import with_posture
from escarmouche.systems.fda.rules.numbers import DISCOVERED, NEAR_SCENERY
from escarmouche.systems.fda.rules.positions import conceals, sheltered, shy_refusal
from escarmouche.systems.fda.rules.sight import WALLS, has_line, joined, walled_off
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import disc_gap_polygon, sweep_meets_polygon

PACE: Final = 200
"""Distance and field of vision are judged at every point of a move; walls in between, and the scenery beside it, every two
millimetres."""

Event = tuple[int, int, int]
"""After how many points of a way, who is hidden no more, and who has found it; NOBODY where it has left its scenery."""


# ---------------------------------------------------------------- where everybody stands


def discovered(world: World, id: int) -> World:
    """A hidden figure that is found crouches; one that never crouches, or that an enemy touches, stands.
    (fda.position.discovered-becomes-crouched)"""
    figure = world.figures[id]
    upright = shy_refusal(figure) is not None or bool(touched(world, figure))
    return with_posture(world, id, STANDING if upright else CROUCHED)


def finds(world: World, seeker: Figure, figure: Figure) -> bool:
    """Does an enemy discover a hidden figure by being near: in contact, or less than 20 cm off in its field of vision with no
    wall, building, closed door or shutter across every line? (fda.position.discovered-within-20)"""
    if touch(seeker, figure):
        return True
    if not seeker.aware() or not closer(seeker, figure, DISCOVERED) or not looks_at(seeker, figure):
        return False
    if world.reads(DISCOVERY_BY_LINE):
        return has_line(world, seeker, figure)
    return not walled_off(world, seeker, figure)


def found_out(world: World) -> Script:
    """Everybody hidden whom an enemy discovers where they stand now, or who has left its scenery: whoever has moved, turned,
    come to or opened a door. Returns the world. (fda.position.discovered-within-20, fda.position.hide-near-scenery)"""
    for figure in world.figures if world.plays(POSITIONS) else ():
        if figure.posture != HIDDEN or figure.status != ON_TABLE:
            continue
        seeker = next((one.id for one in enemies(world, figure) if finds(world, one, figure)), NOBODY)
        if seeker != NOBODY or not sheltered(world, figure.x, figure.y, figure.card.radius):
            world = yield from unhidden(world, figure.id, seeker)
    return world


def unhidden(world: World, id: int, seeker: int) -> Script:
    """A figure is hidden no more: somebody has found it, or (NOBODY) it has left its scenery. Returns the world."""
    if seeker == NOBODY:
        yield Tell("fda.position.hide-near-scenery", "left-its-scenery", (id,))
        return with_posture(world, id, STANDING)
    yield Tell("fda.position.discovered-within-20", "discovered", (id, seeker))
    return discovered(world, id)


# ---------------------------------------------------------------- along a move


def found_on_the_way(world: World, walker: Figure, x: int, y: int) -> Script:
    """Who is discovered by whomever while a figure goes straight from where `walker` stands, as it went, to a place. Returns
    the world. (fda.position.discovered-within-20)"""
    for _, id, seeker in sightings(world, walker, x, y):
        if world.figures[id].posture == HIDDEN and world.figures[id].status == ON_TABLE:
            world = yield from unhidden(world, id, seeker)
    return world


def seen_at(world: World, walker: Figure, x: int, y: int) -> World:
    """The world with a figure at a point of its way, hidden no more if it has been found before it came there."""
    twin = world.figures[walker.id].copy()
    twin.x, twin.y = x, y
    world = world.with_figure(twin)
    if walker.posture != HIDDEN:
        return world
    mine = [seeker for _, id, seeker in sightings(world, walker, x, y) if id == walker.id]
    if not mine:
        return world
    return with_posture(world, twin.id, STANDING) if mine[0] == NOBODY else discovered(world, twin.id)


def sightings(world: World, walker: Figure, x: int, y: int) -> list[Event]:
    """What comes to light on a way, in order, each hidden figure by the first who finds it."""
    if not world.plays(POSITIONS):
        return []
    way = Way(walker, x, y)
    events: list[Event] = []
    for other in world.figures:
        if other.status != ON_TABLE or other.seat == walker.seat:
            continue
        if other.posture == HIDDEN:
            at = way.sighting(world, other, True)
            if at >= 0:
                events.append((at, other.id, walker.id))
        if walker.posture == HIDDEN:
            at = way.sighting(world, other, False)
            if at >= 0:
                events.append((at, walker.id, other.id))
    if walker.posture == HIDDEN:
        at = way.exposure(world)
        if at >= 0:
            events.append((at, walker.id, NOBODY))
    return sorted(events, key=lambda event: event[0])


@final
class Way:
    """A straight way of a figure, point by point: `length` of them after the one where it starts."""

    __slots__ = ("walker", "x", "y", "length")

    def __init__(self, walker: Figure, x: int, y: int) -> None:
        self.walker = walker
        self.x = x
        self.y = y
        self.length = max(1, isqrt((x - walker.x) ** 2 + (y - walker.y) ** 2))

    def spot(self, point: int) -> tuple[int, int]:
        """Where a point of the way lies."""
        start = self.walker
        return start.x + (self.x - start.x) * point // self.length, start.y + (self.y - start.y) * point // self.length

    def at(self, point: int) -> Figure:
        """The figure at a point of its way."""
        twin = self.walker.copy()
        twin.x, twin.y = self.spot(point)
        return twin

    def off(self, point: int, other: Figure) -> int:
        """The square of how far a point is from the centre of another figure."""
        x, y = self.spot(point)
        return (x - other.x) ** 2 + (y - other.y) ** 2

    def nearest(self, other: Figure) -> int:
        """The point of the way that is nearest to another figure."""
        dx, dy = self.x - self.walker.x, self.y - self.walker.y
        along = (other.x - self.walker.x) * dx + (other.y - self.walker.y) * dy
        point = along * self.length // max(1, dx * dx + dy * dy)
        one, two = [min(self.length, max(0, found)) for found in (point, point + 1)]
        return one if self.off(one, other) <= self.off(two, other) else two

    def sighting(self, world: World, other: Figure, seeks: bool) -> int:
        """The first point at which the figure discovers another (`seeks`) or is discovered by it; -1 where there is none. The
        points less than 20 cm off are one stretch of the way, and those in view are its beginning or its end."""
        middle = self.nearest(other)
        far = self.walker.card.radius + other.card.radius + DISCOVERED
        if self.off(middle, other) > (far - 1) ** 2 or not (self.walker if seeks else other).aware():
            return -1

        def is_near(point: int) -> bool:
            return self.off(point, other) <= (far - 1) ** 2

        first, last = turning(is_near, 0, middle), turning(is_near, self.length, middle)

        def in_view(point: int) -> bool:
            return looks_at(self.at(point), other) if seeks else looks_at(other, self.at(point))

        if not in_view(first):
            if not in_view(last):
                return -1
            first = turning(in_view, first, last)
        elif not in_view(last):
            last = turning(in_view, last, first)
        return self.unwalled(world, other, first, last)

    def unwalled(self, world: World, other: Figure, first: int, last: int) -> int:
        """The first point from one to another at which no wall parts the two, -1 where one always does."""
        walls = tuple([piece for piece in world.ground.pieces if piece.kind in WALLS and self.may_part(piece, other)])
        by_line = world.reads(DISCOVERY_BY_LINE)

        def clear(point: int) -> bool:
            return has_line(world, self.at(point), other) if by_line else joined(self.at(point), other, walls)

        return found_first(clear, first, last) if walls or by_line else first

    def may_part(self, piece: Piece, other: Figure) -> bool:
        """Could a piece be in the way of any line between a point of the way and the other figure?"""
        if not piece.blocks_sight or piece.height <= min(self.walker.z, other.z):
            return False
        r = max(self.walker.card.radius, other.card.radius)
        xs, ys = (self.walker.x, self.x, other.x), (self.walker.y, self.y, other.y)
        shape = piece.shape
        return not (
            max(xs) + r < shape.left or min(xs) - r > shape.right or max(ys) + r < shape.bottom or min(ys) - r > shape.top
        )

    def exposure(self, world: World) -> int:
        """The first point at which no scenery is near enough to hide by, -1 where there is none.
        (fda.position.advance-hidden)"""
        r = self.walker.card.radius
        near = [
            piece.shape
            for piece in world.ground.pieces
            if conceals(piece)
            and sweep_meets_polygon(self.walker.x, self.walker.y, self.x, self.y, r + NEAR_SCENERY + 1, piece.shape)
        ]

        def exposed(point: int) -> bool:
            x, y = self.spot(point)
            return not any(disc_gap_polygon(x, y, r, shape) <= NEAR_SCENERY for shape in near)

        return found_first(exposed, 0, self.length)


def turning(holds: Callable[[int], bool], far: int, near: int) -> int:
    """The point farthest from `near`, where something holds, towards `far` at which it holds as well; it holds on one stretch
    only."""
    if holds(far):
        return far
    while abs(far - near) > 1:
        middle = (far + near) // 2
        if holds(middle):
            near = middle
        else:
            far = middle
    return near


def found_first(holds: Callable[[int], bool], first: int, last: int) -> int:
    """The first point from one to another at which something holds, looked for at every pace; -1 where there is none."""
    before = first
    for point in [*range(first, last, PACE), last]:
        if holds(point):
            return point if point == first else turning(holds, before, point)
        before = point
    return -1
