"""Empire of Swidenth as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from escarmouche.core.effects import Call
from escarmouche.core.settings import Setting
from escarmouche.core.system import Setup
from escarmouche.kit.system import Miniatures
from escarmouche.systems.swidenth import content
from escarmouche.systems.swidenth.army import Bands
from escarmouche.systems.swidenth.model import CLASSES, World
from escarmouche.systems.swidenth.settings import settings
from escarmouche.systems.swidenth.setup import begin


class Swidenth(Miniatures):
    id = "swidenth"
    version = 1
    world_class = World
    data = CLASSES

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def settings(self) -> tuple[Setting, ...]:
        return settings()

    def scenarios(self) -> list[str]:
        return list(content.book().mission)

    def armies(self) -> Bands:
        return BANDS

BANDS = Bands()
SYSTEM = Swidenth()
