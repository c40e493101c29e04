"""The bench: every row is measured for every system by what it offers, ratios and history are kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from escarmouche.analysis.bench import (
    BenchRow,
    attacks_in,
    compare,
    from_the_list,
    growth_rows,
    longest_list,
    measure,
    own_module,
    own_rows,
    ratios,
    read_history,
    remember,
    report,
)
from escarmouche.core import registry
from escarmouche.core.effects import Answer, Choose, Rolled
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.odds import odds
from escarmouche.core.system import Plain, Setup
from escarmouche.systems.masse import bench as battles
from escarmouche.systems.sbh.system import WARBANDS
from tests.core.toy import Toy

PLAYED = [
    "random play", "random games", "random play from lists", "random play with views", "fork", "fork with dice of its own",
    "list options", "settle (rebuild a frame)", "view", "save", "load",
]  # fmt: skip
"""What every system is measured by."""


class Duels(Toy):
    """The toy, whose answers point at the figures they name."""

    id = "duels"

    def marks(self, due: Choose, answer: Answer) -> Plain:
        aimed = isinstance(answer, tuple) and len(answer) > 1
        return {**super().marks(due, answer), **({"target": answer[1]} if aimed else {})}


class Broken(Toy):
    """A system that cannot begin a game."""

    id = "broken"

    def start(self, setup: Setup) -> Any:
        raise EscarmoucheError("Its tables are lost.", "Ses tables sont perdues.")


@pytest.fixture(autouse=True)
def _more_systems() -> Iterator[None]:
    extra = [Toy(), Duels(), Broken()]
    for system in extra:
        registry.add(system)
    yield
    for system in extra:
        registry.drop(system.id)


def names_of(system: str) -> list[str]:
    """The rows of a system, without its name; each has been measured."""
    rows = list(measure([system], 0.02, peers=False))
    assert all(row.value > 0 for row in rows)
    assert all(row.name.startswith(f"{system}: ") for row in rows)
    return [row.name.partition(": ")[2] for row in rows]


def test_every_row_of_a_system_with_attacks_and_terrain_is_measured() -> None:
    grown = [f"a decision with {points} points a side" for points in (150, 300, 600, 1200)]
    longest = "the longest list of options with 1200 points a side"
    assert names_of("sbh") == [*PLAYED, "exact odds of an attack in play", "a line across the table", *grown, longest]


def test_a_system_without_targets_terrain_or_a_rulebook_is_measured_by_what_it_has() -> None:
    assert names_of("toy") == PLAYED


def test_attacks_are_answers_with_a_target_that_lead_to_dice() -> None:
    attacks = attacks_in("duels")
    assert len(attacks) == 8
    for game, answer in attacks:
        assert len(odds(game, answer, until_outcome=True)) > 1
        assert any(isinstance(event, Rolled) for event in game.fork().play(answer))
    assert names_of("duels") == [*PLAYED, "exact odds of an attack in play"]


def test_a_system_that_does_not_work_is_left_out_with_a_note() -> None:
    rows = list(measure(["broken", "toy"], 0.02, peers=False))
    assert rows[0] == BenchRow("broken: left out", 0.0, "", "more", "Its tables are lost.")
    assert [row.name for row in rows[1:]] == [f"toy: {name}" for name in PLAYED]


def test_a_system_brings_rows_of_its_own() -> None:
    """Thirty figures with two dice each have 60 dice of up to two touches: 0 to 120 NV."""
    assert battles.line_odds() == 121
    (found,) = own_rows("masse", 0.01)
    assert (found.name, found.unit, found.better) == ("masse: exact odds of 30 figures with two dice", "ms", "less")
    assert found.value > 0
    assert list(own_rows("toy", 0.01)) == list(own_rows("sbh", 0.01)) == list(growth_rows("toy", 0.01)) == []


@pytest.mark.parametrize("system", ["sbh", "masse", "bataille"])
def test_battles_grow_as_they_say(system: str) -> None:
    own = own_module(system)
    assert own is not None
    for size in own.SIZES:
        assert own.armies_of(size).startswith(f"{size} ")
        game = own.battle(size, 1)
        view = game.system.view(game.world, -1)
        sides = [[one for one in view["figures"] if one["seat"] == seat] for seat in (0, 1)]
        if system == "bataille":
            assert [len(side) for side in sides] == [size, size]
        elif system == "masse":
            assert [len(side) for side in sides] == [size + 1, size + 1], "with a general"
        else:
            armies = own.battle(size, 1).setup.armies
            assert all(0.95 * size <= WARBANDS.points(army) <= size for army in armies)


def test_the_longest_list_is_found_in_a_whole_game() -> None:
    game = registry.new("toy", seed=1)
    longest, lists = longest_list(game)
    assert game.due is None
    assert longest > 0
    assert lists > 5


@pytest.mark.parametrize("system", ["sbh", "masse", "bataille"])
def test_nobody_gives_up_who_plays_from_lists(system: str) -> None:
    game = registry.new(system, seed=3)
    rng = Random(2)
    while all(option[0] != "concede" for option in game.options() if isinstance(option, tuple)):
        game.play(game.sample(rng))
    assert all(from_the_list(game, Random(seed)) != ("concede",) for seed in range(200))


def test_ratios_set_us_beside_our_peers() -> None:
    rows = [
        BenchRow("sbh: random play", 100.0, "decisions/s", "more"),
        BenchRow("peer: chess, random play", 50.0, "decisions/s", "more"),
    ]
    rows += [BenchRow("sbh: fork", 0.5, "µs", "less"), BenchRow("peer: chess, copy", 1.5, "µs", "less")]
    rows += [BenchRow("sbh: exact odds of an attack in play", 0.2, "ms", "less")]
    rows += [BenchRow("peer: icepool, an opposed roll", 0.1, "ms", "less")]
    assert ratios(rows) == {
        "sbh: random play / chess, random play": 2.0,
        "chess, copy / sbh: fork": 3.0,
        "icepool, an opposed roll / sbh: exact odds of an attack in play": 0.5,
    }


def test_history_is_kept_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "history.jsonl"
    remember(path, report([BenchRow("a", 10.0, "x/s", "more"), BenchRow("b", 4.0, "µs", "less")]))
    now = report([BenchRow("a", 20.0, "x/s", "more"), BenchRow("b", 8.0, "µs", "less")])
    (before,) = read_history(path)
    assert [(name, factor) for name, _, _, factor in compare(before, now)] == [("a", 2.0), ("b", 0.5)]
    path.write_text(path.read_text("utf-8").rstrip(), "utf-8")
    remember(path, now)
    assert read_history(path) == [before, now]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(EscarmoucheError, match="cannot be written"):
            remember(path, now)
    assert read_history(path) == [before, now]
    path.write_text("not json\n", "utf-8")
    with pytest.raises(EscarmoucheError, match="not one JSON object a line"):
        read_history(path)
