"""The bench: every row is measured, ratios and history are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from escarmouche.analysis import battles
from escarmouche.analysis.bench import Row, compare, measure, ratios, read_history, remember, report
from escarmouche.core.errors import EscarmoucheError


def test_every_row_of_a_system_and_of_the_table_is_measured() -> None:
    rows = list(measure(["sbh"], 0.05, peers=False))
    names = " ".join(row.name for row in rows)
    wanted = ("random play", "random games", "fork", "settle", "save", "load", "exact odds", "line of sight", "shortest path")
    assert all(part in names for part in wanted)
    assert all(row.value > 0 for row in rows)


def test_mass_combat_has_rows_of_its_own() -> None:
    """Thirty figures with two dice each have 60 dice of up to two touches: 0 to 120 NV; the great battle has 40 units."""
    assert battles.line_odds() == 121
    game = battles.great_battle(1)
    units = [unit for unit in game.world.units if unit.card.category != "hero"]
    assert [len([unit for unit in units if unit.seat == seat]) for seat in (0, 1)] == [20, 20]
    assert 380 <= sum([unit.figures for unit in units]) <= 420
    found = list(battles.rows(0.01))
    assert [row.unit for row in found] == ["ms", "s", "ms"]
    assert all(row.value > 0 and row.better == "less" for row in found)


def test_ratios_set_us_beside_our_peers() -> None:
    rows = [Row("sbh: random play", 100.0, "decisions/s", "more"), Row("peer: chess, random play", 50.0, "decisions/s", "more")]
    rows += [Row("sbh: fork", 0.5, "µs", "less"), Row("peer: chess, copy", 1.5, "µs", "less")]
    rows += [Row("sbh: exact odds of an attack", 0.2, "ms", "less"), Row("peer: icepool, an opposed roll", 0.1, "ms", "less")]
    assert ratios(rows) == {
        "sbh: random play / chess, random play": 2.0,
        "chess, copy / sbh: fork": 3.0,
        "icepool, an opposed roll / sbh: exact odds of an attack": 0.5,
    }


def test_history_is_kept_and_compared(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    remember(path, report([Row("a", 10.0, "x/s", "more"), Row("b", 4.0, "µs", "less")]))
    now = report([Row("a", 20.0, "x/s", "more"), Row("b", 8.0, "µs", "less")])
    (before,) = read_history(path)
    assert [(name, factor) for name, _, _, factor in compare(before, now)] == [("a", 2.0), ("b", 0.5)]
    path.write_text("not json\n", "utf-8")
    with pytest.raises(EscarmoucheError, match="not one JSON object a line"):
        read_history(path)
