"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.view import Kept
from escarmouche.kit.words import SEATS, ContentNames
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.model import Figure, World


def named(world: World) -> dict[str, tuple[str, ...]]:
    """The names of all figures in each language."""
    seats: dict[str, set[int]] = {}
    for one in world.figures:
        seats.setdefault(one.card.profile, set()).add(one.seat)
    shared = [len(seats[one.card.profile]) > 1 for one in world.figures]
    english = [called(one, one.card.name_en, doubled) for one, doubled in zip(world.figures, shared, strict=True)]
    french = [called(one, one.card.name_fr, doubled) for one, doubled in zip(world.figures, shared, strict=True)]
    return {"en": tuple(english), "fr": tuple(french)}


def called(figure: Figure, name: str, doubled: bool) -> str:
    """What a figure is called whose profile has this name."""
    if figure.name:
        return figure.name
    numbered = f"{name} {figure.number}" if figure.number else name
    return f"{numbered} ({SEATS[figure.seat]})" if doubled else numbered


NAMED = Kept(named, 16)


def figure_name(world: World, id: int, language: str) -> str:
    """A figure's name: its own, or its profile's with its number; with its side, I, II and so on, where another side has
    some of that profile too."""
    return NAMED(world)[language][id] if 0 <= id < len(world.figures) else str(id)


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
