"""Close combat: the pass of arms, advantages, whom to strike, charging and skewering, and what a 0 does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import (
    ASLEEP,
    FUMBLE_PARRIED,
    OUT,
    PRONE,
    REROLL_STUN,
    STANDING,
    STRIKE_ADVANTAGE,
    STUNNED,
    Course,
    Figure,
    World,
)
from escarmouche.systems.fda.rules.damage import defence_roll
from escarmouche.systems.fda.rules.equipment import fights_with, well_equipped
from escarmouche.systems.fda.rules.melee import advantages, attack, pass_of_arms, total, winner
from tests.systems.fda.stage import act, changed, cited, cm, figure, offered, play, refused, scene, why_not


def basic(*figures: Figure, **more: Any) -> World:
    return scene(*figures, options=more.pop("options", 0), **more)


def pair(one: str = "orc", two: str = "dwarf", options: int = 0, **more: Any) -> World:
    """Two in contact, face to face; the defender has been activated already unless told otherwise."""
    ours = {name[4:]: value for name, value in more.items() if name.startswith("our_")}
    theirs = {name[6:]: value for name, value in more.items() if name.startswith("their_")}
    theirs.setdefault("activated", True)
    return basic(figure(one, 0, 40, 40, 0, **ours), figure(two, 1, 40 + apart(one, two), 40, 180, **theirs), options=options)


def apart(one: str, two: str) -> float:
    """How far apart the centres of two profiles are in contact."""
    return (figure(one, 0, 0, 0).card.radius + figure(two, 0, 0, 0).card.radius) / 1000


def sums(world: World, mode: str = "strike", reply: str = "defend") -> tuple[int, int]:
    """The advantages of both."""
    one, two = world.figures[:2]
    return total(advantages(world, one, two, mode)), total(advantages(world, two, one, reply))


# ---------------------------------------------------------------- the pass of arms


@pytest.mark.rule("fda.melee.sequence", "fda.melee.attacker", "fda.melee.strike")
def test_a_strike_is_one_exchange_and_takes_both_units() -> None:
    world = pair(our_C=5, their_C=6)
    played = act(world, ("strike", 1), [9, 3, 4])
    assert played.course.left == 0
    assert [roll.why for roll in played.rolls] == ["fda.test.jc", "fda.test.jc", "fda.damage.jd-roll"]
    assert refused(world, ("strike", 1), course=Course(1, ("advance-fast",))) == "fda.action.two-time-units"
    far = basic(figure("orc", 0, 40, 40), figure("dwarf", 1, 50, 40))
    assert refused(far, ("strike", 1)) == "fda.melee.strike"


@pytest.mark.rule("fda.melee.higher-hits", "fda.melee.defend-cannot-hurt", "fda.melee.who-can-hurt", "fda.melee.defend")
def test_only_strike_charge_and_skewer_hurt() -> None:
    world = pair(our_C=5, our_D=4, their_C=6)
    parried = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [4, 7])
    assert "parried" in parried.kinds
    assert len(parried.rolls) == 2
    skewered = play(Call(pass_of_arms, world, 0, 1, "strike", "skewer", ""), [4, 7, 9])
    assert skewered[0].status == OUT
    assert play(Call(pass_of_arms, world, 0, 1, "charge", "defend", ""), [9, 1, 9])[1].status == OUT


@pytest.mark.rule("fda.melee.order-of-dice")
def test_a_zero_is_settled_before_anything_else() -> None:
    world = pair(our_C=5, their_C=6)
    played = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [0, 7, 4, 1])
    assert [roll.why for roll in played.rolls][2:] == ["fda.dice.critical-confirmation", "fda.damage.jd-roll"]
    both = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [0, 0, 4, 1, 4, 1])
    assert [roll.figure for roll in both.rolls] == [0, 1, 0, 0, 1, 1]


@pytest.mark.rule("fda.melee.zero-loses")
def test_a_natural_zero_loses() -> None:
    assert winner(9, 3, 0, 2, 5) == 2
    assert winner(9, 9, 0, 0, 5) == 0
    assert winner(3, 12, 2, 0, -5) == 1


@pytest.mark.rule("fda.melee.zero-is-hit")
def test_a_zero_is_a_hit_on_oneself_but_at_some_tables() -> None:
    world = pair(our_D=4)
    hit = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [0, 5, 6, 9])
    assert hit[0].status == OUT
    spared = play(Call(pass_of_arms, changed(world, switches=FUMBLE_PARRIED), 0, 1, "strike", "defend", ""), [0, 5, 6])
    assert spared[0].posture == STANDING
    defender = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [4, 0, 2, 9])
    assert defender[1].status == OUT


@pytest.mark.rule("fda.melee.zero-zero-out", "fda.melee.both-critical", "fda.wound.direct-out-of-action-stays")
def test_two_zeros_put_out_of_action() -> None:
    world = pair()
    assert play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [0, 5, 0])[0].status == OUT
    both = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [0, 0, 0, 0])
    assert (both[0].status, both[1].status) == (OUT, OUT)
    mixed = play(Call(pass_of_arms, world, 0, 1, "strike", "defend", ""), [0, 0, 0, 3, 1])
    assert (mixed[0].status, mixed[1].status) == (OUT, 0)


@pytest.mark.rule("fda.melee.both-critical", "fda.melee.two-handed-forces-jd-reroll", "fda.melee.simultaneous-jc")
def test_two_zeros_at_once_are_judged_alike_whoever_attacked() -> None:
    """A barbarian and an orc both roll a 0, the barbarian a second one: he is out, and his great sword has been swung all the
    same, as attacker and as defender who skewers."""
    barbarian, orc = figure("barbarian", 0, 50, 50), figure("orc", 1, 52.5, 50, 180)
    attacks = scene(barbarian, orc, options=0)
    struck = play(Call(pass_of_arms, attacks, 0, 1, "strike", "defend", ""), [0, 0, 0, 4, 3, 5])
    assert (struck[0].status, struck[1].status) == (OUT, OUT)
    assert struck.kinds.count("two-handed-reroll") == 1
    skewers = scene(orc, barbarian, options=0)
    skewered = play(Call(pass_of_arms, skewers, 0, 1, "strike", "skewer", ""), [0, 0, 4, 3, 5, 0])
    assert (skewered[0].status, skewered[1].status) == (OUT, OUT)


@pytest.mark.rule("fda.melee.win-chance-table")
def test_the_winning_chances_of_the_book() -> None:
    """All cells but one: the book forgets the double 0 in the cell for equal C and the advantage."""
    wrong = []
    for row in book().win_chance.values():
        for edge, printed in ((1, row.advantaged_book), (-1, row.other_book)):
            wins = sum(winner(9 + row.difference + a, 9 + b, a, b, edge) == 1 for a in range(10) for b in range(10))
            if Fraction(wins, 100) * 100 != printed:
                wrong.append((row.difference, edge, wins, printed))
    assert wrong == [(0, 1, 54, 55)]


@pytest.mark.rule("fda.melee.tie-to-advantaged", "fda.melee.advantages", "fda.melee.adv-equal-initiator")
def test_a_tie_goes_to_the_more_advantaged_then_to_the_attacker() -> None:
    assert [winner(11, 11, 5, 5, edge) for edge in (1, 0, -1)] == [1, 1, 2]
    assert winner(12, 11, 6, 5, -3) == 1
    world = pair(our_C=6, their_C=6)
    assert play(Call(pass_of_arms, world, 0, 1, "strike", "skewer", ""), [5, 5, 9])[1].status == OUT


@pytest.mark.rule("fda.melee.two-handed-forces-jd-reroll")
def test_a_two_handed_weapon_makes_a_success_be_rolled_again() -> None:
    champion = basic(figure("orc-champion", 0, 40, 40, D=5))
    assert play(Call(defence_roll, champion, 0, 0, True, ""), [4, 6])[0].posture == STUNNED
    assert play(Call(defence_roll, champion, 0, 0, True, ""), [4, 8])[0].status == OUT
    assert len(play(Call(defence_roll, champion, 0, 0, True, ""), [6]).rolls) == 1
    stun = play(Call(defence_roll, changed(champion, switches=REROLL_STUN), 0, 0, True, ""), [6, 2])
    assert stun[0].posture == STANDING
    blow = play(Call(pass_of_arms, pair("barbarian", "orc", their_D=4), 0, 1, "strike", "defend", ""), [9, 1, 2, 9])
    assert blow[1].status == OUT


# ---------------------------------------------------------------- advantages


@pytest.mark.rule("fda.melee.adv-charge", "fda.melee.barbarian-example-sword")
def test_a_charge_is_an_advantage_and_a_big_sword_is_not() -> None:
    world = pair("barbarian", "orc-champion", our_C=6, their_C=6, their_D=5)
    assert sums(world, "charge") == (1, 0)
    assert play(Call(pass_of_arms, world, 0, 1, "charge", "defend", ""), [5, 5, 4, 4])[1].posture == STANDING


@pytest.mark.rule("fda.melee.adv-strike-contradiction")
def test_a_plain_strike_is_none_but_at_some_tables() -> None:
    world = pair("orc", "goblin")
    assert sums(world) == (0, 1)
    assert sums(changed(world, switches=STRIKE_ADVANTAGE)) == (1, 1)
    assert sums(world, "charge") == (1, 1)


@pytest.mark.rule("fda.melee.adv-friends", "fda.melee.contact-purpose", "fda.melee.adv-friend-busy")
def test_friends_help_unless_they_are_busy() -> None:
    dwarf = figure("dwarf", 1, 42.5, 40, 180)
    strikers = [figure("leek-man", 0, 40, 40), figure("leek-man", 0, 42.5, 42.5), figure("leek-man", 0, 42.5, 37.5)]
    world = basic(strikers[0], dwarf, *strikers[1:])
    assert sums(world) == (2, 0)
    busy = basic(strikers[0], dwarf, *strikers[1:], figure("elf", 1, 42.5, 45))
    assert sums(busy) == (1, 0)
    lying = basic(strikers[0], dwarf, *strikers[1:], figure("elf", 1, 42.5, 45, posture=PRONE))
    assert sums(lying) == (2, 0)
    fallen = basic(strikers[0], dwarf, changed(strikers[1], posture=STUNNED), strikers[2])
    assert sums(fallen) == (1, 0)
    defended = basic(strikers[0], dwarf, figure("ranger", 1, 40, 42.5))
    assert sums(defended) == (0, 1)


@pytest.mark.rule("fda.melee.adv-mounts", "fda.trait.mounted")
def test_mounts_count() -> None:
    rider = pair("amazon-rider", "orc")
    assert sums(rider) == (1, 0)
    second = figure("amazon-rider", 0, 43.25 - 0.001, 43.25)
    world = basic(rider.figures[0], rider.figures[1], second)
    assert sums(world) == (3, 0)


@pytest.mark.rule("fda.melee.adv-well-equipped", "fda.melee.adv-well-equipped-exclusions")
def test_a_long_weapon_and_a_smaller_one() -> None:
    def holds(*items: str) -> bool:
        return well_equipped(figure("orc", 0, 0, 0, hands=items))

    good = [("sword", "shield"), ("sword", "dagger"), ("sword", "pistol"), ("staff", "dagger"), ("dagger", "sword")]
    assert all(holds(*items) for items in good)
    bad = [("two-handed-sword",), ("sword", "axe"), ("dagger", "dagger"), ("axe", "axe"), ("pistol", "pistol")]
    assert not any(holds(*items) for items in (*bad, ("sausage", "sausage"), ("dagger", "shield"), ("sword", "sword")))
    assert holds("rosette-sausage", "rosette-sausage")
    assert not well_equipped(figure("orc", 0, 0, 0, hands=("sword", "shield"), damaged=("sword",)))


@pytest.mark.rule("fda.contact.no-rear-bonus")
def test_the_back_brings_nothing() -> None:
    world = pair("orc", "dwarf")
    turned = changed(world, figures=(world.figures[0], changed(world.figures[1], facing=0)))
    assert sums(world) == sums(turned) == (0, 0)


@pytest.mark.rule("fda.melee.weapons-in-hand", "fda.melee.fists")
def test_what_is_at_the_belt_or_shoots_does_not_fight() -> None:
    assert fights_with(figure("archer", 0, 0, 0)) == []
    assert fights_with(figure("ranger", 0, 0, 0)) == ["sword"]
    assert fights_with(figure("amazon-rider", 0, 0, 0)) == []
    assert fights_with(figure("thief", 0, 0, 0)) == ["dagger", "dagger"]
    assert fights_with(figure("ranger", 0, 0, 0, damaged=("sword",))) == []


# ---------------------------------------------------------------- on the ground


@pytest.mark.rule("fda.melee.strike-prone", "fda.melee.adv-prone-enemy")
def test_a_prone_enemy_is_hit_on_anything_but_a_zero() -> None:
    world = pair("barbarian", "orc", their_posture=PRONE, their_D=4)
    played = act(world, ("strike", 1), [6, 2, 5])
    assert played[1].status == OUT
    assert [roll.figure for roll in played.rolls] == [0, 1, 1]
    assert act(world, ("strike", 1), [0])[1].status == 0


@pytest.mark.rule("fda.melee.strike-stunned", "fda.state.stunned-twice")
def test_a_stunned_enemy_that_is_stunned_again_is_out() -> None:
    world = pair("orc", "goblin", their_posture=STUNNED, their_D=4)
    played = act(world, ("strike", 1), [9, 4])
    assert played[1].status == OUT
    assert "fda.state.stunned-twice" in played.rules
    assert act(world, ("strike", 1), [0])[1].posture == STUNNED


@pytest.mark.rule("fda.melee.target-priority")
def test_whom_to_strike_first() -> None:
    orc = figure("orc", 0, 40, 40, 0)
    behind, front = figure("elf", 1, 37.5, 40), figure("dwarf", 1, 42.5, 40, posture=STUNNED)
    world = basic(orc, behind, front)
    assert offered(world, "strike") == [("strike", 1)]
    assert refused(world, ("strike", 2)) == "fda.melee.target-priority"
    both = basic(orc, behind, changed(front, posture=STANDING))
    assert offered(both, "strike") == [("strike", 1), ("strike", 2)]
    lying = [figure("elf", 1, 43.52, 41.29, posture=PRONE), figure("dwarf", 1, 43.52, 38.71, posture=STUNNED)]
    ground = basic(figure("troll", 0, 40, 40, 0), *lying)
    assert offered(ground, "strike") == [("strike", 1)]


# ---------------------------------------------------------------- charging and reacting


def charged(x: float = 48, **more: Any) -> World:
    return basic(figure("goblin", 0, 40, 40, A=7, **more), figure("elf", 1, x + 2.5, 40, 180, activated=True))


@pytest.mark.rule("fda.melee.charge")
def test_a_charge_is_an_advance_and_a_strike() -> None:
    played = act(charged(), ("charge", 1, cm(50.5), cm(40)), [9, 1, 9])
    assert played[1].status == OUT
    assert played.course.left == 0
    assert refused(charged(52), ("charge", 1, cm(54.5), cm(40))) == "fda.melee.charge"
    assert cited(why_not(pair("orc", "dwarf"), ("charge", 1, cm(42.5), cm(40)))) == "fda.melee.charge"
    near = figure("orc", 1, 45, 40, activated=True)
    other = basic(figure("goblin", 0, 40, 40), figure("elf", 1, 50, 40, activated=True), near)
    assert refused(other, ("charge", 1, cm(50), cm(40))) == "fda.melee.charge"
    assert refused(other, ("charge", 2, cm(45), cm(40))) == ""


@pytest.mark.rule("fda.melee.skewer", "fda.melee.defender-options", "fda.melee.declare-before-dice", "fda.action.reflex")
def test_who_has_not_acted_may_skewer_or_merely_defend() -> None:
    ready = pair("orc", "dwarf", their_activated=False, our_C=5, their_C=6, our_D=4)
    skewered = act(ready, ("strike", 1), [3, 8, 9], [("skewer", 1)])
    assert skewered[0].status == OUT
    assert skewered[1].activated
    defended = act(ready, ("strike", 1), [3, 8], [("let-be",)])
    assert defended[0].status == 0
    assert not defended[1].activated
    assert [due.seat for due in defended.asked] == [1]
    acted = act(pair("orc", "dwarf"), ("strike", 1), [3, 8])
    assert acted.asked == []


@pytest.mark.rule("fda.trait.harmless")
def test_a_chicken_attacks_nobody() -> None:
    world = pair("chicken", "dwarf")
    assert refused(world, ("strike", 1)) == "fda.trait.harmless"
    attacked = pair("orc", "chicken", their_activated=False)
    assert act(attacked, ("strike", 1), [9, 9, 9]).asked == []


@pytest.mark.rule("fda.scenario.rude-awakening-waking")
def test_a_fight_wakes_those_who_sleep_near_it() -> None:
    near, far = figure("ranger", 1, 46, 48, posture=ASLEEP), figure("ogre", 1, 46, 70, posture=ASLEEP)
    world = pair("orc", "dwarf")
    world = basic(*world.figures, near, far)
    played = play(Call(attack, world, 0, 1, "strike"), [3, 8])
    assert (played[2].posture, played[3].posture) == (PRONE, ASLEEP)
