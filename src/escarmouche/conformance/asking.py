"""Somebody who asks the server: a whole application in this process, spoken to without a network."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from escarmouche.core.conformance import require
from escarmouche.core.dice import Stream
from escarmouche.core.messages import LANGUAGES
from escarmouche.server.app import ServerSettings, create_app
from escarmouche.server.limits import UNLIMITED

if TYPE_CHECKING:
    from escarmouche.conformance.doors import Visit

Json = Any


class Local:
    """A server in this process."""

    def __init__(self, data: Path) -> None:
        self.app = create_app(ServerSettings(data, limits=UNLIMITED))

    async def ask(self, method: str, path: str, body: Json = None, token: str = "", status: int = 200) -> Json:
        """The JSON of an answer; its status must be the one expected."""
        found, data = await self._ask(method, path, body, token)
        told = data.decode(errors="replace")[:300]
        require(found == status, f"{method} {path} answers {found} instead of {status}: {told}")
        return msgspec.json.decode(data) if data else None

    async def _ask(self, method: str, path: str, body: Json, token: str) -> tuple[int, bytes]:
        where, _, query = path.partition("?")
        sent = b"" if body is None else msgspec.json.encode(body)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(sent)).encode())]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        scope: Any = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": where, "raw_path": where.encode(), "query_string": query.encode(), "root_path": "",
            "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {}, "extensions": {},
        }  # fmt: skip
        status, parts = 0, []

        async def receive() -> Any:
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return status, b"".join(parts)


def visit(one: Visit) -> None:
    """The lobby, and a game from its beginning to its end; in a thread, for whoever calls may have an event loop of its own."""
    try:
        with ThreadPoolExecutor(1, "escarmouche-door") as aside:
            aside.submit(lambda: asyncio.run(visited(one))).result()
    except ExceptionGroup as found:  # what goes wrong while the server runs comes wrapped by what runs it
        raise first(found) from found


def first(error: Exception) -> Exception:
    """The first of the errors in a group, and in groups within it."""
    return first(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


async def visited(one: Visit) -> None:
    """The same, as the server waits for nobody."""
    local = Local(one.folder)
    async with local.app.lifespan():
        listed = {row["id"]: row for row in await local.ask("GET", "/api/systems")}
        require(one.system.id in listed, "the lobby does not list it")
        require(one.scenario in [row["id"] for row in listed[one.system.id]["scenarios"]], "the lobby lacks its scenario")
        wanted = {
            "system": one.system.id, "scenario": one.scenario, "seed": one.seed, "armies": [None] * one.seats,
            "seats": [{"kind": "here"}] * one.seats, "options": {"dice": "seeded"},
        }  # fmt: skip
        seen = await local.ask("POST", "/api/preview", wanted)
        require(bool(seen["view"]), "there is nothing to see of it beforehand")
        await Table(one, local, await local.ask("POST", "/api/games", wanted, status=201)).play()


class Table:
    """A game on the server, all of whose seats are played from here."""

    def __init__(self, one: Visit, local: Local, made: Json) -> None:
        self.one = one
        self.local = local
        self.path = f"/api/games/{made['game']}"
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.spectator = made["spectator"]["token"]

    async def ask(self, path: str, token: str, body: Json = None) -> Json:
        return await self.local.ask("GET" if body is None else "POST", self.path + path, body, token)

    async def play(self) -> None:
        """Random answers to the end, or as many as are allowed; then a look back."""
        chance = Stream(f"asked {self.one.seed}")
        state = await self.ask("", self.tokens[0])
        for number in range(self.one.most):
            if state["due"] is None:
                break
            token = self.tokens[state["due"]["seat"]]
            mine = state if state["due"]["mine"] else await self.ask("", token)
            state = await self.answered(mine, token, chance, number)
        await self.looked_back(state)

    async def answered(self, mine: Json, token: str, chance: Stream, number: int) -> Json:
        """One decision: asked, tried, taken, now and then taken back."""
        for language in LANGUAGES:
            require(bool(mine["due"]["question"][language]), f"the page is given no question in {language}")
        options = mine["due"]["options"]
        require(bool(options), f"the page is offered nothing to answer to {mine['due']['why']}")
        chosen = options[chance.below(len(options))]
        if number % 10 == 0:
            tried = await self.ask("/try", token, {"answer": chosen["answer"]})
            require(tried["legal"], f"the page is offered {chosen['answer']} and told that it is not legal")
            if chosen.get("figure", -1) >= 0:
                await self.ask(f"/reach?figure={chosen['figure']}", token)
        state = (await self.ask("/answer", token, {"answer": chosen["answer"], "after": mine["version"]}))["state"]
        if state["undo"] and number % 10 == 5:
            state = (await self.ask("/undo", token, {"after": state["version"]}))["state"]
        return state

    async def looked_back(self, state: Json) -> None:
        """What everybody may see of it: the log, the moments, and once it is over the save."""
        events = await self.ask("/events", self.spectator)
        for event in events:
            require(bool(event["text"]["en"] and event["text"]["fr"]), f"the log lacks a sentence for {event}")
        moments = (await self.ask("/replay", self.spectator))["moments"]
        require(bool(moments), "there is no moment to look back at")
        await self.ask(f"/replay?at={moments[len(moments) // 2]}", self.spectator)
        if state["due"] is None:
            require(len(state["result"]["scores"]) == self.one.seats, "the result has not a score for each seat")
            await self.ask("/save", self.spectator)
