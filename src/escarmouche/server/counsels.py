"""What the computer would do in somebody's place: thought about in the processes of the bots, once for a decision."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from escarmouche.core.effects import Choose
from escarmouche.core.game import Game
from escarmouche.server.games import Games
from escarmouche.server.limits import Buckets
from escarmouche.server.live import LiveGame
from escarmouche.server.refusals import Refused
from escarmouche.server.shapes import Counsel
from escarmouche.server.worker import Gone

SECONDS = 1.0
"""So long a decision is thought about."""
RATE = 0.2
BURST = 6.0
"""How many decisions a second a seat may ask about for long, and how many at once."""
MOST = 256
"""Of so many games the last advice is kept."""

Moment = tuple[int, int]
"""How far a game has come, and the seat that decides."""


class Counsels:
    """Advice for those who ask. Nothing of it is part of the game."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._asked = Buckets(RATE, BURST)
        self._kept: OrderedDict[str, tuple[Moment, asyncio.Task[Counsel]]] = OrderedDict()

    async def of(self, live: LiveGame, seat: int) -> Counsel:
        """What is advised to the seat that must decide; whoever asks again is told the same. Where people play against each
        other from different places nobody is advised."""
        async with live.lock:
            await self._games.ensure(live)
            game, moment = self._games.due_for(live, seat), (live.n, seat)
            if not isinstance(game.due, Choose):
                raise Refused(409, "no-decision")
            if any(one.kind == "link" for one in live.origin.seats):
                raise Refused(409, "no-counsel")
            kept = self._kept.get(live.id)
            if kept is None or kept[0] != moment or failed(kept[1]):
                if not self._asked.take(f"{live.id} {seat}"):
                    raise Refused(429, "too-many")
                kept = moment, asyncio.create_task(self._thought(live, game.fork(), seat))
                self._keep(live.id, kept)
        try:
            return await asyncio.shield(kept[1])
        except (Gone, OSError):
            raise Refused(503, "no-adviser") from None

    def _keep(self, id: str, kept: tuple[Moment, asyncio.Task[Counsel]]) -> None:
        self._kept[id] = kept
        self._kept.move_to_end(id)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    async def _thought(self, live: LiveGame, game: Game, seat: int) -> Counsel:
        return msgspec.convert(await self._games.bots.advised(live, game, seat, SECONDS), Counsel)


def failed(task: asyncio.Task[Counsel]) -> bool:
    """Did it come to nothing?"""
    return task.done() and (task.cancelled() or task.exception() is not None)
