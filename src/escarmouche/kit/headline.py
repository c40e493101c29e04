"""What an answer comes to in two numbers: how likely something good comes of it for the one who decides, and something bad.
They follow from its exact odds and from the grades that the system gives to outcomes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TypedDict

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.errors import TooManyOutcomes
from escarmouche.core.game import Game
from escarmouche.core.odds import odds
from escarmouche.core.system import Plain, System
from escarmouche.kit.words import BOTH

CASES = 4_000
"""Odds that branch further are not worked out while somebody waits."""


class Headline(TypedDict):
    """How likely something good and something bad comes of it, in hundredths; the rest is neither."""

    good: float
    bad: float


def chances(game: Game, answer: Answer) -> dict[str, Plain] | None:
    """The exact odds of a legal answer up to its first outcome, in words and graded; an answer without any outcome has none,
    and None says that they branch too far."""
    with suppress(TooManyOutcomes):
        found = odds(game, answer, until_outcome=True, limit=CASES)
        if set(found) <= {"nothing"}:
            return {}
        system, due = game.system, game.choice
        return {
            name: {
                "chance": str(chance),
                "percent": round(float(100 * chance), 2),
                "text": {language: outcome_words(system, name, language) for language in BOTH},
                "grade": graded(system, due, answer, name),
            }
            for name, chance in found.items()
        }
    return None


def outcome_words(system: System, name: str, language: str) -> str:
    """Several outcomes of one answer are joined."""
    return " + ".join([system.outcome_name(part, language) for part in name.split(" + ")])


def graded(system: System, due: Choose, answer: Answer, name: str) -> str:
    """Whether an outcome is good or bad; of several that are joined the bad ones count before the good."""
    found = [system.grade(due, answer, part) for part in name.split(" + ")]
    return next((grade for grade in ("bad", "good") if grade in found), "")


def staged(system: System, due: Choose, answer: Answer, stage: Plain) -> Plain:
    """A stage whose outcomes are graded. Where it says whom it `hurts` (a seat), whatever counts something is bad for that
    side."""
    side = stage.get("hurts", -1)
    rows = {}
    for name, row in stage["odds"].items():
        grade = row.get("grade")
        if grade is None and side >= 0:
            grade = ("bad" if side == due.seat else "good") if system.outcome_count(name) else ""
        rows[name] = {**row, "grade": graded(system, due, answer, name) if grade is None else grade}
    return {**stage, "odds": rows}


def headline(system: System, rows: dict[str, Plain] | None, stages: Iterable[Plain]) -> Headline | None:
    """The headline of what an answer comes to: of its odds, or of its stages, all graded; None where nothing is good or bad."""
    told = [stage for stage in stages if any(row["grade"] for row in stage["odds"].values())]
    if rows:
        found = _sums(rows)
    elif any("hurts" in stage for stage in told):
        found = _exchange(system, told)
    elif told:
        found = _any(told[0]["odds"]) if told[0].get("apart") else _sums(told[0]["odds"])
    else:
        return None
    good, bad = found
    return {"good": round(good, 1), "bad": round(bad, 1)} if good or bad else None


def _sums(rows: dict[str, Plain]) -> tuple[float, float]:
    """Outcomes of which one happens."""
    shares = [sum([row["percent"] for row in rows.values() if row["grade"] == grade]) for grade in ("good", "bad")]
    return shares[0], shares[1]


def _any(rows: dict[str, Plain]) -> tuple[float, float]:
    """Outcomes that happen or not, each for itself: that any of them does."""
    found = []
    for grade in ("good", "bad"):
        missed = 1.0
        for row in rows.values():
            if row["grade"] == grade:
                missed *= 1 - row["percent"] / 100
        found.append(100 * (1 - missed))
    good, bad = found
    return good, bad * (1 - good / 100) if good + bad > 100 else bad


def _exchange(system: System, stages: list[Plain]) -> tuple[float, float]:
    """Blows one after the other: that the others lose more than oneself, and that oneself does; a test that fails before them
    is bad."""
    lost: dict[int, float] = {0: 1.0}
    passed = 1.0
    for stage in stages:
        if "hurts" not in stage:
            passed *= 1 - _sums(stage["odds"])[1] / 100
            continue
        sign = -1 if any(row["grade"] == "bad" for row in stage["odds"].values()) else 1
        then: dict[int, float] = {}
        for name, row in stage["odds"].items():
            for before, chance in lost.items():
                now = before + sign * (system.outcome_count(name) or 0)
                then[now] = then.get(now, 0.0) + chance * row["percent"] / 100
        lost = then
    good = sum([chance for count, chance in lost.items() if count > 0])
    bad = sum([chance for count, chance in lost.items() if count < 0])
    return 100 * passed * good, 100 * (passed * bad + 1 - passed)


def of_answer(game: Game, answer: Answer) -> Headline | None:
    """The headline of a legal answer to what is due."""
    system, due = game.system, game.choice
    told: Any = system.trial(due, answer).get("stages")
    if told is None:
        return headline(system, chances(game, answer), ())
    return headline(system, None, [staged(system, due, answer, stage) for stage in told])
