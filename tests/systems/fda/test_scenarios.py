"""Setting up and winning: the options agreed on, deployment, and the house scenarios."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Call
from escarmouche.core.errors import ContentError
from escarmouche.core.game import Game
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    ASLEEP,
    BROKEN,
    LEFT,
    ON_TABLE,
    OUT,
    PRONE,
    STUNNED,
    Fixture,
    World,
)
from escarmouche.systems.fda.rules.damage import defence_roll
from escarmouche.systems.fda.rules.deployment import Deployment
from escarmouche.systems.fda.rules.scenarios import dawn, losses
from escarmouche.systems.fda.rules.turn import end_of_turn, is_settled, spirit
from escarmouche.systems.fda.system import SYSTEM
from tests.systems.fda.stage import act, box, changed, cm, figure, play, scene

SEVEN, PATROL, RAID = "fda/the-seven", "fda/orc-patrol", "fda/troll-raid"
HOUSEHOLD, EXPEDITION, CRYPT = "fda/zangdars-household", "fda/soup-expedition", "fda/crypt"


def new(scenario: str, *armies: str, **options: Any) -> Game:
    return esc.new("fda", armies=list(armies), scenario=scenario, seed=3, options=options)


def deployed(game: Game) -> World:
    """The world once both troops stand, everything else answered as it comes."""
    while game.due is not None and game.due.world.turn == 0:
        game.play(game.options()[0])
    assert game.due is not None
    world = game.due.world
    assert isinstance(world, World)
    return world


# ---------------------------------------------------------------- options


@pytest.mark.rule("fda.setup.rule-levels")
def test_options_are_agreed_on_and_may_need_others() -> None:
    with pytest.raises(ContentError, match="needs the option positions"):
        new("brawl", SEVEN, RAID, scouting=True)
    with pytest.raises(ContentError, match="needs the option extra-actions"):
        new("statuette", SEVEN, HOUSEHOLD, **{"extra-actions": False})
    assert new("brawl", SEVEN, RAID).due is not None
    world = deployed(new("brawl", SEVEN, RAID, wounds=True))
    assert world.options == 1 << 5
    advanced = deployed(new("brawl", SEVEN, RAID, rules="advanced", magic=False, **{"magic-fumbles": False}))
    assert len([name for name in book().option if name]) == 23
    assert advanced.options.bit_count() == 20


@pytest.mark.rule("fda.setup.open-information")
def test_both_players_see_everything() -> None:
    game = new("brawl", SEVEN, RAID, rules="advanced")
    world = deployed(game)
    assert SYSTEM.view(world, 0) == SYSTEM.view(world, 1)


@pytest.mark.rule("fda.setup.two-troops")
def test_either_seat_may_lead_the_adventurers() -> None:
    assert deployed(new("rude-awakening", SEVEN, PATROL)).heroes == 0
    assert deployed(new("rude-awakening", PATROL, SEVEN)).heroes == 1
    with pytest.raises(ContentError, match="belongs to the side"):
        new("rude-awakening", RAID, PATROL)


@pytest.mark.rule("fda.scenario.general-deployment")
def test_the_adventurers_deploy_first_each_in_its_zone() -> None:
    game = new("brawl", RAID, SEVEN)
    assert game.due is not None
    assert game.due.seat == 1
    options = game.choice.options
    assert isinstance(options, Deployment)
    answer = options.listed()[0]
    assert all(spot[0] + 1250 <= cm(16) for spot in answer[1])
    outside = ("deploy", ((cm(50), cm(30), 0), *answer[1][1:]))
    refusal = options.check(outside)
    assert refusal is not None
    assert refusal.key == "out-of-zone"
    touching = ("deploy", (answer[1][1], *answer[1][1:]))
    assert options.check(touching) is not None


# ---------------------------------------------------------------- rude awakening


@pytest.mark.rule("fda.scenario.rude-awakening-setup", "fda.scenario.rude-awakening-asleep")
def test_all_sleep_but_the_guard_and_count_as_fit() -> None:
    world = deployed(new("rude-awakening", SEVEN, PATROL))
    awake = [one.card.profile for one in world.on_table(0) if one.posture != ASLEEP]
    assert awake == ["wizardess"]
    assert spirit(world, 0) == 14
    assert all(one.x > cm(63) for one in world.on_table(0))


@pytest.mark.rule("fda.scenario.rude-awakening-waking")
def test_everybody_wakes_in_the_third_turn() -> None:
    world = scene(figure("elf", 0, 20, 20, posture=ASLEEP), options=0, scenario="rude-awakening", turn=2)
    assert play(Call(dawn, world))[0].posture == ASLEEP
    assert play(Call(dawn, changed(world, turn=3)))[0].posture == PRONE


def ending(scenario: str, turn: int, ours: int, theirs: int, limit: int = 8, **more: Any) -> World:
    figures = [figure("elf", 0, 10 + 5 * number, 20, M=4) for number in range(ours)]
    figures += [figure("orc", 1, 10 + 5 * number, 60, M=4) for number in range(theirs)]
    return scene(*figures, options=0, scenario=scenario, turn=turn, turn_limit=limit, first=0, **more)


@pytest.mark.rule("fda.scenario.rude-awakening-end", "fda.scenario.rude-awakening-victory")
def test_four_must_still_be_there_after_eight_turns() -> None:
    calm = play(Call(end_of_turn, ending("rude-awakening", 2, 1, 1)), [5, 1])
    assert [roll.why for roll in calm.rolls] == ["fda.test.ji", "fda.test.ji"]
    assert play(Call(end_of_turn, ending("rude-awakening", 3, 1, 1)), [9]).result.winner == 1
    assert play(Call(end_of_turn, ending("rude-awakening", 8, 4, 3)), [1, 1]).result.winner == 0
    assert play(Call(end_of_turn, ending("rude-awakening", 8, 3, 3)), [1, 1]).result.winner == 1
    assert play(Call(end_of_turn, ending("rude-awakening", 1, 3, 0))).result.winner == 0


# ---------------------------------------------------------------- brawl


@pytest.mark.rule("fda.scenario.brawl-setup", "fda.scenario.brawl-end", "fda.scenario.brawl-victory")
def test_who_has_felled_more_by_price_wins_after_ten_turns() -> None:
    world = deployed(new("brawl", SEVEN, RAID))
    assert (world.turn_limit, spirit(world, 0), spirit(world, 1)) == (10, 14, 14)
    elf, dwarf = figure("elf", 0, 20, 20, status=OUT), figure("dwarf", 0, 30, 20, M=4, wounded=True)
    fallen = [figure("orc", 1, 20, 60, status=OUT), figure("orc", 1, 25, 60, status=OUT), figure("orc", 1, 30, 60, M=4)]
    late = scene(elf, dwarf, figure("ogre", 0, 40, 20, M=4), *fallen, options=0, turn=10, turn_limit=10, first=0)
    assert (losses(late, 0), losses(late, 1)) == (2 * 22 + 39, 4 * 22)
    result = play(Call(end_of_turn, late), [1, 1]).result
    assert (result.winner, result.reason) == (0, "fda.scenario.brawl-victory")
    even = ending("brawl", 10, 2, 2, 10)
    assert play(Call(end_of_turn, even), [1, 1]).result.winner == -1
    assert play(Call(end_of_turn, ending("brawl", 9, 2, 2, 10)), [1, 1, 5, 1]).asked[-1].why.startswith("fda.turn")


# ---------------------------------------------------------------- the statuette


@pytest.mark.rule("fda.scenario.statuette-setup")
def test_the_study_is_locked_and_the_chest_holds_the_statuette() -> None:
    world = deployed(new("statuette", SEVEN, HOUSEHOLD))
    assert [(one.kind, one.locked, one.holds) for one in world.fixtures] == [("door", True, ""), ("chest", False, "statuette")]
    study = {one.card.profile for one in world.on_table(1) if one.x < cm(25)}
    assert study == {"zangdar", "reivax"}
    assert any("key" in one.belt for one in world.on_table(1))


@pytest.mark.rule("fda.scenario.statuette-end", "fda.scenario.statuette-victory")
def test_whoever_carries_it_off_the_east_edge_has_won_at_once() -> None:
    thief = figure("thief", 0, 115, 20, hands=("statuette",), belt=())
    world = scene(thief, figure("orc", 1, 20, 20), options=0, scenario="statuette", turn_limit=12)
    gone = act(world, ("advance", cm(125), cm(20)))
    assert gone[0].status == LEFT
    assert is_settled(gone.world)
    result = play(Call(end_of_turn, changed(gone.world, first=0))).result
    assert (result.winner, result.reason) == (0, "fda.scenario.statuette-victory")
    bare = scene(changed(thief, hands=()), figure("orc", 1, 20, 20), options=0, scenario="statuette")
    empty = act(bare, ("advance", cm(125), cm(20)))
    assert (empty[0].status, empty[0].x) == (ON_TABLE, cm(118.75))
    assert play(Call(end_of_turn, ending("statuette", 12, 3, 3, 12)), [1, 1]).result.winner == 1
    stunned = play(Call(defence_roll, world, 0, 0, False, ""), [4])
    assert stunned[0].posture == STUNNED
    assert [one.item for one in stunned.world.things] == ["statuette"]


# ---------------------------------------------------------------- the lich


def crypt(blows: int = 3, **more: Any) -> World:
    pieces = [box("sarcophagus", 57, 50, 63, 53), box("cauldron", 58, 28, 62, 32)]
    lich = figure("lich", 1, 60, 60, **more)
    fixtures = (Fixture(0, "sarcophagus", 0 if blows else BROKEN, blows=blows),)
    figures = (figure("paladin", 0, 20, 20, M=4), lich, figure("leek-man", 1, 60, 40, D=3, M=4))
    return scene(*figures, options=0, pieces=pieces, fixtures=fixtures, scenario="lich-soup", turn=3, turn_limit=9, first=0)


@pytest.mark.rule("fda.scenario.lich-soup-setup")
def test_the_crypt() -> None:
    world = deployed(new("lich-soup", EXPEDITION, CRYPT))
    assert [(one.kind, one.blows) for one in world.fixtures] == [("sarcophagus", 3)]
    assert (spirit(world, 0), spirit(world, 1), world.turn_limit) == (13, 13, 9)
    lich = next(one for one in world.on_table(1) if one.card.profile == "lich")
    assert lich.y > cm(43)


@pytest.mark.rule("fda.scenario.lich-soup-return")
def test_the_lich_comes_back_while_its_box_is_whole() -> None:
    back = play(Call(end_of_turn, crypt(status=OUT)), [1, 1, 5, 1], [("rise", cm(60), cm(50) - 1251)])
    lich = back.world.figures[1]
    assert (lich.status, lich.posture, lich.wounded) == (ON_TABLE, PRONE, False)
    assert not is_settled(changed(crypt(status=OUT), figures=(*crypt(status=OUT).figures[:2],)))
    assert "lich-returns" in back.kinds


@pytest.mark.rule("fda.scenario.lich-soup-victory", "fda.scenario.lich-soup-end")
def test_smashed_and_off_the_table() -> None:
    won = play(Call(end_of_turn, crypt(0, status=OUT)), [1, 1]).result
    assert (won.winner, won.reason) == (0, "fda.scenario.lich-soup-victory")
    assert play(Call(end_of_turn, crypt(0)), [1, 1, 5, 1]).result is None
    assert play(Call(end_of_turn, changed(crypt(0), turn=9)), [1, 1]).result.winner == 1


@pytest.mark.rule("fda.scenario.lich-soup-soup")
def test_a_leek_man_near_the_pot_goes_into_the_soup() -> None:
    world = crypt()
    soup = play(Call(defence_roll, world, 2, 0, False, ""), [9])
    assert spirit(soup.world, 0) == 5
    far = changed(world, figures=(*world.figures[:2], changed(world.figures[2], x=cm(90))))
    assert spirit(play(Call(defence_roll, far, 2, 0, False, ""), [9]).world, 0) == 4


@pytest.mark.rule("fda.trait.floor-dweller")
def test_reivax_may_begin_on_the_floor() -> None:
    game = new("statuette", SEVEN, HOUSEHOLD)
    while game.due is not None and game.due.why != "fda.trait.floor-dweller":
        game.play(game.options()[0])
    assert game.due is not None
    id = next(one.id for one in game.world.figures if one.card.profile == "reivax")
    game.play(("begin", ((id, "prone"),)))
    assert game.world.figures[id].posture == PRONE
