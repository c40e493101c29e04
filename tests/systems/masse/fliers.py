"""Fliers above a block of men: what the tests of fights from the air share."""

from __future__ import annotations

from typing import Any

from escarmouche.systems.masse.model import INCH, Unit, World
from escarmouche.systems.masse.rules.airfights import straight_to
from escarmouche.systems.masse.rules.orders import Doing
from tests.systems.masse.field import changed, unit

HIPPOGRIFFS = "hippogriffes"


def refused(world: World, id: int, answer: tuple[Any, ...], used: int = 0) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, used).check(answer)
    return "" if refusal is None else refusal.rule


SIX = {"figures": 6, "files": 3, "began": 6, "turn_figures": 6}


def above(profile: str = "griffons", altitude: int = 4, distance: float = 6, **changes: Any) -> tuple[Unit, Unit]:
    """Griffons in the air and a block of twenty men in front of them, so many inches away, looking at them."""
    fliers = unit(profile, 0, 30, 20, figures=changes.pop("figures", 6), files=3, altitude=altitude)
    block = unit("infanterie-reguliere", 1, 30, 20, 270, figures=20, files=5, **changes)
    _, length = straight_to(fliers, changed(block, y=50 * INCH))
    return fliers, changed(block, y=50 * INCH - length + round(distance * INCH))
