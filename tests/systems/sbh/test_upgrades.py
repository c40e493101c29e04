"""The upgrades of a campaign in play: each once a game, each a choice of its owner."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import DEAD, ON_TABLE, SPELLBOUND, TRAIT_BITS, World
from escarmouche.systems.sbh.rules.actions import END, Doing
from escarmouche.systems.sbh.rules.activation import END_TURN, Activations, activate, next_activation
from escarmouche.systems.sbh.rules.harm import GRUESOME_KILL, KILL, MELEE, suffer
from escarmouche.systems.sbh.rules.magic import immobilise
from escarmouche.systems.sbh.rules.melee import fight, free_hack
from escarmouche.systems.sbh.rules.morale import morale_test
from escarmouche.systems.sbh.rules.quality import quality_of
from escarmouche.systems.sbh.rules.sight import in_cover
from escarmouche.systems.sbh.rules.upgrades import belt_points, tricks_over
from tests.systems.sbh.scene import changed, fighter, play, scene, square, step

FRIENDS = [fighter("human-warrior", 0, 100 * n, 20) for n in (1, 2, 3, 4)]
FOES = [fighter("orc-warrior", 1, 100 * n, 580) for n in (1, 2, 3, 4)]


def owning(world: World, seat: int, *upgrades: str) -> World:
    """The world in which a band has these upgrades."""
    return world.with_band(changed(world.bands[seat], upgrades=upgrades))


def duel(seat: int, *upgrades: str, one: dict[str, Any] | None = None, other: dict[str, Any] | None = None) -> World:
    """A human and an orc of Combat 3 in contact; a band has these upgrades."""
    human = fighter("human-warrior", 0, 300, 300, **{"combat": 3, **(one or {})})
    orc = fighter("orc-warrior", 1, 316, 300, **{"combat": 3, **(other or {})})
    return owning(scene(human, orc, *FRIENDS, *FOES), seat, *upgrades)


# ---------------------------------------------------------------- Weapon masters


@pytest.mark.rule("sbh.campaign.upgrade.weapon-masters")
def test_plus_two_on_one_combat_roll_declared_before_the_dice() -> None:
    world = duel(0, "weapon-masters")
    first = play(Call(fight, world, 0, 1, False))
    assert (first.asked[0].why, first.rolls) == ("sbh.campaign.upgrade.weapon-masters", [])
    played = play(Call(fight, world, 0, 1, False), dice=[4, 6], answers=["use"])
    assert played.told("totals").about[4] == 9
    assert played.result.bands[0].upgrades == ()
    again = play(Call(fight, played.result, 0, 1, False), dice=[4, 4])
    assert again.asked == []


@pytest.mark.rule("sbh.campaign.upgrade.weapon-masters")
def test_it_may_be_kept_and_helps_on_defence_too() -> None:
    kept = play(Call(fight, duel(0, "weapon-masters"), 0, 1, False), dice=[4, 4], answers=["decline"])
    assert (kept.told("totals").about[4], kept.result.bands[0].upgrades) == (7, ("weapon-masters",))
    defended = play(Call(fight, duel(1, "weapon-masters"), 0, 1, False), dice=[4, 4], answers=["use"])
    assert (defended.asked[0].seat, defended.told("totals").about[9]) == (1, 9)


@pytest.mark.rule("sbh.item.belt-of-strength")
@pytest.mark.parametrize(("points", "left", "item"), [(0, 3, "belt-of-strength"), (2, 1, "belt-of-strength"), (3, 0, "")])
def test_points_of_the_belt(points: int, left: int, item: str) -> None:
    world = duel(0, one={"item": "belt-of-strength", "charges": 3})
    played = play(step(belt_points, world, 0), answers=[points])
    after, used = played.result
    assert (used, after.figures[0].charges, after.figures[0].item) == (points, left, item)
    fought = play(Call(fight, world, 0, 1, False), dice=[2, 5], answers=[points, *([("recoil", 0)] if points < 3 else [])])
    assert fought.told("totals").about[4] == 5 + points


# ---------------------------------------------------------------- Dirty tricks


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_one_special_rule_of_an_enemy_is_cancelled_for_the_fight() -> None:
    world = duel(0, "dirty-tricks", other={"traits": TRAIT_BITS["tough"] | TRAIT_BITS["undead"]})
    asked = play(Call(fight, world, 0, 1, False)).asked[0]
    assert (asked.seat, asked.figure, asked.options.listed()) == (0, 1, ["decline", "undead", "tough"])
    played = play(Call(fight, world, 0, 1, False), dice=[5, 1], answers=["tough"])
    assert played.result.figures[1].status == DEAD
    assert played.result.bands[0].upgrades == ()
    wounded = play(Call(fight, world, 0, 1, False), dice=[5, 1], answers=["decline"])
    assert (wounded.result.figures[1].status, wounded.result.figures[1].wounds) == (ON_TABLE, 1)


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_after_the_fight_the_special_rule_works_again() -> None:
    world = duel(1, "dirty-tricks", one={"traits": TRAIT_BITS["savage"]})
    after = play(Call(fight, world, 0, 1, False), dice=[4, 2], answers=["savage"]).result
    assert after.figures[0].has(TRAIT_BITS["savage"])
    assert after.figures[1].prone


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_the_trick_lasts_through_everything_the_fight_brings_about() -> None:
    near = [fighter("orc-warrior", 1, 340, 300 + 20 * n) for n in range(3)]
    scorpion = fighter("giant-scorpion", 0, 300, 300, combat=6, traits=TRAIT_BITS["poison"])
    victim = fighter("orc-warrior", 1, 300 + 8 + scorpion.card.radius / 100, 300, combat=3)
    world = owning(scene(scorpion, victim, *near, *FRIENDS, *FOES), 1, "dirty-tricks")
    played = play(Call(fight, world, 0, 1, False), dice=[2, 4], answers=["poison"])
    assert [roll.why for roll, _ in played.rolls] == ["sbh.melee.roll", "sbh.melee.roll"]
    assert played.result.figures[1].prone


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_cancelled_size_is_no_bonus() -> None:
    ogre = fighter("ogre-warrior", 0, 300, 300, combat=3)
    world = owning(scene(ogre, fighter("orc-warrior", 1, 320.5, 300, combat=3), *FRIENDS, *FOES), 1, "dirty-tricks")
    played = play(Call(fight, world, 0, 1, False), dice=[3, 3], answers=["big"])
    assert played.outcomes == ["tie"]


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_a_free_hack_may_be_tricked_too() -> None:
    world = duel(0, "dirty-tricks", other={"traits": TRAIT_BITS["savage"]})
    played = play(Call(free_hack, world, 1, 0), dice=[1, 6], answers=["savage"])
    assert played.result[0].bands[0].upgrades == ()
    assert played.result[0].figures[1].cancelled == 0


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_a_mage_that_announced_a_spell_cannot_cast() -> None:
    wizard = fighter("human-mage", 0, 300, 300, quality=3, traits=TRAIT_BITS["mage"])
    world = owning(scene(wizard, *FRIENDS, fighter("orc-warrior", 1, 300, 340), *FOES), 1, "dirty-tricks")
    played = play(Call(activate, world, 0, 3, "cast"), dice=[3, 4, 1], answers=["mage"])
    doing = played.asked[-1].options
    assert isinstance(doing, Doing)
    assert (doing.left, doing.declared, doing.figure().has(TRAIT_BITS["mage"])) == (2, "", True)
    failed = play(Call(activate, world, 0, 3, "cast"), dice=[1, 1, 1], answers=["mage"])
    assert not failed.asked[-1].world.figures[0].exhausted


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_a_hero_without_its_sure_success() -> None:
    hero = fighter("elf-hero", 0, 300, 300, quality=3, traits=TRAIT_BITS["hero"], rerolled=True)
    world = owning(scene(hero, *FRIENDS, *FOES), 1, "dirty-tricks")
    played = play(Call(activate, world, 0, 2, ""), dice=[1, 2], answers=["hero"])
    assert played.told("activation").about == (0, 0, 2)


def led(seat: int, *upgrades: str, leaders: int = 1) -> World:
    """A human of Quality 4 near so many Leaders, the first of them number 1; a band has these upgrades."""
    near = [fighter("human-leader", 0, 300 + 30 * n, 340) for n in range(leaders)]
    return owning(scene(fighter("human-warrior", 0, 300, 300, quality=4), *near, *FRIENDS, *FOES), seat, *upgrades)


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks", "sbh.special.leader-bonus")
def test_a_leader_lends_nothing_to_an_activation() -> None:
    world = led(1, "dirty-tricks")
    helped = play(Call(activate, world, 0, 2, ""), dice=[3, 3], answers=["decline"])
    assert helped.asked[0].options.listed() == ["decline", ("leader", 1)]
    assert helped.told("activation").about == (0, 2, 0)
    played = play(Call(activate, world, 0, 2, ""), dice=[3, 3], answers=[("leader", 1)])
    assert played.told("dirty-tricks").about == (1, 1, "trait-leader")
    assert played.told("activation").about == (0, 0, 2)
    after = played.asked[-1].world
    assert (after.figures[1].cancelled, after.bands[1].upgrades) == (0, ())


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks", "sbh.special.leader-not-cumulative")
def test_another_leader_in_reach_still_helps() -> None:
    played = play(Call(activate, led(1, "dirty-tricks", leaders=2), 0, 2, ""), dice=[3, 3], answers=[("leader", 2)])
    assert played.told("activation").about == (0, 2, 0)


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_a_leader_lends_nothing_to_morale_or_against_a_spell() -> None:
    test = play(Call(morale_test, led(1, "dirty-tricks"), 0, "sbh.morale.roll"), dice=[3, 4, 4], answers=[("leader", 1)])
    assert "holds" not in test.kinds
    assert all(figure.cancelled == 0 for figure in test.result.figures)
    spell = Call(immobilise, led(1, "dirty-tricks"), 6, 0, 1, SPELLBOUND)
    assert play(spell, dice=[3], answers=["decline"]).outcomes == ["resisted"]
    held = play(spell, dice=[3], answers=[("leader", 1)])
    assert held.result.figures[0].held == SPELLBOUND
    assert held.result.figures[1].cancelled == 0


def test_tricks_end_for_their_own_victim_only() -> None:
    world = duel(0, one={"cancelled": 1}, other={"cancelled": 2})
    assert [figure.cancelled for figure in tricks_over(world, 0).figures[:2]] == [0, 2]
    assert [figure.cancelled for figure in tricks_over(world).figures[:2]] == [0, 0]


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_nobody_asks_about_a_fighter_without_special_rules() -> None:
    played = play(Call(fight, duel(0, "dirty-tricks"), 0, 1, False), dice=[3, 3])
    assert (played.asked, played.result.bands[0].upgrades) == ([], ("dirty-tricks",))


# ---------------------------------------------------------------- Hard as nails


@pytest.mark.rule("sbh.campaign.upgrade.hard-as-nails")
@pytest.mark.parametrize("result", [KILL, GRUESOME_KILL])
def test_a_death_is_ignored_and_the_fighter_knocked_down(result: str) -> None:
    near = [fighter("human-warrior", 0, 280, 320 + 20 * n) for n in range(3)]
    world = owning(scene(*duel(0).figures[:2], *near, *FRIENDS, *FOES), 0, "hard-as-nails")
    played = play(Call(suffer, world, 0, 1, result, "defender", MELEE), answers=["use"])
    after = played.result.figures[0]
    assert (after.status, after.prone, played.rolls) == (ON_TABLE, True, [])
    assert played.result.bands[0].upgrades == ()


@pytest.mark.rule("sbh.campaign.upgrade.hard-as-nails")
def test_it_may_be_kept_for_another() -> None:
    world = duel(0, "hard-as-nails")
    played = play(Call(suffer, world, 0, 1, KILL, "defender", MELEE), answers=["decline"])
    assert (played.result.figures[0].status, played.result.bands[0].upgrades) == (DEAD, ("hard-as-nails",))


# ---------------------------------------------------------------- Regain initiative


@pytest.mark.rule("sbh.campaign.upgrade.regain-initiative")
@pytest.mark.parametrize("dice", [[1, 2], [1, 2, 2]])
def test_the_turn_goes_on_with_another_fighter(dice: list[int]) -> None:
    world = duel(0, "regain-initiative", one={"quality": 3})
    played = play(Call(activate, world, 0, len(dice), ""), dice=dice, answers=["use"])
    due = played.asked[-1]
    assert (due.seat, due.world.turn, due.world.passing, due.world.bands[0].upgrades) == (0, 1, False, ())
    assert due.options.check(("activate", 2, 1, "")) is None
    declined = play(Call(activate, world, 0, len(dice), ""), dice=dice, answers=["decline"])
    assert (declined.asked[-1].seat, declined.asked[-1].world.turn) == (1, 2)


@pytest.mark.rule("sbh.campaign.upgrade.regain-initiative")
def test_a_mage_is_exhausted_all_the_same() -> None:
    world = owning(scene(fighter("human-mage", 0, 300, 300, quality=3), *FRIENDS, *FOES), 0, "regain-initiative")
    played = play(Call(activate, world, 0, 3, "cast"), dice=[1, 1, 1], answers=["use"])
    assert (played.asked[-1].seat, played.asked[-1].world.figures[0].exhausted) == (0, True)


def test_nobody_is_asked_when_all_have_been_activated() -> None:
    world = owning(scene(fighter("human-warrior", 0, 300, 300), *FOES), 0, "regain-initiative")
    played = play(Call(activate, world, 0, 2, ""), dice=[1, 1])
    assert (played.asked[-1].seat, played.asked[-1].world.bands[0].upgrades) == (1, ("regain-initiative",))


def commanding(upgrade_seat: int, upgrade: str, *more: Any, quality: int = 3) -> World:
    """A Leader beside two men in contact."""
    leader = fighter("human-warrior", 0, 300, 300, traits=TRAIT_BITS["leader"], quality=quality)
    men = [fighter("human-warrior", 0, 300 + 16 * n, 260) for n in range(2)]
    return owning(scene(leader, *men, *more, *FOES), upgrade_seat, upgrade)


@pytest.mark.rule("sbh.campaign.upgrade.regain-initiative")
def test_it_is_asked_at_once_and_a_leader_orders_with_the_success_it_had() -> None:
    world = commanding(0, "regain-initiative")
    played = play(Call(activate, world, 0, 3, ""), dice=[6, 1, 1], answers=["use"])
    doing = played.asked[-1].options
    assert isinstance(doing, Doing)
    assert (doing.id, doing.left, doing.check(("group", (1, 2)))) == (0, 1, None)
    declined = play(Call(activate, world, 0, 3, ""), dice=[6, 1, 1], answers=["decline"])
    assert declined.asked[-1].options.check(("group", (1, 2))) is not None


@pytest.mark.rule("sbh.campaign.upgrade.regain-initiative")
def test_a_leader_whose_group_failed_goes_on_even_when_nobody_else_is_left() -> None:
    world = commanding(0, "regain-initiative")
    answers = [("group", (1, 2)), 2, "use"]
    played = play(Call(activate, world, 0, 2, ""), dice=[6, 6, 1, 1], answers=answers)
    doing = played.asked[-1].options
    assert isinstance(doing, Doing)
    assert (doing.id, doing.left, doing.world.passing) == (0, 1, False)


@pytest.mark.rule("sbh.group.two-failures")
def test_without_it_the_leader_still_uses_its_own_actions_but_orders_nobody() -> None:
    others = [fighter("human-warrior", 0, 300 + 16 * n, 340) for n in range(2)]
    world = commanding(1, "regain-initiative", *others)
    played = play(Call(activate, world, 0, 2, ""), dice=[6, 6, 1, 1], answers=[("group", (1, 2)), 2])
    doing = played.asked[-1].options
    assert isinstance(doing, Doing)
    assert (doing.id, doing.left, doing.world.passing) == (0, 1, True)
    refused = doing.check(("group", (3, 4)))
    assert refused is not None
    assert refused.key == "turn-is-passing"


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_a_leader_deprived_of_its_rule_gives_no_orders_in_that_activation() -> None:
    world = commanding(1, "dirty-tricks")
    played = play(Call(activate, world, 0, 1, ""), dice=[6], answers=["leader"])
    refused = played.asked[-1].options.check(("group", (1, 2)))
    assert refused is not None
    assert refused.key == "only-leaders-order"
    after = play(Call(activate, world, 0, 1, ""), dice=[6], answers=["leader", ("end",)])
    assert after.asked[-1].world.figures[0].cancelled == 0
    declined = play(Call(activate, world, 0, 1, ""), dice=[6], answers=["decline"])
    assert declined.asked[-1].options.check(("group", (1, 2))) is None


# ---------------------------------------------------------------- Unpredictable


def swapping() -> World:
    """A knight of Quality 3+ and a goblin of 5+ in an unpredictable band."""
    knight, goblin = fighter("human-heavy-cavalry", 0, 300, 300, quality=3), fighter("goblin-archer", 0, 200, 300, quality=5)
    return owning(scene(knight, goblin, *FOES, fighter("halfling-villager", 0, 100, 300)), 0, "unpredictable")


@pytest.mark.rule("sbh.campaign.upgrade.unpredictable")
def test_two_fighters_swap_their_quality_before_they_are_activated() -> None:
    played = play(Call(next_activation, swapping()), answers=[("swap", 0, 1)])
    world = played.asked[-1].world
    assert [quality_of(world, figure) for figure in world.figures[:2]] == [5, 3]
    assert all(quality_of(world, figure) == figure.card.quality for figure in world.figures[2:])
    assert (world.bands[0].upgrades, world.active) == ((), 0)
    rolled = play(Call(activate, world, 1, 2, ""), dice=[3, 4])
    assert rolled.told("activation").about == (1, 2, 0)


@pytest.mark.rule("sbh.campaign.upgrade.unpredictable")
def test_the_swap_lasts_until_the_end_of_the_turn() -> None:
    swapped = play(Call(next_activation, swapping()), answers=[("swap", 0, 1)]).asked[-1].world
    later = play(Call(next_activation, swapped), answers=[END_TURN]).asked[-1].world
    assert (later.active, [quality_of(later, figure) for figure in later.figures[:2]]) == (1, [3, 5])


@pytest.mark.rule("sbh.campaign.upgrade.unpredictable")
@pytest.mark.parametrize("answer", [("swap", 0, 0), ("swap", 0, 2), ("swap", 0), ("swap", 0, "1"), ("swap", 0, 99)])
def test_only_two_fighters_of_ones_own_swap(answer: object) -> None:
    refused = Activations(swapping()).check(answer)
    assert refused is not None
    assert refused.rule == "sbh.campaign.upgrade.unpredictable"


@pytest.mark.rule("sbh.campaign.upgrade.unpredictable")
def test_not_once_one_of_them_has_been_activated_nor_without_the_upgrade() -> None:
    world = swapping()
    tired = world.with_figure(changed(world.figures[0], activated=True))
    assert Activations(tired).check(("swap", 0, 1)) is not None
    assert Activations(owning(world, 0)).check(("swap", 0, 1)) is not None
    assert ("swap", 0, 1) in Activations(world).listed()


# ---------------------------------------------------------------- Terrain knowledge


@pytest.mark.rule("sbh.campaign.upgrade.terrain-knowledge")
def test_one_fighter_ignores_difficult_terrain_for_one_activation() -> None:
    marsh = square("marsh", 0, 310, 600, 100, difficult=True)
    pieces = scene(fighter("human-warrior", 0, 300, 300), *FRIENDS, *FOES, pieces=[marsh])
    world = owning(pieces, 0, "terrain-knowledge")
    goal = ("move", 30000, 38000)
    refused = Doing(world, 0, 1).check(goal)
    assert refused is not None
    assert refused.key == "too-far"
    sure = play(Call(next_activation, world), answers=[("sure-footed", 0)]).asked[-1].world
    assert sure.bands[0].upgrades == ()
    played = play(Call(activate, sure, 0, 2, ""), dice=[6, 6], answers=[goal, END])
    after = played.asked[-1].world
    assert (after.figures[0].y, after.bands[0].surefoot) == (38000, -1)


@pytest.mark.rule("sbh.campaign.upgrade.terrain-knowledge")
def test_it_helps_nobody_else_and_does_not_outlast_the_turn() -> None:
    marsh = square("marsh", 0, 30, 600, 100, difficult=True)
    world = owning(scene(*FRIENDS, *FOES, pieces=[marsh]), 0, "terrain-knowledge")
    sure = play(Call(next_activation, world), answers=[("sure-footed", 0)]).asked[-1].world
    refused = Doing(sure, 1, 1).check(("move", 20000, 10000))
    assert refused is not None
    assert refused.key == "too-far"
    assert play(Call(next_activation, sure), answers=[END_TURN]).asked[-1].world.bands[0].surefoot == -1
    assert Activations(sure).check(("sure-footed", 0)) is not None
    for answer in (("sure-footed", 7), ("sure-footed",), ("sure-footed", "0")):
        assert Activations(world).check(answer) is not None


@pytest.mark.rule("sbh.campaign.upgrade.terrain-knowledge")
def test_a_wood_is_no_cover_from_one_that_knows_it() -> None:
    wood = square("wood", 200, 200, 200, 200, difficult=True, cover=True, blocks_sight=True)
    world = scene(fighter("human-archer", 0, 300, 300), fighter("orc-warrior", 1, 340, 300), *FOES, pieces=[wood])
    sure = world.with_band(changed(world.bands[0], surefoot=0))
    assert in_cover(world, world.figures[0], world.figures[1])
    assert not in_cover(sure, sure.figures[0], sure.figures[1])
    assert in_cover(sure, sure.figures[1], sure.figures[0])
