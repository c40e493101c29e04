"""Long work on games that are over: each in a process of its own, one game after the other, and kept for a while."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

import msgspec

from escarmouche.core import save
from escarmouche.core.game import Game
from escarmouche.server.games import Games
from escarmouche.server.live import LiveGame
from escarmouche.server.storage import LogEntry

LOGGER = logging.getLogger("escarmouche.server")
MOST = 64
"""Of so many games what was worked out is kept."""
START = "import json, os, sys; sys.path[:] = json.loads(sys.argv[1]); hasattr(os, 'nice') and os.nice(10); "
START += "from importlib import import_module; import_module(sys.argv[2]).main()"
LINE = 64 * 1024 * 1024

T = TypeVar("T")


class Work(Generic[T]):
    """The work on one game: how far it has come, and what is found at the end."""

    def __init__(self) -> None:
        self.done = 0
        self.of = 1
        self.found: T | None = None
        self.task: asyncio.Task[None] | None = None


class Apart(Generic[T]):
    """Work of one sort on the games that were asked for last. `module` has a `main` that reads a save and writes how far it has
    come and what it finds, a line of JSON each; `here` does the same in the server, where no other process can."""

    def __init__(self, games: Games, module: str, kind: type[T], here: Callable[[Game], T]) -> None:
        self._games = games
        self._module = module
        self._kind = kind
        self._here = here
        self._kept: OrderedDict[str, Work[T]] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self.begun = 0
        """How many games it was asked to work on."""

    def work(self, live: LiveGame) -> Work[T]:
        """The work on a game that is over, which begins when it is first asked for, and again where it came to nothing."""
        work = self._kept.get(live.id)
        if work is None or (work.found is None and work.task is not None and work.task.done()):
            assert live.game is not None
            work = self._kept[live.id] = Work()
            self.begun += 1
            work.task = asyncio.create_task(self._work_out(work, live.id, live.game.fork()))
        self._kept.move_to_end(live.id)
        while len(self._kept) > MOST:
            _, oldest = self._kept.popitem(last=False)
            if oldest.task is not None:
                oldest.task.cancel()
        return work

    async def close(self) -> None:
        """End what is being worked out."""
        tasks = [work.task for work in self._kept.values() if work.task is not None and not work.task.done()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def keep(self, id: str, found: T) -> None:
        """Something was found; usually it is kept here only."""

    async def _work_out(self, work: Work[T], id: str, game: Game) -> None:
        async with self._turn:
            data = await self._games.aside(save.dump, game)
            found = await self._apart(work, data)
            if found is None:
                LOGGER.warning("%s works on a game of %s in the server itself", self._module, game.setup.system)
                found = await self._games.aside(self._here, game)
            await self.keep(id, found)
            work.found = found

    async def _apart(self, work: Work[T], data: bytes) -> T | None:
        """What another process finds, which ends with this task; None where that process cannot. (It is a session of its own:
        Ctrl-C in the terminal is for the server alone.)"""
        line = [sys.executable, "-c", START, json.dumps(sys.path), self._module]
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(*line, stdin=pipe, stdout=pipe, limit=LINE, start_new_session=True)
        except OSError:
            return None
        found: T | None = None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with suppress(ConnectionError):
                process.stdin.write(data)
                await process.stdin.drain()
                process.stdin.close()
            async for said in process.stdout:
                if said.startswith(b"["):
                    work.done, work.of = msgspec.json.decode(said, type=tuple[int, int])
                else:
                    found = msgspec.json.decode(said, type=self._kind)
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return found


def counted(entries: list[LogEntry], viewer: int) -> list[int]:
    """For every event that still stands, the number under which a viewer knows it; of one that it does not know, the number of
    the last before."""
    numbers: list[int] = []
    before: list[int] = []
    """How many events stood before each answer."""
    for entry in entries:
        if entry.kind == "undo":
            del numbers[before.pop() :]
            continue
        if entry.events:
            before.append(len(numbers))
        seen = [event["only"] in (-1, viewer) for event in entry.events]
        n = entry.versions[viewer + 1] - sum(seen)
        for known in seen:
            n += known
            numbers.append(n)
    return numbers
