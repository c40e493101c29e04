"""The engine: frames, and the run that settles a rule from one question to the next."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.core.effects import Call, Choose, Effect, Roll, Rule, Script, Tell
from escarmouche.core.errors import RuleError

PATIENCE: Final = 100_000
"""After so many effects without a question a rule is held to be endless."""

DEEPEST: Final = 1000
"""So many rules that call one another without returning are held to be endless too."""


@final
@mypyc_attr(acyclic=True)
class Frame(Data):
    """A rule at work, as data: its arguments, the answers it was sent so far, the frame that waits for its result."""

    __slots__ = ("answers", "args", "parent", "rule")

    def __init__(self, answers: tuple[Any, ...], args: tuple[Any, ...], parent: Frame | None, rule: Rule) -> None:
        self.answers = answers
        self.args = args
        self.parent = parent
        self.rule = rule


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Done(Effect):
    """A script's last word: the value it returned."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def begun(rule: Rule, args: tuple[Any, ...]) -> Script:
    """The rule's script, which yields Done at its end: a StopIteration would cost four times as much when compiled."""
    script = rule.script
    yield Done((yield from script(*args)))


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Live:
    """A rule at work with its generator. Only a cache: it can always be rebuilt from its frame. No rule ever sees it.

    It keeps the answers itself, so that a rule which comes and goes between two questions never needs a frame; `frame` is
    None once an answer has come that is not written there. `parent` is the live rule below, or None where only its frame
    (`below`) is known.
    """

    __slots__ = ("answers", "args", "below", "depth", "frame", "parent", "rule", "script")

    def __init__(
        self,
        answers: tuple[Any, ...],
        args: tuple[Any, ...],
        below: Frame | None,
        frame: Frame | None,
        parent: Live | None,
        rule: Rule,
        script: Generator[Any, Any, Any],
    ) -> None:
        self.answers = answers
        self.args = args
        self.below = below
        self.frame = frame
        self.parent = parent
        self.rule = rule
        self.script = script
        self.depth: int = 0 if parent is None else parent.depth + 1

    def take(self, answer: Any) -> None:
        """Note an answer that is being sent."""
        last = (answer,)
        self.answers = self.answers + last if self.answers else last
        self.frame = None

    def settled(self) -> Frame:
        """Its frame, with those of the rules below it, as they stand."""
        frame = self.frame
        if frame is None:
            below = self.below
            parent = self.parent
            if parent is not None:
                if parent.frame is None:
                    write_frames(parent)
                below = parent.frame
            frame = Frame(self.answers, self.args, below, self.rule)
            self.frame = frame
        return frame


def write_frames(top: Live) -> None:
    """Give a live rule its frame, and first those below it that have none; a loop, since there may be very many."""
    unwritten: list[Live] = []
    one: Live | None = top
    while one is not None and one.frame is None:
        unwritten.append(one)
        one = one.parent
    for one in reversed(unwritten):
        one.settled()


def called(call: Call, below: Frame | None, parent: Live | None) -> Live:
    """A rule that is just beginning."""
    return Live((), call.args, below, None, parent, call.rule, begun(call.rule, call.args))


def revived(frame: Frame, script: Script) -> Live:
    """The rule of a frame, with its generator brought back to where it stood."""
    return Live(frame.answers, frame.args, frame.parent, frame, None, frame.rule, script)


@final
class Run:
    """Rules under way. `due` is the Roll or Choose that waits; None when the outermost rule has returned `result`.

    A fork shares the frames and has no live generators of its own: it replays the answers of a frame, never the game,
    and only when that frame is needed. `told` collects the Tells since it was last emptied. Where an outcome has been told,
    the run is over as soon as a rule would return to one whose name begins with one of `past`.
    """

    __slots__ = ("due", "live", "past", "result", "told", "top")

    def __init__(
        self,
        due: Effect | None,
        live: Live | None,
        result: Any,
        told: list[Tell],
        top: Frame | None,
        past: tuple[str, ...] = (),
    ) -> None:
        self.past = past
        self.due = due
        self.live = live
        self.result = result
        self.told = told
        self.top = top

    def fork(self) -> Run:
        """An independent run in the same state, in constant time."""
        return Run(self.due, None, self.result, [], self.top, self.past)

    def reply(self, value: Any) -> None:
        """Answer what is due and run on to the next question or the end. After an exception the run is of no use."""
        top = self.top
        if top is None or self.due is None:
            raise ValueError("nothing is due: the run is over")
        live = self.live
        if live is None:
            live = revived(top, rebuild(top))
        live.take(value)
        self._drive(live, value)

    def _is_past(self, below: Rule) -> bool:
        """Has an outcome been told to which this rule, to which another returns, has nothing to add?"""
        if not self.past or not below.name.startswith(self.past):
            return False
        return any(tell.outcome != "" for tell in self.told)

    def _drive(self, live: Live, value: Any) -> None:
        """Send `value` to the top rule and follow calls, returns and tells until something must be answered."""
        for _effect in range(PATIENCE):
            effect = live.script.send(value)
            if type(effect) is Tell:
                self.told.append(effect)
                value = None
            elif type(effect) is Call:
                live = called(effect, None, live)
                if live.depth > DEEPEST:
                    break
                value = None
            elif type(effect) is Done:
                value = effect.value
                if type(value) is Call:
                    live = called(value, live.below, live.parent)
                    value = None
                elif live.parent is not None and not self._is_past(live.parent.rule):
                    live = live.parent
                    live.take(value)
                elif live.parent is None and live.below is not None and not self._is_past(live.below.rule):
                    live = revived(live.below, rebuild(live.below))
                    live.take(value)
                else:
                    self.top = None
                    self.live = None
                    self.due = None
                    self.result = value
                    return
            else:
                if type(effect) is Choose:
                    single = effect.options.single()
                    if single is not None:
                        live.take(single)
                        value = single
                        continue
                elif type(effect) is not Roll:
                    name, kind = live.rule.name, type(effect).__name__
                    raise RuleError(
                        f"The rule {name} yields a {kind}: let it yield Roll, Choose, Call, Tell.",
                        f"La règle {name} donne un {kind} : elle donne Roll, Choose, Call, Tell.",
                    )
                self.due = effect
                self.live = live
                self.top = live.settled()
                return
        raise RuleError(
            f"The rule {live.rule.name} goes on without ever asking: let it end.",
            f"La règle {live.rule.name} continue sans jamais rien demander : faites-la finir.",
        )


def replayed(frame: Frame) -> tuple[Script, Effect]:
    """The frame's generator, brought back to where it stood by its own answers, and what it asks there.

    What it tells on the way was told before and is skipped.
    """
    script = begun(frame.rule, frame.args)
    effect = skip_tells(script, script.send(None))
    for answer in frame.answers:
        if isinstance(effect, Done):
            break
        effect = skip_tells(script, script.send(answer))
    if isinstance(effect, Done):
        raise RuleError(
            f"The rule {frame.rule.name} goes another way when it is replayed: let it read only its arguments and answers.",
            f"La règle {frame.rule.name} se déroule autrement quand on la rejoue : elle ne doit lire que ses arguments"
            " et ses réponses.",
        )
    return script, effect


def rebuild(frame: Frame) -> Script:
    """The frame's generator, brought back to where it stood."""
    return replayed(frame)[0]


def skip_tells(script: Script, effect: Effect) -> Effect:
    """The next effect that is not a Tell."""
    while isinstance(effect, Tell):
        effect = script.send(None)
    return effect


def start(call: Call) -> Run:
    """Begin with a rule and run to its first question."""
    run = Run(None, None, None, [], None)
    run._drive(called(call, None, None), None)
    return run


def alone(run: Run) -> Run:
    """The rule that waits in a run as a run of its own: whatever would come after it does not happen."""
    top = run.top
    if top is None:
        raise ValueError("the run is over: no rule waits in it")
    return resume(Frame(top.answers, top.args, None, top.rule))


def resume(top: Frame) -> Run:
    """A run that goes on from frames that were written down: what is due is asked again by the top rule."""
    script, effect = replayed(top)
    if not isinstance(effect, (Roll, Choose)):
        raise ValueError(f"the rule {top.rule.name} is not waiting for an answer")
    return Run(effect, revived(top, script), None, [], top)
