"""The rulebook of the Empire of Swidenth: every entry in both languages, and every rule that the content names."""

from __future__ import annotations

import re

import msgspec
import pytest

from escarmouche.core import content as core_content
from escarmouche.core.rulebook import RuleEntry
from escarmouche.systems.swidenth.content import PACKAGE, book

FILE = core_content.read_package(PACKAGE, "rulebook.toml")
RULES = core_content.rows(FILE, "rule", RuleEntry, "rulebook.toml")
SWITCHES = (
    "items-in-either-place", "strict-order", "strict-hands", "terror-every-turn", "camouflage-for-target", "pushback-two-deep",
    "heroism-one-by-one",
)  # fmt: skip


def french(entry: RuleEntry) -> list[str]:
    """All that a French reader reads of a rule."""
    return [entry.section_fr, entry.title_fr, entry.text_fr, entry.ruling_fr, *entry.rows_fr, *entry.examples_fr]


def test_every_rule_is_there() -> None:
    assert len(RULES) == 175
    assert len({entry.section for entry in RULES.values()}) == 16


@pytest.mark.parametrize("name", RULES)
def test_both_languages_say_as_much(name: str) -> None:
    entry = RULES[name]
    assert entry.text_fr != entry.text
    assert bool(entry.ruling) == bool(entry.ruling_fr)
    assert (len(entry.examples), len(entry.rows)) == (len(entry.examples_fr), len(entry.rows_fr))
    assert not [other for other in entry.see if other not in RULES]


def test_french_is_set_as_french_is() -> None:
    """A space before high punctuation and percent signs, the curly apostrophe, the decimal comma."""
    wrong = re.compile(r"[^\s][:;!?]|'|\d%|\d\.\d")
    assert [text for entry in RULES.values() for text in french(entry) if wrong.search(text)] == []


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_setting_is_told_where_its_rule_stands(switch: str) -> None:
    told = [entry for entry in RULES.values() if switch in entry.ruling]
    assert len(told) == 1
    assert switch in told[0].ruling_fr


def test_every_rule_that_a_row_names_exists() -> None:
    named: set[str] = set()
    for table in msgspec.structs.fields(type(book())):
        rows = getattr(book(), table.name)
        for row in rows.values() if isinstance(rows, dict) else [rows]:
            named.update([getattr(row, "rule", ""), *getattr(row, "rules", ())])
    assert len(named) > 60
    assert named - {""} - set(RULES) == set()
