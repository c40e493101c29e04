"""Cavalry and chariots: dismounting and mounting, archers on chariots.

Mount and rider are one figure with one profile, and losing it loses both (masse.cavalry.definition,
masse.cavalry.single-profile). A chariot is one figure too, team, driver and passengers together: attacks on it are not located,
and all of them go on until it is lost (masse.chariot.definition, masse.chariot.not-located).
"""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse import cards
from escarmouche.systems.masse.model import ROUTED, Card, Unit, World
from escarmouche.systems.masse.rules.combat import reformed
from escarmouche.systems.masse.rules.ground import confined, engaged
from escarmouche.systems.masse.rules.orders import WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.spots import room_refusal

# ---------------------------------------------------------------- on horseback and on foot (masse.cavalry.dismount)


def is_mounted(unit: Unit) -> bool:
    """Troops on the backs of other creatures; beasts without riders and heroes do not dismount. (masse.cavalry.definition)"""
    return unit.card.category == "cavalry" and unit.card.has("mounted")


def with_card(unit: Unit, card: Card, dismounted: bool) -> Unit:
    """The unit with the other of its two cards, its front edge where it was; losses that make up no figure yet are kept, as far
    as they make up none with the new card either."""
    twin = unit.copy()
    twin.card = card
    twin.carried = min(unit.carried, card.nv - 1)
    twin.dismounted = dismounted
    return reformed(unit, twin)


def on_foot(unit: Unit) -> Unit:
    """The riders without their mounts."""
    return with_card(unit, cards.dismounted(unit.card, unit.extra_load), True)


def in_the_saddle(unit: Unit) -> Unit:
    """The same riders mounted again."""
    assert unit.card.mount is not None
    return with_card(unit, unit.card.mount, False)


def change_refusal(world: World, unit: Unit) -> Refusal | None:
    """Why the unit cannot dismount or mount now, or None: not while engaged, routed or preparing to receive a charge."""
    rule_id = "masse.cavalry.dismount"
    if engaged(world, unit):
        return no(rule_id, "engaged", unit.id)
    if unit.morale == ROUTED or unit.second_shot or confined(unit):
        return no(rule_id, "cannot-move", unit.id)
    return no("masse.move.receive-charge", "is-receiving", unit.id) if unit.receiving else None


@final
class Dismount(Order):
    """Get off the horses: ("dismount",), a whole action. (masse.cavalry.dismount)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.used == 0 and is_mounted(doing.unit()) and change_refusal(doing.world, doing.unit()) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.cavalry.dismount", "malformed", str(answer))
        if not is_mounted(doing.unit()):
            return no("masse.cavalry.dismount", "not-mounted", doing.id)
        return change_refusal(doing.world, doing.unit())

    def listed(self, doing: Doing) -> list[Answer]:
        return [("dismount",)]


@rule("masse.cavalry.dismount")
def dismount(world: World, id: int, _answer: tuple[str]) -> Script:
    """The riders fight on foot from now on, with a profile of their own. Returns the world."""
    yield Tell("masse.cavalry.dismount", "dismounts", (id,))
    return world.with_unit(on_foot(world.units[id]))


@final
class Mount(Order):
    """Get back on the horses: ("mount",), a whole action, with room for them. (masse.cavalry.dismount)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        return doing.used == 0 and doing.unit().card.mount is not None and self.refusal(doing, ("mount",)) is None

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.cavalry.dismount", "malformed", str(answer))
        unit = doing.unit()
        if unit.card.mount is None:
            return no("masse.cavalry.dismount", "no-mounts", unit.id)
        refused = change_refusal(doing.world, unit)
        if refused is not None:
            return refused
        return room_refusal(doing.world, in_the_saddle(unit))

    def listed(self, doing: Doing) -> list[Answer]:
        return [("mount",)]


@rule("masse.cavalry.dismount.mount")
def mount(world: World, id: int, _answer: tuple[str]) -> Script:
    """The riders are in the saddle again. Returns the world."""
    yield Tell("masse.cavalry.dismount", "mounts", (id,))
    return world.with_unit(in_the_saddle(world.units[id]))


# ---------------------------------------------------------------- chariots


def shoots_standing(unit: Unit) -> bool:
    """Does it shoot as if it had not moved? Archers on a chariot always do. (masse.chariot.archers)"""
    return not unit.moved or unit.card.has("chariot")


register(Dismount("dismount", WHOLE, 1, dismount))
register(Mount("mount", WHOLE, 1, mount))
