"""Agents by name, and how much they think."""

from __future__ import annotations

import doctest

import pytest

from escarmouche.agents import roster
from escarmouche.agents.protocol import label
from escarmouche.agents.roster import NAMES, PLAYOUTS, Player, agent, names
from escarmouche.core.errors import EscarmoucheError, UnknownName


def test_every_name_has_an_agent() -> None:
    assert [label(agent(name, 1)) for name in NAMES] == list(NAMES)
    assert names() == list(NAMES)
    with pytest.raises(UnknownName, match="random, greedy"):
        agent("genius")


def test_players_are_read_and_written() -> None:
    assert Player.read(" greedy ") == Player("greedy", PLAYOUTS)
    assert Player.read("greedy:3") == Player("greedy", 3)
    assert [str(Player.read(text)) for text in ("greedy", "greedy:3", f"greedy:{PLAYOUTS}", "random:9")] == [
        "greedy", "greedy:3", "greedy", "random",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says"),
    [("greedy:", "such as greedy:32"), ("greedy:x", "a number"), ("greedy:0", "1 or"), ("warlord:0s", "such as warlord:1s")],
)
def test_what_cannot_be_read_says_how_to_write_it(text: str, says: str) -> None:
    with pytest.raises(EscarmoucheError, match=says) as caught:
        Player.read(text)
    assert caught.value.french
    with pytest.raises(UnknownName):
        Player.read("genius:3")


def test_the_examples_hold() -> None:
    assert doctest.testmod(roster).failed == 0
    assert doctest.testmod(roster).attempted > 0


def test_seconds_to_think_have_a_name() -> None:
    player = Player.read("warlord:0.25s")
    assert str(player) == "warlord:0.25s"
    assert (player.budget.seconds, Player.read("warlord").budget.seconds) == (0.25, 0.0)
