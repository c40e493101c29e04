"""What an answer points at, for a screen: every kind of answer by the names of its parts."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Choose, Listed
from escarmouche.systems.sbh.marks import PARTS, marks
from escarmouche.systems.sbh.rules.actions import DEEDS
from tests.systems.sbh.scene import fighter, scene

WORLD = scene(fighter("human-archer", 0, 300, 300), fighter("dwarf-warrior", 0, 320, 300), fighter("orc-warrior", 1, 300, 400))

CASES: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (("activate", 1, 3, "cast"), {"figure": 1, "dice": 3, "declare": "cast"}),
    (("swap", 1, 0), {"figure": 1, "target": 0}),
    (("sure-footed", 1), {"figure": 1}),
    (("attack", 2, True), {"figure": 0, "target": 2, "power": True}),
    (("shoot", 2, False), {"figure": 0, "target": 2, "aimed": False}),
    (("throw", 2, True), {"figure": 0, "target": 2, "aimed": True}),
    (("cast", "immobilise", 2, 3), {"figure": 0, "spell": "immobilise", "target": 2, "power": 3}),
    (("entangle", 2, 1), {"figure": 0, "target": 2, "power": 1}),
    (("expose", 2), {"figure": 0, "target": 2}),
    (("cancel", "tough", 1), {"trait": "tough", "figure": 1}),
    (("move", 31000, 32000), {"figure": 0, "x": 31000, "y": 32000, "place": 1, "cost": 1}),
    (("disengage", 31000, 32000), {"figure": 0, "x": 31000, "y": 32000, "place": 1}),
    (("group", (0, 1)), {"figure": 0, "figures": (0, 1)}),
    (("volley", (0, 1), 2), {"figure": 0, "figures": (0, 1), "target": 2}),
    (("heal", 1, 2), {"figure": 0, "target": 1, "points": 2}),
    (("shoot-marker", 4, True), {"figure": 0, "marker": 4, "aimed": True}),
    (("take", 4), {"figure": 0, "marker": 4}),
    (("recoil", -4500), {"figure": 0, "angle": -4500}),
    (("end",), {"figure": 0}),
]


@pytest.mark.parametrize(("answer", "wanted"), CASES, ids=[case[0][0] for case in CASES])
def test_the_parts_of_an_answer_have_their_names(answer: tuple[Any, ...], wanted: dict[str, Any]) -> None:
    due = Choose("sbh.action.table", 0, WORLD, Listed((answer,)), 0)
    assert marks(due, answer) == {"kind": answer[0], **wanted}


def test_without_a_fighter_that_decides_none_is_named() -> None:
    due = Choose("sbh.setup.table-side", 0, WORLD, Listed((("edge", 2),)))
    assert marks(due, ("edge", 2)) == {"kind": "edge", "edge": 2}
    assert marks(due, ("layout", 77)) == {"kind": "layout", "number": 77}
    assert marks(due, ("hide", ((1, 2), (3, 4)))) == {"kind": "hide", "places": ((1, 2), (3, 4))}


def test_values_point_at_the_fighter_or_the_spot_that_they_are() -> None:
    who = Choose("sbh.group.shared-successes", 0, WORLD, Listed((1, 2)))
    assert marks(who, 1) == {"kind": "value", "figure": 1}
    spot = Choose("sbh.special.swarm-close-ranks", 0, WORLD, Listed(((5, 6),)), 1)
    assert marks(spot, (5, 6)) == {"kind": "value", "figure": 1, "x": 5, "y": 6, "place": 0}
    assert marks(spot, "decline") == {"kind": "decline", "figure": 1}
    assert marks(Choose("sbh.group.roll", 0, WORLD, Listed((1, 2, 3)), -1), 2) == {"kind": "value"}


def test_every_deed_names_its_parts() -> None:
    bare = {"stand", "break", "exit"}
    assert {kind for kind in DEEDS if kind not in PARTS} <= bare
