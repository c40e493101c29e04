"""Who draws pictures of views. The core knows no table: a layer above it says who draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Painter = Callable[[dict[str, Any], str], str]
"""Draws a system's view in a language, as SVG; returns nothing for a view that it cannot draw."""

_painters: list[Painter] = []


def use(painter: Painter) -> None:
    """Let this one draw from now on."""
    _painters[:] = [painter]


def drawn(view: dict[str, Any], language: str) -> str:
    """The view as SVG, or nothing."""
    return _painters[0](view, language) if _painters else ""
