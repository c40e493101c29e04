"""What a hand may shape: units placed and led, with what may be set of them, and several chosen at once."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Choose
from escarmouche.kit.view import Hand, checked_hands
from escarmouche.systems.masse.hands import hands
from escarmouche.systems.masse.model import INCH, RESERVE, Unit, World, Zone
from escarmouche.systems.masse.planning import planned
from escarmouche.systems.masse.rules.deployment import Placement
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.reinforcements import Entry
from escarmouche.systems.masse.rules.turn import Declarations, Postures
from tests.systems.masse.field import changed, field, hero, unit


def ordered(world: World, id: int = 0) -> Choose:
    """The question what a unit does."""
    world = changed(world, acting=id)
    return Choose("masse.turn.action-content", world.units[id].seat, world, Doing(world, id, 0), id)


def offered(due: Choose) -> list[Hand]:
    """What hands may shape, as the contract has it."""
    return checked_hands(hands(due), "masse")


def phalanx(x: float, y: float, facing: float = 90, seat: int = 0, **changes: Any) -> Unit:
    """A unit of twelve in close order."""
    return unit("phalange", seat, x, y, facing, figures=12, files=6, **changes)


def test_a_unit_in_formation_moves_with_files_order_and_manner_and_pivots() -> None:
    (move,) = [hand for hand in offered(ordered(field(phalanx(30, 20)))) if hand["kind"] == "move"]
    assert (move["figure"], move["gesture"], move["turns"], move["reach"]) == (0, "move", True, True)
    assert [(one["id"], one["kind"], one["usual"], one["once"]) for one in move["controls"]] == [
        ("files", "count", 6, True),
        ("formation", "choice", "close", True),
        ("manner", "choice", "", False),
    ]
    files, formation, _ = move["controls"]
    assert (files["least"], files["most"], files["step"], files["suffix"]["en"]) == (1, 12, 1, "abreast")
    assert [one["id"] for one in formation["values"]] == ["close", "skirmish", "pack"]
    assert [one["step"] for one in move["steps"]] == [["pivot", "left"], ["pivot", "right"], ["pivot", "about"]]
    assert move["steps"][2]["words"] == {"en": "About turn", "fr": "Demi-tour"}


def test_a_hero_has_nothing_to_be_set() -> None:
    (move,) = [hand for hand in offered(ordered(field(hero(0, 30, 20)))) if hand["kind"] == "move"]
    assert (move["controls"], move["steps"]) == ([], [])


def test_a_flier_is_led_to_an_altitude() -> None:
    found = {hand["kind"]: hand for hand in offered(ordered(field(unit("griffons", 0, 30, 20, altitude=4))))}
    (altitude,) = found["fly"]["controls"]
    assert (altitude["usual"], altitude["step"], altitude["suffix"]["fr"], altitude["once"]) == (20, 5, "m", False)
    assert (found["fly"]["turns"], found["fly"]["reach"]) == (False, False)


def test_every_unit_that_waits_is_placed_by_a_hand_of_its_own() -> None:
    world = field(
        phalanx(0, 0, status=RESERVE), hero(0, 0, 0, status=RESERVE), zones=(Zone("deploy", 0, 0, 0, 60 * INCH, 12 * INCH),)
    )
    found = offered(Choose("masse.setup.deployment", 0, world, Placement(world, 0)))
    assert [(hand["kind"], hand["figure"], hand["gesture"]) for hand in found] == [("place", 0, "place"), ("place", 1, "place")]
    assert [[one["id"] for one in hand["controls"]] for hand in found] == [["files", "formation"], []]
    assert not any(one["once"] for hand in found for one in hand["controls"])


def test_reinforcements_are_put_at_their_edge() -> None:
    late = phalanx(0, 0, status=RESERVE, entry_turn=1)
    world = field(late, zones=(Zone("enter", 0, 0, 0, 60 * INCH, 100),))
    (arrive,) = offered(Choose("masse.turn.reinforcements", 0, world, Entry(world, 0), 0))
    assert (arrive["kind"], arrive["figure"], arrive["gesture"], arrive["turns"]) == ("arrive", 0, "place", False)


@pytest.mark.rule("masse.turn.charge-declaration")
def test_charges_are_declared_by_choosing_units_and_targets() -> None:
    world = field(phalanx(30, 10), phalanx(40, 10), unit("infanterie-orque", 1, 30, 22, 270))
    due = Choose("masse.turn.charge-declaration", 0, world, Declarations(world, 0))
    (hand,) = offered(due)
    assert (hand["kind"], hand["gesture"], hand["figure"]) == ("declare", "many", -1)
    assert hand["able"] == [(0, [2]), (1, [2])]
    assert hand["go"] == {"en": "Declare: {n}", "fr": "Déclarer : {n}"}
    assert hand["stay"]["fr"] == "pas de charge"
    for pairs in ([], [[0, 2]], [[1, 2], [0, 2]]):
        answer, stopped = planned(due, {"kind": "declare", "pairs": pairs})
        assert answer == ("declare", tuple([tuple(pair) for pair in pairs]))
        assert stopped is None
        assert due.options.check(answer) is None
    refused = due.options.check(planned(due, {"kind": "declare", "pairs": [[0, 1]]})[0])
    assert refused is not None


@pytest.mark.rule("masse.move.receive-charge")
def test_units_make_ready_by_being_chosen() -> None:
    world = field(phalanx(30, 10), phalanx(40, 10), unit("infanterie-orque", 1, 30, 22, 270, declared=0))
    due = Choose("masse.move.receive-charge", 0, world, Postures(world, 0))
    (hand,) = offered(due)
    assert (hand["kind"], hand["able"]) == ("receive", [(0, [])])
    answer, _ = planned(due, {"kind": "receive", "pairs": [[0, -1]]})
    assert answer == ("receive", (0,))
    assert due.options.check(answer) is None
    assert planned(due, {"kind": "declare", "pairs": [[0, 2]]}) == (None, None)
