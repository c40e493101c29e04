"""Escarmouche: five French fantasy miniature games, one engine, exact odds.

>>> import escarmouche as esc
>>> game = esc.new("sbh", armies=["sbh/orcs", "sbh/elves"], seed=7)
>>> answer = game.options()[0]
>>> events = game.play(answer)
>>> game
<Game sbh pitched-battle: 1 decision; seat 1 decides sbh.setup.terrain-by-defender>
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from escarmouche.core import armies as army
from escarmouche.core import pictures
from escarmouche.core.armies import Army
from escarmouche.core.effects import Answer, Choose, Chosen, Event, Result, Roll, Rolled, Told
from escarmouche.core.errors import (
    AgentError,
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
from escarmouche.core.views import GameView

if TYPE_CHECKING:
    from escarmouche.agents.protocol import Agent, Budget, SeatGame
    from escarmouche.analysis.ladder import ladder
    from escarmouche.analysis.simulate import simulate

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AgentError",
    "Answer",
    "Army",
    "Budget",
    "Choose",
    "Chosen",
    "ContentError",
    "DiceError",
    "EscarmoucheError",
    "Event",
    "Game",
    "GameView",
    "IllegalAnswer",
    "Result",
    "Roll",
    "Rolled",
    "SaveError",
    "SeatGame",
    "Told",
    "TooManyOutcomes",
    "UnknownName",
    "army",
    "ladder",
    "load",
    "new",
    "odds",
    "price",
    "profiles",
    "replay",
    "scenarios",
    "simulate",
    "system",
    "systems",
]

_LATER = {
    "Agent": "escarmouche.agents.protocol",
    "Budget": "escarmouche.agents.protocol",
    "SeatGame": "escarmouche.agents.protocol",
    "ladder": "escarmouche.analysis.ladder",
    "simulate": "escarmouche.analysis.simulate",
}
"""What is imported when it is first asked for, so that a game begins at once."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = found = getattr(import_module(_LATER[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _painted(view: dict[str, Any], language: str) -> str:
    """Every view that keeps the kit's contract is drawn by the kit."""
    from escarmouche.kit.picture import painted

    return painted(view, language)


pictures.use(_painted)
