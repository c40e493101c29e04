"""Games over WebSocket: what happens is sent as it happens, numbered; answers come the same way."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath, SkipValidation

from escarmouche.server.games import Games
from escarmouche.server.limits import Bucket, Limits
from escarmouche.server.live import LiveGame
from escarmouche.server.refusals import Fault, Refused
from escarmouche.server.seats import SPECTATOR, key_of
from escarmouche.server.shapes import ClientId, Number, Plain
from escarmouche.server.storage import Line

PROTOCOL = "escarmouche"
SEAT = "seat."
"""A page offers the protocol, and SEAT with its token behind it."""
CLOSES = {401: 4401, 403: 4403, 404: 4404, 429: 4429}


class Said(msgspec.Struct, forbid_unknown_fields=True):
    """A message of a client."""

    type: str
    answer: Any = None
    after: Number = 0
    id: ClientId | None = None


class Hello(msgspec.Struct, tag_field="type", tag="hello", rename={"after": "from"}):
    """The first message: all that happened after the number asked for, and what that changed step by step (see `Change` in
    escarmouche/kit/view.py), where that is still known."""

    after: int
    version: int
    events: list[Plain]
    steps: list[msgspec.Raw]
    state: msgspec.Raw


class News(msgspec.Struct, tag_field="type", tag="events", rename={"after": "from"}):
    """What happened since the last message, and what that changed step by step."""

    after: int
    version: int
    events: list[Plain]
    steps: list[msgspec.Raw]
    state: msgspec.Raw


class Talk(msgspec.Struct, tag_field="type", tag="chat"):
    """What was said at the table since the last message."""

    lines: list[Line]


class Done(msgspec.Struct, tag_field="type", tag="done"):
    """An answer stands."""

    id: str | None
    version: int
    repeated: bool


class Error(msgspec.Struct, tag_field="type", tag="error"):
    """A message was refused."""

    id: str | None
    status: int
    error: Fault


class Fails(msgspec.Struct, tag_field="type", tag="fault"):
    """The game cannot be shown, because its system fails."""

    error: Fault


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """Still here."""

    id: str | None


class Watcher:
    """One socket: who watches, by which token (its hash), and up to which event it was told."""

    __slots__ = ("dirty", "heard", "key", "sent", "socket", "viewer")

    def __init__(self, socket: WebSocket[Any, Any, Any], viewer: int, key: str, sent: int) -> None:
        self.socket = socket
        self.viewer = viewer
        self.key = key
        self.sent = sent
        self.heard = 0
        self.dirty = asyncio.Event()

    def welcome(self, live: LiveGame) -> bool:
        """Does its token still open the seat? Not once somebody has claimed it."""
        return key_of(live.origin, self.viewer) == self.key

    async def send(self, message: msgspec.Struct) -> None:
        """Send a message."""
        await self.socket.send_data(msgspec.json.encode(message), mode="text", encoding="utf-8")


def same_origin(socket: WebSocket[Any, Any, Any]) -> bool:
    """Does the page that opens the socket come from here? (Programs that are no browsers name no origin.)"""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


def token_of(socket: WebSocket[Any, Any, Any]) -> str | None:
    """The token, from a header: Authorization, or for a page, which cannot send that, one of the protocols that it offers.
    Never from the address, which others on the way write down."""
    header = socket.headers.get("authorization")
    if header:
        return header.removeprefix("Bearer ").strip()
    offered = socket.headers.get("sec-websocket-protocol", "").split(",")
    return next((one.strip().removeprefix(SEAT) for one in offered if one.strip().startswith(SEAT)), None)


def protocol_of(socket: WebSocket[Any, Any, Any]) -> str | None:
    """The protocol that is spoken, where the other side offers any."""
    return (
        PROTOCOL if PROTOCOL in [one.strip() for one in socket.headers.get("sec-websocket-protocol", "").split(",")] else None
    )


def number(text: str | None) -> int:
    """A number out of the address; 0 for anything else."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 9 else 0


@websocket("/api/games/{game_id:str}/live")
async def play_live(
    socket: WebSocket[Any, Any, Any],
    game_id: FromPath[str],
    hub: NamedDependency[SkipValidation[Games]],
    limits: NamedDependency[SkipValidation[Limits]],
) -> None:
    """Watch a game, and play in it if the token is a player's."""
    await socket.accept(protocol_of(socket))
    try:
        if not same_origin(socket):
            raise Refused(403, "wrong-token")
        live, viewer = await hub.seated(game_id, token_of(socket))
        places = limits.sockets if viewer == SPECTATOR else limits.seat_sockets
        if len([one for one in live.sockets if one.viewer == viewer]) >= places:
            raise Refused(429, "too-many")
    except Refused as error:
        await _close(socket, error)
        return
    watcher = Watcher(socket, viewer, key_of(live.origin, viewer), number(socket.query_params.get("after")))
    await _watched(hub, live, watcher, limits)


async def _close(socket: WebSocket[Any, Any, Any], error: Refused) -> None:
    """Say why, and close."""
    with suppress(WebSocketException, RuntimeError, OSError):
        message = Error(None, error.status, error.fault)
        await socket.send_data(msgspec.json.encode(message), mode="text", encoding="utf-8")
        await socket.close(CLOSES.get(error.status, 4000))


async def _fail(socket: WebSocket[Any, Any, Any], error: Refused) -> None:
    """Say that the game cannot be shown, and close."""
    with suppress(WebSocketException, RuntimeError, OSError):
        await socket.send_data(msgspec.json.encode(Fails(error.fault)), mode="text", encoding="utf-8")
        await socket.close(4000)


async def _watched(hub: Games, live: LiveGame, watcher: Watcher, limits: Limits) -> None:
    """From hello to the end of the connection."""
    arrives = not live.online(watcher.viewer) or watcher.viewer == SPECTATOR
    live.sockets.add(watcher)
    if arrives:
        live.changed()
    sender: asyncio.Task[None] | None = None
    try:
        await _greet(hub, live, watcher)
        sender = hub.later(_sending(hub, live, watcher))
        await _listen(hub, live, watcher, limits)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    except Refused as error:
        await _fail(watcher.socket, error)
    finally:
        live.sockets.discard(watcher)
        live.touched = time.monotonic()
        if not live.online(watcher.viewer) or watcher.viewer == SPECTATOR:
            live.changed()
        if sender is not None:
            sender.cancel()


async def _greet(hub: Games, live: LiveGame, watcher: Watcher) -> None:
    async with live.lock:
        await hub.ensure(live)
        events, steps = await hub.news(live, watcher.viewer, watcher.sent)
        state, version = msgspec.Raw(hub.frame(live, watcher.viewer)), live.version(watcher.viewer)
    watcher.dirty.clear()
    first, watcher.sent = watcher.sent, version
    await watcher.send(Hello(first, version, events, steps, state))
    await _talk(hub, live, watcher)


async def _talk(hub: Games, live: LiveGame, watcher: Watcher) -> None:
    """Send what was said since, if anything was."""
    lines = [line for line in await hub.lines(live) if line.n > watcher.heard]
    if lines:
        watcher.heard = lines[-1].n
        await watcher.send(Talk(lines))


async def _send_on(hub: Games, live: LiveGame, watcher: Watcher) -> None:
    """Send what happens. A slow receiver gets several steps in one message, so that nothing piles up here."""
    with suppress(WebSocketDisconnect, WebSocketException, RuntimeError, OSError):
        while True:
            await watcher.dirty.wait()
            watcher.dirty.clear()
            async with live.lock:
                await hub.ensure(live)
                if not watcher.welcome(live):
                    break
                events, steps = await hub.news(live, watcher.viewer, watcher.sent)
                state, version = msgspec.Raw(hub.frame(live, watcher.viewer)), live.version(watcher.viewer)
            first, watcher.sent = watcher.sent, version
            await watcher.send(News(first, version, events, steps, state))
            await _talk(hub, live, watcher)
        await _close(watcher.socket, Refused(403, "wrong-token"))


async def _sending(hub: Games, live: LiveGame, watcher: Watcher) -> None:
    """The same, until the game cannot be shown any longer."""
    try:
        await _send_on(hub, live, watcher)
    except Refused as error:
        await _fail(watcher.socket, error)


async def _listen(hub: Games, live: LiveGame, watcher: Watcher, limits: Limits) -> None:
    """Take messages until the connection ends."""
    bucket = Bucket(limits.messages, limits.message_burst)
    while True:
        text = await watcher.socket.receive_data(mode="text")
        live.touched = time.monotonic()
        client: str | None = None
        try:
            if len(text) > limits.message:
                raise Refused(413, "too-large", limits.message)
            if not bucket.take():
                raise Refused(429, "too-many")
            said = _decoded(text)
            client = said.id
            if not watcher.welcome(live):
                raise Refused(403, "wrong-token")
            await watcher.send(await _answered(hub, live, watcher.viewer, said))
        except Refused as error:
            await watcher.send(Error(client, error.status, error.fault))


def _decoded(text: str | bytes) -> Said:
    try:
        return msgspec.json.decode(text, type=Said)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused(400, "malformed", str(error)) from None


async def _answered(hub: Games, live: LiveGame, viewer: int, said: Said) -> msgspec.Struct:
    """What is said back to a message."""
    if said.type == "ping":
        return Pong(said.id)
    if said.type not in ("answer", "undo"):
        raise Refused(400, "malformed", said.type[:40])
    if viewer == SPECTATOR:
        raise Refused(403, "spectator")
    if said.type == "answer":
        taken = await hub.answer(live, viewer, said.answer, said.after, said.id)
    else:
        taken = await hub.undo(live, viewer, said.after, said.id)
    return Done(said.id, taken.version, taken.repeated)
