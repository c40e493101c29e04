"""What a game system gives the engine. A third party subclasses System and names it in the entry point group
`escarmouche.systems`."""

from __future__ import annotations

import secrets
from typing import Any

from escarmouche.core.codec import Writer
from escarmouche.core.data import Data, fields
from escarmouche.core.dice import Scripted, Seeded, Source
from escarmouche.core.effects import Answer, Call, Chance, Choose, Chosen, Event, Rolled, Told
from escarmouche.core.errors import DiceError, EscarmoucheError, UnknownName
from escarmouche.core.messages import Messages

Plain = dict[str, Any]


class Setup:
    """All that a game starts from, as plain data: system, armies, scenario, seed, options."""

    def __init__(self, system: str, armies: list[Plain], scenario: str, seed: int | str, options: Plain) -> None:
        self.system = system
        self.armies = armies
        self.scenario = scenario
        self.seed = seed
        self.options = options

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
        """The dice that the options ask for: seeded (usual), a script of faces, or None for dice thrown by hand."""
        dice = self.options.get("dice", "seeded")
        if dice == "seeded":
            return Seeded(self.seed)
        if dice == "manual":
            return None
        if isinstance(dice, (list, tuple)):
            return Scripted(tuple(dice))
        raise DiceError(f"The option dice is {dice!r}: use 'seeded', 'manual' or a list of faces.")


def fresh_seed() -> int:
    """A seed nobody can foresee."""
    return secrets.randbits(63)


class System:
    """One game. The engine asks it for the first rule, for what a seat may see, and for words."""

    id: str = ""
    version: int = 1
    """Raised when a change of rules makes older saves play differently."""
    seats: int = 2
    titles: dict[str, str] = {}
    messages: Messages

    # ------------------------------------------------------------ playing

    def start(self, setup: Setup) -> Call:
        """The outermost rule of a game with this set-up. It returns an effects.Result in the end."""
        raise TypeError(f"the system {self.id} gives no start")

    def classes(self) -> tuple[type[Data], ...]:
        """The data classes that its worlds are made of, so that they can be read back."""
        raise TypeError(f"the system {self.id} names no classes")

    def default_armies(self, chance: Chance) -> list[Plain]:
        """Legal armies for every seat when the players bring none."""
        raise TypeError(f"the system {self.id} has no armies")

    def default_scenario(self) -> str:
        """The scenario when the players name none."""
        return self.scenarios()[0]

    def scenarios(self) -> list[str]:
        """The ids of its scenarios."""
        raise TypeError(f"the system {self.id} has no scenarios")

    def check_army(self, army: Plain) -> list[str]:
        """What is wrong with an army, one sentence each; empty when it is legal."""
        raise TypeError(f"the system {self.id} has no armies")

    # ------------------------------------------------------------ knowing

    def view(self, world: Any, seat: int) -> Plain:
        """What a seat may know of a world, as plain JSON data. Seat -1 is a spectator."""
        raise TypeError(f"the system {self.id} has no view")

    def imagine(self, world: Any, seat: int, chance: Chance) -> Any:
        """A world that the seat cannot tell from this one, with what it does not know drawn anew."""
        return world

    def evaluate(self, world: Any, seat: int) -> float:
        """How good the world is for a seat, about -1 (lost) to 1 (won); for generic opponents."""
        raise TypeError(f"the system {self.id} weighs no worlds")

    def whole_view(self, game: Any, seat: int, due: Plain | None) -> Plain:
        """A seat's view of a game: the world, what is due, the result, and the events the seat may know."""
        result = game.result
        ended = None if result is None else {"winner": result.winner, "reason": result.reason, "scores": result.scores}
        return {
            "system": self.id,
            "scenario": game.setup.scenario,
            "seat": seat,
            "due": due,
            "result": ended,
            "world": self.view(game.world, seat),
            "events": [event_plain(event) for event in game.events if visible(event, seat)],
        }

    # ------------------------------------------------------------ words

    def name(self, world: Any, figure: int, language: str) -> str:
        """A figure's name."""
        raise TypeError(f"the system {self.id} names no figures")

    def describe(self, due: Choose, answer: Answer, language: str) -> str:
        """One phrase for an answer, for menus and logs."""
        raise TypeError(f"the system {self.id} describes no answers")

    def question(self, due: Choose, language: str) -> str:
        """One sentence for the decision that is due."""
        raise TypeError(f"the system {self.id} asks no questions")

    def draw(self, world: Any, seat: int, columns: int) -> str:
        """The table as text, `columns` characters wide, as the seat may see it."""
        raise TypeError(f"the system {self.id} draws no table")

    def sentence(self, key: str, about: tuple[Any, ...], world: Any, language: str) -> str:
        """A message filled in."""
        return self.messages.sentence(key, about, lambda figure: self.name(world, figure, language), language)


def event_plain(event: Event) -> Plain:
    """An event as JSON data."""
    writer = Writer()
    return {"event": type(event).__name__.lower(), **{k: writer.write(getattr(event, k)) for k in fields(type(event))}}


def visible(event: Event, seat: int) -> bool:
    """May the seat know of this event?"""
    if isinstance(event, Rolled):
        return True
    assert isinstance(event, (Told, Chosen))
    return event.only in (-1, seat)


def known(kind: str, name: str, names: list[str]) -> str:
    """The name itself when it is among the names; else a sentence that lists them."""
    if name not in names:
        raise UnknownName(f"There is no {kind} {name!r}: choose one of {', '.join(names)}.")
    return name


__all__ = ["EscarmoucheError", "Plain", "Setup", "System", "event_plain", "fresh_seed", "known", "visible"]
