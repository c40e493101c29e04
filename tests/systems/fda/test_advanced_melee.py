"""Advanced melee: very advantaged, critical hits, two weapons."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.model import CRITICAL_HIT, ON_TABLE, OUT, TWO_WEAPONS, VERY_ADVANTAGED, WOUNDS, World
from escarmouche.systems.fda.rules.equipment import gear, two_handed
from escarmouche.systems.fda.rules.melee import CHARGE, DEFEND, SKEWER, STRIKE, pass_of_arms
from tests.systems.fda.stage import Played, figure, play, refused, scene


def clash(world: World, *dice: int, mode: str = STRIKE, reply: str = DEFEND, answers: Any = ()) -> Played:
    return play(Call(pass_of_arms, world, 0, 1, mode, reply, ""), dice, answers)


def ring(friends: int, options: int = VERY_ADVANTAGED, **more: Any) -> World:
    """A dwarf (C6) against an orc (C5) whom so many of the dwarf's friends touch."""
    around = [("ranger", 52.5, 52.5), ("thief", 52.5, 47.5), ("minstrel", 55, 50)][:friends]
    helpers = [figure(name, 0, x, y) for name, x, y in around]
    return scene(figure("dwarf", 0, 50, 50), figure("orc", 1, 52.5, 50, 180), *helpers, options=options, **more)


@pytest.mark.rule("fda.melee.very-advantaged", "fda.test.reroll-stands", "fda.melee.order-of-dice")
def test_three_more_advantages_let_one_roll_again() -> None:
    again = clash(ring(3), 2, 5, 6, 3, 9, answers=[("reroll",)])  # 8 against 10, then 12: the orc is hit; JD 3, forced 9
    assert again.why == ["fda.melee.very-advantaged"]
    assert again[1].status == OUT
    assert clash(ring(3), 2, 5, answers=[("keep",)])[1].status == ON_TABLE
    assert clash(ring(2), 2, 5).why == []
    assert clash(ring(3, options=0), 2, 5).why == []


@pytest.mark.rule("fda.melee.very-advantaged")
def test_a_zero_is_never_rolled_again_and_a_defender_may() -> None:
    assert clash(ring(3), 0, 5, 5, 2).why == []
    world = scene(
        figure("orc", 0, 52.5, 50), figure("dwarf", 1, 50, 50), figure("ranger", 1, 52.5, 52.5), figure("thief", 1, 52.5, 47.5),
        figure("minstrel", 1, 55, 50), options=VERY_ADVANTAGED,
    )  # fmt: skip
    defends = clash(world, 9, 1, 9, answers=[("reroll",)])  # 14 against 7, then 15: the blow is warded off
    assert defends.asked[0].seat == 1
    assert "parried" in defends.kinds
    assert "fda.melee.very-advantaged" in [roll.why for roll in defends.rolls]
    zero = clash(ring(3), 2, 5, 0, 3, 5, answers=[("reroll",)])  # a 0 on the reroll is a 0
    assert "hits-itself" in zero.kinds


@pytest.mark.rule("fda.melee.critical-hit", "fda.wound.direct-out-of-action-stays")
def test_more_than_double_is_out_of_action_at_once() -> None:
    def blow(die: int, *more: int, options: int = CRITICAL_HIT | WOUNDS) -> Played:
        world = scene(figure("zangdar", 0, 50, 50, C=6), figure("minstrel", 1, 52.5, 50, C=4, D=4), options=options)
        return clash(world, 9, die, *more)

    for die in (0, 1, 2, 3):
        assert blow(die)[1].status == OUT
        assert len(blow(die).rolls) == 2
    ordinary = blow(4, 9)
    assert ordinary[1].wounded
    assert ordinary[1].status == ON_TABLE
    assert blow(3, 9, options=WOUNDS)[1].wounded
    exact = scene(figure("orc", 0, 50, 50, C=5), figure("thief", 1, 52.5, 50, C=3, D=5), options=CRITICAL_HIT)
    assert clash(exact, 9, 4, 3)[1].status == ON_TABLE  # 14 against 7


@pytest.mark.rule("fda.melee.critical-hit-needs-attack")
def test_a_reflex_never_does_damage() -> None:
    world = scene(figure("orc", 0, 50, 50, C=5), figure("dwarf", 1, 52.5, 50, C=6), options=CRITICAL_HIT)
    assert clash(world, 2, 9)[0].status == ON_TABLE
    assert clash(world, 2, 9, reply=SKEWER)[0].status == OUT


# ---------------------------------------------------------------- two weapons


def holding(*items: str, options: int = TWO_WEAPONS, **more: Any) -> World:
    return scene(figure("orc", 0, 50, 50, hands=items, **more), figure("orc", 1, 52.5, 50, 180, D=5), options=options)


def worth(*items: str, options: int = TWO_WEAPONS, choice: str = "", **more: Any) -> tuple[int, bool]:
    world = holding(*items, options=options, **more)
    return gear(world, world.figures[0], choice), two_handed(world, world.figures[0], choice)


@pytest.mark.rule("fda.twoweapons.two-blades")
def test_two_blades_are_two_advantages() -> None:
    assert worth("sword", "dagger") == (2, False)
    assert worth("sword", "sword") == (2, False)
    assert worth("rapier", "sabre") == (2, False)
    assert worth("sword", "shield") == (1, False)
    assert worth("dagger", "dagger") == (0, False)
    assert worth("sword", "dagger", options=0) == (1, False)
    assert worth("sword", "sword", options=0) == (0, False)
    assert worth("sword", "dagger", damaged=("dagger",)) == (0, False)


@pytest.mark.rule("fda.twoweapons.two-axes", "fda.setup.options-together")
def test_two_axes_count_as_a_two_handed_weapon() -> None:
    assert worth("axe", "axe") == (0, True)
    assert worth("axe", "axe", options=0) == (0, False)
    assert worth("axe", "francisca") == (0, False)
    world = scene(figure("orc-champion", 0, 50, 50), figure("orc", 1, 52.5, 50, D=5), options=TWO_WEAPONS)
    assert "two-handed-reroll" in clash(world, 9, 1, 3, 3).kinds


@pytest.mark.rule("fda.twoweapons.axe-and-blade")
def test_axe_and_blade_choose_between_skill_and_weight() -> None:
    assert worth("axe", "sword") == (2, False)
    assert worth("axe", "sword", choice="axe+heavy") == (1, True)
    assert worth("axe", "sword", options=0) == (0, False)
    assert worth("axe", "dagger") == (1, False)
    world = holding("axe", "sword")
    heavy = clash(world, 9, 1, 3, 4, answers=[("hit-with", "sword+heavy")])
    assert "two-handed-reroll" in heavy.kinds
    assert "two-handed-reroll" not in clash(world, 9, 1, 3, answers=[("hit-with", "axe")]).kinds
    assert len(heavy.asked[0].options.listed()) == 4


@pytest.mark.rule("fda.twoweapons.designate", "fda.twoweapons.shield-bash", "fda.melee.declare-before-dice")
def test_the_weapon_that_hits_is_named_before_the_dice_the_attackers_first() -> None:
    world = scene(figure("paladin", 0, 50, 50), figure("goblin", 1, 52.5, 50), options=TWO_WEAPONS)
    bash = clash(world, 9, 1, 9, answers=[("hit-with", "shield"), ("hit-with", "sabre")])
    assert [due.seat for due in bash.asked] == [0, 1]
    assert bash[1].status == OUT
    assert clash(scene(*world.figures, options=0), 9, 1, 9).asked == []
    assert clash(holding("axe", "axe"), 9, 1, 3, 3).asked == []  # nothing to choose between equals


@pytest.mark.rule("fda.twoweapons.no-hands")
def test_two_weapons_leave_no_hands_for_fiddling() -> None:
    world = scene(figure("corsair", 0, 50, 50, unloaded=("pistol",), hands=("pistol", "sword")))
    assert refused(world, ("reload-faster", "pistol")) == "fda.twoweapons.no-hands"
    single = scene(figure("corsair", 0, 50, 50, unloaded=("pistol",), hands=("pistol",)))
    assert refused(single, ("reload-faster", "pistol")) == ""
    assert refused(world, ("advance-fast", 60000, 50000)) == ""


@pytest.mark.rule("fda.twoweapons.full-hands")
def test_picking_up_needs_a_free_hand() -> None:
    paladin = figure("paladin", 0, 50, 50)
    world = scene(paladin).with_thing("mace", 50000, 50000)
    pick = ("pick-up", "ground", 0, "mace")
    assert refused(world, pick) == "fda.twoweapons.full-hands"
    assert refused(scene(paladin, options=0).with_thing("mace", 50000, 50000), pick) == ""


@pytest.mark.rule("fda.melee.adv-charge", "fda.melee.very-advantaged")
def test_the_charge_counts_towards_being_very_advantaged() -> None:
    assert clash(ring(2), 2, 5, mode=CHARGE, answers=[("keep",)]).why == ["fda.melee.very-advantaged"]
