"""Rout and flight: bands that break, figures that run away."""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Choose, Listed, Script, Tell, rule
from escarmouche.systems.swidenth.model import CHIEF, FLED, NOWHERE, ON_TABLE, ROUTED, Figure, World
from escarmouche.systems.swidenth.rules.conventions import FULL_TURN, NO_FLOOR, apart, enemies, lost, movement
from escarmouche.systems.swidenth.rules.damage import ended_spells
from escarmouche.systems.swidenth.rules.movement import HALF_TURN, follow
from escarmouche.systems.swidenth.rules.psychology import morale_test
from escarmouche.systems.swidenth.rules.values import ENGAGED
from escarmouche.systems.swidenth.rules.ways import GRAIN, Spot, Walker
from escarmouche.table.shapes import nearest_edge, on_table, square_between
from escarmouche.table.trig import step

ROUT: Final = ("rout",)
STAND: Final = ("stand",)
RAYS: Final = 24
"""In how many directions a fleeing figure looks for the farthest place."""
PARTS: Final = 4
"""Into how many parts its run is cut when it cannot go all the way."""


# ---------------------------------------------------------------- rout


def broken(world: World, seat: int) -> bool:
    """Has a band lost more than half of those it began with? (swidenth.rout.trigger)"""
    gone = len([figure for figure in world.figures if figure.seat == seat and lost(figure)])
    return 2 * gone > world.bands[seat].began


def removed(world: World, id: int, status: int) -> World:
    """The world without a figure that left for good, with all it carries. (swidenth.rout.result)"""
    twin = world.figures[id].copy()
    twin.status = status
    twin.cargo = ""
    twin.stunned = twin.fleeing = twin.hidden = False
    twin.climbing = NOWHERE
    return ended_spells(world.with_figure(twin), id)


@rule("swidenth.rout.voluntary")
def voluntary(world: World, seat: int) -> Script:
    """A player whose band is broken may order a rout of all that is left of it. Returns the world."""
    why = "swidenth.rout.voluntary"
    if not broken(world, seat) or not world.on_table(seat):
        return world
    if (yield Choose(why, seat, world, Listed((STAND, ROUT), why))) == STAND:
        return world
    yield Tell(why, "orders-rout", (seat,))
    for figure in world.on_table(seat):
        world = removed(world, figure.id, ROUTED)
    return world


@rule("swidenth.rout.trigger", "swidenth.rout.chief-first", "swidenth.rout.result")
def rout_tests(world: World, seat: int) -> Script:
    """Everybody of a broken band tests, the Chief first: 12, or 15 for the rest once he has failed. Whoever fails is gone at
    once. Returns the world."""
    if not broken(world, seat):
        return world
    test = "rout"
    for figure in sorted(world.on_table(seat), key=lambda one: one.card.rank != CHIEF):
        world, passed = yield from morale_test(world, figure.id, test, "swidenth.rout.trigger")
        if passed:
            continue
        world = removed(world, figure.id, ROUTED)
        yield Tell("swidenth.rout.result", "routs", (figure.id,))
        if figure.card.rank == CHIEF:
            test = "rout-chief-failed"
    return world


# ---------------------------------------------------------------- flight


def dreaded(world: World, figure: Figure) -> Figure | None:
    """From whom a figure flees: the Terror it ran from, as long as it is there, else the nearest enemy.
    (swidenth.flight.direction)"""
    if figure.dread >= 0 and world.figures[figure.dread].status == ON_TABLE:
        return world.figures[figure.dread]
    return min(enemies(world, figure), key=lambda other: (apart(figure, other), other.id), default=None)


def refuge(world: World, figure: Figure, angle: int, length: int) -> tuple[Spot, bool] | None:
    """The farthest place on a bearing that a run leads to, and whether it lies beyond the table's edge; None where it leads
    nowhere. It never falls and never comes within 0.5 pas of an enemy."""
    for part in range(PARTS, 0, -1):
        x, y = step(figure.x, figure.y, angle, length * part // PARTS)
        ground, radius = world.ground, figure.card.radius
        off = not on_table(x, y, radius, ground.width, ground.depth)
        if off:
            inner_x, inner_y = max(radius, min(ground.width - radius, x)), max(radius, min(ground.depth - radius, y))
        else:
            inner_x, inner_y = x, y
        way = Walker(world, figure, 0, 0).take((("walk", inner_x, inner_y),))
        if (
            way.refused is None
            and way.floor == NO_FLOOR
            and way.cost <= GRAIN * length
            and not closes_in(world, figure, way.end())
        ):
            return ((x, y, figure.z) if off else way.end()), off
    return None


def closes_in(world: World, figure: Figure, spot: Spot) -> bool:
    """Would it be within 0.5 pas of an enemy there?"""
    x, y, _ = spot
    for other in enemies(world, figure):
        near = figure.card.radius + other.card.radius + ENGAGED
        if not other.asleep and square_between(x, y, other.x, other.y) < near * near:
            return True
    return False


def refuges(world: World, figure: Figure) -> list[tuple[Spot, bool]]:
    """The places a fleeing figure may run to: those that are not nearer to another enemy than now come first, and of them the
    farthest from whom it flees; several where they are equal. (swidenth.flight.direction)"""
    source = dreaded(world, figure)
    length = HALF_TURN * movement(figure) // GRAIN
    if source is None:
        return edge_way(world, figure, length)
    best: list[tuple[Spot, bool]] = []
    top = (False, square_between(figure.x, figure.y, source.x, source.y))
    others = [other for other in enemies(world, figure) if other.id != source.id]
    for ray in range(RAYS):
        found = refuge(world, figure, ray * FULL_TURN // RAYS, length)
        if found is None:
            continue
        x, y, _ = found[0]
        safe = all(square_between(x, y, one.x, one.y) >= square_between(figure.x, figure.y, one.x, one.y) for one in others)
        score = (safe, square_between(x, y, source.x, source.y))
        if score[1] <= square_between(figure.x, figure.y, source.x, source.y):
            continue
        if not best or score > top:
            best, top = [found], score
        elif score == top:
            best.append(found)
    return best


def edge_way(world: World, figure: Figure, length: int) -> list[tuple[Spot, bool]]:
    """Straight to the nearest edge, when no enemy is left."""
    side, _ = nearest_edge(figure.x, figure.y, world.ground.width, world.ground.depth)
    found = refuge(world, figure, (18000, 27000, 0, 9000)[side], length)
    return [] if found is None else [found]


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
    answers = tuple([("flee", spot[0], spot[1]) for spot, _ in found])
    answer = yield Choose(why, figure.seat, world, Listed(answers, why), id)
    (x, y, z), off = found[answers.index(answer)]
    ground, radius = world.ground, figure.card.radius
    inner_x, inner_y = max(radius, min(ground.width - radius, x)), max(radius, min(ground.depth - radius, y))
    world, whole = yield from follow(world, id, [(figure.x, figure.y, figure.z), (inner_x, inner_y, z)])
    yield Tell(why, "flees-to", (id, world.figures[id].x, world.figures[id].y))
    if off and whole and world.figures[id].fleeing:
        yield Tell(why, "flees-off", (id,))
        return removed(world, id, FLED)
    return world


def clambers(world: World, id: int) -> Script:
    """A fleeing figure on a ladder goes down it. Returns the world."""
    figure = world.figures[id]
    foot = world.ground.ladders[figure.climbing].foot if figure.climbing >= 0 else 0
    down = max(foot, figure.z - HALF_TURN * movement(figure) // (2 * GRAIN))
    walker = Walker(world, figure, 0, 0)
    way = walker.take((("climb", figure.climbing, down),))
    if way.refused is None:
        twin = figure.copy()
        twin.climbing = way.climbing
        twin.x, twin.y, twin.z = way.end()
        world = world.with_figure(twin)
        yield Tell("swidenth.flight.direction", "flees-to", (id, twin.x, twin.y))
    else:
        yield Tell("swidenth.flight.direction", "cornered", (id,))
    return world
