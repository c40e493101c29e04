"""Save files: JSON with a version and a checksum. A save holds the set-up, the events, and the frames as they stand."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from escarmouche.core import registry
from escarmouche.core.codec import Reader, Writer
from escarmouche.core.effects import Chosen, Event, Rolled
from escarmouche.core.engine import Frame, Run, resume
from escarmouche.core.errors import EscarmoucheError, SaveError
from escarmouche.core.game import Game, Page
from escarmouche.core.system import Setup

FORMAT = "escarmouche-save"
VERSION = 1


def dump(game: Game) -> bytes:
    """The bytes of a save; the same game gives the same bytes."""
    writer = Writer()
    events = [writer.write(event) for event in game.events]
    state = {"top": writer.write(game.run.top), "result": writer.write(game.run.result), "thrown": game.thrown}
    body = {
        "setup": game.setup.to_plain(),
        "system_version": game.system.version,
        "events": events,
        "state": state,
        "objects": writer.objects,
    }
    text = msgspec.json.encode(body, order="sorted")
    head = {"format": FORMAT, "version": VERSION, "checksum": hashlib.sha256(text).hexdigest()}
    return msgspec.json.encode({**head, "game": msgspec.Raw(text)})


def write(game: Game, path: str | Path) -> None:
    """Write a save; an existing file is replaced only once the new one is whole."""
    target = Path(path)
    data = dump(game)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, target)
    except OSError as error:
        raise SaveError(f"The game could not be saved to {target}: {error.strerror}; choose another place.") from error


def read(path: str | Path) -> Game:
    """Read a save and be ready to go on with it."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise SaveError(f"The save {path} cannot be read: {error.strerror}.") from error
    return parse(data, str(path))


def parse(data: bytes, name: str = "save") -> Game:
    """A game from the bytes of a save."""
    body = _checked(data, name)
    try:
        setup = Setup.from_plain(body["setup"])
        system = registry.system(setup.system)
        if body["system_version"] != system.version:
            raise SaveError(
                f"The save {name} was made with version {body['system_version']} of {system.id}, this is version"
                f" {system.version}: finish the game with the version that began it."
            )
        reader = Reader(body["objects"], system.classes())
        events = [reader.read(event) for event in body["events"]]
        state = body["state"]
        top = reader.read(state["top"])
        result = reader.read(state["result"])
        run = resume(top) if isinstance(top, Frame) else Run(None, None, result, [], None)
        return Game(system, setup, run, setup.source(), state["thrown"], Page(None, events))
    except EscarmoucheError:
        raise
    except Exception as error:
        raise SaveError(f"The save {name} does not hold a game: {error}.") from error


def _checked(data: bytes, name: str) -> dict[str, Any]:
    """The body of a save whose format, version and checksum are right."""
    try:
        whole = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        head = {key: msgspec.json.decode(whole[key]) for key in ("format", "version", "checksum")}
        text = bytes(whole["game"])
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, UnicodeDecodeError) as error:
        raise SaveError(f"The save {name} is damaged or cut short: use another copy of it.") from error
    if head["format"] != FORMAT:
        raise SaveError(f"The file {name} is not a save of Escarmouche.")
    if head["version"] != VERSION:
        raise SaveError(
            f"The save {name} has format {head['version']}, this program reads {VERSION}: use the version that made it."
        )
    if hashlib.sha256(text).hexdigest() != head["checksum"]:
        raise SaveError(f"The save {name} is damaged: its checksum does not match; use another copy of it.")
    body = msgspec.json.decode(text)
    if not isinstance(body, dict):
        raise SaveError(f"The save {name} is damaged: it holds no game.")
    return body


def replay(path: str | Path) -> Game:
    """Play a saved game again from its set-up, with its decisions and, where dice were thrown by hand, its dice."""
    saved = read(path)
    game = registry.begin(saved.setup)
    for event in saved.events:
        if isinstance(event, Chosen) or (isinstance(event, Rolled) and game.source is None):
            _again(game, event)
    return game


def _again(game: Game, event: Event) -> None:
    """Give one recorded answer again."""
    if isinstance(event, Chosen):
        game.play(event.answer)
    elif isinstance(event, Rolled):
        game.play(event.faces)


def verify(path: str | Path) -> bool:
    """True when the game, played again from its set-up, comes to the very same bytes."""
    return dump(replay(path)) == dump(read(path))
