"""Dice: a seeded die depends on seed and place alone, is fair, and dice that cannot be are refused in one sentence."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.core.dice import WIDEST, PythonChance, Scripted, Seeded, Source, Stream, faces_fit
from escarmouche.core.effects import Roll, Rolled
from escarmouche.core.errors import DiceError
from escarmouche.core.save import dump
from tests.core.checks import one_sentence
from tests.core.toy import new_game, play_on

# The largest chi-square with k degrees of freedom that a fair die passes at one in ten thousand.
CRITICAL = {3: 21.11, 5: 25.74, 7: 29.88, 9: 33.72, 11: 37.37, 19: 50.80, 99: 161.3}


def dice(count: int, sides: int) -> Roll:
    return Roll("toy.turn.nerve", 0, None, count, sides)


@given(st.integers() | st.text(), st.integers(0, 10**6), st.integers(1, 30), st.sampled_from([4, 6, 8, 10, 12, 20, 100]))
def test_a_die_depends_on_seed_and_place_alone(seed: int | str, place: int, count: int, sides: int) -> None:
    together = Seeded(seed).throw(dice(count, sides), place)
    other = Seeded(seed)
    backwards = [other.throw(dice(1, sides), place + i)[0] for i in reversed(range(count))]
    assert together == tuple(reversed(backwards))
    assert all(1 <= face <= sides for face in together)


def test_seeded_dice_are_the_same_everywhere() -> None:
    """Whatever the machine, the version and the compiler: old saves depend on it."""
    assert Seeded(7).throw(dice(12, 6), 0) == (2, 1, 4, 4, 2, 3, 6, 1, 5, 1, 1, 4)
    assert Seeded("ford").throw(dice(8, 20), 2**33) == (2, 9, 13, 13, 12, 14, 4, 16)
    stream = Stream(3)
    assert [stream.below(1000) for _ in range(6)] == [164, 720, 10, 563, 465, 282]


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_dice_are_fair(sides: int) -> None:
    throws = 500 * sides
    faces = Seeded(2024).throw(dice(throws, sides), 0)
    seen = [faces.count(face) for face in range(1, sides + 1)]
    assert sum(seen) == throws
    assert sum((n - 500) ** 2 / 500 for n in seen) < CRITICAL[sides - 1]


@pytest.mark.parametrize("apart", [1, 2, 7])
def test_dice_do_not_know_each_other(apart: int) -> None:
    faces = Seeded("pairs").throw(dice(20_000, 10), 0)
    seen: dict[tuple[int, int], int] = {}
    for pair in zip(faces[:-apart:8], faces[apart::8], strict=False):
        seen[pair] = seen.get(pair, 0) + 1
    expected = sum(seen.values()) / 100
    chi = sum((seen.get((a, b), 0) - expected) ** 2 / expected for a in range(1, 11) for b in range(1, 11))
    assert chi < CRITICAL[99]


def test_seeds_do_not_know_each_other() -> None:
    firsts = [Seeded(seed).throw(dice(1, 6), 0)[0] for seed in range(6000)]
    assert sum((firsts.count(face) - 1000) ** 2 / 1000 for face in range(1, 7)) < CRITICAL[5]


@given(st.integers(1, WIDEST), st.integers())
def test_a_stream_stays_below(n: int, seed: int) -> None:
    stream = Stream(seed)
    assert all(0 <= stream.below(n) < n for _ in range(20))


@pytest.mark.parametrize("n", [0, -1, WIDEST + 1])
def test_a_stream_knows_its_limits(n: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        Stream(1).below(n)


def test_a_python_generator_is_a_chance() -> None:
    chance, twin = PythonChance(random.Random(5)), random.Random(5)
    assert [chance.below(9) for _ in range(20)] == [twin.randrange(9) for _ in range(20)]


# ---------------------------------------------------------------- scripts


def test_a_script_is_read_by_place() -> None:
    script = Scripted((1, 2, 3, 4, 5, 6))
    assert script.throw(dice(2, 6), 3) == (4, 5)
    assert script.throw(dice(1, 6), 0) == (1,)
    assert script.throw(dice(0, 6), 6) == ()


@pytest.mark.parametrize(
    ("faces", "place", "said"),
    [
        ((1, 2, 3), 2, "ran out at die 4"),
        ((), 0, "ran out at die 1"),
        ((1, 7, 3), 0, "throws 3d6"),
        ((1, 0, 3), 0, "throws 3d6"),
        ((1, True, 3), 0, "throws 3d6"),
        ((1, "6", 3), 0, "throws 3d6"),
        ((1, 2.0, 3), 0, "throws 3d6"),
    ],
)
def test_a_script_that_cannot_be(faces: tuple[int, ...], place: int, said: str) -> None:
    with pytest.raises(DiceError, match=said) as caught:
        Scripted(faces).throw(dice(3, 6), place)
    one_sentence(caught.value)
    assert "toy.turn.nerve" in str(caught.value)


def test_scripted_dice_decide_a_game() -> None:
    game = new_game(dice=[4, 1, 3])
    game.play(6)
    game.play(7)
    rolls = [event for event in game.play(0) if isinstance(event, Rolled)]
    assert [(roll.faces, roll.sides, roll.why) for roll in rolls] == [((4,), 4, "toy.turn.nerve")]
    game.play(("wait",))
    before = dump(game)
    assert [event.faces for event in game.play(3) if isinstance(event, Rolled)] == [(1,)]
    game.undo()
    assert dump(game) == before


def test_a_script_that_runs_out_in_a_game_changes_nothing() -> None:
    game = new_game(dice=[4])
    for answer in (6, 7, 0, ("wait",)):
        game.play(answer)
    before = dump(game)
    with pytest.raises(DiceError, match="ran out at die 2"):
        game.play(3)
    assert dump(game) == before
    assert game.choice.why == "toy.turn"


def test_dice_of_no_kind() -> None:
    with pytest.raises(DiceError, match="use 'seeded', 'manual', a list of faces, or committed dice") as caught:
        new_game(dice="loaded")
    one_sentence(caught.value)


def test_the_base_source_throws_nothing() -> None:
    with pytest.raises(TypeError, match="base class"):
        Source().throw(dice(1, 6), 0)


# ---------------------------------------------------------------- by hand


def test_dice_thrown_by_hand_are_asked_for() -> None:
    game = new_game(dice="manual")
    for answer in (6, 7, 0):
        game.play(answer)
    assert isinstance(game.due, Roll)
    assert (game.due.why, game.due.count, game.due.sides) == ("toy.turn.nerve", 1, 4)
    assert game.options() == [(1,), (4,)]
    due = {"seat": 0, "why": "toy.turn.nerve", "figure": 0, "dice": 1, "sides": 4, "notation": "1d4"}
    assert game.view(0)["due"] == due
    events = game.play([3])
    assert isinstance(events[0], Rolled)
    assert events[0].faces == (3,)
    assert game.due.why == "toy.act"
    game.undo()
    assert isinstance(game.due, Roll)
    assert game.thrown == 0


@pytest.mark.parametrize("wrong", [(0,), (5,), (), (1, 1), (True,), (2.0,), ("2",), "2", 2, None, ((2,),)])
def test_dice_thrown_by_hand_are_checked(wrong: object) -> None:
    game = new_game(dice="manual")
    for answer in (6, 7, 0):
        game.play(answer)
    before = dump(game)
    refusal = game.refusal(wrong)
    assert refusal is not None
    assert (refusal.key, refusal.rule) == ("not-these-dice", "toy.turn.nerve")
    with pytest.raises(DiceError, match="give the face of each die of 1d4") as caught:
        game.play(wrong)
    one_sentence(caught.value)
    assert dump(game) == before


def test_no_dice_are_not_asked_for() -> None:
    """Twenty arrows that all miss leave no saves to roll."""
    game = new_game(scenario="ambush", dice="manual")
    for answer in (6, 7, 0, (1,), ("shoot", 5)):
        game.play(answer)
    assert isinstance(game.due, Roll)
    assert game.due.count == 20
    events = game.play((1,) * 20)
    assert [event.faces for event in events if isinstance(event, Rolled)] == [(1,) * 20, ()]
    assert game.choice.why == "toy.turn"


def test_a_game_by_hand_equals_the_seeded_one() -> None:
    seeded = play_on(new_game(5, "ambush"), Stream(5))
    by_hand = new_game(5, "ambush", dice="manual")
    for event in seeded.events:
        if isinstance(event, Rolled) and event.faces:
            assert isinstance(by_hand.due, Roll)
            assert faces_fit(by_hand.due, event.faces)
            by_hand.play(event.faces)
        elif not isinstance(event, Rolled) and hasattr(event, "answer"):
            by_hand.play(event.answer)
    assert by_hand.events == seeded.events
    assert by_hand.result == seeded.result
