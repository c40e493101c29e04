"""Random games that look for trouble: `fuzz`, and `fuzz --again FILE` for what it found."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from escarmouche.cli.common import AsJson, Lang, emit, new_app, show, text, use, warn_of_plugins

if TYPE_CHECKING:
    from escarmouche.core.fuzz import Failure, Report

app = new_app()


@app.command(help=text("fuzz.help"))
def fuzz(
    systems: Annotated[
        list[str] | None, typer.Argument(metavar="[SYSTEM]...", help=text("fuzz.systems"), show_default=False)
    ] = None,
    games: Annotated[int, typer.Option(min=1, help=text("fuzz.games"))] = 100,
    seed: Annotated[str, typer.Option(help=text("fuzz.seed"))] = "0",
    max_decisions: Annotated[int, typer.Option(min=1, help=text("fuzz.max"))] = 20_000,
    folder: Annotated[Path, typer.Option(help=text("fuzz.folder"))] = Path("fuzz"),
    again: Annotated[Path | None, typer.Option(metavar="FILE", help=text("fuzz.again"), show_default=False)] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    use(lang)
    if again is not None:
        _again(again, as_json)
        return
    from escarmouche.core.fuzz import fuzz as play

    if not systems:
        warn_of_plugins()
    report = play(systems or None, games, seed, max_decisions, folder, _progress if sys.stderr.isatty() else None)
    if as_json:
        emit({**report._asdict(), "failures": [one._asdict() for one in report.failures]})
    else:
        _tell(report)
    if report.stopped:
        raise typer.Exit(130)
    if report.failures:
        raise typer.Exit(1)


def _progress(done: int, games: int, failures: int) -> None:
    sys.stderr.write(f"\r{text('fuzz.progress', done, games, failures)}" + ("\n" if done == games else ""))
    sys.stderr.flush()


def _tell(report: Report) -> None:
    show(text("fuzz.done", report.games, report.decisions, len(report.failures)))
    for failure in report.failures:
        _failure(failure)


def _failure(failure: Failure) -> None:
    show(f"  • {failure.system}, {failure.scenario}: {failure.sentence}")
    show(f"    {failure.command}")


def _again(path: Path, as_json: bool) -> None:
    """Do what a failure's file says; a failure is a negative answer."""
    from escarmouche.core.fuzz import again

    failure = again(path)
    if as_json:
        emit({"file": str(path), "failure": None if failure is None else failure._asdict()})
    elif failure is None:
        show(text("fuzz.mended", str(path)))
    else:
        _failure(failure)
    if failure is not None:
        raise typer.Exit(1)
