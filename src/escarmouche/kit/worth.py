"""How good a battle looks for a side, for opponents that look ahead: what is good for one side is bad for the others."""

from __future__ import annotations

from escarmouche.core.effects import Result


def settled(result: Result, seat: int) -> float:
    """A battle that is over, for a seat: 1 won, -1 lost, 0 for nobody's victory."""
    return 0.0 if result.winner < 0 else 1.0 if result.winner == seat else -1.0


def across(x: int, y: int, width: int, depth: int, edge: int) -> float:
    """How far a spot is from an edge of the table (left, bottom, right, top): 0 at it, 1 at the far end; 0 without an edge."""
    if edge < 0:
        return 0.0
    along = x / width if edge % 2 == 0 else y / depth
    return along if edge < 2 else 1 - along
