"""The public surface, as people import it: names, types, armies by name, copies that travel."""

from __future__ import annotations

import doctest
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from xml.etree import ElementTree

import pytest

import escarmouche as esc
from escarmouche.core import armies, registry
from escarmouche.core.dice import Stream
from escarmouche.core.save import dump
from tests.core.checks import one_sentence

ROOT = Path(__file__).resolve().parents[1]
NAMES = (
    "new", "load", "replay", "odds", "systems", "profiles", "scenarios", "price", "army", "IllegalAnswer", "Result", "Game",
    "Agent", "SeatGame", "Budget", "simulate", "ladder", "Choose", "Roll", "GameView", "AgentError",
)  # fmt: skip


def test_every_name_is_there() -> None:
    assert all(hasattr(esc, name) for name in NAMES)
    assert set(NAMES) <= set(esc.__all__) <= set(dir(esc))
    assert all(getattr(esc, name) is not None for name in esc.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = esc.nothing


def test_the_examples_hold() -> None:
    for module in (esc, armies, registry):
        assert doctest.testmod(module).failed == 0
        assert doctest.testmod(module).attempted > 0


def said_by(script: str) -> list[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()


def test_systems_can_be_listed_before_and_after_one_was_loaded() -> None:
    said = said_by("import escarmouche as esc; a = esc.systems(); esc.profiles('sbh'); print(a == esc.systems(), *a)")
    assert said[0] == "True"
    assert "sbh" in said


def test_agents_analysis_and_pictures_are_imported_when_they_are_asked_for() -> None:
    loaded = "print(*sorted({name.split('.')[1] for name in sys.modules if name.startswith('escarmouche.')}))"
    assert said_by(f"import sys, escarmouche; {loaded}") == ["core"]
    assert said_by("import escarmouche as esc; print(esc.simulate.__name__, esc.Budget(3).playouts)") == ["simulate", "3"]


# ---------------------------------------------------------------- types


SCRIPT = """
import random

import escarmouche as esc

game = esc.new("sbh", armies=["sbh/orcs", "elves"], seed=7)
due = game.due
reveal_type(due)
if isinstance(due, esc.Choose):
    print(due.seat, due.why, due.figure, due.secret)
elif isinstance(due, esc.Roll):
    print(due.notation())
reveal_type(game.choice)
options = game.options()
reveal_type(options)
view = game.view(0)
reveal_type(view)
reveal_type(view["due"])
print(view["system"].upper(), [event["event"] for event in view["events"]])
reveal_type(game.result)
for event in game.play(game.sample(random.Random(1))):
    if isinstance(event, esc.Rolled):
        print(event.faces)
reveal_type(esc.odds(game, options[0]))


class First:
    def answer(self, game: esc.SeatGame, seat: int, budget: esc.Budget) -> esc.Answer:
        return game.options()[0]


mine: esc.Agent = First()
report = esc.simulate("sbh", ["orcs", {"system": "sbh"}], agents=[First, mine], battles=1)
reveal_type(report.armies[0].wins.interval)
reveal_type(esc.ladder("sbh", agents=[First, "random"]).rungs)
"""
TYPES = [
    "escarmouche.core.effects.Choose | escarmouche.core.effects.Roll | None",
    "escarmouche.core.effects.Choose",
    "list[Any]",
    "TypedDict(escarmouche.core.views.GameView, {",
    "TypedDict(escarmouche.core.views.Asked, {",
    "escarmouche.core.effects.Result | None",
    "dict[str, fractions.Fraction]",
    "tuple[float, float]",
    "list[tuple[str, float, float, int, int, int, fallback=escarmouche.analysis.ladder.Rung]]",
]


def checked_types(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """A user's script under mypy --strict, against our sources."""
    file = folder / "script.py"
    file.write_text(script, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, "--follow-imports", "silent"]
    cache = ["--cache-dir", str(ROOT / ".build" / "mypy-surface")]
    env = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    return subprocess.run([*command, *cache, str(file)], env=env, capture_output=True, text=True, check=False)


def test_a_script_has_real_types(tmp_path: Path) -> None:
    done = checked_types(tmp_path, SCRIPT)
    assert done.returncode == 0, done.stdout
    revealed = [line.partition("Revealed type is ")[2] for line in done.stdout.splitlines() if "Revealed" in line]
    for found, wanted in zip(revealed, TYPES, strict=True):
        assert wanted in found
    wrong = checked_types(tmp_path, SCRIPT + "\nprint(game.due.seat, view['nothing'], game.sample(3))\n")
    assert wrong.returncode == 1
    for said in ('Item "None" of "Choose | Roll | None"', 'no key "nothing"', 'Argument 1 to "sample"'):
        assert said in wrong.stdout


# ---------------------------------------------------------------- armies


def test_an_army_is_an_object_a_path_a_name_or_plain_data(tmp_path: Path) -> None:
    orcs = esc.army.load("sbh/orcs")
    orcs.save(tmp_path / "mine.toml")
    first = dump(esc.new("sbh", [orcs, orcs], seed=1))
    for one in ("sbh/orcs", "orcs", orcs.to_plain(), str(tmp_path / "mine.toml"), tmp_path / "mine.toml"):
        assert dump(esc.new("sbh", [one, orcs], seed=1)) == first
        report = esc.simulate("sbh", [one, "orcs"], battles=1, agents=["random", "random"], most=3)
        assert report.armies[0].name == orcs.name
    assert esc.army.load("kings-host") == esc.army.load("masse/kings-host")
    with pytest.raises(esc.EscarmoucheError, match="write sbh/orcs or swidenth/orcs"):
        esc.army.load("orcs")


@pytest.mark.parametrize(
    ("army", "says"),
    [
        ("orks", "There is no army 'orks' (perhaps 'orcs' was meant): choose one of beasts, dragon"),
        ("sbh/orks", "There is no army 'orks' (perhaps 'orcs' was meant): choose one of beasts, dragon"),
        ("kings-host", "There is no army 'kings-host': choose one of beasts"),
        ("masse/kings-host", "The King's Host is an army of masse, not of sbh: bring another one."),
        ("nowhere/orcs.toml", "nowhere/orcs.toml: the file cannot be read"),
        ("nowhere/orcs", "nowhere/orcs: the file cannot be read"),
    ],
)
def test_an_army_that_is_not_there_is_told_in_one_sentence(army: str, says: str) -> None:
    for door in (esc.new, esc.simulate):
        with pytest.raises(esc.EscarmoucheError) as caught:
            door("sbh", [army, "elves"])
        assert str(caught.value).startswith(says)
        assert caught.value.french


def test_a_name_alone_is_looked_for_in_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert esc.army.load("kings-host").system == "masse"
    with pytest.raises(esc.UnknownName, match=r"choose one of sbh/beasts, .*masse/kings-host, .* or name a \.toml file"):
        esc.army.load("orks")
    folder = tmp_path / "masse" / "armies"
    folder.mkdir(parents=True)
    monkeypatch.setenv("ESCARMOUCHE_HOME", str(tmp_path))
    esc.army.load("kings-host").save(folder / "orcs.toml")
    with pytest.raises(esc.UnknownName, match="write sbh/orcs or masse/orcs") as caught:
        esc.army.load("orcs")
    one_sentence(caught.value)
    assert esc.army.load("orcs", "masse").system == "masse"


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("system", ["sbh", "masse"])
def test_a_battle_shows_itself_in_a_notebook(system: str) -> None:
    game = played(esc.new(system, seed=5, options={} if system == "sbh" else {"deploy": "auto"}), 30, "near")
    html = game._repr_html_()
    assert html is not None
    said = "".join(ElementTree.fromstring(html).itertext())
    standing = [one["name"]["en"] for one in game.view(game.choice.seat)["world"]["figures"] if one["state"] == "table"]
    assert len(standing) > 5
    assert all(name in said for name in standing)
    assert f"decides {game.choice.why}" in said
    assert game._repr_svg_() == game.picture(game.choice.seat)


# ---------------------------------------------------------------- games that travel


def played(game: esc.Game, decisions: int, seed: str) -> esc.Game:
    """The game after random answers."""
    chance = Stream(seed)
    for _ in range(decisions):
        if game.due is not None:
            game.play(game.sample(chance))
    return game


def far_away(game: esc.Game) -> esc.Game:
    """What another process does with a game."""
    return played(game, 40, "far")


@pytest.mark.parametrize("system", ["sbh", "masse"])
def test_a_game_goes_to_another_process_and_comes_back(system: str) -> None:
    game = played(esc.new(system, seed=5, options={} if system == "sbh" else {"deploy": "auto"}), 30, "near")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        back = pool.submit(far_away, game).result()
    assert dump(back) == dump(far_away(game.fork()))
    assert back.events[: len(game.events)] == game.events


def test_a_pickled_game_of_an_unknown_system_says_so() -> None:
    text = pickle.dumps(esc.new("sbh", seed=1))
    with pytest.raises(esc.SaveError, match="is of a system that is not here"):
        pickle.loads(_renamed(text))


def _renamed(text: bytes) -> bytes:
    """The pickle of the same game in a system of another name, with its checksum."""
    import hashlib

    import msgspec

    call, (data, name) = esc.new("sbh", seed=1).__reduce__()
    assert data in text
    whole = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    body = bytes(whole["game"]).replace(b'"system":"sbh"', b'"system":"xyz"')
    head = {"format": "escarmouche-save", "version": 1, "checksum": hashlib.sha256(body).hexdigest()}
    return pickle.dumps(_Reduced(call, (msgspec.json.encode({**head, "game": msgspec.Raw(body)}), name)))


class _Reduced:
    """Something that is pickled as a call."""

    def __init__(self, *parts: object) -> None:
        self.parts = parts

    def __reduce__(self) -> tuple[object, ...]:
        return self.parts
