"""Learning by play: what the battles say moves the weights, nothing is fought twice, what cannot be learned says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis.train import Pair, coins, fought, train, worth
from escarmouche.core import registry
from escarmouche.core.effects import Result
from escarmouche.core.errors import EscarmoucheError


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
    assert best.gain == pytest.approx(0.5, abs=0.1)
    assert worst.gain == pytest.approx(-0.25, abs=0.1)
    assert best.after == max(effect.after for effect in only.effects) == pytest.approx(0.18, abs=0.01)
    assert worst.after == min(effect.after for effect in only.effects) < -0.05
    assert all(effect.before == 0 for effect in only.effects)


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
