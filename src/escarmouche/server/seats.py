"""Seats: unguessable tokens, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from escarmouche.server.storage import Origin

SPECTATOR = -1
_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


def new_id() -> str:
    """An id for a game: 72 random bits."""
    return secrets.token_urlsafe(9)


def new_token() -> str:
    """A token for a seat: 192 random bits."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is stored of a token. It is long and random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_id(text: str) -> bool:
    """Could this be a game's id?"""
    return _ID.fullmatch(text) is not None


def is_token(text: str) -> bool:
    """Could this be a token?"""
    return _TOKEN.fullmatch(text) is not None


def viewer_of(origin: Origin, token: str) -> int | None:
    """The seat that a token opens, SPECTATOR for a spectator's, None for nobody's. Takes the same time for all."""
    given = hashed(token)
    found: int | None = None
    for viewer, kept in enumerate([origin.spectator, *[seat.hash for seat in origin.seats]], SPECTATOR):
        if hmac.compare_digest(given, kept):
            found = viewer
    return found


def key_of(origin: Origin, viewer: int) -> str:
    """The hash of the token that opens a seat now."""
    return origin.spectator if viewer == SPECTATOR else origin.seats[viewer].hash


def link(game: str, token: str) -> str:
    """The page of a seat. The token stands behind the #, where it reaches no log of a server."""
    return f"/#/game/{game}?t={token}"
