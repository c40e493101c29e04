"""The ladder: ratings that follow from results, the same for any number of workers."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import log10
from typing import Any

import pytest

from escarmouche.analysis import ladder as module
from escarmouche.analysis.executors import Processes
from escarmouche.analysis.ladder import estimate, inverse, ladder, ranked
from escarmouche.core.errors import EscarmoucheError


def test_two_agents_are_rated_by_the_odds() -> None:
    ratings, margins = estimate([[0, 30], [10, 0]], [[0, 40], [40, 0]])
    assert ratings[0] - ratings[1] == pytest.approx(400 * log10(30.5 / 10.5))
    assert sum(ratings) == pytest.approx(0)
    assert margins[0] == pytest.approx(margins[1])


def test_a_clean_sweep_stays_finite_and_more_games_say_more() -> None:
    few, wide = estimate([[0, 5], [0, 0]], [[0, 5], [5, 0]])
    many, narrow = estimate([[0, 50], [0, 0]], [[0, 50], [50, 0]])
    assert 0 < few[0] < many[0] < 1000
    even, close = estimate([[0, 50], [50, 0]], [[0, 100], [100, 0]])
    assert even == [pytest.approx(0), pytest.approx(0)]
    assert close[0] < wide[0]
    assert narrow[0] > 0


def test_three_agents_are_put_in_order_even_if_not_all_met() -> None:
    score = [[0.0, 8.0, 0.0], [2.0, 0.0, 8.0], [0.0, 2.0, 0.0]]
    played = [[0.0, 10.0, 0.0], [10.0, 0.0, 10.0], [0.0, 10.0, 0.0]]
    ratings, margins = estimate(score, played)
    assert ratings[0] > ratings[1] > ratings[2]
    assert ratings[0] - ratings[1] == pytest.approx(ratings[1] - ratings[2])
    assert margins[0] > margins[1]


def test_inverse() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [2.0, 1.0, 0.0]]
    back = inverse(matrix)
    for i in range(3):
        for j in range(3):
            assert sum([matrix[i][k] * back[k][j] for k in range(3)]) == pytest.approx(float(i == j))


def test_results_become_rungs() -> None:
    firsts = (Fraction(1), Fraction(1, 2), Fraction(0), Fraction(1))
    found = ranked("sbh", ["a", "b"], False, [((0, 1), (first, 1 - first)) for first in firsts])
    best, worst = found.rungs
    assert (best.agent, best.wins, best.draws, best.losses) == ("a", 2, 1, 1)
    assert (worst.agent, worst.wins, worst.draws, worst.losses) == ("b", 1, 1, 2)
    assert found.beaten == {"a": {"b": 2}, "b": {"a": 1}}
    assert json.loads(json.dumps(found.to_plain()))["rungs"][0]["agent"] == "a"


def test_a_round_robin_is_played_alike_by_any_number_of_workers() -> None:
    agents = ("random", "greedy:1", "greedy:2")
    found = ladder("sbh", agents, games=2, most=60)
    assert found.games == 6
    assert {rung.agent for rung in found.rungs} == set(agents)
    assert all(rung.wins + rung.draws + rung.losses == 4 for rung in found.rungs)
    assert ladder("sbh", agents, games=2, most=60, executor=Processes(2)) == found


class Cut:
    """Ctrl-C after one game."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """One result."""
        yield work(jobs[0])
        raise KeyboardInterrupt


def test_what_is_done_is_rated_when_it_is_stopped() -> None:
    told: list[tuple[int, int]] = []
    found = ladder("sbh", games=3, most=40, executor=Cut(), progress=lambda done, total: told.append((done, total)))
    assert (found.stopped, found.games, told) == (True, 1, [(1, 3)])


@pytest.mark.parametrize("agents", [("random",), ("greedy", "greedy:16"), ("random:2", "random")])
def test_a_ladder_needs_different_agents(agents: tuple[str, ...]) -> None:
    with pytest.raises(EscarmoucheError, match="each named once") as caught:
        ladder("sbh", agents)
    assert "chacun" in caught.value.sentence("fr")


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 3
