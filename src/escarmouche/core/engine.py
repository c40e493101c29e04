"""The engine: frames, and the run that settles a rule from one question to the next."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data
from escarmouche.core.effects import Call, Choose, Effect, Roll, Rule, Script, Tell
from escarmouche.core.errors import RuleError

PATIENCE: Final = 100_000
"""After so many effects without a question a rule is held to be endless."""


@final
class Frame(Data):
    """A rule at work, as data: its arguments, the answers it was sent so far, the frame that waits for its result."""

    __slots__ = ("answers", "args", "parent", "rule")

    def __init__(self, answers: tuple[Any, ...], args: tuple[Any, ...], parent: Frame | None, rule: Rule) -> None:
        self.answers = answers
        self.args = args
        self.parent = parent
        self.rule = rule


@final
@mypyc_attr(acyclic=True)
class Done(Effect):
    """A script's last word: the value it returned."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def begun(rule: Rule, args: tuple[Any, ...]) -> Script:
    """The rule's script, which yields Done at its end: a StopIteration would cost four times as much when compiled."""
    yield Done((yield from rule.script(*args)))


@final
class Live:
    """A generator kept beside its frame. Only a cache: it can always be rebuilt from the frame."""

    __slots__ = ("parent", "script")

    def __init__(self, parent: Live | None, script: Script) -> None:
        self.parent = parent
        self.script = script


@final
class Run:
    """Rules under way. `due` is the Roll or Choose that waits; None when the outermost rule has returned `result`.

    A fork shares the frames and has no live generators of its own: it replays the answers of a frame, never the game,
    and only when that frame is needed. `told` collects the Tells since it was last emptied.
    """

    __slots__ = ("due", "live", "result", "told", "top")

    def __init__(self, due: Effect | None, live: Live | None, result: Any, told: list[Tell], top: Frame | None) -> None:
        self.due = due
        self.live = live
        self.result = result
        self.told = told
        self.top = top

    def fork(self) -> Run:
        """An independent run in the same state, in constant time."""
        return Run(self.due, None, self.result, [], self.top)

    def reply(self, value: Any) -> None:
        """Answer what is due and run on to the next question or the end. After an exception the run is of no use."""
        top = self.top
        if top is None or self.due is None:
            raise ValueError("nothing is due: the run is over")
        live = self.live
        if live is None:
            live = Live(None, rebuild(top))
        self.top = Frame((*top.answers, value), top.args, top.parent, top.rule)
        self._drive(live, value)

    def _drive(self, live: Live, value: Any) -> None:
        """Send `value` to the top rule and follow calls, returns and tells until something must be answered."""
        for _ in range(PATIENCE):
            effect = live.script.send(value)
            if isinstance(effect, Tell):
                self.told.append(effect)
                value = None
            elif isinstance(effect, Call):
                self.top = Frame((), effect.args, self.top, effect.rule)
                live = Live(live, begun(effect.rule, effect.args))
                value = None
            elif isinstance(effect, Done):
                value = effect.value
                top = self.top
                assert top is not None
                parent = top.parent
                if isinstance(value, Call):
                    self.top = Frame((), value.args, parent, value.rule)
                    live = Live(live.parent, begun(value.rule, value.args))
                    value = None
                elif parent is not None:
                    below = live.parent
                    live = Live(None, rebuild(parent)) if below is None else below
                    self.top = Frame((*parent.answers, value), parent.args, parent.parent, parent.rule)
                else:
                    self.top = None
                    self.live = None
                    self.due = None
                    self.result = value
                    return
            else:
                if isinstance(effect, Choose):
                    single = effect.options.single()
                    if single is not None:
                        top = self.top
                        assert top is not None
                        self.top = Frame((*top.answers, single), top.args, top.parent, top.rule)
                        value = single
                        continue
                elif not isinstance(effect, Roll):
                    raise RuleError(
                        f"The rule {self._name()} yields a {type(effect).__name__}: let it yield Roll, Choose, Call, Tell.",
                        f"La règle {self._name()} donne un {type(effect).__name__} : elle donne Roll, Choose, Call, Tell.",
                    )
                self.due = effect
                self.live = live
                return
        raise RuleError(
            f"The rule {self._name()} goes on without ever asking: let it end.",
            f"La règle {self._name()} continue sans jamais rien demander : faites-la finir.",
        )

    def _name(self) -> str:
        """The name of the rule at work."""
        return "" if self.top is None else self.top.rule.name


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
    run = Run(None, None, None, [], Frame((), call.args, None, call.rule))
    run._drive(Live(None, begun(call.rule, call.args)), None)
    return run


def resume(top: Frame) -> Run:
    """A run that goes on from frames that were written down: what is due is asked again by the top rule."""
    script, effect = replayed(top)
    if not isinstance(effect, (Roll, Choose)):
        raise ValueError(f"the rule {top.rule.name} is not waiting for an answer")
    return Run(effect, Live(None, script), None, [], top)
