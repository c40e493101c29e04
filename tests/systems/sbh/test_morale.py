"""Morale: the roll, the flight, and what calls for it."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.systems.sbh.model import (
    AMPHIBIOUS,
    ANIMAL,
    ARTIFICIAL,
    DEAD,
    FEARLESS,
    FREE_DISENGAGE,
    HERO,
    LEADER,
    LONG,
    OFF_TABLE,
    ON_TABLE,
    OUT_OF_ACTION,
    SHORT,
    SLOW,
    SPELLBOUND,
    STEADFAST,
    SWARM,
    UNDEAD,
    WAITING,
    Figure,
    Marker,
    World,
)
from escarmouche.systems.sbh.rules.activation import activate
from escarmouche.systems.sbh.rules.harm import KILL, MELEE, suffer
from escarmouche.systems.sbh.rules.morale import NOBODY, aftermath, flee, morale_bonus, morale_test, witnesses
from escarmouche.systems.sbh.rules.movement import obstruction
from escarmouche.systems.sbh.rules.running import homewards, keeps_clear, run_for_the_edge, search
from escarmouche.systems.sbh.rules.upgrades import BRAVE
from escarmouche.table.trig import step
from tests.systems.sbh.scene import Played, changed, fighter, play, scene, square

WHY = "sbh.morale.trigger-half"


def man(x: float = 300, y: float = 200, **changes: Any) -> Figure:
    """A human warrior of seat 0 (Quality 3+, Combat 3), 200 mm from the bottom edge unless told otherwise."""
    return fighter("human-warrior", 0, x, y, **changes)


def orc(x: float, y: float, **changes: Any) -> Figure:
    """An orc warrior of seat 1."""
    return fighter("orc-warrior", 1, x, y, **changes)


def roll_morale(world: World, *dice: int, answers: tuple[object, ...] = ()) -> Played:
    """Figure 0 tests its morale."""
    return play(Call(morale_test, world, 0, WHY), dice=dice, answers=answers)


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("sbh.morale.roll")
@pytest.mark.parametrize(
    ("quality", "dice", "outcome"),
    [(3, (5, 2, 4), "flees-1"), (4, (4, 5, 6), "holds"), (3, (1, 1, 2), "routs"), (3, (1, 2, 6), "flees-2")],
)
def test_each_failure_of_three_dice_is_a_flee_move_and_three_rout(quality: int, dice: tuple[int, ...], outcome: str) -> None:
    played = roll_morale(scene(man(quality=quality), orc(300, 580)), *dice)
    assert played.outcomes == [outcome]


@pytest.mark.rule("sbh.morale.roll")
def test_a_natural_one_may_succeed_on_morale() -> None:
    played = roll_morale(scene(man(quality=3, traits=UNDEAD), orc(300, 580)), 1, 1, 1)
    assert played.outcomes == ["holds"]


@pytest.mark.rule("sbh.morale.modifiers")
def test_morale_modifiers_add_up() -> None:
    leader = man(300, 240, traits=LEADER)
    world = scene(man(traits=UNDEAD | STEADFAST), orc(300, 580), leader)
    assert morale_bonus(world, world.figures[0]) == 4
    assert morale_bonus(scene(man(), orc(300, 580)), man()) == 0


@pytest.mark.rule("sbh.special.steadfast")
def test_steadfast_adds_one_to_each_morale_die() -> None:
    assert roll_morale(scene(man(quality=4, traits=STEADFAST), orc(300, 580)), 3, 3, 3).outcomes == ["holds"]
    assert roll_morale(scene(man(quality=4), orc(300, 580)), 3, 4, 4).outcomes == ["flees-1"]


@pytest.mark.rule("sbh.special.steadfast", "sbh.special.undead-morale")
@pytest.mark.parametrize(("traits", "die"), [(STEADFAST, 3), (UNDEAD, 2)])
def test_what_helps_morale_helps_no_activation(traits: int, die: int) -> None:
    world = scene(man(quality=4, traits=traits), orc(300, 580), man(100, 20))
    assert play(Call(activate, world, 0, 1, ""), dice=[die]).told("activation").about[1:] == (0, 1)
    assert play(Call(activate, world, 0, 1, ""), dice=[4]).told("activation").about[1:] == (1, 0)


@pytest.mark.rule("sbh.special.undead-morale")
@pytest.mark.parametrize(
    ("quality", "dice", "outcome"), [(4, (2, 3, 1), "crumbles"), (5, (3, 4, 5), "holds"), (3, (1, 1, 1), "holds")]
)
def test_the_undead_hold_or_crumble(quality: int, dice: tuple[int, ...], outcome: str) -> None:
    played = roll_morale(scene(man(quality=quality, traits=UNDEAD), orc(300, 580)), *dice)
    assert played.outcomes[0] == outcome
    assert (played.result.figures[0].status == DEAD) is (outcome == "crumbles")


@pytest.mark.rule("sbh.special.hero-automatic-success")
def test_a_hero_throws_two_morale_dice_and_never_routs() -> None:
    played = roll_morale(scene(man(traits=HERO, rerolled=True), orc(300, 580)), 1, 1)
    assert played.outcomes == ["flees-2"]


@pytest.mark.rule("sbh.campaign.upgrade.brave")
def test_the_brave_throw_all_three_dice_again_and_the_second_result_stands() -> None:
    world = scene(man(), orc(300, 580))
    world = world.with_band(changed(world.bands[0], upgrades=(BRAVE,)))
    played = roll_morale(world, 1, 5, 6, 1, 1, 6, answers=("use",))
    assert played.outcomes == ["flees-2"]
    assert played.result.bands[0].upgrades == ()
    assert roll_morale(world, 1, 5, 6, answers=("decline",)).outcomes == ["flees-1"]


@pytest.mark.rule("sbh.campaign.upgrade.brave")
def test_bravery_is_not_offered_to_those_who_hold() -> None:
    world = scene(man(), orc(300, 580))
    world = world.with_band(changed(world.bands[0], upgrades=(BRAVE,)))
    assert roll_morale(world, 6, 5, 6).asked == []


# ---------------------------------------------------------------- flight


@pytest.mark.rule("sbh.morale.flee-path")
def test_a_fleeing_fighter_runs_straight_for_the_nearest_edge() -> None:
    played = roll_morale(scene(man(300, 200), orc(300, 580)), 5, 2, 4)
    now = played.result.figures[0]
    assert (now.x, now.y, now.status) == (30000, 12000, ON_TABLE)


@pytest.mark.rule("sbh.morale.flee-path")
def test_it_goes_round_an_enemy_that_stands_in_its_way() -> None:
    played = roll_morale(scene(man(300, 200), orc(300, 110)), 5, 2, 4)
    now = played.result.figures[0]
    assert now.status == ON_TABLE
    assert (now.x - 30000) ** 2 + (now.y - 11000) ** 2 >= (5000 + 1600) ** 2


@pytest.mark.rule("sbh.morale.flee-path")
def test_without_any_way_it_is_eliminated() -> None:
    ring = [orc(300 + dx, 200 + dy) for dx, dy in ((70, 0), (-70, 0), (0, 70), (0, -70), (50, 50), (-50, -50))]
    played = roll_morale(scene(man(300, 200), *ring), 5, 2, 4)
    gone = played.result.figures[0]
    assert (gone.status, gone.removal) == (OUT_OF_ACTION, "flight-impossible")


@pytest.mark.rule("sbh.morale.flee-path")
def test_enemies_on_the_ground_do_not_bar_a_flight() -> None:
    ring = [orc(300 + dx, 200 + dy, prone=True) for dx, dy in ((70, 0), (-70, 0), (0, 70), (30, -70), (50, 50))]
    played = roll_morale(scene(man(300, 200), *ring), 5, 2, 4)
    assert played.result.figures[0].status == ON_TABLE


@pytest.mark.rule("sbh.morale.flee-path")
def test_immobilised_enemies_bar_a_flight_like_any_other() -> None:
    spots = ((70, 0), (-70, 0), (0, 70), (0, -70), (50, 50), (-50, -50))
    ring = [orc(300 + dx, 200 + dy, held=SPELLBOUND) for dx, dy in spots]
    assert roll_morale(scene(man(300, 200), *ring), 5, 2, 4).result.figures[0].removal == "flight-impossible"
    lying = [changed(foe, prone=True) for foe in ring]
    assert roll_morale(scene(man(300, 200), *lying), 5, 2, 4).result.figures[0].status == ON_TABLE


@pytest.mark.rule("sbh.morale.flee-path")
def test_it_does_not_run_past_an_enemy_that_was_farther_than_short() -> None:
    beside_the_way = orc(360, 20)  # 69 mm away, 44 mm from the straight way to the edge
    played = roll_morale(scene(man(300, 79.8), beside_the_way), 5, 2, 4)
    now = played.result.figures[0]
    assert (now.status, played.outcomes) == (ON_TABLE, ["flees-1"])
    assert now.x < 30000
    aslant = roll_morale(scene(man(300, 78), beside_the_way), 5, 2, 4)  # two millimetres to spare: it leaves at a slant
    assert aslant.outcomes == ["leaves-table"]
    left = roll_morale(scene(man(300, 78), orc(366, 20)), 5, 2, 4)  # exactly Short from the way
    assert left.outcomes == ["leaves-table"]
    lying = roll_morale(scene(man(300, 79.8), orc(360, 20, prone=True)), 5, 2, 4)
    assert lying.outcomes == ["leaves-table"]


@pytest.mark.rule("sbh.morale.flee-path")
def test_an_enemy_that_was_near_may_be_passed_but_the_flight_ends_short_of_it_or_off_the_table() -> None:
    near = orc(330, 150)  # 42 mm away, and 26 from where the straight way would end
    once = roll_morale(scene(man(300, 200), near), 5, 2, 4).result.figures[0]
    assert (once.x - 33000) ** 2 + (once.y - 15000) ** 2 >= (5000 - 1 + 1600) ** 2
    twice = roll_morale(scene(man(300, 200), near), 1, 2, 6).result.figures[0]
    assert (twice.x, twice.y) == (30000, 4000)
    between = scene(man(300, 60), orc(330, 30), orc(270, 30), man(100, 300), man(200, 300), man(400, 300))
    assert roll_morale(between, 5, 2, 4).outcomes == ["leaves-table"]


@pytest.mark.rule("sbh.morale.flee-path")
def test_one_hemmed_in_on_the_way_to_the_edge_is_eliminated() -> None:
    ring = [orc(x, y) for x, y in ((360, 20), (240, 20), (375, 78), (225, 78), (300, 160), (365, 130), (235, 130))]
    gone = roll_morale(scene(man(300, 78), *ring), 5, 2, 4).result.figures[0]
    assert (gone.status, gone.removal) == (OUT_OF_ACTION, "flight-impossible")


@pytest.mark.rule("sbh.movement.difficult", "sbh.morale.leave-table")
def test_difficult_ground_slows_a_flight_over_the_edge_too() -> None:
    marsh = square("marsh", 200, 0, 200, 100, difficult=True)
    friends = [man(100, 300), man(200, 300), man(400, 300)]
    slowed = roll_morale(scene(man(300, 60), orc(300, 580), *friends, pieces=[marsh]), 5, 2, 4)
    assert (slowed.outcomes, slowed.result.figures[0].y) == (["flees-1"], 1000)
    fast = roll_morale(scene(man(300, 60, traits=AMPHIBIOUS), orc(300, 580), *friends, pieces=[marsh]), 5, 2, 4)
    assert fast.outcomes == ["leaves-table"]


@pytest.mark.rule("sbh.morale.flee-from-melee")
def test_one_that_flees_from_melee_is_struck_at_first() -> None:
    world = scene(man(300, 200), orc(300, 216), man(100, 20), man(500, 20), man(200, 20))
    played = play(Call(flee, world, 0, 1, NOBODY), dice=[1, 6])
    assert played.kinds[0] == "free-hack"
    assert played.result.figures[0].y == 12000


@pytest.mark.rule("sbh.morale.flee-from-melee")
def test_free_disengage_spares_the_blow_of_a_flight() -> None:
    world = scene(man(300, 200, traits=FREE_DISENGAGE), orc(300, 216))
    played = play(Call(flee, world, 0, 1, NOBODY))
    assert (played.rolls, played.result.figures[0].y) == ([], 12000)


@pytest.mark.rule("sbh.morale.flee-from-melee")
def test_a_house_option_spares_every_fugitive_the_blows() -> None:
    world = scene(man(300, 200), orc(300, 216), man(100, 20), man(500, 20), man(200, 20), switches=("unpunished-flight",))
    played = play(Call(flee, world, 0, 1, NOBODY))
    assert (played.rolls, played.result.figures[0].y) == ([], 12000)


@pytest.mark.rule("sbh.morale.leave-table", "sbh.removal.statuses")
def test_over_the_edge_is_out_of_play_but_not_killed() -> None:
    played = roll_morale(scene(man(300, 60), orc(300, 580), man(100, 300), man(200, 300), man(400, 300)), 5, 2, 4)
    gone = played.result.figures[0]
    assert (gone.status, gone.removal) == (OFF_TABLE, "fled-off-table")
    assert played.outcomes == ["leaves-table"]


@pytest.mark.rule("sbh.faq.slow-flees-twice", "sbh.special.slow")
def test_a_slow_fighter_flees_twice_for_two_failures() -> None:
    played = roll_morale(scene(man(300, 260, traits=SLOW, move=LONG), orc(300, 580)), 1, 2, 6)
    assert played.result.figures[0].y == 26000 - 2 * 12000


@pytest.mark.rule("sbh.morale.prone-flee")
@pytest.mark.parametrize(("failures", "y", "status"), [(1, 20000, ON_TABLE), (2, 12000, ON_TABLE), (3, 20000, OUT_OF_ACTION)])
def test_one_on_the_ground_stands_up_with_its_first_flee_move(failures: int, y: int, status: int) -> None:
    friends = [man(100, 20), man(200, 20), man(500, 20)]
    played = play(Call(flee, scene(man(prone=True), orc(300, 580), *friends), 0, failures, NOBODY))
    now = played.result.figures[0]
    assert (now.y, now.status, now.prone) == (y, status, failures == 3)


@pytest.mark.rule("sbh.morale.prone-adjacent")
def test_one_on_the_ground_beside_an_enemy_is_lost_with_one_failure() -> None:
    friends = [man(100, 20), man(200, 20), man(500, 20)]
    played = play(Call(flee, scene(man(prone=True), orc(300, 216), *friends), 0, 1, NOBODY))
    gone = played.result.figures[0]
    assert (gone.status, gone.removal) == (OUT_OF_ACTION, "helpless-morale-failure")


@pytest.mark.rule("sbh.morale.other-failures", "sbh.state.immobilised-no-flee")
def test_the_immobilised_cannot_flee_and_are_lost() -> None:
    friends = [man(100, 20), man(200, 20), man(500, 20)]
    played = play(Call(flee, scene(man(held=SPELLBOUND), orc(300, 580), *friends), 0, 1, NOBODY))
    gone = played.result.figures[0]
    assert (gone.status, gone.removal, gone.y) == (OUT_OF_ACTION, "helpless-morale-failure", 20000)


# ---------------------------------------------------------------- triggers


def witnessed(*figures: Figure) -> Played:
    """What follows the gruesome death of figure 0, everybody throwing sixes."""
    world = scene(*figures)
    dice = [6] * 3 * len(witnesses(world, world.figures[0]))
    return play(Call(aftermath, world, 0, True), dice=dice)


@pytest.mark.rule("sbh.morale.trigger-gruesome")
def test_friends_within_long_of_a_gruesome_kill_test_and_others_do_not() -> None:
    victim = changed(man(300, 300), status=DEAD)
    near, far = man(300, 300 + 110 + 16), man(300, 300 - 130 - 16)
    world = scene(victim, near, far, man(20, 20), man(580, 20), orc(310, 320))
    assert witnesses(world, world.figures[0]) == (1,)
    assert [roll.figure for roll, _ in witnessed(*world.figures).rolls] == [1]


@pytest.mark.rule("sbh.special.fearless", "sbh.special.artificial-no-morale")
@pytest.mark.parametrize("trait", [FEARLESS, ARTIFICIAL])
def test_neither_the_fearless_nor_the_artificial_mind_a_gruesome_kill(trait: int) -> None:
    world = scene(changed(man(300, 300), status=DEAD), man(300, 320, traits=trait), man(300, 280))
    assert witnesses(world, world.figures[0]) == (2,)


@pytest.mark.rule("sbh.special.fearless", "sbh.special.artificial-no-morale")
@pytest.mark.parametrize("trait", [FEARLESS, ARTIFICIAL])
def test_but_they_roll_when_the_leader_falls(trait: int) -> None:
    dead = changed(man(300, 300, traits=LEADER), status=DEAD)
    world = scene(dead, man(100, 500, traits=trait), man(200, 500), man(400, 500))
    played = play(Call(aftermath, world, 0, False), dice=[6] * 9)
    assert [roll.figure for roll, _ in played.rolls] == [1, 2, 3]


@pytest.mark.rule("sbh.special.swarm-gruesome")
def test_only_swarms_of_the_same_kind_mind_the_gruesome_end_of_a_swarm() -> None:
    dead = changed(fighter("bat-swarm", 0, 300, 300), status=DEAD)
    world = scene(dead, fighter("bat-swarm", 0, 300, 320), fighter("rat-swarm", 0, 300, 280), man(320, 300))
    assert witnesses(world, world.figures[0]) == (1,)


@pytest.mark.rule("sbh.morale.trigger-leader-killed", "sbh.special.leader-death")
def test_the_whole_band_tests_when_a_leader_is_killed_wherever_it_stands() -> None:
    band = [man(50 + 60 * n, 580) for n in range(7)]
    dead = changed(man(300, 20, traits=LEADER), status=DEAD)
    played = play(Call(aftermath, scene(dead, *band, man(580, 20)), 0, False), dice=[6] * 24)
    assert [roll.why for roll, _ in played.rolls] == ["sbh.morale.trigger-leader-killed"] * 8


@pytest.mark.rule("sbh.scenario.ambush.reveal", "sbh.morale.trigger-half")
def test_those_under_markers_test_no_morale_but_belong_to_the_band() -> None:
    dead = changed(man(300, 20, traits=LEADER), status=DEAD)
    hidden = [changed(man(0, 0), status=WAITING) for _ in range(2)]
    markers = tuple([Marker(n, "ambush", 10000 * n, 50000, 0, 2 + n) for n in range(2)])
    world = scene(dead, man(300, 200), *hidden, scenario="ambush", markers=markers)
    played = play(Call(aftermath, world, 0, True), dice=[6] * 3)
    assert [(roll.why, roll.figure) for roll, _ in played.rolls] == [("sbh.morale.trigger-leader-killed", 1)]


@pytest.mark.rule("sbh.morale.trigger-leader-killed", "sbh.special.leader-death")
def test_a_leader_that_ran_away_frightens_nobody() -> None:
    gone = changed(man(300, 20, traits=LEADER), status=OFF_TABLE)
    played = play(Call(aftermath, scene(gone, man(100, 500), man(200, 500), man(400, 500)), 0, False))
    assert played.rolls == []


@pytest.mark.rule("sbh.morale.trigger-half")
def test_falling_to_half_again_calls_for_no_second_test() -> None:
    here = [man(40 + 60 * n, 300) for n in range(5)]
    world = scene(*[changed(man(), status=DEAD) for _ in range(3)], *here)
    at_four = play(Call(aftermath, world.with_figure(changed(world.figures[3], status=DEAD)), 3, False), dice=[6] * 12)
    assert (len(at_four.rolls), at_four.result.bands[0].halved) == (4, True)
    after = at_four.result
    for id in (4, 5):
        after = play(Call(aftermath, after.with_figure(changed(after.figures[id], status=DEAD)), id, False)).result
    assert len(after.on_table(0)) == 2


@pytest.mark.rule("sbh.morale.trigger-half")
@pytest.mark.parametrize(("began", "left", "tests"), [(9, 5, False), (9, 4, True), (10, 5, True), (8, 5, False), (8, 4, True)])
def test_the_band_tests_at_half_of_its_number_rounded_down(began: int, left: int, tests: bool) -> None:
    gone = [changed(man(), status=DEAD) for _ in range(began - left)]
    here = [man(40 + 60 * n, 300) for n in range(left)]
    played = play(Call(aftermath, scene(*gone, *here), 0, False), dice=[6] * (3 * left if tests else 0))
    assert ("half-strength" in played.kinds) is tests


@pytest.mark.rule("sbh.morale.trigger-half")
def test_and_only_once() -> None:
    gone = [changed(man(), status=DEAD) for _ in range(6)]
    world = scene(*gone, man(100, 300), man(200, 300))
    world = world.with_band(changed(world.bands[0], halved=True))
    assert play(Call(aftermath, world, 0, False)).rolls == []


@pytest.mark.rule("sbh.morale.trigger-order")
def test_a_leader_killed_gruesomely_calls_for_one_roll_for_each_trigger_in_order() -> None:
    dead = changed(man(300, 300, traits=LEADER), status=DEAD)
    played = play(Call(aftermath, scene(dead, man(300, 330)), 0, True), dice=[6] * 9)
    assert [roll.why for roll, _ in played.rolls] == [
        "sbh.morale.trigger-gruesome",
        "sbh.morale.trigger-leader-killed",
        "sbh.morale.trigger-half",
    ]


@pytest.mark.rule("sbh.morale.trigger-order")
def test_those_who_are_gone_roll_no_further() -> None:
    dead = changed(man(300, 300, traits=LEADER), status=DEAD)
    played = play(Call(aftermath, scene(dead, man(300, 330), orc(20, 580)), 0, True), dice=[1, 1, 1])
    assert [roll.why for roll, _ in played.rolls] == ["sbh.morale.trigger-gruesome"]


@pytest.mark.rule("sbh.special.animal-rout")
@pytest.mark.parametrize("trait", [ANIMAL, SWARM])
def test_animals_rout_when_no_other_friend_is_left(trait: int) -> None:
    dead = changed(man(300, 300), status=DEAD)
    beasts = [man(100, 300, traits=trait), man(116, 300, traits=trait)]
    played = play(Call(aftermath, scene(dead, *beasts), 0, False))
    assert [figure.removal for figure in played.result.figures[1:]] == ["animal-rout", "animal-rout"]
    assert [figure.status for figure in played.result.figures[1:]] == [OFF_TABLE, OFF_TABLE]


@pytest.mark.rule("sbh.special.animal-rout")
def test_one_other_fighter_keeps_them_in_the_battle() -> None:
    dead = changed(man(300, 300), status=DEAD)
    played = play(Call(aftermath, scene(dead, man(100, 300, traits=ANIMAL), man(400, 300)), 0, False))
    assert played.result.figures[1].status == ON_TABLE


@pytest.mark.rule("sbh.removal.statuses")
def test_a_kill_is_dead_and_leaves_the_table() -> None:
    world = scene(man(), orc(300, 216), man(20, 300), man(580, 300))
    played = play(Call(suffer, world, 0, 1, KILL, "defender", MELEE))
    assert (played.result.figures[0].status, played.result.figures[0].removal) == (DEAD, "kill")


@pytest.mark.rule("sbh.morale.flee-path")
def test_it_ends_short_or_more_from_every_enemy_that_can_act() -> None:
    played = roll_morale(scene(man(300, 200), orc(300, 60), orc(240, 90)), 1, 2, 6)
    now = played.result.figures[0]
    assert now.status == ON_TABLE
    for enemy in played.result.figures[1:]:
        gap = ((now.x - enemy.x) ** 2 + (now.y - enemy.y) ** 2) ** 0.5 - 1600
        assert gap >= played.result.ruler(SHORT) - 1


@pytest.mark.rule("sbh.morale.flee-path")
@pytest.mark.parametrize("degrees", range(0, 360, 5))
def test_a_short_mover_flees_from_an_enemy_in_contact_at_every_angle(degrees: int) -> None:
    x, y = step(30000, 30000, degrees * 100, 1600)
    world = scene(man(300, 300, move=SHORT), orc(x / 100, y / 100), *[man(20, 30 * n) for n in range(1, 6)])
    spot = run_for_the_edge(world, world.figures[0], 1)
    assert spot is not None
    assert (spot[0] - 30000) ** 2 + (spot[1] - 30000) ** 2 <= 5000**2
    assert ((spot[0] - x) ** 2 + (spot[1] - y) ** 2) ** 0.5 - 1600 > 4999


@pytest.mark.rule("sbh.morale.flee-path")
@pytest.mark.parametrize("seed", range(12))
def test_no_finer_search_finds_a_better_way(seed: int) -> None:
    chance = Stream(f"flight {seed}")
    foes_ = [orc(180 + chance.below(240), 180 + chance.below(240)) for _ in range(4)]
    away = [foe for foe in foes_ if (foe.x - 30000) ** 2 + (foe.y - 25000) ** 2 > 1700**2]
    world = scene(man(300, 250), *away, man(20, 20))
    figure = world.figures[0]
    spot = run_for_the_edge(world, figure, 1)
    ends = [step(figure.x, figure.y, angle, 8000) for angle in range(0, 36000, 50)]
    free = [(x, y) for x, y in ends if obstruction(world, figure, x, y) is None and keeps_clear(world, figure, x, y, True)]
    if not free:
        return
    assert spot is not None
    best = min(min(x, y, 60000 - x, 60000 - y) for x, y in free)
    assert min(spot[0], spot[1], 60000 - spot[0], 60000 - spot[1]) <= best + 3


@pytest.mark.rule("sbh.morale.flee-path")
def test_a_flight_is_a_full_move_and_shorter_only_where_somebody_stands_in_the_way() -> None:
    near = [orc(300 + dx, 200 + dy) for dx, dy in ((110, -40), (-110, -40), (110, 40), (-110, 40), (0, 140))]
    world = scene(man(300, 200), *near)
    assert run_for_the_edge(world, world.figures[0], 1) == (30000, 12000)
    ring = [orc(300 + dx, 200 + dy) for dx, dy in ((70, 0), (-70, 0), (0, 70), (0, -70), (50, 50), (-50, -50))]
    hemmed = scene(man(300, 200), *ring)
    assert run_for_the_edge(hemmed, hemmed.figures[0], 1) is None, "a few millimetres in the ring are no flight"
    friends = [man(300 + round(60 * cos(n * pi / 12)), 200 + round(60 * sin(n * pi / 12))) for n in range(24)]
    crowd = scene(man(300, 200), *friends, orc(300, 580))
    spot = run_for_the_edge(crowd, crowd.figures[0], 1)
    assert spot is not None, "friends all around: it runs up to them"
    assert spot[1] < 16000


@pytest.mark.rule("sbh.morale.flee-path")
def test_the_first_of_two_moves_leaves_a_way_for_the_second() -> None:
    world = scene(man(300, 200), *[orc(x, 60) for x in range(180, 421, 40)])
    spot = run_for_the_edge(world, world.figures[0], 2)
    assert spot is not None
    twin = changed(world.figures[0], x=spot[0], y=spot[1])
    assert run_for_the_edge(world.with_figure(twin), twin, 1) is not None


# ---------------------------------------------------------------- house options


@pytest.mark.rule("sbh.morale.flee-path")
@pytest.mark.parametrize("seed", range(4))
def test_the_straight_way_home_is_what_a_search_of_all_ways_finds(seed: int) -> None:
    game, chance = esc.new("sbh", seed=f"home {seed}"), Stream(seed)
    straight = 0
    for number in range(160):
        if number % 40 == 39:
            world = game.world
            for figure in [one for one in world.figures if one.status == ON_TABLE]:
                moves = 1 + figure.id % 2
                found = run_for_the_edge(world, figure, moves)
                assert found == search(world, figure, homewards(world, figure), moves), (number, figure.id)
                straight += found is not None
        game.play(game.sample(chance))
    assert straight > 0


@pytest.mark.rule("sbh.special.animal-rout")
@pytest.mark.parametrize(("status", "routs"), [(DEAD, True), (OFF_TABLE, False)])
def test_by_the_letter_animals_rout_only_when_the_last_friend_is_killed(status: int, routs: bool) -> None:
    gone = changed(man(300, 300), status=status)
    world = scene(gone, man(100, 300, traits=ANIMAL), man(116, 300, traits=ANIMAL), switches=("literal-animals",))
    world = world.with_band(changed(world.bands[0], halved=True))
    played = play(Call(aftermath, world, 0, False))
    assert (played.result.figures[1].status == OFF_TABLE) is routs


@pytest.mark.rule("sbh.activation.natural-1-and-6")
def test_a_house_option_makes_one_and_six_final_on_every_quality_roll() -> None:
    house = scene(man(quality=3, traits=UNDEAD), orc(300, 580), switches=("natural-rolls",))
    assert roll_morale(house, 1, 6, 6).outcomes[0] == "crumbles"
