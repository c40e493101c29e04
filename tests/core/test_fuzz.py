"""The fuzzer: quiet over a sound system; over a broken one it writes a file that fails again in the same way."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import msgspec
import pytest

from escarmouche.core import fuzz, registry
from escarmouche.core.errors import EscarmoucheError, SaveError
from tests.core.checks import one_sentence

FOUND = {
    "crashes": "It crashes with ZeroDivisionError",
    "dead-end": "is a dead end: it offers no option",
    "endless": "The game has not ended after 200 decisions",
    "never-asks": "goes on without ever asking",
    "impure-later": "replayed from its set-up, gives other bytes",
    "draws-too-much": "draws 3 and then refuses it",
    "forgets-class": "The save holds a 'Tally'",
    "stumbles": "It crashes with TypeError",
    "yields-nonsense": "generator",
    "no-armies": "It crashes with LookupError: no armies here",
}


def test_a_sound_system_has_no_failures(tmp_path: Path) -> None:
    seen: list[tuple[int, int, int]] = []
    report = fuzz.fuzz(["toy", "mini"], 20, 1, 500, tmp_path, lambda *counts: seen.append(counts))
    assert report.failures == ()
    assert not report.stopped
    assert report.games == 20
    assert report.decisions > 1000
    assert seen == [(done, 20, 0) for done in range(1, 21)]
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_fuzzes_the_same(tmp_path: Path) -> None:
    one, two, other = [fuzz.fuzz(["toy"], 4, seed, 500, tmp_path).decisions for seed in (1, 1, 2)]
    assert one == two
    assert one != other


@pytest.mark.parametrize("name", FOUND)
def test_a_failure_is_written_down_and_happens_again(tmp_path: Path, name: str) -> None:
    report = fuzz.fuzz([name], 12, 3, 200, tmp_path / "found")
    assert report.games == 12
    failure = next(one for one in report.failures if FOUND[name] in one.sentence)
    assert (failure.system, failure.scenario) == (name, "count")
    assert shlex.split(failure.command) == ["escarmouche", "fuzz", "--again", failure.path]
    again = fuzz.again(failure.path)
    assert again == failure
    data = json.loads(Path(failure.path).read_text("utf-8"))
    assert data["failure"] == failure.sentence
    assert data["again"] == failure.command
    assert data["setup"]["system"] == name
    assert data["trace"]


def test_a_file_holds_the_answers_up_to_the_crash(tmp_path: Path) -> None:
    failure = fuzz.fuzz(["crashes"], 12, 3, 200, tmp_path).failures[0]
    data = json.loads(Path(failure.path).read_text("utf-8"))
    game = registry.new("crashes", data["setup"]["armies"], "count", data["setup"]["seed"])
    kinds = {step[0] for step in data["steps"]}
    assert "play" in kinds
    assert kinds <= {"play", "wrong", "undo", "fork", "save", "list"}
    assert data["steps"][-1][0] == "play"
    assert game.setup.to_plain()["armies"] == data["setup"]["armies"]


def test_what_no_longer_fails_is_said_not_to(tmp_path: Path) -> None:
    failure = fuzz.fuzz(["crashes"], 12, 3, 200, tmp_path).failures[0]
    path = Path(failure.path)
    data = json.loads(path.read_text("utf-8"))
    path.write_bytes(msgspec.json.encode({**data, "steps": data["steps"][:-1]}))
    assert fuzz.again(path) is None
    path.write_bytes(msgspec.json.encode({**data, "setup": {**data["setup"], "system": "mini"}}))
    assert fuzz.again(path) is None


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    def interrupt(done: int, total: int, failures: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    report = fuzz.fuzz(["crashes"], 100, 3, 200, tmp_path, interrupt)
    assert report.stopped
    assert report.games == 5
    assert report.failures
    assert all(Path(failure.path).exists() for failure in report.failures)


def test_an_illegal_answer_that_is_played_is_found(tmp_path: Path) -> None:
    """Refused when asked about, yet played: the fuzzer's own steps notice."""
    report = fuzz.fuzz(["two-faced"], 12, 3, 200, tmp_path)
    assert any("said to be refused and yet played" in failure.sentence for failure in report.failures)


def test_every_system_and_scenario_has_its_turn(tmp_path: Path) -> None:
    failures = fuzz.fuzz(["crashes", "endless", "dead-end"], 6, 3, 100, tmp_path).failures
    assert {failure.system for failure in failures} >= {"endless", "dead-end"}
    assert len({failure.path for failure in failures}) == len(failures)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"format": "escarmouche-fuzz"}', b"\xff"])
def test_another_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(SaveError, match="was not written by the fuzzer") as caught:
        fuzz.again(path)
    one_sentence(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read") as caught:
        fuzz.again(tmp_path / "nowhere.json")
    one_sentence(caught.value)


def test_a_failure_that_cannot_be_written_down_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (failure,) = fuzz.fuzz(["crashes"], 1, 3, 200, tmp_path).failures
    before = Path(failure.path).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(EscarmoucheError, match="cannot be written") as caught:
        fuzz.fuzz(["crashes"], 1, 3, 200, tmp_path)
    one_sentence(caught.value)
    assert Path(failure.path).read_bytes() == before
