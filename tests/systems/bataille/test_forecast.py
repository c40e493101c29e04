"""What a declaration may come to: who falls, and how likely."""

from __future__ import annotations

from fractions import Fraction

import pytest

from escarmouche.core.effects import Choose
from escarmouche.systems.bataille.forecast import falling, stages
from escarmouche.systems.bataille.marks import trial
from escarmouche.systems.bataille.rules.melee import Blows
from tests.systems.bataille.scene import gun, man, scene

SHOT = "bataille.shoot.attack"
BLOW = "bataille.melee.attack"


@pytest.mark.rule("bataille.core.death", "bataille.core.excess-wounds")
def test_several_blows_add_up_to_a_death() -> None:
    """Three blows of 3 on Armour 3: each wounds with 1/4; 2 hit points go with two wounds or three."""
    world = scene(man(0, 10, 10, melee=(3, 3)), man(0, 12, 10), man(1, 11, 10, hp=2))
    found = falling(world, ((0, 2, 2), (1, 2)), True)
    assert found == {2: 3 * Fraction(1, 16) * Fraction(3, 4) + Fraction(1, 64)}
    assert falling(world, ((0, 2, -1),), True) == {2: Fraction(0)}


@pytest.mark.rule("bataille.cover.roll", "bataille.cover.figure-hit")
def test_a_shot_may_fell_whoever_stands_in_the_way() -> None:
    """Shooting 3 at Armour 2 past a friend of Armour 1: 1/6 and 5/24, as counted by hand."""
    world = scene(man(0, 10, 10, shooting=(3,)), man(0, 13, 10, armour=1), man(1, 18, 10, armour=2))
    assert falling(world, ((0, 2),), False) == {2: Fraction(1, 6), 1: Fraction(5, 24)}


@pytest.mark.rule("bataille.artillery.explosive")
def test_a_shell_may_fell_everybody_under_it() -> None:
    world = scene(gun(0, 10, 10), man(0, 8.4, 10, gun=0), man(1, 22, 10, armour=1), man(1, 23.2, 10, armour=1))
    assert falling(world, ((0, 1, 2),), False) == {2: Fraction(5, 12), 3: Fraction(5, 12)}


def test_a_screen_is_told_of_the_likeliest_first() -> None:
    world = scene(man(0, 10, 10, melee=(3, 5)), man(1, 11, 10), man(1, 9, 10))
    due = Choose(BLOW, 0, world, Blows(world, 0))
    told = trial(due, ("declare", (0, 1, 2)))["stages"]
    assert [(one["en"], one["odds"]["falls"]["chance"]) for one in told] == [
        ("Man (II) may be struck", "5/12"),
        ("Man (II) may be struck", "1/4"),
    ]
    assert told[0]["odds"]["falls"]["text"] == {"en": "falls", "fr": "tombe"}
    assert stages(world, (), SHOT) == []
