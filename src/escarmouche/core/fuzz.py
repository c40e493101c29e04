"""The fuzzer: random games that look for crashes, dead ends, endless games and replays that differ.

Beside ordinary answers a game meets forks, undos, saves and illegal answers. Whatever goes wrong is written to a file
that holds the set-up and every step, so that one command does it again: `escarmouche fuzz --again FILE`.
"""

from __future__ import annotations

import re
import shlex
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from escarmouche.core import registry, save
from escarmouche.core.conformance import MISFITS, misfits
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chance
from escarmouche.core.errors import DiceError, IllegalAnswer, SaveError, why
from escarmouche.core.files import write_atomically, writing
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, Setup

FORMAT = "escarmouche-fuzz"
BY_HAND = 10
"""One game in so many is played with dice thrown by hand."""

Progress = Callable[[int, int, int], None]
"""Called after every game with: games played, games in all, failures so far."""


class Failure(NamedTuple):
    """What went wrong, in one sentence, with the file that holds it and the command that does it again."""

    system: str
    scenario: str
    seed: str
    sentence: str
    path: str
    command: str


class Report(NamedTuple):
    """What a fuzzing run did and found; `stopped` when it was interrupted before its last game."""

    games: int
    decisions: int
    failures: tuple[Failure, ...]
    stopped: bool


class Trouble(Exception):
    """Something a game must never do, in one sentence."""


def fuzz(
    systems: list[str] | None = None,
    games: int = 100,
    seed: int | str = 0,
    max_decisions: int = 20_000,
    folder: str | Path = "fuzz",
    progress: Progress | None = None,
) -> Report:
    """Play random games over all systems that can be played (or those named), all their scenarios with every number of seats,
    and their default armies.

    A failure is written to `folder` and the next game begins. An interrupt (Ctrl-C) ends the run and keeps what was
    found. The same arguments give the same games.
    """
    tables = [table for name in systems or [one.id for one in registry.playable()] for table in _tables(name)]
    found: list[Failure] = []
    decisions = done = 0
    try:
        for number in range(games):
            trial = _FuzzGame(_first_plain(*tables[number % len(tables)], f"{seed}-{number}"), max_decisions)
            failure = trial.fuzz(Stream(f"fuzz {seed} {number}"), folder)
            if failure is not None:
                found.append(failure)
            decisions += trial.decisions
            done += 1
            if progress is not None:
                progress(done, games, len(found))
    except KeyboardInterrupt:
        return Report(done, decisions, tuple(found), True)
    return Report(done, decisions, tuple(found), False)


def again(path: str | Path) -> Failure | None:
    """Do what a failure's file says. Returns how it fails now, or None when it no longer does."""
    data = _read(path)
    trial = _FuzzGame(data["setup"], data["max_decisions"])
    sentence = trial.run(data["steps"])
    return None if sentence is None else trial.failure(sentence, Path(path))


def _tables(name: str) -> list[tuple[str, str, int]]:
    """What a system can play: its scenarios, each with every number of seats."""
    chosen = registry.system(name)
    return [(name, scenario, seats) for scenario in chosen.scenarios() for seats in chosen.seat_counts(scenario)]


def _first_plain(name: str, scenario: str, seats: int, seed: str) -> Plain:
    """A set-up without armies: the system's own are drawn when the game begins."""
    by_hand = Stream(f"dice {seed}").below(BY_HAND) == 0
    options = {"dice": "manual"} if by_hand else {}
    return {"system": name, "scenario": scenario, "seats": seats, "seed": seed, "armies": None, "options": options}


class _FuzzGame:
    """One game and the steps it was taken through, each as JSON data: its kind, and an answer where there is one."""

    def __init__(self, setup: Plain, max_decisions: int) -> None:
        self.setup = setup
        self.max_decisions = max_decisions
        self.steps: list[list[Any]] = []
        self.decisions = 0
        self.trace = ""

    # ------------------------------------------------------------ two ways to run

    def fuzz(self, chance: Stream, folder: str | Path) -> Failure | None:
        """Take random steps to the end; a failure is written down."""
        sentence = self._guarded(lambda: self._wander(chance))
        if sentence is None:
            return None
        name = re.sub(r"[^A-Za-z0-9-]+", "-", f"{self.setup['system']}-{self.setup['scenario']}-{self.setup['seed']}")
        path = Path(folder) / f"{name}.json"
        failure = self.failure(sentence, path)
        self._write(failure, path)
        return failure

    def run(self, steps: list[list[Any]]) -> str | None:
        """Take the steps given; how they fail, or None."""

        def follow() -> None:
            game = self._begin()
            for step in steps:
                game = self._take(game, step)
            self._finish(game)

        return self._guarded(follow)

    def _guarded(self, work: Callable[[], None]) -> str | None:
        """What went wrong in the work, in one sentence."""
        try:
            work()
        except Trouble as trouble:
            self.trace = traceback.format_exc()
            return str(trouble)
        except Exception as error:
            self.trace = traceback.format_exc()
            return f"It crashes with {type(error).__name__}: {error}"
        return None

    # ------------------------------------------------------------ steps

    def _begin(self) -> Game:
        """The game begun; from then on the set-up is complete."""
        setup = self.setup
        if setup["armies"] is not None:
            return registry.begin(Setup.from_plain(setup))
        seats = setup.get("seats")  # files of older failures have none
        game = registry.new(setup["system"], None, setup["scenario"], setup["seed"], setup["options"], seats)
        self.setup = game.setup.to_plain()
        return game

    def _wander(self, chance: Stream) -> None:
        game = self._begin()
        while game.due is not None and self.decisions < self.max_decisions:
            for step in self._steps(game, chance):
                game = self._take(game, step)
        self._finish(game)

    def _steps(self, game: Game, chance: Stream) -> list[list[Any]]:
        """What to do next: mostly an answer, now and then something else before it."""
        dice = chance.below(100)
        if dice < 2:
            return [["fork"]]
        if dice < 4:
            return [["save"]]
        if dice < 6 and game.past is not None:
            return [["undo"]]
        draw = ["draw", chance.below(1 << 30)]
        answer = self._draw(game, draw)
        if dice < 10:
            return [["wrong", _wrong(answer, chance)], ["play", answer]]
        if dice < 12:
            return [["list"], ["play", answer]]
        return [["play", answer]]

    def _draw(self, game: Game, step: list[Any]) -> Any:
        """A random answer. Only a draw that fails is a step worth keeping."""
        self.steps.append(step)
        try:
            answer = game.sample(Stream(step[1]))
        except Exception:
            self._list(game)
            raise
        refusal = game.refusal(answer)
        if refusal is not None:
            raise Trouble(f"{asking(game)} draws {answer!r} and then refuses it ({refusal.key}, {refusal.rule}).")
        self.steps.pop()
        return answer

    def _take(self, game: Game, step: list[Any]) -> Game:
        """Take a step; returns the game to go on with."""
        self.steps.append(step)
        kind = step[0]
        if kind == "play":
            self.decisions += 1
            game.play(step[1])
        elif kind == "wrong":
            self._wrong(game, step[1])
        elif kind == "undo":
            game.undo()
        elif kind == "fork":
            return game.fork()
        elif kind == "save":
            return self._save(game)
        elif kind == "list":
            self._list(game)
        elif kind == "draw":
            self.steps.pop()
            self._draw(game, step)
        else:
            raise SaveError(f"There is no step {kind!r}: the file was not written by the fuzzer.")
        return game

    def _wrong(self, game: Game, answer: Any) -> None:
        """An answer that may be legal; if it is not, it must be refused and change nothing."""
        if game.refusal(answer) is None:
            game.fork().play(answer)
            return
        before = save.dump(game)
        try:
            game.play(answer)
        except (IllegalAnswer, DiceError):
            if save.dump(game) != before:
                raise Trouble(f"The refused answer {answer!r} changed the game.") from None
            return
        raise Trouble(f"The answer {answer!r} is said to be refused and yet played.")

    def _save(self, game: Game) -> Game:
        """Go on with the game as it is loaded again."""
        before = save.dump(game)
        loaded = save.parse(before)
        if save.dump(loaded) != before:
            raise Trouble("The game, saved and loaded, gives other bytes.")
        return loaded

    def _list(self, game: Game) -> None:
        options = game.options()
        if not options:
            raise Trouble(f"{asking(game)} is a dead end: it offers no option.")
        for answer in options:
            if game.refusal(answer) is not None:
                raise Trouble(f"{asking(game)} offers {answer!r} and then refuses it.")

    def _finish(self, game: Game) -> None:
        """The game is over, and it replays to the same bytes."""
        if game.due is not None:
            if self.decisions >= self.max_decisions:
                raise Trouble(f"The game has not ended after {self.max_decisions} decisions.")
            return
        if save.dump(save.again(game)) != save.dump(game):
            raise Trouble("The game, replayed from its set-up, gives other bytes.")

    # ------------------------------------------------------------ keeping

    def failure(self, sentence: str, path: Path) -> Failure:
        """The failure of this game."""
        setup = self.setup
        command = f"escarmouche fuzz --again {shlex.quote(str(path))}"
        return Failure(setup["system"], setup["scenario"], str(setup["seed"]), sentence, str(path), command)

    def _write(self, failure: Failure, path: Path) -> None:
        data = {
            "format": FORMAT,
            "failure": failure.sentence,
            "again": failure.command,
            "max_decisions": self.max_decisions,
            "setup": self.setup,
            "steps": self.steps,
            "trace": self.trace.splitlines(),
        }
        with writing(path):
            write_atomically(path, msgspec.json.format(msgspec.json.encode(data), indent=1))


def asking(game: Game) -> str:
    """The rule that asks."""
    return "" if game.due is None else game.due.why


def _wrong(answer: Any, chance: Chance) -> Any:
    """An answer that is probably not allowed here."""
    wrong = [*MISFITS, *misfits(answer)]
    return wrong[chance.below(len(wrong))]


def _read(path: str | Path) -> Plain:
    """The data of a failure's file."""
    try:
        data = msgspec.json.decode(Path(path).read_bytes(), type=dict[str, Any])
    except OSError as error:
        reason, raison = why(error)
        raise SaveError(
            f"The file {path} cannot be read ({reason}): check its name and place.",
            f"Le fichier {path} ne peut pas être lu ({raison}) : vérifiez son nom et son emplacement.",
        ) from error
    except msgspec.DecodeError:
        data = {}
    if data.get("format") != FORMAT or not {"setup", "steps", "max_decisions"} <= set(data):
        raise SaveError(
            f"The file {path} was not written by the fuzzer: choose one of its files.",
            f"Le fichier {path} ne vient pas du fuzzer : choisissez l’un des siens.",
        )
    return data
