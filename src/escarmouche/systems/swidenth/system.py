"""Empire of Swidenth as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from typing import Any

import msgspec

from escarmouche.core.effects import Answer, Call, Choose, Refusal, Result, Told
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup
from escarmouche.core.views import Scored
from escarmouche.kit.kinds import first_word
from escarmouche.kit.learned import Encoding
from escarmouche.kit.system import Miniatures
from escarmouche.kit.view import Hand, Trait, View
from escarmouche.systems.swidenth import content, hands, marks, view, wishes, words
from escarmouche.systems.swidenth.army import Bands, Crowns
from escarmouche.systems.swidenth.attacks import ATTACKS, FighterAttacks
from escarmouche.systems.swidenth.deeds import DEEDS, TOTALS
from escarmouche.systems.swidenth.encoding import MOMENT, SIDE, encode
from escarmouche.systems.swidenth.model import CLASSES, World
from escarmouche.systems.swidenth.rules.missions import CROSSROADS
from escarmouche.systems.swidenth.settings import settings
from escarmouche.systems.swidenth.setup import begin
from escarmouche.systems.swidenth.story import STORY, parts, why
from escarmouche.systems.swidenth.worth import evaluate


class Swidenth(Miniatures):
    """Two warbands (or up to four at the crossroads), led by Heroes with phases, command bubbles and Heroism of their own."""

    id = "swidenth"
    version = 2
    world_class = World
    titles = {"en": "Empire of Swidenth", "fr": "Empire de Swidenth"}
    messages = words.MESSAGES
    speech = words.SPEECH
    numbers = Encoding("escarmouche.systems.swidenth", SIDE, MOMENT, encode)
    data = CLASSES
    screen = view.MESSAGES
    sureness = 2.02
    signs = wishes.SIGNS
    past_outcomes = ("swidenth.",)
    sighted = True
    headings = ("new-turn",)
    deeds = DEEDS
    totals = TOTALS
    story = STORY
    quick_questions = ("swidenth.activation.hero-order",)

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def settings(self) -> tuple[Setting, ...]:
        return settings()

    def quick_options(self) -> Plain:
        """A smaller crossroads, where the bands are soon upon each other."""
        return {"table": [24, 24]}

    def seat_counts(self, scenario: str) -> tuple[int, ...]:
        """Two, and at the crossroads up to four. (swidenth.turn.initiative-many)"""
        return (2, 3, 4) if scenario == CROSSROADS else (2,)

    def pack(self, setup: Setup) -> Setup:
        return BANDS.packed(setup)

    def scenarios(self) -> list[str]:
        return list(content.book().mission)

    def scenario_rows(self) -> dict[str, Plain]:
        return {name: msgspec.structs.asdict(row) for name, row in content.book().mission.items()}

    # ------------------------------------------------------------ offering

    def armies(self) -> Bands:
        return BANDS

    def prices(self) -> Crowns:
        return CROWNS

    def odds(self) -> FighterAttacks:
        return ATTACKS

    # ------------------------------------------------------------ knowing

    def view(self, world: Any, seat: int) -> View:
        return view.view(world)

    def ending(self, result: Result, sides: list[str], language: str) -> str:
        key, about = why(result, sides)
        return self.sentence(key, about, result.world, language)

    def scored(self, result: Result, seat: int) -> list[Scored]:
        return self.scored_for(result.world, parts(result.world, seat))

    def traits(self, profile: Plain) -> list[Trait]:
        return [view.trait_view(id) for id in profile.get("traits", ())]

    def evaluate(self, world: Any, seat: int) -> float:
        return evaluate(world, seat)

    # ------------------------------------------------------------ words

    def kind_of(self, due: Choose, answer: Answer) -> str:
        return first_word(answer)

    def marks(self, due: Choose, answer: Answer) -> Plain:
        return marks.marks(due, answer)

    def trial(self, due: Choose, answer: Answer) -> Plain:
        return marks.trial(due, answer)

    def grade(self, due: Choose, answer: Answer, outcome: str) -> str:
        return wishes.grade(due, outcome)

    def ranges(self, world: Any, figure: int) -> list[int]:
        return wishes.ranges(world, figure)

    def unseen(self, world: Any, figure: int, other: int) -> Refusal | None:
        return wishes.unseen(world, figure, other)

    def wishes(self, due: Choose, figure: int) -> list[tuple[Answer, int]]:
        return wishes.wishes(due, figure)

    def hands(self, due: Choose) -> list[Hand]:
        return hands.hands(due)

    def planned(self, due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
        return hands.planned(due, wish)

    def event_modifiers(self, event: Told) -> list[Plain]:
        return marks.totals(event)

    def reach(self, world: Any, figure: int) -> list[list[tuple[int, int]]]:
        return marks.reach(world, figure)

    def reach_now(self, due: Choose, figure: int) -> list[list[tuple[int, int]]]:
        return marks.reach_now(due, figure)

    def way(self, due: Choose, answer: Answer) -> list[tuple[int, int, int]]:
        return [(stand["x"], stand["y"], stand["facing"]) for stand in marks.marks(due, answer).get("path", [])]


BANDS, CROWNS = Bands(), Crowns()
SYSTEM = Swidenth()
