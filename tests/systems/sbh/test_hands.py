"""What a hand may shape: the deployment of a band."""

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
