"""Somebody at the command line: every line is typed, everything is read from what is printed."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any, NamedTuple

from escarmouche.cli import run
from escarmouche.core.conformance import require
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose, Roll
from escarmouche.core.messages import LANGUAGES

if TYPE_CHECKING:
    from escarmouche.conformance.doors import Visit

LOOKING = ("?", "t", "a", "o 1", "l", "r", "nonsense", "1", "u")
"""What is typed first: everything but leaving."""
HIGHEST = 12
"""The numbers that are typed; one that is not there is refused and costs nothing."""


class Said(NamedTuple):
    """What a command line answered."""

    status: int
    out: str
    err: str


def typed(line: str, *more: str, lines: Iterable[str] = ()) -> Said:
    """A command line, with what is typed afterwards."""
    out, err = io.StringIO(), io.StringIO()
    keyboard, sys.stdin = sys.stdin, io.StringIO("".join([f"{one}\n" for one in lines]))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = run([*line.split(), *more])
    finally:
        sys.stdin = keyboard
    return Said(status, out.getvalue(), err.getvalue())


def good(line: str, *more: str, lines: Iterable[str] = ()) -> str:
    """What a command line prints; it must succeed."""
    said = typed(line, *more, lines=lines)
    told = (said.out + said.err).strip().rpartition("\n")[2]
    require(said.status == 0, f"`escarmouche {line} {' '.join(more)}` ends with {said.status}: {told}")
    return said.out


def numbers(seed: object, most: int) -> Iterator[str]:
    """So many lines: first a look around, then the numbers of options, drawn at random."""
    yield from LOOKING
    chance = Stream(f"typed {seed}")
    for _ in range(most):
        yield str(1 + chance.below(HIGHEST))


def visit(one: Visit) -> None:
    """The commands that play a game, and those that speak about one."""
    name = one.system.id
    listed = json.loads(good("systems --json"))["systems"]
    require(name in [row["id"] for row in listed], "`escarmouche systems` does not list it")
    for language in LANGUAGES:
        require(bool(good(f"--lang {language} scenarios {name}")), f"`escarmouche scenarios` says nothing in {language}")
        plays(one, language)
        plays_by_hand(one, language)
    lacks(one)


def plays(one: Visit, language: str) -> None:
    """A game is begun, typed on for a while, left, resumed with computer players to its end, and read again."""
    one.new().save("begun.json")
    others = ["random"] * (one.seats - 1)
    said = good(
        f"--lang {language} play --resume begun.json --players", ",".join(["here", *others]), "--playouts", "1",
        lines=numbers(one.seed, min(60, one.most)),
    )  # fmt: skip
    due = one.new().due
    if isinstance(due, Choose) and due.seat == 0:
        asked = one.system.question(due, language)
        require(asked in said, f"the question {asked!r} is never put in the terminal")
    shows_log("begun.json", language)
    ends(one, language)


def ends(one: Visit, language: str) -> None:
    """The terminal tells how a game ended, and the log can be read and verified."""
    game = one.played()
    game.save("played.json")
    shows_log("played.json", language)
    if game.result is not None:
        said = good(f"--lang {language} play --resume played.json --players", ",".join(["random"] * one.seats))
        for score in game.result.scores:
            require(
                str(score) in said.splitlines()[-1], f"the last line in the terminal does not tell the scores: {said[-200:]!r}"
            )


def shows_log(path: str, language: str) -> None:
    """A saved game is read and verified."""
    require(bool(good(f"--lang {language} replay {path}")), "`escarmouche replay` says nothing")
    good(f"--lang {language} replay {path} --verify")


def plays_by_hand(one: Visit, language: str) -> None:
    """With dice thrown by hand the first throw is asked for, taken, and a wrong one refused."""
    game = next((game for game in one.moments(one.new(dice="manual")) if isinstance(game.due, Roll)), None)
    if game is None or not isinstance(game.due, Roll):
        return
    game.save("by-hand.json")
    faces = " ".join([str(face) for face in game.options()[0]])
    said = good(f"--lang {language} play --resume by-hand.json --players", ",".join(["here"] * one.seats), lines=["999", faces])
    require(game.due.notation() in said, f"the terminal does not ask for {game.due.notation()}")


def lacks(one: Visit) -> None:
    """A command for something that the system does not offer says so in one sentence."""
    asks: list[tuple[Any, str]] = [
        (one.system.armies(), f"profiles {one.system.id}"),
        (one.system.odds(), f"odds {one.system.id} any any any"),
        (one.system.prices(), f"army price {one.system.id}"),
        (one.system.rulebook(), f"rules {one.system.id}"),
    ]
    for offered, line in asks:
        for language in LANGUAGES:
            if offered is None:
                said = typed(f"--lang {language} {line}")
                lines = said.err.strip().splitlines()
                require(
                    said.status == 2 and len(lines) == 1 and one.system.id in lines[0],
                    f"`escarmouche {line}` does not say in one sentence that there is nothing: {said.err!r}",
                )
