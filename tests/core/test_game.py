"""The public handle: play, undo, fork, events, results; and an answer that is refused changes nothing at all."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escarmouche.core import registry
from escarmouche.core.codec import Writer
from escarmouche.core.conformance import HUGE, MISFITS, NOT_PLAIN
from escarmouche.core.data import fields
from escarmouche.core.dice import Source, Stream
from escarmouche.core.effects import Chosen, Result, Roll, Rolled, Told, visible
from escarmouche.core.errors import EscarmoucheError, IllegalAnswer, RuleError
from escarmouche.core.game import Game, Moment, Page, plain, writable
from escarmouche.core.save import dump
from escarmouche.core.system import event_plain
from tests.core.checks import one_sentence
from tests.core.toy import new_game, play_on, until
from tests.core.toy_rules import LAST_TURN


def ended(game: Game) -> bool:
    return game.result is not None


def test_a_game_from_first_to_last() -> None:
    game = new_game(3)
    assert (game.choice.why, game.choice.seat, game.choice.secret) == ("toy.setup.trap", 0, True)
    assert not ended(game)
    assert game.events == []
    assert game.options() == list(range(6, 14))
    told: list[object] = []
    chance = Stream(3)
    while game.due is not None:
        assert not ended(game)
        told += game.play(game.sample(chance))
    assert game.events == told
    result = game.result
    assert isinstance(result, Result)
    assert result.world is game.world
    assert result.reason == "toy.end.late"
    assert game.world.turn == LAST_TURN
    assert game.options() == []
    assert game.due is None


def test_events_say_what_was_chosen_thrown_and_told() -> None:
    game = new_game(dice=[3, 2])
    first = game.play(9)
    assert first == [Chosen(9, -1, 0, 0, "toy.setup.trap"), Told((9,), "toy-trap", 0, "", "toy.setup.trap")]
    game.play(10)
    events = game.play(2)
    assert events == [
        Chosen(2, -1, -1, 0, "toy.turn"),
        Rolled(0, (3,), 2, 0, 4, 0, (3,), "toy.turn.nerve"),
        Told((2, 3), "toy-turn", -1, "", "toy.turn"),
    ]
    assert game.play(("wait",)) == [
        Chosen(("wait",), 2, -1, 0, "toy.act"),
        Told((2,), "toy-wait", -1, "", "toy.act"),
    ]


def test_a_die_is_told_with_its_purpose_and_target() -> None:
    game = new_game(scenario="ambush", dice=[4, *[5] * 20, *[9] * 20])
    for answer in (6, 7, 0):
        game.play(answer)
    shot, saves = [event for event in game.play(("shoot", 5)) if isinstance(event, Rolled)]
    assert (shot.why, shot.figure, shot.target, shot.sides, shot.value) == ("toy.shoot", 0, 5, 6, 20)
    assert (saves.why, saves.figure, saves.target, saves.sides, saves.value) == ("toy.shoot.save", 5, 9, 10, 20)


def test_a_single_answer_is_not_asked_and_not_told() -> None:
    """The last figure of a band acts without being picked."""
    for seed in range(200):
        game = play_on(new_game(seed, "ambush"), Stream(seed))
        seats = [[event.seat for event in game.events if isinstance(event, Chosen) and event.why == "toy.turn"]]
        turns = [event for event in game.events if isinstance(event, Rolled) and event.why == "toy.turn.nerve"]
        if len(turns) > len(seats[0]):
            break
    alone = [seat for seat in (0, 1) if seats[0].count(seat) < sum(turn.seat == seat for turn in turns)]
    assert alone
    assert all(game.events.count(turn) >= 1 for turn in turns)


def test_the_same_seed_gives_the_same_game() -> None:
    one, two = [dump(play_on(new_game(11), Stream(4))) for _ in range(2)]
    assert one == two
    assert one != dump(play_on(new_game(12), Stream(4)))


def test_sample_takes_a_python_generator() -> None:
    game = new_game()
    assert game.sample(random.Random(1)) in game.options()
    assert {game.sample(random.Random(i)) for i in range(100)} == set(game.options())


def test_json_answers_are_taken_as_tuples() -> None:
    game, twin = until("toy.act", skip=1), until("toy.act", skip=1)
    walk = next(answer for answer in game.options() if answer[0] == "walk")
    assert game.refusal(list(walk)) is None
    game.play(list(walk))
    twin.play(walk)
    assert dump(game) == dump(twin)
    assert plain([["a", [1]], (2, [])]) == (("a", (1,)), (2, ()))


@pytest.mark.parametrize("why", ["toy.setup.trap", "toy.turn", "toy.act", "toy.react", "toy.melee.reroll"])
def test_a_refused_answer_changes_nothing(why: str) -> None:
    game = until(why, skip=2)
    before, run, top = dump(game), game.run, game.run.top
    for answer in [*MISFITS, *NOT_PLAIN]:
        if answer in game.options() and type(answer) is int:
            continue  # 0 is a figure
        assert game.refusal(answer) is not None
        with pytest.raises(IllegalAnswer) as caught:
            game.play(answer)
        assert caught.value.rule == why
        assert caught.value.reason in str(caught.value)
        one_sentence(caught.value)
        assert dump(game) == before
        assert game.run is run
        assert game.run.top is top


def test_a_refusal_names_the_rule_it_rests_on() -> None:
    game = until("toy.act")
    here = game.world.figures[game.choice.figure].place
    for answer, rule in (
        (("walk", -1), "toy.walk"),
        (("walk", here), "toy.walk"),
        (("walk", here + 7), "toy.walk"),
        (("walk", HUGE), "toy.walk"),
        (("shoot", game.choice.figure), "toy.shoot"),
        (("fly", 3), "toy.act"),
    ):
        with pytest.raises(IllegalAnswer) as caught:
            game.play(answer)
        assert caught.value.rule == rule


def test_nothing_is_played_after_the_end() -> None:
    game = play_on(new_game(2), Stream(2))
    before = dump(game)
    with pytest.raises(IllegalAnswer, match="The game is over") as caught:
        game.play(("wait",))
    assert caught.value.rule == game.run.result.reason
    one_sentence(caught.value)
    with pytest.raises(EscarmoucheError, match="The game is over") as over:
        game.sample(Stream(1))
    one_sentence(over.value)
    assert dump(game) == before


def test_an_error_survives_a_process_pool() -> None:
    with pytest.raises(IllegalAnswer) as caught:
        new_game().play("nonsense")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.rule, copy.reason, copy.french, str(copy)) == (
        caught.value.rule,
        caught.value.reason,
        caught.value.french,
        str(caught.value),
    )


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_json_data_is_plain(value: object) -> None:
    assert writable(plain(value))


# ---------------------------------------------------------------- a rule that fails


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("crashes", ZeroDivisionError, "zero"),
        ("never-asks", RuleError, "without ever asking"),
        ("never-stops-rolling", RuleError, "roll dice without ever asking"),
        ("yields-nonsense", (RuleError, TypeError), "generator"),
    ],
)
def test_a_rule_that_fails_leaves_the_game_as_it_was(name: str, error: type[Exception], said: str) -> None:
    game = registry.new(name, seed=1)
    while works(game.fork()):
        game.play(1)
    before, events, past = dump(game), game.events, game.past
    with pytest.raises(error, match=said):
        game.play(1)
    assert dump(game) == before
    assert (game.events, game.past) == (events, past)
    assert game.choice.why == "mini.turn"
    with pytest.raises(error):
        game.play(1)
    if name == "crashes":
        game.undo()
        game.play(2)
        assert game.world.number == 18


def works(game: Game) -> bool:
    """Can the next answer be given?"""
    try:
        game.play(1)
    except Exception:
        return False
    return True


def test_an_interrupt_leaves_the_game_as_it_was() -> None:
    class Interrupted(Source):
        def throw(self, roll: Roll, place: int) -> tuple[int, ...]:
            raise KeyboardInterrupt

    game = new_game()
    game.play(6)
    game.play(7)
    before, source = dump(game), game.source
    game.source = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        game.play(0)
    game.source = source
    assert dump(game) == before
    assert game.play(0) == new_game_after(6, 7).play(0)


def new_game_after(*answers: object) -> Game:
    game = new_game()
    for answer in answers:
        game.play(answer)
    return game


# ---------------------------------------------------------------- undo and fork


@given(st.integers(0, 10**6), st.lists(st.sampled_from(["play", "play", "undo", "fork"]), max_size=60))
def test_undo_goes_back_to_the_same_bytes(seed: int, steps: list[str]) -> None:
    game, chance = new_game(seed, "ambush"), Stream(seed)
    past = [dump(game)]
    for step in steps:
        if step == "play" and game.due is not None:
            game.play(game.sample(chance))
            past.append(dump(game))
        elif step == "undo" and len(past) > 1:
            game.undo()
            past.pop()
        elif step == "fork":
            game = game.fork()
        assert dump(game) == past[-1]


@given(st.integers(0, 10**6), st.lists(st.sampled_from(["play", "play", "undo", "fork", "back", "look"]), max_size=60))
def test_a_log_is_shown_alike_however_often_and_from_whichever_fork_it_was_asked_for(seed: int, steps: list[str]) -> None:
    game, chance = new_game(seed, "ambush"), Stream(seed)
    others = [game]
    for step in steps:
        if step == "play" and game.due is not None:
            game.play(game.sample(chance))
        elif step == "undo" and game.past is not None:
            game.undo()
        elif step == "fork":
            others.append(game)
            game = game.fork(len(others))
        elif step == "back":
            game = others[-1]
        elif step == "look":
            for seat in (-1, 0, 1):
                told = [event_plain(event) for event in game.events if visible(event, seat)]
                assert game.shown_events(seat, event_plain) == told


@pytest.mark.parametrize("system", ["sbh", "masse", "bataille", "swidenth", "fda"])
def test_an_event_as_plain_data_is_what_it_is_and_each_of_its_fields(system: str) -> None:
    game, chance = registry.new(system, seed=5), Stream(5)
    while game.due is not None:
        game.play(game.sample(chance))
    kinds = set()
    for event in game.events:
        written = {name: Writer().write(getattr(event, name)) for name in fields(type(event))}
        assert event_plain(event) == {"event": type(event).__name__.lower(), **written}
        kinds.add(type(event))
    assert kinds == {Told, Rolled, Chosen}


def test_a_very_long_game_comes_apart_without_overflowing_the_stack() -> None:
    page, moment = Page(None, ()), Moment(None, None, None, 0, None)
    first = moment
    for _ in range(300_000):
        page = Page(page, ())
        moment = Moment(moment, None, page, 0, None)
    steps, back = 0, moment
    while back.before is not None:
        steps, back = steps + 1, back.before
    assert (steps, back) == (300_000, first)
    del page, moment


def test_undo_to_the_very_beginning() -> None:
    game = new_game(8)
    first = dump(game)
    end = dump(play_on(game, Stream(8)))
    while game.past is not None:
        game.undo()
    assert dump(game) == first
    with pytest.raises(EscarmoucheError, match="nothing to undo") as caught:
        game.undo()
    one_sentence(caught.value)
    assert dump(play_on(game, Stream(8))) == end


def test_a_fork_and_its_game_do_not_meet() -> None:
    game = until("toy.react")
    before, view = dump(game), game.view(0)
    fork = game.fork()
    play_on(fork, Stream(1))
    assert fork.result is not None
    assert dump(game) == before
    assert game.view(0) == view
    game.play(("hold",))
    other = game.fork()
    game.undo()
    assert dump(game) == before
    assert dump(other) != before


def test_a_fork_has_the_same_dice_unless_it_asks_for_others() -> None:
    game = until("toy.react")
    same = [dump(play_on(game.fork(), Stream(1))) for _ in range(2)]
    assert same[0] == same[1]
    fresh = {dump(play_on(game.fork(seed), Stream(1))) for seed in range(5)}
    assert len(fresh) == 5
    assert same[0] not in fresh


def shared(game: Game, fork: Game) -> bool:
    """Does the fork hold what the game holds, and nothing but its own handle beside it?"""
    return (
        fork.run is not game.run
        and fork.run.live is None
        and fork.run.top is game.run.top
        and fork.run.due is game.run.due
        and fork.log is game.log
        and fork.past is game.past
        and fork.setup is game.setup
        and fork.source is game.source
    )


def blocks(make: Callable[[], object]) -> int:
    """How many blocks of memory a hundred of them take."""
    kept: list[object] = [None] * 100
    spare = [[0] for _ in range(200)]  # so that no freed list is left over to be used again
    gc.collect()
    gc.disable()  # what others have left behind is not to be counted
    before = sys.getallocatedblocks()
    for i in range(100):
        kept[i] = make()
    after = sys.getallocatedblocks()
    gc.enable()
    assert len(spare) == 200
    return after - before


def test_a_fork_costs_the_same_early_and_late() -> None:
    game, chance = new_game(5), Stream(5)
    game.play(game.sample(chance))
    assert shared(game, game.fork())
    early = blocks(game.fork)
    play_on(game, chance, 100)
    assert len(game.events) > 150
    assert shared(game, game.fork())
    assert abs(blocks(game.fork) - early) <= 10
    assert early <= 100 * 4


def test_events_of_forks_share_their_past() -> None:
    game = play_on(new_game(5), Stream(5), 20)
    before = game.events
    fork = game.fork()
    mine, theirs = game.play(game.options()[0]), fork.play(fork.options()[-1])
    assert game.events == before + mine
    assert fork.events == before + theirs
    assert game.log is not None
    assert fork.log is not None
    assert game.log.before is fork.log.before


def test_an_answer_that_was_drawn_is_checked_again_for_any_other_question() -> None:
    game = until("toy.turn")
    answer = game.sample(Stream(5))
    events = game.play(answer)
    assert game.refusal(answer) is not None, "the next question is another one"
    before = dump(game)
    with pytest.raises(IllegalAnswer):
        game.play(answer)
    assert dump(game) == before
    game.undo()
    assert game.play(answer) == events


# ---------------------------------------------------------------- copies


def copies(game: Game) -> list[Game]:
    """The game copied, deeply copied and pickled."""
    return [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]


@pytest.mark.parametrize("why", ["toy.setup.trap", "toy.turn", "toy.act", "toy.react", "toy.melee.reroll"])
def test_a_copy_plays_on_alike_and_alone(why: str) -> None:
    game = until(why, skip=1)
    before = dump(game)
    for twin in copies(game):
        assert twin is not game
        assert dump(twin) == before
        assert twin.events == game.events
        play_on(twin, Stream("on"))
        assert dump(game) == before
        assert dump(twin) == dump(play_on(game.fork(), Stream("on")))


def test_a_finished_game_can_be_copied() -> None:
    game = play_on(new_game(2), Stream(2))
    for twin in copies(game):
        assert twin.due is None
        assert twin.result == game.result
        assert dump(twin) == dump(game)


def test_copies_keep_their_undo_and_a_pickle_begins_anew() -> None:
    game = play_on(new_game(4), Stream(4), 12)
    shallow, deep, pickled = copies(game)
    game.undo()
    for twin in (shallow, deep):
        twin.undo()
        assert dump(twin) == dump(game)
    with pytest.raises(EscarmoucheError, match="nothing to undo"):
        pickled.undo()
    before = dump(pickled)
    pickled.play(pickled.sample(Stream(1)))
    pickled.undo()
    assert dump(pickled) == before


def test_a_deep_copy_has_a_set_up_of_its_own() -> None:
    game = new_game()
    twin = copy.deepcopy(game)
    twin.setup.options["mine"] = 1
    assert "mine" not in game.setup.options
    assert copy.copy(game).setup is game.setup


def test_a_fork_with_fresh_dice_keeps_them_in_a_pickle() -> None:
    fork = new_game(3).fork("fresh")
    assert dump(play_on(pickle.loads(pickle.dumps(fork)), Stream(1))) == dump(play_on(fork, Stream(1)))


# ---------------------------------------------------------------- reprs


def test_a_game_says_what_it_is_and_what_is_due() -> None:
    game = new_game(dice=[3, 2])
    assert repr(game) == "<Game toy corridor: 0 decisions; seat 0 decides toy.setup.trap>"
    for answer in (9, 10, 2):
        game.play(answer)
    assert repr(game) == "<Game toy corridor: 3 decisions; seat 0 decides toy.act for figure 2>"
    by_hand = new_game(dice="manual")
    for answer in (9, 10, 2):
        by_hand.play(answer)
    assert repr(by_hand) == "<Game toy corridor: 3 decisions; seat 0 throws 1d4 for toy.turn.nerve>"
    over = play_on(new_game(3), Stream(3))
    assert isinstance(over.result, Result)
    said = repr(over)
    assert said.startswith(f"<Game toy corridor: turn {LAST_TURN}, ")
    assert f"{over.result.reason}), scores " in said
    assert ("a draw" in said) is (over.result.winner < 0)


def test_a_game_tells_what_it_is_even_where_its_view_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game()

    def view(world: object, seat: int) -> object:
        raise ValueError("a view that fails")

    monkeypatch.setattr(game.system, "view", view)
    assert repr(game) == "<Game toy corridor: 0 decisions; seat 0 decides toy.setup.trap>"


def test_questions_and_events_say_what_they_are() -> None:
    game = new_game(dice=[3, 2])
    assert repr(game.due) == "<Choose toy.setup.trap: seat 0 decides secretly>"
    chosen, told = game.play(9)
    assert repr(chosen) == "<Chosen toy.setup.trap: seat 0, 9 (only for seat 0)>"
    assert repr(told) == "<Told toy.setup.trap: toy-trap(9) (only for seat 0)>"
    game.play(10)
    assert repr(game.play(2)[1]) == "<Rolled toy.turn.nerve: seat 0 for figure 2, 1d4 show 3>"
    assert (
        repr(Roll("toy.shoot", 1, None, 3, figure=4, target=5)) == "<Roll toy.shoot: seat 1 throws 3d6 needing 5+ for figure 4>"
    )
    assert (
        repr(Rolled(1, (5, 2), -1, 1, 6, 4, (5, 2), "toy.shoot")) == "<Rolled toy.shoot: seat 1, 2d6 +1 show 5, 2, needing 4+>"
    )
    assert repr(Told((1, "a"), "hit", -1, "killed", "toy.melee")) == "<Told toy.melee: hit(1, 'a') -> killed>"
    assert repr(Result("toy.end", (3, 1), 0, "a long world")) == "Result(winner=0, reason='toy.end', scores=(3, 1))"


def test_a_choice_is_there_while_a_decision_is_due() -> None:
    game = new_game(dice="manual")
    assert game.choice is game.due
    for answer in (9, 10, 2):
        game.play(answer)
    with pytest.raises(EscarmoucheError, match="Dice are due") as caught:
        _ = game.choice
    one_sentence(caught.value)
    with pytest.raises(EscarmoucheError, match="The game is over") as over:
        _ = play_on(new_game(2), Stream(2)).choice
    one_sentence(over.value)
