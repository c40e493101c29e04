"""Bands: who may be in them, what they carry, what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core import content as core_content
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError
from escarmouche.core.offers import Fault
from escarmouche.server.api_catalog import ArmyToCheck, checked
from escarmouche.systems.swidenth import army
from escarmouche.systems.swidenth.army import Bands, check, members, points, validate
from escarmouche.systems.swidenth.content import PACKAGE, book
from escarmouche.systems.swidenth.equipment import gear, hands

READY = core_content.package_files(PACKAGE, "armies")


def band(*figures: Plain, **more: Any) -> Plain:
    made = {"system": "swidenth", "name": "Band", "figure": list(figures), **more}
    validate(made, "band.toml")
    return made


def figure(profile: str, count: int = 1, **more: Any) -> Plain:
    return {"profile": profile, "count": count, **more}


CHIEF = figure("orc-chief")
ORCS = figure("orc", 3, kit=["axe"])


def faults(*figures: Plain, **more: Any) -> list[Fault]:
    """What is wrong with a band of an orc Chief, three orcs and these figures."""
    return check(band(CHIEF, ORCS, *figures, **more))


def rules(found: list[Fault]) -> list[str]:
    return [one.rule for one in found]


@pytest.mark.rule("swidenth.army.composition")
def test_the_worked_band_is_legal() -> None:
    made = band(
        figure("imperial-human-chief"), figure("imperial-human-hero"), figure("imperial-human-veteran", 3),
        figure("imperial-human-marksman", 2),
    )  # fmt: skip
    assert points(made) == 720
    assert check(made) == []
    assert check(made, limit=700)[0].en.startswith("The band costs 720 crowns, 20 over its 700")
    assert rules(check({**made, "limit": 600})) == ["swidenth.army.composition"]


@pytest.mark.rule("swidenth.army.composition")
@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ([CHIEF, ORCS, CHIEF], "2 Chiefs"),
        ([ORCS], "0 Chiefs"),
        ([CHIEF, figure("ogre"), figure("orc", 2)], "2 henchmen"),
        ([CHIEF, figure("orc", 13)], "13 henchmen"),
        ([CHIEF, ORCS, figure("orc-hero", 4)], "4 Heroes"),
        ([CHIEF, ORCS, figure("orc-caster", 2)], "2 of the Heroes are spellcasters"),
        ([CHIEF, ORCS, figure("cave-wolf", 2)], "2 monsters"),
        ([CHIEF, ORCS, figure("goblin")], "Goblin is of another race than the band (Orcs)"),
        ([figure("orc-hero")], "0 Chiefs"),
        ([], "0 Chiefs"),
    ],
)
def test_who_may_be_in_a_band(figures: list[Plain], said: str) -> None:
    found = check(band(*figures), limit=5000)
    assert said in " ".join([one.en for one in found])
    assert set(rules(found)) == {"swidenth.army.composition"}
    assert all(one.fr not in ("", one.en) for one in found)


def test_a_monster_of_any_race_joins() -> None:
    assert faults(figure("young-wood-bear")) == []


@pytest.mark.rule("swidenth.equipment.hands")
@pytest.mark.parametrize(
    ("kit", "spare", "legal"),
    [
        (["spear", "shield"], [], False),
        (["sword", "kite-shield"], [], True),
        (["sword", "shield", "long-bow"], [], True),
        (["pistol", "sword", "shield"], [], True),
        (["sword", "sword", "dagger"], [], False),
        (["sword", "sword"], ["dagger"], True),
        (["sword", "sword"], ["dagger", "dagger"], False),
        (["short-bow", "long-bow", "crossbow"], [], False),
        (["short-bow", "long-bow", "javelin-thrown", "javelin-thrown", "javelin-thrown"], [], True),
        (["javelin-thrown"] * 4, [], False),
        (["sword"], ["long-bow"], False),
        (["round-shield", "round-shield"], [], True),
    ],
)
def test_two_hands_and_what_a_figure_carries(kit: list[str], spare: list[str], legal: bool) -> None:
    found = rules(check(band(CHIEF, ORCS, figure("orc", kit=kit, spare=spare)), limit=5000))
    assert found == ([] if legal else ["swidenth.equipment.hands"])


@pytest.mark.rule("swidenth.equipment.armour", "swidenth.equipment.shields", "swidenth.trait.animal")
def test_one_armour_one_shield_and_no_kit_for_beasts() -> None:
    assert rules(faults(figure("orc", kit=["light-armour", "heavy-armour"]))) == ["swidenth.equipment.armour"]
    assert rules(faults(figure("orc", kit=["shield", "kite-shield"]))) == ["swidenth.equipment.shields"]
    assert rules(faults(figure("cave-wolf", kit=["dagger"]))) == ["swidenth.trait.animal"]
    assert rules(faults(figure("ogre", kit=["halberd"]))) == ["swidenth.army.composition"]
    assert rules(faults(figure("orc", kit=["dragon-breath"]))) == ["swidenth.army.prices"]


def test_three_hands_worth_of_kit_is_one_sentence() -> None:
    (fault,) = check(band(CHIEF, figure("orc", 3, kit=["halberd", "shield"])))
    assert fault.en == (
        "Orc holds 3 hands’ worth of kit (Halberd, Shield) in 2 hands: leave something out, or put it at the belt (`spare`)."
    )
    assert fault.fr.startswith("Orc tient l’équivalent de 3 mains (Hallebarde, Bouclier) pour 2 mains :")


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.trait.spellcaster")
def test_spells_are_for_spellcasters_and_few() -> None:
    magician = figure("imperial-magician", kit=["staff"], spells=["haste", "gust"])
    men = [figure("imperial-human-chief"), figure("imperial-human-veteran", 3)]
    assert check(band(*men, magician)) == []
    assert rules(check(band(*men, {**magician, "spells": ["haste", "gust", "stupor"]}))) == ["swidenth.magic.spell-list"]
    assert rules(check(band(*men, {**magician, "spells": ["haste", "haste"]}))) == ["swidenth.magic.spell-list"]
    assert rules(faults(figure("orc-hero", spells=["haste"]))) == ["swidenth.trait.spellcaster"]


@pytest.mark.rule("swidenth.army.prices")
def test_equipment_and_spells_are_paid_beside_the_body() -> None:
    assert points(band(figure("orc"))) == 60
    assert points(band(figure("orc", kit=["axe", "shield", "light-armour"], spare=["dagger"]))) == 60 + 10 + 10 + 15 + 5
    assert points(band(figure("goblin-caster"))) == 85 + 5 + 5 + 10
    assert points(band(figure("goblin-caster", kit=[], spells=["lightning"]))) == 85 + 15


def test_names_and_numbers_of_members() -> None:
    found = members(band(figure("orc", 2, name="Grunt", name_fr="Bougon"), CHIEF))
    assert [(one.called("en"), one.called("fr")) for one in found] == [
        ("Grunt 1", "Bougon 1"), ("Grunt 2", "Bougon 2"), ("Orc lord", "Seigneur orc"),
    ]  # fmt: skip


def test_an_unknown_name_says_where_it_stands() -> None:
    for entry, said in (
        ({"profile": "ork"}, "there is no profile 'ork'"),
        ({"profile": "orc", "kit": ["swrod"]}, "field kit: there is no item 'swrod'; perhaps 'sword' was meant"),
        ({"profile": "orc", "spells": ["fireball"]}, "field spells: there is no spell 'fireball'"),
    ):
        with pytest.raises(ContentError, match=r"band\.toml, figure 1 \(or[ck]\)") as found:
            band(entry)
        assert said in str(found.value)


@pytest.mark.rule("swidenth.equipment.round-shield")
def test_gear_is_sorted_into_hands_belt_and_back() -> None:
    found = gear(["shield", "light-armour", "sword", "javelin-thrown", "pistol"], ["dagger"])
    assert tuple(found) == (("sword", "shield"), ("dagger",), ("pistol",), ("javelin-thrown",), ("light-armour",))
    assert hands(found.held) == 2
    assert book().shield["round-shield"].weapon_as == "club"


@pytest.mark.parametrize("name", READY)
def test_ready_bands_are_legal_and_spend_their_crowns(name: str) -> None:
    made = core_content.read_package(PACKAGE, name)
    validate(made, name)
    assert check(made) == []
    assert points(made) >= 0.94 * made.get("limit", 750)
    assert made["advice"]
    assert made["advice_fr"]


def test_every_race_has_a_ready_band() -> None:
    made = [core_content.read_package(PACKAGE, name) for name in READY]
    races = {members(one)[0].profile.race for one in made if one.get("limit", 750) == 750}
    assert races == {name for name, row in book().race.items() if not row.monsters}


def test_the_sheet_shows_everybody_in_both_languages() -> None:
    made = band(CHIEF, ORCS, figure("orc-caster", name="Ash"), figure("ogre"), player="Anne")
    english, french = (army.sheet(made, language) for language in ("en", "fr"))
    assert english["fields"]["Crowns"] == f"{points(made)} / 750"
    assert [part["title"] for part in french["parts"]] == ["Héros", "Hommes de main", "Monstres"]
    ash = french["parts"][0]["rows"][1]
    assert ash[0] == "Ash (Chamane orc)"
    assert ash[9] == "Bâton à 2 mains · Trait de feu, Masque d’effroi"


def test_what_the_builder_is_told() -> None:
    bands = Bands()
    assert [one.id for one in bands.kinds()[0].settings] == ["kit", "spare", "spells"]
    offered = {one.id for one in bands.kinds()[0].settings[0].values}
    assert {"sword", "long-bow", "kite-shield", "heavy-armour"} <= offered
    assert not {"dragon-breath", "unarmed", "natural-weapons"} & offered
    assert "long-bow" not in {one.id for one in bands.kinds()[0].settings[1].values}
    cells = bands.cells(bands.profiles()["dwarf-chief"], "en")
    assert list(cells) == ["id", "name", *[column.id for column in bands.columns()]]
    assert bands.worth(bands.profiles()["dwarf-chief"]) == 225
    assert army.price(race="orc", rank="henchman", combat=0, shooting=0, defence=6) == 60
    assert {one.id for one in bands.own_profile()} >= {"race", "rank", "defence", "traits"}


@pytest.mark.rule("swidenth.army.prices")
def test_every_entry_has_its_price_with_what_is_set_of_it() -> None:
    made = band(CHIEF, ORCS, figure("orc", 2, kit=["sword", "kite-shield"], spare=["dagger"]))
    prices = [Bands().entry_points(made, "figure", place) for place in range(3)]
    assert prices == [book().profile["orc-chief"].total, 3 * (60 + 10), 2 * (60 + 10 + 15 + 5)]
    assert sum(price or 0 for price in prices) == points(made)
    assert checked(ArmyToCheck(made)).entries == {"figure": prices}
