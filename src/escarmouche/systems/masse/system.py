"""Mass combat as a system: the rules, what a seat may know, and the words for it."""

from __future__ import annotations

from typing import Any

import msgspec

from escarmouche.core.effects import Answer, Call, Chance, Choose, Refusal, Result, Told
from escarmouche.core.offers import Habit
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup, matched
from escarmouche.core.views import Scored
from escarmouche.kit.kinds import first_word
from escarmouche.kit.learned import Encoding
from escarmouche.kit.system import Miniatures
from escarmouche.kit.view import Hand, Trait, View
from escarmouche.systems.masse import hands, marks, planning, scenario, scenery, view, wishes, words
from escarmouche.systems.masse.army import Hosts
from escarmouche.systems.masse.attacks import ATTACKS, UnitAttacks
from escarmouche.systems.masse.deeds import DEEDS
from escarmouche.systems.masse.encoding import MOMENT, SIDE, encode
from escarmouche.systems.masse.habits import habits
from escarmouche.systems.masse.model import CLASSES, World
from escarmouche.systems.masse.rules.morale import takes_tests
from escarmouche.systems.masse.rules.orders import Doing
from escarmouche.systems.masse.rules.turn import Declarations, imagined
from escarmouche.systems.masse.settings import AUTO, RANDOM, SETTINGS
from escarmouche.systems.masse.setup import begin
from escarmouche.systems.masse.story import STORY, parts, why
from escarmouche.systems.masse.worth import evaluate

ROLLED = (*wishes.SIGNS, "forced-march")
"""The kinds of order that dice settle."""
NO_CHARGE = ("declare", ())


class MassCombat(Miniatures):
    """Two armies of units in formation, with heroes, monsters, engines and walls."""

    id = "masse"
    version = 2
    world_class = World
    titles = {"en": "Mass combat (d20)", "fr": "Combat de masse (d20)"}
    messages = words.MESSAGES
    speech = words.SPEECH
    numbers = Encoding("escarmouche.systems.masse", SIDE, MOMENT, encode)
    data = CLASSES
    screen = scenery.MESSAGES
    sureness = 5.05
    past_outcomes = ("masse.turn.",)
    signs = wishes.SIGNS
    sighted = True
    headings = ("new-turn",)
    rather = {"shoot-melee": "shoot"}
    deeds = DEEDS
    story = STORY
    folds = 2

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        return begin(setup)

    def settings(self) -> tuple[Setting, ...]:
        return SETTINGS

    def quick_options(self) -> Plain:
        """Drawn up at once, on a table on which the armies are soon upon each other."""
        return {"terrain": RANDOM, "deploy": AUTO, "table": [60, 36]}

    def is_opening(self, due: Choose, machine: bool) -> bool:
        """The first charges and marches, up to the first unit of somebody who may shoot, fight, come to blows or force its
        march (whoever takes no tests does so without a die)."""
        if machine or not isinstance(due.options, Doing):
            return True
        rolled = ROLLED if takes_tests(due.world.units[due.figure]) else tuple(wishes.SIGNS)
        return not any(answer[0] in rolled or self.engages(due, answer) for answer in due.options.listed())

    def engages(self, due: Choose, answer: Answer) -> bool:
        """Does a march end beside an enemy?"""
        return any(one["kind"] == "contact" for one in marks.trial(due, answer).get("provokes", ()))

    def customary(self, due: Choose) -> Answer | None:
        """Nobody charges in the turn that others begin for him."""
        return NO_CHARGE if isinstance(due.options, Declarations) else None

    def quick_armies(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """Any two lists of equal strength that take the field whole and bring nothing for a siege."""
        ready = HOSTS.in_the_open()
        found = [ready[chance.below(len(ready))] for _ in range(seats)]
        while not matched(HOSTS, found):
            found = [ready[chance.below(len(ready))] for _ in range(seats)]
        return found

    def default_scenario(self) -> str:
        return next(iter(scenario.ours()))

    def scenarios(self) -> list[str]:
        return list(scenario.scenarios())

    def scenario_rows(self) -> dict[str, Plain]:
        return {name: msgspec.to_builtins(row) for name, row in scenario.scenarios().items()}

    def pack(self, setup: Setup) -> Setup:
        """With people's own profiles and scenario written into it, so that a save plays anywhere."""
        packed = HOSTS.packed(setup)
        if setup.scenario not in scenario.ours() and "scenario" not in packed.options:
            packed.options["scenario"] = msgspec.to_builtins(scenario.scenarios()[setup.scenario])
        return packed

    # ------------------------------------------------------------ offering

    def armies(self) -> Hosts:
        return HOSTS

    def odds(self) -> UnitAttacks:
        return ATTACKS

    # ------------------------------------------------------------ knowing

    def view(self, world: Any, seat: int) -> View:
        return view.view(world, seat)

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        return imagined(world, seat, chance)

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

    def outcome_name(self, outcome: str, language: str) -> str:
        return words.outcome_name(outcome, language)

    def outcome_count(self, outcome: str) -> int | None:
        return words.outcome_count(outcome)

    # ------------------------------------------------------------ words

    def kind_of(self, due: Choose, answer: Answer) -> str:
        return answer if isinstance(answer, str) else first_word(answer)

    def marks(self, due: Choose, answer: Answer) -> Plain:
        return marks.marks(due, answer)

    def trial(self, due: Choose, answer: Answer) -> Plain:
        return marks.trial(due, answer)

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
        return planning.planned(due, wish)

    def event_modifiers(self, event: Told) -> list[Plain]:
        return marks.event_modifiers(event)

    def reach(self, world: Any, figure: int) -> list[list[tuple[int, int]]]:
        return planning.reach(world, figure)

    def way(self, due: Choose, answer: Answer) -> list[tuple[int, int, int]]:
        return [(unit.x, unit.y, unit.facing) for unit in planning.path(due, answer)]


HOSTS = Hosts()
SYSTEM = MassCombat()
