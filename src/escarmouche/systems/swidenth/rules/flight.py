"""Flight: figures that run away, and where to. (swidenth.flight.direction)"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.core.effects import Choose, Listed, Script, Tell, rule
from escarmouche.systems.swidenth.model import FLED, NOWHERE, ON_TABLE, Figure, World
from escarmouche.systems.swidenth.rules.aims import route
from escarmouche.systems.swidenth.rules.conventions import (
    FULL_TURN,
    NO_FLOOR,
    RELIEF,
    SOLID,
    apart,
    enemies,
    foes_at,
    level_with,
    movement,
)
from escarmouche.systems.swidenth.rules.ladders import wall_at
from escarmouche.systems.swidenth.rules.movement import HALF_TURN, follow
from escarmouche.systems.swidenth.rules.rout import removed
from escarmouche.systems.swidenth.rules.values import DIFFICULT, ENGAGED, PAS
from escarmouche.systems.swidenth.rules.ways import GRAIN, Spot, Steps, Walker
from escarmouche.table.grazing import both_sides, past_disc
from escarmouche.table.shapes import beyond, nearest_edge, square_between, towards
from escarmouche.table.trig import angle_of, step
from escarmouche.table.whole import root

RAYS: Final = 48
"""The bearings that are looked at whatever stands around."""
BESIDE: Final = (0, 2, -2)
"""A bearing on which something begins or ceases to bar the way, and those next to it, in hundredths of a degree."""
FINER: Final = (800, 400, 200, 100, 50, 25, 12, 6, 3, 1)
"""By how much bearings beside the best one are tried, in hundredths of a degree."""
NOTCH: Final = PAS // 20
"""How exactly the end of a run is found that something cuts short."""
EQUAL: Final = 4
"""Two places are equally far when their distances differ by no more than this: points are whole numbers."""
OUTWARD: Final = (18000, 27000, 0, 9000)
"""The bearings straight to the edges: left, bottom, right, top."""


@final
@mypyc_attr(acyclic=True)
class Refuge(Data):
    """A place that a run leads to: `x`, `y`, which may lie beyond the table's edge (`off`), the way there on the table, whether
    it is no nearer to another enemy than now, and how far it is from whom the figure flees."""

    __slots__ = ("x", "y", "off", "spots", "safe", "far")

    def __init__(self, x: int, y: int, off: bool, spots: tuple[Spot, ...], safe: bool = True, far: int = 0) -> None:
        self.x = x
        self.y = y
        self.off = off
        self.spots = spots
        self.safe = safe
        self.far = far

    def better(self, other: Refuge) -> bool:
        """Is it clearly the better of two? (swidenth.flight.direction)"""
        return self.safe if self.safe != other.safe else self.far > other.far + EQUAL


# ---------------------------------------------------------------- from whom, and how far


def dreaded(world: World, figure: Figure) -> Figure | None:
    """From whom a figure flees: the Terror it ran from, as long as it is there, else the nearest enemy.
    (swidenth.flight.direction)"""
    if figure.dread >= 0 and world.figures[figure.dread].status == ON_TABLE:
        return world.figures[figure.dread]
    return min(enemies(world, figure), key=lambda other: (apart(figure, other), other.id), default=None)


def run_of(figure: Figure) -> int:
    """How far it runs: one and a half times its Movement."""
    return HALF_TURN * movement(figure) // GRAIN


# ---------------------------------------------------------------- one run


def run_along(world: World, figure: Figure, steps: Steps, length: int) -> Refuge | None:
    """Where these steps lead, and beyond the table's edge if they end at it with movement left; None where they cannot be run:
    a flight never falls and never comes within 0.5 pas of an enemy."""
    way = Walker(world, figure, 0, 0).take(steps)
    left = length - -(-way.cost // GRAIN)
    x, y, z = way.end()
    if way.refused is not None or way.floor != NO_FLOOR or left < 0 or foes_at(world, figure, x, y, z):
        return None
    from_x, from_y, _ = way.spots[-2]
    radius, ground = figure.card.radius, world.ground
    out_x, out_y = beyond(from_x, from_y, x, y, left) if left else (x, y)
    off = not (radius <= out_x <= ground.width - radius and radius <= out_y <= ground.depth - radius)
    return Refuge(out_x, out_y, True, tuple(way.spots)) if off else Refuge(x, y, False, tuple(way.spots))


def inner_end(world: World, figure: Figure, angle: int, length: int) -> tuple[int, int]:
    """Where a straight run ends, or where it leaves the table: the last point at which the whole base is on it."""
    x, y = step(figure.x, figure.y, angle, length)
    ground, radius, inner = world.ground, figure.card.radius, length
    for at, to, most in ((figure.x, x, ground.width), (figure.y, y, ground.depth)):
        edge = max(radius, min(most - radius, to))
        if edge != to:
            inner = min(inner, length * abs(edge - at) // abs(to - at))
    return step(figure.x, figure.y, angle, inner)


def run_straight(world: World, figure: Figure, angle: int, length: int, least: int = 0) -> Refuge | None:
    """The farthest place on a bearing that a run leads to; None where it leads nowhere, or less far than `least`."""
    x, y = inner_end(world, figure, angle, length)
    if (x, y) == (figure.x, figure.y):
        return None
    found = run_along(world, figure, (("walk", x, y),), length)
    if found is not None:
        return found
    most = root(square_between(figure.x, figure.y, x, y))
    if least >= most or (least and run_short(world, figure, x, y, least, length) is None):
        return None
    while most - least > NOTCH:
        middle = (least + most) // 2
        shorter = run_short(world, figure, x, y, middle, length)
        if shorter is None:
            most = middle
        else:
            least, found = middle, shorter
    return found


def run_short(world: World, figure: Figure, x: int, y: int, far: int, length: int) -> Refuge | None:
    """Where a run towards a point leads that stops after so much; None where it cannot be run."""
    to_x, to_y = towards(figure.x, figure.y, x, y, far)
    found = run_along(world, figure, (("walk", to_x, to_y),), length)
    return None if found is None else Refuge(to_x, to_y, False, found.spots)


def run_round(world: World, figure: Figure, angle: int, length: int) -> Refuge | None:
    """Where a run leads that goes round what stands in its way; None where there is no such way."""
    x, y = inner_end(world, figure, angle, 2 * length)
    steps = route(world, figure, x, y, GRAIN * length)
    return run_along(world, figure, steps, length) if steps else None


# ---------------------------------------------------------------- the best of all


def bearings(world: World, figure: Figure, away: int, length: int) -> list[int]:
    """The bearings on which the best straight run may lie beside straight away: those on which something begins or ceases to
    bar the way or another enemy to come nearer, and some all round; the nearest to straight away first."""
    found = {*[ray * FULL_TURN // RAYS for ray in range(RAYS)]}
    turns: list[int] = []
    radius = figure.card.radius
    for other in world.figures:
        if other.status != ON_TABLE or other.id == figure.id:
            continue
        dx, dy = other.x - figure.x, other.y - figure.y
        if level_with(figure, figure.z, other):
            turns += past_disc(dx, dy, radius + other.card.radius, length)
        if other.seat != figure.seat:
            turns += past_disc(dx, dy, radius + other.card.radius + ENGAGED, length)
            square = 4 * (dx * dx + dy * dy) - length * length
            turns += both_sides(dx, dy, length, root(square)) if square >= 0 else []
    for piece in world.ground.pieces:
        if piece.kind in SOLID:
            for x, y in piece.shape.points:
                turns += past_disc(x - figure.x, y - figure.y, radius, length)
        elif piece.kind in RELIEF or piece.kind in DIFFICULT:  # only the centre of the base counts there
            turns += [angle_of(x - figure.x, y - figure.y) for x, y in piece.shape.points if near(figure, x, y, length)]
    found.update([(turn + by) % FULL_TURN for turn in turns for by in BESIDE])
    return sorted(found, key=lambda angle: (abs((angle - away + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2), angle))


def near(figure: Figure, x: int, y: int, length: int) -> bool:
    """Is a point within its run?"""
    return square_between(figure.x, figure.y, x, y) <= length * length


def needed(figure: Figure, source: Figure, angle: int, length: int, far: int) -> int:
    """After how much of a straight run on a bearing the figure is as far from whom it flees as that; `length` is enough."""
    x, y = step(figure.x, figure.y, angle, length)
    dx, dy = figure.x - source.x, figure.y - source.y
    along = (dx * (x - figure.x) + dy * (y - figure.y)) // length
    return max(0, root(max(0, along * along + far * far - dx * dx - dy * dy)) - along)


def judged(world: World, figure: Figure, source: Figure, found: Refuge) -> Refuge:
    """A place with how good it is."""
    x, y = found.x, found.y
    found.far = root(square_between(x, y, source.x, source.y))
    found.safe = safe(world, figure, source, x, y)
    return found


def safe(world: World, figure: Figure, source: Figure, x: int, y: int) -> bool:
    """Is a place no nearer to any enemy but the one it flees from than where it is now?"""
    for one in world.figures:
        if one.status != ON_TABLE or one.seat == figure.seat or one.id == source.id:
            continue
        if square_between(x, y, one.x, one.y) < square_between(figure.x, figure.y, one.x, one.y):
            return False
    return True


def refuges(world: World, figure: Figure) -> list[Refuge]:
    """The places a fleeing figure may run to: those that are not nearer to another enemy than now come first, and of them the
    farthest from whom it flees; several where they are equal. (swidenth.flight.direction)"""
    source, length = dreaded(world, figure), run_of(figure)
    if source is None:
        side, _ = nearest_edge(figure.x, figure.y, world.ground.width, world.ground.depth)
        found = run_straight(world, figure, OUTWARD[side], length)
        return [] if found is None else [found]
    away = angle_of(figure.x - source.x, figure.y - source.y)
    now = root(square_between(figure.x, figure.y, source.x, source.y))
    best = ranked([], world, figure, source, run_straight(world, figure, away, length), now)
    if best and best[0].safe and best[0].far >= now + length - EQUAL:
        return best
    best = ranked(best, world, figure, source, run_round(world, figure, away, length), now)
    for angle in bearings(world, figure, away, length):
        x, y = step(figure.x, figure.y, angle, length)
        most = root(square_between(x, y, source.x, source.y))
        if most <= now or (best and best[0].safe and most < best[0].far - EQUAL):
            break  # the bearings come in the order of what they promise at best
        hopeful = not best or (
            not best[0].safe and safe(world, figure, source, x, y)
        )  # a shorter run is no safer than a full one
        least = NOTCH if hopeful else needed(figure, source, angle, length, best[0].far - EQUAL)
        best = ranked(best, world, figure, source, run_straight(world, figure, angle, length, least), now)
    return refined(best, world, figure, source, now)


def refined(best: list[Refuge], world: World, figure: Figure, source: Figure, now: int) -> list[Refuge]:
    """The best places, or better ones on bearings near to the first: where ground slows it down the best of all may lie between
    two bearings on which something changes."""
    length = run_of(figure)
    for by in FINER:
        for way in (by, -by) if best and len(best[0].spots) == 2 else ():
            angle = (angle_of(best[0].x - figure.x, best[0].y - figure.y) + way) % FULL_TURN
            x, y = step(figure.x, figure.y, angle, length)
            if square_between(x, y, source.x, source.y) > best[0].far * best[0].far:
                least = needed(figure, source, angle, length, best[0].far)
                best = ranked(best, world, figure, source, run_straight(world, figure, angle, length, least), now)
    return best


def ranked(best: list[Refuge], world: World, figure: Figure, source: Figure, found: Refuge | None, now: int) -> list[Refuge]:
    """The best places so far and one more."""
    if found is None or judged(world, figure, source, found).far <= now:
        return best
    if not best or found.better(best[0]):
        return [found]
    if best[0].better(found) or any(square_between(found.x, found.y, one.x, one.y) < PAS * PAS for one in best):
        return best
    return [*best, found]


# ---------------------------------------------------------------- the flight


@rule("swidenth.flight.direction", "swidenth.flight.activation")
def flee(world: World, id: int) -> Script:
    """The run of a fleeing figure: as far as it can from whom it flees; off the table it is lost. Returns the world."""
    why = "swidenth.flight.direction"
    figure = world.figures[id]
    if figure.climbing != NOWHERE:
        return (yield from clambers(world, id))
    found = refuges(world, figure)
    if not found:
        yield Tell(why, "cornered", (id,))
        return world
    answers = tuple([("flee", one.x, one.y) for one in found])
    answer = yield Choose(why, figure.seat, world, Listed(answers, why), id)
    chosen = found[answers.index(answer)]
    world, whole = yield from follow(world, id, list(chosen.spots))
    yield Tell(why, "flees-to", (id, world.figures[id].x, world.figures[id].y))
    if chosen.off and whole and world.figures[id].fleeing:
        yield Tell(why, "flees-off", (id,))
        return removed(world, id, FLED)
    return world


def clambers(world: World, id: int) -> Script:
    """A fleeing figure on a ladder goes down it, unless an enemy waits there. Returns the world."""
    figure = world.figures[id]
    ladders = world.ground.ladders
    ladder = ladders[figure.climbing] if figure.climbing >= 0 else wall_at(world, figure, figure.x, figure.y, figure.z)
    down = max(figure.z if ladder is None else ladder.foot, figure.z - run_of(figure) // 2)
    way = Walker(world, figure, 0, 0).take((("climb", figure.climbing, down),))
    x, y, z = way.end()
    if way.refused is not None or foes_at(world, figure, x, y, z):
        yield Tell("swidenth.flight.direction", "cornered", (id,))
        return world
    twin = figure.copy()
    twin.climbing = way.climbing
    twin.x, twin.y, twin.z = x, y, z
    yield Tell("swidenth.flight.direction", "flees-to", (id, x, y))
    return world.with_figure(twin)
