"""Saves: every decision comes back to the same bytes, in this process or another; what is no save is refused."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import escarmouche as esc
from escarmouche.core import registry, save
from escarmouche.core.codec import Reader, Writer
from escarmouche.core.dice import Stream
from escarmouche.core.effects import RULES, Choose, Rolled
from escarmouche.core.engine import Frame
from escarmouche.core.errors import SaveError
from escarmouche.core.game import Game
from escarmouche.core.pools import Dice
from tests.core.checks import one_sentence
from tests.core.toy import TOY, new_game, play_on, until
from tests.core.toy_rules import Figure, World

ROOT = Path(__file__).parents[2]


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_comes_back_to_the_same_bytes(seed: int) -> None:
    game, chance = new_game(seed, "ambush"), Stream(seed)
    loaded = save.parse(save.dump(game))
    while game.due is not None:
        answer = game.sample(chance)
        game.play(answer)
        loaded.play(answer)
        written = save.dump(game)
        assert save.dump(loaded) == written
        loaded = save.parse(written)
        assert save.dump(loaded) == written
        assert loaded.world == game.world
        assert loaded.view(0) == game.view(0)
        if isinstance(game.due, Choose):
            assert (loaded.choice.why, loaded.choice.seat, loaded.options()) == (
                game.choice.why,
                game.choice.seat,
                game.options(),
            )
    assert loaded.result == game.result


CONTINUE = """
import hashlib, sys
from escarmouche.core import registry, save
from escarmouche.core.dice import Stream
from tests.core.toy import TOY, play_on, rules_at_work
registry.add(TOY)
game = save.read(sys.argv[1])
print(game.due.why, rules_at_work(game), hashlib.sha256(save.dump(play_on(game, Stream(77)))).hexdigest())
"""


def test_a_game_saved_in_a_reaction_to_a_reaction_goes_on_in_another_process(tmp_path: Path) -> None:
    game = until("toy.melee.reroll", depth=4)
    path = tmp_path / "game.json"
    game.save(path)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(ROOT)])}
    command = [sys.executable, "-c", CONTINUE, str(path)]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    here = hashlib.sha256(save.dump(play_on(game, Stream(77)))).hexdigest()
    assert done.stdout.split() == ["toy.melee.reroll", "4", here]


def test_loading_replays_the_top_rule_only() -> None:
    """Of the four rules at work, only the one that asks has a generator after loading."""
    loaded = save.parse(save.dump(until("toy.melee.reroll", depth=4)))
    assert loaded.run.live is not None
    assert loaded.run.live.parent is None
    assert loaded.run.told == []


def test_a_save_is_small_because_worlds_share_their_parts() -> None:
    game = until("toy.melee.reroll", depth=4)
    body = msgspec.json.decode(save.dump(game))["game"]
    kinds = [written[0] for written in body["objects"]]
    assert kinds.count("Frame") == 4
    assert kinds.count("Figure") < 2 * 6
    assert len(body["objects"]) == len({msgspec.json.encode(written) for written in body["objects"]})


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    game = new_game()
    path = tmp_path / "game.json"
    path.write_text("something older")
    game.save(path)
    assert save.dump(esc.load(path)) == save.dump(game)
    (tmp_path / "folder").mkdir()
    for wrong in (tmp_path / "nowhere" / "game.json", tmp_path / "folder"):
        with pytest.raises(SaveError, match="could not be saved") as caught:
            game.save(wrong)
        one_sentence(caught.value)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder", "game.json"]


# ---------------------------------------------------------------- replays


@pytest.mark.parametrize("dice", ["seeded", "manual"])
def test_a_saved_game_replays_to_the_same_bytes(tmp_path: Path, dice: str) -> None:
    path = tmp_path / "game.json"
    for decisions in (0, 1, 30, 10_000):
        game = play_on(new_game(9, "ambush", dice), Stream(9), decisions)
        game.save(path)
        assert save.dump(esc.replay(path)) == save.dump(game)
        assert save.verify(path)


@pytest.mark.parametrize("dice", ["seeded", "manual"])
def test_a_fork_with_fresh_dice_is_saved_with_them(tmp_path: Path, dice: str) -> None:
    path = tmp_path / "game.json"
    game = play_on(new_game(9, "ambush", dice), Stream(9), 25)
    fork = play_on(game.fork("what if"), Stream(1), 20)
    fork.save(path)
    loaded = esc.load(path)
    assert save.verify(path)
    assert save.dump(play_on(loaded, Stream(2))) == save.dump(play_on(fork, Stream(2)))
    fork.save(path)
    assert save.verify(path)


def test_a_game_that_was_tampered_with_does_not_verify(tmp_path: Path) -> None:
    """A die turned over and a new checksum: it loads, but it does not replay."""
    path = tmp_path / "game.json"
    play_on(new_game(9), Stream(9), 30).save(path)

    def turn_a_die(body: dict[str, Any]) -> None:
        at = next(i for i, written in enumerate(body["objects"]) if written[0] == "Rolled" and written[5] == 4)
        body["objects"][at][2] = [5 - body["objects"][at][2][0]]

    path.write_bytes(resealed(path.read_bytes(), turn_a_die))
    assert isinstance(esc.load(path), Game)
    assert not save.verify(path)

    def take_another_turn(body: dict[str, Any]) -> None:
        at = next(i for i, written in enumerate(body["objects"]) if written[0] == "Chosen" and written[5] == "toy.turn")
        body["objects"][at][1] = 5

    path.write_bytes(resealed(path.read_bytes(), take_another_turn))
    assert not save.verify(path)


# ---------------------------------------------------------------- what is no save


def resealed(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A save with its content changed and a checksum that matches."""
    whole = msgspec.json.decode(data)
    change(whole["game"])
    text = msgspec.json.encode(whole["game"], order="sorted")
    whole["checksum"] = hashlib.sha256(text).hexdigest()
    return msgspec.json.encode({**whole, "game": msgspec.Raw(text)})


def refused(data: bytes) -> str:
    with pytest.raises(SaveError) as caught:
        save.parse(data, "game.json")
    one_sentence(caught.value)
    assert "game.json" in str(caught.value) or "The save" in str(caught.value)
    return str(caught.value)


DATA = save.dump(until("toy.melee.reroll", depth=4))


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_damaged_byte_is_noticed(at: int, flip: int) -> None:
    assert refused(DATA[:at] + bytes([DATA[at] ^ flip]) + DATA[at + 1 :]).endswith(".")


@given(st.integers(0, len(DATA) - 1))
def test_a_file_cut_short_is_noticed(length: int) -> None:
    assert "cut short" in refused(DATA[:length])


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"{}", b"\x00\xff", b'"save"', b"a picture", b"{" * 5000, b"12"])
def test_what_is_no_save_is_refused(data: bytes) -> None:
    assert "is no save" in refused(data)


def test_another_format_is_refused() -> None:
    assert "is not a save of Escarmouche" in refused(DATA.replace(b"escarmouche-save", b"escarmouche-army"))
    assert "has format 2, this program reads 1" in refused(DATA.replace(b'"version":1', b'"version":2'))


def test_another_version_of_the_rules_is_refused() -> None:
    def later(body: dict[str, Any]) -> None:
        body["system_version"] = 7

    assert "was made with version 7 of toy, this is version 1" in refused(resealed(DATA, later))


def test_another_system_is_refused() -> None:
    def other(body: dict[str, Any]) -> None:
        body["setup"]["system"] = "chess"

    assert "There is no system 'chess'" in refused(resealed(DATA, other))


def change_object(kind: str, change: Callable[[list[Any]], None]) -> bytes:
    def changed(body: dict[str, Any]) -> None:
        change(next(written for written in body["objects"] if written[0] == kind))

    return resealed(DATA, changed)


def test_unknown_classes_fields_and_rules_are_refused() -> None:
    assert "holds a 'Dragon'" in refused(change_object("World", lambda written: written.__setitem__(0, "Dragon")))
    assert "Figure has other fields" in refused(change_object("Figure", lambda written: written.append(1)))
    assert "waits in the rule 'toy.gone'" in refused(change_object("Frame", lambda f: f[4].update(rule="toy.gone")))


@pytest.mark.parametrize("key", ["setup", "state", "events", "objects", "system_version"])
def test_a_save_with_a_part_missing_is_refused(key: str) -> None:
    def without(body: dict[str, Any]) -> None:
        del body[key]

    assert "does not hold a game" in refused(resealed(DATA, without))


@pytest.mark.parametrize("value", [None, 5, [], {"is": 10**9}, {"is": "x"}, {}])
def test_a_save_with_nonsense_in_it_is_refused(value: object) -> None:
    def nonsense(body: dict[str, Any]) -> None:
        body["objects"][0] = value

    assert "does not hold a game" in refused(resealed(DATA, nonsense))


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    for wrong in (tmp_path / "nowhere.json", tmp_path):
        with pytest.raises(SaveError, match="cannot be read") as caught:
            esc.load(wrong)
        one_sentence(caught.value)
        assert str(wrong) in str(caught.value)


# ---------------------------------------------------------------- the codec


PLAIN = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda one: st.lists(one, max_size=4).map(tuple))
FIGURES = st.builds(Figure, st.integers(), st.integers(), st.text(), st.integers(), st.integers(), st.integers())


@given(st.recursive(PLAIN | FIGURES, lambda one: st.lists(one, max_size=4).map(tuple)))
def test_values_are_read_back_as_they_were(value: object) -> None:
    writer = Writer()
    written = msgspec.json.decode(msgspec.json.encode([writer.write(value), writer.objects]))
    back = Reader(written[1], (Figure,)).read(written[0])
    assert back == value
    assert Writer().write(back) == Writer().write(value)


def test_frames_and_rules_are_read_back() -> None:
    top = until("toy.react").run.top
    writer = Writer()
    written = writer.write(top)
    back = Reader(writer.objects, (Figure, World)).read(written)
    assert back == top
    assert isinstance(back, Frame)
    assert back.rule is RULES["toy.react"]


def test_equal_objects_are_written_once() -> None:
    writer = Writer()
    one, two = Figure(1, 2, "A", 3, 0, 1), Figure(1, 2, "A", 3, 0, 1)
    assert writer.write((one, two, one)) == [{"is": 0}, {"is": 0}, {"is": 0}]
    assert writer.write((1, True)) == [1, True]
    assert writer.write(Figure(1, 2, "A", 3, 0, True)) == {"is": 1}


@pytest.mark.parametrize(
    "value", [1.5, [1], {"a": 1}, {1}, b"x", object()], ids=["float", "list", "dict", "set", "bytes", "object"]
)
def test_what_is_not_plain_cannot_be_written(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be written down"):
        Writer().write((1, value))


def test_events_are_kept_as_they_were() -> None:
    game = play_on(new_game(4, "ambush"), Stream(4))
    loaded = save.parse(save.dump(game))
    assert loaded.events == game.events
    assert any(isinstance(event, Rolled) and len(event.faces) == 20 for event in loaded.events)


def test_the_registry_knows_what_was_added() -> None:
    assert "toy" in registry.systems()
    assert registry.system("toy") is TOY
    with pytest.raises(esc.ContentError, match="There is a system 'toy' already"):
        registry.add(TOY)


def test_the_dice_of_a_pool_are_written_down_with_the_rule_that_waits_for_them() -> None:
    dice = (Dice(3, 4, (0, 1, 1, 2), 20, tuple(range(20))), Dice(1, 2, (0, 1)))
    writer = Writer()
    written = writer.write(dice)
    assert Reader(writer.objects, ()).read(written) == dice
