"""Drill: multiple fronts, weapons changed, the posture that receives a charge."""

from __future__ import annotations

from typing import Any, final

from escarmouche.core.effects import Answer, Refusal, Script, Tell, rule
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import LEFT, REAR, RIGHT, ROUTED, STABLE, Unit, World
from escarmouche.systems.masse.rules.formations import facing_also, fronts_change, fronts_cost
from escarmouche.systems.masse.rules.ground import engaged, is_individual
from escarmouche.systems.masse.rules.movement import allowance
from escarmouche.systems.masse.rules.orders import MOVE, WHOLE, Doing, Order, register
from escarmouche.systems.masse.rules.turn import may_receive, prepared

# ---------------------------------------------------------------- multiple fronts (masse.move.multi-front)


def fronts_refusal(world: World, unit: Unit, fronts: Any) -> Refusal | None:
    """Why the unit may not face these sides besides its front, or None."""
    refused = fronts_change(unit, fronts)
    if refused is not None:
        return refused
    if engaged(world, unit) or unit.morale == ROUTED or unit.building >= 0 or unit.altitude > 0:
        return no("masse.move.engaged-cannot-manoeuvre", "engaged", unit.id)
    if fronts_cost(allowance(world, unit), unit, fronts) > allowance(world, unit):
        return no("masse.move.budget", "too-far", unit.id, allowance(world, unit))
    return None


@final
class Fronts(Order):
    """Let groups of figures face other ways, or come back to one front: ("fronts", (sectors…)); LEFT, REAR and RIGHT are 1, 2
    and 3. Among other basic moves it is a step of a move. (masse.move.multi-front)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if is_individual(unit) or unit.morale == ROUTED or unit.building >= 0 or unit.altitude > 0 or unit.receiving:
            return False
        return not unit.moved and not engaged(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if len(answer) != 2:
            return no("masse.move.multi-front", "malformed", str(answer))
        if not self.possible(doing):
            return no("masse.move.multi-front", "cannot-move", doing.id)
        return fronts_refusal(doing.world, doing.unit(), answer[1])

    def listed(self, doing: Doing) -> list[Answer]:
        plans = ((), (LEFT,), (RIGHT,), (REAR,), (LEFT, RIGHT), (LEFT, REAR, RIGHT))
        return [("fronts", plan) for plan in plans if fronts_refusal(doing.world, doing.unit(), plan) is None]


@rule("masse.move.multi-front", "masse.move.multi-front-limit")
def face(world: World, id: int, answer: tuple[str, tuple[int, ...]]) -> Script:
    """The groups turn; until the unit has one front again it only makes flank marches. Returns the world."""
    twin = facing_also(world.units[id], answer[1])
    twin.moved = True
    yield Tell("masse.move.multi-front", "faces", (id, len(twin.fronts) + 1))
    return world.with_unit(twin)


# ---------------------------------------------------------------- changing weapons (masse.shoot.weapon-change)


def change_part(unit: Unit, line: int) -> int:
    """What changing to this weapon takes of the action: the movement for a bow, the whole of it for crossbows, javelins and
    firearms; axes, slings and rocks are at hand at once (0)."""
    missile = [one for one in (unit.card.attacks[unit.weapon], unit.card.attacks[line]) if one.mode == "missile"]
    if not missile or missile[0].change in ("immediate", "free"):
        return 0
    return MOVE if missile[0].change == "simple-action" else WHOLE


class Switch(Order):
    """Take another weapon in hand: ("switch", line) or, where it takes the whole action, ("rearm", line); in melee too, for
    shooters carry their other weapons to answer those who come to contact (masse.org.category-shooters)."""

    __slots__ = ()

    def lines(self, doing: Doing) -> list[int]:
        """The attack lines that this order changes to; the first of those of a weapon that strikes several times."""
        unit = doing.unit()
        names = [line.weapon for line in unit.card.attacks]
        return [
            line
            for line, name in enumerate(names)
            if names.index(name) == line and name != names[unit.weapon] and change_part(unit, line) == self.part
        ]

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.morale != ROUTED and len(unit.card.attacks) > 1 and len(self.lines(doing)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.shoot.weapon-change", "malformed", str(answer))
        if doing.unit().morale == ROUTED:
            return no("masse.morale.routed-no-attack", "routed", doing.id)
        return None if answer[1] in self.lines(doing) else no("masse.shoot.weapon-change", "no-such-weapon", doing.id)

    def listed(self, doing: Doing) -> list[Answer]:
        return [(self.kind, line) for line in self.lines(doing)]


@rule("masse.shoot.weapon-change")
def switch(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit takes the other weapon in hand. Returns the world."""
    twin = world.units[id].copy()
    twin.weapon = answer[1]
    yield Tell("masse.shoot.weapon-change", "changes-weapon", (id, "weapon-" + twin.card.attacks[answer[1]].weapon))
    return world.with_unit(twin)


# ---------------------------------------------------------------- the posture (masse.move.receive-charge)


@final
class Receive(Order):
    """Prepare to take a charge, as the unit's movement: ("receive",)."""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return not unit.receiving and not unit.moved and unit.morale == STABLE and may_receive(doing.world, unit)

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.move.receive-charge", "malformed", str(answer))
        return None if self.possible(doing) else no("masse.move.receive-charge", "cannot-receive")

    def listed(self, doing: Doing) -> list[Answer]:
        return [("receive",)]


@rule("masse.move.receive-charge.order")
def receive(world: World, id: int, _answer: tuple[str]) -> Script:
    """The unit prepares; it may still shoot or fight at its initiative. Returns the world."""
    yield Tell("masse.move.receive-charge", "receives-charge", (id,))
    return prepared(world, id)


register(Fronts("fronts", MOVE, 1, face))
register(Switch("switch", MOVE, 1, switch))
register(Switch("rearm", WHOLE, 1, switch))
register(Receive("receive", MOVE, 1, receive))
