"""Why one state of a battle is better than another, in words: the numbers of the encoding that tell them apart most.

What is told is always true of the two states: the numbers differ so. Which of them count is said by what was learned, and by
what everybody likes to have (reasons.toml) where nothing was."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from escarmouche.core.content import read_package
from escarmouche.kit.learned import ASIDE, JUDGED, MINE, THEIRS
from escarmouche.kit.view import Words, words

SLIGHT = 0.004
"""A number that differs by less than this is not told."""
LIKED = 0.1
"""What a number counts at least that its owner likes to have, or not to have: the judgement made by hand weighs it too."""
FEW = 2
"""So many differences make a reason."""


class Counted(msgspec.Struct, forbid_unknown_fields=True):
    """A number in words, see reasons.toml."""

    about: str
    good: int
    en: str | list[str]
    fr: str | list[str]
    less: bool = False


class Fact(NamedTuple):
    """A number by which two states differ: its name, whether the first has more of it, how good that is for the seat (below 0:
    bad), and what it is about."""

    name: str
    more: bool
    gain: float
    about: str


@cache
def table() -> dict[str, Counted]:
    """The numbers that there are words for."""
    return msgspec.convert(read_package("escarmouche.kit", "reasons.toml"), dict[str, Counted])


def bare(name: str) -> str:
    """The name of a number without whose it is.

    >>> bare("theirs: life"), bare("own turn")
    ('life', 'own turn')
    """
    return name.removeprefix(MINE).removeprefix(THEIRS).removeprefix(ASIDE)


def facts(names: Sequence[str], weights: Sequence[float], one: Sequence[float], other: Sequence[float]) -> list[Fact]:
    """What the first state has more or less of than the other, the weightiest first. The judgement made by hand comes last: it
    says that something is better, not what."""
    found = []
    for place, name in enumerate(names):
        more = one[place] - other[place]
        row = table().get(bare(name))
        if row is None or abs(more) < SLIGHT or name.startswith(ASIDE):
            continue
        good = -row.good if name.startswith(THEIRS) else row.good
        weight = weights[place] if weights else 0.0
        if good and weight * good < 0:
            weight = 0.0  # learned beside the judgement made by hand, which it only tempers: on its own it would mislead
        gain = more * (weight + LIKED * good)
        if gain:
            found.append(Fact(name, more > 0, gain, row.about))
    return sorted(found, key=lambda fact: (fact.name == JUDGED, -abs(fact.gain)))


def told(found: Sequence[Fact], good: bool) -> list[Fact]:
    """The few that speak for the first state, or against it: none twice about the same of the same side."""
    kept: dict[tuple[str, bool], Fact] = {}
    for fact in found:
        if (fact.gain > 0) == good and not (fact.name == JUDGED and kept):
            kept.setdefault((fact.about, fact.name.startswith(THEIRS)), fact)
    return list(kept.values())[:FEW]


WHO = {
    ("en", False): ("you have ", "the enemy has "),
    ("fr", False): ("vous avez ", "l’ennemi a "),
    ("en", True): ("this side has ", "the other side has "),
    ("fr", True): ("ce camp a ", "l’autre camp a "),
}
"""Who has something, told to the one whose it is or of a third person: this side, and the others."""


def phrase(fact: Fact, before: Fact | None = None, third: bool = False) -> Words:
    """A difference in words; behind another of the same side without saying again whose it is."""
    row = table()[bare(fact.name)]
    if not isinstance(row.en, str) or not isinstance(row.fr, str):
        which = (not fact.more) + 2 * third
        return words(row.en[which], row.fr[which])
    theirs = fact.name.startswith(THEIRS)
    english, french = WHO["en", third][theirs], WHO["fr", third][theirs]
    if before is not None and before.name.startswith(THEIRS if theirs else MINE):
        english, french = "", ""
    much = "more" if fact.more else "less" if row.less else "fewer"
    return words(f"{english}{much} {row.en}", f"{french}{'plus' if fact.more else 'moins'} {row.fr}")


def reason(found: Sequence[Fact], good: bool, beside: Words, third: bool = False) -> Words | None:
    """One sentence that says what speaks for a state, or against it, beside another; None where nothing does. It is told to the
    one whose side it is, or of a third person."""
    few = told(found, good)
    if not few:
        return None
    said = [phrase(fact, before, third) for fact, before in zip(few, [None, *few], strict=False)]
    english, french = " and ".join([one["en"] for one in said]), " et ".join([one["fr"] for one in said])
    return words(f"Compared with {beside['en']}, {english}.", f"Par rapport {beside['fr']}, {french}.")
