"""Agents: they play whole games, see only what their seat may know, and are the same for the same seed."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.agents.protocol import Budget, SeatGame, play_on
from escarmouche.agents.roster import NAMES, agent
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Rolled
from escarmouche.core.errors import EscarmoucheError, IllegalAnswer, UnknownName
from escarmouche.core.save import dump

BAND = {"system": "sbh", "name": "Few", "figure": [{"profile": "human-warrior", "count": 3}]}


def duel(first: str, second: str, seed: int) -> esc.Game:
    """A whole small battle between two agents."""
    game = esc.new("sbh", [BAND, BAND], "pitched-battle", seed, {"table": [300, 300], "turn_limit": 12})
    play_on(game, [agent(first, seed), agent(second, seed + 1)], Budget(4))
    return game


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    game = duel(name, "random", 3)
    assert game.result is not None
    assert dump(duel(name, "random", 3)) == dump(game)


def test_an_agent_sees_only_the_decisions_and_the_view_of_its_seat() -> None:
    game = esc.new("sbh", [BAND, BAND], "ambush", 4)
    seat = game.due.seat
    mine, other = SeatGame(game, seat), SeatGame(game, 1 - seat)
    assert (mine.due.why, mine.due.seat) == (game.due.why, seat)
    assert mine.view() == game.view(seat)
    with pytest.raises(IllegalAnswer):
        _ = other.due


def test_imagined_games_have_other_dice() -> None:
    game = esc.new("sbh", [BAND, BAND], "pitched-battle", 5, {"table": [300, 300], "terrain": "none"})
    chance = Stream(1)
    while game.due.why != "sbh.activation.choose-fighter":
        game.play(game.sample(chance))
    answer = next(answer for answer in game.options() if answer[0] == "activate" and answer[2] == 3)
    seen = set()
    for seed in range(12):
        twin = SeatGame(game, game.due.seat).imagine(seed)
        seen.add(next(event.faces for event in twin.play(answer) if isinstance(event, Rolled)))
    assert len(seen) > 6


def test_unknown_agents_and_empty_budgets_are_refused() -> None:
    with pytest.raises(UnknownName, match="random, greedy"):
        agent("genius")
    with pytest.raises(EscarmoucheError, match="give 1 or more"):
        Budget(0)


def test_agents_do_not_play_with_dice_thrown_by_hand() -> None:
    game = esc.new("sbh", [BAND, BAND], "pitched-battle", 6, {"dice": "manual"})
    with pytest.raises(EscarmoucheError, match="thrown by hand"):
        play_on(game, [agent("random"), agent("random")], Budget(1))
