"""What is wrong with a database, in one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util import CommandError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from escarmouche.core.errors import EscarmoucheError, why
from escarmouche.server.refusals import Words, words

SAID = {
    "not a database": "no-database",
    "malformed": "no-database",
    "unable to open": "closed",
    "readonly": "closed",
    "locked": "held",
    "full": "full",
    "disk I/O": "full",
}
"""What SQLite says, and the reason that it is."""
NAMED = {
    "InvalidPasswordError": "stranger",
    "InvalidAuthorizationSpecificationError": "stranger",
    "InsufficientPrivilegeError": "stranger",
    "InvalidCatalogNameError": "nowhere",
    "DiskFullError": "full",
    "gaierror": "silent",
    "TimeoutError": "silent",
}
"""What PostgreSQL's driver and the network call it."""


def reason(error: BaseException) -> Words:
    """Why a database cannot be used."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    if isinstance(error, CommandError):
        return words("trouble.newer")
    name, said = type(error).__name__, str(error)
    key = NAMED.get(name) or next((key for part, key in SAID.items() if part in said), "")
    if key:
        return words(f"trouble.{key}")
    if isinstance(error, OSError):
        return Words(*why(error))
    return words("trouble.other", name)


@contextmanager
def usable(url: str) -> Iterator[None]:
    """While a database is opened: where it cannot be, that is said in one sentence, without a password."""
    try:
        yield
    except (EscarmoucheError, ModuleNotFoundError, asyncio.CancelledError):
        raise
    except Exception as error:
        told = reason(error)
        shown = make_url(url).set(drivername=url.partition("+")[0]).render_as_string(hide_password=True)
        raise EscarmoucheError(words("database", shown, told.en).en, words("database", shown, told.fr).fr) from error


def is_storage_trouble(error: Exception) -> bool:
    """Is it the database, or the way to it, that is at fault?"""
    return isinstance(error, (SQLAlchemyError, OSError))
