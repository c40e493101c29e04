"""Leaving melee, standing up, breaking free."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, FREE, ON_TABLE, SPELLBOUND, World
from escarmouche.systems.sbh.rules.actions import END, Doing, spend
from escarmouche.systems.sbh.rules.leaving import disengage, stand_up
from tests.systems.sbh.scene import Played, fighter, play, scene

OUT = ("disengage", 30000, 36000)
SPARE = [fighter("human-warrior", 0, 100 * n, 20) for n in (1, 2, 3, 4)]
"""Friends far away, so that one loss does not halve the band."""


def melee(profile: str = "human-warrior", *foes: dict[str, Any], **changes: Any) -> World:
    """A fighter between up to two orcs (changed as told) with its back free; changes are for the fighter."""
    spots = [(316, 300), (284, 300)]
    orcs = [fighter("orc-warrior", 1, *spot, **change) for spot, change in zip(spots, foes or ({},), strict=False)]
    return scene(fighter(profile, 0, 300, 300, **changes), *orcs, *SPARE, fighter("orc-warrior", 1, 580, 580))


def leave(world: World, *dice: int, answers: tuple[object, ...] = ()) -> Played:
    """Figure 0 tries to break away to the north."""
    return play(Call(disengage, world, 0, OUT), dice=dice, answers=answers)


def refusal(world: World, left: int, answer: object) -> str:
    """The key of the refusal of an answer of figure 0, or ""."""
    refused = Doing(world, 0, left).check(answer)
    return "" if refused is None else refused.key


# ---------------------------------------------------------------- disengaging


@pytest.mark.rule("sbh.disengage.free-if-helpless")
@pytest.mark.parametrize("state", [{"prone": True}, {"held": SPELLBOUND}])
def test_from_a_helpless_enemy_one_just_walks_away(state: dict[str, Any]) -> None:
    world = melee("human-warrior", state)
    played = play(Call(spend, world, 0, 1, "", "", ()), answers=[("move", 30000, 36000)])
    assert (played.result.figures[0].y, played.rolls) == (36000, [])
    assert refusal(world, 2, OUT) == "nothing-to-disengage"


@pytest.mark.rule("sbh.disengage.free-if-helpless")
def test_one_operational_enemy_among_helpless_ones_must_be_disengaged_and_only_it_strikes() -> None:
    world = melee("human-warrior", {"prone": True}, {})
    assert refusal(world, 1, ("move", 30000, 36000)) == "must-disengage"
    played = leave(world, 1, 6)
    assert played.kinds.count("free-hack") == 1
    assert played.told("free-hack").about == (2, 0)
    assert played.result[0].figures[0].y == 36000


@pytest.mark.rule("sbh.disengage.cost", "sbh.action.disengage")
def test_breaking_away_costs_two_actions() -> None:
    world = melee()
    assert refusal(world, 1, OUT) == "too-dear"
    assert refusal(world, 1, ("move", 30000, 36000)) == "must-disengage"
    assert refusal(world, 2, OUT) == ""
    played = play(Call(spend, world, 0, 3, "", "", ()), dice=[1, 6], answers=[OUT])
    assert played.left == 1
    assert played.asked[-1].world.figures[0].moves == 1


@pytest.mark.rule("sbh.disengage.cost")
def test_the_two_actions_include_one_ordinary_move_out_of_contact() -> None:
    world = melee()
    assert refusal(world, 2, ("disengage", 30000, 38001)) == "too-far"
    assert refusal(world, 2, ("disengage", 30000, 30000)) == "still-in-contact"
    assert refusal(world, 2, ("disengage", 1 << 28, 0)) == "off-the-table"
    assert refusal(world, 2, ("disengage", 10**30, 0)) == "malformed"
    assert refusal(world, 2, ("disengage", "a", 0)) == "malformed"


@pytest.mark.rule("sbh.disengage.free-hack")
def test_every_adjacent_enemy_strikes_before_the_move() -> None:
    played = leave(melee("human-warrior", {}, {}), 1, 6, 1, 6)
    assert [tell.about[0] for tell in played.tells if tell.kind == "free-hack"] == [1, 2]
    assert played.kinds.index("moves") > played.kinds.index("free-hack-misses")
    assert played.result[0].figures[0].y == 36000


@pytest.mark.rule("sbh.disengage.free-hack")
def test_a_fighter_that_is_felled_is_struck_by_the_others_too() -> None:
    played = leave(melee("human-warrior", {}, {}), 6, 5, 5, 5)
    assert played.outcomes == ["defender-knocked-down", "defender-kill"]
    assert played.result[0].figures[0].status == DEAD


@pytest.mark.rule("sbh.disengage.free-hack")
def test_nobody_strikes_at_one_that_is_gone_or_out_of_reach() -> None:
    killed = leave(melee("human-warrior", {"combat": 6}, {}), 6, 1)
    assert (killed.kinds.count("free-hack"), killed.outcomes) == (1, ["defender-gruesome-kill"])
    foes = [fighter("orc-warrior", 1, 316, 300, combat=3), fighter("orc-warrior", 1, 300, 316)]
    world = scene(fighter("human-warrior", 0, 300, 300, combat=3), *foes, *SPARE)
    driven = leave(world, 5, 5, answers=(("recoil", 0),))
    assert (driven.kinds.count("free-hack"), driven.result[0].figures[0].x) == (1, 28400)


@pytest.mark.rule("sbh.disengage.success")
def test_the_winner_of_the_roll_moves_away_and_hurts_nobody() -> None:
    world = melee("human-warrior", {"combat": 3})
    played = leave(world, 3, 5)
    after, cost = played.result
    assert ((after.figures[0].x, after.figures[0].y), cost) == ((30000, 36000), 2)
    assert after.figures[1] == world.figures[1]


@pytest.mark.rule("sbh.disengage.success")
@pytest.mark.parametrize(("die", "guard", "prone"), [(4, 3, True), (4, 4, False)])
def test_whoever_does_not_win_stays_and_loses_its_actions(die: int, guard: int, prone: bool) -> None:
    after, cost = leave(melee("human-warrior", {"combat": 3}), die, guard).result
    assert (after.figures[0].y, after.figures[0].prone, cost) == (30000, prone, 2)


@pytest.mark.rule("sbh.disengage.success")
def test_winning_against_one_and_tying_with_the_other_is_not_enough() -> None:
    between = melee("human-warrior", {"combat": 3}, {"combat": 3})
    for dice in ((1, 6, 4, 4), (4, 4, 1, 6)):
        assert leave(between, *dice).result[0].figures[0].y == 30000


@pytest.mark.rule("sbh.disengage.success")
def test_one_that_is_driven_back_by_the_hack_goes_no_farther() -> None:
    after, _ = leave(melee("human-warrior", {"combat": 3}), 5, 3, answers=(("recoil", 0),)).result
    assert (after.figures[0].x, after.figures[0].y) == (28400, 30000)


@pytest.mark.rule("sbh.disengage.immune", "sbh.special.free-disengage")
def test_free_disengage_costs_two_actions_and_no_rolls() -> None:
    world = melee("halfling-thief", {}, {})
    assert refusal(world, 1, ("move", 30000, 36000)) == "must-disengage"
    played = leave(world)
    assert played.rolls == []
    assert (played.result[0].figures[0].y, played.result[1]) == (36000, 2)


@pytest.mark.rule("sbh.special.mounted-free-disengage")
@pytest.mark.parametrize(
    ("foe", "hacks"), [("human-warrior", 0), ("griffon-warrior", 1), ("goblin-wolf-rider", 1), ("giant-wolf", 0)]
)
def test_riders_escape_those_on_foot(foe: str, hacks: int) -> None:
    rider = fighter("human-light-cavalry", 0, 300, 300)
    enemy = fighter(foe, 1, 300, 300)
    gap = (rider.card.radius + enemy.card.radius) / 100
    world = scene(rider, fighter(foe, 1, 300 + gap, 300), *SPARE)
    played = leave(world, *[1, 6] * hacks)
    assert played.kinds.count("free-hack") == hacks


@pytest.mark.rule("sbh.special.flying-free-disengage")
@pytest.mark.parametrize(("foe", "hacks"), [("orc-warrior", 0), ("wyvern", 1)])
def test_fliers_escape_those_on_the_ground(foe: str, hacks: int) -> None:
    griffon, enemy = fighter("griffon-warrior", 0, 300, 300), fighter(foe, 1, 300, 300)
    gap = (griffon.card.radius + enemy.card.radius) / 100
    world = scene(griffon, fighter(foe, 1, 300 + gap, 300), *SPARE)
    played = leave(world, *[1, 6] * hacks)
    assert played.kinds.count("free-hack") == hacks


@pytest.mark.rule("sbh.special.slow")
def test_a_disengagement_is_the_one_move_of_a_slow_fighter() -> None:
    assert refusal(melee("bugbear-warrior", moves=1), 2, OUT) == "slow"
    assert refusal(melee("human-warrior", moves=1), 2, OUT) == ""
    after, _ = leave(melee("bugbear-warrior", {"combat": 0}), 1, 6).result
    assert after.figures[0].moves == 1


@pytest.mark.rule("sbh.special.terror-approach")
def test_one_that_does_not_dare_where_terror_waits_keeps_its_actions_and_is_not_struck() -> None:
    vampire = fighter("vampire", 1, 300, 376)
    world = scene(fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 316, 300), vampire, *SPARE)
    played = play(Call(disengage, world, 0, OUT), dice=[2])
    after, cost = played.result
    assert (after.figures[0].y, cost, "free-hack" in played.kinds) == (30000, 0, False)
    assert refusal(after, 2, OUT) == "shuns"
    bold = play(Call(disengage, world, 0, OUT), dice=[3, 1, 6])
    assert (bold.result[0].figures[0].y, bold.result[1]) == (36000, 2)


def test_every_listed_and_sampled_way_out_is_legal() -> None:
    options = Doing(melee("human-warrior", {}), 0, 2)
    answers = [answer for answer in options.listed() if answer[0] == "disengage"]
    assert len(answers) >= 4
    assert all(options.check(answer) is None for answer in options.listed())
    chance = Stream(3)
    assert all(options.check(options.sample(chance)) is None for _ in range(50))


@pytest.mark.parametrize("state", [{"prone": True}, {"held": SPELLBOUND}])
def test_nobody_breaks_away_lying_or_bound(state: dict[str, Any]) -> None:
    world = melee("human-warrior", {}, **state)
    assert refusal(world, 2, OUT) == ("is-prone" if "prone" in state else "is-held")
    assert not any(answer[0] == "disengage" for answer in Doing(world, 0, 2).listed())


# ---------------------------------------------------------------- standing up


@pytest.mark.rule("sbh.action.stand-up", "sbh.state.prone-stand")
def test_standing_up_takes_one_action_and_comes_before_a_move() -> None:
    world = scene(fighter("human-warrior", 0, 300, 300, prone=True), fighter("orc-warrior", 1, 500, 500), *SPARE)
    assert refusal(world, 2, ("move", 30000, 31000)) == "is-prone"
    played = play(Call(spend, world, 0, 2, "", "", ()), answers=[("stand",), ("move", 30000, 38000)])
    after = played.result.figures[0]
    assert (after.prone, after.y) == (False, 38000)
    one = play(Call(spend, world, 0, 1, "", "", ()), answers=[("stand",)]).result.figures[0]
    assert (one.prone, one.y) == (False, 30000)


def test_who_stands_already_cannot_stand_up() -> None:
    assert refusal(scene(fighter("human-warrior", 0, 300, 300)), 1, ("stand",)) == "stands-already"
    assert refusal(melee(prone=True), 1, ("stand", 1)) == "malformed"
    assert refusal(melee(prone=True, held=SPELLBOUND), 1, ("stand",)) == "is-held"


@pytest.mark.rule("sbh.state.prone-stand-free-hack")
def test_an_operational_enemy_strikes_at_one_that_stands_up() -> None:
    world = melee("human-warrior", {"combat": 3}, {"prone": True}, prone=True)
    played = play(Call(stand_up, world, 0, ("stand",)), dice=[4, 3])
    about = played.told("totals").about
    assert (about[4], about[9]) == (7, 3 + 3 - 1)
    after, cost = played.result
    assert (after.figures[0].prone, after.figures[0].status, cost) == (True, ON_TABLE, 1)
    assert played.kinds.count("free-hack") == 1


@pytest.mark.rule("sbh.disengage.immune")
def test_free_disengage_spares_the_hack_of_standing_up() -> None:
    played = play(Call(stand_up, melee("halfling-thief", {}, prone=True), 0, ("stand",)))
    assert (played.rolls, played.result[0].figures[0].prone) == ([], False)


# ---------------------------------------------------------------- breaking free


@pytest.mark.rule("sbh.action.break-immobilisation", "sbh.state.immobilised-break")
def test_two_actions_of_one_activation_break_an_immobilisation() -> None:
    world = melee("human-warrior", {}, held=SPELLBOUND, held_by=1)
    assert refusal(world, 1, ("break",)) == "too-dear"
    assert Doing(world, 0, 1).single() == END
    played = play(Call(spend, world, 0, 3, "", "", ()), answers=[("break",)])
    after = played.asked[-1].world.figures[0]
    assert (after.held, after.held_by, played.left) == (FREE, -1, 1)
    assert refusal(melee(), 2, ("break",)) == "not-held"
    assert refusal(world, 2, ("break", 2)) == "malformed"


@pytest.mark.rule("sbh.state.immobilised", "sbh.faq.immobilised-cannot-act")
@pytest.mark.parametrize("answer", [("move", 30000, 31000), ("attack", 1, False), ("stand",), OUT])
def test_an_immobilised_fighter_can_do_nothing_else(answer: object) -> None:
    assert refusal(melee("human-warrior", {}, held=SPELLBOUND, prone=answer == ("stand",)), 3, answer) == "is-held"


@pytest.mark.rule("sbh.state.immobilised-break")
def test_breaking_free_does_not_lift_one_from_the_ground() -> None:
    world = melee("human-warrior", {}, held=SPELLBOUND, prone=True)
    after = play(Call(spend, world, 0, 2, "", "", ()), answers=[("break",)]).result.figures[0]
    assert (after.held, after.prone) == (FREE, True)
