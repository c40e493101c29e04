"""The door: how long a connection may be silent, and how much it may say, before it has asked for anything.

The server beneath waits for the head of a request for ever and keeps all of it. Here a connection that does not finish its
request in time is closed, and so is one that sends a head without end; where many wait at once, the one that has waited longest
makes room.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from escarmouche.server.limits import Limits
from escarmouche.server.refusals import Failure, Fault, words


def config(app: Any, limits: Limits) -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(
        app,
        http=door(limits),
        log_level="warning",
        access_log=False,  # addresses may hold tokens
        server_header=False,
        ws_max_size=limits.message,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )


def door(limits: Limits) -> type[HttpToolsProtocol]:
    """What stands at the door of one server."""
    return type("Door", (Door,), {"limits": limits, "waiting": {}})


class Door(HttpToolsProtocol):
    """A connection. `waiting` holds those of a server whose request is not complete, in the order they began."""

    limits: Limits
    waiting: dict[Door, asyncio.TimerHandle]

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._head = 0
        self._within = False
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if self not in self.waiting and (cycle is None or cycle.response_complete):
            self._wait()
        if not self._within:
            self._head += len(data)
        super().data_received(data)
        if not self._within and self._head > self.limits.head and not self.transport.is_closing():
            self._refuse()

    def on_message_begin(self) -> None:
        self._within = False
        if self not in self.waiting:
            self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._within = True
        self._head = 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._within = False
        self._head = 0
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        super().handle_websocket_upgrade()

    def _refuse(self) -> None:
        """Say that the head is too large, and close."""
        said = words("head-too-large", self.limits.head, self.limits.path)
        body = msgspec.json.encode(Failure(Fault(said.en, said.fr)))
        head = f"HTTP/1.1 431 \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.close()

    # ------------------------------------------------------------ who is waited for

    def _wait(self) -> None:
        """Begin to wait for a request."""
        self.waiting[self] = self.loop.call_later(self.limits.patience, self.transport.abort)
        while len(self.waiting) > self.limits.waiting:
            longest = next(iter(self.waiting))
            longest._arrived()
            longest.transport.abort()

    def _arrived(self) -> None:
        """The request is complete, or nobody waits for it any more."""
        timer = self.waiting.pop(self, None)
        if timer is not None:
            timer.cancel()
