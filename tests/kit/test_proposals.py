"""Answers that lay out the table, drawn before one of them is chosen."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Choose
from escarmouche.kit.proposals import drawn, scenery
from escarmouche.kit.view import checked
from escarmouche.server.picture import offered

ORCS = {"system": "sbh", "name": "Orcs", "figure": [{"profile": "orc-warrior", "count": 4}]}


def asked(why: str) -> Any:
    """A game at this question."""
    game = esc.new("sbh", [ORCS, ORCS], "pitched-battle", 3)
    for _ in range(20):
        if game.due is None or game.due.why == why:
            break
        game.play(game.options()[0])
    assert isinstance(game.due, Choose)
    assert game.due.why == why
    return game


LAYOUT = "sbh.setup.terrain-by-defender"


def test_every_layout_is_shown_with_the_scenery_that_it_brings() -> None:
    game = asked(LAYOUT)
    system, due = game.system, game.due
    choices = offered(system, due)["options"]
    assert len(choices) == 6
    for choice in choices:
        after = asked(LAYOUT)
        after.play(choice["answer"])
        assert choice["scenery"] == system.view(after.world, due.seat)["pieces"]
        assert choice["scenery"]
    assert len({str(choice["scenery"]) for choice in choices}) == 6


def test_the_world_of_a_proposal_is_a_view_a_picture_and_a_drawing_with_nobody_on_it() -> None:
    game = asked(LAYOUT)
    system, due = game.system, game.due
    for answer in due.options.listed():
        world = system.proposed(due, answer)
        seen = checked(system.view(world, due.seat), "sbh")
        assert (seen["figures"], bool(seen["pieces"])) == ([], True)
        assert system.picture(world, due.seat).startswith("<svg")
    assert due.world.ground.pieces == (), "the world itself is left alone"


@pytest.mark.parametrize(("columns", "abreast"), [(40, 1), (81, 1), (82, 2), (124, 3), (200, 4)])
def test_as_many_drawings_stand_side_by_side_as_there_is_room_for(columns: int, abreast: int) -> None:
    game = asked(LAYOUT)
    system, due = game.system, game.due
    answers = due.options.listed()
    titled = [(f"{number}  a title that is much longer than any drawing is wide", one) for number, one in enumerate(answers, 1)]
    lines = drawn(system, due, titled, columns, "en")
    assert max(len(line) for line in lines) <= max(40, columns)
    heads = [line for line in lines if "a title" in line]
    assert [line.count("a title") for line in heads] == [min(abreast, 6 - first) for first in range(0, 6, abreast)]
    text = "\n".join(lines)
    world = system.proposed(due, answers[0])
    first = system.draw(world, due.seat, 40, "en").split("\n")
    assert all(line.rstrip() in text for line in first[:18])
    assert "victory points" not in text, "what stands under all of them is left out"


def test_one_proposal_alone_keeps_all_its_lines() -> None:
    game = asked(LAYOUT)
    system, due = game.system, game.due
    answer = due.options.listed()[0]
    alone = system.draw(system.proposed(due, answer), due.seat, 40, "fr").split("\n")
    assert drawn(system, due, [("1", answer)], 80, "fr") == ["1", *[line.rstrip() for line in alone], ""]


def test_answers_that_lay_out_nothing_are_not_drawn() -> None:
    game = asked("sbh.setup.table-side")
    system, due = game.system, game.due
    for answer in due.options.listed():
        assert scenery(system, due, answer) is None
    assert drawn(system, due, [("1", due.options.listed()[0])], 80, "en") == []
    assert all("scenery" not in choice for choice in offered(system, due)["options"])
