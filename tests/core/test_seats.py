"""Two seats or more: what a result says of each, who may sit down, and a brawl of two, three and four from all sides."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.core import conformance, effects, fuzz, registry, save
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Result
from escarmouche.core.errors import ContentError
from tests.core.brawl import BRAWL, COUNTS


@pytest.fixture(autouse=True)
def _brawl() -> Iterator[None]:
    registry.add(BRAWL)
    yield
    registry.drop("brawl")


# ---------------------------------------------------------------- results


@pytest.mark.parametrize(
    ("scores", "winner", "winners", "standings"),
    [
        ((3, 5), 1, [1], [2, 1]),
        ((5, 3), 1, [1], [2, 1]),  # the rules may give the victory to another than the highest score
        ((4, 4), -1, [0, 1], [1, 1]),
        ((4, 3), -1, [0, 1], [1, 1]),  # the rules see nobody ahead
        ((5, 2, 5), -1, [0, 2], [1, 3, 1]),
        ((5, 2, 4), -1, [0, 1, 2], [1, 1, 1]),
        ((1, 4, 4, 9), 0, [0], [1, 3, 3, 2]),
        ((0, 0, 0, 0), -1, [0, 1, 2, 3], [1, 1, 1, 1]),
    ],
)
def test_what_a_result_says_of_each_seat(
    scores: tuple[int, ...], winner: int, winners: list[int], standings: list[int]
) -> None:
    result = Result("end", scores, winner, None)
    assert (result.winners, result.standings) == (winners, standings)
    assert result.shares == [Fraction(seat in winners, len(winners)) for seat in range(len(scores))]


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=6), st.data())
def test_shares_add_up_and_winners_stand_first(scores: list[int], data: st.DataObject) -> None:
    result = Result("end", tuple(scores), data.draw(st.integers(-1, len(scores) - 1)), None)
    assert sum(result.shares) == 1
    assert [seat for seat, place in enumerate(result.standings) if place == 1] == result.winners
    assert min(result.standings) == 1
    assert max(result.standings) <= len(scores)


def test_the_examples_hold() -> None:
    for module in (effects, registry):
        assert doctest.testmod(module).failed == 0
        assert doctest.testmod(module).attempted > 0


# ---------------------------------------------------------------- who may sit down


def test_the_usual_number_or_the_one_that_is_named() -> None:
    assert registry.new("brawl", seed=1).setup.seats == 3
    assert [registry.new("brawl", seed=1, seats=count).setup.seats for count in (2, 3, 4)] == [2, 3, 4]
    assert registry.new("brawl", [{}, {}, {}, {}], seed=1).setup.seats == 4
    assert registry.new("brawl", scenario="square", seed=1).setup.seats == 4


@pytest.mark.parametrize(
    ("armies", "scenario", "seats", "english", "french"),
    [
        (None, "ring", 5, "ring of brawl is played by 2, 3 or 4 players, not 5: name one a side.",
         "ring de brawl se joue à 2, 3 ou 4 joueurs, et non 5 : nommez-en un par camp."),
        (1, "ring", None, "ring of brawl is played by 2, 3 or 4 armies, not 1: name one a side.",
         "ring de brawl se joue à 2, 3 ou 4 armées, et non 1 : nommez-en une par camp."),
        (3, "duel", None, "duel of brawl is played by 2 armies, not 3: name one a side.",
         "duel de brawl se joue à 2 armées, et non 3 : nommez-en une par camp."),
        (3, "ring", 4, "There are 3 armies for 4 seats: name one a side.",
         "Il y a 3 armées pour 4 places : nommez-en une par camp."),
    ],
)  # fmt: skip
def test_a_wrong_number_is_one_sentence(
    armies: int | None, scenario: str, seats: int | None, english: str, french: str
) -> None:
    with pytest.raises(ContentError) as caught:
        registry.new("brawl", None if armies is None else [{}] * armies, scenario, 1, None, seats)
    assert [caught.value.sentence(language) for language in ("en", "fr")] == [english, french]


def test_a_system_for_two_alone_is_named_without_its_scenario() -> None:
    with pytest.raises(ContentError, match=r"^toy is played by 2 armies, not 3: name one a side\.$"):
        registry.new("toy", [{}, {}, {}])


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("scenario", list(COUNTS))
def test_the_brawl_conforms(scenario: str) -> None:
    assert conformance.check("brawl", scenario, games=3).decisions > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_saves_of_any_number_of_seats_play_again(seats: int, tmp_path: Path) -> None:
    game, chance = registry.new("brawl", seed=5, seats=seats), Stream(5)
    while game.due is not None:
        game.play(game.sample(chance))
    game.save(tmp_path / "brawl.json")
    assert save.verify(tmp_path / "brawl.json")
    back = save.read(tmp_path / "brawl.json").result
    assert back == game.result
    assert back is not None
    assert len(back.shares) == len(back.standings) == seats


def test_the_fuzzer_tries_every_number_of_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int | None] = []
    new = registry.new

    def noted(*args: object, **more: object) -> object:
        begun.append(args[5])  # type: ignore[arg-type]
        return new(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(registry, "new", noted)
    report = fuzz.fuzz(["brawl"], games=5, folder=tmp_path)
    assert (report.games, report.failures) == (5, ())
    assert begun == [3, 2, 4, 2, 4]
