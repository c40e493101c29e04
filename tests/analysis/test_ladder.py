"""The ladder: ratings that follow from results, the same for any number of workers."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis import ladder as module
from escarmouche.analysis.bouts import Fought, Pace
from escarmouche.analysis.executors import Processes
from escarmouche.analysis.ladder import Ladder, Origin, ladder, ranked, weights
from escarmouche.analysis.ratings import scored
from escarmouche.analysis.sequential import share
from escarmouche.analysis.simulate import Battle
from escarmouche.core import registry
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.offers import Habit

ORIGIN = Origin("sbh", "1.0", 2, "", "0", None, {}, ())


def fought(table: tuple[int, ...], bout: int, turned: int, *shares: Fraction, **more: Any) -> Fought:
    """A battle with this end."""
    winner = shares.index(Fraction(1)) if 1 in shares else -1
    battle = Battle(bout, turned, winner, 0, "sbh.end", (0,) * len(table), 20, 3, shares)._replace(**more)
    paces = tuple([Pace().with_one(1.0 + who) for who in table])
    habits = tuple([(Habit("sleeps", who, 4),) for who in table])
    return Fought("sbh", table, bout, turned, "ambush", battle, paces, habits)


def test_results_become_rungs_pairings_and_manners() -> None:
    firsts = (Fraction(1), Fraction(1, 2), Fraction(0), Fraction(1))
    games = [fought((0, 1), number // 2, number % 2, first, 1 - first) for number, first in enumerate(firsts)]
    games[1] = games[1]._replace(battle=games[1].battle._replace(reason=""))
    found = ranked(["a", "b"], games, ORIGIN)
    best, worst = found.rungs
    assert (best.agent, best.wins, best.draws, best.losses) == ("a", 2, 1, 1)
    assert (worst.agent, worst.wins, worst.draws, worst.losses) == ("b", 1, 1, 2)
    assert found.beaten == {"a": {"b": 2}, "b": {"a": 1}}
    (only,) = found.pairings
    assert (only.first, only.second, only.battles, only.bouts, only.broken_off, only.decisions) == ("a", "b", 4, 2, 1, 20)
    assert only.score == scored([[1, 0.5], [0, 1]])
    assert only.scenarios == {"ambush": 0.625}
    assert (found.manners["b"].seats, found.manners["b"].habits) == (4, (Habit("sleeps", 4, 16),))
    assert found.manners["b"].pace == Pace({8: 4}, 2.0)
    plain = json.loads(json.dumps(found.to_plain()))
    assert plain["rungs"][0]["agent"] == "a"
    assert plain["manners"]["a"] == {
        "seats": 4, "decisions": 1, "median_ms": 1, "nine_of_ten_ms": 1, "longest_ms": 1, "habits": {"sleeps": [0, 16]},
    }  # fmt: skip
    assert ranked(["a", "b"], games[::-1], ORIGIN) == found, "in whatever order they came"


def test_results_are_tied_to_what_made_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = ladder("fda", ("random", "greedy:1"), games=2, seed="x", most=10).to_plain()
    assert (found["system"], found["seed"], found["agents"], found["scenario"]) == ("fda", "x", ["greedy:1", "random"], None)
    assert found["rules"] == registry.system("fda").version
    folder = registry.folder("fda")
    assert folder is not None
    assert found["weights"] == sha256((folder / "learned.json").read_bytes()).hexdigest()[:8]
    assert found["version"]
    monkeypatch.setattr(registry, "folder", lambda _: tmp_path)
    assert weights("fda") == "", "nothing was learned"


def test_a_round_robin_is_played_alike_by_any_number_of_workers() -> None:
    agents = ("random", "greedy:1", "greedy:2")
    found = ladder("sbh", agents, games=2, most=60)
    assert found.games == 6
    assert {rung.agent for rung in found.rungs} == set(agents)
    assert all(rung.wins + rung.draws + rung.losses == 4 for rung in found.rungs)
    assert same(ladder("sbh", agents, games=2, most=60, executor=Processes(2)), found)


def same(one: Ladder, other: Ladder) -> bool:
    """Are two ladders alike but for the time that was taken?"""

    def timeless(found: Ladder) -> Ladder:
        manners = {name: manner._replace(pace=Pace({0: manner.pace.decisions})) for name, manner in found.manners.items()}
        return found._replace(manners=manners)

    return timeless(one) == timeless(other)


class Pretended:
    """Battles that the first agent wins whenever the number of the bout says so; they come in the order that `later` makes."""

    def __init__(self, wins: Callable[[int], bool], later: int = 1) -> None:
        self.wins = wins
        self.later = later
        self.fought = 0

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """What each came to."""
        for begin in range(0, len(jobs), self.later):
            for job in reversed(jobs[begin : begin + self.later]):
                self.fought += 1
                won = Fraction(self.wins(job.bout))
                yield fought(job.table, job.bout, job.turned, won, 1 - won)


def test_a_question_stops_early_and_at_the_same_bout_in_whatever_order_they_come() -> None:
    straight, mixed = Pretended(lambda bout: bout % 5 > 0), Pretended(lambda bout: bout % 5 > 0, later=7)
    found = ladder("sbh", games=400, executor=straight, question=share(0.5))
    assert found.verdict is not None
    assert (found.verdict.decided, found.tested) == ("high", ("random", "greedy"))
    assert found.games == 2 * found.verdict.pairs == straight.fought < 100
    late = ladder("sbh", games=400, executor=mixed, question=share(0.5))
    assert late == found
    assert mixed.fought >= straight.fought


def test_a_question_may_stay_open() -> None:
    found = ladder("sbh", games=12, executor=Pretended(lambda bout: bout % 2 > 0), question=share(0.5))
    assert found.verdict is not None
    assert (found.verdict.decided, found.verdict.pairs, found.games) == ("", 6, 12)


def test_a_question_is_about_two() -> None:
    with pytest.raises(EscarmoucheError, match="between two agents") as caught:
        ladder("sbh", ("random", "greedy:1", "greedy:2"), question=share(0.5))
    assert "oppose deux joueurs" in caught.value.sentence("fr")


class Cut:
    """Ctrl-C after one game."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """One result."""
        yield work(jobs[0])
        raise KeyboardInterrupt


def test_what_is_done_is_rated_when_it_is_stopped() -> None:
    told: list[tuple[int, int]] = []
    found = ladder("sbh", games=3, most=40, executor=Cut(), progress=lambda done, total: told.append((done, total)))
    assert (found.stopped, found.games, told) == (True, 1, [(1, 4)]), "whole pairs"
    some = ladder("sbh", ("random", "greedy:1", "greedy:2"), games=2, most=40, executor=Cut())
    assert {rung.agent for rung in some.rungs} == {"random", "greedy:1", "greedy:2"}, "two of them have not met the third"


@pytest.mark.parametrize("agents", [("random",), ("greedy", "greedy:16"), ("random:2", "random")])
def test_a_ladder_needs_different_agents(agents: tuple[str, ...]) -> None:
    with pytest.raises(EscarmoucheError, match="each named once") as caught:
        ladder("sbh", agents)
    assert "chacun" in caught.value.sentence("fr")


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0
