"""Battles in a file, taken up again; a stop rule; intervals that know which battles hang together."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis import simulate as module
from escarmouche.analysis.executors import Processes
from escarmouche.analysis.rows import Rows, battle, row
from escarmouche.analysis.simulate import Battle, Plan, Report, Tally, known_within, planned, simulate, tallied
from escarmouche.core.errors import EscarmoucheError
from tests.agents.small import BAND


def played(path: Path, battles: int = 4, seed: int = 3, **more: Any) -> Report:
    """Random battles of four orcs against four, kept in a file."""
    opened: list[Rows] = []

    def keep(plan: Plan) -> Rows:
        opened.append(Rows(path, plan))
        return opened[0]

    try:
        return simulate("sbh", [BAND, BAND], None, battles, seed, ("random", "random"), keep=keep, **more)
    finally:
        for one in opened:
            one.close()


def lines(path: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


class Cut:
    """Ctrl-C after three battles."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """Three results, the last first."""
        for job in reversed(jobs[:3]):
            yield work(job)
        raise KeyboardInterrupt


def test_a_row_a_battle_and_a_battle_a_row(tmp_path: Path) -> None:
    report = played(tmp_path / "out.jsonl", swap=True)
    rows = lines(tmp_path / "out.jsonl")
    assert [(one["battle"], one["turned"]) for one in rows] == [(number, turned) for number in range(4) for turned in (0, 1)]
    assert [battle(one) for one in rows] == report.battles
    assert rows[1]["seats"] == [1, 0]
    plan = planned("sbh", [BAND, BAND], None, 3, ("random", "random"), module.MOST)
    failed = report.battles[0]._replace(fault=module.Fault(1, "It failed.", "Échec."))
    assert battle(row(plan, "mark", failed)) == failed


def test_what_was_stopped_is_taken_up_and_comes_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played(tmp_path / "whole.jsonl", swap=True)
    assert played(tmp_path / "cut.jsonl", swap=True, executor=Cut()).stopped
    with (tmp_path / "cut.jsonl").open("ab") as file:
        file.write(b'{"plan": "cut sh')
    fought: list[tuple[int, int]] = []
    fight = module.fight

    def counted(job: module.Job) -> Battle:
        fought.append(job[1:])
        return fight(job)

    monkeypatch.setattr(module, "fight", counted)
    assert played(tmp_path / "cut.jsonl", swap=True) == whole
    assert len(fought) == 5
    assert (tmp_path / "cut.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    played(tmp_path / "whole.jsonl", swap=True)
    assert len(fought) == 5, "nothing is fought again"
    assert len(played(tmp_path / "whole.jsonl", 5, swap=True).battles) == 10, "more of the same is added"


def test_the_workers_do_not_matter(tmp_path: Path) -> None:
    played(tmp_path / "one.jsonl")
    played(tmp_path / "two.jsonl", executor=Processes(2))
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    played(tmp_path / "out.jsonl", 1)
    (tmp_path / "notes.txt").write_text("dear diary\nmore\n")
    for name, seed, says in (
        ("out.jsonl", 4, "other armies, agents, scenario, seed or rules"),
        ("notes.txt", 3, "holds no battles"),
    ):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(EscarmoucheError, match=says):
            played(tmp_path / name, seed=seed)
        assert (tmp_path / name).read_bytes() == before
    with pytest.raises(EscarmoucheError, match="cannot be written"):
        played(tmp_path / "nowhere" / "out.jsonl")


def test_battles_that_failed_are_tried_again(tmp_path: Path) -> None:
    whole = played(tmp_path / "out.jsonl", 2)
    rows = lines(tmp_path / "out.jsonl")
    rows[0] |= {"fault": 1, "fault_en": "It failed.", "fault_fr": "Échec."}
    (tmp_path / "out.jsonl").write_text("".join([json.dumps(one) + "\n" for one in rows]))
    assert played(tmp_path / "out.jsonl", 2) == whole


# ---------------------------------------------------------------- Parquet


def parquet(path: Path) -> Any:
    """The table in a Parquet file, as another program reads it."""
    return import_module("pyarrow.parquet").read_table(str(path))


def test_without_pyarrow_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(EscarmoucheError, match=r"pip install 'escarmouche\[parquet\]'"):
        played(tmp_path / "out.parquet")
    assert list(tmp_path.iterdir()) == []


def test_parquet_has_the_rows_of_the_json_lines(tmp_path: Path) -> None:
    report = played(tmp_path / "out.parquet", swap=True)
    played(tmp_path / "out.jsonl", swap=True)
    table = parquet(tmp_path / "out.parquet")
    rows = table.to_pylist()
    assert rows == lines(tmp_path / "out.jsonl")
    assert [battle(one) for one in rows] == report.battles
    types = {field.name: str(field.type) for field in table.schema}
    assert (types["battle"], types["winner"], types["reason"]) == ("int64", "int64", "string")
    assert str(table.schema.field("scores").type.value_type) == "int64"
    assert sorted([path.name for path in tmp_path.iterdir()]) == ["out.jsonl", "out.parquet"]


def test_parquet_that_was_stopped_is_taken_up_again(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole.parquet", swap=True)
    assert played(tmp_path / "cut.parquet", swap=True, executor=Cut()).stopped
    assert parquet(tmp_path / "cut.parquet").num_rows == 3
    assert played(tmp_path / "cut.parquet", swap=True) == whole
    assert (tmp_path / "cut.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert sorted([path.name for path in tmp_path.iterdir()]) == ["cut.parquet", "whole.parquet"]


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.analysis.test_rows import played

def dies(done, total):
    if done == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

played(Path(sys.argv[1]), progress=dies)
"""


@pytest.mark.parametrize("name", ["out.parquet", "out.jsonl"])
def test_a_killed_simulation_loses_no_battle_that_was_done(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / name
    root = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(root), *filter(None, [os.environ.get("PYTHONPATH")])]))
    for after in (1, 3):  # the second goes on with what the first has kept
        killed = subprocess.run([sys.executable, "-c", KILLED, str(path), str(after)], check=False)
        assert killed.returncode == -signal.SIGKILL
    fought: list[int] = []
    (tmp_path / "whole").mkdir()
    whole = played(tmp_path / "whole" / name)
    fight = module.fight

    def counted(job: module.Job) -> Battle:
        fought.append(job[1])
        return fight(job)

    monkeypatch.setattr(module, "fight", counted)
    assert played(path) == whole
    assert fought == [3]
    assert path.read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert sorted([one.name for one in tmp_path.iterdir()]) == [name, "whole"]


def test_a_parquet_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out.parquet").write_text("dear diary")
    with pytest.raises(EscarmoucheError, match="holds no battles"):
        played(tmp_path / "out.parquet")
    assert (tmp_path / "out.parquet").read_text() == "dear diary"
    played(tmp_path / "other.parquet", 1)
    before = (tmp_path / "other.parquet").read_bytes()
    with pytest.raises(EscarmoucheError, match="scenario, seed or rules"):
        played(tmp_path / "other.parquet", 1, seed=4)
    assert (tmp_path / "other.parquet").read_bytes() == before
    assert sorted([path.name for path in tmp_path.iterdir()]) == ["other.parquet", "out.parquet"]


# ---------------------------------------------------------------- when to stop


def test_it_stops_when_enough_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 3)
    report = simulate("sbh", [BAND, BAND], None, 30, 3, ("random", "random"), until=0.4)
    assert len(report.battles) % 3 == 0
    assert 0 < len(report.battles) < 30
    assert known_within(report) <= 0.4
    fewer = simulate("sbh", [BAND, BAND], None, len(report.battles) - 3, 3, ("random", "random"))
    assert not fewer.battles or known_within(fewer) > 0.4
    assert not report.stopped


# ---------------------------------------------------------------- pairs


def drawn(chance: random.Random, pairs: int, share: float, hang: str) -> Tally:
    """Pairs of battles that an army wins with this chance: each alone, always alike, or always otherwise."""
    battles, hits = [], []
    for number in range(pairs):
        first = chance.random() < share
        second = {"alone": chance.random() < share, "alike": first, "otherwise": not first}[hang]
        for turned, hit in enumerate((first, second)):
            battles.append(Battle(number, turned, 0 if hit else 1, 0, "why", (0, 0), 1, 1))
            hits.append(hit)
    return tallied(battles, hits)


@pytest.mark.parametrize(("hang", "share"), [("alone", 0.3), ("alike", 0.3), ("alike", 0.5)])
def test_intervals_hold_what_they_promise_when_pairs_hang_together(hang: str, share: float) -> None:
    chance = random.Random(7)
    found = [drawn(chance, 60, share, hang) for _ in range(600)]

    def covered(tallies: list[Tally]) -> float:
        return sum([one.interval[0] <= share <= one.interval[1] for one in tallies]) / len(tallies)

    assert 0.92 <= covered(found) <= 0.985
    if hang == "alike":
        assert covered([Tally(one.wins, one.of) for one in found]) < 0.9, "as if they were independent"


def test_pairs_that_even_out_say_more_than_single_battles() -> None:
    even = drawn(random.Random(1), 40, 0.5, "otherwise")
    assert even.share * 2 == 1
    low, high = even.interval
    assert 0 < high - low < (Tally(even.wins, even.of).interval[1] - Tally(even.wins, even.of).interval[0]) / 2


def test_a_few_equal_pairs_promise_no_certainty() -> None:
    assert drawn(random.Random(1), 3, 1.0, "alike") == Tally(6, 6, 3.0)
    assert drawn(random.Random(1), 1, 0.5, "otherwise").interval[0] < 0.2
    assert tallied([], []) == Tally(0, 0)
