"""Song of Blades and Heroes as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from typing import Any

import msgspec

from escarmouche.core.campaigns import Campaigns
from escarmouche.core.effects import Answer, Call, Chance, Choose, Refusal, Result, Told
from escarmouche.core.offers import Habit
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup
from escarmouche.core.views import Scored
from escarmouche.kit.kinds import first_word
from escarmouche.kit.learned import Encoding
from escarmouche.kit.system import Miniatures
from escarmouche.kit.view import Hand, Trait, View
from escarmouche.systems.sbh import content, hands, marks, view, wishes, words
from escarmouche.systems.sbh.army import DRAWN, RANDOM, Points, Warbands, pack, random_band
from escarmouche.systems.sbh.attacks import ATTACKS, FighterAttacks
from escarmouche.systems.sbh.deeds import DEEDS, TOTALS
from escarmouche.systems.sbh.encoding import MOMENT, SIDE, WISHES, encode
from escarmouche.systems.sbh.habits import habits
from escarmouche.systems.sbh.model import CLASSES, World
from escarmouche.systems.sbh.rules.places import shuffle_markers
from escarmouche.systems.sbh.rules.terrain import layout, with_pieces
from escarmouche.systems.sbh.settings import settings
from escarmouche.systems.sbh.setup import begin
from escarmouche.systems.sbh.story import STORY, parts, why
from escarmouche.systems.sbh.worth import evaluate


class SongOfBlades(Miniatures):
    """Two warbands of single figures, activated at their players' own risk."""

    id = "sbh"
    version = 2
    world_class = World
    titles = {"en": "Song of Blades and Heroes", "fr": "Song of Blades and Heroes"}
    messages = words.MESSAGES
    speech = words.SPEECH
    numbers = Encoding("escarmouche.systems.sbh", SIDE, MOMENT, encode, WISHES)
    data = CLASSES
    screen = view.MESSAGES
    sureness = 2.59
    past_outcomes = ("sbh.",)
    signs = wishes.SIGNS
    sighted = True
    headings = ("new-turn",)
    deeds = DEEDS
    totals = TOTALS
    story = STORY

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def settings(self) -> tuple[Setting, ...]:
        return settings()

    def quick_options(self) -> Plain:
        return {"terrain": RANDOM}

    def preview(self, setup: Setup) -> Any:
        """The table; with the scenery where chance lays it out, which it does by the seed once the scenario is known."""
        world, terrain, number, _ = begin(setup).args
        if terrain != RANDOM or world.scenario == RANDOM:
            return world
        twin = world.copy()
        twin.ground = with_pieces(world.ground, layout(world, number))
        return twin

    def pack(self, setup: Setup) -> Setup:
        return pack(setup)

    def random_armies(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        return [random_band(chance) for _ in range(seats)]

    def scenarios(self) -> list[str]:
        """The book's, people's own, and "random": a roll on the scenario table. (sbh.scenario.table-roll)"""
        return [*content.scenarios(), RANDOM]

    def scenario_rows(self) -> dict[str, Plain]:
        rows = {name: msgspec.structs.asdict(row) for name, row in content.scenarios().items()}
        return {**rows, RANDOM: {"id": RANDOM, **DRAWN}}

    # ------------------------------------------------------------ offering

    def armies(self) -> Warbands:
        return WARBANDS

    def prices(self) -> Points:
        return POINTS

    def campaign(self) -> Campaigns:
        from escarmouche.systems.sbh.campaign import WARS  # a battle needs none of it

        return WARS

    def odds(self) -> FighterAttacks:
        return ATTACKS

    # ------------------------------------------------------------ knowing

    def view(self, world: Any, seat: int) -> View:
        return view.view(world, seat)

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        return shuffle_markers(world, seat, chance)

    def ending(self, result: Result, sides: list[str], language: str) -> str:
        key, about = why(result, sides)
        return self.sentence(key, about, result.world, language)

    def scored(self, result: Result, seat: int) -> list[Scored]:
        return self.scored_for(result.world, parts(result.world, seat))

    def traits(self, profile: Plain) -> list[Trait]:
        return [view.trait_view(id) for id in profile.get("traits", ())]

    def evaluate(self, world: Any, seat: int) -> float:
        return evaluate(world, seat)

    def habits(self, game: Any) -> list[list[Habit]]:
        return habits(game)

    # ------------------------------------------------------------ words

    def kind_of(self, due: Choose, answer: Answer) -> str:
        return answer if isinstance(answer, str) else first_word(answer)

    def marks(self, due: Choose, answer: Answer) -> Plain:
        return marks.marks(due, answer)

    def trial(self, due: Choose, answer: Answer) -> Plain:
        return marks.trial(due, answer)

    def proposed(self, due: Choose, answer: Answer) -> Any:
        return marks.proposed(due, answer)

    def grade(self, due: Choose, answer: Answer, outcome: str) -> str:
        return wishes.grade(due, answer, outcome)

    def ranges(self, world: Any, figure: int) -> list[int]:
        return wishes.ranges(world, figure)

    def unseen(self, world: Any, figure: int, other: int) -> Refusal | None:
        return wishes.unseen(world, figure, other)

    def wishes(self, due: Choose, figure: int) -> list[tuple[Answer, int]]:
        return wishes.wishes(due, figure)

    def hands(self, due: Choose) -> list[Hand]:
        return hands.hands(due)

    def planned(self, due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
        return hands.planned(due, wish), None

    def event_modifiers(self, event: Told) -> list[Plain]:
        return marks.totals(event)

    def reach(self, world: Any, figure: int) -> list[list[tuple[int, int]]]:
        return marks.reach(world, figure)

    def reach_now(self, due: Choose, figure: int) -> list[list[tuple[int, int]]]:
        return marks.reach(due.world, figure, marks.mates(due, figure))


WARBANDS, POINTS = Warbands(), Points()
SYSTEM = SongOfBlades()
