"""A saved game: `replay FILE` prints its log, `replay FILE --verify` plays it again and compares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import AsJson, Lang, emit, language, new_app, show, text, use

if TYPE_CHECKING:
    from escarmouche.core.effects import Event
    from escarmouche.core.game import Game

app = new_app()


@app.command(help=text("replay.help"))
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help=text("replay.file"), show_default=False)],
    verify: Annotated[bool, typer.Option("--verify", help=text("replay.verify"))] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.cli import shelf
    from escarmouche.core import save

    use(lang)
    path = shelf.found(file)
    game = save.read(path)
    verified = save.verify(path) if verify else None
    with shelf.trusted(path):
        if as_json:
            emit(_plain(game, str(path), verified))
        elif verify:
            show(text("replay.same" if verified else "replay.differs", str(path)))
        else:
            _log(game)
    if verified is False:
        raise typer.Exit(1)


def _sentence(game: Game, event: Event) -> str:
    return game.system.event_sentence(event, game.world, language())


def _log(game: Game) -> None:
    """The whole log, one line for each event, with the rule it rests on."""
    setup = game.setup
    show(text("replay.head", setup.system, setup.scenario, setup.seed), "bold")
    for event in game.events:
        why = getattr(event, "why", "")
        show(f"{_mark(event)} {_sentence(game, event)}" + (f"  ({why})" if why else ""))
    result = game.result
    if result is None:
        show(text("replay.open"), "bold")
    elif result.winner < 0 and len(result.winners) < len(result.scores):
        show(text("replay.shared", tuple(result.winners), result.reason), "bold")
    elif result.winner < 0:
        show(text("replay.draw", result.reason), "bold")
    else:
        show(text("replay.won", result.winner, result.reason), "bold")


def _mark(event: Event) -> str:
    return {"Told": "•", "Rolled": "⚄", "Chosen": "▸"}.get(type(event).__name__, " ")


def _plain(game: Game, file: str, verified: bool | None) -> dict[str, Any]:
    from escarmouche.core.system import event_plain

    result = game.result
    ended = None
    if result is not None:
        ended = {"winner": result.winner, "winners": result.winners, "reason": result.reason, "scores": list(result.scores)}
    return {
        "file": file,
        "system": game.setup.system,
        "scenario": game.setup.scenario,
        "seed": game.setup.seed,
        "verified": verified,
        "result": ended,
        "events": [{**event_plain(event), "sentence": _sentence(game, event)} for event in game.events],
    }
