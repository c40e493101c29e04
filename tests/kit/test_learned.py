"""Battles in numbers, and the weights that were learned for them."""

from __future__ import annotations

import doctest
from math import isfinite

import pytest

from escarmouche.agents.protocol import sensible
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.kit import encoding, learned
from escarmouche.kit.learned import Encoding, shipped

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


def battles(system: str) -> list[Game]:
    """Moments of a random battle, the first and the last among them."""
    game, chance, found = registry.new(system, seed="numbers"), Stream("numbers"), []
    for taken in range(2000):
        if taken % 25 == 0:
            found.append(game.fork())
        if game.due is None:
            break
        game.play(game.sample(chance))
    return [*found, game]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_battle_is_the_same_numbers_from_both_seats(system: str) -> None:
    names = registry.system(system).encoding()
    side = [place for place, name in enumerate(names) if name.startswith("mine: ")]
    moment = range(1 + 2 * len(side), len(names))
    changed = set()
    first: list[float] = []
    for game in battles(system):
        mine, theirs = game.system.encode(game.world, 0), game.system.encode(game.world, 1)
        assert len(mine) == len(theirs) == len(names)
        assert all(isfinite(number) for number in mine)
        assert [mine[place] for place in side] == [theirs[place + len(side)] for place in side]
        assert all(mine[place] == -theirs[place] for place in moment)
        first = first or mine
        changed |= {name for name, one, other in zip(names, first, mine, strict=True) if one != other}
    assert len(changed) > len(names) // 2


@pytest.mark.parametrize("system", ["masse", "bataille", "swidenth"])
def test_whoever_is_ahead_when_the_battle_ends_has_won_it(system: str) -> None:
    chosen = registry.system(system)
    stands = chosen.encoding().index("ahead at the end")
    won = set()
    for number, scenario in enumerate([*chosen.scenarios()] * 3):
        seats = chosen.seat_counts(scenario)[0]
        game = registry.new(system, chosen.armies_for(scenario, Stream(f"ahead {number}"), seats), scenario, f"ahead {number}")
        chance = Stream(f"ahead {number}")
        while game.due is not None:
            options = sensible(game)
            game.play(options[chance.below(len(options))])
            assert abs(chosen.encode(game.world, 0)[stands]) < 1
        result = game.result
        assert result is not None
        for seat in range(seats):
            numbers = chosen.encode(result.world, seat)
            if result.winner >= 0 and numbers[stands]:
                assert (numbers[stands] > 0) == (result.winner == seat), (scenario, result)
                won.add(scenario)
    assert len(won) > len(chosen.scenarios()) // 2


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_weights_shipped_are_those_of_the_encoding(system: str) -> None:
    kept = shipped(f"escarmouche.systems.{system}")
    chosen = registry.system(system)
    assert kept is not None
    assert kept.version == chosen.version
    assert {name.removeprefix("mine: ") for name in chosen.encoding()} >= set(kept.weights) | set(kept.given)
    assert not set(kept.weights) & set(kept.given)
    weights = dict(zip(chosen.encoding(), chosen.learned(), strict=True))
    assert weights["judged by hand"] == 1.0
    for name in [name for name in weights if name.startswith("mine: ")]:
        bare = name.removeprefix("mine: ")
        assert weights.get(f"theirs: {bare}", 0.0) == (0.0 if f"aside: {bare}" in weights else -weights[name])
    assert all(weight == 0.0 for name, weight in weights.items() if name.startswith("aside: "))
    assert any(weights[name] for name in weights if name.startswith("mine: "))


def test_where_nothing_is_shipped_nothing_is_learned() -> None:
    assert Encoding("escarmouche.kit", ("life",), (), lambda *_: []).learned() == []


def test_the_examples_hold() -> None:
    for module in (encoding, learned):
        assert doctest.testmod(module).failed == 0
        assert doctest.testmod(module).attempted > 0
