"""Missile combat: who may shoot at whom, range, ammunition, the modifiers of Table 5c."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    CLOSE,
    ENRAGED,
    INCH,
    ON_TABLE,
    PACK,
    REAR,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.drill import change_part
from escarmouche.systems.masse.rules.ground import size_of
from escarmouche.systems.masse.rules.melee import IMPROVISED, armour, ground_rows, melee_lines
from escarmouche.systems.masse.rules.orders import MOVE, WHOLE, Doing
from escarmouche.systems.masse.rules.shooting import (
    LONG,
    MEDIUM,
    SHORT,
    arc_shooters,
    having_shot,
    is_loaded,
    melee_refusal,
    missile_modifiers,
    missile_pool,
    range_band,
    reach_of_shot,
    second_shot,
    shares,
    shoot,
    shoot_melee,
    shooter_refusal,
    shooters,
    shots_a_turn,
    snap_shots,
    target_refusal,
    volley,
)
from escarmouche.systems.masse.rules.terrain import is_crossing
from escarmouche.systems.masse.rules.turn import obey, place_in_order, refreshed
from tests.systems.masse.field import area, changed, field, play, structure, unit

BOW = Attack(
    "arc-court", "missile", 1, (6,), pt=5 * INCH, two_handed=True, indirect=True, shots=2, reload="if-immobile",
    change="simple-action", volleys=7, damage="piercing",
)  # fmt: skip
LONGBOW = changed(BOW, weapon="arc-long", shots=1, pt=7 * INCH)
JAVELIN = changed(
    BOW, weapon="lance-javeline", pt=3 * INCH, thrown=True, two_handed=False, shots=1, reload="none", change="one-turn",
    volleys=1,
)  # fmt: skip
CROSSBOW = changed(BOW, weapon="arbalete-lourde", indirect=False, shots=1, reload="turn", change="one-turn", pt=12 * INCH)
LIGHT = changed(CROSSBOW, weapon="arbalete-legere", reload="move", two_handed=False)
ROCKS = changed(BOW, weapon="projectiles-lances", thrown=True, volleys=0, shots=1, reload="none", change="immediate")
KNIFE = Attack("dague", "melee", 0, (4,))


def archers(line: Attack = BOW, **changes: Any) -> Unit:
    """Archers of seat 0 in skirmish order facing north, two ranks of five."""
    return unit("archers-legers", 0, 30, 20, **{"formation": SKIRMISH, "attacks": (line, KNIFE), "volleys": 7, **changes})


def orcs(gap_in: float = 4, **changes: Any) -> Unit:
    """Orcs of seat 1 facing them, so many inches from edge to edge."""
    made = unit("infanterie-orque", 1, 30, 40, 270, **{"formation": SKIRMISH, "shield": False, **changes})
    there: Unit = changed(made, y=archers().y + (depth(archers()) + depth(made)) // 2 + round(gap_in * INCH))
    return there


def depth(one: Unit) -> int:
    """How deep it stands."""
    return size_of(one)[1]


def rows(shooter: Unit, target: Unit, indirect: bool = False, delayed: bool = False, **changes: Any) -> dict[str, int]:
    """The missile modifiers of a volley."""
    world = field(shooter, target, **changes)
    line = shooter.card.attacks[shooter.weapon]
    return dict(missile_modifiers(world, world.units[0], world.units[1], line, indirect, delayed))


def why_not(world: World) -> str:
    """The rule that keeps unit 0 from shooting at all, or ""."""
    refused = shooter_refusal(world, world.units[0])
    return "" if refused is None else refused.rule


def why_not_at(world: World, indirect: bool = False) -> str:
    """The rule that keeps unit 0 from shooting at unit 1, or ""."""
    refused = target_refusal(world, world.units[0], world.units[1], indirect)
    return "" if refused is None else refused.rule


# ---------------------------------------------------------------- may it shoot


@pytest.mark.rule("masse.shoot.not-engaged", "masse.shoot.mod-crossing", "masse.shoot.needs-ammunition")
def test_not_engaged_not_crossing_not_without_ammunition() -> None:
    assert why_not(field(archers(), orcs())) == ""
    assert why_not(field(archers(), orcs(0))) == "masse.shoot.not-engaged"
    assert why_not(field(archers(crossing=100), orcs())) == "masse.shoot.mod-crossing"
    assert why_not(field(archers(volleys=0), orcs())) == "masse.shoot.needs-ammunition"


@pytest.mark.rule(
    "masse.shoot.mod-enraged", "masse.morale.enraged-no-shoot", "masse.shoot.mod-routed", "masse.morale.routed-no-attack"
)
def test_neither_the_enraged_nor_the_routed_shoot() -> None:
    assert why_not(field(archers(morale=ENRAGED), orcs())) == "masse.shoot.mod-enraged"
    assert why_not(field(archers(morale=ROUTED), orcs())) == "masse.shoot.mod-routed"


@pytest.mark.rule("masse.shoot.hurled-supply")
def test_there_are_no_rocks_in_water_marshes_and_buildings() -> None:
    giants = archers(ROCKS, traits=("aquatic",))
    for kind in ("marais-sables", "torrents-lacs"):
        world = field(giants, orcs(), pieces=[area(kind, 25, 15, 10, 6)])
        refused = shooter_refusal(world, world.units[0])
        assert refused is not None
        assert refused.rule == "masse.shoot.hurled-supply"
        bow = field(archers(traits=("aquatic",)), orcs(), pieces=[area(kind, 25, 15, 10, 6)])
        assert shooter_refusal(bow, bow.units[0]) is None
    housed = field(changed(giants, building=0), orcs(), structures=[structure("structure-d-habitation-legere", 25, 15, 10, 10)])
    assert shooter_refusal(housed, housed.units[0]) is not None
    dry = field(giants, orcs(), pieces=[area("broussailles", 25, 15, 10, 6)])
    assert shooter_refusal(dry, dry.units[0]) is None


@pytest.mark.rule("masse.shoot.hurled-supply")
def test_rocks_lie_about_everywhere() -> None:
    assert why_not(field(archers(ROCKS, volleys=0), orcs())) == ""


@pytest.mark.rule("masse.shoot.eligibility", "masse.view.purpose", "masse.view.field-of-view")
def test_the_target_must_be_in_the_field_of_view() -> None:
    assert why_not_at(field(archers(), orcs())) == ""
    assert why_not_at(field(changed(archers(), facing=27000), orcs())) == "masse.shoot.eligibility"


@pytest.mark.rule("masse.shoot.no-target-in-melee")
def test_a_unit_in_melee_is_no_target() -> None:
    fighting = orcs()
    friend = unit("milice", 0, 30, 0, figures=10, files=5, formation=SKIRMISH)
    friend = changed(friend, y=fighting.y + (depth(fighting) + depth(friend)) // 2)
    world = field(archers(), fighting, friend)
    assert why_not_at(world) == "masse.shoot.no-target-in-melee"
    assert why_not_at(world, indirect=True) == "masse.shoot.no-target-in-melee"


@pytest.mark.rule("masse.shoot.indirect", "masse.shoot.no-indirect-weapons")
def test_indirect_fire_over_a_screen() -> None:
    screen = unit("milice", 0, 30, 22.5, figures=10, files=10, formation=SKIRMISH)
    world = field(archers(), orcs(6), screen)
    assert why_not_at(world) == "masse.shoot.eligibility"
    assert why_not_at(world, indirect=True) == ""
    crossbows = field(archers(CROSSBOW), orcs(6), screen)
    assert why_not_at(crossbows, indirect=True) == "masse.shoot.no-indirect-weapons"
    blind = changed(screen, facing=27000)
    assert why_not_at(field(archers(), orcs(6), blind), indirect=True) == "masse.shoot.indirect"


# ---------------------------------------------------------------- range


@pytest.mark.rule("masse.shoot.range-short", "masse.shoot.range-medium", "masse.shoot.range-long")
@pytest.mark.parametrize(
    ("line", "far", "band"), [(BOW, 5, SHORT), (BOW, 8, MEDIUM), (BOW, 14, LONG), (BOW, 15.1, 0), (JAVELIN, 7, 0)]
)
def test_range_bands(line: Attack, far: float, band: int) -> None:
    world = field(archers(line), orcs(far))
    assert range_band(world, world.units[0], world.units[1], line) == band
    if band:
        wanted = {SHORT: {}, MEDIUM: {"portee-moyenne": -4}, LONG: {"portee-longue": -8}}[band]
        assert rows(archers(line), orcs(far)) == wanted


@pytest.mark.rule("masse.shoot.height-range")
def test_height_lengthens_and_shortens_the_range() -> None:
    tower = area("elevations", 20, 10, 20, 12, height_m=20)
    high = field(archers(LONGBOW), orcs(), pieces=[tower])
    assert reach_of_shot(high, high.units[0], high.units[1], LONGBOW) == 9 * INCH
    assert reach_of_shot(high, high.units[1], high.units[0], LONGBOW) == 5 * INCH


@pytest.mark.rule("masse.shoot.two-ranks")
def test_two_ranks_shoot_directly_and_all_of_them_in_a_high_arc() -> None:
    for line, direct in ((BOW, (10, 5)), (CROSSBOW, (10, 0))):
        world = field(archers(line, figures=15, files=5), orcs())
        assert shooters(world, world.units[0], world.units[1], False) == direct
    world = field(archers(figures=15, files=5), orcs())
    assert shooters(world, world.units[0], world.units[1], True) == (0, 15)
    pool = missile_pool(world, world.units[0], world.units[1], False, False)
    assert [part.count for part in pool] == [10, 5]
    assert sum(pool[0].then_table) - sum(pool[1].then_table) == 4


@pytest.mark.rule("masse.shoot.eligibility", "masse.shoot.whole-unit")
def test_each_figure_must_see_and_reach_the_target() -> None:
    line = archers(CROSSBOW, figures=20, files=20)  # 23.6 in wide
    near_the_end = changed(orcs(2, figures=4, files=2), x=round(20 * INCH))
    world = field(line, near_the_end)
    some = shooters(world, world.units[0], world.units[1], False)[0]
    assert 2 <= some < 10, "those too far to the right have it outside their field of view"
    far = field(archers(JAVELIN, figures=20, files=10), orcs(4.4, figures=20, files=10))
    assert shooters(far, far.units[0], far.units[1], False)[0] == 20
    farther = field(archers(JAVELIN, figures=20, files=10), orcs(5.4, figures=20, files=10))
    assert shooters(farther, farther.units[0], farther.units[1], False) == (10, 0), "the second rank is out of range"
    wall = area("obstacles-hauts-escaladables", 24, 22.5, 6, 0.3, height_m=9)
    hidden = field(archers(CROSSBOW), orcs(8, figures=2, files=2), pieces=[wall])
    assert 0 < shooters(hidden, hidden.units[0], hidden.units[1], False)[0] < 10


@pytest.mark.rule("masse.view.multi-front-sectors", "masse.shoot.two-ranks")
def test_of_a_multiple_front_only_the_group_that_faces_the_target_shoots() -> None:
    world = field(archers(CROSSBOW, fronts=(3,)), changed(orcs(), x=40 * INCH, y=20 * INCH, facing=18000))
    assert shooters(world, world.units[0], world.units[1], False) == (4, 0)
    ahead = field(archers(CROSSBOW, fronts=(3,)), orcs())
    assert shooters(ahead, ahead.units[0], ahead.units[1], False) == (6, 0)


# ---------------------------------------------------------------- modifiers


@pytest.mark.rule(
    "masse.shoot.table-5c",
    "masse.shoot.mod-close",
    "masse.shoot.mod-meute",
    "masse.shoot.mod-shaken",
    "masse.morale.shaken-shoot",
)
def test_formation_and_morale_of_the_shooters() -> None:
    assert rows(archers(formation=CLOSE), orcs()) == {"serree": 1}
    assert rows(archers(formation=PACK), orcs()) == {"meute": -1}
    assert rows(archers(morale=SHAKEN), orcs()) == {"ebranlee": -1}


@pytest.mark.rule("masse.shoot.mod-cover-25", "masse.shoot.mod-cover-50", "masse.shoot.mod-cover-75")
@pytest.mark.parametrize(("kind", "value"), [("broussailles", -2), ("foret-clairsemee", -4), ("foret-dense", -7)])
def test_the_targets_cover(kind: str, value: int) -> None:
    assert list(rows(archers(), orcs(), pieces=[area(kind, 20, 22.5, 20, 20)]).values()) == [value]


@pytest.mark.rule("masse.shoot.mod-cover-90")
def test_nearly_total_cover() -> None:
    wall = area("obstacles-hauts-non-franchissables", 20, 24.4, 20, 0.3, height_m=1)
    assert list(rows(archers(), orcs(3.4), pieces=[wall]).values()) == [-10]


@pytest.mark.rule("masse.terrain.cover-lost-when-fighting", "masse.view.behind-obstacle")
def test_who_fights_from_behind_an_obstacle_loses_a_class_of_cover() -> None:
    wall = area("obstacles-bas", 20, 24.4, 20, 0.3)
    assert rows(archers(), orcs(3.4), pieces=[wall]) == {"couverture-50": -4}
    assert rows(archers(), changed(orcs(3.4), fought=True), pieces=[wall]) == {"couverture-25": -2}


@pytest.mark.rule("masse.shoot.mod-difficult", "masse.shoot.mod-mounted", "masse.shoot.mod-delayed", "masse.shoot.mod-indirect")
def test_ground_horses_delays_and_arcs() -> None:
    marsh = area("marais-sables", 20, 10, 20, 11)
    assert rows(archers(), orcs(), pieces=[marsh]) == {"terrain-difficile": -1}
    assert rows(archers(category="cavalry"), orcs()) == {"a-cheval": -2}
    assert rows(archers(), orcs(), delayed=True) == {"action-retardee": -1}
    assert rows(archers(), orcs(), indirect=True) == {"tir-indirect": -4}


@pytest.mark.rule("masse.shoot.mod-no-shield", "masse.shoot.mod-unit")
def test_shots_from_behind_ignore_the_shield() -> None:
    def hits(target: Unit) -> int:
        world = field(archers(), target)
        return sum(missile_pool(world, world.units[0], world.units[1], False, False)[0].then_table)

    facing, turned_away = orcs(shield=True, ca=15), changed(orcs(shield=True, ca=15), facing=9000)
    assert hits(turned_away) - hits(facing) == 1
    assert hits(orcs(ca=12)) == 20 - (12 - 1 + 1) + 1


@pytest.mark.rule("masse.shoot.two-handed")
def test_no_shield_in_a_turn_with_a_two_handed_weapon() -> None:
    shot = archers(shield=True, ca=13, shot=True)
    assert (armour(shot, 0), armour(changed(shot, shot=False), 0), armour(changed(shot, shot=False), REAR)) == (12, 13, 12)


# ---------------------------------------------------------------- volleys


@pytest.mark.rule("masse.shoot.whole-unit", "masse.shoot.ammo-per-volley")
def test_a_volley_is_one_whatever_the_number_of_shooters() -> None:
    world = field(archers(figures=10), orcs(figures=30, files=10))
    played = play(Call(volley, world, 0, 1, False, False), dice=[1] * 10)
    after = played.result.units[0]
    assert (after.volleys, after.shot, after.fought) == (6, True, True)


@pytest.mark.rule("masse.shoot.ammo-thrown", "masse.shoot.ammo-missile")
def test_standard_loads() -> None:
    assert (unit("archers-legers", 0, 30, 20).volleys, unit("archers-legers", 0, 30, 20).card.attacks[0].volleys) == (7, 7)
    empty = having_shot(field(archers(JAVELIN, volleys=1), orcs()), 0)
    assert why_not(empty) == "masse.shoot.needs-ammunition"


@pytest.mark.rule("masse.shoot.rate-of-fire", "masse.shoot.long-bow-specialist")
def test_shots_a_turn() -> None:
    assert shots_a_turn(archers(), BOW) == 2
    assert shots_a_turn(archers(LONGBOW), LONGBOW) == 1
    assert shots_a_turn(archers(LONGBOW, specialist=True), LONGBOW) == 2
    refused = Doing(field(archers(shot=True), orcs()), 0, 0).check(("shoot", 1, False))
    assert refused is not None
    assert refused.rule == "masse.shoot.rate-of-fire"


@pytest.mark.rule("masse.shoot.reload-if-immobile")
def test_bows_do_not_move_and_shoot_in_two_turns_running() -> None:
    moved = changed(archers(), moved=True)
    after = refreshed(having_shot(field(moved, orcs()), 0).units[0])
    assert is_loaded(after, BOW)
    assert not is_loaded(changed(after, moved=True), BOW)
    still = refreshed(having_shot(field(archers(), orcs()), 0).units[0])
    assert is_loaded(changed(still, moved=True), BOW)


@pytest.mark.rule("masse.shoot.reload-if-immobile", "masse.chariot.archers")
def test_bows_that_shoot_and_then_move_are_unloaded_too() -> None:
    first_shot = having_shot(field(archers(), orcs()), 0).units[0]
    after = refreshed(changed(first_shot, moved=True))
    assert not is_loaded(changed(after, moved=True), BOW)
    on_wheels = changed(first_shot, moved=True, card=changed(first_shot.card, traits=("chariot",)))
    assert is_loaded(changed(refreshed(on_wheels), moved=True), BOW)
    # what can only be loaded by standing still stands still
    there = changed(after, status=ON_TABLE)
    later = having_shot(field(there, orcs()), 0)
    assert Doing(later, 0, 2).check(("move", (("march", 0, INCH),))) is not None


@pytest.mark.rule("masse.shoot.reload-one-turn")
def test_crossbows_may_be_carried_off_unloaded() -> None:
    for line in (CROSSBOW, LIGHT):
        shot = having_shot(field(archers(line), orcs()), 0)
        assert Doing(shot, 0, 2).check(("move", (("march", 0, INCH),))) is None
        assert not is_loaded(refreshed(changed(shot.units[0], moved=True)), line)


@pytest.mark.rule("masse.shoot.reload-one-turn")
def test_crossbows_take_time() -> None:
    heavy = refreshed(having_shot(field(archers(CROSSBOW), orcs()), 0).units[0])
    assert not is_loaded(heavy, CROSSBOW)
    assert is_loaded(refreshed(heavy), CROSSBOW)
    light = having_shot(field(archers(LIGHT), orcs()), 0).units[0]
    assert is_loaded(refreshed(light), LIGHT)
    assert not is_loaded(refreshed(changed(light, moved=True)), LIGHT)


@pytest.mark.rule("masse.shoot.weapon-change")
def test_changing_weapons_takes_its_time() -> None:
    assert change_part(archers(BOW), 1) == MOVE
    assert change_part(archers(CROSSBOW), 1) == WHOLE
    assert change_part(archers(ROCKS), 1) == 0
    assert melee_lines(archers()) == (IMPROVISED,)
    assert melee_lines(archers(weapon=1)) == (KNIFE,)
    world = field(archers(), orcs())
    assert ("switch", 1) in Doing(world, 0, 0).listed()
    quick = field(archers(attacks=(BOW, KNIFE, changed(KNIFE, ma=-5))), orcs())
    assert [answer for answer in Doing(quick, 0, 0).listed() if answer[0] == "switch"] == [("switch", 1)]


@pytest.mark.rule("masse.shoot.weapon-change", "masse.org.category-shooters")
def test_shooters_caught_in_melee_draw_their_other_weapons_and_fight() -> None:
    caught = field(archers(), orcs(0), acting=0)
    played = play(Call(obey, caught, 0, 0), dice=[1] * 5, answers=[("switch", 1), ("attack", 1)])
    numbers = played.told("attack-numbers")
    assert numbers.about[2] == "weapon-dague"
    whole = Doing(field(archers(CROSSBOW), orcs(0)), 0, 0)
    assert whole.check(("rearm", 1)) is None
    assert Doing(field(archers(morale=ROUTED), orcs(0)), 0, 0).check(("switch", 1)) is not None


@pytest.mark.rule("masse.shoot.second-shot", "masse.shoot.second-shot-initiative", "masse.shoot.second-shot-no-delay")
def test_a_stationary_unit_may_shoot_again_later_in_the_turn() -> None:
    world = field(archers(figures=10), orcs(figures=30, files=10))
    waiting = play(Call(shoot, world, 0, ("shoot", 1, False)), dice=[1] * 10, answers=["second-shot"]).result
    first, later = place_in_order(world, world.units[0])[0], place_in_order(waiting, waiting.units[0])[0]
    assert (waiting.units[0].second_shot, first - later) == (True, 10)
    refused = Doing(waiting, 0, 0).check(("delay",))
    assert refused is not None
    assert refused.rule == "masse.turn.delay"
    shot = play(Call(second_shot, waiting, 0), dice=[1] * 10, answers=[1])
    hits = [sum(roll.pool[0].then_table) for roll, _ in shot.rolls if roll.pool]
    plain = sum(missile_pool(world, world.units[0], world.units[1], False, False)[0].then_table)
    assert hits == [plain - 1]
    held = field(archers(figures=10, delayed=True), orcs(figures=30, files=10))
    assert play(Call(shoot, held, 0, ("shoot", 1, False)), dice=[1] * 10).asked == []
    on_the_move = field(changed(archers(figures=10), moved=True), orcs(figures=30, files=10))
    assert play(Call(shoot, on_the_move, 0, ("shoot", 1, False)), dice=[1] * 10).asked == []


@pytest.mark.rule("masse.shoot.second-shot-initiative", "masse.shoot.mod-delayed", "masse.shoot.indirect")
def test_second_and_opportunity_shots_go_in_an_arc_over_a_screen() -> None:
    screen = unit("milice", 0, 30, 22.5, figures=10, files=10, formation=SKIRMISH)
    bows = archers(figures=10, acted=True, second_shot=True, shot=True)
    world = field(bows, orcs(6, figures=30, files=10), screen)
    shot = play(Call(second_shot, world, 0), dice=[1] * 10, answers=[1])
    assert ("tir-indirect", -4) in shot.told("attack-numbers").about[4]
    held = field(archers(waiting=True, figures=10), orcs(6, figures=30, files=10), screen)
    snap = play(Call(snap_shots, held, 1), dice=[1] * 10, answers=["shoot"])
    assert ("tir-indirect", -4) in snap.told("attack-numbers").about[4]
    straight = field(archers(CROSSBOW, waiting=True, figures=10), orcs(6, figures=30, files=10), screen)
    assert play(Call(snap_shots, straight, 1)).asked == []


@pytest.mark.rule("masse.shoot.second-shot")
def test_a_second_shot_takes_the_place_of_any_movement() -> None:
    world = field(archers(figures=10), orcs(figures=30, files=10), acting=0)
    done = play(Call(obey, world, 0, 0), dice=[1] * 10, answers=[("shoot", 1, False), "second-shot"])
    assert len(done.asked) == 2  # nothing is left to be ordered


@pytest.mark.rule("masse.shoot.mod-crossing", "masse.melee.mod-crossing")
@pytest.mark.parametrize(
    ("kind", "moved", "crossing"),
    [("riviere", False, True), ("obstacles-bas", True, True), ("obstacles-bas", False, False), ("broussailles", True, False)],
)
def test_whoever_stands_astride_an_obstacle_is_crossing_it(kind: str, moved: bool, crossing: bool) -> None:
    world = field(archers(moved=moved), orcs(), pieces=[area(kind, 20, 19.8, 20, 0.4)])
    refused = shooter_refusal(world, world.units[0])
    assert (refused is not None and refused.rule == "masse.shoot.mod-crossing") is crossing
    assert (("franchissement", -2) in ground_rows(world, world.units[0], False)) is crossing


@pytest.mark.rule("masse.terrain.elevation", "masse.melee.mod-crossing")
def test_the_edge_of_a_steep_hill_is_crossed_and_its_top_is_not() -> None:
    for bottom, crossing in ((20, True), (10, False)):
        hill = area("elevations", 20, bottom, 20, 20, "sharp")
        world = field(archers(), orcs(12), pieces=[hill])
        assert is_crossing(world, world.units[0]) is crossing


@pytest.mark.rule("masse.shoot.mod-delayed")
def test_a_held_action_may_shoot_at_a_moving_enemy() -> None:
    world = field(archers(waiting=True, figures=10), orcs(figures=30, files=10))
    played = play(Call(snap_shots, world, 1), dice=[1] * 10, answers=["shoot"])
    assert (played.result.units[0].acted, played.result.units[0].waiting) == (True, False)
    assert play(Call(snap_shots, field(archers(), orcs()), 1)).asked == []


# ---------------------------------------------------------------- shooting at a melee


@pytest.mark.rule("masse.shoot.into-melee-split")
@pytest.mark.parametrize(
    ("touches", "friend", "foe", "shared"),
    [
        (9, 10, 5, (6, 3)),
        (9, 5, 10, (3, 6)),
        (1, 5, 5, (1, 0)),  # a tie goes to the friendly unit
        (3, 5, 5, (2, 1)),
        (4, 10, 5, (3, 1)),
        (2, 10, 5, (1, 1)),
        (0, 10, 5, (0, 0)),
    ],
)
def test_touches_are_shared_by_figures(touches: int, friend: int, foe: int, shared: tuple[int, int]) -> None:
    assert shares(touches, friend, foe) == shared


def fray() -> World:
    """Archers before ten friends in contact with five orcs."""
    friends_ = unit("infanterie-reguliere", 0, 30, 24, 90, figures=10, files=5, ca=10, ml=5, shield=False)
    return field(archers(LONGBOW, figures=5, files=5), friends_, unit("infanterie-orque", 1, 30, 25.2, 270, figures=5, files=5,
                 formation=CLOSE, ca=14, shield=False, ml=5))  # fmt: skip


@pytest.mark.rule("masse.shoot.into-melee-split", "masse.shoot.no-target-in-melee")
def test_a_melee_is_shot_at_as_a_whole() -> None:
    world = fray()
    assert ("shoot-melee", 2, 1) in Doing(world, 0, 0).listed()
    assert Doing(world, 0, 0).check(("shoot-melee", 1, 2)) is None
    assert Doing(world, 0, 0).check(("shoot", 2, False)) is not None
    # touches 1, 1, 1, 0, 0: two on the friends (10 + 1 - MA 1), one on the orcs (14 + 1 - MA 1); 9 and 13 just miss
    played = play(Call(shoot_melee, world, 0, ("shoot-melee", 2, 1)), dice=[3, 4, 5, 1, 2, 10, 9, 6, 6, 13])
    after: World = played.result
    assert played.told("touches-shared").about == (0, 1, 2, 2, 1)
    assert [one.figures for one in after.units] == [5, 9, 5]
    assert (after.units[0].shot, after.units[0].volleys) == (True, 6)
    assert [roll.target for roll, _ in played.rolls if roll.why == "masse.shoot.into-melee-split"][1:] == [0, 0]
    again = play(Call(shoot_melee, world, 0, ("shoot-melee", 2, 1)), dice=[3, 4, 5, 1, 2, 9, 9, 14, 6, 6])
    assert [one.figures for one in again.result.units] == [5, 10, 4]


@pytest.mark.rule("masse.shoot.into-melee-split")
def test_what_is_no_melee_to_shoot_at() -> None:
    world = fray()
    mine, friend, foe = world.units
    assert melee_refusal(world, mine, foe, friend) is None
    assert melee_refusal(world, mine, foe, foe) is not None
    assert melee_refusal(world, mine, changed(foe, y=40 * INCH), friend) is not None
    assert Doing(world, 0, 0).check(("shoot-melee", 1, 9)) is not None
    assert Doing(world, 0, 0).check(("shoot-melee", 1)) is not None
    far = field(changed(mine, y=1 * INCH), friend, foe)
    refused = melee_refusal(far, far.units[0], far.units[2], far.units[1])
    assert refused is not None
    assert refused.rule == "masse.shoot.range-long"
    behind = field(changed(mine, facing=27000), friend, foe)
    refused = melee_refusal(behind, behind.units[0], behind.units[2], behind.units[1])
    assert refused is not None
    assert refused.rule == "masse.shoot.eligibility"


@pytest.mark.rule("masse.shoot.height-range", "masse.shoot.indirect")
def test_an_arc_from_above_carries_farther_and_one_from_below_less_far() -> None:
    """The line of 15 in (three times 5) grows by three times the difference, an inch for every ten metres."""
    hill = area("elevations", 20, 10, 20, 11, height_m=20)
    high, low = archers(), orcs()
    for apart, height, reached in ((16, 20, True), (16, 0, False), (10, 20, True)):
        target = changed(low, y=high.y + depth(high) // 2 + depth(low) // 2 + apart * INCH)
        world = field(high, target, pieces=[hill] if height else [])
        assert bool(arc_shooters(world, world.units[0], world.units[1], BOW)) is reached, (apart, height)
        assert len(arc_shooters(world, world.units[1], world.units[0], BOW)) == (0 if apart == 16 or height else 10)
