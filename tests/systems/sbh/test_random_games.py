"""Random games in every scenario: they end, replay alike, and favour no seat. `make soak` runs a thousand each."""

from __future__ import annotations

from math import sqrt

import pytest

from escarmouche.analysis.soak import soak
from escarmouche.core import registry
from escarmouche.core.conformance import check
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.core.system import Plain

SCENARIOS = [name for name in registry.system("sbh").scenarios() if name != "random"]
BOUND = 20_000


def random_pair(seed: int) -> list[Plain]:
    """Two random legal warbands."""
    return registry.system("sbh").random_armies("", Stream(f"pair {seed}"), 2)


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
    (line,) = soak("sbh", [scenario], 5)
    assert (line.games, line.identical, line.failures) == (5, 5, ())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_conformance(scenario: str) -> None:
    assert check("sbh", scenario, games=1, seed=2, stride=40).decisions > 0


@pytest.mark.parametrize("options", [{"scale": "28mm"}, {"scale": "hex"}])
def test_both_scales_and_the_hexagon_board_play_to_the_end(options: dict[str, object]) -> None:
    game = registry.new("sbh", random_pair(3), "pitched-battle", 3, options)
    assert play_out(game, 3) > 0


def first_seat_share(games: int) -> tuple[int, int]:
    """How often seat 0 wins when both sides bring the same band, and how many games had a winner."""
    wins = decided = 0
    for seed in range(games):
        band = random_pair(seed)[0]
        game = registry.new("sbh", [band, band], "pitched-battle", f"mirror {seed}")
        play_out(game, seed)
        assert game.result is not None
        if game.result.winner >= 0:
            decided += 1
            wins += game.result.winner == 0
    return wins, decided


def within_chance(wins: int, games: int) -> bool:
    """Is this within four sigma of a fair coin?"""
    return abs(wins - games / 2) <= 4 * sqrt(games) / 2


def test_no_seat_is_favoured() -> None:
    assert within_chance(*first_seat_share(40))


@pytest.mark.soak
def test_no_seat_is_favoured_in_two_thousand_games() -> None:
    wins, games = first_seat_share(2000)
    print(f"mirror matches: seat 0 won {wins} of {games}")
    assert within_chance(wins, games)
