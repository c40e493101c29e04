"""Magic: who may be the target, the casting roll, the ten spells, and how long they last."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import ON_TABLE, OUT, Course, Figure, World
from escarmouche.systems.swidenth.rules.activation import activate
from escarmouche.systems.swidenth.rules.conventions import movement
from escarmouche.systems.swidenth.rules.damage import suffer
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.magic import cast, incant, resist
from escarmouche.systems.swidenth.rules.psychology import causes_fear, met, morale_modifiers
from escarmouche.systems.swidenth.rules.turn import dawn
from escarmouche.systems.swidenth.rules.values import PAS
from tests.systems.swidenth.arena import box, fighter, refused, scene
from tests.systems.swidenth.scene import Played, changed, play
from tests.systems.swidenth.scene import script as step


def mage(*spells: str, **changes: Any) -> Figure:
    """A caster of seat 0 with P2 and no Heroism."""
    return fighter("orc-caster", 0, 20, 20, **{"spells": spells, "heroism": 0, **changes})


def orc(x: float, y: float = 20, seat: int = 1, **changes: Any) -> Figure:
    return fighter("orc", seat, x, y, **{"kit": ["sword"], **changes})


def casts(world: World, spell: str, target: int, *dice: int, done: tuple[str, ...] = (), answers: Any = ()) -> Played:
    return play(Call(cast, world, 0, Course(done), ("cast", spell, target)), dice, answers)


def works(spell: str, *others: Figure, target: int = 1, dice: tuple[int, ...] = (), **changes: Any) -> World:
    """The world after a spell that worked."""
    return casts(scene(mage(spell), *others, **changes), spell, target, 19, *dice).world


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("swidenth.magic.casting-roll", "swidenth.magic.concentrate", "swidenth.action.cast")
@pytest.mark.parametrize(
    ("die", "done", "changes", "fails"),
    [
        (11, (), {}, False),
        (10, (), {}, True),
        (8, ("concentrate",), {}, False),
        (7, ("concentrate",), {}, True),
        (18, (), {"stunned": True}, True),
    ],
)
def test_the_total_must_be_above_the_difficulty(die: int, done: tuple[str, ...], changes: Any, fails: bool) -> None:
    """P2 against 12."""
    found = casts(scene(mage("dread-mask", **changes)), "dread-mask", 0, die, done=done)
    assert ("fails" in found.outcomes) is fails
    assert not found.world.figures[0].stunned


@pytest.mark.rule("swidenth.trait.intelligent", "swidenth.trait.stupid", "swidenth.magic.spell-list")
def test_resisting() -> None:
    """Strictly above 12: an orc with 13, a Stupid ogre with 16, P2 and Intelligent with 8."""
    sage = fighter("orc-caster", 1, 5, 5)
    sage = changed(sage, card=changed(sage.card, traits=sage.card.traits | 1 << 7))
    for figure, needed in ((orc(5), 13), (fighter("ogre", 1, 5, 5), 16), (sage, 8)):
        world = scene(figure)
        assert play(Call(resist, world, 0, 12), (needed,)).run.result
        assert not play(Call(resist, world, 0, 12), (needed - 1,)).run.result


@pytest.mark.rule("swidenth.magic.natural")
def test_natural_20_doubles_psychism_and_natural_1_always_fails() -> None:
    world = scene(mage("fire-bolt", psychism=3), orc(30, defence=30))
    found = casts(world, "fire-bolt", 1, 20, 10, answers=(("spare",),))
    assert found.told("dodges").about[1] == 26
    fumbled = play(Call(incant, scene(mage("haste", psychism=9)), 0, "haste", 0, ()), (1,))
    assert fumbled.outcomes == ["fails"]
    assert fumbled.world.figures[0].stunned


# ---------------------------------------------------------------- limits


@pytest.mark.rule("swidenth.magic.limits", "swidenth.trait.spellcaster")
def test_whom_a_spell_may_be_cast_on() -> None:
    friend, near = orc(22, 22, seat=0), orc(24)
    every = list(book().spell)
    world = scene(mage(*every), near, friend)
    assert refused(world, 0, ("cast", "stupor", 1)) == ""
    assert refused(world, 0, ("cast", "stupor", 2)) == "swidenth.magic.limits"
    assert refused(world, 0, ("cast", "haste", 1)) == "swidenth.magic.limits"
    assert refused(world, 0, ("cast", "haste", 0)) == ""
    assert refused(world, 0, ("cast", "haste", 2)) == ""
    assert refused(world, 2, ("cast", "haste", 0)) == "swidenth.trait.spellcaster"
    assert refused(scene(mage("haste"), near, friend), 0, ("cast", "stupor", 1)) == "swidenth.trait.spellcaster"
    far = scene(mage(*every), orc(30))
    assert refused(far, 0, ("cast", "stupor", 1)) == "swidenth.magic.limits"
    unseen = scene(mage(*every), near, pieces=[box("thin-obstacle", 22, 15, 22.2, 25, 1.5)])
    assert refused(unseen, 0, ("cast", "stupor", 1)) == "swidenth.shooting.line-of-sight"
    assert refused(world, 0, ("cast", "haste", 0), "cast") == "swidenth.action.combinations"


@pytest.mark.rule("swidenth.magic.limits")
def test_an_engaged_caster_uses_self_and_touch_only() -> None:
    hurt = orc(18.8, seat=0, stunned=True)
    world = scene(mage(*book().spell), orc(21.2), hurt)
    assert refused(world, 0, ("cast", "healing-hands", 2)) == ""
    assert refused(world, 0, ("cast", "fire-bolt", 1)) == "swidenth.magic.limits"
    assert refused(world, 0, ("cast", "mystic-shield", 0)) == ""


@pytest.mark.rule("swidenth.magic.limits", "swidenth.shooting.into-melee")
def test_a_spell_that_is_a_shot_keeps_to_the_bans_of_shooting() -> None:
    world = scene(mage(*book().spell), orc(26), orc(26, 21.2, seat=0))
    assert refused(world, 0, ("cast", "fire-bolt", 1)) == "swidenth.shooting.into-melee"
    assert refused(world, 0, ("cast", "stupor", 1)) == ""


# ---------------------------------------------------------------- spells that last


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.magic.limits")
def test_a_mystic_shield_adds_two_once_and_ends_with_its_caster() -> None:
    world = works("mystic-shield", orc(22, seat=0), orc(20, 21.2))
    shielded = world.figures[1]
    assert (defence(shielded), defence(shielded, pierced=True)) == (8, 8)
    twice = casts(world, "mystic-shield", 1, 19).world
    assert defence(twice.figures[1]) == 8
    fallen = play(Call(suffer, world, 0, 2, 99, False, "defender")).world
    assert defence(fallen.figures[1]) == 6
    next_time = play(Call(activate, world, 0), (), (("end",),)).world
    assert defence(next_time.figures[1]) == 6


@pytest.mark.rule("swidenth.magic.spell-list")
def test_haste_and_roots_change_the_next_move() -> None:
    hasty = works("haste", orc(22, seat=0))
    assert movement(hasty.figures[1]) == 7 * PAS
    assert movement(play(Call(activate, hasty, 1), (), (("end",),)).world.figures[1]) == 5 * PAS
    assert movement(dawn(dawn(hasty)).figures[1]) == 5 * PAS
    rooted = works("grasping-roots", orc(25), dice=(12,))
    assert movement(rooted.figures[1]) == 5 * PAS // 2
    assert refused(rooted, 1, ("run", ()), "move") != ""
    assert movement(works("grasping-roots", orc(25), dice=(13,)).figures[1]) == 5 * PAS


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.morale.test")
def test_a_steadfast_heart_rallies_at_once() -> None:
    found = works("steadfast-heart", orc(24, seat=0, fleeing=True), dice=(5,))
    assert not found.figures[1].fleeing
    assert sum(value for _, value in morale_modifiers(found.figures[1])) == 3
    assert works("steadfast-heart", orc(24, seat=0, fleeing=True), dice=(4,)).figures[1].fleeing


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.fear.test")
def test_a_mask_of_dread_frightens_the_next_who_come() -> None:
    world = works("dread-mask", orc(22, seat=0), orc(23.2))
    assert causes_fear(world.figures[1])
    assert play(step(met, world, 2, (1,))).rolls == []
    assert play(step(met, world, 2, ()), (7,)).world.figures[2].stunned


# ---------------------------------------------------------------- spells at once


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.trait.large-target")
def test_a_gust_pushes_back_even_out_of_a_fight() -> None:
    world = scene(mage("gust"), orc(24), orc(24, 21.2, seat=0))
    found = casts(world, "gust", 1, 19).world
    assert (found.figures[1].x, found.figures[1].y) == (25 * PAS, 20 * PAS)
    large = scene(mage("gust"), fighter("ogre", 1, 24, 20))
    assert refused(large, 0, ("cast", "gust", 1)) == "swidenth.magic.spell-list"
    blocked = scene(mage("gust"), orc(24), pieces=[box("thin-obstacle", 24.7, 15, 24.9, 25, 1)])
    assert casts(blocked, "gust", 1, 19).world.figures[1].stunned


@pytest.mark.rule("swidenth.magic.spell-list")
def test_stupor_stuns_unless_resisted() -> None:
    assert works("stupor", orc(25), dice=(12,)).figures[1].stunned
    assert not works("stupor", orc(25), dice=(13,)).figures[1].stunned


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.state.out-of-action")
def test_healing_hands() -> None:
    stunned = works("healing-hands", orc(21.2, seat=0, stunned=True))
    assert not stunned.figures[1].stunned
    bear = fighter("young-wood-bear", 0, 21.5, 20, vitality=1)
    assert works("healing-hands", bear).figures[1].vitality == 2
    fallen = works("healing-hands", orc(21.2, seat=0, status=OUT, fell=1)).figures[1]
    assert (fallen.status, fallen.stunned, fallen.activated, fallen.vitality) == (ON_TABLE, True, True, 1)
    long_ago = scene(mage("healing-hands"), orc(21.2, seat=0, status=OUT, fell=1), turn=3)
    assert refused(long_ago, 0, ("cast", "healing-hands", 1)) == "swidenth.magic.limits"
    too_far = scene(mage("healing-hands"), orc(21.5, seat=0, stunned=True))
    assert refused(too_far, 0, ("cast", "healing-hands", 1)) == "swidenth.magic.limits"
