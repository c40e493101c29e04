"""The Place of Power, and Hard Terrain where every piece of scenery is dangerous."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call, Choose
from escarmouche.systems.sbh.model import (
    FLYING,
    FORESTER,
    MAGE,
    MOUNTED,
    ON_TABLE,
    OUT_OF_ACTION,
    World,
)
from escarmouche.systems.sbh.rules.activation import next_activation, three_failures
from escarmouche.systems.sbh.rules.ending import (
    victory_points,
)
from escarmouche.systems.sbh.rules.morale import morale_bonus
from escarmouche.systems.sbh.rules.movement import go
from escarmouche.systems.sbh.rules.places import arrive, hazard
from escarmouche.systems.sbh.rules.quality import quality_bonus
from escarmouche.systems.sbh.rules.terrain import layout, layout_refusal
from escarmouche.systems.sbh.setup import name_place
from escarmouche.table.shapes import polygon_extent
from tests.systems.sbh.preparing import ATTACK, WOODS, box, fallen, finished, fresh, layout_rule, prepared, spots
from tests.systems.sbh.scene import MM, changed, fighter, play, scene, square

# ---------------------------------------------------------------- Place of Power


@pytest.mark.rule("sbh.scenario.place-of-power.setup")
@pytest.mark.parametrize(("die", "seat"), [(1, 0), (3, 0), (2, 1), (6, 1)])
def test_a_player_chosen_at_random_names_the_place_of_power(die: int, seat: int) -> None:
    pieces = (square("wood", 100, 100, 80, 80), square("ruins", 300, 300, 80, 80))
    world = fresh("place-of-power")
    world = changed(world, ground=changed(world.ground, pieces=pieces))
    played = play(Call(name_place, world), [die], [("place", 1)])
    assert played.asked[0].seat == seat
    assert played.asked[0].options.listed() == [("place", 0), ("place", 1)]
    assert played.result.place == 1


@pytest.mark.rule("sbh.scenario.place-of-power.setup", "sbh.setup.sequence")
def test_the_place_is_named_after_the_terrain_and_before_the_deployment() -> None:
    played = prepared([6, 1, 1], [ATTACK, ("pieces", *WOODS), ("place", 0)], "place-of-power")
    assert [choice.why for choice in played.asked][1:] == [
        "sbh.setup.terrain-by-defender",
        "sbh.scenario.place-of-power.setup",
        "sbh.setup.table-side",
    ]
    bare = prepared([6, 1], [ATTACK], "place-of-power", terrain="none")
    assert "no-place-of-power" in bare.kinds


def at_the_place(x: float, **changes: Any) -> World:
    """A Mage of Quality 3 at x, 140 mm; the Place of Power reaches from 100 to 180 mm."""
    mage = fighter("human-warrior", 0, x, 140, traits=MAGE, quality=3, **changes)
    pieces = (square("ruins", 100, 100, 80, 80),)
    return scene(mage, fighter("orc-warrior", 1, 500, 500), pieces=pieces, place=0, scenario="place-of-power")


@pytest.mark.rule("sbh.scenario.place-of-power.mage-bonus")
def test_a_mage_on_the_place_of_power_has_one_more_on_its_quality_and_morale() -> None:
    there, away = at_the_place(140), at_the_place(300)
    assert (quality_bonus(there, there.figures[0]), quality_bonus(away, away.figures[0])) == (1, 0)
    assert (morale_bonus(there, there.figures[0]), morale_bonus(away, away.figures[0])) == (1, 0)
    ordinary = changed(there, figures=(fighter("human-warrior", 0, 140, 140), changed(there.figures[1])))
    assert quality_bonus(ordinary, ordinary.figures[0]) == 0
    cast = play(Call(next_activation, there), [2], [("activate", 0, 1, "cast")])
    assert cast.told("activation").about == (0, 1, 0)  # Q3+, die 2
    assert play(Call(next_activation, away), [2], [("activate", 0, 1, "cast")]).told("activation").about == (0, 0, 1)


@pytest.mark.rule("sbh.scenario.place-of-power.no-exhaustion")
@pytest.mark.parametrize(("x", "exhausted"), [(140, False), (300, True)])
def test_a_mage_on_the_place_of_power_is_not_exhausted(x: float, exhausted: bool) -> None:
    played = play(Call(next_activation, at_the_place(x)), [1, 1, 1], [("activate", 0, 3, "cast")])
    assert played.asked[-1].seat == 1  # the turn has passed all the same
    assert played.asked[-1].world.figures[0].exhausted is exhausted


@pytest.mark.rule("sbh.scenario.place-of-power.no-exhaustion")
def test_the_place_of_power_does_not_cure_a_mage() -> None:
    world = at_the_place(140, exhausted=True)
    assert finished(three_failures(world, 0, "cast", 3)).figures[0].exhausted


@pytest.mark.rule("sbh.scenario.place-of-power.victory")
def test_every_mage_on_the_place_is_worth_three_victory_points() -> None:
    one = at_the_place(140)
    two = scene(
        *one.figures, fighter("human-warrior", 0, 120, 170, traits=MAGE), fighter("human-warrior", 0, 160, 120),
        fallen(50, 1), fallen(10, 1, status=ON_TABLE),
        pieces=one.ground.pieces, place=0, scenario="place-of-power",
    )  # fmt: skip
    assert victory_points(one, 0) == 3
    assert victory_points(two, 0) == 8
    assert victory_points(at_the_place(300), 0) == 0


# ---------------------------------------------------------------- Hard Terrain


@pytest.mark.rule("sbh.scenario.hard-terrain.terrain")
def test_up_to_eight_pieces_from_short_to_long_across() -> None:
    rule = "sbh.scenario.hard-terrain.terrain"
    eight = [box("rocks", 10 + 70 * i, 300, 60, 60, 200) for i in range(8)]  # higher than Long, 10 mm apart
    assert layout_rule("hard-terrain", *eight) == ""
    assert layout_rule("hard-terrain", *eight, box("wood", 300, 10, 60, 60)) == rule
    assert layout_rule("hard-terrain") == ""
    assert layout_rule("hard-terrain", box("wood", 300, 10, 120, 1)) == rule  # its diagonal is longer than Long
    assert layout_rule("hard-terrain", box("wood", 300, 10, 119.9, 1)) == ""
    assert layout_rule("hard-terrain", box("wood", 300, 10, 49.9, 1)) == rule
    world = fresh("hard-terrain")
    for number in range(20):
        pieces = layout(world, number)
        assert layout_refusal(world, pieces) is None
        assert all(50 * MM <= polygon_extent(piece.shape) <= 120 * MM for piece in pieces)


@pytest.mark.rule("sbh.scenario.hard-terrain.deployment")
def test_hard_terrain_is_deployed_like_a_pitched_battle() -> None:
    defended = ("deploy", spots((100, 558), (150, 558), (200, 558)))
    played = prepared([6, 1], [ATTACK, ("layout", 1), ("edge", 1), defended], "hard-terrain")
    assert [(choice.why, choice.seat) for choice in played.asked][2:] == [
        ("sbh.setup.table-side", 0),
        ("sbh.setup.deployment", 1),
        ("sbh.setup.deployment", 0),
    ]
    too_far = played.asked[-1].options.check(("deploy", spots((100, 43), (150, 42), (200, 42))))
    assert too_far is not None
    assert too_far.rule == "sbh.setup.deployment"


def entering(traits: int = 0, y: float = 100) -> World:
    """A fighter of Quality 4 at 100, y mm; a marsh begins at y = 120."""
    who = fighter("human-warrior", 0, 100, y, quality=4, traits=traits)
    marsh = square("marsh", 100, 120, 60, 30)
    others = [fighter("human-warrior", 0, 500, 20 + 30 * i) for i in range(3)]
    return scene(who, *others, fighter("orc-warrior", 1, 500, 500), pieces=(marsh,), scenario="hard-terrain")


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard", "sbh.scenario.hard-terrain.victory", "sbh.removal.statuses")
def test_whoever_enters_scenery_may_be_lost_in_it() -> None:
    lost = play(Call(go, entering(), 0, 100 * MM, 130 * MM), [5, 3]).result.figures[0]
    assert (lost.status, lost.removal) == (OUT_OF_ACTION, "hazard")
    saved = play(Call(go, entering(), 0, 100 * MM, 130 * MM), [6, 4]).result.figures[0]
    assert saved.status == ON_TABLE
    assert play(Call(go, entering(), 0, 100 * MM, 130 * MM), [4]).result.figures[0].status == ON_TABLE


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard")
@pytest.mark.parametrize(
    ("traits", "die", "in_danger"),
    [
        (0, 4, False),
        (0, 5, True),
        (MOUNTED, 3, False),
        (MOUNTED, 4, True),
        (FORESTER, 5, False),
        (FORESTER, 6, True),
        (MOUNTED | FORESTER, 4, False),
        (MOUNTED | FORESTER, 5, True),
    ],
)
def test_riders_are_in_more_danger_and_foresters_in_less(traits: int, die: int, in_danger: bool) -> None:
    dice = [die, 6] if in_danger else [die]
    assert len(play(Call(go, entering(traits), 0, 100 * MM, 130 * MM), dice).rolls) == len(dice)


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard")
def test_walking_through_is_entering_and_walking_on_inside_is_not() -> None:
    through = play(Call(go, entering(), 0, 100 * MM, 170 * MM), [1])
    assert len(through.rolls) == 1
    inside = play(Call(go, entering(y=130), 0, 110 * MM, 135 * MM))
    assert inside.rolls == []
    past = play(Call(go, entering(), 0, 100 * MM, 110 * MM))
    assert past.rolls == []


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard")
def test_a_flier_is_in_danger_only_where_it_lands() -> None:
    assert play(Call(go, entering(FLYING), 0, 100 * MM, 170 * MM)).rolls == []
    assert len(play(Call(go, entering(FLYING), 0, 100 * MM, 130 * MM), [2]).rolls) == 1


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard")
def test_there_is_no_danger_in_other_scenarios() -> None:
    world = changed(entering(), scenario="pitched-battle")
    assert play(Call(go, world, 0, 100 * MM, 130 * MM)).rolls == []


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard")
def test_one_that_is_lost_does_not_act_any_more() -> None:
    played = play(Call(next_activation, entering()), [6, 6, 5, 1], [("activate", 0, 2, ""), ("move", 100 * MM, 130 * MM)])
    assert isinstance(played.asked[-1], Choose)
    assert played.asked[-1].why == "sbh.activation.choose-fighter"
    assert not any(one.id == 0 for one in played.asked[-1].world.on_table(0))


def test_nothing_happens_where_there_is_nothing() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 300, 300))
    assert play(Call(arrive, world, 0, 0, 0)).result is world


@pytest.mark.rule("sbh.scenario.place-of-power.victory")
@pytest.mark.parametrize("prone", [False, True])
def test_a_mage_counts_on_the_place_of_power_on_its_feet_or_not(prone: bool) -> None:
    mage = fighter("human-mage", 0, 100, 100, prone=prone)
    world = scene(mage, fighter("orc-warrior", 1, 400, 400), pieces=[square("hill", 80, 80, 60, 60)], scenario="place-of-power")
    assert victory_points(changed(world, place=0), 0) == 3


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard")
def test_the_log_does_not_say_that_the_bad_die_is_needed() -> None:
    wood = square("wood", 80, 80, 60, 60, difficult=True)
    world = scene(fighter("human-warrior", 0, 100, 100), fighter("orc-warrior", 1, 400, 400), pieces=[wood])
    played = play(Call(hazard, world, 0, 0), dice=[1])
    assert [roll.target for roll, _ in played.rolls] == [0]
    assert played.kinds == ["enters-safely"]
