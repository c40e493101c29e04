"""Servers for the tests: one inside the test, and real ones in processes of their own."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar.testing import TestClient

from escarmouche.core import proof
from escarmouche.server.app import ServerSettings, create_app
from escarmouche.server.limits import UNLIMITED, Limits

FREE = msgspec.structs.replace(UNLIMITED, messages=1e9, message_burst=1e9)
PATIENCE = 120.0
"""So many seconds are waited for something that must happen."""

Json = Any
Client = Any
"""An httpx client, or the test client that is made like one."""


@contextmanager
def inside(data: Path, database: str = "", limits: Limits = FREE, idle: float = 120.0) -> Iterator[TestClient[Any]]:
    """A server inside the test."""
    app = create_app(ServerSettings(data, database, limits, idle))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


class Process:
    """A real server. It always comes back at the same port."""

    def __init__(self, data: Path, database: str = "", port: int = 0) -> None:
        self.data = data
        self.database = database
        self.port = port
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it listens."""
        line = [sys.executable, "-m", "escarmouche", "serve", "--port", str(self.port), "--data", str(self.data)]
        line += ["--unlimited", "--lang", "en"]
        if self.database:
            line += ["--database", self.database]
        errors = (self.data.parent / f"server-{self.port}.log").open("a")
        self._process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=errors, text=True, env=dict(os.environ))
        errors.close()
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert "http://" in said, f"the server did not start: {said!r}"
        self.port = int(said.strip().rstrip("/").rpartition(":")[2])
        with self.client() as client:
            wait_for(lambda: healthy(client))

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As when the power fails: no time for a last word."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()

    def stop(self) -> None:
        """Politely."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.communicate()

    def client(self) -> httpx.Client:
        """A client of it, which goes there directly."""
        return httpx.Client(base_url=self.url, trust_env=False, timeout=30)


@contextmanager
def process(data: Path, database: str = "") -> Iterator[Process]:
    """A real server for as long as it is needed."""
    server = Process(data, database)
    try:
        server.start()
        yield server
    finally:
        server.stop()


def alive(pid: int) -> bool:
    """Does the process run? (One that has ended and was not asked for is none.)"""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text("ascii").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def healthy(client: httpx.Client) -> bool:
    try:
        return client.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def wait_for(ready: Callable[[], Any]) -> Any:
    """What `ready` gives, once it gives something."""
    late = time.monotonic() + PATIENCE
    while time.monotonic() < late:
        found = ready()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


# ---------------------------------------------------------------- players

HERE = {"kind": "here"}
LINK = {"kind": "link"}
BOT = {"kind": "bot", "agent": "random"}


class Player:
    """Somebody with a token."""

    def __init__(self, client: Client, game: str, token: str) -> None:
        self.client = client
        self.game = game
        self.token = token

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str = "", status: int = 200) -> Json:
        """Ask for something; the status must be the one expected."""
        answer = self.client.get(f"/api/games/{self.game}{path}", headers=self.headers())
        assert answer.status_code == status, (answer.status_code, answer.text[:300])
        return answer.json()

    def post(self, path: str, body: Json, status: int = 200) -> Json:
        """Send something; the status must be the one expected."""
        answer = self.client.post(f"/api/games/{self.game}{path}", json=body, headers=self.headers())
        assert answer.status_code == status, (answer.status_code, answer.text[:300])
        return answer.json()

    def answer(self, answer: Json, after: int | None = None, status: int = 200, id: str | None = None) -> Json:
        """Give an answer, after what is now the last event if nothing else is said."""
        number = self.get()["version"] if after is None else after
        return self.post("/answer", {"answer": answer, "after": number, **({} if id is None else {"id": id})}, status)


def open_game(client: Client, **wanted: Any) -> tuple[Json, list[Player | None], Player]:
    """A new game, its players (None for a bot) and a spectator."""
    answer = client.post("/api/games", json=wanted)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    players = [Player(client, made["game"], seat["token"]) if seat["token"] else None for seat in made["seats"]]
    return made, players, Player(client, made["game"], made["spectator"]["token"])


def two_seats(client: Client, **wanted: Any) -> tuple[Player, Player]:
    """A game between two people."""
    _, players, _ = open_game(client, seats=[HERE, LINK], **wanted)
    one, other = players
    assert one is not None
    assert other is not None
    return one, other


def commit_to(player: Player, salt: str, status: int = 200) -> Json:
    """Commit to a salt."""
    return player.post("/commit", {"commitment": proof.salt_commitment(salt)}, status)


def add_salts(salts: dict[Player, str]) -> Json:
    """Everybody commits to a salt, then everybody tells it; returns what the last of them sees."""
    for player, salt in salts.items():
        commit_to(player, salt)
    return [player.post("/salt", {"salt": salt}) for player, salt in salts.items()][-1]


def pick(state: Json, rng: random.Random) -> Json:
    """One of the answers offered, but nobody gives up."""
    options = [one for one in state["due"]["options"] if one["kind"] != "concede"]
    return rng.choice(options)["answer"]


def play_both(one: Player, other: Player, rng: random.Random, most: int) -> list[Json]:
    """Play for both seats, `most` answers or until the end; returns the answers that were given."""
    given = []
    state = one.get()
    for _ in range(most):
        if state["phase"] == "over":
            break
        player = (one, other)[state["due"]["seat"]]
        mine = player.get() if not state["due"]["mine"] else state
        answer = pick(mine, rng)
        state = player.answer(answer, mine["version"])["state"]
        given.append(answer)
    return given


def play_until(one: Player, other: Player, rng: random.Random, wanted: Callable[[Json], bool], most: int = 3000) -> Json:
    """Play for both seats until the state of the one who decides is as wanted."""
    for _ in range(most):
        state = one.get()
        if state["phase"] == "over":
            break
        player = (one, other)[state["due"]["seat"]]
        mine = player.get()
        if wanted(mine):
            return mine
        player.answer(pick(mine, rng), mine["version"])
    raise AssertionError("the game did not come to it")
