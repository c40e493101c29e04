"""Brothers in Arms, Naheulbeuk edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from escarmouche.systems.fda.system import SYSTEM as SYSTEM


def __getattr__(name: str) -> object:
    """SYSTEM is put together when it is asked for, so that one module of the game can be had without all the others."""
    if name == "SYSTEM":
        from escarmouche.systems.fda.system import SYSTEM

        return SYSTEM
    raise AttributeError(f"{__name__} has no {name}")
