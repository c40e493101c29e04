"""A battle in numbers of a fixed order, as one seat sees it: what opponents learn from and environments show.

A system says what it counts for one side (`SIDE`) and of the moment (`MOMENT`) in its module `encoding`. The numbers are then:
the hand-made judgement, those of the seat, those of its opponent, those of the moment.
"""

from __future__ import annotations

from math import log, sqrt

from mypy_extensions import i64

MOST = 0.999
"""A judgement nearer to certainty than this counts as this."""


def judged(worth: float) -> float:
    """A judgement from -1 to 1 on the endless scale on which reasons add up.

    >>> judged(0.0), round(judged(0.5), 3), round(judged(-1.0), 1)
    (0.0, 0.549, -3.8)
    """
    kept = max(-MOST, min(MOST, worth))
    return 0.5 * log((1 + kept) / (1 - kept))


def straight(x0: i64, y0: i64, x1: i64, y1: i64) -> float:
    """How far it is from one spot to another, for judging: no rule rests on a float.

    >>> straight(0, 0, 300, 400)
    500.0
    """
    dx = x1 - x0
    dy = y1 - y0
    return sqrt(float(dx * dx + dy * dy))


def nearness(gap: float, reach: float) -> float:
    """How near something is: 1 at it, a half at a reach, towards 0 far away.

    >>> nearness(0.0, 5.0), nearness(5.0, 5.0)
    (1.0, 0.5)
    """
    return reach / (reach + gap) if gap > 0.0 else 1.0


def ahead(lead: float, much: float) -> float:
    """How far ahead a lead is, from -1 to 1: a half where it is `much`.

    >>> ahead(0.0, 2.0), ahead(2.0, 2.0), ahead(-6.0, 2.0)
    (0.0, 0.5, -0.75)
    """
    return lead / (abs(lead) + much)


def late(turn: int, last: int) -> float:
    """How near the end a battle is that lasts so many turns, from 0 to 1, and little before the last of them; 0 where none is
    the last.

    >>> late(8, 8), late(4, 8), late(3, 0)
    (1.0, 0.125, 0.0)
    """
    gone = min(turn, last) / last if last > 0 else 0.0
    return gone * gone * gone
