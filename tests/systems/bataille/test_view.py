"""What screens are given: the view's contract, what answers point at, and what hands shape."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose
from escarmouche.core.engine import start
from escarmouche.kit.view import checked, checked_hands
from escarmouche.systems.bataille.model import MOVED, ROUTED, Fire, Gem, World
from escarmouche.systems.bataille.rules.deployment import lay_out
from escarmouche.systems.bataille.rules.melee import melee
from escarmouche.systems.bataille.rules.movement import move_side
from escarmouche.systems.bataille.rules.shooting import shooting
from escarmouche.systems.bataille.rules.spells import barrier
from escarmouche.systems.bataille.system import SYSTEM
from tests.systems.bataille.scene import box, changed, inches, man, play, scene


def due(world: World, rule: Any, *args: Any) -> Choose:
    """The first decision of a rule."""
    found = start(Call(rule, world, *args)).due
    assert isinstance(found, Choose)
    return found


def at(*spots: float) -> tuple[int, ...]:
    """Coordinates in inches."""
    return tuple([inches(one) for one in spots])


@pytest.mark.parametrize(("scenario", "seats"), [("rescue", 2), ("cursed-gem", 2), ("pillage", 4), ("king-of-the-hill", 3)])
def test_every_view_keeps_the_contract(scenario: str, seats: int) -> None:
    names = ["bataille/men-500", "bataille/undead-500", "bataille/elves-500", "bataille/dwarves-500"][:seats]
    game, chance = esc.new("bataille", names, scenario, 5), Stream("view")
    while game.due is not None:
        if chance.below(12) == 0:
            for seat in range(-1, seats):
                checked(SYSTEM.view(game.world, seat), "bataille")
            checked_hands(SYSTEM.hands(game.choice), "bataille")
            for answer in game.options()[:40]:
                assert SYSTEM.marks(game.choice, answer)["kind"] == answer[0]
                SYSTEM.trial(game.choice, answer)
        game.play(game.sample(chance))
    checked(SYSTEM.view(game.world, -1), "bataille")


def test_what_is_marked_on_figures_and_pieces() -> None:
    fire = Fire(1, barrier(inches(30), inches(30), 0), 1)
    world = scene(
        man(0, 10, 10, hp=3, state=ROUTED), man(1, 11, 10, traits="reach"), fires=(fire,), gem=Gem(inches(10), inches(10), 0)
    )
    seen = SYSTEM.view(world, 0)
    first = seen["figures"][0]
    assert [mark["id"] for mark in first["marks"]] == ["routed", "engaged", "gem"]
    assert first["strength"] is not None
    assert (first["poses"], first["strength"]["left"]) == (["fleeing"], 3)
    assert [trait["id"] for trait in seen["traits"]] == ["reach"]
    assert seen["traits"][0]["text"]["en"]
    assert [piece["kind"] for piece in seen["pieces"]] == ["wall-of-fire"]
    assert seen["markers"][0]["held"] == 0


def test_hands_lead_one_round_what_bars_the_way_or_several_together() -> None:
    world = scene(man(0, 10, 10), man(0, 12, 10), man(1, 40, 40), pieces=[box("building", 9, 11.5, 11, 12.5)])
    asked = due(world, move_side, 0)
    assert [(hand["gesture"], hand.get("figures")) for hand in SYSTEM.hands(asked)] == [("move", [0, 1]), ("shift", [0, 1])]
    around, _ = SYSTEM.planned(asked, {"kind": "move", "figure": 0, "x": inches(10), "y": inches(13.1)})
    assert around[:2] == ("move", 0)
    assert len(around) > 4, "it goes round the house"
    assert asked.options.check(around) is None
    further, _ = SYSTEM.planned(asked, {"kind": "move", "figure": 0, "before": ("move", 0, *at(10, 11)), "x": 1, "y": 2})
    assert further == ("move", 0, *at(10, 11), 1, 2)
    together, _ = SYSTEM.planned(asked, {"kind": "shift", "figures": [0, 1], "dx": inches(0), "dy": inches(-2)})
    assert together == ("shift", 0, inches(-2), 0, 1)
    assert SYSTEM.trial(asked, together)["places"] == [[0, *at(10, 8)], [1, *at(12, 8)]]


def test_a_layout_is_seen_before_it_is_chosen() -> None:
    asked = play(Call(lay_out, scene(man(0, 10, 10)), "ask", 0), [1, 2]).asked[0]
    shown = SYSTEM.proposed(asked, ("layout", 7))
    assert (shown.figures, len(shown.ground.pieces)) == ((), 8)
    assert shown.ground == play(Call(lay_out, scene(), "ask", 0), [1, 2], [("layout", 7), ("edge", 0)]).world.ground


def test_hands_give_targets() -> None:
    world = scene(man(0, 10, 10, shooting=(3, 2)), man(0, 12, 10, shooting=(3,)), man(1, 20, 10), man(1, 10, 20))
    asked = due(world, shooting)
    (hand,) = SYSTEM.hands(asked)
    assert hand["able"] == [(0, [2, 3]), (1, [2, 3])]
    spread, _ = SYSTEM.planned(asked, {"kind": "declare", "pairs": [[0, 2], [0, 3], [1, -1]]})
    assert spread == ("declare", (0, 2, 3))
    assert SYSTEM.planned(asked, {"kind": "declare", "pairs": [[0, 3], [1, 2]]})[0] == ("declare", (0, 3, 3), (1, 2))
    assert asked.options.listed()[0] == ("declare", (0, 2, 2), (1, 2)), "the nearest is the usual target"


def test_hands_choose_free_attacks_and_a_way_out() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10))
    asked = play(Call(move_side, world, 0), [], [("disengage", 0)]).asked[-1]
    assert SYSTEM.hands(asked)[0]["able"] == [(1, [])]
    assert SYSTEM.hands(asked)[0]["usual"] == [(1, -1)], "whoever may strike does, unless somebody says no"
    assert SYSTEM.planned(asked, {"kind": "strike", "pairs": [[1, -1]]})[0] == ("strike", 1)
    away = play(Call(move_side, world, 0), [], [("disengage", 0), ("strike",)]).asked[-1]
    assert SYSTEM.planned(away, {"kind": "flee", "x": inches(10), "y": inches(14)})[0] == ("flee", *at(10, 14))


def test_trials_tell_of_contact_flames_and_free_attacks() -> None:
    fire = Fire(1, barrier(inches(12), inches(10), 9000), 1)
    world = scene(man(0, 10, 10, shooting=(3,)), man(1, 15, 10), fires=(fire,))
    tried = SYSTEM.trial(due(world, move_side, 0), ("move", 0, *at(14, 10)))
    assert [one["kind"] for one in tried["provokes"]] == ["contact", "fire"]
    assert (tried["distance"], tried["limit"]) == at(4, 6)
    assert tried["notes"][0]["en"] == "It moves too far to shoot."
    engaged = scene(man(0, 10, 10), man(1, 11, 10))
    assert SYSTEM.trial(due(engaged, move_side, 0), ("disengage", 0))["provokes"][0]["figure"] == 1
    edge = Fire(1, barrier(inches(2), inches(10), 9000), 1)
    routed = scene(man(0, 4, 10, state=ROUTED), man(1, 5, 10), fires=(edge,))
    run = SYSTEM.trial(due(routed, move_side, 0), ("rout", 0, 0))["provokes"]
    assert [one["kind"] for one in run] == ["free-attack", "fire"]
    leaving = scene(man(0, 4, 10), man(1, 15, 10), fires=(edge,))
    assert [one["kind"] for one in SYSTEM.trial(due(leaving, move_side, 0), ("exit", 0, 0))["provokes"]] == ["fire"]


def test_reach_is_where_a_straight_move_ends() -> None:
    (outline,) = SYSTEM.reach(scene(man(0, 20, 20), man(1, 40, 40)), 0)
    assert (inches(26), inches(20)) in outline
    assert SYSTEM.reach(scene(man(0, 20, 20), man(1, 21, 20)), 0) == [], "it is engaged"


def test_arrows_show_what_is_declared() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10))
    second = play(Call(melee, world), [], [("declare", (0, 1))]).world
    assert SYSTEM.view(second, 1)["arrows"] == [[0, 1]]
    assert SYSTEM.view(changed(second, phase="movement"), 1)["arrows"] == [], "what was declared is done with"


def test_what_others_declared_in_secret_is_imagined_anew() -> None:
    world = scene(
        *[man(0, 10, 2 * y, shooting=(3,)) for y in range(3, 9)],
        man(1, 20, 10, shooting=(3,)),
        man(1, 20, 14),
        on="secret-declarations",
    )
    rows = tuple([(id, 7) for id in range(6)])
    sealed = play(Call(shooting, world), [], [("declare", *rows)]).world
    seen = {SYSTEM.imagine(sealed, 1, Stream(str(seed))).sides[0].declared for seed in range(6)}
    assert len(seen) > 1
    assert SYSTEM.imagine(sealed, 0, Stream("own")).sides[0].declared == rows
    assert all(SYSTEM.view(SYSTEM.imagine(sealed, 1, Stream(str(seed))), 1) == SYSTEM.view(sealed, 1) for seed in range(4))


def test_the_phase_is_named_and_a_move_is_marked_while_its_side_moves() -> None:
    world = scene(man(0, 10, 10, state=MOVED), man(1, 20, 10, state=MOVED), phase="movement", active=0)
    seen = SYSTEM.view(world, 0)
    assert seen["phase"] == {"en": "Movement", "fr": "Mouvement"}
    assert [[mark["id"] for mark in one["marks"]] for one in seen["figures"]] == [["moved"], []]
    later = SYSTEM.view(changed(world, phase="magic"), 0)
    assert [one["poses"] for one in later["figures"]] == [[], []]
    assert SYSTEM.view(scene(man(0, 10, 10), phase=""), 0)["phase"]["en"] == "", "before the first turn there is none"
