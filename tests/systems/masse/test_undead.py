"""The undead: always stable, feared, turned by priests; hatred leaves them cold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.masse.model import CHAMPION, ENRAGED, INCH, STABLE, Unit, World
from escarmouche.systems.masse.rules.charge import charge, dares_charge, forced_march
from escarmouche.systems.masse.rules.combat import take_losses
from escarmouche.systems.masse.rules.flight import hates_somebody_near
from escarmouche.systems.masse.rules.ground import size_of
from escarmouche.systems.masse.rules.morale import RALLY, morale_modifiers, takes_tests
from escarmouche.systems.masse.rules.movement import met_at_the_end, move
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, order_of
from escarmouche.systems.masse.rules.turn import closes_move, obey
from escarmouche.systems.masse.rules.undead import (
    before_contact,
    highest_level,
    turn_undead,
    turning_power,
    undead_level,
)
from tests.systems.masse.field import changed, every_profile, field, hero, play, unit, with_card

UNDEAD = [profile for profile in every_profile() if "undead" in unit(profile, 0, 0, 0).card.traits]


def refused(world: World, id: int, answer: tuple[Any, ...], used: int = 0) -> str:
    """The rule that refuses an answer, or "" when it is legal."""
    refusal = Doing(world, id, used).check(answer)
    return "" if refusal is None else refusal.rule


def priests(level: int, figures: int = 4, turns_left: int = 3, **changes: Any) -> Unit:
    """A unit of priests of one level, ten to a figure, looking north."""
    made = unit("milice", 0, 30, 30, figures=figures, files=figures, formation="skirmish", turns_left=turns_left, **changes)
    return with_card(made, level=level, traits=(*made.card.traits, "turns-undead"))


def undead(profile: str, distance: float = 1, **changes: Any) -> Unit:
    """Undead north of the priests, so many inches from them."""
    made = unit(profile, 1, 30, 30, 270, **{"figures": 20, "files": 5, **changes})
    there: Unit = changed(made, y=made.y + INCH // 2 + round(distance * INCH) + size_of(made)[1] // 2)
    return there


# ---------------------------------------------------------------- morale


@pytest.mark.rule("masse.undead.always-stable", "masse.undead.no-test-to-act", "masse.special.no-morale")
def test_the_undead_never_test() -> None:
    assert len(UNDEAD) == 9
    for profile in UNDEAD:
        assert not takes_tests(unit(profile, 0, 0, 0))
    world = field(unit("squelettes", 0, 30, 30), unit("milice", 1, 30, 50))
    played = play(Call(take_losses, world, 0, 9, 1))
    assert played.rolls == []
    assert played.result.units[0].morale == STABLE


@pytest.mark.rule("masse.undead.no-test-to-act")
def test_they_charge_and_force_march_without_a_test() -> None:
    bones = unit("squelettes", 0, 30, 30)
    world = field(bones, unit("milice", 1, 30, 50, 270))
    assert play(Call(dares_charge, world, 0, 1)).result[1] is True
    marched = play(Call(forced_march, world, 0, ("forced-march", (("march", 0, 9 * INCH),))))
    assert marched.rolls == []
    assert marched.result.units[0].y == bones.y + 9 * INCH


@pytest.mark.rule("masse.undead.no-test-to-act", "masse.morale.dd-hatred")
def test_hatred_leaves_them_cold() -> None:
    for traits, hates in ((("hates-orcs-goblinoids",), True), (("hates-orcs-goblinoids", "undead", "no-morale"), False)):
        one = with_card(unit("milice", 0, 30, 30), traits=traits, no_morale="no-morale" in traits)
        world = field(one, with_card(unit("milice", 1, 30, 40), traits=("orc",)))
        assert hates_somebody_near(world, world.units[0]) == hates


@pytest.mark.rule("masse.undead.always-stable", "masse.move.flee-voluntary")
def test_they_do_not_run_away_from_a_charge() -> None:
    bones = unit("squelettes", 1, 30, 36, 270, receiving=True)
    men = unit("infanterie-reguliere", 0, 30, 30, declared=1)
    world = field(men, bones, acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "charge")
    played = play(Call(charge, world, 0, answer), dice=[8, 8, *[1] * 7])
    assert not any(choice.why == "masse.move.flee-voluntary" for choice in played.asked)


@pytest.mark.rule("masse.undead.cause-fear", "masse.special.causes-fear", "masse.morale.mod-fear")
def test_they_cause_fear() -> None:
    world = field(unit("milice", 0, 30, 30), unit("zombis", 1, 30, 50), unit("milice", 1, 30, 45))
    for against, fear in ((1, -1), (2, 0), (-1, 0)):
        assert dict(morale_modifiers(world, world.units[0], RALLY, against)).get("peur", 0) == fear
    men = unit("milice", 0, 30, 30, figures=1)
    for profile, fear in (("zombis", -1), ("milice", 0)):
        foe = unit(profile, 1, 30, 30, 270, figures=1)
        melee = field(men, changed(foe, y=men.y + (men.card.depth + foe.card.depth) // 2))
        assert dict(morale_modifiers(melee, melee.units[0], RALLY, -1)).get("peur", 0) == fear, "in melee whatever the cause"
    for profile in every_profile():
        causes = unit(profile, 0, 0, 0).card.has("causes-fear")
        expected = ("dragon-adulte", "dragon-ancien", "diable-cornugon", "diable-diantrefosse")
        assert causes == (profile in UNDEAD or profile in expected), profile


# ---------------------------------------------------------------- engaging them


@pytest.mark.rule("masse.undead.engage-test", "masse.morale.dd-undead", "masse.turn.test-before-acting")
def test_moving_into_contact_with_them_takes_a_test() -> None:
    men = unit("infanterie-reguliere", 0, 30, 30)
    world = field(men, unit("zombis", 1, 30, 34, 270, acted=True))
    step = ("move", (("march", 0, 24 * INCH // 10),))
    # ML 0, close order +2, fear -1: 9 is one short of ten
    afraid = play(Call(move, world, 0, step), dice=[4, 4])
    assert afraid.rolls[0][0].why == "masse.morale.dd-undead"
    assert "dares-not" in afraid.kinds
    assert (afraid.result.units[0].y, afraid.result.units[0].morale) == (men.y, STABLE), "nothing else happens"
    roundabout = ("move", (("march", 0, INCH), ("march", 0, 14 * INCH // 10)))
    before = play(Call(move, world, 0, roundabout), dice=[4, 4])
    assert before.result.units[0].y == men.y, "the test comes before any movement"
    bold = play(Call(move, world, 0, step), dice=[5, 4])
    assert bold.result.units[0].y == men.y + step[1][0][2]
    natural = play(Call(move, world, 0, step), dice=[1, 1])
    assert natural.result.units[0].morale == STABLE, "not even a natural 2 does more"


@pytest.mark.rule("masse.undead.engage-test", "masse.morale.single-test-highest-dd")
def test_charging_them_is_one_test_at_the_higher_difficulty() -> None:
    men = unit("infanterie-reguliere", 0, 30, 30, declared=1)
    for profile, why in (("zombis", "masse.morale.dd-undead"), ("milice", "masse.morale.dd-charge")):
        world = field(men, unit(profile, 1, 30, 36, 270))
        played = play(Call(dares_charge, world, 0, 1), dice=[2, 3])
        assert [roll.why for roll, _ in played.rolls] == [why]


@pytest.mark.rule("masse.undead.engage-test")
def test_the_enraged_the_undead_and_those_attacked_need_no_courage() -> None:
    zombies = unit("zombis", 1, 30, 34, 270)
    for one in (unit("milice", 0, 30, 30, morale=ENRAGED), unit("goules", 0, 30, 30)):
        assert play(Call(before_contact, field(one, zombies), 0, (1,))).rolls == []
    attacked = field(unit("milice", 0, 30, 30), zombies)
    assert play(Call(before_contact, attacked, 1, (0,))).rolls == []


@pytest.mark.rule("masse.undead.engage-test", "masse.turn.action-content")
def test_whoever_dares_not_walk_up_to_them_may_do_something_else() -> None:
    men = unit("infanterie-reguliere", 0, 30, 20, ml=-20)
    bones = unit("squelettes", 1, 30, 24, 270, acted=True)
    world = field(men, bones, acting=0)
    (up,) = [one for one in Doing(world, 0, 0).listed() if one[0] == "move" and met_at_the_end(world, world.units[0], one[1])][
        :1
    ]
    played = play(Call(obey, world, 0, 0), dice=[2, 3], answers=[up])
    due = played.asked[-1]
    assert len(played.asked) == 2
    assert not due.world.units[0].moved
    refused = due.options.check(up)
    assert refused is not None
    assert (refused.rule, refused.key) == ("masse.undead.engage-test", "does-not-dare")
    assert up not in due.options.listed()
    drawn = [due.options.sample(Stream(number)) for number in range(60)]
    assert "move" in {answer[0] for answer in drawn}
    assert [answer for answer in drawn if due.options.check(answer) is not None] == []
    assert due.options.check(("move", (("flank", 18000, 1000),))) is None


@pytest.mark.rule("masse.undead.engage-test", "masse.melee.opportunity-before-contact")
def test_once_it_dares_longer_weapons_still_strike_first() -> None:
    men = unit("milice", 0, 30, 30, figures=1, ml=-20)
    pikes = unit("phalange", 1, 30, 34, 270, figures=1)
    played = play(Call(before_contact, field(men, pikes), 0, (1,)), dice=[1])
    assert "first-blow" in played.kinds
    assert played.result[1] is True
    slain = play(Call(before_contact, field(men, pikes), 0, (1,)), dice=[3, 20])
    assert slain.result[1] is False, "nobody is left to go on"
    two = field(unit("milice", 0, 30, 30, figures=4, ml=-20), pikes)
    routed = play(Call(before_contact, two, 0, (1,)), dice=[3, 20, 2, 2])
    assert routed.result[1] is False, "nor does a routed unit"


# ---------------------------------------------------------------- turning


@pytest.mark.rule("masse.undead.turning")
@pytest.mark.parametrize(
    ("check", "offset"),
    [(-2, -4), (0, -4), (1, -3), (3, -3), (4, -2), (6, -2), (7, -1), (9, -1), (10, 0), (12, 0)],
)
def test_the_turning_check(check: int, offset: int) -> None:
    assert highest_level(check, 6) == 6 + offset


@pytest.mark.rule("masse.undead.turning", "masse.undead.turning-level-limit")
@pytest.mark.parametrize("check", [13, 15, 16, 18, 19, 21, 22, 40])
def test_no_check_affects_undead_above_the_priest(check: int) -> None:
    assert highest_level(check, 9) == 9


@pytest.mark.rule("masse.undead.turning-effect")
@pytest.mark.parametrize(("level", "figures", "n", "nv"), [(6, 4, 10, 80), (10, 4, 10, 80), (5, 1, 1, 1), (11, 1, 1, 3)])
def test_how_many_nv_each_attempt_removes(level: int, figures: int, n: int, nv: int) -> None:
    assert turning_power(with_card(priests(level, figures), n_per_fig=n)) == nv


@pytest.mark.rule("masse.undead.turning-effect", "masse.undead.turning-one-roll", "masse.undead.turning")
def test_turned_undead_are_destroyed_with_a_single_roll() -> None:
    world = field(with_card(priests(6, 2), n_per_fig=4), undead("squelettes", 0.1))
    assert ("turn",) in Doing(world, 0, 0).listed()
    played = play(Call(turn_undead, world, 0, ("turn",)), dice=[10])
    assert played.rolls[0][0].notation() == "1d20"
    assert played.outcomes[0] == "nv-16"
    assert (played.result.units[1].figures, played.result.units[0].turns_left) == (4, 2)
    assert len(played.rolls) == 1
    weak = play(Call(turn_undead, world, 0, ("turn",)), dice=[1])
    assert weak.result.units[1].figures == 4, "level 6 - 3 is enough for skeletons"


@pytest.mark.rule("masse.undead.turning-level-limit", "masse.undead.level")
def test_priests_of_level_four_turn_wights_but_no_wraiths() -> None:
    assert [undead_level(unit(name, 0, 0, 0)) for name in UNDEAD] == [1, 1, 2, 2, 3, 4, 5, 6, 7]
    for profile, gone in (("necrophages", True), ("ames-en-peine", False)):
        world = field(priests(4), undead(profile))
        played = play(Call(turn_undead, world, 0, ("turn",)), dice=[20])
        assert (played.result.units[1].figures < 20) == gone, profile


@pytest.mark.rule("masse.undead.turning-range")
def test_turning_reaches_three_inches() -> None:
    assert refused(field(priests(6), undead("squelettes", 3)), 0, ("turn",)) == ""
    assert refused(field(priests(6), undead("squelettes", 3.01)), 0, ("turn",)) == "masse.undead.turning-range"
    world = field(priests(6, 2), undead("squelettes", 2.5))
    played = play(Call(turn_undead, world, 0, ("turn",)), dice=[10])
    assert played.result.units[1].figures == 15, "only the rank that stands within 3 in"


@pytest.mark.rule("masse.undead.turning-effect")
def test_the_nearest_are_taken_first() -> None:
    near, far = undead("squelettes", 1, figures=5), undead("squelettes", 2.2, figures=5)
    world = field(with_card(priests(5, 1), n_per_fig=6), changed(near, x=near.x), changed(far, x=far.x))
    played = play(Call(turn_undead, world, 0, ("turn",)), dice=[10])
    assert [one.figures for one in played.result.units[1:]] == [0, 4]


@pytest.mark.rule("masse.undead.turning-one-roll", "masse.undead.turning-level-limit")
def test_the_highest_priest_rolls_for_all_and_each_keeps_his_own_limit() -> None:
    saint = hero(0, host=0, role=CHAMPION, hero_class="cleric", level=11, charisma=16)
    world = field(with_card(priests(4, 1), n_per_fig=2), undead("ames-en-peine"), saint)
    played = play(Call(turn_undead, world, 0, ("turn",)), dice=[9])
    assert played.told("turns-undead").about == (0, 9, 3, 11, 5), "9 + 3 is enough for his own level"
    assert played.result.units[1].nv_lost == 3, "wraiths are above the others"
    bones = field(with_card(priests(4, 1), n_per_fig=2), undead("squelettes"), saint)
    assert play(Call(turn_undead, bones, 0, ("turn",)), dice=[9]).result.units[1].nv_lost == 5


@pytest.mark.rule("masse.undead.turning")
def test_who_may_turn_and_how_often() -> None:
    world = field(priests(6, turns_left=0), undead("squelettes"))
    assert refused(world, 0, ("turn",)) == "masse.undead.turning"
    assert refused(field(unit("milice", 0, 30, 30), undead("squelettes")), 0, ("turn",)) == "masse.undead.turning"
    assert refused(field(priests(6), undead("squelettes")), 0, ("turn",), FIGHT) == "masse.turn.action-content"
    assert refused(field(priests(6), undead("squelettes", 0)), 0, ("turn",)) == "masse.combat.defender-options"
    assert refused(field(priests(6), undead("squelettes")), 0, ("turn", 1)) != ""
    assert ("turn",) not in Doing(field(priests(6), undead("squelettes", 5)), 0, 0).listed()
    assert order_of("turn").part == FIGHT
    assert closes_move(priests(6), "turn") == 1
    cleric = hero(0, 30, 30, hero_class="cleric", charisma=14)
    assert cleric.turns_left == 5, "3 and his Charisma modifier"


@pytest.mark.rule("masse.undead.turning")
def test_the_odds_of_turning_are_exact() -> None:
    world = field(priests(6), undead("momies", 0.1))
    ways = leaves(start(Call(turn_undead, world, 0, ("turn",))), None, True)
    found = tally(ways, lambda leaf: leaf.outcomes[-1] if leaf.outcomes else "")
    assert found == {"": Fraction(9, 20), "nv-80": Fraction(11, 20)}


@pytest.mark.rule("masse.undead.turning", "masse.terrain.cover-lost-when-fighting")
def test_turning_is_a_fight_and_costs_a_class_of_cover() -> None:
    world = field(priests(6), unit("squelettes", 1, 30, 23, 270, figures=4, files=4), unit("milice", 0, 5, 5))
    assert not world.units[0].fought
    after = play(Call(turn_undead, world, 0, ("turn",)), dice=[1]).result.units[0]
    assert (after.fought, after.turns_left) == (True, world.units[0].turns_left - 1)
