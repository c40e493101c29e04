"""A game in the terminal: `play SYSTEM`. The table is drawn, the options are numbered, everything can be asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from escarmouche.agents import USUAL
from escarmouche.cli.chosen import With, chosen_options
from escarmouche.cli.common import Lang, SystemName, language, new_app, show, show_table, use
from escarmouche.cli.kept import HERE, fail, text, usual
from escarmouche.cli.session import Session
from escarmouche.core.errors import SaveError

if TYPE_CHECKING:
    from escarmouche.agents.protocol import Agent
    from escarmouche.core.game import Game

PLAYOUTS = 48
"""So much the computer thinks when nobody says otherwise."""

app = new_app()


Players = Annotated[
    str | None,
    typer.Option("--players", metavar="A,B,…", help=text("option.players"), show_default=f"{HERE},{USUAL},…"),
]


@app.command(help=text("help"))
def play(
    system: SystemName = "",
    army: Annotated[list[str] | None, typer.Option("--army", metavar="FILE", help=text("option.army"))] = None,
    scenario: Annotated[str | None, typer.Option("--scenario", help=text("option.scenario"))] = None,
    seed: Annotated[str | None, typer.Option("--seed", help=text("option.seed"))] = None,
    players: Players = None,
    seats: Annotated[int | None, typer.Option("--seats", metavar="N", help=text("option.seats"), show_default=False)] = None,
    dice: Annotated[str, typer.Option("--dice", metavar="seeded|manual", help=text("option.dice"))] = "seeded",
    with_: With = None,
    playouts: Annotated[
        int | None, typer.Option("--playouts", min=1, help=text("option.playouts"), show_default=str(PLAYOUTS))
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="[GAME]", help=text("option.resume"), show_default=False)
    ] = None,
    lang: Lang = None,
) -> None:
    from escarmouche.cli import shelf

    use(lang)
    if resume == "":
        listed(system)
        return
    if resume is not None:
        manual = None if dice == "seeded" else dice
        begun = {"--army": army, "--scenario": scenario, "--seed": seed, "--seats": seats, "--dice": manual, "--with": with_}
        go_on(system, resume, players, playouts, [name for name, value in begun.items() if value])
        return
    game, possible = begin(system, army, scenario, seed, players, seats, dice, with_ or [])
    sitting = steady(game, seated(players, game.setup.seats, possible))
    with shelf.new(game.setup) as path:
        Session(game, sitting, playouts or PLAYOUTS, path).run()


def begin(
    system: str,
    army: list[str] | None,
    scenario: str | None,
    seed: str | None,
    players: str | None,
    seats: int | None,
    dice: str,
    given: list[str],
) -> tuple[Game, tuple[int, ...]]:
    """A new game, and the numbers of seats that there might have been."""
    from escarmouche.core import registry
    from escarmouche.core.system import known

    possible: tuple[int, ...] = ()
    chosen = registry.system(system or registry.systems()[0])
    scenario = known("scenario", scenario or chosen.default_scenario(), chosen.scenarios())
    if not army and seats is None and players is not None:
        possible = chosen.seat_counts(scenario)
        seats = len(players.split(",")) if len(players.split(",")) in possible else None
    options = {**chosen_options(chosen, given), **({"dice": dice} if dice != "seeded" else {})}
    return registry.new(chosen.id, army or None, scenario, seed, options, seats), possible


def go_on(system: str, name: str, players: str | None, playouts: int | None, begun: list[str]) -> None:
    """Go on with a game that was kept, in its own file, with those who played it unless others are named."""
    from escarmouche.cli import shelf
    from escarmouche.core import save

    path = shelf.found(name)
    game = save.read(path)
    if system not in ("", game.setup.system):
        raise fail("error.other", name, game.setup.system, system)
    if begun:
        raise fail("error.begun", ", ".join(begun))
    notes = save.glance(path).notes
    if players is None and isinstance(notes.get("players"), str) and notes["players"].count(",") == game.setup.seats - 1:
        players = notes["players"]
    thought = notes.get("playouts")
    with shelf.again(path), shelf.trusted(path):
        sitting = steady(game, seated(players, game.setup.seats))
        Session(game, sitting, playouts or (thought if isinstance(thought, int) and thought > 0 else PLAYOUTS), path).run()


def steady(game: Game, sitting: list[str | None]) -> list[Agent | None]:
    """The players of a game; the computer's go on where they stopped, so that leaving and coming back changes nothing."""
    from escarmouche.agents.steady import Steady, taken

    return [
        None if name is None else Steady(name, f"play {game.setup.seed} {seat}", taken(game, seat))
        for seat, name in enumerate(sitting)
    ]


def listed(system: str) -> None:
    """The games that are kept, of one system or of all: by their numbers, with what is known of each."""
    from escarmouche.cli import shelf
    from escarmouche.core import registry, save

    if system:
        registry.system(system)
    rows = []
    for number, path in enumerate(shelf.games(), 1):
        try:
            one = save.glance(path)
        except SaveError:
            rows.append([str(number), path.stem, "", "", text("state.damaged")])
            continue
        if system in ("", one.setup.system):
            state = text("state.over" if one.over else "state.open")
            rows.append([str(number), path.stem, str(one.notes.get("players", "")), str(one.decisions), state])
    if not rows:
        show(text("no-games", str(shelf.folder())))
        return
    columns = [text(f"column.{name}") for name in ("number", "name", "players", "decisions", "state")]
    show_table(columns, rows, numbers=[0, 3], whole=[1])
    show(text("resume", rows[-1][0], str(shelf.folder())))


def seated(players: str | None, count: int, possible: tuple[int, ...] = ()) -> list[str | None]:
    """Who sits at each of so many seats, agents by their names, None for a person at this terminal. `possible` are the numbers
    of seats that there might have been, for the sentence about another number of players."""
    from escarmouche.agents import roster
    from escarmouche.core.registry import either

    names = [name.strip() for name in (usual(count) if players is None else players).split(",")]
    known = [HERE, *roster.names()]
    if len(names) != count or any(":" not in name and name not in known for name in names):
        number = either(possible or (count,), "ou" if language() == "fr" else "or")
        raise typer.BadParameter(text("error.players", number, ", ".join(known)), param_hint="'--players'")
    return [None if name == HERE else roster.checked(name) for name in names]
