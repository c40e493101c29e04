"""The hexagon board: its size, distances in hexes, one figure a hex, and whole games on it."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Seeded, Stream
from escarmouche.core.effects import Call, Choose, Result, Roll
from escarmouche.core.engine import start
from escarmouche.core.errors import ContentError
from escarmouche.kit.armies import ready
from escarmouche.systems.sbh.model import LONG, MEDIUM, ON_TABLE, SHORT, WAITING, Band, Figure, Ground, Marker, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.ambush import Hidden
from escarmouche.systems.sbh.rules.conventions import apart, contact, fits_table, near
from escarmouche.systems.sbh.rules.deployment import EDGES, Deployment, strip_spots
from escarmouche.systems.sbh.rules.harm import driven_back
from escarmouche.systems.sbh.rules.morale import run_away
from escarmouche.systems.sbh.rules.movement import go
from escarmouche.systems.sbh.rules.shooting import range_band
from escarmouche.systems.sbh.rules.terrain import layout, layout_refusal, limits
from escarmouche.systems.sbh.setup import begin
from escarmouche.table.hexes import distance, from_column_row, hex_at, hex_centre
from escarmouche.table.shapes import overlapping
from tests.systems.sbh.preparing import band, fresh, setup
from tests.systems.sbh.scene import MM, changed, fighter, play, scene

WIDE = 20 * MM
GROUND = Ground(600 * MM, 600 * MM, (0, 4, 7, 13), (), WIDE, "hex")


def at(column: int, row: int) -> tuple[int, int]:
    """The middle of a hex."""
    return hex_centre(from_column_row(column, row), WIDE)


def on_hex(profile: str, seat: int, column: int, row: int, **changes: Any) -> Figure:
    """A figure on a hex."""
    x, y = at(column, row)
    return fighter(profile, seat, x / MM, y / MM, radius=WIDE // 2 - 1, **changes)


def hexes(*figures: Figure, **changes: Any) -> World:
    """A world on the hexagon board."""
    return scene(*figures, ground=GROUND, **changes)


# ---------------------------------------------------------------- the board


@pytest.mark.rule("sbh.hex.board")
def test_hexes_are_fifteen_to_twenty_millimetres_wide_on_at_least_four_sheets() -> None:
    assert fresh(scale="hex").ground.hex_width == 20 * MM
    assert fresh(scale="hex", hex_width=15).ground.hex_width == 15 * MM
    for width in (14, 21):
        with pytest.raises(ContentError, match="from 15 to 20"):
            fresh(scale="hex", hex_width=width)
    assert fresh(scale="hex", table=[420, 594]).ground.width == 420 * MM
    with pytest.raises(ContentError, match="4 sheets of A4"):
        fresh(scale="hex", table=[420, 590])


@pytest.mark.rule("sbh.hex.distances")
def test_the_sticks_count_four_seven_and_thirteen_hexes() -> None:
    assert fresh(scale="hex").ground.rulers == (0, 4, 7, 13)


@pytest.mark.rule("sbh.hex.distances")
def test_radii_are_counted_in_hexes() -> None:
    world = hexes(on_hex("human-warrior", 0, 2, 5), on_hex("orc-warrior", 1, 15, 5), on_hex("orc-warrior", 1, 16, 5))
    me, near_one, far_one = world.figures
    assert apart(world, me, near_one) == 13
    assert near(world, me, near_one, LONG)
    assert not near(world, me, far_one, LONG)
    assert not near(world, me, near_one, MEDIUM)
    assert near(world, me, changed(near_one, **dict(zip("xy", at(6, 5), strict=True))), SHORT)


@pytest.mark.rule("sbh.hex.distances")
@pytest.mark.parametrize(("hexes_away", "expected"), [(13, 1), (14, 2), (26, 2), (27, 3), (39, 3), (40, 0)])
def test_a_long_shot_reaches_thirty_nine_hexes_in_three_bands(hexes_away: int, expected: int) -> None:
    ground = Ground(1200 * MM, 600 * MM, (0, 4, 7, 13), (), WIDE, "hex")
    world = scene(on_hex("human-archer", 0, 1, 4), on_hex("orc-warrior", 1, 1 + hexes_away, 4), ground=ground)
    assert range_band(world, world.figures[0], world.figures[1], LONG) == expected


@pytest.mark.rule("sbh.hex.distances")
@pytest.mark.parametrize(("steps", "legal"), [(7, True), (8, False)])
def test_a_medium_move_is_seven_hexes(steps: int, legal: bool) -> None:
    world = hexes(on_hex("human-warrior", 0, 5, 6), on_hex("orc-warrior", 1, 25, 30))
    assert (Doing(world, 0, 1).check(("move", *at(5 + steps, 6))) is None) is legal


# ---------------------------------------------------------------- everything else is as it was


@pytest.mark.rule("sbh.hex.unchanged")
def test_adjacent_hexes_are_in_contact_and_hold_one_figure_each() -> None:
    world = hexes(on_hex("human-warrior", 0, 5, 6), on_hex("orc-warrior", 1, 6, 6), on_hex("orc-warrior", 1, 8, 6))
    me, beside, away = world.figures
    assert contact(world, me, beside)
    assert not contact(world, me, away)
    assert not overlapping(me.x, me.y, me.card.radius, beside.x, beside.y, beside.card.radius)
    free = hexes(on_hex("human-warrior", 0, 5, 6), on_hex("human-warrior", 0, 7, 6), on_hex("orc-warrior", 1, 20, 6))
    taken = Doing(free, 0, 1).check(("move", *at(7, 6)))
    assert taken is not None
    x, y = at(6, 6)
    off_centre = Doing(free, 0, 1).check(("move", x + 100, y))
    assert off_centre is not None
    assert off_centre.rule == "sbh.hex.unchanged"


@pytest.mark.rule("sbh.hex.unchanged")
def test_a_recoil_is_one_hex() -> None:
    world = hexes(on_hex("human-warrior", 0, 5, 6), on_hex("orc-warrior", 1, 6, 6), on_hex("human-warrior", 0, 20, 20))
    played = play(Call(driven_back, world, 0, 1, "defender", "melee"), (), [("recoil", 0)])
    after = played.result.figures[0]
    assert distance(hex_at(after.x, after.y, WIDE), from_column_row(5, 6)) == 1
    assert not contact(played.result, played.result.figures[0], played.result.figures[1])


@pytest.mark.rule("sbh.hex.unchanged", "sbh.setup.deployment")
@pytest.mark.parametrize("edge", EDGES)
def test_bands_deploy_on_hexes_within_short_of_their_edge(edge: int) -> None:
    world = fresh(armies=[band("2 x human-warrior", "ogre-warrior"), band("2 x orc-warrior")], scale="hex")
    world = changed(world, bands=(Band(0, True, edge), Band(1, False, (edge + 2) % 4)))
    options = Deployment(world, 0)
    spots = strip_spots(world.ground, edge, WIDE // 2 - 1)
    assert len(spots) >= 100
    assert options.check(("deploy", tuple(spots[:3]))) is None
    assert options.check(("deploy", (spots[0], spots[1], (spots[2][0] + 1, spots[2][1])))) is not None
    assert options.check(("deploy", (spots[0], spots[1], spots[1]))) is not None
    assert [options.check(answer) for answer in options.listed()] == [None] * len(options.listed())
    assert len({figure.card.radius for figure in world.figures}) == 1  # whatever their size


@pytest.mark.rule("sbh.hex.unchanged", "sbh.scenario.ambush.reveal")
@pytest.mark.parametrize(("row", "revealed"), [(19, True), (20, False)])
def test_markers_are_revealed_within_thirteen_hexes(row: int, revealed: bool) -> None:
    hidden = on_hex("orc-warrior", 1, 0, 0, status=WAITING)
    x, y = at(5, row)
    world = hexes(on_hex("human-warrior", 0, 5, 4), hidden, scenario="ambush", markers=(Marker(0, "ambush", x, y, 1, 1),))
    after: World = play(Call(go, world, 0, *at(5, 6))).result
    assert (after.figures[1].status == ON_TABLE) is revealed


@pytest.mark.rule("sbh.hex.unchanged", "sbh.scenario.ambush.placement")
def test_hidden_markers_lie_on_hexes() -> None:
    world = fresh("ambush", [band("2 x human-warrior"), band("3 x orc-warrior", "3 x rat-swarm")], scale="hex")
    world = changed(world, bands=(Band(0, True, 1), Band(1, False, 3)))
    options = Hidden(world, 1, 12)
    for answer in (*options.listed(), options.sample(Stream(3))):
        assert options.check(answer) is None
        assert all(hex_centre(hex_at(x, y, WIDE), WIDE) == (x, y) for x, y, _ in answer[1])


@pytest.mark.rule("sbh.hex.unchanged", "sbh.scenario.treasure.search")
def test_a_marker_on_the_next_hex_is_searched() -> None:
    x, y = at(5, 8)
    markers = (Marker(0, "search", x, y), Marker(1, "search", 50000, 50000))
    world = hexes(on_hex("human-warrior", 0, 5, 4), on_hex("orc-warrior", 1, 25, 30), scenario="treasure-hunt", markers=markers)
    assert play(Call(go, world, 0, *at(5, 6))).rolls == []
    assert len(play(Call(go, world, 0, *at(5, 7)), [2]).rolls) == 1


@pytest.mark.rule("sbh.hex.distances")
def test_terrain_limits_are_counted_in_hexes() -> None:
    world = fresh(scale="hex")
    bound = limits(world)
    assert (bound.smallest, bound.largest, bound.spacing) == (4 * WIDE, 26 * WIDE, 4 * WIDE)
    for number in range(10):
        assert layout_refusal(world, layout(world, number)) is None


@pytest.mark.rule("sbh.hex.unchanged")
def test_a_battle_is_fought_to_its_end_on_hexes() -> None:
    elves, orcs = ready("escarmouche.systems.sbh")["elves"].to_plain(), ready("escarmouche.systems.sbh")["orcs"].to_plain()
    run = start(begin(setup("pitched-battle", [elves, orcs], scale="hex", turn_limit=40)))
    dice, chance = Seeded(5), Stream(5)
    thrown = 0
    while run.due is not None:
        if isinstance(run.due, Roll):
            faces = dice.throw(run.due, thrown)
            thrown += run.due.count
            run.reply(run.due.read(faces))
            continue
        assert isinstance(run.due, Choose)
        standing = [figure for figure in run.due.world.figures if figure.status == ON_TABLE]
        places = {hex_at(figure.x, figure.y, WIDE) for figure in standing}
        assert len(places) == len(standing)
        run.reply(run.due.options.sample(chance))
    assert isinstance(run.result, Result)


@pytest.mark.rule("sbh.recoil.into-enemy", "sbh.hex.unchanged")
def test_an_enemy_that_was_already_in_contact_does_not_strike_at_a_recoil() -> None:
    beaten, winner = on_hex("human-warrior", 0, 10, 10), on_hex("orc-warrior", 1, 9, 10)
    beside = on_hex("orc-warrior", 1, 10, 11)
    world = hexes(beaten, winner, beside)
    assert contact(world, world.figures[0], world.figures[2])
    played = play(Call(driven_back, world, 0, 1, "defender", "melee"), answers=[("recoil", 0)])
    assert contact(played.result, played.result.figures[0], played.result.figures[2])
    assert (played.rolls, "free-hack" in played.kinds) == ([], False)
    newly = hexes(beaten, winner, on_hex("orc-warrior", 1, 12, 10))
    struck = play(Call(driven_back, newly, 0, 1, "defender", "melee"), dice=[1, 6], answers=[("recoil", 0)])
    assert "free-hack" in struck.kinds


@pytest.mark.rule("sbh.morale.flee-path", "sbh.hex.unchanged")
@pytest.mark.parametrize(("prone", "left"), [(False, False), (True, True)])
def test_a_flight_keeps_four_hexes_from_enemies_all_the_way(prone: bool, left: bool) -> None:
    gate = [on_hex("orc-warrior", 1, column, 2, prone=prone) for column in (7, 13)]  # three hexes to either side of the way
    friends = [on_hex("human-warrior", 0, column, 25) for column in (5, 10, 15)]
    world = hexes(on_hex("human-warrior", 0, 10, 6), *gate, *friends)
    gone = play(Call(run_away, world, 0, 1)).result.figures[0]
    assert (gone.removal == "fled-off-table") is left


@pytest.mark.rule("sbh.morale.leave-table", "sbh.hex.unchanged")
@pytest.mark.parametrize(("column", "left"), [(3, True), (4, False)])
def test_a_flight_to_a_hex_that_the_edge_cuts_leads_off_the_table(column: int, left: bool) -> None:
    runner = on_hex("human-warrior", 0, column, 15, move=SHORT)
    friends = [on_hex("human-warrior", 0, 25, row) for row in (5, 10, 15)]
    world = hexes(runner, on_hex("orc-warrior", 1, 25, 25), *friends)
    gone = play(Call(run_away, world, 0, 1)).result.figures[0]
    assert (gone.removal == "fled-off-table") is left
    assert left or fits_table(world, gone, gone.x, gone.y)
