"""The table as text, however narrow the page."""

from __future__ import annotations

import pytest

import escarmouche as esc
from escarmouche.core import registry
from escarmouche.kit.drawing import NARROWEST


@pytest.mark.parametrize("system", ["fda", "masse", "sbh", "swidenth"])
def test_a_table_is_drawn_on_the_narrowest_page(system: str) -> None:
    game = esc.new(system, seed=1)
    for columns in (20, NARROWEST, 41, 100):
        drawn = registry.system(system).draw(game.world, 0, columns, "fr")
        assert max(len(line) for line in drawn.split("\n")) <= max(columns, NARROWEST) + 5
