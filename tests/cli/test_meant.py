"""What was meant, perhaps; and French that is French throughout."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Said

Cli = Callable[..., Said]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("plya sbh", "'play'"),
        ("army chek sbh/elves", "'check'"),
        ("play sbh --sceanrio ambush", "--scenario"),
        ("profiles shb", "'sbh'"),
        ("play sbh --scenario ambsh", "'ambush'"),
        ("simulate sbh --scenario pitched-batle", "'pitched-battle'"),
        ("army print sbh/elvs", "'elves'"),
        ("odds sbh melee orc-warior elf-warrior", "'orc-warrior'"),
        ("odds sbh mele orc-warrior elf-warrior", "'melee'"),
        ("odds sbh melee orc-warrior elf-warrior --with powr=yes", "'power'"),
        ("profiles sbh --faction elvs", "'elves'"),
        ("simulate sbh --agents gredy,random", "'greedy'"),
    ],
)
def test_what_was_meant(cli: Cli, line: str, meant: str) -> None:
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert re.search(rf"\(perhaps [^()]*{meant}[^()]* was meant\)", said.err), said.err
    french = cli(f"{line} --lang fr").err
    assert re.search(rf"\(peut-être [^()]*{meant}[^()]*\)", french), french
    assert "\n" not in said.err.strip() + french.strip()


def test_nothing_near_is_nothing_said(cli: Cli) -> None:
    assert "perhaps" not in cli("profiles zzz").err


ENGLISH = re.compile(
    r"\b(the|is|of|not|should|input|file|directory|such|expected|value|invalid|greater|parse|space)\b", re.IGNORECASE
)


@pytest.mark.parametrize(
    "line",
    [
        "simulate sbh --battles 0",
        "simulate sbh --battles many",
        "simulate sbh --until wide",
        "serve --port 70000",
        "replay nowhere.json",
        "army print nowhere.toml",
        "army print broken.toml",
        "army print cut.toml",
        "campaign status nowhere.json",
        "simulate pocket --battles 1 --agents random,random --workers 1 --out nowhere/out.jsonl",
        "campaign new sbh nowhere/war.json",
    ],
)
def test_no_english_inside_french(cli: Cli, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.toml").write_text("name 3\n")
    Path("cut.toml").write_text("name = [")
    said = cli(f"{line} --lang fr")
    assert said.status == 2
    assert not ENGLISH.search(said.err), said.err
