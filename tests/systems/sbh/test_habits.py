"""How a side plays: turns that two failures ended, groups."""

from __future__ import annotations

from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.roster import agent
from escarmouche.core import registry
from escarmouche.core.effects import Chosen, Rolled, Told
from escarmouche.core.offers import Habit
from escarmouche.systems.sbh.system import SongOfBlades
from tests.agents.small import small_battle


def test_turns_and_groups_are_counted_by_side() -> None:
    game = small_battle("habits")
    play_on(game, [agent("random", "1"), agent("greedy", "2")], Budget(1), 200)
    habits = game.system.habits(game)
    assert [[habit.name for habit in side] for side in habits] == [["turns-passed", "groups"]] * 2
    assert habits[0] != habits[1]
    turns = [event for event in game.events if isinstance(event, Told) and event.kind == "new-turn"]
    assert sum([side[0].of for side in habits]) == len(turns) > 4
    # A turn ends by two failures, when its side says so, or when everybody has acted.
    ended = [event.seat for event in game.events if isinstance(event, Chosen) and event.answer == ("end-turn",)]
    for seat, (passed, groups) in enumerate(habits):
        assert 0 < passed.times <= passed.of - ended.count(seat)
        rolls = [
            one for one in game.events if isinstance(one, Rolled) and one.why == "sbh.activation.success" and one.seat == seat
        ]
        assert groups == Habit("groups", 0, len(rolls)), "nobody leads"


def test_orders_to_a_group_count() -> None:
    for seed in range(40):
        game = registry.new("sbh", ["sbh/orcs", "sbh/elves"], seed=f"groups {seed}", options={"terrain": "none"})
        play_on(game, [agent("random", f"{seed} {seat}") for seat in (0, 1)], Budget(1), 400)
        ordered = [event for event in game.events if isinstance(event, Chosen) and event.why == "sbh.group.roll"]
        if ordered:
            break
    assert ordered
    found = [side[1].times for side in game.system.habits(game)]
    assert found == [len([event for event in ordered if event.seat == seat]) for seat in (0, 1)]


def test_they_have_names_in_both_languages() -> None:
    system = SongOfBlades()
    assert system.habit_name("turns-passed", "en") == "turns ended by two failures"
    assert system.habit_name("groups", "fr") == "jets d’activation de groupe"
    assert system.habit_name("naps", "fr") == "naps"
