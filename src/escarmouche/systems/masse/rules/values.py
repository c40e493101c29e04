"""The numbers of the book as the rules use them: each is read from the content once, when the rules are loaded.

Everything here is plain data by the ids of the content's rows, lengths in hundredths of a millimetre; what a number is for
stands with the rule that uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from escarmouche.systems.masse.content import book
from escarmouche.systems.masse.model import INCH, METRE
from escarmouche.systems.masse.rows import AttackModifier, DieRow, InitiativeModifier

Modifier = tuple[str, int]
"""What counts in a roll: the id of its row, and its value."""

Share = tuple[int, int]
"""A part or a multiple, as numerator and denominator."""


def exact(number: float) -> Share:
    """A printed multiplier as a fraction: 0.6667 is two thirds."""
    found = Fraction(number).limit_denominator(12)
    return found.numerator, found.denominator


def share_of(length: int, share: Share) -> int:
    """So much of a length, rounded down."""
    return length * share[0] // share[1]


# ---------------------------------------------------------------- touches and modifiers


def attack_rows(rows: Mapping[str, AttackModifier]) -> dict[str, Modifier]:
    """The rows of Table 5c or 5d that are added to the d20."""
    return {name: (name, row.attack_roll) for name, row in rows.items() if row.attack_roll is not None}


def value_rows(rows: Mapping[str, InitiativeModifier]) -> dict[str, Modifier]:
    """The rows of Table 2a or 3b that are numbers."""
    return {name: (name, row.value) for name, row in rows.items() if row.value is not None}


TOUCHES: Final[tuple[int, ...]] = tuple(
    [row.touches for row in book().touch.values() for _ in range(row.die_min, row.die_max + 1)]
)
"""Touches by the score of an attack die, from 1 on. (masse.combat.touch-table)"""

MISSILE_MODIFIERS: Final[dict[str, Modifier]] = attack_rows(book().missile_modifier)
MELEE_MODIFIERS: Final[dict[str, Modifier]] = attack_rows(book().melee_modifier)
MORALE_MODIFIERS: Final[dict[str, Modifier]] = value_rows(book().morale_modifier)
INITIATIVE_MODIFIERS: Final[dict[str, Modifier]] = value_rows(book().initiative_modifier)

BLESSING: Final[Modifier] = ("bless", book().spell["benediction"].bonus)
"""What a blessing adds to attacks and morale tests. (masse.magic.damage-conversion)"""

PT_TIMES: Final[tuple[int, ...]] = tuple([row.pt_times for row in book().missile_modifier.values() if row.pt_times])
"""Up to how many times PT short, medium and long range go. (masse.shoot.range-short, masse.shoot.range-medium,
masse.shoot.range-long)"""

# ---------------------------------------------------------------- morale (masse.morale.table-3a)

DIFFICULTY: Final[dict[str, int]] = {name: row.dd for name, row in book().morale_test.items()}

RULE_OF: Final[dict[str, str]] = {name: row.rule for name, row in book().morale_test.items()}

NEARNESS: Final[dict[str, int]] = {name: row.within_in * INCH for name, row in book().morale_test.items() if row.within_in}
"""How near what calls for a test must be."""

COMMAND: Final[tuple[str, ...]] = tuple([name for name, row in book().morale_test.items() if row.origin == "Command"])
"""Tests of command: for an enraged unit a penalty takes the place of its bonus. (masse.morale.enraged-command-malus)"""

ENRAGED_COMMAND: Final[Modifier] = ("enragee", book().morale_effect["enrage"].command)

HARMLESS: Final[tuple[str, ...]] = tuple(
    [name for name, row in book().morale_test.items() if row.on_failure == "action-refused"]
)
"""A failure only means that the intended action is given up."""

MOST_RANKS: Final[int] = book().morale_modifier["rangs"].max
"""Deep ranks give no more than this. (masse.morale.mod-ranks)"""

# ---------------------------------------------------------------- formations and manoeuvres

SPACING: Final[dict[str, Share]] = {row.order: exact(1 + row.gap_in_bases) for row in book().formation.values()}
"""From one figure to the next, in bases, by formation."""

MARCHING: Final[tuple[str, ...]] = tuple([row.order for row in book().formation.values() if row.may_force_march])
"""Formations that may force a march. (masse.move.forced-march-formation)"""

UNWIELDY: Final[tuple[str, ...]] = tuple([row.order for row in book().formation.values() if not row.may_break_off])
"""Formations that cannot break off. (masse.move.break-off-conditions)"""

QUARTER_TURN: Final[Share] = exact(book().manoeuvre["pivot-quart"].cost_mv)
HALF_TURN: Final[Share] = exact(book().manoeuvre["pivot-demi"].cost_mv)
REFORMING: Final[Share] = exact(book().manoeuvre["changement-de-formation"].cost_mv)
"""What these cost, of MV. (masse.move.pivot-quarter, masse.move.pivot-half, masse.move.change-formation)"""

ASIDE: Final[int] = book().manoeuvre["marche-de-flanc"].cost_times
"""What each inch of a flank march costs. (masse.move.flank-march)"""

FORCED_REACH: Final[Share] = exact(book().manoeuvre["marche-forcee"].reach_mv)
CHARGE_REACH: Final[Share] = exact(book().manoeuvre["charge"].reach_mv)
CHARGE_RUN: Final[Share] = exact(book().manoeuvre["charge"].least_mv)
"""How far a forced march and a charge go, and how far a charge goes straight at least, of MV. (masse.move.forced-march,
masse.move.charge-distance)"""

WITHDRAWAL: Final[int] = book().manoeuvre["rupture-de-combat"].distance_in * INCH
"""How far a unit steps back when it breaks off. (masse.move.break-off)"""

# ---------------------------------------------------------------- terrain, cover, ways (masse.terrain.table-4a)

INFANTRY_COST: Final[dict[str, Share]] = {
    name: exact(row.cost_infantry) for name, row in book().terrain.items() if row.cost_infantry
}
CAVALRY_COST: Final[dict[str, Share]] = INFANTRY_COST | {
    name: exact(row.cost_cavalry) for name, row in book().terrain.items() if row.cost_cavalry
}
"""By what each inch is multiplied, on foot and mounted."""

UPHILL: Final[Share] = exact(book().terrain["elevations"].cost_up or 1)
DOWNHILL: Final[Share] = exact(book().terrain["elevations"].cost_down or 1)
TRACK: Final[Share] = exact(book().terrain["route"].cost_track or 1)
PAVED: Final[Share] = exact(book().terrain["route"].cost_paved or 1)
"""(masse.terrain.elevation, masse.terrain.road)"""

CROSSING: Final[dict[str, int]] = {
    name: row.crossing_cost_in * INCH for name, row in book().terrain.items() if row.crossing_cost_in
}
"""What it costs to cross a kind of terrain, or more if the piece says so. (masse.terrain.low-obstacle, masse.terrain.river)"""

FORBIDDEN: Final[dict[str, tuple[str, ...]]] = {
    name: ("all",) if row.stops_movement else row.forbidden for name, row in book().terrain.items()
}
"""Who cannot walk into a kind of terrain; what stops all movement is climbed, not walked over. (masse.terrain.high-obstacle)"""

COVERS: Final[tuple[int, ...]] = (0, *sorted([row.pc for row in book().cover.values()]))
"""The classes of cover, in percent. (masse.terrain.cover-classes)"""

LIGHT: Final[int] = book().cover["legere"].pc
"""(masse.terrain.cover-light)"""

PASSAGE: Final[dict[str, int]] = {name: row.cost_per_figure_in * INCH for name, row in book().opening.items()}
"""What each figure pays to pass an opening. (masse.building.wide-exit, masse.building.narrow-door, masse.building.window)"""

RUNG: Final[int] = round(book().climbing["escalier"].per_m * METRE)
"""Stairs, ladders and falls are counted in such steps. (masse.escalade.climb-cost, masse.escalade.fall)"""

RUNG_COST: Final[dict[str, int]] = {name: row.cost_in * INCH for name, row in book().climbing.items()}
"""What each of them costs. (masse.building.stairs, masse.escalade.climb-cost)"""

# ---------------------------------------------------------------- sizes, structures, tables of the dice

TARGET_BY_SIZE: Final[dict[str, int]] = {name: row.ac_modifier for name, row in book().srd_size.items()}
"""What a target's size adds to the number that a machine must exceed. (masse.engine.to-hit)"""

REACH_BY_SIZE: Final[dict[str, int]] = {name: row.reach_score for name, row in book().srd_size.items()}
"""The reach of a creature. (masse.melee.reach-score)"""

HALF_MEN: Final[dict[str, int]] = {name: round(2 * row.men) for name, row in book().srd_size.items()}
"""The room that a creature takes, in halves of what a man does. (masse.siege.capacity)"""

PERCENT: Final[dict[str, int]] = {row.damage: row.pc for row in book().damage_vs_structure.values()}
"""What weapons do to structures. (masse.structure.bludgeoning, masse.structure.slashing, masse.structure.piercing)"""

RAM_TARGETS: Final[tuple[str, ...]] = tuple([name for name, row in book().structure.items() if row.ram_target])
"""What a ram can break. (masse.siege.ram)"""


def by_die(rows: Mapping[str, DieRow], family: str) -> dict[int, str]:
    """What each face of a die means: the last part of the rule's id, after that of its family."""
    found: dict[int, str] = {}
    for row in rows.values():
        for face in range(row.die_min, row.die_max + 1):
            found[face] = row.rule.removeprefix(family)
    return found


FATE_BY_DIE: Final[dict[int, str]] = by_die(book().commander_fate, "masse.hero.fate-")
"""Table 6a. (masse.hero.commander-fate)"""

MISFIRE_BY_DIE: Final[dict[int, str]] = by_die(book().misfire, "masse.engine.misfire-")
"""Table 6c. (masse.engine.table-6c)"""

TURNING: Final[tuple[tuple[int, int], ...]] = tuple(
    [(1000 if row.check_max is None else row.check_max, row.max_level_offset) for row in book().srd_turning.values()]
)
"""The highest check of each row of the turning table, and how far from the priest's own level it reaches.
(masse.undead.turning)"""

# ---------------------------------------------------------------- fliers (masse.fly.manoeuvrability)

HOVERING: Final[tuple[str, ...]] = tuple([name for name, row in book().srd_manoeuvrability.items() if row.hover])
"""Classes that hover, turn as they like and change altitude vertically. (masse.fly.vertical)"""

SHARPEST: Final[dict[str, int]] = {name: row.turn_deg * 100 for name, row in book().srd_manoeuvrability.items()}
"""How far each class turns in an action."""

SHARPER: Final[dict[str, int]] = {name: row.turn_more_deg * 100 for name, row in book().srd_manoeuvrability.items()}
"""How much farther for each quarter of MV that is spent."""

ONWARDS: Final[dict[str, Share]] = {name: exact(row.forward_mv) for name, row in book().srd_manoeuvrability.items()}
"""How far each class flies on at least to stay in the air, of MV."""
