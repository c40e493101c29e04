"""The choice of a target: the nearest, whom one may pass over for another, and melee."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.systems.sbh.model import LONG, SPELLBOUND, Figure, World
from escarmouche.systems.sbh.rules.conventions import apart, enemies
from escarmouche.systems.sbh.rules.shooting import (
    legal_target,
    mark_refusal,
    may_ignore,
    outgrows,
    target_refusal,
    targets,
)
from tests.systems.sbh.ranges import doing, facing, scenery, why, why_not
from tests.systems.sbh.scene import changed, fighter, scene

NEAREST = "sbh.shooting.target-nearest"


def choice(shooter: str, *others: tuple[str, float, dict[str, Any]], **changes: Any) -> World:
    """A shooter and enemies at these gaps, each in a direction of its own; `changes` are the shooter's."""
    archer = fighter(shooter, 0, 300, 300, **changes)
    placed = []
    for number, (profile, gap, details) in enumerate(others):
        enemy = fighter(profile, 1, 0, 0, **details)
        placed.append(facing(archer, enemy, gap) if number % 2 == 0 else facing(archer, enemy, 0, up=gap))
    return scene(archer, *placed)


def chosen(world: World) -> list[int]:
    """The ids of those the shooter may choose."""
    return sorted(answer[1] for answer in doing(world, 1).listed() if answer[0] == "shoot")


# ---------------------------------------------------------------- the nearest, and exceptions


@pytest.mark.rule("sbh.shooting.target-nearest")
def test_the_nearest_enemy_must_be_shot_at() -> None:
    world = choice("orc-archer", ("human-warrior", 60, {}), ("human-warrior", 90, {}))
    assert chosen(world) == [1]
    assert why_not(doing(world, 1), ("shoot", 2, False)) == NEAREST
    refusal = doing(world, 1).check(("shoot", 2, False))
    assert refusal is not None
    assert refusal.about == (0, 1)


@pytest.mark.rule("sbh.shooting.target-nearest")
def test_between_two_at_the_same_distance_the_shooter_chooses() -> None:
    world = choice("orc-archer", ("human-warrior", 60, {}), ("human-warrior", 60, {}))
    assert chosen(world) == [1, 2]


@pytest.mark.rule("sbh.shooting.target-nearest")
def test_one_that_cannot_be_shot_is_not_the_nearest() -> None:
    world = choice("orc-archer", ("human-warrior", 60, {}), ("human-warrior", 90, {}))
    wall = scenery("wall-or-tree", 320, 280, 5, 40)
    assert chosen(changed(world, ground=changed(world.ground, pieces=(wall,)))) == [2]


@pytest.mark.rule("sbh.shooting.target-half-points", "sbh.profile.points")
@pytest.mark.parametrize(("points", "free"), [(23, True), (24, True), (25, False)])
def test_enemies_of_less_than_half_the_points_may_be_ignored(points: int, free: bool) -> None:
    world = choice("human-archer", ("orc-warrior", 60, {"points": points}), ("orc-warlord", 90, {}), points=50)
    assert chosen(world) == ([1, 2] if free else [1])


@pytest.mark.rule("sbh.shooting.target-ignore-covered")
def test_one_on_the_ground_may_be_ignored() -> None:
    world = choice("orc-archer", ("human-warrior", 60, {"prone": True}), ("human-warrior", 90, {}))
    assert chosen(world) == [1, 2]


@pytest.mark.rule("sbh.shooting.target-ignore-covered")
def test_one_in_cover_may_be_ignored() -> None:
    world = choice("orc-archer", ("human-warrior", 60, {}), ("human-warrior", 90, {}))
    rocks = scenery("rocks", 340, 306, 10, 10)
    assert chosen(changed(world, ground=changed(world.ground, pieces=(rocks,)))) == [1, 2]


@pytest.mark.rule("sbh.shooting.target-nearest")
def test_being_held_is_no_reason_to_be_ignored() -> None:
    world = choice("orc-archer", ("human-warrior", 60, {"held": SPELLBOUND}), ("human-warrior", 90, {}))
    assert chosen(world) == [1]


@pytest.mark.rule("sbh.shooting.target-ignore-for-large")
def test_those_of_normal_size_may_be_ignored_for_a_large_one_but_not_the_other_way_round() -> None:
    assert chosen(choice("human-archer", ("orc-warrior", 40, {}), ("ogre-warrior", 100, {}))) == [1, 2]
    assert chosen(choice("human-archer", ("orc-warrior", 40, {}), ("dragon-adult", 100, {}))) == [1, 2]
    assert chosen(choice("human-archer", ("ogre-warrior", 40, {}), ("orc-warrior", 100, {}))) == [1]
    assert chosen(choice("human-archer", ("ogre-warrior", 40, {}), ("dragon-adult", 100, {}))) == [1]


# ---------------------------------------------------------------- melee


@pytest.mark.rule("sbh.shooting.no-shooting-from-melee", "sbh.state.engaged")
def test_nobody_shoots_out_of_melee() -> None:
    world = choice("orc-archer", ("human-warrior", 0, {}), ("human-warrior", 90, {}))
    assert chosen(world) == []
    for target in (1, 2):
        assert why_not(doing(world, 1), ("shoot", target, False)) == "sbh.shooting.no-shooting-from-melee"


@pytest.mark.rule("sbh.shooting.prone-enemy-adjacent")
def test_beside_an_enemy_on_the_ground_one_may_shoot_it_or_another() -> None:
    assert chosen(choice("orc-archer", ("human-warrior", 0, {"prone": True}), ("human-warrior", 90, {}))) == [1, 2]


@pytest.mark.rule("sbh.shooting.prone-enemy-adjacent")
def test_every_enemy_in_contact_must_lie_on_the_ground() -> None:
    one_up = choice("orc-archer", ("human-warrior", 0, {"prone": True}), ("human-warrior", 0.01, {}))
    held = choice("orc-archer", ("human-warrior", 0, {"held": SPELLBOUND}), ("human-warrior", 90, {}))
    assert chosen(one_up) == chosen(held) == []


def over_a_friend(prone: bool) -> World:
    """An archer, an enemy in contact with a friend of the archer, and another enemy farther away."""
    archer = fighter("orc-archer", 0, 300, 300)
    enemy = facing(archer, fighter("human-warrior", 1, 0, 0), 60)
    friend = facing(enemy, fighter("orc-warrior", 0, 0, 0, prone=prone), 0)
    return scene(archer, enemy, friend, facing(archer, fighter("human-warrior", 1, 0, 0), 0, up=90))


@pytest.mark.rule("sbh.shooting.no-shooting-into-melee", "sbh.state.engaged")
def test_nobody_shoots_into_melee() -> None:
    world = over_a_friend(prone=False)
    assert why(legal_target(world, world.figures[0], world.figures[1])) == "sbh.shooting.no-shooting-into-melee"
    assert chosen(world) == [3]


@pytest.mark.rule("sbh.shooting.prone-friend-adjacent")
def test_nor_at_an_enemy_standing_over_a_friend() -> None:
    world = over_a_friend(prone=True)
    assert why(legal_target(world, world.figures[0], world.figures[1])) == "sbh.shooting.prone-friend-adjacent"
    assert chosen(world) == [3]


@pytest.mark.rule("sbh.shooting.no-shooting-into-melee")
def test_a_friend_of_the_shooter_at_the_prone_enemy_forbids_the_shot_too() -> None:
    archer = fighter("orc-archer", 0, 300, 300)
    enemy = facing(archer, fighter("human-warrior", 1, 0, 0, prone=True), 0)
    friend = facing(enemy, fighter("orc-warrior", 0, 0, 0), 0)
    assert why_not(doing(scene(archer, enemy), 1), ("shoot", 1, False)) == ""
    assert why_not(doing(scene(archer, enemy, friend), 1), ("shoot", 1, False)) == ("sbh.shooting.no-shooting-into-melee")


# ---------------------------------------------------------------- the slow twin


def by_the_book(world: World, shooter: Figure, length: int) -> list[int]:
    """Who may be chosen, word for word: one that can be shot at, such that everybody nearer who can be shot at may be
    ignored."""
    able = [enemy for enemy in enemies(world, shooter) if mark_refusal(world, shooter, enemy, length) is None]
    return [
        target.id
        for target in able
        if all(
            apart(world, shooter, enemy) >= apart(world, shooter, target)
            or may_ignore(world, shooter, enemy)
            or outgrows(target, enemy)
            for enemy in able
        )
    ]


CROWD = st.lists(
    st.tuples(
        st.sampled_from(["orc-warrior", "ogre-warrior", "zombie", "goblin-spy", "orc-warlord", "dragon-adult"]),
        st.integers(0, 1),
        st.integers(3, 57),
        st.integers(3, 57),
        st.booleans(),
    ),
    min_size=1,
    max_size=9,
)


@pytest.mark.rule("sbh.shooting.target-nearest")
@given(CROWD)
def test_the_choice_is_the_same_word_for_word(crowd: list[tuple[str, int, int, int, bool]]) -> None:
    others = [fighter(profile, seat, 10 * x, 10 * y, prone=prone) for profile, seat, x, y, prone in crowd]
    pieces = [scenery("rocks", 200, 250, 50, 30), scenery("wood", 350, 300, 100, 120), scenery("obstacle", 250, 400, 80, 4)]
    world = scene(fighter("wood-elf-archer", 0, 300, 300), *others, pieces=pieces)
    archer = world.figures[0]
    expected = by_the_book(world, archer, LONG)
    assert sorted(target.id for target in targets(world, archer, LONG)) == expected
    allowed = [foe.id for foe in enemies(world, archer) if target_refusal(world, archer, foe, LONG) is None]
    assert allowed == expected
