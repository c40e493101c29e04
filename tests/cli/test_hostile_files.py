"""Files by other hands: whatever they hold, a command says one sentence about it."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from escarmouche.cli import campaign as command
from escarmouche.core import files, registry, save
from escarmouche.core.dice import Stream
from escarmouche.core.errors import EscarmoucheError
from tests.cli.conftest import Said

Cli = Callable[..., Said]


def sealed(body: Any) -> bytes:
    """A save with this body and a checksum that fits."""
    text = body if isinstance(body, bytes) else msgspec.json.encode(body, order="sorted")
    head = {"format": save.FORMAT, "version": save.VERSION, "checksum": hashlib.sha256(text).hexdigest()}
    return msgspec.json.encode({**head, "game": msgspec.Raw(text)})


@pytest.fixture(scope="module")
def body() -> bytes:
    """What a save of a game of sbh holds."""
    game = registry.new("sbh", seed=4)
    chance = Stream(1)
    for _ in range(40):
        game.play(game.sample(chance))
    return json.dumps(json.loads(save.dump(game))["game"]).encode()


def one_sentence(said: Said) -> str:
    """What was complained of."""
    assert said.status == 2
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err


@pytest.mark.parametrize("depth", [2_000, 100_000])
def test_what_is_nested_very_deep(cli: Cli, tmp_path: Path, depth: int) -> None:
    nested = b"[" * depth + b"]" * depth
    (tmp_path / "deep.json").write_bytes(sealed(b'{"setup":' + nested + b"}"))
    assert "deep.json" in one_sentence(cli("replay", str(tmp_path / "deep.json")))
    (tmp_path / "deep.toml").write_bytes(b"name = " + nested)
    said = cli("army check", str(tmp_path / "deep.toml"))
    assert said.status == 1
    assert "nests its lists and tables too deep" in said.out
    assert "trop ses listes" in one_sentence(cli("army print --lang fr", str(tmp_path / "deep.toml")))


def test_a_number_beyond_all_bounds(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text("name = " + "9" * 5000)
    assert "not valid TOML" in one_sentence(cli("army print", str(tmp_path / "long.toml")))


def test_an_army_that_nobody_could_bring_is_not_set_up_again(cli: Cli, tmp_path: Path, body: bytes) -> None:
    changed = json.loads(body)
    changed["setup"]["armies"][0]["figure"][0]["count"] = 10**9
    (tmp_path / "many.json").write_bytes(sealed(changed))
    said = cli("replay --verify", str(tmp_path / "many.json"))
    assert said.status == 1
    assert "does not play again" in said.out


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in plain data."""
    inner = list(enumerate(value)) if isinstance(value, list) else list(value.items()) if isinstance(value, dict) else []
    return [path, *[place for key, one in inner for place in places(one, (*path, key))]]


def test_saves_that_were_changed_and_sealed_again(
    cli: Cli, tmp_path: Path, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Stream("changed")
    known = places(json.loads(body))[1:]
    complaints = 0
    for _ in range(60):
        changed = json.loads(body)
        *way, last = known[chance.below(len(known))]
        held = changed
        for key in way:
            held = held[key]
        held[last] = [None, -1, 10**9, "x", [], {}, {"is": 0}, [[]], 99, True][chance.below(10)]
        (tmp_path / "changed.json").write_bytes(sealed(changed))
        monkeypatch.setattr("sys.stdin", io.StringIO("1\nt\nl\nq\n"))
        for line in ("replay", "play --players here,random --resume"):
            said = cli(line, str(tmp_path / "changed.json"))
            assert said.status in (0, 2)
            complaints += said.status == 2
    assert complaints > 30


def test_a_fault_of_our_own_is_not_blamed_on_the_file(
    cli: Cli, tmp_path: Path, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "good.json").write_bytes(sealed(body))

    def broken(*_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(type(registry.system("sbh")), "event_sentence", broken)
    with pytest.raises(ZeroDivisionError):
        cli("replay", str(tmp_path / "good.json"))


def test_names_cannot_speak_to_the_terminal(cli: Cli, tmp_path: Path) -> None:
    name = "Orks\\u001b]0;owned\\u0007\\u001b[2J\\u202e"
    (tmp_path / "band.toml").write_text(
        f'system = "sbh"\nname = "{name}"\n[[figure]]\nprofile = "orc-warrior"\nname = "{name}"\n'
    )
    for line in ("army print", "army check"):
        said = cli(line, str(tmp_path / "band.toml"))
        assert "owned" in said.out
        assert not set("\x1b\x07\u202e") & set(said.out + said.err)


def test_two_commands_cannot_change_one_campaign_at_once(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PATIENCE", 0.1)
    file = tmp_path / "war.json"
    assert cli("campaign new sbh --seed 7", str(file)).status == 0
    before = file.read_bytes()
    with files.held(file):
        for line in ("battle --players random,random", "aftermath", "forfeit --seat 1"):
            assert "Another command is changing" in one_sentence(cli(f"campaign {line}", str(file)))
        said = cli("campaign spend --seat 1", str(file), "auto")
        assert "Another command is changing" in one_sentence(said)
        assert cli("campaign status", str(file)).status == 0
    assert file.read_bytes() == before
    assert cli("campaign forfeit --seat 1", str(file)).status == 0


def test_a_wrong_address_of_a_database_is_told_without_its_password() -> None:
    storage = pytest.importorskip("escarmouche.server.storage")
    for url in ("postgre://me:secret@host/games", "me:secret@host/games", "mysql://me:secret@here@host/games"):
        with pytest.raises(EscarmoucheError) as caught:
            storage.whole_url(url)
        for language in ("en", "fr"):
            assert "secret" not in caught.value.sentence(language)
            assert "host/games" in caught.value.sentence(language)
