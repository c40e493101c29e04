"""Brothers in Arms as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from typing import Any

import msgspec

from escarmouche.core.effects import Answer, Call, Chance, Choose, Refusal, Result, Rolled
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup
from escarmouche.core.views import Scored
from escarmouche.kit.kinds import first_word
from escarmouche.kit.learned import Encoding
from escarmouche.kit.system import Miniatures
from escarmouche.kit.view import Hand, Trait, View
from escarmouche.systems.fda import content, hands, marks, view, wishes, words
from escarmouche.systems.fda.army import PriceTable, Troops
from escarmouche.systems.fda.attacks import ATTACKS, FighterAttacks
from escarmouche.systems.fda.deeds import DEEDS
from escarmouche.systems.fda.encoding import MOMENT, SIDE, encode
from escarmouche.systems.fda.model import CLASSES, World
from escarmouche.systems.fda.settings import settings
from escarmouche.systems.fda.setup import begin
from escarmouche.systems.fda.story import STORY, parts, why
from escarmouche.systems.fda.worth import evaluate


class BrothersInArms(Miniatures):
    """A party of adventurers against the dungeon, figure by figure, with two time units each and reactions out of turn."""

    id = "fda"
    version = 2
    world_class = World
    titles = {"en": "Brothers in Arms, Naheulbeuk edition", "fr": "Frères d’Armes, édition Naheulbeuk"}
    messages = words.MESSAGES
    speech = words.SPEECH
    numbers = Encoding("escarmouche.systems.fda", SIDE, MOMENT, encode)
    data = CLASSES
    screen = view.MESSAGES
    sureness = 6.26
    signs = wishes.SIGNS
    sighted = True
    headings = ("new-turn",)
    deeds = DEEDS
    story = STORY
    quick_questions = ("fda.turn.initiative-may-be-ceded",)

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def settings(self) -> tuple[Setting, ...]:
        return settings()

    def pack(self, setup: Setup) -> Setup:
        return TROOPS.packed(setup)

    def default_scenario(self) -> str:
        """A plain fight: everybody is awake, and any two troops will do."""
        return "brawl"

    def quick_scenario(self) -> str:
        """A dungeon that nobody has seen before."""
        return "random-dungeon"

    def quick_armies(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """Either player may lead the adventurers."""
        found = super().quick_armies(scenario, chance, seats)
        return found[::-1] if chance.below(2) else found

    def scenarios(self) -> list[str]:
        return list(content.book().scenario)

    def scenario_rows(self) -> dict[str, Plain]:
        return {name: msgspec.to_builtins(row) for name, row in content.book().scenario.items()}

    # ------------------------------------------------------------ offering

    def armies(self) -> Troops:
        return TROOPS

    def prices(self) -> PriceTable:
        return PRICES

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

    def outcome_name(self, outcome: str, language: str) -> str:
        """What becomes of both, where both fare badly."""
        return " + ".join([super(BrothersInArms, self).outcome_name(one, language) for one in outcome.split(" + ")])

    def faces(self, event: Rolled) -> tuple[int, ...]:
        return words.faces(event)

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

    def reach(self, world: Any, figure: int) -> list[list[tuple[int, int]]]:
        return marks.reachable(world, figure)


TROOPS, PRICES = Troops(), PriceTable()
SYSTEM = BrothersInArms()
