"""Angles in integers: sines, bearings and steps that are the same on every machine.

Angles are centidegrees (a full turn is 36000), counted from the positive x axis towards the positive y axis. Sines are
scaled by `ONE`. Nothing here touches a float: the tables are built at import by adding one small angle again and again
with 96 fractional bits, of which at most 14 can be spoiled on the way, so that every rounding below is the correct one.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from mypy_extensions import i64

ONE: Final = 1 << 20
TURN: Final = 36000

_BITS: Final = 96
_UNIT: Final = 1 << _BITS
_PI: Final = 0x3243F6A8885A308D313198A2E  # pi with 96 fractional bits, cut
_TAN_BITS: Final = 64


def _small_sincos(radians: int) -> tuple[int, int]:
    """Sine and cosine of a small angle, all with 96 fractional bits, by their series."""
    sine, cosine, term, k = 0, 0, _UNIT, 0
    while term:
        sign = -1 if k & 2 else 1
        if k & 1:
            sine += sign * term
        else:
            cosine += sign * term
        k += 1
        term = (term * radians >> _BITS) // k
    return sine, cosine


def _tables() -> tuple[list[int], list[int]]:
    """Sines of 0..9000 centidegrees scaled by ONE, and the tangents of 0.5, 1.5, … 4499.5 centidegrees with 64 bits."""
    step_sine, step_cosine = _small_sincos(_PI // TURN)  # half a centidegree
    cut = _BITS - 20
    half = 1 << (cut - 1)
    sine, cosine = 0, _UNIT
    sines = [0] * 9001
    tangents = []
    for index in range(4501):
        sines[index] = (sine + half) >> cut
        sines[9000 - index] = (cosine + half) >> cut
        sine, cosine = (
            (sine * step_cosine + cosine * step_sine) >> _BITS,
            (cosine * step_cosine - sine * step_sine) >> _BITS,
        )
        tangents.append((sine << _TAN_BITS) // cosine)
        sine, cosine = (
            (sine * step_cosine + cosine * step_sine) >> _BITS,
            (cosine * step_cosine - sine * step_sine) >> _BITS,
        )
    tangents.pop()  # 4500.5 belongs to the next octant
    return sines, tangents


_TABLES: Final = _tables()
_SINES: Final = _TABLES[0]
_TANGENTS: Final = _TABLES[1]
_LEADING: Final = [tangent >> (_TAN_BITS - 28) for tangent in _TANGENTS]
"""The leading 28 bits of the tangents: they decide unless they are all alike."""
_NARROW: Final = 1 << 48
"""Below this, a number and 14 bits more fit a machine word."""


def sine(angle: i64) -> i64:
    """Sine of an angle in [0, 36000), times ONE, rounded to the nearest integer."""
    if angle < 18000:
        return _SINES[angle] if angle <= 9000 else _SINES[18000 - angle]
    return -_SINES[angle - 18000] if angle <= 27000 else -_SINES[36000 - angle]


def sincos(centidegrees: int) -> tuple[int, int]:
    """Sine and cosine of any angle, times ONE, each rounded to the nearest integer.

    >>> sincos(3000), sincos(-9000), sincos(13500)
    ((524288, 908093), (-1048576, 0), (741455, -741455))
    """
    angle: i64 = centidegrees % TURN
    return sine(angle), sine(angle + 9000 if angle < 27000 else angle - 27000)


def unscaled(value: i64) -> i64:
    """A value divided by ONE and rounded to the nearest, halves away from zero."""
    return (value + ONE // 2) >> 20 if value >= 0 else -((ONE // 2 - value) >> 20)


def _octant_angle(long: int, short: int) -> int:
    """The angle whose tangent is short / long, for 0 <= short <= long and long > 0."""
    if long < _NARROW:
        quotient = _leading(long, short)
        place = _bisected(quotient)
        if place == 0 or _LEADING[place - 1] != quotient:
            return place
    return bisect_right(_TANGENTS, (short << _TAN_BITS) // long)


def _leading(long: i64, short: i64) -> int:
    """The leading bits of the quotient short / long, in machine words: as many in each of two steps."""
    return (((short << 14) // long) << 14) + (((short << 14) % long << 14) // long)


def _bisected(quotient: i64) -> int:
    """The number of tangents whose leading bits are not more than these."""
    least: i64 = 0
    most: i64 = len(_LEADING)
    while least < most:
        middle = (least + most) >> 1
        if _LEADING[middle] <= quotient:
            least = middle + 1
        else:
            most = middle
    return least


def angle_of(dx: int, dy: int) -> int:
    """The bearing of a vector in centidegrees, in [0, 36000), to the nearest; 0 for the zero vector.

    Mirrored vectors have mirrored bearings.

    >>> angle_of(10, 0), angle_of(7, 7), angle_of(0, -3), angle_of(-100, 1)
    (0, 4500, 27000, 17943)
    """
    across, up = abs(dx), abs(dy)
    if across == 0 and up == 0:
        return 0
    angle = _octant_angle(across, up) if up <= across else 9000 - _octant_angle(up, across)
    if dx < 0:
        angle = 18000 - angle
    return (TURN - angle) % TURN if dy < 0 else angle


def _shrink(a: i64, b: i64, exact_a: i64, exact_b: i64, length: i64) -> tuple[i64, i64]:
    """The point nearest to (exact_a, exact_b) / ONE within `length` of the origin, one or more short of (a, b)."""
    while True:
        best: i64 = -1
        best_a: i64 = 0
        best_b: i64 = 0
        for shorter in range(3):
            near_a: i64 = a - 1 if shorter != 1 else a
            near_b: i64 = b - 1 if shorter != 0 else b
            off_a: i64 = near_a * ONE - exact_a
            off_b: i64 = near_b * ONE - exact_b
            gap: i64 = off_a * off_a + off_b * off_b
            if near_a * near_a + near_b * near_b <= length * length and (best < 0 or gap < best):
                best, best_a, best_b = gap, near_a, near_b
        if best >= 0:
            return best_a, best_b
        a -= 1
        b -= 1


def step(x: int, y: int, centidegrees: int, length: i64) -> tuple[int, int]:
    """The point `length` away on a bearing: the nearest one to it that is never farther than `length`.

    >>> step(0, 0, 0, 500), step(100, 100, 4500, 1000)
    ((500, 0), (807, 807))
    """
    angle: i64 = centidegrees % TURN
    up: i64 = sine(angle)
    across: i64 = sine((angle + 9000) % TURN)
    exact_a: i64 = length * (across if across >= 0 else -across)
    exact_b: i64 = length * (up if up >= 0 else -up)
    a: i64 = (exact_a + ONE // 2) >> 20
    b: i64 = (exact_b + ONE // 2) >> 20
    if a * a + b * b > length * length:
        a, b = _shrink(a, b, exact_a, exact_b, length)
    return x + int(a if across >= 0 else -a), y + int(b if up >= 0 else -b)
