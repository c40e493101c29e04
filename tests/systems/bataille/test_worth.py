"""How good a battle looks: more figures, fit ones, and what the scenario is about."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.core.registry import new
from escarmouche.systems.bataille.encoding import encode
from escarmouche.systems.bataille.model import DEAD, FREED, LOST, PRISONER, ROUTED, Gem, World
from escarmouche.systems.bataille.rules.scenarios import GEM, KING, KING_TAG, OCCUPATION, PILLAGE, PRISON_TAG, RESCUE
from escarmouche.systems.bataille.system import SYSTEM
from escarmouche.systems.bataille.worth import evaluate
from tests.systems.bataille.scene import box, changed, inches, man, scene

HILL = box("hill", 20, 20, 28, 28, KING_TAG)
PRISON = box("building", 22, 22, 26, 26, PRISON_TAG)


def even(**changes: Any) -> World:
    """Two sides that mirror each other."""
    return scene(man(0, 24, 10, hp=2), man(0, 20, 10), man(1, 24, 38, hp=2), man(1, 28, 38), **{"turn": 3, **changes})


def better(one: World, other: World) -> bool:
    """Is the first better for seat 0 than the second, and as much worse for seat 1?"""
    return evaluate(one, 0) > evaluate(other, 0) and evaluate(one, 1) < evaluate(other, 1)


@pytest.mark.parametrize(
    ("figure", "change"), [(3, {"status": DEAD}), (2, {"hp": 1}), (3, {"state": ROUTED}), (1, {"y": inches(20)})]
)
def test_losses_of_the_enemy_and_prey_at_hand_are_good(figure: int, change: dict[str, int]) -> None:
    world = even()
    assert evaluate(world, 0) == pytest.approx(evaluate(world, 1))
    assert better(world.with_figure(changed(world.figures[figure], **change)), world)


@pytest.mark.parametrize(
    ("scenario", "pieces"), [(KING, [HILL]), (OCCUPATION, [box("wood", 20, 20, 28, 28)]), (PILLAGE, []), ("pitched-battle", [])]
)
def test_what_the_scenario_counts_is_good(scenario: str, pieces: list[Any]) -> None:
    world = even(scenario=scenario, pieces=pieces)
    if pieces:
        there = world.with_figure(changed(world.figures[1], x=inches(24), y=inches(24)))
        assert better(there, world)
    else:
        assert better(world.with_side(changed(world.sides[0], points=30, gold=12)), world)


def test_the_gem_and_the_prisoner_are_good() -> None:
    lying = even(scenario=GEM, gem=Gem(inches(24), inches(24)))
    carried = changed(lying, gem=Gem(inches(24), inches(24), 0))
    assert better(carried, lying)
    assert better(changed(lying, gem=Gem(inches(24), inches(26))), changed(lying, gem=Gem(inches(24), inches(22))))
    locked = scene(man(0, 24, 10), man(1, 24, 38), man(0, 24, 24, status=PRISONER), scenario=RESCUE, pieces=[PRISON], turn=3)
    locked = locked.with_side(changed(locked.sides[0], attacks=True))
    assert better(locked.with_figure(changed(locked.figures[2], status=0, state=FREED)), locked)


def test_how_far_the_prize_has_come_is_told() -> None:
    place = SYSTEM.encoding().index("mine: the prize")

    def prize(world: World, seat: int = 0) -> float:
        return encode(world, seat)[place]

    lying = even(scenario=GEM, gem=Gem(inches(24), inches(24)))
    assert prize(lying) == prize(lying, 1) == pytest.approx(0.35)
    ahead = changed(lying, gem=Gem(inches(24), inches(30)))
    assert prize(ahead) > prize(lying) > prize(ahead, 1)
    assert prize(changed(lying, gem=Gem(inches(24), inches(24), 0))) == pytest.approx(0.65)
    locked = scene(man(0, 24, 10), man(1, 24, 38), man(0, 24, 24, status=PRISONER), scenario=RESCUE, pieces=[PRISON], turn=3)
    locked = locked.with_side(changed(locked.sides[0], attacks=True))
    free = locked.with_figure(changed(locked.figures[2], status=0, state=FREED))
    near = free.with_figure(changed(free.figures[2], x=inches(2)))
    gone = free.with_figure(changed(free.figures[2], status=LOST))
    dead = free.with_figure(changed(free.figures[2], status=DEAD))
    assert prize(locked) == pytest.approx(0.15), "the prison half way between both edges"
    assert prize(dead) == 0.0
    assert prize(locked) < prize(free) < prize(near) < prize(gone) == 1.0
    assert prize(free, 1) == 0.0


def test_it_stays_within_bounds_through_a_battle_of_three() -> None:
    chance = Stream("worth")
    game: Game = new("bataille", armies=["elves-500", "dwarves-500", "undead-500"], seed=3, options={"terrain": "random"})
    for _ in range(80):
        game.play(game.sample(chance))
        values = [evaluate(game.world, seat) for seat in range(3)]
        assert all(-1 < value < 1 for value in values)
        assert len([value for value in values if value > 0]) <= 1


def test_a_battle_that_waits_for_its_terrain_is_even() -> None:
    """Where ground is to be held and none lies there yet, nobody holds any."""
    world = even(scenario=OCCUPATION)
    assert evaluate(world, 0) == pytest.approx(0.0)
