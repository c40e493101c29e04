"""Ranged combat: ranges, the shot, its modifiers, ammunition, aimed shots, concentrated fire, javelins."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.odds import rule_odds
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import (
    CLERIC,
    DEAD,
    LONG,
    MEDIUM,
    ON_TABLE,
    SAVAGE,
    SHOOTER,
    SHORT,
    SPELLBOUND,
    Ground,
    World,
)
from escarmouche.systems.sbh.rules.actions import REGROUP
from escarmouche.systems.sbh.rules.harm import KILL, suffer
from escarmouche.systems.sbh.rules.melee import Modifiers
from escarmouche.systems.sbh.rules.shooting import (
    can_shoot,
    legal_target,
    range_band,
    ranged_modifiers,
    shared_modifiers,
    shoot,
    shot,
    throw,
)
from escarmouche.table.hexes import hex_centre
from tests.systems.sbh.ranges import doing, facing, pair, scenery, spending, why, why_not, with_upgrade
from tests.systems.sbh.scene import MM, Played, changed, fighter, play, scene

ARCHERS = {SHORT: "dwarf-skirmisher", MEDIUM: "orc-archer", LONG: "human-archer"}


def modifiers(world: World) -> Modifiers:
    """The modifiers of figure 0's shot at figure 1."""
    archer = world.figures[0]
    return ranged_modifiers(world, archer, world.figures[1], archer.card.shooting, False)


def loose(world: World, *dice: int, aimed: bool = False, answers: tuple[Any, ...] = ()) -> Played:
    """Figure 0 shoots at figure 1."""
    return play(Call(shot, world, (0,), 1, aimed), dice=dice, answers=answers)


def totals(played: Played) -> tuple[int, int]:
    """The totals of the shooter and of the target."""
    about = played.told("totals").about
    return about[4], about[9]


def duel(combat: int, guard: int, gap: float = 60, **changes: Any) -> World:
    """A Shooter with a long range and this Combat, and a target with that one."""
    archer, target = pair("human-archer", "human-warrior", gap, combat=guard, **changes)
    return scene(changed(archer, card=changed(archer.card, combat=combat)), target)


# ---------------------------------------------------------------- who shoots, and how far


@pytest.mark.rule("sbh.shooting.requires-shooter", "sbh.action.shoot")
def test_only_a_shooter_shoots() -> None:
    archery = scene(*pair("orc-archer", "human-warrior", 60))
    assert can_shoot(archery, archery.figures[0]) is None
    assert why_not(doing(archery, 1), ("shoot", 1, False)) == ""
    world = scene(*pair("orc-warrior", "human-warrior", 60))
    assert why(can_shoot(world, world.figures[0])) == "sbh.shooting.requires-shooter"
    assert why_not(doing(world, 3), ("shoot", 1, False)) == "sbh.shooting.requires-shooter"
    assert not any(answer[0] == "shoot" for answer in doing(world, 3).listed())


@pytest.mark.rule(
    "sbh.special.shooter",
    "sbh.shooting.range-normal",
    "sbh.shooting.range-double",
    "sbh.shooting.range-triple",
    "sbh.shooting.range-max",
    "sbh.shooting.mod.range-double",
    "sbh.shooting.mod.range-triple",
)
@pytest.mark.parametrize(
    ("length", "gap", "modifier"),
    [
        (LONG, 120, 0), (LONG, 121, -2), (LONG, 200, -2), (LONG, 240, -2), (LONG, 241, -4), (LONG, 300, -4),
        (LONG, 360, -4), (LONG, 361, None), (MEDIUM, 80, 0), (MEDIUM, 81, -2), (MEDIUM, 160, -2), (MEDIUM, 161, -4),
        (MEDIUM, 240, -4), (MEDIUM, 241, None), (SHORT, 50, 0), (SHORT, 51, -2), (SHORT, 100, -2), (SHORT, 101, -4),
        (SHORT, 150, -4), (SHORT, 151, None),
    ],
)  # fmt: skip
def test_range(length: int, gap: float, modifier: int | None) -> None:
    world = scene(*pair(ARCHERS[length], "human-warrior", gap))
    if modifier is None:
        assert why_not(doing(world, 1), ("shoot", 1, False)) == "sbh.shooting.range-max"
        return
    assert why_not(doing(world, 1), ("shoot", 1, False)) == ""
    assert sum(value for _, value in modifiers(world)) == modifier


@pytest.mark.rule("sbh.setup.rulers-15mm", "sbh.setup.rulers-25-28mm")
@pytest.mark.parametrize(("scale", "reach"), [("mm_15", (50, 80, 120)), ("mm_25_28", (75, 120, 180))])
def test_ranges_are_the_sticks_of_the_scale(scale: str, reach: tuple[int, int, int]) -> None:
    short, medium, long = (getattr(book().ruler[name], scale) * MM for name in ("short", "medium", "long"))
    rulers = (0, short, medium, long)
    for length in (SHORT, MEDIUM, LONG):
        for gap, band in ((reach[length - 1], 1), (reach[length - 1] + 1, 2), (3 * reach[length - 1] + 1, 0)):
            world = scene(*pair(ARCHERS[length], "human-warrior", gap), ground=Ground(900 * MM, 900 * MM, rulers))
            assert range_band(world, world.figures[0], world.figures[1], length) == band


@pytest.mark.rule("sbh.hex.distances")
@pytest.mark.parametrize(
    ("length", "hexes", "band"),
    [
        (LONG, 13, 1), (LONG, 14, 2), (LONG, 39, 3), (LONG, 40, 0), (MEDIUM, 7, 1), (MEDIUM, 8, 2), (SHORT, 4, 1),
        (SHORT, 5, 2),
    ],
)  # fmt: skip
def test_ranges_in_hexes(length: int, hexes: int, band: int) -> None:
    width = 18 * MM
    rows = book().ruler
    rulers = (0, rows["short"].hexes, rows["medium"].hexes, rows["long"].hexes)
    ground = Ground(1000 * MM, 1000 * MM, rulers, hex_width=width)
    spots = [hex_centre((1 + step, 8), width) for step in (0, hexes)]
    archer, target = fighter(ARCHERS[length], 0, 0, 0), fighter("human-warrior", 1, 0, 0)
    world = scene(changed(archer, x=spots[0][0], y=spots[0][1]), changed(target, x=spots[1][0], y=spots[1][1]), ground=ground)
    assert range_band(world, world.figures[0], world.figures[1], length) == band
    assert why_not(doing(world, 1), ("shoot", 1, False)) == ("" if band else "sbh.shooting.range-max")


# ---------------------------------------------------------------- the shot


@pytest.mark.rule("sbh.shooting.resolution", "sbh.profile.combat")
def test_only_the_shooter_can_do_harm() -> None:
    played = loose(duel(3, 6), 2, 6)
    assert totals(played) == (5, 12)
    assert played.outcomes == ["miss"]
    assert played.result.figures[0].status == ON_TABLE
    assert not played.result.figures[0].prone


@pytest.mark.rule("sbh.shooting.resolution", "sbh.shooting.result-double")
def test_nine_against_four_is_a_kill() -> None:
    played = loose(duel(3, 3), 6, 1)
    assert totals(played) == (9, 4)
    assert played.outcomes == ["defender-kill"]
    assert played.result.figures[1].status == DEAD


@pytest.mark.rule("sbh.shooting.result-tie")
def test_equal_totals_do_nothing() -> None:
    played = loose(duel(3, 3), 3, 3)
    assert played.told("misses").why == "sbh.shooting.result-tie"
    assert played.outcomes == ["miss"]
    assert not played.result.figures[1].prone


@pytest.mark.rule("sbh.shooting.result-even")
def test_an_even_die_knocks_the_target_down() -> None:
    played = loose(duel(3, 3), 4, 2)
    assert totals(played) == (7, 5)
    assert played.result.figures[1].prone


@pytest.mark.rule("sbh.shooting.result-odd")
@pytest.mark.parametrize("prone", [False, True])
def test_an_odd_die_drives_the_target_straight_back_as_it_is(prone: bool) -> None:
    world = duel(3, 3, prone=prone)
    played = loose(world, 5, 3, answers=(("recoil", 0),))
    assert totals(played) == (8, 6)
    before, after = world.figures[1], played.result.figures[1]
    assert (after.x - before.x, after.y - before.y, after.prone) == (16 * MM, 0, prone)


@pytest.mark.rule("sbh.shooting.result-double", "sbh.shooting.result-triple")
@pytest.mark.parametrize(
    ("won", "lost", "outcome"),
    [(8, 5, "defender-knocked-down"), (8, 4, "defender-kill"), (8, 3, "defender-kill"), (9, 3, "defender-gruesome-kill")],
)
def test_double_and_triple(won: int, lost: int, outcome: str) -> None:
    assert loose(duel(won - 4, lost - 1), 4, 1).outcomes == [outcome]


@pytest.mark.rule("sbh.shooting.result-triple")
def test_a_gruesome_kill_frightens_the_friends_of_the_dead() -> None:
    archer, target = pair("human-archer", "human-warrior", 60)
    friend = fighter("orc-warrior", 1, 134, 350)
    world = scene(archer, changed(target, card=changed(target.card, combat=2)), friend)
    played = loose(world, 6, 1, 6, 6, 6, 6, 6, 6)
    assert totals(played) == (9, 3)
    assert [roll.why for roll, _ in played.rolls][2:] == ["sbh.morale.trigger-gruesome", "sbh.morale.trigger-half"]


@pytest.mark.rule("sbh.special.cleric-lethal")
def test_the_arrows_of_a_cleric_kill_undead_by_winning() -> None:
    archer, target = pair("human-archer", "human-skeleton", 60)
    cleric = changed(archer, card=changed(archer.card, traits=SHOOTER | CLERIC, combat=5))
    assert loose(scene(cleric, target), 3, 3).outcomes == ["defender-kill"]
    assert loose(scene(changed(cleric, forsaken=True), target), 3, 3, answers=(("recoil", 0),)).outcomes == ["defender-recoil"]


# ---------------------------------------------------------------- ranged modifiers


@pytest.mark.rule("sbh.shooting.modifier-table")
def test_modifiers_carry_the_names_and_values_of_the_table() -> None:
    shooter = fighter("human-archer", 0, 250, 300)
    target = facing(shooter, fighter("rat-swarm", 1, 0, 0, held=SPELLBOUND, traits=(1 << 20) | (1 << 21), size=1), 121)
    far = facing(shooter, target, 241)
    pieces = [scenery("wood", 230, 280, 40, 40), scenery("rocks", 300, 307, 40, 10)]
    double, triple = scene(shooter, target, pieces=pieces), scene(shooter, far, pieces=pieces)
    found = dict(modifiers(double)) | dict(modifiers(triple))
    rows = book().ranged_modifier
    assert found == {
        "cover": -1, "range-double": -2, "range-triple": -4, "ambush": 1, "target-undead": -2, "target-swarm": -2,
        "target-immobilised": 2, "target-larger": 1,
    }  # fmt: skip
    assert set(found) == {row.id for row in rows.values() if row.applies_to == "shooter" and row.value}
    spell = dict(ranged_modifiers(double, shooter, double.figures[1], LONG, True))
    assert spell == {name: value for name, value in modifiers(double) if rows[name].spells}


@pytest.mark.rule("sbh.shooting.modifier-table")
def test_modifiers_add_up() -> None:
    archer, target = pair("human-archer", "human-skeleton", 130, held=SPELLBOUND, combat=2)
    played = loose(scene(archer, target), 4, 5)
    assert totals(played) == (4 + 3 - 2 - 2 + 2, 5 + 2)


@pytest.mark.rule("sbh.shooting.mod.cover", "sbh.cover.partial")
def test_a_hedge_takes_one_off() -> None:
    archer, target = pair("human-archer", "orc-warrior", 60)
    hedge = scenery("obstacle", 122, 250, 4, 100)
    played = play(Call(shoot, scene(archer, target, pieces=[hedge]), 0, ("shoot", 1, False)), dice=[2, 6])
    assert modifiers(scene(archer, target, pieces=[hedge])) == (("cover", -1),)
    assert totals(played)[0] == 2 + 2


@pytest.mark.rule("sbh.shooting.mod.undead", "sbh.special.undead-ranged-penalty")
def test_arrows_at_the_undead_are_at_minus_two() -> None:
    played = loose(scene(*pair("human-archer", "human-skeleton", 60)), 4, 6)
    assert totals(played)[0] == 4 + 3 - 2


@pytest.mark.rule("sbh.shooting.mod.swarm", "sbh.special.swarm-ranged-penalty")
def test_arrows_at_a_swarm_are_at_minus_two() -> None:
    played = loose(scene(*pair("human-archer", "rat-swarm", 60)), 4, 6)
    assert totals(played)[0] == 4 + 3 - 2


@pytest.mark.rule("sbh.shooting.mod.immobilised", "sbh.state.immobilised-bonus", "sbh.state.immobilised-helpless")
def test_a_held_target_is_hit_at_plus_two_and_not_killed_for_being_held() -> None:
    archer, target = pair("human-archer", "human-warrior", 60, combat=3, held=SPELLBOUND)
    played = loose(scene(archer, target), 2, 3)
    assert totals(played) == (2 + 5, 6)
    assert played.outcomes == ["defender-knocked-down"]
    assert played.result.figures[1].status == ON_TABLE


@pytest.mark.rule("sbh.shooting.mod.prone-none")
def test_a_target_on_the_ground_is_no_easier_and_not_killed_for_lying_there() -> None:
    played = loose(duel(3, 3, prone=True), 4, 2)
    assert totals(played) == (7, 5)
    assert played.outcomes == ["defender-knocked-down"]
    assert played.result.figures[1].status == ON_TABLE


@pytest.mark.rule("sbh.shooting.size", "sbh.shooting.mod.size", "sbh.special.big", "sbh.special.huge")
@pytest.mark.parametrize(
    ("shooter", "target", "bonus"),
    [
        ("human-archer", "ogre-warrior", 1), ("human-archer", "dragon-adult", 1), ("dragon-young", "dragon-adult", 1),
        ("dragon-young", "ogre-warrior", 0), ("giant", "ogre-warrior", 0), ("dragon-adult", "dragon-adult", 0),
        ("human-archer", "halfling-villager", 0),
    ],
)  # fmt: skip
def test_a_larger_target_is_easier_to_hit(shooter: str, target: str, bonus: int) -> None:
    world = scene(*pair(shooter, target, 60))
    assert sum(value for _, value in modifiers(world)) == bonus
    played = loose(world, 2, 6)
    assert totals(played)[0] == 2 + world.figures[0].card.combat + bonus


# ---------------------------------------------------------------- aimed shots and the attack of the turn


@pytest.mark.rule("sbh.action.aimed-shot", "sbh.shooting.aimed-shot", "sbh.shooting.mod.aimed-shot")
def test_an_aimed_shot_lowers_the_target_by_one() -> None:
    world = duel(3, 2)
    aimed = loose(world, 3, 2, aimed=True)
    assert totals(aimed) == (6, 3)
    assert aimed.outcomes == ["defender-kill"]
    assert loose(world, 3, 2, answers=(("recoil", 0),)).outcomes == ["defender-recoil"]


@pytest.mark.rule("sbh.action.shoot", "sbh.action.aimed-shot")
@pytest.mark.parametrize(("aimed", "cost"), [(False, 1), (True, 2)])
def test_the_price_of_a_shot(aimed: bool, cost: int) -> None:
    world = duel(3, 6)
    assert play(Call(shoot, world, 0, ("shoot", 1, aimed)), dice=[2, 6]).result[1] == cost
    assert why_not(doing(world, cost), ("shoot", 1, aimed)) == ""
    assert (why_not(doing(world, 1), ("shoot", 1, aimed)) == "sbh.action.table") is aimed


@pytest.mark.rule("sbh.action.extra-action-limit")
def test_a_third_action_does_not_make_the_aim_any_better() -> None:
    played = play(spending(duel(3, 6), 3), dice=[2, 6], answers=[("shoot", 1, True)])
    assert played.told("totals").about[8] == (("aimed-shot", -1),)
    assert played.left == 1
    assert ("shoot", 1, 3) not in played.asked[0].options.listed()
    assert why_not(doing(duel(3, 6), 3), ("shoot", 1, 3)) == "sbh.action.shoot"


@pytest.mark.rule("sbh.action.one-attack-per-turn")
def test_one_attack_a_turn_at_range_or_hand_to_hand() -> None:
    played = play(spending(duel(3, 6), 3), dice=[2, 6], answers=[("shoot", 1, False)])
    assert why_not(played.asked[-1].options, ("shoot", 1, False)) == "sbh.action.one-attack-per-turn"
    assert not any(answer[0] == "shoot" for answer in played.asked[-1].options.listed())
    struck = scene(*pair("human-archer", "human-warrior", 60))
    struck = struck.with_figure(changed(struck.figures[0], attacked=True))
    assert why_not(doing(struck, 1), ("shoot", 1, False)) == "sbh.action.one-attack-per-turn"
    over_it = scene(*pair("human-archer", "human-warrior", 0, prone=True), fighter("orc-warrior", 1, 500, 500))
    shot_once = play(spending(over_it, 2), dice=[2, 6], answers=[("shoot", 1, False)])
    assert why_not(shot_once.asked[-1].options, ("attack", 1, False)) == "sbh.action.one-attack-per-turn"


@pytest.mark.rule("sbh.state.prone-stand", "sbh.state.immobilised")
def test_neither_the_prone_nor_the_held_shoot() -> None:
    world = scene(*pair("human-archer", "human-warrior", 60))
    for change, rule in (({"prone": True}, "sbh.state.prone-stand"), ({"held": SPELLBOUND}, "sbh.state.immobilised")):
        bound = world.with_figure(changed(world.figures[0], **change))
        assert why_not(doing(bound, 3), ("shoot", 1, False)) == rule
        assert not any(answer[0] == "shoot" for answer in doing(bound, 3).listed())


@pytest.mark.rule("sbh.regroup.no-attack")
def test_nobody_shoots_in_a_regroup() -> None:
    world = scene(*pair("human-archer", "human-warrior", 60))
    assert why_not(doing(world, 3, mode=REGROUP), ("shoot", 1, False)) == "sbh.regroup.no-attack"


# ---------------------------------------------------------------- ammunition


@pytest.mark.rule("sbh.shooting.ammunition")
@pytest.mark.parametrize(("dice", "spent"), [((1, 6, 1), True), ((1, 6, 4), False), ((2, 6), False)])
def test_ammunition(dice: tuple[int, ...], spent: bool) -> None:
    after = loose(duel(3, 3), *dice).result
    assert after.figures[0].spent is spent
    rested = after.with_figure(changed(after.figures[0], attacked=False))
    assert why_not(doing(rested, 1), ("shoot", 1, False)) == ("sbh.shooting.ammunition" if spent else "")


@pytest.mark.rule("sbh.shooting.ammunition")
def test_the_one_counts_as_the_die_of_the_shot() -> None:
    played = loose(duel(6, 1), 1, 1, 4)
    assert totals(played) == (7, 2)
    assert played.outcomes == ["defender-gruesome-kill"]


# ---------------------------------------------------------------- concentrated fire


def volley(count: int, profile: str = "kobold-skirmisher", target: str = "ogre-warrior") -> World:
    """A target, and so many Shooters in an arc below it, all within Short."""
    spots = [(270, 240), (285, 235), (300, 230), (315, 235), (330, 240)]
    archers = [fighter(profile, 0, x, y) for x, y in spots[:count]]
    return scene(*archers, fighter(target, 1, 300, 290))


@pytest.mark.rule("sbh.concentrated.kobold-example", "sbh.concentrated.target-penalty")
def test_five_kobolds_bring_an_ogre_down_where_one_cannot() -> None:
    five = play(Call(shot, volley(5), (0, 1, 2, 3, 4), 5, False), dice=[1, 1, 6, 6, 6, 6, 6])
    # The list prints Combat 1 for the skirmisher, one less than the example.
    assert totals(five) == (1 + 1 + 1, 1 + 4 - 4)
    assert five.outcomes == ["defender-gruesome-kill"]
    one = play(Call(shot, volley(1), (0,), 1, False), dice=[6, 1])
    assert totals(one) == (6 + 1 + 1, 1 + 4)
    assert one.outcomes == ["defender-knocked-down"]


@pytest.mark.rule("sbh.concentrated.target-penalty")
def test_two_shooters_take_one_off_the_target() -> None:
    played = play(Call(shot, volley(2), (0, 1), 2, True), dice=[2, 6])
    assert totals(played)[1] == 6 + 4 - 1 - 1


@pytest.mark.rule("sbh.concentrated.single-roll")
def test_one_roll_at_the_lowest_combat() -> None:
    world = volley(3)
    for id, combat in enumerate((3, 2, 3)):
        archer = world.figures[id]
        world = world.with_figure(changed(archer, card=changed(archer.card, combat=combat)))
    played = play(Call(shot, world, (0, 1, 2), 3, False), dice=[3, 6])
    assert len(played.rolls) == 2
    assert played.told("totals").about[:3] == (1, 3, 2)


@pytest.mark.rule("sbh.concentrated.single-roll")
@pytest.mark.parametrize(("savage", "result"), [(1, "defender-gruesome-kill"), (0, "defender-kill")])
def test_the_special_rules_of_the_one_that_rolls_count(savage: int, result: str) -> None:
    world = volley(2, target="orc-warrior")
    for id, combat in enumerate((3, 2)):
        archer = world.figures[id]
        traits = archer.card.traits | (SAVAGE if id == savage else 0)
        world = world.with_figure(changed(archer, card=changed(archer.card, combat=combat, traits=traits)))
    played = play(Call(shot, world, (0, 1), 2, False), dice=[6, 2])  # 8 against 2 + 3 - 1
    assert played.outcomes == [result]


@pytest.mark.rule("sbh.concentrated.shared-modifiers")
def test_what_counts_for_one_shooter_counts_for_all_once() -> None:
    world = volley(5, target="orc-warrior")
    assert shared_modifiers(world, (0, 1, 2, 3, 4), 5) == ()
    covered = changed(world, ground=changed(world.ground, pieces=(scenery("rocks", 265, 258, 10, 10),)))
    assert dict(ranged_modifiers(covered, covered.figures[4], covered.figures[5], SHORT, False)) == {}
    assert shared_modifiers(covered, (0, 1, 2, 3, 4), 5) == (("cover", -1),)
    far = world.with_figure(changed(world.figures[3], x=450 * MM)).with_figure(changed(world.figures[4], x=390 * MM))
    assert shared_modifiers(far, (0, 3), 5) == (("range-triple", -4),)
    assert shared_modifiers(far, (0, 4, 3), 5) == (("range-triple", -4),)
    assert shared_modifiers(far, (3, 4), 5) == (("range-triple", -4),)
    assert shared_modifiers(far, (0, 4), 5) == (("range-double", -2),)


@pytest.mark.rule("sbh.concentrated.ammunition")
def test_after_a_natural_one_every_shooter_checks() -> None:
    played = play(Call(shot, volley(3), (0, 1, 2), 3, False), dice=[1, 6, 1, 4, 1])
    assert [figure.spent for figure in played.result.figures] == [True, False, True, False]


@pytest.mark.rule("sbh.concentrated.targeting")
def test_taking_part_is_the_attack_of_the_turn() -> None:
    world = volley(2)
    assert [why(legal_target(world, world.figures[id], world.figures[2])) for id in (0, 1)] == ["", ""]
    after = play(Call(shot, world, (0, 1), 2, False), dice=[2, 6]).result
    assert [figure.attacked for figure in after.figures] == [True, True, False]
    assert why(can_shoot(after, after.figures[0])) == "sbh.action.one-attack-per-turn"


# ---------------------------------------------------------------- magic javelins


def thrower(gap: float, charges: int = 4, **changes: Any) -> World:
    """A fighter of Combat 2 with magic javelins, and an orc."""
    bearer, orc = pair("human-thief", "orc-warrior", gap)
    return scene(changed(bearer, item="magic-javelins", charges=charges, **changes), orc)


@pytest.mark.rule("sbh.item.magic-javelins")
def test_a_javelin_is_thrown_without_shooter_at_plus_one() -> None:
    played = play(Call(throw, thrower(50), 0, ("throw", 1, False)), dice=[1, 6])
    world, cost = played.result
    assert totals(played)[0] == 1 + 3
    assert (cost, world.figures[0].charges, world.figures[0].attacked, world.figures[0].spent) == (1, 3, True, False)


@pytest.mark.rule("sbh.item.magic-javelins")
@pytest.mark.parametrize(("gap", "modifier"), [(50, 1), (51, -1), (101, -3)])
def test_javelins_have_a_short_range(gap: float, modifier: int) -> None:
    played = play(Call(throw, thrower(gap), 0, ("throw", 1, True)), dice=[2, 6])
    assert totals(played) == (2 + 2 + modifier, 6 + 3 - 1)
    assert played.result[1] == 2


@pytest.mark.rule("sbh.item.magic-javelins", "sbh.item.drained")
def test_who_may_throw() -> None:
    assert why_not(doing(thrower(151), 1), ("throw", 1, False)) == "sbh.shooting.range-max"
    assert why_not(doing(scene(*pair("human-thief", "orc-warrior", 50)), 1), ("throw", 1, False)) == ("sbh.item.magic-javelins")
    assert why_not(doing(thrower(50, spent=True), 1), ("throw", 1, False)) == "sbh.shooting.ammunition"
    last = play(Call(throw, thrower(50, 1), 0, ("throw", 1, False)), dice=[2, 6])
    assert last.result[0].figures[0].item == ""
    assert "item-drained" in last.kinds


# ---------------------------------------------------------------- dirty tricks


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_dirty_tricks_foil_a_shot() -> None:
    world = with_upgrade(duel(3, 3), 1, "dirty-tricks")
    played = play(spending(world, 2), answers=[("shoot", 1, False), "shooter"])
    assert played.outcomes == ["foiled"]
    assert played.rolls == []
    assert played.left == 1
    assert why_not(played.asked[-1].options, ("shoot", 1, False)) == "sbh.action.one-attack-per-turn"
    assert played.asked[-1].world.figures[0].has(SHOOTER)


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_dirty_tricks_leave_the_other_shooters_of_a_volley() -> None:
    world = with_upgrade(volley(3), 1, "dirty-tricks")
    played = play(Call(shot, world, (0, 1, 2), 3, False), dice=[3, 6], answers=["decline", "shooter"])
    assert totals(played)[1] == 6 + 4 - 1


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_dirty_tricks_spare_an_arrow_the_penalty_against_undead() -> None:
    world = with_upgrade(scene(*pair("human-archer", "human-skeleton", 60)), 0, "dirty-tricks")
    tricked = loose(world, 4, 6, answers=("undead",))
    assert totals(tricked)[0] == 4 + 3
    assert tricked.result.figures[1].cancelled == 0
    assert totals(loose(world, 4, 6, answers=("decline",)))[0] == 4 + 3 - 2


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_dirty_tricks_work_for_and_against_javelins() -> None:
    bearer, skeleton = pair("human-thief", "human-skeleton", 40)
    world = scene(changed(bearer, item="magic-javelins", charges=2), skeleton)
    for seat, trait, total in ((0, "undead", 3 + 3), (1, "stealth", 3 + 3 - 2)):
        played = play(
            Call(throw, with_upgrade(world, seat, "dirty-tricks"), 0, ("throw", 1, False)), dice=[3, 6], answers=[trait]
        )
        assert totals(played)[0] == total
        assert [figure.cancelled for figure in played.result[0].figures] == [0, 0]


# ---------------------------------------------------------------- exact odds


def read(shooter: int, die: int, target: int) -> str:
    """The result table of a shot, written out."""
    if shooter <= target:
        return "miss"
    if shooter >= 3 * target:
        return "defender-gruesome-kill"
    if shooter >= 2 * target:
        return "defender-kill"
    return "defender-recoil" if die % 2 else "defender-knocked-down"


@pytest.mark.rule("sbh.shooting.resolution", "sbh.shooting.modifier-table")
def test_exact_odds_of_a_shot_into_cover_at_double_range() -> None:
    archer = fighter("human-archer", 0, 50, 300)
    target = facing(archer, fighter("human-warrior", 1, 0, 0, combat=1), 150)
    world = scene(archer, target, pieces=[scenery("rocks", 150, 306, 20, 20)])
    assert modifiers(world) == (("cover", -1), ("range-double", -2))
    counted = Counter(read(3 - 1 - 2 + d, d, 1 + e) for d in range(1, 7) for e in range(1, 7))
    by_hand = {name: Fraction(count, 36) for name, count in counted.items()}
    assert by_hand["defender-gruesome-kill"] == Fraction(1, 36)
    assert rule_odds(Call(shot, world, (0,), 1, False), lambda due: due.options.listed()[0]) == by_hand


# ---------------------------------------------------------------- answers of every shape


@pytest.mark.parametrize(
    "answer",
    [
        ("shoot",), ("shoot", 1), ("shoot", 1, 1), ("shoot", "1", False), ("shoot", True, False), ("shoot", 99, False),
        ("shoot", -1, False), ("shoot", 0, False), ("shoot", (1,), False), ("shoot", 1, False, 2), ("throw", 1, None),
    ],
)  # fmt: skip
def test_a_malformed_shot_is_refused(answer: tuple[Any, ...]) -> None:
    assert why_not(doing(duel(3, 3), 3), answer) != ""


def test_a_target_that_is_gone_is_refused() -> None:
    world = duel(3, 3)
    gone = play(Call(suffer, world, 1, 0, KILL, "defender", "shot")).result
    assert why_not(doing(gone, 3), ("shoot", 1, False)) == "sbh.action.shoot"
