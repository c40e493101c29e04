"""What comes before the first turn of a quick battle, or of a lesson: an agent settles it for every seat, through the ordinary
game."""

from __future__ import annotations

from typing import Any

from escarmouche.core import lessons
from escarmouche.core.effects import Choose
from escarmouche.core.game import plain
from escarmouche.core.system import Plain
from escarmouche.server.live import LiveGame, told
from escarmouche.server.picture import shown
from escarmouche.server.seats import SPECTATOR
from escarmouche.server.storage import LogEntry, now
from escarmouche.server.thinking import Bot, think

AGENT = "greedy"
PLAYOUTS = 16
"""How much it thinks about each answer: somebody waits for the table."""
MOST = 400
"""After so many answers the players go on themselves."""


def begun(live: LiveGame) -> list[LogEntry]:
    """Begin a game; returns the entries of its log, of which the last one stands. A quick battle goes on to the first decision
    of its first turn, or to dice that somebody throws by hand."""
    events = live.opening()
    entry = LogEntry(live.id, 0, "begin", SPECTATOR, None, events, live.counted(events), at=live.created)
    entries = [entry]
    live.take(entry)
    while len(entries) <= MOST and is_before(live, first(live)):
        seat, answer, events = answered(live)
        entry = LogEntry(live.id, live.n + 1, "prepare", seat, answer, events, live.counted(events), at=now())
        live.take(entry)
        entries.append(entry)
    return entries


def first(live: LiveGame) -> int:
    """The turn that the players begin with; 0 where they decide everything themselves."""
    if live.origin.lesson:
        return lessons.lesson(live.system.id, live.origin.lesson).begins
    return 1 if live.origin.quick else 0


def is_before(live: LiveGame, first: int) -> bool:
    """Is something to be decided before this turn, or at its beginning that the system leaves to chance and custom?"""
    game = live.game
    if game is None or not isinstance(game.due, Choose) or not first:
        return False
    turn = shown(live.system, game.world, SPECTATOR)["turn"]
    return turn < first or (turn == first and (game.due.why in live.system.quick_questions or is_opening(live, game.due)))


def is_opening(live: LiveGame, due: Choose) -> bool:
    """Is it one of the first marches of a quick battle? Two people make them themselves, and so does the pupil of a lesson."""
    machines = [seat.kind == "bot" for seat in live.origin.seats]
    if not live.origin.quick or live.origin.lesson or not any(machines):
        return False
    return live.system.is_opening(due, machines[int(due.seat)])


def answered(live: LiveGame) -> tuple[int, Any, list[Plain]]:
    """Let custom, or else the agent, answer what is due: the seat, the answer, what came of it. Nobody takes it back: nobody
    has given it."""
    game = live.game
    assert game is not None
    assert isinstance(game.due, Choose)
    seat, world = int(game.due.seat), game.world
    custom = live.system.customary(game.due) if is_opening(live, game.due) else None
    answer = custom or think(game, seat, Bot(AGENT, PLAYOUTS, f"{live.origin.bot_seed} {seat}"), live.id)
    events = told(live.system, game.play(answer), world, game.world, called=live.called)
    live.settled()
    return seat, plain(answer), events
