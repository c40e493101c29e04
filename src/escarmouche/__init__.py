"""Escarmouche: five French fantasy miniature games, one engine, exact odds.

>>> import escarmouche as esc
>>> game = esc.new("sbh", seed=7)
>>> answer = game.options()[0]
>>> events = game.play(answer)
"""

from __future__ import annotations

from escarmouche.core import armies as army
from escarmouche.core.effects import Result
from escarmouche.core.errors import (
    ContentError,
    DiceError,
    EscarmoucheError,
    IllegalAnswer,
    SaveError,
    TooManyOutcomes,
    UnknownName,
)
from escarmouche.core.game import Game
from escarmouche.core.odds import odds
from escarmouche.core.registry import new, price, profiles, scenarios, system, systems
from escarmouche.core.save import read as load
from escarmouche.core.save import replay

__version__ = "0.1.0"

__all__ = [
    "ContentError",
    "DiceError",
    "EscarmoucheError",
    "Game",
    "IllegalAnswer",
    "Result",
    "SaveError",
    "TooManyOutcomes",
    "UnknownName",
    "army",
    "load",
    "new",
    "odds",
    "price",
    "profiles",
    "replay",
    "scenarios",
    "system",
    "systems",
]
