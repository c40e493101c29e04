"""Two battles of Brothers in Arms, word for word: the basic game, and all of the advanced rules."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.systems.fda.system import SYSTEM
from tests.golden.transcript import check, transcript

FEW: dict[str, Any] = {
    "system": "fda",
    "name": "The Few",
    "figure": [{"profile": "elf"}, {"profile": "dwarf"}, {"profile": "barbarian"}, {"profile": "wizardess"}],
}
GANG: dict[str, Any] = {
    "system": "fda",
    "name": "The Gang",
    "figure": [{"profile": "orc-champion"}, {"profile": "goblin-scout"}, {"profile": "guard"}, {"profile": "shaman"}],
}
FIGHTING = (
    "charge", "strike", "shoot", "aimed-shot", "cast", "skewer", "dodge", "defensive-posture", "reaction-shot",
    "defensive-shot", "advance-fast", "stand-up", "reload-quick", "reload-slow", "use-destiny", "memorise",
)  # fmt: skip


@pytest.mark.parametrize(("rules", "seed", "language"), [("basic", 5, "en"), ("advanced", 11, "fr")])
def test_a_battle_word_for_word(rules: str, seed: int, language: str) -> None:
    game = esc.new("fda", [FEW, GANG], "brawl", seed, {"rules": rules, "turn_limit": 6})
    text = transcript(
        game,
        Stream(seed),
        FIGHTING,
        language,
        lambda world: SYSTEM.draw(world, -1, 80, language),
        "fda.turn.activation-alternates",
    )
    check(text, f"fda/{rules}-{language}.txt")
