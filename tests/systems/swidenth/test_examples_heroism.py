"""Heroism: points before a roll and after a result, as decisions of either player at the right moment."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Answer, Call
from escarmouche.systems.swidenth.model import NEUTRAL, ON_TABLE, ONE_BY_ONE, OUT, Course, World
from escarmouche.systems.swidenth.rules.damage import suffer
from escarmouche.systems.swidenth.rules.deeds import lever
from escarmouche.systems.swidenth.rules.falls import fall
from escarmouche.systems.swidenth.rules.melee import fight
from escarmouche.systems.swidenth.rules.psychology import morale_test
from escarmouche.systems.swidenth.rules.shooting import shoot
from escarmouche.systems.swidenth.rules.values import PAS
from tests.systems.swidenth.arena import box, fighter, scene
from tests.systems.swidenth.scene import Played, play

WHY = "swidenth.heroism.boost"
AVOID = "swidenth.heroism.soften"


def spend(points: int) -> Answer:
    return ("heroism", points)


def duel(mine: int = 2, theirs: int = 2, **changes: Any) -> World:
    """Two Heroes with these points: C2 against C3, both with a sword and D5."""
    one = fighter("imperial-human-hero", 0, 20, 20, kit=["sword"], heroism=mine, **changes)
    return scene(one, fighter("kingdom-human-hero", 1, 21.2, 20, kit=["sword"], heroism=theirs))


def totals(found: Played) -> tuple[int, int]:
    about = found.told("totals").about
    return about[5], about[11]


@pytest.mark.rule("swidenth.heroism.boost", "swidenth.heroism.boost-order", "swidenth.stats.heroism")
def test_the_acting_player_announces_first_then_the_other_then_both_roll() -> None:
    """A announces 1, then B 2: 12 + 2 + 3 = 17 against 8 + 3 + 6 = 17: a tie, three points gone."""
    found = play(Call(fight, duel(), 0, 1, False, ()), (12, 8), (spend(1), spend(2)))
    assert [(due.why, due.seat, due.figure) for due in found.asked] == [(WHY, 0, 0), (WHY, 1, 1)]
    assert [len(due.options.listed()) for due in found.asked] == [3, 3]
    assert totals(found) == (17, 17)
    assert [one.heroism for one in found.world.figures] == [1, 0]


@pytest.mark.rule("swidenth.heroism.pool", "swidenth.heroism.boost-order")
def test_points_are_halved_with_the_total_and_nobody_without_is_asked() -> None:
    found = play(Call(fight, duel(1, 0, stunned=True), 0, 1, False, ()), (11, 12), (spend(1),))
    assert totals(found)[0] == 8
    assert found.world.figures[0].heroism == 0
    henchmen = scene(fighter("orc-veteran", 0, 20, 20), fighter("orc-veteran", 1, 21.2, 20))
    assert play(Call(fight, henchmen, 0, 1, False, ()), (10, 10)).asked == []


@pytest.mark.rule("swidenth.heroism.boost", "swidenth.shooting.roll")
def test_a_target_may_spend_on_its_dodge() -> None:
    """One point, C1, rolls 8: 12."""
    target = fighter("imperial-human-hero", 1, 30, 20, combat=1)
    world = scene(fighter("orc-marksman", 0, 20, 20), target)
    found = play(Call(shoot, world, 0, Course(), ("shoot", "crossbow", 1)), (5, 8), (spend(1),))
    assert totals(found) == (6, 12)


@pytest.mark.rule("swidenth.heroism.boost", "swidenth.morale.test")
def test_a_point_on_a_morale_roll_is_gone_even_when_it_fails() -> None:
    world = scene(fighter("orc-chief", 0, 20, 20))
    found = play(Call(morale_test, world, 0, "rout", "swidenth.rout.trigger"), (9,), (spend(1),))
    assert found.kinds[-1] == "morale-failed"
    assert found.world.figures[0].heroism == 2


# ---------------------------------------------------------------- after a result


def suffers(margin: int, dice: tuple[int, ...], *answers: Answer, points: int = 3, **changes: Any) -> Played:
    """The Hero of seat 0, D5, suffers a blow of the other."""
    switches = changes.pop("switches", ())
    one = fighter("imperial-human-hero", 0, 20, 20, kit=[], heroism=points, **changes)
    world = scene(one, fighter("orc", 1, 18.8, 20), switches=switches)
    return play(Call(suffer, world, 0, 1, margin, False, "defender"), dice, answers)


@pytest.mark.rule("swidenth.heroism.soften")
def test_eight_or_more_on_one_die_lowers_by_one_step() -> None:
    lowered = suffers(11, (5, 9), ("avoid-out", 2), ("avoid-stunned", 0))
    assert lowered.world.figures[0].stunned
    assert lowered.world.figures[0].heroism == 1
    failed = suffers(11, (7, 3), ("avoid-out", 2), points=2)
    assert failed.world.figures[0].status == OUT
    assert failed.world.figures[0].heroism == 0


@pytest.mark.rule("swidenth.heroism.soften-chain")
def test_step_after_step_each_with_its_own_points() -> None:
    """Out (12), Stunned (8), then the push-back stands (3); the winner still chooses the push-back."""
    found = suffers(11, (12, 8, 3), ("avoid-out", 1), ("avoid-stunned", 1), ("push",), ("avoid-pushed", 1))
    assert found.why == [AVOID, AVOID, "swidenth.damage.pushback", AVOID]
    assert (found.world.figures[0].x, found.world.figures[0].stunned) == (21 * PAS, False)
    spared = suffers(11, (12, 8), ("avoid-out", 1), ("avoid-stunned", 1), ("spare",))
    assert spared.world.figures[0].x == 20 * PAS


@pytest.mark.rule("swidenth.heroism.soften")
def test_a_stunned_result_becomes_a_push_back() -> None:
    found = suffers(6, (9, 4), ("avoid-stunned", 1), ("push",), ("avoid-pushed", 1), points=2)
    assert found.world.figures[0].x == 21 * PAS


@pytest.mark.rule("swidenth.heroism.soften-chain", "swidenth.damage.vitality-loss")
def test_losing_vitality_may_be_lowered_too() -> None:
    found = suffers(11, (15, 6), ("avoid-out", 1), ("avoid-stunned", 1), points=2, vitality=2)
    assert (found.world.figures[0].vitality, found.world.figures[0].stunned) == (2, True)


@pytest.mark.rule("swidenth.heroism.soften", "swidenth.damage.pushback-wall")
def test_a_push_back_against_the_wall_is_lowered_before_it_stuns_or_not_at_all() -> None:
    one = fighter("imperial-human-hero", 0, 39.3, 20, kit=[], heroism=1)
    world = scene(one, fighter("orc", 1, 38.1, 20))
    call = Call(suffer, world, 0, 1, 1, False, "defender")
    assert not play(call, (8,), (("push",), ("avoid-pushed", 1))).world.figures[0].stunned
    kept = play(call, (), (("push",), ("avoid-pushed", 0)))
    assert (kept.world.figures[0].stunned, kept.world.figures[0].heroism) == (True, 1)


@pytest.mark.rule("swidenth.heroism.soften")
def test_one_by_one_where_the_table_plays_so() -> None:
    found = suffers(11, (3, 9), ("avoid-out", 1), ("avoid-out", 1), ("avoid-stunned", 0), switches=(ONE_BY_ONE,))
    assert (found.world.figures[0].stunned, found.world.figures[0].heroism) == (True, 1)
    assert len(found.asked[0].options.listed()) == 2


@pytest.mark.rule("swidenth.heroism.soften-chain", "swidenth.fall.vitality")
def test_a_fall_has_no_push_back_step() -> None:
    """H2 falls 4 pas and rolls 7 (R12: out), one point, 11: Stunned at the foot; another, 8: unhurt."""
    world = scene(fighter("imperial-human-hero", 0, 20, 20, z=4, heroism=2))
    stunned = play(Call(fall, world, 0, 0), (7, 11), (("avoid-out", 1), ("avoid-stunned", 0))).world.figures[0]
    assert (stunned.stunned, stunned.z, stunned.status) == (True, 0, ON_TABLE)
    unhurt = play(Call(fall, world, 0, 0), (7, 11, 8), (("avoid-out", 1), ("avoid-stunned", 1))).world.figures[0]
    assert not unhurt.stunned


@pytest.mark.rule("swidenth.mission.lair-special")
def test_the_beasts_point_goes_on_its_first_out_of_action_by_itself() -> None:
    dragon = fighter("young-dragon", NEUTRAL, 20, 20)
    world = scene(dragon, fighter("orc", 1, 17, 20))
    found = play(Call(suffer, world, 0, 1, 99, False, "defender"), (8,))
    assert found.asked == []
    assert (found.world.figures[0].vitality, found.world.figures[0].stunned) == (4, True)
    again = play(Call(suffer, found.world, 0, 1, 99, False, "defender"))
    assert again.world.figures[0].vitality == 3


@pytest.mark.rule("swidenth.heroism.special-actions", "swidenth.mission.portcullis-special", "swidenth.action.special")
def test_the_lever_allows_points_and_concentration() -> None:
    gate = box("closed-gate", 18, 30, 22, 31, 3, tags=("gateway",))
    world = scene(fighter("imperial-human-hero", 0, 20, 20, heroism=1), pieces=[gate], mission="portcullis")
    raised = play(Call(lever, world, 0, Course(), ("lever",)), (10,), (spend(1),))
    assert raised.outcomes == ["works"]
    plain = play(Call(lever, world, 0, Course(), ("lever",)), (12,), (spend(0),))
    assert plain.outcomes == ["fails"]
    ready = play(Call(lever, world, 0, Course(("concentrate",)), ("lever",)), (10,), (spend(0),))
    assert ready.outcomes == ["works"]
