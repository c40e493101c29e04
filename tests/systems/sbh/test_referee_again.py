"""A referee's round: situations drawn by lot over the paragraphs of the book, written from the book, and what should then be
offered, thrown and told: a second lot."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.errors import IllegalAnswer
from escarmouche.systems.sbh.model import DEAD, FREE, OFF_TABLE, ON_TABLE, SPELLBOUND, Marker
from escarmouche.systems.sbh.rules.actions import END, Doing, spend
from escarmouche.systems.sbh.rules.activation import activate
from escarmouche.systems.sbh.rules.ending import victory_points
from escarmouche.systems.sbh.rules.harm import KILL, MELEE, suffer
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.systems.sbh.rules.morale import morale_test
from escarmouche.systems.sbh.rules.movement import go
from tests.systems.sbh.campaigning import after, begun
from tests.systems.sbh.ranges import facing, scenery
from tests.systems.sbh.refereeing import FOES, REST, clash, man, orc, terms_of, totals, traits
from tests.systems.sbh.scene import changed, fighter, key, play, scene

# ---------------------------------------------------------------- a second lot


@pytest.mark.rule("sbh.melee.mod.helpless", "sbh.state.immobilised-helpless", "sbh.melee.simultaneous")
@pytest.mark.parametrize("state", [{"held": SPELLBOUND}, {"prone": True}])
@pytest.mark.parametrize(
    ("dice", "outcome_"),
    [
        ((2, 3), "defender-kill"),
        ((1, 3), "tie"),
        ((6, 1), "defender-gruesome-kill"),
        ((3, 6), "attacker-knocked-down"),
        ((1, 5), "attacker-recoil"),
    ],
)
def test_64_75_one_point_kills_the_helpless_who_still_defend_themselves(
    state: dict[str, Any], dice: tuple[int, int], outcome_: str
) -> None:
    played = clash(man(), orc(**state), *dice, answers=(("recoil", 0),) if outcome_.endswith("recoil") else ())
    assert totals(played) == (3 + 2 + dice[0], 3 + dice[1])
    assert played.outcomes[0] == outcome_


@pytest.mark.rule("sbh.ambush.melee", "sbh.ambush.definition")
def test_65_whoever_bursts_out_of_a_wood_strikes_with_one_more_in_that_turn_only() -> None:
    wood = scenery("wood", 200, 200, 150, 100)
    world = scene(man(300, 280), orc(300, 330), *REST, pieces=[wood])
    walk = ("move", 30000, 31400)
    struck = play(Call(spend, world, 0, 2, "", "", ()), dice=[2, 3], answers=[walk, ("attack", 1, False)])
    assert totals(struck) == (3 + 2 + 1, 3 + 3)
    out = play(Call(go, world, 0, 30000, 31400)).result
    later = changed(out, dawn=out.figures)
    assert totals(play(Call(fight, later, 0, 1, False), dice=[3, 3])) == (6, 6)


@pytest.mark.rule("sbh.disengage.immune", "sbh.special.free-disengage")
def test_67_83_the_nimble_slip_away_from_all_of_them_and_are_not_struck_when_pushed_among_enemies() -> None:
    thief = man(traits=traits("free-disengage"))
    world = scene(thief, orc(316, 300), orc(284, 300), *REST)
    left = play(Call(spend, world, 0, 2, "", "", ()), answers=[("disengage", 30000, 24000)])
    assert (left.rolls, left.result.figures[0].y) == ([], 24000)
    crowd = scene(thief, orc(316, 300, combat=6), orc(268, 300), *REST)
    pushed = play(Call(fight, crowd, 0, 1, False), dice=[5, 3], answers=[("recoil", 0)])
    assert ("pushed-back" in pushed.kinds, "free-hack" in pushed.kinds) == (True, False)
    plain = play(Call(fight, crowd.with_figure(man()), 0, 1, False), dice=[5, 3, 1, 6], answers=[("recoil", 0)])
    assert "free-hack" in plain.kinds


@pytest.mark.rule("sbh.shooting.target-nearest", "sbh.shooting.target-half-points", "sbh.shooting.target-ignore-covered")
@pytest.mark.parametrize(
    ("nearer", "free"),
    [
        ({"points": 23}, True),
        ({"points": 24}, True),
        ({"points": 25}, False),
        ({"points": 60, "prone": True}, True),
        ({"points": 60}, False),
    ],
)
def test_68_69_70_whom_an_archer_of_fifty_points_may_pass_over(nearer: dict[str, Any], free: bool) -> None:
    archer = fighter("human-archer", 0, 300, 300, points=50)
    world = scene(archer, orc(300, 340, **nearer), orc(340, 350, points=50), *REST)
    assert (Doing(world, 0, 1).check(("shoot", 2, False)) is None) == free
    ogre = scene(archer, orc(300, 340, points=60), fighter("ogre-warrior", 1, 350, 350), *REST)
    assert Doing(ogre, 0, 1).check(("shoot", 2, False)) is None


@pytest.mark.rule("sbh.magic.ranged-attack", "sbh.magic.range")
@pytest.mark.parametrize("power", [1, 2, 3])
def test_74_the_power_of_a_spell_is_its_combat(power: int) -> None:
    mage = fighter("human-mage", 0, 300, 300, combat=4)
    world = scene(mage, facing(mage, orc(), 30), *REST)
    played = play(Call(spend, world, 0, power, "cast", "", ()), dice=[1, 6], answers=[("cast", "attack", 1, power)])
    assert totals(played) == (power + 1, 9)
    assert [roll.why for roll, _ in played.rolls] == ["sbh.magic.ranged-attack"] * 2, "a spell has no ammunition"


@pytest.mark.rule("sbh.morale.roll", "sbh.morale.leave-table", "sbh.morale.other-failures", "sbh.removal.statuses")
def test_76_77_the_fled_are_not_killed_and_the_helpless_are() -> None:
    world = scene(man(300, 60, quality=4), orc(500, 500), *REST)
    fled = play(Call(morale_test, world, 0, "sbh.morale.roll"), dice=[1, 6, 6]).result
    assert (fled.figures[0].status, victory_points(changed(fled, terms=terms_of("pitched-battle")), 1)) == (OFF_TABLE, 0)
    held = scene(man(300, 300, quality=4, held=SPELLBOUND, points=40), orc(500, 500), *REST)
    gone = play(Call(morale_test, held, 0, "sbh.morale.roll"), dice=[1, 6, 6]).result
    assert gone.figures[0].status not in (ON_TABLE, OFF_TABLE)
    beside = scene(man(300, 300, quality=4, prone=True), orc(316, 300), *REST)
    assert play(Call(morale_test, beside, 0, "sbh.morale.roll"), dice=[1, 6, 6]).result.figures[0].status != ON_TABLE
    alone = scene(man(300, 300, quality=4, prone=True), orc(500, 500), *REST)
    up = play(Call(morale_test, alone, 0, "sbh.morale.roll"), dice=[1, 6, 6]).result.figures[0]
    assert (up.prone, up.x, up.y) == (False, 30000, 30000)


@pytest.mark.rule("sbh.morale.trigger-leader-killed", "sbh.special.leader-death", "sbh.special.fearless")
def test_78_all_test_when_a_leader_is_killed_however_far_and_fearless() -> None:
    leader = fighter("human-leader", 0, 300, 300)
    world = scene(leader, orc(), man(20, 580), man(580, 20, traits=traits("fearless")), man(200, 200), man(230, 200), *FOES)
    killed = play(Call(suffer, world, 0, 1, KILL, "attacker", MELEE), dice=[6] * 12)
    assert sorted([roll.figure for roll, _ in killed.rolls]) == [2, 3, 4, 5]
    assert {roll.why for roll, _ in killed.rolls} == {"sbh.morale.trigger-leader-killed"}


@pytest.mark.rule("sbh.special.tailslap")
def test_79_a_tail_fells_those_no_larger_that_it_pushes_back() -> None:
    lizard = man(combat=5, traits=traits("tailslap"))
    felled = clash(lizard, orc(), 3, 3, 1)
    assert (felled.result.figures[1].prone, felled.kinds.count("tailslap")) == (True, 1)
    pushed = clash(lizard, orc(), 3, 3, 2, answers=(("recoil", 0),))
    assert not pushed.result.figures[1].prone
    ogre = clash(lizard, fighter("ogre-warrior", 1, 0, 0, combat=3), 5, 3, answers=(("recoil", 0),))
    assert [roll.why for roll, _ in ogre.rolls] == ["sbh.melee.roll"] * 2


@pytest.mark.rule("sbh.special.entangle", "sbh.special.entangle-death")
def test_80_webs_reach_as_far_as_actions_are_spent_and_outlast_the_spider() -> None:
    spider = fighter("giant-spider", 0, 100, 300)
    for power, reach in ((1, 50), (2, 80), (3, 120)):
        for gap, why in ((reach, ""), (reach + 1, "out-of-spell-range")):
            world = scene(spider, facing(spider, orc(), gap), *REST)
            assert key(Doing(world, 0, 3).check(("entangle", 1, power))) == why
    world = scene(spider, facing(spider, orc(), 40), *REST)
    webbed = play(Call(spend, world, 0, 1, "", "", ()), dice=[2], answers=[("entangle", 1, 1)]).result
    dead = play(Call(suffer, webbed, 0, 1, KILL, "attacker", MELEE)).result
    assert (webbed.figures[1].held != FREE, dead.figures[1].held != FREE) == (True, True)


@pytest.mark.rule("sbh.special.hero-automatic-success")
@pytest.mark.parametrize(("dice", "thrown"), [(1, 0), (2, 1), (3, 2)])
def test_81_one_die_of_a_hero_is_a_six_and_is_not_thrown(dice: int, thrown: int) -> None:
    world = scene(man(traits=traits("hero"), rerolled=True), *REST)
    played = play(Call(activate, world, 0, dice, ""), dice=[1] * thrown)
    assert played.told("activation").about == (0, 1, dice - 1)


@pytest.mark.rule("sbh.group.worst-quality", "sbh.group.shared-successes")
def test_84_three_elves_and_a_halfling_need_what_the_halfling_needs() -> None:
    leader = fighter("human-leader", 0, 300, 430)
    elves = [man(252 + 16 * n, 310, quality=3) for n in range(3)]
    blind = scenery("wood", 200, 340, 200, 60)
    halfling = fighter("halfling-archer", 0, 300, 310, quality=4)
    seen = scene(changed(leader, y=25000), *elves, halfling, *FOES)
    order = ("group", (1, 2, 3, 4))
    played = play(Call(activate, seen, 0, 1, ""), dice=[6, 3, 2], answers=[order, 2])
    assert played.told("group-activation").about == ((1, 2, 3, 4), 1, 1), "4+, and the Leader they see adds one"
    assert played.rolls[-1][0].figure == 4
    hidden = scene(leader, *elves, halfling, *FOES, pieces=[blind])
    assert key(Doing(hidden, 0, 1).check(order)) == "cannot-be-ordered"


@pytest.mark.rule("sbh.concentrated.shared-modifiers")
def test_85_cover_from_one_shooter_is_cover_from_all() -> None:
    leader = fighter("human-leader", 0, 300, 250)
    archers = [fighter("human-archer", 0, x, 300, combat=3) for x in (260, 340)]
    rock = scenery("rocks", 264, 340, 12, 10)
    for pieces, cover in (([], 0), ([rock], -1)):
        world = scene(leader, *archers, orc(260, 380, combat=5), *FOES, pieces=pieces)
        played = play(Call(activate, world, 0, 1, ""), dice=[6, 6, 2, 6], answers=[("volley", (1, 2), 3), 1])
        assert totals(played) == (3 + 2 + cover, 5 + 6 - 1)


@pytest.mark.rule("sbh.campaign.replacement-winner", "sbh.campaign.replacement-loser")
def test_86_87_only_winners_replace_the_fallen_by_characters() -> None:
    for winner, allowed in ((0, True), (1, False)):
        c = begun()
        after(c, winner, dice=[1, 1, 1] if winner == 0 else [], a0={"status": DEAD, "removal": "kill"})
        assert c.bands[0].refund == 60
        if allowed:
            c.spend(0, "reinforce", "human-mage")
        else:
            with pytest.raises(IllegalAnswer):
                c.spend(0, "reinforce", "human-mage")
            c.spend(0, "reinforce", "human-warrior")


@pytest.mark.rule("sbh.campaign.upgrade-price", "sbh.campaign.recruit")
def test_88_89_92_upgrades_cost_ten_victory_points_once_and_a_recruit_half_its_points() -> None:
    c = begun()
    after(c, 0, (45, 0))
    c.spend(0, "upgrade", "brave")
    assert c.bands[0].victory_points == 35
    with pytest.raises(IllegalAnswer):
        c.spend(0, "upgrade", "brave")
    c.spend(0, "recruit", "human-mage")
    assert c.bands[0].victory_points == 35 - 20


@pytest.mark.rule("sbh.campaign.upgrade.brave")
def test_90_the_brave_throw_all_three_again_and_keep_it() -> None:
    world = scene(man(300, 300), *REST)
    world = world.with_band(changed(world.bands[0], upgrades=("brave",)))
    played = play(Call(morale_test, world, 0, "sbh.morale.roll"), dice=[1, 6, 6, 1, 1, 6], answers=["use"])
    assert ([roll.count for roll, _ in played.rolls], played.told("flees").about[1]) == ([3, 3], 2)


@pytest.mark.rule("sbh.faq.leader-self", "sbh.special.leader-not-cumulative")
def test_97_leaders_help_neither_themselves_nor_each_other_and_two_no_more_than_one() -> None:
    leaders = [fighter("human-leader", 0, 300, 300 + 40 * n, quality=4) for n in range(2)]
    world = scene(*leaders, man(340, 320, quality=5), *FOES)
    assert play(Call(activate, world, 0, 1, ""), dice=[3]).told("activation").about[1] == 0
    assert play(Call(activate, world, 2, 2, ""), dice=[4, 3], answers=[END]).told("activation").about[1] == 1


@pytest.mark.rule("sbh.special.cleric-heal")
def test_poison_is_healed_before_wounds() -> None:
    ill = man(316, 300, poisoned=1, wounds=2)
    world = scene(fighter("human-cleric", 0, 300, 300), ill, *REST)
    healed = play(Call(spend, world, 0, 2, "heal", "", ()), answers=[("heal", 1, 2)]).result.figures[1]
    assert (healed.poisoned, healed.wounds) == (0, 1)


@pytest.mark.rule("sbh.scenario.treasure.take")
def test_whoever_bears_a_magic_item_may_still_lift_the_treasure() -> None:
    world = scene(man(50, 300, item="magic-sword"), *REST, scenario="treasure-hunt", terms=terms_of("treasure-hunt"))
    world = world.with_markers((Marker(0, "treasure", 6600, 30000),))
    assert Doing(world, 0, 2).check(("take", 0)) is None


@pytest.mark.rule("sbh.scenario.hard-terrain.hazard")
def test_whoever_is_lost_in_the_first_piece_does_not_enter_the_second() -> None:
    pieces = [scenery("hill", 280, 320, 40, 10), scenery("ruins", 280, 345, 40, 10)]
    world = scene(man(300, 300, quality=4), *REST, pieces=pieces, scenario="hard-terrain")
    lost = play(Call(go, world, 0, 30000, 37000), dice=[5, 1])
    assert (len(lost.rolls), lost.result.figures[0].status == ON_TABLE) == (2, False)
    both = play(Call(go, world, 0, 30000, 37000), dice=[5, 6, 4])
    assert (len(both.rolls), both.result.figures[0].status) == (3, ON_TABLE)
