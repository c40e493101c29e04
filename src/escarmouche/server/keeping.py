"""The games in memory: loaded from their logs when somebody asks, stored entry by entry, dropped when nobody does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from escarmouche.core import save
from escarmouche.core.errors import PluginError, UnknownName
from escarmouche.core.system import Plain
from escarmouche.server.live import ChangedRules, LiveGame, rules_of
from escarmouche.server.memory import Tidy
from escarmouche.server.refusals import Refused
from escarmouche.server.seats import is_id, is_token, viewer_of
from escarmouche.server.storage import LogEntry, Storage, now

LOGGER = logging.getLogger("escarmouche.server")
SNAPSHOT_EVERY = 128
"""A snapshot is made after so many entries; one that goes to sleep gets one when it has a quarter of them."""

R = TypeVar("R")


class Keeper:
    """Keeps the games of this process in step with their logs."""

    def __init__(self, storage: Storage, idle: float = 120.0) -> None:
        self.storage = storage
        self.idle = idle
        self.lives: dict[str, LiveGame] = {}
        self.tidy = Tidy()
        self._pool = ThreadPoolExecutor(2, "escarmouche")
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Begin to look after the games: drop idle ones, and catch up where a message from another process was lost."""
        self.later(self._look_after())

    async def stop(self) -> None:
        """Let everything come to rest."""
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with suppress(asyncio.CancelledError):
                await task
        self._pool.shutdown(wait=True, cancel_futures=True)

    def later(self, work: Any) -> asyncio.Task[Any]:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def aside(self, work: Callable[..., R], *args: Any) -> R:
        """Do something long in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

    def rouse(self, live: LiveGame) -> None:
        """Called whenever a game is in memory as its log tells it: somebody may have to be woken. The lock is held."""

    # ------------------------------------------------------------ finding a game

    async def find(self, id: str) -> LiveGame:
        """A game by its id; it need not be loaded yet."""
        live = self.lives.get(id)
        if live is None:
            found = await self._stored(id) if is_id(id) else None
            if found is None:
                raise Refused(404, "no-game")
            live = self.lives.setdefault(id, found)
        live.touched = time.monotonic()
        return live

    async def _stored(self, id: str) -> LiveGame | None:
        """A game as it is stored, without its log."""
        with readable(id):
            row = await self.storage.game(id)
            return None if row is None else LiveGame(row)

    async def seated(self, id: str, token: str | None) -> tuple[LiveGame, int]:
        """The game, and the viewer whom the token makes."""
        if not token:
            raise Refused(401, "no-token")
        live = await self.find(id)
        if self.storage.shared:
            async with live.lock:
                await self.ensure(live)
        viewer = viewer_of(live.origin, token) if is_token(token) else None
        if viewer is None:
            raise Refused(403, "wrong-token")
        return live, viewer

    async def ensure(self, live: LiveGame) -> None:
        """Have the game in memory as its log tells it. The lock is held."""
        if not live.loaded:
            await self._load(live)
        elif self.storage.shared and await self.storage.newest(live.id) > live.n:
            entries = await self.storage.entries(live.id, live.n)
            await self.aside(live.follow, entries)
            live.changed()
        self.rouse(live)

    async def _load(self, live: LiveGame) -> None:
        """Read the game from its last snapshot and the log, or from the log alone where the snapshot does not lead there."""
        try:
            with readable(live.id):
                if not await self._from_snapshot(live):
                    await self.aside(live.follow, await self.storage.entries(live.id))
        except BaseException:
            live.forget()
            raise
        live.loaded = True

    async def _from_snapshot(self, live: LiveGame) -> bool:
        """Begin with the snapshot; False where there is none that can be read, or where other versions made it: only the log
        tells whether they lead to the same, and only the log knows how long everybody took where there is a clock."""
        snapshot = await self.storage.snapshot(live.id)
        if snapshot is None or live.origin.rules != rules_of(live.system) or live.origin.clock is not None:
            return False
        n, data = snapshot
        try:
            entries = await self.storage.entries(live.id, n - 1)
            await self.aside(live.restore, data, n, entries)
        except Exception as error:
            if not unreadable(error):
                raise
            LOGGER.warning(
                "the snapshot of the game %s cannot be read (%s): the log is followed from its beginning", live.id, error
            )
            live.forget()
            return False
        return True

    # ------------------------------------------------------------ storing

    async def commit(
        self, live: LiveGame, kind: str, seat: int, answer: Any, events: list[Plain], client: str | None
    ) -> LogEntry:
        """Store an entry of the log; only then it stands. The lock is held."""
        entry = LogEntry(live.id, live.n + 1, kind, seat, answer, events, live.counted(events), client, now())
        if not await self.storage.append(entry, live.phase == "over"):
            raise Refused(409, "stale")
        live.take(entry)
        return entry

    def all_or_nothing(self, live: LiveGame) -> AllOrNothing:
        """Where storing fails, the game in memory is ahead of its log: drop it, the log is right."""
        return AllOrNothing(live)

    async def keep(self, live: LiveGame) -> None:
        """Make a snapshot."""
        async with live.lock:
            if live.game is None or live.stack or live.n == live.kept:
                return
            twin, n = live.game.fork(), live.n
            live.kept = n
        await self.storage.keep(live.id, n, await self.aside(save.dump, twin))

    # ------------------------------------------------------------ looking after them

    async def _look_after(self) -> None:
        """Every few seconds."""
        pause = min(5.0, max(0.05, self.idle / 4))
        while True:
            await asyncio.sleep(pause)
            try:
                self.tidy.look(await self._drop_idle())
                await self.catch_up()
            except Exception:
                LOGGER.exception("looking after the games failed")

    async def _drop_idle(self) -> int:
        """Drop games from memory that nobody has asked about for a while; who watches stays connected. Returns how many."""
        late = time.monotonic() - self.idle
        dropped = 0
        for live in list(self.lives.values()):
            if live.touched > late or live.bot is not None or live.lock.locked():
                continue
            if live.loaded and live.n - live.kept >= SNAPSHOT_EVERY // 4:
                await self.keep(live)
            if live.touched > late or live.lock.locked():
                continue
            if live.loaded:
                live.forget()
                dropped += 1
            if not live.sockets:
                self.lives.pop(live.id, None)
        return dropped

    async def catch_up(self) -> None:
        """Look for progress in games that are watched here and may be played elsewhere."""
        watched = [id for id, live in self.lives.items() if live.sockets] if self.storage.shared else []
        if watched:
            for id, n in (await self.storage.all_newest(watched)).items():
                live = self.lives.get(id)
                if live is not None and live.loaded and live.n < n:
                    await self.heard(id)

    async def heard(self, id: str) -> None:
        """Another process says that a game went on."""
        live = self.lives.get(id)
        if live is None or not live.sockets:
            return
        live.touched = time.monotonic()
        async with live.lock:
            if not live.loaded:
                live.changed()
            await self.ensure(live)
            live.lines = None
            live.spoke()


def unreadable(error: Exception) -> bool:
    """Is what is stored at fault, rather than the way to it or the system that plays it, which may be broken or gone?"""
    return not isinstance(error, (SQLAlchemyError, OSError, PluginError, UnknownName, Refused))


@contextmanager
def readable(id: str) -> Iterator[None]:
    """While something stored of a game is read: where it cannot be, that is logged and said in one sentence."""
    try:
        yield
    except Exception as error:
        if not unreadable(error):
            raise
        LOGGER.exception("the game %s cannot be read", id)
        if isinstance(error, ChangedRules):
            raise Refused(422, "changed-rules", id, error.rules or "?") from None
        raise Refused(422, "unreadable", id) from None


class AllOrNothing:
    """Drops the game from memory when something fails inside."""

    def __init__(self, live: LiveGame) -> None:
        self._live = live

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._live.forget()
            self._live.changed()
