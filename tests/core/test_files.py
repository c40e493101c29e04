"""Files are replaced whole or not at all, and nothing is left lying about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from escarmouche.core.files import write_atomically


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
        steps.append(f"synced {os.fstat(handle).st_size}")
        fsync(handle)

    def replaced(part: str, target: Path) -> None:
        assert Path(part).parent == target.parent
        steps.append("replaced")
        replace(part, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write_atomically(tmp_path / "game", b"twelve bytes")
    assert steps == ["synced 12", "replaced"]


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
