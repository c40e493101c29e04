"""Games of two, three and four seats through the API: people here, people by link, bots; salts, proofs, rematches, refusals."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from escarmouche.core import proof, registry, save
from tests.core.brawl import BRAWL
from tests.server.serving import BOT, HERE, LINK, Json, Player, add_salts, commit_to, inside, open_game, pick, wait_for
from tests.server.test_live import connect, heard, news_until


@pytest.fixture(autouse=True)
def _brawl() -> Iterator[None]:
    registry.add(BRAWL)
    yield
    registry.drop("brawl")


def due_or_over(people: list[Player]) -> tuple[Player, Json] | None:
    """Whose answer is due, with what that one knows; anybody when it is over, nobody while a bot thinks."""
    for player in people:
        state = player.get()
        if state["phase"] == "over" or (state["due"] is not None and state["due"]["mine"]):
            return player, state
    return None


def finish(people: list[Player], seed: int = 1) -> Json:
    """Play for all these people to the end; returns how it ended."""
    rng = random.Random(seed)
    while True:
        player, state = wait_for(lambda: due_or_over(people))
        if state["phase"] == "over":
            return state["result"]
        player.answer(pick(state, rng), state["version"])


def check_result(result: Json, seats: int) -> None:
    """Is it told by seat, and who shares the victory?"""
    assert len(result["scores"]) == seats
    if result["winner"] >= 0:
        assert result["winners"] == [result["winner"]]
    else:
        best = max(result["scores"])
        assert result["winners"] == [seat for seat, score in enumerate(result["scores"]) if score == best]


@pytest.mark.parametrize(
    "kinds", [[HERE, BOT, BOT], [HERE, LINK, BOT, BOT], [LINK, HERE, LINK, LINK], [HERE, HERE, HERE], [BOT, HERE]]
)
def test_it_is_played_to_the_end(tmp_path: Path, kinds: list[Json]) -> None:
    with inside(tmp_path) as client:
        made, players, spectator = open_game(client, system="brawl", seats=kinds)
        assert [seat["kind"] for seat in made["seats"]] == [kind["kind"] for kind in kinds]
        assert [player is None for player in players] == [kind is BOT for kind in kinds]
        people = [player for player in players if player is not None]
        state = people[0].get()
        assert len(state["seats"]) == len(kinds)
        assert state["one_device"] == (LINK not in kinds)
        result = finish(people)
        check_result(result, len(kinds))
        assert spectator.get()["result"] == result
        chosen = {event["seat"] for event in spectator.get("/events") if event["event"] == "chosen"}
        assert chosen == set(range(len(kinds)))
        assert [
            one["result"] for one in client.post("/api/mine", json={"tokens": [f"{made['game']}:{people[-1].token}"]}).json()
        ] == [result]
        path = tmp_path / "brawl.json"
        path.write_bytes(client.get(f"/api/games/{made['game']}/save", headers=people[0].headers()).content)
        assert save.verify(path)


def test_without_a_word_the_usual_number_sits_down(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        made, players, _ = open_game(client, system="brawl", quick=True)
        assert [seat["kind"] for seat in made["seats"]] == ["here", "bot", "bot"]
        assert players[0] is not None
        made, _, _ = open_game(client, system="brawl", scenario="square")
        assert [seat["kind"] for seat in made["seats"]] == ["here", "bot", "bot", "bot"]
        made, _, _ = open_game(client, system="brawl", armies=[None, None])
        assert len(made["seats"]) == 2


def test_every_person_adds_a_salt_and_the_proof_holds(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        made, players, _ = open_game(client, system="brawl", seats=[HERE, BOT, LINK, LINK], salted=True)
        people = [player for player in players if player is not None]
        assert people[0].get()["due"]["seats"] == [0, 2, 3]
        for player, salt in zip(reversed(people), ("last", "middle", "first"), strict=True):
            assert commit_to(player, salt)["phase"] == "salts"
        for player, salt in zip(reversed(people), ("last", "middle"), strict=False):
            assert player.post("/salt", {"salt": salt})["phase"] == "salts"
        assert people[0].get("/proof")["salts"] == [None] * 4, "who gives the last must not know the others"
        assert people[0].post("/salt", {"salt": "first"})["phase"] == "play"
        assert people[0].get("/proof")["salts"] == ["first", None, "middle", "last"]
        finish(people)
        told = people[1].get("/proof")
        assert told["commitment"] == made["commitment"] == proof.commitment(told["secret"])
        assert told["dice"]
        for die in told["dice"]:
            face = proof.face(bytes.fromhex(told["secret"]), "first\nmiddle\nlast", die["place"], die["sides"])
            assert face == die["face"]


def test_a_rematch_and_a_fork_seat_everybody_again(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        made, players, _ = open_game(client, system="brawl", seats=[HERE, LINK, BOT])
        people = [player for player in players if player is not None]
        finish(people)
        for again in (people[1].post("/rematch", {}, 201), people[1].post("/fork", {"at": 4, "dice": "fresh"}, 201)):
            assert again["game"] != made["game"]
            assert [seat["kind"] for seat in again["seats"]] == ["here", "link", "bot"]
            assert [seat["seat"] for seat in again["seats"] if seat["token"]] == [1], "nobody is told another's token"
            assert people[1].token not in str(again)
            twins = [Player(client, again["game"], people[0].token), Player(client, again["game"], again["seats"][1]["token"])]
            assert [twin.get()["seat"] for twin in twins] == [0, 1]
            Player(client, again["game"], people[1].token).get("", 403)
            check_result(finish(twins, 2), 3)
        made, players, _ = open_game(client, system="brawl", seats=[LINK, HERE, LINK], salted=True)
        people = [player for player in players if player is not None]
        add_salts(dict.fromkeys(people, "x"))
        finish(people)
        again = people[2].post("/rematch", {}, 201)
        assert Player(client, again["game"], people[1].token).get()["phase"] == "salts"


def test_who_sits_at_one_device_is_told_the_links_of_all_who_do(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        _, players, spectator = open_game(client, system="brawl", seats=[HERE, LINK, HERE])
        people = [player for player in players if player is not None]
        finish(people)
        again = people[0].post("/rematch", {}, 201)
        assert [seat["seat"] for seat in again["seats"] if seat["token"]] == [0, 2]
        spectator.post("/fork", {"at": 4}, 403)


def test_a_seat_is_claimed_with_a_token_of_ones_own(tmp_path: Path) -> None:
    """So that the one whose answer is lost on the way still holds the seat; a short token is refused."""
    with inside(tmp_path) as client:
        _, players, _ = open_game(client, system="brawl", seats=[HERE, LINK, BOT])
        player = players[1]
        assert player is not None
        for short in ("x", "x" * 31, "x" * 65, "x" * 32 + "\n", "é" * 40):
            player.post("/claim", {"token": short}, 400)
        assert player.post("/claim", {"token": "x" * 40})["token"] == "x" * 40
        player.get("", 403)
        assert Player(client, player.game, "x" * 40).get()["seat"] == 1


def test_a_server_that_comes_back_goes_on_with_four(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        _, players, _ = open_game(client, system="brawl", seats=[HERE, LINK, LINK, LINK], seed=3)
        people = [player for player in players if player is not None]
        for _ in range(6):
            player, state = wait_for(lambda: due_or_over(people))
            player.answer(pick(state, random.Random(1)), state["version"])
        before = [player.get() for player in people]
    with inside(tmp_path) as client:
        people = [Player(client, player.game, player.token) for player in people]
        assert [player.get() for player in people] == before
        assert [player.get()["seat"] for player in people] == [0, 1, 2, 3]
        check_result(finish(people), 4)


def test_three_sockets_hear_every_answer(tmp_path: Path) -> None:
    with inside(tmp_path) as client, ExitStack() as stack:
        _, players, _ = open_game(client, system="brawl", seats=[HERE, LINK, LINK], seed=2)
        people = [player for player in players if player is not None]
        sockets: list[Any] = [stack.enter_context(connect(player)) for player in people]
        states = [heard(socket, "hello")["state"] for socket in sockets]
        assert [state["seat"] for state in states] == [0, 1, 2]
        rng = random.Random(4)
        for _ in range(5):
            seat = states[0]["due"]["seat"]
            assert [state["due"]["mine"] for state in states] == [one == seat for one in range(3)]
            message = {"type": "answer", "answer": pick(states[seat], rng), "after": states[seat]["version"]}
            sockets[seat].send_text(json.dumps(message))
            known = states[0]["version"]
            states = [news_until(socket, lambda news, known=known: news["version"] > known)["state"] for socket in sockets]


@pytest.mark.parametrize(
    ("wanted", "english", "french"),
    [
        ({"seats": [HERE]}, "ring of brawl is played by 2, 3 or 4 players, not 1: name one a side.",
         "ring de brawl se joue à 2, 3 ou 4 joueurs, et non 1 : nommez-en un par camp."),
        ({"seats": [HERE] * 5}, "ring of brawl is played by 2, 3 or 4 players, not 5: name one a side.", ""),
        ({"seats": []}, "ring of brawl is played by 2, 3 or 4 players, not 0: name one a side.", ""),
        ({"seats": [HERE, BOT, BOT], "scenario": "duel"}, "duel of brawl is played by 2 players, not 3: name one a side.", ""),
        ({"armies": [None] * 5}, "ring of brawl is played by 2, 3 or 4 armies, not 5: name one a side.", ""),
        ({"armies": [None] * 2, "seats": [HERE, BOT, BOT]}, "There are 2 armies for 3 seats: name one a side.",
         "Il y a 2 armées pour 3 places : nommez-en une par camp."),
        ({"seats": [BOT, BOT, BOT]}, "Somebody must play: give a seat to a person.", ""),
        ({"system": "sbh", "seats": [HERE, BOT, BOT]}, "sbh is played by 2 players, not 3: name one a side.", ""),
    ],
)  # fmt: skip
def test_a_wrong_number_of_seats_is_one_sentence(tmp_path: Path, wanted: Json, english: str, french: str) -> None:
    with inside(tmp_path) as client:
        answer = client.post("/api/games", json={"system": "brawl", **wanted})
        assert (answer.status_code, answer.json()["error"]["en"]) == (422, english)
        assert answer.json()["error"]["fr"] != english
        if french:
            assert answer.json()["error"]["fr"] == french
