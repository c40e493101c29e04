"""Turns: many wait for few, and whoever has had least of late goes first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
HALF = 60.0
"""After so many seconds time that somebody had counts half."""
MOST = 1000
"""So many accounts are kept before those that hardly count any more are closed."""
HARDLY = 0.001


class Account(NamedTuple):
    """The seconds that somebody had, as they counted at a moment."""

    spent: float
    when: float


class Turns(Generic[T]):
    """Lends things, each to one at a time. Everybody has an account of the time they had of late; of those who wait, whoever
    has the least on it is next, and of equals whoever has waited longest. So those whose turns are equally long take them in a
    ring, and nobody waits for all the long turns of others.
    """

    def __init__(self, things: Iterable[T]) -> None:
        self._free = list(things)
        self._waiting: list[tuple[str, asyncio.Future[T]]] = []
        self._accounts: dict[str, Account] = {}

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[T]:
        """Wait for one's turn, and have one of the things for as long as it lasts."""
        thing = await self._next(who)
        began = time.monotonic()
        try:
            yield thing
        finally:
            now = time.monotonic()
            self._accounts[who] = Account(self._spent(who) + now - began, now)
            self._close_accounts()
            self._give(thing)

    def _spent(self, who: str) -> float:
        """What somebody had, as it counts now."""
        account = self._accounts.get(who)
        return 0.0 if account is None else account.spent * 0.5 ** ((time.monotonic() - account.when) / HALF)

    def _close_accounts(self) -> None:
        if len(self._accounts) > MOST:
            self._accounts = {who: account for who, account in self._accounts.items() if self._spent(who) > HARDLY}

    async def _next(self, who: str) -> T:
        if self._free:  # then nobody waits
            return self._free.pop()
        waiting: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((who, waiting))
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self._give(waiting.result())
            raise

    def _give(self, thing: T) -> None:
        """To whoever is next, if anybody waits."""
        self._waiting = [one for one in self._waiting if not one[1].done()]
        if not self._waiting:
            self._free.append(thing)
            return
        following = min(self._waiting, key=lambda one: self._spent(one[0]))
        self._waiting.remove(following)
        following[1].set_result(thing)
