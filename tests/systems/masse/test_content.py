"""The data of the mass-combat game: every row is read, references hold, tables agree with the rules, own content joins."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from escarmouche.core import content as core_content
from escarmouche.core import registry
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError
from escarmouche.core.rulebook import Rulebook, RuleEntry
from escarmouche.systems.masse import content
from escarmouche.systems.masse.cards import card_of
from escarmouche.systems.masse.content import PACKAGE, book, build
from escarmouche.systems.masse.model import ENRAGED, INCH, PACK, ROUTED, SHAKEN
from escarmouche.systems.masse.rules.turn import initiative
from escarmouche.systems.masse.settings import SETTINGS
from escarmouche.systems.masse.system import SYSTEM
from tests.systems.masse.field import area, field, unit

ROWS = {
    "base": 7,
    "figure_ratio": 4,
    "formation": 3,
    "manoeuvre": 11,
    "terrain": 11,
    "cover": 4,
    "opening": 3,
    "climbing": 3,
    "initiative_modifier": 7,
    "morale_test": 13,
    "morale_modifier": 18,
    "morale_effect": 4,
    "touch": 5,
    "missile_modifier": 20,
    "melee_modifier": 20,
    "hero_attack_die": 5,
    "commander_fate": 4,
    "misfire": 4,
    "damage_vs_structure": 3,
    "weapon": 34,
    "ranged_weapon": 8,
    "missile_weapon": 9,
    "natural_weapon": 14,
    "armour": 11,
    "war_machine": 5,
    "siege_engine": 5,
    "engine": 10,
    "structure": 12,
    "army_list": 8,
    "profile": 92,
    "trait": 27,
    "srd_size": 6,
    "srd_two_weapon": 4,
    "srd_manoeuvrability": 5,
    "srd_turning": 9,
    "breath": 4,
    "spell": 7,
    "hero_class": 11,
}


def files() -> dict[str, Plain]:
    names = core_content.package_files(PACKAGE, "content")
    return {f"masse/{name}": core_content.read_package(PACKAGE, name) for name in names}


def test_every_row_is_there() -> None:
    assert {table: len(getattr(book(), table)) for table in ROWS} == ROWS


def test_every_table_of_the_files_is_loaded() -> None:
    assert {table for data in files().values() for table in data} == {*ROWS, "system"}


def test_everything_a_reader_sees_is_there_in_both_languages() -> None:
    french = re.compile(r"(.*)_fr")
    for data in files().values():
        for table, rows in data.items():
            for row in rows if isinstance(rows, list) else [rows]:
                for name in row:
                    found = french.fullmatch(name)
                    if found and found[1] != "name":
                        assert row.get(found[1]) or row.get(f"{found[1]}_en"), (table, row["id"], name)
                if "note" in row:
                    assert row.get("note_fr"), (table, row["id"])


@pytest.mark.rule("masse.army.lists")
def test_profiles_are_grouped_in_eight_lists() -> None:
    counts = {name: len([row for row in book().profile.values() if row.army == name]) for name in book().army_list}
    assert counts == {
        "humaines": 21,
        "humanoides": 8,
        "humanoides-chaos": 17,
        "cavaleries-non-montees": 9,
        "volantes": 4,
        "aquatiques": 8,
        "mort-vivantes": 9,
        "monstres": 16,
    }


@pytest.mark.rule("masse.army.profile-columns")
def test_a_profile_keeps_its_printed_cells() -> None:
    row = book().profile["geants-pierre"].printed
    assert (row.type, row.formation, row.weapon, row.armour) == ("Infanterie", "Tirailleurs", "Massue x2 Rochers", "Peaux")
    assert (row.ma, row.ml) == ("+14 +9", "+4")
    giants = book().profile["geants-pierre"]
    assert (giants.n_per_fig, giants.nv, giants.init, giants.mv, giants.ca, giants.ml) == (2, 5, 2, 4.5, 25, 4)


@pytest.mark.rule("masse.init.table-2a")
def test_initiative_modifiers() -> None:
    plain = unit("infanterie-reguliere", 0, 30, 30)
    hill = area("elevations", 20, 20, 20, 20, height_m=12)

    def score(**changes: Any) -> int:
        return initiative(world := field(unit("infanterie-reguliere", 0, 30, 30, **changes)), world.units[0])

    base = score()
    assert base == plain.die + plain.card.init
    assert score(declared=1) - base == 2
    assert score(formation=PACK) - base == -1
    assert score(morale=SHAKEN) - base == -1
    assert score(morale=ROUTED) - base == 1
    assert score(morale=ENRAGED, declared=1) - base - 2 == 1
    world = field(plain, pieces=[hill])
    assert initiative(world, world.units[0]) - base == 2


@pytest.mark.rule("masse.morale.table-3a")
def test_difficulties_of_morale_tests() -> None:
    assert [row.dd for row in book().morale_test.values()] == [8, 12, 5, 8, 10, 6, 6, 10, 6, 8, 10, 12, 12]
    harmless = [name for name, row in book().morale_test.items() if row.on_failure == "action-refused"]
    assert harmless == ["charge", "engagement-mort-vivant"]
    assert [book().morale_test[name].within_in for name in ("haine-raciale", "ami-en-deroute", "ennemi-chargeant")] == [
        20,
        3,
        4,
    ]


@pytest.mark.rule("masse.morale.table-3b")
def test_modifiers_of_morale_tests() -> None:
    values = {name: row.value for name, row in book().morale_modifier.items() if row.value is not None}
    assert values == {
        "charge": 4, "serree": 2, "rangs": 1, "meute": 1, "enragee": 2, "ebranlee": -1, "deroute": -2, "couverture-25": 1,
        "couverture-50": 2, "batiment": 4, "flanc": -2, "arriere": -4, "peur": -1, "pertes-25": -1, "pertes-50": -2,
        "pertes-75": -3,
    }  # fmt: skip
    assert book().morale_modifier["rangs"].max == 4


@pytest.mark.rule("masse.morale.table-3c")
def test_effects_of_the_four_states() -> None:
    rows = {name: (row.morale, row.initiative, row.shooting, row.melee) for name, row in book().morale_effect.items()}
    assert rows == {
        "enrage": (2, 1, None, 2),
        "stable": (0, 0, 0, 0),
        "ebranle": (-1, -1, -1, -2),
        "deroute": (-2, 1, None, None),
    }
    assert book().morale_effect["enrage"].command == -2
    assert [name for name, row in book().morale_effect.items() if row.must_break_off] == ["ebranle"]


@pytest.mark.rule("masse.terrain.table-4a")
def test_terrain() -> None:
    areas = [book().terrain[name] for name in ("broussailles", "foret-clairsemee", "foret-dense", "marais-sables")]
    assert [row.cost_infantry for row in areas] == [1.5, 1.5, 3, 3]
    assert [row.cost_cavalry for row in areas] == [2, 2, None, None]
    assert [row.cover_pc for row in areas] == [25, 50, 75, 0]
    assert [name for name, row in book().terrain.items() if row.impassable] == [
        "obstacles-hauts-non-franchissables",
        "torrents-lacs",
    ]
    assert {name for name, row in book().terrain.items() if row.crossing_cost_in == 4} == {"obstacles-bas", "riviere"}


@pytest.mark.rule("masse.terrain.cover-classes")
def test_cover() -> None:
    assert [(row.pc, row.missile, row.melee) for row in book().cover.values()] == [
        (25, -2, -1),
        (50, -4, -2),
        (75, -7, -4),
        (90, -10, -4),
    ]


@pytest.mark.rule("masse.shoot.table-5c", "masse.melee.table-5d")
def test_attack_modifiers() -> None:
    shots = {name: row.attack_roll for name, row in book().missile_modifier.items() if row.attack_roll is not None}
    assert shots == {
        "serree": 1, "meute": -1, "ebranlee": -1, "couverture-25": -2, "couverture-50": -4, "couverture-75": -7,
        "couverture-90": -10, "terrain-difficile": -1, "a-cheval": -2, "portee-courte": 0, "portee-moyenne": -4,
        "portee-longue": -8, "action-retardee": -1, "tir-indirect": -4,
    }  # fmt: skip
    blows = {name: row.attack_roll for name, row in book().melee_modifier.items() if row.attack_roll is not None}
    assert blows == {
        "charge": 2, "serree": 1, "meute": -1, "sans-commandant": -2, "reception-de-charge": 2, "en-reculant": -4, "enragee": 2,
        "ebranlee": -2, "couverture-25": -1, "couverture-50": -2, "couverture-75": -4, "terrain-difficile": -1,
        "franchissement": -2, "flanc": 1, "arriere": 2, "attaquant-sureleve": 1, "defenseur-sureleve": -1,
    }  # fmt: skip


@pytest.mark.rule("masse.hero.commander-fate", "masse.engine.table-6c")
def test_tables_rolled_with_a_d10_leave_no_gap() -> None:
    for table in (book().commander_fate, book().misfire):
        faces = [face for row in table.values() for face in range(row.die_min, row.die_max + 1)]
        assert faces == list(range(1, 11))
    assert [row.die_max for row in book().commander_fate.values()] == [2, 5, 7, 10]
    assert [row.die_max for row in book().misfire.values()] == [1, 4, 7, 10]


@pytest.mark.rule("masse.weapon.table-a1a")
def test_hand_weapons() -> None:
    rows = book().weapon
    assert [rows[name].da for name in ("dague", "epee-longue", "epee-a-deux-mains", "grande-hache")] == [
        "1d4",
        "1d8",
        "2d6",
        "1d12",
    ]
    assert {row.length for row in rows.values()} == {"short", "medium", "long"}
    assert {name for name, row in rows.items() if row.length == "long" and row.hands == 1} == {"lance-d-arcon-cavalerie-lourde"}


@pytest.mark.rule("masse.magic.scale", "masse.magic.damage-conversion")
def test_spells_at_the_scale_of_the_table() -> None:
    fireball = book().spell["boule-de-feu"]
    assert fireball.range_in + 10 * fireball.range_per_level_in == 24
    assert (fireball.shape, fireball.size_in) == ("circle", 0.6)
    assert min(fireball.damage_max, 10 * fireball.damage_per_level) == 60


@pytest.mark.rule("masse.fly.manoeuvrability")
def test_classes_of_fliers() -> None:
    rows = book().srd_manoeuvrability
    assert [name for name, row in rows.items() if row.hover and row.vertical] == ["a", "b"]
    for profile in book().profile.values():
        classes = [trait for trait in profile.traits if trait.startswith("manoeuvrability-")]
        assert len(classes) == ("flying" in profile.traits), profile.id


# ---------------------------------------------------------------- what is wrong with a file


def row_of(data: dict[str, Plain], table: str, name: str) -> Plain:
    """A row of the files, to be spoilt."""
    found: Plain = next(row for file in data.values() for row in file.get(table, []) if row.get("id") == name)
    return found


def spoil(table: str, name: str, **values: Any) -> Callable[[dict[str, Plain]], None]:
    """A change to one row."""
    return lambda data: row_of(data, table, name).update(values)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            spoil("profile", "ogres", traits=["monstr"]),
            "masse/content/profiles.toml, profile 'ogres', field traits: there is no trait 'monstr'; perhaps 'monster'",
        ),
        (spoil("profile", "ogres", army="monstre"), "there is no list 'monstre'; perhaps 'monstres' was meant."),
        (spoil("profile", "ogres", armour=["hides"]), "field armour: there is no armour 'hides'; perhaps 'hide' was meant."),
        (spoil("profile", "milice", shield=False), "profile 'milice', field traits: 'shield' disagrees with the row."),
        (spoil("profile", "golem", ml=3), "profile 'golem', field traits: 'no-morale' disagrees with the row."),
        (spoil("profile", "ogres", nv=0), "profile 'ogres', field nv: should be at least 1."),
        (spoil("breath", "chimere", profile="chimere"), "breath 'chimere', field profile: there is no profile 'chimere'"),
        (spoil("hero_class", "bard", traits=["castor"]), "hero_class 'bard', field traits: there is no trait 'castor'"),
        (spoil("war_machine", "canon", crew=5), "war_machine 'canon', field crew: differs from the table of engines."),
        (
            spoil("war_machine", "canon", range_in=50.0),
            "war_machine 'canon', field range_in: differs from the table",
        ),
        (spoil("siege_engine", "belier-lourd", mv=4.5), "siege_engine 'belier-lourd', field mv: differs from the table"),
        (spoil("siege_engine", "belier-lourd", id="belier"), "field id: there is no engine 'belier'"),
        (spoil("morale_effect", "ebranle", melee=-3), "morale_effect 'ebranle', field melee: should be -2 as in the other"),
        (spoil("formation", "meute", initiative=0), "formation 'meute', field initiative: should be -1 as in the other table."),
        (
            spoil("formation", "tirailleur", morale=1),
            "formation 'tirailleur', field morale: should be 0 as in the other table.",
        ),
        (spoil("cover", "presque-totale", missile=-9), "cover 'presque-totale', field missile: should be -10 as in the other"),
        (spoil("ranged_weapon", "arc-long", range_in=6.0), "ranged_weapon 'arc-long', field range_in: should be 7.0 as in"),
        (spoil("weapon", "dague", colour="red"), "weapon 'dague', field colour: there is no such field; choose one of id"),
        (lambda data: data["masse/content/srd.toml"].update(spels=[]), "masse/content/srd.toml: there is no table 'spels'"),
    ],
)
def test_a_spoilt_file_is_refused(change: Callable[[dict[str, Plain]], None], message: str) -> None:
    data = copy.deepcopy(files())
    change(data)
    with pytest.raises(ContentError) as caught:
        build(data)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"weapon": "sword", "printed": "Sword", "mode": "melee", "ma": 1, "dice": [6]}, "there is no weapon 'sword'"),
        ({"weapon": "arc-long", "printed": "Arc", "mode": "melee", "ma": 1, "dice": [6]}, "do not go with the mode 'melee'"),
        (
            {"weapon": "arc-long", "printed": "Arc", "mode": "missile", "ma": 1, "dice": [6]},
            "do not go with the mode 'missile'",
        ),
    ],
)
def test_attack_lines_must_make_sense(line: Plain, message: str) -> None:
    data = copy.deepcopy(files())
    row_of(data, "profile", "ogres")["attacks"] = [line]
    with pytest.raises(ContentError, match=re.escape(message)):
        build(data)


# ---------------------------------------------------------------- people's own


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of people's own content."""
    monkeypatch.setenv(core_content.HOME, str(tmp_path))
    (tmp_path / "masse" / "profiles").mkdir(parents=True)
    return tmp_path


def write(home: Path, text: str) -> None:
    (home / "masse" / "profiles" / "mine.toml").write_text(text, "utf-8")


HALBERDS = """
[[profile]]
id = "halberds"
like = "phalange"
name = "Halberds"
ca = 15
ml = 2
attacks = [{ weapon = "hallebarde", ma = 3, dice = [10] }]
"""


@pytest.mark.rule("masse.army.profiles-indicative")
def test_a_profile_of_ones_own_changes_one_of_the_lists(home: Path) -> None:
    write(home, HALBERDS)
    made = content.PROFILES.all()["halberds"]
    own = card_of(made)
    assert (made.name_en, made.name_fr, own.ca, own.ml, own.mv, own.formation) == (
        "Halberds",
        "Halberds",
        15,
        2,
        4.5 * INCH,
        "close",
    )
    assert (own.attacks[0].ma, own.attacks[0].dice, own.attacks[0].second_rank) == (3, (10,), True)


@pytest.mark.rule("masse.army.profiles-indicative")
@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("ca = 15\n", "", "profile 'halberds', field ca: missing; add it."),
        ('attacks = [{ weapon = "hallebarde", ma = 3, dice = [10] }]', "", "field attacks: missing; add it."),
        ("ma = 3, ", "", "missing; add it."),
        (", dice = [10]", "", "missing; add it."),
        ('"hallebarde"', '"arc-long"', "field attacks: 'arc-long' needs its range PT: add pt."),
        ('"hallebarde"', '"halebarde"', "there is no weapon 'halebarde'; perhaps 'hallebarde'"),
        ('"phalange"', '"phalanx"', "field like: there is no profile 'phalanx'; perhaps 'phalange' was meant."),
        ('name = "Halberds"\n', "", "field name: missing; give the troops one."),
        ("ml = 2", 'traits = ["giant"]', "field traits: there is no trait 'giant'"),
    ],
)
def test_a_change_restates_armour_and_attacks(home: Path, before: str, after: str, message: str) -> None:
    assert before in HALBERDS
    write(home, HALBERDS.replace(before, after))
    with pytest.raises(ContentError) as caught:
        content.PROFILES.all()
    assert message in str(caught.value)


@pytest.mark.rule("masse.weapon.mounted-bow")
def test_a_rider_has_no_long_bow(home: Path) -> None:
    archers = HALBERDS.replace('"phalange"', '"archers-montes"')
    write(home, archers.replace('weapon = "hallebarde", ma = 3', 'weapon = "arc-long", pt = 7, ma = 3'))
    with pytest.raises(ContentError, match="'arc-long' cannot be used on horseback"):
        content.PROFILES.all()
    write(home, archers.replace('weapon = "hallebarde", ma = 3', 'weapon = "arbalete-legere", pt = 8, ma = 3'))
    assert card_of(content.PROFILES.all()["halberds"]).attacks[0].weapon == "arbalete-legere"
    for weapon in ("arc-long", "arbalete-lourde", "arme-a-feu"):
        assert content.needs_ground(weapon)
    for weapon in ("arc-court", "arbalete-legere", "fronde", "pique"):
        assert not content.needs_ground(weapon)


@pytest.mark.rule("masse.melee.two-weapons", "masse.weapon.double-weapon")
@pytest.mark.parametrize(
    ("way", "attacks"), [("normal", (-3, -7)), ("arme-legere", (-1, -5)), ("don", (-1, -1)), ("don-arme-legere", (1, 1))]
)
def test_two_weapons_are_two_attacks_with_penalties(home: Path, way: str, attacks: tuple[int, int]) -> None:
    both = f'weapon = "epee-courte-cimeterre", two_weapons = "{way}", ma = 3, dice = [6, 6]'
    write(home, HALBERDS.replace('weapon = "hallebarde", ma = 3, dice = [10]', both))
    own = card_of(content.PROFILES.all()["halberds"])
    assert [(line.ma, line.dice) for line in own.attacks] == [(attacks[0], (6,)), (attacks[1], (6,))]
    assert own.has("two-melee-lines")


@pytest.mark.rule("masse.melee.two-weapons")
def test_two_weapons_need_two_dice_and_a_known_way(home: Path) -> None:
    one = HALBERDS.replace("ma = 3", 'two_weapons = "don", ma = 3')
    write(home, one)
    with pytest.raises(ContentError, match="two weapons takes two dice"):
        content.PROFILES.all()
    write(home, one.replace('"don"', '"dom"'))
    with pytest.raises(ContentError, match="perhaps 'don' was meant"):
        content.PROFILES.all()


@pytest.mark.rule("masse.shoot.hurled-range")
def test_hurled_projectiles_need_no_range_of_their_own(home: Path) -> None:
    ogres = HALBERDS.replace('"phalange"', '"ogres"').replace('"hallebarde"', '"projectiles-lances"')
    write(home, ogres)
    assert card_of(content.PROFILES.all()["halberds"]).attacks[0].pt == 4 * INCH


def test_morale_and_shields_bring_their_traits(home: Path) -> None:
    write(home, HALBERDS.replace('"phalange"', '"squelettes"').replace("ca = 15", "ca = 15\nshield = true"))
    made = content.PROFILES.all()["halberds"]
    assert ("no-morale" in made.traits, "shield" in made.traits) == (False, True)
    assert (card_of(made).no_morale, card_of(made).shield) == (False, True)


# ---------------------------------------------------------------- the rulebook


@pytest.fixture
def rules() -> Iterator[dict[str, RuleEntry]]:
    """The rules of the book, with the system made known should it not be yet."""
    added = "masse" not in registry.systems()
    if added:
        registry.add(SYSTEM)
    yield Rulebook.load("masse").rules
    if added:
        registry.drop("masse")


def test_every_rule_is_in_the_rulebook_in_both_languages(rules: dict[str, RuleEntry]) -> None:
    assert len([entry for entry in rules.values() if entry.lines]) == 458
    for entry in rules.values():
        assert ("Decision" in entry.ruling) <= ("écision" in entry.ruling_fr), entry.id
        assert "'" not in entry.text_fr + entry.ruling_fr + entry.title_fr, entry.id
        assert entry.text != entry.text_fr, entry.id
    assert len({entry.title_en for entry in rules.values()}) > 440


def test_every_rule_that_a_row_names_exists(rules: dict[str, RuleEntry]) -> None:
    named: list[str] = []
    for table in ROWS:
        for row in getattr(book(), table).values():
            named += [row.rule] if hasattr(row, "rule") else []
            named += getattr(row, "rules", ())
    assert len(named) > 150
    assert [rule for rule in named if rule not in rules] == []


def test_every_fault_of_a_list_names_a_rule(rules: dict[str, RuleEntry]) -> None:
    keys = core_content.read_package(PACKAGE, "army_messages.toml")
    faults = [key for key in keys if key.startswith("masse.")]
    assert len(faults) > 20
    assert [key for key in faults if key not in rules] == []


def test_the_manual_names_every_house_rule_and_the_rulebook_says_what_it_changes(rules: dict[str, RuleEntry]) -> None:
    (known,) = [one.values for one in SETTINGS if one.id == "switches"]
    manual = (Path(__file__).parents[3] / "docs" / "mass-combat.md").read_text("utf-8")
    told = re.findall(r"^\| `([a-z-]+)` \| .* \| `([a-z0-9.-]+)` \|$", manual, re.MULTILINE)
    assert sorted(name for name, _ in told) == sorted(value.id for value in known)
    for name, rule_id in told:
        assert name in rules[rule_id].ruling
        assert name in rules[rule_id].ruling_fr
