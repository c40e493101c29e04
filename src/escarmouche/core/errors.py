"""What can go wrong, said in one sentence each."""

from __future__ import annotations

import errno
from collections.abc import Iterable


def perhaps(name: str, names: Iterable[str]) -> tuple[str, str]:
    """What was meant by a name that nothing has, in English and French, to stand behind it; nothing where nothing is near.

    >>> perhaps("elvs", ["elves", "orcs"])
    (" (perhaps 'elves' was meant)", " (peut-être 'elves')")
    """
    import difflib

    near = difflib.get_close_matches(name, list(names), 2, 0.65)
    if not near:
        return "", ""
    either, soit = (joint.join([repr(one) for one in near]) for joint in (" or ", " ou "))
    return f" (perhaps {either} was meant)", f" (peut-être {soit})"


REASONS = {
    errno.ENOENT: "il n’existe pas",
    errno.EACCES: "accès refusé",
    errno.EPERM: "opération interdite",
    errno.EISDIR: "c’est un dossier",
    errno.ENOTDIR: "un de ses dossiers n’en est pas un",
    errno.EEXIST: "il existe déjà",
    errno.ENOSPC: "le disque est plein",
    errno.EDQUOT: "le quota du disque est atteint",
    errno.EROFS: "le disque est en lecture seule",
    errno.ENAMETOOLONG: "le nom est trop long",
    errno.EADDRINUSE: "l’adresse est déjà prise",
    errno.EADDRNOTAVAIL: "l’adresse n’est pas de cette machine",
}
"""What the system says of a file, in French."""


def why(error: OSError) -> tuple[str, str]:
    """Why the system would not, in English and French.

    >>> why(OSError(errno.ENOSPC, "No space left on device"))
    ('No space left on device', 'le disque est plein')
    """
    said = error.strerror or str(error)
    return said, REASONS.get(error.errno or 0, f"erreur {error.errno}" if error.errno else said)


class EscarmoucheError(Exception):
    """Base of every error that a person can cause and mend; its text is one sentence that says what to do.

    `french` is the same sentence in French, where there is one.
    """

    def __init__(self, text: str, french: str = "") -> None:
        super().__init__(text)
        self.french = french

    def sentence(self, language: str) -> str:
        """The sentence in a language, English when there is no other."""
        return self.french if language == "fr" and self.french else str(self)


class IllegalAnswer(EscarmoucheError):
    """An answer the rules do not allow. `rule` is the rule's id, `reason` the sentence; the game has not changed."""

    def __init__(self, rule: str, reason: str, key: str = "", about: tuple[object, ...] = ()) -> None:
        super().__init__(f"{reason} ({rule})")
        self.rule = rule
        self.reason = reason
        self.key = key
        self.about = about

    def bare(self, language: str) -> str:
        """The sentence without the rule's id, for a screen that shows the rule itself."""
        return self.sentence(language).removesuffix(f" ({self.rule})")

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalAnswer, (self.rule, self.reason, self.key, self.about), {"french": self.french}


class DiceError(EscarmoucheError):
    """Dice that cannot be: a face out of range, the wrong number of dice, a script that ran out."""


class SaveError(EscarmoucheError):
    """A save file that cannot be read: damaged, cut short, or of another version."""


class ContentError(EscarmoucheError):
    """Content that does not hold: the message names file, entry and field."""


class PluginError(EscarmoucheError):
    """A package whose system cannot be played: the message names both and says why."""


class UnknownName(EscarmoucheError):
    """A system, scenario, profile, agent or rule that does not exist; the message lists what does."""


class AgentError(EscarmoucheError):
    """An agent that cannot be found, cannot be made, fails, or gives an answer that is not allowed; the message names it."""


class RuleError(EscarmoucheError):
    """A rule that breaks the engine's contract: it never asks, or goes another way when it is replayed."""


class TooManyOutcomes(EscarmoucheError):
    """Exact odds that would branch beyond the limit asked for."""
