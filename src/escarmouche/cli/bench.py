"""Speed: `bench` measures us and our peers in one run; `--compare` sets it beside the committed history."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from escarmouche.cli.common import AsJson, Lang, emit, language, needing, new_app, show, show_table, use
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from rich.progress import Progress

MESSAGES = Messages.load("escarmouche.cli", "bench.toml")
HISTORY = Path("docs/bench/history.jsonl")

app = new_app()


def text(key: str, *about: object) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


@app.command(help=text("help"))
def bench(
    system: Annotated[list[str] | None, typer.Option("--system", help=text("option.system"))] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.05, help=text("option.seconds"))] = 2.0,
    peers: Annotated[bool, typer.Option("--peers/--no-peers", help=text("option.peers"))] = True,
    compare: Annotated[bool, typer.Option("--compare", help=text("option.compare"))] = False,
    record: Annotated[bool, typer.Option("--record", help=text("option.record"))] = False,
    history: Annotated[Path, typer.Option("--history", metavar="FILE", help=text("option.history"))] = HISTORY,
    server: Annotated[bool, typer.Option("--server", help=text("option.server"))] = False,
    games: Annotated[int, typer.Option("--games", min=1, help=text("option.games"))] = 500,
    think: Annotated[float, typer.Option("--think", min=0.01, help=text("option.think"))] = 4.0,
    bots: Annotated[int, typer.Option("--bots", min=0, help=text("option.bots"))] = 0,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    if server:
        _load(games, max(seconds, 10.0), think, system, bots, as_json, lang)
        return
    from escarmouche.analysis import bench as measuring
    from escarmouche.core import registry

    use(lang)
    for name in system or ():
        registry.system(name)
    names = system or [one.id for one in registry.playable()]
    rows = []
    with spinner() as bar:
        task = bar.add_task(text("measuring"), total=None)
        for row in measuring.measure(names, seconds, peers):
            rows.append(row)
            bar.update(task, description=row.name)
    report = measuring.report(rows)
    past = measuring.read_history(history)
    changes = measuring.compare(past[-1], report) if compare and past else []
    if record:
        measuring.remember(history, report)
    if as_json:
        emit({**report, "changes": [list(change) for change in changes]} if compare else report)
        return
    kind = text("compiled" if report["compiled"] else "interpreted")
    shown = [[row.name, f"{row.value:,.2f}", row.unit, row.note] for row in rows]
    show_table([text("what"), text("value"), text("unit"), text("note")], shown, kind, numbers=(1,))
    shown = [[name, f"{value:,.2f}"] for name, value in report["ratios"].items()]
    if shown:
        show_table([text("ratio"), "×"], shown, text("ratios"), numbers=(1,))
    if changes:
        shown = [[name, f"{was:,.2f}", f"{now:,.2f}", f"{factor:.2f}"] for name, was, now, factor in changes]
        show_table([text("what"), text("before"), text("now"), text("factor")], shown, text("changes"), numbers=(1, 2, 3))
        worse = [name for name, _, _, factor in changes if factor < measuring.WORSE]
        if worse:
            show(text("worse", len(worse), "; ".join(worse)), "bold")


def spinner() -> Progress:
    """What shows that something is being measured, and for how long."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    return Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=Console(stderr=True))


def _load(games: int, seconds: float, think: float, systems: list[str] | None, bots: int, as_json: bool, lang: Lang) -> None:
    """Many live games against a server of our own."""
    import msgspec

    use(lang)
    with needing("server"):
        from escarmouche.server.load import measure

    with spinner() as bar:
        task = bar.add_task("", total=None)
        figures = measure(games, seconds, think, "", systems, bots, lambda step: bar.update(task, description=text(step)))
    found = msgspec.to_builtins(figures)
    if as_json:
        emit(found)
    else:
        show_table([text("what"), text("value")], [[name, _written(value)] for name, value in found.items()], numbers=(1,))


def _written(value: float | list[str]) -> str:
    return ", ".join(value) if isinstance(value, list) else f"{value:,}"
