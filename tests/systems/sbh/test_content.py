"""The data of Song of Blades and Heroes: every row is read, references hold, and people's own content joins it."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from escarmouche.core import content as core_content
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError
from escarmouche.core.rulebook import Rulebook, RuleEntry
from escarmouche.systems.sbh import content
from escarmouche.systems.sbh.content import PACKAGE, book, build
from tests.systems.sbh.catalogue import of_the_book
from tests.test_docs import ROOT, blocks

# What the book has, table by table; rows of our own may stand beside them.
ROWS = {
    "ruler": 3,
    "board": 3,
    "terrain": 10,
    "woods_case": 4,
    "fall": 3,
    "activation_result": 9,
    "action": 21,
    "melee_modifier": 8,
    "ranged_modifier": 11,
    "combat_result": 5,
    "range_band": 3,
    "spell": 2,
    "spell_power": 3,
    "morale_result": 4,
    "morale_trigger": 4,
    "morale_modifier": 4,
    "removal": 13,
    "scenario": 6,
    "magic_item": 6,
    "survival": 4,
    "experience_cost": 5,
    "upgrade": 9,
    "trait": 32,
    "lethal_target": 7,
    "trait_cost": 40,
    "cost_exception": 4,
    "cost_floor": 2,
    "faction": 23,
    "profile": 185,
}


def files() -> dict[str, Plain]:
    names = core_content.package_files(PACKAGE, "content")
    return {f"sbh/{name}": core_content.read_package(PACKAGE, name) for name in names}


def test_every_row_is_there() -> None:
    assert {table: len(of_the_book(table)) for table in ROWS} == ROWS


def test_every_table_of_the_files_is_loaded() -> None:
    tables = {table for data in files().values() for table in data}
    assert tables == {*ROWS, "system", "cost_formula"}


@pytest.mark.rule("sbh.setup.rulers-15mm", "sbh.setup.rulers-25-28mm")
def test_rulers() -> None:
    sticks = [(one.mm_15, one.mm_25_28, one.hexes) for one in book().ruler.values()]
    assert sticks == [(50, 75, 4), (80, 120, 7), (120, 180, 13)]


def test_everything_a_reader_sees_is_there_in_both_languages() -> None:
    texts = {"note", "per", "condition", "effect", "who", "repeat", "bonus_for", "use", "drained_by", "explanation"}
    for data in files().values():
        for table, rows in data.items():
            for row in rows if isinstance(rows, list) else [rows]:
                for name in texts & set(row):
                    assert row.get(f"{name}_fr"), (table, row.get("id"), name)


def test_every_rule_that_a_row_names_exists() -> None:
    rules = Rulebook.load("sbh").rules
    named: list[str] = []
    for table in ("action", "melee_modifier", "ranged_modifier", "spell", "upgrade", "magic_item"):
        named += [row.rule for row in getattr(book(), table).values()]
    for trait in book().trait.values():
        named += trait.rules
    assert len(named) > 100
    assert [rule for rule in named if rule not in rules] == []


def test_names_of_special_rules_with_a_range_or_target() -> None:
    assert book().trait_name("leader", "fr") == "Chef"
    assert book().trait_name("shooter:long", "en") == "Shooter (long)"
    assert book().trait_name("shooter:long", "fr") == "Tireur (longue)"
    assert book().trait_name("lethal:orcs", "fr") == "Mortel (orques)"


def row_of(data: dict[str, Plain], table: str, name: str) -> Plain:
    """A row of the files, to be spoilt."""
    found: Plain = next(row for file in data.values() for row in file.get(table, []) if row.get("id", row.get("trait")) == name)
    return found


def spoil(table: str, name: str, **values: Any) -> Callable[[dict[str, Plain]], None]:
    """A change to one row."""
    return lambda data: row_of(data, table, name).update(values)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            spoil("profile", "troll", traits=["tugh"]),
            "sbh/content/profiles.toml, profile 'troll', field traits: there is no trait 'tugh'; perhaps 'tough' was meant.",
        ),
        (
            spoil("profile", "troll", traits=["shooter"]),
            "sbh/content/profiles.toml, profile 'troll', field traits: 'shooter' is badly formed: write shooter:RANGE.",
        ),
        (
            spoil("profile", "troll", traits=["tough:long"]),
            "sbh/content/profiles.toml, profile 'troll', field traits: 'tough:long' is badly formed: write tough alone.",
        ),
        (
            spoil("profile", "troll", traits=["shooter:far"]),
            "sbh/content/profiles.toml, profile 'troll', field traits: there is no range 'far';"
            " choose one of short, medium, long.",
        ),
        (
            spoil("profile", "troll", points=-1),
            "sbh/content/profiles.toml, profile 'troll', field points: should be at least 1.",
        ),
        (
            spoil("profile", "troll", points=42),
            "sbh/content/profiles.toml, profile 'troll', field points: the formula gives 41.",
        ),
        (
            spoil("profile", "troll", move="8 inches"),
            "sbh/content/profiles.toml, profile 'troll', field move: '8 inches' is not one of short, medium, long.",
        ),
        (
            spoil("profile", "troll", move="long"),
            "sbh/content/profiles.toml, profile 'troll', field move: should be 'medium' with these traits.",
        ),
        (
            spoil("profile", "troll", character=False),
            "sbh/content/profiles.toml, profile 'troll', field character: should be True with these traits.",
        ),
        (
            spoil("profile", "troll", faction="trolls"),
            "sbh/content/profiles.toml, profile 'troll', field faction: there is no faction 'trolls'",
        ),
        (spoil("profile", "troll", quality=7), "profile 'troll', field quality: should be at most 6."),
        (spoil("profile", "troll", id="giant"), "profile 'giant', field id: occurs twice"),
        (spoil("profile", "troll", colour="green"), "profile 'troll', field colour: there is no such field"),
        (spoil("ruler", "short", mm_15="2 in"), "table.toml, ruler 'short', field mm_15: should be a whole number, not"),
        (spoil("terrain", "wood", ignored_by=["elf"]), "terrain 'wood', field ignored_by: there is no trait 'elf'"),
        (
            spoil("range_band", "double", modifier="range-duoble"),
            "there is no ranged modifier 'range-duoble'",
        ),
        (spoil("experience_cost", "shooter-long", grants="bow"), "field grants: there is no trait 'bow'"),
        (spoil("trait_cost", "tough", trait="tuff"), "trait_cost 'tuff', field trait: there is no trait 'tuff'"),
        (spoil("cost_exception", "hydra", id="hydro"), "there is no profile 'hydro'; perhaps 'hydra' was meant"),
        (spoil("action", "move", rule="move"), "action 'move', field rule: should match ^sbh"),
        (lambda data: data["sbh/content/factions.toml"].update(fiction=[]), "factions.toml: there is no table 'fiction'"),
        (lambda data: data["sbh/content/system.toml"].clear(), "system, field id: missing; add it"),
    ],
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


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    for name in ("profiles", "scenarios", "terrain"):
        (tmp_path / "sbh" / name).mkdir(parents=True)
    return tmp_path / "sbh"


OWN = """
[[profile]]
id = "river-troll"
name = "River troll"
quality = 5
combat = 4
traits = ["tough", "big", "amphibious"]
"""


def test_an_own_profile_is_priced_and_completed(home: Path) -> None:
    (home / "profiles" / "mine.toml").write_text(OWN, "utf-8")
    found = content.PROFILES.all()
    assert len(found) == 186
    troll = found["river-troll"]
    assert (troll.points, troll.size, troll.move, troll.character) == (41, "big", "medium", True)
    assert (troll.name_en, troll.name_fr, troll.race) == ("River troll", "River troll", "river-troll")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("river-troll", "troll", "profile 'troll', field id: is the id of one of the package's: choose another."),
        ('"tough"', '"tuff"', "profile 'river-troll', field traits: there is no trait 'tuff'"),
        ('"tough"', '"huge"', "profile 'river-troll', field traits: big and huge exclude each other."),
        ("quality = 5", "quality = 1", "profile 'river-troll', field quality: should be at least 2."),
        ("combat = 4", "combat = 7", "profile 'river-troll', field combat: should be at most 6."),
        ("combat = 4", "combat = 4\npoints = 10", "profile 'river-troll', field points: the formula gives 41: leave it out."),
        ("combat = 4", "combat = 4\nfaction = 'pets'", "profile 'river-troll', field faction: there is no faction 'pets'"),
        ('name = "River troll"', "", "profile 'river-troll', field name: missing; give the fighter one."),
        ("[[profile]]", "[[profiles]]", "there is no table or field 'profiles'"),
    ],
)
def test_own_profiles_are_held_to_the_same_rules(home: Path, old: str, new: str, message: str) -> None:
    path = home / "profiles" / "mine.toml"
    path.write_text(OWN.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as caught:
        content.PROFILES.all()
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


SCENARIO = """
[[scenario]]
id = "old-mill"
name_en = "The old mill"
name_fr = "Le vieux moulin"
like = "pitched-battle"
terrain_min = 3
terrain_max = 5
attacker_points_per_vp = 20
defender_points_per_vp = 25
bonus_vp = 0
"""


def test_an_own_scenario_follows_one_of_the_books(home: Path) -> None:
    (home / "scenarios" / "mill.toml").write_text(SCENARIO, "utf-8")
    found = content.scenarios()
    assert [*found][:1] + [*found][-1:] == ["pitched-battle", "old-mill"]
    assert found["old-mill"].like == "pitched-battle"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('like = "pitched-battle"', "", "scenario 'old-mill', field like: there is no scenario ''"),
        ('"pitched-battle"', '"duel"', "scenario 'old-mill', field like: there is no scenario 'duel'"),
        ("terrain_min = 3", "terrain_min = 6", "scenario 'old-mill', field terrain_min: is more than terrain_max"),
        ("old-mill", "ambush", "scenario 'ambush', field id: is the id of one of the package's"),
    ],
)
def test_own_scenarios_are_checked(home: Path, old: str, new: str, message: str) -> None:
    (home / "scenarios" / "mill.toml").write_text(SCENARIO.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as caught:
        content.scenarios()
    assert message in str(caught.value)


LAYOUT = """
[[layout]]
id = "two-woods"
name_en = "Two woods"
name_fr = "Deux bois"
width_mm = 600
depth_mm = 600

[[layout.piece]]
kind = "wood"
corners = [[100, 100], [200, 100], [150, 180]]

[[layout.piece]]
kind = "hill"
corners = [[300, 300], [400, 300], [400, 400], [300, 400]]
height_mm = 20
"""


def test_an_own_table_is_read(home: Path) -> None:
    (home / "terrain" / "woods.toml").write_text(LAYOUT, "utf-8")
    layout = content.layouts()["two-woods"]
    assert [(one.kind, len(one.corners), one.height_mm) for one in layout.piece] == [("wood", 3, 0), ("hill", 4, 20)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"hill"', '"hills"', "layout 'two-woods', piece 2, field kind: there is no terrain 'hills'; perhaps 'hill'"),
        ("[100, 100], ", "", "layout 'two-woods', field piece[0].corners: should have length >= 3."),
        ("[150, 180]", "[150, 700]", "layout 'two-woods', piece 1, field corners: [150, 700] is off the table."),
        ("height_mm = 20", "height_mm = -1", "layout 'two-woods', field piece[1].height_mm: should be at least 0."),
    ],
)
def test_own_tables_are_checked(home: Path, old: str, new: str, message: str) -> None:
    (home / "terrain" / "woods.toml").write_text(LAYOUT.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError) as caught:
        content.layouts()
    assert message in str(caught.value)


# ---------------------------------------------------------------- the docs


def test_the_trait_of_the_docs_is_content_that_holds() -> None:
    texts = [block.text for block in blocks(ROOT / "docs" / "adding-a-rule.md") if block.language == "toml"]
    page = [tomllib.loads(text.replace("berserk", "frantic")) for text in texts]  # somebody may have added the very one
    ((rule,),) = [data["rule"] for data in page if "rule" in data]
    (rows,) = [data for data in page if "trait" in data]
    entry = msgspec.convert(rule, RuleEntry)
    assert not entry.lines, "a rule of our own has no lines of the book"
    made = build({**files(), "sbh/docs": rows})
    assert made.trait["frantic"].rules == (entry.id,)
    assert made.costs()["frantic"] == 5
    assert made.melee_modifier["frantic"].rule == entry.id
    assert set(made.melee_modifier) > set(book().melee_modifier)


def test_a_row_that_stands_in_two_files_is_refused() -> None:
    row = files()["sbh/content/traits.toml"]["trait"][0]
    with pytest.raises(ContentError, match="sbh/docs, trait 'amphibious', field id: occurs twice"):
        build({**files(), "sbh/docs": {"trait": [row]}})
