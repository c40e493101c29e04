"""Random games in every scenario, with two to four sides: they end and replay alike. `make soak` plays many more."""

from __future__ import annotations

import pytest

from escarmouche.analysis.soak import soak
from escarmouche.core import registry
from escarmouche.core.conformance import _Trial, check
from escarmouche.core.dice import Stream
from escarmouche.core.system import Plain
from escarmouche.systems.bataille.rules.values import SCENARIOS

SIDES: list[Plain] = [
    {
        "system": "bataille", "name": "A",
        "figure": [
            {"profile": "men-captain", "items": ["item-silver"]}, {"profile": "men-wizard"}, {"profile": "men-knight"},
            {"profile": "men-archer", "count": 4}, {"profile": "men-swordsman", "count": 12}, {"profile": "great-eagle"},
            {"profile": "troll", "count": 2}, {"profile": "men-spearman", "count": 3},
        ],
    },
    {
        "system": "bataille", "name": "B",
        "figure": [
            {"profile": "elf-mage"}, {"profile": "necromancer"}, {"profile": "elf-ranger", "count": 3},
            {"profile": "ghoul", "count": 4}, {"profile": "elf-archer", "count": 3}, {"profile": "orc-warrior", "count": 15},
            {"profile": "troll", "count": 2}, {"profile": "skeleton", "count": 4},
        ],
    },
]  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_replay(scenario: str) -> None:
    (line,) = soak("bataille", [scenario], 3)
    assert (line.games, line.identical, line.failures) == (3, 3, ())


@pytest.mark.parametrize("scenario", ["rescue", "cursed-gem"])
def test_conformance(scenario: str) -> None:
    assert check("bataille", scenario, SIDES, games=1, seed=2, stride=30).decisions > 0


def test_conformance_with_secret_declarations() -> None:
    game = registry.new("bataille", SIDES, "pitched-battle", 4, {"secret-declarations": True, "terrain": "random"})
    trial = _Trial(game, 25)
    trial.play(20_000)
    assert trial.decisions > 0


@pytest.mark.parametrize("seats", [3, 4])
def test_more_than_two_sides_play_to_the_end(seats: int) -> None:
    armies = [*SIDES, *SIDES][:seats]
    game, chance = registry.new("bataille", armies, "pillage", seats), Stream(f"{seats}")
    while game.due is not None:
        game.play(game.sample(chance))
    assert game.result is not None
    assert len(game.result.scores) == seats


@pytest.mark.soak
@pytest.mark.parametrize("size", ["1000", "2000"])
def test_large_battles_play_to_the_end(size: str) -> None:
    for seed, (one, other) in enumerate([("men", "undead"), ("elves", "orcs-and-goblins"), ("dwarves", "undead")]):
        game = registry.new("bataille", [f"bataille/{one}-{size}", f"bataille/{other}-{size}"], "pitched-battle", seed)
        chance = Stream(f"large {seed}")
        while game.due is not None:
            game.play(game.sample(chance))
        assert game.result is not None
