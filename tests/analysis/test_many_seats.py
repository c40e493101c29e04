"""Three seats and four: simulate turns the armies round the table, the ladder rates by shares, soak plays every number."""

from __future__ import annotations

import doctest
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from escarmouche.agents.protocol import Budget, SeatGame, play_on
from escarmouche.agents.roster import agent
from escarmouche.analysis import bouts as module
from escarmouche.analysis.bouts import Fought, Pace, drawn, groups
from escarmouche.analysis.ladder import Ladder, Origin, agreed, ladder, ranked
from escarmouche.analysis.simulate import Battle, simulate
from escarmouche.analysis.soak import soak
from escarmouche.core import registry
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from tests.core.brawl import BRAWL

Shared = tuple[tuple[int, ...], tuple[Fraction, ...]]
THREE = [{"name": name} for name in ("A", "B", "C")]


@pytest.fixture(autouse=True)
def _brawl() -> Iterator[None]:
    registry.add(BRAWL)
    yield
    registry.drop("brawl")


# ---------------------------------------------------------------- simulate


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_swap_every_battle_is_fought_from_every_seat(seats: int) -> None:
    report = simulate("brawl", battles=10, seed=2, agents=["random"] * seats, swap=True)
    assert report.asked == len(report.battles) == 10 * seats
    assert [(battle.number, battle.turned) for battle in report.battles] == [(n, t) for n in range(10) for t in range(seats)]
    for turned in range(seats):
        assert sorted({battle.seat(0) for battle in report.battles if battle.turned == turned}) == [turned]
    assert sum([one.wins.wins for one in report.armies]) + report.draws == 10 * seats
    assert sum([one.mean_share for one in report.armies]) == 1
    for one in report.armies:
        assert [place.of for place in one.seats] == [10] * seats
        assert sum([place.wins for place in one.seats]) == one.wins.wins
    assert [sum([one.seats[seat].wins for one in report.armies]) for seat in range(seats)] == [s.wins for s in report.seats]


def test_armies_and_agents_keep_together_round_the_table() -> None:
    report = simulate("brawl", THREE, None, 2, 6, ["random"] * 3, swap=True)
    turned = report.battles[5]
    assert (turned.number, turned.turned) == (1, 2)
    # Army a sits at seat a + 2: seat 0 has army 1, seat 1 army 2, seat 2 army 0.
    game = registry.new("brawl", [THREE[1], THREE[2], THREE[0]], None, "6 battle 1")
    play_on(game, [agent("random", f"6 1 {army}") for army in (1, 2, 0)], Budget(1))
    assert game.result is not None
    assert turned.scores == (game.result.scores[2], game.result.scores[0], game.result.scores[1])
    assert turned.shares == (game.result.shares[2], game.result.shares[0], game.result.shares[1])
    assert turned.winner == (-1 if game.result.winner < 0 else (1, 2, 0)[game.result.winner])


def test_a_draw_is_divided_among_those_who_share_it() -> None:
    report = simulate("brawl", battles=60, seed=1, agents=["random"] * 3)
    shared = [battle for battle in report.battles if battle.winner < 0]
    assert len(shared) == report.draws > 0
    assert {max(battle.shares) for battle in shared} <= {Fraction(1, 2), Fraction(1, 3)}
    assert report.armies[2].mean_share == sum([battle.shares[2] for battle in report.battles]) / 60
    cut = simulate("brawl", battles=1, agents=["random"] * 4, most=2)
    assert cut.battles[0].shares == (Fraction(1, 4),) * 4


def test_the_number_of_seats_comes_from_what_is_named() -> None:
    assert len(simulate("brawl", battles=1, seats=2).armies) == 2
    assert len(simulate("brawl", battles=1).armies) == 3
    assert len(simulate("brawl", THREE, battles=1).armies) == 3
    assert len(simulate("brawl", battles=1, agents=["random"] * 4).armies) == 4
    plain = json.loads(json.dumps(simulate("brawl", battles=2, agents=["random"] * 4).to_plain()))
    assert [len(plain["armies"]), len(plain["seats"]), len(plain["armies"][0]["seats"])] == [4, 4, 4]
    assert sum([Fraction(one["mean_share"]) for one in plain["armies"]]) == 1


@pytest.mark.parametrize(
    ("armies", "agents", "seats", "says"),
    [
        (None, 5, None, "ring of brawl is played by 2, 3 or 4 agents, not 5"),
        (5, None, None, "ring of brawl is played by 2, 3 or 4 armies, not 5"),
        (3, 2, None, "There are 2 agents for 3 seats"),
        (3, 3, 4, "There are 3 armies for 4 seats"),
        (None, None, 1, "ring of brawl is played by 2, 3 or 4 players, not 1"),
    ],
)
def test_numbers_that_do_not_fit_are_one_sentence(armies: int | None, agents: int | None, seats: int | None, says: str) -> None:
    brought: list[Plain] | None = None if armies is None else [{}] * armies
    with pytest.raises(EscarmoucheError, match=says) as caught:
        simulate("brawl", brought, agents=None if agents is None else ["random"] * agents, seats=seats)
    assert caught.value.sentence("fr") != str(caught.value)


def test_an_agent_hopes_for_its_share_of_the_victory() -> None:
    seen = set()
    for seed in range(60):
        game = registry.new("brawl", seed=seed)
        play_on(game, [agent("random", f"{seed} {seat}") for seat in range(3)], Budget(1))
        assert game.result is not None
        hopes = [SeatGame(game, seat).evaluate(game) for seat in range(3)]
        assert hopes == [float(2 * share - 1) for share in game.result.shares]
        seen |= set(hopes)
    assert {1.0, 0.0, -1.0} <= seen


# ---------------------------------------------------------------- ladder


def test_who_sits_down_together() -> None:
    assert groups(3, 3) == [(0, 1, 2)]
    assert groups(4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert groups(2, 4) == [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)]
    assert groups(3, 4) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]


def standings(names: list[str], games: list[Shared]) -> Ladder:
    """The ladder of these games, each a bout of its own."""
    done = [
        Fought(
            "brawl", table, number, 0, "ring", Battle(number, 0, -1, 0, "end", (0,) * 3, 9, 1, shares), (Pace(),) * 3, ((),) * 3
        )
        for number, (table, shares) in enumerate(games)
    ]
    return ranked(names, done, Origin("brawl", "", 1, "", "0", None, {}, ()))


def test_a_game_of_three_counts_for_every_two_of_which_one_wins() -> None:
    whole, half, none = Fraction(1), Fraction(1, 2), Fraction(0)
    found = standings(["a", "b", "c"], [((0, 1, 2), (whole, none, none)), ((0, 1, 2), (half, half, none))])
    rungs = {rung.agent: rung for rung in found.rungs}
    assert [rung.agent for rung in found.rungs] == ["a", "b", "c"]
    assert [rungs["a"][3:], rungs["b"][3:], rungs["c"][3:]] == [(1, 1, 0), (0, 1, 1), (0, 0, 2)]
    assert found.beaten == {"a": {"b": 1, "c": 2}, "b": {"a": 0, "c": 1}, "c": {"a": 0, "b": 0}}
    assert [(one.first, one.second, one.score.share) for one in found.pairings] == [
        ("a", "b", 0.75), ("a", "c", 1), ("b", "c", 1),
    ]  # fmt: skip


def test_two_seats_of_one_agent_say_nothing_of_each_other() -> None:
    whole, none = Fraction(1), Fraction(0)
    games: list[Shared] = [((0, 0, 1), shares) for shares in ((whole, none, none), (none, whole, none), (none, none, whole))]
    found = standings(["a", "b"], games * 4)
    rungs = {rung.agent: rung for rung in found.rungs}
    # a wins twice as often as b with twice as many seats: they are alike. b's win beats two seats of a.
    assert rungs["a"].rating == pytest.approx(rungs["b"].rating)
    assert found.beaten == {"a": {"b": 8}, "b": {"a": 8}}
    assert (rungs["a"].wins, rungs["a"].losses, rungs["b"].wins, rungs["b"].losses) == (8, 16, 4, 8)


@pytest.mark.parametrize(("seats", "games"), [(2, 12), (3, 24), (4, 36)])
def test_two_agents_are_rated_at_a_table_of_any_size(seats: int, games: int) -> None:
    found = ladder("brawl", ("random", "greedy:8"), games=12, seats=seats)
    assert found.games == games
    best, worst = found.rungs
    assert best.rating == pytest.approx(-worst.rating)
    assert sum([rung.wins + rung.draws + rung.losses for rung in found.rungs]) == games * seats


def test_the_usual_number_of_seats_and_every_rotation() -> None:
    terms = agreed("brawl", ("random", "greedy:1", "greedy:2"), most=100)
    matches = drawn(terms, 5)
    assert [match.table for match in matches] == [(0, 1, 2)] * 6
    assert [(match.bout, match.turned) for match in matches] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert [match.plan.seed for match in matches] == ["0 ladder 0"] * 3 + ["0 ladder 1"] * 3
    for bout in (matches[:3], matches[3:]):
        (scenario,) = {match.plan.scenario for match in bout}
        assert 3 in BRAWL.seat_counts(scenario)
        # Army a of a plan sits at seat a + turned: at every seat it is always the same.
        seated = [[match.plan.armies[(seat - match.turned) % 3] for seat in range(3)] for match in bout]
        assert seated[0] == seated[1] == seated[2]
        assert [match.plan.agents for match in bout] == [list(terms.agents)] * 3


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0


# ---------------------------------------------------------------- soak


def test_soak_takes_every_number_of_seats_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    new = registry.new

    def noted(system: str, armies: list[Plain], *more: Any) -> Game:
        begun.append(len(armies))
        return new(system, armies, *more)

    monkeypatch.setattr(registry, "new", noted)
    lines = list(soak("brawl", games=6))
    assert [(line.scenario, line.games, line.failures) for line in lines] == [(name, 6, ()) for name in BRAWL.scenarios()]
    assert begun == [3, 2, 4, 3, 2, 4] + [2] * 6 + [4] * 6
