"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.words import SEATS, ContentNames
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.model import World


def figure_name(world: World, id: int, language: str) -> str:
    """A figure's name: its own, or its profile's with its number; with its side, I, II and so on, where another side has
    some of that profile too."""
    if not 0 <= id < len(world.figures):
        return str(id)
    figure = world.figures[id]
    if figure.name:
        return figure.name
    name = figure.card.name_fr if language == "fr" else figure.card.name_en
    numbered = f"{name} {figure.number}" if figure.number else name
    profile, seat = figure.card.profile, figure.seat
    shared = any(other.seat != seat and other.card.profile == profile for other in world.figures)
    return f"{numbered} ({SEATS[seat]})" if shared else numbered


def is_feminine(world: World, id: int) -> bool:
    """Is the French name of a figure feminine?"""
    return 0 <= id < len(world.figures) and world.figures[id].card.feminine


NAMES = ContentNames(
    book,
    {
        "scenario": "scenario",
        "spell": "spell",
        "terrain": "terrain",
        "trait": "ability",
        "item": "magic_item",
        "profile": "profile",
    },
)
