"""Many battles, counted: the same for any number of workers, fair to the seats, honest about what was left out."""

from __future__ import annotations

import doctest
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.roster import agent
from escarmouche.analysis import simulate as module
from escarmouche.analysis.executors import Here, Processes, executor
from escarmouche.analysis.simulate import Battle, Report, Tally, planned, simulate
from escarmouche.core import registry
from escarmouche.core.armies import Army
from escarmouche.core.errors import EscarmoucheError, UnknownName
from tests.agents.small import BAND
from tests.analysis.doomed import FATE
from tests.core.checks import one_sentence

ROOT = Path(__file__).parents[2]
RANDOM = ("random", "random")


def small(battles: int = 4, **more: Any) -> Report:
    """Random battles of four orcs against four."""
    return simulate("sbh", [BAND, BAND], battles=battles, agents=RANDOM, **more)


def test_everything_is_counted_once() -> None:
    report = small(6, seed=3)
    assert [battle.number for battle in report.battles] == list(range(6))
    assert report.armies[0].wins.wins + report.armies[1].wins.wins + report.draws == 6
    assert sum(report.reasons.values()) == 6
    assert report.decisions == Fraction(sum([battle.decisions for battle in report.battles]), 6)
    assert report.armies[1].mean_score == Fraction(sum([battle.scores[1] for battle in report.battles]), 6)
    assert sum([seat.wins for seat in report.seats]) == 6 - report.draws
    assert report.first.of == 6 - report.draws
    assert (report.asked, report.stopped, report.broken_off) == (6, False, 0)
    assert min([battle.turns for battle in report.battles]) > 0


def test_the_seed_decides_and_the_workers_do_not() -> None:
    report = small(5, seed=8)
    assert small(5, seed=8, executor=Processes(2)) == report
    assert small(5, seed=9).battles != report.battles
    assert small(3, seed=8).battles == report.battles[:3]


def test_with_swap_every_battle_is_fought_from_both_seats() -> None:
    report = simulate("sbh", [BAND, {**BAND, "name": "Others"}], None, 3, 2, ("random", "greedy:1"), swap=True)
    assert [(battle.number, battle.turned) for battle in report.battles] == [(n, turned) for n in range(3) for turned in (0, 1)]
    assert [one.name for one in report.armies] == ["Four of a kind", "Others"]
    assert [one.agent for one in report.armies] == ["random", "greedy:1"]
    assert report.battles[0]._replace(turned=0) != report.battles[1]._replace(turned=0)


def test_seats_are_turned_round_the_table() -> None:
    battle = Battle(0, 1, 0, 1, "why", (3, 2), 10, 4)
    assert [battle.seat(army) for army in (0, 1)] == [1, 0]
    three = Battle(0, 2, 0, 1, "why", (3, 2, 1), 10, 4)
    assert [three.seat(army) for army in (0, 1, 2)] == [2, 0, 1]


def test_armies_and_agents_keep_together_when_they_change_seats() -> None:
    others = {**BAND, "figure": [{"profile": "orc-warrior", "count": 5}]}
    report = simulate("sbh", [BAND, others], None, 2, 6, RANDOM, swap=True)
    turned = report.battles[3]
    assert (turned.number, turned.turned) == (1, 1)
    game = registry.new("sbh", [others, BAND], None, "6 battle 1")
    play_on(game, [agent("random", "6 1 1"), agent("random", "6 1 0")], Budget(1))
    assert game.result is not None
    assert turned.scores == game.result.scores[::-1]
    assert turned.winner == (-1 if game.result.winner < 0 else 1 - game.result.winner)


def test_a_battle_that_lasts_too_long_is_broken_off_and_said_so() -> None:
    report = small(2, most=7)
    assert (report.broken_off, report.draws, report.reasons) == (2, 2, {})
    assert report.decisions == 7
    assert report.first.of == 0


class Cut:
    """Ctrl-C after two battles."""

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """Two results."""
        for job in jobs[:2]:
            yield work(job)
        raise KeyboardInterrupt


def test_what_is_done_is_kept_when_it_is_stopped() -> None:
    told: list[tuple[int, int]] = []
    report = small(5, executor=Cut(), progress=lambda done, total: told.append((done, total)))
    assert report.stopped
    assert report.asked == 5
    assert report.battles == small(2).battles
    assert told == [(1, 5), (2, 5)]


def test_intervals() -> None:
    assert Tally(0, 0).interval == (0.0, 1.0)
    assert Tally(0, 0).share == 0
    low, high = Tally(0, 20).interval
    assert low == 0.0
    assert high == pytest.approx(0.1611, abs=1e-4)
    assert list(Tally(50, 100).interval) == pytest.approx([0.4038, 0.5962], abs=1e-4)
    assert Tally(3, 9).to_plain()["share"] == "1/3"


def test_a_report_is_plain_data() -> None:
    report = small(2, seed=4)
    plain = json.loads(json.dumps(report.to_plain()))
    assert plain["played"] == 2
    assert plain["armies"][0]["name_fr"] == "Carré"
    assert Fraction(plain["mean_decisions"]) == report.decisions
    assert set(plain["seats"][0]) == {"wins", "of", "share", "interval"}
    assert [report.armies[0].title(language) for language in ("en", "fr")] == ["Four of a kind", "Carré"]


def test_armies_may_be_read_or_left_out() -> None:
    army = Army.from_plain(BAND)
    assert simulate("sbh", [army, army], battles=2, agents=RANDOM, seed=4).battles == small(2, seed=4).battles
    ready = simulate("sbh", battles=1, agents=RANDOM, seed=4)
    assert ready.armies[0].name
    assert ready.armies == simulate("sbh", battles=1, agents=RANDOM, seed=4).armies


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"armies": [BAND]}, "2 armies, not 1"),
        ({"agents": ["random"]}, "2 agents, not 1"),
        ({"agents": ["random", "genius"]}, "no agent 'genius'"),
        ({"scenario": "picnic"}, "no scenario 'picnic'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(what: dict[str, Any], says: str) -> None:
    with pytest.raises((EscarmoucheError, UnknownName), match=says):
        simulate("sbh", **what)


# ---------------------------------------------------------------- where it is played


def test_the_executor_for_each_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(executor(), Here)
    assert isinstance(executor(3), Processes)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(EscarmoucheError, match=r"pip install 'escarmouche\[ray\]'") as caught:
        executor(ray="local")
    assert "pip install 'escarmouche[ray]'" in caught.value.sentence("fr")


def test_battles_that_die_with_a_process_are_fought_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FATE, str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]))
    agents = ("tests.analysis.doomed:Doomed", "random")
    whole = simulate("sbh", [BAND, BAND], battles=3, agents=agents)
    (tmp_path / "kill-1").touch()
    assert simulate("sbh", [BAND, BAND], battles=3, agents=agents, executor=Processes(2)) == whole
    assert not (tmp_path / "kill-1").exists()
    for number in range(4):
        (tmp_path / f"kill-{number}").touch()
    with pytest.raises(EscarmoucheError, match="were killed 4 times: play with fewer --workers") as caught:
        simulate("sbh", [BAND, BAND], battles=1, agents=agents, executor=Processes(1))
    one_sentence(caught.value)


def test_other_rules_are_not_mixed_in() -> None:
    plan = planned("sbh", [BAND, BAND], None, 3, RANDOM, module.MOST)
    assert plan.rules == registry.system("sbh").version
    with pytest.raises(
        EscarmoucheError, match=r"A machine plays sbh by version \d+ of its rules, this one by version 7"
    ) as caught:
        module.fight((plan._replace(rules=7), 0, 0))
    assert "installez partout" in caught.value.sentence("fr")


def test_the_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 2
