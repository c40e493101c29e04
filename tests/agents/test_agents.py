"""Agents: each of them plays a whole game to its end, and the same seed gives the same bytes."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.roster import NAMES, agent
from escarmouche.core.save import dump
from tests.agents.small import BAND


def duel(first: str, second: str, seed: int) -> esc.Game:
    """A whole small battle between two agents."""
    game = esc.new("sbh", [BAND, BAND], "pitched-battle", seed, {"table": [300, 300], "turn_limit": 12})
    play_on(game, [agent(first, seed), agent(second, seed + 1)], Budget(4))
    return game


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("veteran", "warlord")])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    game = duel(name, "random", 3)
    assert game.result is not None
    assert dump(duel(name, "random", 3)) == dump(game)
    assert dump(duel(name, "random", 4)) != dump(game)
