"""Bouts: the same battle with the players exchanged, in all scenarios in turn; times and habits of each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest

from escarmouche.agents.chance import RandomAgent
from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.analysis.bouts import Match, Pace, drawn, even_armies, fight_all, fought, scenario
from escarmouche.analysis.executors import Here
from escarmouche.analysis.ladder import agreed
from escarmouche.core import registry
from escarmouche.core.effects import Answer
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.core.offers import Habit
from escarmouche.core.system import matched
from tests.core.toy import Toy


class Watched(Toy):
    """The toy, which counts the decisions of each seat's figures."""

    id = "watched"

    def habits(self, game: Any) -> list[list[Habit]]:
        return [[Habit("seat", seat, 1), Habit("turns", int(game.world.turn), 10)] for seat in (0, 1)]


@pytest.fixture
def _watched() -> Iterator[None]:
    registry.add(Watched())
    yield
    registry.drop("watched")


def setups(match: Match) -> Game:
    """The game that a match begins with."""
    count, plan = len(match.table), match.plan
    armies = [plan.armies[(seat - match.turned) % count] for seat in range(count)]
    return registry.new(plan.system, armies, plan.scenario, f"{plan.seed} battle {match.bout}", plan.options)


@pytest.mark.parametrize("system", ["sbh", "masse", "bataille", "swidenth", "fda"])
def test_a_pair_is_one_battle_with_the_players_exchanged(system: str) -> None:
    matches = drawn(agreed(system, ("random", "greedy:1"), most=10), 4)
    assert [(match.table, match.bout, match.turned) for match in matches] == [((0, 1), n, t) for n in (0, 1) for t in (0, 1)]
    first, second, third, _ = [setups(match).setup.to_plain() for match in matches]
    assert first == second, "armies, seats, scenario, options and dice"
    assert first["seed"] != third["seed"]
    for match in matches[:2]:
        assert [str(one) for one in match.plan.agents] == ["random", "greedy:1"], "by chair; chair c sits at seat c + turned"


def test_all_pairings_fight_the_same_battles_and_take_turns() -> None:
    matches = drawn(agreed("sbh", ("random", "greedy:1", "greedy:2"), most=10), 3)
    assert [match.table for match in matches] == [(0, 1)] * 2 + [(0, 2)] * 2 + [(1, 2)] * 2 + [(0, 1)] * 2 + [(0, 2)] * 2 + [
        (1, 2)
    ] * 2
    assert setups(matches[0]).setup.to_plain() == setups(matches[5]).setup.to_plain()


@pytest.mark.parametrize("system", ["sbh", "masse", "bataille", "swidenth", "fda"])
def test_all_scenarios_take_turns_in_an_order_that_the_seed_draws(system: str) -> None:
    chosen = registry.system(system)
    there = [one for one in chosen.scenarios() if 2 in chosen.seat_counts(one)]
    played = [scenario(chosen, "7", bout, 2) for bout in range(3 * len(there))]
    assert Counter(played) == dict.fromkeys(there, 3)
    assert len({tuple(played[begin : begin + len(there)]) for begin in range(0, len(played), len(there))}) > 1
    assert [scenario(chosen, "8", bout, 2) for bout in range(3 * len(there))] != played


def test_a_scenario_that_is_named_is_the_only_one() -> None:
    matches = drawn(agreed("sbh", ("random", "greedy:1"), scenario="ambush"), 6)
    assert {match.plan.scenario for match in matches} == {"ambush"}
    with pytest.raises(EscarmoucheError, match="no scenario 'tea'"):
        drawn(agreed("sbh", ("random", "greedy:1"), scenario="tea"), 2)


def test_armies_that_are_named_stay_at_their_seats() -> None:
    terms = agreed("sbh", ("random", "greedy:1"), armies=["sbh/orcs", "sbh/elves"])
    for match in drawn(terms, 4):
        assert [army["name"] for army in setups(match).setup.armies] == [army["name"] for army in terms.armies]
    assert len({army["name"] for army in terms.armies}) == 2
    with pytest.raises(EscarmoucheError, match="2 armies, not 3"):
        drawn(agreed("sbh", ("random", "greedy:1"), armies=["sbh/orcs"] * 3), 2)


def test_armies_differ_from_bout_to_bout_and_are_about_equal() -> None:
    system = registry.system("sbh")
    armies = [even_armies(system, "ambush", f"{number}", 2) for number in range(90)]
    assert all(matched(system.armies(), pair) for pair in armies)
    assert len({army["name"] for pair in armies for army in pair}) > 10
    assert even_armies(system, "ambush", "0", 2) == armies[0]


class Slow(RandomAgent):
    """Thinks for some milliseconds."""

    name = "slow"

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """Any answer, late."""
        until = process_time() + 0.003
        while process_time() < until:
            pass
        return super().answer(game, seat, budget)


@pytest.mark.usefixtures("_watched")
def test_times_and_habits_are_those_of_the_one_in_the_chair() -> None:
    for match in drawn(agreed("watched", (Slow, "random"), most=40), 2):
        found = fought(match)
        slow, quick = found.paces
        assert slow.decisions + quick.decisions == found.battle.decisions
        assert 2.7 <= slow.within(0.5) <= 20 > 2 > quick.within(0.5)
        assert [habits[0] for habits in found.habits] == [Habit("seat", (chair + match.turned) % 2, 1) for chair in (0, 1)]


def test_a_pace_is_known_to_a_twentieth() -> None:
    pace = Pace()
    for number in range(1, 101):
        pace = pace.with_one(number)
    assert (pace.decisions, pace.longest) == (100, 100)
    assert pace.within(0.5) == pytest.approx(50, rel=0.05)
    assert pace.within(0.9) == pytest.approx(90, rel=0.05)
    assert pace.within(1.0) <= 100
    both = pace.and_those_of(Pace().with_one(1000))
    assert (both.decisions, both.longest) == (101, 1000)
    assert Pace().within(0.5) == 0


def test_what_is_done_is_not_fought_again() -> None:
    matches = drawn(agreed("sbh", ("random", "greedy:1"), most=10), 4)
    once = list(fight_all(matches, Here(), {}))
    kept = {one.key: one for one in once[:3]}
    again = list(fight_all(matches, Here(), kept))
    assert [one.battle for one in again] == [one.battle for one in once]
    assert all(again[number] is once[number] for number in range(3))
