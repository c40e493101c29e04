"""The turn: initiative, alternating activation, morale, confusion, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call, Choose, Result
from escarmouche.core.engine import start
from escarmouche.systems.fda.model import (
    CROUCHED,
    DEAD,
    OUT,
    PRONE,
    STUNNED,
    WOUNDED_INITIATIVE,
    ZERO_FAILS_MORALE,
    World,
)
from escarmouche.systems.fda.rules.turn import (
    activate,
    drive,
    end_of_turn,
    initiative,
    is_fit,
    morale,
    new_turn,
    phase,
    spirit,
)
from tests.systems.fda.stage import changed, figure, play, scene


def troop(*morale: int, seat: int = 0, **more: Any) -> list[Any]:
    return [figure("orc", seat, 5 + 5 * number + 60 * seat, 20, M=value, **more) for number, value in enumerate(morale)]


def two(ours: tuple[int, ...], theirs: tuple[int, ...], **more: Any) -> World:
    return scene(*troop(*ours), *troop(*theirs, seat=1), options=0, **more)


# ---------------------------------------------------------------- initiative


@pytest.mark.rule("fda.turn.initiative-zero")
def test_a_zero_loses_the_initiative() -> None:
    lost = play(Call(initiative, two((4, 4), (3,))), [0, 1])
    assert lost.result == 1
    assert (lost.rules, lost.tells[0].about) == (["fda.turn.initiative-zero"], (1, 4, 8))
    played = play(Call(initiative, two((4, 4), (3,))), [0, 0, 2, 1])
    assert played.result == 0


@pytest.mark.rule("fda.turn.initiative-tie")
def test_a_tie_goes_to_the_fewer_figures() -> None:
    fewer = play(Call(initiative, two((4,), (2, 2))), [3, 3])
    assert fewer.result == 0
    assert (fewer.rules, fewer.kinds) == (["fda.turn.initiative-tie"], ["initiative-fewer"])
    played = play(Call(initiative, two((4,), (4,))), [3, 3, 1, 2])
    assert played.result == 1
    assert "initiative-again" in played.kinds


@pytest.mark.rule("fda.turn.initiative-roll")
def test_wounded_figures_count_only_where_the_table_says_so() -> None:
    world = scene(figure("orc", 0, 20, 20, wounded=True), figure("orc", 1, 40, 20), options=0)
    assert drive(world, 0) == 0
    assert drive(changed(world, switches=WOUNDED_INITIATIVE), 0) == 1
    assert spirit(changed(world, switches=WOUNDED_INITIATIVE), 0) == 0
    both = scene(figure("orc", 0, 20, 20, wounded=True), figure("orc", 0, 30, 20, M=4), figure("orc", 1, 40, 20), options=0)
    assert [drive(changed(both, switches=one), 0) for one in (0, WOUNDED_INITIATIVE)] == [4, 5], "each once"


@pytest.mark.rule("fda.turn.initiative-may-be-ceded", "fda.turn.first-player-must-play", "fda.turn.initiative-every-turn")
def test_the_winner_may_hand_it_over_and_the_other_must_begin() -> None:
    world = two((1,), (1,))
    played = play(Call(new_turn, world), [9, 1], [("keep",)])
    assert played.asked[-1].seat == 0
    played = play(Call(new_turn, world), [9, 1], [("cede",)])
    assert played.asked[-1].seat == 1
    assert played.world.turn == 2


# ---------------------------------------------------------------- activations


def order(world: World, first: int) -> list[int]:
    """Who is activated, one after the other, everybody ending at once."""
    run = start(Call(phase, changed(world, active=first)))
    found: list[int] = []
    while isinstance(run.due, Choose):
        found.extend([tell.about[0] for tell in run.told if tell.kind == "activates"])
        run.told.clear()
        run.reply(("end",) if run.due.why == "fda.action.two-time-units" else run.due.options.listed()[0])
    return [*found, *[tell.about[0] for tell in run.told if tell.kind == "activates"]]


@pytest.mark.rule("fda.turn.activation-alternates", "fda.setup.one-figure-one-individual")
def test_players_alternate_and_whoever_is_left_plays_on() -> None:
    world = two((1, 1, 1), (1, 1, 1, 1, 1))
    assert order(world, 0)[:8] == [0, 3, 1, 4, 2, 5, 6, 7]


@pytest.mark.rule("fda.turn.one-activation-per-turn", "fda.setup.activation-markers")
def test_a_figure_is_activated_once_a_turn() -> None:
    world = two((1, 1), (1,))
    played = play(Call(phase, changed(world, active=0)), (), [("activate", 0), ("end",), ("end",)])
    assert played.world.figures[0].activated
    assert played.asked[-1].figure == 1
    marked = changed(world, first=0, figures=tuple(changed(one, activated=True) for one in world.figures))
    done = play(Call(end_of_turn, marked), [1, 1, 5, 1])
    assert not any(one.activated for one in done.world.figures)


@pytest.mark.rule("fda.action.pass")
def test_a_figure_may_be_activated_and_do_nothing() -> None:
    played = play(Call(activate, two((1,), (1,)), 0), (), [("end",)])
    assert played[0].activated


@pytest.mark.rule("fda.turn.three-phases")
def test_a_turn_is_initiative_activations_and_morale() -> None:
    played = play(Call(new_turn, two((4, 4), (4, 4))), [5, 1, 1, 1, 5, 1], [("keep",), *[("activate", 0), ("end",)], *turns()])
    whys = [roll.why for roll in played.rolls]
    assert whys == ["fda.test.ji", "fda.test.ji", "fda.test.jm", "fda.test.jm", "fda.test.ji", "fda.test.ji"]
    assert played.world.turn == 3


def turns() -> list[Any]:
    """The other three of two times two figures do nothing."""
    return [("activate", 2), ("end",), ("end",), ("end",)]


# ---------------------------------------------------------------- morale


@pytest.mark.rule("fda.state.fit", "fda.morale.troop-sum", "fda.char.morale")
def test_only_the_fit_count() -> None:
    figures = [
        figure("orc", 0, 10, 20, M=4),
        figure("orc", 0, 20, 20, M=3, posture=STUNNED),
        figure("orc", 0, 30, 20, M=2, posture=PRONE),
        figure("orc", 0, 40, 20, M=1, posture=CROUCHED),
        figure("orc", 0, 50, 20, M=3, wounded=True),
        figure("orc", 0, 60, 20, M=3, status=OUT),
    ]
    world = scene(*figures, options=0)
    assert [is_fit(one) for one in world.figures] == [True, False, False, True, False, False]
    assert spirit(world, 0) == 5


@pytest.mark.rule("fda.morale.when", "fda.morale.first-breaks-second-skips")
def test_whoever_played_first_tests_first_and_the_other_need_not() -> None:
    world = changed(two((2,), (1,)), first=1)
    played = play(Call(morale, world), [5])
    assert played.result[1] == 1
    assert len(played.rolls) == 1
    assert play(Call(morale, changed(world, first=0)), [2, 1]).result[1] == -1


@pytest.mark.rule("fda.morale.zero-on-morale")
def test_a_mere_zero_holds_but_at_some_tables() -> None:
    world = changed(two((2,), (2,)), first=0)
    assert play(Call(morale, world), [0, 5, 1]).result[1] == -1
    assert play(Call(morale, changed(world, switches=ZERO_FAILS_MORALE)), [0, 5]).result[1] == 0


@pytest.mark.rule("fda.morale.confusion")
def test_a_confused_troop_loses_the_next_initiative_without_a_roll() -> None:
    world = changed(two((2,), (2,)), first=0)
    confused = play(Call(morale, world), [0, 0, 1]).result[0]
    assert confused.sides[0].confused
    played = play(Call(new_turn, confused), (), [("keep",)])
    assert played.asked[-1].seat == 1
    assert not played.world.sides[0].confused
    assert play(Call(morale, world), [0, 0, 6]).result[1] == 1


@pytest.mark.rule("fda.morale.both-confused")
def test_if_both_are_confused_both_roll_again() -> None:
    world = changed(two((2,), (2,)), first=0)
    played = play(Call(morale, world), [0, 0, 0, 0, 1, 9])
    assert played.result[1] == 1
    assert "both-confused" in played.kinds


@pytest.mark.rule("fda.morale.no-figures")
def test_a_troop_without_figures_has_lost_without_a_roll() -> None:
    world = two((2,), (2,))
    gone = changed(world, figures=(world.figures[0], changed(world.figures[1], status=OUT)), first=0)
    result = play(Call(end_of_turn, gone)).result
    assert isinstance(result, Result)
    assert (result.winner, result.reason) == (0, "fda.morale.no-figures")
    both = changed(gone, figures=tuple(changed(one, status=DEAD) for one in gone.figures))
    assert play(Call(end_of_turn, both)).result.winner == -1
    lying = changed(world, figures=(world.figures[0], changed(world.figures[1], posture=PRONE)), first=1)
    assert play(Call(end_of_turn, lying), [1]).result.winner == 0
    assert play(Call(phase, changed(gone, active=0))).result.winner == 0


@pytest.mark.rule("fda.morale.failure", "fda.turn.end-of-scenario-check")
def test_breaking_comes_before_the_victory_check() -> None:
    world = changed(two((2,), (2,)), first=0, turn=10, turn_limit=10)
    lost = changed(world, figures=(world.figures[0], changed(world.figures[1], wounded=True)))
    result = play(Call(end_of_turn, lost), [3]).result
    assert (result.winner, result.reason) == (1, "fda.morale.failure")
    won = play(Call(end_of_turn, changed(world, first=0)), [1, 1]).result
    assert won.reason == "fda.scenario.brawl-victory"


@pytest.mark.rule("fda.campaign.out-of-action-returns")
def test_the_last_world_tells_the_dead_from_those_who_may_return() -> None:
    world = changed(two((2, 2), (2,)), first=0, turn=10, turn_limit=10)
    figures = (world.figures[0], changed(world.figures[1], status=OUT), changed(world.figures[2], status=DEAD))
    result = play(Call(end_of_turn, changed(world, figures=figures))).result
    assert [one.status for one in result.world.figures][1:] == [OUT, DEAD]


@pytest.mark.rule("fda.turn.activation-alternates")
def test_it_is_the_turn_of_whoever_has_somebody_left() -> None:
    done, left = figure("orc", 0, 20, 20, activated=True), figure("elf", 1, 60, 20)
    asked = play(Call(phase, scene(done, left, figure("elf", 1, 70, 20), active=0))).asked[0]
    assert (asked.seat, asked.world.active) == (1, 1), "so that nobody takes it for an interruption"
