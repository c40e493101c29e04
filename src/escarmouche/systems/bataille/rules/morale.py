"""Morale: below half its number every figure of an army rolls, and those who fail run for the nearest edge."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Answer, Roll, Script, Tell, rule
from escarmouche.kit.menu import Listing
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.model import LASTING, MOVED, ON_TABLE, ROUTED, SUMMONED, Figure, World
from escarmouche.systems.bataille.rules.core import foes, mental_score
from escarmouche.systems.bataille.rules.leaving import off_table, over_edge, way_to_edge
from escarmouche.systems.bataille.rules.movement import Marching, free_attacks, register
from escarmouche.systems.bataille.rules.values import MORALE_BONUS, REROLLS, UNDER
from escarmouche.systems.bataille.rules.ways import Path, farthest, go

# ---------------------------------------------------------------- the rolls


def remaining(world: World, seat: int) -> int:
    """How many figures count as left to an army. (bataille.morale.what-counts)"""
    counts = world.on("summoned-count-for-morale")
    return len([one for one in world.in_play(seat) if counts or not one.having(SUMMONED)])


def alone(world: World) -> bool:
    """Has at most one side figures in play? (bataille.scenario.no-early-end)"""
    return len([side for side in world.sides if world.in_play(side.seat)]) < 2


def steadied(world: World) -> World:
    """The world with nobody routed any more. (bataille.morale.rout-duration)"""
    steady: list[Figure] = []
    for figure in world.figures:
        if figure.having(ROUTED):
            twin = figure.copy()
            twin.state &= ~ROUTED
            steady.append(twin)
    return world.with_figures(steady) if steady else world


@rule("bataille.morale.count", "bataille.morale.every-turn", "bataille.morale.rout-duration")
def morale(world: World) -> Script:
    """Each army counts what is left of it (bataille.multi.per-army): with less than half every figure rolls, also those who
    fled; whoever is not beaten anew is steady again. One that is alone on the table is not tested. Returns the world."""
    world = steadied(world)
    for side in () if alone(world) else world.sides:
        left = remaining(world, side.seat)
        if world.in_play(side.seat) and left < book().share("morale-threshold-fraction", side.began):
            yield Tell("bataille.morale.count", "below-half", (side.seat, left, side.began))
            world = yield from morale_rolls(world, side.seat)
    return world


@rule("bataille.morale.test", "bataille.morale.character-bonus", "bataille.morale.bonus-present")
def morale_rolls(world: World, seat: int) -> Script:
    """Every figure of an army rolls Mental, one more while a Hero or Sorcerer is there; those who fail rout. Returns the
    world."""
    figures = world.in_play(seat)
    bonus = MORALE_BONUS if any(one.is_character() for one in figures) else 0
    fled: list[Figure] = []
    for figure in figures:
        score = mental_score(world, figure, bonus)
        holds = yield Roll("bataille.morale.test", seat, world, 1, 6, UNDER[score], figure.id, -score)
        for _ in range(REROLLS if figure.is_character() else 0):
            if not holds:
                holds = yield Roll("bataille.morale.hero-reroll", seat, world, 1, 6, UNDER[score], figure.id, -score)
        if not holds:
            yield Tell("bataille.morale.test", "routs", (figure.id,))
            fled.append(figure.marked(ROUTED))
    return world.with_figures(fled) if fled else world


# ---------------------------------------------------------------- running


def nearest_edges(world: World, figure: Figure) -> list[int]:
    """The edges of the table nearest to it, several where they are equally near. (bataille.morale.rout-move)"""
    gaps = (figure.x, figure.y, world.ground.width - figure.x, world.ground.depth - figure.y)
    return [edge for edge in range(4) if gaps[edge] == min(gaps)]


def rout_path(world: World, figure: Figure, edge: int) -> Path | None:
    """Its way to an edge, out of contact; None where there is none. (bataille.morale.rout-move-detail)"""
    return way_to_edge(world, figure, edge, tuple([foe.id for foe in foes(world, figure)]))


def routs(menu: Marching) -> list[Answer]:
    """("rout", figure, edge): everybody who has still to run, and the edges nearest to each."""
    fled = [one for one in menu.world.in_play(menu.seat) if one.having(ROUTED) and not one.having(MOVED)]
    return [("rout", one.id, edge) for one in fled for edge in nearest_edges(menu.world, one)]


@rule("bataille.morale.rout-move", "bataille.morale.rout-move-detail", "bataille.morale.rout-engaged")
def rout(world: World, answer: tuple[Any, ...]) -> Script:
    """A routed figure makes its full move to the nearest edge, out of contact under free attacks; one that cannot get away
    stays and only defends. Returns the world."""
    id, edge = answer[1], answer[2]
    figure = world.figures[id]
    path = rout_path(world, figure, edge)
    fled = None if path is None else flight(world, figure, path)
    if fled is None:
        yield Tell("bataille.morale.rout-engaged", "cannot-flee", (id,))
        return world.with_figure(figure.marked(MOVED))
    if foes(world, figure):
        world = yield from free_attacks(world, id)
        figure = world.figures[id]
        if figure.status != ON_TABLE:
            return world
    assert path is not None
    if off_table(world, figure, path):
        return (yield from over_edge(world, id, path))
    return (yield from go(world, id, fled, "bataille.morale.rout-move"))


def flight(world: World, figure: Figure, path: Path) -> Path | None:
    """How far it comes; None for one that is engaged and would still be."""
    fled = farthest(world, figure, path, figure.card.move, True)
    if len(fled) == 1 and foes(world, figure) and not off_table(world, figure, path):
        return None
    return fled


register(Listing("rout", 20, rout, routs, "bataille.morale.rout-move", "other-edge"))


# ---------------------------------------------------------------- the end of a turn


def rested(world: World) -> World:
    """The figures at the end of a turn: what lasts only for a turn is over. (bataille.spell.paralysis-stack,
    bataille.item.silver)"""
    fresh: list[Figure] = []
    for figure in world.figures:
        if figure.state & ~LASTING or figure.moved or figure.travelled or figure.casts:
            twin = figure.copy()
            twin.state &= LASTING
            twin.moved = twin.travelled = twin.casts = 0
            fresh.append(twin)
    return world.with_figures(fresh) if fresh else world
