"""Save files: JSON with a version and a checksum. A save holds the set-up, the events, and the frames as they stand."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from escarmouche.core import proof, registry
from escarmouche.core.codec import Reader, Writer
from escarmouche.core.dice import Scripted, Seeded
from escarmouche.core.effects import Chosen, Roll, Rolled
from escarmouche.core.engine import Frame, Run, resume
from escarmouche.core.errors import PluginError, SaveError, UnknownName, why
from escarmouche.core.files import write_atomically
from escarmouche.core.game import Game, Page
from escarmouche.core.system import Plain, Setup

FORMAT = "escarmouche-save"
VERSION = 1


def dump(game: Game, notes: Plain | None = None) -> bytes:
    """The bytes of a save; the same game gives the same bytes. `notes` are whatever a door wants to find again beside the game,
    such as who plays it; they are no part of the game."""
    writer = Writer()
    events = [writer.write(event) for event in game.events]
    state = {
        "top": writer.write(game.run.top),
        "result": writer.write(game.run.result),
        "thrown": game.thrown,
        "fresh": _fresh_seed(game),
    }
    body = {
        "setup": game.setup.to_plain(),
        "system_version": game.system.version,
        "events": events,
        "state": state,
        "objects": writer.objects,
    }
    text = msgspec.json.encode(body, order="sorted")
    head: Plain = {"format": FORMAT, "version": VERSION, "checksum": hashlib.sha256(text).hexdigest()}
    if notes:
        head["notes"] = notes
    return msgspec.json.encode({**head, "game": msgspec.Raw(text)})


def _fresh_seed(game: Game) -> int | str | None:
    """The seed of a fork with fresh dice; None when the dice are those of the set-up."""
    source, first = game.source, game.setup.source()
    if not isinstance(source, Seeded) or (isinstance(first, Seeded) and first.seed == source.seed):
        return None
    return source.seed


def write(game: Game, path: str | Path, notes: Plain | None = None) -> None:
    """Write a save; an existing file is replaced only once the new one is whole."""
    data = dump(game, notes)
    try:
        write_atomically(path, data)
    except OSError as error:
        reason, raison = why(error)
        raise SaveError(
            f"The game could not be saved to {path}: {reason}; choose another place.",
            f"La partie n’a pas pu être sauvée dans {path} ({raison}) : choisissez un autre endroit.",
        ) from error


def read(path: str | Path) -> Game:
    """Read a save and be ready to go on with it."""
    return parse(_bytes(path), str(path))


class Glance(NamedTuple):
    """What a save is about, read without waking the game: its set-up, whether it is over, how many decisions were taken, and
    the notes beside it."""

    setup: Setup
    over: bool
    decisions: int
    notes: Plain


def glance(path: str | Path) -> Glance:
    """What a save is about; a list of games reads many of them."""
    data = _bytes(path)
    body = _checked(data, str(path))
    try:
        classes = [one[0] for one in body["objects"]]
        decisions = len([event for event in body["events"] if classes[event["is"]] == Chosen.__name__])
        over = body["state"]["result"] is not None
        notes = msgspec.json.decode(data, type=dict[str, Any]).get("notes")
        return Glance(Setup.from_plain(body["setup"]), over, decisions, notes if isinstance(notes, dict) else {})
    except Exception as error:
        raise _no_game(str(path), error) from error


def _bytes(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason, raison = why(error) if isinstance(error, OSError) else (str(error), "nom impossible")
        raise SaveError(
            f"The save {path} cannot be read ({reason}): check its name and place.",
            f"La sauvegarde {path} ne peut pas être lue ({raison}) : vérifiez son nom et son emplacement.",
        ) from error


def parse(data: bytes, name: str = "save") -> Game:
    """A game from the bytes of a save."""
    body = _checked(data, name)
    try:
        setup = Setup.from_plain(body["setup"])
        system = registry.system(setup.system)
        if body["system_version"] != system.version:
            raise SaveError(
                f"The save {name} was made with version {body['system_version']} of {system.id}, this is version"
                f" {system.version}: finish the game with the version that began it.",
                f"La sauvegarde {name} vient de la version {body['system_version']} de {system.id}, celle-ci est la"
                f" version {system.version} : finissez la partie avec la version qui l’a commencée.",
            )
        reader = Reader(body["objects"], system.classes())
        events = [reader.read(event) for event in body["events"]]
        state = body["state"]
        top = reader.read(state["top"])
        result = reader.read(state["result"])
        run = resume(top) if isinstance(top, Frame) else Run(None, None, result, [], None)
        source = setup.source() if state["fresh"] is None else Seeded(state["fresh"])
        return Game(system, setup, run, source, state["thrown"], Page(None, tuple(events)))
    except (SaveError, PluginError):
        raise
    except UnknownName as error:
        raise SaveError(
            f"The save {name} is of a system that is not here: {error}",
            f"La sauvegarde {name} est d’un système absent d’ici : {error.sentence('fr')}",
        ) from error
    except Exception as error:
        raise _no_game(name, error) from error


def _no_game(name: str, error: Exception) -> SaveError:
    return SaveError(
        f"The save {name} does not hold a game ({type(error).__name__}: {error}): use another copy of it.",
        f"La sauvegarde {name} ne contient pas de partie ({type(error).__name__}) : prenez-en une autre copie.",
    )


def _checked(data: bytes, name: str) -> dict[str, Any]:
    """The body of a save whose format, version and checksum are right."""
    try:
        whole = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        head = {key: msgspec.json.decode(whole[key]) for key in ("format", "version", "checksum")}
        text = bytes(whole["game"])
    except (msgspec.DecodeError, KeyError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(
            f"The file {name} is no save, or is damaged or cut short: use another copy of it.",
            f"Le fichier {name} n’est pas une sauvegarde, ou il est abîmé ou tronqué : prenez-en une autre copie.",
        ) from error
    if head["format"] != FORMAT:
        raise SaveError(
            f"The file {name} is not a save of Escarmouche: choose another one.",
            f"Le fichier {name} n’est pas une sauvegarde d’Escarmouche : choisissez-en un autre.",
        )
    if head["version"] != VERSION:
        raise SaveError(
            f"The save {name} has format {head['version']}, this program reads {VERSION}: use the version that made it.",
            f"La sauvegarde {name} est au format {head['version']}, ce programme lit le {VERSION} : prenez la version qui"
            " l’a faite.",
        )
    if hashlib.sha256(text).hexdigest() != head["checksum"]:
        raise SaveError(
            f"The save {name} is damaged (its checksum does not match): use another copy of it.",
            f"La sauvegarde {name} est abîmée (sa somme de contrôle ne correspond pas) : prenez-en une autre copie.",
        )
    try:
        return dict(msgspec.json.decode(text, type=dict[str, Any]))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_game(name, error) from error


def replay(path: str | Path) -> Game:
    """Play a saved game again from its set-up, with its decisions and, where dice were thrown by hand, its dice."""
    return again(read(path))


def again(saved: Game) -> Game:
    """Play a game again from its set-up, with its decisions and, where dice were thrown by hand, its dice.

    The dice of a fork with fresh ones come from two seeds; they are taken from the record.
    """
    # Whoever seals a file may have written anything: armies that nobody could bring would be set up for ever.
    game = registry.begin(saved.system.pack(saved.setup))
    if _fresh_seed(saved) is not None:
        faces = [face for event in saved.events if isinstance(event, Rolled) for face in event.faces]
        game.source = Scripted(tuple(faces))
    for event in saved.events:
        if isinstance(event, Chosen):
            game.play(event.answer)
        elif isinstance(event, Rolled) and event.faces and isinstance(game.due, Roll):
            game.play(event.faces)
    game.source = saved.source
    return game


def verify(path: str | Path) -> bool:
    """True when the game, played again from its set-up, comes to the very same bytes: every die is thrown again, and
    where its secret was committed to, the secret fits the commitment."""
    saved = read(path)
    try:
        if not proof.honest(saved.setup.options.get("dice")):
            return False
        return dump(again(saved)) == dump(saved)
    except Exception:
        # A file that was sealed by other hands may hold anything, and whatever goes wrong with it, it does not play again.
        return False
