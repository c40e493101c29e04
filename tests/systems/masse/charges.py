"""Two lines of infantry that charge each other: what the tests of charges share."""

from __future__ import annotations

from typing import Any

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    INCH,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.charge import (
    charge,
)
from escarmouche.systems.masse.rules.orders import Doing
from tests.systems.masse.field import Played, changed, field, play, unit

CLUB = Attack("gourdin", "melee", 0, (6,), length=1)


def infantry(x: float = 30, y: float = 20, facing: float = 90, seat: int = 0, **changes: Any) -> Unit:
    """Regular infantry, MV 4.5 in: 4 in wide and 1.6 in deep."""
    return unit("infanterie-reguliere", seat, x, y, facing, **{"attacks": (CLUB,), "ml": 0, **changes})


def foe(apart: float = 4, **changes: Any) -> Unit:
    """Enemies straight ahead of `infantry()`, so many inches from edge to edge; they have acted, so they neither interrupt nor
    run."""
    return infantry(30, 21.6 + apart, 270, 1, **{"acted": True, **changes})


def inch(length: float) -> int:
    """A length in inches."""
    return round(length * INCH)


def battle(*units: Unit, **changes: Any) -> World:
    """A field in which unit 0 has declared to charge unit 1 and acts now."""
    world = field(*units, **{"acting": 0, **changes})
    return world.with_unit(changed(world.units[0], declared=1))


def why_not(world: World, *steps: tuple[Any, ...]) -> str:
    """The rule that forbids this charge, or ""."""
    refused = Doing(world, 0, 0).check(("charge", steps))
    return "" if refused is None else refused.rule


def ran(world: World, dice: list[int], answers: tuple[Any, ...] = ()) -> Played:
    """The listed charge of unit 0, played."""
    (answer,) = [one for one in Doing(world, 0, 0).listed() if one[0] == "charge"]
    return play(Call(charge, world, 0, answer), dice=dice, answers=answers)


def whiffs(charging: bool = True) -> list[int]:
    """The attack dice of five figures, none of which touches."""
    return [1] * (7 if charging else 5)


def ready(apart: float = 6, **changes: Any) -> Unit:
    """An enemy that has not acted yet."""
    return foe(apart, **{"acted": False, **changes})


def column(**changes: Any) -> World:
    """Infantry that acts, with the enemy far away."""
    return field(infantry(**changes), foe(30), acting=0)


def march_refused(world: World, *steps: tuple[Any, ...]) -> str:
    """The rule that forbids this forced march, or ""."""
    refused = Doing(world, 0, 0).check(("forced-march", steps))
    return "" if refused is None else refused.rule
