"""The tables of Frères d'Armes: whole, consistent, refused when they are not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from escarmouche.core import content as core
from escarmouche.core.errors import ContentError
from escarmouche.systems.fda.content import PACKAGE, PROFILES, book, build, complete, held
from escarmouche.systems.fda.rows import Card, OwnProfile

Files = dict[str, dict[str, Any]]


@pytest.fixture
def files() -> Files:
    """The data of every file of the content, to spoil."""
    names = core.package_files(PACKAGE, "content")
    return {f"fda/{name}": copy.deepcopy(core.read_package(PACKAGE, name)) for name in names}


def row(files: Files, table: str, id: str) -> dict[str, Any]:
    """A row to spoil."""
    return next(one for data in files.values() for one in data.get(table, []) if one["id"] == id)


def test_every_table_is_there() -> None:
    counts = {name: len(getattr(book(), name)) for name in ("option", "reading", "action", "fumble", "terrain", "weapon",
              "armour", "item", "spell", "trait", "profile", "scenario", "win_chance", "defence_odds")}  # fmt: skip
    assert counts == {
        "option": 23, "reading": 16, "action": 51, "fumble": 21, "terrain": 22, "weapon": 24, "armour": 7, "item": 13,
        "spell": 8, "trait": 17, "profile": 28, "scenario": 5, "win_chance": 19, "defence_odds": 11,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("table", "id", "field", "value", "named"),
    [
        ("profile", "orc", "price", 23, "price"),
        ("profile", "orc", "traits", ["sneeky"], "traits"),
        ("profile", "orc", "equipment", ["spoon"], "equipment"),
        ("profile", "orc", "in_hand", ["bow"], "in_hand"),
        ("profile", "dwarf", "in_hand", ["two-handed-axe", "francisca"], "in_hand"),
        ("profile", "goblin", "wounded", {"combat": 1, "shooting": 1, "defence": 1, "agility": 1, "morale": 0}, "wounded"),
        ("profile", "wizardess", "equipment", ["staff", "robe"], "equipment"),
        ("known_value", "known-02", "value", 6, "value"),
        ("scenario", "lich-soup", "present_dungeon", ["liche"], "present_dungeon"),
        ("option", "scouting", "needs", ["position"], "needs"),
        ("fumble", "magic-9", "low", 8, "low"),
        ("scenario", "brawl", "dungeon", "trolls", "dungeon"),
        ("terrain", "column", "spotting", "thick", "spotting"),
        ("weapon", "great-club", "hands", 1, "hands"),
    ],
)
def test_what_is_wrong_is_named(files: Files, table: str, id: str, field: str, value: Any, named: str) -> None:
    row(files, table, id)[field] = value
    with pytest.raises(ContentError) as caught:
        build(files)
    assert f"field {named}" in str(caught.value)
    assert "fda/content/" in str(caught.value)


@pytest.mark.rule("fda.char.value-scale")
def test_the_grades_run_from_useless_to_the_joke() -> None:
    grades = list(book().grade.values())
    assert [one.value for one in grades] == list(range(11))
    assert [one.open_ended for one in grades] == [False] * 10 + [True]


@pytest.mark.rule("fda.encumbrance.weights")
@pytest.mark.rule("fda.encumbrance.weightless")
def test_things_weigh_what_the_table_says() -> None:
    weights = {name: one.weight for name, one in book().weight.items()}
    for armour in book().armour.values():
        if armour.defence:
            assert armour.weight == weights["metal-armour" if armour.metal else "non-metal-armour"]
    for weapon in book().weapon.values():
        if weapon.group not in ("dagger", "food", "unarmed", "artillery"):
            two = weapon.hands == 2
            assert weapon.weight == weights["two-handed-object-or-shield" if two else "one-handed-object"], weapon.id
    assert [book().things()[name].weight for name in ("dagger", "grimoire", "sandwich", "helmet")] == [0, 0, 0, 0]


@pytest.mark.parametrize(("profile", "load"), [("dwarf", 6), ("paladin", 6), ("orc", 2), ("guard", 4), ("thief", 0)])
def test_the_load_of_a_figure(profile: str, load: int) -> None:
    assert book().load(book().profile[profile].equipment) == load


def test_a_face_finds_its_row_and_ten_reads_as_nine() -> None:
    assert book().fumbled("shooting", 6).id == "shooting-5-7"
    assert book().fumbled("magic", 10).id == "magic-9"


def test_a_profile_of_ones_own_is_priced_and_armed() -> None:
    own = OwnProfile(
        id="cook", name="The cook", side="neutral", equipment=("great-club", "dagger"),
        combat=4, shooting=2, defence=4, agility=3, morale=2,
    )  # fmt: skip
    made = complete(own, "cook.toml")
    # 7 x 6 / 3 = 14, a sixth more for the club 2, A 2, M 2, daggers 1
    assert made.price == 21
    assert made.in_hand == ("great-club",)
    assert made.either_side
    assert made.wounded == Card(combat=3, shooting=1, defence=3, agility=2, morale=1)
    assert PROFILES.find("cook", {"cook": made}) is made


def test_both_hands_are_filled_in_order() -> None:
    assert held(["dagger", "two-handed-axe", "shield"]) == ("dagger", "shield")
