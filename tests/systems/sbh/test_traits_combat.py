"""Special rules in combat: Assassin, Lethal, Savage, Hero, and those without effect in a fight."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import (
    ANIMAL,
    ASSASSIN,
    LETHAL,
    MAGE,
    ON_TABLE,
    SAVAGE,
    SWARM,
    UNDEAD,
    Figure,
    World,
)
from escarmouche.systems.sbh.rules.harm import GRUESOME_KILL, KILL, KNOCKED_DOWN, RECOIL, kills_by_winning, verdict
from escarmouche.systems.sbh.rules.kinds import is_among
from escarmouche.systems.sbh.rules.melee import fight
from tests.systems.sbh.scene import fighter, play, scene


def of(profile: str, **changes: Any) -> Figure:
    """A figure of a profile, anywhere."""
    return fighter(profile, 0, 300, 300, **changes)


def duel(winner: Figure, loser: str = "human-warrior", **changes: Any) -> World:
    """The winner attacks a fighter of this profile."""
    gap = winner.card.radius + of(loser).card.radius
    return scene(winner, fighter(loser, 1, 300 + gap / 100, 300, **changes))


# ---------------------------------------------------------------- Assassin


@pytest.mark.rule("sbh.special.assassin")
@pytest.mark.parametrize(
    ("won", "lost", "result"), [(6, 5, KILL), (9, 3, GRUESOME_KILL), (8, 4, KILL), (8, 3, KILL), (7, 6, KILL)]
)
def test_an_assassin_kills_by_winning(won: int, lost: int, result: str) -> None:
    assassin, human = of("human-assassin"), of("human-warrior")
    assert assassin.has(ASSASSIN)
    for melee in (True, False):
        assert verdict(assassin, human, 3, won, lost, melee) == result


@pytest.mark.rule("sbh.special.assassin")
def test_an_assassin_kills_when_it_is_attacked_and_wins() -> None:
    world = scene(of("human-warrior", combat=3), fighter("human-assassin", 1, 316, 300, combat=3))
    assert play(Call(fight, world, 0, 1, False), dice=[2, 3]).outcomes[0] == "attacker-kill"
    assert play(Call(fight, world, 0, 1, False), dice=[4, 3]).outcomes[0] == "defender-knocked-down"


@pytest.mark.rule("sbh.special.assassin-living-only")
@pytest.mark.parametrize(
    ("victim", "die", "result"), [("stone-golem", 4, KNOCKED_DOWN), ("human-skeleton", 3, RECOIL), ("giant-wolf", 3, KILL)]
)
def test_an_assassin_finds_no_weak_spot_in_what_does_not_live(victim: str, die: int, result: str) -> None:
    assert verdict(of("human-assassin"), of(victim), die, 6, 5, True) == result


# ---------------------------------------------------------------- Lethal


@pytest.mark.rule("sbh.special.lethal")
@pytest.mark.parametrize(
    ("hunter", "victim", "result"),
    [
        ("human-witch-hunter", "human-mage", KILL),
        ("human-witch-hunter", "human-warrior", RECOIL),
        ("dwarf-troll-slayer", "troll", KILL),
        ("dwarf-orc-slayer", "troll", RECOIL),
    ],
)
def test_the_lethal_kill_their_prey_by_winning(hunter: str, victim: str, result: str) -> None:
    for melee in (True, False):
        assert verdict(of(hunter), of(victim), 3, 6, 5, melee) == result
    assert verdict(of(hunter), of(victim), 3, 9, 3, True) == GRUESOME_KILL


@pytest.mark.rule("sbh.special.lethal")
def test_a_giant_slayer_of_ones_own_kills_giants() -> None:
    slayer = of("dwarf-troll-slayer", lethal=("giants",))
    assert verdict(slayer, of("giant"), 3, 6, 5, True) == KILL
    assert verdict(slayer, of("ogre-warrior"), 3, 6, 5, True) == RECOIL


@pytest.mark.rule("sbh.special.lethal")
def test_the_rule_works_on_defence_and_only_for_those_who_have_it() -> None:
    world = scene(of("human-mage", combat=3), fighter("human-witch-hunter", 1, 316, 300, combat=3))
    assert play(Call(fight, world, 0, 1, False), dice=[2, 3]).outcomes[0] == "attacker-kill"
    assert not kills_by_winning(of("human-witch-hunter", cancelled=LETHAL), of("human-mage"))


@pytest.mark.rule("sbh.special.lethal-targets")
@pytest.mark.parametrize(
    ("prey", "members", "others"),
    [
        ("mages", ["human-mage", "lich", "orc-shaman", "dragon-venerable"], ["human-cleric", "dragon-adult"]),
        ("undead", ["zombie", "vampire", "orc-skeleton", "skeleton-wolf"], ["human-warrior", "stone-golem"]),
        ("animals", ["giant-wolf", "rat-swarm", "bat-swarm", "lion"], ["ghoul", "human-warrior"]),
        ("trolls", ["troll"], ["ogre-warrior", "giant"]),
        ("dragons", ["dragon-young", "wyvern", "hydra"], ["giant-lizard", "basilisk"]),
        ("orcs", ["orc-warrior", "wild-orc-warrior", "orc-shaman"], ["goblin-warrior", "orc-skeleton", "bugbear-guard"]),
        ("giants", ["giant"], ["ogre-warrior", "troll"]),
    ],
)
def test_who_is_whose_prey(prey: str, members: list[str], others: list[str]) -> None:
    for name in members:
        assert is_among(of(name), prey), name
    for name in others:
        assert not is_among(of(name), prey), name


@pytest.mark.rule("sbh.special.lethal-targets")
def test_mages_undead_and_animals_are_told_by_their_traits() -> None:
    for prey, trait in (("mages", MAGE), ("undead", UNDEAD), ("animals", ANIMAL), ("animals", SWARM)):
        assert is_among(of("elf-warrior", traits=trait), prey)
        assert not is_among(of("elf-warrior", traits=trait, cancelled=trait), prey)
    assert not is_among(of("orc-skeleton", traits=0), "undead")


@pytest.mark.rule("sbh.special.lethal-targets")
def test_every_printed_prey_has_members() -> None:
    for target in book().lethal_target.values():
        assert any(is_among(of(name), target.id) for name in book().profile), target.id


# ---------------------------------------------------------------- Savage


@pytest.mark.rule("sbh.special.savage")
@pytest.mark.parametrize(
    ("die", "won", "lost", "result"), [(4, 8, 4, GRUESOME_KILL), (4, 8, 5, KNOCKED_DOWN), (3, 8, 5, RECOIL)]
)
def test_a_savage_kill_is_gruesome_from_double(die: int, won: int, lost: int, result: str) -> None:
    beast = of("minotaur-warrior", traits=SAVAGE)
    assert verdict(beast, of("human-warrior"), die, won, lost, True) == result


@pytest.mark.rule("sbh.special.savage")
def test_every_kill_of_a_savage_fighter_is_gruesome_even_of_the_helpless() -> None:
    beast = of("minotaur-warrior", traits=SAVAGE)
    assert verdict(beast, of("human-warrior", prone=True), 3, 6, 5, True) == GRUESOME_KILL
    assert verdict(beast, of("human-warrior", prone=True), 3, 6, 5, False) == RECOIL
    assert verdict(of("minotaur-warrior", traits=SAVAGE | ASSASSIN), of("human-warrior"), 3, 6, 5, True) == GRUESOME_KILL


# ---------------------------------------------------------------- Hero


@pytest.mark.rule("sbh.special.hero-reroll")
def test_a_hero_throws_its_combat_die_again() -> None:
    world = duel(of("elf-hero", combat=3), combat=3)
    played = play(Call(fight, world, 0, 1, False), dice=[1, 4, 5], answers=["reroll", ("recoil", 0)])
    assert played.told("totals").about[:5] == (0, 5, 3, (), 8)
    assert played.outcomes == ["defender-recoil"]
    assert played.result.figures[0].rerolled
    assert [roll.why for roll, _ in played.rolls] == ["sbh.melee.roll", "sbh.melee.roll", "sbh.special.hero-reroll"]


@pytest.mark.rule("sbh.special.hero-reroll")
def test_the_owner_decides_after_both_dice_are_seen_and_only_once_a_game() -> None:
    world = duel(of("elf-hero", combat=3), combat=3)
    first = play(Call(fight, world, 0, 1, False), dice=[1, 4])
    assert (first.asked[0].why, first.asked[0].seat, len(first.rolls)) == ("sbh.special.hero-reroll", 0, 2)
    kept = play(Call(fight, world, 0, 1, False), dice=[4, 3], answers=["keep"])
    assert not kept.result.figures[0].rerolled
    spent = duel(of("elf-hero", combat=3, rerolled=True), combat=3)
    assert play(Call(fight, spent, 0, 1, False), dice=[4, 3]).asked == []


@pytest.mark.rule("sbh.special.hero-reroll")
def test_a_hero_may_reroll_its_defence() -> None:
    world = scene(of("human-warrior", combat=3), fighter("elf-hero", 1, 316, 300, combat=3))
    played = play(Call(fight, world, 0, 1, False), dice=[6, 1, 6], answers=["reroll"])
    assert (played.asked[0].seat, played.outcomes) == (1, ["tie"])


# ---------------------------------------------------------------- the lists


@pytest.mark.parametrize(("name", "trait"), [("lion", ANIMAL), ("rat-swarm", SWARM), ("lich", MAGE), ("zombie", UNDEAD)])
def test_the_profiles_used_here_are_what_they_seem(name: str, trait: int) -> None:
    figure = of(name)
    assert figure.has(trait)
    assert figure.status == ON_TABLE
