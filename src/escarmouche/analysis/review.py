"""A battle looked at again: which decisions cost most, apart from luck.

Every decision in which there was a choice is weighed against the others that could have been taken, by the searching player,
from what the seat knew then and with every outcome of the dice by its chance: what fell afterwards counts for nothing. Those
that seem to have cost most are then weighed against the best other answer again, both in the same imagined games, so that
chance in the trials favours neither; what is told is that second measure, with its error."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import monotonic
from typing import NamedTuple

import msgspec

from escarmouche.agents.advice import Narrowed, differing, foreseen
from escarmouche.agents.protocol import Budget, LearnedGame, SeatGame, stream
from escarmouche.agents.search import SearchAgent
from escarmouche.analysis.luck import beginning
from escarmouche.analysis.piped import piped
from escarmouche.core.effects import Answer, Choose, Chosen, Roll, Rolled
from escarmouche.core.engine import start
from escarmouche.core.game import Game
from escarmouche.kit.reasons import reason
from escarmouche.kit.view import Words, words
from escarmouche.kit.winning import chance

WIDTH = 24
"""Beside the one that was given, so many answers are looked at."""
PLAYOUTS = 56
"""So many trials are made for a decision at first."""
SUSPECTS = 8
"""So many decisions of a side are weighed again."""
PAIRS = 10
"""So often each of those."""
LEAST = 0.02
"""A decision that cost less than this is not told."""
SURE = 2.0
"""Nor is one whose cost is not so many times its error."""
WORST = 3
"""So many decisions of a side are told."""
STRIDE = 8
"""Decisions are looked at in so many passes over the battle, so that one broken off by the clock has looked at all of it."""
SECONDS = 60.0
"""So long it takes at most, where nobody says otherwise."""
AGAIN = 0.3
"""This part of the time is kept for weighing again."""

DONE = words("what was done", "à ce qui a été fait")
UNTOLD = words(
    "It came out better in the trials, by nothing that stands out.",
    "Il en ressort mieux des essais, sans que rien ne se détache.",
)


class Lapse(msgspec.Struct):
    """A decision that cost something: the number of its event, whose it was, in which turn; what was done, what would have been
    better, and why; what it cost in chance to win, with its standard error."""

    n: int
    seat: int
    turn: int
    did: Words
    better: Words
    why: Words
    cost: float
    error: float


class Review(msgspec.Struct):
    """The decisions of each side that cost most, in their order. `judged` of the `choices` (decisions in which there was a
    choice) were looked at before the time was out."""

    judged: int
    choices: int
    lapses: list[Lapse]


class Decision(NamedTuple):
    """A decision with the game as it stood then."""

    n: int
    game: Game
    answer: Answer

    @property
    def seat(self) -> int:
        """Whose it was."""
        return self.game.choice.seat


class Suspect(NamedTuple):
    """A decision, the answer that seems better, and by how much."""

    decision: Decision
    better: Answer
    cost: float


def review(game: Game, progress: Callable[[int, int], None] = lambda _done, _all: None, seconds: float = SECONDS) -> Review:
    """Which decisions of a battle that is over (or of as much as was played) cost most; the same every time, unless the time is
    out. `progress` is told how much of how much is done; what it raises ends the work."""
    begun = monotonic()
    all = choices(game)
    order = [number for first in range(STRIDE) for number in range(first, len(all), STRIDE)]
    suspects: list[Suspect] = []
    judged = 0
    for number in order:
        if monotonic() - begun > seconds * (1 - AGAIN):
            break
        suspects += suspected(all[number])
        judged += 1
        progress(judged, len(all) + SUSPECTS)
    found: list[Lapse] = []
    for seat in range(game.setup.seats):
        mine = sorted([one for one in suspects if one.decision.seat == seat], key=lambda one: -one.cost)[:SUSPECTS]
        weighed = [one for one in mine if monotonic() - begun <= seconds]
        lapses = [lapse for lapse in [confirmed(one) for one in weighed] if lapse is not None]
        found += sorted(lapses, key=lambda one: -one.cost)[:WORST]
    return Review(judged, len(all), sorted(found, key=lambda one: one.n))


def choices(game: Game) -> list[Decision]:
    """The decisions of a battle in which there was a choice, behind the preparations."""
    run = start(game.system.start(game.setup))
    first = beginning(game, game.events)
    found = []
    for n, event in enumerate(game.events):
        run.told.clear()
        due = run.due
        if isinstance(event, Chosen) and isinstance(due, Choose):
            if n >= first:
                then = Game(game.system, game.setup, run.fork(), None, 0)
                if len(open_answers(then, event.answer)) > 1:
                    found.append(Decision(n, then, event.answer))
            run.reply(event.answer)
        elif isinstance(event, Rolled) and isinstance(due, Roll):
            run.reply(due.read(event.faces))
    return found


def open_answers(game: Game, given: Answer) -> list[Answer]:
    """The answer that was given, and the others that somebody could sensibly have thought of."""
    return list(dict.fromkeys([given, *SeatGame(game, game.choice.seat).sensible()]))


def suspected(one: Decision) -> list[Suspect]:
    """Does another answer look better at first?"""
    game = SeatGame(one.game, one.seat)
    others = [idea for idea in game.ideas(WIDTH, stream("review", one.n)) if idea != one.answer]
    thoughts = SearchAgent(f"review {one.n}").thoughts(Narrowed(game, [one.answer, *others]), Budget(PLAYOUTS))
    worth = next(thought.worth for thought in thoughts if thought.answer == one.answer)
    best = next(thought for thought in thoughts if thought.answer != one.answer)
    cost = hope(one.game, best.worth) - hope(one.game, worth)
    return [Suspect(one, best.answer, cost)] if cost > 0 else []


def hope(game: Game, worth: float) -> float:
    """The chance to win of a seat for which things stand so well."""
    return chance(worth, game.setup.seats, game.system.sureness)


def confirmed(one: Suspect) -> Lapse | None:
    """Is the other answer better when both are weighed in the same imagined games? None where that is not sure."""
    decision = one.decision
    pair = Narrowed(SeatGame(decision.game, decision.seat), [one.better, decision.answer])
    agent = SearchAgent(f"again {decision.n}")
    costs = []
    for _ in range(PAIRS):
        worths = {thought.answer: thought.worth for thought in agent.thoughts(pair, Budget(2))}
        costs.append(hope(decision.game, worths[one.better]) - hope(decision.game, worths[decision.answer]))
    mean = sum(costs) / PAIRS
    error = sqrt(sum([(cost - mean) ** 2 for cost in costs]) / (PAIRS - 1) / PAIRS)
    if mean < LEAST or mean < SURE * error:
        return None
    return lapse(one, mean, error)


def lapse(one: Suspect, cost: float, error: float) -> Lapse:
    """A decision that cost so much, in words."""
    n, game, answer = one.decision
    learned, tag = LearnedGame(SeatGame(game, one.decision.seat)), f"why {n}"
    system, known = game.system, learned.imagine(tag)
    better, worse = [foreseen(learned, each, tag).numbers for each in (one.better, answer)]
    return Lapse(
        n,
        one.decision.seat,
        int(system.view(game.world, -1).get("turn", 0)),
        words(*[done(game, answer, language) for language in ("en", "fr")]),
        words(*[system.describe(known.choice, one.better, language) for language in ("en", "fr")]),
        reason(differing(known, better, worse), True, DONE, third=True) or UNTOLD,
        cost,
        error,
    )


def done(game: Game, answer: Answer, language: str) -> str:
    """What was done, and by whom where the decision was about somebody."""
    system, due = game.system, game.choice
    said = system.describe(due, answer, language)
    if due.figure < 0:
        return said
    return f"{system.name(due.world, due.figure, language)}{' : ' if language == 'fr' else ': '}{said}"


# ---------------------------------------------------------------- a process that works it out


def main() -> None:
    """The review of a game that is piped in."""
    piped(review)
