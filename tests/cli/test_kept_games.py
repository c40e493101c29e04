"""No game is lost: every answer is on the disk, every game in a file of its own, whatever becomes of the window or the disk."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from escarmouche.cli import shelf
from escarmouche.core import files, registry, save
from escarmouche.core.errors import SaveError
from tests.cli.conftest import Said

Cli = Callable[..., Said]
POCKET = "play pocket --seed 3 --players here,here"


@pytest.fixture
def typed(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Run a command line with these lines of input, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(lines: str, line: str) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return cli(line)

    return call


def decisions(path: Path) -> int:
    """How many decisions a file holds."""
    return save.glance(path).decisions


def test_every_game_has_a_file_of_its_own_and_none_lies_in_the_folder_where_one_happens_to_be(
    typed: Cli, tmp_path: Path
) -> None:
    for _ in range(3):
        assert typed("1\nq\n", POCKET).status == 0
    assert len(shelf.games()) == 3
    assert [decisions(path) for path in shelf.games()] == [1, 1, 1]
    assert list(tmp_path.iterdir()) == []
    assert [path.name for path in shelf.folder().iterdir() if path.suffix != ".json"] == [], "locks are gone"


def test_every_answer_is_written_at_once(typed: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    class Watched(io.StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            seen.append(decisions(shelf.games()[0]) if shelf.games() else 0)
            return super().readline(size)

    typed("", POCKET)
    for path in shelf.games():
        path.unlink()
    monkeypatch.setattr("sys.stdin", Watched("1\n1\nu\n1\n"))
    from escarmouche.cli import run

    assert run(POCKET.split()) == 0
    assert seen == [0, 1, 2, 1, 2]


def test_a_closed_window_loses_nothing(tmp_path: Path) -> None:
    home = Path(os.environ["ESCARMOUCHE_HOME"])
    command = [sys.executable, "-m", "escarmouche", "play", "sbh", "--seed", "5", "--players", "here,here"]
    window = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=tmp_path)
    assert window.stdin is not None
    window.stdin.write(b"1\n1\n")
    window.stdin.flush()
    until = time.monotonic() + 60
    while not any(decisions(path) == 2 for path in (home / "games").glob("*.json")):
        assert time.monotonic() < until
        time.sleep(0.05)
    window.send_signal(signal.SIGHUP)
    window.communicate()
    (game,) = shelf.games()
    assert decisions(game) == 2
    with files.held(game):
        pass


def test_resume_lists_the_games_by_number_with_who_plays_them(typed: Cli) -> None:
    assert "No game is kept" in typed("", "play --resume").out
    typed("1\nq\n", POCKET)
    typed("q\n", "play sbh --seed 5 --players here,random --scenario pitched-battle")
    (shelf.folder() / "2001-01-01-000000-broken.json").write_text("{")
    said = typed("", "play --resume")
    assert said.status == 0
    rows = [line.split() for line in said.out.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])]
    assert rows[0] == ["1", "2001-01-01-000000-broken", "damaged"]
    assert [row[2:] for row in rows[1:]] == [["here,here", "1", "under", "way"], ["here,random", "0", "under", "way"]]
    assert [row[1] for row in rows] == [path.stem for path in shelf.games()]
    only = typed("", "play sbh --resume --lang fr").out
    assert "en cours" in only
    assert shelf.games()[1].stem not in only


def test_a_game_is_resumed_by_number_or_name_with_those_who_played_it_and_written_on(typed: Cli) -> None:
    typed("1\nq\n", POCKET)
    (game,) = shelf.games()
    for number, name in enumerate(["1", game.stem, game.name, str(game)], 2):
        said = typed("1\nq\n", f"play --resume {name}")
        assert "has the keyboard" in said.out, "two people, as before"
        assert decisions(game) == number
    assert shelf.games() == [game]
    assert "no game number 2" in typed("", "play --resume 2").err


def test_a_file_from_elsewhere_is_the_one_that_is_written_on(typed: Cli, tmp_path: Path) -> None:
    registry.new("pocket", seed=3).save(tmp_path / "mine.json")
    said = typed("1\n1\nq\n", "play --resume mine.json --players here,here")
    assert "--resume mine.json --players here,here" in said.out
    assert decisions(tmp_path / "mine.json") == 2
    assert shelf.games() == []


def test_the_system_named_must_be_that_of_the_game(typed: Cli, tmp_path: Path) -> None:
    registry.new("sbh", seed=3).save(tmp_path / "mine.json")
    said = typed("", "play masse --resume mine.json")
    assert (said.status, said.out) == (2, "")
    assert said.err == "The game mine.json is of sbh, not of masse: leave masse out, or choose another game.\n"
    assert "de sbh, et non de masse" in typed("", "play masse --resume mine.json --lang fr").err
    assert "leave out --seed, --dice with --resume" in typed("", "play --resume mine.json --seed 4 --dice manual").err


def test_two_windows_cannot_play_one_game(typed: Cli) -> None:
    typed("1\nq\n", POCKET)
    (game,) = shelf.games()
    with files.held(game):
        said = typed("q\n", "play --resume 1")
    assert said.status == 2
    assert "in another window" in said.err


def concede(lines: str, typed: Cli) -> Said:
    """A game of sbh in which somebody types the answer that gives it up."""
    return typed(lines, "play sbh --seed 5 --players here,here --scenario pitched-battle --lang fr")


def test_giving_up_is_asked_about(typed: Cli) -> None:
    game = registry.new("sbh", seed=5, scenario="pitched-battle")
    ways = 0
    while ("concede",) not in game.options():
        game.play(game.options()[0])
        ways += 1
    number = game.options().index(("concede",)) + 1
    said = concede("1\n" * ways + f'{number}\nnon\n["concede"]\n\nq\n', typed)
    assert said.out.count("en êtes-vous sûr ?") == 2
    assert not save.glance(shelf.games()[-1]).over
    said = concede("1\n" * ways + f"{number}\noui\n", typed)
    assert "a abandonné." in said.out
    assert save.glance(shelf.games()[-1]).over


def test_a_game_that_is_over_is_kept_and_can_be_seen_again(typed: Cli) -> None:
    said = typed("", "play pocket --seed 3 --players random,random")
    (game,) = shelf.games()
    assert f"`escarmouche replay {game.stem}` shows it again." in said.out
    assert "over" in typed("", "play --resume").out
    assert typed("", f"replay {game.stem} --verify").status == 0
    assert typed("", "replay 1 --json").json()["result"] is not None
    assert typed("", "play --resume 1").status == 0


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Disks that are full: nothing can be written to the folders in the list."""
    places: list[Path] = []
    real = files.write_atomically

    def write(path: str | Path, data: bytes | str) -> None:
        if Path(path).parent in places:
            raise OSError(28, "No space left on device")
        real(path, data)

    monkeypatch.setattr(save, "write_atomically", write)
    return places


def test_on_a_full_disk_one_plays_on_and_the_game_goes_elsewhere(typed: Cli, full: list[Path], tmp_path: Path) -> None:
    full.append(shelf.folder())
    said = typed("1\n1\nq\n", POCKET)
    assert said.status == 0
    assert said.out.count("No space left on device") == 1, "it is said once"
    (game,) = tmp_path.glob("*.json")
    assert decisions(game) == 2
    assert str(game) in said.out


def test_where_there_is_no_room_at_all_nobody_leaves_unwarned(
    typed: Cli, full: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("1\nq\n", POCKET)
    (game,) = shelf.games()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    full.extend([shelf.folder(), tmp_path])
    (tmp_path / "stick").mkdir()
    said = typed("1\nq\ns stick/copy.json\nq!\n", "play --resume 1")
    assert said.status == 0
    assert "leave without your last answers with q!" in said.out
    assert decisions(tmp_path / "stick" / "copy.json") == 2
    assert decisions(game) == 1, "what was written before stays"
    said = typed("1\n", "play --resume 1")
    assert said.status == 2
    assert "nor to anywhere else" in said.err


def test_a_folder_that_cannot_be_made_is_said_and_one_plays_on(
    typed: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path / "file" / "home"))
    said = typed("1\nq\n", POCKET)
    assert said.status == 0
    assert len(list(tmp_path.glob("*pocket*.json"))) == 1


def test_a_glance_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        save.glance(tmp_path / "none.json")
    game = registry.new("pocket", seed=3)
    save.write(game, tmp_path / "noted.json", {"players": "here,random"})
    assert save.glance(tmp_path / "noted.json").notes == {"players": "here,random"}
    assert save.dump(save.read(tmp_path / "noted.json")) == save.dump(game)
