"""Actions: what a fighter may do with the successes of its activation, and what each costs. (sbh.action.table)

Every deed stands in one place: what it costs, who may do it, the answers worth listing, and the rule that carries it out.
The chapters register their deeds here.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from escarmouche.core.effects import Answer, Call, Choose, Part, Refusal, Script, rule
from escarmouche.kit.menu import Deed, Menu, enlist, no
from escarmouche.systems.sbh.model import FREE, ON_TABLE, SWARM, Figure, World
from escarmouche.systems.sbh.rules.ending import is_over

NORMAL: Final = ""
REGROUP: Final = "regroup"
"""In a Regroup nobody attacks, shoots or casts. (sbh.regroup.no-attack)"""

CAST: Final = "cast"
HEAL: Final = "heal"
SCROLL: Final = "scroll"
"""What may be announced before the activation roll."""

EXPOSE: Final = "expose"
"""The deed that costs no action: dirty tricks against an enemy's Stealth."""

END: Final[tuple[str, ...]] = ("end",)


@final
@mypyc_attr(acyclic=True)
class Doing(Menu):
    """The choice of a fighter's next action: `left` actions remain; `declared` is "" or what was announced before the
    roll (CAST, HEAL, SCROLL); `group` are the members it acts with, `waiting` those of them that have actions left after
    this one. `opening` is the first deed that may be open (-1: not asked), `beside` the spots beside companions that a
    move reaches, if somebody asked (see `movement.rejoining`), `commanded` those it could order (see `groups.commanded`)."""

    __slots__ = ("world", "id", "left", "declared", "mode", "group", "waiting", "fighter", "opening", "beside", "commanded")

    def __init__(
        self,
        world: World,
        id: i64,
        left: i64,
        declared: str = "",
        mode: str = NORMAL,
        group: tuple[int, ...] = (),
        waiting: tuple[int, ...] = (),
    ) -> None:
        self.world = world
        self.id = id
        self.left = left
        self.declared = declared
        self.mode = mode
        self.group = group
        self.waiting = waiting
        self.fighter = world.figures[id]
        self.opening: i64 = -1
        self.beside: list[tuple[int, int]] | None = None
        self.commanded: list[Figure] | None = None

    def figure(self) -> Figure:
        """The fighter that acts."""
        return self.fighter

    def rule(self) -> str:
        return "sbh.action.table"

    def stop(self) -> Answer:
        return END

    def stop_refusal(self) -> Refusal | None:
        """Actions may always be left unspent (sbh.action.optional-use), but a Regroup ends in contact
        (sbh.regroup.activation), and a base of a Swarm comes back to it (sbh.special.swarm-cohesion)."""
        if self.mode != REGROUP and not self.figure().has(SWARM):
            return None
        if any(deed.owed(self) for deed in IN_ORDER):
            if self.mode == REGROUP:
                return no("sbh.regroup.activation", "regroup-contact", self.id)
            return no("sbh.special.swarm-cohesion", "swarm-apart", self.id)
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
        return self.declared == SCROLL

    def barred(self, deed: Deed[Any]) -> Refusal | None:
        """The successes of a scroll only power its spell. (sbh.item.scroll)"""
        return None if deed.kind == CAST or deed.kind == EXPOSE else no("sbh.item.scroll", "scroll-only-casts", self.id)


Action = Deed[Doing]
"""A kind of action; its rule is called with the world, the fighter's id and the answer, and returns the world and the actions
spent."""

OFFERED: Final[tuple[str, ...]] = (
    "attack",
    "expose",
    "shoot",
    "throw",
    "shoot-marker",
    "move",
    "cast",
    "entangle",
    "take",
    "give",
    "receive",
    "exit",
    "group",
    "regroup",
    "volley",
    "heal",
    "raise",
    "disengage",
    "stand",
    "break",
)
"""The kinds of action in the order in which they are offered and drawn, whichever chapter is read first."""

DEEDS: Final[dict[str, Deed[Any]]] = {}
IN_ORDER: Final[list[Deed[Any]]] = []
"""The same in that order."""


def register(deed: Action) -> None:
    """Make a kind of action known."""
    enlist(DEEDS, deed, OFFERED)
    IN_ORDER[:] = DEEDS.values()


def held_refusal(figure: Figure) -> Refusal | None:
    """An immobilised fighter can do nothing but break free. (sbh.state.immobilised, sbh.faq.immobilised-cannot-act)"""
    return no("sbh.state.immobilised", "is-held", figure.id) if figure.held != FREE else None


def prone_refusal(figure: Figure) -> Refusal | None:
    """A fighter on the ground must stand up first. (sbh.state.prone-stand)"""
    return no("sbh.state.prone-stand", "is-prone", figure.id) if figure.prone else None


def price_refusal(doing: Doing, cost: int, key: str) -> Refusal | None:
    """Are there enough actions left? (sbh.action.table, sbh.reference.actions)"""
    return no("sbh.action.table", "too-dear", doing.id, key, cost, doing.left) if cost > doing.left else None


@rule("sbh.activation.actions-per-success", "sbh.action.optional-use")
def spend(world: World, id: int, left: int, declared: str, mode: str, group: tuple[int, ...]) -> Script:
    """The fighter spends its actions, one deed at a time, in any order; what it leaves is lost. Returns the world."""
    if left <= 0 or world.figures[id].status != ON_TABLE or is_over(world):
        return world
    world, left, declared = yield from one_deed(world, id, left, declared, mode, group, ())
    return Call(spend, world, id, left, declared, mode, group) if left > 0 else world


def one_deed(
    world: World, id: int, left: int, declared: str, mode: str, group: tuple[int, ...], waiting: tuple[int, ...]
) -> Part[tuple[World, int, str]]:
    """The fighter does one thing with its actions. Returns the world, the actions left (0 when it has done) and what is still
    declared."""
    doing = Doing(world, id, left, declared, mode, group, waiting)
    answer: tuple[Any, ...] = yield Choose("sbh.action.table", doing.figure().seat, world, doing, id)
    kind: str = answer[0]
    if kind == "end":
        return world, 0, declared
    done: tuple[World, int] = yield Call(DEEDS[kind].perform, world, id, answer)
    world, cost = done
    if declared == SCROLL and kind == CAST:
        return world, 0, declared
    return world, left - cost, "" if kind == CAST else declared  # sbh.magic.one-spell
