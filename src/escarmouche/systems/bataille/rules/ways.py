"""Ways: what a move counts, what bars it, and the flames it leads through."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from escarmouche.core.effects import Refusal, Script, Tell
from escarmouche.kit.menu import no
from escarmouche.systems.bataille.model import BUSY, FREED, GUN, MOVED, ON_TABLE, Figure, World
from escarmouche.systems.bataille.rules.core import (
    OBSTACLE,
    clear_of,
    contact,
    contact_at,
    fits,
    fits_terrain,
    foes_at,
    standing,
)
from escarmouche.systems.bataille.rules.harm import immune, suffer
from escarmouche.systems.bataille.rules.scenarios import arrive, carries, eventful, gem_carried, gem_let_go
from escarmouche.systems.bataille.rules.values import GEM_MOST, HALVES, PRISONER_MOST, TOLERANCE
from escarmouche.table.paths import path_cost, path_length, shortest_path, stretches, walk
from escarmouche.table.shapes import (
    disc_meets_polygon,
    on_table,
    overlapping,
    segment_meets_disc,
    sweep_meets_disc,
    sweep_meets_polygon,
    towards,
)  # fmt: skip

Path = list[tuple[int, int]]
ENTRY_STEPS: Final = 64
"""So finely it is looked where a way enters flames."""
BACK: Final = 50
"""A figure that has to stop short looks for room every half millimetre."""


# ---------------------------------------------------------------- what a way counts


def way_cost(world: World, figure: Figure, path: Path) -> int:
    """The counted distance of a way: real inches, more in difficult terrain, half of the Movement for each obstacle in place of
    what lies inside it; a flyer pays for the inches alone. (bataille.move.counted-distance, bataille.move.difficult,
    bataille.move.obstacle-detail, bataille.move.flyers-ignore-terrain)"""
    near = [] if figure.card.flight else underway(world, figure, path)
    if not near:
        return path_length(path)
    pieces, factors = world.ground.pieces, world.ground.factors
    cost = path_cost(path, [pieces[i] for i in near], [factors[i] for i in near])
    radius = figure.card.radius
    for piece in [pieces[i] for i in near]:
        if OBSTACLE in piece.tags:
            over = False
            for (ax, ay), (bx, by) in pairwise(path):
                if sweep_meets_polygon(ax, ay, bx, by, radius, piece.shape):
                    if not over:
                        cost += HALVES[figure.card.move][0]
                    inner = sum([end - start for start, end in stretches(ax, ay, bx, by, piece.shape)])
                    cost -= (inner * path_length([(ax, ay), (bx, by)]) + (1 << 31)) >> 32
                over = disc_meets_polygon(bx, by, radius, piece.shape)
    return cost


def underway(world: World, figure: Figure, path: Path) -> list[int]:
    """The pieces of terrain that a base on this way may come to and that it would pay for, by their places."""
    (left, bottom), radius, found = path[0], figure.card.radius, []
    right, top = left, bottom
    for x, y in path:
        left, right, bottom, top = min(left, x), max(right, x), min(bottom, y), max(top, y)
    left, right, bottom, top = left - radius, right + radius, bottom - radius, top + radius
    for place, piece in enumerate(world.ground.pieces):
        shape = piece.shape
        near = shape.left <= right and shape.right >= left and shape.bottom <= top and shape.top >= bottom
        if near and (world.ground.factors[place] or OBSTACLE in piece.tags):
            found.append(place)
    return found


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


def leg_refusal(
    world: World, figure: Figure, others: list[Figure], ax: int, ay: int, end: Path, left: tuple[int, ...]
) -> Refusal | None:
    """What stands in a straight part of a way, from a point to the first of `end`: solid terrain, and of the `others` guns,
    enemies, and any enemy it would touch without being in contact with it in the end, but for those that are `left`.
    (bataille.move.through-figures, bataille.move.into-contact)"""
    (bx, by), (end_x, end_y) = end[0], end[-1]
    radius = figure.card.radius
    for piece in world.ground.pieces:
        if piece.impassable and sweep_meets_polygon(ax, ay, bx, by, radius, piece.shape):
            return no("bataille.core.bases", "terrain-in-the-way", figure.id)
    low_x, high_x = min(ax, bx) - radius - TOLERANCE, max(ax, bx) + radius + TOLERANCE
    low_y, high_y = min(ay, by) - radius - TOLERANCE, max(ay, by) + radius + TOLERANCE
    for other in others:
        size = other.card.radius
        if other.x + size < low_x or other.x - size > high_x or other.y + size < low_y or other.y - size > high_y:
            continue
        if other.id == figure.id or (other.card.role != GUN and other.seat == figure.seat):
            continue
        if sweep_meets_disc(ax, ay, bx, by, radius, other.x, other.y, size):
            return no("bataille.move.through-figures", "in-the-way", figure.id, other.id)
        if other.card.role == GUN or other.id in left:
            continue
        touches = segment_meets_disc(ax, ay, bx, by, other.x, other.y, radius + size + TOLERANCE + 1)
        if touches and not contact_at(world, end_x, end_y, radius, other):
            return no("bataille.move.into-contact", "brushes-past", figure.id, other.id)
    return None


def way_refusal(
    world: World,
    figure: Figure,
    path: Path,
    limit: int,
    left: tuple[int, ...] | None = None,
    others: list[Figure] | None = None,
) -> Refusal | None:
    """Why it cannot go this way with so much movement, or None. One that leaves contact (`left`: those it was in contact with)
    must end out of contact with everybody. `others` are those on the table whom it may come near, if they are known.
    (bataille.move.disengage-end, bataille.core.bases)"""
    x, y = path[-1]
    radius = figure.card.radius
    for px, py in path[1:]:
        if not on_table(px, py, radius, world.ground.width, world.ground.depth):
            return no("bataille.core.bases", "off-table", figure.id)
    real = real_limit(world, figure)
    if path_length(path) > real:
        rule_id = "bataille.scenario.rescue-prisoner-limit" if figure.having(FREED) else "bataille.scenario.gem-speed"
        return no(rule_id, "carried-too-far", figure.id, real)
    if way_cost(world, figure, path) > limit:
        return no("bataille.char.movement", "too-far", figure.id, limit)
    if others is None:
        others = standing(world)
    refused = None if figure.card.flight else barred_way(world, figure, path, () if left is None else left, others)
    if refused is not None:
        return refused
    if not fits_terrain(world, x, y, radius) or not clear_of(x, y, radius, others, figure.id):
        return no("bataille.core.bases", "no-room", figure.id)
    if left is not None and foes_at(world, figure, x, y):
        return no("bataille.move.disengage-end", "ends-in-contact", figure.id)
    return None


def within_move(figure: Figure, others: list[Figure]) -> list[Figure]:
    """Those of the others whom a figure may come near with its own Movement."""
    x, y, found = figure.x, figure.y, []
    reach = figure.card.move + figure.card.radius + TOLERANCE
    for other in others:
        far = reach + other.card.radius
        if -far <= other.x - x <= far and -far <= other.y - y <= far:
            found.append(other)
    return found


def barred_way(
    world: World, figure: Figure, path: Path, left: tuple[int, ...], others: list[Figure] | None = None
) -> Refusal | None:
    """What bars a way on foot anywhere along it, or None; `others` are those whom it may come near, if they are known."""
    if others is None:
        others = standing(world)
    for leg in range(1, len(path)):
        ax, ay = path[leg - 1]
        refused = leg_refusal(world, figure, others, ax, ay, path[leg:], left)
        if refused is not None:
            return refused
    return None


def obstacles_near(world: World, figure: Figure, reach: int, shy: bool) -> list[tuple[int, int, int]]:
    """The bases that a figure must go round within a distance: guns and enemies; one that is `shy` keeps out of contact, except
    with those it has still to get away from."""
    found: list[tuple[int, int, int]] = []
    far = reach + figure.card.radius + 2 * TOLERANCE
    for other in world.figures:
        if other.status == ON_TABLE and other.id != figure.id and (other.seat != figure.seat or other.card.role == GUN):
            wary = shy and other.card.role != GUN and not contact(world, figure, other)
            size = other.card.radius + (TOLERANCE + 1 if wary else 0)
            if abs(other.x - figure.x) <= far + size and abs(other.y - figure.y) <= far + size:
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
