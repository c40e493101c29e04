"""What a seat is told depends on nothing that it may not know: states, sentences, refusals and trials are the same in a game
in which all that is hidden from it is otherwise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import pytest

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Chance, Choose, Event, visible
from escarmouche.core.engine import start
from escarmouche.core.game import Game
from escarmouche.core.imagine import imagined
from escarmouche.core.system import Setup
from escarmouche.kit.view import View
from escarmouche.server import opening, picture
from escarmouche.server.live import LiveGame
from escarmouche.server.seats import SPECTATOR
from escarmouche.server.shapes import NewGame, WantedSeat
from tests.core.toy import Toy

GAMES = [("sbh", "ambush", 40), ("masse", "open-battle", 24)]
"""Systems, scenarios, and how many decisions are looked at."""
TRIES = 5
"""So many answers are tried at a decision."""


def moments(system: str, scenario: str, decisions: int) -> Iterator[tuple[LiveGame, Game, list[Event]]]:
    """A game between two people at each of its first decisions, with what happened just before."""
    seats = [WantedSeat("here"), WantedSeat("link")]
    live = LiveGame(opening.opened(NewGame(system=system, scenario=scenario, seed=11, seats=seats)).row)
    rng = random.Random(11)
    events = live.begin()
    for _ in range(decisions):
        game = live.game
        if game is None or game.due is None:
            return
        yield live, game, events
        live.game = game
        answer = game.sample(rng)
        while answer == ("concede",):
            answer = game.sample(rng)
        events = game.play(answer)


def unlike(answer: Answer, rng: random.Random) -> Answer:
    """An answer like this one, but with another number in it."""
    if isinstance(answer, tuple) and answer:
        place = rng.randrange(len(answer))
        return (*answer[:place], unlike(answer[place], rng), *answer[place + 1 :])
    if isinstance(answer, int):
        return answer + rng.choice((-1, 1, 2, 500, -3000))
    return answer


def candidates(games: list[Game], rng: random.Random) -> list[Answer]:
    """Answers that one of the games offers, and others that are nearly so."""
    offered = [answer for game in games for answer in game.options()]
    picked = [rng.choice(offered) for _ in range(TRIES)]
    return [*picked, *[unlike(one, rng) for one in picked]]


def refusal(game: Game, answer: Answer) -> Any:
    found = game.refusal(answer)
    return None if found is None else (found.key, found.about, found.rule)


@pytest.mark.parametrize(("system", "scenario", "decisions"), GAMES)
def test_nothing_hidden_is_told(system: str, scenario: str, decisions: int) -> None:
    rng = random.Random(5)
    otherwise = 0
    for number, (live, game, events) in enumerate(moments(system, scenario, decisions)):
        for viewer in (SPECTATOR, 0, 1):
            state = picture.state(live, viewer)
            other = imagined(game, viewer, f"other {number}")
            live.game = other
            assert picture.state(live, viewer) == state
            live.game = game
            for event in events:
                if visible(event, viewer):
                    for language in picture.BOTH:
                        told = [live.system.event_sentence(event, one.world, language) for one in (game, other)]
                        assert told[0] == told[1]
            if isinstance(game.due, Choose) and game.due.seat == viewer:
                for answer in candidates([game, other], rng):
                    assert refusal(game, answer) == refusal(other, answer), answer
                    tries = [picture.tried(one.fork(), viewer, answer) for one in (game, other)]
                    assert tries[0] == tries[1], answer
            sights = [live.system.view(one.world, 1 - viewer) for one in (game, other)] if viewer >= 0 else [0, 0]
            otherwise += sights[0] != sights[1]
    assert otherwise > 0


class Overlooked(Toy):
    """The toy among players who know each other's traps: only those who watch do not."""

    def view(self, world: Any, seat: int) -> View:
        traps = [trap if seat >= 0 or sprung else None for trap, sprung in zip(world.traps, world.sprung, strict=True)]
        seen = super().view(world, seat)
        return cast(View, {**seen, "own": {**seen["own"], "traps": traps}})

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        return world if seat >= 0 else super().imagine(world, seat, chance)


def test_an_answer_that_shows_something_to_watchers_alone_is_not_taken_back() -> None:
    """Who walks over a place without harm shows that no trap lies there; only watchers did not know."""
    system, chance = Overlooked(), Stream("watchers")
    told = []
    for seed in range(6):
        setup = Setup("toy", system.armies_for("ambush", Stream(seed), 2), "ambush", seed, {})
        game = Game(system, setup, start(system.start(setup)), setup.source())
        game.begin()
        while game.due is not None:
            safe, thrown, answer = game.world.safe, game.thrown, game.sample(chance)
            game.play(answer)
            if game.thrown == thrown and game.world.safe != safe:
                told.append(picture.reveals(game, answer))
    assert told.count(True) > 5
