"""Advice: what the searching player would do at a decision, what else it thought of, and why."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from escarmouche.agents.greedy import cases, depth, is_over, outcomes
from escarmouche.agents.protocol import Budget, LearnedGame, SeatGame, stream
from escarmouche.agents.search import SearchAgent, Thought
from escarmouche.core.dice import Seeded, Stream
from escarmouche.core.effects import Answer
from escarmouche.core.game import Game
from escarmouche.core.system import Plain
from escarmouche.kit.headline import Headline, of_answer
from escarmouche.kit.places import Place
from escarmouche.kit.reasons import Fact, facts, reason
from escarmouche.kit.view import Words, words
from escarmouche.kit.winning import chance

MOST = 4
"""So many answers are proposed: the best, and up to three others."""
APART = 0.25
"""Two ways of one figure are different proposals when they end at least this part of the farthest apart."""
LAST = 0.25
"""This part of the budget is kept for weighing the proposals against each other."""
COURSE = 4
"""So many decisions that follow from an answer are foreseen for its reason."""
IDEAS = 4
"""Answers that are compared for each of those."""
SAME = 0.002
"""Chances to win that differ by less than this are alike."""
THROWS = 4
"""So often dice are thrown that are too many to list."""
ENDS = ("won", "lost")
"""What is counted beside the numbers of the encoding: battles that are over."""

NEXT = words("the next choice", "au choix suivant")
FIRST = words("the first choice", "au premier choix")
NOW = words("how things stand", "à la situation présente")
ALONE = words("Nothing else can be done here.", "Rien d’autre n’est possible ici.")
EVEN = words(
    "Nothing that is counted tells it clearly from the other choices.",
    "Rien de ce qui est compté ne le distingue nettement des autres choix.",
)
ALIKE = words(
    "As good as the first choice, as far as the trials tell.",
    "Aussi bon que le premier choix, pour autant que les essais le disent.",
)
BEHIND = words(
    "It came out behind the first choice in the trials, by nothing that stands out.",
    "Ce choix est passé derrière le premier aux essais, sans que rien ne ressorte.",
)


class Proposal(NamedTuple):
    """An answer, in words; the chance to win that it leads to, None before the first turn, when not everybody stands on the
    table; what its dice promise, where it throws any; why; and by how many trials it was weighed."""

    answer: Answer
    words: Words
    chance: float | None
    headline: Headline | None
    why: Words
    tries: int


class Advice(NamedTuple):
    """What to do, the best first, for the seat that decides."""

    seat: int
    proposals: list[Proposal]


class Narrowed(SeatGame):
    """The game of a seat that thinks of these answers only."""

    def __init__(self, game: SeatGame, answers: Sequence[Answer]) -> None:
        super().__init__(game._game, game.seat)
        self._answers = list(answers)

    def sensible(self) -> list[Answer]:
        """These answers."""
        return list(self._answers)

    def beside(self, most: int) -> list[Answer]:
        """The other options, so many at most."""
        return [one for one in super().sensible() if one not in self._answers][:most]

    def places(self) -> list[Place]:
        """Nowhere else."""
        return []


def advise(game: SeatGame, seat: int, budget: Budget, seed: int | str = 0) -> Advice:
    """The best answer to what is due for the seat and up to three others, from what the seat may know. The same seed gives the
    same advice, unless the budget is one of time. Whoever is not asked is refused."""
    due = game.due
    assert due.seat == seat
    agent = SearchAgent(f"advice {seed}")
    parts = [part_of(budget, 1 - LAST), part_of(budget, LAST)]
    known = game.imagine(f"advice {seed}")
    kept = distinct(known, agent.thoughts(game, parts[0]))
    if len(kept) > 1:
        again = {one.answer: one for one in agent.thoughts(Narrowed(game, [one.answer for one in kept]), parts[1])}
        kept = sorted([joined(one, again[one.answer]) for one in kept], key=lambda one: -one.worth)
    return Advice(seat, proposed(game, known, kept, seed))


def part_of(budget: Budget, part: float) -> Budget:
    """A part of a budget."""
    return Budget(max(1, round(budget.playouts * part)), budget.seconds * part)


def joined(one: Thought, other: Thought) -> Thought:
    """What two thoughts about the same answer come to together."""
    tries = one.tries + other.tries
    return Thought(one.answer, (one.worth * one.tries + other.worth * other.tries) / max(1, tries), tries)


# ---------------------------------------------------------------- which are worth telling


def distinct(game: Game, thoughts: Sequence[Thought]) -> list[Thought]:
    """The best thought and the next ones that do something else: another kind of deed, another figure, another target. Where
    there are too few of these, ways that end far from each other are different too, and whatever is no way."""
    system, due = game.system, game.choice
    marks = [system.marks(due, one.answer) for one in thoughts]
    deeds: list[tuple[object, ...]] = []
    kept: list[int] = []
    for number, mark in enumerate(marks):
        deed = (mark.get("kind"), mark.get("figure"), mark.get("target"))
        if len(kept) < MOST and deed not in deeds:
            deeds.append(deed)
            kept.append(number)
    far = APART * span(marks)
    for number, mark in enumerate(marks):
        if len(kept) < MOST and number not in kept and not near(mark, [marks[one] for one in kept], far):
            kept.append(number)
    return [thoughts[number] for number in sorted(kept)]


def near(mark: Plain, others: Sequence[Plain], far: float) -> bool:
    """Does a way end nearer than that to another one?"""
    return "x" in mark and (not far or any("x" in one and gap(mark, one) < far for one in others))


def gap(one: Plain, other: Plain) -> float:
    """How far two ways end from each other; infinitely for different figures."""
    if one.get("figure") != other.get("figure"):
        return float("inf")
    return hypot(one["x"] - other["x"], one["y"] - other["y"])


def span(marks: Sequence[Plain]) -> float:
    """About how far the ends of ways lie apart: from the first to the farthest."""
    ends = [mark for mark in marks if "x" in mark]
    return max([hypot(one["x"] - ends[0]["x"], one["y"] - ends[0]["y"]) for one in ends], default=0.0)


# ---------------------------------------------------------------- in words


def proposed(game: SeatGame, known: Game, kept: Sequence[Thought], seed: int | str) -> list[Proposal]:
    """The answers with their chances and reasons."""
    learned = LearnedGame(game)
    expected = [foreseen(learned, one.answer, f"why {seed}") for one in kept]
    worths = [one.worth for one in kept] if len(kept) > 1 else [expected[0].worth]
    chances = [chance(worth, known.setup.seats, known.system.sureness) for worth in worths]
    found: list[Proposal] = []
    for place, one in enumerate(kept):
        said = words(*[known.system.describe(known.choice, one.answer, language) for language in ("en", "fr")])
        why = because(known, [each.numbers for each in expected], place, chances[0] - chances[place] < SAME)
        told = chances[place] if known.system.view(known.world, game.seat).get("turn", 1) else None
        found.append(Proposal(one.answer, said, told, of_answer(known, one.answer), why, one.tries))
    return found


def because(known: Game, numbers: Sequence[Sequence[float]], place: int, alike: bool) -> Words:
    """Why the first of several answers is the best, or why another is not."""
    if len(numbers) == 1:
        return ALONE
    if place:
        against = None if alike else reason(differing(known, numbers[place], numbers[0]), False, FIRST)
        return against or (ALIKE if alike else BEHIND)
    return reason(differing(known, numbers[0], numbers[1]), True, NEXT) or since_now(known, numbers[0]) or EVEN


def since_now(known: Game, numbers: Sequence[float]) -> Words | None:
    """What an answer makes better of how things stand."""
    now = [*known.system.encode(known.world, known.choice.seat), 0.0, 0.0]
    return reason(differing(known, numbers, now), True, NOW)


def differing(known: Game, one: Sequence[float], other: Sequence[float]) -> list[Fact]:
    """By what two states differ."""
    weights = known.system.learned() or [0.0] * len(known.system.encoding())
    return facts([*known.system.encoding(), *ENDS], [*weights, 1.0, -1.0], one, other)


# ---------------------------------------------------------------- what comes of an answer


class Expected(NamedTuple):
    """What an answer comes to on average: the numbers of the encoding and ENDS, and how good that is."""

    numbers: list[float]
    worth: float


def foreseen(game: SeatGame, answer: Answer, seed: str) -> Expected:
    """What comes of an answer once it has run its course, weighed over its dice."""
    world = game.imagine(seed)
    numbers = [0.0] * (len(world.system.encoding()) + len(ENDS))
    worth = 0.0
    throws = [f"{seed} {number}" for number in range(THROWS)]
    for share, twin in outcomes(world, answer, cases(world, answer), Seeded(seed), throws, finely=True):
        run_on(game, twin, world, stream("course", seed))
        ended = twin.result
        won = 0.0 if ended is None else float(2 * ended.shares[game.seat] - 1)
        ends = [max(0.0, won), max(0.0, -won)]
        numbers = [
            all + share * one for all, one in zip(numbers, [*twin.system.encode(twin.world, game.seat), *ends], strict=True)
        ]
        worth += share * game.evaluate(twin)
    return Expected(numbers, worth)


def run_on(game: SeatGame, twin: Game, world: Game, rng: Stream) -> None:
    """Play a game on until the answer has run its course: the question is about somebody else, or of a rule further out. What
    the seat itself decides on the way is the best of a few ideas."""
    deep, figure = depth(world.run.top), world.choice.figure
    for _ in range(COURSE):
        if is_over(twin, deep, figure):
            return
        if twin.choice.seat != game.seat:
            twin.play(twin.sample(rng))
            continue
        worths: dict[Answer, float] = {}
        for idea in SeatGame(twin, game.seat).ideas(IDEAS, rng):
            trial = twin.fork(f"idea {rng.below(1 << 30)}")
            trial.play(idea)
            worths[idea] = game.evaluate(trial)
        twin.play(max(worths, key=lambda one: worths[one]))
