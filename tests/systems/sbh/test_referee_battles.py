"""A referee's round: situations drawn by lot over the paragraphs of the book, written from the book, and what should then be
offered, thrown and told: groups, campaigns, scenarios and questions."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.sbh.army import check
from escarmouche.systems.sbh.model import DEAD, OFF_TABLE, ON_TABLE, SPELLBOUND, Marker, World
from escarmouche.systems.sbh.rules.actions import END, Doing, spend
from escarmouche.systems.sbh.rules.activation import activate, next_activation
from escarmouche.systems.sbh.rules.ending import outcome, victory_points, why_over
from escarmouche.systems.sbh.rules.harm import GRUESOME_KILL, KILL, MELEE, suffer
from escarmouche.systems.sbh.rules.items import drawn_item
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.systems.sbh.rules.morale import morale_test
from escarmouche.systems.sbh.rules.movement import go
from escarmouche.systems.sbh.rules.shooting import shoot
from tests.systems.sbh.campaigning import after, begun, one
from tests.systems.sbh.preparing import box, fresh, prepared, spots
from tests.systems.sbh.ranges import facing, scenery
from tests.systems.sbh.refereeing import FOES, FRIENDS, REST, man, orc, terms_of, totals, traits
from tests.systems.sbh.scene import MM, changed, fighter, key, play, scene, step

# ---------------------------------------------------------------- groups


@pytest.mark.rule("sbh.group.order-cost", "sbh.group.members")
def test_33_a_leader_orders_two_to_five_that_touch_within_long() -> None:
    leader = fighter("human-leader", 0, 300, 300)
    row = [man(300 + 16 * n, 250) for n in range(6)]
    world = scene(leader, *row, *FOES)
    for members, why in (
        ((1,), "group-size"),
        ((1, 2), ""),
        ((1, 2, 3, 4, 5), ""),
        ((1, 2, 3, 4, 5, 6), "group-size"),
        ((1, 3), "group-not-touching"),
    ):
        assert key(Doing(world, 0, 1).check(("group", members))) == why
    far = scene(leader, man(300, 450), man(316, 450), *FOES)
    assert key(Doing(far, 0, 1).check(("group", (1, 2)))) == "cannot-be-ordered"
    assert key(Doing(world, 1, 1).check(("group", (2, 3)))) == "only-leaders-order"
    ordered = play(Call(activate, world, 0, 2, ""), dice=[6, 6, 1], answers=[("group", (1, 2)), 1])
    assert ordered.left == 1


@pytest.mark.rule("sbh.regroup.order", "sbh.regroup.activation", "sbh.regroup.no-attack")
def test_34_a_regroup_brings_any_number_together_and_nobody_strikes() -> None:
    leader = fighter("human-leader", 0, 300, 300)
    men = [man(240 + 30 * n, 240) for n in range(7)]
    world = scene(leader, *men, orc(240, 256), *FOES)
    everybody = tuple(range(1, 8))
    assert Doing(world, 0, 1).check(("regroup", everybody)) is None
    engaged = Doing(world, 1, 1, "", "regroup", (0, *everybody))
    assert key(engaged.check(("attack", 8, False))) == "no-attack-in-regroup"
    free = play(Call(activate, world, 0, 1, ""), dice=[6, 6], answers=[("regroup", everybody), 1, 4]).asked[-1]
    assert key(free.options.check(END)) == "regroup-contact"


@pytest.mark.rule("sbh.concentrated.kobold-example", "sbh.concentrated.target-penalty", "sbh.concentrated.single-roll")
def test_35_the_kobolds_and_the_ogre() -> None:
    leader = fighter("kobold-officer", 0, 300, 240, quality=3)
    row = [fighter("kobold-skirmisher", 0, 268 + 16 * n, 280, combat=2, quality=4) for n in range(5)]
    ogre = fighter("ogre-warrior", 1, 300, 330, combat=4)
    world = scene(leader, *row, ogre, *FOES)
    order = ("volley", (1, 2, 3, 4, 5), 6)
    played = play(Call(activate, world, 0, 1, ""), dice=[3, 4, 6, 1], answers=[order, 1])
    assert totals(played) == (6 + 2 + 1, 1 + 4 - 4)
    assert played.asked[-1].world.figures[6].status == DEAD
    alone = scene(row[0], ogre, *REST)
    single = play(Call(shoot, alone, 0, ("shoot", 1, False)), dice=[6, 1])
    assert (totals(single)[1], single.outcomes) == (5, ["defender-knocked-down"])


@pytest.mark.rule("sbh.faq.leader-when", "sbh.special.leader-bonus", "sbh.special.leader-conditions")
def test_56_a_leader_helps_only_those_who_see_it_on_its_feet() -> None:
    wood = scenery("wood", 200, 340, 200, 100)
    leader = fighter("human-leader", 0, 300, 390)
    for world, helped in (
        (scene(man(quality=4), leader, *FOES), True),
        (scene(man(quality=4), leader, *FOES, pieces=[wood]), False),
        (scene(man(quality=4), changed(leader, prone=True), *FOES), False),
        (scene(man(quality=4), changed(leader, held=SPELLBOUND), *FOES), False),
        (scene(man(quality=4), leader, orc(300, 345), *FOES), True),
        (scene(man(quality=4), changed(leader, y=43700), *FOES), False),
    ):
        played = play(Call(activate, world, 0, 1, ""), dice=[3], answers=[END] if helped else [])
        assert played.told("activation").about[1] == (1 if helped else 0)


# ---------------------------------------------------------------- campaigns


@pytest.mark.rule("sbh.campaign.survival-roll", "sbh.campaign.survival-2", "sbh.campaign.survival-1", "sbh.campaign.survival-0")
@pytest.mark.parametrize(
    ("dice", "hurt", "away", "lives"),
    [
        ([3, 3, 3], False, False, True),
        ([3, 3, 2], True, False, True),
        ([3, 2, 2], False, True, True),
        ([1, 1, 1], False, False, False),
    ],
)
def test_36_37_38_the_fallen_of_the_winner_roll_for_their_lives(dice: list[int], hurt: bool, away: bool, lives: bool) -> None:
    c = begun()
    after(
        c,
        0,
        dice=dice,
        a1={"status": DEAD, "removal": "kill"},
        b0={"status": DEAD, "removal": "kill"},
        b1={"status": OFF_TABLE, "removal": "rout"},
    )
    alive = [fighter.number for fighter in c.bands[0].fighters]
    assert (2 in alive) == lives
    if lives:
        assert (one(c, 0, 2).hurt, bool(one(c, 0, 2).away)) == (hurt or away, away)
    assert [fighter.number for fighter in c.bands[1].fighters] == [2, 3], (
        "of the losers the killed are dead, the fugitives live"
    )
    if away:
        after(c, 0)
        assert (one(c, 0, 2).hurt, bool(one(c, 0, 2).away)) == (True, False)
    if hurt:
        figure = [one for one in c.battle().world.figures if one.seat == 0][1]
        assert figure.card.hurt == -1


@pytest.mark.rule("sbh.campaign.experience", "sbh.campaign.xp-quality-combat")
def test_39_the_winners_survivors_learn() -> None:
    c = begun()
    after(c, 0, dice=[1, 1, 1], a1={"status": DEAD, "removal": "kill"})
    assert [fighter.experience for fighter in c.bands[0].fighters] == [1, 1, 1]
    assert [fighter.experience for fighter in c.bands[1].fighters] == [0, 0, 0]


@pytest.mark.rule("sbh.campaign.upgrade.terrain-knowledge")
def test_40_whoever_knows_the_terrain_crosses_a_marsh_at_full_speed_once() -> None:
    marsh = scenery("marsh", 250, 310, 100, 150)
    world = scene(man(), *REST, pieces=[marsh])
    world = world.with_band(changed(world.bands[0], upgrades=("terrain-knowledge",)))
    goal = ("move", 30000, 38000)
    answers = [("sure-footed", 0), ("activate", 0, 1, ""), goal]
    played = play(Call(next_activation, world), dice=[6], answers=answers)
    after_it = played.asked[-1]
    assert after_it.world.figures[0].y == 38000
    assert after_it.options.check(("sure-footed", 1)) is not None


@pytest.mark.rule("sbh.campaign.upgrade.hard-as-nails")
@pytest.mark.parametrize("result", [KILL, GRUESOME_KILL])
def test_41_a_hard_one_is_knocked_down_instead_of_killed(result: str) -> None:
    world = scene(man(), orc(), orc(340, 300), *REST)
    world = world.with_band(changed(world.bands[1], upgrades=("hard-as-nails",)))
    played = play(Call(suffer, world, 1, 0, result, "defender", MELEE), answers=["use"])
    assert (played.result.figures[1].prone, played.result.figures[1].status, played.rolls) == (True, ON_TABLE, [])


# ---------------------------------------------------------------- scenarios


@pytest.mark.rule("sbh.scenario.pitched-battle.end", "sbh.end.eradication")
def test_42_a_battle_ends_when_one_side_lies_flees_or_is_dead() -> None:
    lying = scene(man(), orc(prone=True), orc(400, 300, status=OFF_TABLE, removal="rout"), orc(status=DEAD, removal="kill"))
    assert why_over(lying, True) == "sbh.scenario.pitched-battle.end"
    assert why_over(lying) == ""
    assert why_over(scene(man(), orc(status=DEAD))) == "sbh.end.eradication"


def ambushed(*markers: tuple[float, float, int], **changes: Any) -> World:
    """An attacker, and enemies under markers; the last orc stands far away."""
    lying = [Marker(number, "ambush", round(x * MM), round(y * MM), 1, figure) for number, (x, y, figure) in enumerate(markers)]
    hidden = [orc(0, 0, status=4) for _, _, figure in markers if figure >= 0]
    world = scene(man(300, 100), *hidden, orc(580, 580), scenario="ambush", **changes)
    return world.with_markers(tuple(lying))


@pytest.mark.rule("sbh.scenario.ambush.reveal", "sbh.scenario.ambush.remove-rest")
def test_43_whoever_comes_within_long_sees_what_is_under_a_marker() -> None:
    world = ambushed((300, 400, 1), (100, 400, -1), (500, 550, -1))
    near = play(Call(go, world, 0, 30000, 26500)).result
    assert [figure.status for figure in near.figures] == [ON_TABLE, ON_TABLE, ON_TABLE]
    assert near.markers == (), "all are on the table, so the other markers go"
    far = play(Call(go, world, 0, 30000, 25000)).result
    assert (far.figures[1].status, len(far.markers)) == (4, 3)


@pytest.mark.rule("sbh.scenario.ambush.victory", "sbh.scenario.pitched-battle.victory", "sbh.scenario.hard-terrain.victory")
@pytest.mark.parametrize(
    ("scenario", "rates"),
    [("pitched-battle", (20, 20)), ("ambush", (20, 30)), ("treasure-hunt", (25, 25)), ("hard-terrain", (20, 20))],
)
def test_44_47_so_many_points_of_the_dead_are_a_victory_point(scenario: str, rates: tuple[int, int]) -> None:
    world = fresh(scenario)
    world = changed(world, bands=(changed(world.bands[0], attacker=True), world.bands[1]))
    for seat in (0, 1):
        for value in (rates[seat] - 1, rates[seat], 2 * rates[seat] - 1, 2 * rates[seat]):
            dead = [
                changed(one, status=DEAD, removal="kill", card=changed(one.card, points=value if n in (0, 3) else 0))
                for n, one in enumerate(world.figures)
            ]
            gone = changed(world, figures=tuple([one if one.seat != seat else world.figures[one.id] for one in dead]))
            assert victory_points(gone, seat) == value // rates[seat]
            fled = changed(
                world,
                figures=tuple(
                    [changed(one, status=OFF_TABLE, removal="rout") if one.seat != seat else one for one in world.figures]
                ),
            )
            assert victory_points(fled, seat) == 0


@pytest.mark.rule("sbh.scenario.treasure.take", "sbh.scenario.treasure.win")
def test_45_the_treasure_is_lifted_with_two_actions_and_carried_home() -> None:
    world = scene(man(50, 30), *FRIENDS[1:], *FOES, scenario="treasure-hunt", terms=terms_of("treasure-hunt"))
    world = world.with_markers((Marker(0, "treasure", 6600, 3000),))
    assert key(Doing(world, 0, 1).check(("take", 0))) == "too-dear"
    taken = play(Call(spend, world, 0, 3, "", "", ()), answers=[("take", 0)])
    assert taken.asked[-1].world.figures[0].treasure
    home = play(Call(spend, world, 0, 3, "", "", ()), answers=[("take", 0), ("exit",)]).result
    assert (why_over(home), outcome(home).winner, victory_points(home, 0)) == ("sbh.scenario.treasure.win", 0, 5)


@pytest.mark.rule("sbh.scenario.place-of-power.victory", "sbh.scenario.place-of-power.mage-bonus")
def test_46_mages_on_the_place_of_power_are_worth_three_each() -> None:
    place = scenery("ruins", 250, 250, 100, 100)
    mages = [fighter("human-mage", 0, 270 + 30 * n, 300) for n in range(2)]
    world = scene(
        *mages, man(340, 340), fighter("orc-shaman", 1, 260, 260), *FOES, pieces=[place], scenario="place-of-power", place=0
    )
    world = changed(world, terms=terms_of("place-of-power"))
    assert (victory_points(world, 0), victory_points(world, 1)) == (6, 3)
    alone = changed(world, figures=tuple([changed(figure, x=1000) if figure.id == 0 else figure for figure in world.figures]))
    assert victory_points(alone, 0) == 3
    calm = play(Call(activate, world, 0, 3, "cast"), dice=[1, 1, 1])
    assert not calm.asked[-1].world.figures[0].exhausted


@pytest.mark.rule("sbh.scenario.quest.setup")
def test_48_in_the_quest_the_defender_lays_the_terrain_and_the_attacker_three_markers() -> None:
    pieces = ("pieces", box("wood", 50, 250, 100, 60, 60), box("hill", 250, 250, 100, 60, 30))
    hidden = ("hide", spots((80, 280), (120, 280), (300, 280)))
    played = prepared([6, 1], [("attacker",), pieces, hidden], "quest-for-a-magic-item")
    assert [choice.seat for choice in played.asked] == [0, 1, 0, 0]
    assert len(played.asked[-1].world.markers) == 3


@pytest.mark.rule("sbh.item.magic-javelins")
def test_49_anybody_throws_magic_javelins() -> None:
    bearer = man(item="magic-javelins", charges=2)
    for gap, modifier in ((50, 1), (51, 1 - 2), (150, 1 - 4)):
        world = scene(bearer, facing(bearer, orc(), gap), *REST)
        played = play(Call(spend, world, 0, 1, "", "", ()), dice=[1, 6], answers=[("throw", 1, False)])
        assert totals(played)[0] == 3 + 1 + modifier
        assert [roll.why for roll, _ in played.rolls].count("sbh.shooting.ammunition") == 0
        assert played.result.figures[0].charges == 1
    assert play(step(drawn_item, scene(man(), *REST), 0), dice=[2, 5]).result == ("magic-javelins", 5)


@pytest.mark.rule("sbh.item.belt-of-strength", "sbh.item.drained")
def test_50_the_points_of_the_belt_may_go_on_one_roll_or_on_three() -> None:
    bearer = man(item="belt-of-strength", charges=3)
    world = scene(bearer, orc(), *REST)
    all_at_once = play(Call(fight, world, 0, 1, False), dice=[2, 5], answers=[3])
    assert (totals(all_at_once), all_at_once.result.figures[0].item) == ((8, 8), "")
    bit = play(Call(fight, world, 0, 1, False), dice=[2, 3], answers=[1])
    assert (totals(bit), bit.result.figures[0].charges) == ((6, 6), 2)


# ---------------------------------------------------------------- questions


@pytest.mark.rule("sbh.faq.one-die-safe")
def test_51_one_die_each_keeps_the_turn_until_all_have_had_theirs() -> None:
    world = scene(man(), man(200), *FOES)
    answers = [("activate", 0, 1, ""), ("activate", 1, 1, "")]
    played = play(Call(next_activation, world), dice=[1, 1], answers=answers)
    assert (played.asked[1].seat, played.asked[-1].seat) == (0, 1)


@pytest.mark.rule("sbh.faq.slow-flees-twice", "sbh.special.slow")
def test_52_the_slow_run_twice_when_they_are_afraid() -> None:
    world = scene(man(300, 300, traits=traits("slow"), quality=4), *REST)
    fled = play(Call(morale_test, world, 0, "sbh.morale.roll"), dice=[1, 1, 6]).result.figures[0]
    assert abs(fled.y - 30000) + abs(fled.x - 30000) == 16000
    walking = play(Call(activate, world, 0, 2, ""), dice=[6, 6], answers=[("move", 30000, 31000)])
    assert (
        walking.asked[-1].why == "sbh.activation.choose-fighter"
        or key(walking.asked[-1].options.check(("move", 30000, 32000))) == "slow"
    )


@pytest.mark.rule("sbh.profile.points")
@pytest.mark.parametrize(
    ("profile", "printed"), [("halfling-archer", 17), ("dragon-venerable", 268), ("dwarf-skeleton", 30), ("human-mage", 40)]
)
def test_59_printed_fighters_cost_what_is_printed(profile: str, printed: int) -> None:
    assert fighter(profile, 0, 0, 0).card.points == printed


@pytest.mark.rule("sbh.army.racial-bands")
def test_60_peoples_may_be_mixed() -> None:
    mixed = [
        {"profile": one}
        for one in ("elf-heavy-cavalry", "orc-warrior", "human-skeleton", "dwarf-warrior", "halfling-archer", "lion")
    ]
    assert check({"system": "sbh", "name": "Motley", "figure": mixed}) == []
