"""What the bench measures of Song of Blades alone: battles of 150 to 1200 points a side."""

from __future__ import annotations

from escarmouche.core import registry
from escarmouche.core.game import Game
from escarmouche.core.system import Plain

SIZES = (150, 300, 600, 1200)
"""So many points a side have the battles by which growth is measured."""

BANDS = (
    ("human-warrior", "human-warrior", "human-warrior", "human-warrior", "human-light-infantry"),
    ("orc-archer", "orc-archer", "orc-warrior", "orc-warrior", "orc-warrior", "orc-warrior"),
)
"""For each side what 150 points buy."""


def armies_of(size: int) -> str:
    """The size of the bands in words."""
    return f"{size} points a side"


def band(seat: int, size: int) -> Plain:
    """A band of so many points."""
    figures = [{"profile": name, "count": size // SIZES[0]} for name in BANDS[seat]]
    return {"system": "sbh", "name": f"Band {seat + 1}", "limit": size, "figure": figures}


def battle(size: int, seed: int) -> Game:
    """A battle of so many points a side, on a table with scenery."""
    options = {"terrain": "random", "limit": size}
    return registry.new("sbh", [band(0, size), band(1, size)], "pitched-battle", seed, options)
