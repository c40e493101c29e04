"""What every system must hold to, ours and those of other packages, for a test suite of theirs:

    from escarmouche import conformance

    def test_my_game() -> None:
        assert conformance.check("mygame", games=3).decisions > 0
        assert "server" in conformance.doors("mygame").passed

`check` plays random games and looks at each from all sides (it is `escarmouche.core.conformance`); `doors` goes through every
door by which somebody may come to the game. Both raise ConformanceError, one sentence that says what is wrong.
"""

from __future__ import annotations

from escarmouche.conformance.doors import DOORS, Walk, doors
from escarmouche.core.conformance import ConformanceError, Summary, check

__all__ = ["DOORS", "ConformanceError", "Summary", "Walk", "check", "doors"]
