"""An agent is given its seat's knowledge and nothing else: no hidden world, no dice to come."""

from __future__ import annotations

import gc
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from escarmouche.agents.protocol import Budget, Question, SeatGame, play_on
from escarmouche.agents.roster import agent
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Rolled, Rule
from escarmouche.core.engine import Live
from escarmouche.core.errors import EscarmoucheError, IllegalAnswer
from escarmouche.core.game import Game, Moment, Page
from escarmouche.core.system import System
from escarmouche.systems.sbh.model import World
from tests.agents.small import at_random, small_battle

FIGHTER = "sbh.activation.choose-fighter"


def ambushed() -> Game:
    """The attacker must act while the defender's fighters hide under markers."""
    for seed in range(20):
        game = at_random(small_battle(seed, "ambush"), FIGHTER)
        if hidden(game.world) and not any(marker.seat == game.choice.seat for marker in game.world.markers):
            return game
    raise AssertionError("nobody hides from the one who acts")


def hidden(world: World) -> dict[int, int]:
    """Who is under which marker: the secret."""
    return {marker.id: marker.figure for marker in world.markers if marker.kind == "ambush" and marker.figure >= 0}


def reachable(*roots: Any) -> list[Any]:
    """Everything that hangs on these, except what hangs on systems, rules, functions, types and modules."""
    found: dict[int, Any] = {}
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, (type, ModuleType, FunctionType, System, Rule)):
            continue
        found[id(one)] = one
        waiting += gc.get_referents(one)
        if isinstance(one, Live):  # the collector need not look into one
            waiting += [one.answers, one.args, one.below, one.frame, one.parent, one.script]
        elif isinstance(one, Page):
            waiting += [one.before, one.events, one.plain]
        elif isinstance(one, Moment):
            waiting += [one.before, one.due, one.log, one.top]
    return list(found.values())


# ---------------------------------------------------------------- what is hidden


def test_a_seat_game_offers_no_more_than_this() -> None:
    game = ambushed()
    seat_game = SeatGame(game, game.choice.seat)
    public = {name for name in dir(seat_game) if not name.startswith("_")}
    asked = {"due", "evaluate", "odds", "options", "seat", "view"}
    imagined = {"beside", "figure", "ideas", "imagine", "places", "sample", "sensible"}
    assert public == asked | imagined
    assert seat_game.due == Question(game.choice.seat, FIGHTER, -1)
    known = reachable(seat_game.due, seat_game.view(), seat_game.options())
    assert not [one for one in known if isinstance(one, (World, Game))]
    assert seat_game.view() == game.view(game.choice.seat)


def test_imagined_games_hold_no_true_secret() -> None:
    game = ambushed()
    seat_game = SeatGame(game, game.choice.seat)
    truth = hidden(game.world)
    guesses = []
    for seed in range(30):
        twin = seat_game.imagine(seed)
        assert msgspec.json.encode(twin.system.view(twin.world, game.choice.seat)) == msgspec.json.encode(
            game.system.view(game.world, game.choice.seat)
        )
        worlds = [one for one in reachable(twin.run, twin.log, twin.setup, twin.source, twin.past) if isinstance(one, World)]
        secrets = {tuple(sorted(hidden(world).items())) for world in worlds if len(world.markers) == len(game.world.markers)}
        assert secrets == {tuple(sorted(hidden(twin.world).items()))}
        guesses.append(hidden(twin.world))
    assert len(truth) > 1
    assert any(guess != truth for guess in guesses)


@pytest.mark.parametrize("name", ["random", "greedy", "search"])
def test_equal_knowledge_gives_equal_answers(name: str) -> None:
    game = ambushed()
    seat = game.choice.seat
    twins = [SeatGame(game, seat).imagine(seed) for seed in range(6)]
    assert len({str(hidden(twin.world)) for twin in twins}) > 1
    answers = {str(agent(name, 5).answer(SeatGame(one, seat), seat, Budget(8))) for one in [game, *twins]}
    assert len(answers) == 1


# ---------------------------------------------------------------- dice to come


def test_imagined_dice_are_not_the_dice_to_come() -> None:
    game = at_random(small_battle(), FIGHTER)
    seat_game = SeatGame(game, game.choice.seat)
    answer = next(one for one in game.options() if one[:1] == ("activate",) and one[2] == 3)
    thrown = faces(game.fork(), answer)
    imagined = [faces(seat_game.imagine(seed), answer) for seed in range(40)]
    assert len(set(imagined)) > 20
    assert sum([one == thrown for one in imagined]) < 5
    twin = seat_game.imagine(game.setup.seed)
    assert game.setup.seed not in [one for one in reachable(twin.setup, twin.source) if isinstance(one, (int, str))]


def faces(game: Game, answer: Any) -> tuple[int, ...]:
    """The first dice after an answer."""
    return next(event.faces for event in game.play(answer) if isinstance(event, Rolled))


def test_a_script_of_dice_is_not_to_be_read() -> None:
    game = registry.new("sbh", None, "pitched-battle", 3, {"dice": [1, 2, 3, 4, 5, 6] * 40, "turn_limit": 9})
    assert SeatGame(game, game.choice.seat).imagine(1).setup.options == {"turn_limit": 9}


@pytest.mark.parametrize("name", ["random", "greedy", "search"])
def test_answers_do_not_depend_on_the_dice_to_come(name: str) -> None:
    game = at_random(small_battle(), FIGHTER)
    seat = game.choice.seat
    answers = {
        str(agent(name, 5).answer(SeatGame(one, seat), seat, Budget(8))) for one in (game, game.fork("a"), game.fork("b"))
    }
    assert len(answers) == 1


# ---------------------------------------------------------------- the rest of the contract


def test_an_agent_answers_only_for_its_seat() -> None:
    game = small_battle()
    with pytest.raises(IllegalAnswer, match="wait for the others"):
        _ = SeatGame(game, 1 - game.choice.seat).due


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(EscarmoucheError, match="give 1 or more") as caught:
        Budget(0)
    assert "au moins 1" in caught.value.sentence("fr")


def test_odds_are_those_of_the_rules() -> None:
    game = at_random(small_battle(), FIGHTER)
    answer = next(one for one in game.options() if one[:1] == ("activate",) and one[2] == 2)
    odds = SeatGame(game, game.choice.seat).odds(answer)
    assert sum(odds.values()) == 1
    assert set(odds) == {"0-2", "1-1", "2-0"}


def test_worlds_are_weighed_and_results_are_known() -> None:
    game = small_battle()
    chance = Stream(1)
    while game.due is not None:
        game.play(game.sample(chance))
    assert game.result is not None
    winner = game.result.winner
    values = [SeatGame(game, seat).evaluate(game) for seat in (0, 1)]
    assert values == ([0.0, 0.0] if winner < 0 else [1.0, -1.0] if winner == 0 else [-1.0, 1.0])
    fresh = small_battle()
    assert -1 < SeatGame(fresh, 0).evaluate(fresh) < 1


def test_agents_play_on_to_the_end_or_for_so_long() -> None:
    game = small_battle()
    assert play_on(game, [agent("random", 1), agent("random", 2)], Budget(1), most=5) == 5
    taken = play_on(game, [agent("random", 1), agent("random", 2)], Budget(1))
    assert taken > 5
    assert game.result is not None


def test_dice_thrown_by_hand_are_not_for_agents() -> None:
    game = registry.new("sbh", None, None, 1, {"dice": "manual"})
    with pytest.raises(EscarmoucheError, match="thrown by hand"):
        play_on(game, [agent("random", 1), agent("random", 2)], Budget(1))
