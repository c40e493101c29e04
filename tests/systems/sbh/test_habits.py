"""How a side plays: turns that two failures ended or threw away, who acts first, groups."""

from __future__ import annotations

from escarmouche.agents.protocol import Budget, play_on, take
from escarmouche.agents.roster import agent
from escarmouche.core import registry
from escarmouche.core.effects import Chosen, Rolled, Told
from escarmouche.core.offers import Habit
from escarmouche.core.system import Plain
from escarmouche.systems.sbh.habits import is_best, need, ready
from escarmouche.systems.sbh.system import SongOfBlades
from tests.agents.small import small_battle
from tests.systems.sbh.scene import changed, fighter, scene


def test_turns_and_groups_are_counted_by_side() -> None:
    game = small_battle("habits")
    play_on(game, [agent("random", "1"), agent("greedy", "2")], Budget(1), 200)
    habits = game.system.habits(game)
    names = ["turns-passed", "turns-thrown-away", "best-first", "groups"]
    assert [[habit.name for habit in side] for side in habits] == [names, names]
    assert habits[0] != habits[1]
    turns = [event for event in game.events if isinstance(event, Told) and event.kind == "new-turn"]
    assert sum([side[0].of for side in habits]) == len(turns) > 4
    # A turn ends by two failures, when its side says so, or when everybody has acted.
    ended = [event.seat for event in game.events if isinstance(event, Chosen) and event.answer == ("end-turn",)]
    for seat, (passed, _thrown, _first, groups) in enumerate(habits):
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
    found = [side[3].times for side in game.system.habits(game)]
    assert found == [len([event for event in ordered if event.seat == seat]) for seat in (0, 1)]


def test_a_turn_is_thrown_away_while_others_could_act() -> None:
    """Two failures of the last to act throw nothing away, nor do those that end a battle."""
    harmless = 0
    band: Plain = {
        "system": "sbh",
        "name": "Led",
        "name_fr": "Menés",
        "figure": [{"profile": "human-leader"}, {"profile": "human-warrior", "count": 2}],
    }
    for number in range(12):
        game = registry.new("sbh", [band, band], seed=f"thrown away {number}", options={"terrain": "none"})
        players = [agent("random", f"{number} {seat}") for seat in (0, 1)]
        ended, thrown = [0, 0], [0, 0]
        while game.due is not None and len(game.events) < 600:
            events = [event for event in take(game, players[game.choice.seat], Budget(1)) if isinstance(event, Told)]
            for seat in [event.about[0] for event in events if event.kind == "turn-passes"]:
                waiting = any(not one.activated for one in game.world.on_table(seat))
                ended[seat] += 1
                thrown[seat] += waiting and game.due is not None
        for seat, habits in enumerate(game.system.habits(game)):
            assert [habit.times for habit in habits[:2]] == [ended[seat], thrown[seat]]
            assert habits[0].of >= ended[seat] >= habits[1].of >= ended[seat] - 1
            assert habits[2].times <= habits[2].of
            harmless += ended[seat] - thrown[seat]
    assert harmless


def test_the_best_is_whose_dice_need_least() -> None:
    world = scene(fighter("elf-hero", 0, 100, 50), fighter("orc-warrior", 0, 150, 50), fighter("zombie", 0, 200, 50))
    hero, orc, zombie = world.figures
    assert [need(world, one) for one in world.figures] == sorted([one.card.quality for one in world.figures])
    assert is_best(world, hero.id, [orc, zombie])
    assert is_best(world, orc.id, [zombie])
    assert not is_best(world, zombie.id, [orc])
    assert ready(changed(world, active=0), 0) == [orc, zombie]
    assert ready(changed(world, active=1), 0) == []


def test_they_have_names_in_both_languages() -> None:
    system = SongOfBlades()
    assert system.habit_name("turns-passed", "en") == "turns ended by two failures"
    assert system.habit_name("groups", "fr") == "jets d’activation de groupe"
    assert system.habit_name("naps", "fr") == "naps"
