"""The ladder: agents against each other, every pair from both seats, and a rating for each.

Ratings are Bradley-Terry estimates on the Elo scale: 400 points are odds of ten to one. A draw is half a win for each,
and one imagined draw between every two that met keeps a clean sweep finite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from escarmouche.agents.roster import Player
from escarmouche.analysis.executors import Executor, Here
from escarmouche.analysis.simulate import CONFIDENCE, MOST, Battle, Job, fight, planned
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.system import Plain

ELO = 400 / log(10)
"""Points of the Elo scale in one unit of log odds."""

PRIOR = 1.0
"""Imagined drawn games between every two agents that met."""


class Rung(NamedTuple):
    """An agent on the ladder: its rating and half the width of the rating's 95 % interval, and its games."""

    agent: str
    rating: float
    margin: float
    wins: int
    draws: int
    losses: int


class Ladder(NamedTuple):
    """The agents, best first, and who beat whom how often: `beaten[a][b]` counts wins of a over b."""

    system: str
    games: int
    stopped: bool
    rungs: list[Rung]
    beaten: dict[str, dict[str, int]]

    def to_plain(self) -> Plain:
        """As JSON data."""
        return {**self._asdict(), "rungs": [rung._asdict() for rung in self.rungs]}


def ladder(
    system: str,
    agents: Sequence[str] = ("random", "greedy"),
    games: int = 20,
    seed: int | str = 0,
    scenario: str | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int = MOST,
) -> Ladder:
    """Every two agents play `games` games, in turn from either side of the same battles with ready-made armies. Ctrl-C
    stops and rates what is done.

    >>> ladder("sbh", ("random", "greedy:1"), games=2).games
    2
    """
    names = [str(Player.read(text)) for text in agents]
    if len(names) < 2 or len(set(names)) < len(names):
        raise EscarmoucheError(
            "A ladder needs two agents or more, each named once: greedy:8 and greedy:32 are two.",
            "Un classement demande au moins deux joueurs, chacun nommé une fois : greedy:8 et greedy:32 en font deux.",
        )
    jobs, pairs = drawn(system, agents, games, seed, scenario, most)
    results: list[tuple[int, int, float]] = []
    stopped = False
    try:
        for done in (executor or Here()).run(_match, list(enumerate(jobs))):
            number, battle = done
            first, second = pairs[number]
            results.append((first, second, 0.5 if battle.winner < 0 else 1.0 if battle.winner == 0 else 0.0))
            if progress is not None:
                progress(len(results), len(jobs))
    except KeyboardInterrupt:
        stopped = True
    return ranked(system, names, stopped, sorted(results))


def _match(job: tuple[int, Job]) -> tuple[int, Battle]:
    """A game with its number."""
    return job[0], fight(job[1])


def drawn(
    system: str, agents: Sequence[str], games: int, seed: int | str, scenario: str | None, most: int
) -> tuple[list[Job], list[tuple[int, int]]]:
    """The games of a round robin, and who meets in each: fresh armies for every second game, in between the seats turned."""
    jobs: list[Job] = []
    pairs: list[tuple[int, int]] = []
    for first in range(len(agents)):
        for second in range(first + 1, len(agents)):
            for game in range(games):
                plan = planned(system, None, scenario, f"{seed} ladder {game // 2}", (agents[first], agents[second]), most)
                jobs.append((plan, game // 2, game % 2))
                pairs.append((first, second))
    return jobs, pairs


def ranked(system: str, names: list[str], stopped: bool, results: list[tuple[int, int, float]]) -> Ladder:
    """The ladder from results: the first's and the second's number, and what the first scored."""
    count = len(names)
    score = [[0.0] * count for _ in names]
    played = [[0.0] * count for _ in names]
    won = [[0] * count for _ in names]
    for first, second, points in results:
        score[first][second] += points
        score[second][first] += 1 - points
        played[first][second] += 1
        played[second][first] += 1
        won[first][second] += points == 1.0
        won[second][first] += points == 0.0
    ratings, margins = estimate(score, played)
    rungs = []
    for number, name in enumerate(names):
        wins, losses = sum(won[number]), sum([row[number] for row in won])
        draws = round(sum(played[number])) - wins - losses
        rungs.append(Rung(name, ratings[number], margins[number], wins, draws, losses))
    beaten = {name: {other: won[a][b] for b, other in enumerate(names) if a != b} for a, name in enumerate(names)}
    return Ladder(system, len(results), stopped, sorted(rungs, key=lambda rung: -rung.rating), beaten)


def estimate(score: list[list[float]], played: list[list[float]]) -> tuple[list[float], list[float]]:
    """Elo ratings around 0 and the half widths of their 95 % intervals, by Newton's method on the log likelihood.

    `score[a][b]` is what a scored against b in `played[a][b]` games.

    >>> ratings, margins = estimate([[0, 30], [10, 0]], [[0, 40], [40, 0]])
    >>> round(ratings[0] - ratings[1])
    185
    """
    count = len(score)
    met = [[games + PRIOR if games else 0.0 for games in row] for row in played]
    strengths = [0.0] * count
    spread: list[list[float]] = []
    for _ in range(100):
        slope = [0.0] * count
        curve = [[1.0 / count] * count for _ in range(count)]  # keeps the mean at 0 and the matrix invertible
        for a in range(count):
            for b in range(count):
                if a == b or not met[a][b]:
                    continue
                chance = 1 / (1 + exp(strengths[b] - strengths[a]))
                slope[a] += score[a][b] + PRIOR / 2 - met[a][b] * chance
                weight = met[a][b] * chance * (1 - chance)
                curve[a][a] += weight
                curve[a][b] -= weight
        spread = inverse(curve)
        steps = [sum([spread[a][b] * slope[b] for b in range(count)]) for a in range(count)]
        strengths = [value + max(-1.0, min(1.0, step)) for value, step in zip(strengths, steps, strict=True)]
        if max([abs(step) for step in steps]) < 1e-9:
            break
    ratings = [ELO * value for value in strengths]
    return ratings, [ELO * CONFIDENCE * sqrt(max(0.0, spread[a][a] - 1 / count)) for a in range(count)]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
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
