"""Refusals: a status and one sentence in both languages."""

from __future__ import annotations

from typing import Any

import msgspec

from escarmouche.core.errors import EscarmoucheError, IllegalAnswer
from escarmouche.core.messages import CORE, Messages

MESSAGES = Messages.load("escarmouche.server", behind=CORE)


class Words(msgspec.Struct, frozen=True):
    """A sentence in both languages."""

    en: str
    fr: str


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was wrong, in both languages; where a rule forbids it, its id."""

    en: str
    fr: str
    rule: str = ""


class Failure(msgspec.Struct, frozen=True):
    """The body of every error."""

    error: Fault


def words(key: str, *about: Any) -> Words:
    """A sentence of the server."""
    return Words(MESSAGES.sentence(key, about, str, "en"), MESSAGES.sentence(key, about, str, "fr"))


class Refused(Exception):
    """A request that is refused; nothing has changed."""

    def __init__(self, status: int, key: str, *about: Any, fault: Fault | None = None) -> None:
        said = words(key, *about)
        super().__init__(said.en if fault is None else fault.en)
        self.status = status
        self.fault = Fault(said.en, said.fr) if fault is None else fault


def refused(error: EscarmoucheError, status: int = 422) -> Refused:
    """An error of the engine as a refusal."""
    if isinstance(error, IllegalAnswer):
        return Refused(status, "", fault=Fault(error.bare("en"), error.bare("fr"), error.rule))
    return Refused(status, "", fault=Fault(str(error), error.sentence("fr")))
