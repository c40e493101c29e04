"""Campaigns: `campaign new [SYSTEM] FILE …`, then in turn `battle`, `aftermath` and `spend`, to the end; `status` shows it all.

The command knows campaigns as `core.campaigns` has them, of whatever system."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import AsJson, Lang, emit, find_army, language, new_app, pairs, show, show_table, use
from escarmouche.cli.play import Players, seated
from escarmouche.cli.session import Session
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from escarmouche.agents.protocol import Agent
    from escarmouche.core.campaigns import Campaign, Line, Purchase
    from escarmouche.core.game import Game

MESSAGES = Messages.load("escarmouche.cli", "campaign.toml")


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


app = new_app(no_args_is_help=True, help=text("help"))

PATIENCE = 20.0
"""So many seconds a command waits for another one that changes the same campaign; a battle that is played waits for nobody."""

File = Annotated[Path, typer.Argument(metavar="FILE", help=text("argument.file"), show_default=False)]
Seat = Annotated[int, typer.Option("--seat", metavar="N", min=1, help=text("option.seat"), show_default=False)]


def fail(key: str, *about: Any) -> EscarmoucheError:
    """An error with a sentence of this command."""
    return EscarmoucheError(*[MESSAGES.sentence(key, about, str, language) for language in ("en", "fr")])


def load(file: Path) -> Campaign:
    """The campaign in a file, of whatever system."""
    from escarmouche.core import campaigns

    return campaigns.load(file)


@contextmanager
def holding(file: Path, patience: float | None = None) -> Iterator[Campaign]:
    """The campaign in a file while nobody else changes it: two commands at once would each undo what the other did."""
    from escarmouche.core import files

    try:
        with files.held(file, PATIENCE if patience is None else patience):
            yield load(file)
    except BlockingIOError as error:
        raise fail("error.busy", file) from error


def place(running: Campaign, seat: int) -> int:
    """A seat as the engine counts it; people count from 1."""
    count = len(running.sheets(language()))
    if seat > count:
        raise typer.BadParameter(text("error.seat", seat, count), param_hint="'--seat'")
    return seat - 1


# ---------------------------------------------------------------- beginning


@app.command(help=text("new.help"))
def new(
    words: Annotated[list[str], typer.Argument(metavar="[SYSTEM] FILE", help=text("argument.new"), show_default=False)],
    army: Annotated[list[str] | None, typer.Option("--army", metavar="ARMY", help=text("option.army"))] = None,
    length: Annotated[int, typer.Option("--length", metavar="N", help=text("option.length"))] = 4,
    seed: Annotated[str | None, typer.Option("--seed", help=text("option.seed"), show_default=False)] = None,
    scale: Annotated[str | None, typer.Option("--scale", help=text("option.scale"), show_default=False)] = None,
    terrain: Annotated[str | None, typer.Option("--terrain", help=text("option.terrain"), show_default=False)] = None,
    turn_limit: Annotated[int, typer.Option("--turn-limit", metavar="N", help=text("option.turn-limit"))] = 0,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=text("option.set"))] = None,
    dice: Annotated[str, typer.Option("--dice", metavar="seeded|manual", help=text("option.dice"))] = "seeded",
    lang: Lang = None,
) -> None:
    from escarmouche.core import campaigns

    use(lang)
    if len(words) > 2:
        raise typer.BadParameter(text("error.words"), param_hint="'FILE'")
    *named, name = words
    file = Path(name)
    if file.exists():
        raise fail("error.exists", name)
    offered = campaigns.of_system(named[0] if named else None)
    brought = [find_army(one) for one in army] if army else None
    given: dict[str, Any] = {"scale": scale, "terrain": terrain, "turn_limit": turn_limit}
    given |= {key: value_of(value) for key, value in pairs(settings or (), "--set").items()}
    given["dice"] = dice if dice != "seeded" else None
    begun = offered.new(brought, length, whole(seed), {key: value for key, value in given.items() if value})
    begun.save(file)
    show(text("begun", tuple([sheet.name for sheet in begun.sheets(language())]), begun.length))
    advise(begun, file)


def whole(seed: str | None) -> int | str | None:
    """A seed as it would be given from Python: digits are a number."""
    return int(seed) if seed is not None and seed.isdigit() else seed


def value_of(given: str) -> Any:
    """The value of an option: JSON where it is any, such as 12 or [600, 600], else a word."""
    try:
        return json.loads(given)
    except ValueError:
        return given


# ---------------------------------------------------------------- looking


@app.command(help=text("status.help"))
def status(file: File, as_json: AsJson = False, lang: Lang = None) -> None:
    use(lang)
    running = load(file)
    if as_json:
        emit({"file": str(file), **running.to_plain()})
        return
    sheets = running.sheets(language())
    for number, one in enumerate(running.history(language()), 1):
        winner = text("nobody") if one.winner < 0 else sheets[one.winner].name
        scores = f" {text('to')} ".join([str(score) for score in one.scores])
        show(text("fought", number, running.length, one.scenario or text("forfeited"), scores, winner))
    for sheet in sheets:
        show()
        show(sheet.lines[0], "bold")
        for line in sheet.lines[1:]:
            show(line)
        show_table(sheet.columns, sheet.rows, numbers=sheet.numbers)
    show()
    advise(running, file)


def advise(running: Campaign, file: Path) -> None:
    """What to do next."""
    show(text(f"next.{running.phase}", str(file), running.number, running.length))


# ---------------------------------------------------------------- fighting


@app.command(help=text("battle.help"))
def battle(
    file: File,
    players: Players = None,
    playouts: Annotated[int, typer.Option("--playouts", help=text("option.playouts"))] = 48,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help=text("option.record"), show_default=False)
    ] = None,
    lang: Lang = None,
) -> None:
    from escarmouche.core.campaigns import AFTERMATH

    use(lang)
    with holding(file, 0) as running:
        if running.phase == AFTERMATH:
            raise fail("error.fought", running.number, str(file))
        sitting = seated(players, len(running.sheets(language())))
        game = running.battle()
        running.save(file)
        show(text("battle", running.number, running.length, running.title(language())), "bold")
        try:
            file = fight(running, game, steady(running, game, sitting), playouts, file)
        finally:
            if record is not None:
                game.save(record)
        advise(running, file)


def steady(running: Campaign, game: Game, sitting: list[str | None]) -> list[Agent | None]:
    """The computer's players with seeds of this battle, so that leaving it and coming back changes nothing."""
    from escarmouche.agents.steady import Steady, taken

    return [
        None if name is None else Steady(name, running.agent_seed(seat), taken(game, seat)) for seat, name in enumerate(sitting)
    ]


def fight(running: Campaign, game: Game, sitting: list[Agent | None], playouts: int, file: Path) -> Path:
    """Play until the battle is over or the person leaves; without a person at the terminal only the end is told. Returns where
    the campaign is now, which is elsewhere when its own place took nothing."""
    session = Round(running, game, sitting, playouts, file)
    agents = [player for player in sitting if player is not None]
    if len(agents) < len(sitting):
        session.run()
        return session.path or file
    from escarmouche.agents.protocol import play_on

    try:
        play_on(game, agents, session.budget)
    finally:
        running.save(file)
    if game.result is not None:
        session.over()
    return file


class Round(Session):
    """A battle of a campaign in the terminal: it is kept in the campaign's file after every answer."""

    def __init__(self, running: Campaign, game: Game, players: list[Agent | None], playouts: int, file: Path) -> None:
        super().__init__(game, players, playouts, file)
        self.running = running

    def write(self, path: Path) -> None:
        """Write the campaign with its battle."""
        self.running.save(path)

    def farewell(self) -> None:
        """How to come back."""
        show(text("left"))

    def finish(self) -> None:
        """Keep it; what comes next is told by the campaign."""
        self.settle()


# ---------------------------------------------------------------- between battles


@app.command(help=text("aftermath.help"))
def aftermath(
    file: File,
    dice: Annotated[str | None, typer.Option("--dice", metavar="4,2,5", help=text("option.faces"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    use(lang)
    with holding(file) as running:
        tell(running, file, running.aftermath(dice=None if dice is None else faces(dice)), as_json)


def faces(given: str) -> list[int]:
    """The faces of dice, separated by commas or spaces."""
    words = given.replace(",", " ").split()
    if not all(word.isdigit() for word in words):
        raise typer.BadParameter(text("error.faces", given), param_hint="'--dice'")
    return [int(word) for word in words]


def ways(incomplete: str) -> list[str]:
    """What can be spent on, for shell completion."""
    from escarmouche.core import campaigns

    return [name for one in campaigns.offering().values() for name in one.ways if name.startswith(incomplete)]


@app.command(help=text("choices.help"))
def choices(file: File, seat: Seat, as_json: AsJson = False, lang: Lang = None) -> None:
    use(lang)
    running = load(file)
    found = running.choices(place(running, seat))
    if as_json:
        emit({"file": str(file), "phase": running.phase, "choices": [choice_plain(one) for one in found]})
    elif found:
        columns = [text("column.what"), text("column.name"), text("column.then")]
        show_table(columns, [[one.what, choice_words(one), one.line.sentence(language())] for one in found])
    else:
        show(text("no-choices"))


def choice_plain(one: Purchase) -> dict[str, Any]:
    """Something to spend on, as JSON data."""
    taken = {"what": one.what, "name": one.name, "count": one.many, "from": one.giver}
    return {**taken, "rule": one.line.rule, "en": one.line.en, "fr": one.line.fr}


def choice_words(one: Purchase) -> str:
    """The name of something to spend on, with the options of `spend` that it takes."""
    count = f" --count {one.many}" if one.many != 1 else ""
    return one.name + count + (f" --from {one.giver}" if one.giver else "")


@app.command(help=text("spend.help"))
def spend(
    file: File,
    what: Annotated[str, typer.Argument(metavar="WHAT", help=text("argument.what"), autocompletion=ways, show_default=False)],
    name: Annotated[str, typer.Argument(metavar="NAME", help=text("argument.name"), show_default=False)] = "",
    *,
    seat: Seat,
    count: Annotated[int, typer.Option("--count", metavar="N", help=text("option.count"))] = 1,
    called: Annotated[str, typer.Option("--name", metavar="NAME", help=text("option.name"), show_default=False)] = "",
    giver: Annotated[str, typer.Option("--from", metavar="FIGURE", help=text("option.from"), show_default=False)] = "",
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    use(lang)
    with holding(file) as running:
        done = running.spend(place(running, seat), what, name, count=count, called=called, giver=giver)
        tell(running, file, done, as_json)


@app.command(help=text("forfeit.help"))
def forfeit(file: File, seat: Seat, as_json: AsJson = False, lang: Lang = None) -> None:
    use(lang)
    with holding(file) as running:
        tell(running, file, running.forfeit(place(running, seat)), as_json)


def tell(running: Campaign, file: Path, done: list[Line], as_json: bool) -> None:
    """Keep the campaign, and say what has happened, each line with its rule."""
    import msgspec

    running.save(file)
    if as_json:
        lines = [{"dice": [], **msgspec.to_builtins(one)} for one in done]
        emit({"file": str(file), "phase": running.phase, "winner": running.winner, "log": lines})
        return
    for one in done:
        show(f"{one.sentence(language())}  ({one.rule})")
    if not done:
        show(text("nothing"))
    advise(running, file)
