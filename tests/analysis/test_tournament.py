"""A tournament: every battle is kept as it ends, whoever is stopped goes on, what does not belong together is refused."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis.executors import Here, Processes
from escarmouche.analysis.tournament import BATTLES, PLAN, Tournament, tournament
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.files import held

AGENTS = ("random", "greedy:1")
SYSTEMS = ("sbh", "fda")


class Counting:
    """Battles fought here, at most so many before Ctrl-C."""

    def __init__(self, most: int = 1000) -> None:
        self.most = most
        self.keys: list[Any] = []

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """What each came to."""
        for job in jobs:
            if len(self.keys) == self.most:
                raise KeyboardInterrupt
            self.keys.append(job.key)
            yield work(job)


def met(folder: Path, executor: Any = None, games: int = 4, **more: Any) -> Tournament:
    """A small tournament."""
    return tournament(SYSTEMS, AGENTS, folder, games, executor=executor or Counting(), most=30, **more)


def timeless(found: Tournament) -> Any:
    """What was found, but for the time that was taken."""
    plain = json.loads(json.dumps(found.to_plain()))
    for one in [*plain["systems"].values(), plain["overall"]]:
        for manner in one["manners"].values():
            for name in ("median_ms", "nine_of_ten_ms", "longest_ms"):
                del manner[name]
    return plain


def test_a_table_for_each_system_and_one_over_all(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = met(tmp_path / "new", progress=lambda done, total: told.append((done, total)))
    assert [one.system for one in found.ladders] == list(SYSTEMS)
    assert [one.games for one in found.ladders] == [4, 4]
    assert (found.overall.system, found.overall.games, found.overall.pairings[0].bouts) == ("", 8, 4)
    assert told == [(number, 8) for number in range(1, 9)]
    assert len((tmp_path / "new" / BATTLES).read_text().splitlines()) == 8
    assert timeless(met(tmp_path / "processes", Processes(2))) == timeless(found)


def test_whoever_is_stopped_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    whole = met(tmp_path / "whole", Here())
    cut = met(tmp_path / "cut", Counting(3))
    assert (cut.stopped, cut.overall.games) == (True, 3)
    rest = Counting()
    assert timeless(met(tmp_path / "cut", rest)) == timeless(whole)
    assert len(rest.keys) == 5
    nothing = Counting(0)
    assert met(tmp_path / "cut", nothing) == met(tmp_path / "cut", nothing)
    assert nothing.keys == []


def test_more_battles_go_on_from_those_there_are(tmp_path: Path) -> None:
    met(tmp_path, games=2)
    more = Counting()
    assert met(tmp_path, more, games=4).overall.games == 8
    assert {key[2] for key in more.keys} == {1}
    assert met(tmp_path, Counting(0), games=2).overall.games == 4


def test_a_line_cut_short_is_fought_again(tmp_path: Path) -> None:
    whole = met(tmp_path)
    file = tmp_path / BATTLES
    file.write_bytes(file.read_bytes()[:-30])
    for left in (1, 0):
        again = Counting()
        assert timeless(met(tmp_path, again)) == timeless(whole)
        assert len(again.keys) == left


def test_a_tournament_that_is_killed_goes_on(tmp_path: Path) -> None:
    line = "-m escarmouche tournament --systems sbh --agents random,greedy:1 --games 400 --workers 1 --folder"
    folder = str(tmp_path / "killed")
    running = subprocess.Popen([sys.executable, *line.split(), folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    file = tmp_path / "killed" / BATTLES
    until = time.monotonic() + 120
    while not (file.exists() and file.read_bytes().count(b"\n") >= 2):
        assert time.monotonic() < until
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGKILL)
    running.wait()
    done = file.read_bytes().count(b"\n")
    rest = Counting(0)
    found = tournament(["sbh"], AGENTS, tmp_path / "killed", 400, executor=rest)
    assert (found.stopped, found.overall.games) == (True, done)


@pytest.mark.parametrize(
    "other",
    [{"seed": 1}, {"agents": ("random", "greedy:2")}, {"systems": ("sbh",)}, {"most": 31}],
)
def test_a_folder_of_another_tournament_is_refused(tmp_path: Path, other: dict[str, Any]) -> None:
    met(tmp_path, games=2)
    given: dict[str, Any] = {"systems": SYSTEMS, "agents": AGENTS, "games": 2, "most": 30, **other}
    with pytest.raises(EscarmoucheError, match="other systems, agents, seed, rules or weights") as caught:
        tournament(folder=tmp_path, **given)
    assert "choisissez un autre --folder" in caught.value.sentence("fr")


@pytest.mark.parametrize(
    ("file", "text"), [(BATTLES, '{"what": 1}\n'), (BATTLES, "what\nis this\n"), (PLAN, "no"), (BATTLES, "[1]\n2\n")]
)
def test_what_holds_no_battles_is_refused(tmp_path: Path, file: str, text: str) -> None:
    met(tmp_path, games=2)
    (tmp_path / file).write_text(text)
    with pytest.raises(EscarmoucheError, match="does not hold the battles"):
        met(tmp_path)


def test_a_place_where_nothing_can_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EscarmoucheError, match="cannot be written"):
        met(tmp_path / "file" / "below")
    with held(tmp_path / BATTLES), pytest.raises(EscarmoucheError, match="Another process"):
        met(tmp_path)


@pytest.mark.parametrize("systems", [(), ("sbh", "sbh")])
def test_systems_are_named_once(tmp_path: Path, systems: tuple[str, ...]) -> None:
    with pytest.raises(EscarmoucheError, match="each named once"):
        tournament(systems, AGENTS, tmp_path)
