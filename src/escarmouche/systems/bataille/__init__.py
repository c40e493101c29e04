"""The d6 army game: armies of single figures, phases shared by all sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from escarmouche.systems.bataille.system import SYSTEM as SYSTEM


def __getattr__(name: str) -> object:
    """SYSTEM is put together when it is asked for, so that one module of the game can be had without all the others."""
    if name == "SYSTEM":
        from escarmouche.systems.bataille.system import SYSTEM

        return SYSTEM
    raise AttributeError(f"{__name__} has no {name}")
