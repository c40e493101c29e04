"""The test that stops early: Wald's bounds and ratios, how often it errs, what cannot be asked."""

from __future__ import annotations

import doctest
from math import log
from random import Random

import pytest

from escarmouche.analysis import sequential as module
from escarmouche.analysis.ratings import expected
from escarmouche.analysis.sequential import BOUND, Question, Trial, likeliest, points, ratio, share
from escarmouche.core.errors import EscarmoucheError


def test_the_bound_is_that_of_wald() -> None:
    assert pytest.approx(2.944439) == BOUND


def test_pairs_that_are_won_or_lost_whole_give_the_ratio_of_coins() -> None:
    found = ratio([30, 0, 0, 0, 50], 0.5, 0.6)
    assert found == pytest.approx(50 * log(0.6 / 0.5) + 30 * log(0.4 / 0.5), abs=0.01)
    assert ratio([50, 0, 0, 0, 30], 0.4, 0.5) == pytest.approx(-found, abs=1e-9)


def test_the_likeliest_chances_have_the_mean_that_is_asked_for() -> None:
    chances = likeliest([3, 5, 20, 9, 4], 0.7)
    assert sum(chances) == pytest.approx(1)
    assert sum([chance * worth for chance, worth in zip(chances, module.WORTHS, strict=True)]) == pytest.approx(0.7)
    mean = (5 * 0.25 + 20 * 0.5 + 9 * 0.75 + 4) / 41
    assert likeliest([3, 5, 20, 9, 4], mean) == [pytest.approx(count / 41) for count in (3, 5, 20, 9, 4)]


@pytest.mark.parametrize("drawn", [0.0, 0.4])
def test_it_errs_at_most_so_often(drawn: float) -> None:
    question = share(0.6)
    for points_ahead, right in ((question.low, "low"), (question.high, "high")):
        strength = (expected(points_ahead) - drawn / 2) / (1 - drawn)
        chance = Random(f"{drawn} {right}")
        found = []
        for _ in range(100):
            trial = Trial(question)
            while not trial.verdict.decided:
                both = [0.5 if chance.random() < drawn else float(chance.random() < strength) for _ in range(2)]
                trial.add(sum(both) / 2)
            found.append(trial.verdict)
        assert len([one for one in found if one.decided != right]) <= 10
        assert 10 < sum([one.pairs for one in found]) / 100 < 120


def test_once_decided_nothing_more_counts() -> None:
    trial = Trial(points("0,100"))
    while not trial.verdict.decided:
        trial.add(0.75)
    verdict = trial.verdict
    assert verdict.decided == "high"
    assert [trial.add(0.0) for _ in range(50)][-1] == verdict


def test_what_is_asked_in_words() -> None:
    assert points("-5,10") == Question(-5, 10, None)
    asked = share(0.95)
    assert asked.share == 0.95
    assert expected(asked.low) < 0.95 < expected(asked.high) < 1


@pytest.mark.parametrize("text", ["", "5", "5,5", "10,0", "a,b", "1,2,3", "nan,1", "0,inf", "-2000,0"])
def test_a_test_that_is_none_is_one_sentence(text: str) -> None:
    with pytest.raises(EscarmoucheError, match="write two numbers") as caught:
        points(text)
    assert "écrivez deux nombres" in caught.value.sentence("fr")


@pytest.mark.parametrize("wanted", [0.0, 1.0, -0.3, 70.0, float("nan")])
def test_an_impossible_share_is_one_sentence(wanted: float) -> None:
    with pytest.raises(EscarmoucheError, match=r"from 0\.01 to 0\.99") as caught:
        share(wanted)
    assert "nommez-en une" in caught.value.sentence("fr")


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 3
