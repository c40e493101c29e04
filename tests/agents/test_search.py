"""The searching player and the levels: better than chance, an answer to every question, the same from the same seed."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pytest

from escarmouche.agents.greedy import Weighing, cases
from escarmouche.agents.levels import Recruit, Veteran, Warlord
from escarmouche.agents.protocol import Budget, LearnedGame, SeatGame, play_on
from escarmouche.agents.roster import agent
from escarmouche.agents.search import CASES, CONTENDERS, FIRST, IDEAS, THROWS, Look, Search, SearchAgent, Thorough
from escarmouche.analysis.simulate import simulate
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Answer, Choose, Chosen
from escarmouche.core.game import Game
from tests.agents.small import at_random, small_battle

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


def seated(game: Game) -> SeatGame:
    """The game as the one knows it who must decide."""
    return SeatGame(game, game.choice.seat)


def test_it_beats_chance_clearly() -> None:
    report = simulate("masse", None, None, 2, "clearly", ("search:4", "random"), swap=True)
    assert report.armies[0].wins.of == 4
    assert report.armies[0].wins.wins >= 3


def test_ways_that_dice_can_fall_are_work_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_random(small_battle(2), "sbh.activation.choose-fighter")
    judge, calls = LearnedGame(seated(game)), 0
    evaluate = LearnedGame.evaluate

    def counted(self: LearnedGame, twin: Game) -> float:
        nonlocal calls
        calls += 1
        return evaluate(self, twin)

    monkeypatch.setattr(LearnedGame, "evaluate", counted)
    activation = next(option for option in game.options() if option[0] == "activate" and option[2] == 3)
    Thorough(judge, judge.imagine("1"), "1").weighed(activation)
    assert judge.judged >= calls + 8 / CASES, "three dice, each with two faces that count, and what follows"


def test_dice_of_many_faces_are_thrown_more_than_once() -> None:
    game = registry.new("masse", seed="many")
    rng = Random(3)
    while cases(game, answer := game.sample(rng)):
        game.play(answer)
    judge = LearnedGame(seated(game))
    world = judge.imagine("1")
    found = Thorough(judge, world, "1")._outcomes(world, answer)
    assert len(found) == THROWS
    assert sum(share for share, _ in found) == pytest.approx(1)
    assert len({repr(twin.events) for _, twin in found}) > 1


def test_ways_that_nothing_names_are_told_apart_by_what_happens() -> None:
    """At the end of a turn of Swidenth a die decides who goes on: that has no name among the outcomes of attacks."""
    game = registry.new("swidenth", seed="turns")
    rng = Random(3)
    answer = game.sample(rng)
    while len(seats_after(game, answer)) < 2:
        game.play(answer)
        answer = game.sample(rng)
    judge = LearnedGame(seated(game))
    world = judge.imagine("1")
    found = Thorough(judge, world, "1")._outcomes(world, answer)
    assert {twin.choice.seat for _, twin in found} == {0, 1}
    assert sum(share for share, twin in found if twin.choice.seat == 0) == pytest.approx(0.5)
    assert len(Weighing(judge, world, "1")._outcomes(world, answer)) == 1, "the yardstick looks at one of them"


def seats_after(game: Game, answer: Answer) -> set[int]:
    """Who may have to answer next where twenty faces of a die decide it and nothing has a name."""
    found = cases(game, answer)
    if len(found) != 20 or any(leaf.outcomes for leaf in found):
        return set()
    return {leaf.run.due.seat for leaf in found if isinstance(leaf.run.due, Choose)}


def test_others_answer_on_the_way_as_suits_them() -> None:
    game = at_random(small_battle(2), "sbh.activation.choose-fighter")
    judge = LearnedGame(seated(game))
    weighing = Thorough(judge, judge.imagine("1"), "1")
    twin, rng = judge.imagine("1"), Random(5)
    means = [0.0]
    while twin.choice.seat == judge.seat or len(set(twin.options())) > IDEAS or max(means) - min(means) < 0.01:
        twin.play(twin.sample(rng))
        means = [sum(share * value for share, value in weighing._judged(twin, one)) for one in twin.options()]
    answer, worth = weighing._decided(twin)
    assert answer in twin.options()
    assert worth is not None
    assert worth == pytest.approx(sum(share * value for share, value in weighing._judged(twin, answer)))
    assert worth == pytest.approx(min(means))
    assert worth < max(means)


def test_it_looks_at_every_option_and_longer_at_the_better_ones() -> None:
    game = at_random(small_battle(2), "sbh.action.table")
    options = [*seated(game).sensible(), *[place.answer for place in seated(game).places()]]
    assert 4 < len(options) <= SearchAgent.width
    thoughts = SearchAgent(1).thoughts(seated(game), Budget(4 * len(options)))
    assert {thought.answer for thought in thoughts} == set(options)
    assert all(thought.tries >= 1 and -1 <= thought.worth <= 1 for thought in thoughts)
    assert thoughts[0].tries == max(thought.tries for thought in thoughts) > thoughts[-1].tries
    assert SearchAgent(1).answer(seated(game), game.choice.seat, Budget(4 * len(options))) == thoughts[0].answer


def test_ideas_are_of_every_kind_however_many_there_are_of_one() -> None:
    game = at_random(small_battle(2), "sbh.action.table")
    seat = seated(game)

    def kinds(options: list[Answer]) -> list[str]:
        return [game.system.marks(game.choice, one)["kind"] for one in options]

    usual = kinds(seat.sensible())
    most = len(set(usual)) + 2
    assert 2 < most < len(usual)
    for seed in range(20):
        drawn = seat.ideas(most, Stream(seed))
        assert len(drawn) == len(set(drawn)) == most
        assert set(kinds(drawn)) == set(usual)
        assert drawn == [one for one in seat.sensible() if one in drawn]
    assert seat.ideas(100, Random(1)) == seat.sensible()
    assert len({tuple(seat.ideas(most, Random(seed))) for seed in range(9)}) > 1


def test_the_same_seed_gives_the_same_answers() -> None:
    def moves(seed: int) -> list[object]:
        game = small_battle(4)
        play_on(game, [SearchAgent(f"{seed} 0"), SearchAgent(f"{seed} 1")], Budget(12), most=20)
        return [event.answer for event in game.events if isinstance(event, Chosen)]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_with_time_it_thinks_until_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escarmouche.agents.search.FIRST", 1 << 20)
    game = at_random(small_battle(2), "sbh.action.table")
    begun = perf_counter()
    thoughts = SearchAgent(1).thoughts(seated(game), Budget(1, seconds=0.3))
    assert perf_counter() - begun >= 0.3
    assert thoughts[0].tries > 8


def test_with_time_it_stops_early_where_more_looks_can_tell_nothing() -> None:
    game = at_random(small_battle(2), "sbh.action.table")
    begun = perf_counter()
    thoughts = SearchAgent(1).thoughts(seated(game), Budget(1, seconds=60.0))
    assert perf_counter() - begun < 50
    assert thoughts[0].tries >= FIRST
    assert sum(thought.tries >= FIRST for thought in thoughts) >= min(CONTENDERS, len(thoughts)) // 2, (
        "one bad throw is not enough"
    )


def looked_at(*options: list[float]) -> Search:
    """A search that has looked at options, which came to this in the same imagined games."""
    game = at_random(small_battle(2), "sbh.action.table")
    ideas = seated(game).sensible()[: len(options)]
    found = Search(LearnedGame(seated(game)), ideas, "looks", Budget(1, seconds=60.0))
    found._looks = [[Look(worth, 0.0) for worth in worths] for worths in options]
    return found


def test_who_is_sure_to_be_behind_is_dropped_and_who_may_be_ahead_is_not() -> None:
    turns = FIRST // 2
    steady, worse, wild = [0.5, 0.3] * turns, [*[0.4, 0.2] * (turns - 1), 0.4, 0.21], [0.6, 0.1] * turns
    assert looked_at(steady, worse, wild)._ahead([0, 1, 2]) == [0, 2]
    assert looked_at(steady[1:], worse[1:])._ahead([0, 1]) == [0, 1], "so few looks tell nothing"
    assert looked_at(worse, steady)._ahead([0, 1]) == [1]


def test_those_who_are_as_good_as_each_other_need_no_further_look() -> None:
    alike = [0.501, 0.301] * (FIRST // 2)
    assert looked_at([0.5, 0.3] * (FIRST // 2), alike)._ahead([0, 1]) == [1]


@pytest.mark.parametrize("system", ["sbh", "masse", "bataille"])
def test_nobody_concedes_without_cause(system: str) -> None:
    game = registry.new(system, seed="grave")
    chance = Stream("grave")
    met = 0
    for _ in range(60):
        grave = {one for one in game.options() if game.system.marks(game.choice, one).get("kind") in game.system.grave}
        met += len(grave)
        kept = seated(game).sensible()
        assert set(kept) == set(game.options()) - grave
        game.play(kept[chance.below(len(kept))])
    assert met


def test_what_is_rather_done_otherwise_is_left_alone_where_that_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    assert registry.system("masse").rather == {"shoot-melee": "shoot"}
    game = registry.new("sbh", seed="rather")
    while game.choice.why != "sbh.activation.choose-fighter":
        game.play(seated(game).sensible()[0])
    kinds = [one[0] for one in seated(game).sensible()]
    assert {"activate", "end-turn"} <= set(kinds)
    monkeypatch.setattr(game.system, "rather", {"end-turn": "activate", "activate": "shoot"}, raising=False)
    assert [one[0] for one in seated(game).sensible()] == [kind for kind in kinds if kind != "end-turn"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_level_answers_in_every_system(system: str) -> None:
    game = registry.new(system, seed="levels")
    sitting = [agent("recruit", 1), agent("veteran", 2)]
    assert play_on(game, sitting, Budget(1), most=24) == 24


def test_levels_think_as_much_as_they_do_whatever_they_are_given() -> None:
    assert Recruit.playouts < Veteran.playouts < Warlord.playouts
    game = at_random(small_battle(3), "sbh.action.table")
    seat = game.choice.seat
    assert Veteran(5).answer(seated(game), seat, Budget(1)) == SearchAgent(5).answer(
        seated(game), seat, Budget(Veteran.playouts)
    )


def test_what_was_learned_is_what_judges() -> None:
    game = registry.new("bataille", seed="learned")
    chance = Stream("learned")
    for _ in range(30):
        game.play(game.sample(chance))
    learned, by_hand = LearnedGame(seated(game)), seated(game)
    assert learned.evaluate(game) != by_hand.evaluate(game)
    names = game.system.encoding()
    only = [1.0 if name == "judged by hand" else 0.0 for name in names]
    assert LearnedGame(seated(game), only).evaluate(game) == pytest.approx(by_hand.evaluate(game), abs=1e-9)


def test_it_makes_up_its_mind_where_answers_have_long_consequences(monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_random(small_battle(2), "sbh.action.table")
    monkeypatch.setattr("escarmouche.agents.search.ENOUGH", 1)
    monkeypatch.setattr("escarmouche.agents.search.A_TRIAL", 0)
    first, *others = SearchAgent(1).thoughts(seated(game), Budget(96))
    assert first.tries == 1
    assert others
    assert not any(thought.tries for thought in others)


def test_a_level_takes_the_seconds_it_is_given() -> None:
    game = at_random(small_battle(2), "sbh.action.table")
    tries = sum(thought.tries for thought in SearchAgent(1).thoughts(seated(game), Budget(1, 0.5)))
    assert tries > 2 * len(SearchAgent(1).thoughts(seated(game), Budget(1)))
    began = perf_counter()
    Warlord(1).answer(seated(game), game.choice.seat, Budget(1, 0.05))
    assert perf_counter() - began < 2
