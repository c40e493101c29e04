"""The table in the browser: `serve` runs the server until it is interrupted."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from escarmouche.cli.common import Lang, language, needing, new_app, show, use
from escarmouche.core.errors import EscarmoucheError, why
from escarmouche.core.messages import Messages

MESSAGES = Messages.load("escarmouche.cli", "serve.toml")

app = new_app()


def text(key: str, *about: Any) -> str:
    """A sentence of this command in the language of this run."""
    return MESSAGES.sentence(key, about, str, language())


def data_folder() -> Path:
    """Where games are kept when nobody says otherwise: $ESCARMOUCHE_DATA, else the user's folder for data."""
    given = os.environ.get("ESCARMOUCHE_DATA")
    if given:
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "escarmouche"


@app.command(help=text("help"))
def serve(
    host: Annotated[str, typer.Option("--host", help=text("option.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help=text("option.port"))] = 8000,
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help=text("option.data"))] = None,
    database: Annotated[str, typer.Option("--database", metavar="URL", help=text("option.database"))] = "",
    open_: Annotated[bool, typer.Option("--open", help=text("option.open"))] = False,
    idle: Annotated[float, typer.Option("--idle", min=0.1, help=text("option.idle"))] = 120.0,
    bots: Annotated[int, typer.Option("--bots", min=0, max=64, help=text("option.bots"))] = 0,
    unlimited: Annotated[bool, typer.Option("--unlimited", help=text("option.unlimited"))] = False,
    lang: Lang = None,
) -> None:
    import asyncio
    import logging
    import webbrowser

    use(lang)
    with needing("server"):
        import uvicorn

        from escarmouche.server.app import ServerSettings, create_app
        from escarmouche.server.door import config
        from escarmouche.server.limits import UNLIMITED, Limits
        from escarmouche.server.storage import alone, default_url, tried

    more_files()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    limits = UNLIMITED if unlimited else Limits()
    where = data or data_folder()
    settings = ServerSettings(where, database, limits, idle, alone=True, thinkers=bots)
    url = database or default_url(where)
    with alone(url), listening(host, port) as door:
        with needing("postgres"):
            asyncio.run(tried(url))
        address = f"http://{f'[{host}]' if ':' in host else host}:{door.getsockname()[1]}/"
        show(text("address", address))
        if open_:
            webbrowser.open(address)
        uvicorn.Server(config(create_app(settings), limits)).run(sockets=[door])


def more_files() -> None:
    """As many open files as the system lets us have: every connection is one."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != hard:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2048)
    except OSError as error:
        said = zip(("en", "fr"), why(error), strict=True)
        raise EscarmoucheError(*[MESSAGES.sentence("busy", (host, port, one), str, spoken) for spoken, one in said]) from None
