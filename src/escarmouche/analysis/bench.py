"""Speed, measured side by side with peers in one run, so that every figure is a ratio on the same machine.

Seconds are of processor time: who else is busy on the machine does not count, and nothing here waits or runs in threads.
"""

from __future__ import annotations

import gc
import json
import platform
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from escarmouche.core import engine, registry, save
from escarmouche.core.data import Data, fields
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Choose
from escarmouche.core.errors import EscarmoucheError, TooManyOutcomes, why
from escarmouche.core.files import held, write_atomically, writing
from escarmouche.core.game import Game
from escarmouche.core.odds import odds
from escarmouche.core.system import Plain
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import segment_meets_polygon

PATIENCE = 10.0
"""So many seconds one waits for another who writes the history."""

SECONDS = 2.0
"""How long each row is measured unless told otherwise."""
ATTACKS = 8
"""Of how many attacks the odds are asked."""
GAMES = 20
"""In how many random games attacks are looked for."""
CASES = 1000
"""An answer that branches wider than this is more than one attack."""


class BenchRow(NamedTuple):
    """One figure: what was measured, how much, in which unit; `better` says which way is good."""

    name: str
    value: float
    unit: str
    better: str
    note: str = ""


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many things a second `work` does; it returns how many it did."""
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def each(work: Callable[[], object], seconds: float) -> float:
    """How many seconds one call takes, on average over as many as fit."""

    def batch() -> int:
        for _ in range(16):
            work()
        return 16

    return 1 / rate(batch, seconds)


# ---------------------------------------------------------------- our own


Chooser = Callable[[Game, random.Random], Answer]
"""A random player: how it comes to an answer."""


def sampled(game: Game, chance: random.Random) -> Answer:
    """A drawn answer, as simulation plays."""
    return game.sample(chance)


def from_the_list(game: Game, chance: random.Random) -> Answer:
    """One of all answers that are offered, as a search plays. Nobody gives up, which nobody who draws does either: else these
    battles would be over before they have begun, and other decisions be compared than those of drawn play."""
    options = game.options()
    answer = chance.choice(options)
    while len(options) > 1 and isinstance(answer, tuple) and answer[:1] and answer[0] in game.system.grave:
        answer = chance.choice(options)
    return answer


def observed(game: Game, chance: random.Random) -> Answer:
    """A drawn answer after a look at the table, as a step of an environment."""
    assert game.due is not None
    game.view(game.due.seat)
    return game.sample(chance)


def played_out(game: Game, seed: int, choose: Chooser = sampled) -> int:
    """Play a game to its end; returns its decisions."""
    chance = random.Random(seed)
    taken = 0
    while game.due is not None:
        game.play(choose(game, chance))
        taken += 1
    return taken


def midgame(system: str, seed: int = 1, share: int = 2) -> Game:
    """A random game about half-way through (or as far as 1 / `share`)."""
    length = played_out(registry.new(system, seed=seed), seed) // share
    game = registry.new(system, seed=seed)
    chance = random.Random(seed)
    for _ in range(length):
        game.play(game.sample(chance))
    return game


def random_play(begin: Callable[[int], Game], seconds: float, choose: Chooser = sampled) -> tuple[float, float]:
    """Decisions and games a second of random play; a game has as many decisions as the first is of the second."""
    seeds = iter(range(1, 1 << 30))
    games = 0

    def one() -> int:
        nonlocal games
        games += 1
        seed = next(seeds)
        return played_out(begin(seed), seed, choose)

    began = time.process_time()
    decisions = rate(one, seconds)
    return decisions, games / (time.process_time() - began)


def random_rows(system: str, seconds: float) -> Iterator[BenchRow]:
    """Random play by draws, from the lists of all answers, and with a look at the table before each."""

    def begin(seed: int) -> Game:
        return registry.new(system, seed=seed)

    decisions, games = random_play(begin, seconds)
    yield BenchRow(f"{system}: random play", decisions, "decisions/s", "more")
    length = f"{decisions / games:.0f} decisions, {1e3 / games:.1f} ms a game"
    yield BenchRow(f"{system}: random games", games, "games/s", "more", length)
    for name, choose in (("from lists", from_the_list), ("with views", observed)):
        slower, _ = random_play(begin, seconds / 2, choose)
        share = f"{slower / decisions:.2f} of drawn answers"
        yield BenchRow(f"{system}: random play {name}", slower, "decisions/s", "more", share)


def growth_rows(system: str, seconds: float) -> Iterator[BenchRow]:
    """How the time of a decision grows with the armies, at the sizes that the system's module `bench` names, if it has one."""
    own = own_module(system)
    if own is None:
        return
    first = 0.0
    for size in own.SIZES:
        decisions, games = random_play(partial(own.battle, size), seconds / 2)
        took = 1e6 / decisions
        first = first or took
        note = f"{took / first:.1f} times the smallest; {decisions / games:.0f} decisions, {1e3 / games:.0f} ms a game"
        yield BenchRow(f"{system}: a decision with {own.armies_of(size)}", took, "µs", "less", note)
    longest, lists = longest_list(own.battle(own.SIZES[-1], 1))
    name = f"{system}: the longest list of options with {own.armies_of(own.SIZES[-1])}"
    yield BenchRow(name, longest * 1e3, "ms", "less", f"of {lists}")


def longest_list(game: Game) -> tuple[float, int]:
    """Play a game to its end: how many seconds the options of a decision took at most, and how many lists there were. The
    garbage collector, which goes through everything that the process has loaded, is put off meanwhile."""
    longest = 0.0

    def listed(now: Game, chance: random.Random) -> Answer:
        nonlocal longest
        gc.disable()
        began = time.process_time()
        now.options()
        longest = max(longest, time.process_time() - began)
        gc.enable()
        return now.sample(chance)

    lists = played_out(game, 1, listed)
    return longest, lists


def game_rows(system: str, game: Game, seconds: float) -> Iterator[BenchRow]:
    """What searching, showing and saving this game cost."""
    top = game.run.top
    if game.due is None or top is None:
        return  # a game that asks nothing
    seat = game.due.seat
    yield BenchRow(f"{system}: fork", each(game.fork, seconds / 4) * 1e6, "µs", "less")
    yield BenchRow(f"{system}: fork with dice of its own", each(lambda: game.fork(7), seconds / 4) * 1e6, "µs", "less")
    yield BenchRow(f"{system}: list options", each(game.options, seconds / 4) * 1e6, "µs", "less")
    yield BenchRow(f"{system}: settle (rebuild a frame)", each(lambda: engine.rebuild(top), seconds / 4) * 1e6, "µs", "less")
    yield BenchRow(f"{system}: view", each(lambda: game.view(seat), seconds / 4) * 1e3, "ms", "less")
    data = save.dump(game)
    yield BenchRow(f"{system}: save", each(lambda: save.dump(game), seconds / 4) * 1e3, "ms", "less", f"{len(data)} bytes")
    yield BenchRow(f"{system}: load", each(lambda: save.parse(data), seconds / 4) * 1e3, "ms", "less")


def attacks_in(system: str) -> list[tuple[Game, Answer]]:
    """Attacks that random games come to, each with the game that waits for it."""
    found: list[tuple[Game, Answer]] = []
    for seed in range(1, GAMES + 1):
        found += first_attacks(system, seed)
        if len(found) >= ATTACKS:
            break
    return found[:ATTACKS]


def first_attacks(system: str, seed: int) -> list[tuple[Game, Answer]]:
    """The first two attacks of a random game: answers that point at a target and whose outcome dice decide at once."""
    found: list[tuple[Game, Answer]] = []
    game = registry.new(system, seed=seed)
    chance = Stream(seed)
    while game.due is not None and len(found) < 2:
        answer = game.sample(chance)
        aimed = isinstance(game.due, Choose) and "target" in game.system.marks(game.due, answer)
        if aimed and uncertain(game, answer):
            found.append((game.fork(), answer))
        game.play(answer)
    return found


def uncertain(game: Game, answer: Answer) -> bool:
    """Has the answer at least two outcomes, and few enough cases to be the odds of one attack?"""
    try:
        return len(odds(game, answer, until_outcome=True, limit=CASES)) > 1
    except TooManyOutcomes:
        return False


def odds_rows(system: str, seconds: float) -> Iterator[BenchRow]:
    """Exact odds of an attack, the median of several met in play; nothing where no answer points at a target."""

    def asked(game: Game, answer: Answer) -> int:
        odds(game, answer, until_outcome=True)
        return 1

    attacks = attacks_in(system)
    took = sorted([1e3 / rate(partial(asked, *attack), seconds / 2 / len(attacks)) for attack in attacks])
    if took:
        note = f"the median of {len(took)}, the longest {took[-1]:.2f}"
        yield BenchRow(f"{system}: exact odds of an attack in play", took[len(took) // 2], "ms", "less", note)


def terrain_in(thing: object) -> Iterator[Piece]:
    """Every piece of terrain inside a world."""
    if isinstance(thing, Piece):
        yield thing
    elif isinstance(thing, (tuple, list)):
        for one in thing:
            yield from terrain_in(one)
    elif isinstance(thing, Data):
        for name in fields(type(thing)):
            yield from terrain_in(getattr(thing, name))


def table_rows(system: str, game: Game, seconds: float) -> Iterator[BenchRow]:
    """A line of sight across this game's terrain: which pieces does it meet? Nothing where there is no terrain."""
    shapes = [piece.shape for piece in dict.fromkeys(terrain_in(game.world))]
    if not shapes:
        return
    chance = random.Random(5)
    far = max([max(shape.right, shape.top) for shape in shapes])
    ends = [tuple([chance.randrange(far) for _ in range(4)]) for _ in range(64)]

    def look() -> int:
        for x0, y0, x1, y1 in ends:
            for shape in shapes:
                segment_meets_polygon(x0, y0, x1, y1, shape)
        return len(ends)

    yield BenchRow(f"{system}: a line across the table", 1e6 / rate(look, seconds / 4), "µs", "less", f"{len(shapes)} pieces")


def own_module(system: str) -> ModuleType | None:
    """The module `bench` of a system's package, if there is one."""
    package = registry.package(system)
    try:
        declared = package and find_spec(f"{package}.bench")
    except ModuleNotFoundError:
        return None  # a system that is a mere module
    return import_module(f"{package}.bench") if declared else None


def own_rows(system: str, seconds: float) -> Iterator[BenchRow]:
    """The rows that a system brings itself: those of `rows(clock)` in its module `bench`, if it has any."""
    rows = getattr(own_module(system), "rows", None)
    if rows is not None:
        for row in rows(lambda work: each(work, seconds / 2)):
            yield BenchRow(*row)


# ---------------------------------------------------------------- peers


def backgammon_rows(seconds: float) -> Iterator[BenchRow]:
    """OpenSpiel's backgammon (C++), driven from Python the same way."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("backgammon")
    chance = random.Random(1)

    def one() -> int:
        state = game.new_initial_state()
        taken = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                taken += 1
        return taken

    yield BenchRow("peer: OpenSpiel backgammon, random play", rate(one, seconds), "decisions/s", "more")
    state = game.new_initial_state()
    yield BenchRow("peer: OpenSpiel backgammon, clone", each(state.clone, seconds / 4) * 1e6, "µs", "less")


def chess_rows(seconds: float) -> Iterator[BenchRow]:
    """python-chess."""
    chess: Any = import_module("chess")
    chance = random.Random(1)

    def one() -> int:
        board = chess.Board()
        taken = 0
        while not board.is_game_over() and taken < 300:
            board.push(chance.choice(list(board.legal_moves)))
            taken += 1
        return taken

    yield BenchRow("peer: python-chess, random play", rate(one, seconds), "decisions/s", "more")
    yield BenchRow("peer: python-chess, copy", each(chess.Board().copy, seconds / 4) * 1e6, "µs", "less")


def connect_four_rows(seconds: float) -> Iterator[BenchRow]:
    """PettingZoo's connect four."""
    zoo: Any = import_module("pettingzoo")
    env = zoo.make("aec", "classic/connect_four-v3")
    seeds = iter(range(1, 1 << 30))

    def one() -> int:
        env.reset(seed=next(seeds))
        taken = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            action = None if ended or cut else env.action_space(agent).sample(observation["action_mask"])
            env.step(action)
            taken += 1
        return taken

    yield BenchRow("peer: PettingZoo connect four", rate(one, seconds), "steps/s", "more")


def icepool_rows(seconds: float) -> Iterator[BenchRow]:
    """Icepool's exact odds: one opposed roll, the question that a melee of two fighters asks."""
    icepool: Any = import_module("icepool")

    def opposed() -> object:
        return (icepool.d(6) + 3) - (icepool.d(6) + 3)

    yield BenchRow("peer: icepool, an opposed roll", each(opposed, seconds / 4) * 1e3, "ms", "less")


PEERS: dict[str, Callable[[float], Iterator[BenchRow]]] = {
    "open-spiel": backgammon_rows,
    "chess": chess_rows,
    "pettingzoo": connect_four_rows,
    "icepool": icepool_rows,
}

# ---------------------------------------------------------------- the whole


def system_rows(system: str, seconds: float) -> Iterator[BenchRow]:
    """Every row of one system, by what all systems offer; a row that it cannot have is left out."""
    yield from random_rows(system, seconds)
    game = midgame(system)
    yield from game_rows(system, game, seconds)
    yield from odds_rows(system, seconds)
    yield from table_rows(system, game, seconds)
    yield from growth_rows(system, seconds)
    yield from own_rows(system, seconds)


def measure(systems: list[str], seconds: float = SECONDS, peers: bool = True) -> Iterator[BenchRow]:
    """Every row in turn; a system that does not work and a peer that is not installed are left out with a note."""
    for system in systems:
        try:
            yield from system_rows(system, seconds)
        except EscarmoucheError as error:
            yield BenchRow(f"{system}: left out", 0.0, "", "more", str(error))
    for name, rows in PEERS.items() if peers else ():
        try:
            yield from rows(seconds)
        except ImportError:
            yield BenchRow(f"peer: {name}", 0.0, "", "more", "not installed: `make bench` installs it")


def compiled() -> bool:
    """Do the hot modules run compiled?"""
    return str(engine.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def ratios(rows: list[BenchRow]) -> dict[str, float]:
    """Our random play against each peer's, our fork against each peer's copy, our odds of an attack against an opposed roll:
    above 1 we are faster."""
    ours = {row.name: row.value for row in rows if not row.name.startswith("peer:")}
    found = {}
    for row in rows:
        if not row.name.startswith("peer:") or not row.value:
            continue
        for name, value in ours.items():
            if name.endswith("random play") and row.unit.endswith("/s"):
                found[f"{name} / {row.name[6:]}"] = value / row.value
            elif (name.endswith("fork") and row.unit == "µs") or ("odds of an attack" in name and row.unit == "ms"):
                found[f"{row.name[6:]} / {name}"] = row.value / value
    return found


WORSE = 0.9
"""A row that comes to less than this share of what it was is worth a warning."""


def report(rows: list[BenchRow]) -> Plain:
    """All of it as JSON data."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "compiled": compiled(),
        "rows": [row._asdict() for row in rows],
        "ratios": ratios(rows),
    }


# ---------------------------------------------------------------- history


def read_history(path: Path) -> list[Plain]:
    """The reports written down so far, oldest first."""
    try:
        if not path.exists():
            return []
        found = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        if not all(isinstance(one, dict) for one in found):
            raise ValueError(path)
        return found
    except OSError as error:
        reason, raison = why(error)
        raise EscarmoucheError(
            f"The history {path} cannot be read ({reason}): name another file with --history.",
            f"L’historique {path} ne peut pas être lu ({raison}) : nommez un autre fichier avec --history.",
        ) from error
    except ValueError as error:
        raise EscarmoucheError(
            f"The history {path} is not one JSON object a line: mend or remove it.",
            f"L’historique {path} n’est pas fait d’un objet JSON par ligne : réparez-le ou supprimez-le.",
        ) from error


def remember(path: Path, one: Plain) -> None:
    """Add a report to the history, which is replaced only once the new one is whole."""
    line = json.dumps(one, ensure_ascii=False, sort_keys=True) + "\n"
    with writing(path), held(path, PATIENCE):
        before = path.read_text("utf-8") if path.exists() else ""
        write_atomically(path, before + ("" if before.endswith("\n") or not before else "\n") + line)


def compare(before: Plain, now: Plain) -> list[tuple[str, float, float, float]]:
    """Row by row: the name, the value before, the value now, and by what factor it got better (below 1: worse).

    Ratios with peers are compared too: they hardly depend on how busy the machine is.
    """
    old = {row["name"]: row for row in before["rows"]}
    found = []
    for row in now["rows"]:
        was = old.get(row["name"])
        if was is not None and was["value"] and row["value"]:
            factor = row["value"] / was["value"] if row["better"] == "more" else was["value"] / row["value"]
            found.append((row["name"], was["value"], row["value"], factor))
    for name, value in now["ratios"].items():
        if name in before["ratios"]:
            found.append((f"ratio: {name}", before["ratios"][name], value, value / before["ratios"][name]))
    return found
