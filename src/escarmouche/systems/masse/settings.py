"""What the players may set before a battle; setup.py says what each option means and holds them to it."""

from __future__ import annotations

from escarmouche.core.settings import Setting, Value
from escarmouche.systems.masse.setup import MOST_TURNS

SETTINGS = (
    Setting(
        "deploy", "choice", "Deployment", "Déploiement", "ask",
        values=(
            Value("ask", "One unit in turn", "Une unité à tour de rôle"),
            Value("auto", "In sensible lines, at once", "En lignes sensées, d’un coup"),
        ),
    ),
    Setting(
        "turn_limit", "count", "Last turn", "Dernier tour", None,
        "Usually what the scenario says; 0: never.", "D’ordinaire ce que dit le scénario ; 0 : jamais.", most=MOST_TURNS,
    ),
)  # fmt: skip
