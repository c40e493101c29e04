"""Computer players, ranked: `ladder SYSTEM`."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

from escarmouche.cli import simulate
from escarmouche.cli.common import AsJson, Lang, SystemName, emit, language, new_app, show, show_table, use
from escarmouche.core.errors import AgentError
from escarmouche.core.messages import Messages

MESSAGES = Messages.load("escarmouche.cli", "ladder.toml", simulate.MESSAGES)

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


@app.command(help=text("help"))
def ladder(
    system: SystemName,
    agents: Annotated[str, typer.Option("--agents", metavar="A,B,…", help=text("option.agents"))] = "random,greedy",
    games: Annotated[int, typer.Option("--games", min=1, help=text("option.games"))] = 20,
    seed: Annotated[str, typer.Option("--seed", help=text("option.seed"))] = "0",
    scenario: Annotated[str | None, typer.Option("--scenario", help=text("option.scenario"), show_default=False)] = None,
    seats: simulate.Seats = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help=text("option.workers"), show_default=False)] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.analysis import executors
    from escarmouche.analysis.ladder import ladder as climb

    use(lang)
    place = executors.executor(workers or os.cpu_count() or 1)
    with simulate.progress(text("progress")) as step:
        found = climb(system, agents.split(","), games, seed, scenario, place, step, seats=seats)
    if found.faults and len(found.faults) == found.games:
        raise AgentError(found.faults[0].en, found.faults[0].fr)
    if as_json:
        emit(found.to_plain())
    else:
        show(text("head", found.system, found.games), "bold")
        names = [rung.agent for rung in found.rungs]
        columns = [text("agent"), text("rating"), text("wins"), text("draws"), text("losses")]
        rows = []
        for rung in found.rungs:
            against = [str(found.beaten[rung.agent].get(name, "")) for name in names]
            rating = f"{rung.rating:+.0f} ± {rung.margin:.0f}"
            rows.append([rung.agent, rating, str(rung.wins), str(rung.draws), str(rung.losses), *against])
        columns += [text("against", name) for name in names]
        show_table(columns, rows, numbers=range(1, len(columns)))
        simulate.tell_faults(found.faults)
        if found.stopped:
            show(text("stopped", found.games), "bold")
    if found.stopped:
        raise typer.Exit(130)
