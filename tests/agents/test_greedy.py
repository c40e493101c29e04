"""The greedy player: clearly better than chance, an answer to every question, the same from the same seed."""

from __future__ import annotations

import doctest

import pytest

from escarmouche.agents import greedy
from escarmouche.agents.greedy import GreedyAgent, better_half, few
from escarmouche.agents.protocol import Budget, SeatGame, play_on
from escarmouche.agents.roster import agent
from escarmouche.analysis.simulate import simulate
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chosen
from escarmouche.core.game import Game
from escarmouche.core.save import dump
from tests.agents.small import BAND, at_random, small_battle


def test_it_beats_chance_clearly() -> None:
    report = simulate("sbh", [BAND, BAND], None, 4, "clearly", ("greedy", "random"), swap=True)
    assert report.armies[0].wins.of == 8
    assert report.armies[0].wins.wins >= 7
    assert report.broken_off == 0


@pytest.mark.parametrize("scenario", registry.scenarios("sbh"))
def test_it_answers_every_kind_of_question(scenario: str) -> None:
    asked: set[str] = set()
    for seed in range(3):
        game = registry.new("sbh", None, scenario, f"kinds {seed}")
        chance = Stream(seed)
        for _ in range(1500):
            due = game.due
            if due is None:
                break
            if due.why not in asked:
                asked.add(due.why)
                answer = agent("greedy", seed).answer(SeatGame(game, due.seat), due.seat, Budget(6))
                assert game.refusal(answer) is None
            game.play(game.sample(chance))
    assert {"sbh.activation.choose-fighter", "sbh.action.table"} <= asked
    assert len([why for why in asked if ".setup." in why or ".scenario." in why]) >= 3


def moves(seed: int | str, playouts: int = 6) -> list[object]:
    """What two greedy players decide in the first turns of a battle."""
    game = small_battle(4)
    play_on(game, [GreedyAgent(f"{seed} 0"), GreedyAgent(f"{seed} 1")], Budget(playouts), most=30)
    return [event.answer for event in game.events if isinstance(event, Chosen)]


def test_the_same_seed_gives_the_same_answers() -> None:
    assert moves(1) == moves(1)
    assert moves(1) != moves(2)
    assert moves(1) != moves(1, playouts=12)


def test_thinking_changes_nothing_in_the_game() -> None:
    game = at_random(small_battle(), "sbh.activation.choose-fighter")
    before = dump(game)
    agent("greedy").answer(SeatGame(game, game.choice.seat), game.choice.seat, Budget(12))
    assert dump(game) == before


def test_it_never_concedes_nor_stops_a_turn_it_can_use() -> None:
    game = at_random(small_battle(), "sbh.activation.choose-fighter")
    answers = [GreedyAgent(seed).answer(SeatGame(game, game.choice.seat), game.choice.seat, Budget(64)) for seed in range(5)]
    assert {answer[0] for answer in answers} == {"activate"}


def test_it_kills_the_helpless_rather_than_walk_away() -> None:
    game = in_contact()
    for seed in range(3):
        answer = GreedyAgent(seed).answer(SeatGame(game, game.choice.seat), game.choice.seat, Budget(48))
        assert answer[0] == "attack"


def in_contact() -> Game:
    """A fighter with actions to spend stands over an enemy on the ground."""
    for seed in range(200):
        game = registry.new("sbh", [BAND, BAND], None, seed, {"table": [300, 300], "terrain": "none"})
        chance = Stream(f"contact {seed}")
        while game.due is not None:
            if game.due.why == "sbh.action.table":
                figures = game.world.figures
                attacks = [one for one in game.options() if one[0] == "attack" and figures[one[1]].prone]
                if attacks:
                    return game
            game.play(game.sample(chance))
    raise AssertionError("nobody lies on the ground beside an enemy")


def test_few_and_the_better_half() -> None:
    options = [("a", number) for number in range(20)]
    kept = few(options, 5, Stream(1))
    assert len(kept) == 5
    assert kept == sorted(kept)
    assert set(kept) <= set(options)
    assert few(options, 20, Stream(1)) == options
    assert better_half({0: 0.1, 1: 0.9, 2: 0.5}) == {1: 0.9, 2: 0.5}
    assert better_half({3: 0.0}) == {3: 0.0}


def test_the_examples_hold() -> None:
    assert doctest.testmod(greedy).failed == 0
    assert doctest.testmod(greedy).attempted > 0
