"""Films: every moment of a game, to go back to. A film is made from the log and kept for a while."""

from __future__ import annotations

import copy
from collections import OrderedDict

from escarmouche.kit.view import Change
from escarmouche.server import passages
from escarmouche.server.games import Games
from escarmouche.server.keeping import readable
from escarmouche.server.live import GameTable, LiveGame, before
from escarmouche.server.passages import Passage
from escarmouche.server.refusals import Refused
from escarmouche.server.storage import LogEntry

MOST = 8
"""So many films are kept."""


class Frame:
    """The game after the entry `number` of its log."""

    def __init__(self, number: int, table: GameTable) -> None:
        self.number = number
        self.table = table


class Film:
    """All frames of a game."""

    def __init__(self, live: LiveGame, entries: list[LogEntry]) -> None:
        self.entries = entries
        self.frames: list[Frame] = []
        table = GameTable(live.id, live.origin)
        for number, entry in enumerate(entries):
            if entry.kind not in ("claim", "name"):
                table.apply(entry)
            table.versions = entry.versions
            still = copy.copy(table)
            still.game = None if table.game is None else table.game.fork()
            still.stack = []
            self.frames.append(Frame(number, still))

    def at(self, viewer: int, version: int | None) -> Frame:
        """The last frame in which the viewer knew no event after this one; the last of all without one."""
        for frame in reversed(self.frames):
            if version is None or frame.table.version(viewer) <= version:
                return frame
        raise Refused(404, "no-moment")

    def steps(self, viewer: int, frame: Frame) -> list[Change]:
        """What led a viewer to a frame, step by step from the moment before it; the steps are those of live play."""
        since = next((one.number for one in reversed(self.frames[: frame.number]) if self._earlier(one, frame, viewer)), -1)
        found: list[Change] = []
        for number in range(since + 1, frame.number + 1):
            entry, passage = self.entries[number], self._passage(number)
            if passage is not None and len(passage.worlds) == len(entry.events):
                found += passages.changes(frame.table.system, passage, entry.events, viewer, before(entry, viewer))
        return found

    def _earlier(self, one: Frame, other: Frame, viewer: int) -> bool:
        """Did the viewer know less in the first frame?"""
        return one.table.version(viewer) < other.table.version(viewer)

    def _passage(self, number: int) -> Passage | None:
        """What an entry of the log led through: it is played once more, from the frame before it."""
        entry = self.entries[number]
        was, now = self.frames[max(0, number - 1)].table.game, self.frames[number].table.game
        if was is None or now is None:
            return None
        if entry.kind == "undo":
            return Passage(was.world, [now.world], -1, [])
        return passages.played(was.fork(), entry.answer)[1] if entry.kind in ("answer", "prepare") else None

    def last(self, viewer: int) -> int:
        """The viewer's last event."""
        return self.frames[-1].table.version(viewer) if self.frames else 0

    def moments(self, viewer: int) -> list[int]:
        """The versions the viewer can go to."""
        return list(dict.fromkeys([frame.table.version(viewer) for frame in self.frames]))


class Films:
    """The films that were asked for last."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._kept: OrderedDict[tuple[str, int], Film] = OrderedDict()

    async def of(self, live: LiveGame) -> Film:
        """The film of a game as it stands."""
        key = (live.id, live.n)
        film = self._kept.get(key)
        if film is None:
            with readable(live.id):
                entries = await self._games.storage.entries(live.id)
                film = await self._games.aside(Film, live, entries)
            self._kept[key] = film
        self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return film
