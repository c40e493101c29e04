"""The untitled d6 army game as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from escarmouche.core.effects import Call
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup
from escarmouche.kit.system import Miniatures
from escarmouche.systems.bataille.army import Hosts, Points
from escarmouche.systems.bataille.model import CLASSES, World
from escarmouche.systems.bataille.rules.deployment import RANDOM
from escarmouche.systems.bataille.rules.values import SCENARIOS, SIDES
from escarmouche.systems.bataille.settings import settings
from escarmouche.systems.bataille.setup import begin


class Bataille(Miniatures):
    """Two to four armies of single figures; phases shared by all sides, shots and blows at once."""

    id = "bataille"
    world_class = World
    titles = {"en": "Bataille", "fr": "Bataille"}
    data = CLASSES
    headings = ("new-turn",)

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def settings(self) -> tuple[Setting, ...]:
        return settings()

    def quick_options(self) -> Plain:
        return {"terrain": RANDOM}

    def scenarios(self) -> list[str]:
        """The book's, and "random": a die over them. (bataille.scenario.random-choice)"""
        return [*SCENARIOS, RANDOM]

    def seat_counts(self, scenario: str) -> tuple[int, ...]:
        least, most = SIDES.get(scenario, (2, 4))
        return tuple(range(least, most + 1))

    def armies(self) -> Hosts:
        return HOSTS

    def prices(self) -> Points:
        return POINTS


HOSTS, POINTS = Hosts(), Points()
SYSTEM = Bataille()
