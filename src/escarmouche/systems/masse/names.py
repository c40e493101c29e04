"""Names: of units on the table, of objectives, and of what the content lists."""

from __future__ import annotations

from escarmouche.kit.kept import Kept, Latest, other_things
from escarmouche.kit.words import ContentNames, all_unique
from escarmouche.systems.masse import scenario
from escarmouche.systems.masse.content import book, weapons
from escarmouche.systems.masse.model import Unit, World

SNOW = {"en": "Snow", "fr": "Neige"}


def named(units: tuple[Unit, ...]) -> dict[str, tuple[str, ...]]:
    """The names of all units in each language."""
    english = tuple([(unit.name_en, unit.seat) for unit in units])
    return {"en": all_unique(english), "fr": all_unique(tuple([(unit.name_fr, unit.seat) for unit in units]))}


def alike_in_name(units: tuple[Unit, ...], others: tuple[Unit, ...]) -> bool:
    """Are they the same units, as far as names go?"""
    if len(units) != len(others):
        return False
    for place in other_things(units, others):
        a, b = units[place], others[place]
        if a.seat != b.seat or a.name_en != b.name_en or a.name_fr != b.name_fr:
            return False
    return True


NAMED = Kept(Latest(named, alike_in_name), 16)


def unit_name(world: World, id: int, language: str) -> str:
    """A unit's name, with a number where its side has several of that name, and with the side, I or II, where the other side
    has one too."""
    if not 0 <= id < len(world.units):
        return str(id)
    return NAMED(world.units)[language][id]


def goal_name(world: World, number: int, language: str) -> str:
    """An objective's name."""
    goal = world.goals[number]
    return goal.name_fr if language == "fr" else goal.name_en


class Names(ContentNames):
    """Those of the book's tables, and besides "weapon-pique" of all its tables of weapons, "scenario-open-battle"."""

    def form(self, key: str, language: str) -> str | None:
        table, _, id = key.partition("-")
        if (table, id) == ("terrain", scenario.SNOW):
            return SNOW[language]
        if table == "weapon" and id in weapons(book()):
            return book().weapon_name(id, language)
        if table == "scenario" and id in scenario.ours():
            return scenario.ours()[id].name(language)
        return super().form(key, language)

    def told(self, name: str) -> str:
        return name.partition(" (")[0]


NAMES = Names(book, {name: name for name in ("terrain", "structure", "spell", "engine", "opening", "trait")})
