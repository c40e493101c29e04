"""Before one commits: odds, ways and reach as the API tells them, and what rolls added up to."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

from tests.server.serving import (
    Json,
    inside,
    play_both,
    play_until,
    two_seats,
)


def test_told_totals_come_with_their_modifiers(tmp_path: Path) -> None:
    with inside(tmp_path) as client:
        one, other = two_seats(client, seed=3, armies=["dwarves", "orcs"], options={"terrain": "none", "table": [300, 300]})
        play_both(one, other, random.Random(3), 250)
        told = [event for event in one.get("/events") if event.get("kind") == "totals"]
        assert told
        for event in told:
            first, die, _, _, total, second, guard, _, _, against = event["about"]
            for figure, thrown, sum_ in ((first, die, total), (second, guard, against)):
                assert thrown + sum([row["value"] for row in event["modifiers"] if row["figure"] == figure]) == sum_
            assert all(row["en"] and row["fr"] for row in event["modifiers"])


class TestBeforeOneCommits:
    def test_odds_are_exact_and_add_up(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(8), lambda now: _of_kind(now, "attack", "shoot") is not None)
            player = (one, other)[mine["seat"]]
            found = player.post("/try", {"answer": _of_kind(mine, "attack", "shoot")})
            assert found["legal"]
            assert sum([Fraction(part["chance"]) for part in found["odds"].values()]) == 1
            assert {part["id"] for part in found["modifiers"]} >= {"combat"}
            assert player.get() == mine

    def test_a_move_tells_its_length_or_why_not(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(8), lambda now: _of_kind(now, "move") is not None)
            player = (one, other)[mine["seat"]]
            found = player.post("/try", {"answer": _of_kind(mine, "move")})
            assert found["legal"]
            assert 0 < found["distance"] <= found["limit"]
            far = player.post("/try", {"answer": ["move", 59000, 59000]})
            if not far["legal"]:
                assert far["rule"].startswith("sbh.")
                assert far["reason"]["fr"]
            (one, other)[1 - mine["seat"]].post("/try", {"answer": ["end"]}, 409)

    def test_a_unit_that_a_hand_drags_is_answered_with_its_way(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, system="masse", armies=[None, None], seed=3)
            mine = one.get() if one.get()["due"]["mine"] else other.get()
            player = (one, other)[mine["seat"]]
            assert {(hand["kind"], hand["gesture"]) for hand in mine["due"]["hands"]} == {("place", "place")}
            group = next(one for one in mine["due"]["groups"] if one["id"] == "place")
            assert (group["words"], group["grave"]) == ({"en": "Place", "fr": "Placer"}, False)
            offered = _of_kind(mine, "place")
            listed = next(one for one in mine["due"]["options"] if one["answer"] == offered)
            wish = {"kind": "place", "figure": offered[1], "x": offered[2], "y": offered[3], "facing": offered[4]}
            found = player.post("/try", {"wish": wish})
            assert found["legal"]
            assert found["answer"] == offered
            assert len(found["path"][0]["outline"]) == 4
            assert found["path"][0]["set"] == {"files": offered[5], "formation": offered[6]}
            hand = next(one for one in mine["due"]["hands"] if one["figure"] == offered[1])
            assert listed["set"] == {one["id"]: found["path"][0]["set"][one["id"]] for one in hand["controls"]}
            outside = player.post("/try", {"wish": {**wish, "y": mine["view"]["table"]["depth"] // 2}})
            assert not outside["legal"]
            assert outside["rule"] == "masse.setup.deployment"
            assert player.get(f"/reach?figure={offered[1]}")["polygons"]
            place = {"kind": "place"}
            for foolish in (
                {"kind": 3},
                {**place, "x": "here"},
                {**place, "weather": 1},
                {**place, "set": 1},
                {**place, "pairs": [[1]]},
            ):
                player.post("/try", {"wish": foolish}, 400)
            assert player.get() == mine

    def test_where_a_figure_could_go(self, tmp_path: Path) -> None:
        with inside(tmp_path) as client:
            one, other = two_seats(client, seed=3)
            mine = play_until(one, other, random.Random(8), lambda now: _of_kind(now, "move") is not None)
            figure = next(one for one in mine["view"]["figures"] if one["id"] == mine["due"]["figure"])
            found = one.get(f"/reach?figure={figure['id']}")
            (polygon,) = found["polygons"]
            stick = mine["view"]["own"]["rulers"][figure["own"]["move"]]
            assert all((x - figure["x"]) ** 2 + (y - figure["y"]) ** 2 <= stick**2 for x, y in polygon)
            assert len({tuple(point) for point in polygon}) > 10
            one.get("/reach?figure=999", 404)


def _of_kind(state: Json, *kinds: str) -> Json:
    found = [one["answer"] for one in state["due"]["options"] if one["kind"] in kinds]
    return found[0] if found else None
