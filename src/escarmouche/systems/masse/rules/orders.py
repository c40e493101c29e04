"""Orders: what a unit may do with its action. Every kind of order stands in one place and registers itself here.

An action is one movement and, if the unit wishes and can, one combat action (masse.turn.action-content): moving then
fighting, or shooting then moving.
"""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Refusal, Rule
from escarmouche.kit.menu import Deed, Menu, enlist, no
from escarmouche.systems.masse.model import Unit, World

DONE: Final = ("done",)

MOVE: Final = 1
FIGHT: Final = 2
WHOLE: Final = 3
"""What an order uses up of the action: the movement, the combat action, or both."""


@final
class Doing(Menu):
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

    def rule(self) -> str:
        return "masse.turn.action-content"

    def stop(self) -> Answer:
        return DONE

    def known(self) -> dict[str, Deed[Any]]:
        return ORDERS

    def bars(self) -> bool:
        return self.used != 0

    def barred(self, deed: Deed[Any]) -> Refusal | None:
        """A part of the action that is used up is gone. (masse.turn.action-content)"""
        assert isinstance(deed, Order)
        return no("masse.turn.action-content", "action-used", self.id) if self.used & deed.part else None

    def insists(self) -> bool:
        return True


class Order(Deed[Doing]):
    """A kind of order: `part` of the action it uses; its rule is called with the world, the unit's id and the answer, and
    returns the world."""

    __slots__ = ("part",)

    def __init__(self, kind: str, part: int, weight: int, perform: Rule) -> None:
        super().__init__(kind, weight, perform)
        self.part = part


ORDERS: dict[str, Deed[Any]] = {}


def register(order: Order) -> None:
    """Make a kind of order known."""
    enlist(ORDERS, order)


def order_of(kind: str) -> Order:
    """The order of a kind."""
    found = ORDERS[kind]
    assert isinstance(found, Order)
    return found
