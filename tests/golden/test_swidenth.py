"""Two battles of the Empire of Swidenth, word for word."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.systems.swidenth.system import SYSTEM
from tests.golden.transcript import check, transcript

ORCS: dict[str, Any] = {
    "system": "swidenth",
    "name": "Orcs",
    "figure": [
        {"profile": "orc-chief", "name": "Gruk"},
        {"profile": "orc-caster", "name": "Zog"},
        {"profile": "orc-veteran", "count": 2},
        {"profile": "orc-marksman"},
    ],
}
DWARVES: dict[str, Any] = {
    "system": "swidenth",
    "name": "Dwarves",
    "figure": [
        {"profile": "dwarf-chief", "name": "Thorin"},
        {"profile": "dwarf-hero", "name": "Bera"},
        {"profile": "dwarf-veteran", "count": 2},
        {"profile": "dwarf-marksman"},
    ],
}
FIGHTING = ("fight", "shoot", "cast", "take", "lever", "group", "push", "rally", "activate")


@pytest.mark.parametrize(
    ("mission", "seed", "language"),
    [("crossroads", 4, "en"), ("ravine", 6, "fr")],
)
def test_a_battle_word_for_word(mission: str, seed: int, language: str) -> None:
    game = esc.new("swidenth", [ORCS, DWARVES], mission, seed, {"turn_limit": 5})
    text = transcript(
        game,
        Stream(seed),
        FIGHTING,
        language,
        lambda world: SYSTEM.draw(world, -1, 80, language),
        "swidenth.activation.hero-order",
    )
    check(text, f"swidenth/{mission}-{language}.txt")
