"""Shooting and throwing: whom one may shoot at, cover, what becomes of the weapon."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.model import FOR_TARGET, STRICT_HANDS, Course, Figure, World
from escarmouche.systems.swidenth.rules.activation import activate
from escarmouche.systems.swidenth.rules.deeds import may_hide, reload
from escarmouche.systems.swidenth.rules.equipment import defence, shootable
from escarmouche.systems.swidenth.rules.shooting import cover, shoot, shoot_target, shooting_modifiers
from escarmouche.systems.swidenth.rules.sight import ALL, hidden, sees
from escarmouche.systems.swidenth.rules.values import PAS
from escarmouche.table.pieces import Piece
from tests.systems.swidenth.arena import box, fighter, refused, scene
from tests.systems.swidenth.scene import Played, changed, play


def archer(x: float = 5, weapon: str = "long-bow", **changes: Any) -> Figure:
    return fighter("imperial-human", 0, x, 20, **{"kit": [weapon], **changes})


def target(x: float, y: float = 20, profile: str = "orc", **changes: Any) -> Figure:
    return fighter(profile, 1, x, y, **{"kit": ["sword"], **changes})


def shot_refused(world: World, weapon: str = "long-bow", at: int = 1) -> str:
    return refused(world, 0, ("shoot", weapon, at))


def shoots(world: World, *dice: int, weapon: str = "long-bow", done: tuple[str, ...] = (), answers: Any = ()) -> Played:
    return play(Call(shoot, world, 0, Course(done), ("shoot", weapon, 1)), dice, answers)


def totals(found: Played) -> tuple[int, int]:
    about = found.told("totals").about
    return about[5], about[11]


# ---------------------------------------------------------------- range and sight


@pytest.mark.rule("swidenth.shooting.requirements", "swidenth.stats.measuring", "swidenth.action.shoot")
@pytest.mark.parametrize(("weapon", "reach"), [("long-bow", 24), ("short-bow", 16), ("pistol", 8)])
def test_range_is_inclusive_edge_to_edge(weapon: str, reach: int) -> None:
    assert shot_refused(scene(archer(weapon=weapon), target(6 + reach)), weapon) == ""
    assert shot_refused(scene(archer(weapon=weapon), target(6 + reach + 0.01)), weapon) == "swidenth.shooting.requirements"


@pytest.mark.rule("swidenth.shooting.requirements", "swidenth.stats.measuring")
def test_levels_count_in_a_range() -> None:
    """On a 3-pas wall, 15.8 pas off on the ground: 16.08."""
    world = scene(archer(weapon="short-bow", z=3), target(6 + 15.8))
    assert shot_refused(world, "short-bow") == "swidenth.shooting.requirements"
    assert shot_refused(scene(archer(weapon="short-bow"), target(6 + 15.8)), "short-bow") == ""


@pytest.mark.rule("swidenth.shooting.line-of-sight", "swidenth.stats.figure-size")
def test_what_cannot_be_seen_cannot_be_shot() -> None:
    wall = box("thin-obstacle", 14, 15, 14.2, 25, 1.5)
    assert shot_refused(scene(archer(), target(15), pieces=[wall])) == "swidenth.shooting.line-of-sight"
    low = scene(archer(), target(15), pieces=[box("thin-obstacle", 14, 15, 14.2, 25, 1)])
    assert shot_refused(low) == ""
    assert 66 < hidden(low, *low.figures) < ALL


@pytest.mark.rule("swidenth.shooting.cover")
def test_cover_counts_from_over_a_third_and_two_thirds() -> None:
    assert [sum(value for _, value in cover(share)) for share in (33, 34, 66, 67)] == [0, 3, 3, 6]


@pytest.mark.rule("swidenth.terrain.sight")
@pytest.mark.parametrize(
    ("piece", "share"),
    [
        (box("woods", 10, 15, 13, 25), 50),
        (box("woods", 10, 15, 14.5, 25), ALL),
        (box("rocks", 24, 15, 27, 25), 50),
        (box("rocks", 10, 15, 13, 25), 0),
        (box("marsh", 10, 15, 20, 25), 0),
        (box("deep-water", 10, 15, 20, 25), 0),
        (box("closed-gate", 10, 15, 10.5, 25, 3, blocks_sight=False), 50),
        (box("woods", 3, 15, 5.8, 25), 0),
    ],
    ids=["3 pas of wood", "4.5 pas of wood", "standing in rocks", "rocks between", "marsh", "water", "bars", "edge of a wood"],
)
def test_what_ground_hides(piece: Piece, share: int) -> None:
    world = scene(archer(), target(25.5), pieces=[piece])
    assert hidden(world, *world.figures) == share
    assert sees(world, *world.figures) is (share < ALL)


@pytest.mark.rule("swidenth.terrain.sight", "swidenth.shooting.cover")
def test_woods_rocks_and_walls_are_not_added_up() -> None:
    wall = box("thin-obstacle", 24.6, 15, 24.8, 25, 0.9)
    world = scene(archer(), target(25.5), pieces=[box("rocks", 24, 15, 27, 25), wall])
    assert 66 < hidden(world, *world.figures) < ALL
    assert totals(shoots(world, 10, 10, answers=())) == (10, 16)


# ---------------------------------------------------------------- other figures


@pytest.mark.rule("swidenth.shooting.target-choice")
def test_the_one_behind_is_safe_when_both_stand_close() -> None:
    front, rear = target(15), target(16, 20.6)
    assert shot_refused(scene(archer(), rear, front)) == "swidenth.shooting.target-choice"
    assert shot_refused(scene(archer(), rear, front), at=2) == ""
    apart = scene(archer(), target(17, 20.5), front)
    assert shot_refused(apart) == ""
    assert hidden(apart, apart.figures[0], apart.figures[1]) > 33
    assert shot_refused(scene(archer(), target(16.7, profile="marsh-troll", kit=[]), front)) == ""


@pytest.mark.rule("swidenth.shooting.target-choice", "swidenth.shooting.into-melee")
def test_a_friends_enemy_in_front_shields_the_one_behind() -> None:
    """The front orc is engaged with the shooter's friend, the rear one close behind him: neither may be shot."""
    world = scene(archer(), target(16, 20.6), target(15), fighter("imperial-human", 0, 15, 18.7))
    assert shot_refused(world, at=2) == "swidenth.shooting.into-melee"
    assert shot_refused(world) == "swidenth.shooting.target-choice"


@pytest.mark.rule("swidenth.shooting.friend-in-way")
def test_a_friend_in_the_way_forbids_the_shot_unless_one_shoots_over_him() -> None:
    friend = fighter("imperial-human", 0, 10, 20.6)
    assert shot_refused(scene(archer(), target(15), friend)) == "swidenth.shooting.friend-in-way"
    beside = fighter("imperial-human", 0, 10, 21.6)
    assert shot_refused(scene(archer(), target(15), beside)) == ""
    at_the_foot = fighter("imperial-human", 0, 6.5, 20)
    assert shot_refused(scene(archer(z=3), target(18), at_the_foot)) == ""


@pytest.mark.rule("swidenth.shooting.into-melee")
def test_others_at_war_may_be_shot_at() -> None:
    world = scene(archer(), target(15), fighter("goblin", 2, 15, 21.2))
    assert shot_refused(world) == ""
    mine = scene(archer(), target(15), fighter("imperial-human", 0, 15, 21.2))
    assert shot_refused(mine) == "swidenth.shooting.into-melee"


@pytest.mark.rule("swidenth.shooting.from-melee", "swidenth.trait.gigantic")
def test_nobody_engaged_shoots_but_the_gigantic() -> None:
    world = scene(archer(), target(15), target(6.4))
    assert shot_refused(world) == "swidenth.shooting.from-melee"
    dragon = scene(fighter("young-dragon", 0, 5, 20), target(12), target(6.9))
    assert refused(dragon, 0, ("shoot", "dragon-breath", 1)) == ""


@pytest.mark.rule("swidenth.shooting.friend-exception", "swidenth.trait.gigantic")
def test_a_gigantic_shot_past_a_friend_may_go_astray() -> None:
    """Missed, and a d20: on 8 the friend suffers a new roll in full, on 7 nothing."""
    friend = fighter("goblin", 0, 10.5, 20.8)
    world = scene(fighter("young-dragon", 0, 5, 20, heroism=0), target(12), friend)
    assert refused(world, 0, ("shoot", "dragon-breath", 1)) == ""
    strayed = shoots(world, 5, 15, 8, 15, 3, weapon="dragon-breath")
    assert strayed.outcomes == ["miss", "defender-out"]
    assert shoots(world, 5, 15, 7, weapon="dragon-breath").outcomes == ["miss"]
    hit = shoots(world, 19, 2, weapon="dragon-breath")
    assert hit.outcomes == ["defender-out"]


@pytest.mark.rule("swidenth.trait.large-target")
def test_figures_never_hide_a_large_target_terrain_does() -> None:
    world = scene(archer(), fighter("marsh-troll", 1, 15, 20), target(13.5, 20.3, "goblin"), target(13.5, 19.2, "goblin"))
    assert shot_refused(world) == ""
    assert hidden(world, world.figures[0], world.figures[1]) == 0
    walled = scene(archer(), fighter("marsh-troll", 1, 15, 20), pieces=[box("thin-obstacle", 13, 15, 13.2, 25, 1.4)])
    assert hidden(walled, *walled.figures) > 33


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("swidenth.shooting.roll", "swidenth.stats.shooting")
def test_only_a_higher_total_hits_and_the_shooter_is_never_hurt() -> None:
    world = scene(archer(shooting=1), target(15, combat=1), pieces=[box("rocks", 14, 15, 17, 25)])
    tied = shoots(world, 12, 9)
    assert totals(tied) == (13, 13)
    assert tied.outcomes == ["miss"]
    worse = shoots(world, 2, 14)
    assert worse.world.figures[0] == changed(world.figures[0], bowed=True)


@pytest.mark.rule("swidenth.shooting.roll", "swidenth.state.stunned-duration")
def test_a_stunned_target_dodges_at_half_and_stays_stunned() -> None:
    world = scene(archer(shooting=2), target(15, combat=1, stunned=True), pieces=[box("rocks", 14, 15, 17, 25)])
    found = shoots(world, 14, 12)
    assert totals(found) == (16, 8)
    missed = shoots(world, 2, 16)
    assert missed.world.figures[1].stunned
    stunned = shoots(scene(archer(stunned=True), target(15)), 10, 18)
    assert totals(stunned) == (5, 18)
    assert not stunned.world.figures[0].stunned


@pytest.mark.rule("swidenth.shooting.aim", "swidenth.shooting.camouflage")
def test_aim_and_camouflage_add_up_for_the_shooter() -> None:
    world = scene(archer(hidden=True), target(15))
    found = shoots(world, 10, 20, done=("concentrate",))
    assert totals(found)[0] == 16
    assert not found.world.figures[0].hidden
    for_target = changed(world, switches=(FOR_TARGET,))
    assert shooting_modifiers(for_target, for_target.figures[0], False) == ()
    ambush = scene(archer(), target(15, hidden=True), switches=(FOR_TARGET,))
    assert totals(shoots(ambush, 10, 5)) == (10, 8)


@pytest.mark.rule("swidenth.shooting.camouflage")
def test_where_one_can_hide() -> None:
    enemy = target(30)
    woods = scene(archer(), enemy, pieces=[box("woods", 3, 18, 8, 22)])
    assert may_hide(woods, woods.figures[0])
    marsh = scene(archer(), enemy, pieces=[box("marsh", 3, 18, 8, 22)])
    assert may_hide(marsh, marsh.figures[0])
    opened = scene(archer(), enemy)
    assert not may_hide(opened, opened.figures[0])
    walled = scene(archer(), enemy, pieces=[box("thin-obstacle", 6, 15, 6.2, 25, 1)])
    assert may_hide(walled, walled.figures[0])
    engaged = scene(archer(), target(6.3), pieces=[box("woods", 3, 18, 8, 22)])
    assert not may_hide(engaged, engaged.figures[0])
    assert refused(woods, 0, ("hide",), "move") == ""


@pytest.mark.rule("swidenth.shooting.damage", "swidenth.damage.pushback")
def test_a_hit_is_a_blow_away_from_the_shooter() -> None:
    """Short bow, 15 against 11: 5 against D6; arquebus, 17 against 11: 11 against D5."""
    bow = scene(archer(weapon="short-bow"), target(15))
    pushed = shoots(bow, 15, 11, weapon="short-bow", answers=(("push",),))
    assert pushed.told("suffers-pushed").about[1:] == (5, 6)
    assert pushed.world.figures[1].x == 16 * PAS
    gun = scene(archer(weapon="arquebus"), target(15, profile="imperial-human"))
    assert shoots(gun, 17, 11, weapon="arquebus").outcomes == ["defender-out"]


@pytest.mark.rule("swidenth.shooting.critical", "swidenth.shooting.misfire")
def test_natural_20_and_natural_1() -> None:
    world = scene(archer(shooting=2), target(15, combat=0, defence=20))
    assert shoots(world, 20, 15, answers=(("spare",),)).told("suffers-pushed").about[1] == 9 + 1
    jammed = shoots(scene(archer(kit=["pistol", "pistol"]), target(12)), 1, 5, weapon="pistol")
    assert jammed.world.figures[0].missiles == ("pistol",)
    assert shootable(jammed.world, jammed.world.figures[0]) == ["pistol"]


# ---------------------------------------------------------------- the weapon


@pytest.mark.rule("swidenth.weapon-trait.reload", "swidenth.action.reload")
def test_a_crossbow_is_reloaded_before_it_shoots_again() -> None:
    world = scene(archer(weapon="crossbow"), target(15))
    after = shoots(world, 5, 10, weapon="crossbow").world
    assert shot_refused(after, "crossbow") == "swidenth.weapon-trait.reload"
    assert refused(after, 0, ("reload", "crossbow"), "shoot") == ""
    loaded = play(Call(reload, after, 0, Course(), ("reload", "crossbow"))).world
    assert refused(loaded, 0, ("shoot", "crossbow", 1), "reload") == ""
    pistols = scene(archer(kit=["pistol", "pistol"], unloaded=("pistol", "pistol")))
    assert refused(pistols, 0, ("reload", "pistol"), "reload") == ""


@pytest.mark.rule("swidenth.weapon-trait.thrown", "swidenth.melee.unarmed")
def test_a_thrown_weapon_is_gone_hit_or_miss() -> None:
    two = shoots(scene(archer(kit=["javelin-thrown", "javelin-thrown"]), target(12)), 5, 10, weapon="javelin-thrown").world
    assert two.figures[0].missiles == ("javelin-thrown",)
    assert shot_refused(two, "javelin-thrown") == ""
    only = shoots(scene(archer(kit=["javelin-melee"]), target(12)), 5, 10, weapon="javelin-melee").world
    assert only.figures[0].hands == ()
    assert shot_refused(only, "javelin-melee") == "swidenth.shooting.requirements"


@pytest.mark.rule("swidenth.equipment.hands")
def test_hands_on_a_bow_hold_no_shield_until_the_next_activation() -> None:
    """D5 with sword, shield and slung long bow: D6; shoots: D5 until his next activation; a pistol leaves it."""
    world = scene(archer(kit=["sword", "shield", "long-bow"]), target(15))
    assert defence(world.figures[0]) == 6
    after = shoots(world, 5, 10).world
    assert defence(after.figures[0]) == 5
    next_one = play(Call(activate, after, 0), (), (("end",),)).world
    assert defence(next_one.figures[0]) == 6
    pistol = scene(archer(kit=["sword", "shield", "pistol"]), target(12))
    assert defence(shoots(pistol, 5, 10, weapon="pistol").world.figures[0]) == 6


@pytest.mark.rule("swidenth.equipment.hands")
def test_strict_hands_hold_the_bow_or_the_sword() -> None:
    world = scene(archer(kit=["sword", "long-bow"]), target(15), switches=(STRICT_HANDS,))
    assert shot_refused(world) == "swidenth.shooting.requirements"
    assert refused(world, 0, ("draw", "long-bow")) == ""
    drawn = changed(world.figures[0], aiming="long-bow")
    assert shot_refused(world.with_figure(drawn)) == ""


@pytest.mark.rule("swidenth.shooting.fixed-target")
@pytest.mark.parametrize(("die", "hit"), [(12, True), (11, False)])
def test_a_fixed_target_is_hit_above_twelve(die: int, hit: bool) -> None:
    world = scene(archer(shooting=1), target(35)).with_marker("target", 15 * PAS, 20 * PAS, 0)
    assert refused(world, 0, ("shoot-target", "long-bow", 0)) == ""
    found = play(Call(shoot_target, world, 0, Course(), ("shoot-target", "long-bow", 0)), (die,))
    assert found.outcomes == ["hit" if hit else "miss"]
