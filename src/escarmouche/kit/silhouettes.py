"""Silhouettes: by which drawing of game-icons a figure is shown, and its short name.

A profile names its own (`icon` of its row); of any other the words that are known of it decide, by the table in
silhouettes.toml. A screen brings along those that content names; one that it does not know it replaces by the figure's sign."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Protocol

from escarmouche.core.content import Plain, read_package
from escarmouche.kit.kept import KeptWith, Row
from escarmouche.kit.view import BOTH, Figure, Words, words

WORD = re.compile(r"[a-z]+")
SAME = {
    "shooters": "shooter", "archer": "shooter", "bow": "shooter", "marksman": "shooter", "spellcaster": "mage",
    "wizard": "mage", "sorcerer": "mage", "magician": "mage", "priest": "cleric", "monk": "cleric", "rogue": "thief",
    "cavalry": "mounted", "rider": "mounted", "chief": "leader", "artillery": "engine", "catapult": "engine", "titan": "huge",
    "gigantic": "huge", "large": "big", "spearman": "spear", "flight": "flying", "elven": "elf", "dwarven": "dwarf",
}  # fmt: skip
"""Words that say the same as a tag of the table."""


class Drawn(Protocol):
    """A row that may name its silhouette."""

    @property
    def icon(self) -> str: ...


@cache
def table() -> tuple[tuple[frozenset[str], str], ...]:
    """The usual silhouettes: tags, all of which must hold, and the drawing. The last row holds for everybody."""
    rows = read_package("escarmouche.kit", "silhouettes.toml")["silhouette"]
    return tuple([(frozenset(row["tags"]), row["icon"]) for row in rows])


@lru_cache(1024)
def usual(name: str, about: tuple[str, ...] = ()) -> str:
    """The silhouette that fits a name or an id, and what else is known: races, ranks, ids of special rules.

    >>> usual("Night elf archer"), usual("somebody"), usual("hero-cleric", ("mounted", "turns-undead"))
    ('bowman', 'swordman', 'monk-face')
    """
    found = {*WORD.findall(name.lower()), *about}
    known = {SAME.get(word, word) for word in found}
    return next(icon for tags, icon in table() if tags <= known)


def icon_of(row: Drawn | None, profile: str, about: Iterable[str]) -> str:
    """The silhouette of a figure: the one that its profile's row names, else the usual one for what is known `about` it."""
    return row.icon if row is not None and row.icon else usual(profile, tuple(about))


def dressed(view: Any, armies: Iterable[Plain]) -> Any:
    """The view with the silhouettes that the armies' own profiles name; the view itself where none does."""
    own = {
        (seat, one["id"]): one["icon"]
        for seat, army in enumerate(armies)
        for one in army.get("profile", ())
        if isinstance(one, dict) and one.get("icon") and "id" in one
    }
    if not own:
        return view
    figures = [{**one, "icon": own.get((one["seat"], one["profile"]), one.get("icon", ""))} for one in view["figures"]]
    return {**view, "figures": figures}


# ---------------------------------------------------------------- short names

NAME = re.compile(r"(.*?)((?: \d+)?(?: \([IVX]+\))?)")
ARTICLES = {"the", "of", "le", "la", "les", "un", "une", "du", "de", "des"}
ROOM = 14
"""A name of so many letters needs no shorter one."""


@lru_cache(4096)
def brief(name: str, language: str) -> str:
    """A name without its article, or its telling word alone where that is still long: the last one in English, and in French
    what stands behind a comma, or the first one.

    >>> brief("The Sworn Shields", "en"), brief("The Hammers of Dawn", "en"), brief("Humain, Guerrier lourd", "fr")
    ('Sworn Shields', 'Hammers', 'Guerrier lourd')
    """
    words = name.split()
    if len(words) > 1 and words[0].lower() in ARTICLES:
        words = words[1:]
    bare = " ".join(words)
    if len(bare) > ROOM:
        bare = bare.rpartition(", ")[2].partition(" of ")[0]
    if len(bare) > ROOM:
        telling = [word for word in bare.split() if word.lower() not in ARTICLES]
        bare = telling[-1 if language == "en" else 0]
    return bare[0].upper() + bare[1:] if bare else name


@lru_cache(4096)
def parted(name: str) -> tuple[str, str]:
    """A name, and the number and the side behind it.

    >>> parted("Human heavy infantry 1 (II)")
    ('Human heavy infantry', ' 1 (II)')
    """
    found = NAME.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


@lru_cache(256)
def shorts(names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Short names, no two alike where no two names are: a word that would stand for two kinds of figures is not used.

    >>> shorts(("Human heavy infantry 1", "Mountain goblin archer", "Human skeleton, archer"), "en")
    ('Infantry 1', 'Mountain goblin archer', 'Human skeleton, archer')
    """
    parts = [parted(name) for name in names]
    taken: dict[str, set[str]] = {}
    for base, _ in parts:
        for word in {brief(base, language), base}:
            taken.setdefault(word, set()).add(base)
    return tuple([(base if len(taken[brief(base, language)]) > 1 else brief(base, language)) + tail for base, tail in parts])


@lru_cache(256)
def called(english: tuple[str, ...], french: tuple[str, ...]) -> tuple[tuple[Words, ...], tuple[Words, ...]]:
    """The names of figures, given in each language, and their short names.

    >>> called(("The Sworn Shields",), ("Les Boucliers jurés",))
    (({'en': 'The Sworn Shields', 'fr': 'Les Boucliers jurés'},), ({'en': 'Sworn Shields', 'fr': 'Boucliers'},))
    """
    brief = zip(shorts(english, "en"), shorts(french, "fr"), strict=True)
    return tuple([words(*each) for each in zip(english, french, strict=True)]), tuple([words(*each) for each in brief])


def _with_short(figure: Figure, en: str, fr: str) -> Figure:
    short: Words = {"en": en, "fr": fr}
    return {**figure, "short": short}


_SHORT: Row[Figure, Figure] = Row(KeptWith(_with_short))


def shortened(figures: list[Figure]) -> list[Figure]:
    """The figures, each with its short name among them; as they are where a system has given them theirs."""
    if figures and "short" in figures[0]:
        return figures
    english, french = [shorts(tuple([one["name"][language] for one in figures]), language) for language in BOTH]
    return _SHORT(tuple(figures), english, french)
