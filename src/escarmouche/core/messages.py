"""Sentences in French and English, keyed by id: one catalogue for each system and one for the engine."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Any, ClassVar

import msgspec

from escarmouche.core.errors import ContentError

LANGUAGES = ("en", "fr")
_MUTE = "abit|alluc|armon|erb|éritier|ermite|éroï|ippo|istoi|iver|omm|onn|orr|ospi|ôte|uil|uissier|umai|ydr|ypno"
_ELISION = re.compile(rf"\b([Dd]|[Qq]u)e (?=[aeiouéèêâîôAEIOUÉÈÊÂÎÔŒ]|H(?:{_MUTE}))")
"""French says « d’Orque » and « qu’Elfe »: where a name that is filled in begins with a vowel or with a mute H, as « Homme »
does and « Héros », « Halfelin » and « Hache » do not."""


class _Filler(string.Formatter):
    """Fills a sentence in. What may stand behind the colon of a field:

    fig: a figure's name; figs: those of several; seat, Seat: a player, the latter to begin a sentence;
    t: another message; mm: a length; cm: a coordinate, without its unit; in: inches of 25 mm, without their unit;
    deg: hundredths of a degree, as whole degrees; +: a signed number; dice: faces;
    mods: modifiers with their signs and names; n one|many: a number with its noun; if text: the text when the value is
    true; mf one|other: what agrees with a figure, by the grammatical gender of its name, such as "{0:mf blessé|blessée}".
    """

    def __init__(
        self, name: Callable[[int], str], text: Callable[[str], str], language: str, feminine: Callable[[int], bool]
    ) -> None:
        self._name = name
        self._feminine = feminine
        self._text = text
        self._language = language

    def fill(self, form: str, about: tuple[Any, ...]) -> str:
        """The sentence with its fields filled in."""
        parts = _parts(form)
        if parts is None:
            return self.vformat(form, about, {})
        return "".join([text if place < 0 else text + self.format_field(about[place], spec) for text, place, spec in parts])

    def format_field(self, value: Any, format_spec: str) -> str:
        kind, _, rest = format_spec.partition(" ")
        known = self._FORMATS.get(kind)
        return str(super().format_field(value, format_spec)) if known is None else known(self, value, rest)

    def _figure(self, value: int, _: str) -> str:
        return self._name(value)

    def _figures(self, value: tuple[int, ...], _: str) -> str:
        names = [self._name(one) for one in value]
        joint = " et " if self._language == "fr" else " and "
        comma = ", " if not any("," in name for name in names) else " ; " if self._language == "fr" else "; "
        return joint.join([part for part in (comma.join(names[:-1]), names[-1] if names else "") if part])

    def _seat(self, value: int, _: str) -> str:
        return self._text("seat").format(value + 1)

    def _seat_first(self, value: int, _: str) -> str:
        return self._seat(value, "").capitalize()

    def _message(self, value: str, _: str) -> str:
        return self._text(value)

    def _length(self, value: int, _: str) -> str:
        text = f"{value / 100:.1f}".removesuffix(".0")
        return (text.replace(".", ",") if self._language == "fr" else text) + " mm"

    def _coordinate(self, value: int, _: str) -> str:
        text = f"{value / 1000:.1f}".removesuffix(".0")
        return text.replace(".", ",") if self._language == "fr" else text

    def _inches(self, value: int, _: str) -> str:
        text = f"{value / 2500:.1f}".removesuffix(".0")
        return text.replace(".", ",") if self._language == "fr" else text

    def _degrees(self, value: int, _: str) -> str:
        return f"{round(value / 100)}°"

    def _dice(self, value: tuple[int, ...], _: str) -> str:
        return ", ".join([str(face) for face in value])

    def _modifiers(self, value: tuple[tuple[str, int], ...], _: str) -> str:
        """In brackets after a space, or nothing: " (+1 ambush, -1 power attack)"."""
        parts = [f"{number:+} {self._text('mod-' + name)}" for name, number in value]
        return f" ({', '.join(parts)})" if parts else ""

    def _number(self, value: int, nouns: str) -> str:
        one, _, many = nouns.partition("|")
        single = value < 2 if self._language == "fr" else value == 1
        return f"{value} {one if single else many}"

    def _where(self, value: Any, text: str) -> str:
        return text if value else ""

    def _agreeing(self, value: int, words: str) -> str:
        masculine, _, feminine = words.partition("|")
        return feminine if self._feminine(value) else masculine

    _FORMATS: ClassVar[dict[str, Callable[[_Filler, Any, str], str]]] = {
        "fig": _figure,
        "figs": _figures,
        "seat": _seat,
        "Seat": _seat_first,
        "t": _message,
        "mm": _length,
        "cm": _coordinate,
        "in": _inches,
        "deg": _degrees,
        "dice": _dice,
        "mods": _modifiers,
        "n": _number,
        "if": _where,
        "mf": _agreeing,
    }


@lru_cache(8192)
def _parts(form: str) -> tuple[tuple[str, int, str], ...] | None:
    """A sentence taken apart once for all the times it is filled in: the text before each field, the field's number (-1 where
    there is none) and what stands behind its colon; None for one with fields of another kind."""
    found = []
    for text, name, spec, conversion in string.Formatter().parse(form):
        if name is None:
            found.append((text, -1, ""))
        elif name.isdigit() and not conversion and "{" not in (spec or ""):
            found.append((text, int(name), spec or ""))
        else:
            return None
    return tuple(found)


class Messages:
    """A catalogue of sentences, with another behind it for keys it does not hold."""

    def __init__(self, sentences: dict[str, dict[str, str]], behind: Messages | None = None) -> None:
        self._sentences = sentences
        self._behind = behind

    @staticmethod
    def load(package: str, name: str = "messages.toml", behind: Messages | None = None) -> Messages:
        """Read a catalogue out of a package; every message must be there in every language."""
        text = resources.files(package).joinpath(name).read_text("utf-8")
        try:
            sentences = msgspec.toml.decode(text, type=dict[str, dict[str, str]])
        except msgspec.MsgspecError as error:
            raise ContentError(f"{package}/{name}: {error}.") from error
        for key, forms in sentences.items():
            for language in LANGUAGES:
                if language not in forms:
                    raise ContentError(f"{package}/{name}, message {key}: the {language} sentence is missing.")
        return Messages(sentences, behind)

    def keys(self) -> set[str]:
        """All keys of this catalogue, without the one behind it."""
        return set(self._sentences)

    def form(self, key: str, language: str) -> str | None:
        """The raw sentence of a key, or None."""
        forms = self._sentences.get(key)
        if forms is not None:
            return forms[language]
        return self._behind.form(key, language) if self._behind is not None else None

    def figures(self, key: str, about: tuple[Any, ...]) -> list[int]:
        """The figures that a sentence speaks of, each once, by the fields of its English form."""
        found: list[int] = []
        for _, place, spec in _parts(self.form(key, "en") or "") or ():
            value = about[place] if 0 <= place < len(about) else None
            if spec == "fig" and isinstance(value, int):
                found.append(value)
            elif spec == "figs" and isinstance(value, tuple):
                found.extend(value)
        return list(dict.fromkeys(found))

    def _word(self, key: str, language: str) -> str:
        """A message that stands inside another, which may be empty; the key itself where there is none."""
        form = self.form(key, language)
        return key if form is None else form

    def sentence(
        self,
        key: str,
        about: tuple[Any, ...],
        name: Callable[[int], str],
        language: str,
        feminine: Callable[[int], bool] = lambda _: False,
    ) -> str:
        """The sentence of a key, filled in; `name` gives a figure's name, `feminine` tells whether that is of this gender."""
        form = self.form(key, language)
        if form is None:
            return f"{key} {about}" if about else key
        filler = _Filler(name, lambda other: self._word(other, language), language, feminine)
        filled = filler.fill(form, about)
        return _ELISION.sub(r"\1’", filled) if language == "fr" else filled


CORE = Messages.load("escarmouche.core")
