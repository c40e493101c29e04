"""Roots and quotients of whole numbers, each with a stated rounding."""

from __future__ import annotations

from math import isqrt, sqrt
from typing import Final

from mypy_extensions import i64

WORD: Final = 1 << 60
"""Squares below this are taken the root of in machine words."""
_SHORT: Final = 1 << 40
_LONG: Final = 1 << 32
"""With a square and a length below these the product of a side, a length and 2 ** 10 fits a machine word."""
_NARROW: Final = 1 << 20
"""The product of a number below this and one below _SHORT, and twice that, fits a machine word."""
_CLOSE: Final = 1e-14
"""Products of floats differ by less than this from those of whole numbers, as a part of them."""


def root(square: i64) -> i64:
    """The square root of a non-negative number below WORD, rounded down. The float is but a guess, put right in whole
    numbers: no rounding of any machine's shows."""
    guess: i64 = int(sqrt(float(square)))
    while guess * guess > square:
        guess -= 1
    while (guess + 1) * (guess + 1) <= square:
        guess += 1
    return guess


def root_up(square: int) -> int:
    """The square root of a non-negative number, rounded up."""
    if square <= 0:
        return 0
    if square < WORD:
        return root(square - 1) + 1
    return isqrt(square - 1) + 1


def sixteenths(square: int) -> int:
    """Sixteen times the square root of a non-negative number, rounded down."""
    return _sixteenths(square) if square < WORD else isqrt(square << 8)


def _sixteenths(square: i64) -> int:
    whole = root(square)
    if whole == 0:
        return 0
    rest = (square - whole * whole) << 8
    more = rest // (32 * whole)
    while (32 * whole + more) * more > rest:
        more -= 1
    return 16 * whole + more


def divided(a: int, b: int) -> int:
    """a / b rounded to the nearest whole number, halves away from zero; b is positive."""
    return (a + a + b) // (b + b) if a >= 0 else -((b - a - a) // (b + b))  # products of large numbers are slow


def nearest(a: i64, b: i64) -> i64:
    """The same in machine words, which twice the sum of the two must fit."""
    return (a + a + b) // (b + b) if a >= 0 else -((b - a - a) // (b + b))


def more(a: i64, b: i64, c: i64, d: i64) -> bool:
    """Whether a * b is more than c * d, exactly. Floats settle nearly all of that, whole numbers of any size what is too close
    for them."""
    one, other = float(a) * float(b), float(c) * float(d)
    close = (abs(one) + abs(other)) * _CLOSE
    if one - other > close or other - one > close:
        return one > other
    return _exactly_more(a, b, c, d)


def _exactly_more(a: int, b: int, c: int, d: int) -> bool:
    """The same where the products may outgrow a machine word, so no i64 here."""
    return a * b > c * d


def part(length: int, share: int, whole: int) -> int:
    """length * share / whole rounded as by `divided`; the share is not more than the whole."""
    if whole < _SHORT and -_NARROW < length < _NARROW:
        return _part(length, share, whole)
    return divided(length * share, whole)


def _part(length: i64, share: i64, whole: i64) -> i64:
    top = length * share
    return (top + top + whole) // (whole + whole) if top >= 0 else -((whole - top - top) // (whole + whole))


def share(side: i64, length: i64, square: i64) -> int:
    """side * |length| / √square, rounded towards zero; `side` is no longer than the root, which is not 0."""
    long = side if side >= 0 else -side
    far = length if length >= 0 else -length
    part = _share_down(long, far, square)
    return part if side >= 0 else -part


def _share_down(side: i64, length: i64, square: i64) -> int:
    if square < _SHORT and length < _LONG:
        # A root with ten more bits says it in machine words, unless a whole number lies between it and the true one.
        fine = root(square << 20)
        top = side * length << 10
        part = top // fine
        if fine * fine == square << 20 or top // (fine + 1) == part:
            return part
    return _exact_share_down(side, length, square)


def _exact_share_down(side: int, length: int, square: int) -> int:
    """The same where the products may outgrow a machine word, so no i64 here."""
    return isqrt(side * side * length * length // square)
