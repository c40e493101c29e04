"""Running away: where a flight leads."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from math import isqrt
from typing import Final

from mypy_extensions import i64

from escarmouche.systems.sbh.model import FLYING, ON_TABLE, SHORT, Figure, Ground, World
from escarmouche.systems.sbh.rules.bearings import FULL_TURN, bearings
from escarmouche.systems.sbh.rules.conventions import EDGEWARD, clipped, fits_table, spot_near
from escarmouche.systems.sbh.rules.movement import ahead, in_difficult, obstruction, off_at, stick, stride, surroundings
from escarmouche.table.hexes import distance as hex_distance
from escarmouche.table.hexes import hex_at
from escarmouche.table.hexes import line as hex_line
from escarmouche.table.shapes import nearest_edge, segment_distance_squared, square_between
from escarmouche.table.trig import sincos, sine

SECOND: Final = 12
"""Of two flee moves the first is chosen so that a second is possible, if it is after one of the best few."""

ROUNDED: Final = 3
"""A spot on the way to another lies no farther off it than this (nor so many hexes): it is a whole number."""

Rank = tuple[int, int, int, int, int, int]
"""How good a spot is, the best first, and the spot itself."""


def run_for_the_edge(world: World, figure: Figure, moves: int) -> tuple[int, ...] | None:
    """Where the first of so many flee moves takes the fighter: the spot nearest to an edge, () when it is off the table, None
    when there is no way.

    On its way it may not come within Short of an enemy on its feet that was farther away, and it ends its last move Short
    or more from all of them, or off the table. It runs as far as it can: a full move, or one that something in its way cuts
    short where there is no other. (sbh.morale.flee-path)
    """
    home = homewards(world, figure)
    if not world.ground.hex_width:
        # Straight on brings it nearest to an edge, so that nobody need look farther while nothing is against it.
        x, y = fitted(world, figure, off_at(world, figure, home, False))
        free = not in_difficult(world, figure, x, y) and obstruction(world, figure, x, y) is None
        if free and keeps_clear(world, figure, x, y, moves == 1) and goes_on(world, figure, x, y, moves):
            return () if off_table(world, figure, x, y) else (x, y)
    return search(world, figure, home, moves)


def search(world: World, figure: Figure, home: int, moves: int) -> tuple[int, ...] | None:
    """The same on whatever bearing; `home` is that to the nearest edge."""
    near = surroundings(world, figure)
    barred: list[tuple[int, int]] = []
    ways = free_moves(near, figure, home, bearings(world, figure, home), moves == 1, barred)
    found = best_spot(world, figure, ways, moves)
    return found if found is not None else best_spot(world, figure, short_moves(near, figure, home, barred, moves == 1), moves)


def has_way(world: World, figure: Figure, moves: int) -> bool:
    """Does the first of so many flee moves take the fighter anywhere at all?"""
    near, last = surroundings(world, figure), moves == 1
    barred: list[tuple[int, int]] = []
    # Straight to an edge there often is one: then nobody need look on all the other bearings.
    if leads_on(near, figure, EDGEWARD, last, barred):
        return True
    barred.clear()
    ways = tuple(bearings(world, figure, homewards(world, figure)))
    return leads_on(near, figure, ways, last, barred) or any(shortened(near, figure, end, last) is not None for end in barred)


def leads_on(near: World, figure: Figure, ways: tuple[int, ...], last: bool, barred: list[tuple[int, int]]) -> bool:
    """May it run the full move on any of these bearings? The ends that something bars are added to `barred`."""
    for angle in ways:
        x, y = full_move(near, figure, angle)
        if obstruction(near, figure, x, y) is not None:
            barred.append((x, y))
        elif keeps_clear(near, figure, x, y, last):
            return True
    return False


def best_spot(world: World, figure: Figure, ranks: Iterator[Rank], moves: int) -> tuple[int, ...] | None:
    """The best of these spots, to which its first move may lead, that lets it go on: () when it is off the table, None
    without any."""
    first: tuple[int, ...] | None = None
    last: Rank | None = None
    tries = 0
    for rank in ranks:
        if rank == last:
            continue
        last = rank
        x, y = rank[4], rank[5]
        if goes_on(world, figure, x, y, moves):
            return () if off_table(world, figure, x, y) else (x, y)
        first = first or (x, y)
        tries += 1
        if tries == SECOND:
            break
    return first


def goes_on(world: World, figure: Figure, x: i64, y: i64, moves: int) -> bool:
    """Does that end its flight, or is another move possible after it?"""
    if moves == 1 or off_table(world, figure, x, y):
        return True
    twin = figure.copy()
    twin.x, twin.y = x, y
    return has_way(world.with_figure(twin), twin, moves - 1)


def ranked(world: World, figure: Figure, home: int, spot: tuple[int, int]) -> Rank:
    """Orders spots by their distance from an edge, those off the table first; among equals the straightest way."""
    x, y = spot
    up, across = sincos(home)
    dx: i64 = x - figure.x
    dy: i64 = y - figure.y
    aside, onward = dy * across - dx * up, dx * across + dy * up  # the same seen from the other side of the table
    return from_edge(world, figure, x, y), max(aside, -aside), aside, -onward, x, y


def from_edge(world: World, figure: Figure, x: i64, y: i64) -> int:
    """How far from an edge a flight ends that leads to x, y; -1 off the table."""
    ground = world.ground
    return -1 if off_table(world, figure, x, y) else nearest_edge(x, y, ground.width, ground.depth)[1]


def homewards(world: World, figure: Figure) -> int:
    """The bearing straight to the nearest edge."""
    return EDGEWARD[nearest_side(world, figure)]


def free_moves(
    near: World, figure: Figure, home: int, ways: list[int], last: bool, barred: list[tuple[int, int]]
) -> Iterator[Rank]:
    """The ends of full moves on these bearings to which it may run, the best first. A bearing is looked at only when no end
    found so far is as good as the best it may have. `near` is as much of the world as its move may meet; of the `last` move
    only the best end counts. The ends that something bars are added to `barred`."""
    seen: list[Rank] = []
    for promise in sorted(promises(near, figure, ways)):
        while seen and seen[0][0] < promise // FULL_TURN - 1:
            yield heappop(seen)
        spot = full_move(near, figure, promise % FULL_TURN)
        x, y = spot
        if last and seen and seen[0][0] < from_edge(near, figure, x, y):
            continue
        if obstruction(near, figure, x, y) is not None:
            barred.append(spot)
        elif keeps_clear(near, figure, x, y, last):
            heappush(seen, ranked(near, figure, home, spot))
    seen.sort()
    yield from seen


def promises(world: World, figure: Figure, ways: list[int]) -> list[int]:
    """Each bearing, with how near to an edge a full move there may end, be it a shorter one: (gap + 1) * FULL_TURN + bearing.
    The gap is -1 where it may end off the table."""
    ground = world.ground
    if ground.hex_width:
        return ways
    width: i64 = ground.width
    depth: i64 = ground.depth
    length = stride(world, figure, False)
    shorter = stride(world, figure, True) if ground.pieces else length
    found: list[int] = []
    for angle in ways:
        way: i64 = angle
        up = sine(way)
        across = sine((way + 9000) % FULL_TURN)
        x = figure.x + (length * across >> 20)
        y = figure.y + (length * up >> 20)
        gap = min(min(x, width - x), min(y, depth - y))
        if shorter < length:
            x = figure.x + (shorter * across >> 20)
            y = figure.y + (shorter * up >> 20)
            gap = min(gap, min(min(x, width - x), min(y, depth - y)))
        found.append(max(0, gap - ROUNDED + 1) * FULL_TURN + way)
    return found


def full_move(world: World, figure: Figure, angle: int) -> tuple[int, int]:
    """The end of a full move on this bearing, on the table or beyond its edge; difficult ground makes it shorter
    (sbh.movement.difficult)."""
    x, y = fitted(world, figure, off_at(world, figure, angle, False))
    return fitted(world, figure, off_at(world, figure, angle, True)) if in_difficult(world, figure, x, y) else (x, y)


def short_moves(near: World, figure: Figure, home: int, barred: list[tuple[int, int]], last: bool) -> Iterator[Rank]:
    """The spots to which it may run on the way to these ends of full moves, the best first. A way is followed only when no
    spot found so far is as good as the best on it."""
    seen: list[Rank] = []
    for best, end in sorted([(nearest_on_way(near, figure, end), end) for end in dict.fromkeys(barred)]):
        while seen and seen[0][0] < best:
            yield heappop(seen)
        spot = shortened(near, figure, end, last)
        if spot is not None:
            heappush(seen, ranked(near, figure, home, spot))
    seen.sort()
    yield from seen


def nearest_on_way(world: World, figure: Figure, end: tuple[int, int]) -> int:
    """How near to an edge a spot on the way to `end` may be, at the least: no nearer than this end of it or the other."""
    ground = world.ground
    if ground.hex_width:
        return 0
    here = nearest_edge(figure.x, figure.y, ground.width, ground.depth)[1]
    there = nearest_edge(end[0], end[1], ground.width, ground.depth)[1]
    return min(here, there) - ROUNDED


def shortened(world: World, figure: Figure, end: tuple[int, int], last: bool) -> tuple[int, int] | None:
    """The farthest spot on the way to the end of a full move, if it may run there with the `last` of its moves or another."""
    if last and not gets_clear(world, figure, end):
        return None
    most = stick(world, figure, in_difficult(world, figure, end[0], end[1]))
    limit = min(most, barred_at(world, figure, end, most))
    if last and limit < most and not gets_clear(world, figure, ahead(world, figure, end[0], end[1], limit)):
        return None
    x, y = farthest(world, figure, end, most, limit)
    if (x == figure.x and y == figure.y) or not fits_table(world, figure, x, y):
        return None
    return (x, y) if keeps_clear(world, figure, x, y, last) else None


def gets_clear(world: World, figure: Figure, end: tuple[int, int]) -> bool:
    """May a spot on the way to `end` be Short from all enemies? One that is too near now is farthest at its end, or here."""
    too_near, radius = world.ruler(SHORT) - 1, figure.card.radius
    for enemy in world.figures:
        if (
            is_threat(figure, enemy)
            and spot_near(world, figure.x, figure.y, radius, enemy, too_near)
            and spot_near(world, end[0], end[1], radius, enemy, too_near - ROUNDED)
        ):
            return False
    return True


def barred_at(world: World, figure: Figure, end: tuple[int, int], most: int) -> int:
    """A length beyond which another figure bars the way to `end`, or `most`: a broad look, before exact ones. Nothing is known
    of fliers, on hexes and among markers, where a way may be free again farther on."""
    if figure.has(FLYING) or world.ground.hex_width or world.markers:
        return most
    dx: i64 = end[0] - figure.x
    dy: i64 = end[1] - figure.y
    length: i64 = isqrt(square_between(0, 0, dx, dy)) or 1
    least: i64 = most
    for other in world.figures:
        fx: i64 = other.x - figure.x
        fy: i64 = other.y - figure.y
        along = (dx * fx + dy * fy) // length
        aside = dx * fy - dy * fx
        near: i64 = figure.card.radius + other.card.radius
        past = (aside if aside >= 0 else -aside) // length + 2 * ROUNDED  # the way itself is that much off, at the most
        if other.status == ON_TABLE and 0 < along < least + near and past < near and fx * fx + fy * fy >= near * near:
            reach: i64 = along + 2 * ROUNDED - isqrt(near * near - past * past)
            least = min(least, reach)
    return least


def farthest(world: World, figure: Figure, end: tuple[int, int], most: int, limit: int) -> tuple[int, int]:
    """The farthest free spot on the way to the end of a full move, no farther off than `most`, or where the figure stands;
    beyond `limit` it is known to be barred. Beside a figure in contact, where whole numbers bar one spot and not the next, the
    spot found rests on which are tried: they are halved from `most`, whatever the limit."""
    room = figure.card.radius + world.ground.hex_width
    left, right = min(figure.x, end[0]) - room, max(figure.x, end[0]) + room
    bottom, top = min(figure.y, end[1]) - room, max(figure.y, end[1]) + room
    lane = clipped(world, left, bottom, right, top)
    least = 0
    spot = (figure.x, figure.y)
    while least < most:
        length = (least + most + 1) // 2
        x, y = ahead(lane, figure, end[0], end[1], length)
        if length <= limit and obstruction(lane, figure, x, y) is None:
            least, spot = length, (x, y)
        else:
            most = length - 1
    return spot


def fitted(world: World, figure: Figure, spot: tuple[int, int]) -> tuple[int, int]:
    """The spot, drawn in so far that a base whose centre is on the table is wholly on it."""
    ground, radius = world.ground, figure.card.radius
    x: i64 = spot[0]
    y: i64 = spot[1]
    if ground.hex_width or off_table(world, figure, x, y):
        return spot
    return min(max(x, radius), ground.width - radius), min(max(y, radius), ground.depth - radius)


def nearest_side(world: World, figure: Figure) -> int:
    """The table edge nearest to the fighter; among equals its own, then the next in turn."""
    ground, own = world.ground, max(0, world.bands[figure.seat].edge)
    gaps = [figure.x, figure.y, ground.width - figure.x, ground.depth - figure.y]
    best = own
    for further in range(1, 4):
        side = (own + further) % 4
        if gaps[side] < gaps[best]:
            best = side
    return best


def off_table(world: World, figure: Figure, x: i64, y: i64) -> bool:
    """Is a figure that has run to x, y out of play? It is when its centre is over the edge; on a hexagon board, when it comes
    to a hex that is not wholly on the table. (sbh.morale.leave-table)"""
    ground = world.ground
    if ground.hex_width:
        return not fits_table(world, figure, x, y)
    return x < 0 or x > ground.width or y < 0 or y > ground.depth


def is_threat(figure: Figure, other: Figure) -> bool:
    """Is the other an enemy from whom it runs? Those on the ground do not count, the immobilised do."""
    return other.seat != figure.seat and other.status == ON_TABLE and not other.prone


def keeps_clear(world: World, figure: Figure, x: i64, y: i64, last: bool) -> bool:
    """Does a move to x, y keep the distance from enemies?"""
    too_near: i64 = world.ruler(SHORT) - 1
    radius = figure.card.radius
    for enemy in world.figures:
        if not is_threat(figure, enemy):
            continue
        if not spot_near(world, figure.x, figure.y, radius, enemy, too_near):
            if passes_near(world, figure, x, y, enemy, too_near):
                return False
        elif last and not off_table(world, figure, x, y) and spot_near(world, x, y, radius, enemy, too_near):
            return False
    return True


def passes_near(world: World, figure: Figure, x: i64, y: i64, enemy: Figure, reach: i64) -> bool:
    """Does the straight move to x, y come within `reach` (a ruler's length, or hexes) of the enemy anywhere on the table?"""
    width = world.ground.hex_width
    if width:
        there = hex_at(enemy.x, enemy.y, width)
        way = hex_line(hex_at(figure.x, figure.y, width), hex_at(x, y, width))
        return any(hex_distance(at, there) <= reach for at in way)
    far = figure.card.radius + enemy.card.radius + reach
    if off_table(world, figure, x, y):
        x, y = where_it_leaves(world.ground, figure, x, y)
    return segment_distance_squared(figure.x, figure.y, x, y, enemy.x, enemy.y) <= far * far


def where_it_leaves(ground: Ground, figure: Figure, x: i64, y: i64) -> tuple[int, int]:
    """The last point on the table of a straight move to x, y."""
    edge = min(max(x, 0), ground.width)
    if edge != x:
        x, y = edge, figure.y + share(y - figure.y, edge - figure.x, x - figure.x)
    edge = min(max(y, 0), ground.depth)
    if edge != y:
        x, y = figure.x + share(x - figure.x, edge - figure.y, y - figure.y), edge
    return x, y


def share(length: i64, part: i64, whole: i64) -> i64:
    """So much of a length, rounded towards zero, so that it is the same in the mirror."""
    found = max(length, -length) * max(part, -part) // max(whole, -whole)
    return found if length >= 0 else -found
