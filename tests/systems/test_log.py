"""The log: what is said of an event is the same when it happens, at the end of the game, and from a replay."""

from __future__ import annotations

import pytest

from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Event
from escarmouche.core.game import Game
from escarmouche.core.save import again, dump, parse

LANGUAGES = ("en", "fr")
TABLES = [
    *[("sbh", scenario, {}) for scenario in registry.system("sbh").scenarios()],
    ("sbh", "treasure-hunt", {"scale": "hex"}),
    *[("masse", scenario, {}) for scenario in registry.system("masse").scenarios()],
]


def said(game: Game, events: list[Event]) -> list[tuple[str, ...]]:
    """The events in both languages, as they are told from the world that stands."""
    return [tuple(game.system.event_sentence(event, game.world, language) for language in LANGUAGES) for event in events]


@pytest.mark.parametrize(("system", "scenario", "options"), TABLES)
def test_a_sentence_of_the_log_never_changes(system: str, scenario: str, options: dict[str, str]) -> None:
    game, chance = registry.new(system, None, scenario, 1, dict(options)), Stream("log")
    told = said(game, game.events)
    while game.due is not None:
        before, answer = game.fork(), game.sample(chance)
        events = game.play(answer)
        lines = said(game, events)
        assert said(before, events[:1]) == lines[:1], "a decision is told alike from the world it was taken in"
        told += lines
    assert len(told) > 100
    for other in (game, again(game), parse(dump(game))):
        for now, then in zip(said(other, other.events), told, strict=True):
            assert now == then
