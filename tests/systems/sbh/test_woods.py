"""Woods: who shoots at whom in them, out of them and into them; the four cases of the diagram."""

from __future__ import annotations

import pytest

from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import SHORT, World
from escarmouche.systems.sbh.rules.shooting import legal_target, ranged_modifiers
from tests.systems.sbh.ranges import doing, scenery, why, why_not
from tests.systems.sbh.scene import changed, fighter, scene

WOOD = scenery("wood", 200, 200, 200, 200)
OUTSIDE = "sbh.woods.outside-cannot-shoot-in"


def diagram(with_c: bool = True) -> World:
    """A outside the wood; B, C and D inside, C and D in contact, B and D within Short. B and C are of one band."""
    figures = [
        fighter("orc-archer", 1, 150, 300),
        fighter("human-archer", 0, 220, 300),
        fighter("orc-archer", 1, 270, 300),
        fighter("human-archer", 0, 286, 300),
    ]
    return scene(*(figures if with_c else figures[:3]), pieces=[WOOD])


A, B, D, C = 0, 1, 2, 3


def refusal(world: World, shooter: int, target: int) -> str:
    """The rule that forbids the shot, or ""."""
    return why(legal_target(world, world.figures[shooter], world.figures[target]))


def modifier(world: World, shooter: int, target: int) -> int:
    """What a shot by a Shooter of that range is modified by."""
    archer = world.figures[shooter]
    found = ranged_modifiers(world, archer, world.figures[target], archer.card.shooting, False)
    return sum(value for _, value in found)


# ---------------------------------------------------------------- the diagram


@pytest.mark.rule("sbh.woods.diagram-a-cannot-shoot-b", "sbh.woods.outside-cannot-shoot-in")
def test_a_cannot_shoot_b() -> None:
    assert refusal(diagram(), A, B) == OUTSIDE
    assert not book().woods_case["a-to-b"].allowed


@pytest.mark.rule("sbh.woods.diagram-b-shoots-a", "sbh.woods.inside-shoots-out", "sbh.ambush.ranged")
def test_b_shoots_a_from_ambush() -> None:
    assert refusal(diagram(), B, A) == ""
    assert modifier(diagram(), B, A) == book().woods_case["b-to-a"].modifier == 1


@pytest.mark.rule("sbh.woods.diagram-c-and-d")
def test_c_and_d_are_in_melee() -> None:
    world = diagram()
    for one, other in ((C, D), (D, C)):
        left = doing(changed(world, active=world.figures[one].seat), 1, id=one)
        assert why_not(left, ("shoot", other, False)) == "sbh.shooting.no-shooting-from-melee"


@pytest.mark.rule("sbh.woods.diagram-b-and-d", "sbh.woods.both-inside")
def test_b_and_d_shoot_each_other_at_minus_one() -> None:
    world = diagram(with_c=False)
    for one, other in ((B, D), (D, B)):
        assert refusal(world, one, other) == ""
        assert modifier(world, one, other) == book().woods_case["b-and-d"].modifier == -1


@pytest.mark.rule("sbh.woods.diagram-b-and-d", "sbh.shooting.no-shooting-into-melee")
def test_b_does_not_shoot_at_d_while_d_fights_c() -> None:
    assert refusal(diagram(), B, D) == "sbh.shooting.no-shooting-into-melee"


# ---------------------------------------------------------------- depth, and what lies behind


@pytest.mark.rule("sbh.woods.both-inside")
@pytest.mark.parametrize(("gap", "rule"), [(50, ""), (51, "sbh.woods.both-inside")])
def test_in_the_same_wood_only_short_range_counts(gap: float, rule: str) -> None:
    world = scene(fighter("human-archer", 0, 220, 300), fighter("orc-archer", 1, 236 + gap, 300), pieces=[WOOD])
    assert refusal(world, 0, 1) == rule
    spells = scene(fighter("human-mage", 0, 220, 300), fighter("orc-archer", 1, 236 + gap, 300), pieces=[WOOD])
    assert why_not(doing(spells, 3, "cast"), ("cast", "attack", 1, 3)) == rule
    assert why_not(doing(spells, 3, "cast"), ("cast", "immobilise", 1, 3)) == rule


@pytest.mark.rule("sbh.woods.inside-shoots-out")
def test_one_shoots_out_from_any_depth() -> None:
    deep = scene(fighter("human-archer", 0, 390, 300), fighter("orc-archer", 1, 190, 300), pieces=[WOOD])
    assert refusal(deep, 0, 1) == ""
    assert refusal(deep, 1, 0) == OUTSIDE


@pytest.mark.rule("sbh.woods.outside-cannot-shoot-in")
def test_a_wood_hides_what_is_behind_it() -> None:
    world = scene(fighter("human-archer", 0, 180, 300), fighter("orc-archer", 1, 420, 300), pieces=[WOOD])
    assert refusal(world, 0, 1) == "sbh.cover.full"


@pytest.mark.rule("sbh.woods.outside-cannot-shoot-in")
def test_leaning_on_a_wood_does_not_open_it_to_view() -> None:
    world = scene(fighter("human-archer", 0, 192, 300), fighter("orc-archer", 1, 240, 300), pieces=[WOOD])
    assert refusal(world, 0, 1) == OUTSIDE


@pytest.mark.rule("sbh.woods.outside-cannot-shoot-in")
def test_from_one_wood_one_does_not_see_into_another() -> None:
    other = scenery("wood", 420, 200, 100, 200)
    world = scene(fighter("human-archer", 0, 390, 300), fighter("orc-archer", 1, 440, 300), pieces=[WOOD, other])
    assert refusal(world, 0, 1) == OUTSIDE


@pytest.mark.rule("sbh.woods.outside-cannot-shoot-in", "sbh.magic.los")
def test_spells_do_not_reach_into_a_wood_either() -> None:
    world = scene(fighter("human-mage", 0, 180, 300), fighter("orc-archer", 1, 220, 300), pieces=[WOOD])
    for spell in ("attack", "immobilise"):
        assert why_not(doing(world, 1, "cast"), ("cast", spell, 1, SHORT)) == OUTSIDE


@pytest.mark.rule("sbh.cover.partial", "sbh.woods.inside-shoots-out")
def test_the_wood_one_shoots_out_of_covers_nobody() -> None:
    world = scene(fighter("human-archer", 0, 220, 300), fighter("orc-archer", 1, 150, 300), pieces=[WOOD], dawn=())
    assert modifier(world, 0, 1) == 0
