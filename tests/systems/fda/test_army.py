"""Troops: prices, limits, camps, sheets and what is ready."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.content import package_files, read_package
from escarmouche.core.dice import Stream
from escarmouche.core.errors import ContentError
from escarmouche.systems.fda.army import Troops, camp, check, members, morale, points, price, sheet, unfit, validate
from escarmouche.systems.fda.content import PACKAGE, book

Plain = dict[str, Any]

READY = {
    name.removeprefix("armies/").removesuffix(".toml"): read_package(PACKAGE, name) for name in package_files(PACKAGE, "armies")
}


def troop(*profiles: str, **more: Any) -> Plain:
    """A troop of these profiles."""
    return {"system": "fda", "name": "Test", "figure": [{"profile": name} for name in profiles], **more}


def rules(army: Plain, **more: Any) -> list[str]:
    return [fault.rule for fault in check(army, **more)]


@pytest.mark.parametrize("name", list(READY))
def test_every_ready_troop_is_legal(name: str) -> None:
    validate(READY[name], name)
    assert check(READY[name]) == []


@pytest.mark.rule("fda.army.troop-by-morale")
@pytest.mark.parametrize(
    ("name", "figures", "spirit", "cost"),
    [
        ("the-seven", 7, 14, 198),
        ("orc-patrol", 8, 14, 169),
        ("troll-raid", 8, 14, 198),
        ("zangdars-household", 7, 14, 166),
        ("soup-expedition", 6, 13, 165),
        ("crypt", 8, 13, 142),
    ],
)
def test_the_troops_of_the_scenarios(name: str, figures: int, spirit: int, cost: int) -> None:
    army = READY[name]
    assert (len(members(army)), morale(army), points(army)) == (figures, spirit, cost)


@pytest.mark.rule("fda.army.troop-by-morale")
@pytest.mark.parametrize(
    ("profiles", "words"),
    [
        ((), "empty"),
        (("chicken",) * 11, "11 figures"),
        (("orc-champion",) * 5, "15 points of morale"),
        (("ranger", "ranger"), "2 times"),
        (("troll", "troll"), "2 large"),
        (("troll", *("orc-champion",) * 3, *("guard",) * 3), "222"),
    ],
)
def test_what_a_free_troop_may_not_be(profiles: tuple[str, ...], words: str) -> None:
    (fault, *_) = check(troop(*profiles), morale_limit=20 if "222" in words else 0)
    assert fault.rule == "fda.army.troop-by-morale"
    assert words in fault.en


@pytest.mark.rule("fda.army.troop-by-morale")
def test_both_caps_are_changed_by_agreement() -> None:
    army = troop(*("orc-champion",) * 5)
    assert rules(army, morale_limit=15) == []
    assert rules({**army, "morale_limit": 15}) == []
    assert rules({**army, "morale_limit": 15}, limit=100) == ["fda.army.troop-by-morale"]


@pytest.mark.rule("fda.setup.two-troops")
def test_nobody_serves_the_other_camp_but_the_neutral_and_the_archer() -> None:
    assert rules(troop("ranger", "orc")) == ["fda.setup.two-troops"]
    assert rules(troop("orc", "archer", "chicken", "corsair", "gildas")) == []
    assert [camp(troop(name)) for name in ("orc", "elf", "archer")] == ["dungeon", "adventurers", "neutral"]


@pytest.mark.rule("fda.scenario.general-deployment")
def test_a_scenario_wants_its_camps_and_its_cast() -> None:
    soup, brawl = book().scenario["lich-soup"], book().scenario["brawl"]
    assert unfit(READY["crypt"], soup, 1) == []
    assert [fault.rule for fault in unfit(READY["crypt"], soup, 0)] == ["fda.scenario.lich-soup-setup"]
    assert "Lich" in unfit(READY["orc-patrol"], soup, 1)[0].en
    assert unfit(READY["crypt"], brawl, 0) == []
    assert unfit(READY["hired-blades"], brawl, 1) == []


@pytest.mark.rule("fda.army.price")
@pytest.mark.parametrize(
    ("profile", "cost"),
    [
        ({"combat": 5, "shooting": 4, "defence": 4, "agility": 4, "morale": 2, "equipment": ["axe", "javelin"]}, 22),
        ({"combat": 5, "shooting": 4, "defence": 4, "agility": 4, "morale": 2, "equipment": ["axe", "bow"]}, 24),
        ({"combat": 5, "shooting": 4, "defence": 4, "agility": 4, "morale": 2, "equipment": ["two-handed-axe"]}, 23),
        ({"combat": 5, "shooting": 4, "defence": 4, "agility": 4, "morale": 2, "equipment": ["axe", "axe"]}, 23),
        ({"combat": 3, "shooting": 3, "defence": 3, "agility": 7, "morale": 1, "equipment": ["sabre", "shield"],
          "traits": ["no-wounded-side"]}, 14),
        ({"combat": 4, "shooting": 0, "defence": 6, "agility": 2, "morale": 2, "equipment": ["mace"],
          "traits": ["undead", "shambling"]}, 21),
        ({"combat": 0, "shooting": 0, "defence": 1, "agility": 8, "morale": 0,
          "traits": ["harmless", "sure-footed", "no-wounded-side"]}, 3),
    ],
)  # fmt: skip
def test_what_a_figure_costs(profile: Plain, cost: int) -> None:
    assert price(side="dungeon", **profile) == cost


def test_a_wrong_price_or_an_unknown_rule_is_refused() -> None:
    orc = {"side": "dungeon", "combat": 5, "shooting": 4, "defence": 4, "agility": 4, "morale": 2}
    with pytest.raises(ContentError, match="gives 20"):
        price(**orc, price=19)
    with pytest.raises(ContentError, match="no trait"):
        price(**orc, traits=["fast"])
    with pytest.raises(ContentError, match="no profile"):
        validate(troop("orcs"), "band.toml")


@pytest.mark.rule("fda.setup.cards")
@pytest.mark.rule("fda.char.morale")
def test_a_sheet_shows_both_sides_of_every_card() -> None:
    part = sheet(READY["orc-patrol"], "fr")["parts"][0]
    orc = next(row for row in part["rows"] if row[0] == "Orc")
    goblin = next(row for row in part["rows"] if row[0] == "Gobelin")
    assert orc[1:7] == ["22", "5 / 4", "4 / 2", "4 / 3", "4 / 3", "II / I"]
    assert goblin[1:7] == ["14", "3", "3", "3", "7", "I"]
    assert sheet(READY["orc-patrol"], "en")["fields"]["Morale"] == "14 / 14"


def test_a_figure_of_ones_own_joins_a_troop_by_its_file() -> None:
    own = {"id": "cook", "name": "Cook", "side": "dungeon", "combat": 4, "shooting": 0, "defence": 4, "agility": 3, "morale": 1}
    army = troop("cook", "orc", profile=[own])
    assert [member.called("en") for member in members(army)] == ["Cook", "Orc"]
    assert check(army) == []


def test_a_scenario_brings_its_troops_and_a_random_dungeon_any_of_each_camp() -> None:
    offered = Troops()
    names = [army["name"] for army in offered.drawn("lich-soup", Stream(1), 2)]
    assert names == ["The soup expedition", "The crypt"]
    found = {tuple([army["name"] for army in offered.drawn("random-dungeon", Stream(one), 2)]) for one in range(30)}
    assert len(found) > 5
    for pair in found:
        assert [camp(next(army for army in READY.values() if army["name"] == name)) for name in pair] == [
            "adventurers",
            "dungeon",
        ]


def test_the_form_of_a_profile_of_ones_own_prices_what_it_proposes() -> None:
    form = Troops().own_profile()
    usual = {one.id: one.usual if one.usual is not None else one.values[0].id for one in form}
    assert price(**usual) > 0
    cells = Troops().cells(Troops().profiles()["elf"], "fr")
    assert (cells["shooting"], cells["name"]) == ("7 / 5", "Elfe")
