"""What is worth going to: enemies, what the mission is about, ladders, shelter. It only proposes; no rule rests on it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from escarmouche.systems.swidenth.model import ANIMAL, ON_TABLE, Figure, World
from escarmouche.systems.swidenth.rules.values import DIFFICULT, SIGHT
from escarmouche.table.shapes import Polygon, square_between

Point = tuple[int, int]
CHEST: Final = "chest"
EGG: Final = "egg"
LEVER: Final = "lever"
SHELTER: Final = frozenset([kind for kind in DIFFICULT if SIGHT[kind] != "clear"])
"""Kinds of ground that hide whoever is there."""


def home(world: World, figure: Figure) -> Point:
    """The point of the edge or corner by which a band carries things off."""
    band = world.bands[figure.seat]
    width, depth, radius = world.ground.width, world.ground.depth, figure.card.radius
    if band.corner >= 0:
        return (radius if band.corner in (0, 3) else width - radius), (radius if band.corner < 2 else depth - radius)
    if band.edge % 2 == 0:
        return (radius if band.edge == 0 else width - radius), figure.y
    return figure.x, (radius if band.edge == 1 else depth - radius)


def errands(world: World, figure: Figure) -> list[Point]:
    """Where the mission calls a figure."""
    if figure.seat < 0:
        return []
    if figure.cargo:
        return [home(world, figure)]
    found = [(marker.x, marker.y) for marker in world.markers if marker.kind in (CHEST, EGG, LEVER) and not figure.has(ANIMAL)]
    if world.mission == "crossroads":
        found.append((world.ground.width // 2, world.ground.depth // 2))
    if world.mission == "portcullis":
        found.append((world.ground.width // 2, world.ground.depth // 4))
        found.extend([(ladder.x, ladder.y) for ladder in world.ground.ladders])
    return found


def shelters(world: World, figure: Figure) -> list[Point]:
    """The middles of ground that hides, the nearest first."""
    ranked: list[int] = []  # how far each is, with its number in one number
    pieces = world.ground.pieces
    many: i64 = len(pieces)
    for number in world.ground.of_kinds(SHELTER):
        x, y = middle(pieces[number].shape)
        square: i64 = square_between(figure.x, figure.y, x, y)
        ranked.append(square * many + number)
    ranked.sort()
    return [middle(pieces[rank % many].shape) for rank in ranked[:2]]


def middle(shape: Polygon) -> Point:
    """The middle of a shape's box."""
    return (shape.left + shape.right) // 2, (shape.bottom + shape.top) // 2


def prey(world: World, figure: Figure, most: int) -> list[Figure]:
    """The enemies on the table that are awake, the nearest first, up to so many."""
    many: i64 = len(world.figures)
    ranked: list[int] = []  # how far each is, with its id in one number
    for one in world.figures:
        if one.status == ON_TABLE and one.seat != figure.seat and not one.asleep:
            square: i64 = square_between(figure.x, figure.y, one.x, one.y)
            ranked.append(square * many + one.id)
    ranked.sort()
    return [world.figures[rank % many] for rank in ranked[:most]]
