"""A game of miniatures as a system: it speaks as its speech says, and its worlds may hold pieces of terrain."""

from __future__ import annotations

from typing import Any

from escarmouche.core.data import Data
from escarmouche.core.effects import Answer, Choose, Event
from escarmouche.core.system import System
from escarmouche.core.views import Scored
from escarmouche.kit.drawing import draw
from escarmouche.kit.learned import Encoding
from escarmouche.kit.words import Speech
from escarmouche.table.pieces import Piece
from escarmouche.table.shapes import Polygon


class Miniatures(System):
    """What every game of miniatures answers alike."""

    speech: Speech
    data: tuple[type[Data], ...] = ()
    """The classes of its worlds, beside pieces of terrain."""
    numbers: Encoding | None = None
    """How it puts a battle into numbers, if it does."""

    def classes(self) -> tuple[type[Data], ...]:
        return (*self.data, Piece, Polygon)

    def name(self, world: Any, figure: int, language: str) -> str:
        return self.speech.name(world, figure, language)

    def sentence(self, key: str, about: tuple[Any, ...], world: Any, language: str) -> str:
        return self.speech.sentence(key, about, world, language)

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        return self.speech.describe(due, answer, language)

    def question(self, due: Choose, language: str) -> str:
        return self.speech.question(due, language)

    def event_sentence(self, event: Event, world: Any, language: str) -> str:
        return self.speech.event_sentence(event, world, language)

    def encode(self, world: Any, seat: int) -> list[float]:
        return [] if self.numbers is None else self.numbers.encode(world, seat)

    def encoding(self) -> tuple[str, ...]:
        return () if self.numbers is None else self.numbers.names()

    def learned(self) -> list[float]:
        return [] if self.numbers is None else self.numbers.learned()

    def given(self) -> dict[str, float]:
        return {} if self.numbers is None else self.numbers.given()

    def scored_for(self, world: Any, parts: list[tuple[str, tuple[Any, ...], int]]) -> list[Scored]:
        """What a score is made of, each part as the key of its message, what fills that in, and its points; what gave nothing
        is left out."""
        return [
            {"en": said["en"], "fr": said["fr"], "points": points}
            for key, about, points in parts
            if points
            for said in [self.speech.both(key, about, world)]
        ]

    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        return draw(self.view(world, seat), columns, language)
