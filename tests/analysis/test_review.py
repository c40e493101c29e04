"""A battle looked at again: what decisions cost, apart from what fell; within its time."""

from __future__ import annotations

from time import monotonic

import pytest

from escarmouche.analysis import review as looking
from escarmouche.analysis.review import Decision, Lapse, choices, confirmed, open_answers, review, suspected
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Chosen
from escarmouche.core.game import Game
from tests.agents.small import at_random, small_battle

STOP = ("stop",)


def fought() -> Game:
    """A battle at a decision in which somebody may attack one who is down, or weaker."""
    game = at_random(small_battle(2), "sbh.action.table")
    chance = Stream("attack")
    while isinstance(game.due, Choose):
        if any(one[0] == "attack" for one in game.options()):
            return game
        game.play(game.sample(chance))
    raise AssertionError("nobody came to blows")


def looked_at(game: Game) -> Lapse | None:
    """What is said of the last decision of a battle."""
    return next((lapse for one in suspected(choices(game)[-1]) if (lapse := confirmed(one)) is not None), None)


def ways(game: Game) -> dict[object, Lapse | None]:
    """Every answer to what is due, with what is said of it once it is given."""
    found = {}
    for answer in dict.fromkeys(game.options()):
        twin = game.fork()
        twin.play(answer)
        found[answer] = looked_at(twin)
    return found


@pytest.fixture
def sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever costs anything is told."""
    monkeypatch.setattr(looking, "LEAST", 0.001)


@pytest.mark.usefixtures("sharp")
def test_what_costs_is_told_with_what_would_have_been_better() -> None:
    said = ways(fought())
    best = [answer for answer, lapse in said.items() if lapse is None]
    assert best
    worse = [lapse for lapse in said.values() if lapse is not None]
    assert worse
    for lapse in worse:
        assert lapse.cost >= looking.SURE * lapse.error
        assert 0 < lapse.cost < 1
        for told in (lapse.did, lapse.better, lapse.why):
            assert told["en"]
            assert told["fr"]
        assert "you" not in lapse.why["en"].split()


@pytest.mark.usefixtures("sharp")
def test_what_falls_afterwards_changes_nothing() -> None:
    game = fought()
    answer = next(answer for answer, lapse in ways(game).items() if lapse is not None)
    told = []
    for seed in range(3):
        twin = game.fork(f"other dice {seed}")
        twin.play(answer)
        told.append(looked_at(twin))
    assert told[0] is not None
    assert told[1:] == told[:1] * 2


def test_only_decisions_in_which_there_was_a_choice_are_looked_at() -> None:
    game = fought()
    found = choices(game)
    assert found
    for one in found:
        event = game.events[one.n]
        assert isinstance(event, Chosen)
        assert (event.seat, event.answer) == (one.seat, one.answer)
    assert all(len(open_answers(one.game, one.answer)) > 1 for one in found)
    given = [event for event in game.events if isinstance(event, Chosen)]
    assert len(found) < len(given)


def test_it_looks_all_over_the_battle_and_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fought()
    asked: list[int] = []
    clock = iter(range(1000))

    def seen(one: Decision) -> list[object]:
        asked.append(one.n)
        return []

    monkeypatch.setattr(looking, "monotonic", lambda: next(clock))
    monkeypatch.setattr(looking, "suspected", seen)
    told: list[tuple[int, int]] = []
    found = review(game, lambda done, of: told.append((done, of)), seconds=10)
    assert found.judged == len(asked) < found.choices == len(choices(game))
    assert [done for done, _ in told] == list(range(1, found.judged + 1))
    assert asked[1] > asked[0] + 1


def test_a_whole_battle_is_looked_at_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "WIDTH", 2)
    monkeypatch.setattr(looking, "PLAYOUTS", 3)
    monkeypatch.setattr(looking, "PAIRS", 3)
    begun = monotonic()
    found = review(fought(), seconds=4)
    assert monotonic() - begun < 20
    for seat in (0, 1):
        assert len([one for one in found.lapses if one.seat == seat]) <= looking.WORST
    assert [one.n for one in found.lapses] == sorted([one.n for one in found.lapses])
