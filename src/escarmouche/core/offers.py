"""What a system may offer beside its game: armies, prices of profiles, odds of attacks, campaigns. Every one is optional.

A door (a command, a page of the server, a screen) asks the system for an offering and gets it or None; a door that cannot do
without asks here and gets it or one sentence. A system without any of them is played all the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from escarmouche.core.errors import EscarmoucheError
from escarmouche.core.settings import EntryKind, Setting, Value

if TYPE_CHECKING:
    from escarmouche.core.campaigns import Campaigns
    from escarmouche.core.effects import Chance
    from escarmouche.core.rulebook import Rulebook
    from escarmouche.core.system import System

Plain = dict[str, Any]


class Fault(NamedTuple):
    """What is wrong with an army: the id of the rule it breaks, and one sentence in each language."""

    rule: str
    en: str
    fr: str

    def sentence(self, language: str) -> str:
        """The sentence in a language."""
        return self.fr if language == "fr" else self.en


class Habit(NamedTuple):
    """How often somebody did something in a battle, of how often it could have been done. The message "habit.NAME" of the
    system's screen says what it is."""

    name: str
    times: int
    of: int


class Column(NamedTuple):
    """A column of a list of profiles: its short heading and what that stands for, in both languages."""

    id: str
    en: str
    fr: str
    meaning_en: str = ""
    meaning_fr: str = ""


class Armies:
    """Armies that players bring: profiles to build them from, ready-made ones, and the rules they keep to."""

    entry_kinds: tuple[str, ...] = ("figure",)
    """What an army file lists: [[figure]], [[unit]], or several of them."""
    army_fields: dict[str, Any] = {}
    """The system's own fields of an army file, with the type that msgspec holds each to."""
    entry_fields: dict[str, Any] = {}
    """The system's own fields of an entry, with their types."""

    def kinds(self) -> tuple[EntryKind, ...]:
        """What an army is made of, for a builder: the kinds of its entries, the first naming profiles."""
        return tuple([EntryKind(kind, "Fighters", "Combattants") for kind in self.entry_kinds])

    def profiles(self) -> dict[str, Plain]:
        """Every profile by id, as plain data: the package's, then people's own."""
        return {}

    def columns(self) -> tuple[Column, ...]:
        """The columns of a list of profiles, behind the name."""
        return ()

    def cells(self, profile: Plain, language: str) -> dict[str, str]:
        """A profile in a list: its id, its name, and a cell for each of `columns`."""
        name = profile.get(f"name_{language}") or profile.get("name") or profile["id"]
        return {"id": profile["id"], "name": str(name)}

    def lists(self) -> tuple[Value, ...]:
        """The lists that profiles are sorted into, for a filter; `listed` says which one a profile is in."""
        return ()

    def listed(self, profile: Plain) -> str:
        """The id of the list that a profile belongs to, or nothing."""
        return str(profile.get("faction", ""))

    def worth(self, profile: Plain) -> int | None:
        """What one of a profile costs, where points are counted."""
        found = profile.get("points")
        return found if isinstance(found, int) else None

    def own_profile(self) -> tuple[Setting, ...]:
        """What is set of a profile of one's own, for a form; none where people write it in a file."""
        return ()

    def ready(self) -> dict[str, Plain]:
        """Ready-made armies by id, all legal."""
        return {}

    def drawn(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        """A legal army for every seat in a scenario when the players bring none: usually any of the ready-made ones."""
        ready = list(self.ready().values())
        if not ready:
            raise EscarmoucheError(
                "There is no ready-made army: bring one for each side.",
                "Il n’y a pas d’armée toute prête : apportez-en une par camp.",
            )
        return [ready[chance.below(len(ready))] for _ in range(seats)]

    def validate(self, army: Plain, file: str) -> None:
        """Raise a ContentError when an army file names something that does not exist. Whether the army is legal is for
        `check` to say."""

    def check(self, army: Plain) -> list[Fault]:
        """What is wrong with an army, one fault each; empty when it is legal."""
        return []

    def points(self, army: Plain) -> int:
        """What an army costs."""
        return 0

    def limit(self, army: Plain) -> int:
        """What an army may cost, by its own file or by custom; 0 where nothing is agreed."""
        return 0

    def entry_points(self, army: Plain, kind: str, place: int) -> int | None:
        """What one entry of an army costs with all that is set of it, were it the only one; None where that cannot be said."""
        alone = {**army, **{one: [] for one in self.entry_kinds}, kind: [army[kind][place]]}
        try:
            return self.points(alone)
        except EscarmoucheError:
            return None

    def sheet(self, army: Plain, language: str) -> Plain:
        """An army as a sheet to print: `fields` (label to value), then `parts`, each with title, columns and rows."""
        return {"fields": {}, "parts": []}


class Prices:
    """Points for profiles of one's own."""

    def price(self, **profile: Any) -> int:
        """The points of a profile that has these values."""
        raise TypeError(f"{type(self).__name__} prices nothing")


class Odds:
    """The exact odds of attacks between profiles, without a game."""

    attacks: tuple[str, ...] = ()
    """The kinds of attack there are, such as "melee"."""

    def chances(self, attack: str, attacker: str, defender: str | None, settings: dict[str, str]) -> dict[str, Fraction]:
        """The exact chances of one attack's outcomes, by name; they add up to 1.

        `attacker` and `defender` are profile ids, and `settings` holds what else counts, as text; an unknown one is an
        UnknownName that lists those there are.
        """
        raise TypeError(f"{type(self).__name__} knows no odds")

    def derived(
        self, attack: str, attacker: str, defender: str | None, settings: dict[str, str], outcomes: dict[str, Fraction]
    ) -> dict[str, Fraction]:
        """What follows from the outcomes of an attack, such as how many figures fall, or the chance that one does. Usually
        nothing."""
        return {}


# ---------------------------------------------------------------- doors that cannot do without


def armies(system: System) -> Armies:
    """The armies of a system, or a sentence that says that there are none."""
    found = system.armies()
    if found is None:
        raise lacking(system, "armies: it is played without", "d’armées : il se joue sans")
    return found


def faults_of(offered: Armies, army: Plain) -> list[Fault]:
    """Everything that is wrong with an army that somebody brings. What a campaign has made of a band only the campaign knows:
    that an army says so of itself (`campaign = true`, as a campaign writes into the armies of its battles) counts for
    nothing."""
    return offered.check({name: value for name, value in army.items() if name != "campaign"})


def prices(system: System) -> Prices:
    """The prices of a system, or a sentence that says that there are none."""
    found = system.prices()
    if found is None:
        raise lacking(system, "prices: choose another system", "de prix : choisissez un autre système")
    return found


def odds(system: System) -> Odds:
    """The odds of attacks in a system, or a sentence that says that there are none."""
    found = system.odds()
    if found is None:
        raise lacking(
            system, "odds between profiles: ask for them in a game", "de probabilités entre profils : demandez-les en partie"
        )
    return found


def campaigns(system: System) -> Campaigns:
    """The campaigns of a system, or a sentence that says that there are none."""
    found = system.campaign()
    if found is None:
        raise lacking(system, "campaigns: play single battles", "de campagnes : jouez des batailles isolées")
    return found


def rulebook(system: System) -> Rulebook:
    """The rulebook of a system, or a sentence that says that there is none."""
    found = system.rulebook()
    if found is None:
        raise lacking(system, "rulebook: choose another system", "de livre de règles : choisissez un autre système")
    return found


def lacking(system: System, what: str, quoi: str) -> EscarmoucheError:
    """The sentence about something that a system does not offer."""
    return EscarmoucheError(f"The system {system.id} offers no {what}.", f"Le système {system.id} n’offre pas {quoi}.")
