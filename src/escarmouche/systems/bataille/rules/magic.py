"""Magic (later)."""
from __future__ import annotations
from escarmouche.core.effects import Script, rule
from escarmouche.systems.bataille.model import World
@rule("bataille.magic.side-order")
def cast_side(world: World, seat: int) -> Script:
    return world
    yield
