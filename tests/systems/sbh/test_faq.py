"""The questions and answers of the book that belong to the basic rules."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import FREE, SPELLBOUND
from escarmouche.systems.sbh.rules.activation import activate, next_activation
from escarmouche.systems.sbh.rules.conventions import helpless
from escarmouche.systems.sbh.rules.harm import knock_down
from escarmouche.systems.sbh.rules.melee import attack
from tests.systems.sbh.scene import fighter, play, scene


@pytest.mark.rule("sbh.faq.one-die-safe")
def test_with_one_die_each_the_turn_passes_after_the_last_fighter() -> None:
    band = [fighter("human-warrior", 0, 60 * n, 20) for n in range(1, 9)]
    world = scene(*band, fighter("orc-warrior", 1, 300, 580))
    answers = [("activate", id, 1, "") for id in range(8)]
    seven = play(Call(next_activation, world), dice=[1] * 7, answers=answers[:7])
    assert (seven.asked[-1].seat, seven.asked[-1].world.turn) == (0, 1)
    eight = play(Call(next_activation, world), dice=[1] * 8, answers=answers)
    assert (eight.asked[-1].seat, eight.asked[-1].world.turn) == (1, 2)
    assert "turn-passes" not in eight.kinds


@pytest.mark.rule("sbh.faq.immobilised-cannot-act")
def test_an_immobilised_fighter_with_one_success_does_nothing() -> None:
    world = scene(
        fighter("human-warrior", 0, 300, 300, held=SPELLBOUND), fighter("human-warrior", 0, 100, 100),
        fighter("orc-warrior", 1, 316, 300),
    )  # fmt: skip
    played = play(Call(activate, world, 0, 1, ""), dice=[6])
    assert [due.why for due in played.asked] == ["sbh.activation.choose-fighter"]
    after = played.asked[-1].world.figures[0]
    assert (after.held, after.x, after.attacked) == (SPELLBOUND, 30000, False)
    struck = play(Call(attack, world, 2, ("attack", 0, False)), dice=[1, 3])
    assert ("helpless", 2) in struck.told("totals").about[3]


@pytest.mark.rule("sbh.faq.failed-activation-defends")
def test_an_elf_that_fails_its_roll_may_not_attack_but_defends_itself() -> None:
    elf, orc = fighter("elf-warrior", 0, 300, 300, quality=3, combat=3), fighter("orc-warrior", 1, 316, 300, combat=3)
    failed = play(Call(activate, scene(elf, orc), 0, 1, ""), dice=[1])
    assert not any(due.why == "sbh.action.table" for due in failed.asked)
    assert failed.asked[-1].seat == 1
    later = play(Call(attack, failed.asked[-1].world, 1, ("attack", 0, False)), dice=[3, 4])
    assert [roll.seat for roll, _ in later.rolls] == [1, 0]
    assert later.outcomes == ["attacker-knocked-down"]


@pytest.mark.rule("sbh.faq.state-markers")
def test_a_fighter_may_be_knocked_down_and_immobilised_at_once() -> None:
    bound = fighter("human-warrior", 0, 300, 300, held=SPELLBOUND)
    world = scene(bound, fighter("orc-warrior", 1, 316, 300))
    both = play(Call(knock_down, world, 0, "defender")).result.figures[0]
    assert (both.prone, both.held) == (True, SPELLBOUND)
    assert helpless(both)
    only_prone = play(Call(knock_down, scene(fighter("human-warrior", 0, 300, 300)), 0, "defender")).result.figures[0]
    assert (only_prone.prone, only_prone.held) == (True, FREE)
