"""A game in the terminal: `play SYSTEM`. The table is drawn, the options are numbered, everything can be asked about."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escarmouche.cli.common import Lang, SystemName, console, language, new_app, show, show_table, use
from escarmouche.core.errors import AgentError, EscarmoucheError, SaveError
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from escarmouche.agents.protocol import Agent, SeatGame
    from escarmouche.core.effects import Answer, Choose, Roll
    from escarmouche.core.game import Game

MESSAGES = Messages.load("escarmouche.cli", "play.toml")
HERE = "here"
PAGE = 40
"""So many options are listed at once."""
CASES = 64
"""Up to so many cases of the dice, the odds of an option are told beside it."""
CHANGE = 0.001
"""By so much a world must be better for an outcome to be worth telling."""
PLAYOUTS = 48
"""So much the computer thinks when nobody says otherwise."""

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


Players = Annotated[
    str | None,
    typer.Option("--players", metavar="A,B,…", help=text("option.players"), show_default=f"{HERE},greedy,…"),
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
        begun = {"--army": army, "--scenario": scenario, "--seed": seed, "--seats": seats, "--dice": manual}
        go_on(system, resume, players, playouts, [name for name, value in begun.items() if value])
        return
    game, possible = begin(system, army, scenario, seed, players, seats, dice)
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
    options = {"dice": dice} if dice != "seeded" else {}
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


def fail(key: str, *about: Any) -> EscarmoucheError:
    """An error with a sentence of this command."""
    return EscarmoucheError(*[MESSAGES.sentence(key, about, str, one) for one in ("en", "fr")])


def usual(count: int) -> str:
    """Who plays when nobody says otherwise: a person against the computer.

    >>> usual(3)
    'here,greedy,greedy'
    """
    return ",".join([HERE, *["greedy"] * (count - 1)])


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


class Session:
    """A game, who plays it, and the conversation about it. It is written to its file after every answer, where it has one."""

    def __init__(self, game: Game, players: Sequence[Agent | None], playouts: int, path: Path | None = None) -> None:
        from escarmouche.agents.protocol import Budget

        self.game = game
        self.players = players
        self.budget = Budget(playouts)
        self.path = path
        self.unkept = False
        """Could the last answer not be written?"""
        self.told = 0
        self.fresh = True
        self.drawn: tuple[int, int] | None = None
        """The seat and the turn for which the table was last drawn."""
        self.hands = -1
        """Whose hands are on the keyboard, where several people share it."""

    def run(self) -> None:
        """Until the game is over or the person leaves; leaving never loses the game, nor does a player who fails."""
        show(text("welcome"), "bold")
        over = self.game.due is None
        try:
            while self.game.due is not None:
                if not self.step():
                    return
        except (KeyboardInterrupt, EOFError):
            self.leave()
            return
        except AgentError:
            self.leave()
            raise
        self.news(-1)
        self.table(-1)
        try:
            if not over:
                self.finish()
        finally:
            self.over()

    def step(self) -> bool:
        """One decision; False when the person leaves."""
        from escarmouche.agents.protocol import take
        from escarmouche.core.effects import Roll

        due = self.due()
        player = self.players[due.seat]
        if player is None or isinstance(due, Roll):
            return self.ask()
        take(self.game, player, self.budget)
        self.keep()
        return True

    # ------------------------------------------------------------ keeping the game

    def copy(self, path: Path) -> None:
        """Write the game to a file, with who plays it."""
        from escarmouche.core import save

        save.write(self.game, path, {"players": self.sitting(), "playouts": self.budget.playouts})

    def write(self, path: Path) -> None:
        """Write down all that is to be found again; a campaign's battle is more than the game."""
        self.copy(path)

    def keep(self) -> None:
        """Write the game to its own file. Where that cannot be, say so once and play on: what was written before stays."""
        if self.path is None:
            return
        try:
            self.write(self.path)
            self.unkept = False
        except SaveError as error:
            if not self.unkept:
                show(error.sentence(language()), "bold")
                show(text("unkept"), "bold")
            self.unkept = True

    def elsewhere(self) -> bool:
        """Write the game to another place when its own takes nothing: here, or among temporary files."""
        import tempfile

        assert self.path is not None
        for folder in (Path.cwd(), Path(tempfile.gettempdir())):
            try:
                self.write(folder / self.path.name)
            except SaveError:
                continue
            self.path, self.unkept = folder / self.path.name, False
            return True
        return False

    def sitting(self) -> str:
        """Who plays, as --players takes it."""
        from escarmouche.agents.protocol import label

        return ",".join([HERE if player is None else label(player) for player in self.players])

    def settle(self) -> None:
        """Keep the game wherever there is room for it; one sentence where there is none."""
        self.keep()
        if self.unkept and not self.elsewhere():
            raise fail("error.lost", self.path)

    def leave(self) -> None:
        """Keep the game, and say how to come back."""
        if self.path is not None:
            self.settle()
            self.farewell()

    def farewell(self) -> None:
        """How to come back."""
        name = self.named()
        show(text("left", name, "" if self.sitting() == usual(len(self.players)) else f" --players {self.sitting()}"))

    def finish(self) -> None:
        """Keep a game that is over, and say how to see it again."""
        if self.path is not None:
            self.settle()
            show(text("kept", self.named()))

    def named(self) -> str:
        """The game as --resume takes it: the name of one that lies with the others, the path of any other."""
        import shlex

        from escarmouche.cli import shelf

        assert self.path is not None
        return self.path.stem if self.path.parent == shelf.folder() else shlex.quote(str(self.path))

    def due(self) -> Choose | Roll:
        """What is asked for while the game goes on."""
        due = self.game.due
        assert due is not None
        return due

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
        """How it ended: who gave up, who won or shares the victory, and everybody's score."""
        from escarmouche.core.effects import Chosen

        result = self.game.result
        assert result is not None
        last = next((event for event in reversed(self.game.events) if isinstance(event, Chosen)), None)
        if last is not None and kind(last.answer) in self.game.system.grave:
            show(text("conceded", last.seat + 1), "bold")
        why = (self.title(result.reason), result.reason)
        if len(result.scores) == 2:
            who = () if result.winner < 0 else (result.winner + 1,)
            show(text("won" if who else "draw", *who, *result.scores, *why), "bold")
            return
        winners = tuple([seat + 1 for seat in result.winners])
        key = "won" if len(winners) == 1 else "draw" if len(winners) == len(result.scores) else "shared"
        show(text(f"{key}.many", winners, *why), "bold")
        show(text("scores", ", ".join([text("score", seat, score) for seat, score in enumerate(result.scores, 1)])), "bold")

    def title(self, rule: str) -> str:
        """What the rulebook calls a rule."""
        book = self.game.system.rulebook()
        return rule if book is None else book.title(rule, language())

    # ------------------------------------------------------------ the conversation

    def ask(self) -> bool:
        """Put the question, hear one line, do what it says; False when the person leaves."""
        from escarmouche.core.effects import Roll

        due = self.due()
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
            self.proposals(options[:PAGE])
            self.list_options(options[:PAGE], len(options))
            self.fresh = False
        show(text("question", self.game.system.question(due, language()), due.why), "bold")
        return self.obey(self.read(), options)

    def watching(self) -> int:
        """The seat of the person who throws dice for somebody else; -1 where several or none sit here."""
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

    def proposals(self, options: list[Answer]) -> None:
        """The tables that options would lay out, drawn under their numbers."""
        from escarmouche.kit.proposals import drawn

        system, due = self.game.system, self.game.choice
        titled = [(f"{number}  {system.describe(due, option, language())}", option) for number, option in enumerate(options, 1)]
        for line in drawn(system, due, titled, min(100, console().width), language()):
            show(line)

    def option_line(self, world: Game, number: int, option: Answer) -> str:
        """An option with its number, and what the dice promise where that is soon told."""
        line = f"{number:4}  {self.game.system.describe(self.game.choice, option, language())}"
        promised = [f"{name} {float(chance) * 100:.0f} %" for name, chance in hopes(world, option)]
        return f"{line} [{', '.join(promised)}]" if promised else line

    def seat_game(self) -> SeatGame:
        """The game as the person who must answer knows it."""
        from escarmouche.agents.protocol import SeatGame

        return SeatGame(self.game, self.due().seat)

    # ------------------------------------------------------------ what is typed

    def obey(self, line: str, options: list[Answer]) -> bool:
        """Do what a line says."""
        word, _, rest = line.partition(" ")
        if word in ("q", "quit"):
            return not self.left()
        if word == "q!":
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

    def left(self) -> bool:
        """Leave, unless the game would be lost by it."""
        try:
            self.leave()
        except EscarmoucheError as error:
            show(error.sentence(language()), "bold")
            return False
        return True

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
        try:
            value = self.game.checked(answer)
            if kind(value) in self.game.system.grave and not self.sure(value):
                return True
            self.game.play(value)
            self.fresh = True
            self.keep()
        except EscarmoucheError as error:
            show(error.sentence(language()), "bold")
        return True

    def sure(self, answer: Answer) -> bool:
        """Ask before an answer that nobody should give by mistake."""
        show(text("sure", self.game.system.describe(self.game.choice, answer, language())), "bold")
        return self.read().lower() in text("yes").split()

    # ------------------------------------------------------------ commands

    def help(self, _rest: str, _options: list[Answer]) -> None:
        """What can be typed."""
        show(text("commands"))

    def again(self, _rest: str, options: list[Answer]) -> None:
        """The table and the options once more."""
        self.table(self.due().seat)
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
        try:
            self.game.undo()
            while self.game.past is not None and self.players[self.due().seat] is not None:
                self.game.undo()
            self.fresh = True
            self.drawn = None
            self.keep()
            show(text("undone"))
        except EscarmoucheError as error:
            show(error.sentence(language()), "bold")

    def save(self, rest: str, _options: list[Answer]) -> None:
        """Write the game to a file."""
        path = Path(rest) if rest else self.path
        if path is None:
            show(text("error.where"))
            return
        try:
            self.copy(path) if rest else self.write(path)
            show(text("saved", path))
        except EscarmoucheError as error:
            show(error.sentence(language()), "bold")

    def rule(self, rest: str, _options: list[Answer]) -> None:
        """The text of a rule; without an id, of the one the question rests on."""
        from escarmouche.core import offers

        try:
            found = offers.rulebook(self.game.system).find(rest or self.due().why)
        except EscarmoucheError as error:
            show(error.sentence(language()))
            return
        if not found:
            show(text("error.rule", rest))
        for entry in found[:3]:
            title, words = (entry.title_fr, entry.text_fr) if language() == "fr" else (entry.title_en, entry.text)
            show(f"{entry.id}, {title}: {words}")

    def log(self, _rest: str, _options: list[Answer]) -> None:
        """The whole log again."""
        self.told = 0
        self.news(self.due().seat)


def hopes(game: Game, option: Answer) -> list[tuple[str, Fraction]]:
    """The outcomes of an option that are better than not trying, best first, with their exact chances; none where the dice
    are many or change nothing."""
    from escarmouche.core.effects import Choose, Roll
    from escarmouche.core.errors import TooManyOutcomes
    from escarmouche.core.odds import game_leaves

    system, seat = game.system, game.choice.seat
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
