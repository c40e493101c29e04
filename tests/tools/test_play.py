"""The first `make play`: the game at once, the compiler beside it, and both gone when the player stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.play import SAID, play

PYTHON = [sys.executable, "-c"]


def test_the_game_ends_and_the_compiler_with_all_it_started(tmp_path: Path) -> None:
    told: list[str] = []
    noted = tmp_path / "pid"
    child = f"import os, pathlib, time; pathlib.Path({str(noted)!r}).write_text(str(os.getpid())); time.sleep(60)"
    compiler = [*PYTHON, f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"]
    game = [*PYTHON, f"import os, time\nwhile not os.path.getsize({str(noted)!r}): time.sleep(0.02)\nraise SystemExit(3)"]
    noted.touch()
    assert play(game, compiler, tmp_path / "log", told.append) == 3
    assert told == ["meanwhile"]
    for _ in range(250):
        if not alive(int(noted.read_text("ascii"))):
            return
        time.sleep(0.02)
    pytest.fail("what the compiler started is still running")


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about does not."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text("utf-8").rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize(("status", "word"), [(0, "ready"), (1, "failed")])
def test_the_player_is_told_how_the_compiler_ended(tmp_path: Path, status: int, word: str) -> None:
    told: list[str] = []
    over = tmp_path / "over"

    def tell(key: str) -> None:
        told.append(key)
        if key != "meanwhile":
            over.touch()

    game = [*PYTHON, f"import os, time\nwhile not os.path.exists({str(over)!r}): time.sleep(0.02)"]
    compiler = [*PYTHON, f"print('why'); raise SystemExit({status})"]
    assert play(game, compiler, tmp_path / "log", tell) == 0
    assert told == ["meanwhile", word]
    assert (tmp_path / "log").read_text("utf-8") == "why\n"


def test_ctrl_c_lets_the_game_end_in_its_own_time(tmp_path: Path) -> None:
    game = "import time\ntry: print('on', flush=True); time.sleep(60)\nexcept KeyboardInterrupt: time.sleep(0.5); print('kept')"
    script = (
        "import pathlib, sys; from tools.play import play\n"
        f"sys.exit(play([sys.executable, '-c', {game!r}], ['sleep', '60'], pathlib.Path({str(tmp_path / 'log')!r})))"
    )
    root = Path(__file__).parents[2]
    french = {**os.environ, "LC_ALL": "fr_FR.UTF-8"}
    with subprocess.Popen(
        [*PYTHON, script], cwd=root, start_new_session=True, stdout=subprocess.PIPE, text=True, env=french
    ) as terminal:
        assert terminal.stdout is not None
        assert terminal.stdout.readline() == f"== {SAID['meanwhile']['fr']}\n"
        assert terminal.stdout.readline() == "on\n"
        os.killpg(terminal.pid, signal.SIGINT)
        assert terminal.stdout.read() == "kept\n"
        assert terminal.wait(10) == 0


def test_every_sentence_is_in_both_languages() -> None:
    assert all(set(texts) == {"en", "fr"} for texts in SAID.values())
