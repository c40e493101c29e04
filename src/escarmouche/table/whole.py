"""Roots and quotients of whole numbers, each with a stated rounding."""

from __future__ import annotations

from math import isqrt


def root_up(square: int) -> int:
    """The square root of a non-negative number, rounded up."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def divided(a: int, b: int) -> int:
    """a / b rounded to the nearest whole number, halves away from zero; b is positive."""
    return (a + a + b) // (b + b) if a >= 0 else -((b - a - a) // (b + b))  # products of large numbers are slow
