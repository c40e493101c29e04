"""Computer players, ranked: `ladder SYSTEM`. `tournament` shows and records its ladders by what is here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli import simulate
from escarmouche.cli.chosen import With, chosen_options
from escarmouche.cli.common import AsJson, Lang, SystemName, emit, language, new_app, show, use
from escarmouche.cli.standings import HISTORY, MESSAGES, record, recorded, show_ladder, verdict_said
from escarmouche.core.errors import AgentError

if TYPE_CHECKING:
    from escarmouche.analysis.sequential import Question

GAMES = 20
MANY = 2000
"""So many games at most when there is a test and nobody says otherwise."""

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


Workers = Annotated[int | None, typer.Option("--workers", min=1, help=text("option.workers"), show_default=False)]
OnRay = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=text("option.ray"), show_default=False)]
Record = Annotated[bool, typer.Option("--record", help=text("option.record"))]
History = Annotated[Path, typer.Option("--history", metavar="FILE", help=text("option.history"))]


@app.command(help=text("help"))
def ladder(
    system: SystemName,
    agents: Annotated[str, typer.Option("--agents", metavar="A,B,…", help=text("option.agents"))] = "random,greedy",
    games: Annotated[int | None, typer.Option("--games", min=1, help=text("option.games"), show_default=str(GAMES))] = None,
    seed: Annotated[str, typer.Option("--seed", help=text("option.seed"))] = "0",
    scenario: Annotated[str | None, typer.Option("--scenario", help=text("option.scenarios"), show_default=False)] = None,
    army: Annotated[list[str] | None, typer.Option("--army", metavar="FILE", help=text("option.armies"))] = None,
    seats: simulate.Seats = None,
    test: Annotated[
        str | None, typer.Option("--test", metavar="ELO0,ELO1", help=text("option.test"), show_default=False)
    ] = None,
    until: Annotated[
        float | None, typer.Option("--until", metavar="SHARE", help=text("option.share"), show_default=False)
    ] = None,
    workers: Workers = None,
    ray: OnRay = None,
    with_: With = None,
    record_: Record = False,
    history: History = HISTORY,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.analysis.ladder import ladder as climb
    from escarmouche.core import registry

    use(lang)
    question = asked(test, until)
    options = chosen_options(registry.system(system), with_ or [])
    before = recorded(history) if record_ else []
    place = simulate.players_at(workers, ray)
    count = games or (GAMES if question is None else MANY)
    with simulate.progress(text("progress")) as step, simulate.quietly(place):
        found = climb(
            system, agents.split(","), count, seed, scenario, place, step,
            seats=seats, options=options, question=question, armies=army or None,
        )  # fmt: skip
    if found.faults and len(found.faults) == found.games:
        raise AgentError(found.faults[0].en, found.faults[0].fr)
    plain = found.to_plain()
    if record_ and not found.stopped:
        record(history, before, [plain])
    if as_json:
        emit(plain)
    else:
        show_ladder(plain)
        simulate.tell_faults(found.faults)
        if found.stopped:
            show(text("stopped", found.games), "bold")
        elif found.verdict is not None:
            show(verdict_said(plain, language()), "bold")
    if found.stopped:
        raise typer.Exit(130)
    if found.verdict is not None and found.verdict.decided != "high":
        raise typer.Exit(1)


def asked(test: str | None, until: float | None) -> Question | None:
    """The question that a run is to decide, if any."""
    from escarmouche.analysis import sequential

    if test is not None and until is not None:
        raise typer.BadParameter(text("error.one-test"), param_hint="'--until'")
    return sequential.points(test) if test is not None else None if until is None else sequential.share(until)
