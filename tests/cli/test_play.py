"""A game in the terminal, typed line by line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def typed(folder: Path, lines: str, *options: str, status: int = 0) -> str:
    """What `escarmouche play` prints for these lines of input."""
    command = [sys.executable, "-m", "escarmouche", "play", *options]
    done = subprocess.run(command, input=lines, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


QUICK = ("sbh", "--seed", "5", "--players", "here,random")


def test_options_odds_undo_rules_and_help(tmp_path: Path) -> None:
    said = typed(tmp_path, "?\n1\nr\nu\nr recoil\n99\nnonsense\nq\n", *QUICK)
    assert "the exact odds of option N" in said
    assert "Taken back." in said
    assert "sbh.recoil" in said
    assert "type a number from 1 to" in said
    assert "nonsense is neither a number" in said
    assert "--resume escarmouche-autosave.json" in said


def test_the_end_of_input_saves_the_game_and_resume_goes_on(tmp_path: Path) -> None:
    typed(tmp_path, "1\n1\n1\n", *QUICK)
    assert (tmp_path / "escarmouche-autosave.json").is_file()
    again = typed(tmp_path, "s kept.json\nq\n", "--resume", "escarmouche-autosave.json", "--players", "here,random")
    assert "Saved to kept.json." in again
    assert (tmp_path / "kept.json").is_file()


def test_a_whole_game_to_its_end(tmp_path: Path) -> None:
    said = typed(tmp_path, "1\n" * 4000, "sbh", "--seed", "8", "--players", "here,random", "--scenario", "pitched-battle")
    assert "wins," in said or "Nobody wins" in said or "--resume" in said
    assert said.count("(sbh.") > 200


@pytest.mark.parametrize(
    ("options", "words"), [(("--players", "me"), "name 2 players"), (("--resume", "none.json"), "cannot be read")]
)
def test_misuse_is_one_sentence(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    assert words in typed(tmp_path, "", "sbh", *options, status=2)


def test_in_french(tmp_path: Path) -> None:
    assert "Tapez le numéro d’une option" in typed(tmp_path, "q\n", *QUICK, "--lang", "fr")
