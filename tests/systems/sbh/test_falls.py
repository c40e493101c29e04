"""Falls: knocked down at the edge of a height."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import ON_TABLE, OUT_OF_ACTION, TRAIT_BITS, Ground, Marker, World
from escarmouche.systems.sbh.rows import Fall
from escarmouche.systems.sbh.rules.actions import Doing, spend
from escarmouche.systems.sbh.rules.falls import fall, fall_dice
from escarmouche.systems.sbh.rules.harm import knock_down
from escarmouche.table.shapes import disc_meets_polygon
from tests.systems.sbh.scene import MM, RULERS, Played, fighter, play, scene, square, step

SPARE = [fighter("orc-warrior", 0, 500, 100 * n) for n in (1, 2, 3)]


def cliff(
    profile: str = "orc-warrior", x: float = 300, height: int = 5000, kind: str = "cliff-or-structure", **changes: Any
) -> World:
    """A fighter on a height that ends at x = 305."""
    piece = square(kind, 200, 200, 105, 200, height=height, floor=height, tags=("edge",))
    return scene(fighter(profile, 0, x, 300, **changes), fighter("human-warrior", 1, 280, 300), *SPARE, pieces=[piece])


def down(world: World, *dice: int) -> Played:
    """Figure 0 is knocked down."""
    return play(Call(knock_down, world, 0, "defender"), dice=dice)


@pytest.mark.rule("sbh.fall.trigger")
@pytest.mark.parametrize("kind", ["cliff-or-structure", "bridge-or-ford"])
def test_one_that_is_knocked_down_at_an_edge_falls(kind: str) -> None:
    played = down(cliff(kind=kind), 6)
    assert played.told("falls").about == (0, 5000)
    orc = played.result.figures[0]
    assert orc.prone
    assert not disc_meets_polygon(orc.x, orc.y, orc.card.radius, played.result.ground.pieces[0].shape)


@pytest.mark.rule("sbh.fall.trigger")
@pytest.mark.parametrize(("x", "falls"), [(297, False), (297.01, True), (306, False)])
def test_at_the_edge_means_that_the_base_reaches_over_it(x: float, falls: bool) -> None:
    played = down(cliff(x=x), *[6] * falls)
    assert ("falls" in played.kinds) is falls
    assert played.result.figures[0].prone


@pytest.mark.rule("sbh.fall.trigger")
@pytest.mark.parametrize(("floor", "tags"), [(5000, ()), (0, ("edge",))])
def test_a_hill_has_no_edge_and_a_ford_no_height(floor: int, tags: tuple[str, ...]) -> None:
    flat = square("hill", 200, 200, 105, 200, floor=floor, tags=tags)
    world = scene(fighter("orc-warrior", 0, 300, 300), *SPARE, pieces=[flat])
    assert "falls" not in down(world).kinds


@pytest.mark.rule("sbh.fall.roll")
@pytest.mark.parametrize(
    ("height", "dice", "lost"), [(80, (5, 1), True), (50, (4,), False), (80, (3, 3), False), (120, (6, 6, 2), True)]
)
def test_a_single_failure_puts_it_out_of_action(height: int, dice: tuple[int, ...], lost: bool) -> None:
    played = down(cliff(height=height * MM, quality=3), *dice)
    orc = played.result.figures[0]
    assert orc.status == (OUT_OF_ACTION if lost else ON_TABLE)
    assert orc.removal == ("fall" if lost else "")
    assert played.rolls[0][0].why == "sbh.fall.roll"


@pytest.mark.rule("sbh.fall.roll")
@pytest.mark.parametrize("row", list(book().fall.values()), ids=lambda row: row.id)
def test_the_dice_by_height(row: Fall) -> None:
    world = scene(SPARE[0])
    reach = RULERS[("", "short", "medium", "long").index(row.height)]
    assert fall_dice(world, reach) == row.dice
    assert fall_dice(world, reach + 1) == min(3, row.dice + 1)
    on_hexes = scene(SPARE[0], ground=Ground(60000, 60000, (0, 4, 7, 13), (), 2000))
    assert [fall_dice(on_hexes, height) for height in (8000, 8001, 14000, 14001)] == [1, 2, 2, 3]


@pytest.mark.rule("sbh.fall.roll", "sbh.special.leader-bonus")
def test_a_leader_that_looks_on_helps_with_the_fall_as_with_any_quality_roll() -> None:
    world = cliff(quality=3)
    led = scene(*world.figures, fighter("orc-warlord", 0, 400, 300), pieces=world.ground.pieces)
    assert (down(world, 2).result.figures[0].status, down(led, 2).result.figures[0].status) == (OUT_OF_ACTION, ON_TABLE)


@pytest.mark.rule("sbh.fall.roll")
def test_a_fighter_lost_in_a_fall_counts_for_half_strength() -> None:
    world = cliff()
    small = scene(*world.figures[:3], pieces=world.ground.pieces)
    played = down(small, 1, 6, 6, 6)
    assert [roll.why for roll, _ in played.rolls] == ["sbh.fall.roll", "sbh.morale.trigger-half"]


@pytest.mark.rule("sbh.fall.survivor-stands-in-two")
def test_a_survivor_needs_two_actions_to_stand() -> None:
    fallen = down(cliff(), 6).result
    assert fallen.figures[0].fallen
    refused = Doing(fallen, 0, 1).check(("stand",))
    assert refused is not None
    assert refused.key == "too-dear"
    played = play(Call(spend, fallen, 0, 3, "", "", ()), answers=[("stand",)])
    after = played.asked[-1].world.figures[0]
    assert (after.prone, after.fallen, played.left) == (False, False, 1)


@pytest.mark.rule("sbh.fall.survivor-stands-in-two")
def test_an_ordinary_knock_down_is_stood_up_from_with_one() -> None:
    prone = down(cliff(x=250)).result
    assert not prone.figures[0].fallen
    assert Doing(prone, 0, 1).check(("stand",)) is None


@pytest.mark.rule("sbh.special.flying-no-fall")
def test_a_flier_stops_its_fall() -> None:
    world = cliff("griffon-warrior")
    played = down(world)
    griffon = played.result.figures[0]
    assert (griffon.prone, griffon.fallen, griffon.x, played.rolls) == (True, False, 30000, [])


@pytest.mark.rule("sbh.special.clinging")
def test_a_spider_takes_no_harm_from_a_fall() -> None:
    played = down(cliff("giant-spider"))
    spider = played.result.figures[0]
    assert (spider.prone, spider.fallen, played.rolls) == (True, False, [])
    assert Doing(played.result, 0, 1).check(("stand",)) is None
    assert spider.x > 30500


@pytest.mark.parametrize(
    ("profile", "dice", "lost"), [("orc-warrior", [6], False), ("orc-warrior", [1], True), ("giant-spider", [], False)]
)
def test_a_fall_says_whether_the_fighter_is_lost(profile: str, dice: list[int], lost: bool) -> None:
    _, gone = play(step(fall, cliff(profile), 0), dice=dice).result
    assert gone is lost


@pytest.mark.rule("sbh.fall.roll")
def test_a_deadly_fall_is_no_gruesome_kill() -> None:
    world = cliff()
    near = [fighter("orc-warrior", 0, 280, 330 + 20 * n) for n in range(3)]
    played = down(scene(world.figures[0], *near, *SPARE, pieces=world.ground.pieces), 1)
    assert [roll.why for roll, _ in played.rolls] == ["sbh.fall.roll"]


@pytest.mark.parametrize("taken", ["figure", "marker", "wall"])
def test_a_fall_ends_where_there_is_room(taken: str) -> None:
    world = cliff()
    first = down(world, 6).result.figures[0]
    x, y = first.x / MM, first.y / MM
    others = [fighter("orc-warrior", 0, x, y)] if taken == "figure" else []
    wall = [square("wall-or-tree", x - 2, y - 2, 4, 4, impassable=True)] if taken == "wall" else []
    markers = (Marker(0, "ambush", first.x, first.y, 1),) if taken == "marker" else ()
    again = scene(*world.figures, *others, pieces=[*world.ground.pieces, *wall], markers=markers)
    orc = down(again, 6).result.figures[0]
    assert (orc.x - first.x) ** 2 + (orc.y - first.y) ** 2 >= (1600 if taken != "wall" else 1000) ** 2


def test_a_fall_ends_on_nobody_and_in_no_wall() -> None:
    world = cliff()
    crowd = [fighter("orc-warrior", 0, 314, 300), fighter("orc-warrior", 1, 314, 284)]
    wall = square("wall-or-tree", 305, 309, 60, 60, impassable=True)
    full = scene(world.figures[0], *crowd, *SPARE, pieces=[*world.ground.pieces, wall])
    fallen = down(full, 6).result
    orc = fallen.figures[0]
    for other in fallen.figures[1:3]:
        assert (orc.x - other.x) ** 2 + (orc.y - other.y) ** 2 >= 1600**2
    assert not any(disc_meets_polygon(orc.x, orc.y, 800, piece.shape) for piece in full.ground.pieces)


@pytest.mark.rule("sbh.fall.roll", "sbh.special.hero-reroll")
@pytest.mark.parametrize(("again", "lost"), [(5, False), (1, True)])
def test_what_a_hero_spends_on_its_fall_is_spent(again: int, lost: bool) -> None:
    world = cliff(height=80 * MM, quality=3, traits=TRAIT_BITS["hero"])
    played = play(Call(knock_down, world, 0, "defender"), dice=[1, again], answers=["reroll-failure"])
    hero = played.result.figures[0]
    assert (hero.rerolled, hero.status) == (True, OUT_OF_ACTION if lost else ON_TABLE)
    assert (hero.fallen, hero.x > 30500 or hero.x < 20000 or abs(hero.y - 30000) > 10000) == (not lost, True)
