"""The database: SQLite in a data folder, or PostgreSQL by its URL. Every write is committed before it is acknowledged.

One task does all the writing: what is asked for while it commits goes into the next transaction together, so that many games
share the price of a safe commit.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, bindparam, create_engine, delete, event, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Row, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.sql import Select

from escarmouche.core.errors import EscarmoucheError, why
from escarmouche.server.tables import campaigns, chat, games, log, snapshots
from escarmouche.server.trouble import usable

CHANNEL = "escarmouche_games"
"""Where processes that share a PostgreSQL database tell each other which game went on."""
HANDOVER = 3.0
"""So many seconds a server waits for another that is about to stop."""
CONNECT = 10.0
"""So many seconds PostgreSQL may take to answer a first time."""
BATCH = 256
"""So many writes share a transaction at most."""

R = TypeVar("R")
Job = Callable[[Connection], Any]


class Seat(msgspec.Struct):
    """Who sits there: `kind` is here, link or bot; `hash` that of its token, empty for a bot."""

    kind: str
    name: str = ""
    agent: str = ""
    playouts: int = 0
    hash: str = ""
    claimed: bool = False
    """Has somebody who came by link sat down?"""


class Clock(msgspec.Struct):
    """How much time everybody has, in seconds, and how much an answer adds; `loses`: may the opponent claim the game of
    somebody whose time is out?"""

    seconds: int
    increment: int = 0
    loses: bool = False


class Origin(msgspec.Struct):
    """What a game starts from. With `salted` it begins when every person has committed to a salt and told it."""

    setup: dict[str, Any]
    seats: list[Seat]
    spectator: str
    bot_seed: str
    salted: bool = False
    forked_from: str = ""
    told: bool = False
    """Was the secret of its dice told before it began, at the end of the game that it was forked from?"""
    open: dict[int, int] = {}
    """The seats that choose an army when somebody sits down, each with the points that it may cost."""
    clock: Clock | None = None
    """The time that people have, where they wished for a clock."""
    hushed: bool = False
    """May spectators only listen?"""
    quick: bool = False
    """Does an agent settle what comes before the first turn?"""
    lesson: str = ""
    """The lesson that it is, where it is one."""
    rules: str = ""
    """The versions of the program and of the system that began it; empty for games older than this."""


class GameRow(msgspec.Struct):
    """A game as it is stored."""

    id: str
    created: int
    updated: int
    version: int
    over: bool
    origin: Origin


class LogEntry(msgspec.Struct):
    """An entry of a game's log: kind is begin, prepare (settled for the players before the first turn),
    commit, salt, answer, undo, claim, name, army or flag."""

    game: str
    n: int
    kind: str
    seat: int
    answer: Any
    events: list[dict[str, Any]]
    versions: list[int]
    client: str | None = None
    at: int = 0


class Line(msgspec.Struct):
    """Something that somebody said at the table; seat -1 is a spectator."""

    n: int
    seat: int
    at: int
    text: str


class Muster(msgspec.Struct):
    """Who plays a campaign: the system, the seats, and the game of the battle under way ("" for none)."""

    system: str
    seats: list[Seat]
    game: str = ""


class CampaignRow(msgspec.Struct):
    """A campaign as it is stored; `data` is its file."""

    id: str
    created: int
    updated: int
    version: int
    origin: Muster
    data: bytes


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def default_url(data: Path) -> str:
    """The SQLite database in a data folder, which is made where it is missing."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)  # the secrets of the dice are for nobody else's eyes
    except OSError as error:
        reason, raison = why(error)
        raise EscarmoucheError(
            f"The data folder {data} cannot be made ({reason}): name another with --data.",
            f"Le dossier de données {data} ne peut pas être créé ({raison}) : nommez-en un autre avec --data.",
        ) from error
    return f"sqlite+aiosqlite:///{data / 'escarmouche.sqlite'}"


def whole_url(url: str) -> str:
    """The URL with the driver that we use for its database."""
    name, colon, rest = url.partition("://")
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    known = drivers.get(name.partition("+")[0])
    if not colon or known is None or not _is_address(f"{known}://{rest}"):
        shown = re.sub(r"[^@]*@", "***@", rest or name) if "@" in url else rest or name  # it may hold a password
        url = f"{name}{colon}{shown}" if colon else shown
        raise EscarmoucheError(
            f"The database {url!r} is of no kind we know: write sqlite:///FILE or postgresql://USER@HOST/NAME.",
            f"La base {url!r} n’est d’aucune sorte connue : écrivez sqlite:///FICHIER ou postgresql://NOM@HÔTE/BASE.",
        )
    return f"{known}://{rest}"


def _is_address(url: str) -> bool:
    """Can the URL be read?"""
    try:
        make_url(url)
    except (ArgumentError, ValueError):
        return False
    return True


def file_of(url: str) -> Path | None:
    """The file of an SQLite database, wherever links lead; None for one in memory and with PostgreSQL."""
    whole = whole_url(url)
    file = make_url(whole).database
    return None if whole.startswith("postgresql") or not file or file == ":memory:" else Path(file).resolve()


def keep_private(file: Path) -> None:
    """Have a file that nobody else reads: games hold the secrets of their dice. SQLite's files beside it are made like it. Of
    one that is there already, what its group may do stays as it is."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for one in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        if one.exists() and one.stat().st_mode & 0o007:
            one.chmod(one.stat().st_mode & 0o770)


@contextmanager
def alone(url: str) -> Iterator[None]:
    """While this lasts no other server has the same SQLite file: each keeps its live games in its own memory, and with SQLite
    nobody would tell it that a game went on elsewhere. With PostgreSQL they tell each other, and any number may share it.

    The lock is SQLite's own, on a file beside the database: it ends with the process, however that ends.
    """
    file = file_of(url)
    if file is None:
        yield
        return
    with usable(whole_url(url)):
        keep_private(Path(f"{file}.lock"))
        lock = sqlite3.connect(f"{file}.lock", timeout=HANDOVER, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise EscarmoucheError(
            f"Another server has the games in {file}: stop it, name another folder with --data, or share PostgreSQL by"
            " --database.",
            f"Un autre serveur tient les parties de {file} : arrêtez-le, nommez un autre dossier avec --data, ou partagez"
            " PostgreSQL par --database.",
        ) from None
    try:
        yield
    finally:
        lock.close()


class Storage:
    """Games in a database."""

    def __init__(self, url: str) -> None:
        self.url = whole_url(url)
        self.shared = self.url.startswith("postgresql")
        """May other processes play on in the same games?"""
        self._engine: AsyncEngine | None = None
        self._pen: Engine | None = None
        """With SQLite, what one thread of our own writes with: a batch then costs one change of threads, not ten."""
        self._hand = ThreadPoolExecutor(1, "escarmouche-storage")
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[Any]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._readings: set[asyncio.Task[Any]] = set()

    @property
    def engine(self) -> AsyncEngine:
        """The engine, once the storage is open."""
        assert self._engine is not None, "the storage is not open"
        return self._engine

    async def open(self) -> None:
        """Connect, bring the database up to date, and be ready to write; a database that cannot be used is told in one
        sentence."""
        with usable(self.url):
            await self._open()

    async def _open(self) -> None:
        # What is written holds secrets: an error that reaches a log must not show it.
        options: dict[str, Any] = {"hide_parameters": True}
        if self.shared:
            options |= {"pool_size": 5, "max_overflow": 5, "pool_pre_ping": True, "connect_args": {"timeout": CONNECT}}
        file = file_of(self.url)
        if file is not None:
            keep_private(file)
        self._engine = create_async_engine(self.url, **options)
        if not self.shared:
            event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)
            self._pen = create_engine(self.url.replace("+aiosqlite", ""), **options)
            event.listen(self._pen, "connect", _prepare_sqlite)
        async with self._engine.begin() as connection:
            if self.shared:  # processes that start together wait for each other
                await connection.execute(text("select pg_advisory_xact_lock(51077)"))
            await connection.run_sync(upgrade)
        self._writer = asyncio.create_task(self._write_on())

    async def close(self) -> None:
        """Write what is waiting, read what was asked for, and let go."""
        if self._writer is not None:
            while not self._jobs.empty():
                await asyncio.sleep(0.01)
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        if self._pen is not None:
            await asyncio.get_running_loop().run_in_executor(self._hand, self._pen.dispose)
        self._hand.shutdown()
        await asyncio.gather(*self._readings, return_exceptions=True)
        if self._engine is not None:
            await self._engine.dispose()

    def channel_address(self) -> str:
        """The address of the PostgreSQL server for channels."""
        return make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)

    # ------------------------------------------------------------ writing

    async def _write_on(self) -> None:
        """Take jobs for ever; all that are waiting share one transaction."""
        while True:
            batch = [await self._jobs.get()]
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            try:
                await self._run(batch)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if len(batch) == 1:
                    _fail(batch[0][1], error)
                else:
                    await self._run_singly(batch)

    async def _run_singly(self, batch: list[tuple[Job, asyncio.Future[Any]]]) -> None:
        """One of them is at fault: find it by giving each a transaction of its own."""
        for one in batch:
            try:
                await self._run([one])
            except Exception as error:
                _fail(one[1], error)

    async def _run(self, batch: list[tuple[Job, asyncio.Future[Any]]]) -> None:
        jobs = [job for job, _ in batch]
        if self._pen is not None:
            results = await asyncio.get_running_loop().run_in_executor(self._hand, _done_with, self._pen, jobs)
        else:
            async with self.engine.begin() as connection:
                results = await connection.run_sync(_done, jobs)
        for (_, waiting), result in zip(batch, results, strict=True):
            if not waiting.done():
                waiting.set_result(result)

    async def write(self, job: Callable[[Connection], R]) -> R:
        """Do a job of writing; what it gives, once it is stored. A caller that goes away does not stop it half-way."""
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, waiting))
        found: R = await asyncio.shield(waiting)
        return found

    async def create(self, row: GameRow, entries: list[LogEntry]) -> None:
        """Store a new game with the beginning of its log."""

        def job(connection: Connection) -> None:
            connection.execute(insert(games), [_game_values(row)])
            if entries:
                connection.execute(insert(log), [_values(entry) for entry in entries])

        await self.write(job)

    async def append(self, entry: LogEntry, over: bool) -> bool:
        """Add an entry to a game's log; False, and nothing changed, when there is one of its number or its client id."""
        make = postgresql.insert if self.shared else sqlite.insert

        def job(connection: Connection) -> bool:
            added = connection.execute(make(log).on_conflict_do_nothing(), _values(entry))
            if added.rowcount != 1:
                return False
            connection.execute(_PROGRESS, {"g": entry.game, "n": entry.n, "t": entry.at, "o": over})
            if self.shared:
                connection.execute(_NOTIFY, {"channel": CHANNEL, "game": entry.game})
            return True

        return await self.write(job)

    async def pulse(self) -> None:
        """Write something that is nothing, to see whether anything can be written: a disk may be full."""

        def job(connection: Connection) -> None:
            # A number of the file that nobody else uses; a transaction that PostgreSQL must write down.
            connection.execute(_PULSE if self.shared else text(f"PRAGMA user_version = {now() // 1000 % 2**31}"))

        await self.write(job)

    async def keep(self, game: str, n: int, data: bytes) -> None:
        """Store a snapshot in place of the last one."""

        def job(connection: Connection) -> None:
            connection.execute(delete(snapshots).where(snapshots.c.game == game))
            connection.execute(insert(snapshots), {"game": game, "n": n, "data": data})

        await self.write(job)

    async def reseat(self, game: str, origin: Origin) -> None:
        """Store other tokens for a game's seats."""

        def job(connection: Connection) -> None:
            connection.execute(update(games).where(games.c.id == game).values(origin=msgspec.json.encode(origin)))

        await self.write(job)

    async def say(self, game: str, seat: int, text: str, most: int) -> Line | None:
        """Add a line to what is said at a table; None when so many have been said that no more are kept."""

        def job(connection: Connection) -> Line | None:
            last = connection.execute(_LAST_LINE, {"g": game}).scalar() or 0
            if last >= most:
                return None
            line = Line(int(last) + 1, seat, now(), text)
            connection.execute(insert(chat), {"game": game, **msgspec.to_builtins(line)})
            if self.shared:
                connection.execute(_NOTIFY, {"channel": CHANNEL, "game": game})
            return line

        return await self.write(job)

    async def begin_campaign(self, row: CampaignRow) -> None:
        """Store a new campaign."""

        def job(connection: Connection) -> None:
            connection.execute(insert(campaigns), {"id": row.id, "created": row.created, **_campaign_values(row)})

        await self.write(job)

    async def keep_campaign(self, row: CampaignRow) -> bool:
        """Store a campaign that has changed once since it was read; False, and nothing changed, when somebody was quicker."""

        def job(connection: Connection) -> bool:
            stored = (campaigns.c.id == row.id) & (campaigns.c.version == row.version - 1)
            return connection.execute(update(campaigns).where(stored).values(**_campaign_values(row))).rowcount == 1

        return await self.write(job)

    # ------------------------------------------------------------ reading

    async def read(self, statement: Select[Any], given: dict[str, Any] | None = None) -> Sequence[Row[Any]]:
        """The rows that a statement finds. It is read to its end even if the caller goes away meanwhile: a connection that is
        dropped half-way belongs to nobody, and is only found by the collector."""
        reading = asyncio.create_task(self._rows(statement, given or {}))
        self._readings.add(reading)
        reading.add_done_callback(self._readings.discard)
        return await asyncio.shield(reading)

    async def _rows(self, statement: Select[Any], given: dict[str, Any]) -> Sequence[Row[Any]]:
        async with self.engine.connect() as connection:
            rows: Sequence[Row[Any]] = (await connection.execute(statement, given)).all()
        return rows

    async def lines(self, game: str, after: int = 0) -> list[Line]:
        """What was said at a table after a number, in order."""
        rows = await self.read(_LINES, {"g": game, "n": after})
        return [Line(row.n, row.seat, row.at, row.text) for row in rows]

    async def campaign(self, id: str) -> CampaignRow | None:
        """A campaign, or None."""
        found = _first(await self.read(_CAMPAIGN, {"c": id}))
        if found is None:
            return None
        origin = msgspec.json.decode(found.origin, type=Muster)
        return CampaignRow(found.id, found.created, found.updated, found.version, origin, bytes(found.data))

    async def game(self, id: str) -> GameRow | None:
        """A game, or None."""
        found = _first(await self.read(_GAME, {"g": id}))
        if found is None:
            return None
        origin = msgspec.json.decode(found.origin, type=Origin)
        return GameRow(found.id, found.created, found.updated, found.version, found.over, origin)

    async def newest(self, id: str) -> int:
        """The number of the last entry of a game's log, -1 where there is none."""
        found = _first(await self.read(_NEWEST, {"g": id}))
        return -1 if found is None else int(found.version)

    async def all_newest(self, ids: list[str]) -> dict[str, int]:
        """The same for several games."""
        rows = await self.read(select(games.c.id, games.c.version).where(games.c.id.in_(ids)))
        return {row.id: row.version for row in rows}

    async def entries(self, game: str, after: int = -1, most: int = 1_000_000) -> list[LogEntry]:
        """The entries of a game's log after a number, in order."""
        rows = await self.read(_ENTRIES, {"g": game, "n": after, "most": most})
        return [_entry(row) for row in rows]

    async def entries_before(self, game: str, before: int, most: int) -> list[LogEntry]:
        """The last entries of a game's log before a number, the latest first."""
        rows = await self.read(_BEFORE, {"g": game, "n": before, "most": most})
        return [_entry(row) for row in rows]

    async def by_client(self, game: str, seat: int, client: str) -> LogEntry | None:
        """The entry that a seat's client gave this id."""
        row = _first(await self.read(_BY_CLIENT, {"g": game, "s": seat, "c": client}))
        return None if row is None else _entry(row)

    async def snapshot(self, game: str) -> tuple[int, bytes] | None:
        """The last snapshot: after which entry it was made, and its bytes."""
        row = _first(await self.read(_SNAPSHOT, {"g": game}))
        return None if row is None else (int(row.n), bytes(row.data))


async def tried(url: str) -> None:
    """See that a database can be used and bring it up to date, before anybody is told that games are kept there."""
    storage = Storage(url)
    try:
        await storage.open()
    finally:
        await storage.close()


_GAME = select(games).where(games.c.id == bindparam("g"))
_CAMPAIGN = select(campaigns).where(campaigns.c.id == bindparam("c"))
_NEWEST = select(games.c.version).where(games.c.id == bindparam("g"))
_ENTRIES = select(log).where(log.c.game == bindparam("g"), log.c.n > bindparam("n")).order_by(log.c.n).limit(bindparam("most"))
_BEFORE = (
    select(log).where(log.c.game == bindparam("g"), log.c.n < bindparam("n")).order_by(log.c.n.desc()).limit(bindparam("most"))
)
_BY_CLIENT = select(log).where(log.c.game == bindparam("g"), log.c.seat == bindparam("s"), log.c.client == bindparam("c"))
_SNAPSHOT = select(snapshots).where(snapshots.c.game == bindparam("g"))
_PROGRESS = (
    update(games)
    .where(games.c.id == bindparam("g"))
    .values(version=bindparam("n"), updated=bindparam("t"), over=bindparam("o"))
)
_LAST_LINE = select(func.max(chat.c.n)).where(chat.c.game == bindparam("g"))
_LINES = select(chat).where(chat.c.game == bindparam("g"), chat.c.n > bindparam("n")).order_by(chat.c.n)
_PULSE = text("select txid_current()")
_NOTIFY = text("select pg_notify(:channel, :game)")


def upgrade(connection: Connection) -> None:
    """Bring a database up to date."""
    config = Config()
    config.set_main_option("script_location", "escarmouche.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _first(rows: Sequence[Row[Any]]) -> Row[Any] | None:
    return rows[0] if rows else None


def _done(connection: Connection, jobs: list[Job]) -> list[Any]:
    """Do the jobs one after the other."""
    return [job(connection) for job in jobs]


def _done_with(engine: Engine, jobs: list[Job]) -> list[Any]:
    """Do the jobs in a transaction of their own."""
    with engine.begin() as connection:
        return _done(connection, jobs)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """A write-ahead log, safe to the last commit even when the power fails."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _fail(waiting: asyncio.Future[Any], error: Exception) -> None:
    if not waiting.done():
        waiting.set_exception(error)


def _game_values(row: GameRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "created": row.created,
        "updated": row.updated,
        "version": row.version,
        "over": row.over,
        "origin": msgspec.json.encode(row.origin),
    }


def _campaign_values(row: CampaignRow) -> dict[str, Any]:
    origin = msgspec.json.encode(row.origin)
    return {"updated": row.updated, "version": row.version, "origin": origin, "data": row.data}


def _values(entry: LogEntry) -> dict[str, Any]:
    return {
        "game": entry.game,
        "n": entry.n,
        "kind": entry.kind,
        "seat": entry.seat,
        "client": entry.client,
        "at": entry.at,
        "answer": msgspec.json.encode(entry.answer),
        "events": msgspec.json.encode(entry.events),
        "versions": msgspec.json.encode(entry.versions),
    }


def _entry(row: Any) -> LogEntry:
    return LogEntry(
        row.game,
        row.n,
        row.kind,
        row.seat,
        msgspec.json.decode(row.answer),
        msgspec.json.decode(row.events),
        msgspec.json.decode(row.versions),
        row.client,
        row.at,
    )
