"""What the experiments of a referee share."""

from __future__ import annotations

from typing import Any

from escarmouche.systems.masse.model import (
    INCH,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.orders import Doing
from tests.systems.masse.field import unit

BOW = Attack(
    "arc-court", "missile", 0, (6,), pt=5 * INCH, two_handed=True, indirect=True, shots=2, reload="if-immobile", volleys=7
)
SPEAR = Attack("lance", "melee", 2, (8,))


def kinds(world: World, id: int = 0, used: int = 0) -> set[str]:
    """The kinds of order that are offered."""
    return {answer[0] for answer in Doing(world, id, used).listed()}


def refused(world: World, answer: Any, id: int = 0, used: int = 0) -> str:
    """The rule that forbids an order, or ""."""
    why = Doing(world, id, used).check(answer)
    return "" if why is None else why.rule


def men(seat: int = 0, y: float = 20, facing: float = 90, **changes: Any) -> Unit:
    """Ten regular infantry, five abreast and 1.6 in deep."""
    return unit("infanterie-reguliere", seat, 30, y, facing, **changes)
