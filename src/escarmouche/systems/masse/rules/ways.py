"""Straight ways over the table: what stands in them and what they cost, looked at half an inch at a time."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from escarmouche.core.effects import Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import ON_TABLE, Structure, Unit, World
from escarmouche.systems.masse.rules.ground import CONTACT, footprint, same_level, solid, stand
from escarmouche.systems.masse.rules.terrain import EIGHTEENTHS, STRIDE, bars, crossings, stride_cost
from escarmouche.table.areas import moved as shifted
from escarmouche.table.areas import overlap_when_moved, polygons_overlap
from escarmouche.table.lanes import NEVER, Lane
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, turned

ROUNDING: Final = 10
"""Boxes are this much larger than what they hold."""


def meets_box(shape: Polygon, left: int, bottom: int, right: int, top: int) -> bool:
    """Does the box around a shape touch another?"""
    return shape.left <= right and left <= shape.right and shape.bottom <= top and bottom <= shape.top


@final
class Surroundings:
    """What may be in the way of a unit inside a box: other units on its level, terrain closed to it, structures. `near` is the
    world with no more terrain than lies there, which is all that a way inside the box can cost. Where the way leads along a
    lane, only what is on it counts, and for a length of `free` there is surely nothing."""

    __slots__ = ("unit", "near", "others", "closed", "walls", "lane", "free")

    def __init__(
        self, world: World, unit: Unit, left: int, bottom: int, right: int, top: int, lane: Lane | None = None
    ) -> None:
        self.unit = unit
        self.near = world
        self.lane = lane
        self.free: i64 = NEVER
        self.others: list[tuple[int, Polygon]] = []
        self.closed: list[Piece] = []
        self.walls: list[Structure] = []
        pieces = [
            piece for piece in world.pieces if meets_box(piece.shape, left, bottom, right, top) and self.meets(piece.shape)
        ]
        if len(pieces) < len(world.pieces):
            self.near = world.copy()
            self.near.pieces = tuple(pieces)
        if unit.altitude > 0:
            return
        known = world.units[unit.id]
        here = footprint(known) if known.status == ON_TABLE else None
        for other in world.units:
            if other.status != ON_TABLE or other.id == unit.id:
                continue
            reach = stand(other).reach + CONTACT
            if not (left - reach <= other.x <= right + reach and bottom - reach <= other.y <= top + reach):
                continue
            if same_level(unit, other) and self.meets(footprint(other)):
                shape = footprint(other)
                if unit.seat != other.seat or here is None or not polygons_overlap(here, shape):
                    self.others.append((other.id, shape))
        for piece in pieces:
            if bars(piece, unit) and (here is None or not polygons_overlap(piece.shape, here)):
                self.closed.append(piece)
        for structure in world.structures:
            shape = structure.shape
            if structure.id == unit.building or not meets_box(shape, left, bottom, right, top):
                continue
            if solid(structure) and self.meets(shape):
                self.walls.append(structure)

    def meets(self, shape: Polygon) -> bool:
        """Is this shape on the way? Then the way is free up to it at most."""
        if self.lane is None:
            return True
        gap = self.lane.gap(shape)
        self.free = min(self.free, gap)
        return gap < NEVER

    def refusal(self, shape: Polygon, dx: i64 = 0, dy: i64 = 0) -> Refusal | None:
        """Why the unit may not stand, or pass, with this footprint moved by (dx, dy): off the table, on another unit
        (masse.move.no-interpenetration), in terrain closed to it, in a structure; None when it may. Friends who stand in each
        other's ranks already, after a flight, may move apart (masse.move.flee-through-friends), and whoever is in closed
        terrain may leave it."""
        unit, world = self.unit, self.near
        if shape.left + dx < 0 or shape.bottom + dy < 0 or shape.right + dx > world.width or shape.top + dy > world.depth:
            return no("masse.move.leave-table", "off-the-table", unit.id)
        for id, other in self.others:
            if overlap_when_moved(shape, dx, dy, other):
                return no("masse.move.no-interpenetration", "unit-in-the-way", unit.id, id)
        for piece in self.closed:
            if overlap_when_moved(shape, dx, dy, piece.shape):
                return no("masse.terrain.table-4a", "terrain-closed", unit.id, "terrain-" + piece.kind)
        for structure in self.walls:
            if overlap_when_moved(shape, dx, dy, structure.shape):
                return no("masse.terrain.fortification", "structure-in-the-way", unit.id)
        return None


def place_refusal(world: World, unit: Unit, shape: Polygon) -> Refusal | None:
    """Why the unit may not stand with this footprint, or None when it may."""
    return Surroundings(world, unit, shape.left, shape.bottom, shape.right, shape.top).refusal(shape)


def all_around(world: World, unit: Unit, shapes: list[Polygon]) -> Surroundings:
    """What may be in the way of a unit with any of these footprints."""
    left, bottom, right, top = shapes[0].left, shapes[0].bottom, shapes[0].right, shapes[0].top
    for shape in shapes:
        left, bottom = min(left, shape.left), min(bottom, shape.bottom)
        right, top = max(right, shape.right), max(top, shape.top)
    return Surroundings(world, unit, left, bottom, right, top)


@final
class Walk:
    """A unit carried straight along a heading: how far it has come, where it is, what that costs."""

    __slots__ = ("ground", "start", "heading", "factor", "unit", "before", "x", "y", "cost", "paid", "done")

    def __init__(self, world: World, unit: Unit, heading: int, length: int, factor: int) -> None:
        shape = footprint(unit)
        dx, dy = turned(length, 0, heading)
        self.ground = Surroundings(
            world, unit, shape.left + min(0, dx) - ROUNDING, shape.bottom + min(0, dy) - ROUNDING,
            shape.right + max(0, dx) + ROUNDING, shape.top + max(0, dy) + ROUNDING, Lane(shape, heading),
        )  # fmt: skip
        self.start = shape
        self.heading = heading
        self.factor = factor
        self.unit = unit
        self.before = shape
        self.x: int = unit.x
        self.y: int = unit.y
        self.cost: int = 0
        self.paid: int = 0
        self.done: int = 0

    def open_stretch(self, length: int) -> int:
        """How much of a length the way leads over open ground, as far as that can be told at once; in whole strides, unless
        that is all of it."""
        free = self.ground.free
        return length if free >= length else free // STRIDE * STRIDE

    def price(self) -> int:
        """What the way has cost so far."""
        return self.paid - (-self.cost // EIGHTEENTHS)

    def step(self, stride: int, most: int = -1) -> Refusal | None:
        """One stretch further, or why not; nor when it would cost more than `most` in all (an off-hand refusal). Nothing
        changes when it is refused."""
        unit, world = self.unit, self.ground.near
        dx, dy = turned(self.done + stride, 0, self.heading)
        refused = self.ground.refusal(self.start, dx, dy)
        if refused is not None:
            return refused
        x, y = self.ground.unit.x + dx, self.ground.unit.y + dy
        cost, toll, shape = self.cost + self.factor * stride * EIGHTEENTHS, 0, self.start
        if world.pieces:
            shape = shifted(self.start, dx, dy)
            cost = self.cost + self.factor * stride_cost(world, unit, shape, (self.x, self.y), (x, y), stride)
            toll = crossings(world, self.before, shape, unit)
        if most >= 0 and self.paid + toll - (-cost // EIGHTEENTHS) > most:
            return no("masse.move.budget", "too-far", unit.id, most)
        if toll:
            self.unit = unit.copy()
            self.unit.crossing = 0
        self.paid += toll
        self.cost = cost
        self.x, self.y = x, y
        self.before = shape
        self.done += stride
        return None

    def end(self) -> Unit:
        """The unit where it has come to."""
        twin = self.unit.copy()
        twin.x, twin.y = self.x, self.y
        return twin


def longest(world: World, unit: Unit, heading: int, factor: int, left: int) -> int:
    """How far the unit can go straight along a heading for at most `left`: to the end of that, or to the very contact with
    whatever stops it."""
    whole = left // factor
    if whole == 0:
        return 0
    walk = Walk(world, unit, heading, whole + STRIDE, factor)
    if walk.ground.near.pieces:  # over which it may come farther than that
        walk = Walk(world, unit, heading, 4 * left, factor)
    stretch = walk.open_stretch(whole)
    if stretch > 0 and walk.step(stretch) is None and stretch == whole:
        return whole
    while walk.step(STRIDE, left) is None:
        pass
    low, high = 0, STRIDE - 1
    while low < high:
        middle = (low + high + 1) // 2
        if fits(walk, middle, left):
            low = middle
        else:
            high = middle - 1
    return walk.done + low


def fits(walk: Walk, stride: int, left: int) -> bool:
    """Could it go this stretch further for at most `left` in all? The walk stays where it is."""
    unit, before, x, y, cost, paid, done = walk.unit, walk.before, walk.x, walk.y, walk.cost, walk.paid, walk.done
    good = walk.step(stride, left) is None
    if good:
        walk.unit, walk.before, walk.x, walk.y, walk.cost, walk.paid, walk.done = unit, before, x, y, cost, paid, done
    return good
