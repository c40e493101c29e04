"""Many battles between two armies or more, counted: who wins, how surely, and whether the seat matters.

    from escarmouche.analysis.simulate import simulate
    report = simulate("sbh", battles=100, seed=7, agents=("greedy", "greedy"))
    print(report.armies[0].wins)

The seed of every battle comes from the seed of the whole and the battle's number, so that the same seed gives the same
results whatever plays them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, Protocol

from escarmouche.agents.protocol import Agent, take
from escarmouche.agents.roster import Player, Wanted
from escarmouche.analysis.executors import Executor, Here
from escarmouche.core import registry
from escarmouche.core.armies import Bring
from escarmouche.core.armies import brought as bring
from escarmouche.core.dice import Stream
from escarmouche.core.errors import AgentError, EscarmoucheError
from escarmouche.core.game import Game
from escarmouche.core.system import Plain, known

BATCH = 20
"""With a stop rule one looks after so many battles, so that neither workers nor luck of the clock decide when it ends."""

MOST = 20_000
"""A battle with more decisions than this is broken off and counts as a draw."""

CONFIDENCE = 1.959963984540054
"""Standard deviations of a 95 % interval."""


class Plan(NamedTuple):
    """What is played, as plain data that can travel to another machine; `rules` is the version of the system's rules."""

    system: str
    armies: list[Plain]
    scenario: str
    agents: list[Player]
    seed: str
    most: int
    rules: int
    options: Plain = {}


class Fault(NamedTuple):
    """Why a battle could not be fought out: the army whose agent failed, and one sentence in each language."""

    army: int
    en: str
    fr: str

    def sentence(self, language: str) -> str:
        """The sentence in a language."""
        return self.fr if language == "fr" else self.en


class Battle(NamedTuple):
    """How one battle went. Army a sat at seat a + `turned`, counted round the table; `winner` is an army, `first` the seat
    that had the first decision of the battle proper; `reason` is the rule that ended it, empty when it was broken off;
    `shares` is what part of the victory each army has. Where an agent failed (`fault`) its army has none of it."""

    number: int
    turned: int
    winner: int
    first: int
    reason: str
    scores: tuple[int, ...]
    decisions: int
    turns: int
    shares: tuple[Fraction, ...] = ()
    fault: Fault | None = None

    def seat(self, army: int) -> int:
        """Where an army sat."""
        return (army + self.turned) % len(self.scores)


class Tally(NamedTuple):
    """So many out of so many. Battles of one seed from every seat hang together: `worth` is by how many independent ones they
    count, where that is not the same."""

    wins: int
    of: int
    worth: float | None = None

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
        return wilson(self.wins / self.of, self.of if self.worth is None else self.worth) if self.of else (0.0, 1.0)

    def to_plain(self) -> Plain:
        """As JSON data."""
        return {"wins": self.wins, "of": self.of, "share": str(self.share), "interval": list(self.interval)}


def wilson(share: float, count: float) -> tuple[float, float]:
    """Where the true share lies with 95 % confidence, when it came to this in so many independent battles."""
    z2 = CONFIDENCE**2
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = CONFIDENCE / (1 + z2 / count) * sqrt(share * (1 - share) / count + z2 / (4 * count**2))
    return max(0.0, middle - half), min(1.0, middle + half)


class ArmyReport(NamedTuple):
    """How an army fared: the battles it won alone, and of those it fought at each seat; its mean score, and its mean share of
    the victory, in which a draw counts as divided among those who share it."""

    name: str
    name_fr: str
    agent: str
    wins: Tally
    mean_score: Fraction
    mean_share: Fraction
    seats: list[Tally]

    def title(self, language: str) -> str:
        """Its name in a language."""
        return self.name_fr if language == "fr" and self.name_fr else self.name

    def to_plain(self) -> Plain:
        """As JSON data."""
        names = {"name": self.name, "name_fr": self.name_fr, "agent": self.agent}
        means = {"mean_score": str(self.mean_score), "mean_share": str(self.mean_share)}
        return {**names, **self.wins.to_plain(), **means, "seats": [one.to_plain() for one in self.seats]}


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
    faults: tuple[Fault, ...]
    """One for every battle that an agent's failure cut short; those battles count for nothing else."""

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
            "failed": len(self.faults),
            "faults": told_once(self.faults, "en"),
        }


Job = tuple[Plan, int, int]
"""The plan, which battle of it, and how far the armies are turned round the table."""


def fight(job: Job) -> Battle:
    """One battle. The same number with the armies turned has the same seed, so the same dice."""
    return fought_out(job, lambda agent, _: agent)[0]


def fought_out(job: Job, watched: Callable[[Agent, int], Agent]) -> tuple[Battle, Game]:
    """One battle, and its game as it ended; `watched` gives who answers in the place of an army's agent."""
    plan, number, turned = job
    same_rules(plan)
    count = len(plan.armies)
    at = [(seat - turned) % count for seat in range(count)]  # the army at each seat
    game = registry.new(
        plan.system, [plan.armies[army] for army in at], plan.scenario, f"{plan.seed} battle {number}", plan.options
    )
    players = [watched(plan.agents[army].agent(f"{plan.seed} {number} {army}"), army) for army in at]
    budgets = [plan.agents[army].budget for army in at]
    first = -1
    decisions = 0
    while game.due is not None and decisions < plan.most:
        seat = game.due.seat
        if first < 0 and turn(game, 1) > 0:
            first = seat
        try:
            take(game, players[seat], budgets[seat], plan.agents[at[seat]].name)
        except AgentError as error:
            fault = Fault(at[seat], str(error), error.sentence("fr"))
            shares = tuple([Fraction(army != fault.army, max(1, count - 1)) for army in range(count)])
            winner = 1 - fault.army if count == 2 else -1
            return Battle(number, turned, winner, first, "", (0,) * count, decisions, turn(game, 0), shares, fault), game
        decisions += 1
    result = game.result
    winner = -1 if result is None or result.winner < 0 else at[result.winner]
    seats = [at.index(army) for army in range(count)]
    scores = (0,) * count if result is None else tuple([result.scores[seat] for seat in seats])
    shares = (Fraction(1, count),) * count if result is None else tuple([result.shares[seat] for seat in seats])
    reason = "" if result is None else result.reason
    return Battle(number, turned, winner, first, reason, scores, decisions, turn(game, 0), shares), game


def same_rules(plan: Plan) -> None:
    """Say in one sentence that whoever plays here plays by other rules than whoever planned it elsewhere."""
    here = registry.system(plan.system).version
    if here != plan.rules:
        raise EscarmoucheError(
            f"A machine plays {plan.system} by version {here} of its rules, this one by version {plan.rules}: install the same"
            " Escarmouche on all of them.",
            f"Une machine joue {plan.system} selon la version {here} de ses règles, celle-ci selon la version {plan.rules} :"
            " installez partout le même Escarmouche.",
        )


def turn(game: Game, otherwise: int) -> int:
    """The turn a game is in, 0 before the battle proper; `otherwise` in systems whose world counts none."""
    return int(getattr(game.world, "turn", otherwise))


class Keep(Protocol):
    """Where battles are kept: those that are there are not fought again."""

    done: dict[tuple[int, int], Battle]

    def add(self, one: Battle) -> None:
        """Keep one."""
        ...


def simulate(
    system: str,
    armies: Sequence[Bring] | None = None,
    scenario: str | None = None,
    battles: int = 100,
    seed: int | str = 0,
    agents: Sequence[Wanted] | None = None,
    swap: bool = False,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    most: int = MOST,
    seats: int | None = None,
    keep: Callable[[Plan], Keep] | None = None,
    until: float | None = None,
    options: Plain | None = None,
) -> Report:
    """Play `battles` battles and count. Agents stay with their armies, one each (such as "greedy:32"; all greedy by
    default). With `swap` every battle is fought again from every other seat: with three seats or more the armies go round the
    table, as many times as there are seats. `seats` says how many play, where neither armies nor agents do; `options` are those
    of the game. `progress` is called with the battles done and the battles in all. Ctrl-C stops it and reports what is done. An
    agent may also be a class or an object (see docs/agents.md); a battle in which one fails is told in the report's `faults`
    and not counted.

    `keep` opens the place where battles are kept (`analysis.rows.Rows`). With `until` it ends as soon as every army's share of
    wins is known to within so much either way, which is asked after every BATCH battles, and `battles` is the most there are.

    >>> report = simulate("sbh", battles=2, agents=("random", "random"))
    >>> sum(army.wins.wins for army in report.armies) + report.draws
    2
    """
    plan = planned(system, armies, scenario, seed, agents, most, seats)._replace(options=options or {})
    ready_to_leave(plan.agents, executor)
    rounds = len(plan.armies) if swap else 1
    kept = keep(plan) if keep is not None else None
    done: list[Battle] = []
    total, stopped = battles * rounds, False
    step = BATCH if until is not None else max(1, battles)
    try:
        for begin in range(0, battles, step):
            jobs: list[Job] = [
                (plan, number, turned) for number in range(begin, min(begin + step, battles)) for turned in range(rounds)
            ]
            for one in fought(jobs, executor or Here(), kept):
                done.append(one)
                if progress is not None:
                    progress(len(done), total)
            if until is not None and known_within(counted(plan, swap, total, False, sorted(done))) <= until:
                break
    except KeyboardInterrupt:
        stopped = True
    return counted(plan, swap, total, stopped, sorted(done))


def fought(jobs: list[Job], executor: Executor, kept: Keep | None) -> Iterator[Battle]:
    """The battles of these jobs: those that are kept, then the others as they are fought."""
    old = {} if kept is None else kept.done
    yield from [old[job[1:]] for job in jobs if job[1:] in old]
    for one in executor.run(fight, [job for job in jobs if job[1:] not in old]):
        if kept is not None:
            kept.add(one)
        yield one


def known_within(report: Report) -> float:
    """How far the true share of wins of any army may lie from the middle of its interval."""
    spans = [one.wins.interval for one in report.armies]
    return max([(high - low) / 2 for low, high in spans])


def planned(
    system: str,
    armies: Sequence[Bring] | None,
    scenario: str | None,
    seed: int | str,
    agents: Sequence[Wanted] | None,
    most: int,
    seats: int | None = None,
) -> Plan:
    """What is to be played, with every default filled in and every name checked."""
    chosen = registry.system(system)
    scenario = known("scenario", scenario or chosen.default_scenario(), chosen.scenarios())
    given = {"seats": seats, "armies": None if armies is None else len(armies), "agents": len(agents) if agents else None}
    counts = [(count, of) for of, count in given.items() if count is not None]
    count = counts[0][0] if counts else chosen.seat_counts(scenario)[0]
    for number, of in counts:
        registry.seated(chosen, scenario, number, of, count)
    brought = armies if armies is not None else chosen.armies_for(scenario, Stream(f"armies {seed}"), count)
    plain = [bring(one, system) for one in brought]
    players = [Player.read(text) for text in agents or ["greedy"] * count]
    return Plan(system, plain, scenario, players, str(seed), most, chosen.version)


def ready_to_leave(players: Sequence[Player], executor: Executor | None) -> None:
    """Say in one sentence which player cannot be sent to where the executor plays."""
    if executor is not None and not isinstance(executor, Here):
        for player in players:
            player.travels()


def counted(plan: Plan, swap: bool, asked: int, stopped: bool, battles: list[Battle]) -> Report:
    """The report on these battles; those that an agent's failure cut short are told and count for nothing."""
    faults = tuple([one.fault for one in battles if one.fault is not None])
    battles = [one for one in battles if one.fault is None]
    count = len(plan.armies)
    won = [one for one in battles if one.winner >= 0]
    reasons: dict[str, int] = {}
    for one in battles:
        reasons[one.reason] = reasons.get(one.reason, 0) + 1
    armies = [
        ArmyReport(
            str(plan.armies[army].get("name", "")),
            str(plan.armies[army].get("name_fr", "")),
            str(plan.agents[army]),
            won_by(battles, army),
            mean([one.scores[army] for one in battles]),
            mean([one.shares[army] for one in battles]),
            [won_by([one for one in battles if one.seat(army) == seat], army) for seat in range(count)],
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
        [tallied(won, [one.seat(one.winner) == seat for one in won]) for seat in range(count)],
        tallied(won, [one.seat(one.winner) == one.first for one in won]),
        mean([one.decisions for one in battles]),
        mean([one.turns for one in battles]),
        dict(sorted(reasons.items(), key=lambda item: -item[1])),
        battles,
        faults,
    )


def told_once(faults: Sequence[Fault], language: str) -> list[str]:
    """What went wrong, every sentence once."""
    return list(dict.fromkeys([fault.sentence(language) for fault in faults]))


def won_by(battles: list[Battle], army: int) -> Tally:
    """The battles an army won of these."""
    return tallied(battles, [one.winner == army for one in battles])


def tallied(battles: list[Battle], hits: list[bool]) -> Tally:
    """How many of these battles hit, and by how many independent ones they count: battles with one number share their dice."""
    wins, of = sum(hits), len(hits)
    groups: dict[int, list[float]] = {}
    for one, hit in zip(battles, hits, strict=True):
        groups.setdefault(one.number, []).append(float(hit))
    return Tally(wins, of) if len(groups) == of else Tally(wins, of, independent(list(groups.values())))


def independent(groups: Sequence[Sequence[float]]) -> float:
    """By how many independent battles these count, what each came to (from 0 to 1) in groups that hang together.

    The variance is that of whole groups; one more group, of battles that do not hang together, keeps a handful of equal
    groups from promising certainty.

    >>> round(independent([[1, 0]] * 50 + [[1, 1], [0, 0]] * 25))
    198
    """
    count, of = len(groups), sum([len(group) for group in groups])
    share = sum([sum(group) for group in groups]) / of
    if share in (0.0, 1.0) or count < 2:
        return float(count)
    alone = share * (1 - share)
    spread = sum([(sum(group) - share * len(group)) ** 2 for group in groups])
    variance = count / (count - 1) * count / (count + 1) * (spread + alone * of / count) / of**2
    return alone / variance


def mean(numbers: Sequence[int] | Sequence[Fraction]) -> Fraction:
    """The exact mean; 0 of nothing."""
    return Fraction(sum(numbers), len(numbers)) if numbers else Fraction(0)
