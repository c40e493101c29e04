"""The chapters of the advanced rules; they register their actions and reactions when they are read. (fda.setup.rule-levels)"""

from __future__ import annotations

from typing import Final

from escarmouche.systems.fda.rules import (
    climbing,
    destiny,
    doors,
    extras,
    magic,
    marksmanship,
    melee_reactions,
    objects,
    positions,
    shooting_reactions,
    spotting,
    stealth,
)

ADVANCED: Final = (
    positions, stealth, climbing, destiny, melee_reactions, marksmanship, shooting_reactions, objects, doors, extras, spotting,
    magic,
)  # fmt: skip
