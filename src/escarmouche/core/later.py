"""References to rules of chapters that are read later, checked once all are."""

from __future__ import annotations

from typing import final

from escarmouche.core.effects import RULES, Rule

LATER: list[Later] = []


@final
class Later:
    """A rule that stands in a later chapter, by its name: called, it gives the rule. `unresolved` tells those that lead
    nowhere, once all chapters are read."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name
        LATER.append(self)

    def __call__(self) -> Rule:
        return RULES[self.name]


def unresolved(prefix: str) -> list[str]:
    """The names that chapters of a system refer to and no chapter gives."""
    return sorted({one.name for one in LATER if one.name.startswith(f"{prefix}.") and one.name not in RULES})
