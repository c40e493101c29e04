"""What battles say of those who fought them: shares of the victory, and ratings on the Elo scale, each with an interval.

400 points of Elo are odds of ten to one; a draw is half a win for each. Battles of one bout, which are fought on one table with
one seed from every seat, hang together: the bout is what the intervals count, never the single battle.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations
from math import exp, inf, log, log10, sqrt
from typing import NamedTuple

from escarmouche.analysis.simulate import CONFIDENCE, independent, wilson

ELO = 400 / log(10)
"""Points of the Elo scale in one unit of log odds."""
PRIOR = 1.0
"""Imagined drawn battles between every two that met: they keep a clean sweep finite."""

Matrix = list[list[float]]


class Counted(NamedTuple):
    """A battle as it counts: its bout, who sat at the table, each by its number, and what part of the victory each has."""

    bout: Hashable
    table: tuple[int, ...]
    shares: tuple[float, ...]


class Score(NamedTuple):
    """What part of the victory somebody has on the mean, and where the true part lies with 95 % confidence."""

    share: float
    low: float
    high: float


def elo(share: float) -> float:
    """The points by which one is ahead who has this share against another.

    >>> round(elo(10 / 11)), elo(1.0)
    (400, inf)
    """
    return 400 * log10(share / (1 - share)) if 0 < share < 1 else inf if share else -inf


def expected(points: float) -> float:
    """The share that one is to expect who is so many points ahead.

    >>> round(expected(400) * 11, 9)
    10.0
    """
    return 1 / (1 + 10 ** (-points / 400))


def scored(bouts: Sequence[Sequence[float]]) -> Score:
    """The score in battles that are given bout by bout.

    >>> scored([[1, 0]] * 8).share
    0.5
    """
    battles = [share for bout in bouts for share in bout]
    if not battles:
        return Score(0.5, 0.0, 1.0)
    share = sum(battles) / len(battles)
    return Score(share, *wilson(share, independent(bouts)))


def estimate(count: int, battles: Sequence[Counted]) -> tuple[list[float], list[float]]:
    """The Bradley-Terry ratings of so many players around 0, and the half widths of their 95 % intervals.

    A battle counts as one meeting of every two at the table that share the victory or of which one has it; between two losers
    nothing is decided, nor between two seats of one player. The intervals are those of whole bouts (the sandwich of the
    information matrix), with one more bout imagined whose battles do not hang together.

    >>> ratings, margins = estimate(2, [Counted(one, (0, 1), (one % 4 > 0, one % 4 == 0)) for one in range(40)])
    >>> round(ratings[0] - ratings[1]), round(margins[0]), round(margins[1])
    (185, 62, 62)
    """
    met = [(battle.bout, *meeting) for battle in battles for meeting in meetings(battle)]
    score, played = [[0.0] * count for _ in range(count)], [[0.0] * count for _ in range(count)]
    for _, one, other, share in met:
        score[one][other] += share
        score[other][one] += 1 - share
        played[one][other] += 1
        played[other][one] += 1
    imagined = priors(played)
    strengths, spread = fitted(score, played, imagined)
    slopes: dict[Hashable, list[float]] = {}
    single = [[0.0] * count for _ in range(count)]
    for bout, one, other, share in met:
        chance = 1 / (1 + exp(strengths[other] - strengths[one]))
        slope = slopes.setdefault(bout, [0.0] * count)
        slope[one] += share - chance
        slope[other] -= share - chance
        _couple(single, one, other, chance * (1 - chance))
    noise = _noise(list(slopes.values()), single, len(battles))
    for one, other in combinations(range(count), 2):  # an imagined draw is half a win and half a loss
        chance = 1 / (1 + exp(strengths[other] - strengths[one]))
        _couple(noise, one, other, imagined[one][other] * (chance**2 + (1 - chance) ** 2) / 2)
    variances = [
        sum([spread[a][i] * noise[i][j] * spread[a][j] for i in range(count) for j in range(count)]) for a in range(count)
    ]
    return [ELO * value for value in strengths], [ELO * CONFIDENCE * sqrt(max(0.0, value)) for value in variances]


def meetings(battle: Counted) -> list[tuple[int, int, float]]:
    """Who met whom in a battle, and the first one's part of what the two have of the victory."""
    chairs = list(zip(battle.table, battle.shares, strict=True))
    found = []
    for (one, mine), (other, theirs) in combinations(chairs, 2):
        if one != other and mine + theirs:
            found.append((one, other, float(mine / (mine + theirs))))
    return found


def priors(played: Matrix) -> Matrix:
    """The imagined draws: between every two that met; between any two where not all are linked by battles."""
    count = len(played)
    linked = {0}
    for _ in range(count):
        linked |= {other for one in linked for other in range(count) if played[one][other]}
    return [[PRIOR * (a != b and (bool(played[a][b]) or len(linked) < count)) for b in range(count)] for a in range(count)]


def fitted(score: Matrix, played: Matrix, imagined: Matrix) -> tuple[list[float], Matrix]:
    """The strengths around 0, in log odds, under which what was scored is likeliest, by Newton's method, and the inverse of the
    information about them. `score[a][b]` is what a scored against b in `played[a][b]` meetings."""
    count = len(score)
    strengths = [0.0] * count
    spread: Matrix = []
    for _ in range(100):
        slope = [0.0] * count
        curve = [[1.0 / count] * count for _ in range(count)]  # keeps the mean at 0 and the matrix invertible
        for a, b in combinations(range(count), 2):
            chance = 1 / (1 + exp(strengths[b] - strengths[a]))
            weight = played[a][b] + imagined[a][b]
            pull = score[a][b] + imagined[a][b] / 2 - weight * chance
            slope[a] += pull
            slope[b] -= pull
            _couple(curve, a, b, weight * chance * (1 - chance))
        spread = inverse(curve)
        steps = [sum([spread[a][b] * slope[b] for b in range(count)]) for a in range(count)]
        strengths = [value + max(-1.0, min(1.0, step)) for value, step in zip(strengths, steps, strict=True)]
        if max([abs(step) for step in steps]) < 1e-9:
            break
    return strengths, spread


def _couple(matrix: Matrix, a: int, b: int, weight: float) -> None:
    """Add what a meeting tells of the difference between two."""
    matrix[a][a] += weight
    matrix[b][b] += weight
    matrix[a][b] -= weight
    matrix[b][a] -= weight


def _noise(slopes: list[list[float]], single: Matrix, battles: int) -> Matrix:
    """How much the slope of the likelihood varies: by what the bouts came to, and one imagined bout of battles that do not hang
    together; of one bout alone, as if its battles were one."""
    count, bouts = len(single), len(slopes)
    if bouts < 2:
        return [[value * battles for value in row] for row in single]
    factor = bouts**2 / (bouts**2 - 1)
    return [
        [factor * (sum([slope[a] * slope[b] for slope in slopes]) + single[a][b] / bouts) for b in range(count)]
        for a in range(count)
    ]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a small matrix, by Gauss and Jordan.

    >>> inverse([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    rows = [[*row, *[float(i == j) for j in range(size)]] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i][i]
        rows[i] = [value / head for value in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [value - factor * above for value, above in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
