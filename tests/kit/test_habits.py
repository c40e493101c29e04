"""Counts of how somebody plays, and the walk through the decisions of a game."""

from __future__ import annotations

from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chosen
from escarmouche.core.offers import Habit
from escarmouche.kit.habits import Counts, decisions
from tests.core.toy import new_game, play_on


def test_the_decisions_of_a_game_are_walked_through_as_they_were_put() -> None:
    game = play_on(new_game(3), Stream(3))
    taken = [(event.seat, event.why, event.answer) for event in game.events if isinstance(event, Chosen)]
    assert [(due.seat, due.why, answer) for due, answer in decisions(game)] == taken
    assert [due.world.turn for due, _ in decisions(game)][-1] > 1


def test_counts_are_kept_by_seat_and_in_order() -> None:
    counts = Counts(2, "naps", "meals")
    counts.note(1, "meals", True)
    counts.note(1, "meals", False)
    counts.note(0, "naps", 2, 5)
    assert counts.habits() == [[Habit("naps", 2, 5), Habit("meals", 0, 0)], [Habit("naps", 0, 0), Habit("meals", 1, 2)]]
