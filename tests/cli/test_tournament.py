"""`tournament`: all players in all systems, kept in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from escarmouche.agents import roster
from escarmouche.analysis import executors
from escarmouche.core import registry
from tests.cli.conftest import Said

Cli = Callable[..., Said]
QUICK = "tournament --systems pocket --agents random,greedy:2 --games 4 --workers 1"


def test_a_table_for_each_system_and_one_over_all(cli: Cli, tmp_path: Path) -> None:
    said = cli(f"{QUICK} --folder {tmp_path}")
    assert said.status == 0
    assert said.out.startswith("pocket: 4 battles (Escarmouche ")
    assert "\nAll systems: 4 battles" in said.out
    assert f"4 battles are kept in {tmp_path}." in said.out
    assert "Tous les systèmes : 4 batailles" in cli(f"{QUICK} --folder {tmp_path} --lang fr").out
    plain = cli(f"{QUICK} --folder {tmp_path} --json").json()
    assert (list(plain["systems"]), plain["overall"]["games"], plain["stopped"]) == (["pocket"], 4, False)


class Cut:
    """Ctrl-C after three battles."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """Some results."""
        yield from map(work, jobs[:3])
        raise KeyboardInterrupt


def test_a_break_loses_nothing(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(executors, "executor", lambda *_: Cut())
        said = cli(f"{QUICK} --folder {tmp_path}")
    assert said.status == 130
    assert f"3 battles are kept in {tmp_path}, and the same command goes on from there." in said.out
    assert f"4 battles are kept in {tmp_path}." in cli(f"{QUICK} --folder {tmp_path}").out


class Nobody:
    """Notes what is to be fought, and Ctrl-C."""

    def __init__(self) -> None:
        self.jobs: list[Any] = []

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """Nothing."""
        self.jobs = list(jobs)
        raise KeyboardInterrupt


def test_as_usual_all_meet_everywhere(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Nobody()
    monkeypatch.setattr(executors, "executor", lambda *_: seen)
    assert cli(f"tournament --games 2 --folder {tmp_path}").status == 130
    count = len(roster.names())
    assert {job.plan.system for job in seen.jobs} == {one.id for one in registry.playable()}
    assert {str(agent) for job in seen.jobs for agent in job.plan.agents} == set(roster.names())
    assert len(seen.jobs) == len(registry.playable()) * count * (count - 1)


def test_results_are_kept_where_that_is_asked(cli: Cli, tmp_path: Path) -> None:
    history = tmp_path / "ladder" / "all.jsonl"
    cli(f"{QUICK} --folder {tmp_path / 'kept'}")
    assert not history.parent.exists()
    cli(f"{QUICK} --folder {tmp_path / 'kept'} --record --history {history}")
    (line,) = history.read_text("utf-8").splitlines()
    assert json.loads(line)["system"] == "pocket"
    assert "[all.jsonl](all.jsonl)" in (history.parent / "pocket.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("tournament --systems chess", "no system 'chess'"),
        ("tournament --systems pocket,pocket", "each named once"),
        ("tournament --systems pocket --agents random", "each named once"),
        ("tournament --systems pocket --agents random,genius", "no agent 'genius'"),
        ("tournament --games 0", "it is at least 1"),
        ("tournament --systems pocket --agents random,greedy:2 --folder /dev/null/x", "cannot be written"),
        ("tournament --workers 2 --ray local", "either --workers or --ray"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    cli: Cli, line: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1


def test_another_tournament_in_the_same_folder_is_one_sentence(cli: Cli, tmp_path: Path) -> None:
    cli(f"{QUICK} --folder {tmp_path}")
    said = cli(f"{QUICK} --folder {tmp_path} --seed 5")
    assert (said.status, said.out) == (2, "")
    assert "holds a tournament of other systems, agents, seed, rules or weights" in said.err
