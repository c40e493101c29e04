"""A test that ends as soon as it is decided which of two is true: that somebody is worth at most so much, or at least so much.

The generalized sequential probability ratio test over pairs of battles, as chess engines are tested: after every pair, in the
order of their numbers, one asks how much likelier what the pairs came to is under the one than under the other, each with the
distribution that fits it best. Decided wrongly about 5 times in 100 when one of the two is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from escarmouche.analysis.ratings import elo, expected
from escarmouche.core.errors import EscarmoucheError

ERROR = 0.05
"""How often a wrong decision is allowed, either way."""
BOUND = log((1 - ERROR) / ERROR)
"""At this logarithm of the likelihood ratio it is decided, by Wald."""
ZONE = 40.0
"""So many points of Elo either side of a share it may be called either way."""
WORTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of battles may come to, on the mean of both."""
HINT = 0.001
"""What has not happened yet counts as having happened so often."""
LEAST, MOST = 0.01, 0.99


class Question(NamedTuple):
    """Is the first at most `low` points of Elo ahead of the second, or at least `high`? Where it was asked about a share,
    `share` is that one."""

    low: float
    high: float
    share: float | None = None


class Verdict(NamedTuple):
    """What was found: "low", "high", or nothing yet, after so many pairs; with the logarithm of the likelihood ratio."""

    question: Question
    decided: str
    pairs: int
    ratio: float


def points(text: str) -> Question:
    """The question of a test written `LOW,HIGH` in points of Elo.

    >>> points("0,20")
    Question(low=0.0, high=20.0, share=None)
    """
    try:
        low, high = [float(part) for part in text.split(",")]
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high <= 1000:
        raise EscarmoucheError(
            f"{text!r} is no test: write two numbers of Elo points from -1000 to 1000, the lower first, such as 0,20.",
            f"{text!r} n’est pas un test : écrivez deux nombres de points Elo de -1000 à 1000, le plus petit d’abord, comme"
            " 0,20.",
        )
    return Question(low, high)


def share(wanted: float) -> Question:
    """Is the first's share of the victory at least so much, or less?

    >>> [round(expected(end), 3) for end in share(0.7)[:2]]
    [0.65, 0.746]
    """
    if not LEAST <= wanted <= MOST:
        raise EscarmoucheError(
            f"A share of {wanted:g} cannot be tested: name one from {LEAST} to {MOST}, such as 0.7.",
            f"Une part de {wanted:g} ne se teste pas : nommez-en une de {LEAST} à {MOST}, comme 0.7.",
        )
    return Question(elo(wanted) - ZONE, elo(wanted) + ZONE, wanted)


class Trial:
    """A question under test: pairs are added in their order, until it is decided."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._counts = [0] * len(WORTHS)
        self._ends = expected(question.low), expected(question.high)
        self.verdict = Verdict(question, "", 0, 0.0)

    def add(self, worth: float) -> Verdict:
        """What is found with one pair more, given what it came to on the mean of both battles; once it is decided none counts
        any more.

        >>> trial = Trial(share(0.5))
        >>> [trial.add(1.0).decided for _ in range(20)].index("high")
        12
        """
        if not self.verdict.decided:
            self._counts[round(4 * worth)] += 1
            found = ratio(self._counts, *self._ends)
            decided = "" if abs(found) < BOUND else "high" if found > 0 else "low"
            self.verdict = Verdict(self.question, decided, sum(self._counts), found)
        return self.verdict


def ratio(counts: Sequence[float], low: float, high: float) -> float:
    """The logarithm of how much likelier it is that pairs came to each of WORTHS so often if the mean is `high` than if it is
    `low`."""
    seen = [count or HINT for count in counts]
    rows = zip(seen, likeliest(seen, low), likeliest(seen, high), strict=True)
    return sum([count * log(more / less) for count, less, more in rows])


def likeliest(seen: Sequence[float], mean: float) -> list[float]:
    """The chances of WORTHS with this mean under which what was seen is likeliest.

    >>> [round(chance, 2) for chance in likeliest([10, 0, 0, 0, 10], 0.7)]
    [0.3, 0.0, 0.0, 0.0, 0.7]
    """
    total = sum(seen)
    away = [worth - mean for worth in WORTHS]
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(60):
        middle = (low + high) / 2
        if sum([count * far / (1 + middle * far) for count, far in zip(seen, away, strict=True)]) > 0:
            low = middle
        else:
            high = middle
    middle = (low + high) / 2
    return [count / total / (1 + middle * far) for count, far in zip(seen, away, strict=True)]
