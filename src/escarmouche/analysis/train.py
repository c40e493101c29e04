"""Learning by play: how much each number of a system's encoding should count.

Two players who differ in nothing but their weights fight each battle from both sides: the one counts every number a step more
or less than now, as a coin says for each, the other the opposite. What the battles came to, taken with each coin, tells which
weights win battles; those are moved, the less the more it may be chance. It asks the battles themselves, not how well a
position foretells them: a judgement that foretells well may still choose badly.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.search import SearchAgent
from escarmouche.analysis.bouts import even_armies, scenario
from escarmouche.analysis.executors import Executor, Here
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Result
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.files import append, write_atomically, writing
from escarmouche.core.game import Game
from escarmouche.kit.learned import MINE, learnt, spread

STEP = 0.12
"""How much more or less a number counts while it is tried."""
STRIDE = 1.5
"""The weight that proved best moves by so many steps."""
MOST = 800
"""A battle that is not over after so many decisions is broken off, and counts by how it stands."""
VICTORY = 0.7
"""What winning counts; the rest is by how much."""


class Pair(NamedTuple):
    """A battle to fight from both sides: with which weights, tried which way."""

    system: str
    seed: str
    round: int
    number: int
    weights: tuple[float, ...]
    given: tuple[int, ...] = ()
    """The places of those that are not tried: they were set by hand."""


class Effect(NamedTuple):
    """What a number did for those who counted it more (from -1 to 1), how far that may be chance (one standard error), and its
    weight before and after."""

    name: str
    gain: float
    error: float
    before: float
    after: float


class Round(NamedTuple):
    """What one round taught."""

    pairs: int
    effects: list[Effect]


def train(
    system: str,
    pairs: int = 240,
    rounds: int = 1,
    seed: int | str = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    folder: Path | None = None,
    afresh: bool = False,
) -> list[Round]:
    """Learn weights in rounds of so many battles, each from both sides, beginning with those that the system ships (with
    `afresh`, from those set by hand alone). The same seed learns the same on any number of workers; battles kept in `folder`
    are not fought again."""
    chosen = registry.system(system)
    if not chosen.encoding():
        raise EscarmoucheError(
            f"{system} does not put its battles into numbers, so there is nothing to learn: give it an encoding first.",
            f"{system} ne met pas ses batailles en nombres, il n’y a donc rien à apprendre : donnez-lui d’abord un codage.",
        )
    names = learnt(chosen.encoding())
    by_hand = chosen.given()
    shipped = {} if afresh else dict(zip(chosen.encoding(), chosen.learned(), strict=False))
    weights = [by_hand.get(name, shipped.get(name, shipped.get(MINE + name, 0.0))) for name in names]
    given = tuple([place for place, name in enumerate(names) if name in by_hand])
    found: list[Round] = []
    for number in range(rounds):
        jobs = [Pair(system, str(seed), number, one, tuple(weights), given) for one in range(pairs)]
        gains = outcomes(jobs, executor or Here(), progress, folder)
        taught = told(names, weights, jobs, gains)
        found.append(taught)
        weights = [effect.after for effect in taught.effects]
    return found


def coins(pair: Pair) -> list[int]:
    """1 for each number that the first player counts more, -1 for each that it counts less; 0 for those set by hand."""
    chance = Stream(f"coins {pair.seed} {pair.round} {pair.number}")
    found = [1 if chance.below(2) else -1 for _ in pair.weights]
    for place in pair.given:
        found[place] = 0
    return found


def fought(pair: Pair) -> tuple[int, float]:
    """The number of a pair, and what its two battles came to for the first player, from -1 to 1."""
    encoding = registry.system(pair.system).encoding()
    tried = [weight + STEP * coin for weight, coin in zip(pair.weights, coins(pair), strict=True)]
    against = [weight - STEP * coin for weight, coin in zip(pair.weights, coins(pair), strict=True)]
    name = f"train {pair.seed} {pair.round} {pair.number}"
    total = 0.0
    for seat in (0, 1):
        game = begun(pair, name)
        sides = [spread(tried if one == seat else against, encoding) for one in range(game.setup.seats)]
        agents = [SearchAgent(f"{name} {one}", weights) for one, weights in enumerate(sides)]
        play_on(game, agents, Budget(1), MOST)
        total += worth(game.result, seat, game.system.evaluate(game.world, seat)) / 2
    return pair.number, total


def begun(pair: Pair, name: str) -> Game:
    """The battle of a pair: all scenarios come in turn, with armies of about equal strength, as on the ladder."""
    system = registry.system(pair.system)
    seats = system.seat_counts(system.default_scenario())[0]
    where = scenario(system, f"train {pair.seed} {pair.round}", pair.number, seats)
    return registry.new(pair.system, even_armies(system, where, f"armies {name}", seats), where, name)


def worth(result: Result | None, seat: int, standing: float = 0.0) -> float:
    """What a battle came to for a seat, from -1 to 1: who won, and a little by how much; one that is not over counts by how it
    stands (from -1 to 1)."""
    if result is None:
        return VICTORY * standing
    mine = float(result.scores[seat])
    other = max([float(score) for one, score in enumerate(result.scores) if one != seat])
    margin = (mine - other) / (abs(mine) + abs(other)) if mine or other else 0.0
    return VICTORY * float(2 * result.shares[seat] - 1) + (1 - VICTORY) * margin


def outcomes(
    jobs: list[Pair], executor: Executor, progress: Callable[[int, int], None] | None, folder: Path | None
) -> dict[int, float]:
    """What each pair came to: those that are kept, and the others as they are fought."""
    first = jobs[0]
    file = None if folder is None else folder / f"{first.system}-{quote(first.seed, safe='')}-{first.round}.jsonl"
    found = {} if file is None else kept(file, first)
    for number, gain in executor.run(fought, [job for job in jobs if job.number not in found]):
        found[number] = gain
        if file is not None:
            with writing(file):
                append(file, json.dumps([number, gain]).encode() + b"\n")
        if progress is not None:
            progress(len(found), len(jobs))
    return {job.number: found[job.number] for job in jobs}


def kept(file: Path, first: Pair) -> dict[int, float]:
    """The battles of a round that were fought before, with the same weights; the file begins with these. A line that was cut
    short is left out."""
    with writing(file):
        if not file.exists():
            write_atomically(file, json.dumps({"weights": first.weights}) + "\n")
        head, *rows = file.read_text("utf-8", errors="replace").splitlines() or [""]
    try:
        before = json.loads(head)["weights"]
        found = {int(number): float(gain) for number, gain in map(json.loads, filter(whole, rows))}
    except (ValueError, KeyError, TypeError) as error:
        raise EscarmoucheError(
            f"{file} does not hold battles of a training: choose another --folder, or move that file away.",
            f"{file} ne contient pas les batailles d’un entraînement : choisissez un autre --folder, ou déplacez ce fichier.",
        ) from error
    if tuple(before) != first.weights:
        raise EscarmoucheError(
            f"{file} holds battles fought with other weights: choose another --folder or --seed.",
            f"{file} contient des batailles livrées avec d’autres poids : choisissez un autre --folder ou une autre --seed.",
        )
    return found


def whole(row: str) -> bool:
    """Was a line written to its end?"""
    return row.endswith("]")


def told(names: list[str], weights: list[float], jobs: list[Pair], gains: dict[int, float]) -> Round:
    """What the battles say of each number, and the weights that follow: each moves by what it gained, as a part of the largest
    gain, and all of them the less the more of it may be chance."""
    count = len(jobs)
    error = sqrt(sum([gain * gain for gain in gains.values()]) / count / count)
    signs = {job.number: coins(job) for job in jobs}
    mean = [sum([gains[number] * signs[number][place] for number in gains]) / count for place in range(len(names))]
    largest = max([abs(gain) for gain in mean]) or 1.0
    spread_out = sum([gain * gain for gain in mean]) / max(1, len(mean) - len(jobs[0].given))
    sure = sqrt(max(0.0, 1 - error * error / spread_out)) if spread_out else 0.0
    after = [weight + STRIDE * STEP * sure * gain / largest for weight, gain in zip(weights, mean, strict=True)]
    rows = zip(names, mean, weights, after, strict=True)
    return Round(count, [Effect(name, gain, error, before, now) for name, gain, before, now in rows])
