"""Breath weapons: shapes, dice, who is hurt, when, and what it costs a flier."""

from __future__ import annotations

from fractions import Fraction
from math import hypot, isqrt
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.masse.model import CHAMPION, INCH, STABLE, Unit, World
from escarmouche.systems.masse.rules.airfights import dive, ground_attack, straight_to
from escarmouche.systems.masse.rules.bases import figure_places
from escarmouche.systems.masse.rules.blasts import bodies, cone, counted, lined, scorch
from escarmouche.systems.masse.rules.breath import (
    DODGED,
    aim_of,
    blow,
    breath_length,
    breath_refusal,
    breathe,
    in_breath,
    opportunity,
)
from escarmouche.systems.masse.rules.charge import charge
from escarmouche.systems.masse.rules.movement import move
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.table.shapes import polygon, polygons_meet, turned
from tests.systems.masse.field import area, changed, engine, field, hero, play, step, structure, unit


def refused(world: World, id: int, answer: tuple[Any, ...]) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, 0).check(answer)
    return "" if refusal is None else refusal.rule


def before(dragon: Unit, foe: Unit, distance: float) -> Unit:
    """The other unit moved in front of the dragon, so many inches from its base."""
    _, length = straight_to(dragon, foe)
    moved: Unit = changed(foe, y=foe.y - length + round(distance * INCH))
    return moved


def scene(distance: float = 0.5, dragon: str = "dragon-jeune", **changes: Any) -> World:
    """A dragon on the ground, and twelve militiamen in front of it, four abreast."""
    beast = unit(dragon, 0, 30, 20, **changes)
    men = unit("infanterie-reguliere", 1, 30, 40, 270, figures=12, files=4, acted=True)
    return field(beast, before(beast, men, distance), turn=2)


# ---------------------------------------------------------------- dice


@pytest.mark.rule("masse.breath.damage", "masse.breath.dodge")
def test_four_ten_sided_dice_of_two_five_seven_and_nine_are_six_nv() -> None:
    world = scene()
    world = changed(world, units=(world.units[0], changed(world.units[1], card=changed(world.units[1].card, nv=10))))
    played = play(Call(blow, world, 0, 1, ((1, 2),)), dice=[2, 5, 7, 9, 5, 5])
    assert played.told("breath-dice").about == (0, 6)
    assert played.outcomes[0] == "nv-12", "six for each of two figures"


@pytest.mark.rule("masse.breath.dodge")
def test_a_three_is_dodged_and_a_four_is_not() -> None:
    assert DODGED == (0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4)
    world = scene()
    assert play(Call(blow, world, 0, 1, ((1, 2),)), dice=[3, 3, 3, 3]).outcomes == ["nv-0"]
    assert play(Call(blow, world, 0, 1, ((1, 2),)), dice=[3, 3, 3, 4, 5, 5]).outcomes[0] == "nv-2"


@pytest.mark.rule("masse.breath.damage")
def test_what_is_over_is_not_passed_on() -> None:
    world = scene()
    played = play(Call(blow, world, 0, 1, ((1, 3),)), dice=[10, 10, 10, 10, 8, 8])
    assert played.told("breath-dice").about == (0, 12)
    assert played.result.units[1].figures == 9, "three figures of 1 NV, whatever the dice"


@pytest.mark.rule("masse.breath.damage", "masse.breath.no-save")
def test_breath_hits_without_a_roll_and_nobody_saves() -> None:
    world = scene()
    played = play(Call(blow, world, 0, 1, ((1, 3),)), dice=[10, 1, 1, 1, 8, 8])
    assert [roll.why for roll, _ in played.rolls] == ["masse.breath.damage", "masse.morale.dd-25pc-turn"]
    assert played.rolls[0][0].notation() == "4d10"


@pytest.mark.rule("masse.breath.damage")
def test_the_odds_of_breath_are_exact() -> None:
    found = tally(leaves(start(Call(blow, scene(), 0, 1, ((1, 1),))), None, True), lambda leaf: leaf.outcomes[0])
    assert found == {"nv-0": Fraction(3, 10) ** 4, "nv-1": 1 - Fraction(3, 10) ** 4}


# ---------------------------------------------------------------- shapes


@pytest.mark.rule("masse.breath.shape")
def test_a_cone_covers_every_base_it_touches() -> None:
    ((target, near),) = in_breath(scene(0.5), *scene(0.5).units)
    assert target == 1
    ((_, close),) = in_breath(scene(0.1), *scene(0.1).units)
    assert 1 <= near < close < 12
    assert in_breath(scene(1.15), *scene(1.15).units) != ()
    assert in_breath(scene(1.21), *scene(1.21).units) == (), "12 m are 1.2 in"


@pytest.mark.rule("masse.breath.shape")
def test_the_cone_is_a_quarter_of_a_circle() -> None:
    shape = cone(0, 0, 0, 4000)
    inside = [polygons_meet(shape, polygon([(x, y), (x + 1, y), (x, y + 1)])) for x, y in POINTS]
    assert inside == [True, True, False, False, False]


POINTS = ((3990, 0), (2800, 2790), (2800, 2820), (-10, 0), (4010, 0))


@pytest.mark.rule("masse.breath.shape")
def test_a_line_takes_one_figure_of_each_rank() -> None:
    world = scene(0.2)
    men = world.units[1]
    found = bodies(world, men, 0)
    caught = counted(lined(world, found, men.x, men.y - 4 * INCH, men.x, men.y + 4 * INCH))
    assert caught == ((1, 3),), "three ranks, though the line runs between two files"
    aside = counted(lined(world, found, men.x - 4 * INCH, men.y, men.x + 4 * INCH, men.y))
    assert aside == ((1, 4),), "from the flank, one of each file"


@pytest.mark.rule("masse.breath.shape", "masse.hero.commander-survives")
def test_friends_and_champions_in_the_area_suffer_too() -> None:
    beast = unit("dragon-adulte", 0, 30, 20)
    men = before(beast, unit("infanterie-reguliere", 1, 30, 40, 270, figures=4, files=1), 0.2)
    friend = unit("milice", 0, 31.1, 22, figures=1)
    leader = hero(1, host=1, role=CHAMPION)
    world = field(beast, men, friend, leader)
    assert dict(in_breath(world, beast, world.units[1])).keys() == {1, 2, 3}
    commanded = field(beast, men, friend, hero(1, host=1, role="commander"))
    assert dict(in_breath(commanded, beast, commanded.units[1])).keys() == {1, 2}


@pytest.mark.rule("masse.breath.scope")
def test_individuals_do_not_dodge() -> None:
    man = hero(1, 30, 22, 270, hit_points=400)
    world = field(unit("dragon-jeune", 0, 30, 20), man)
    played = play(Call(blow, world, 0, 1, ((1, 1),)), dice=[3, 3, 2, 12 - 2])
    assert played.outcomes == ["nv-5"], "1 + 1 + 0 + 3"
    assert played.rolls[0][0].why == "masse.breath.scope"


@pytest.mark.rule("masse.breath.shape")
@pytest.mark.parametrize("angle", [0, 45, 90, 135, 200, 270, 315])
def test_the_breath_goes_where_the_target_is(angle: int) -> None:
    beast = unit("dragon-jeune", 0, 30, 30)
    dx, dy = turned(round(1.9 * INCH), 0, angle * 100)
    man = changed(unit("infanterie-reguliere", 1, 30, 30, figures=1), x=beast.x + dx, y=beast.y + dy, facing=angle * 100)
    other = changed(man, x=beast.x - dx, y=beast.y - dy)
    world = field(beast, man, other)
    assert in_breath(world, beast, world.units[1]) == ((1, 1),)


@pytest.mark.rule("masse.breath.shape")
def test_height_takes_from_its_length() -> None:
    for altitude, length in ((0, 3000), (1, 2727), (2, 1658), (3, 0)):
        world = scene(altitude=altitude)
        assert breath_length(world, *world.units) == length, altitude


# ---------------------------------------------------------------- structures


@pytest.mark.rule("masse.breath.structures-first", "masse.structure.bludgeoning")
def test_a_structure_takes_the_damage_first() -> None:
    beast = unit("dragon-adulte", 0, 30, 20)
    house = structure("structure-d-habitation-legere", 28, 21.5, 4, 4)
    men = unit("milice", 1, 30, 23.5, 270, figures=4, building=0)
    world = field(beast, men, structures=[house])
    assert dict(in_breath(world, beast, world.units[1])) == {1: 1}
    played = play(Call(blow, world, 0, 1, ((1, 1),)), dice=[3] * 12)
    left = house.pr - (36 - house.ps)
    assert played.result.structures[0].damage == 36 - house.ps, "the dice added up, all of them, less PS"
    assert (left > 0) == (played.result.units[1].nv_lost == 0)


@pytest.mark.rule("masse.breath.structures-first")
def test_only_what_is_beyond_its_last_pr_reaches_those_inside() -> None:
    beast = unit("dragon-adulte", 0, 30, 20)
    house = structure("structure-d-habitation-legere", 28, 21.5, 4, 4)
    house = changed(house, damage=house.pr - 3)
    men = unit("milice", 1, 30, 23.5, 270, figures=20, building=0)
    world = field(beast, men, structures=[house])
    # 12 dice of 2 are 24; less PS and the last 3 PR the rest is read on Table 5a
    excess = 24 - house.ps - 3
    played = play(Call(blow, world, 0, 1, ((1, 1),)), dice=[2] * 12 + [5, 5])
    assert played.result.structures[0].destroyed()
    assert played.result.units[1].nv_lost == 4 * (excess // 12) + (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)[excess % 12]


@pytest.mark.rule("masse.engine.immune-to-melee", "masse.breath.structures-first")
def test_an_engine_in_the_area_is_hit_like_a_building() -> None:
    beast = unit("dragon-jeune", 0, 30, 20)
    ballista = engine("baliste", 1, 30, 22, 270)
    world = field(beast, ballista)
    played = play(Call(blow, world, 0, 1, ((1, 1),)), dice=[2, 2, 2, 3, 1, 1, 1, 1])
    machine = ballista.card.machine
    assert machine is not None
    assert played.result.units[1].structure_hits == max(0, 9 - machine.ps)


# ---------------------------------------------------------------- as a missile attack


@pytest.mark.rule("masse.breath.use")
def test_breathing_without_engaging() -> None:
    world = scene(0.5)
    assert ("breathe", 1) in Doing(world, 0, 0).listed()
    assert refused(world, 0, ("breathe", 1)) == ""
    played = play(Call(breathe, world, 0, ("breathe", 1)), dice=[1, 1, 1, 1])
    assert played.result.units[0].breathed == 2
    assert refused(scene(1.5), 0, ("breathe", 1)) == "masse.breath.shape"
    assert refused(world, 1, ("breathe", 0)) == "masse.breath.use", "men have no breath"
    assert refused(scene(0), 0, ("breathe", 1)) == "masse.shoot.not-engaged"
    for answer in (("breathe",), ("breathe", "1"), ("breathe", 7), ("breathe", 0), ("breathe", True), ("breathe", 1, 2)):
        assert refused(world, 0, answer) != "", answer


@pytest.mark.rule("masse.breath.use", "masse.shoot.no-target-in-melee")
def test_a_melee_is_no_target() -> None:
    world = scene(0.5)
    men = world.units[1]
    friend = unit("milice", 0, 30, men.y / INCH + 5, 270, figures=1)
    _, length = straight_to(friend, men)
    world = field(world.units[0], men, changed(friend, y=friend.y - length))
    assert refused(world, 0, ("breathe", 1)) == "masse.shoot.no-target-in-melee"


@pytest.mark.rule("masse.breath.flyer-lands")
def test_a_flier_that_breathes_must_land() -> None:
    world = scene(0.3, altitude=1)
    played = play(Call(breathe, world, 0, ("breathe", 1)), dice=[1, 1, 1, 1])
    assert played.result.units[0].altitude == 0
    assert "lands" in played.kinds
    doing = Doing(played.result, 0, 3)
    assert doing.listed() == [("done",)]


@pytest.mark.rule("masse.breath.flyer-alternate")
def test_a_flier_breathes_every_second_turn() -> None:
    world = scene(0.5, breathed=2)
    for turn, rule in ((2, "masse.breath.use"), (3, "masse.breath.flyer-alternate"), (4, "")):
        refusal = breath_refusal(changed(world, turn=turn), world.units[0])
        assert ("" if refusal is None else refusal.rule) == rule, turn
    crawler = changed(world.units[0], card=changed(world.units[0].card, traits=("monster", "breath")))
    assert breath_refusal(changed(world, turn=3), crawler) is None, "only fliers save their gases"


@pytest.mark.rule("masse.breath.flyer-takeoff")
def test_after_breathing_a_flier_stays_on_the_ground_for_a_whole_turn() -> None:
    grounded = unit("dragon-jeune", 0, 30, 20, breathed=2)
    legs = ("fly", ((0, 15 * INCH // 4, 4),))
    for turn, rule in ((2, "masse.breath.flyer-takeoff"), (3, "masse.breath.flyer-takeoff"), (4, "")):
        assert refused(field(grounded, turn=turn), 0, legs) == rule, turn


# ---------------------------------------------------------------- before a melee


@pytest.mark.rule("masse.breath.opportunity", "masse.breath.use")
def test_breath_just_before_a_melee_on_foot() -> None:
    world = scene(3)
    _, length = straight_to(*world.units)
    step = ("move", (("march", 0, length),))
    played = play(Call(move, world, 0, step), dice=[1, 1, 1, 1], answers=["breathe"])
    assert played.asked[0].why == "masse.breath.opportunity"
    assert "breathes" in played.kinds
    assert played.result.units[0].breathed == 2
    held = play(Call(move, world, 0, step), answers=["hold"])
    assert held.result.units[0].breathed == -1
    walked = ("move", (("march", 0, length - INCH),))
    assert play(Call(move, world, 0, walked)).asked == [], "nobody is engaged"


@pytest.mark.rule("masse.breath.opportunity")
def test_a_creature_that_is_charged_breathes_first() -> None:
    beast = unit("dragon-jeune", 0, 30, 30, 270, morale=STABLE)
    men = unit("infanterie-reguliere", 1, 30, 10, figures=12, files=4, declared=0)
    _, length = straight_to(men, beast)
    men = changed(men, y=men.y + length - 5 * INCH)
    world = field(beast, men, turn=2, acting=1)
    answer = next(one for one in Doing(world, 1, 0).listed() if one[0] == "charge")
    played = play(Call(charge, world, 1, answer), dice=[5, 5, 2, 2], answers=["stand"])
    assert played.asked[-1].why == "masse.breath.opportunity"
    assert played.asked[-1].seat == 0
    assert "attacks" not in played.kinds, "before the blows"


@pytest.mark.rule("masse.breath.opportunity", "masse.breath.flyer-lands", "masse.breath.flyer-alternate")
def test_breath_and_then_a_dive() -> None:
    beast = unit("dragon-adulte", 0, 30, 20, altitude=2, declared=1)
    men = before(beast, unit("infanterie-reguliere", 1, 30, 40, 270, figures=12, files=4), 5)
    world = field(beast, men, turn=2)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "dive")
    dice = [2, 2, *[1] * 12, *[1] * 6, *[1] * 12]
    played = play(Call(dive, world, 0, answer), dice=dice, answers=["stand", "breathe"])
    order = [kind for kind in played.kinds if kind in ("dives", "breathes", "attacks", "lands")]
    assert order == ["dives", "breathes", "attacks", "attacks", "lands"]
    assert (played.result.units[0].altitude, played.result.units[0].breathed) == (0, 2)
    recovering = changed(world, units=(changed(beast, breathed=1), world.units[1]))
    assert play(Call(dive, recovering, 0, answer), dice=[2, 2, *[1] * 18], answers=["stand"]).asked[-1].why != (
        "masse.breath.opportunity"
    )


@pytest.mark.rule("masse.breath.opportunity")
def test_breath_and_then_a_ground_attack() -> None:
    beast = unit("dragon-jeune", 0, 30, 20, altitude=1)
    men = before(beast, unit("milice", 1, 30, 40, 270, figures=4, files=2), 2)
    world = field(beast, men, turn=2)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "ground-attack")
    played = play(Call(ground_attack, world, 0, answer), dice=[1, 1, 1, 1, 1, 1], answers=["breathe"])
    assert played.kinds.index("breathes") < played.kinds.index("attacks")


@pytest.mark.rule("masse.breath.opportunity")
def test_no_breath_in_the_middle_of_another_melee() -> None:
    world = scene(3)
    foe = unit("milice", 1, 30, 10, figures=1)
    _, length = straight_to(foe, world.units[0])
    world = field(*world.units, changed(foe, y=foe.y + length), turn=2)
    assert play(Call(opportunity, world, 0, 1, 1)).asked == []
    assert play(Call(opportunity, field(*world.units[:2], turn=2), 0, 1, 1)).asked != []


# ---------------------------------------------------------------- shelters and dives


@pytest.mark.rule("masse.breath.structures-first")
def test_a_structure_shields_everybody_in_it() -> None:
    beast = unit("dragon-adulte", 0, 30, 20)
    house = structure("structure-d-habitation-legere", 28, 21.5, 4, 4)
    house = changed(house, pr=500)
    men = unit("milice", 1, 30, 23.5, 270, figures=4, building=0)
    guest = hero(1, 30, 22, 270, building=0)
    champion = hero(1, host=1, role=CHAMPION)
    world = field(beast, men, guest, champion, structures=[house])
    played = play(Call(blow, world, 0, 1, ((1, 2), (2, 1), (3, 1))), dice=[3] * 12)
    assert played.result.structures[0].damage == 36 - house.ps, "once"
    assert [one.nv_lost for one in played.result.units[1:]] == [0, 0, 0]


@pytest.mark.rule("masse.breath.structures-first")
def test_each_structure_in_the_area_shields_its_own() -> None:
    beast = unit("dragon-adulte", 0, 30, 20)
    houses = [changed(structure("structure-d-habitation-legere", left, 21.5, 4, 4), pr=500) for left in (26, 30)]
    west, east = [unit("milice", 1, 28 + 4 * n, 23.5, 270, figures=4, building=n) for n in (0, 1)]
    free = unit("infanterie-reguliere", 1, 36, 21, 270, figures=2)
    world = field(beast, west, east, free, structures=houses)
    played = play(Call(blow, world, 0, 1, ((1, 1), (2, 1), (3, 2))), dice=[*[3] * 12, *[2] * 12, *[4] * 12])
    assert [one.damage for one in played.result.structures] == [36 - houses[0].ps, 24 - houses[1].ps]
    assert [one.nv_lost for one in played.result.units[1:]] == [0, 0, 2]


@pytest.mark.rule("masse.breath.opportunity", "masse.fly.dive-attack")
def test_a_dragon_on_the_ground_breathes_at_those_who_dive_on_it() -> None:
    diver = unit("dragon-jeune", 0, 30, 20, altitude=4, declared=1, breathed=0)
    beast = unit("dragon-jeune", 1, 30, 30, 270)
    world = field(diver, before(diver, beast, 6), turn=1)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "dive")
    played = play(Call(dive, world, 0, answer), dice=[5, 5], answers=["stand"])
    assert [choice.why for choice in played.asked][-1] == "masse.breath.opportunity"
    assert played.asked[-1].seat == 1


@pytest.mark.rule("masse.breath.shape")
def test_it_breathes_at_the_nearest_figure() -> None:
    beast = unit("dragon-jeune", 0, 30, 20)
    men = unit("infanterie-reguliere", 1, 33, 23, 270, figures=12, files=4)
    nearest = min(figure_places(men), key=lambda place: hypot(place[0] - beast.x, place[1] - beast.y))
    assert aim_of(beast, men) == nearest
    assert nearest[0] < men.x
    assert nearest[1] < men.y


@pytest.mark.rule("masse.breath.structures-first", "masse.breath.shape")
def test_breath_at_a_house_finds_those_deep_inside() -> None:
    beast = unit("dragon-jeune", 0, 30, 20)
    house = structure("structure-d-habitation-legere", 28, 21.2, 4, 8)
    men = unit("milice", 1, 30, 28, 270, figures=1, building=0)
    world = field(beast, men, structures=[house])
    assert in_breath(world, beast, world.units[1]) == ((1, 1),)
    away = field(beast, men, structures=[structure("structure-d-habitation-legere", 28, 25, 4, 4)])
    assert in_breath(away, beast, away.units[1]) == ()


@pytest.mark.rule("masse.breath.shape")
def test_breath_is_shorter_by_the_height_between_them() -> None:
    men = unit("milice", 1, 30, 22, 270, figures=1)
    hill = area("elevations", 25, 21, 10, 10, height_m=10)
    level, above, equal = [
        breath_length(field(beast, men, pieces=pieces), beast, men)
        for beast, pieces in (
            (unit("dragon-adulte", 0, 30, 19), []),
            (unit("dragon-adulte", 0, 30, 19, altitude=2), []),
            (unit("dragon-adulte", 0, 30, 19, altitude=2), [hill]),
        )
    ]
    assert level == equal
    assert above == isqrt(level**2 - INCH**2)


@pytest.mark.rule("masse.engine.immune-to-melee", "masse.breath.structures-first")
def test_of_many_in_the_area_only_engines_are_hit_like_buildings() -> None:
    beast = unit("dragon-jeune", 0, 30, 20)
    world = field(beast, unit("milice", 1, 28, 22, 270, figures=2, files=2), engine("baliste", 1, 30, 22, 270))
    assert world.units[2].card.machine is not None
    ps = world.units[2].card.machine.ps
    played = play(Call(blow, world, 0, 1, ((1, 1), (2, 1))), dice=[2, 2, 2, 3, 1, 1, 1, 1])
    hits = [tell.about[0] for tell in played.tells if tell.kind == "engine-hit"]
    assert hits == [2]
    assert [one.structure_hits for one in played.result.units] == [0, 0, max(0, 9 - ps)]


@pytest.mark.rule("masse.breath.damage")
def test_a_figure_loses_no_more_than_it_has_and_no_more_are_lost_than_there_are() -> None:
    world = field(unit("dragon-jeune", 0, 30, 20), unit("ogres", 1, 30, 24, 270, figures=3, files=3))
    nv = world.units[1].card.nv
    assert nv > 1
    for count, rolled, lost in ((2, 1, 2), (2, nv + 4, 2 * nv), (5, 1, 3), (5, nv + 1, 3 * nv)):
        told = play(step(scorch, world, 0, ((1, count),), rolled, "masse.breath.damage"), dice=[9, 9] if lost < 3 * nv else ())
        assert told.told("blast-lost").about == (0, 1, count, lost), (count, rolled)
