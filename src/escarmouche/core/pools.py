"""Pools of dice: what they read, and how likely each sum is, exactly."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import mypyc_attr

from escarmouche.core.data import Data


@final
@mypyc_attr(acyclic=True)
class Dice(Data):
    """A part of a compound pool: `count` dice of `sides`, each read on `table`. With `then_sides` the number read is that of
    further dice, each read on `then_table`: "twenty d8 mapped to hits, then that many d20 against 15" in one piece."""

    __slots__ = ("count", "sides", "table", "then_sides", "then_table")

    def __init__(
        self, count: int, sides: int, table: tuple[int, ...], then_sides: int = 0, then_table: tuple[int, ...] = ()
    ) -> None:
        if len(table) != sides or len(then_table) != then_sides or is_below_nothing(table) or is_below_nothing(then_table):
            raise ValueError(f"the tables of {count}d{sides} do not fit its dice")
        self.count = count
        self.sides = sides
        self.table = table
        self.then_sides = then_sides
        self.then_table = then_table

    def notation(self) -> str:
        """As players write it: "20d8→d20" are twenty d8 and then as many d20 as they say."""
        return f"{self.count}d{self.sides}→d{self.then_sides}" if self.then_sides else f"{self.count}d{self.sides}"

    def scale(self) -> int:
        """The sum of the weights of one of these dice, with all that may follow it."""
        return int(self.sides * self.then_sides ** max(self.table)) if self.then_sides else self.sides


def is_below_nothing(table: tuple[int, ...]) -> bool:
    """Does a face of the table count less than nothing?"""
    return any(value < 0 for value in table)


def read_pool(pool: tuple[Dice, ...], faces: tuple[int, ...]) -> int:
    """The sum of a compound pool, whose faces come part by part, each part's further dice after its first ones."""
    total = 0
    place = 0
    for part in pool:
        value = 0
        for face in faces[place : place + part.count]:
            value += part.table[face - 1]
        place += part.count
        if part.then_sides:
            for face in faces[place : place + value]:
                total += part.then_table[face - 1]
            place += value
        else:
            total += value
    return total


def die_weights(part: Dice, room: int) -> int:
    """The weights of what one die of a part adds to the sum, on the scale `part.scale()`: a polynomial whose coefficients stand
    in one whole number, `room` bits for each, so that independent dice multiply as numbers do.

    >>> die_weights(Dice(1, 6, (0, 0, 0, 0, 1, 1)), 8)  # 4 + 2 x 256
    516
    """
    weights = 0
    if not part.then_sides:
        for value in part.table:
            weights += 1 << room * value
        return weights
    further = 0
    for value in part.then_table:
        further += 1 << room * value
    most = max(part.table)
    for count in part.table:
        weights += further**count * part.then_sides ** (most - count)
    return weights


def compound_outcomes(pool: tuple[Dice, ...]) -> list[tuple[Any, int]]:
    """The exact distribution of a compound pool: the dice are independent, so their weights multiply as polynomials.

    >>> compound_outcomes((Dice(1, 2, (0, 1), 2, (0, 1)),))
    [(0, 3), (1, 1)]
    """
    scale = 1
    for part in pool:
        scale *= part.scale() ** part.count
    room = scale.bit_length()
    weights = 1
    for part in pool:
        weights *= die_weights(part, room) ** part.count
    found: list[tuple[Any, int]] = []
    value = 0
    while weights:
        weight = weights & ((1 << room) - 1)
        if weight:
            found.append((value, weight))
        weights >>= room
        value += 1
    return found


def at_least(target: int, sides: int = 6) -> tuple[int, ...]:
    """The pool table that counts the dice showing `target` or more.

    >>> at_least(5)
    (0, 0, 0, 0, 1, 1)
    """
    return tuple([1 if face >= target else 0 for face in range(1, sides + 1)])


_POOLS: dict[tuple[int, int, tuple[int, ...]], list[tuple[Any, int]]] = {}
_FACES: dict[tuple[int, int], list[tuple[Any, int]]] = {}


def pool_outcomes(count: int, sides: int, table: tuple[int, ...]) -> list[tuple[Any, int]]:
    """The exact distribution of a pool as (sum, weight): one die added at a time.

    >>> pool_outcomes(2, 6, at_least(5))
    [(0, 16), (1, 16), (2, 4)]
    """
    key = (count, sides, table)
    known = _POOLS.get(key)
    if known is not None:
        return known
    die: dict[int, int] = {}
    for value in table:
        die[value] = die.get(value, 0) + 1
    total: dict[int, int] = {0: 1}
    for _ in range(count):
        grown: dict[int, int] = {}
        for so_far, weight in total.items():
            for value, times in die.items():
                grown[so_far + value] = grown.get(so_far + value, 0) + weight * times
        total = grown
    result: list[tuple[Any, int]] = sorted(total.items())
    _POOLS[key] = result
    return result


def face_outcomes(count: int, sides: int) -> list[tuple[Any, int]]:
    """Every tuple of faces, each with weight 1."""
    key = (count, sides)
    known = _FACES.get(key)
    if known is not None:
        return known
    faces: list[tuple[int, ...]] = [()]
    for _ in range(count):
        faces = [(*done, face) for done in faces for face in range(1, sides + 1)]
    result: list[tuple[Any, int]] = [(face, 1) for face in faces]
    _FACES[key] = result
    return result
