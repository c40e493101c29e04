"""The undead: always stable, feared, turned by priests."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.model import ENRAGED, INCH, ON_TABLE, ROUTED, Unit, World
from escarmouche.systems.masse.rules.combat import take_losses
from escarmouche.systems.masse.rules.ground import enemies, engaged, figure_bases, gap, heroes_in, reached, strength
from escarmouche.systems.masse.rules.melee import first_blow
from escarmouche.systems.masse.rules.morale import UNDEAD, morale_test
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, register
from escarmouche.systems.masse.rules.singles import met_in_duel
from escarmouche.systems.masse.rules.values import TURNING
from escarmouche.table.shapes import polygon_gap

TURNING_REACH: Final = 3 * INCH
"""Turning reaches 3 in at most. (masse.undead.turning-range)"""

# ---------------------------------------------------------------- engaging them


@rule("masse.undead.engage-test")
def before_contact(
    world: World, id: int, met: tuple[int, ...], place: Unit | None = None, dared: tuple[int, ...] = ()
) -> Script:
    """Before a unit touches enemies in an ordinary move, at `place`: against the undead it must pass a test, or it gives up the
    move and may do something else (`dared` are those it has tested for); then breath, then longer weapons strike first. Returns
    the world and whether it goes on."""
    for foe in [one for one in met if one not in dared]:
        world, bold = yield Call(courage, world, id, foe)
        if not bold:
            return world, False
    if world.units[id].card.breath:
        world = yield Call(breath_rule(), world, id, met[0], id)
    for foe in met:
        world = met_in_duel(world, id, foe)
        if world.units[foe].card.breath and both_there(world, id, foe):
            world = yield Call(breath_rule(), world, foe, id, id)
        if both_there(world, id, foe):
            world = yield Call(first_blow, world, foe, id, place)
    return world, world.units[id].status == ON_TABLE and world.units[id].morale != ROUTED


@rule("masse.morale.dd-undead")
def courage(world: World, id: int, foe: int) -> Script:
    """Engaging the undead takes a test; failed, the action is given up and nothing else happens. The enraged need none. Returns
    the world and whether it goes on."""
    if not world.units[foe].card.has("undead") or world.units[id].morale == ENRAGED:
        return world, True
    world, passed, _ = yield Call(morale_test, world, id, UNDEAD, foe)
    if not passed:
        yield Tell("masse.undead.engage-test", "dares-not", (id, foe))
    return world, passed


def both_there(world: World, id: int, foe: int) -> bool:
    """Are both still on the table?"""
    return world.units[id].status == ON_TABLE and world.units[foe].status == ON_TABLE


# ---------------------------------------------------------------- turning (masse.undead.turning)


def highest_level(check: int, level: int) -> int:
    """The highest level of undead that a turning check affects, never above the priest's own. (masse.undead.turning,
    masse.undead.turning-level-limit)"""
    offset = next(offset for highest, offset in TURNING if check <= highest)
    return min(level, level + offset)


def undead_level(unit: Unit) -> int:
    """The level of the undead: the NV of its profile. (masse.undead.level)"""
    return unit.card.nv


def turnable(world: World, unit: Unit) -> list[Unit]:
    """The undead enemies within 3 in, the nearest first. (masse.undead.turning-range)"""
    near_ones = [foe for foe in enemies(world, unit) if foe.card.has("undead") and reached(unit, foe, TURNING_REACH)]
    return sorted(near_ones, key=lambda foe: (gap(unit, foe), foe.id))


def priests_in(world: World, unit: Unit) -> list[Unit]:
    """The priests who turn together: the unit's own, and heroes in its ranks who are priests too, the highest level first.
    (masse.undead.turning-one-roll)"""
    heroes = [hero for hero in heroes_in(world, unit) if hero.card.has("turns-undead")]
    return sorted([unit, *heroes], key=lambda one: (-one.card.level, one.id))


def turning_power(unit: Unit) -> int:
    """NV removed in one attempt: each priest takes 1 per 5 levels or part of 5; a figure counts all its priests.
    (masse.undead.turning-effect)"""
    return unit.figures * unit.card.n_per_fig * -(-unit.card.level // 5)


def within_turning(unit: Unit, foe: Unit) -> int:
    """The NV of the undead figures that stand within 3 in of a priest's. (masse.undead.turning-range)"""
    priests = figure_bases(unit)
    near_ones = [base for base in figure_bases(foe) if any(polygon_gap(base, one) <= TURNING_REACH for one in priests)]
    return min(strength(foe), len(near_ones) * foe.card.nv)


@final
class Turn(Order):
    """Turn the undead: ("turn",), the unit's combat action. (masse.undead.turning)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        if unit.turns_left <= 0 or unit.morale == ROUTED or engaged(doing.world, unit):
            return False
        return len(turnable(doing.world, unit)) > 0

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer):
            return no("masse.undead.turning", "malformed", str(answer))
        unit = doing.unit()
        if not unit.card.has("turns-undead"):
            return no("masse.undead.turning", "no-priest", unit.id)
        if unit.turns_left <= 0:
            return no("masse.undead.turning", "no-turning-left", unit.id)
        if not turnable(doing.world, unit):
            return no("masse.undead.turning-range", "no-undead-near", unit.id)
        return None if self.possible(doing) else no("masse.combat.defender-options", "engaged", unit.id)

    def listed(self, doing: Doing) -> list[Answer]:
        return [("turn",)] if self.possible(doing) else []


@rule("masse.undead.turning", "masse.undead.turning-one-roll", "masse.undead.turning-effect")
def turn_undead(world: World, id: int, _answer: tuple[str]) -> Script:
    """One check for the whole unit; what it affects is destroyed, NV by NV, the nearest undead first. Returns the world."""
    twin = world.units[id].copy()
    twin.turns_left -= 1
    twin.fought = True
    world = world.with_unit(twin)
    priests = priests_in(world, twin)
    best = priests[0].card
    (die,) = yield Roll("masse.undead.turning", twin.seat, world, 1, 20, (), id, 0, best.loyalty)
    highest = highest_level(die + best.loyalty, best.level)
    powers = [turning_power(one) for one in priests]
    yield Tell("masse.undead.turning", "turns-undead", (id, die, best.loyalty, highest, sum(powers)))
    for foe in turnable(world, twin):
        if undead_level(foe) > highest:
            continue
        taken = turned_away(priests, powers, undead_level(foe), within_turning(twin, foe))
        if taken:
            yield Tell("masse.undead.turning-effect", "nv-lost", (id, foe.id, taken), f"nv-{taken}")
            world = yield Call(take_losses, world, foe.id, taken, id)
    return world


def turned_away(priests: list[Unit], powers: list[int], level: int, most: int) -> int:
    """How many NV of undead of a level are destroyed, at most so many; each priest's power is spent on those not above his own
    level, the lowest priests' first. (masse.undead.turning-level-limit, masse.undead.turning-effect)"""
    taken = 0
    for place in range(len(priests) - 1, -1, -1):
        if priests[place].card.level >= level:
            share = min(powers[place], most - taken)
            powers[place] -= share
            taken += share
    return taken


breath_rule: Final = Later("masse.breath.opportunity")
"""Breath just before a melee; it stands in the chapter on breath weapons. Returns the world."""


register(Turn("turn", FIGHT, 20, turn_undead))
