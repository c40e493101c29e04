"""Advice: proposals with chances and reasons, from what the seat knows, the same from the same seed."""

from __future__ import annotations

from math import hypot
from time import perf_counter

import pytest

from escarmouche.agents.advice import APART, MOST, Advice, advise, span
from escarmouche.agents.greedy import WORLDS
from escarmouche.agents.protocol import Budget, SeatGame
from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Choose
from escarmouche.core.errors import IllegalAnswer
from escarmouche.core.game import Game
from escarmouche.core.imagine import imagined
from escarmouche.core.system import System
from escarmouche.kit.headline import of_answer
from escarmouche.systems.sbh.model import World
from tests.agents.small import at_random, small_battle
from tests.agents.test_protocol import ambushed, hidden


def advised(game: Game, playouts: int = 24, seed: int = 1) -> Advice:
    """Advice for the one who must decide."""
    return advise(SeatGame(game, game.choice.seat), game.choice.seat, Budget(playouts), seed)


def decisions(system: str) -> list[Game]:
    """Some of the first decisions of a battle in which there is a choice."""
    game, chance, found = (
        registry.new(system, seed="advice", options=registry.system(system).quick_options()),
        Stream("advice"),
        [],
    )
    for taken in range(13):
        if taken % 6 == 0 and len(game.options()) > 1:
            found.append(game.fork())
        game.play(game.sample(chance))
    return found


@pytest.mark.parametrize("system", registry.systems())
def test_the_first_decisions_of_every_system_can_be_advised(system: str) -> None:
    for game in decisions(system):
        found = advised(game)
        assert found == advised(game)
        assert 1 <= len(found.proposals) <= MOST
        chances = [one.chance for one in found.proposals if one.chance is not None]
        assert chances == sorted(chances, reverse=True)
        assert all(0 < one < 1 for one in chances)
        assert len(chances) == (len(found.proposals) if game.view(game.choice.seat)["world"]["turn"] else 0)
        for one in found.proposals:
            assert game.refusal(one.answer) is None
            assert all(one.why[language].endswith(".") and one.words[language] for language in ("en", "fr"))
            assert one.why["en"] != one.why["fr"]


def test_the_dice_of_an_attack_are_told_as_everywhere() -> None:
    game = at_random(small_battle(2), "sbh.action.table")
    chance = Stream("attack")
    for _ in range(400):
        if isinstance(game.due, Choose) and any(one[0] == "attack" for one in game.options()):
            break
        game.play(game.sample(chance))
    told = {one.answer: one.headline for one in advised(game, 60).proposals if one.answer[0] == "attack"}
    assert told
    assert all(said is not None and said == of_answer(game, answer) for answer, said in told.items())


def test_what_others_hide_changes_no_advice() -> None:
    game = ambushed()
    others = [imagined(game, game.choice.seat, f"other {number}") for number in range(3)]
    assert all(other.world != game.world for other in others)
    assert all(advised(other) == advised(game) for other in others)


def test_nothing_is_weighed_but_what_the_seat_imagines(monkeypatch: pytest.MonkeyPatch) -> None:
    game, kind = ambushed(), type(registry.system("sbh"))
    seen: list[World] = []

    def spy(name: str) -> None:
        real = getattr(kind, name)

        def looked_at(self: System, world: World, seat: int) -> object:
            seen.append(world)
            return real(self, world, seat)

        monkeypatch.setattr(kind, name, looked_at)

    spy("encode")
    spy("evaluate")
    seeds = [seed for seed in range(9) if advised_blindly(game, seed)]
    assert seeds
    advised(game, 12, seeds[0])
    assert seen
    assert all(hidden(world) != hidden(game.world) for world in seen if len(world.markers) == len(game.world.markers))


def advised_blindly(game: Game, seed: int) -> bool:
    """Is every draw of what is hidden that this advice rests on a wrong one?"""
    agent = f"advice {seed}"
    tags = [agent, f"why {seed}", *[f"{agent} {asked} {round}" for asked in (1, 2) for round in range(WORLDS)]]
    imagine = SeatGame(game, game.choice.seat).imagine
    return all(hidden(imagine(tag).world) != hidden(game.world) for tag in tags)


def test_ways_that_end_beside_each_other_are_one_proposal() -> None:
    game = at_random(small_battle(2), "sbh.action.table")
    marks = [game.system.marks(game.choice, one.answer) for one in advised(game, 48).proposals]
    ways = [(one["x"], one["y"]) for one in marks if one["kind"] == "move"]
    apart = APART * span([game.system.marks(game.choice, one) for one in game.options()]) / 2
    assert all(hypot(a[0] - b[0], a[1] - b[1]) >= apart for n, a in enumerate(ways) for b in ways[:n])
    assert len({one["kind"] for one in marks}) > 1


def test_the_only_answer_says_so() -> None:
    game = registry.new("masse", seed="alone")
    chance = Stream("alone")
    for _ in range(600):
        if len(set(SeatGame(game, game.choice.seat).sensible())) == 1:
            break
        game.play(game.sample(chance))
    (only,) = advised(game).proposals
    assert only.why["en"] == "Nothing else can be done here."
    assert only.chance is None or 0 < only.chance < 1


def test_whoever_is_not_asked_is_not_advised() -> None:
    game = small_battle(2)
    other = 1 - game.choice.seat
    with pytest.raises(IllegalAnswer, match="not for seat"):
        advise(SeatGame(game, other), other, Budget(4))


def test_with_time_it_keeps_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escarmouche.agents.search.FIRST", 1 << 20)
    game = at_random(small_battle(2), "sbh.action.table")
    begun = perf_counter()
    advise(SeatGame(game, game.choice.seat), game.choice.seat, Budget(1, seconds=0.4))
    assert 0.3 <= perf_counter() - begun < 5
