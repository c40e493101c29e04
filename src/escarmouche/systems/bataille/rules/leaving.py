"""Leaving: over an edge of the table, by giving up, and what becomes of the gem when its carrier will not carry it on."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Chance, Script, Tell, rule
from escarmouche.kit.menu import Listing
from escarmouche.systems.bataille.model import FREED, ON_TABLE, ROUTED, Figure, World
from escarmouche.systems.bataille.rules.movement import Marching, free_refusal, register
from escarmouche.systems.bataille.rules.scenarios import carries, gem_dropped, gem_let_go, gem_taken, left_table, receivers
from escarmouche.systems.bataille.rules.ways import (
    Path,
    Walker,
    barred_way,
    obstacles_near,
    real_limit,
    through_flames,
    way_cost,
)
from escarmouche.table.paths import path_length, shortest_path_to_edge
from escarmouche.table.shapes import edge_point, square_between
from escarmouche.table.whole import root_up

CONCEDE: Final = ("concede",)


# ---------------------------------------------------------------- leaving the table


def exit_path(world: World, figure: Figure, edge: int) -> Path:
    """Straight to an edge of the table, until its base touches it."""
    x, y = edge_point(figure.x, figure.y, world.ground.width, world.ground.depth, edge)
    radius = figure.card.radius
    dx, dy = (radius if edge == 0 else -radius if edge == 2 else 0), (radius if edge == 1 else -radius if edge == 3 else 0)
    return [(figure.x, figure.y), (x + dx, y + dy)]


def way_to_edge(world: World, figure: Figure, edge: int, left: tuple[int, ...] = ()) -> Path | None:
    """Its way to an edge: straight, or round what it cannot pass by the shortest way, never into contact (`left`: those it is
    in contact with); None where there is none."""
    straight = exit_path(world, figure, edge)
    free = figure.card.flight or barred_way(world, figure, straight, left) is None
    return straight if free else way_round_to_edge(world, figure, edge)


def way_round_to_edge(world: World, figure: Figure, edge: int) -> Path | None:
    """The shortest way to an edge where the straight one is barred, never into contact; None where there is none."""
    ground = world.ground
    solid = [one for one in ground.pieces if one.impassable]
    discs = obstacles_near(world, figure, figure.card.move, True)
    return shortest_path_to_edge(figure.x, figure.y, figure.card.radius, solid, discs, ground.width, ground.depth, (edge,))


def off_table(world: World, figure: Figure, path: Path) -> bool:
    """Has it movement left when it reaches the edge? (bataille.move.leave-table)"""
    return way_cost(world, figure, path) < figure.card.move and path_length(path) < real_limit(world, figure)


def may_exit(walker: Walker, edge: int) -> bool:
    """Can it leave the table over an edge with its move? (bataille.move.leave-table)"""
    world, figure = walker.world, walker.figure
    straight = exit_path(world, figure, edge)
    x, y = straight[1]
    length, limit = root_up(square_between(figure.x, figure.y, x, y)), figure.card.move
    if length >= limit:
        return False
    if figure.card.flight or walker.barred(straight, ()) is None:
        return length < walker.real and not walker.footing.too_far(straight, length, limit - 1)
    path = way_round_to_edge(world, figure, edge)
    return path is not None and off_table(world, figure, path)


def exits_of(walker: Walker) -> list[Answer]:
    """The edges over which one figure that may move freely may leave; most are too far from any to look closer."""
    figure, ground = walker.figure, walker.world.ground
    far = figure.card.move + figure.card.radius
    near: list[int] = []
    if figure.x < far:
        near.append(0)
    if figure.y < far:
        near.append(1)
    if ground.width - figure.x < far:
        near.append(2)
    if ground.depth - figure.y < far:
        near.append(3)
    return [("exit", figure.id, edge) for edge in near if may_exit(walker, edge)]


def exits(menu: Marching) -> list[Answer]:
    """("exit", figure, edge): everybody who may leave the table for good."""
    found: list[Answer] = []
    for one in menu.unengaged():
        prospect = menu.prospect(one)
        if prospect.exits is None:
            prospect.exits = exits_of(menu.walker(one))
        found += prospect.exits
    return found


@final
class Exit(Listing):
    """Leaving the table, of which a random player seldom thinks."""

    def possible(self, menu: Marching) -> bool:
        return len(menu.unmoved()) > 0

    def sample(self, menu: Marching, chance: Chance) -> Answer | None:
        able = menu.unmoved()
        figure = able[chance.below(len(able))]
        if chance.below(8) > 0 and not figure.having(FREED) and not carries(menu.world, figure):
            return None
        found = exits_of(menu.walker(figure)) if free_refusal(menu.world, figure) is None else []
        return found[chance.below(len(found))] if found else None


def over_edge(world: World, id: int, path: Path) -> Script:
    """A figure goes to the edge of the table, through the flames on its way unless it flies over them, and is lost. Returns
    the world. (bataille.spell.wall-of-fire-crossing-detail)"""
    if not world.figures[id].card.flight:
        world = yield from through_flames(world, id, path)
        if world.figures[id].status != ON_TABLE:
            return world
    yield Tell("bataille.move.leave-table", "leaves-table", (id,))
    return (yield from gem_let_go(world, left_table(world, id, path[-1][0], path[-1][1])))


@rule("bataille.move.leave-table")
def leave(world: World, answer: tuple[Any, ...]) -> Script:
    """A figure leaves the table by choice and is lost. Returns the world."""
    path = way_to_edge(world, world.figures[answer[1]], answer[2])
    assert path is not None
    return (yield from over_edge(world, answer[1], path))


register(Exit("exit", 1, leave, exits, "bataille.move.leave-table", "edge-too-far"))


# ---------------------------------------------------------------- the gem passes


def carrier(menu: Marching) -> Figure | None:
    """The figure of the side that carries the gem and can do something with it."""
    found = None if menu.world.gem is None else menu.own(menu.world.gem.carrier)
    return None if found is None or found.having(ROUTED) else found


def passes(menu: Marching) -> list[Answer]:
    """("pass", carrier, friend): the gem goes to a friend in contact. (bataille.scenario.gem-pass-detail)"""
    figure = carrier(menu)
    return [] if figure is None else [("pass", figure.id, friend) for friend in receivers(menu.world, figure)]


def droppings(menu: Marching) -> list[Answer]:
    """("put-down", carrier): the gem lies where its carrier stands. (bataille.scenario.gem-drop)"""
    figure = carrier(menu)
    return [] if figure is None else [("put-down", figure.id)]


@rule("bataille.scenario.gem-pass", "bataille.scenario.gem-pass-detail")
def pass_gem(world: World, answer: tuple[Any, ...]) -> Script:
    """The gem is handed over, once a turn. Returns the world."""
    yield Tell("bataille.scenario.gem-pass", "gem-passed", (answer[1], answer[2]))
    world = gem_taken(world, answer[2])
    assert world.gem is not None
    gem = world.gem.copy()
    gem.passed += 1
    return world.with_gem(gem)


@rule("bataille.scenario.gem-drop")
def put_down(world: World, answer: tuple[Any, ...]) -> Script:
    """The gem is put on the ground. Returns the world."""
    figure = world.figures[answer[1]]
    yield Tell("bataille.scenario.gem-drop", "gem-put-down", (figure.id,))
    world = gem_dropped(world, figure.x, figure.y)
    assert world.gem is not None
    gem = world.gem.copy()
    gem.put_down = figure.seat
    return world.with_gem(gem)


register(Listing("pass", 1, pass_gem, passes, "bataille.scenario.gem-pass", "cannot-pass"))
register(Listing("put-down", 1, put_down, droppings, "bataille.scenario.gem-drop", "carries-nothing"))


# ---------------------------------------------------------------- giving up


def conceding(menu: Marching) -> list[Answer]:
    """("concede",): the side leaves the table, as long as it has anything else to do."""
    return [CONCEDE] if menu.unmoved() else []


@rule("bataille.scenario.no-early-end")
def concede(world: World, _: tuple[Any, ...]) -> Script:
    """The side whose move it is gives up: its figures leave the table, and between two the other has won. Returns the world."""
    seat = world.active
    yield Tell("bataille.scenario.no-early-end", "concedes", (seat,))
    for figure in world.in_play(seat):
        world = yield from gem_let_go(world, left_table(world, figure.id, figure.x, figure.y))
    side = world.sides[seat].copy()
    side.conceded = True
    return world.with_side(side)


register(Listing("concede", 0, concede, conceding, "bataille.scenario.no-early-end", "malformed"))
