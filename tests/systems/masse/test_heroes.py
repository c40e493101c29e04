"""Heroes: commanders, champions, individuals, duels, army commanders, and what becomes of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.masse.cards import HeroAttack
from escarmouche.systems.masse.model import (
    CHAMPION,
    COMMANDER,
    DESTROYED,
    FLED,
    FRONT,
    INCH,
    INDIVIDUAL,
    JOINED,
    METRE,
    ON_TABLE,
    RESERVE,
    ROUTED,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import destroyed, take_losses
from escarmouche.systems.masse.rules.flight import break_off, gone
from escarmouche.systems.masse.rules.ground import contact, gap, has_commander, heroes_commanding
from escarmouche.systems.masse.rules.heroes import (
    DEAD,
    PRISONER,
    STUNNED,
    WELL,
    WOUNDED,
    after_battle,
    arrived,
    fate,
    fate_of,
    may_join,
    revive,
    send_off,
)
from escarmouche.systems.masse.rules.melee import champion_pool, melee
from escarmouche.systems.masse.rules.morale import RALLY, morale_modifiers, morale_test, takes_tests
from escarmouche.systems.masse.rules.movement import move
from escarmouche.systems.masse.rules.orders import MOVE, Doing
from escarmouche.systems.masse.rules.shooting import volley
from escarmouche.systems.masse.rules.singles import champion_base, duel_refusal, reaching
from escarmouche.systems.masse.rules.turn import STAYS, next_action, refreshed
from tests.systems.masse.field import changed, field, hero, play, structure, unit


def refused(world: World, id: int, answer: tuple[Any, ...], used: int = 0) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, used).check(answer)
    return "" if refusal is None else refusal.rule


def men(seat: int, y: float = 30, facing: float = 90, **changes: Any) -> Unit:
    """Ten regular infantry, five abreast."""
    return unit("infanterie-reguliere", seat, 30, y, facing, **changes)


def lines(**changes: Any) -> tuple[Unit, Unit]:
    """Two lines of five by two that face each other in full contact: 1.6 in deep each."""
    return men(0, 28.4), men(1, 30, 270, **changes)


# ---------------------------------------------------------------- commanders


@pytest.mark.rule("masse.hero.position-commander", "masse.hero.loyalty-base")
def test_a_commander_gives_his_bonus_and_not_his_sword() -> None:
    mine, theirs = lines()
    world = field(mine, theirs, hero(0, host=0, role=COMMANDER))
    assert dict(morale_modifiers(world, world.units[0], RALLY, -1))["heros-rc"] == 2
    assert has_commander(world, world.units[0])
    played = play(Call(melee, world, 0, 1, False, False), dice=[1] * 5)
    assert [roll.figure for roll, _ in played.rolls] == [0], "no dice of his own"


@pytest.mark.rule("masse.hero.position-commander")
def test_a_commander_commands_his_unit_only() -> None:
    world = field(men(0), men(0, 34), hero(0, host=0, role=COMMANDER))
    assert [leader.id for leader in heroes_commanding(world, world.units[0])] == [2]
    assert heroes_commanding(world, world.units[1]) == []


@pytest.mark.rule("masse.hero.commander-survives")
def test_a_commander_lives_as_long_as_any_figure() -> None:
    world = field(men(0), hero(0, host=0, role=COMMANDER))
    after: World = play(Call(take_losses, world, 0, 9, -1), dice=[8, 8]).result
    assert (after.units[0].figures, after.units[1].status, after.units[1].carried) == (1, JOINED, 0)
    assert "fate-dead" in play(Call(take_losses, world, 0, 10, -1), dice=[1]).kinds


@pytest.mark.rule("masse.hero.commander-inseparable")
def test_a_commander_does_not_leave() -> None:
    world = field(men(0), hero(0, host=0, role=COMMANDER))
    assert refused(world, 0, ("send-off", 1)) == "masse.hero.commander-inseparable"
    assert not any(answer[0] == "send-off" for answer in Doing(world, 0, 0).listed())


@pytest.mark.rule(
    "masse.hero.commander-fate",
    "masse.hero.fate-dead",
    "masse.hero.fate-wounded",
    "masse.hero.fate-prisoner",
    "masse.hero.fate-stunned",
)
def test_the_fate_of_a_commander() -> None:
    assert [fate_of(die) for die in range(1, 11)] == [DEAD] * 2 + [WOUNDED] * 3 + [PRISONER] * 2 + [STUNNED] * 3
    world = field(men(0), hero(0, host=0, role=COMMANDER), men(1, 40, 270))
    for die, end in ((2, DEAD), (5, WOUNDED), (7, PRISONER), (8, STUNNED)):
        played = play(Call(destroyed, world, 0, 2), dice=[die])
        fallen = played.result.units[1]
        assert (fallen.status, fallen.role, fallen.fell_to) == (DESTROYED, end, 2)
        assert (fallen.x, fallen.y) == (world.units[0].x, world.units[0].y), "where his unit fell"
        assert played.told("fate-" + end).why == "masse.hero.fate-" + end


@pytest.mark.rule("masse.hero.commander-fate")
def test_he_meets_his_fate_when_his_unit_flees_off_the_table() -> None:
    world = field(men(0), hero(0, host=0, role=COMMANDER))
    assert play(Call(gone, world, 0), dice=[9]).outcomes == ["fled", STUNNED]


@pytest.mark.rule("masse.hero.commander-fate")
def test_the_odds_of_his_fate() -> None:
    world = field(men(0), hero(0, host=0, role=COMMANDER))
    found = tally(leaves(start(Call(fate, world, 1, -1))), lambda leaf: leaf.outcomes[-1])
    assert found == {DEAD: Fraction(1, 5), PRISONER: Fraction(1, 5), STUNNED: Fraction(3, 10), WOUNDED: Fraction(3, 10)}


@pytest.mark.rule("masse.hero.fate-dead", "masse.hero.fate-wounded", "masse.hero.fate-prisoner", "masse.hero.fate-stunned")
def test_after_the_battle() -> None:
    captor = men(1, 40, 270)
    fallen: dict[str, Any] = {"status": DESTROYED, "fell_to": 1}
    for role, winner, beaten, end in (
        (DEAD, 0, True, DEAD),
        (WOUNDED, 0, False, WELL),
        (WOUNDED, 1, False, WOUNDED),
        (PRISONER, 0, False, PRISONER),
        (PRISONER, 1, True, WELL),
        (STUNNED, 1, False, WELL),
        (INDIVIDUAL, 0, False, DEAD),
    ):
        world = field(hero(0, role=role, **fallen), changed(captor, morale=ROUTED) if beaten else captor)
        assert after_battle(world, world.units[0], winner) == end, (role, winner)
    nobody = field(hero(0, role=PRISONER, status=DESTROYED), captor)
    assert [after_battle(nobody, nobody.units[0], winner) for winner in (0, 1)] == [WELL, PRISONER]
    assert after_battle(nobody, hero(0), 1) == WELL
    for status in (DESTROYED, FLED):
        world = field(hero(0, role=PRISONER, **fallen), changed(captor, status=status))
        assert after_battle(world, world.units[0], 1) == WELL


@pytest.mark.rule("masse.hero.fate-dead", "masse.hero.fate-wounded", "masse.hero.fate-prisoner", "masse.hero.fate-stunned")
def test_the_end_of_a_battle_tells_what_became_of_fallen_commanders() -> None:
    fallen: dict[str, Any] = {"status": DESTROYED, "fell_to": 4}
    lost = [hero(0, role=role, **fallen) for role in (DEAD, WOUNDED, PRISONER, STUNNED)]
    captor = men(1, 40, 270, morale=ROUTED)
    world = field(*lost, captor, men(0), hero(0, status=DESTROYED))
    played = play(Call(next_action, world))
    assert played.result.winner == 0
    told = [(tell.kind, *tell.about) for tell in played.tells]
    assert told == [("after-dead", 0), ("after-well", 1), ("after-well", 2), ("after-well", 3)]


@pytest.mark.rule("masse.hero.fate-prisoner")
def test_prisoners_are_free_when_their_captors_are_beaten() -> None:
    world = field(hero(0, role=PRISONER, status=DESTROYED, fell_to=1), men(1))
    assert play(Call(destroyed, world, 1, -1)).told("prisoner-freed").about == (0, 1)


@pytest.mark.rule("masse.hero.fate-stunned")
def test_a_stunned_commander_comes_back() -> None:
    fallen = hero(0, 30, 32, role=STUNNED, status=DESTROYED)
    near = men(0, 30.8)
    world = field(near, fallen, men(0, 20))
    assert ("revive", 1) in Doing(world, 0, 0).listed()
    after: World = play(Call(revive, world, 0, ("revive", 1))).result
    back = after.units[1]
    assert (back.status, back.role, back.acted) == (ON_TABLE, INDIVIDUAL, True)
    assert gap(back, after.units[0]) >= 0
    assert refused(world, 2, ("revive", 1)) == "masse.hero.fate-stunned", "too far away"
    assert refused(world, 0, ("revive", 1), MOVE) != "", "it takes the whole action"
    assert refused(field(near, changed(fallen, role=DEAD)), 0, ("revive", 1)) == "masse.hero.fate-stunned"
    for answer in (("revive",), ("revive", "x"), ("revive", 99), ("revive", True)):
        assert refused(world, 0, answer) != ""


# ---------------------------------------------------------------- champions


@pytest.mark.rule("masse.hero.position-champion")
def test_a_champion_rolls_his_own_dice_at_his_own_ma() -> None:
    mine, theirs = lines()
    world = field(mine, theirs, hero(0, host=0, role=CHAMPION))
    # the men: d8 at +1, close order +1, against CA 15: 14 and more; the hero: d6 at +8: 8 and more
    played = play(Call(melee, world, 0, 1, False, False), dice=[3, 1, 1, 1, 1, 13, 6, 7, 8, 7, 7])
    ours, his = [roll for roll, _ in played.rolls if roll.pool]
    assert (ours.pool[0].count, ours.pool[0].sides) == (5, 8)
    assert (his.figure, his.pool[0].count, his.pool[0].sides) == (2, 1, 6)
    assert played.outcomes == ["nv-0", "nv-1"]


@pytest.mark.rule("masse.hero.position-champion")
def test_a_champion_behind_the_first_rank_does_not_fight() -> None:
    mine, theirs = lines()
    world = field(mine, theirs, hero(0, host=0, role=CHAMPION, first_rank=False))
    played = play(Call(melee, world, 0, 1, False, False), dice=[1] * 5)
    assert len(played.rolls) == 1
    assert dict(morale_modifiers(world, world.units[0], RALLY, -1))["heros-rc"] == 2, "but he is there"


@pytest.mark.rule("masse.hero.position-champion", "masse.org.individuals")
def test_the_order_of_the_unit_is_not_his() -> None:
    mine, theirs = lines()
    world = field(mine, theirs, hero(0, host=0, role=CHAMPION))
    plain = champion_pool(world, world.units[2], theirs, FRONT, False, False)
    assert plain[0].then_table.index(1) + 1 == 8, "no +1 for close order: d20 + 8 > 15"
    charging = champion_pool(world, world.units[2], theirs, FRONT, True, False)
    assert charging[0].then_table.index(1) + 1 == 6


@pytest.mark.rule("masse.hero.champion-targetable")
def test_a_champion_is_singled_out_hand_to_hand() -> None:
    mine, theirs = lines()
    world = field(mine, theirs, hero(1, host=1, role=CHAMPION, ca=20))
    assert reaching(world, world.units[0], world.units[2]) == 3, "those who touch his base"
    assert contact(world.units[0], world.units[1])
    assert champion_base(world, world.units[2]).points != ()
    stopped = play(Call(melee, world, 0, 1, False, False))
    assert stopped.asked[0].options.listed() == ["unit", (2, 1), (2, 2), (2, 3)]
    # two at the hero: d20 + 1 + 1 - 2 > 20 needs a 20; the other three at his men: 16 and more
    played = play(Call(melee, world, 0, 1, False, False), dice=[3, 3, 20, 19, 3, 1, 1, 16, 8, 8], answers=[(2, 2)])
    assert played.outcomes[:2] == ["nv-1", "nv-1"]
    assert (played.result.units[2].nv_lost, played.result.units[1].figures) == (1, 9)
    assert [roll.pool[0].count for roll, _ in played.rolls if roll.pool] == [2, 3]


@pytest.mark.rule("masse.hero.champion-targetable")
def test_a_champion_is_singled_out_by_archers() -> None:
    archers = unit("archers-squelettes", 0, 30, 25)
    world = field(archers, men(1, 30, 270), hero(1, host=1, role=CHAMPION, hit_points=30))
    assert len(play(Call(volley, world, 0, 1, False, False)).asked[0].options.listed()) == 11, "any of ten figures"
    played = play(Call(volley, world, 0, 1, False, False), dice=[6, 20, 20, *[1] * 9], answers=[(2, 1)])
    assert played.result.units[2].status == DESTROYED
    assert played.result.units[0].volleys == archers.volleys - 1, "one volley"
    behind = field(archers, men(1, 30, 270), hero(1, host=1, role=CHAMPION, first_rank=False))
    assert play(Call(volley, behind, 0, 1, False, False), dice=[1] * 10).asked == []


@pytest.mark.rule("masse.hero.champion-targetable")
def test_all_figures_may_aim_at_him() -> None:
    world = field(men(0, 28.8, figures=1), men(1, 30, 270), hero(1, host=1, role=CHAMPION))
    played = play(Call(melee, world, 0, 1, False, False), dice=[1], answers=[(2, 1)])
    assert len([roll for roll, _ in played.rolls]) == 1, "nobody is left for the others"


@pytest.mark.rule("masse.hero.three-positions", "masse.turn.individual-joins-unit")
def test_an_individual_becomes_a_champion_by_joining() -> None:
    host = men(0)
    man = hero(0, 30, 33)
    world = field(host, man)
    step = ("move", (("march", 18000, 9 * INCH // 5),))
    played = play(Call(move, world, 1, step), answers=[("front", 0)])
    joined = played.result.units[1]
    assert (joined.status, joined.role, joined.host, joined.first_rank) == (JOINED, CHAMPION, 0, True)
    assert joined.acted
    rear = play(Call(move, world, 1, step), answers=[("rear", 0)]).result.units[1]
    assert not rear.first_rank
    assert play(Call(move, world, 1, step), answers=["stay"]).result.units[1].status == ON_TABLE


@pytest.mark.rule("masse.hero.three-positions", "masse.turn.individual-leaves-unit")
def test_and_an_individual_again_by_leaving() -> None:
    world = field(men(0), hero(0, host=0, role=CHAMPION, die=18))
    assert refused(world, 0, ("send-off", 1)) == ""
    assert refused(world, 0, ("send-off", 1), MOVE) == "masse.turn.individual-leaves-unit"
    after: World = play(Call(send_off, world, 0, ("send-off", 1))).result
    left = after.units[1]
    assert (left.status, left.role, left.host, left.acted) == (ON_TABLE, INDIVIDUAL, -1, True)
    assert left.die == 18, "he keeps his own place in the order"
    assert 0 < gap(left, after.units[0]) < INCH // 4
    assert left.y < after.units[0].y, "behind it"
    assert not any(one[0] == "send-off" for one in Doing(after, 0, 0).listed())
    for answer in (("send-off",), ("send-off", "x"), ("send-off", 99), ("send-off", 0)):
        assert refused(world, 0, answer) != ""


@pytest.mark.rule("masse.hero.position-champion")
def test_champions_of_a_destroyed_unit_stand_alone() -> None:
    world = field(men(0), hero(0, host=0, role=CHAMPION), hero(0, host=0, role=CHAMPION), acting=0)
    after: World = play(Call(destroyed, world, 0, -1)).result
    assert [(one.status, one.role) for one in after.units[1:]] == [(ON_TABLE, INDIVIDUAL)] * 2
    assert gap(after.units[1], after.units[2]) >= 0
    assert (after.units[1].x, after.units[1].y) != (after.units[2].x, after.units[2].y), "each on ground of his own"
    assert after.units[1].acted, "their unit was acting"


# ---------------------------------------------------------------- individuals


@pytest.mark.rule("masse.hero.attack-needs-full-action")
def test_a_hero_who_walks_into_contact_attacks_a_unit_next_turn() -> None:
    man = hero(0, 30, 28.8)
    world = field(changed(man, moved=True), men(1, 30, 270), turn=4)
    assert refused(world, 0, ("attack", 1), MOVE) == "masse.hero.attack-needs-full-action"
    assert not any(answer[0] == "attack" for answer in Doing(world, 0, MOVE).listed())
    assert refused(field(man, men(1, 30, 270), turn=5), 0, ("attack", 1)) == ""
    other = field(changed(man, moved=True), hero(1, 30, 29.6, 270))
    assert refused(other, 0, ("attack", 1), MOVE) == "", "another individual he may attack at once"


@pytest.mark.rule("masse.hero.attack-needs-full-action")
def test_individuals_on_the_ground_do_not_charge() -> None:
    world = field(hero(0, 30, 20, declared=1), men(1, 30, 270))
    assert refused(world, 0, ("charge", ())) == "masse.hero.attack-needs-full-action"


@pytest.mark.rule("masse.hero.duel", "masse.hero.position-individual")
def test_duellists_attack_on_turns_three_five_and_seven() -> None:
    mine, theirs = hero(0, 30, 20), hero(1, 30, 22, 270)
    world = field(mine, theirs, turn=3)
    met: World = play(Call(move, world, 0, ("move", (("march", 0, 6 * INCH // 5),)))).result
    assert contact(*met.units)
    for one, foe in (met.units, met.units[::-1]):
        legal = [turn for turn in range(3, 9) if duel_refusal(changed(met, turn=turn), one, foe) is None]
        assert legal == [3, 5, 7]
    assert refused(changed(met, turn=4), 0, ("attack", 1)) == "masse.hero.duel"
    assert refused(changed(met, turn=5), 1, ("attack", 0)) == ""


@pytest.mark.rule("masse.hero.duel")
def test_a_duel_is_an_ordinary_attack_without_flank_or_rear() -> None:
    two = (HeroAttack(weapon="epee-longue", ma=8, max_damage=12), HeroAttack(weapon="epee-longue", ma=3, max_damage=12))
    mine = hero(0, 30, 19.2, attacks=two)
    theirs = hero(1, 30, 20, 90, ca=18, dexterity=3, shield=True)
    world = field(mine, theirs, turn=3)
    # from behind, yet against the whole of CA 18: d6 at +8 needs 11, d6 at +3 needs 16
    played = play(Call(melee, world, 0, 1, False, False), dice=[3, 10, 3, 15])
    assert played.outcomes == ["nv-0"]
    assert play(Call(melee, world, 0, 1, False, False), dice=[3, 11, 3, 16]).outcomes[0] == "nv-2"
    assert played.result.units[0].duel == played.result.units[1].duel == 3


@pytest.mark.rule("masse.hero.duel")
def test_a_third_individual_keeps_its_own_pace() -> None:
    mine, theirs = hero(0, 30, 20, duel=3), hero(1, 30, 20.8, 270, duel=3)
    third = hero(0, 30, 24, 270)
    world = field(mine, theirs, third, turn=4)
    met: World = play(Call(move, world, 2, ("move", (("march", 0, 12 * INCH // 5),)))).result
    assert contact(met.units[1], met.units[2])
    assert [one.duel for one in met.units] == [3, 3, 4]


@pytest.mark.rule("masse.morale.heroes-exempt", "masse.hero.conversion-ml")
def test_heroes_take_no_morale_tests() -> None:
    world = field(hero(0, will=7))
    assert not takes_tests(world.units[0])
    assert play(Call(morale_test, world, 0, RALLY, -1)).result[1] is True
    assert world.units[0].card.ml == 7


# ---------------------------------------------------------------- army commanders


@pytest.mark.rule("masse.hero.army-commander", "masse.org.stat-rc")
def test_an_army_commander_helps_every_unit_partly_in_his_radius() -> None:
    near, far = unit("milice", 0, 30, 41, figures=1), unit("milice", 0, 30, 41.2, figures=1)
    for one, bonus in ((near, 2), (far, 0)):
        world = field(one, hero(0, 30, 30.1, army_commander=True))
        assert dict(morale_modifiers(world, world.units[0], RALLY, -1)).get("heros-rc", 0) == bonus


@pytest.mark.rule("masse.hero.army-commander-lost", "masse.hero.army-commander-number")
def test_lost_army_commanders_weigh_on_the_whole_side() -> None:
    leaders = [hero(0, 10, y, charisma=charisma, army_commander=True) for y, charisma in ((10, 16), (14, 12), (18, 8))]
    world = field(men(0, 50), *leaders, men(1, 55))
    for id, grief in ((1, 3), (2, 4), (3, 4)):
        world = play(Call(take_losses, world, id, 2, 4)).result
        assert world.units[id].status == DESTROYED
        assert dict(morale_modifiers(world, world.units[0], RALLY, -1)).get("grief", 0) == -grief
    assert "grief" not in dict(morale_modifiers(world, world.units[4], RALLY, -1)), "not on the other side"


@pytest.mark.rule("masse.hero.army-commander-lost")
def test_a_hero_who_commands_no_army_is_not_missed_so() -> None:
    world = field(men(0, 50), hero(0, 10, 10, charisma=16))
    after: World = play(Call(take_losses, world, 1, 2, -1)).result
    assert after.sides[0].grief == 0


@pytest.mark.rule("masse.hero.three-positions")
def test_nobody_joins_the_routed_or_single_figures() -> None:
    beside = hero(0, 30, 31.2)
    for host in (men(0, morale=ROUTED), unit("ankheg", 0, 30, 30.3), men(1)):
        assert may_join(field(beside, host), beside) == []
    assert may_join(field(beside, men(0)), beside) == [1]
    assert play(Call(arrived, field(beside, men(1)), 0)).asked == []


@pytest.mark.rule("masse.turn.individual-joins-unit", "masse.hero.attack-needs-full-action", "masse.hero.position-champion")
def test_whoever_has_just_joined_a_unit_has_used_his_action() -> None:
    mine, theirs = lines()
    world = field(mine, theirs, hero(0, 30, 27.2, moved=True, acted=True), acting=0)
    joined: World = play(Call(arrived, world, 2), answers=[("front", 0)]).result
    struck = play(Call(melee, joined, 0, 1, False, False), dice=[1] * 5)
    assert [roll.figure for roll, _ in struck.rolls] == [0]
    next_turn = changed(joined, units=tuple(refreshed(one) for one in joined.units))
    struck = play(Call(melee, next_turn, 0, 1, False, False), dice=[1] * 6)
    assert [roll.figure for roll, _ in struck.rolls] == [0, 2]


@pytest.mark.rule("masse.hero.duel", "masse.move.break-off")
def test_a_duellist_who_breaks_off_strikes_only_in_his_turn() -> None:
    world = field(hero(0, 30, 30), hero(1, 30, 30.8, 270), turn=3)
    for began, blows in ((1, 1), (2, 0)):
        duel = world.with_unit(changed(world.units[0], duel=began))
        played = play(Call(break_off, duel, 0, ("break-off",)), dice=[1] * blows)
        assert played.result.units[0].y == world.units[0].y - 4 * INCH


# ---------------------------------------------------------------- leaving at one's own place in the order


def led(die: int = 18, **changes: Any) -> World:
    """A unit at 10 with a champion at `die`, and an enemy at 12."""
    champion = hero(0, host=0, die=die, **{"role": CHAMPION, **changes})
    world: World = field(men(0, init=0), men(1, 40, 270, init=0, die=12), champion)
    return world.with_unit(changed(world.units[2], card=changed(world.units[2].card, init=0)))


@pytest.mark.rule("masse.turn.individual-leaves-unit", "masse.turn.individual-joins-unit")
def test_a_champion_may_leave_at_his_own_place_in_the_order_and_act() -> None:
    asked = play(Call(next_action, led())).asked
    assert [(one.why, one.figure) for one in asked] == [("masse.turn.individual-leaves-unit", 2)]
    left = play(Call(next_action, led()), answers=["leave-unit"])
    assert left.kinds == ["leaves-unit", "acts"]
    assert left.told("acts").about == (2, 18)
    assert left.asked[-1].figure == 2, "he is asked for his orders"
    stays = play(Call(next_action, led()), answers=["stay-in"])
    assert stays.told("acts").about == (1, 12)
    done = stays.asked[-1].world
    assert play(Call(next_action, done)).asked[-1].figure == 1, "he is asked once a turn"
    assert STAYS not in refreshed(done.units[2]).tested


@pytest.mark.rule("masse.turn.individual-leaves-unit")
def test_he_is_not_asked_before_his_place_nor_once_his_unit_or_he_has_acted() -> None:
    assert play(Call(next_action, led(11))).asked[-1].figure == 1, "the enemy at 12 comes first"
    for changes in ({"acted": True}, {"status": RESERVE}):
        world = led()
        assert play(Call(next_action, world.with_unit(changed(world.units[0], **changes)))).asked[-1].figure == 1
    tired = led(acted=True)
    assert play(Call(next_action, tired)).asked[-1].figure == 1, "he has joined it in this turn"
    commander = led(role=COMMANDER)
    assert play(Call(next_action, commander)).asked[-1].figure == 1
    aloft = led()
    assert play(Call(next_action, aloft.with_unit(changed(aloft.units[0], altitude=3)))).asked[-1].figure == 1


@pytest.mark.rule("masse.turn.individual-leaves-unit")
@pytest.mark.parametrize(("die", "acted"), [(18, True), (9, False)])
def test_sent_off_by_his_unit_he_acts_if_his_place_is_still_to_come(die: int, acted: bool) -> None:
    assert play(Call(send_off, led(die), 0, ("send-off", 2))).result.units[2].acted is acted


@pytest.mark.rule("masse.turn.individual-leaves-unit", "masse.building.definition")
def test_whoever_leaves_his_unit_stands_where_it_stands() -> None:
    house = structure("structure-d-habitation-legere", 27, 28, 6, 4, openings=())
    world = led(building=1)
    inside = changed(world, structures=(house,)).with_unit(changed(world.units[0], building=0, floor=5 * METRE))
    left = play(Call(send_off, inside, 0, ("send-off", 2))).result.units[2]
    assert (left.building, left.floor, left.x, left.y) == (0, 5 * METRE, inside.units[0].x, inside.units[0].y)
    outside = play(Call(send_off, world, 0, ("send-off", 2))).result.units[2]
    assert (outside.building, outside.floor) == (-1, 0), "whatever he was in when he joined it"


@pytest.mark.rule("masse.hero.fate-stunned")
def test_a_commander_who_fell_in_a_building_is_revived_there() -> None:
    house = structure("structure-d-habitation-legere", 27, 28, 6, 4, openings=())
    fallen = field(
        men(0, building=0), men(1, 50), hero(0, host=0, role=COMMANDER), men(0, building=0, figures=2), structures=[house]
    )
    after: World = play(Call(destroyed, fallen, 0, 1), dice=[9]).result
    assert refused(after, 3, ("revive", 2)) == ""
    up = play(Call(revive, after, 3, ("revive", 2))).result.units[2]
    assert (up.status, up.building) == (ON_TABLE, 0)
