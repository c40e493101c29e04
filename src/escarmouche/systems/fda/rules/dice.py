"""Dice and tests: the die from 0 to 9, what a 0 does, and tests of a characteristic.

A ten-sided die shows its tenth face as a 0. (fda.dice.d10-reads-zero-to-nine)
"""

from __future__ import annotations

from typing import Final

from escarmouche.core.effects import Roll, Script
from escarmouche.systems.fda.model import NOBODY, TWO_D6, Figure, World

TEN: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
LESS_ONE: Final = (0, 1, 2, 3, 4, 5)
"""Each of two dice counts one less than it shows. (fda.dice.variant-2d6-minus-2)"""

SUCCESS: Final = 0
FAILURE: Final = 1
CRITICAL: Final = 2
ZERO: Final = 4
"""How a test went; a ZERO is still to be confirmed."""


def die(world: World, why: str, seat: int, figure: int = NOBODY, bonus: int = 0, needs: int = 0) -> Roll:
    """The die of the game, whose answer is its value: one with ten faces, or two with six where the table plays so; thrown by
    hand, one that falls off the table is told as a 0. `bonus` is told as what is added to it, `needs` as what it must come to
    (below 0: that much or less). (fda.dice.d10-reads-zero-to-nine, fda.dice.variant-2d6-minus-2, fda.dice.off-table-is-zero)"""
    if world.plays(TWO_D6):
        return Roll(why, seat, world, 2, 6, LESS_ONE, figure, needs, bonus)
    return Roll(why, seat, world, 1, 10, TEN, figure, needs, bonus)


def under(value: int) -> int:
    """What a die needs that must not exceed a value, as `die` has it; nothing is told where none can do it."""
    return -max(0, value)


_grades: dict[tuple[int, int], tuple[int, ...]] = {}
"""What each face of the die with ten comes to, by value and `even`, as far as it was asked for."""


def grade(face: int, value: int, even: int) -> int:
    """How a face does against a value: ZERO, below it SUCCESS, above it FAILURE, and `even` on exactly that."""
    return ZERO if face == 0 else SUCCESS if face < value else even if face == value else FAILURE


def graded(world: World, why: str, seat: int, figure: int, value: int, even: int = SUCCESS, needs: int = 0) -> Script:
    """A die of which nothing matters but how it does against a value. Returns SUCCESS, FAILURE, `even` or ZERO: faces that come
    to the same are one case to whoever works the odds out. `needs` is told where it is not the value. (fda.test.threshold)"""
    told = needs or under(value if even == SUCCESS else value - 1)
    if world.plays(TWO_D6):
        face = yield die(world, why, seat, figure, needs=told)
        return grade(face, value, even)
    key = (value, even)
    table = _grades.get(key)
    if table is None:
        table = tuple([grade(face, value, even) for face in TEN])
        _grades[key] = table
    return (yield Roll(why, seat, world, 1, 10, table, figure, told))


def confirmed(world: World, figure: Figure) -> Script:
    """After a 0: is it a critical failure? A second 0 makes it one; anything else is a plain failure, whatever the
    characteristic. Returns whether it is. (fda.dice.critical-confirmation, fda.dice.unconfirmed-zero-fails)"""
    again = yield from graded(world, "fda.dice.critical-confirmation", figure.seat, figure.id, 0, needs=1)
    return again == ZERO


def threshold(world: World, why: str, figure: Figure, value: int) -> Script:
    """A test of a characteristic, changed before the roll: from 1 up to it succeeds, and a 0 never does. Returns SUCCESS,
    FAILURE or CRITICAL. (fda.test.threshold, fda.dice.zero-never-succeeds, fda.test.modifiers-before-roll,
    fda.test.out-of-range-values)"""
    verdict = yield from graded(world, why, figure.seat, figure.id, value)
    if verdict == ZERO:
        critical = yield from confirmed(world, figure)
        return CRITICAL if critical else FAILURE
    return verdict


def agility_test(world: World, figure: Figure, why: str = "fda.test.ja", modifier: int = 0) -> Script:
    """A JA. Returns SUCCESS, FAILURE or CRITICAL. (fda.test.ja)"""
    verdict = yield from threshold(world, why, figure, figure.values().agility + modifier)
    return verdict
