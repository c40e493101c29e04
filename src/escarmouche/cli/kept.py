"""A game in the terminal and its file: written after every answer, so that leaving, closing the window or a full disk loses
nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from escarmouche.agents import USUAL
from escarmouche.cli.common import language, show
from escarmouche.core.errors import EscarmoucheError, SaveError
from escarmouche.core.messages import Messages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from escarmouche.agents.protocol import Agent
    from escarmouche.core.effects import Choose, Roll
    from escarmouche.core.game import Game

MESSAGES = Messages.load("escarmouche.cli", "play.toml")
HERE = "here"


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


def fail(key: str, *about: Any) -> EscarmoucheError:
    """An error with a sentence of this command."""
    return EscarmoucheError(*[MESSAGES.sentence(key, about, str, one) for one in ("en", "fr")])


def usual(count: int) -> str:
    """Who plays when nobody says otherwise: a person against the computer.

    >>> usual(3)
    'here,veteran,veteran'
    """
    return ",".join([HERE, *[USUAL] * (count - 1)])


class KeptGame:
    """A game, who plays it, and the file that it is written to after every answer, where it has one."""

    def __init__(self, game: Game, players: Sequence[Agent | None], playouts: int, path: Path | None = None) -> None:
        from escarmouche.agents.protocol import Budget

        self.game = game
        self.players = players
        self.budget = Budget(playouts)
        self.path = path
        self.unkept = False
        """Could the last answer not be written?"""

    def due(self) -> Choose | Roll:
        """What is asked for while the game goes on."""
        due = self.game.due
        assert due is not None
        return due

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
