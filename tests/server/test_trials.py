"""What a trial says in words: whom an answer provokes, and the mean of outcomes that count something."""

from __future__ import annotations

from msgspec import UNSET

import escarmouche as esc
from escarmouche.server import picture

ROWS = {
    "nv-0": {"chance": "1/4", "percent": 25.0, "text": {"en": "", "fr": ""}},
    "nv-2 + destroyed": {"chance": "3/4", "percent": 75.0, "text": {"en": "", "fr": ""}},
}


def test_outcomes_that_count_have_a_mean() -> None:
    rows, mean = picture.counted(esc.system("masse"), ROWS)
    assert [row["count"] for row in rows.values()] == [0, 2]
    assert mean == {"value": 1.5, "en": "On average {n} NV", "fr": "En moyenne {n} NV"}
    stage = picture.staged(esc.system("masse"), {"rule": "masse.melee.contact", "en": "a", "fr": "b", "odds": ROWS})
    assert (stage["mean"], stage["odds"], stage["en"]) == (mean, rows, "a")


def test_other_outcomes_have_none() -> None:
    for system, rows in (("sbh", ROWS), ("masse", {"nv-0": ROWS["nv-0"]}), ("masse", {**ROWS, "passes": ROWS["nv-0"]})):
        assert picture.counted(esc.system(system), rows) == (rows, UNSET)
        assert "mean" not in picture.staged(esc.system(system), {"odds": rows})


def test_whom_an_answer_provokes_is_told_by_name() -> None:
    for system, kind, english, french in (
        ("sbh", "contact", "Comes into contact with {}", "Entre en contact avec {}"),
        ("masse", "snap-shot", "Holds its action back to shoot: {}", "Retarde son action pour tirer : {}"),
        ("masse", "weather", "{}", "{}"),
    ):
        game = esc.new(system, seed=1)
        found = picture.provoked(game, {"figure": 0, "kind": kind, "rule": "a.rule"})
        assert found["en"] == english.format(game.system.name(game.world, 0, "en"))
        assert found["fr"] == french.format(game.system.name(game.world, 0, "fr"))
        assert (found["figure"], found["kind"], found["rule"]) == (0, kind, "a.rule")
