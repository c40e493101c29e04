"""Actions: what an activated figure may do with its two time units. (fda.action.two-time-units)

Every action stands in one place: its option, the postures it may be done in, the answers worth listing, and the rule that
carries it out, which is called with the world, the figure, the course (the action's time already spent) and the answer, and
returns the world and the course after it. The chapters register theirs here; time and rule come from the table of actions.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Refusal, Rule
from escarmouche.kit.menu import Deed, Menu, enlist, no
from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import CROUCHED, HIDDEN, PRONE, STANDING, Course, Figure, World
from escarmouche.systems.fda.rules.conventions import enemies, touch
from escarmouche.systems.fda.rules.walks import first_leg
from escarmouche.systems.fda.rules.ways import Spot, fitting

END: Final = ("end",)
"""Nothing more: unspent time is lost, and a figure may do nothing at all. (fda.action.unspent-time-is-lost, fda.action.pass)"""

ON_FEET: Final = 1 << STANDING | 1 << CROUCHED | 1 << HIDDEN
AWARE: Final = ON_FEET | 1 << PRONE
LYING: Final = 1 << PRONE
"""Postures that an action may ask for, a bit each. (fda.state.prone-limits)"""


@final
@mypyc_attr(acyclic=True)
class Activation(Menu):
    """What a figure may do next in its activation, in any order and again if it likes. (fda.action.free-order)"""

    __slots__ = ("world", "id", "course", "ends", "goals")

    def __init__(self, world: World, id: int, course: Course) -> None:
        self.world = world
        self.id = id
        self.course = course
        self.ends: dict[tuple[int, int, int], Spot] = {}
        """Where a move towards a place comes to, by the place and the length; several kinds of move ask for the same."""
        self.goals: tuple[Spot, ...] | None = None
        """Where enemies call the figure to, once that was asked; every kind of move asks."""

    def called_to(self) -> tuple[Spot, ...]:
        """Where enemies call the figure to: to each that it does not touch, and to the first place on the way round to the
        nearest of them."""
        if self.goals is None:
            figure = self.figure()
            places = [(one.x, one.y) for one in enemies(self.world, figure) if not touch(figure, one)]
            around = first_leg(self.world, figure, places) if places else None
            self.goals = tuple(places) if around is None else (*places, around)
        return self.goals

    def end_towards(self, x: int, y: int, full: int) -> Spot:
        """Where a move of this length over clear ground comes to that is meant for a place."""
        wish = (x, y, full)
        if wish not in self.ends:
            self.ends[wish] = fitting(self.world, self.figure(), x, y, full)
        return self.ends[wish]

    def figure(self) -> Figure:
        """The figure that acts."""
        return self.world.figures[self.id]

    def rule(self) -> str:
        return "fda.action.two-time-units"

    def stop(self) -> Answer:
        return END

    def known(self) -> dict[str, Deed[Any]]:
        return DEEDS

    def bars(self) -> bool:
        return True

    def barred(self, deed: Deed[Any]) -> Refusal | None:
        """Why an action is out of the question: its option is off, the figure's posture forbids it, the time left is too short,
        or it is wounded and has done its one action. (fda.setup.rule-levels, fda.wound.one-action)"""
        assert isinstance(deed, Action)
        figure = self.figure()
        if deed.option and not self.world.plays(deed.option):
            return no("fda.setup.rule-levels", "option-off", f"action-{deed.kind}")
        if not deed.postures >> figure.posture & 1:
            lying = figure.posture >= PRONE
            return no("fda.state.prone-limits" if lying else deed.rule, "not-in-this-posture", self.id, f"action-{deed.kind}")
        if figure.climbed and not deed.climbing:
            return no("fda.obstacle.part-way", "part-way", self.id)
        time = deed.cost(self)
        if time > self.course.left:
            return no("fda.action.two-time-units", "no-time", self.id, f"action-{deed.kind}", time, self.course.left)
        if time and figure.wounded and self.course.done:
            return no("fda.wound.one-action", "wounded-one-action", self.id)
        return None

    def insists(self) -> bool:
        return not self.course.done


@mypyc_attr(allow_interpreted_subclasses=True)
class Action(Deed[Activation]):
    """A kind of action. `time` is what it costs (-1: a coin tells), `rule` the rule it rests on, `option` the one it belongs to
    (0: the basic game), `postures` those it may be done in, `climbing` says that a figure part-way up may do it."""

    __slots__ = ("option", "postures", "rule", "time", "climbing")

    def __init__(
        self,
        kind: str,
        weight: int,
        perform: Rule,
        option: int = 0,
        postures: int = ON_FEET,
        action: str = "",
        climbing: bool = False,
    ) -> None:
        super().__init__(kind, weight, perform)
        row = book().action[action or kind]
        self.option = option
        self.postures = postures
        self.rule: str = row.rule
        self.time: int = -1 if row.time is None else row.time
        self.climbing = climbing

    def cost(self, menu: Activation) -> int:
        """The time units that it costs this figure now."""
        return self.time


OFFERED: Final = (
    "strike", "charge", "shoot", "aimed-shot", "two-pistols", "cast", "sing", "spot", "advance", "advance-fast",
    "advance-crouched", "advance-hidden", "crawl", "climb", "come-down", "flee", "stand-up", "lie-down", "crouch", "hide",
    "straighten", "turn", "reload-quick", "reload-slow", "reload-faster", "retrieve-missile", "draw", "pick-up", "put-down",
    "drop-object", "repair", "memorise", "open", "close", "break-open", "carry-friend", "lay-down", "raise-friend",
    "use-destiny", "hand-over", "shout", "shake-awake", "grumble", "behead", "relieve-oneself",
)  # fmt: skip
"""The kinds of action in the order in which they are offered and drawn, whichever chapter is read first."""

DEEDS: dict[str, Deed[Any]] = {}


def register(deed: Action) -> None:
    """Make a kind of action known."""
    enlist(DEEDS, deed, OFFERED)
