"""Two battles of mass combat, word for word."""

from __future__ import annotations

from typing import Any

import pytest

import escarmouche as esc
from escarmouche.core.dice import Stream
from escarmouche.systems.masse.system import SYSTEM
from tests.golden.transcript import check, transcript

HOST: dict[str, Any] = {
    "system": "masse",
    "name": "The Host",
    "unit": [
        {"profile": "phalange", "name": "The Pikes", "name_fr": "Les piques", "figures": 10},
        {"profile": "archers-legers", "name": "The Bows", "name_fr": "Les arcs", "figures": 6, "files": 3},
        {"profile": "cavalerie-legere", "name": "The Horse", "name_fr": "Les chevaux", "figures": 4, "files": 4},
    ],
    "hero": [{"profile": "fighter", "name": "Aldric", "army_commander": True}],
}
HORDE: dict[str, Any] = {
    "system": "masse",
    "name": "The Horde",
    "unit": [
        {"profile": "infanterie-orque", "name": "The Hands", "name_fr": "Les mains", "figures": 12, "files": 6},
        {"profile": "ogres", "name": "The Big Ones", "name_fr": "Les gros", "figures": 4, "files": 2},
        {"profile": "squelettes", "name": "The Dead", "name_fr": "Les morts", "figures": 6, "files": 3},
    ],
    "hero": [{"profile": "cleric", "name": "Grum", "level": 6, "spells": ["benediction"]}],
}
STORMERS: dict[str, Any] = {
    "system": "masse",
    "name": "The Stormers",
    "attacker": True,
    "unit": [
        {"profile": "infanterie-legere", "name": "The Ladders", "name_fr": "Les échelles", "figures": 8, "ladders": 8},
        {"profile": "griffons", "name": "The Griffons", "name_fr": "Les griffons", "figures": 2, "files": 2},
    ],
    "engine": [
        {"profile": "belier-de-siege", "name": "The Ram", "name_fr": "Le bélier"},
        {"profile": "catapulte-legere", "name": "The Sling", "name_fr": "La fronde"},
    ],
}
GUARD: dict[str, Any] = {
    "system": "masse",
    "name": "The Guard",
    "unit": [
        {"profile": "arbaletriers-legers", "name": "The Crossbows", "name_fr": "Les arbalètes", "figures": 6, "files": 3},
        {"profile": "milice", "name": "The Watch", "name_fr": "Le guet", "figures": 9},
    ],
    "hero": [{"profile": "wizard", "name": "Tibalt", "level": 8, "spells": ["boule-de-feu"]}],
}
FIGHTING = (
    "charge", "attack", "shoot", "cast", "fire", "fire-at", "ram", "raise", "climb", "repel", "swoop", "dive", "intercept",
    "ground-attack", "turn", "demolish", "cross",
)  # fmt: skip


FIELD: dict[str, Any] = {
    "id": "open-battle", "name_en": "A field", "name_fr": "Un champ", "briefing_en": "Fight.", "briefing_fr": "Combattez.",
    "width": 30, "depth": 26, "turns": 6, "armies": [["kings-host", "orc-horde"]],
    "terrain": [{"kind": "elevations", "corners": [[3, 10], [9, 10], [9, 15], [3, 15]]}],
    "zone": [
        {"side": "attacker", "left": 0, "bottom": 0, "right": 30, "top": 10},
        {"side": "defender", "left": 0, "bottom": 16, "right": 30, "top": 26},
    ],
}  # fmt: skip
TOWN: dict[str, Any] = {
    "id": "storming-the-town", "name_en": "A wall", "name_fr": "Un mur", "briefing_en": "Storm.", "briefing_fr": "À l’assaut.",
    "width": 30, "depth": 28, "turns": 8, "armies": [["besiegers", "town-garrison"]],
    "structure": [
        {"kind": "muraille-d-enceinte", "side": "defender", "corners": [[0, 14], [12, 14], [12, 15.2], [0, 15.2]]},
        {"kind": "porte-de-fortification", "side": "defender", "corners": [[12, 14], [18, 14], [18, 15.2], [12, 15.2]]},
        {"kind": "muraille-d-enceinte", "side": "defender", "corners": [[18, 14], [30, 14], [30, 15.2], [18, 15.2]]},
    ],
    "zone": [
        {"side": "attacker", "left": 0, "bottom": 0, "right": 30, "top": 12},
        {"side": "defender", "left": 0, "bottom": 17, "right": 30, "top": 28},
    ],
    "goal": [
        {"kind": "hold", "points": 3, "side": "defender", "name_en": "the square", "name_fr": "la place", "x": 15, "y": 22,
         "reach": 3},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "armies", "seed", "language"), [(FIELD, [HOST, HORDE], 11, "en"), (TOWN, [STORMERS, GUARD], 38, "fr")]
)
def test_a_battle_word_for_word(scenario: dict[str, Any], armies: list[dict[str, Any]], seed: int, language: str) -> None:
    game = esc.new("masse", armies, scenario["id"], seed, {"scenario": scenario})
    text = transcript(
        game,
        Stream(seed),
        FIGHTING,
        language,
        lambda world: SYSTEM.draw(world, -1, 80, language),
        "masse.turn.action-content",
    )
    check(text, f"masse/{scenario['id']}-{language}.txt")
