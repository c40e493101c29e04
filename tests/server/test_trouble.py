"""Databases that cannot be used are told in one sentence, and nobody else reads those that can."""

from __future__ import annotations

import os
import random
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from escarmouche.core.errors import EscarmoucheError
from escarmouche.server import storage
from escarmouche.server.storage import alone
from tests.server.postgres import free_port
from tests.server.serving import PATIENCE, inside, play_both, process, two_seats, wait_for


def refused(*options: str, lang: str = "en") -> str:
    """What a server says that does not start: one sentence."""
    line = [sys.executable, "-m", "escarmouche", "serve", "--port", "0", "--lang", lang, *options]
    told = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE)
    assert (told.returncode, told.stdout) == (2, ""), told
    assert told.stderr.count("\n") == 1, told.stderr
    assert "Traceback" not in told.stderr
    return told.stderr


class TestDoesNotStart:
    def test_on_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        file = tmp_path / "escarmouche.sqlite"
        file.write_bytes(b"rubbish " * 4000)
        assert "it is no database, or a damaged one" in refused("--data", str(tmp_path))
        assert "ce n’est pas une base, ou elle est abîmée" in refused("--data", str(tmp_path), lang="fr")
        assert file.read_bytes() == b"rubbish " * 4000

    @pytest.mark.parametrize("file", ["/proc/games.sqlite", "/nowhere/at/all/games.sqlite", "/tmp"])
    def test_where_nothing_can_be_written(self, file: str) -> None:
        assert "The games cannot be kept in sqlite:///" in refused("--database", f"sqlite:///{file}")

    def test_in_a_folder_that_cannot_be(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        assert "cannot be made" in refused("--data", str(tmp_path / "file" / "folder"))
        (tmp_path / "data" / "escarmouche.sqlite").mkdir(parents=True)
        assert "The games cannot be kept in" in refused("--data", str(tmp_path / "data"))

    def test_where_nobody_answers(self) -> None:
        said = refused("--database", f"postgresql://me:verysecret@127.0.0.1:{free_port()}/games")
        assert "verysecret" not in said
        assert "The games cannot be kept in postgresql://me:***@127.0.0.1" in said
        assert "nobody answers there" in refused("--database", "postgresql://me@nowhere.invalid/games")

    def test_at_an_address_that_is_none(self) -> None:
        said = refused("--database", "postgresql://me:verysecret@127.0.0.1:port/games")
        assert "verysecret" not in said
        assert "of no kind we know" in said

    def test_on_a_database_of_a_newer_version(self, tmp_path: Path) -> None:
        with inside(tmp_path):
            pass
        with sqlite3.connect(tmp_path / "escarmouche.sqlite") as database:
            database.execute("update alembic_version set version_num = '9999'")
        database.close()
        assert "a newer version of the program has made it" in refused("--data", str(tmp_path))


class TestPrivate:
    def mode(self, file: Path) -> str:
        return oct(file.stat().st_mode & 0o777)

    def test_in_a_folder_that_others_look_into(self, tmp_path: Path) -> None:
        """What is made is for nobody else's eyes, whatever the folder and the mask let through."""
        tmp_path.chmod(0o755)
        before = os.umask(0o022)
        try:
            with process(tmp_path) as server, server.client() as client:
                two_seats(client, seed=1)
                files = sorted(path for path in tmp_path.iterdir() if path.is_file() and path.suffix != ".log")
                assert "escarmouche.sqlite-wal" in [path.name for path in files]
                assert {path.name: self.mode(path) for path in files} == {path.name: "0o600" for path in files}
        finally:
            os.umask(before)

    def test_one_that_others_could_read_is_closed_to_them(self, tmp_path: Path) -> None:
        with inside(tmp_path):
            pass
        (tmp_path / "escarmouche.sqlite").chmod(0o644)
        with inside(tmp_path):
            assert self.mode(tmp_path / "escarmouche.sqlite") == "0o640", "its group is the owner's business"


def test_one_server_has_a_file_by_whatever_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "HANDOVER", 0.05)  # how long one waits for the other to end is not what this is about
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    (tmp_path / "other.sqlite").symlink_to(real / "escarmouche.sqlite")
    with alone(f"sqlite:///{real / 'escarmouche.sqlite'}"):
        for file in (link / "escarmouche.sqlite", tmp_path / "other.sqlite", real / ".." / "real" / "escarmouche.sqlite"):
            with pytest.raises(EscarmoucheError, match="Another server has the games"), alone(f"sqlite:///{file}"):
                pass


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of another process")
def test_a_server_that_cannot_write_says_so(tmp_path: Path) -> None:
    """As on a full disk. What was acknowledged before is there, and it goes on once there is room."""
    with process(tmp_path / "data") as server, server.client() as client:
        one, other = two_seats(client, seed=1)
        play_both(one, other, random.Random(1), 3)
        free = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, free[1]))
        wait_for(lambda: client.get("/healthz").status_code == 503)
        said = client.get("/healthz").json()["error"]
        assert (
            said["en"]
            == "Nothing can be written down here (the disk is full or failing): those who keep the server must see to it."
        )
        assert "disque" in said["fr"]
        assert one.get()["version"] > 0
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, free)
        wait_for(lambda: client.get("/healthz").status_code == 200)
        assert play_both(one, other, random.Random(2), 3)
