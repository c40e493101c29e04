"""The games that are being played: who may do what, in which order, and that nothing is acknowledged before it is stored."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec

from escarmouche.agents.protocol import Budget, allowed
from escarmouche.agents.steady import Steady, taken
from escarmouche.core import save
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Choose, Event
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game, plain
from escarmouche.core.system import Plain
from escarmouche.server import picture
from escarmouche.server.live import Live, Table, before, numbered, told, undone
from escarmouche.server.memory import Tidy
from escarmouche.server.refusals import Refused, refused
from escarmouche.server.seats import SPECTATOR, hashed, is_id, is_token, viewer_of
from escarmouche.server.storage import Entry, Row, Storage, now

LOGGER = logging.getLogger("escarmouche.server")
SNAPSHOT_EVERY = 128
"""A snapshot is made after so many entries; one that goes to sleep gets one when it has a quarter of them."""
DEEPEST = 8
"""So many tuples within tuples an answer may have."""
LONGEST = 400
"""So many parts an answer may have, and so many letters a word of it."""
BIGGEST = 2**53

R = TypeVar("R")


class Taken(NamedTuple):
    """An answer that stands: what the seat knows by now, the entry of the log, and the state for the seat as JSON."""

    version: int
    entry: Entry
    frame: bytes
    repeated: bool


class Games:
    """All games of this process."""

    def __init__(self, storage: Storage, idle: float = 120.0) -> None:
        self.storage = storage
        self.idle = idle
        self.lives: dict[str, Live] = {}
        self.tidy = Tidy()
        self._pool = ThreadPoolExecutor(2, "escarmouche")
        self._bots = ThreadPoolExecutor(1, "escarmouche-bots")
        """Bots think one after the other, so that however many there are, nobody who asks something waits for them."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Begin to look after the games: drop idle ones, and catch up where a message from another process was lost."""
        self.later(self._look_after())

    async def stop(self) -> None:
        """Let everything come to rest."""
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with suppress(asyncio.CancelledError):
                await task
        for pool in (self._pool, self._bots):
            pool.shutdown(wait=True, cancel_futures=True)

    def later(self, work: Any) -> asyncio.Task[Any]:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def aside(self, work: Callable[..., R], *args: Any) -> R:
        """Do something long in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *args)

    # ------------------------------------------------------------ finding a game

    async def find(self, id: str) -> Live:
        """A game by its id; it need not be loaded yet."""
        live = self.lives.get(id)
        if live is None:
            row = await self.storage.game(id) if is_id(id) else None
            if row is None:
                raise Refused(404, "no-game")
            live = self.lives.setdefault(id, Live(row))
        live.touched = time.monotonic()
        return live

    async def seated(self, id: str, token: str | None) -> tuple[Live, int]:
        """The game, and the viewer whom the token makes."""
        if not token:
            raise Refused(401, "no-token")
        live = await self.find(id)
        if self.storage.shared:
            async with live.lock:
                await self.ensure(live)
        viewer = viewer_of(live.origin, token) if is_token(token) else None
        if viewer is None:
            raise Refused(403, "wrong-token")
        return live, viewer

    async def ensure(self, live: Live) -> None:
        """Have the game in memory as its log tells it. The lock is held."""
        if not live.loaded:
            await self._load(live)
        elif self.storage.shared and await self.storage.newest(live.id) > live.n:
            entries = await self.storage.entries(live.id, live.n)
            await self.aside(live.follow, entries)
            live.changed()
        self.rouse(live)

    async def _load(self, live: Live) -> None:
        snapshot = await self.storage.snapshot(live.id)
        if snapshot is None:
            entries = await self.storage.entries(live.id)
            await self.aside(live.follow, entries)
        else:
            n, data = snapshot
            entries = await self.storage.entries(live.id, n - 1)
            await self.aside(live.restore, data, n, entries)
        live.loaded = True

    # ------------------------------------------------------------ beginning

    async def create(self, row: Row, entries: list[Entry] | None = None) -> Live:
        """Store a new game; it begins at once unless salts are awaited or a log comes with it."""
        live = Live(row)
        if entries is not None:
            await self.storage.create(row, entries)
        elif row.origin.salted:
            await self.storage.create(row, [])
        else:
            shown = live.opening()
            entry = Entry(row.id, 0, "begin", SPECTATOR, None, shown, live.counted(shown), at=row.created)
            row.version = 0
            await self.storage.create(row, [entry])
            live.take(entry)
            live.loaded = True
        self.lives[row.id] = live
        async with live.lock:
            await self.ensure(live)
        return live

    async def salt(self, live: Live, seat: int, salt: str) -> bytes:
        """Take a player's salt; with the last one the game begins."""
        async with live.lock:
            await self.ensure(live)
            if live.game is not None or seat in live.salts:
                raise Refused(409, "salted")
            with self._all_or_nothing(live):
                live.salts[seat] = salt
                shown: list[Plain] = []
                if len(live.salts) == len(live.people):
                    shown = live.opening()
                await self._commit(live, "salt", seat, salt, shown, None)
            return self.frame(live, seat)

    # ------------------------------------------------------------ looking

    def frame(self, live: Live, viewer: int) -> bytes:
        """The state for a viewer as JSON, made once for all who look from there. The lock is held, and the game loaded."""
        found = live.frames.get(viewer)
        if found is None:
            found = live.frames[viewer] = msgspec.json.encode(picture.state(live, viewer))
        return found

    async def look(self, live: Live, viewer: int) -> bytes:
        """The state for a viewer as JSON."""
        async with live.lock:
            await self.ensure(live)
            return self.frame(live, viewer)

    async def events(self, live: Live, viewer: int, after: int) -> list[Plain]:
        """What a viewer may know of the events after a number. The lock is held, and the game loaded."""
        found: list[list[Plain]] = []
        first = live.n + 1
        for entry in reversed(live.tail):
            if entry.versions[viewer + 1] <= after:
                break
            found.append(numbered(entry, viewer, after))
            first = entry.n
        else:
            await self._older_events(live, viewer, after, first, found)
        return [event for page in reversed(found) for event in page]

    async def _older_events(self, live: Live, viewer: int, after: int, first: int, found: list[list[Plain]]) -> None:
        """The events before those at hand, from the log."""
        while first > 0:
            entries = await self.storage.entries_before(live.id, first, 64)
            for entry in entries:
                found.append(numbered(entry, viewer, after))
                first = entry.n
                if before(entry, viewer) <= after:
                    return
            if not entries:
                return

    # ------------------------------------------------------------ playing

    async def answer(self, live: Live, seat: int, answer: Any, after: int, client: str | None) -> Taken:
        """Play an answer of a seat, given after the last event it knows."""
        if not well_formed(answer):
            raise Refused(422, "malformed-answer")
        async with live.lock:
            await self.ensure(live)
            repeated = await self._repeated(live, seat, after, client)
            if repeated is not None:
                return repeated
            game = self._due_for(live, seat)
            world = game.world
            try:
                events = game.play(answer)
            except EscarmoucheError as error:
                raise refused(error) from None
            with self._all_or_nothing(live):
                entry = await self._play_on(live, game, seat, plain(answer), world, events, client)
            return self._taken(live, seat, entry)

    async def _play_on(
        self, live: Live, game: Game, seat: int, answer: Answer, world: Any, events: list[Event], client: str | None
    ) -> Entry:
        """Store what was played."""
        shown = told(live.system, events, world, game.world)
        live.played(seat, answer, events)
        entry = await self._commit(live, "answer", seat, answer, shown, client)
        self.rouse(live)
        if live.n - live.kept >= SNAPSHOT_EVERY and not live.stack:
            self.later(self._keep(live))
        return entry

    async def undo(self, live: Live, seat: int, after: int, client: str | None) -> Taken:
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
            with self._all_or_nothing(live):
                game.undo()
                live.stack.pop()
                entry = await self._commit(live, "undo", seat, None, undone(back), client)
            return self._taken(live, seat, entry)

    async def claim(self, live: Live, seat: int, token: str) -> None:
        """Give a seat another token; the old one opens nothing any more."""
        async with live.lock:
            await self.ensure(live)
            seats = [msgspec.structs.replace(one) for one in live.origin.seats]
            seats[seat].hash = hashed(token)
            changed = msgspec.structs.replace(live.origin, seats=seats)
            with self._all_or_nothing(live):
                await self.storage.reseat(live.id, changed)
                await self._commit(live, "claim", seat, hashed(token), [], None)
                live.origin = changed

    async def try_out(self, live: Live, seat: int, answer: Any, wish: Plain | None = None) -> Any:
        """What would come of an answer, or of the one that a wish leads to."""
        if not well_formed(answer) or not well_formed([] if wish is None else wish.get("before", [])):
            raise Refused(422, "malformed-answer")
        async with live.lock:
            await self.ensure(live)
            twin = self._due_for(live, seat).fork()
        return await self.aside(picture.tried, twin, seat, answer, wish)

    def _taken(self, live: Live, seat: int, entry: Entry, repeated: bool = False) -> Taken:
        return Taken(live.version(seat), entry, self.frame(live, seat), repeated)

    def _due_for(self, live: Live, seat: int) -> Game:
        """The game, when it is for this seat to answer."""
        if live.game is None:
            raise Refused(409, "not-begun")
        if live.game.due is None:
            raise Refused(409, "over")
        if live.due_seat != seat:
            raise Refused(409, "not-your-turn")
        return live.game

    async def _repeated(self, live: Live, seat: int, after: int, client: str | None) -> Taken | None:
        """What came of a message that was taken before; None for a new one, a refusal for one that comes too late."""
        if after == live.version(seat):
            return None
        entry = None if client is None else await self.storage.by_client(live.id, seat, client)
        if entry is None:
            raise Refused(409, "stale")
        return self._taken(live, seat, entry, True)

    # ------------------------------------------------------------ storing

    async def _commit(self, live: Live, kind: str, seat: int, answer: Any, events: list[Plain], client: str | None) -> Entry:
        """Store an entry of the log; only then it stands. The lock is held."""
        entry = Entry(live.id, live.n + 1, kind, seat, answer, events, live.counted(events), client, now())
        if not await self.storage.append(entry, live.phase == "over"):
            raise Refused(409, "stale")
        live.take(entry)
        return entry

    def _all_or_nothing(self, live: Live) -> _AllOrNothing:
        """Where storing fails, the game in memory is ahead of its log: drop it, the log is right."""
        return _AllOrNothing(live)

    async def _keep(self, live: Live) -> None:
        """Make a snapshot."""
        async with live.lock:
            if live.game is None or live.stack or live.n == live.kept:
                return
            twin, n = live.game.fork(), live.n
            live.kept = n
        await self.storage.keep(live.id, n, await self.aside(save.dump, twin))

    async def _look_after(self) -> None:
        """Every few seconds."""
        pause = min(5.0, max(0.05, self.idle / 4))
        while True:
            await asyncio.sleep(pause)
            try:
                self.tidy.look(await self._drop_idle())
                await self._catch_up()
            except Exception:
                LOGGER.exception("looking after the games failed")

    async def _drop_idle(self) -> int:
        """Drop games from memory that nobody has asked about for a while; who watches stays connected. Returns how many."""
        late = time.monotonic() - self.idle
        dropped = 0
        for live in list(self.lives.values()):
            if live.touched > late or live.bot is not None or live.lock.locked():
                continue
            if live.loaded and live.n - live.kept >= SNAPSHOT_EVERY // 4:
                await self._keep(live)
            if live.touched > late or live.lock.locked():
                continue
            if live.loaded:
                live.forget()
                dropped += 1
            if not live.sockets:
                self.lives.pop(live.id, None)
        return dropped

    async def _catch_up(self) -> None:
        """Look for progress in games that are watched here and may be played elsewhere."""
        watched = [id for id, live in self.lives.items() if live.sockets] if self.storage.shared else []
        if watched:
            for id, n in (await self.storage.all_newest(watched)).items():
                live = self.lives.get(id)
                if live is not None and live.loaded and live.n < n:
                    await self.heard(id)

    async def heard(self, id: str) -> None:
        """Another process says that a game went on."""
        live = self.lives.get(id)
        if live is None or not live.sockets:
            return
        live.touched = time.monotonic()
        async with live.lock:
            if not live.loaded:
                live.changed()
            await self.ensure(live)

    # ------------------------------------------------------------ bots

    def rouse(self, live: Live) -> None:
        """Let a bot think when it is its turn. The lock is held."""
        seat = live.due_seat
        if seat >= 0 and live.bot is None and live.origin.seats[seat].kind == "bot":
            live.bot = self.later(self._bot(live))

    async def _bot(self, live: Live) -> None:
        """Answer for the bots as long as it is their turn."""
        try:
            while True:
                async with live.lock:
                    await self.ensure(live)
                    game, seat = live.game, live.due_seat
                    if game is None or not isinstance(game.due, Choose) or live.origin.seats[seat].kind != "bot":
                        return
                    twin, after = game.fork(), live.version(seat)
                answer = await asyncio.get_running_loop().run_in_executor(self._bots, think, live, twin, seat)
                live.touched = time.monotonic()
                try:
                    await self.answer(live, seat, answer, after, None)
                except Refused as error:
                    LOGGER.info("a bot's answer was refused: %s", error)
        except Exception:
            LOGGER.exception("the bot of game %s failed", live.id)
        finally:
            live.bot = None


class _AllOrNothing:
    """Drops the game from memory when something fails inside."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._live.forget()
            self._live.changed()


def think(table: Table, game: Game, seat: int) -> Answer:
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


def well_formed(answer: Any, depth: int = 0) -> bool:
    """Is it plain data of a reasonable size?"""
    if isinstance(answer, list):
        return depth < DEEPEST and len(answer) <= LONGEST and all(well_formed(one, depth + 1) for one in answer)
    if isinstance(answer, tuple):
        return well_formed(list(answer), depth)
    if isinstance(answer, str):
        return len(answer) <= LONGEST
    if isinstance(answer, int):
        return abs(answer) < BIGGEST
    return answer is None
