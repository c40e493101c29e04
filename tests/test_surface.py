"""The public surface, as people import it."""

from __future__ import annotations

import subprocess
import sys

import escarmouche as esc

NAMES = ("new", "load", "replay", "odds", "systems", "profiles", "scenarios", "price", "army", "IllegalAnswer", "Result")


def test_every_name_is_there() -> None:
    assert all(hasattr(esc, name) for name in NAMES)


def test_systems_can_be_listed_before_and_after_one_was_loaded() -> None:
    script = "import escarmouche as esc; a = esc.systems(); esc.profiles('sbh'); print(a == esc.systems(), *a)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert said[0] == "True"
    assert "sbh" in said
