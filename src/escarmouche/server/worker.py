"""A process that thinks for bots, as the server sees it: started when it is first needed, and again after it has ended."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from itertools import count
from typing import Any

import msgspec

from escarmouche.core import save
from escarmouche.core.effects import Answer
from escarmouche.core.game import Game, Page, plain
from escarmouche.core.system import Plain
from escarmouche.server.thinking import Bot, Question, Reply, counsel, framed, think, unframed

START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from escarmouche.server.thinking import main; main()"
"""The other process looks for packages where this one does."""
APART: dict[str, Any] = {"creationflags": 0x200} if sys.platform == "win32" else {"process_group": 0}
"""Ctrl-C in the terminal is for the server alone (on Windows the flag is CREATE_NEW_PROCESS_GROUP)."""
_NUMBERS = count(1)

Known = dict[int, tuple[Page, int]]
"""What processes were told of a game: by the number of the process the last page of events, and how many there were."""


class Gone(Exception):
    """The process has ended, and what it was thinking about is lost."""


class Worker:
    """One process. It is asked from one thread at a time; `end` may come from any."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._strange: set[str] = set()
        """Systems that the process cannot play, such as one that was added to this process alone: their bots think here."""
        self._lock = threading.Lock()
        self._over = False

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        return None if self._process is None else self._process.pid

    def think(self, id: str, game: Game, seat: int, bot: Bot, known: Known) -> Answer:
        """What a bot answers, which takes its time; Gone when the process ends meanwhile."""
        reply = self._reply(id, game, seat, bot, known, 0.0)
        return think(game, seat, bot, id) if reply is None else plain(reply.answer)

    def advise(self, id: str, game: Game, seat: int, bot: Bot, known: Known, seconds: float) -> Plain:
        """What a bot would advise after so many seconds; Gone when the process ends meanwhile."""
        reply = self._reply(id, game, seat, bot, known, seconds)
        found: Plain = counsel(game, seat, bot, seconds) if reply is None else reply.answer
        return found

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the process and start no other."""
        with self._lock:
            self._over = True
        self.end()

    def clear(self) -> None:
        """Leave nothing of a process that has ended."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    # ------------------------------------------------------------ asking

    def _start(self) -> None:
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
        self.clear()
        with self._lock:
            if self._over:
                raise Gone
            line = [sys.executable, "-c", START, json.dumps(sys.path)]
            self._process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **APART)
            self._number = next(_NUMBERS)
            self._strange.clear()

    def _reply(self, id: str, game: Game, seat: int, bot: Bot, known: Known, seconds: float) -> Reply | None:
        """What the process replies; None where it cannot play such a game."""
        self._start()
        if game.setup.system in self._strange:
            return None
        reply = self._ask(id, game, seat, bot, known, seconds)
        if reply.lost:
            known.pop(self._number, None)
            reply = self._ask(id, game, seat, bot, known, seconds)
        if not reply.strange:
            return reply
        self._strange.add(game.setup.system)
        return None

    def _ask(self, id: str, game: Game, seat: int, bot: Bot, known: Known, seconds: float) -> Reply:
        """Tell the process what it does not know yet, and wait for its reply."""
        before, told = known.get(self._number, (None, 0))
        pages = since(game, before)
        if pages is None:
            before, told, pages = None, 0, since(game, None) or []
        events = tuple([event for page in pages for event in page.events])
        short = game.fork()
        short.log = Page(None, events)
        question = framed(Question(id, seat, bot, told, save.dump(short), seconds))
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(question)
            process.stdin.flush()
            data = unframed(process.stdout)
        except (OSError, ValueError):
            data = None
        if data is None:
            self.clear()
            raise Gone
        if game.log is not None:
            known[self._number] = game.log, told + len(events)
        return msgspec.msgpack.decode(data, type=Reply)


def since(game: Game, page: Page | None) -> list[Page] | None:
    """The pages of a game's log after this one, oldest first; None when it is no page of the log (an answer was taken back)."""
    found: list[Page] = []
    one = game.log
    while one is not page:
        if one is None:
            return None
        found.append(one)
        one = one.before
    found.reverse()
    return found
