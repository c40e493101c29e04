"""What a bot answers or would advise, and the process that thinks for bots.

Such a process reads questions from its standard input and writes what bots answer to its standard output, one after the other.
It keeps nothing that cannot be told again: of the games it was asked about, only what has happened in them, so that with the
next question it need be told only what has happened since. It ends with whoever started it, in the middle of a thought too.
"""

from __future__ import annotations

import logging
import os
import queue
import signal
import struct
import sys
import threading
from collections import OrderedDict
from typing import IO, Any, BinaryIO

import msgspec

from escarmouche.agents.advice import advise
from escarmouche.agents.protocol import Budget, SeatGame, allowed
from escarmouche.agents.steady import Steady, taken
from escarmouche.core import save
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game, Page
from escarmouche.core.system import Plain

LOGGER = logging.getLogger("escarmouche.server")
GAMES = 64
"""Of so many games a process remembers what has happened."""
POLITE = 10
"""How far a process that thinks steps back behind those whom somebody waits for."""
HEAD = struct.Struct(">I")


class Bot(msgspec.Struct, array_like=True):
    """Who thinks: the agent, how much it may, and the seed of its chance."""

    agent: str
    playouts: int
    seed: str


class Question(msgspec.Struct, array_like=True):
    """What is a bot to answer? `data` is the game as a save that holds only the events after the first `known`. With `seconds`
    it answers nothing, but thinks for so long about what it would advise the seat."""

    game: str
    seat: int
    bot: Bot
    known: int
    data: bytes
    seconds: float = 0.0


class Reply(msgspec.Struct, array_like=True):
    """What it answers, or advises. `lost`: what was known of the game is not known any more, and must be told whole. `strange`:
    such a game cannot be played in this process."""

    answer: Any = None
    lost: bool = False
    strange: bool = False


def think(game: Game, seat: int, bot: Bot, id: str = "") -> Answer:
    """What a bot answers; any legal answer where it stumbles."""
    try:
        agent = Steady(bot.agent, bot.seed, taken(game, seat))
        return allowed(game, agent, Budget(bot.playouts), bot.agent)
    except Exception:
        LOGGER.exception("the bot %s failed in game %s", bot.agent, id)
        return anything(game, seat, bot)


def counsel(game: Game, seat: int, bot: Bot, seconds: float) -> Plain:
    """What is to be advised to the seat that must decide, as plain data."""
    found = advise(SeatGame(game, seat), seat, Budget(bot.playouts, seconds), f"{bot.seed} {taken(game, seat)}")
    return {"seat": found.seat, "proposals": [one._asdict() for one in found.proposals]}


def anything(game: Game, seat: int, bot: Bot) -> Answer:
    """Any legal answer."""
    return game.sample(Stream(f"{bot.seed} {taken(game, seat)}"))


# ---------------------------------------------------------------- the process


class Thinker:
    """Answers questions, and remembers the events of the games it was asked about last."""

    def __init__(self) -> None:
        self._logs: OrderedDict[str, tuple[Page | None, int]] = OrderedDict()

    def reply(self, question: Question) -> Reply:
        """The answer to a question."""
        before, count = self._logs.pop(question.game, (None, 0)) if question.known else (None, 0)
        if count != question.known:
            return Reply(lost=True)
        try:
            game = save.parse(question.data)
        except EscarmoucheError as error:
            LOGGER.warning("the game %s cannot be played in another process: %s", question.game, error)
            return Reply(strange=True)
        since = game.events
        game.log = Page(before, tuple(since))
        self._logs[question.game] = game.log, count + len(since)
        while len(self._logs) > GAMES:
            self._logs.popitem(last=False)
        if question.seconds:
            return Reply(counsel(game, question.seat, question.bot, question.seconds))
        return Reply(think(game, question.seat, question.bot, question.game))


def framed(message: msgspec.Struct) -> bytes:
    """A message with its length before it."""
    data = msgspec.msgpack.encode(message)
    return HEAD.pack(len(data)) + data


def unframed(stream: IO[bytes]) -> bytes | None:
    """The next message, None when there is no more."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (size,) = HEAD.unpack(head)
    data = stream.read(size)
    return data if len(data) == size else None


def main() -> None:
    """Think until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started this
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    if hasattr(os, "nice"):
        os.nice(POLITE)
    asked, told = _pipes()
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked, questions), daemon=True).start()
    thinker, decoder = Thinker(), msgspec.msgpack.Decoder(Question)
    while True:
        told.write(framed(thinker.reply(decoder.decode(questions.get()))))
        told.flush()


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Where questions come from and answers go. An agent that prints or reads finds other things in their place."""
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return asked, told


def _listen(asked: BinaryIO, questions: queue.SimpleQueue[bytes]) -> None:
    """Take questions; the end of them is the end of the process, whatever it is doing."""
    while (data := unframed(asked)) is not None:
        questions.put(data)
    os._exit(0)
