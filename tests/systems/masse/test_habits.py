"""How a side plays: charges that pay, shots into its own melees, units in each other's way."""

from __future__ import annotations

import doctest

import pytest

from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.roster import agent
from escarmouche.core import registry
from escarmouche.core.effects import Chosen, Told
from escarmouche.systems.masse import gains as module
from escarmouche.systems.masse.encoding import encode
from escarmouche.systems.masse.habits import blocked, good_charges, marching
from escarmouche.systems.masse.model import Attack
from escarmouche.systems.masse.rules.ground import strength
from escarmouche.systems.masse.rules.turn import Declarations
from tests.systems.masse.charges import CLUB, foe, inch, infantry
from tests.systems.masse.field import field, hero

MACE = Attack("masse", "melee", 12, (12, 12), length=1)


@pytest.mark.parametrize(
    ("apart", "mine", "theirs", "good"),
    [
        (4.0, CLUB, CLUB, True),  # a charge has half as many dice again
        (4.0, CLUB, MACE, False),
        (4.0, MACE, CLUB, True),
        (9.0, MACE, CLUB, False),  # out of reach
        (1.0, MACE, CLUB, False),  # too close to charge
    ],
)
def test_a_charge_pays_that_takes_more_than_it_costs(apart: float, mine: Attack, theirs: Attack, good: bool) -> None:
    world = field(infantry(attacks=(mine,)), foe(apart, attacks=(theirs,)))
    assert good_charges(Declarations(world, 0)) == ([(0, 1)] if good else [])


def test_a_declared_charge_is_judged_by_what_it_promises() -> None:
    names = registry.system("masse").encoding()
    mine, theirs = names.index("mine: charges declared"), names.index("theirs: charges declared")
    for apart, club, mace, sign in ((4.0, MACE, CLUB, 1), (4.0, CLUB, MACE, -1), (9.0, MACE, CLUB, 0)):
        world = field(infantry(attacks=(club,)), foe(apart, attacks=(mace,)))
        assert encode(world, 0)[mine] == 0
        side = world.sides[0].copy()
        side.sealed = ((0, 1),)
        secret = encode(world.with_side(side), 0)
        told = encode(field(infantry(attacks=(club,), declared=1), foe(apart, attacks=(mace,))), 1)
        assert (secret[mine] > 0) - (secret[mine] < 0) == sign
        assert secret[theirs] == told[mine] == 0
        assert told[theirs] == secret[mine]
    assert encode(field(infantry(attacks=(MACE,), declared=1, acted=True), foe(4.0)), 0)[mine] == 0


def test_a_melee_is_judged_by_the_blows_to_come() -> None:
    names = registry.system("masse").encoding()
    mine, theirs = names.index("mine: blows to come"), names.index("theirs: blows to come")

    def seen(apart: float, *attacks: Attack, **kinds: int) -> tuple[float, float]:
        world = field(infantry(attacks=(attacks[0],)), foe(apart, attacks=(attacks[1],), **kinds))
        numbers = encode(world, 0)
        assert (numbers[mine], numbers[theirs]) == (encode(world, 1)[theirs], encode(world, 1)[mine])
        return numbers[mine], numbers[theirs]

    assert seen(4.0, MACE, CLUB) == (0, 0), "they do not touch"
    ours, others = seen(0.0, MACE, CLUB)
    assert ours > others > 0
    assert seen(0.0, CLUB, MACE) == (others, ours)
    assert seen(0.0, MACE, CLUB, ca=30)[0] < ours
    world = field(infantry(attacks=(Attack("masse", "melee", 40, (12,) * 40, length=1),)), foe(0.0))
    share = 2 / (world.sides[0].began_nv + world.sides[1].began_nv)
    assert encode(world, 0)[mine] == pytest.approx(share * strength(world.units[1])), "nobody takes more than is there"


@pytest.mark.parametrize(
    ("x", "y", "facing", "stopped"),
    [(30, 25, 90, True), (30, 28, 90, False), (30, 15, 90, False), (36, 24, 90, False), (33, 24, 90, True)],
)
def test_a_unit_is_blocked_by_its_own_within_a_move_straight_ahead(x: float, y: float, facing: float, stopped: bool) -> None:
    world = field(infantry(mv=inch(4.5)), infantry(x, y, facing), foe(30))
    assert blocked(world, world.units[0]) is stopped
    theirs = field(infantry(mv=inch(4.5)), infantry(x, y, facing, 1))
    assert not blocked(theirs, theirs.units[0]), "an enemy is another matter"


def test_heroes_are_in_nobodys_way() -> None:
    world = field(infantry(), hero(0, 30, 23), foe(30))
    assert [unit.id for unit in marching(world)] == [0, 2]
    assert not blocked(world, world.units[0])


def test_a_battle_is_counted() -> None:
    game = registry.new("masse", seed="habits")
    play_on(game, [agent("random", "1"), agent("random", "2")], Budget(1), 400)
    habits = game.system.habits(game)
    assert [[habit.name for habit in side] for side in habits] == [["charges", "into-melee", "needless", "in-the-way"]] * 2
    chosen = [event for event in game.events if isinstance(event, Chosen) and isinstance(event.answer, tuple)]
    into = [event for event in game.events if isinstance(event, Told) and event.kind == "shoots-melee"]
    for seat, (charges, melee, needless, way) in enumerate(habits):
        shots = [event for event in chosen if event.seat == seat and event.answer[0] in ("shoot", "shoot-melee")]
        declared = [event for event in chosen if event.seat == seat and event.why == "masse.turn.charge-declaration"]
        assert melee.of == needless.of == len(shots)
        assert needless.times <= melee.times <= melee.of
        assert charges.times <= charges.of <= len(declared)
        assert 0 <= way.times <= way.of > 3
    assert sum([side[1].times for side in habits]) == len(into)


def test_they_have_names_in_both_languages() -> None:
    system = registry.system("masse")
    for name in ("charges", "into-melee", "needless", "in-the-way"):
        names = {system.habit_name(name, language) for language in ("en", "fr")}
        assert len(names) == 2
        assert name not in names


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
