"""Files are replaced whole or not at all, and nothing is left lying about."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.files import append, held, write_atomically, writing


def test_text_and_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    write_atomically(tmp_path / "text", "é\nà la ligne\n")
    write_atomically(str(tmp_path / "bytes"), b"\x00\r\n")
    assert (tmp_path / "text").read_bytes() == "é\nà la ligne\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\x00\r\n"
    write_atomically(tmp_path / "text", "b")
    assert sorted([(path.name, path.read_bytes()) for path in tmp_path.iterdir()]) == [("bytes", b"\x00\r\n"), ("text", b"b")]


def test_it_is_on_the_disk_before_it_takes_the_place_of_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        info = os.fstat(handle)
        steps.append("synced the folder" if stat.S_ISDIR(info.st_mode) else f"synced {info.st_size}")
        fsync(handle)

    def replaced(part: str, target: Path) -> None:
        assert Path(part).parent == target.parent
        steps.append("replaced")
        replace(part, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write_atomically(tmp_path / "game", b"twelve bytes")
    assert steps == ["synced 12", "replaced", "synced the folder"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    (tmp_path / "game").write_bytes(b"old")

    def full(handle: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(type(error)):
        write_atomically(tmp_path / "game", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("game", b"old")]


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "folder", tmp_path / "nowhere" / "game"):
        with pytest.raises(OSError):
            write_atomically(place, "x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_file_keeps_its_rights_and_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(b"old")
    (tmp_path / "game").chmod(0o640)
    (tmp_path / "link").symlink_to("game")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "game").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "game").stat().st_mode) == 0o640
    write_atomically(tmp_path / "fresh", "mine")
    assert stat.S_IMODE((tmp_path / "fresh").stat().st_mode) == 0o600, "a game holds the seed of its dice"


HOLD = """
import sys, time
from escarmouche.core.files import held
with held(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_holds_a_file_at_a_time_and_who_dies_lets_go(tmp_path: Path) -> None:
    file = tmp_path / "campaign.json"
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    with pytest.raises(BlockingIOError), held(file, 0.05):
        pass
    other.kill()
    other.communicate()
    with held(file, 5), pytest.raises(BlockingIOError), held(file):
        pass
    with held(file):
        pass
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_nothing_is_held(tmp_path: Path) -> None:
    with held(tmp_path / "nowhere" / "game"), held(tmp_path / "nowhere" / "game"):
        assert list(tmp_path.iterdir()) == []


def test_lines_are_added_whole(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    append(file, b"one\n")
    append(str(file), b"two\nthree\n")
    assert file.read_bytes() == b"one\ntwo\nthree\n"
    file.write_bytes(b"one\ncut sho")
    append(file, b"two\n")
    assert file.read_bytes() == b"one\ncut sho\ntwo\n"


FULL = """
import resource, signal, sys
from escarmouche.core.files import append
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
try:
    append(sys.argv[1], b"a line of more than ten bytes\\n")
except OSError as error:
    print(type(error).__name__)
"""


def test_lines_that_do_not_fit_are_left_out_whole(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    file.write_bytes(b"one\n")
    said = subprocess.run([sys.executable, "-c", FULL, str(file)], capture_output=True, text=True, check=True)
    assert said.stdout == "OSError\n"
    assert file.read_bytes() == b"one\n"


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with writing(tmp_path / "new" / "rows"):
        append(tmp_path / "new" / "rows", b"one\n")
    (tmp_path / "file").touch()
    cannot = pytest.raises(EscarmoucheError, match=r"^The file .*rows cannot be written \(.*\): make room or .*\.$")
    with cannot as caught, writing(tmp_path / "file" / "rows"):
        raise AssertionError("the folder cannot be made")
    assert "ne peut pas être écrit" in caught.value.sentence("fr")
    busy = tmp_path / "busy"
    with held(busy), pytest.raises(EscarmoucheError, match="Another process is writing"), writing(busy), held(busy):
        raise AssertionError("somebody else holds it")
