"""What a declaration may come to: who falls, and how likely."""

from __future__ import annotations

from fractions import Fraction

import pytest

from escarmouche.core.effects import Choose
from escarmouche.systems.bataille.forecast import falling, stages
from escarmouche.systems.bataille.marks import trial
from escarmouche.systems.bataille.model import SORCERER
from escarmouche.systems.bataille.rules.magic import Casting
from escarmouche.systems.bataille.rules.melee import Blows
from tests.systems.bataille.scene import changed, gun, inches, man, scene

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
    (told,) = trial(due, ("declare", (0, 1, 2)))["stages"]
    assert (told["en"], told["fr"]) == ("Who may fall", "Qui peut tomber")
    assert [(id, row["chance"]) for id, row in told["odds"].items()] == [("2", "5/12"), ("1", "1/4")]
    assert told["odds"]["2"]["text"] == {"en": "Man (II)", "fr": "Homme (II)"}
    assert stages(world, ("declare",), SHOT) == []
    shot = scene(man(0, 10, 10, shooting=(3,)), man(0, 13, 10, armour=1), man(1, 18, 10, armour=2))
    (told,) = stages(shot, ("declare", (0, 2)), SHOT)
    assert told["odds"]["1"]["text"]["fr"] == "Homme (I), de votre camp"


@pytest.mark.rule("bataille.spell.death-ray", "bataille.spell.fireball")
def test_a_spell_that_strikes_tells_who_may_fall() -> None:
    """Armour 3: a ray is defended against 2, a ball of fire against 3; who has 2 hit points stands either way."""
    world = scene(man(0, 10, 10, role=SORCERER, spells=("death-ray",)), man(1, 15, 10), man(1, 16.5, 10, hp=2))
    due = Choose("bataille.magic.side-order", 0, world, Casting(world, 0))

    def fallen(answer: tuple[object, ...]) -> list[str]:
        return [row["chance"] for one in trial(due, answer)["stages"] for row in one["odds"].values()]

    assert fallen(("death-ray", 0, 1)) == ["2/3"]
    assert fallen(("death-ray", 0, 2)) == ["0"]
    assert fallen(("fireball", 0, inches(15.5), inches(10))) == ["1/2", "0"]
    crowd = scene(*[man(1, 10 + number % 4, 10 + number // 4, radius=100) for number in range(12)], man(0, 20, 20))
    dense = [changed(one, x=inches(10) + 200 * one.id, y=inches(10)) for one in crowd.figures[:12]]
    assert stages(crowd.with_figures(dense), ("fireball", 12, inches(10), inches(10)), "") == [], "too many to follow"
