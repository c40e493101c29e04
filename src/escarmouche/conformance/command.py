"""The promises of a system over whole games, then a walk through every door: `conformance SYSTEM`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from escarmouche.cli.common import AsJson, Lang, SystemName, emit, language, new_app, show, use
from escarmouche.core.messages import Messages

MESSAGES = Messages.load("escarmouche.conformance")

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


@app.command(help=text("help"))
def conformance(
    system: SystemName,
    scenario: Annotated[str | None, typer.Option("--scenario", help=text("option.scenario"), show_default=False)] = None,
    seats: Annotated[int | None, typer.Option("--seats", min=1, help=text("option.seats"), show_default=False)] = None,
    seed: Annotated[str, typer.Option("--seed", help=text("option.seed"))] = "1",
    games: Annotated[int, typer.Option("--games", min=1, help=text("option.games"))] = 3,
    most: Annotated[int, typer.Option("--most", min=1, help=text("option.most"))] = 400,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.conformance.doors import doors
    from escarmouche.core import registry
    from escarmouche.core.conformance import ConformanceError, check

    use(lang)
    spoken = language()
    fault = ""
    passed: tuple[str, ...] = ()
    absent: dict[str, str] = {}
    try:
        armies = registry.new(system, None, scenario, seed, seats=seats).setup.armies
        check(system, scenario, armies, games, seed)
        walk = doors(system, scenario, seats, seed, most)
        passed, absent = walk.passed, walk.absent
    except ConformanceError as error:
        fault = str(error)
    use(spoken)  # the walk speaks both
    if as_json:
        emit({"system": system, "passed": list(passed), "absent": absent, "fault": fault or None})
    elif fault:
        show(text("fault", fault))
    else:
        show(text("passed", system, ", ".join(passed)))
        for name, why in absent.items():
            show(text("absent", name, why))
    if fault:
        raise typer.Exit(1)
