"""Falling: when a figure falls, how deadly it is, where it ends."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import AMPHIBIOUS, FEAR, ON_TABLE, OUT, Course
from escarmouche.systems.swidenth.rules.activation import act
from escarmouche.systems.swidenth.rules.falls import fall, overhangs, risk
from escarmouche.table.pieces import Piece
from tests.systems.swidenth.scene import body, box, man, pas, pit, play, scene


def falls(height: float, die: int, **more: Any) -> Any:
    """What becomes of a man who falls so far and rolls this."""
    world = scene(man(0, 10, 10, height, **more), man(1, 33, 33))
    return play(Call(fall, world, 0, 0), [die] if height > 1.5 else [], more.get("answers", [])).figure(0)


def result(height: float, die: int) -> str:
    figure = falls(height, die)
    return "out" if figure.status == OUT else "stunned" if figure.stunned else "unhurt"


@pytest.mark.rule("swidenth.fall.risk", "swidenth.fall.example")
@pytest.mark.parametrize(
    ("height", "out", "stunned"),
    [(1.6, 6, 12), (2.0, 6, 12), (2.4, 6, 12), (2.5, 9, 18), (2.75, 9, 18), (3.4, 9, 18), (4.0, 12, 20), (4.5, 15, 20),
     (6.0, 18, 20), (6.5, 20, 20)],
)  # fmt: skip
def test_the_table_of_falls(height: float, out: int, stunned: int) -> None:
    for die in (1, out):
        assert result(height, die) == "out"
    if out < stunned:
        assert result(height, out + 1) == result(height, stunned) == "stunned"
    if stunned < 20:
        assert result(height, stunned + 1) == result(height, 20) == "unhurt"


@pytest.mark.rule("swidenth.fall.risk")
def test_the_rows_of_the_table_follow_the_rule() -> None:
    for row in book().fall.values():
        assert risk(pas(row.rounded)) == row.risk


@pytest.mark.rule("swidenth.fall.safe")
def test_a_short_fall_has_no_consequence() -> None:
    assert result(1.4, 0) == result(1.5, 0) == "unhurt"
    assert falls(1.5, 0).z == 0


@pytest.mark.rule("swidenth.fall.trigger")
def test_more_than_half_a_pas_over_the_void_falls() -> None:
    cliff = pit(10, 0, 36, 36, 4)
    world = scene(man(0, 9, 10), man(1, 1, 1), pieces=[cliff])
    figure = world.figures[0]
    assert not overhangs(world, figure, pas(10) - 1, pas(10), 0)
    assert overhangs(world, figure, pas(10.1), pas(10), 0)
    dragon = man(0, 9, 10, radius=pas(1.2))
    assert overhangs(world, dragon, pas(9.4), pas(10), 0)
    assert not overhangs(world, dragon, pas(9.2), pas(10), 0)
    walked = play(Call(act, world, 0, Course()), [20], [("move", (("walk", pas(12), pas(10)),))])
    assert walked.figure(0).z == -pas(4)
    assert walked.told("falls").about[1:] == (pas(4), 12, 20)
    assert walked.figure(0).stunned
    assert walked.run.due is None
    short = play(Call(act, world, 0, Course()), [1], [("standing-jump", pas(10), pas(10))])
    assert short.figure(0).status in (ON_TABLE, OUT)
    assert short.told("falls").about[1] == pas(4)


@pytest.mark.rule("swidenth.fall.vitality")
def test_a_fall_costs_one_vitality_and_ends_at_the_foot() -> None:
    bear = falls(3, 5, vitality=2)
    assert (bear.vitality, bear.status, bear.z) == (1, ON_TABLE, 0)
    wall = body("flat-obstacle", 8, 9, 10, 11, 3)
    world = scene(man(0, 10.1, 10, 3), man(1, 33, 33), pieces=[wall])
    landed = play(Call(fall, world, 0, 0), [20]).figure(0)
    assert landed.x >= pas(10.5)
    below = scene(man(0, 10, 10, 2), man(1, 10, 10), pieces=[])
    near = play(Call(fall, below, 0, 0), [20]).figure(0)
    assert (near.x - pas(10)) ** 2 + (near.y - pas(10)) ** 2 >= pas(1) ** 2


@pytest.mark.rule("swidenth.fall.vitality", "swidenth.heroism.soften-chain")
def test_heroism_lowers_a_fall_to_stunned_and_then_to_unhurt() -> None:
    world = scene(man(0, 10, 10, 4, heroism=2), man(1, 33, 33))
    kept = play(Call(fall, world, 0, 0), [7, 11], [("avoid-out", 1), ("avoid-stunned", 0)])
    assert kept.figure(0).stunned
    assert kept.figure(0).status == ON_TABLE
    assert kept.figure(0).heroism == 1
    spent = play(Call(fall, world, 0, 0), [7, 11, 8], [("avoid-out", 1), ("avoid-stunned", 1)])
    assert not spent.figure(0).stunned
    assert spent.figure(0).heroism == 0


@pytest.mark.rule("swidenth.fall.vitality", "swidenth.trait.amphibious")
def test_deep_water_saves_the_amphibious_only() -> None:
    lake = Piece("deep-water", box(5, 5, 15, 15), impassable=True)
    swimmer = scene(man(0, 10, 10, 4, traits=AMPHIBIOUS), man(1, 33, 33), pieces=[lake])
    assert play(Call(fall, swimmer, 0, 0)).kinds == ["falls-unharmed"]
    other = scene(man(0, 14.5, 10, 4), man(1, 33, 33), pieces=[lake])
    assert play(Call(fall, other, 0, 0), [20]).figure(0).x >= pas(15)


@pytest.mark.rule("swidenth.fall.vitality", "swidenth.fear.test")
def test_landing_beside_a_fearsome_enemy_is_a_new_engagement() -> None:
    cliff = pit(10, 0, 36, 36, 2)
    world = scene(man(0, 9, 10), man(1, 11.2, 10, -2, traits=FEAR), pieces=[cliff])
    played = play(Call(act, world, 0, Course()), [20, 7], [("move", (("walk", pas(10.1), pas(10)),))])
    assert "fears" in played.kinds
    assert played.figure(0).stunned


@pytest.mark.rule("swidenth.fall.vitality")
def test_a_step_down_does_not_end_the_activation() -> None:
    world = scene(man(0, 9, 10, 1.4), man(1, 33, 33), pieces=[body("flat-obstacle", 8, 8, 10, 12, 1.4)])
    played = play(Call(act, world, 0, Course()), [], [("move", (("walk", pas(13), pas(10)),))])
    assert played.figure(0).z == 0
    assert played.asked[-1].why == "swidenth.action.two"
