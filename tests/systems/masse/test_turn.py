"""The turn: secret declarations, the order of initiative, actions, delays, reinforcements."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call
from escarmouche.systems.masse.cards import HeroAttack
from escarmouche.systems.masse.model import (
    ENRAGED,
    INCH,
    ON_TABLE,
    PACK,
    RESERVE,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    Unit,
    World,
    Zone,
)
from escarmouche.systems.masse.rules.ground import cover_of
from escarmouche.systems.masse.rules.melee import melee_lines
from escarmouche.systems.masse.rules.orders import DONE, FIGHT, MOVE, Doing
from escarmouche.systems.masse.rules.reinforcements import Entry, reinforcements
from escarmouche.systems.masse.rules.turn import (
    Declarations,
    act,
    declare,
    foremost,
    imagined,
    initiative,
    new_turn,
    next_action,
    next_unit,
    refreshed,
    undecided,
)
from tests.systems.masse.field import area, changed, field, hero, play, structure, unit

NOTHING = ("declare", ())
USUAL: dict[str, Any] = {
    "masse.turn.charge-declaration": NOTHING,
    "masse.move.receive-charge": ("receive", ()),
    "masse.move.flee-voluntary": "stand",
}


def infantry(seat: int, x: float, y: float, die: int, **changes: Any) -> Unit:
    """Ten skirmishers with Init 0 who look at the other side."""
    given = {"formation": SKIRMISH, "init": 0, "die": die, **changes}
    return unit("infanterie-reguliere", seat, x, y, 90 if seat == 0 else 270, **given)


def lines(*dice: int, gap: float = 12) -> World:
    """Units of both sides in turn, side by side, in two lines that face each other."""
    units = [infantry(number % 2, 10 + 8 * (number // 2), 10 + gap * (number % 2), die) for number, die in enumerate(dice)]
    return field(*units, turn=0)


def acting(world: World, *answers: Any) -> list[int]:
    """Who acts, in order, when a turn is played with these answers first and everybody else does nothing but what it must."""
    given = list(answers)
    for _ in range(40):
        played = play(Call(new_turn, world), answers=given)
        if len(played.asked) == len(given):
            return [tell.about[0] for tell in played.tells if tell.kind == "acts"]
        due = played.asked[-1]
        if due.world.turn > world.turn + 1:
            return [tell.about[0] for tell in played.tells if tell.kind == "acts"]
        usual = USUAL.get(due.why, DONE)
        given.append(usual if due.options.check(usual) is None else due.options.listed()[0])
    raise AssertionError("the turn does not end")


# ---------------------------------------------------------------- the order (masse.turn.initiative-order)


@pytest.mark.rule("masse.turn.sequence", "masse.init.mod-charge", "masse.turn.initiative-order")
def test_charges_are_declared_and_then_all_act_once_in_descending_order() -> None:
    """The catalogue's example: 18 (A), 15 (B), 15 charging = 17 (C) act as A, C, B."""
    world = field(infantry(0, 10, 10, 18), infantry(0, 20, 10, 15), infantry(1, 20, 22, 15), turn=0)
    assert acting(world, NOTHING, ("declare", ((2, 1),))) == [0, 2, 1]
    assert acting(world) == [0, 1, 2]


@pytest.mark.rule("masse.turn.end", "masse.init.roll")
def test_when_all_have_acted_the_next_turn_begins_with_the_same_dice() -> None:
    world = lines(12, 8)
    answers = [NOTHING, NOTHING, DONE, DONE]
    played = play(Call(new_turn, world), answers=answers)
    after = played.asked[-1].world
    assert (after.turn, [one.die for one in after.units]) == (2, [12, 8])
    assert played.kinds.count("new-turn") == 2
    assert played.asked[-1].why == "masse.turn.charge-declaration"


@pytest.mark.rule("masse.init.mod-unit", "masse.init.table-2a", "masse.org.stat-init")
def test_the_characteristic_of_the_unit_counts() -> None:
    irregular = unit("irreguliers", 0, 10, 10, die=11, formation=SKIRMISH)
    world = field(irregular, unit("squelettes", 0, 20, 10), unit("zombis", 1, 30, 10))
    irregulars, skeletons, zombies = world.units
    assert initiative(world, irregulars) == 13
    assert initiative(world, skeletons) == 10 + 5
    assert initiative(world, zombies) == 10 - 1


@pytest.mark.rule("masse.init.recomputed", "masse.init.mod-shaken", "masse.init.mod-charge", "masse.init.mod-enraged")
def test_initiative_is_the_kept_die_and_what_applies_now() -> None:
    """Kept die 10, Init +1: 11; shaken 10; charging while stable 13."""
    world = field(infantry(0, 10, 10, 10, init=1), infantry(1, 10, 30, 5))
    one = world.units[0]
    assert initiative(world, one) == 11
    assert initiative(world, changed(one, morale=SHAKEN)) == 10
    assert initiative(world, changed(one, declared=1)) == 13
    assert initiative(world, changed(one, morale=ENRAGED)) == 11 + 2 + 1


@pytest.mark.rule("masse.init.mod-meute", "masse.init.mod-routed")
def test_packs_are_slower_and_the_routed_are_not() -> None:
    world = field(infantry(0, 10, 10, 10), infantry(1, 10, 30, 5))
    one = world.units[0]
    assert initiative(world, changed(one, formation=PACK)) == 9
    assert initiative(world, changed(one, formation=PACK, morale=ROUTED)) == 10


@pytest.mark.rule("masse.init.mod-height")
def test_every_full_five_metres_of_ground_count_and_altitude_does_not() -> None:
    hill = area("elevations", 5, 5, 10, 10, height_m=12)
    world = field(infantry(0, 10, 10, 10), infantry(0, 40, 10, 10, altitude=6), pieces=[hill])
    assert [initiative(world, one) for one in world.units] == [12, 10]


@pytest.mark.rule("masse.init.ties")
def test_the_higher_init_goes_first_then_the_die_kept_for_ties() -> None:
    world = field(infantry(0, 10, 10, 9), infantry(0, 20, 10, 8, init=1), infantry(1, 10, 30, 9, tie_die=4))
    assert next_unit(foremost(world)) == 1
    world = world.with_unit(changed(world.units[1], acted=True))
    assert next_unit(foremost(world)) == 2


@pytest.mark.rule("masse.init.ties")
def test_scores_that_become_equal_are_rolled_off_once() -> None:
    world = field(infantry(0, 10, 10, 9), infantry(1, 10, 30, 10, morale=SHAKEN), infantry(0, 30, 10, 2))
    world = changed(world, units=tuple(changed(one, tie_die=0) for one in world.units))
    assert undecided(foremost(world)) == [0, 1]
    played = play(Call(next_action, world), dice=[7, 7, 3, 12])
    assert [roll.figure for roll, _ in played.rolls] == [0, 1, 0, 1]
    after: World = played.asked[0].world
    assert played.asked[0].figure == 1
    assert undecided(foremost(after)) == []
    assert undecided(foremost(after.with_unit(changed(after.units[1], acted=True)))) == []


@pytest.mark.rule("masse.init.recomputed")
def test_whoever_has_become_faster_goes_next_and_nobody_acts_twice() -> None:
    world = field(infantry(0, 10, 10, 18, acted=True), infantry(1, 10, 30, 9), infantry(0, 20, 10, 10))
    assert next_unit(foremost(world)) == 2
    assert next_unit(foremost(world.with_unit(changed(world.units[1], morale=ENRAGED)))) == 1
    done = [changed(one, acted=True, morale=ENRAGED) for one in world.units]
    assert next_unit(foremost(changed(world, units=tuple(done)))) == -1


# ---------------------------------------------------------------- declarations (masse.turn.charge-declaration)


@pytest.mark.rule("masse.turn.charge-declaration")
def test_both_sides_declare_in_secret_and_reveal_together() -> None:
    world = lines(12, 8)
    first = play(Call(new_turn, world), answers=[("declare", ((0, 1),))])
    asked = first.asked[-1]
    assert (asked.seat, asked.secret, asked.world.units[0].declared) == (1, True, -1)
    assert asked.world.sides[0].sealed == ((0, 1),)
    assert "declares-charge" not in first.kinds
    second = play(Call(new_turn, world), answers=[("declare", ((0, 1),)), ("declare", ((1, 0),))])
    assert [tell.about for tell in second.tells if tell.kind == "declares-charge"] == [(0, 1), (1, 0)]
    after = second.asked[-1].world
    assert [one.declared for one in after.units] == [1, 0]
    assert [side.sealed for side in after.sides] == [None, None]


@pytest.mark.rule("masse.turn.charge-declaration", "masse.move.charge-sees-target", "masse.view.purpose")
def test_a_declaration_names_one_target_in_sight() -> None:
    wood = area("foret-dense", 4, 14, 14, 4)
    mine, theirs = [infantry(0, x, 10, 12) for x in (10, 30)], [infantry(1, x, 22, 8) for x in (10, 30)]
    world = field(*mine, *theirs, pieces=[wood])
    options = Declarations(world, 0)
    assert (1, 3) in options.pairs
    assert (0, 2) not in options.pairs
    refused = options.check(("declare", ((0, 2),)))
    assert refused is not None
    assert (refused.rule, refused.key, refused.about) == ("masse.move.charge-sees-target", "does-not-see", (0, 2))
    twice = options.check(("declare", ((1, 3), (1, 3))))
    assert twice is not None
    assert twice.key == "declared-twice"
    for answer in options.listed():
        assert options.check(answer) is None


@pytest.mark.rule("masse.turn.charge-declaration", "masse.move.charge-state", "masse.move.charge-single-front")
def test_what_forbids_a_declaration_is_named() -> None:
    for changes, rule in (
        ({"morale": SHAKEN}, "masse.move.charge-state"),
        ({"fronts": (1,)}, "masse.move.charge-single-front"),
    ):
        world = field(infantry(0, 30, 10, 12, **changes), infantry(1, 30, 22, 8))
        refused = Declarations(world, 0).check(("declare", ((0, 1),)))
        assert refused is not None
        assert refused.rule == rule
    alone = field(hero(0, 30, 10), infantry(1, 30, 22, 8), infantry(0, 10, 10, 10))
    refused = Declarations(alone, 0).check(("declare", ((0, 1),)))
    assert refused is not None
    assert refused.rule == "masse.hero.attack-needs-full-action"
    for nonsense in ((0, 0), (1, 0), (9, 1), (2, 7)):
        refused = Declarations(alone, 0).check(("declare", (nonsense,)))
        assert refused is not None
        assert refused.key == "cannot-declare"


@pytest.mark.rule("masse.turn.charge-declaration")
def test_what_is_imagined_of_a_sealed_declaration_is_drawn_anew() -> None:
    world = play(Call(declare, lines(12, 8, 11, 9), 0), answers=[("declare", ((0, 1),))]).result
    drawn = {imagined(world, 1, Stream(seed)).sides[0].sealed for seed in range(40)}
    assert len(drawn) > 2
    assert imagined(world, 0, Stream(3)) is world
    assert imagined(lines(12, 8), 1, Stream(3)).sides[0].sealed is None


# ---------------------------------------------------------------- actions (masse.turn.action-content)


@pytest.mark.rule("masse.turn.action-content")
def test_an_action_is_a_move_and_a_fight_and_the_move_is_not_split() -> None:
    world = field(infantry(0, 10, 10, 12), infantry(1, 10, 30, 8))
    march = ("move", (("march", 0, INCH),))
    assert Doing(world, 0, 0).check(march) is None
    archers = field(unit("archers-legers", 0, 10, 10, die=12), infantry(1, 10, 15, 8))
    for used, expected in ((MOVE, "action-used"), (MOVE | FIGHT, "action-used")):
        refused = Doing(world, 0, used).check(march)
        assert refused is not None
        assert (refused.rule, refused.key) == ("masse.turn.action-content", expected)
    assert Doing(world, 0, FIGHT).check(march) is None
    asked = play(Call(act, archers, 0), answers=[march]).asked[-1]
    assert isinstance(asked.options, Doing)
    assert (asked.figure, asked.options.used) == (0, MOVE)


@pytest.mark.rule("masse.turn.action-content")
def test_whoever_has_fought_hand_to_hand_does_not_move_afterwards() -> None:
    world = field(infantry(0, 10, 10, 12, figures=5, files=5), infantry(1, 10, 10.85, 8, figures=20, files=10))
    played = play(Call(act, world, 0), dice=[1] * 5, answers=[("attack", 1)])
    assert played.kinds[-1] == "acts"
    assert played.asked[-1].figure == 1


@pytest.mark.rule("masse.turn.test-before-acting")
def test_tests_come_before_anything_else_in_an_action() -> None:
    world = field(infantry(0, 10, 10, 12, morale=ROUTED, formation=PACK), infantry(1, 10, 30, 8))
    played = play(Call(act, world, 0), dice=[10, 9], answers=["turn-about"])
    assert [roll.why for roll, _ in played.rolls] == ["masse.morale.dd-rally"]
    assert played.asked[-1].why == "masse.turn.action-content"


@pytest.mark.rule("masse.turn.hero-free-actions")
def test_to_take_another_weapon_for_nothing_costs_neither_the_move_nor_the_fight() -> None:
    weapons = (("epee-longue", 0), ("fronde", 4), ("arc-long", 7))
    sword, sling, bow = [HeroAttack(weapon=weapon, ma=8, max_damage=12, pt=pt) for weapon, pt in weapons]
    with_sling, with_bow = hero(0, 10, 10, attacks=[sword, sling], weapon=1), hero(0, 10, 10, attacks=[sword, bow], weapon=1)
    assert [line.weapon for line in melee_lines(with_sling)] == ["epee-longue"]
    assert [line.weapon for line in melee_lines(with_bow)] == ["improvised"]


# ---------------------------------------------------------------- delays (masse.turn.delay)


@pytest.mark.rule("masse.turn.delay")
def test_a_held_action_is_taken_after_any_other_and_lost_when_the_turn_ends() -> None:
    world = lines(15, 10, 5, 4)
    start = [NOTHING, NOTHING, ("delay",)]
    assert acting(world, *start, 0, DONE) == [0, 0, 1, 2, 3]
    played = play(Call(new_turn, world), answers=[*start, "hold", DONE, "hold", DONE, 0, DONE, DONE])
    assert [tell.about[0] for tell in played.tells if tell.kind == "acts"] == [0, 1, 2, 0, 3]
    lost = play(Call(new_turn, world), answers=[*start, "hold", DONE, "hold", DONE, "hold", DONE, "hold"])
    assert lost.asked[-1].world.turn == 2
    assert not lost.asked[-1].world.units[0].waiting


@pytest.mark.rule("masse.turn.delay")
def test_an_action_is_held_back_once_and_not_in_rage_or_rout() -> None:
    world = field(infantry(0, 10, 10, 12), infantry(1, 10, 30, 8))
    one = world.units[0]
    assert Doing(world, 0, 0).check(("delay",)) is None
    for changes in ({"delayed": True}, {"morale": ENRAGED}, {"morale": ROUTED}, {"second_shot": True}):
        refused = Doing(world.with_unit(changed(one, **changes)), 0, 0).check(("delay",))
        assert refused is not None
        assert (refused.rule, refused.key) == ("masse.turn.delay", "cannot-delay")
    held = play(Call(act, world, 0), answers=[("delay",)]).asked[-1].world.units[0]
    assert (held.waiting, held.delayed, held.acted) == (True, True, False)
    assert not refreshed(held).delayed


@pytest.mark.rule("masse.turn.delay")
def test_stepping_in_brings_no_second_attempt_to_rally() -> None:
    world = field(infantry(0, 10, 10, 12, morale=SHAKEN), infantry(1, 10, 30, 8))
    first = play(Call(act, world, 0))
    assert first.asked[-1].why == "masse.morale.rally-shaken"
    held = world.with_unit(changed(world.units[0], delayed=True))
    assert play(Call(act, held, 0)).asked[-1].why == "masse.turn.action-content"


def test_the_turn_of_a_unit_refreshes_what_is_counted_by_turn() -> None:
    tired = infantry(0, 10, 10, 12, acted=True, moved=True, shot=True, charged=True, declared=3, turn_nv=4, figures=7, bless=2)
    fresh = refreshed(tired)
    assert (fresh.acted, fresh.moved, fresh.shot, fresh.charged) == (False, False, False, False)
    assert (fresh.declared, fresh.turn_nv, fresh.turn_figures, fresh.bless) == (-1, 0, 7, 1)
    away = changed(tired, status=RESERVE)
    assert refreshed(away) is away


def test_a_battle_that_is_over_is_not_played_on() -> None:
    world = field(infantry(0, 10, 10, 12), infantry(1, 10, 30, 8, morale=ROUTED))
    result = play(Call(next_action, world)).result
    assert (result.winner, result.reason) == (0, "masse.victory.end")


# ---------------------------------------------------------------- reinforcements (masse.turn.reinforcements)


def coming(**changes: Any) -> Unit:
    """A unit that enters in the second turn."""
    return infantry(0, 0, 0, 0, **{"status": RESERVE, "entry_turn": 2, **changes})


@pytest.mark.rule("masse.turn.reinforcements")
def test_reinforcements_roll_their_initiative_when_they_enter_and_act_in_their_place() -> None:
    world = field(infantry(0, 10, 30, 15), coming(), infantry(1, 10, 50, 9), turn=0)
    first = play(Call(new_turn, world), answers=[NOTHING, NOTHING, DONE, DONE])
    asked = first.asked[-1]
    assert (asked.why, asked.figure, asked.world.turn) == ("masse.turn.reinforcements", 1, 2)
    played = play(
        Call(new_turn, world),
        dice=[12],
        answers=[NOTHING, NOTHING, DONE, DONE, ("arrive", 1, 30 * INCH), NOTHING, NOTHING, DONE, DONE],
    )
    assert [tell.about[0] for tell in played.tells if tell.kind == "acts"] == [0, 2, 0, 1, 2]
    assert played.told("enters").about == (1, 12, 12)
    there = played.asked[-1].world.units[1]
    assert (there.status, there.die, there.x, there.facing) == (ON_TABLE, 12, 30 * INCH, 9000)
    assert 0 < there.y < 2 * INCH


@pytest.mark.rule("masse.turn.reinforcements")
def test_they_come_by_their_sides_edge_or_the_zone_of_the_scenario() -> None:
    world = field(coming(entry_turn=1), infantry(1, 30, 50, 9))
    anywhere = [answer[2] for answer in Entry(world, 0).listed()]
    assert min(anywhere) < 5 * INCH
    assert max(anywhere) > 50 * INCH
    zone = Zone("enter", 0, 60 * INCH, 20 * INCH, 60 * INCH, 40 * INCH)
    entry = Entry(changed(world, zones=(zone,)), 0)
    places = [answer[2] for answer in entry.listed()]
    assert 20 * INCH < min(places) < max(places) < 40 * INCH
    refused = entry.check(("arrive", 0, 50 * INCH))
    assert refused is not None
    assert refused.key == "beyond-entry"
    arrived = play(Call(reinforcements, changed(world, zones=(zone,))), dice=[7], answers=[("arrive", 0, 30 * INCH)])
    there = arrived.result.units[0]
    assert (there.facing, there.y) == (18000, 30 * INCH)
    assert there.x > 58 * INCH


@pytest.mark.rule("masse.turn.reinforcements")
def test_without_room_they_wait_and_nobody_is_asked() -> None:
    wall = structure("muraille-d-enceinte", 0, 0, 60, 1)
    world = field(coming(entry_turn=1), infantry(1, 30, 50, 9), structures=[wall])
    played = play(Call(reinforcements, world))
    assert (played.kinds, played.asked) == (["no-room-to-enter"], [])
    assert played.result.units[0].status == RESERVE
    free = field(coming(entry_turn=1), infantry(1, 30, 50, 9))
    refused = Entry(free, 0).check(("wait",))
    assert refused is not None
    assert refused.key == "room-to-enter"


@pytest.mark.rule("masse.turn.reinforcements")
def test_they_do_not_enter_upon_friends_or_in_contact_with_the_enemy() -> None:
    friend = hero(0, 20, 1)
    foe = infantry(1, 40, 3.02, 9)
    world = field(coming(entry_turn=1), friend, foe)
    entry = Entry(world, 0)
    on_friend, on_foe = entry.check(("arrive", 0, 20 * INCH)), entry.check(("arrive", 0, 40 * INCH))
    assert on_friend is not None
    assert on_foe is not None
    assert (on_friend.key, on_foe.key) == ("unit-in-the-way", "enters-into-contact")
    for answer in entry.listed():
        assert entry.check(answer) is None
    for seed in range(20):
        assert entry.check(entry.sample(Stream(seed))) is None


@pytest.mark.rule("masse.turn.charge-declaration", "masse.move.charge")
def test_nobody_declares_a_charge_on_troops_behind_walls() -> None:
    house = structure("structure-d-habitation-legere", 8, 20, 4, 4)
    world = field(infantry(0, 10, 10, 12), changed(infantry(1, 10, 22, 8), building=0), structures=[house])
    options = Declarations(world, 0)
    assert options.pairs == ()
    refused = options.check(("declare", ((0, 1),)))
    assert refused is not None
    assert (refused.rule, refused.key) == ("masse.move.charge", "behind-walls")
    outside = Declarations(world.with_unit(changed(world.units[1], building=-1, y=40000)), 0)
    assert outside.pairs == ((0, 1),)


@pytest.mark.rule("masse.terrain.cover-lost-when-fighting", "masse.turn.action-content")
def test_whoever_fought_has_its_whole_cover_back_with_its_next_action() -> None:
    hedge = area("obstacles-bas", 20, 20.9, 20, 0.4)
    world = field(unit("infanterie-reguliere", 0, 30, 20, fought=True), unit("milice", 1, 30, 40, 270), pieces=[hedge])
    assert cover_of(world, world.units[0], world.units[1]) == 25
    now = play(Call(act, world, 0)).asked[-1].world
    assert cover_of(now, now.units[0], now.units[1]) == 50
