"""Armies: what they may hold, by the slices of their points, and their sheets."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core import content as core_content
from escarmouche.core.content import Plain
from escarmouche.core.dice import Stream
from escarmouche.core.errors import ContentError
from escarmouche.core.system import Setup
from escarmouche.systems.bataille.army import (
    AGREED_SLICES,
    Hosts,
    check,
    equipped,
    members,
    points,
    price,
    random_army,
    sheet,
    validate,
)
from escarmouche.systems.bataille.content import PACKAGE, book
from escarmouche.systems.bataille.pricing import CHEAP_SKIN
from escarmouche.systems.bataille.setup import begin

READY = {
    name.split("/")[1][:-5]: core_content.read_package(PACKAGE, name) for name in core_content.package_files(PACKAGE, "armies")
}


def host(*figures: tuple[str, int] | Plain, **more: Any) -> Plain:
    """An army of figures, each as (profile, count) or as an entry."""
    entries = [one if isinstance(one, dict) else {"profile": one[0], "count": one[1]} for one in figures]
    return {"system": "bataille", "name": "Test", "figure": [one for one in entries if one.get("count", 1)], **more}


def filled(size: int, *figures: tuple[str, int] | Plain, **more: Any) -> Plain:
    """The same with as many goblins (5 points) and zombies (6) as it takes to reach a size exactly."""
    left = size - points(host(*figures, **more))
    return host(*figures, ("goblin", left // 5 - left % 5), ("zombie", left % 5), **more)


def rules(army: Plain, *given: Any, **more: Any) -> list[str]:
    return [fault.rule for fault in check(army, *given, **more)]


# ---------------------------------------------------------------- ready-made


@pytest.mark.parametrize("name", READY)
def test_the_ready_armies_are_legal_and_cost_what_they_say(name: str) -> None:
    army = READY[name]
    validate(army, name)
    assert check(army) == []
    assert points(army) == army["limit"] == int(name.rpartition("-")[2])


def test_five_lists_in_three_sizes_and_two_of_our_own() -> None:
    sizes = {f"{name}-{size}" for name in book().faction for size in (500, 1000, 2000)}
    assert sizes | {"horned-tide-500", "free-company-1000"} == set(READY)


@pytest.mark.rule("bataille.points.army-total")
def test_the_total_is_the_sum_of_figures_and_guns() -> None:
    assert points(host(("orc-warrior", 10), ("orc-warlord", 1), ("goblin-shaman", 1))) == 201
    gun = {"profile": "men-bombard", "crew": "men-militia", "men": 3}
    assert points(host(gun=[gun])) == 36 + 3 * 7


def test_random_armies_are_legal() -> None:
    for seed in range(20):
        army = random_army(Stream(f"army {seed}"))
        assert check(army) == []
        assert points(army) > 300


# ---------------------------------------------------------------- limits


@pytest.mark.rule("bataille.army.budget")
def test_an_army_keeps_to_the_agreed_limit() -> None:
    army = host(("orc-warrior", 42))
    assert rules(army) == []
    assert rules({**army, "limit": 504}) == []
    (fault,) = check({**army, "limit": 500})
    assert fault.rule == "bataille.army.budget"
    assert fault.en == "The army costs 504 points, 4 over the agreed limit of 500: leave some figures out."
    assert rules(army, 500) == ["bataille.army.budget"]


@pytest.mark.parametrize(("size", "allowed"), [(499, 1), (500, 2), (740, 2), (750, 3), (2000, 8)])
@pytest.mark.rule("bataille.character.allowance", "bataille.character.maximum")
def test_a_character_for_each_250_points(size: int, allowed: int) -> None:
    def army(count: int) -> Plain:
        return filled(size, ("men-captain", count - 1), ("men-wizard", 1))

    assert points(army(allowed)) == size
    assert rules(army(allowed)) == []
    assert rules(filled(size)) == []
    assert rules(army(allowed + 1)) == ["bataille.character.allowance"]


@pytest.mark.rule("bataille.army.full-slices")
def test_only_complete_slices_of_the_actual_cost_count() -> None:
    army = filled(998, ("men-captain", 4), limit=1000)
    assert rules(army) == ["bataille.character.allowance"]
    assert rules(army, switches=[AGREED_SLICES]) == []
    assert rules(filled(1000, ("men-captain", 4), limit=1000)) == []


@pytest.mark.parametrize(("size", "guns", "legal"), [(999, 1, False), (1000, 1, True), (1999, 2, False), (2000, 2, True)])
@pytest.mark.rule("bataille.artillery.limit")
def test_a_gun_for_each_1000_points(size: int, guns: int, legal: bool) -> None:
    army = filled(size, gun=[{"profile": "men-bombard", "crew": "men-militia", "men": 1, "count": guns}])
    assert points(army) == size
    assert rules(army) == ([] if legal else ["bataille.artillery.limit"])


@pytest.mark.rule("bataille.titan.one-per-army", "bataille.titan.army-size", "bataille.titan.not-a-hero")
def test_one_titan_in_an_army_of_2000() -> None:
    assert rules(filled(2000, ("bone-colossus", 1), ("men-wizard", 8))) == []
    assert rules(filled(4000, ("bone-colossus", 2))) == ["bataille.titan.one-per-army"]
    (fault,) = check(filled(1990, ("bone-colossus", 1)))
    assert fault.rule == "bataille.titan.army-size"
    assert fault.fr.startswith("Un Titan demande une armée d’au moins 2000 points, et celle-ci en compte 1990 : ")


@pytest.mark.rule("bataille.setup.starting-count")
def test_an_army_without_figures_cannot_fight() -> None:
    assert rules(host()) == ["bataille.setup.starting-count"]


# ---------------------------------------------------------------- items and spells


def one(profile: str, **said: Any) -> list[str]:
    return rules(filled(2000, {"profile": profile, **said}))


@pytest.mark.rule("bataille.hero.one-item", "bataille.item.choice")
def test_a_hero_has_one_item() -> None:
    assert one("men-captain") == []
    assert one("men-captain", items=["item-endurance"]) == []
    assert one("men-captain", items=["item-power", "item-silver"]) == ["bataille.hero.one-item"]
    assert one("men-captain", items=[]) == ["bataille.hero.one-item"]
    assert one("men-archer", items=["item-power"]) == ["bataille.item.choice"]
    both = filled(500, {"profile": "men-captain", "items": ["item-endurance"]}, {"profile": "dwarf-thane"})
    assert rules(both) == []


@pytest.mark.rule("bataille.sorcerer.two-spells")
def test_a_sorcerer_has_two_spells() -> None:
    assert one("men-wizard", spells=["fireball", "fireball"]) == []
    assert one("men-wizard", spells=["fireball"], twice=True) == []
    assert one("men-wizard", spells=["fireball"]) == ["bataille.sorcerer.two-spells"]
    assert one("men-wizard", spells=["fireball", "curse", "curse"]) == ["bataille.sorcerer.two-spells"]


@pytest.mark.rule("bataille.character.exclusive", "bataille.item.obsidian-spell")
def test_nobody_is_hero_and_sorcerer_at_once() -> None:
    assert one("men-wizard", items=["item-power"]) == ["bataille.character.exclusive"]
    assert one("men-captain", spells=["fireball"]) == ["bataille.character.exclusive"]
    assert one("men-captain", items=["item-obsidian-amulet"], spells=["fireball"]) == []
    assert one("men-captain", items=["item-obsidian-amulet"]) == ["bataille.item.obsidian-spell"]
    assert one("men-archer", spells=["fireball"]) == ["bataille.character.exclusive"]


@pytest.mark.rule("bataille.titan.two-items", "bataille.titan.items-detail")
def test_a_titan_has_up_to_two_different_items() -> None:
    for items in ([], ["item-power"], ["item-endurance", "item-massacre"]):
        assert one("bone-colossus", items=items) == []
    assert one("bone-colossus", items=["item-power", "item-power"]) == ["bataille.titan.items-detail"]
    assert one("bone-colossus", items=["item-power", "item-silver", "item-stealth"]) == ["bataille.titan.two-items"]
    assert one("bone-colossus", items=["item-obsidian-amulet"], spells=["curse"]) == []


@pytest.mark.rule("bataille.item.quickness-detail")
def test_quickness_gives_shots_to_shooters_alone() -> None:
    assert one("elf-prince", items=["item-quickness"], quickness="shooting") == []
    assert one("men-captain", items=["item-quickness"], quickness="shooting") == ["bataille.item.quickness-detail"]
    assert one("men-captain", items=["item-quickness"], quickness="melee") == []


@pytest.mark.rule("bataille.item.choice")
def test_what_an_entry_names_replaces_what_the_profile_has() -> None:
    changed = equipped(book().profile["men-captain"], {"items": ["item-quickness"], "quickness": "melee"})
    assert (changed.items, changed.points, changed.id) == (("item-quickness",), 56, "men-captain")


@pytest.mark.rule("bataille.spell.summon-cap", "bataille.spell.summon-kind")
def test_a_summoned_creature_is_plain_and_costs_ten_points_at_most() -> None:
    assert one("necromancer") == []
    assert one("necromancer", summons=["skeleton", "zombie"]) == []
    assert one("necromancer", summons=[]) == ["bataille.spell.summon-kind"]
    assert one("necromancer", summons=["ghoul"]) == ["bataille.spell.summon-cap"]
    assert one("necromancer", summons=["men-captain"]) == ["bataille.spell.summon-kind"]
    assert one("necromancer", spells=["curse", "curse"], summons=["ghoul"]) == []
    thin = {"id": "imp", "name": "Imp", "melee": [1], "armour": 1, "mental": 2, "hp": 2}
    assert rules(filled(500, {"profile": "necromancer", "summons": ["imp"]}, profile=[thin])) == []  # 6 × 1.5 = 9
    even = {"id": "imp", "name": "Imp", "melee": [2], "armour": 2, "mental": 2, "hp": 1}
    assert price(**{name: even[name] for name in ("melee", "armour", "mental", "hp")}) == 10
    assert rules(filled(500, {"profile": "necromancer", "summons": ["imp"]}, profile=[even])) == [], "ten are not too many"
    thick = {**thin, "mental": 3}
    army = filled(500, {"profile": "necromancer", "summons": ["imp"]}, profile=[thick])
    (fault,) = check(army)  # 7 × 1.5 = 10.5, that is 11
    assert fault.en == "Necromancer: Imp costs 11 points and a summoned creature at most 10; choose another one."


@pytest.mark.rule("bataille.points.armour-zero")
def test_the_switch_of_armour_zero_reaches_the_army() -> None:
    bare = {"id": "bare", "name": "Bare", "melee": [1]}
    army = host(("bare", 10), profile=[bare], limit=20)
    assert rules(army) == ["bataille.army.budget"]
    assert rules(army, switches=[CHEAP_SKIN]) == []
    setup = Setup("bataille", [army, host(("goblin", 5))], "pitched-battle", 1, {CHEAP_SKIN: True})
    assert [one.card.points for one in begin(setup).args[0].figures[9:11]] == [1, 5], "what a figure killed is worth follows it"


# ---------------------------------------------------------------- guns


def gun(**said: Any) -> list[str]:
    return rules(filled(1000, ("orc-warlord", 1), gun=[{"profile": "men-bombard", **said}]))


@pytest.mark.rule("bataille.artillery.crew-needed", "bataille.artillery.crew-roster")
def test_a_gun_has_one_to_three_plain_crew() -> None:
    assert [gun(crew="men-militia", men=men) for men in (1, 2, 3)] == [[], [], []]
    assert gun() == gun(crew="men-militia", men=0) == gun(crew="men-militia", men=4) == ["bataille.artillery.crew-needed"]
    assert gun(crew="men-captain", men=1) == ["bataille.artillery.crew-roster"]
    (fault,) = check(filled(1000, ("men-bombard", 1)))
    assert fault.rule == "bataille.artillery.crew-roster"
    assert fault.en == "Bombard: an artillery piece needs a crew; list it under [[gun]] with crew and men."


@pytest.mark.rule("bataille.artillery.crew-roster")
def test_crew_belong_to_their_gun() -> None:
    found = members(READY["men-2000"])
    guns = [one.gun for one in found if one.gun]
    assert guns == [1, 1, 1, 1, 2, 2, 2, 2]
    assert [one.profile.role for one in found if one.gun == 1] == ["artillery", "troop", "troop", "troop"]


# ---------------------------------------------------------------- files and sheets


@pytest.mark.parametrize(
    ("army", "message"),
    [
        (host(("men-archr", 1)), "figure 1 (men-archr), field profile: there is no profile 'men-archr'; perhaps 'men-archer'"),
        (host({"profile": "men-captain", "items": ["sword"]}), "figure 1 (men-captain), field items: there is no magic item"),
        (host({"profile": "men-wizard", "spells": ["fire"]}), "figure 1 (men-wizard), field spells: there is no spell 'fire'"),
        (host({"profile": "troll", "men": 3}), "figure 1 (troll): there is no field 'men'"),
        (host(gun=[{"profile": "men-bombard", "spells": []}]), "gun 1 (men-bombard): there is no field 'spells'"),
        (host(gun=[{"profile": "troll"}]), "gun 1 (troll), field profile: is no gun: list it as a figure."),
        (host(gun=[{"profile": "men-bombard", "crew": "me"}]), "gun 1 (men-bombard), field profile: there is no profile 'me'"),
        (
            host(profile=[{"id": "troll", "name": "T", "melee": [1]}]),
            "profile 'troll', field id: is the id of one of the book's",
        ),
    ],
)
def test_a_file_that_names_nothing_there_is_is_refused(army: Plain, message: str) -> None:
    with pytest.raises(ContentError) as caught:
        validate(army, "mine.toml")
    assert message in str(caught.value)


def test_the_sheet_lists_characters_troops_and_guns() -> None:
    english, french = sheet(READY["elves-1000"], "en"), sheet(READY["elves-1000"], "fr")
    assert english["fields"]["Points"] == "1000 / 1000"
    assert english["fields"]["Morale rolls from"] == "19"
    assert [part["title"] for part in french["parts"]] == ["Héros, Sorciers, Titan", "Troupes", "Artillerie"]
    assert english["parts"][0]["rows"][0] == ["Elf prince", "2", "75", "9″", "5/4", "4/3", "3", "4", "2", "Item of stealth"]
    assert ["Grand aigle", "2", "46", "Vol", "3/3", "—", "2", "2", "3", ""] in french["parts"][1]["rows"]
    assert french["parts"][2]["rows"] == [["Baliste elfe 1", "1", "24", "6″", "—", "4", "—", "—", "—", "Perforante"]]


def test_the_builder_offers_what_can_be_set() -> None:
    hosts = Hosts()
    figure, piece = hosts.kinds()
    assert [one.id for one in figure.settings] == ["items", "quickness", "spells", "twice", "summons"]
    assert {one.id for one in piece.named} == {"men-bombard", "elf-bolt-thrower", "dwarf-cannon"}
    form = {one.id: list(one.usual) if one.kind == "switches" else one.usual for one in hosts.own_profile()}
    assert list(form)[:4] == ["role", "movement", "melee", "shooting"]
    assert price(**form) == 12, "the form can be sent as it is proposed"
    assert hosts.cells(hosts.profiles()["necromancer"], "fr")["traits"] == "Invocation (Squelette), Invocation (Squelette)"
    assert [one.id for one in hosts.columns()][-1] == "traits"


def test_the_profiles_that_an_army_names_are_packed_with_it() -> None:
    army = host(("orc-warrior", 1), gun=[{"profile": "cannon", "crew": "sapper"}])
    army["figure"].append({"profile": "necromancer", "summons": ["imp"]})
    assert set(Hosts().named(army)) == {"orc-warrior", "necromancer", "cannon", "sapper", "imp"}
