"""`ladder`: the computer players, ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from escarmouche.analysis import executors
from tests.cli.conftest import Said

Cli = Callable[..., Said]
QUICK = "ladder pocket --games 4 --workers 1 --agents random,greedy:4"


def test_people_read_a_table(cli: Cli) -> None:
    said = cli(QUICK)
    assert said.status == 0
    assert said.out.startswith("pocket: 4 games\n")
    assert "wins against random" in said.out
    assert "±" in said.out
    assert "victoires sur random" in cli(f"{QUICK} --lang fr").out


def test_programs_read_json(cli: Cli) -> None:
    plain = cli(f"{QUICK} --json").json()
    assert plain["games"] == 4
    assert {rung["agent"] for rung in plain["rungs"]} == {"random", "greedy:4"}
    assert plain["rungs"][0]["rating"] == pytest.approx(-plain["rungs"][1]["rating"])


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


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ladder pocket --agents random", "each named once"),
        ("ladder pocket --agents random,genius", "no agent 'genius'"),
        ("ladder chess", "no system 'chess'"),
    ],
)
def test_misuse_is_one_sentence(cli: Cli, line: str, says: str) -> None:
    said = cli(line)
    assert (said.status, said.out) == (2, "")
    assert says in said.err
