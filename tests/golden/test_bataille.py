"""Two battles of the d6 army game, word for word."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.systems.bataille.system import SYSTEM
from tests.golden.transcript import check, transcript

MEN: dict[str, Any] = {
    "system": "bataille",
    "name": "Men",
    "figure": [
        {"profile": "men-captain", "name": "Aubin"},
        {"profile": "men-archer", "count": 4},
        {"profile": "men-knight", "count": 2},
        {"profile": "men-swordsman", "count": 4},
    ],
}
DEAD: dict[str, Any] = {
    "system": "bataille",
    "name": "Undead",
    "figure": [
        {"profile": "necromancer", "spells": ["fireball", "curse"]},
        {"profile": "skeleton", "count": 8},
        {"profile": "skeleton-archer", "count": 4},
        {"profile": "barrow-guard", "count": 6},
    ],
}
FIGHTING = ("shift", "fireball", "curse", "disengage", "rout", "take", "deploy")


@pytest.mark.parametrize(("scenario", "seed", "language"), [("pitched-battle", 4, "en"), ("cursed-gem", 11, "fr")])
def test_a_battle_word_for_word(scenario: str, seed: int, language: str) -> None:
    game = esc.new("bataille", [MEN, DEAD], scenario, seed, {"table": [30, 30], "limit": 400})
    text = transcript(
        game, Stream(seed), FIGHTING, language, lambda world: SYSTEM.draw(world, -1, 80, language), "bataille.move.side-order"
    )
    check(text, f"bataille/{scenario}-{language}.txt")
