"""The application: everything put together."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.di import Provide
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from escarmouche import __version__
from escarmouche.core import registry
from escarmouche.core.errors import EscarmoucheError
from escarmouche.server import api_campaigns, api_catalog, api_games, showcase, sockets, static
from escarmouche.server.apart import Apart
from escarmouche.server.counsels import Counsels
from escarmouche.server.films import Films
from escarmouche.server.fortunes import Fortunes
from escarmouche.server.games import Games
from escarmouche.server.limits import Guard, Limits
from escarmouche.server.refusals import Failure, Fault, Refused, Words, refused, words
from escarmouche.server.reviews import Reviews
from escarmouche.server.static import Assets
from escarmouche.server.storage import CHANNEL, Storage, default_url
from escarmouche.server.trouble import is_storage_trouble, reason

LOGGER = logging.getLogger("escarmouche.server")


class ServerSettings(msgspec.Struct, frozen=True):
    """How a server is run: where its games are (a database's URL, or SQLite in the data folder), its limits, whether the
    process is its own, so that it may say how the memory of all is looked after, and how many processes think for bots (0: as
    many as are usual)."""

    data: Path = Path("data")
    database: str = ""
    limits: Limits = Limits()
    idle: float = 120.0
    static: Path = static.FOLDER
    alone: bool = False
    thinkers: int = 0


class Health(msgspec.Struct):
    """Is everything well?"""

    status: str
    version: str
    games: int


@get("/healthz", summary="Is the server well: can it write down what is played?", tags=["server"])
async def healthz(request: Request[Any, Any, Any]) -> Health:
    hub: Games = request.app.state.hub
    pulse: Pulse = request.app.state.pulse
    await pulse.feel()
    return Health("ok", __version__, len(hub.lives))


class Pulse:
    """Whether anything can be written, looked at once a second at most, however many ask."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = asyncio.Lock()
        self._when = -math.inf
        self._trouble: Words | None = None

    async def feel(self) -> None:
        """Refused where nothing can be written."""
        async with self._lock:
            if time.monotonic() - self._when > 1.0:
                self._trouble = await self._written()
                self._when = time.monotonic()
        if self._trouble is not None:
            en, fr = words("unwritable", self._trouble.en).en, words("unwritable", self._trouble.fr).fr
            raise Refused(503, "", fault=Fault(en, fr))

    async def _written(self) -> Words | None:
        try:
            await self._storage.pulse()
        except Exception as error:
            if not is_storage_trouble(error):
                raise
            LOGGER.error("nothing can be written: %s", error)
            return reason(error)
        return None


# ---------------------------------------------------------------- errors


def _said(status: int, fault: Fault) -> Response[Failure]:
    headers = {"retry-after": "2"} if status == 429 else {}
    return Response(Failure(fault), status_code=status, media_type="application/json", headers=headers)


def _sentence(status: int, key: str, *about: Any) -> Response[Failure]:
    said = words(key, *about)
    return _said(status, Fault(said.en, said.fr))


def on_refusal(_: Request[Any, Any, Any], error: Refused) -> Response[Failure]:
    """A refusal of ours."""
    return _said(error.status, error.fault)


def on_engine_error(_: Request[Any, Any, Any], error: EscarmoucheError) -> Response[Failure]:
    """An error that the engine explains."""
    told = refused(error)
    return _said(told.status, told.fault)


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Failure]:
    """What the framework refuses."""
    if isinstance(error, NotFoundException):
        return _sentence(404, "not-found")
    if isinstance(error, MethodNotAllowedException):
        return _sentence(405, "not-allowed")
    if error.status_code == 413:
        return _sentence(413, "too-large", request.app.state.settings.limits.body)
    if error.status_code >= 500:
        return on_any_error(request, error)
    return _sentence(error.status_code, "malformed", _detail(error))


def _detail(error: HTTPException) -> str:
    """What was wrong, shortly."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        if isinstance(first, dict):
            return f"{first.get('key', '')}: {first.get('message', '')}".strip(": ")[:200]
    return str(error.detail)[:200]


def on_recursion(_: Request[Any, Any, Any], __: RecursionError) -> Response[Failure]:
    """Brackets within brackets without end."""
    return _sentence(400, "malformed", "nesting")


def on_any_error(_: Request[Any, Any, Any], error: Exception) -> Response[Failure]:
    """Our own fault."""
    LOGGER.error("a request failed", exc_info=error)
    return _sentence(500, "broken")


# ---------------------------------------------------------------- the application


def create_app(settings: ServerSettings) -> Litestar:
    """The application with these settings."""
    storage = Storage(settings.database or default_url(settings.data))
    hub = Games(storage, settings.idle, settings.thinkers)
    films = Films(hub)
    fortunes = Fortunes(hub)
    counsels = Counsels(hub)
    reviews = Reviews(hub)
    plugins = [JsonRenderPlugin(path="/openapi.json")]

    app = Litestar(
        route_handlers=[
            healthz,
            api_catalog.router,
            api_campaigns.router,
            api_games.router,
            api_games.table_router,
            showcase.router,
            sockets.play_live,
            static.page,
        ],
        dependencies={
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "films": Provide(lambda: films, sync_to_thread=False),
            "fortunes": Provide(lambda: fortunes, sync_to_thread=False),
            "reviews": Provide(lambda: reviews, sync_to_thread=False),
            "counsels": Provide(lambda: counsels, sync_to_thread=False),
            "limits": Provide(lambda: settings.limits, sync_to_thread=False),
        },
        exception_handlers={
            Refused: on_refusal,
            EscarmoucheError: on_engine_error,
            HTTPException: on_http_error,
            RecursionError: on_recursion,
            Exception: on_any_error,
        },
        openapi_config=OpenAPIConfig("Escarmouche", __version__, path="/schema", render_plugins=plugins),
        lifespan=[_running(storage, hub, [fortunes, reviews], settings.alone)],
        request_max_body_size=settings.limits.body,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Guard(app.asgi_handler, settings.limits)  # a middleware would not see addresses that are none
    app.state.settings = settings
    app.state.hub = hub
    app.state.fortunes = fortunes
    app.state.reviews = reviews
    app.state.pulse = Pulse(storage)
    app.state.assets = Assets(settings.static)
    return app


def _running(storage: Storage, hub: Games, working: Sequence[Apart[Any]], alone: bool) -> Any:
    @asynccontextmanager
    async def run(_: Litestar) -> AsyncIterator[None]:
        await storage.open()
        hub.start()
        hub.later(_warm(hub, alone))
        try:
            async with _hearing(storage, hub):
                yield
        finally:
            for one in working:
                await one.close()
            await hub.stop()
            await storage.close()

    return run


async def _warm(hub: Games, alone: bool) -> None:
    await hub.aside(warm_up)
    if alone:
        hub.tidy.settle()


def warm_up() -> None:
    """Read what the first game would have to wait for, and name what cannot be played."""
    for name in registry.systems():
        api_catalog.shown(name)
    for fault in registry.faults():
        LOGGER.warning("%s", fault)


def _hearing(storage: Storage, hub: Games) -> AbstractAsyncContextManager[None]:
    """How processes that share a database hear of each other; with SQLite there is one process."""
    if not storage.shared:
        return nullcontext()
    from escarmouche.server.news import News

    return News(storage.channel_address(), CHANNEL, hub.heard, hub.catch_up).running()
