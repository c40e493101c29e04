"""What an opponent who knows our sources and everything public can find out about an ambush."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.data import Secret
from escarmouche.core.dice import Stream
from escarmouche.core.game import Game
from escarmouche.core.imagine import imagined
from escarmouche.core.proof import commitment
from escarmouche.core.save import again, dump, parse
from escarmouche.core.system import Setup, fresh_seed
from escarmouche.systems.sbh.model import WAITING
from escarmouche.systems.sbh.rules.ambush import Hidden

BAND = {"system": "sbh", "name": "A", "figure": [{"profile": "human-warrior", "count": 3}]}
GUESSES = ("", "markers", "hiding", "0", "1", "None")
"""Keys anybody would try."""


def hiding(seed: int | str, **options: Any) -> Game:
    """An ambush in which a band is about to hide."""
    game = esc.new("sbh", [BAND, BAND], "ambush", seed, {"terrain": "random", **options})
    chance = Stream(seed)
    while game.choice.why != "sbh.scenario.ambush.markers":
        game.play(game.sample(chance))
    return game


def spots(answer: Any) -> list[tuple[int, int]]:
    """What everybody sees of an answer: where markers lie."""
    return sorted([(x, y) for x, y, _ in answer[1]])


def foretold(game: Game, keys: list[str]) -> dict[int, int] | None:
    """The attack: with what is public, draw the layouts that a band would be offered from each key; the one whose markers lie
    where they lie tells who is under which."""
    world = game.world
    seat = next(marker.seat for marker in world.markers if marker.kind == "ambush")
    seen = sorted([(marker.x, marker.y) for marker in world.markers])
    before = world.with_markers(())
    for key in keys:
        for answer in Hidden(before, seat, len(seen), Secret(key)).listed():
            if spots(answer) == seen:
                return {figure: place for place, (_, _, figure) in enumerate(sorted(answer[1])) if figure >= 0}
    return None


@pytest.mark.rule("sbh.scenario.ambush.markers")
@pytest.mark.parametrize("number", range(8))
def test_no_reveal_can_be_foretold_from_public_data(number: int) -> None:
    game = hiding(fresh_seed())
    defender = game.choice.seat
    offered = game.options()
    game.play(offered[number])
    watcher = 1 - defender
    dreams = [imagined(game, watcher, seed) for seed in range(3)]
    known = [part.key for dream in dreams for part in secrets(dream)]
    assert len(known) == 3, "the suspended preparation holds one in every imagined game"
    public = [*GUESSES, *known, *[Setup("sbh", [], "ambush", seed, {}).secret("hiding").key for seed in range(20)]]
    assert foretold(game, public) is None
    (real,) = secrets(game)
    assert real.key not in public
    truth = {marker.figure: place for place, marker in enumerate(game.world.markers) if marker.figure >= 0}
    assert foretold(game, [real.key]) == truth, "the attack works for one who knows the secret"


def secrets(game: Game) -> list[Secret]:
    """The secrets in the suspended rules of a game."""
    found: list[Secret] = []
    frame = game.run.top
    while frame is not None:
        found += [part for part in frame.args if isinstance(part, Secret)]
        frame = frame.parent
    return found


@pytest.mark.rule("sbh.scenario.ambush.markers")
def test_what_is_offered_depends_on_the_secret_that_was_committed_to() -> None:
    def dice(secret: str) -> dict[str, Any]:
        return {"kind": "committed", "commitment": commitment(secret), "secret": secret, "salts": []}

    one, same, other = (hiding("seed", dice=dice(secret)) for secret in ("00" * 32, "00" * 32, "11" * 32))
    assert one.world == same.world
    assert one.options() == same.options()
    if one.world == other.world:
        assert one.options() != other.options()
    assert secrets_of("00" * 32) != secrets_of("11" * 32)


def secrets_of(secret: str) -> str:
    """The key of a set-up with this secret."""
    return Setup("sbh", [], "ambush", 1, {"dice": {"kind": "committed", "secret": secret}}).secret("hiding").key


@pytest.mark.rule("sbh.scenario.ambush.markers")
def test_a_fork_with_fresh_dice_keeps_the_secret_it_began_with() -> None:
    first = {"kind": "committed", "secret": "00" * 32}
    fork = {"kind": "committed", "secret": "22" * 32, "since": 9, "before": first}
    kept = Setup("sbh", [], "ambush", 1, {"dice": fork}).secret("hiding")
    assert kept.key == secrets_of("00" * 32)


@pytest.mark.rule("sbh.scenario.ambush.markers")
def test_a_save_in_the_middle_of_hiding_offers_the_same_again() -> None:
    game = hiding(7)
    loaded = parse(dump(game))
    assert loaded.options() == game.options()
    game.play(game.options()[3])
    assert dump(again(game)) == dump(game)
    assert all(figure.status == WAITING for figure in game.world.figures if figure.seat == game.world.markers[0].seat)
