"""What a side hopes to gain in a turn: who reaches whom, together, at whom, and whether it has acted."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.systems.sbh.encoding import encode
from escarmouche.systems.sbh.gains import AT_ONE_DOWN, DOUBLED, OUTNUMBERED, SHAKEN, THROWN, WON, hoped_for, row
from escarmouche.systems.sbh.model import DEAD, LEADER, Figure
from escarmouche.systems.sbh.system import SongOfBlades
from tests.systems.sbh.scene import fighter, scene

WARRIOR = "human-warrior"


def man(seat: int, x: float, y: float = 300, **changes: object) -> Figure:
    """A fighter of Quality 3, Combat 3, worth 30 Points, with a Medium move (80 mm)."""
    usual: dict[str, object] = {"quality": 3, "combat": 3, "points": 30, "move": 2, "traits": 0, "shooting": 0}
    return fighter(WARRIOR, seat, x, y, **usual | changes)


def hope(*figures: Figure, spent: float = 1.0) -> float:
    """What the first side hopes for."""
    return hoped_for(scene(*figures), 0, spent)


def test_chances_are_those_of_the_opposed_roll() -> None:
    at = row(3, 3)
    assert WON[at] == pytest.approx(15 / 36)
    assert DOUBLED[at] == pytest.approx(1 / 36 * len([1 for a in range(1, 7) for b in range(1, 7) if a + 3 >= 2 * (b + 3)]))
    assert THROWN[at] == pytest.approx(1 / 36 * len([1 for a in (2, 4, 6) for b in range(1, a) if a + 3 < 2 * (b + 3)]))
    assert row(99, -99) == row(12, -2)
    assert (AT_ONE_DOWN, OUTNUMBERED) == (2, -1)


def test_nobody_hopes_for_what_is_out_of_reach() -> None:
    strong = {"combat": 5}
    assert hope(man(0, 100, **strong), man(1, 150)) > 0
    assert hope(man(0, 100, **strong), man(1, 300)) == 0
    assert hope(man(0, 100, **strong, held=1), man(1, 150)) == 0


def test_two_moves_and_a_blow_take_three_actions() -> None:
    near, far = hope(man(0, 100, combat=5), man(1, 170)), hope(man(0, 100, combat=5), man(1, 250))
    two, three = (2 / 3) ** 2 * (3 - 4 / 3), (2 / 3) ** 3
    assert far == pytest.approx(near * three / two)
    assert hope(man(0, 100, combat=5, prone=True), man(1, 250)) == 0, "getting up is one of them"


def test_the_turn_may_not_last_for_the_next() -> None:
    def second(**changes: object) -> Figure:
        return man(0, 100, 500, combat=5, **changes)

    first, preys = man(0, 100, combat=5), (man(1, 150), man(1, 150, 500))
    alone = hope(first, second(held=1), *preys)
    lasts = (2 / 3) ** 2 * (3 - 4 / 3)  # not two failures of three dice
    assert hope(first, second(), *preys) == pytest.approx(alone * (1 + lasts))
    assert hope(first, second(activated=True), *preys, spent=0.5) == pytest.approx(alone * (1 + lasts / 2))
    assert hope(man(0, 100, combat=5, activated=True), second(activated=True), *preys, spent=0.5) == pytest.approx(alone)


def test_a_fight_that_costs_more_than_it_gains_is_not_sought() -> None:
    assert hope(man(0, 100, combat=2), man(1, 150, combat=4)) == 0
    assert hope(man(0, 100, combat=4), man(1, 150, combat=2)) > hope(man(0, 100, combat=4), man(1, 150, combat=3)) > 0


def test_two_together_are_worth_more_than_each_alone() -> None:
    one = hope(man(0, 100, combat=4), man(1, 150))
    both = hope(man(0, 100, combat=4), man(0, 200, combat=4), man(1, 150))
    assert both > 2 * one
    apart = hope(man(0, 100, combat=4), man(0, 200, combat=4), man(1, 150, points=1), man(1, 250, 500, points=1))
    assert apart < one


def test_each_attacks_one_enemy_only() -> None:
    one = hope(man(0, 100, combat=5), man(1, 150), man(1, 500, 350))
    assert hope(man(0, 100, combat=5), man(1, 150), man(1, 100, 350)) == pytest.approx(one)


def test_one_on_the_ground_is_prey_and_no_danger() -> None:
    standing = hope(man(0, 100), man(1, 150))
    assert hope(man(0, 100), man(1, 150, prone=True)) > standing == 0


def test_who_has_acted_hopes_for_less() -> None:
    fresh = hope(man(0, 100, combat=5), man(1, 150), spent=0.5)
    assert hope(man(0, 100, combat=5, activated=True), man(1, 150), spent=0.5) == pytest.approx(fresh / 2)
    assert hope(man(0, 100, combat=5, activated=True), man(1, 150), spent=0.0) == 0


def test_a_leader_near_by_makes_actions_surer() -> None:
    attack = man(0, 100, combat=5)
    bystander: dict[str, Any] = {"combat": 0, "x": 0, "y": 300}
    led = hope(attack, man(0, traits=LEADER, **bystander), man(1, 150))
    assert led > hope(attack, man(0, **bystander), man(1, 150)) > 0
    assert led > hope(attack, man(0, traits=LEADER, prone=True, **bystander), man(1, 150))


def test_more_is_at_stake_where_all_would_test_their_morale() -> None:
    attack, crowd = man(0, 100, combat=5), [man(1, 500, y, points=30) for y in (100, 200, 400)]
    usual = hope(attack, man(1, 150), *crowd)
    assert hope(attack, man(1, 150, traits=LEADER), *crowd) == pytest.approx(usual * (30 + SHAKEN * 120) / 30, rel=0.2)
    fallen = [man(1, 0, 0, status=DEAD) for _ in range(3)]  # four of seven are left: one more, and it is half of them
    assert hope(attack, man(1, 150), *crowd, *fallen) > usual
    assert hope(attack, man(1, 150), *crowd, *fallen[:1]) == usual


def test_a_long_battle_is_pressed_home_first_by_whoever_is_not_behind() -> None:
    number = SongOfBlades().encoding().index("mine: pressing home")

    def pressing(seat: int, turn: int, gap: float) -> float:
        """How much a side presses home that has two fighters (seat 0), or one (seat 1)."""
        world = scene(man(0, 100), man(0, 100, 350), man(1, 100 + gap), turn=turn)
        return encode(world, seat)[number]

    assert pressing(0, 40, 50) == 0.0
    assert 0 < pressing(0, 60, 50) < pressing(0, 80, 50) == pressing(0, 200, 50)
    assert pressing(0, 80, 50) > pressing(0, 80, 150)
    assert pressing(1, 80, 50) == 0.0
    assert 0 < pressing(1, 100, 50) < pressing(1, 120, 50)
    assert pressing(0, 240, 50) == pytest.approx(pressing(0, 200, 50) - 1), "and then nobody likes to wait"


def test_who_comes_first_may_risk_more_than_it_gains_so_that_the_next_outnumber() -> None:
    alone, second = man(0, 100), man(0, 200)
    assert hope(alone, man(1, 150)) == 0
    assert hope(alone, second, man(1, 150)) > 0
    assert hope(alone, second, man(1, 150, combat=6)) == 0
