"""Writing values down as JSON and reading them back: worlds, frames, events. Equal values give equal bytes."""

from __future__ import annotations

from typing import Any

import msgspec

from escarmouche.core.data import Data, Secret, fields
from escarmouche.core.effects import RULES, Chosen, Event, Result, Rolled, Rule, Told
from escarmouche.core.engine import Frame
from escarmouche.core.errors import SaveError
from escarmouche.core.pools import Dice

CORE: tuple[type[Data], ...] = (Frame, Result, Told, Rolled, Chosen, Dice, Secret)
ATOMS = frozenset({type(None), bool, int, str})
"""What is written as it is. Most values are: asking this first makes a save a quarter cheaper."""


class Writer:
    """Turns values into JSON. Each distinct data object is written once, in `objects`, and referred to by number."""

    def __init__(self) -> None:
        self.objects: list[list[Any]] = []
        self._known: dict[Any, int] = {}
        self._seen: dict[int, tuple[object, Any]] = {}

    def write(self, value: Any) -> Any:
        """The JSON form of a value."""
        if value is None or isinstance(value, (bool, int, str)):
            return value
        if isinstance(value, tuple):
            return [one if type(one) in ATOMS else self.write(one) for one in value]
        if isinstance(value, Rule):
            return {"rule": value.name}
        if isinstance(value, Data):
            return {"is": self._number(value)}
        raise TypeError(f"a {type(value).__name__} cannot be written down: {value!r}")

    def _number(self, value: Data) -> int:
        seen = self._seen.get(id(value))
        if seen is not None:
            return int(seen[1])
        kind = type(value)
        parts = [getattr(value, name) for name in fields(kind)]
        written = [kind.__name__, *[one if type(one) in ATOMS else self.write(one) for one in parts]]
        key = msgspec.json.encode(written)
        number = self._known.get(key)
        if number is None:
            number = len(self.objects)
            self._known[key] = number
            self.objects.append(written)
        self._seen[id(value)] = (value, number)
        return number


def event_plain(event: Event) -> dict[str, Any]:
    """An event as JSON data: what it is, then its fields in the order of their names."""
    if isinstance(event, Told):
        return {
            "event": "told",
            "about": _part(event.about),
            "kind": event.kind,
            "only": event.only,
            "outcome": event.outcome,
            "why": event.why,
        }
    if isinstance(event, Rolled):
        return {
            "event": "rolled",
            "bonus": event.bonus,
            "faces": list(event.faces),
            "figure": event.figure,
            "seat": event.seat,
            "sides": event.sides,
            "target": event.target,
            "value": _part(event.value),
            "why": event.why,
        }
    assert isinstance(event, Chosen)
    return {
        "event": "chosen",
        "answer": _part(event.answer),
        "figure": event.figure,
        "only": event.only,
        "seat": event.seat,
        "why": event.why,
    }


def _part(value: Any) -> Any:
    """A part of an event as JSON data, nearly always numbers, words, and tuples of them."""
    if isinstance(value, tuple):
        return [_part(one) for one in value]
    return value if type(value) in ATOMS else Writer().write(value)


class Reader:
    """Turns JSON data back into values of the classes given."""

    def __init__(self, objects: list[Any], classes: tuple[type[Data], ...]) -> None:
        self._classes = {kind.__name__: kind for kind in (*CORE, *classes)}
        self._objects: list[Any] = []
        for written in objects:
            self._objects.append(self._build(written))

    def _build(self, written: Any) -> Data:
        kind = self._classes.get(written[0])
        if kind is None:
            raise SaveError(
                f"The save holds a {written[0]!r}, which this version does not know: use the version that made it.",
                f"La sauvegarde contient un {written[0]!r} inconnu d’ici : prenez la version qui l’a faite.",
            )
        names = fields(kind)
        if len(names) != len(written) - 1:
            raise SaveError(
                f"The save's {written[0]} has other fields than here: use the version that made it.",
                f"Le {written[0]} de la sauvegarde a d’autres champs qu’ici : prenez la version qui l’a faite.",
            )
        return kind(**dict(zip(names, [self.read(one) for one in written[1:]], strict=True)))

    def read(self, value: Any) -> Any:
        """The value behind its JSON form."""
        if isinstance(value, list):
            return tuple([self.read(one) for one in value])
        if isinstance(value, dict):
            if "rule" in value:
                found = RULES.get(value["rule"])
                if found is None:
                    raise SaveError(
                        f"The save waits in the rule {value['rule']!r}, unknown here: use the version that made it.",
                        f"La sauvegarde attend dans la règle {value['rule']!r}, inconnue d’ici : prenez la version qui"
                        " l’a faite.",
                    )
                return found
            return self._objects[value["is"]]
        return value
