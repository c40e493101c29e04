"""Random games played twice: what is counted, what is found, and what an interrupt leaves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from escarmouche.analysis.executors import Processes
from escarmouche.analysis.soak import BATCH, Line, Terms, attempt, digest, soak, trial
from escarmouche.core import registry, save
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Told
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.files import held
from escarmouche.core.game import Page
from escarmouche.core.system import Setup
from escarmouche.systems.sbh import army
from tests.core.toy import TOY, Toy, first_world, new_game
from tests.core.toy_rules import World, battle


class Restless(Toy):
    """The toy, begun otherwise every time."""

    id = "restless"
    begun = 0

    def start(self, setup: Setup) -> Call:
        self.begun += 1
        return Call(battle, World(first_world(setup).figures, (2, self.begun), ((), ()), (False, False), (-1, -1), 0))


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    extra = [TOY, Restless()]
    for system in extra:
        registry.add(system)
    yield
    for system in extra:
        registry.drop(system.id)


class Cut:
    """Ctrl-C after so many jobs."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[Any]:
        """The first results."""
        yield from map(work, jobs[: self.jobs])
        raise KeyboardInterrupt


def line(system: str, games: int, **more: Any) -> Line:
    """What comes of the first scenario of a system."""
    return next(soak(system, registry.system(system).scenarios()[:1], games, **more))


def test_every_game_is_played_and_counted() -> None:
    found = line("toy", 12)
    trials = [attempt(Terms("toy", "corridor", "0"), number) for number in range(12)]
    assert (found.asked, found.games, found.kept, found.identical, found.failures) == (12, 12, 0, 12, ())
    assert found.longest == max(one.decisions for one in trials)
    assert found.decisions * 12 == sum(one.decisions for one in trials)
    assert len({one.digest for one in trials}) == 12
    assert found.digest != line("toy", 12, seed=1).digest
    assert [one.scenario for one in soak("toy", games=1)] == TOY.scenarios()


def test_the_digest_tells_games_apart_as_their_saves_do() -> None:
    game, twin, other = new_game(1), new_game(1), new_game(2)
    assert digest(game) == digest(twin) != digest(other)
    assert save.dump(game) == save.dump(twin) != save.dump(other)
    told = [Told((one,), "toy", -1, "", "toy.x") for one in (1, True)]
    first, second = [Page(None, (one,)) for one in told]
    game.log, twin.log = first, second
    assert digest(game) != digest(twin), "to a save, 1 and True are not alike"


def test_an_endless_game_is_a_failure() -> None:
    found = line("toy", 3, most=4)
    assert len(found.failures) == 3
    assert found.identical == 0
    assert found.failures[0].failure == "it has not ended after 4 decisions"


def test_a_crash_is_a_failure_that_says_where() -> None:
    broken = attempt(Terms("toy", "no-such-scenario", "0"), 1)
    assert broken.failure.startswith("it crashes after 0 decisions: ")
    assert "no-such-scenario" in broken.failure
    with pytest.raises(Exception, match="no-such-scenario"):
        trial(Terms("toy", "no-such-scenario", "0", 10), 1, [])


def test_a_game_that_comes_out_otherwise_is_a_failure() -> None:
    found = line("restless", 2)
    assert [one.failure for one in found.failures] == ["its replay differs"] * 2


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = line("toy", 3 * BATCH)
    lines = list(soak("toy", None, 3 * BATCH, folder=tmp_path, executor=Cut(2)))
    assert [one.games for one in lines] == [2 * BATCH]
    done = line("toy", 3 * BATCH, folder=tmp_path)
    assert (done.games, done.kept, done.digest) == (3 * BATCH, 2 * BATCH, whole.digest)
    assert line("toy", 2, folder=tmp_path).games == 2


def test_a_line_cut_short_is_played_again_and_other_rules_begin_anew(tmp_path: Path) -> None:
    whole = line("toy", 3, folder=tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-10])
    again = line("toy", 3, folder=tmp_path)
    assert (again.kept, again.digest) == (2, whole.digest)
    file.write_bytes(re.sub(rb'"[0-9a-f]{24}"', b'"0"', file.read_bytes()))
    anew = line("toy", 3, folder=tmp_path)
    assert (anew.kept, anew.digest) == (0, whole.digest)


def test_a_record_is_replaced_whole_and_by_one_run_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line("toy", 3, folder=tmp_path)
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(EscarmoucheError, match="cannot be written"):
            line("toy", 4, folder=tmp_path)
    assert file.read_bytes() == before
    with held(file), pytest.raises(EscarmoucheError, match="Another process is writing"):
        line("toy", 4, folder=tmp_path)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_any_seed_has_a_record_of_its_own(tmp_path: Path) -> None:
    for seed in ("../up", "..-up", "up/.."):
        assert line("toy", 1, seed=seed, folder=tmp_path / "kept").kept == 0
    assert len(list((tmp_path / "kept").iterdir())) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_what_failed_is_tried_again(tmp_path: Path) -> None:
    assert len(line("restless", 2, folder=tmp_path).failures) == 2
    again = line("restless", 2, folder=tmp_path)
    assert (again.kept, len(again.failures)) == (0, 2)


def test_processes_give_the_same_and_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    here = line("sbh", 2)
    there = line("sbh", 2, executor=Processes(1), progress=lambda *about: told.append(about))
    assert here == there
    assert told == [("pitched-battle", 2, 2)]


def test_random_warbands_are_legal_differ_and_spend_their_points() -> None:
    bands = [band for seed in range(10) for band in registry.system("sbh").random_armies("ambush", Stream(seed), 2)]
    assert all(army.check(band) == [] for band in bands)
    assert min(army.points(band) for band in bands) > 200
    assert len({str(band) for band in bands}) == 20


# ---------------------------------------------------------------- options


def played_with(number: int, **terms: Any) -> dict[str, Any]:
    """The options of a game that was played."""
    seen: list[dict[str, Any]] = []

    def noted(game: Any) -> str:
        seen.append(dict(game.setup.options))
        return ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("escarmouche.analysis.soak.digest", noted)
        trial(Terms("fda", "brawl", "0", **terms), number, [])
    assert seen[0] == seen[1]
    return seen[0]


def test_games_are_played_with_the_options_that_are_set() -> None:
    assert played_with(1, options={"rules": "advanced"}) == {"rules": "advanced"}
    usual, other = [line("fda", 2, options=options) for options in ({}, {"rules": "advanced"})]
    assert usual.identical == other.identical == 2
    assert usual.digest != other.digest


def test_options_may_be_drawn_anew_for_every_game() -> None:
    drawn = [played_with(number, options={"night": True}, vary=True) for number in (1, 2, 3)]
    assert [one["night"] for one in drawn] == [True] * 3
    assert len({str(one) for one in drawn}) == 3
    assert drawn[0] == played_with(1, options={"night": True}, vary=True)
    for one in drawn:  # what needs another option is only drawn with it
        assert not one.get("melee-reactions") or one.get("reactions") or one["rules"] == "advanced"


def test_what_is_kept_is_told_apart_by_its_options(tmp_path: Path) -> None:
    several: list[dict[str, Any]] = [{}, {"options": {"rules": "advanced"}}, {"vary": True}]
    for more in several:
        assert line("fda", 1, folder=tmp_path, **more).kept == 0
    assert len(list(tmp_path.glob("fda-*.jsonl"))) == 3
    assert line("fda", 1, folder=tmp_path, vary=True).kept == 1
