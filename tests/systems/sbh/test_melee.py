"""Melee combat: the roll, its results, the choice of opponent, the free hack."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.odds import rule_odds
from escarmouche.systems.sbh.model import DEAD, ON_TABLE, SPELLBOUND, World
from escarmouche.systems.sbh.rules.actions import Doing, spend
from escarmouche.systems.sbh.rules.harm import (
    GRUESOME_KILL,
    KILL,
    KNOCKED_DOWN,
    RECOIL,
    TIE,
    verdict,
)
from escarmouche.systems.sbh.rules.melee import attack, fight, free_hack
from tests.systems.sbh.scene import Played, fighter, play, scene

STRAIGHT = ("recoil", 0)


def duel(combat: int, other: int, **changes: Any) -> World:
    """Two fighters in contact in the open; changes are for the second, the defender."""
    return scene(
        fighter("human-warrior", 0, 300, 300, combat=combat), fighter("human-warrior", 1, 316, 300, combat=other, **changes)
    )


def struck(world: World, die: int, guard: int, power: bool = False) -> Played:
    """Figure 0 attacks figure 1 with these dice; whoever recoils goes straight back."""
    first = play(Call(fight, world, 0, 1, power), dice=[die, guard])
    if first.run.due is None:
        return first
    return play(Call(fight, world, 0, 1, power), dice=[die, guard], answers=[STRAIGHT])


def totals(played: Played) -> tuple[int, int]:
    """The two totals of the first fight."""
    about = played.told("totals").about
    return about[4], about[9]


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("sbh.melee.roll")
def test_each_rolls_a_die_and_adds_combat() -> None:
    played = struck(duel(3, 2), 5, 4)
    assert totals(played) == (8, 6)
    assert played.outcomes == ["defender-recoil"]
    assert [(roll.count, roll.figure, roll.seat) for roll, _ in played.rolls] == [(1, 0, 0), (1, 1, 1)]


@pytest.mark.rule("sbh.profile.combat")
@pytest.mark.parametrize(("combat", "die", "total"), [(3, 4, 7), (0, 2, 2)])
def test_combat_is_added_to_the_die(combat: int, die: int, total: int) -> None:
    assert totals(struck(duel(combat, 3), die, 3))[0] == total


@pytest.mark.rule("sbh.melee.simultaneous")
def test_the_attacker_may_be_killed_by_its_own_attack() -> None:
    played = struck(duel(3, 4), 1, 5)
    assert totals(played) == (4, 9)
    assert played.result.figures[0].status == DEAD
    assert played.outcomes == ["attacker-kill"]


@pytest.mark.rule("sbh.melee.tie")
def test_equal_totals_do_nothing() -> None:
    world = duel(3, 4)
    played = struck(world, 4, 3)
    assert totals(played) == (7, 7)
    assert (played.result, played.outcomes) == (world, [TIE])


@pytest.mark.rule("sbh.melee.win-even")
def test_an_even_die_knocks_down() -> None:
    played = struck(duel(3, 3), 4, 2)
    assert totals(played) == (7, 5)
    loser = played.result.figures[1]
    assert (loser.prone, loser.x, loser.status) == (True, 31600, ON_TABLE)


@pytest.mark.rule("sbh.melee.win-odd")
def test_an_odd_die_drives_back_one_base() -> None:
    played = struck(duel(3, 3), 5, 3)
    assert totals(played) == (8, 6)
    loser = played.result.figures[1]
    assert (loser.prone, loser.x, loser.y) == (False, 31600 + 1600, 30000)


@pytest.mark.rule("sbh.melee.win-double")
@pytest.mark.parametrize(("guard", "status", "outcome"), [(1, DEAD, "defender-kill"), (2, ON_TABLE, "defender-recoil")])
def test_double_kills_whatever_the_die(guard: int, status: int, outcome: str) -> None:
    played = struck(duel(3, 3), 5, guard)
    assert totals(played) == (8, 3 + guard)
    assert (played.result.figures[1].status, played.outcomes) == (status, [outcome])


@pytest.mark.rule("sbh.melee.win-triple")
@pytest.mark.parametrize(("die", "outcome"), [(6, "defender-gruesome-kill"), (5, "defender-kill")])
def test_triple_is_a_gruesome_kill(die: int, outcome: str) -> None:
    played = struck(duel(3, 0), die, 3)
    assert totals(played) == (3 + die, 3)
    assert (played.result.figures[1].status, played.outcomes[0]) == (DEAD, outcome)


@pytest.mark.rule("sbh.melee.win-triple", "sbh.morale.trigger-gruesome")
def test_a_gruesome_kill_makes_friends_test_and_a_kill_does_not() -> None:
    friends = [fighter("human-warrior", 1, 360, 260 + 20 * n) for n in range(3)]
    world = scene(*duel(3, 0).figures, *friends)
    gruesome = play(Call(fight, world, 0, 1, False), dice=[6, 3, 6, 6, 6, 6, 6, 6, 6, 6, 6])
    assert [roll.why for roll, _ in gruesome.rolls[2:]] == ["sbh.morale.trigger-gruesome"] * 3
    assert play(Call(fight, world, 0, 1, False), dice=[5, 3]).outcomes == ["defender-kill"]


@pytest.mark.rule("sbh.melee.nonpositive-totals")
@pytest.mark.parametrize(("won", "lost"), [(5, 0), (1, 0), (1, -3), (7, 1), (0, -1), (-1, -2)])
def test_totals_of_zero_or_less_are_plain_arithmetic(won: int, lost: int) -> None:
    a, b = duel(3, 3).figures
    assert verdict(a, b, 3, won, lost, True) == GRUESOME_KILL


@pytest.mark.rule("sbh.melee.result-priority")
@pytest.mark.parametrize(
    ("die", "won", "lost", "result"),
    [
        (4, 6, 6, TIE),
        (5, 9, 3, GRUESOME_KILL),
        (4, 9, 3, GRUESOME_KILL),
        (5, 8, 4, KILL),
        (4, 8, 4, KILL),
        (2, 7, 5, KNOCKED_DOWN),
        (4, 7, 5, KNOCKED_DOWN),
        (6, 9, 5, KNOCKED_DOWN),
        (1, 7, 5, RECOIL),
        (3, 7, 5, RECOIL),
        (5, 7, 5, RECOIL),
    ],
)
def test_only_the_best_line_counts(die: int, won: int, lost: int, result: str) -> None:
    a, b = duel(3, 3).figures
    assert verdict(a, b, die, won, lost, True) == result


# ---------------------------------------------------------------- the attack


def three() -> World:
    """A human between two orcs."""
    return scene(
        fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 316, 300), fighter("orc-warrior", 1, 284, 300)
    )


@pytest.mark.rule("sbh.melee.choose-opponent")
def test_a_fighter_chooses_whom_it_fights() -> None:
    world = three()
    answers = Doing(world, 0, 1).listed()
    assert [answer for answer in answers if answer[0] == "attack"] == [("attack", 1, False), ("attack", 2, False)]
    played = play(Call(attack, world, 0, ("attack", 2, False)), dice=[2, 2])
    assert played.told("totals").about[5] == 2
    assert totals(played)[0] == 2 + 3 - 1


@pytest.mark.rule("sbh.melee.contact", "sbh.action.attack")
def test_only_an_enemy_in_contact_can_be_attacked() -> None:
    near = scene(fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 326, 300))
    refused = Doing(near, 0, 1).check(("attack", 1, False))
    assert refused is not None
    assert refused.rule == "sbh.melee.contact"
    dead = fighter("orc-warrior", 1, 284, 300, status=DEAD)
    friend = scene(fighter("human-warrior", 0, 300, 300), fighter("human-warrior", 0, 316, 300), dead)
    for target in (1, 0, 2, 5, -1):
        refused = Doing(friend, 0, 1).check(("attack", target, False))
        assert refused is not None
        assert refused.key == "not-an-enemy"


@pytest.mark.rule("sbh.freehack.not-an-attack")
def test_a_free_hack_does_not_use_up_the_attack() -> None:
    world = three()
    after, _ = play(Call(free_hack, world, 1, 0), dice=[1, 6]).result
    assert not after.figures[1].attacked
    assert not after.figures[1].activated
    worn = scene(world.figures[0], fighter("orc-warrior", 1, 316, 300, attacked=True, activated=True))
    again, _ = play(Call(free_hack, worn, 1, 0), dice=[4, 3]).result
    assert again.figures[0].prone


@pytest.mark.rule("sbh.freehack.resolution")
def test_only_the_hacker_can_do_harm() -> None:
    world = duel(3, 5)
    beaten = play(Call(free_hack, world, 0, 1), dice=[2, 6])
    assert totals(beaten) == (5, 11)
    assert beaten.result == (world, True)
    assert beaten.outcomes == ["miss"]
    killed = play(Call(free_hack, duel(3, 3), 0, 1), dice=[5, 1])
    assert totals(killed) == (8, 4)
    assert killed.result[0].figures[1].status == DEAD
    tied = play(Call(free_hack, duel(3, 3), 0, 1), dice=[5, 5])
    assert (tied.result, tied.outcomes) == ((duel(3, 3), False), ["miss"])


@pytest.mark.rule("sbh.freehack.resolution")
def test_a_free_hack_counts_all_modifiers() -> None:
    world = scene(*duel(3, 3).figures, fighter("orc-warrior", 0, 332, 300))
    assert totals(play(Call(free_hack, world, 0, 1), dice=[2, 3]))[1] == 3 + 3 - 1


# ---------------------------------------------------------------- knocked down and immobilised


@pytest.mark.rule("sbh.state.prone-can-attack", "sbh.state.prone-opponent-bonus")
def test_a_prone_fighter_attacks_without_standing_up() -> None:
    orc = fighter("orc-warrior", 0, 300, 300, prone=True)
    elf = fighter("elf-warrior", 1, 316, 300)
    world = scene(orc, elf, fighter("orc-warrior", 0, 500, 500), fighter("elf-warrior", 1, 500, 100))
    played = play(Call(spend, world, 0, 1, "", "", ()), dice=[6, 1], answers=[("attack", 1, False)])
    assert totals(played) == (6 + orc.card.combat, 1 + elf.card.combat + 2)
    assert played.run.result.figures[1].prone
    assert played.run.result.figures[0].prone


@pytest.mark.rule("sbh.state.prone-helpless", "sbh.melee.mod.helpless")
@pytest.mark.parametrize(
    ("guard", "state", "outcome"),
    [
        (4, {"prone": True}, "defender-kill"),  # 8 against 7
        (5, {"prone": True}, TIE),  # 8 against 8
        (4, {"held": SPELLBOUND}, "defender-kill"),
        (4, {"prone": True, "held": SPELLBOUND}, "defender-kill"),
    ],
)
def test_beating_a_helpless_fighter_kills_it(guard: int, state: dict[str, Any], outcome: str) -> None:
    played = struck(duel(3, 3, **state), 3, guard)
    assert totals(played) == (8, 3 + guard)
    assert played.outcomes == [outcome]


@pytest.mark.rule("sbh.state.prone-helpless", "sbh.state.immobilised-helpless")
@pytest.mark.parametrize("state", [{"prone": True}, {"held": SPELLBOUND}])
def test_doubling_a_helpless_fighter_is_gruesome(state: dict[str, Any]) -> None:
    played = struck(duel(3, 3, **state), 5, 2)
    assert totals(played) == (10, 5)
    assert played.outcomes[0] == "defender-gruesome-kill"


@pytest.mark.rule("sbh.state.immobilised-helpless")
@pytest.mark.parametrize(("won", "lost", "result"), [(7, 6, KILL), (12, 6, GRUESOME_KILL)])
def test_an_immobilised_fighter_dies_of_any_defeat_in_melee_only(won: int, lost: int, result: str) -> None:
    a, b = duel(3, 3, held=SPELLBOUND).figures
    assert verdict(a, b, 3, won, lost, True) == result
    assert verdict(a, b, 3, 7, 6, False) == RECOIL


@pytest.mark.rule("sbh.state.immobilised-helpless")
def test_an_immobilised_fighter_defends_itself_and_may_win() -> None:
    played = struck(duel(3, 6, held=SPELLBOUND), 1, 4)
    assert totals(played) == (6, 10)
    assert played.result.figures[0].prone


# ---------------------------------------------------------------- odds


def test_the_odds_of_an_even_fight_are_the_same_for_both_sides() -> None:
    def decide(choice: Any) -> Any:
        return choice.options.listed()[0]

    for combat in (0, 2, 5):
        odds = rule_odds(Call(fight, duel(combat, combat), 0, 1, False), decide)
        assert sum(odds.values()) == 1
        assert odds[TIE] * 6 == 1
        for outcome in (RECOIL, KNOCKED_DOWN, KILL, GRUESOME_KILL):
            assert odds.get(f"attacker-{outcome}", 0) == odds.get(f"defender-{outcome}", 0)
