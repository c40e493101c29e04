"""Files that are whole or not there at all, and that one writes at a time."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from escarmouche.core.errors import EscarmoucheError, why


def write_atomically(path: str | Path, data: bytes | str) -> None:
    """Write a file so that others find the old one or the whole new one, whatever happens on the way, a power cut too. Text is
    written as UTF-8; a link stays a link. Raises OSError, and leaves nothing behind, when that cannot be."""
    target = Path(os.path.realpath(path))
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(handle)
        with suppress(FileNotFoundError):  # a file that is replaced keeps its rights
            os.chmod(part, target.stat().st_mode & 0o777)
        os.replace(part, target)
        _settle(target.parent)
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


def _settle(folder: Path) -> None:
    """See to it that a power cut does not undo a new name; where a folder cannot be opened there is nothing to do."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def append(path: str | Path, lines: bytes) -> None:
    """Add whole lines to the end of a file, all of them or none; a line that was cut short before stays apart from them.
    Raises OSError when that cannot be, as when the disk is full."""
    with open(path, "ab", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        left = memoryview(lines if not size or _last(path) == b"\n" else b"\n" + lines)
        try:
            while left:
                left = left[file.write(left) :]
        except BaseException:
            with suppress(OSError):
                os.ftruncate(file.fileno(), size)
            raise


def _last(path: str | Path) -> bytes:
    """The last byte of a file that has one."""
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read()


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """While a file is written, its folder made first: what keeps it from being written is one sentence."""
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        yield
    except BlockingIOError as error:
        raise EscarmoucheError(
            f"Another process is writing to {path}: wait until it has ended, or choose another place.",
            f"Un autre processus écrit dans {path} : attendez qu’il ait fini, ou choisissez un autre emplacement.",
        ) from error
    except OSError as error:
        reason, raison = why(error)
        raise EscarmoucheError(
            f"The file {path} cannot be written ({reason}): make room or choose another place.",
            f"Le fichier {path} ne peut pas être écrit ({raison}) : faites de la place ou choisissez un autre emplacement.",
        ) from error


@contextmanager
def held(path: str | Path, patience: float = 0.0) -> Iterator[None]:
    """Hold a file that is to be read, changed and written again: nobody else holds it meanwhile, in whatever process, and a
    process that dies lets go. Raises BlockingIOError when somebody else still holds it after so many seconds. A folder in
    which nothing can be written needs no holding."""
    target = Path(os.path.realpath(path))
    lock = target.with_name(f".{target.name[:100]}.lock")
    until = time.monotonic() + patience
    handle = _grasp(lock)
    while handle is not None and handle < 0:
        if time.monotonic() >= until:
            raise BlockingIOError(f"{path} is in use")
        time.sleep(0.02)
        handle = _grasp(lock)
    try:
        yield
    finally:
        if handle is not None:
            with suppress(OSError):
                os.unlink(lock)
            os.close(handle)


def _grasp(lock: Path) -> int | None:
    """The handle of a lock that is ours now; -1 when it is somebody else's, None where there can be none."""
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return None
    try:
        _lock(handle)
        # Whoever held it before may have removed the file between our opening and our locking it.
        if os.path.samestat(os.fstat(handle), os.stat(lock)):
            return handle
    except OSError:
        pass
    os.close(handle)
    return -1


if sys.platform == "win32":

    def _lock(handle: int) -> None:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:

    def _lock(handle: int) -> None:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
