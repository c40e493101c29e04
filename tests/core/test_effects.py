"""Effects: the distribution of pools against brute force, strict options, the register of rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.core.dice import Stream, faces_fit
from escarmouche.core.effects import (
    Chance,
    Listed,
    Options,
    Roll,
    Script,
    rule,
    same,
)
from escarmouche.core.pools import Dice, at_least, face_outcomes, pool_outcomes
from tests.core.toy_rules import SPIKES

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a"]), lambda one: st.lists(one).map(tuple)
)


@st.composite
def pools(draw: st.DrawFn) -> Roll:
    sides = draw(st.integers(2, 6))
    table = draw(st.lists(st.integers(-3, 4), min_size=sides, max_size=sides))
    return Roll("toy.shoot", 0, None, draw(st.integers(0, 4)), sides, tuple(table))


@given(pools())
def test_a_pool_has_the_distribution_of_its_faces(roll: Roll) -> None:
    brute: dict[int, int] = {}
    for faces in product(range(1, roll.sides + 1), repeat=roll.count):
        value = sum(roll.table[face - 1] for face in faces)
        assert roll.read(faces) == value
        brute[value] = brute.get(value, 0) + 1
    assert roll.outcomes() == sorted(brute.items())
    assert len(brute) <= roll.cases()


@st.composite
def compounds(draw: st.DrawFn) -> Roll:
    parts = []
    for _ in range(draw(st.integers(1, 2))):
        sides, further = draw(st.integers(2, 3)), draw(st.sampled_from([0, 2, 3]))
        table = tuple(draw(st.lists(st.integers(0, 2), min_size=sides, max_size=sides)))
        then = tuple(draw(st.lists(st.integers(0, 2), min_size=further, max_size=further)))
        parts.append(Dice(draw(st.integers(0, 2)), sides, table, further, then))
    return Roll("toy.trap", 0, None, pool=tuple(parts))


def every_throw(roll: Roll, so_far: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All ways to throw a roll, with their chances, die by die."""
    asked: list[int] = []

    def die(sides: int) -> int:
        asked.append(sides)
        return so_far[len(asked) - 1] if len(asked) <= len(so_far) else 1

    faces = roll.throw(die)
    if len(faces) == len(so_far):
        yield faces, Fraction(1)
        return
    sides = asked[len(so_far)]
    for face in range(1, sides + 1):
        for whole, chance in every_throw(roll, (*so_far, face)):
            yield whole, chance / sides


@given(compounds())
def test_a_compound_pool_has_the_distribution_of_its_throws(roll: Roll) -> None:
    brute: dict[int, Fraction] = {}
    for faces, chance in every_throw(roll):
        assert faces_fit(roll, faces)
        assert not faces_fit(roll, (*faces, 1))
        brute[roll.read(faces)] = brute.get(roll.read(faces), Fraction(0)) + chance
    assert sum(brute.values()) == 1
    assert {value: Fraction(weight, roll.scale()) for value, weight in roll.outcomes()} == brute
    assert len(brute) <= roll.cases()
    assert roll.empty() == (sum(part.count for part in roll.pool) == 0)


def test_twenty_d8_to_hits_to_d20_is_exact() -> None:
    roll = Roll("toy.trap", 0, None, pool=(Dice(20, 8, SPIKES, 20, at_least(15, 20)),))
    outcomes = roll.outcomes()
    assert sum(weight for _, weight in outcomes) == roll.scale()
    mean = Fraction(sum(value * weight for value, weight in outcomes), roll.scale())
    assert mean == 20 * Fraction(sum(SPIKES), 8) * Fraction(6, 20)
    assert roll.notation() == "20d8→d20"


@pytest.mark.parametrize("tables", [((0, 1), 0, ()), ((0, -1, 1), 0, ()), ((0, 1, 1), 2, (0,)), ((0, 1, 1), 2, (0, -1))])
def test_tables_of_a_compound_pool_fit(tables: tuple[tuple[int, ...], int, tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        Dice(1, 3, *tables)


@given(st.integers(0, 3), st.integers(2, 8))
def test_faces_are_listed_each_once(count: int, sides: int) -> None:
    roll = Roll("toy.shoot", 0, None, count, sides)
    faces = [faces for faces, weight in roll.outcomes() if weight == 1]
    assert faces == list(product(range(1, sides + 1), repeat=count))
    assert roll.cases() == len(faces) == sides**count
    assert all(roll.read(one) == one for one in faces)


@pytest.mark.parametrize(("count", "sides", "table"), [(20, 8, SPIKES), (60, 6, at_least(5)), (100, 20, at_least(15, 20))])
def test_large_pools_are_exact(count: int, sides: int, table: tuple[int, ...]) -> None:
    outcomes = pool_outcomes(count, sides, table)
    assert sum(weight for _, weight in outcomes) == sides**count
    mean = Fraction(sum(value * weight for value, weight in outcomes), sides**count)
    assert mean == Fraction(count * sum(table), sides)


def test_outcomes_are_made_once() -> None:
    assert pool_outcomes(5, 6, at_least(4)) is pool_outcomes(5, 6, at_least(4))
    assert face_outcomes(2, 6) is face_outcomes(2, 6)


def test_a_table_has_an_entry_for_every_face() -> None:
    with pytest.raises(ValueError, match="the table of a d8 has 8 entries, not 6"):
        Roll("toy.shoot", 0, None, 3, 8, at_least(5))


# ---------------------------------------------------------------- options


def depth_typed(value: object) -> object:
    """The value with the name of its type at every level, so that == compares strictly."""
    return (type(value).__name__, tuple(map(depth_typed, value)) if isinstance(value, tuple) else value)


@given(PLAIN, PLAIN)
def test_same_compares_value_and_kind(one: object, other: object) -> None:
    assert same(one, one)
    assert same(one, other) == (depth_typed(one) == depth_typed(other))


@pytest.mark.parametrize("wrong", [True, 1.0, "1", (1,), None, 3, [1]])
def test_listed_takes_nothing_but_its_answers(wrong: object) -> None:
    refusal = Listed((1, 2), "toy.turn").check(wrong)
    assert refusal is not None
    assert refusal.rule == "toy.turn"


@pytest.mark.parametrize("wrong", [("walk", True), ("walk", 1.0), ("walk",), ("walk", 1, 1), "walk", ["walk", 1]])
def test_listed_looks_into_tuples(wrong: object) -> None:
    options = Listed((("walk", 1), ("walk", 2)))
    assert options.check(("walk", 1)) is None
    assert options.check(wrong) is not None


def test_listed_samples_every_answer() -> None:
    options, chance = Listed(("a", "b", "c")), Stream(1)
    assert {options.sample(chance) for _ in range(50)} == {"a", "b", "c"}


def test_a_single_answer_is_known_as_such() -> None:
    assert Listed(("only",)).single() == "only"
    assert Listed(("a", "b")).single() is None


def test_options_of_ones_own_are_sampled_from_their_list() -> None:
    class Two(Options):
        def listed(self) -> list[object]:
            return ["x", "y"]

    assert {Two().sample(Stream(i)) for i in range(20)} == {"x", "y"}
    assert Two().single() is None


def test_base_classes_say_so() -> None:
    with pytest.raises(TypeError, match="base class"):
        Options().check("a")
    with pytest.raises(TypeError, match="base class"):
        Options().listed()
    with pytest.raises(TypeError, match="base class"):
        Chance().below(6)


def test_a_rule_is_registered_once() -> None:
    def script() -> Script:
        yield from ()

    with pytest.raises(ValueError, match=r"toy\.turn is registered twice"):
        rule("toy.turn")(script)
