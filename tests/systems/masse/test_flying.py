"""Flying units: altitude, climbing, turning, the four ways to fight, taking off and landing."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.dice import PythonChance
from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.masse.model import ENRAGED, INCH, PACK, ROUTED, SHAKEN, SKIRMISH, STABLE, Unit, World
from escarmouche.systems.masse.rules import airfights, flying
from escarmouche.systems.masse.rules.airfights import dive, exchange, ground_attack, intercept, straight_to, swoop, way_to
from escarmouche.systems.masse.rules.flying import Flown, along_way, fly, fly_refusal, land, landings, leg_cost, turn_limit
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import STEP, contact, cover_of, engaged, gap, height_of, in_difficult, size_of
from escarmouche.systems.masse.rules.melee import Attacks, attackers, melee_modifiers
from escarmouche.systems.masse.rules.morale import change_state
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.rules.orders import ORDERS, Doing
from escarmouche.systems.masse.rules.shooting import shooters
from escarmouche.systems.masse.rules.turn import Declarations, may_declare, new_turn
from tests.systems.masse.field import area, changed, field, hero, play, unit

HIPPOGRIFFS = "hippogriffes"


def refused(world: World, id: int, answer: tuple[Any, ...], used: int = 0) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, used).check(answer)
    return "" if refusal is None else refusal.rule


def flown(one: Unit, *legs: tuple[int, int, int]) -> Flown:
    """A flight of that unit alone."""
    return along_way(field(one), Flown(one), legs, one.card.mv)


# ---------------------------------------------------------------- altitude and climbing


@pytest.mark.rule("masse.fly.altitude")
def test_altitude_four_is_twenty_metres() -> None:
    high = unit(HIPPOGRIFFS, 0, 20, 20, altitude=4)
    world = field(high, pieces=[area("elevations", 10, 10, 20, 20, height_m=10)])
    assert height_of(field(high), high) == 2 * INCH
    assert height_of(world, high) == 3 * INCH, "above the ground beneath it"


@pytest.mark.rule("masse.fly.altitude")
def test_twenty_is_the_ceiling_and_nought_the_ground() -> None:
    high = unit(HIPPOGRIFFS, 0, 20, 20, figures=4, altitude=19)
    assert flown(high, (0, INCH, 1)).unit.altitude == 20
    refusal = flown(high, (0, 2 * INCH, 2)).refused
    assert refusal is not None
    assert refusal.rule == "masse.fly.altitude"
    refusal = flown(unit(HIPPOGRIFFS, 0, 20, 20, figures=4, altitude=2), (0, 5 * INCH, -3)).refused
    assert refusal is not None
    assert refusal.rule == "masse.fly.altitude"


@pytest.mark.rule("masse.fly.climb-descend")
def test_hippogriffs_climb_four_and_a_half_inches() -> None:
    low = unit(HIPPOGRIFFS, 0, 20, 20, figures=4, altitude=1)
    done = flown(low, (0, 9 * INCH // 2, 9))
    assert (done.refused, done.spent, done.unit.altitude) == (None, 9 * INCH, 10)
    refusal = flown(low, (0, 9 * INCH // 2 + 1, 9)).refused
    assert refusal is not None
    assert refusal.rule == "masse.move.budget"


@pytest.mark.rule("masse.fly.climb-descend")
def test_descending_costs_two_thirds_of_the_way_down() -> None:
    assert leg_cost(3 * INCH, -6) == 2 * INCH
    assert leg_cost(6 * INCH, -6) == 5 * INCH, "level for the first three inches"
    assert leg_cost(6 * INCH, 0) == 6 * INCH
    assert leg_cost(6 * INCH, 2) == 7 * INCH


@pytest.mark.rule("masse.fly.climb-descend")
def test_poor_fliers_climb_no_steeper_than_half_a_right_angle() -> None:
    low = unit(HIPPOGRIFFS, 0, 20, 20, figures=4, altitude=3)
    assert flown(low, (0, INCH, 2)).refused is None
    for steps in (3, -3):
        refusal = flown(low, (0, INCH, steps)).refused
        assert refusal is not None
        assert refusal.rule == "masse.fly.climb-descend"


@pytest.mark.rule("masse.fly.vertical")
def test_good_fliers_rise_at_three_times_the_cost_and_sink_free() -> None:
    demon = unit("demon-type-vi", 0, 20, 20, altitude=2)
    up = flown(demon, (0, 0, 2))
    assert (up.refused, up.spent, up.unit.altitude) == (None, 3 * INCH, 4)
    down = flown(demon, (0, 0, -2))
    assert (down.refused, down.spent, down.unit.altitude) == (None, 0, 0)
    assert leg_cost(INCH, 4) == INCH + INCH + 3 * INCH, "an inch at 45 degrees, an inch straight up"


# ---------------------------------------------------------------- turning and keeping in the air


@pytest.mark.rule("masse.fly.manoeuvrability")
@pytest.mark.parametrize(
    ("profile", "turn", "legal"),
    [
        ("djinn", 18000, True),
        ("demon-type-vi", 18000, True),
        (HIPPOGRIFFS, 9000, True),
        (HIPPOGRIFFS, 9001, False),
        ("dragon-jeune", 9000, True),
        ("dragon-jeune", 9001, False),
        ("dragon-ancien", 4500, True),
        ("dragon-ancien", 4501, False),
    ],
)
def test_how_sharply_each_class_turns(profile: str, turn: int, legal: bool) -> None:
    one = unit(profile, 0, 30, 30, figures=1, altitude=5)
    for way in (turn, -turn):
        refusal = flown(one, (way, one.card.mv // 2, 0)).refused
        assert (refusal is None) == legal
        assert refusal is None or refusal.rule == "masse.fly.manoeuvrability"


@pytest.mark.rule("masse.fly.manoeuvrability")
def test_average_fliers_turn_more_as_they_go() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 30, figures=1, altitude=5)
    quarter = one.card.mv // 4
    assert [turn_limit(one, spent) for spent in (0, quarter - 1, quarter, 3 * quarter)] == [9000, 9000, 13500, 22500]
    assert flown(one, (9000, quarter, 0), (4500, quarter, 0)).refused is None
    refusal = flown(one, (9000, quarter - 1, 0), (4500, quarter, 0)).refused
    assert refusal is not None
    assert refusal.rule == "masse.fly.manoeuvrability"
    dragon = unit("dragon-jeune", 0, 30, 30, altitude=5)
    refusal = flown(dragon, (9000, 2 * quarter, 0), (1, quarter, 0)).refused
    assert refusal is not None, "class D turns 90 degrees in an action and no more"


@pytest.mark.rule("masse.fly.manoeuvrability")
def test_those_who_cannot_hover_move_half_their_mv_or_land() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 30, figures=4, altitude=2)
    half = one.card.mv // 2
    world = field(one)
    assert fly_refusal(world, one, ((0, half, 0),)) is None
    refusal = fly_refusal(world, one, ((0, half - 1, 0),))
    assert refusal is not None
    assert refusal.rule == "masse.fly.manoeuvrability"
    assert fly_refusal(world, one, ((0, INCH, -2),)) is None, "or land"
    djinn = unit("djinn", 0, 30, 30, altitude=2)
    assert fly_refusal(field(djinn), djinn, ((4500, 0, 0),)) is None, "the perfect hover"


@pytest.mark.rule("masse.fly.manoeuvrability")
def test_at_the_end_of_the_turn_those_who_stood_still_come_down() -> None:
    still = unit(HIPPOGRIFFS, 0, 10, 30, figures=4, altitude=6)
    flew = unit(HIPPOGRIFFS, 0, 20, 30, figures=4, altitude=6, moved=True)
    djinn = unit("djinn", 0, 30, 30, altitude=6)
    after: World = play(Call(landings, field(still, flew, djinn))).result
    assert [one.altitude for one in after.units] == [0, 6, 6]


@pytest.mark.rule("masse.fly.manoeuvrability")
def test_a_turn_without_flight_brings_them_down() -> None:
    still = unit(HIPPOGRIFFS, 0, 10, 30, figures=4, altitude=6, morale=STABLE)
    foe = unit("squelettes", 1, 40, 30, 270)
    played = play(Call(new_turn, field(still, foe)), answers=[("done",), ("done",)])
    assert "lands" in played.kinds


@pytest.mark.rule("masse.fly.takeoff-landing")
def test_taking_off_is_part_of_a_climbing_flight() -> None:
    grounded = unit(HIPPOGRIFFS, 0, 30, 30, figures=4)
    world = field(grounded)
    played = play(Call(fly, world, 0, ("fly", ((0, 9 * INCH // 2, 4),))))
    assert played.result.units[0].altitude == 4
    level = fly_refusal(world, grounded, ((0, 4 * INCH, 0), (0, INCH, 1)))
    assert level is not None
    assert level.rule == "masse.fly.takeoff-landing"


@pytest.mark.rule("masse.fly.takeoff-landing")
def test_an_engaged_unit_cannot_take_off() -> None:
    grounded = unit(HIPPOGRIFFS, 0, 30, 30, figures=1)
    foe = unit("squelettes", 1, 30, 30, 270, figures=1)
    _, length = straight_to(changed(foe, facing=27000, y=40 * INCH), grounded)
    foe = changed(foe, y=40 * INCH - length)
    world = field(grounded, foe)
    assert engaged(world, world.units[0])
    assert refused(world, 0, ("fly", ((18000, 6 * INCH, 4),))) == "masse.fly.takeoff-landing"
    assert ("fly" in [answer[0] for answer in Doing(world, 0, 0).listed()]) is False


@pytest.mark.rule("masse.fly.takeoff-landing")
def test_landing_is_free_and_finds_room() -> None:
    above = unit(HIPPOGRIFFS, 0, 30, 30, figures=2, files=2, altitude=5)
    under = unit("squelettes", 0, 30, 30)
    world = field(above, under)
    after: World = play(Call(land, world, 0, ("land",))).result
    assert after.units[0].altitude == 0
    assert gap(after.units[0], after.units[1]) > 0
    assert not engaged(after, after.units[0])
    alone: World = play(Call(land, field(above), 0, ("land",))).result
    assert (alone.units[0].x, alone.units[0].y) == (above.x, above.y)


@pytest.mark.rule("masse.fly.skirmish-formation")
def test_fliers_always_skirmish() -> None:
    griffons = unit("griffons", 0, 30, 30)
    assert griffons.formation == SKIRMISH
    assert allowed_formations(griffons) == (SKIRMISH,)
    after: World = play(Call(change_state, field(griffons), 0, ROUTED, -1)).result
    assert after.units[0].formation == SKIRMISH, "even on the run"
    men: World = play(Call(change_state, field(unit("milice", 0, 30, 30)), 0, ROUTED, -1)).result
    assert men.units[0].formation == PACK


@pytest.mark.rule("masse.special.flying-profile")
def test_pace_on_the_ground_and_in_the_air() -> None:
    for altitude, inches in ((0, 4.5), (3, 9)):
        one = unit(HIPPOGRIFFS, 0, 30, 30, altitude=altitude)
        assert allowance(field(one), one) == inches * INCH
    dragon = unit("dragon-jeune", 0, 30, 30)
    assert allowance(field(dragon), dragon) == dragon.card.mv == 15 * INCH // 2
    for profile in ("ombres", "ames-en-peine", "spectres"):
        assert not flying.can_fly(unit(profile, 0, 30, 30)), "fliers elsewhere, here on the ground"


# ---------------------------------------------------------------- in the air nothing on the ground matters


@pytest.mark.rule("masse.move.no-interpenetration")
def test_fliers_pass_above_anything_but_not_through_each_other() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 20, figures=1, altitude=3)
    below = unit("squelettes", 1, 30, 25, 270)
    woods = area("foret-dense", 20, 22, 20, 20)
    assert fly_refusal(field(one, below, pieces=[woods]), one, ((0, 5 * INCH, 0),)) is None
    level = unit("griffons", 0, 30, 25, figures=1, altitude=3)
    refusal = fly_refusal(field(one, level), one, ((0, 5 * INCH, 0),))
    assert refusal is not None
    assert refusal.rule == "masse.move.no-interpenetration"
    assert fly_refusal(field(one, level), one, ((0, 5 * INCH, 1),)) is None, "above it there is room"


@pytest.mark.rule("masse.terrain.difficult", "masse.terrain.cover-classes")
def test_ground_neither_hinders_nor_covers_those_in_the_air() -> None:
    foe = unit("squelettes", 1, 30, 10)
    pieces = [area("marais-sables", 20, 20, 20, 20), area("foret-dense", 20, 20, 20, 20)]
    for altitude, hindered, cover in ((0, True, 75), (2, False, 0)):
        one = unit(HIPPOGRIFFS, 0, 30, 30, figures=1, altitude=altitude)
        world = field(one, foe, pieces=pieces)
        assert in_difficult(world, world.units[0]) == hindered
        assert cover_of(world, world.units[0], world.units[1]) == cover


@pytest.mark.rule("masse.fly.all-ranks-shoot")
def test_all_ranks_shoot_at_fliers() -> None:
    archers = unit("archers-squelettes", 0, 30, 30, figures=15)
    for altitude, direct in ((2, 15), (0, 10)):
        world = field(archers, unit(HIPPOGRIFFS, 1, 30, 35, altitude=altitude))
        assert shooters(world, world.units[0], world.units[1], False)[0] == direct


# ---------------------------------------------------------------- fights


SIX = {"figures": 6, "files": 3, "began": 6, "turn_figures": 6}


def above(profile: str = "griffons", altitude: int = 4, distance: float = 6, **changes: Any) -> tuple[Unit, Unit]:
    """Griffons in the air and a block of twenty men in front of them, so many inches away, looking at them."""
    fliers = unit(profile, 0, 30, 20, figures=changes.pop("figures", 6), files=3, altitude=altitude)
    block = unit("infanterie-reguliere", 1, 30, 20, 270, figures=20, files=5, **changes)
    _, length = straight_to(fliers, changed(block, y=50 * INCH))
    return fliers, changed(block, y=50 * INCH - length + round(distance * INCH))


@pytest.mark.rule("masse.fly.no-ranks")
def test_six_griffons_strike_and_twenty_men_answer() -> None:
    fliers, block = above(altitude=1, distance=0)
    assert attackers(fliers, block) == 6
    assert attackers(block, fliers) == 20
    on_foot = changed(fliers, altitude=0)
    assert attackers(on_foot, block) < 6, "not once both are on the ground"
    assert attackers(block, on_foot) < 20


@pytest.mark.rule("masse.fly.modes")
def test_there_are_four_ways_to_fight_and_no_other() -> None:
    fliers, block = above()
    world = field(changed(fliers, declared=1), block)
    kinds = {answer[0] for answer in Doing(world, 0, 0).listed()}
    assert {"ground-attack", "swoop", "dive"} <= kinds
    other = unit("aigles-geants", 1, 30, 28, 270, figures=2, altitude=4)
    assert "intercept" in {answer[0] for answer in Doing(field(fliers, other), 0, 0).listed()}
    _, length = straight_to(fliers, block)
    touching = ("fly", ((0, length, -fliers.altitude),))
    assert refused(field(fliers, block), 0, touching) == "masse.fly.modes", "flying into somebody is none of them"
    assert refused(field(changed(fliers, y=fliers.y + length, altitude=0), block), 0, ("swoop", 1, (), ())) != ""


@pytest.mark.rule("masse.fly.modes")
def test_in_the_air_one_does_not_fight_as_on_the_ground() -> None:
    mine = unit("griffons", 0, 30, 20, figures=1, altitude=3)
    theirs = unit("griffons", 1, 30, 40, 270, figures=1, altitude=3)
    _, length = straight_to(mine, theirs)
    world = field(changed(mine, y=mine.y + length), theirs)
    assert engaged(world, world.units[0])
    assert refused(world, 0, ("attack", 1)) == "masse.fly.modes"
    assert refused(world, 0, ("intercept", 1, ())) == ""
    assert not isinstance(ORDERS["attack"], Attacks) or ORDERS["attack"].listed(Doing(world, 0, 0)) == []


@pytest.mark.rule("masse.fly.skirmish-attack")
def test_a_swoop_needs_movement_for_the_way_down_and_up() -> None:
    fliers, block = above(altitude=4, distance=2)
    world = field(fliers, block)
    down = way_to(fliers, block, 0)
    budget = fliers.card.mv
    left = budget - leg_cost(down[0][1], -4)
    up = ((0, left - 2 * STEP, 2),)
    assert refused(world, 0, ("swoop", 1, down, up)) == ""
    assert refused(world, 0, ("swoop", 1, down, ((0, left - 2 * STEP + 1, 2),))) == "masse.move.budget"
    assert refused(world, 0, ("swoop", 1, down, ((0, left, 0),))) == "masse.fly.skirmish-attack", "it climbs away again"
    level = changed(fliers, altitude=0)
    assert refused(field(level, block), 0, ("swoop", 1, ((0, down[0][1], 0),), up)) != "", "it comes from above"


@pytest.mark.rule("masse.fly.skirmish-attack", "masse.fly.skirmish-riposte", "masse.melee.mod-attacker-higher")
def test_a_swoop_with_its_riposte() -> None:
    fliers, block = above(altitude=4, distance=2, figures=1)
    fliers = changed(fliers, files=1)
    world = field(fliers, changed(block, **SIX))
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    # one griffon: 2d6 at MA +8, +1 from above, -2 without a commander, against CA 15: 9 and more; then four men answer
    played = play(Call(swoop, world, 0, answer), dice=[6, 9, 8, 6, 20, 1, 5, 5, 1, 1, 1, 1])
    after: World = played.result
    rows = dict(melee_modifiers(world, changed(fliers, altitude=1), block, 0, False, False))
    assert rows["attaquant-sureleve"] == 1
    assert played.kinds.index("attacks") < played.kinds.index("riposte")
    assert played.told("riposte").about == (1, 0)
    assert after.units[0].altitude == answer[3][0][2] > 0, "up again"
    assert not engaged(after, after.units[0])
    assert not after.units[1].acted, "the riposte is in addition to its action"
    assert played.outcomes[0] == "nv-2"


@pytest.mark.rule("masse.fly.skirmish-riposte", "masse.melee.opportunity-before-contact")
def test_longer_weapons_strike_before_the_swoop_and_not_again() -> None:
    fliers, _ = above(altitude=4, figures=1)
    pikes = unit("phalange", 1, 30, 50, 270, figures=4, files=2)
    _, length = straight_to(fliers, pikes)
    world = field(changed(fliers, files=1), changed(pikes, y=52 * INCH - length))
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    played = play(Call(swoop, world, 0, answer), dice=[1, 1, 1, 1, 1, 1])
    assert played.kinds.index("first-blow") < played.kinds.index("attacks")
    assert "riposte" not in played.kinds
    assert played.rolls[0][0].pool[0].count == 4, "the rear rank too"


@pytest.mark.rule("masse.fly.skirmish-riposte")
def test_the_routed_do_not_answer() -> None:
    fliers, block = above(altitude=1, distance=0, figures=1, morale=ROUTED)
    played = play(Call(exchange, field(changed(fliers, files=1), block), 0, 1, False), dice=[1, 1])
    assert "riposte" not in played.kinds


@pytest.mark.rule("masse.fly.ground-attack", "masse.hero.attack-needs-full-action")
def test_a_ground_attack_lands_first_and_is_an_ordinary_melee() -> None:
    dragon = unit("dragon-jeune", 0, 30, 20, altitude=2, breathed=0)
    block = unit("milice", 1, 30, 23, 270, figures=4, files=2)
    world = field(dragon, block, turn=1)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "ground-attack")
    # claws 2d6 at +6 against CA 11 from the front: 6 and more; no height, no charge, and nobody ripostes
    played = play(Call(ground_attack, world, 0, answer), dice=[3, 5, 1])
    after: World = played.result
    assert (after.units[0].altitude, contact(after.units[0], after.units[1])) == (0, True)
    assert played.outcomes == ["nv-0"]
    assert "riposte" not in played.kinds
    assert play(Call(ground_attack, world, 0, answer), dice=[3, 6, 1, 6, 6]).outcomes[0] == "nv-1"


# ---------------------------------------------------------------- dives


def diving(**changes: Any) -> World:
    """One griffon that has declared to dive on six men."""
    fliers, block = above(altitude=4, distance=6, figures=1)
    return field(changed(fliers, files=1, declared=1, **changes), changed(block, **SIX))


def the_dive(world: World) -> tuple[Any, ...]:
    """The dive that is open."""
    answer: tuple[Any, ...] = next(one for one in Doing(world, 0, 0).listed() if one[0] == "dive")
    return answer


@pytest.mark.rule("masse.fly.dive-attack", "masse.fly.dive-lands", "masse.melee.charge-extra-dice")
def test_a_dive_is_a_charge_from_above() -> None:
    world = diving()
    answer = the_dive(world)
    # command test 2d10 + ML 3 + 4 against 8; then 2d6 and half as many again, d20 + 8 + 2 + 1 - 2 > 15: 7 and more
    played = play(Call(dive, world, 0, answer), dice=[4, 4, 3, 3, 6, 7, 1, 5, 5, 1, 1, 1, 1, 1], answers=["stand"])
    assert played.rolls[0][0].why == "masse.morale.dd-charge"
    attack = next(roll for roll, _ in played.rolls if roll.why == "masse.melee.contact")
    assert [part.count for part in attack.pool] == [2, 1]
    assert attack.pool[0].then_table[5:7] == (0, 1), "+2 for the charge and +1 for the height"
    after: World = played.result
    assert after.units[0].altitude == 0
    assert after.units[0].charged
    assert contact(after.units[0], after.units[1])


@pytest.mark.rule("masse.fly.dive-result")
def test_whoever_took_more_holds_the_ground() -> None:
    world = diving()
    answer = the_dive(world)
    _, length = straight_to(world.units[0], world.units[1])
    touched = world.units[0].y + length
    won = play(Call(dive, world, 0, answer), dice=[4, 4, 3, 1, 20, 1, 5, 5, 1, 1, 1, 1, 1], answers=["stand"])
    after: World = won.result
    assert won.told("gives-way").about[:2] == (1, 0)
    depth = world.units[0].card.depth
    assert after.units[0].y == touched + depth, "the griffon comes down where the men stood"
    assert after.units[1].y == world.units[1].y + depth
    assert contact(after.units[0], after.units[1]), "and they stay engaged"


@pytest.mark.rule("masse.fly.dive-result")
def test_equal_or_smaller_losses_leave_the_defender_where_it_is() -> None:
    world = diving()
    answer = the_dive(world)
    even = play(Call(dive, world, 0, answer), dice=[4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1], answers=["stand"])
    assert "gives-way" not in even.kinds
    assert even.result.units[1].y == world.units[1].y
    assert contact(even.result.units[0], even.result.units[1])
    lost = play(Call(dive, world, 0, answer), dice=[4, 4, 1, 1, 1, 8, 1, 1, 1, 1, 1, 20, 20, 5, 5], answers=["stand"])
    assert lost.told("gives-way").about[:2] == (0, 1)
    assert lost.result.units[1].y == world.units[1].y
    assert lost.result.units[0].altitude == 0


@pytest.mark.rule("masse.fly.dive-only-charge")
def test_only_a_dive_is_a_charge() -> None:
    fliers, block = above()
    assert may_declare(field(fliers, block), fliers)
    grounded = changed(fliers, altitude=0)
    assert not may_declare(field(grounded, block), grounded), "on the ground they do not charge"
    world = field(changed(grounded, declared=1), block)
    assert refused(world, 0, ("charge", ())) == "masse.fly.dive-only-charge"
    aloft = changed(block, card=changed(block.card, traits=("flying",)), altitude=2)
    assert Declarations(field(fliers, aloft), 0).pairs == (), "nor on fliers in the air"
    assert refused(field(changed(fliers, declared=1), aloft), 0, ("dive", 1, ())) == "masse.fly.dive-only-charge"
    swooping = field(fliers, block)
    assert refused(swooping, 0, ("dive", 1, ())) == "masse.turn.charge-declaration"


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.charge-failed-test")
def test_those_who_do_not_dare_to_dive_may_do_something_else() -> None:
    world = diving(card=changed(unit("griffons", 0, 0, 0).card, ml=-2))
    played = play(Call(dive, changed(world, acting=0), 0, the_dive(world)), dice=[1, 4])
    assert "charge-refused" in played.kinds
    assert played.asked[-1].why == "masse.turn.action-content"
    options = played.asked[-1].options.listed()
    assert any(answer[0] == "fly" for answer in options)
    assert not any(answer[0] in ("dive", "swoop", "ground-attack") for answer in options)


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.charge-failed-distance")
def test_a_dive_out_of_reach_is_a_flight_towards_the_target() -> None:
    fliers, block = above(altitude=4, distance=20)
    world = field(changed(fliers, declared=1), block)
    assert the_dive(world) == ("dive", 1, ())
    played = play(Call(dive, world, 0, ("dive", 1, ())))
    assert played.result.units[0].y - fliers.y == fliers.card.mv
    assert played.result.units[0].altitude == 4


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.charge-distance")
def test_a_dive_goes_between_half_and_one_and_a_half_mv() -> None:
    for distance, rule in ((3.6, "masse.move.charge-distance"), (3.8, ""), (11.5, ""), (11.7, "masse.move.budget")):
        fliers, block = above(altitude=2, distance=distance)
        world = field(changed(fliers, declared=1), block)
        assert refused(world, 0, ("dive", 1, way_to(fliers, block, 0))) == rule, distance


# ---------------------------------------------------------------- interception


@pytest.mark.rule("masse.fly.interception", "masse.fly.interception-altitude")
@pytest.mark.parametrize(("altitude", "die", "then"), [(3, 4, 0), (10, 6, 4)])
def test_interception_costs_both_altitude(altitude: int, die: int, then: int) -> None:
    mine = unit("hippogriffes", 0, 30, 20, figures=1, altitude=altitude)
    theirs = unit("hippogriffes", 1, 30, 25, 270, figures=1, altitude=altitude)
    world = field(mine, theirs)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "intercept")
    played = play(Call(intercept, world, 0, answer), dice=[1, 1, die])
    after: World = played.result
    assert [one.altitude for one in after.units] == [then, then]
    assert [one.nv_lost for one in after.units] == [0, 0], "landing does no harm"
    assert engaged(after, after.units[0])
    attack = next(roll for roll, _ in played.rolls if roll.why == "masse.melee.contact")
    assert attack.pool[0].count == 1, "no charge"
    assert "riposte" in played.kinds


@pytest.mark.rule("masse.fly.interception")
def test_interception_is_for_fliers_in_the_air() -> None:
    mine, block = above()
    assert refused(field(mine, block), 0, ("intercept", 1, way_to(mine, block, 0))) == "masse.fly.interception"
    theirs = unit("hippogriffes", 1, 30, 25, 270, figures=1, altitude=6)
    level = way_to(mine, theirs, mine.altitude)
    assert refused(field(mine, theirs), 0, ("intercept", 1, level)) == "masse.fly.interception", "at one altitude"
    assert refused(field(mine, theirs), 0, ("intercept", 1, way_to(mine, theirs, 6))) == ""


@pytest.mark.rule("masse.fly.interception")
def test_the_odds_of_an_interception_are_exact() -> None:
    mine = unit("hippogriffes", 0, 30, 20, figures=1, altitude=8)
    theirs = unit("hippogriffes", 1, 30, 25, 270, figures=1, altitude=8)
    world = field(mine, theirs)
    answer = way_to(mine, theirs, 8)
    call = Call(intercept, world, 0, ("intercept", 1, answer))
    found = tally(leaves(start(call), None, True), lambda leaf: leaf.outcomes[0])
    assert sum(found.values()) == 1
    # 1d8 at +5, -2 without a commander, against CA 16: 14 and more
    hit = Fraction(7, 20)
    touches = [2, 3, 3]  # faces of a d8 with no, one, two touches
    assert found["nv-2"] == Fraction(touches[2], 8) * hit * hit
    assert found["nv-0"] == Fraction(touches[0], 8) + Fraction(touches[1], 8) * (1 - hit) + Fraction(3, 8) * (1 - hit) ** 2


# ---------------------------------------------------------------- rage and courage


@pytest.mark.rule("masse.morale.enraged-move")
def test_an_enraged_flier_throws_itself_at_the_nearest_enemy() -> None:
    rage = airfights.rage_aloft
    fliers, block = above(altitude=4, distance=6, figures=1)
    fliers = changed(fliers, files=1, morale=ENRAGED)
    near = field(fliers, changed(block, **SIX))
    played = play(Call(rage, near, 0), dice=[1] * 9, answers=["stand"])
    assert "dives" in played.kinds
    assert played.result[1] is False
    far = play(Call(rage, field(fliers, changed(block, y=block.y + 20 * INCH)), 0))
    assert far.result[0].units[0].y > fliers.y
    assert "flies" in far.kinds
    other = unit("hippogriffes", 1, 30, 24, 270, figures=1, altitude=4)
    met = play(Call(rage, field(fliers, other), 0), dice=[1, 1, 1, 1])
    assert "intercepts" in met.kinds


@pytest.mark.rule("masse.undead.engage-test")
def test_attacking_the_undead_from_the_air_takes_courage() -> None:
    fliers, block = above(altitude=4, distance=2, figures=1)
    bones = changed(block, card=unit("squelettes", 1, 0, 0).card)
    world = field(changed(fliers, files=1), bones, acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    played = play(Call(swoop, world, 0, answer), dice=[2, 2])
    assert "dares-not" in played.kinds
    assert "swoops" not in played.kinds
    assert not any(one[0] == "swoop" for one in played.asked[-1].options.listed())


@pytest.mark.rule("masse.hero.duel")
def test_a_swoop_on_a_hero_keeps_to_the_pace_of_duels() -> None:
    dragon = unit("dragon-jeune", 0, 30, 20, altitude=4)
    man = hero(1, 30, 23, 270)
    world = field(dragon, man, turn=3)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    after: World = play(Call(swoop, world, 0, answer), dice=[1, 1, 1]).result
    again = changed(after, turn=4, units=(changed(dragon, duel=after.units[0].duel), after.units[1]))
    assert refused(again, 0, answer) == "masse.hero.duel"
    assert refused(changed(again, turn=5), 0, answer) == ""


# ---------------------------------------------------------------- answers

NONSENSE: tuple[tuple[Any, ...], ...] = (
    (), (1,), (None,), ("x", "y"), (1, ((0, 0),)), (1, (("a", 1, 2),), ()), (99, (), ()), (True, ((0, 1, 1),)),
)  # fmt: skip


@pytest.mark.rule("masse.fly.modes", "masse.turn.action-content")
def test_every_listed_answer_is_legal_and_nonsense_is_refused() -> None:
    fliers, block = above()
    other = unit("aigles-geants", 1, 36, 26, 270, figures=2, altitude=4)
    for one in (fliers, changed(fliers, altitude=0), changed(fliers, morale=SHAKEN)):
        world = field(changed(one, declared=1 if one.altitude else -1), block, other)
        doing = Doing(world, 0, 0)
        assert all(doing.check(answer) is None for answer in doing.listed())
        for kind in ("fly", "land", "swoop", "dive", "intercept", "ground-attack"):
            for rest in NONSENSE if kind != "land" else NONSENSE[1:]:
                assert doing.check((kind, *rest)) is not None, (kind, rest)


@pytest.mark.rule("masse.fly.modes")
def test_samples_are_legal_and_varied() -> None:
    fliers, block = above()
    chance = PythonChance(random.Random(5))
    for one in (fliers, changed(fliers, altitude=0)):
        doing = Doing(field(one, block), 0, 0)
        drawn = [ORDERS["fly"].sample(doing, chance) for _ in range(60)]
        legal = [answer for answer in drawn if answer is not None]
        assert len(legal) > 20
        assert all(doing.check(answer) is None for answer in legal)
        assert {answer[1][0][2] > 0 for answer in legal} == ({True, False} if one.altitude else {True})
        assert {answer[1][0][0] > 0 for answer in legal} == {True, False}


# ---------------------------------------------------------------- the small print


@pytest.mark.rule("masse.fly.climb-descend", "masse.move.leave-table")
def test_a_flight_moves_the_unit_and_stays_on_the_table() -> None:
    for x, y, facing in ((57, 30, 0), (30, 57, 90), (3, 30, 180), (30, 3, 270)):
        one = unit(HIPPOGRIFFS, 0, x, y, facing, figures=1, altitude=3)
        assert refused(field(one), 0, ("fly", ((0, 5 * INCH, 0),))) == "masse.move.leave-table"
    one = unit(HIPPOGRIFFS, 0, 30, 30, figures=1, altitude=3)
    after = play(Call(fly, field(one), 0, ("fly", ((0, 5 * INCH, 0),)))).result.units[0]
    assert after.moved
    assert after.origin == (one.x, one.y + one.card.depth // 2), "where it came from"


@pytest.mark.rule("masse.fly.takeoff-landing", "masse.move.receive-charge", "masse.shoot.second-shot")
def test_who_cannot_fly_now() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 30, figures=1, altitude=3)
    way = ("fly", ((0, 5 * INCH, 0),))
    assert refused(field(changed(one, second_shot=True)), 0, way) == "masse.move.budget"
    assert refused(field(changed(one, receiving=True)), 0, way) == "masse.move.receive-charge"
    assert refused(field(unit("milice", 0, 30, 30)), 0, way) == "masse.fly.altitude"
    assert refused(field(changed(one, altitude=0)), 0, ("land",)) == "masse.fly.takeoff-landing"
    assert refused(field(one), 0, ("land",)) == ""


@pytest.mark.rule("masse.terrain.table-4a", "masse.fly.takeoff-landing")
def test_nobody_lands_in_a_lake() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 30, figures=1, altitude=2)
    world = field(one, pieces=[area("torrents-lacs", 25, 25, 10, 10)])
    assert refused(world, 0, ("fly", ((0, 2 * INCH, -2),))) == "masse.terrain.table-4a"
    down: World = play(Call(land, world, 0, ("land",))).result
    assert not 25 * INCH < down.units[0].y < 35 * INCH or not 25 * INCH < down.units[0].x < 35 * INCH


@pytest.mark.rule("masse.fly.skirmish-attack")
def test_what_is_no_swoop() -> None:
    fliers, block = above(altitude=2, distance=3)
    world = field(fliers, block)
    down = way_to(fliers, block, 0)
    up = ((0, 3 * INCH, 2),)
    turn, length, steps = down[0]
    for legs in (((turn, length - INCH, steps),), ((turn, length + INCH, steps),), ((turn, length, steps + 1),)):
        assert refused(world, 0, ("swoop", 1, legs, up)) == "masse.fly.skirmish-attack", legs
    assert refused(world, 0, ("swoop", 1, down, ((0, 2 * INCH, 2), (0, INCH, -2)))) == "masse.fly.skirmish-attack"
    assert refused(world, 0, ("swoop", 1, ((0, INCH, -2), (0, length - INCH, 0)), up)) != ""
    assert refused(world, 0, ("swoop", 1, down, ())) == "masse.fly.skirmish-attack"
    friend = unit("hippogriffes", 0, 30, 0, figures=1, altitude=2)
    there = changed(friend, y=fliers.y + length + 3 * INCH)
    assert refused(field(fliers, block, there), 0, ("swoop", 1, down, up)) == "masse.move.no-interpenetration"
    foe = changed(there, seat=1, x=there.x + (size_of(fliers)[0] + there.card.front) // 2)
    assert refused(field(fliers, block, foe), 0, ("swoop", 1, down, up)) == "masse.fly.modes", "it is not engaged afterwards"


@pytest.mark.rule("masse.fly.skirmish-riposte")
def test_the_riposte_is_an_ordinary_attack_upwards() -> None:
    fliers, block = above(altitude=1, distance=0, figures=1)
    world = field(changed(fliers, files=1), changed(block, **SIX))
    played = play(Call(exchange, world, 0, 1, False), dice=[1, 1, *[1] * 6])
    answer = next(roll for roll, _ in played.rolls if roll.figure == 1)
    # MA 1, close order +1, no commander -2, the enemy higher -1, against CA 18: only a 20
    assert answer.pool[0].then_table.index(1) + 1 == 20
    led = field(changed(fliers, files=1), changed(block, **SIX), hero(1, host=1, role="commander"))
    played = play(Call(exchange, led, 0, 1, False), dice=[1, 1, *[1] * 6])
    answer = next(roll for roll, _ in played.rolls if roll.figure == 1)
    assert answer.pool[0].then_table.index(1) + 1 == 18


@pytest.mark.rule("masse.fly.skirmish-riposte", "masse.melee.opportunity-before-contact")
def test_fliers_driven_off_by_longer_weapons_do_not_strike() -> None:
    fliers, _ = above(altitude=1, figures=1)
    pikes = unit("phalange", 1, 30, 50, 270, figures=1)
    _, length = straight_to(fliers, pikes)
    world = field(changed(fliers, files=1, card=changed(fliers.card, ml=-20)), changed(pikes, y=50 * INCH - length))
    # two touches, both 20: two of five NV, a quarter; the test fails by more than ten
    played = play(Call(exchange, world, 0, 1, False), dice=[8, 20, 20, 2, 2])
    assert played.result.units[0].morale == ROUTED
    assert "attacks" not in played.kinds


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.flee-voluntary")
def test_a_target_that_runs_is_not_struck() -> None:
    world = diving()
    played = play(Call(dive, world, 0, the_dive(world)), dice=[4, 4], answers=["flee"])
    assert "attacks" not in played.kinds
    assert played.result.units[0].altitude == 0, "but the fliers have come down"


@pytest.mark.rule("masse.fly.dive-attack", "masse.morale.shaken-must-break-off")
def test_a_unit_shaken_by_a_dive_must_break_off() -> None:
    world = diving()
    played = play(Call(dive, world, 0, the_dive(world)), dice=[4, 4, 3, 1, 20, 1, 1, 2, *[1] * 5], answers=["stand"])
    struck = played.result.units[1]
    assert (struck.morale, struck.broken) == (SHAKEN, True)


@pytest.mark.rule("masse.fly.interception")
def test_who_is_locked_in_the_air_fights_on_there() -> None:
    mine = unit("griffons", 0, 30, 20, figures=1, altitude=3)
    theirs = unit("griffons", 1, 30, 40, 270, figures=1, altitude=3)
    _, length = straight_to(mine, theirs)
    other = unit("griffons", 1, 30, 20, figures=1, altitude=5)
    world = field(changed(mine, y=mine.y + length), theirs, other)
    assert [answer for answer in Doing(world, 0, 0).listed() if answer[0] == "intercept"] == [("intercept", 1, ())]
    assert refused(world, 0, ("intercept", 2, way_to(world.units[0], other, 5))) == "masse.fly.takeoff-landing"
    assert refused(world, 0, ("intercept", 1, ((0, INCH, 0),))) == "masse.fly.interception"
    free = field(mine, theirs)
    assert refused(free, 0, ("intercept", 1, ())) == "masse.fly.interception"
    grounded = field(changed(mine, altitude=0), theirs)
    assert refused(grounded, 0, ("intercept", 1, way_to(grounded.units[0], theirs, 3))) == "masse.move.budget"


@pytest.mark.rule("masse.turn.delay", "masse.shoot.mod-delayed", "masse.fly.modes")
@pytest.mark.parametrize("mode", ["swoop", "dive", "ground-attack", "intercept"])
def test_those_who_wait_may_shoot_at_fliers_that_come(mode: str) -> None:
    fliers, block = above(altitude=4, distance=4, figures=1)
    aloft = mode == "intercept"
    foe = unit("griffons", 1, 30, 26, 270, figures=1, altitude=4) if aloft else changed(block, **SIX)
    bows = unit("archers-legers", 1, 36, 24, 180, figures=4, files=2, waiting=True)
    charge = {"declared": 1} if mode == "dive" else {}
    world = field(changed(fliers, files=1, **charge), foe, bows, acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == mode)
    perform = {"swoop": swoop, "dive": dive, "ground-attack": ground_attack, "intercept": intercept}[mode]
    played = play(Call(perform, world, 0, answer), dice=[5, 5] if mode == "dive" else [])
    assert (played.asked[-1].why, played.asked[-1].figure) == ("masse.shoot.mod-delayed", 2)
    shot = played.asked[-1].world.units[0]
    assert (shot.x, shot.y) != (fliers.x, fliers.y), "on its way"
    # each of four d6 is two touches, all of them 20: eight NV, and nothing is left of the griffon
    down = play(
        Call(perform, world, 0, answer),
        dice=[*([5, 5] if mode == "dive" else []), *[6] * 4, *[20] * 8],
        answers=["shoot"],
    )
    assert "attacks" not in down.kinds


@pytest.mark.rule("masse.fly.manoeuvrability")
def test_turns_go_to_the_left_and_negative_ones_to_the_right() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 30, 90, figures=1, altitude=3)
    for turn, west in ((9000, True), (-9000, False)):
        place = flown(one, (turn, 5 * INCH, 0)).unit
        assert (place.x < one.x) == west
        assert place.facing == (18000 if west else 0)
    djinn = unit("djinn", 0, 30, 30, altitude=3)
    assert refused(field(djinn), 0, ("fly", ((18000, 5 * INCH, 0),))) == "", "right about"
    assert refused(field(djinn), 0, ("fly", ((18001, 5 * INCH, 0),))) == "masse.fly.climb-descend", "more is no turn"


@pytest.mark.rule("masse.fly.climb-descend")
def test_the_flights_offered_use_the_whole_mv() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 30, figures=1, altitude=6)
    for steps in (0, 4, -6):
        ((_, length, rise),) = flying.level_leg(one, 0, steps, 4)
        assert one.card.mv - 1 <= leg_cost(length, rise) <= one.card.mv, steps
    turns = {answer[1][0][0] for answer in Doing(field(one), 0, 0).listed() if answer[0] == "fly"}
    assert {9000, -9000} <= turns, "as sharply as it may"
    foe = unit("squelettes", 1, 30, 44, 270)
    far = unit("squelettes", 1, 2, 30, 270)
    listed = [answer for answer in Doing(field(one, foe, far), 0, 0).listed() if answer[0] == "fly"]
    djinn = unit("djinn", 0, 30, 30, altitude=6)
    hovering = [answer[1][0][0] for answer in Doing(field(djinn, foe, far), 0, 0).listed() if answer[0] == "fly"]
    assert listed
    assert 18000 in {abs(turn) for turn in hovering}, "away from the nearest, who is ahead"


@pytest.mark.rule("masse.fly.climb-descend", "masse.shoot.mod-delayed")
def test_who_is_driven_off_on_the_way_flies_no_further() -> None:
    one = unit(HIPPOGRIFFS, 0, 30, 20, figures=4, files=2, altitude=1, ml=-20, nv=1)
    bows = unit("archers-legers", 1, 34, 26, 270, figures=4, files=2, waiting=True)
    world = field(one, bows, acting=0)
    # four d6 are three touches, and all hit: three of four figures, and the test fails by more than ten
    answer = ("fly", ((0, 3 * INCH, 0), (0, 3 * INCH, 0)))
    played = play(Call(fly, world, 0, answer), dice=[3, 3, 3, 1, 20, 20, 20, 2, 2], answers=["shoot"])
    assert played.result.units[0].morale == ROUTED
    assert played.kinds.count("flies") == 1


@pytest.mark.rule("masse.fly.ground-attack")
def test_a_ground_attack_ends_on_the_ground_beside_its_target() -> None:
    fliers, block = above(altitude=2, distance=3, figures=1)
    world = field(changed(fliers, files=1), block)
    ((turn, length, steps),) = way_to(world.units[0], block, 0)
    assert refused(world, 0, ("ground-attack", 1, ((turn, length, steps),))) == ""
    assert refused(world, 0, ("ground-attack", 1, ((turn, length, steps + 1),))) == "masse.fly.ground-attack", "in the air"
    assert refused(world, 0, ("ground-attack", 1, ((turn, length - INCH, steps),))) == "masse.fly.ground-attack", "too short"


@pytest.mark.rule("masse.fly.ground-attack", "masse.melee.opportunity-before-contact")
def test_those_whom_longer_weapons_drive_off_attack_nobody() -> None:
    fliers, _ = above(altitude=2, figures=1)
    pikes = unit("phalange", 1, 30, 50, 270, figures=2, files=2)
    _, length = straight_to(fliers, pikes)
    weak = changed(fliers, files=1, card=changed(fliers.card, ml=-20))
    world = field(weak, changed(pikes, y=52 * INCH - length), acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "ground-attack")
    played = play(Call(ground_attack, world, 0, answer), dice=[8, 1, 20, 20, 2, 2])
    assert "first-blow" in played.kinds
    assert played.result.units[0].morale == ROUTED
    assert "attacks" not in played.kinds


@pytest.mark.rule("masse.fly.dive-result")
def test_earlier_losses_do_not_decide_a_dive() -> None:
    fliers, block = above(altitude=4, distance=6, figures=1)
    world = field(changed(fliers, files=1, declared=1, nv_lost=2), changed(block, **SIX, nv_lost=9))
    even = play(Call(dive, world, 0, the_dive(world)), dice=[4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1], answers=["stand"])
    assert "gives-way" not in even.kinds
    assert [one.broken for one in even.result.units] == [False, False], "nobody is shaken, nobody must break off"


@pytest.mark.rule("masse.fly.skirmish-attack")
def test_a_swoop_comes_down_on_its_target_and_goes_up_at_once() -> None:
    mine = unit("griffons", 0, 30, 20, figures=1, altitude=4)
    theirs = unit("griffons", 1, 30, 25, 270, figures=1, altitude=4)
    world = field(mine, theirs)
    up = ((0, 2 * INCH, 2),)
    assert refused(world, 0, ("swoop", 1, way_to(mine, theirs, 4), up)) == "masse.fly.skirmish-attack", "not level"
    lower = field(mine, changed(theirs, altitude=2))
    down = way_to(mine, lower.units[1], 2)
    assert refused(lower, 0, ("swoop", 1, down, up)) == ""
    late = ((0, INCH, 0), (0, INCH, 1))
    assert refused(lower, 0, ("swoop", 1, down, late)) == "masse.fly.skirmish-attack", "level first"


@pytest.mark.rule("masse.fly.takeoff-landing", "masse.fly.interception")
def test_who_is_engaged_on_the_ground_intercepts_nobody() -> None:
    fliers, block = above(altitude=0, distance=0, figures=1)
    aloft = unit("griffons", 1, 36, 20, 270, figures=1, altitude=2)
    world = field(changed(fliers, files=1), block, aloft)
    assert engaged(world, world.units[0])
    assert refused(world, 0, ("intercept", 2, way_to(world.units[0], aloft, 2))) == "masse.fly.takeoff-landing"
    assert not any(answer[0] == "intercept" for answer in Doing(world, 0, 0).listed())


@pytest.mark.rule("masse.breath.flyer-takeoff")
def test_a_dragon_is_told_when_it_may_take_off_again() -> None:
    dragon = unit("dragon-jeune", 0, 30, 20, breathed=2)
    refusal = Doing(field(dragon, turn=3), 0, 0).check(("fly", ((0, 5 * INCH, 2),)))
    assert refusal is not None
    assert (refusal.rule, refusal.about) == ("masse.breath.flyer-takeoff", (0, 4))
    assert Doing(field(dragon, turn=4), 0, 0).check(("fly", ((0, 5 * INCH, 2),))) is None
