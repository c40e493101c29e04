"""The door to the odds of attacks between profiles: settings read from their texts, and the rules asked for the chances.

A system gives its attacks; each sets up a little table on which the settings hold, and the very rules that play are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from escarmouche.core.effects import Answer, Choose, Refusal
from escarmouche.core.errors import EscarmoucheError, UnknownName, perhaps
from escarmouche.core.offers import Odds
from escarmouche.kit.words import Speech

YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}

S = TypeVar("S")


class SettingsReader(Generic[S]):
    """What counts beside the profiles: `make` makes the settings from their values. Numbers have bounds, words their meanings,
    and anything else is yes or no."""

    def __init__(
        self, make: Callable[..., S], numbers: Mapping[str, tuple[int, int]], words: Mapping[str, Mapping[str, Any]]
    ) -> None:
        self.make = make
        self.numbers = numbers
        self.words = words

    def read(self, attack: str, given: Mapping[str, str], allowed: tuple[str, ...]) -> S:
        """The settings of an attack from their texts; anything unknown is an error that lists what there is."""
        found: dict[str, Any] = {}
        for key, value in given.items():
            if key not in allowed:
                near, voisin = perhaps(key, allowed)
                raise UnknownName(
                    f"The odds of {attack} know no setting {key!r}{near}: choose from {', '.join(allowed)}.",
                    f"Les probabilités de {attack} n’ont pas de réglage {key!r}{voisin} : choisissez parmi"
                    f" {', '.join(allowed)}.",
                )
            found[key] = self._value(key, value)
        return self.make(**found)

    def _value(self, key: str, value: str) -> Any:
        if key in self.numbers:
            least, most = self.numbers[key]
            if value.isdigit() and least <= int(value) <= most:
                return int(value)
            listed, liste = f"{least} to {most}", f"{least} à {most}"
        else:
            choices = self.words.get(key, YES)
            if value.lower() in choices:
                return choices[value.lower()]
            listed = liste = ", ".join(choices)
        raise UnknownName(
            f"The setting {key} cannot be {value!r}: choose from {listed}.",
            f"Le réglage {key} ne peut pas être {value!r} : choisissez parmi {liste}.",
        )


class Ready(Protocol):
    """An attack that is ready to be made."""

    def chances(self) -> dict[str, Fraction]:
        """The exact chances of its outcomes."""


R = TypeVar("R", bound=Ready)


class Attacks(Odds, Generic[R]):
    """The attacks of a system. Those in `duels` need a defender, those in `tests` are of one figure alone, those in `bare` are
    of nobody in particular: all that counts are the settings."""

    duels: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.attacks = (*self.duels, *self.tests, *self.bare)

    def duel(self, attack: str, attacker: str, defender: str, settings: Mapping[str, str]) -> R:
        """An attack on somebody."""
        raise TypeError(f"{type(self).__name__} has no duels")

    def single(self, attack: str, attacker: str, settings: Mapping[str, str]) -> R:
        """A test of one figure."""
        raise TypeError(f"{type(self).__name__} has no tests")

    def nobody(self, attack: str, settings: Mapping[str, str]) -> R:
        """What depends on no profile."""
        raise TypeError(f"{type(self).__name__} has no odds without figures")

    def prepared(self, attack: str, attacker: str, defender: str | None, settings: Mapping[str, str]) -> R:
        """The attack that these words describe; anything unknown or impossible is an error that says so."""
        if attack in self.bare:
            if attacker or defender is not None:
                raise UnknownName(
                    f"The odds of {attack} are those of nobody in particular: name no profile, only settings.",
                    f"Les probabilités de {attack} ne sont celles de personne : ne nommez que des réglages, aucun profil.",
                )
            return self.nobody(attack, settings)
        if attack in self.attacks and not attacker:
            raise UnknownName(
                f"The odds of {attack} need an attacker: name a profile.",
                f"Les probabilités de {attack} demandent un attaquant : nommez un profil.",
            )
        if attack in self.duels:
            if defender is None:
                raise UnknownName(
                    f"The odds of {attack} need a defender: name a second profile.",
                    f"Les probabilités de {attack} demandent un défenseur : nommez un second profil.",
                )
            return self.duel(attack, attacker, defender, settings)
        if attack in self.tests:
            if defender is not None:
                raise UnknownName(
                    f"The odds of {attack} are those of one side alone: name a single profile.",
                    f"Les probabilités de {attack} sont celles d’un seul camp : nommez un seul profil.",
                )
            return self.single(attack, attacker, settings)
        kinds = ", ".join(self.attacks)
        near, voisin = perhaps(attack, self.attacks)
        raise UnknownName(
            f"There are no odds of {attack!r}{near}: choose from {kinds}.",
            f"Il n’y a pas de probabilités pour {attack!r}{voisin} : choisissez parmi {kinds}.",
        )

    def chances(self, attack: str, attacker: str, defender: str | None, settings: dict[str, str]) -> dict[str, Fraction]:
        return self.prepared(attack, attacker, defender, settings).chances()


def demand(speech: Speech, world: Any, refusal: Refusal | None) -> None:
    """Raise the rules' own sentence when they do not allow the attack."""
    if refusal is not None:
        said = speech.both(refusal.key, refusal.about, world)
        raise EscarmoucheError(
            f"There are no such odds ({refusal.rule}): {said['en']}",
            f"Il n’y a pas de telles probabilités ({refusal.rule}) : {said['fr']}",
        )


def first_option(due: Choose) -> Answer:
    """Whatever is optional is declined: that answer always stands first."""
    return due.options.listed()[0]
