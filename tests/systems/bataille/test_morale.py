"""Initiative and Morale: who begins, who tests, who runs and where to."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core.effects import Call
from escarmouche.systems.bataille.model import (
    DEAD,
    HERO,
    LOST,
    MOVED,
    ON_TABLE,
    PRISONER,
    ROUTED,
    SORCERER,
    SUMMONED,
    TITAN,
    Figure,
    World,
)
from escarmouche.systems.bataille.rules.artillery import crew_serving
from escarmouche.systems.bataille.rules.core import Contacts
from escarmouche.systems.bataille.rules.magic import Casting
from escarmouche.systems.bataille.rules.melee import Blows
from escarmouche.systems.bataille.rules.morale import morale, remaining
from escarmouche.systems.bataille.rules.movement import Marching, move_side
from escarmouche.systems.bataille.rules.sequence import initiative, turn
from escarmouche.systems.bataille.rules.shooting import Shots
from tests.systems.bataille.scene import Played, box, changed, gun, inches, key, man, play, rule_of, scene

# ---------------------------------------------------------------- initiative


def rolled(world: World, dice: list[int], *answers: Any) -> Played:
    """What comes of an initiative phase."""
    return play(Call(initiative, world), dice, answers)


@pytest.mark.rule("bataille.initiative.roll", "bataille.initiative.no-character", "bataille.initiative.winner-chooses")
def test_a_die_and_the_best_mental_of_a_character() -> None:
    world = scene(man(0, 10, 10, role=HERO, mental=4), man(0, 12, 10, role=SORCERER, mental=5), man(1, 20, 20, mental=5))
    played = rolled(world, [2, 6], ("first", 1))
    assert [roll.bonus for roll, _ in played.rolls] == [5, 0]
    assert (played.asked[0].seat, played.world.order) == (0, (1, 0)), "7 beats 6, and it makes the other begin"


@pytest.mark.rule("bataille.initiative.present", "bataille.titan.not-a-hero")
def test_only_characters_in_play_count() -> None:
    gone = [man(0, 10, 10, role=SORCERER, mental=5, status=status) for status in (DEAD, LOST, PRISONER)]
    routed = man(0, 12, 10, role=HERO, mental=3, state=ROUTED)
    played = rolled(scene(*gone, routed, man(0, 14, 10, role=TITAN, mental=5), man(1, 20, 20)), [1, 1], ("first", 0))
    assert [roll.bonus for roll, _ in played.rolls] == [3, 0]


@pytest.mark.rule("bataille.initiative.tie")
def test_those_tied_for_the_highest_roll_again() -> None:
    world = scene(man(0, 10, 10, role=HERO, mental=3), man(1, 20, 20, role=HERO, mental=2), man(2, 30, 30), seats=3)
    played = rolled(world, [4, 5, 5, 1, 1], ("first", 0))
    assert [roll.seat for roll, _ in played.rolls] == [0, 1, 2, 0, 1]
    assert played.asked[0].seat == 0


@pytest.mark.rule("bataille.initiative.clockwise", "bataille.multi.order", "bataille.multi.eliminated")
def test_the_others_follow_clockwise_and_the_beaten_are_passed_over() -> None:
    four = [man(seat, 10 + 5 * seat, 10) for seat in (0, 1, 2, 3)]
    world = scene(*four, seats=4, round=(0, 2, 1, 3))
    assert rolled(world, [1, 2, 6, 3], ("first", 2)).world.order == (2, 1, 3, 0)
    beaten = scene(four[0], changed(four[1], status=DEAD), *four[2:], seats=4)
    played = rolled(beaten, [1, 6, 2], ("first", 0))
    assert ([roll.seat for roll, _ in played.rolls], played.world.order) == ([0, 2, 3], (0, 2, 3))


# ---------------------------------------------------------------- who tests


def army(seat: int, count: int, **changes: Any) -> list[Figure]:
    """Figures in a row."""
    return [man(seat, 2 + 2 * place, 10 + 20 * seat, **changes) for place in range(count)]


def began(world: World, *numbers: int) -> World:
    """The world with other starting numbers."""
    return changed(world, sides=tuple([changed(side, began=count) for side, count in zip(world.sides, numbers, strict=True)]))


@pytest.mark.rule("bataille.morale.count", "bataille.setup.starting-count")
@pytest.mark.parametrize(("left", "start", "rolls"), [(10, 20, 0), (9, 20, 9), (6, 11, 0), (5, 11, 5)])
def test_an_army_tests_below_half(left: int, start: int, rolls: int) -> None:
    world = began(scene(*army(0, left), man(1, 40, 40)), start, 1)
    assert len(play(Call(morale, world), [1] * rolls).rolls) == rolls


@pytest.mark.rule("bataille.morale.what-counts", "bataille.artillery.not-counted")
def test_what_counts_as_left() -> None:
    extras = [gun(0, 30, 10), man(0, 40, 2, status=PRISONER), man(0, 42, 2, status=LOST), man(0, 38, 2, state=ROUTED)]
    world = scene(*army(0, 3), *extras, man(0, 20, 20, state=SUMMONED), man(1, 40, 40), man(0, 22, 20, role=TITAN))
    assert remaining(world, 0) == 6
    assert remaining(changed(world, switches=()), 0) == 5, "by another reading summoned creatures do not count"
    last = began(scene(man(0, 10, 10, state=SUMMONED), man(1, 40, 40), off="summoned-count-for-morale"), 4, 1)
    assert len(play(Call(morale, last), [1]).needs("morale.test")) == 1, "they roll, though none of their army is left"


@pytest.mark.rule("bataille.morale.test", "bataille.morale.character-bonus")
@pytest.mark.parametrize(("heroes", "needs"), [(0, 2), (1, 3), (3, 3)])
def test_a_morale_roll_needs_mental_and_one_more_with_a_character(heroes: int, needs: int) -> None:
    figures = [*army(0, 1, mental=2), *[man(0, 20 + 2 * one, 10, role=HERO, mental=5) for one in range(heroes)]]
    world = began(scene(*figures, man(1, 40, 40)), 20, 1)
    played = play(Call(morale, world), [needs + 1] + [1] * heroes)
    assert played.needs("morale.test")[0] == (0, 1, needs)
    assert played.world.figures[0].having(ROUTED)
    assert not play(Call(morale, world), [needs] + [1] * heroes).world.figures[0].having(ROUTED)


@pytest.mark.rule("bataille.morale.bonus-present")
def test_a_character_must_be_there() -> None:
    for absent in (
        man(0, 20, 10, role=HERO, status=DEAD),
        man(0, 20, 10, role=HERO, status=PRISONER),
        man(0, 20, 10, role=TITAN),
    ):
        world = began(scene(man(0, 10, 10, mental=2), absent, man(1, 40, 40)), 20, 1)
        played = play(Call(morale, world), [1] * len(world.in_play(0)))
        assert played.needs("morale.test")[0] == (0, 1, 2)


@pytest.mark.rule("bataille.morale.every-turn")
def test_routed_and_steady_test_again() -> None:
    world = began(scene(man(0, 10, 10), man(0, 12, 10, state=ROUTED), man(1, 40, 40)), 20, 1)
    assert len(play(Call(morale, world), [1, 1]).rolls) == 2


@pytest.mark.rule("bataille.morale.hero-reroll")
def test_a_character_rolls_again_once() -> None:
    world = began(scene(man(0, 10, 10, role=HERO, mental=3), man(1, 40, 40)), 20, 1)
    assert not play(Call(morale, world), [5, 4]).world.figures[0].having(ROUTED)
    assert play(Call(morale, world), [5, 5]).world.figures[0].having(ROUTED)


@pytest.mark.rule("bataille.morale.rout-duration")
def test_rout_ends_in_the_next_morale_phase_unless_it_is_renewed() -> None:
    world = scene(man(0, 10, 10, state=ROUTED), man(1, 40, 40))
    assert not play(Call(morale, world)).world.figures[0].having(ROUTED), "its army is back at half"
    assert play(Call(morale, began(world, 20, 1)), [6]).world.figures[0].having(ROUTED)
    assert not play(Call(morale, began(world, 20, 1)), [1]).world.figures[0].having(ROUTED)


@pytest.mark.rule("bataille.multi.per-army")
def test_every_army_counts_for_itself() -> None:
    world = began(scene(*army(0, 2), *army(1, 2, role=HERO, mental=5), seats=2), 20, 2)
    played = play(Call(morale, world), [4, 3])
    assert played.needs("morale.test") == [(0, 1, 3), (1, 1, 3)], "the other army's Heroes give it nothing"


# ---------------------------------------------------------------- running


def fled(world: World, edge: int, dice: list[int] | None = None, *answers: Any) -> Figure:
    """The first figure after its flight."""
    return play(Call(move_side, world, 0), dice or [], [("rout", 0, edge), *answers]).world.figures[0]


@pytest.mark.rule("bataille.morale.rout-only-action")
def test_the_routed_do_nothing_else() -> None:
    one = man(0, 10, 10, state=ROUTED, shooting=(3,), role=SORCERER, spells=("curse", "curse"), gun=2)
    world = scene(one, man(1, 11, 10), gun(0, 8.4, 10), man(1, 20, 20))
    assert Shots(world, 0).able() == Blows(world, 0).able() == []
    assert Casting(world, 0).single() == ("done",)
    assert crew_serving(world, world.figures[2], Contacts(world)) == []
    assert rule_of(Marching(scene(one), 0).check(("move", 0, inches(12), inches(10)))) == "morale.rout-only-action"


@pytest.mark.rule("bataille.morale.rout-move")
def test_flight_goes_to_the_nearest_edge() -> None:
    assert fled(scene(man(0, 4.5, 20, state=ROUTED)), 0).status == LOST
    far = fled(scene(man(0, 10.5, 20, state=ROUTED)), 0)
    assert (far.x, far.y, far.status) == (inches(4.5), inches(20), ON_TABLE)
    world = scene(man(0, 20, 40.5, state=ROUTED))
    assert rule_of(Marching(world, 0).check(("rout", 0, 1))) == "morale.rout-move"
    assert fled(world, 3).y == inches(46.5), "even to the enemy's edge"


@pytest.mark.rule("bataille.morale.rout-move-detail")
def test_flight_is_compulsory_and_as_long_as_can_be() -> None:
    world = scene(man(0, 10.5, 10.5, state=ROUTED), man(0, 20, 20))
    assert key(Marching(world, 0).check(("done",))) == "must-rout"
    assert [Marching(world, 0).check(("rout", 0, edge)) is None for edge in range(4)] == [True, True, False, False], (
        "equal edges"
    )
    wall = box("low-wall", 6.5, 0, 7, 48)
    for x, end in ((10, 7.5), (9.5, 6)):
        found = fled(scene(man(0, x, 20, state=ROUTED), pieces=[wall]), 0)
        assert abs(int(found.x) - inches(end)) <= 60
    marsh = fled(scene(man(0, 12, 20, state=ROUTED), pieces=[box("difficult", 0, 10, 20, 30)]), 0)
    assert abs(int(marsh.x) - inches(9)) <= 1
    friend = fled(scene(man(0, 12, 20, state=ROUTED), man(0, 6, 20)), 0)
    assert inches(7) <= friend.x <= inches(7) + 60, "it stops before the friend it would end on"


@pytest.mark.rule("bataille.morale.rout-move-detail")
def test_flight_turns_aside_only_round_what_it_cannot_pass() -> None:
    world = scene(man(0, 12, 20, state=ROUTED), man(1, 9, 20))
    found = fled(world, 0)
    assert found.x < inches(8.5)
    assert found.y != inches(20)


@pytest.mark.rule("bataille.morale.rout-engaged")
def test_the_engaged_run_under_free_attacks_or_stay() -> None:
    world = scene(man(0, 10, 20, state=ROUTED, hp=2), man(1, 11, 20), man(1, 10.5, 20.87))
    played = play(Call(move_side, world, 0), [1, 1, 6, 1], [("rout", 0, 0), ("strike", 1, 2)])
    assert (played.world.figures[0].hp, played.world.figures[0].x) == (1, inches(4))
    ring = [man(1, 10 + dx, 20 + dy) for dx, dy in ((1, 0), (-1, 0), (0.5, 0.87), (-0.5, 0.87), (0.5, -0.87), (-0.5, -0.87))]
    stuck = play(Call(move_side, scene(man(0, 10, 20, state=ROUTED), *ring), 0), [], [("rout", 0, 0)])
    assert (stuck.rolls, stuck.kinds, stuck.world.figures[0].having(MOVED)) == ([], ["cannot-flee"], True)


@pytest.mark.rule("bataille.morale.rout-engaged")
def test_the_routed_slip_out_between_two_enemies() -> None:
    world = scene(man(0, 10, 20, state=ROUTED, hp=3), man(1, 10.708, 20.708), man(1, 9.292, 19.292))
    found = fled(world, 0, [6, 6], ("strike", 1, 2))
    assert found.x < inches(4.2), "its full move, along their bases and off to the edge"


@pytest.mark.rule("bataille.scenario.no-early-end")
def test_whoever_is_left_alone_recovers_at_once() -> None:
    world = scene(man(0, 2, 20), man(1, 40, 40, state=ROUTED), scenario="king-of-the-hill")
    played = play(Call(turn, world), [6, 1], [("first", 0), ("exit", 0, 0)])
    assert played.world.active == 1
    assert not played.world.figures[1].having(ROUTED), "its last opponent left before it had to run"
    kept = play(Call(turn, world), [6, 1], [("first", 0), ("done",)])
    assert kept.world.figures[1].having(ROUTED)
