"""Ways typed in the terminal, place by place."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.cli.ways import led
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.systems.swidenth.rules.values import PAS


@pytest.fixture(scope="module")
def game() -> Game:
    """A battle at the moment when somebody may move, deployed along the south edge."""
    found, chance = esc.new("swidenth", scenario="ravine", seed=3), Stream("ways")
    while found.choice.why != "swidenth.action.two":
        found.play(found.sample(chance))
    return found


def test_places_become_way_points(game: Game) -> None:
    figure = game.world.figures[game.choice.figure]
    x, y = figure.x / PAS, figure.y / PAS
    inwards = 1 if y < 18 else -1
    answer = led(game, game.choice, ["move", f"{x}", f"{y + inwards}".replace(".", ","), f"{x}", f"{y + 2 * inwards}"])
    assert isinstance(answer, tuple)
    assert [step[0] for step in answer[1]] == ["walk", "walk"]
    assert game.choice.options.check(answer) is None
    jumped = led(game, game.choice, ["move", f"{x}", f"{y + inwards}", "jump", f"{x}", f"{y + 2 * inwards}"])
    assert isinstance(jumped, tuple)
    assert jumped[1][-1][0] == "jump"


def test_half_a_place_and_an_unknown_word_are_no_way(game: Game) -> None:
    assert led(game, game.choice, ["move", "3"]) is None
    assert led(game, game.choice, ["dance", "3", "4"]) is None
    with pytest.raises(ValueError, match="far"):
        led(game, game.choice, ["move", "far", "away"])
