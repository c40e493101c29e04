"""What a game is in a few words, for somebody who has never seen it: two lines, how long, how many, how to begin."""

from __future__ import annotations

from functools import cache

from escarmouche.core import content, registry

FILE = "about.toml"
LINES = 4
"""The lines of the card for a first battle: what one wants, how to select, how to act, how a turn ends."""


class Chapter(content.Row, frozen=True, kw_only=True):
    """A chapter of the introduction."""

    title_en: str
    title_fr: str
    text_en: str
    text_fr: str


class About(content.Row, frozen=True, kw_only=True):
    """A game in two lines, how many minutes a quick battle takes and how many figures or units each side has in it, from and
    to, and what somebody must know to play a first one."""

    lead_en: str
    lead_fr: str
    minutes: tuple[int, int]
    figures: tuple[int, int]
    how_en: tuple[str, ...]
    how_fr: tuple[str, ...]
    intro: tuple[Chapter, ...] = ()
    """An introduction of two minutes."""


@cache
def found(system: str) -> About | None:
    """What the file in a system's package says, if there is one; read once."""
    folder = registry.folder(system) if system in registry.systems() else None
    if folder is None or not (folder / FILE).is_file():
        return None
    file = f"{system}/{FILE}"
    about: About = content.convert(content.read(folder / FILE, file), About, file, "")
    for name in ("how_en", "how_fr"):
        if len(getattr(about, name)) != LINES:
            raise content.wrong(file, "", name, f"has not {LINES} lines", f"n’a pas {LINES} lignes")
    return about
