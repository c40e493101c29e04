"""Clocks at the table: each person has so much time, and gains some with every answer. All they need stands in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from escarmouche.server.storage import Clock, LogEntry, Origin, now

if TYPE_CHECKING:
    from escarmouche.server.live import GameTable

CHARGED = ("answer", "undo")
"""The kinds of entries that cost their seat the time since the one before."""
BEGINS = ("begin", "prepare", "salt", "army")


class ClockShown(msgspec.Struct):
    """The clocks of a game: what every seat had left, in milliseconds, at the moment `since` (milliseconds since 1970), and
    whose has been running from then on (-1 for none); a bot has none. `loses`: may an opponent claim the game then?"""

    left: list[int | None]
    since: int
    running: int
    increment: int
    loses: bool


class Clocks:
    """What is left to every seat."""

    def __init__(self, origin: Origin) -> None:
        self.rule: Clock | None = origin.clock
        whole = 0 if self.rule is None else self.rule.seconds * 1000
        self.left = [None if seat.kind == "bot" else whole for seat in origin.seats]
        self.since = 0
        self.absent = {number for number, seat in enumerate(origin.seats) if seat.kind == "link"}

    def follow(self, entry: LogEntry) -> None:
        """Take note of an entry of the log. Nobody's time runs before everybody has sat down."""
        if self.rule is None:
            return
        left = self.left[entry.seat] if entry.seat >= 0 else None
        if entry.kind in CHARGED and left is not None:
            spent = 0 if self.absent else max(0, entry.at - self.since)
            gained = self.rule.increment * 1000 if entry.kind == "answer" else 0
            self.left[entry.seat] = left - spent + gained
        if entry.seat in self.absent and entry.kind in ("claim", "answer"):
            self.absent.discard(entry.seat)
            self.since = entry.at
        if entry.kind in CHARGED or entry.kind in BEGINS:
            self.since = entry.at

    def remaining(self, seat: int) -> int | None:
        """What is left to the seat whose time runs now; None for one that has no clock."""
        left = self.left[seat]
        return None if self.rule is None or left is None else left - (0 if self.absent else max(0, now() - self.since))


def shown(table: GameTable) -> ClockShown | None:
    """The clocks as everybody sees them."""
    clocks = table.clocks
    if clocks.rule is None:
        return None
    running = -1 if clocks.absent or table.phase != "play" else table.due_seat
    runs = running >= 0 and clocks.left[running] is not None
    return ClockShown(clocks.left, clocks.since, running if runs else -1, clocks.rule.increment, clocks.rule.loses)
