"""A small battle as a view: two bands and a unit of a third side, terrain, markers, zones, all that can be drawn."""

from __future__ import annotations

from typing import Any

from escarmouche.kit.view import SILENT, Figure, Mark, Piece, View, words


def mark(id: str, sign: str, en: str, fr: str, count: int = 1, grave: bool = False) -> Mark:
    """A state."""
    return {"id": id, "sign": sign, "count": count, "suffix": "", "grave": grave, "words": words(en, fr)}


def figure(id: int, seat: int, name: str, x: int, y: int, **more: Any) -> Figure:
    """A figure on a round base of 25 mm, unless said otherwise."""
    made: Figure = {
        "id": id, "seat": seat, "name": words(name, f"{name} (fr)"), "kind": words("Warrior", "Guerrier"), "profile": "warrior",
        "sign": "", "state": "table", "note": SILENT, "poses": [], "x": x, "y": y, "facing": 0, "radius": 1250, "outline": [],
        "bases": [], "fronts": [], "host": -1, "height": 0, "strength": None, "numbers": [], "traits": [], "marks": [],
        "rings": [], "own": {},
    }  # fmt: skip
    made.update(more)  # type: ignore[typeddict-item]
    return made


def piece(look: Any, name: str, *points: list[int], **more: Any) -> Piece:
    """A piece of terrain."""
    made: Piece = {
        "id": -1, "kind": look, "name": words(name, name), "note": SILENT, "label": SILENT, "look": look,
        "points": list(points), "height": 0,
        "base": 0, "seat": -1, "destroyed": False, "strength": None, "openings": [], "marks": [], "own": {},
    }  # fmt: skip
    made.update(more)  # type: ignore[typeddict-item]
    return made


def square(x: int, y: int, half: int) -> list[list[int]]:
    """A square about a place, from its upper left corner over the lower ones."""
    return [[x - half, y + half], [x - half, y - half], [x + half, y - half], [x + half, y + half]]


def battle() -> View:
    """The view."""
    unit = square(42_000, 20_000, 4_000)
    return {
        "table": {
            "width": 60_000, "depth": 45_000, "unit": {"id": "mm", "length": 100, "words": words("mm", "mm")}, "rulers": [],
            "hex_width": 0,
        },
        "pieces": [
            piece("hill", "Hill", *square(15_000, 30_000, 6_000), height=2_000),
            piece("wood", "Old <wood> & \"thicket\"", *square(35_000, 33_000, 5_000)),
            piece("water", "Pond", *square(10_000, 10_000, 4_000)),
            piece(
                "tower", "Tower", *square(52_000, 38_000, 3_000), strength={"left": 3, "all": 6, "words": SILENT}, seat=1,
                openings=[{"id": "door", "x": 52_000, "y": 35_000, "words": words("Door", "Porte")}], height=6_000,
            ),
            piece("gate", "Gate", *square(52_000, 28_000, 1_500), destroyed=True),
        ],
        "figures": [
            figure(0, 0, "Orc chief", 20_000, 20_000, rings=[{"id": "c", "radius": 8_000, "words": words("Command", "Ordre")}]),
            figure(
                1, 0, "Orc warrior 2", 15_000, 16_000, poses=["lying"],
                marks=[mark("prone", "m-prone", "Prone", "À terre", 1, True)],
            ),
            figure(2, 1, "Elf archer 1", 28_000, 24_000, poses=["done"], marks=[mark("aim", "★", "Aims", "Vise", 2)]),
            figure(3, 1, "Éowen", 30_000, 12_000, poses=["flying"], height=1),
            figure(
                4, 2, "Pikes 1", 42_000, 20_000, radius=0, outline=unit, bases=[square(40_000, 22_000, 1_800)],
                strength={"left": 5, "all": 8, "words": words("5 of 8", "5 sur 8")}, facing=9_000, poses=["fleeing"],
            ),
            figure(5, 1, "Gone one", 1, 1, state="gone"),
        ],
        "markers": [
            {
                "id": 0, "kind": "treasure", "name": words("Treasure", "Trésor"), "note": SILENT, "value": "",
                "sign": "x", "seat": -1, "held": 1,
                "x": 24_000, "y": 38_000, "reach": 3_000, "marks": [mark("found", "!", "Found", "Trouvé")], "own": {},
            }
        ],
        "zones": [
            {"id": "deploy", "words": words("Deployment", "Déploiement"), "seat": 0, "outline": square(5_000, 40_000, 4_000)}
        ],
        "sides": [{"seat": seat, "edge": "", "score": 0, "numbers": [], "marks": [], "own": {}} for seat in range(3)],
        "order": [], "traits": [], "arrows": [[0, 2], [0, 5]], "turn": 2, "turn_limit": 6, "active": 0,
        "score": words("Points", "Points"),
        "own": {},
    }  # fmt: skip
