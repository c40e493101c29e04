"""Flying units in a fight: ground attack, skirmish, interception; rage, courage, who may interrupt them."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from escarmouche.core.dice import PythonChance
from escarmouche.core.effects import Call
from escarmouche.core.engine import start
from escarmouche.core.odds import leaves, tally
from escarmouche.systems.masse.model import ENRAGED, INCH, ROUTED, SHAKEN, Attack, World
from escarmouche.systems.masse.rules.airfights import dive, exchange, ground_attack, intercept, straight_to, swoop, upon, way_to
from escarmouche.systems.masse.rules.flying import Flown, along_way, land, leg_cost
from escarmouche.systems.masse.rules.ground import STEP, contact, engaged, gap, size_of
from escarmouche.systems.masse.rules.melee import Attacks, attackers, melee_modifiers
from escarmouche.systems.masse.rules.orders import ORDERS, Doing
from escarmouche.systems.masse.rules.rage import rage_aloft
from tests.systems.masse.field import changed, field, hero, play, unit
from tests.systems.masse.fliers import HIPPOGRIFFS, SIX, above, refused


@pytest.mark.rule("masse.fly.takeoff-landing")
def test_an_engaged_unit_cannot_take_off() -> None:
    grounded = unit(HIPPOGRIFFS, 0, 30, 30, figures=1)
    foe = unit("squelettes", 1, 30, 30, 270, figures=1)
    _, length = straight_to(changed(foe, facing=27000, y=40 * INCH), grounded)
    foe = changed(foe, y=40 * INCH - length)
    world = field(grounded, foe)
    assert engaged(world, world.units[0])
    assert refused(world, 0, ("fly", ((18000, 6 * INCH, 4),))) == "masse.fly.takeoff-landing"
    assert ("fly" in [answer[0] for answer in Doing(world, 0, 0).listed()]) is False


@pytest.mark.rule("masse.fly.takeoff-landing")
def test_landing_is_free_and_finds_room() -> None:
    above = unit(HIPPOGRIFFS, 0, 30, 30, figures=2, files=2, altitude=5)
    under = unit("squelettes", 0, 30, 30)
    world = field(above, under)
    after: World = play(Call(land, world, 0, ("land",))).result
    assert after.units[0].altitude == 0
    assert gap(after.units[0], after.units[1]) > 0
    assert not engaged(after, after.units[0])
    alone: World = play(Call(land, field(above), 0, ("land",))).result
    assert (alone.units[0].x, alone.units[0].y) == (above.x, above.y)


@pytest.mark.rule("masse.fly.no-ranks")
def test_six_griffons_strike_and_twenty_men_answer() -> None:
    fliers, block = above(altitude=1, distance=0)
    assert attackers(fliers, block) == 6
    assert attackers(block, fliers) == 20
    on_foot = changed(fliers, altitude=0)
    assert attackers(on_foot, block) < 6, "not once both are on the ground"
    assert attackers(block, on_foot) < 20


@pytest.mark.rule("masse.fly.modes")
def test_there_are_four_ways_to_fight_and_no_other() -> None:
    fliers, block = above()
    kinds = {answer[0] for answer in Doing(field(fliers, block), 0, 0).listed()}
    assert {"ground-attack", "swoop"} <= kinds
    declared = Doing(field(changed(fliers, declared=1), block), 0, 0)
    assert {answer[0] for answer in declared.listed()} == {"dive", "delay", "flee"}, "a charge that is declared is made"
    assert refused(declared.world, 0, ("dive", 1, ())) == "masse.move.charge-failed-distance"
    other = unit("aigles-geants", 1, 30, 28, 270, figures=2, altitude=4)
    assert "intercept" in {answer[0] for answer in Doing(field(fliers, other), 0, 0).listed()}
    _, length = straight_to(fliers, block)
    touching = ("fly", ((0, length, -fliers.altitude),))
    assert refused(field(fliers, block), 0, touching) == "masse.fly.modes", "flying into somebody is none of them"
    assert refused(field(changed(fliers, y=fliers.y + length, altitude=0), block), 0, ("swoop", 1, (), ())) != ""


@pytest.mark.rule("masse.fly.modes")
def test_in_the_air_one_does_not_fight_as_on_the_ground() -> None:
    mine = unit("griffons", 0, 30, 20, figures=1, altitude=3)
    theirs = unit("griffons", 1, 30, 40, 270, figures=1, altitude=3)
    _, length = straight_to(mine, theirs)
    world = field(changed(mine, y=mine.y + length), theirs)
    assert engaged(world, world.units[0])
    assert refused(world, 0, ("attack", 1)) == "masse.fly.modes"
    assert refused(world, 0, ("intercept", 1, ())) == ""
    assert not isinstance(ORDERS["attack"], Attacks) or ORDERS["attack"].listed(Doing(world, 0, 0)) == []


@pytest.mark.rule("masse.fly.skirmish-attack")
def test_a_swoop_needs_movement_for_the_way_down_and_up() -> None:
    fliers, block = above(altitude=4, distance=2)
    world = field(fliers, block)
    down = way_to(fliers, block, 0)
    budget = fliers.card.mv
    left = budget - leg_cost(down[0][1], -4)
    up = ((0, left - 2 * STEP, 2),)
    assert refused(world, 0, ("swoop", 1, down, up)) == ""
    assert refused(world, 0, ("swoop", 1, down, ((0, left - 2 * STEP + 1, 2),))) == "masse.move.budget"
    assert refused(world, 0, ("swoop", 1, down, ((0, left, 0),))) == "masse.fly.skirmish-attack", "it climbs away again"
    level = changed(fliers, altitude=0)
    assert refused(field(level, block), 0, ("swoop", 1, ((0, down[0][1], 0),), up)) != "", "it comes from above"


@pytest.mark.rule("masse.fly.skirmish-attack", "masse.fly.skirmish-riposte", "masse.melee.mod-attacker-higher")
def test_a_swoop_with_its_riposte() -> None:
    fliers, block = above(altitude=4, distance=2, figures=1)
    fliers = changed(fliers, files=1)
    world = field(fliers, changed(block, **SIX))
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    # one griffon: 2d6 at MA +8, +1 from above, -2 without a commander, against CA 15: 9 and more; then four men answer
    played = play(Call(swoop, world, 0, answer), dice=[6, 9, 8, 6, 20, 1, 5, 5, 1, 1, 1, 1])
    after: World = played.result
    rows = dict(melee_modifiers(world, changed(fliers, altitude=1), block, 0, False, False))
    assert rows["attaquant-sureleve"] == 1
    assert played.kinds.index("attacks") < played.kinds.index("riposte")
    assert played.told("riposte").about == (1, 0)
    assert after.units[0].altitude == answer[3][0][2] > 0, "up again"
    assert not engaged(after, after.units[0])
    assert not after.units[1].acted, "the riposte is in addition to its action"
    assert played.outcomes[0] == "nv-2"


@pytest.mark.rule("masse.fly.skirmish-riposte", "masse.melee.opportunity-before-contact")
def test_longer_weapons_strike_before_the_swoop_and_not_again() -> None:
    fliers, _ = above(altitude=4, figures=1)
    pikes = unit("phalange", 1, 30, 50, 270, figures=4, files=2)
    _, length = straight_to(fliers, pikes)
    world = field(changed(fliers, files=1), changed(pikes, y=52 * INCH - length))
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    played = play(Call(swoop, world, 0, answer), dice=[1, 1, 1, 1, 1, 1])
    assert played.kinds.index("first-blow") < played.kinds.index("attacks")
    assert "riposte" not in played.kinds
    assert played.rolls[0][0].pool[0].count == 4, "the rear rank too"


@pytest.mark.rule("masse.fly.skirmish-riposte")
def test_the_routed_do_not_answer() -> None:
    fliers, block = above(altitude=1, distance=0, figures=1, morale=ROUTED)
    played = play(Call(exchange, field(changed(fliers, files=1), block), 0, 1, False), dice=[1, 1])
    assert "riposte" not in played.kinds


@pytest.mark.rule("masse.fly.ground-attack", "masse.hero.attack-needs-full-action")
def test_a_ground_attack_lands_first_and_is_an_ordinary_melee() -> None:
    dragon = unit("dragon-jeune", 0, 30, 20, altitude=2, breathed=0)
    block = unit("milice", 1, 30, 23, 270, figures=4, files=2)
    world = field(dragon, block, turn=1)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "ground-attack")
    # claws 2d6 at +6 against CA 11 from the front: 6 and more; no height, no charge, and nobody ripostes
    played = play(Call(ground_attack, world, 0, answer), dice=[3, 5, 1])
    after: World = played.result
    assert (after.units[0].altitude, contact(after.units[0], after.units[1])) == (0, True)
    assert played.outcomes == ["nv-0"]
    assert "riposte" not in played.kinds
    assert play(Call(ground_attack, world, 0, answer), dice=[3, 6, 1, 6, 6]).outcomes[0] == "nv-1"


@pytest.mark.rule("masse.fly.interception", "masse.fly.interception-altitude")
@pytest.mark.parametrize(("altitude", "die", "then"), [(3, 4, 0), (4, 4, 0), (10, 6, 4)])
def test_interception_costs_both_altitude(altitude: int, die: int, then: int) -> None:
    mine = unit("hippogriffes", 0, 30, 20, figures=1, altitude=altitude)
    theirs = unit("hippogriffes", 1, 30, 25, 270, figures=1, altitude=altitude)
    world = field(mine, theirs)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "intercept")
    played = play(Call(intercept, world, 0, answer), dice=[1, 1, die])
    after: World = played.result
    assert [one.altitude for one in after.units] == [then, then]
    assert played.kinds.count("lands") == (0 if then else 2)
    assert then == 0 or played.told("sinks").about == (0, die, then)
    assert [one.nv_lost for one in after.units] == [0, 0], "landing does no harm"
    assert engaged(after, after.units[0])
    attack = next(roll for roll, _ in played.rolls if roll.why == "masse.melee.contact")
    assert attack.pool[0].count == 1, "no charge"
    assert "riposte" in played.kinds


@pytest.mark.rule("masse.fly.interception")
def test_interception_is_for_fliers_in_the_air() -> None:
    mine, block = above()
    assert refused(field(mine, block), 0, ("intercept", 1, way_to(mine, block, 0))) == "masse.fly.interception"
    theirs = unit("hippogriffes", 1, 30, 25, 270, figures=1, altitude=6)
    level = way_to(mine, theirs, mine.altitude)
    assert refused(field(mine, theirs), 0, ("intercept", 1, level)) == "masse.fly.interception", "at one altitude"
    assert refused(field(mine, theirs), 0, ("intercept", 1, way_to(mine, theirs, 6))) == ""


@pytest.mark.rule("masse.fly.interception")
def test_the_odds_of_an_interception_are_exact() -> None:
    mine = unit("hippogriffes", 0, 30, 20, figures=1, altitude=8)
    theirs = unit("hippogriffes", 1, 30, 25, 270, figures=1, altitude=8)
    world = field(mine, theirs)
    answer = way_to(mine, theirs, 8)
    call = Call(intercept, world, 0, ("intercept", 1, answer))
    found = tally(leaves(start(call), None, True), lambda leaf: leaf.outcomes[0])
    assert sum(found.values()) == 1
    # 1d8 at +5, -2 without a commander, against CA 16: 14 and more
    hit = Fraction(7, 20)
    touches = [2, 3, 3]  # faces of a d8 with no, one, two touches
    assert found["nv-2"] == Fraction(touches[2], 8) * hit * hit
    assert found["nv-0"] == Fraction(touches[0], 8) + Fraction(touches[1], 8) * (1 - hit) + Fraction(3, 8) * (1 - hit) ** 2


@pytest.mark.rule("masse.morale.enraged-move")
def test_an_enraged_flier_throws_itself_at_the_nearest_enemy() -> None:
    rage = rage_aloft
    fliers, block = above(altitude=4, distance=6, figures=1)
    fliers = changed(fliers, files=1, morale=ENRAGED)
    near = field(fliers, changed(block, **SIX))
    played = play(Call(rage, near, 0), dice=[1] * 9, answers=["stand"])
    assert "dives" in played.kinds
    assert played.result[1] is False
    far = play(Call(rage, field(fliers, changed(block, y=block.y + 20 * INCH)), 0))
    assert far.result[0].units[0].y > fliers.y
    assert "flies" in far.kinds
    other = unit("hippogriffes", 1, 30, 24, 270, figures=1, altitude=4)
    met = play(Call(rage, field(fliers, other), 0), dice=[1, 1, 1, 1])
    assert "intercepts" in met.kinds


@pytest.mark.rule("masse.undead.engage-test")
def test_attacking_the_undead_from_the_air_takes_courage() -> None:
    fliers, block = above(altitude=4, distance=2, figures=1)
    bones = changed(block, card=unit("squelettes", 1, 0, 0).card)
    world = field(changed(fliers, files=1), bones, acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    played = play(Call(swoop, world, 0, answer), dice=[2, 2])
    assert "dares-not" in played.kinds
    assert "swoops" not in played.kinds
    assert not any(one[0] == "swoop" for one in played.asked[-1].options.listed())


@pytest.mark.rule("masse.hero.duel")
def test_a_swoop_on_a_hero_keeps_to_the_pace_of_duels() -> None:
    dragon = unit("dragon-jeune", 0, 30, 20, altitude=4)
    man = hero(1, 30, 23, 270)
    world = field(dragon, man, turn=3)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "swoop")
    after: World = play(Call(swoop, world, 0, answer), dice=[1, 1, 1]).result
    again = changed(after, turn=4, units=(changed(dragon, duel=after.units[0].duel), after.units[1]))
    assert refused(again, 0, answer) == "masse.hero.duel"
    assert refused(changed(again, turn=5), 0, answer) == ""


NONSENSE: tuple[tuple[Any, ...], ...] = (
    (), (1,), (None,), ("x", "y"), (1, ((0, 0),)), (1, (("a", 1, 2),), ()), (99, (), ()), (True, ((0, 1, 1),)),
)  # fmt: skip


@pytest.mark.rule("masse.fly.modes", "masse.turn.action-content")
def test_every_listed_answer_is_legal_and_nonsense_is_refused() -> None:
    fliers, block = above()
    other = unit("aigles-geants", 1, 36, 26, 270, figures=2, altitude=4)
    for one in (fliers, changed(fliers, altitude=0), changed(fliers, morale=SHAKEN)):
        world = field(changed(one, declared=1 if one.altitude else -1), block, other)
        doing = Doing(world, 0, 0)
        assert all(doing.check(answer) is None for answer in doing.listed())
        for kind in ("fly", "land", "swoop", "dive", "intercept", "ground-attack"):
            for rest in NONSENSE if kind != "land" else NONSENSE[1:]:
                assert doing.check((kind, *rest)) is not None, (kind, rest)


@pytest.mark.rule("masse.fly.modes")
def test_samples_are_legal_and_varied() -> None:
    fliers, block = above()
    chance = PythonChance(random.Random(5))
    for one in (fliers, changed(fliers, altitude=0)):
        doing = Doing(field(one, block), 0, 0)
        drawn = [ORDERS["fly"].sample(doing, chance) for _ in range(60)]
        legal = [answer for answer in drawn if answer is not None]
        assert len(legal) > 20
        assert all(doing.check(answer) is None for answer in legal)
        assert {answer[1][0][2] > 0 for answer in legal} == ({True, False} if one.altitude else {True})
        assert {answer[1][0][0] > 0 for answer in legal} == {True, False}


@pytest.mark.rule("masse.fly.skirmish-attack")
def test_what_is_no_swoop() -> None:
    fliers, block = above(altitude=2, distance=3)
    world = field(fliers, block)
    down = way_to(fliers, block, 0)
    up = ((0, 3 * INCH, 2),)
    turn, length, steps = down[0]
    for legs in (((turn, length - INCH, steps),), ((turn, length + INCH, steps),), ((turn, length, steps + 1),)):
        assert refused(world, 0, ("swoop", 1, legs, up)) == "masse.fly.skirmish-attack", legs
    assert refused(world, 0, ("swoop", 1, down, ((0, 2 * INCH, 2), (0, INCH, -2)))) == "masse.fly.skirmish-attack"
    assert refused(world, 0, ("swoop", 1, ((0, INCH, -2), (0, length - INCH, 0)), up)) != ""
    assert refused(world, 0, ("swoop", 1, down, ())) == "masse.fly.skirmish-attack"
    friend = unit("hippogriffes", 0, 30, 0, figures=1, altitude=2)
    there = changed(friend, y=fliers.y + length + 3 * INCH)
    assert refused(field(fliers, block, there), 0, ("swoop", 1, down, up)) == "masse.move.no-interpenetration"
    foe = changed(there, seat=1, x=there.x + (size_of(fliers)[0] + there.card.front) // 2)
    assert refused(field(fliers, block, foe), 0, ("swoop", 1, down, up)) == "masse.fly.modes", "it is not engaged afterwards"


@pytest.mark.rule("masse.fly.skirmish-riposte")
def test_the_riposte_is_an_ordinary_attack_upwards() -> None:
    fliers, block = above(altitude=1, distance=0, figures=1)
    world = field(changed(fliers, files=1), changed(block, **SIX))
    played = play(Call(exchange, world, 0, 1, False), dice=[1, 1, *[1] * 6])
    answer = next(roll for roll, _ in played.rolls if roll.figure == 1)
    # MA 1, close order +1, no commander -2, the enemy higher -1, against CA 18: only a 20
    assert answer.pool[0].then_table.index(1) + 1 == 20
    led = field(changed(fliers, files=1), changed(block, **SIX), hero(1, host=1, role="commander"))
    played = play(Call(exchange, led, 0, 1, False), dice=[1, 1, *[1] * 6])
    answer = next(roll for roll, _ in played.rolls if roll.figure == 1)
    assert answer.pool[0].then_table.index(1) + 1 == 18


@pytest.mark.rule("masse.fly.skirmish-riposte", "masse.melee.opportunity-before-contact")
def test_fliers_driven_off_by_longer_weapons_do_not_strike() -> None:
    fliers, _ = above(altitude=1, figures=1)
    pikes = unit("phalange", 1, 30, 50, 270, figures=1)
    _, length = straight_to(fliers, pikes)
    world = field(changed(fliers, files=1, card=changed(fliers.card, ml=-20)), changed(pikes, y=50 * INCH - length))
    # two touches, both 20: two of five NV, a quarter; the test fails by more than ten
    played = play(Call(exchange, world, 0, 1, False), dice=[8, 20, 20, 2, 2])
    assert played.result.units[0].morale == ROUTED
    assert "attacks" not in played.kinds


@pytest.mark.rule("masse.fly.interception")
def test_who_is_locked_in_the_air_fights_on_there() -> None:
    mine = unit("griffons", 0, 30, 20, figures=1, altitude=3)
    theirs = unit("griffons", 1, 30, 40, 270, figures=1, altitude=3)
    _, length = straight_to(mine, theirs)
    other = unit("griffons", 1, 30, 20, figures=1, altitude=5)
    world = field(changed(mine, y=mine.y + length), theirs, other)
    assert [answer for answer in Doing(world, 0, 0).listed() if answer[0] == "intercept"] == [("intercept", 1, ())]
    assert refused(world, 0, ("intercept", 2, way_to(world.units[0], other, 5))) == "masse.fly.takeoff-landing"
    assert refused(world, 0, ("intercept", 1, ((0, INCH, 0),))) == "masse.fly.interception"
    free = field(mine, theirs)
    assert refused(free, 0, ("intercept", 1, ())) == "masse.fly.interception"
    grounded = field(changed(mine, altitude=0), theirs)
    assert refused(grounded, 0, ("intercept", 1, way_to(grounded.units[0], theirs, 3))) == "masse.move.budget"


@pytest.mark.rule("masse.turn.delay", "masse.shoot.mod-delayed", "masse.fly.modes")
@pytest.mark.parametrize("mode", ["swoop", "dive", "ground-attack", "intercept"])
def test_those_who_wait_may_shoot_at_fliers_that_come(mode: str) -> None:
    fliers, block = above(altitude=4, distance=4, figures=1)
    aloft = mode == "intercept"
    foe = unit("griffons", 1, 30, 26, 270, figures=1, altitude=4) if aloft else changed(block, **SIX)
    bows = unit("archers-legers", 1, 36, 24, 180, figures=4, files=2, waiting=True)
    charge = {"declared": 1} if mode == "dive" else {}
    world = field(changed(fliers, files=1, **charge), foe, bows, acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == mode)
    perform = {"swoop": swoop, "dive": dive, "ground-attack": ground_attack, "intercept": intercept}[mode]
    played = play(Call(perform, world, 0, answer), dice=[5, 5] if mode == "dive" else [])
    assert (played.asked[-1].why, played.asked[-1].figure) == ("masse.shoot.mod-delayed", 2)
    shot = played.asked[-1].world.units[0]
    assert (shot.x, shot.y) != (fliers.x, fliers.y), "on its way"
    # each of four d6 is two touches, all of them 20: eight NV, and nothing is left of the griffon
    down = play(
        Call(perform, world, 0, answer),
        dice=[*([5, 5] if mode == "dive" else []), *[6] * 4, *[20] * 8],
        answers=["shoot"],
    )
    assert "attacks" not in down.kinds


@pytest.mark.rule("masse.fly.ground-attack")
def test_a_ground_attack_ends_on_the_ground_beside_its_target() -> None:
    fliers, block = above(altitude=2, distance=3, figures=1)
    world = field(changed(fliers, files=1), block)
    ((turn, length, steps),) = way_to(world.units[0], block, 0)
    assert refused(world, 0, ("ground-attack", 1, ((turn, length, steps),))) == ""
    assert refused(world, 0, ("ground-attack", 1, ((turn, length, steps + 1),))) == "masse.fly.ground-attack", "in the air"
    assert refused(world, 0, ("ground-attack", 1, ((turn, length - INCH, steps),))) == "masse.fly.ground-attack", "too short"


@pytest.mark.rule("masse.fly.ground-attack", "masse.melee.opportunity-before-contact")
def test_those_whom_longer_weapons_drive_off_attack_nobody() -> None:
    fliers, _ = above(altitude=2, figures=1)
    pikes = unit("phalange", 1, 30, 50, 270, figures=2, files=2)
    _, length = straight_to(fliers, pikes)
    weak = changed(fliers, files=1, card=changed(fliers.card, ml=-20))
    world = field(weak, changed(pikes, y=52 * INCH - length), acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "ground-attack")
    played = play(Call(ground_attack, world, 0, answer), dice=[8, 1, 20, 20, 2, 2])
    assert "first-blow" in played.kinds
    assert played.result.units[0].morale == ROUTED
    assert "attacks" not in played.kinds


@pytest.mark.rule("masse.fly.skirmish-attack")
def test_a_swoop_comes_down_on_its_target_and_goes_up_at_once() -> None:
    mine = unit("griffons", 0, 30, 20, figures=1, altitude=4)
    theirs = unit("griffons", 1, 30, 25, 270, figures=1, altitude=4)
    world = field(mine, theirs)
    up = ((0, 2 * INCH, 2),)
    assert refused(world, 0, ("swoop", 1, way_to(mine, theirs, 4), up)) == "masse.fly.skirmish-attack", "not level"
    lower = field(mine, changed(theirs, altitude=2))
    down = way_to(mine, lower.units[1], 2)
    assert refused(lower, 0, ("swoop", 1, down, up)) == ""
    late = ((0, INCH, 0), (0, INCH, 1))
    assert refused(lower, 0, ("swoop", 1, down, late)) == "masse.fly.skirmish-attack", "level first"


@pytest.mark.rule("masse.fly.takeoff-landing", "masse.fly.interception")
def test_who_is_engaged_on_the_ground_intercepts_nobody() -> None:
    fliers, block = above(altitude=0, distance=0, figures=1)
    aloft = unit("griffons", 1, 36, 20, 270, figures=1, altitude=2)
    world = field(changed(fliers, files=1), block, aloft)
    assert engaged(world, world.units[0])
    assert refused(world, 0, ("intercept", 2, way_to(world.units[0], aloft, 2))) == "masse.fly.takeoff-landing"
    assert not any(answer[0] == "intercept" for answer in Doing(world, 0, 0).listed())


@pytest.mark.rule("masse.fly.ground-attack", "masse.combat.casualty-removal", "masse.shoot.mod-delayed")
def test_fliers_thinned_on_their_way_still_reach_their_target() -> None:
    fliers, block = above(altitude=2, distance=4, figures=4)
    deep = changed(fliers, files=1, card=changed(fliers.card, nv=1, ml=20))
    _, length = straight_to(deep, changed(block, y=50 * INCH))
    bows = unit("archers-legers", 1, 36, 22, 180, figures=2, files=2, waiting=True)
    world = field(deep, changed(block, y=54 * INCH - length), bows, acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "ground-attack")
    # two touches, both hit: two of four fall from the rear; they pass their tests and strike with the first
    played = play(Call(ground_attack, world, 0, answer), dice=[3, 3, 20, 20, 5, 5, 1, 1], answers=["shoot"])
    assert played.result.units[0].figures == 2
    assert contact(played.result.units[0], played.result.units[1])
    assert "attacks" in played.kinds


@pytest.mark.rule("masse.fly.modes")
@pytest.mark.parametrize(("x", "y"), [(40, 20), (20, 20), (37, 27), (23, 27), (24, 15)])
def test_the_way_to_an_enemy_ends_right_beside_it(x: float, y: float) -> None:
    one = unit("djinn", 0, 30, 20, altitude=3)
    foe = unit("milice", 1, x, y, 270, figures=4, files=2)
    ((turn, length, steps),) = way_to(one, foe, 0)
    assert steps == -3
    there = along_way(field(one, foe), Flown(one), ((turn, length, steps),), 50 * INCH)
    assert there.refused is None
    assert upon(there.unit, foe)


@pytest.mark.rule("masse.fly.interception", "masse.melee.opportunity-before-contact", "masse.fly.skirmish-riposte")
def test_an_interception_is_an_ordinary_melee_with_its_riposte_whoever_reaches_farther() -> None:
    mine = unit(HIPPOGRIFFS, 0, 30, 20, figures=1, altitude=8)
    theirs = unit(HIPPOGRIFFS, 1, 30, 25, 270, figures=1, altitude=8, attacks=(Attack("pique", "melee", 0, (6,), length=2),))
    world = field(mine, theirs)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "intercept")
    played = play(Call(intercept, world, 0, answer), dice=[1, 1, 1, 3])
    blows = [tell.kind for tell in played.tells if tell.kind in ("first-blow", "attacks", "riposte")]
    assert blows == ["first-blow", "attacks", "riposte", "attacks"]


@pytest.mark.rule("masse.fly.ground-attack", "masse.undead.engage-test")
def test_fliers_that_dare_not_land_beside_the_dead_have_not_moved() -> None:
    fliers = unit("griffons", 0, 30, 20, figures=2, files=2, altitude=2, ml=-9)
    dead = unit("squelettes", 1, 30, 26, 270, figures=4, files=4)
    world = field(fliers, dead, acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "ground-attack")
    shrank = play(Call(ground_attack, world, 0, answer), dice=[2, 3]).asked[-1].world.units[0]
    assert (shrank.moved, shrank.altitude, shrank.x, shrank.y) == (False, 2, fliers.x, fliers.y)
