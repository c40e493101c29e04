"""Odds up to an outcome leave out what cannot change them: what is left is what every throw comes to."""

from __future__ import annotations

import pytest

from escarmouche.analysis.bench import first_attacks
from escarmouche.core.odds import all_outcomes, game_leaves, odds, tally


@pytest.mark.parametrize("system", ["sbh", "masse", "swidenth"])
def test_odds_are_those_of_every_throw_followed_to_the_next_question(system: str) -> None:
    """Neither rules that are not followed past an outcome (`System.past_outcomes`) nor throws that count as alike
    (`Roll.alike`) change them."""
    attacks = [attack for seed in (1, 2) for attack in first_attacks(system, seed)]
    assert attacks
    for game, answer in attacks:
        whole = tally(game_leaves(game, answer, until_outcome=True), all_outcomes)
        assert odds(game, answer, until_outcome=True) == whole
