"""What people see of a game in the terminal: what happened, the table, the options with their odds, and the end."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from escarmouche.cli.common import console, language, show
from escarmouche.cli.kept import KeptGame, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from escarmouche.agents.protocol import Agent, SeatGame
    from escarmouche.core.effects import Answer
    from escarmouche.core.game import Game

CASES = 64
"""Up to so many cases of the dice, the odds of an option are told beside it."""
CHANGE = 0.001
"""By so much a world must be better for an outcome to be worth telling."""


class ShownGame(KeptGame):
    """A game and what was told of it."""

    def __init__(self, game: Game, players: Sequence[Agent | None], playouts: int, path: Path | None = None) -> None:
        super().__init__(game, players, playouts, path)
        self.told = 0

    def news(self, seat: int) -> None:
        """What has happened since it was last told; nothing that this seat may not know."""
        from escarmouche.core.effects import visible

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

    def watching(self) -> int:
        """The seat of the person who throws dice for somebody else; -1 where several or none sit here."""
        here = [seat for seat, player in enumerate(self.players) if player is None]
        return here[0] if len(here) == 1 else -1

    def proposals(self, options: list[tuple[int, Answer]]) -> None:
        """The tables that options would lay out, drawn under their numbers."""
        from escarmouche.kit.proposals import drawn

        system, due = self.game.system, self.game.choice
        titled = [(f"{number}  {system.describe(due, option, language())}", option) for number, option in options]
        for line in drawn(system, due, titled, min(100, console().width), language()):
            show(line)

    def list_options(self, options: list[tuple[int, Answer]], count: int) -> None:
        """Options with their numbers, one kind after the other, in as many columns as the screen has room for."""
        world = self.seat_game().imagine("hopes") if options else self.game
        lines = [(kind(option), self.option_line(world, number, option)) for number, option in options]
        for _, group in groupby(lines, key=lambda line: line[0]):
            for row in columned([line for _, line in group], console().width):
                show(row)
        if count > len(options):
            show(text("more", count - len(options)))

    def option_line(self, world: Game, number: int, option: Answer) -> str:
        """An option with its number, and what the dice promise where that is soon told."""
        line = f"{number:4}  {self.game.system.describe(self.game.choice, option, language())}"
        promised = [f"{name} {float(chance) * 100:.0f} %" for name, chance in hopes(world, option)]
        return f"{line} [{', '.join(promised)}]" if promised else line

    def seat_game(self) -> SeatGame:
        """The game as the person who must answer knows it."""
        from escarmouche.agents.protocol import SeatGame

        return SeatGame(self.game, self.due().seat)


def numbered(options: list[Answer], most: int) -> list[tuple[int, Answer]]:
    """Options with their numbers, at most so many: of each kind an equal share, and what the rare kinds leave of theirs goes to
    the others.

    >>> numbered([("move", 1), ("move", 2), ("move", 3), ("move", 4), ("turn",), ("done",)], 4)
    [(1, ('move', 1)), (2, ('move', 2)), (5, ('turn',)), (6, ('done',))]
    """
    found = list(enumerate(options, 1))
    if len(found) <= most:
        return found
    alike: dict[str, list[tuple[int, Answer]]] = {}
    for number, option in found:
        alike.setdefault(kind(option), []).append((number, option))
    kept: list[tuple[int, Answer]] = []
    for place, group in enumerate(sorted(alike.values(), key=len)):
        kept += group[: (most - len(kept)) // (len(alike) - place)]
    return sorted(kept, key=lambda one: one[0])


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
