"""Many live games at once: the figures that `escarmouche bench --server` prints."""

from __future__ import annotations

import pytest

from escarmouche.server.load import Figures, measure


def told(figures: Figures) -> str:
    return (
        f"{figures.games} games, {figures.answers_per_second} answers/s:"
        f" p50 {figures.p50_ms} ms, p95 {figures.p95_ms} ms, p99 {figures.p99_ms} ms,"
        f" {figures.server_cpu_ms_per_answer} ms of processor an answer, {figures.idle_kb_per_game} kB an idle game"
    )


@pytest.mark.soak
def test_nobody_waits_for_the_bots_of_twenty_games() -> None:
    figures = measure(10, 30.0, 1.0, bots=20)
    print(told(figures), f"beside {figures.bot_games} games against bots, which take {figures.bot_cores} of a core")
    assert figures.answers > 200
    assert figures.p99_ms < 100


@pytest.mark.soak
def test_five_hundred_live_games() -> None:
    figures = measure(500, 30.0, 4.0)
    print(told(figures))
    assert figures.answers > 500
    assert figures.idle_kb_per_game < 200
