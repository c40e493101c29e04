"""A game in the terminal: `play SYSTEM`. The table is drawn, the options are numbered, everything can be asked about."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import Lang, SystemName, console, find_army, language, new_app, show, use
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from escarmouche.agents.protocol import Agent
    from escarmouche.core.effects import Answer
    from escarmouche.core.game import Game

MESSAGES = Messages.load("escarmouche.cli", "play.toml")
HERE = "here"
PAGE = 40
AUTOSAVE = "escarmouche-autosave.json"

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


@app.command(help=text("help"))
def play(
    system: SystemName = "sbh",
    army: Annotated[list[str] | None, typer.Option("--army", metavar="FILE", help=text("option.army"))] = None,
    scenario: Annotated[str | None, typer.Option("--scenario", help=text("option.scenario"))] = None,
    seed: Annotated[str | None, typer.Option("--seed", help=text("option.seed"))] = None,
    players: Annotated[str, typer.Option("--players", metavar="A,B", help=text("option.players"))] = f"{HERE},greedy",
    dice: Annotated[str, typer.Option("--dice", metavar="seeded|manual", help=text("option.dice"))] = "seeded",
    playouts: Annotated[int, typer.Option("--playouts", help=text("option.playouts"))] = 48,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help=text("option.resume"))] = None,
    lang: Lang = None,
) -> None:
    from escarmouche.core import registry, save

    use(lang)
    if resume is not None:
        game = save.read(resume)
    else:
        brought = [find_army(name).to_plain() for name in army] if army else None
        game = registry.new(system, brought, scenario, seed, {"dice": dice} if dice != "seeded" else {})
    Session(game, seats(players, game.system.seats), playouts).run()


def seats(players: str, count: int) -> list[Agent | None]:
    """Who sits where: None for a person at this terminal."""
    from escarmouche.agents.roster import NAMES, agent

    names = [name.strip() for name in players.split(",")]
    if len(names) != count or any(name not in (HERE, *NAMES) for name in names):
        raise typer.BadParameter(text("error.players", count, ", ".join((HERE, *NAMES))), param_hint="'--players'")
    return [None if name == HERE else agent(name, seat) for seat, name in enumerate(names)]


class Session:
    """A game, who plays it, and the conversation about it."""

    def __init__(self, game: Game, players: list[Agent | None], playouts: int) -> None:
        from escarmouche.agents.protocol import Budget

        self.game = game
        self.players = players
        self.budget = Budget(playouts)
        self.told = 0
        self.fresh = True

    def run(self) -> None:
        """Until the game is over or the person leaves; leaving never loses the game."""
        show(text("welcome"), "bold")
        try:
            while self.game.due is not None:
                if not self.step():
                    return
        except (KeyboardInterrupt, EOFError):
            self.leave()
            return
        self.news()
        self.table(-1)
        self.over()

    def step(self) -> bool:
        """One decision; False when the person leaves."""
        due = self.game.due
        player = self.players[due.seat]
        if player is None or hasattr(due, "count"):
            return self.ask()
        from escarmouche.agents.protocol import SeatGame

        self.game.play(player.answer(SeatGame(self.game, due.seat), due.seat, self.budget))
        return True

    # ------------------------------------------------------------ what people see

    def news(self) -> None:
        """What has happened since it was last told; nothing that the person at the terminal may not know."""
        from escarmouche.core.system import visible

        watching = [seat for seat, player in enumerate(self.players) if player is None] or [-1]
        events = self.game.events
        self.told = min(self.told, len(events))
        for event in events[self.told :]:
            if any(visible(event, seat) for seat in watching):
                self.line(event)
        self.told = len(events)

    def line(self, event: Any) -> None:
        """One event as one line, with its rule."""
        sentence = self.game.system.event_sentence(event, self.game.world, language())
        show(f"  {sentence}" + (f"  ({event.why})" if event.why else ""), "dim" if type(event).__name__ == "Rolled" else "")

    def table(self, seat: int) -> None:
        """The table as text."""
        columns = min(100, console().width)
        show(self.game.system.draw(self.game.world, seat, columns))

    def over(self) -> None:
        """How it ended."""
        result = self.game.result
        assert result is not None
        if result.winner < 0:
            show(text("draw", *result.scores, result.reason), "bold")
        else:
            show(text("won", result.winner + 1, *result.scores, result.reason), "bold")

    # ------------------------------------------------------------ the conversation

    def ask(self) -> bool:
        """Put the question, hear one line, do what it says; False when the person leaves."""
        due = self.game.due
        self.news()
        if hasattr(due, "count"):
            return self.hear_dice(due)
        options = self.game.options()
        if self.fresh:
            self.table(due.seat)
            self.list_options(options)
            self.fresh = False
        show(text("question", due.seat + 1, self.game.system.question(due, language()), due.why), "bold")
        return self.obey(self.read(), options)

    def read(self) -> str:
        """One line from the person."""
        if sys.stdin.isatty():
            return input("> ").strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        show(f"> {line.strip()}")
        return line.strip()

    def hear_dice(self, due: Any) -> bool:
        """Real dice: the faces, typed."""
        show(text("throw", due.seat + 1, due.why), "bold")
        line = self.read()
        if line in ("q", "quit"):
            self.leave()
            return False
        return self.answer(tuple([int(word) if word.isdigit() else word for word in line.replace(",", " ").split()]))

    def list_options(self, options: list[Answer]) -> None:
        """The options with their numbers."""
        due = self.game.due
        for number, option in enumerate(options[:PAGE], 1):
            show(f"{number:4}  {self.game.system.describe(due, option, language())}")
        if len(options) > PAGE:
            show(text("more", len(options) - PAGE))

    def obey(self, line: str, options: list[Answer]) -> bool:
        """Do what a line says."""
        word, _, rest = line.partition(" ")
        if word in ("q", "quit"):
            self.leave()
            return False
        commands = {
            "": self.again, "?": self.help, "help": self.help, "t": self.again, "a": self.all_options, "o": self.odds,
            "u": self.undo, "s": self.save, "r": self.rule, "l": self.log,
        }  # fmt: skip
        if word in commands:
            commands[word](rest, options)
            return True
        if word.isdigit():
            if not 1 <= int(word) <= len(options):
                show(text("error.number", len(options)))
                return True
            return self.answer(options[int(word) - 1])
        return self.typed(line, options)

    def typed(self, line: str, options: list[Answer]) -> bool:
        """An answer in words: JSON, or a kind of move and a place in millimetres ("move 120 85.5")."""
        words = line.split()
        kinds = {option[0] for option in options if isinstance(option, tuple) and len(option) == 3}
        try:
            if len(words) == 3 and words[0] in kinds:
                return self.answer((words[0], round(float(words[1]) * 100), round(float(words[2]) * 100)))
            return self.answer(json.loads(line))
        except ValueError:
            show(text("error.typed", line))
            return True

    def answer(self, answer: Answer) -> bool:
        """Give an answer; an illegal one is refused with its reason and changes nothing."""
        from escarmouche.core.errors import EscarmoucheError

        try:
            self.game.play(answer)
            self.fresh = True
        except EscarmoucheError as error:
            show(error.sentence(language()), "bold")
        return True

    # ------------------------------------------------------------ commands

    def help(self, _rest: str, _options: list[Answer]) -> None:
        """What can be typed."""
        show(text("commands"))

    def again(self, _rest: str, options: list[Answer]) -> None:
        """The table and the options once more."""
        self.table(self.game.due.seat)
        self.list_options(options)

    def all_options(self, _rest: str, options: list[Answer]) -> None:
        """All the options, however many."""
        for number, option in enumerate(options, 1):
            show(f"{number:4}  {self.game.system.describe(self.game.due, option, language())}")

    def odds(self, rest: str, options: list[Answer]) -> None:
        """The exact odds of an option, before it is chosen."""
        from escarmouche.core.odds import odds

        if not rest.isdigit() or not 1 <= int(rest) <= len(options):
            show(text("error.number", len(options)))
            return
        for outcome, chance in odds(self.game, options[int(rest) - 1], until_outcome=True).items():
            name = self.game.system.outcome_name(outcome, language())
            show(f"  {float(chance) * 100:6.2f} %  {chance!s:>9}  {name}")

    def undo(self, _rest: str, _options: list[Answer]) -> None:
        """Back to the last decision of a person."""
        from escarmouche.core.errors import EscarmoucheError

        try:
            self.game.undo()
            while self.game.past is not None and self.players[self.game.due.seat] is not None:
                self.game.undo()
            self.fresh = True
            show(text("undone"))
        except EscarmoucheError as error:
            show(error.sentence(language()), "bold")

    def save(self, rest: str, _options: list[Answer]) -> None:
        """Write the game to a file."""
        from escarmouche.core.errors import EscarmoucheError

        path = rest or AUTOSAVE
        try:
            self.game.save(path)
            show(text("saved", path))
        except EscarmoucheError as error:
            show(error.sentence(language()), "bold")

    def rule(self, rest: str, _options: list[Answer]) -> None:
        """The text of a rule; without an id, of the one the question rests on."""
        from escarmouche.core.rulebook import Rulebook

        book = Rulebook.load(self.game.system.id)
        for entry in book.find(rest or self.game.due.why)[:3]:
            show(f"{entry.id}: {entry.text_fr if language() == 'fr' else entry.text}")

    def log(self, _rest: str, _options: list[Answer]) -> None:
        """The whole log again."""
        self.told = 0
        self.news()

    def leave(self) -> None:
        """Save and say how to come back."""
        self.game.save(AUTOSAVE)
        show(text("left", AUTOSAVE))
