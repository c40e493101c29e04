"""Random battles for properties: figures that do not overlap, in all states, some in contact, among random terrain."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random
from typing import Any

from escarmouche.systems.sbh.model import Figure, Ground, World
from escarmouche.table.hexes import from_column_row, hex_centre
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import MM, changed, fighter, scene, square

PROFILES = (
    "human-warrior", "human-archer", "human-leader", "human-mage", "human-cleric", "elf-hero", "dwarf-warrior",
    "human-light-cavalry", "griffon-warrior", "giant", "giant-spider", "rat-swarm", "vampire", "halfling-thief",
    "bugbear-warrior", "fish-man-warrior", "ogre-warrior", "dragon-adult", "stone-golem", "zombie",
)  # fmt: skip
TERRAIN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("wood", {"difficult": True, "cover": True, "blocks_sight": True}),
    ("marsh", {"difficult": True}),
    ("water", {"difficult": True}),
    ("wall-or-tree", {"impassable": True, "blocks_sight": True, "cover": True}),
    ("obstacle", {"cover": True}),
    ("hill", {"floor": 2000}),
    ("cliff-or-structure", {"floor": 6000, "tags": ("edge",)}),
)
HEX = 20 * MM


def battle(seed: int, hexes: bool = False) -> World:
    """A world in the middle of seat 0's turn, the same for the same seed."""
    chance = Random(seed)
    figures: list[Figure] = []
    for number in range(chance.randint(4, 9)):
        figure = fighter(chance.choice(PROFILES), number % 2 if number < 4 else chance.randint(0, 1), 0, 0, **state(chance))
        placed = on_hex(chance, figure, figures) if hexes else on_ground(chance, figure, figures)
        if placed is not None:
            figures.append(placed)
    world = scene(*figures, pieces=() if hexes else pieces(chance))
    return changed(world, ground=Ground(600 * MM, 600 * MM, (0, 4, 7, 13), (), HEX)) if hexes else world


def state(chance: Random) -> dict[str, Any]:
    """A random state of a figure, mostly a plain one."""
    return {
        "prone": chance.random() < 0.15,
        "held": 1 if chance.random() < 0.1 else 0,
        "moves": chance.choice((0, 0, 1)),
        "attacked": chance.random() < 0.2,
        "activated": chance.random() < 0.2,
    }


def clear(figure: Figure, x: int, y: int, others: list[Figure]) -> bool:
    """Is the spot on the table and on nobody?"""
    radius = figure.card.radius
    if not (radius <= x <= 600 * MM - radius and radius <= y <= 600 * MM - radius):
        return False
    return all((x - o.x) ** 2 + (y - o.y) ** 2 >= (radius + o.card.radius) ** 2 for o in others)


def on_ground(chance: Random, figure: Figure, others: list[Figure]) -> Figure | None:
    """The figure somewhere in the middle, or often touching another."""
    for _ in range(20):
        x, y = chance.randrange(20000, 40000), chance.randrange(20000, 40000)
        if others and chance.random() < 0.5:
            other, angle = chance.choice(others), chance.random() * 2 * pi
            far = int(figure.card.radius + other.card.radius) + 1
            x, y = round(int(other.x) + far * cos(angle)), round(int(other.y) + far * sin(angle))
        if clear(figure, x, y, others):
            return changed(figure, x=x, y=y)
    return None


def on_hex(chance: Random, figure: Figure, others: list[Figure]) -> Figure | None:
    """The figure on a free hex of the board."""
    for _ in range(20):
        x, y = hex_centre(from_column_row(chance.randrange(5, 14), chance.randrange(5, 14)), HEX)
        if all((x, y) != (other.x, other.y) for other in others):
            return changed(figure, x=x, y=y)
    return None


def pieces(chance: Random) -> list[Piece]:
    """Up to four pieces of terrain."""
    found = []
    for _ in range(chance.randint(0, 4)):
        kind, flags = chance.choice(TERRAIN)
        width = 6 if kind == "obstacle" else chance.randrange(20, 90)
        left, bottom = chance.randrange(150, 400), chance.randrange(150, 400)
        found.append(square(kind, left, bottom, width, chance.randrange(20, 90), **flags))
    return found
