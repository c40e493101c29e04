"""What works without the packages of an extra, and what the rest says then."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from tools.compile_hot import ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
SERVER = [re.split(r"[\[<>=;]", line)[0] for line in EXTRAS["server"]]
WITHOUT = f"""\
import sys
from importlib.abc import MetaPathFinder
class Absent(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {SERVER!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
from escarmouche.cli import run
sys.exit(run(sys.argv[1:]))
"""


def without_server(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT, *args], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "args",
    [
        ("systems",),
        ("odds", "sbh", "melee", "human-warrior", "orc-warrior"),
        ("army", "list", "sbh"),
        ("simulate", "sbh", "--battles", "1", "--agents", "random,random", "--workers", "1"),
        ("serve", "--help"),
        ("bench", "--help"),
    ],
    ids=" ".join,
)
def test_only_the_server_needs_its_packages(args: tuple[str, ...]) -> None:
    done = without_server(*args)
    assert (done.returncode, done.stderr.strip()) == (0, "")


@pytest.mark.parametrize("args", [("serve",), ("bench", "--server")], ids=" ".join)
@pytest.mark.parametrize(("lang", "words"), [("en", "install them with"), ("fr", "installez-les avec")])
def test_the_server_says_what_to_install(args: tuple[str, ...], lang: str, words: str) -> None:
    done = without_server(*args, "--lang", lang)
    assert done.returncode == 2
    assert f"{words} pip install 'escarmouche[server]'." in done.stderr
    assert done.stderr.count("\n") == 1
