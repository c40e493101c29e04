"""Limits: how often somebody may ask, how much may be sent; and the headers that every answer carries."""

from __future__ import annotations

import hashlib
import time
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils import normalize_path

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
    """What may be sent, and how often. Each rate is a number a second, with a burst.

    A club with twenty people shares one address, so all limits of an address are what a whole club needs: `requests` about
    systems, rules, armies and new games, `table_requests` inside games. `seat_requests` is what one seat needs, even while
    somebody drags a figure and every step of it is tried.
    """

    body: int = 64_000
    message: int = 16_000
    head: int = 32_000
    """Bytes of all headers and the address together."""
    path: int = 1_000
    """Letters of an address, without its query."""
    patience: float = 15.0
    """Seconds in which a request must be complete."""
    waiting: int = 512
    """Connections whose request is not complete; beyond it the one that has waited longest is closed."""
    requests: float = 40.0
    request_burst: float = 400.0
    table_requests: float = 200.0
    table_burst: float = 1000.0
    seat_requests: float = 20.0
    seat_burst: float = 120.0
    games: float = 0.5
    game_burst: float = 30.0
    messages: float = 20.0
    message_burst: float = 60.0
    sockets: int = 64
    """Sockets of the spectators of one game."""
    seat_sockets: int = 8
    """Sockets of each seat of it, which nobody else can take."""


_MOST = 1e9
UNLIMITED = Limits(
    requests=_MOST,
    request_burst=_MOST,
    table_requests=_MOST,
    table_burst=_MOST,
    seat_requests=_MOST,
    seat_burst=_MOST,
    games=_MOST,
    game_burst=_MOST,
)
"""No limits on how often somebody asks."""


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
        self._limits = limits
        self._requests = Buckets(limits.requests, limits.request_burst)
        self._tables = Buckets(limits.table_requests, limits.table_burst)
        self._seats = Buckets(limits.seat_requests, limits.seat_burst)
        self._games = Buckets(limits.games, limits.game_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The router takes several slashes for one. Whoever looks at the address from here on sees what the router sees.
        scope["path"] = normalize_path(scope["path"])
        fits = head_size(scope) <= self._limits.head and len(scope["path"]) <= self._limits.path
        if scope["type"] == ScopeType.WEBSOCKET:
            if fits and self._tables.take(address(scope)):
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4429, "reason": ""})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = [name for name, _ in message["headers"]]
                more = HEADERS if b"cache-control" in present else [*HEADERS, UNCACHED]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        if not fits:
            await _refuse(with_headers, 431, "head-too-large", self._limits.head, self._limits.path)
            return
        if scope["path"].startswith("/api/") and not self.may(scope):
            await _refuse(with_headers, 429, "too-many")
            return
        await self._app(scope, receive, with_headers)

    def may(self, scope: Any) -> bool:
        """May this request go on?"""
        who, path = address(scope), normalize_path(scope["path"])
        if scope["method"] == "POST" and path.endswith(("/api/games", "/fork", "/rematch")) and not self._games.take(who):
            return False
        if path.startswith("/api/games/"):
            return self._seats.take(seat_key(scope)) and self._tables.take(who)
        return self._requests.take(who)


def address(scope: Any) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


def head_size(scope: Any) -> int:
    """The bytes of a request before its body."""
    headers = sum([len(name) + len(value) for name, value in scope["headers"]])
    return headers + len(scope["path"]) + len(scope["query_string"])


def seat_key(scope: Any) -> str:
    """What stands for the token of a request, empty for none: as short as a hash, however long the token is said to be."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            return hashlib.sha256(value).hexdigest()
    for part in scope["query_string"].split(b"&"):
        if part.startswith(b"t="):
            return hashlib.sha256(part).hexdigest()
    return ""


async def _refuse(send: Any, status: int, key: str, *about: Any) -> None:
    said = words(key, *about)
    body = msgspec.json.encode(Failure(Fault(said.en, said.fr)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
