"""The rest of the turn: whoever puts the turn at stake counts what the others could still do."""

from __future__ import annotations

import doctest

from escarmouche.agents import turn
from escarmouche.agents.advice import Narrowed
from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.agents.search import SearchAgent
from escarmouche.agents.turn import Deed, planned, rests
from escarmouche.core import registry
from escarmouche.core.effects import Answer
from escarmouche.core.game import Game
from tests.agents.small import at_random

CAREFUL, BOLD = Deed(0.1, 1.0), Deed(0.14, 0.7)


def test_the_examples_hold() -> None:
    assert doctest.testmod(turn).failed == 0
    assert doctest.testmod(turn).attempted > 0


def test_the_last_is_bold_and_the_first_is_not() -> None:
    behind = rests({one: [CAREFUL, BOLD] for one in range(6)})[0]
    alone = rests({0: [CAREFUL, BOLD]})[0]
    assert alone == 0.0
    assert BOLD.gain > CAREFUL.gain
    assert BOLD.gain + turn.PATIENCE * BOLD.again * behind < CAREFUL.gain + turn.PATIENCE * CAREFUL.again * behind


def test_those_who_risk_little_for_much_come_first() -> None:
    good, poor = [Deed(0.2, 0.9)], [Deed(0.1, 0.5)]
    assert planned([good, poor]) == planned([poor, good]) > 0.1 + turn.PATIENCE * 0.5 * 0.2


def first_choice(game: Game) -> Answer:
    """What is thought best of all who can act."""
    return SearchAgent("first").thoughts(SeatGame(game, game.choice.seat), Budget(1))[0].answer


def test_nobody_throws_all_the_dice_while_the_whole_band_waits() -> None:
    dice = []
    for seed in range(3):
        game = registry.new("sbh", seed=f"waits {seed}", options={"terrain": "none"})
        dice.append(first_choice(at_random(game, "sbh.activation.choose-fighter"))[2])
    assert max(dice) < 3


def test_who_thinks_of_a_few_answers_still_counts_the_others() -> None:
    game = at_random(registry.new("sbh", seed="few", options={"terrain": "none"}), "sbh.activation.choose-fighter")
    seat = SeatGame(game, game.choice.seat)
    figure = first_choice(game)[1]
    dice = [("activate", figure, count, "") for count in (1, 2, 3)]
    best, *_, worst = SearchAgent("few").thoughts(Narrowed(seat, dice), Budget(3))
    assert {best.answer, worst.answer} < set(dice)
    assert best.answer[2] < worst.answer[2] == 3
