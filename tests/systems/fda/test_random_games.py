"""Random games in every scenario: they end, replay alike, and hold to the contract, with the basic rules and with all rules."""

from __future__ import annotations

import pytest

from escarmouche.analysis.soak import soak
from escarmouche.core import registry
from escarmouche.core.conformance import check
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game

SCENARIOS = registry.system("fda").scenarios()
BOUND = 20_000


def play_out(game: Game, seed: int) -> int:
    """Random play to the end; returns the decisions taken."""
    chance = Stream(f"play {seed}")
    for taken in range(BOUND):
        if game.due is None:
            return taken
        game.play(game.sample(chance))
    raise AssertionError(f"the game {game.setup.to_plain()} goes on after {BOUND} decisions")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_replay(scenario: str) -> None:
    (line,) = soak("fda", [scenario], 2)
    assert (line.games, line.identical, line.failures) == (2, 2, ())


@pytest.mark.parametrize("scenario", ["brawl", "statuette"])
def test_conformance(scenario: str) -> None:
    assert check("fda", scenario, games=1, seed=2, stride=40).decisions > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_advanced_rules_play_to_the_end(scenario: str) -> None:
    armies = registry.system("fda").armies_for(scenario, Stream("advanced"), 2)
    game = registry.new("fda", armies, scenario, 4, {"rules": "advanced"})
    assert play_out(game, 4) > 0


@pytest.mark.parametrize("seed", range(4))
def test_any_options_and_readings_play_to_the_end(seed: int) -> None:
    system, chance = registry.system("fda"), Stream(f"options {seed}")
    options: dict[str, object] = {}
    for one in system.settings():
        if one.kind == "flag" and (one.only is None or one.only[0] == "rules" or options.get(one.only[0])):
            options[one.id] = chance.below(2) == 0
        elif one.kind == "switches":
            options[one.id] = [value.id for value in one.values if chance.below(2)]
    armies = system.armies_for("brawl", chance, 2)
    assert play_out(registry.new("fda", armies, "brawl", seed, options), seed) > 0
