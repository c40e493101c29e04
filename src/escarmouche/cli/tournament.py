"""All computer players in all systems: `tournament`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from escarmouche.cli import simulate
from escarmouche.cli.common import AsJson, Lang, emit, new_app, show, use
from escarmouche.cli.ladder import GAMES, History, OnRay, Record, Workers, text
from escarmouche.cli.standings import HISTORY, record, recorded, show_ladder

app = new_app()


@app.command(help=text("tournament.help"))
def tournament(
    systems: Annotated[str | None, typer.Option("--systems", metavar="A,B,…", help=text("option.systems"))] = None,
    agents: Annotated[str | None, typer.Option("--agents", metavar="A,B,…", help=text("option.all-agents"))] = None,
    games: Annotated[int, typer.Option("--games", min=1, help=text("option.battles-each"))] = GAMES,
    seed: Annotated[str, typer.Option("--seed", help=text("option.seed"))] = "0",
    folder: Annotated[Path, typer.Option("--folder", help=text("option.folder"))] = Path("tournament"),
    workers: Workers = None,
    ray: OnRay = None,
    record_: Record = False,
    history: History = HISTORY,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.agents import roster
    from escarmouche.analysis.tournament import tournament as meet
    from escarmouche.core import registry

    use(lang)
    where = [one.id for one in registry.playable()] if systems is None else systems.split(",")
    who = roster.names() if agents is None else agents.split(",")
    before = recorded(history) if record_ else []
    place = simulate.players_at(workers, ray)
    with simulate.progress(text("progress")) as step, simulate.quietly(place):
        found = meet(where, who, folder, games, seed, place, step)
    plain = found.to_plain()
    if record_ and not found.stopped:
        record(history, before, list(plain["systems"].values()))
    if as_json:
        emit(plain)
    else:
        for one in [*plain["systems"].values(), plain["overall"]]:
            show_ladder(one)
        simulate.tell_faults(found.overall.faults)
        show(text("kept.stopped" if found.stopped else "kept", found.overall.games, str(folder)), "bold")
    if found.stopped:
        raise typer.Exit(130)
