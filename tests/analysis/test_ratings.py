"""Ratings and shares: values known in closed form, intervals that cover what they promise, bouts that hang together."""

from __future__ import annotations

import doctest
from math import inf, log10, sqrt
from random import Random

import pytest

from escarmouche.analysis import ratings as module
from escarmouche.analysis.ratings import Counted, elo, estimate, expected, inverse, scored

Bouts = list[list[float]]


def single(first: float, second: float, battles: int, begin: int = 0, table: tuple[int, int] = (0, 1)) -> list[Counted]:
    """So many battles, each a bout of its own, with so many won by the first and so many by the second."""
    worths = [1.0] * int(first) + [0.0] * int(second) + [0.5] * (battles - int(first + second))
    return [Counted(begin + number, table, (worth, 1 - worth)) for number, worth in enumerate(worths)]


def test_points_and_shares_are_one_scale() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.75) == pytest.approx(400 * log10(3))
    assert (elo(1.0), elo(0.0)) == (inf, -inf)
    assert expected(elo(0.37)) == pytest.approx(0.37)


def test_two_agents_are_rated_by_the_odds() -> None:
    ratings, margins = estimate(2, single(30, 10, 40))
    assert ratings[0] - ratings[1] == pytest.approx(400 * log10(30.5 / 10.5))
    assert sum(ratings) == pytest.approx(0)
    assert margins[0] == pytest.approx(margins[1])
    # Of independent battles the interval is the classical one of the log odds, but for what is imagined.
    _, wide = estimate(2, single(3000, 1000, 4000))
    assert 2 * wide[0] == pytest.approx(1.96 * 400 / 2.302585 / sqrt(4000 * 0.75 * 0.25), rel=0.01)


def test_a_clean_sweep_stays_finite_and_more_games_say_more() -> None:
    few, wide = estimate(2, single(5, 0, 5))
    many, narrow = estimate(2, single(50, 0, 50))
    assert 0 < few[0] < many[0] < 1000
    even, close = estimate(2, single(50, 50, 100))
    assert even == [pytest.approx(0), pytest.approx(0)]
    assert close[0] < wide[0]
    assert narrow[0] > 0


def test_three_agents_are_put_in_order_even_if_not_all_met() -> None:
    ratings, margins = estimate(3, [*single(8, 2, 10), *single(8, 2, 10, 100, (1, 2))])
    assert ratings[0] > ratings[1] > ratings[2]
    assert ratings[0] - ratings[1] == pytest.approx(ratings[1] - ratings[2])
    assert margins[0] > margins[1]


def test_whoever_has_not_fought_is_in_the_middle_and_nobody_knows_where() -> None:
    ratings, margins = estimate(3, single(9, 1, 10))
    assert ratings[0] > ratings[2] > ratings[1]
    assert margins[2] > margins[0] > 0
    assert estimate(2, [])[0] == [0, 0]


def test_inverse() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [2.0, 1.0, 0.0]]
    back = inverse(matrix)
    for i in range(3):
        for j in range(3):
            assert sum([matrix[i][k] * back[k][j] for k in range(3)]) == pytest.approx(float(i == j))


def test_battles_of_a_bout_count_together() -> None:
    alike = [[1.0, 1.0], [0.0, 0.0]] * 20
    apart = [[1.0, 0.0]] * 40
    loose = [[1.0], [0.0]] * 40
    widths = [score.high - score.low for score in (scored(apart), scored(loose), scored(alike))]
    assert [scored(one).share for one in (apart, loose, alike)] == [0.5] * 3
    assert widths[0] < widths[1] / 3 < widths[2] / 4
    margins = []
    for bouts in (apart, loose, alike):
        _, found = estimate(2, [Counted(n, (0, 1), (one, 1 - one)) for n, bout in enumerate(bouts) for one in bout])
        margins.append(found[0])
    assert margins[0] < margins[1] / 3 < margins[2] / 4


def test_a_score_of_nothing_says_nothing() -> None:
    assert scored([]) == (0.5, 0.0, 1.0)
    assert scored([[1.0, 1.0]] * 4).low < 0.55, "four bouts, not eight battles"


def pair(chance: Random, strength: float, lot: float, draws: float) -> list[float]:
    """Two battles from both sides: with the chance `lot` the side decides both of them."""
    if chance.random() < lot:
        return [1.0, 0.0] if chance.random() < 0.5 else [0.0, 1.0]
    return [0.5 if chance.random() < draws else float(chance.random() < strength) for _ in range(2)]


@pytest.mark.parametrize(
    ("pairs", "strength", "lot", "draws"), [(10, 0.5, 0, 0), (30, 0.7, 0.5, 0.2), (30, 0.85, 0.3, 0), (20, 0.9, 0, 0.5)]
)
def test_nineteen_intervals_of_twenty_hold_the_truth(pairs: int, strength: float, lot: float, draws: float) -> None:
    truth = lot / 2 + (1 - lot) * (draws / 2 + (1 - draws) * strength)
    chance = Random(f"{pairs} {strength}")
    shares = points = 0
    for _ in range(400):
        bouts = [pair(chance, strength, lot, draws) for _ in range(pairs)]
        score = scored(bouts)
        shares += score.low <= truth <= score.high
        ratings, margins = estimate(2, [Counted(n, (0, 1), (one, 1 - one)) for n, bout in enumerate(bouts) for one in bout])
        points += abs(ratings[0] - elo(truth) / 2) <= margins[0]
    assert 0.92 <= shares / 400 <= 0.985
    assert 0.92 <= points / 400 <= 0.985


def test_three_strengths_are_found_within_their_margins() -> None:
    strengths = (150.0, 0.0, -150.0)
    chance = Random(5)
    held = 0
    for _ in range(120):
        battles = []
        for bout in range(25):
            for one, other in ((0, 1), (0, 2), (1, 2)):
                worth = [float(chance.random() < expected(strengths[one] - strengths[other])) for _ in range(2)]
                battles += [Counted(bout, (one, other), (share, 1 - share)) for share in worth]
        ratings, margins = estimate(3, battles)
        held += sum([abs(found - true) <= margin for found, true, margin in zip(ratings, strengths, margins, strict=True)])
    assert 0.92 <= held / 360 <= 0.985


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 5
