"""Points: the formula that prices a figure, and the multiples of Shooting that price a gun."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from escarmouche.systems.bataille.rows import Book, Cost, Profile

GUN: Final = "artillery"
CHEAP_SKIN: Final = "armour-zero-costs-minus-one"
"""The switch by which Armour 0 costs less than nothing. (bataille.points.armour-zero)"""


def points(one: Profile, book: Book, switches: Collection[str] = ()) -> int:
    """The sum of all costs, times the factor of its hit points. (bataille.points.formula, bataille.points.hp-factor)

    Abilities (bataille.points.abilities) are multiplied too (bataille.points.abilities-multiplied), halves round up figure by
    figure (bataille.points.rounding); being a Hero, Sorcerer or Titan costs nothing (bataille.character.profile,
    bataille.titan.not-a-hero), nor do items, spells and what is summoned (bataille.points.free-extras). A gun is priced by its
    Shooting alone. (bataille.points.artillery, bataille.artillery.cost-explosive, bataille.artillery.cost-piercing)
    """
    if one.role == GUN:
        return book.artillery_type[one.artillery_type].cost_per_tir * one.shooting[0]
    total = sum([_points(row, switches) for row in costs(one, book)]) + sum([book.ability[name].cost for name in one.traits])
    factor = book.hp_factor[f"hp-{one.hp}"]
    return -(-total * factor.numerator // factor.denominator)


def costs(one: Profile, book: Book) -> list[Cost]:
    """The rows that a figure pays for: Movement, Armour, Mental, and every attack. (bataille.points.movement,
    bataille.points.melee, bataille.points.shooting, bataille.points.armour, bataille.points.mental,
    bataille.points.multiple-attacks)"""
    names = ["movement-fly" if one.flight else f"movement-{one.movement}", f"armour-{one.armour}", f"mental-{one.mental}"]
    names += [f"melee-{score}" for score in one.melee] + [f"shooting-{score}" for score in one.shooting]
    return [book.cost[name] for name in names]


def _points(row: Cost, switches: Collection[str]) -> int:
    return row.switched if row.switched is not None and CHEAP_SKIN in switches else row.points
