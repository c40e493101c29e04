"""Learning by play: what the battles say moves the weights, nothing is fought twice, what cannot be learned says so."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from escarmouche.agents.greedy import GreedyAgent
from escarmouche.agents.protocol import Agent, Budget, take
from escarmouche.agents.search import SearchAgent
from escarmouche.analysis.executors import executor
from escarmouche.analysis.train import Pair, begun, coins, fought, train, worth
from escarmouche.core import registry
from escarmouche.core.effects import Choose, Result
from escarmouche.core.errors import EscarmoucheError
from escarmouche.kit.learned import spread


class Pretended:
    """Battles in which whoever counts the third number more wins, and the fourth loses."""

    def __init__(self) -> None:
        self.jobs: list[Pair] = []

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """What each came to."""
        for job in jobs:
            self.jobs.append(job)
            sign = coins(job)
            yield job.number, 0.5 * sign[2] - 0.25 * sign[3]


def test_weights_that_win_battles_grow(tmp_path: Path) -> None:
    (only,) = train("masse", 200, 1, "grow", Pretended(), folder=tmp_path, afresh=True)
    best, worst = only.effects[2], only.effects[3]
    by_hand = registry.system("masse").given()
    learned = [effect for effect in only.effects if effect.name not in by_hand]
    assert best.gain == pytest.approx(0.5, abs=0.1)
    assert worst.gain == pytest.approx(-0.25, abs=0.1)
    assert best.after == max(effect.after for effect in learned) == pytest.approx(0.18, abs=0.01)
    assert worst.after == min(effect.after for effect in learned) < -0.05
    assert all(effect.before == 0 for effect in learned)


def test_rounds_go_on_from_one_another_and_nothing_is_fought_twice(tmp_path: Path) -> None:
    first = Pretended()
    once = train("masse", 20, 2, 5, first, folder=tmp_path)
    assert len(first.jobs) == 40
    assert [effect.after for effect in once[0].effects] == [effect.before for effect in once[1].effects]
    assert any(effect.before for effect in once[0].effects), "it begins with what is shipped"
    again = Pretended()
    assert train("masse", 20, 2, 5, again, folder=tmp_path) == once
    assert again.jobs == []
    more = Pretended()
    train("masse", 24, 1, 5, more, folder=tmp_path)
    assert [job.number for job in more.jobs] == [20, 21, 22, 23]


def test_what_was_set_by_hand_is_left_alone(tmp_path: Path) -> None:
    for afresh in (False, True):
        (only,) = train("masse", 6, 1, "hand", Pretended(), folder=tmp_path / str(afresh), afresh=afresh)
        by_hand = registry.system("masse").given()
        assert by_hand == {"charges declared": 1.0, "blows to come": 0.7, "ahead at the end": 0.5}
        for effect in only.effects:
            if effect.name in by_hand:
                assert (effect.gain, effect.before, effect.after) == (0.0, by_hand[effect.name], by_hand[effect.name])
        assert (sum(effect.before != 0 for effect in only.effects) == len(by_hand)) == afresh


def test_battles_are_those_of_the_ladder() -> None:
    """All scenarios in turn, with armies that go together."""
    pairs = [Pair("masse", "places", 0, number, ()) for number in range(5)]
    games = [begun(pair, f"{pair.number}") for pair in pairs]
    assert {game.setup.scenario for game in games} == set(registry.system("masse").scenarios())


def test_what_is_kept_must_be_of_the_same_training(tmp_path: Path) -> None:
    train("masse", 2, 1, 5, Pretended(), folder=tmp_path)
    with pytest.raises(EscarmoucheError, match="with other weights"):
        train("masse", 2, 1, 5, Pretended(), folder=tmp_path, afresh=True)
    next(tmp_path.iterdir()).write_text("what is this\n")
    with pytest.raises(EscarmoucheError, match="does not hold battles"):
        train("masse", 2, 1, 5, Pretended(), folder=tmp_path)


def test_a_line_cut_short_is_fought_again_and_any_seed_names_a_file(tmp_path: Path) -> None:
    train("masse", 3, 1, "a/b", Pretended(), folder=tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-4])
    again = Pretended()
    train("masse", 3, 1, "a/b", again, folder=tmp_path)
    assert [job.number for job in again.jobs] == [2]
    assert train("masse", 3, 1, "a/b", Pretended(), folder=tmp_path)


def test_a_place_where_nothing_can_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EscarmoucheError, match="cannot be written"):
        train("masse", 1, folder=tmp_path / "file" / "below", executor=Pretended())


def test_a_system_without_numbers_has_nothing_to_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(registry.system("sbh")), "numbers", None)
    with pytest.raises(EscarmoucheError, match="give it an encoding first") as caught:
        train("sbh", 1)
    assert "codage" in caught.value.sentence("fr")


def test_a_battle_is_fought_from_both_sides_and_comes_to_the_same_again() -> None:
    pair = Pair("masse", "one", 0, 3, (0.0,) * 18)
    number, gain = fought(pair)
    assert (number, gain) == fought(pair)
    assert number == 3
    assert -1 <= gain <= 1


def test_who_wins_counts_most_and_by_how_much_a_little() -> None:
    def ended(first: int, second: int) -> Result:
        winner = 0 if first > second else 1 if second > first else -1
        return Result("masse.end", (first, second), winner, None)

    assert worth(ended(3, 1), 0) == pytest.approx(0.7 + 0.3 * 0.5)
    assert worth(ended(3, 1), 1) == pytest.approx(-worth(ended(3, 1), 0))
    assert worth(ended(0, 0), 0) == worth(None, 0) == 0
    assert worth(None, 0, 0.5) == pytest.approx(0.35)


class Bout(NamedTuple):
    """A battle of the ladder by one who looks once and judges by these weights, against the yardstick, in one seat."""

    number: int
    seat: int
    weights: tuple[float, ...]


def share(bout: Bout) -> float:
    """What a bout came to, from 0 to 1; half where it does not end."""
    game = begun(Pair("masse", "against", 0, bout.number, ()), f"against {bout.number}")
    agents: list[Agent] = [GreedyAgent(bout.number), GreedyAgent(bout.number)]
    agents[bout.seat] = SearchAgent(bout.number, list(bout.weights))
    for _ in range(800):
        due = game.due
        if not isinstance(due, Choose):
            break
        take(game, agents[due.seat], Budget(1 if due.seat == bout.seat else 16))
    return 0.5 if game.result is None else float(game.result.shares[bout.seat])


@pytest.mark.soak
def test_training_from_nothing_reaches_the_strength_that_is_shipped() -> None:
    system, place = registry.system("masse"), executor(os.cpu_count() or 1)
    (only,) = train("masse", 80, 1, "soak", place, afresh=True)
    found = spread([effect.after for effect in only.effects], system.encoding())
    pairs, shares = range(20), []
    for weights in (system.learned(), found):
        bouts = [Bout(number, seat, tuple(weights)) for number in pairs for seat in (0, 1)]
        shares.append([*place.run(share, bouts)])
    shipped, learned = [sum(one) / len(one) for one in shares]
    error = sqrt(sum([(one - mean) ** 2 for mean, side in zip((shipped, learned), shares, strict=True) for one in side])) / 40
    print(f"masse against greedy:16, 40 battles: shipped {shipped:.2f}, trained from nothing {learned:.2f} ± {2 * error:.2f}")
    assert learned > 0.5 - 2 * error
    assert abs(learned - shipped) < 2 * error
