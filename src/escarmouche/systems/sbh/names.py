"""Names: of figures on the table, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.kept import Kept, Latest, other_things
from escarmouche.kit.words import ContentNames, all_unique
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import WAITING, World

AMBUSH = "ambush"
"""The scenario that hides a band."""
NOBODY = {"en": "the hidden marker", "fr": "le marqueur caché"}
"""What stands for a figure that nobody knows: an ambush marker that is aimed at."""


def named(world: World) -> dict[str, tuple[str, ...]]:
    """The names of all fighters in each language."""
    english = tuple([(one.card.name_en, one.seat) for one in world.figures])
    french = tuple([(one.card.name_fr, one.seat) for one in world.figures])
    return {"en": all_unique(english, doubled(world, english)), "fr": all_unique(french, doubled(world, french))}


def doubled(world: World, names: tuple[tuple[str, int], ...]) -> tuple[bool, ...]:
    """Is the side added to each of these names?"""
    shown = {names[one.id] for one in world.figures if one.status != WAITING}
    ambush = world.scenario == AMBUSH
    return tuple([ambush or (name, 1 - seat) in shown for name, seat in names])


def alike_in_name(one: World, other: World) -> bool:
    """Are there the same fighters in both worlds, as far as names go?"""
    if one.scenario != other.scenario or len(one.figures) != len(other.figures):
        return False
    for place in other_things(one.figures, other.figures):
        a, b = one.figures[place], other.figures[place]
        if a.card is not b.card or a.seat != b.seat or (a.status == WAITING) != (b.status == WAITING):
            return False
    return True


NAMED = Kept(Latest(named, alike_in_name), 16)


def figure_name(world: World, id: int, language: str) -> str:
    """A figure's name: its own, or its profile's with a number where its band has several.

    Where the other band shows a fighter of that name too, the side is added, I or II. A fighter nobody has seen yet
    changes nobody's name; where a band lies in ambush every name has its side, so that none changes when it comes out.
    """
    if not 0 <= id < len(world.figures):
        return NOBODY[language] if id < 0 else str(id)
    return NAMED(world)[language][id]


NAMES = ContentNames(
    book,
    {
        "trait": "trait",
        "item": "magic_item",
        "upgrade": "upgrade",
        "action": "action",
        "terrain": "terrain",
        "scenario": "scenario",
        "mod": "melee_modifier",
    },
)
