"""The numbers of a battle by name, and what was learned about them."""

from __future__ import annotations

from escarmouche.kit.learned import Encoding
from escarmouche.systems.swidenth.encoding import MOMENT, SIDE, encode

NUMBERS = Encoding("escarmouche.systems.swidenth", SIDE, MOMENT, encode)
