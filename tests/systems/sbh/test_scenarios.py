"""The scenarios: what the table may look like, hidden markers, dangerous ground, when it ends and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Script, Tell
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import (
    DEAD,
    FLYING,
    FORESTER,
    MAGE,
    MOUNTED,
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
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.activation import next_activation, three_failures
from escarmouche.systems.sbh.rules.ambush import Hidden, shoot_marker
from escarmouche.systems.sbh.rules.deployment import opposite
from escarmouche.systems.sbh.rules.ending import (
    BONUS,
    POINTS_A_VICTORY_POINT,
    is_over,
    outcome,
    victory_points,
    why_over,
)
from escarmouche.systems.sbh.rules.harm import driven_back
from escarmouche.systems.sbh.rules.melee import melee_modifiers
from escarmouche.systems.sbh.rules.morale import morale_bonus, run_away
from escarmouche.systems.sbh.rules.movement import go
from escarmouche.systems.sbh.rules.places import arrive, reveal, shuffle_markers
from escarmouche.systems.sbh.rules.quality import quality_bonus
from escarmouche.systems.sbh.rules.terrain import Layouts, layout, layout_refusal
from escarmouche.systems.sbh.setup import hide_band, name_place, scenario_roll
from escarmouche.table.shapes import polygon_extent
from tests.systems.sbh.preparing import Row, band, box, fresh, prepared, spots
from tests.systems.sbh.scene import MM, changed, fighter, play, scene, square

ATTACK = ("attacker",)


def finished(script: Script) -> Any:
    """What a script returns that only tells."""
    while True:
        try:
            assert isinstance(next(script), Tell)
        except StopIteration as end:
            return end.value


def layout_rule(scenario: str, *rows: Row, **options: Any) -> str:
    """The rule by which a layout of one's own is refused in a scenario, "" when it is legal."""
    refused = Layouts(fresh(scenario, **options)).check(("pieces", *rows))
    return "" if refused is None else refused.rule


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

WOODS = (box("wood", 50, 250, 100, 60, 80), box("hill", 250, 250, 100, 60, 20))


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


SCENARIOS = tuple(POINTS_A_VICTORY_POINT)


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
    assert why_over(lying) == "sbh.scenario.pitched-battle.end"
    assert not is_over(scene(*side(3, 0), *side(2, 1, prone=True), *side(1, 1)))
    assert not is_over(scene(*side(3, 0), *side(2, 1, held=SPELLBOUND)))  # immobilised is not knocked down


@pytest.mark.rule("sbh.scenario.hard-terrain.end", "sbh.scenario.ambush.end")
@pytest.mark.parametrize(
    ("scenario", "rule"),
    [("hard-terrain", "sbh.scenario.hard-terrain.end"), ("ambush", "sbh.scenario.ambush.end")],
)
def test_other_scenarios_end_in_the_same_way(scenario: str, rule: str) -> None:
    assert why_over(scene(*side(1, 0), *side(1, 1, prone=True), scenario=scenario)) == rule


def test_treasure_hunt_goes_on_when_a_side_lies_on_the_ground() -> None:
    assert not is_over(scene(*side(1, 0), *side(2, 1, prone=True), scenario="treasure-hunt"))


@pytest.mark.rule("sbh.scenario.ambush.end")
def test_fighters_in_hiding_count_as_standing() -> None:
    hidden = side(1, 1, status=WAITING)
    world = scene(*side(1, 0), *side(2, 1, prone=True), *hidden, scenario="ambush")
    assert is_over(world)
    real = Marker(0, "ambush", 300 * MM, 500 * MM, 1, 3)
    assert not is_over(changed(world, markers=(real,)))
    assert is_over(changed(world, markers=(changed(real, figure=-1),)))


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


def fallen(points: int, seat: int, **changes: Any) -> Figure:
    """A fighter worth so many points, killed unless the changes say otherwise."""
    return fighter("orc-warrior", seat, 100, 500, points=points, **{"status": DEAD, "removal": "kill", **changes})


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


@pytest.mark.rule("sbh.scenario.pitched-battle.victory", "sbh.campaign.scenario-winner")
def test_more_victory_points_win_and_equal_ones_do_not() -> None:
    ahead = outcome(scene(*side(1, 0), *side(1, 1, prone=True), fallen(40, 1)))
    assert (ahead.winner, ahead.scores) == (0, (2, 0))
    assert outcome(scene(*side(1, 0), *side(1, 1, prone=True), fallen(40, 1), fallen(40, 0))).winner == -1


def test_the_numbers_of_the_rules_are_those_of_the_content() -> None:
    for name, row in book().scenario.items():
        assert POINTS_A_VICTORY_POINT[name] == (row.attacker_points_per_vp, row.defender_points_per_vp)
        assert BONUS.get(name, 0) == row.bonus_vp


# ---------------------------------------------------------------- Ambush: placing the markers


def ambush_world(*profiles: str, edge: int = 3, pieces: tuple[Any, ...] = ()) -> World:
    """A world in which seat 1, along this edge, is about to hide."""
    world = fresh("ambush", [band("3 x human-warrior"), band(*(profiles or ("2 x orc-warrior",)))])
    bands = (Band(0, True, opposite(edge), 3), Band(1, False, edge, 2))
    made: World = changed(world, ground=changed(world.ground, pieces=pieces), bands=bands)
    return made


def hide_rule(world: World, *rows: tuple[float, float, int]) -> str:
    """The rule by which markers at these millimetres are refused, "" when they are legal."""
    placed = tuple([(round(x * MM), round(y * MM), figure) for x, y, figure in rows])
    count = 2 * len([figure for figure in world.figures if figure.seat == 1])
    refused = Hidden(world, 1, count).check(("markers", placed))
    return "" if refused is None else refused.rule


@pytest.mark.rule("sbh.scenario.ambush.markers")
def test_the_defender_places_two_markers_for_each_fighter() -> None:
    eight = fresh("ambush", [band("human-warrior"), band("8 x orc-warrior")])
    eight = changed(eight, bands=(Band(0, True, 1, 1), Band(1, False, 3, 8)))
    played = play(Call(hide_band, eight, 1), (), [Hidden(eight, 1, 16).listed()[0]])
    assert played.asked[0].secret
    markers = played.result.markers
    assert len(markers) == 16
    assert len([marker for marker in markers if marker.figure < 0]) == 8
    assert sorted([marker.figure for marker in markers if marker.figure >= 0]) == list(range(1, 9))
    assert all(figure.status == WAITING for figure in played.result.figures if figure.seat == 1)


@pytest.mark.rule("sbh.scenario.ambush.markers")
def test_every_fighter_is_under_one_marker_and_the_rest_are_decoys() -> None:
    world = ambush_world()
    rule = "sbh.scenario.ambush.markers"
    good = ((100, 580, 3), (150, 580, -1), (200, 580, 4), (250, 580, -1))
    assert hide_rule(world, *good) == ""
    assert hide_rule(world, *good[:3]) == rule
    assert hide_rule(world, *good[:3], (250, 580, 4)) == rule
    assert hide_rule(world, *good[:2], (200, 580, -1), (250, 580, -1)) == rule
    assert hide_rule(world, *good[:3], (250, 580, 0)) == rule
    for answer in (("markers",), ("markers", (1, 2, 3, 4)), ("markers", ((True, 1, 2),) * 4), 3, None):
        refused = Hidden(world, 1, 4).check(answer)
        assert refused is not None
        assert refused.rule == rule


@pytest.mark.rule("sbh.scenario.ambush.placement")
def test_markers_lie_within_short_of_the_edge_or_of_the_nearest_scenery() -> None:
    near, far = square("wood", 200, 400, 100, 100), square("wood", 200, 200, 100, 100)
    world = ambush_world(pieces=(far, near))
    others = ((400, 580, 4), (450, 580, -1), (500, 580, -1))
    rule = "sbh.scenario.ambush.placement"
    assert hide_rule(world, (100, 558, 3), *others) == ""  # 50 mm from the edge with its whole base
    assert hide_rule(world, (100, 557.9, 3), *others) == rule
    assert hide_rule(world, (142, 450, 3), *others) == ""  # 50 mm from the near wood
    assert hide_rule(world, (141.9, 450, 3), *others) == rule
    assert hide_rule(world, (250, 450, 3), *others) == ""  # inside it
    assert hide_rule(world, (250, 250, 3), *others) == rule  # in the wood that is not the closest
    assert hide_rule(world, (400, 580, 3), *others) == rule  # upon another marker


@pytest.mark.rule("sbh.scenario.ambush.placement")
def test_no_marker_lies_where_the_attacker_deploys() -> None:
    across = square("wood", 200, 60, 60, 500)
    others = ((400, 580, 4), (450, 580, -1), (500, 580, -1))
    assert hide_rule(ambush_world(pieces=(across,)), (230, 80, 3), *others) == ""
    assert hide_rule(ambush_world(pieces=(across,)), (230, 57, 3), *others) == "sbh.scenario.ambush.placement"


def test_markers_are_numbered_by_their_places_whatever_the_order_of_the_answer() -> None:
    world = ambush_world()
    rows = ((400, 580, 4), (100, 580, -1), (300, 580, 3), (200, 580, -1))
    answer = ("markers", tuple([(x * MM, y * MM, figure) for x, y, figure in rows]))
    markers = play(Call(hide_band, world, 1), (), [answer]).result.markers
    assert [(one.id, one.x // MM, one.figure) for one in markers] == [(0, 100, -1), (1, 200, -1), (2, 300, 3), (3, 400, 4)]


@pytest.mark.rule("sbh.scenario.ambush.placement")
def test_every_placement_offered_is_legal_and_tells_nothing_by_its_order() -> None:
    world = ambush_world("5 x orc-warrior", "4 x rat-swarm", pieces=(square("wood", 200, 400, 100, 100),))
    options = Hidden(world, 1, 18)
    offered = [*options.listed(), *[options.sample(Stream(number)) for number in range(10)]]
    assert [options.check(answer) for answer in offered] == [None] * len(offered)
    assert all(answer[1] == tuple(sorted(answer[1])) for answer in offered)
    first_real = {[row[2] >= 0 for row in answer[1]].index(True) for answer in offered}
    assert len(first_real) > 1


@pytest.mark.rule("sbh.special.swarm-cohesion")
def test_the_bases_of_a_swarm_hide_side_by_side() -> None:
    world = ambush_world("2 x orc-warrior", "2 x rat-swarm")
    decoys = ((400, 580, -1), (450, 580, -1), (500, 580, -1), (550, 580, -1))
    orcs = ((200, 580, 3), (250, 580, 4))
    assert hide_rule(world, (100, 580, 5), (116, 580, 6), *orcs, *decoys) == ""
    assert hide_rule(world, (100, 580, 5), (120, 580, 6), *orcs, *decoys) == "sbh.special.swarm-cohesion"


# ---------------------------------------------------------------- Ambush: revealing them


def hiding(*markers: Marker, attackers: tuple[Figure, ...] = (), hidden: int = 2, **changes: Any) -> World:
    """Seat 1 has so many orcs in hiding; seat 0 has one warrior at 100, 100 mm, unless others are given."""
    own = attackers or (fighter("human-warrior", 0, 100, 100),)
    orcs = [fighter("orc-warrior", 1, 0, 0, status=WAITING) for _ in range(hidden)]
    return scene(*own, *orcs, scenario="ambush", markers=markers, **changes)


def mark(id: int, x: float, y: float, figure: int = -1) -> Marker:
    """An ambush marker of seat 1, in millimetres."""
    return Marker(id, "ambush", round(x * MM), round(y * MM), 1, figure)


@pytest.mark.rule("sbh.scenario.ambush.reveal")
@pytest.mark.parametrize(("gap", "revealed"), [(110, True), (120, True), (120.01, False), (130, False)])
def test_an_enemy_that_comes_within_long_reveals_a_marker(gap: float, revealed: bool) -> None:
    world = hiding(mark(0, 100, 116 + 80 + gap, 1), mark(1, 500, 500, 2))
    after: World = play(Call(go, world, 0, 100 * MM, 180 * MM)).result
    assert (after.figures[1].status == ON_TABLE) is revealed
    assert (len(after.markers) == 1) is revealed
    if revealed:
        assert (after.figures[1].x, after.figures[1].y) == (100 * MM, round((196 + gap) * MM))


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_a_decoy_is_taken_away() -> None:
    world = hiding(mark(0, 100, 300), mark(1, 500, 500, 1), mark(2, 550, 500, 2))
    played = play(Call(go, world, 0, 100 * MM, 180 * MM))
    assert [marker.id for marker in played.result.markers] == [1, 2]
    assert "decoy" in played.kinds
    assert all(figure.status == WAITING for figure in played.result.figures[1:])


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_passing_within_long_on_the_way_is_enough() -> None:
    passing = fighter("human-light-cavalry", 0, 100, 100)
    world = hiding(mark(0, 160, 238, 1), mark(1, 500, 500, 2), attackers=(passing,))
    near_the_middle: World = play(Call(go, world, 0, 220 * MM, 100 * MM)).result
    assert near_the_middle.figures[1].status == ON_TABLE  # 119.5 mm away half-way, 130 at either end
    beyond = hiding(mark(0, 160, 260, 1), mark(1, 500, 500, 2), attackers=(passing,))
    assert play(Call(go, beyond, 0, 220 * MM, 100 * MM)).result.figures[1].status == WAITING


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_ones_own_fighters_reveal_nothing() -> None:
    out = fighter("orc-warrior", 1, 100, 300)
    world = hiding(mark(0, 100, 330, 1), mark(1, 500, 500, 2), attackers=(fighter("human-warrior", 0, 500, 50),))
    world = changed(world, figures=(*world.figures, changed(out, id=3)))
    assert len(play(Call(go, world, 3, 100 * MM, 280 * MM)).result.markers) == 2


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_fleeing_and_being_driven_back_reveal_too() -> None:
    runner = fighter("human-warrior", 0, 300, 100)
    fleeing = hiding(mark(0, 300, 140, 1), mark(1, 500, 500, 2), attackers=(runner,))
    assert play(Call(run_away, fleeing, 0, 1)).result.figures[1].status == ON_TABLE
    pushed = hiding(
        mark(0, 300, 350, 2), mark(1, 550, 500, 3),
        attackers=(fighter("human-warrior", 0, 300, 204), fighter("orc-warrior", 1, 300, 188)),
    )  # fmt: skip
    played = play(Call(driven_back, pushed, 0, 1, "defender", "melee"), (), [("recoil", 0)])
    assert played.result.figures[2].status == ON_TABLE


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_activating_a_hidden_fighter_reveals_its_marker_and_no_other() -> None:
    world = hiding(mark(0, 100, 550, 1), mark(1, 200, 550), mark(2, 300, 550, 2), active=1)
    played = play(Call(next_activation, world), [1], [("activate", 1, 1, "")])
    after: World = played.asked[-1].world
    assert after.figures[1].status == ON_TABLE
    assert (after.figures[1].x, after.figures[1].y) == (100 * MM, 550 * MM)
    assert [marker.id for marker in after.markers] == [1, 2]
    assert after.figures[2].status == WAITING


@pytest.mark.rule("sbh.ambush.definition", "sbh.scenario.ambush.reveal")
@pytest.mark.parametrize(("wooded", "bonus"), [(True, [("ambush", 1)]), (False, [])])
def test_one_that_lay_hidden_in_a_wood_strikes_from_ambush_when_it_shows_itself(
    wooded: bool, bonus: list[tuple[str, int]]
) -> None:
    wood = square("wood", 60, 280, 80, 60, difficult=True, blocks_sight=True, cover=True)
    world = hiding(mark(0, 100, 300, 1), mark(1, 500, 550, 2), active=1, pieces=(wood,) if wooded else ())
    played = play(Call(next_activation, world), [6, 6, 6], [("activate", 1, 3, "")])
    out = play(Call(go, played.asked[-1].world, 1, 100 * MM, 250 * MM)).result
    beside = out.with_figure(changed(out.figures[0], y=234 * MM))
    assert list(melee_modifiers(beside, beside.figures[1], beside.figures[0], True, False)) == bonus
    assert melee_modifiers(changed(beside, active=0), beside.figures[1], beside.figures[0], True, False) == ()


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_a_shot_at_a_marker_reveals_it_before_it_strikes() -> None:
    archer = fighter("human-archer", 0, 300, 300)
    world = hiding(mark(0, 300, 480, 1), mark(1, 500, 560, 2), attackers=(archer,))
    played = play(Call(shoot_marker, world, 0, ("shoot-marker", 0, False)), [4, 3])
    after, cost = played.result
    assert after.figures[1].status == ON_TABLE
    assert (after.figures[0].attacked, cost) == (True, 1)
    assert [roll.why for roll, _ in played.rolls] == ["sbh.shooting.resolution"] * 2
    decoy = hiding(mark(0, 300, 480), mark(1, 500, 560, 1), mark(2, 550, 560, 2), attackers=(archer,))
    wasted = play(Call(shoot_marker, decoy, 0, ("shoot-marker", 0, True)))
    after, cost = wasted.result
    assert (after.figures[0].attacked, cost, len(after.markers)) == (True, 2, 2)


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_only_markers_of_the_enemy_in_range_and_in_sight_can_be_shot_at() -> None:
    archer = fighter("human-archer", 0, 300, 100)
    wood = square("wood", 100, 200, 100, 50, blocks_sight=True, cover=True)
    world = hiding(mark(0, 300, 300, 1), mark(1, 120, 300, 2), mark(2, 300, 590), attackers=(archer,))
    world = changed(world, ground=changed(world.ground, pieces=(wood,)))
    doing = Doing(world, 0, 2)
    assert doing.check(("shoot-marker", 0, True)) is None
    assert ("shoot-marker", 0, False) in doing.listed()
    hidden, far, missing = [doing.check(("shoot-marker", id, False)) for id in (1, 2, 9)]
    assert hidden is not None
    assert hidden.rule == "sbh.woods.outside-cannot-shoot-in" or hidden.rule == "sbh.cover.full"
    assert far is not None
    assert far.rule == "sbh.shooting.range-max"
    assert missing is not None
    own = Doing(changed(world, markers=(changed(mark(0, 300, 300), seat=0),)), 0, 2).check(("shoot-marker", 0, False))
    assert own is not None
    assert own.rule == "sbh.scenario.ambush.reveal"


@pytest.mark.rule("sbh.scenario.ambush.remove-rest")
def test_when_the_whole_band_is_on_the_table_the_other_markers_go() -> None:
    world = hiding(mark(0, 100, 550, 1), mark(1, 200, 550), mark(2, 300, 550, 2), mark(3, 400, 550))
    first: World = play(Call(next_activation, changed(world, active=1)), [1], [("activate", 1, 1, "")]).asked[-1].world
    assert len(first.markers) == 3
    second = play(Call(next_activation, first), [1], [("activate", 2, 1, "")])
    assert second.asked[-1].world.markers == ()
    assert "markers-removed" in second.kinds


@pytest.mark.rule("sbh.scenario.ambush.remove-rest")
def test_the_last_fighter_found_by_the_enemy_takes_the_decoys_away() -> None:
    world = hiding(mark(0, 100, 300, 1), mark(1, 550, 550), mark(2, 500, 550), hidden=1)
    assert play(Call(go, world, 0, 100 * MM, 180 * MM)).result.markers == ()


@pytest.mark.rule("sbh.scenario.ambush.reveal")
def test_a_large_base_finds_room_beside_its_small_marker() -> None:
    giant = fighter("dragon-adult", 1, 0, 0, status=WAITING)
    world = scene(
        fighter("human-warrior", 0, 300, 100), fighter("orc-warrior", 1, 300, 560), giant,
        scenario="ambush", markers=(mark(0, 300, 585, 2),),
    )  # fmt: skip
    shown = finished(reveal(world, 2)).figures[2]
    assert shown.status == ON_TABLE
    assert 20 * MM <= shown.y <= 580 * MM
    assert (shown.x - 300 * MM) ** 2 + (shown.y - 560 * MM) ** 2 >= (28 * MM) ** 2


@pytest.mark.rule("sbh.scenario.ambush.reveal", "sbh.special.swarm-cohesion")
def test_a_swarm_is_revealed_as_a_whole() -> None:
    rats = [fighter("rat-swarm", 1, 0, 0, status=WAITING) for _ in range(3)]
    world = scene(
        fighter("human-warrior", 0, 100, 100), *rats, scenario="ambush",
        markers=(mark(0, 100, 500, 1), mark(1, 116, 500, 2), mark(2, 132, 500, 3), mark(3, 300, 500)),
    )  # fmt: skip
    played = play(Call(next_activation, changed(world, active=1)), [1], [("activate", 2, 1, "")])
    assert [figure.status for figure in played.asked[-1].world.figures[1:]] == [ON_TABLE] * 3


def test_shuffled_markers_keep_their_places_and_as_many_fighters() -> None:
    markers = tuple([mark(number, 50 + 40 * number, 560, figure) for number, figure in enumerate((1, -1, 2, -1, -1, 3))])
    world = hiding(*markers, hidden=3)
    seen = set()
    for seed in range(20):
        other = shuffle_markers(world, 0, Stream(seed))
        assert other == shuffle_markers(world, 0, Stream(seed))
        assert [(one.id, one.x, one.y) for one in other.markers] == [(one.id, one.x, one.y) for one in world.markers]
        assert sorted([one.figure for one in other.markers if one.figure >= 0]) == [1, 2, 3]
        seen.add(tuple([one.figure for one in other.markers]))
    assert len(seen) > 5
    assert shuffle_markers(world, 1, Stream(1)) == world  # its own secrets it knows


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


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard", "sbh.removal.statuses")
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
