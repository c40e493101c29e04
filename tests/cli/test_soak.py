"""`soak`: a line for each scenario, one JSON object for programs, one game alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis import executors
from tests.cli.conftest import Said

Cli = Callable[..., Said]


def quick(folder: Path) -> str:
    """A short run that keeps what it does in a folder."""
    return f"soak pocket --games 3 --workers 1 --folder {folder}"


def test_a_line_for_each_scenario(cli: Cli, tmp_path: Path) -> None:
    said = cli(quick(tmp_path))
    lines = said.out.splitlines()
    assert said.status == 0
    assert [line.partition(":")[0] for line in lines] == ["corridor", "ambush"]
    assert all("3 games, " in line and "0 failures, 3 replays identical, digest " in line for line in lines)
    again = cli(f"{quick(tmp_path)} --scenario ambush --lang fr").out
    assert again.startswith("ambush : 3 parties, ")
    assert again.endswith("(dont 3 d’un passage précédent)\n")


def test_programs_read_json(cli: Cli, tmp_path: Path) -> None:
    plain = cli(f"{quick(tmp_path)} --json").json()
    assert [one["scenario"] for one in plain["scenarios"]] == ["corridor", "ambush"]
    assert plain["scenarios"][0]["identical"] == 3
    assert plain["scenarios"][0]["failures"] == []


def test_one_game_alone(cli: Cli, tmp_path: Path) -> None:
    said = cli(f"{quick(tmp_path)} --scenario ambush --only 2")
    assert said.status == 0
    assert said.out.startswith("ambush, game 2: ")


class Cut:
    """Ctrl-C before the first game is done."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """Nothing."""
        raise KeyboardInterrupt


def test_ctrl_c_says_how_to_go_on(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "executor", lambda *_: Cut())
    said = cli(quick(tmp_path))
    assert said.status == 130
    assert "Stopped after 0 of 3 games: the same command goes on from here." in said.out
