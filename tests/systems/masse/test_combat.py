"""Resolving attacks: dice to touches, touches to losses, losses to figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.pools import compound_outcomes
from escarmouche.systems.masse.model import CLOSE, COMMANDER, DESTROYED, FRONT, LEFT, PACK, REAR, RIGHT, Attack, Unit, World
from escarmouche.systems.masse.rules.combat import (
    after_losing,
    attack_pool,
    hit_table,
    needed_to_hit,
    pack_files,
    strike,
    take_losses,
    touch_table,
)
from escarmouche.systems.masse.rules.facing import figure_sides
from escarmouche.systems.masse.rules.ground import engaged, foes, footprint, ranks
from escarmouche.systems.masse.rules.melee import melee
from tests.systems.masse.field import changed, field, hero, play, structure, unit


def blade(*dice: int, ma: int = 1, flat: int = 0) -> Attack:
    """A melee line with these attack dice."""
    return Attack("epee-longue", "melee", ma, dice, flat)


def infantry(**changes: Any) -> Unit:
    """Regular infantry of seat 0 facing north, five abreast in close order, led by nobody."""
    return unit("infanterie-reguliere", 0, 30, 20, **{"formation": CLOSE, **changes})


def orcs(y: float = 21.6, **changes: Any) -> Unit:
    """Orc infantry of seat 1 (CA 14, NV 1) in base contact before them."""
    return unit("infanterie-orque", 1, 30, y, 270, **{"formation": CLOSE, "ca": 14, "nv": 1, "shield": False, **changes})


# ---------------------------------------------------------------- dice


@pytest.mark.rule("masse.combat.touch-table")
@pytest.mark.parametrize(
    ("sides", "table"),
    [(4, (0, 0, 1, 1)), (6, (0, 0, 1, 1, 1, 2)), (12, (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4))],
)
def test_each_attack_die_gives_touches(sides: int, table: tuple[int, ...]) -> None:
    assert touch_table(sides) == table


@pytest.mark.rule("masse.combat.da-flat-bonus")
def test_a_flat_bonus_goes_on_the_first_die_of_each_figure_and_never_above_twelve() -> None:
    assert touch_table(8, 1)[4] == 2
    assert touch_table(4, 1)[3] == 1
    assert touch_table(12, 2)[10:] == (4, 4)
    pool = attack_pool(blade(6, 6, flat=1), 3, 11)
    assert [part.table for part in pool] == [touch_table(6, 1), touch_table(6)]


@pytest.mark.rule("masse.combat.dice-read-separately")
def test_the_dice_of_a_line_are_read_one_by_one() -> None:
    pool = attack_pool(blade(6, 6), 1, 2)
    assert [(part.count, part.sides) for part in pool] == [(1, 6), (1, 6)]
    assert sum(touch_table(6)[face - 1] for face in (2, 5)) == 1


@pytest.mark.rule("masse.combat.attack-dice", "masse.org.stat-da")
def test_each_figure_rolls_its_dice() -> None:
    assert sum(part.count for part in attack_pool(blade(8), 5, 11)) == 5
    assert sum(part.count for part in attack_pool(blade(8, 8), 5, 11)) == 10


@pytest.mark.rule("masse.combat.to-hit", "masse.combat.ca-column-sign", "masse.org.stat-ma", "masse.org.stat-ca")
def test_the_result_must_exceed_the_ca() -> None:
    assert needed_to_hit(14, 1, (("serree", 1),)) == 13
    assert needed_to_hit(14, 1, ()) == 14
    assert needed_to_hit(13, 2, (("couverture-50", -4),)) == 16


@pytest.mark.rule("masse.combat.natural-20-and-1", "masse.combat.no-critical")
def test_a_natural_twenty_removes_one_nv_and_a_one_never_does() -> None:
    assert hit_table(37) == (*[0] * 19, 1)
    assert hit_table(-5) == (0, *[1] * 19)


# ---------------------------------------------------------------- losses


@pytest.mark.rule("masse.combat.nv-to-figures", "masse.combat.nv-remainder", "masse.org.stat-nv")
def test_nv_become_figures_and_the_rest_is_carried() -> None:
    ogres = unit("ogres", 0, 30, 20, figures=10, files=5, nv=2)
    once = after_losing(ogres, 7)
    assert (once.figures, once.carried) == (7, 1)
    twice = after_losing(once, 3)
    assert (twice.figures, twice.carried) == (5, 0)


@pytest.mark.rule("masse.combat.casualty-removal")
def test_figures_go_from_the_rear_and_the_front_stays_where_it_is() -> None:
    before = infantry(figures=15, files=5)
    after = after_losing(before, 5)
    assert after.figures == 10
    assert [footprint(after).points[i] for i in (0, 3)] == [footprint(before).points[i] for i in (0, 3)]


LOST = "masse.combat.casualty-removal"


@pytest.mark.rule(LOST, "masse.combat.engagement")
def test_whoever_is_struck_from_behind_stays_in_contact() -> None:
    mine = infantry()
    world = field(mine, changed(orcs(18.4), facing=9000))
    after: World = play(Call(take_losses, world, 0, 5, 1), dice=[9, 9]).result
    assert (after.units[0].figures, ranks(after.units[0])) == (5, 1)
    assert engaged(after, after.units[0])
    assert after.units[1] == world.units[1]


@pytest.mark.rule(LOST, "masse.combat.engagement")
@pytest.mark.parametrize("x", [27.2, 32.8])
def test_a_single_rank_closes_up_towards_the_enemy_at_its_end(x: float) -> None:
    mine = unit("infanterie-reguliere", 0, 30, 20, figures=6, files=6)
    foe = changed(orcs(20.8, figures=1, files=1), x=round(x * 2500), y=mine.y + 2000)
    world = field(mine, foe)
    assert engaged(world, world.units[0])
    after: World = play(Call(take_losses, world, 0, 2, 1), dice=[9, 9]).result
    assert after.units[0].figures == 4
    assert engaged(after, after.units[0])
    assert after.units[0].y == mine.y


@pytest.mark.rule(LOST, "masse.combat.engagement")
def test_between_two_enemies_the_one_that_would_lose_contact_steps_up() -> None:
    mine = infantry()
    world = field(mine, orcs(), changed(orcs(), y=mine.y - 4000, facing=9000))
    after: World = play(Call(take_losses, world, 0, 5, 2), dice=[9, 9]).result
    assert after.units[1] == world.units[1]
    assert after.units[2].y == world.units[2].y + 2000
    assert {foe.id for foe in foes(after, after.units[0])} == {1, 2}
    walled = field(*world.units, structures=[structure("structure-d-habitation-legere", 28, 18.85, 0.2, 0.2)])
    stuck: World = play(Call(take_losses, walled, 0, 5, 2), dice=[9, 9]).result
    assert stuck.units[2] == walled.units[2]


@pytest.mark.rule(LOST, "masse.move.multi-front")
@pytest.mark.parametrize(
    ("fronts", "figures", "nv", "left"),
    [
        ((REAR,), 10, 5, ()),
        ((REAR,), 10, 4, (REAR,)),
        ((LEFT, RIGHT), 5, 4, ()),
        ((LEFT, RIGHT), 5, 2, (LEFT, RIGHT)),
        ((LEFT, REAR, RIGHT), 10, 5, (LEFT, RIGHT)),
    ],
)
def test_a_group_without_figures_faces_nowhere(fronts: tuple[int, ...], figures: int, nv: int, left: tuple[int, ...]) -> None:
    mine = infantry(figures=figures, fronts=fronts, formation="close")
    after = after_losing(mine, nv)
    assert (after.fronts, after.facing) == (left, mine.facing)
    assert FRONT in figure_sides(after)


@pytest.mark.rule("masse.formation.pack")
@pytest.mark.parametrize(("figures", "files"), [(16, 4), (20, 5), (1, 1), (17, 5)])
def test_a_pack_is_as_wide_as_it_is_deep(figures: int, files: int) -> None:
    assert pack_files(figures) == files
    wolves = infantry(formation=PACK, figures=25, files=5)
    assert after_losing(wolves, 9).files == 4


@pytest.mark.rule("masse.combat.procedure", "masse.melee.charge-extra-dice", "masse.melee.mod-charge", "masse.melee.mod-close")
def test_the_worked_example_of_a_charge() -> None:
    regulars = infantry(attacks=(blade(8, ma=1),))
    world = field(regulars, orcs(22.4, figures=20, files=5), hero(0, host=0, role=COMMANDER), changed(orcs(50), figures=5))
    dice = [1, 3, 4, 6, 7, 8, 2, 11, 15, 20, 13, 2, 3, 4, 5]
    played = play(Call(melee, world, 0, 1, True, False), dice=[*dice, 9, 9])
    assert played.outcomes[0] == "nv-4"
    assert played.result.units[1].figures == 16
    assert played.morale_tests == [(1, 8)]


@pytest.mark.rule("masse.combat.no-simultaneous-riposte")
def test_the_defender_does_not_strike_back_at_the_same_time() -> None:
    world = field(infantry(attacks=(blade(8, ma=1),)), orcs())
    played = play(Call(melee, world, 0, 1, False, False), dice=[1, 1, 1, 1, 1])
    assert [roll.figure for roll, _ in played.rolls] == [0]
    assert played.result.units[0].figures == world.units[0].figures


@pytest.mark.rule("masse.combat.vs-individual")
def test_a_hero_with_two_nv_falls_to_two_touches() -> None:
    world = field(infantry(), hero(1, 30, 21.6, 270))
    assert world.units[1].card.nv == 2
    wounded = play(Call(take_losses, world, 1, 1, 0)).result
    assert (wounded.units[1].figures, wounded.units[1].carried) == (1, 1)
    assert play(Call(take_losses, wounded, 1, 1, 0)).result.units[1].status == DESTROYED


@pytest.mark.rule("masse.turn.immediate-results")
def test_losses_apply_at_once() -> None:
    world = field(infantry(), orcs(figures=20, files=5))
    pool = attack_pool(blade(4), 1, 2)
    after: World = play(Call(strike, world, 0, 1, pool, FRONT, "masse.melee.contact"), dice=[4, 20, 9, 9]).result
    assert after.units[1].figures == 19


def test_the_compound_pool_is_exact() -> None:
    outcomes = compound_outcomes(attack_pool(blade(4), 1, 11))
    assert [(value, Fraction(weight, 80)) for value, weight in outcomes] == [(0, Fraction(3, 4)), (1, Fraction(1, 4))]
