"""What the players may set before a battle: its last turn, the crowns of a band, and other readings of the book."""

from __future__ import annotations

from typing import Final

from escarmouche.core.settings import Setting, Value
from escarmouche.systems.swidenth.model import (
    EITHER_PLACE,
    EVERY_TURN,
    FOR_TARGET,
    ONE_BY_ONE,
    STRICT_HANDS,
    STRICT_ORDER,
    TWO_DEEP,
)

MOST_CROWNS: Final = 100_000
MOST_TURNS: Final = 1000
LEAST: Final = 20
MOST: Final = 72
"""The sides of a table, in pas."""
READINGS: Final = (
    Value(
        EITHER_PLACE, "Recovering, picking up, drawing and standing jumps may also be the preparation",
        "Se remettre, ramasser, dégainer et sauter sans élan peuvent aussi servir de préparation",
    ),
    Value(STRICT_ORDER, "The preparation always comes first", "La préparation vient toujours en premier"),
    Value(
        STRICT_HANDS, "Hands hold either the melee weapons or the missile weapon",
        "Les mains tiennent soit les armes de mêlée, soit l’arme de tir",
    ),
    Value(EVERY_TURN, "Terror is tested again in every turn", "La Terreur est testée à chaque tour"),
    Value(FOR_TARGET, "Camouflage helps the target instead of the shooter", "Le camouflage aide la cible et non le tireur"),
    Value(
        TWO_DEEP, "A column of two friends falls back with the one who is pushed",
        "Une file de deux alliés recule avec celui qui est repoussé",
    ),
    Value(
        ONE_BY_ONE, "Heroism against a result is rolled point by point",
        "L’héroïsme contre un résultat se lance point par point",
    ),
)  # fmt: skip
"""The switches, each off unless the table chooses it."""


def settings() -> tuple[Setting, ...]:
    """The options of a battle."""
    return (
        Setting(
            "turn_limit", "count", "Last turn", "Dernier tour", 0,
            "0: as the mission says.", "0 : selon la mission.", most=MOST_TURNS,
        ),
        Setting(
            "table", "size", "Table at the crossroads", "Table au carrefour", None,
            "As the mission says, 36 × 36.", "Selon la mission, 36 × 36.", least=LEAST, most=MOST, unit="pas",
        ),
        Setting(
            "limit", "count", "Crowns a band may cost", "Couronnes par bande", 0,
            "0: as the mission says.", "0 : selon la mission.", most=MOST_CROWNS,
        ),
        Setting("switches", "switches", "Other readings", "Autres lectures", (), values=READINGS),
    )  # fmt: skip
