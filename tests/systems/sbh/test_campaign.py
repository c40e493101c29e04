"""Campaigns: the run of battles, who lives through them, what they learn, and who wins."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from escarmouche.core.armies import Army
from escarmouche.core.effects import Call, Rolled
from escarmouche.core.errors import DiceError, EscarmoucheError
from escarmouche.systems.sbh import army, campaign
from escarmouche.systems.sbh.aftermath import after_battle, survival
from escarmouche.systems.sbh.campaign import Campaign
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import DEAD, LONG, OFF_TABLE, ON_TABLE, OUT_OF_ACTION, WAITING
from escarmouche.systems.sbh.rules.activation import may_declare
from escarmouche.systems.sbh.rules.ending import outcome
from escarmouche.systems.sbh.rules.morale import morale_test
from escarmouche.systems.sbh.rules.quality import quality_bonus, quality_of, quality_roll
from escarmouche.systems.sbh.setup import roles
from tests.systems.sbh.campaigning import MEN, ORCS, after, band, begun, ended, numbers, one, rules
from tests.systems.sbh.scene import MM, changed, fighter, play, scene, step

KILLED = {"status": DEAD, "removal": "kill"}
FLED = {"status": OFF_TABLE, "removal": "fled"}


# ---------------------------------------------------------------- the run of battles


@pytest.mark.rule("sbh.campaign.structure", "sbh.scenario.table-roll")
def test_every_battle_has_a_scenario_rolled_at_random() -> None:
    by_die = {row.die: row.id for row in book().scenario.values()}
    met = set()
    for seed in range(12):
        c = campaign.new([band("Men", MEN), band("Orcs", ORCS)], 3, seed)
        game = c.battle()
        (die,) = next(e for e in game.events if isinstance(e, Rolled) and e.why == "sbh.scenario.table-roll").faces
        assert game.world.scenario == by_die[die]
        met.add(game.world.scenario)
    assert len(met) > 2


@pytest.mark.rule("sbh.campaign.structure")
def test_bands_live_through_the_battles() -> None:
    c = begun()
    after(c, -1, b0=KILLED)
    game = c.battle()
    assert [figure.card.profile for figure in game.world.figures if figure.seat == 1] == ["orc-warrior", "orc-archer"]
    assert c.number == 2


@pytest.mark.rule("sbh.campaign.length")
def test_a_campaign_ends_after_the_agreed_number_of_scenarios() -> None:
    c = begun(length=4)
    for number in (1, 2, 3, 4):
        assert (c.number, c.phase, c.winner) == (number, "ready", None)
        after(c, 0, (1, 0))
    assert (c.phase, c.winner, len(c.state.records)) == ("over", 0, 4)
    with pytest.raises(EscarmoucheError, match="The campaign is over after 4 battles"):
        c.battle()
    with pytest.raises(EscarmoucheError, match="over"):
        c.spend(0, "upgrade", "brave")
    for wrong in (0, 21, True):
        with pytest.raises(EscarmoucheError, match="agree on 1 to 20"):
            begun(length=wrong)


@pytest.mark.rule("sbh.campaign.winner")
def test_most_victory_points_win_the_campaign() -> None:
    c = begun(length=1)
    lines = after(c, 1, (23, 19))
    assert c.winner == 0
    assert lines[-1].rule == "sbh.campaign.winner"
    assert lines[-1].en.startswith("Men wins the campaign")


@pytest.mark.rule("sbh.campaign.winner")
def test_spent_points_no_longer_count_but_part_equal_bands() -> None:
    c = begun(length=2)
    after(c, 0, (12, 5))
    c.spend(0, "upgrade", "brave")
    after(c, 1, (3, 1))
    assert [(band.victory_points, band.earned) for band in c.bands] == [(5, 15), (6, 6)]
    assert c.winner == 1
    even = begun(length=2)
    after(even, 0, (12, 5))
    even.spend(0, "upgrade", "brave")
    lines = after(even, 0, (3, 0))
    assert [band.victory_points for band in even.bands] == [5, 5]
    assert even.winner == 0
    assert lines[-1].en == "Men wins the campaign (victory points left and ever earned: 5 of 15 against 5 of 5)."


@pytest.mark.rule("sbh.campaign.winner")
def test_nothing_may_separate_two_bands() -> None:
    c = begun(length=1)
    lines = after(c, 0, (4, 4))
    assert c.winner == -1
    assert "draw" in lines[-1].en
    assert "match nul" in lines[-1].fr


# ---------------------------------------------------------------- who has won


@pytest.mark.rule("sbh.campaign.scenario-winner")
@pytest.mark.parametrize(("orcs_dead", "men_dead", "winner"), [(5, 3, 0), (3, 5, 1), (4, 4, -1)])
def test_more_victory_points_win_a_scenario(orcs_dead: int, men_dead: int, winner: int) -> None:
    men = [fighter("human-warrior", 0, 30 + 40 * i, 50, points=20, status=DEAD if i < men_dead else 0) for i in range(6)]
    orcs = [fighter("orc-warrior", 1, 30 + 40 * i, 500, points=20, status=DEAD if i < orcs_dead else 0) for i in range(6)]
    result = outcome(scene(*men, *orcs))
    assert (result.scores, result.winner) == ((orcs_dead, men_dead), winner)


@pytest.mark.rule("sbh.campaign.scenario-winner")
def test_a_concession_is_a_loss() -> None:
    orcs = [fighter("orc-warrior", 1, 30 + 40 * i, 500, status=DEAD if i < 3 else 0) for i in range(6)]
    world = scene(fighter("human-warrior", 0, 50, 50), *orcs)
    conceded = world.with_band(changed(world.bands[0], conceded=True))
    assert outcome(world).winner == 0
    assert outcome(conceded).winner == 1


@pytest.mark.rule("sbh.campaign.scenario-winner", "sbh.campaign.losers-dead")
def test_on_a_tie_both_bands_follow_the_rules_of_the_loser() -> None:
    c = begun()
    lines = after(c, -1, (2, 2), a1=KILLED, b0=KILLED)
    assert (numbers(c, 0), numbers(c, 1)) == ([1, 3, 4], [2, 3])
    assert [(band.refund, band.patrons) for band in c.bands] == [(30, False), (23, False)]
    assert not any(fighter.experience for band in c.bands for fighter in band.fighters)
    assert [line.en for line in lines if line.rule == "sbh.campaign.scenario-winner"] == [
        "Nobody has won: Men follows the rules of the loser.",
        "Nobody has won: Orcs follows the rules of the loser.",
    ]


# ---------------------------------------------------------------- survival


@pytest.mark.rule("sbh.campaign.survivors-off-table")
@pytest.mark.parametrize("winner", [0, 1, -1])
def test_who_left_the_table_lives_in_either_band(winner: int) -> None:
    c = begun()
    lines = after(c, winner, a1=FLED, b0={"status": OFF_TABLE, "removal": "rout"})
    assert (numbers(c, 0), numbers(c, 1)) == ([1, 2, 3, 4], [1, 2, 3])
    assert rules(lines).count("sbh.campaign.survivors-off-table") == 2
    assert len([figure for figure in c.battle().world.figures if figure.card.hurt]) == 0
    assert len(c.battle().world.figures) == 7


def test_a_fighter_still_hidden_at_the_end_is_unharmed() -> None:
    c = begun()
    after(c, 0, b0={"status": WAITING})
    assert numbers(c, 1) == [1, 2, 3]
    assert c.bands[1].refund == 0


@pytest.mark.rule("sbh.campaign.losers-dead")
def test_the_fallen_of_the_loser_are_dead_without_a_roll_even_a_hero() -> None:
    c = begun(orcs=["goblin-hero", "orc-warrior"])
    lines = after(c, 0, b0=KILLED, b1={"status": OUT_OF_ACTION, "removal": "fall"})
    assert numbers(c, 1) == []
    assert [line.en for line in lines if line.rule == "sbh.campaign.losers-dead"] == [
        "Goblin hero no. 1 is dead for good.",
        "Orc warrior no. 2 is dead for good.",
    ]


@pytest.mark.rule("sbh.campaign.survival-roll")
@pytest.mark.parametrize(
    ("quality", "dice", "fate"),
    [(3, [4, 2, 5], "survival-2"), (4, [1, 2, 3], "survival-0"), (4, [4, 5, 6], "survival-3"), (6, [6, 5, 5], "survival-1")],
)
def test_three_dice_against_quality(quality: int, dice: list[int], fate: str) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=quality, status=DEAD), fighter("orc-warrior", 1, 300, 300))
    played = play(Call(survival, world, 0), dice=dice)
    assert played.result == fate
    assert played.outcomes == [fate]
    ((roll, _),) = played.rolls
    assert (roll.why, roll.target, roll.bonus) == ("sbh.campaign.survival-roll", quality, 0)


@pytest.mark.rule("sbh.campaign.survival-roll", "sbh.special.hero-automatic-success")
def test_a_hero_never_dies_of_it_and_is_asked_nothing() -> None:
    world = scene(fighter("goblin-hero", 0, 100, 100, status=DEAD), fighter("orc-warrior", 1, 300, 300))
    assert play(Call(survival, world, 0), dice=[1, 1]).result == "survival-1"
    assert play(Call(survival, world, 0), dice=[6, 1]).result == "survival-2"


@pytest.mark.rule("sbh.campaign.survival-roll", "sbh.quality.worsened")
@pytest.mark.parametrize("lost", [{"poisoned": 3}, {"wounds": 2}, {"hurt": -1}, {"poisoned": 1, "wounds": 1, "hurt": -1}])
def test_the_losses_of_the_game_do_not_count(lost: dict[str, Any]) -> None:
    world = scene(fighter("human-warrior", 0, 100, 100, quality=3, status=DEAD, **lost), fighter("orc-warrior", 1, 300, 300))
    assert play(Call(survival, world, 0), dice=[3, 3, 2]).result == "survival-2"


@pytest.mark.rule("sbh.campaign.survival-roll")
def test_only_the_winner_rolls_and_improvements_count() -> None:
    c = begun()
    one(c, 0, 2).quality = 2
    lines = after(c, 0, a1=KILLED, b0=KILLED, dice=[2, 2, 2])
    rolled = [line for line in lines if line.rule == "sbh.campaign.survival-roll"]
    assert [line.dice for line in rolled] == [[2, 2, 2]]
    assert rolled[0].en == "Human warrior no. 2 fell and rolls 2, 2, 2 (needs 2+): 3 successes."
    assert rolled[0].fr.endswith("est tombé et lance 2, 2, 2 (il faut 2+) : 3 succès.")


def test_leaders_do_not_watch_over_survival_rolls() -> None:
    leader, dead = fighter("human-leader", 0, 100, 100), fighter("human-warrior", 0, 130, 100, status=DEAD)
    played = play(Call(after_battle, scene(leader, dead, fighter("orc-warrior", 1, 300, 300)), 0), dice=[2, 2, 2])
    assert played.result == ("unharmed", "survival-0", "unharmed")


@pytest.mark.rule("sbh.campaign.survival-3")
def test_three_successes_are_minor_wounds() -> None:
    c = begun()
    lines = after(c, 0, a1=KILLED, dice=[3, 4, 5])
    assert "sbh.campaign.survival-3" in rules(lines)
    (figure,) = [figure for figure in c.battle().world.figures if figure.id == 1]
    assert (figure.card.profile, figure.card.hurt) == ("human-warrior", 0)


@pytest.mark.rule("sbh.campaign.survival-2")
def test_two_successes_are_a_wound_for_the_next_game_only() -> None:
    c = begun()
    one(c, 0, 2).quality = 4
    after(c, 0, a1=KILLED, dice=[4, 5, 1])
    world = c.battle().world
    assert [figure.card.hurt for figure in world.figures] == [0, -1, 0, 0, 0, 0, 0]
    bonus = quality_bonus(world, world.figures[1])
    assert play(step(quality_roll, world, 1, "sbh.quality.roll", 2, bonus), dice=[4, 5]).result[1] == 1
    after(c, 1)
    assert [figure.card.hurt for figure in c.battle().world.figures] == [0] * 7


@pytest.mark.rule("sbh.campaign.survival-2")
def test_a_wounded_fighter_still_acts_on_a_natural_six() -> None:
    hurt = fighter("human-child", 0, 100, 100, hurt=-1)
    world = scene(hurt, fighter("orc-warrior", 1, 300, 300))
    bonus = quality_bonus(world, hurt)
    assert quality_of(world, hurt) == 6
    assert play(step(quality_roll, world, 0, "sbh.quality.roll", 1, bonus), dice=[6]).result[1] == 0
    assert play(step(quality_roll, world, 0, "sbh.quality.roll", 1, bonus, True), dice=[6]).result[1] == 1


@pytest.mark.rule("sbh.campaign.survival-1")
def test_one_success_misses_a_game_and_is_wounded_in_the_one_after() -> None:
    c = begun(length=4)
    after(c, 0, a1=KILLED, dice=[3, 1, 1])
    assert [figure.id for figure in c.battle().world.figures if figure.seat == 0] == [0, 1, 2]
    assert [entry["profile"] for entry in c.army(0)["figure"]] == ["human-leader", "human-warrior", "human-archer"]
    lines = after(c, 1)
    assert "Human warrior no. 2 is back for the next game, wounded: -1 on its Quality rolls." in [line.en for line in lines]
    assert [figure.card.hurt for figure in c.battle().world.figures] == [0, -1, 0, 0, 0, 0, 0]
    after(c, 1)
    assert [figure.card.hurt for figure in c.battle().world.figures] == [0] * 7


@pytest.mark.rule("sbh.campaign.survival-0")
def test_no_success_is_death() -> None:
    c = begun()
    lines = after(c, 0, a1=KILLED, dice=[1, 2, 2])
    assert numbers(c, 0) == [1, 3, 4]
    assert "Human warrior no. 2 is dead." in [line.en for line in lines]
    assert c.bands[0].refund == 30


def test_dice_for_survival_must_be_as_many_as_are_thrown() -> None:
    c = begun()
    battle = ended(c, 0, a1=KILLED)
    for dice, message in (([3, 3], "ran out"), ([3, 3, 3, 3], "4 dice were given and 3 are thrown"), ([3, 3, 9], "throws")):
        with pytest.raises(DiceError, match=message):
            c.aftermath(battle, dice)
    assert c.phase == "battle"
    c.aftermath(battle, [3, 3, 3])
    assert c.phase == "ready"


def test_dice_thrown_by_hand_are_asked_for() -> None:
    c = campaign.new([band("Men", MEN), band("Orcs", ORCS)], 3, 7, {"dice": "manual"})
    c.battle().play((4,))
    battle = ended(c, 0, a1=KILLED)
    with pytest.raises(DiceError, match="thrown by hand"):
        c.aftermath(battle)
    c.aftermath(battle, [3, 3, 3])
    assert c.phase == "ready"


# ---------------------------------------------------------------- what comes back of the fallen


@pytest.mark.rule("sbh.campaign.replacement-loser", "sbh.campaign.replacement-winner")
def test_the_points_of_the_dead_come_back_but_not_of_the_absent() -> None:
    c = begun()
    after(c, 0, a1=KILLED, a2=KILLED, a3=KILLED, b0=KILLED, b1=KILLED, dice=[1, 1, 1, 3, 1, 1, 3, 3, 1])
    assert [(band.refund, band.patrons) for band in c.bands] == [(30, True), (46, False)]
    assert [one(c, 0, n).away for n in (1, 3, 4)] == [0, 1, 0]
    assert one(c, 0, 4).hurt


def test_nobody_is_replaced_after_the_last_battle() -> None:
    c = begun(length=1)
    lines = after(c, 0, b0=KILLED)
    assert (numbers(c, 1), c.bands[1].refund) == ([2, 3], 0)
    assert "sbh.campaign.replacement-loser" not in rules(lines)


@pytest.mark.rule("sbh.campaign.replacement-loser")
def test_what_is_not_spent_before_the_next_battle_is_lost() -> None:
    c = begun()
    after(c, 0, b0=KILLED)
    assert c.bands[1].refund == 23
    c.battle()
    assert [(band.refund, band.patrons) for band in c.bands] == [(0, False), (0, False)]


# ---------------------------------------------------------------- experience and victory points


@pytest.mark.rule("sbh.campaign.experience", "sbh.special.animal-no-experience")
def test_eight_survivors_two_of_them_animals_learn_six_points() -> None:
    c = begun(men=["human-town-militia"] * 7 + ["giant-wolf"] * 2)
    lines = after(c, 0, a0=KILLED, a1=FLED, a2=KILLED, dice=[1, 1, 1, 4, 1, 1])
    assert len(numbers(c, 0)) == 8
    assert [fighter.experience for fighter in c.bands[0].fighters] == [1, 1, 1, 1, 1, 1, 0, 0]
    assert [fighter.experience for fighter in c.bands[1].fighters] == [0, 0, 0]
    assert {"sbh.campaign.experience", "sbh.special.animal-no-experience"} <= set(rules(lines))


@pytest.mark.rule("sbh.special.swarm-animal")
def test_swarms_learn_nothing() -> None:
    c = begun(men=["human-town-militia"] * 2 + ["rat-swarm"] * 2)
    after(c, 0)
    assert [fighter.experience for fighter in c.bands[0].fighters] == [1, 1, 0, 0]


@pytest.mark.rule("sbh.campaign.experience")
def test_who_missed_the_battle_learns_nothing_from_it() -> None:
    c = begun()
    after(c, 0, a1=KILLED, dice=[3, 1, 1])
    assert [fighter.experience for fighter in c.bands[0].fighters] == [1, 1, 1, 1]
    after(c, 0)
    assert [fighter.experience for fighter in c.bands[0].fighters] == [2, 1, 2, 2]


@pytest.mark.rule("sbh.campaign.victory-points-spend")
def test_both_sides_keep_the_victory_points_of_the_scenario() -> None:
    c = begun()
    lines = after(c, 0, (6, 4))
    after(c, 1, (1, 2))
    assert [(band.victory_points, band.earned) for band in c.bands] == [(7, 7), (6, 6)]
    assert "Orcs receives 4 victory points and has 4." in [line.en for line in lines]


# ---------------------------------------------------------------- magic items


@pytest.mark.rule("sbh.scenario.quest.keep-item", "sbh.item.drained")
def test_the_holder_keeps_its_item_and_what_is_left_in_it() -> None:
    c = begun(length=4)
    lines = after(c, 0, b2={"item": "magic-javelins", "charges": 4}, a0={"item": "scroll", "charges": 3})
    assert rules(lines).count("sbh.scenario.quest.keep-item") == 2
    world = c.battle().world
    assert [(figure.item, figure.charges) for figure in world.figures if figure.item] == [("scroll", 3), ("magic-javelins", 4)]
    after(c, 0, b2={"item": "magic-javelins", "charges": 1}, a0={"item": "", "charges": 0})
    assert [(figure.item, figure.charges) for figure in c.battle().world.figures if figure.item] == [("magic-javelins", 1)]
    after(c, 0, b2={**KILLED, "item": ""})
    assert not any(figure.item for figure in c.battle().world.figures)


# ---------------------------------------------------------------- what does not last


@pytest.mark.rule("sbh.special.cleric-loses-favour", "sbh.quality.worsened")
def test_a_new_game_finds_everybody_restored() -> None:
    c = begun(men=["human-cleric", "human-mage", "human-archer"])
    after(c, 1, a0={"forsaken": True, "poisoned": 1}, a1={"exhausted": True, "wounds": 1}, a2={"spent": True})
    world = c.battle().world
    cleric, mage, archer = [figure for figure in world.figures if figure.seat == 0]
    assert may_declare(cleric, "heal")
    assert may_declare(mage, "cast")
    assert not archer.spent
    assert [quality_of(world, figure) for figure in (cleric, mage)] == [3, 3]


# ---------------------------------------------------------------- upgrades that are at work around a battle


@pytest.mark.rule("sbh.campaign.upgrade.brave")
def test_bravery_throws_all_three_dice_again_and_the_new_result_stands() -> None:
    world = scene(fighter("human-warrior", 0, 290, 300), fighter("orc-warrior", 1, 300, 500))
    brave = world.with_band(changed(world.bands[0], upgrades=("brave",)))
    call = Call(morale_test, brave, 0, "sbh.morale.roll")
    kept = play(call, dice=[1, 5, 6], answers=["decline"])
    again = play(call, dice=[1, 5, 6, 1, 1, 6], answers=["use"])
    ran = [played.result.figures[0].x - world.figures[0].x for played in (kept, again)]
    assert ran == [-80 * MM, -2 * 80 * MM]
    assert [played.result.bands[0].upgrades for played in (kept, again)] == [("brave",), ()]
    assert play(Call(morale_test, world, 0, "sbh.morale.roll"), dice=[1, 5, 6]).asked == []


@pytest.mark.rule("sbh.campaign.upgrade.brave")
def test_bravery_is_not_wasted_on_a_roll_without_failures_and_comes_back_next_game() -> None:
    world = scene(fighter("human-warrior", 0, 300, 300), fighter("orc-warrior", 1, 300, 500))
    brave = world.with_band(changed(world.bands[0], upgrades=("brave",)))
    played = play(Call(morale_test, brave, 0, "sbh.morale.roll"), dice=[3, 5, 6])
    assert (played.asked, played.result.bands[0].upgrades) == ([], ("brave",))
    c = begun()
    after(c, 0, (10, 0))
    c.spend(0, "upgrade", "brave")
    for _ in range(2):
        world = c.battle().world
        assert [band.upgrades for band in world.bands] == [("brave",), ()]
        after(c, 0)


@pytest.mark.rule("sbh.campaign.upgrade.strategic-bonus")
def test_a_strategist_has_one_more_on_the_die_for_the_roles_in_every_game() -> None:
    c = begun(upgrades=["strategic-bonus"], campaign=True)
    world = c.battle().world
    tied = play(Call(roles, world), dice=[4, 5, 3, 3])
    assert tied.kinds == ["roll-again"]
    assert [roll.bonus for roll, _ in tied.rolls] == [1, 0, 1, 0]
    assert tied.asked[-1].seat == 0
    after(c, 0)
    assert c.battle().world.bands[0].upgrades == ("strategic-bonus",)


# ---------------------------------------------------------------- forfeits, phases, starting


@pytest.mark.rule("sbh.campaign.scenario-winner")
def test_a_band_that_does_not_come_has_lost() -> None:
    c = begun()
    after(c, 0, b0=KILLED, b1=KILLED, b2=KILLED)
    with pytest.raises(EscarmoucheError, match="Orcs has nobody who can fight"):
        c.battle()
    c.forfeit(1)
    record = c.state.records[-1]
    assert (record.winner, record.scores, record.scenario) == (0, (0, 0), "")
    assert [fighter.experience for fighter in c.bands[0].fighters] == [2, 2, 2, 2]
    assert (c.number, c.bands[1].refund) == (3, 0)


def test_when_neither_band_can_come_nobody_wins() -> None:
    c = begun()
    for fighter_ in [*c.bands[0].fighters, *c.bands[1].fighters]:
        fighter_.away = 1
    c.forfeit(0)
    assert c.state.records[-1].winner == -1
    assert c.phase == "ready"
    assert len(c.battle().world.figures) == 7


def test_everything_has_its_time() -> None:
    c = begun()
    with pytest.raises(EscarmoucheError, match="There is no battle"):
        c.aftermath()
    game = c.battle()
    assert c.battle() is game
    with pytest.raises(EscarmoucheError, match="Battle 1 of 3 is under way"):
        c.spend(0, "auto")
    with pytest.raises(EscarmoucheError, match="Battle 1 of 3 is under way"):
        c.forfeit(0)
    with pytest.raises(EscarmoucheError, match="Battle 1 is not over"):
        c.aftermath()
    with pytest.raises(EscarmoucheError, match="not battle 1 of this campaign"):
        c.aftermath(ended(begun(men=["human-warrior"]), 0))
    c.game = ended(c, 0)
    assert c.phase == "aftermath"
    with pytest.raises(EscarmoucheError, match="draw its consequences"):
        c.spend(0, "auto")
    c.aftermath()
    for seat in (-1, 2):
        with pytest.raises(EscarmoucheError, match="There is no seat"):
            c.spend(seat, "auto")


@pytest.mark.parametrize(
    ("armies", "message"),
    [
        ([band("Men", MEN)], "2 armies"),
        ([band("Men", []), band("Orcs", ORCS)], "no fighters"),
        ([band("Men", ["vampire", "orc-warrior"]), band("Orcs", ORCS)], "a third"),
        ([{**band("Men", MEN), "figure": [{"profile": "orc-warrior", "options": {"size": 3}}]}, band("O", ORCS)], "option"),
        ([{**band("Men", MEN), "figure": [{"profile": "orc-warrior", "options": {"hurt": 3}}]}, band("O", ORCS)], "hurt"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(armies: list[Any], message: str) -> None:
    with pytest.raises(EscarmoucheError, match=message):
        campaign.new(armies, 3, 7)


def test_without_armies_ready_made_ones_fight() -> None:
    c = campaign.new(seed=5)
    assert c.state.length == 4
    assert all(band.fit() for band in c.bands)
    assert campaign.new(seed=5).dump() == c.dump()
    assert campaign.new().state.seed != campaign.new().state.seed


# ---------------------------------------------------------------- armies


def veterans() -> Campaign:
    """A campaign in which much has happened to the Men."""
    c = begun(men=[*MEN, "human-hunter"], length=5, limit=400, player="Ada")
    after(c, 0, (30, 0), a1=KILLED, a2=KILLED, dice=[3, 3, 1, 3, 1, 1], a0={"item": "belt-of-strength", "charges": 2})
    for fighter_ in c.bands[0].fighters:
        fighter_.experience = 5
    for what, who in (("quality", 1), ("combat", 2), ("shooter-long", 5)):
        c.spend(0, what, who)
    c.spend(0, "upgrade", "dirty-tricks")
    return c


def test_a_band_is_an_army_file_like_any_other() -> None:
    c = veterans()
    plain = c.army(0)
    assert plain["figure"] == [
        {"profile": "human-leader", "options": {"quality": 2, "item": "belt-of-strength", "charges": 2}},
        {"profile": "human-warrior", "options": {"combat": 4, "hurt": True}},
        {"profile": "human-archer"},
        {"profile": "human-hunter", "options": {"shooter": "long"}},
    ]
    assert (plain["upgrades"], plain["victory_points"], plain["player"]) == (["dirty-tricks"], 20, "Ada")
    assert Army.from_plain(plain).to_plain() == plain
    world = c.battle().world
    leader, warrior, _, hunter = [figure for figure in world.figures if figure.seat == 0]
    assert (leader.card.quality, leader.item, leader.charges) == (2, "belt-of-strength", 2)
    assert (warrior.card.combat, warrior.card.hurt, hunter.card.shooting) == (4, -1, LONG)


def test_the_sheet_shows_what_fighters_have_become() -> None:
    characters, warriors = army.sheet(veterans().army(0), "en")["parts"]
    assert characters["rows"][0] == ["Human leader", "60", "2+", "3", "Leader"]
    assert warriors["rows"][0][:4] == ["Human warrior", "30", "3+", "4"]
    assert warriors["rows"][2][4] == "Lethal (animals), Shooter (long)"


def test_an_army_of_veterans_begins_a_campaign_as_it_is() -> None:
    plain = veterans().army(0)
    c = campaign.new([plain, band("Orcs", ORCS)], 3, 7)
    assert c.army(0) == plain
    assert c.bands[0].earned == 20
    assert [figure.status for figure in c.battle().world.figures if figure.status == ON_TABLE] == []


def test_the_example_in_the_documentation_runs() -> None:
    assert doctest.testmod(campaign).failed == 0
    assert doctest.testmod(campaign).attempted > 3
