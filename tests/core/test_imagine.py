"""Imagined games: the seat cannot tell them from the true one, and the unknown is the same in every suspended rule."""

from __future__ import annotations

import msgspec
import pytest

from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Chosen, Told
from escarmouche.core.errors import EscarmoucheError, RuleError
from escarmouche.core.game import Game
from escarmouche.core.imagine import imagined
from escarmouche.core.save import dump
from tests.core.checks import one_sentence
from tests.core.toy import new_game, play_on, until
from tests.core.toy_rules import TRAP_PLACES, World


def worlds(game: Game) -> list[World]:
    """Every world in the suspended rules, the newest first."""
    found: list[World] = [game.world]
    frame = game.run.top
    while frame is not None:
        found += [value for value in (*frame.args, *frame.answers) if isinstance(value, World)]
        frame = frame.parent
    return found


def in_the_dark(depth: int = 3) -> Game:
    """A game in a reaction while nobody has found a trap."""
    for skip in range(20):
        game = until("toy.react", depth, skip)
        if not any(game.world.sprung):
            return game
    raise AssertionError("every trap is sprung")


def test_the_unknown_is_drawn_anew_and_the_known_is_kept() -> None:
    game = in_the_dark()
    for seat in (0, 1):
        others = {imagined(game, seat, seed).world.traps[1 - seat] for seed in range(40)}
        owns = {imagined(game, seat, seed).world.traps[seat] for seed in range(40)}
        assert owns == {game.world.traps[seat]}
        assert others == set(TRAP_PLACES) - set(game.world.safe[seat])
    assert len({imagined(game, -1, seed).world.traps for seed in range(40)}) > 10


def test_one_unknown_has_one_value_in_every_rule_at_work() -> None:
    game = in_the_dark()
    for seed in range(20):
        twin = imagined(game, 0, seed)
        assert len(worlds(twin)) > 3
        assert len({world.traps for world in worlds(twin)}) == 1


def test_views_of_the_seat_are_byte_equal() -> None:
    game, chance = new_game(6, "ambush"), Stream(6)
    while game.due is not None:
        for seat in (-1, 0, 1):
            true = msgspec.json.encode(game.view(seat))
            assert msgspec.json.encode(imagined(game, seat, 1).view(seat)) == true
        game.play(game.sample(chance))
    assert imagined(game, 0, 1).result is not None


def test_a_secret_of_another_seat_is_gone_from_the_log() -> None:
    game = in_the_dark()
    told = [event for event in imagined(game, 0, 1).events if isinstance(event, (Chosen, Told)) and event.only >= 0]
    assert told
    assert {event.only for event in told} == {0}
    assert len(imagined(game, 0, 1).events) == len(game.events) - 2


def test_an_imagined_game_is_played_to_its_end_and_leaves_the_true_one_alone() -> None:
    game = in_the_dark()
    before = dump(game)
    ends = {dump(play_on(imagined(game, 1, seed), Stream(3))) for seed in range(6)}
    assert len(ends) == 6
    assert dump(game) == before
    twin = imagined(game, 1, 0)
    assert (twin.choice.why, twin.choice.seat) == (game.choice.why, game.choice.seat)
    with pytest.raises(EscarmoucheError, match="nothing to undo"):
        twin.undo()


def test_the_same_seed_imagines_the_same() -> None:
    game = in_the_dark()
    assert dump(imagined(game, 1, 5)) == dump(imagined(game, 1, 5))
    assert dump(imagined(game, 1, 5)) != dump(imagined(game, 1, 6))


def test_dice_are_fresh() -> None:
    game = in_the_dark()
    dice = {dump(play_on(imagined(game, 1, seed), Stream(1), 3))[-2000:] for seed in range(8)}
    assert len(dice) > 1
    assert imagined(game, 1, 1).source is not game.source


def test_parts_without_a_world_are_shared() -> None:
    game = in_the_dark()
    twin = imagined(game, 0, 1)
    assert game.run.top is not None
    assert twin.run.top is not None
    assert twin.run.top.rule is game.run.top.rule
    assert all(a is b for a, b in zip(twin.world.figures, game.world.figures, strict=True))


def test_a_system_that_hides_nothing_is_forked() -> None:
    game = registry.new("keeps-no-secret", seed=1)
    game.play(1)
    twin = imagined(game, 1, 3)
    assert twin.run.top is game.run.top
    assert twin.past is None
    assert twin.events == game.events


def test_a_world_that_cannot_be_is_not_imagined() -> None:
    """Every imagined world would have somebody else decide: there is no such game, and that is said."""
    game = registry.new("contradicts", seed=1)
    with pytest.raises(RuleError, match="leads to the question that is due") as caught:
        imagined(game, 0, 1)
    one_sentence(caught.value)
