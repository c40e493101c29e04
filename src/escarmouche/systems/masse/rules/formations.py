"""Formations: close order, skirmish, pack; multiple fronts."""

from __future__ import annotations

from typing import Any, Final

from escarmouche.core.effects import Refusal
from escarmouche.kit.menu import no
from escarmouche.systems.masse.cards import LOOSER
from escarmouche.systems.masse.model import FRONT, LEFT, PACK, REAR, RIGHT, SKIRMISH, Unit
from escarmouche.systems.masse.rules.combat import pack_files
from escarmouche.systems.masse.rules.facing import sides_facing
from escarmouche.systems.masse.rules.ground import is_individual, size_of
from escarmouche.systems.masse.rules.values import HALF_TURN, QUARTER_TURN, share_of
from escarmouche.table.shapes import turned

SIDES: Final = (LEFT, REAR, RIGHT)

MOST_FILES: Final = 5
"""The width changes by at most so many figures at a time. (masse.move.change-formation)"""


def allowed_formations(unit: Unit) -> tuple[str, ...]:
    """The formations it may take; fliers and chariots only skirmish (masse.fly.skirmish-formation,
    masse.chariot.skirmish-formation), nor is any other order possible inside a building
    (masse.building.skirmish-formation)."""
    if is_individual(unit):
        return ()
    if unit.building >= 0 or unit.card.has("flying") or unit.card.has("chariot"):
        return (SKIRMISH,)
    return LOOSER.get(unit.card.formation, (PACK,))


def change_refusal(unit: Unit, files: int, formation: str) -> Refusal | None:
    """Why the unit may not take this width and order, or None."""
    if is_individual(unit):
        return no("masse.org.individuals", "no-formation", unit.id)
    if unit.fronts:
        return no("masse.move.multi-front-limit", "multiple-front", unit.id)
    if formation not in allowed_formations(unit):
        return no("masse.formation.allowed", "formation-not-allowed", unit.id, "formation-" + formation)
    if formation == PACK:
        return no("masse.move.change-formation", "formation-same", unit.id) if unit.formation == PACK else None
    most: int = unit.figures  # an answer may name any number, which a machine word need not hold
    if not 1 <= files <= most:
        return no("masse.move.change-formation", "files-out-of-range", unit.id, unit.figures)
    if not -MOST_FILES <= files - unit.files <= MOST_FILES:
        return no("masse.move.change-formation", "files-change", unit.id, MOST_FILES)
    if files == unit.files and formation == unit.formation:
        return no("masse.move.change-formation", "formation-same", unit.id)
    return None


# ---------------------------------------------------------------- multiple fronts (masse.move.multi-front)


def fronts_change(unit: Unit, fronts: Any) -> Refusal | None:
    """Why its figures may not face these sides besides the front, or None: sides it does not face already, with a figure for
    each and for the front."""
    rule_id = "masse.move.multi-front"
    if not isinstance(fronts, tuple) or any(type(side) is not int or side not in SIDES for side in fronts):
        return no(rule_id, "malformed", str(fronts))
    twice = len(fronts) > 1 and len(set(fronts)) != len(fronts)
    if twice or (len(fronts) == len(unit.fronts) and tuple(sorted(fronts)) == unit.fronts):
        return no(rule_id, "fronts-same", unit.id)
    if is_individual(unit):
        return no("masse.org.individuals", "no-formation", unit.id)
    looking = sides_facing(unit, fronts)
    if FRONT not in looking or any(side not in looking for side in fronts):
        return no(rule_id, "fronts-figures", unit.id)
    return None


def facing_also(unit: Unit, fronts: tuple[int, ...]) -> Unit:
    """The unit with groups of figures that face these sides besides the front."""
    twin = unit.copy()
    twin.fronts = tuple(sorted(fronts))
    return twin


def fronts_cost(mv: int, unit: Unit, fronts: tuple[int, ...]) -> int:
    """The sum of what each group of figures pays: a quarter turn to a flank, a half turn to the rear; going back to one front
    costs the same. (masse.move.multi-front)"""
    cost = 0
    for side in SIDES:
        if (side in fronts) != (side in unit.fronts):
            cost += share_of(mv, HALF_TURN if side == REAR else QUARTER_TURN)
    return cost


# ---------------------------------------------------------------- changes of formation (masse.move.change-formation)


def changed_formation(unit: Unit, files: int, formation: str) -> Unit:
    """The unit in another width and order, its front edge where it was."""
    twin = unit.copy()
    twin.formation = formation
    twin.files = pack_files(unit.figures) if formation == PACK else files
    shift = (size_of(unit)[1] - size_of(twin)[1]) // 2
    dx, dy = turned(shift, 0, unit.facing)
    twin.x += dx
    twin.y += dy
    return twin
