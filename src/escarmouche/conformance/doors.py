"""A walk through every door by which somebody may come to a system: Python, the page's contract, computer players, simulation,
ladder, fuzzer, bench, terminal, server, and each of its offerings."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from escarmouche.core import offers, registry, save
from escarmouche.core.campaigns import READY
from escarmouche.core.conformance import ConformanceError, require
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose
from escarmouche.core.errors import EscarmoucheError, TooManyOutcomes
from escarmouche.core.game import Game
from escarmouche.core.messages import LANGUAGES
from escarmouche.core.odds import odds
from escarmouche.core.system import System, known

CASES = 4_000
"""Odds that branch further are not asked for."""


class Walk(NamedTuple):
    """A walk that came through: the doors that were passed, and those that are not there, each with the reason."""

    system: str
    scenario: str
    seats: int
    passed: tuple[str, ...]
    absent: dict[str, str]


class Absent(Exception):
    """A door that is not there: its packages are not installed, or the system does not offer it."""


class Visit:
    """What is walked through: a system, one of its scenarios with so many seats, at most so many decisions at each door."""

    def __init__(self, system: System, scenario: str, seats: int, seed: int | str, most: int) -> None:
        self.system = system
        self.scenario = scenario
        self.seats = seats
        self.seed = seed
        self.most = most
        self.folder = Path()

    def new(self, **options: Any) -> Game:
        """The game from its beginning; every time the same."""
        return registry.new(self.system.id, None, self.scenario, self.seed, options, self.seats)

    def moments(self, game: Game) -> Iterator[Game]:
        """The game at each of its decisions, as chance plays it, and at its end."""
        chance = Stream(f"doors {self.seed}")
        for number in count():
            yield game
            if game.due is None or number == self.most:
                return
            game.play(game.sample(chance))

    def played(self) -> Game:
        """The game after all its decisions, or as many as are allowed."""
        *_, last = self.moments(self.new())
        return last

    def armies(self) -> list[dict[str, Any]]:
        """What the seats have in that game."""
        return self.new().setup.armies


# ---------------------------------------------------------------- Python


def words(visit: Visit) -> None:
    """The system, its scenarios and its settings have names in both languages; what happens is told in both."""
    for language in LANGUAGES:
        require(bool(visit.system.titles.get(language)), f"it has no title in {language}")
    for setting in visit.system.settings():
        require(bool(setting.en and setting.fr), f"the setting {setting.id} has no name in both languages")
        named = all(value.en and value.fr for value in setting.values)
        require(named, f"a value of the setting {setting.id} has no name in both languages")
    game = visit.played()
    for event in game.events:
        for language in LANGUAGES:
            said = visit.system.event_sentence(event, game.world, language)
            require(is_said(said), f"the event {event} has no sentence in {language}, but {said!r}")
    for moment in visit.moments(visit.new()):
        if isinstance(moment.due, Choose):
            answers_are_said(moment, moment.due)


def answers_are_said(game: Game, due: Choose) -> None:
    """The question and its first answers are said in both languages."""
    for language in LANGUAGES:
        said = game.system.question(due, language)
        require(is_said(said), f"the question {due.why} has no words in {language}, but {said!r}")
        for answer in game.options()[:3]:
            said = game.system.describe(due, answer, language)
            require(is_said(said), f"the answer {answer!r} has no words in {language}, but {said!r}")


def is_said(text: str) -> bool:
    """Is it something a person reads, and not the key of a message that is missing?"""
    return bool(text) and re.fullmatch(r"[\w.-]+ \(.*\)", text) is None


def view(visit: Visit) -> None:
    """What a screen is given keeps the contract of kit.view at every decision, for every seat and for spectators."""
    from escarmouche.kit.view import checked

    checked(visit.system.view(visit.system.preview(visit.new().setup), -1), visit.system.id)
    for game in visit.moments(visit.new()):
        for seat in range(-1, visit.seats):
            seen = visit.system.view(game.world, seat)
            sides = [side["seat"] for side in checked(seen, visit.system.id)["sides"]]
            require(sides == list(range(visit.seats)), f"the view has the sides {sides} in a game of {visit.seats}")
            written = msgspec.json.decode(msgspec.json.encode(seen))
            require(written == msgspec.to_builtins(seen), "the view is not plain JSON data")
        if isinstance(game.due, Choose):
            answers_point(game, game.due)


def answers_point(game: Game, due: Choose) -> None:
    """What answers point at, what is said of them beforehand, and how far figures reach, is plain JSON data; what hands shape
    keeps the contract."""
    from escarmouche.kit.view import checked_hands

    system = game.system
    for answer in game.options()[:3]:
        marks = system.marks(due, answer)
        require(isinstance(marks.get("kind"), str), f"the marks of {answer!r} name no kind")
        require(system.kind_of(due, answer) == marks["kind"], f"the kind of {answer!r} is not that of its marks")
        msgspec.json.encode([marks, system.trial(due, answer)])
    checked_hands(system.hands(due), system.id)
    if due.figure >= 0:
        msgspec.json.encode([system.reach(game.world, due.figure), system.reach_now(due, due.figure)])


def files(visit: Visit) -> None:
    """Saved in the middle and at the end, loaded, and played again from its set-up, the game is the same."""
    path = visit.folder / "game.json"
    for number, game in enumerate(visit.moments(visit.new())):
        if number == visit.most // 2 or game.due is None:
            game.save(path)
            require(save.dump(save.read(path)) == save.dump(game), "saved and loaded it is another game")
            require(save.verify(path), "played again from its set-up it is another game")
    game = visit.played()
    before = save.dump(game)
    game.fork()
    if game.past is not None:
        game.undo()
        require(game.due is not None, "after taking back the last answer nothing is due")
    require(save.dump(visit.played()) == before, "the same seed gives another game")


def chances(visit: Visit) -> None:
    """The exact odds of answers add up to 1, and every outcome has a name in both languages."""
    for game in visit.moments(visit.new()):
        for answer in game.options()[:2] if isinstance(game.due, Choose) else ():
            try:
                found = odds(game, answer, until_outcome=True, limit=CASES)
            except TooManyOutcomes:
                continue
            require(sum(found.values()) == 1, f"the odds of {answer!r} add up to {sum(found.values())}")
            for outcome in found:
                named = all(visit.system.outcome_name(outcome, language) for language in LANGUAGES)
                require(named, f"the outcome {outcome} has no name in both languages")


# ---------------------------------------------------------------- computer players


def players(visit: Visit) -> None:
    """Computer players play it, whatever each knows, and can weigh any world of it."""
    from escarmouche.agents.protocol import Agent, Budget, play_on
    from escarmouche.agents.roster import agent

    sitting: list[Agent] = [agent("greedy" if seat == 0 else "random", seat) for seat in range(visit.seats)]
    taken = play_on(visit.new(), sitting, Budget(1), visit.most)
    require(taken > 0, "nobody ever had to decide anything")
    for game in visit.moments(visit.new()):
        for seat in range(visit.seats):
            worth = visit.system.evaluate(game.world, seat)
            require(-1.5 <= worth <= 1.5, f"a world is worth {worth} to seat {seat} instead of -1 to 1")


def simulation(visit: Visit) -> None:
    """Battles are counted, from every seat."""
    from escarmouche.analysis.simulate import simulate

    agents = ["random"] * visit.seats
    report = simulate(visit.system.id, visit.armies(), visit.scenario, 1, visit.seed, agents, swap=True, most=visit.most)
    require(len(report.battles) == visit.seats, f"{len(report.battles)} battles were fought from {visit.seats} seats")
    require(len(report.armies) == visit.seats, f"there are figures for {len(report.armies)} armies of {visit.seats}")


def ladder(visit: Visit) -> None:
    """Computer players are ranked by it."""
    from escarmouche.analysis.ladder import ladder as climb

    found = climb(
        visit.system.id, ("random", "greedy:1"), visit.seats, visit.seed, visit.scenario, most=visit.most, seats=visit.seats
    )
    require({rung.agent for rung in found.rungs} == {"random", "greedy:1"}, "the ladder has lost somebody")


def fuzzer(visit: Visit) -> None:
    """The fuzzer finds nothing."""
    from escarmouche.core.fuzz import fuzz

    for failure in fuzz([visit.system.id], 2, visit.seed, 20_000, visit.folder).failures:
        raise ConformanceError(f"the fuzzer says: {failure.sentence}")


def bench(visit: Visit) -> None:
    """It can be measured."""
    from escarmouche.analysis.bench import system_rows

    for row in system_rows(visit.system.id, 0.001):
        require(row.value > 0, f"the bench measures nothing for {row.name}")


# ---------------------------------------------------------------- people


def terminal(visit: Visit) -> None:
    """It is listed, played, left, resumed and read again at the command line, in both languages."""
    from escarmouche.conformance import keyboard

    keyboard.visit(visit)


def server(visit: Visit) -> None:
    """The lobby lists it, and a game is played over HTTP, tried out, taken back and looked at again."""
    try:
        from escarmouche.conformance import asking
    except ImportError as error:
        raise Absent(f"the server is not installed ({error.name} is missing)") from None
    asking.visit(visit)


# ---------------------------------------------------------------- offerings


def armies(visit: Visit) -> None:
    """Where it offers armies, the ready-made ones are legal and everything has its words."""
    offered = offering(visit.system.armies, lambda: offers.armies(visit.system))
    for name, army in offered.ready().items():
        offered.validate(army, name)
        for fault in offered.check(army):
            raise ConformanceError(f"the ready-made army {name} is not legal: {fault.en}")
        require(offered.points(army) >= 0, f"the ready-made army {name} costs less than nothing")
        for language in LANGUAGES:
            require({"fields", "parts"} <= set(offered.sheet(army, language)), f"the sheet of {name} lacks its parts")
    for profile in offered.profiles().values():
        for language in LANGUAGES:
            require(bool(offered.cells(profile, language)["name"]), f"the profile {profile['id']} has no name in {language}")


def prices(visit: Visit) -> None:
    """Where it offers prices, there is somebody who names them."""
    offered = offering(visit.system.prices, lambda: offers.prices(visit.system))
    require(type(offered).price is not offers.Prices.price, "its prices price nothing")


def attacks(visit: Visit) -> None:
    """Where it offers odds between profiles, it names the attacks there are."""
    offered = offering(visit.system.odds, lambda: offers.odds(visit.system))
    require(bool(offered.attacks), "its odds name no kind of attack")


def rulebook(visit: Visit) -> None:
    """Where it offers a rulebook, every rule has a title and a text in both languages."""
    book = offering(visit.system.rulebook, lambda: offers.rulebook(visit.system))
    for entry in book.rules.values():
        for language in LANGUAGES:
            page = entry.told(language)
            require(bool(page.title and page.text), f"the rule {entry.id} has no title or no text in {language}")


def campaign(visit: Visit) -> None:
    """Where it offers campaigns, one is begun with its ready-made armies, kept in a file, and its first battle begun."""
    offered = offering(visit.system.campaign, lambda: offers.campaigns(visit.system))
    begun = offered.new(length=1, seed=visit.seed)
    path = visit.folder / "campaign.json"
    begun.save(path)
    for one in (begun, offered.load(path)):
        require((one.phase, one.number) == (READY, 1), f"a campaign that begins is in phase {one.phase}, battle {one.number}")
        require(one.battle().due is not None, "the first battle of a campaign asks nothing")
        for language in LANGUAGES:
            named = bool(one.title(language) and one.sheets(language))
            require(named, f"a campaign has no name for its battle or no bands in {language}")


def offering(asked: Callable[[], Any], demanded: Callable[[], Any]) -> Any:
    """What a system offers; where it offers nothing, a door that cannot do without says so in both languages."""
    offered = asked()
    if offered is not None:
        return offered
    try:
        demanded()
    except EscarmoucheError as error:
        require(bool(error.french), "what it does not offer is said in English alone")
        raise Absent(str(error)) from None
    raise ConformanceError("what it does not offer is there after all")


# ---------------------------------------------------------------- all of them

DOORS: dict[str, Callable[[Visit], None]] = {
    "words": words,
    "view": view,
    "files": files,
    "odds": chances,
    "players": players,
    "simulate": simulation,
    "ladder": ladder,
    "fuzz": fuzzer,
    "bench": bench,
    "terminal": terminal,
    "server": server,
    "armies": armies,
    "prices": prices,
    "attacks": attacks,
    "rulebook": rulebook,
    "campaign": campaign,
}
"""Every door by its name, in the order of the walk."""


def doors(
    system_id: str,
    scenario: str | None = None,
    seats: int | None = None,
    seed: int | str = 1,
    most: int = 400,
    only: tuple[str, ...] = (),
    progress: Callable[[str], None] | None = None,
) -> Walk:
    """Go through every door of a system (or `only` those named), with at most so many decisions behind each; fuzzer and bench
    play whole games.

    Raises ConformanceError: the sentence names the system, the door, and what is wrong behind it. `progress` is called with
    the name of each door before it is opened.
    """
    system = registry.system(system_id)
    scenario = known("scenario", scenario or system.default_scenario(), system.scenarios())
    seats = registry.seated(system, scenario, seats or system.seat_counts(scenario)[0])
    visit = Visit(system, scenario, seats, seed, most)
    passed: list[str] = []
    absent: dict[str, str] = {}
    for name, door in DOORS.items():
        if only and name not in only:
            continue
        if progress is not None:
            progress(name)
        try:
            with tempfile.TemporaryDirectory() as folder, chdir(folder):
                visit.folder = Path(folder)
                door(visit)
        except Absent as reason:
            absent[name] = str(reason)
            continue
        except Exception as error:
            what = str(error) if isinstance(error, (ConformanceError, EscarmoucheError)) else f"{type(error).__name__}: {error}"
            raise ConformanceError(f"{system_id}, {scenario}, {seats} seats, door {name}: {what}") from error
        passed.append(name)
    return Walk(system_id, scenario, seats, tuple(passed), absent)
