"""Terrain pieces: an area of the table with a kind, heights and flags, and what a figure stands in or walks through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.table.shapes import Polygon, disc_meets_polygon, inside, sweep_meets_polygon


@final
@mypyc_attr(acyclic=True)
class Piece(Data):
    """A piece of terrain. Heights are absolute: hundredths of a millimetre above the table.

    `height` is its top and `base` its underside: sight passes above the one and below the other (a wall 0 to 3000; an
    upper floor 7500 to 7700). `floor` is the level on which figures stand in it, negative in a pit; 0 leaves the ground
    as it is (a wood), `floor == height` makes it a hill, a roof or a platform. What `kind` and `tags` mean is up to the
    game system.
    """

    __slots__ = (
        "kind", "shape", "height", "difficult", "impassable", "blocks_sight", "cover", "tags", "floor", "base",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        shape: Polygon,
        height: int = 0,
        difficult: bool = False,
        impassable: bool = False,
        blocks_sight: bool = False,
        cover: bool = False,
        tags: tuple[str, ...] = (),
        floor: int = 0,
        base: int = 0,
    ) -> None:
        self.kind = kind
        self.shape = shape
        self.height = height
        self.difficult = difficult
        self.impassable = impassable
        self.blocks_sight = blocks_sight
        self.cover = cover
        self.tags = tags
        self.floor = floor
        self.base = base


# ---------------------------------------------------------------- standing


def pieces_at(x: int, y: int, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that hold the point, in the order given; their boundary counts."""
    return [piece for piece in pieces if inside(piece.shape, x, y)]


def pieces_under(x: int, y: int, r: int, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that the disc overlaps at least in part, in the order given."""
    return [piece for piece in pieces if disc_meets_polygon(x, y, r, piece.shape)]


def ground_height(x: int, y: int, pieces: Sequence[Piece]) -> int:
    """The level of the ground at a point: the highest floor there other than 0, or 0 on the bare table."""
    level = 0
    for piece in pieces:
        floor = piece.floor
        if floor != 0 and (level == 0 or floor > level) and inside(piece.shape, x, y):
            level = floor
    return level


def levels(x: int, y: int, pieces: Sequence[Piece]) -> list[int]:
    """Every level on which a figure can stand at a point, lowest first: the table, or the pit in it, and each floor."""
    floors = {piece.floor for piece in pieces if piece.floor != 0 and inside(piece.shape, x, y)}
    if not floors or min(floors) > 0:
        floors.add(0)
    return sorted(floors)


def landing(x: int, y: int, z: int, pieces: Sequence[Piece]) -> int:
    """Where a thing at height z over the point comes to rest: the highest level not above z, else the lowest."""
    found = levels(x, y, pieces)
    level = found[0]
    for floor in found:
        if floor <= z:
            level = floor
    return level


# ---------------------------------------------------------------- moving


def pieces_crossed(x0: int, y0: int, x1: int, y1: int, r: int, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that a disc overlaps somewhere on a straight way, in the order given."""
    return [piece for piece in pieces if sweep_meets_polygon(x0, y0, x1, y1, r, piece.shape)]
