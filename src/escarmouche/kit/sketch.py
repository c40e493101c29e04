"""A view in a few words: makers of the parts of `kit.view` for a game that leaves most of them as they are."""

from __future__ import annotations

from typing import Any, cast

from escarmouche.kit.view import (
    SILENT,
    Edge,
    Figure,
    Length,
    Look,
    Mark,
    Piece,
    Side,
    State,
    Table,
    View,
    Words,
    corners,
    words,
)  # fmt: skip
from escarmouche.table.shapes import Polygon


def mark(id: str, sign: str, said: Words, count: int = 1, grave: bool = False) -> Mark:
    """A state shown on something."""
    return {"id": id, "sign": sign, "count": count, "suffix": "", "grave": grave, "words": said}


def table(width: int, depth: int) -> Table:
    """A table that people measure in centimetres."""
    centimetre: Length = {"id": "cm", "length": 1000, "words": words("cm", "cm")}
    return {"width": width, "depth": depth, "unit": centimetre, "rulers": [], "hex_width": 0}


def piece(kind: str, name: Words, look: Look, shape: Polygon, note: Words = SILENT, height: int = 0) -> Piece:
    """A piece of terrain that no answer names."""
    return {
        "id": -1, "kind": kind, "name": name, "note": note, "label": SILENT, "look": look, "points": corners(shape),
        "height": height, "base": 0, "seat": -1, "destroyed": False, "strength": None, "openings": [], "marks": [], "own": {},
    }  # fmt: skip


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
