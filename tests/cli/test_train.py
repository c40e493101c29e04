"""`train`: computer players that learn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis import executors
from tests.cli.conftest import Said

Cli = Callable[..., Said]


class Pretended:
    """Battles that come to nothing, and Ctrl-C after so many."""

    def __init__(self, most: int = 100) -> None:
        self.most = most

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """Drawn battles."""
        for job in jobs[: self.most]:
            yield job.number, 0.0
        if len(jobs) > self.most:
            raise KeyboardInterrupt


def test_it_shows_what_it_learned_and_writes_it(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "executor", lambda _: Pretended())
    said = cli(f"train masse --pairs 3 --folder {tmp_path / 'kept'} --out {tmp_path / 'masse.json'}")
    assert said.status == 0
    assert "masse, round 1: 3 battles, each from both sides" in said.out
    assert "facing an enemy" in said.out
    written = json.loads((tmp_path / "masse.json").read_text())
    assert (written["pairs"], written["command"]) == (3, "escarmouche train masse --pairs 3 --rounds 1 --seed 0")
    assert written["weights"]["facing an enemy"] > 0, "nothing was learned, so what is shipped stays"


def test_a_break_loses_nothing(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "executor", lambda _: Pretended(2))
    said = cli(f"train masse --pairs 5 --folder {tmp_path}")
    assert (said.status, "goes on from there" in said.out) == (130, True)
    assert len(next(tmp_path.iterdir()).read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("train nosuch", "There is no system 'nosuch'"),
        ("train masse --pairs 0", "it is at least 1"),
        ("train masse --pairs 1 --folder /dev/null/x", "cannot be written"),
    ],
)
def test_what_cannot_be_is_one_sentence(cli: Cli, line: str, says: str) -> None:
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1
