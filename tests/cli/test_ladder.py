"""`ladder`: the computer players, ranked."""

from __future__ import annotations

import doctest
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis import executors
from escarmouche.analysis.bouts import Fought, Pace
from escarmouche.analysis.simulate import Battle
from escarmouche.cli import standings
from escarmouche.core.offers import Habit
from tests.cli.conftest import Said
from tests.server.serving import wait_for

Cli = Callable[..., Said]
QUICK = "ladder pocket --games 4 --workers 1 --agents random,greedy:4"


def test_people_read_tables(cli: Cli) -> None:
    said = cli(QUICK)
    assert said.status == 0
    assert said.out.startswith("pocket: 4 battles (Escarmouche ")
    assert "no weights, seed 0)" in said.out
    for words in (
        "±",
        "W / D / L",
        "against",
        "share (95 % interval)",
        "broken off",
        "9 of 10",
        "Battles in each scenario, with the share of ",
    ):
        assert words in said.out
    french = cli(f"{QUICK} --lang fr").out
    for words in (
        "pocket : 4 batailles",
        "V / N / D",
        "part (intervalle à 95 %)",
        "9 sur 10",
        "Batailles par scénario, avec la part de ",
    ):
        assert words in french


def test_programs_read_json(cli: Cli) -> None:
    plain = cli(f"{QUICK} --json").json()
    assert plain["games"] == 4
    assert {rung["agent"] for rung in plain["rungs"]} == {"random", "greedy:4"}
    assert plain["rungs"][0]["rating"] == pytest.approx(-plain["rungs"][1]["rating"])
    (pairing,) = plain["pairings"]
    assert sum(pairing["scenarios"].values()) / 2 == pytest.approx(pairing["score"]["share"])
    several = cli("ladder pocket --games 2 --workers 1 --agents random,greedy:1,greedy:2").out
    assert "Battles in each scenario: " in several
    assert pairing["score"]["low"] <= pairing["score"]["share"] <= pairing["score"]["high"]
    only = cli(f"{QUICK} --json --scenario ambush").json()
    assert (only["scenario"], only["scenarios"]) == ("ambush", {"ambush": 4})


class Decided:
    """Battles that the first agent wins, or loses."""

    def __init__(self, share: int) -> None:
        self.share = Fraction(share)

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """What each came to."""
        for job in jobs:
            battle = Battle(job.bout, job.turned, -1, 0, "end", (0, 0), 9, 1, (self.share, 1 - self.share))
            habits = ((Habit("naps", 1, 4),), (Habit("naps", 0, 0),))
            where = (job.plan.system, job.table, job.bout, job.turned, job.plan.scenario)
            yield Fought(*where, battle, (Pace().with_one(5.0),) * 2, habits)


@pytest.mark.parametrize(
    ("option", "share", "status", "says"),
    [
        ("--until 0.7", 1, 0, "random has at least 70.0 % of the victories against greedy:4"),
        ("--until 0.7", 0, 1, "random has less than 70.0 % of the victories against greedy:4"),
        ("--test -10,60", 1, 0, "random is +60 points of Elo ahead of greedy:4 or more, rather than −10 or less."),
        ("--test -10,60", 0, 1, "random is −10 points of Elo ahead of greedy:4 or less, rather than +60 or more."),
        ("--test 0,5 --games 6", 1, 1, "Not decided after 6 battles"),
    ],
)
def test_it_stops_as_soon_as_it_is_decided(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, option: str, share: int, status: int, says: str
) -> None:
    monkeypatch.setattr(executors, "executor", lambda *_: Decided(share))
    said = cli(f"ladder pocket --agents random,greedy:4 {option}")
    assert (said.status, says in said.out, says) == (status, True, says)
    plain = cli(f"ladder pocket --agents random,greedy:4 {option} --json").json()
    assert plain["games"] == 2 * plain["verdict"]["pairs"] < 200
    assert "ranché après " in cli(f"ladder pocket --agents random,greedy:4 {option} --lang fr").out.replace("tranché", "ranché")


def test_what_the_system_counts_is_shown(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "executor", lambda *_: Decided(1))
    line = next(one for one in cli(QUICK).out.splitlines() if "naps" in one)
    assert line.split() == ["naps", "25.0", "%", "(4/16)", "–"]


def test_the_examples_hold() -> None:
    assert doctest.testmod(standings).failed == 0
    assert doctest.testmod(standings).attempted > 0


def test_results_are_kept_where_that_is_asked(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cli(QUICK)
    assert list(tmp_path.iterdir()) == [], "nobody asked"
    cli(f"{QUICK} --record")
    cli(f"{QUICK} --record --seed 1")
    cli(f"{QUICK} --record --scenario ambush")
    history = tmp_path / "docs" / "ladder" / "history.jsonl"
    kept = [json.loads(line) for line in history.read_text("utf-8").splitlines()]
    assert [(one["system"], one["seed"], one["scenario"]) for one in kept] == [
        ("pocket", "0", None), ("pocket", "1", None), ("pocket", "0", "ambush"),
    ]  # fmt: skip
    assert all(one["version"] and one["agents"] == ["greedy:4", "random"] for one in kept)
    page = (history.parent / "pocket.md").read_text("utf-8")
    assert page.startswith("# The ladder of `pocket`\n")
    assert page.count("\n## ") == 2, "the newest of each kind"
    assert page.index("ambush 4 (") < page.index("seed 1")
    assert "| player | against | share (95 % interval) |" in page


class Cut:
    """Ctrl-C at once."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """One result."""
        yield work(jobs[0])
        raise KeyboardInterrupt


def test_ctrl_c_rates_what_is_done(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "executor", lambda *_: Cut())
    said = cli(QUICK)
    assert said.status == 130
    assert "Stopped after 1 game." in said.out


MARKED = """
from pathlib import Path
from escarmouche.agents.chance import RandomAgent

class Marked(RandomAgent):
    def __init__(self, seed):
        super().__init__(seed)
        with Path("begun").open("a") as file:
            file.write("one more\\n")
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_signal_to_all_of_it_rates_what_is_done(tmp_path: Path, how: signal.Signals, workers: int) -> None:
    """Ctrl-C in a terminal and a limit of time reach the workers too."""
    (tmp_path / "marking.py").write_text(MARKED, "utf-8")
    line = f"ladder sbh --agents random,marking:Marked --games 100000 --workers {workers} --json --lang en"
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # tests that run in the background are deaf to it
    path = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    running = subprocess.Popen(
        [sys.executable, "-m", "escarmouche", *line.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=heeding, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    begun = tmp_path / "begun"
    wait_for(lambda: begun.exists() and begun.read_text("utf-8").count("\n") >= 20)
    os.killpg(running.pid, how)
    out, errors = running.communicate(timeout=60)
    plain = json.loads(out)
    assert plain["stopped"]
    assert plain["games"] >= 8, "of twenty begun most had ended"
    assert running.returncode == 130
    assert errors == "Interrupted.\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ladder pocket --agents random", "each named once"),
        ("ladder pocket --agents random,genius", "no agent 'genius'"),
        ("ladder chess", "no system 'chess'"),
        ("ladder pocket --scenario tea", "no scenario 'tea'"),
        ("ladder sbh --army sbh/orcs", "2 armies, not 1"),
        ("ladder pocket --until 1.2", "A share of 1.2 cannot be tested"),
        ("ladder pocket --test 5", "write two numbers"),
        ("ladder pocket --test 0,5 --until 0.7", "either --test or --until"),
        ("ladder pocket --agents random,greedy,search --until 0.7", "between two agents"),
        ("ladder pocket --workers 2 --ray local", "either --workers or --ray"),
        ("ladder pocket --record --history /dev/null/x", "The file /dev/null/x cannot be written"),
        ("ladder pocket --record --history /dev", "The history /dev cannot be read"),
    ],
)
def test_misuse_is_one_sentence(cli: Cli, line: str, says: str) -> None:
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1


@pytest.mark.parametrize(("text", "says"), [("what\n", "one JSON object a line"), ('{"rows": []}\n', "does not hold ladders")])
def test_a_history_that_is_none_is_not_added_to(cli: Cli, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "h.jsonl").write_text(text)
    said = cli(f"{QUICK} --record --history {tmp_path / 'h.jsonl'}")
    assert (said.status, said.out) == (2, "")
    assert says in said.err
    assert (tmp_path / "h.jsonl").read_text() == text
