"""Sentences in French and English, keyed by id: one catalogue for each system and one for the engine."""

from __future__ import annotations

import string
from collections.abc import Callable
from importlib import resources
from typing import Any

import msgspec

from escarmouche.core.errors import ContentError

LANGUAGES = ("en", "fr")


class _Filler(string.Formatter):
    """Fills a sentence in: {0:fig} is a figure's name, {1:mm} a length, {2:+} a signed number, {3:t} a message."""

    def __init__(self, name: Callable[[int], str], text: Callable[[str], str], language: str) -> None:
        self._name = name
        self._text = text
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "fig":
            return self._name(value)
        if format_spec == "figs":
            joint = " et " if self._language == "fr" else " and "
            return joint.join([self._name(one) for one in value])
        if format_spec == "mm":
            text = f"{value / 100:.0f}" if value % 100 == 0 else f"{value / 100:.1f}"
            return (text.replace(".", ",") if self._language == "fr" else text) + " mm"
        if format_spec == "t":
            return self._text(value)
        if format_spec == "dice":
            return ", ".join([str(face) for face in value])
        return str(super().format_field(value, format_spec))


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

    def sentence(self, key: str, about: tuple[Any, ...], name: Callable[[int], str], language: str) -> str:
        """The sentence of a key, filled in; `name` gives a figure's name."""
        form = self.form(key, language)
        if form is None:
            return f"{key} {about}" if about else key
        filler = _Filler(name, lambda other: self.form(other, language) or other, language)
        return filler.vformat(form, about, {})


CORE = Messages.load("escarmouche.core")
