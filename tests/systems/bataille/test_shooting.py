"""Shooting: who may shoot at whom, lines of fire, cover."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import HERO, MOVED, PARALYSED, SORCERER, TITAN, Fire, World
from escarmouche.systems.bataille.rules.core import Contacts
from escarmouche.systems.bataille.rules.shooting import Shots, shooting, target_refusal
from escarmouche.systems.bataille.rules.sight import covers, sees
from escarmouche.systems.bataille.rules.spells import barrier
from tests.systems.bataille.scene import box, gun, inches, man, play, rule_of, scene

ARCHER: dict[str, Any] = {"shooting": (3,)}


def aim(world: World, shooter: int, target: int) -> str:
    """The rule by which a target is refused; empty when it is allowed."""
    return rule_of(target_refusal(world, world.figures[shooter], world.figures[target], Contacts(world)))


def shot(world: World, dice: list[int], *rows: tuple[int, ...]) -> Any:
    """What comes of these shots of the first side; the others declare none."""
    return play(Call(shooting, world), dice, [("declare", *rows)])


def on_line(world: World, shooter: int, target: int) -> list[int]:
    """The covers of a shot: figures by their ids, -1 for scenery."""
    aimed = world.figures[target]
    return [cover for _, cover in covers(world, world.figures[shooter], aimed.x, aimed.y, target)]


@pytest.mark.rule("bataille.shoot.simultaneous")
def test_the_dead_still_shoot() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(1, 20, 10, shooting=(2,)), man(0, 10, 14))
    played = play(Call(shooting, world), [3, 2, 6, 6], [("declare", (0, 1)), ("declare", (1, 2))])
    assert played.dead == [1, 2]


@pytest.mark.rule("bataille.shoot.range")
@pytest.mark.parametrize(("x", "refused"), [(29, ""), (29.01, "shoot.range")])
def test_a_shot_reaches_18_inches(x: float, refused: str) -> None:
    assert aim(scene(man(0, 10, 10, **ARCHER), man(1, x, 10)), 0, 1) == refused


@pytest.mark.rule("bataille.shoot.line-of-sight")
def test_a_house_hides_and_a_low_wall_does_not() -> None:
    figures = man(0, 10, 10, **ARCHER), man(1, 20, 10)
    assert aim(scene(*figures, pieces=[box("building", 13, 8, 17, 12)]), 0, 1) == "shoot.line-of-sight"
    assert aim(scene(*figures, pieces=[box("low-wall", 13, 8, 13.5, 12)]), 0, 1) == ""


@pytest.mark.rule("bataille.shoot.line-of-sight-2d")
def test_what_blocks_a_line_of_fire() -> None:
    hill = [box("hill", 13, 8, 16, 12)]
    assert not sees(scene(pieces=hill), inches(10), inches(10), inches(20), inches(10))
    assert sees(scene(pieces=hill), inches(14), inches(10), inches(20), inches(10)), "from the hill itself"
    assert not sees(scene(pieces=[*hill, box("hill", 20, 8, 24, 12)]), inches(14), inches(10), inches(30), inches(10))
    assert sees(scene(pieces=[box("building", 13, 10, 16, 12)]), inches(10), inches(10), inches(20), inches(10)), (
        "along its outline"
    )
    assert not sees(scene(pieces=[box("cliff", 13, 9, 16, 12)]), inches(10), inches(10), inches(20), inches(10))
    giant = scene(
        man(0, 10, 10, **ARCHER), man(0, 14, 10, radius=inches(1.6)), man(1, 20, 10), pieces=[box("difficult", 16, 8, 18, 12)]
    )
    assert (aim(giant, 0, 2), on_line(giant, 0, 2)) == ("", [1])


@pytest.mark.rule("bataille.shoot.moved-over-half")
@pytest.mark.parametrize(("moved", "able"), [(3, True), (3.01, False)])
def test_no_shot_after_more_than_half_a_move(moved: float, able: bool) -> None:
    world = scene(man(0, 10, 10, moved=inches(moved), state=MOVED, **ARCHER), man(1, 20, 10))
    assert (Shots(world, 0).able() == [0]) == able


@pytest.mark.rule("bataille.shoot.magic-moves-count")
def test_moves_by_magic_count_and_being_placed_does_not() -> None:
    from escarmouche.systems.bataille.rules.spells import bloodthirst, teleport

    archer = man(0, 10, 10, moved=inches(2), **ARCHER)
    world = scene(archer, man(1, 25, 10))
    ran = play(Call(bloodthirst, world, ("bloodthirst", 0, 0)), [], [("accept",), ("run", inches(12), inches(10))]).world
    assert Shots(ran, 0).able() == []
    spot = (inches(10), inches(20))
    gone = play(Call(teleport, world, ("teleportation", 0, 0, *spot)), [], [("accept",)]).world
    assert Shots(gone, 0).able() == [0]
    strict = scene(archer, man(1, 25, 10), on="teleport-counts-as-move")
    assert Shots(play(Call(teleport, strict, ("teleportation", 0, 0, *spot)), [], [("accept",)]).world, 0).able() == []


@pytest.mark.rule("bataille.shoot.defence-per-hit", "bataille.ability.powerful")
def test_each_hit_is_defended_with_its_own_malus() -> None:
    world = scene(
        man(0, 10, 10, **ARCHER), man(0, 10, 12, **ARCHER), man(0, 10, 8, traits="powerful", **ARCHER), man(1, 20, 10, hp=4)
    )
    played = shot(world, [1, 1, 1, 1, 1, 1], (0, 3), (1, 3), (2, 3))
    assert played.needs("core.defence-roll") == [(3, 1, 3), (3, 1, 3), (3, 1, 2)]


@pytest.mark.rule("bataille.ability.powerful-exempt")
def test_the_powerful_do_not_mind_the_powerful() -> None:
    world = scene(man(0, 10, 10, traits="powerful", **ARCHER), man(1, 20, 10, traits="powerful"))
    assert shot(world, [1, 1], (0, 1)).needs("core.defence-roll") == [(1, 1, 3)]


@pytest.mark.rule("bataille.ability.powerful-friends-hit")
def test_a_friend_struck_by_a_stray_shot_has_its_full_armour() -> None:
    def stray(seat: int) -> list[tuple[int, int, int]]:
        world = scene(man(0, 10, 10, traits="powerful", **ARCHER), man(seat, 15, 10), man(1, 20, 10), seats=3)
        needs: list[tuple[int, int, int]] = shot(world, [1, 4, 1], (0, 2)).needs("core.defence-roll")
        return needs

    assert stray(0) == [(1, 1, 3)]
    assert stray(2) == [(1, 1, 2)], "a third side is an enemy"


@pytest.mark.rule("bataille.shoot.hero-restriction")
def test_a_character_may_be_shot_at_only_as_the_nearest_target() -> None:
    hero = man(1, 19, 10, role=HERO)
    assert aim(scene(man(0, 10, 10, **ARCHER), hero, man(1, 10, 17)), 0, 1) == "shoot.hero-restriction"
    nearest = scene(man(0, 10, 10, **ARCHER), hero, man(1, 10, 20))
    assert (aim(nearest, 0, 1), aim(nearest, 0, 2)) == ("", "")


@pytest.mark.rule("bataille.shoot.nearest-target")
def test_only_those_who_could_be_shot_at_shield_a_character() -> None:
    archer, hero = man(0, 10, 10, **ARCHER), man(1, 19, 10, role=HERO)
    engaged = scene(archer, hero, man(1, 10, 14), man(0, 10, 15))
    assert aim(engaged, 0, 1) == ""
    assert (
        aim(scene(archer, hero, man(1, 10, 14), man(0, 10, 15), on="nearest-enemy-shields"), 0, 1) == "shoot.hero-restriction"
    )
    assert aim(scene(archer, hero, man(1, 10, 19)), 0, 1) == "", "equally near"
    wide = scene(archer, man(1, 19, 10, role=HERO), man(1, 10, 19.2, radius=inches(0.8)))
    assert aim(wide, 0, 1) == "shoot.hero-restriction", "nearer by its edge"
    three = scene(archer, man(1, 16, 10, role=HERO), man(1, 10, 18, role=SORCERER), man(1, 20, 12))
    assert [aim(three, 0, one) for one in (1, 2, 3)] == ["", "shoot.hero-restriction", ""]
    third = scene(archer, hero, man(2, 10, 17), seats=3)
    assert aim(third, 0, 1) == "shoot.hero-restriction"


@pytest.mark.rule("bataille.shoot.titan-not-protected")
def test_a_titan_is_shot_at_like_any_figure() -> None:
    assert aim(scene(man(0, 10, 10, **ARCHER), man(1, 19, 10, role=TITAN), man(1, 10, 14)), 0, 1) == ""


@pytest.mark.rule("bataille.shoot.woods")
@pytest.mark.parametrize(("right", "refused"), [(15, ""), (15.5, "shoot.line-of-sight")])
def test_a_shot_crosses_two_inches_of_wood(right: float, refused: str) -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(1, 20, 10), pieces=[box("wood", 13, 5, right, 15)])
    assert aim(world, 0, 1) == refused


@pytest.mark.rule("bataille.shoot.woods-detail")
def test_all_wood_on_the_line_adds_up_and_covers() -> None:
    figures = man(0, 10, 10, **ARCHER), man(1, 20, 10)
    two = scene(*figures, pieces=[box("wood", 12, 5, 13.2, 15), box("wood", 15, 5, 16.2, 15)])
    assert aim(two, 0, 1) == "shoot.line-of-sight"
    one = scene(*figures, pieces=[box("wood", 12, 5, 13.5, 15)])
    assert (aim(one, 0, 1), on_line(one, 0, 1)) == ("", [-1])
    inside = scene(*figures, pieces=[box("wood", 5, 5, 10.8, 15)])
    assert (aim(inside, 0, 1), on_line(inside, 0, 1)) == ("", [-1])
    for far, refused in ((1.9, ""), (2.1, "shoot.line-of-sight")):
        both = scene(man(0, 10, 10, **ARCHER), man(1, 10 + far, 10), pieces=[box("wood", 5, 5, 15, 15)])
        assert aim(both, 0, 1) == refused


@pytest.mark.rule("bataille.shoot.not-into-melee")
def test_nobody_shoots_at_the_engaged() -> None:
    assert aim(scene(man(0, 10, 10, **ARCHER), man(1, 20, 10), man(0, 21, 10)), 0, 1) == "shoot.not-into-melee"
    assert aim(scene(man(0, 10, 10, **ARCHER), man(1, 20, 10), man(2, 21, 10), seats=3), 0, 1) == "shoot.not-into-melee"
    assert aim(scene(man(0, 10, 10, **ARCHER), man(1, 20, 10), man(0, 22.5, 10, traits="reach")), 0, 1) == ""


@pytest.mark.rule("bataille.shoot.not-from-melee")
def test_the_engaged_do_not_shoot() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(1, 11, 10), man(1, 20, 10))
    assert Shots(world, 0).able() == []
    assert rule_of(Shots(world, 0).check(("declare", (0, 2)))) == "shoot.not-from-melee"


@pytest.mark.rule("bataille.shoot.over-melee")
def test_a_shot_over_a_melee_may_strike_it() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(0, 14, 10), man(1, 15, 10), man(1, 20, 10))
    played = shot(world, [1, 3, 4, 6], (0, 3))
    assert played.dead == [2], "though it could not be aimed at"


@pytest.mark.rule("bataille.shoot.split-shots")
def test_each_shot_may_have_its_own_target() -> None:
    world = scene(man(0, 10, 10, shooting=(4, 3)), man(1, 20, 10), man(1, 10, 20), man(2, 16, 16), seats=3)
    played = shot(world, [4, 3, 6, 6], (0, 1, 3))
    assert played.dead == [1, 3]
    assert shot(world, [4, 6], (0, 1, -1)).dead == [1]


@pytest.mark.rule("bataille.shoot.enemy-targets-only")
def test_friends_are_not_aimed_at_and_nobody_has_to_shoot() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(0, 14, 14), man(1, 20, 10))
    assert rule_of(Shots(world, 0).check(("declare", (0, 1)))) == "shoot.enemy-targets-only"
    assert shot(world, []).rolls == []


@pytest.mark.rule("bataille.cover.definition", "bataille.cover.which-count")
def test_every_figure_and_wall_on_the_line_is_a_cover() -> None:
    wall = box("low-wall", 16, 5, 16.5, 15)
    world = scene(
        man(0, 10, 10, **ARCHER),
        man(0, 12, 10.3),
        man(1, 14, 9.6),
        man(1, 20, 10),
        man(0, 12, 11),
        gun(1, 18, 10.5),
        pieces=[wall],
    )
    assert on_line(world, 0, 3) == [1, 2, -1, 5]
    beside = scene(man(0, 10, 10, **ARCHER), man(0, 12, 10.5), man(1, 20, 10))
    assert on_line(beside, 0, 2) == [], "touching the line is not crossing it"
    bent = scene(
        man(0, 10, 10, **ARCHER), man(1, 20, 10), pieces=[box("low-wall", 10.5, 5, 11, 15), box("low-wall", 19, 5, 19.5, 15)]
    )
    assert on_line(bent, 0, 1) == [-1, -1]
    own = scene(man(0, 10, 10, **ARCHER), man(1, 20, 10), pieces=[box("low-wall", 10.5, 5, 11, 15)], on="own-cover-ignored")
    assert on_line(own, 0, 1) == []


@pytest.mark.rule("bataille.cover.roll", "bataille.cover.after-hit-roll")
def test_a_die_for_each_cover_after_a_hit() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(0, 13, 10), man(0, 16, 10), man(1, 20, 10))
    assert shot(world, [3, 2, 3, 6], (0, 3)).dead == [3]
    second = shot(world, [3, 2, 5, 6], (0, 3))
    assert second.dead == [2]
    assert shot(world, [4], (0, 3)).rolls[0][0].why == "bataille.shoot.attack", "a miss rolls for no cover"


@pytest.mark.rule("bataille.cover.order")
def test_covers_are_met_from_the_shooter_on() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(0, 12, 10), man(1, 14, 10), man(1, 20, 10))
    played = shot(world, [1, 4, 6], (0, 3))
    assert (played.dead, len(played.needs("cover.roll"))) == ([1], 1)
    wood = scene(
        man(0, 10, 10, **ARCHER),
        man(1, 20, 10),
        man(1, 15.5, 10),
        pieces=[box("wood", 14.5, 5, 16, 15), box("low-wall", 18, 5, 18.5, 15)],
    )
    assert on_line(wood, 0, 1) == [-1, 2, -1]


@pytest.mark.rule("bataille.cover.figure-hit")
def test_any_figure_may_be_struck_as_cover() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(2, 14, 10, role=HERO, items="item-stealth"), man(1, 20, 10), seats=3)
    played = shot(world, [1, 4, 6], (0, 2))
    assert (played.dead, played.world.sides[0].points) == ([1], 60)


@pytest.mark.rule("bataille.cover.scenery-hit")
def test_a_shot_that_strikes_scenery_or_a_gun_is_lost() -> None:
    wall = scene(man(0, 10, 10, **ARCHER), man(1, 20, 10), pieces=[box("low-wall", 16, 5, 16.5, 15)])
    assert shot(wall, [1, 6], (0, 1)).kinds[-1] == "shot-lost"
    piece = scene(man(0, 10, 10, **ARCHER), gun(1, 15, 10), man(1, 20, 10))
    assert shot(piece, [1, 4], (0, 2)).kinds[-1] == "shot-lost"


@pytest.mark.rule("bataille.spell.wall-of-fire-sight")
def test_flames_block_sight() -> None:
    fire = Fire(1, barrier(inches(15), inches(10), 9000), 1)
    world = scene(man(0, 10, 10, **ARCHER), man(1, 20, 10), fires=(fire,))
    assert aim(world, 0, 1) == "shoot.line-of-sight"
    inside = scene(man(0, 15, 10, **ARCHER), man(1, 20, 10), fires=(fire,))
    assert aim(inside, 0, 1) == "shoot.line-of-sight"


@pytest.mark.rule("bataille.item.stealth")
def test_the_stealthy_are_not_aimed_at_and_shield_nobody() -> None:
    world = scene(man(0, 10, 10, **ARCHER), man(1, 14, 10, items="item-stealth"), man(1, 10, 19, role=SORCERER))
    assert (aim(world, 0, 1), aim(world, 0, 2)) == ("item.stealth", "")


def test_the_paralysed_do_not_shoot() -> None:
    assert Shots(scene(man(0, 10, 10, state=PARALYSED, **ARCHER), man(1, 20, 10)), 0).able() == []
