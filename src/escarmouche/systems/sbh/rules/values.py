"""The numbers of the book as the rules use them: each is read from the content once, when the rules are loaded.

Everything here is plain data by the ids of the content's rows; what a number is for stands with the rule that uses it.
"""

from __future__ import annotations

from typing import Final

from escarmouche.kit.rows import bits
from escarmouche.systems.sbh.cards import LENGTHS
from escarmouche.systems.sbh.content import book
from escarmouche.systems.sbh.model import DEAD, OFF_TABLE, OUT_OF_ACTION, TERMS, TRAIT_BITS, World
from escarmouche.systems.sbh.rows import LethalTarget, Scenario

Modifier = tuple[str, int]
"""What counts in a roll: the id of its row, and its value."""


def indexed(values: dict[int, int]) -> tuple[int, ...]:
    """Values by whole numbers, so that the number is the index; 0 for those that are not there."""
    return tuple([values.get(place, 0) for place in range(max(values) + 1)])


# ---------------------------------------------------------------- activation and actions

DICE: Final[tuple[int, ...]] = tuple(sorted({row.dice for row in book().activation_result.values()}))
"""The dice that an activation roll may have. (sbh.activation.dice-choice)"""

PASSING: Final[int] = min([row.failures for row in book().activation_result.values() if row.turn_passes])
"""So many failures of one roll pass the turn. (sbh.activation.two-failures-pass-turn)"""

COST: Final[dict[str, int]] = {name: row.cost_min for name, row in book().action.items()}
"""The actions that each deed takes, the least where that is a choice. (sbh.action.table)"""

# ---------------------------------------------------------------- fights

MELEE_MODIFIERS: Final[dict[str, Modifier]] = {name: (name, row.value) for name, row in book().melee_modifier.items()}
"""(sbh.melee.modifier-table)"""

RANGED_MODIFIERS: Final[dict[str, Modifier]] = {name: (name, row.value) for name, row in book().ranged_modifier.items()}
"""(sbh.shooting.modifier-table)"""

WITH_SPELLS: Final[tuple[str, ...]] = tuple([name for name, row in book().ranged_modifier.items() if row.spells])
"""Those of the ranged modifiers that count for spells too."""

TIMES: Final[dict[str, int]] = {name: row.times for name, row in book().combat_result.items() if row.times}
"""How many times the loser's total the winner's must be for a result. (sbh.melee.result-priority)"""

FELLING: Final[tuple[int, ...]] = book().combat_result["knocked-down"].faces
"""The winner's natural dice that knock the loser down. (sbh.melee.win-even)"""

BANDS: Final[tuple[tuple[int, str], ...]] = tuple(
    sorted([(row.to_multiple, row.modifier) for row in book().range_band.values()])
)
"""The bands of a weapon's range, the nearest first: up to how many times the range it goes, and the id of the ranged modifier
that counts there. (sbh.shooting.range-normal, sbh.shooting.range-double, sbh.shooting.range-triple)"""
FARTHEST: Final = BANDS[-1][0]
"""So many times its range a weapon reaches. (sbh.shooting.range-max)"""

# ---------------------------------------------------------------- magic

SPELL_RANGE: Final[tuple[int, ...]] = indexed({row.power: LENGTHS[row.range] for row in book().spell_power.values()})
"""The range of a spell by its Power: SHORT, MEDIUM or LONG. (sbh.magic.range)"""

SPELL_COMBAT: Final[tuple[int, ...]] = indexed({row.power: row.combat for row in book().spell_power.values()})
"""What stands for the Mage's Combat in a magical attack. (sbh.magic.ranged-attack)"""

RESISTING: Final[tuple[int, ...]] = indexed({row.power: row.resist_dice for row in book().spell_power.values()})
"""The dice with which a target resists an immobilisation. (sbh.magic.immobilise-resist)"""

MOST_POWER: Final[int] = len(SPELL_RANGE) - 1
"""(sbh.magic.power)"""

# ---------------------------------------------------------------- morale and falls

MORALE: Final[dict[str, int]] = {name: row.value for name, row in book().morale_modifier.items()}
"""(sbh.morale.modifiers)"""

MORALE_DICE: Final[int] = max([row.failures for row in book().morale_result.values()])
"""(sbh.morale.roll)"""

FLIGHT: Final[tuple[int, ...]] = indexed({row.failures: row.flee_actions for row in book().morale_result.values()})
"""The moves of flight by the failures of a morale roll."""

ROUT: Final[int] = min([row.failures for row in book().morale_result.values() if row.removed])
"""So many failures of a morale roll are a rout."""

EXEMPT: Final[dict[str, int]] = {name: bits(row.exempt, TRAIT_BITS) for name, row in book().morale_trigger.items()}
"""The special rules (bits) whose fighters a trigger of morale leaves cold."""

FALL_DICE: Final[tuple[tuple[int, int], ...]] = tuple(sorted([(LENGTHS[row.height], row.dice) for row in book().fall.values()]))
"""The dice of a fall of up to SHORT, MEDIUM, LONG. (sbh.fall.roll)"""

# ---------------------------------------------------------------- leaving play

_STATUSES: Final[dict[str, int]] = {"dead": DEAD, "out-of-action": OUT_OF_ACTION, "off-table": OFF_TABLE}

STATUS: Final[dict[str, int]] = {name: _STATUSES[row.status] for name, row in book().removal.items()}
"""What becomes of a figure by the way it leaves play. (sbh.removal.statuses)"""

KILLED: Final[tuple[int, ...]] = tuple(
    sorted({_STATUSES[row.status] for row in book().removal.values() if row.counts_for_victory_points})
)
"""The states of those who count as killed. (sbh.removal.statuses)"""

# ---------------------------------------------------------------- ground and kinds

IGNORED_BY: Final[dict[str, int]] = {name: bits(row.ignored_by, TRAIT_BITS) for name, row in book().terrain.items()}
"""The special rules (bits) whose fighters do not mind a kind of terrain."""


def named_in(row: LethalTarget, what: str) -> tuple[str, ...]:
    """The traits, or the races, by which a row says who is meant."""
    kind, names = row.match.split(" ", 1)
    return tuple(names.split(" or ")) if kind == what else ()


PREY_TRAITS: Final[dict[str, int]] = {
    name: bits(named_in(row, "trait"), TRAIT_BITS) for name, row in book().lethal_target.items()
}
PREY_RACES: Final[dict[str, tuple[str, ...]]] = {name: named_in(row, "race") for name, row in book().lethal_target.items()}
"""Whom one can be Lethal against, by special rules (bits) and by race. (sbh.special.lethal-targets)"""

# ---------------------------------------------------------------- items and upgrades

ITEMS: Final[dict[int, str]] = {row.die: name for name, row in book().magic_item.items()}
"""The magic items by the die that gives them. (sbh.item.table)"""

CHARGES: Final[dict[str, int]] = {name: row.charges for name, row in book().magic_item.items()}
"""How much of something each item holds at first; 0 where it holds nothing, or a die says how much."""

CHARGED: Final[tuple[str, ...]] = tuple([name for name, row in book().magic_item.items() if row.charges or row.charges_die])
"""Those that hold so much of something: javelins, points of strength, a Quality."""

ITEM_BONUS: Final[dict[str, Modifier]] = {name: (name, row.bonus) for name, row in book().magic_item.items() if row.bonus}
UPGRADE_BONUS: Final[dict[str, Modifier]] = {name: (name, row.bonus) for name, row in book().upgrade.items() if row.bonus}

# ---------------------------------------------------------------- scenarios


def terms_of(row: Scenario) -> tuple[int, ...]:
    """The numbers of a scenario, in the order of TERMS."""
    return tuple([int(getattr(row, name)) for name in TERMS])


_PLACES: Final[dict[str, int]] = {name: place for place, name in enumerate(TERMS)}
_PRINTED: Final[dict[str, tuple[int, ...]]] = {name: terms_of(row) for name, row in book().scenario.items()}


def term(world: World, name: str) -> int:
    """A number of the battle's scenario, by its name among TERMS: the world's own, or else the book's."""
    terms = world.terms or _PRINTED[world.scenario]
    return terms[_PLACES[name]]
