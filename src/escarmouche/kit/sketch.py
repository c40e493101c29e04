"""A view in a few words: makers of the parts of `kit.view` for a game that leaves most of them as they are."""

from __future__ import annotations

from typing import Any, cast

from escarmouche.kit.view import (
    SILENT,
    Edge,
    Figure,
    Length,
    Look,
    Piece,
    Side,
    State,
    Table,
    View,
    Words,
    bare,
    corners,
    words,
)  # fmt: skip
from escarmouche.table.shapes import Polygon


def table(width: int, depth: int) -> Table:
    """A table that people measure in centimetres."""
    centimetre: Length = {"id": "cm", "length": 1000, "words": words("cm", "cm")}
    return {"width": width, "depth": depth, "unit": centimetre, "rulers": [], "hex_width": 0}


def piece(kind: str, name: Words, look: Look, shape: Polygon, note: Words = SILENT, height: int = 0) -> Piece:
    """A piece of terrain that no answer names."""
    made = bare(kind, name, look, corners(shape))
    made["note"], made["height"] = note, height
    return made


def figure(
    id: int, seat: int, name: Words, x: int, y: int, radius: int, state: State = "table", facing: int = 0, **more: Any
) -> Figure:
    """A figure on a round base; `more` is whatever else is to be said of it, by the names of Figure."""
    plain: Figure = {
        "id": id, "seat": seat, "name": name, "kind": SILENT, "profile": "", "sign": "", "state": state, "note": SILENT,
        "poses": [], "x": x, "y": y, "facing": facing, "radius": radius, "outline": [], "bases": [], "fronts": [], "host": -1,
        "height": 0, "strength": None, "numbers": [], "traits": [], "marks": [], "rings": [], "own": {},
    }  # fmt: skip
    return cast(Figure, {**plain, **more})


def side(seat: int, score: int, edge: Edge = "") -> Side:
    """A side of which nothing but the score counts."""
    return {"seat": seat, "edge": edge, "score": score, "numbers": [], "marks": [], "own": {}}


def battle(
    on: Table, pieces: list[Piece], figures: list[Figure], sides: list[Side], score: Words, turn: int, **more: Any
) -> View:
    """A view with what every battle has; `more` is whatever else there is to see, by the names of View."""
    plain: View = {
        "table": on, "pieces": pieces, "figures": figures, "markers": [], "zones": [], "sides": sides, "order": [],
        "arrows": [], "traits": [], "turn": turn, "turn_limit": 0, "active": -1, "score": score, "own": {},
    }  # fmt: skip
    return cast(View, {**plain, **more})
