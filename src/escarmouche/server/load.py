"""Load: many live games with two players each against a real server, and what they feel of it.

The players are people: each game gets an answer every few seconds, never one at once after the other. Beside them others may
play against bots, which are kept busy. What plays them is a process of its own that looks only at what it needs and never stops
to search its memory, so that its own pauses are not taken for the server's.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

IDLE = 7.5
"""After so many pauses of a player the server lets a game rest: hardly any single pause is so long."""


WARM = 5.0
"""So long one bot plays before anything is measured: its process starts with its first thought."""


class Figures(msgspec.Struct):
    """What was measured. Times are from sending an answer until both players have the new state, in milliseconds; memory is
    what the server takes beyond what it took with hardly any game, for each game: while it is played, and while it rests with
    both players connected. In games against bots a person answers at once, so that bots always think; times there are until
    the person has the state after the own answer, and `bot_cores` is what the processes of the bots take. `waiting` is how
    many were ready to run on the machine at the end, ourselves included: with more than its processors, times are those of a
    machine that does something else as well."""

    games: int
    players: int
    bot_games: int
    systems: list[str]
    seconds: float
    think_seconds: float
    answers: int
    answers_per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    worst_ms: float
    server_cpu_ms_per_answer: float
    players_cpu_ms_per_answer: float
    server_cores: float
    bot_cores: float
    busy_kb_per_game: float
    idle_kb_per_game: float
    server_mb: float
    waiting: float


class Measured:
    """A server process of our own."""

    def __init__(self, data: Path, idle: float, database: str = "") -> None:
        self.idle = idle
        line = [sys.executable, "-m", "escarmouche", "serve", "--port", "0", "--data", str(data), "--unlimited"]
        line += ["--idle", str(idle), "--lang", "en", *(["--database", database] if database else [])]
        self.process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip().rstrip("/")
        self.port = int(address.rpartition(":")[2])

    def memory(self) -> int:
        """Its resident memory in kB."""
        for row in Path(f"/proc/{self.process.pid}/status").read_text("ascii").splitlines():
            if row.startswith("VmRSS:"):
                return int(row.split()[1])
        return 0

    def busy(self) -> float:
        """The seconds of a processor that it has used."""
        return spent_by(stat(self.process.pid))

    def bots_busy(self) -> float:
        """The seconds of a processor that the processes it has started have used."""
        found = [stat(int(path.name)) for path in Path("/proc").glob("[0-9]*")]
        return sum([spent_by(one) for one in found if one and int(one[1]) == self.process.pid])

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.communicate()


def stat(process: int) -> list[str]:
    """What Linux says of a process after its name: state, parent and so on; nothing of one that has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return []


def spent_by(fields: list[str]) -> float:
    """The seconds of a processor that a process has used."""
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------- what a player looks at


class Option(msgspec.Struct):
    """An answer that is offered."""

    kind: str
    answer: msgspec.Raw


class Due(msgspec.Struct):
    """What is due."""

    seat: int
    mine: bool
    options: list[Option] | None = None


class Seen(msgspec.Struct):
    """A state."""

    version: int
    due: Due | None


class Heard(msgspec.Struct):
    """A message of the server."""

    type: str
    state: Seen | None = None
    error: Any = None


class Answer(msgspec.Struct, tag_field="type", tag="answer"):
    """An answer as it is sent."""

    answer: msgspec.Raw
    after: int


_HEARD = msgspec.json.Decoder(Heard)


class LoadTable:
    """A game with both players connected."""

    def __init__(self, game: str, tokens: list[str], number: int) -> None:
        self.game = game
        self.tokens = tokens
        self.rng = random.Random(number)
        self.sockets: list[ClientConnection] = []
        self.states: list[Seen] = []

    async def join(self, port: int) -> None:
        """Connect both players."""
        for token in self.tokens:
            await self.connect(port, token)
        await self.told(0)  # that the other has come

    async def connect(self, port: int, token: str) -> None:
        """Connect a player."""
        url, who = f"ws://127.0.0.1:{port}/api/games/{self.game}/live", {"Authorization": f"Bearer {token}"}
        socket = await connect(url, proxy=None, max_size=None, compression=None, ping_interval=None, additional_headers=who)
        self.sockets.append(socket)
        self.states.append(Seen(-1, None))
        await self.told(len(self.states) - 1)

    async def leave(self) -> None:
        """Disconnect."""
        for socket in self.sockets:
            await socket.close()
        self.sockets.clear()

    async def answer(self) -> float | None:
        """One answer, and how long it took until both had seen it; None when the game is over."""
        due = self.states[0].due
        if due is None:
            return None
        message = self.chosen(due.seat)
        began = time.perf_counter()
        await self.sockets[due.seat].send(message)
        await asyncio.gather(self.told(0), self.told(1))
        return time.perf_counter() - began

    def chosen(self, seat: int) -> str:
        """An answer that is offered to a player, as it is sent; nobody gives up."""
        mine = self.states[seat].due
        offered = (mine and mine.options) or []
        option = self.rng.choice([one for one in offered if one.kind != "concede"])
        return msgspec.json.encode(Answer(option.answer, self.states[seat].version)).decode()

    async def told(self, number: int) -> None:
        """Until a player has the next state. (It need not hold an event: some answers are secret.)"""
        while True:
            heard = _HEARD.decode(await self.sockets[number].recv(decode=False))
            if heard.type == "error":
                raise RuntimeError(heard.error["en"])
            if heard.state is not None:
                self.states[number] = heard.state
                return


class BotTable(LoadTable):
    """A game of one person against a bot."""

    async def join(self, port: int) -> None:
        """Connect the person."""
        self.tokens = self.tokens[:1]
        await self.connect(port, self.tokens[0])

    async def turn(self) -> bool:
        """Wait until it is the person's turn; False when the game is over."""
        while (due := self.states[0].due) is not None and not due.mine:
            await self.told(0)
        return due is not None

    async def answer(self) -> float:
        """One answer, which is due, and how long it took until it stood."""
        before = self.states[0].version
        began = time.perf_counter()
        await self.sockets[0].send(self.chosen(0))
        while self.states[0].version <= before:
            await self.told(0)
        return time.perf_counter() - began


PEOPLE: list[dict[str, Any]] = [{"kind": "here"}, {"kind": "link"}]
AGAINST_A_BOT: list[dict[str, Any]] = [{"kind": "here"}, {"kind": "bot"}]


async def opened(port: int, count: int, systems: list[str]) -> list[LoadTable]:
    """New games between two people, of each system in turn."""
    made = await begun(port, count, systems, PEOPLE)
    return [LoadTable(*one, number) for number, one in enumerate(made)]


async def begun(port: int, count: int, systems: list[str], seats: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """New games, of each system in turn: their ids, and the tokens of their seats."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    found = []
    for number in range(count):
        wanted = {"system": systems[number % len(systems)], "seats": seats}
        body = msgspec.json.encode(wanted)
        head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        writer.write(head.encode() + b"\r\n\r\n" + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = next(int(row.split(b":")[1]) for row in answer.lower().split(b"\r\n") if row.startswith(b"content-length"))
        made = msgspec.json.decode(await reader.readexactly(length))
        found.append((made["game"], [seat["token"] for seat in made["seats"]]))
    writer.close()
    return found


async def played(table: LoadTable, think: float, until: float, times: list[float]) -> None:
    """Answer now and then, as people do, until it is time."""
    await asyncio.sleep(table.rng.uniform(0, think))
    while time.perf_counter() < until:
        took = await table.answer()
        if took is None:
            return
        times.append(took)
        await asyncio.sleep(table.rng.expovariate(1 / think))


async def against_it(table: BotTable, think: float, until: float, times: list[float]) -> None:
    """Answer whenever it is one's turn, after a short thought, until it is time."""
    with suppress(TimeoutError):
        while await asyncio.wait_for(table.turn(), until - time.perf_counter()):
            await asyncio.sleep(table.rng.expovariate(4 / think))
            times.append(await table.answer())


async def measured(
    server: Measured, games: int, seconds: float, think: float, systems: list[str], bots: int, tell: Callable[[str], None]
) -> Figures:
    """Open the games, play, then let them rest."""
    tell("warming")
    base = await warmed(server, systems)
    tell("opening")
    tables = await opened(server.port, games, systems)
    against = [BotTable(*one, n) for n, one in enumerate(await begun(server.port, bots, systems, AGAINST_A_BOT))]
    for table in [*tables, *against]:
        await table.join(server.port)
    if bots:
        await against_it(against[0], think, time.perf_counter() + WARM, [])
    tell("playing")
    gc.collect()
    gc.freeze()
    gc.disable()
    times: list[float] = []
    until, spent, thought, ours = time.perf_counter() + seconds, server.busy(), server.bots_busy(), time.process_time()
    people = [played(table, think, until, times) for table in tables]
    await asyncio.gather(*people, *[against_it(table, think, until, times) for table in against])
    busy, spent, ours = server.memory(), server.busy() - spent, time.process_time() - ours
    thought = server.bots_busy() - thought
    gc.enable()
    waiting = os.getloadavg()[0]
    tell("resting")
    idle = await resting(server)
    for table in [*tables, *against]:
        await table.leave()
    return Figures(
        games=games,
        players=2 * games + bots,
        bot_games=bots,
        systems=systems,
        seconds=seconds,
        think_seconds=think,
        answers=len(times),
        answers_per_second=round(len(times) / seconds, 1),
        p50_ms=share(times, 50),
        p95_ms=share(times, 95),
        p99_ms=share(times, 99),
        worst_ms=share(times, 100),
        server_cpu_ms_per_answer=round(1000 * spent / max(1, len(times)), 2),
        players_cpu_ms_per_answer=round(1000 * ours / max(1, len(times)), 2),
        server_cores=round(spent / seconds, 2),
        bot_cores=round(thought / seconds, 2),
        busy_kb_per_game=round((busy - base) / (games + bots), 1),
        idle_kb_per_game=round((idle - base) / (games + bots), 1),
        server_mb=round(busy / 1024, 1),
        waiting=round(waiting, 1),
    )


def share(times: list[float], percent: int) -> float:
    """The time that so many in a hundred stay within, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 1)


async def warmed(server: Measured, systems: list[str]) -> int:
    """The memory of a server that has played a little and has no game left."""
    tables = await opened(server.port, 4, systems)
    for table in tables:
        await table.join(server.port)
        for _ in range(20):
            await table.answer()
        await table.leave()
    return await resting(server)


async def resting(server: Measured) -> int:
    """The server's memory in kB once idle games have left it."""
    await asyncio.sleep(1.5 * server.idle)
    return server.memory()


def measure(
    games: int = 500,
    seconds: float = 30.0,
    think: float = 4.0,
    database: str = "",
    systems: list[str] | None = None,
    bots: int = 0,
    tell: Callable[[str], None] = lambda _: None,
) -> Figures:
    """The figures of a server of our own, in a folder that is thrown away; `tell` hears of each step as it begins."""
    with tempfile.TemporaryDirectory(prefix="escarmouche-load-") as folder:
        server = Measured(Path(folder), IDLE * think, database)
        try:
            return asyncio.run(measured(server, games, seconds, think, systems or ["sbh"], bots, tell))
        finally:
            server.stop()
