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


PLEDGED: Final = ("charge", "dive", "delay", "flee")
"""What a unit that has declared a charge may do: make it, now or later in the turn, or run. (masse.turn.charge-declaration)"""

FELL_SHORT: Final = "charge-short"
"""Noted in `tested`: its charge was out of reach, and it has made the advance. (masse.move.charge-failed-distance)"""


THROUGH: Final = "through"
"""Noted in `tested`: it has gone in or out at no cost this turn. (masse.building.wide-exit)"""


def shrunk_from(target: int) -> str:
    """How it is written in `tested` that a unit does not dare attack another this turn. (masse.undead.engage-test)"""
    return f"not-{target}"


def shrinks(unit: Unit) -> int:
    """How many enemies it has not dared to attack this turn."""
    return len([mark for mark in unit.tested if mark.startswith("not-")]) if unit.tested else 0


@final
class Doing(Menu):
    """The choice of what a unit does next: `used` is what is gone of its action (MOVE, FIGHT, WHOLE or 0)."""

    __slots__ = ("world", "id", "used", "_ready", "_sworn", "_unit")

    def __init__(self, world: World, id: int, used: int) -> None:
        self.world = world
        self.id = id
        self.used = used
        self._unit = world.units[id]
        self._ready: list[Deed[Any]] | None = None
        self._sworn: bool | None = None

    def unit(self) -> Unit:
        """The unit that acts."""
        return self._unit

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
        return self.used != 0 or self.unit().declared >= 0

    def ready(self) -> list[Deed[Any]]:
        """The kinds of deed that may be open; looked for once."""
        found = self._ready
        if found is None:
            found = []
            pledged = self.unit().declared >= 0 or FELL_SHORT in self.unit().tested
            for order in LEFT[self.used]:
                if not ((pledged or (self.used and order.varies)) and self.shut(order)) and order.possible(self):
                    found.append(order)
            self._ready = found
        return found

    def single(self) -> Answer | None:
        return None if self.ready() else self.stop()

    def barred(self, deed: Deed[Any]) -> Refusal | None:
        """A part of the action that is used up is gone (masse.turn.action-content); a unit that has declared a charge makes it
        first, and where it fell short only fights (masse.turn.charge-declaration)."""
        assert isinstance(deed, Order)
        if self.used & deed.needs(self):
            return no("masse.turn.action-content", "action-used", self.id)
        if deed.part == 0 or deed.kind in PLEDGED:
            return None
        if FELL_SHORT in self.unit().tested:
            return None if deed.kind == "attack" else no("masse.move.charge-failed-distance", "fell-short", self.id)
        return self.stop_refusal()

    def shut(self, deed: Deed[Any]) -> bool:
        assert isinstance(deed, Order)
        if self.used & deed.needs(self):
            return True
        if deed.part == 0 or deed.kind in PLEDGED:
            return False
        return deed.kind != "attack" if FELL_SHORT in self.unit().tested else self.sworn()

    def stop_refusal(self) -> Refusal | None:
        return no("masse.turn.charge-declaration", "must-charge", self.id) if self.sworn() else None

    def sworn(self) -> bool:
        """Does it do nothing but charge now: it has declared to, has done nothing else yet and still can? Looked at once.
        (masse.turn.charge-declaration)"""
        found = self._sworn
        if found is None:
            found = self.used == 0 and self.unit().declared >= 0 and self.charges()
            self._sworn = found
        return found

    def charges(self) -> bool:
        """Can it still charge, on the ground or out of the air?"""
        return ORDERS["charge"].possible(self) or (ORDERS["dive"].possible(self) and len(ORDERS["dive"].listed(self)) > 0)

    def insists(self) -> bool:
        return True

    def at_gate(self) -> bool:
        """May it still go in or out at no cost? (masse.building.wide-exit)"""
        ways = [order_of("enter"), order_of("leave")] if self.world.structures else []
        return any(way.needs(self) == 0 and way.possible(self) for way in ways)


class Order(Deed[Doing]):
    """A kind of order: `part` of the action it uses, which `varies` where `needs` looks at the unit; its rule is called with
    the world, the unit's id and the answer, and returns the world."""

    __slots__ = ("part", "varies")

    def __init__(self, kind: str, part: int, weight: int, perform: Rule, varies: bool = False) -> None:
        super().__init__(kind, weight, perform)
        self.part = part
        self.varies = varies

    def needs(self, doing: Doing) -> int:
        """The part of the action that must still be there for it."""
        return self.part


ORDERS: dict[str, Deed[Any]] = {}
LEFT: list[list[Order]] = [[], [], [], []]
"""By what is used of the action: the orders that what is left of it may be enough for."""


def register(order: Order) -> None:
    """Make a kind of order known."""
    enlist(ORDERS, order)
    for used in range(len(LEFT)):
        every = [order_of(kind) for kind in ORDERS]
        LEFT[used] = [one for one in every if one.varies or used & one.part == 0]


def order_of(kind: str) -> Order:
    """The order of a kind."""
    found = ORDERS[kind]
    assert isinstance(found, Order)
    return found
