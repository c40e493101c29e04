"""A game in memory: the engine's game, the number of its last log entry, and what each viewer knows of it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from typing import Any, NamedTuple

import msgspec

from escarmouche import __version__
from escarmouche.core import registry, save
from escarmouche.core.effects import Choose, Chosen, Event, Roll, Rolled, Told
from escarmouche.core.game import Game
from escarmouche.core.story import marks
from escarmouche.core.system import Plain, Setup, System, event_plain
from escarmouche.server import passages
from escarmouche.server.clocks import Clocks
from escarmouche.server.naming import Called, both, called
from escarmouche.server.passages import Passage
from escarmouche.server.refusals import words
from escarmouche.server.seats import SPECTATOR
from escarmouche.server.storage import GameRow, Line, LogEntry, Origin
from escarmouche.server.worker import Known

TAIL = 3
"""So many of the last entries are kept at hand, for viewers that are nearly up to date; others read the log."""
PASSAGES = 48
"""Of so many of the last entries it is known step by step what happened, for viewers who come back after a short gap."""


class Back(NamedTuple):
    """An answer that may still be taken back: whose it was, what it was, and what the viewers knew before it."""

    seat: int
    answer: Any
    versions: list[int]


class ChangedRules(Exception):
    """A log no longer leads where it led: the rules are not those that the game was begun with, which are named."""

    def __init__(self, rules: str) -> None:
        super().__init__(f"the log of a game begun with {rules or 'an older version'} leads elsewhere")
        self.rules = rules


def rules_of(system: System) -> str:
    """The versions of the program and of a system, by which rules that have changed are told."""
    return f"{__version__}, {system.id} {system.version}"


def as_told(events: list[Event], logged: list[Plain]) -> bool:
    """Is what happens now what happened then, dice and all? (How it is worded may have changed.)"""
    if len(events) != len(logged):
        return False
    plains = [event_plain(event) for event in events]
    known = [{name: one.get(name) for name in now} for now, one in zip(plains, logged, strict=True)]
    return msgspec.json.encode(plains) == msgspec.json.encode(known)


class GameTable:
    """The state of a game as its log tells it; entries are applied one after the other."""

    def __init__(self, id: str, origin: Origin) -> None:
        self.id = id
        self.origin = origin
        self.setup = Setup.from_plain(origin.setup)
        self.system: System = registry.system(self.setup.system)
        self.game: Game | None = None
        self.n = -1
        self.versions = [0] * (len(origin.seats) + 1)
        self.promises: dict[int, str] = {}
        """The commitments to salts, by seat."""
        self.salts: dict[int, str] = {}
        self.brought: dict[int, Plain] = {}
        """The armies that guests have chosen, by seat."""
        self.stack: list[Back] = []
        self.clocks = Clocks(origin)
        self.flagged = -1
        """The seat that has claimed the game because another's time was out."""

    # ------------------------------------------------------------ looking

    @property
    def people(self) -> list[int]:
        """The seats that are no bots'."""
        return [number for number, seat in enumerate(self.origin.seats) if seat.kind != "bot"]

    @property
    def called(self) -> Called:
        """What those who play are called in a sentence."""
        return called(self.origin.seats, () if self.game is None else self.setup.armies)

    @property
    def uncommitted(self) -> list[int]:
        """Those who have still to commit to a salt. (Games begun before salts were committed to may have some already.)"""
        return [seat for seat in self.people if seat not in self.promises and seat not in self.salts]

    @property
    def unsalted(self) -> list[int]:
        """Those who have still to tell their salt."""
        return [seat for seat in self.people if seat not in self.salts]

    @property
    def unarmed(self) -> list[int]:
        """Those who have still to choose an army."""
        return [seat for seat in self.origin.open if seat not in self.brought]

    @property
    def phase(self) -> str:
        """Are armies or salts awaited, is it being played, or is it over?"""
        if self.game is None:
            return "armies" if self.unarmed else "salts"
        return "over" if self.game.due is None or self.flagged >= 0 else "play"

    @property
    def due_seat(self) -> int:
        """Whose decision (or roll by hand) is due, -1 for nobody's. A bot has no hands: the first person throws for it."""
        due = None if self.game is None or self.flagged >= 0 else self.game.due
        if due is None:
            return -1
        seat = int(due.seat)
        return self.people[0] if isinstance(due, Roll) and seat not in self.people else seat

    def version(self, viewer: int) -> int:
        """The number of the last event that a viewer knows."""
        return self.versions[viewer + 1]

    # ------------------------------------------------------------ going on

    def begin(self) -> list[Event]:
        """Begin the game, with the salts that were given; returns what happened before the first decision."""
        if self.salts:
            dice = {**self.setup.options["dice"], "salts": [self.salts[seat] for seat in self.people]}
            if len(self.promises) == len(self.people):
                dice["salt_commitments"] = [self.promises[seat] for seat in self.people]
            self.setup = Setup.from_plain({**self.setup.to_plain(), "options": {**self.setup.options, "dice": dice}})
        if self.brought:
            self.setup = self.system.pack(self.armed(self.brought))
        self.game = registry.begin(self.setup)
        return self.game.events

    def armed(self, brought: dict[int, Plain]) -> Setup:
        """The set-up with these armies in the place of those that were only to hold it."""
        armies = [brought.get(seat, army) for seat, army in enumerate(self.setup.armies)]
        return Setup.from_plain({**self.setup.to_plain(), "armies": armies})

    def opening(self) -> list[Plain]:
        """Begin the game; returns what happened as it is told."""
        events = self.begin()
        assert self.game is not None
        return told(self.system, events, self.game.world, self.game.world, called=self.called)

    def played(self, seat: int, answer: Any, events: list[Event]) -> None:
        """Remember an answer that was played. What lies behind a die, or behind another seat's turn, is never taken back:
        it is forgotten."""
        game = self.game
        assert game is not None
        rolled = any(isinstance(event, Rolled) and event.faces for event in events)
        due = game.due
        if rolled or not isinstance(due, Choose) or due.seat != seat:
            self.settled()
        else:
            self.stack.append(Back(seat, answer, list(self.versions)))

    def settled(self) -> None:
        """Nothing that was answered so far is ever taken back."""
        assert self.game is not None
        self.stack.clear()
        self.game.past = None

    def play(self, game: Game, answer: Any, n: int) -> list[Event]:
        """Play an answer as the entry `n` of the log."""
        return game.play(answer)

    def take_back(self, n: int) -> None:
        """Undo the last answer, as the entry `n` of the log."""
        assert self.game is not None
        self.game.undo()

    def apply(self, entry: LogEntry) -> None:
        """Follow the log by one entry."""
        if len(entry.versions) != len(self.versions):
            raise ValueError(f"entry {entry.n} is of a game with another number of seats")
        happened: list[Event] | None = None
        if entry.kind == "begin":
            happened = self.begin()
        elif entry.kind == "commit":
            self.promises[entry.seat] = entry.answer
        elif entry.kind == "salt":
            self.salts[entry.seat] = entry.answer
            if not self.unsalted:
                happened = self.begin()
        elif entry.kind == "claim":
            self.origin.seats[entry.seat].hash = entry.answer
            self.origin.seats[entry.seat].claimed = True
        elif entry.kind == "army":
            self.brought[entry.seat] = entry.answer
            if not self.unarmed and not self.origin.salted:
                happened = self.begin()
        elif entry.kind == "flag":
            self.flagged = entry.seat
        elif entry.kind == "name":
            self.origin.seats[entry.seat].name = entry.answer
        elif entry.kind == "undo":
            assert self.game is not None
            self.take_back(entry.n)
            self.stack.pop()
        else:
            assert self.game is not None
            happened = self.play(self.game, entry.answer, entry.n)
            if entry.kind == "prepare":
                self.settled()
            else:
                self.played(entry.seat, entry.answer, happened)
        if happened is not None and not as_told(happened, entry.events):
            raise ChangedRules(self.origin.rules)
        self.n = entry.n
        self.versions = entry.versions
        self.clocks.follow(entry)

    def counted(self, events: list[Plain]) -> list[int]:
        """The versions of all viewers once these events are told."""
        return [
            version + len([event for event in events if event["only"] in (-1, viewer)])
            for viewer, version in enumerate(self.versions, SPECTATOR)
        ]


class LiveGame(GameTable):
    """A game that somebody looks at or plays. Without sockets and requests it is dropped after a while."""

    def __init__(self, row: GameRow) -> None:
        super().__init__(row.id, row.origin)
        self.created = row.created
        self.updated = row.updated
        self.loaded = False
        self.kept = -1
        self.tail: deque[LogEntry] = deque(maxlen=TAIL)
        self.frames: dict[int, bytes] = {}
        """The state for each viewer who asked, as JSON: a tenth of what the same takes as objects."""
        self.passages: OrderedDict[int, Passage] = OrderedDict()
        """What the last entries led through, by their numbers."""
        self.changes: dict[tuple[int, int], list[bytes]] = {}
        """What that changed, by entry and viewer, as JSON."""
        self.sockets: set[Any] = set()
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self.bot: asyncio.Task[None] | None = None
        self.lines: list[Line] | None = None
        """What was said at the table, once somebody has asked."""
        self.known: Known = {}
        """What the processes that think for bots were told of it."""

    def take(self, entry: LogEntry) -> None:
        """Note that an entry of the log stands."""
        self.n = entry.n
        self.versions = entry.versions
        self.updated = entry.at
        self.tail.append(entry)
        self.clocks.follow(entry)
        self.changed()

    # ------------------------------------------------------------ step by step

    def play(self, game: Game, answer: Any, n: int) -> list[Event]:
        events, passage = passages.played(game, answer)
        self.note(n, passage)
        return events

    def take_back(self, n: int) -> None:
        assert self.game is not None
        before = self.game.world
        super().take_back(n)
        self.note(n, Passage(before, [self.game.world], -1, []))

    def note(self, n: int, passage: Passage) -> None:
        """Remember what an entry led through."""
        self.passages[n] = passage
        while len(self.passages) > PASSAGES:
            old, _ = self.passages.popitem(last=False)
            for key in [key for key in self.changes if key[0] == old]:
                del self.changes[key]

    def steps(self, entry: LogEntry, viewer: int) -> list[bytes]:
        """What an entry changed for a viewer, part by part, each as JSON; nothing where that is no longer known."""
        key = (entry.n, viewer)
        passage = self.passages.get(entry.n)
        if passage is None or len(passage.worlds) != len(entry.events):
            return []
        if key not in self.changes:
            found = passages.changes(self.system, passage, entry.events, viewer, before(entry, viewer))
            self.changes[key] = [msgspec.json.encode(one) for one in found]
        return self.changes[key]

    # ------------------------------------------------------------ being watched

    def changed(self) -> None:
        """What viewers see is no longer what it was; tell those who watch."""
        self.frames.clear()
        for socket in self.sockets:
            socket.dirty.set()

    def spoke(self) -> None:
        """Somebody has said something; tell those who watch."""
        for socket in self.sockets:
            socket.dirty.set()

    def forget(self) -> None:
        """Drop what can be read again from the log."""
        self.game = None
        self.loaded = False
        self.n = -1
        self.versions = [0] * len(self.versions)
        self.setup = Setup.from_plain(self.origin.setup)
        self.promises = {}
        self.salts = {}
        self.brought = {}
        self.clocks = Clocks(self.origin)
        self.flagged = -1
        self.stack = []
        self.tail.clear()
        self.frames.clear()
        self.passages.clear()
        self.changes.clear()
        self.known = {}

    @property
    def watching(self) -> int:
        """How many spectators look on."""
        return len([socket for socket in self.sockets if socket.viewer == SPECTATOR])

    def online(self, viewer: int) -> bool:
        """Does anybody watch from this seat?"""
        return any(socket.viewer == viewer for socket in self.sockets)

    def restore(self, snapshot: bytes, n: int, entries: list[LogEntry]) -> None:
        """Stand where the snapshot and the entries after it lead; the first entry is the one it was made after."""
        self.game = save.parse(snapshot)
        self.setup = self.game.setup
        self.kept = self.n = n
        self.versions = entries[0].versions
        self.follow(entries[1:])

    def follow(self, entries: list[LogEntry]) -> None:
        """Apply entries of the log."""
        for entry in entries:
            self.apply(entry)
            self.tail.append(entry)
            self.updated = entry.at


# ---------------------------------------------------------------- events as they are told


def told(
    system: System,
    events: list[Event],
    before: Any,
    after: Any,
    worlds: list[Any] | None = None,
    called: Called | None = None,
) -> list[Plain]:
    """Events as they are stored and sent, with their sentences: a decision is worded by the world it was taken in, the rest
    by the one that came of it. `worlds` are those in which each happens, where they are known, `called` how those who play
    are."""
    found = []
    for number, event in enumerate(events):
        world = before if isinstance(event, Chosen) else after
        text = both({language: system.event_sentence(event, world, language) for language in ("en", "fr")}, called)
        shown = {"only": -1, **event_plain(event), "text": text, **marks(system, event)}
        if isinstance(event, Rolled) and system.faces(event) != event.faces:
            shown["shown"] = list(system.faces(event))
        deed = system.deed(event, (before if number == 0 else worlds[number - 1]) if worlds else after)
        if deed is not None:
            shown["deed"] = {"kind": deed[0], "figure": deed[1], "target": deed[2]}
        if isinstance(event, Told) and event.kind in system.totals:
            shown["totals"] = [[event.about[who], event.about[total]] for who, total in system.totals[event.kind]]
        modifiers = system.event_modifiers(event) if isinstance(event, Told) else []
        found.append({**shown, "modifiers": modifiers} if modifiers else shown)
    return found


def undone(back: Back, called: Called) -> list[Plain]:
    """The event of an answer taken back; `to` is what still stands, for each viewer."""
    said = words("undone", back.seat)
    text = both({"en": said.en, "fr": said.fr}, called)
    return [{"only": -1, "event": "undone", "why": "", "seat": back.seat, "to": back.versions, "text": text}]


def numbered(entry: LogEntry, viewer: int, after: int = 0) -> list[Plain]:
    """The events of an entry that a viewer may know, with the viewer's numbers; only those after a number."""
    seen = [event for event in entry.events if event["only"] in (-1, viewer)]
    first = entry.versions[viewer + 1] - len(seen) + 1
    found = []
    for n, event in enumerate(seen, first):
        if n > after:
            shown = {"n": n, **event}
            if event["event"] == "undone":
                shown["to"] = event["to"][viewer + 1]
            found.append(shown)
    return found


def before(entry: LogEntry, viewer: int) -> int:
    """The viewer's version before an entry."""
    return entry.versions[viewer + 1] - len([event for event in entry.events if event["only"] in (-1, viewer)])
