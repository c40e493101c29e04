"""Where a figure might go: towards the enemy, away from it, to what the scenario is about. What is listed and drawn, not what
is allowed."""

from __future__ import annotations

from mypy_extensions import i64

from escarmouche.core.effects import Chance
from escarmouche.systems.bataille.model import FREED, Figure, World
from escarmouche.systems.bataille.rules.scenarios import carries, may_pick_up, prison, touches_prison
from escarmouche.systems.bataille.rules.ways import real_limit
from escarmouche.table.shapes import Polygon, contact_point, edge_point, nearest_edge, towards
from escarmouche.table.trig import TURN, step


def nearest_enemy(world: World, figure: Figure) -> Figure | None:
    """The enemy nearest to it by the centres, if there is any."""
    return nearest(figure, world.enemies(figure.seat))


def nearest(figure: Figure, others: list[Figure]) -> Figure | None:
    """The first of those who are nearest to it by the centres, if there is anybody."""
    best: Figure | None = None
    least: i64 = -1
    x: i64 = figure.x
    y: i64 = figure.y
    for other in others:
        dx: i64 = other.x - x
        dy: i64 = other.y - y
        square = dx * dx + dy * dy
        if least < 0 or square < least:
            best, least = other, square
    return best


def spot_towards(world: World, figure: Figure, x: int, y: int, share: int = 100) -> tuple[int, int]:
    """Straight towards a place as far as it goes, or a share of that in hundredths."""
    limit = min(figure.card.move, real_limit(world, figure)) * share // 100
    return towards(figure.x, figure.y, x, y, limit)


def beside(figure: Figure, other: Figure) -> tuple[int, int]:
    """Where a figure that goes straight to another comes into contact with it; where that stands if it overlaps it."""
    touch = contact_point(figure.x, figure.y, figure.card.radius, other.x, other.y, other.x, other.y, other.card.radius)
    return (other.x, other.y) if touch is None else touch


def goals(world: World) -> list[tuple[int, int]]:
    """Where a scenario draws everybody: the gem that lies there, the hill in the middle of the table."""
    if world.gem is not None and world.gem.carrier < 0:
        return [(world.gem.x, world.gem.y)]
    return [
        ((one.shape.left + one.shape.right) // 2, (one.shape.bottom + one.shape.top) // 2)
        for one in world.ground.pieces
        if "king" in one.tags
    ]


def aims_of(world: World, figure: Figure, aims: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the scenario draws a figure: whoever carries the gem to the enemy's edge, a prisoner who was freed off the table,
    others up to the prison where there is one, or to the `aims` of all."""
    ground = world.ground
    if carries(world, figure):
        return [edge_point(figure.x, figure.y, ground.width, ground.depth, (world.sides[figure.seat].edge + 2) % 4)]
    if figure.having(FREED):
        side = nearest_edge(figure.x, figure.y, ground.width, ground.depth)[0]
        return [edge_point(figure.x, figure.y, ground.width, ground.depth, side)]
    jail = prison(world)
    return aims if jail is None else [up_to(figure, jail.shape)]


def up_to(figure: Figure, box: Polygon) -> tuple[int, int]:
    """Where a figure that takes the shortest way to an upright rectangle comes into contact with it."""
    x, y = min(max(figure.x, box.left), box.right), min(max(figure.y, box.bottom), box.top)
    return towards(x, y, figure.x, figure.y, figure.card.radius + 1)


def worth_going(world: World, figure: Figure, enemy: Figure | None, aims: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where it might go: up to the nearest enemy, half as far, away from it, to what the scenario is about, or nowhere where
    that may count."""
    spots: list[tuple[int, int]] = []
    if enemy is not None:
        at_x, at_y = beside(figure, enemy)
        for share in (100, 50):
            x, y = spot_towards(world, figure, at_x, at_y, share)
            add(spots, x, y)
        x, y = spot_towards(world, figure, 2 * figure.x - enemy.x, 2 * figure.y - enemy.y, 50)
        add(spots, x, y)
    for at_x, at_y in aims_of(world, figure, aims):
        x, y = spot_towards(world, figure, at_x, at_y)
        add(spots, x, y)
    if touches_prison(world, figure.x, figure.y, figure.card.radius) or may_pick_up(world, figure):
        add(spots, figure.x, figure.y)
    return spots


def add(spots: list[tuple[int, int]], x: int, y: int) -> None:
    """Add a spot to a list unless it is there."""
    for at_x, at_y in spots:
        if at_x == x and at_y == y:
            return
    spots.append((x, y))


def wished(world: World, figure: Figure, chance: Chance) -> tuple[int, int]:
    """Somewhere to go, legal or not: to an enemy, to what the scenario is about, or anywhere."""
    pick = chance.below(8)
    others = world.enemies(figure.seat) if pick < 4 else []
    if others:
        enemy = nearest_enemy(world, figure) if pick < 2 else others[chance.below(len(others))]
        if enemy is not None:
            x, y = beside(figure, enemy)
            return spot_towards(world, figure, x, y)
    aims = aims_of(world, figure, goals(world))
    if pick < 6 and aims:
        x, y = aims[chance.below(len(aims))]
        return spot_towards(world, figure, x, y)
    limit = min(figure.card.move, real_limit(world, figure))
    return step(figure.x, figure.y, chance.below(TURN), chance.below(limit + 1))
