"""Reactions: what a figure that has not been activated yet does in the middle of an enemy's activation.

There is one window for all of them. A rule opens it with a trigger: along a move, at the moment of contact, when somebody is
attacked, when somebody has been spotted. The owner of the other troop is asked only where one of his figures may react; whoever
reacts has been activated, and closes every later window of this activation. (fda.react.windows)
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Call, Choose, Options, Refusal, Rule, Script, Tell, rule, same
from escarmouche.kit.menu import no
from escarmouche.systems.fda.model import NOBODY, Figure, Trigger, World

ALONG: Final = "along"
CONTACT: Final = "contact"
ATTACK: Final = "attack"
SPOTTED: Final = "spotted"

LET_BE: Final = ("let-be",)
"""Nobody reacts now; one that is attacked defends by reflex and keeps its activation. (fda.melee.defender-options)"""

NOTHING: Final = ""
"""The verdict of a reaction that changes nothing in what the enemy was doing."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Reaction:
    """A kind of reaction, in one window. `perform` is called with the world, the trigger and the answer, and returns the world
    and a verdict for the rule that opened the window."""

    __slots__ = ("kind", "option", "perform", "rule", "window")

    def __init__(self, kind: str, window: str, rule: str, perform: Rule, option: int = 0) -> None:
        self.kind = kind
        self.window = window
        self.rule = rule
        self.perform = perform
        self.option = option

    def answers(self, world: World, figure: Figure, trigger: Trigger) -> list[Answer]:
        """What this figure could answer, each (kind, figure, …): all of it, or the places worth listing."""
        return []

    def refusal(self, world: World, figure: Figure, trigger: Trigger, answer: tuple[object, ...]) -> Refusal | None:
        """Why the figure, which may react, may not react so, or None."""
        for one in self.answers(world, figure, trigger):
            if same(one, answer):
                return None
        return no(self.rule, "no-such-reaction", figure.id)


REACTIONS: dict[str, Reaction] = {}


def register(reaction: Reaction) -> None:
    """Make a kind of reaction known; they are offered by name, whichever chapter is read first."""
    REACTIONS[reaction.kind] = reaction
    found = [REACTIONS[kind] for kind in sorted(REACTIONS)]
    REACTIONS.clear()
    for one in found:
        REACTIONS[one.kind] = one


def reaction_refusal(world: World, figure: Figure, trigger: Trigger) -> Refusal | None:
    """Why a figure may not react at all now, or None: only one of the other side, on its feet, not yet activated, and nobody
    has reacted in this activation. (fda.action.reaction, fda.react.one-figure-per-activation, fda.react.no-chain,
    fda.react.pass-forfeits)"""
    if figure.seat == world.figures[trigger.enemy].seat or not figure.on_feet() or figure.climbed:
        return no("fda.action.reaction", "cannot-react", figure.id)
    if figure.activated:
        return no("fda.action.reaction-uses-activation", "acted-already", figure.id)
    if world.reacted != NOBODY or world.acting != trigger.enemy:
        return no("fda.react.one-figure-per-activation", "one-reactor", figure.id, world.reacted)
    return None


@final
@mypyc_attr(acyclic=True)
class Window(Options):
    """Who reacts to a trigger, and how; or nobody. Only figures that the trigger concerns are looked at."""

    __slots__ = ("world", "trigger")

    def __init__(self, world: World, trigger: Trigger) -> None:
        self.world = world
        self.trigger = trigger

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer:
            return no("fda.react.windows", "malformed", str(answer)[:80])
        if same(answer, LET_BE):
            return None
        reaction = REACTIONS.get(answer[0]) if isinstance(answer[0], str) else None
        if reaction is None or len(answer) < 2 or type(answer[1]) is not int or not 0 <= answer[1] < len(self.world.figures):
            return no("fda.react.windows", "malformed", str(answer)[:80])
        if reaction.window != self.trigger.window or (reaction.option and not self.world.plays(reaction.option)):
            return no("fda.action.reaction-basic-scope", "not-this-reaction", f"action-{reaction.kind}")
        figure = self.world.figures[answer[1]]
        refused = reaction_refusal(self.world, figure, self.trigger)
        return refused if refused is not None else reaction.refusal(self.world, figure, self.trigger, answer)

    def reactions(self) -> list[Answer]:
        """Every reaction worth listing."""
        found: list[Answer] = []
        if self.world.reacted != NOBODY:
            return found
        known = [one for one in REACTIONS.values() if one.window == self.trigger.window]
        known = [one for one in known if not one.option or self.world.plays(one.option)]
        for figure in self.world.figures if known else ():
            if not figure.activated and reaction_refusal(self.world, figure, self.trigger) is None:
                for reaction in known:
                    found.extend(reaction.answers(self.world, figure, self.trigger))
        return found

    def listed(self) -> list[Answer]:
        return [LET_BE, *self.reactions()]

    def single(self) -> Answer | None:
        return None if self.reactions() else LET_BE


@rule("fda.react.windows", "fda.action.reaction", "fda.action.reaction-interrupts", "fda.react.unmarked-means-available")
def react(world: World, trigger: Trigger) -> Script:
    """Open the window for a trigger. Returns the world, who reacted (NOBODY), and the verdict of the reaction."""
    window = Window(world, trigger)
    if window.single() is not None:
        return world, NOBODY, NOTHING
    enemy = world.figures[trigger.enemy]
    concerned = trigger.targets[0] if len(trigger.targets) == 1 else trigger.enemy
    answer = yield Choose("fda.action.reaction", 1 - enemy.seat, world, window, concerned)
    if answer == LET_BE:
        return world, NOBODY, NOTHING
    reaction = REACTIONS[answer[0]]
    yield Tell(reaction.rule, f"reacts-{reaction.kind}", (answer[1], trigger.enemy))
    world, verdict = yield Call(reaction.perform, spent(world, answer[1]), trigger, answer)
    return world, answer[1], verdict


def spent(world: World, id: int) -> World:
    """The world in which a figure has reacted: that was its activation, and the one reaction to this enemy.
    (fda.action.reaction-uses-activation, fda.react.one-per-turn)"""
    twin = world.figures[id].copy()
    twin.activated = True
    world = world.with_figure(twin)
    world.reacted = id
    return world
