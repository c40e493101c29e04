"""What is stored may be damaged: a snapshot is made again from the log, and a game that is lost takes no other with it."""

from __future__ import annotations

import json
import logging
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from escarmouche.core import registry
from tests.server.serving import Json, Player, inside, play_both, two_seats, wait_for
from tests.server.test_refusals import says_why


def change(data: Path, order: str, *values: Any) -> None:
    """Change what is stored, behind the server's back."""
    with closing(sqlite3.connect(data / "escarmouche.sqlite")) as database:
        assert database.execute(order, values).rowcount > 0
        database.commit()


class Kept(NamedTuple):
    """A game that a server kept in this folder before it ended: who plays it, and what each of them saw last."""

    folder: Path
    game: str
    tokens: list[str]
    states: list[Json]

    def copied(self, to: Path) -> None:
        """Put it into a folder of one's own."""
        shutil.copytree(self.folder, to, dirs_exist_ok=True)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A game so long that it has a snapshot, for all who only damage it."""
    folder = tmp_path_factory.mktemp("kept")
    with inside(folder) as client:
        players = two_seats(client, seed=4)
        play_both(*players, random.Random(4), 140)
        states = [player.get() for player in players]
        wait_for(lambda: client.app.state.hub.lives[players[0].game].kept > 0)
    return Kept(folder, players[0].game, [player.token for player in players], states)


@pytest.mark.parametrize("data", [b"", b"rubbish", b'{"format": 1}', b"\xff" * 100, b"[" * 5000])
def test_a_bad_snapshot_is_made_again_from_the_log(
    kept: Kept, tmp_path: Path, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    kept.copied(tmp_path)
    change(tmp_path, "update snapshot set data = ?", data)
    with inside(tmp_path) as client, caplog.at_level(logging.WARNING, "escarmouche.server"):
        back = [Player(client, kept.game, token) for token in kept.tokens]
        assert [player.get() for player in back] == kept.states
        assert play_both(back[0], back[1], random.Random(5), 3)
    assert kept.game in caplog.text
    assert "snapshot" in caplog.text


@pytest.mark.parametrize(
    ("order", "value"),
    [
        ("update log set answer = ? where game = ? and n = 3", b'["no-such-secret", 17]'),
        ("update log set answer = ? where game = ? and n = 3", b"rubbish"),
        ("update log set kind = ? where game = ? and n = 3", "undo"),
        ("update log set versions = ? where game = ? and n = 3", b"[]"),
        ("update game set origin = ? where id = ?", b"rubbish"),
        ("update game set origin = ? where id = ?", b'{"setup": {}, "seats": [], "spectator": "", "bot_seed": ""}'),
    ],
)
def test_one_damaged_game_breaks_no_other(tmp_path: Path, order: str, value: Any, caplog: pytest.LogCaptureFixture) -> None:
    with inside(tmp_path) as client:
        one, other = two_seats(client, seed=4)
        play_both(one, other, random.Random(4), 3)
        well, _ = two_seats(client, seed=5)
    change(tmp_path, order, value, one.game)
    with inside(tmp_path) as client, caplog.at_level(logging.WARNING, "escarmouche.server"):
        tokens = {"tokens": [f"{player.game}:{player.token}" for player in (one, well)]}
        listed = client.post("/api/mine", json=tokens)
        assert listed.status_code == 200, listed.text
        assert [game["game"] for game in listed.json()] == [well.game]
        for path in ("", "/replay", "/events"):
            answer = Player(client, one.game, one.token).get(path, 422)
            assert says_why(answer)
            assert "no-such-secret" not in str(answer)
    assert one.game in caplog.text


class TestUpgrades:
    """The rules may be others when a server comes back: games go on exactly as they began, or are refused in one sentence."""

    def test_a_game_that_leads_to_the_same_goes_on(self, kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        kept.copied(tmp_path)
        monkeypatch.setattr(type(registry.system("sbh")), "version", 99)
        with inside(tmp_path) as client:
            back = [Player(client, kept.game, token) for token in kept.tokens]
            assert [player.get() for player in back] == kept.states
            assert play_both(back[0], back[1], random.Random(5), 3)

    def test_one_that_leads_elsewhere_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=4)
            play_both(one, other, random.Random(4), 8)
        began = f"sbh {registry.system('sbh').version}"
        said = self.refused(tmp_path, one.game, one.token, monkeypatch)
        assert "rules have changed" in said
        assert began in said

    def test_a_long_one_that_leads_elsewhere_is_refused(
        self, kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept.copied(tmp_path)
        began = f"sbh {registry.system('sbh').version}"
        said = self.refused(tmp_path, kept.game, kept.tokens[0], monkeypatch)
        assert "rules have changed" in said
        assert began in said

    def refused(self, data: Path, game: str, token: str, monkeypatch: pytest.MonkeyPatch) -> str:
        """Other dice have fallen according to the log, and there is a new version of the rules: what is said of the game."""
        with closing(sqlite3.connect(data / "escarmouche.sqlite")) as database:
            n, events = next(
                (n, events)
                for n, events in database.execute("select n, events from log where game = ? order by n", (game,))
                if b'"faces":[' in events
            )
        other_faces = [dict(event) for event in json.loads(events)]
        for event in other_faces:
            if event.get("faces"):
                event["faces"] = [7 - face for face in event["faces"]]
        change(data, "update log set events = ? where game = ? and n = ?", json.dumps(other_faces).encode(), game, n)
        monkeypatch.setattr(type(registry.system("sbh")), "version", 99)
        with inside(data) as client:
            said = Player(client, game, token).get("", 422)
        assert says_why(said)
        return str(said["error"]["en"])
