"""Files that are whole or not there at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_atomically(path: str | Path, data: bytes | str) -> None:
    """Write a file so that others find the old one or the whole new one, whatever happens on the way, a power cut too. Text is
    written as UTF-8. Raises OSError, and leaves nothing behind, when that cannot be."""
    target = Path(path)
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(handle)
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise
