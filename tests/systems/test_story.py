"""The log as a story, in every system: deeds hold every event once, each has a headline, and the end is told."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import escarmouche as esc
from escarmouche.agents.protocol import Budget, play_on
from escarmouche.agents.roster import agent
from escarmouche.core import registry
from escarmouche.core.effects import RULES, Chosen, Result, Told, visible
from escarmouche.core.game import Game
from escarmouche.core.story import GRAVE, deeds, marks, side_names

SYSTEMS = ("sbh", "masse", "bataille", "swidenth", "fda")


@pytest.fixture(scope="module", params=SYSTEMS)
def game(request: Any) -> Game:
    """A battle between agents that answer at random, some way in."""
    made = esc.new(request.param, seed=9, options=registry.system(request.param).quick_options())
    play_on(made, [agent("random", f"9 {seat}") for seat in range(made.setup.seats)], Budget(1), 150)
    return made


def test_deeds_hold_every_event_once_and_in_order(game: Game) -> None:
    found = deeds(game.system, game.events, -1)
    assert [event for deed in found for event in deed.events] == [event for event in game.events if visible(event, -1)]
    assert len(found) < len(game.events) / 2
    for deed in found:
        assert not deed.heads(game.system) or len(deed.events) == 1
        for language in ("en", "fr"):
            assert game.system.event_sentence(deed.headline(game.system.story), game.world, language)


def test_what_changes_the_battle_is_the_headline(game: Game) -> None:
    story = game.system.story
    for deed in deeds(game.system, game.events, -1):
        if any(story.weight(event) == GRAVE for event in deed.events):
            assert story.weight(deed.headline(story)) == GRAVE


def test_a_decision_alone_is_no_deed(game: Game) -> None:
    found = deeds(game.system, game.events, -1)
    for before, deed in pairwise(found[:-1]):
        assert before.heads(game.system) or not all(isinstance(event, Chosen) for event in deed.events)


def test_a_screen_is_told_whom_an_event_speaks_of(game: Game) -> None:
    known = {one["id"] for one in game.system.view(game.world, 0)["figures"]}
    told = [marks(game.system, event) for event in game.events if isinstance(event, Told)]
    assert any(one["figures"] for one in told)
    assert all(0 <= id <= max(known) for one in told for id in one["figures"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_story_names_only_what_there_is(system: str) -> None:
    """Every kind in the lists has a sentence, and every decision in them a rule."""
    one = registry.system(system)
    keys = one.messages.keys() | set(one.headings)
    behind = getattr(one.messages, "_behind", None)
    keys |= behind.keys() if behind is not None else set()
    for kind in one.story.kinds():
        known = any(key.startswith(kind) for key in keys) if kind.endswith("-") else kind in keys
        assert known or kind in one.rule_ids() or kind in RULES, kind


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_end_is_a_sentence_with_names_and_scores_add_up(system: str) -> None:
    game = esc.new(system, seed=9, options=registry.system(system).quick_options())
    play_on(game, [agent("random", f"9 {seat}") for seat in range(game.setup.seats)], Budget(1))
    result = game.result
    assert isinstance(result, Result)
    for language in ("en", "fr"):
        said = game.system.ending(result, side_names(game.setup, language), language)
        assert said.endswith(".")
        assert "end." not in said
    for seat, score in enumerate(result.scores):
        parts = game.system.scored(result, seat)
        assert not parts or sum([part["points"] for part in parts]) == score
