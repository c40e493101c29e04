"""The conversation about a game in the terminal: what is asked, what is typed, and what it does."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from escarmouche.cli.common import language, show
from escarmouche.cli.kept import text
from escarmouche.cli.shown import ShownGame, kind, numbered
from escarmouche.core.errors import AgentError, EscarmoucheError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from escarmouche.agents.protocol import Agent
    from escarmouche.core.effects import Answer
    from escarmouche.core.game import Game

PAGE = 40
"""So many options are listed at once."""
THOUGHT = 192
"""So many trials are made for advice."""
CENTIMETRE = 1000
"""Hexagons measure ways; places among them are typed in centimetres."""


class Session(ShownGame):
    """A game, who plays it, and the conversation about it. It is written to its file after every answer, where it has one."""

    def __init__(self, game: Game, players: Sequence[Agent | None], playouts: int, path: Path | None = None) -> None:
        super().__init__(game, players, playouts, path)
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
            page = numbered(options, PAGE)
            self.proposals(page)
            self.list_options(page, len(options))
            self.fresh = False
        show(text("question", self.game.system.question(due, language()), due.why), "bold")
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
            "w": self.advice, "hint": self.advice, "conseil": self.advice, "i": self.ideas,
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
        """An answer in words: JSON, an option with another place as the table counts ("12 20 7.5"), a kind of move and a place
        in millimetres ("move 120 85.5"), or a way by several places where a hand may lead one."""
        from escarmouche.cli.ways import led

        words = line.split()
        kinds = {option[0] for option in options if isinstance(option, tuple) and len(option) == 3}
        try:
            if len(words) == 3 and words[0].isdecimal() and 1 <= int(words[0]) <= len(options):
                return self.answer(self.moved_to(options[int(words[0]) - 1], words[1], words[2]))
            if len(words) == 3 and words[0] in kinds:
                return self.answer((words[0], hundredths(words[1]), hundredths(words[2])))
            way = led(self.game, self.game.choice, words)
            return self.answer(json.loads(line) if way is None else way)
        except (ValueError, OverflowError):
            show(text("error.typed", line))
            return True

    def moved_to(self, option: Answer, x: str, y: str) -> Answer:
        """An option with another place in it, in the unit of the table; as it is where it has none."""
        game = self.game
        place = game.system.marks(game.choice, option).get("place")
        table = game.system.view(game.world, self.due().seat)["table"]
        unit = CENTIMETRE if table["hex_width"] else table["unit"]["length"]
        if place is None:
            raise ValueError
        spot = [round(float(one.replace(",", ".")) * unit) for one in (x, y)]
        return (*option[:place], *spot, *option[place + 2 :])

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
        self.list_options(numbered(options, PAGE), len(options))

    def all_options(self, _rest: str, options: list[Answer]) -> None:
        """All the options, however many."""
        self.list_options(numbered(options, len(options)), len(options))

    def odds(self, rest: str, options: list[Answer]) -> None:
        """The exact odds of an option, before it is chosen, as far as the person can know."""
        from fractions import Fraction

        from escarmouche.core.errors import TooManyOutcomes

        if not rest.isdecimal() or not 1 <= int(rest) <= len(options):
            show(text("error.number", len(options)))
            return
        option, known = options[int(rest) - 1], self.seat_game().imagine("odds")
        stages = known.system.trial(known.choice, option).get("stages") or []
        for stage in stages:
            show(f"  {stage[language()]}")
            self.chances({row["text"][language()]: Fraction(row["chance"]) for row in stage["odds"].values()})
        if stages:
            return
        try:
            found = self.seat_game().odds(option)
        except TooManyOutcomes as error:
            show(error.sentence(language()))
            return
        if set(found) <= {"nothing"}:
            show(text("sure-thing"))
            return
        self.chances({self.game.system.outcome_name(name, language()): chance for name, chance in found.items()})

    def chances(self, found: dict[str, Fraction]) -> None:
        """Outcomes with their exact chances, the likeliest first."""
        for name, chance in sorted(found.items(), key=lambda item: -item[1]):
            show(f"  {float(chance) * 100:6.2f} %  {chance!s:>9}  {name}")

    def advice(self, _rest: str, options: list[Answer]) -> None:
        """What the computer would do in the person's place, and why; the same whenever it is asked again."""
        from escarmouche.agents.advice import advise
        from escarmouche.agents.protocol import Budget
        from escarmouche.agents.steady import taken

        if not options:
            show(text("advice.dice"))
            return
        seat = self.due().seat
        show(text("advice"), "bold")
        for one in advise(self.seat_game(), seat, Budget(THOUGHT), taken(self.game, seat)).proposals:
            number = f"{options.index(one.answer) + 1:4}" if one.answer in options else "   –"
            notes = [text("advice.chance", f"{100 * one.chance:.1f}".replace(".", "," if language() == "fr" else "."))]
            if one.headline is not None:
                notes.append(text("advice.odds", *[f"{one.headline[grade]:.0f}" for grade in ("good", "bad")]))
            show(f"{number}  {one.words[language()]} [{' ; '.join(notes) if language() == 'fr' else '; '.join(notes)}]")
            show(f"      {one.why[language()]}", "dim")

    def ideas(self, rest: str, options: list[Answer]) -> None:
        """Where one might go: all of it, or the one that is chosen."""
        found = self.seat_game().places() if options else []
        if not found:
            show(text("ideas.none"))
        elif rest.isdecimal() and 1 <= int(rest) <= len(found):
            self.answer(found[int(rest) - 1].answer)
        elif rest:
            show(text("ideas.number", len(found)))
        else:
            for number, place in enumerate(found, 1):
                said = self.game.system.describe(self.game.choice, place.answer, language())
                show(f"i {number:<3} {text('ideas.one', place.words()[language()], said)}")

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
            show(text("rule", entry.id, title, words))

    def log(self, _rest: str, _options: list[Answer]) -> None:
        """The whole log again."""
        self.told = 0
        self.news(self.due().seat)


def hundredths(millimetres: str) -> int:
    """A length in hundredths of a millimetre; the comma is as good as the point.

    >>> hundredths("85.5"), hundredths("85,5")
    (8550, 8550)
    """
    return round(float(millimetres.replace(",", ".")) * 100)
