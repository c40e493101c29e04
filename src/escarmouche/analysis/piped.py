"""Long work on one game in a process of its own: a save comes in, how far it has come and what it finds go out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import msgspec

from escarmouche.core import save
from escarmouche.core.game import Game

Progress = Callable[[int, int], None]
LINES = 50
"""So many lines tell how far the work has come."""


def piped(work: Callable[[Game, Progress], Any]) -> None:
    """Read a save from the standard input and write to the standard output, a line of JSON each: [done, all] now and then, and
    what the work finds at the end. Whoever started this ends it by ending it."""
    game = save.parse(sys.stdin.buffer.read())
    shown = 0

    def progress(done: int, all: int) -> None:
        nonlocal shown
        if LINES * done // all > shown:
            shown = LINES * done // all
            said([done, all])

    said(work(game, progress))


def said(what: Any) -> None:
    """Write a line."""
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()
