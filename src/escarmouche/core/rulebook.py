"""The rulebook of a system, to search and to read; and the ledger of its rules: which act, are cited, are tested."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from escarmouche.core import content, offers, registry
from escarmouche.core.errors import EscarmoucheError, UnknownName

FILE = "rulebook.toml"
REFERENCE = ("action", "modifier", "table", "state")
"""The kinds of rules that stand on a sheet for reference."""


class RuleEntry(content.Row, frozen=True, kw_only=True):
    """One rule: what it says, with examples, in both languages. `ruling` settles what the book leaves open; `lines` are
    those of the book's text. A rule that does not act states no behaviour, and `acts_reason` says why."""

    id: str
    section: str
    section_fr: str
    title_en: str
    title_fr: str
    text: str
    text_fr: str
    kind: str
    lines: tuple[int, ...] = ()
    examples: tuple[str, ...] = ()
    examples_fr: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    rows_fr: tuple[str, ...] = ()
    ruling: str = ""
    ruling_fr: str = ""
    see: tuple[str, ...] = ()
    acts: bool = True
    acts_reason: str = ""
    acts_reason_fr: str = ""

    def told(self, language: str) -> Page:
        """The entry in one language."""
        if language == "fr":
            words = (self.section_fr, self.title_fr, self.text_fr, self.ruling_fr, self.acts_reason_fr)
            return Page(self.id, *words[:3], self.rows_fr, self.examples_fr, *words[3:], self.see)
        words = (self.section, self.title_en, self.text, self.ruling, self.acts_reason)
        return Page(self.id, *words[:3], self.rows, self.examples, *words[3:], self.see)


class Page(NamedTuple):
    """A rule as a reader sees it, in one language."""

    id: str
    section: str
    title: str
    text: str
    rows: tuple[str, ...]
    examples: tuple[str, ...]
    ruling: str
    reason: str
    see: tuple[str, ...]

    def words(self) -> list[str]:
        """All that it says, beside its title."""
        return [one for one in (self.text, *self.rows, *self.examples, self.ruling) if one]


def fold(text: str) -> str:
    """The text without case and accents.

    >>> fold("Égalité")
    'egalite'
    """
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").replace("œ", "oe").replace("Œ", "oe"))
    return "".join([letter for letter in plain if not unicodedata.combining(letter)]).casefold()


class Rulebook:
    """The rules of a system, by id and in the order of the book."""

    def __init__(self, system: str, rules: dict[str, RuleEntry]) -> None:
        self.system = system
        self.rules = rules

    @staticmethod
    def load(system: str) -> Rulebook:
        """The rulebook of a system; read once. One sentence where there is none."""
        return offers.rulebook(registry.system(system))

    def show(self, rule: str) -> RuleEntry:
        """The rule with this id.

        >>> Rulebook.load("sbh").show("sbh.army.points-limit").title_fr
        '300 points'
        """
        if rule not in self.rules:
            raise UnknownName(
                f"There is no rule {rule!r}: search with `escarmouche rules {self.system} WORDS`.",
                f"Il n’y a pas de règle {rule!r} : cherchez avec « escarmouche rules {self.system} MOTS ».",
            )
        return self.rules[rule]

    def title(self, rule: str, language: str) -> str:
        """The title of a rule, or its id where the rulebook does not have it.

        >>> Rulebook.load("sbh").title("sbh.army.points-limit", "en")
        'Points limit'
        """
        entry = self.rules.get(rule)
        return rule if entry is None else entry.title_fr if language == "fr" else entry.title_en

    def reference(self) -> list[RuleEntry]:
        """What one looks up in the middle of a battle, in the order of the book: the rules of the kinds in REFERENCE."""
        return [entry for entry in self.rules.values() if entry.kind in REFERENCE and entry.acts]

    def find(self, query: str = "") -> list[RuleEntry]:
        """The rules in which every word of the query begins a word: ids, titles and texts of both languages, without
        regard to case and accents. Ids that match come first, then titles, then the rest, in the order of the book."""
        starts = [re.compile(rf"\b{re.escape(word)}") for word in fold(query).split()]
        ranked: list[tuple[int, RuleEntry]] = []
        for entry in self.rules.values():
            titles = fold(f"{entry.id} {entry.title_en} {entry.title_fr}")
            fields = (entry.id, titles, f"{titles} {fold(' '.join(_texts(entry)))}")
            for rank, field in enumerate(fields):
                if all(start.search(field) for start in starts):
                    ranked.append((rank, entry))
                    break
        return [entry for _, entry in sorted(ranked, key=lambda pair: pair[0])]


Piece = tuple[str, bool]
"""A piece of a text, and whether it was looked for."""
AROUND = 90
"""So many letters are shown before and after the first word that is found."""


def excerpt(text: str, query: str) -> list[Piece]:
    """The part of a text where a word of the query first begins a word, in pieces: those that were looked for are marked. Empty
    where none does.

    >>> excerpt("A fallen figure gets up.", "fig")
    [('A fallen ', False), ('fig', True), ('ure gets up.', False)]
    """
    words = [re.escape(word) for word in fold(query).split()]
    places = [place for place, letter in enumerate(text) for _ in fold(letter)]  # one letter may become two
    found = re.finditer(rf"\b(?:{'|'.join(words)})", fold(text)) if words else ()
    hits = [(places[hit.start()], places[hit.end() - 1] + 1) for hit in found]
    if not hits:
        return []
    begin, end = max(0, hits[0][0] - AROUND), min(len(text), hits[0][1] + AROUND)
    begin = text.find(" ", begin) + 1 if begin else 0
    end = text.rfind(" ", 0, end) if end < len(text) else end
    pieces: list[Piece] = [("… ", False)] if begin else []
    at = begin
    for start, stop in [hit for hit in hits if begin <= hit[0] and hit[1] <= end]:
        pieces += [(text[at:start], False), (text[start:stop], True)]
        at = stop
    pieces.append((text[at:end] + (" …" if end < len(text) else ""), False))
    return [piece for piece in pieces if piece[0]]


def _texts(entry: RuleEntry) -> Iterator[str]:
    """All that a query is compared with, beside id and titles."""
    yield from (entry.section, entry.section_fr, entry.text, entry.text_fr, entry.ruling, entry.ruling_fr)
    for several in (entry.rows, entry.rows_fr, entry.examples, entry.examples_fr):
        yield from several


@cache
def found(system: str) -> Rulebook | None:
    """The rulebook in a system's package, if there is one; read once."""
    folder = registry.folder(system) if system in registry.systems() else None
    if folder is None or not (folder / FILE).is_file():
        return None
    file = f"{system}/{FILE}"
    data = content.read(folder / FILE, file)
    content.only(data, ["rule"], file)
    rules = content.rows(data, "rule", RuleEntry, file)
    for entry in rules.values():
        _check(entry, rules, file)
    return Rulebook(system, rules)


def _check(entry: RuleEntry, rules: dict[str, RuleEntry], file: str) -> None:
    """Both languages must say the same things, and references must lead somewhere."""
    where = f"rule {entry.id!r}"
    for name in ("section", "title_en", "text", "ruling", "rows", "examples", "acts_reason"):
        other = "title_fr" if name == "title_en" else f"{name}_fr"
        english, french = getattr(entry, name), getattr(entry, other)
        if bool(english) != bool(french) or (isinstance(english, tuple) and len(english) != len(french)):
            raise content.wrong(file, where, other, f"does not match {name}", f"ne correspond pas à {name}")
    if entry.acts == bool(entry.acts_reason):
        raise content.wrong(file, where, "acts_reason", "belongs to acts = false", "va avec acts = false")
    for name in entry.see:
        if name not in rules:
            raise content.unknown(file, where, "see", ("rule", "règle"), name, rules)


# ---------------------------------------------------------------- the ledger


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """How far a system's rules are implemented and tested. `uncited` and `untested` are what is left; `silent` are the
    rules that do not act, with the reason; `unknown` are ids that tests claim and the rulebook lacks."""

    system: str
    rules: int
    acting: int
    cited: int
    tested: int | None
    covered: int | None
    percent: str
    uncited: list[str]
    untested: list[str] | None
    silent: dict[str, str]
    unknown: list[str]


def coverage(system: str, tests: Path | None = None) -> Coverage:
    """The ledger of a system's rules. A rule is cited when its id occurs in the system's modules or content, and tested
    when a test under `tests` claims it with `mark.rule`; without such a folder nothing is said of tests."""
    book = Rulebook.load(system)
    acting = [entry.id for entry in book.rules.values() if entry.acts]
    cites = cited(system)
    claims = None if tests is None else claimed(tests)
    uncited = [rule for rule in acting if rule not in cites]
    untested = None if claims is None else [rule for rule in acting if rule not in claims]
    left = set(uncited) | set(untested or ())
    return Coverage(
        system=system,
        rules=len(book.rules),
        acting=len(acting),
        cited=len(acting) - len(uncited),
        tested=None if untested is None else len(acting) - len(untested),
        covered=None if untested is None else len(acting) - len(left),
        percent=_percent(len(acting) - len(left), len(acting)),
        uncited=uncited,
        untested=untested,
        silent={entry.id: entry.acts_reason for entry in book.rules.values() if not entry.acts},
        unknown=sorted([rule for rule in claims or () if rule.startswith(f"{system}.") and rule not in book.rules]),
    )


def _percent(part: int, whole: int) -> str:
    """Rounded down to a tenth, so that 100 means all of them."""
    tenths = 1000 if whole == 0 else 1000 * part // whole
    return f"{tenths // 10}.{tenths % 10}".removesuffix(".0")


def cited(system: str) -> set[str]:
    """Every rule id that occurs in a system's modules and in its content; the rulebook and messages do not count."""
    folder = registry.folder(system)
    assert folder is not None, "only a system with a rulebook can be asked"
    files = [*folder.rglob("*.py"), *folder.glob("content/*.toml")]
    pattern = re.compile(rf"(?<![\w.-]){re.escape(system)}(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
    return {found for path in files for found in pattern.findall(path.read_text("utf-8"))}


def claimed(tests: Path) -> set[str]:
    """Every rule id that a test under the folder claims with `mark.rule`."""
    if not tests.is_dir():
        raise EscarmoucheError(
            f"There is no folder of tests {tests}: name it with --tests PATH.",
            f"Il n’y a pas de dossier de tests {tests} : nommez-le avec --tests CHEMIN.",
        )
    return {rule for path in tests.rglob("*.py") for rule in _marks(ast.parse(path.read_text("utf-8")))}


def _marks(tree: ast.AST) -> Iterable[str]:
    """The ids in every `….mark.rule("id", …)` of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            owner = node.func.value
            if isinstance(owner, ast.Attribute) and owner.attr == "mark":
                yield from [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
