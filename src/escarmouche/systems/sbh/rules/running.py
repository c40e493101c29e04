"""Running away: where a flight leads."""

from __future__ import annotations

from escarmouche.systems.sbh.model import SHORT, Figure, World
from escarmouche.systems.sbh.rules.conventions import enemies, girth, operational, spot_near
from escarmouche.systems.sbh.rules.movement import in_difficult, obstruction, off_at, reaches, snapped, stick
from escarmouche.table.shapes import nearest_edge, on_table

FAN = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10, 11, -11, 12)
"""Directions tried, in steps of 15 degrees off the straight way to the nearest edge."""


def run_for_the_edge(world: World, figure: Figure, last: bool) -> tuple[int, ...] | None:
    """Where one flee move takes the fighter: a spot nearer the edge, () when it is off the table, None when there is no way.

    It may not come within Short of an operational enemy that was farther away, and ends its `last` move Short or more from
    all of them. (sbh.morale.flee-path)
    """
    ground = world.ground
    side, _ = nearest_edge(figure.x, figure.y, ground.width, ground.depth)
    straight = (18000, 27000, 0, 9000)[side]
    best: tuple[int, ...] | None = None
    best_gap = -1
    for turn in FAN:
        for difficult in (False, True):
            spot = flee_spot(world, figure, straight + turn * 1500, difficult)
            if spot is None:
                continue
            if len(spot) == 0:
                return spot
            left = nearest_edge(spot[0], spot[1], ground.width, ground.depth)[1]
            if keeps_clear(world, figure, spot[0], spot[1], last) and (best is None or left < best_gap):
                best, best_gap = spot, left
            break
    return best


def flee_spot(world: World, figure: Figure, angle: int, difficult: bool) -> tuple[int, ...] | None:
    """The end of a full move in this direction: () over the edge, None when something bars the way."""
    x, y = off_at(world, figure, angle, difficult)
    ground, radius = world.ground, girth(world, figure)
    if not on_table(x, y, 0, ground.width, ground.depth):
        return () if obstruction(world, figure, x, y) is None else None
    x = min(max(x, radius), ground.width - radius)
    y = min(max(y, radius), ground.depth - radius)
    x, y = snapped(world, x, y)
    if not reaches(world, figure, x, y, stick(world, figure, in_difficult(world, figure, x, y))):
        return None
    return (x, y) if obstruction(world, figure, x, y) is None else None


def keeps_clear(world: World, figure: Figure, x: int, y: int, last: bool) -> bool:
    """Does the spot keep the distance from enemies that can act?"""
    too_near, radius = world.ruler(SHORT) - 1, figure.card.radius
    for enemy in enemies(world, figure):
        if operational(enemy) and spot_near(world, x, y, radius, enemy, too_near):
            was_near = spot_near(world, figure.x, figure.y, radius, enemy, too_near)
            if last or not was_near:
                return False
    return True
