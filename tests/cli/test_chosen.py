"""What is set for a game at the command line."""

from __future__ import annotations

from typing import Any

import pytest
import typer

from escarmouche.cli.chosen import chosen_options, read
from escarmouche.cli.common import use
from escarmouche.core import registry
from escarmouche.core.settings import Setting


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [
        ("flag", "yes", True),
        ("flag", "Non", False),
        ("count", "6", 6),
        ("size", "120x90", [120, 90]),
        ("switches", "a, b", ["a", "b"]),
        ("several", "a,a", ["a", "a"]),
        ("switches", "", []),
        ("choice", "none", "none"),
        ("text", "a b", "a b"),
    ],
)
def test_a_value_is_read_as_the_setting_says(kind: Any, typed: str, value: Any) -> None:
    assert read(Setting("x", kind, "X", "X"), typed) == value


@pytest.mark.parametrize(("kind", "typed"), [("flag", "perhaps"), ("count", "six"), ("size", "120"), ("size", "axb")])
@pytest.mark.parametrize("spoken", ["en", "fr"])
def test_another_is_refused_in_a_sentence_that_says_how(kind: Any, typed: str, spoken: str) -> None:
    use(spoken)
    with pytest.raises(typer.BadParameter) as caught:
        read(Setting("wide", kind, "Wide", "Large"), typed)
    use("en")
    assert typed in caught.value.message
    assert "wide=" in caught.value.message


def test_options_go_by_the_settings_of_the_system() -> None:
    found = chosen_options(registry.system("fda"), ["rules=advanced", "wounds=no"])
    assert found == {"rules": "advanced", "wounds": False}
    with pytest.raises(typer.BadParameter, match="perhaps 'wounds' was meant"):
        chosen_options(registry.system("fda"), ["wonds=yes"])
