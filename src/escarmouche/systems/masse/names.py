"""Names: of units on the table, of objectives, and of what the content lists."""

from __future__ import annotations

from escarmouche.core.messages import CORE, Messages
from escarmouche.systems.masse import scenario
from escarmouche.systems.masse.content import book, weapons
from escarmouche.systems.masse.model import Unit, World

SIDES = ("I", "II")
SNOW = {"en": "Snow", "fr": "Neige"}


def own_name(unit: Unit, language: str) -> str:
    """The name that its list gives a unit."""
    return unit.name_fr if language == "fr" else unit.name_en


def unit_name(world: World, id: int, language: str) -> str:
    """A unit's name, with a number where its side has several of that name, and with the side, I or II, where the other side
    has one too."""
    if not 0 <= id < len(world.units):
        return str(id)
    unit = world.units[id]
    name = own_name(unit, language)
    namesakes = [other for other in world.units if own_name(other, language) == name]
    mine = [other.id for other in namesakes if other.seat == unit.seat]
    numbered = f"{name} {mine.index(id) + 1}" if len(mine) > 1 else name
    return f"{numbered} ({SIDES[unit.seat]})" if len(namesakes) > len(mine) else numbered


def goal_name(world: World, number: int, language: str) -> str:
    """An objective's name."""
    goal = world.goals[number]
    return goal.name_fr if language == "fr" else goal.name_en


class ContentNames(Messages):
    """The names of the content as messages: "terrain-riviere", "structure-donjon", "weapon-pique", "spell-eclair",
    "engine-baliste", "opening-porte", "trait-undead", "scenario-open-battle". The content is read when the first is asked
    for."""

    TABLES = ("terrain", "structure", "spell", "engine", "opening", "trait")

    def __init__(self) -> None:
        super().__init__({}, CORE)

    def form(self, key: str, language: str) -> str | None:
        table, _, id = key.partition("-")
        if table in self.TABLES:
            row = getattr(book(), table).get(id)
            if row is not None:
                return str(row.name(language)).partition(" (")[0]
            if (table, id) == ("terrain", scenario.SNOW):
                return SNOW[language]
        if table == "weapon" and id in weapons(book()):
            return book().weapon_name(id, language)
        if table == "scenario" and id in scenario.ours():
            return scenario.ours()[id].name(language)
        return super().form(key, language)
