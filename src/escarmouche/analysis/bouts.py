"""Bouts: one battle with its armies, scenario and seed, fought once with every agent in every chair.

The armies stay at their seats and the agents change chairs, with the same dice every time: neither army nor seat nor the luck
of the table favours anybody. For two seats a bout is a pair of battles.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import log2
from time import process_time
from typing import NamedTuple

from escarmouche.agents.protocol import Agent, Budget, SeatGame
from escarmouche.agents.roster import Player
from escarmouche.analysis.executors import Executor
from escarmouche.analysis.ratings import Counted
from escarmouche.analysis.simulate import Battle, Plan, fought_out, planned
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer
from escarmouche.core.offers import Habit
from escarmouche.core.system import DRAWS, Plain, System, known, matched

STEP = 8
"""Times of decisions are sorted into so many sizes from one to double its length."""


class Terms(NamedTuple):
    """What bouts are drawn from: who plays which system, by which seed, in which scenario (all in turn where it is None), at
    how many decisions a battle is broken off, and with which armies, seat by seat (ready-made ones where there are none)."""

    system: str
    agents: tuple[Player, ...]
    seed: str
    scenario: str | None
    most: int
    seats: int | None = None
    options: Plain = {}
    armies: tuple[Plain, ...] = ()

    @property
    def names(self) -> list[str]:
        """The agents as they are written, with their budgets."""
        return [str(player) for player in self.agents]


class Match(NamedTuple):
    """A battle to fight: who sits in which chair (by number, in the order of the chairs), of which bout, how far the agents are
    turned round the table, and the plan. What is counted by army in the plan is counted by chair here."""

    table: tuple[int, ...]
    bout: int
    turned: int
    plan: Plan

    @property
    def key(self) -> Key:
        """What it is found by."""
        return self.plan.system, self.table, self.bout, self.turned


Key = tuple[str, tuple[int, ...], int, int]


class Pace(NamedTuple):
    """How long decisions took, in processor time: how many were of each size, and the longest in milliseconds."""

    sizes: dict[int, int] = {}
    longest: float = 0.0

    def with_one(self, milliseconds: float) -> Pace:
        """The same with one decision more."""
        size = round(STEP * log2(max(milliseconds, 0.001)))
        return Pace({**self.sizes, size: self.sizes.get(size, 0) + 1}, max(self.longest, milliseconds))

    def and_those_of(self, other: Pace) -> Pace:
        """Both together."""
        sizes = dict(self.sizes)
        for size, count in other.sizes.items():
            sizes[size] = sizes.get(size, 0) + count
        return Pace(sizes, max(self.longest, other.longest))

    @property
    def decisions(self) -> int:
        """How many there were."""
        return sum(self.sizes.values())

    def within(self, share: float) -> float:
        """So many milliseconds this share of the decisions took at most, to within a twentieth.

        >>> round(Pace().with_one(1).with_one(8).with_one(100).within(0.5), 1)
        8.0
        """
        left = share * self.decisions
        for size in sorted(self.sizes):
            left -= self.sizes[size]
            if left <= 0:
                return min(self.longest, 2 ** (size / STEP))
        return self.longest


class Fought(NamedTuple):
    """A battle that was fought, with what was seen of the one in each chair."""

    system: str
    table: tuple[int, ...]
    bout: int
    turned: int
    scenario: str
    battle: Battle
    paces: tuple[Pace, ...]
    habits: tuple[tuple[Habit, ...], ...]

    @property
    def key(self) -> Key:
        """What it is found by."""
        return self.system, self.table, self.bout, self.turned

    @property
    def counted(self) -> Counted:
        """As it counts for ratings."""
        return Counted((self.system, self.bout), self.table, tuple([float(share) for share in self.battle.shares]))

    @property
    def broken_off(self) -> bool:
        """Did it last too long?"""
        return not self.battle.reason and self.battle.fault is None


class Timed:
    """An agent whose decisions are timed."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.pace = Pace()

    def answer(self, game: SeatGame, seat: int, budget: Budget) -> Answer:
        """What the agent answers."""
        began = process_time()
        found = self._agent.answer(game, seat, budget)
        self.pace = self.pace.with_one(round(1000 * (process_time() - began), 3))
        return found


def fought(match: Match) -> Fought:
    """A battle, fought."""
    timed: dict[int, Timed] = {}

    def watched(agent: Agent, chair: int) -> Agent:
        timed[chair] = Timed(agent)
        return timed[chair]

    battle, game = fought_out((match.plan, match.bout, match.turned), watched)
    count = len(match.table)
    seen = game.system.habits(game)
    habits = tuple([tuple(seen[battle.seat(chair)]) if seen else () for chair in range(count)])
    paces = tuple([timed[chair].pace for chair in range(count)])
    return Fought(*match.key, match.plan.scenario, battle, paces, habits)


# ---------------------------------------------------------------- drawing


def groups(agents: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits down together, each agent by its number: every group of as many agents as there are seats; where there are fewer
    agents, every way to fill the seats in which each of them has one at least.

    >>> groups(3, 2), groups(2, 3)
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 1), (0, 1, 1)])
    """
    if agents >= seats:
        return list(combinations(range(agents), seats))
    return [group for group in combinations_with_replacement(range(agents), seats) if len(set(group)) == agents]


def drawn(terms: Terms, battles: int) -> list[Match]:
    """The battles of a round robin: every group fights so many, rounded up to whole bouts, and all groups fight the same bouts.
    They come bout by bout, so that whoever is stopped has fought about equally often."""
    chosen = registry.system(terms.system)
    named = None if terms.scenario is None else known("scenario", terms.scenario, chosen.scenarios())
    usual = named or chosen.default_scenario()
    count = terms.seats or len(terms.armies) or chosen.seat_counts(usual)[0]
    registry.seated(chosen, usual, len(terms.armies) or count, "armies" if terms.armies else "seats", count)
    return [
        match
        for bout in range(-(-battles // count))
        for plan in [_plan(chosen, terms, named or scenario(chosen, terms.seed, bout, count), bout, count)]
        for group in groups(len(terms.agents), count)
        for match in _turned(terms, group, bout, plan)
    ]


def scenario(system: System, seed: str, bout: int, seats: int) -> str:
    """The scenario of a bout: all that can be played by so many come in turn, each time in another order."""
    left = [one for one in system.scenarios() if seats in system.seat_counts(one)]
    turn, place = divmod(bout, len(left))
    chance = Stream(f"{seed} scenarios {turn}")
    order = [left.pop(chance.below(len(left))) for _ in range(len(left))]
    return order[place]


def _plan(system: System, terms: Terms, scenario: str, bout: int, count: int) -> Plan:
    """The plan of a bout, for the first agent in the first chair."""
    seed = f"{terms.seed} ladder {bout}"
    armies = list(terms.armies) or even_armies(system, scenario, f"armies {seed}", count)
    plan = planned(terms.system, armies, scenario, seed, None, terms.most)
    return plan._replace(options=terms.options)


def even_armies(system: System, scenario: str, seed: str, seats: int) -> list[Plain]:
    """Ready-made armies for a scenario: different ones of about equal strength where it has such."""
    chance, offered = Stream(seed), system.armies()
    found = system.armies_for(scenario, chance, seats)
    for _ in range(DRAWS if offered is not None else 0):
        if matched(offered, found):
            break
        found = system.armies_for(scenario, chance, seats)
    return found


def _turned(terms: Terms, group: tuple[int, ...], bout: int, plan: Plan) -> Iterator[Match]:
    """The battles of a bout: in each the agents sit one seat farther, and the armies stay."""
    count = len(group)
    for turned in range(count):
        armies = [plan.armies[(chair + turned) % count] for chair in range(count)]
        yield Match(group, bout, turned, plan._replace(armies=armies, agents=[terms.agents[one] for one in group]))


# ---------------------------------------------------------------- fighting


def fight_all(matches: Sequence[Match], executor: Executor, done: Mapping[Key, Fought]) -> Generator[Fought]:
    """The battles: those that are done already, then the others as they are fought. When the caller closes it, those under way
    are ended and no more are begun."""
    yield from [done[match.key] for match in matches if match.key in done]
    fighting = executor.run(fought, [match for match in matches if match.key not in done])
    try:
        yield from fighting
    finally:
        close = getattr(fighting, "close", None)
        if close is not None:
            close()
