"""Charges: who may, the test, the run, the blow, and those who are charged."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    ENRAGED,
    INCH,
    LEFT,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    STABLE,
    Attack,
    World,
)
from escarmouche.systems.masse.rules.charge import (
    charge_home,
    charge_steps,
    run_to,
    shaken_by_charge,
)
from escarmouche.systems.masse.rules.ground import engaged, size_of
from escarmouche.systems.masse.rules.morale import CHARGE, morale_modifiers
from escarmouche.systems.masse.rules.movement import take_step
from escarmouche.systems.masse.rules.orders import MOVE, Doing
from escarmouche.systems.masse.rules.turn import initiative, obey, postures
from tests.systems.masse.charges import CLUB, battle, column, foe, inch, infantry, march_refused, ran, whiffs, why_not
from tests.systems.masse.field import area, changed, field, hero, play, unit

# ---------------------------------------------------------------- may it charge?


@pytest.mark.rule("masse.move.charge", "masse.move.charge-distance")
@pytest.mark.parametrize(
    ("mv", "apart", "legal"),
    [
        (4.5, 2.0, False),
        (4.5, 2.25, True),
        (4.5, 6.75, True),
        (4.5, 7.0, False),
        (9, 4.4, False),
        (9, 4.5, True),
        (9, 13.5, True),
        (9, 13.6, False),
    ],
)
def test_a_charge_covers_half_to_one_and_a_half_mv(mv: float, apart: float, legal: bool) -> None:
    world = battle(infantry(mv=inch(mv)), foe(apart))
    refused = why_not(world, ("march", 0, inch(apart)))
    assert refused == ("" if legal else "masse.move.charge-distance")
    assert ([one for one in Doing(world, 0, 0).listed() if one[0] == "charge"] == [("charge", ())]) is not legal


@pytest.mark.rule("masse.move.charge-path", "masse.move.charge-distance")
def test_a_charge_is_a_march_with_at_most_one_wheel() -> None:
    world = battle(infantry(mv=6 * INCH), foe(4))
    wheel = ("wheel", "left", 500)
    swung = take_step(world, world.units[0], wheel)
    run = run_to(world, swung.unit, world.units[1], 9 * INCH - swung.cost)
    assert run is not None
    assert why_not(world, wheel, run) == ""
    assert why_not(world, ("pivot", "left"), ("march", 0, inch(4))) == "masse.move.charge-path"
    assert why_not(world, ("flank", 9000, inch(4))) == "masse.move.charge-path"
    assert why_not(world, wheel, ("wheel", "right", 500), ("march", 0, inch(3))) == "masse.move.charge-path"


@pytest.mark.rule("masse.move.charge-state", "masse.morale.shaken-no-charge", "masse.morale.table-3c")
@pytest.mark.parametrize(("morale", "legal"), [(ENRAGED, True), (STABLE, True), (SHAKEN, False), (ROUTED, False)])
def test_only_the_stable_and_the_enraged_charge(morale: int, legal: bool) -> None:
    world = battle(infantry(morale=morale), foe())
    assert (why_not(world, ("march", 0, inch(4))) == "") is legal


@pytest.mark.rule("masse.move.charge-single-front")
def test_a_multiple_front_does_not_charge() -> None:
    world = battle(infantry(fronts=(LEFT,)), foe())
    assert why_not(world, ("march", 0, inch(4))) == "masse.move.charge-single-front"


@pytest.mark.rule("masse.move.charge-sees-target", "masse.move.charge-obstacles")
def test_the_target_must_be_seen() -> None:
    wood = area("broussailles", 20, 22.5, 20, 1)
    assert why_not(battle(infantry(), foe()), ("march", 0, inch(4))) == ""
    assert why_not(battle(infantry(), foe(), pieces=[wood]), ("march", 0, inch(4))) == "masse.move.charge-sees-target"


@pytest.mark.rule("masse.turn.charge-declaration", "masse.move.charge-measure-after")
def test_a_charge_must_have_been_declared_whatever_its_distance() -> None:
    world = field(infantry(), foe())
    refused = Doing(world, 0, 0).check(("charge", (("march", 0, inch(4)),)))
    assert refused is not None
    assert refused.rule == "masse.turn.charge-declaration"
    far = battle(infantry(), foe(20))
    assert ("charge", ()) in Doing(far, 0, 0).listed()  # the declaration stands; only now is the distance known


# ---------------------------------------------------------------- the test and the run


@pytest.mark.rule("masse.move.charge-command-test", "masse.morale.dd-charge")
def test_the_command_test_of_a_charge() -> None:
    world = battle(infantry(), foe())
    assert dict(morale_modifiers(world, world.units[0], CHARGE, 1)) == {"charge": 4, "serree": 2}
    played = ran(world, [1, 1, *whiffs()])  # 2 + 4 + 2 is 8
    assert played.morale_tests == [(0, 8)]
    after: World = played.result
    assert after.units[0].charged
    assert engaged(after, after.units[0])
    assert "attacks" in played.kinds


@pytest.mark.rule("masse.move.charge-command-test")
def test_the_enraged_need_no_test() -> None:
    played = ran(battle(infantry(morale=ENRAGED), foe()), whiffs())
    assert "morale-test" not in played.kinds
    assert "attacks" in played.kinds


@pytest.mark.rule("masse.move.charge-failed-test", "masse.morale.dd-charge")
def test_a_failed_test_leaves_the_rest_of_the_action() -> None:
    timid = infantry(ml=-3, formation=SKIRMISH)
    world = battle(timid, foe(3))
    before = initiative(world, world.units[0])
    (answer,) = [one for one in Doing(world, 0, 0).listed() if one[0] == "charge"]
    played = play(Call(obey, world, 0, 0), dice=[1, 4], answers=[answer])
    assert "charge-refused" in played.kinds
    due = played.asked[-1]
    after: World = due.world
    assert (after.units[0].morale, after.units[0].y) == (STABLE, inch(20))
    assert initiative(after, after.units[0]) == before
    assert isinstance(due.options, Doing)
    assert due.options.used == 0
    assert due.options.check(("move", (("march", 0, inch(2)),))) is None
    refused = due.options.check(("move", (("march", 0, inch(2.8)),)))  # into contact
    assert refused is not None
    assert refused.rule == "masse.move.charge-failed-test"
    assert due.options.check(answer) is not None


@pytest.mark.rule("masse.move.charge-failed-distance")
def test_out_of_reach_the_unit_advances_its_mv() -> None:
    world = battle(infantry(), foe(8))
    stray = Doing(world, 0, 0).check(("move", (("flank", 9000, inch(1)),)))
    assert stray is not None
    assert stray.rule == "masse.turn.charge-declaration"
    played = ran(world, [])
    after: World = played.result
    assert after.units[0].y == inch(24.5)
    assert (after.units[0].morale, after.units[0].charged) == (STABLE, False)
    assert "morale-test" not in played.kinds


@pytest.mark.rule("masse.move.charge-failed-distance")
def test_too_close_the_unit_engages_without_a_bonus() -> None:
    after: World = ran(battle(infantry(), foe(2)), []).result
    assert engaged(after, after.units[0])
    assert not after.units[0].charged
    assert ("attack", 1) in Doing(after, 0, 1).listed()


@pytest.mark.rule("masse.turn.action-content", "masse.move.charge")
def test_a_charge_is_movement_and_combat_in_one() -> None:
    world = battle(infantry(), foe())
    refused = Doing(world, 0, 2).check(("charge", (("march", 0, inch(4)),)))
    assert refused is not None
    (answer,) = [one for one in Doing(world, 0, 0).listed() if one[0] == "charge"]
    played = play(Call(obey, world, 0, 0), dice=[5, 5, *whiffs()], answers=[answer])
    assert len(played.asked) == 1
    assert played.result.units[0].charged


# ---------------------------------------------------------------- obstacles


@pytest.mark.rule("masse.move.charge-obstacles", "masse.morale.dd-obstacle-in-charge")
def test_an_obstacle_in_a_charge_is_dared_or_stops_it() -> None:
    ditch = area("riviere", 20, 22.9, 20, 0.4)
    riders = infantry(mv=9 * INCH, formation=SKIRMISH)
    world = battle(changed(riders, y=inch(18)), foe(6), pieces=[ditch])
    # charge 8: 8 + 4; obstacle 12: 7 + 4 is not enough, and stable becomes shaken
    stopped = ran(world, [4, 4, 3, 4])
    after: World = stopped.result
    assert stopped.morale_tests[1] == (0, 12)
    assert after.units[0].morale == SHAKEN
    assert "charge-stopped" in stopped.kinds
    assert not after.units[0].charged
    front = after.units[0].y + inch(1)
    assert inch(22.4) < front <= inch(22.9)
    over = ran(world, [4, 4, 4, 4, *whiffs()])
    assert engaged(over.result, over.result.units[0])
    assert over.result.units[0].charged


@pytest.mark.rule("masse.move.charge-obstacles")
def test_what_cannot_be_crossed_shuts_the_way() -> None:
    lake = area("torrents-lacs", 20, 22.5, 20, 1)
    world = battle(infantry(), foe(), pieces=[lake])
    assert charge_steps(world, world.units[0], world.units[1]) == ()
    assert why_not(world, ("march", 0, inch(4))) == "masse.terrain.table-4a"


# ---------------------------------------------------------------- those who are charged


@pytest.mark.rule("masse.morale.dd-enemy-charging")
def test_weaker_enemies_near_the_way_test() -> None:
    near_one = infantry(36, 22, 270, 1, figures=5, files=5)  # on its way, but far from where it ends
    charger = infantry(figures=20, files=5, mv=9 * INCH)
    world = battle(charger, foe(12, figures=8, files=4), changed(near_one, acted=True), infantry(50, 22, 270, 1, figures=5))
    played = ran(world, [4, 4, 3, 3, 3, 3, *whiffs()])
    assert played.morale_tests == [(0, 8), (1, 6), (2, 6)]
    even = ran(battle(infantry(), foe(5)), [4, 4, *whiffs()])
    assert even.morale_tests == [(0, 8)]


@pytest.mark.rule("masse.move.flee-voluntary")
def test_the_target_may_run_instead_of_standing() -> None:
    world = battle(infantry(), foe(4, acted=False, die=1))
    home = changed(world.units[0], y=inch(24), charged=True)
    world = world.with_unit(home)
    played = play(Call(shaken_by_charge, world, 0, 1), answers=["flee"])
    after: World = played.result
    assert (after.units[1].morale, after.units[1].acted) == (ROUTED, True)
    assert after.units[1].y > world.units[1].y
    stood: World = play(Call(shaken_by_charge, world, 0, 1), answers=["stand"]).result
    assert stood.units[1] == world.units[1]
    done = world.with_unit(changed(world.units[1], acted=True))
    assert play(Call(shaken_by_charge, done, 0, 1)).asked == []


@pytest.mark.rule("masse.move.flee-voluntary")
def test_a_unit_may_run_when_a_charge_is_declared_against_it() -> None:
    world = battle(infantry(), foe(acted=False), infantry(45, 40, 270, 1))
    played = play(Call(postures, world), answers=["flee"])
    fled = played.asked[-1].world.units[1]
    assert (fled.morale, fled.acted, fled.y > world.units[1].y) == (ROUTED, True, True)
    assert [due.figure for due in played.asked if due.why == "masse.move.flee-voluntary"] == [1]
    stood = play(Call(postures, world), answers=["stand", ("receive", (1,))])
    assert stood.asked[-1].world.units[1].receiving


@pytest.mark.rule("masse.undead.engage-test", "masse.morale.mod-charge", "masse.morale.single-test-highest-dd")
def test_charging_the_undead_is_one_test_at_ten_with_the_bonus_of_a_charge() -> None:
    bones = unit("squelettes", 1, 30, 26.4, 270, acted=True, attacks=(CLUB,))
    told = ran(battle(infantry(), bones), [3, 2, *whiffs()]).told("morale-test")  # 5 + 4 + 2, less 1 for fear: 10
    assert dict(told.about[3]) == {"charge": 4, "serree": 2, "peur": -1}
    assert told.about[4:] == (10, 10)


@pytest.mark.rule("masse.move.charge-path", "masse.move.forced-march-path")
def test_a_march_does_not_change_its_direction_without_a_wheel() -> None:
    zigzag = (("march", 2000, inch(2)), ("march", -2000, inch(2.2)))
    assert why_not(battle(infantry(), foe()), *zigzag) == "masse.move.charge-path"
    assert march_refused(column(), *zigzag) == "masse.move.forced-march-path"


@pytest.mark.rule("masse.morale.enraged-move")
def test_the_enraged_test_before_no_obstacle() -> None:
    ditch = area("riviere", 20, 22.9, 20, 0.4)
    rabid = infantry(30, 18, mv=9 * INCH, formation=SKIRMISH, morale=ENRAGED)
    played = ran(battle(rabid, foe(6), pieces=[ditch]), whiffs())
    assert "morale-test" not in played.kinds
    assert played.result.units[0].charged


@pytest.mark.rule("masse.morale.shaken-no-charge")
def test_whoever_is_shaken_on_the_way_charges_no_farther() -> None:
    bow = Attack("arc-court", "missile", 9, (12,), pt=12 * INCH)
    archers = unit("archers-legers", 1, 40, 20, 180, figures=4, files=2, waiting=True, attacks=(bow,), acted=False)
    world = battle(infantry(ml=-5, figures=20), foe(6), archers)
    # one figure falls to the arrows in the flank as it sets off: 4 + 4 + 2 + 2 less 5 and 2 is not 6
    played = ran(world, [4, 5, 3, 1, 1, 1, 20, 1, 3], ("shoot",))
    after: World = played.result
    assert (after.units[0].morale, after.units[0].charged, after.units[0].y) == (SHAKEN, False, inch(20))


@pytest.mark.rule("masse.move.charge", "masse.melee.charge-extra-dice", "masse.melee.mod-charge")
def test_a_charge_strikes_with_half_as_many_dice_again_and_two_more() -> None:
    played = play(Call(charge_home, battle(infantry(), foe()), 0, 1, (("march", 0, inch(4)),)), dice=whiffs())
    assert played.rolls[-1][0].pool[0].count == 7
    assert ("charge", 2) in played.told("attack-numbers").about[4]


@pytest.mark.rule("masse.move.charge-state")
def test_heroes_on_foot_do_not_charge() -> None:
    world = battle(hero(0, 30, 20), foe())
    assert why_not(world, ("march", 0, inch(4))) == "masse.hero.attack-needs-full-action"


@pytest.mark.rule("masse.melee.contact", "masse.melee.charge-extra-dice", "masse.melee.opportunity-before-contact")
def test_a_charge_that_ends_against_two_units_strikes_both_and_meets_the_pikes_of_both() -> None:
    pike = Attack("pique", "melee", 0, (6,), length=2)
    left = infantry(28.75, 25.6, 270, 1, figures=3, files=3, acted=True, attacks=(pike,))
    right = infantry(31.25, 25.6, 270, 1, figures=3, files=3, acted=True)
    right, left = (changed(one, y=inch(24.8) + size_of(one)[1] // 2) for one in (right, left))
    world = battle(infantry(), right, left)
    steps = (("march", 0, inch(4)),)
    played = play(Call(charge_home, world, 0, 1, steps), dice=[3, 3, 3, 3, *[1] * (3 + 4 + 3)])
    assert [roll.pool[0].count for roll, _ in played.rolls if roll.pool] == [3, 4, 3]


@pytest.mark.rule("masse.turn.charge-declaration", "masse.move.charge-failed-distance", "masse.init.mod-charge")
def test_a_declared_charge_is_what_the_action_consists_of() -> None:
    bow = Attack("arc-court", "missile", 1, (6,), pt=12 * INCH)
    world = battle(infantry(attacks=(bow, CLUB)), foe(4))
    doing = Doing(world, 0, 0)
    assert {answer[0] for answer in doing.listed()} == {"charge", "delay", "flee"}
    for answer in (("shoot", 1, False), ("done",), ("move", (("march", 0, inch(1)),)), ("receive",), ("charge", ())):
        assert doing.check(answer) is not None, answer
    assert doing.check(("flee",)) is None
    assert why_not(world) == "masse.move.charge-failed-distance"
    undeclared = Doing(field(*world.units[1:], infantry(attacks=(bow, CLUB)), acting=1), 1, 0)
    assert undeclared.check(("shoot", 0, False)) is None


@pytest.mark.rule("masse.turn.charge-declaration", "masse.move.charge-failed-distance", "masse.move.charge-sees-target")
@pytest.mark.parametrize(("apart", "facing"), [(9, 9000), (4, 27000)])
def test_out_of_reach_or_sight_the_advance_is_compulsory_and_nobody_shoots_after_it(apart: float, facing: int) -> None:
    bow = Attack("arc-court", "missile", 1, (6,), pt=12 * INCH)
    world = battle(changed(infantry(attacks=(bow, CLUB)), facing=facing), foe(apart))
    assert [answer for answer in Doing(world, 0, 0).listed() if answer[0] in ("charge", "shoot", "done")] == [("charge", ())]
    played = play(Call(obey, world, 0, 0), answers=[("charge", ())])
    after = Doing(played.result, 0, MOVE)
    assert played.result.units[0].moved
    refused = after.check(("shoot", 1, False))
    assert refused is not None
    assert refused.rule == "masse.move.charge-failed-distance"
    assert after.listed() == [("done",)]


@pytest.mark.rule("masse.turn.charge-declaration")
@pytest.mark.parametrize("changes", [{"morale": SHAKEN}, {"status": 1}])
def test_whoever_can_charge_no_more_is_free(changes: dict[str, Any]) -> None:
    who = 1 if "status" in changes else 0
    world = battle(infantry(), foe(4))
    world = world.with_unit(changed(world.units[who], **changes))
    assert Doing(world, 0, 0).check(("done",)) is None
    assert Doing(world, 0, 0).check(("move", (("march", 0, inch(1)),))) is None


@pytest.mark.rule("masse.morale.mod-charge")
def test_the_morale_of_a_charge_lasts_as_long_as_the_charge() -> None:
    pike = changed(CLUB, weapon="pique", length=2, dice=(12,), ma=9)
    world = battle(infantry(), foe(4, attacks=(pike,)))
    # four of five pikes miss; the fifth takes a figure, and the test for it is one of a charge
    played = ran(world, [5, 5, 3, 1, 1, 1, 1, 20, 5, 5, *whiffs()])
    tests = [dict(tell.about[3]) for tell in played.tells if tell.kind == "morale-test"]
    assert [rows.get("charge") for rows in tests] == [4, 4]
    after: World = played.result
    assert after.units[0].charged
    assert "charge" not in dict(morale_modifiers(after, after.units[0], "premiere-figurine", 1))


@pytest.mark.rule("masse.morale.shaken-no-charge", "masse.melee.opportunity-before-contact", "masse.melee.mod-charge")
def test_whoever_is_shaken_before_contact_strikes_without_the_bonus_of_a_charge() -> None:
    pike = changed(CLUB, weapon="pique", length=2, dice=(12,), ma=9)
    world = battle(infantry(ml=-5), foe(4, attacks=(pike,)))
    played = ran(world, [5, 5, 3, 1, 1, 1, 1, 20, 1, 3, *whiffs(charging=False)])
    after: World = played.result
    assert after.units[0].morale == SHAKEN
    blow = [tell for tell in played.tells if tell.kind == "attack-numbers"][-1]
    assert dict(blow.about[4]) == {"serree": 1, "sans-commandant": -2, "ebranlee": -2}
    assert played.rolls[-1][0].pool[0].count == 5
