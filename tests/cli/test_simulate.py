"""`simulate`: tables for people, one JSON object for programs, misuse in one sentence."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis import executors
from escarmouche.core.files import held
from tests.cli.conftest import Said

Cli = Callable[..., Said]
QUICK = "simulate pocket --battles 4 --agents random,random --workers 1 --seed 3"


def test_people_read_a_table(cli: Cli) -> None:
    said = cli(QUICK)
    assert said.status == 0
    assert said.out.startswith("pocket, scenario corridor, seed 3: 4 battles\n")
    assert "95 % interval" in said.out
    assert "The first to act won" in said.out
    assert "Seat 1 won" not in said.out
    assert "Seat 2 won" in cli(f"{QUICK} --swap").out
    assert cli(f"{QUICK} --swap --lang fr").out.startswith("pocket, scénario corridor, graine 3 : 8 batailles\n")


def test_programs_read_json(cli: Cli) -> None:
    said = cli(f"{QUICK} --scenario ambush --json")
    plain = said.json()
    assert said.status == 0
    assert (plain["system"], plain["scenario"], plain["seed"], plain["played"]) == ("pocket", "ambush", "3", 4)
    assert sum([Fraction(army["share"]) for army in plain["armies"]]) + Fraction(plain["draws"], 4) == 1
    assert cli(f"{QUICK} --scenario ambush --json").out == said.out


def test_armies_are_named_as_everywhere(cli: Cli) -> None:
    names = [army["name"] for army in cli("simulate sbh --army sbh/undead --army sbh/elves --battles 1 --workers 1 --agents "
                                          "random,random --json").json()["armies"]]  # fmt: skip
    assert len(set(names)) == 2


class Cut:
    """Ctrl-C after one battle."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """One result."""
        yield work(jobs[0])
        raise KeyboardInterrupt


def test_ctrl_c_shows_what_is_done(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "executor", lambda *_: Cut())
    said = cli(QUICK)
    assert said.status == 130
    assert "Stopped after 1 of 4 battles." in said.out
    assert cli(f"{QUICK} --json").json()["stopped"] is True


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("simulate", "argument"),
        ("simulate chess", "no system 'chess'"),
        ("simulate pocket --agents random", "2 agents, not 1"),
        ("simulate pocket --agents random,genius", "no agent 'genius'"),
        ("simulate pocket --battles 0", "battles"),
        ("simulate pocket --workers 2 --ray local", "either --workers or --ray"),
        ("simulate sbh --army sbh/undead", "2 armies, not 1"),
    ],
)
def test_misuse_is_one_sentence(cli: Cli, line: str, says: str) -> None:
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert says in said.err


def test_without_ray_it_says_how_to_get_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = cli("simulate pocket --ray local")
    assert said.status == 2
    assert "pip install 'escarmouche[ray]'" in said.err


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "rubbish", "127.0.0.1:many"])
def test_where_no_cluster_is_it_says_so_at_once(cli: Cli, address: str) -> None:
    began = time.monotonic()
    said = cli("simulate pocket --battles 1 --agents random,random --ray", address)
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"There is no Ray cluster at {address} that can be used (")
    assert said.err.count("\n") == 1
    assert "grappe Ray" in cli("simulate pocket --battles 1 --agents random,random --lang fr --ray", address).err
    assert time.monotonic() - began < 10


def test_rows_in_a_file_and_a_stop_rule(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "battles.jsonl"
    said = cli(f"{QUICK} --swap --out", str(file))
    assert said.status == 0
    assert len(file.read_text().splitlines()) == 8
    assert cli(f"{QUICK} --swap --out", str(file)).out == said.out
    assert "other armies" in cli("simulate pocket --battles 4 --agents random,random --workers 1 --seed 4 --out", str(file)).err
    with held(file):
        said = cli(f"{QUICK} --swap --out", str(file))
        assert (said.status, said.out) == (2, "")
        assert "Another simulation" in said.err
    found = cli("simulate pocket --agents random,random --workers 1 --until 0.2 --json").json()
    assert found["played"] % 20 == 0
    assert all(one["interval"][1] - one["interval"][0] <= 0.4 for one in found["armies"])


def test_ctrl_c_keeps_what_is_done(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with monkeypatch.context() as cut:
        cut.setattr(executors, "executor", lambda *_: Cut())
        assert cli(f"{QUICK} --out", str(tmp_path / "out.jsonl")).status == 130
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 1
    assert cli(f"{QUICK} --out", str(tmp_path / "out.jsonl")).out == cli(QUICK).out
