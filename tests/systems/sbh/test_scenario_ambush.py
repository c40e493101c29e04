"""Ambush: markers that hide fighters and decoys, and how they are revealed."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import (
    ON_TABLE,
    WAITING,
    Band,
    Figure,
    Marker,
    World,
)
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.activation import next_activation
from escarmouche.systems.sbh.rules.ambush import Hidden, has_hiding_room, shoot_marker
from escarmouche.systems.sbh.rules.deployment import opposite
from escarmouche.systems.sbh.rules.harm import driven_back
from escarmouche.systems.sbh.rules.melee import melee_modifiers
from escarmouche.systems.sbh.rules.morale import run_away
from escarmouche.systems.sbh.rules.movement import go
from escarmouche.systems.sbh.rules.places import reveal, shuffle_markers
from escarmouche.systems.sbh.setup import hide_band
from tests.systems.sbh.preparing import band, finished, fresh
from tests.systems.sbh.scene import MM, changed, fighter, play, scene, square

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


@pytest.mark.rule("sbh.scenario.ambush.placement")
def test_a_table_on_which_either_band_cannot_hide_is_refused() -> None:
    world = fresh("ambush", [band("2 x orc-warrior"), band("2 x orc-warrior")])
    crowd = [changed(world.figures[0], id=number, seat=number % 2) for number in range(160)]
    assert has_hiding_room(world)
    for seat in (0, 1):
        alone = [figure for figure in crowd if figure.seat == seat]
        assert not has_hiding_room(changed(world, figures=tuple([changed(one, id=n) for n, one in enumerate(alone)])))


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
