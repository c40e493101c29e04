"""The data of the d6 army game: every row is read, references hold, and people's own profiles join it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from escarmouche.core import content as core_content
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError
from escarmouche.core.rulebook import RuleEntry
from escarmouche.systems.bataille.content import PACKAGE, PROFILES, book, build, complete
from escarmouche.systems.bataille.rows import OwnProfile

ROWS = {
    "switch": 18,
    "phase": 6,
    "constant": 42,
    "state": 11,
    "terrain": 11,
    "cost": 30,
    "hp_factor": 4,
    "ability": 5,
    "limit": 3,
    "artillery_type": 2,
    "artillery_movement": 4,
    "role": 5,
    "magic_item": 7,
    "spell": 9,
    "scenario": 6,
    "gold": 4,
    "faction": 5,
    "profile": 40,
}


def files() -> dict[str, Plain]:
    names = core_content.package_files(PACKAGE, "content")
    return {f"bataille/{name}": core_content.read_package(PACKAGE, name) for name in names}


def test_every_row_is_there() -> None:
    assert {table: len(getattr(book(), table)) for table in ROWS} == ROWS
    assert {table for data in files().values() for table in data} == {*ROWS, "system"}


def test_everything_a_reader_sees_is_there_in_both_languages() -> None:
    texts = {"note", "mode", "starts", "ends", "effect", "movement", "shooting", "area", "target", "duration", "victory"}
    for data in files().values():
        for table, rows in data.items():
            for row in rows if isinstance(rows, list) else [rows]:
                for name in [one for one in texts & set(row) if isinstance(row[one], str)]:
                    assert row.get(f"{name}_fr"), (table, row.get("id"), name)
                assert [name for name in row if name.endswith("_fr") and "'" in row[name]] == [], (table, row.get("id"))


@pytest.mark.rule("bataille.core.inch")
def test_an_inch_is_25_millimetres() -> None:
    assert book().length("shooting-range") == 18 * 2500
    assert book().share("shooting-max-move-fraction", 9 * 2500) == 11_250
    assert book().length("contact-tolerance") == 125


@pytest.mark.rule("bataille.setup.starting-count")
def test_half_of_an_odd_number_is_rounded_up() -> None:
    """31 figures: the test comes with fewer than 15.5, that is with fewer than 16."""
    assert book().share("morale-threshold-fraction", 31) == 16
    assert book().share("morale-threshold-fraction", 30) == 15


def test_the_book_names_what_it_gives_the_rules() -> None:
    assert book().state["frightened"].melee == book().state["frightened"].armour == -1
    assert book().magic_item["item-quickness"].attacks == 2
    assert [row.name("fr") for row in book().phase.values()] == [
        "Initiative",
        "Mouvement",
        "Magie",
        "Tir",
        "Corps à corps",
        "Moral",
    ]


def spoil(table: str, name: str, **values: Any) -> Callable[[dict[str, Plain]], None]:
    """A change to one row."""

    def change(data: dict[str, Plain]) -> None:
        found: Plain = next(row for file in data.values() for row in file.get(table, []) if row["id"] == name)
        found.update(values)

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            spoil("profile", "troll", traits=["reech"]),
            "bataille/content/profiles.toml, profile 'troll', field traits: there is no ability 'reech'; perhaps 'reach'",
        ),
        (
            spoil("profile", "troll", points=-1),
            "bataille/content/profiles.toml, profile 'troll', field points: should be at least 0.",
        ),
        (spoil("profile", "troll", points=45), "profile 'troll', field points: the formula gives 44."),
        (spoil("profile", "troll", movement=8), "profile 'troll', field movement: 8 is not one of 6, 9, 12, 15, 18."),
        (spoil("profile", "troll", melee=[6]), "profile 'troll', field melee[0]: should be at most 5."),
        (spoil("profile", "troll", melee=[]), "profile 'troll', field melee: missing; every figure has one."),
        (spoil("profile", "troll", hp=5), "profile 'troll', field hp: should be at most 4."),
        (spoil("profile", "troll", items=["item-of-gold"]), "profile 'troll', field items: there is no magic item"),
        (spoil("profile", "goblin-shaman", spells=["curses"]), "profile 'goblin-shaman', field spells: there is no spell"),
        (spoil("profile", "necromancer", summons=["skeletor"]), "field summons: there is no profile 'skeletor'; perhaps"),
        (spoil("profile", "troll", faction="trolls"), "profile 'troll', field faction: there is no list 'trolls'"),
        (spoil("profile", "troll", traits=["frightening", "frightening"]), "field traits: an ability is bought once."),
        (spoil("profile", "troll", artillery_type="piercing"), "field artillery_type: is for a gun alone"),
        (spoil("profile", "dwarf-cannon", shooting=[5, 5]), "profile 'dwarf-cannon', field shooting: a gun has one value."),
        (spoil("profile", "dwarf-cannon", movement=9), "profile 'dwarf-cannon', field movement: a gun has 6."),
        (spoil("profile", "dwarf-cannon", armour=2), "profile 'dwarf-cannon', field armour: a gun has none"),
        (spoil("profile", "great-eagle", movement=12), "profile 'great-eagle', field movement: whoever flies has 18."),
        (spoil("terrain", "wood", move_factor=3), "terrain 'wood', field move_factor: should be 1 or 2."),
        (spoil("ability", "reach", cost=-3), "points.toml, ability 'reach', field cost: should be at least 0."),
        (spoil("cost", "armour-1", points=-2), "cost 'armour-1', field points: should be at least 0."),
        (spoil("cost", "armour-1", value=3), "cost 'armour-1', field id: should be 'armour-3'."),
        (spoil("constant", "reach-distance", unit="cm"), "table.toml, constant 'reach-distance', field unit: 'cm' is not one"),
        (spoil("constant", "inch-mm", value=25.4), "constant 'inch-mm', field value: should be 25."),
        (spoil("artillery_type", "piercing", range=40), "field range: differs from the number artillery-range."),
        (spoil("spell", "curse", rules=["curse"]), "spell 'curse', field rules[0]: should match ^bataille"),
        (lambda data: data["bataille/content/turn.toml"].update(phrase=[]), "turn.toml: there is no table 'phrase'"),
    ],
)
@pytest.mark.rule(
    "bataille.char.abilities",
    "bataille.char.melee-at-least-one",
    "bataille.char.movement-values",
    "bataille.char.hit-points",
    "bataille.artillery.characteristics",
    "bataille.artillery.one-shot",
)
def test_content_that_does_not_hold_is_refused(change: Callable[[dict[str, Plain]], None], message: str) -> None:
    data = copy.deepcopy(files())
    build(data)
    change(data)
    with pytest.raises(ContentError) as caught:
        build(data)
    assert message in str(caught.value)
    assert caught.value.french != ""


# ---------------------------------------------------------------- people's own


def test_a_profile_of_peoples_own_lies_in_their_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    folder = tmp_path / "bataille" / "profiles"
    folder.mkdir(parents=True)
    text = '[[profile]]\nid = "wyvern"\nname_fr = "Vouivre"\nmovement = "flight"\nmelee = "4/4"\narmour = 3\nhp = 3\n'
    (folder / "wyvern.toml").write_text(text, encoding="utf-8")
    found = PROFILES.all()["wyvern"]
    assert (found.name_en, found.movement, found.flight, found.melee, found.points) == ("Vouivre", 18, True, (4, 4), 54)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"melee": [3]}, "mine, profile 'own', field name: missing; give the figure one."),
        ({"name": "Own"}, "mine, profile 'own', field melee: missing; every figure has one."),
        ({"name": "Own", "melee": "6/3"}, "mine, profile 'own', field melee: should be scores from 0 to 5, such as '5/4'."),
        ({"name": "Own", "melee": 3, "shooting": [-1]}, "mine, profile 'own', field shooting: should be scores from 0 to 5"),
        ({"name": "Own", "melee": [3], "points": 2}, "mine, profile 'own', field points: the formula gives 7: leave it out."),
        ({"name": "Own", "melee": [3], "traits": ["brave"]}, "mine, profile 'own', field traits: there is no ability 'brave'"),
        ({"name": "Own", "role": "artillery", "shooting": 3}, "mine, profile 'own', field artillery_type: missing; add it."),
    ],
)
def test_a_profile_of_peoples_own_that_does_not_hold_is_refused(values: Plain, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        complete(msgspec.convert({"id": "own", **values}, OwnProfile), "mine")
    assert message in str(caught.value)


# ---------------------------------------------------------------- the rulebook


def rulebook() -> dict[str, RuleEntry]:
    return core_content.rows(core_content.read_package(PACKAGE, "rulebook.toml"), "rule", RuleEntry, "rulebook.toml")


def test_the_rulebook_says_everything_twice() -> None:
    rules = rulebook()
    assert len(rules) == 299
    for rule in rules.values():
        assert all([rule.title_en, rule.title_fr, rule.text, rule.text_fr])
        assert len(rule.examples) == len(rule.examples_fr) > 0
        assert bool(rule.ruling) == bool(rule.ruling_fr)
        french = " ".join([rule.title_fr, rule.section_fr, rule.text_fr, rule.ruling_fr, *rule.examples_fr])
        assert "'" not in french
        assert re.search(r"\S[:;!?](\s|$)", french) is None, rule.id
        assert [name for name in rule.see if name not in rules] == []


def test_every_rule_that_a_row_names_exists() -> None:
    named: list[str] = []
    for table in ("switch", "state", "limit", "role"):
        named += [row.rule for row in getattr(book(), table).values()]
    for table in ("ability", "artillery_type", "magic_item", "spell", "scenario"):
        named += [rule for row in getattr(book(), table).values() for rule in row.rules]
    assert len(named) > 100
    rules = rulebook()
    assert [rule for rule in named if rule not in rules] == []


def test_every_switch_is_told_in_the_ruling_of_its_rule() -> None:
    rules = rulebook()
    for name, row in book().switch.items():
        assert f"Switch {name}: {'off' if row.usual else 'on'}" in rules[row.rule].ruling
        assert f"Variante {name} {'désactivée' if row.usual else 'activée'}" in rules[row.rule].ruling_fr
