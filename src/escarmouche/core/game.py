"""The public handle of a game: what is due, what may be answered, what happened; fork, undo, save."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.dice import PythonChance, Seeded, Source, faces_fit
from escarmouche.core.effects import (
    Answer,
    Chance,
    Choose,
    Chosen,
    Effect,
    Event,
    Refusal,
    Result,
    Roll,
    Rolled,
    Tell,
    Told,
    visible,
)
from escarmouche.core.engine import Frame, Run
from escarmouche.core.errors import DiceError, EscarmoucheError, IllegalAnswer, RuleError

if TYPE_CHECKING:
    from escarmouche.core.system import Setup, System
    from escarmouche.core.views import Asked, GameView

NOBODY: Final = -2
"""A seat that nobody has: it may know only what is told to all."""
PATIENCE: Final = 100_000
"""After so many rolls without a decision a game is held to be endless."""


@final
class Written:
    """A page of the log as plain data: each event once, whether all of them are for everybody, and, with the newest page for
    which it was asked, everything up to there that a seat may know."""

    __slots__ = ("events", "open", "sums")

    def __init__(self, events: list[dict[str, Any]], open: bool) -> None:
        self.events = events
        self.open = open
        self.sums: dict[int, list[dict[str, Any]]] = {}


LINKS: Final[i64] = 8
"""So many pages, or moments, hang directly on one another, and the next one in a tuple. The garbage collector does not know
them, since they can be no part of a ring; so only the freeing of a tuple, which Python never lets go too deep, keeps that of a
long game from overflowing the stack."""


@final
@mypyc_attr(acyclic=True)
class Page:
    """The events of one answer, linked to those before it, so that forks share the log; they are written down as plain data
    once, when a view first shows them."""

    __slots__ = ("events", "far", "near", "number", "plain")

    def __init__(self, before: Page | None, events: tuple[Event, ...]) -> None:
        self.number: i64 = 0
        self.near = before
        self.far: tuple[Page, ...] = ()
        if before is not None:
            self.number = before.number + 1
            if self.number % LINKS == 0:
                self.near, self.far = None, (before,)
        self.events = events
        self.plain: Written | None = None

    @property
    def before(self) -> Page | None:
        """The page before it."""
        return self.far[0] if self.far else self.near

    def written(self, write: Callable[[Event], dict[str, Any]]) -> Written:
        """Its events as plain data."""
        plain = self.plain
        if plain is None:
            plain = Written([write(event) for event in self.events], all(visible(event, NOBODY) for event in self.events))
            self.plain = plain
        return plain

    def shown(self, seat: int, write: Callable[[Event], dict[str, Any]]) -> list[dict[str, Any]]:
        """Those of its events that a seat may know."""
        plain = self.written(write)
        if plain.open:
            return plain.events
        return [plain.events[number] for number, event in enumerate(self.events) if visible(event, seat)]


@final
@mypyc_attr(acyclic=True)
class Moment:
    """A state of a game as it was before an answer, for undo; linked as pages are."""

    __slots__ = ("due", "far", "log", "near", "number", "thrown", "top")

    def __init__(self, before: Moment | None, due: Effect | None, log: Page | None, thrown: int, top: Frame | None) -> None:
        self.number: i64 = 0
        self.near = before
        self.far: tuple[Moment, ...] = ()
        if before is not None:
            self.number = before.number + 1
            if self.number % LINKS == 0:
                self.near, self.far = None, (before,)
        self.due = due
        self.log = log
        self.thrown = thrown
        self.top = top

    @property
    def before(self) -> Moment | None:
        """The one before it."""
        return self.far[0] if self.far else self.near


@final
class Game:
    """A game under way. Made by `escarmouche.new`, `escarmouche.load` or `fork`.

    `copy.copy` is `fork`; `copy.deepcopy` has a set-up of its own beside (worlds, events and frames never change and are
    shared). Pickling goes by the bytes of a save: what comes back plays on alike and has the same log, and its undo begins
    there. It finds its system by name, so the system must be installed where it is unpickled.
    """

    __slots__ = ("asked", "chance", "drawn", "listed", "log", "offered", "past", "run", "setup", "source", "system", "thrown")

    def __init__(
        self,
        system: System,
        setup: Setup,
        run: Run,
        source: Source | None,
        thrown: int = 0,
        log: Page | None = None,
        past: Moment | None = None,
    ) -> None:
        self.system = system
        self.setup = setup
        self.run = run
        self.source = source
        self.thrown = thrown
        self.log = log
        self.past = past
        self.asked: Effect | None = None
        """The question that `sample` drew an answer to last, and that answer: it is legal and need not be checked again."""
        self.drawn: Answer = None
        self.listed: Effect | None = None
        """The question that `options` listed last, and those answers: each of them is legal too."""
        self.offered: tuple[Answer, ...] = ()
        self.chance: PythonChance | None = None
        """The generator that `sample` drew from last."""

    # ------------------------------------------------------------ looking

    @property
    def due(self) -> Choose | Roll | None:
        """The Choose that waits (with real dice also a Roll), or None when the game is over."""
        due = self.run.due
        if isinstance(due, Choose):
            return due
        return due if isinstance(due, Roll) else None

    @property
    def choice(self) -> Choose:
        """The decision that waits, for those who know that one does; an error at the end of the game and where dice are due."""
        due = self.run.due
        if isinstance(due, Choose):
            return due
        raise (
            self._nothing_to_answer()
            if due is None
            else EscarmoucheError(
                "Dice are due, not a decision: give their faces to `play`.",
                "On attend des dés, et non une décision : donnez leurs faces à « play ».",
            )
        )

    @property
    def result(self) -> Result | None:
        """None while the game goes on, then how it ended."""
        if self.run.due is not None:
            return None
        ended = self.run.result
        assert isinstance(ended, Result)
        return ended

    @property
    def world(self) -> Any:
        """The world as it stands: what the waiting rule asks about, or the last one."""
        due = self.run.due
        if isinstance(due, Choose):
            return due.world
        if isinstance(due, Roll):
            return due.world
        return self.run.result.world

    @property
    def events(self) -> list[Event]:
        """Everything told so far, oldest first: tellings, dice with purpose and target, decisions."""
        return [event for page in self.pages() for event in page.events]

    def pages(self) -> list[Page]:
        """The log, oldest first."""
        found: list[Page] = []
        page = self.log
        while page is not None:
            found.append(page)
            page = page.before
        found.reverse()
        return found

    def shown_events(self, seat: int, write: Callable[[Event], dict[str, Any]]) -> list[dict[str, Any]]:
        """The events that a seat may know, oldest first, as `write` makes plain data of each once."""
        found: list[dict[str, Any]] = []
        newer: list[Page] = []
        page = self.log
        while page is not None:
            sums = None if page.plain is None else page.plain.sums
            if sums is not None and seat in sums:
                found = sums[seat] if not newer else sums.pop(seat)
                break
            newer.append(page)
            page = page.before
        for one in reversed(newer):
            found.extend(one.shown(seat, write))
        if newer:
            newer[0].written(write).sums[seat] = found
        return list(found)

    def options(self) -> list[Answer]:
        """The legal answers as a finite list; where movement is free, a representative sample. Empty at the end."""
        due = self.run.due
        if isinstance(due, Choose):
            answers = due.options.listed()
            self.listed, self.offered = due, tuple(answers)
            return answers
        if isinstance(due, Roll):
            return [due.throw(lowest), due.throw(highest)]
        return []

    def sample(self, rng: Chance | random.Random) -> Answer:
        """One random legal answer, cheaply."""
        chance: Chance = rng if isinstance(rng, Chance) else self._chance_of(rng)
        due = self.run.due
        if isinstance(due, Choose):
            self.drawn = due.options.sample(chance)
        elif isinstance(due, Roll):
            self.drawn = thrown_by(due, chance)
        else:
            raise self._nothing_to_answer()
        self.asked = due
        return self.drawn

    def _chance_of(self, rng: random.Random) -> PythonChance:
        """A generator of Python's as a Chance, the same one as long as it is asked for the same."""
        chance = self.chance
        if chance is None or chance.rng is not rng:
            chance = PythonChance(rng)
            self.chance = chance
        return chance

    def _nothing_to_answer(self) -> EscarmoucheError:
        return EscarmoucheError(
            "The game is over: there is nothing to answer.", "La partie est finie : il n’y a rien à répondre."
        )

    def refusal(self, answer: Answer) -> Refusal | None:
        """Why the answer would be refused, or None when it is legal. Changes nothing."""
        return self._refusal(plain(answer))

    def _refusal(self, answer: Answer) -> Refusal | None:
        due = self.run.due
        if isinstance(due, Choose):
            if not writable(answer):
                return Refusal((repr(answer),), "malformed", due.why)
            return due.options.check(answer)
        if isinstance(due, Roll):
            if isinstance(answer, tuple) and faces_fit(due, answer):
                return None
            shown = ", ".join([str(face) for face in answer]) if isinstance(answer, tuple) and answer else repr(answer)
            return Refusal((shown, due.notation()), "not-these-dice", due.why)
        return Refusal((), "game-over", self.run.result.reason)

    def checked(self, answer: Answer) -> Any:
        """What the waiting rule is sent for this answer: the answer itself, or what the dice given amount to.

        Raises IllegalAnswer (DiceError for dice) when it is not allowed. Changes nothing.
        """
        due = self.run.due
        if not self._is_known(answer):
            answer = plain(answer)
            refusal = self._refusal(answer)
            if refusal is not None:
                raise self._refused(refusal)
        return due.read(answer) if isinstance(due, Roll) else answer

    def _is_known(self, answer: Answer) -> bool:
        """Is it the very answer that was drawn, or one of those that were listed, for what is due?"""
        due = self.run.due
        if due is None:
            return False
        if due is self.asked and answer is self.drawn:
            return True
        if due is self.listed:
            for one in self.offered:
                if one is answer:
                    return True
        return False

    def _refused(self, refusal: Refusal) -> EscarmoucheError:
        """The error that says why an answer is refused."""
        due = self.run.due
        rule = refusal.rule
        if not rule and isinstance(due, Choose):
            rule = due.why
        english = self.system.sentence(refusal.key, refusal.about, self.world, "en")
        french = self.system.sentence(refusal.key, refusal.about, self.world, "fr")
        if isinstance(due, Roll):
            return DiceError(english, french)
        error = IllegalAnswer(rule, english, refusal.key, refusal.about)
        error.french = f"{french} ({rule})"
        return error

    def view(self, seat: int) -> GameView:
        """What that seat may know, as plain data; equal knowledge gives equal views. Seat -1 is a spectator."""
        due = self.run.due
        shown: Asked | None = None
        if isinstance(due, Choose):
            shown = {"seat": due.seat, "why": due.why, "figure": due.figure}
        elif isinstance(due, Roll):
            shown = {"seat": due.seat, "why": due.why, "figure": due.figure, "dice": due.count, "sides": due.sides}
            shown["notation"] = due.notation()
        return self.system.whole_view(self, seat, shown)

    def picture(self, seat: int | None = None, language: str = "en") -> str:
        """The table as a seat may see it, as SVG; without a seat, as the one sees it who must decide (a spectator at the end).
        Empty for a system that gives nothing to draw."""
        due = self.due
        if seat is None:
            seat = -1 if due is None else due.seat
        return self.system.picture(self.world, seat, language)

    def _repr_svg_(self) -> str | None:
        """The picture of the table in a notebook."""
        return self.picture() or None

    def _repr_html_(self) -> str | None:
        """The picture of the table in a notebook, with what is due below it."""
        from html import escape  # seldom needed, and slow to import

        picture = self.picture()
        return f"<figure>{picture}<figcaption>{escape(self._told_shortly())}</figcaption></figure>" if picture else None

    def __repr__(self) -> str:
        return f"<Game {self._told_shortly()}>"

    def _told_shortly(self) -> str:
        """What is played, how far it has come, and who must decide what or how it ended."""
        taken = len([event for event in self.events if isinstance(event, Chosen)])
        turn = self._turn()
        where = f"turn {turn}, " if turn > 0 else ""
        due = self.run.due
        if isinstance(due, Choose):
            now = f"seat {due.seat} decides {due.why}" + (f" for figure {due.figure}" if due.figure >= 0 else "")
        elif isinstance(due, Roll):
            now = f"seat {due.seat} throws {due.notation()} for {due.why}"
        else:
            now = ending(self.run.result)
        return f"{self.setup.system} {self.setup.scenario}: {where}{taken} decision{'' if taken == 1 else 's'}; {now}"

    def _turn(self) -> int:
        """The turn that everybody sees, 0 for none. A repr never fails, not even where a system's view does."""
        try:
            turn = self.system.view(self.world, -1).get("turn", 0)
        except Exception:
            return 0
        return turn if isinstance(turn, int) else 0

    # ------------------------------------------------------------ playing

    def play(self, answer: Answer) -> list[Event]:
        """Give the answer that is due and go on to the next decision; returns what happened.

        Raises IllegalAnswer (or DiceError) and changes nothing when the answer is not allowed.
        """
        run = self.run
        due = run.due
        value = self.checked(answer)
        moment = Moment(self.past, due, self.log, self.thrown, run.top)
        events: list[Event] = []
        if isinstance(due, Choose):
            events.append(Chosen(value, due.figure, due.seat if due.secret else -1, due.seat, due.why))
        elif isinstance(due, Roll):
            faces = plain(answer)
            self.thrown += len(faces)
            events.append(rolled(due, faces, value))
        try:
            run.reply(value)
            self._throw_dice(events)
        except BaseException:
            self._return_to(moment)
            raise
        self.past = moment
        self.log = Page(self.log, tuple(events))
        return events

    def _throw_dice(self, events: list[Event]) -> None:
        """Answer every roll from the source until a decision is due; write down what is told."""
        run = self.run
        source = self.source
        for _roll in range(PATIENCE):
            if run.told:
                for tell in run.told:
                    events.append(told(tell))
                run.told.clear()
            due = run.due
            if not isinstance(due, Roll):
                return
            faces: tuple[int, ...] = ()
            if not due.empty():
                if source is None:
                    return
                faces = source.throw(due, self.thrown)
                self.thrown += len(faces)
            value = due.read(faces)
            events.append(rolled(due, faces, value))
            run.reply(value)
        raise RuleError(
            "The rules roll dice without ever asking: let the game end.",
            "Les règles lancent des dés sans jamais rien demander : faites finir la partie.",
        )

    def begin(self) -> None:
        """Throw the dice that come before the first decision. Called once, by whoever makes the game."""
        events: list[Event] = []
        self._throw_dice(events)
        self.log = Page(self.log, tuple(events))

    # ------------------------------------------------------------ time

    def fork(self, seed: int | str | None = None) -> Game:
        """An independent copy in constant time; with a seed, its dice are fresh ones from here on.

        Fresh means that no seed gives the dice of the game itself: nobody looks ahead by chance.
        """
        source = self.source if seed is None else Seeded(f"fork {seed}")
        return Game(self.system, self.setup, self.run.fork(), source, self.thrown, self.log, self.past)

    def undo(self) -> None:
        """Take back the last answer, in constant time."""
        if self.past is None:
            raise EscarmoucheError(
                "There is nothing to undo: the game has just begun.", "Il n’y a rien à annuler : la partie commence."
            )
        self._return_to(self.past)

    def _return_to(self, moment: Moment) -> None:
        self.run = Run(moment.due, None, None, [], moment.top)
        self.log = moment.log
        self.thrown = moment.thrown
        self.past = moment.before

    def __copy__(self) -> Game:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        twin = self.fork()
        twin.setup = deepcopy(self.setup, memo)
        return twin

    # ------------------------------------------------------------ keeping

    def save(self, path: str | Path) -> None:
        """Write the game to a JSON file with a version and a checksum."""
        from escarmouche.core import save

        save.write(self, path)

    def __reduce__(self) -> tuple[Any, ...]:
        from escarmouche.core import save

        return save.parse, (save.dump(self), "pickle")


def plain(answer: Answer) -> Answer:
    """Lists (as JSON gives them) become tuples."""
    if type(answer) is tuple:
        for one in answer:
            if isinstance(one, (list, tuple)):
                return tuple([plain(one) for one in answer])
        return answer
    return tuple([plain(one) for one in answer]) if isinstance(answer, (list, tuple)) else answer


def writable(answer: Answer) -> bool:
    """Is it plain data, which alone can be written down?"""
    if isinstance(answer, tuple):
        return all(writable(one) for one in answer)
    return answer is None or isinstance(answer, (str, int))


def told(tell: Tell) -> Told:
    """The event of a Tell."""
    return Told(tell.about, tell.kind, tell.only, tell.outcome, tell.why)


def rolled(roll: Roll, faces: tuple[int, ...], value: Any) -> Rolled:
    """The event of dice thrown."""
    sides = 0 if roll.pool else roll.sides
    return Rolled(roll.bonus, faces, roll.figure, roll.seat, sides, roll.target, value, roll.why)


def ending(result: Result) -> str:
    """How a game ended, in a few words."""
    scores = " : ".join([str(score) for score in result.scores])
    return f"{'a draw' if result.winner < 0 else f'seat {result.winner} won'} ({result.reason}), scores {scores}"


def thrown_by(roll: Roll, chance: Chance) -> tuple[int, ...]:
    """Random faces for a roll."""
    return roll.throw(lambda sides: chance.below(sides) + 1)


def lowest(_sides: int) -> int:
    """A die that shows its lowest face."""
    return 1


def highest(sides: int) -> int:
    """A die that shows its highest face."""
    return sides
