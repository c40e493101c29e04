"""A referee's second round, the second draw (Python's random with seed 32): what is offered, rolled and told."""

from __future__ import annotations

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse import cards
from escarmouche.systems.masse.model import (
    CHAMPION,
    CLOSE,
    COMMANDER,
    INCH,
    JOINED,
    METRE,
    ON_TABLE,
    PACK,
    ROUTED,
    SHAKEN,
    SKIRMISH,
)
from escarmouche.systems.masse.rules.combat import take_losses
from escarmouche.systems.masse.rules.flight import bound
from escarmouche.systems.masse.rules.ground import height_of, size_of
from escarmouche.systems.masse.rules.heroes import ended
from escarmouche.systems.masse.rules.melee import attack
from escarmouche.systems.masse.rules.orders import FIGHT, Doing
from escarmouche.systems.masse.rules.shooting import missile_pool
from escarmouche.systems.masse.rules.turn import act, obey, refreshed
from escarmouche.systems.masse.rules.undead import turn_undead
from tests.systems.masse.field import changed, engine, field, hero, play, unit
from tests.systems.masse.referees import BOW, SPEAR, kinds, men, refused


@pytest.mark.rule("masse.morale.shaken-must-break-off", "masse.move.break-off-conditions")
@pytest.mark.parametrize(("behind", "state"), [(40, SHAKEN), (15, ROUTED)])
def test_whoever_is_shaken_in_melee_breaks_off_or_runs(behind: float, state: int) -> None:
    ours = men(0, morale=SHAKEN, broken=True)
    world = field(ours, men(1, 21.6, 270), unit("milice", 0, 30, behind, figures=4), acting=0)
    played = play(Call(bound, world, 0), dice=[1] * 5 if state == SHAKEN else [9, 9])
    after, in_hand = played.result
    assert (in_hand, after.units[0].morale if after.units[0].status == ON_TABLE else ROUTED) == (False, state)
    assert ("breaks-off" in played.kinds) is (state == SHAKEN)


@pytest.mark.rule("masse.move.flee", "masse.move.flee-destroyed", "masse.move.flee-through-friends")
def test_a_flight_into_enemies_is_the_end_and_through_friends_a_fright() -> None:
    ours = changed(men(0, 20, 90, morale=ROUTED, formation=PACK, ml=0), x=12 * INCH)
    chaser = changed(men(1, 23.5, 270), x=12 * INCH)
    west = unit("infanterie-orque", 1, 7, 20, 0, figures=4, files=4)
    caught = play(Call(bound, field(ours, chaser, west, acting=0), 0), dice=[1, 2])
    assert caught.kinds[-2:] == ["flight-ends", "unit-destroyed"]
    friend = unit("infanterie-reguliere", 0, 8, 20, 90, figures=20, files=5, ml=0)
    through = play(Call(bound, field(ours, chaser, friend, acting=0), 0), dice=[1, 2, 9, 9])
    assert through.morale_tests == [(0, 10), (2, 6)], "whatever its strength"


@pytest.mark.rule("masse.combat.nv-to-figures", "masse.combat.nv-remainder")
@pytest.mark.parametrize(("carried", "lost", "figures", "rest"), [(0, 2, 4, 2), (2, 1, 3, 0), (2, 5, 2, 1), (0, 99, 0, 0)])
def test_losses_are_divided_by_nv_and_the_rest_is_kept(carried: int, lost: int, figures: int, rest: int) -> None:
    brutes = unit("ogres", 0, 30, 20, figures=4, files=4, nv=3, carried=carried, no_morale=True)
    after = play(Call(take_losses, field(brutes, men(1, 50, 270), men(0, 5)), 0, lost, 1)).result.units[0]
    assert (after.figures, after.carried) == (figures, rest)


@pytest.mark.rule("masse.combat.no-simultaneous-riposte", "masse.combat.defender-options")
def test_the_answer_comes_with_the_defenders_own_action() -> None:
    world = field(men(0), men(1, 21.6, 270, no_morale=True), acting=0)
    struck = play(Call(attack, world, 0, ("attack", 1)), dice=[1] * 5)
    assert [roll.seat for roll, _ in struck.rolls] == [0]
    assert {"attack", "break-off"} <= kinds(struck.result, 1)
    assert not {"move", "charge", "forced-march", "shoot"} & kinds(struck.result, 1)


@pytest.mark.rule("masse.turn.action-content")
def test_one_moves_then_fights_or_shoots_then_moves_but_does_not_fight_then_move() -> None:
    world = field(men(0), men(1, 24, 270, acted=True, no_morale=True), acting=0)
    walked = play(Call(obey, world, 0, 0), answers=[("move", (("march", 0, round(2.4 * INCH)),))])
    assert {"attack"} <= {answer[0] for answer in walked.asked[-1].options.listed()}
    near = field(men(0), men(1, 21.6, 270, no_morale=True), acting=0)
    done = play(Call(obey, near, 0, 0), dice=[1] * 5, answers=[("attack", 1)])
    assert done.result is not None, "nothing is left to ask"


@pytest.mark.rule("masse.engine.misfire-jam", "masse.engine.table-6c")
def test_a_jam_lasts_for_the_battle_and_harms_nobody() -> None:
    world = field(engine("canon", 0, 30, 10), men(1, 40, 270), acting=0)
    answer = next(one for one in Doing(world, 0, 0).listed() if one[0] == "fire")
    played = play(Call(obey, world, 0, 0), dice=[4, 3], answers=[answer])
    assert [roll.sides for roll, _ in played.rolls] == [20, 10], "a cannon misfires up to 4"
    after = played.result.units[0]
    assert (after.jammed, after.nv_lost, after.structure_hits) == (-1, 0, 0)
    for turn in (2, 9):
        later = changed(played.result, turn=turn).with_unit(refreshed(after))
        assert not {"fire", "reload"} & kinds(later)


@pytest.mark.rule("masse.engine.repair", "masse.engine.misfire-jam")
def test_when_the_battle_is_over_jammed_machines_take_days_to_repair() -> None:
    jammed = [
        engine("canon", 0, 30, 10, jammed=-1),
        engine("canon", 1, 30, 40, 270),
        engine("baliste", 1, 20, 40, 270, jammed=-1),
    ]
    over = field(*jammed, turn=9, turn_limit=8)
    played = play(Call(ended, over), dice=[3, 6])
    assert [tell.about for tell in played.tells if tell.kind == "engine-repaired"] == [(0, 3), (2, 6)]
    assert [roll.sides for roll, _ in played.rolls] == [6, 6]


@pytest.mark.rule("masse.magic.individuals-only", "masse.magic.immobile")
def test_spells_are_for_those_who_stand_alone_and_still() -> None:
    mage = hero(0, 30, 20, hero_class="wizard", level=8, spells=("boule-de-feu",))
    world = field(mage, men(1, 30, 270))
    assert "cast" in kinds(world)
    assert "cast" not in kinds(world.with_unit(changed(world.units[0], moved=True)))
    for role in (COMMANDER, CHAMPION):
        among = changed(mage, host=0, role=role, status=JOINED)
        assert "cast" not in kinds(field(men(0), men(1, 30, 270), among))
    cast = next(answer for answer in Doing(world, 0, 0).listed() if answer[0] == "cast")
    assert refused(world, cast, used=FIGHT) == "masse.turn.action-content"


@pytest.mark.rule("masse.fly.skirmish-formation", "masse.fly.altitude")
def test_flying_units_skirmish_and_a_step_is_five_metres() -> None:
    eagles = unit("aigles-geants", 0, 30, 20, figures=4, files=2, altitude=3)
    world = field(eagles, men(1, 50, 270))
    assert (eagles.formation, height_of(world, eagles)) == (SKIRMISH, 15 * METRE)
    down = field(changed(eagles, altitude=0), men(1, 50, 270))
    for order in (CLOSE, PACK):
        assert refused(down, ("move", (("formation", 2, order),))) == "masse.formation.allowed"


@pytest.mark.rule("masse.undead.turning-one-roll", "masse.undead.turning-effect", "masse.undead.turning-level-limit")
def test_forty_priests_of_level_six_take_eighty_nv() -> None:
    """One die for all of them, two NV a priest; only dead of their level or below."""
    priests = unit("milice", 0, 30, 20, figures=4, files=4, level=6, traits=("turns-undead",), turns_left=3, loyalty=0)
    dead = unit("squelettes", 1, 30, 22, 270, figures=99, files=33, nv=1)
    dead = changed(dead, y=20 * INCH + size_of(priests)[1] // 2 + size_of(dead)[1] // 2 + INCH // 4)
    world = field(priests, dead, unit("squelettes", 1, 30, 50, 270))
    played = play(Call(turn_undead, world, 0, ("turn",)), dice=[20])
    assert len(played.rolls) == 1
    assert played.told("turns-undead").about[-1] == 80
    mighty = field(priests, changed(dead, card=changed(dead.card, nv=7)), unit("squelettes", 1, 30, 50, 270))
    assert "nv-lost" not in play(Call(turn_undead, mighty, 0, ("turn",)), dice=[20]).kinds


@pytest.mark.rule("masse.org.base-sizes", "masse.scale.distance")
@pytest.mark.parametrize(
    ("profile", "front", "depth"),
    [("infanterie-reguliere", 20, 20), ("milice", 25, 25), ("ogres", 25, 25), ("cavalerie-lourde", 25, 50), ("hydre", 40, 40)],
)
def test_bases_in_millimetres(profile: str, front: int, depth: int) -> None:
    card = cards.card(profile)
    assert (card.front * 25 // INCH, card.depth * 25 // INCH) == (front, depth)


@pytest.mark.rule("masse.shoot.second-shot", "masse.shoot.mod-delayed")
def test_short_bows_shoot_twice_from_where_they_stand() -> None:
    bows = unit("archers-legers", 0, 30, 20, attacks=(BOW, SPEAR), volleys=7, formation=SKIRMISH, figures=2, files=2)
    world = field(bows, men(1, 25, 270, figures=4, files=4, no_morale=True, acted=True), acting=0)
    twice = play(Call(act, world, 0), dice=[1, 1], answers=[("shoot", 1, False), "second-shot"])
    assert not isinstance(twice.asked[-1].options, Doing) or twice.asked[-1].figure != 0, "its movement is given up"
    plain = missile_pool(world, world.units[0], world.units[1], False, False)[0].then_table.index(1)
    late = missile_pool(world, world.units[0], world.units[1], False, True)[0].then_table.index(1)
    assert late - plain == 1
