"""What the players may set before a battle; setup.py says what each option means."""

from __future__ import annotations

from typing import Final

from escarmouche.core.settings import Setting, Value
from escarmouche.systems.sbh.content import book, layouts
from escarmouche.systems.sbh.model import (
    LITERAL_ANIMALS,
    NATURAL_ROLLS,
    NO_FAR_SPELLS,
    NO_GROUP_SPELLS,
    SUDDEN_END,
    UNPUNISHED_FLIGHT,
    VOLLEY_ONLY,
)

LEAST: Final = 300
MOST: Final = 3000
"""The sides of a table, in millimetres."""
MOST_POINTS: Final = 100_000
MOST_TURNS: Final = 100_000

TERRAIN = (
    Value("random", "Laid out by chance", "Disposé au hasard"),
    Value("ask", "The defender lays it out", "Disposé par le défenseur"),
    Value("none", "None", "Aucun"),
)

SWITCHES = (
    Value(
        NATURAL_ROLLS, "A natural 1 or 6 is final on every Quality roll",
        "Un 1 ou un 6 naturel tranche tout jet de Qualité",
    ),
    Value(
        LITERAL_ANIMALS, "Animals rout only when their last other friend is killed",
        "Les Animaux ne fuient qu’à la mort de leur dernier autre compagnon",
    ),
    Value(
        SUDDEN_END, "The battle ends at the moment when a side has nobody on its feet",
        "La bataille s’arrête dès qu’un camp n’a plus personne debout",
    ),
    Value(
        UNPUNISHED_FLIGHT, "Nobody strikes at one that flees from melee",
        "Personne ne frappe celui qui fuit un corps à corps",
    ),
    Value(
        VOLLEY_ONLY, "After concentrated fire the shooters do nothing more",
        "Après un Tir concentré, les tireurs ne font plus rien",
    ),
    Value(
        NO_FAR_SPELLS, "Spells do not reach double or triple range",
        "Aucun sort à double ou triple portée",
    ),
    Value(
        NO_GROUP_SPELLS, "Nobody casts a spell or heals in a group",
        "Ni sort ni soin au sein d’un groupe",
    ),
)  # fmt: skip
"""The other readings of the book that a table may choose."""


def settings() -> tuple[Setting, ...]:
    """The options of a battle; people's own layouts of terrain are among the values."""
    hexes, small, large = [book().board[name] for name in ("board-hex", "board-15mm", "board-25-28mm")]
    usual = (f"{small.width_mm} × {small.depth_mm} mm", f"{large.width_mm} × {large.depth_mm}")
    own = [Value(row.id, row.name_en, row.name_fr) for row in layouts().values()]
    return (
        Setting("terrain", "choice", "Scenery", "Décor", "ask", values=(*TERRAIN, *own), data=True),
        Setting(
            "scale", "choice", "Scale", "Échelle", "15mm",
            values=(
                Value("15mm", "15 mm figures", "Figurines de 15 mm"),
                Value("28mm", "25 to 28 mm figures", "Figurines de 25 à 28 mm"),
                Value("hex", "A hexagon board", "Un plateau hexagonal"),
            ),
        ),
        Setting(
            "hex_width", "count", "Width of a hexagon", "Largeur d’un hexagone", hexes.hex_width_mm_max,
            least=hexes.hex_width_mm_min, most=hexes.hex_width_mm_max, unit="mm", only=("scale", "hex"),
        ),
        Setting(
            "table", "size", "Table", "Table", None,
            f"Usually {usual[0]}, at 28 mm {usual[1]}.", f"D’ordinaire {usual[0]}, en 28 mm {usual[1]}.",
            least=LEAST, most=MOST, unit="mm",
        ),
        Setting(
            "turn_limit", "count", "Last turn", "Dernier tour", 0,
            "0: the battle is fought to its end.", "0 : la bataille va jusqu’à son terme.", most=MOST_TURNS,
        ),
        Setting(
            "limit", "count", "Points a band may cost", "Points par bande", 0,
            "0: what the armies themselves say, usually 300.", "0 : ce que disent les armées, d’ordinaire 300.",
            most=MOST_POINTS,
        ),
        Setting(
            "switches", "switches", "House rules", "Règles maison", (),
            values=SWITCHES,
        ),
    )  # fmt: skip
