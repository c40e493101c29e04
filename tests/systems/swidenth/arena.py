"""Scenes with the fighters of the book, equipped as usual or as asked; what is played in them stands in `scene`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from escarmouche.core.data import fields
from escarmouche.core.effects import Answer
from escarmouche.systems.swidenth.army import Member
from escarmouche.systems.swidenth.cards import recruit
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import ON_TABLE, Band, Card, Course, Figure, Ground, World
from escarmouche.systems.swidenth.rules.values import PAS
from escarmouche.table.pieces import Piece
from tests.systems.swidenth import scene as base
from tests.systems.swidenth.scene import changed, cited, pas, trail


def fighter(
    profile: str,
    seat: int,
    x: float,
    y: float,
    kit: Iterable[str] | None = None,
    spare: Iterable[str] = (),
    spells: Iterable[str] | None = None,
    **changes: Any,
) -> Figure:
    """A figure of a profile with its centre at x, y pas, equipped as usual or as asked; further fields of Figure or Card by
    name (combat=3, stunned=True, z in pas)."""
    row = book().profile[profile]
    member = Member(
        row, "", "", row.kit if kit is None else tuple(kit), tuple(spare), row.spells if spells is None else tuple(spells)
    )
    figure = recruit(member, seat, 0)
    on_card = {name: changes.pop(name) for name in list(changes) if name in fields(Card) and name not in fields(Figure)}
    changes["z"] = pas(changes.get("z", 0))
    made = changed(figure, card=changed(figure.card, **on_card), x=pas(x), y=pas(y), status=ON_TABLE)
    return changed(made, **changes)


def scene(*figures: Figure, pieces: Iterable[Piece] = (), **changes: Any) -> World:
    """A world with these figures, numbered in order, in seat 0's phase on a table of 40 pas."""
    numbered = tuple(changed(figure, id=number) for number, figure in enumerate(figures))
    seats = max([1, *[figure.seat for figure in figures]]) + 1
    bands = tuple(Band(seat, (1, 3, 0, 2)[seat], began=sum(one.seat == seat for one in numbered)) for seat in range(seats))
    ground = Ground(40 * PAS, 40 * PAS, tuple(pieces))
    world = World(ground, numbered, bands, turn=1, turn_limit=8, order=tuple(range(seats)), active=0)
    return changed(world, **changes) if changes else world


def box(kind: str, left: float, bottom: float, right: float, top: float, height: float = 0, **flags: Any) -> Piece:
    """A rectangular piece of terrain, in pas; what has a height hides what is behind it, and a flat obstacle carries."""
    tall = pas(height)
    usual = {"height": tall, "blocks_sight": tall > 0, "floor": tall if kind in ("flat-obstacle", "void") else 0}
    return Piece(kind, base.box(left, bottom, right, top), **{**usual, **flags})


def refused(world: World, id: int, answer: Answer, *done: str, charge: tuple[int, ...] = ()) -> str:
    """The rule that refuses an action to a figure that has done these before; empty when it is allowed."""
    return cited(trail(world, id, Course(done, charge=charge)).check(answer))
