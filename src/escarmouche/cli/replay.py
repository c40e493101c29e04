"""A saved game: `replay FILE` prints its log, `replay FILE --verify` plays it again and compares, `replay FILE --luck` tells
what the dice did, `replay FILE --decisions` which decisions cost most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import AsJson, Lang, both, emit, language, new_app, show, show_table, text, use

if TYPE_CHECKING:
    from escarmouche.core.effects import Event
    from escarmouche.core.game import Game

app = new_app()


@app.command(help=text("replay.help"))
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help=text("replay.file"), show_default=False)],
    verify: Annotated[bool, typer.Option("--verify", help=text("replay.verify"))] = False,
    luck: Annotated[bool, typer.Option("--luck", help=text("replay.luck"))] = False,
    decisions: Annotated[bool, typer.Option("--decisions", help=text("replay.decisions"))] = False,
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
        if luck and not verify:
            _luck(game, as_json)
        elif decisions and not verify:
            _decisions(game, as_json)
        elif as_json:
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


def _luck(game: Game, as_json: bool) -> None:
    """What the dice did to each side's chance to win, and the turning points. A battle that is not over keeps its secrets."""
    import msgspec

    from escarmouche.analysis.luck import luck
    from escarmouche.core.errors import EscarmoucheError
    from escarmouche.core.story import side_names

    if game.result is None:
        raise EscarmoucheError(*both("replay.luck-later"))
    found = luck(game)
    if as_json:
        emit(msgspec.to_builtins(found))
        return
    sides = side_names(game.setup, language())
    show(game.system.ending(game.result, sides, language()), "bold")
    rows = []
    for seat, name in enumerate(sides):
        swings = [one.change[seat] for one in found.rolls]
        rows.append([name, percent(found.luck[seat]), percent(max(swings, default=0.0)), percent(min(swings, default=0.0))])
    show_table([text(f"replay.luck-{one}") for one in ("side", "sum", "best", "worst")], rows, numbers=(1, 2, 3))
    show(text("replay.luck-rolls", len(found.rolls), len([one for one in found.rolls if one.exact])))
    rows = []
    for one in found.peaks:
        said = one.fr if language() == "fr" else one.en
        rows.append([said, *[percent(change) for change in one.change], *[percent(fell) for fell in one.luck]])
    columns = [text("replay.luck-peaks"), *sides, *[text("replay.luck-part", name) for name in sides]]
    show_table(columns, rows, numbers=tuple(range(1, len(columns))))


def _decisions(game: Game, as_json: bool) -> None:
    """Which decisions of each side cost most, and what would have been better. A battle that is not over keeps its secrets."""
    import msgspec

    from escarmouche.analysis.review import review
    from escarmouche.core.errors import EscarmoucheError
    from escarmouche.core.story import side_names

    if game.result is None:
        raise EscarmoucheError(*both("replay.decisions-later"))
    found = review(game)
    if as_json:
        emit(msgspec.to_builtins(found))
        return
    for seat, name in enumerate(side_names(game.setup, language())):
        show(name, "bold")
        mine = [one for one in found.lapses if one.seat == seat]
        if not mine:
            show(f"  {text('replay.decisions-none')}")
        for one in mine:
            cost, error = percent(-one.cost), percent(one.error).removeprefix("+")
            show("  " + text("replay.decisions-turn", one.turn, one.did[language()], cost, error))
            show("    " + text("replay.decisions-better", one.better[language()], one.why[language()]))
    show(text("replay.decisions-judged", found.judged, found.choices))


def percent(change: float) -> str:
    """A change of chance in hundredths."""
    return f"{100 * change:+.1f} %".replace(".", "," if language() == "fr" else ".")


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
