"""What a game system gives the engine. A third party subclasses System and names it in the entry point group
`escarmouche.systems`."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Any

from escarmouche.core import pictures, proof
from escarmouche.core.codec import event_plain as event_plain
from escarmouche.core.data import Data, Secret
from escarmouche.core.dice import Source
from escarmouche.core.effects import Answer, Call, Chance, Choose, Chosen, Event, Listed, Refusal, Result, Rolled, Told
from escarmouche.core.errors import EscarmoucheError, UnknownName, perhaps
from escarmouche.core.messages import CORE, LANGUAGES, Messages
from escarmouche.core.offers import Armies, Fault, Habit, Odds, Prices
from escarmouche.core.settings import Setting
from escarmouche.core.story import Story
from escarmouche.core.views import Asked, Ended, GameView, Scored

if TYPE_CHECKING:
    from escarmouche.core.about import About
    from escarmouche.core.campaigns import Campaigns
    from escarmouche.core.rulebook import Rulebook

Plain = dict[str, Any]


class Setup:
    """All that a game starts from, as plain data: system, armies, scenario, seed, options."""

    def __init__(self, system: str, armies: list[Plain], scenario: str, seed: int | str, options: Plain) -> None:
        self.system = system
        self.armies = armies
        self.scenario = scenario
        self.seed = seed
        self.options = options

    @property
    def seats(self) -> int:
        """How many play: everybody has an army, be it an empty one."""
        return len(self.armies)

    def to_plain(self) -> Plain:
        """As JSON data."""
        return {
            "system": self.system,
            "armies": self.armies,
            "scenario": self.scenario,
            "seed": self.seed,
            "options": self.options,
        }

    @staticmethod
    def from_plain(data: Plain) -> Setup:
        """From JSON data."""
        return Setup(data["system"], data["armies"], data["scenario"], data["seed"], data["options"])

    def source(self) -> Source | None:
        """The dice that the options ask for: seeded (usual), a script of faces, provable ones, or None for dice thrown by
        hand."""
        return proof.source(self.options.get("dice", "seeded"), self.seed)

    def secret(self, purpose: str) -> Secret:
        """A secret of the game for a purpose: from what was committed to where the dice are provable, else from the seed. It is
        the same whenever the game is played again, forks with fresh dice included."""
        dice: Any = self.options.get("dice")
        while isinstance(dice, dict) and "since" in dice:
            dice = dice.get("before")
        root = dice.get("secret", "") if isinstance(dice, dict) else ""
        return Secret(hashlib.sha256(f"{purpose}\n{root}\n{self.seed}".encode()).hexdigest())


DRAWS = 50
"""So often armies are drawn until they match."""


def matched(offered: Armies | None, armies: list[Plain]) -> bool:
    """Are these armies all different, and does the weakest have seven points for every eight of the strongest?"""
    if offered is None:
        return True
    points = [offered.points(one) for one in armies]
    names = [str(one.get("name", number)) for number, one in enumerate(armies)]
    return len(set(names)) == len(names) and min(points) * 8 >= max(points) * 7


def fresh_seed() -> int:
    """A seed nobody can foresee."""
    return secrets.randbits(63)


class System:
    """One game. The engine asks it for the first rule, for what a seat may see, and for words."""

    id: str = ""
    version: int = 1
    """Raised when a change of rules makes older saves play differently."""
    seats: int = 2
    """How many play when nobody says otherwise."""
    world_class: type[Data] = Data
    """The class of its worlds, by which they are found inside suspended rules."""
    titles: dict[str, str] = {}
    messages: Messages
    screen: Messages = CORE
    """What a screen says of its answers: "group.KIND" over those of a kind, "provokes.KIND" of what a way provokes, "mean" of
    outcomes that count something."""
    grave: tuple[str, ...] = ("concede",)
    """The kinds of answer that nobody should give by mistake."""
    rather: dict[str, str] = {}
    """Kinds of answers that computer players leave alone where there is one of another kind, by that kind."""
    headings: tuple[str, ...] = ()
    """The kinds of event that begin a new part of the log, such as a turn."""
    deeds: dict[str, tuple[str, int, int]] = {}
    """What is done where something is told or rolled, for a screen that shows it: by the kind of a Told (or its rule and kind,
    with a space between), or by the rule of a Rolled, what it is (a `kit.view.DEEDS`), and where in `about` stand who does it
    and to whom (-1: nowhere). Of a Rolled, the figure that it was rolled for does it."""
    totals: dict[str, tuple[tuple[int, int], ...]] = {}
    """The kinds of Told that compare totals: for each side where in `about` stand the figure and its total."""
    story: Story = Story()
    """What of the log is told at first sight."""
    sureness: float = 3.0
    """How sure a lead is: a seat's chance to win is its part of exp(sureness × `evaluate`) over all seats. Fitted on battles of
    the system by `python -m escarmouche.analysis.sureness`."""
    folds: int = 0
    """Of a kind with more answers than this a screen may show the heading first; 0: all are shown."""
    sighted: bool = False
    """Does it say who sees whom (`unseen`)?"""
    signs: dict[str, str] = {}
    """The sign beside somebody to whom something of a kind may be done: "blow", "shot", "spell", "help"; without one it is a
    mere way."""
    past_outcomes: tuple[str, ...] = ()
    """How the names of those rules begin that tell no outcome up to the next question once a rule that they called has told
    one. Odds up to an outcome then do not follow such a rule any farther."""
    quick_questions: tuple[str, ...] = ()
    """The rules whose questions nobody is asked at the beginning of a quick battle's first turn, such as who begins."""

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        """The outermost rule of a game with this set-up. It returns an effects.Result in the end."""
        raise TypeError(f"the system {self.id} gives no start")

    def classes(self) -> tuple[type[Data], ...]:
        """The data classes that its worlds are made of, so that they can be read back."""
        raise TypeError(f"the system {self.id} names no classes")

    def is_opening(self, due: Choose, machine: bool) -> bool:
        """Does this decision of a quick battle's first turn come before anybody who plays against a machine could throw a die,
        as the first marches of an army do? Such are made for both sides before the battle is shown. `machine`: it is the
        machine's."""
        return False

    def customary(self, due: Choose) -> Answer | None:
        """What either side answers by custom to a decision of a quick battle's opening, so that nothing is undertaken for
        anybody; None: what an agent thinks best."""
        return None

    def seat_counts(self, scenario: str) -> tuple[int, ...]:
        """With how many seats a scenario may be played, the usual number first."""
        return (self.seats,)

    def armies_for(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """What every seat has in a scenario when the players bring nothing: legal armies where the system offers any."""
        offered = self.armies()
        return [{} for _ in range(seats)] if offered is None else offered.drawn(scenario, chance, seats)

    def random_armies(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """What seats may have in a scenario, of any legal kind, for tests that look for trouble."""
        return self.armies_for(scenario, chance, seats)

    def default_scenario(self) -> str:
        """The scenario when the players name none."""
        return self.scenarios()[0]

    def scenarios(self) -> list[str]:
        """The ids of its scenarios."""
        raise TypeError(f"the system {self.id} has no scenarios")

    def settings(self) -> tuple[Setting, ...]:
        """What the players may set before a game, in the order in which to ask; the dice are the engine's own matter."""
        return ()

    def quick_options(self) -> Plain:
        """The options of a battle that nobody wants to set up: a table that is new with every seed, and no questions that
        can be spared."""
        return {}

    def quick_scenario(self) -> str:
        """The scenario of such a battle: one that somebody can play who knows little of the game."""
        return self.default_scenario()

    def quick_armies(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """The armies of such a battle: no two alike and all about equally strong, as far as such can be drawn."""
        offered = self.armies()
        found = self.armies_for(scenario, chance, seats)
        for _ in range(DRAWS if offered is not None else 0):
            if matched(offered, found):
                break
            found = self.armies_for(scenario, chance, seats)
        return found

    def preview(self, setup: Setup) -> Any:
        """The world before anybody has decided anything, with all that the set-up alone settles: the table to look at."""
        return next(one for one in self.start(setup).args if isinstance(one, self.world_class))

    def pack(self, setup: Setup) -> Setup:
        """The set-up with everything of people's own content that it names written into it, so that a save plays
        anywhere; called once, when a game begins."""
        return setup

    def scenario_rows(self) -> dict[str, Plain]:
        """Every scenario by id, as plain data; here with its name alone, the message "scenario-ID" where there is one."""
        found: dict[str, Plain] = {}
        for name in self.scenarios():
            named = {f"name_{one}": self.messages.form(f"scenario-{name}", one) for one in LANGUAGES}
            found[name] = {"id": name, **{key: text for key, text in named.items() if text is not None}}
        return found

    # ------------------------------------------------------------ offering

    def armies(self) -> Armies | None:
        """The armies that players bring, where they bring any."""
        return None

    def prices(self) -> Prices | None:
        """Points for profiles of one's own."""
        return None

    def odds(self) -> Odds | None:
        """The exact odds of attacks between profiles."""
        return None

    def campaign(self) -> Campaigns | None:
        """Battles in a row between bands that live through them."""
        return None

    def about(self) -> About | None:
        """What the game is in a few words, from the file about.toml in the system's package, if there is one."""
        from escarmouche.core.about import found

        return found(self.id)

    def rulebook(self) -> Rulebook | None:
        """The rulebook that lies in the system's package, if there is one."""
        from escarmouche.core.rulebook import found

        return found(self.id)

    # ------------------------------------------------------------ knowing

    def view(self, world: Any, seat: int) -> Any:
        """What a seat may know of a world, as plain JSON data: a `kit.view.View`. Seat -1 is a spectator."""
        raise TypeError(f"the system {self.id} has no view")

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        """A world that the seat cannot tell from this one, with what it does not know drawn anew. -1 is a spectator.

        A suspended game holds several worlds, older and newer. Each is passed through here with an equally seeded
        `chance`, so that the same unknown gets the same value in all of them: draw for every thing that can be hidden,
        in a fixed order, whether or not it is hidden in this world, and draw only from what this world and the seat's
        own view of it decide.
        """
        return world

    def traits(self, profile: Plain) -> list[Any]:
        """The special rules of a profile, explained: `kit.view.Trait`s."""
        return []

    def evaluate(self, world: Any, seat: int) -> float:
        """How good the world is for a seat, about -1 (lost) to 1 (won); for generic opponents."""
        raise TypeError(f"the system {self.id} weighs no worlds")

    def encode(self, world: Any, seat: int) -> list[float]:
        """The battle in numbers of a fixed order as a seat sees it, named by `encoding`; none where a system has no such."""
        return []

    def encoding(self) -> tuple[str, ...]:
        """What each number of `encode` is."""
        return ()

    def learned(self) -> list[float]:
        """How much each number of `encode` counts in a judgement learned by play; none where nothing was learned."""
        return []

    def given(self) -> dict[str, float]:
        """The weights among these that were set by hand, by the names of their numbers; training leaves them alone."""
        return {}

    def habits(self, game: Any) -> list[list[Habit]]:
        """How each seat played a battle that is over, in counts of the system's own, for those who compare players; empty where
        a system counts nothing. The same names in the same order for every seat."""
        return []

    def habit_name(self, name: str, language: str) -> str:
        """What a habit is called: the message "habit.NAME" of `screen`, or the name itself where there is none."""
        return self.screen.form(f"habit.{name}", language) or name

    def whole_view(self, game: Any, seat: int, due: Asked | None) -> GameView:
        """A seat's view of a game: the world, what is due, the result, and the events the seat may know."""
        result = game.result
        ended: Ended | None = None
        if result is not None:
            ended = {"winner": result.winner, "winners": result.winners, "reason": result.reason, "scores": result.scores}
        return {
            "system": self.id,
            "scenario": game.setup.scenario,
            "seat": seat,
            "due": due,
            "result": ended,
            "world": self.view(game.world, seat),
            "events": game.shown_events(seat, event_plain),
        }

    def ending(self, result: Result, sides: list[str], language: str) -> str:
        """Why the battle ended, in one sentence; `sides` is what each side is called. Here the title of the rule that ended it,
        or nothing where there is no rulebook."""
        book = self.rulebook()
        return "" if book is None else f"{book.title(result.reason, language)}."

    def scored(self, result: Result, seat: int) -> list[Scored]:
        """What a side's score is made of, where more is to be said than its sum: the points add up to the score."""
        return []

    def rule_ids(self) -> frozenset[str]:
        """The ids of its rulebook, which every event and every refusal must name; empty when there is no rulebook."""
        book = self.rulebook()
        return frozenset() if book is None else frozenset(book.rules)

    # ------------------------------------------------------------ words

    def name(self, world: Any, figure: int, language: str) -> str:
        """A figure's name."""
        raise TypeError(f"the system {self.id} names no figures")

    def outcome_name(self, outcome: str, language: str) -> str:
        """An outcome as a reader says it: the message "outcome.NAME", or the name itself where there is none."""
        return self.messages.form(f"outcome.{outcome}", language) or outcome

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        """One phrase for an answer, for menus and logs."""
        raise TypeError(f"the system {self.id} describes no answers")

    def question(self, due: Choose, language: str) -> str:
        """One sentence for the decision that is due."""
        raise TypeError(f"the system {self.id} asks no questions")

    def marks(self, due: Choose, answer: Answer) -> Plain:
        """What an answer points at, for a screen: its `kind`, and where it has them figure, target, x, y, cost and so on."""
        worded = isinstance(answer, tuple) and answer and isinstance(answer[0], str)
        return {"kind": answer[0] if worded else answer if isinstance(answer, str) else "value"}

    def kind_of(self, due: Choose, answer: Answer) -> str:
        """The `kind` among the marks of an answer. Computer players ask it of every option, so a system whose marks take long
        had better tell it without them."""
        return str(self.marks(due, answer).get("kind"))

    def trial(self, due: Choose, answer: Answer) -> Plain:
        """What a screen shows before an answer is given, beside its odds: for a move distance, limit, cost, difficult and
        whom it `provokes`; for an attack its `modifiers`; `path`, where units would stand step by step; `places`, where each of
        several would stand (figure, x, y); `stages`, exact odds of what comes of it one after the other; `notes` in words;
        `beside`, another answer that its odds are compared with. Only what the seat that is asked may know."""
        return {}

    def proposed(self, due: Choose, answer: Answer) -> Any:
        """The world with the table as a legal answer would lay it out, and nobody on it, so that nobody chooses terrain blind;
        None for answers that lay out nothing. A screen draws its view, a terminal its text."""
        return None

    def hands(self, due: Choose) -> list[Any]:
        """What a hand shapes on the table, by dragging, turning and choosing, each a `kit.view.Hand`; `planned` makes the
        answers. Usually nothing: the place in a listed answer is all that changes (`place` among its marks)."""
        return []

    def planned(self, due: Choose, wish: Plain) -> tuple[Answer, Refusal | None]:
        """The answer that comes nearest to what a hand wishes, and what stops it short of that, if anything does.

        A wish has the `kind` of one of `hands` and whatever the hand wants: `figure`, `x`, `y`, `facing`, `set` (what each
        control is at), `step` (one of the hand's), `pairs` (figures, each with its target or -1), `places` (figure, x, y),
        `figures` that go together by `dx` and `dy`, and in `before` an answer that it goes on from. The answer need not be
        legal: trying it says why.
        """
        return None, None

    def heading(self, kind: str, language: str) -> str:
        """What stands over the answers of a kind: the message "group.KIND" of `screen`, or the kind itself."""
        return self.screen.form(f"group.{kind}", language) or kind

    def outcome_count(self, outcome: str) -> int | None:
        """How many of something an outcome stands for, where outcomes count; a screen then shows their mean."""
        return None

    def grade(self, due: Choose, answer: Answer, outcome: str) -> str:
        """Is an outcome of an answer "good" or "bad" for the one who decides, or neither ("")?"""
        return ""

    def ranges(self, world: Any, figure: int) -> list[int]:
        """How far a figure's shots and spells reach from its base, a length for each band, the nearest first."""
        return []

    def unseen(self, world: Any, figure: int, other: int) -> Refusal | None:
        """Why a figure does not see another, or None where it does; asked where the system is `sighted`."""
        return None

    def wishes(self, due: Choose, figure: int) -> list[tuple[Answer, int]]:
        """Answers that somebody may think of for a figure, legal or not, each with the one that it is meant for (-1 for
        nobody): for each kind of deed that such a figure may ever have one at least, and one for each enemy, the likeliest
        first. A screen tells why those that are refused are."""
        return []

    def event_modifiers(self, event: Told) -> list[Plain]:
        """The modifiers behind numbers that were told, one by one, as in a `trial`; nothing for most events."""
        return []

    def deed(self, event: Event, world: Any) -> tuple[str, int, int] | None:
        """What somebody does by an event: what it is, who does it and to whom (-1 for nobody), as `deeds` names it. The world
        is the one in which it happens. Nothing that those who may know the event do not know."""
        if isinstance(event, Told):
            row = self.deeds.get(f"{event.why} {event.kind}") or self.deeds.get(event.kind)
            return None if row is None else (row[0], named_at(event.about, row[1]), named_at(event.about, row[2]))
        if isinstance(event, Rolled) and event.faces:
            row = self.deeds.get(event.why)
            return None if row is None else (row[0], event.figure, -1)
        return None

    def way(self, due: Choose, answer: Answer) -> list[tuple[int, int, int]]:
        """The way that the figure of a decision takes by a legal answer, where that is not a straight line: x, y and facing
        after each step. Everybody who sees the figure at both ends may know it."""
        return []

    def reach(self, world: Any, figure: int) -> list[list[tuple[int, int]]]:
        """The outline of where a figure could move with one action, as polygons, for a screen; empty for none."""
        return []

    def reach_now(self, due: Choose, figure: int) -> list[list[tuple[int, int]]]:
        """The same at a decision, where what is asked says more than the world: who of a group may still follow, say."""
        return self.reach(due.world, figure)

    def draw(self, world: Any, seat: int, columns: int, language: str = "en") -> str:
        """The table as text, `columns` characters wide, as the seat may see it."""
        raise TypeError(f"the system {self.id} draws no table")

    def picture(self, world: Any, seat: int, language: str = "en") -> str:
        """The table as an SVG picture, as the seat may see it; empty where the view is not one that `pictures` can draw."""
        return pictures.drawn(self.view(world, seat), language)

    def sentence(self, key: str, about: tuple[Any, ...], world: Any, language: str) -> str:
        """A message filled in."""
        return self.messages.sentence(key, about, lambda figure: self.name(world, figure, language), language)

    def faces(self, event: Rolled) -> tuple[int, ...]:
        """What the dice of the game show: a die with ten faces may have a 0 where the tenth is counted."""
        return event.faces

    def event_sentence(self, event: Event, world: Any, language: str) -> str:
        """One sentence for an event: what was told, the dice with what they need, or the decision taken."""
        if isinstance(event, Told):
            return self.sentence(event.kind, event.about, world, language)
        if isinstance(event, Rolled):
            who = f"{self.name(world, event.figure, language)}, " if event.figure >= 0 else ""
            return who + dice_phrase(event, language)
        assert isinstance(event, Chosen)
        due = Choose(event.why, event.seat, world, Listed((event.answer,)), event.figure)
        return self.describe(due, event.answer, language)


def dice_phrase(event: Rolled, language: str) -> str:
    """The faces, what is added to each die, and the number needed: "dice: 4, 2 (+1, needs 3+)"."""
    french = language == "fr"
    notes = [f"{event.bonus:+}"] if event.bonus else []
    if event.target:
        least, most = f"{event.target}+", f"{-event.target} {'ou moins' if french else 'or less'}"
        notes.append(f"{'il faut' if french else 'needs'} {least if event.target > 0 else most}")
    faces = ", ".join([str(face) for face in event.faces])
    return f"{'dés : ' if french else 'dice: '}{faces}" + (f" ({', '.join(notes)})" if notes else "")


def named_at(about: tuple[Any, ...], place: int) -> int:
    """The figure at a place of what an event is about, -1 where none stands there; of several the first.

    >>> named_at((7, (3, 4), "axe"), 0), named_at((7, (3, 4), "axe"), 1), named_at((7, (3, 4), "axe"), 2)
    (7, 3, -1)
    """
    found = about[place] if 0 <= place < len(about) else -1
    if isinstance(found, tuple):
        found = found[0] if found else -1
    return found if type(found) is int else -1


FRENCH = {"agent": "de joueur", "army": "d’armée", "lesson": "de leçon", "scenario": "de scénario", "system": "de système"}
"""What names may be of, as a French sentence says that there is none."""


def known(kind: str, name: str, names: list[str]) -> str:
    """The name itself when it is among the names; else a sentence that lists them. `kind` is one of FRENCH."""
    if name not in names:
        near, voisin = perhaps(name, names)
        raise UnknownName(
            f"There is no {kind} {name!r}{near}: choose one of {', '.join(names)}.",
            f"Il n’y a pas {FRENCH[kind]} {name!r}{voisin} : choisissez parmi {', '.join(names)}.",
        )
    return name


__all__ = ["EscarmoucheError", "Fault", "Plain", "Setup", "System", "event_plain", "fresh_seed", "known"]
