"""The compiled package and the plain sources play the same games, byte for byte."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from escarmouche.core import registry

ROOT = Path(__file__).resolve().parents[1]

PLAY = """
import hashlib, sys
import escarmouche as esc
from escarmouche.analysis.bench import compiled
from escarmouche.core.dice import Stream
from escarmouche.core.save import dump
digest = hashlib.sha256()
system, scenario, seed, most = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
game = esc.new(system, scenario=scenario, seed=seed)
chance = Stream(seed)
for number in range(most):
    if game.due is None:
        break
    game.play(game.sample(chance))
    if number % 50 == 0:
        digest.update(dump(game))
digest.update(dump(game))
print(compiled(), digest.hexdigest())
"""


def played(system: str, scenario: str, seed: int, sources: bool) -> tuple[str, str]:
    """Whether the run was compiled, and the digest of the game's saves."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if sources:
        env["PYTHONPATH"] = str(ROOT / "src")
    command = [sys.executable, "-c", PLAY, system, scenario, str(seed), "400"]
    done = subprocess.run(command, env=env, cwd=ROOT / "docs", capture_output=True, text=True, check=True)
    kind, digest = done.stdout.split()
    return kind, digest


CASES = [(name, scenario) for name in registry.BUILT_IN for scenario in registry.system(name).scenarios()]


@pytest.mark.parametrize(("system", "scenario"), CASES)
def test_compiled_and_plain_sources_play_the_same_game(system: str, scenario: str) -> None:
    installed, plain = played(system, scenario, 5, False), played(system, scenario, 5, True)
    assert plain[0] == "False"
    assert installed[0] == str(shutil.which("cc") is not None and "ESCARMOUCHE_PURE" not in os.environ)
    assert installed[1] == plain[1]
