"""The rulebook of Frères d'Armes: every entry in both languages, and every rule that the content names."""

from __future__ import annotations

import re

import msgspec
import pytest

from escarmouche.core import content as core_content
from escarmouche.core.rulebook import RuleEntry
from escarmouche.systems.fda.content import PACKAGE, book

FILE = core_content.read_package(PACKAGE, "rulebook.toml")
RULES = core_content.rows(FILE, "rule", RuleEntry, "rulebook.toml")


def french(entry: RuleEntry) -> list[str]:
    """All that a French reader reads of a rule."""
    return [entry.section_fr, entry.title_fr, entry.text_fr, entry.ruling_fr, *entry.rows_fr, *entry.examples_fr]


def test_every_rule_is_there() -> None:
    assert len(RULES) == 413
    assert len({entry.section for entry in RULES.values()}) == len({entry.section_fr for entry in RULES.values()}) == 40
    notes = [entry for entry in RULES.values() if not entry.acts]
    assert len(notes) <= 10
    assert all(entry.acts_reason and entry.acts_reason_fr for entry in notes)


def test_both_languages_say_as_much() -> None:
    for entry in RULES.values():
        assert entry.text_fr not in ("", entry.text), entry.id
        assert bool(entry.ruling) == bool(entry.ruling_fr), entry.id
        assert (len(entry.examples), len(entry.rows)) == (len(entry.examples_fr), len(entry.rows_fr)), entry.id
        assert not [other for other in entry.see if other not in RULES], entry.id


def test_french_is_set_as_french_is() -> None:
    """A space before high punctuation and percent signs, the curly apostrophe, the decimal comma."""
    wrong = re.compile(r"[^\s][:;!?]|'|\d%|\d\.\d")
    assert [text for entry in RULES.values() for text in french(entry) if wrong.search(text)] == []


def test_every_switch_is_told_where_its_rule_stands() -> None:
    for name, reading in book().reading.items():
        assert [entry.id for entry in RULES.values() if f"switch {name}" in entry.ruling] == [reading.rule]
        assert f"variante {name}" in RULES[reading.rule].ruling_fr


def test_every_rule_that_a_row_names_exists() -> None:
    named: set[str] = set()
    for table in msgspec.structs.fields(type(book())):
        rows = getattr(book(), table.name)
        for row in rows.values() if isinstance(rows, dict) else [rows]:
            named.update([getattr(row, "rule", ""), *getattr(row, "rules", ())])
    assert len(named) > 60
    assert named - {""} - set(RULES) == set()


@pytest.mark.parametrize("table", ["option", "reading", "action", "state", "spell", "profile", "terrain", "scenario"])
def test_the_content_speaks_french_too(table: str) -> None:
    wrong = re.compile(r"[^\s][:;!?]|'|\d%|\d\.\d")
    for row in getattr(book(), table).values():
        texts = [value for name, value in msgspec.structs.asdict(row).items() if name.endswith("_fr")]
        assert texts
        assert [text for text in texts if wrong.search(text)] == [], row.id
