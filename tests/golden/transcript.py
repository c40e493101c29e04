"""Transcripts: whole games as text that a person can read, kept beside the tests and compared line by line.

A line begins with `?` for a question, `>` for the answer given, and two spaces for what happened, with the rule in
brackets. To write the files anew after a change of rules or words, run the tests with ESCARMOUCHE_GOLDEN=write and look
at what git says has changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from escarmouche.core.effects import Answer, Chance, Chosen
from escarmouche.core.game import Game

HERE = Path(__file__).parent
REFRESH = "ESCARMOUCHE_GOLDEN"


def eager(game: Game, chance: Chance, kinds: tuple[str, ...]) -> Answer:
    """A random answer, of these kinds where there are any: games are shorter when somebody wants to fight."""
    wanted = [answer for answer in game.options() if isinstance(answer, tuple) and answer and answer[0] in kinds]
    return wanted[chance.below(len(wanted))] if wanted else game.sample(chance)


def transcript(
    game: Game, chance: Chance, kinds: tuple[str, ...], language: str, draw: Callable[[Any], str], drawn_at: str
) -> str:
    """A random game from beginning to end, played for answers of some `kinds`. `draw` shows the table, when `drawn_at` is
    first asked and at the end."""
    system = game.system
    lines = [f"{system.titles[language]}, {game.setup.scenario}, {game.setup.seed}", ""]
    lines += told(game, game.events, language)
    while game.due is not None:
        if drawn_at == game.due.why:
            lines += ["", draw(game.world), ""]
            drawn_at = ""
        answer = eager(game, chance, kinds)
        lines.append(f"? {system.question(game.choice, language)} [{game.choice.why}]")
        lines.append(f"> {system.describe(game.choice, answer, language)}")
        lines += told(game, game.play(answer), language)
    assert game.result is not None
    result = game.result
    lines += ["", draw(game.world), "", f"= {result.winner} {result.scores} [{result.reason}]"]
    return "\n".join([line.rstrip() for line in lines]) + "\n"


def told(game: Game, events: list[Any], language: str) -> list[str]:
    """What happened, without the decision that led to it."""
    return [
        f"  {game.system.event_sentence(event, game.world, language)} [{event.why}]"
        for event in events
        if not isinstance(event, Chosen)
    ]


def check(text: str, file: str) -> None:
    """The text is that of the file; or becomes it, when the files are to be written anew."""
    path = HERE / file
    if os.environ.get(REFRESH) == "write":
        path.write_text(text, "utf-8")
    assert path.is_file(), f"{file} is missing: run the tests with {REFRESH}=write to make it"
    kept = path.read_text("utf-8").split("\n")
    for number, (line, before) in enumerate(zip(text.split("\n"), kept, strict=False), 1):
        assert line == before, f"{file}, line {number}: run the tests with {REFRESH}=write if this is meant"
    assert len(text.split("\n")) == len(kept), f"{file} ends elsewhere: run the tests with {REFRESH}=write if this is meant"
