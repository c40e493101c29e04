"""The luck of games that are over: worked out once in a process of its own, one game after the other, and kept for a while."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import OrderedDict
from contextlib import suppress

import msgspec

from escarmouche.analysis.luck import Luck, Peak, luck
from escarmouche.core import save
from escarmouche.core.game import Game
from escarmouche.server.games import Games
from escarmouche.server.live import LiveGame
from escarmouche.server.shapes import Fortune, ToldLuck, ToldPeak, ToldSwing
from escarmouche.server.storage import LogEntry

LOGGER = logging.getLogger("escarmouche.server")
MOST = 64
"""Of so many games the luck is kept."""
DIGITS = 4
START = "import json, os, sys; sys.path[:] = json.loads(sys.argv[1]); hasattr(os, 'nice') and os.nice(10); "
START += "from escarmouche.analysis.luck import main; main()"
LINE = 64 * 1024 * 1024


class Work:
    """The luck of one game: how far it has come, and what it is at the end."""

    def __init__(self) -> None:
        self.done = 0
        self.of = 1
        self.luck: Luck | None = None
        self.task: asyncio.Task[None] | None = None


class Fortunes:
    """The luck of the games that were asked for last."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._kept: OrderedDict[str, Work] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self.begun = 0
        """How many games it was asked to weigh."""

    async def of(self, live: LiveGame, viewer: int) -> Fortune:
        """What is known of the luck of a game that is over, as a viewer counts its events; the work begins when it is first
        asked for."""
        assert live.game is not None
        work = self._kept.get(live.id)
        if work is None or (work.luck is None and work.task is not None and work.task.done()):
            work = self._kept[live.id] = Work()
            self.begun += 1
            work.task = asyncio.create_task(self._work_out(work, live.game.fork()))
        self._kept.move_to_end(live.id)
        while len(self._kept) > MOST:
            _, oldest = self._kept.popitem(last=False)
            if oldest.task is not None:
                oldest.task.cancel()
        if work.luck is None:
            return Fortune(work.done, work.of, None)
        numbers = counted(await self._games.storage.entries(live.id), viewer)
        return Fortune(work.of, work.of, shown(work.luck, numbers))

    async def close(self) -> None:
        """End what is being worked out."""
        tasks = [work.task for work in self._kept.values() if work.task is not None and not work.task.done()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def _work_out(self, work: Work, game: Game) -> None:
        async with self._turn:
            data = await self._games.aside(save.dump, game)
            if not await self._apart(work, data):
                LOGGER.warning("the luck of a game of %s is worked out in the server itself", game.setup.system)
                work.luck = await self._games.aside(luck, game)

    async def _apart(self, work: Work, data: bytes) -> bool:
        """Work it out in another process, which ends with this task; False where that process cannot. (It is a session of its
        own: Ctrl-C in the terminal is for the server alone.)"""
        line = [sys.executable, "-c", START, json.dumps(sys.path)]
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(*line, stdin=pipe, stdout=pipe, limit=LINE, start_new_session=True)
        except OSError:
            return False
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
                    work.luck = msgspec.json.decode(said, type=Luck)
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return work.luck is not None


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


def shown(found: Luck, numbers: list[int]) -> ToldLuck:
    """The luck as a viewer counts the events."""

    def at(n: int) -> int:
        return numbers[min(n, len(numbers) - 1)] if numbers else 0

    def rounded(values: list[float]) -> list[float]:
        return [round(value, DIGITS) for value in values]

    def both(one: Peak) -> dict[str, str]:
        return {"en": one.en, "fr": one.fr}

    return ToldLuck(
        curve=[(at(n - 1) if n else 0, rounded(chances)) for n, chances in found.curve],
        rolls=[ToldSwing(at(one.n), one.seat, rounded(one.change), one.exact) for one in found.rolls],
        peaks=[
            ToldPeak(
                at(one.first), at(one.last), one.seat, {"en": one.en, "fr": one.fr}, rounded(one.change), rounded(one.luck)
            )
            for one in found.peaks
        ],
        luck=rounded(found.luck),
    )
