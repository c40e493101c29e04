"""How somebody plays, in counts: what a system's `habits` are made with."""

from __future__ import annotations

from collections.abc import Iterator

from escarmouche.core.effects import Answer, Choose, Chosen, Roll, Rolled
from escarmouche.core.engine import start
from escarmouche.core.game import Game
from escarmouche.core.offers import Habit


class Counts:
    """How often each seat did what, of how often it could have."""

    def __init__(self, seats: int, *names: str) -> None:
        self._names = names
        self._found = [{name: [0, 0] for name in names} for _ in range(seats)]

    def note(self, seat: int, name: str, did: int, could: int = 1) -> None:
        """A seat could have done something so often, and did so often."""
        found = self._found[seat][name]
        found[0] += did
        found[1] += could

    def habits(self) -> list[list[Habit]]:
        """The counts of each seat."""
        return [[Habit(name, *found[name]) for name in self._names] for found in self._found]


def decisions(game: Game) -> Iterator[tuple[Choose, Answer]]:
    """Every decision of a game as it was put, with the answer that was given: the game is played once more."""
    run = start(game.system.start(game.setup))
    for event in game.events:
        run.told.clear()
        due = run.due
        if isinstance(event, Chosen) and isinstance(due, Choose):
            yield due, event.answer
            run.reply(event.answer)
        elif isinstance(event, Rolled) and isinstance(due, Roll):
            run.reply(due.read(event.faces))
