"""The scenarios: what the table may look like, when it ends and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import (
    DEAD,
    OFF_TABLE,
    ON_TABLE,
    OUT_OF_ACTION,
    SPELLBOUND,
    WAITING,
    Band,
    Figure,
    Marker,
    World,
)
from escarmouche.systems.sbh.rules.activation import END_TURN, next_activation
from escarmouche.systems.sbh.rules.ending import (
    is_over,
    outcome,
    victory_points,
    why_over,
)
from escarmouche.systems.sbh.rules.terrain import Layouts, layout, layout_refusal
from escarmouche.systems.sbh.setup import scenario_roll
from tests.systems.sbh.preparing import WOODS, band, box, fallen, fresh, layout_rule, prepared
from tests.systems.sbh.scene import MM, changed, fighter, play, scene

# ---------------------------------------------------------------- the scenario table


@pytest.mark.rule("sbh.scenario.table-roll")
@pytest.mark.parametrize(
    ("die", "scenario"),
    [
        (1, "pitched-battle"),
        (2, "ambush"),
        (3, "treasure-hunt"),
        (4, "place-of-power"),
        (5, "hard-terrain"),
        (6, "quest-for-a-magic-item"),
    ],
)
def test_a_die_gives_the_scenario(die: int, scenario: str) -> None:
    world: World = play(Call(scenario_roll, fresh("random")), [die]).result
    assert world.scenario == scenario
    assert world.terms[:2] == ((0, 8) if scenario == "hard-terrain" else (2, 6))


@pytest.mark.rule("sbh.scenario.table-roll", "sbh.setup.sequence")
def test_the_scenario_is_rolled_before_the_roles() -> None:
    played = prepared([3, 6, 1], [], "random")
    assert played.rolls[0][0].why == "sbh.scenario.table-roll"
    assert played.asked[0].world.scenario == "treasure-hunt"


def test_a_scenario_of_ones_own_has_its_own_numbers_and_the_rules_of_another() -> None:
    row = {
        "id": "the-bog", "name_en": "The bog", "name_fr": "La tourbière", "terrain_min": 1, "terrain_max": 1,
        "attacker_points_per_vp": 10, "defender_points_per_vp": 5, "bonus_vp": 9, "markers": 1, "like": "treasure-hunt",
    }  # fmt: skip
    world = fresh("the-bog", scenario_row=row)
    assert world.scenario == "treasure-hunt"
    assert world.terms == (1, 1, 10, 5, 9, 1, 0)
    lost = changed(world.figures[0], status=DEAD, removal="kill")
    foe = changed(world.figures[3], status=ON_TABLE)
    world = changed(world.with_figure(lost).with_figure(foe), bands=(Band(0, True), Band(1, brought_home=True)))
    assert victory_points(world, 1) == lost.card.points // 5 + 9


# ---------------------------------------------------------------- Pitched Battle: the terrain


@pytest.mark.rule("sbh.scenario.pitched-battle.terrain-count", "sbh.setup.terrain-by-defender")
def test_two_to_six_pieces_are_placed() -> None:
    six = [box("rocks", 10 + 100 * i, 300, 50, 30, 20) for i in range(6)]
    assert layout_rule("pitched-battle", six[0]) == "sbh.scenario.pitched-battle.terrain-count"
    assert layout_rule("pitched-battle", *six[:2]) == ""
    assert layout_rule("pitched-battle", *six) == ""
    assert layout_rule("pitched-battle", *six, box("rocks", 300, 30, 50, 30)) == ("sbh.scenario.pitched-battle.terrain-count")


@pytest.mark.rule("sbh.scenario.pitched-battle.terrain-size")
def test_pieces_are_from_short_to_two_longs_across_and_at_most_long_high() -> None:
    def alone(width: float, height: float) -> str:
        return layout_rule("pitched-battle", WOODS[0], box("ruins", 250, 400, width, 1, height))

    assert alone(49.9, 10) == "sbh.scenario.pitched-battle.terrain-size"
    assert alone(50, 10) == ""
    assert alone(239.9, 10) == ""
    assert alone(240.1, 10) == "sbh.scenario.pitched-battle.terrain-size"
    assert alone(100, 120) == ""
    assert alone(100, 120.1) == "sbh.scenario.pitched-battle.terrain-size"


@pytest.mark.rule("sbh.scenario.pitched-battle.terrain-spacing")
def test_pieces_may_touch_the_edge_but_lie_short_apart() -> None:
    at_the_edge = box("wood", 0, 0, 60, 60, 80)
    assert layout_rule("pitched-battle", at_the_edge, box("hill", 110, 0, 60, 60)) == ""
    assert layout_rule("pitched-battle", at_the_edge, box("hill", 100, 0, 60, 60)) == (
        "sbh.scenario.pitched-battle.terrain-spacing"
    )


@pytest.mark.rule("sbh.setup.terrain-by-defender")
def test_scenery_lies_on_the_table_and_is_of_a_known_kind() -> None:
    rule = "sbh.setup.terrain-by-defender"
    assert layout_rule("pitched-battle", WOODS[0], box("hill", 560, 400, 60, 60)) == rule
    assert layout_rule("pitched-battle", WOODS[0], box("lava", 300, 400, 60, 60)) == rule
    options = Layouts(fresh())
    crossed = ("wood", ((0, 0), (6000, 6000), (6000, 0), (0, 6000)), 0)
    for piece in (crossed, ("wood", ((0, 0), (6000, 0)), 0), ("wood", (), 0), ("wood", 5, 0), 7, ("wood", ((0, 0),) * 3, 0)):
        refused = options.check(("pieces", WOODS[0], piece))
        assert refused is not None
        assert refused.rule == rule
    for answer in (None, (), ("layout",), ("layout", -1), ("layout", True), ("layout", 10**30), ("pieces",), "layout"):
        assert options.check(answer) is not None


@pytest.mark.rule("sbh.scenario.pitched-battle.terrain-shape", "sbh.setup.terrain-by-defender")
def test_the_layouts_offered_are_legal_and_their_shapes_irregular() -> None:
    world = fresh()
    for number in range(60):
        pieces = layout(world, number)
        assert layout_refusal(world, pieces) is None
        assert layout(world, number) == pieces
        natural = [piece for piece in pieces if piece.kind in ("wood", "hill", "rocks", "ruins", "marsh")]
        assert all(len(piece.shape.points) >= 6 for piece in natural)
    assert layout_rule("pitched-battle", *WOODS) == ""  # regular shapes are a matter of looks, and allowed


def test_a_scenario_that_asks_for_more_than_the_table_holds_gets_what_fits() -> None:
    world = fresh(table=[300, 300])
    pieces = layout(changed(world, terms=(40, 40, *world.terms[2:])), 1)
    assert 0 < len(pieces) < 40


# ---------------------------------------------------------------- Pitched Battle: rivers

UPPER = box("river", 0, 280, 200, 40)
LOWER = box("river", 200, 280, 200, 40)
BRIDGE = box("bridge-or-ford", 180, 270, 30, 60, 10)


@pytest.mark.rule("sbh.scenario.pitched-battle.rivers")
def test_sections_of_a_river_adjoin_each_other_and_are_at_most_short_wide() -> None:
    assert layout_rule("pitched-battle", UPPER, LOWER, BRIDGE) == ""
    rule = "sbh.scenario.pitched-battle.rivers"
    assert layout_rule("pitched-battle", UPPER, box("river", 260, 280, 200, 40), BRIDGE) == rule  # 60 mm apart
    assert layout_rule("pitched-battle", UPPER, box("river", 200, 275, 200, 51), BRIDGE) == rule
    assert layout_rule("pitched-battle", UPPER, box("river", 200, 275, 200, 50), BRIDGE) == ""
    assert layout_rule("pitched-battle", UPPER, box("river", 200, 280, 241, 40), BRIDGE) == (
        "sbh.scenario.pitched-battle.terrain-size"
    )


@pytest.mark.rule("sbh.scenario.pitched-battle.rivers", "sbh.scenario.pitched-battle.terrain-count")
def test_every_section_counts_as_a_piece_and_the_bridge_does_not() -> None:
    sections = [box("river", 100 * i, 280, 100, 40) for i in range(6)]
    assert layout_rule("pitched-battle", *sections, BRIDGE) == ""
    assert layout_rule("pitched-battle", *sections, BRIDGE, box("wood", 0, 0, 60, 60)) == (
        "sbh.scenario.pitched-battle.terrain-count"
    )


@pytest.mark.rule("sbh.scenario.pitched-battle.rivers", "sbh.scenario.pitched-battle.terrain-spacing")
def test_other_scenery_keeps_its_distance_from_a_river() -> None:
    assert layout_rule("pitched-battle", UPPER, LOWER, BRIDGE, box("wood", 0, 370, 60, 60)) == ""
    assert layout_rule("pitched-battle", UPPER, LOWER, BRIDGE, box("wood", 0, 360, 60, 60)) == (
        "sbh.scenario.pitched-battle.terrain-spacing"
    )


@pytest.mark.rule("sbh.scenario.pitched-battle.bridge")
def test_every_river_has_a_bridge_or_ford() -> None:
    other = [box("river", 0, 500, 100, 40), box("river", 100, 500, 100, 40)]
    assert layout_rule("pitched-battle", UPPER, LOWER) == "sbh.scenario.pitched-battle.bridge"
    assert layout_rule("pitched-battle", UPPER, LOWER, BRIDGE, *other) == "sbh.scenario.pitched-battle.bridge"
    ford = box("bridge-or-ford", 80, 490, 30, 60)
    assert layout_rule("pitched-battle", UPPER, LOWER, BRIDGE, *other, ford) == ""


@pytest.mark.rule("sbh.scenario.pitched-battle.bridge", "sbh.scenario.pitched-battle.rivers")
def test_rivers_come_up_at_random_with_their_bridge() -> None:
    world = fresh()
    with_river = [layout(world, number) for number in range(40)]
    with_river = [pieces for pieces in with_river if any("river" in piece.tags for piece in pieces)]
    assert with_river
    for pieces in with_river:
        assert any(piece.kind == "bridge-or-ford" for piece in pieces)


def test_a_layout_that_leaves_no_room_to_deploy_is_refused() -> None:
    walls = [box("wall-or-tree", 0, 0, 230, 55, 30), box("wall-or-tree", 285, 0, 230, 55, 30)]
    crowd = [band("30 x human-warrior"), band("30 x human-warrior")]
    assert layout_rule("pitched-battle", *walls, armies=crowd) == "sbh.setup.deployment"
    assert layout_rule("pitched-battle", *walls) == ""  # three fighters find room beside them


# ---------------------------------------------------------------- when it ends


def side(count: int, seat: int, **changes: Any) -> list[Figure]:
    """So many fighters of a seat, in a row."""
    profile = ("human-warrior", "orc-warrior")[seat]
    return [fighter(profile, seat, 50 + 40 * i, 50 + 400 * seat, **changes) for i in range(count)]


SCENARIOS = tuple(book().scenario)


@pytest.mark.rule("sbh.end.eradication", "sbh.removal.statuses")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("status", [DEAD, OUT_OF_ACTION, OFF_TABLE])
def test_a_side_that_has_nobody_left_ends_the_game(scenario: str, status: int) -> None:
    gone = scene(*side(2, 0), *side(2, 1, status=status), scenario=scenario)
    assert why_over(gone) == "sbh.end.eradication"
    assert not is_over(scene(*side(2, 0), *side(1, 1), *side(1, 1, status=status), scenario=scenario))


@pytest.mark.rule("sbh.scenario.pitched-battle.end", "sbh.end.scenario-conditions")
def test_the_game_ends_when_nobody_of_a_side_is_on_its_feet() -> None:
    lying = scene(*side(3, 0), *side(2, 1, prone=True), *side(3, 1, status=DEAD))
    assert why_over(lying, True) == "sbh.scenario.pitched-battle.end"
    assert not why_over(scene(*side(3, 0), *side(2, 1, prone=True), *side(1, 1)), True)
    assert not why_over(scene(*side(3, 0), *side(2, 1, held=SPELLBOUND)), True)  # immobilised is not knocked down


@pytest.mark.rule("sbh.scenario.pitched-battle.end")
def test_that_nobody_stands_is_judged_when_a_turn_ends_and_by_a_switch_at_once() -> None:
    lying = scene(*side(3, 0), *side(2, 1, prone=True), *side(3, 1, status=DEAD))
    assert not is_over(lying)
    going = play(Call(next_activation, lying))
    assert (going.asked[-1].seat, going.asked[-1].world.turn) == (0, 1)
    over = play(Call(next_activation, lying), answers=[END_TURN])
    assert over.result.reason == "sbh.scenario.pitched-battle.end"
    assert is_over(changed(lying, switches=("sudden-end",)))
    assert play(Call(next_activation, changed(lying, switches=("sudden-end",)))).asked == []


@pytest.mark.rule("sbh.scenario.hard-terrain.end", "sbh.scenario.ambush.end")
@pytest.mark.parametrize(
    ("scenario", "rule"),
    [("hard-terrain", "sbh.scenario.hard-terrain.end"), ("ambush", "sbh.scenario.ambush.end")],
)
def test_other_scenarios_end_in_the_same_way(scenario: str, rule: str) -> None:
    assert why_over(scene(*side(1, 0), *side(1, 1, prone=True), scenario=scenario), True) == rule


def test_treasure_hunt_goes_on_when_a_side_lies_on_the_ground() -> None:
    assert not why_over(scene(*side(1, 0), *side(2, 1, prone=True), scenario="treasure-hunt"), True)


@pytest.mark.rule("sbh.scenario.ambush.end")
def test_fighters_in_hiding_count_as_standing() -> None:
    hidden = side(1, 1, status=WAITING)
    world = scene(*side(1, 0), *side(2, 1, prone=True), *hidden, scenario="ambush")
    assert why_over(world, True)
    real = Marker(0, "ambush", 300 * MM, 500 * MM, 1, 3)
    assert not why_over(changed(world, markers=(real,)), True)
    assert why_over(changed(world, markers=(changed(real, figure=-1),)), True)


@pytest.mark.rule("sbh.end.scenario-conditions", "sbh.campaign.scenario-winner")
def test_conceding_ends_the_game_and_loses_it() -> None:
    world = scene(*side(3, 0), *side(1, 1), *side(2, 1, status=DEAD, removal="kill"))
    played = play(Call(next_activation, world), (), [("concede",)])
    assert played.result.winner == 1
    assert played.result.scores[0] > played.result.scores[1]


def test_a_turn_limit_ends_the_game() -> None:
    world = scene(*side(1, 0), *side(1, 1), turn=6, turn_limit=6)
    assert not is_over(world)
    assert why_over(changed(world, turn=7)) == "sbh.end.scenario-conditions"
    assert not is_over(changed(world, turn=700, turn_limit=0))


# ---------------------------------------------------------------- victory points


def points_for(killed: int, scenario: str, attacker: bool = True) -> int:
    """The victory points of seat 0 for enemies of so many points killed."""
    world = scene(*side(1, 0), *side(1, 1), fallen(killed, 1), scenario=scenario)
    return victory_points(changed(world, bands=(Band(0, attacker), Band(1, not attacker))), 0)


@pytest.mark.rule("sbh.scenario.victory-points-rounding", "sbh.scenario.pitched-battle.victory")
def test_victory_points_are_rounded_down() -> None:
    assert points_for(65, "pitched-battle") == 3
    assert points_for(80, "pitched-battle") == 4
    assert points_for(74, "treasure-hunt") == 2


@pytest.mark.rule("sbh.scenario.victory-points-rounding", "sbh.removal.statuses")
def test_the_dead_and_those_out_of_action_count_and_those_who_ran_do_not() -> None:
    def points(**changes: Any) -> int:
        return victory_points(scene(*side(1, 0), *side(1, 1), fallen(60, 1, **changes)), 0)

    assert points(status=DEAD) == 3
    assert points(status=OUT_OF_ACTION, removal="fall") == 3
    assert points(status=OFF_TABLE, removal="rout") == 0
    assert victory_points(scene(*side(1, 0), *side(1, 1), fallen(30, 1), fallen(35, 1)), 0) == 3  # added up first


@pytest.mark.rule("sbh.scenario.ambush.victory")
def test_in_an_ambush_the_defender_needs_more_for_a_victory_point() -> None:
    assert points_for(60, "ambush", attacker=True) == 3
    assert points_for(60, "ambush", attacker=False) == 2


@pytest.mark.rule("sbh.scenario.hard-terrain.victory")
def test_hard_terrain_gives_a_point_for_twenty_whoever_killed_them() -> None:
    assert points_for(59, "hard-terrain") == 2
    lost = scene(*side(1, 0), *side(1, 1), fallen(40, 1, status=OUT_OF_ACTION, removal="hazard"), scenario="hard-terrain")
    assert victory_points(lost, 0) == 2


@pytest.mark.rule("sbh.scenario.pitched-battle.victory", "sbh.campaign.scenario-winner", "sbh.profile.points")
def test_more_victory_points_win_and_equal_ones_do_not() -> None:
    ahead = outcome(scene(*side(1, 0), *side(1, 1, prone=True), fallen(40, 1)))
    assert (ahead.winner, ahead.scores) == (0, (2, 0))
    assert outcome(scene(*side(1, 0), *side(1, 1, prone=True), fallen(40, 1), fallen(40, 0))).winner == -1
