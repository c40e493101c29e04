"""How good a battle looks: a side that comes nearer to its enemies thinks better of it, and so does not wait for them."""

from __future__ import annotations

from escarmouche.systems.swidenth.worth import evaluate
from tests.systems.swidenth.scene import man, scene


def test_a_step_towards_the_enemy_is_worth_taking() -> None:
    foes = [man(1, x, 33) for x in (16, 18, 20)]
    far = scene(man(0, 18, 18), man(0, 19.5, 18), *foes)
    near = scene(man(0, 18, 23), man(0, 19.5, 18), *foes)
    assert evaluate(near, 0) > evaluate(far, 0)
