"""Orders: what a unit may do with its action. Every kind of order stands in one place and registers itself here.

An action is one movement and, if the unit wishes and can, one combat action (masse.turn.action-content): moving then
fighting, or shooting then moving.
"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Chance, Options, Refusal, Rule
from escarmouche.systems.masse.model import Unit, World
from escarmouche.systems.masse.rules.ground import no

DONE: Final = ("done",)

MOVE: Final = 1
FIGHT: Final = 2
WHOLE: Final = 3
"""What an order uses up of the action: the movement, the combat action, or both."""


@final
class Doing(Options):
    """The choice of what a unit does next: `used` is what is gone of its action (MOVE, FIGHT, WHOLE or 0)."""

    __slots__ = ("world", "id", "used")

    def __init__(self, world: World, id: int, used: int) -> None:
        self.world = world
        self.id = id
        self.used = used

    def unit(self) -> Unit:
        """The unit that acts."""
        return self.world.units[self.id]

    def open(self, part: int) -> bool:
        """Is this part of the action still there?"""
        return self.used & part == 0

    def ready(self) -> list[Order]:
        """The kinds of order that may be open."""
        return [order for order in ORDERS.values() if self.used & order.part == 0 and order.possible(self)]

    def check(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], str):
            return no("masse.turn.action-content", "malformed", str(answer))
        if answer == DONE:
            return None
        order = ORDERS.get(answer[0])
        if order is None:
            return no("masse.turn.action-content", "no-such-order", answer[0])
        if self.used & order.part:
            return no("masse.turn.action-content", "action-used", self.id)
        return order.refusal(self, answer)

    def listed(self) -> list[Answer]:
        answers: list[Answer] = [DONE]
        for order in self.ready():
            answers.extend(order.listed(self))
        return answers

    def sample(self, chance: Chance) -> Answer:
        ready = self.ready()
        total = sum([order.weight for order in ready])
        for _ in range(4):
            if total == 0:
                break
            pick = chance.below(total + 1)
            for order in ready:
                pick -= order.weight
                if pick < 0:
                    answer = order.sample(self, chance)
                    if answer is not None:
                        return answer
                    break
        return DONE

    def single(self) -> Answer | None:
        return None if self.ready() else DONE


class Order:
    """A kind of order: `part` of the action it uses, `weight` how often a random player tries it, `perform` the rule that
    carries it out: called with the world, the unit's id and the answer, it returns the world."""

    __slots__ = ("kind", "part", "weight", "perform")

    def __init__(self, kind: str, part: int, weight: int, perform: Rule) -> None:
        self.kind = kind
        self.part = part
        self.weight = weight
        self.perform = perform

    def possible(self, doing: Doing) -> bool:
        """A quick look: could this order be open to the unit? Never False when a listed answer exists."""
        return False

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        """Why this answer is not allowed, or None. Accepts any malformed answer."""
        return no("masse.turn.action-content", "no-such-order", self.kind)

    def listed(self, doing: Doing) -> list[Answer]:
        """The legal answers of this kind, or a representative sample."""
        return []

    def sample(self, doing: Doing, chance: Chance) -> Answer | None:
        """One random legal answer of this kind, or None."""
        answers = self.listed(doing)
        return answers[chance.below(len(answers))] if answers else None


ORDERS: dict[str, Order] = {}


def register(order: Order) -> None:
    """Make a kind of order known. They are kept in the order of their names, whichever chapter is read first."""
    known = sorted([*ORDERS.values(), order], key=lambda one: one.kind)
    ORDERS.clear()
    for one in known:
        ORDERS[one.kind] = one


def malformed(answer: tuple[Any, ...], *kinds: type) -> bool:
    """Has the answer other parts than these after its kind?"""
    if len(answer) != len(kinds) + 1:
        return True
    return any(type(part) is not kind for part, kind in zip(answer[1:], kinds, strict=True))
