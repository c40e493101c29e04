"""Exact odds: against brute force, against rollouts, and with bounds that hold."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest

from escarmouche.core.dice import Scripted, Seeded
from escarmouche.core.effects import Alike, Answer, Call, Choose, Listed, Roll, Rule, Script, Tell, Told
from escarmouche.core.engine import start
from escarmouche.core.errors import DiceError, IllegalAnswer, TooManyOutcomes
from escarmouche.core.game import Game
from escarmouche.core.odds import Leaf, all_outcomes, game_leaves, leaves, odds, rule_odds, tally, typical
from escarmouche.core.save import dump
from escarmouche.core.system import Setup
from tests.core.checks import one_sentence
from tests.core.toy import TOY, new_game
from tests.core.toy_rules import ARROWS, Figure, World, act, melee

SETUP = Setup("toy", [], "corridor", 1, {})


def two(strength: int, other: int, apart: int = 1, trap: int = -1, rerolls: tuple[int, int] = (0, 0)) -> World:
    """Figure 0 at place 5, figure 1 as far away as said, with seat 1's trap."""
    figures = (Figure(0, 2, "A", 5, 0, strength), Figure(1, 2, "X", 5 + apart, 1, other))
    return World(figures, rerolls, ((), ()), (False, False), (-1, trap), 0)


def acting(world: World, dice: Any = None) -> Game:
    """A game that is nothing but one figure's deed, with a reach of 4."""
    game = Game(TOY, SETUP, start(Call(act, world, 0, 4)), dice or Seeded(1))
    game.begin()
    return game


def keep(choice: Choose) -> Answer:
    return choice.options.listed()[0]


@pytest.mark.parametrize(("strength", "other"), [(1, 1), (3, 1), (1, 4), (2, 3)])
def test_melee_equals_brute_force(strength: int, other: int) -> None:
    expected: Counter[str] = Counter()
    for blow, guard in product(range(1, 7), repeat=2):
        mine, theirs = blow + strength, guard + other
        high, low = max(mine, theirs), min(mine, theirs)
        fate = "down" if high >= 2 * low else "wound"
        expected["tie" if mine == theirs else f"{fate}-{'defender' if mine > theirs else 'attacker'}"] += 1
    found = rule_odds(Call(melee, two(strength, other), 0, 1), keep)
    assert found == {name: Fraction(n, 36) for name, n in expected.items()}


def test_a_reroll_decided_on_the_way_counts() -> None:
    def again(choice: Choose) -> Answer:
        return "again"

    world = two(1, 1, rerolls=(1, 0))
    better = rule_odds(Call(melee, world, 0, 1), again)
    plain = rule_odds(Call(melee, world, 0, 1), keep)
    wins = [sum(p for name, p in one.items() if name.endswith("defender")) for one in (better, plain)]
    # A first die under 4 (half of them) is thrown again.
    assert wins[0] == Fraction(1, 2) * Fraction(15, 36) + Fraction(3 + 4 + 5, 36)
    assert wins[1] == Fraction(15, 36)


@pytest.mark.parametrize(("apart", "hit"), [(2, Fraction(1, 3)), (4, Fraction(1, 6))])
def test_two_pools_equal_the_binomial(apart: int, hit: Fraction) -> None:
    """Every arrow hits one time in three (near) or six (far), then pierces one in five, whatever the others do."""
    found = odds(acting(two(1, 1, apart=apart)), ("shoot", 1))
    assert found == {name: pooled(hit, name) for name in ("miss", "wound", "down")}
    assert sum(found.values()) == 1


def pooled(hit: Fraction, name: str) -> Fraction:
    """The chance of no wound, one, or two and more, from arrows that hit with this chance and pierce one in five."""
    wounding = hit / 5
    none = (1 - wounding) ** ARROWS
    one = ARROWS * wounding * (1 - wounding) ** (ARROWS - 1)
    return {"miss": none, "wound": one, "down": 1 - none - one}[name]


def test_odds_equal_every_script_of_dice() -> None:
    """The leaves of a walk into a trap and a fight, against straight play with each sequence of dice."""
    world = two(1, 1, apart=2, trap=6)
    found = odds(acting(world), ("walk", 6), until_outcome=True)
    expected: dict[str, Fraction] = {}
    for luck in range(1, 21):
        weights = {"wound-attacker": 0, "wound-defender": 0, "tie": 0, "trapped": 0}
        if luck < 17:
            expected["trapped"] = expected.get("trapped", Fraction(0)) + Fraction(1, 20)
            continue
        for blow, guard in product(range(1, 7), repeat=2):
            game = acting(world, Scripted((luck, 1, 1, blow, guard)))
            told = [event.outcome for event in game.play(("walk", 6)) if isinstance(event, Told) and event.outcome]
            weights[told[0]] = weights.get(told[0], 0) + 1
        for name, weight in weights.items():
            if weight:
                expected[name] = expected.get(name, Fraction(0)) + Fraction(weight, 20 * 36)
    assert found == expected


def test_until_outcome_stops_at_the_first() -> None:
    game = acting(two(1, 1, apart=2, trap=6))
    whole, first = odds(game, ("walk", 6)), odds(game, ("walk", 6), until_outcome=True)
    assert sum(whole.values()) == sum(first.values()) == 1
    assert any(name.startswith("trapped + ") for name in whole)
    assert not any("+" in name for name in first)
    assert first["trapped"] == Fraction(16, 20)
    assert sum(p for name, p in whole.items() if name.startswith("trapped")) == first["trapped"]


@pytest.mark.parametrize(("answer", "apart", "trap"), [(("shoot", 1), 4, -1), (("walk", 6), 2, -1), (("walk", 6), 2, 6)])
def test_odds_agree_with_rollouts(answer: Answer, apart: int, trap: int) -> None:
    game = acting(two(2, 1, apart=apart, trap=trap))
    exact = odds(game, answer)
    assert sum(exact.values()) == 1
    seen: Counter[str] = Counter()
    rollouts = 1500
    for seed in range(rollouts):
        events = game.fork(seed).play(answer)
        told = [event.outcome for event in events if isinstance(event, Told) and event.outcome]
        seen[" + ".join(told) or "nothing"] += 1
    assert set(seen) <= set(exact)
    for name, chance in exact.items():
        sigma = sqrt(rollouts * chance * (1 - chance))
        assert abs(seen[name] - rollouts * chance) <= 4 * sigma + 1, name


def test_odds_change_nothing_and_refuse_what_is_illegal() -> None:
    game = new_game(3, "ambush")
    for answer in (6, 7, 0):
        game.play(answer)
    before = dump(game)
    assert sum(odds(game, ["shoot", 5]).values()) == 1
    with pytest.raises(IllegalAnswer) as caught:
        odds(game, ("shoot", 0))
    assert caught.value.rule == "toy.shoot"
    assert dump(game) == before


def test_odds_of_dice_thrown_by_hand() -> None:
    game = new_game(scenario="ambush", dice="manual")
    for answer in (6, 7, 0, (1,), ("shoot", 5)):
        game.play(answer)
    assert odds(game, (1,) * 20) == {"miss": 1}
    one_hit = odds(game, (6, *[1] * 19))
    assert one_hit == {"miss": Fraction(8, 10), "wound": Fraction(2, 10)}
    with pytest.raises(DiceError):
        odds(game, (7, *[1] * 19))


def test_leaves_carry_the_world_they_lead_to() -> None:
    game = acting(two(1, 1, apart=4))
    lives = {leaf.run.result.figures[1].life for leaf in game_leaves(game, ("shoot", 1))}
    assert lives == {0, 1, 2}
    assert sum(leaf.chance for leaf in game_leaves(game, ("shoot", 1))) == 1


def test_a_rule_without_dice_is_certain() -> None:
    assert odds(acting(two(1, 1, apart=4)), ("wait",)) == {"nothing": 1}


def test_of_many_leaves_the_middle_of_equal_parts_is_typical() -> None:
    run = acting(two(1, 1, apart=4)).run
    found = [Leaf((str(face),), run, 21, 1) for face in range(21)]
    assert [leaf.outcomes[0] for _, leaf in typical(found, 1)] == ["10"]
    assert [(round(share, 9), leaf.outcomes[0]) for share, leaf in typical(found, 3)] == [
        (round(1 / 3, 9), "3"),
        (round(1 / 3, 9), "10"),
        (round(1 / 3, 9), "17"),
    ]
    assert [share for share, _ in typical(found[:3], 3)] == [1 / 21] * 3


def test_a_leaf_that_stands_for_several_parts_is_looked_at_once() -> None:
    run = acting(two(1, 1, apart=4)).run
    found = [Leaf((), run, 20, weight) for weight in (1, 17, 1, 1)]
    [(share, leaf)] = typical(found, 3)
    assert share == pytest.approx(1)
    assert leaf.weight == 17


# ---------------------------------------------------------------- bounds


def test_too_many_branches_are_refused() -> None:
    game = acting(two(1, 1, apart=4))
    with pytest.raises(TooManyOutcomes, match="more than 50 cases") as caught:
        odds(game, ("shoot", 1), limit=50)
    one_sentence(caught.value)
    assert sum(odds(game, ("shoot", 1), limit=1000).values()) == 1


def test_endless_decisions_are_refused() -> None:
    def script() -> Script:
        while True:
            yield Choose("again", 0, None, Listed(("a", "b")))

    with pytest.raises(TooManyOutcomes):
        rule_odds(Call(Rule(("r",), "r", script)), keep, limit=100)


def test_faces_are_counted_before_they_are_listed() -> None:
    """Thirty d20 have more faces than there is memory: the limit must hold before anything is listed."""

    def script() -> Script:
        faces = yield Roll("many", 0, None, 30, 20)
        yield Tell("many", "many", (), str(sum(faces)))

    with pytest.raises(TooManyOutcomes):
        rule_odds(Call(Rule(("many",), "many", script)), keep)


def test_the_limit_is_the_number_of_cases() -> None:
    def script() -> Script:
        (face,) = yield Roll("one", 0, None, 1, 6)
        yield Tell("one", "one", (), f"{face}")

    call = Call(Rule(("one",), "one", script))
    assert len(list(leaves(start(call), limit=6))) == 6
    with pytest.raises(TooManyOutcomes):
        list(leaves(start(call), limit=5))


# ---------------------------------------------------------------- what need not be played


class Higher(Alike):
    """Whether the second of two dice is higher than the first."""

    def __init__(self, first: int) -> None:
        self.first = first

    def key(self, answer: tuple[int, ...]) -> int:
        return int(answer[0] > self.first)


def race(played: list[tuple[int, int]]) -> Script:
    """Two dice, of which it only counts whether the second is higher; notes what was played."""
    (first,) = yield Roll("first", 0, None)
    (second,) = yield Roll("second", 1, None, alike=Higher(first))
    played.append((first, second))
    yield Tell("race", "won" if second > first else "lost", (first, second), "won" if second > first else "lost")


def test_throws_that_come_to_the_same_are_played_once() -> None:
    played: list[tuple[int, int]] = []
    call = Call(Rule(("race",), "race", race), played)
    merged = list(leaves(start(call), None, True, merged=True))
    assert tally(iter(merged), all_outcomes) == {"lost": Fraction(21, 36), "won": Fraction(15, 36)}
    assert len(played) == len(merged) == 2
    assert tally(leaves(start(call), None, True), all_outcomes) == tally(iter(merged), all_outcomes)
    assert len(played) == 2 + 36


def test_past_an_outcome_a_run_does_not_return() -> None:
    """Where a rule has told an outcome, one that has nothing to add to it is not gone on with."""
    reached: list[int] = []

    def below() -> Script:
        yield Call(Rule(("blow",), "blow", blow))
        reached.append(1)
        yield Tell("turn", "on", (), "on")

    def blow() -> Script:
        (face,) = yield Roll("blow", 0, None)
        if face > 3:
            yield Tell("blow", "hit", (), "hit")

    run = start(Call(Rule(("turn.below",), "turn.below", below)))
    whole = tally(leaves(run.fork(), None, True), all_outcomes)
    assert whole == {"hit + on": Fraction(1, 2), "on": Fraction(1, 2)}
    reached.clear()
    run.past = ("turn.",)
    assert tally(leaves(run, None, True), all_outcomes) == {"hit": Fraction(1, 2), "on": Fraction(1, 2)}
    assert len(reached) == 3
