"""Deployment and initiative: terrain and edges, zones, types in turns, Scouts; two sides, three and four."""

from __future__ import annotations

from typing import Any

import pytest
from shapely.geometry import Polygon

from escarmouche.core import registry
from escarmouche.core.effects import Call
from escarmouche.core.errors import ContentError
from escarmouche.core.system import Setup
from escarmouche.systems.bataille.army import points
from escarmouche.systems.bataille.model import (
    DEAD,
    SORCERER,
    WAITING,
    Figure,
    Ground,
)
from escarmouche.systems.bataille.rules.deployment import (
    Placing,
    choose_corners,
    corner,
    deploy,
    deployment,
    lay_out,
    strip,
    types,
)
from escarmouche.systems.bataille.rules.scenarios import outcome
from escarmouche.systems.bataille.rules.sequence import game, turn
from escarmouche.systems.bataille.rules.terrain import LAYOUTS, layout
from escarmouche.systems.bataille.setup import begin
from tests.systems.bataille.scene import INCH, box, changed, gun, inches, key, man, play, rule_of, scene

WIDE = Ground(72 * INCH, 48 * INCH)


def waiting(seat: int, profile: str, count: int = 1, **changes: Any) -> list[Figure]:
    """Figures of a profile that wait beside the table."""
    return [man(seat, 0, 0, status=WAITING, profile=profile, **changes) for _ in range(count)]


def battle(*names: str, **options: Any) -> Setup:
    """A set-up with these profiles as armies of one figure each."""
    armies = [{"system": "bataille", "name": name, "figure": [{"profile": name, "count": 30}]} for name in names]
    return Setup("bataille", armies, "pitched-battle", 1, options)


# ---------------------------------------------------------------- the table


@pytest.mark.rule("bataille.setup.who-sets-terrain", "bataille.setup.terrain-and-edge")
def test_the_high_die_sets_the_terrain_and_the_other_chooses_the_edge() -> None:
    asked = play(Call(lay_out, scene(), "ask", 0), [2, 2, 2, 5]).asked
    assert [(one.seat, one.why) for one in asked] == [(1, "bataille.setup.terrain-pieces")], "equal dice are rolled again"
    played = play(Call(lay_out, scene(), "ask", 0), [2, 5], [("layout", 3), ("edge", 2)])
    assert played.asked[1].seat == 0
    assert [side.edge for side in played.world.sides] == [2, 0]
    by_chance = play(Call(lay_out, scene(), "random", 0), [1, 4], [("edge", 1)])
    assert by_chance.asked[0].seat == 1
    assert [side.edge for side in by_chance.world.sides] == [3, 1]


@pytest.mark.rule("bataille.setup.table-size")
@pytest.mark.parametrize(("count", "wide"), [(30, False), (142, False), (143, True), (285, True)])
def test_large_armies_have_a_wide_table(count: int, wide: bool) -> None:
    setup = battle("men-militia", "men-militia")
    setup.armies[0]["figure"][0]["count"] = count
    assert points(setup.armies[0]) == 7 * count
    ground = begin(setup).args[0].ground
    assert (ground.width, ground.depth) == ((72 if wide else 48) * INCH, 48 * INCH)


@pytest.mark.rule("bataille.setup.terrain-pieces")
@pytest.mark.parametrize("number", range(0, LAYOUTS, max(1, LAYOUTS // 4)))
@pytest.mark.parametrize(
    ("wide", "amounts"),
    [
        (False, {"wood": 2, "difficult": 2, "hill": 1, "low-wall": 2, "building": 1}),
        (True, {"wood": 3, "difficult": 2, "hill": 2, "low-wall": 3, "building": 2}),
    ],
)
def test_the_usual_terrain_keeps_its_distances(wide: bool, amounts: dict[str, int], number: int) -> None:
    width = (72 if wide else 48) * INCH
    pieces = layout(width, 48 * INCH, "pitched-battle", number)
    assert {kind: len([one for one in pieces if one.kind == kind]) for kind in amounts} == amounts
    assert len(pieces) == sum(amounts.values())
    for one in pieces:
        shape = one.shape
        assert min(shape.left, shape.bottom, width - shape.right, 48 * INCH - shape.top) >= 3 * INCH
    outlines = [Polygon(one.shape.points) for one in pieces]
    gaps = [one.distance(other) for number, one in enumerate(outlines) for other in outlines[:number]]
    assert min(gaps) >= 3 * INCH


@pytest.mark.rule("bataille.setup.zones", "bataille.setup.zone-shape")
def test_zones_are_strips_eighteen_inches_apart() -> None:
    world = scene()
    assert strip(world, 1) == (0, 0, 48 * INCH, 15 * INCH)
    assert strip(world, 3) == (0, 33 * INCH, 48 * INCH, 48 * INCH)
    assert strip(world, 0) == (0, 0, 15 * INCH, 48 * INCH)
    assert strip(changed(world, ground=WIDE), 1) == (0, 0, 72 * INCH, 15 * INCH)
    long = play(Call(lay_out, changed(world, ground=WIDE), "none", 0), [6, 1])
    assert long.asked[0].options.listed() == [("edge", 1), ("edge", 3)], "on a wide table both have a long edge"


@pytest.mark.rule("bataille.setup.zone-shape")
@pytest.mark.parametrize(("y", "refused"), [(14.5, ""), (14.6, "setup.zone-shape"), (0.5, ""), (0.4, "setup.placing")])
def test_a_base_is_wholly_in_its_zone(y: float, refused: str) -> None:
    world = scene(*waiting(0, "orc"))
    assert rule_of(Placing(world, 0, (0,)).check(("deploy", ((inches(24), inches(y)),)))) == refused


# ---------------------------------------------------------------- types in turns


@pytest.mark.rule("bataille.setup.alternate-by-type")
def test_a_side_places_all_of_one_profile_at_once() -> None:
    army = [*waiting(0, "archer", 3), *waiting(0, "spearman", 2), *waiting(0, "captain", items="item-power")]
    army += waiting(0, "captain", items="item-silver")
    world = scene(*army)
    assert {name: len(ids) for name, ids in types(world, 0).items()} == {"archer": 3, "spearman": 2, "captain": 2}
    assert key(Placing(world, 0, (0, 1, 2)).check(("deploy", ((inches(5), inches(5)),)))) == "deploy-everybody"


@pytest.mark.rule("bataille.setup.first-random", "bataille.setup.leftover-types", "bataille.setup.starting-count")
def test_sides_take_turns_and_one_that_has_done_is_passed_over() -> None:
    mine = [figure for name in ("a", "b", "c", "d", "e") for figure in waiting(0, name)]
    theirs = [figure for name in ("f", "g", "h") for figure in waiting(1, name, 2)]
    world = scene(*mine, *theirs)
    order: list[int] = []
    played = play(Call(deployment, world), [1])
    answers: list[Any] = []
    while played.run.due is not None:
        due = played.asked[-1]
        if due.why == "bataille.setup.placing":
            order.append(due.seat)
        answers.append(due.options.listed()[0])
        played = play(Call(deployment, world), [1], answers)
    assert order == [0, 1, 0, 1, 0, 1, 0, 0]
    assert [side.began for side in played.world.sides] == [5, 6]
    assert play(Call(deployment, world), [2]).asked[0].seat == 1, "the first is drawn by lot"


@pytest.mark.rule("bataille.artillery.deployed-with-crew", "bataille.artillery.not-counted")
def test_a_gun_comes_with_its_crew_and_is_not_counted() -> None:
    piece = gun(0, 0, 0, status=WAITING, profile="bombard")
    world = scene(
        piece, *[changed(one, gun=0) for one in waiting(0, "militia", 3)], *waiting(0, "militia", 2), *waiting(1, "orc")
    )
    assert types(world, 0) == {"gun 0": [0, 1, 2, 3], "militia": [4, 5]}
    played = play(Call(deployment, world), [1])
    answers: list[Any] = []
    while played.run.due is not None:
        answers.append(played.asked[-1].options.listed()[0])
        played = play(Call(deployment, world), [1], answers)
    assert [side.began for side in played.world.sides] == [5, 1]


@pytest.mark.rule("bataille.setup.placing")
def test_nobody_is_deployed_in_contact_or_where_nobody_can_stand() -> None:
    world = scene(*waiting(0, "orc"), man(1, 24, 10, traits="scout"), pieces=[box("building", 5, 5, 9, 9)])
    placing = Placing(world, 0, (0,))
    assert key(placing.check(("deploy", ((inches(25.02), inches(10)),)))) == "deploy-contact"
    assert key(placing.check(("deploy", ((inches(25.2), inches(10)),)))) == ""
    assert key(placing.check(("deploy", ((inches(7), inches(7)),)))) == "no-room"


@pytest.mark.rule("bataille.setup.placing")
def test_without_room_in_the_zone_one_stands_nearest_to_it() -> None:
    house = box("building", 0, 0, 48, 15)
    world = scene(*waiting(0, "orc"), man(1, 24, 40), pieces=[house])
    (answer,) = Placing(world, 0, (0,)).listed()
    ((_, y),) = answer[1]
    assert inches(15) <= y <= inches(17)
    assert Placing(world, 0, (0,)).check(answer) is None
    assert rule_of(Placing(world, 0, (0,)).check(("deploy", ((inches(24), inches(30)),)))) == "setup.zone-shape"


@pytest.mark.rule("bataille.ability.scout")
@pytest.mark.parametrize(
    ("x", "y", "refused"), [(24, 40, ""), (25.5, 20, ""), (25.02, 20, "ability.scout"), (24, 47.8, "setup.placing")]
)
def test_a_scout_goes_anywhere_but_into_contact(x: float, y: float, refused: str) -> None:
    world = scene(*waiting(0, "ranger", traits="scout"), man(1, 24, 20))
    assert rule_of(Placing(world, 0, (0,)).check(("deploy", ((inches(x), inches(y)),)))) == refused


@pytest.mark.rule("bataille.ability.scout-order")
def test_scouts_keep_their_turn_and_their_gun_its_zone() -> None:
    piece = gun(0, 0, 0, status=WAITING, profile="cannon")
    crew = changed(waiting(0, "pioneer", traits="scout")[0], gun=0)
    world = scene(piece, crew, *waiting(0, "pioneer", 2, traits="scout"), *waiting(1, "orc"))
    assert types(world, 0) == {"gun 0": [0, 1], "pioneer": [2, 3]}
    far = (inches(24), inches(30))
    placing = Placing(world, 0, (0, 1))
    assert key(placing.check(("deploy", ((inches(10), inches(10)), far)))) == ""
    assert key(placing.check(("deploy", (far, (inches(10), inches(10)))))) == "deploy-in-zone"
    assert play(Call(deploy, world, 0)).asked[0].options.listed() == [("type", "gun 0"), ("type", "pioneer")]


# ---------------------------------------------------------------- three and four sides


@pytest.mark.rule("bataille.multi.deployment")
def test_three_or_four_sides_deploy_in_corners() -> None:
    world = scene(seats=4)
    assert [corner(world, number) for number in range(4)] == [
        (0, 0, 15 * INCH, 15 * INCH),
        (0, 33 * INCH, 15 * INCH, 48 * INCH),
        (33 * INCH, 33 * INCH, 48 * INCH, 48 * INCH),
        (33 * INCH, 0, 48 * INCH, 15 * INCH),
    ]
    assert corner(changed(world, ground=WIDE), 3) == (45 * INCH, 0, 72 * INCH, 15 * INCH)
    played = play(Call(choose_corners, scene(seats=3), 1), (), [("corner", 2), ("corner", 0), ("corner", 1)])
    assert [due.seat for due in played.asked] == [1, 2, 0]
    assert played.world.round == (2, 0, 1), "they sit clockwise by their corners"
    laid = play(Call(lay_out, scene(seats=3), "none", 0), [1, 6, 2])
    assert laid.asked[0].seat == 2, "the one to the left of who set the terrain is first"


@pytest.mark.rule("bataille.multi.enemies")
def test_every_other_side_is_an_enemy() -> None:
    world = scene(man(0, 10, 10), man(1, 11, 10), man(2, 10, 11), man(0, 9, 10), seats=3)
    assert [one.id for one in world.enemies(0)] == [1, 2]


@pytest.mark.rule("bataille.multi.eliminated")
def test_a_side_that_is_gone_keeps_its_score() -> None:
    world = scene(man(0, 5, 5), man(1, 40, 40), man(2, 40, 5, status=DEAD), seats=3, turn=6)
    for seat, won in enumerate((120, 95, 140)):
        world = world.with_side(changed(world.sides[seat], points=won))
    assert outcome(world).winner == 2


@pytest.mark.rule("bataille.multi.scenarios")
def test_three_sides_do_not_play_for_the_gem() -> None:
    setup = battle("men-militia", "men-militia", "men-militia")
    assert begin(setup).rule is game
    with pytest.raises(ContentError, match=r"^cursed-gem of bataille is played by 2 armies, not 3: name one a side\.$"):
        registry.new("bataille", setup.armies, "cursed-gem", 1)


# ---------------------------------------------------------------- the turn


@pytest.mark.rule("bataille.sequence.turn", "bataille.sequence.game", "bataille.sequence.order-vs-simultaneous")
def test_six_phases_each_finished_by_all_sides_before_the_next() -> None:
    bolt = {"shooting": (3,), "spells": ("death-ray",), "role": SORCERER}
    world = scene(man(0, 10, 10, **bolt), man(1, 20, 10, **bolt), turn=0)
    dice = [6, 1, 6, 1]  # the initiative of two turns
    played = play(Call(turn, world), dice[:2], [("first", 1)])
    phases = []
    answers: list[Any] = [("first", 1)]
    while played.run.due is not None and len(answers) < 7:
        due = played.asked[-1]
        phases.append((due.world.phase, due.seat))
        stop = next(one for one in due.options.listed() if one in (("done",), ("declare",)))
        answers.append(stop)
        played = play(Call(turn, world), dice[:2] if len(answers) < 7 else dice, answers)
    assert phases == [("movement", 1), ("movement", 0), ("magic", 1), ("magic", 0), ("shooting", 1), ("shooting", 0)]
    assert played.world.turn == 2, "nobody is in contact and nobody has to roll: the next turn has begun"


@pytest.mark.rule("bataille.sequence.act-in-every-phase")
def test_one_figure_may_act_in_every_phase() -> None:
    busy = man(0, 10, 10, shooting=(2,), spells=("death-ray",), role=SORCERER, traits="reach")
    world = scene(busy, man(1, 15, 10, hp=4, armour=0), turn=0)
    answers = [
        ("first", 0),
        ("move", 0, inches(13), inches(10)),
        ("done",),
        ("death-ray", 0, 1),
        ("declare", (0, 1)),
        ("declare", (0, 1)),
    ]
    played = play(Call(turn, world), [6, 1, 6, 1, 6, 1, 6, 6, 1], answers)
    assert played.world.figures[1].hp == 1, "a ray, an arrow and a blow have struck"
