"""Scenes at a distance: figures a given gap apart, the book's scenery, and what a refusal rests on."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Call, Options, Refusal
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import Figure, World
from escarmouche.systems.sbh.rules import healing, leaving, magic, melee, movement, shooting
from escarmouche.systems.sbh.rules.actions import NORMAL, Doing, spend
from escarmouche.table.pieces import Piece
from tests.systems.sbh.scene import MM, changed, fighter, square

CHAPTERS = (healing, leaving, magic, melee, movement, shooting)
"""Each brings its kinds of action along when it is imported."""


def facing(figure: Figure, other: Figure, gap: float, up: float = 0) -> Figure:
    """The other figure, moved to stand `gap` mm to the right of this one, edge to edge, or `up` of it instead."""
    far = figure.card.radius + other.card.radius
    if up:
        return changed(other, x=figure.x, y=figure.y + far + round(up * MM))
    return changed(other, x=figure.x + far + round(gap * MM), y=figure.y)


def pair(shooter: str, target: str, gap: float, **changes: Any) -> tuple[Figure, Figure]:
    """A shooter of seat 0 and its target, `gap` mm to the right; `changes` are the target's."""
    archer = fighter(shooter, 0, 50, 300)
    return archer, facing(archer, fighter(target, 1, 0, 0, **changes), gap)


def scenery(kind: str, left: float, bottom: float, width: float, depth: float) -> Piece:
    """A rectangular piece of terrain, in millimetres, that hides, covers and hinders as the book says."""
    row = book().terrain[kind]
    return square(
        kind,
        left,
        bottom,
        width,
        depth,
        difficult=row.difficult,
        impassable=row.impassable,
        blocks_sight=row.blocks_line_of_sight,
        cover=row.cover,
    )


def with_upgrade(world: World, seat: int, upgrade: str) -> World:
    """The world with an upgrade of a campaign in the hands of a seat."""
    return world.with_band(changed(world.bands[seat], upgrades=(upgrade,)))


def doing(world: World, left: int, declared: str = "", id: int = 0, mode: str = NORMAL) -> Doing:
    """The choice of an action for a fighter."""
    return Doing(world, id, left, declared, mode)


def spending(world: World, left: int, declared: str = "", id: int = 0) -> Call:
    """A fighter spends its actions."""
    return Call(spend, world, id, left, declared, NORMAL, ())


def why(refusal: Refusal | None) -> str:
    """The rule that a refusal rests on; "" when there is none."""
    return refusal.rule if refusal is not None else ""


def why_not(options: Options, answer: Any) -> str:
    """The rule that forbids an answer; "" when it is allowed."""
    return why(options.check(answer))
