"""Song of Blades and Heroes as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from escarmouche.core.data import Data
from escarmouche.core.effects import Answer, Call, Chance, Choose, Event, Told
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup
from escarmouche.systems.sbh import drawing, marks, view, words
from escarmouche.systems.sbh.army import RANDOM, Warbands, ready
from escarmouche.systems.sbh.attacks import odds
from escarmouche.systems.sbh.model import CLASSES, World
from escarmouche.systems.sbh.names import figure_name
from escarmouche.systems.sbh.rules.places import shuffle_markers
from escarmouche.systems.sbh.rules.terrain import layout, with_pieces
from escarmouche.systems.sbh.settings import settings
from escarmouche.systems.sbh.setup import begin
from escarmouche.systems.sbh.worth import evaluate
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon


class SongOfBlades(Warbands):
    """Two warbands of single figures, activated at their players' own risk."""

    version = 1
    world_class = World
    titles = {"en": "Song of Blades and Heroes", "fr": "Song of Blades and Heroes"}
    messages = words.MESSAGES

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def classes(self) -> tuple[type[Data], ...]:
        return (*CLASSES, Piece, Polygon)

    def settings(self) -> tuple[Setting, ...]:
        return settings()

    def preview(self, setup: Setup) -> Any:
        """The table; with the scenery where chance lays it out, which it does by the seed once the scenario is known."""
        world, terrain, number = begin(setup).args
        if terrain != RANDOM or world.scenario == RANDOM:
            return world
        twin = world.copy()
        twin.ground = with_pieces(world.ground, layout(world, number))
        return twin

    def default_armies(self, chance: Chance) -> list[Plain]:
        bands = list(ready().values())
        return [bands[chance.below(len(bands))].to_plain() for _ in range(self.seats)]

    # ------------------------------------------------------------ knowing

    def view(self, world: Any, seat: int) -> Plain:
        return view.view(world, seat)

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        return shuffle_markers(world, seat, chance)

    def evaluate(self, world: Any, seat: int) -> float:
        return evaluate(world, seat)

    def attack_odds(self, kind: str, attacker: str, defender: str | None, settings: dict[str, str]) -> dict[str, Fraction]:
        return odds(kind, attacker, defender, settings)

    # ------------------------------------------------------------ words

    def name(self, world: Any, figure: int, language: str) -> str:
        return figure_name(world, figure, language)

    def sentence(self, key: str, about: tuple[Any, ...], world: Any, language: str) -> str:
        return words.sentence(key, about, world, language)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        return words.describe(due, answer, language)

    def question(self, due: Choose, language: str) -> str:
        return words.question(due, language)

    def event_sentence(self, event: Event, world: Any, language: str) -> str:
        return words.event_sentence(event, world, language)

    def marks(self, due: Choose, answer: Answer) -> Plain:
        return marks.marks(due, answer)

    def trial(self, due: Choose, answer: Answer) -> Plain:
        return marks.trial(due, answer)

    def event_modifiers(self, event: Told) -> list[Plain]:
        return marks.totals(event)

    def reach(self, world: Any, figure: int) -> list[list[tuple[int, int]]]:
        return marks.reach(world, figure)

    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        return drawing.draw(world, seat, columns, language)


SYSTEM = SongOfBlades()
