"""Ranged deeds: what is listed is allowed, what is drawn is listed, and everything listed is drawn sooner or later."""

from __future__ import annotations

import pytest

from escarmouche.core.dice import Stream
from escarmouche.systems.sbh.model import World
from escarmouche.systems.sbh.rules.actions import DEEDS, REGROUP, Doing
from tests.systems.sbh.ranges import doing, facing, pair, scenery
from tests.systems.sbh.scene import changed, fighter, scene

DRAWS = 400


def crowd(profile: str, **changes: object) -> World:
    """A fighter, three enemies around it (one behind a rock, one on the ground), and friends, one of them hurt."""
    hero = fighter(profile, 0, 300, 300, **changes)
    return scene(
        hero,
        facing(hero, fighter("orc-warrior", 1, 0, 0), 40),
        facing(hero, fighter("ogre-warrior", 1, 0, 0), 0, up=60),
        fighter("zombie", 1, 270, 250, prone=True),
        fighter("zombie", 1, 200, 300),
        fighter("human-warrior", 0, 300, 284, prone=True, poisoned=2),
        pieces=[scenery("rocks", 230, 280, 20, 40)],
    )


CASES = [
    ("shoot", crowd("human-archer"), ""),
    ("shoot", crowd("dragon-adult"), ""),
    ("throw", crowd("human-thief", item="magic-javelins", charges=2), ""),
    ("cast", crowd("human-mage"), "cast"),
    ("cast", crowd("human-thief", item="scroll", charges=4), "scroll"),
    ("entangle", crowd("giant-spider"), ""),
    ("heal", crowd("human-cleric"), "heal"),
    ("raise", crowd("human-cleric"), "heal"),
]


def drawn(kind: str, left: Doing) -> set[object]:
    """What comes up in many draws of one kind of deed."""
    chance = Stream("draws of " + kind)
    return {DEEDS[kind].sample(left, chance) for _ in range(DRAWS)} - {None}


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize(("kind", "world", "declared"), CASES)
def test_listed_is_allowed_and_drawn(kind: str, world: World, declared: str, left: int) -> None:
    options = doing(world, left, declared)
    deed = DEEDS[kind]
    listed = deed.listed(options) if deed.possible(options) else []
    assert bool(listed) is (kind != "raise" or left >= 2)
    assert [options.check(answer) for answer in listed] == [None] * len(listed)
    assert len(set(listed)) == len(listed)
    if listed:
        assert drawn(kind, options) == set(listed)


@pytest.mark.parametrize(("kind", "world", "declared"), CASES[:3])
def test_a_shot_is_listed_plain_and_aimed(kind: str, world: World, declared: str) -> None:
    for left, ways in ((1, {False}), (2, {False, True})):
        assert {answer[2] for answer in DEEDS[kind].listed(doing(world, left, declared))} == ways


@pytest.mark.parametrize(("kind", "world", "declared"), CASES[:6])
def test_in_a_regroup_none_of_it_is_possible(kind: str, world: World, declared: str) -> None:
    assert not DEEDS[kind].possible(doing(world, 3, declared, mode=REGROUP))


def test_without_a_target_nothing_is_drawn() -> None:
    far = {kind: scene(*pair(profile, "orc-warrior", 400)) for kind, profile in (("shoot", "human-archer"), ("cast", "lich"))}
    assert drawn("shoot", doing(far["shoot"], 3)) == set()
    assert drawn("cast", doing(far["cast"], 3, "cast")) == set()
    spider = scene(*pair("giant-spider", "orc-warrior", 400))
    assert drawn("entangle", doing(spider, 3)) == set()


def test_every_answer_of_an_exhausted_quiver_is_refused() -> None:
    world = crowd("human-archer", spent=True)
    assert not DEEDS["shoot"].possible(doing(world, 3))
    bare = crowd("human-thief", item="magic-javelins", charges=0)
    other = crowd("human-thief", item="belt-of-strength", charges=3)
    for thrower in (bare, other):
        assert not DEEDS["throw"].possible(doing(thrower, 3))
        assert doing(thrower, 3).check(("throw", 1, False)) is not None


def test_figures_are_told_apart_by_id_from_nought() -> None:
    archer = fighter("orc-archer", 1, 300, 300)
    near, far = fighter("human-warrior", 0, 0, 0), fighter("human-warrior", 0, 0, 0)
    world = changed(scene(facing(archer, near, 60), archer, facing(archer, far, 0, up=90)), active=1)
    left = doing(world, 1, id=1)
    assert [answer[1] for answer in DEEDS["shoot"].listed(left)] == [0]
    assert left.check(("shoot", 2, False)) is not None
