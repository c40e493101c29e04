"""Each promise of a game that the conformance suite holds it to, broken by itself: the suite names that one."""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core import conformance, registry, save
from escarmouche.core.conformance import ConformanceError
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Result
from escarmouche.core.game import Game
from tests.core.toy import new_game, until


class Twisted:
    """A game, or a system, as it is but for what is said of it."""

    def __init__(self, true: Any, **otherwise: Any) -> None:
        self._true = true
        self.__dict__.update(otherwise)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._true, name)


def ahead(game: Game) -> Game:
    """A fork, one answer further on."""
    twin = game.fork()
    twin.play(twin.options()[0])
    return twin


def ended() -> Game:
    """A game that is over."""
    game = new_game(1)
    chance = Stream(1)
    while game.due is not None:
        game.play(game.sample(chance))
    return game


def test_a_rule_that_is_rebuilt_calls_the_same() -> None:
    conformance.settles_twice(registry.new("mini"))
    with pytest.raises(ConformanceError, match=r"rebuilt twice, mini\.impure-call calls two different things"):
        conformance.settles_twice(registry.new("impure-call"))


def test_a_fork_is_its_game() -> None:
    game = until("toy.react")
    conformance.forks_apart(game, Stream(1))
    with pytest.raises(ConformanceError, match="a fork differs from its game"):
        conformance.forks_apart(Twisted(game, fork=lambda: ahead(game)), Stream(1))  # type: ignore[arg-type]


def test_undo_comes_back_and_leads_on() -> None:
    game = until("toy.react")
    answer, other = game.options()[:2]
    conformance.undoes(game, answer)
    lazy = Twisted(game, fork=lambda: Twisted(game.fork(), undo=lambda: None))
    with pytest.raises(ConformanceError, match="does not return to the state before it"):
        conformance.undoes(lazy, answer)  # type: ignore[arg-type]

    def fork() -> Any:
        twin = game.fork()
        given = iter([answer, other])
        return Twisted(twin, play=lambda _: twin.play(next(given)))

    with pytest.raises(ConformanceError, match="given again after undo leads elsewhere"):
        conformance.undoes(Twisted(game, fork=fork), answer)  # type: ignore[arg-type]


def test_a_save_loads_to_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = until("toy.react")
    assert conformance.saves(game).due is not None
    with monkeypatch.context() as broken:
        broken.setattr(save, "parse", lambda _: ahead(game))
        with pytest.raises(ConformanceError, match="saved and loaded, gives other bytes"):
            conformance.saves(game)
    monkeypatch.setattr(save, "parse", lambda _: Twisted(game, due=ahead(game).due))
    with pytest.raises(ConformanceError, match="saved and loaded, asks something else"):
        conformance.saves(game)


def test_dice_by_hand_tell_and_end_the_same() -> None:
    game = ended()
    conformance.plays_by_hand(game)
    events = list(game.events)
    with pytest.raises(ConformanceError, match="thrown by hand, other things happen"):
        conformance.plays_by_hand(Twisted(game, events=[*events, events[-1]]))  # type: ignore[arg-type]
    with pytest.raises(ConformanceError, match="thrown by hand, the game ends otherwise"):
        conformance.plays_by_hand(Twisted(game, run=Twisted(game.run, result=None)))  # type: ignore[arg-type]


def test_options_are_data_with_words_and_mean_the_same_as_json() -> None:
    game = until("toy.react")
    chance = Stream(1)
    assert conformance.options_play(game, chance) == len(game.options())
    silent = Twisted(game, system=Twisted(game.system, describe=lambda _choice, _answer, lang: "" if lang == "fr" else "x"))
    with pytest.raises(ConformanceError, match="has no description in fr"):
        conformance.options_play(silent, chance)  # type: ignore[arg-type]
    answer, other = game.options()[:2]
    forks = iter([game.fork(), Twisted(twin := game.fork(), play=lambda _: twin.play(other))])
    with pytest.raises(ConformanceError, match="read from JSON has another effect"):
        conformance.accepted(Twisted(game, fork=lambda: next(forks)), answer)  # type: ignore[arg-type]
    odd = Twisted(game, options=lambda: [{1, 2}])
    with pytest.raises(ConformanceError, match="is not plain data"):
        conformance.offers(odd, chance)  # type: ignore[arg-type]


def test_a_long_list_of_options_is_drawn_from() -> None:
    game = until("toy.react")
    assert conformance.options_play(game, Stream(1), most=1) == 1
    assert conformance.options_play(game, Stream(1), most=len(game.options())) == len(game.options())


def test_questions_and_tables_have_words() -> None:
    game = until("toy.react")
    conformance.speaks(game)
    for twist, says in (
        ({"question": lambda _due, lang: "" if lang == "fr" else "x"}, "has no question in fr"),
        ({"draw": lambda _world, seat, _columns: "" if seat == 1 else "x"}, "cannot be drawn for seat 1"),
        ({"draw": lambda _world, seat, _columns: "" if seat == -1 else "x"}, "cannot be drawn for seat -1"),
    ):
        with pytest.raises(ConformanceError, match=says):
            conformance.speaks(Twisted(game, system=Twisted(game.system, **twist)))  # type: ignore[arg-type]


def test_the_end_is_a_result_of_this_table() -> None:
    game = ended()
    conformance.ends_well(game)
    result = game.result
    assert result is not None
    for found, says in (
        (None, "ends with None instead of a Result"),
        (Result(result.reason, (0, 0), 2, result.world), "the winner is seat 2 of 2"),
        (Result(result.reason, (0, 0), -2, result.world), "the winner is seat -2 of 2"),
        (Result(result.reason, (0, 0, 0), 1, result.world), "there are 3 scores for 2 seats"),
        (Result("toy.nowhere", (0, 0), 1, result.world), "the result names the rule"),
    ):
        with pytest.raises(ConformanceError, match=says):
            conformance.ends_well(Twisted(game, result=found))  # type: ignore[arg-type]
    with pytest.raises(ConformanceError, match="is over and still offers options"):
        conformance.ends_well(Twisted(game, options=lambda: ["more"]))  # type: ignore[arg-type]


def test_every_class_of_a_world_is_data() -> None:
    game = until("toy.react")
    with pytest.raises(ConformanceError, match="the class int is not Data"):
        conformance.classes_hold(Twisted(game.system, classes=lambda: (int,)))  # type: ignore[arg-type]
