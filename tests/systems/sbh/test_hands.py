"""What a hand may shape: the deployment of a band, the markers of an ambush or a search."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core.effects import Choose
from escarmouche.kit.view import checked_hands

ORCS = {"system": "sbh", "name": "Orcs", "figure": [{"profile": "orc-warrior", "count": 4}]}


def deployment() -> Choose:
    """The question where a band deploys."""
    game = esc.new("sbh", [ORCS, ORCS], "pitched-battle", 3)
    while game.due is not None and game.due.why != "sbh.setup.deployment":
        game.play(game.options()[0])
    due = game.due
    assert isinstance(due, Choose)
    return due


@pytest.mark.rule("sbh.setup.deployment")
def test_a_hand_puts_every_fighter_of_a_band_where_it_likes() -> None:
    system, due = esc.system("sbh"), deployment()
    (hand,) = checked_hands(system.hands(due), "sbh")
    assert (hand["kind"], hand["gesture"], hand["figure"]) == ("deploy", "places", -1)
    assert hand["figures"] == [figure.id for figure in due.world.figures if figure.seat == due.seat]
    listed = next(answer for answer in due.options.listed() if answer[0] == "deploy")
    places = [[figure, x, y] for figure, (x, y) in zip(hand["figures"], system.marks(due, listed)["places"], strict=True)]
    answer, stopped = system.planned(due, {"kind": "deploy", "places": places[::-1]})
    assert (answer, stopped) == (listed, None)
    places[0][1] += 1
    moved, _ = system.planned(due, {"kind": "deploy", "places": places})
    assert moved[1][0] == (listed[1][0][0] + 1, listed[1][0][1])
    assert due.options.check(moved) is None


def test_a_fighter_that_is_left_out_or_a_foolish_wish_is_refused_by_the_rules() -> None:
    system, due = esc.system("sbh"), deployment()
    for wish in ({"kind": "deploy", "places": [[0, 1, 1]]}, {"kind": "deploy"}, {"kind": "move", "places": []}):
        answer, _ = system.planned(due, wish)
        assert due.options.check(answer) is not None


def test_nothing_else_is_shaped() -> None:
    game = esc.new("sbh", [ORCS, ORCS], "pitched-battle", 3)
    for _ in range(12):
        due = game.due
        assert isinstance(due, Choose)
        assert bool(esc.system("sbh").hands(due)) == (due.why == "sbh.setup.deployment")
        game.play(game.options()[0])


# ---------------------------------------------------------------- markers


def marking(scenario: str, why: str) -> Choose:
    """The question where markers are laid."""
    game = esc.new("sbh", [ORCS, ORCS], scenario, 3)
    while game.due is not None and game.due.why != why:
        game.play(game.options()[0])
    due = game.due
    assert isinstance(due, Choose)
    return due


@pytest.mark.rule("sbh.scenario.ambush.markers", "sbh.scenario.ambush.placement")
def test_a_hand_lays_the_markers_of_a_hidden_band() -> None:
    system, due = esc.system("sbh"), marking("ambush", "sbh.scenario.ambush.markers")
    (hand,) = checked_hands(system.hands(due), "sbh")
    assert (hand["kind"], hand["gesture"], hand["figure"]) == ("markers", "places", -1)
    crew = [figure.id for figure in due.world.figures if figure.seat == due.seat]
    assert hand["figures"] == [*crew, -5, -6, -7, -8]
    for listed in due.options.listed():
        spots = system.marks(due, listed)["places"]
        under = {figure: (x, y) for x, y, figure in listed[1]}
        assert [tuple(spot) for spot in spots[:4]] == [under[figure] for figure in crew]
        places = [[figure, x, y] for figure, (x, y) in zip(hand["figures"], spots, strict=True)]
        answer, stopped = system.planned(due, {"kind": "markers", "places": places[::-1]})
        assert (answer, stopped) == (listed, None)
    places[0][1:], places[-1][1:] = places[-1][1:], places[0][1:]
    swapped, _ = system.planned(due, {"kind": "markers", "places": places})
    assert due.options.check(swapped) is None
    assert swapped != listed
    places[0][1:] = [0, 0]
    astray, _ = system.planned(due, {"kind": "markers", "places": places})
    refused = due.options.check(astray)
    assert refused is not None
    assert refused.key == "marker-place"


@pytest.mark.rule("sbh.scenario.treasure.setup", "sbh.scenario.quest.setup")
@pytest.mark.parametrize(("scenario", "why"), [("treasure-hunt", "treasure"), ("quest-for-a-magic-item", "quest")])
def test_a_hand_hides_what_is_to_be_searched(scenario: str, why: str) -> None:
    system, due = esc.system("sbh"), marking(scenario, f"sbh.scenario.{why}.setup")
    (hand,) = checked_hands(system.hands(due), "sbh")
    assert (hand["kind"], hand["gesture"], hand["figures"]) == ("hide", "places", [-1, -2, -3])
    listed = due.options.listed()[0]
    places = [[one, x, y] for one, (x, y) in zip(hand["figures"], system.marks(due, listed)["places"], strict=True)]
    assert system.planned(due, {"kind": "hide", "places": places[::-1]}) == (listed, None)
    for wish in ({"kind": "hide", "places": places[:2]}, {"kind": "hide"}, {"kind": "markers", "places": places}):
        answer, _ = system.planned(due, wish)
        assert due.options.check(answer) is not None
