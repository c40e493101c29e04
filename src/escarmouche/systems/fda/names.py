"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.words import ContentNames, unique
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import World


def figure_name(world: World, id: int, language: str) -> str:
    """A figure's name: its own, or its profile's with a number where its troop has several, and with its side where the other
    troop has one of that name. Whoever changes sides keeps the name."""
    if not 0 <= id < len(world.figures):
        return str(id)
    called = [
        (one.card.name_fr if language == "fr" else one.card.name_en, one.seat if one.home < 0 else one.home)
        for one in world.figures
    ]
    return unique(id, called)


def is_feminine(world: World, id: int) -> bool:
    """Is the French name of a figure feminine?"""
    return 0 <= id < len(world.figures) and world.figures[id].card.feminine


class Names(ContentNames):
    """The names of the book's rows as messages; "item-ID" is anything that is carried."""

    def form(self, key: str, language: str) -> str | None:
        if key.startswith("item-"):
            row = book().thing(key.removeprefix("item-"))
            if row is not None:
                return row.name(language)
        return super().form(key, language)


NAMES = Names(
    book,
    {
        "trait": "trait",
        "spell": "spell",
        "action": "action",
        "terrain": "terrain",
        "scenario": "scenario",
        "mod": "modifier",
        "adv": "advantage",
        "fumble": "fumble",
        "state": "state",
        "option": "option",
        "reading": "reading",
    },
)
