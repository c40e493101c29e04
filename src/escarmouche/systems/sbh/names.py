"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.core.messages import CORE, Messages
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import WAITING, Figure, World

SIDES = ("I", "II")
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
    namesakes = [other for other in world.figures if card_name(other, language) == name]
    band = [other.id for other in namesakes if other.seat == figure.seat]
    numbered = f"{name} {band.index(id) + 1}" if len(band) > 1 else name
    doubled = world.scenario == AMBUSH or any(other.seat != figure.seat and other.status != WAITING for other in namesakes)
    return f"{numbered} ({SIDES[figure.seat]})" if doubled else numbered


class ContentNames(Messages):
    """The names of the content as messages: "trait-leader", "item-scroll", "upgrade-brave", "action-attack",
    "terrain-wood", "scenario-ambush". The content is read when the first is asked for."""

    TABLES = ("trait", "item", "upgrade", "action", "terrain", "scenario")

    def __init__(self) -> None:
        super().__init__({}, CORE)

    def form(self, key: str, language: str) -> str | None:
        table, _, id = key.partition("-")
        if table in self.TABLES:
            row = getattr(book(), "magic_item" if table == "item" else table).get(id)
            if row is not None:
                return str(row.name(language))
        return super().form(key, language)
