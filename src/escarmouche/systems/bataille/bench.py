"""What the bench measures of the army game alone: battles of 20 to 140 figures a side."""

from __future__ import annotations

from escarmouche.core import registry
from escarmouche.core.game import Game
from escarmouche.core.system import Plain

SIZES = (20, 40, 80, 140)
"""So many figures a side have the battles by which growth is measured."""

RANKS = (
    ("men-militia", "men-spearman", "men-swordsman", "men-archer"),
    ("goblin", "goblin-archer", "orc-warrior", "goblin-wolf-rider"),
)
"""The troops of either side, in equal numbers."""


def armies_of(size: int) -> str:
    """The size of the armies in words."""
    return f"{size} figures a side"


def host(seat: int, size: int) -> Plain:
    """An army of so many figures."""
    figures = [{"profile": name, "count": size // len(RANKS[seat])} for name in RANKS[seat]]
    return {"system": "bataille", "name": f"Host {seat + 1}", "limit": 100 * size, "figure": figures}


def battle(size: int, seed: int) -> Game:
    """A pitched battle of so many figures a side."""
    return registry.new("bataille", [host(0, size), host(1, size)], "pitched-battle", seed)
