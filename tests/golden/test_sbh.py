"""Two battles of Song of Blades and Heroes, word for word."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.systems.sbh.system import SYSTEM
from tests.golden.transcript import check, transcript

ORCS: dict[str, Any] = {
    "system": "sbh",
    "name": "Orcs",
    "figure": [
        {"profile": "orc-warlord", "name": "Gruk"},
        {"profile": "orc-warrior", "count": 2},
        {"profile": "orc-archer"},
        {"profile": "giant-spider"},
    ],
}
ELVES: dict[str, Any] = {
    "system": "sbh",
    "name": "Elves",
    "figure": [
        {"profile": "elf-wizard", "name": "Lia"},
        {"profile": "elf-warrior"},
        {"profile": "elf-archer"},
        {"profile": "human-skeleton"},
        {"profile": "human-thief"},
    ],
}
FIGHTING = ("attack", "shoot", "cast", "entangle", "take", "exit", "throw")


@pytest.mark.parametrize(
    ("scenario", "side", "seed", "language"),
    [("pitched-battle", 300, 4, "en"), ("ambush", 360, 10, "fr")],
)
def test_a_battle_word_for_word(scenario: str, side: int, seed: int, language: str) -> None:
    game = esc.new("sbh", [ORCS, ELVES], scenario, seed, {"table": [side, side]})
    text = transcript(
        game,
        Stream(seed),
        FIGHTING,
        language,
        lambda world: SYSTEM.draw(world, -1, 80, language),
        "sbh.activation.choose-fighter",
    )
    check(text, f"sbh/{scenario}-{language}.txt")
