"""Properties of the basic rules on random battles, each against a slow and obvious twin."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

import escarmouche.systems.sbh.rules.groups
import escarmouche.systems.sbh.rules.magic  # noqa: F401  (importing a chapter makes its actions known)
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Options
from escarmouche.core.odds import rule_odds
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import ARTIFICIAL, CLINGING, FLYING, ON_TABLE, SAVAGE, SHORT, Figure, World
from escarmouche.systems.sbh.rules.actions import NORMAL, REGROUP, Doing
from escarmouche.systems.sbh.rules.activation import Activations
from escarmouche.systems.sbh.rules.conventions import bars, contact
from escarmouche.systems.sbh.rules.harm import GRUESOME_KILL, KILL, KNOCKED_DOWN, RECOIL, TIE, Recoil, verdict
from escarmouche.systems.sbh.rules.melee import fight
from escarmouche.systems.sbh.rules.movement import ignores, way_refusal
from escarmouche.table.hexes import distance, hex_at
from tests.systems.sbh.battles import HEX, battle
from tests.systems.sbh.scene import fighter, scene

SEEDS = st.integers(0, 10**6)
JUNK: list[Any] = [
    None, 0, "", (), ("move",), ("move", 10**40, -(10**40)), ("disengage", 10**40, 0), ("attack", 10**40, True),
    ("recoil", 10**40), ("activate", 10**40, 1, ""), ("stand", 0), ("break", None), ("swap", 10**40, 0), (("move",), 1),
]  # fmt: skip
steady = settings(derandomize=True, deadline=None, max_examples=40)


def check_honest(options: Options, seed: int) -> None:
    """Every listed answer and every sample passes the check, and nothing makes the check raise."""
    listed = options.listed()
    assert listed
    for answer in listed:
        assert options.check(answer) is None, answer
    chance = Stream(seed)
    for _ in range(12):
        answer = options.sample(chance)
        assert options.check(answer) is None, answer
    for junk in JUNK:
        assert options.check(junk) is not None, junk
    single = options.single()
    assert single is None or options.check(single) is None


# ---------------------------------------------------------------- options


@pytest.mark.parametrize("hexes", [False, True])
@steady
@given(seed=SEEDS)
def test_what_a_fighter_is_offered_is_legal(hexes: bool, seed: int) -> None:
    world, chance = battle(seed, hexes), Random(seed)
    for figure in world.on_table(0):
        declared = chance.choice(("", "", "cast", "heal"))
        check_honest(Doing(world, figure.id, chance.randint(1, 3), declared, NORMAL, ()), seed)


@pytest.mark.parametrize("hexes", [False, True])
@steady
@given(seed=SEEDS)
def test_what_a_fighter_is_offered_in_a_regroup_is_legal(hexes: bool, seed: int) -> None:
    world = battle(seed, hexes)
    group = tuple(figure.id for figure in world.on_table(0))
    for id in group:
        check_honest(Doing(world, id, Random(seed).randint(1, 3), "", REGROUP, group), seed)


@steady
@given(seed=SEEDS)
def test_the_fighters_offered_for_activation_are_legal(seed: int) -> None:
    world = battle(seed)
    if any(not figure.activated for figure in world.on_table(0)):
        check_honest(Activations(world), seed)


@pytest.mark.parametrize("hexes", [False, True])
@steady
@given(seed=SEEDS)
def test_the_directions_offered_for_a_recoil_are_legal(hexes: bool, seed: int) -> None:
    world = battle(seed, hexes)
    for figure in world.figures:
        for foe in world.figures:
            options = Recoil(world, figure.id, foe.x, foe.y)
            if figure.id != foe.id and contact(world, figure, foe) and options.straightest() is not None:
                check_honest(options, seed)
                for answer in options.listed():
                    spot = options.spot(answer[1])
                    assert spot is not None
                    width = HEX if hexes else 2 * figure.card.radius
                    assert hypot(spot[0] - figure.x, spot[1] - figure.y) == pytest.approx(width, abs=3)
                    assert not overlaps(world, figure, *spot)


# ---------------------------------------------------------------- moves


def overlaps(world: World, figure: Figure, x: int, y: int) -> bool:
    """Does the figure, standing at x, y, lie on another base? (One to a hex on a hexagon board.)"""
    for other in world.figures:
        if other.id != figure.id and other.status == ON_TABLE:
            near = 1 if world.ground.hex_width else int(figure.card.radius + other.card.radius)
            if hypot(x - other.x, y - other.y) < near - 1e-6:
                return True
    return False


def slow_way(world: World, figure: Figure, x: int, y: int) -> bool:
    """Is the straight way to x, y free and no longer than the stick, by Shapely?"""
    swept = Point(x, y) if (x, y) == (figure.x, figure.y) else LineString([(figure.x, figure.y), (x, y)])
    radius = int(figure.card.radius)
    crossed = [p for p in world.ground.pieces if swept.distance(Polygon(p.shape.points)) < radius - 1e-6]
    slowed = any(piece.difficult and not ignores(world, figure, piece) for piece in crossed)
    for piece in world.ground.pieces:
        shape = Polygon(piece.shape.points)
        along = shape.covers(Point(figure.x, figure.y)) and shape.covers(Point(x, y))
        if piece.kind == "cliff-or-structure" and shape.intersects(swept) and not along and not figure.has(CLINGING | FLYING):
            slowed = True
    category = figure.card.move - 1 if slowed and figure.card.move > SHORT else figure.card.move
    if hypot(x - figure.x, y - figure.y) > int(world.ruler(category)) + 1e-6 or overlaps(world, figure, x, y):
        return False
    landed = [p for p in crossed if Point(x, y).distance(Polygon(p.shape.points)) < radius - 1e-6]
    if any(bars(figure, piece) for piece in (landed if figure.has(FLYING) else crossed)):
        return False
    for other in world.figures:
        flown = figure.has(FLYING) and (other.seat == figure.seat or not other.has(FLYING))
        nearest = swept.distance(Point(other.x, other.y))
        if other.id != figure.id and not flown and nearest < int(radius + other.card.radius) - 1e-6:
            return False
    return True


@steady
@given(seed=SEEDS)
def test_a_move_is_accepted_just_when_the_way_is_free_and_short_enough(seed: int) -> None:
    world, chance = battle(seed), Random(seed)
    for figure in world.figures:
        if figure.card.profile == "rat-swarm":
            continue
        for _ in range(10):
            x, y = figure.x + chance.randrange(-9000, 9000), figure.y + chance.randrange(-9000, 9000)
            assert (way_refusal(world, figure, x, y) is None) == slow_way(world, figure, x, y), (figure.id, x, y)


@steady
@given(seed=SEEDS)
def test_on_hexes_an_accepted_move_is_short_enough_and_ends_alone(seed: int) -> None:
    world = battle(seed, hexes=True)
    for figure in world.figures:
        for answer in Doing(world, figure.id, 2).listed():
            if answer[0] == "move":
                _, x, y = answer
                assert distance(hex_at(figure.x, figure.y, HEX), hex_at(x, y, HEX)) <= world.ruler(figure.card.move)
                assert not overlaps(world, figure, x, y)


# ---------------------------------------------------------------- totals


def slow_verdict(winner: Figure, loser: Figure, die: int, won: int, lost: int, melee: bool) -> str:
    """The table of results, one line after the other, from the worst to the least."""
    savage, helpless = winner.has(SAVAGE), melee and (loser.prone or loser.held > 0)
    outright = winner.card.profile == "human-assassin" and loser.card.profile not in ("stone-golem", "zombie")
    lines = [
        (won == lost, TIE),
        (won - 3 * lost >= 0, GRUESOME_KILL),
        (won - 2 * lost >= 0 and (savage or helpless), GRUESOME_KILL),
        (savage and (helpless or outright), GRUESOME_KILL),
        (won - 2 * lost >= 0, KILL),
        (helpless or outright, KILL),
        (die in (2, 4, 6), KNOCKED_DOWN),
        (die in (1, 3, 5), RECOIL),
    ]
    result = next(result for holds, result in lines if holds)
    return KILL if result == GRUESOME_KILL and loser.has(ARTIFICIAL) else result


@pytest.mark.parametrize("winner", ["human-warrior", "human-assassin", "minotaur-warrior"])
@pytest.mark.parametrize("loser", ["human-warrior", "stone-golem", "zombie", "troll"])
@pytest.mark.parametrize("state", [{}, {"prone": True}, {"held": 1}])
def test_the_verdict_agrees_with_the_table_for_all_totals(winner: str, loser: str, state: dict[str, Any]) -> None:
    one, other = fighter(winner, 0, 0, 0), fighter(loser, 1, 0, 0, **state)
    for lost in range(-4, 16):
        for won in range(lost, 20):
            for die in range(1, 7):
                for melee in (True, False):
                    expected = slow_verdict(one, other, die, won, lost, melee)
                    assert verdict(one, other, die, won, lost, melee) == expected, (die, won, lost, melee)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(profile=st.sampled_from(sorted(book().profile)))
def test_the_odds_of_equal_fighters_are_equal(profile: str) -> None:
    one = fighter(profile, 0, 300, 300, rerolled=True)
    world = scene(one, fighter(profile, 1, 300 + one.card.radius / 50, 300, rerolled=True))
    odds = rule_odds(Call(fight, world, 0, 1, False), lambda due: due.options.listed()[0])
    assert sum(odds.values()) == 1
    assert odds[TIE] * 6 == 1
    ours = {name.removeprefix("attacker-"): chance for name, chance in odds.items() if name.startswith("attacker-")}
    theirs = {name.removeprefix("defender-"): chance for name, chance in odds.items() if name.startswith("defender-")}
    assert ours == theirs
