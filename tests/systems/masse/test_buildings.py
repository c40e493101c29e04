"""Buildings: in and out, stairs, order and morale inside."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    CLOSE,
    ENRAGED,
    INCH,
    METRE,
    OPENINGS_APART,
    REAR,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    STABLE,
    Structure,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.buildings import (
    IN,
    STAIRS,
    best_passage,
    cornered,
    enter,
    leave,
    stairs,
    stairs_cost,
    walk,
)
from escarmouche.systems.masse.rules.formations import allowed_formations
from escarmouche.systems.masse.rules.ground import (
    attack_sector,
    engaged,
    footprint,
    has_commander,
    heroes_commanding,
    in_front_of,
    same_level,
)
from escarmouche.systems.masse.rules.morale import FIRST_FIGURE, change_state, morale_modifiers, morale_test
from escarmouche.systems.masse.rules.movement import place_refusal
from escarmouche.systems.masse.rules.orders import FIGHT, MOVE, WHOLE, Doing
from escarmouche.systems.masse.rules.shooting import shooter_refusal
from escarmouche.systems.masse.rules.turn import obey
from tests.systems.masse.field import Played, changed, engine, field, hero, play, structure, unit

HOUSE = "structure-d-habitation-legere"
DOOR = ("porte", 30 * INCH, 20 * INCH)
WINDOW = ("fenetre", 29 * INCH, 20 * INCH)
WIDE = ("issue-large", 30 * INCH, 20 * INCH)


def house(*openings: tuple[str, int, int], **changes: Any) -> Structure:
    """A house 6 in wide and 3 in deep, its south wall at y = 20, with these openings."""
    return structure(HOUSE, 27, 20, 6, 3, openings=openings or (DOOR,), **changes)


def men(figures: int = 4, profile: str = "infanterie-reguliere", **changes: Any) -> Unit:
    """Troops of seat 0 before the south wall, five abreast in close order."""
    made = unit(profile, 0, 30, 10, **{"figures": figures, "files": 5, "formation": CLOSE, **changes})
    placed: Unit = changed(made, y=20 * INCH - made.card.depth * -(-made.figures // 5) // 2)
    return placed


def at_home(figures: int = 10, seat: int = 1, x: float = 30, y: float = 21.5, **changes: Any) -> Unit:
    """Troops in the house."""
    inside = {"figures": figures, "files": 5, "building": 0, "formation": SKIRMISH, **changes}
    return unit("infanterie-orque", seat, x, y, 270, **inside)


def refused(world: World, answer: Any, id: int = 0, used: int = 0) -> str:
    """The rule that forbids this order, or ""."""
    why = Doing(world, id, used).check(answer)
    return "" if why is None else why.rule


def far_enemy() -> Unit:
    """Somebody far away."""
    return unit("infanterie-orque", 1, 30, 55, 270)


# ---------------------------------------------------------------- what a building is


@pytest.mark.rule("masse.building.definition")
def test_a_building_holds_one_unit_and_individuals() -> None:
    friend = at_home(seat=0)
    world = field(men(), friend, far_enemy(), structures=[house()])
    assert refused(world, ("enter", 0)) == "masse.building.definition"
    guest = field(hero(0, 30, 19.5), friend, far_enemy(), structures=[house()])
    assert refused(guest, ("enter", 0)) == ""
    wall = structure("muraille-d-enceinte", 20, 20, 20, 1, openings=(DOOR,))
    assert refused(field(men(), changed(friend, x=22 * INCH), structures=[wall]), ("enter", 0)) == ""


@pytest.mark.rule("masse.building.definition")
def test_in_an_enclosure_units_move_and_form_as_they_like() -> None:
    yard = structure("muraille-d-enceinte", 15, 15, 30, 20, role="enclosure")
    inside = unit("infanterie-reguliere", 0, 30, 25, formation=CLOSE)
    world = field(inside, far_enemy(), structures=[yard])
    assert place_refusal(world, world.units[0], footprint(world.units[0])) is None
    assert refused(world, ("move", (("march", 0, INCH),))) == ""
    assert CLOSE in allowed_formations(world.units[0])
    solid = field(inside, far_enemy(), structures=[changed(yard, role="building")])
    assert place_refusal(solid, solid.units[0], footprint(solid.units[0])) is not None


# ---------------------------------------------------------------- going in


@pytest.mark.rule("masse.building.enter")
def test_who_fits_into_a_house() -> None:
    assert refused(field(men(), far_enemy(), structures=[house()]), ("enter", 0)) == ""
    for other in (
        men(2, "geants-collines", formation=SKIRMISH),
        men(4, "cavalerie-legere"),
        engine("baliste", 0, 30, 19.2),
        men(1, "char-leger", formation=SKIRMISH),
    ):
        assert refused(field(other, far_enemy(), structures=[house()]), ("enter", 0)) == "masse.building.enter"
    apart = changed(men(), y=15 * INCH)
    assert refused(field(apart, far_enemy(), structures=[house()]), ("enter", 0)) == "masse.building.enter"


@pytest.mark.rule("masse.building.wide-exit")
def test_a_wide_entrance_costs_nothing() -> None:
    world = field(men(20), far_enemy(), structures=[house(WIDE)])
    inside = play(Call(enter, world, 0, ("enter", 0))).result
    assert inside.units[0].building == 0
    again = inside.with_unit(changed(inside.units[0], moved=False))
    out = play(Call(leave, again, 0, ("leave", 0))).result.units[0]
    assert (out.building, out.passage) == (-1, ())
    assert out.y < 20 * INCH


@pytest.mark.rule("masse.building.narrow-door")
def test_a_door_costs_an_inch_for_each_figure() -> None:
    assert best_passage(("porte",), 6) == 6 * INCH
    world = field(men(6), far_enemy(), structures=[house()])
    first = play(Call(enter, world, 0, ("enter", 0)))  # MV 4.5: four pass
    assert first.kinds == ["goes-in-slowly"]
    assert (first.result.units[0].building, first.result.units[0].passage) == (-1, (IN, 0, 4 * INCH))
    second = play(Call(enter, first.result, 0, ("enter", 0)))
    assert (second.result.units[0].building, second.result.units[0].passage) == (0, ())
    four = play(Call(enter, field(men(4), far_enemy(), structures=[house()]), 0, ("enter", 0))).result
    assert four.units[0].building == 0
    slow_out = play(Call(leave, four.with_unit(changed(four.units[0], figures=5)), 0, ("leave", 0)))
    assert slow_out.kinds == ["comes-out-slowly"]


@pytest.mark.rule("masse.building.window")
def test_a_window_costs_two_inches_for_each_figure() -> None:
    assert best_passage(("fenetre",), 3) == 6 * INCH
    world = field(men(2), far_enemy(), structures=[house(("fenetre", 30 * INCH, 20 * INCH))])
    assert play(Call(enter, world, 0, ("enter", 0))).result.units[0].building == 0
    world = field(men(3), far_enemy(), structures=[house(("fenetre", 30 * INCH, 20 * INCH))])
    assert play(Call(enter, world, 0, ("enter", 0))).result.units[0].building == -1


@pytest.mark.rule("masse.building.several-exits")
def test_of_several_openings_only_the_dearest_counts() -> None:
    assert best_passage(("porte", "fenetre"), 9) == 6 * INCH  # six by the door and three by the window: 6 in, not 12
    assert best_passage(("porte", "fenetre"), 10) == 7 * INCH  # seven by the door, three by the window
    world = field(men(6), far_enemy(), structures=[house(DOOR, WINDOW)])
    assert play(Call(enter, world, 0, ("enter", 0))).result.units[0].building == 0  # four and two


@pytest.mark.rule("masse.building.stairs")
def test_stairs_cost_an_inch_for_every_step() -> None:
    made = house()
    assert stairs_cost(made, 1, 5 * METRE) == 2 * INCH
    assert stairs_cost(made, 3, 5 * METRE) == 4 * INCH  # one after the other, as through a door
    assert stairs_cost(house(WIDE), 10, 5 * METRE) == 2 * INCH
    world = field(at_home(3, seat=0), far_enemy(), structures=[made])
    assert refused(world, ("stairs", 5 * METRE)) == ""
    up = play(Call(stairs, world, 0, ("stairs", 5 * METRE))).result
    assert (up.units[0].floor, up.units[0].building) == (5 * METRE, 0)
    waiting = play(Call(stairs, field(at_home(5, seat=0), far_enemy(), structures=[made]), 0, ("stairs", 5 * METRE)))
    assert waiting.told("stairs-slowly").about == (0, 2 * INCH), "six inches, four paid"
    slow = waiting.result
    assert (slow.units[0].floor, slow.units[0].passage) == (0, (STAIRS, 5 * METRE, 4 * INCH))
    assert play(Call(stairs, slow, 0, ("stairs", 5 * METRE))).result.units[0].floor == 5 * METRE
    half_way = field(at_home(3, seat=0, floor=5 * METRE // 2), far_enemy(), structures=[made])
    for floor in (0, 5 * METRE):
        assert play(Call(stairs, half_way, 0, ("stairs", floor))).result.units[0].floor == floor, "one step, and two follow"
    four = field(at_home(4, seat=0, floor=5 * METRE // 2), far_enemy(), structures=[made])
    assert play(Call(stairs, four, 0, ("stairs", 5 * METRE))).result.units[0].floor == 5 * METRE, "four inches in all"
    for height in (-1, 6 * METRE, 0, METRE):
        assert refused(world, ("stairs", height)) == "masse.building.stairs"


@pytest.mark.rule("masse.building.narrow-door", "masse.building.stairs")
def test_what_is_paid_for_one_way_does_not_count_for_another() -> None:
    far_door = ("porte", 27 * INCH, 21 * INCH)
    world = field(at_home(6, seat=0), far_enemy(), structures=[house(DOOR, far_door)])
    begun: World = play(Call(leave, world, 0, ("leave", 0))).result
    assert play(Call(stairs, begun, 0, ("stairs", 5 * METRE))).kinds == ["stairs-slowly"]
    assert play(Call(leave, begun, 0, ("leave", 1))).kinds == ["comes-out-slowly"]
    assert play(Call(leave, begun, 0, ("leave", 0))).kinds == ["comes-out"]
    before_it = field(men(6), far_enemy(), structures=[house()])
    over_a_ditch = before_it.with_unit(changed(before_it.units[0], crossing=4 * INCH))
    assert play(Call(enter, over_a_ditch, 0, ("enter", 0))).kinds == ["goes-in-slowly"]


@pytest.mark.rule("masse.building.narrow-door", "masse.shoot.mod-crossing")
def test_those_on_their_way_out_may_still_shoot() -> None:
    """A door is no obstacle of Table 4a."""
    bows = unit("archers-legers", 0, 30, 21.5, 90, figures=6, building=0, formation=SKIRMISH)
    world = field(bows, unit("infanterie-orque", 1, 30, 35, 270), structures=[house(WINDOW)])
    begun: World = play(Call(leave, world, 0, ("leave", 0))).result
    assert shooter_refusal(begun, begun.units[0]) is None


@pytest.mark.rule("masse.building.skirmish-formation")
def test_inside_everybody_skirmishes() -> None:
    world = field(men(4), far_enemy(), structures=[house()])
    inside = play(Call(enter, world, 0, ("enter", 0))).result.units[0]
    assert inside.formation == SKIRMISH
    assert allowed_formations(inside) == (SKIRMISH,)


@pytest.mark.rule("masse.building.free-turning")
def test_inside_turning_is_free() -> None:
    world = field(at_home(4, seat=0), far_enemy(), structures=[house()])
    here = world.units[0]
    reach = 45 * INCH // 10
    answer = ("walk", here.x + 5 * INCH // 2, here.y, 12345)
    assert refused(world, answer) == ""
    moved = play(Call(walk, world, 0, answer)).result.units[0]
    assert (moved.x, moved.facing, moved.moved) == (here.x + 5 * INCH // 2, 12345, True)
    assert refused(world, ("walk", here.x, 30 * INCH, 0)) == "masse.building.free-turning"
    rampart = structure("muraille-d-enceinte", 10, 21, 40, 1)
    long = field(at_home(4, seat=0, floor=5 * METRE), far_enemy(), structures=[rampart])
    assert refused(long, ("walk", here.x + reach, here.y, 0)) == ""
    assert refused(long, ("walk", here.x + reach + 1, here.y, 0)) == "masse.move.budget"
    for x, y in ((10, 21.5), (30, 40), (50, 22)):
        assert in_front_of(here, round(x * INCH), round(y * INCH))
    behind = unit("infanterie-reguliere", 0, 30, 30, 270)
    assert attack_sector(at_home(), behind) == 0
    assert attack_sector(changed(at_home(), building=-1), behind) == REAR


@pytest.mark.rule("masse.building.free-turning")
def test_one_walks_along_a_wall_but_not_through_others() -> None:
    walls = [structure("muraille-d-enceinte", left, 21, 20, 1) for left in (10, 30)]
    ours = at_home(4, seat=0, floor=5 * METRE, x=29)
    world = field(ours, far_enemy(), structures=walls)
    assert refused(world, ("walk", 31 * INCH, 21 * INCH + 1250, 0)) == ""
    assert play(Call(walk, world, 0, ("walk", 31 * INCH, 21 * INCH + 1250, 0))).result.units[0].building == 1
    friend = at_home(4, seat=0, floor=5 * METRE, building=1, x=35)
    assert refused(field(ours, friend, far_enemy(), structures=walls), ("walk", 33 * INCH, 21 * INCH + 1250, 0)) == (
        "masse.move.no-interpenetration"
    )
    assert any(answer[0] == "walk" for answer in Doing(world, 0, 0).listed())


# ---------------------------------------------------------------- command and morale


@pytest.mark.rule("masse.building.command-extends")
def test_command_fills_the_building_but_loyalty_only_the_radius() -> None:
    keep = structure("donjon", 10, 10, 40, 40)
    ours = at_home(10, seat=0, y=12)
    far = hero(0, 30, 45, building=0)
    world = field(ours, far, far_enemy(), structures=[keep])
    assert [one.id for one in heroes_commanding(world, world.units[0])] == [1]
    assert "heros-rc" not in dict(morale_modifiers(world, world.units[0], FIRST_FIGURE, -1))
    near = field(ours, changed(far, y=15 * INCH), far_enemy(), structures=[keep])
    assert dict(morale_modifiers(near, near.units[0], FIRST_FIGURE, -1))["heros-rc"] == 2
    outside = field(changed(ours, building=-1), far, far_enemy(), structures=[keep])
    assert not has_commander(outside, outside.units[0])
    yard = changed(keep, role="enclosure")
    both = field(changed(ours, building=-1), changed(far, building=-1), far_enemy(), structures=[yard])
    assert has_commander(both, both.units[0])


@pytest.mark.rule("masse.building.morale")
def test_a_building_gives_heart_and_nobody_routs_in_it() -> None:
    world = field(at_home(10, seat=0), far_enemy(), structures=[house()])
    assert dict(morale_modifiers(world, world.units[0], FIRST_FIGURE, -1))["batiment"] == 4
    failed = play(Call(morale_test, world, 0, FIRST_FIGURE, -1), [1, 1], ["fall-back"])
    kept, passed, _ = failed.result
    assert not passed
    assert (kept.units[0].morale, kept.units[0].figures) == (SHAKEN, 9)
    assert failed.kinds.count("figures-lost") == 1


@pytest.mark.rule("masse.building.no-rout-engaged")
@pytest.mark.parametrize("before", [STABLE, SHAKEN, ENRAGED])
def test_engaged_it_loses_a_figure_and_falls_back(before: int) -> None:
    world = field(at_home(10, morale=before), men(10), structures=[house()])
    assert engaged(world, world.units[0])
    ended = play(Call(change_state, world, 0, ROUTED, 1))
    after = ended.result.units[0]
    assert (after.morale, after.figures, after.broken) == (SHAKEN, 9, False)
    assert ("morale-state" in ended.kinds) == (before != SHAKEN)
    assert world.units[0].y < after.y <= 23 * INCH  # up to 4 in, or less: the back wall is at 23
    assert not ended.asked


@pytest.mark.rule("masse.building.no-rout-engaged")
def test_it_falls_back_four_inches_where_there_is_room() -> None:
    rampart = structure("muraille-d-enceinte", 10, 21, 40, 1)
    enemy = at_home(10, seat=1, floor=5 * METRE, x=26)
    ours = at_home(5, seat=0, floor=5 * METRE, files=1, nv=2, carried=1)
    world = field(ours, enemy, structures=[rampart])
    assert not engaged(world, ours)
    ended = play(Call(cornered, world, 0, 1), [], ["fall-back"]).result.units[0]
    assert (ended.x - ours.x, ended.figures, ended.carried) == (4 * INCH, 4, 1)


@pytest.mark.rule("masse.building.no-rout-free")
def test_unengaged_it_may_give_up_a_second_figure_to_hold() -> None:
    world = field(at_home(10, seat=0), far_enemy(), structures=[house()])
    held = play(Call(change_state, world, 0, ROUTED, -1), [], ["hold"])
    assert (held.result.units[0].figures, held.result.units[0].y) == (8, world.units[0].y)
    fell = play(Call(change_state, world, 0, ROUTED, -1), [], ["fall-back"])
    assert fell.result.units[0].figures == 9
    assert fell.result.units[0].y < world.units[0].y
    last = field(at_home(1, seat=0), far_enemy(), structures=[house()])
    assert play(Call(change_state, last, 0, ROUTED, -1)).outcomes == ["cornered", "shaken", "destroyed"]


# ---------------------------------------------------------------- contact


@pytest.mark.rule("masse.building.enter", "masse.entry.situation")
def test_one_fights_those_inside_only_at_an_opening() -> None:
    world = field(men(10), at_home(10), structures=[house()])
    assert engaged(world, world.units[0])
    assert engaged(world, world.units[1])
    windowless = field(men(10), at_home(10), structures=[house(("porte", 30 * INCH, 23 * INCH))])
    assert not engaged(windowless, windowless.units[0])
    upstairs = field(men(10), at_home(10, floor=5 * METRE), structures=[house()])
    assert not engaged(upstairs, upstairs.units[0])
    assert not same_level(world.units[0], world.units[1])


@pytest.mark.rule("masse.building.enter", "masse.building.stairs", "masse.building.wide-exit", "masse.building.free-turning")
def test_orders_answer_any_nonsense_with_a_reason() -> None:
    world = field(men(), at_home(4, seat=0, building=1), far_enemy(), structures=[house(), house()])
    for id in range(2):
        for kind in ("enter", "leave", "stairs", "walk"):
            for answer in ((kind, "x"), (kind, 99999999), (kind, -1), (kind, True), (kind, 1, 1), (kind,), (kind, 1, 1, "n")):
                assert Doing(world, id, 0).check(answer) is not None, answer
        for answer in Doing(world, id, 0).listed():
            assert Doing(world, id, 0).check(answer) is None, answer


# ---------------------------------------------------------------- wide ways within a move


def orders(played: Played) -> set[str]:
    """The kinds of order that are open where a script has stopped."""
    return {answer[0] for answer in played.asked[-1].options.listed()}


@pytest.mark.rule("masse.building.wide-exit", "masse.turn.action-content")
def test_whoever_marches_up_to_a_wide_gate_goes_in_at_once() -> None:
    world = field(changed(men(10), y=men(10).y - 3 * INCH), far_enemy(), structures=[house(WIDE)], acting=0)
    march = ("move", (("march", 0, 3 * INCH),))
    inside = play(Call(obey, world, 0, 0), answers=[march, ("enter", 0)])
    assert inside.result.units[0].building == 0, "and its movement is used"
    narrow = changed(world, structures=(changed(house(), id=0),))
    assert "enter" not in orders(play(Call(obey, narrow, 0, 0), answers=[march]))
    assert refused(play(Call(obey, narrow, 0, 0), answers=[march]).asked[-1].world, ("enter", 0), used=MOVE) == (
        "masse.turn.action-content"
    )


@pytest.mark.rule("masse.building.wide-exit")
def test_whoever_comes_out_of_a_wide_gate_has_its_whole_move_left() -> None:
    world = field(at_home(10, seat=0), far_enemy(), structures=[house(WIDE)], acting=0)
    out = play(Call(obey, world, 0, 0), answers=[("leave", 0)])
    assert refused(out.asked[-1].world, ("move", (("march", 0, 4 * INCH + INCH // 2),))) == ""
    assert refused(out.asked[-1].world, ("move", (("march", 0, 4 * INCH + INCH // 2 + 10),))) == "masse.move.budget"
    back = play(Call(obey, world, 0, 0), answers=[("leave", 0), ("enter", 0)])
    assert back.result.units[0].building == 0, "going out and in again is a whole move"


@pytest.mark.rule("masse.building.wide-exit", "masse.turn.action-content")
def test_the_gate_is_open_to_those_who_have_shot_and_moved_but_not_to_those_who_have_fought() -> None:
    bows = unit("archers-legers", 0, 30, 10, figures=5, files=5, shot=True, fought=True)
    away = changed(bows, y=20 * INCH - bows.card.depth // 2 - 2 * INCH)
    world = field(away, far_enemy(), structures=[house(WIDE)], acting=0)
    up = play(Call(obey, world, 0, FIGHT), answers=[("move", (("march", 0, 2 * INCH),))])
    assert orders(up) == {"done", "enter"}
    assert play(Call(obey, world, 0, FIGHT), answers=[("move", (("march", 0, INCH),))]).result is not None, "not from afar"
    fought = world.with_unit(changed(away, y=away.y + 2 * INCH, moved=True, shot=False))
    assert play(Call(obey, fought, 0, WHOLE)).result is not None


@pytest.mark.rule("masse.building.wide-exit")
def test_one_wide_way_opens_a_whole_building() -> None:
    window, gate = ("fenetre", 30 * INCH, 20 * INCH), ("issue-large", 30 * INCH, 23 * INCH)
    world = field(men(20), far_enemy(), structures=[house(window, gate)])
    assert play(Call(enter, world, 0, ("enter", 0))).kinds == ["goes-in"]
    apart = changed(world, switches=(OPENINGS_APART,))
    assert play(Call(enter, apart, 0, ("enter", 0))).kinds == ["goes-in-slowly"]
    inside = at_home(20, seat=0, y=21.5)
    for switches, kinds in (((), ["comes-out"] * 2), ((OPENINGS_APART,), ["comes-out-slowly", "comes-out"])):
        full = field(inside, far_enemy(), structures=[house(window, gate)], switches=switches)
        assert [play(Call(leave, full, 0, ("leave", way))).kinds[0] for way in (0, 1)] == kinds


@pytest.mark.rule("masse.building.enter", "masse.building.stairs")
def test_whoever_goes_in_is_on_the_ground_floor() -> None:
    for way in (DOOR, WIDE):
        inside = play(Call(enter, field(men(4), far_enemy(), structures=[house(way)]), 0, ("enter", 0))).result.units[0]
        assert (inside.building, inside.floor) == (0, 0)
