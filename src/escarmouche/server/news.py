"""News between processes that share a PostgreSQL database: which game went on elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg

LOGGER = logging.getLogger("escarmouche.server")
PAUSE = 0.5
"""Seconds from one try to listen to the next."""
ALIVE = 5.0
"""Seconds from one look whether the connection is still there to the next."""


class News:
    """Listens for as long as it runs: when the connection is lost, as when the database is started again, it makes another and
    has everybody catch up with what it has missed."""

    def __init__(
        self, address: str, channel: str, heard: Callable[[str], Awaitable[None]], missed: Callable[[], Awaitable[None]]
    ) -> None:
        self._address = address
        self._channel = channel
        self._heard = heard
        self._missed = missed
        self._told: asyncio.Queue[str] = asyncio.Queue()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """From the first connection to the end of the block."""
        tasks = [asyncio.create_task(self._listen(await self._connect())), asyncio.create_task(self._tell())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task

    async def _connect(self) -> Any:
        connection = await asyncpg.connect(self._address, timeout=10)
        await connection.add_listener(self._channel, self._hear)
        return connection

    def _hear(self, _: Any, __: int, ___: str, game: object) -> None:
        self._told.put_nowait(str(game))

    async def _listen(self, connection: Any) -> None:
        while True:
            await self._until_lost(connection)
            LOGGER.warning("the database cut the news of games: listening again")
            connection = await self._again()
            LOGGER.warning("the news of games come again")
            self._told.put_nowait("")

    async def _until_lost(self, connection: Any) -> None:
        """Wait until the connection is gone; one that is broken off without a word is found by asking."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            while not connection.is_closed():
                with suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), ALIVE)
                if not lost.is_set():
                    await connection.execute("select 1", timeout=ALIVE)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            pass
        finally:
            connection.terminate()

    async def _again(self) -> Any:
        while True:
            try:
                return await self._connect()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(PAUSE)

    async def _tell(self) -> None:
        """Pass on what is heard, one after the other."""
        while True:
            game = await self._told.get()
            try:
                await (self._heard(game) if game else self._missed())
            except Exception:
                LOGGER.exception("news of a game were lost")
