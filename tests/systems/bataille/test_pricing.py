"""What figures and guns cost: the formula of the book."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core.content import Plain
from escarmouche.core.errors import ContentError
from escarmouche.systems.bataille import pricing
from escarmouche.systems.bataille.army import price
from escarmouche.systems.bataille.content import book, complete
from escarmouche.systems.bataille.rows import OwnProfile

PLAIN: Plain = {"melee": [1], "armour": 1}
"""A figure of 4 points."""


@pytest.mark.parametrize(
    ("values", "cost"),
    [
        ({"movement": 12, "melee": [4], "armour": 4, "mental": 3, "traits": ["powerful"], "hp": 2}, 39),
        ({"melee": [5, 4], "armour": 3, "mental": 4, "traits": ["powerful"], "hp": 3}, 66),
        ({"melee": [2], "shooting": [3], "armour": 1, "mental": 2}, 17),
        ({"melee": "5/4", "armour": 3, "mental": 4, "traits": ["powerful"], "hp": 3}, 66),
    ],
)
@pytest.mark.rule("bataille.points.formula")
def test_the_sum_is_made_first_then_multiplied(values: Plain, cost: int) -> None:
    assert price(**values) == esc.price("bataille", **values) == cost


@pytest.mark.parametrize(("movement", "cost"), [(6, 0), (9, 1), (12, 2), (15, 3), (18, 4), ("flight", 5), ("15", 3)])
@pytest.mark.rule("bataille.points.movement", "bataille.char.movement-values")
def test_movement(movement: int | str, cost: int) -> None:
    assert price(**PLAIN, movement=movement) == 4 + cost


@pytest.mark.rule("bataille.char.movement-values")
def test_no_other_movement_can_be_bought() -> None:
    with pytest.raises(ContentError, match="field movement: 8 is not one of 6, 9, 12, 15, 18, flight"):
        price(**PLAIN, movement=8)


@pytest.mark.rule("bataille.points.melee", "bataille.points.multiple-attacks", "bataille.char.melee-multiple")
def test_melee_costs_two_a_level_and_each_attack_is_paid() -> None:
    assert [price(melee=[level], armour=1) - 2 for level in range(1, 6)] == [2, 4, 6, 8, 10]
    assert price(melee=[4, 3], armour=1) - 2 == 14
    assert price(melee=[5, 5, 4], armour=1) - 2 == 28
    with pytest.raises(ContentError, match="field melee: missing"):
        price(melee=[0], armour=1)


@pytest.mark.rule("bataille.points.shooting", "bataille.char.shooting-multiple", "bataille.char.shooting-zero")
def test_shooting_costs_three_a_level() -> None:
    assert [price(**PLAIN, shooting=level) - 4 for level in range(6)] == [0, 3, 6, 9, 12, 15]
    assert price(**PLAIN, shooting="4/3") - 4 == 21


@pytest.mark.rule("bataille.points.armour")
def test_armour() -> None:
    assert [price(melee=[1], armour=level) - 2 for level in range(6)] == [1, 2, 4, 6, 8, 10]


@pytest.mark.rule("bataille.points.armour-zero")
def test_armour_zero_costs_one_or_minus_one() -> None:
    bare = complete(OwnProfile(id="bare", name="Bare", melee=(1,)), "test")
    assert bare.points == pricing.points(bare, book()) == 3
    assert pricing.points(bare, book(), [pricing.CHEAP_SKIN]) == 1
    clad = complete(OwnProfile(id="clad", name="Clad", melee=(1,), armour=1), "test")
    assert pricing.points(clad, book(), [pricing.CHEAP_SKIN]) == 4


@pytest.mark.rule("bataille.points.mental")
def test_mental_costs_its_value() -> None:
    assert [price(**PLAIN, mental=level) - 4 for level in range(6)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("bataille.points.abilities")
def test_abilities() -> None:
    costs = {name: price(**PLAIN, traits=[name]) - 4 for name in book().ability}
    assert costs == {"reach": 3, "disengagement": 2, "scout": 5, "frightening": 4, "powerful": 5}
    assert price(**PLAIN, traits=["reach", "powerful"]) - 4 == 8


@pytest.mark.rule("bataille.points.abilities-multiplied", "bataille.points.hp-factor")
def test_hit_points_multiply_the_whole_sum() -> None:
    values: Plain = {"melee": [3, 3], "armour": 2, "mental": 2, "traits": ["frightening"]}
    assert [price(**values, hp=hp) for hp in (1, 2, 3, 4)] == [22, 33, 44, 66]
    with pytest.raises(ContentError, match="field hp: should be at most 4"):
        price(**values, hp=5)


@pytest.mark.rule("bataille.points.rounding")
def test_a_half_point_rounds_up() -> None:
    assert price(melee=[4], armour=2, mental=1, hp=2) == 20  # 13 × 1.5 = 19.5
    assert price(melee=[4], armour=2, mental=0, hp=2) == 18


@pytest.mark.rule("bataille.points.artillery", "bataille.artillery.cost-explosive", "bataille.artillery.cost-piercing")
def test_guns_are_priced_by_their_shooting_alone() -> None:
    assert price(role="artillery", artillery_type="explosive", shooting=2) == 24
    assert price(role="artillery", artillery_type="explosive", shooting=[3]) == 36
    assert price(role="artillery", artillery_type="piercing", shooting=4) == 24
    assert price(role="artillery", artillery_type="piercing", shooting=5) == 30


@pytest.mark.rule("bataille.points.free-extras", "bataille.character.profile", "bataille.titan.not-a-hero")
def test_being_somebody_and_magic_cost_nothing() -> None:
    values: Plain = {"melee": [4, 4], "armour": 4, "mental": 4, "hp": 3}
    assert price(**values) == 56
    assert price(**values, role="hero", items=["item-power"]) == 56
    assert price(**values, role="sorcerer", spells=["fireball", "fireball"]) == 56
    assert price(**values, role="titan", items=["item-power", "item-silver"]) == 56
