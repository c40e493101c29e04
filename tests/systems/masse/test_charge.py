"""Charges, counter-charges, forced marches, receiving a charge."""

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
    Unit,
    World,
)
from escarmouche.systems.masse.rules.charge import (
    charge,
    charge_home,
    charge_steps,
    forced_march,
    may_counter,
    reactions,
    run_to,
    shaken_by_charge,
)
from escarmouche.systems.masse.rules.ground import engaged, size_of
from escarmouche.systems.masse.rules.melee import melee_pool
from escarmouche.systems.masse.rules.morale import CHARGE, morale_modifiers
from escarmouche.systems.masse.rules.movement import move, take_step
from escarmouche.systems.masse.rules.orders import MOVE, Doing
from escarmouche.systems.masse.rules.turn import Postures, act, initiative, obey, postures, prepared
from tests.systems.masse.field import Played, area, changed, field, hero, play, unit

CLUB = Attack("gourdin", "melee", 0, (6,), length=1)


def infantry(x: float = 30, y: float = 20, facing: float = 90, seat: int = 0, **changes: Any) -> Unit:
    """Regular infantry, MV 4.5 in: 4 in wide and 1.6 in deep."""
    return unit("infanterie-reguliere", seat, x, y, facing, **{"attacks": (CLUB,), "ml": 0, **changes})


def foe(apart: float = 4, **changes: Any) -> Unit:
    """Enemies straight ahead of `infantry()`, so many inches from edge to edge; they have acted, so they neither interrupt nor
    run."""
    return infantry(30, 21.6 + apart, 270, 1, **{"acted": True, **changes})


def inch(length: float) -> int:
    """A length in inches."""
    return round(length * INCH)


def battle(*units: Unit, **changes: Any) -> World:
    """A field in which unit 0 has declared to charge unit 1 and acts now."""
    world = field(*units, **{"acting": 0, **changes})
    return world.with_unit(changed(world.units[0], declared=1))


def why_not(world: World, *steps: tuple[Any, ...]) -> str:
    """The rule that forbids this charge, or ""."""
    refused = Doing(world, 0, 0).check(("charge", steps))
    return "" if refused is None else refused.rule


def ran(world: World, dice: list[int], answers: tuple[Any, ...] = ()) -> Played:
    """The listed charge of unit 0, played."""
    (answer,) = [one for one in Doing(world, 0, 0).listed() if one[0] == "charge"]
    return play(Call(charge, world, 0, answer), dice=dice, answers=answers)


def whiffs(charging: bool = True) -> list[int]:
    """The attack dice of five figures, none of which touches."""
    return [1] * (7 if charging else 5)


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
    assert played.rolls[0][0].target == 8
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
    assert stopped.rolls[1][0].target == 12
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
    tests = [roll.figure for roll, _ in played.rolls if roll.target == 6]
    assert tests == [1, 2]
    even = ran(battle(infantry(), foe(5)), [4, 4, *whiffs()])
    assert [roll for roll, _ in even.rolls if roll.target == 6] == []


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


# ---------------------------------------------------------------- counter-charges


def ready(apart: float = 6, **changes: Any) -> Unit:
    """An enemy that has not acted yet."""
    return foe(apart, **{"acted": False, **changes})


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


# ---------------------------------------------------------------- forced marches


def column(**changes: Any) -> World:
    """Infantry that acts, with the enemy far away."""
    return field(infantry(**changes), foe(30), acting=0)


def march_refused(world: World, *steps: tuple[Any, ...]) -> str:
    """The rule that forbids this forced march, or ""."""
    refused = Doing(world, 0, 0).check(("forced-march", steps))
    return "" if refused is None else refused.rule


@pytest.mark.rule("masse.move.forced-march", "masse.morale.dd-forced-march")
def test_a_forced_march_covers_twice_the_distance() -> None:
    world = column()
    assert march_refused(world, ("march", 0, inch(9))) == ""
    assert march_refused(world, ("march", 0, inch(9.1))) == "masse.move.forced-march"
    played = play(Call(forced_march, world, 0, ("forced-march", (("march", 0, inch(9)),))), dice=[2, 3])
    assert played.rolls[0][0].target == 5
    assert played.result.units[0].y == inch(29)


@pytest.mark.rule("masse.morale.dd-forced-march", "masse.move.forced-march")
def test_a_failed_forced_march_shakes_and_leaves_an_ordinary_move() -> None:
    world = column(ml=-3)
    answer = ("forced-march", (("march", 0, inch(9)),))
    played = play(Call(obey, world, 0, 0), dice=[1, 2], answers=[answer])
    due = played.asked[-1]
    assert due.world.units[0].morale == SHAKEN
    assert due.options.check(("move", (("march", 0, inch(4.5)),))) is None
    assert due.options.check(("move", (("march", 0, inch(5)),))) is not None
    assert due.options.check(answer) is not None


@pytest.mark.rule("masse.move.forced-march-formation")
def test_only_close_order_with_one_front_marches_by_force() -> None:
    for changes in ({"formation": SKIRMISH}, {"fronts": (LEFT,)}):
        assert "forced-march" not in [answer[0] for answer in Doing(column(**changes), 0, 0).listed()]
        assert march_refused(column(**changes), ("march", 0, inch(8))) == "masse.move.forced-march-formation"


@pytest.mark.rule("masse.move.forced-march-path")
def test_a_forced_march_has_at_most_one_wheel() -> None:
    wheel = ("wheel", "left", 500)
    assert march_refused(column(), wheel, ("march", 0, inch(6))) == ""
    assert march_refused(column(), ("march", 0, inch(6)), wheel) == ""
    assert march_refused(column(), wheel, ("march", 0, inch(3)), wheel) == "masse.move.forced-march-path"
    assert march_refused(column(), ("pivot", "left"), ("march", 0, inch(6))) == "masse.move.forced-march-path"


@pytest.mark.rule("masse.move.forced-march-enemy")
@pytest.mark.parametrize(
    ("changes", "legal"), [({}, False), ({"morale": SHAKEN}, True), ({"fronts": (LEFT,)}, True), ({"facing": 9000}, True)]
)
def test_no_forced_march_under_the_threat_of_a_charge(changes: dict[str, Any], legal: bool) -> None:
    step = ("march", 0, inch(5))
    near = field(infantry(), changed(foe(6.75), **changes))
    far = field(infantry(), foe(6.8))
    assert (march_refused(near, step) != "masse.move.forced-march-enemy") is legal
    assert march_refused(far, step) == ""


@pytest.mark.rule("masse.move.forced-march-no-fight")
def test_a_forced_march_neither_shoots_nor_meets_the_enemy() -> None:
    shot = Doing(column(), 0, 2).check(("forced-march", (("march", 0, inch(9)),)))
    assert shot is not None
    world = field(infantry(), foe(8, morale=SHAKEN))
    assert march_refused(world, ("march", 0, inch(8))) == "masse.move.forced-march-no-fight"
    assert march_refused(world, ("march", 0, inch(7.9))) == ""
    answer = ("forced-march", (("march", 0, inch(9)),))
    assert len(play(Call(obey, column(), 0, 0), dice=[5, 5], answers=[answer]).asked) == 1


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


@pytest.mark.rule("masse.move.forced-march-enemy", "masse.fly.dive-only-charge")
@pytest.mark.parametrize(("apart", "altitude", "legal"), [(10, 2, False), (10, 0, True), (27, 2, True)])
def test_a_flier_that_could_dive_forbids_a_forced_march(apart: float, altitude: int, legal: bool) -> None:
    flier = unit("griffons", 1, 30, 20.8 + apart, 270, figures=2, altitude=altitude)
    world = field(infantry(), flier, acting=0)
    assert (march_refused(world, ("march", 0, inch(5))) != "masse.move.forced-march-enemy") is legal
