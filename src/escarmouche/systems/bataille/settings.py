"""What the players may set before a battle; setup.py says what each option means."""

from __future__ import annotations

from typing import Final

from escarmouche.core.settings import Setting, Value
from escarmouche.systems.bataille.content import book

LEAST: Final = 24
MOST: Final = 96
"""The sides of a table, in inches."""
MOST_POINTS: Final = 100_000

TERRAIN = (
    Value("random", "Laid out by chance", "Disposé au hasard"),
    Value("ask", "A player lays it out", "Disposé par un joueur"),
    Value("none", "None", "Aucun"),
)


def settings() -> tuple[Setting, ...]:
    """The options of a battle: the table, the limit, and a flag for each reading of a rule that may be chosen."""
    readings = [Setting(one.id, "flag", one.name_en, one.name_fr, one.usual) for one in book().switch.values()]
    return (
        Setting("terrain", "choice", "Scenery", "Décor", "ask", values=TERRAIN),
        Setting(
            "table", "size", "Table", "Table", None, "Usually 48 × 48 inches, above 1000 points 72 × 48.",
            "D’ordinaire 48 × 48 pouces, au-dessus de 1000 points 72 × 48.", least=LEAST, most=MOST, unit="″",
        ),
        Setting(
            "limit", "count", "Points an army may cost", "Points par armée", 0, "0: what the armies themselves say.",
            "0 : ce que disent les armées.", most=MOST_POINTS,
        ),
        *readings,
    )  # fmt: skip
