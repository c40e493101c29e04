"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.words import ContentNames, unique
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import WAITING, Figure, World

AMBUSH = "ambush"
"""The scenario that hides a band."""
NOBODY = {"en": "the hidden marker", "fr": "le marqueur caché"}
"""What stands for a figure that nobody knows: an ambush marker that is aimed at."""


def card_name(figure: Figure, language: str) -> str:
    """The name on a fighter's card."""
    return figure.card.name_fr if language == "fr" else figure.card.name_en


def figure_name(world: World, id: int, language: str) -> str:
    """A figure's name: its own, or its profile's with a number where its band has several.

    Where the other band shows a fighter of that name too, the side is added, I or II. A fighter nobody has seen yet
    changes nobody's name; where a band lies in ambush every name has its side, so that none changes when it comes out.
    """
    if not 0 <= id < len(world.figures):
        return NOBODY[language] if id < 0 else str(id)
    figure = world.figures[id]
    name = card_name(figure, language)
    seen = any(
        card_name(other, language) == name for other in world.figures if other.seat != figure.seat and other.status != WAITING
    )
    return unique(id, [(card_name(other, language), other.seat) for other in world.figures], world.scenario == AMBUSH or seen)


NAMES = ContentNames(
    book,
    {
        "trait": "trait",
        "item": "magic_item",
        "upgrade": "upgrade",
        "action": "action",
        "terrain": "terrain",
        "scenario": "scenario",
    },
)
