"""The numbers of the book as the rules use them: each is read from the content once, when the rules are loaded.

Everything here is plain data; what a number is for stands with the rule that uses it. Lengths are those of the table.
"""

from __future__ import annotations

from typing import Final

from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.model import SIZES

Modifier = tuple[str, int]
"""What counts in a roll: the id of its row, and its value."""


# ---------------------------------------------------------------- time, moving, contact

_M = book().measures
_N = book().numbers

TIME: Final[int] = _N.time_units
CLEAR: Final[tuple[int, int]] = (
    book().length(book().movement["foot-clear"].cm),
    book().length(book().movement["mounted-clear"].cm),
)
"""How far a move leads over clear ground: on foot, mounted. (fda.move.table)"""
PER_AGILITY: Final[tuple[int, int]] = (
    book().length(book().movement["foot-other"].times_agility),
    book().length(book().movement["mounted-other"].times_agility),
)
"""How far each point of A leads elsewhere: on foot, mounted. (fda.move.table)"""
MOST_ENEMIES: Final[dict[int, int]] = {SIZES[name]: row.enemies for name, row in book().contact_limit.items()}
RADIUS: Final[dict[int, int]] = {SIZES[name]: book().length(row.base) // 2 for name, row in book().contact_limit.items()}
GROUND_HEIGHT: Final[int] = book().length(_M.ground_height)

# ---------------------------------------------------------------- ground

_T = book().terrain

MOVEMENT: Final[dict[str, str]] = {name: row.movement for name, row in _T.items()}
SCREENS: Final[dict[str, str]] = {name: row.screens for name, row in _T.items()}
SCREEN_DEPTH: Final[int] = book().length(_M.screen_depth)
FOREST_DEPTH: Final[int] = book().length(_M.forest_depth)
WINDOW_DEPTH: Final[int] = book().length(_M.near_scenery)

# ---------------------------------------------------------------- equipment

_W = book().weapon

MELEE: Final[frozenset[str]] = frozenset([name for name, row in _W.items() if row.melee and name != "fists"])
FLIES: Final[frozenset[str]] = frozenset([name for name, row in _W.items() if row.flies and row.playable])
THROWN: Final[frozenset[str]] = frozenset([name for name, row in _W.items() if row.thrown])
FIREARM: Final[frozenset[str]] = frozenset([name for name, row in _W.items() if row.firearm])
RELOAD: Final[dict[str, int]] = {name: row.reload for name, row in _W.items()}
LENGTH: Final[dict[str, str]] = {name: row.length for name, row in _W.items()}
GROUP: Final[dict[str, str]] = {name: row.group for name, row in _W.items()}
FORCES_REROLL: Final[frozenset[str]] = frozenset([name for name, row in _W.items() if row.forces_reroll])
HANDS: Final[dict[str, int]] = {name: row.hands for name, row in book().things().items()}
SHIELD: Final = "shield"
FISTS: Final = "fists"
TWO_HANDS: Final[int] = book().limits.hands

# ---------------------------------------------------------------- rolls

BONUS: Final[dict[str, Modifier]] = {name: (name, row.value) for name, row in book().modifier.items()}
ADVANTAGE: Final[dict[str, int]] = {name: row.value for name, row in book().advantage.items()}
BARK: Final[int] = _N.barkskin
CLUMSY_FACE: Final[int] = _N.clumsy_face
STRAY: Final[int] = book().length(_M.stray)
