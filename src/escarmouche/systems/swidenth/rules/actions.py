"""Actions: two in an activation, one of preparation and one main one. (swidenth.action.two, swidenth.action.combinations)

Every deed stands in one place: who may do it, the answers worth listing, and the rule that carries it out. The chapters
register theirs here.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Answer, Refusal
from escarmouche.kit.menu import Deed, Menu, enlist, no
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import EITHER_PLACE, STRICT_ORDER, Course, Figure, World
from escarmouche.systems.swidenth.rules.conventions import is_engaged

END: Final = ("end",)
"""Nothing more: the preparation may be nothing at all, and the main action is optional. (swidenth.action.nothing)"""

ALONE: Final = ""
JOINING: Final = "joining"
"""In the joint move of a group: nothing but the move. (swidenth.activation.group)"""
JOINT: Final = "joint"
"""After it: the second action. (swidenth.activation.group-resolution)"""

MOVE: Final = "move"
RUN: Final = "run"
CONCENTRATE: Final = "concentrate"
PREPARATION: Final[frozenset[str]] = frozenset([id for id, row in book().action.items() if row.place != "main"])
MAIN: Final[frozenset[str]] = frozenset([id for id, row in book().action.items() if row.place != "preparation"])
SINGLE: Final[frozenset[str]] = frozenset([id for id, row in book().action.items() if row.single])
FLEEING: Final = ("fight", CONCENTRATE)
"""All that one who flees may do while it is engaged. (swidenth.flight.engaged)"""
APART: Final = "not-together"
FAULTS: Final = {
    "group-moves-first": "swidenth.activation.group",
    "flees": "swidenth.flight.activation",
    "run-needs-move": "swidenth.action.run",
    "two-actions": "swidenth.action.two",
    APART: "swidenth.action.combinations",
    "preparation-first": "swidenth.action.order",
}
"""Why an action does not go with what was done before, and the rule that says so."""


@final
@mypyc_attr(acyclic=True)
class Trail(Menu):
    """What a figure may do next in its activation, and what it has done so far."""

    __slots__ = ("world", "id", "course", "opening")

    def __init__(self, world: World, id: int, course: Course) -> None:
        self.world = world
        self.id = id
        self.course = course
        self.opening: i64 = -1
        """The place of the first deed that may be open, once somebody has asked."""

    def figure(self) -> Figure:
        """The figure that acts."""
        return self.world.figures[self.id]

    def rule(self) -> str:
        return "swidenth.action.two"

    def stop(self) -> Answer:
        return END

    def stop_refusal(self) -> Refusal | None:
        """One may always leave off, but one who flees and is engaged must fight. (swidenth.flight.engaged)"""
        figure = self.figure()
        if figure.fleeing and "fight" not in self.course.done and is_engaged(self.world, figure):
            return no("swidenth.flight.engaged", "must-fight", self.id)
        return None

    def known(self) -> dict[str, Deed[Any]]:
        return DEEDS

    def deeds(self) -> list[Deed[Any]]:
        return IN_ORDER

    def first_open(self) -> int:
        if self.opening < 0:
            self.opening = super().first_open()
        return self.opening

    def bars(self) -> bool:
        return True

    def barred(self, deed: Deed[Any]) -> Refusal | None:
        return self.combination_refusal(action_of(deed.kind))

    def shut(self, deed: Deed[Any]) -> bool:
        return self.fault(action_of(deed.kind)) != ""

    def insists(self) -> bool:
        return len(self.course.done) == 0

    def combination_refusal(self, action: str) -> Refusal | None:
        """Why an action does not go with what was done before, or None. (swidenth.action.combinations)"""
        fault = self.fault(action)
        if fault == "":
            return None
        if fault == APART:
            return no(FAULTS[fault], fault, self.id, f"action-{self.course.done[0]}", f"action-{action}")
        return no(FAULTS[fault], fault, self.id)

    def fault(self, action: str) -> str:
        """The same as the key of a sentence; "" where it goes."""
        if self.course.mode == JOINING and action != MOVE:
            return "group-moves-first"
        if self.figure().fleeing and action not in FLEEING:
            return "flees"
        if not self.course.done:
            return "run-needs-move" if action == RUN else ""
        first = self.course.done[0]
        if len(self.course.done) > 1:
            return "two-actions"
        if action == RUN and first != MOVE:
            return "run-needs-move"
        if first == action and action in SINGLE:
            return APART
        if not ((self.prepares(first) and action in MAIN) or (first in MAIN and self.prepares(action))):
            return APART
        if self.world.has(STRICT_ORDER) and (not self.prepares(first) or action not in MAIN):
            return "preparation-first"
        return ""

    def prepares(self, action: str) -> bool:
        """May it take the place of the preparation? Single actions may where the table plays so.
        (swidenth.action.single-items)"""
        return action in PREPARATION or (action in SINGLE and self.world.has(EITHER_PLACE))


Action = Deed[Trail]
"""A kind of action; its rule is called with the world, the figure, its course and the answer, and returns the world and the
course after it."""

OFFERED: Final = (
    "fight", "shoot", "shoot-target", "cast", "move", "run", "standing-jump", "concentrate", "reload", "recover", "draw",
    "pick-up", "take", "give", "hide", "lever",
)  # fmt: skip
"""The kinds of action in the order in which they are offered and drawn, whichever chapter is read first."""
SPECIAL: Final = ("take", "give", "hide", "lever")
"""Those that are special actions. (swidenth.action.special)"""

DEEDS: dict[str, Deed[Any]] = {}
IN_ORDER: list[Deed[Any]] = []
"""The same in their order."""


def action_of(kind: str) -> str:
    """The action of the book that a kind of answer is."""
    if kind in SPECIAL:
        return "special"
    return "shoot" if kind == "shoot-target" else kind


def register(deed: Action) -> None:
    """Make a kind of action known."""
    enlist(DEEDS, deed, OFFERED)
    IN_ORDER[:] = DEEDS.values()
