"""Places that a player would think of: legal, each of them somewhere else, and good for what they say."""

from __future__ import annotations

from math import hypot
from typing import cast

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.kit.places import MESSAGES, Place, places, thoughts
from escarmouche.kit.view import Figure, View
from tests.agents.small import at_random, small_battle

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


def moments(system: str, count: int) -> list[tuple[Game, list[Place]]]:
    """The first decisions of a random battle for which there are places."""
    game, chance = esc.new(system, seed="places"), Stream("places")
    found: list[tuple[Game, list[Place]]] = []
    while len(found) < count:
        here = places(game.system, game.choice)
        if here:
            found.append((game.fork("kept"), here))
        game.play(game.sample(chance))
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_place_is_allowed_and_no_two_are_the_same(system: str) -> None:
    ideas: set[str] = set()
    for game, found in moments(system, 6):
        listed = {(marks.get("x"), marks.get("y")) for marks in [game.system.marks(game.choice, one) for one in game.options()]}
        for number, place in enumerate(found):
            assert game.refusal(place.answer) is None
            assert (place.x, place.y) not in listed
            assert all(hypot(place.x - one.x, place.y - one.y) >= 500 for one in found[:number])
            assert place.words()["en"] != place.words()["fr"]
        ideas |= {place.idea for place in found}
    assert len(ideas) >= 3
    assert ideas <= MESSAGES.keys()


def test_nobody_thinks_of_places_where_nobody_moves() -> None:
    game = small_battle(2)
    assert places(game.system, game.choice) == []


def figure(id: int, seat: int, x: int, y: int, **more: object) -> Figure:
    """A round base of 10 mm."""
    plain = {"id": id, "seat": seat, "x": x, "y": y, "state": "table", "radius": 1000, "outline": [], "fronts": [], "facing": 0}
    return cast("Figure", {**plain, **more})


def scene(*figures: Figure, **more: object) -> View:
    """A table with these figures."""
    return cast("View", {"figures": list(figures), "pieces": [], "markers": [], **more})


def spots(view: View, ranges: tuple[int, ...] = ()) -> dict[str, list[tuple[int, int]]]:
    """What the first figure thinks of, by idea."""
    found: dict[str, list[tuple[int, int]]] = {}
    for idea, (x, y) in thoughts(view, view["figures"][0], 0, list(ranges)):
        found.setdefault(idea, []).append((round(x), round(y)))
    return found


def piece(look: str, left: int, right: int) -> dict[str, object]:
    """A square piece of 40 mm about the line y = 0."""
    corners = [[left, -2000], [right, -2000], [right, 2000], [left, 2000]]
    return {"look": look, "points": corners, "destroyed": False}


def test_range_cover_and_screens_are_found_in_face_of_the_enemy() -> None:
    me, foe = figure(0, 0, 0, 0), figure(1, 1, 20000, 0)
    assert spots(scene(me, foe), (5000, 9000))["range"] == [(13050, 0), (9050, 0)]
    wooded = spots(scene(me, foe, pieces=[piece("wood", 4000, 8000)]))
    assert all(4000 < x < 8000 and y == 0 for x, y in wooded["cover"])
    walled = spots(scene(me, foe, pieces=[piece("wall", 4000, 8000)]))
    assert len(walled["unseen"]) == 1
    assert walled["unseen"][0][0] < 4000 - 1000
    assert "cover" not in walled
    assert spots(scene(me, foe))["back"] == [(-80000, 0)]


def test_backs_friends_and_goals_are_thought_of() -> None:
    me, friend, foe = figure(0, 0, 0, 0), figure(1, 0, 10000, 5000), figure(2, 1, 20000, 5000, facing=18000, sees=9000)
    marker = {"x": 7, "y": 9, "held": -1}
    found = spots(scene(me, friend, foe, markers=[marker, {**marker, "x": 8, "held": 0}]))
    assert found["goal"] == [(7, 9)]
    assert found["behind"] == [(22050, 5000)]
    assert sorted(found["flank"]) == [(20000, 2950), (20000, 7050)]
    assert sorted(found["formation"]) == [(10000, 2950), (10000, 7050)]
    assert found["block"] == [(12050, 5000)]
    assert "behind" not in spots(scene(me, figure(2, 1, 20000, 5000)))


def test_the_searching_player_thinks_of_them_too() -> None:
    from escarmouche.agents.protocol import Budget, SeatGame
    from escarmouche.agents.search import SearchAgent

    game = at_random(small_battle(2), "sbh.action.table")
    seat = SeatGame(game, game.choice.seat)
    found = {place.answer for place in seat.places()}
    assert found
    assert not found & set(seat.options())
    thought_of = {thought.answer for thought in SearchAgent(1).thoughts(seat, Budget(1))}
    assert thought_of == found | set(seat.sensible())
