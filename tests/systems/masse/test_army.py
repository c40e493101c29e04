"""Army lists: what they may hold, how they take the field, their sheets, the ready-made ones."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core import armies, registry
from escarmouche.core import content as core_content
from escarmouche.core.armies import Army
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError, EscarmoucheError
from escarmouche.core.system import Setup
from escarmouche.kit.armies import ready
from escarmouche.systems.masse.army import Hosts, advice, check, dice_text, length, sheet
from escarmouche.systems.masse.content import PACKAGE, book
from escarmouche.systems.masse.model import CHAMPION, CLOSE, COMMANDER, INCH, JOINED, PACK, RESERVE, SKIRMISH
from escarmouche.systems.masse.muster import hatreds, members, muster, total_nv
from escarmouche.systems.masse.rules.cavalry import on_foot
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.system import SYSTEM
from tests.systems.masse.field import field


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The system made known, should it not be yet."""
    added = "masse" not in registry.systems()
    if added:
        registry.add(SYSTEM)
    yield
    if added:
        registry.drop("masse")


PIKES: Plain = {"profile": "phalange", "name": "Pikes", "figures": 20, "files": 10}
HERO: Plain = {"profile": "fighter", "name": "Aldric"}
ENGINE: Plain = {"profile": "catapulte-legere", "name": "Sling"}


def host(*units: Plain, heroes: tuple[Plain, ...] = (), engines: tuple[Plain, ...] = (), **more: Any) -> Plain:
    """A list of these entries."""
    parts = {"unit": list(units), "hero": list(heroes), "engine": list(engines)}
    return {"system": "masse", "name": "Host", **more, **{kind: rows for kind, rows in parts.items() if rows}}


def broken(data: Plain) -> list[str]:
    """The rules that a list breaks, once its file is known to name only what exists."""
    Army.from_plain(copy.deepcopy(data))
    return [fault.rule for fault in check(data)]


def refused(data: Plain) -> str:
    """What is said of a list that names something that does not exist."""
    with pytest.raises(ContentError) as caught:
        Army.from_plain(data, "host.toml")
    return str(caught.value)


# ---------------------------------------------------------------- what a list holds


@pytest.mark.rule("masse.army.muster-by-scenario")
def test_a_list_names_units_heroes_and_engines_and_lists_may_be_mixed() -> None:
    data = host(PIKES, {"profile": "ogres", "figures": 6}, {"profile": "hydre"}, heroes=(HERO,), engines=(ENGINE,))
    assert broken(data) == []
    assert [(one.kind, one.figures, one.nv) for one in members(data)] == [
        ("unit", 20, 20),
        ("unit", 6, 12),
        ("unit", 1, 2),
        ("hero", 1, 2),
        ("engine", 1, 4),
    ]
    assert total_nv(data) == Hosts().points(data) == 40


@pytest.mark.rule("masse.army.muster-by-scenario")
def test_no_points_are_computed() -> None:
    with pytest.raises(EscarmoucheError, match="offers no prices"):
        esc.price("masse", profile="ogres")


@pytest.mark.rule("masse.army.muster-by-scenario")
def test_an_empty_list_is_no_army() -> None:
    assert broken(host()) == ["masse.army.muster-by-scenario"]
    assert check(host())[0].fr == "L’armée n’a ni unité, ni héros, ni engin : ajoutez-en."


@pytest.mark.rule("masse.org.stat-nf")
def test_the_list_says_how_many_figures_a_unit_has() -> None:
    data = host(PIKES, {"profile": "milice", "count": 2, "name": "Watch", "figures": 12})
    assert [(one.figures, one.name_en) for one in members(data)] == [(20, "Pikes"), (12, "Watch 1"), (12, "Watch 2")]


@pytest.mark.rule("masse.org.unit-size-free")
def test_any_number_of_figures_is_legal_and_some_are_worth_a_remark() -> None:
    small, large = host({**PIKES, "figures": 3, "files": 3}, heroes=(HERO,)), host({**PIKES, "figures": 31}, heroes=(HERO,))
    assert broken(small) == broken(large) == []
    assert [fault.rule for fault in advice(small)] == ["masse.org.unit-size-free"]
    assert advice(large)[0].en == "Pikes: 31 figures; more than 30 is unwieldy."
    for good in (4, 30):
        assert advice(host({**PIKES, "figures": good, "files": 2}, heroes=(HERO,))) == []
    assert advice(host({"profile": "hydre"}, heroes=(HERO,))) == []


@pytest.mark.rule("masse.melee.mod-no-commander")
def test_an_army_that_nobody_leads_is_worth_a_remark() -> None:
    assert [fault.fr for fault in advice(host(PIKES))] == ["Personne ne mène l’armée : ses unités combattent à -2."]


@pytest.mark.rule("masse.org.unit-homogeneous")
def test_one_profile_and_one_missile_weapon_a_unit() -> None:
    assert "field profile: should be a text, not a list" in refused(host({**PIKES, "profile": ["archers-legers", "phalange"]}))
    mixed = {"ca": 11, "attacks": [{"weapon": name, "ma": 1, "dice": [6], "pt": 5} for name in ("arc-court", "fronde")]}
    assert broken(host({"profile": "archers-legers", "changes": mixed})) == ["masse.org.unit-homogeneous"]
    alike = {"ca": 15, "attacks": [{"weapon": name, "ma": 1, "dice": [8]} for name in ("epee-longue", "hache-d-armes")]}
    assert broken(host({"profile": "infanterie-reguliere", "changes": alike})) == []


# ---------------------------------------------------------------- units


@pytest.mark.rule("masse.formation.allowed")
@pytest.mark.parametrize(
    ("profile", "formation", "legal"),
    [
        ("phalange", "close", True),
        ("phalange", "skirmish", True),
        ("phalange", "pack", True),
        ("eclaireurs", "close", False),
        ("eclaireurs", "skirmish", True),
        ("eclaireurs", "pack", True),
        ("milice", "close", False),
        ("milice", "skirmish", False),
        ("milice", "pack", True),
    ],
)
def test_the_formation_a_unit_starts_in(profile: str, formation: str, legal: bool) -> None:
    data = host({"profile": profile, "formation": formation})
    assert broken(data) == ([] if legal else ["masse.formation.allowed"])
    if legal:
        assert muster(data, 0)[0].formation == formation


@pytest.mark.rule("masse.formation.allowed")
def test_the_refusal_says_what_may_be_chosen() -> None:
    (fault,) = check(host({"profile": "eclaireurs", "formation": "close"}))
    assert fault.en == "Scouts: these troops may not take this formation, close order; choose skirmish order / pack."
    assert fault.fr == "Éclaireurs : formation interdite à ces troupes, ordre serré ; choisissez ordre de tirailleurs / meute."


@pytest.mark.rule("masse.fly.skirmish-formation", "masse.chariot.skirmish-formation")
def test_fliers_and_chariots_skirmish() -> None:
    assert broken(host({"profile": "griffons", "formation": "pack"})) == ["masse.fly.skirmish-formation"]
    assert broken(host({"profile": "char-lourd", "formation": "pack"})) == ["masse.chariot.skirmish-formation"]
    assert broken(host({"profile": "char-lourd", "figures": 4}, {"profile": "griffons", "figures": 3})) == []


@pytest.mark.rule("masse.monster.only-individual")
def test_a_monster_is_one_figure() -> None:
    assert broken(host({"profile": "hydre", "figures": 2})) == ["masse.monster.only-individual"]
    assert broken(host({"profile": "hydre", "count": 2})) == []


@pytest.mark.rule("masse.formation.pack", "masse.formation.close")
def test_how_wide_a_unit_stands() -> None:
    assert broken(host({**PIKES, "files": 21})) == ["masse.formation.close"]
    assert broken(host({"profile": "milice", "figures": 16, "files": 5})) == ["masse.formation.pack"]
    assert broken(host({"profile": "milice", "figures": 16, "files": 4})) == []


@pytest.mark.rule("masse.shoot.long-bow-specialist", "masse.shoot.ammo-extra")
def test_specialists_and_extra_loads_need_the_weapon() -> None:
    bows = {"profile": "archers-lourds", "specialist": True, "extra_loads": 1}
    assert broken(host(bows)) == []
    (unit,) = muster(host(bows), 0)
    assert (unit.specialist, unit.extra_load, unit.volleys, unit.card.mv) == (True, 1, 14, 1.5 * INCH)
    for loads, mv in ((0, 4.5), (1, 3), (2, 1.5), (3, 1.5)):
        (laden,) = muster(host({"profile": "archers-legers", "extra_loads": loads}), 0)
        assert allowance(field(laden), laden) == mv * INCH, "a load slows its bearers once"
    (riders,) = muster(host({"profile": "archers-montes", "extra_loads": 1}), 0)
    assert on_foot(riders).card.mv == 3 * INCH
    assert broken(host({"profile": "archers-legers", "specialist": True})) == ["masse.shoot.long-bow-specialist"]
    assert broken(host({**PIKES, "extra_loads": 1})) == ["masse.shoot.ammo-extra"]
    assert broken(host({"profile": "geants-pierre", "extra_loads": 1})) == ["masse.shoot.ammo-extra"]


@pytest.mark.rule("masse.shoot.firearms")
def test_firearms_exist_only_where_the_list_says_so() -> None:
    guns = {"profile": "arbaletriers-legers", "changes": {"ca": 12, "attacks": [GUN]}}
    assert broken(host(guns)) == ["masse.shoot.firearms"]
    assert broken(host(guns, firearms=True)) == []


GUN: Plain = {"weapon": "arme-a-feu", "ma": 1, "dice": [8], "pt": 8}


@pytest.mark.rule("masse.escalade.raise-ladder", "masse.escalade.one-figure-per-ladder")
def test_who_carries_ladders() -> None:
    climbers = host({**PIKES, "ladders": 2, "grapnels": 1})
    assert broken(climbers) == []
    (unit,) = muster(climbers, 0)
    assert (unit.began - unit.broken_gear, unit.ladders) == (3, ())
    assert muster(host(PIKES), 0)[0].broken_gear == 20
    assert broken(host({"profile": "cavalerie-legere", "ladders": 1})) == ["masse.escalade.raise-ladder"]
    assert broken(host({**PIKES, "ladders": 20, "grapnels": 1})) == ["masse.escalade.one-figure-per-ladder"]


@pytest.mark.rule("masse.army.profiles-indicative")
def test_a_list_changes_a_profile_and_restates_armour_and_attacks() -> None:
    data = host({**PIKES, "changes": {"ca": 16, "ml": 4, "attacks": [{"weapon": "hallebarde", "ma": 3, "dice": [10]}]}})
    (unit,) = muster(data, 0)
    assert (unit.card.ca, unit.card.ml, unit.card.mv, unit.card.attacks[0].dice) == (16, 4, 4.5 * INCH, (10,))
    assert "field changes.attacks: missing; add it" in refused(host({**PIKES, "changes": {"ca": 16}}))
    assert "field changes.ca: missing; add it" in refused(host({**PIKES, "changes": {"attacks": [GUN]}}))
    long_bow = {"weapon": "arc-long", "ma": 1, "dice": [8]}
    assert "needs its range PT" in refused(host({**PIKES, "changes": {"ca": 16, "attacks": [long_bow]}}))


@pytest.mark.rule("masse.turn.reinforcements")
def test_a_unit_may_enter_later_and_brings_its_heroes() -> None:
    captain = {**HERO, "position": "commander", "leads": "Pikes"}
    assert [unit.entry_turn for unit in muster(host({**PIKES, "enters": 3}, heroes=(captain,)), 0)] == [3, 0]
    assert broken(host(PIKES, heroes=({**captain, "enters": 2},))) == ["masse.turn.reinforcements"]


# ---------------------------------------------------------------- heroes


@pytest.mark.rule("masse.hero.three-positions", "masse.hero.position-commander", "masse.hero.position-champion")
def test_commanders_and_champions_are_inside_their_units() -> None:
    heroes = (
        {**HERO, "position": "commander", "leads": "Pikes"},
        {**HERO, "name": "Bran", "position": "champion", "leads": "Pikes", "rear_rank": True},
        {**HERO, "name": "Cade"},
    )
    data = host({"profile": "milice"}, PIKES, heroes=heroes)
    assert broken(data) == []
    units = muster(data, 1, 10)
    assert [unit.id for unit in units] == [10, 11, 12, 13, 14]
    assert [(unit.status, unit.host, unit.role) for unit in units[2:]] == [
        (JOINED, 11, COMMANDER),
        (JOINED, 11, CHAMPION),
        (RESERVE, -1, ""),
    ]
    assert [unit.first_rank for unit in units[2:]] == [True, False, True]
    assert {unit.seat for unit in units} == {1}


@pytest.mark.rule("masse.hero.position-commander", "masse.hero.position-champion", "masse.hero.position-individual")
def test_a_position_goes_with_a_unit_or_without() -> None:
    assert broken(host(PIKES, heroes=({**HERO, "position": "commander"},))) == ["masse.hero.position-commander"]
    assert broken(host(PIKES, heroes=({**HERO, "position": "champion"},))) == ["masse.hero.position-champion"]
    assert broken(host(PIKES, heroes=({**HERO, "leads": "Pikes"},))) == ["masse.hero.position-individual"]


@pytest.mark.rule("masse.hero.three-positions")
def test_nobody_joins_a_single_figure() -> None:
    captain = {**HERO, "position": "champion", "leads": "Beast"}
    assert broken(host({"profile": "hydre", "name": "Beast"}, heroes=(captain,))) == ["masse.hero.three-positions"]


@pytest.mark.rule("masse.hero.commander-inseparable")
def test_a_unit_has_one_commander() -> None:
    captain = {**HERO, "position": "commander", "leads": "Pikes"}
    assert broken(host(PIKES, heroes=(captain, {**captain, "name": "Bran"}))) == ["masse.hero.commander-inseparable"]


@pytest.mark.rule("masse.hero.army-commander", "masse.hero.army-commander-number")
def test_army_commanders_stand_alone_and_may_be_several() -> None:
    king = {**HERO, "army_commander": True}
    assert broken(host(PIKES, heroes=(king, {**king, "name": "Queen"}))) == []
    assert [unit.army_commander for unit in muster(host(PIKES, heroes=(king,)), 0)] == [False, True]
    inside = {**king, "position": "commander", "leads": "Pikes"}
    assert broken(host(PIKES, heroes=(inside,))) == ["masse.hero.army-commander"]


@pytest.mark.rule("masse.magic.individuals-only", "masse.magic.damage-conversion")
def test_who_may_have_spells() -> None:
    mage = {"profile": "wizard", "name": "Tibalt", "spells": ["boule-de-feu"]}
    assert broken(host(PIKES, heroes=(mage,))) == []
    assert muster(host(PIKES, heroes=(mage,)), 0)[1].card.spells == ("boule-de-feu",)
    assert broken(host(PIKES, heroes=({**mage, "position": "champion", "leads": "Pikes"},))) == ["masse.magic.individuals-only"]
    assert broken(host(PIKES, heroes=({**mage, "profile": "fighter"},))) == ["masse.magic.damage-conversion"]


@pytest.mark.rule("masse.weapon.mounted-bow")
def test_a_mounted_hero_has_no_long_bow() -> None:
    archer = {**HERO, "mounted": True, "attacks": [{"weapon": "arc-long", "ma": 9, "max_damage": 12}]}
    assert broken(host(PIKES, heroes=(archer,))) == ["masse.weapon.mounted-bow"]
    assert broken(host(PIKES, heroes=({**archer, "mounted": False},))) == []
    short = {**archer, "attacks": [{"weapon": "arc-court", "ma": 9, "max_damage": 12}]}
    assert broken(host(PIKES, heroes=(short,))) == []


@pytest.mark.rule("masse.hero.conversion-same-stats", "masse.hero.conversion-nv")
def test_a_heros_sheet_is_converted() -> None:
    lord = {
        **HERO, "name_fr": "Aldéric", "level": 9, "charisma": 16, "hit_points": 95, "ca": 22, "init": 3, "will": 7,
        "speed_m": 6, "dexterity": 2, "attacks": [{"weapon": "epee-longue", "ma": ma, "max_damage": 17} for ma in (14, 9)],
    }  # fmt: skip
    own = muster(host(PIKES, heroes=(lord,)), 0)[1]
    card = own.card
    assert (own.name_en, own.name_fr, card.nv, card.radius, card.loyalty) == ("Aldric", "Aldéric", 3, 12 * INCH, 3)
    assert (card.ca, card.dexterity, card.init, card.ml, card.mv) == (22, 2, 3, 7, 3 * INCH)
    assert [(line.ma, line.dice) for line in card.attacks] == [(14, (8,)), (9, (8,))]


# ---------------------------------------------------------------- engines


@pytest.mark.rule("masse.engine.crew", "masse.siege.crew-by-size")
def test_an_engine_has_a_crew_and_no_more_than_it_needs() -> None:
    assert broken(host(PIKES, engines=({**ENGINE, "men": 0},))) == ["masse.engine.crew"]
    assert broken(host(PIKES, engines=({**ENGINE, "men": 5},))) == ["masse.siege.crew-by-size"]
    assert broken(host(PIKES, engines=({**ENGINE, "crew": "infanterie-gobeline", "men": 8},))) == []
    (_, sling) = muster(host(PIKES, engines=({**ENGINE, "men": 3},)), 0)
    assert (sling.figures * sling.card.nv - sling.carried, sling.card.nv) == (3, 4)


@pytest.mark.rule("masse.engine.crew-defends")
def test_a_crew_goes_on_foot_and_fights_hand_to_hand() -> None:
    for crew in ("cavalerie-legere", "griffons", "hydre", "archers-elfes"):
        assert broken(host(PIKES, engines=({**ENGINE, "crew": crew},))) == ["masse.engine.crew-defends"]
    assert broken(host(PIKES, engines=({**ENGINE, "crew": "archers-legers"},))) == []


# ---------------------------------------------------------------- what does not exist


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (host({"profile": "phalanx"}), "unit 1 (phalanx), field profile: there is no profile 'phalanx'; perhaps 'phalange'"),
        (host(PIKES, heroes=({"profile": "knight"},)), "hero 1 (knight), field profile: there is no class 'knight'"),
        (host(PIKES, engines=({"profile": "balliste"},)), "there is no engine 'balliste'; perhaps 'baliste' was meant."),
        (host(PIKES, engines=({**ENGINE, "crew": "milise"},)), "field crew: there is no profile 'milise'; perhaps 'milice'"),
        (host({**PIKES, "level": 3}), "unit 1 (phalange): there is no field 'level'"),
        (host(PIKES, heroes=({**HERO, "files": 3},)), "hero 1 (fighter): there is no field 'files'"),
        (host(PIKES, heroes=({**HERO, "spells": ["fireball"]},)), "field spells: there is no spell 'fireball'"),
        (host(PIKES, heroes=({**HERO, "position": "commander", "leads": "Pike"},)), "there is no unit 'Pike'; perhaps 'Pikes'"),
        (host(PIKES, PIKES, heroes=({**HERO, "leads": "Pikes"},)), "several units are called 'Pikes': name one."),
        (host(PIKES, hatreds=[["orcs", "orc"]]), "hatreds, field traits: there is no trait 'orcs'; perhaps 'orc' was meant."),
        (host({**PIKES, "figures": 0}), "unit 1 (phalange), field figures: should be at least 1."),
    ],
)
def test_unknown_names_are_refused(data: Plain, message: str) -> None:
    assert message in refused(data)


def test_an_unknown_weapon_of_a_hero_is_refused() -> None:
    sword = {**HERO, "attacks": [{"weapon": "excalibur", "ma": 9, "max_damage": 20}]}
    assert "there is no weapon 'excalibur'" in refused(host(PIKES, heroes=(sword,)))


def test_an_own_profile_may_not_take_the_id_of_one_of_the_lists() -> None:
    own = {"id": "ogres", "like": "ogres", "name": "Ogres", "ca": 18, "attacks": [{"weapon": "massue", "ma": 8, "dice": [8]}]}
    assert "profile 'ogres', field id: is the id of one of the book's: choose another." in refused(host(PIKES, profile=[own]))
    data = host({"profile": "big-ogres", "figures": 4}, profile=[{**own, "id": "big-ogres"}])
    assert (broken(data), muster(data, 0)[0].card.ca) == ([], 18)


@pytest.mark.rule("masse.morale.hatred-pairs")
def test_hatreds_are_the_usual_ones_and_those_of_the_lists() -> None:
    usual = hatreds([host(PIKES)])
    assert set(usual) == {
        ("hates-orcs-goblinoids", "orc"),
        ("hates-orcs-goblinoids", "goblinoid"),
        ("hates-kobolds-goblinoids", "kobold"),
        ("hates-kobolds-goblinoids", "goblinoid"),
    }
    assert hatreds([host(PIKES, hatreds=[["orc", "hates-orcs-goblinoids"]])]) == (*usual, ("orc", "hates-orcs-goblinoids"))
    haters = {name for name, row in book().profile.items() if "hates-orcs-goblinoids" in row.traits}
    assert haters == {"infanterie-naine", "infant-lourde-naine"}
    assert "hates-kobolds-goblinoids" in book().profile["infanterie-gnome"].traits
    hated = {name for name, row in book().profile.items() if {"orc", "goblinoid"} & set(row.traits)}
    assert {"hobgobelins", "gobelours", "infanterie-orque", "orques-sur-sangliers", "infanterie-gobeline"} <= hated


# ---------------------------------------------------------------- sheets, files, packing


@pytest.mark.rule("masse.army.profile-columns")
def test_the_sheet_shows_the_columns_of_a_profile() -> None:
    captain = {**HERO, "position": "commander", "leads": "Pikes"}
    made = sheet(host(PIKES, {"profile": "squelettes"}, heroes=(captain,), engines=(ENGINE,)), "en")
    assert made["fields"]["NV in all"] == "36"
    units, heroes, engines = made["parts"]
    assert units["columns"] == ["Name", "Figures", "Formation", "NV", "Init.", "MV", "CA", "Attacks (MA, DA, PT)", "ML"]
    assert units["rows"][0] == ["Pikes (Phalanx)", "20", "close order", "1", "+0", "4.5 in", "14", "Pike +2 1d8", "+1"]
    assert units["rows"][1][-1] == "—"
    assert heroes["rows"][0][:3] == ["Aldric", "commander (Pikes)", "2"]
    assert engines["rows"][0] == ["Sling", "4 / 4", "3 in", "45 in", "1/2", "5 / 20", "2xd10"]
    french = sheet(host({"profile": "archers-lourds"}), "fr")
    assert french["parts"][0]["rows"][0][5:8] == ["3 po", "14", "Arc long +2 1d8 7 po ; Épée courte, cimeterre +0 1d6"]


def test_lengths_and_dice_as_players_write_them() -> None:
    assert [length(round(4.5 * INCH), language) for language in ("en", "fr")] == ["4.5 in", "4,5 po"]
    assert [dice_text((8,)), dice_text((6, 6), 1), dice_text((6, 4))] == ["1d8", "2xd6+1", "1d6 1d4"]


def test_a_list_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    for name, army in ready("escarmouche.systems.masse").items():
        army.save(tmp_path / f"{name}.toml")
        assert armies.load(tmp_path / f"{name}.toml") == army


def test_profiles_of_ones_own_travel_with_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(core_content.HOME, str(tmp_path))
    (tmp_path / "masse" / "profiles").mkdir(parents=True)
    own = {"id": "halberds", "like": "phalange", "name": "Halberds", "ca": 15}
    line = '[[profile]]\nattacks = [{ weapon = "hallebarde", ma = 3, dice = [10] }]\n'
    text = line + "".join(f"{key} = {value!r}\n" for key, value in own.items())
    (tmp_path / "masse" / "profiles" / "mine.toml").write_text(text.replace("'", '"'), "utf-8")
    data = host({"profile": "halberds"})
    packed = SYSTEM.pack(Setup("masse", [data, host(PIKES)], "open-battle", 1, {}))
    monkeypatch.setenv(core_content.HOME, str(tmp_path / "elsewhere"))
    assert muster(packed.armies[0], 0)[0].card.attacks[0].weapon == "hallebarde"
    assert "profile" not in packed.armies[1]


def test_profiles_as_a_list_shows_them() -> None:
    system = SYSTEM
    assert list(system.armies().profiles()) == list(book().profile)
    cells = system.armies().cells(system.armies().profiles()["ogres"], "en")
    assert (cells["name"], cells["nv"], cells["attacks"]) == ("Ogres", "2", "Great club +8 2xd6+1")
    assert system.armies().cells(system.armies().profiles()["golem"], "fr")["traits"] == "Monstre, Sans test de moral"


# ---------------------------------------------------------------- the ready-made lists


def pairs() -> dict[str, list[Army]]:
    """The ready-made lists by the scenario they are meant for."""
    found: dict[str, list[Army]] = {}
    for army in ready("escarmouche.systems.masse").values():
        found.setdefault(army.extra["scenario"], []).append(army)
    return found


@pytest.mark.rule("masse.army.muster-by-scenario")
def test_ready_made_lists_are_legal_and_come_in_pairs() -> None:
    assert {scenario: len(lists) for scenario, lists in pairs().items()} == {
        "open-battle": 4,
        "meeting-engagement": 2,
        "river-crossing": 2,
        "storming-the-town": 2,
        "monsters-at-the-castle": 2,
    }
    for name, army in ready("escarmouche.systems.masse").items():
        assert check(army) == [], name
        units = [one for one in members(army) if one.kind == "unit"]
        assert 6 <= len(units) <= 12, name
        assert any(one.plain.get("army_commander") for one in members(army)), name


def test_ready_made_lists_speak_both_languages() -> None:
    for name, army in ready("escarmouche.systems.masse").items():
        assert army.name_fr, name
        assert army.advice, name
        assert army.advice_fr, name
        for one in members(army):
            assert one.name_fr != one.name_en or " " not in one.name_en, (name, one.name_en)


def test_the_sides_of_a_scenario_are_about_as_strong() -> None:
    for scenario, lists in pairs().items():
        sides = {
            side: [total_nv(army) for army in lists if army.extra.get("attacker", False) is side] for side in (True, False)
        }
        for attacking, defending in zip(sides[True], sides[False], strict=True):
            assert 4 * min(attacking, defending) >= 3 * max(attacking, defending), scenario


def test_the_storm_brings_ladders_a_tower_a_ram_and_engines() -> None:
    units = muster(ready("escarmouche.systems.masse")["besiegers"], 0)
    assert sum(unit.began - unit.broken_gear for unit in units) >= 10
    engines = {unit.card.engine for unit in units if unit.card.engine}
    assert {"belier-de-siege", "tour-de-siege-legere", "catapulte-lourde"} <= engines


def test_formations_of_the_ready_made_lists_are_those_of_their_troops() -> None:
    seen = {unit.formation for army in ready("escarmouche.systems.masse").values() for unit in muster(army, 0)}
    assert {CLOSE, SKIRMISH, PACK} <= seen
    assert sorted(ready("escarmouche.systems.masse")) == sorted(
        [name.removesuffix(".toml").removeprefix("armies/") for name in core_content.package_files(PACKAGE, "armies")]
    )
