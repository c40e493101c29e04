"""Resolving attacks: attack dice to touches, touches to losses, losses to figures. (masse.combat.procedure)"""

from __future__ import annotations

from functools import cache
from typing import Final

from escarmouche.core.effects import Call, Roll, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.core.pools import Dice
from escarmouche.systems.masse.model import DESTROYED, FRONT, NONE, PACK, PLAIN_DICE, REAR, Attack, Unit, World
from escarmouche.systems.masse.rules.closing import closed_up, fronts_left
from escarmouche.systems.masse.rules.ground import heroes_in, size_of
from escarmouche.systems.masse.rules.values import TOUCHES, Modifier
from escarmouche.table.shapes import turned
from escarmouche.table.whole import root_up

Modifiers = tuple[Modifier, ...]

# ---------------------------------------------------------------- dice


HITS: Final = tuple([tuple([1 if face >= needed else 0 for face in range(1, 21)]) for needed in range(22)])
"""Which faces of a d20 are at least so high, for every number that makes a difference."""


@cache
def touch_table(sides: int, flat: int = 0) -> tuple[int, ...]:
    """The touches of each face of an attack die; a flat bonus is added to the score, which never counts above 12.
    (masse.combat.dice-read-separately, masse.combat.da-flat-bonus)"""
    return tuple([TOUCHES[min(len(TOUCHES), face + flat) - 1] for face in range(1, sides + 1)])


def naturals(world: World) -> bool:
    """Does a natural 20 always take an NV, and a natural 1 never? (masse.combat.natural-20-and-1)"""
    return PLAIN_DICE not in world.switches


def hit_table(needed: int, natural: bool = True) -> tuple[int, ...]:
    """Which faces of a d20 remove an NV when `needed` or more is wanted: a natural 20 always, a natural 1 never, unless the
    players read them like any score. (masse.combat.to-hit, masse.combat.natural-20-and-1) There are no critical hits
    (masse.combat.no-critical)."""
    return HITS[max(2, min(20, needed))] if natural else HITS[max(1, min(21, needed))]


def needed_to_hit(ca: int, ma: int, modifiers: Modifiers) -> int:
    """The lowest face that exceeds the target's CA. Rows of the CA column are added to the attacker's die like the others:
    minus is harder to hit. (masse.combat.to-hit, masse.combat.ca-column-sign, masse.melee.mod-unit, masse.shoot.mod-unit)"""
    total = ma
    for _, value in modifiers:
        total += value
    return ca - total + 1


def charge_dice(lines: tuple[Attack, ...], figures: int) -> list[int]:
    """How many dice more each attack line of so many figures has in a charge: half of them all, rounded down, taken in the
    order of the profile. (masse.melee.charge-extra-dice)"""
    left = sum([len(line.dice) for line in lines]) * figures // 2
    found = []
    for line in lines:
        found.append(min(left, len(line.dice) * figures))
        left -= found[-1]
    return found


def attack_pool(
    line: Attack, figures: int, needed: int, extra: int = 0, double: bool = False, natural: bool = True
) -> tuple[Dice, ...]:
    """The compound roll of an attack: each figure's attack dice read as touches, a d20 for each touch; `extra` dice more for a
    charge, in the order of the profile (masse.melee.charge-extra-dice); survivors of a received charge have twice as many
    (masse.melee.receive-double-dice)."""
    counts = [figures * (2 if double else 1)] * len(line.dice)
    for i in range(len(counts)):
        more = min(extra, figures)
        counts[i] += more
        extra -= more
    hits = hit_table(needed, natural)
    pool = []
    for i, sides in enumerate(line.dice):
        if counts[i] > 0:
            pool.append(Dice(counts[i], sides, touch_table(sides, line.flat if i == 0 else 0), 20, hits))
    return tuple(pool)


# ---------------------------------------------------------------- the attack


@rule("masse.combat.procedure", "masse.turn.immediate-results")
def strike(world: World, attacker: int, defender: int, pool: tuple[Dice, ...], sector: int, why: str) -> Script:
    """Roll an attack and apply its losses at once, with the morale tests they cause; the defender does not strike back at the
    same time (masse.combat.no-simultaneous-riposte). Returns the world."""
    world = struck_from(world, defender, sector)
    lost = yield Call(blows, world, attacker, defender, pool, why)
    return Call(take_losses, world, defender, lost, attacker)


@rule("masse.combat.to-hit", "masse.combat.attack-dice")
def blows(world: World, attacker: int, defender: int, pool: tuple[Dice, ...], why: str) -> Script:
    """The dice of an attack: touches, then a d20 for each. Returns the NV lost."""
    lost = 0
    if pool:
        lost = yield Roll(why, world.units[attacker].seat, world, figure=attacker, target=lowest_hit(pool), pool=pool)
    yield Tell(why, "nv-lost", (attacker, defender, lost), f"nv-{lost}")
    return lost


def attack_numbers(why: str, id: int, figures: int, line: Attack, modifiers: Modifiers, ca: int, natural: bool = True) -> Tell:
    """An attack as it is told before its dice: how many strike, with what and how well, against which CA, and the face that
    each touch needs."""
    needed = needed_to_hit(ca, line.ma, modifiers)
    if natural:
        needed = max(2, min(20, needed))
    return Tell(why, "attack-numbers", (id, figures, "weapon-" + line.weapon, line.ma, modifiers, ca, needed))


def lowest_hit(pool: tuple[Dice, ...]) -> int:
    """The lowest face of a d20 that removes an NV, for the reader; 0 where no d20 is thrown."""
    for face, hits in enumerate(pool[0].then_table, 1):
        if hits == 1:
            return face
    return 0


def struck_from(world: World, id: int, sector: int) -> World:
    """Note from where a unit is attacked; flank and rear weigh on its morale this turn, the worse of them.
    (masse.morale.mod-flank-attacked, masse.morale.mod-rear-attacked, masse.morale.modifier-families)"""
    unit = world.units[id]
    if sector == FRONT or unit.struck in (sector, REAR):
        return world
    twin = unit.copy()
    twin.struck = sector
    return world.with_unit(twin)


# ---------------------------------------------------------------- losses


@rule("masse.combat.nv-to-figures", "masse.combat.nv-remainder", "masse.combat.vs-individual")
def take_losses(world: World, id: int, nv: int, by: int) -> Script:
    """A unit loses NV: whole figures are removed, the rest is carried over. Returns the world."""
    if nv <= 0:
        return world
    before = world.units[id]
    world = closed_up(world, before, after_losing(before, nv))
    now = world.units[id]
    removed = before.figures - now.figures
    if removed:
        yield Tell("masse.combat.nv-to-figures", "figures-lost", (id, removed, now.figures))
    if now.figures == 0:
        return Call(destroyed, world, id, by)
    return Call(losses_rule(), world, id, before.figures, by)


def after_losing(unit: Unit, nv: int) -> Unit:
    """The unit after losing NV: figures go from the rearmost rank, so that its front stays where it is, and a group that faced
    another way without being left a figure is gone. (masse.combat.casualty-removal, masse.move.multi-front)"""
    twin = unit.copy()
    total = unit.carried + nv
    gone = min(unit.figures, total // unit.card.nv)
    twin.figures = unit.figures - gone
    twin.carried = 0 if twin.figures == 0 else total - gone * unit.card.nv
    twin.turn_nv += nv
    twin.nv_lost += nv
    if twin.figures == 0:
        return twin
    twin = reformed(unit, twin)
    twin.fronts = fronts_left(twin)
    return twin


def reformed(before: Unit, twin: Unit) -> Unit:
    """The unit with its ranks closed up and its front edge where it was, but in a building or an engine its middle.
    (masse.formation.pack)"""
    if twin.formation == PACK:
        twin.files = pack_files(twin.figures)
    elif twin.formation != NONE:
        twin.files = min(twin.files, twin.figures)
    if twin.building >= 0 or twin.aboard >= 0:
        return twin
    shift = (size_of(before)[1] - size_of(twin)[1]) // 2
    dx, dy = turned(shift, 0, twin.facing)
    twin.x += dx
    twin.y += dy
    return twin


def pack_files(figures: int) -> int:
    """As many abreast as there are ranks: the square root of the figures, rounded up. (masse.formation.pack)"""
    return max(1, root_up(figures))


@rule("masse.hero.commander-survives")
def destroyed(world: World, id: int, by: int) -> Script:
    """A unit without figures is gone; the hero who commanded it meets his fate (masse.hero.commander-fate), its champions
    stand alone where it stood. Returns the world."""
    twin = world.units[id].copy()
    twin.status = DESTROYED
    twin.fell_to = by
    world = world.with_unit(twin)
    yield Tell("masse.combat.nv-to-figures", "unit-destroyed", (id,), "destroyed")
    for hero in heroes_in(world, twin):
        world = yield Call(fate_rule(), world, hero.id, by)
    return Call(lost_rule(), world, id, by)


losses_rule: Final = Later("masse.morale.loss-test-timing")
"""The morale tests that losses cause; they stand in the chapter on morale."""

fate_rule: Final = Later("masse.hero.commander-fate")
"""What becomes of a hero whose unit is gone; it stands in the chapter on heroes."""

lost_rule: Final = Later("masse.hero.army-commander-lost")
"""What the loss of a unit or an individual means to its side; it stands in the chapter on heroes."""
