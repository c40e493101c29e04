"""Straight ways over the table: what stands in them and what they cost, looked at half an inch at a time."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from escarmouche.core.effects import Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.masse.model import ON_TABLE, Structure, Unit, World
from escarmouche.systems.masse.rules.ground import CONTACT, footprint, meets_box, same_level, solid, stand
from escarmouche.systems.masse.rules.terrain import EIGHTEENTHS, STRIDE, Going, stretch_cost, tracts
from escarmouche.table.areas import overlap_when_moved, polygons_overlap
from escarmouche.table.lanes import NEVER, Lane
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, rectangle
from escarmouche.table.trig import sincos, unscaled

ROUNDING: Final = 10
"""Boxes are this much larger than what they hold."""


@final
class Surroundings:
    """What may be in the way of a unit inside a box: other units on its level, terrain closed to it, structures. `going` is
    what a way inside the box may cost. Where the way leads along a lane, only what is on it counts, and for a length of `free`
    there is surely nothing."""

    __slots__ = ("unit", "width", "depth", "inside", "going", "others", "closed", "walls", "lane", "free")

    def __init__(
        self, world: World, unit: Unit, left: i64, bottom: i64, right: i64, top: i64, lane: Lane | None = None
    ) -> None:
        self.unit = unit
        self.width = world.width
        self.depth = world.depth
        self.inside = left >= 0 and bottom >= 0 and right <= world.width and top <= world.depth
        self.lane = lane
        self.free: i64 = NEVER
        self.others: tuple[Unit, ...] = ()
        self.closed: tuple[Piece, ...] = ()
        self.walls: tuple[Structure, ...] = ()
        met = [
            tract
            for tract in tracts(world, unit)
            if meets_box(tract.shape, left, bottom, right, top) and self.meets(tract.shape)
        ]
        self.going = Going(met, unit)
        if unit.altitude > 0:
            return
        known = world.units[unit.id]
        here = footprint(known) if known.status == ON_TABLE else None
        for other in world.units:
            if other.status != ON_TABLE or other.id == unit.id:
                continue
            reach: i64 = stand(other).reach + CONTACT
            if not (left - reach <= other.x <= right + reach and bottom - reach <= other.y <= top + reach):
                continue
            if same_level(unit, other) and self.meets(footprint(other)):
                shape = footprint(other)
                if unit.seat != other.seat or here is None or not polygons_overlap(here, shape):
                    self.others += (other,)
        for tract in met:
            if tract.closed and (here is None or not polygons_overlap(tract.shape, here)):
                self.closed += (tract.piece,)
        for structure in world.structures:
            shape = structure.shape
            if structure.id == unit.building or not meets_box(shape, left, bottom, right, top):
                continue
            if solid(structure) and self.meets(shape):
                self.walls += (structure,)

    def bare(self) -> bool:
        """Is there nothing in the box but open ground?"""
        return self.inside and self.going.plain and not (self.others or self.closed or self.walls)

    def meets(self, shape: Polygon) -> bool:
        """Is this shape on the way? Then the way is free up to it at most."""
        if self.lane is None:
            return True
        gap = self.lane.gap(shape)
        self.free = min(self.free, gap)
        return gap < NEVER

    def refusal(self, shape: Polygon, dx: i64 = 0, dy: i64 = 0, open: bool = False) -> Refusal | None:
        """Why the unit may not stand, or pass, with this footprint moved by (dx, dy): off the table, on another unit
        (masse.move.no-interpenetration), in terrain closed to it, in a structure; None when it may. Friends who stand in each
        other's ranks already, after a flight, may move apart (masse.move.flee-through-friends), and whoever is in closed
        terrain may leave it. Where the way is known to be `open`, only the edges of the table count."""
        unit = self.unit
        if shape.left + dx < 0 or shape.bottom + dy < 0 or shape.right + dx > self.width or shape.top + dy > self.depth:
            return no("masse.move.leave-table", "off-the-table", unit.id)
        if open:
            return None
        for other in self.others:
            if overlap_when_moved(shape, dx, dy, footprint(other)):
                return no("masse.move.no-interpenetration", "unit-in-the-way", unit.id, other.id)
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


def round_about(world: World, unit: Unit, place: tuple[int, int], reach: int) -> Surroundings:
    """What may be in the way of a unit that stays within this reach of a place."""
    (x, y), far = place, reach + ROUNDING
    return Surroundings(world, unit, x - far, y - far, x + far, y + far)


@final
class Walk:
    """A unit carried straight along a heading: how far it has come, where it is, what that costs."""

    __slots__ = ("ground", "start", "factor", "unit", "dx", "dy", "cost", "paid", "done", "_across", "_up")

    def __init__(self, world: World, unit: Unit, heading: int, length: int, factor: int) -> None:
        shape = footprint(unit)
        up, across = sincos(heading)
        self._up: i64 = up
        self._across: i64 = across
        dx, dy = self.along(length)
        self.ground = Surroundings(
            world, unit, shape.left + min(0, dx) - ROUNDING, shape.bottom + min(0, dy) - ROUNDING,
            shape.right + max(0, dx) + ROUNDING, shape.top + max(0, dy) + ROUNDING, Lane(shape, heading),
        )  # fmt: skip
        self.start = shape
        self.factor = factor
        self.unit = unit
        self.dx: int = 0
        self.dy: int = 0
        self.cost: int = 0
        self.paid: int = 0
        self.done: int = 0

    def along(self, length: i64) -> tuple[i64, i64]:
        """How far a length of the way leads to the right and up, as `turned` has it."""
        return unscaled(length * self._across), unscaled(length * self._up)

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
        dx, dy = self.along(self.done + stride)
        refused = self.ground.refusal(self.start, dx, dy, self.done + stride <= self.ground.free)
        if refused is not None:
            return refused
        cost, toll = self.ahead(stride, dx, dy)
        if most >= 0 and self.paid + toll - (-cost // EIGHTEENTHS) > most:
            return no("masse.move.budget", "too-far", self.unit.id, most)
        if toll:
            self.unit = self.unit.copy()
            self.unit.crossing = 0
        self.paid += toll
        self.cost = cost
        self.dx, self.dy = dx, dy
        self.done += stride
        return None

    def ahead(self, stride: int, dx: int, dy: int) -> tuple[int, int]:
        """What the way will have cost after a stretch that leads to (dx, dy) from its start, in eighteenths, and what the
        obstacles cost that it begins to cross there."""
        going, start = self.ground.going, self.start
        if going.plain:
            return self.cost + self.factor * stride * EIGHTEENTHS, 0
        x, y = self.unit.x, self.unit.y
        slope = going.slope(x + self.dx, y + self.dy, x + dx, y + dy)
        cost = self.cost + self.factor * stretch_cost(stride, going.ground(start, dx, dy), slope)
        return cost, going.tolls(self.unit.crossing, start, self.dx, self.dy, start, dx, dy)

    def fits(self, stride: int, most: int) -> bool:
        """Could it go this stretch further for at most `most` in all?"""
        dx, dy = self.along(self.done + stride)
        if self.ground.refusal(self.start, dx, dy, self.done + stride <= self.ground.free) is not None:
            return False
        cost, toll = self.ahead(stride, dx, dy)
        return self.paid + toll - (-cost // EIGHTEENTHS) <= most

    def end(self) -> Unit:
        """The unit where it has come to."""
        twin = self.unit.copy()
        twin.x, twin.y = twin.x + self.dx, twin.y + self.dy
        return twin


def may_meet(world: World, unit: Unit, target: Unit, facing: int, heading: int, left: int) -> bool:
    """A quick look: could the unit, facing so, come into contact with the target straight along a heading for at most `left`? A
    road or a slope on the way may carry it farther than that."""
    how = stand(unit)
    wide, deep = how.width // 2 + CONTACT, how.depth // 2 + CONTACT
    lane = Lane(rectangle(unit.x, unit.y, wide, deep, facing), heading)
    gap = lane.gap(footprint(target))
    if gap <= left:
        return True
    return gap < NEVER and any(lane.gap(piece.shape) <= left for piece in Going(tracts(world, unit), unit).eased())


def longest(world: World, unit: Unit, heading: int, factor: int, left: int) -> int:
    """How far the unit can go straight along a heading for at most `left`: to the end of that, or to the very contact with
    whatever stops it."""
    return gone(world, unit, heading, factor, left)[0]


def gone(world: World, unit: Unit, heading: int, factor: int, left: int) -> tuple[int, Walk | None]:
    """The same, and the walk itself where it leads over open ground all the way."""
    whole = left // factor
    if whole == 0:
        return 0, None
    walk = Walk(world, unit, heading, whole + STRIDE, factor)
    if walk.ground.going.eased():  # it may come farther than that
        walk = Walk(world, unit, heading, 4 * left, factor)
    stretch = walk.open_stretch(whole)
    if stretch > 0 and walk.step(stretch) is None and stretch == whole:
        return whole, walk
    while walk.step(STRIDE, left) is None:
        pass
    low, high = 0, STRIDE - 1
    while low < high:
        middle = (low + high + 1) // 2
        if walk.fits(middle, left):
            low = middle
        else:
            high = middle - 1
    return walk.done + low, None
