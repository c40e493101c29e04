"""Morale: the test, its causes and modifiers, the four states."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    CLOSE,
    COMMANDER,
    ENRAGED,
    FRONT,
    INCH,
    LEFT,
    PACK,
    REAR,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    STABLE,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import after_losing, struck_from, take_losses
from escarmouche.systems.masse.rules.ground import engaged, strength
from escarmouche.systems.masse.rules.morale import (
    BEYOND_HALF,
    CHARGE,
    CHARGING,
    ENEMY_CHARGING,
    FIRST_FIGURE,
    FORCED_MARCH,
    FOUR_NV,
    FRIEND_ROUTED,
    HALF,
    HATRED,
    OBSTACLE,
    QUARTER,
    RALLY,
    UNDEAD,
    change_state,
    dismay,
    loss_percent,
    morale_modifiers,
    morale_test,
    new_causes,
    settled,
    takes_tests,
)
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import bound_rule, initiative, may_declare
from escarmouche.systems.masse.rules.values import DIFFICULTY
from tests.systems.masse.field import Played, area, changed, field, hero, play, structure, unit


def infantry(**changes: Any) -> Unit:
    """Regular infantry of seat 0, two ranks of five, ML 0 where nothing else is said."""
    return unit("infanterie-reguliere", 0, 30, 20, **{"formation": SKIRMISH, "ml": 0, **changes})


def orcs(x: float = 30, y: float = 50, **changes: Any) -> Unit:
    """Orcs of seat 1, far away."""
    return unit("infanterie-orque", 1, x, y, 270, **changes)


def rows(*units: Unit, cause: str = FIRST_FIGURE, against: int = -1, **changes: Any) -> dict[str, int]:
    """The morale modifiers of the first of these units."""
    world = field(*units, **changes)
    return dict(morale_modifiers(world, world.units[0], cause, against))


def roll(world: World, first: int, second: int, cause: str = FIRST_FIGURE, against: int = -1) -> Played:
    """Unit 0 tests its morale."""
    return play(Call(morale_test, world, 0, cause, against), dice=[first, second])


def state_after(first: int, second: int, cause: str = FIRST_FIGURE, **changes: Any) -> int:
    """The morale of regular infantry after a test with these dice."""
    morale: int = roll(field(infantry(**changes), orcs()), first, second, cause).result[0].units[0].morale
    return morale


# ---------------------------------------------------------------- the test


@pytest.mark.rule("masse.morale.test")
def test_two_d10_and_modifiers_must_reach_the_difficulty() -> None:
    assert roll(field(infantry(ml=-1), orcs()), 5, 4, FOUR_NV).result[1] is True
    assert roll(field(infantry(ml=2), orcs()), 3, 4, QUARTER).result[1] is False


@pytest.mark.rule("masse.morale.heroes-exempt", "masse.special.no-morale", "masse.undead.no-test-to-act")
def test_heroes_and_the_undead_never_test() -> None:
    assert not takes_tests(hero(0, 10, 10))
    assert not takes_tests(unit("squelettes", 0, 30, 20))
    assert takes_tests(infantry())
    assert play(Call(morale_test, field(unit("squelettes", 0, 30, 20), orcs()), 0, FOUR_NV, -1)).rolls == []


@pytest.mark.rule("masse.morale.four-states", "masse.morale.start-stable", "masse.morale.state-stable")
def test_units_begin_stable() -> None:
    assert infantry().morale == STABLE


@pytest.mark.rule("masse.morale.state-stable", "masse.morale.table-3c")
def test_a_stable_unit_has_neither_modifiers_nor_limits() -> None:
    bow = Attack("arc-court", "missile", 0, (6,), pt=40 * INCH)
    world = field(infantry(attacks=(bow,)), orcs())
    stable = world.units[0]
    assert dict(morale_modifiers(world, stable, FIRST_FIGURE, -1)) == {}
    assert initiative(world, stable) == stable.die + stable.card.init
    kinds = {answer[0] for answer in Doing(world, 0, 0).listed()}
    assert {"move", "shoot", "delay", "receive"} <= kinds
    assert may_declare(world, stable)
    assert play(Call(bound_rule(), world, 0)).result[1] is True, "its player has it in hand"


@pytest.mark.rule("masse.morale.four-states")
def test_every_test_leads_to_one_of_the_four_states() -> None:
    found = set()
    for state in (ENRAGED, STABLE, SHAKEN, ROUTED):
        for cause in DIFFICULTY:
            for natural in range(2, 21):
                found |= {settled(infantry(morale=state), cause, natural, margin) for margin in range(-15, 16)}
    assert found == {ENRAGED, STABLE, SHAKEN, ROUTED}


@pytest.mark.rule("masse.morale.failure-degrades")
@pytest.mark.parametrize(("before", "after"), [(STABLE, SHAKEN), (SHAKEN, ROUTED)])
def test_a_failure_lowers_the_state_by_one_step(before: int, after: int) -> None:
    assert state_after(2, 3, QUARTER, morale=before) == after


@pytest.mark.rule("masse.morale.enraged-fails")
def test_an_enraged_unit_that_fails_is_stable_and_a_routed_one_stays_routed() -> None:
    assert state_after(2, 3, QUARTER, morale=ENRAGED) == STABLE
    assert settled(infantry(morale=ROUTED), FOUR_NV, 5, -3) == ROUTED


@pytest.mark.rule("masse.morale.complete-failure")
@pytest.mark.parametrize(("natural", "margin", "state"), [(5, -11, ROUTED), (5, -10, SHAKEN), (2, 4, ROUTED)])
def test_more_than_ten_below_or_a_natural_two_routs(natural: int, margin: int, state: int) -> None:
    assert settled(infantry(), FIRST_FIGURE, natural, margin) == state


@pytest.mark.rule("masse.morale.complete-failure")
def test_a_natural_two_routs_whatever_the_modifiers() -> None:
    world, passed, _ = roll(field(infantry(ml=8), orcs()), 1, 1, FIRST_FIGURE).result
    assert (passed, world.units[0].morale) == (False, ROUTED)


@pytest.mark.rule("masse.morale.superior-success")
@pytest.mark.parametrize(("natural", "margin", "state"), [(15, 11, ENRAGED), (15, 10, STABLE), (20, 1, ENRAGED)])
def test_more_than_ten_above_or_a_natural_twenty_enrages(natural: int, margin: int, state: int) -> None:
    assert settled(infantry(), FOUR_NV, natural, margin) == state


@pytest.mark.rule("masse.morale.single-test-highest-dd")
def test_several_causes_make_one_test_at_the_highest_difficulty() -> None:
    world = field(infantry(figures=12, files=6), orcs())
    played = play(Call(take_losses, world, 0, 4, 1), dice=[5, 6])
    assert played.morale_tests == [(0, 10)]


# ---------------------------------------------------------------- causes (masse.morale.table-3a)


@pytest.mark.rule("masse.morale.table-3a")
def test_the_difficulties_of_table_3a() -> None:
    assert (DIFFICULTY[CHARGE], DIFFICULTY[OBSTACLE], DIFFICULTY[FORCED_MARCH], DIFFICULTY[HATRED]) == (8, 12, 5, 8)
    assert (DIFFICULTY[RALLY], DIFFICULTY[FRIEND_ROUTED], DIFFICULTY[ENEMY_CHARGING], DIFFICULTY[UNDEAD]) == (10, 6, 6, 10)
    losses = (FIRST_FIGURE, FOUR_NV, QUARTER, HALF, BEYOND_HALF)
    assert [DIFFICULTY[cause] for cause in losses] == [6, 8, 10, 12, 12]


@pytest.mark.rule(
    "masse.morale.dd-charge",
    "masse.morale.dd-obstacle-in-charge",
    "masse.morale.dd-forced-march",
    "masse.morale.dd-hatred",
    "masse.morale.dd-rally",
    "masse.morale.dd-friend-routed",
    "masse.morale.dd-enemy-charging",
    "masse.morale.dd-undead",
    "masse.morale.dd-first-figure",
    "masse.morale.dd-4nv",
    "masse.morale.dd-25pc-turn",
    "masse.morale.dd-50pc-turn",
    "masse.morale.dd-beyond-50pc",
)
def test_each_cause_is_passed_at_its_difficulty_and_failed_one_below() -> None:
    difficulties = {
        CHARGE: 8, OBSTACLE: 12, FORCED_MARCH: 5, HATRED: 8, RALLY: 10, FRIEND_ROUTED: 6, ENEMY_CHARGING: 6, UNDEAD: 10,
        FIRST_FIGURE: 6, FOUR_NV: 8, QUARTER: 10, HALF: 12, BEYOND_HALF: 12,
    }  # fmt: skip
    for cause, dd in difficulties.items():
        others = sum(rows(infantry(), orcs(), cause=cause).values())
        for short, passed in ((0, True), (1, False)):
            world = field(infantry(ml=dd - 10 - others - short), orcs())
            assert roll(world, 5, 5, cause).result[1] is passed, (cause, short)


@pytest.mark.rule("masse.morale.dd-charge")
@pytest.mark.parametrize("dice", [(1, 1), (1, 2)])
def test_a_failed_charge_test_changes_nothing(dice: tuple[int, int]) -> None:
    played = roll(field(infantry(ml=-3), orcs()), *dice, CHARGE)
    assert (played.result[1], played.result[0].units[0].morale) == (False, STABLE)


@pytest.mark.rule("masse.morale.dd-charge")
def test_close_order_infantry_charges_with_six() -> None:
    assert sum(rows(infantry(formation=CLOSE), orcs(), cause=CHARGE).values()) == 6


@pytest.mark.rule("masse.morale.dd-undead")
def test_a_failed_test_against_the_undead_changes_nothing() -> None:
    world = field(infantry(), unit("squelettes", 1, 30, 50, 270))
    played = roll(world, 1, 1, UNDEAD, 1)
    assert (played.result[1], played.result[0].units[0].morale) == (False, STABLE)


@pytest.mark.rule("masse.morale.dd-hatred")
def test_hatred_enrages_those_who_fail_and_leaves_the_others_as_they_are() -> None:
    assert state_after(1, 2, HATRED) == ENRAGED
    assert state_after(10, 10, HATRED) == STABLE


@pytest.mark.rule("masse.morale.dd-rally", "masse.morale.mod-shaken")
def test_rallying_brings_back_to_stable_or_leaves_the_state() -> None:
    leader = hero(0, 30, 22)
    world = field(infantry(morale=SHAKEN, ml=1), orcs(), leader)
    assert sum(dict(morale_modifiers(world, world.units[0], RALLY, -1)).values()) == 2
    assert roll(world, 4, 4, RALLY).result[0].units[0].morale == STABLE
    assert roll(world, 3, 4, RALLY).result[0].units[0].morale == SHAKEN
    assert state_after(1, 1, RALLY, morale=SHAKEN) == SHAKEN
    assert state_after(10, 10, RALLY, morale=SHAKEN) == STABLE


@pytest.mark.rule("masse.morale.dd-first-figure")
def test_the_first_figure_lost_calls_for_a_test() -> None:
    lost = after_losing(infantry(figures=20, files=5, turn_figures=20, began=20), 1)
    assert new_causes(lost, 20) == [FIRST_FIGURE]
    again = after_losing(lost, 1)
    assert new_causes(again, 19) == []


@pytest.mark.rule("masse.morale.dd-4nv")
def test_four_nv_in_one_turn_call_for_a_test_however_they_add_up() -> None:
    shot = after_losing(infantry(figures=30, files=10, turn_figures=30, began=30), 3)
    assert FOUR_NV not in new_causes(shot, 30)
    assert FOUR_NV in new_causes(after_losing(shot, 1), 27)


@pytest.mark.rule("masse.morale.dd-25pc-turn", "masse.morale.dd-50pc-turn", "masse.morale.loss-percentages")
@pytest.mark.parametrize(("lost", "causes"), [(2, [FIRST_FIGURE]), (3, [FIRST_FIGURE, QUARTER])])
def test_a_quarter_of_the_turns_figures_calls_for_a_test(lost: int, causes: list[str]) -> None:
    twelve = infantry(figures=12, files=6, turn_figures=12, began=12)
    assert new_causes(after_losing(twelve, lost), 12) == causes
    assert HALF in new_causes(after_losing(twelve, 6), 12)
    assert HALF not in new_causes(after_losing(twelve, 5), 12)


@pytest.mark.rule("masse.morale.dd-beyond-50pc")
def test_every_loss_beyond_half_of_the_initial_number_calls_for_a_test() -> None:
    five = infantry(figures=5, files=5, turn_figures=5, began=10)
    assert BEYOND_HALF in new_causes(after_losing(five, 1), 5)
    four = infantry(figures=4, files=4, turn_figures=4, began=10, tested=(QUARTER,))
    assert BEYOND_HALF in new_causes(after_losing(four, 1), 4)
    assert BEYOND_HALF not in new_causes(after_losing(infantry(turn_figures=10, began=10), 5), 10)


@pytest.mark.rule("masse.morale.loss-test-timing")
def test_each_threshold_calls_once_a_turn_and_the_routed_do_not_test() -> None:
    tested = infantry(figures=9, files=5, turn_figures=12, began=12, tested=(QUARTER,))
    assert QUARTER not in new_causes(after_losing(tested, 1), 9)
    world = field(infantry(figures=12, files=6, turn_figures=12, began=12, morale=ROUTED), orcs())
    assert play(Call(take_losses, world, 0, 4, 1)).rolls == []


@pytest.mark.rule("masse.morale.loss-percentages")
def test_single_figures_count_nv() -> None:
    ogre = unit("hydre", 0, 30, 20, nv=8, nv_lost=4)
    assert loss_percent(ogre) == 50
    assert loss_percent(infantry(figures=4, began=10)) == 60


@pytest.mark.rule("masse.morale.loss-percentages", "masse.morale.dd-25pc-turn", "masse.morale.dd-beyond-50pc")
def test_a_single_figure_tests_for_its_nv_as_units_do_for_figures() -> None:
    beast = unit("hydre", 0, 30, 20, nv=8)
    for lost_before, lost_now, causes in (
        (0, 2, [QUARTER]),
        (4, 1, [QUARTER, BEYOND_HALF]),  # a quarter of the four it had when the turn began
        (5, 1, [QUARTER, BEYOND_HALF]),
        (0, 1, []),
    ):
        hurt = changed(beast, nv_lost=lost_before + lost_now, carried=lost_before + lost_now, turn_nv=lost_now)
        assert new_causes(hurt, 1) == causes, (lost_before, lost_now)


@pytest.mark.rule("masse.morale.modifier-families", "masse.morale.mod-rear-attacked")
def test_the_worse_of_flank_and_rear_counts_for_the_rest_of_the_turn() -> None:
    world = struck_from(struck_from(field(infantry(), orcs()), 0, REAR), 0, LEFT)
    assert dict(morale_modifiers(world, world.units[0], FIRST_FIGURE, -1)) == {"arriere": -4}


@pytest.mark.rule("masse.morale.mod-fear")
def test_fear_reaches_as_far_as_bases_touch() -> None:
    bones = unit("squelettes", 1, 30, 21.6, 270)
    world = field(infantry(formation=CLOSE, figures=10), changed(bones, y=round(21.6 * INCH) + 40))
    assert engaged(world, world.units[0])
    assert dict(morale_modifiers(world, world.units[0], FIRST_FIGURE, -1))["peur"] == -1


@pytest.mark.rule("masse.morale.strength")
def test_strength_is_the_nv_that_are_left() -> None:
    ogres = unit("ogres", 0, 30, 20, figures=8, files=4, nv=2)
    assert (strength(ogres), strength(infantry(figures=12, files=6)), strength(changed(ogres, carried=1))) == (16, 12, 15)


@pytest.mark.rule("masse.morale.dd-friend-routed", "masse.morale.strength")
def test_weaker_friends_within_three_inches_of_a_rout_test() -> None:
    routed = infantry(figures=20, files=5, morale=ROUTED)
    near, far = unit("milice", 0, 34.5, 20, figures=4, files=2), unit("milice", 0, 50, 20, figures=4, files=2)
    strong = unit("infanterie-reguliere", 0, 24.5, 20, figures=30, files=5)
    played = play(Call(dismay, field(routed, near, far, strong, orcs()), 0), dice=[5, 5])
    assert [roll.figure for roll, _ in played.rolls] == [1]


# ---------------------------------------------------------------- modifiers (masse.morale.table-3b)


@pytest.mark.rule("masse.morale.table-3b", "masse.morale.mod-unit", "masse.org.stat-ml")
@pytest.mark.parametrize(("profile", "ml"), [("minotaures", 5), ("kobolds", -2)])
def test_the_units_own_ml(profile: str, ml: int) -> None:
    assert rows(unit(profile, 0, 30, 20), orcs())["qualite"] == ml


@pytest.mark.rule("masse.morale.mod-charge", "masse.morale.mod-close", "masse.morale.mod-meute")
def test_charging_and_formations() -> None:
    assert rows(infantry(), orcs(), cause=CHARGE) == {"charge": 4}
    assert rows(infantry(tested=(CHARGING,)), orcs()) == {"charge": 4}
    assert rows(infantry(charged=True), orcs()) == {}, "it has charged this turn, but charges no more"
    assert rows(infantry(formation=CLOSE), orcs()) == {"serree": 2}
    assert rows(infantry(formation=PACK), orcs()) == {"meute": 1, "rangs": 1}
    assert rows(hero(0, 30, 20, category="monster"), orcs()).get("serree") is None


@pytest.mark.rule("masse.morale.mod-ranks")
@pytest.mark.parametrize(("figures", "bonus"), [(10, 0), (15, 1), (20, 2), (30, 4), (40, 4), (12, 0), (13, 1)])
def test_ranks_beyond_the_second(figures: int, bonus: int) -> None:
    assert rows(infantry(figures=figures, files=5), orcs()).get("rangs", 0) == bonus


@pytest.mark.rule("masse.morale.mod-enraged", "masse.morale.mod-routed", "masse.morale.enraged-command-malus")
def test_the_states_weigh_on_the_test() -> None:
    assert rows(infantry(morale=ENRAGED), orcs()) == {"enragee": 2}
    assert rows(infantry(morale=ENRAGED), orcs(), cause=FORCED_MARCH) == {"enragee": -2}
    assert rows(infantry(morale=SHAKEN), orcs()) == {"ebranlee": -1}
    assert rows(infantry(morale=ROUTED), orcs(), cause=RALLY) == {"deroute": -2}


@pytest.mark.rule("masse.morale.mod-hero", "masse.hero.loyalty-base", "masse.morale.modifier-families")
def test_the_best_hero_in_whose_radius_it_stands() -> None:
    good, better, far = hero(0, 30, 23), hero(0, 33, 23, charisma=16), hero(0, 5, 50, charisma=20)
    assert rows(infantry(), orcs(), good, better, far) == {"heros-rc": 3}
    assert rows(infantry(), orcs(), far) == {}
    assert rows(infantry(), orcs(), hero(0, host=0, role=COMMANDER, charisma=8)) == {"heros-rc": -1}


@pytest.mark.rule("masse.morale.mod-cover-25", "masse.morale.mod-cover-50", "masse.morale.modifier-families")
@pytest.mark.parametrize(("kind", "row"), [("broussailles", {"couverture-25": 1}), ("foret-clairsemee", {"couverture-50": 2})])
def test_cover_steadies(kind: str, row: dict[str, int]) -> None:
    assert rows(infantry(), orcs(), pieces=[area(kind, 20, 10, 20, 20)]) == row


@pytest.mark.rule("masse.morale.mod-building")
def test_a_building_steadies_most() -> None:
    house = structure("structure-d-habitation-legere", 25, 15, 10, 10)
    assert rows(infantry(building=0), orcs(), structures=[house]) == {"batiment": 4}


@pytest.mark.rule("masse.morale.mod-building", "masse.morale.mod-cover-50", "masse.building.definition")
def test_the_top_of_a_wall_is_cover_and_no_building() -> None:
    wall = structure("muraille-d-enceinte", 25, 15, 10, 10, role="wall")
    tower = structure("muraille-d-enceinte", 25, 15, 10, 10, role="tower")
    assert rows(infantry(building=0), orcs(), structures=[wall]) == {"couverture-50": 2}
    assert rows(infantry(building=0), orcs(), structures=[tower]) == {"batiment": 4}


@pytest.mark.rule("masse.morale.mod-flank-attacked", "masse.morale.mod-rear-attacked")
@pytest.mark.parametrize(("sector", "row"), [(FRONT, {}), (LEFT, {"flanc": -2}), (REAR, {"arriere": -4})])
def test_attacks_from_flank_and_rear(sector: int, row: dict[str, int]) -> None:
    assert rows(infantry(struck=sector), orcs()) == row


@pytest.mark.rule("masse.morale.mod-fear", "masse.undead.cause-fear", "masse.special.causes-fear")
def test_enemies_that_cause_fear() -> None:
    skeletons = unit("squelettes", 1, 30, 50, 270)
    assert rows(infantry(), skeletons, against=1) == {"peur": -1}
    assert rows(infantry(), skeletons) == {}
    assert rows(infantry(), orcs(), against=1) == {}


@pytest.mark.rule("masse.morale.mod-losses-25", "masse.morale.mod-losses-50", "masse.morale.mod-losses-75")
@pytest.mark.parametrize(
    ("left", "row"),
    [(9, {}), (7, {"pertes-25": -1}), (5, {"pertes-50": -2}), (4, {"pertes-50": -2}), (2, {"pertes-75": -3})],
)
def test_only_the_worst_row_of_losses_counts(left: int, row: dict[str, int]) -> None:
    assert rows(infantry(figures=left, files=5, began=10), orcs()) == row


@pytest.mark.rule("masse.hero.army-commander-lost")
def test_a_lost_army_commander_weighs_on_everybody() -> None:
    world = field(infantry(), orcs())
    grieving = world.with_side(changed(world.sides[0], grief=3))
    assert dict(morale_modifiers(grieving, grieving.units[0], FIRST_FIGURE, -1)) == {"grief": -3}


# ---------------------------------------------------------------- becoming routed


@pytest.mark.rule("masse.formation.routed-pack", "masse.morale.state-routed")
def test_a_routed_unit_takes_pack_formation_at_once() -> None:
    world = field(infantry(formation=CLOSE, figures=16, files=8), orcs())
    now = play(Call(change_state, world, 0, ROUTED, -1)).result.units[0]
    assert (now.formation, now.files, now.morale) == (PACK, 4, ROUTED)


@pytest.mark.rule("masse.morale.state-shaken", "masse.morale.shaken-must-break-off")
def test_a_unit_shaken_in_melee_is_broken() -> None:
    enemy = orcs(30, 20 + 1.6)
    engaged_one = play(Call(change_state, field(infantry(formation=CLOSE), enemy), 0, SHAKEN, 1)).result.units[0]
    assert engaged_one.broken
    free = play(Call(change_state, field(infantry(), orcs()), 0, SHAKEN, 1)).result.units[0]
    assert not free.broken


@pytest.mark.rule("masse.morale.test")
@pytest.mark.parametrize(
    ("cause", "ml", "needed"),
    [
        (QUARTER, 0, 10),
        (QUARTER, 3, 7),
        (QUARTER, -4, 14),
        (QUARTER, 12, 3),
        (QUARTER, -15, 20),
        (RALLY, 12, 2),
        (RALLY, -15, 0),
    ],
)
def test_the_dice_of_a_test_say_what_they_need_after_the_modifiers(cause: str, ml: int, needed: int) -> None:
    """A natural 2 fails and a natural 20 succeeds, but for those tests that know neither."""
    one = infantry(ml=ml)
    world = field(one, orcs())
    assert morale_modifiers(world, world.units[0], cause, -1) == ((("qualite", ml),) if ml else ())
    roll, _ = play(Call(morale_test, world, 0, cause, -1), dice=[5, 6]).rolls[0]
    assert roll.target == needed
