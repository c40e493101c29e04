"""The numbers of the book as the rules use them: each is read from the content once, when the rules are loaded.

Everything here is plain data; what a number is for stands with the rule that uses it. Lengths are those of the table.
"""

from __future__ import annotations

from typing import Final

from escarmouche.kit.rows import bits
from escarmouche.systems.swidenth.content import book
from escarmouche.systems.swidenth.model import TRAIT_BITS

Modifier = tuple[str, int]
"""What counts in a roll: the id of its row, and its value."""


# ---------------------------------------------------------------- lengths

_M = book().measures

PAS: Final[int] = book().length(1)
ENGAGED: Final[int] = book().length(_M.engaged)
LEVELS: Final[int] = book().length(_M.engaged_levels)
BUBBLE_CHIEF: Final[int] = book().length(_M.bubble_chief)
BUBBLE_HERO: Final[int] = book().length(_M.bubble_hero)
FREE_STEP: Final[int] = book().length(_M.obstacle_free)
HIGHEST: Final[int] = book().length(_M.obstacle_highest)
LADDER_ROOM: Final[int] = book().length(_M.ladder_room)
LONGEST_JUMP: Final[int] = book().length(_M.jump_longest)
STANDING_JUMP: Final[int] = book().length(_M.standing_jump)
OVERHANG: Final[int] = book().length(_M.overhang)
SAFE_FALL: Final[int] = book().length(_M.fall_safe)
PUSH: Final[int] = book().length(_M.push_back)
REACH: Final[int] = book().length(_M.reach)
TOUCH: Final[int] = book().length(_M.touch)
TERROR_REACH: Final[int] = book().length(_M.terror)
WOOD_EDGE: Final[int] = book().length(_M.wood_edge)

# ---------------------------------------------------------------- dice

SIDES: Final = 20
_D = book().dice

INITIATIVE: Final[int] = _D.initiative
FIRST_HAND: Final[int] = _D.first_hand
SOFTEN: Final[int] = _D.soften
STRAY: Final[int] = _D.stray_shot
CRITICAL: Final[int] = _D.critical
FUMBLE: Final[int] = _D.fumble
SPECIAL: Final[int] = _D.special
FALL_FACTOR: Final[int] = _D.fall_factor
COVER_SOME: Final[int] = _D.cover_some
COVER_MOST: Final[int] = _D.cover_most
TARGET_HIDDEN: Final[int] = _D.target_hidden
OUT_FACTOR: Final[int] = _D.out_factor
FALLING_FRIENDS: Final[int] = _D.falling_friends

BONUS: Final[dict[str, Modifier]] = {name: (name, row.value) for name, row in book().modifier.items()}
"""Every modifier by its id."""

DIFFICULTY: Final[dict[str, int]] = {name: row.difficulty for name, row in book().morale_test.items()}
"""(swidenth.morale.test)"""

# ---------------------------------------------------------------- ground

_T = book().terrain

COST: Final[dict[str, int]] = {name: max(1, row.cost_per_pas) for name, row in _T.items()}
DIFFICULT: Final[frozenset[str]] = frozenset([name for name, row in _T.items() if row.difficult])
IGNORED_BY: Final[dict[str, int]] = {name: bits(row.ignored_by, TRAIT_BITS) for name, row in _T.items()}
SWIMMERS: Final[int] = bits(_T["deep-water"].allowed_to, TRAIT_BITS)
CLIMBERS: Final[int] = bits(_T["sheer-wall"].allowed_to, TRAIT_BITS)
NO_CLIMBERS: Final[int] = bits((*_T["ladder"].forbidden_to, *_T["rope"].forbidden_to), TRAIT_BITS)
"""The special rules (bits) that open deep water and bare walls, and those that bar ladders and ropes."""
SIGHT: Final[dict[str, str]] = {name: row.sight for name, row in _T.items()}
SIGHT_DEPTH: Final[dict[str, int]] = {name: book().length(row.sight_depth) for name, row in _T.items()}
HIDDEN: Final[dict[str, int]] = {name: row.hidden_percent for name, row in _T.items()}

# ---------------------------------------------------------------- equipment

_W = book().weapon

MELEE: Final[dict[str, str]] = {
    **{name: name for name, row in _W.items() if row.kind == "melee"},
    **{name: row.weapon_as for name, row in book().shield.items() if row.weapon_as},
}
"""What can be fought with, and the weapon that it is. (swidenth.equipment.round-shield)"""
DAMAGE: Final[dict[str, int]] = {name: row.damage for name, row in _W.items()}
COMBAT: Final[dict[str, int]] = {name: row.combat for name, row in _W.items()}
SECOND: Final[dict[str, str]] = {name: f"second-weapon-{row.category}" for name, row in _W.items() if row.hands == 1}
RANGE: Final[dict[str, int]] = {name: book().length(row.range) for name, row in _W.items() if row.kind == "missile"}
RELOADED: Final[frozenset[str]] = frozenset([name for name, row in _W.items() if row.reload])
THROWN: Final[frozenset[str]] = frozenset([name for name, row in _W.items() if row.thrown])
THROWN_AS: Final[dict[str, str]] = {name: row.thrown_as for name, row in _W.items() if row.thrown_as}
WEAPON_TRAITS: Final[dict[str, tuple[str, ...]]] = {name: row.traits for name, row in _W.items()}
HANDS: Final[dict[str, int]] = {
    **{name: row.hands for name, row in _W.items()},
    **{name: row.hands for name, row in book().shield.items()},
}
SHIELD: Final[dict[str, int]] = {name: row.defence for name, row in book().shield.items()}
TWO_HANDS: Final[int] = book().carrying.hands
UNARMED: Final = "unarmed"
NATURAL: Final = "natural-weapons"

# ---------------------------------------------------------------- magic

SPELLS: Final = book().spell
SPELL_RANGE: Final[dict[str, int]] = {name: book().length(row.range) for name, row in book().spell.items()}
