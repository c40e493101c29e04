"""Setting up: scenario, terrain, edges and corners, deployment by type."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.errors import EscarmoucheError
from escarmouche.systems.bataille.model import HERO, WAITING, Figure
from escarmouche.systems.bataille.rules.core import OBSTACLE
from escarmouche.systems.bataille.rules.deployment import (
    Placing,
    choose_corners,
    choose_edge,
    corner,
    deploy,
    deployment,
    draw_scenario,
    lay_out,
    strip,
)  # fmt: skip
from escarmouche.systems.bataille.rules.terrain import layout
from escarmouche.systems.bataille.rules.values import GAP
from escarmouche.table.shapes import polygon_extent, polygon_gap
from tests.systems.bataille.scene import INCH, changed, inches, key, man, play, rule_of, scene

SMALL, LARGE = (48 * INCH, 48 * INCH), (72 * INCH, 48 * INCH)


def waiting(seat: int, profile: str, count: int = 1, **changes: Any) -> list[Figure]:
    """Figures of a profile that are not on the table yet."""
    return [man(seat, 0, 0, profile=profile, status=WAITING, **changes) for _ in range(count)]


def army(*rows: tuple[str, int], **more: Any) -> dict[str, Any]:
    """A small army of these profiles."""
    figures = [{"profile": name, "count": count} for name, count in rows]
    return {"system": "bataille", "name": "Army", "figure": figures, **more}


PAIR = [army(("men-archer", 2)), army(("orc-warrior", 2))]


@pytest.mark.rule("bataille.sequence.game")
def test_a_game_goes_from_the_scenario_to_the_turns() -> None:
    battle = esc.new("bataille", PAIR, "random", 3)
    chance, seen = Stream(3), list[str]()
    while battle.due is not None:
        seen.append(battle.due.why)
        battle.play(battle.sample(chance))
    order = [
        "bataille.setup.terrain-pieces",
        "bataille.setup.terrain-and-edge",
        "bataille.setup.placing",
        "bataille.initiative.winner-chooses",
    ]
    assert [seen.index(why) for why in order] == sorted([seen.index(why) for why in order])
    assert battle.result is not None


@pytest.mark.rule("bataille.scenario.random-choice", "bataille.multi.scenarios")
def test_a_die_chooses_the_scenario() -> None:
    heroes = scene(man(0, 1, 1, role=HERO), man(1, 2, 2, role=HERO))
    names = [play(Call(draw_scenario, heroes), [die]).world.scenario for die in range(1, 7)]
    assert names == ["pitched-battle", "occupation", "king-of-the-hill", "rescue", "cursed-gem", "pillage"]
    three = scene(man(0, 1, 1, role=HERO), seats=3)
    assert play(Call(draw_scenario, three), [4, 5, 6]).world.scenario == "pillage"
    nobody = scene(man(0, 1, 1), man(1, 2, 2))
    assert play(Call(draw_scenario, nobody), [4, 1]).world.scenario == "pitched-battle", "nobody to rescue"


@pytest.mark.rule("bataille.multi.scenarios")
def test_three_sides_do_not_play_a_scenario_for_two() -> None:
    with pytest.raises(EscarmoucheError, match=r"^rescue of bataille is played by 2 armies, not 3: name one a side\.$"):
        esc.new("bataille", [*PAIR, PAIR[0]], "rescue", 1)
    with pytest.raises(EscarmoucheError, match=r"^pillage of bataille is played by 2, 3 or 4 armies, not 5"):
        esc.new("bataille", [*PAIR, *PAIR, PAIR[0]], "pillage", 1)


@pytest.mark.rule("bataille.scenario.rescue-roles")
def test_rescue_needs_a_character() -> None:
    with pytest.raises(EscarmoucheError, match=r"needs a Hero or a Sorcerer"):
        esc.new("bataille", PAIR, "rescue", 1)


@pytest.mark.rule("bataille.setup.who-sets-terrain", "bataille.setup.terrain-and-edge")
def test_the_highest_die_sets_the_terrain_and_the_other_chooses_an_edge() -> None:
    asked = play(Call(lay_out, scene(), "ask", 0), [5, 5, 2, 6], [("layout", 7)])
    assert [(due.seat, due.why.rpartition(".")[2]) for due in asked.asked] == [(1, "terrain-pieces"), (0, "terrain-and-edge")]
    chance = play(Call(lay_out, scene(), "random", 0), [1, 4])
    assert chance.asked[0].seat == 1, "where chance lays the table the highest die chooses the edge"
    done = play(Call(lay_out, scene(), "none", 0), [1, 4], [("edge", 0)]).world
    assert [side.edge for side in done.sides] == [2, 0]


@pytest.mark.rule("bataille.setup.terrain-pieces")
@pytest.mark.parametrize(("size", "amounts"), [(SMALL, (2, 2, 1, 2, 1)), (LARGE, (3, 2, 2, 3, 2))])
def test_the_usual_terrain(size: tuple[int, int], amounts: tuple[int, ...]) -> None:
    kinds = ("wood", "difficult", "hill", "low-wall", "building")
    for number in range(25):
        pieces = layout(*size, "pitched-battle", number)
        assert tuple([len([one for one in pieces if one.kind == kind]) for kind in kinds]) == amounts
        for place, one in enumerate(pieces):
            shape = one.shape
            assert min(shape.left, shape.bottom, size[0] - shape.right, size[1] - shape.top) >= 3 * INCH
            assert all(polygon_gap(shape, other.shape) >= 3 * INCH for other in pieces[:place])
            assert one.impassable or OBSTACLE in one.tags or 6 * INCH <= polygon_extent(shape) <= 9 * INCH + 2


@pytest.mark.rule("bataille.setup.terrain-pieces", "bataille.scenario.gem-setup")
def test_the_middle_is_clear_for_the_gem() -> None:
    world = play(Call(lay_out, scene(scenario="cursed-gem"), "random", 5), [1, 2], [("edge", 1)]).world
    assert world.gem is not None
    assert (world.gem.x, world.gem.y, world.gem.carrier) == (24 * INCH, 24 * INCH, -1)
    for piece in layout(*SMALL, "cursed-gem", 5):
        assert all((x - 24 * INCH) ** 2 + (y - 24 * INCH) ** 2 >= (6 * INCH - 200) ** 2 for x, y in piece.shape.points)


@pytest.mark.rule("bataille.scenario.king-setup", "bataille.scenario.king-size")
def test_the_hill_of_which_one_is_king() -> None:
    from escarmouche.systems.bataille.rules.sight import sees

    pieces = layout(*SMALL, "king-of-the-hill", 5)
    hill = pieces[0].shape
    assert (hill.left, hill.right) == (18 * INCH, 30 * INCH)
    assert len([one for one in pieces if one.kind == "hill"]) == 1, "it replaces the other"
    world = scene(pieces=pieces[:1])
    assert sees(world, 16 * INCH, 24 * INCH, 32 * INCH, 24 * INCH), "it hides nobody"


@pytest.mark.rule("bataille.setup.zones", "bataille.setup.zone-shape")
def test_the_zones_are_18_inches_apart() -> None:
    world = play(Call(choose_edge, scene(), 0), [], [("edge", 1)]).world
    assert [side.zone for side in world.sides] == [(0, 0, 48 * INCH, 15 * INCH), (0, 33 * INCH, 48 * INCH, 48 * INCH)]
    assert strip(scene(), 2)[0] - strip(scene(), 0)[2] == GAP == 18 * INCH
    for y, free in ((14.5, True), (14.6, False)):
        placing = Placing(scene(*waiting(0, "a")), 0, (0,))
        assert (placing.check(("deploy", ((inches(10), inches(y)),))) is None) == free


@pytest.mark.rule("bataille.setup.table-size")
@pytest.mark.parametrize(("names", "size"), [(("men-500", "elves-1000"), SMALL), (("men-500", "elves-2000"), LARGE)])
def test_the_table_goes_by_the_largest_army(names: tuple[str, str], size: tuple[int, int]) -> None:
    ground = esc.new("bataille", [f"bataille/{name}" for name in names], "pitched-battle", 1).world.ground
    assert (ground.width, ground.depth) == size
    if size == LARGE:
        edges = play(Call(choose_edge, changed(scene(), ground=ground), 0)).asked[0].options.listed()
        assert edges == [("edge", 1), ("edge", 3)]


@pytest.mark.rule("bataille.setup.alternate-by-type", "bataille.setup.leftover-types")
def test_sides_place_one_type_after_the_other() -> None:
    figures = [
        *waiting(0, "a", 2),
        *waiting(0, "b"),
        *waiting(0, "c"),
        *waiting(1, "d"),
        *waiting(1, "e", items=1),
        *waiting(1, "e"),
    ]
    world = scene(*figures)
    answers: list[Any] = []
    played = play(Call(deploy, world, 0))
    while played.run.due is not None:
        answers.append(played.asked[-1].options.listed()[0])
        played = play(Call(deploy, world, 0), [], answers)
    seats = [due.seat for due in played.asked if isinstance(due.options, Placing)]
    assert seats == [0, 1, 0, 1, 0], "the second has two types, the same profile with another item is one type"
    assert key(Placing(world, 0, (0, 1)).check(("deploy", ((inches(5), inches(5)),)))) == "deploy-everybody"


@pytest.mark.rule("bataille.setup.placing", "bataille.ability.scout")
def test_nobody_begins_in_contact_with_an_enemy() -> None:
    world = scene(*waiting(0, "a"), *waiting(0, "s", traits="scout"), man(1, 10, 10))
    for figure, rule in ((0, "setup.placing"), (1, "ability.scout")):
        placing = Placing(world, 0, (figure,))
        assert rule_of(placing.check(("deploy", ((inches(11), inches(10)),)))) == rule
        assert rule_of(placing.check(("deploy", ((inches(11.2), inches(10)),)))) == ""
    scout = Placing(world, 0, (1,))
    assert scout.check(("deploy", ((inches(40), inches(40)),))) is None, "a Scout goes anywhere"
    assert rule_of(Placing(world, 0, (0,)).check(("deploy", ((inches(40), inches(40)),)))) == "setup.zone-shape"


@pytest.mark.rule("bataille.ability.scout")
def test_scouts_are_offered_a_place_out_of_their_zone() -> None:
    world = scene(*waiting(0, "a"), *waiting(0, "s", traits="scout"), man(1, 24, 24))
    scout, other = Placing(world, 0, (1,)), Placing(world, 0, (0,))
    assert len(scout.listed()) == len(other.listed()) + 1
    assert all(scout.check(answer) is None for answer in scout.listed())
    _, ((x, y),) = scout.listed()[-1]
    assert abs(x - inches(24)) + abs(y - inches(24)) < inches(4), "in the middle, out of contact with whoever stands there"


@pytest.mark.rule("bataille.setup.placing")
def test_one_for_whom_the_zone_has_no_room_goes_beside_it() -> None:
    side = changed(scene().sides[0], zone=(0, 0, 2 * INCH, INCH))
    crowd = [man(0, 0.5, 0.5), man(0, 1.5, 0.5)]
    world = scene(*crowd, *waiting(0, "a"))
    world = world.with_side(side)
    placing = Placing(world, 0, (2,))
    (answer,) = placing.listed()
    assert placing.check(answer) is None
    assert placing.check(("deploy", ((inches(20), inches(20)),))) is not None


@pytest.mark.rule("bataille.ability.scout-order")
def test_scouts_are_placed_in_their_turn() -> None:
    world = scene(*waiting(0, "s", traits="scout"), *waiting(0, "a"), *waiting(1, "b"))
    asked = play(
        Call(deploy, world, 0),
        [],
        [("type", "a"), ("deploy", ((inches(5), inches(5)),)), ("deploy", ((inches(5), inches(40)),))],
    )
    assert isinstance(asked.asked[-1].options, Placing)
    assert asked.asked[-1].seat == 0, "held back until last"


@pytest.mark.rule("bataille.setup.first-random", "bataille.setup.starting-count")
def test_the_first_to_place_is_drawn_and_armies_are_counted() -> None:
    world = scene(*waiting(0, "a", 2), *waiting(1, "b"))
    assert play(Call(deployment, world), [1]).asked[0].seat == 0
    assert play(Call(deployment, world), [2]).asked[0].seat == 1
    answers = [("deploy", ((inches(5), inches(5)), (inches(8), inches(5)))), ("deploy", ((inches(5), inches(40)),))]
    done = play(Call(deployment, world), [1], answers).world
    assert [side.began for side in done.sides] == [2, 1]


@pytest.mark.rule("bataille.multi.deployment")
def test_three_sides_have_corners() -> None:
    world = scene(seats=3)
    assert corner(world, 0) == (0, 0, 15 * INCH, 15 * INCH)
    assert corner(world, 2) == (33 * INCH, 33 * INCH, 48 * INCH, 48 * INCH)
    wide = changed(world, ground=changed(world.ground, width=72 * INCH))
    assert corner(wide, 1) == (0, 33 * INCH, 27 * INCH, 48 * INCH)
    asked = play(Call(choose_corners, world, 1), [], [("corner", 2), ("corner", 0), ("corner", 1)])
    assert [due.seat for due in asked.asked] == [1, 2, 0]
    assert asked.world.round == (2, 0, 1), "they sit clockwise by their corners"
    laid = play(Call(lay_out, world, "ask", 0), [6, 1, 1], [("layout", 1)])
    assert laid.asked[-1].seat == 1, "whoever set the terrain chooses last"


@pytest.mark.rule("bataille.sequence.act-in-every-phase")
def test_one_figure_acts_in_every_phase() -> None:
    from escarmouche.systems.bataille.rules.sequence import turn

    hero = man(0, 10, 10, role=2, spells=("death-ray", "curse"), shooting=(2,), traits="reach", mental=5, melee=(3,))
    world = scene(hero, man(1, 10, 15.8, hp=4), man(1, 40, 40))
    answers = [
        ("first", 0),
        ("move", 0, inches(10), inches(12.8)),
        ("done",),
        ("death-ray", 0, 1),
        ("declare", (0, 1)),
        ("declare", (0, 1)),
    ]
    played = play(Call(turn, world), [6, 1, 1, 1, 1, 1, 1, 6, 1], answers)
    whys = [roll.why.removeprefix("bataille.") for roll, _ in played.rolls]
    assert [one for one in whys if one != "core.defence-roll"] == ["initiative.roll"] * 2 + ["shoot.attack", "melee.attack"] + [
        "initiative.roll"
    ] * 2
