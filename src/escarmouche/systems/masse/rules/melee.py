"""Melee: who strikes, with what, and how well."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Dice, Refusal, Script, Tell, rule
from escarmouche.systems.masse.model import (
    CLOSE,
    ENRAGED,
    FRONT,
    METRE,
    PACK,
    REAR,
    ROUTED,
    SHAKEN,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import Modifiers, attack_pool, needed_to_hit, strike
from escarmouche.systems.masse.rules.ground import (
    attack_sector,
    cover_of,
    figures_in_contact,
    foes,
    has_commander,
    height_of,
    heroes_in,
    in_difficult,
    is_champion,
    is_individual,
    no,
    second_rank_figures,
)
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, malformed, register

HIGHER: Final = 5 * METRE // 2
"""Higher means by at least 2.5 m. (masse.melee.mod-attacker-higher)"""

REACH: Final[dict[str, int]] = {"p": 1, "m": 1, "g": 2, "tg": 3, "gig": 4, "c": 4}
"""The reach of a creature by its size. (masse.melee.reach-score)"""

IMPROVISED: Final = Attack("improvised", "melee", -4, (4,), damage="bludgeoning")
"""What a unit strikes back with when it has its missile weapon in hand, or no other. (masse.shoot.weapon-change)"""

# ---------------------------------------------------------------- weapons


def melee_lines(unit: Unit) -> tuple[Attack, ...]:
    """The attack lines it fights hand to hand with: one for most, both for beasts that bite and claw
    (masse.special.two-attack-lines); an improvised one with a bow in hand."""
    lines = tuple([line for line in unit.card.attacks if line.mode == "melee"])
    if not lines or unit.card.attacks[unit.weapon].mode == "missile":
        return (IMPROVISED,)
    return lines if unit.card.has("two-melee-lines") else lines[:1]


def reach_score(unit: Unit) -> int:
    """The creature's reach and its weapon's length together. (masse.melee.reach-score)"""
    return REACH[unit.card.size] + max([line.length for line in melee_lines(unit)])


def attackers(unit: Unit, target: Unit) -> int:
    """How many of its figures strike: those in contact, and the second rank behind large piercing weapons; in the air, and
    against fliers, all of them. (masse.melee.contact, masse.melee.second-rank, masse.fly.no-ranks)"""
    if unit.altitude > 0 or target.altitude > 0:
        return unit.figures
    if unit.building >= 0 and unit.building == target.building:
        return min(unit.figures, target.figures)
    count = figures_in_contact(unit, target)
    if any(line.second_rank for line in melee_lines(unit)):
        count += second_rank_figures(unit, target)
    return count


# ---------------------------------------------------------------- modifiers (masse.melee.table-5d)


def melee_modifiers(world: World, unit: Unit, target: Unit, sector: int, charging: bool, withdrawing: bool) -> Modifiers:
    """Every row of Table 5d that applies to the attacker's d20, by its id."""
    found: list[tuple[str, int]] = []
    if charging:
        found.append(("charge", 2))  # masse.melee.mod-charge
    if unit.formation == CLOSE:
        found.append(("serree", 1))  # masse.melee.mod-close
    elif unit.formation == PACK:
        found.append(("meute", -1))  # masse.melee.mod-meute
    if not has_commander(world, unit):
        found.append(("sans-commandant", -2))  # masse.melee.mod-no-commander
    if withdrawing:
        found.append(("repli", -4))  # masse.melee.mod-withdrawing
    if unit.morale == ENRAGED:
        found.append(("enragee", 2))  # masse.melee.mod-enraged, masse.morale.enraged-melee
    elif unit.morale == SHAKEN:
        found.append(("ebranlee", -2))  # masse.melee.mod-shaken, masse.morale.shaken-melee
    found.extend(cover_rows(cover_of(world, target, unit)))
    if in_difficult(world, unit):
        found.append(("terrain-difficile", -1))  # masse.melee.mod-difficult
    if unit.crossing:
        found.append(("franchissement", -2))  # masse.melee.mod-crossing
    if sector == REAR:
        found.append(("arriere", 2))  # masse.melee.mod-rear
    elif sector != FRONT:
        found.append(("flanc", 1))  # masse.melee.mod-flank
    found.extend(height_rows(world, unit, target))
    if unit.bless:
        found.append(("bless", 1))
    return tuple(found)


def cover_rows(cover: int) -> list[tuple[str, int]]:
    """-1, -2 or -4 against a defender in cover. (masse.melee.mod-cover-25, masse.melee.mod-cover-50,
    masse.melee.mod-cover-75)"""
    if cover >= 75:
        return [("couverture-75", -4)]
    if cover >= 50:
        return [("couverture-50", -2)]
    return [("couverture-25", -1)] if cover >= 25 else []


def height_rows(world: World, unit: Unit, target: Unit) -> list[tuple[str, int]]:
    """+1 from higher ground, -1 against it. (masse.melee.mod-attacker-higher, masse.melee.mod-defender-higher)"""
    above = height_of(world, unit) - height_of(world, target)
    if above >= HIGHER:
        return [("attaquant-plus-haut", 1)]
    return [("defenseur-plus-haut", -1)] if -above >= HIGHER else []


def armour(target: Unit, sector: int) -> int:
    """The CA to exceed: from flank and rear the shield does not count, from the rear nor does Dexterity.
    (masse.melee.mod-flank, masse.melee.mod-rear, masse.combat.shield-value, masse.shoot.two-handed)"""
    ca = target.card.ca
    bare = sector != FRONT or (target.shot and target.card.attacks[target.weapon].two_handed)
    if target.card.shield and bare:
        ca -= 1
    return ca - target.card.dexterity if sector == REAR else ca


def melee_pool(
    world: World, unit: Unit, target: Unit, sector: int, charging: bool = False, withdrawing: bool = False, extra: int = 0
) -> tuple[Dice, ...]:
    """The compound roll of a melee attack; `extra` is a further modifier to the d20 (a received charge)."""
    figures = attackers(unit, target)
    modifiers = melee_modifiers(world, unit, target, sector, charging, withdrawing)
    double = receives_now(world, unit, target)
    pool: tuple[Dice, ...] = ()
    for line in melee_lines(unit):
        needed = needed_to_hit(armour(target, sector), line.ma + extra, modifiers)
        pool += attack_pool(line, figures, needed, charging, double and line.receives_charge)
    return pool


def receives_now(world: World, unit: Unit, target: Unit) -> bool:
    """Is this the first regular attack of a unit that received this charger's charge? Then it has twice its dice.
    (masse.melee.receive-double-dice)"""
    return unit.receiving and target.charged and world.acting == unit.id


# ---------------------------------------------------------------- the attack


@rule("masse.melee.contact", "masse.melee.table-5d", "masse.combat.engagement")
def melee(world: World, id: int, target: int, charging: bool, withdrawing: bool) -> Script:
    """A unit attacks another hand to hand, champions in its first rank with it, each with dice of their own. Returns the
    world."""
    unit, foe = world.units[id], world.units[target]
    sector = attack_sector(foe, unit)
    yield Tell("masse.melee.contact", "attacks", (id, target, f"sector-{sector}"))
    world = having_fought(world, id)
    pool = melee_pool(world, world.units[id], foe, sector, charging, withdrawing)
    world = yield Call(strike, world, id, target, pool, sector, "masse.melee.contact")
    for hero in heroes_in(world, world.units[id]):
        if is_champion(hero) and hero.first_rank and world.units[target].figures > 0:
            pool = champion_pool(world, hero, world.units[target], sector)
            world = yield Call(strike, world, hero.id, target, pool, sector, "masse.hero.position-champion")
    return world


def champion_pool(world: World, hero: Unit, target: Unit, sector: int) -> tuple[Dice, ...]:
    """A champion's own dice, at his own MA. (masse.hero.position-champion)"""
    pool: tuple[Dice, ...] = ()
    for line in hero.card.attacks:
        if line.mode == "melee":
            pool += attack_pool(line, 1, needed_to_hit(armour(target, sector), line.ma, cover_modifiers(world, hero, target)))
    return pool


def cover_modifiers(world: World, hero: Unit, target: Unit) -> Modifiers:
    """What a single figure's d20 suffers from the target's cover."""
    return tuple(cover_rows(cover_of(world, target, world.units[hero.host])))


def having_fought(world: World, id: int) -> World:
    """The world once the unit has fought in this action."""
    twin = world.units[id].copy()
    twin.fought = True
    return world.with_unit(twin)


@rule("masse.melee.opportunity-before-contact", "masse.melee.mod-receive-charge")
def first_blow(world: World, id: int, attacker: int) -> Script:
    """A defender whose reach and weapon together are longer strikes before contact, even against a charge; prepared to receive
    it, at +2. All its results come first. Returns the world."""
    unit, foe = world.units[id], world.units[attacker]
    sector = attack_sector(unit, foe)
    if unit.morale == ROUTED or sector != FRONT or reach_score(unit) <= reach_score(foe):
        return world
    yield Tell("masse.melee.opportunity-before-contact", "first-blow", (id, attacker))
    extra = 2 if unit.receiving and foe.charged else 0
    pool = first_blow_pool(world, unit, foe, extra)
    return Call(strike, world, id, attacker, pool, FRONT, "masse.melee.opportunity-before-contact")


def first_blow_pool(world: World, unit: Unit, foe: Unit, extra: int) -> tuple[Dice, ...]:
    """The dice of those who will be in contact, as many as the narrower of the two fronts has."""
    front = min(unit.files, unit.figures, max(1, foe.files))
    second = any(line.second_rank for line in melee_lines(unit))
    figures = min(unit.figures, 2 * front if second else front)
    modifiers = melee_modifiers(world, unit, foe, FRONT, False, False)
    pool: tuple[Dice, ...] = ()
    for line in melee_lines(unit):
        pool += attack_pool(line, figures, needed_to_hit(armour(foe, FRONT), line.ma + extra, modifiers))
    return pool


# ---------------------------------------------------------------- the order


@final
class Attacks(Order):
    """Fight an enemy in contact: ("attack", target). (masse.combat.defender-options)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.morale != ROUTED and not unit.charged and self.may_strike(doing) and len(foes(doing.world, unit)) > 0

    def may_strike(self, doing: Doing) -> bool:
        """An individual that has moved may not harm a unit in the same turn (masse.hero.attack-needs-full-action); archers on
        a chariot do not shoot and fight in one turn (masse.chariot.no-shoot-and-fight)."""
        unit = doing.unit()
        if unit.card.has("chariot"):
            return not unit.shot
        return not (is_individual(unit) and unit.moved and unit.card.category != "engine")

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.melee.contact", "malformed", str(answer))
        unit = doing.unit()
        if unit.morale == ROUTED:
            return no("masse.melee.mod-routed", "routed", unit.id)
        if unit.charged:
            return no("masse.melee.mod-charge", "has-charged", unit.id)
        if not self.may_strike(doing):
            return no("masse.hero.attack-needs-full-action", "whole-action", unit.id)
        if answer[1] not in [foe.id for foe in foes(doing.world, unit)]:
            return no("masse.melee.contact", "not-in-contact", unit.id)
        return None

    def listed(self, doing: Doing) -> list[Answer]:
        return [("attack", foe.id) for foe in foes(doing.world, doing.unit())]


@rule("masse.combat.defender-options")
def attack(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit fights back, or attacks what it has come to touch. Returns the world."""
    return (yield Call(melee, world, id, answer[1], False, False))


register(Attacks("attack", FIGHT, 14, attack))
