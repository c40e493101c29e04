"""The numbers of the book as the rules use them: each is read from the content once, when the rules are loaded."""

from __future__ import annotations

from typing import Final

from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.rows import INCH

_BOOK: Final = book()

TOLERANCE: Final[int] = _BOOK.length("contact-tolerance")
THICKNESS: Final[int] = _BOOK.length("linear-obstacle-thickness")
REACH_DISTANCE: Final[int] = _BOOK.length("reach-distance")
SPELL_RANGE: Final[int] = _BOOK.length("spell-range")
SHOT_RANGE: Final[int] = _BOOK.length("shooting-range")
WOODS_MOST: Final[int] = _BOOK.length("woods-max")
GUN_RANGE: Final[int] = _BOOK.length("artillery-range")
GUN_NEAREST: Final[int] = _BOOK.length("artillery-minimum-range")
CREW_DISTANCE: Final[int] = _BOOK.length("artillery-crew-distance")
SHELL_RADIUS: Final[int] = _BOOK.length("explosive-template-diameter") // 2
PIERCING: Final[int] = _BOOK.length("piercing-length")
FIREBALL_RADIUS: Final[int] = _BOOK.length("fireball-template-diameter") // 2
SUMMON_RADIUS: Final[int] = _BOOK.length("summon-radius")
WALL_LENGTH: Final[int] = _BOOK.length("wall-of-fire-length")
WALL_WIDTH: Final[int] = _BOOK.length("wall-of-fire-width")
TELEPORT: Final[int] = _BOOK.length("teleport-distance")
PRISONER_MOST: Final[int] = _BOOK.length("prisoner-max-move")
GEM_MOST: Final[int] = _BOOK.length("gem-max-move")
GAP: Final[int] = _BOOK.length("deployment-gap")
SPACING: Final[int] = _BOOK.length("terrain-spacing")
HILL_RADIUS: Final[int] = _BOOK.length("king-hill-diameter") // 2
PRISON: Final[int] = _BOOK.length("prison-side")
GEM_CLEAR: Final[int] = _BOOK.length("gem-clear-radius")
SMALL: Final[int] = _BOOK.length("table-small")
LARGE: Final[int] = _BOOK.length("table-large-width")

COVER_PASSED: Final[int] = _BOOK.number("cover-ignored-max-roll")
ENDURED: Final[int] = _BOOK.number("endurance-max-roll")
MORALE_BONUS: Final[int] = _BOOK.number("morale-character-bonus")
REROLLS: Final[int] = _BOOK.number("morale-character-rerolls")
TURNS: Final[int] = _BOOK.number("game-turns")
KILL_BONUS: Final[int] = _BOOK.number("battle-character-bonus")
HAND_OVERS: Final[int] = _BOOK.number("gem-hand-overs")

CREW_MOVE: Final[tuple[int, ...]] = tuple(
    [row.move * INCH for row in sorted(_BOOK.artillery_movement.values(), key=lambda row: row.crew)]
)
"""How far a gun goes with so many crew. (bataille.artillery.crew-moves)"""

_FRIGHT = _BOOK.state["frightened"]
_CURSE = _BOOK.state["cursed"]
FRIGHT_MELEE: Final[int] = _FRIGHT.melee
FRIGHT_ARMOUR: Final[int] = _FRIGHT.armour
CURSE_MELEE: Final[int] = _CURSE.melee
CURSE_SHOOTING: Final[int] = _CURSE.shooting
CURSE_ATTACKS: Final[int] = -_CURSE.attacks
PARALYSED_ARMOUR: Final[int] = _BOOK.state["paralysed"].armour
POWERFUL_ARMOUR: Final[int] = _BOOK.ability["powerful"].armour
POWER_MELEE: Final[int] = _BOOK.magic_item["item-power"].melee
POWER_ARMOUR: Final[int] = _BOOK.magic_item["item-power"].armour
QUICK_ATTACKS: Final[int] = _BOOK.magic_item["item-quickness"].attacks
RAY_ARMOUR: Final[int] = _BOOK.spell["death-ray"].armour_modifier
RESISTIBLE: Final[tuple[str, ...]] = tuple([id for id, row in _BOOK.spell.items() if row.mental_resistance])
"""(bataille.magic.resistible-spells)"""

GOLD: Final[tuple[tuple[int, int, int], ...]] = tuple(
    [(row.armour_min, row.armour_max, row.d6) for row in _BOOK.gold.values() if not row.additional]
)
CHARACTER_GOLD: Final[int] = sum([row.d6 for row in _BOOK.gold.values() if row.additional])
SIDES: Final[dict[str, tuple[int, int]]] = {id: (row.minimum_sides, row.maximum_sides) for id, row in _BOOK.scenario.items()}
SCENARIOS: Final[tuple[str, ...]] = tuple(sorted(SIDES, key=lambda one: _BOOK.scenario[one].number))
"""In the order of the die. (bataille.scenario.random-choice)"""

HIGHEST: Final[int] = max([row.value for row in _BOOK.cost.values() if row.characteristic == "armour"])
"""No score is higher, whatever is added to it. (bataille.core.score-range)"""
UNDER: Final[tuple[tuple[int, ...], ...]] = tuple(
    [tuple([1 if face <= score else 0 for face in range(1, 7)]) for score in range(7)]
)
"""The dice of a pool that pass, by the score: those that show no more than it. (bataille.core.dice,
bataille.core.roll-under)"""
OVER: Final[tuple[tuple[int, ...], ...]] = tuple([tuple([1 - one for one in row]) for row in UNDER])
"""Those that fail."""
PIPS: Final[tuple[int, ...]] = (1, 2, 3, 4, 5, 6)
HALVES: Final[dict[int, tuple[int, int]]] = {
    inches * INCH: (
        _BOOK.share("obstacle-cost-fraction", inches * INCH), _BOOK.share("shooting-max-move-fraction", inches * INCH),
    )
    for inches in sorted({row.value for row in _BOOK.cost.values() if row.characteristic == "movement"})
}  # fmt: skip
"""By Movement, of which there are six (bataille.char.movement-values): what crossing an obstacle costs
(bataille.move.obstacle), and how far one may move and still shoot (bataille.shoot.moved-over-half)."""
