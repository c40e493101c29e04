"""What a figure could do to whom, and why it cannot do the rest: the engine's own answers and refusals, for every system."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Rolled
from escarmouche.core.game import Game, plain
from escarmouche.server import picture
from tests.server.serving import inside

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")
DECISIONS = 900
"""So many decisions of a battle are looked at for one in which somebody can be attacked."""


def own(game: Game) -> list[int]:
    """The figures of the seat that decides, the one the decision is about first."""
    due = game.choice
    seen = game.system.view(due.world, due.seat)["figures"]
    mine = [one["id"] for one in seen if one["seat"] == due.seat and one["state"] == "table"]
    return [due.figure] if due.figure in mine else mine[:3] if due.figure < 0 else []


def fought(system: str, seed: int) -> Game:
    """A battle of people who go for each other, at a decision in which somebody can be harmed."""
    game = esc.new(system, seed=seed, options=esc.system(system).quick_options())
    rng = random.Random(seed)
    for number in range(DECISIONS):
        due = game.choice
        if number % 3 == 0:
            for one in own(game):
                found = picture.possible(game, due.seat, one)["found"]
                now = [way for way in found if way["steps"][:1] == [way["answer"]]]
                if any(way["sign"] in ("blow", "shot") and way["headline"] for way in now):
                    return game
        answer = game.sample(rng)
        met = [
            one
            for one in due.options.listed()
            if one != answer and "contact" in str(game.system.trial(due, one).get("provokes"))
        ]
        game.play(met[0] if met else due.options.listed()[0] if answer == ("concede",) else answer)
    raise AssertionError("nobody could attack anybody")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_best_way_to_engage_is_an_answer_that_the_rules_allow(system: str) -> None:
    game = fought(system, 5)
    due = game.choice
    found: list[Any] = []
    for one in own(game):
        for way in picture.possible(game, due.seat, one)["found"]:
            found.append(way)
            assert due.options.check(plain((way["steps"] or [way["answer"]])[0])) is None
            assert way["target"] != one
            assert all(way["words"].values())
            line = way["headline"]
            assert line is None or (line["good"] + line["bad"] > 0 and line["good"] + line["bad"] <= 100.2)
    assert any(way["sign"] for way in found)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_steps_of_a_way_are_legal_one_after_the_other_with_no_die_before_the_last(system: str) -> None:
    game = fought(system, 5)
    for one in {game.choice.figure, *own(game)}:
        for way in picture.possible(game, game.choice.seat, one)["found"]:
            twin = game.fork()
            for number, step in enumerate(way["steps"]):
                assert not any(isinstance(event, Rolled) for event in twin.events[len(game.events) :]), (way, number)
                twin.play(plain(step))


def test_where_it_is_asked_who_acts_next_an_enemy_is_attacked_by_the_best_of_those_who_may() -> None:
    game = fought("swidenth", 5)
    due = game.choice
    while due.why not in ("swidenth.activation.hero-order", "swidenth.activation.bubble-members"):
        game.play(due.options.listed()[0])
        due = game.choice
    found = picture.possible(game, due.seat, due.figure)["found"]
    several = [way for way in found if len(way["steps"]) > 1]
    assert several
    assert len({way["target"] for way in found}) == len(found), "one way for each"
    for way in several:
        twin = game.fork()
        for step in way["steps"][:-1]:
            twin.play(plain(step))
        assert twin.choice.seat == due.seat
        assert twin.choice.figure == way["figure"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_cannot_be_done_is_refused_by_the_engine_in_words(system: str) -> None:
    game = fought(system, 5)
    due = game.choice
    reasons = [reason for one in own(game) for reason in picture.impossible(game, due.seat, one)]
    assert reasons
    for reason in reasons:
        for said in (reason["reason"]["en"], reason["reason"]["fr"]):
            assert said.endswith(".")
            assert f"{system}." not in said
        assert all(reason["words"].values())
        assert reason["rule"] in game.system.rule_ids()
    if due.figure >= 0:
        offered = {game.system.marks(due, one)["kind"] for one in due.options.listed()}
        assert not offered & {one["kind"] for one in reasons if one["target"] < 0}


def test_only_the_one_who_decides_asks_and_only_for_its_own(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        made = client.post(
            "/api/games", json={"system": "fda", "seed": 3, "seats": [{"kind": "here"}, {"kind": "link"}]}
        ).json()
        mine, other = [{"authorization": f"Bearer {seat['token']}"} for seat in made["seats"]]
        path = f"/api/games/{made['game']}"
        for asked in ("prospects", "whynot"):
            assert client.get(f"{path}/{asked}?figure=0", headers=mine).status_code == 200
            assert client.get(f"{path}/{asked}?figure=0", headers=other).status_code == 409
            nobody = client.get(f"{path}/{asked}?figure=-1", headers=mine)
            assert nobody.status_code == (200 if asked == "prospects" else 400)
        assert client.get(f"{path}/prospects?figure=999", headers=mine).json()["found"] == []
        assert client.get(f"{path}/prospects?figure=-2", headers=mine).status_code == 400


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_sees_whom_is_said_by_the_engine(system: str) -> None:
    game = fought(system, 5)
    seen = [one["id"] for one in game.system.view(game.world, 0)["figures"] if one["state"] == "table"]
    found = [picture.sighted(game, 0, seen[0], other) for other in seen[1:]]
    for one in found:
        assert one is not None
        assert one["sees"] is True or (one["rule"] in game.system.rule_ids() and all(one["reason"].values()))
    assert picture.sighted(game, 0, seen[0], seen[0]) is None


def test_the_odds_of_an_attack_have_a_headline() -> None:
    game = fought("sbh", 5)
    due = game.choice
    way = picture.possible(game, due.seat, due.figure)["found"][0]
    trial = picture.tried(game, due.seat, way["answer"])
    if "then" not in way:
        assert trial.headline == way["headline"]
        assert isinstance(trial.odds, dict)
        graded = {row["grade"] for row in trial.odds.values()}
        assert graded <= {"good", "bad", ""}
        assert graded - {""}
