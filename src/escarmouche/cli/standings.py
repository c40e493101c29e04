"""Ladders as people read them: tables in the terminal, and pages in docs beside the history of all that were recorded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from escarmouche.cli import simulate
from escarmouche.cli.common import language, show, show_table
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.messages import Messages
from escarmouche.core.system import Plain

MESSAGES = Messages.load("escarmouche.cli", "ladder.toml", simulate.MESSAGES)
HISTORY = Path("docs/ladder/history.jsonl")
NEEDED = {
    "system",
    "version",
    "rules",
    "weights",
    "seed",
    "agents",
    "rungs",
    "pairings",
    "manners",
    "scenarios",
    "verdict",
    "armies",
}
"""What a ladder that was recorded says at least."""


class Table(NamedTuple):
    """A table: its columns, its lines, how many of the first columns hold words, and which are never broken."""

    columns: list[str]
    rows: list[list[str]]
    words: int = 1
    whole: Sequence[int] = (0, 1)


def said(key: str, tongue: str, *about: Any) -> str:
    """A sentence in a language."""
    return MESSAGES.sentence(key, about, str, tongue)


def number(value: float, places: int, tongue: str) -> str:
    """A number as a reader writes it: 43.8, or 43,8 in French."""
    written = f"{value:.{places}f}"
    return written.replace(".", ",") if tongue == "fr" else written


def points(value: float) -> str:
    """Points of Elo with their sign; without an end where everything was won or lost.

    >>> points(-12.4), points(-0.2), points(float("inf"))
    ('−12', '+0', '+∞')
    """
    written = f"{value:+.0f}".replace("inf", "∞").replace("-", "−")
    return "+0" if written == "−0" else written


def percent(share: float, tongue: str) -> str:
    """A share in hundredths."""
    return f"{number(100 * share, 1, tongue)} %"


def spanned(score: Plain, tongue: str) -> str:
    """A score with its interval."""
    low, high = [number(100 * score[key], 1, tongue) for key in ("low", "high")]
    return f"{percent(score['share'], tongue)} ({low} – {high})"


# ---------------------------------------------------------------- tables


def tables(found: Plain, tongue: str) -> list[Table]:
    """The tables of a ladder: the agents, the pairings, and what the system counts of how they play."""
    shown = [rung_table(found, tongue), pairing_table(found, tongue)]
    habits = habit_table(found, tongue)
    return shown if habits is None else [*shown, habits]


def rung_table(found: Plain, tongue: str) -> Table:
    """The agents, best first."""
    keys = ("agent", "rating", "record", "decisions", "half", "nine", "longest")
    rows = []
    for rung in found["rungs"]:
        manner = found["manners"][rung["agent"]]
        rating = f"{points(rung['rating'])} ± {number(rung['margin'], 0, tongue)}"
        games = " / ".join([str(rung[key]) for key in ("wins", "draws", "losses")])
        times = [milliseconds(manner[key], tongue) for key in ("median_ms", "nine_of_ten_ms", "longest_ms")]
        rows.append([rung["agent"], rating, games, number(manner["decisions"], 1, tongue), *times])
    return Table([said(key, tongue) for key in keys], rows, whole=(0, 1, 2))


def milliseconds(value: float, tongue: str) -> str:
    """A time with as many places as it has use for."""
    return number(value, 0 if value >= 100 else 1 if value >= 1 else 2, tongue)


def pairing_table(found: Plain, tongue: str) -> Table:
    """Who fared how against whom."""
    from escarmouche.analysis.ratings import elo

    keys = ("agent", "against", "score-interval", "lead", "battles", "broken-off")
    rows = [
        [one["first"], one["second"], spanned(one["score"], tongue), points(elo(one["score"]["share"])), *counted(one)]
        for one in found["pairings"]
    ]
    return Table([said(key, tongue) for key in keys], rows, 2, (0, 1, 2, 3))


def counted(pairing: Plain) -> list[str]:
    """How many battles two fought, and how many of them were broken off."""
    return [str(pairing["battles"]), str(pairing["broken_off"])]


def habit_table(found: Plain, tongue: str) -> Table | None:
    """What the system counts of each agent, where it counts anything."""
    from escarmouche.core import registry

    manners = {rung["agent"]: found["manners"][rung["agent"]]["habits"] for rung in found["rungs"]}
    names = list(dict.fromkeys([name for habits in manners.values() for name in habits]))
    if not names or not found["system"]:
        return None
    system = registry.system(found["system"])
    rows = []
    for name in names:
        counts = [habits.get(name, [0, 0]) for habits in manners.values()]
        cells = [f"{percent(times / of, tongue)} ({times}/{of})" if of else "–" for times, of in counts]
        rows.append([system.habit_name(name, tongue), *cells])
    return Table([said("habit", tongue), *manners], rows, whole=())


def heading(found: Plain, tongue: str) -> str:
    """What was played, and what it is tied to."""
    if not found["system"]:
        return said("head.all", tongue, found["games"], found["version"], found["seed"])
    weights = said("weights", tongue, found["weights"]) if found["weights"] else said("by-hand", tongue)
    return said("head", tongue, found["system"], found["games"], found["version"], found["rules"], weights, found["seed"])


def played(found: Plain, tongue: str) -> str:
    """How many battles there were in each scenario, of two agents with the better one's share in each, and with which armies,
    where they were named."""
    only = found["pairings"][0] if len(found["pairings"]) == 1 else None
    shares = {} if only is None else {name: f" ({percent(share, tongue)})" for name, share in only["scenarios"].items()}
    listed = ", ".join([f"{name} {count}{shares.get(name, '')}" for name, count in found["scenarios"].items()])
    armies = said("armies", tongue, ", ".join(found["armies"])) if found["armies"] else ""
    told = said("scenarios", tongue, listed) if only is None else said("scenarios.share", tongue, only["first"], listed)
    return f"{told} {armies}".strip()


def verdict_said(found: Plain, tongue: str) -> str:
    """What a test has decided, in one sentence."""
    verdict, question = found["verdict"], found["verdict"]["question"]
    first, second = found["tested"]
    after = 2 * verdict["pairs"]
    if question["share"] is None:
        ends = [points(question[key]) for key in ("low", "high")]
        return said(f"test.{verdict['decided'] or 'open'}", tongue, after, first, second, *ends)
    from escarmouche.analysis.ratings import expected

    zone = [percent(expected(question[key]), tongue) for key in ("low", "high")]
    return said(
        f"until.{verdict['decided'] or 'open'}", tongue, after, first, second, percent(question["share"], tongue), *zone
    )


def show_ladder(found: Plain) -> None:
    """A ladder in the terminal."""
    tongue = language()
    show(heading(found, tongue), "bold")
    for table in tables(found, tongue):
        if table.rows:
            show_table(table.columns, table.rows, numbers=range(table.words, len(table.columns)), whole=table.whole)
    if found["system"] and found["scenarios"]:
        show(played(found, tongue))


# ---------------------------------------------------------------- docs


def recorded(history: Path) -> list[Plain]:
    """The ladders recorded so far, oldest first; one sentence where that file is none of ours, or cannot be written."""
    from escarmouche.analysis.bench import read_history
    from escarmouche.core.files import writing

    found = read_history(history)
    if not all(set(one) >= NEEDED for one in found):
        raise EscarmoucheError(
            f"The history {history} does not hold ladders: name another file with --history.",
            f"L’historique {history} ne contient pas de classements : nommez un autre fichier avec --history.",
        )
    with writing(history), open(history, "ab"):
        return found


def record(history: Path, before: Sequence[Plain], found: Sequence[Plain]) -> None:
    """Add ladders to the history, and write the page of each of their systems beside it."""
    from escarmouche.analysis.bench import remember
    from escarmouche.core.files import write_atomically, writing

    for one in found:
        remember(history, one)
        file = history.with_name(f"{one['system']}.md")
        with writing(file):
            write_atomically(file, page(one["system"], [*before, one], history.name))


def page(system: str, ladders: Sequence[Plain], history: str) -> str:
    """The page of a system: of every set of agents, scenario and options the newest ladder, the newest first."""
    newest: dict[str, Plain] = {}
    for one in reversed(ladders):
        if one["system"] == system:
            newest.setdefault(
                f"{one['agents']} {one['scenario']} {one['options']} {one['armies']} {one['verdict'] is None}", one
            )
    parts = [f"# {said('page', 'en', system)}", said("page.how", "en", system, history)]
    for one in newest.values():
        parts += [f"## {', '.join([rung['agent'] for rung in one['rungs']])}", f"{heading(one, 'en')}. {played(one, 'en')}"]
        parts += [markdown(table) for table in tables(one, "en")]
        parts += [] if one["verdict"] is None else [verdict_said(one, "en")]
    return "\n\n".join(parts) + "\n"


def markdown(table: Table) -> str:
    """A table for a page."""
    rule = ["---" if place < table.words else "---:" for place in range(len(table.columns))]
    return "\n".join([f"| {' | '.join(row)} |" for row in (table.columns, rule, *table.rows)])
