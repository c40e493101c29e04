"""The two bands swapped, the table turned half round, the same dice to the same band: the same game in the mirror.

After every single answer the mirrored world of one game must be the world of the other, down to the hundredth of a
millimetre. So nothing in the rules as they are played here depends on who sits at which seat, on the order of the bands,
or on the points of the compass. What differs is chance alone, and what the rules themselves give to the attacker or to
whoever begins. (On the hexagon board only the seats are swapped: half a turn does not bring every hex to a hex.)
"""

from __future__ import annotations

from typing import Any

import pytest

from escarmouche.core import registry
from escarmouche.core.dice import Stream
from escarmouche.core.effects import Told
from escarmouche.core.system import Plain
from escarmouche.systems.sbh.content import book
from tests.systems.sbh.mirror import Pair, result

SCENARIOS = list(book().scenario)


def armies(seed: int, **more: Any) -> list[Plain]:
    """Two random legal warbands."""
    return [{**band, **more} for band in registry.system("sbh").random_armies("", Stream(f"mirror {seed}"), 2)]


def check(pair: Pair, stride: int = 0) -> None:
    """Play both to the end: every world is the other's image, and so is the result."""
    pair.play(stride)
    winner, reason, scores = result(pair.one)
    assert pair.decisions > 100
    assert result(pair.other) == (pair.mirror.seat(winner), reason, scores[::-1])


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_bands_swapped_on_the_table_turned_play_the_mirrored_game(scenario: str, seed: int) -> None:
    check(Pair(armies(seed), scenario, seed, turned=True))


@pytest.mark.rule("sbh.setup.attacker-defender", "sbh.activation.first-player")
def test_the_preparation_favours_no_seat() -> None:
    again = 0
    for seed in range(20):
        pair = Pair(armies(1), "hard-terrain", seed, turned=True)
        pair.play(most=10)
        again += len([event for event in pair.one.events if isinstance(event, Told) and event.kind == "roll-again"])
    assert again > 2, "equal dice come up, and are thrown again"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_seats_swapped_are_offered_the_same(scenario: str) -> None:
    check(Pair(armies(3), scenario, 3, turned=False), stride=10)


@pytest.mark.parametrize("options", [{"scale": "hex"}, {"scale": "28mm"}, {"table": [900, 600]}])
def test_the_seats_swapped_on_other_tables(options: Plain) -> None:
    check(Pair(armies(4), "treasure-hunt", 4, turned=False, options=options), stride=25)


def test_the_interrupts_of_a_campaign_favour_no_seat() -> None:
    check(Pair(armies(5, upgrades=list(book().upgrade), campaign=True), "pitched-battle", 5, turned=True))
