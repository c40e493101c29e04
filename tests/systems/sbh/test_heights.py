"""Hills, cliffs and structures: they hide and cover by their height, and climbing has a price."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import STEALTH, World
from escarmouche.systems.sbh.rules.actions import Doing, spend
from escarmouche.systems.sbh.rules.sight import began_hidden, in_cover, sees, untouchable
from escarmouche.systems.sbh.rules.terrain import kind_of, layout
from escarmouche.systems.sbh.system import SYSTEM
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import polygon
from tests.systems.sbh.scene import MM, changed, fighter, key, play, scene


def rise(kind: str, height: float, left: float = 110, bottom: float = 250, width: float = 30, depth: float = 100) -> Piece:
    """A hill or cliff as it is laid out, this high, in millimetres."""
    right, top = left + width, bottom + depth
    corners = [(round(x * MM), round(y * MM)) for x, y in ((left, bottom), (right, bottom), (right, top), (left, top))]
    return kind_of(kind, round(height * MM)).piece(polygon(corners))


def across(*pieces: Piece, x: float = 50, target: str = "orc-warrior", **changes: Any) -> World:
    """An archer at x 50 (or elsewhere) and an orc at x 200, and scenery."""
    return scene(fighter("human-archer", 0, x, 300), fighter(target, 1, 200, 300), pieces=pieces, **changes)


def shot(world: World) -> str:
    """Why the archer may not shoot at the orc, "cover" when it is in cover, "" when it is open to the shot."""
    refused = key(Doing(world, 0, 1).check(("shoot", 1, False)))
    return refused or ("cover" if in_cover(world, world.figures[0], world.figures[1]) else "")


@pytest.mark.rule("sbh.cover.full", "sbh.cover.partial")
@pytest.mark.parametrize("kind", ["hill", "cliff-or-structure"])
@pytest.mark.parametrize(("height", "seen"), [(60, False), (30, False), (15.1, False), (15, True), (8, True), (0, True)])
def test_a_rise_higher_than_both_hides_and_a_lower_one_covers(kind: str, height: float, seen: bool) -> None:
    world = across(rise(kind, height))
    assert sees(world, world.figures[0], world.figures[1]) is seen
    assert sees(world, world.figures[1], world.figures[0]) is seen
    assert (shot(world) in ("", "cover")) is seen
    if seen:
        assert shot(world) == ("cover" if height else "")


@pytest.mark.rule("sbh.cover.full")
def test_a_bridge_hides_nobody() -> None:
    assert shot(across(rise("bridge-or-ford", 40))) == ""


@pytest.mark.rule("sbh.cover.full")
def test_what_one_of_them_stands_on_hides_nobody() -> None:
    assert shot(across(rise("hill", 30, left=40, width=30))) == ""
    assert shot(across(rise("hill", 30, left=180, width=60))) == ""
    assert shot(across(rise("hill", 30, left=20, width=250))) == ""


@pytest.mark.rule("sbh.cover.full", "sbh.los.adjacent-exception")
def test_one_that_touches_a_hill_does_not_see_through_it() -> None:
    world = across(rise("hill", 30, left=58))
    assert not sees(world, world.figures[0], world.figures[1])


@pytest.mark.rule("sbh.cover.full")
def test_from_a_height_one_sees_over_a_lower_rise_and_a_huge_one_is_seen_over_it() -> None:
    tower = rise("cliff-or-structure", 60, left=30, width=40)
    assert shot(across(tower, rise("hill", 28))) == "", "the line to its feet is 30 mm high at the far side of the hill"
    assert shot(across(tower, rise("hill", 32))) == "cover"
    far = across(tower, rise("hill", 30, left=170, width=20))
    assert not sees(far, far.figures[0], far.figures[1]), "close behind the hill it is hidden even from the tower"
    giant = across(rise("hill", 20), target="giant")
    assert giant.figures[1].card.size == 2
    assert sees(giant, giant.figures[0], giant.figures[1])
    assert shot(across(rise("hill", 20))) != ""


@pytest.mark.rule("sbh.cover.full")
def test_figures_of_28_mm_see_over_what_hides_those_of_15() -> None:
    world = across(rise("hill", 20))
    assert not sees(world, world.figures[0], world.figures[1])
    large = changed(world, ground=changed(world.ground, scale="28mm"))
    assert sees(large, large.figures[0], large.figures[1])


@pytest.mark.rule("sbh.cover.partial")
def test_the_flank_of_a_high_rise_covers() -> None:
    assert shot(across(rise("hill", 30, bottom=303))) == "cover"
    assert shot(across(rise("hill", 30, bottom=309))) == ""
    assert shot(across(rise("hill", 10, bottom=303))) == ""


@pytest.mark.rule("sbh.ambush.definition")
def test_one_lies_in_ambush_behind_a_hill() -> None:
    world = across(rise("hill", 30))
    assert began_hidden(world, world.figures[0], world.figures[1])
    low = across(rise("hill", 10))
    assert not began_hidden(low, low.figures[0], low.figures[1])


@pytest.mark.rule("sbh.special.stealth")
def test_stealth_works_beside_a_hill_and_not_on_top() -> None:
    beside = scene(fighter("human-thief", 0, 102, 300, traits=STEALTH), pieces=[rise("hill", 30)])
    assert untouchable(beside, beside.figures[0])
    on_top = scene(fighter("human-thief", 0, 125, 300, traits=STEALTH), pieces=[rise("hill", 30)])
    assert not untouchable(on_top, on_top.figures[0])


# ---------------------------------------------------------------- climbing


def climb(profile: str, height: float, x: float, left: int = 3, kind: str = "cliff-or-structure", start: float = 90) -> str:
    """Why a figure may not walk to x, or ""."""
    world = scene(fighter(profile, 0, start, 300), fighter("orc-warrior", 1, 500, 500), pieces=[rise(kind, height, width=80)])
    return key(Doing(world, 0, left).check(("move", round(x * MM), 300 * MM)))


@pytest.mark.rule("sbh.movement.difficult")
@pytest.mark.parametrize(("start", "x"), [(90, 130), (130, 90), (90, 139)])
def test_climbing_up_or_down_takes_two_actions_and_a_shorter_move(start: float, x: float) -> None:
    assert climb("human-warrior", 60, x, 1, start=start) == "too-dear"
    assert climb("human-warrior", 60, x, 2, start=start) == ""
    assert climb("human-warrior", 60, start + 51, start=start) == ("too-far" if start == 90 else "")


@pytest.mark.rule("sbh.movement.difficult", "sbh.special.clinging", "sbh.special.flying-move")
def test_the_clinging_fliers_hills_and_low_steps_need_no_climb() -> None:
    assert climb("giant-spider", 60, 139, 1) == ""
    assert climb("griffon-warrior", 60, 139, 1) == ""
    assert climb("human-warrior", 30, 160, 1, kind="hill") == ""
    assert climb("human-warrior", 7, 160, 1) == ""
    assert climb("human-warrior", 8, 130, 1) == "too-dear"
    assert climb("human-warrior", 60, 180, 1, start=120) == "", "along the top"
    assert climb("human-warrior", 40, 160, 1, kind="bridge-or-ford") == ""


@pytest.mark.rule("sbh.movement.difficult")
def test_a_climb_is_paid_for() -> None:
    world = scene(
        fighter("human-warrior", 0, 90, 300), fighter("orc-warrior", 1, 500, 500), pieces=[rise("cliff-or-structure", 60)]
    )
    played = play(Call(spend, world, 0, 3, "", "", ()), answers=[("move", 125 * MM, 300 * MM)])
    assert played.left == 1
    refused = Doing(world, 0, 1).check(("move", 125 * MM, 300 * MM))
    assert refused is not None
    for language, word in (("en", "Climbing takes 2 actions"), ("fr", "Escalade demande 2 actions")):
        assert word in SYSTEM.sentence(refused.key, refused.about, world, language)


# ---------------------------------------------------------------- tables at random


@pytest.mark.rule("sbh.setup.terrain-by-defender")
@pytest.mark.parametrize("terrain", ["random", "ask"])
def test_every_seed_lays_or_proposes_another_table(terrain: str) -> None:
    band = {"system": "sbh", "name": "A", "figure": [{"profile": "human-warrior", "count": 3}]}
    seen = set()
    for seed in range(8):
        game = esc.new("sbh", [band, band], "pitched-battle", seed, {"terrain": terrain})
        while game.due is not None and game.due.why != "sbh.setup.terrain-by-defender" and not game.world.ground.pieces:
            game.play(game.options()[0])
        if terrain == "ask":
            seen |= set(game.options())
        else:
            seen.add(game.world.ground.pieces)
    assert len(seen) == (48 if terrain == "ask" else 8)


@pytest.mark.rule("sbh.scenario.pitched-battle.bridge")
def test_the_bridge_over_a_river_is_not_counted_and_layouts_are_numbered_from_one() -> None:
    band = {"system": "sbh", "name": "A", "figure": [{"profile": "human-warrior", "count": 3}]}
    rivers = 0
    for seed in range(6):
        game = esc.new("sbh", [band, band], "pitched-battle", seed, {"terrain": "ask"})
        while game.choice.why != "sbh.setup.terrain-by-defender":
            game.play(game.options()[0])
        for place, answer in enumerate(game.options(), 1):
            pieces = layout(game.world, answer[1])
            bridges = [piece for piece in pieces if piece.kind == "bridge-or-ford"]
            rivers += len(bridges)
            text = SYSTEM.describe(game.choice, answer, "en")
            assert text.startswith(f"Layout {place}: {len(pieces) - len(bridges)} piece")
    assert rivers > 0
