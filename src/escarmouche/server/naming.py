"""People by their names: where a sentence of the engine says "player 2", those who play read who that is; of somebody without a
name, which band that one leads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from escarmouche.core.story import army_names
from escarmouche.core.system import Plain
from escarmouche.server.storage import Seat

Called = dict[str, list[str]]
"""What each seat is called in a sentence, by language; nothing for one who stays a number."""
QUOTED = {"en": "“{}”", "fr": "« {} »"}
BOT = {"en": "the computer", "fr": "l’ordinateur"}
_VOWEL = re.compile(r"[aeiouyhàâäéèêëîïôöùûüœæ]", re.IGNORECASE)
_FRENCH = re.compile(r"\b(?:([Ll]e|[Dd]u|[Aa]u|[Dd]e|[Àà]) )?([Jj])oueur (\d+)\b")
_ENGLISH = re.compile(r"\b(?:([Tt])he )?([Pp])layer (\d+)\b")


def called(seats: Sequence[Seat], armies: Sequence[Plain] = ()) -> Called:
    """What each seat is called: a person by name, the only bot as the computer, anybody else by the name of their army, in
    quotation marks: whatever it is, sentences speak of one player."""
    return {language: _called(seats, armies, language) for language in BOT}


def _called(seats: Sequence[Seat], armies: Sequence[Plain], language: str) -> list[str]:
    bots = len([seat for seat in seats if seat.kind == "bot"])
    bands = [QUOTED[language].format(name) if name else "" for name in army_names(armies, language)] or [""] * len(seats)
    found = []
    for seat, band in zip(seats, bands, strict=True):
        found.append(seat.name or (BOT[language] if seat.kind == "bot" and bots == 1 else band))
    return found


def named(text: str, known: Sequence[str], language: str) -> str:
    """The sentence with names in the place of numbers; French puts an article before the one and none before the other."""
    if "layer " not in text and "oueur " not in text:
        return text

    def who(number: str) -> str:
        place = int(number) - 1
        return known[place] if 0 <= place < len(known) else ""

    def english(found: re.Match[str]) -> str:
        article, first, number = found.groups()
        name = who(number)
        return _begun(name, (article or first).isupper()) if name else found[0]

    def french(found: re.Match[str]) -> str:
        article, first, number = found.groups()
        name = who(number)
        if not name:
            return found[0]
        upper = (article or first)[0].isupper()
        if article is None or article in "Lele":
            return _begun(name, upper)
        if article.lower() in ("du", "de"):
            de = "d’" if _VOWEL.match(name) and not name.startswith("l’") else "de "
            return _begun(de + name, upper)
        return _begun(f"à {name}", upper)

    return (_FRENCH.sub(french, text)) if language == "fr" else _ENGLISH.sub(english, text)


def _begun(text: str, upper: bool) -> str:
    """The words as they begin a sentence, or as they stand within one."""
    return text[:1].upper() + text[1:] if upper else text


def both(said: Plain, called: Called | None) -> Plain:
    """Words in both languages, with names."""
    return said if called is None else {language: named(text, called[language], language) for language, text in said.items()}
