"""Games as a seat imagines them: what it knows as it is, what it does not know drawn anew. For honest opponents."""

from __future__ import annotations

from typing import Any

from escarmouche.core.data import Data, Secret, fields
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Call, Choose, Effect, Roll, visible
from escarmouche.core.engine import Frame, Run, replayed, resume
from escarmouche.core.errors import RuleError
from escarmouche.core.game import Game, Page
from escarmouche.core.system import Setup, System

DRAWS = 20
"""How often the unknown is drawn before giving up: a draw may contradict the question that is due."""


def imagined(game: Game, seat: int, seed: int | str, past: bool = True) -> Game:
    """A game that `seat` cannot tell from this one: the unknown drawn anew from `seed`, the dice fresh.

    Every world in the suspended rules (their arguments and answers, through tuples and data) goes through
    `System.imagine` with a Chance of one and the same seed, so that the same unknown gets the same value in all of
    them; every `Secret` in them becomes another one, unless it is this seat that decides in secret now: it sees what it is
    offered.
    What the seat was not told is gone from the log, and there is no undo beyond this point; without the `past`
    the log begins here, which is much cheaper. Its set-up names no seed and no script of dice that would tell what the
    real dice will show. The game itself does not change.

    Two things are asked of a system. `world_class` names the class of its worlds. And a secret answer is put into the
    world by the rule that asked for it, as the last thing that rule does: an answer kept in a suspended rule would not
    be drawn anew (the conformance suite looks for that).
    """
    log = Page(None, tuple([event for event in game.events if visible(event, seat)])) if past else None
    setup = _setup(game.setup, f"dice {seed}")
    if type(game.system).imagine is System.imagine:
        return Game(game.system, setup, game.run.fork(), setup.source(), game.thrown, log)
    trouble: Exception | None = None
    for attempt in range(DRAWS):
        try:
            run = _run(game, seat, f"imagine {seed} {attempt}")
        except Exception as error:  # a rule may stumble over a world that contradicts the answers it was given
            trouble = error
            continue
        if run is not None:
            return Game(game.system, setup, run, setup.source(), game.thrown, log)
    raise RuleError(
        f"No world imagined for seat {seat} leads to the question that is due: let imagine draw only what can be.",
        f"Aucun monde imaginé pour le camp {seat} ne mène à la question posée : imagine ne doit tirer que le possible.",
    ) from trouble


def _setup(real: Setup, seed: str) -> Setup:
    """The real set-up with dice of its own."""
    options = {name: value for name, value in real.options.items() if name != "dice"}
    return Setup(real.system, real.armies, real.scenario, seed, options)


def _run(game: Game, seat: int, seed: str) -> Run | None:
    """The game's run over imagined worlds; None when that run asks another question."""
    due = game.run.due
    swap = _Swap(game.system, seat, seed, isinstance(due, Choose) and due.secret and due.seat == seat)
    top = game.run.top
    if top is None:
        return Run(None, None, swap.value(game.run.result), [], None)
    again = swap.frame(top)
    below = again.parent
    while below is not None:
        if not isinstance(replayed(below)[1], Call):
            return None
        below = below.parent
    run = resume(again)
    return run if _question(run.due) == _question(game.run.due) else None


def _question(due: Effect | None) -> tuple[Any, ...]:
    """What everybody knows of the question that is due."""
    if isinstance(due, Choose):
        return ("choose", due.why, due.seat, due.figure, due.secret)
    if isinstance(due, Roll):
        return ("roll", due.why, due.seat, due.figure, due.notation())
    return ()


class _Swap:
    """Replaces the worlds in a value, leaving every part without a world as it is. One world is imagined once."""

    def __init__(self, system: System, seat: int, seed: str, decides: bool) -> None:
        self._system = system
        self._seat = seat
        self._seed = seed
        self._decides = decides
        """Does the seat decide in secret now?"""
        self._done: dict[int, tuple[Any, Any]] = {}

    def frame(self, frame: Frame) -> Frame:
        """The frame and those below it."""
        parent = None if frame.parent is None else self.frame(frame.parent)
        return Frame(self.value(frame.answers), self.value(frame.args), parent, frame.rule)

    def value(self, value: Any) -> Any:
        """Any value of a frame."""
        if isinstance(value, tuple):
            parts = [self.value(part) for part in value]
            return value if _unchanged(parts, value) else tuple(parts)
        if not isinstance(value, Data):
            return value
        known = self._done.get(id(value))
        if known is None:
            known = (value, self._data(value))  # the value itself is kept so that its id stays its own
            self._done[id(value)] = known
        return known[1]

    def _data(self, value: Data) -> Data:
        kind = type(value)
        if isinstance(value, Secret):
            return value if self._decides else Secret(f"{self._seed} {self._seat}")
        if isinstance(value, self._system.world_class):
            found: Data = self._system.imagine(value, self._seat, Stream(self._seed))
            return found
        names = fields(kind)
        old = [getattr(value, name) for name in names]
        parts = [self.value(part) for part in old]
        return value if _unchanged(parts, old) else kind(**dict(zip(names, parts, strict=True)))


def _unchanged(parts: list[Any], old: Any) -> bool:
    return all(part is before for part, before in zip(parts, old, strict=True))
