"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.words import ContentNames, unique
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import World


def figure_name(world: World, id: int, language: str) -> str:
    """A figure's name: its own, or its profile's with a number where its band has several, and with its side where another band
    has one of that name."""
    if not 0 <= id < len(world.figures):
        return str(id)
    sides = len(world.bands)
    called = [(one.card.name_fr if language == "fr" else one.card.name_en, one.seat % (sides + 1)) for one in world.figures]
    return unique(id, called)


class Names(ContentNames):
    """The names of the book's rows as messages; "item-ID" is any piece of equipment."""

    def form(self, key: str, language: str) -> str | None:
        if key.startswith("item-"):
            row = book().item(key.removeprefix("item-"))
            if row is not None:
                return row.name(language)
        return super().form(key, language)


NAMES = Names(
    book,
    {"trait": "trait", "spell": "spell", "action": "action", "terrain": "terrain", "scenario": "mission", "mod": "modifier"},
)
