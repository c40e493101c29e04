"""The ladder: agents against each other, every pair from both seats, and a rating for each.

Ratings are Bradley-Terry estimates on the Elo scale: 400 points are odds of ten to one. A draw is half a win for each,
and one imagined draw between every two that met keeps a clean sweep finite.

With three seats or more every group of as many agents meets, from all seats in turn. A game then counts as one meeting of every
two at the table that share the victory or of which one does: a winner has beaten each of the others, and between two losers
nothing is decided. The meetings of one game hang together, so that the intervals are a little too narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import exp, log, sqrt
from typing import NamedTuple

from escarmouche.agents.roster import Player, Wanted
from escarmouche.analysis.executors import Executor, Here
from escarmouche.analysis.simulate import CONFIDENCE, MOST, Battle, Fault, Job, fight, planned, ready_to_leave, told_once
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.system import Plain

ELO = 400 / log(10)
"""Points of the Elo scale in one unit of log odds."""

PRIOR = 1.0
"""Imagined drawn games between every two agents that met."""


Shared = tuple[tuple[int, ...], tuple[Fraction, ...]]
"""A game that was played: who sat at the table, each by its number, and what part of the victory each has."""


class Rung(NamedTuple):
    """An agent on the ladder: its rating and half the width of the rating's 95 % interval, and its games: won alone, drawn
    (which is to share the victory), lost. Where it had several seats of a game, each of them counts."""

    agent: str
    rating: float
    margin: float
    wins: int
    draws: int
    losses: int


class Ladder(NamedTuple):
    """The agents, best first, and who beat whom how often: `beaten[a][b]` counts wins of a over b, at a table of any size."""

    system: str
    games: int
    stopped: bool
    rungs: list[Rung]
    beaten: dict[str, dict[str, int]]
    faults: tuple[Fault, ...] = ()
    """One for every game in which an agent failed: it has lost that game."""

    def to_plain(self) -> Plain:
        """As JSON data."""
        faults = {"failed": len(self.faults), "faults": told_once(self.faults, "en")}
        return {**self._asdict(), "rungs": [rung._asdict() for rung in self.rungs], **faults}


def ladder(
    system: str,
    agents: Sequence[Wanted] = ("random", "greedy"),
    games: int = 20,
    seed: int | str = 0,
    scenario: str | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int = MOST,
    seats: int | None = None,
) -> Ladder:
    """Every two agents play `games` games, in turn from either side of the same battles with ready-made armies; with three
    `seats` or more, every group that fills them (see `groups`). Ctrl-C stops and rates what is done.
    An agent that fails has lost the game, and `faults` tells why.

    >>> ladder("sbh", ("random", "greedy:1"), games=2).games
    2
    """
    players = [Player.read(one) for one in agents]
    ready_to_leave(players, executor)
    names = [str(player) for player in players]
    if len(names) < 2 or len(set(names)) < len(names):
        raise EscarmoucheError(
            "A ladder needs two agents or more, each named once: greedy:8 and greedy:32 are two.",
            "Un classement demande au moins deux joueurs, chacun nommé une fois : greedy:8 et greedy:32 en font deux.",
        )
    jobs, tables = drawn(system, agents, games, seed, scenario, most, seats)
    results: list[Shared] = []
    faults: list[Fault] = []
    stopped = False
    try:
        for done in (executor or Here()).run(_match, list(enumerate(jobs))):
            number, battle = done
            results.append((tables[number], battle.shares))
            faults.extend([] if battle.fault is None else [battle.fault])
            if progress is not None:
                progress(len(results), len(jobs))
    except KeyboardInterrupt:
        stopped = True
    return ranked(system, names, stopped, results)._replace(faults=tuple(faults))


def _match(job: tuple[int, Job]) -> tuple[int, Battle]:
    """A game with its number."""
    return job[0], fight(job[1])


def groups(agents: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits down together, each agent by its number: every group of as many agents as there are seats; where there are fewer
    agents, every way to fill the seats in which each of them has one at least.

    >>> groups(3, 2), groups(2, 3)
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 1), (0, 1, 1)])
    """
    if agents >= seats:
        return list(combinations(range(agents), seats))
    return [group for group in combinations_with_replacement(range(agents), seats) if len(set(group)) == agents]


def drawn(
    system: str,
    agents: Sequence[Wanted],
    games: int,
    seed: int | str,
    scenario: str | None,
    most: int,
    seats: int | None = None,
) -> tuple[list[Job], list[tuple[int, ...]]]:
    """The games of a round robin, and who meets in each: fresh armies once all seats have been gone round, in between they are
    turned by one."""
    count = len(planned(system, None, scenario, seed, None, most, seats).armies)
    jobs: list[Job] = []
    tables: list[tuple[int, ...]] = []
    for group in groups(len(agents), count):
        for game in range(games):
            battle, turned = divmod(game, count)
            plan = planned(system, None, scenario, f"{seed} ladder {battle}", [agents[one] for one in group], most)
            jobs.append((plan, battle, turned))
            tables.append(group)
    return jobs, tables


def ranked(system: str, names: list[str], stopped: bool, results: Sequence[Shared]) -> Ladder:
    """The ladder from the games that were played."""
    count = len(names)
    score = [[0.0] * count for _ in names]
    played = [[0.0] * count for _ in names]
    won = [[0] * count for _ in names]
    games = [[0, 0, 0] for _ in names]
    for table, shares in results:
        for who, share in zip(table, shares, strict=True):
            games[who][0 if share == 1 else 1 if share else 2] += 1
        for (first, mine), (second, theirs) in combinations(zip(table, shares, strict=True), 2):
            if not mine + theirs:
                continue
            score[first][second] += float(mine / (mine + theirs))
            score[second][first] += float(theirs / (mine + theirs))
            played[first][second] += 1
            played[second][first] += 1
            won[first][second] += not theirs
            won[second][first] += not mine
    ratings, margins = estimate(score, played)
    rungs = [Rung(name, ratings[number], margins[number], *games[number]) for number, name in enumerate(names)]
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
