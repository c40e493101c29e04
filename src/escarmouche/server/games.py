"""The games that are being played: who may do what, in which order, and that nothing is acknowledged before it is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from escarmouche.core.effects import Answer, Event
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game, plain
from escarmouche.core.proof import salt_commitment
from escarmouche.core.system import Plain
from escarmouche.server import opening, picture, prelude
from escarmouche.server.answers import well_formed
from escarmouche.server.bots import Bots
from escarmouche.server.keeping import SNAPSHOT_EVERY, Keeper
from escarmouche.server.limits import Buckets
from escarmouche.server.live import LiveGame, before, numbered, told, undone
from escarmouche.server.refusals import Refused, refused
from escarmouche.server.seats import SPECTATOR, hashed
from escarmouche.server.storage import GameRow, Line, LogEntry, Storage

MOST_LINES = 1000
"""So many lines are kept of what is said at a table."""
TALK = 0.5
TALK_BURST = 6.0
"""How many lines a second somebody may say for long, and how many at once."""


class Taken(NamedTuple):
    """An answer that stands: what the seat knows by now, the entry of the log, and the state for the seat as JSON."""

    version: int
    entry: LogEntry
    frame: bytes
    repeated: bool


class Games(Keeper):
    """All games of this process, and the bots that play in them."""

    def __init__(self, storage: Storage, idle: float = 120.0, thinkers: int = 0) -> None:
        super().__init__(storage, idle)
        self.bots = Bots(self, thinkers)
        self.talk = Buckets(TALK, TALK_BURST)

    async def stop(self) -> None:
        await super().stop()
        self.bots.stop()

    def rouse(self, live: LiveGame) -> None:
        """Let a bot think when it is its turn. The lock is held."""
        self.bots.rouse(live)

    # ------------------------------------------------------------ beginning

    async def create(self, row: GameRow, entries: list[LogEntry] | None = None) -> LiveGame:
        """Store a new game; it begins at once unless salts are awaited or a log comes with it."""
        live = LiveGame(row)
        if entries is not None:
            await self.storage.create(row, entries)
        elif row.origin.salted or row.origin.open:
            await self.storage.create(row, [])
        else:
            entries = await self.aside(prelude.begun, live)
            row.version = live.n
            await self.storage.create(row, entries)
            live.loaded = True
        self.lives[row.id] = live
        async with live.lock:
            await self.ensure(live)
        return live

    async def bring(self, live: LiveGame, seat: int, army: str | Plain) -> bytes:
        """Take the army that a guest has chosen; with the last one the game begins, unless salts are awaited."""
        async with live.lock:
            await self.ensure(live)
            if seat not in live.unarmed:
                raise Refused(409, "armed")
            chosen = await self.aside(opening.fitting, live.system, army, live.origin.open[seat])
            await self.aside(opening.playable, live.system, live.armed({**live.brought, seat: chosen}))
            with self.all_or_nothing(live):
                live.brought[seat] = chosen
                begins = not live.unarmed and not live.origin.salted
                shown = await self.aside(live.opening) if begins else []
                await self.commit(live, "army", seat, chosen, shown, None)
                while begins and prelude.is_before(live, prelude.first(live)):
                    who, answer, events = await self.aside(prelude.answered, live)
                    await self.commit(live, "prepare", who, answer, events, None)
            self.rouse(live)
            return self.frame(live, seat)

    async def promise(self, live: LiveGame, seat: int, commitment: str) -> bytes:
        """Take what a player commits to: nobody's salt is told before everybody has."""
        async with live.lock:
            await self.ensure(live)
            if live.unarmed:
                raise Refused(409, "unarmed")
            if live.game is not None or seat in live.salts or live.promises.get(seat, commitment) != commitment:
                raise Refused(409, "salted")
            if seat not in live.promises:  # else it is sent again, because the answer was lost
                with self.all_or_nothing(live):
                    live.promises[seat] = commitment
                    await self.commit(live, "commit", seat, commitment, [], None)
            return self.frame(live, seat)

    async def salt(self, live: LiveGame, seat: int, salt: str) -> bytes:
        """Take a player's salt, which must be the one committed to; with the last one the game begins."""
        async with live.lock:
            await self.ensure(live)
            if live.game is not None or seat in live.salts:
                raise Refused(409, "salted")
            if live.uncommitted:
                raise Refused(409, "uncommitted")
            if live.promises.get(seat) != salt_commitment(salt):
                raise Refused(422, "other-salt")
            with self.all_or_nothing(live):
                live.salts[seat] = salt
                shown: list[Plain] = []
                if not live.unsalted:
                    shown = live.opening()
                await self.commit(live, "salt", seat, salt, shown, None)
            return self.frame(live, seat)

    # ------------------------------------------------------------ looking

    def frame(self, live: LiveGame, viewer: int) -> bytes:
        """The state for a viewer as JSON, made once for all who look from there. The lock is held, and the game loaded."""
        found = live.frames.get(viewer)
        if found is None:
            found = live.frames[viewer] = msgspec.json.encode(picture.state(live, viewer))
        return found

    async def look(self, live: LiveGame, viewer: int) -> bytes:
        """The state for a viewer as JSON."""
        async with live.lock:
            await self.ensure(live)
            return self.frame(live, viewer)

    async def events(self, live: LiveGame, viewer: int, after: int) -> list[Plain]:
        """What a viewer may know of the events after a number. The lock is held, and the game loaded."""
        return [event for entry in await self._since(live, viewer, after) for event in numbered(entry, viewer, after)]

    async def news(self, live: LiveGame, viewer: int, after: int) -> tuple[list[Plain], list[msgspec.Raw]]:
        """The same with what it changed, step by step from the picture at that number; without that where some of it is no
        longer known. The lock is held, and the game loaded."""
        entries = await self._since(live, viewer, after)
        events = [event for entry in entries for event in numbered(entry, viewer, after)]
        whole = not entries or (before(entries[0], viewer) == after and entries[0].n in live.passages)
        return events, [msgspec.Raw(step) for entry in entries for step in live.steps(entry, viewer)] if whole else []

    async def _since(self, live: LiveGame, viewer: int, after: int) -> list[LogEntry]:
        """The entries in which the viewer learns something after a number, oldest first."""
        found: list[LogEntry] = []
        first = live.n + 1
        for entry in reversed(live.tail):
            if entry.versions[viewer + 1] <= after:
                break
            found.append(entry)
            first = entry.n
        else:
            await self._older(live, viewer, after, first, found)
        return found[::-1]

    async def _older(self, live: LiveGame, viewer: int, after: int, first: int, found: list[LogEntry]) -> None:
        """The entries before those at hand, from the log."""
        while first > 0:
            entries = await self.storage.entries_before(live.id, first, 64)
            for entry in entries:
                found.append(entry)
                first = entry.n
                if before(entry, viewer) <= after:
                    return
            if not entries:
                return

    # ------------------------------------------------------------ playing

    async def answer(self, live: LiveGame, seat: int, answer: Any, after: int, client: str | None) -> Taken:
        """Play an answer of a seat, given after the last event it knows."""
        if not well_formed(answer):
            raise Refused(422, "malformed-answer")
        async with live.lock:
            await self.ensure(live)
            repeated = await self._repeated(live, seat, after, client)
            if repeated is not None:
                return repeated
            game = self.due_for(live, seat)
            world = game.world
            try:
                events = live.play(game, answer, live.n + 1)
            except EscarmoucheError as error:
                raise refused(error) from None
            with self.all_or_nothing(live):
                entry = await self._play_on(live, game, seat, plain(answer), world, events, client)
            return self._taken(live, seat, entry)

    async def _play_on(
        self, live: LiveGame, game: Game, seat: int, answer: Answer, world: Any, events: list[Event], client: str | None
    ) -> LogEntry:
        """Store what was played."""
        shown = told(live.system, events, world, game.world, live.passages[live.n + 1].worlds, live.called)
        live.played(seat, answer, events)
        entry = await self.commit(live, "answer", seat, answer, shown, client)
        self.rouse(live)
        self._keep_in_time(live)
        return entry

    def _keep_in_time(self, live: LiveGame) -> None:
        """Make a snapshot where the last one is long ago, and nothing can be taken back behind it."""
        if live.n - live.kept >= SNAPSHOT_EVERY and not live.stack:
            self.later(self.keep(live))

    async def undo(self, live: LiveGame, seat: int, after: int, client: str | None) -> Taken:
        """Take back the seat's last answer, where no die was rolled, nobody else was asked and nothing was revealed."""
        async with live.lock:
            await self.ensure(live)
            repeated = await self._repeated(live, seat, after, client)
            if repeated is not None:
                return repeated
            game = live.game
            if game is None or not live.stack or live.stack[-1].seat != seat:
                raise Refused(409, "no-undo")
            back = live.stack[-1]
            if await self.aside(picture.reveals, game.fork(), plain(back.answer)):
                live.stack.clear()
                live.changed()
                raise Refused(409, "revealed")
            with self.all_or_nothing(live):
                live.take_back(live.n + 1)
                live.stack.pop()
                entry = await self.commit(live, "undo", seat, None, undone(back, live.called), client)
            self._keep_in_time(live)
            return self._taken(live, seat, entry)

    async def claim(self, live: LiveGame, seat: int, token: str) -> None:
        """Give a seat another token; the old one opens nothing any more."""
        async with live.lock:
            await self.ensure(live)
            seats = [msgspec.structs.replace(one) for one in live.origin.seats]
            seats[seat].hash = hashed(token)
            seats[seat].claimed = True
            changed = msgspec.structs.replace(live.origin, seats=seats)
            with self.all_or_nothing(live):
                await self.storage.reseat(live.id, changed)
                await self.commit(live, "claim", seat, hashed(token), [], None)
                live.origin = changed

    async def name(self, live: LiveGame, seat: int, name: str) -> bytes:
        """Call the one who sits there otherwise."""
        async with live.lock:
            await self.ensure(live)
            seats = [msgspec.structs.replace(one) for one in live.origin.seats]
            seats[seat].name = name
            changed = msgspec.structs.replace(live.origin, seats=seats)
            with self.all_or_nothing(live):
                await self.storage.reseat(live.id, changed)
                await self.commit(live, "name", seat, name, [], None)
                live.origin = changed
                live.changed()
            return self.frame(live, seat)

    async def flag(self, live: LiveGame, seat: int) -> bytes:
        """Claim the game because the time of the one who decides is out."""
        async with live.lock:
            await self.ensure(live)
            rule = live.clocks.rule
            if rule is None or not rule.loses:
                raise Refused(409, "no-flag")
            if live.phase != "play":
                raise Refused(409, "over" if live.phase == "over" else "not-begun")
            left = live.clocks.remaining(live.due_seat)
            if live.due_seat == seat or left is None or left > 0:
                raise Refused(409, "time-left")
            with self.all_or_nothing(live):
                live.flagged = seat
                await self.commit(live, "flag", seat, None, [], None)
            return self.frame(live, seat)

    # ------------------------------------------------------------ talking

    async def lines(self, live: LiveGame) -> list[Line]:
        """What was said at the table so far."""
        if live.lines is None:
            live.lines = await self.storage.lines(live.id)
        return live.lines

    async def say(self, live: LiveGame, seat: int, text: str) -> Line:
        """Say something at the table: friends talk, nobody shouts others down."""
        if seat == SPECTATOR and live.origin.hushed:
            raise Refused(403, "hushed")
        if not self.talk.take(f"{live.id} {seat}"):
            raise Refused(429, "too-many")
        line = await self.storage.say(live.id, seat, text, MOST_LINES)
        if line is None:
            raise Refused(409, "said-enough", MOST_LINES)
        if live.lines is not None:
            live.lines.append(line)
        live.spoke()
        return line

    async def try_out(self, live: LiveGame, seat: int, answer: Any, wish: Plain | None = None) -> Any:
        """What would come of an answer, or of the one that a wish leads to."""
        if not well_formed(answer) or not well_formed([] if wish is None else wish.get("before", [])):
            raise Refused(422, "malformed-answer")
        async with live.lock:
            await self.ensure(live)
            twin = self.due_for(live, seat).fork()
        return await self.aside(picture.tried, twin, seat, answer, wish)

    async def judged(self, judge: Callable[[Game, int, int], Any], live: LiveGame, seat: int, figure: int) -> Any:
        """What is said of a figure of the seat that decides now."""
        async with live.lock:
            await self.ensure(live)
            twin = self.due_for(live, seat).fork()
        return await self.aside(judge, twin, seat, figure)

    def _taken(self, live: LiveGame, seat: int, entry: LogEntry, repeated: bool = False) -> Taken:
        return Taken(live.version(seat), entry, self.frame(live, seat), repeated)

    def due_for(self, live: LiveGame, seat: int) -> Game:
        """The game, when it is for this seat to answer. The lock is held, and the game loaded."""
        if live.game is None:
            raise Refused(409, "not-begun")
        if live.game.due is None or live.flagged >= 0:
            raise Refused(409, "over")
        if live.due_seat != seat:
            raise Refused(409, "not-your-turn")
        return live.game

    async def _repeated(self, live: LiveGame, seat: int, after: int, client: str | None) -> Taken | None:
        """What came of a message that was taken before; None for a new one, a refusal for one that comes too late."""
        if after == live.version(seat):
            return None
        entry = None if client is None else await self.storage.by_client(live.id, seat, client)
        if entry is None:
            raise Refused(409, "stale")
        return self._taken(live, seat, entry, True)
