"""The games that were played in this terminal: one file each in the folder `games` of $ESCARMOUCHE_HOME, the oldest first."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from escarmouche.cli.common import both
from escarmouche.core import content, files
from escarmouche.core.errors import EscarmoucheError, UnknownName

if TYPE_CHECKING:
    from escarmouche.core.system import Setup


def folder() -> Path:
    """Where the games are."""
    return content.home() / "games"


def games() -> list[Path]:
    """All of them, finished ones too. Their names begin with the day and the hour: a new one comes last, and the others keep
    their numbers."""
    place = folder()
    return sorted(place.glob("[0-9]*.json"), key=lambda path: path.stem) if place.is_dir() else []


def found(name: str) -> Path:
    """The file of a game: by its path, by its number in the list, or by its name there."""
    path = Path(name)
    if path.is_file():
        return path
    at_hand = games()
    if name.isdecimal():
        if not 1 <= int(name) <= len(at_hand):
            raise UnknownName(*both("shelf.number", name, len(at_hand)))
        return at_hand[int(name) - 1]
    kept = folder() / f"{name.removesuffix('.json')}.json"
    return kept if path.name == name and kept.is_file() else path


@contextmanager
def new(setup: Setup) -> Iterator[Path]:
    """A file for a new game that no other game has, held as long as it is played."""
    named = re.sub(r"[^a-z0-9-]+", "-", f"{setup.system}-{setup.scenario}".lower())
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{named}"
    place = folder()
    with suppress(OSError):  # who cannot write there is told so with the first answer, and plays on
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as holding:
        yield next(path for path in named_like(place / stem) if taken(path, holding))


def named_like(path: Path) -> Iterator[Path]:
    """A name, and the same with numbers for those who begin in the same second."""
    yield path.with_name(f"{path.name}.json")
    for number in count(2):
        yield path.with_name(f"{path.name}-{number}.json")


def taken(path: Path, holding: ExitStack) -> bool:
    """Take a file that nobody has or is about to have; False when somebody does."""
    try:
        holding.enter_context(files.held(path))
    except BlockingIOError:
        return False
    return not os.path.exists(path)


@contextmanager
def again(path: Path) -> Iterator[Path]:
    """A game that is taken up again, held as long as it is played: in two windows at once, one would write over the other."""
    try:
        with files.held(path):
            yield path
    except BlockingIOError as error:
        raise EscarmoucheError(*both("shelf.busy", path)) from error


@contextmanager
def trusted(path: Path) -> Iterator[None]:
    """While a game from a file is shown or played: what goes wrong with one that does not play again from its set-up is the
    file's fault, and said so; anything else is ours, and comes through."""
    from escarmouche.core import save

    try:
        yield
    except (EscarmoucheError, RuntimeError):  # RuntimeError: how a command ends
        raise
    except Exception as error:
        if save.verify(path):
            raise
        raise EscarmoucheError(*both("shelf.forged", path)) from error
