"""Magic items: what each one does, and what drains it."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, MAGE, ON_TABLE, POISON, Marker, World
from escarmouche.systems.sbh.rules.actions import Doing
from escarmouche.systems.sbh.rules.activation import activate, may_declare
from escarmouche.systems.sbh.rules.harm import envenom, suffer
from escarmouche.systems.sbh.rules.items import take
from escarmouche.systems.sbh.rules.melee import fight, free_hack
from escarmouche.systems.sbh.rules.quests import kept_items
from escarmouche.systems.sbh.rules.shooting import legal_target, shoot, throw
from tests.systems.sbh.scene import MM, Played, changed, fighter, play, scene, square


def duel(item: str, charges: int = 0, combat: int = 3, **changes: Any) -> World:
    """The bearer of an item, Combat 3, face to face with an orc of Combat 3."""
    return scene(
        fighter("human-warrior", 0, 100, 100, combat=combat, item=item, charges=charges, **changes),
        fighter("orc-warrior", 1, 116, 100, combat=3),
        fighter("human-warrior", 0, 300, 20), fighter("human-warrior", 0, 330, 20),
    )  # fmt: skip


def totals(played: Played) -> tuple[int, int]:
    """The totals of the first and the second fighter."""
    about = played.told("totals").about
    return about[4], about[9]


# ---------------------------------------------------------------- the magic sword


@pytest.mark.rule("sbh.item.magic-sword")
def test_the_sword_adds_two_to_combat() -> None:
    played = play(Call(fight, duel("magic-sword"), 0, 1, False), [4, 4], [])
    assert totals(played) == (9, 7)
    defending = play(Call(fight, duel("magic-sword"), 1, 0, False), [4, 4])
    assert totals(defending) == (7, 9)


@pytest.mark.rule("sbh.item.magic-sword", "sbh.item.drained")
def test_a_natural_one_drains_the_sword_and_its_bonus_does_not_count() -> None:
    played = play(Call(fight, duel("magic-sword"), 0, 1, False), [1, 1])
    assert totals(played) == (4, 4)
    assert played.result.figures[0].item == ""
    kept = play(Call(fight, duel("magic-sword"), 0, 1, False), [2, 2])
    assert kept.result.figures[0].item == "magic-sword"


@pytest.mark.rule("sbh.item.magic-sword")
def test_the_sword_is_for_melee_alone() -> None:
    archer = fighter("human-archer", 0, 100, 100, combat=2, item="magic-sword")
    world = scene(archer, fighter("orc-warrior", 1, 100, 180, combat=3))
    played = play(Call(shoot, world, 0, ("shoot", 1, False)), [1, 6, 4])
    assert totals(played)[0] == 3
    assert played.result[0].figures[0].item == "magic-sword"


# ---------------------------------------------------------------- magic javelins


@pytest.mark.rule("sbh.item.magic-javelins")
def test_javelins_are_thrown_without_being_a_shooter_at_plus_one() -> None:
    world = scene(
        fighter("human-warrior", 0, 100, 100, combat=2, item="magic-javelins", charges=4),
        fighter("orc-warrior", 1, 100, 160, combat=3),
    )
    assert Doing(world, 0, 1).check(("throw", 1, False)) is None
    played = play(Call(throw, world, 0, ("throw", 1, False)), [3, 3])
    assert totals(played) == (6, 6)
    after, cost = played.result
    assert (after.figures[0].charges, after.figures[0].attacked, cost) == (3, True, 1)


@pytest.mark.rule("sbh.item.magic-javelins", "sbh.item.drained")
def test_when_the_javelins_are_thrown_the_item_is_gone() -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, item="magic-javelins", charges=1), fighter("orc-warrior", 1, 100, 160))
    after = play(Call(throw, world, 0, ("throw", 1, False)), [1, 6]).result[0]
    assert after.figures[0].item == ""
    assert kept_items(after, 0) == []
    assert kept_items(scene(fighter("human-warrior", 0, 1, 1, item="magic-javelins", charges=5)), 0) == [
        (0, "magic-javelins", 5)
    ]


# ---------------------------------------------------------------- the magic cloak


def cloaked(item: str) -> World:
    """An archer and, 80 mm away beside a fence, the bearer of an item."""
    fence = square("obstacle", 60, 184, 80, 4, cover=True)
    return scene(fighter("human-archer", 0, 100, 100), fighter("orc-warrior", 1, 100, 196, item=item), pieces=(fence,))


@pytest.mark.rule("sbh.item.magic-cloak")
def test_the_cloak_gives_stealth() -> None:
    hidden = legal_target(cloaked("magic-cloak"), cloaked("").figures[0], cloaked("magic-cloak").figures[1])
    assert hidden is not None
    assert hidden.rule == "sbh.special.stealth"
    assert legal_target(cloaked(""), cloaked("").figures[0], cloaked("").figures[1]) is None


@pytest.mark.rule("sbh.item.magic-cloak", "sbh.item.drained")
def test_a_natural_one_in_defence_drains_the_cloak() -> None:
    played = play(Call(fight, duel("magic-cloak"), 1, 0, False), [1, 1])
    assert played.result.figures[0].item == ""
    assert "item-drained" in played.kinds
    assert play(Call(fight, duel("magic-cloak"), 1, 0, False), [3, 3]).result.figures[0].item == "magic-cloak"


# ---------------------------------------------------------------- the ring of restoration


@pytest.mark.rule("sbh.item.ring-of-restoration", "sbh.item.drained")
def test_the_ring_wards_off_the_first_kill_and_is_spent() -> None:
    world = duel("ring-of-restoration", combat=1)
    played = play(Call(fight, world, 1, 0, False), [5, 3])  # 8 against 4
    after: World = played.result
    assert (after.figures[0].status, after.figures[0].prone, after.figures[0].item) == (ON_TABLE, False, "")
    assert (after.figures[0].x, after.figures[0].y) == (100 * MM, 100 * MM)
    again = play(Call(fight, after, 1, 0, False), [5, 3])
    assert again.result.figures[0].status == DEAD


@pytest.mark.rule("sbh.item.ring-of-restoration")
def test_the_ring_does_not_help_against_a_gruesome_kill() -> None:
    world = duel("ring-of-restoration", combat=1)
    assert play(Call(suffer, world, 0, 1, "gruesome-kill", "defender", "melee")).result.figures[0].status == DEAD


@pytest.mark.rule("sbh.item.ring-of-restoration")
def test_the_ring_keeps_poison_away_until_it_is_inert() -> None:
    def poisoned(item: str, dice: list[int]) -> int:
        world = duel(item)
        snake = changed(world.figures[1], card=changed(world.figures[1].card, traits=POISON))
        after: World = play(Call(envenom, world.with_figure(snake), 0, 1, "defender"), dice).result
        return after.figures[0].poisoned

    assert poisoned("ring-of-restoration", []) == 0
    assert poisoned("", [6]) == 1


# ---------------------------------------------------------------- the belt of strength


@pytest.mark.rule("sbh.item.belt-of-strength")
def test_points_of_strength_are_declared_before_the_dice_and_add_up() -> None:
    played = play(Call(fight, duel("belt-of-strength", 3), 0, 1, False), [4, 6], [2])
    assert totals(played) == (9, 9)
    assert played.asked[0].options.listed() == [0, 1, 2, 3]
    assert (played.result.figures[0].item, played.result.figures[0].charges) == ("belt-of-strength", 1)


@pytest.mark.rule("sbh.item.belt-of-strength", "sbh.item.drained")
def test_a_belt_whose_points_are_used_is_drained() -> None:
    played = play(Call(free_hack, duel("belt-of-strength", 3), 1, 0), [3, 3], [3])
    assert totals(played) == (6, 9)
    assert played.result[0].figures[0].item == ""
    unused = play(Call(fight, duel("belt-of-strength", 1), 0, 1, False), [3, 3], [0])
    assert (unused.result.figures[0].item, unused.result.figures[0].charges) == ("belt-of-strength", 1)


# ---------------------------------------------------------------- the scroll


def reader(traits: int = 0, quality: int = 4) -> World:
    """The bearer of a scroll of Quality 4, itself of Quality 6, and an orc within Short."""
    return scene(
        fighter("human-warrior", 0, 100, 100, quality=6, traits=traits, item="scroll", charges=quality),
        fighter("orc-warrior", 1, 100, 160),
    )


@pytest.mark.rule("sbh.item.scroll")
def test_anybody_casts_from_a_scroll_at_its_quality() -> None:
    world = reader()
    assert may_declare(world.figures[0], "scroll")
    assert not may_declare(world.figures[0], "cast")
    played = play(Call(activate, world, 0, 2, "scroll"), [5, 2])
    assert played.told("activation").about == (0, 1, 1)
    assert played.rolls[0][0].target == 4
    assert played.asked[-1].options.check(("cast", "attack", 1, 1)) is None
    more = played.asked[-1].options.check(("cast", "attack", 1, 3))
    assert more is not None
    assert more.rule == "sbh.action.table"
    after = play(Call(activate, world, 0, 2, "scroll"), [5, 2, 1, 6], [("cast", "attack", 1, 1)])
    assert after.asked[-1].world.figures[0].item == "scroll"  # it can be read again


@pytest.mark.rule("sbh.item.scroll-triple-failure", "sbh.item.drained")
def test_three_failures_drain_the_scroll_and_leave_the_mage_its_magic() -> None:
    played = play(Call(activate, reader(MAGE), 0, 3, "scroll"), [1, 2, 2])
    after: World = played.asked[-1].world
    assert (after.figures[0].item, after.figures[0].charges, after.figures[0].exhausted) == ("", 0, False)
    assert may_declare(after.figures[0], "cast")
    assert not may_declare(after.figures[0], "scroll")
    kept = play(Call(activate, reader(MAGE), 0, 2, "scroll"), [1, 2])
    assert kept.asked[-1].world.figures[0].item == "scroll"


@pytest.mark.rule("sbh.item.drained")
def test_a_drained_item_is_neither_taken_nor_kept() -> None:
    spent: World = play(Call(fight, duel("magic-sword"), 0, 1, False), [1, 1]).result
    assert kept_items(spent, 0) == []
    assert not any(answer[0] == "give" for answer in Doing(spent, 0, 3).listed())
    assert Doing(changed(spent, markers=()), 0, 3).check(("take", 0)) is not None


@pytest.mark.rule("sbh.item.magic-javelins", "sbh.item.scroll", "sbh.item.belt-of-strength")
@pytest.mark.parametrize(("dice", "charges"), [([2, 6], 6), ([2, 1], 1), ([6, 5], 5), ([6, 1], 2), ([5], 3)])
def test_what_is_in_an_item_is_known_when_it_is_taken(dice: list[int], charges: int) -> None:
    world = duel("")
    world = changed(world, scenario="quest-for-a-magic-item", markers=(Marker(0, "item", 100 * MM, 116 * MM),))
    after, _ = play(Call(take, world, 0, ("take", 0)), dice).result
    assert after.figures[0].charges == charges
