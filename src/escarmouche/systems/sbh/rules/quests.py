"""Quests: treasure and magic items."""

from __future__ import annotations

from escarmouche.core.effects import Script, Tell
from escarmouche.systems.sbh.model import World


def dropped(world: World, id: int) -> Script:
    """What a fighter carried stays where it was. Returns the world."""
    if world.figures[id].treasure:
        yield Tell("sbh.scenario.treasure.take", "drops", (id,))
    return world
