"""Ways: what a move counts, what bars it, and the flames it leads through."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Refusal, Script, Tell
from escarmouche.kit.menu import no
from escarmouche.systems.bataille.model import BUSY, FREED, GUN, MOVED, ON_TABLE, Figure, Prospect, World
from escarmouche.systems.bataille.rules.core import OBSTACLE, among, clear_of, contact, contact_at, fits, foes_at
from escarmouche.systems.bataille.rules.harm import immune, suffer
from escarmouche.systems.bataille.rules.scenarios import arrive, carries, eventful, gem_carried, gem_let_go
from escarmouche.systems.bataille.rules.values import GEM_MOST, HALVES, PRISONER_MOST, THICKNESS, TOLERANCE
from escarmouche.table.costs import FREE, Costs, covered
from escarmouche.table.paths import path_length, shortest_path, walk
from escarmouche.table.shapes import (
    Polygon,
    disc_meets_polygon,
    on_table,
    overlapping,
    segment_meets_disc,
    square_between,
    sweep_meets_disc,
    sweep_meets_polygon,
    towards,
)  # fmt: skip
from escarmouche.table.whole import root_up

Path = list[tuple[int, int]]
ENTRY_STEPS: Final = 64
"""So finely it is looked where a way enters flames."""
BACK: Final = 50
"""A figure that has to stop short looks for room every half millimetre."""


# ---------------------------------------------------------------- what a way counts


NOWHERE: Final[list[Polygon]] = []
"""No terrain at all. Most figures have none around them, and a list for each would only burden the garbage collector."""


def joined(shapes: list[Polygon], shape: Polygon) -> list[Polygon]:
    """These shapes and another one; NOWHERE stays empty."""
    if shapes is NOWHERE:
        return [shape]
    shapes.append(shape)
    return shapes


@final
@mypyc_attr(acyclic=True)
class Footing:
    """The terrain that the base of a figure may come to within a box of the table, whichever way it goes there."""

    __slots__ = ("costs", "figure", "solid", "walls", "worst")

    def __init__(self, world: World, figure: Figure, left: i64, bottom: i64, right: i64, top: i64) -> None:
        self.figure = figure
        self.solid = NOWHERE
        self.walls = NOWHERE
        self.costs = FREE
        self.worst = 1
        radius: i64 = figure.card.radius
        ground = world.ground
        for place, piece in enumerate(ground.pieces):
            shape = piece.shape
            if not within_box(shape, radius, left, bottom, right, top):
                continue
            if piece.impassable:
                self.solid = joined(self.solid, shape)
            if OBSTACLE in piece.tags:
                self.walls = joined(self.walls, shape)
            factor = ground.factors[place]
            if factor:
                if self.costs is FREE:
                    self.costs = Costs([], [])
                self.costs.polygons.append(shape)
                self.costs.factors.append(factor)
                self.worst = max(self.worst, factor)

    def cost(self, path: Path) -> int:
        """The counted distance of a way: see `way_cost`."""
        if self.figure.card.flight or not (self.costs.polygons or self.walls):
            return path_length(path)
        cost = self.costs.path(path)
        radius = self.figure.card.radius
        for shape in self.walls:
            over = False
            for place in range(1, len(path)):
                ax, ay = path[place - 1]
                bx, by = path[place]
                if sweep_meets_polygon(ax, ay, bx, by, radius, shape):
                    if not over:
                        cost += HALVES[self.figure.card.move][0]
                    inner: int = covered(ax, ay, bx, by, shape)
                    cost -= (inner * root_up(square_between(ax, ay, bx, by)) + (1 << 31)) >> 32
                over = disc_meets_polygon(bx, by, radius, shape)
        return cost

    def too_far(self, path: Path, length: int, limit: int) -> bool:
        """Does a way of this length count more than the limit? Only where its length does not tell its cost is worked out."""
        if self.told_by(length, limit):
            return length > limit
        if self.passed_by(path):
            return length > limit and path_length(path) > limit
        return self.cost(path) > limit

    def told_by(self, length: int, limit: int) -> bool:
        """Does the length of a way alone tell whether it counts more than the limit?"""
        if self.figure.card.flight or not (self.costs.polygons or self.walls):
            return True
        return not self.walls and (length > limit or length * self.worst <= limit)

    def passed_by(self, path: Path) -> bool:
        """Does a way surely lead past all terrain that counts? In doubt it does not."""
        left, bottom, right, top = box(path)
        return not (
            any(within_box(shape, self.figure.card.radius, left, bottom, right, top) for shape in self.costs.polygons)
            or any(within_box(shape, self.figure.card.radius, left, bottom, right, top) for shape in self.walls)
        )

    def room(self, x: int, y: int) -> bool:
        """Can the base stand there, clear of solid terrain and walls?"""
        radius = self.figure.card.radius
        for shape in self.solid:
            if disc_meets_polygon(x, y, radius, shape):
                return False
        return not any(disc_meets_polygon(x, y, radius, shape) for shape in self.walls)


def within_box(shape: Polygon, radius: i64, left: i64, bottom: i64, right: i64, top: i64) -> bool:
    """May a base that is somewhere in a box reach a shape?"""
    if shape.left > right + radius or shape.right < left - radius:
        return False
    return shape.bottom <= top + radius and shape.top >= bottom - radius


def box(path: Path) -> tuple[int, int, int, int]:
    """Where a way leads at most: left, bottom, right, top."""
    left, bottom = path[0]
    right, top = left, bottom
    for x, y in path:
        left, right, bottom, top = min(left, x), max(right, x), min(bottom, y), max(top, y)
    return left, bottom, right, top


def way_cost(world: World, figure: Figure, path: Path) -> int:
    """The counted distance of a way: real inches, more in difficult terrain, half of the Movement for each obstacle in place of
    what lies inside it; a flyer pays for the inches alone. (bataille.move.counted-distance, bataille.move.difficult,
    bataille.move.obstacle-detail, bataille.move.flyers-ignore-terrain)"""
    if figure.card.flight:
        return path_length(path)
    left, bottom, right, top = box(path)
    return Footing(world, figure, left, bottom, right, top).cost(path)


def real_limit(world: World, figure: Figure, forced: bool = False) -> int:
    """The inches it may travel as they are: a freed prisoner and whoever carries the gem go no farther than 6'' a turn;
    one that is `forced` leaves the gem behind. (bataille.scenario.rescue-limit-magic, bataille.scenario.gem-speed)"""
    limit = world.ground.width + world.ground.depth
    if figure.having(FREED):
        limit = max(0, PRISONER_MOST - figure.travelled)
    if carries(world, figure) and not forced:
        assert world.gem is not None
        limit = min(limit, max(0, GEM_MOST - world.gem.travelled))
    return limit


# ---------------------------------------------------------------- what bars a way


def near_by(figure: Figure, figures: list[Figure], left: i64, bottom: i64, right: i64, top: i64) -> list[Figure]:
    """Those of the figures on the table that the base of another may come near within a box."""
    found: list[Figure] = []
    reach: i64 = figure.card.radius + THICKNESS + TOLERANCE
    for other in figures:
        far: i64 = reach + other.card.radius
        x: i64 = other.x
        y: i64 = other.y
        near = left - far <= x <= right + far and bottom - far <= y <= top + far
        if near and other.status == ON_TABLE and other.id != figure.id:
            found.append(other)
    return found


def within_move(figure: Figure, figures: list[Figure]) -> list[Figure]:
    """Those of the figures whom another may come near with its own Movement."""
    far = figure.card.move
    return near_by(figure, figures, figure.x - far, figure.y - far, figure.x + far, figure.y + far)


@final
@mypyc_attr(acyclic=True)
class Walker:
    """What a figure may meet within a box of the table, whichever way it goes there: the terrain, and the `others`, among whom
    are all whom it may come near there."""

    __slots__ = ("barring", "figure", "footing", "others", "real", "world")

    def __init__(self, world: World, figure: Figure, others: list[Figure], footing: Footing) -> None:
        self.world = world
        self.figure = figure
        self.others = others
        self.footing = footing
        self.real = real_limit(world, figure)
        self.barring = [other for other in others if other.seat != figure.seat or other.card.role == GUN]
        """Enemies and guns, through whom nobody goes. (bataille.move.through-figures)"""

    def leg_refusal(self, ax: int, ay: int, bx: int, by: int, end: tuple[int, int], left: tuple[int, ...]) -> Refusal | None:
        """What stands in a straight part of a way that ends somewhere: solid terrain, or somebody."""
        if self.solid_between(ax, ay, bx, by):
            return no("bataille.core.bases", "terrain-in-the-way", self.figure.id)
        return self.met_between(ax, ay, bx, by, end[0], end[1], left)

    def solid_between(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """Is there solid terrain in a straight part of a way?"""
        return any(sweep_meets_polygon(ax, ay, bx, by, self.figure.card.radius, shape) for shape in self.footing.solid)

    def met_between(self, ax: int, ay: int, bx: int, by: int, x: int, y: int, left: tuple[int, ...]) -> Refusal | None:
        """Who stands in a straight part of a way that ends at x, y: guns, enemies, and any enemy it would touch without being
        in contact with it in the end, but for those that are `left`. (bataille.move.through-figures,
        bataille.move.into-contact)"""
        figure, radius = self.figure, self.figure.card.radius
        for other in self.barring:
            at_x, at_y, near = other.x, other.y, radius + other.card.radius
            if not segment_meets_disc(ax, ay, bx, by, at_x, at_y, near + TOLERANCE + 1):
                continue
            if sweep_meets_disc(ax, ay, bx, by, radius, at_x, at_y, other.card.radius):
                return no("bataille.move.through-figures", "in-the-way", figure.id, other.id)
            if other.card.role == GUN or other.id in left:
                continue
            if not contact_at(self.world, x, y, radius, other):
                return no("bataille.move.into-contact", "brushes-past", figure.id, other.id)
        return None

    def barred(self, path: Path, left: tuple[int, ...]) -> Refusal | None:
        """What bars a way on foot anywhere along it, or None."""
        if not self.barring and not self.footing.solid:
            return None
        for leg in range(1, len(path)):
            ax, ay = path[leg - 1]
            bx, by = path[leg]
            refused = self.leg_refusal(ax, ay, bx, by, path[-1], left)
            if refused is not None:
                return refused
        return None

    def met(self, x: int, y: int) -> list[int]:
        """The enemies that it would be in contact with there. (bataille.move.engaged)"""
        return [foe.id for foe in among(self.world, self.figure, self.barring, x, y)]

    def refusal(self, path: Path, limit: int, left: tuple[int, ...] | None = None) -> Refusal | None:
        """Why it cannot go this way: see `way_refusal`."""
        refused = self.refusal_apart(path, limit, left)
        if refused is not None:
            return refused
        x, y = path[-1]
        if not clear_of(x, y, self.figure.card.radius, self.others):
            return no("bataille.core.bases", "no-room", self.figure.id)
        if left is not None and self.met(x, y):
            return no("bataille.move.disengage-end", "ends-in-contact", self.figure.id)
        return None

    def refusal_apart(self, path: Path, limit: int, left: tuple[int, ...] | None = None) -> Refusal | None:
        """The same apart from those who stand where it ends."""
        refused = self.far_refusal(path, limit)
        if refused is not None:
            return refused
        refused = None if self.figure.card.flight else self.barred(path, () if left is None else left)
        x, y = path[-1]
        if refused is None and not self.footing.room(x, y):
            return no("bataille.core.bases", "no-room", self.figure.id)
        return refused

    def far_refusal(self, path: Path, limit: int) -> Refusal | None:
        """Why a way leads off the table or too far, or None."""
        figure, radius, ground = self.figure, self.figure.card.radius, self.world.ground
        start_x, start_y = path[0]
        x, y = path[-1]
        for place in range(1, len(path)):
            px, py = path[place]
            if not on_table(px, py, radius, ground.width, ground.depth):
                return no("bataille.core.bases", "off-table", figure.id)
        length = root_up(square_between(start_x, start_y, x, y)) if len(path) == 2 else path_length(path)
        if length > self.real:
            rule_id = "bataille.scenario.rescue-prisoner-limit" if figure.having(FREED) else "bataille.scenario.gem-speed"
            return no(rule_id, "carried-too-far", figure.id, self.real)
        if self.footing.too_far(path, length, limit):
            return no("bataille.char.movement", "too-far", figure.id, limit)
        return None

    def sound(self, x: int, y: int, limit: int) -> bool:
        """May it go straight to a place as far as the table and its terrain go?"""
        figure, ground = self.figure, self.world.ground
        if not on_table(x, y, figure.card.radius, ground.width, ground.depth):
            return False
        length = root_up(square_between(figure.x, figure.y, x, y))
        if length > self.real:
            return False
        if self.footing.told_by(length, limit):
            if length > limit:
                return False
        elif self.footing.too_far([(figure.x, figure.y), (x, y)], length, limit):
            return False
        return (figure.card.flight or not self.solid_between(figure.x, figure.y, x, y)) and self.footing.room(x, y)

    def unopposed(self, x: int, y: int) -> bool:
        """May it go straight to a place as far as those go who stand in the way, but not those who stand where it ends?"""
        figure = self.figure
        return figure.card.flight or self.met_between(figure.x, figure.y, x, y, x, y, ()) is None


def walker(world: World, figure: Figure, path: Path) -> Walker:
    """A figure on one way."""
    left, bottom, right, top = box(path)
    others = near_by(figure, list(world.figures), left, bottom, right, top)
    return Walker(world, figure, others, Footing(world, figure, left, bottom, right, top))


def walker_near(world: World, figure: Figure, far: int) -> Walker:
    """A figure on any ways that lead no farther than that from where it stands."""
    left, bottom, right, top = figure.x - far, figure.y - far, figure.x + far, figure.y + far
    others = near_by(figure, list(world.figures), left, bottom, right, top)
    return Walker(world, figure, others, Footing(world, figure, left, bottom, right, top))


def walker_among(world: World, prospect: Prospect) -> Walker:
    """A figure on any ways no longer than its Movement."""
    stance = prospect.stance
    figure, footing = stance.figure, stance.footing
    if not isinstance(footing, Footing):
        x, y, far = figure.x, figure.y, figure.card.move
        footing = Footing(world, figure, x - far, y - far, x + far, y + far)
        stance.footing = footing
    return Walker(world, figure, prospect.others, footing)


def way_refusal(world: World, figure: Figure, path: Path, limit: int, left: tuple[int, ...] | None = None) -> Refusal | None:
    """Why it cannot go this way with so much movement, or None. One that leaves contact (`left`: those it was in contact with)
    must end out of contact with everybody. (bataille.move.disengage-end, bataille.core.bases)"""
    return walker(world, figure, path).refusal(path, limit, left)


def barred_way(world: World, figure: Figure, path: Path, left: tuple[int, ...]) -> Refusal | None:
    """What bars a way on foot anywhere along it, or None."""
    return walker(world, figure, path).barred(path, left)


def obstacles_near(world: World, figure: Figure, reach: int, shy: bool) -> list[tuple[int, int, int]]:
    """The bases that a figure must go round within a distance: guns and enemies; one that is `shy` keeps out of contact, except
    with those it has still to get away from."""
    found: list[tuple[int, int, int]] = []
    far = reach + figure.card.radius + 2 * TOLERANCE
    for other in world.figures:
        if other.status == ON_TABLE and other.id != figure.id and (other.seat != figure.seat or other.card.role == GUN):
            wary = shy and other.card.role != GUN and not contact(world, figure, other)
            size = other.card.radius + (TOLERANCE + 1 if wary else 0)
            dx: int = other.x - figure.x
            dy: int = other.y - figure.y
            if abs(dx) <= far + size and abs(dy) <= far + size:
                found.append((other.x, other.y, size))
    return found


def way_to(world: World, figure: Figure, x: int, y: int, shy: bool) -> Path:
    """A way to a place round what cannot be passed, as short as can be; straight where there is none."""
    start = (figure.x, figure.y)
    if figure.card.flight:
        return [start, (x, y)]
    ground = world.ground
    # Beside the place itself nobody is shy: whom one wants to touch there, one may.
    discs = [one for one in obstacles_near(world, figure, figure.card.move, shy) if not near_end(one, x, y, figure)]
    solid = [piece for piece in ground.pieces if piece.impassable]
    found = shortest_path(start[0], start[1], figure.card.radius, x, y, solid, discs, ground.width, ground.depth)
    return [start, (x, y)] if found is None else found


def near_end(disc: tuple[int, int, int], x: int, y: int, figure: Figure) -> bool:
    """Does the disc overlap a base at the place?"""
    return overlapping(x, y, figure.card.radius, disc[0], disc[1], disc[2])


def farthest(world: World, figure: Figure, path: Path, limit: int, shy: bool, forced: bool = False) -> Path:
    """As much of a way as the movement allows, ending where the figure can stand; a `shy` one keeps out of contact."""
    most = min(path_length(path), limit, real_limit(world, figure, forced))
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2 if high < most else most
        if way_cost(world, figure, part(path, middle)) <= limit:
            low = middle
        else:
            high = middle - 1
    while low > 0:
        x, y = walk(path, low)[0]
        if fits(world, x, y, figure.card.radius, True, figure.id) and not (shy and foes_at(world, figure, x, y)):
            return part(path, low)
        low -= BACK
    return [path[0]]


def part(path: Path, length: int) -> Path:
    """The beginning of a path, so long."""
    end, rest = walk(path, length)
    return [*path[: len(path) - len(rest) + 1], end] if len(rest) > 1 else path


# ---------------------------------------------------------------- going


def flames(world: World, figure: Figure, path: Path) -> list[tuple[int, int, int, int]]:
    """The walls of fire that a way leads through, in the order in which it enters them: when, where, and which.
    (bataille.spell.wall-of-fire-crossing-detail)"""
    found: list[tuple[int, int, int, int]] = []
    radius = figure.card.radius
    if immune(figure):
        return found
    for number, fire in enumerate(world.fires):
        if figure.card.flight:
            if disc_meets_polygon(path[-1][0], path[-1][1], radius, fire.shape):
                found.append((len(path) * ENTRY_STEPS, path[-1][0], path[-1][1], number))
            continue
        for leg, ((ax, ay), (bx, by)) in enumerate(pairwise(path)):
            if sweep_meets_polygon(ax, ay, bx, by, radius, fire.shape):
                far = path_length([(ax, ay), (bx, by)])
                for step in range(ENTRY_STEPS + 1):
                    x, y = towards(ax, ay, bx, by, far * step // ENTRY_STEPS)
                    if step == ENTRY_STEPS or disc_meets_polygon(x, y, radius, fire.shape):
                        found.append((leg * ENTRY_STEPS + step, x, y, number))
                        break
                break
    found.sort()
    return found


def through_flames(world: World, id: int, path: Path) -> Script:
    """A hit for each wall of fire that a way enters; whoever falls to it falls there. Returns the world.
    (bataille.spell.wall-of-fire-crossing)"""
    start = world.figures[id]
    for _, x, y, number in flames(world, start, path):
        inside = world.figures[id].copy()
        inside.x, inside.y = x, y
        entered = world.with_figure(inside)
        yield Tell("bataille.spell.wall-of-fire-crossing", "enters-fire", (id,))
        burnt = yield from suffer(entered, ((id, -1, world.fires[number].seat, 0),), False)
        if burnt.figures[id].status != ON_TABLE:
            return burnt
        hurt = burnt.figures[id].copy()
        hurt.x, hurt.y = start.x, start.y
        world = burnt.with_figure(hurt)
    return world


def go(world: World, id: int, path: Path, why: str, arrives: bool = True) -> Script:
    """A figure goes a way that is open to it: through the flames on it, then it is there, and what lies there happens. Returns
    the world."""
    start = world.figures[id]
    cost, far = way_cost(world, start, path), path_length(path)
    world = yield from through_flames(world, id, path)
    if world.figures[id].status != ON_TABLE:
        return world
    x, y = path[-1]
    figure = world.figures[id].placed(x, y)
    figure.moved += cost
    figure.travelled += far
    figure.state |= MOVED | BUSY
    met = tuple([foe.id for foe in foes_at(world, figure, x, y)])
    yield Tell(why, "moves", (id, far, x, y, start.x, start.y, met))
    world = yield from gem_let_go(world, gem_carried(world.with_figure(figure), figure, far))
    if arrives and eventful(world):
        world = yield from arrive(world, id)
    return world
