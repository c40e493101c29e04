"""The numbers of the advanced rules, read from the content once; those of the basic game stand in `values`."""

from __future__ import annotations

from typing import Final

from escarmouche.systems.fda.content import book
from escarmouche.systems.fda.rows import Fumble

_B = book()
_M = _B.measures
_N = _B.numbers

# ---------------------------------------------------------------- lengths

NEAR_SCENERY: Final[int] = _B.length(_M.near_scenery)
HIDE_BEYOND: Final[int] = _B.length(_M.hide_beyond)
DISCOVERED: Final[int] = _B.length(_M.discovered)
CRAWL: Final[int] = _B.length(_M.crawl)
DODGE: Final[int] = _B.length(_M.dodge)
FLEE: Final[int] = _B.length(_M.flee)
DESTINY_REACH: Final[int] = _B.length(_M.destiny)
SHORT: Final[int] = _B.length(_M.short_range)
SPOT_NEAR: Final[int] = _B.length(_M.spot_near)
SONG: Final[int] = _B.length(_M.song)
BLAST: Final[int] = _B.length(_M.blast)
GUST: Final[int] = _B.length(_M.gust)
HAND_OVER: Final[int] = _B.length(_B.statuette.hand_over)

# ---------------------------------------------------------------- counts

ENCUMBERED: Final[int] = _N.encumbered
VERY_ADVANTAGED_BY: Final[int] = _N.very_advantaged
DESTINY_POINTS: Final[int] = _N.destiny_points
SNEAKED: Final[int] = _N.sneaky
RAISED_MOST: Final[int] = _N.raised
FIREBALL: Final[int] = _N.fireball
FIRE_ON_VEGETABLES: Final[int] = _N.fire_on_vegetables
PER_ENEMY: Final[int] = _B.added("flee-per-enemy")
NIGHT: Final[int] = _B.added("scout-night")

# ---------------------------------------------------------------- rows

WEIGHT: Final[dict[str, int]] = {name: row.weight for name, row in _B.things().items()}
CASTING: Final[frozenset[str]] = frozenset([name for name, row in _B.things().items() if row.casting])
SPELL_OBJECTS: Final[frozenset[str]] = frozenset([name for name, row in _B.things().items() if row.spell_object])
EDGED: Final[frozenset[str]] = frozenset([name for name, row in _B.weapon.items() if row.edged])
DIFFICULTY: Final[dict[str, int]] = {name: row.difficulty for name, row in _B.difficulty.items()}
SPOTTING: Final[dict[str, str]] = {name: row.spotting for name, row in _B.terrain.items() if row.spotting}
CLIMBABLE: Final[frozenset[str]] = frozenset([name for name, row in _B.terrain.items() if row.climbable])
SPELL_LEVEL: Final[dict[str, int]] = {name: row.level for name, row in _B.spell.items()}
SPELL_TARGET: Final[dict[str, str]] = {name: row.target for name, row in _B.spell.items()}
SPELL_RANGE: Final[dict[str, int]] = {name: _B.length(row.range) for name, row in _B.spell.items()}
STATUETTE: Final[str] = _B.statuette.item
KEY: Final[str] = _B.statuette.key
FUMBLES: Final[dict[str, tuple[Fumble, ...]]] = {
    table: tuple([_B.fumbled(table, face) for face in range(11)]) for table in ("melee", "shooting", "magic")
}
"""The row of each face on each table of critical failures; a 10 reads as the last. (fda.dice.variant-2d6-minus-2)"""
