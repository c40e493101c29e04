"""Actions: what a fighter may do with the successes of its activation, and what each costs. (sbh.action.table)

Every deed stands in one place: what it costs, who may do it, the answers worth listing, and the rule that carries it out.
The chapters register their deeds here.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from escarmouche.core.effects import Answer, Call, Chance, Choose, Options, Refusal, Rule, Script, rule
from escarmouche.systems.sbh.model import FREE, ON_TABLE, Figure, World
from escarmouche.systems.sbh.rules.conventions import no
from escarmouche.systems.sbh.rules.ending import is_over

NORMAL: Final = ""
REGROUP: Final = "regroup"
"""In a Regroup nobody attacks, shoots or casts. (sbh.regroup.no-attack)"""

CAST: Final = "cast"
HEAL: Final = "heal"
SCROLL: Final = "scroll"
"""What may be announced before the activation roll."""

END: Final = ("end",)

ORDERS: Final = ("group", "regroup", "volley")
"""A Leader whose group fails twice has no more actions: the turn passes. (sbh.group.two-failures)"""


@final
@mypyc_attr(acyclic=True)
class Doing(Options):
    """The choice of a fighter's next action: `left` actions remain; `declared` is "" or what was announced before the
    roll (CAST, HEAL, SCROLL); `group` are the members it acts with."""

    __slots__ = ("world", "id", "left", "declared", "mode", "group")

    def __init__(
        self, world: World, id: int, left: int, declared: str = "", mode: str = NORMAL, group: tuple[int, ...] = ()
    ) -> None:
        self.world = world
        self.id = id
        self.left = left
        self.declared = declared
        self.mode = mode
        self.group = group

    def figure(self) -> Figure:
        """The fighter that acts."""
        return self.world.figures[self.id]

    def deeds(self) -> list[Deed]:
        """The kinds of action there are for it: the successes of a scroll only power its spell. (sbh.item.scroll)"""
        return [DEEDS[CAST]] if self.declared == SCROLL else list(DEEDS.values())

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], str):
            return no("sbh.action.table", "malformed", str(answer))
        if answer == END:
            return end_refusal(self)
        deed = DEEDS.get(answer[0])
        if deed is None:
            return no("sbh.action.table", "no-such-action", answer[0])
        if self.declared == SCROLL and deed.kind != CAST:
            return no("sbh.item.scroll", "scroll-only-casts", self.id)
        return deed.refusal(self, answer)

    def listed(self) -> list[Answer]:
        answers: list[Answer] = [END] if end_refusal(self) is None else []
        for deed in self.deeds():
            if deed.possible(self):
                answers.extend(deed.listed(self))
        return answers

    def sample(self, chance: Chance) -> Answer:
        ready = [deed for deed in self.deeds() if deed.possible(self)]
        total = 0
        for deed in ready:
            total += deed.weight
        for _ in range(4):
            if total == 0:
                break
            pick = chance.below(total + 1)
            for deed in ready:
                pick -= deed.weight
                if pick < 0:
                    answer = deed.sample(self, chance)
                    if answer is not None:
                        return answer
                    break
            else:
                break
        if end_refusal(self) is None:
            return END
        answers = self.listed()
        return answers[chance.below(len(answers))]

    def single(self) -> Answer | None:
        for deed in self.deeds():
            if deed.possible(self):
                return None
        return END


class Deed:
    """A kind of action. `weight` is how often a random player tries it; `perform` is the rule that carries it out: it is
    called with the world, the fighter's id and the answer and returns the world and the actions spent."""

    __slots__ = ("kind", "weight", "perform")

    def __init__(self, kind: str, weight: int, perform: Rule) -> None:
        self.kind = kind
        self.weight = weight
        self.perform = perform

    def possible(self, doing: Doing) -> bool:
        """A quick look: could this kind of action be open to the fighter at all? Never False when a listed answer exists."""
        return False

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        """Why this answer is not allowed, or None. Accepts any malformed answer."""
        return no("sbh.action.table", "no-such-action", self.kind)

    def listed(self, doing: Doing) -> list[Answer]:
        """The legal answers of this kind, or a representative sample."""
        return []

    def owed(self, doing: Doing) -> bool:
        """Must the fighter still do this before it may stop?"""
        return False

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        """One random legal answer of this kind, or None."""
        answers = self.listed(doing)
        return answers[chance.below(len(answers))] if answers else None


OFFERED: Final = (
    "attack",
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

DEEDS: dict[str, Deed] = {}


def register(deed: Deed) -> None:
    """Make a kind of action known."""
    known = sorted([*DEEDS.values(), deed], key=lambda one: OFFERED.index(one.kind))
    DEEDS.clear()
    for one in known:
        DEEDS[one.kind] = one


def end_refusal(doing: Doing) -> Refusal | None:
    """Actions may always be left unspent (sbh.action.optional-use), but a Regroup ends in contact
    (sbh.regroup.activation)."""
    if doing.mode == REGROUP:
        for deed in DEEDS.values():
            if deed.owed(doing):
                return no("sbh.regroup.activation", "regroup-contact", doing.id)
    return None


def malformed(answer: tuple[Any, ...], *kinds: type) -> bool:
    """Has the answer other parts than these after its kind?"""
    if len(answer) != len(kinds) + 1:
        return True
    return any(type(answer[place + 1]) is not kind for place, kind in enumerate(kinds))


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
    figure = world.figures[id]
    if left <= 0 or figure.status != ON_TABLE or is_over(world):
        return world
    doing = Doing(world, id, left, declared, mode, group)
    answer = yield Choose("sbh.action.table", figure.seat, world, doing, id)
    if answer == END:
        return world
    world, cost = yield Call(DEEDS[answer[0]].perform, world, id, answer)
    if declared == SCROLL:
        return world
    if answer[0] == CAST:
        declared = ""  # sbh.magic.one-spell
    if answer[0] in ORDERS and world.passing:
        return world
    return Call(spend, world, id, left - cost, declared, mode, group)
