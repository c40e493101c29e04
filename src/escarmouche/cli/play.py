"""A game in the terminal: `play SYSTEM`. The table is drawn, the options are numbered, everything can be asked about."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import Lang, SystemName, console, find_army, language, new_app, show, use
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from escarmouche.agents.protocol import Agent, SeatGame
    from escarmouche.core.effects import Answer
    from escarmouche.core.game import Game

MESSAGES = Messages.load("escarmouche.cli", "play.toml")
HERE = "here"
USUAL = f"{HERE},greedy"
PAGE = 40
"""So many options are listed at once."""
CASES = 64
"""Up to so many cases of the dice, the odds of an option are told beside it."""
CHANGE = 0.001
"""By so much a world must be better for an outcome to be worth telling."""
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
    players: Annotated[str, typer.Option("--players", metavar="A,B", help=text("option.players"))] = USUAL,
    dice: Annotated[str, typer.Option("--dice", metavar="seeded|manual", help=text("option.dice"))] = "seeded",
    playouts: Annotated[int, typer.Option("--playouts", help=text("option.playouts"))] = 48,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help=text("option.resume"))] = None,
    lang: Lang = None,
) -> None:
    from escarmouche.agents.steady import Steady, taken
    from escarmouche.core import registry, save

    use(lang)
    if resume is not None:
        game = save.read(resume)
    else:
        brought = [find_army(name).to_plain() for name in army] if army else None
        game = registry.new(system, brought, scenario, seed, {"dice": dice} if dice != "seeded" else {})
    sitting: list[Agent | None] = [
        # Its answers go on where they stopped, so that leaving and coming back changes nothing.
        None if player is None else Steady(player.name, f"play {game.setup.seed} {seat}", taken(game, seat))
        for seat, player in enumerate(seats(players, game.system.seats))
    ]
    Session(game, sitting, playouts).run()


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
        self.drawn: tuple[int, int] | None = None
        """The seat and the turn for which the table was last drawn."""
        self.hands = -1
        """Whose hands are on the keyboard, where several people share it."""

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
        self.news(-1)
        self.table(-1)
        self.over()

    def step(self) -> bool:
        """One decision; False when the person leaves."""
        from escarmouche.agents.protocol import SeatGame
        from escarmouche.core.effects import Roll

        due = self.game.due
        player = self.players[due.seat]
        if player is None or isinstance(due, Roll):
            return self.ask()
        self.game.play(player.answer(SeatGame(self.game, due.seat), due.seat, self.budget))
        return True

    # ------------------------------------------------------------ what people see

    def news(self, seat: int) -> None:
        """What has happened since it was last told; nothing that this seat may not know."""
        from escarmouche.core.system import visible

        events = self.game.events
        self.told = min(self.told, len(events))
        for event in events[self.told :]:
            if visible(event, seat):
                self.line(event)
        self.told = len(events)

    def line(self, event: Any) -> None:
        """One event as one line, with its rule."""
        sentence = self.game.system.event_sentence(event, self.game.world, language())
        show(f"  {sentence}" + (f"  ({event.why})" if event.why else ""), "dim" if type(event).__name__ == "Rolled" else "")

    def table(self, seat: int) -> None:
        """The table as text, no higher than the screen leaves room for."""
        size = console().size
        columns = min(100, size.width, max(40, 2 * (size.height - 6))) if sys.stdout.isatty() else min(100, size.width)
        show(self.game.system.draw(self.game.world, seat, columns, language()))

    def over(self) -> None:
        """How it ended."""
        result = self.game.result
        assert result is not None
        if result.winner < 0:
            show(text("draw", *result.scores, self.title(result.reason), result.reason), "bold")
        else:
            show(text("won", result.winner + 1, *result.scores, self.title(result.reason), result.reason), "bold")

    def title(self, rule: str) -> str:
        """What the rulebook calls a rule."""
        book = self.game.system.rulebook()
        return rule if book is None else book.title(rule, language())

    # ------------------------------------------------------------ the conversation

    def ask(self) -> bool:
        """Put the question, hear one line, do what it says; False when the person leaves."""
        from escarmouche.core.effects import Roll

        due = self.game.due
        if self.hands != due.seat and self.players.count(None) > 1:
            show(text("hands", due.seat + 1), "bold")
            self.hands = due.seat
        self.news(due.seat if self.players[due.seat] is None else self.watching())
        if isinstance(due, Roll):
            who = self.game.system.name(self.game.world, due.figure, language()) + ", " if due.figure >= 0 else ""
            show(text("throw", due.seat + 1, due.notation(), who + self.title(due.why), due.why), "bold")
            return self.obey(self.read(), [])
        options = self.game.options()
        if self.fresh:
            turn = (due.seat, int(getattr(self.game.world, "turn", 0)))
            if turn != self.drawn:  # once a turn; t shows it again
                self.table(due.seat)
                self.drawn = turn
            self.list_options(options[:PAGE], len(options))
            self.fresh = False
        show(text("question", self.game.system.question(due, language()), due.why), "bold")
        return self.obey(self.read(), options)

    def watching(self) -> int:
        """The seat of the person who throws dice for somebody else; -1 where two or none sit here."""
        here = [seat for seat, player in enumerate(self.players) if player is None]
        return here[0] if len(here) == 1 else -1

    def read(self) -> str:
        """One line from the person."""
        if sys.stdin.isatty():
            return input("> ").strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        show(f"> {line.strip()}")
        return line.strip()

    # ------------------------------------------------------------ options

    def list_options(self, options: list[Answer], count: int) -> None:
        """Options with their numbers, one kind after the other, in as many columns as the screen has room for."""
        world = self.seat_game().imagine("hopes") if options else self.game
        lines = [(kind(option), self.option_line(world, number, option)) for number, option in enumerate(options, 1)]
        for _, group in groupby(lines, key=lambda line: line[0]):
            for row in columned([line for _, line in group], console().width):
                show(row)
        if count > len(options):
            show(text("more", count - len(options)))

    def option_line(self, world: Game, number: int, option: Answer) -> str:
        """An option with its number, and what the dice promise where that is soon told."""
        line = f"{number:4}  {self.game.system.describe(self.game.due, option, language())}"
        promised = [f"{name} {float(chance) * 100:.0f} %" for name, chance in hopes(world, option)]
        return f"{line} [{', '.join(promised)}]" if promised else line

    def seat_game(self) -> SeatGame:
        """The game as the person who must answer knows it."""
        from escarmouche.agents.protocol import SeatGame

        return SeatGame(self.game, self.game.due.seat)

    # ------------------------------------------------------------ what is typed

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
            commands[word](rest.strip(), options)
            return True
        if not options:
            faces = line.replace(",", " ").split()
            return self.answer(tuple([int(face) if face.isdecimal() else face for face in faces]))
        if line.isdecimal():
            if not 1 <= int(line) <= len(options):
                show(text("error.number", len(options)))
                return True
            return self.answer(options[int(line) - 1])
        return self.typed(line, options)

    def typed(self, line: str, options: list[Answer]) -> bool:
        """An answer in words: JSON, or a kind of move and a place in millimetres ("move 120 85.5")."""
        words = line.split()
        kinds = {option[0] for option in options if isinstance(option, tuple) and len(option) == 3}
        try:
            if len(words) == 3 and words[0] in kinds:
                return self.answer((words[0], hundredths(words[1]), hundredths(words[2])))
            return self.answer(json.loads(line))
        except (ValueError, OverflowError):
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
        self.list_options(options[:PAGE], len(options))

    def all_options(self, _rest: str, options: list[Answer]) -> None:
        """All the options, however many."""
        self.list_options(options, len(options))

    def odds(self, rest: str, options: list[Answer]) -> None:
        """The exact odds of an option, before it is chosen, as far as the person can know."""
        from escarmouche.core.errors import TooManyOutcomes

        if not rest.isdecimal() or not 1 <= int(rest) <= len(options):
            show(text("error.number", len(options)))
            return
        try:
            found = self.seat_game().odds(options[int(rest) - 1])
        except TooManyOutcomes as error:
            show(error.sentence(language()))
            return
        for outcome, chance in sorted(found.items(), key=lambda item: -item[1]):
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
            self.drawn = None
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
        except (EscarmoucheError, OSError) as error:
            show(text("error.save", path, error.strerror) if isinstance(error, OSError) else error.sentence(language()), "bold")

    def rule(self, rest: str, _options: list[Answer]) -> None:
        """The text of a rule; without an id, of the one the question rests on."""
        from escarmouche.core import offers

        found = offers.rulebook(self.game.system).find(rest or self.game.due.why)
        if not found:
            show(text("error.rule", rest))
        for entry in found[:3]:
            title, words = (entry.title_fr, entry.text_fr) if language() == "fr" else (entry.title_en, entry.text)
            show(f"{entry.id}, {title}: {words}")

    def log(self, _rest: str, _options: list[Answer]) -> None:
        """The whole log again."""
        self.told = 0
        self.news(self.game.due.seat)

    def leave(self) -> None:
        """Save and say how to come back."""
        self.game.save(AUTOSAVE)
        sitting = ",".join([HERE if player is None else player.name for player in self.players])
        show(text("left", AUTOSAVE, "" if sitting == USUAL else f" --players {sitting}"))


def hopes(game: Game, option: Answer) -> list[tuple[str, Fraction]]:
    """The outcomes of an option that are better than not trying, best first, with their exact chances; none where the dice
    are many or change nothing."""
    from escarmouche.core.effects import Choose, Roll
    from escarmouche.core.errors import TooManyOutcomes
    from escarmouche.core.odds import game_leaves

    system, seat = game.system, game.due.seat
    now = system.evaluate(game.world, seat)
    found: dict[str, tuple[float, Fraction]] = {}
    try:
        for leaf in game_leaves(game, option, until_outcome=True, limit=CASES):
            due = leaf.run.due
            value = system.evaluate(due.world if isinstance(due, (Choose, Roll)) else leaf.run.result.world, seat)
            if leaf.outcomes and leaf.chance < 1 and value > now + CHANGE:
                name = system.outcome_name(leaf.outcomes[0], language())
                best, chance = found.get(name, (value, Fraction(0)))
                found[name] = (max(best, value), chance + leaf.chance)
    except TooManyOutcomes:
        return []
    ranked = sorted(found.items(), key=lambda item: -item[1][0])
    return [(name, chance) for name, (_, chance) in ranked[:3]]


def kind(option: Answer) -> str:
    """What kind of answer it is: its first word, where it has one."""
    return str(option[0]) if isinstance(option, tuple) and option and isinstance(option[0], str) else ""


def columned(lines: list[str], width: int) -> list[str]:
    """Lines side by side in as many columns as fit, read downwards.

    >>> columned(["a", "b", "c", "d", "e"], 10)
    ['a   c   e', 'b   d']
    """
    widest = max([len(line) for line in lines]) + 3
    rows = -(-len(lines) // max(1, (width + 2) // widest))
    return ["".join([line.ljust(widest) for line in lines[row::rows]]).rstrip() for row in range(rows)]


def hundredths(millimetres: str) -> int:
    """A length in hundredths of a millimetre; the comma is as good as the point.

    >>> hundredths("85.5"), hundredths("85,5")
    (8550, 8550)
    """
    return round(float(millimetres.replace(",", ".")) * 100)
