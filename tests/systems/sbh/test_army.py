"""Building a warband: the catalogue's examples for every rule of the chapter, prices, the ready-made bands."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core import armies, offers, registry
from escarmouche.core.armies import Army
from escarmouche.core.content import Plain, package_files
from escarmouche.core.errors import ContentError, UnknownName
from escarmouche.core.system import Setup
from escarmouche.kit.armies import ready
from escarmouche.systems.sbh import army, pricing
from escarmouche.systems.sbh.army import check, cost_exceptions, members, pack, points, price, sheet
from escarmouche.systems.sbh.content import PACKAGE, book


def band(*figures: str, **more: Any) -> Plain:
    """A band of figures, written "3 orc-warrior" or "troll"."""
    entries = []
    for one in figures:
        count, _, name = one.rpartition(" ")
        entries.append({"profile": name, "count": int(count or 1)})
    return {"system": "sbh", "name": "Band", "figure": entries, **more}


def custom(name: str, cost: int, **more: Any) -> Plain:
    """An own profile of a given even cost: Quality 5+ gives points equal to 5 x Combat plus its special rules."""
    made = {"id": name, "name": name, "quality": 5, "combat": 0, "traits": [], **more}
    assert price(**{key: made[key] for key in ("quality", "combat", "traits")}) == cost
    return made


def broken(data: Plain, limit: int | None = None) -> list[str]:
    """The rules that a band breaks."""
    return [fault.rule for fault in check(data, limit)]


# ---------------------------------------------------------------- profiles


@pytest.mark.rule("sbh.profile.structure")
def test_a_profile_is_name_points_quality_combat_and_special_rules() -> None:
    dwarf = book().profile["dwarf-skeleton"]
    assert (dwarf.name_en, dwarf.equipment) == ("Dwarf skeleton", "one-handed weapon and shield")
    assert (dwarf.points, dwarf.quality, dwarf.combat, set(dwarf.traits)) == (30, 3, 3, {"undead", "short-move"})
    line = sheet(band("dwarf-skeleton"), "en")["parts"][1]["rows"][0]
    assert line == ["Dwarf skeleton", "30", "3+", "3", "Undead, Short move"]


@pytest.mark.rule("sbh.profile.structure")
def test_equipment_has_no_effect_by_itself() -> None:
    plain = {"id": "a", "name": "A", "quality": 3, "combat": 3}
    armed = {**plain, "id": "b", "equipment": "two-handed sword"}
    data = band("a", "b", profile=[plain, armed])
    assert [member.profile.points for member in members(data)] == [30, 30]


@pytest.mark.rule("sbh.profile.points")
def test_points_are_the_price_and_better_fighters_cost_more() -> None:
    assert points(band("human-warrior", "2 orc-warrior")) == 30 + 23 + 23
    assert price(quality=3, combat=3) < price(quality=3, combat=4)


@pytest.mark.rule("sbh.profile.quality")
def test_quality_runs_from_2_best_to_6_worst() -> None:
    assert {one.quality for one in book().profile.values()} == {2, 3, 4, 5, 6}
    assert price(quality=2, combat=3) > price(quality=3, combat=3) > price(quality=6, combat=3)
    for quality in (1, 7):
        with pytest.raises(ContentError, match="field quality: should be at"):
            price(quality=quality, combat=3)


@pytest.mark.rule("sbh.profile.combat")
def test_combat_runs_from_0_to_6() -> None:
    assert {one.combat for one in book().profile.values()} == {0, 1, 2, 3, 4, 5, 6}
    for combat in (-1, 7):
        with pytest.raises(ContentError, match="field combat: should be at"):
            price(quality=3, combat=combat)


@pytest.mark.rule("sbh.profile.special-rules")
def test_helpful_special_rules_raise_the_price_and_harmful_ones_lower_it() -> None:
    for name, cost in book().costs().items():
        assert (cost < 0) == book().trait[name.partition(":")[0]].drawback, name
    assert price(quality=3, combat=3, traits=["leader"]) > price(quality=3, combat=3)
    for harmful in ("slow", "short-move", "animal"):
        assert price(quality=3, combat=3, traits=[harmful]) < price(quality=3, combat=3)


# ---------------------------------------------------------------- building a band


@pytest.mark.rule("sbh.army.points-limit")
def test_the_points_limit() -> None:
    legal = band("10 human-warrior")
    assert (points(legal), check(legal)) == (300, [])
    dear = band("10 human-warrior", "halfling-villager")
    assert points(dear) == 306
    assert broken(dear) == ["sbh.army.points-limit"]
    assert (
        check(dear)[0].en == "The band costs 306 points, 6 over the limit of 300: leave somebody out or take somebody cheaper."
    )
    assert (
        check(dear)[0].fr
        == "La bande coûte 306 points, soit 6 de trop pour la limite de 300 : retirez quelqu’un ou prenez moins cher."
    )


@pytest.mark.rule("sbh.army.points-limit")
def test_one_point_too_many_is_illegal() -> None:
    dear = band("9 human-warrior", "goblin-warrior", "goblin-warrior", "human-child", special=True)
    assert points(dear) == 301
    assert broken(dear) == ["sbh.army.points-limit"]


@pytest.mark.rule("sbh.army.points-limit")
def test_players_may_agree_on_another_limit() -> None:
    assert check(band("10 human-warrior", "halfling-villager", limit=400)) == []
    assert check(band("10 human-warrior", "halfling-villager"), 306) == []
    assert broken(band("10 human-warrior"), 299) == ["sbh.army.points-limit"]


@pytest.mark.rule("sbh.army.build")
def test_any_lists_mix_and_a_profile_may_be_repeated() -> None:
    assert check(band("3 orc-warrior", "elf-warrior", "dwarf-warrior", "8 halfling-slinger")) == []
    assert check(band("13 orc-warrior")) == []
    assert len(members(band("3 orc-warrior", "elf-warrior", "2 orc-warrior"))) == 6


@pytest.mark.rule("sbh.army.build")
def test_a_band_has_fighters() -> None:
    assert broken(band()) == ["sbh.army.build"]


@pytest.mark.rule("sbh.army.characters-third")
@pytest.mark.parametrize(
    ("figures", "limit", "legal"),
    [
        (("orc-warlord",), 300, True),
        (("vampire",), 300, False),
        (("vampire",), 347, False),
        (("vampire",), 348, True),
        (("human-leader", "human-mage"), 300, True),
        (("human-leader", "human-mage", "halfling-sage"), 300, False),
        (("orc-warlord", "10 human-town-militia"), 300, True),
    ],
)
def test_characters_cost_at_most_a_third_of_the_limit(figures: tuple[str, ...], limit: int, legal: bool) -> None:
    assert broken(band(*figures), limit) == ([] if legal else ["sbh.army.characters-third"])


@pytest.mark.rule("sbh.army.characters-third")
def test_the_third_is_of_the_limit_and_not_of_what_is_spent() -> None:
    assert check(band("orc-warlord", "orc-warrior")) == []


@pytest.mark.rule("sbh.army.character-traits")
def test_seven_special_rules_make_a_character() -> None:
    assert [name for name, row in book().trait.items() if row.character] == [
        "assassin",
        "leader",
        "hero",
        "mage",
        "cleric",
        "tough",
        "terror",
    ]
    profiles = book().profile
    assert profiles["troll"].character
    assert not profiles["human-archer"].character
    assert not profiles["dragon-young"].character
    for trait in ("hero", "tough", "leader", "terror", "assassin", "cleric", "mage"):
        own = {"id": "mine", "name": "Mine", "quality": 3, "combat": 3, "traits": [trait]}
        assert members(band("mine", profile=[own]))[0].profile.character
    savage = {"id": "mine", "name": "Mine", "quality": 3, "combat": 3, "traits": ["savage"]}
    assert not members(band("mine", profile=[savage]))[0].profile.character


@pytest.mark.rule("sbh.army.animals-half", "sbh.special.animal-half-band", "sbh.special.swarm-animal")
@pytest.mark.parametrize(
    ("figures", "legal"),
    [
        (("3 goblin-warrior", "3 giant-toad"), True),
        (("2 goblin-warrior", "3 giant-toad"), False),
        (("2 goblin-warrior", "2 bat-swarm"), True),
        (("goblin-warrior", "2 bat-swarm"), False),
        (("4 goblin-warrior", "3 giant-toad"), True),
        (("3 goblin-warrior", "4 giant-toad"), False),
        (("3 goblin-warrior", "2 giant-toad", "2 rat-swarm"), False),
    ],
)
def test_at_most_half_of_the_figures_are_animals(figures: tuple[str, ...], legal: bool) -> None:
    assert broken(band(*figures)) == ([] if legal else ["sbh.army.animals-half"])


@pytest.mark.rule("sbh.special.animal-half-band")
def test_animals_are_counted_in_figures_and_not_in_points() -> None:
    assert check(band("2 goblin-light-infantry", "2 giant-wolf")) == []


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_a_band_takes_two_bases_of_a_swarm_or_none() -> None:
    assert check(band("4 goblin-warrior", "2 bat-swarm", "2 rat-swarm")) == []
    lone = band("4 goblin-warrior", "bat-swarm", "2 rat-swarm")
    assert broken(lone) == ["sbh.special.swarm-cohesion"]
    assert "Bat swarm" in check(lone)[0].en
    assert "Nuée de chauves-souris" in check(lone)[0].fr
    assert broken(band("4 goblin-warrior", "bat-swarm", "rat-swarm")) == ["sbh.special.swarm-cohesion"] * 2


@pytest.mark.rule("sbh.army.racial-bands")
def test_lists_may_be_agreed_on() -> None:
    mixed = band("3 orc-warrior", "2 elf-warrior", "dwarf-warrior")
    assert check(mixed) == []
    assert check({**mixed, "factions": ["orcs-and-goblins", "elves", "dwarves"]}) == []
    faults = check({**mixed, "factions": ["orcs-and-goblins", "elves"]})
    assert [fault.rule for fault in faults] == ["sbh.army.racial-bands"]
    assert faults[0].en.startswith("Dwarf warrior is not of the lists agreed on (Orcs and goblins, Elves)")


@pytest.mark.rule("sbh.army.non-combatants")
@pytest.mark.parametrize("name", ["human-peasant", "human-child", "shrieker-fungus", "terror-mould"])
def test_figures_of_5_points_or_less_are_for_special_scenarios(name: str) -> None:
    assert book().profile[name].non_combatant
    with_it = band("2 human-warrior", name)
    assert broken(with_it) == ["sbh.army.non-combatants"]
    assert check({**with_it, "special": True}) == []


@pytest.mark.rule("sbh.army.non-combatants")
def test_six_points_make_a_combatant() -> None:
    assert not book().profile["halfling-villager"].non_combatant
    assert check(band("halfling-villager")) == []
    cheap = custom("rock-lizard", 5, combat=1)
    assert broken(band("2 human-warrior", "rock-lizard", profile=[cheap])) == ["sbh.army.non-combatants"]


def test_every_fault_is_said_at_once_and_in_both_languages() -> None:
    bad = band("vampire", "tarasque", "bat-swarm", "human-child", "giant-toad", "giant-toad", factions=["undead"])
    faults = check(bad)
    assert len({fault.rule for fault in faults}) == 5
    for fault in faults:
        assert fault.en != fault.fr
        assert fault.sentence("fr") == fault.fr
        assert fault.en.endswith(".")


# ---------------------------------------------------------------- prices


@pytest.mark.rule("sbh.army.cost-formula")
@pytest.mark.parametrize(
    ("profile", "cost"), [("human-warrior", 30), ("orc-archer", 29), ("elf-warrior", 38), ("human-skeleton", 26)]
)
def test_the_formula_gives_the_printed_points(profile: str, cost: int) -> None:
    row = book().profile[profile]
    assert price(quality=row.quality, combat=row.combat, traits=list(row.traits)) == cost == row.points


@pytest.mark.rule("sbh.army.cost-formula")
def test_181_of_185_printed_points_follow_the_formula() -> None:
    assert {(gap.profile, gap.printed, gap.computed) for gap in cost_exceptions()} == {
        ("halfling-sage", 13, 12),
        ("hydra", 64, 94),
        ("blob", 19, 12),
        ("rat-swarm", 22, 24),
    }
    listed = {(row.id, row.printed, row.computed) for row in book().cost_exception.values()}
    assert {tuple(gap) for gap in cost_exceptions()} == listed
    assert len(book().profile) - len(listed) == book().cost_formula.reproduced == 181


@pytest.mark.rule("sbh.army.cost-rounding")
def test_halves_round_up() -> None:
    printed = {name: book().profile[name].points for name in ("orc-warrior", "halfling-spearman", "human-heavy-infantry")}
    assert list(printed.values()) == [23, 11, 26]
    assert price(quality=4, combat=3) == 23
    assert price(quality=4, combat=2, traits=["short-move"]) == 11
    assert price(quality=4, combat=4, traits=["short-move"]) == 26


@pytest.mark.rule("sbh.army.cost-rounding")
def test_39_printed_profiles_compute_to_a_half_and_38_round_up() -> None:
    costs = book().costs()
    halves = []
    for row in book().profile.values():
        doubled = (5 * row.combat + sum([pricing.cost(trait, costs) for trait in row.traits])) * (7 - row.quality)
        if doubled % 2:
            halves.append(row.points == (doubled + 1) // 2)
    assert (len(halves), sum(halves)) == (39, 38)


@pytest.mark.rule("sbh.army.cost-floor")
def test_nothing_costs_less_than_1() -> None:
    assert price(quality=5, combat=0) == 1
    assert price(quality=6, combat=0) == 1
    assert price(quality=6, combat=0, traits=["slow"]) == 1


@pytest.mark.rule("sbh.army.custom-profile")
@pytest.mark.parametrize(
    ("quality", "combat", "traits", "cost"),
    [
        (3, 3, ["leader", "tough"], 90),
        (4, 2, ["shooter:short", "gregarious"], 23),
        (5, 4, ["big", "slow", "poison"], 21),
        (2, 6, ["flying", "huge", "long-move", "terror", "tough", "mage", "shooter:long"], 268),
        (3, 3, ["lethal:giants"], 36),
        (3, 3, ["lethal:giants", "lethal:orcs"], 42),
    ],
)
def test_pricing_a_fighter_of_ones_own(quality: int, combat: int, traits: list[str], cost: int) -> None:
    assert price(quality=quality, combat=combat, traits=traits) == cost
    assert esc.price("sbh", quality=quality, combat=combat, traits=traits) == cost


@pytest.mark.rule("sbh.army.custom-profile")
@pytest.mark.parametrize(
    ("traits", "reason"),
    [
        (["short-move", "long-move"], "short-move and long-move exclude each other"),
        (["big", "huge"], "big and huge exclude each other"),
        (["swarm", "animal"], "swarm and animal exclude each other"),
        (["shooter:short", "shooter:long"], "shooter:short, shooter:long: a Shooter has one range"),
        (["lethal:orcs", "lethal:orcs"], "lethal:orcs occurs 2 times: once is enough"),
        (["hero", "hero"], "hero occurs 2 times: once is enough"),
    ],
)
def test_limits_of_a_fighter_of_ones_own(traits: list[str], reason: str) -> None:
    with pytest.raises(ContentError) as caught:
        price(quality=3, combat=3, traits=traits)
    assert str(caught.value) == f"profile, field traits: {reason}."


@pytest.mark.rule("sbh.army.custom-profile")
def test_no_printed_profile_breaks_those_limits() -> None:
    assert [row.id for row in book().profile.values() if pricing.clash(row.traits)] == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"quality": 3, "combat": 3, "traits": ["ledaer"]}, "there is no trait 'ledaer'; perhaps 'leader' was meant"),
        ({"quality": "3", "combat": 3}, "field quality: should be a whole number, not a text"),
        ({"combat": 3}, "field quality: missing"),
        ({"quality": 3, "combat": 3, "armour": 2}, "field armour: there is no such field"),
        ({"quality": 3, "combat": 3, "traits": "leader"}, "field traits: should be a list, not a text"),
    ],
)
def test_prices_of_nonsense_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ContentError) as caught:
        price(**given)
    assert message in str(caught.value)


def test_every_special_rule_has_a_price() -> None:
    priced = {name.partition(":")[0] for name in book().costs()}
    assert priced == set(book().trait)
    with pytest.raises(KeyError, match="the special rule luck has no price"):
        pricing.cost("luck", book().costs())


@pytest.mark.parametrize(
    "options", [{"quality": 2}, {"combat": 6}, {"shooter": "long"}, {"item": "scroll"}, {"item": "scroll", "charges": 3}]
)
def test_what_experience_pays_for_is_no_gift_outside_a_campaign(options: Plain) -> None:
    data = band("2 human-warrior")
    data["figure"][0]["options"] = options
    assert broken(data) == ["sbh.campaign.experience"]
    assert broken({**data, "campaign": True}) == []


def test_nor_are_upgrades() -> None:
    data = band("2 human-warrior", upgrades=["brave", "hard-as-nails"])
    assert broken(data) == ["sbh.campaign.upgrade-price"]
    assert all(book().upgrade["brave"].name(one) in getattr(check(data)[0], one) for one in ("en", "fr"))
    assert broken({**data, "campaign": True}) == []


# ---------------------------------------------------------------- the sheet


@pytest.mark.rule("sbh.army.roster")
def test_the_sheet_has_its_fields_and_eight_lines_of_each_kind() -> None:
    data = band("human-leader", "2 human-warrior", player="Léa", notes="Hold.", victory_points=12, upgrades=["brave"])
    data["figure"][0]["name"] = "Renaud"
    english = sheet(data, "en")
    assert english["fields"] == {
        "Band": "Band",
        "Player": "Léa",
        "Points": "120 / 300",
        "Victory points": "12",
        "Notes": "Hold.",
        "Upgrades": "Brave",
    }
    characters, warriors = english["parts"]
    assert characters["columns"] == ["Name", "Points", "Quality", "Combat", "Special rules"]
    assert (len(characters["rows"]), len(warriors["rows"])) == (8, 8)
    assert characters["rows"][:2] == [["Renaud (Human leader)", "60", "3+", "3", "Leader"], [""] * 5]
    assert warriors["rows"][1] == ["Human warrior", "30", "3+", "3", ""]
    french = sheet(data, "fr")
    assert french["fields"]["Améliorations"] == "Courageux"
    assert french["parts"][0]["title"] == "Personnages"


@pytest.mark.rule("sbh.army.roster")
def test_a_large_band_gets_more_lines() -> None:
    assert len(sheet(band("12 goblin-warrior"), "en")["parts"][1]["rows"]) == 12


# ---------------------------------------------------------------- files


def test_figures_that_share_a_name_are_numbered() -> None:
    data = band("3 orc-warrior", "troll")
    data["figure"][0]["name"] = "Grunt"
    assert [member.name for member in members(data)] == ["Grunt 1", "Grunt 2", "Grunt 3", ""]


def test_a_band_with_its_own_profiles_round_trips(tmp_path: Path) -> None:
    mine = {"id": "river-troll", "name": "River troll", "quality": 5, "combat": 4, "traits": ["tough", "amphibious"]}
    first = Army.from_plain(band("river-troll", "4 goblin-warrior", profile=[mine], limit=200, special=False))
    first.save(tmp_path / "band.toml")
    again = esc.army.load(tmp_path / "band.toml")
    assert again == first
    assert points(again) == price(quality=5, combat=4, traits=["tough", "amphibious"]) + 60
    assert check(again) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"figure": [{"profile": "orc-warior"}]}, "figure 1, field profile: there is no profile 'orc-warior'; perhaps"),
        ({"factions": ["orcs"]}, "band.toml, field factions: there is no list 'orcs'"),
        ({"upgrades": ["brav"]}, "band.toml, field upgrades: there is no upgrade 'brav'; perhaps 'brave' was meant"),
        ({"limit": 0}, "band.toml, field limit: should be at least 1"),
        ({"special": "yes"}, "band.toml, field special: should be true or false, not a text"),
        (
            {"profile": [{"id": "troll", "name": "T", "quality": 3, "combat": 3}]},
            "profile 'troll', field id: is the id of one of the book's: choose another",
        ),
        (
            {"profile": [{"id": "t", "name": "T", "quality": 3, "combat": 3, "traits": ["flyng"]}]},
            "profile 't', field traits: there is no trait 'flyng'; perhaps 'flying' was meant",
        ),
        ({"profile": [{"id": "t", "name": "T", "quality": 3}]}, "profile 't', field combat: missing; add it"),
        ({"unit": []}, "band.toml: there is no table or field 'unit'"),
        ({"figure": [{"profile": "troll", "weapons": []}]}, "figure 1 (troll): there is no field 'weapons'"),
    ],
)
def test_files_that_name_what_does_not_exist(change: Plain, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        Army.from_plain({**band("troll"), **change}, "band.toml")
    assert message in str(caught.value)


def test_an_unknown_profile_in_plain_data_says_where_to_look() -> None:
    with pytest.raises(UnknownName, match=r"There is no profile 'orc': `escarmouche profiles sbh` lists them"):
        members(band("orc"))


# ---------------------------------------------------------------- ready-made bands


def test_there_are_many_ready_made_bands() -> None:
    assert len(ready("escarmouche.systems.sbh")) >= 10
    assert list(armies.ready("sbh"))[: len(ready("escarmouche.systems.sbh"))] == list(ready("escarmouche.systems.sbh"))


@pytest.mark.parametrize("name", [Path(file).stem for file in package_files(PACKAGE, "armies")])
def test_ready_made_bands_are_legal_and_use_their_points(name: str) -> None:
    one = ready("escarmouche.systems.sbh")[name]
    assert check(one) == []
    assert 280 <= points(one) <= 300
    assert one.name != one.name_fr
    assert len({one.name_fr, one.advice, one.advice_fr} - {""}) == 3


def test_ready_made_bands_differ() -> None:
    kinds = {frozenset(member.profile.id for member in members(one)) for one in ready("escarmouche.systems.sbh").values()}
    assert len(kinds) == len(ready("escarmouche.systems.sbh"))
    everybody = [member for one in ready("escarmouche.systems.sbh").values() for member in members(one)]
    traits = {trait.partition(":")[0] for member in everybody for trait in member.profile.traits}
    assert {"mage", "cleric", "shooter", "flying", "undead", "swarm", "animal", "gregarious", "savage", "tough"} <= traits


# ---------------------------------------------------------------- the system


def test_the_system_offers_its_content() -> None:
    system = registry.system("sbh")
    offered = offers.armies(system)
    assert len(esc.profiles("sbh")) == 185
    assert esc.profiles("sbh")["orc-warrior"]["points"] == 23
    assert esc.scenarios("sbh") == [*book().scenario, "random"]
    assert system.scenario_rows()["ambush"]["name_fr"] == "Embuscade"
    assert offered.points(offered.ready()["orcs"]) == 298
    assert [fault.rule for fault in offered.check(band("vampire"))] == ["sbh.army.characters-third"]
    assert offered.cells(esc.profiles("sbh")["orc-archer"], "fr") == {
        "id": "orc-archer",
        "name": "Orque, Archer",
        "points": "29",
        "quality": "4+",
        "combat": "3",
        "traits": "Tireur (moyenne)",
    }
    assert "sbh.melee.tie" in system.rule_ids()


def test_packing_writes_own_content_into_the_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    texts = {
        "profiles": '[[profile]]\nid = "ghostling"\nname = "Ghostling"\nquality = 3\ncombat = 2\n',
        "terrain": '[[layout]]\nid = "bare"\nname_en = "Bare"\nname_fr = "Nue"\nwidth_mm = 600\ndepth_mm = 600\n',
        "scenarios": '[[scenario]]\nid = "mill"\nname_en = "Mill"\nname_fr = "Moulin"\nlike = "ambush"\nterrain_min = 1\n'
        "terrain_max = 2\nattacker_points_per_vp = 20\ndefender_points_per_vp = 20\nbonus_vp = 0\n",
    }
    for folder, text in texts.items():
        (tmp_path / "sbh" / folder).mkdir(parents=True)
        (tmp_path / "sbh" / folder / "mine.toml").write_text(text, "utf-8")
    packed = pack(Setup("sbh", [band("2 ghostling"), band("troll")], "mill", 1, {"terrain": "bare", "dice": "manual"}))
    monkeypatch.delenv("ESCARMOUCHE_HOME")
    assert [member.profile.id for member in members(packed.armies[0])] == ["ghostling", "ghostling"]
    assert packed.options["terrain"]["width_mm"] == 600
    assert packed.options["scenario"]["like"] == "ambush"
    assert packed.options["dice"] == "manual"
    assert "profile" not in packed.armies[1]


def test_packing_changes_nothing_where_nothing_is_ones_own() -> None:
    setup = Setup("sbh", [band("2 orc-warrior"), band("troll")], "ambush", 1, {"terrain": "woods"})
    before = copy.deepcopy(setup.to_plain())
    packed = pack(setup).to_plain()
    assert setup.to_plain() == before
    assert packed["options"] == before["options"]
    assert [members(one) for one in packed["armies"]] == [members(one) for one in before["armies"]]


def test_packing_refuses_what_is_no_army() -> None:
    with pytest.raises(ContentError, match=r"^army 2, figure 1, field profile: there is no profile 'trol'"):
        pack(Setup("sbh", [band("troll"), band("trol")], "ambush", 1, {}))


def test_is_animal() -> None:
    profiles = book().profile
    assert [army.is_animal(profiles[name]) for name in ("giant-wolf", "rat-swarm", "ratman-warrior")] == [True, True, False]
