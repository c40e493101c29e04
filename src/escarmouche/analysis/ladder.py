"""The ladder: agents against each other in bouts, every one from every seat, and a rating for each.

    from escarmouche.analysis.ladder import ladder
    found = ladder("sbh", ("random", "greedy:8"), games=40)
    print(found.rungs[0].agent, found.pairings[0].score)

With three seats or more every group of as many agents meets. How ratings and intervals come about: `analysis.ratings`; the test
that stops early: `analysis.sequential`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import combinations
from typing import NamedTuple

from escarmouche.agents.roster import Player, Wanted
from escarmouche.analysis.bouts import Fought, Pace, Terms, drawn, fight_all
from escarmouche.analysis.executors import Executor, Here
from escarmouche.analysis.ratings import Score, estimate, meetings, scored
from escarmouche.analysis.sequential import Question, Trial, Verdict
from escarmouche.analysis.simulate import MOST, Fault, ready_to_leave, told_once
from escarmouche.core import registry
from escarmouche.core.armies import Bring
from escarmouche.core.armies import brought as bring
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.offers import Habit
from escarmouche.core.system import Plain

WEIGHTS = "learned.json"


class Rung(NamedTuple):
    """An agent on the ladder: its rating and half the width of the rating's 95 % interval, and its games: won alone, drawn
    (which is to share the victory), lost. Where it had several seats of a game, each of them counts."""

    agent: str
    rating: float
    margin: float
    wins: int
    draws: int
    losses: int


class Pairing(NamedTuple):
    """How one agent fared against another: its score with the 95 % interval, in how many battles and bouts, how many of them
    were broken off, how many decisions one took on the mean, of all at the table, and its share in each scenario."""

    first: str
    second: str
    score: Score
    battles: int
    bouts: int
    broken_off: int
    decisions: float
    scenarios: dict[str, float]


class Manner(NamedTuple):
    """How an agent played: in how many seats, how long its decisions took, and what its system counts of it."""

    seats: int
    pace: Pace
    habits: tuple[Habit, ...]

    def to_plain(self) -> Plain:
        """As JSON data."""
        times = {"median_ms": self.pace.within(0.5), "nine_of_ten_ms": self.pace.within(0.9), "longest_ms": self.pace.longest}
        decisions = self.pace.decisions / self.seats if self.seats else 0.0
        habits = {habit.name: [habit.times, habit.of] for habit in self.habits}
        rounded = {name: round(value, 3) for name, value in times.items()}
        return {"seats": self.seats, "decisions": round(decisions, 2), **rounded, "habits": habits}


class Origin(NamedTuple):
    """What results are tied to: the system, the version of the package, that of the system's rules, the digest of its learned
    weights (empty where it ships none), the seed, the scenario (None: all in turn), the options of the game, and the names of
    the armies (none: ready-made ones in turn)."""

    system: str
    version: str
    rules: int
    weights: str
    seed: str
    scenario: str | None
    options: Plain
    armies: tuple[str, ...]


class Ladder(NamedTuple):
    """The agents, best first, and who beat whom how often: `beaten[a][b]` counts wins of a over b, at a table of any size."""

    system: str
    games: int
    stopped: bool
    rungs: list[Rung]
    beaten: dict[str, dict[str, int]]
    faults: tuple[Fault, ...]
    """One for every game in which an agent failed: it has lost that game."""
    pairings: list[Pairing]
    manners: dict[str, Manner]
    scenarios: dict[str, int]
    """How many games there were in each scenario."""
    origin: Origin
    verdict: Verdict | None = None
    tested: tuple[str, ...] = ()
    """The agents that a verdict is about, in the order in which it speaks of them."""

    def to_plain(self) -> Plain:
        """As JSON data."""
        verdict = self.verdict
        return {
            **self.origin._asdict(),
            "agents": sorted([rung.agent for rung in self.rungs]),
            "tested": self.tested,
            "games": self.games,
            "stopped": self.stopped,
            "rungs": [rung._asdict() for rung in self.rungs],
            "pairings": [{**one._asdict(), "score": one.score._asdict()} for one in self.pairings],
            "manners": {name: manner.to_plain() for name, manner in self.manners.items()},
            "beaten": self.beaten,
            "scenarios": self.scenarios,
            "verdict": None if verdict is None else {**verdict._asdict(), "question": verdict.question._asdict()},
            "failed": len(self.faults),
            "faults": told_once(self.faults, "en"),
        }


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
    options: Plain | None = None,
    question: Question | None = None,
    armies: Sequence[Bring] | None = None,
) -> Ladder:
    """Every two agents play `games` games (rounded up to whole bouts) with ready-made armies, or with those named seat by seat,
    in all scenarios in turn; with three `seats` or more, every group that fills them (see `bouts.groups`). Ctrl-C stops and
    rates what is done.
    An agent that fails has lost the game, and `faults` tells why.

    With a `question` (see `analysis.sequential`) about two agents it ends as soon as that is decided, and counts no bout after
    the one that decides it; `games` is then the most there are. The same seed gives the same, whoever plays.

    >>> ladder("sbh", ("random", "greedy:1"), games=2).games
    2
    """
    terms = agreed(system, agents, seed, scenario, most, seats, options, armies)
    matches = drawn(terms, games)
    ready_to_leave(terms.agents, executor)
    test = None if question is None else InOrder(question, len(terms.agents), len(matches[0].table))
    done: list[Fought] = []
    stopped = False
    try:
        with closing(fight_all(matches, executor or Here(), {})) as fights:
            for one in fights:
                done.append(one)
                if progress is not None:
                    progress(len(done), len(matches))
                if test is not None and test.add(one):
                    break
    except KeyboardInterrupt:
        stopped = True
    verdict = None if test is None else test.trial.verdict
    counted = [one for one in done if verdict is None or not verdict.decided or one.bout < verdict.pairs]
    found = ranked(terms.names, counted, origin(terms), stopped)
    return found if verdict is None else found._replace(verdict=verdict, tested=tuple(terms.names))


def agreed(
    system: str,
    agents: Sequence[Wanted],
    seed: int | str = 0,
    scenario: str | None = None,
    most: int = MOST,
    seats: int | None = None,
    options: Plain | None = None,
    armies: Sequence[Bring] | None = None,
) -> Terms:
    """Who plays what; one sentence where that is no ladder."""
    registry.system(system)
    players = tuple([Player.read(one) for one in agents])
    if len(players) < 2 or len({str(player) for player in players}) < len(players):
        raise EscarmoucheError(
            "A ladder needs two agents or more, each named once: greedy:8 and greedy:32 are two.",
            "Un classement demande au moins deux joueurs, chacun nommé une fois : greedy:8 et greedy:32 en font deux.",
        )
    brought = tuple([bring(one, system) for one in armies or ()])
    return Terms(system, players, str(seed), scenario, most, seats, options or {}, brought)


class InOrder:
    """A trial that is given battles as they end, and counts pairs in the order of their numbers."""

    def __init__(self, question: Question, agents: int, seats: int) -> None:
        if agents != 2 or seats != 2:
            raise EscarmoucheError(
                "A test is between two agents at two seats: name two with --agents.",
                "Un test oppose deux joueurs à deux places : nommez-en deux avec --agents.",
            )
        self.trial = Trial(question)
        self._next = 0
        self._waiting: dict[int, list[float]] = {}

    def add(self, one: Fought) -> bool:
        """Is it decided with this battle?"""
        self._waiting.setdefault(one.bout, []).append(float(one.battle.shares[0]))
        while len(self._waiting.get(self._next, ())) == 2:
            if self.trial.add(sum(self._waiting.pop(self._next)) / 2).decided:
                return True
            self._next += 1
        return False


def ranked(names: list[str], done: Sequence[Fought], made: Origin, stopped: bool = False) -> Ladder:
    """The ladder of these agents from the games that were played, in whatever order they came."""
    done = sorted(done, key=lambda one: (one.system, one.bout, one.table, one.turned))
    games = [[0, 0, 0] for _ in names]
    for one in done:
        for who, share in zip(one.table, one.battle.shares, strict=True):
            games[who][0 if share == 1 else 1 if share else 2] += 1
    ratings, margins = estimate(len(names), [one.counted for one in done])
    rungs = [Rung(name, ratings[number], margins[number], *games[number]) for number, name in enumerate(names)]
    rungs.sort(key=lambda rung: -rung.rating)
    order = [names.index(rung.agent) for rung in rungs]
    pairings = [pairing(names, a, b, done) for a, b in combinations(order, 2)]
    return Ladder(
        made.system,
        len(done),
        stopped,
        rungs,
        beaten(names, done),
        tuple([one.battle.fault for one in done if one.battle.fault is not None]),
        [one for one in pairings if one.battles],
        {names[number]: manner(number, done) for number in order},
        dict(sorted(Counter([one.scenario for one in done]).items())),
        made,
    )


def beaten(names: list[str], done: Sequence[Fought]) -> dict[str, dict[str, int]]:
    """Who beat whom how often."""
    found = {name: {other: 0 for other in names if other != name} for name in names}
    for one in done:
        for a, b, share in meetings(one.counted):
            if share in (0.0, 1.0):
                winner, loser = (a, b) if share else (b, a)
                found[names[winner]][names[loser]] += 1
    return found


def pairing(names: list[str], a: int, b: int, done: Sequence[Fought]) -> Pairing:
    """How a fared against b."""
    bouts: dict[tuple[str, int], list[float]] = {}
    scenarios: dict[str, list[float]] = {}
    met = [one for one in done if a in one.table and b in one.table]
    for one in met:
        for first, second, share in meetings(one.counted):
            if {first, second} == {a, b}:
                mine = share if first == a else 1 - share
                bouts.setdefault((one.system, one.bout), []).append(mine)
                scenarios.setdefault(one.scenario, []).append(mine)
    decisions = sum([one.battle.decisions for one in met]) / max(1, len(met))
    broken = len([one for one in met if one.broken_off])
    means = {name: sum(found) / len(found) for name, found in sorted(scenarios.items())}
    return Pairing(names[a], names[b], scored(list(bouts.values())), len(met), len(bouts), broken, decisions, means)


def manner(number: int, done: Sequence[Fought]) -> Manner:
    """How an agent played."""
    pace, seats = Pace(), 0
    habits: dict[str, tuple[int, int]] = {}
    for one in done:
        for chair, who in enumerate(one.table):
            if who != number:
                continue
            seats += 1
            pace = pace.and_those_of(one.paces[chair])
            for name, times, of in one.habits[chair]:
                before = habits.get(name, (0, 0))
                habits[name] = before[0] + times, before[1] + of
    return Manner(seats, pace, tuple([Habit(name, *counts) for name, counts in habits.items()]))


def origin(terms: Terms) -> Origin:
    """What results of these terms are tied to."""
    system = registry.system(terms.system)
    armies = tuple([str(army.get("name", "")) for army in terms.armies])
    made = weights(system.id)
    return Origin(system.id, version(), system.version, made, terms.seed, terms.scenario, terms.options, armies)


def version() -> str:
    """The version of the package."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as found

    try:
        return found("escarmouche")
    except PackageNotFoundError:  # run from its sources
        return "unknown"


def weights(system: str) -> str:
    """A short digest of the weights that a system ships; empty where it ships none."""
    folder = registry.folder(system)
    file = None if folder is None else folder / WEIGHTS
    return "" if file is None or not file.is_file() else hashlib.sha256(file.read_bytes()).hexdigest()[:8]
