"""Scenarios as files: the table, its terrain and structures, who deploys where, what is fought for. Lengths in inches.

The package's stand in content/scenarios, one a file; people's own in their folder, one or more [[scenario]] a file.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from escarmouche.core import content
from escarmouche.core.content import Id, Plain, Row, unknown, wrong
from escarmouche.kit.rows import Count, Positive, Text
from escarmouche.systems.masse.cards import inches, structure, terrain_piece
from escarmouche.systems.masse.content import PACKAGE, book
from escarmouche.systems.masse.model import Goal, Structure, Zone
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon, polygon

Corner = tuple[float, float]
Corners = Annotated[tuple[Corner, ...], msgspec.Meta(min_length=3)]
Role = Literal["attacker", "defender"]
Edge = Literal["left", "bottom", "right", "top"]
EDGES: tuple[Edge, ...] = ("left", "bottom", "right", "top")
SNOW = "neige"
"""Difficult ground that has no row of its own. (masse.terrain.difficult)"""


class Area(Row, frozen=True, kw_only=True):
    """A piece of terrain: an id of the terrain table, its corners in order, further tags ("paved", "crossing-6")."""

    kind: str
    corners: Corners
    tags: tuple[str, ...] = ()
    height_m: float = -1


class Built(Row, frozen=True, kw_only=True):
    """A structure: an id of the structure table, its corners, whose it is; openings as (kind, x, y)."""

    kind: str
    corners: Corners
    side: Role | None = None
    role: Literal["", "building", "wall", "gate", "tower", "enclosure"] = ""
    height_m: int = -1
    cover: int = -1
    openings: tuple[tuple[str, float, float], ...] = ()


class Ground(Row, frozen=True, kw_only=True):
    """A rectangle where a side deploys or enters."""

    side: Role
    kind: Literal["deploy", "enter"] = "deploy"
    left: float
    bottom: float
    right: float
    top: float


class Objective(Row, frozen=True, kw_only=True):
    """What is fought for, in points: see model.Goal."""

    kind: Literal["hold", "keep", "destroy", "slay"]
    points: Positive
    name_en: Text
    name_fr: Text
    side: Role | None = None
    x: float = 0
    y: float = 0
    reach: float = 0
    structure: Count = 0
    """The number of the structure in the file, from 1."""


class Scenario(Row, frozen=True, kw_only=True):
    """A battle to be fought. `armies` are pairs of ready-made lists, the attacker's first."""

    id: Id
    name_en: Text
    name_fr: Text
    briefing_en: Text
    briefing_fr: Text
    width: Annotated[float, msgspec.Meta(ge=24, le=200)] = 72
    depth: Annotated[float, msgspec.Meta(ge=24, le=200)] = 48
    turns: Positive = 8
    attacker_edge: Edge = "bottom"
    defender_edge: Edge = "top"
    armies: Annotated[tuple[tuple[str, str], ...], msgspec.Meta(min_length=1)]
    terrain: tuple[Area, ...] = ()
    structure: tuple[Built, ...] = ()
    zone: tuple[Ground, ...] = ()
    goal: tuple[Objective, ...] = ()

    def name(self, language: str) -> str:
        """Its name in a language."""
        return self.name_fr if language == "fr" else self.name_en


# ---------------------------------------------------------------- reading


def checked(row: Scenario, file: str) -> Scenario:
    """The scenario, once everything that it names exists and lies on its table."""
    entry = f"scenario {row.id!r}"
    for number, area in enumerate(row.terrain, 1):
        if area.kind not in book().terrain and area.kind != SNOW:
            where = f"{entry}, terrain {number}"
            raise unknown(file, where, "kind", ("terrain", "terrain"), area.kind, [*book().terrain, SNOW])
        _check_corners(row, area.corners, file, f"{entry}, terrain {number}")
    for number, built in enumerate(row.structure, 1):
        where = f"{entry}, structure {number}"
        if built.kind not in book().structure:
            raise unknown(file, where, "kind", ("structure", "structure"), built.kind, book().structure)
        for kind, _, _ in built.openings:
            if kind not in book().opening:
                raise unknown(file, where, "openings", ("opening", "ouverture"), kind, book().opening)
        _check_corners(row, built.corners, file, where)
    for number, goal in enumerate(row.goal, 1):
        if goal.kind == "destroy" and not 1 <= goal.structure <= len(row.structure):
            text, french = "names no structure of the scenario", "ne nomme aucune structure du scénario"
            raise wrong(file, f"{entry}, goal {number}", "structure", text, french)
        if goal.kind in ("hold", "keep") and goal.reach <= 0:
            text, french = "is missing: say how near troops must stand", "manque : dites à quelle distance on la tient"
            raise wrong(file, f"{entry}, goal {number}", "reach", text, french)
    return row


def _check_corners(row: Scenario, corners: tuple[Corner, ...], file: str, entry: str) -> None:
    for x, y in corners:
        if not (0 <= x <= row.width and 0 <= y <= row.depth):
            raise wrong(file, entry, "corners", f"[{x}, {y}] is off the table", f"[{x}, {y}] sort de la table")
    try:
        outline(corners)
    except ValueError:
        text, french = "its sides cross: list them in order", "ses côtés se croisent : donnez-les dans l’ordre"
        raise wrong(file, entry, "corners", text, french) from None


@cache
def ours() -> dict[str, Scenario]:
    """The package's scenarios, by id, in the order of their files."""
    found = {}
    for name in content.package_files(PACKAGE, "content/scenarios"):
        file = f"masse/{name}"
        row = checked(content.convert(content.read_package(PACKAGE, name), Scenario, file, ""), file)
        if Path(name).stem.partition("-")[2] != row.id:
            raise wrong(file, "", "id", "differs from the name of the file", "diffère du nom du fichier")
        found[row.id] = row
    return found


def scenarios() -> dict[str, Scenario]:
    """Every scenario by id: the package's, then people's own."""
    mine = content.own_rows("masse", "scenarios", "scenario", Scenario, ours())
    return {**ours(), **{name: checked(row, file) for name, (file, row) in mine.items()}}


def known(name: str) -> Scenario:
    """A scenario by its id; people's own are only looked for where the package has none of it."""
    return ours()[name] if name in ours() else scenarios()[name]


def from_plain(data: Plain) -> Scenario:
    """A scenario that a set-up carries with it."""
    row: Scenario = content.convert(data, Scenario, "option scenario", "")
    return checked(row, "option scenario")


# ---------------------------------------------------------------- onto the table


def outline(corners: tuple[Corner, ...]) -> Polygon:
    """The corners as a shape on the table."""
    return polygon([(inches(x), inches(y)) for x, y in corners])


def seat_of(side: Role | None, attacker: int) -> int:
    """The seat that plays a role; -1 for nobody's."""
    return -1 if side is None else attacker if side == "attacker" else 1 - attacker


@lru_cache(64)
def pieces(row: Scenario) -> tuple[Piece, ...]:
    """The terrain of a scenario, made once."""
    return tuple([terrain_piece(one.kind, outline(one.corners), one.tags, one.height_m) for one in row.terrain])


def structures(row: Scenario, attacker: int) -> tuple[Structure, ...]:
    """The structures of a scenario, numbered in order."""
    return tuple(
        [
            structure(
                one.kind, outline(one.corners),
                id=number,
                role=one.role,
                height_m=one.height_m,
                cover=one.cover,
                openings=tuple([(kind, inches(x), inches(y)) for kind, x, y in one.openings]),
                seat=seat_of(one.side, attacker),
            )
            for number, one in enumerate(row.structure)
        ]
    )  # fmt: skip


def zones(row: Scenario, attacker: int) -> tuple[Zone, ...]:
    """Where the sides deploy and enter; without any, each within 12 in of its edge. (masse.setup.deployment)"""
    found = [
        Zone(one.kind, seat_of(one.side, attacker), inches(one.left), inches(one.bottom), inches(one.right), inches(one.top))
        for one in row.zone
    ]
    for side, edge in (("attacker", row.attacker_edge), ("defender", row.defender_edge)):
        seat = attacker if side == "attacker" else 1 - attacker
        if not any(one.kind == "deploy" and one.seat == seat for one in found):
            found.append(strip(row, seat, edge))
    return tuple(found)


def strip(row: Scenario, seat: int, edge: Edge, deep: float = 12) -> Zone:
    """The strip along an edge, 12 in deep."""
    width, depth = inches(row.width), inches(row.depth)
    left = width - inches(deep) if edge == "right" else 0
    bottom = depth - inches(deep) if edge == "top" else 0
    right = inches(deep) if edge == "left" else width
    top = inches(deep) if edge == "bottom" else depth
    return Zone("deploy", seat, left, bottom, right, top)


def goals(row: Scenario, attacker: int) -> tuple[Goal, ...]:
    """The objectives of a scenario. (masse.victory.winner)"""
    return tuple(
        [
            Goal(
                one.kind, one.points, seat_of(one.side, attacker), inches(one.x), inches(one.y), inches(one.reach),
                one.structure - 1, one.name_en, one.name_fr,
            )
            for one in row.goal
        ]
    )  # fmt: skip
