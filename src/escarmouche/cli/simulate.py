"""Many battles, counted: `simulate SYSTEM`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.chosen import With, chosen_options
from escarmouche.cli.common import AsJson, Lang, SystemName, emit, language, new_app, show, show_table, use
from escarmouche.core.errors import AgentError, EscarmoucheError
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from escarmouche.analysis.executors import Executor
    from escarmouche.analysis.rows import Rows
    from escarmouche.analysis.simulate import Fault, Plan, Report, Tally

MESSAGES = Messages.load("escarmouche.cli", "simulate.toml")
BATTLES = 100
MANY = 10_000
"""So many at most when there is a stop rule and nobody says otherwise."""

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


def players_at(workers: int | None, ray: str | None) -> Executor:
    """Where battles are played: in so many processes, in one for each processor where nobody says, or on a Ray cluster."""
    from escarmouche.analysis import executors

    if ray is not None and workers is not None:
        raise typer.BadParameter(text("error.both"), param_hint="'--ray'")
    return executors.executor(workers or os.cpu_count() or 1, ray)


Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help=text("option.seats"), show_default=False)]


@app.command(help=text("help"))
def simulate(
    system: SystemName,
    army: Annotated[list[str] | None, typer.Option("--army", metavar="FILE", help=text("option.army"))] = None,
    scenario: Annotated[str | None, typer.Option("--scenario", help=text("option.scenario"), show_default=False)] = None,
    battles: Annotated[
        int | None, typer.Option("--battles", min=1, help=text("option.battles"), show_default=str(BATTLES))
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help=text("option.seed"))] = "0",
    agents: Annotated[
        str | None, typer.Option("--agents", metavar="A,B,…", help=text("option.agents"), show_default="greedy,greedy,…")
    ] = None,
    seats: Seats = None,
    swap: Annotated[bool, typer.Option("--swap", help=text("option.swap"))] = False,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help=text("option.workers"), show_default=False)] = None,
    ray: Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=text("option.ray"), show_default=False)] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help=text("option.out"), show_default=False)] = None,
    until: Annotated[
        float | None,
        typer.Option("--until", metavar="WIDTH", min=0.001, max=0.5, help=text("option.until"), show_default=False),
    ] = None,
    with_: With = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.analysis.simulate import simulate as fight
    from escarmouche.core import registry

    use(lang)
    place = players_at(workers, ray)
    count = battles or (BATTLES if until is None else MANY)
    players = None if agents is None else agents.split(",")
    options = chosen_options(registry.system(system), with_ or [])
    with keeping(out) as keep, progress(text("progress")) as step, quietly(place):
        report = fight(
            system, army or None, scenario, count, seed, players, swap, place, step,
            seats=seats, keep=keep, until=until, options=options,
        )  # fmt: skip
    if report.faults and not report.battles:
        raise AgentError(report.faults[0].en, report.faults[0].fr)
    if as_json:
        emit(report.to_plain())
    else:
        tell(report)
    if report.stopped:
        raise typer.Exit(130)


@contextmanager
def keeping(out: Path | None) -> Iterator[Callable[[Plan], Rows] | None]:
    """Where battles are kept, if anywhere; the file is put in order in the end, however that comes. Two simulations cannot
    write one file at once."""
    if out is None:
        yield None
        return
    from escarmouche.analysis.rows import Rows
    from escarmouche.core.files import held

    opened: list[Rows] = []

    def keep(plan: Plan) -> Rows:
        opened.append(Rows(out, plan))
        return opened[0]

    try:
        with held(out):
            try:
                yield keep
            finally:
                for one in opened:
                    one.close()
    except BlockingIOError as error:
        raise EscarmoucheError(*[MESSAGES.sentence("error.busy", (out,), str, one) for one in ("en", "fr")]) from error


@contextmanager
def quietly(place: Executor) -> Iterator[None]:
    """Ray writes to the standard output, from a thread of its own, which of its workers died; that one is for the result."""
    from escarmouche.analysis.executors import Ray

    if not isinstance(place, Ray):
        yield
        return
    with redirect_stdout(StringIO()):
        try:
            yield
        finally:
            place.leave()


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr, to be told how many are done and how many there are; it is wiped out in the end. Where no person looks
    there is none."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def tell(report: Report) -> None:
    """The report as people read it."""
    show(text("head", report.system, report.scenario, report.seed, len(report.battles)), "bold")
    rows = [
        [one.title(language()), one.agent, str(one.wins.wins), share(one.wins), span(one.wins), number(one.mean_score, 2)]
        for one in report.armies
    ]
    columns = [text(key) for key in ("army", "agent", "wins", "share", "interval", "score")]
    if len(report.armies) > 2:  # of two, a draw is half for each
        columns.append(text("divided"))
        for row, one in zip(rows, report.armies, strict=True):
            row.append(f"{number(100 * one.mean_share, 1)} %")
    show_table(columns, rows, numbers=range(2, len(columns)))
    show(text("broken", report.draws, report.broken_off) if report.broken_off else text("draws", report.draws))
    show(text("length", number(report.decisions, 0), number(report.turns, 1)))
    for place, seat in enumerate(report.seats if report.swap else [], 1):  # otherwise an army is its seat
        show(text("seat", place, seat.wins, seat.of, share(seat), span(seat)))
    first = report.first
    show(text("first", first.wins, first.of, share(first), span(first)))
    for reason, count in report.reasons.items():
        show(text("ended", reason, count))
    tell_faults(report.faults)
    if report.stopped:
        show(text("stopped", len(report.battles), report.asked), "bold")


def tell_faults(faults: Sequence[Fault]) -> None:
    """Which agents failed, and how often."""
    for sentence, count in Counter([fault.sentence(language()) for fault in faults]).items():
        show(text("failed", count, sentence), "bold")


def number(value: float | Fraction, places: int) -> str:
    """A number as a reader writes it: 43.8, or 43,8 in French."""
    written = f"{float(value):.{places}f}"
    return written.replace(".", ",") if language() == "fr" else written


def share(tally: Tally) -> str:
    """A share in hundredths."""
    return f"{number(100 * tally.share, 1)} %"


def span(tally: Tally) -> str:
    """The interval of a share."""
    low, high = tally.interval
    return f"{number(100 * low, 1)} – {number(100 * high, 1)} %"
