"""Activation: whose turn, which fighter, how many dice, and when the turn passes."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call, Choose
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import OFF_TABLE, World
from escarmouche.systems.sbh.rows import ActivationResult
from escarmouche.systems.sbh.rules.actions import END, Doing
from escarmouche.systems.sbh.rules.activation import (
    CONCEDE,
    END_TURN,
    Activations,
    activate,
    new_turn,
    next_activation,
)
from tests.systems.sbh.scene import Played, changed, fighter, play, scene


def field(**changes: Any) -> World:
    """Three humans of Quality 3+ against one orc, far apart."""
    return scene(
        fighter("human-warrior", 0, 100, 50),
        fighter("human-archer", 0, 200, 50),
        fighter("human-heavy-infantry", 0, 300, 50),
        fighter("orc-warrior", 1, 300, 550),
        **changes,
    )


def turn_of(played: Played) -> int:
    """The seat that must choose a fighter now."""
    due = played.asked[-1]
    assert due.why == "sbh.activation.choose-fighter"
    return due.seat


def actions_of(played: Played) -> int:
    """The actions the fighter was offered first, or 0."""
    for due in played.asked:
        if isinstance(due.options, Doing):
            return due.options.left
    return 0


# ---------------------------------------------------------------- choosing


@pytest.mark.rule("sbh.activation.choose-fighter")
def test_fighters_are_activated_in_any_order() -> None:
    played = play(
        Call(next_activation, field()),
        dice=[1, 1, 1],
        answers=[("activate", 2, 1, ""), ("activate", 0, 1, ""), ("activate", 1, 1, "")],
    )
    assert [tell.about[0] for tell in played.tells if tell.kind == "activates"] == [2, 0, 1]


@pytest.mark.rule("sbh.activation.choose-fighter")
@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (("activate", 3, 1, ""), "not-yours"),
        (("activate", 9, 1, ""), "no-such-figure"),
        (("activate", -1, 1, ""), "no-such-figure"),
        (("activate", 0, 1), "malformed"),
        (("activate", "0", 1, ""), "malformed"),
        (("activate", True, 1, ""), "malformed"),
        (("attack", 0, 1, ""), "malformed"),
        ((), "malformed"),
        ("activate", "malformed"),
        (None, "malformed"),
    ],
)
def test_only_ones_own_fighters_can_be_picked(answer: object, key: str) -> None:
    refused = Activations(field()).check(answer)
    assert refused is not None
    assert (refused.key, refused.rule) == (key, "sbh.activation.choose-fighter")


@pytest.mark.rule("sbh.activation.dice-choice")
@pytest.mark.parametrize(("dice", "legal"), [(0, False), (1, True), (2, True), (3, True), (4, False)])
def test_one_two_or_three_dice(dice: int, legal: bool) -> None:
    refused = Activations(field()).check(("activate", 0, dice, ""))
    assert (refused is None) is legal
    if refused is not None:
        assert refused.rule == "sbh.activation.dice-choice"


@pytest.mark.rule("sbh.activation.dice-choice")
def test_the_dice_are_thrown_together() -> None:
    played = play(Call(activate, field(), 0, 3, ""), dice=[1, 3, 2])
    assert [(roll.count, faces) for roll, faces in played.rolls] == [(3, (1, 3, 2))]


@pytest.mark.rule("sbh.activation.once-per-turn")
def test_a_fighter_that_rolled_a_failure_cannot_be_picked_again() -> None:
    played = play(Call(activate, field(), 0, 1, ""), dice=[1])
    options = played.asked[-1].options
    refused = options.check(("activate", 0, 1, ""))
    assert refused is not None
    assert refused.rule == "sbh.activation.once-per-turn"
    assert not any(answer[1:2] == (0,) for answer in options.listed())


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("sbh.activation.success", "sbh.activation.actions-per-success")
@pytest.mark.parametrize(
    ("quality", "dice", "actions"),
    [(3, [3, 1], 1), (2, [2, 2, 2], 3), (3, [3, 5, 6], 3), (3, [2], 0)],
)
def test_each_success_is_one_action(quality: int, dice: list[int], actions: int) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=quality), fighter("orc-warrior", 1, 500, 500))
    played = play(Call(activate, world, 0, len(dice), ""), dice=dice)
    assert actions_of(played) == actions
    assert played.told("activation").about == (0, actions, len(dice) - actions)


@pytest.mark.rule("sbh.activation.natural-1-and-6")
def test_a_natural_1_fails_even_with_a_leader() -> None:
    elf, leader = fighter("elf-warrior", 0, 100, 100, quality=2), fighter("elf-officer", 0, 150, 100)
    world = scene(elf, leader, fighter("orc-warrior", 1, 500, 500))
    assert actions_of(play(Call(activate, world, 0, 2, ""), dice=[1, 2])) == 1


@pytest.mark.rule("sbh.activation.natural-1-and-6")
def test_a_natural_6_succeeds_even_with_a_wound() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=6, hurt=-1), fighter("orc-warrior", 1, 500, 500))
    assert actions_of(play(Call(activate, world, 0, 2, ""), dice=[6, 5])) == 1


@pytest.mark.rule("sbh.special.hero-automatic-success")
@pytest.mark.parametrize(
    ("dice", "faces", "actions", "passes"), [(1, [], 1, False), (2, [1], 1, False), (3, [1, 2], 1, True), (3, [6, 6], 3, False)]
)
def test_a_hero_always_acts(dice: int, faces: list[int], actions: int, passes: bool) -> None:
    hero = fighter("elf-hero", 0, 300, 300, quality=3, rerolled=True)
    world = scene(hero, fighter("elf-warrior", 0, 100, 100), fighter("orc-warrior", 1, 500, 500))
    played = play(Call(activate, world, 0, dice, ""), dice=faces, answers=[END])
    assert (actions_of(played), turn_of(played)) == (actions, 1 if passes else 0)


@pytest.mark.rule("sbh.activation.table", "sbh.reference.activation")
@pytest.mark.parametrize("row", list(book().activation_result.values()), ids=lambda row: row.id)
def test_the_table_of_activation(row: ActivationResult) -> None:
    dice = [3] * row.successes + [2] * row.failures
    played = play(Call(activate, field(), 0, row.dice, ""), dice=dice, answers=[END] if row.actions else [])
    assert actions_of(played) == row.actions
    assert turn_of(played) == (1 if row.turn_passes else 0)
    assert ("turn-passes" in played.kinds) is row.turn_passes


# ---------------------------------------------------------------- the turn


@pytest.mark.rule("sbh.activation.two-failures-pass-turn")
def test_failures_of_different_rolls_are_never_added() -> None:
    played = play(Call(next_activation, field()), dice=[1, 2], answers=[("activate", 0, 1, ""), ("activate", 1, 1, "")])
    assert turn_of(played) == 0


@pytest.mark.rule("sbh.activation.two-failures-pass-turn")
@pytest.mark.parametrize(("dice", "turn"), [((1, 2), 1), ((1, 2, 2), 1), ((1,), 0)])
def test_two_or_three_failures_of_one_roll_end_the_turn_with_friends_still_waiting(dice: tuple[int, ...], turn: int) -> None:
    played = play(Call(activate, field(), 0, len(dice), ""), dice=dice)
    assert (turn_of(played), "turn-passes" in played.kinds) == (turn, turn == 1)
    assert "moves" not in played.kinds


@pytest.mark.rule("sbh.activation.actions-before-pass")
def test_the_one_action_comes_before_the_turn_passes() -> None:
    played = play(Call(activate, field(), 0, 3, ""), dice=[5, 2, 1], answers=[("move", 10000, 13000)])
    assert turn_of(played) == 1
    assert played.kinds.index("moves") < played.kinds.index("turn-passes")
    assert played.asked[-1].world.figures[0].y == 13000


@pytest.mark.rule("sbh.activation.continue")
@pytest.mark.parametrize("dice", [[2], [4, 5, 1]])
def test_with_at_most_one_failure_the_player_goes_on(dice: list[int]) -> None:
    played = play(Call(activate, field(), 0, len(dice), ""), dice=dice, answers=[END] if len(dice) > 1 else [])
    due = played.asked[-1]
    assert (turn_of(played), due.world.turn) == (0, 1)
    assert due.options.check(("activate", 1, 3, "")) is None


@pytest.mark.rule("sbh.activation.end-turn")
def test_the_turn_ends_when_all_have_been_activated() -> None:
    played = play(
        Call(next_activation, field()),
        dice=[1, 1, 1],
        answers=[("activate", 0, 1, ""), ("activate", 1, 1, ""), ("activate", 2, 1, "")],
    )
    assert (turn_of(played), played.asked[-1].world.turn) == (1, 2)
    assert "turn-passes" not in played.kinds


@pytest.mark.rule("sbh.activation.end-turn")
def test_a_player_may_stop_before_everybody_has_been_activated() -> None:
    played = play(Call(next_activation, field()), answers=[END_TURN])
    assert turn_of(played) == 1


@pytest.mark.rule("sbh.activation.end-turn")
def test_in_a_new_turn_all_fighters_of_the_side_can_be_activated_again() -> None:
    tired = changed(
        field(),
        figures=tuple(changed(figure, activated=True, attacked=True, moves=2, shunned=5) for figure in field().figures),
    )
    world = play(Call(new_turn, tired, 1)).asked[-1].world
    orc, human = world.figures[3], world.figures[0]
    assert (orc.activated, orc.attacked, orc.moves, orc.shunned) == (False, False, 0, 0)
    assert human.activated
    assert (world.turn, world.active, world.dawn) == (2, 1, world.figures)


@pytest.mark.rule("sbh.activation.end-turn", "sbh.activation.two-failures-pass-turn")
def test_the_turn_comes_back_to_the_first_player() -> None:
    theirs = field(active=1)
    assert turn_of(play(Call(next_activation, theirs), answers=[END_TURN])) == 0
    assert turn_of(play(Call(activate, theirs, 3, 2, ""), dice=[1, 1])) == 0
    assert turn_of(play(Call(activate, theirs, 3, 1, ""), dice=[1])) == 0


@pytest.mark.rule("sbh.special.terror-approach")
def test_after_an_activation_a_fighter_may_dare_again() -> None:
    world = field()
    timid = world.with_figure(changed(world.figures[0], shunned=8))
    assert play(Call(activate, timid, 0, 1, ""), dice=[1]).asked[-1].world.figures[0].shunned == 0


@pytest.mark.rule("sbh.activation.end-turn")
def test_a_passing_turn_is_over_when_the_next_one_begins() -> None:
    played = play(Call(activate, field(), 0, 2, ""), dice=[1, 1])
    assert not played.asked[-1].world.passing


@pytest.mark.rule("sbh.end.scenario-conditions")
def test_a_player_may_concede() -> None:
    played = play(Call(next_activation, field()), answers=[CONCEDE])
    assert played.result.winner == 1
    assert played.result.reason == "sbh.end.scenario-conditions"


@pytest.mark.rule("sbh.end.eradication")
def test_nobody_is_asked_when_a_side_is_wiped_out() -> None:
    world = field()
    gone = world.with_figure(changed(world.figures[3], status=OFF_TABLE))
    result = play(Call(next_activation, gone)).result
    assert result.reason == "sbh.end.eradication"


# ---------------------------------------------------------------- declarations and samples


@pytest.mark.rule("sbh.magic.declare")
def test_only_those_who_have_the_power_may_announce_it() -> None:
    world = scene(
        fighter("human-mage", 0, 100, 100),
        fighter("human-cleric", 0, 200, 100),
        fighter("human-warrior", 0, 300, 100, item="scroll", charges=4),
        fighter("human-mage", 0, 400, 100, exhausted=True),
        fighter("human-cleric", 0, 500, 100, forsaken=True),
        fighter("orc-warrior", 1, 500, 500),
    )
    options = Activations(world)
    may = [[options.check(("activate", id, 1, word)) is None for word in ("cast", "heal", "scroll")] for id in range(5)]
    assert may == [[True, False, False], [False, True, False], [False, False, True], [False] * 3, [False] * 3]
    assert options.check(("activate", 0, 1, "pray")) is not None


def test_every_listed_activation_is_legal() -> None:
    world = field()
    options = Activations(world)
    answers = options.listed()
    picks = [("activate", id, dice, "") for id in range(3) for dice in (1, 2, 3)]
    assert answers == [*picks, END_TURN, CONCEDE]
    assert all(options.check(answer) is None for answer in answers)
    assert isinstance(play(Call(next_activation, world)).asked[0], Choose)
