"""Army lists: faults in both languages, ready-made armies, sheets to print, set-ups that carry people's own content."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from escarmouche.core import armies
from escarmouche.core.armies import Army
from escarmouche.core.content import Plain
from escarmouche.core.effects import Chance
from escarmouche.core.messages import Messages
from escarmouche.core.offers import Armies, Column, Fault
from escarmouche.core.settings import Kind, Setting
from escarmouche.core.system import Setup
from escarmouche.kit.book import Profiles

BOTH = ("en", "fr")


def plain_army(army: Army | Plain) -> Plain:
    """An army as its file's data."""
    return army.to_plain() if isinstance(army, Army) else army


def numbers(entry: Plain) -> Iterator[int]:
    """The numbers that tell the figures of an entry apart, from 1; 0 for a single one."""
    count = entry.get("count", 1)
    yield from range(1, count + 1) if count > 1 else (0,)


def by_the_book(army: Plain, kind: str, printed: Container[str]) -> bytes | None:
    """An army as JSON where the profiles of its entries of a kind are all among those `printed`, so that what is made of it
    rests on nothing else and may be kept; None for one with profiles of one's own, and for what JSON would change."""
    entries = army.get(kind, [])
    if army.get("profile") or not isinstance(entries, list):
        return None
    for entry in entries:
        name = entry.get("profile") if isinstance(entry, dict) else None
        if not isinstance(name, str) or name not in printed:
            return None
    try:
        made = msgspec.json.encode(army)
    except TypeError:
        return None
    return made if msgspec.json.decode(made) == army else None


class Paper:
    """The words of army lists, out of a file of messages in the package: faults, labels, sheets."""

    def __init__(self, package: str, file: str = "army_messages.toml") -> None:
        self.messages = Messages.load(package, file)

    def fault(self, rule: str, *about: Any, key: str = "") -> Fault:
        """The fault against a rule, in both languages; `about` fills its sentence in, as pairs where they differ."""
        texts = []
        for number, language in enumerate(BOTH):
            filled = tuple([one[number] if isinstance(one, tuple) else one for one in about])
            texts.append(self.messages.sentence(key or rule, filled, str, language))
        return Fault(rule, texts[0], texts[1])

    def label(self, key: str, language: str) -> str:
        """A word of a sheet."""
        return self.messages.sentence(key, (), str, language)

    def labels(self, key: str) -> tuple[str, str]:
        """The same in both languages."""
        return self.label(key, "en"), self.label(key, "fr")

    def setting(self, id: str, kind: Kind, usual: Any = None, **more: Any) -> Setting:
        """A setting of the builder's forms, named by the messages ("set.…", or as its column of the sheet); a hint where there
        is one."""
        named = f"set.{id}" if self.messages.form(f"set.{id}", "en") is not None else f"sheet.{id}"
        hints = self.labels(f"hint.{id}") if self.messages.form(f"hint.{id}", "en") is not None else ("", "")
        return Setting(id, kind, *self.labels(named), usual, *hints, **more)

    def column(self, id: str, short: bool = False) -> Column:
        """A column of lists of profiles, by its name on the sheet; `short` is that of a number, which has an abbreviation."""
        named = self.labels(f"sheet.{id}")
        return Column(id, *self.labels(f"short.{id}"), *named) if short else Column(id, *named)

    def sheet(self, values: dict[str, str], parts: Iterable[Plain], language: str) -> Plain:
        """A sheet to print: what it says at the top, by the keys of its labels, and its parts."""
        return {"fields": {self.label(f"sheet.{key}", language): value for key, value in values.items()}, "parts": list(parts)}

    def part(
        self, title: str, columns: Sequence[str], rows: list[list[str]], language: str, numbers: Sequence[int] = ()
    ) -> Plain:
        """A part of a sheet: its heading, its columns and its lines; `numbers` are the columns that hold numbers."""
        labels = [self.label(f"sheet.{name}", language) for name in columns]
        return {"title": self.label(f"sheet.{title}", language), "columns": labels, "rows": rows, "numbers": list(numbers)}


def title(army: Plain, language: str) -> str:
    """The name of an army in a language."""
    return str(army.get("name_fr" if language == "fr" else "name") or army["name"])


@cache
def ready(package: str) -> dict[str, Army]:
    """The ready-made armies of a package, by id; read once."""
    return armies.in_package(package)


class Lists(Armies):
    """What a system with a book of profiles offers of armies; a system adds what they cost and whether they are legal."""

    package: str
    book: Profiles[Any, Any]

    def profiles(self) -> dict[str, Plain]:
        return {name: msgspec.to_builtins(row) for name, row in self.book.all().items()}

    def ready(self) -> dict[str, Plain]:
        return {name: army.to_plain() for name, army in ready(self.package).items()}

    def drawn(self, scenario: str, chance: Chance, seats: int) -> list[Plain]:
        return self.picked(list(ready(self.package).values()), chance, seats) or super().drawn(scenario, chance, seats)

    def picked(self, among: list[Army], chance: Chance, seats: int) -> list[Plain]:
        """One of these armies for every seat; none where there are none."""
        return [among[chance.below(len(among))].to_plain() for _ in range(seats)] if among else []

    def named(self, army: Plain) -> list[str]:
        """The profiles that an army names; usually in the entries of its first kind."""
        return [entry["profile"] for entry in army.get(self.entry_kinds[0], [])]

    def packed(self, setup: Setup) -> Setup:
        """The set-up with people's own profiles written into its armies, so that a save plays anywhere."""
        plain = [self.checked(army, f"army {number}") for number, army in enumerate(setup.armies, 1)]
        made = [self.book.packed(army, self.named(army)) for army in plain]
        return Setup(setup.system, made, setup.scenario, setup.seed, dict(setup.options))

    def checked(self, army: Plain, file: str) -> Plain:
        """An army's data, checked and as its file has it; `file` is what errors call it."""
        return Army.from_plain(army, file).to_plain()
