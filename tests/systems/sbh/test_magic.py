"""Magic: announcing, Power, the magical attack, the immobilisation, scrolls, Entangle."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.odds import rule_odds
from escarmouche.systems.sbh.model import DEAD, ENTANGLED, FREE, OFF_TABLE, ON_TABLE, SPELLBOUND, World
from escarmouche.systems.sbh.rules.actions import REGROUP
from escarmouche.systems.sbh.rules.activation import activate, may_declare
from escarmouche.systems.sbh.rules.harm import KILL, MELEE, suffer
from escarmouche.systems.sbh.rules.magic import bolt, bound, cast, entangle, immobilise
from escarmouche.systems.sbh.rules.morale import aftermath, morale_test
from tests.systems.sbh.ranges import doing, facing, pair, scenery, spending, why_not, with_upgrade
from tests.systems.sbh.scene import MM, Played, changed, fighter, play, scene


def duel(gap: float = 40, mage: str = "human-mage", target: str = "orc-warrior", **changes: Any) -> World:
    """A Mage (Quality 3+) and an enemy this far away; another enemy stands far off and has tested its morale before."""
    world = scene(*pair(mage, target, gap, **changes), fighter("orc-warlord", 1, 550, 550))
    return world.with_band(changed(world.bands[1], halved=True))


def totals(played: Played) -> tuple[int, int]:
    """The totals of the Mage and of the target."""
    about = played.told("totals").about
    return about[4], about[9]


def world_of(played: Played) -> World:
    """The world as it stands when the script waits for a decision."""
    world = played.asked[-1].world
    assert isinstance(world, World)
    return world


def actions_left(played: Played) -> int:
    """The actions the fighter has when it is asked last."""
    return played.left


# ---------------------------------------------------------------- announcing


@pytest.mark.rule("sbh.magic.declare", "sbh.faq.mage-declares", "sbh.special.mage")
def test_a_spell_must_be_announced_before_the_roll() -> None:
    world = duel()
    spell = ("cast", "attack", 1, 1)
    silent = play(Call(activate, world, 0, 1, ""), dice=[6])
    assert why_not(silent.asked[-1].options, spell) == "sbh.magic.declare"
    assert not any(answer[0] == "cast" for answer in silent.asked[-1].options.listed())
    announced = play(Call(activate, world, 0, 1, "cast"), dice=[6])
    assert why_not(announced.asked[-1].options, spell) == ""
    assert spell in announced.asked[-1].options.listed()


@pytest.mark.rule("sbh.special.mage", "sbh.magic.declare")
def test_only_a_mage_announces_a_spell() -> None:
    assert may_declare(fighter("human-mage", 0, 0, 0), "cast")
    assert not may_declare(fighter("human-warrior", 0, 0, 0), "cast")
    assert not may_declare(fighter("human-mage", 0, 0, 0, exhausted=True), "cast")


@pytest.mark.rule("sbh.magic.failure-exhaustion")
@pytest.mark.parametrize(
    ("declared", "dice", "exhausted"), [("cast", (1, 2, 2), True), ("", (1, 2, 2), False), ("cast", (1, 2), False)]
)
def test_three_failures_of_a_casting_roll_exhaust_the_mage(declared: str, dice: tuple[int, ...], exhausted: bool) -> None:
    played = play(Call(activate, duel(), 0, len(dice), declared), dice=dice)
    world = world_of(played)
    assert world.figures[0].exhausted is exhausted
    assert ("exhausted" in played.kinds, "item-drained" in played.kinds) == (exhausted, False)
    assert world.active == 1
    assert may_declare(world.figures[0], "cast") is not exhausted


@pytest.mark.rule("sbh.magic.two-failures")
@pytest.mark.parametrize(("dice", "active"), [((1,), 0), ((1, 2), 1)])
def test_a_casting_roll_passes_the_turn_with_two_failures_and_not_with_one(dice: tuple[int, ...], active: int) -> None:
    world = duel()
    world = changed(world, figures=(*world.figures, fighter("human-warrior", 0, 50, 550, id=3)))
    assert world_of(play(Call(activate, world, 0, len(dice), "cast"), dice=dice)).active == active


@pytest.mark.rule("sbh.magic.two-failures")
def test_the_last_success_is_used_before_the_turn_passes() -> None:
    played = play(Call(activate, duel(), 0, 3, "cast"), dice=[5, 1, 2, 2, 6], answers=[("cast", "attack", 1, 1)])
    assert "casts" in played.kinds
    assert played.kinds.index("casts") < played.kinds.index("turn-passes")
    assert world_of(played).active == 1


# ---------------------------------------------------------------- Power


@pytest.mark.rule("sbh.magic.power", "sbh.action.cast-spell")
def test_power_is_what_is_spent_and_no_more_than_was_rolled() -> None:
    played = play(Call(activate, duel(), 0, 2, "cast"), dice=[3, 5])
    options = played.asked[-1].options
    assert [why_not(options, ("cast", "attack", 1, power)) for power in (1, 2, 3)] == ["", "", "sbh.action.table"]
    assert {answer[3] for answer in options.listed() if answer[0] == "cast"} == {1, 2}
    assert why_not(options, ("cast", "attack", 1, 0)) == "sbh.magic.power"
    assert why_not(options, ("cast", "attack", 1, 4)) == "sbh.magic.power"
    for power in (1, 2, 3):
        assert play(Call(cast, duel(), 0, ("cast", "attack", 1, power)), dice=[2, 6]).result[1] == power


@pytest.mark.rule("sbh.magic.split-successes", "sbh.faq.mage-move-then-cast", "sbh.faq.mage-declares")
def test_one_move_and_then_a_spell_of_power_two() -> None:
    world = duel(80)
    step = ("move", world.figures[0].x + 30 * MM, world.figures[0].y)
    played = play(spending(world, 3, "cast"), dice=[4, 3], answers=[step, ("cast", "immobilise", 1, 2)])
    resist, _ = played.rolls[0]
    assert (resist.why, resist.count) == ("sbh.magic.immobilise-resist", 2)
    assert played.run.due is None


@pytest.mark.rule("sbh.magic.split-successes")
def test_the_spell_may_be_dropped() -> None:
    world = duel(200)
    spots = [("move", world.figures[0].x + 10 * MM * step, world.figures[0].y) for step in (1, 2, 3)]
    assert play(spending(world, 3, "cast"), answers=spots).result.figures[0].moves == 3
    twice = play(spending(duel(70), 3, "cast"), answers=spots[:2])
    assert actions_left(twice) == 1
    assert why_not(twice.asked[-1].options, ("cast", "immobilise", 1, 1)) == ""


@pytest.mark.rule("sbh.magic.one-spell")
def test_one_spell_an_activation() -> None:
    played = play(spending(duel(), 3, "cast"), dice=[6], answers=[("cast", "immobilise", 1, 1)])
    assert actions_left(played) == 2
    assert why_not(played.asked[-1].options, ("cast", "immobilise", 1, 1)) == "sbh.magic.declare"


@pytest.mark.rule("sbh.faq.mage-disengage-then-cast")
def test_a_mage_disengages_and_casts() -> None:
    world = duel(0)
    away = ("disengage", world.figures[0].x - 30 * MM, world.figures[0].y)
    played = play(spending(world, 3, "cast"), dice=[1, 6], answers=[away])
    assert actions_left(played) == 1
    assert why_not(played.asked[-1].options, ("cast", "attack", 1, 1)) == ""


# ---------------------------------------------------------------- restrictions


@pytest.mark.rule("sbh.magic.not-in-melee", "sbh.state.engaged")
def test_no_spells_in_melee_but_over_enemies_on_the_ground() -> None:
    refused = "sbh.magic.not-in-melee"
    for spell in ("attack", "immobilise"):
        answer = ("cast", spell, 1, 1)
        assert why_not(doing(duel(0), 1, "cast"), answer) == refused
        assert why_not(doing(duel(0, held=SPELLBOUND), 1, "cast"), answer) == refused
        assert why_not(doing(duel(0, prone=True), 1, "cast"), answer) == ""
    world = duel(0, prone=True)
    second = changed(world.figures[2], x=world.figures[0].x, y=world.figures[0].y + 16 * MM)
    crowded = doing(world.with_figure(second), 1, "cast")
    assert why_not(crowded, ("cast", "attack", 1, 1)) == refused
    assert not any(answer[0] == "cast" for answer in crowded.listed())


@pytest.mark.rule("sbh.magic.los")
@pytest.mark.parametrize("spell", ["attack", "immobilise"])
def test_a_spell_needs_a_line_of_sight(spell: str) -> None:
    world = duel()
    ruin = changed(world, ground=changed(world.ground, pieces=(scenery("ruins", 65, 280, 10, 40),)))
    assert why_not(doing(world, 1, "cast"), ("cast", spell, 1, 1)) == ""
    assert why_not(doing(ruin, 1, "cast"), ("cast", spell, 1, 1)) == "sbh.cover.full"


@pytest.mark.rule("sbh.magic.range", "sbh.magic.immobilise")
@pytest.mark.parametrize(("power", "reach"), [(1, 50), (2, 80), (3, 120)])
def test_the_range_of_an_immobilisation_is_that_of_its_power(power: int, reach: float) -> None:
    answer = ("cast", "immobilise", 1, power)
    assert why_not(doing(duel(reach), 3, "cast"), answer) == ""
    assert why_not(doing(duel(reach + 1), 3, "cast"), answer) == "sbh.magic.range"
    assert answer in doing(duel(reach), 3, "cast").listed()
    assert answer not in doing(duel(reach + 1), 3, "cast").listed()


@pytest.mark.rule("sbh.magic.range", "sbh.magic.ranged-attack")
@pytest.mark.parametrize(("power", "reach"), [(1, 50), (2, 80), (3, 120)])
def test_where_the_house_wants_it_no_spell_goes_beyond_its_range(power: int, reach: float) -> None:
    answer = ("cast", "attack", 1, power)
    for gap, why in ((reach, ""), (reach + 1, "sbh.magic.range")):
        near = changed(duel(gap), switches=("no-far-spells",))
        assert why_not(doing(near, 3, "cast"), answer) == why
        assert (answer in doing(near, 3, "cast").listed()) == (why == "")
        assert why_not(doing(duel(gap), 3, "cast"), answer) == ""


@pytest.mark.rule("sbh.magic.range", "sbh.magic.ranged-attack")
@pytest.mark.parametrize(
    ("power", "gap", "modifier"), [(1, 50, 0), (1, 51, -2), (1, 101, -4), (2, 80, 0), (2, 81, -2), (3, 120, 0), (3, 121, -2)]
)
def test_a_magical_attack_has_the_range_of_its_power_and_its_bands(power: int, gap: float, modifier: int) -> None:
    played = play(Call(bolt, duel(gap), 0, 1, power), dice=[2, 6])
    assert totals(played)[0] == 2 + power + modifier


@pytest.mark.rule("sbh.magic.target-restrictions")
def test_a_magical_attack_goes_to_the_nearest_enemy() -> None:
    mage = fighter("halfling-sage", 0, 300, 300)
    near, far = (fighter("orc-warrior", 1, 0, 0) for _ in range(2))
    world = scene(mage, facing(mage, near, 40), facing(mage, far, 0, up=45))
    assert why_not(doing(world, 1, "cast"), ("cast", "attack", 1, 1)) == ""
    assert why_not(doing(world, 1, "cast"), ("cast", "attack", 2, 1)) == "sbh.shooting.target-nearest"
    fallen = world.with_figure(changed(world.figures[1], prone=True))
    assert why_not(doing(fallen, 1, "cast"), ("cast", "attack", 2, 1)) == ""


@pytest.mark.rule("sbh.magic.target-restrictions", "sbh.magic.immobilise-into-melee")
def test_into_melee_only_the_immobilisation_may_be_cast_and_at_whom_one_likes() -> None:
    mage = fighter("human-mage", 0, 300, 300)
    enemy = facing(mage, fighter("orc-warrior", 1, 0, 0), 40)
    friend = facing(enemy, fighter("human-warrior", 0, 0, 0), 0)
    nearer = facing(mage, fighter("orc-warrior", 1, 0, 0), 0, up=20)
    left = doing(scene(mage, enemy, friend, nearer), 1, "cast")
    assert why_not(left, ("cast", "attack", 1, 1)) == "sbh.shooting.no-shooting-into-melee"
    assert why_not(left, ("cast", "immobilise", 1, 1)) == ""
    assert ("cast", "immobilise", 1, 1) in left.listed()
    assert ("cast", "attack", 1, 1) not in left.listed()


@pytest.mark.rule("sbh.magic.spell-list")
def test_there_are_two_spells() -> None:
    left = doing(duel(), 1, "cast")
    assert {answer[1] for answer in left.listed() if answer[0] == "cast"} == {"attack", "immobilise"}
    assert why_not(left, ("cast", "fly", 1, 1)) == "sbh.magic.spell-list"


@pytest.mark.rule("sbh.regroup.no-attack")
def test_no_spells_and_no_webs_in_a_regroup() -> None:
    assert why_not(doing(duel(), 1, "cast", mode=REGROUP), ("cast", "attack", 1, 1)) == "sbh.regroup.no-attack"
    spider = duel(mage="giant-spider")
    assert why_not(doing(spider, 1, mode=REGROUP), ("entangle", 1, 1)) == "sbh.regroup.no-attack"


# ---------------------------------------------------------------- the magical attack


@pytest.mark.rule("sbh.magic.ranged-attack")
@pytest.mark.parametrize(
    ("power", "die", "combat", "numbers", "outcome"),
    [(2, 5, 3, (7, 4), "defender-recoil"), (3, 6, 2, (9, 3), "defender-gruesome-kill")],
)
def test_a_magical_attack_adds_power_not_combat(
    power: int, die: int, combat: int, numbers: tuple[int, int], outcome: str
) -> None:
    world = duel(mage="human-war-mage", combat=combat)
    played = play(Call(bolt, world, 0, 1, power), dice=[die, 1])
    assert totals(played) == numbers
    assert played.outcomes == [outcome]


@pytest.mark.rule("sbh.magic.ranged-attack")
def test_only_the_mage_can_do_harm_and_no_ammunition_is_checked() -> None:
    played = play(Call(bolt, duel(combat=6), 0, 1, 1), dice=[1, 6])
    assert totals(played) == (2, 12)
    assert played.outcomes == ["miss"]
    assert played.result.figures[0].status == ON_TABLE
    assert not played.result.figures[0].spent


@pytest.mark.rule("sbh.magic.ranged-attack", "sbh.shooting.modifier-table")
def test_the_other_ranged_modifiers_count_for_spells() -> None:
    world = duel(60, target="ogre-warrior", held=SPELLBOUND)
    rocks = changed(world, ground=changed(world.ground, pieces=(scenery("rocks", 80, 309, 10, 10),)))
    played = play(Call(bolt, rocks, 0, 1, 1), dice=[2, 6])
    assert played.told("totals").about[3] == (
        ("cover", -1), ("range-double", -2), ("target-immobilised", 2), ("target-larger", 1)
    )  # fmt: skip


@pytest.mark.rule(
    "sbh.magic.no-undead-penalty", "sbh.shooting.mod.undead", "sbh.shooting.mod.swarm",
    "sbh.special.undead-ranged-penalty", "sbh.special.swarm-ranged-penalty",
)  # fmt: skip
@pytest.mark.parametrize("target", ["human-skeleton", "rat-swarm"])
def test_spells_have_no_penalty_against_undead_and_swarms(target: str) -> None:
    played = play(Call(bolt, duel(target=target), 0, 1, 3), dice=[2, 6])
    assert totals(played)[0] == 2 + 3


@pytest.mark.rule("sbh.action.one-attack-per-turn")
def test_a_magical_attack_is_the_attack_of_the_turn_and_an_immobilisation_is_not() -> None:
    world = duel()
    struck = play(Call(cast, world, 0, ("cast", "attack", 1, 1)), dice=[2, 6]).result[0]
    assert struck.figures[0].attacked
    held = play(Call(cast, world, 0, ("cast", "immobilise", 1, 1)), dice=[2]).result[0]
    assert not held.figures[0].attacked
    tired = doing(world.with_figure(changed(world.figures[0], attacked=True)), 1, "cast")
    assert why_not(tired, ("cast", "attack", 1, 1)) == "sbh.action.one-attack-per-turn"
    assert why_not(tired, ("cast", "immobilise", 1, 1)) == ""
    assert {answer[1] for answer in tired.listed() if answer[0] == "cast"} == {"immobilise"}


@pytest.mark.rule("sbh.magic.ranged-attack")
def test_exact_odds_of_a_magical_attack() -> None:
    counted: Counter[str] = Counter()
    for die in range(1, 7):
        for guard in range(1, 7):
            mage, target = die + 2, guard + 2
            if mage <= target:
                counted["miss"] += 1
            elif mage >= 2 * target:
                counted["defender-kill"] += 1
            else:
                counted["defender-recoil" if die % 2 else "defender-knocked-down"] += 1
    by_hand = {name: Fraction(count, 36) for name, count in counted.items()}
    found = rule_odds(Call(bolt, duel(combat=2), 0, 1, 2), lambda due: due.options.listed()[0])
    assert found == by_hand


# ---------------------------------------------------------------- the immobilisation


@pytest.mark.rule("sbh.magic.immobilise-resist", "sbh.magic.immobilise")
@pytest.mark.parametrize(
    ("quality", "dice", "held"), [(3, (3, 5, 2), True), (4, (4, 6), False), (4, (4, 3), True), (3, (3, 5, 3), False)]
)
def test_one_die_a_point_of_power_and_a_single_failure_holds(quality: int, dice: tuple[int, ...], held: bool) -> None:
    world = duel(quality=quality)
    played = play(Call(immobilise, world, 0, 1, len(dice), SPELLBOUND), dice=dice)
    victim = played.result.figures[1]
    assert played.rolls[0][0].count == len(dice)
    assert (victim.held, victim.held_by) == ((SPELLBOUND, 0) if held else (FREE, -1))
    assert played.outcomes == ["held" if held else "resisted"]


@pytest.mark.rule("sbh.magic.immobilise-resist", "sbh.special.leader-bonus")
def test_a_leader_helps_to_resist() -> None:
    world = duel(quality=4)
    near = scene(*world.figures[:2], fighter("orc-warlord", 1, world.figures[1].x / MM, world.figures[1].y / MM + 60))
    assert play(Call(immobilise, world, 0, 1, 1, SPELLBOUND), dice=[3]).outcomes == ["held"]
    assert play(Call(immobilise, near, 0, 1, 1, SPELLBOUND), dice=[3]).outcomes == ["resisted"]


@pytest.mark.rule("sbh.faq.hero-immune-power-1", "sbh.magic.immobilise-resist")
def test_a_hero_always_resists_power_one() -> None:
    hero = duel(target="smilodon-hero", quality=3)
    weak = play(Call(immobilise, hero, 0, 1, 1, SPELLBOUND))
    assert (weak.rolls, weak.outcomes) == ([], ["resisted"])
    for die, outcome in ((1, "held"), (2, "held"), (3, "resisted")):
        strong = play(Call(immobilise, hero, 0, 1, 2, SPELLBOUND), dice=[die], answers=["keep"])
        assert strong.rolls[0][0].count == 1
        assert strong.outcomes == [outcome]


@pytest.mark.rule("sbh.special.swarm-ranged-penalty")
def test_swarms_are_immobilised_like_anybody() -> None:
    world = duel(target="rat-swarm")
    assert why_not(doing(world, 1, "cast"), ("cast", "immobilise", 1, 1)) == ""
    assert play(Call(immobilise, world, 0, 1, 1, SPELLBOUND), dice=[2]).outcomes == ["held"]


@pytest.mark.rule("sbh.state.immobilised", "sbh.faq.immobilised-cannot-act")
def test_a_held_fighter_can_do_nothing_but_break_free() -> None:
    world = duel(held=SPELLBOUND, held_by=0)
    one, two = doing(world, 1, id=1), doing(world, 2, id=1)
    assert one.listed() == [("end",)]
    assert set(two.listed()) == {("end",), ("break",)}
    victim = world.figures[1]
    assert why_not(one, ("move", victim.x + 10 * MM, victim.y)) == "sbh.state.immobilised"
    assert why_not(one, ("break",)) == "sbh.action.table"
    close = duel(0, held=SPELLBOUND)
    assert why_not(doing(close, 1, id=1), ("attack", 0, False)) == "sbh.state.immobilised"
    spell = doing(changed(close, figures=(changed(close.figures[0], held=SPELLBOUND), *close.figures[1:])), 1, "cast")
    assert why_not(spell, ("cast", "attack", 1, 1)) == "sbh.state.immobilised"


@pytest.mark.rule("sbh.state.immobilised-break", "sbh.action.break-immobilisation")
@pytest.mark.parametrize(
    ("dice", "left"), [((6, 6), 0), ((6, 6, 6), 1), ((6, 1, 1), -1), ((6,), -1), ((5, 2), -1), ((5, 4), 0)]
)
def test_two_successes_of_one_roll_break_the_spell(dice: tuple[int, ...], left: int) -> None:
    world = changed(duel(held=SPELLBOUND, held_by=0, quality=3), active=1)
    answers = [("break",)] if left >= 0 else []
    played = play(Call(activate, world, 1, len(dice), ""), dice=dice, answers=answers)
    assert world_of(played).figures[1].held == (FREE if left >= 0 else SPELLBOUND)
    if left > 0:
        assert actions_left(played) == left


@pytest.mark.rule("sbh.state.immobilised-mage-killed")
def test_the_death_of_the_mage_frees_its_victims() -> None:
    world = duel(held=SPELLBOUND, held_by=0)
    after = play(Call(suffer, world, 0, 1, KILL, "defender", MELEE)).result
    assert after.figures[0].status == DEAD
    assert (after.figures[1].held, after.figures[1].held_by) == (FREE, -1)


@pytest.mark.rule("sbh.state.immobilised-mage-killed")
def test_a_mage_that_runs_away_or_did_not_cast_the_spell_frees_nobody() -> None:
    world = duel(held=SPELLBOUND, held_by=0)
    fled = world.with_figure(changed(world.figures[0], status=OFF_TABLE))
    assert play(Call(aftermath, fled, 0, False)).result.figures[1].held == SPELLBOUND
    of_another = duel(held=SPELLBOUND, held_by=7)
    after = play(Call(suffer, of_another, 0, 1, KILL, "defender", MELEE)).result
    assert (after.figures[1].held, after.figures[1].held_by) == (SPELLBOUND, 7)


@pytest.mark.rule("sbh.state.immobilised-mage-killed")
def test_one_held_by_two_mages_is_free_when_both_are_killed() -> None:
    mages = [fighter("human-mage", 0, 100 + 50 * n, 100) for n in range(2)]
    victim = fighter("orc-warrior", 1, 120, 130, quality=6)
    friends = [fighter("human-warrior", 0, 40 * n, 500) for n in range(1, 8)]
    world = scene(*mages, victim, *friends)
    for mage in (0, 1):
        world = bound(world, 2, mage, SPELLBOUND)
    assert world.figures[2].holders() == [0, 1]
    assert bound(world, 2, 1, SPELLBOUND).figures[2].holders() == [0, 1]
    for first, second in ((0, 1), (1, 0)):
        after = world.with_figure(changed(world.figures[first], status=DEAD))
        played = play(Call(aftermath, after, first, False))
        assert (played.result.figures[2].held, played.result.figures[2].holders()) == (SPELLBOUND, [second])
        assert "spell-ends" not in played.kinds
        last = played.result.with_figure(changed(played.result.figures[second], status=DEAD))
        ended = play(Call(aftermath, last, second, False))
        assert (ended.result.figures[2].held, ended.result.figures[2].held_by) == (FREE, -1)
        assert "spell-ends" in ended.kinds


@pytest.mark.rule("sbh.state.immobilised-no-flee")
def test_a_held_fighter_that_should_flee_is_lost() -> None:
    world = duel(held=SPELLBOUND, quality=3)
    after = play(Call(morale_test, world, 1, "sbh.morale.trigger-gruesome"), dice=[2, 6, 6]).result
    assert after.figures[1].removal == "helpless-morale-failure"


# ---------------------------------------------------------------- upgrades


@pytest.mark.rule("sbh.campaign.upgrade.divine-protection")
def test_divine_protection_cancels_an_immobilisation() -> None:
    world = with_upgrade(duel(), 1, "divine-protection")
    call = Call(immobilise, world, 0, 1, 1, SPELLBOUND)
    saved = play(call, dice=[2], answers=["use"])
    assert (saved.result.figures[1].held, saved.outcomes) == (FREE, ["saved"])
    assert play(call, dice=[2], answers=["decline"]).outcomes == ["held"]
    assert play(call, dice=[6]).asked == []


@pytest.mark.rule("sbh.campaign.upgrade.divine-protection")
def test_divine_protection_cancels_a_magical_attack() -> None:
    world = with_upgrade(duel(combat=2), 1, "divine-protection")
    saved = play(Call(bolt, world, 0, 1, 3), dice=[6, 1], answers=["use"])
    assert saved.outcomes == ["defender-saved"]
    assert saved.result.figures[1].status == ON_TABLE


@pytest.mark.rule("sbh.campaign.upgrade.divine-protection")
def test_divine_protection_does_not_tear_webs() -> None:
    world = with_upgrade(duel(mage="giant-spider"), 1, "divine-protection")
    assert play(Call(entangle, world, 0, ("entangle", 1, 1)), dice=[2]).asked == []


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
@pytest.mark.parametrize("spell", ["attack", "immobilise"])
def test_dirty_tricks_foil_a_spell_and_its_actions_are_lost(spell: str) -> None:
    world = with_upgrade(duel(), 1, "dirty-tricks")
    played = play(spending(world, 3, "cast"), answers=[("cast", spell, 1, 2), "mage"])
    assert (played.rolls, played.outcomes, actions_left(played)) == ([], ["foiled"], 1)
    assert world_of(played).figures[0].cancelled == 0
    assert why_not(played.asked[-1].options, ("cast", spell, 1, 1)) == "sbh.magic.declare"


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_dirty_tricks_open_a_target_to_a_spell() -> None:
    tough = with_upgrade(duel(target="troll", combat=2), 0, "dirty-tricks")
    slain = play(Call(bolt, tough, 0, 1, 3), dice=[4, 1], answers=["tough"])
    assert slain.outcomes == ["defender-kill"]
    assert play(Call(bolt, tough, 0, 1, 3), dice=[4, 1], answers=["decline"]).outcomes == ["defender-wounded"]
    hero = with_upgrade(duel(target="smilodon-hero"), 0, "dirty-tricks")
    held = play(Call(immobilise, hero, 0, 1, 1, SPELLBOUND), dice=[1], answers=["hero"])
    assert held.outcomes == ["held"]
    missed = play(Call(bolt, tough, 0, 1, 1), dice=[1, 6], answers=["tough"])
    for played in (slain, held, missed):
        assert played.result.figures[1].cancelled == 0


# ---------------------------------------------------------------- scrolls


def reader(**changes: Any) -> World:
    """A warrior (Quality 5+) with a scroll of Quality 4+, and an enemy within Short."""
    bearer, enemy = pair("human-warrior", "orc-warrior", 40)
    own = changed(bearer.card, quality=5)
    return scene(changed(bearer, card=own, item="scroll", charges=4, **changes), enemy, fighter("orc-warlord", 1, 550, 550))


@pytest.mark.rule("sbh.item.scroll")
def test_a_scroll_is_read_at_its_own_quality_by_anybody() -> None:
    played = play(Call(activate, reader(), 0, 2, "scroll"), dice=[4, 2])
    assert actions_left(played) == 1
    assert why_not(played.asked[-1].options, ("cast", "attack", 1, 1)) == ""
    assert why_not(played.asked[-1].options, ("cast", "attack", 1, 2)) == "sbh.action.table"


@pytest.mark.rule("sbh.item.scroll")
def test_the_successes_of_a_scroll_only_power_its_spell() -> None:
    world = reader()
    played = play(Call(activate, world, 0, 3, "scroll"), dice=[6, 6, 6])
    options = played.asked[-1].options
    assert why_not(options, ("move", world.figures[0].x, world.figures[0].y + 20 * MM)) == "sbh.item.scroll"
    assert {answer[0] for answer in options.listed()} == {"cast", "end"}
    spent = play(spending(world, 3, "scroll"), dice=[2], answers=[("cast", "immobilise", 1, 1)])
    assert spent.run.due is None
    assert spent.result.figures[1].held == SPELLBOUND
    assert (spent.result.figures[0].item, spent.result.figures[0].charges) == ("scroll", 4)


@pytest.mark.rule("sbh.item.scroll-triple-failure")
def test_three_failures_drain_the_scroll_and_not_the_mage() -> None:
    mage = reader()
    mage = mage.with_figure(changed(mage.figures[0], card=duel().figures[0].card))
    world = world_of(play(Call(activate, mage, 0, 3, "scroll"), dice=[1, 2, 2]))
    assert (world.figures[0].item, world.figures[0].exhausted) == ("", False)
    assert may_declare(world.figures[0], "cast")
    assert not may_declare(world.figures[0], "scroll")


# ---------------------------------------------------------------- Entangle


@pytest.mark.rule("sbh.special.entangle")
@pytest.mark.parametrize(("power", "reach"), [(1, 50), (2, 80), (3, 120)])
def test_a_web_costs_and_reaches_and_binds_by_the_actions_put_into_it(power: int, reach: float) -> None:
    answer = ("entangle", 1, power)
    near, far = duel(reach, "giant-spider"), duel(reach + 1, "giant-spider")
    assert why_not(doing(near, power), answer) == ""
    assert why_not(doing(near, power - 1), answer) == "sbh.action.table"
    assert why_not(doing(far, power), answer) == "sbh.magic.range"
    played = play(Call(entangle, near, 0, answer), dice=[6] * (power - 1) + [1])
    assert played.rolls[0][0].count == power
    assert (played.result[0].figures[1].held, played.result[1]) == (ENTANGLED, power)


@pytest.mark.rule("sbh.special.entangle")
def test_who_may_entangle_whom() -> None:
    assert why_not(doing(duel(), 1), ("entangle", 1, 1)) == "sbh.special.entangle"
    assert why_not(doing(duel(0, "giant-spider"), 1), ("entangle", 1, 1)) == "sbh.magic.not-in-melee"
    assert why_not(doing(duel(0, "giant-spider", prone=True), 1), ("entangle", 1, 1)) == ""
    spider = fighter("giant-spider", 0, 300, 300)
    enemy = facing(spider, fighter("orc-warrior", 1, 0, 0), 40)
    friend = facing(enemy, fighter("giant-ant", 0, 0, 0), 0)
    assert ("entangle", 1, 1) in doing(scene(spider, enemy, friend), 1).listed()
    wall = scenery("wall-or-tree", 330, 280, 4, 40)
    assert why_not(doing(scene(spider, enemy, pieces=[wall]), 1), ("entangle", 1, 1)) == "sbh.cover.full"


@pytest.mark.rule("sbh.special.entangle")
def test_a_failed_web_has_no_price_but_its_actions() -> None:
    played = play(spending(duel(mage="giant-spider"), 2), dice=[6], answers=[("entangle", 1, 1)])
    assert played.outcomes == ["resisted"]
    assert why_not(played.asked[-1].options, ("entangle", 1, 1)) == ""
    assert not world_of(played).figures[0].attacked


@pytest.mark.rule("sbh.special.entangle-death")
def test_a_web_outlasts_its_maker_whatever_spell_comes_on_top() -> None:
    world = duel(mage="giant-spider", held=ENTANGLED, held_by=0)
    after = play(Call(suffer, world, 0, 1, KILL, "defender", MELEE)).result
    assert after.figures[0].status == DEAD
    assert after.figures[1].held == ENTANGLED
    bound_again = play(Call(immobilise, world, 0, 1, 1, SPELLBOUND), dice=[1]).result
    assert bound_again.figures[1].held == ENTANGLED


@pytest.mark.rule("sbh.campaign.upgrade.dirty-tricks")
def test_dirty_tricks_foil_a_web() -> None:
    world = with_upgrade(duel(mage="giant-spider"), 1, "dirty-tricks")
    played = play(Call(entangle, world, 0, ("entangle", 1, 2)), answers=["entangle"])
    assert (played.outcomes, played.result[1]) == (["foiled"], 2)
    assert played.result[0].figures[0].cancelled == 0


# ---------------------------------------------------------------- answers of every shape


@pytest.mark.parametrize(
    "answer",
    [
        ("cast",), ("cast", "attack", 1), ("cast", "attack", 1, True), ("cast", 1, 1, 1), ("cast", "attack", None, 1),
        ("cast", ("attack",), 1, 1), ("cast", "attack", 99, 1), ("cast", "immobilise", -1, 1), ("cast", "attack", 0, 1),
        ("entangle",), ("entangle", 1), ("entangle", 1, "1"), ("entangle", 1, 9), ("entangle", 99, 1), ("entangle", 1, False),
    ],
)  # fmt: skip
def test_a_malformed_spell_is_refused(answer: tuple[Any, ...]) -> None:
    assert why_not(doing(duel(), 3, "cast"), answer) != ""
    assert why_not(doing(duel(mage="giant-spider"), 3, "cast"), answer) != ""
