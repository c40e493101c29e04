"""The options of a game, held to what the system declares: a setting stands in one place and is checked by what it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from escarmouche.core.errors import ContentError, perhaps
from escarmouche.core.offers import Fault
from escarmouche.core.settings import Setting
from escarmouche.core.system import Plain, Setup

ALWAYS = ("scenario", "dice")
"""What every set-up may hold: where its dice come from, and a scenario of people's own that it carries with it."""


def bad(text: str, french: str) -> ContentError:
    """The error of a set-up that cannot be played."""
    return ContentError(f"The game cannot begin: {text}.", f"La partie ne peut pas commencer : {french}.")


class ChosenOptions:
    """What the players have set, every value checked against its setting; what they left out is as usual."""

    def __init__(self, given: Plain, settings: Iterable[Setting]) -> None:
        self.settings = {one.id: one for one in settings}
        self.given = given
        known = [*self.settings, *ALWAYS]
        for name in given:
            if name not in known:
                near, voisin = perhaps(name, known)
                raise bad(
                    f"there is no option {name!r}{near}: choose among {', '.join(known)}",
                    f"il n’y a pas d’option {name!r}{voisin} : choisissez parmi {', '.join(known)}",
                )
        for name in given:
            if name in self.settings and name not in ALWAYS:
                check(self.settings[name], given[name])

    def value(self, name: str, usual: Any = None) -> Any:
        """The value of an option; without any the setting's usual one, or the one that is given here where that depends."""
        declared = self.settings[name].usual
        return self.given.get(name, usual if declared is None else declared)

    def count(self, name: str, usual: int = 0) -> int:
        """An option that is a whole number."""
        return int(self.value(name, usual))

    def choice(self, name: str) -> str:
        """An option that is one of some values."""
        return str(self.value(name))

    def switches(self, name: str = "switches") -> tuple[str, ...]:
        """An option that is any of some values."""
        return tuple(self.value(name, ()))


def read(setup: Setup, settings: Iterable[Setting], seats: int = 0) -> ChosenOptions:
    """The options of a set-up; without `seats` any number of sides will do."""
    if seats and setup.seats != seats:
        raise bad(
            f"{seats} sides fight, not {setup.seats}: name an army for each of them",
            f"{seats} camps s’affrontent, pas {setup.seats} : nommez une armée pour chacun",
        )
    return ChosenOptions(setup.options, settings)


def check(setting: Setting, value: Any) -> None:
    """Refuse a value that the setting does not allow."""
    if setting.kind == "count":
        whole(setting.id, value, setting.least, setting.most)
    elif setting.kind in ("switches", "several"):
        known = [one.id for one in setting.values]
        if not isinstance(value, (list, tuple)):
            raise bad(
                f"the option {setting.id} is a list, not {value!r}", f"l’option {setting.id} est une liste, pas {value!r}"
            )
        for name in value:
            if name not in known:
                listed = ", ".join(known)
                raise bad(
                    f"there is no switch {name!r} (known: {listed})", f"il n’y a pas de variante {name!r} (connues : {listed})"
                )
    elif setting.kind == "choice" and not (setting.data and isinstance(value, dict)):
        known = [one.id for one in setting.values]
        if value not in known:
            *most, last = known
            raise bad(
                f"the option {setting.id} is {', '.join(most)} or {last}, not {value!r}",
                f"l’option {setting.id} vaut {', '.join(most)} ou {last}, pas {value!r}",
            )
    elif setting.kind == "flag" and not isinstance(value, bool):
        raise bad(
            f"the option {setting.id} is true or false, not {value!r}",
            f"l’option {setting.id} vaut true ou false, pas {value!r}",
        )
    elif setting.kind == "size":
        pair(setting.id, value, setting.unit)


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise bad(
            f"the option {name} is a whole number from {least} to {most}, not {value!r}",
            f"l’option {name} est un nombre entier de {least} à {most}, pas {value!r}",
        )
    return value


def pair(name: str, value: Any, unit: str) -> tuple[int, int]:
    """A width and a depth."""
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(type(side) is int for side in value):
        raise bad(
            f"the option {name} is [width, depth] in {unit}, not {value!r}",
            f"l’option {name} est [largeur, profondeur] en {unit}, pas {value!r}",
        )
    return value[0], value[1]


def refuse_illegal(army: Plain, faults: list[Fault]) -> None:
    """Refuse an army that breaks the rules for building one."""
    for fault in faults[:1]:
        name = army.get("name", "")
        raise bad(f"{name}: {fault.en}".removesuffix("."), f"{name} : {fault.fr}".removesuffix("."))


def no_scenario(name: str, known: Iterable[str]) -> ContentError:
    """The error of a set-up that names a scenario there is not."""
    listed = ", ".join(known)
    return bad(
        f"there is no scenario {name!r}: choose among {listed}",
        f"il n’y a pas de scénario {name!r} : choisissez parmi {listed}",
    )
