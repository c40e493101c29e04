"""Melee: who strikes, with what, and how well."""

from __future__ import annotations

from typing import Any, Final, final

from escarmouche.core.effects import Answer, Call, Refusal, Script, Tell, rule
from escarmouche.core.later import Later
from escarmouche.core.pools import Dice
from escarmouche.kit.menu import malformed, no
from escarmouche.systems.masse.cards import fighter_size
from escarmouche.systems.masse.model import (
    ALL_ROUND,
    CLOSE,
    ENRAGED,
    FRONT,
    METRE,
    ON_TABLE,
    PACK,
    REAR,
    ROUTED,
    SHAKEN,
    SHIELD,
    Attack,
    Unit,
    World,
)
from escarmouche.systems.masse.rules.combat import (
    Modifiers,
    attack_numbers,
    attack_pool,
    charge_dice,
    naturals,
    needed_to_hit,
    strike,
)
from escarmouche.systems.masse.rules.ground import (
    contact,
    cover_of,
    engaged,
    foes,
    has_commander,
    height_of,
    in_difficult,
    melee_sector,
    over_parapet,
    second_rank,
    thresholds,
    touching_figures,
)
from escarmouche.systems.masse.rules.orders import FIGHT, Doing, Order, register
from escarmouche.systems.masse.rules.singles import aim, champions_in, duel_refusal, in_duel, is_duel, is_single
from escarmouche.systems.masse.rules.terrain import is_crossing
from escarmouche.systems.masse.rules.values import BLESSING, MELEE_MODIFIERS, REACH_BY_SIZE, Modifier

PLATFORM: Final = 2
"""So many figures fight abreast from the platform of a siege tower, and as many against them. (masse.escalade.siege-tower)"""

HIGHER: Final = 5 * METRE // 2
"""Higher means by at least 2.5 m. (masse.melee.mod-attacker-higher)"""

OF_THE_UNIT: Final = ("serree", "meute", "sans-commandant", "enragee", "ebranlee")
"""Rows of Table 5d that do not concern a hero in the ranks. (masse.org.individuals, masse.morale.heroes-exempt)"""

FIRST_BLOW: Final = "first-blow"
"""Noted in `tested`: it has struck before contact this turn. (masse.melee.opportunity-before-contact)"""

IMPROVISED: Final = Attack("improvised", "melee", -4, (4,), damage="bludgeoning")
"""What a unit strikes back with when it has its missile weapon in hand, or no other. (masse.shoot.weapon-change)"""

# ---------------------------------------------------------------- weapons


def melee_lines(unit: Unit) -> tuple[Attack, ...]:
    """The attack lines it fights hand to hand with: one for most, both for beasts that bite and claw
    (masse.special.two-attack-lines); an improvised one with a bow in hand. From a sling, a throwing axe or rocks one changes at
    once (masse.shoot.weapon-change, masse.turn.hero-free-actions)."""
    lines = tuple([line for line in unit.card.attacks if line.mode == "melee"])
    in_hand = unit.card.attacks[unit.weapon] if lines else IMPROVISED
    if not lines or (in_hand.mode == "missile" and in_hand.change not in ("immediate", "free")):
        return (IMPROVISED,)
    return lines if unit.card.has("two-melee-lines") else lines[:1]


def reach_score(unit: Unit) -> int:
    """The creature's reach and its weapon's length together; riders, and those on a chariot, reach as far as on foot.
    (masse.melee.reach-score)"""
    return REACH_BY_SIZE[fighter_size(unit.card)] + max([line.length for line in melee_lines(unit)])


def attackers(unit: Unit, target: Unit) -> int:
    """How many of its figures strike: those in contact, and the second rank behind large piercing weapons; in the air, and
    against fliers, all of them. (masse.melee.contact, masse.melee.second-rank, masse.fly.no-ranks)"""
    if unit.altitude > 0 or target.altitude > 0:
        return unit.figures
    if unit.building >= 0 and unit.building == target.building:
        return min(unit.figures, target.figures)
    return len(strikers(unit, target))


def strikers(unit: Unit, target: Unit) -> list[int]:
    """The figures that strike an enemy in the open, by their number in `figure_places`: those in contact with it, and those
    behind them with large piercing weapons. (masse.melee.contact, masse.melee.second-rank)"""
    touching = touching_figures(unit, target)
    if any(line.second_rank for line in melee_lines(unit)):
        return [*touching, *second_rank(unit, touching)]
    return touching


def further_blows(world: World, unit: Unit, target: Unit) -> list[tuple[int, int]]:
    """The other enemies that a unit strikes when it attacks one, and with how many figures: every figure that touches one of
    them and not the target. In the air, at a threshold and within a building there is one enemy at a time.
    (masse.melee.contact)"""
    if unit.figures == 1 or unit.altitude > 0 or unit.building >= 0 or not contact(unit, target):
        return []
    found = []
    others = [
        foe
        for foe in foes(world, unit)
        if foe.id != target.id and contact(unit, foe) and blow_refusal(world, unit, foe) is None
    ]
    used = strikers(unit, target) if others else []
    for foe in others:
        fresh = [number for number in strikers(unit, foe) if number not in used]
        used.extend(fresh)
        if fresh:
            found.append((foe.id, len(fresh)))
    return found


def narrow_front(world: World, unit: Unit, target: Unit) -> int:
    """How many of its figures strike over a threshold or a parapet, where bases do not count; -1 in the open. Two abreast in a
    wide entrance, one in any other (masse.entry.situation), as many as have got in (masse.entry.advance); of those coming over
    a parapet one for each ladder (masse.escalade.one-figure-per-ladder), two from a platform."""
    if not world.structures or (unit.building >= 0) == (target.building >= 0):
        return -1
    above, other = (unit, target) if unit.building >= 0 else (target, unit)
    if over_parapet(world, above, other):
        at_top = len([height for height in other.climbers[: len(other.ladders)] if height == above.floor])
        return min(unit.figures, at_top if other.aboard < 0 or at_top else PLATFORM)
    doors = thresholds(world, above, other)
    wide = sum([2 if kind == "issue-large" else 1 for kind in doors])
    return min(unit.figures, max(wide, other.foothold)) if doors else -1


# ---------------------------------------------------------------- modifiers (masse.melee.table-5d)


def melee_modifiers(world: World, unit: Unit, target: Unit, sector: int, charging: bool, withdrawing: bool) -> Modifiers:
    """Every row of Table 5d that applies to the attacker's d20, by its id."""
    found: list[Modifier] = []
    if charging:
        found.append(MELEE_MODIFIERS["charge"])  # masse.melee.mod-charge
    found.extend(order_rows(world, unit))
    if withdrawing:
        found.append(MELEE_MODIFIERS["en-reculant"])  # masse.melee.mod-withdrawing
    found.extend(morale_rows(unit))
    found.extend(cover_rows(cover_of(world, target, unit)))
    found.extend(ground_rows(world, unit, target.floor > unit.floor and target.floor in unit.climbers))
    if sector == REAR:
        found.append(MELEE_MODIFIERS["arriere"])  # masse.melee.mod-rear
    elif sector != FRONT:
        found.append(MELEE_MODIFIERS["flanc"])  # masse.melee.mod-flank
    found.extend(height_rows(world, unit, target))
    if unit.bless:
        found.append(BLESSING)
    return tuple(found)


def own_modifiers(world: World, unit: Unit) -> Modifiers:
    """The rows of Table 5d that come from the attacker alone, for blows at what has neither flank, height nor cover.
    (masse.structure.to-hit, masse.escalade.raise-ladder)"""
    rows = [*order_rows(world, unit), *morale_rows(unit), *ground_rows(world, unit, False)]
    return (*rows, BLESSING) if unit.bless else tuple(rows)


def order_rows(world: World, unit: Unit) -> list[Modifier]:
    """Its formation and its leader. (masse.melee.mod-close, masse.melee.mod-meute, masse.melee.mod-no-commander)"""
    rows = []
    if unit.formation == CLOSE:
        rows.append(MELEE_MODIFIERS["serree"])
    elif unit.formation == PACK:
        rows.append(MELEE_MODIFIERS["meute"])
    if not has_commander(world, unit):
        rows.append(MELEE_MODIFIERS["sans-commandant"])
    return rows


def morale_rows(unit: Unit) -> list[Modifier]:
    """+2 enraged, -2 shaken. (masse.melee.mod-enraged, masse.morale.enraged-melee, masse.melee.mod-shaken,
    masse.morale.shaken-melee)"""
    if unit.morale == ENRAGED:
        return [MELEE_MODIFIERS["enragee"]]
    return [MELEE_MODIFIERS["ebranlee"]] if unit.morale == SHAKEN else []


def ground_rows(world: World, unit: Unit, off_ladders: bool) -> list[Modifier]:
    """-1 in difficult ground (masse.melee.mod-difficult), and so off a ladder (masse.escalade.attack-from-top); -2 while
    crossing an obstacle (masse.melee.mod-crossing)."""
    rows = []
    if off_ladders or in_difficult(world, unit):
        rows.append(MELEE_MODIFIERS["terrain-difficile"])
    if is_crossing(world, unit):
        rows.append(MELEE_MODIFIERS["franchissement"])
    return rows


def cover_rows(cover: int) -> list[Modifier]:
    """-1, -2 or -4 against a defender in cover. (masse.melee.mod-cover-25, masse.melee.mod-cover-50,
    masse.melee.mod-cover-75)"""
    if cover >= 75:
        return [MELEE_MODIFIERS["couverture-75"]]
    if cover >= 50:
        return [MELEE_MODIFIERS["couverture-50"]]
    return [MELEE_MODIFIERS["couverture-25"]] if cover >= 25 else []


def height_rows(world: World, unit: Unit, target: Unit) -> list[Modifier]:
    """+1 from higher ground, -1 against it. (masse.melee.mod-attacker-higher, masse.melee.mod-defender-higher) From
    the platform of a siege tower one fights on a level (masse.escalade.siege-tower)."""
    if (unit.aboard >= 0 and not unit.climbers) or (target.aboard >= 0 and not target.climbers):
        return []
    above = height_of(world, unit) - height_of(world, target)
    if above >= HIGHER:
        return [MELEE_MODIFIERS["attaquant-sureleve"]]
    return [MELEE_MODIFIERS["defenseur-sureleve"]] if -above >= HIGHER else []


def armour(target: Unit, sector: int) -> int:
    """The CA to exceed: from flank and rear the shield does not count, from the rear nor does Dexterity.
    (masse.melee.mod-flank, masse.melee.mod-rear, masse.combat.shield-value, masse.shoot.two-handed)"""
    ca = target.card.ca
    bare = sector != FRONT or (target.shot and target.card.attacks[target.weapon].two_handed)
    if target.card.shield and bare:
        ca -= SHIELD
    return ca - target.card.dexterity if sector == REAR else ca


def striking(world: World, unit: Unit, target: Unit) -> int:
    """How many of its figures strike, in the open or in a narrow place."""
    narrow = narrow_front(world, unit, target)
    return attackers(unit, target) if narrow < 0 else narrow


def melee_pool(
    world: World,
    unit: Unit,
    target: Unit,
    sector: int,
    charging: bool = False,
    withdrawing: bool = False,
    extra: int = 0,
    figures: int = -1,
    at: Unit | None = None,
) -> tuple[Dice, ...]:
    """The compound roll of a melee attack; `extra` is a further modifier to the d20 (a received charge), `figures` those who
    strike where not all of them do, `at` the champion they aim at (masse.hero.champion-targetable)."""
    if figures < 0:
        figures = striking(world, unit, target)
    ca = armour(target if at is None else at, sector)
    modifiers = melee_modifiers(world, unit, target, sector, charging, withdrawing)
    double = receives_now(world, unit, target)
    pool: tuple[Dice, ...] = ()
    lines = melee_lines(unit)
    more = charge_dice(lines, figures if charging else 0)
    for number, line in enumerate(lines):
        needed = needed_to_hit(ca, line.ma + extra, modifiers)
        pool += attack_pool(line, figures, needed, more[number], double and line.receives_charge, naturals(world))
    return pool


def receives_now(world: World, unit: Unit, target: Unit) -> bool:
    """Is this the first regular attack of a unit that received this charger's charge? Then it has twice its dice.
    (masse.melee.receive-double-dice)"""
    return unit.braced == target.id and world.acting == unit.id


# ---------------------------------------------------------------- the attack


@rule("masse.melee.contact", "masse.melee.table-5d", "masse.combat.engagement")
def melee(world: World, id: int, target: int, charging: bool, withdrawing: bool) -> Script:
    """A unit attacks another hand to hand, champions in its first rank with it, each with dice of their own; its figures that
    touch other enemies only strike those. Returns the world."""
    others = further_blows(world, world.units[id], world.units[target])
    sector = melee_sector(world.units[target], world.units[id])
    world = yield Call(attack_one, world, id, target, charging, withdrawing, -1)
    for hero in champions_in(world, world.units[id]):
        if world.units[target].figures > 0 and not hero.acted:  # whoever has just come up has used his action
            pool = champion_pool(world, hero, world.units[target], sector, charging, withdrawing)
            world = yield Call(strike, world, hero.id, target, pool, sector, "masse.hero.position-champion")
    for foe, figures in others:
        if world.units[foe].status == ON_TABLE and contact(world.units[id], world.units[foe]):
            world = yield Call(attack_one, world, id, foe, charging, withdrawing, figures)
    return world


@rule("masse.melee.contact.blow")
def attack_one(world: World, id: int, target: int, charging: bool, withdrawing: bool, figures: int) -> Script:
    """So many figures of a unit (-1: all that can) strike at one enemy; some of them may aim at a champion of it. Duellists
    have neither flank nor rear (masse.hero.duel). Returns the world."""
    unit, foe = world.units[id], world.units[target]
    sector = FRONT if is_duel(unit, foe) else melee_sector(foe, unit)
    yield Tell("masse.melee.contact", "attacks", (id, target, f"sector-{sector}"))
    world = in_duel(having_fought(world, id), id, target)
    unit, foe = world.units[id], world.units[target]
    if figures < 0:
        figures = striking(world, unit, foe)
    champion, aimed = -1, 0
    if champions_in(world, foe):
        champion, aimed = yield Call(aim, world, id, target, figures, True)
    if aimed:
        pool = melee_pool(world, unit, foe, sector, charging, withdrawing, 0, aimed, world.units[champion])
        world = yield Call(strike, world, id, champion, pool, sector, "masse.hero.champion-targetable")
    if aimed == 0 or figures > aimed:
        rows = melee_modifiers(world, unit, foe, sector, charging, withdrawing)
        for line in melee_lines(unit):
            yield attack_numbers("masse.melee.table-5d", id, figures - aimed, line, rows, armour(foe, sector), naturals(world))
        pool = melee_pool(world, unit, foe, sector, charging, withdrawing, 0, figures - aimed)
        world = yield Call(strike, world, id, target, pool, sector, "masse.melee.contact")
    return world


def champion_pool(world: World, hero: Unit, target: Unit, sector: int, charging: bool, withdrawing: bool) -> tuple[Dice, ...]:
    """A champion's own dice, at his own MA; the order, the leader and the spirits of his unit are not his.
    (masse.hero.position-champion)"""
    rows = melee_modifiers(world, world.units[hero.host], target, sector, charging, withdrawing)
    modifiers = tuple([row for row in rows if row[0] not in OF_THE_UNIT])
    pool: tuple[Dice, ...] = ()
    lines = tuple([line for line in hero.card.attacks if line.mode == "melee"])
    more = charge_dice(lines, 1 if charging else 0)
    for number, line in enumerate(lines):
        pool += attack_pool(
            line, 1, needed_to_hit(armour(target, sector), line.ma, modifiers), more[number], False, naturals(world)
        )
    return pool


def having_fought(world: World, id: int) -> World:
    """The world once the unit has fought in this action."""
    twin = world.units[id].copy()
    twin.fought = True
    return world.with_unit(twin)


def strikes_first(world: World, unit: Unit, foe: Unit) -> bool:
    """Does it reach farther than an enemy who comes at it from the front, and has not struck so this turn? From any side where
    the players say so. (masse.melee.opportunity-before-contact)"""
    if FIRST_BLOW in unit.tested or unit.morale == ROUTED:
        return False
    faced = ALL_ROUND in world.switches or melee_sector(unit, foe) == FRONT
    return faced and reach_score(unit) > reach_score(foe)


@rule("masse.melee.opportunity-before-contact", "masse.melee.mod-receive-charge")
def first_blow(world: World, id: int, attacker: int, place: Unit | None = None) -> Script:
    """A defender whose reach and weapon together are longer strikes before contact, even against a charge, once a turn;
    prepared to receive it, at +2. `place` is the attacker where it will be in contact, if it is not there yet. All its results
    come first. Returns the world."""
    unit, foe = world.units[id], world.units[attacker]
    if not strikes_first(world, unit, foe):
        return world
    twin = unit.copy()
    twin.tested = (*unit.tested, FIRST_BLOW)
    world = world.with_unit(twin)
    figures = first_strikers(unit, foe if place is None else place)
    yield Tell("masse.melee.opportunity-before-contact", "first-blow", (id, attacker))
    received = unit.receiving and foe.charged
    extra = MELEE_MODIFIERS["reception-de-charge"][1] if received else 0
    rows = melee_modifiers(world, unit, foe, FRONT, False, False)
    if received:
        rows = (*rows, MELEE_MODIFIERS["reception-de-charge"])
    for line in melee_lines(unit):
        yield attack_numbers("masse.melee.table-5d", id, figures, line, rows, armour(foe, FRONT), naturals(world))
    pool = first_blow_pool(world, unit, foe, extra, figures)
    return Call(strike, world, id, attacker, pool, FRONT, "masse.melee.opportunity-before-contact")


def first_strikers(unit: Unit, foe: Unit) -> int:
    """How many will be in contact, and the second rank behind them where it strikes too; as many as the narrower of the two
    fronts has where nobody knows yet; all of them against fliers (masse.fly.no-ranks)."""
    if contact(unit, foe):
        return attackers(unit, foe)
    front = min(unit.files, unit.figures, max(1, foe.files))
    second = any(line.second_rank for line in melee_lines(unit))
    return unit.figures if foe.altitude > 0 else min(unit.figures, 2 * front if second else front)


def first_blow_pool(world: World, unit: Unit, foe: Unit, extra: int, figures: int = -1) -> tuple[Dice, ...]:
    """The dice of those who will be in contact."""
    if figures < 0:
        figures = first_strikers(unit, foe)
    modifiers = melee_modifiers(world, unit, foe, FRONT, False, False)
    pool: tuple[Dice, ...] = ()
    for line in melee_lines(unit):
        needed = needed_to_hit(armour(foe, FRONT), line.ma + extra, modifiers)
        pool += attack_pool(line, figures, needed, natural=naturals(world))
    return pool


# ---------------------------------------------------------------- the order


def blow_refusal(world: World, unit: Unit, foe: Unit) -> Refusal | None:
    """Why it may not strike this enemy in contact now, or None. An individual that has moved does not harm a unit in the same
    turn (masse.hero.attack-needs-full-action), archers on a chariot do not shoot and fight in one turn
    (masse.chariot.no-shoot-and-fight), in the air one intercepts (masse.fly.modes)."""
    if unit.altitude > 0:
        return no("masse.fly.modes", "in-the-air", unit.id)
    if unit.card.has("chariot") and unit.shot:
        return no("masse.chariot.no-shoot-and-fight", "has-shot", unit.id)
    if is_single(unit) and unit.moved and not is_single(foe):
        return no("masse.hero.attack-needs-full-action", "whole-action", unit.id)
    return duel_refusal(world, unit, foe)


@final
class Attacks(Order):
    """Fight an enemy in contact: ("attack", target). (masse.combat.defender-options)"""

    __slots__ = ()

    def possible(self, doing: Doing) -> bool:
        unit = doing.unit()
        return unit.morale != ROUTED and not unit.charged and len(self.within_reach(doing)) > 0

    def within_reach(self, doing: Doing) -> list[int]:
        """The enemies in contact that it may strike now."""
        world, unit = doing.world, doing.unit()
        near = foes(world, unit) if engaged(world, unit) else []
        return [foe.id for foe in near if blow_refusal(world, unit, foe) is None]

    def refusal(self, doing: Doing, answer: tuple[Any, ...]) -> Refusal | None:
        if malformed(answer, int):
            return no("masse.melee.contact", "malformed", str(answer))
        unit = doing.unit()
        if unit.morale == ROUTED:
            return no("masse.melee.mod-routed", "routed", unit.id)
        if unit.charged:
            return no("masse.melee.mod-charge", "has-charged", unit.id)
        if answer[1] not in [foe.id for foe in foes(doing.world, unit)]:
            return no("masse.melee.contact", "not-in-contact", unit.id)
        return blow_refusal(doing.world, unit, doing.world.units[answer[1]])

    def listed(self, doing: Doing) -> list[Answer]:
        return [("attack", id) for id in self.within_reach(doing)]


@rule("masse.combat.defender-options")
def attack(world: World, id: int, answer: tuple[str, int]) -> Script:
    """The unit fights back, or attacks what it has come to touch; in an entrance it may then advance. Returns the world."""
    before = world.units[answer[1]].figures
    world = yield Call(melee, world, id, answer[1], False, False)
    return Call(advance_rule(), world, id, answer[1], before) if world.structures else world


advance_rule: Final = Later("masse.entry.advance")
"""What a unit that has fought in an entrance may do next; it stands in the chapter on entrances. Returns the world."""


register(Attacks("attack", FIGHT, 14, attack))
