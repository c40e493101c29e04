"""Many random games, each played a second time from its answers: none may crash, go on for ever or come out otherwise.

    from escarmouche.analysis.soak import soak
    for line in soak("sbh", games=100):
        print(line.scenario, line.games, line.longest, line.failures)

What is done is kept in a folder, a file for each scenario, so that an interrupted run goes on where it stopped. The same
arguments give the same games, and the same digests on every machine.
"""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from escarmouche.analysis.executors import Executor, Here
from escarmouche.core import registry, save
from escarmouche.core.codec import Writer
from escarmouche.core.data import values
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Chance
from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.files import append, held, write_atomically, writing
from escarmouche.core.game import Game
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup, known

MOST = 20_000
"""A game with more decisions than this counts as endless."""

BATCH = 5
"""So many games are one job: small enough to be lost, large enough to be worth a journey to another process."""

SAVED = 25
"""One game in so many is also written as a save, loaded and replayed to the same bytes."""

Progress = Callable[[str, int, int], None]
"""Called after every batch with the scenario, its games that are done and its games in all."""


class SoakGame(NamedTuple):
    """One game: its number, how many decisions it took, the digest of all that happened, and what went wrong, if anything."""

    number: int
    decisions: int
    digest: str
    failure: str


class Line(NamedTuple):
    """What came of a scenario's games. `kept` of them were done by an earlier run; `digest` sums all of them up."""

    scenario: str
    asked: int
    games: int
    kept: int
    decisions: Fraction
    longest: int
    identical: int
    failures: tuple[SoakGame, ...]
    digest: str


class Terms(NamedTuple):
    """What is played: the options that are set, and whether all others are drawn anew for every game."""

    system: str
    scenario: str
    seed: str
    most: int = MOST
    options: Plain = {}
    vary: bool = False


Job = tuple[Terms, tuple[int, ...]]
"""What is played, and the numbers of the games."""


# ---------------------------------------------------------------- one game


def digest(game: Game) -> str:
    """A digest of the set-up, of every event with every die, and of the end. Games whose saves have equal bytes have equal
    digests, but no save is made: that costs more than the game."""
    writer = Writer()
    events = [(type(event).__name__, *[writer.write(value) for value in values(event)]) for event in game.events]
    end = writer.write(game.run.result)
    parts = (game.setup.to_plain(), events, end, writer.objects, game.thrown)
    return hashlib.blake2b(msgspec.msgpack.encode(parts), digest_size=12).hexdigest()


def play(job: Job) -> list[SoakGame]:
    """Play the games of a job."""
    terms, numbers = job
    return [attempt(terms, number) for number in numbers]


def attempt(terms: Terms, number: int) -> SoakGame:
    """One random game with random armies, and its replay; whatever goes wrong is in the trial."""
    answers: list[Answer] = []
    try:
        return trial(terms, number, answers)
    except Exception:
        last = traceback.format_exc().strip().splitlines()
        return SoakGame(number, len(answers), "", f"it crashes after {len(answers)} decisions: {' | '.join(last[-3:])}")


def trial(terms: Terms, number: int, answers: list[Answer]) -> SoakGame:
    """One random game with random armies, and its replay from `answers`, which it fills. Where a scenario is played by several
    numbers of seats, the games take them in turn."""
    chance = Stream(f"soak {terms.seed} {terms.scenario} {number}")
    chosen = registry.system(terms.system)
    counts = chosen.seat_counts(terms.scenario)
    armies = chosen.random_armies(terms.scenario, chance, counts[number % len(counts)])
    game = registry.new(terms.system, armies, terms.scenario, f"{terms.seed}-{number}", terms.options)
    if terms.vary:
        game = varied(game.setup, terms.options, chosen.settings(), Stream(f"options {terms.seed} {terms.scenario} {number}"))
    while game.due is not None:
        if len(answers) >= terms.most:
            return SoakGame(number, terms.most, "", f"it has not ended after {terms.most} decisions")
        answer = game.sample(chance)
        answers.append(answer)
        game.play(answer)
    found = digest(game)
    again = registry.begin(game.setup)
    for answer in answers:
        again.play(answer)
    failure = "" if digest(again) == found else "its replay differs"
    if number % SAVED == 0 and not failure:
        written = save.dump(game)
        if save.dump(save.again(save.parse(written))) != written:
            failure = "its save replays to other bytes"
    return SoakGame(number, len(answers), found, failure)


def varied(setup: Setup, given: Plain, settings: Iterable[Setting], chance: Chance) -> Game:
    """The game with every choice, flag and switch drawn by chance that is not given; one that the game then refuses, because
    it does not go with the others, stays as it is."""
    options = dict(given)
    game = registry.begin(setup)
    for setting in settings:
        if setting.id in options or setting.kind not in ("choice", "flag", "switches"):
            continue
        value = drawn(setting, chance)
        with suppress(EscarmoucheError):
            game = registry.begin(Setup(setup.system, setup.armies, setup.scenario, setup.seed, {**options, setting.id: value}))
            options[setting.id] = value
    return game


def drawn(setting: Setting, chance: Chance) -> Any:
    """Any value of a setting."""
    if setting.kind == "flag":
        return chance.below(2) == 1
    if setting.kind == "switches":
        return [value.id for value in setting.values if chance.below(2)]
    return setting.values[chance.below(len(setting.values))].id


# ---------------------------------------------------------------- many games


def soak(
    system: str,
    scenarios: Sequence[str] | None = None,
    games: int = 1000,
    seed: int | str = 0,
    folder: str | Path | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    most: int = MOST,
    options: Plain | None = None,
    vary: bool = False,
) -> Iterator[Line]:
    """Play `games` random games in each scenario (all of them by default) and give a line for each as it is done. `options`
    hold for all of them; with `vary` every game draws those that are not given.

    With a folder, what is done is kept there and not done again. After Ctrl-C the line of the scenario under way is given
    with what is done, and it is the last.
    """
    chosen = registry.system(system)
    for scenario in scenarios or chosen.scenarios():
        known("scenario", scenario, chosen.scenarios())
        fresh: list[SoakGame] = []
        stopped = False
        terms = Terms(system, scenario, str(seed), most, options or {}, vary)
        with recorded(terms, folder) as record:
            kept = [one for one in record.done if one.number < games]
            missing = sorted(set(range(games)) - {one.number for one in kept})
            jobs: list[Job] = [(terms, tuple(missing[at : at + BATCH])) for at in range(0, len(missing), BATCH)]
            try:
                for batch in (executor or Here()).run(play, jobs):
                    record.keep(batch)
                    fresh += batch
                    if progress is not None:
                        progress(scenario, len(kept) + len(fresh), games)
            except KeyboardInterrupt:
                stopped = True
        yield counted(scenario, games, len(kept), [*kept, *fresh])
        if stopped:
            return


def counted(scenario: str, asked: int, kept: int, trials: list[SoakGame]) -> Line:
    """The line for these games."""
    trials = sorted(trials)
    failures = tuple([one for one in trials if one.failure])
    whole = hashlib.blake2b(" ".join([one.digest for one in trials]).encode(), digest_size=6).hexdigest()
    mean = Fraction(sum([one.decisions for one in trials]), len(trials)) if trials else Fraction(0)
    longest = max([one.decisions for one in trials], default=0)
    return Line(scenario, asked, len(trials), kept, mean, longest, len(trials) - len(failures), failures, whole)


@contextmanager
def recorded(terms: Terms, folder: str | Path | None) -> Iterator[Record]:
    """The record of a scenario, held as long as its games are played: two runs would write over one another."""
    if folder is None:
        yield Record(None, [])
        return
    path = Path(folder) / f"{terms.system}-{terms.scenario}-{quote(terms.seed, safe='')}-{terms.most}{told_apart(terms)}.jsonl"
    with ExitStack() as holding:
        with writing(path):
            holding.enter_context(held(path))
            done = [one for one in whole_lines(path.read_bytes()) if not one.failure] if path.is_file() else []
            if done and attempt(terms, done[0].number) != done[0]:
                done = []
            write_atomically(path, b"".join([line_of(one) for one in done]))
        yield Record(path, done)


def told_apart(terms: Terms) -> str:
    """What the name of a record says of its options; nothing where all are the usual ones."""
    if not terms.options and not terms.vary:
        return ""
    told = msgspec.json.encode(terms.options, order="sorted")
    return f"-{hashlib.blake2b(told, digest_size=4).hexdigest()}{'-vary' if terms.vary else ''}"


class Record(NamedTuple):
    """The games of a scenario that are done, kept in a file of JSON lines.

    Those that failed are tried again. When the first of the others comes out otherwise now, the rules have changed since:
    the file is begun anew.
    """

    path: Path | None
    done: list[SoakGame]

    def keep(self, trials: list[SoakGame]) -> None:
        """Write these down."""
        if self.path is not None:
            with writing(self.path):
                append(self.path, b"".join([line_of(one) for one in trials]))


def line_of(one: SoakGame) -> bytes:
    """A game as a line of the record."""
    return msgspec.json.encode(one) + b"\n"


def whole_lines(data: bytes) -> list[SoakGame]:
    """The trials written down; a line that was cut short is left out."""
    found = []
    for line in data.splitlines():
        try:
            found.append(msgspec.json.decode(line, type=SoakGame))
        except msgspec.MsgspecError:
            continue
    return found
