"""Bots at the table: each thinks when it is its turn, one after the other."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from escarmouche.agents.protocol import Budget, allowed
from escarmouche.agents.steady import Steady, taken
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Choose
from escarmouche.core.game import Game
from escarmouche.server.live import GameTable, LiveGame
from escarmouche.server.refusals import Refused

if TYPE_CHECKING:
    from escarmouche.server.games import Games

LOGGER = logging.getLogger("escarmouche.server")


class Bots:
    """The bots of all games. They think in one thread, so that however many there are, nobody who asks something waits for
    them."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._pool = ThreadPoolExecutor(1, "escarmouche-bots")

    def stop(self) -> None:
        """Let them think to an end."""
        self._pool.shutdown(wait=True, cancel_futures=True)

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
                answer = await asyncio.get_running_loop().run_in_executor(self._pool, think, live, twin, seat)
                live.touched = time.monotonic()
                try:
                    await self._games.answer(live, seat, answer, after, None)
                except Refused as error:
                    LOGGER.info("a bot's answer was refused: %s", error)
        except Exception:
            LOGGER.exception("the bot of game %s failed", live.id)
        finally:
            live.bot = None


def think(table: GameTable, game: Game, seat: int) -> Answer:
    """What a bot answers; any legal answer where it stumbles."""
    bot = table.origin.seats[seat]
    number = taken(game, seat)
    seed = f"{table.origin.bot_seed} {seat}"
    try:
        agent = Steady(bot.agent, seed, number)
        return allowed(game, agent, Budget(bot.playouts), bot.agent)
    except Exception:
        LOGGER.exception("the bot %s failed in game %s", bot.agent, table.id)
        return game.sample(Stream(f"{seed} {number}"))
