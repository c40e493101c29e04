"""The undead: always stable, feared, turned by priests."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Roll, Script, Tell, rule
from escarmouche.systems.masse.model import ENRAGED, INCH, ON_TABLE, Unit, World
from escarmouche.systems.masse.rules.combat import take_losses
from escarmouche.systems.masse.rules.ground import enemies, engaged, gap, no
from escarmouche.systems.masse.rules.melee import first_blow
from escarmouche.systems.masse.rules.morale import UNDEAD, morale_test
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, malformed, register

TURNING_REACH: Final = 3 * INCH
"""Turning reaches 3 in at most. (masse.undead.turning-range)"""

# ---------------------------------------------------------------- engaging them


@rule("masse.undead.engage-test", "masse.morale.dd-undead")
def before_contact(world: World, id: int, met: tuple[int, ...]) -> Script:
    """Before a unit touches enemies in an ordinary move: against the undead it must pass a test, or it gives up the move and
    may do something else; then longer weapons strike first. Returns the world and whether it goes on."""
    for foe in met:
        unit = world.units[id]
        if world.units[foe].card.has("undead") and not unit.card.has("undead") and unit.morale != ENRAGED:
            world, passed, _ = yield Call(morale_test, world, id, UNDEAD, foe)
            if not passed:
                yield Tell("masse.undead.engage-test", "dares-not", (id, foe))
                return world, False
    for foe in met:
        if world.units[foe].status == ON_TABLE and world.units[id].status == ON_TABLE:
            world = yield Call(first_blow, world, foe, id)
    return world, world.units[id].status == ON_TABLE


# ---------------------------------------------------------------- turning (masse.undead.turning)


def highest_level(check: int, level: int) -> int:
    """The highest level of undead that a turning check affects, never above the priest's own. (masse.undead.turning,
    masse.undead.turning-level-limit)"""
    offset = -4 if check <= 0 else min(4, (check - 1) // 3 - 3)
    return min(level, level + offset)


def undead_level(unit: Unit) -> int:
    """The level of the undead: the NV of its profile. (masse.undead.level)"""
    return unit.card.nv


def turnable(world: World, unit: Unit) -> list[Unit]:
    """The undead enemies within 3 in, the nearest first."""
    near_ones = [foe for foe in enemies(world, unit) if foe.card.has("undead") and gap(unit, foe) <= TURNING_REACH]
    return sorted(near_ones, key=lambda foe: (gap(unit, foe), foe.id))


def turning_power(unit: Unit) -> int:
    """NV removed in one attempt: each priest takes 1 per 5 levels or part of 5; a figure counts all its priests.
    (masse.undead.turning-effect)"""
    return unit.figures * unit.card.n_per_fig * -(-unit.card.level // 5)


@final
class Turn(Order):
    """Turn the undead: ("turn",), the unit's combat action. (masse.undead.turning)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.turns_left > 0 and not engaged(doing.world, unit) and len(turnable(doing.world, unit)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.undead.turning", "malformed", str(answer))
        unit = doing.unit()
        if unit.turns_left <= 0:
            return no("masse.undead.turning", "no-turning-left", unit.id)
        if not turnable(doing.world, unit):
            return no("masse.undead.turning-range", "no-undead-near", unit.id)
        return None if self.possible(doing) else no("masse.magic.not-engaged", "engaged", unit.id)

    def listed(self, doing: Doing) -> list[Answer]:
        return [("turn",)]


@rule("masse.undead.turning", "masse.undead.turning-one-roll", "masse.undead.turning-effect")
def turn_undead(world: World, id: int, _answer: tuple[str]) -> Script:
    """One check for the whole unit; what it affects is destroyed, NV by NV, the nearest undead first. Returns the world."""
    twin = world.units[id].copy()
    twin.turns_left -= 1
    twin.fought = True
    world = world.with_unit(twin)
    (die,) = yield Roll("masse.undead.turning", twin.seat, world, 1, 20, (), id)
    highest = highest_level(die + twin.card.loyalty, twin.card.level)
    left = turning_power(twin)
    yield Tell("masse.undead.turning", "turns-undead", (id, die, twin.card.loyalty, highest, left))
    for foe in turnable(world, twin):
        if left == 0 or undead_level(foe) > highest:
            continue
        taken = min(left, foe.figures * foe.card.nv - foe.carried)
        left -= taken
        yield Tell("masse.undead.turning-effect", "nv-lost", (id, foe.id, taken), f"nv-{taken}")
        world = yield Call(take_losses, world, foe.id, taken, id)
    return world


register(Turn("turn", FIGHT, 20, turn_undead))
