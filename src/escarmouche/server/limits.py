"""Limits: how often somebody may ask, how much may be sent; and the headers that every answer carries."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from escarmouche.server.refusals import Failure, Fault, words

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
UNCACHED = (b"cache-control", b"no-store")


class Limits(msgspec.Struct, frozen=True):
    """What one address, and one socket, may do. Each rate is a number a second, with a burst."""

    body: int = 64_000
    message: int = 16_000
    requests: float = 40.0
    request_burst: float = 200.0
    games: float = 0.5
    game_burst: float = 30.0
    messages: float = 20.0
    message_burst: float = 60.0
    sockets: int = 64
    """Sockets of one game."""


class Bucket:
    """Tokens that refill over time."""

    __slots__ = ("_level", "_rate", "_size", "_when")

    def __init__(self, rate: float, size: float) -> None:
        self._rate = rate
        self._size = size
        self._level = size
        self._when = time.monotonic()

    def take(self) -> bool:
        """Is there one more?"""
        moment = time.monotonic()
        self._level = min(self._size, self._level + (moment - self._when) * self._rate)
        self._when = moment
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def full(self) -> bool:
        """Would it be full by now?"""
        return self._level + (time.monotonic() - self._when) * self._rate >= self._size


class Buckets:
    """A bucket for every address; those that are full again are forgotten."""

    MOST = 4096

    def __init__(self, rate: float, size: float) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        """May this one go on?"""
        bucket = self._buckets.get(who)
        if bucket is None:
            if len(self._buckets) >= self.MOST:
                self._buckets = {name: one for name, one in self._buckets.items() if not one.full()}
            bucket = self._buckets[who] = Bucket(self._rate, self._size)
        return bucket.take()


class Guard:
    """Stands before the application: refuses those who ask too often, and adds the headers."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._requests = Buckets(limits.requests, limits.request_burst)
        self._games = Buckets(limits.games, limits.game_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        path = scope["path"]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = [name for name, _ in message["headers"]]
                more = HEADERS if b"cache-control" in present else [*HEADERS, UNCACHED]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        if path.startswith("/api/") and not self._may(scope):
            await _refuse(with_headers)
            return
        await self._app(scope, receive, with_headers)

    def _may(self, scope: Any) -> bool:
        client = scope.get("client")
        who = client[0] if client else ""
        opens = scope["method"] == "POST" and scope["path"].rstrip("/").endswith(("/api/games", "/fork", "/rematch"))
        return self._requests.take(who) and (not opens or self._games.take(who))


async def _refuse(send: Any) -> None:
    said = words("too-many")
    body = msgspec.json.encode(Failure(Fault(said.en, said.fr)))
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"2"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
