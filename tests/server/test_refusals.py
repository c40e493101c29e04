"""Messages that must be refused: each with the right status and one sentence, and nothing changed."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect

from escarmouche.core.errors import EscarmoucheError
from escarmouche.server.api_catalog import MOST_DOTS, parsed
from escarmouche.server.limits import Guard, Limits
from tests.server.serving import FREE, HERE, Client, Json, Player, inside, open_game, pick, play_both, process, two_seats

MADE_BY_A_CAMPAIGN = {
    "system": "sbh",
    "name": "So they say",
    "campaign": True,
    "figure": [{"profile": "human-warrior", "count": 10, "options": {"quality": 2, "combat": 6}}],
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Player]]:
    """A game between two, some way on, for all who change nothing."""
    with inside(tmp_path_factory.mktemp("begun")) as client:
        one, other = two_seats(client, seed=9)
        play_both(one, other, random.Random(9), 20)
        yield one, other


@pytest.fixture
def table(begun: tuple[Player, Player]) -> Iterator[tuple[Player, Player]]:
    """A game between two, some way on; afterwards it must be as it was."""
    one, other = begun
    before = (one.get(), other.get(), one.get("/events"))
    yield one, other
    assert (one.get(), other.get(), one.get("/events")) == before


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server on which no game is begun."""
    with inside(tmp_path_factory.mktemp("empty")) as client:
        yield client


def due_and_idle(table: tuple[Player, Player]) -> tuple[Player, Player, Json]:
    """The one who decides, the other one, and the state of the first."""
    seat = table[0].get()["due"]["seat"]
    return table[seat], table[1 - seat], table[seat].get()


def says_why(answer: Json) -> bool:
    """Is it one sentence in each language?"""
    error = answer["error"]
    return all(error[language].endswith((".", ")")) and len(error[language]) > 10 for language in ("en", "fr"))


class TestAnswers:
    @pytest.mark.parametrize(
        "answer",
        [
            ["no-such-thing"],
            ["move", 1, 1],
            ["activate", 999, 3, ""],
            ["activate", 2**62, 3, ""],
            ["activate", -1, 3, ""],
            [],
            None,
            1.5,
            {"a": 1},
            [[[[[[[[[[[[]]]]]]]]]]]],
            "x" * 5000,
            [1] * 5000,
            [True, False, None],
            2**80,
        ],
        ids=str,
    )
    def test_illegal_and_odd_ones(self, table: tuple[Player, Player], answer: Any) -> None:
        player, _, state = due_and_idle(table)
        assert says_why(player.answer(answer, state["version"], 422))

    def test_a_rule_is_named(self, table: tuple[Player, Player]) -> None:
        player, _, state = due_and_idle(table)
        assert player.answer(["activate", 999, 3, ""], state["version"], 422)["error"]["rule"].startswith("sbh.")

    def test_out_of_turn(self, table: tuple[Player, Player]) -> None:
        _, idle, state = due_and_idle(table)
        assert says_why(idle.answer(pick(state, random.Random(1)), idle.get()["version"], 409))

    def test_stale_and_early(self, table: tuple[Player, Player]) -> None:
        player, _, state = due_and_idle(table)
        for after in (0, state["version"] - 1, state["version"] + 1):
            assert says_why(player.answer(pick(state, random.Random(1)), after, 409))

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"[]",
            b"null",
            b'{"answer": ["end"]}',
            b'{"answer": ["end"], "after": -1}',
            b'{"answer": ["end"], "after": "x"}',
            b'{"answer": ["end"], "after": 1, "more": 1}',
            b'{"answer": ["end"], "after": 1, "id": "with space"}',
            b"\xff\xfe",
            b"[" * 20_000,
            b'{"answer": ' + b"[" * 20_000 + b"]" * 20_000 + b', "after": 1}',
        ],
        ids=range(12),
    )
    def test_malformed(self, table: tuple[Player, Player], body: bytes) -> None:
        player, _, _ = due_and_idle(table)
        headers = {**player.headers(), "content-type": "application/json"}
        answer = player.client.post(f"/api/games/{player.game}/answer", content=body, headers=headers)
        assert answer.status_code == 400, answer.text[:200]
        assert says_why(answer.json())

    def test_oversize(self, table: tuple[Player, Player]) -> None:
        player, _, _ = due_and_idle(table)
        body = b'{"answer": "' + b"x" * FREE.body + b'", "after": 1}'
        headers = {**player.headers(), "content-type": "application/json"}
        answer = player.client.post(f"/api/games/{player.game}/answer", content=body, headers=headers)
        assert answer.status_code == 413
        assert says_why(answer.json())

    def test_foreign_seats(self, table: tuple[Player, Player]) -> None:
        player, idle, state = due_and_idle(table)
        _, others, spectator = open_game(player.client, seats=[HERE, HERE])
        stranger = others[0]
        assert stranger is not None
        body = {"answer": pick(state, random.Random(1)), "after": state["version"]}
        for token, status in ((stranger.token, 403), (spectator.token, 403), ("x" * 32, 403), ("é", 403), ("", 401)):
            told = Player(player.client, player.game, token)
            answer = player.client.post(f"/api/games/{player.game}/answer", json=body, params={"t": told.token})
            assert answer.status_code == status
            assert says_why(answer.json())
        assert idle.get()["version"] > 0

    def test_spectators_only_watch(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            _, players, spectator = open_game(client, seats=[HERE, HERE], seed=1)
            before = spectator.get()
            for path, body in (("answer", {"answer": ["attacker"], "after": 0}), ("undo", {"after": 0}), ("claim", {})):
                assert says_why(spectator.post(f"/{path}", body, 403))
            assert spectator.get() == before
            assert players

    def test_unknown_games(self, table: tuple[Player, Player]) -> None:
        player = table[0]
        for game in ("nosuchgame12", "x", "a%00b", "é" * 9, "x" * 200):
            answer = player.client.get(f"/api/games/{game}", headers=player.headers())
            assert answer.status_code == 404
            assert says_why(answer.json())


class TestLogs:
    def test_no_log_holds_a_token_or_a_secret(self, tmp_path: Path) -> None:
        """Not even when the database breaks, which is our fault and is logged."""
        with process(tmp_path / "data") as server, server.client() as client:
            one, other = two_seats(client)
            play_both(one, other, random.Random(1), 4)
            seat = one.get()["due"]["seat"]
            player = (one, other)[seat]
            state = player.get()
            url = f"{server.url.replace('http', 'ws')}/api/games/{player.game}/live"
            with connect(url, proxy=None, additional_headers=player.headers()) as socket:
                socket.recv(30)
                with sqlite3.connect(tmp_path / "data" / "escarmouche.sqlite") as database:
                    origin = database.execute("select origin from game").fetchone()[0]
                    database.execute("drop table log")
                socket.send('{"type": "answer", "answer": 1')
                socket.send("{" * 20_000)
                body = {"answer": pick(state, random.Random(1)), "after": state["version"]}
                for address in (f"/api/games/{player.game}/answer?t={player.token}", f"/api/games/{player.game}/answer"):
                    broken = client.post(address, json=body, headers=player.headers())
                    assert broken.status_code == 500
                    assert says_why(broken.json())
                    assert player.token not in broken.text
            made = client.post("/api/games", json={"seats": [HERE, HERE]})
            assert made.status_code == 500
        said = "".join([path.read_text("utf-8") for path in tmp_path.glob("*.log")])
        assert "no such table" in said
        assert "[parameters:" not in said
        secret = msgspec.json.decode(origin)["setup"]["options"]["dice"]["secret"]
        for hidden in (one.token, other.token, secret, "commitment", "Bearer"):
            assert hidden not in said


class TestRepetition:
    def test_the_same_message_again_changes_nothing(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=9)
            seat = one.get()["due"]["seat"]
            player = (one, other)[seat]
            state = player.get()
            answer = pick(state, random.Random(1))
            first = player.answer(answer, state["version"], id="first")
            second = player.answer(answer, state["version"], id="first")
            assert second["repeated"]
            assert not first["repeated"]
            assert second["events"] == first["events"]
            assert player.get()["version"] == first["version"]
            player.answer(answer, state["version"], 409)
            player.answer(answer, state["version"], 409, id="another")
        with inside(tmp_path) as client:
            again = Player(client, player.game, player.token)
            assert again.answer(answer, state["version"], id="first")["events"] == first["events"]
            assert again.get()["version"] == first["version"]

    def test_of_many_at_once_exactly_one_counts(self, tmp_path: Path) -> None:
        with process(tmp_path / "data") as server, server.client() as client:
            one, other = two_seats(client, seed=9)
            play_both(one, other, random.Random(9), 15)
            seat = one.get()["due"]["seat"]
            player = (one, other)[seat]
            state = player.get()
            answers = [option["answer"] for option in state["due"]["options"]][:8]
            with ThreadPoolExecutor(len(answers)) as crowd:
                codes = list(crowd.map(lambda answer: status_of(player, answer, state["version"]), answers))
            assert sorted(codes) == [200, *[409] * (len(answers) - 1)]
            chosen = [event for event in player.get(f"/events?after={state['version']}") if event["event"] == "chosen"]
            assert len(chosen) == 1
            assert chosen[0]["answer"] == answers[codes.index(200)]


def status_of(player: Player, answer: Json, after: int) -> int:
    body = {"answer": answer, "after": after}
    return int(player.client.post(f"/api/games/{player.game}/answer", json=body, headers=player.headers()).status_code)


class TestOpening:
    @pytest.mark.parametrize(
        "wanted",
        [
            {"system": "nothing"},
            {"scenario": "nothing"},
            {"armies": ["elves"]},
            {"armies": ["elves", "nobody"]},
            {"armies": ["elves", {"system": "sbh", "name": "Empty"}]},
            {"armies": ["elves", {"system": "sbh", "name": "?", "figure": [{"profile": "nobody"}]}]},
            {"armies": ["elves", {"system": "toy", "name": "?"}]},
            {"armies": ["elves", MADE_BY_A_CAMPAIGN]},
            {"seats": [{"kind": "bot"}, {"kind": "bot"}]},
            {"seats": [{"kind": "here"}]},
            {"seats": [{"kind": "here"}, {"kind": "bot", "agent": "nobody"}]},
            {"options": {"nothing": 1}},
            {"options": {"switches": 5}},
            {"options": {"dice": [1, 2, 3]}},
            {"options": {"dice": "loaded"}},
            {"options": {"turn_limit": -1}},
            {"system": "masse", "options": {"deploy": "anyhow"}},
            {"options": {"dice": {"kind": "committed", "secret": "00"}}},
            {"options": {"table": [1, 2]}},
            {"options": {"scale": []}},
            {"options": {"terrain": {"piece": 5}}},
        ],
        ids=str,
    )
    def test_games_that_cannot_be(self, empty: Client, wanted: Json) -> None:
        answer = empty.post("/api/games", json=wanted)
        assert answer.status_code == 422, answer.text
        assert says_why(answer.json())
        assert empty.get("/healthz").json()["games"] == 0
        if "seats" not in wanted:
            assert empty.post("/api/preview", json=wanted).json() == answer.json()


def asked(path: str, seat: int | None = None, method: str = "GET") -> Any:
    """A request as the guard sees it, always from the same address."""
    headers = [] if seat is None else [(b"authorization", b"Bearer %d" % seat)]
    return {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b"", "client": ("10.0.0.1", 5)}


class Clock:
    """Time that passes when we say so."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


async def nobody(*_: Any) -> None:
    """An application that is never asked."""


def test_a_salt_is_one_line(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, _ = two_seats(client, salted=True)
        for salt in ("abc\n", "a\nb", "\r", "x" * 201):
            assert says_why(one.post("/salt", {"salt": salt}, 400))


def test_a_seed_that_a_preview_names_begins_that_game(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        for seed in (2**53 + 1, 2**63 - 1):
            found = client.post("/api/preview", json={"seed": seed}).json()
            assert found["seed"] == seed
            assert client.post("/api/games", json={"seed": found["seed"]}).status_code == 201


class TestHugeArmies:
    """What would keep a processor busy for seconds is refused before it is worked on."""

    HUGE = {"system": "sbh", "name": "Big", "figure": [{"profile": "orc-warrior", "count": 500}] * 3}

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("/api/armies/check", {"system": "sbh", "army": HUGE}),
            ("/api/armies/toml", {"army": HUGE}),
            ("/api/games", {"armies": [HUGE, None]}),
            ("/api/preview", {"armies": [HUGE, None]}),
        ],
        ids=lambda one: one if isinstance(one, str) else "",
    )
    def test_more_figures_than_a_game_could_have(self, empty: Client, path: str, body: Json) -> None:
        answer = empty.post(path, json=body)
        assert answer.status_code == 422
        assert says_why(answer.json())
        assert "1000" in answer.json()["error"]["en"]

    @pytest.mark.parametrize(
        "text",
        [
            "a" + ".a" * 20_000 + " = 1",
            "[" + "a." * 20_000 + "a]",
            "x = {" + "a." * 28_000 + "a = 1}",
            "x = [{" + "a . " * 14_000 + "a = 1}]",
            "x = {" + '",=".' * 8_000 + "a = 1}",
            "x = 1\ny = [\n" + "{a" + ".\ta" * 15_000 + " = 1}]",
        ],
        ids=["key", "table", "inline", "spaced", "quoted", "in an array"],
    )
    def test_keys_of_thousands_of_parts(self, empty: Client, text: str) -> None:
        answer = empty.post("/api/armies/parse", json={"text": text})
        assert answer.status_code == 422
        assert "parts" in answer.json()["error"]["en"]

    def test_every_text_is_read_in_a_moment(self) -> None:
        """The worst that the bound lets through takes little time, and a large army still fits."""
        for text in ("x = {" + "a." * MOST_DOTS + "a = 1}", "\n".join(["[[a.b.c.d]]"] * (MOST_DOTS // 3))):
            began = time.process_time()
            with pytest.raises((EscarmoucheError, RecursionError)):
                parsed(text)
            assert time.process_time() - began < 1.0
        figure = '[[figure]]\nprofile = "orc-warrior"\noptions.quality = 3\noptions.combat = 3\n'
        assert len(parsed('system = "sbh"\nname = "Large"\n' + figure * 800).entries) == 800


class TestLimits:
    def test_who_asks_too_often_waits(self, tmp_path: Path) -> None:
        with inside(tmp_path, limits=Limits(requests=0.001, request_burst=5)) as client:
            codes = [client.get("/api/systems/sbh/rules/sbh.melee.tie").status_code for _ in range(7)]
            assert codes == [200] * 5 + [429] * 2
            answer = client.get("/api/systems")
            assert answer.headers["retry-after"]
            assert says_why(answer.json())
            assert client.get("/healthz").status_code == 200

    def test_new_games_have_a_limit_of_their_own(self, tmp_path: Path) -> None:
        with inside(tmp_path, limits=Limits(games=0.001, game_burst=2)) as client:
            codes = [client.post("/api/games", json={"quick": True}).status_code for _ in range(3)]
            assert codes == [201, 201, 429]

    @pytest.mark.parametrize("path", ["//api/games", "/api//games", "/api/games/", "///api///games//", "/%2Fapi/games"])
    def test_no_way_of_writing_the_address_goes_past_them(self, tmp_path: Path, path: str) -> None:
        with inside(tmp_path, limits=Limits(games=0.001, game_burst=2)) as client:
            url = f"http://testserver.local{path}"
            codes = [client.post(url, json={"quick": True}).status_code for _ in range(3)]
            assert codes == [201, 201, 429]

    @pytest.mark.parametrize("path", ["//api/systems", "/api//systems", "//api/games/abcdefgh1234", "/api/games//abcdefgh1234"])
    def test_nor_past_those_of_what_is_looked_at(self, tmp_path: Path, path: str) -> None:
        few = Limits(requests=0.001, request_burst=2, seat_requests=0.001, seat_burst=2)
        with inside(tmp_path, limits=few) as client:
            codes = [client.get(f"http://testserver.local{path}").status_code for _ in range(3)]
            assert codes[:2] != [429, 429]
            assert codes[2] == 429

    def test_a_club_behind_one_address_plays_and_one_who_floods_waits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Twenty people come in at once, then each answers and drags figures about for ten minutes; a seat that asks a hundred
        times a second is held back alone."""
        clock = Clock()
        monkeypatch.setattr("escarmouche.server.limits.time", clock)
        guard = Guard(nobody, Limits())
        for seat in range(20):
            assert all(guard.may(asked("/api/systems")) for _ in range(15))
            assert all(guard.may(asked("/api/games/abcdefgh1234", seat)) for _ in range(6))
        assert all(guard.may(asked("/api/games", method="POST")) for _ in range(10))
        flood = 0
        for tick in range(600):
            clock.now += 1.0
            flood += [guard.may(asked("/api/games/abcdefgh1234/try", 99, "POST")) for _ in range(100)].count(True)
            for seat in range(20):
                tries = 8 if (tick + seat) % 3 == 0 else 1
                assert all(guard.may(asked("/api/games/abcdefgh1234/try", seat, "POST")) for _ in range(tries))
        assert flood <= 120 + 600 * 20

    def test_every_answer_has_the_strict_headers(self, tmp_path: Path) -> None:
        with inside(tmp_path, limits=Limits(requests=0.001, request_burst=3)) as client:
            for path in ("/", "/healthz", "/api/systems", "/api/nothing", "/schema/openapi.json", "/api/x", "/api/y"):
                headers = client.get(path).headers
                policy = headers["content-security-policy"]
                assert "default-src 'self'" in policy
                assert "unsafe" not in policy
                assert "http" not in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert "cache-control" in headers

    def test_addresses_that_are_none_and_methods_that_are_not_taken(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            for method, path, status in (("GET", "/api/none", 404), ("DELETE", "/api/games", 405), ("PUT", "/api/mine", 405)):
                answer = client.request(method, path)
                assert answer.status_code == status
                assert says_why(answer.json())
