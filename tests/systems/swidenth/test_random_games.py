"""Random games in every mission: they end and replay alike, under every switch. `make soak` runs a thousand each."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.analysis.soak import soak
from escarmouche.core.conformance import check
from escarmouche.core.dice import Stream
from escarmouche.core.errors import EscarmoucheError
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.settings import READINGS

MISSIONS = list(book().mission)


@pytest.mark.parametrize("mission", MISSIONS)
def test_random_games_end_and_replay(mission: str) -> None:
    (line,) = soak("swidenth", [mission], 2)
    assert (line.games, line.identical, line.failures) == (2, 2, ())


@pytest.mark.parametrize("mission", MISSIONS)
def test_conformance(mission: str) -> None:
    assert check("swidenth", mission, games=1, seed=2, stride=80).decisions > 0


@pytest.mark.parametrize("switch", [one.id for one in READINGS])
def test_every_other_reading_plays(switch: str) -> None:
    game, chance = esc.new("swidenth", seed=7, options={"switches": [switch], "turn_limit": 3}), Stream(switch)
    while game.due is not None:
        answer = game.sample(chance)
        assert game.choice.options.check(answer) is None
        game.play(answer)
    assert game.result is not None


@pytest.mark.rule("swidenth.turn.initiative-many", "swidenth.activation.alternation")
@pytest.mark.parametrize("seats", [3, 4])
def test_three_and_four_bands_meet_at_the_crossroads(seats: int) -> None:
    game, chance = esc.new("swidenth", seed=1, seats=seats, options={"turn_limit": 2}), Stream("many")
    while game.due is not None:
        game.play(game.sample(chance))
    assert game.result is not None
    assert len(game.result.scores) == seats


def test_bad_input_is_one_sentence_that_names_the_rule() -> None:
    hero = {"profile": "orc-chief", "kit": ["two-handed-axe", "shield"]}
    men = {"profile": "orc-veteran", "count": 3}

    def refused(*figures: object) -> str:
        army = {"system": "swidenth", "name": "Bad", "figure": list(figures)}
        with pytest.raises(EscarmoucheError) as caught:
            esc.new("swidenth", [army, "swidenth/orcs"])
        return str(caught.value)

    assert "hands" in refused(hero, men)
    assert "lightsaber" in refused({"profile": "orc-chief", "kit": ["lightsaber"]}, men)
    assert "henchmen" in refused({"profile": "orc-chief"})
    with pytest.raises(EscarmoucheError, match="2 armies, not 3"):
        esc.new("swidenth", ["swidenth/orcs"] * 3, scenario="ravine")
