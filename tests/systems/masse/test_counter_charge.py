"""Counter-charges, and receiving a charge."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    ENRAGED,
    INCH,
    LEFT,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    Attack,
    World,
)
from escarmouche.systems.masse.rules.charge import (
    may_counter,
    reactions,
)
from escarmouche.systems.masse.rules.ground import engaged, size_of
from escarmouche.systems.masse.rules.melee import melee_pool
from escarmouche.systems.masse.rules.movement import move
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import Postures, act, obey, prepared
from tests.systems.masse.charges import CLUB, battle, foe, inch, infantry, ran, ready, whiffs
from tests.systems.masse.field import changed, field, play, unit


@pytest.mark.rule("masse.move.counter-charge-trigger")
@pytest.mark.parametrize(("die", "waiting", "legal"), [(13, False, True), (12, False, False), (12, True, True)])
def test_who_may_counter_charge(die: int, waiting: bool, legal: bool) -> None:
    world = field(infantry(die=14, init=0), ready(die=die, init=0, waiting=waiting), acting=0)
    mover, unit_ = world.units
    assert bool(may_counter(world, unit_, mover)) is legal
    assert not may_counter(world, changed(unit_, acted=True), mover)
    assert not may_counter(world, changed(unit_, receiving=True), mover)
    assert not may_counter(world, changed(unit_, morale=SHAKEN), mover)
    charging = world.with_unit(changed(mover, declared=1))  # +2 for the mover too
    assert bool(may_counter(charging, unit_, charging.units[0])) is waiting


@pytest.mark.rule("masse.move.counter-charge", "masse.move.counter-charge-interrupt")
def test_a_counter_charge_ends_a_move() -> None:
    world = field(infantry(y=18), ready(6, waiting=True), acting=0)
    steps = (("march", 0, inch(2)), ("march", 0, inch(2)))
    played = play(Call(move, world, 0, ("move", steps)), dice=[4, 4, *whiffs()], answers=["counter-charge"])
    after: World = played.result
    assert after.units[0].y == inch(20)
    assert (after.units[1].acted, after.units[1].waiting, after.units[1].charged) == (True, False, True)
    assert engaged(after, after.units[0])
    assert ("attack", 1) in Doing(after, 0, 1).listed()
    passing = play(Call(move, world, 0, ("move", (("march", 0, inch(2)),))), answers=["wait"])
    assert passing.result.units[1].waiting


@pytest.mark.rule("masse.move.counter-charge", "masse.morale.dd-charge")
def test_a_counter_charge_takes_the_command_test_and_the_action() -> None:
    world = field(infantry(), ready(5, waiting=True, formation=SKIRMISH, ml=-2), acting=0)
    after, stopped = play(Call(reactions, world, 0), dice=[2, 3], answers=["counter-charge"]).result
    assert not stopped
    assert (after.units[1].acted, after.units[1].y) == (True, world.units[1].y)


@pytest.mark.rule("masse.move.counter-charge-interrupt")
def test_a_charge_is_stopped_by_a_counter_charge_and_loses_its_bonus() -> None:
    world = battle(infantry(), ready(6, waiting=True))
    played = ran(world, [4, 4, 4, 4, *whiffs()], ("counter-charge",))
    after: World = played.result
    assert (after.units[0].y, after.units[0].charged) == (inch(20), False)
    assert after.units[1].charged
    assert after.acting == 0
    assert ("attack", 1) in Doing(after, 0, 1).listed()


@pytest.mark.rule("masse.move.counter-charge-interrupt")
def test_a_unit_shaken_by_a_counter_charge_has_no_attack() -> None:
    world = battle(infantry(ml=-5), ready(6, waiting=True, attacks=(changed(CLUB, dice=(12,)),)))
    # the counter-charge kills one figure, and the first loss is taken badly: 4 against 6
    (answer,) = [one for one in Doing(world, 0, 0).listed() if one[0] == "charge"]
    dice = [5, 5, 4, 4, 12, 1, 1, 1, 1, 1, 1, 20, 1, 1, 1, 2, 2]
    played = play(Call(obey, world, 0, 0), dice=dice, answers=[answer, "counter-charge"])
    after: World = played.result
    assert (after.units[0].morale, after.units[0].figures) == (SHAKEN, 9)
    assert len(played.asked) == 2  # it is not asked to attack


@pytest.mark.rule("masse.move.counter-charge")
def test_an_enemy_far_off_meets_the_charge_half_way() -> None:
    world = battle(infantry(mv=9 * INCH), ready(13, waiting=True))
    played = ran(world, [4, 4, 4, 4, *whiffs()], ("counter-charge",))
    after: World = played.result
    assert after.units[0].y == inch(26.5)
    assert after.units[1].y < world.units[1].y


# ---------------------------------------------------------------- receiving a charge


@pytest.mark.rule("masse.move.receive-charge")
def test_who_may_prepare_for_a_charge() -> None:
    world = battle(infantry(), foe(acted=False), infantry(45, 40, 270, 1))
    assert Postures(world, 1).able == (1,)
    assert Postures(world, 0).able == ()
    for morale in (SHAKEN, ENRAGED, ROUTED):
        moody = world.with_unit(changed(world.units[1], morale=morale))
        assert Postures(moody, 1).able == ()
        assert Doing(moody, 1, 0).check(("receive",)) is not None
    assert Doing(world, 1, 0).check(("receive",)) is None
    locked = field(infantry(), foe(0))
    assert Doing(locked, 1, 0).check(("receive",)) is not None


@pytest.mark.rule("masse.move.receive-charge")
def test_the_prepared_neither_move_nor_reorganise_until_their_next_turn() -> None:
    world = prepared(field(infantry(), foe(20, acted=False)), 0)
    for answer in (("move", (("march", 0, inch(1)),)), ("fronts", (LEFT,)), ("forced-march", (("march", 0, inch(8)),))):
        assert Doing(world, 0, 0).check(answer) is not None
    same: World = play(Call(act, world, 0)).asked[0].world
    assert same.units[0].receiving
    later: World = play(Call(act, changed(world, turn=2), 0)).asked[0].world
    assert not later.units[0].receiving


@pytest.mark.rule("masse.move.receive-charge", "masse.melee.receive-double-dice")
def test_the_prepared_answer_a_charge_with_twice_their_dice() -> None:
    pike = changed(CLUB, weapon="pique", receives_charge=True)
    world = battle(infantry(), foe(4, attacks=(pike,), receiving=True))
    charged = ran(world, [5, 5, *whiffs()]).result
    turn_later: World = changed(charged, turn=2, acting=1)
    for after in (changed(charged, acting=1), turn_later):
        charger, target = after.units
        assert melee_pool(after, target, charger, 0)[0].count == 10
    once = play(Call(act, turn_later, 1), dice=[1] * 10, answers=[("attack", 0), ("done",)])
    assert [roll.pool[0].count for roll, _ in once.rolls if roll.pool] == [10]
    assert once.asked[-1].world.units[1].braced == -1
    unready = ran(battle(infantry(), foe(4, attacks=(pike,))), [5, 5, *whiffs()]).result
    assert melee_pool(changed(unready, acting=1), unready.units[1], unready.units[0], 0)[0].count == 5


@pytest.mark.rule("masse.move.receive-charge", "masse.morale.enraged-move")
def test_one_may_prepare_for_the_charge_of_the_enraged() -> None:
    world = field(infantry(morale=ENRAGED), foe(acted=False), infantry(45, 40, 270, 1))
    assert Postures(world, 1).able == (1,)


@pytest.mark.rule("masse.move.counter-charge", "masse.move.counter-charge-trigger")
def test_a_march_into_contact_may_be_met_by_a_charge() -> None:
    world = field(infantry(), ready(4, waiting=True), acting=0)
    steps = (("march", 0, inch(4)),)
    met = play(Call(move, world, 0, ("move", steps)), dice=[5, 5, *whiffs()], answers=["counter-charge"])
    assert met.result.units[0].y == inch(20)
    assert (met.result.units[1].charged, engaged(met.result, met.result.units[0])) == (True, True)
    let_come = play(Call(move, world, 0, ("move", steps)), answers=["wait"])
    assert engaged(let_come.result, let_come.result.units[0])


@pytest.mark.rule("masse.shoot.mod-delayed", "masse.turn.delay")
def test_a_march_into_contact_may_be_shot_at() -> None:
    bow = Attack("arc-court", "missile", 1, (6,), pt=12 * INCH)
    archers = unit("archers-legers", 1, 30, 26.4, 270, figures=4, files=4, waiting=True, attacks=(bow,))
    world = field(infantry(), archers, acting=0)
    steps = (("march", 0, inch(26.4 - 20.8) - size_of(archers)[1] // 2),)
    played = play(Call(move, world, 0, ("move", steps)), dice=[1] * 4, answers=["wait", "shoot"])
    assert "shoots" in played.kinds
    assert engaged(played.result, played.result.units[0])


@pytest.mark.rule("masse.move.counter-charge-trigger")
def test_a_declared_charge_that_is_held_back_may_become_a_counter_charge() -> None:
    world = field(infantry(mv=9 * INCH), ready(6, declared=0), acting=0)
    assert not may_counter(world, world.units[1], world.units[0])
    assert may_counter(world, changed(world.units[1], waiting=True), world.units[0])
