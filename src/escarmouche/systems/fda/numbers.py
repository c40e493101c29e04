"""The numbers of a battle by name, and what was learned about them."""

from __future__ import annotations

from escarmouche.kit.learned import Encoding
from escarmouche.systems.fda.encoding import MOMENT, SIDE, encode

NUMBERS = Encoding("escarmouche.systems.fda", SIDE, MOMENT, encode)
