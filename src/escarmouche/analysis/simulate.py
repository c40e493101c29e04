"""Many battles between two (or more) armies, counted: who wins, how surely, and whether the seat matters.

    from escarmouche.analysis.simulate import simulate
    report = simulate("sbh", battles=100, seed=7, agents=("greedy", "greedy"))
    print(report.armies[0].wins)

The seed of every battle comes from the seed of the whole and the battle's number, so that the same seed gives the same
results whatever plays them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.agents.roster import Player, agent
from escarmouche.analysis.executors import Executor, Here
from escarmouche.core import registry
from escarmouche.core.armies import Army
from escarmouche.core.dice import Stream
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, known

MOST = 20_000
"""A battle with more decisions than this is broken off and counts as a draw."""

CONFIDENCE = 1.959963984540054
"""Standard deviations of a 95 % interval."""


class Plan(NamedTuple):
    """What is played, as plain data that can travel to another machine."""

    system: str
    armies: list[Plain]
    scenario: str
    agents: list[tuple[str, int]]
    seed: str
    most: int


class Battle(NamedTuple):
    """How one battle went. Army a sat at seat a + `turned`, counted round the table; `winner` is an army, `first` the seat
    that had the first decision of the battle proper; `reason` is the rule that ended it, empty when it was broken off."""

    number: int
    turned: int
    winner: int
    first: int
    reason: str
    scores: tuple[int, ...]
    decisions: int
    turns: int

    def seat(self, army: int) -> int:
        """Where an army sat."""
        return (army + self.turned) % len(self.scores)


class Tally(NamedTuple):
    """So many out of so many."""

    wins: int
    of: int

    @property
    def share(self) -> Fraction:
        """Which part that is, exactly."""
        return Fraction(self.wins, self.of) if self.of else Fraction(0)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % confidence (Wilson).

        >>> [round(end, 3) for end in Tally(8, 10).interval]
        [0.49, 0.943]
        """
        if not self.of:
            return 0.0, 1.0
        z2 = CONFIDENCE**2
        share = self.wins / self.of
        middle = (share + z2 / (2 * self.of)) / (1 + z2 / self.of)
        half = CONFIDENCE / (1 + z2 / self.of) * sqrt(share * (1 - share) / self.of + z2 / (4 * self.of**2))
        return max(0.0, middle - half), min(1.0, middle + half)

    def to_plain(self) -> Plain:
        """As JSON data."""
        return {"wins": self.wins, "of": self.of, "share": str(self.share), "interval": list(self.interval)}


class ArmyReport(NamedTuple):
    """How an army fared."""

    name: str
    name_fr: str
    agent: str
    wins: Tally
    mean_score: Fraction

    def title(self, language: str) -> str:
        """Its name in a language."""
        return self.name_fr if language == "fr" and self.name_fr else self.name

    def to_plain(self) -> Plain:
        """As JSON data."""
        names = {"name": self.name, "name_fr": self.name_fr, "agent": self.agent}
        return {**names, **self.wins.to_plain(), "mean_score": str(self.mean_score)}


class Report(NamedTuple):
    """What came of it all."""

    system: str
    scenario: str
    seed: str
    swap: bool
    asked: int
    stopped: bool
    armies: list[ArmyReport]
    draws: int
    broken_off: int
    seats: list[Tally]
    first: Tally
    decisions: Fraction
    turns: Fraction
    reasons: dict[str, int]
    battles: list[Battle]

    def to_plain(self) -> Plain:
        """As JSON data; exact numbers as fractions."""
        return {
            "system": self.system,
            "scenario": self.scenario,
            "seed": self.seed,
            "swap": self.swap,
            "asked": self.asked,
            "played": len(self.battles),
            "stopped": self.stopped,
            "armies": [one.to_plain() for one in self.armies],
            "draws": self.draws,
            "broken_off": self.broken_off,
            "seats": [one.to_plain() for one in self.seats],
            "first_player": self.first.to_plain(),
            "mean_decisions": str(self.decisions),
            "mean_turns": str(self.turns),
            "reasons": self.reasons,
        }


Job = tuple[Plan, int, int]
"""The plan, which battle of it, and how far the armies are turned round the table."""


def fight(job: Job) -> Battle:
    """One battle. The same number with the armies turned has the same seed, so the same dice."""
    plan, number, turned = job
    count = len(plan.armies)
    at = [(seat - turned) % count for seat in range(count)]  # the army at each seat
    game = registry.new(plan.system, [plan.armies[army] for army in at], plan.scenario, f"{plan.seed} battle {number}")
    players = [agent(plan.agents[army][0], f"{plan.seed} {number} {army}") for army in at]
    budgets = [Budget(plan.agents[army][1]) for army in at]
    first = -1
    decisions = 0
    while game.due is not None and decisions < plan.most:
        seat = game.due.seat
        if first < 0 and turn(game, 1) > 0:
            first = seat
        game.play(players[seat].answer(SeatGame(game, seat), seat, budgets[seat]))
        decisions += 1
    result = game.result
    winner = -1 if result is None or result.winner < 0 else at[result.winner]
    scores = (0,) * count if result is None else tuple([result.scores[at.index(army)] for army in range(count)])
    return Battle(number, turned, winner, first, "" if result is None else result.reason, scores, decisions, turn(game, 0))


def turn(game: Game, otherwise: int) -> int:
    """The turn a game is in, 0 before the battle proper; `otherwise` in systems whose world counts none."""
    return int(getattr(game.world, "turn", otherwise))


def simulate(
    system: str,
    armies: Sequence[Army | Plain] | None = None,
    scenario: str | None = None,
    battles: int = 100,
    seed: int | str = 0,
    agents: Sequence[str] | None = None,
    swap: bool = False,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int = MOST,
) -> Report:
    """Play `battles` battles and count. Agents stay with their armies, one each (such as "greedy:32"; all greedy by
    default). With `swap` every battle is fought again from every other seat. `progress` is called with the battles done
    and the battles in all. Ctrl-C stops it and reports what is done.

    >>> report = simulate("sbh", battles=2, agents=("random", "random"))
    >>> sum(army.wins.wins for army in report.armies) + report.draws
    2
    """
    plan = planned(system, armies, scenario, seed, agents, most)
    rounds = len(plan.armies) if swap else 1
    jobs: list[Job] = [(plan, number, turned) for number in range(battles) for turned in range(rounds)]
    done: list[Battle] = []
    stopped = False
    try:
        for one in (executor or Here()).run(fight, jobs):
            done.append(one)
            if progress is not None:
                progress(len(done), len(jobs))
    except KeyboardInterrupt:
        stopped = True
    return counted(plan, swap, len(jobs), stopped, sorted(done))


def planned(
    system: str,
    armies: Sequence[Army | Plain] | None,
    scenario: str | None,
    seed: int | str,
    agents: Sequence[str] | None,
    most: int,
) -> Plan:
    """What is to be played, with every default filled in and every name checked."""
    chosen = registry.system(system)
    scenario = known("scenario", scenario or chosen.default_scenario(), chosen.scenarios())
    usual = chosen.seat_counts(scenario)[0]
    brought = armies if armies is not None else chosen.armies_for(scenario, Stream(f"armies {seed}"), usual)
    plain = [one.to_plain() if isinstance(one, Army) else one for one in brought]
    if len(plain) != chosen.seats:
        raise EscarmoucheError(
            f"{system} is played by {chosen.seats} armies, not {len(plain)}: name one a side.",
            f"{system} se joue à {chosen.seats} armées, et non {len(plain)} : nommez-en une par camp.",
        )
    players = [Player.read(text) for text in agents or ["greedy"] * chosen.seats]
    if len(players) != chosen.seats:
        raise EscarmoucheError(
            f"{system} is played by {chosen.seats} agents, not {len(players)}: name one a side.",
            f"{system} se joue à {chosen.seats} joueurs, et non {len(players)} : nommez-en un par camp.",
        )
    return Plan(system, plain, scenario, [(one.name, one.playouts) for one in players], str(seed), most)


def counted(plan: Plan, swap: bool, asked: int, stopped: bool, battles: list[Battle]) -> Report:
    """The report on these battles."""
    count = len(plan.armies)
    won = [one for one in battles if one.winner >= 0]
    reasons: dict[str, int] = {}
    for one in battles:
        reasons[one.reason] = reasons.get(one.reason, 0) + 1
    armies = [
        ArmyReport(
            str(plan.armies[army].get("name", "")),
            str(plan.armies[army].get("name_fr", "")),
            str(Player(*plan.agents[army])),
            Tally(len([one for one in won if one.winner == army]), len(battles)),
            mean([one.scores[army] for one in battles]),
        )
        for army in range(count)
    ]
    return Report(
        plan.system,
        plan.scenario,
        plan.seed,
        swap,
        asked,
        stopped,
        armies,
        len(battles) - len(won),
        reasons.pop("", 0),
        [Tally(len([one for one in won if one.seat(one.winner) == seat]), len(won)) for seat in range(count)],
        Tally(len([one for one in won if one.seat(one.winner) == one.first]), len(won)),
        mean([one.decisions for one in battles]),
        mean([one.turns for one in battles]),
        dict(sorted(reasons.items(), key=lambda item: -item[1])),
        battles,
    )


def mean(numbers: Sequence[int]) -> Fraction:
    """The exact mean; 0 of nothing."""
    return Fraction(sum(numbers), len(numbers)) if numbers else Fraction(0)
