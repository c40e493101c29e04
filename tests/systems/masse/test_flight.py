"""Break-off, flight, rally, rage and hatred: what morale imposes on an action."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.masse.model import (
    COMMANDER,
    DESTROYED,
    ENRAGED,
    FLED,
    INCH,
    LEFT,
    PACK,
    ROUTED,
    SHAKEN,
    SKIRMISH,
    STABLE,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.flight import (
    bound,
    break_off,
    break_off_refusal,
    flee_order,
    flight,
    flight_heading,
    must_break_off,
    rally_or_flee,
)
from escarmouche.systems.masse.rules.ground import engaged, foes
from escarmouche.systems.masse.rules.melee import melee_modifiers
from escarmouche.systems.masse.rules.morale import RALLY, change_state, morale_modifiers
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.rage import calming
from escarmouche.systems.masse.rules.turn import act, initiative
from escarmouche.table.pieces import Piece
from tests.systems.masse.field import Played, area, changed, field, hero, play, unit

CLUB = Attack("gourdin", "melee", 0, (6,), length=1)
MISSES = [1, 1, 1, 1, 1]
"""The attack dice of five figures, none of which touches."""


def inch(length: float) -> int:
    """A length in inches."""
    return round(length * INCH)


def infantry(x: float = 30, y: float = 20, facing: float = 90, seat: int = 0, **changes: Any) -> Unit:
    """Regular infantry, MV 4.5 in, ML 0: 4 in wide and 1.6 in deep."""
    return unit("infanterie-reguliere", seat, x, y, facing, **{"attacks": (CLUB,), "ml": 0, **changes})


def foe(apart: float = 0, **changes: Any) -> Unit:
    """Enemies straight ahead of `infantry()`, so many inches from edge to edge."""
    return infantry(30, 21.6 + apart, 270, 1, **changes)


def routed(x: float = 30, y: float = 20, **changes: Any) -> Unit:
    """Nine figures in flight: 3.2 in wide and deep in pack."""
    return infantry(x, y, **{"figures": 9, "files": 3, "formation": PACK, "morale": ROUTED, **changes})


# ---------------------------------------------------------------- breaking off


@pytest.mark.rule("masse.move.break-off", "masse.melee.mod-withdrawing")
def test_breaking_off_strikes_at_minus_four_and_steps_four_inches_back() -> None:
    world = field(infantry(morale=SHAKEN), foe())
    rows = dict(melee_modifiers(world, world.units[0], world.units[1], 0, False, True))
    assert (rows["ebranlee"], rows["en-reculant"]) == (-2, -4)
    assert ("break-off",) in Doing(world, 0, 0).listed()
    played = play(Call(break_off, world, 0, ("break-off",)), dice=MISSES)
    after: World = played.result
    assert (after.units[0].y, after.units[0].facing) == (inch(16), 9000)
    assert not engaged(after, after.units[0])
    assert after.units[1] == world.units[1]  # nobody strikes or follows
    pool = played.rolls[0][0]
    assert pool.pool[0].then_table.index(1) + 1 == min(20, 1 + world.units[1].card.ca - sum(rows.values()))
    assert Doing(world, 0, 2).check(("break-off",)) is not None  # it is the whole action


@pytest.mark.rule("masse.move.break-off-conditions")
@pytest.mark.parametrize(
    ("changes", "legal"),
    [
        ({}, True),
        ({"formation": SKIRMISH, "y": inch(19.8)}, True),
        ({"formation": PACK}, False),
        ({"fronts": (LEFT,)}, False),
        ({"morale": SHAKEN}, True),
        ({"morale": ENRAGED}, False),
        ({"morale": ROUTED}, False),
    ],
)
def test_who_may_break_off(changes: dict[str, Any], legal: bool) -> None:
    world = field(changed(infantry(), **changes), foe())
    assert engaged(world, world.units[0])
    assert (break_off_refusal(world, world.units[0]) is None) is legal


@pytest.mark.rule("masse.move.break-off-conditions")
@pytest.mark.parametrize(
    ("others", "pieces", "legal"),
    [
        ([infantry(30, 20 - 1.6 - 3)], [], False),
        ([infantry(30, 20 - 1.6 - 4)], [], True),
        ([infantry(31, 20 - 1.6 - 3, seat=1)], [], False),
        ([hero(0, 31, 17)], [], False),
        ([], [area("obstacles-bas", 20, 17, 20, 0.3)], False),
        ([], [area("obstacles-bas", 20, 14, 20, 0.3)], True),
        ([], [area("torrents-lacs", 20, 16, 20, 1)], False),
        ([], [area("marais-sables", 20, 16, 20, 1)], True),
    ],
)
def test_four_inches_behind_must_be_clear(others: list[Unit], pieces: list[Piece], legal: bool) -> None:
    world = field(infantry(), foe(), *others, pieces=pieces)
    assert (break_off_refusal(world, world.units[0]) is None) is legal


@pytest.mark.rule("masse.move.break-off-conditions")
def test_the_edge_of_the_table_is_no_room() -> None:
    assert break_off_refusal(field(infantry(y=4), infantry(y=5.6, facing=270, seat=1)), infantry(y=4)) is not None


@pytest.mark.rule("masse.morale.shaken-must-break-off")
def test_whoever_is_shaken_in_melee_must_break_off() -> None:
    world = field(infantry(), foe())
    shaken: World = play(Call(change_state, world, 0, SHAKEN, 1)).result
    assert shaken.units[0].broken
    after, free = play(Call(bound, shaken, 0), dice=MISSES).result
    assert not free
    assert (after.units[0].y, after.units[0].morale, after.units[0].broken) == (inch(16), SHAKEN, False)


@pytest.mark.rule("masse.morale.shaken-must-break-off")
def test_whoever_cannot_break_off_is_routed() -> None:
    wall = area("obstacles-hauts-escaladables", 10, 16.7, 40, 0.5)  # 2 in behind the last rank
    world = field(infantry(morale=SHAKEN, broken=True), foe(), pieces=[wall])
    played = play(Call(must_break_off, world, 0))
    after, free = played.result
    assert not free
    assert "routed" in played.outcomes
    assert after.units[0].status == DESTROYED  # it runs into the wall


@pytest.mark.rule("masse.morale.shaken-must-break-off")
def test_the_shaken_outside_a_melee_and_the_enraged_break_nothing_off() -> None:
    alone: World = play(Call(change_state, field(infantry(), foe(10)), 0, SHAKEN, -1)).result
    assert not alone.units[0].broken
    fight = field(infantry(morale=SHAKEN, broken=True), foe())
    mad: World = play(Call(change_state, fight, 0, ENRAGED, -1)).result
    assert not mad.units[0].broken


# ---------------------------------------------------------------- flight


@pytest.mark.rule("masse.morale.state-routed", "masse.move.flee")
@pytest.mark.parametrize(
    ("x", "y", "enemy", "heading"),
    [
        (30, 20, (30, 40), 27000),  # the south edge is nearest, and away from the enemy
        (10, 30, (50, 30), 18000),
        (30, 20, (30, 10), 9000),  # the enemy is in that direction: straight away from it
        (30, 20, (50, 19), 17714),
        (50, 30, (30, 30), 0),
    ],
)
def test_the_direction_of_a_flight(x: float, y: float, enemy: tuple[float, float], heading: int) -> None:
    world = field(routed(x, y), infantry(*enemy, seat=1))
    assert abs(flight_heading(world, world.units[0]) - heading) <= 2


@pytest.mark.rule("masse.morale.routed-move", "masse.move.flee", "masse.morale.table-3c")
@pytest.mark.parametrize("mv", [4.5, 3.7])
def test_a_flight_is_a_free_half_turn_and_the_whole_mv(mv: float) -> None:
    world = field(routed(mv=inch(mv)), foe(5))
    after: World = play(Call(flight, world, 0)).result
    assert (after.units[0].y, after.units[0].facing) == (inch(20 - mv), 27000)


@pytest.mark.rule("masse.move.flee", "masse.terrain.river")
def test_difficult_ground_and_rivers_slow_a_flight() -> None:
    for piece, way in (
        (area("marais-sables", 0, 0, 60, 60), 1.5),
        (area("riviere", 0, 18, 60, 0.2), 0.5),
        (area("riviere", 0, 15, 60, 0.2), 3),  # not enough is left to cross it
    ):
        world = field(routed(), foe(5), pieces=[piece])
        after: World = play(Call(flight, world, 0)).result
        assert after.units[0].y == pytest.approx(inch(20 - way), abs=inch(0.5)), piece.kind
        assert after.units[0].status == world.units[0].status


@pytest.mark.rule("masse.move.flee-destroyed")
@pytest.mark.parametrize(
    ("kind", "lost"),
    [
        ("obstacles-bas", True),
        ("obstacles-hauts-escaladables", True),
        ("obstacles-hauts-non-franchissables", True),
        ("torrents-lacs", True),
        ("foret-dense", False),
        ("riviere", False),
    ],
)
def test_a_flight_into_an_obstacle_is_the_end(kind: str, lost: bool) -> None:
    world = field(routed(), foe(5), pieces=[area(kind, 20, 16, 20, 1)])
    played = play(Call(flight, world, 0))
    assert (played.result.units[0].status == DESTROYED) is lost
    assert ("flight-ends" in played.kinds) is lost


@pytest.mark.rule("masse.move.flee-destroyed")
def test_a_flight_into_an_enemy_is_the_end_but_leaving_one_is_not() -> None:
    world = field(routed(), foe(2), infantry(30, 14, 90, 1))
    assert play(Call(flight, world, 0)).result.units[0].status == DESTROYED
    # the pack turns among those it is in contact with, and gets away from them
    locked = field(routed(50, 30), infantry(52.4, 33, 180, 1, figures=20, files=10))
    assert engaged(locked, locked.units[0])
    assert play(Call(flight, locked, 0)).result.units[0].status != DESTROYED
    surrounded = field(routed(), infantry(30, 22.4, 270, 1), infantry(30, 16.8, 90, 1, figures=20, files=5))
    assert play(Call(flight, surrounded, 0)).result.units[0].status == DESTROYED


@pytest.mark.rule("masse.move.flee-through-friends")
def test_friends_run_through_test_whatever_their_strength() -> None:
    big = infantry(30, 17, 90, figures=20, files=5)
    played = play(Call(flight, field(routed(), foe(5), big), 0), dice=[3, 3])
    after: World = played.result
    assert after.units[0].y == inch(15.5)
    assert played.morale_tests == [(2, 6)]
    aside = changed(big, x=inch(45))
    assert play(Call(flight, field(routed(), foe(5), aside), 0)).rolls == []


@pytest.mark.rule("masse.morale.dd-friend-routed")
def test_one_fleeing_friend_is_one_fright_a_turn() -> None:
    weak = infantry(34, 18, 90, figures=4, files=4)
    world = field(infantry(morale=SHAKEN), foe(5), weak, acting=0)
    played = play(Call(flee_order, world, 0, ("flee",)), dice=[4, 4])
    assert [roll.figure for roll, _ in played.rolls] == [2]


@pytest.mark.rule("masse.move.leave-table", "masse.move.flee")
def test_over_the_edge_the_unit_is_lost_and_its_commander_meets_his_fate() -> None:
    world = field(routed(y=4), foe(0), hero(0, host=0, role=COMMANDER))
    world = world.with_unit(changed(world.units[1], y=inch(20)))
    played = play(Call(flight, world, 0), dice=[10])
    after: World = played.result
    assert after.units[0].status == FLED
    assert "leaves-table" in played.kinds
    assert len(played.rolls) == 1


@pytest.mark.rule("masse.move.flee-voluntary")
def test_a_unit_may_run_away_on_its_action() -> None:
    world = field(infantry(), foe(), acting=0)
    assert ("flee",) in Doing(world, 0, 0).listed()
    after: World = play(Call(flee_order, world, 0, ("flee",))).result
    assert (after.units[0].morale, after.units[0].formation, after.units[0].acted) == (ROUTED, PACK, True)
    assert after.units[0].y < inch(17)
    assert Doing(world, 0, 1).check(("flee",)) is not None


@pytest.mark.rule("masse.move.flee-voluntary")
def test_flight_is_offered_to_whoever_is_not_engaged_too() -> None:
    world = field(unit("infanterie-reguliere", 0, 30, 20), foe(10))
    assert ("flee",) in Doing(world, 0, 0).listed()
    bones = field(unit("squelettes", 0, 30, 20), foe(10))
    assert ("flee",) not in Doing(bones, 0, 0).listed()


# ---------------------------------------------------------------- rally


@pytest.mark.rule("masse.move.rally", "masse.morale.dd-rally")
def test_the_routed_rally_or_flee() -> None:
    world = field(routed(facing=270), foe(10))
    rows = dict(morale_modifiers(world, world.units[0], RALLY, -1))
    assert rows == {"deroute": -2, "meute": 1, "rangs": 1}
    kept, still = play(Call(rally_or_flee, world, 0), dice=[5, 5], answers=["keep-facing"]).result
    assert (still, kept.units[0].morale, kept.units[0].facing) == (True, STABLE, 27000), "it may turn, it need not"
    played = play(Call(rally_or_flee, world, 0), dice=[5, 5], answers=["turn-about"])
    after, free = played.result
    assert free
    assert (after.units[0].morale, after.units[0].facing, after.units[0].y) == (STABLE, 9000, inch(20))
    assert after.units[0].formation == PACK
    assert played.morale_tests == [(0, 10)]
    fled, held = play(Call(rally_or_flee, world, 0), dice=[5, 4]).result
    assert not held
    assert (fled.units[0].morale, fled.units[0].y) == (ROUTED, inch(15.5))


@pytest.mark.rule("masse.move.rally", "masse.turn.test-before-acting")
def test_the_rallied_act_but_do_not_charge() -> None:
    world = field(routed(facing=270, figures=9), foe(5))
    played = play(Call(act, world, 0), dice=[8, 8], answers=["turn-about"])
    due = played.asked[-1]
    assert isinstance(due.options, Doing)
    kinds = {answer[0] for answer in due.options.listed()}
    assert "move" in kinds
    assert "charge" not in kinds


@pytest.mark.rule("masse.morale.rally-shaken")
def test_the_shaken_may_try_to_rally_out_of_melee() -> None:
    world = field(infantry(morale=SHAKEN), foe(10))
    after, free = play(Call(bound, world, 0), dice=[5, 5], answers=["rally"]).result
    assert free
    assert after.units[0].morale == STABLE
    missed, free = play(Call(bound, world, 0), dice=[1, 2], answers=["rally"]).result
    assert free
    assert missed.units[0].morale == SHAKEN
    locked = field(infantry(morale=SHAKEN), foe())
    assert play(Call(bound, locked, 0)).asked == []


# ---------------------------------------------------------------- rage


def rages(world: World, dice: list[int]) -> Played:
    """The start of unit 0's action."""
    return play(Call(bound, world, 0), dice=dice)


@pytest.mark.rule("masse.morale.enraged-move", "masse.morale.state-enraged", "masse.morale.table-3c")
def test_the_enraged_charge_the_nearest_enemy() -> None:
    wide = infantry(30, 40, 270, 1, figures=4, files=2)
    world = field(infantry(morale=ENRAGED), wide, foe(4, acted=True), acting=0)
    assert initiative(world, world.units[0]) == initiative(world, changed(world.units[0], morale=STABLE)) + 3
    played = rages(world, [1] * 7)
    after, free = played.result
    assert not free
    assert after.units[0].charged
    assert engaged(after, after.units[0])
    assert "morale-test" not in played.kinds


@pytest.mark.rule("masse.morale.enraged-move", "masse.scale.measuring")
def test_the_nearest_enemy_is_measured_from_edge_to_edge() -> None:
    # the centre of the long line is farther away than that of the small one, its edge nearer
    line = infantry(30, 27, 0, 1, figures=20, files=1, acted=True)
    small = infantry(30, 12, 90, 1, figures=2, files=2, acted=True)
    world = field(infantry(morale=ENRAGED), changed(line, y=inch(20.8 + 4 + 2), x=inch(30 + 6)), small, acting=0)
    played = rages(world, [1] * 7)
    assert played.told("charges").about == (0, 1)


@pytest.mark.rule("masse.morale.enraged-move")
def test_the_enraged_engage_a_near_enemy_and_go_towards_a_far_one() -> None:
    near = rages(field(infantry(morale=ENRAGED), foe(2, acted=True), acting=0), MISSES)
    after, _ = near.result
    assert engaged(after, after.units[0])
    assert not after.units[0].charged
    far, free = rages(field(infantry(morale=ENRAGED), foe(20, acted=True), acting=0), []).result
    assert not free
    assert far.units[0].y == inch(24.5)
    fighting = rages(field(infantry(morale=ENRAGED), foe(acted=True), acting=0), MISSES)
    assert "attacks" in fighting.kinds


@pytest.mark.rule("masse.morale.calm-enraged", "masse.morale.enraged-command-malus")
def test_a_hero_may_calm_the_enraged() -> None:
    leader = hero(0, 30, 15)
    world = field(infantry(morale=ENRAGED), foe(10), leader)
    rows = dict(morale_modifiers(world, world.units[0], RALLY, -1))
    assert rows == {"serree": 2, "enragee": -2, "heros-rc": 2}
    after, free = play(Call(bound, world, 0), dice=[4, 4], answers=["calm"]).result
    assert free
    assert after.units[0].morale == STABLE
    assert play(Call(calming, world, 0), dice=[4, 3]).result.units[0].morale == ENRAGED
    alone = field(infantry(morale=ENRAGED), foe(20, acted=True))
    assert play(Call(bound, alone, 0)).asked == []


# ---------------------------------------------------------------- hatred


def dwarves(**changes: Any) -> Unit:
    """Troops that hate orcs."""
    return infantry(**{"traits": ("hates-orcs-goblinoids",), **changes})


def orcs(apart: float, **changes: Any) -> Unit:
    """Orcs so many inches away."""
    return foe(apart, **{"traits": ("orc",), "acted": True, **changes})


@pytest.mark.rule("masse.morale.dd-hatred", "masse.morale.hatred-pairs", "masse.turn.test-before-acting")
def test_hatred_enrages_whoever_fails() -> None:
    world = field(dwarves(formation=SKIRMISH), orcs(19.5), acting=0)
    played = rages(world, [4, 3])
    after, free = played.result
    assert played.morale_tests == [(0, 8)]
    assert after.units[0].morale == ENRAGED
    assert not free
    calm, free = rages(world, [4, 4]).result
    assert free
    assert calm.units[0].morale == STABLE
    superior, _ = rages(world, [10, 10]).result
    assert superior.units[0].morale == STABLE


@pytest.mark.rule("masse.morale.dd-hatred", "masse.morale.hatred-pairs")
@pytest.mark.parametrize(
    ("hater", "hated"),
    [
        (dwarves(), orcs(20)),
        (dwarves(), foe(5, traits=("human",))),
        (dwarves(morale=ENRAGED), orcs(19)),
        (infantry(traits=("orc",)), foe(5, traits=("hates-orcs-goblinoids",))),
    ],
)
def test_no_hatred_far_off_of_others_or_in_return(hater: Unit, hated: Unit) -> None:
    world = field(hater, changed(hated, acted=True), acting=0)
    assert [roll.why for roll, _ in rages(world, []).rolls] == []


@pytest.mark.rule("masse.move.break-off", "masse.melee.mod-withdrawing")
def test_whoever_withdraws_from_several_enemies_chooses_whom_to_strike_first() -> None:
    mine = unit("infanterie-reguliere", 0, 30, 20)
    left, right = [unit("infanterie-orque", 1, x, 21.6, 270, figures=4, files=2, formation="close") for x in (29, 31)]
    world = field(mine, left, right, acting=0)
    assert len(foes(world, world.units[0])) == 2
    asked = play(Call(break_off, world, 0, ("break-off",))).asked
    assert asked[0].options.listed() == [1, 2]
    struck = play(Call(break_off, world, 0, ("break-off",)), dice=[1] * 5, answers=[2])
    assert [tell.about[1] for tell in struck.tells if tell.kind == "attacks"] == [2, 1]
    assert [roll.pool[0].count for roll, _ in struck.rolls] == [3, 2]
    assert struck.result.units[0].y == mine.y - 4 * INCH
