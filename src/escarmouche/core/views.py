"""The shape of `Game.view`: what a seat may know of a game, as plain JSON data."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Asked(TypedDict):
    """What is due: whose it is, the rule it rests on, the figure it is about (-1 for none). Dice that are thrown by hand say
    how many of how many sides, and how players write them."""

    seat: int
    why: str
    figure: int
    dice: NotRequired[int]
    sides: NotRequired[int]
    notation: NotRequired[str]


class Ended(TypedDict):
    """How a game ended: the winning seat (-1 for a draw), those who share the victory, the rule that ended it, the scores by
    seat."""

    winner: int
    winners: list[int]
    reason: str
    scores: tuple[int, ...]


class Scored(TypedDict):
    """What gave a side some of its score, in both languages, and how much."""

    en: str
    fr: str
    points: int


class GameView(TypedDict):
    """A game as a seat may know it (-1 for a spectator). `world` is the system's own view of the table, in a game of miniatures
    an `escarmouche.kit.view.View`; `events` are those the seat may know, oldest first, each with its kind as `event`."""

    system: str
    scenario: str
    seat: int
    due: Asked | None
    result: Ended | None
    world: dict[str, Any]
    events: list[dict[str, Any]]
