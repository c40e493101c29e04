"""The luck of games that are over: worked out once in a process of its own, one game after the other, and kept for a while."""

from __future__ import annotations

from escarmouche.analysis.luck import Luck, luck
from escarmouche.server.apart import Apart, counted
from escarmouche.server.games import Games
from escarmouche.server.live import LiveGame
from escarmouche.server.naming import Called, both
from escarmouche.server.shapes import Fortune, ToldLuck, ToldPeak, ToldSwing

DIGITS = 4


class Fortunes(Apart[Luck]):
    """The luck of the games that were asked for last."""

    def __init__(self, games: Games) -> None:
        super().__init__(games, "escarmouche.analysis.luck", Luck, luck)

    async def of(self, live: LiveGame, viewer: int) -> Fortune:
        """What is known of the luck of a game that is over, as a viewer counts its events; the work begins when it is first
        asked for."""
        work = self.work(live)
        if work.found is None:
            return Fortune(work.done, work.of, None)
        numbers = counted(await self._games.storage.entries(live.id), viewer)
        return Fortune(work.of, work.of, shown(work.found, numbers, live.called))


def shown(found: Luck, numbers: list[int], called: Called) -> ToldLuck:
    """The luck as a viewer counts the events, with those who play by their names."""

    def at(n: int) -> int:
        return numbers[min(n, len(numbers) - 1)] if numbers else 0

    def rounded(values: list[float]) -> list[float]:
        return [round(value, DIGITS) for value in values]

    return ToldLuck(
        curve=[(at(n - 1) if n else 0, rounded(chances)) for n, chances in found.curve],
        rolls=[ToldSwing(at(one.n), one.seat, rounded(one.change), one.exact) for one in found.rolls],
        peaks=[
            ToldPeak(
                at(one.first),
                at(one.last),
                one.seat,
                both({"en": one.en, "fr": one.fr}, called),
                rounded(one.change),
                rounded(one.luck),
            )
            for one in found.peaks
        ],
        luck=rounded(found.luck),
    )
