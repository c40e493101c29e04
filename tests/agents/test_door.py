"""The door for agents: by entry point, by module, as a class or an object; one that fails is named, and others play on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import escarmouche as esc
from escarmouche.agents import roster
from escarmouche.agents.protocol import Budget, SeatGame, play_on
from escarmouche.agents.roster import NAMES, Player, agent, checked, names
from escarmouche.agents.steady import Steady
from escarmouche.analysis.executors import Processes
from escarmouche.core.errors import AgentError, EscarmoucheError, UnknownName
from escarmouche.core.save import dump
from tests.agents.small import BAND, small_battle
from tests.core.checks import one_sentence
from tests.test_docs import ROOT, blocks, surroundings

CAREFUL = next(block.text for block in blocks(ROOT / "docs" / "agents.md") if block.note == "careful.py")
"""The example of the docs."""

BAD = '''
class Raises:
    def answer(self, game, seat, budget):
        raise ValueError("my mistake\\nin two lines")

class Illegal:
    def answer(self, game, seat, budget):
        return ("fly", "away")

class Mute:
    def respond(self, game, seat, budget):
        return None

class Greedyish:
    def __init__(self, seed, more):
        pass

    def answer(self, game, seat, budget):
        return game.options()[0]

class Sometimes:
    """Fails in the battles 1 and 11 and so on."""

    def __init__(self, seed):
        self.fails = " 1 " in f"{seed}"

    def answer(self, game, seat, budget):
        if self.fails:
            raise RuntimeError("not today")
        return game.options()[0]
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with agents in it, which this process and those it starts can import from."""
    for name, text in (("careful", CAREFUL), ("bad_agents", BAD), ("broken_agents", "import nothing_of_that_name\n")):
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    roster._kind.cache_clear()
    yield tmp_path
    for name in ("careful", "bad_agents", "broken_agents"):
        sys.modules.pop(name, None)
    roster._kind.cache_clear()


@pytest.fixture
def installed(folder: Path) -> Iterator[Path]:
    """The same, with entry points as an installed package has them."""
    info = folder / "some_agents-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-agents\nVersion: 1.0\n", "utf-8")
    points = {
        "careful": "careful:Careful",
        "random": "careful:Careful",
        "broken": "broken_agents:Nobody",
        "mute": "bad_agents:Mute",
    }
    lines = [f"{name} = {target}" for name, target in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[escarmouche.agents]", *lines, ""]), "utf-8")
    roster._brought.cache_clear()
    yield folder
    roster._brought.cache_clear()


# ---------------------------------------------------------------- ways in


def test_a_class_is_found_by_its_module(folder: Path) -> None:
    assert type(agent("careful:Careful", 3)).__name__ == "Careful"
    assert vars(agent("careful:Careful", 3)) == {"seed": 3}
    assert Player.read("careful:Careful") == Player("careful:Careful", roster.PLAYOUTS)
    assert Player.read(" careful:Careful:5 ") == Player("careful:Careful", 5)
    assert str(Player.read("careful:Careful:5")) == "careful:Careful:5"


def test_an_installed_one_has_a_name_of_its_own(installed: Path) -> None:
    assert names() == [*NAMES, "broken", "careful", "mute"]
    assert type(agent("careful")).__name__ == "Careful"
    assert type(agent("random")).__name__ == "RandomAgent", "our own names stay ours"
    assert Player.read("careful:7") == Player("careful", 7)
    assert checked("careful", only_installed=True) == "careful"


@pytest.mark.parametrize("name", ["careful:Careful:2", "careful:2"])
def test_it_fights_in_simulate_and_ladder(installed: Path, name: str) -> None:
    report = esc.simulate("sbh", [BAND, BAND], battles=1, agents=[name, "random"], most=60)
    assert (report.armies[0].agent, len(report.battles), report.faults) == (name, 1, ())
    assert report.battles[0].decisions > 20
    table = esc.ladder("sbh", agents=["random", name], games=1, most=60)
    assert {rung.agent for rung in table.rungs} == {"random", name}
    assert table.faults == ()


def test_a_name_a_class_and_an_object_play_alike_here_and_in_other_processes(installed: Path) -> None:
    from careful import Careful  # type: ignore[import-not-found]

    def run(*agents: object, workers: int = 0) -> list[object]:
        place = Processes(workers) if workers else None
        report = esc.simulate("sbh", [BAND, BAND], battles=2, seed=3, agents=list(agents), executor=place, most=30)  # type: ignore[arg-type]
        assert report.faults == ()
        return [battle._asdict() for battle in report.battles]

    here = run("careful:Careful", "random")
    assert run(Careful, "random") == here
    assert run("careful", "random", workers=2) == here
    assert run(Careful, "random", workers=2) == here
    alike = run(Careful("mine"), "random")
    assert run(Careful("mine"), "random", workers=2) == alike


def test_an_object_begins_every_battle_as_it_was_given() -> None:
    class Counts:
        def __init__(self) -> None:
            self.asked = 0
            self.most: list[int] = []

        def answer(self, game: SeatGame, seat: int, budget: Budget) -> esc.Answer:
            self.asked += 1
            self.most.append(self.asked)
            return game.options()[0]

    counts = Counts()
    report = esc.simulate("sbh", [BAND, BAND], battles=2, agents=[counts, counts], most=10)
    assert len(report.battles) == 2
    assert counts.asked == 0
    assert report.armies[0].agent.endswith("Counts")


def test_what_cannot_travel_is_refused_before_the_first_battle() -> None:
    class Local:
        def answer(self, game: SeatGame, seat: int, budget: Budget) -> esc.Answer:
            return game.options()[0]

    assert esc.simulate("sbh", [BAND, BAND], battles=1, agents=[Local, "random"], most=5).faults == ()
    for call in (esc.simulate, esc.ladder):
        with pytest.raises(AgentError, match="Local cannot be sent to other processes") as caught:
            call("sbh", agents=[Local, "random"], executor=Processes(2))
        one_sentence(caught.value)


def test_steady_makes_it_anew_for_every_answer(folder: Path) -> None:
    game = small_battle()
    play_on(game, [Steady("careful:Careful", 1), Steady("random", 2)], Budget(2), 12)
    again = small_battle()
    play_on(again, [Steady("careful:Careful", 1), Steady("random", 2)], Budget(2), 12)
    assert dump(again) == dump(game)


# ---------------------------------------------------------------- agents that fail


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere.at.all:Agent", "cannot be loaded (ModuleNotFoundError"),
        ("broken_agents:Agent", "No module named 'nothing_of_that_name'"),
        ("bad_agents:Nobody", "cannot be loaded (AttributeError"),
        ("bad_agents:Mute", "has no method `answer(game, seat, budget)`"),
        ("bad_agents:Greedyish", "cannot be made (TypeError"),
        ("bad_agents:__doc__", "cannot be made (TypeError"),
        (":", "cannot be loaded (ValueError"),
        ("broken", "cannot be loaded (ModuleNotFoundError"),
        ("mute", "has no method"),
    ],
)
def test_what_cannot_play_is_told_in_one_sentence(installed: Path, name: str, says: str) -> None:
    for door in (lambda: agent(name), lambda: Player.read(name), lambda: esc.simulate("sbh", agents=[name, "random"])):
        with pytest.raises(AgentError) as caught:
            door()
        assert says in str(caught.value)
        assert f" {name} " in str(caught.value)
        one_sentence(caught.value)
    assert checked("careful") == "careful", "the others still play"


def test_a_wrong_class_or_object_is_told_too() -> None:
    for wanted in (object, object(), 3):
        with pytest.raises(AgentError, match="has no method"):
            Player.read(wanted)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "says"),
    [("Raises", "(ValueError: my mistake in two lines)"), ("Illegal", "an answer that is not allowed (")],
)
def test_a_battle_in_which_an_agent_fails_is_told_and_not_counted(folder: Path, name: str, says: str) -> None:
    report = esc.simulate("sbh", [BAND, BAND], battles=2, agents=["random", f"bad_agents:{name}"])
    assert report.battles == []
    assert [fault.army for fault in report.faults] == [1, 1]
    for language in ("en", "fr"):
        assert f" bad_agents:{name} " in report.faults[0].sentence(language)
    assert says in report.faults[0].en
    plain = report.to_plain()
    assert (plain["failed"], plain["played"]) == (2, 0)
    assert set(plain["faults"]) == {fault.en for fault in report.faults}
    game = small_battle()
    before = dump(game)
    wrong = agent(f"bad_agents:{name}")
    with pytest.raises(AgentError) as caught:
        play_on(game, [wrong, wrong], Budget(1))
    one_sentence(caught.value)
    assert dump(game) == before


@pytest.mark.parametrize("workers", [0, 2])
def test_the_other_battles_are_fought_and_counted(folder: Path, workers: int) -> None:
    place = Processes(workers) if workers else None
    agents = ["random", "bad_agents:Sometimes"]
    report = esc.simulate("sbh", [BAND, BAND], battles=4, agents=agents, executor=place, most=30)
    assert [battle.number for battle in report.battles] == [0, 2, 3]
    assert len(report.faults) == 1
    assert sum(army.wins.wins for army in report.armies) + report.draws == 3


def test_on_the_ladder_who_fails_has_lost(folder: Path) -> None:
    table = esc.ladder("sbh", agents=["bad_agents:Raises", "random"], games=2)
    assert [(rung.agent, rung.wins, rung.losses) for rung in table.rungs] == [("random", 2, 0), ("bad_agents:Raises", 0, 2)]
    assert len(table.faults) == 2
    assert table.to_plain()["failed"] == 2


def test_a_name_that_nobody_has_lists_those_there_are() -> None:
    with pytest.raises(
        UnknownName, match="choose one of random, greedy, search, recruit, veteran, warlord, or write package"
    ) as caught:
        agent("genius")
    one_sentence(caught.value)


# ---------------------------------------------------------------- strangers


def test_a_stranger_cannot_make_the_server_import_anything(installed: Path) -> None:
    from escarmouche.server.opening import opened
    from escarmouche.server.refusals import Refused
    from escarmouche.server.shapes import NewGame, WantedSeat

    def ask(name: str) -> object:
        return opened(NewGame(system="sbh", seats=[WantedSeat("here"), WantedSeat("bot", agent=name)]))

    assert ask("careful")
    for name in ("bad_agents:Illegal", "os:system", "broken", "mute"):
        sys.modules.pop("bad_agents", None)
        with pytest.raises(Refused):
            ask(name)
        assert name == "mute" or "bad_agents" not in sys.modules


def test_on_the_server_a_bot_that_fails_gives_any_legal_answer(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    from escarmouche.server.thinking import Bot, think

    game = small_battle()
    for name in ("bad_agents:Raises", "bad_agents:Illegal"):
        caplog.clear()
        answer = think(game, game.choice.seat, Bot(name, 1, "seed"), "battle")
        assert game.refusal(answer) is None
        assert f"The agent {name} " in caplog.text


BUILD = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
include = ["careful.py"]
"""


# ---------------------------------------------------------------- the commands, in processes of their own


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command as people type it in a folder that is not on Python's path."""
    path = [one for one in sys.path if one and one != str(folder)]
    env = {**surroundings(folder), "PYTHONPATH": os.pathsep.join(path), "LC_ALL": "C.UTF-8"}
    script = "import sys; sys.path = [one for one in sys.path if one]; from escarmouche.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", script, *command], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def test_the_commands_find_a_class_in_the_folder_one_is_in(folder: Path) -> None:
    (folder / "band.toml").write_text(
        'system = "sbh"\nname = "Two"\n\n[[figure]]\nprofile = "orc-warrior"\ncount = 2\n', "utf-8"
    )
    army = ("--army", "band.toml", "--army", "band.toml")
    done = run(
        folder, "simulate", "sbh", *army, "--agents", "careful:Careful:1,random", "--battles", "2", "--workers", "2", "--json"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["armies"][0]["agent"] == "careful:Careful:1"
    for agents, says in (
        ("bad_agents:Raises,random", "The agent bad_agents:Raises failed at"),
        ("bad_agents:Mute,random", "The agent bad_agents:Mute has no method"),
    ):
        done = run(folder, "simulate", "sbh", *army, "--agents", agents, "--battles", "2", "--workers", "1")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.strip().startswith(says)
        assert done.stderr.strip().count("\n") == 0
    done = run(
        folder,
        "simulate",
        "sbh",
        *army,
        "--agents",
        "random,bad_agents:Sometimes",
        "--battles",
        "2",
        "--workers",
        "1",
        "--lang",
        "fr",
    )
    assert done.returncode == 0, done.stderr
    assert "1 bataille a échoué : Le joueur bad_agents:Sometimes a échoué à" in done.stdout


def test_the_terminal_keeps_the_game_when_a_player_fails(folder: Path) -> None:
    done = run(folder, "play", "sbh", "--players", "random,bad_agents:Illegal", "--seed", "1")
    assert done.returncode == 2
    assert done.stderr.startswith("The agent bad_agents:Illegal gave an answer that is not allowed (")
    (kept,) = (folder / "home" / "games").glob("*.json")
    assert esc.load(kept).due is not None
    assert "--players random,bad_agents:Illegal" in done.stdout


def test_an_agent_of_an_installed_package_plays_at_every_command(tmp_path: Path) -> None:
    """A package as in the docs, built and installed by pip into a folder of its own."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    (source / "careful.py").write_text(CAREFUL, "utf-8")
    project = next(block.text for block in blocks(ROOT / "docs" / "agents.md") if block.language == "toml")
    (source / "pyproject.toml").write_text(project + BUILD, "utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--target",
        str(target),
    ]
    subprocess.run([*pip, str(source)], check=True, capture_output=True)
    env = {**surroundings(target), "LC_ALL": "C.UTF-8"}
    play = """
import escarmouche as esc
from escarmouche.agents.roster import names
from escarmouche.analysis.executors import Processes
BAND = {"system": "sbh", "name": "Two", "figure": [{"profile": "orc-warrior", "count": 2}]}
if __name__ == "__main__":
    report = esc.simulate("sbh", [BAND, BAND], battles=2, agents=["careful:1", "random"], executor=Processes(2), most=40)
    table = esc.ladder("sbh", agents=["careful:1", "random"], games=1, most=20)
    print(names()[-1], report.armies[0].agent, len(report.battles), len(table.rungs))
"""
    (tmp_path / "play.py").write_text(play, "utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "play.py")], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["careful", "careful:1", "2", "2"], done.stderr


def test_every_error_of_the_door_is_an_escarmouche_error() -> None:
    assert issubclass(AgentError, EscarmoucheError)
