"""The untitled d6 army game as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from typing import Any

import msgspec

from escarmouche.core.effects import Answer, Call, Chance, Choose, Event, Refusal, Result, Rolled
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup
from escarmouche.core.views import Scored
from escarmouche.kit.kinds import first_word
from escarmouche.kit.learned import Encoding
from escarmouche.kit.system import Miniatures
from escarmouche.kit.view import Hand, Trait, View
from escarmouche.systems.bataille import hands, marks, view, wishes, words
from escarmouche.systems.bataille.army import Hosts, Points, members, random_army
from escarmouche.systems.bataille.attacks import ATTACKS, Attacks, outcome_count, outcome_name
from escarmouche.systems.bataille.content import book
from escarmouche.systems.bataille.deeds import DEEDS
from escarmouche.systems.bataille.encoding import MOMENT, SIDE, encode
from escarmouche.systems.bataille.model import CLASSES, World
from escarmouche.systems.bataille.rules.deployment import RANDOM
from escarmouche.systems.bataille.rules.scenarios import RESCUE
from escarmouche.systems.bataille.rules.terrain import ground, layout
from escarmouche.systems.bataille.rules.values import SCENARIOS, SIDES
from escarmouche.systems.bataille.settings import settings
from escarmouche.systems.bataille.setup import begin
from escarmouche.systems.bataille.story import STORY, parts, why
from escarmouche.systems.bataille.worth import evaluate

DRAWN = {
    "name_en": "A scenario drawn by lot", "name_fr": "Un scénario tiré au sort",
    "briefing_en": "A die says which of the six is played.", "briefing_fr": "Un dé dit lequel des six est joué.",
}  # fmt: skip


class Bataille(Miniatures):
    """Two to four armies of single figures; phases shared by all sides, shots and blows at once."""

    id = "bataille"
    version = 2
    world_class = World
    titles = {"en": "Bataille", "fr": "Bataille"}
    messages = words.MESSAGES
    speech = words.SPEECH
    numbers = Encoding("escarmouche.systems.bataille", SIDE, MOMENT, encode)
    data = CLASSES
    screen = view.MESSAGES
    sureness = 2.87
    signs = wishes.SIGNS
    sighted = True
    headings = ("new-turn",)
    deeds = DEEDS
    story = STORY
    folds = 12
    quick_questions = ("bataille.initiative.winner-chooses",)

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def settings(self) -> tuple[Setting, ...]:
        return settings()

    def quick_options(self) -> Plain:
        """On a table less deep than usual, so that shots are in range at once."""
        return {"terrain": RANDOM, "table": [48, 36]}

    def preview(self, setup: Setup) -> Any:
        """The table; with the scenery where chance lays it out."""
        world, terrain, number = begin(setup).args
        if terrain != RANDOM:
            return world
        twin = world.copy()
        width, depth = world.ground.width, world.ground.depth
        twin.ground = ground(width, depth, layout(width, depth, world.scenario, number))
        return twin

    def scenarios(self) -> list[str]:
        """The book's, and "random": a die over them. (bataille.scenario.random-choice)"""
        return [*SCENARIOS, RANDOM]

    def scenario_rows(self) -> dict[str, Plain]:
        rows = {name: msgspec.structs.asdict(book().scenario[name]) for name in SCENARIOS}
        return {**rows, RANDOM: {"id": RANDOM, **DRAWN}}

    def seat_counts(self, scenario: str) -> tuple[int, ...]:
        least, most = SIDES.get(scenario, (2, book().number("maximum-sides")))
        return tuple(range(least, most + 1))

    def pack(self, setup: Setup) -> Setup:
        return HOSTS.packed(setup)

    def random_armies(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """Any armies; in Rescue somebody has a character to be rescued. (bataille.scenario.rescue-roles)"""
        found = [random_army(chance) for _ in range(seats)]
        roles = [book().role[one.profile.role] for army in found for one in members(army)]
        if scenario == RESCUE and not any(role.character for role in roles):
            return self.random_armies(scenario, chance, seats)
        return found

    # ------------------------------------------------------------ offering

    def armies(self) -> Hosts:
        return HOSTS

    def prices(self) -> Points:
        return POINTS

    def odds(self) -> Attacks:
        return ATTACKS

    # ------------------------------------------------------------ knowing

    def view(self, world: Any, seat: int) -> View:
        return view.view(world, seat)

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        return view.imagine(world, seat, chance)

    def ending(self, result: Result, sides: list[str], language: str) -> str:
        key, about = why(result, sides)
        return self.sentence(key, about, result.world, language)

    def scored(self, result: Result, seat: int) -> list[Scored]:
        return self.scored_for(result.world, parts(result.world, seat))

    def traits(self, profile: Plain) -> list[Trait]:
        return [view.trait(id) for kind in ("traits", "items", "spells") for id in dict.fromkeys(profile.get(kind, ()))]

    def evaluate(self, world: Any, seat: int) -> float:
        return evaluate(world, seat)

    # ------------------------------------------------------------ words

    def outcome_name(self, outcome: str, language: str) -> str:
        return outcome_name(outcome, language) or super().outcome_name(outcome, language)

    def outcome_count(self, outcome: str) -> int | None:
        return outcome_count(outcome)

    def kind_of(self, due: Choose, answer: Answer) -> str:
        return first_word(answer)

    def marks(self, due: Choose, answer: Answer) -> Plain:
        return marks.marks(due, answer)

    def trial(self, due: Choose, answer: Answer) -> Plain:
        return marks.trial(due, answer)

    def proposed(self, due: Choose, answer: Answer) -> Any:
        return marks.proposed(due, answer)

    def grade(self, due: Choose, answer: Answer, outcome: str) -> str:
        return wishes.grade(outcome)

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
        return marks.reach(world, figure)

    def deed(self, event: Event, world: Any) -> tuple[str, int, int] | None:
        """Dice for an attack are thrown once everybody has declared: whom it is aimed at is known then."""
        found = super().deed(event, world)
        if found is None or not isinstance(event, Rolled):
            return found
        rows = [row for side in world.sides for row in side.declared or () if row[0] == event.figure]
        aimed = [target for target in rows[0][1:] if target >= 0] if rows else []
        return found[0], found[1], aimed[0] if aimed else -1


HOSTS, POINTS = Hosts(), Points()
SYSTEM = Bataille()
