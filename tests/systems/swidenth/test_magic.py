"""Magic: the casting roll, and what each of the ten spells does."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import FEAR, HERO, INTELLIGENT, LARGE, ON_TABLE, OUT, SPELLCASTER, STUPID, Course, World
from escarmouche.systems.swidenth.rules.activation import activate
from escarmouche.systems.swidenth.rules.conventions import movement
from escarmouche.systems.swidenth.rules.damage import out_of_action
from escarmouche.systems.swidenth.rules.equipment import defence
from escarmouche.systems.swidenth.rules.magic import cast, resist
from escarmouche.systems.swidenth.rules.psychology import causes_fear, morale_test
from escarmouche.systems.swidenth.rules.turn import dawn
from tests.systems.swidenth.scene import Played, changed, cited, man, pas, play, refused, scene, trail

ALL = tuple(book().spell)
AIMED = Course(("concentrate",))


def mage(**more: Any) -> Any:
    return man(0, 10, 10, psychism=more.pop("psychism", 2), knows=ALL, rank=HERO, **{"traits": SPELLCASTER, **more})


def table(*others: Any, **more: Any) -> World:
    """A caster, a friend 3 pas off, an enemy 5 pas off, and others."""
    return scene(mage(**more), man(0, 13, 10), man(1, 10, 15), *others)


def spell(name: str, target: int, dice: Any, *answers: Any, world: World | None = None, course: Course | None = None) -> Played:
    return play(Call(cast, world or table(), 0, course or Course(), ("cast", name, target)), dice, answers)


def works(die: int, name: str = "mystic-shield", course: Course | None = None, **more: Any) -> bool:
    answers = more.pop("answers", [])
    return "spell-works" in play(Call(cast, table(**more), 0, course or Course(), ("cast", name, 0)), [die], answers).kinds


@pytest.mark.rule("swidenth.magic.casting-roll", "swidenth.trait.intelligent", "swidenth.trait.stupid")
def test_the_total_must_be_strictly_above_the_difficulty() -> None:
    assert works(9, "dread-mask", AIMED, psychism=1)
    assert not works(11, "dread-mask", psychism=1)
    assert works(12, "dread-mask", psychism=1)
    assert works(9, "dread-mask", psychism=1, traits=SPELLCASTER | INTELLIGENT)
    assert not works(14, "dread-mask", psychism=1, traits=SPELLCASTER | STUPID)
    stunned = play(Call(cast, table(stunned=True, heroism=1), 0, Course(), ("cast", "dread-mask", 0)), [18], [("heroism", 1)])
    assert stunned.told("spell-fails").about[2] == 12
    assert not stunned.figure(0).stunned


@pytest.mark.rule("swidenth.magic.concentrate", "swidenth.action.cast")
def test_concentration_adds_three_to_the_casting() -> None:
    assert spell("dread-mask", 0, [8], course=AIMED).told("spell-works").about[2] == 13
    assert spell("dread-mask", 0, [8]).told("spell-fails").about[2] == 10


@pytest.mark.rule("swidenth.magic.natural")
def test_a_twenty_doubles_psychism_and_a_one_always_fails() -> None:
    bolt = spell("fire-bolt", 2, [20, 20], world=table(psychism=3))
    assert bolt.told("spell-works").about[2] == 26
    fumble = spell("mystic-shield", 0, [1], world=table(psychism=9))
    assert "spell-fails" in fumble.kinds
    assert fumble.figure(0).stunned
    assert not works(1, course=AIMED, heroism=1, answers=[("heroism", 1)])


@pytest.mark.rule("swidenth.magic.limits", "swidenth.trait.spellcaster")
def test_who_may_be_the_target_of_what() -> None:
    world = table()
    assert cited(trail(scene(man(0, 10, 10), man(1, 15, 10))).check(("cast", "haste", 0))) == "swidenth.trait.spellcaster"
    assert refused(world, ("cast", "fire-bolt", 1)) == "not-a-target"
    assert refused(world, ("cast", "haste", 2)) == "not-a-target"
    assert refused(world, ("cast", "haste", 0)) == ""
    far = scene(mage(), man(0, 20, 10), man(1, 10, 15))
    assert refused(far, ("cast", "haste", 1)) == "out-of-range"
    engaged = scene(mage(), man(0, 11.2, 10, stunned=True), man(1, 10, 11.2), man(1, 15, 15))
    assert refused(engaged, ("cast", "fire-bolt", 3)) == "engaged"
    assert refused(engaged, ("cast", "healing-hands", 1)) == ""
    assert refused(engaged, ("cast", "mystic-shield", 0)) == ""


@pytest.mark.rule("swidenth.magic.limits", "swidenth.magic.spell-list")
def test_a_lasting_spell_ends_with_the_casters_next_activation_or_fall() -> None:
    shielded = spell("mystic-shield", 1, [15]).world
    assert defence(shielded.figures[1]) == 7
    twice = spell("mystic-shield", 1, [15], world=shielded).world
    assert defence(twice.figures[1]) == 7
    assert defence(shielded.figures[1], pierced=True) == 7
    again = play(Call(activate, shielded, 0), [], [("end",)]).world
    assert defence(again.figures[1]) == 5
    fallen = play(Call(out_of_action, shielded, 0, 2)).world
    assert defence(fallen.figures[1]) == 5


@pytest.mark.rule("swidenth.magic.spell-list")
def test_haste_and_roots_change_movement_for_one_activation() -> None:
    hasty = spell("haste", 1, [15]).world
    assert movement(hasty.figures[1]) == pas(7)
    assert movement(play(Call(activate, hasty, 1), [], [("end",)]).figure(1)) == pas(5)
    assert movement(dawn(hasty).figures[1]) == pas(7)
    assert movement(dawn(dawn(hasty)).figures[1]) == pas(5)
    rooted = spell("grasping-roots", 2, [15, 12]).world
    assert movement(rooted.figures[2]) == pas(2.5)
    assert refused(rooted, ("run", ()), 2, Course(("move",))) == "held-by-roots"
    free = spell("grasping-roots", 2, [15, 13]).world
    assert movement(free.figures[2]) == pas(5)


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.trait.stupid", "swidenth.trait.intelligent")
def test_resistance_counts_psychism_and_wits() -> None:
    world = scene(man(0, 10, 10, traits=STUPID), man(1, 20, 20, psychism=2, traits=INTELLIGENT))
    assert play(Call(resist, world, 0, 12), [15]).result is False
    assert play(Call(resist, world, 0, 12), [16]).result is True
    assert play(Call(resist, world, 1, 12), [8]).result is True
    assert play(Call(resist, world, 1, 12), [7]).result is False


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.damage.pushback-direction")
def test_a_gust_pushes_back_all_but_large_targets() -> None:
    blown = spell("gust", 2, [15])
    assert blown.figure(2).y == pas(16)
    large = scene(mage(), man(0, 13, 10), man(1, 10, 15, traits=LARGE))
    assert refused(large, ("cast", "gust", 2)) == "too-large"
    fighting = scene(mage(), man(0, 11.2, 15), man(1, 10, 15))
    assert refused(fighting, ("cast", "gust", 2)) == ""


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.shooting.damage")
def test_fire_and_lightning_are_shots() -> None:
    bolt = spell("fire-bolt", 2, [18, 8])
    assert bolt.told("suffers-out").about == (2, 20 - 8 + 3, 5)
    lightning = spell("lightning", 2, [18, 20])
    assert lightning.outcomes == ["miss"]
    melee = scene(mage(), man(0, 10, 16.2), man(1, 10, 15))
    assert refused(melee, ("cast", "fire-bolt", 2)) == "into-melee"


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.heroism.soften")
def test_stupor_stuns_unless_it_is_resisted() -> None:
    assert spell("stupor", 2, [15, 12]).figure(2).stunned
    assert not spell("stupor", 2, [15, 13]).figure(2).stunned
    hero = scene(mage(), man(0, 13, 10), man(1, 10, 15, heroism=1, rank=HERO))
    assert not spell("stupor", 2, [15, 12, 9], ("avoid-stunned", 1), ("spare",), world=hero).figure(2).stunned


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.fear.test", "swidenth.rally.test")
def test_masks_and_hearts() -> None:
    masked = spell("dread-mask", 1, [15]).world
    assert causes_fear(masked.figures[1])
    bold = spell("steadfast-heart", 1, [15]).world
    assert play(Call(morale_test, bold, 1, "rout", "swidenth.morale.test"), [10]).result[1] is True
    fleeing = table().with_figure(changed(table().figures[1], fleeing=True))
    assert not spell("steadfast-heart", 1, [15, 5], world=fleeing).figure(1).fleeing


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.state.out-of-action")
def test_healing_hands() -> None:
    hurt = scene(mage(), man(0, 11.2, 10, vitality=2, stunned=True), man(1, 20, 20))
    hurt = hurt.with_figure(changed(hurt.figures[1], vitality=1))
    assert not spell("healing-hands", 1, [15], ("heal-stunned",), world=hurt).figure(1).stunned
    assert spell("healing-hands", 1, [15], ("heal-vitality",), world=hurt).figure(1).vitality == 2
    fallen = scene(mage(), man(0, 11.2, 10, status=OUT, fell=1, vitality=0), man(1, 20, 20), turn=2)
    raised = spell("healing-hands", 1, [15], world=fallen).figure(1)
    assert (raised.status, raised.vitality, raised.stunned, raised.activated) == (ON_TABLE, 1, True, True)
    late = changed(fallen, turn=3)
    assert refused(late, ("cast", "healing-hands", 1)) == "not-a-target"


@pytest.mark.rule("swidenth.magic.spell-list", "swidenth.fear.test")
def test_whoever_is_raised_beside_an_enemy_is_engaged_anew() -> None:
    ogre = man(1, 12.4, 10, traits=FEAR)
    fallen = scene(mage(), man(0, 11.2, 10, status=OUT, fell=1, vitality=0), ogre, turn=2)
    raised = spell("healing-hands", 1, [15, 3], world=fallen)
    assert raised.told("fears").about == (1, 2)
    assert raised.rolls[-1].why == "swidenth.fear.test"
