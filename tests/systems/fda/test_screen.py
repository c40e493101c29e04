"""What a screen is given: the view, what answers point at, what a hand shapes, and where a figure could go."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Choose, Rolled
from escarmouche.core.game import Game
from escarmouche.kit.view import checked, checked_hands
from escarmouche.systems.fda.model import MELEE_REACTIONS, PRONE, REACTIONS, Course, Figure, Trigger, World
from escarmouche.systems.fda.rules.actions import Activation
from escarmouche.systems.fda.rules.movement import Stride
from escarmouche.systems.fda.rules.reactions import ATTACK, Window
from escarmouche.systems.fda.system import SYSTEM
from tests.systems.fda.stage import box, cm, figure, scene


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=more.pop("options", 0), **more)


def due(world: World, course: Course | None = None, id: int = 0) -> Choose:
    """The decision of an activated figure."""
    seat = world.figures[id].seat
    return Choose("fda.action.two-time-units", seat, world, Activation(world, id, course or Course()), id)


ORC, ELF = figure("orc", 0, 20, 20), figure("elf", 1, 28, 20, 180)


def test_the_view_holds_to_the_contract_and_shows_both_sides_of_a_card() -> None:
    world = basic(ORC, figure("elf", 1, 40, 20, posture=PRONE, wounded=True), pieces=[box("column", 50, 50, 53, 53)])
    view = checked(SYSTEM.view(world, 0), "fda")
    orc, elf = view["figures"]
    numbers = {one["id"]: one["value"]["en"] for one in orc["numbers"]}
    assert (numbers["morale"], numbers["other-side"]) == ("II", "4/2/3/3/I")
    assert {one["id"]: one["value"]["en"] for one in elf["numbers"]}["other-side"] == "3/7/3/7/I"
    assert elf["poses"] == ["lying"]
    assert [mark["id"] for mark in elf["marks"]] == ["prone", "wounded"]
    assert (orc["facing"], orc["fronts"]) == (0, ["front"])


def test_answers_point_at_places_and_figures() -> None:
    asked = due(basic(ORC, ELF))
    move = SYSTEM.marks(asked, ("advance", cm(20), cm(25)))
    assert (move["x"], move["y"], move["place"], move["facing"]) == (cm(20), cm(25), 1, 9000)
    assert SYSTEM.marks(asked, ("charge", 1, cm(28), cm(20)))["target"] == 1


def test_a_trial_tells_where_a_move_ends_and_what_counts() -> None:
    asked = due(basic(ORC, ELF))
    walk = SYSTEM.trial(asked, ("advance", cm(30), cm(20)))
    assert walk["provokes"] == [{"figure": 1, "kind": "contact", "rule": "fda.contact.engaged"}]
    assert abs(walk["distance"] - cm(5.5)) <= 3
    charge = SYSTEM.trial(asked, ("charge", 1, cm(28), cm(20)))
    assert [one["id"] for one in charge["modifiers"]] == ["combat", "charge", "combat"]
    shot = due(basic(figure("archer", 0, 20, 20), figure("goblin", 1, 40, 20, 180)), Course(1, ("advance-fast",)))
    found = [one["id"] for one in SYSTEM.trial(shot, ("shoot", "bow", 1))["modifiers"]]
    assert found == ["shooting", "shooter-hampered", "target-poorly-visible"]


def test_a_hand_leads_turns_and_says_how_far() -> None:
    asked = due(basic(ORC, figure("elf", 1, 60, 20)))
    kinds = [hand["kind"] for hand in checked_hands(SYSTEM.hands(asked), "fda")]
    assert kinds == ["advance", "advance-fast", "turn"]
    assert SYSTEM.planned(asked, {"kind": "advance", "x": cm(25), "y": cm(20)}) == (("advance", cm(25), cm(20)), None)
    answer, refused = SYSTEM.planned(asked, {"kind": "advance", "x": cm(50), "y": cm(20)})
    assert refused is not None
    assert answer[1] <= cm(30)
    assert asked.options.check(answer) is None
    assert SYSTEM.planned(asked, {"kind": "turn", "x": cm(20), "y": cm(50)})[0] == ("turn", 9000)
    assert SYSTEM.planned(asked, {"kind": "turn", "facing": 4500})[0] == ("turn", 4500)
    stride = Choose("fda.move.advance-fast", 0, asked.world, Stride(asked.world, 0, 100, 0, cm(7)), 0)
    assert [hand["kind"] for hand in SYSTEM.hands(stride)] == ["go"]
    assert SYSTEM.planned(stride, {"kind": "go", "x": cm(24), "y": cm(22)})[0] == ("go", cm(4))
    assert SYSTEM.planned(stride, {"kind": "go", "x": cm(40), "y": cm(20)})[0] == ("go", cm(7))


def test_a_reaction_is_asked_for_with_who_triggers_it_and_what_it_costs() -> None:
    world = basic(ORC, figure("dwarf", 1, 22.5, 20, 180), options=REACTIONS | MELEE_REACTIONS)
    asked = Choose("fda.action.reaction", 1, world, Window(world, Trigger(ATTACK, 0, (1,))), 1)
    for language, cost in (("en", "costs the activation"), ("fr", "coûte l’activation")):
        said = SYSTEM.question(asked, language)
        assert cost in said
        assert SYSTEM.name(world, 0, language) in said
    assert SYSTEM.marks(asked, ("skewer", 1)) == {"kind": "skewer", "figure": 1, "target": 0}


def test_how_far_it_could_go() -> None:
    world = basic(ORC, pieces=[box("wall", 24, 0, 25, 60)])
    (outline,) = SYSTEM.reach(world, 0)
    assert max(x for x, _ in outline) <= cm(22.75)
    assert min(x for x, _ in outline) < cm(10.1)


def started() -> Game:
    return esc.new("fda", ["fda/the-seven", "fda/troll-raid"], "brawl", 3)


def test_a_hand_deploys_with_a_facing() -> None:
    game = started()
    troop = [figure for figure in game.world.figures if figure.seat == 0]
    answer = game.options()[0]
    places = [[one.id, x, y, 9000] for one, (x, y, _) in zip(troop, answer[1], strict=True)]
    made, _ = SYSTEM.planned(game.choice, {"kind": "deploy", "places": places})
    assert game.choice.options.check(made) is None
    assert {spot[2] for spot in made[1]} == {9000}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_ten_sided_die_shows_its_tenth_face_as_a_zero(language: str) -> None:
    event = Rolled(0, (10,), 0, 0, 10, 0, 0, "fda.test.ja")
    assert " 0" in SYSTEM.event_sentence(event, basic(ORC), language)
