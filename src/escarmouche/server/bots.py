"""Bots at the table: each thinks when it is its turn, in one of a few processes that all games share."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from escarmouche.core.effects import Answer, Choose
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from escarmouche.server.live import GameTable, LiveGame
from escarmouche.server.refusals import Refused
from escarmouche.server.thinking import Bot, anything
from escarmouche.server.turns import Turns
from escarmouche.server.worker import Gone, Worker

if TYPE_CHECKING:
    from escarmouche.server.games import Games

T = TypeVar("T")
LOGGER = logging.getLogger("escarmouche.server")
TRIES = 3
"""So often a decision is thought about when processes end over it."""
PATIENCE = 120.0
"""After so many seconds over one decision a process is ended."""


def usual() -> int:
    """How many processes think where nobody says otherwise: all processors but one, which is left to those who play."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, there - 1)


def bot_at(table: GameTable, seat: int) -> Bot:
    """The bot that sits there."""
    kept = table.origin.seats[seat]
    return Bot(kept.agent, kept.playouts, f"{table.origin.bot_seed} {seat}")


class Bots:
    """The bots of all games. The game that was thought about least has the next turn; each has one decision under way at most.

    What a bot answers depends on the game and its seed alone, not on the process: one that is killed costs time and nothing
    else, because the decision is thought about again.
    """

    def __init__(self, games: Games, processes: int = 0) -> None:
        self._games = games
        self.workers = [Worker() for _ in range(processes or usual())]
        self._turns = Turns(self.workers)
        self._threads = ThreadPoolExecutor(len(self.workers), "escarmouche-bots")
        """Each waits for the answer of a process."""

    def stop(self) -> None:
        """End all processes; what they were thinking about is thought about again when the game is next played."""
        for worker in self.workers:
            worker.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in self.workers:
            worker.clear()

    def rouse(self, live: LiveGame) -> None:
        """Let a bot think when it is its turn. The game's lock is held."""
        seat = live.due_seat
        if seat >= 0 and live.bot is None and live.origin.seats[seat].kind == "bot":
            live.bot = self._games.later(self._answer(live))

    async def _answer(self, live: LiveGame) -> None:
        """Answer for the bots of a game as long as it is their turn."""
        try:
            while True:
                async with live.lock:
                    await self._games.ensure(live)
                    game, seat = live.game, live.due_seat
                    if game is None or not isinstance(game.due, Choose) or live.origin.seats[seat].kind != "bot":
                        return
                    twin, after = game.fork(), live.version(seat)
                answer = await self._thought(live, twin, seat)
                live.touched = time.monotonic()
                try:
                    await self._games.answer(live, seat, answer, after, None)
                except Refused as error:
                    LOGGER.info("a bot's answer was refused: %s", error)
        except Exception:
            LOGGER.exception("the bot of game %s failed", live.id)
        finally:
            live.bot = None

    async def _thought(self, live: LiveGame, game: Game, seat: int) -> Answer:
        """What the bot answers; any legal answer where every process that thinks about it ends."""
        bot = bot_at(live, seat)
        async with self._turns.turn(live.id) as worker:
            for _ in range(TRIES):
                try:
                    return await self._asked(worker, live, game, seat, bot)
                except (Gone, OSError) as error:
                    LOGGER.warning("the process of the bot %s in game %s has ended: %r", bot.agent, live.id, error)
        LOGGER.error("the bot %s cannot be asked in game %s: it gives any legal answer", bot.agent, live.id)
        return anything(game, seat, bot)

    async def advised(self, live: LiveGame, game: Game, seat: int, seconds: float) -> Plain:
        """What a bot would do in the place of the seat that must decide; Gone where the process ends over it."""
        adviser = Bot("", 1, f"advice {live.id} {seat}")
        async with self._turns.turn(live.id) as worker:
            return await self._heard(worker, worker.advise, live.id, game, seat, adviser, live.known, seconds)

    async def _asked(self, worker: Worker, live: LiveGame, game: Game, seat: int, bot: Bot) -> Answer:
        return await self._heard(worker, worker.think, live.id, game, seat, bot, live.known)

    async def _heard(self, worker: Worker, ask: Callable[..., T], *about: Any) -> T:
        """What a process says, which is ended where it takes too long."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(PATIENCE, worker.end)
        try:
            return await loop.run_in_executor(self._threads, ask, *about)
        except asyncio.CancelledError:
            worker.end()  # its answer would be taken for that to the next question
            raise
        finally:
            late.cancel()
