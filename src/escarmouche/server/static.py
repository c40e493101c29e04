"""The page of the table and its files, read once and kept compressed."""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from escarmouche.server.refusals import words

FOLDER = Path(__file__).with_name("static")
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest+json")


class Asset:
    """A file of the page."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.data = path.read_bytes()
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self.etag = f'"{hashlib.sha256(self.data).hexdigest()[:24]}"'
        squeezed = gzip.compress(self.data, 9) if self.kind.startswith(TEXTS) else b""
        self.squeezed = squeezed if len(squeezed) < len(self.data) else b""
        # The names of built files hold a hash of what is in them.
        lasting = path.relative_to(folder).parts[0] == "assets"
        self.cache = "public, max-age=31536000, immutable" if lasting else "no-cache"


class Assets:
    """All files of the page, by their path."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        self.files = {path.relative_to(folder).as_posix(): Asset(path, folder) for path in paths}

    def find(self, path: str) -> Asset | None:
        """The file at a path. Paths without an ending are pages of the one-page client."""
        name = path.strip("/")
        if name not in self.files and "." not in name.rpartition("/")[2]:
            name = "index.html"
        return self.files.get(name)


def hint() -> str:
    """The page where none was built."""
    said = words("unbuilt")
    lines = f"<p>{html.escape(said.en)}</p><p lang=fr>{html.escape(said.fr)}</p>"
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>Escarmouche</title>{lines}</html>"


def served(assets: Assets, request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    """The file at a path, or a hint where there is no page at all."""
    if path.startswith(("/api", "/schema")):
        raise NotFoundException
    asset = assets.find(path)
    if asset is None:
        if assets.files or path != "/":
            raise NotFoundException
        return Response(hint().encode(), media_type="text/html", headers={"cache-control": "no-cache"})
    headers = {"etag": asset.etag, "cache-control": asset.cache, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers)
    squeezed = bool(asset.squeezed) and "gzip" in request.headers.get("accept-encoding", "")
    if squeezed:
        headers["content-encoding"] = "gzip"
    return Response(asset.squeezed if squeezed else asset.data, media_type=asset.kind, headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str | None] = None) -> Response[bytes]:
    """The page of the table and its files."""
    return served(request.app.state.assets, request, path or "/")
