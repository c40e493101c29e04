"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.kept import Kept, Latest, other_things
from escarmouche.kit.words import ContentNames, all_unique
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import World


def named(world: World) -> dict[str, tuple[str, ...]]:
    """The names of all figures in each language."""
    sides = len(world.bands) + 1
    english = tuple([(one.card.name_en, one.seat % sides) for one in world.figures])
    french = tuple([(one.card.name_fr, one.seat % sides) for one in world.figures])
    return {"en": all_unique(english), "fr": all_unique(french)}


def alike_in_name(one: World, other: World) -> bool:
    """Are there the same figures in both worlds, as far as names go?"""
    if len(one.bands) != len(other.bands) or len(one.figures) != len(other.figures):
        return False
    for place in other_things(one.figures, other.figures):
        a, b = one.figures[place], other.figures[place]
        if a.card is not b.card or a.seat != b.seat:
            return False
    return True


NAMED = Kept(Latest(named, alike_in_name), 16)


def figure_name(world: World, id: int, language: str) -> str:
    """A figure's name: its own, or its profile's with a number where its band has several, and with its side where another band
    has one of that name."""
    return NAMED(world)[language][id] if 0 <= id < len(world.figures) else str(id)


def is_feminine(world: World, id: int) -> bool:
    """Is the French name of a figure's profile feminine?"""
    row = book().profile.get(world.figures[id].card.profile) if 0 <= id < len(world.figures) else None
    return row is not None and row.feminine


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
