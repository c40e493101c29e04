"""Campaigns: `campaign new FILE …`, then in turn `battle`, `aftermath` and `spend`, to the end; `status` shows it all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import AsJson, Lang, emit, find_army, language, new_app, show, show_table, use
from escarmouche.cli.play import Players, Session, seated
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from escarmouche.agents.protocol import Agent
    from escarmouche.core.effects import Answer
    from escarmouche.core.game import Game
    from escarmouche.systems.sbh.campaign import Campaign
    from escarmouche.systems.sbh.ledger import Company, Fighter, Line

MESSAGES = Messages.load("escarmouche.cli", "campaign.toml")


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


app = new_app(no_args_is_help=True, help=text("help"))

File = Annotated[Path, typer.Argument(metavar="FILE", help=text("argument.file"), show_default=False)]
Seat = Annotated[int, typer.Option("--seat", metavar="1|2", min=1, max=2, help=text("option.seat"), show_default=False)]


def fail(key: str, *about: Any) -> EscarmoucheError:
    """An error with a sentence of this command."""
    return EscarmoucheError(*[MESSAGES.sentence(key, about, str, language) for language in ("en", "fr")])


# ---------------------------------------------------------------- beginning


@app.command(help=text("new.help"))
def new(
    file: File,
    army: Annotated[list[str] | None, typer.Option("--army", metavar="ARMY", help=text("option.army"))] = None,
    length: Annotated[int, typer.Option("--length", metavar="N", help=text("option.length"))] = 4,
    seed: Annotated[str | None, typer.Option("--seed", help=text("option.seed"), show_default=False)] = None,
    scale: Annotated[str | None, typer.Option("--scale", help=text("option.scale"), show_default=False)] = None,
    terrain: Annotated[str | None, typer.Option("--terrain", help=text("option.terrain"), show_default=False)] = None,
    turn_limit: Annotated[int, typer.Option("--turn-limit", metavar="N", help=text("option.turn-limit"))] = 0,
    dice: Annotated[str, typer.Option("--dice", metavar="seeded|manual", help=text("option.dice"))] = "seeded",
    lang: Lang = None,
) -> None:
    from escarmouche.systems.sbh import campaign

    use(lang)
    if file.exists():
        raise fail("error.exists", str(file))
    brought = [find_army(name) for name in army] if army else None
    given = {"scale": scale, "terrain": terrain, "turn_limit": turn_limit, "dice": dice if dice != "seeded" else None}
    begun = campaign.new(brought, length, whole(seed), {name: value for name, value in given.items() if value})
    begun.save(file)
    names = [band.names()[language() == "fr"] for band in begun.bands]
    show(text("begun", *names, begun.state.length))
    advise(begun, file)


def whole(seed: str | None) -> int | str | None:
    """A seed as it would be given from Python: digits are a number."""
    return int(seed) if seed is not None and seed.isdigit() else seed


# ---------------------------------------------------------------- looking


@app.command(help=text("status.help"))
def status(file: File, as_json: AsJson = False, lang: Lang = None) -> None:
    from escarmouche.systems.sbh import campaign

    use(lang)
    running = campaign.load(file)
    if as_json:
        emit({"file": str(file), **running.to_plain()})
        return
    for number, record in enumerate(running.state.records, 1):
        scenario = scenario_name(record.scenario) if record.scenario else text("forfeited")
        winner = text("nobody") if record.winner < 0 else title(running.bands[record.winner])
        show(text("fought", number, running.state.length, scenario, *record.scores, winner))
    for seat, band in enumerate(running.bands):
        show()
        print_band(seat, band)
    show()
    advise(running, file)


def title(band: Company) -> str:
    """The band's name."""
    return band.names()[language() == "fr"]


def scenario_name(id: str) -> str:
    """A scenario's name."""
    from escarmouche.systems.sbh.content import book

    return book().scenario[id].name(language()) if id in book().scenario else id


def print_band(seat: int, band: Company) -> None:
    """A band's sheet: what it can spend, then everybody in it."""
    from escarmouche.systems.sbh.content import book

    show(text("band", seat + 1, title(band), band.victory_points, band.earned), "bold")
    if band.refund:
        show(text("refund-any" if band.patrons else "refund-warriors", band.refund))
    if band.upgrades:
        show(text("upgrades", ", ".join([book().upgrade[name].name(language()) for name in band.upgrades])))
    columns = [text(f"column.{name}") for name in ("number", "name", "points", "quality", "combat", "traits")]
    columns += [text(f"column.{name}") for name in ("experience", "health", "item")]
    show_table(columns, [cells(band, fighter) for fighter in band.fighters], numbers=[0, 2, 3, 4, 6])


def cells(band: Company, fighter: Fighter) -> list[str]:
    """A fighter's line."""
    from escarmouche.systems.sbh.content import book

    member = band.member(fighter)
    kind = member.profile.name(language())
    health = "away" if fighter.away else "hurt" if fighter.hurt else "fit"
    item = book().magic_item[fighter.item].name(language()) if fighter.item else ""
    return [
        str(fighter.number),
        f"{fighter.name} ({kind})" if fighter.name else kind,
        str(member.profile.points),
        f"{member.quality}+",
        str(member.combat),
        ", ".join([book().trait_name(trait, language()) for trait in member.traits]),
        str(fighter.experience),
        text(f"health.{health}"),
        f"{item} ({fighter.charges})" if fighter.charges else item,
    ]


def advise(running: Campaign, file: Path) -> None:
    """What to do next."""
    show(text(f"next.{running.phase}", str(file), running.number, running.state.length))


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
    from escarmouche.systems.sbh import campaign

    use(lang)
    running = campaign.load(file)
    if running.phase == campaign.AFTERMATH:
        raise fail("error.fought", running.number, str(file))
    sitting = seated(players, 2)
    game = running.battle()
    running.save(file)
    show(text("battle", running.number, running.state.length, scenario_name(game.world.scenario)), "bold")
    try:
        fight(game, steady(running, game, sitting), playouts, lambda: running.save(file))
    finally:
        running.save(file)
        if record is not None:
            game.save(record)
    advise(running, file)


def steady(running: Campaign, game: Game, sitting: list[str | None]) -> list[Agent | None]:
    """The computer's players with seeds of this battle, so that leaving it and coming back changes nothing."""
    from escarmouche.agents.steady import Steady, taken

    return [
        None if name is None else Steady(name, running.agent_seed(seat), taken(game, seat)) for seat, name in enumerate(sitting)
    ]


def fight(game: Game, sitting: list[Agent | None], playouts: int, keep: Callable[[], None]) -> None:
    """Play until the battle is over or the person leaves; without a person at the terminal only the end is told."""
    session = Round(game, sitting, playouts, keep)
    agents = [player for player in sitting if player is not None]
    if len(agents) < len(sitting):
        session.run()
        return
    from escarmouche.agents.protocol import play_on

    play_on(game, agents, session.budget)
    if game.result is not None:
        session.over()


class Round(Session):
    """A battle of a campaign in the terminal: it is kept in the campaign's file after every answer of a person."""

    def __init__(self, game: Game, players: list[Agent | None], playouts: int, keep: Callable[[], None]) -> None:
        super().__init__(game, players, playouts)
        self.keep = keep

    def answer(self, answer: Answer) -> bool:
        """Give an answer, and keep what came of it."""
        going_on = super().answer(answer)
        self.keep()
        return going_on

    def leave(self) -> None:
        """Keep the battle in the campaign."""
        self.keep()
        show(text("left"))


# ---------------------------------------------------------------- between battles


@app.command(help=text("aftermath.help"))
def aftermath(
    file: File,
    dice: Annotated[str | None, typer.Option("--dice", metavar="4,2,5", help=text("option.faces"))] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from escarmouche.systems.sbh import campaign

    use(lang)
    running = campaign.load(file)
    tell(running, file, running.aftermath(dice=None if dice is None else faces(dice)), as_json)


def faces(given: str) -> list[int]:
    """The faces of dice, separated by commas or spaces."""
    words = given.replace(",", " ").split()
    if not all(word.isdigit() for word in words):
        raise typer.BadParameter(text("error.faces", given), param_hint="'--dice'")
    return [int(word) for word in words]


def ways(incomplete: str) -> list[str]:
    """What can be spent on, for shell completion."""
    from escarmouche.systems.sbh.spending import WAYS

    return [name for name in WAYS if name.startswith(incomplete)]


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
    from escarmouche.systems.sbh import campaign

    use(lang)
    running = campaign.load(file)
    done = running.spend(seat - 1, what, name, count=count, called=called, giver=giver)
    tell(running, file, done, as_json)


@app.command(help=text("forfeit.help"))
def forfeit(file: File, seat: Seat, as_json: AsJson = False, lang: Lang = None) -> None:
    from escarmouche.systems.sbh import campaign

    use(lang)
    running = campaign.load(file)
    tell(running, file, running.forfeit(seat - 1), as_json)


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
