"""Dives: charges out of the air."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import INCH, SHAKEN, Attack, World
from escarmouche.systems.masse.rules.airfights import dive, exchange, straight_to, way_to
from escarmouche.systems.masse.rules.ground import contact
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import Declarations, may_declare
from tests.systems.masse.field import changed, field, play, unit
from tests.systems.masse.fliers import SIX, above, refused


def diving(**changes: Any) -> World:
    """One griffon that has declared to dive on six men."""
    fliers, block = above(altitude=4, distance=6, figures=1)
    return field(changed(fliers, files=1, declared=1, **changes), changed(block, **SIX))


def the_dive(world: World) -> tuple[Any, ...]:
    """The dive that is open."""
    answer: tuple[Any, ...] = next(one for one in Doing(world, 0, 0).listed() if one[0] == "dive")
    return answer


@pytest.mark.rule("masse.morale.shaken-no-charge", "masse.fly.dive-attack", "masse.morale.mod-charge")
def test_whoever_is_shaken_before_a_dive_strikes_home_strikes_without_its_bonus() -> None:
    world = diving()
    pikes = Attack("pique", "melee", 9, (12,), length=2)
    timid = changed(world.units[0], card=changed(world.units[0].card, ml=-3, nv=9))
    world = world.with_unit(changed(world.units[1], card=changed(world.units[1].card, attacks=(pikes,)))).with_unit(timid)
    # six pikes: one die of 12 is four touches and 4 NV, taken badly: 3 - 3 against 10
    played = play(Call(exchange, world, 0, 1, True), dice=[12, *[1] * 5, *[20] * 4, 1, 3, 1, 1, *[1] * 6])
    assert played.result.units[0].morale == SHAKEN
    blow = [tell for tell in played.tells if tell.kind == "attack-numbers"][1]
    assert "charge" not in dict(blow.about[4])


@pytest.mark.rule("masse.fly.dive-attack", "masse.fly.dive-lands", "masse.melee.charge-extra-dice")
def test_a_dive_is_a_charge_from_above() -> None:
    world = diving()
    answer = the_dive(world)
    # command test 2d10 + ML 3 + 4 against 8; then 2d6 and half as many again, d20 + 8 + 2 + 1 - 2 > 15: 7 and more
    played = play(Call(dive, world, 0, answer), dice=[4, 4, 3, 3, 6, 7, 1, 5, 5, 1, 1, 1, 1, 1], answers=["stand"])
    assert played.rolls[0][0].why == "masse.morale.dd-charge"
    attack = next(roll for roll, _ in played.rolls if roll.why == "masse.melee.contact")
    assert [part.count for part in attack.pool] == [2, 1]
    assert attack.pool[0].then_table[5:7] == (0, 1), "+2 for the charge and +1 for the height"
    after: World = played.result
    assert after.units[0].altitude == 0
    assert after.units[0].charged
    assert contact(after.units[0], after.units[1])


@pytest.mark.rule("masse.fly.dive-result")
def test_whoever_took_more_holds_the_ground() -> None:
    world = diving()
    answer = the_dive(world)
    _, length = straight_to(world.units[0], world.units[1])
    touched = world.units[0].y + length
    won = play(Call(dive, world, 0, answer), dice=[4, 4, 3, 1, 20, 1, 5, 5, 1, 1, 1, 1, 1], answers=["stand"])
    after: World = won.result
    assert won.told("gives-way").about[:2] == (1, 0)
    depth = world.units[0].card.depth
    assert after.units[0].y == touched + depth, "the griffon comes down where the men stood"
    assert after.units[1].y == world.units[1].y + depth
    assert contact(after.units[0], after.units[1]), "and they stay engaged"


@pytest.mark.rule("masse.fly.dive-result")
def test_equal_or_smaller_losses_leave_the_defender_where_it_is() -> None:
    world = diving()
    answer = the_dive(world)
    even = play(Call(dive, world, 0, answer), dice=[4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1], answers=["stand"])
    assert "gives-way" not in even.kinds
    assert even.result.units[1].y == world.units[1].y
    assert contact(even.result.units[0], even.result.units[1])
    lost = play(Call(dive, world, 0, answer), dice=[4, 4, 1, 1, 1, 8, 1, 1, 1, 1, 1, 20, 20, 5, 5], answers=["stand"])
    assert lost.told("gives-way").about[:2] == (0, 1)
    assert lost.result.units[1].y == world.units[1].y
    assert lost.result.units[0].altitude == 0


@pytest.mark.rule("masse.fly.dive-only-charge")
def test_only_a_dive_is_a_charge() -> None:
    fliers, block = above()
    assert may_declare(field(fliers, block), fliers)
    grounded = changed(fliers, altitude=0)
    assert not may_declare(field(grounded, block), grounded), "on the ground they do not charge"
    world = field(changed(grounded, declared=1), block)
    assert refused(world, 0, ("charge", ())) == "masse.fly.dive-only-charge"
    aloft = changed(block, card=changed(block.card, traits=("flying",)), altitude=2)
    assert Declarations(field(fliers, aloft), 0).pairs == (), "nor on fliers in the air"
    assert refused(field(changed(fliers, declared=1), aloft), 0, ("dive", 1, ())) == "masse.fly.dive-only-charge"
    swooping = field(fliers, block)
    assert refused(swooping, 0, ("dive", 1, ())) == "masse.turn.charge-declaration"


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.charge-failed-test")
def test_those_who_do_not_dare_to_dive_may_do_something_else() -> None:
    world = diving(card=changed(unit("griffons", 0, 0, 0).card, ml=-2))
    played = play(Call(dive, changed(world, acting=0), 0, the_dive(world)), dice=[1, 4])
    assert "charge-refused" in played.kinds
    assert played.asked[-1].why == "masse.turn.action-content"
    options = played.asked[-1].options.listed()
    assert any(answer[0] == "fly" for answer in options)
    assert not any(answer[0] in ("dive", "swoop", "ground-attack") for answer in options)


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.charge-failed-distance")
def test_a_dive_out_of_reach_is_a_flight_towards_the_target() -> None:
    fliers, block = above(altitude=4, distance=20)
    world = field(changed(fliers, declared=1), block)
    assert the_dive(world) == ("dive", 1, ())
    played = play(Call(dive, world, 0, ("dive", 1, ())))
    assert played.result.units[0].y - fliers.y == fliers.card.mv
    assert played.result.units[0].altitude == 4


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.charge-distance")
def test_a_dive_goes_between_half_and_one_and_a_half_mv() -> None:
    for distance, rule in ((3.6, "masse.move.charge-distance"), (3.8, ""), (11.5, ""), (11.7, "masse.move.budget")):
        fliers, block = above(altitude=2, distance=distance)
        world = field(changed(fliers, declared=1), block)
        assert refused(world, 0, ("dive", 1, way_to(fliers, block, 0))) == rule, distance


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.flee-voluntary")
def test_a_target_that_runs_is_not_struck() -> None:
    world = diving()
    played = play(Call(dive, world, 0, the_dive(world)), dice=[4, 4], answers=["flee"])
    assert "attacks" not in played.kinds
    assert played.result.units[0].altitude == 0, "but the fliers have come down"


@pytest.mark.rule("masse.fly.dive-attack", "masse.morale.shaken-must-break-off")
def test_a_unit_shaken_by_a_dive_must_break_off() -> None:
    world = diving()
    played = play(Call(dive, world, 0, the_dive(world)), dice=[4, 4, 3, 1, 20, 1, 1, 2, *[1] * 5], answers=["stand"])
    struck = played.result.units[1]
    assert (struck.morale, struck.broken) == (SHAKEN, True)


@pytest.mark.rule("masse.fly.dive-result")
def test_earlier_losses_do_not_decide_a_dive() -> None:
    fliers, block = above(altitude=4, distance=6, figures=1)
    world = field(changed(fliers, files=1, declared=1, nv_lost=2), changed(block, **SIX, nv_lost=9))
    even = play(Call(dive, world, 0, the_dive(world)), dice=[4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1], answers=["stand"])
    assert "gives-way" not in even.kinds
    assert [one.broken for one in even.result.units] == [False, False], "nobody is shaken, nobody must break off"


@pytest.mark.rule("masse.fly.dive-attack", "masse.move.charge-path")
def test_a_dive_has_one_turn_at_most() -> None:
    fliers, block = above(altitude=4, distance=6, figures=1)
    aside = changed(fliers, files=1, declared=1, facing=fliers.facing + 1500)
    world = field(aside, block)
    ((turn, length, steps),) = way_to(aside, block, 0)
    assert turn == -1500
    assert refused(world, 0, ("dive", 1, ((turn, length, steps),))) == ""
    straight = changed(aside, facing=fliers.facing)
    wavy = ((300, 10, 0), (-300, way_to(straight, block, 0)[0][1] - 10, -4))
    assert refused(field(straight, block), 0, ("dive", 1, wavy)) == "masse.move.charge-path"


@pytest.mark.rule("masse.fly.dive-result", "masse.melee.opportunity-before-contact", "masse.fly.skirmish-riposte")
def test_longer_weapons_strike_before_a_dive_and_answer_it_too() -> None:
    """A dive is a charge with all its results, then come the attack and its riposte; only a skirmish leaves one of the two."""
    world = diving()
    pikes = unit("phalange", 1, 30, 50, 270, figures=8, files=4)
    _, length = straight_to(world.units[0], pikes)
    world = world.with_unit(changed(pikes, id=1, y=56 * INCH - length, tie_die=1))
    played = play(Call(dive, world, 0, the_dive(world)), dice=[4, 4, *[1] * 8, 1, 1, 1, *[1] * 8], answers=["stand"])
    blows = [tell.kind for tell in played.tells if tell.kind in ("first-blow", "attacks", "riposte")]
    assert blows == ["first-blow", "attacks", "riposte", "attacks"]
    assert [part.count for roll, _ in played.rolls[1:] for part in roll.pool] == [8, 2, 1, 8], "all eight, twice"
