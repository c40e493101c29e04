"""Agents whose game can be left and taken up again."""

from __future__ import annotations

import pytest

from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.steady import Steady, taken
from escarmouche.core import registry, save
from escarmouche.core.errors import UnknownName
from escarmouche.core.game import Game


def pair(name: str, game: Game) -> list[Steady]:
    """Two players who know how often they have answered in this game."""
    return [Steady(name, f"test {seat}", taken(game, seat)) for seat in (0, 1)]


@pytest.mark.parametrize(("name", "decisions"), [("random", 300), ("greedy", 12)])
def test_a_game_taken_up_again_goes_on_as_if_it_had_never_been_left(name: str, decisions: int) -> None:
    straight = registry.new("sbh", seed=3)
    play_on(straight, list(pair(name, straight)), Budget(4), decisions)
    left = registry.new("sbh", seed=3)
    play_on(left, list(pair(name, left)), Budget(4), decisions // 3)
    again = save.parse(save.dump(left))
    play_on(again, list(pair(name, again)), Budget(4), decisions - decisions // 3)
    assert save.dump(again) == save.dump(straight)


def test_answers_differ_from_one_decision_and_one_seed_to_the_next() -> None:
    game = registry.new("sbh", seed=3)
    one, other = registry.new("sbh", seed=3), registry.new("sbh", seed=3)
    play_on(one, [Steady("random", 1), Steady("random", 2)], Budget(1), 100)
    play_on(other, [Steady("random", 3), Steady("random", 4)], Budget(1), 100)
    assert one.events != other.events
    assert [taken(game, seat) for seat in (0, 1)] == [0, 0]
    assert taken(one, 0) + taken(one, 1) == 100


def test_only_known_agents_can_be_steady() -> None:
    with pytest.raises(UnknownName, match="no agent 'genius'"):
        Steady("genius", 1)
