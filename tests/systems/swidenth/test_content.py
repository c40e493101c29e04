"""The data of the Empire of Swidenth: every row is read, references hold, and people's own profiles join it."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from escarmouche.core import content as core_content
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError
from escarmouche.systems.swidenth import content, pricing
from escarmouche.systems.swidenth.content import PACKAGE, PROFILES, book, build

ROWS = {
    "terrain": 14, "fall": 7, "action": 13, "modifier": 20, "morale_test": 6, "weapon_trait": 5, "weapon": 25, "armour": 3,
    "shield": 3, "spell": 10, "spell_price": 3, "race": 10, "trait": 19, "price": 7, "profile": 62, "mission": 4,
}  # fmt: skip


def files() -> dict[str, Plain]:
    names = core_content.package_files(PACKAGE, "content")
    return {f"swidenth/{name}": core_content.read_package(PACKAGE, name) for name in names}


def entry(data: dict[str, Plain], table: str, name: str) -> Plain:
    """A row of the files, to be spoilt."""
    return next(row for file in data.values() for row in file.get(table, []) if row.get("id") == name)


def refused(change: Callable[[dict[str, Plain]], object]) -> str:
    """What the loader says of the files with a change made to them."""
    data = copy.deepcopy(files())
    change(data)
    with pytest.raises(ContentError) as found:
        build(data)
    assert found.value.french not in ("", str(found.value))
    return str(found.value)


@pytest.mark.parametrize("table", ROWS)
def test_every_table_is_read_whole(table: str) -> None:
    assert len(getattr(book(), table)) == ROWS[table]


def test_an_error_names_file_entry_and_field() -> None:
    assert refused(lambda data: entry(data, "profile", "orc").update(traits=["brave"])).startswith(
        "swidenth/content/profiles.toml, profile 'orc', field traits: there is no trait 'brave'"
    )
    assert "weapons.toml, weapon 'sword', field price" in refused(lambda data: entry(data, "weapon", "sword").update(price=-1))
    assert "field range" in refused(lambda data: entry(data, "weapon", "pistol").update(range="8 cm"))
    assert "field range: missing" in refused(lambda data: entry(data, "weapon", "pistol").pop("range"))
    assert "field lasts" in refused(lambda data: entry(data, "spell", "haste").update(lasts="a while"))
    assert "field kit: there is no item 'sabre'" in refused(
        lambda data: entry(data, "profile", "orc-hero").update(kit=["sabre"])
    )
    assert "there is no table 'spels'" in refused(lambda data: data["swidenth/content/magic.toml"].update(spels=[]))


def test_numbers_that_tables_share_must_agree() -> None:
    assert "field risk: should be 9" in refused(lambda data: entry(data, "fall", "fall-3").update(risk=6))
    assert "field price: should be 60" in refused(lambda data: entry(data, "profile", "orc").update(price=61))
    assert "field total: should be 90" in refused(lambda data: entry(data, "profile", "orc-veteran").update(total=91))
    assert "field movement: should be 4" in refused(lambda data: entry(data, "profile", "dwarf").update(movement=5))
    assert "field hands: should be 2" in refused(lambda data: entry(data, "weapon", "halberd").update(hands=1))
    assert "field damage: should be -3" in refused(lambda data: entry(data, "weapon", "unarmed").update(damage=0))
    assert "a henchman cannot cast" in refused(
        lambda data: entry(data, "profile", "orc").update(psychism=1, traits=["spellcaster"], price=75, total=75)
    )


@pytest.mark.rule("swidenth.army.prices", "swidenth.army.price-reasons")
def test_prices_of_bodies() -> None:
    """The worked prices of the catalogue."""
    prices = {"imperial-human": 50, "goblin": 35, "dwarf": 65, "imperial-magician": 85, "adult-wood-bear": 255}
    assert {name: pricing.body(book().profile[name], book()) for name in prices} == prices
    assert [pricing.spell(difficulty, book()) for difficulty in (7, 9, 10, 12, 13)] == [5, 5, 10, 10, 15]
    crowns = {name: row.crowns for name, row in book().trait.items()}
    assert book().price["rank-chief"].crowns == 5 * book().measures.bubble_chief
    assert (crowns["slow"], crowns["fast"]) == (-5, 10)


@pytest.mark.rule("swidenth.fall.example", "swidenth.fall.risk")
def test_the_table_of_falls() -> None:
    found = {row.rounded: (row.risk, row.out_on, row.stunned_on) for row in book().fall.values()}
    assert found == {
        0: (0, 0, 0),
        2: (6, 6, 12),
        3: (9, 9, 18),
        4: (12, 12, 20),
        5: (15, 15, 20),
        6: (18, 18, 20),
        7: (21, 20, 20),
    }


@pytest.mark.rule("swidenth.stats.movement", "swidenth.trait.slow", "swidenth.trait.fast")
def test_movement_follows_from_the_traits() -> None:
    assert [book().profile[name].movement for name in ("orc", "dwarf", "cave-wolf")] == [5, 4, 7]
    assert content.movement([], book()) == 5


@pytest.mark.rule("swidenth.stats.figure-size")
def test_base_and_height() -> None:
    orc, ogre, dragon = (book().profile[name] for name in ("orc", "ogre", "young-dragon"))
    assert [content.base(one, book()) for one in (orc, ogre, dragon)] == [1, 1.6, 2.4]
    assert [content.height(one, book()) for one in (orc, ogre, dragon)] == [1.2, 2, 3]
    assert book().length(0.5) == 1250


@pytest.mark.rule("swidenth.equipment.hands")
def test_prices_and_hands_of_weapons() -> None:
    """Light 5, medium 10, heavy 15 crowns; heavy weapons, staff, spear, bows, crossbow and arquebus take both hands."""
    for weapon in book().weapon.values():
        if weapon.kind == "melee" and weapon.bought:
            assert weapon.price == {"light": 5, "medium": 10, "heavy": 15}[weapon.category]
    both = {"staff", "spear", "short-bow", "composite-bow", "long-bow", "crossbow", "arquebus"}
    assert {one.id for one in book().weapon.values() if one.hands == 2 and one.category != "heavy"} == both


def test_a_profile_of_ones_own_is_priced_and_checked() -> None:
    raw = {"id": "duelist", "name": "Duelist", "race": "orc", "rank": "hero", "combat": 4, "shooting": 0, "defence": 5}
    made = PROFILES.brought({"profile": [{**raw, "heroism": 1, "traits": ["fast"]}]})["duelist"]
    assert (made.price, made.movement, made.name_fr) == (50 + 40 + 10 + 10 + 10, 7, "Duelist")
    for spoilt, said in (
        ({"price": 10}, "the price table gives 100"),
        ({"traits": ["quick"]}, "there is no trait 'quick'"),
        ({"race": "elf"}, "there is no race 'elf'"),
        ({"psychism": 2}, "goes with the trait spellcaster"),
        ({"traits": ["animal", "climber"]}, "an Animal cannot be a Climber"),
        ({"rank": "monster"}, "only it, is of the race of monsters"),
        ({"name": ""}, "give the figure one"),
    ):
        with pytest.raises(ContentError, match=said):
            PROFILES.brought({"profile": [{**raw, **spoilt}]})
