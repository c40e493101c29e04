"""Sitting at a table with others: names, what is said there, who looks on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis.luck import Luck, Peak
from escarmouche.core import proof
from escarmouche.server.fortunes import shown
from escarmouche.server.naming import called, named
from escarmouche.server.storage import Seat
from tests.server.serving import HERE, LINK, Player, inside, open_game

ADA = {"kind": "here", "name": "Ada"}


def at_table(client: Any, **wanted: Any) -> tuple[Player, Player, Player]:
    """Two people and a spectator at a quick battle."""
    _, players, spectator = open_game(client, **{"system": "sbh", "quick": True, "seats": [ADA, LINK], **wanted})
    one, other = players
    assert one is not None
    assert other is not None
    return one, other, spectator


class TestNames:
    SEATS = (Seat("here", "Ada"), Seat("link", "Bob"), Seat("bot"))

    @pytest.mark.parametrize(
        ("text", "language", "read"),
        [
            ("Player 1 deploys 5 figures.", "en", "Ada deploys 5 figures."),
            ("It is the turn of player 2.", "en", "It is the turn of Bob."),
            ("Player 3 wins against player 1.", "en", "The computer wins against Ada."),
            ("Le joueur 1 attaque, le joueur 2 défend.", "fr", "Ada attaque, Bob défend."),
            ("Le chef du joueur 1 répond au joueur 2.", "fr", "Le chef d’Ada répond à Bob."),
            ("Joueur 3 : l’initiative revient au joueur 3.", "fr", "L’ordinateur : l’initiative revient à l’ordinateur."),
            ("La bande du joueur 3 fuit.", "fr", "La bande de l’ordinateur fuit."),
            ("Player 12 waits.", "en", "Player 12 waits."),
        ],
    )
    def test_sentences_say_who(self, text: str, language: str, read: str) -> None:
        assert named(text, called(self.SEATS)[language], language) == read

    def test_somebody_without_a_name_is_called_by_the_band_or_stays_a_number(self) -> None:
        seats, bands = (
            (Seat("here", "Ada"), Seat("link")),
            ({"name": "Red Boots"}, {"name": "The Trolls", "name_fr": "Les trolls"}),
        )
        said = called(seats, bands)
        assert named("Player 2 waits for player 1.", said["en"], "en") == "“The Trolls” waits for Ada."
        assert named("La bande du joueur 2 attend le joueur 1.", said["fr"], "fr") == "La bande de « Les trolls » attend Ada."
        for alike in ((), (bands[1], bands[1]), ({}, {})):
            assert named("Player 2 waits.", called(seats, alike)["en"], "en") == "Player 2 waits."

    def test_the_log_and_the_questions_say_who(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other, _ = at_table(client)
            other.post("/name", {"name": "  Bob  "})
            state = one.get()
            assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bob"]
            assert ("Ada", "Bob")[state["due"]["seat"]] in state["due"]["question"]["en"]
            assert "Ada" in str([event["text"]["fr"] for event in one.get("/events")])
            assert "layer 1" not in str([event["text"]["en"] for event in one.get("/events")])

    def test_a_name_outlives_the_server(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other, _ = at_table(client)
            other.post("/name", {"name": "Bob"})
        with inside(tmp_path) as client:
            assert Player(client, one.game, one.token).get()["seats"][1]["name"] == "Bob"

    def test_bad_names_are_refused_in_a_sentence(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, _, spectator = at_table(client)
            for name in ("x" * 61, "two\nlines", 7, None):
                assert one.post("/name", {"name": name}, 400)["error"]["fr"]
            assert spectator.post("/name", {"name": "Eve"}, 403)["error"]["en"]


class TestChat:
    def test_what_is_said_is_read_by_everybody_and_is_no_event(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other, spectator = at_table(client)
            events = len(one.get("/events"))
            line = one.post("/chat", {"text": "  Good luck! <b>  "}, 201)
            assert (line["n"], line["seat"], line["text"]) == (1, 0, "Good luck! <b>")
            other.post("/chat", {"text": "To you"}, 201)
            spectator.post("/chat", {"text": "Hear, hear"}, 201)
            told = other.get("/chat")
            assert [(one["seat"], one["text"]) for one in told] == [(0, "Good luck! <b>"), (1, "To you"), (-1, "Hear, hear")]
            assert [one["n"] for one in other.get("/chat?after=2")] == [3]
            assert len(one.get("/events")) == events
        with inside(tmp_path) as client:
            assert len(Player(client, one.game, one.token).get("/chat")) == 3

    def test_it_comes_over_the_socket(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other, _ = at_table(client)
            one.post("/chat", {"text": "first"}, 201)
            with client.websocket_connect(f"/api/games/{one.game}/live", headers=other.headers()) as socket:
                assert socket.receive_json()["type"] == "hello"
                assert [line["text"] for line in socket.receive_json()["lines"]] == ["first"]
                one.post("/chat", {"text": "second"}, 201)
                told = socket.receive_json()
                while told["type"] != "chat":
                    told = socket.receive_json()
                assert [line["text"] for line in told["lines"]] == ["second"]

    def test_spectators_may_be_hushed(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, _, spectator = at_table(client, hushed=True)
            assert "listen" in spectator.post("/chat", {"text": "boo"}, 403)["error"]["en"]
            one.post("/chat", {"text": "yes"}, 201)
            assert len(spectator.get("/chat")) == 1

    def test_too_long_too_much_or_nothing_is_refused(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other, _ = at_table(client)
            for text in ("", "x" * 201, "two\nlines", None):
                assert one.post("/chat", {"text": text}, 400)["error"]["fr"]
            assert one.post("/chat", {"text": "   "}, 422)["error"]["fr"]
            codes = [
                client.post(f"/api/games/{one.game}/chat", json={"text": "a"}, headers=one.headers()).status_code
                for _ in range(9)
            ]
            assert codes.count(201) in (6, 7)
            assert codes[-1] == 429
            other.post("/chat", {"text": "each has a measure of their own"}, 201)


def test_spectators_are_counted(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, _, spectator = at_table(client, seats=[HERE, HERE])
        assert one.get()["watching"] == 0
        with (
            client.websocket_connect(f"/api/games/{one.game}/live", headers=spectator.headers()) as first,
            client.websocket_connect(f"/api/games/{one.game}/live", headers=spectator.headers()) as second,
        ):
            assert first.receive_json()["type"] == second.receive_json()["type"] == "hello"
            assert one.get()["watching"] == 2


class TestGuestsArmy:
    """Whoever begins a game may leave it to the guest to choose an army."""

    OPEN = ({"kind": "here", "name": "Ada"}, {"kind": "link", "brings": 300})

    def opened(self, client: Any, **more: Any) -> tuple[Player, Player, Player]:
        wanted = {"quick": False, "seats": list(self.OPEN), "armies": ["orcs", None], **more}
        return at_table(client, **wanted)

    def test_the_game_begins_with_it(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            host, guest, spectator = self.opened(client)
            waiting = host.get()
            assert (waiting["phase"], waiting["view"], waiting["due"]["kind"]) == ("armies", None, "army")
            assert [seat["army"] and seat["army"]["en"] for seat in waiting["seats"]] == ["The Boar's Tusk", None]
            due = guest.get()["due"]
            assert (due["mine"], due["points"], "300" in due["question"]["fr"]) == (True, 300, True)
            assert guest.post("/army", {"army": "elves"})["phase"] == "play"
            assert [seat["army"]["en"] for seat in spectator.get()["seats"]] == ["The Boar's Tusk", "Wardens of the Green Mile"]
            guest.post("/army", {"army": "elves"}, 409)
        with inside(tmp_path) as client:
            again = Player(client, host.game, host.token).get()
            assert again["phase"] == "play"
            assert again["seats"][1]["army"]["en"] == "Wardens of the Green Mile"

    def test_one_of_their_own_is_checked(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            host, guest, spectator = self.opened(client, seats=[ADA, {"kind": "link", "brings": 100}])
            dear = guest.post("/army", {"army": "elves"}, 422)["error"]
            assert "284" in dear["en"]
            assert "100" in dear["fr"]
            assert guest.post("/army", {"army": "no-such-army"}, 422)["error"]["fr"]
            wrong = {"system": "sbh", "name": "Band", "figure": [{"profile": "no-such-profile"}]}
            assert guest.post("/army", {"army": wrong}, 422)["error"]["en"]
            assert guest.post("/army", {"army": 7}, 400)["error"]["en"]
            host.post("/army", {"army": "elves"}, 409)
            spectator.post("/army", {"army": "elves"}, 403)
            own = {"system": "sbh", "name": "Red Boots", "figure": [{"profile": "halfling-spearman", "count": 3}]}
            assert guest.post("/army", {"army": own})["seats"][1]["army"]["en"] == "Red Boots"

    def test_a_quick_one_is_deployed_then(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            host, guest, _ = self.opened(client, quick=True)
            assert guest.post("/army", {"army": "elves"})["view"]["turn"] == 1
            assert host.get()["undo"] is False

    def test_only_a_guest_brings_one(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            answer = client.post("/api/games", json={"system": "sbh", "seats": [{"kind": "here", "brings": 300}, LINK]})
            assert answer.status_code == 422
            assert "link" in answer.json()["error"]["en"]


class TestClocks:
    """The server keeps time, and nothing is forced when it is out."""

    def opened(self, client: Any, monkeypatch: pytest.MonkeyPatch, **clock: Any) -> tuple[Player, Player, list[int]]:
        """A game with a clock, a guest who has sat down, and the time, which a test may push on."""
        moment = [1_000_000_000_000]
        for module in ("keeping", "clocks", "opening", "prelude"):
            monkeypatch.setattr(f"escarmouche.server.{module}.now", lambda: moment[0])
        host, guest, _ = at_table(client, clock={"seconds": 60, "increment": 5, **clock})
        moment[0] += 1_000_000
        assert host.get()["clock"]["running"] == -1, "nobody's time runs before everybody has sat down"
        guest = Player(client, guest.game, guest.post("/claim", {})["token"])
        return host, guest, moment

    def test_time_runs_for_the_one_who_decides(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with inside(tmp_path) as client:
            host, guest, moment = self.opened(client, monkeypatch)
            state = host.get()
            due = state["due"]["seat"]
            assert state["clock"] == {
                "left": [60_000, 60_000], "since": moment[0], "running": due, "increment": 5, "loses": False
            }  # fmt: skip
            moment[0] += 20_000
            player = (host, guest)[due]
            player.answer(player.get()["due"]["options"][0]["answer"])
            assert host.get()["clock"]["left"][due] == 45_000
        with inside(tmp_path) as client:
            assert Player(client, host.game, host.token).get()["clock"]["left"][due] == 45_000, "the log alone tells it"

    def test_when_it_is_out_the_opponent_may_claim_the_game(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with inside(tmp_path) as client:
            host, guest, moment = self.opened(client, monkeypatch, loses=True)
            due = host.get()["due"]["seat"]
            late, other = (host, guest) if due == 0 else (guest, host)
            assert "time left" in other.post("/flag", {}, 409)["error"]["en"]
            moment[0] += 61_000
            late.post("/flag", {}, 409)
            assert late.get()["due"]["mine"], "nothing is forced"
            ended = other.post("/flag", {})
            assert (ended["phase"], ended["due"], ended["result"]["winner"]) == ("over", None, 1 - due)
            late.answer(["end-turn"], status=409)
            late.post("/rematch", {}, 201)
            self.proves_its_dice(late)
        with inside(tmp_path) as client:
            again = Player(client, host.game, host.token).get()
            assert (again["phase"], again["result"]["winner"]) == ("over", 1 - due)

    def proves_its_dice(self, player: Player) -> None:
        """A game won on time is over: its secret is told, and gives every die that was thrown."""
        told = player.get("/proof")
        assert proof.commitment(told["secret"]) == told["commitment"]
        secret, salts = bytes.fromhex(told["secret"]), "\n".join([one for one in told["salts"] if one is not None])
        rolled = [face for event in player.get("/events") if event["event"] == "rolled" for face in event["faces"]]
        assert [die["face"] for die in told["dice"]] == rolled
        for die in told["dice"]:
            assert proof.face(secret, salts, die["place"], die["sides"]) == die["face"]

    def test_nobody_loses_on_time_unless_it_was_agreed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with inside(tmp_path) as client:
            host, guest, moment = self.opened(client, monkeypatch)
            moment[0] += 100_000
            for player in (host, guest):
                assert player.post("/flag", {}, 409)["error"]["fr"]
            assert client.post("/api/games", json={"clock": {"seconds": 1}}).status_code == 400


def test_turning_points_name_those_who_play() -> None:
    peak = Peak(1, 2, 1, "The turn of player 2 is over.", "Le tour du joueur 2 est fini.", [0.1, -0.1], [0.0, 0.0])
    found = Luck(2, [], [], [], [peak], [0.0, 0.0])
    told = shown(found, [1, 2, 3], {"en": ["Ann", "the computer"], "fr": ["Ann", "l’ordinateur"]})
    assert told.peaks[0].words == {"en": "The turn of the computer is over.", "fr": "Le tour de l’ordinateur est fini."}
