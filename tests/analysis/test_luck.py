"""Luck: exact for every roll, nothing on average, and told for every system."""

from __future__ import annotations

from math import sqrt

import pytest

import escarmouche as esc
from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.roster import agent
from escarmouche.analysis import luck as weighing
from escarmouche.analysis.luck import Scales, grown, luck
from escarmouche.analysis.sureness import error, fitted, moments
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chosen, Roll, Rolled
from escarmouche.core.engine import start
from escarmouche.core.game import Game
from escarmouche.kit.winning import shares
from tests.golden.test_sbh import ELVES, ORCS

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


def played(system: str, seed: int, most: int = 100_000) -> Game:
    """A battle between agents that answer at random, up to so many decisions."""
    armies = [ORCS, ELVES] if system == "sbh" else None
    game = esc.new(system, armies=armies, seed=seed, options=esc.core.registry.system(system).quick_options())
    play_on(game, [agent("random", f"{seed} {seat}") for seat in range(game.setup.seats)], Budget(1), most)
    return game


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_may_fall_weighs_nothing_for_every_roll(system: str) -> None:
    """The chances of all outcomes are 1 in all, and their swings weighed by them nothing, for every seat."""
    game = played(system, 3, 120)
    scales, run, chance = Scales(game.system, game.setup), start(game.system.start(game.setup)), Stream("test")
    weighed = 0
    for event in game.events:
        if isinstance(event, Chosen):
            run.reply(event.answer)
        elif isinstance(event, Rolled):
            roll = run.due
            assert isinstance(roll, Roll)
            answer = roll.read(event.faces)
            if not roll.empty() and weighed < 15:
                node = grown(run.fork(), scales, answer, chance)
                branches = node.branches.values()
                assert sum([share for share, _ in branches]) == pytest.approx(1.0)
                for seat in range(game.setup.seats):
                    swings = [share * (child.value[seat] - node.value[seat]) for share, child in branches]
                    assert sum(swings) == pytest.approx(0.0, abs=1e-12)
                weighed += 1
            run.reply(answer)
        run.told.clear()
    assert weighed > 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_tells_its_luck(system: str) -> None:
    """The curve ends where the game ends, what one side gains the others lose, and the turning points are told in words."""
    game = played(system, 1, 200)
    found = luck(game)
    assert found.curve
    for _, chances in found.curve:
        assert sum(chances) == pytest.approx(1.0)
    for swing in [*found.rolls, *found.decisions]:
        assert sum(swing.change) == pytest.approx(0.0, abs=1e-9)
    assert found.luck[0] == pytest.approx(sum([one.change[0] for one in found.rolls]))
    if game.result is not None:
        assert found.curve[-1][1] == [float(share) for share in game.result.shares]
    assert [peak.first for peak in found.peaks] == sorted([peak.first for peak in found.peaks])
    for peak in found.peaks:
        assert peak.en
        assert peak.fr
        assert peak.first <= peak.last < len(game.events)


def test_luck_averages_to_nothing() -> None:
    """Over many battles nobody is lucky: the mean lies within its interval about nothing, and single battles do not."""
    sums = [luck(played("fda", seed, 100)).luck[0] for seed in range(24)]
    mean = sum(sums) / len(sums)
    spread = sqrt(sum([(one - mean) ** 2 for one in sums]) / (len(sums) - 1))
    assert spread > 0.005, "single battles are lucky or unlucky"
    assert abs(mean) < 2.6 * spread / sqrt(len(sums))


def test_too_many_outcomes_are_sampled_by_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample says so, and the same game has the same luck."""
    game = played("sbh", 2, 80)
    exact = luck(game)
    assert exact.rolls
    assert all(one.exact for one in exact.rolls)
    monkeypatch.setattr(weighing, "CASES", 1)
    sampled = luck(game)
    assert not any(one.exact for one in sampled.rolls)
    assert sampled == luck(game)


def test_progress_is_told_and_may_end_the_work() -> None:
    game = played("sbh", 2, 60)
    seen: list[tuple[int, int]] = []
    luck(game, lambda done, of: seen.append((done, of)))
    assert seen[-1] == (len(game.events), len(game.events))

    class Stop(Exception):
        pass

    def stop(_done: int, _all: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        luck(game, stop)


def test_sureness_is_what_battles_show() -> None:
    """Of four leads alike three are won: that is what the fitted sureness says of such a lead."""
    samples = [([0.2, -0.2], [1.0, 0.0])] * 3 + [([0.2, -0.2], [0.0, 1.0])]
    assert shares([0.2, -0.2], fitted(samples))[0] == pytest.approx(0.75, abs=0.01)
    assert error([samples] * 20) == pytest.approx(0), "whichever battles are left out, the rest show the same"
    assert error([samples, samples[::3]] * 10) > 0.01
    game = played("sbh", 4)
    assert game.result is not None
    assert all(len(worths) == len(won) == 2 for worths, won in moments(game))
