"""A PostgreSQL server for the tests: started in a folder of its own, by a user without privileges, and thrown away."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path:
    """Where initdb and postgres are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    if on_path:
        found.append(Path(on_path).resolve())
    real = [path for path in found if path.with_name("postgres").is_file()]
    assert real, "PostgreSQL is missing: run `make test` as root, or install it (Debian: sudo apt install postgresql)."
    return real[0].parent


def unprivileged() -> str | None:
    """Who runs the server: PostgreSQL refuses to be run by root. None for ourselves."""
    if os.geteuid() != 0:
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@contextmanager
def running() -> Iterator[str]:
    """A server; gives the URL of its database."""
    folder = Path(tempfile.mkdtemp(prefix="escarmouche-pg-"))
    user = unprivileged()
    if user is not None:
        shutil.chown(folder, user)
    port = free_port()
    bin, data = programs(), folder / "data"
    make = [str(bin / "initdb"), "-D", str(data), "-U", "escarmouche", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
    subprocess.run(make, check=True, capture_output=True, user=user, cwd=folder)
    run = [str(bin / "postgres"), "-D", str(data), "-k", str(folder), "-h", "127.0.0.1", "-p", str(port), "-c", "fsync=off"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(run, stdout=log, stderr=log, user=user, cwd=folder)
    try:
        _wait(server, port, folder / "log")
        yield f"postgresql://escarmouche@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(600):
        assert server.poll() is None, log.read_text("utf-8")
        with socket.socket() as door:
            door.settimeout(1)
            if door.connect_ex(("127.0.0.1", port)) == 0 and "ready to accept" in log.read_text("utf-8"):
                return
        time.sleep(0.05)
    raise AssertionError(f"PostgreSQL did not start for {getpass.getuser()}: {log.read_text('utf-8')}")
