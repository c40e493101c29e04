"""The scenarios of the house: how they are laid out, what happens in them, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.dungeon import table
from escarmouche.systems.fda.model import ASLEEP, BROKEN, HIDDEN, LEFT, ON_TABLE, OUT, PRONE, Figure, World
from escarmouche.systems.fda.rules.damage import out
from escarmouche.systems.fda.rules.scenarios import achieved, dusk
from escarmouche.systems.fda.rules.turn import end_of_turn, is_settled, spirit
from escarmouche.systems.fda.system import SYSTEM
from escarmouche.table.shapes import disc_gap_polygon
from tests.systems.fda.stage import act, changed, cm, figure, play, scene, script


def deployed(scenario: str, **options: Any) -> World:
    """The world after both troops of a scenario have taken their places."""
    game: Game = esc.new("fda", scenario=scenario, seed=5, options=options)
    chance = Stream("places")
    while game.due is not None and game.due.why == "fda.scenario.general-deployment":
        game.play(game.sample(chance))
    assert game.due is not None
    world = game.due.world
    assert isinstance(world, World)
    return world


def within_box(one: Figure, box: Any) -> bool:
    """Does its base lie wholly in a zone?"""
    r = one.card.radius
    return (
        cm(box.x) <= one.x - r and one.x + r <= cm(box.x + box.w) and cm(box.y) <= one.y - r and one.y + r <= cm(box.y + box.h)
    )


def named(world: World, profile: str) -> list[Figure]:
    return [one for one in world.figures if one.card.profile == profile]


def gap(world: World, one: Figure, kind: str) -> int:
    """How far a base is from the piece of a kind."""
    piece = next(piece for piece in world.ground.pieces if piece.kind == kind)
    return disc_gap_polygon(one.x, one.y, one.card.radius, piece.shape)


def on(scenario: str, *figures: Figure, **more: Any) -> World:
    """Figures on the table of a scenario."""
    laid = table(scenario, Stream("terrain"))
    return scene(*figures, scenario=scenario, ground=laid.ground, fixtures=laid.fixtures, **more)


# ---------------------------------------------------------------- what everybody knows


@pytest.mark.rule("fda.setup.open-information")
def test_both_seats_see_the_same_table_hidden_figures_included() -> None:
    world = scene(figure("elf", 0, 10, 10), figure("goblin-scout", 1, 60, 60, posture=HIDDEN, spell=""))
    ours, theirs = SYSTEM.view(world, 0), SYSTEM.view(world, 1)
    assert ours == theirs
    assert [(one["x"], one["y"]) for one in ours["figures"]] == [(cm(10), cm(10)), (cm(60), cm(60))]


# ---------------------------------------------------------------- a rude awakening


@pytest.mark.rule("fda.scenario.rude-awakening-setup")
def test_all_adventurers_sleep_but_the_one_on_guard() -> None:
    world = deployed("rude-awakening")
    row = book().scenario["rude-awakening"]
    assert {one.card.profile for one in world.on_table(0) if one.posture != ASLEEP} == {"wizardess"}
    assert not [one for one in world.on_table(1) if one.posture == ASLEEP]
    for seat, zone in enumerate(row.zones):
        assert all(within_box(one, zone) for one in world.on_table(seat))
    assert (world.ground.width, world.ground.depth, world.turn_limit) == (cm(90), cm(60), 8)


@pytest.mark.rule("fda.scenario.rude-awakening-end")
def test_nobody_tests_morale_in_the_first_two_turns() -> None:
    pair = (figure("elf", 0, 70, 10), figure("orc", 1, 10, 10))
    calm = play(Call(end_of_turn, on("rude-awakening", *pair, turn=2, turn_limit=8, first=0)), [5, 3])
    assert [roll.why for roll in calm.rolls] == ["fda.test.ji", "fda.test.ji"]
    tested = play(Call(end_of_turn, on("rude-awakening", *pair, turn=3, turn_limit=8, first=0)), [1, 1, 5, 3])
    assert [roll.why for roll in tested.rolls][:2] == ["fda.test.jm", "fda.test.jm"]
    assert book().scenario["rude-awakening"].turns == 8


@pytest.mark.rule("fda.scenario.rude-awakening-victory")
@pytest.mark.parametrize(("left", "winner"), [(4, 0), (3, 1)])
def test_four_of_seven_must_be_on_the_table_at_the_end(left: int, winner: int) -> None:
    seven = [figure("ranger", 0, 64 + 3 * one, 10, posture=PRONE, status=ON_TABLE if one < left else OUT) for one in range(7)]
    world = on("rude-awakening", *seven, figure("orc", 1, 10, 10), turn=8, turn_limit=8)
    result = achieved(world)
    assert result is not None
    assert (result.winner, result.reason) == (winner, "fda.scenario.rude-awakening-victory")
    assert achieved(changed(world, turn=7)) is None


# ---------------------------------------------------------------- the statuette


@pytest.mark.rule("fda.scenario.statuette-setup")
def test_zangdar_and_reivax_have_the_study_the_others_the_hall() -> None:
    world = deployed("statuette")
    home, study, hall = book().scenario["statuette"].zones
    assert all(within_box(one, home) for one in world.on_table(0))
    for one in world.on_table(1):
        assert within_box(one, study if one.card.profile in ("zangdar", "reivax") else hall)
    assert "key" in named(world, "reivax")[0].belt
    with pytest.raises(EscarmoucheError, match="needs the option extra-actions"):
        esc.new("fda", scenario="statuette", options={"extra-actions": False})


@pytest.mark.rule("fda.scenario.statuette-end")
def test_only_the_carrier_leaves_and_that_ends_it_at_once() -> None:
    orc = figure("orc", 1, 40, 10)
    carrier = figure("thief", 0, 85, 30, hands=("dagger", "statuette"))
    world = on("statuette", carrier, orc, turn=7, turn_limit=12)
    gone = act(world, ("advance", cm(95), cm(30))).world
    assert gone.figures[0].status == LEFT
    assert is_settled(gone)
    played = play(Call(end_of_turn, gone))
    assert (played.result.winner, played.result.reason) == (0, "fda.scenario.statuette-victory")
    assert played.rolls == []
    empty = changed(carrier, hands=("dagger",))
    for stays, other in ((empty, orc), (changed(carrier, seat=1), figure("elf", 0, 40, 10))):
        after = act(on("statuette", stays, other), ("advance", cm(95), cm(30)))[0]
        assert (after.status, after.x) == (ON_TABLE, cm(90) - after.card.radius)


@pytest.mark.rule("fda.scenario.statuette-victory")
def test_the_dungeon_wins_when_the_clock_has_run_out() -> None:
    world = on("statuette", figure("thief", 0, 85, 30), figure("orc", 1, 40, 10), turn=12, turn_limit=12)
    result = achieved(world)
    assert result is not None
    assert (result.winner, result.reason) == (1, "fda.scenario.statuette-victory")
    assert achieved(changed(world, turn=11)) is None
    assert book().scenario["statuette"].turns == 12


# ---------------------------------------------------------------- lich soup


@pytest.mark.rule("fda.scenario.lich-soup-setup")
def test_the_crypt_is_laid_out_around_tomb_and_pot() -> None:
    world = deployed("lich-soup")
    south, _, zombies, _ = book().scenario["lich-soup"].zones
    assert all(within_box(one, south) for one in world.on_table(0))
    assert all(within_box(one, zombies) for one in named(world, "zombie"))
    assert all(gap(world, one, "sarcophagus") <= cm(5) for one in named(world, "lich"))
    assert all(gap(world, one, "cauldron") <= cm(8) for one in named(world, "leek-man"))
    with pytest.raises(EscarmoucheError, match="needs the option magic"):
        esc.new("fda", scenario="lich-soup", options={"magic": False})


def crypt(**lich: Any) -> World:
    return on("lich-soup", figure("ranger", 0, 10, 5), figure("lich", 1, 40, 50, **lich), turn=3, turn_limit=9)


def smashed(world: World) -> World:
    """The world with the sarcophagus in pieces."""
    (tomb,) = world.fixtures
    return changed(world, fixtures=(changed(tomb, blows=0, state=BROKEN),))


@pytest.mark.rule("fda.scenario.lich-soup-return")
def test_a_fallen_lich_comes_back_as_long_as_its_tomb_stands() -> None:
    asked = play(Call(dusk, crypt(status=OUT)))
    spot = asked.asked[0].options.listed()[0]
    back = play(Call(dusk, crypt(status=OUT)), answers=[spot])[1]
    assert (back.status, back.posture, back.wounded) == (ON_TABLE, PRONE, True)
    assert gap(crypt(), back, "sarcophagus") <= 10
    healthy = play(Call(dusk, changed(crypt(status=OUT), options=0)), answers=[spot])[1]
    assert not healthy.wounded
    assert play(Call(dusk, smashed(crypt(status=OUT))))[1].status == OUT


@pytest.mark.rule("fda.scenario.lich-soup-soup")
def test_leek_men_that_fall_near_the_pot_go_into_the_soup() -> None:
    ranger = figure("ranger", 0, 10, 5)
    near, far = figure("leek-man", 1, 38, 30), figure("leek-man", 1, 52, 30)
    world = on("lich-soup", ranger, near, far, figure("zombie", 1, 26, 30))
    before = spirit(world, 0)
    assert spirit(play(script(out, world, 1, "fda.state.out-of-action")).world, 0) == before + 1
    assert spirit(play(script(out, world, 2, "fda.state.out-of-action")).world, 0) == before
    assert spirit(play(script(out, world, 3, "fda.state.out-of-action")).world, 0) == before
    sung = on("lich-soup", ranger, changed(near, seat=0, home=1))
    assert spirit(play(script(out, sung, 1, "fda.state.out-of-action")).world, 0) == before


@pytest.mark.rule("fda.scenario.lich-soup-victory")
@pytest.mark.rule("fda.scenario.lich-soup-end")
def test_the_tomb_smashed_and_the_lich_away_is_a_victory() -> None:
    result = achieved(smashed(crypt(status=OUT)))
    assert result is not None
    assert (result.winner, result.reason) == (0, "fda.scenario.lich-soup-victory")
    assert achieved(smashed(crypt())) is None
    assert achieved(crypt(status=OUT)) is None
    last = achieved(changed(smashed(crypt()), turn=9))
    assert last is not None
    assert last.winner == 1
    assert book().scenario["lich-soup"].turns == 9


# ---------------------------------------------------------------- the brawl


@pytest.mark.rule("fda.scenario.brawl-setup")
@pytest.mark.parametrize("scenario", ["brawl", "random-dungeon"])
def test_any_two_troops_meet_from_west_and_east(scenario: str) -> None:
    world = deployed(scenario)
    for seat, zone in enumerate(table(scenario, Stream("terrain 5")).zones):
        assert world.on_table(seat)
        assert all(within_box(one, zone) for one in world.on_table(seat))
    assert max(one.x for one in world.on_table(0)) < min(one.x for one in world.on_table(1))
    strangers = esc.new("fda", scenario=scenario, armies=["fda/orc-patrol", "fda/crypt"], seed=1)
    assert strangers.due is not None


@pytest.mark.rule("fda.scenario.brawl-end")
def test_a_brawl_is_decided_after_ten_turns() -> None:
    world = on("brawl", figure("elf", 0, 10, 10), figure("orc", 1, 60, 10, status=OUT), figure("orc", 1, 70, 10), turn=10,
               turn_limit=10)  # fmt: skip
    assert book().scenario["brawl"].turns == 10
    assert achieved(changed(world, turn=9)) is None
    result = achieved(world)
    assert result is not None
    assert (result.winner, result.reason) == (0, "fda.scenario.brawl-victory")
