"""What the decisions of games that are over cost: worked out in a process of its own when somebody asks, kept with the game."""

from __future__ import annotations

import logging

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from escarmouche.analysis.review import Lapse, Review, review
from escarmouche.server.apart import Apart, counted
from escarmouche.server.games import Games
from escarmouche.server.live import LiveGame
from escarmouche.server.refusals import Words
from escarmouche.server.shapes import Reviewed, ToldLapse, ToldReview
from escarmouche.server.storage import Storage
from escarmouche.server.tables import reviews
from escarmouche.server.trouble import is_storage_trouble

LOGGER = logging.getLogger("escarmouche.server")
DIGITS = 4
_KEPT = select(reviews.c.data).where(reviews.c.game == bindparam("g"))


class Reviews(Apart[Review]):
    """The costly decisions of games."""

    def __init__(self, games: Games) -> None:
        super().__init__(games, "escarmouche.analysis.review", Review, review)

    async def of(self, live: LiveGame, viewer: int, begin: bool) -> Reviewed:
        """What is known of the decisions of a game that is over, as a viewer counts its events; the work begins where somebody
        wants it to."""
        found = await kept(self._games.storage, live.id)
        if found is None:
            if not begin and live.id not in self._kept:
                return Reviewed(0, 0, None)
            work = self.work(live)
            if work.found is None:
                return Reviewed(work.done, work.of, None)
            found = work.found
        numbers = counted(await self._games.storage.entries(live.id), viewer)
        return Reviewed(1, 1, shown(found, numbers))

    async def keep(self, id: str, found: Review) -> None:
        """Store it with its game. Where the disk is full it is worked out again some day."""

        def job(connection: Connection) -> None:
            connection.execute(delete(reviews).where(reviews.c.game == id))
            connection.execute(insert(reviews), {"game": id, "data": msgspec.json.encode(found)})

        try:
            await self._games.storage.write(job)
        except Exception as error:
            if not is_storage_trouble(error):
                raise
            LOGGER.warning("what the decisions of game %s cost cannot be stored: %s", id, error)


async def kept(storage: Storage, id: str) -> Review | None:
    """What was stored with a game."""
    rows = await storage.read(_KEPT, {"g": id})
    return msgspec.json.decode(bytes(rows[0].data), type=Review) if rows else None


def shown(found: Review, numbers: list[int]) -> ToldReview:
    """The review as a viewer counts the events."""

    def told(one: Lapse) -> ToldLapse:
        before = numbers[min(one.n, len(numbers)) - 1] if one.n and numbers else 0
        cost, error = round(one.cost, DIGITS), round(one.error, DIGITS)
        return ToldLapse(before, one.seat, one.turn, Words(**one.did), Words(**one.better), Words(**one.why), cost, error)

    return ToldReview(found.judged, found.choices, [told(one) for one in found.lapses])
