"""What screens say of each system: the same things in both languages, and no sentence for nothing."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from escarmouche.core import registry
from escarmouche.core.system import System

PACKAGE = Path(__file__).parents[2] / "src" / "escarmouche"
SYSTEMS = [registry.system(name) for name in registry.BUILT_IN]


def literals(system: System) -> set[str]:
    """Every string in a system's modules, and in those that look up what screens say."""
    others = ("core/system.py", "kit/sketch.py", "kit/view.py", "server/picture.py")
    files = [*(PACKAGE / "systems" / system.id).rglob("*.py"), *[PACKAGE / name for name in others]]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.id)
def test_no_sentence_of_a_screen_is_there_for_nothing(system: System) -> None:
    known = literals(system)

    def used(key: str) -> bool:
        return key in known or any(key[:place] in known and key[place:] in known for place in range(1, len(key)))

    assert {key for key in system.screen.keys() if not used(key)} == set()  # noqa: SIM118 (keys is the catalogue's own)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.id)
def test_screens_say_the_same_in_both_languages(system: System) -> None:
    def fields(key: str, language: str) -> list[tuple[str, str]]:
        """What is filled in, and how; the words of a plural or a condition are the language's own."""
        form = system.screen.form(key, language) or ""
        found = [
            (name, (spec or "").partition(" ")[0]) for _, name, spec, _ in string.Formatter().parse(form) if name is not None
        ]
        return sorted([one for one in found if one[1] != "mf"])

    for key in system.screen.keys():  # noqa: SIM118 (keys is the catalogue's own)
        assert fields(key, "en") == fields(key, "fr"), key
        assert system.screen.form(key, "en"), key
        assert system.screen.form(key, "fr"), key
