"""Thousands of random games, each played twice: `soak SYSTEM`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.chosen import With, chosen_options
from escarmouche.cli.common import AsJson, Lang, SystemName, emit, language, new_app, show, use
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from escarmouche.analysis.soak import Line, Terms

MESSAGES = Messages.load("escarmouche.cli", "soak.toml")

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


@app.command(help=text("help"))
def soak(
    system: SystemName,
    scenario: Annotated[list[str] | None, typer.Option("--scenario", help=text("option.scenario"), show_default=False)] = None,
    games: Annotated[int, typer.Option("--games", min=1, help=text("option.games"))] = 1000,
    seed: Annotated[str, typer.Option("--seed", help=text("option.seed"))] = "0",
    workers: Annotated[int | None, typer.Option("--workers", min=1, help=text("option.workers"), show_default=False)] = None,
    folder: Annotated[str, typer.Option("--folder", help=text("option.folder"))] = "soak",
    only: Annotated[int | None, typer.Option("--only", min=0, help=text("option.only"), show_default=False)] = None,
    with_: With = None,
    vary: Annotated[bool, typer.Option("--vary", help=text("option.vary"))] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.analysis import executors
    from escarmouche.analysis.soak import MOST, Terms
    from escarmouche.analysis.soak import soak as play
    from escarmouche.core import registry

    use(lang)
    chosen = registry.system(system)
    options = chosen_options(chosen, with_ or [])
    if only is not None:
        alone([Terms(system, one, seed, MOST, options, vary) for one in scenario or chosen.scenarios()], only)
        return
    place = executors.executor(workers or os.cpu_count() or 1)
    lines = []
    shown = _progress if sys.stderr.isatty() else None
    for line in play(system, scenario, games, seed, folder or None, place, shown, options=options, vary=vary):
        lines.append(line)
        if not as_json:
            tell(line)
    if as_json:
        emit({"system": system, "seed": seed, "scenarios": [plain(line) for line in lines]})
    if lines[-1].games < lines[-1].asked:
        raise typer.Exit(130)
    if any(line.failures for line in lines):
        raise typer.Exit(1)


def alone(wanted: list[Terms], number: int) -> None:
    """One game of each, here, with the whole of an error."""
    from escarmouche.analysis.soak import trial

    for terms in wanted:
        found = trial(terms, number, [])
        show(text("one", terms.scenario, number, found.decisions, found.digest))
        if found.failure:
            show(text("failure", number, found.failure))
            raise typer.Exit(1)


def plain(line: Line) -> dict[str, Any]:
    """A line as JSON data."""
    return {**line._asdict(), "decisions": str(line.decisions), "failures": [one._asdict() for one in line.failures]}


def tell(line: Line) -> None:
    """A line as people read it."""
    mean = f"{float(line.decisions):.1f}"
    about = (line.games, mean.replace(".", ",") if language() == "fr" else mean, line.longest, len(line.failures))
    kept = f" ({text('kept', line.kept)})" if line.kept else ""
    show(text("line", line.scenario, *about, line.identical, line.digest) + kept)
    for one in line.failures:
        show(text("failure", one.number, one.failure))
    if line.games < line.asked:
        show(text("stopped", line.games, line.asked), "bold")


def _progress(scenario: str, done: int, games: int) -> None:
    sys.stderr.write(f"\r{text('progress', scenario, done, games)}" + ("\n" if done == games else ""))
    sys.stderr.flush()
