"""Load: many live games with two players each against a real server, and what they feel of it.

The players are people: each game gets an answer every few seconds, never one at once after the other. What plays them is a
process of its own that looks only at what it needs and never stops to search its memory, so that its own pauses are not
taken for the server's.
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
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

IDLE = 30.0
"""After so many seconds the server lets a game rest: longer than nearly every pause of a player."""


class Figures(msgspec.Struct):
    """What was measured. Times are from sending an answer until both players have the new state, in milliseconds; memory is
    what the server takes beyond what it took with hardly any game, for each game: while it is played, and while it rests with
    both players connected. `waiting` is how many were ready to run on the machine at the end, ourselves included: with more
    than its processors, times are those of a machine that does something else as well."""

    games: int
    players: int
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
    busy_kb_per_game: float
    idle_kb_per_game: float
    server_mb: float
    waiting: float


class Measured:
    """A server process of our own."""

    def __init__(self, data: Path, database: str = "") -> None:
        line = [sys.executable, "-m", "escarmouche", "serve", "--port", "0", "--data", str(data), "--unlimited"]
        line += ["--idle", str(IDLE), "--lang", "en", *(["--database", database] if database else [])]
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
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.communicate()


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
            url, who = f"ws://127.0.0.1:{port}/api/games/{self.game}/live", {"Authorization": f"Bearer {token}"}
            socket = await connect(url, proxy=None, max_size=None, compression=None, ping_interval=None, additional_headers=who)
            self.sockets.append(socket)
            self.states.append(Seen(-1, None))
            await self.told(len(self.states) - 1)
        await self.told(0)  # that the other has come

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
        mine = self.states[due.seat].due
        offered = (mine and mine.options) or []
        option = self.rng.choice([one for one in offered if one.kind != "concede"])
        message = msgspec.json.encode(Answer(option.answer, self.states[due.seat].version)).decode()
        began = time.perf_counter()
        await self.sockets[due.seat].send(message)
        await asyncio.gather(self.told(0), self.told(1))
        return time.perf_counter() - began

    async def told(self, number: int) -> None:
        """Until a player has the next state. (It need not hold an event: some answers are secret.)"""
        while True:
            heard = _HEARD.decode(await self.sockets[number].recv(decode=False))
            if heard.type == "error":
                raise RuntimeError(heard.error["en"])
            if heard.state is not None:
                self.states[number] = heard.state
                return


async def opened(port: int, count: int, systems: list[str]) -> list[LoadTable]:
    """New games between two people, of each system in turn."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    found = []
    for number in range(count):
        wanted = {"system": systems[number % len(systems)], "seats": [{"kind": "here"}, {"kind": "link"}]}
        body = msgspec.json.encode(wanted)
        head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        writer.write(head.encode() + b"\r\n\r\n" + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = next(int(row.split(b":")[1]) for row in answer.lower().split(b"\r\n") if row.startswith(b"content-length"))
        made = msgspec.json.decode(await reader.readexactly(length))
        found.append(LoadTable(made["game"], [seat["token"] for seat in made["seats"]], number))
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


async def measured(server: Measured, games: int, seconds: float, think: float, systems: list[str]) -> Figures:
    """Open the games, play, then let them rest."""
    base = await warmed(server, systems)
    tables = await opened(server.port, games, systems)
    for table in tables:
        await table.join(server.port)
    gc.collect()
    gc.freeze()
    gc.disable()
    times: list[float] = []
    until, spent, ours = time.perf_counter() + seconds, server.busy(), time.process_time()
    await asyncio.gather(*[played(table, think, until, times) for table in tables])
    busy, spent, ours = server.memory(), server.busy() - spent, time.process_time() - ours
    gc.enable()
    waiting = os.getloadavg()[0]
    idle = await resting(server)
    for table in tables:
        await table.leave()
    return Figures(
        games=games,
        players=2 * games,
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
        busy_kb_per_game=round((busy - base) / games, 1),
        idle_kb_per_game=round((idle - base) / games, 1),
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
    await asyncio.sleep(1.5 * IDLE)
    return server.memory()


def measure(
    games: int = 500, seconds: float = 30.0, think: float = 4.0, database: str = "", systems: list[str] | None = None
) -> Figures:
    """The figures of a server of our own, in a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="escarmouche-load-") as folder:
        server = Measured(Path(folder), database)
        try:
            return asyncio.run(measured(server, games, seconds, think, systems or ["sbh"]))
        finally:
            server.stop()
