"""Flying units: altitude, climbing, turning, taking off and landing."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import INCH, PACK, ROUTED, SKIRMISH, STABLE, Unit, World
from escarmouche.systems.masse.rules import flying
from escarmouche.systems.masse.rules.flying import Flown, along_way, fly, fly_refusal, land, landings, leg_cost, turn_limit
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import cover_of, height_of, in_difficult
from escarmouche.systems.masse.rules.morale import change_state
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.shooting import shooters
from escarmouche.systems.masse.rules.turn import new_turn
from tests.systems.masse.field import area, changed, field, play, unit

HIPPOGRIFFS = "hippogriffes"


def refused(world: World, id: int, answer: tuple[Any, ...], used: int = 0) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, used).check(answer)
    return "" if refusal is None else refusal.rule


def flown(one: Unit, *legs: tuple[int, int, int]) -> Flown:
    """A flight of that unit alone."""
    return along_way(field(one), Flown(one), legs, one.card.mv)


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


@pytest.mark.rule("masse.breath.flyer-takeoff")
def test_a_dragon_is_told_when_it_may_take_off_again() -> None:
    dragon = unit("dragon-jeune", 0, 30, 20, breathed=2)
    refusal = Doing(field(dragon, turn=3), 0, 0).check(("fly", ((0, 5 * INCH, 2),)))
    assert refusal is not None
    assert (refusal.rule, refusal.about) == ("masse.breath.flyer-takeoff", (0, 4))
    assert Doing(field(dragon, turn=4), 0, 0).check(("fly", ((0, 5 * INCH, 2),))) is None


@pytest.mark.rule("masse.fly.vertical", "masse.fly.altitude", "masse.fly.takeoff-landing")
def test_good_fliers_drop_from_the_ceiling_and_all_may_land() -> None:
    djinn = unit("djinn", 0, 30, 30, altitude=20)
    assert refused(field(djinn), 0, ("fly", ((0, 0, -20),))) == ""
    high = unit(HIPPOGRIFFS, 0, 30, 30, figures=1, altitude=5)
    assert ("land",) in Doing(field(high), 0, 0).listed()
    assert ("land",) not in Doing(field(changed(high, altitude=0)), 0, 0).listed()
